import { act, cleanup, screen } from "@testing-library/react";
import { useRef, useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ConfirmedRoom, Property } from "../../api";
import { property as harbour } from "../../api/mock/hotel";
import { refuseStorage } from "../../test-storage";
import { useBooking } from "../BookingProvider";
import { withLink } from "../confirmation/stands";
import { confirmed, paymentLink } from "../confirmation/test-room";
import type { StepName } from "../flow";
import { defaultParty, makeSearch } from "../search-data";
import type { BookingAction, BookingState } from "../state";
import { chosen, renderStep, room } from "../test-step";
import Measure, { type Since } from "./Measure";
import Tracking from "./Tracking";
import { hashed } from "./values";

const EMAIL = "siobhan@guest.example";

const measured: Partial<Property> = {
  conversion_pixel_url: "https://pixel.example/p?v=1",
  website_config: {
    ...harbour.website_config,
    google_analytics_ids: "G-ONE,G-TWO",
    injected_scripts: "https://scripts.example/own.js",
    sojern_id: "s-7",
  },
};

/** Events of the data layer: name and parameters. */
const events = () =>
  (window.dataLayer ?? [])
    .map((entry) => Array.from(entry as ArrayLike<unknown>))
    .filter(([kind]) => kind === "event")
    .map(([, name, parameters]) => [name, parameters] as [string, Record<string, unknown>]);
const named = (name: string) =>
  events()
    .filter(([event]) => event === name)
    .map(([, told]) => told);
const scripts = () =>
  [...document.querySelectorAll<HTMLScriptElement>("script[data-injected]")].map((one) => one.src);
const pixels = () =>
  [...document.querySelectorAll<HTMLImageElement>("img[data-pixel]")].map(
    (one) => new URL(one.src).searchParams,
  );

function clear() {
  delete window.dataLayer;
  sessionStorage.clear();
  localStorage.clear();
  for (const added of document.querySelectorAll("script[data-injected],img[data-pixel]")) added.remove();
}
beforeEach(clear);
afterEach(clear);

const nothingBefore: Since = { search: null, selected: [], batch: null };

/** `before` is what stood before the guest could be measured: all of it, unless told otherwise. */
function open(
  step: StepName,
  state: Partial<BookingState>,
  property: Partial<Property> = measured,
  before?: Since,
) {
  let act: (action: BookingAction) => void = () => undefined;
  function Step() {
    const { state, dispatch } = useBooking();
    const since = useRef<Since>(before ?? state);
    act = dispatch;
    return <Measure granted step={step} since={since} />;
  }
  renderStep(step, Step, { state, property });
  return (action: BookingAction) => act(action);
}

test("without ids nothing is told, and the hotel's own scripts still come [ANALYTICS-07]", () => {
  const website_config = {
    ...measured.website_config,
    google_analytics_ids: "",
  } as Property["website_config"];
  open("information", chosen([room(1)]), { ...measured, website_config });
  expect(window.dataLayer).toBeUndefined();
  expect(scripts()).toEqual(["https://scripts.example/own.js"]);
});

test("each id is configured once in one layer, and is told no address with a query [ANALYTICS-07]", () => {
  open("information", chosen([room(1)]));
  const configured = (window.dataLayer ?? [])
    .map((entry) => Array.from(entry as ArrayLike<unknown>))
    .filter(([kind]) => kind === "config");
  expect(configured.map(([, id]) => id)).toEqual(["G-ONE", "G-TWO"]);
  expect(scripts()[0]).toBe("https://www.googletagmanager.com/gtag/js?id=G-ONE");
  expect(
    JSON.stringify(window.dataLayer?.map((entry) => Array.from(entry as ArrayLike<unknown>))),
  ).not.toContain("?");
});

test("a layer that a container of the hotel began knows the ids before the first event [ANALYTICS-07]", () => {
  window.dataLayer = [{ event: "gtm.js" }];
  open("information", chosen([room(1)]));
  const kinds = window.dataLayer.map((entry) => Array.from(entry as ArrayLike<unknown>).slice(0, 2));
  const first = kinds.findIndex(([kind]) => kind === "event");
  expect(kinds.slice(1, first)).toEqual([
    ["js", expect.any(Date)],
    ["config", "G-ONE"],
    ["config", "G-TWO"],
  ]);
});

test("without ids nothing is told to a layer that a container began either [ANALYTICS-07]", () => {
  window.dataLayer = [];
  const website_config = {
    ...measured.website_config,
    google_analytics_ids: "",
  } as Property["website_config"];
  open("information", chosen([room(1)]), { ...measured, website_config });
  expect(window.dataLayer).toEqual([]);
});

test("what a quick guest did before this part of the page was there is told [ANALYTICS-01, ANALYTICS-02]", () => {
  open("information", chosen([room(1)]), measured, nothingBefore);
  expect(events().map(([name]) => name)).toEqual([
    "book_intent",
    "page_view",
    "select_item",
    "begin_checkout",
  ]);
  expect(pixels()).toHaveLength(1);
});

test("entering guest information tells of the step and begins the checkout [ANALYTICS-03, ANALYTICS-04]", () => {
  const rooms = [room(1)];
  open("information", chosen(rooms));
  expect(named("page_view")).toMatchObject([{ page_title: "information" }]);
  expect(named("begin_checkout")).toMatchObject([
    { currency: "USD", value: rooms[0]?.price_summary.total_amount_after_tax_and_fee },
  ]);
  expect(named("select_item"), "what was chosen before is no new choice").toEqual([]);
});

test("the list of rooms is told once [ANALYTICS-03]", async () => {
  open("rooms", { ...chosen([room(1)]), selected: [] });
  await vi.waitFor(() => expect(named("view_item_list")).toHaveLength(1), 60_000);
  expect(named("view_item_list")[0]).toMatchObject({ item_list_id: "rooms", currency: "USD" });
});

test("a chosen room is told, to the layer and to the pixel [ANALYTICS-02, ANALYTICS-08, ANALYTICS-09]", () => {
  const dispatch = open("rooms", chosen([]));
  act(() => dispatch({ type: "ADD", room: room(1) }));
  expect(named("select_item")).toMatchObject([{ items: [{ item_id: "DELUXE_KING", quantity: 1 }] }]);
  const [pixel] = pixels();
  expect(Object.fromEntries(pixel ?? [])).toEqual({
    v: "1",
    id: "s-7",
    type: "selected",
    check_in_date: "2026-12-12",
    check_out_date: "2026-12-15",
    city: harbour.city,
    state: harbour.state,
    property_name: harbour.name,
    room_count: "1",
    property_id: "1",
    currency: "USD",
    grand_total: String(room(1).price_summary.total_amount_after_tax_and_fee),
    confirmation_number: "",
    session_id: "s1",
    email_hash: "",
  });
});

test("the same room chosen again is no new pixel; another rate is [ANALYTICS-08]", () => {
  const dispatch = open("rooms", chosen([]));
  act(() => dispatch({ type: "ADD", room: room(1) }));
  act(() => dispatch({ type: "REMOVE_ALL" }));
  act(() => dispatch({ type: "ADD", room: room(1) }));
  expect(pixels()).toHaveLength(1);
  act(() => dispatch({ type: "REMOVE_ALL" }));
  act(() => dispatch({ type: "ADD", room: room(1, "ADVANCE") }));
  expect(pixels()).toHaveLength(2);
});

test("coming back to guest information with the same rooms begins no second checkout [ANALYTICS-03]", () => {
  open("information", chosen([room(1)]));
  open("information", chosen([room(1)]));
  expect(named("begin_checkout")).toHaveLength(1);
});

test("without a sojern_id there is no pixel [ANALYTICS-08]", () => {
  const dispatch = open("rooms", chosen([]), { ...measured, conversion_pixel_url: null });
  act(() => dispatch({ type: "ADD", room: room(1) }));
  expect(pixels()).toEqual([]);
});

/** The page around the booking, whose measuring goes on over all of its screens. */
function openPage(state: Partial<BookingState>, at = "/booking/search", require_tracking_consent = false) {
  let page: { go: (path: string) => void; dispatch: (action: BookingAction) => void };
  function Step() {
    const { state, dispatch } = useBooking();
    const [begun] = useState(state);
    const [path, go] = useState(at);
    page = { go, dispatch };
    return <Tracking path={path} begun={begun} asked={false} onAnswered={() => undefined} />;
  }
  const website_config = {
    ...measured.website_config,
    require_tracking_consent,
  } as Property["website_config"];
  renderStep("search", Step, { state, property: { ...measured, website_config } });
  return {
    go: (path: string) => act(() => page.go(path)),
    dispatch: (...actions: BookingAction[]) =>
      act(() => {
        for (const action of actions) page.dispatch(action);
      }),
  };
}
const search = makeSearch("2026-12-12", "2026-12-15", [defaultParty()]);

const allow = () => act(() => screen.getByRole("button", { name: "Yes, allow" }).click());

// clause: ROUTE-15
test("what opens within a step is told by its own name, and so is the way back", () => {
  const page = openPage({}, "/booking/search");
  page.go("/booking/search/confirm-payment-method");
  page.go("/booking/search");
  expect(named("page_view").map(({ route_name }) => route_name)).toEqual([
    "booking-search",
    "confirm-payment-method",
    "booking-search",
  ]);
});

test("the question says what is given away, a hash of the address among it [ANALYTICS-06]", () => {
  openPage({}, "/booking/search", true);
  expect(screen.getByRole("region", { name: "Measuring" }).textContent).toContain(
    "the number, dates and price of the booking, and a hash of your e-mail address in place of the address",
  );
});

test("what a guest did before they agreed is told by nobody, also after a reload [ANALYTICS-02, ANALYTICS-03, ANALYTICS-05, ANALYTICS-08]", async () => {
  const state = chosen([room(1)]);
  const booked = { outcome: { rooms: [confirmed(1)], message: null }, guestDraft: { email: EMAIL } };
  const page = openPage({ ...state, guestDraft: { email: EMAIL } }, "/booking/guest-information", true);
  page.dispatch({ type: "OUTCOME", outcome: booked.outcome });
  page.go("/booking/confirmation");
  expect(events()).toEqual([]);
  allow();
  const told = async () => {
    // a purchase waits for its hash
    await act(async () => void (await hashed(EMAIL)));
    return [events().map(([name]) => name), pixels()];
  };
  expect(await told()).toEqual([["page_view"], []]);
  cleanup();
  openPage({ ...state, ...booked }, "/booking/confirmation", true);
  expect(await told()).toEqual([["page_view", "page_view"], []]);
});

/** The answer that is given in another tab. */
function answerElsewhere(consent: "granted" | "refused") {
  localStorage.setItem("portico.consent.1", consent);
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "portico.consent.1" })));
}

test("what is answered in another tab counts here, too, and a refusal takes out what was loaded [ANALYTICS-10]", () => {
  const reload = vi.spyOn(window.location, "reload").mockReturnValue();
  const page = openPage({}, "/booking/search", true);
  answerElsewhere("granted");
  expect(screen.queryByRole("button", { name: "Yes, allow" })).toBeNull();
  expect(scripts()).not.toEqual([]);
  expect(named("page_view")).toHaveLength(1);
  expect(reload).not.toHaveBeenCalled();
  answerElsewhere("refused");
  expect(reload).toHaveBeenCalledTimes(1);
  page.dispatch({ type: "SEARCH", search });
  expect(named("book_intent")).toEqual([]);
  reload.mockRestore();
});

test("a search elsewhere, before they agreed there, is not told either [ANALYTICS-01]", () => {
  const page = openPage({}, "/abs/abs-steps/select-dates", true);
  page.dispatch({ type: "SEARCH", search });
  answerElsewhere("granted");
  page.go("/booking/select-rooms");
  expect(named("page_view")).toHaveLength(1);
  expect(named("book_intent")).toEqual([]);
});

test("what is booked after they agreed is told once, also after a reload [ANALYTICS-05]", async () => {
  const state = chosen([room(1)]);
  const outcome = { rooms: [confirmed(1)], message: null };
  const page = openPage(state, "/booking/guest-information", true);
  allow();
  expect(named("begin_checkout"), "begun before").toEqual([]);
  page.dispatch({ type: "OUTCOME", outcome });
  page.go("/booking/confirmation");
  await vi.waitFor(() => expect(named("purchase")).toHaveLength(1), 60_000);
  cleanup();
  openPage({ ...state, outcome }, "/booking/confirmation", true);
  await act(async () => void (await hashed(EMAIL)));
  expect([named("purchase").length, pixels().length]).toEqual([1, 1]);
});

test("nor is what was done before in a browser that refuses storage [ANALYTICS-05]", async () => {
  const allowStorage = refuseStorage();
  const page = openPage(chosen([room(1)]), "/booking/confirmation", true);
  page.dispatch({ type: "OUTCOME", outcome: { rooms: [confirmed(1)], message: null } });
  allow();
  await act(async () => void (await hashed(EMAIL)));
  allowStorage();
  expect(events().map(([name]) => name)).toEqual(["page_view"]);
});

test("what was told of the booking is not told again on coming back to it [ANALYTICS-01, ANALYTICS-02]", () => {
  const page = openPage({});
  page.dispatch({ type: "SEARCH", search });
  page.go("/booking/select-rooms");
  page.dispatch({ type: "ADD", room: room(1) });
  const told = () => [named("book_intent").length, named("select_item").length];
  expect(told()).toEqual([1, 1]);
  for (const elsewhere of ["/search-reservation-result", "/events"]) {
    page.go(elsewhere);
    page.go("/booking/confirmation");
  }
  expect(told()).toEqual([1, 1]);
  page.go("/abs/abs-steps/select-dates");
  page.dispatch({ type: "SEARCH", search: { ...search } });
  page.go("/booking/select-rooms");
  expect(told(), "a search on another screen").toEqual([2, 1]);
});

test("a stay that is changed was not searched for, until its guest searches [ANALYTICS-01]", () => {
  const page = openPage({});
  page.go("/search-reservation-result");
  const existing_reservation = { confirmation_no: "1STAY" };
  const change = (batch_id: string): BookingAction[] => [
    { type: "START_OVER" },
    {
      type: "RESTORE",
      state: {
        ...chosen([]),
        batch: { batch_id, token: "secret" },
        profile: { ...chosen([room(1)]).profile, existing_reservation } as BookingState["profile"],
      },
    },
  ];
  page.dispatch(...change("b1"));
  page.go("/booking/select-rooms");
  expect(named("book_intent")).toEqual([]);
  page.dispatch({ type: "SEARCH", search });
  expect(named("book_intent")).toHaveLength(1);
  page.go("/search-reservation-result");
  page.dispatch(...change("b2"));
  page.go("/booking/select-rooms");
  expect(named("book_intent"), "begun once more").toHaveLength(1);
});

test("a purchase is told once, with the address hashed [ANALYTICS-05, ANALYTICS-06, ANALYTICS-09]", async () => {
  const booked = {
    confirmation_no: "1HKQ2M4X7T0",
    currency: "USD",
    total_amount: 669.6,
    total_taxes: 57.6,
    room_type_id: "DELUXE_KING",
    room_type_name: "Deluxe King",
    rate_code_name: "Flexible",
    check_in_date: "2026-12-12",
    check_out_date: "2026-12-15",
  } as ConfirmedRoom;
  const state = { ...chosen([room(1)]), guestDraft: { email: EMAIL } };
  const dispatch = open("confirmation", state);
  act(() => dispatch({ type: "OUTCOME", outcome: { rooms: [booked], message: null } }));
  await vi.waitFor(() => expect(named("purchase")).toHaveLength(1), 60_000);
  expect(named("purchase")[0]).toMatchObject({
    transaction_id: "1HKQ2M4X7T0",
    value: 669.6,
    tax: 57.6,
    guest: { email: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  const [pixel] = pixels();
  expect([pixel?.get("type"), pixel?.get("confirmation_number"), pixel?.get("email_hash")]).toEqual([
    "confirmed",
    "1HKQ2M4X7T0",
    "",
  ]);
  expect(JSON.stringify(events()) + [...pixels()].join()).not.toContain(EMAIL);
  // a reload of the confirmation
  act(() => dispatch({ type: "OUTCOME", outcome: { rooms: [{ ...booked }], message: null } }));
  expect(pixels()).toHaveLength(1);
});

test("a booked room's pixel has the currency of its amount, whatever the hotel sells in by now [ANALYTICS-09]", () => {
  const outcome = { rooms: [confirmed(1, { currency: "EUR" })], message: null };
  open("confirmation", { ...chosen([room(1)]), outcome });
  expect([pixels()[0]?.get("currency"), pixels()[0]?.get("grand_total")]).toEqual(["EUR", "588"]);
});

test("nothing of others is loaded on the payment step, not even when the rooms are booked there [ANALYTICS-07, ANALYTICS-08]", () => {
  const dispatch = open("payment", chosen([room(1)]));
  const rooms = [{ confirmation_no: "1HKQ2M4X7T9", currency: "USD", total_amount: 1 } as ConfirmedRoom];
  act(() => dispatch({ type: "OUTCOME", outcome: { rooms, message: null } }));
  expect(scripts()).toEqual([]);
  expect(pixels()).toEqual([]);
  expect(named("purchase")).toEqual([]);
});

test("nor while the rooms wait for their payment by link: they are bought once it is paid [ANALYTICS-05, ANALYTICS-07, PAY-15]", async () => {
  const payment_link = paymentLink();
  const rooms = [{ ...confirmed(1), payment_link }];
  const state = { ...chosen([room(1)]), outcome: { rooms, message: null } };
  const dispatch = open("confirmation", state);
  expect([scripts(), pixels(), named("purchase")]).toEqual([[], [], []]);
  const paid = rooms.map((one) => withLink(one, "EXECUTED"));
  act(() => dispatch({ type: "OUTCOME", outcome: { rooms: paid, message: null } }));
  await vi.waitFor(() => expect(named("purchase")).toHaveLength(1), 60_000);
  expect(scripts()).not.toEqual([]);
  expect(pixels()).toHaveLength(1);
});

test("what nobody paid for was not bought [ANALYTICS-05]", () => {
  const payment_link = paymentLink({ status: "EXPIRED" });
  open("confirmation", {
    ...chosen([room(1)]),
    outcome: { rooms: [{ ...confirmed(1), payment_link }], message: null },
  });
  expect([pixels(), named("purchase")]).toEqual([[], []]);
});

test("nor a room that was cancelled before anybody was told of it [ANALYTICS-05]", async () => {
  const gone = { ...confirmed(1), status: "CANCELLED" };
  open("confirmation", { ...chosen([room(1)]), outcome: { rooms: [gone], message: null } });
  expect([pixels(), named("purchase")]).toEqual([[], []]);
  clear();
  cleanup();
  open("confirmation", { ...chosen([room(1)]), outcome: { rooms: [gone, confirmed(2)], message: null } });
  await vi.waitFor(() => expect(named("purchase")).toMatchObject([{ value: 588 }]), 60_000);
});

test("of a booking whose link was not paid, the room that did not wait for it was bought [ANALYTICS-05]", async () => {
  const payment_link = paymentLink({ status: "EXPIRED" });
  const rooms = [{ ...confirmed(1), payment_link }, confirmed(2)];
  open("confirmation", { ...chosen([room(1)]), outcome: { rooms, message: null } });
  await vi.waitFor(() => expect(named("purchase")).toHaveLength(1), 60_000);
  expect(pixels()).toHaveLength(1);
});

test("nor beside a card's token that waits for another try [ANALYTICS-07]", () => {
  const guarantee = { guarantee_type_id: "CC", details: { custom_field_5: "tok" } };
  open("confirmation", {
    ...chosen([room(1)]),
    guarantee: guarantee as BookingState["guarantee"],
    outcome: { rooms: [], message: null },
  });
  expect(scripts()).toEqual([]);
});

test("nor in a tab that could not find the booking again for the payment step [ANALYTICS-07]", () => {
  const full = () => {
    throw new DOMException("no", "QuotaExceededError");
  };
  vi.stubGlobal("sessionStorage", { getItem: () => null, setItem: full, removeItem: () => undefined });
  open("rooms", chosen([room(1)]));
  vi.unstubAllGlobals();
  expect(scripts()).toEqual([]);
});

test("nor in a browser that refuses storage, and what happens is told all the same [ANALYTICS-07]", () => {
  const allow = refuseStorage();
  open("information", chosen([room(1)]), measured, nothingBefore);
  allow();
  expect(scripts()).not.toContain("https://scripts.example/own.js");
  expect(events().map(([name]) => name)).toContain("begin_checkout");
});
