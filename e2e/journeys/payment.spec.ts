// Money taken with the booking: the deposit, a bank that says no, a bank that asks the guest.
import type { FrameLocator, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { HARB, STAY } from "../hotels.ts";
import { CARDS, SIOBHAN } from "../people.ts";

const HOLDER = "Siobhán Ní Bhriain";
const ROOM = "Deluxe King";
// the first night is paid when it is booked
const RATE = "Flexible with breakfast";

test("the first night is charged with the booking, and the guest reads to which card", async ({ page, guest, say }) => {
  await guest.toPayment(HARB, STAY, ROOM, RATE, SIOBHAN);
  await guest.pay(CARDS.good, HOLDER);
  await guest.wizard.on("confirmation");
  expect(await guest.confirmation.numbers()).toHaveLength(1);
  await expect(page.getByText(say("lbl_charged_now_card", { digits: "4242" }))).toBeVisible();
});

test("an order that a reload cut off is not known of, until it is booked @desk", async ({ page, guest, say }) => {
  await guest.toPayment(HARB, STAY, ROOM, RATE, SIOBHAN);
  // on its way for as long as the page is there
  const ordered = page.waitForRequest(/\/commit$/);
  await page.route("**/commit", () => undefined);
  await guest.pay(CARDS.good, HOLDER);
  const order = await ordered;
  await page.reload();
  await expect(guest.confirmation.heading()).toHaveText(say("lbl_unclear_title"));
  const answer = await page.request.post(order.url(), { headers: await order.allHeaders(), data: order.postDataBuffer() });
  expect(answer.status()).toBe(200);
  await page.getByRole("button", { name: say("lbl_unclear_do") }).click();
  await expect.poll(() => guest.confirmation.numbers()).toHaveLength(1);
  await expect(page.getByText(say("lbl_charged_now_card", { digits: "4242" }))).toBeVisible();
});

test("an order that its guest has left for the search is waited for there, and shown @phone", async ({
  page,
  guest,
  say,
}) => {
  await guest.toPayment(HARB, STAY, ROOM, RATE, SIOBHAN);
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/commit", async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  const ordered = page.waitForRequest(/\/commit$/);
  await guest.pay(CARDS.good, HOLDER);
  await ordered;
  await page.evaluate(() => history.go(-4));
  await expect(page).toHaveURL(/booking\/search/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("lbl_order_under_way"));
  answer();
  await guest.wizard.on("confirmation");
  const numbers = await guest.confirmation.numbers();
  await page.reload();
  expect(await guest.confirmation.numbers()).toEqual(numbers);
});

test.describe("a bank that asks", () => {
  test.use({ expectedErrors: [/402|404|Failed to load resource/] });

  const bank = (page: Page, title: string): FrameLocator => page.frameLocator(`iframe[title="${title}"]`);

  test("a card that is declined is told where the guest looks, who orders from the foot of the step @phone", async ({
    page,
    guest,
  }) => {
    await guest.toPayment(HARB, STAY, ROOM, RATE, SIOBHAN);
    await guest.payment.enter(CARDS.declined, HOLDER);
    // a wheel does not wait until the page has moved
    const below = async () => {
      await page.mouse.wheel(0, 5_000);
      return page.evaluate(() => document.documentElement.scrollHeight - innerHeight - scrollY);
    };
    await expect.poll(below).toBeLessThanOrEqual(1);
    await guest.payment.order().click();
    await expect(page.locator(".card-notice")).toBeInViewport({ ratio: 1 });
  });

  test("a card that is declined when it is charged books nothing, and another one pays @desk", async ({
    page,
    guest,
    say,
  }) => {
    await guest.toPayment(HARB, STAY, ROOM, RATE, SIOBHAN);
    await guest.pay(CARDS.declinedWhenCharged, HOLDER);
    await guest.wizard.on("confirmation");
    await expect(guest.confirmation.heading()).toHaveText(say("lbl_not_complete"));
    await expect(page.getByText(say("lbl_refused_card_title"))).toBeVisible();
    await expect(page.getByText(say("lbl_nothing_charged_still_held"))).toBeVisible();
    await page.getByRole("button", { name: say("lbl_refused_card_do") }).click();
    await guest.wizard.on("payment");
    await guest.pay(CARDS.good, HOLDER);
    await guest.wizard.on("confirmation");
    expect(await guest.confirmation.numbers()).toHaveLength(1);
  });

  test("the guest confirms the payment in the bank's own page, and it goes on", async ({ page, guest, say }) => {
    await guest.toPayment(HARB, STAY, ROOM, RATE, SIOBHAN);
    await guest.pay(CARDS.challenged, HOLDER);
    await expect(page.getByRole("dialog", { name: say("lbl_challenge_title") })).toBeVisible();
    // written as everywhere on the page
    await expect(bank(page, say("lbl_challenge_frame")).locator(".amount")).toHaveText(/^\$\d+\.\d\d$/);
    await bank(page, say("lbl_challenge_frame")).getByRole("button", { name: "Confirm" }).click();
    await guest.wizard.on("confirmation");
    expect(await guest.confirmation.numbers()).toHaveLength(1);
    await expect(page.getByText(say("lbl_charged_now_card", { digits: "3220" }))).toBeVisible();
  });

  test("a guest who closes the bank's page books nothing, and confirms it the second time @phone", async ({
    page,
    guest,
    say,
  }) => {
    await guest.toPayment(HARB, STAY, ROOM, RATE, SIOBHAN);
    await guest.pay(CARDS.challenged, HOLDER);
    const dialog = page.getByRole("dialog", { name: say("lbl_challenge_title") });
    await dialog.getByRole("button", { name: say("lbl_close") }).click();
    await expect(page.getByText(say("lbl_refused_unconfirmed_title"))).toBeVisible();
    await page.getByRole("button", { name: say("lbl_try_again"), exact: true }).click();
    await guest.wizard.on("payment");
    // the card is still there
    await expect(page.getByText(say("lbl_kept_card", { brand: "VISA", digits: "3220" }))).toBeVisible();
    await guest.payment.order().click();
    await bank(page, say("lbl_challenge_frame")).getByRole("button", { name: "Confirm" }).click();
    await guest.wizard.on("confirmation");
    expect(await guest.confirmation.numbers()).toHaveLength(1);
  });

  test("a guest who loads the page anew while the bank asks hears that nothing was booked, and pays @desk", async ({
    page,
    guest,
    say,
  }) => {
    await guest.toPayment(HARB, STAY, ROOM, RATE, SIOBHAN);
    await guest.pay(CARDS.challenged, HOLDER);
    await expect(page.getByRole("dialog", { name: say("lbl_challenge_title") })).toBeVisible();
    await page.reload();
    await guest.wizard.on("payment");
    await expect(page.getByText(say("lbl_bank_not_heard"))).toBeVisible();
    await guest.pay(CARDS.challenged, HOLDER);
    await bank(page, say("lbl_challenge_frame")).getByRole("button", { name: "Confirm" }).click();
    await guest.wizard.on("confirmation");
    expect(await guest.confirmation.numbers()).toHaveLength(1);
  });

  test("who goes back while the bank asks can order again @phone", async ({ page, guest, say }) => {
    const dialog = page.getByRole("dialog", { name: say("lbl_challenge_title") });
    await guest.toPayment(HARB, STAY, ROOM, RATE, SIOBHAN);
    await guest.pay(CARDS.challenged, HOLDER);
    await expect(dialog).toBeVisible();
    await page.goBack();
    await guest.wizard.on("information");
    await guest.wizard.next(say("lbl_continue_to_payment")).click();
    await guest.wizard.on("payment");
    await expect(page.getByText(say("lbl_bank_not_heard"))).toHaveCount(0);
    await guest.payment.order().click();
    await bank(page, say("lbl_challenge_frame")).getByRole("button", { name: "Confirm" }).click();
    await guest.wizard.on("confirmation");
    expect(await guest.confirmation.numbers()).toHaveLength(1);
  });

  test("an order that is refused after its guest went back is told all the same @desk", async ({
    page,
    guest,
    say,
  }) => {
    let answer: () => void = () => undefined;
    const late = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await guest.toPayment(HARB, STAY, ROOM, RATE, SIOBHAN);
    let sent = false;
    await page.route("**/new-batch-booking/*/commit*", async (route) => {
      sent = true;
      const answered = await route.fetch();
      await late;
      await route.fulfill({ response: answered });
    });
    await guest.pay(CARDS.declinedWhenCharged, HOLDER);
    await expect.poll(() => sent).toBe(true);
    await page.goBack();
    await expect(page).toHaveURL(/guest-information/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("lbl_order_under_way"));
    answer();
    await guest.wizard.on("confirmation");
    await expect(page.getByText(say("lbl_refused_card_title"))).toBeVisible();
  });

  test("a bank's page that does not come says so, comes when it is asked for again, and Escape leaves it @phone", async ({
    page,
    guest,
    say,
  }) => {
    const dialog = page.getByRole("dialog", { name: say("lbl_challenge_title") });
    await page.clock.install();
    await guest.toPayment(HARB, STAY, ROOM, RATE, SIOBHAN);
    await page.route("**/challenge?**", (route) => route.abort());
    await guest.pay(CARDS.challenged, HOLDER);
    await expect(dialog).toBeVisible();
    await page.clock.fastForward("00:31");
    await expect(dialog.getByText(say("lbl_frame_not_loaded"))).toBeVisible();
    await page.unrouteAll();
    await dialog.getByRole("button", { name: say("lbl_retry") }).press("Enter");
    await expect(bank(page, say("lbl_challenge_frame")).getByRole("button", { name: "Confirm" })).toBeEnabled();
    // the focus went with the page that was asked for
    await page.keyboard.press("Tab");
    await expect(bank(page, say("lbl_challenge_frame")).getByRole("button", { name: "Confirm" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(page.getByText(say("lbl_refused_unconfirmed_title"))).toBeVisible();
  });

  test("a bank that does not answer says so, and the button that was pressed keeps the focus @desk", async ({
    page,
    guest,
    say,
  }) => {
    await guest.toPayment(HARB, STAY, ROOM, RATE, SIOBHAN);
    await guest.pay(CARDS.challenged, HOLDER);
    const asked = bank(page, say("lbl_challenge_frame"));
    await page.route("**/challenge", (route) => route.abort());
    await expect(asked.getByRole("button", { name: "Confirm" })).toBeEnabled();
    await asked.getByRole("button", { name: "Confirm" }).focus();
    await page.keyboard.press("Enter");
    await expect(asked.getByRole("alert")).toBeVisible();
    await expect(asked.getByRole("button", { name: "Confirm" })).toBeFocused();
    await page.unrouteAll();
    await page.keyboard.press("Enter");
    await guest.wizard.on("confirmation");
    expect(await guest.confirmation.numbers()).toHaveLength(1);
  });

  test("a guest who refuses at the bank books nothing, and pays with another card @phone", async ({
    page,
    guest,
    say,
  }) => {
    await guest.toPayment(HARB, STAY, ROOM, RATE, SIOBHAN);
    await guest.pay(CARDS.challenged, HOLDER);
    await bank(page, say("lbl_challenge_frame")).getByRole("button", { name: "Refuse" }).click();
    await expect(page.getByText(say("lbl_refused_card_title"))).toBeVisible();
    await page.getByRole("button", { name: say("lbl_refused_card_do") }).click();
    await guest.wizard.on("payment");
    await guest.pay(CARDS.good, HOLDER);
    await guest.wizard.on("confirmation");
    expect(await guest.confirmation.numbers()).toHaveLength(1);
  });
});
