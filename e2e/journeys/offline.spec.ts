// The train goes into a tunnel: nothing is lost, doubled, stuck or silent.
import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { HARB, NOOR, STAY } from "../hotels.ts";
import { CARDS, SIOBHAN } from "../people.ts";

test.use({ expectedErrors: [/Failed to load resource/] });

/** The server gets the first such call and answers it; the answer never arrives, and the connection is gone. */
async function loseAnswer(page: Page, context: BrowserContext, address: string): Promise<void> {
  let lost = false;
  await page.route(address, async (route) => {
    if (lost) return route.continue();
    lost = true;
    await route.fetch();
    await context.setOffline(true);
    await route.abort("internetdisconnected");
  });
}

test("while a room is taken: the guest is told, and pressing again takes one room [ROOMS-35]", async ({
  page,
  context,
  guest,
  another,
  say,
}) => {
  const left = async () =>
    (await another(HARB).offers(STAY)).find((offer) => offer.room_type_id === "TWIN")?.available ?? 0;
  const before = await left();
  await guest.toRooms(HARB, STAY);
  await expect(guest.rooms.bookButton("Twin", "Flexible")).toBeEnabled();
  await loseAnswer(page, context, "**/set-rate");
  await guest.rooms.book("Twin", "Flexible");
  await expect(page.getByRole("alert").filter({ hasText: say("lbl_no_answer") })).toBeVisible();
  await guest.wizard.on("rooms");
  await expect(guest.rooms.removeButton()).toHaveCount(0);
  await expect(guest.rooms.bookButton("Twin", "Flexible")).toBeEnabled();
  await context.setOffline(false);
  await guest.rooms.book("Twin", "Flexible");
  await guest.wizard.toInformation();
  await expect.poll(left).toBe(before - 1);
});

test("while the guest's details are sent: the guest is told where they look, and pressing again goes on", async ({
  page,
  context,
  guest,
  say,
}) => {
  await guest.toDetails(HARB, STAY, "Twin", "Flexible");
  await guest.details.fill(SIOBHAN);
  await guest.details.agree();
  await page.evaluate(() => window.scrollTo(0, 0));
  await context.setOffline(true);
  await guest.wizard.next(say("lbl_continue_to_payment")).click();
  const told = page.getByRole("alert").filter({ visible: true });
  await expect(told).toHaveCount(1);
  await expect(told).toBeInViewport({ ratio: 1 });
  await guest.wizard.on("information");
  await context.setOffline(false);
  await guest.wizard.next(say("lbl_continue_to_payment")).click();
  await guest.wizard.on("payment");
});

test("while the card is sent: it is told once, and the card that was typed is sent again", async ({ page, context, guest, say }) => {
  await guest.toPayment(HARB, STAY, "Twin", "Flexible", SIOBHAN);
  await guest.payment.enter(CARDS.good, "Siobhán Ní Bhriain");
  await context.setOffline(true);
  await guest.payment.order().click();
  await expect(page.getByRole("alert").filter({ hasText: say("lbl_frame_network") })).toBeInViewport();
  await expect(guest.payment.frame().getByText(say("lbl_frame_network"))).toBeHidden();
  await context.setOffline(false);
  await guest.payment.order().click();
  await guest.wizard.on("confirmation");
  expect(await guest.confirmation.numbers()).toHaveLength(1);
});

test("while the order is made: nobody guesses, and asking again finds the one reservation [WIZ-26]", async ({
  page,
  context,
  guest,
  another,
  say,
}) => {
  const left = async () =>
    (await another(HARB).offers(STAY)).find((offer) => offer.room_type_id === "TWIN")?.available ?? 0;
  const before = await left();
  await guest.toPayment(HARB, STAY, "Twin", "Flexible", SIOBHAN);
  await guest.payment.guarantee(/Hold until 18:00/).check();
  await loseAnswer(page, context, "**/commit");
  await guest.payment.order().click();

  await guest.wizard.on("confirmation");
  await expect(guest.confirmation.heading()).toHaveText(say("lbl_unclear_title"));
  // nothing else is begun beside it
  await page.goBack();
  await expect(guest.confirmation.heading()).toHaveText(say("lbl_unclear_title"));
  await page.getByRole("button", { name: say("lbl_unclear_do") }).click();
  await expect(page.getByRole("alert").filter({ hasText: say("lbl_no_answer") })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("button", { name: say("lbl_unclear_do") }).click();
  expect(await guest.confirmation.numbers()).toHaveLength(1);
  await expect.poll(left).toBe(before - 1);
});

test("an order whose answer was lost does not run out: nobody is asked whether they are there [SESSION-01] @phone", async ({
  page,
  context,
  guest,
  say,
}) => {
  await page.clock.install();
  await guest.toPayment(HARB, STAY, "Twin", "Flexible", SIOBHAN);
  await guest.payment.guarantee(/Hold until 18:00/).check();
  await loseAnswer(page, context, "**/commit");
  await guest.payment.order().click();
  await expect(guest.confirmation.heading()).toHaveText(say("lbl_unclear_title"));
  await page.clock.fastForward("31:00");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await context.setOffline(false);
  await page.getByRole("button", { name: say("lbl_unclear_do") }).click();
  expect(await guest.confirmation.numbers()).toHaveLength(1);
});

test("before the order reached the hotel: it is sent again once the line is back [WIZ-26]", async ({
  page,
  context,
  guest,
  say,
}) => {
  await guest.toPayment(HARB, STAY, "Twin", "Flexible", SIOBHAN);
  await guest.payment.guarantee(/Hold until 18:00/).check();
  await context.setOffline(true);
  await guest.payment.order().click();
  await guest.wizard.on("confirmation");
  await expect(guest.confirmation.heading()).toHaveText(say("lbl_unclear_title"));
  await context.setOffline(false);
  await page.getByRole("button", { name: say("lbl_unclear_do") }).click();
  expect(await guest.confirmation.numbers()).toHaveLength(1);
});

test.describe("a part of the page that does not come", () => {
  test.use({ expectedErrors: [/Failed to load resource|Unable to preload CSS|dynamically imported module/] });

  test("a part of the header that cannot be loaded says so, and the page stands", async ({ page, context, guest, say }) => {
    await guest.toRooms(HARB, STAY);
    await expect(guest.rooms.bookButton("Twin", "Flexible")).toBeVisible();
    await context.setOffline(true);
    await guest.header.unfold();
    await page.getByRole("button", { name: say("lbl_hotel_details") }).filter({ visible: true }).click();
    const told = page.getByRole("dialog", { name: say("lbl_hotel_details") }).getByRole("alert");
    await expect(told).toContainText(say("lbl_no_answer"));
    // a reload would end at the browser's own error
    await told.getByRole("button", { name: say("lbl_retry") }).click();
    await expect(told.getByRole("button", { name: say("lbl_retry") })).toBeEnabled();
    await page.keyboard.press("Escape");
    await expect(told).toHaveCount(0);
    await expect(guest.rooms.bookButton("Twin", "Flexible")).toBeVisible();
  });

  test("a step that cannot be loaded is left by going back", async ({ page, guest, say }) => {
    await page.route(/RoomsStep-.*\.js/, (route) => route.abort("internetdisconnected"));
    await guest.open(HARB, STAY);
    await guest.search.search().click();
    await expect(page.getByRole("heading", { name: say("lbl_oops") })).toBeVisible();
    await expect(page.getByRole("main")).toBeFocused();
    await page.goBack();
    await guest.wizard.on("search");
    await expect(guest.search.search()).toBeEnabled();
  });
});

test("another language that does not come leaves the page in its own [I18N-02]", async ({ page, context, guest, say }) => {
  await guest.open(NOOR, STAY);
  await guest.header.open("lbl_language");
  await context.setOffline(true);
  await guest.header.options("lbl_language").filter({ hasText: "العربية" }).click();
  const told = page.getByRole("alertdialog").filter({ hasText: say("lbl_no_answer") });
  await expect(told).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("dir", "ltr");
  const home = told.getByRole("button", { name: say("lbl_home") });
  await home.click();
  await expect(home).toBeEnabled();
  await context.setOffline(false);
  await home.click();
  await expect(told).toHaveCount(0);
  await expect(page.locator("html")).toHaveAttribute("dir", "ltr");
});
