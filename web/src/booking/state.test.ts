import { expect, test, vi } from "vitest";
import type { ConfirmedRoom, SelectedRoom } from "../api";
import { conditionsOf, isAgreed } from "./agreed";
import { forget, keep, recall } from "./persist";
import { defaultParty, makeSearch } from "./search-data";
import { type BookingState, bookingReducer, emptyBooking, ORDER } from "./state";
import { room } from "./test-step";

const search = makeSearch("2026-12-12", "2026-12-14", [defaultParty()]);
const full: BookingState = {
  ...emptyBooking,
  search,
  batch: { batch_id: "b", token: "secret" },
  guestDraft: { first_name: "Siobhán" },
  agreedTo: conditionsOf([room(1)]),
  guarantee: { guarantee_type_id: "CC", details: { payment_type_id: "CC", custom_field_5: "tok_1" } },
  visited: ["search", "rooms"],
};

// clause: WIZ-10
test("a step is visited once it was entered, and only once", () => {
  const once = bookingReducer(emptyBooking, { type: "VISITED", step: "rooms" });
  expect(once.visited).toEqual(["rooms"]);
  expect(bookingReducer(once, { type: "VISITED", step: "rooms" })).toBe(once);
});

// clause: SEARCH-28
test("a new search forgets the stay and keeps who the guest is", () => {
  const over = bookingReducer(full, { type: "START_OVER" });
  expect(over).toEqual({ ...emptyBooking, guestDraft: { first_name: "Siobhán" } });
});

// clause: TRANS-08
test("a search for what ran out keeps its rides, any other forgets them", () => {
  const rides = { 1: { PICK_UP: { start_date: "2026-12-12", time: "14:15", body: "" } } };
  const after = (ranOut: BookingState["ranOut"]) =>
    bookingReducer({ ...full, rides, ranOut }, { type: "START_OVER" }).rides;
  expect([after("booking"), after(null), after({ change: "1STAY" })]).toEqual([rides, {}, {}]);
});

test("what is typed adds up", () => {
  const next = bookingReducer(full, { type: "GUEST_DRAFT", change: { last_name: "O’Shea" } });
  expect(next.guestDraft).toEqual({ first_name: "Siobhán", last_name: "O’Shea" });
});

// clause: PAY-14
test("another batch has no card and nothing agreed to; who the guest is stays", () => {
  const again = bookingReducer(full, {
    type: "BATCH",
    batch: { batch_id: "b", token: "secret" },
    profile: null,
  });
  expect(again).toMatchObject({ guarantee: full.guarantee, agreedTo: full.agreedTo });
  const other = bookingReducer(full, {
    type: "BATCH",
    batch: { batch_id: "c", token: "other" },
    profile: null,
  });
  expect(other).toEqual({
    ...full,
    batch: { batch_id: "c", token: "other" },
    guarantee: null,
    agreedTo: null,
  });
});

test("what was agreed to stays so where rate and terms are the same, and is none of another booking", () => {
  const agreed: BookingState = { ...full, selected: [room(1)] };
  expect(isAgreed(agreed)).toBe(true);
  const taken = (other: SelectedRoom) => {
    const without = bookingReducer(agreed, { type: "REMOVE", session_id: "s1" });
    return bookingReducer(without, { type: "ADD", room: other });
  };
  expect(isAgreed(taken(room(1)))).toBe(true);
  expect(isAgreed(taken(room(1, "ADVANCE")))).toBe(false);
  expect(isAgreed(taken({ ...room(1), terms: "other" }))).toBe(false);
  expect(isAgreed(bookingReducer(agreed, { type: "ADD", room: room(2) })), "one more").toBe(false);
  // added breakfast, say: what goes back and what is kept are other sums
  const change = { terms: "other" };
  expect(isAgreed(bookingReducer(agreed, { type: "UPDATE", session_id: "s1", change }))).toBe(false);
  expect(bookingReducer(agreed, { type: "START_OVER" }).agreedTo).toBeNull();
  expect(bookingReducer(agreed, { type: "REPRICED", currency: "EUR" }).agreedTo).toBeNull();
});

// clause: ROUTE-16
test("a tab finds its booking again, per property, and nothing of a card", () => {
  keep(1, full);
  const { batch, guestDraft, agreedTo } = full;
  expect(recall(1)).toMatchObject({ search, batch, guestDraft, agreedTo });
  expect(recall(2)).toBeNull();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("tok_1");
  forget(1);
  expect(recall(1)).toBeNull();
});

test("a tab knows that its booking is a change, until that is made", () => {
  const profile = { existing_reservation: { confirmation_no: "1STAY" } } as BookingState["profile"];
  const changing = (state: BookingState) => {
    keep(1, state);
    return recall(1)?.changing;
  };
  expect(changing(full)).toBeNull();
  expect(changing({ ...full, profile })).toBe("1STAY");
  const rooms = [{}] as ConfirmedRoom[];
  expect(changing({ ...full, profile, outcome: { rooms, message: null } })).toBeNull();
  // one that ran out stays known until another room is chosen
  const ranOut = { change: "1STAY" };
  expect(changing({ ...full, ranOut })).toBe("1STAY");
  expect(changing({ ...full, ranOut, selected: [{}] as SelectedRoom[] })).toBeNull();
});

test("broken or forbidden storage starts over", () => {
  sessionStorage.setItem("portico.booking.1", "{not json");
  expect(recall(1)).toBeNull();
  sessionStorage.setItem("portico.booking.1", JSON.stringify({ batch: { batch_id: "b" } }));
  expect(recall(1)?.batch).toBeNull();
  const setItem = vi.fn(() => {
    throw new DOMException("no");
  });
  vi.stubGlobal("sessionStorage", { setItem });
  expect(() => keep(1, full)).not.toThrow();
  expect(setItem).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

// clause: CUR-02
test("another currency starts over and says so, until the next search", () => {
  const repriced = bookingReducer(full, { type: "REPRICED", currency: "EUR" });
  expect(repriced).toMatchObject({ search: null, batch: null, repriced: { currency: "EUR", again: true } });
  expect(bookingReducer(emptyBooking, { type: "REPRICED", currency: "EUR" }).repriced?.again).toBe(false);
  expect(bookingReducer(repriced, { type: "SEARCH", search }).repriced).toBeNull();
});

// clause: CUR-02
test("another currency keeps search and code for the search that has to be once more", () => {
  const deal = { kind: "group", code: "SKICLUB", id: "SKICLUB", name: "Ski club" } as const;
  const kept = { before: { search, code: { kind: "group", code: "SKICLUB" } } };
  const repriced = bookingReducer({ ...full, deal }, { type: "REPRICED", currency: "EUR" });
  expect(repriced).toMatchObject({ deal: null, search: null, ...kept });
  expect(bookingReducer(repriced, { type: "REPRICED", currency: "CHF" })).toMatchObject(kept);
  expect(bookingReducer(repriced, { type: "SEARCH", search }).before).toBeNull();
});

// clause: CUR-02
test("another currency during a change tells that it is over, not to search once more", () => {
  const profile = { existing_reservation: { confirmation_no: "1STAY" } } as BookingState["profile"];
  const repriced = bookingReducer({ ...full, profile }, { type: "REPRICED", currency: "EUR" });
  expect(repriced).toMatchObject({
    ranOut: { change: "1STAY" },
    repriced: { currency: "EUR", again: false },
  });
  expect(repriced.profile?.existing_reservation).toBeNull();
  keep(1, repriced);
  expect(recall(1)?.changing, "after a reload too").toBe("1STAY");
  // another currency once more
  const twice = bookingReducer(repriced, { type: "REPRICED", currency: "CHF" });
  expect(twice).toMatchObject({ ranOut: { change: "1STAY" }, repriced: { currency: "CHF", again: false } });
});

test("only its own end ends an order", () => {
  const under = (state: BookingState, offer: string | null) =>
    bookingReducer(state, { type: "IN_PROGRESS", offer });
  const ordering = under(under(emptyBooking, "addons"), ORDER);
  expect(under(ordering, null).inProgress).toBe(ORDER);
  expect(under(ordering, "DELUXE_KING/FLEX").inProgress).toBe(ORDER);
  expect(bookingReducer(ordering, { type: "ORDER_ENDED" }).inProgress).toBeNull();
});
