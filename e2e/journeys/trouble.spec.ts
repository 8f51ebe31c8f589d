// When things go wrong the guest reads what happened and what to do; nothing is lost or doubled.
import contract from "../../api/openapi.json" with { type: "json" };
import { drawn } from "../drawn.ts";
import { expect, test } from "../fixtures.ts";
import type { Guest } from "../guest.ts";
import { HARB, STAY } from "../hotels.ts";
import { CARDS, SIOBHAN } from "../people.ts";

test.describe("time", () => {
  /** The form and what Next waits for: what is still on its way when the clock is moved would be half an hour late. */
  async function allThere(guest: Guest): Promise<void> {
    await expect(guest.details.field("lbl_first_name")).toBeVisible();
    await expect(guest.wizard.next(guest.say("lbl_continue_to_payment"))).toBeEnabled();
  }

  test("two minutes before the session ends the guest is asked, and may stay [SESSION-01, SESSION-02]", async ({
    page,
    guest,
    say,
  }) => {
    await page.clock.install();
    await guest.toDetails(HARB, STAY, "Twin", "Flexible");
    await allThere(guest);
    await page.clock.fastForward("28:01");
    const warning = page.getByRole("alertdialog");
    await expect(warning).toContainText(say("lbl_session_ending"));
    await warning.getByRole("button", { name: say("lbl_session_stay") }).click();
    await expect(warning).toHaveCount(0);
    await page.clock.fastForward("27:00");
    await drawn(page);
    await expect(warning).toHaveCount(0);
    await page.clock.fastForward("01:01");
    await expect(warning).toBeVisible();
  });

  test("typing does not keep the session; it ends with Home and without a code [SESSION-01, SESSION-02, SESSION-03, ERR-03]", async ({
    page,
    guest,
    say,
  }) => {
    await page.clock.install();
    await guest.toDetails(HARB, STAY, "Twin", "Flexible");
    await allThere(guest);
    await guest.details.field("lbl_first_name").focus();
    await page.clock.fastForward("15:00");
    await page.keyboard.type("Ada");
    await page.clock.fastForward("15:01");
    const popup = page.getByRole("alertdialog");
    await expect(popup).toContainText("Session Expired. Please login again to continue.");
    await expect(popup).not.toContainText(say("lbl_oops"));
    await expect(popup).not.toContainText("900");
    await popup.getByRole("button", { name: say("lbl_home") }).click();
    await expect(popup).toHaveCount(0);
  });
});

test.describe("a call fails", () => {
  test.use({ expectedErrors: [/500|503|Failed to load resource/] });

  test("the popup names status and message, locks the page, and Home loads it anew [START-22, START-23, ERR-01, ERR-02, ERR-04]", async ({
    page,
    guest,
    say,
  }) => {
    // word for word what the server answers when its database is away
    const { title, status, label } = contract.components.schemas.RefusalCode["x-refusals"].TIMED_OUT;
    const body = { type: "urn:portico:problem:TIMED_OUT", title, status, code: "TIMED_OUT", label, message: title };
    const answer = { status, contentType: "application/problem+json", body: JSON.stringify(body) };
    await page.route("**/v4/properties/1?*", (route) => route.fulfill(answer), { times: 1 });
    await page.route("**/v4/properties/1", (route) => route.fulfill(answer), { times: 1 });
    await page.goto("/?pc=HARB&property_id=1#/booking/search");
    const popup = page.getByRole("alertdialog");
    await expect(popup).toContainText("Oops! something went wrong");
    await expect(popup).toContainText("Error code: 503");
    // a browser closes a dialog for the third of these whatever the page says
    for (let times = 0; times < 4; times++) await page.keyboard.press("Escape");
    await expect(popup).toContainText("Error code: 503");
    await expect(popup).toContainText(say(label));
    await expect(page.locator("html")).toHaveCSS("overflow-y", "hidden");
    await page.unrouteAll();
    await popup.getByRole("button", { name: say("lbl_home") }).click();
    await guest.wizard.on("search");
    await expect(page.locator("html")).toHaveCSS("overflow-y", "visible");
  });

  test("labels that cannot be loaded fall back to English [ERR-10, I18N-07]", async ({ page, guest, say }) => {
    await page.route("**/common/language*", (route) => route.fulfill({ status: 500, json: {} }));
    await guest.open(HARB);
    await expect(guest.search.search()).toHaveText(say("lbl_search"));
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
  });

  test("a calendar without prices still takes dates [ERR-05]", async ({ page, guest }) => {
    await page.route("**/lowest-rate-calendar*", (route) => route.fulfill({ status: 500, json: {} }));
    await guest.open(HARB);
    await guest.search.choose(STAY.from, STAY.to);
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await guest.search.search().click();
    await guest.wizard.on("rooms");
  });

  test("availability that fails shows no popup, and can be tried again [ROOMS-51, ERR-05]", async ({ page, guest, say }) => {
    await page.route("**/mini-rates-with-availability/**", (route) => route.fulfill({ status: 500, json: {} }));
    await guest.open(HARB, STAY);
    await guest.search.search().click();
    const again = page.getByRole("button", { name: say("lbl_retry") }).first();
    await expect(again).toBeVisible();
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await page.unrouteAll();
    await again.click();
    await expect(guest.rooms.room("Twin")).toBeVisible();
  });

  test("a commit that fails moves on to the confirmation, which tries again with everything kept [WIZ-26, ERR-15, CONF-08, CONF-09]", async ({
    page,
    guest,
    say,
  }) => {
    // by the calendar, whose looks are in the page from now on
    await guest.open(HARB);
    await guest.search.choose(STAY.from, STAY.to);
    await guest.search.search().click();
    await guest.rooms.book("Twin", "Flexible");
    await guest.wizard.toInformation();
    await guest.details.fill(SIOBHAN);
    await guest.details.agree();
    await guest.wizard.next(say("lbl_continue_to_payment")).click();
    await guest.wizard.on("payment");
    await guest.payment.guarantee(/Hold until 18:00/).check();
    await page.route("**/commit", (route) => route.fulfill({ status: 500, json: {} }));
    await guest.payment.order().click();
    await guest.wizard.on("confirmation");
    await expect(page.getByText(say("lbl_not_complete"), { exact: true }).first()).toBeVisible();
    await expect(page.getByRole("main")).toContainText("Sorry, your reservation could not be completed");
    await expect(page.locator(".why")).toHaveCSS("position", "static");
    await page.unrouteAll();
    await page.getByRole("button", { name: say("lbl_try_again"), exact: true }).click();
    await guest.wizard.on("payment");
    await guest.payment.order().click();
    await guest.wizard.on("confirmation");
    expect(await guest.confirmation.numbers()).toHaveLength(1);
  });
});

test.describe("the card", () => {
  test.use({ expectedErrors: [/402|422|Failed to load resource/] });

  test("a declined card says so, nothing is booked, and another card works [PAY-20, PAY-22]", async ({ page, guest, say }) => {
    await guest.toPayment(HARB, STAY, "Twin", "Flexible", SIOBHAN);
    await guest.pay(CARDS.declined, "Siobhán Ní Bhriain");
    await expect(page.getByRole("alert").filter({ hasText: say("lbl_payment_failed") })).toBeVisible();
    await guest.wizard.on("payment");
    await page.getByRole("button", { name: say("lbl_add_payment_details") }).click();
    await guest.pay(CARDS.good, "Siobhán Ní Bhriain");
    await guest.wizard.on("confirmation");
  });

  test("no card, no booking [PAY-09]", async ({ page, guest, say }) => {
    await guest.toPayment(HARB, STAY, "Twin", "Flexible", SIOBHAN);
    await expect(guest.payment.frame().locator('[autocomplete~="cc-number"]')).toBeVisible();
    await guest.payment.order().click();
    await expect(page.getByRole("alert").filter({ hasText: say("lbl_credit_card_required") })).toBeVisible();
    await guest.wizard.on("payment");
  });
});

test.describe("somebody was quicker", () => {
  test.use({ expectedErrors: [/409|Failed to load resource/] });

  test("a room that is gone meanwhile is not booked, and the guest is told [ROOMS-35]", async ({ page, guest, another, say }) => {
    await guest.toRooms(HARB, STAY);
    await expect(guest.rooms.bookButton("Twin", "Flexible")).toBeEnabled();
    await another(HARB).sellOut(STAY, "TWIN");
    await guest.rooms.bookButton("Twin", "Flexible").click();
    const told = page.getByRole("alertdialog", { name: say("lbl_room_just_gone") });
    await expect(told).toContainText("Twin");
    await told.getByRole("button", { name: say("lbl_see_other_rooms") }).click();
    await guest.wizard.on("rooms");
    await expect(guest.rooms.removeButton()).toHaveCount(0);
    await expect(guest.rooms.bookButton("Classic Queen", "Flexible")).toBeEnabled();
    expect(await another(HARB).offers(STAY).then((all) => all.filter((one) => one.room_type_id === "TWIN"))).toEqual([]);
  });

  test("nothing found: why, and the nearest stays that can be booked [ROOMS-49, API-14]", async ({ page, guest }) => {
    // No arrivals on the last day of the year: no room can be had for that night alone.
    await guest.open(HARB, { from: "2026-12-31", to: "2027-01-01" });
    await guest.search.search().click();
    await guest.wizard.on("rooms");
    await expect(page.getByRole("main")).toContainText(/No arrivals/);
    await guest.rooms.nearest().first().click();
    await guest.wizard.toInformation();
    expect(await guest.wizard.total()).toBeGreaterThan(0);
  });
});

test.describe("the guest form", () => {
  test("names the fields that are missing, keeps what is typed, and goes on when all is there [GUEST-15, GUEST-25, GUEST-26, WIZ-16]", async ({
    page,
    guest,
    say,
  }) => {
    await guest.toDetails(HARB, STAY, "Twin", "Flexible");
    await guest.details.field("lbl_email").fill("siobhan.nibhriain@example");
    await guest.wizard.next(say("lbl_continue_to_payment")).click();
    await guest.wizard.on("information");
    await expect(page.getByRole("group", { name: /things to look at/ })).toBeFocused();
    await expect(guest.details.field("lbl_first_name")).toHaveAttribute("aria-invalid", "true");
    await expect(guest.details.field("lbl_email")).toHaveAttribute("aria-invalid", "true");
    await guest.details.fill(SIOBHAN);
    await guest.wizard.next(say("lbl_continue_to_payment")).click();
    await expect(page.getByText("Please agree to the terms and conditions first").first()).toBeVisible();
    await guest.details.agree();
    await guest.wizard.next(say("lbl_continue_to_payment")).click();
    await guest.wizard.on("payment");
  });
});
