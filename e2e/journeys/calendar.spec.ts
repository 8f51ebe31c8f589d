// The price calendar: with the keyboard alone, and with its reasons.
import { expect, test } from "../fixtures.ts";
import { HARB } from "../hotels.ts";
import { pressAt } from "../keyboard.ts";

test("begins on the hotel's business day and shows prices [SEARCH-07, SEARCH-08, SEARCH-10, SEARCH-11]", async ({
  page,
  guest,
}) => {
  await guest.open(HARB);
  await expect(page.getByRole("grid")).toHaveCount(0);
  await guest.search.openDates();
  await expect(guest.search.day("2026-12-01")).toHaveAttribute("aria-pressed", "true");
  await expect(guest.search.day("2026-12-02")).toHaveAttribute("aria-pressed", "true");
  await expect(guest.search.day("2026-11-30")).toHaveCount(0);
  await expect(guest.search.day("2026-12-08")).toHaveAccessibleName(/\$/);
});

test("is used with the keyboard alone [SEARCH-10] @desk", async ({ page, guest }) => {
  await guest.open(HARB);
  await pressAt(page, guest.search.checkIn());
  await expect(guest.search.day("2026-12-01")).toBeFocused();
  for (const key of ["ArrowDown", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  await expect(guest.search.day("2026-12-09")).toHaveAttribute("aria-pressed", "true");
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  await expect(guest.search.day("2026-12-12")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("PageDown");
  await expect(page.locator('[data-day^="2027-01"]:focus')).toHaveCount(1);
});

test("a day that cannot be an arrival says why and is not taken [SEARCH-11]", async ({ guest }) => {
  await guest.open(HARB, { from: "2026-12-28", to: "2026-12-29" });
  await guest.search.openDates();
  const day = await guest.search.show("2026-12-31");
  await expect(day).toHaveAttribute("aria-disabled", "true");
  await expect(day).toHaveAccessibleName(new RegExp(guest.say("lbl_reason_no_arrival")));
  // It can be pressed all the same, to hear why; that is not taking it.
  await day.click({ force: true });
  await expect(day).toHaveAttribute("aria-pressed", "false");
});

test("dates outside the window are refused in words [SEARCH-09] @desk", async ({ page, guest }) => {
  await guest.open(HARB, { from: "2020-01-01", to: "2020-01-03" });
  await expect(page.getByRole("alert")).toContainText("Check in date cannot be earlier then");
});

test("dates, rooms and guests come from the address [START-08] @desk", async ({ page, guest }) => {
  await guest.open(HARB, { from: "2027-01-12", to: "2027-01-15", adults: 4, rooms: 2 }, { children: "2" });
  const form = guest.search.form();
  await expect(form).toContainText(guest.say("lbl_rooms_count", { count: 2 }));
  await expect(form).toContainText(guest.say("lbl_adults_count", { count: 4 }));
  await expect(form).toContainText(guest.say("lbl_children_count", { count: 2 }));
  await guest.search.openGuests();
  await expect(page.getByRole("group", { name: guest.say("lbl_adults_in_room", { room: 1 }) })).toContainText("2");
});

test("guests stop at the hotel's limits, ages are asked for [SEARCH-03, SEARCH-04, SEARCH-05, SEARCH-06]", async ({
  page,
  guest,
}) => {
  await guest.open(HARB);
  await guest.search.openGuests();
  const adults = guest.say("lbl_adults_in_room", { room: 1 });
  const group = page.getByRole("group", { name: adults });
  await expect(group.getByRole("button").first()).toHaveAttribute("aria-disabled", "true");
  await guest.search.count(adults, 3);
  await expect(group.getByRole("status")).toHaveText("4");
  await expect(group.getByRole("button").last()).toHaveAttribute("aria-disabled", "true");
  await guest.search.count(adults, -2);
  await guest.search.count(guest.say("lbl_children_in_room", { room: 1 }), 2);
  await expect(page.getByLabel(guest.say("lbl_age_of_child", { number: 2 }))).toBeVisible();
  await guest.search.closeGuests();
  await guest.search.search().click();
  await expect(page.getByText(guest.say("lbl_ages_missing"))).toBeVisible();
  await guest.wizard.on("search");
});
