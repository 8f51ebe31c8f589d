// One basket: an activity is added to a stay, found with it and given back; an event is found and given back by itself.
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { GuestApi } from "../guest-api.ts";
import { HARB, type Hotel, NOOR, STAY } from "../hotels.ts";
import type { Say } from "../labels.ts";
import { ActivityScreens } from "../pages/activities.ts";
import { EventScreens } from "../pages/events.ts";
import { ManageScreens } from "../pages/manage.ts";
import { CARDS, LAYLA, SIOBHAN } from "../people.ts";

/** Gives back what is shown under this name, and sees that it is. */
async function cancel(page: Page, say: Say, name: string, button: string): Promise<void> {
  const card = page.getByRole("article", { name });
  await expect(card).toContainText(say("lbl_status_confirmed"));
  await card.getByRole("button", { name: say(button) }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(name);
  await dialog.getByRole("button", { name: say(button) }).click();
  await expect(dialog).toHaveCount(0);
  await expect(card).toContainText(say("lbl_status_cancelled"));
  await expect(card.getByRole("button", { name: say(button) })).toHaveCount(0);
}

async function find(page: Page, say: Say, hotel: Hotel, number: string, name: string): Promise<ManageScreens> {
  const manage = new ManageScreens(page, say);
  await manage.open(hotel);
  await manage.find(number, name);
  await expect(page).toHaveURL(/#\/search-reservation-result/);
  return manage;
}

test("an activity is added to a stay that was just booked, found with it and cancelled", async ({ page, say, guest }) => {
  await guest.toPayment(HARB, STAY, "Classic Queen", "Flexible", SIOBHAN);
  await guest.payment.guarantee(/Hold until 18:00/).check();
  await guest.payment.order().click();
  await guest.wizard.on("confirmation");
  const stay = (await page.locator(".numbers bdi").textContent()) ?? "";
  await page.getByRole("button", { name: say("lbl_add_activity") }).click();
  const activity = new ActivityScreens(page, say);
  await activity.on("select-activity");
  // its first day is shown, and nothing of the guest stands in the address
  await expect(page).toHaveURL(new RegExp(`date=${STAY.from}`));
  expect(page.url()).not.toContain(SIOBHAN.last_name);
  await expect(page.getByText(say("lbl_for_your_stay", { dates: "" }).trim())).toBeVisible();
  // the calendar has the days of the stay, until all are asked for
  await page.getByRole("button", { name: new RegExp(`^${say("lbl_activity_date")}`) }).click();
  const days = page.getByRole("dialog").locator("button[data-day]");
  await expect(days).toHaveCount(4);
  await page.getByRole("button", { name: say("lbl_other_days") }).click();
  await expect(days).not.toHaveCount(4);
  await page.keyboard.press("Escape");
  await activity.book("Out to the seals");
  await activity.next().click();
  await activity.on("guest-information");
  await expect(activity.form.field("lbl_last_name")).toHaveValue(SIOBHAN.last_name);
  await activity.next().click();
  await activity.on("payments");
  await activity.pay(CARDS.good, "S NI BHRIAIN");
  await activity.on("confirmation");
  await expect(activity.number()).not.toHaveText(stay);
  await expect(page.getByText(say("lbl_found_with_stay"))).toBeVisible();

  // by its own number, then with the stay
  await page.getByRole("button", { name: say("lbl_view_booking") }).click();
  await expect(page.getByRole("article", { name: "Out to the seals" })).toContainText(say("lbl_status_confirmed"));
  await page.reload();
  await expect(page.getByRole("article", { name: "Out to the seals" })).toBeVisible();
  const manage = await find(page, say, HARB, stay, SIOBHAN.last_name);
  await expect(manage.part("lbl_with_your_stay")).toContainText("Out to the seals");
  await cancel(page, say, "Out to the seals", "lbl_cancel_activity");
  await expect(page.getByText(say("lbl_cancel_done")).first()).toBeVisible();
});

test("an event is found by its number and cancelled; its space is free again @desk", async ({ page, say }) => {
  const date = "2026-12-18";
  const query = `/event-steps/select-space?event_type=MEETING&date=${date}&start_time=08:00&end_time=11:00&persons=8`;
  const events = new EventScreens(page, say);
  await events.open(HARB, query);
  await events.book("Chart Room", "By the hour", "Boardroom");
  await events.on("select-package");
  await events.next().click();
  await events.fill(SIOBHAN, "Launch of the Seabird");
  await events.next().click();
  await events.on("payments");
  await events.payByCompany("northlight", "Northlight Boatyard");
  await events.payment.order().click();
  await events.on("confirmation");
  const number = (await events.number().textContent()) ?? "";
  await expect(page.getByRole("link", { name: say("lbl_add_to_calendar") })).toBeVisible();
  await page.getByRole("button", { name: say("lbl_view_booking") }).click();
  await expect(page.getByRole("article", { name: "Launch of the Seabird" })).toBeVisible();
  await find(page, say, HARB, number, SIOBHAN.last_name);
  const card = page.getByRole("article", { name: "Launch of the Seabird" });
  await expect(card).toContainText("Chart Room");
  await expect(card).toContainText("$87.04");
  await cancel(page, say, "Launch of the Seabird", "lbl_cancel_event");
  await events.open(HARB, query);
  await expect(events.space("Chart Room")).toBeVisible();
});

test.describe("in Arabic", () => {
  test.use({ language: "ar" });

  test("an activity is added where the stay is managed, and goes with the stay that is cancelled", async ({ page, say, guest, baseURL }) => {
    void guest;
    const room = { room: "SEA_KING", rate: "FLEX", guarantee: "HOLD_18" };
    const stay = await new GuestApi(baseURL ?? "", NOOR).book(STAY, room, guestOf(LAYLA));
    const manage = await find(page, say, NOOR, stay, LAYLA.last_name);
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await manage.part("lbl_with_your_stay").getByRole("button", { name: say("lbl_add_activity") }).click();
    const activity = new ActivityScreens(page, say);
    await activity.on("select-activity");
    const name = (await activity.list().first().getAttribute("aria-label")) ?? "";
    await activity.book(name);
    await activity.next().click();
    await expect(activity.form.field("lbl_last_name")).toHaveValue(LAYLA.last_name);
    await activity.next().click();
    await activity.pay(CARDS.good, "LAYLA");
    await activity.on("confirmation");
    const number = (await activity.number().textContent()) ?? "";
    await find(page, say, NOOR, stay, LAYLA.last_name);
    await expect(page.getByRole("article", { name })).toContainText(say("lbl_status_confirmed"));
    // who cancels the stay is asked what goes with it: what costs nothing does, unless its guest keeps it
    await manage.button("lbl_cancel_reservation").first().click();
    await expect(page.getByRole("checkbox", { name })).toBeChecked();
    await manage.button("lbl_cancel_reservation").first().click();
    await expect(page.getByText(say("lbl_cancel_done")).first()).toBeVisible();
    await find(page, say, NOOR, number, LAYLA.last_name);
    await expect(page.getByRole("article", { name })).toContainText(say("lbl_status_cancelled"));
  });
});

const guestOf = ({ first_name, last_name, email }: { first_name: string; last_name: string; email: string }) => ({
  first_name,
  last_name,
  email,
  phone: "+971501234567",
  street: "Al Corniche 1",
  state: "DU",
  country: "AE",
});
