// A guest manages a booking alone: finds it, changes their details, changes the card, cancels.
import { expect, test } from "../fixtures.ts";
import { GuestApi } from "../guest-api.ts";
import { address, HARB, STAY } from "../hotels.ts";
import { ManageScreens } from "../pages/manage.ts";
import { CARDS, SIOBHAN } from "../people.ts";

const GUEST = {
  first_name: SIOBHAN.first_name,
  last_name: SIOBHAN.last_name,
  email: SIOBHAN.email,
  phone: "+12075550142",
  street: SIOBHAN.street,
  city: "Portland",
  zip_code: "04101",
  state: "ME",
  country: "US",
};
const ROOM = { room: "CLASSIC_QUEEN", rate: "FLEX", guarantee: "HOLD_18" };
// a look-up that finds nothing, a card that is declined: the browser's console names every refusal
test.use({ expectedErrors: [/40[249]/] });
const ADDRESS = /#\/search-reservation-result/;

test.describe("at Harbour House", () => {
  test("the look-up opens when both are typed, and tells nothing of what was wrong [MANAGE-01, MANAGE-02, MANAGE-03, MANAGE-04, MANAGE-05, MANAGE-06, MANAGE-07, ROUTE-05, ROUTE-06]", async ({
    page,
    say,
    baseURL,
  }) => {
    const manage = new ManageScreens(page, say);
    const number = await new GuestApi(baseURL ?? "", HARB).book(STAY, ROOM, GUEST);
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

    await manage.open(HARB);
    await manage.button("lbl_back_to_booking").click();
    await expect(page).toHaveURL(/#\/booking\/search/);
  });

  test("the reservation as it stands, and no screen of it without a look-up [MANAGE-09, MANAGE-10, MANAGE-11, MANAGE-12, MANAGE-13, MANAGE-14, MANAGE-16, ROUTE-07]", async ({
    page,
    say,
    baseURL,
  }) => {
    const manage = new ManageScreens(page, say);
    const number = await new GuestApi(baseURL ?? "", HARB).book(STAY, ROOM, GUEST);
    // as of a booking that the hotel took without a telephone
    await page.route("**/manage-booking?*", async (route) => {
      const answer = await route.fetch();
      const found = await answer.json();
      found.reservation_details.primary_guest.phone = null;
      await route.fulfill({ response: answer, json: found });
    });
    for (const screen of ["search-reservation-result", "cancel-reservation", "guest-details", "add-payment"]) {
      await manage.open(HARB, screen);
      await expect(page).toHaveURL(/#\/search-reservation$/);
    }
    await manage.find(number, GUEST.last_name);
    await expect(page.getByText(say("lbl_status_confirmed"), { exact: true })).toBeVisible();
    await expect(page.getByText(number)).toBeVisible();
    const guest = manage.part("lbl_guest_details");
    for (const text of [`${GUEST.first_name} ${GUEST.last_name}`, GUEST.email, GUEST.street]) {
      await expect(guest).toContainText(text);
    }
    await expect(guest).toContainText(say("lbl_not_available_short"));
    const stay = manage.part("lbl_stay_details");
    for (const text of ["Classic Queen", "Dec 8", "Dec 11", "3 nights", "2 adults"]) {
      await expect(stay).toContainText(text);
    }
    await expect(manage.part("lbl_payment_methods")).toContainText(say("lbl_no_card"));
    await expect(manage.button("lbl_cancel_reservation")).toHaveCount(1);
  });

  test("the guest's details are written anew, and the look-up knows the new name [MANAGE-25, MANAGE-26, MANAGE-27, MANAGE-28, MANAGE-29]", async ({
    page,
    say,
    guest,
    baseURL,
  }) => {
    const manage = new ManageScreens(page, say);
    const number = await new GuestApi(baseURL ?? "", HARB).book(STAY, ROOM, GUEST);
    await manage.open(HARB);
    await manage.find(number, GUEST.last_name);
    await manage.part("lbl_guest_details").getByRole("button", { name: say("lbl_edit_details") }).click();
    await expect(manage.heading("lbl_modify_guest")).toBeVisible();
    const name = guest.details.field("lbl_last_name");
    await expect(name).toHaveValue(GUEST.last_name);
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
    await manage.find(number, GUEST.last_name);
    await expect(page.getByRole("alert")).toHaveText(say("lbl_no_reservation_found_message"));
    await manage.lastName().fill("byrne");
    await manage.button("lbl_search").click();
    await expect(page).toHaveURL(ADDRESS);
  });

  test("another card holds the room, and is shown by its last four [CARD-01, CARD-02, CARD-04, CARD-05, MANAGE-17, MANAGE-18]", async ({
    page,
    say,
    guest,
    baseURL,
  }) => {
    const manage = new ManageScreens(page, say);
    const number = await new GuestApi(baseURL ?? "", HARB).book(STAY, ROOM, GUEST);
    await manage.open(HARB);
    await manage.find(number, GUEST.last_name);
    await manage.button("lbl_change_payment_method").click();
    await expect(manage.heading("lbl_add_payment")).toBeVisible();
    for (const brand of ["American Express", "Visa", "Diners Club", "JCB", "Discover", "Mastercard"]) {
      await expect(page.getByText(brand)).toBeVisible();
    }
    await guest.payment.enter(CARDS.declined, "S Ni Bhriain");
    await manage.button("lbl_save").click();
    await expect(page.getByRole("alert")).toContainText(say("lbl_payment_failed"));
    await manage.button("lbl_add_payment_details").click();
    await guest.payment.enter(CARDS.good, "S Ni Bhriain");
    await manage.button("lbl_save").click();
    await expect(page).toHaveURL(ADDRESS);
    const cards = manage.part("lbl_payment_methods");
    await expect(cards).toContainText(say("lbl_card_ending").replace("{digits}", "4242"));
    await expect(cards).toContainText(say("lbl_primary"));
  });

  test.describe("a card that cannot be kept", () => {
    test.use({ expectedErrors: [/500/] });

    test("is told beside the form, raises no popup, and can be sent again [CARD-09]", async ({
      page,
      say,
      guest,
      baseURL,
    }) => {
      const manage = new ManageScreens(page, say);
      const number = await new GuestApi(baseURL ?? "", HARB).book(STAY, ROOM, GUEST);
      await manage.open(HARB);
      await manage.find(number, GUEST.last_name);
      await manage.button("lbl_change_payment_method").click();
      await guest.payment.enter(CARDS.good, "S Ni Bhriain");
      await page.route("**/add-guarantee**", (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
      await manage.button("lbl_save").click();
      await expect(page.getByRole("alert")).toContainText(say("lbl_card_not_saved"));
      await expect(page.getByRole("dialog").or(page.getByRole("alertdialog"))).toHaveCount(0);
      await manage.button("lbl_save").click();
      await expect(page).toHaveURL(ADDRESS);
    });
  });

  test("what cancelling costs is told before it is done, and a new look-up shows it [MANAGE-09, MANAGE-13, MANAGE-21, MANAGE-22, MANAGE-23, MANAGE-24, MANAGE-32]", async ({
    page,
    say,
    baseURL,
  }) => {
    const manage = new ManageScreens(page, say);
    const number = await new GuestApi(baseURL ?? "", HARB).book(STAY, ROOM, GUEST);
    await manage.open(HARB);
    await manage.find(number, GUEST.last_name);
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

    await manage.find(number, GUEST.last_name);
    await expect(page.getByText("CANCELLED", { exact: true })).toBeVisible();
    for (const key of ["lbl_cancel_reservation", "lbl_edit_details", "lbl_change_payment_method"]) {
      await expect(manage.button(key)).toHaveCount(0);
    }
  });
});

test("what the server refuses is told where it happens [MANAGE-30, ERR-06]", async ({
  page,
  say,
  baseURL,
}) => {
  const manage = new ManageScreens(page, say);
  const number = await new GuestApi(baseURL ?? "", HARB).book(STAY, ROOM, GUEST);
  await manage.open(HARB);
  await manage.find(number, GUEST.last_name);
  const message = "The hotel's own words.";
  await page.route("**/cancel-booking/consent?*", (route) =>
    route.fulfill({ status: 409, contentType: "application/problem+json", body: JSON.stringify({ status: 409, message }) }),
  );
  await manage.button("lbl_cancel_reservation").click();
  await expect(page.getByRole("alert")).toHaveText(`${say("lbl_error")}${message}`);
  await expect(page).toHaveURL(ADDRESS);
  await page.unrouteAll();
  await manage.button("lbl_cancel_reservation").click();
  await expect(page).toHaveURL(/#\/cancel-reservation/);
});

test("from the confirmation the guest sees the reservation's details [CONF-04]", async ({ page, guest, say }) => {
  await guest.toPayment(HARB, STAY, "Classic Queen", "Flexible", SIOBHAN);
  await guest.pay(CARDS.good, "Siobhán Ní Bhriain");
  await guest.wizard.on("confirmation");
  const [number = ""] = await guest.confirmation.numbers();
  await page.getByRole("button", { name: say("lbl_view_reservation") }).click();
  await expect(page).toHaveURL(ADDRESS);
  await expect(page.getByText(number)).toBeVisible();
  await expect(new ManageScreens(page, say).part("lbl_payment_methods")).toContainText("4242");
});

test("a deposit comes back with a cancellation that is free [MANAGE-22, MANAGE-32]", async ({ page, guest, say }) => {
  const manage = new ManageScreens(page, say);
  await guest.toPayment(HARB, STAY, "Classic Queen", "Flexible with breakfast", SIOBHAN);
  await guest.pay(CARDS.good, "Siobhán Ní Bhriain");
  await guest.wizard.on("confirmation");
  await page.getByRole("button", { name: say("lbl_view_reservation") }).click();
  const paid = manage.part("lbl_stay_details").locator(".paid bdi");
  const amount = (await paid.textContent()) ?? "";
  expect(amount).toMatch(/^\$[1-9]/);
  await expect(manage.part("lbl_if_you_cancel")).toContainText(say("lbl_comes_back").replace("{amount}", amount));
  await manage.button("lbl_cancel_reservation").click();
  await expect(page.locator(".costs dd").nth(1)).toHaveText(amount);
  await manage.button("lbl_cancel_reservation").click();
  await expect(page.getByRole("main").getByText(say("lbl_cancel_done"))).toBeVisible();
});

test("rooms of one booking are seen together, and cancelled in one act [MANAGE-22, MANAGE-24, MANAGE-32]", async ({
  page,
  say,
  baseURL,
}) => {
  const manage = new ManageScreens(page, say);
  const [one = "", two = "", three = ""] = await new GuestApi(baseURL ?? "", HARB).bookRooms(STAY, ROOM, GUEST, 3);
  await manage.open(HARB);
  await manage.find(one, GUEST.last_name);
  const rooms = manage.part("lbl_rooms_of_booking");
  await expect(rooms.getByRole("listitem")).toHaveCount(3);
  await rooms.getByRole("listitem").filter({ hasText: two }).getByRole("button").click();
  await expect(page.getByText(`${say("lbl_confirmation_number")} ${two}`)).toBeVisible();
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
  await manage.find(one, GUEST.last_name);
  await expect(rooms.getByText("CANCELLED", { exact: true })).toHaveCount(2);
  await expect(page.getByText(say("lbl_status_confirmed"), { exact: true })).toBeVisible();
  // what is cancelled has no screens of changes
  for (const screen of ["cancel-reservation", "guest-details", "add-payment"]) {
    await rooms.getByRole("listitem").filter({ hasText: two }).getByRole("button").click();
    await expect(manage.heading("lbl_your_reservation")).toBeVisible();
    await page.goto(address(HARB, screen));
    await expect(page).toHaveURL(ADDRESS);
    await manage.open(HARB);
    await manage.find(one, GUEST.last_name);
  }
});

test("what cancelling costs is agreed to anew when a deadline passes meanwhile [MANAGE-22]", async ({
  page,
  say,
  baseURL,
}) => {
  const manage = new ManageScreens(page, say);
  const number = await new GuestApi(baseURL ?? "", HARB).book(STAY, ROOM, GUEST);
  await manage.open(HARB);
  await manage.find(number, GUEST.last_name);
  await manage.button("lbl_cancel_reservation").click();
  const kept = page.locator(".costs dd").first();
  await expect(kept).toHaveText("$0.00");
  // as the server answers after the deadline
  const sent: unknown[] = [];
  await page.route("**/cancel-booking?*", async (route) => {
    sent.push(route.request().postDataJSON());
    const amount = (amount: number) => ({ amount, currency: "USD" });
    const room = { conf_num: number, penalty: amount(120), refund: amount(0), points: 0 };
    const consent = { ...room, allowed: true, free_until: null, message: "", rooms: [room] };
    const body = { status: 409, code: "CANCELLATION_CHANGED", label: "lbl_cancellation_changed", message: "", consent };
    await route.fulfill({ status: 409, contentType: "application/problem+json", body: JSON.stringify(body) });
  });
  await manage.button("lbl_cancel_reservation").click();
  await expect(page.getByRole("alert")).toHaveText(say("lbl_cancellation_changed"));
  await expect(kept).toHaveText("$120.00");
  await expect(page).toHaveURL(/#\/cancel-reservation/);
  await manage.button("lbl_cancel_reservation").click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent).toMatchObject([
    { conf_nums: [number], expected_penalty: 0, expected_refund: 0 },
    { conf_nums: [number], expected_penalty: 120, expected_refund: 0 },
  ]);
});

test("address rules that cannot be had are told on the form, which still serves [MANAGE-30, GUEST-31]", async ({
  page,
  say,
  guest,
  baseURL,
}) => {
  const manage = new ManageScreens(page, say);
  const number = await new GuestApi(baseURL ?? "", HARB).book(STAY, ROOM, GUEST);
  await page.route("**/address-rules*", (route) => route.fulfill({ status: 404 }));
  await manage.open(HARB);
  await manage.find(number, GUEST.last_name);
  await manage.part("lbl_guest_details").getByRole("button", { name: say("lbl_edit_details") }).click();
  await expect(guest.details.field("lbl_last_name")).toBeVisible();
  await expect(page.getByRole("alert")).toContainText(say("lbl_something_went_wrong"));
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
