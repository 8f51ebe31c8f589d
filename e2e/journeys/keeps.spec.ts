// Nothing is lost: by reload, by the back button, in a second tab.
import { expect, test } from "../fixtures.ts";
import { address, HARB, STAY } from "../hotels.ts";
import { CARDS, SIOBHAN } from "../people.ts";

test("a reload at every step keeps everything [ROUTE-16]", async ({ page, guest }) => {
  await guest.open(HARB, STAY);
  await guest.search.search().click();
  await guest.wizard.on("rooms");
  await page.reload();
  await guest.wizard.on("rooms");
  await guest.rooms.book("Deluxe King", "Flexible");

  await guest.wizard.toInformation();
  const total = await guest.wizard.total();
  await guest.details.fill(SIOBHAN);
  await page.reload();
  await guest.wizard.on("information");
  await expect(guest.details.field("lbl_last_name")).toHaveValue(SIOBHAN.last_name);
  await guest.wizard.hasTotal(total);
  await guest.details.agree();
  await guest.wizard.next(guest.say("lbl_continue_to_payment")).click();

  await guest.wizard.on("payment");
  await page.reload();
  await guest.wizard.on("payment");
  await guest.wizard.hasTotal(total);
  await guest.pay(CARDS.good, "Siobhán Ní Bhriain");

  await guest.wizard.on("confirmation");
  const numbers = await guest.confirmation.numbers();
  await page.reload();
  await guest.wizard.on("confirmation");
  expect(await guest.confirmation.numbers()).toEqual(numbers);
});

test("the back button walks through the steps and forward again @phone", async ({ page, guest }) => {
  await guest.toPayment(HARB, STAY, "Twin", "Flexible", SIOBHAN);
  await page.goBack();
  await guest.wizard.on("information");
  await expect(guest.details.field("lbl_first_name")).toHaveValue(SIOBHAN.first_name);
  await page.goBack();
  await guest.wizard.on("addons");
  await page.goBack();
  await guest.wizard.on("rooms");
  await page.goBack();
  await guest.wizard.on("search");
  await page.goForward();
  await guest.wizard.on("rooms");
});

test("the back button finds the search as it was made, not as a link asked for it [START-08] @desk", async ({
  page,
  guest,
}) => {
  await guest.open(HARB, STAY);
  const arrival = guest.search.checkIn();
  const asked = (await arrival.textContent()) ?? "";
  await guest.search.choose("2026-12-15", "2026-12-17");
  await expect(arrival).not.toHaveText(asked);
  const chosen = (await arrival.textContent()) ?? "";
  await guest.search.search().click();
  await guest.wizard.on("rooms");
  await page.goBack();
  await guest.wizard.on("search");
  await expect(arrival).toHaveText(chosen);
});

test("after the confirmation the back button does not book again, and no other leads on or back [WIZ-20, WIZ-25] @phone", async ({ page, guest }) => {
  await guest.toPayment(HARB, STAY, "Twin", "Flexible", SIOBHAN);
  await guest.payment.guarantee(/Hold until 18:00/).check();
  await guest.payment.order().click();
  await guest.wizard.on("confirmation");
  const numbers = await guest.confirmation.numbers();
  await page.goBack();
  await guest.wizard.on("confirmation");
  expect(await guest.confirmation.numbers()).toEqual(numbers);
  await expect(guest.wizard.next()).toHaveCount(0);
  await expect(guest.wizard.previous()).toHaveCount(0);
});

test("Previous is hidden on the first step, and leads back one step at a time [WIZ-19, WIZ-20, WIZ-22, WIZ-25] @desk", async ({
  guest,
}) => {
  await guest.open(HARB, STAY);
  await expect(guest.wizard.previous()).toHaveCount(0);
  await expect(guest.wizard.next()).toHaveCount(0);
  await guest.toPayment(HARB, STAY, "Twin", "Flexible", SIOBHAN);
  await guest.wizard.previous().click();
  await guest.wizard.on("information");
  await expect(guest.details.field("lbl_first_name")).toHaveValue(SIOBHAN.first_name);
  await guest.wizard.previous().click();
  await guest.wizard.on("addons");
  await guest.wizard.previous().click();
  await guest.wizard.on("rooms");
  await expect(guest.rooms.removeButton()).toBeVisible();
  await guest.wizard.previous().click();
  await guest.wizard.on("search");
});

test("another stay begins with an empty booking and the same hotel [CONF-03] @phone", async ({ page, guest }) => {
  await guest.toPayment(HARB, STAY, "Twin", "Flexible", SIOBHAN);
  await guest.payment.guarantee(/Hold until 18:00/).check();
  await guest.payment.order().click();
  await guest.wizard.on("confirmation");
  await guest.confirmation.another().click();
  await guest.wizard.on("search");
  await expect(page).toHaveURL(/pc=HARB/);
  await guest.search.search().click();
  await guest.wizard.on("rooms");
  await guest.rooms.anyBookButton().waitFor();
  await expect(guest.rooms.removeButton()).toHaveCount(0);
});

test("a link that searches by itself begins anew once its stay is booked, and nothing is held against its guest [SEARCH-32] @desk", async ({
  page,
  guest,
  say,
}) => {
  await guest.toPayment(HARB, STAY, "Deluxe King", "Flexible", SIOBHAN);
  await guest.pay(CARDS.good, "Siobhán Ní Bhriain");
  await guest.wizard.on("confirmation");
  await page.goto(address(HARB, "booking/search", { ...STAY, guest: "2", skip_search: "true" }));
  await guest.wizard.on("rooms");
  await expect(guest.rooms.removeButton()).toHaveCount(0);
  await guest.rooms.book("Deluxe King", "Flexible");
  await guest.wizard.toInformation();
  await expect(guest.details.field("lbl_first_name")).toHaveValue(SIOBHAN.first_name);
  await expect(guest.details.agreeBox()).not.toBeChecked();
  await expect(page.getByText(say("lbl_agree_again"))).toHaveCount(0);
});

test("another rate is agreed to anew, the same one is not [GUEST-26] @desk", async ({ page, guest, say }) => {
  await guest.toPayment(HARB, STAY, "Deluxe King", "Flexible", SIOBHAN);
  const back = async (rate: string) => {
    for (const step of ["information", "addons", "rooms"] as const) {
      await guest.wizard.previous().click();
      await guest.wizard.on(step);
    }
    await guest.rooms.removeButton().click();
    await guest.rooms.book("Deluxe King", rate);
    await guest.wizard.toInformation();
  };
  await back("Flexible");
  await expect(guest.details.agreeBox()).toBeChecked();
  await guest.wizard.next(say("lbl_continue_to_payment")).click();
  await guest.wizard.on("payment");
  await back("Advance");
  await expect(guest.details.agreeBox()).not.toBeChecked();
  await expect(page.getByText(say("lbl_agree_again")).first()).toBeVisible();
});

test("the way back from other guests leads to what is held, and a reload there loses nothing [ROUTE-16, ROOMS-21] @phone", async ({
  page,
  guest,
  say,
}) => {
  await guest.toRooms(HARB, STAY);
  await page.getByRole("button", { name: new RegExp(`^${say("lbl_guests")}`) }).click();
  const dialog = page.getByRole("dialog", { name: say("lbl_dates_and_guests") });
  await dialog.getByRole("button", { name: /Fewer: Adults/ }).click();
  await dialog.getByRole("button", { name: say("lbl_search"), exact: true }).click();
  await expect(page).toHaveURL(/guests=1/);
  await guest.rooms.book("Deluxe King", "Flexible");
  await guest.wizard.toInformation();
  const total = await guest.wizard.total();
  const entries = await page.evaluate(() => history.length);
  for (let step = 0; step < entries && !page.url().includes("booking/search"); step++) await page.goBack();
  await guest.wizard.on("search");
  await expect(page).toHaveURL(/guests=1/);
  await page.reload();
  await guest.wizard.on("search");
  await page.goForward();
  await guest.wizard.on("rooms");
  await expect(guest.rooms.removeButton()).toBeVisible();
  await guest.wizard.hasTotal(total);
  // what is taken out leaves the focus where it can be taken again
  await guest.rooms.removeButton().click();
  await expect(guest.rooms.bookButton("Deluxe King", "Flexible")).toBeFocused();
});

test("a link to another stay that differs behind the hash alone is followed [START-08] @desk", async ({
  page,
  guest,
  say,
}) => {
  await guest.toRooms(HARB, STAY);
  await guest.rooms.book("Deluxe King", "Flexible");
  await guest.wizard.toInformation();
  await page.evaluate(() => {
    location.hash = "#/booking/search?from=2026-12-15&to=2026-12-17&guest=3";
  });
  await guest.wizard.on("search");
  await expect(guest.search.form()).toContainText(say("lbl_adults_count", { count: 3 }));
});
