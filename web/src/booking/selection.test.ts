import { expect, test } from "vitest";
import { folio, selectedRoom } from "../api/mock/offers";
import { isChosen, selection } from "./selection";

const room = (session: string, slot: number, type = "DELUXE_KING") =>
  selectedRoom(session, slot, {
    check_in_date: "2026-12-12",
    check_out_date: "2026-12-14",
    rate_code_id: "FLEX",
    room_type_id: type,
    package_id: null,
    number_of_adults: 2,
    number_of_children: 0,
    children_ages: [],
    number_of_rooms: 1,
    rate_details: [],
  });

// clause: ROOMS-43
test("ADD, REMOVE, UPDATE and REMOVE_ALL", () => {
  const one = selection([], { type: "ADD", room: room("b", 2) });
  const two = selection(one, { type: "ADD", room: room("a", 1) });
  expect(two.map((entry) => entry.session_id)).toEqual(["a", "b"]);
  const taxes = folio(room("a", 1));
  const updated = selection(two, { type: "UPDATE", session_id: "a", change: { profile_taxes: taxes } });
  expect(updated[0]?.profile_taxes).toBe(taxes);
  expect(updated[1]).toBe(two[1]);
  expect(selection(two, { type: "REMOVE", session_id: "a" }).map((entry) => entry.session_id)).toEqual(["b"]);
  expect(selection(two, { type: "REMOVE_ALL" })).toEqual([]);
});

// clause: ROOMS-42, ROOMS-33
test("a slot holds one room: a new choice takes the old one's place", () => {
  const list = selection([room("a", 1)], { type: "ADD", room: room("a2", 1, "FAMILY_SUITE") });
  expect(list.map((entry) => entry.room_type_id)).toEqual(["FAMILY_SUITE"]);
});

// clause: ROOMS-36
test("a choice is the same when room, rate and package are", () => {
  const same = { room_type_id: "DELUXE_KING", rate_code_id: "FLEX", package_id: null };
  expect(isChosen(room("a", 1), same)).toBe(true);
  expect(isChosen(room("a", 1), { ...same, rate_code_id: "ADVANCE" })).toBe(false);
  expect(isChosen(room("a", 1), { ...same, package_id: "P" })).toBe(false);
  expect(isChosen(undefined, same)).toBe(false);
});
