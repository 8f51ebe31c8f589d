// A guest manages a booking alone: finds it, changes their details, changes the card, cancels.
import { expect, test } from "../fixtures.ts";
import type { GuestApi } from "../guest-api.ts";
import { address, HARB, NOOR, STAY } from "../hotels.ts";
import { labels } from "../labels.ts";
import { ManageScreens } from "../pages/manage.ts";
import { CARDS, SIOBHAN, SIOBHAN_SENT } from "../people.ts";

const ROOM = { room: "CLASSIC_QUEEN", rate: "FLEX", guarantee: "HOLD_18" };
// a look-up that finds nothing, a card that is declined: the browser's console names every refusal
test.use({ expectedErrors: [/40[249]/] });
const ADDRESS = /#\/search-reservation-result/;

/** Books a stay and looks it up. */
async function found(manage: ManageScreens, api: GuestApi): Promise<string> {
  const number = await api.book(STAY, ROOM, SIOBHAN_SENT);
  await manage.open(HARB);
  await manage.find(number, SIOBHAN_SENT.last_name);
  return number;
}

test("the look-up opens when both are typed, and tells nothing of what was wrong [MANAGE-01, MANAGE-02, MANAGE-03, MANAGE-04, MANAGE-06, MANAGE-07, ROUTE-05, ROUTE-06]", async ({
  page,
  say,
  another,
}) => {
  const manage = new ManageScreens(page, say);
  const number = await another(HARB).book(STAY, ROOM, SIOBHAN_SENT);
  await page.goto(address(HARB, "search-reservation-wrapper"));
  await expect(page).toHaveURL(/#\/search-reservation$/);
  const search = manage.button("lbl_search");
  await expect(search).toHaveAttribute("aria-disabled", "true");
  await manage.number().fill(`${number.slice(0, 4)} <${number.slice(4)}>!`);
  await expect(manage.number()).toHaveValue(number);
  await expect(search).toHaveAttribute("aria-disabled", "true");
  await manage.lastName().fill("x".repeat(60));
  await expect(manage.lastName()).toHaveValue("x".repeat(50));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText(say("lbl_no_reservation_found_message"));
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // case, accents and the apostrophe do not count
  await manage.lastName().fill("NI BHRIAIN-OSHEA");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(ADDRESS);
  await expect(manage.heading("lbl_your_reservation")).toBeVisible();
  await page.reload();
  await expect(page.getByText(number)).toBeVisible();
});

test("that nothing was found is told in the language that is chosen meanwhile @desk", async ({ page, say, guest }) => {
  const manage = new ManageScreens(page, say);
  await manage.open(NOOR);
  await manage.find("ABCDEFGH", "Nobody");
  await expect(page.getByRole("alert")).toHaveText(say("lbl_no_reservation_found_message"));
  await guest.header.choose("lbl_language", "arabic");
  await expect(page.getByRole("alert")).toHaveText(labels("ar")("lbl_no_reservation_found_message"));
});

test("the guest's details are written anew, and the look-up knows the new name [MANAGE-25, MANAGE-26, MANAGE-27, MANAGE-28, MANAGE-29] @phone", async ({
  page,
  say,
  guest,
  another,
}) => {
  const manage = new ManageScreens(page, say);
  const number = await found(manage, another(HARB));
  await manage.part("lbl_guest_details").getByRole("button", { name: say("lbl_edit_details") }).click();
  await expect(manage.heading("lbl_modify_guest")).toBeVisible();
  const name = guest.details.field("lbl_last_name");
  await expect(name).toHaveValue(SIOBHAN_SENT.last_name);
  await expect(guest.details.auto("tel-national")).toHaveValue(/0142$/);
  // the country is shown and stays
  await expect(page.locator("#guest-country")).toHaveAttribute("aria-disabled", "true");
  await name.fill("");
  await guest.details.auto("tel-national").fill("12");
  await manage.button("lbl_save").click();
  await expect(page.getByText(say("lbl_required"), { exact: true }).first()).toBeVisible();
  await expect(page).toHaveURL(/guest-details/);
  await name.fill("Byrne");
  await guest.details.auto("tel-national").fill("2075550199");
  await manage.button("lbl_save").click();
  await expect(page.getByRole("main").getByText(say("lbl_saved"))).toBeVisible();
  await expect(manage.part("lbl_guest_details")).toContainText("Siobhán Byrne");

  await manage.open(HARB);
  await manage.find(number, SIOBHAN_SENT.last_name);
  await expect(page.getByRole("alert")).toHaveText(say("lbl_no_reservation_found_message"));
  await manage.lastName().fill("byrne");
  await manage.button("lbl_search").click();
  await expect(page).toHaveURL(ADDRESS);
});

test.describe("another card", { tag: "@phone" }, () => {
  test.use({ expectedErrors: [/40[249]|500/] });

  test("holds the room once it can be kept, and is shown by its last four [CARD-01, CARD-02, CARD-04, CARD-05, CARD-09, MANAGE-17, MANAGE-18]", async ({
    page,
    say,
    guest,
    another,
  }) => {
    const manage = new ManageScreens(page, say);
    await found(manage, another(HARB));
    await manage.button("lbl_change_payment_method").click();
    await expect(manage.heading("lbl_add_payment")).toBeVisible();
    // room for all fields of the form, before it has come too
    await expect(page.locator(".card-frame")).toHaveCSS("min-block-size", "350px");
    for (const brand of ["American Express", "Visa", "Diners Club", "JCB", "Discover", "Mastercard"]) {
      await expect(page.getByText(brand)).toBeVisible();
    }
    await guest.payment.enter(CARDS.declined, "S Ni Bhriain");
    await manage.button("lbl_save").click();
    await expect(page.getByRole("alert")).toContainText(say("lbl_payment_failed"));
    await manage.button("lbl_add_payment_details").press("Enter");
    // the button went with the form: keys go on in the one that came
    await expect(page.getByTitle(say("lbl_card_frame"))).toBeFocused();
    await expect(guest.payment.frame().locator("input").first()).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(guest.payment.frame().locator("input").first()).toBeFocused();
    await guest.payment.enter(CARDS.good, "S Ni Bhriain");
    // what cannot be kept is told beside the form, raises no popup, and can be sent again
    await page.route("**/add-guarantee**", (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await manage.button("lbl_save").click();
    await expect(page.getByRole("alert")).toContainText(say("lbl_card_not_saved"));
    await expect(page.getByRole("dialog").or(page.getByRole("alertdialog"))).toHaveCount(0);
    await manage.button("lbl_save").click();
    await expect(page).toHaveURL(ADDRESS);
    const cards = manage.part("lbl_payment_methods");
    await expect(cards).toContainText(say("lbl_card_ending").replace("{digits}", "4242"));
    await expect(cards).toContainText(say("lbl_primary"));
  });
});

test("what cancelling costs is told before it is done, and a new look-up shows it [MANAGE-09, MANAGE-13, MANAGE-21, MANAGE-22, MANAGE-23, MANAGE-24, MANAGE-32]", async ({
  page,
  say,
  another,
}) => {
  const manage = new ManageScreens(page, say);
  const number = await found(manage, another(HARB));
  await expect(manage.part("lbl_if_you_cancel")).toContainText("$0.00");
  await manage.button("lbl_cancel_reservation").click();
  await expect(page).toHaveURL(/#\/cancel-reservation/);
  await expect(page.getByText(say("lbl_cancel_warning"))).toBeVisible();
  await expect(page.getByText("$0.00").first()).toBeVisible();
  await manage.button("lbl_go_back_to_reservation").click();
  await expect(page).toHaveURL(ADDRESS);
  await manage.button("lbl_cancel_reservation").click();
  await expect(page).toHaveURL(/#\/cancel-reservation/);
  await manage.button("lbl_cancel_reservation").click();
  await expect(page.getByRole("main").getByText(say("lbl_cancel_done"))).toBeVisible();
  await expect(page).toHaveURL(/#\/search-reservation$/);

  await manage.find(number, SIOBHAN_SENT.last_name);
  await expect(page.getByText("CANCELLED", { exact: true })).toBeVisible();
  for (const key of ["lbl_cancel_reservation", "lbl_edit_details", "lbl_change_payment_method"]) {
    await expect(manage.button(key)).toHaveCount(0);
  }
});

test("from the confirmation to the reservation, whose deposit comes back with it [CONF-04, MANAGE-22, MANAGE-32] @desk", async ({
  page,
  guest,
  say,
}) => {
  const manage = new ManageScreens(page, say);
  await guest.toPayment(HARB, STAY, "Classic Queen", "Flexible with breakfast", SIOBHAN);
  await guest.pay(CARDS.good, "Siobhán Ní Bhriain");
  await guest.wizard.on("confirmation");
  const [number = ""] = await guest.confirmation.numbers();
  await page.getByRole("button", { name: say("lbl_view_reservation") }).click();
  await expect(page).toHaveURL(ADDRESS);
  await expect(page.getByText(number)).toBeVisible();
  await expect(manage.part("lbl_payment_methods")).toContainText("4242");
  const amount = (await manage.paid("lbl_paid").textContent()) ?? "";
  expect(amount).toMatch(/^\$[1-9]/);
  await expect(manage.part("lbl_if_you_cancel")).toContainText(say("lbl_comes_back").replace("{amount}", amount));
  await manage.button("lbl_cancel_reservation").click();
  await expect(page.locator(".costs dd").nth(1)).toHaveText(amount);
  await manage.button("lbl_cancel_reservation").click();
  await expect(page.getByRole("main").getByText(say("lbl_cancel_done"))).toBeVisible();

  // the way back tells it too, and so does a reload of it
  await page.goBack();
  await page.goBack();
  const cancelled = page.getByRole("heading", { level: 1, name: say("lbl_rooms_cancelled_one") });
  await expect(cancelled).toBeVisible();
  await expect(page.getByRole("region", { name: number })).toContainText(say("lbl_room_cancelled"));
  await page.reload();
  await expect(cancelled).toBeVisible();
  await page.getByRole("button", { name: say("lbl_book_another") }).click();
  await guest.wizard.on("search");
});

/** Three rooms of one booking, looked up by the first of their numbers. */
async function findThree(manage: ManageScreens, api: GuestApi): Promise<[string, string, string]> {
  const [one = "", two = "", three = ""] = await api.bookRooms(STAY, ROOM, SIOBHAN_SENT, 3);
  await manage.open(HARB);
  await manage.find(one, SIOBHAN_SENT.last_name);
  return [one, two, three];
}

test("rooms of one booking are seen together, and cancelled in one act [MANAGE-22, MANAGE-24, MANAGE-32]", async ({
  page,
  say,
  another,
}) => {
  const manage = new ManageScreens(page, say);
  const [one, two, three] = await findThree(manage, another(HARB));
  const rooms = manage.part("lbl_rooms_of_booking");
  await expect(rooms.getByRole("listitem")).toHaveCount(3);
  await rooms.getByRole("listitem").filter({ hasText: two }).getByRole("button").click();
  await expect(page.getByText(`${say("lbl_confirmation_number")} ${two}`)).toBeVisible();
  const shown = page.getByRole("heading", { name: "Classic Queen", level: 2 });
  await expect(shown).toBeFocused();
  await expect(shown).toBeInViewport();
  await manage.button("lbl_cancel_reservation").click();
  await expect(manage.heading("lbl_cancel_reservation")).toBeVisible();
  const box = (number: string) => page.getByRole("checkbox", { name: new RegExp(number) });
  await expect(box(two)).toBeChecked();
  await expect(box(one)).not.toBeChecked();
  await box(three).check();
  await expect(page.locator(".costs li")).toHaveCount(2);
  await box(two).uncheck();
  await box(three).uncheck();
  await expect(manage.button("lbl_cancel_reservation")).toHaveAttribute("aria-disabled", "true");
  await box(two).check();
  await box(three).check();
  await manage.button("lbl_cancel_rooms").click();
  await expect(page.getByRole("main").getByText(say("lbl_cancel_done"))).toBeVisible();
  await manage.find(one, SIOBHAN_SENT.last_name);
  await expect(rooms.getByText("CANCELLED", { exact: true })).toHaveCount(2);
  await expect(page.getByText(say("lbl_status_confirmed"), { exact: true })).toBeVisible();
});

test("a card and a guest's details are for the rooms of a booking that are ticked [CARD-08, MANAGE-18, MANAGE-27] @desk", async ({
  page,
  guest,
  say,
  another,
}) => {
  const manage = new ManageScreens(page, say);
  const [, two, three] = await findThree(manage, another(HARB));
  const box = (number: string) => page.getByRole("checkbox", { name: new RegExp(number) });
  const named = (number: number) => say("lbl_room_named", { number, room: "Classic Queen" });
  const told = (text: string) => page.getByRole("main").getByText(text);

  await manage.part("lbl_guest_details").getByRole("button", { name: say("lbl_edit_details") }).click();
  await expect(page.getByText(say("lbl_room_of_booking", { number: 1, rooms: 3, room: "Classic Queen" }))).toBeVisible();
  await expect(box(two)).toBeChecked();
  await box(two).uncheck();
  await guest.details.field("lbl_first_name").fill("Orla");
  await manage.button("lbl_save").click();
  await expect(told(say("lbl_saved_for", { rooms: [1, 3].map(named).join(", ") }))).toBeVisible();

  await manage.button("lbl_change_payment_method").click();
  await expect(box(two)).toBeChecked();
  await box(three).uncheck();
  await guest.payment.enter(CARDS.good, "S Ni Bhriain");
  await manage.button("lbl_save").click();
  await expect(told(say("lbl_saved_for", { rooms: [1, 2].map(named).join(", ") }))).toBeVisible();

  const rooms = manage.part("lbl_rooms_of_booking");
  for (const [number, name, card] of [
    [two, SIOBHAN.first_name, "4242"],
    [three, "Orla", say("lbl_no_card_yet")],
  ] as const) {
    await rooms.getByRole("listitem").filter({ hasText: number }).getByRole("button").click();
    await expect(page.getByText(`${say("lbl_confirmation_number")} ${number}`)).toBeVisible();
    await expect(manage.part("lbl_guest_details")).toContainText(name);
    await expect(manage.part("lbl_payment_methods")).toContainText(card);
  }
});
