// The whole way: from the first screen to the confirmation.
import { expect, test } from "../fixtures.ts";
import { type House, INVERTED } from "../groups.ts";
import type { Offer } from "../guest-api.ts";
import { EDEL, HARB, NOOR, STAY } from "../hotels.ts";
import { amount } from "../pages/wizard.ts";
import { CARDS, LAYLA, SIOBHAN } from "../people.ts";

const HARBOUR: House = {
  hotel: HARB,
  language: "en",
  person: SIOBHAN,
  holder: "Siobhán Ní Bhriain",
  room: { id: "DELUXE_KING", name: "Deluxe King" },
  rate: { id: "FLEX_BREAKFAST", name: "Flexible with breakfast" },
};

// the inverted hotel on the screen that leaves it the least room
for (const { tag, hotel, language, person, holder, room, rate } of [
  { ...HARBOUR, tag: [] },
  { ...INVERTED, tag: ["@phone"] },
]) {
  test.describe(`in ${language}, at ${hotel.code}`, { tag }, () => {
    test.use({ language });

    test("one room, paid by card, from the calendar to the number [WIZ-03, WIZ-09, WIZ-29, SEARCH-31, PAY-10, CONF-01, ROUTE-02]", async ({
      page,
      guest,
      another,
    }) => {
      await page.goto(`/?pc=${hotel.code}&property_id=${hotel.id}`);
      await guest.wizard.on("search");
      await guest.search.choose(STAY.from, STAY.to);
      await guest.search.openGuests();
      // its number is in the hotel's digits
      const adults = guest.say("lbl_adults_in_room").split("{room}")[0];
      await page.getByRole("group", { name: new RegExp(`^${adults}`) }).getByRole("button").last().click();
      await guest.search.closeGuests();
      await guest.search.search().click();

      await guest.wizard.on("rooms");
      const ours = (one: Offer) =>
        one.room_type_id === room.id && one.rate_code_id === rate.id && one.package_id === null;
      const offer = (await another(hotel).offers(STAY)).find(ours)!;
      await guest.rooms.unfold(room.name);
      await guest.rooms.book(room.name, rate.name);

      await guest.wizard.toInformation();
      await guest.wizard.hasTotal(offer.total);
      await guest.details.fill(person);
      await guest.details.agree();
      await guest.wizard.next(guest.say("lbl_continue_to_payment")).click();

      await guest.wizard.on("payment");
      await guest.wizard.hasTotal(offer.total);
      await guest.pay(CARDS.good, holder);

      await guest.wizard.on("confirmation");
      const name = person.first_name;
      await expect(guest.confirmation.heading()).toContainText(guest.say("lbl_confirmed", { count: 1, name }));
      expect(await guest.confirmation.numbers()).toEqual([expect.stringMatching(/^[0-9A-Z]{8,16}$/)]);
      const left = (await another(hotel).offers(STAY)).find(ours);
      expect(left?.available).toBe(offer.available - 1);
    });
  });
}

test.describe("in English, at Harbour House", () => {
  test("without a card, held until the evening [PAY-02, PAY-07, PAY-13] @desk", async ({ guest }) => {
    await guest.toPayment(HARB, STAY, "Classic Queen", "Flexible", SIOBHAN);
    await expect(guest.payment.guarantee(/Credit card/)).toBeChecked();
    await guest.payment.guarantee(/Hold until 18:00/).check();
    await expect(guest.page.locator("iframe")).toBeHidden();
    await guest.payment.order().click();
    await guest.wizard.on("confirmation");
    expect(await guest.confirmation.numbers()).toHaveLength(1);
  });

  test("two rooms on one choice, each with its number [ROOMS-04, CONF-01, SEARCH-06] @phone", async ({ guest }) => {
    await guest.toDetails(HARB, { ...STAY, adults: 4, rooms: 2 }, "Classic Queen", "Flexible");
    await guest.details.fill(SIOBHAN);
    await guest.details.agree();
    await guest.wizard.next(guest.say("lbl_continue_to_payment")).click();
    await guest.wizard.on("payment");
    await guest.pay(CARDS.good, "Siobhán Ní Bhriain");
    await guest.wizard.on("confirmation");
    await expect(guest.confirmation.heading()).toContainText(guest.say("lbl_confirmed", { count: 2, name: "Siobhán" }));
    const numbers = await guest.confirmation.numbers();
    expect(numbers).toHaveLength(2);
    expect(new Set(numbers).size).toBe(2);
  });
});

test.describe("in Arabic, at Dar Al Noor", () => {
  test.use({ language: "ar" });

  test("the page is written from right to left, and books [I18N-01, I18N-02, I18N-03, I18N-09] @desk", async ({
    page,
    guest,
    another,
  }) => {
    const offer = (await another(NOOR).offers(STAY))[0];
    await guest.toRooms(NOOR, STAY);
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await expect(page.locator("html")).toHaveAttribute("lang", /^ar/);
    const first = page.getByRole("article").first();
    await expect(first.getByRole("heading").first()).toContainText(/[\u0600-\u06ff]/);
    await guest.rooms.anyBookButton().click();
    await guest.wizard.toInformation();
    await guest.details.fill(LAYLA);
    await guest.details.agree();
    await guest.wizard.next(guest.say("lbl_continue_to_payment")).click();
    await guest.wizard.on("payment");
    await guest.pay(CARDS.good, "Layla Al Hashimi");
    await guest.wizard.on("confirmation");
    expect(offer).toBeDefined();
    expect(await guest.confirmation.numbers()).toHaveLength(1);
  });
});

test.describe("in Swiss francs, at Chalet Edelgrat", () => {
  const cents = (sum: number) => Math.round(sum * 100);

  test("every amount is a multiple of five centimes, and the nights make the total [CUR-03, CUR-04, SUMM-03] @desk", async ({
    guest,
    another,
  }) => {
    const offers = await another(EDEL).offers(STAY);
    expect(offers.length).toBeGreaterThan(0);
    for (const { total } of offers) expect(cents(total) % 5).toBe(0);
    await guest.toRooms(EDEL, STAY);
    await guest.rooms.anyBookButton().click();
    await guest.wizard.toInformation();
    const total = await guest.wizard.total();
    expect(cents(total) % 5).toBe(0);
    expect(offers.map((offer) => offer.total)).toContain(total);
    const texts = await (await guest.wizard.bill()).locator(".bill-room .lines dd").allInnerTexts();
    for (const text of texts) expect(text).toMatch(/^CHF\s?[\d’]+\.\d[05]$/);
    // the room's total, and the nights that it is the sum of
    const [roomTotal, ...nights] = texts.map(amount);
    expect(nights).toHaveLength(3);
    expect(cents(roomTotal ?? 0)).toBe(cents(total));
    expect(nights.map(cents).reduce((sum, night) => sum + night, 0)).toBe(cents(total));
  });
});
