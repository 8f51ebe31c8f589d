// A booking that is paid by its link: on the confirmation in a dialog, in a window of its own, or not at all.
import type { FrameLocator, Locator, Page } from "@playwright/test";
import { DEMO_DATABASE } from "../demo-database.ts";
import { expect, test } from "../fixtures.ts";
import type { Guest } from "../guest.ts";
import { HARB, STAY } from "../hotels.ts";
import { ManageScreens } from "../pages/manage.ts";
import { CARDS, SIOBHAN, SIOBHAN_SENT } from "../people.ts";
import { serve } from "../server.ts";
import { type Stripe, startStripe } from "../stripe.ts";

const HOLDER = "Siobhán Ní Bhriain";

async function owing(guest: Guest): Promise<void> {
  await guest.toPayment(HARB, STAY, "Deluxe King", "Advance", SIOBHAN);
  await guest.payment.guarantee(/^Pay online/).check();
  await expect(guest.payment.frame().locator("form")).toBeHidden();
  await guest.payment.order().click();
  await guest.wizard.on("confirmation");
}

async function enter(
  form: FrameLocator | Page,
  card: { number: string; expiry: string; cvc: string },
): Promise<void> {
  const field = (name: string): Locator => form.locator(`[autocomplete~="${name}"]`);
  await field("cc-number").fill(card.number);
  await field("cc-exp").fill(card.expiry);
  await field("cc-csc").fill(card.cvc);
  await field("cc-name").fill(HOLDER);
  await form.getByRole("button", { name: /^Pay / }).click();
}

test.describe("an answer that is lost", { tag: "@desk" }, () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("a card that may have paid is sent again, and nothing else", async ({ page, guest, say }) => {
    await owing(guest);
    await page.getByRole("button", { name: /^Pay \$.* now$/ }).click();
    const form = page.frameLocator(`iframe[title="${say("lbl_pay_link_frame")}"]`);
    let lost = false;
    await page.route("**/pay/card", async (route) => {
      if (lost) return route.continue();
      lost = true;
      await route.fetch();
      await route.abort();
    });
    await enter(form, CARDS.good);
    await expect(form.getByText(/^We could not hear whether it is paid/)).toBeVisible();
    await expect(form.locator('[autocomplete~="cc-number"]')).not.toBeEditable();
    await form.getByRole("button", { name: /^Pay / }).click();
    await expect(page.getByText(say("lbl_pay_link_paid"), { exact: true })).toBeVisible();
  });
});

test("the guest pays in a dialog on the confirmation, which closes by itself [PAY-16, PAY-17, CONF-07]", async ({
  page,
  guest,
  say,
}) => {
  await page.clock.install();
  await owing(guest);
  expect(await guest.confirmation.numbers()).toHaveLength(1);
  await page.getByRole("button", { name: /^Pay \$.* now$/ }).click();
  const form = page.frameLocator(`iframe[title="${say("lbl_pay_link_frame")}"]`);
  await expect(form.getByRole("heading", { name: "Payment to Harbour House" })).toBeVisible();
  await expect(page.getByRole("heading", { name: say("lbl_pay_link_modal"), exact: true })).toHaveCSS("font-size", "22px");
  // Escape leaves it from the card's fields too.
  await form.locator('[autocomplete~="cc-number"]').press("Escape");
  await expect(page.getByRole("dialog", { name: say("lbl_pay_link_modal") })).toBeHidden();
  await expect(page.getByRole("button", { name: /^Pay \$.* now$/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(form.locator('[autocomplete~="cc-number"]')).toBeVisible();
  // what is seen for a moment only stands while the page's clock does
  await page.clock.pauseAt(Date.now() + 10_000);
  await enter(form, CARDS.good);
  await expect(form.getByText(/^Paid\. Thank you/)).toBeVisible();
  await page.clock.resume();
  await expect(page.getByRole("dialog", { name: say("lbl_pay_link_modal") })).toBeHidden();
  await expect(page.getByText(say("lbl_pay_link_paid"), { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Pay \$/ })).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  // A reload finds it paid.
  await page.reload();
  await expect(page.getByText(say("lbl_pay_link_paid"), { exact: true })).toBeVisible();
});

test("the guest pays in a window of its own, through the bank's page, and the window closes [PAY-15]", async ({
  page,
  guest,
  say,
}) => {
  await owing(guest);
  const pressed = async () => {
    const opening = page.waitForEvent("popup");
    await page.getByRole("button", { name: say("lbl_pay_link_window") }).click();
    return opening;
  };
  // A guest who leaves without having paid.
  const left = await pressed();
  await expect(page.getByText(say("lbl_pay_link_waiting"))).toBeVisible();
  await left.close();
  await expect(page.getByText(say("lbl_pay_link_waiting"))).toBeHidden();

  const popup = await pressed();
  await expect(page.getByText(say("lbl_pay_link_waiting"))).toBeVisible();
  const closed = popup.waitForEvent("close");
  await enter(popup, CARDS.challenged);
  await popup.getByRole("button", { name: "Confirm" }).click();
  await closed;
  await expect(page.getByText(say("lbl_pay_link_paid"), { exact: true })).toBeVisible();
});

test("a page to pay on that stands alone leads to what became of the payment [PAY-15] @phone", async ({
  page,
  guest,
  say,
}) => {
  await owing(guest);
  const opening = page.waitForEvent("popup");
  await page.getByRole("button", { name: say("lbl_pay_link_window") }).click();
  const address = (await opening).url();
  // nobody tells it what to wear
  await page.goto(address);
  await enter(page, CARDS.challenged);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.locator("#paid")).toBeFocused();
  await page.reload();
  await expect(page.locator("#paid")).toBeFocused();
});

test("what is wrong with each field is shown in the dialog, which alone scrolls, down to the button", async ({ page, guest, say }) => {
  await owing(guest);
  await page.getByRole("button", { name: /^Pay \$.* now$/ }).click();
  const frame = page.locator(`iframe[title="${say("lbl_pay_link_frame")}"]`);
  const pay = frame.contentFrame().getByRole("button", { name: /^Pay / });
  await pay.click();
  await expect(frame.contentFrame().locator(".field.bad")).toHaveCount(4);
  const hidden = () =>
    frame.contentFrame().locator("html").evaluate((root) => root.scrollHeight - root.clientHeight);
  await expect.poll(hidden).toBe(0);
  await pay.press("Enter");
  await expect(frame.contentFrame().locator('[autocomplete~="cc-number"]')).toBeFocused();
});

test.describe("a small phone", () => {
  test.use({ viewport: { width: 360, height: 640 }, expectedErrors: [/Failed to load resource/] });

  test("the button stays in sight when a card is refused", { tag: "@phone" }, async ({ page, guest, say }) => {
    await owing(guest);
    await page.getByRole("button", { name: /^Pay \$.* now$/ }).click();
    const form = page.frameLocator(`iframe[title="${say("lbl_pay_link_frame")}"]`);
    const pay = form.getByRole("button", { name: /^Pay / });
    await enter(form, CARDS.declined);
    await expect(form.getByRole("alert")).toHaveText(say("lbl_frame_declined"));
    await expect(pay).toBeInViewport({ ratio: 1 });
    await expect(pay).toBeFocused();
  });
});

test("what a cancelled room gives back is told before it is, and beside the payment of the other [MANAGE-22, PAY-16] @desk", async ({
  page,
  say,
  another,
}) => {
  const manage = new ManageScreens(page, say);
  const rooms = { room: "DELUXE_KING", rate: "ADVANCE", guarantee: "PAY_NOW" };
  const [one = "", two = ""] = await another(HARB).bookRooms(STAY, rooms, SIOBHAN_SENT, 2);
  await manage.open(HARB);
  await manage.find(one, SIOBHAN_SENT.last_name);
  const panel = manage.part("lbl_pay_link_heading");
  const both = say("lbl_pay_link_rooms").replace("{rooms}", say("lbl_rooms_count", { count: 2 }));
  await expect(panel).toContainText(both);
  await manage.button("lbl_cancel_reservation").click();
  const back = page.locator(".costs dl > div", { hasText: say("lbl_back_once_paid") }).locator("dd");
  await expect(back).toHaveText(/^\$\d+\.\d\d$/);
  const amount = await back.innerText();
  await manage.button("lbl_cancel_reservation").click();
  await expect(page.getByRole("main").getByText(say("lbl_cancel_done"))).toBeVisible();

  // With the room that was cancelled too, in words that fit.
  await manage.find(one, SIOBHAN_SENT.last_name);
  await expect(page.getByText(say("lbl_back_once_paid"))).toBeVisible();
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await wide()).toBeLessThanOrEqual(0);
  await manage.open(HARB);
  await manage.find(two, SIOBHAN_SENT.last_name);
  await expect(panel).toContainText(`${both} ${say("lbl_pay_link_back").replace("{amount}", amount)}`);
  await panel.getByRole("button", { name: /^Pay \$.* now$/ }).click();
  await enter(page.frameLocator(`iframe[title="${say("lbl_pay_link_frame")}"]`), CARDS.good);
  await expect(page.getByText(say("lbl_status_confirmed"), { exact: true })).toBeVisible();
  await expect(manage.heading("lbl_your_reservation")).toBeFocused();
});

const KEY = "the-key-of-the-desk";
const atTheDesk = test.extend<{ hotelSays: (number: string, status: string) => Promise<void> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads it
  server: async ({}, use) => {
    const server = await serve(DEMO_DATABASE, [], { PORTICO_OPERATOR_KEY: KEY });
    await use(server);
    await server.stop();
  },
  hotelSays: async ({ server }, use) =>
    use(async (number, status) => {
      const answer = await fetch(`${server.url}/operator/v1/reservations/${number}/status`, {
        method: "PUT",
        headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
        body: JSON.stringify({ status }),
      });
      expect(answer.status).toBe(200);
    }),
});

// That the hotel was quicker is refused with 409.
atTheDesk.use({ expectedErrors: [/409/] });
atTheDesk("a room that the hotel has begun is paid with the other, until none waits for the link [PAY-16, MANAGE-19, MANAGE-30] @desk", async ({
  page,
  say,
  another,
  hotelSays,
}) => {
  const manage = new ManageScreens(page, say);
  const rooms = { room: "DELUXE_KING", rate: "ADVANCE", guarantee: "PAY_NOW" };
  const [one = "", two = ""] = await another(HARB).bookRooms(STAY, rooms, SIOBHAN_SENT, 2);
  await manage.open(HARB);
  await manage.find(one, SIOBHAN_SENT.last_name);
  const panel = manage.part("lbl_pay_link_heading");
  await expect(panel.getByRole("button", { name: /^Pay \$.* now$/ })).toBeVisible();
  // The guest comes back to a page that was open meanwhile.
  await hotelSays(two, "CHECKED_IN");
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(panel).toContainText(say("lbl_pay_link_begun"));

  await manage.button("lbl_cancel_reservation").click();
  // what it costs is told before the hotel says so, not refused after
  await expect(page.locator(".costs")).toBeVisible();
  await hotelSays(one, "CHECKED_IN");
  await manage.button("lbl_cancel_reservation").click();
  await expect(manage.heading("lbl_your_reservation")).toBeVisible();
  await expect(page.getByRole("alert")).toContainText(say("lbl_room_not_cancellable", { number: one }));
  await expect(page.getByRole("main")).toBeFocused();
  await expect(panel).toBeHidden();
  await expect(manage.button("lbl_cancel_reservation")).toBeHidden();
});

atTheDesk.describe("a link that is over", { tag: "@phone" }, () => {
  atTheDesk.use({ expectedErrors: [/410/] });

  atTheDesk("says so where the card is typed", async ({ page, guest, say, hotelSays }) => {
    await owing(guest);
    const [number = ""] = await guest.confirmation.numbers();
    await page.getByRole("button", { name: /^Pay \$.* now$/ }).click();
    const form = page.frameLocator(`iframe[title="${say("lbl_pay_link_frame")}"]`);
    await expect(form.getByRole("button", { name: /^Pay / })).toBeVisible();
    await hotelSays(number, "CANCELLED");
    await enter(form, CARDS.good);
    await expect(form.getByRole("alert")).toHaveText(say("lbl_frame_pay_over"));
    await expect(form.getByRole("alert")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(guest.confirmation.heading()).toHaveText(say("lbl_rooms_cancelled", { count: 1 }));
  });
});

test("what was not paid in time may be booked again, by a button that stands apart @desk", async ({
  page,
  guest,
  say,
}) => {
  await owing(guest);
  await expect(page.getByRole("button", { name: /^Pay \$.* now$/ })).toBeVisible();
  // half an hour later
  await page.route("**/payment-links/*/status*", (route) => route.fulfill({ json: { status: "EXPIRED", expires_at: "" } }));
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(guest.confirmation.heading()).toHaveText(say("lbl_pay_link_over_title"));
  const edges = async (place: Locator) => place.evaluate((element) => element.getBoundingClientRect().toJSON());
  const why = await edges(page.getByText(say("lbl_pay_link_over"), { exact: true }));
  const again = await edges(page.getByRole("button", { name: say("lbl_pay_link_again") }));
  expect(again.top - why.bottom).toBeGreaterThanOrEqual(16);
});

test.describe("a bank that says no", { tag: "@phone" }, () => {
  test.use({ expectedErrors: [/402|Failed to load resource/] });

  test("a card that is refused leaves the form open for another one", async ({ page, guest, say }) => {
    await owing(guest);
    await page.getByRole("button", { name: /^Pay \$.* now$/ }).click();
    const form = page.frameLocator(`iframe[title="${say("lbl_pay_link_frame")}"]`);
    await enter(form, CARDS.declinedWhenCharged);
    await expect(form.getByRole("alert")).toHaveText(say("lbl_frame_declined"));
    await expect(form.getByRole("button", { name: /^Pay / })).toBeFocused();
    await enter(form, CARDS.good);
    await expect(page.getByText(say("lbl_pay_link_paid"), { exact: true })).toBeVisible();
  });

  test("a guest who refuses at the bank reads so where the card is typed, and pays with another one", async ({ page, guest, say }) => {
    await owing(guest);
    const opening = page.waitForEvent("popup");
    await page.getByRole("button", { name: say("lbl_pay_link_window") }).click();
    const popup = await opening;
    await page.getByRole("button", { name: /^Pay \$.* now$/ }).click();
    const form = page.frameLocator(`iframe[title="${say("lbl_pay_link_frame")}"]`);
    for (const where of [popup, form]) {
      await enter(where, CARDS.challenged);
      await where.getByRole("button", { name: "Refuse" }).click();
      await expect(where.getByRole("alert")).toHaveText(say("lbl_refused_card_declined"));
      await expect(where.getByRole("alert")).toBeFocused();
    }
    await enter(form, CARDS.good);
    await expect(page.getByText(say("lbl_pay_link_paid"), { exact: true })).toBeVisible();
  });
});

const atStripe = test.extend<{ stripe: Stripe }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads it
  stripe: async ({}, use) => {
    const stripe = await startStripe();
    await use(stripe);
    stripe.stop();
  },
  server: async ({ stripe }, use) => {
    const keys = { PORTICO_STRIPE_SECRET_KEY: "sk_test_of_the_journeys" };
    const server = await serve(DEMO_DATABASE, ["--gateway", "stripe", "--stripe-url", stripe.url], keys);
    await use(server);
    await server.stop();
  },
});

atStripe("at Stripe the guest pays on its page, in a window, at the second try [PAY-15] @desk", async ({
  page,
  guest,
  say,
  stripe,
}) => {
  await owing(guest);
  const now = page.getByRole("button", { name: /^Pay \$.* now$/ });
  // No frame may show it, so there is no dialog to choose.
  await expect(page.getByRole("button", { name: say("lbl_pay_link_window") })).toBeHidden();
  const pressed = async () => {
    const opening = page.waitForEvent("popup");
    await now.click();
    return opening;
  };
  // A guest who leaves without having paid.
  const left = await pressed();
  await expect(left.getByRole("heading", { name: "Harbour House" })).toBeVisible();
  await left.close();
  await expect(page.getByText(say("lbl_pay_link_waiting"))).toBeVisible();

  const popup = await pressed();
  await popup.getByRole("button", { name: "Pay with a card that is declined" }).click();
  const closed = popup.waitForEvent("close");
  await popup.getByRole("button", { name: "Pay", exact: true }).click();
  await closed;
  await expect(page.getByText(say("lbl_pay_link_paid"), { exact: true })).toBeVisible();
  expect(stripe.payments()).toEqual(["succeeded"]);
});
