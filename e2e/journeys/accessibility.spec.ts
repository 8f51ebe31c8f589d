// axe finds nothing on any screen, in either direction, light or dark.
import type { Page } from "@playwright/test";
import { violations } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import type { Guest } from "../guest.ts";
import { type Hotel, HARB, NOOR, STAY } from "../hotels.ts";
import type { Language } from "../labels.ts";
import { GuestApi } from "../guest-api.ts";
import { pressAt, tabTo } from "../keyboard.ts";
import { ActivityScreens } from "../pages/activities.ts";
import { ManageScreens } from "../pages/manage.ts";
import { CARDS, LAYLA, type Person, SIOBHAN } from "../people.ts";

async function check(page: Page, screen: string): Promise<void> {
  for (const [colorScheme, rules] of [["light", "all"], ["dark", "drawn"]] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect.soft(await violations(page, rules), `${screen}, ${colorScheme}`).toEqual([]);
  }
  // Nothing to scroll sideways, at any width from 320 up.
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect.soft(wide, `${screen} is wider than the window`).toBeLessThanOrEqual(0);
}

async function everyScreen(page: Page, guest: Guest, hotel: Hotel, person: Person): Promise<void> {
  await guest.open(hotel, STAY);
  await check(page, "search");
  await guest.search.openDates();
  await check(page, "calendar");
  await guest.search.closeDates();
  await page.keyboard.press("Escape");
  await guest.search.openGuests();
  await check(page, "guests");
  await guest.search.closeGuests();
  await guest.search.search().click();
  await guest.wizard.on("rooms");
  const book = guest.rooms.anyBookButton();
  await expect(book).toBeVisible();
  await check(page, "rooms");
  await book.click();
  await guest.wizard.on("addons");
  const add = page.getByRole("button", { name: new RegExp(`^${guest.say("lbl_add_to_room")}[,،] `) });
  await add.first().click();
  await page.getByRole("button", { name: new RegExp(`^${guest.say("lbl_remove")}[,،] `) }).first().waitFor();
  await check(page, "add-ons");
  await guest.wizard.toInformation();
  await expect(guest.details.field("lbl_first_name")).toBeVisible();
  await check(page, "guest information");
  await guest.wizard.next(guest.say("lbl_continue_to_payment")).click();
  await expect(guest.details.field("lbl_first_name")).toHaveAttribute("aria-invalid", "true");
  await check(page, "guest information with errors");
  await guest.details.fill(person);
  await guest.details.agree();
  await guest.wizard.next(guest.say("lbl_continue_to_payment")).click();
  await guest.wizard.on("payment");
  await expect(guest.payment.frame().locator('[autocomplete~="cc-number"]')).toBeVisible();
  await check(page, "payment");
  await guest.pay(CARDS.good, "A. Guest");
  await guest.wizard.on("confirmation");
  await guest.confirmation.numbers();
  await check(page, "confirmation");
}

const readers: { language: Language; hotel: Hotel; person: Person }[] = [
  { language: "en", hotel: HARB, person: SIOBHAN },
  { language: "ar", hotel: NOOR, person: LAYLA },
];

for (const { language, hotel, person } of readers) {
  test.describe(`${hotel.name}, ${language}`, () => {
    test.use({ language });
    test("no violation on any screen", async ({ page, guest }) => {
      test.slow();
      await everyScreen(page, guest, hotel, person);
    });
  });
}

test("nothing found, and the hotel's details", async ({ page, guest, say }) => {
  await guest.open(HARB, { from: "2026-12-31", to: "2027-01-01" });
  await guest.search.search().click();
  await guest.wizard.on("rooms");
  await expect(guest.rooms.nearest().first()).toBeVisible();
  await check(page, "nothing found");
  await guest.wizard.openMenu();
  await page.getByRole("button", { name: say("lbl_hotel_details") }).filter({ visible: true }).first().click();
  await expect(page.getByRole("dialog").filter({ hasText: HARB.name }).first()).toBeVisible();
  await check(page, "hotel details");
});

/** How the focus is drawn where the colours are the system's, which leaves out shadows: the outline, null for none. */
async function outlined(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const on = document.activeElement;
    if (!on || on === document.body) return null;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(on);
    const clear = /^rgba\(.*, 0\)$/.test(outlineColor);
    return outlineStyle === "none" || clear || Number.parseFloat(outlineWidth) < 2 ? null : outlineColor;
  });
}

test("the focus is seen on its way through the search in forced colours", async ({ page, guest }) => {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await guest.open(HARB, STAY);
  for (const control of [guest.search.checkIn(), guest.search.search()]) {
    await tabTo(page, control);
    expect(await outlined(page)).not.toBeNull();
  }
  await pressAt(page, guest.search.checkIn());
  const day = guest.search.day(STAY.from);
  await expect(day).toBeFocused();
  expect(await outlined(page)).not.toBeNull();
  // what is chosen is told by more than its ground
  await expect(day).toHaveCSS("border-top-width", "3px");
});

test("what grounds and shadows draw has lines in forced colours", { tag: "@phone" }, async ({ page, guest }) => {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await guest.toRooms(HARB, STAY);
  await expect(page.locator(".rate .until").first()).toHaveCSS("border-top-width", "1px");
  await page.getByRole("button", { name: guest.say("lbl_rate_details") }).first().click();
  await expect(page.getByRole("dialog")).toHaveCSS("border-left-width", "1px");
});

test("managing a booking", async ({ page, guest, baseURL }) => {
  test.slow();
  const manage = new ManageScreens(page, guest.say);
  const person = { first_name: "Ada", last_name: "Byron", email: "ada@guest.example", phone: "+12075550142" };
  const home = { street: "1 Main St.", city: "Portland", zip_code: "04101", state: "ME", country: "US" };
  const room = { room: "CLASSIC_QUEEN", rate: "FLEX", guarantee: "HOLD_18" };
  const number = await new GuestApi(baseURL ?? "", HARB).book(STAY, room, { ...person, ...home });
  await manage.open(HARB);
  await check(page, "look-up");
  await manage.find(number, "byron");
  await expect(manage.heading("lbl_your_reservation")).toBeVisible();
  await check(page, "reservation");
  await manage.part("lbl_guest_details").getByRole("button", { name: guest.say("lbl_edit_details") }).click();
  await expect(guest.details.field("lbl_first_name")).toBeVisible();
  await check(page, "guest's details");
  await manage.button("lbl_go_back_to_reservation").click();
  await manage.button("lbl_cancel_reservation").click();
  await expect(page.locator(".costs")).toBeVisible();
  await check(page, "cancelling");
});

async function everyActivityScreen(page: Page, guest: Guest, hotel: Hotel, person: Person): Promise<void> {
  const screens = new ActivityScreens(page, guest.say);
  await screens.open(hotel, "/activity-steps/select-activity?date=2026-12-12");
  await expect(screens.list().first()).toBeVisible();
  await check(page, "activities");
  await page.getByRole("button", { name: new RegExp(`^${guest.say("lbl_activity_date")}`) }).click();
  await expect(page.locator(".day-picker .day.low").first()).toBeVisible();
  await check(page, "days of activities");
  await page.keyboard.press("Escape");
  await screens.list().last().getByRole("button", { name: guest.say("lbl_book_now") }).click();
  await screens.more("lbl_adults");
  await expect(page.getByText(guest.say("lbl_grand_total")).first()).toBeVisible();
  await check(page, "activity details");
  await screens.next().click();
  await screens.on("guest-information");
  await screens.next().click();
  await expect(page.getByText(guest.say("lbl_required")).first()).toBeVisible();
  await check(page, "activity guest information with something missing");
  await screens.fill(person);
  await screens.next().click();
  await screens.payment.enter(CARDS.good, person.last_name);
  await check(page, "activity payment");
  await screens.payment.order().click();
  await expect(screens.number()).toBeVisible();
  await check(page, "activity confirmation");
}

test("axe finds nothing on the way to an activity @desk", async ({ page, guest }) => {
  await everyActivityScreen(page, guest, HARB, SIOBHAN);
});

test.describe("activities in Arabic", () => {
  test.use({ language: "ar" });

  test("axe finds nothing on the way to an activity @phone", async ({ page, guest }) => {
    await everyActivityScreen(page, guest, NOOR, LAYLA);
  });
});
