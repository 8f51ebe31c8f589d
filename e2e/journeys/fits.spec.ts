// What opens fits the window, and nothing lies over something else where the window is narrow.
import type { Locator, Page } from "@playwright/test";
import { cutOff } from "../cut.ts";
import { expect, test } from "../fixtures.ts";
import { HARB, NOOR, STAY } from "../hotels.ts";
import { ActivityScreens } from "../pages/activities.ts";
import { EditStay } from "../pages/edit.ts";
import { EventScreens } from "../pages/events.ts";
import { ManageScreens } from "../pages/manage.ts";
import { CARDS, LAYLA, SIOBHAN, SIOBHAN_SENT } from "../people.ts";

async function boxOf(what: Locator) {
  const box = await what.boundingBox();
  if (!box) throw new Error(`${what} is not on the screen`);
  return box;
}

/** Where the words of something begin and end, whatever box they stand in. */
const wordsOf = (what: Locator) =>
  what.evaluateAll((all) =>
    all.map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      const { left, right, top } = range.getBoundingClientRect();
      return { left, right, top };
    }),
  );

async function expectWithin(words: Locator, around: Locator): Promise<void> {
  const { x, width } = await boxOf(around);
  for (const { left, right } of await wordsOf(words)) {
    expect(left).toBeGreaterThanOrEqual(x - 0.5);
    expect(right).toBeLessThanOrEqual(x + width + 0.5);
  }
}

/** At its end, which is further down as long as the page grows, nothing of it lies under the bar. */
async function expectAboveBar(page: Page): Promise<void> {
  const under = async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const foot = await boxOf(page.locator(".site-foot .page"));
    return foot.y + foot.height - (await boxOf(page.locator(".bar"))).y;
  };
  await expect.poll(under).toBeLessThanOrEqual(0);
}

test("rooms and guests are told without scrolling the page, however many they are", async ({ page, guest, say }) => {
  await guest.open(HARB, STAY);
  await guest.search.openGuests();
  const done = page.getByRole("button", { name: say("lbl_done"), exact: true });
  await expect(done).toBeInViewport({ ratio: 1 });
  await guest.search.count(say("lbl_rooms"), 2);
  await guest.search.count(say("lbl_children_in_room", { room: 1 }), 2);
  await expect(page.getByLabel(say("lbl_age_of_child", { number: 2 }))).toBeVisible();
  await expect(done).toBeInViewport({ ratio: 1 });
  const panel = await boxOf(page.getByRole("dialog"));
  const height = page.viewportSize()?.height ?? 0;
  expect(panel.y).toBeGreaterThanOrEqual(0);
  expect(panel.y + panel.height).toBeLessThanOrEqual(height);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

for (const [language, hotel, person] of [
  ["en", HARB, SIOBHAN],
  ["en", NOOR, LAYLA],
  ["ar", NOOR, LAYLA],
] as const) {
  test.describe(`letters twice as large, ${language} at ${hotel.code}`, { tag: "@phone" }, () => {
    test.use({ language });
    test.beforeEach(({ page }) =>
      page.addInitScript(() => {
        const larger = () => document.documentElement?.style.setProperty("font-size", "200%", "important");
        larger();
        addEventListener("DOMContentLoaded", larger);
      }),
    );

    test("the calendar's weekdays and prices keep apart", async ({ page, guest }) => {
      await guest.open(hotel, STAY);
      await guest.search.openDates();
      await expect(guest.search.day("2026-12-15").locator("small")).toHaveText(/\d/);
      for (const words of [page.getByRole("columnheader"), page.locator("[data-day] small")]) {
        const all = await wordsOf(words);
        for (const one of all) {
          const next = all.filter(({ top, left }) => top === one.top && left > one.left);
          for (const { left } of next) expect(left - one.right).toBeGreaterThanOrEqual(2);
        }
      }
    });

    test("nothing of a booking leaves the screen", async ({ page, guest, say }) => {
      const width = page.viewportSize()?.width ?? 0;
      const nothingBeside = async () =>
        expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await guest.toRooms(hotel, { ...STAY, adults: 2 });
      const stay = page.getByRole("group", { name: say("lbl_dates_and_guests") });
      await expectWithin(stay.getByRole("button"), stay);
      await expect(guest.rooms.anyBookButton()).toBeVisible();
      expect(await cutOff(page)).toEqual([]);
      await page.getByRole("button", { name: say("lbl_price_details") }).first().click();
      await expect(page.getByRole("dialog").locator(".sum")).toBeVisible();
      expect(await cutOff(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await guest.rooms.anyBookButton().click();
      await guest.wizard.toInformation();
      await guest.details.fill(person);
      await guest.details.agree();
      const next = guest.wizard.next(say("lbl_continue_to_payment"));
      const box = await boxOf(next);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      await next.click();
      await guest.wizard.on("payment");
      await nothingBeside();
      const amounts = page.locator(".three dd b:has(bdi)");
      await expect(amounts.first()).toBeVisible();
      await expectWithin(amounts, page.locator(".three"));
      // with what tells that there is more of it
      await expectWithin(page.locator(".bar .open b"), page.locator(".three"));
      await expectAboveBar(page);
      await guest.pay(CARDS.good, person.last_name);
      await guest.wizard.on("confirmation");
      await nothingBeside();
      const [number = ""] = await guest.confirmation.numbers();
      const manage = new ManageScreens(page, say);
      await manage.open(hotel);
      await manage.find(number, person.last_name);
      await expect(manage.heading("lbl_your_reservation")).toBeVisible();
      await nothingBeside();
      await manage.button("lbl_cancel_reservation").click();
      await expect(page.locator(".costs")).toBeVisible();
      await nothingBeside();
    });

    test("nothing of an activity or an event leaves the screen", async ({ page, guest: { say } }) => {
      const width = page.viewportSize()?.width ?? 0;
      const nothingBeside = async () =>
        expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const screens = new ActivityScreens(page, say);
      await screens.open(hotel, "/activity-steps/select-activity?date=2026-12-12");
      await expect(screens.list().first()).toBeVisible();
      expect(await cutOff(page)).toEqual([]);
      await screens.list().last().getByRole("button", { name: say("lbl_book_now") }).click();
      await expect(page.getByText(say("lbl_grand_total")).first()).toBeVisible();
      await nothingBeside();
      await screens.next().click();
      await screens.on("guest-information");
      await nothingBeside();
      await new EventScreens(page, say).open(hotel, "?date=2026-12-23");
      const labels = page.locator(".event-bar .field > label");
      await expectWithin(labels, page.locator(".event-bar .event-filters"));
      const [kind, people] = await labels.all();
      if (!kind || !people) throw new Error("kind and people are not on the screen");
      expect((await boxOf(kind)).y).toBeLessThan((await boxOf(people)).y);
    });
  });
}

for (const [language, hotel] of [["en", HARB], ["ar", NOOR]] as const) {
  test.describe(`320 pixels wide, ${language}`, { tag: "@phone" }, () => {
    test.use({ language, viewport: { width: 320, height: 640 } });

    test("the bar says the price and leads on, side by side", async ({ page, guest, say }) => {
      await guest.toRooms(hotel, { ...STAY, adults: 1 });
      await guest.rooms.anyBookButton().click();
      await guest.wizard.toInformation();
      await expect(guest.details.field("lbl_first_name")).toBeVisible();
      const bar = page.locator(".bar");
      const price = await boxOf(bar.locator("bdi").first());
      const next = await boxOf(bar.getByRole("button", { name: say("lbl_continue_to_payment") }));
      const [first, second] = price.x < next.x ? [price, next] : [next, price];
      expect(first.x).toBeGreaterThanOrEqual(0);
      expect(first.x + first.width).toBeLessThanOrEqual(second.x);
      expect(second.x + second.width).toBeLessThanOrEqual(320);
      await expectAboveBar(page);
      // in a low window, as of a page at 400 %, it would cover half of what is filled in
      await page.setViewportSize({ width: 320, height: 256 });
      await page.evaluate(() => window.scrollTo(0, 0));
      await expect(bar).not.toBeInViewport();
    });

    test("the stay above the rooms says whole who comes", async ({ page, guest, say }) => {
      await guest.open(hotel, { ...STAY, adults: 4, rooms: 2 });
      await guest.search.openGuests();
      await guest.search.count(say("lbl_children_in_room", { room: 1 }), 1);
      for (const age of await page.getByLabel(say("lbl_age_of_child", { number: 1 })).all()) await age.selectOption("4");
      await guest.search.closeGuests();
      await guest.search.search().click();
      const stay = page.getByRole("group", { name: say("lbl_dates_and_guests") });
      const guests = stay.getByRole("button").last();
      const bounds = await boxOf(stay);
      const words = await guests.evaluate((button) => {
        const range = document.createRange();
        range.selectNodeContents(button);
        const { left, right } = range.getBoundingClientRect();
        return { left, right };
      });
      expect(words.left).toBeGreaterThanOrEqual(bounds.x);
      expect(words.right).toBeLessThanOrEqual(bounds.x + bounds.width);
      await guest.rooms.showFilters().click();
      const filters = page.getByRole("dialog");
      const apply = filters.locator(".sheet-foot");
      await expect(apply).toBeInViewport();
      // in a low window, as of a page at 400 %, its buttons leave the room to what they apply
      await page.setViewportSize({ width: 320, height: 256 });
      await expect(apply).not.toBeInViewport();
      await apply.getByRole("button").last().focus();
      await expect(apply).toBeInViewport();
    });

    test("the names of the weekdays keep apart", async ({ page, guest }) => {
      await guest.open(hotel, STAY);
      await guest.search.openDates();
      const names = await page.getByRole("columnheader").evaluateAll((all) =>
        all.map((name) => {
          const range = document.createRange();
          range.selectNodeContents(name);
          const { left, right } = range.getBoundingClientRect();
          return { left, right };
        }),
      );
      names.sort((one, other) => one.left - other.left);
      expect(names).toHaveLength(7);
      const gaps = names.slice(1).map(({ left }, index) => left - (names[index]?.right ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(4);
    });

    test("the activities of a day do not scroll sideways", async ({ page, guest: { say } }) => {
      const screens = new ActivityScreens(page, say);
      await screens.open(hotel, "?date=2026-12-12");
      await expect(screens.list().first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    });
  });
}

for (const [width, tag] of [[1024, "@desk"], [390, "@phone"]] as const) {
  test.describe(`${width} pixels wide`, { tag }, () => {
    test.use({ viewport: { width, height: 768 } });

    test("what is due now, later and in all keeps apart", async ({ page, guest, say, another }) => {
      const amounts = page.locator(".three dd b:has(bdi)");
      const beyond = () => amounts.evaluateAll((all) => all.map((amount) => amount.scrollWidth - amount.clientWidth));
      await guest.toPayment(NOOR, STAY, "Sea View King", "Flexible", LAYLA);
      await expect(amounts).toHaveCount(2);
      expect(await beyond()).toEqual([0, 0]);
      const booked = { room: "SEA_KING", rate: "FLEX", guarantee: "HOLD_18" };
      const number = await another(NOOR).book(STAY, booked, SIOBHAN_SENT);
      const edit = new EditStay(page, say, guest);
      await edit.begin(NOOR, number, SIOBHAN_SENT.last_name);
      await edit.toPayment("Sea View King", "Flexible");
      await expect(amounts).toHaveCount(3);
      expect(await beyond()).toEqual([0, 0, 0]);
    });
  });
}

test.describe("320 pixels wide", { tag: "@phone" }, () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test("a reservation does not scroll sideways, however long its guest's e-mail is", async ({ page, say, another }) => {
    const guest = { ...SIOBHAN_SENT, email: "siobhan.ni-bhriain-oshea@example.ie" };
    const number = await another(HARB).book(STAY, { room: "CLASSIC_QUEEN", rate: "FLEX", guarantee: "HOLD_18" }, guest);
    const manage = new ManageScreens(page, say);
    await manage.open(HARB);
    await manage.find(number, guest.last_name);
    await expect(manage.part("lbl_guest_details")).toBeVisible();
    const email = await boxOf(page.getByText(guest.email));
    const card = await boxOf(manage.part("lbl_guest_details"));
    expect(card.x + card.width).toBeLessThanOrEqual(320);
    expect(email.x + email.width).toBeLessThanOrEqual(card.x + card.width);
  });
});

for (const [language, hotel] of [["en", HARB], ["ar", NOOR]] as const) {
  test.describe(`1024 pixels wide, ${language}`, () => {
    test.use({ language, viewport: { width: 1024, height: 800 } });

    test("no field of the spaces' filters lies over the next", { tag: "@desk" }, async ({ page, say }) => {
      await new EventScreens(page, say).open(hotel, "?date=2026-12-23");
      const fields = page.locator(".select-space > .event-filters > .field");
      await expect(fields).toHaveCount(5);
      const boxes = await Promise.all((await fields.locator(".input").all()).map(boxOf));
      for (const one of boxes) {
        for (const other of boxes) {
          const beside = one === other || one.y !== other.y || one.x + one.width <= other.x || other.x + other.width <= one.x;
          expect(beside, JSON.stringify([one, other])).toBe(true);
        }
      }
    });
  });
}
