import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ConfirmedRoom, Guest, SelectedRoom } from "../../api";
import { withAddons } from "../../api/mock/addons";
import type { Answer } from "../../api/mock/handle";
import { property as harbour } from "../../api/mock/hotel";
import { availability } from "../../api/mock/offers";
import { refusal } from "../../api/mock/refusal";
import type { Property } from "../../api/types";
import { conditionsOf, isAgreed } from "../agreed";
import { setClock } from "../clock";
import type { RefusalCode } from "../payment/refusal";
import { commitBody, type Order } from "../payment/reserve";
import type { BookingState } from "../state";
import { chosen, owing, renderStep, room } from "../test-step";
import ConfirmationStep, { LOADER_MS } from "./ConfirmationStep";
import { confirmed, paymentLink } from "./test-room";

beforeEach(() => sessionStorage.clear());
afterEach(() => void vi.useRealTimers());

const show = (rooms: ConfirmedRoom[], callerUrl: string | null = null, property: Partial<Property> = {}) =>
  renderStep("confirmation", ConfirmationStep, {
    property,
    state: { ...chosen([room(1)]), outcome: { rooms, message: null }, guestDraft: { first_name: "Siobhán" } },
    callerUrl,
  });

// clause: CONF-01, CONF-02
test("one room: its number, stay, what is due, and until when cancelling is free", () => {
  show([confirmed(1)]);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toMatch(/The room is yours, .*Siobhán/);
  // said once: a status of its own would say it again
  expect(screen.getByRole("heading", { level: 1 }).closest("[role]")).toBeNull();
  expect(screen.getByText("1HKQ2M4X7T1")).toBeTruthy();
  const card = screen.getByRole("region", { name: /Deluxe King/ });
  for (const words of [
    /2 adults/,
    /1 child/,
    "Sat, Dec 12",
    "Tue, Dec 15",
    "$196.00",
    "$392.00",
    /Free to cancel until/,
  ]) {
    expect(within(card).getByText(words)).toBeTruthy();
  }
  expect(within(card).getByText("Charged now, card ending 4242")).toBeTruthy();
});

test("what the stay comes to, and what was charged of it, is said in words that are true", () => {
  const line = (words: string) => screen.getByText(words).nextElementSibling?.textContent;
  show([confirmed(1)]);
  expect(line("Total for the stay")).toBe("$588.00");
  expect(screen.queryByText(/See whether your reservation/)).toBeNull();
  cleanup();
  const nothing_taken = { charged_card_number: null, charged_now: 0 };
  show([confirmed(1, nothing_taken)]);
  expect(line("Due now: the hotel will ask you for this amount"), "nothing takes it without a card").toBe(
    "$196.00",
  );
  cleanup();
  const payment_link = paymentLink({ expires_at: "2099-01-01T00:00:00Z" });
  show([confirmed(1, { ...nothing_taken, payment_link })]);
  expect(line("Due now"), "it is paid by the link").toBe("$196.00");
  cleanup();
  show([confirmed(1, { due_now: 0, charged_now: 0, due_at_hotel: 588 })]);
  expect(line("Charged now")).toBe("$0.00");
  cleanup();
  show([confirmed(1, { masked_card_number: "XXXXXXXXXXXX4444" })]);
  expect(line("Charged now, card ending 4242"), "another card holds it by now").toBe("$196.00");
});

// clause: EDIT-05
test("of a changed stay what was paid before, what goes back and what is charged now are told apart", () => {
  const lines = () =>
    Object.fromEntries(
      [...document.querySelectorAll(".paid > div")].map((line) => [
        line.querySelector("dt")?.textContent,
        line.querySelector("dd")?.textContent,
      ]),
    );
  const sums = { old_total: 500, new_total: 588, difference: 88, due_later: 0, penalty: 0, asked_before: 0 };
  const stay_change = { ...sums, paid: 150, due_now: 46, refund: 0, refund_to: [], kept: 0 };
  show([confirmed(1, { due_now: 46, charged_now: 46, stay_change })]);
  expect(lines()).toEqual({
    "Total for the stay": "$588.00",
    "Already paid": "$150.00",
    "Charged now, card ending 4242": "$46.00",
    "Due at the hotel": "$392.00",
  });
  cleanup();
  const cheaper = {
    ...sums,
    new_total: 100,
    paid: 300,
    due_now: 0,
    refund: 150,
    refund_to: [],
    kept: 50,
    penalty: 150,
  };
  const nothing = { due_now: 0, charged_now: 0, due_at_hotel: 0 };
  show([confirmed(1, { ...nothing, total_amount: 100, stay_change: cheaper })]);
  expect(lines()).toEqual({
    "Total for the stay": "$100.00",
    "Already paid": "$300.00",
    "You get back": "$150.00",
    "The hotel keeps for the change": "$50.00",
    "Due at the hotel": "$0.00",
  });
  cleanup();
  const late = {
    ...sums,
    paid: 150,
    asked_before: 238,
    due_now: 0,
    refund: 0,
    refund_to: [],
    kept: 0,
    due_later: 200,
  };
  show([confirmed(1, { ...nothing, due_at_hotel: 200, stay_change: late })]);
  expect(lines()).toEqual({
    "Total for the stay": "$588.00",
    "Already paid": "$150.00",
    "Asked for by the hotel under your earlier terms": "$238.00",
    "Charged now": "$0.00",
    "Due at the hotel": "$200.00",
  });
  cleanup();
  // what the guest had paid before the company did
  const company = { ...sums, paid: 150, due_now: 0, refund: 100, refund_to: [], kept: 50 };
  show([confirmed(1, { ...nothing, mop: "COMPANY", stay_change: company })]);
  expect(lines()).toEqual({
    "Total for the stay": "$588.00",
    "Already paid": "$150.00",
    "You get back": "$100.00",
    "The hotel keeps for the change": "$50.00",
  });
});

// clause: WIZ-04
test("nobody knows yet: then the guest is told to see whether it is confirmed", () => {
  refuse("UNCLEAR");
  expect(screen.getByText("See whether your reservation has been confirmed from the hotel.")).toBeTruthy();
});

test("what was added stands on the card, with how many there are of it and on which days", () => {
  const added = (id: string, name: string, quantity: number, date: string | null) => ({
    id,
    name,
    quantity,
    date,
    amount: 9,
  });
  const nights = ["2026-12-12", "2026-12-13", "2026-12-14"];
  show([
    confirmed(1, {
      chosen_addons: [
        ...nights.map((date) => added("BREAKFAST", "Breakfast", 1, date)),
        added("TEA", "Tea", 2, "2026-12-14"),
        added("TEA", "Tea", 1, "2026-12-13"),
        added("TEA", "Tea", 2, "2026-12-12"),
        added("LATE", "Late check-out", 1, null),
      ],
    }),
  ]);
  const list = screen.getByRole("list", { name: "Added to the room" });
  expect(
    within(list)
      .getAllByRole("listitem")
      .map((item) => item.textContent),
  ).toEqual([
    "Breakfast · Every day",
    "Tea × 2 · Sat, Dec 12 · Mon, Dec 14",
    "Tea · Sun, Dec 13",
    "Late check-out",
  ]);
});

// clause: PAY-14
test("what holds the room is said, so that nobody learns at the door that it was sold", () => {
  const guarantee_description = "We hold the room until 18:00; later it may be sold.";
  show([confirmed(1, { guarantee_type_id: "HOLD_18", guarantee_type_name: "Hold", guarantee_description })]);
  expect(screen.getByText(guarantee_description, { exact: false })).toBeTruthy();
});

test("a policy that becomes stricter is told with every step", () => {
  const whole = { kind: "PERCENT", value: 100, amount: 588, from: "2026-12-12T00:00:00-05:00" };
  const [first] = [confirmed(1)];
  if (!first.cancellation) throw new Error("it has terms");
  show([{ ...first, cancellation: { ...first.cancellation, later_penalties: [whole] } }]);
  const card = screen.getByRole("region", { name: /Deluxe King/ });
  expect(card.textContent).toMatch(
    /After that, cancelling costs the first night \(\$196\.00\)\. From .*Dec 12.* on, cancelling costs the full room price \(\$588\.00\)\./,
  );
});

// clause: CONF-01
test("who paid with points reads that they come back, and what of them does not", () => {
  show([confirmed(1, { total_redeemed_points: 9000, paid_with_points: 588 }), confirmed(2)]);
  const told = screen.getByText(/^If you cancel free of charge, all points come back to you\. Otherwise, /);
  expect(told.closest("section")?.textContent).toContain("1HKQ2M4X7T1");
});

test("several rooms: the count, a number and a card for each, with the name that finds it again", () => {
  show([confirmed(1), confirmed(2, { first_name: "Ravi", last_name: "Menon" })]);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toMatch(/The 2 rooms are yours/);
  expect(screen.getByText(/^Write the numbers down or open the letters/)).toBeTruthy();
  expect(screen.getAllByRole("button", { name: /^Copy the number/ })).toHaveLength(2);
  const cards = screen.getAllByRole("region", { name: /Deluxe King/ });
  expect(cards).toHaveLength(2);
  expect(cards[0]?.textContent).toMatch(/For .?Siobhán O'Shea/);
  expect(cards[1]?.textContent).toMatch(/For .?Ravi Menon/);
  expect(screen.getByRole("link", { name: /Confirmation letter, room 2/ }).getAttribute("href")).toContain(
    "1HKQ2M4X7T2",
  );
});

const gone = { status: "CANCELLED" };

test("a room that was cancelled is told as that, and the others as booked", () => {
  show([confirmed(1, gone), confirmed(2, { due_now: 0, charged_now: 0 })], null, { has_activities: true });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toMatch(/^The room is yours/);
  expect(screen.getAllByRole("button", { name: /^Copy the number/ })).toHaveLength(1);
  const [stays, cancelled] = screen.getAllByRole("region", { name: /Deluxe King/ });
  expect(stays?.textContent).toMatch(/Free to cancel until/);
  expect(cancelled?.textContent).toMatch(/Cancelled.*1HKQ2M4X7T1/);
  expect(cancelled?.textContent).not.toMatch(/Free to cancel|Charged|Due/);
  expect(screen.getByRole("link", { name: /^Add to calendar/ }).getAttribute("href")).toContain(
    "1HKQ2M4X7T2",
  );
});

test("what goes back for a room that was cancelled is told with it", () => {
  const at = "2026-11-21T10:00:00-05:00";
  const cancelled = {
    at,
    by: "GUEST",
    penalty: 0,
    kept: 0,
    refund: 273.64,
    refund_to: [],
    refund_once_paid: 0,
    points: 0,
  };
  const text = (came_to: typeof cancelled) => {
    cleanup();
    show([confirmed(1, { ...gone, cancelled: came_to }), confirmed(2)]);
    return screen.getByRole("region", { name: "Deluxe King 1HKQ2M4X7T1" }).textContent;
  };
  expect(text(cancelled)).toMatch(/You get back.?\$273\.64/);
  expect(text({ ...cancelled, refund: 0, refund_once_paid: 273.64 })).toMatch(
    /You get back once the booking is paid.?\$273\.64/,
  );
  expect(text({ ...cancelled, refund: 0 })).not.toContain("You get back");
});

test("what became of the booking elsewhere is seen when the guest comes back to the page", async () => {
  const confirmation = [confirmed(1), confirmed(2, gone)];
  const step = renderStep("confirmation", ConfirmationStep, {
    state: {
      ...chosen([room(1), room(2)]),
      outcome: { rooms: [confirmed(1), confirmed(2)], message: null },
    },
    answer: (_method, path) =>
      path.endsWith("new-batch-booking/b1")
        ? { status: 200, body: { status: "COMMITTED", confirmation } }
        : undefined,
  });
  const read = () => step.calls().filter((call) => call.endsWith("new-batch-booking/b1")).length;
  expect(read()).toBe(0);
  act(() => {
    document.dispatchEvent(new Event("visibilitychange"));
    window.dispatchEvent(new Event("focus"));
  });
  expect(await screen.findByText("Cancelled")).toBeTruthy();
  expect(read(), "a browser says both").toBe(1);
});

test("a reservation that is looked up is looked up once, and says that it is on its way", async () => {
  const step = renderStep("confirmation", ConfirmationStep, {
    state: { ...chosen([room(1)]), outcome: { rooms: [confirmed(1)], message: null } },
    property: { website_config: { ...harbour.website_config, enable_search_reservation: true } },
    answer: (_method, path) => (path.endsWith("manage-booking") ? new Promise(() => undefined) : undefined),
  });
  const details = screen.getByRole("button", { name: /^View reservation details/ });
  await userEvent.click(details);
  expect(details.getAttribute("aria-busy")).toBe("true");
  await userEvent.click(details);
  expect(step.calls().filter((call) => call.endsWith("manage-booking"))).toHaveLength(1);
});

test.each([
  ["a booking", false],
  ["a change", true],
])(
  "after %s a reservation that nobody answers for leaves the confirmation where it is",
  async (_, changed) => {
    const { website_config } = harbour;
    const state = chosen([room(1)]);
    const existing_reservation = changed ? ({} as never) : null;
    let down = true;
    const step = renderStep("confirmation", ConfirmationStep, {
      state: {
        ...state,
        profile: state.profile ? { ...state.profile, existing_reservation } : null,
        outcome: { rooms: [confirmed(1)], message: null },
      },
      property: { website_config: { ...website_config, enable_search_reservation: true } },
      answer: (_method, path) => {
        if (!path.endsWith("manage-booking")) return undefined;
        if (down) throw new TypeError("no answer");
        return { status: 200, body: { request_token: "look-up" } };
      },
    });
    const press = () => userEvent.click(screen.getByRole("button", { name: /^View reservation details/ }));
    await press();
    expect((await screen.findByRole("alert")).textContent).toContain("The server did not answer.");
    expect(step.went()).toBeNull();
    expect(step.state().outcome?.rooms).toHaveLength(1);
    down = false;
    await press();
    await waitFor(() => expect(step.went()).toBe("/search-reservation-result"));
    await waitFor(() => expect(step.state().outcome === null).toBe(changed));
  },
);

test("the payment that waits is of the rooms that stand", () => {
  const payment_link = paymentLink({ expires_at: "2099-01-01T00:00:00Z" });
  show([confirmed(1, { ...gone, payment_link }), confirmed(2, { payment_link })]);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toMatch(/^Almost yours/);
  expect(screen.getByText(/^The room is kept for you/)).toBeTruthy();
  expect(screen.getAllByText(/As long as the booking is not paid/)).toHaveLength(1);
  cleanup();
  show([confirmed(1, { payment_link }), confirmed(2, { payment_link }), confirmed(3)]);
  expect(screen.getByText(/^The rooms are kept for you/)).toBeTruthy();
  cleanup();
  show([confirmed(1, { ...gone, payment_link })]);
  expect(screen.queryByRole("region", { name: /^Pay now/ })).toBeNull();
});

test("where every room was cancelled nothing is called booked, and another stay can be", async () => {
  const step = show([confirmed(1, gone), confirmed(2, gone)], null, {
    has_activities: true,
    website_config: { ...harbour.website_config, enable_search_reservation: true },
  });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("The 2 rooms are cancelled");
  expect(screen.getAllByRole("button", { name: "View reservation details" })).toHaveLength(2);
  expect(screen.queryByRole("navigation", { name: "With your stay" })).toBeNull();
  expect(document.body.textContent).not.toMatch(/yours|Free to cancel|Due now/);
  await userEvent.click(screen.getByRole("button", { name: "Book another reservation" }));
  expect(step.state()).toMatchObject({ outcome: null, batch: null });
});

test("a guest who has come is told of no free cancelling, and adds nothing from here", () => {
  show([confirmed(1, { status: "CHECKED_IN" })], null, { has_activities: true });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toMatch(/^The room is yours/);
  expect(screen.queryByText(/Free to cancel/)).toBeNull();
  expect(screen.queryByRole("navigation", { name: "With your stay" })).toBeNull();
});

test("whoever comes back to it sees what was cancelled meanwhile, unless another stay was begun", async () => {
  function Leaving() {
    const [there, leave] = useState(true);
    return (
      <>
        <button type="button" onClick={() => leave(!there)}>
          elsewhere
        </button>
        {there && <ConfirmationStep />}
      </>
    );
  }
  const booked = [confirmed(1), confirmed(2)];
  const confirmation = [confirmed(1), confirmed(2, gone)];
  let answer: (value: Answer) => void = () => undefined;
  const step = renderStep("confirmation", Leaving, {
    state: { ...chosen([room(1), room(2)]), outcome: { rooms: booked, message: null } },
    answer: (_method, path) =>
      path.endsWith("new-batch-booking/b1") ? new Promise((resolve) => (answer = resolve)) : undefined,
  });
  const answered = () =>
    act(async () => answer({ status: 200, body: { status: "COMMITTED", confirmation } }));
  const read = () => step.calls().filter((call) => call.endsWith("new-batch-booking/b1")).length;
  expect(read(), "what was just booked is known").toBe(0);
  const elsewhere = screen.getByRole("button", { name: "elsewhere" });
  await userEvent.click(elsewhere);
  await userEvent.click(elsewhere);
  await answered();
  expect(await screen.findByText("Cancelled")).toBeTruthy();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toMatch(/^The room is yours/);
  expect(read(), "once").toBe(1);
  await userEvent.click(elsewhere);
  await userEvent.click(elsewhere);
  await userEvent.click(screen.getByRole("button", { name: "Book another reservation" }));
  expect(read()).toBe(2);
  await answered();
  expect(step.state().outcome).toBeNull();
});

// clause: CONF-05
test("the letter opens in a new window with the guest's time, currency and language", () => {
  show([confirmed(1)]);
  const link = screen.getByRole("link", { name: /^Confirmation letter/ });
  expect(link.getAttribute("target")).toBe("_blank");
  expect(link.getAttribute("rel")).toContain("noopener");
  const query = new URL(link.getAttribute("href") ?? "").searchParams;
  expect(query.get("confirmation_no")).toBe("1HKQ2M4X7T1");
  expect(query.get("device_time")).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
  expect(query.get("currency")).toBe("USD");
  expect(query.get("language")).toBe("en_US");
});

test("the calendar file, the way there and how to change it", () => {
  show([confirmed(1)]);
  const calendar = screen.getByRole("link", { name: /^Add to calendar/ }).getAttribute("href");
  expect(calendar).toContain("calendar-file");
  expect(calendar).toContain("language=en_US");
  expect(screen.getByRole("link", { name: /^Getting there/ }).getAttribute("href")).toContain(
    "openstreetmap.org",
  );
  const managed = { ...harbour.website_config, enable_search_reservation: true };
  for (const [name, website_config] of [
    ["Change or cancel", { ...managed, enable_search_reservation: false }],
    ["Contact the hotel", managed],
  ] as const) {
    cleanup();
    show([confirmed(1)], null, { website_config });
    const contact = screen.getByRole("link", { name: `${name} By phone or e-mail` });
    expect(contact.getAttribute("href")).toContain("1HKQ2M4X7T1");
    expect(screen.queryAllByText("Change or cancel it here")).toHaveLength(
      name === "Contact the hotel" ? 1 : 0,
    );
  }
});

test("the number is copied, or the guest is told that it was not", async () => {
  const user = userEvent.setup();
  show([confirmed(1)]);
  await user.click(screen.getByRole("button", { name: "Copy the number 1HKQ2M4X7T1" }));
  expect(await navigator.clipboard.readText()).toBe("1HKQ2M4X7T1");
});

// clause: CONF-03
test("another stay: the search step with an empty booking, the guest's details kept", async () => {
  const step = show([confirmed(1)]);
  await userEvent.click(screen.getByRole("button", { name: "Book another reservation" }));
  expect(step.went()).toBe("search");
  expect(step.state()).toMatchObject({ outcome: null, selected: [], batch: null, search: null });
  expect(step.state().guestDraft.first_name).toBe("Siobhán");
});

// clause: CONF-06
test("the way back to the caller shows only when a safe one was given", () => {
  show([confirmed(1)], "https://harbourhouse.example/offers");
  expect(screen.getByRole("link", { name: /Back to the site/ }).getAttribute("href")).toBe(
    "https://harbourhouse.example/offers",
  );
});

test("without one there is none", () => {
  show([confirmed(1)]);
  expect(screen.queryByRole("link", { name: /Back to the site/ })).toBeNull();
});

// clause: WIZ-27
test("the loader hides after 100 ms", () => {
  vi.useFakeTimers();
  show([confirmed(1)]);
  expect(LOADER_MS).toBe(100);
  expect(document.querySelector("[data-loader]")).toBeTruthy();
  act(() => vi.advanceTimersByTime(99));
  expect(document.querySelector("[data-loader]")).toBeTruthy();
  act(() => vi.advanceTimersByTime(1));
  expect(document.querySelector("[data-loader]")).toBeNull();
});

const order: Order = {
  rooms: [room(1)],
  guest: { first_name: "Siobhán", last_name: "O'Shea" } as Guest,
  ownGuests: {},
  guarantee: { guarantee_type_id: "CC", details: { payment_type_id: "CC", custom_field_5: "tok_1" } },
  transportations: [],
  remarks: null,
  language: "en_US",
  expectedTotal: 588,
};

/** A moment after the deadline of cancelling the rooms of these tests. */
const PAST = "2026-12-10T18:00:01-05:00";

type Answers = (method: string, path: string) => Answer | undefined;

function refuse(
  code: RefusalCode,
  more: {
    night?: string;
    rooms?: SelectedRoom[];
    order?: Order;
    answer?: Answers;
    state?: Partial<BookingState>;
  } = {},
) {
  return renderStep("confirmation", ConfirmationStep, {
    state: {
      ...chosen([room(1)]),
      guestDraft: { first_name: "Siobhán" },
      agreedTo: conditionsOf([room(1)]),
      outcome: {
        rooms: [],
        message: null,
        refusal: {
          code,
          night: more.night ?? null,
          ...(more.rooms ? { rooms: more.rooms } : {}),
          ...(more.order ? { order: more.order } : {}),
        },
      },
      ...more.state,
    },
    ...(more.answer ? { answer: more.answer } : {}),
  });
}
const again = () => userEvent.click(screen.getByRole("button", { name: /^Try again/ }));
const types: Answers = (_method, path) =>
  path.endsWith("available-guarantee-types")
    ? {
        status: 200,
        body: { guarantee_types: [{ id: "CC", code: "CC", name: "Card", due_now: 0, due_at_hotel: 0 }] },
      }
    : undefined;

// clause: CONF-08, CONF-09, CONF-10, ERR-15
test("a failure says that nothing was charged, and tries again where it can be edited, with everything kept", async () => {
  const step = refuse("FAILED", { answer: types });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Reservation not complete");
  const alert = screen.getByRole("alert");
  expect(alert.textContent).toContain("Sorry, your reservation could not be completed");
  expect(alert.textContent).toContain("Unable to create reservation now. Please try again after some time.");
  expect(alert.textContent).toContain("Nothing was charged");
  await again();
  await waitFor(() => expect(step.went()).toBe("payment"));
  expect(step.state()).toMatchObject({ outcome: null, guestDraft: { first_name: "Siobhán" } });
  expect(isAgreed(step.state())).toBe(true);
  expect(step.state().selected).toHaveLength(1);
});

test.each([
  ["CARD_EXPIRED", "Please check its expiry date, or use another card."],
  ["CARD_DECLINED", "The payment was not approved at your bank. Please use another card, or ask your bank."],
  ["CARD_REQUIRED", "Please enter it once more, or use another card."],
] as const)("of a card with %s only what is true of it is said", (code, said) => {
  refuse(code, { answer: types });
  expect(screen.getByRole("alert").textContent).toContain(said);
  expect(screen.getByRole("alert").textContent?.includes("its expiry date")).toBe(code === "CARD_EXPIRED");
});

test("a member who was signed out elsewhere can log in, or try again once they did in another tab", async () => {
  const login_url = "/log-in?property_id=1";
  refuse("MEMBER_AWAY", {
    answer: (method, path) =>
      path.endsWith("/users") ? { status: 200, body: { login_url } } : types(method, path),
  });
  const link = await within(screen.getByRole("alert")).findByRole("link", { name: "Log in" });
  expect(link.getAttribute("href")).toBe(login_url);
  expect(screen.getByRole("alert").textContent).toContain("Please log in again");
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});

test("a night that was sold meanwhile is named, and leads back to the rooms", async () => {
  const step = refuse("NIGHT_SOLD_OUT", { night: "2026-12-13", answer: () => ({ status: 204 }) });
  expect(screen.getByRole("alert").textContent).toMatch(/Sun, December 13/);
  await again();
  await waitFor(() => expect(step.went()).toBe("rooms"));
  expect(step.calls()).toContain("DELETE /v4/properties/1/booking-engine/new-booking/s1/set-rate");
  expect(step.state()).toMatchObject({ selected: [], roomIndex: 0, guestDraft: { first_name: "Siobhán" } });
});

test("a door that is another guest's meanwhile leads back to the rooms", async () => {
  const step = refuse("ROOM_UNIT_TAKEN", { answer: () => ({ status: 204 }) });
  expect(screen.getByRole("alert").textContent).toContain("whose number you chose is not free any more");
  await again();
  await waitFor(() => expect(step.went()).toBe("rooms"));
  expect(step.state()).toMatchObject({ selected: [] });
});

test("an expired booking gets a new batch, for which no card is sealed, and leads back to the rooms", async () => {
  const step = refuse("BATCH_EXPIRED", { state: { guarantee: order.guarantee } });
  await again();
  await waitFor(() => expect(step.went()).toBe("rooms"));
  expect(step.state().batch?.batch_id).toBe("batch-1");
  expect(step.state()).toMatchObject({ selected: [], guestDraft: { first_name: "Siobhán" } });
  expect(step.state()).toMatchObject({ guarantee: null, agreedTo: null });
});

test("what was added to a booking that ran out is named, since another one knows nothing of it", () => {
  const entries = ["2026-12-12", "2026-12-13"].map((date) => ({
    charge_type_id: "BREAKFAST",
    quantity: 1,
    date,
  }));
  const late = { charge_type_id: "LATE", quantity: 1 };
  const rooms = [withAddons(room(1), [...entries, late]), withAddons(room(2), [late])];
  refuse("BATCH_EXPIRED", { state: chosen(rooms) });
  expect(screen.getByRole("alert").textContent).toMatch(
    /What you had added is no longer held either: Breakfast, Late check-out\. Please add it once more\./,
  );
  cleanup();
  refuse("BATCH_EXPIRED");
  expect(screen.getByRole("alert").textContent).not.toContain("What you had added");
});

// clause: API-27
test("a changed price is shown beside the old one before the guest decides", async () => {
  const dearer = { ...room(1), profile_taxes: { ...room(1).profile_taxes, estimated_total: 999 } };
  const step = refuse("PRICE_CHANGED", {
    answer: (method, path) =>
      path.endsWith("set-rate")
        ? { status: 200, body: { data: { session_id: "s1", content: dearer } } }
        : types(method, path),
  });
  // the words that come have their place before
  const asking = screen.getByText("Asking for the new price …").parentElement;
  expect(asking?.dataset.words).toMatch(/^It was \$647\.60 when you chose/);
  expect(await screen.findByRole("button", { name: "Try again at $999.00" })).toBeTruthy();
  expect(asking?.dataset.words).toBeUndefined();
  expect(step.sent("set-rate")).toMatchObject({ rate_details: [] });
  expect(screen.getByRole("alert").textContent).toContain("is $999.00 now");
  await again();
  await waitFor(() => expect(step.went()).toBe("payment"));
  expect(step.state().selected[0]?.profile_taxes?.estimated_total).toBe(999);
});

test("who was signed out before the new price came is led to log in, not promised one", async () => {
  refuse("PRICE_CHANGED", {
    answer: (method, path) => (path.endsWith("set-rate") ? refusal("MEMBER_AWAY") : types(method, path)),
  });
  await screen.findByText(/^Please log in again/);
});

// clause: API-27
test("terms that changed at the same price are named before the guest decides", async () => {
  setClock(PAST);
  const { cancellation } = room(1);
  const costs = {
    ...owing(room(1), 588, 0, 0),
    terms: "58800-0",
    cancellation: { ...cancellation, free_until: null },
  };
  const step = refuse("PRICE_CHANGED", {
    state: { selected: [owing(room(1), 196, 0, 392)] },
    answer: (method, path) =>
      path.endsWith("set-rate")
        ? { status: 200, body: { data: { session_id: "s1", content: costs } } }
        : types(method, path),
  });
  await screen.findByRole("button", { name: "Try again on these conditions" });
  const alert = screen.getByRole("alert").textContent;
  expect(alert).toContain("The conditions have changed");
  expect(alert).toMatch(/\$588\.00 is due now; it was \$196\.00 when you chose\./);
  expect(alert).toMatch(
    /cancelling was free until .*Dec 10.*; that time is over\. Cancelling costs the first night \(\$.*\)\./,
  );
  expect(alert).not.toContain("price");
  await again();
  await waitFor(() => expect(step.went()).toBe("payment"));
  expect(step.state().selected[0]?.cancellation.free_until).toBeNull();
  expect(isAgreed(step.state()), "the button took them").toBe(true);
});

/** What is said once the rooms of `before` are held as those of `now`. */
async function saidOf(before: SelectedRoom[], now: SelectedRoom[]): Promise<string> {
  refuse("PRICE_CHANGED", {
    state: { selected: before },
    answer: (method, path) => {
      const content = now.find(({ session_id }) => path.includes(`/${session_id}/set-rate`));
      return content
        ? { status: 200, body: { data: { session_id: content.session_id, content } } }
        : types(method, path);
    },
  });
  await screen.findByRole("button", { name: "Try again on these conditions" });
  return screen.getByRole("alert").textContent;
}
const over = (of: SelectedRoom, amount: number, value = 1): SelectedRoom => ({
  ...of,
  cancellation: { free_until: null, penalty: { kind: "NIGHTS", value, amount }, later_penalties: [] },
});

// clause: API-27
test("a deadline that passed for several rooms is said once, with what it costs for all of them", async () => {
  setClock(PAST);
  const said = await saidOf([room(1), room(2)], [over(room(1), 100), over(room(2), 150)]);
  expect(said.match(/that time is over/g)).toHaveLength(1);
  expect(said).toContain("Cancelling costs the first night ($250.00).");
  expect(said).not.toContain("1. Deluxe King");
  cleanup();
  const differ = await saidOf([room(1), room(2)], [over(room(1), 100), over(room(2), 300, 2)]);
  expect(differ.match(/that time is over/g)).toHaveLength(1);
  expect(differ).toContain("1. Deluxe King: Cancelling costs the first night ($100.00).");
  expect(differ).toContain("2. Deluxe King: Cancelling costs 2 nights ($300.00).");
});

// clause: API-27
test("a deadline that passed for one room of several names the room", async () => {
  setClock(PAST);
  const said = await saidOf([room(1), room(2)], [room(1), over(room(2), 150)]);
  expect(said).toMatch(
    /2\. Deluxe King: When you chose, cancelling was free until .*; that time is over\. Cancelling costs the first night \(\$150\.00\)\./,
  );
});

test("what cancelling costs by now is told as the cost of the company that pays", async () => {
  setClock(PAST);
  const paid = { ...room(1), mop: "COMPANY" as const, company: { id: "ACME", name: "Acme" } };
  const said = await saidOf([paid], [over(paid, 100)]);
  expect(said).toContain("Cancelling costs the first night ($100.00). Acme pays what cancelling costs.");
});

// clause: API-27
test("a deadline of the stay as booked that passes during its change is told as that, not as the changed stay's", async () => {
  setClock("2026-12-09T15:00:01-05:00");
  const sums = { old_total: 600, new_total: 500, difference: -100, paid: 0, due_now: 0, refund: 0 };
  const stay_change = { ...sums, refund_to: [], due_later: 500, penalty: 0, kept: 0, asked_before: 0 };
  const before = { ...room(1), stay_change };
  const owed = (amount: number, paid: number): SelectedRoom => ({
    ...over(room(1), amount),
    stay_change: { ...stay_change, penalty: 201.65, paid },
  });
  const said = await saidOf([before], [owed(201.65, 0)]);
  expect(said).toContain(
    "Cancelling your stay as booked would cost $201.65 by now, and cancelling the changed stay costs at least as much.",
  );
  expect(said).not.toMatch(/that time is over|Cancelling costs/);
  cleanup();
  const paid = await saidOf([before], [owed(300, 196)]);
  expect(paid).toContain("would cost $201.65 by now. The hotel keeps up to that much of what you paid");
  expect(paid, "what the changed stay costs beyond it").toContain(
    "Cancelling costs the first night ($300.00).",
  );
  cleanup();
  setClock(PAST);
  const both = await saidOf([before], [owed(300, 0)]);
  expect(both).toMatch(
    /would cost \$201\.65 by now.*cancelling was free until .*Dec 10.*; that time is over/,
  );
});

test("a deadline that the hotel took back is not told as passed", async () => {
  setClock("2026-12-09T15:00:01-05:00");
  const said = await saidOf([room(1)], [over(room(1), room(1).cancellation.penalty?.amount ?? 0)]);
  expect(said).toContain("Cancelling costs the first night");
  expect(said).not.toContain("that time is over");
});

// clause: CONF-10, API-27
test("whoever goes back after a refusal sees what is held now, and orders on that", async () => {
  const fresh = { ...owing(room(1), 588, 0, 0), terms: "58800-0" };
  const step = refuse("PRICE_CHANGED", {
    state: { selected: [{ ...owing(room(1), 196, 0, 392), terms: "19600-0" }] },
    answer: (method, path) =>
      path.endsWith("set-rate")
        ? { status: 200, body: { data: { session_id: "s1", content: fresh } } }
        : types(method, path),
  });
  await screen.findByRole("button", { name: "Try again on these conditions" });
  expect(step.state().selected[0]?.profile_taxes?.due_now).toBe(588);
  expect(isAgreed(step.state())).toBe(false);
  expect(commitBody({ ...order, rooms: step.state().selected }).sessions[0]?.expected_room?.terms).toBe(
    "58800-0",
  );
});

// clause: EDIT-05, API-27
test("of a change it is named what is asked for and what comes back, not the deposits of the stay", async () => {
  const change = {
    old_total: 800,
    new_total: 600,
    difference: -200,
    paid: 300,
    due_now: 0,
    refund: 49.05,
    refund_to: [],
    due_later: 0,
    penalty: 0,
    kept: 0,
    asked_before: 0,
  };
  refuse("PRICE_CHANGED", {
    state: { selected: [{ ...owing(room(1), 211.46, 0, 392), stay_change: change }] },
    answer: (method, path) =>
      path.endsWith("set-rate")
        ? {
            status: 200,
            body: {
              data: {
                session_id: "s1",
                content: { ...owing(room(1), 260.51, 0, 342.95), stay_change: { ...change, refund: 0 } },
              },
            },
          }
        : types(method, path),
  });
  await screen.findByRole("button", { name: "Try again on these conditions" });
  const alert = screen.getByRole("alert").textContent;
  expect(alert).toContain("$0.00 comes back to you; it was $49.05 when you chose.");
  expect(alert).not.toContain("is due now");
});

// clause: API-27, POINTS-02
test.each([
  [18_000, 361.46, "You pay 18,000 points and $361.46; when you chose, it was 18,000 points and $0.00."],
  [9000, 0, "You pay 9,000 points and $0.00; when you chose, it was 18,000 points and $0.00."],
])("what points are worth is told with the points and the amount: %s points", async (points, left, words) => {
  const paid = (total_redeemed_points: number, amount_to_pay: number): SelectedRoom => {
    const of = room(1);
    const dues = { due_now: 0, due_later: 0, due_at_hotel: amount_to_pay };
    const profile_taxes = of.profile_taxes && { ...of.profile_taxes, ...dues, amount_to_pay };
    return { ...of, booked_with_points: true, total_redeemed_points, profile_taxes };
  };
  refuse("PRICE_CHANGED", {
    state: { selected: [paid(18_000, 0)] },
    answer: (method, path) =>
      path.endsWith("set-rate")
        ? { status: 200, body: { data: { session_id: "s1", content: paid(points, left) } } }
        : types(method, path),
  });
  await screen.findByRole("button", { name: "Try again on these conditions" });
  expect(screen.getByRole("alert").textContent).toContain(words);
});

const ours = room(1);
const winter: Partial<BookingState> = {
  deal: { kind: "promo", id: "WINTER15", code: "WINTER15", name: "Winter" },
  selected: [
    {
      ...ours,
      room_id: "203",
      price_summary: { ...ours.price_summary, total_amount: 576, total_amount_after_discount: 490 },
    },
  ],
};

// clause: API-26, API-27
test("a room whose price changed is held again with its code and its door", async () => {
  const step = refuse("PRICE_CHANGED", {
    state: winter,
    answer: (method, path) =>
      path.endsWith("set-rate")
        ? { status: 200, body: { data: { session_id: "s1", content: room(1) } } }
        : types(method, path),
  });
  await screen.findByRole("button", { name: /^Try again at/ });
  expect(step.sent("set-rate")).toMatchObject({ discount_id: "WINTER15", room_id: "203" });
});

test("a room whose code is gone is held again without it", async () => {
  let asked = 0;
  const step = refuse("PRICE_CHANGED", {
    state: winter,
    answer: (method, path) => {
      if (!path.endsWith("set-rate")) return types(method, path);
      asked += 1;
      return asked === 1
        ? refusal("CODE_NOT_VALID")
        : { status: 200, body: { data: { session_id: "s1", content: room(1) } } };
    },
  });
  await screen.findByRole("button", { name: /^Try again at/ });
  expect(asked).toBe(2);
  expect(step.sent("set-rate")).toMatchObject({ room_id: "203" });
  expect(step.sent("set-rate")).not.toHaveProperty("discount_id");
});

// clause: API-27
test("a changed price can be declined: the room is given back and others are shown", async () => {
  const step = refuse("PRICE_CHANGED", {
    answer: (method, path) =>
      method === "DELETE"
        ? { status: 204 }
        : path.endsWith("set-rate")
          ? { status: 200, body: { data: { session_id: "s1", content: room(1) } } }
          : types(method, path),
  });
  const others = screen.getByRole<HTMLButtonElement>("button", { name: "Choose another room" });
  // what is still being held anew would be held after it was given back
  expect(others.disabled || others.getAttribute("aria-disabled") === "true").toBe(true);
  await screen.findByRole("button", { name: /^Try again/ });
  await userEvent.click(others);
  await waitFor(() => expect(step.went()).toBe("rooms"));
  expect(step.calls()).toContain("DELETE /v4/properties/1/booking-engine/new-booking/s1/set-rate");
  expect(step.state()).toMatchObject({ selected: [], outcome: null, guestDraft: { first_name: "Siobhán" } });
});

// clause: API-22
test("a room that another tab chose is named beside this one's, and is agreed to anew", async () => {
  const other = {
    ...room(1, "ADVANCE"),
    room_type_id: "HARBOUR_TWIN",
    room_type_name: "Harbour Twin",
    check_in_date: "2026-12-13",
  };
  const step = refuse("ROOM_CHANGED", { answer: types, rooms: [other] });
  expect(step.calls()).not.toContain("POST /v4/properties/1/booking-engine/new-booking/s1/set-rate");
  const alert = screen.getByRole("alert").textContent;
  expect(alert).toContain("Another room was chosen meanwhile");
  expect(alert).toMatch(/Shown in this window.*Deluxe King.*Held for you now.*Harbour Twin.*Dec 13/);
  await again();
  await waitFor(() => expect(step.went()).toBe("information"));
  expect(step.state()).toMatchObject({ outcome: null, search: { checkIn: "2026-12-13" } });
  expect(isAgreed(step.state())).toBe(false);
  expect(step.state().selected).toEqual([other]);
});

// clause: API-22
test("where another tab changed what is added alone, that is said, and what is agreed to stays agreed to", async () => {
  const cot = {
    ...{ id: "COT", charge_type_id: "COT", name: "Baby cot", quantity: 1, date: null, recurring: true },
    ...{ amount: 0, room_no: 1, session_id: "s1" },
  };
  const step = refuse("ROOM_CHANGED", { answer: types, rooms: [{ ...room(1), chosen_addons: [cot] }] });
  expect(screen.getByRole("alert").textContent).toContain("Your booking was changed meanwhile");
  expect(document.body.textContent).not.toContain("Another room");
  await again();
  await waitFor(() => expect(step.went()).toBe("information"));
  expect(step.state()).toMatchObject({ selected: [{ chosen_addons: [cot] }] });
  expect(isAgreed(step.state())).toBe(true);
});

// clause: API-22
test("where only what was added, the door or the package differs, both lines say so", () => {
  const addon = {
    ...{ id: "SAUNA", charge_type_id: "SAUNA", name: "Sauna", recurring: false, amount: 20 },
    ...{ room_no: 1, session_id: "s1" },
  };
  const other = {
    ...room(1),
    ...{ room_unit_number: "204", package_id: "QUIET", package_name: "Quiet days", number_of_rooms: 2 },
    chosen_addons: [{ ...addon, quantity: 2, date: "2026-12-13" }],
  };
  refuse("ROOM_CHANGED", { answer: types, rooms: [other] });
  const [seen, held] = [...document.querySelectorAll(".seen-and-held dd")].map((line) => line.textContent);
  expect(held).not.toBe(seen);
  expect(held).toMatch(/No\.\u00a0204 · Quiet days .* · 2 rooms, .* · Sauna × 2 · Sun, Dec 13 · \$/);
});

// clause: API-22
test("without a clear answer the guest checks again: the same order is sent, and the reservation found", async () => {
  const answers: Answer[] = [
    { status: 502, body: {} },
    { status: 502, body: {} },
    { status: 200, body: [confirmed(1)] },
  ];
  const step = refuse("UNCLEAR", {
    order,
    answer: (_method, path) => {
      if (path.endsWith("/commit")) return answers.shift();
      return path.endsWith("new-batch-booking/b1") ? { status: 200, body: { status: "OPEN" } } : undefined;
    },
  });
  const check = () => userEvent.click(screen.getByRole("button", { name: "Check again" }));
  expect(screen.getByRole("alert").textContent).not.toContain("Nothing was charged");
  await check();
  expect(await screen.findByText(/The server did not answer/)).toBeTruthy();
  expect(document.body.textContent).not.toContain("Nothing was charged");
  await check();
  await waitFor(() => expect(step.state().outcome?.rooms).toHaveLength(1));
  expect(step.sent("/commit")).toEqual(commitBody(order));
  // the button that was pressed is gone with its screen
  await waitFor(() => expect(document.activeElement?.tagName).toBe("MAIN"));
});

test("a check that hears that the bank is silent leads back to payment", async () => {
  const step = refuse("UNCLEAR", {
    order,
    answer: (_method, path) => {
      if (path.endsWith("/commit")) return refusal("PAYMENT_UNANSWERED");
      if (path.endsWith("new-batch-booking/b1")) return { status: 200, body: { status: "OPEN" } };
      return types(_method, path);
    },
  });
  await userEvent.click(screen.getByRole("button", { name: "Check again" }));
  expect(await screen.findByText(/The bank did not answer\./)).toBeTruthy();
  await again();
  await waitFor(() => expect(step.went()).toBe("payment"));
});

test("when trying again reaches nobody, that is said and nothing is lost", async () => {
  const step = refuse("BATCH_EXPIRED", { answer: () => ({ status: 503, body: {} }) });
  await again();
  expect(await screen.findByText(/The server did not answer/)).toBeTruthy();
  expect(step.went()).toBeNull();
  expect(step.state().selected).toHaveLength(1);
});

test("a missing guest leads to the guest, a card to the payment", async () => {
  const step = refuse("GUEST_INCOMPLETE", { answer: types });
  await again();
  await waitFor(() => expect(step.went()).toBe("information"));
});

// clause: I18N-02
test("a code is named in the language of the page, also when it was typed in another one", async () => {
  const asked: string[] = [];
  renderStep("confirmation", ConfirmationStep, {
    state: {
      ...chosen([room(1)]),
      deal: { kind: "promo", code: "WINTER15", id: "D1", name: "Winter in Brüssel", language: "de_DE" },
      outcome: { rooms: [confirmed(1, { discount: { id: "D1", name: "Winter" } })], message: null },
    },
    answer: (_, path, url) => {
      if (!path.includes("mini-rates")) return undefined;
      asked.push(`${url.searchParams.get("discount_id")} ${url.searchParams.get("language_code")}`);
      const discount = { id: "D1", name: "Winter by the sea" };
      return { status: 200, body: { ...availability(url.searchParams), discount } };
    },
  });
  await screen.findByText(/Winter by the sea/);
  expect(asked).toEqual(["D1 en_US"]);
});
