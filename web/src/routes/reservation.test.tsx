/** A stay as it stands, and which of its screens it has. */

import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { clearFailure } from "../api";
import { refusal } from "../api/mock/refusal";
import { hotelNow } from "../booking/clock";
import { paymentLink } from "../booking/confirmation/test-room";
import { navigate } from "./address";
import { countryRules } from "./test-sides";
import { booked, calls, change, found, openStay } from "./test-stay";

afterEach(() => {
  vi.restoreAllMocks();
  clearFailure();
});

const RESULT = "/search-reservation-result";
const CHANGES = ["/cancel-reservation", "/guest-details", "/add-payment"];
const part = (name: string) => screen.findByRole("region", { name });
const buttons = (name: RegExp) => screen.queryAllByRole("button", { name });
const CHANGE = /^(Cancel reservation|Edit details.*|Change payment method)$/;

// clause: MANAGE-10, MANAGE-11, MANAGE-12, MANAGE-13, MANAGE-14
test("the reservation as it stands", async () => {
  const { primary_guest } = found().reservation_details;
  // as of a booking that the hotel took without a telephone
  openStay(RESULT, undefined, () => found({ primary_guest: { ...primary_guest, phone: null } }));
  const guest = await part("Guest details");
  for (const text of ["Siobhán Ní Bhriain", "siobhan@guest.example", "NA"]) {
    expect(guest.textContent).toContain(text);
  }
  expect(await within(guest).findByText("14 Quay Street")).toBeTruthy();
  expect(within(guest).getByRole("button", { name: /^Edit details.*Guest details$/ })).toBeTruthy();
  const stay = await part("Stay details");
  for (const text of ["Classic Queen", "Dec 11", "Dec 14", "3 nights", "2 adults", "$600.00"]) {
    expect(stay.textContent).toContain(text);
  }
  expect((await part("Payment methods")).textContent).toContain(
    "No card is kept for this stay. You can add one.",
  );
  expect(screen.getByText("Confirmed")).toBeTruthy();
  expect(screen.getByText("1STAY")).toBeTruthy();
});

// clause: MANAGE-10
test("the guest's address is set as their country writes it", async () => {
  const { primary_guest } = found().reservation_details;
  const at = { ...primary_guest, city: "Portland", state: "ME", zip_code: "04101", country: "US" };
  openStay(RESULT, undefined, () => found({ primary_guest: at }));
  const guest = await part("Guest details");
  const line = await within(guest).findByText("Portland, Maine 04101");
  expect(line.closest("dd")?.textContent).toBe("14 Quay StreetPortland, Maine 04101United States");
});

test("the guest's address keeps its place until the rules of its country are there", async () => {
  let answer: (rules: object) => void = () => undefined;
  const held = new Promise<object>((resolve) => {
    answer = resolve;
  });
  openStay(RESULT, (_method, path) =>
    path.endsWith("/address-rules") ? held.then((body) => ({ status: 200, body })) : undefined,
  );
  const guest = await part("Guest details");
  const lines = () => within(guest).getByText("Address").nextElementSibling?.children.length;
  expect(lines()).toBe(3);
  expect(guest.textContent).not.toContain("Galway");
  answer(countryRules({ country_code: "IE" }));
  await within(guest).findByText("Galway");
  expect(lines()).toBe(3);
});

// clause: MANAGE-10
test("a city that is its country stands on a line of its own", async () => {
  const fault = vi.spyOn(console, "error");
  const { primary_guest } = found().reservation_details;
  const at = { ...primary_guest, street: "", city: "Singapore", country: "SG" };
  openStay(RESULT, undefined, () => found({ primary_guest: at }));
  const guest = await part("Guest details");
  expect(await within(guest).findAllByText("Singapore")).toHaveLength(2);
  expect(fault).not.toHaveBeenCalled();
});

// clause: MANAGE-09, MANAGE-12, MANAGE-13, MANAGE-15, MANAGE-18, MANAGE-19
test("a stay that is not confirmed is shown as it is, and has nothing to change", async () => {
  openStay(RESULT, undefined, () =>
    found({ status: "CHECKED_IN" }, { stay_modification_allowed: false, stay_fixed: "STATUS" }),
  );
  expect(await screen.findByText("CHECKED_IN")).toBeTruthy();
  expect(await part("Stay details")).toBeTruthy();
  expect(buttons(CHANGE)).toEqual([]);
});

// clause: MANAGE-16
test("a stay that a company stands for shows no cards", async () => {
  openStay(RESULT, undefined, () => found({ guaranteed_type: "LDB" }));
  expect(await part("Stay details")).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Payment methods" })).toBeNull();
});

test("in another language the names of what is booked are read anew, and nothing goes meanwhile", async () => {
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const named = (chosen: string) => found({ rate_code_name: chosen });
  openStay(
    RESULT,
    (_method, path) => {
      const spoken = calls("GET", "/manage-booking").at(-1)?.url.searchParams.get("language_code");
      return path === "/manage-booking" && spoken === "ar_AE"
        ? held.then(() => ({ status: 200, body: named("مرن") }))
        : undefined;
    },
    () => named("Flexible"),
  );
  const stay = await part("Stay details");
  await userEvent.click(screen.getByRole("button", { name: /Language: English/ }));
  await userEvent.type(await screen.findByRole("combobox", { name: "Language" }), "العر{Enter}");
  await waitFor(() => expect(document.documentElement.dir).toBe("rtl"));
  expect(stay.textContent).toContain("Flexible");
  answer();
  await waitFor(() => expect(stay.textContent).toContain("مرن"));
  expect(stay.isConnected).toBe(true);
  // biome-ignore lint/suspicious/noDocumentCookie: what a guest leaves behind for the next test
  document.cookie = "hk_language=; max-age=0; path=/";
});

// clause: MANAGE-22
test("until when a stay can be cancelled here is said, also where its cost is the same at any time", async () => {
  openStay(RESULT);
  const costs = within(await part("If you cancel"));
  expect(costs.getByText("At any time", { exact: false })).toBeTruthy();
  expect(
    costs.getByText("It can be cancelled here until the end of your day of arrival, Fri, December 11."),
  ).toBeTruthy();
});

test("what was added to the stay is named with its days", async () => {
  const sail = { id: "SAIL", name: "An hour under sail", quantity: 2, amount: 90 };
  const chosen_addons = ["2026-12-11", "2026-12-13"].map((date) => ({ ...sail, date }));
  const cancellation_periods = [{ from: null, until: null, current: true, penalty: 196, kept: 0, refund: 0 }];
  openStay(RESULT, undefined, () => found({ chosen_addons, cancellation_periods }));
  const list = within(await part("Stay details")).getByRole("list", { name: "Added to the room" });
  expect(list.textContent).toBe("An hour under sail × 2 · Fri, Dec 11 · Sun, Dec 13");
  expect((await part("If you cancel")).textContent).toContain("Add-ons cost nothing if you cancel.");
});

// clause: MANAGE-14, PAY-11
test("a stay that a company pays says so, with what it comes with", async () => {
  const company = { id: "ACME", name: "Acme" };
  openStay(RESULT, undefined, () =>
    found({ company, mop: "COMPANY", package_id: "SHORE", package_name: "Evening on the shore" }),
  );
  const card = await part("Stay details");
  expect(card.textContent).toContain("Evening on the shore · Flexible · Acme");
  expect(within(card).getByText("Acme pays")).toBeTruthy();
  expect(within(await part("If you cancel")).getByText("Acme pays")).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Payment methods" })).toBeNull();
  cleanup();
  const cancellation = {
    at: "2026-12-02T09:00:00-05:00",
    by: "GUEST",
    penalty: 200,
    kept: 0,
    refund: 0,
    refund_to: [],
    refund_once_paid: 0,
    points: 0,
  };
  openStay(RESULT, undefined, () => found({ company, mop: "COMPANY", status: "CANCELLED", cancellation }));
  const came = await part("Cancelled on Wed, Dec 2, 2026");
  expect(within(came).getByText("Acme pays").nextElementSibling?.textContent).toBe("$200.00");
});

// clause: MANAGE-32
test("another room of the booking that is shown has the focus, and its name is read", async () => {
  const room = (conf_num: string, room_type_name: string) =>
    booked({ conf_num, request_token: conf_num, room_type_name });
  const rooms = [room("1STAY", "Classic Queen"), room("2STAY", "Deluxe King")];
  const king = { id: "DELUXE_KING", code: "DELUXE_KING", name: "Deluxe King", cover_photo: null };
  let stay = found({}, { rooms });
  openStay(RESULT, undefined, () => stay);
  await part("Rooms of this booking");
  expect(document.activeElement?.tagName).toBe("MAIN");
  stay = found({ room_type: king }, { rooms, conf_num: "2STAY" });
  await userEvent.click(screen.getByRole("button", { name: "Show this room" }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Deluxe King"));
  expect(document.activeElement?.tagName).toBe("H2");
});

test("another room that comes late leaves the focus to who has gone on meanwhile", async () => {
  const rooms = ["1STAY", "2STAY"].map((conf_num) => booked({ conf_num, request_token: conf_num }));
  const other = found({}, { rooms, conf_num: "2STAY" });
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  openStay(
    RESULT,
    (_method, path, query) =>
      path === "/manage-booking" && query.get("request_id") === "2STAY"
        ? held.then(() => ({ status: 200, body: other }))
        : undefined,
    () => found({}, { rooms }),
  );
  await part("Rooms of this booking");
  await userEvent.click(screen.getByRole("button", { name: "Show this room" }));
  const letter = screen.getByRole("link", { name: "Confirmation letter" });
  act(() => letter.focus());
  answer();
  await waitFor(() => expect(screen.getByText(/^Confirmation number/).textContent).toContain("2STAY"));
  expect(document.activeElement).toBe(letter);
});

test("a room that was cancelled before its booking is paid says what comes back once it is", async () => {
  const at = "2026-12-02T09:00:00-05:00";
  const cancellation = {
    at,
    by: "GUEST",
    penalty: 0,
    kept: 0,
    refund: 0,
    refund_to: [],
    refund_once_paid: 273.64,
    points: 0,
  };
  openStay(RESULT, undefined, () => found({ status: "CANCELLED", cancellation }));
  const back = within(await part("Cancelled on Wed, Dec 2, 2026")).getByText(
    "You get back once the booking is paid",
  );
  expect(back.nextElementSibling?.textContent).toBe("$273.64");
});

test.each([
  ["2026-11-21", true],
  ["2026-11-20", false],
])("what can be had beside a stay that ends on %s is offered: %s", async (check_out_date, offered) => {
  openStay(RESULT, undefined, () => found({ check_in_date: "2026-11-18", check_out_date }));
  await screen.findByText("Confirmed");
  expect(screen.queryAllByRole("button", { name: /^Add an activity/ })).toHaveLength(offered ? 1 : 0);
});

// clause: PAY-15, PAY-16
test("a stay that waits for its link is no confirmed one, and is paid here", async () => {
  const expires_at = new Date(Date.now() + 600_000).toISOString();
  const payment_link = paymentLink({ amount: 600, expires_at, number_of_rooms: 2, others_stand: true });
  const public_link = "https://pay.example/1.b.1.s";
  const waits = { stay_fixed: "PAYMENT", stay_modification_allowed: false, public_link, payment_link };
  let paid = false;
  openStay(
    RESULT,
    (_method, path) => {
      if (!path.endsWith("/status")) return undefined;
      paid = true;
      return { status: 200, body: { status: "EXECUTED", expires_at } };
    },
    () => (paid ? found() : found({}, waits)),
  );
  expect(await screen.findByText("Waiting for payment")).toBeTruthy();
  expect(screen.queryByText("Confirmed")).toBeNull();
  const more = () => screen.queryByRole("button", { name: /^Add an activity/ });
  expect(more(), "it may be given back").toBeNull();
  expect(screen.getByText(/What is not paid here is booked already/)).toBeTruthy();
  expect(screen.getByText(/The payment is for 2 rooms\./)).toBeTruthy();
  const open = vi
    .spyOn(window, "open")
    .mockReturnValue({ focus: () => undefined, close: () => undefined } as Window);
  fireEvent.click(screen.getByRole("button", { name: /^Pay \$600\.00 now/ }));
  expect(open.mock.calls[0]?.[0]).toBe(public_link);
  expect(await screen.findByText("Confirmed")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Pay / })).toBeNull();
  expect(more()).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 })));
  open.mockRestore();
});

test("whoever comes back reads the reservation as it is by now", async () => {
  const expires_at = new Date(Date.now() + 600_000).toISOString();
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const waits = (comes_back: number) => ({
    stay_fixed: "PAYMENT",
    stay_modification_allowed: false,
    payment_link: paymentLink({ amount: 600, expires_at, number_of_rooms: 2, comes_back }),
    public_link: "https://pay.example/1.b.1.s",
  });
  let now = found({}, waits(0));
  let down = false;
  openStay(
    RESULT,
    (_method, path) => {
      if (path.endsWith("/status")) return { status: 200, body: { status: "PENDING", expires_at } };
      return down && path === "/manage-booking" ? { status: 503, body: {} } : undefined;
    },
    () => now,
  );
  // who comes back before the page listens, or while it still reads, comes back once more
  const comesBack = (expected: () => void) =>
    waitFor(() => {
      window.dispatchEvent(new Event("focus"));
      expected();
    });
  await screen.findByText(/The payment is for 2 rooms\./);
  // the other room was cancelled in another tab
  now = found({}, waits(273.64));
  const cancelled = /\$273\.64 of it is for what was cancelled/;
  await comesBack(() => expect(screen.getByText(cancelled)).toBeTruthy());
  down = true;
  await comesBack(() =>
    expect(warn.mock.calls.map(([said]) => said)).toContain("the reservation could not be read again"),
  );
  expect(screen.getByText(cancelled), "as it was").toBeTruthy();
  down = false;
  now = found();
  await comesBack(() => expect(screen.getByText("Confirmed")).toBeTruthy());
  // the hotel has begun it meanwhile
  act(() => screen.getAllByRole("button", { name: "Cancel reservation" })[0]?.focus());
  now = found({ status: "CHECKED_IN" }, { stay_modification_allowed: false, stay_fixed: "STATUS" });
  await comesBack(() => expect(screen.getByText("CHECKED_IN")).toBeTruthy());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 })));
});

// clause: MANAGE-30
test.each([
  ["Cancel reservation", "/cancel-booking/consent", "NOT_CANCELLABLE", "can no longer be cancelled"],
  [/^Edit details.*Stay details$/, "/new-batch-booking", "NOT_CHANGEABLE", "can no longer be changed"],
] as const)(
  "%s that the server refuses says why, also where the stay is begun by then",
  async (name, refused, code, words) => {
    let [pressed, begun] = [false, false];
    openStay(
      RESULT,
      (_method, path) => {
        if (!pressed || !path.endsWith(refused)) return undefined;
        begun = true;
        return refusal(code);
      },
      () => found(begun ? { status: "CHECKED_IN" } : {}),
    );
    const of = name !== "Cancel reservation" ? within(await part("Stay details")) : within(document.body);
    pressed = true;
    fireEvent.click((await of.findAllByRole("button", { name }))[0] as HTMLElement);
    expect(await screen.findByText("CHECKED_IN")).toBeTruthy();
    expect((await screen.findByRole("alert")).textContent).toContain(words);
  },
);

// clause: MANAGE-30
test("why one room cannot be cancelled is not said of another that is shown by then", async () => {
  const rooms = ["1STAY", "2STAY"].map((conf_num) => booked({ conf_num, request_token: conf_num }));
  let stay = found({}, { rooms });
  openStay(
    RESULT,
    (_method, path) => (path.endsWith("/cancel-booking/consent") ? { status: 503, body: {} } : undefined),
    () => stay,
  );
  await part("Rooms of this booking");
  fireEvent.click(screen.getAllByRole("button", { name: "Cancel reservation" })[0] as HTMLElement);
  await screen.findByRole("alert");
  stay = found({}, { rooms, conf_num: "2STAY" });
  await userEvent.click(screen.getByRole("button", { name: "Show this room" }));
  await waitFor(() => expect(screen.getByText(/^Confirmation number/).textContent).toContain("2STAY"));
  expect(screen.queryByRole("alert")).toBeNull();
});

// clause: MANAGE-15
test.each([
  ["BEGUN", "Your day of arrival is over"],
  ["POINTS", "is paid with points"],
  ["FINAL", "costs what its rooms cost or more"],
  ["CURRENCY", "agreed in another currency"],
  ["PAYMENT", "still to be paid through its payment link"],
])("a stay that cannot be changed for %s says why", async (stay_fixed, words) => {
  openStay(RESULT, undefined, () => found({}, { stay_fixed, stay_modification_allowed: false }));
  expect((await part("Stay details")).textContent).toContain(words);
  expect(within(await part("Stay details")).queryByRole("button")).toBeNull();
  // until when cancelling costs nothing
  const unpaid = screen.queryByText(/As long as the booking is not paid/);
  expect(unpaid !== null).toBe(stay_fixed === "PAYMENT");
});

// clause: EDIT-05
test("what the hotel keeps for a change of the stay stands beside what was paid", async () => {
  const sums = { old_total: 600, new_total: 100, difference: -500, due_now: 0, due_later: 0, penalty: 50 };
  const refund_to = [
    { amount: 45, masked_card_number: "XXXXXXXXXXXX4444", card_brand: "MASTER" },
    { amount: 20, masked_card_number: "XXXXXXXXXXXX9995", card_brand: "OTHER" },
  ];
  const stay_change = { ...sums, paid: 200, asked_before: 20, refund: 70, refund_to, kept: 50 };
  const dues = { ...found().reservation_details.dues, due_at_hotel: 0 };
  openStay(RESULT, undefined, () =>
    found({ total_for_stay: 100, paid_amount: 130, dues: { ...dues, stay_change } }),
  );
  const lines = async () =>
    [...(await part("Stay details")).querySelectorAll(".whole")].map((line) =>
      [...line.children].map(({ textContent }) => textContent).join(": "),
    );
  expect(await lines()).toEqual([
    "Total for the stay: $100.00",
    "Already paid: $200.00",
    "Asked for by the hotel under your earlier terms: $20.00",
    "You get back (MASTER, ending 4444): $45.00",
    "You get back (card ending 9995): $20.00",
    "You get back: $5.00",
    "The hotel keeps for the change: $50.00",
    "Due at the hotel: $0.00",
  ]);
  cleanup();
  // once it is there it is not said to be on its way
  const refund = { amount: 70, masked_card_number: null, card_brand: null, status: "REFUNDED" };
  openStay(RESULT, undefined, () =>
    found({ total_for_stay: 100, paid_amount: 130, refunds: [refund], dues: { ...dues, stay_change } }),
  );
  expect((await lines()).slice(3, 6)).toEqual([
    "Went back to you (MASTER, ending 4444): $45.00",
    "Went back to you (card ending 9995): $20.00",
    "Went back to you: $5.00",
  ]);
  cleanup();
  const later_deposits = [
    { date: "2026-12-04", amount: 150 },
    { date: "2026-12-08", amount: 50 },
  ];
  const deposit = {
    ...dues,
    due_now: 150,
    charged_now: 150,
    due_later: 200,
    later_deposits,
    due_at_hotel: 250,
  };
  openStay(RESULT, undefined, () => found({ paid_amount: 150, dues: deposit }));
  const agreed = [
    "Total for the stay: $600.00",
    "Paid: $150.00",
    "Due on Dec 04, 2026: $150.00",
    "Due on Dec 08, 2026: $50.00",
    "Due at the hotel: $250.00",
  ];
  expect(await lines()).toEqual(agreed);
  cleanup();
  // paid by its link, or asked for by the hotel itself
  openStay(RESULT, undefined, () => found({ paid_amount: 150, dues: { ...deposit, charged_now: 0 } }));
  expect(await lines()).toEqual(agreed);
  cleanup();
  openStay(RESULT, undefined, () => found({ dues: { ...deposit, charged_now: 0 } }));
  expect(await lines()).toContain("Due now: the hotel will ask you for this amount: $150.00");
  cleanup();
  const cancelled = { status: "CANCELLED", paid_amount: 150, dues: deposit };
  openStay(RESULT, undefined, () => found(cancelled));
  expect(await lines()).toEqual(["Total for the stay: $600.00", "Paid: $150.00"]);
});

// clause: MANAGE-19
test("a stay that is too late to cancel here offers no cancelling and prices none", async () => {
  openStay(RESULT, undefined, () => found({}, { rooms: [booked({ cancellation_allowed: false })] }));
  const costs = await part("If you cancel");
  expect(costs.textContent).toContain("please talk to the hotel about cancelling");
  expect(costs.textContent).not.toContain("$");
  expect(screen.queryAllByRole("button", { name: "Cancel reservation" })).toEqual([]);
  cleanup();
  openStay(RESULT, undefined, () => found({}, { rooms: [booked()] }));
  expect((await part("If you cancel")).textContent).toContain("$0.00");
  expect(screen.getAllByRole("button", { name: "Cancel reservation" })).toHaveLength(2);
});

const came = {
  at: "2026-12-02T09:00:00-05:00",
  by: "GUEST",
  refund: 0,
  refund_to: [],
  refund_once_paid: 0,
  points: 0,
};
const said = async () => (await part("Cancelled on Wed, Dec 2, 2026")).textContent;

// clause: MANAGE-22
test("a cancelled stay says who cancelled it, and keeps nothing of what was never paid", async () => {
  const cancelled = (cancellation: object, paid_amount = 0) =>
    openStay(RESULT, undefined, () => found({ status: "CANCELLED", cancellation, paid_amount }));
  cancelled({ ...came, by: "PAYMENT", penalty: 0, kept: 0 });
  expect(await said()).toBe(
    "Cancelled on Wed, Dec 2, 2026This stay was not paid in time, so it was cancelled.",
  );
  cleanup();
  cancelled({ ...came, by: "HOTEL", penalty: 0, kept: 0, refund: 150 }, 150);
  expect(await said()).toContain("The hotel cancelled this stay.");
  cleanup();
  cancelled({ ...came, penalty: 200, kept: 0 });
  expect(await said()).toBe(
    "Cancelled on Wed, Dec 2, 2026Cost of cancelling: the hotel will ask you for this amount$200.00",
  );
  cleanup();
  cancelled({ ...came, penalty: 200, kept: 150 }, 150);
  expect(await said()).toBe(
    "Cancelled on Wed, Dec 2, 2026The hotel kept$150.00Rest of the cost of cancelling: the hotel will ask you for this amount$50.00Went back to you$0.00",
  );
});

// clause: ROUTE-07
test("without its hotel no screen of managing a booking is shown, and the popup says so", async () => {
  openStay(RESULT, (_, path) => (path === "/v4/properties/1" ? { status: 503, body: {} } : undefined));
  await screen.findByRole("heading", { name: "Oops! something went wrong" });
  expect(screen.getAllByRole("heading")).toHaveLength(1);
  expect(calls("GET", "/manage-booking")).toEqual([]);
});

// clause: ROUTE-16
test.each([RESULT, ...CHANGES])("%s is not shown without a look-up", async (path) => {
  openStay(path, undefined, null);
  expect(await screen.findByRole("heading", { name: "Find your reservation" })).toBeTruthy();
  await waitFor(() => expect(window.location.hash).toMatch(/^#\/search-reservation(\?|$)/));
});

// clause: MANAGE-19
test.each(CHANGES)("%s is not shown of a stay that is cancelled", async (path) => {
  openStay(path, undefined, () => found({ status: "CANCELLED" }));
  expect(await screen.findByRole("heading", { name: "Your reservation" })).toBeTruthy();
  await waitFor(() => expect(window.location.hash).toMatch(/^#\/search-reservation-result/));
  expect(buttons(CHANGE)).toEqual([]);
});

const lookUps = () => calls("GET", "/manage-booking");
/** The page's timers of exactly so long: what they do. */
const timers = (left: number) =>
  vi.mocked(setTimeout).mock.calls.flatMap(([run, after]) => (after === left ? [run] : []));

test("what cancelling costs now is read again when its time is over", async () => {
  vi.spyOn(globalThis, "setTimeout");
  const hour = 3_600_000;
  const deadline = new Date(Date.now() + hour).toISOString();
  openStay(RESULT, undefined, () => {
    const late = lookUps().length > 1;
    const cancellation_periods = [
      { from: null, until: deadline, penalty: 0, refund: 0, current: !late },
      { from: deadline, until: null, penalty: 120, refund: 0, current: late },
    ];
    return found({ cancellation_periods });
  });
  const costs = await part("If you cancel");
  const now = () => within(costs).getByText("Now.").closest("li")?.textContent;
  expect(now()).toContain("$0.00");
  await waitFor(() => expect(timers(hour)).not.toHaveLength(0));
  await act(async () => timers(hour).at(-1)?.());
  await waitFor(() => expect(now()).toContain("$120.00"));
  expect(lookUps()).toHaveLength(2);
});

test("a clock that is fast asks once for what cancelling costs", async () => {
  vi.spyOn(globalThis, "setTimeout");
  const until = new Date(Date.now() - 60_000).toISOString();
  openStay(RESULT, undefined, () => {
    const penalty = lookUps().length;
    return found({ cancellation_periods: [{ from: null, until, penalty, refund: 0, current: true }] });
  });
  await waitFor(async () => expect((await part("If you cancel")).textContent).toContain("$2.00"));
  expect(timers(-60_000)).toHaveLength(1);
});

const batches = () => calls("POST", "/new-batch-booking");
/** Into the wizard, from the stay. */
async function edit(begun = change) {
  let begins = false;
  openStay(RESULT, (method, path) => {
    if (!begins || method !== "POST" || !path.endsWith("/new-batch-booking")) return undefined;
    begins = false;
    return { status: 200, body: begun };
  });
  const button = within(await part("Stay details")).getByRole("button", { name: /^Edit details/ });
  const scrolled = vi.spyOn(window, "scrollTo");
  begins = true;
  await userEvent.click(button);
  await part("Your stay as booked");
  return scrolled;
}

test("the wizard that a reservation leads to has the focus, at its top", async () => {
  expect(await edit()).toHaveBeenCalled();
  expect(document.activeElement).toBe(screen.getByRole("main"));
});

test("a change takes the hotel's time from its own answer: the device's clock may be another since", async () => {
  const answered_at = "2026-12-10T17:30:00-05:00";
  await edit({ ...change, answered_at });
  expect(hotelNow()).toBe(Date.parse(answered_at));
});

// clause: MANAGE-05
test("the look-up's way back ends a change, and what is searched then is a new booking", async () => {
  await edit();
  const before = batches().length;
  await userEvent.click(screen.getByRole("button", { name: "Search Reservation" }));
  await userEvent.click(await screen.findByRole("button", { name: "Back to booking" }));
  await userEvent.click(await screen.findByRole("button", { name: "Search" }));
  await screen.findByRole("group", { name: "Deluxe King, Flexible" });
  expect(batches()).toHaveLength(before + 1);
  expect(screen.queryByRole("region", { name: "Your stay as booked" })).toBeNull();
  expect(screen.getByRole("button", { name: "Previous" })).toBeTruthy();
});

// clause: WIZ-07
test("Cancel of a change opens no other stay that was looked up since, though its own cannot be read", async () => {
  const stay = { ...change.existing_reservation, confirmation_no: "1STAY" };
  const guest = { last_name: "Ní Bhriain" };
  let begins = false;
  openStay(RESULT, (method, path, query) => {
    if (begins && method === "POST" && path.endsWith("/new-batch-booking")) {
      begins = false;
      return { status: 200, body: { ...change, guest, existing_reservation: stay } };
    }
    if (path !== "/manage-booking" || !query.has("conf_num")) return undefined;
    if (query.get("conf_num") === "1STAY") throw new TypeError("no answer");
    return { status: 200, body: found({}, { conf_num: "2STAY", request_token: "another" }) };
  });
  const button = within(await part("Stay details")).getByRole("button", { name: /^Edit details/ });
  begins = true;
  await userEvent.click(button);
  await part("Your stay as booked");
  await userEvent.click(screen.getByRole("button", { name: "Search Reservation" }));
  await userEvent.type(await screen.findByLabelText(/^Confirmation number/), "2STAY");
  await userEvent.type(screen.getByLabelText(/^Last name/), "Ní Bhriain");
  await userEvent.click(screen.getByRole("button", { name: "Search" }));
  await part("Stay details");
  act(() => navigate("/booking/select-rooms"));
  await part("Your stay as booked");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await screen.findByText(/The server did not answer/);
  expect(screen.getByRole("region", { name: "Your stay as booked" }).textContent).toContain("1STAY");
});

test("so has the search that the look-up leads back to", async () => {
  openStay("/search-reservation", undefined, null);
  await userEvent.click(await screen.findByRole("button", { name: "Back to booking" }));
  await waitFor(() => expect(window.location.hash).toMatch(/^#\/booking\/search/));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
});
