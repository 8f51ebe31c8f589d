// What guests take beside their room: the card, the bill, the booking and the letter say the same.
import { onPhone } from "../browser.ts";
import { expect, test } from "../fixtures.ts";
import { EDEL, HARB, NOOR, STAY } from "../hotels.ts";
import { pressAt } from "../keyboard.ts";
import { CARDS, LAYLA, NGUYEN, SIOBHAN } from "../people.ts";

const cents = (amount: number) => Math.round(amount * 100);

test("what is added is on the bill at once, is booked, and stands in the letter [ADDON-01, ADDON-03, ADDON-07, ADDON-08, ADDON-10, WIZ-11, ROUTE-03, SUMM-02]", async ({
  page,
  guest,
}) => {
  await guest.toAddons(HARB, STAY, "Classic Queen", "Flexible");
  await expect(guest.addons.heading()).toBeVisible();
  const plain = await guest.wizard.total();
  const [breakfast, late] = ["Breakfast over the water", "Late check-out"];
  const morning = await guest.addons.price(breakfast);
  await guest.addons.add(breakfast);
  await guest.wizard.hasTotal((cents(plain) + cents(morning)) / 100);
  const departure = await guest.addons.price(late);
  await guest.addons.add(late);
  const all = (cents(plain) + cents(morning) + cents(departure)) / 100;
  await guest.wizard.hasTotal(all);

  // Taken back, and added once more.
  await guest.addons.removeButton(breakfast).click();
  await guest.addons.addButton(breakfast).waitFor();
  await guest.wizard.hasTotal((cents(plain) + cents(departure)) / 100);
  await guest.addons.add(breakfast);

  // A reload finds them.
  await page.reload();
  await guest.wizard.on("addons");
  await expect(guest.addons.removeButton(late)).toBeVisible();
  await guest.wizard.hasTotal(all);
  await guest.wizard.next().click();

  await guest.wizard.on("information");
  await guest.wizard.hasTotal(all);
  await guest.details.fill(SIOBHAN);
  await guest.details.agree();
  await guest.wizard.next(guest.say("lbl_continue_to_payment")).click();
  await guest.wizard.on("payment");
  await guest.wizard.hasTotal(all);
  await guest.pay(CARDS.good, "Siobhán Ní Bhriain");
  await guest.wizard.on("confirmation");
  const added = page.getByRole("list", { name: guest.say("lbl_added_to_room") }).getByRole("listitem");
  await expect(added).toHaveText([late, `${breakfast} · ${guest.say("lbl_addon_every_day")}`]);
  const address = await guest.confirmation.letter().first().getAttribute("href");
  const letter = await (await page.request.get(address ?? "", { headers: { accept: "text/html" } })).text();
  expect(letter).toContain(breakfast);
  expect(letter).toContain(`$${all.toFixed(2)}`.replace(/\B(?=(\d{3})+(?!\d))/g, ","));
});

test("what is added goes along with another room, and with other people in it [ROOMS-21] @phone", async ({
  page,
  guest,
  say,
}) => {
  const late = "Late check-out";
  await guest.toAddons(HARB, STAY, "Classic Queen", "Flexible");
  await guest.addons.add(late);
  await page.goBack();
  await guest.wizard.on("rooms");
  await guest.rooms.book("Deluxe King", "Flexible");
  await guest.wizard.on("addons");
  await expect(guest.addons.removeButton(late)).toBeVisible();
  await page.goBack();
  await guest.wizard.on("rooms");
  await page.getByRole("group", { name: say("lbl_dates_and_guests") }).getByRole("button", { name: new RegExp(`^${say("lbl_guests")}`) }).click();
  const dialog = page.getByRole("dialog", { name: say("lbl_dates_and_guests") });
  await dialog.getByRole("button", { name: say("lbl_fewer", { what: say("lbl_adults_in_room", { room: 1 }) }) }).click();
  await dialog.getByRole("button", { name: say("lbl_search") }).click();
  await guest.rooms.book("Deluxe King", "Flexible");
  await guest.wizard.on("addons");
  await expect(guest.addons.removeButton(late)).toBeVisible();
});

test("an add-on of some days is had on those alone, and not beyond what there is [ADDON-06, ADDON-09, ADDON-13] @phone", async ({
  guest,
}) => {
  await guest.toAddons(HARB, STAY, "Classic Queen", "Flexible");
  const cruise = "Harbor lights cruise";
  const plain = await guest.wizard.total();
  const one = await guest.addons.price(cruise);
  await guest.addons.quantity(cruise).fill("3");
  await guest.addons.addButton(cruise).click();
  await expect(guest.addons.card(cruise).getByRole("alert")).toHaveText(
    guest.say("lbl_addon_quantity", { min: 1, max: 2 }),
  );
  await guest.addons.quantity(cruise).fill("2");
  await guest.addons.showDays(cruise);
  for (const day of await guest.addons.card(cruise).getByRole("checkbox").all()) await day.check();
  expect(cents(await guest.addons.price(cruise))).toBe(cents(one) * 2 * 3);
  await guest.addons.add(cruise);
  await guest.wizard.hasTotal((cents(plain) + cents(one) * 2 * 3) / 100);
});

test("a day is chosen and an add-on taken with the keyboard alone @desk", async ({ page, guest }) => {
  await guest.toAddons(HARB, STAY, "Classic Queen", "Flexible");
  const cruise = "Harbor lights cruise";
  const card = guest.addons.card(cruise);
  await pressAt(page, card.locator("summary"));
  await pressAt(page, card.getByRole("checkbox").last(), "Space");
  await pressAt(page, guest.addons.addButton(cruise));
  await expect(guest.addons.removeButton(cruise)).toBeFocused();
  await pressAt(page, guest.wizard.next());
  await expect(page).toHaveURL(/guest-information/);
});

test("Previous takes off what was added [WIZ-18] @desk", async ({ guest }) => {
  await guest.toAddons(HARB, STAY, "Classic Queen", "Flexible");
  const plain = await guest.wizard.total();
  await guest.addons.add("Late check-out");
  await guest.wizard.previous().click();
  await guest.wizard.on("rooms");
  await guest.wizard.hasTotal(plain);
  await guest.wizard.next().click();
  await guest.wizard.on("addons");
  await expect(guest.addons.addButton("Late check-out")).toBeVisible();
});

test("a rate with a package goes past the add-ons [WIZ-21] @desk", async ({ guest }) => {
  await guest.toRooms(EDEL, { from: "2027-01-19", to: "2027-01-21" });
  const packaged = guest.rooms.withPackage("Snow and steam", "Flexible with breakfast");
  const room = guest.page.getByRole("article").filter({ hasText: packaged }).first();
  // The text, not what is drawn of it: a card out of sight is not drawn.
  const name = (await room.getByRole("heading").first().textContent()) ?? "";
  await guest.rooms.unfold(name);
  await guest.rooms.bookButton(name, packaged).click();
  await expect(guest.page).toHaveURL(/guest-information/);
});

test("four cards are in view on a desk, the others behind arrows [ADDON-04]", async ({ page, guest }) => {
  await guest.toAddons(HARB, STAY, "Classic Queen", "Flexible");
  const cards = guest.addons.cards();
  await expect(cards).toHaveCount(6);
  if (onPhone(page)) {
    // One beneath the other: nothing is hidden, so nothing turns.
    const left = async () => new Set((await Promise.all((await cards.all()).map((card) => card.boundingBox()))).map((box) => box!.x));
    expect((await left()).size).toBe(1);
    await expect(page.getByRole("button", { name: guest.say("lbl_addons_later") })).toHaveCount(0);
    return;
  }
  const row = page.getByRole("list", { name: guest.say("lbl_addons") });
  const inView = async () => {
    const frame = (await row.boundingBox())!;
    const boxes = await Promise.all((await cards.all()).map((card) => card.boundingBox()));
    const seen = (box: (typeof boxes)[number]) => box!.x >= frame.x - 1 && box!.x + box!.width <= frame.x + frame.width + 1;
    return boxes.map(seen);
  };
  await expect.poll(inView).toEqual([true, true, true, true, false, false]);
  const [earlier, later] = ["lbl_addons_earlier", "lbl_addons_later"].map((key) =>
    page.getByRole("button", { name: guest.say(key) }),
  );
  await expect(earlier!).toHaveAttribute("aria-disabled", "true");
  await later!.click();
  await expect.poll(inView).toEqual([false, false, true, true, true, true]);
  await expect(later!).toHaveAttribute("aria-disabled", "true");
});

test.describe("in Arabic, at Dar Al Noor", () => {
  test.use({ language: "ar" });

  test("the cards are in Arabic, from right to left, and what is added is booked [I18N-09, ADDON-05]", async ({
    page,
    guest,
  }) => {
    await guest.toRooms(NOOR, STAY);
    await guest.rooms.anyBookButton().click();
    await guest.wizard.on("addons");
    await expect(guest.addons.heading()).toBeVisible();
    const name = "مغادرة متأخرة";
    const plain = await guest.wizard.total();
    const price = await guest.addons.price(name);
    if (!onPhone(page)) {
      const tops = await page.locator(".cost b").evaluateAll((prices) => prices.map((one) => one.getBoundingClientRect().top));
      expect(new Set(tops.map(Math.round)).size, "all prices stand on one line").toBe(1);
    }
    await guest.addons.add(name);
    await guest.addons.add("سرير أطفال");
    await guest.wizard.hasTotal((cents(plain) + cents(price)) / 100);
    const cot = (await guest.wizard.bill()).locator(".lines > div").filter({ hasText: "سرير أطفال" });
    await expect(cot.locator("dd")).toHaveText(guest.say("lbl_addon_free"));
    if (onPhone(page)) await page.keyboard.press("Escape");
    const texts = await guest.addons.cards().allInnerTexts();
    expect(texts.length).toBeGreaterThanOrEqual(4);
    for (const text of texts) expect(text).not.toMatch(/[A-Za-z]{3}/);
    await guest.wizard.next().click();
    await guest.wizard.on("information");
    await guest.details.fill(LAYLA);
    await guest.details.agree();
    await guest.wizard.next(guest.say("lbl_continue_to_payment")).click();
    await guest.wizard.on("payment");
    await guest.pay(CARDS.good, "Layla Al Hashimi");
    await guest.wizard.on("confirmation");
    await expect(page.getByText(name)).toBeVisible();
    const lines = await page.locator(".stay-card .dates b").evaluateAll((dates) =>
      dates.map((date) => Math.round(date.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(date).lineHeight))),
    );
    expect(lines, "each date stands on one line").toEqual([1, 1]);
    const href = await guest.confirmation.letter().first().getAttribute("href");
    const letter = await (await page.request.get(href ?? "", { headers: { accept: "text/html" } })).text();
    expect(letter).toContain(guest.say("lbl_addon_free"));
  });
});

test("each room has its own, one after the other [ADDON-02, ADDON-10] @phone", async ({ page, guest, say }) => {
  await guest.toRooms(EDEL, { from: "2027-01-19", to: "2027-01-21", adults: 4, rooms: 2 });
  await page.getByRole("button", { name: say("lbl_take_these_rooms") }).first().click();
  await guest.wizard.on("addons");
  const sauna = "The sauna to yourselves";
  await guest.addons.add(sauna);
  await guest.wizard.next().click();
  await expect(guest.addons.addButton(sauna)).toBeVisible();
  await guest.addons.add(sauna);
  const total = await guest.wizard.total();
  await guest.wizard.next().click();
  await guest.wizard.on("information");
  await guest.wizard.hasTotal(total);
  await guest.details.fill(NGUYEN);
});

test("a package of one room leaves the other its add-ons, and leads to them [WIZ-21, ADDON-02] @desk", async ({
  page,
  guest,
  say,
}) => {
  const flexible = "Flexible with breakfast";
  await guest.toRooms(EDEL, { from: "2027-01-19", to: "2027-01-21", adults: 4, rooms: 2 });
  await page.getByRole("button", { name: say("lbl_take_these_rooms") }).first().click();
  await guest.wizard.on("addons");
  const sauna = "The sauna to yourselves";
  await guest.addons.add(sauna);
  await page.goBack();
  await guest.wizard.on("rooms");
  await guest.rooms.turnTo(2);
  const packaged = guest.rooms.withPackage("Snow and steam", flexible);
  const room = page.getByRole("article").filter({ hasText: packaged }).first();
  const name = (await room.getByRole("heading").first().textContent()) ?? "";
  await guest.rooms.unfold(name);
  await guest.rooms.bookButton(name, packaged).click();
  await guest.wizard.on("information");
  const total = await guest.wizard.total();
  await expect(page.getByText(say("lbl_addons_passed"))).toBeVisible();
  await page.getByRole("button", { name: say("lbl_step_addons") }).filter({ visible: true }).last().click();
  await guest.wizard.on("addons");
  await expect(guest.addons.removeButton(sauna)).toBeVisible();
  await guest.wizard.hasTotal(total);
  await guest.wizard.next().click();
  await expect(guest.addons.addButton(sauna)).toBeVisible();
  await guest.wizard.next().click();
  await guest.wizard.on("information");
  await guest.wizard.hasTotal(total);
});
