// A guest changes a booked stay through the same wizard: other dates, another room, more or less to pay, or nothing.
import { onPhone } from "../browser.ts";
import { expect, test } from "../fixtures.ts";
import type { Guest } from "../guest.ts";
import { HARB, NOOR, STAY } from "../hotels.ts";
import { EditStay } from "../pages/edit.ts";
import { ManageScreens } from "../pages/manage.ts";
import { amount } from "../pages/wizard.ts";
import { CARDS, LAYLA, SIOBHAN, SIOBHAN_SENT } from "../people.ts";

const QUEEN = { room: "CLASSIC_QUEEN", rate: "FLEX", guarantee: "HOLD_18" };
const HOLDER = "Siobhán Ní Bhriain";
// the first night is paid when it is booked
const DEPOSIT = "Flexible with breakfast";

test("a stay moves by a day on the last free room [EDIT-01, EDIT-02, EDIT-03, EDIT-05, MANAGE-15, SEARCH-33, WIZ-22, CONF-04]", async ({
  page,
  say,
  guest,
  another,
}) => {
  const api = another(HARB);
  const number = await api.book(STAY, QUEEN, SIOBHAN_SENT);
  // everybody else finds the house full in these nights
  for (const room of new Set((await api.offers(STAY)).map((offer) => offer.room_type_id)))
    await api.sellOut(STAY, room);
  const edit = new EditStay(page, say, guest);
  await edit.begin(HARB, number, SIOBHAN_SENT.last_name);
  // the search has run by itself, and the own room is the one that is left
  await expect(guest.rooms.room("Classic Queen")).toBeVisible();
  await expect(guest.wizard.previous()).toHaveCount(0);
  for (const text of [number, "Classic Queen", "Flexible", "Dec 8", "Dec 11", "2", "0"]) {
    await expect(edit.info()).toContainText(text);
  }
  await edit.dates("2026-12-09", "2026-12-12");
  await edit.toPayment("Classic Queen", "Flexible");
  await expect(guest.payment.guarantee(/18:00/)).toBeChecked();
  await edit.confirm().click();
  await guest.wizard.on("confirmation");
  expect(await guest.confirmation.numbers()).toEqual([number]);
  await expect(guest.confirmation.another()).toHaveCount(0);
  await edit.view();
  for (const text of ["Dec 9", "Dec 12", "3 nights"]) {
    await expect(edit.manage.part("lbl_stay_details")).toContainText(text);
  }
  // its first night is free for others
  const freed = await api.offers({ from: "2026-12-08", to: "2026-12-09" });
  expect(freed.map((offer) => offer.room_type_id)).toContain("CLASSIC_QUEEN");
});

test("what was added and does not go with other days is told on the next step, and before the change is confirmed @phone", async ({
  page,
  say,
  guest,
}) => {
  const cruise = "Harbor lights cruise";
  await guest.toAddons(HARB, STAY, "Classic Queen", "Flexible");
  await guest.addons.add(cruise);
  await guest.wizard.next().click();
  await guest.wizard.on("information");
  await guest.details.fill(SIOBHAN);
  await guest.details.agree();
  await guest.wizard.next(say("lbl_continue_to_payment")).click();
  await guest.wizard.on("payment");
  await guest.pay(CARDS.good, HOLDER);
  const edit = new EditStay(page, say, guest);
  await edit.view();
  await edit.edit();
  await edit.dates("2026-12-09", "2026-12-12");
  await guest.rooms.unfold("Classic Queen");
  await guest.rooms.book("Classic Queen", "Flexible");
  await guest.wizard.on("addons");
  const line = `${say("lbl_left_out_not_offered", { addon: cruise })} · Tue, Dec 8`;
  const told = page.locator(".step-body");
  await expect(told.getByText(say("lbl_left_out"))).toBeVisible();
  await expect(told.getByText(line)).toBeVisible();
  await guest.wizard.next().click();
  await guest.wizard.on("information");
  await guest.details.agree();
  await guest.wizard.next(say("lbl_continue_to_payment")).click();
  await guest.wizard.on("payment");
  await expect(told.getByText(line)).toBeVisible();
  await edit.confirm().click();
  await guest.wizard.on("confirmation");
});

async function booked(guest: Guest, room: string, edit: EditStay): Promise<void> {
  await guest.toPayment(HARB, STAY, room, DEPOSIT, SIOBHAN);
  await guest.pay(CARDS.good, HOLDER);
  await edit.view();
}

test("a dearer room charges the difference to the card on file, and the first one gives it back [PAY-05, EDIT-05] @desk", async ({
  page,
  say,
  guest,
}) => {
  const edit = new EditStay(page, say, guest);
  const paid = async (key: string, values = {}) =>
    amount((await edit.manage.paid(key, values).textContent()) ?? "");
  const card = say("lbl_kept_card", { brand: "VISA", digits: "4242" });
  await booked(guest, "Classic Queen", edit);
  const first = await paid("lbl_paid");
  await edit.edit();
  await edit.toPayment("Deluxe King", DEPOSIT);
  await expect(page.getByRole("radio", { name: say("lbl_existing_payment") })).toBeChecked();
  const due = amount(await edit.line("lbl_due_now"));
  expect(due).toBeGreaterThan(0);
  await guest.payment.order().click();
  await guest.wizard.on("confirmation");
  const told = async (words: string) => amount(await guest.confirmation.due(words).innerText());
  expect(await told(say("lbl_already_paid"))).toBeCloseTo(first, 2);
  expect(await told(say("lbl_charged_now_card", { digits: "4242" }))).toBeCloseTo(due, 2);
  const href = await guest.confirmation.letter().getAttribute("href");
  const letter = await (await page.request.get(href ?? "", { headers: { accept: "text/html" } })).text();
  expect(letter).toContain(`${say("lbl_letter_paid_card", { digits: "4242" })}</th><td>$${due.toFixed(2)}`);
  await edit.view();
  expect(await paid("lbl_already_paid")).toBeCloseTo(first, 2);
  expect(await paid("lbl_paid")).toBeCloseTo(due, 2);

  await edit.edit();
  await edit.toPayment("Classic Queen", DEPOSIT);
  await expect(page.getByRole("main")).toContainText(say("lbl_goes_back_to_card_named", { card }));
  expect(amount(await edit.line("lbl_back_to_card", { card }))).toBeCloseTo(due, 2);
  await edit.confirm().click();
  await guest.wizard.on("confirmation");
  expect(await told(say("lbl_already_paid"))).toBeCloseTo(first + due, 2);
  expect(await told(say("lbl_back_to_card", { card }))).toBeCloseTo(due, 2);
  await expect(page.getByText(say("lbl_charged_now"), { exact: true })).toHaveCount(0);
  await edit.view();
  expect(await paid("lbl_already_paid")).toBeCloseTo(first + due, 2);
  expect(await paid("lbl_went_back_to_card", { card })).toBeCloseTo(due, 2);
});

test("a change of a stay that was cancelled elsewhere says so after a reload, and leads to the stay [EDIT-05, ROUTE-16] @phone", async ({
  page,
  say,
  guest,
  another,
}) => {
  const number = await another(HARB).book(STAY, QUEEN, SIOBHAN_SENT);
  const edit = new EditStay(page, say, guest);
  await edit.begin(HARB, number, SIOBHAN_SENT.last_name);
  const other = await page.context().newPage();
  const manage = new ManageScreens(other, say);
  await manage.open(HARB);
  await manage.find(number, SIOBHAN_SENT.last_name);
  await manage.button("lbl_cancel_reservation").click();
  await expect(manage.heading("lbl_cancel_reservation")).toBeVisible();
  await manage.button("lbl_cancel_reservation").click();
  await expect(other.getByRole("main").getByText(say("lbl_cancel_done"))).toBeVisible();
  await other.close();
  // as often as it is loaded
  for (const _ of [1, 2]) {
    await page.reload();
    await expect(page.getByRole("heading", { name: say("lbl_change_not_made") })).toBeVisible();
  }
  await page.getByRole("button", { name: say("lbl_open_as_it_is") }).click();
  await expect(page).toHaveURL(/#\/search-reservation-result/);
  await expect(page.locator(".came-back")).toBeVisible();
});

test("Cancel leaves the stay as it was, and gives back what was held for the change [WIZ-07] @desk", async ({
  page,
  say,
  guest,
  another,
}) => {
  const api = another(HARB);
  const number = await api.book(STAY, QUEEN, SIOBHAN_SENT);
  const kings = async () =>
    (await api.offers(STAY)).find((offer) => offer.room_type_id === "DELUXE_KING")?.available ?? 0;
  const before = await kings();
  const edit = new EditStay(page, say, guest);
  await edit.begin(HARB, number, SIOBHAN_SENT.last_name);
  await guest.rooms.unfold("Deluxe King");
  await guest.rooms.book("Deluxe King", "Flexible");
  await guest.wizard.toInformation();
  expect(await kings()).toBe(before - 1);
  await page.goBack();
  await page.goBack();
  await guest.wizard.on("rooms");
  // a reload goes on with the change
  await page.reload();
  await expect(edit.info()).toContainText(number);
  // the button stands below the rooms, and moves when they come
  await guest.rooms.anyBookButton().waitFor();
  await edit.cancel().click();
  await expect(page).toHaveURL(/#\/search-reservation-result/);
  await expect(edit.manage.part("lbl_stay_details")).toContainText("Classic Queen");
  await expect.poll(kings).toBe(before);
  // the next booking is a new one
  await guest.toRooms(HARB, STAY);
  await guest.rooms.anyBookButton().waitFor();
  await expect(edit.info()).toHaveCount(0);
});

test("another currency ends the change, says so, and leads back to the stay [CUR-02, EDIT-05] @phone", async ({
  page,
  say,
  guest,
  another,
}) => {
  const number = await another(HARB).book(STAY, QUEEN, SIOBHAN_SENT);
  const edit = new EditStay(page, say, guest);
  await edit.begin(HARB, number, SIOBHAN_SENT.last_name);
  await guest.header.choose("lbl_currency", "EUR");
  await guest.wizard.on("search");
  const main = page.getByRole("main");
  await expect(main.getByText(say("lbl_prices_in", { currency: "EUR" }))).toBeVisible();
  const ended = main.getByText(say("lbl_change_ended"));
  await expect(ended).toBeVisible();
  await expect(main.getByText(say("lbl_search_once_more"))).toHaveCount(0);
  await page.reload();
  await expect(ended).toBeVisible();
  await main.getByRole("button", { name: say("lbl_go_back_to_reservation") }).click();
  await expect(page).toHaveURL(/#\/search-reservation-result/);
  await expect(edit.manage.part("lbl_stay_details")).toContainText("Classic Queen");
});

test("the look-up's way back ends the change, and a new booking begins at the search [MANAGE-05] @desk", async ({
  page,
  say,
  guest,
  another,
}) => {
  const api = another(HARB);
  const number = await api.book(STAY, QUEEN, SIOBHAN_SENT);
  const kings = async () =>
    (await api.offers(STAY)).find((offer) => offer.room_type_id === "DELUXE_KING")?.available ?? 0;
  const before = await kings();
  const edit = new EditStay(page, say, guest);
  const back = async () => {
    await guest.header.unfold();
    await edit.manage.button("lbl_search_reservation").click();
    await edit.manage.button("lbl_back_to_booking").click();
    await guest.wizard.on("search");
  };
  const begun = async () => {
    await guest.search.search().click();
    await guest.wizard.on("rooms");
    await guest.rooms.anyBookButton().waitFor();
    await expect(guest.wizard.previous()).toBeVisible();
    await expect(edit.info()).toHaveCount(0);
    await expect(guest.rooms.removeButton()).toHaveCount(0);
  };

  // with a room chosen for the change
  await edit.begin(HARB, number, SIOBHAN_SENT.last_name);
  await guest.rooms.unfold("Deluxe King");
  await guest.rooms.book("Deluxe King", "Flexible");
  await guest.wizard.toInformation();
  expect(await kings()).toBe(before - 1);
  await back();
  await expect.poll(kings).toBe(before);
  await begun();

  // and before one is
  await edit.begin(HARB, number, SIOBHAN_SENT.last_name);
  await back();
  await begun();
});

test.describe("in Arabic", () => {
  test.use({ language: "ar" });

  test("the banner opens to the stay as booked, and the change is confirmed [EDIT-03, EDIT-04]", async ({
    page,
    say,
    guest,
    another,
  }) => {
    const person = {
      first_name: LAYLA.first_name,
      last_name: LAYLA.last_name,
      email: LAYLA.email,
      phone: "+971501234567",
      street: LAYLA.street,
      state: "DU",
      country: "AE",
    };
    const [offer] = (await another(NOOR).offers(STAY)).filter((one) => one.rate_code_id === "FLEX");
    const room = offer?.room_type_id ?? "";
    const number = await another(NOOR).book(STAY, { room, rate: "FLEX", guarantee: "HOLD_18" }, person);
    const edit = new EditStay(page, say, guest);
    await edit.begin(NOOR, number, LAYLA.last_name);
    if (onPhone(page)) {
      const banner = edit.info().getByRole("button", { name: number });
      await expect(banner).toHaveAttribute("aria-expanded", "false");
      await expect(edit.info().locator("dl")).toBeHidden();
      await banner.click();
      await expect(banner).toHaveAttribute("aria-expanded", "true");
    }
    for (const key of ["lbl_current_room_type", "lbl_current_rate_plan", "lbl_adults", "lbl_children"]) {
      await expect(edit.info().getByText(say(key), { exact: true })).toBeVisible();
    }
    const fact = (key: string) =>
      edit
        .info()
        .locator("dl > div", { has: page.getByText(say(key), { exact: true }) })
        .locator("dd");
    const [name, rate] = [
      await fact("lbl_current_room_type").innerText(),
      await fact("lbl_current_rate_plan").innerText(),
    ];
    await edit.dates("2026-12-09", "2026-12-12");
    await edit.toPayment(name, rate);
    await edit.confirm().click();
    await guest.wizard.on("confirmation");
    expect(await guest.confirmation.numbers()).toEqual([number]);
  });
});
