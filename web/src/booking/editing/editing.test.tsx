import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import {
  type AddressRules,
  ApiProblem,
  type ExistingReservation,
  type ResumedBatch,
  type StayChange,
} from "../../api";
import type { Answer } from "../../api/mock/handle";
import { property } from "../../api/mock/hotel";
import { availability } from "../../api/mock/offers";
import { refusal } from "../../api/mock/refusal";
import { conditionsOf } from "../agreed";
import ConfirmationStep from "../confirmation/ConfirmationStep";
import { FALLBACK_RULES } from "../information/fields";
import InformationStep from "../information/InformationStep";
import PaymentStep from "../payment/PaymentStep";
import { refusalOf } from "../payment/refusal";
import { recall } from "../persist";
import RoomsStep from "../rooms/RoomsStep";
import RanOut from "../search/RanOut";
import { makeSearch } from "../search-data";
import { type BookingState, bookingReducer, emptyBooking } from "../state";
import { chosen, nextButton, owing, renderStep, room } from "../test-step";
import { dealOf, editingState } from "./editing";

vi.mock("../../card/host", () => ({ CardHost: () => <input aria-label="the card frame" /> }));

beforeEach(() => {
  sessionStorage.clear();
  Element.prototype.scrollIntoView = vi.fn();
  window.scrollTo = vi.fn();
});

const stay: ExistingReservation = {
  confirmation_no: "1HKQ2M4X7TB",
  check_in_date: "2026-12-12",
  check_out_date: "2026-12-15",
  room_type_id: "DELUXE_KING",
  room_type_name: "Deluxe King",
  rate_code_id: "FLEX",
  rate_code_name: "Flexible",
  package_id: null,
  package_name: null,
  room_unit_number: null,
  number_of_adults: 2,
  number_of_children: 1,
  children_ages: [7],
  currency: "USD",
  total_amount: 600,
  paid_amount: 200,
  guarantee_type_id: "CC",
  payment_source: {
    custom_field_1: "XXXXXXXXXXXX4242",
    custom_field_2: "VISA",
    custom_field_4: "12/2029",
    primary: true,
  },
  discount: null,
  company: null,
  transportations: [],
  group_block: { id: null, group_name: null },
  mop: "GUEST",
  changed_elsewhere: false,
};
const change: StayChange = {
  old_total: 600,
  new_total: 750,
  difference: 150,
  paid: 200,
  due_now: 50,
  refund: 0,
  refund_to: [],
  due_later: 500,
  penalty: 0,
  kept: 0,
  asked_before: 0,
};

function editing(existing: Partial<ExistingReservation> = {}): Partial<BookingState> {
  const state = chosen([{ ...room(1), stay_change: change }]);
  const profile = state.profile && { ...state.profile, existing_reservation: { ...stay, ...existing } };
  const guest = { first_name: "Siobhán", last_name: "O'Shea" } as BookingState["guest"];
  return { ...state, profile: profile ?? null, guest };
}

// clause: EDIT-01, EDIT-02, SEARCH-33
test("the wizard begins with the stay as it is booked, its guest and its code", () => {
  const found = {
    batch_id: "b1",
    token: "secret",
    existing_reservation: stay,
    guest: { first_name: "Siobhán", last_name: "Ní Bhriain" },
  } as unknown as ResumedBatch;
  expect(editingState(found)).toMatchObject({
    batch: { batch_id: "b1", token: "secret" },
    search: {
      checkIn: "2026-12-12",
      checkOut: "2026-12-15",
      rooms: [{ persons: { adults: 2, children: 1, children_ages: [7] } }],
    },
    deal: null,
    guestDraft: { first_name: "Siobhán", booked_as: "Ní Bhriain" },
  });
  expect(editingState({ ...found, existing_reservation: null })).toBeNull();
  expect(dealOf({ ...stay, company: { id: "ACME", name: "Acme" }, mop: "COMPANY" })).toMatchObject({
    kind: "company",
    mop: "COMPANY",
  });
  expect(dealOf({ ...stay, discount: { id: "WINTER15", name: "Winter" } })).toMatchObject({ kind: "promo" });
  expect(dealOf({ ...stay, group_block: { id: "SKI", group_name: "Ski" } })).toMatchObject({ kind: "group" });
});

// clause: EDIT-05, TRANS-08
test("a change that is begun after a booking ran out has the rides of its stay, not those of the booking", () => {
  const rides = { 1: { PICK_UP: { start_date: "2026-12-12", time: "14:15", body: "EI 105" } } };
  const over = bookingReducer({ ...emptyBooking, rides, ranOut: "booking" }, { type: "START_OVER" });
  const found = { batch_id: "b1", token: "secret", existing_reservation: stay, guest: null };
  const state = editingState(found as unknown as ResumedBatch) ?? {};
  expect(bookingReducer(over, { type: "RESTORE", state }).rides).toEqual({});
});

// clause: EDIT-04
test("on a phone the stay as booked is folded beneath a banner with its number, and opens", async () => {
  const media = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal("matchMedia", () => media);
  renderStep("rooms", () => <RoomsStep />, { state: { ...editing(), selected: [] } });
  const info = within(screen.getByRole("region", { name: "Your stay as booked" }));
  const banner = info.getByRole("button");
  expect(banner.textContent).toBe("Modify details for #1HKQ2M4X7TB");
  expect(banner.getAttribute("aria-expanded")).toBe("false");
  expect(info.queryByRole("definition")).toBeNull();
  await userEvent.click(banner);
  expect(banner.getAttribute("aria-expanded")).toBe("true");
  expect(info.getAllByRole("definition").map(({ textContent }) => textContent)).toContain("Deluxe King");
  vi.unstubAllGlobals();
});

// clause: EDIT-03, WIZ-07, WIZ-22
test("above the rooms stands the stay as booked, and Cancel leads back to it", async () => {
  // the tab has looked up another one since
  sessionStorage.setItem("portico.reservation.1", "another");
  const found = { conf_num: "1HKQ2M4X7TB", request_token: "anew" };
  const page = renderStep("rooms", () => <RoomsStep />, {
    state: editing(),
    answer: (_method, path, { searchParams }) =>
      path.endsWith("/manage-booking") && searchParams.get("conf_num") === found.conf_num
        ? { status: 200, body: found }
        : undefined,
  });
  const info = await screen.findByRole("region", { name: "Your stay as booked" });
  for (const text of ["1HKQ2M4X7TB", "Deluxe King", "Flexible", "2", "1"]) {
    expect(within(info).getAllByText(text, { exact: false }).length).toBeGreaterThan(0);
  }
  expect(screen.queryByRole("button", { name: "Previous" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(page.went()).toBe("/search-reservation-result"));
  expect(sessionStorage.getItem("portico.reservation.1")).toBe("anew");
  expect(page.calls().some((call) => call.startsWith("DELETE") && call.endsWith("/set-rate"))).toBe(true);
  expect(page.state().profile?.existing_reservation).toBeNull();
});

const booked: Answer = { status: 200, body: [{ confirmation_no: "1HKQ2M4X7TB" }] };

const pay = (state: Partial<BookingState>, types: string[], commit: Answer = booked) =>
  renderStep("payment", PaymentStep, {
    state,
    answer: (_method, path) => {
      if (path.endsWith("available-guarantee-types")) {
        const instant = (id: string) => id === "PAY_NOW";
        const entry = (id: string) => ({
          id,
          code: id,
          name: `By ${id}`,
          description: "",
          due_now: 0,
          instant_booking: instant(id),
        });
        return { status: 200, body: { guarantee_types: types.map(entry) } };
      }
      return path.endsWith("/commit") ? commit : undefined;
    },
  });

test("the room and the rate that the guest has are marked among the others", async () => {
  const same = editing({ number_of_children: 0, children_ages: [] });
  renderStep("rooms", () => <RoomsStep />, { state: { ...same, selected: [] } });
  const had = await screen.findByRole("group", { name: "Deluxe King, Flexible" });
  expect(within(had).getByText("Your stay as booked")).toBeTruthy();
  expect(within(had.closest("article") as HTMLElement).getByText("Current room type")).toBeTruthy();
  expect(document.querySelectorAll(".rate .in")).toHaveLength(1);
  expect(screen.getAllByText("Current room type", { selector: ".tag" })).toHaveLength(1);
  cleanup();
  renderStep("rooms", () => <RoomsStep />, { state: { ...chosen([]), search: editing().search ?? null } });
  await screen.findByRole("group", { name: "Deluxe King, Flexible" });
  expect(screen.queryByText("Your stay as booked")).toBeNull();
  expect(screen.queryByText("Current room type")).toBeNull();
});

test.each<[string, Partial<ExistingReservation>, number[], string]>([
  ["nights and people", {}, [7], "Your stay as booked"],
  ["nights of other people", {}, [], "Current rate plan"],
  ["nights of a child of another age", { children_ages: [3] }, [7], "Current rate plan"],
  ["people on fewer nights", { check_out_date: "2026-12-14" }, [7], "Current rate plan"],
  ["people on other nights", { check_in_date: "2026-12-11" }, [7], "Current rate plan"],
])("at the rate of a stay with its own %s stands what it is", async (_, booked, children_ages, said) => {
  const people = { adults: 2, children: children_ages.length, children_ages };
  const search = makeSearch("2026-12-12", "2026-12-15", [people]);
  renderStep("rooms", () => <RoomsStep />, { state: { ...editing(booked), search, selected: [] } });
  const had = await screen.findByRole("group", { name: "Deluxe King, Flexible" });
  expect(within(had).getByText(said)).toBeTruthy();
});

// clause: PAY-05
test("the card on file goes on, and nothing else is sent", async () => {
  const page = pay(editing(), ["CC", "CASH"]);
  const existing = await screen.findByRole("radio", { name: /The card that holds your stay/ });
  expect((existing as HTMLInputElement).checked).toBe(true);
  // its guest has a number already
  expect(nextButton()?.textContent).toBe("Change and pay$50.00 now");
  expect(screen.getByText(/^You change your stay at /)).toBeTruthy();
  expect(screen.queryByText(/the moment we show/)).toBeNull();
  expect(screen.getAllByText("$50.00", { exact: false }).length).toBeGreaterThan(0);
  await userEvent.click(nextButton() as HTMLElement);
  expect(page.sent("/commit")).toMatchObject({
    sessions: [{ defined_guarantee_type_id: null, guarantee_details: null }],
  });
});

const details = { payment_type_id: "CC", custom_field_1: "XXXXXXXXXXXX1881", custom_field_5: "tok_0" };
const typed = { guarantee_type_id: "CC", details };

// clause: PAY-05, CONF-10
test.each([
  ["the card on file", null],
  ["another one", typed],
])("after %s was declined a card is picked, and none is in it", async (_, guarantee) => {
  const page = pay({ ...editing(), guarantee }, ["CASH", "CC"], refusal("CARD_DECLINED"));
  await screen.findByRole("radio", { name: /By CC/ });
  await userEvent.click(nextButton() as HTMLElement);
  await waitFor(() => expect(page.state().outcome?.refusal?.code).toBe("CARD_DECLINED"));
  const left = page.state().guarantee;
  cleanup();
  pay({ ...editing(), guarantee: left }, ["CASH", "CC"]);
  const card = await screen.findByRole<HTMLInputElement>("radio", { name: /By CC/ });
  expect(card.checked).toBe(true);
  expect(screen.getByLabelText("the card frame").closest("[hidden]")).toBeNull();
});

// clause: PAY-05
test("who has another card than the one that was typed is asked for it, not led back to the one on file", async () => {
  pay({ ...editing(), guarantee: typed }, ["CC", "CASH"]);
  await userEvent.click(await screen.findByRole("button", { name: "Use another card" }));
  expect(screen.getByRole<HTMLInputElement>("radio", { name: /By CC/ }).checked).toBe(true);
  expect(screen.getByLabelText("the card frame").closest("[hidden]")).toBeNull();
});

// clause: EDIT-05
test("what the hotel keeps beyond the price of the new stay is told before it is confirmed", async () => {
  const cheap = { ...change, new_total: 100, due_now: 0, refund: 60, penalty: 140, kept: 40, due_later: 0 };
  pay({ ...editing(), selected: [{ ...room(1), stay_change: cheap }] }, ["CC"]);
  await screen.findByRole("radio", { name: /The card that holds your stay/ });
  // beside the sums and on the bill
  const told = screen.getAllByText("The hotel keeps for the change", { exact: false });
  for (const line of told) expect(line.parentElement?.textContent).toMatch(/for the change\s?\$40\.00/);
  expect(told).toHaveLength(2);
  expect(screen.getAllByText(/The hotel keeps up to that much of what you paid/)).toBeTruthy();
});

test("what of the stay's add-ons does not go with the change is told before it is confirmed", async () => {
  const left = { id: "SAIL", name: "Sail", wished: 2, quantity: 0, date: "2026-12-13", reason: "TOO_FEW" };
  pay({ ...editing(), selected: [{ ...room(1), stay_change: change, left_out_addons: [left] }] }, ["CC"]);
  // beside the sums and on the bill, which comes later
  await waitFor(() =>
    expect(screen.getAllByText("Not all of what you had added goes with this choice:")).toHaveLength(2),
  );
  expect(screen.getAllByText("Sail: not enough left · Sun, Dec 13")).toHaveLength(2);
});

test("the package of the stay is named, and told where it does not go on", async () => {
  const packed = editing({ package_id: "STEAM", package_name: "Snow and steam" });
  renderStep("rooms", () => <RoomsStep />, { state: { ...packed, selected: [] } });
  const info = await screen.findByRole("region", { name: "Your stay as booked" });
  expect(within(info).getByText("Snow and steam, Flexible")).toBeTruthy();
  await screen.findByText("Your booked stay has Snow and steam, which cannot be had for this one.");
  cleanup();
  pay({ ...packed, selected: [{ ...room(1), stay_change: change }] }, ["CC"]);
  const words = "Your booked stay has Snow and steam; this choice does not.";
  // beside the sums and on the bill, which comes later
  await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(2));
  cleanup();
  const kept = { ...room(1), package_id: "STEAM", package_name: "Snow and steam", stay_change: change };
  pay({ ...packed, selected: [kept] }, ["CC"]);
  await screen.findByRole("radio", { name: /The card that holds your stay/ });
  expect(screen.queryByText(words)).toBeNull();
});

// clause: EDIT-05
test("the card that money goes back to is named before a change is confirmed", async () => {
  const card = (amount: number, digits: string, card_brand: string) => ({
    amount,
    masked_card_number: `XXXXXXXXXXXX${digits}`,
    card_brand,
  });
  const cheap = { ...change, new_total: 300, due_now: 0, refund: 60, due_later: 160 };
  const show = (refund_to: StayChange["refund_to"]) =>
    pay({ ...editing(), selected: [{ ...room(1), stay_change: { ...cheap, refund_to } }] }, ["CC"]);
  show([card(60, "5556", "VISA")]);
  await screen.findByText("Goes back to the card that you paid with: VISA, ending 5556");
  cleanup();
  show([card(40, "5556", "VISA"), card(20, "4444", "MASTER")]);
  const parts = (await screen.findAllByText(/^You get back \(/, { selector: "small" })).map(
    ({ textContent }) => textContent,
  );
  expect(parts).toEqual([
    "You get back (VISA, ending 5556) $40.00",
    "You get back (MASTER, ending 4444) $20.00",
  ]);
  cleanup();
  show([]);
  await screen.findByText("Goes back to the card that you paid with");
});

test("of nothing that was paid nothing is said to stay with the hotel", async () => {
  pay({ ...editing(), selected: [{ ...room(1), stay_change: { ...change, paid: 0, penalty: 50 } }] }, ["CC"]);
  await screen.findByRole("radio", { name: /The card that holds your stay/ });
  expect(screen.getAllByText(/Cancelling your stay as booked would cost \$50\.00 by now, and/)).toBeTruthy();
  expect(screen.queryByText(/much of what you paid/)).toBeNull();
});

// clause: EDIT-05
test("what the hotel asked for before is told, and the lines of the bill add up", async () => {
  const late = { ...change, due_now: 0, asked_before: 300, due_later: 250 };
  pay({ ...editing(), selected: [{ ...room(1), stay_change: late }] }, ["CC"]);
  await screen.findByRole("radio", { name: /The card that holds your stay/ });
  // beside the sums and on the bill
  const told = screen.getAllByText("Asked for by the hotel under your earlier terms", { exact: false });
  for (const line of told) expect(line.parentElement?.textContent).toMatch(/earlier terms\s?\$300\.00/);
  expect(told).toHaveLength(2);
  const lines = Object.fromEntries(
    [...document.querySelectorAll(".change-lines > div")].map((line) => [
      line.querySelector("dt")?.textContent,
      Number(line.querySelector("dd")?.textContent?.replace("$", "")),
    ]),
  );
  expect(lines).toEqual({
    "Total before": 600,
    "Costs more by": 150,
    "Already paid": 200,
    "Asked for by the hotel under your earlier terms": 300,
    "Due now": 0,
    "Left to pay": 250,
  });
  const parts = ["Already paid", "Asked for by the hotel under your earlier terms", "Due now", "Left to pay"];
  expect(parts.reduce((sum, part) => sum + (lines[part] ?? 0), 0)).toBe(late.new_total);
});

// clause: EDIT-05
test.each([
  [{ ...change }, "$750.00Total before $600.00Costs more by $150.00"],
  [{ ...change, new_total: 450, difference: -150 }, "$450.00Total before $600.00Costs less by $150.00"],
  [{ ...change, new_total: 600, difference: 0 }, "$600.00Total before $600.00"],
])("how the new total differs stands beside it, on a phone too: %#", async (stay_change, told) => {
  pay({ ...editing(), selected: [{ ...room(1), stay_change }] }, ["CC"]);
  await screen.findByRole("radio", { name: /The card that holds your stay/ });
  expect(document.querySelectorAll(".three dd")[2]?.textContent).toBe(told);
});

// clause: EDIT-05
test("beside the button that binds a change stands what comes back, in the currency that it comes back in", async () => {
  const less = { ...change, new_total: 450, difference: -150, due_now: 0, refund: 150 };
  pay({ ...editing(), selected: [{ ...room(1), stay_change: less }] }, ["CC"]);
  await screen.findByRole("radio", { name: /The card that holds your stay/ });
  await waitFor(() => expect(nextButton()?.textContent).toBe("Confirm the change$150.00 back"));
  expect(document.querySelector(".bar .open b")?.textContent).toBe("$150.00 back");
});

// clause: EDIT-05
test("what is left to pay of a change names the days of its deposits", async () => {
  const deposit = (date: string, amount: number) => ({ date, amount, conversion_amount: null });
  const deposit_schedules = [deposit(property.business_day.date, 250), deposit("2026-12-05", 300)];
  pay(
    {
      ...editing(),
      selected: [{ ...owing(room(1), 250, 300, 200), deposit_schedules, stay_change: change }],
    },
    ["CC"],
  );
  await screen.findByRole("radio", { name: /The card that holds your stay/ });
  const left = document.querySelectorAll(".three dd")[1];
  expect(left?.textContent).toBe("$500.00$300.00 on Sat, Dec 5");
});

// clause: PAY-06
test("where it cannot go on, a method has to be picked", async () => {
  const page = pay(editing({ guarantee_type_id: "STCC" }), ["CC", "CASH"]);
  const cash = await screen.findByRole("radio", { name: /By CASH/ });
  expect(screen.queryByRole("radio", { checked: true })).toBeNull();
  await userEvent.click(nextButton() as HTMLElement);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toBe("Payment method requiredPlease select a payment method");
  await userEvent.click(nextButton() as HTMLElement);
  // brought into sight by each press: the button is in the bar of a phone
  expect(vi.mocked(Element.prototype.scrollIntoView).mock.contexts).toEqual([alert, alert]);
  expect(page.calls().some((call) => call.endsWith("/commit"))).toBe(false);
  await userEvent.click(cash);
  expect(screen.queryByRole("alert")).toBeNull();
  // no card pays the difference then
  expect(document.querySelector(".three dd")?.textContent).toBe(
    "$50.00The hotel will ask you for this amount",
  );
  expect(nextButton()?.textContent).toBe("Confirm the change");
  await userEvent.click(nextButton() as HTMLElement);
  expect(page.sent("/commit")).toMatchObject({ sessions: [{ defined_guarantee_type_id: "CASH" }] });
});

// clause: EDIT-05, PAY-16
test("what is paid by a link holds a stay that is changed, and is not offered to pay the change", async () => {
  const begun = editing({ guarantee_type_id: "PAY_NOW", payment_source: null });
  begun.profile?.restrictions.booking_profile.restricted_guarantee_types.push("PAY_NOW");
  pay(begun, ["PAY_NOW", "CASH"]);
  const held = await screen.findByRole("radio", { name: "The guarantee of your booking" });
  expect((held as HTMLInputElement).checked).toBe(true);
  expect(screen.queryByText("By PAY_NOW")).toBeNull();
});

test("a change that ran out of time is not told as a booking that did, and leads to the reservation", async () => {
  const ended = { code: "BATCH_EXPIRED" as const, night: null };
  renderStep("confirmation", ConfirmationStep, {
    state: { ...editing(), outcome: { rooms: [], message: null, refusal: ended } },
  });
  const said = screen.getByRole("alert").textContent;
  expect(said).toContain("Your stay is not changed");
  expect(said).toContain("The time for this change is over, and it was not made.");
  expect(said).not.toContain("booking");
  expect(screen.getByRole("button", { name: "Go back to reservation details" })).toBeTruthy();
});

// clause: EDIT-05
test.each([
  ["UNCLEAR" as const, "We do not know yet whether your stay is changed"],
  ["FAILED" as const, "Your stay is not changed"],
  ["CARD_DECLINED" as const, "Your stay is not changed"],
])(
  "a change that did not come through (%s) says so, and leads back to the reservation too",
  async (code, title) => {
    const found = { conf_num: "1STAY", request_token: "anew" };
    renderStep("confirmation", ConfirmationStep, {
      state: {
        ...editing(),
        guest: named,
        outcome: { rooms: [], message: null, refusal: { code, night: null } },
      },
      answer: (_method, path) =>
        path.endsWith("/manage-booking") ? { status: 200, body: found } : undefined,
    });
    const said = screen.getByRole("alert").textContent;
    expect(said).toContain(title);
    expect(said).not.toMatch(/confirmed|booked or charged/);
    await userEvent.click(screen.getByRole("button", { name: "Go back to reservation details" }));
    await waitFor(() => expect(sessionStorage.getItem("portico.reservation.1")).toBe("anew"));
  },
);

const named = { last_name: "Ní Bhriain" } as BookingState["guest"];

// clause: EDIT-05
test("a change of a stay that was changed elsewhere says no more than that, and leads to the stay as it is", async () => {
  const ended = { code: "NOT_CHANGEABLE" as const, night: null };
  const begun = editing();
  const found = { conf_num: "1STAY", request_token: "anew" };
  const page = renderStep("confirmation", ConfirmationStep, {
    state: { ...begun, guest: named, outcome: { rooms: [], message: null, refusal: ended } },
    answer: (_method, path) => (path.endsWith("/manage-booking") ? { status: 200, body: found } : undefined),
  });
  const said = screen.getByRole("alert").textContent;
  expect(said).toContain("Your change was not made");
  expect(said).toContain("changed elsewhere");
  expect(said).not.toMatch(/stands|as it was|booked/);
  expect(recall(1)?.changing, "a reload says so again").toBe("1HKQ2M4X7TB");
  await userEvent.click(screen.getByRole("button", { name: "Open the reservation as it is now" }));
  await waitFor(() => expect(sessionStorage.getItem("portico.reservation.1")).toBe("anew"));
  expect(page.calls().some((call) => call.endsWith("/manage-booking"))).toBe(true);
});

// clause: EDIT-05
test("a change whose time is over at the rooms leads to the reservation", async () => {
  const found = { conf_num: "1STAY", request_token: "anew" };
  const begun = editing();
  renderStep("rooms", () => <RoomsStep />, {
    state: { ...begun, guest: named, selected: [], deal: null },
    answer: (_method, path) => {
      if (path.endsWith("set-rate")) return refusal("BATCH_EXPIRED");
      return path.endsWith("/manage-booking") ? { status: 200, body: found } : undefined;
    },
  });
  await book("Deluxe King, Flexible");
  const told = within(await screen.findByRole("alert"));
  expect(screen.queryByRole("button", { name: /^Book/ }), "nothing can be booked any more").toBeNull();
  await userEvent.click(told.getByRole("button", { name: "Go back to reservation details" }));
  await waitFor(() => expect(sessionStorage.getItem("portico.reservation.1")).toBe("anew"));
});

// clause: EDIT-05
test.each([
  ["FINAL", /costs what its rooms cost or more/, "NOT_CHANGEABLE"],
  ["BEGUN", /Your day of arrival is over/, "NOT_CHANGEABLE"],
  ["STATUS", /changed elsewhere/, "NOT_CHANGEABLE"],
  ["made in another tab", /changed elsewhere/, "ALREADY_COMMITTED"],
] as const)(
  "a change that the stay does not admit any more (%s) says why at the rooms, and leads to it",
  async (reason, why, code) => {
    const found = { conf_num: "1STAY", request_token: "anew" };
    const begun = editing();
    renderStep("rooms", () => <RoomsStep />, {
      state: { ...begun, guest: named, selected: [], deal: null },
      answer: (_method, path) => {
        if (path.endsWith("set-rate")) return refusal(code, { reason });
        return path.endsWith("/manage-booking") ? { status: 200, body: found } : undefined;
      },
    });
    await book("Deluxe King, Flexible");
    const told = await screen.findByRole("alert");
    expect(told.textContent).toMatch(why);
    // what has the focus is named by it
    expect(screen.getByRole("region", { name: why }).contains(told)).toBe(true);
    expect(screen.queryByRole("button", { name: /^Book/ }), "nothing can be booked any more").toBeNull();
    await userEvent.click(within(told).getByRole("button", { name: "Go back to reservation details" }));
    await waitFor(() => expect(sessionStorage.getItem("portico.reservation.1")).toBe("anew"));
  },
);

// clause: EDIT-05
test.each([
  ["FINAL", /costs what its rooms cost or more/],
  ["BEGUN", /Your day of arrival is over/],
])("a deadline that passes before a change is ordered (%s) is told as the reason", (reason, why) => {
  const problem = new ApiProblem(409, { code: "NOT_CHANGEABLE", reason }, "/commit");
  const outcome = { rooms: [], message: null, refusal: refusalOf(problem) };
  renderStep("confirmation", ConfirmationStep, { state: { ...editing(), guest: named, outcome } });
  const said = screen.getByRole("alert").textContent;
  expect(said).toContain("Your change was not made");
  expect(said).toMatch(why);
  expect(said).not.toContain("elsewhere");
});

/** Its guest was found as Ní Bhriain, and has typed another name since. */
const renamed = (): Partial<BookingState> => ({
  ...editing(),
  guest: { last_name: "O'Shea" } as BookingState["guest"],
  guestDraft: { last_name: "O'Shea", booked_as: "Ní Bhriain" },
});
const ended = (code: "NOT_CHANGEABLE" | "BATCH_EXPIRED" | "UNCLEAR") => ({
  rooms: [],
  message: null,
  refusal: { code, night: null },
});
const waysBack = [
  ["Cancel", "rooms", () => <RoomsStep />, {}],
  [
    "Go back to reservation details",
    "search",
    () => <RanOut />,
    { profile: null, guest: null, ranOut: { change: "1HKQ2M4X7TB" } },
  ],
  ["Go back to reservation details", "confirmation", ConfirmationStep, { outcome: ended("BATCH_EXPIRED") }],
  ["Go back to reservation details", "confirmation", ConfirmationStep, { outcome: ended("UNCLEAR") }],
  [
    "Open the reservation as it is now",
    "confirmation",
    ConfirmationStep,
    { outcome: ended("NOT_CHANGEABLE") },
  ],
] as const;
const lookUp = "portico.reservation.1";

// clause: EDIT-03, WIZ-07
test.each(waysBack)(
  "%s (%s) opens the stay that is changed by the name that it has, or says that it could not be read",
  async (button, step, Step, state) => {
    // the tab has looked up another one since
    sessionStorage.setItem(lookUp, "another");
    let down = true;
    const page = renderStep(step, Step, {
      state: { ...renamed(), ...state },
      answer: (_method, path, { searchParams }) => {
        if (!path.endsWith("/manage-booking")) return undefined;
        if (down) throw new TypeError("no answer");
        return searchParams.get("last_name") === "Ní Bhriain"
          ? { status: 200, body: { request_token: "anew" } }
          : refusal("RESERVATION_UNKNOWN");
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: button }));
    await screen.findByText(/The server did not answer/);
    expect(page.went()).toBeNull();
    expect(
      page.calls().some((call) => call.startsWith("DELETE")),
      "its room is held still",
    ).toBe(false);
    down = false;
    await userEvent.click(screen.getByRole("button", { name: button }));
    await waitFor(() => expect(page.went()).toBe("/search-reservation-result"));
    expect(sessionStorage.getItem(lookUp)).toBe("anew");
  },
);

// clause: EDIT-05
test.each([
  ["that was made, though nobody heard of it, by its new name", "O'Shea", "/search-reservation-result"],
  ["that has another name by now, by nobody's", "Ó Sé", "/search-reservation"],
])("a change leads to the stay %s", async (_, name, where) => {
  const page = renderStep("confirmation", ConfirmationStep, {
    state: { ...renamed(), outcome: ended("UNCLEAR") },
    answer: (_method, path, { searchParams }) => {
      if (!path.endsWith("/manage-booking")) return undefined;
      return searchParams.get("last_name") === name
        ? { status: 200, body: { request_token: "anew" } }
        : refusal("RESERVATION_UNKNOWN");
    },
  });
  await userEvent.click(screen.getByRole("button", { name: "Go back to reservation details" }));
  await waitFor(() => expect(page.went()).toBe(where));
});

/** The rooms of a change of a stay that has a door, when the new nights have these doors left. */
function rooms(free: string[], existing: Partial<ExistingReservation> = {}) {
  const begun = editing({ room_unit_number: "101", ...existing });
  return renderStep("rooms", () => <RoomsStep />, {
    state: { ...begun, selected: [], deal: dealOf({ ...stay, ...existing }) },
    answer: (_method, path, url) => {
      if (path.endsWith("suggested_rooms/v2")) {
        const doors = free.map((number) => ({ room_id: number, number }));
        return { status: 200, body: { data: [{ room_type_id: "DELUXE_KING", rooms: doors }] } };
      }
      if (path.endsWith("set-rate"))
        return { status: 200, body: { data: { session_id: "s1", content: room(1) } } };
      if (!path.endsWith("mini-rates-with-availability/v3")) return undefined;
      const answer = availability(url.searchParams);
      const lowered = answer.rate_details.map((offer) => ({
        ...offer,
        rate_codes: offer.rate_codes.map((rate) => {
          const { price_summary } = rate;
          const total_amount_after_discount = price_summary.total_amount - 10;
          return { ...rate, price_summary: { ...price_summary, total_amount_after_discount } };
        }),
      }));
      return { status: 200, body: existing.discount ? { ...answer, rate_details: lowered } : answer };
    },
  });
}
const book = async (offer: string) =>
  userEvent.click(await screen.findByRole("button", { name: `Book, ${offer}` }));

// clause: EDIT-05, ROOMS-37
test("the door goes on where it is free for the new nights", async () => {
  const page = rooms(["7", "101"]);
  await book("Deluxe King, Flexible");
  await waitFor(() => expect(page.sent("set-rate")).toMatchObject({ room_id: "101" }));
  expect(page.sent("suggested_rooms")).toEqual({
    room_type_ids: ["DELUXE_KING"],
    start_date: "2026-12-12",
    end_date: "2026-12-15",
  });
  expect(page.headers("suggested_rooms")?.get("Authorization")).toBe("Bearer secret");
});

// clause: EDIT-05, ROOMS-37
test("where it is not, the guest is told before another one is taken", async () => {
  const page = rooms(["7"]);
  await book("Deluxe King, Flexible");
  const told = await screen.findByRole("alertdialog", { name: "Room 101 cannot be kept" });
  expect(page.sent("set-rate")).toBeUndefined();
  expect(page.state().inProgress).toBeNull();
  await userEvent.click(within(told).getByRole("button", { name: "Take any room" }));
  await waitFor(() => expect(page.sent("set-rate")).toMatchObject({ room_id: null }));
});

// clause: ROOMS-37
test("another room type has other doors, which nobody is asked about", async () => {
  const page = rooms(["7"], { room_type_id: "SUITE" });
  await book("Deluxe King, Flexible");
  await waitFor(() => expect(page.sent("set-rate")).toMatchObject({ room_id: null }));
  expect(page.sent("suggested_rooms")).toBeUndefined();
});

// clause: EDIT-05, ROOMS-05
test("a promotion that the new nights do not meet is on no rate, and what it took off stays off", async () => {
  rooms([], { discount: { id: "WINTER15", name: "Winter" } });
  expect(await screen.findByText(/^WINTER15 is not for this stay\. What was taken off/)).toBeTruthy();
  await screen.findAllByRole("article");
  expect(screen.queryByText(/with WINTER15/i)).toBeNull();
});

const pickUp = { title: "Guest Pick-Up", body: "EI 105", start_date: "2026-12-12", time: "14:15" } as const;

/** Guest information of a change that is ordered there; the stay now begins and ends a day later. */
function information(
  drives: boolean,
  wish: string | null,
  display_fields = FALLBACK_RULES.display_fields,
  due_now = change.due_now,
) {
  const rules: AddressRules = { ...FALLBACK_RULES, country_code: "US", display_fields };
  const later = {
    ...room(1),
    check_in_date: "2026-12-13",
    check_out_date: "2026-12-16",
    deposit_schedules: [{ date: property.business_day.date, amount: 250, conversion_amount: null }],
    stay_change: { ...change, due_now },
  };
  const begun = chosen([later], { guarantee_required_to_book: false });
  const guest = { first_name: "Siobhán", last_name: "O'Shea", email: "s@example.ie", remarks: wish };
  const existing_reservation = { ...stay, transportations: [pickUp] };
  return renderStep("information", InformationStep, {
    state: {
      ...begun,
      profile: begun.profile ? { ...begun.profile, existing_reservation } : null,
      guest: guest as BookingState["guest"],
      guestDraft: guest,
      agreedTo: conditionsOf([later]),
    },
    property: {
      website_config: { ...property.website_config, enable_travel_transport_flow: drives },
    },
    answer: (_method, path) => {
      if (path.includes("address-rules")) return { status: 200, body: rules };
      if (path.endsWith("/commit")) return { status: 200, body: [{ confirmation_no: "1HKQ2M4X7TB" }] };
      return undefined;
    },
  });
}
type Page = ReturnType<typeof information>;
async function order(page: Page) {
  await userEvent.click(nextButton() as HTMLElement);
  await waitFor(() => expect(page.sent("/commit")).toBeTruthy());
  return page.sent("/commit") as { transportations: unknown; sessions: [{ remarks: unknown }] };
}
const ride = (name: string) => screen.findByRole("checkbox", { name });

// clause: EDIT-05, TRANS-06, TRANS-08
test("rides stand as they are booked, moved with their stay; one that is added is sent beside them", async () => {
  const page = information(true, null);
  expect(((await ride("Guest Pick-Up")) as HTMLInputElement).checked).toBe(true);
  const group = (name: string) => within(screen.getByRole("group", { name }));
  expect((group("Guest Pick-Up").getByLabelText(/^Details/) as HTMLTextAreaElement).value).toBe("EI 105");
  await userEvent.click(await ride("Guest Drop-Off"));
  for (const [field, option] of [
    ["Date", "Wed, Dec 16"],
    ["Time", "02:15 PM"],
  ] as const) {
    await userEvent.click(group("Guest Drop-Off").getByLabelText(field));
    await userEvent.click(within(await screen.findByRole("listbox")).getByText(option));
  }
  expect((await order(page)).transportations).toEqual([
    { ...pickUp, start_date: "2026-12-13", session_id: "s1" },
    { title: "Guest Drop-Off", body: null, start_date: "2026-12-16", time: "14:15", session_id: "s1" },
  ]);
});

// clause: EDIT-05, TRANS-06
test("a ride that is switched off is taken back, and without a word they stand", async () => {
  const untouched = information(true, null);
  await ride("Guest Pick-Up");
  expect((await order(untouched)).transportations).toBeNull();
  cleanup();
  const page = information(true, null);
  await userEvent.click(await ride("Guest Pick-Up"));
  expect((await order(page)).transportations).toEqual([]);
});

// clause: EDIT-05, TRANS-01
test("a hotel that drives nobody any more says nothing of rides", async () => {
  const page = information(false, null);
  await screen.findByLabelText(/^First name/);
  expect((await order(page)).transportations).toBeNull();
});

// clause: EDIT-05, GUEST-24
test("a wish goes on, is taken back where it is cleared, and stands where the form does not ask for it", async () => {
  const asks = [...new Set([...FALLBACK_RULES.display_fields, "remarks"])];
  const sent = async (page: Page) => (await order(page)).sessions[0].remarks;
  const kept = information(false, "A cot", asks);
  await screen.findByLabelText(/^Anything/);
  expect(await sent(kept)).toBe("A cot");
  cleanup();
  const cleared = information(false, "A cot", asks);
  await userEvent.clear(await screen.findByLabelText(/^Anything/));
  expect(await sent(cleared)).toBe("");
  cleanup();
  const silent = information(
    false,
    "A cot",
    asks.filter((field) => field !== "remarks"),
  );
  await screen.findByLabelText(/^First name/);
  expect(await sent(silent)).toBeNull();
});

// clause: EDIT-05, GUEST-26
test.each([
  [50, "$50.00 today"],
  [0, "Nothing is charged today"],
])(
  "the guest agrees to what the change asks for now (%d), not to what was paid before",
  async (due, said) => {
    information(false, null, undefined, due);
    const deposit = await screen.findByText("Deposit");
    await waitFor(() => expect(deposit.nextElementSibling?.textContent).toContain(said));
    expect(deposit.nextElementSibling?.textContent).not.toContain("$250.00");
  },
);
