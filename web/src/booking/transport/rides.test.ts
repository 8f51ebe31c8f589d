import { describe, expect, test } from "vitest";
import { property } from "../../api/mock/hotel";
import { room } from "../test-step";
import {
  entriesOf,
  missingOf,
  offersTransport,
  type Ride,
  type Rides,
  rideDays,
  ridesOf,
  TIMES,
  withRide,
  withStanding,
} from "./rides";

const ride = (more: Partial<Ride> = {}): Ride => ({
  start_date: "2026-12-12",
  time: "14:15",
  body: "",
  ...more,
});
const two = [room(1), room(2)];

// clause: TRANS-05
test("times run from 08:30 to 18:30 in steps of 15 minutes", () => {
  expect(TIMES).toHaveLength(41);
  expect([TIMES[0], TIMES[1], TIMES[2], TIMES.at(-1)]).toEqual(["08:30", "08:45", "09:00", "18:30"]);
});

// clause: TRANS-04
test("days run from check-in to check-out, both among them", () => {
  expect(rideDays([room(1)])).toEqual(["2026-12-12", "2026-12-13", "2026-12-14", "2026-12-15"]);
  const later = { ...room(2), check_in_date: "2026-12-15", check_out_date: "2026-12-16" };
  expect(rideDays([room(1), later]).at(-1)).toBe("2026-12-16");
  expect(rideDays([])).toEqual([]);
});

// clause: TRANS-01
test("a hotel that says nothing offers it", () => {
  const offers = (enable_travel_transport_flow: boolean | undefined) =>
    offersTransport({
      ...property,
      website_config: {
        ...property.website_config,
        enable_travel_transport_flow: enable_travel_transport_flow as boolean,
      },
    });
  expect([offers(true), offers(undefined), offers(false)]).toEqual([true, true, false]);
});

describe("what is sent", () => {
  // clause: TRANS-02, TRANS-08
  test("an entry for each way that is switched on, of its own room", () => {
    const rides = withRide(
      withRide({}, 1, "PICK_UP", ride({ body: " EI 105 " })),
      2,
      "DROP_OFF",
      ride({ start_date: "2026-12-15" }),
    );
    expect(entriesOf(rides, two)).toEqual([
      { title: "Guest Pick-Up", body: "EI 105", start_date: "2026-12-12", time: "14:15", session_id: "s1" },
      { title: "Guest Drop-Off", body: null, start_date: "2026-12-15", time: "14:15", session_id: "s2" },
    ]);
    expect(entriesOf(rides, [room(3)])).toEqual([]);
  });

  // clause: TRANS-08
  test("a booking that ran out begins again with other sessions: the rides are those of its rooms", () => {
    const rides = withRide({}, 2, "DROP_OFF", ride());
    const anew = two.map((one) => ({ ...one, session_id: `n${one.room_no}` }));
    expect(entriesOf(rides, anew)).toMatchObject([{ title: "Guest Drop-Off", session_id: "n2" }]);
    // a tab of before the rides went by room
    const old = { s1: { PICK_UP: ride() } } as unknown as Rides;
    expect([missingOf(old, two), entriesOf(old, two)]).toEqual([[], []]);
  });

  test.each([
    ["\u202aEI 105\u202c from Cork", "EI 105 from Cork"],
    ["EI 105\vfrom Cork", "EI 105\nfrom Cork"],
    ["\ufeffEI 105\u0000\n\tfrom Cork\u2069", "EI 105\n\tfrom Cork"],
    ["\u2066\u2069", null],
    // names are spelled with joiners
    ["\u0645\u06cc\u200c\u0622\u06cc\u06cc\u0645", "\u0645\u06cc\u200c\u0622\u06cc\u06cc\u0645"],
  ])("without signs that no eye sees, which the server refuses: %j", (body, sent) => {
    expect(entriesOf(withRide({}, 1, "PICK_UP", ride({ body })), two)).toMatchObject([{ body: sent }]);
  });

  test("a card's number is one with such signs in it too", () => {
    const rides = withRide({}, 1, "PICK_UP", ride({ body: "4111\u202a1111\u202c11111111" }));
    expect(missingOf(rides, two)).toEqual([{ room: 1, way: "PICK_UP", field: "body" }]);
  });

  // clause: TRANS-06
  test("switching off clears it", () => {
    const on = withRide({}, 1, "PICK_UP", ride());
    expect(withRide(on, 1, "PICK_UP", null)).toEqual({ 1: {} });
    expect(entriesOf(withRide(on, 1, "PICK_UP", null), two)).toEqual([]);
  });

  // clause: TRANS-03
  test("date and time are missing until they are chosen, and a day that is no day of the stay any more", () => {
    const rides = withRide({}, 2, "PICK_UP", ride({ start_date: "2026-12-20", time: "" }));
    expect(ridesOf(rides, 2, rideDays(two)).PICK_UP?.start_date).toBe("");
    expect(missingOf(rides, two)).toEqual([
      { room: 2, way: "PICK_UP", field: "start_date" },
      { room: 2, way: "PICK_UP", field: "time" },
    ]);
    expect(missingOf({}, two)).toEqual([]);
  });
});

// clause: EDIT-05
test("rides of a changed stay go with its first and last day, others stay as near as can be", () => {
  const standing = (title: "Guest Pick-Up" | "Guest Drop-Off", start_date: string) => ({
    title,
    body: null,
    start_date,
    time: "14:15",
  });
  const days = (arrival: string, departure: string) => {
    const moved = withStanding(
      {},
      {
        check_in_date: "2026-12-01",
        check_out_date: departure,
        transportations: [standing("Guest Pick-Up", arrival), standing("Guest Drop-Off", departure)],
      },
      [room(1)],
    );
    return [moved[1]?.PICK_UP?.start_date, moved[1]?.DROP_OFF?.start_date];
  };
  expect(days("2026-12-01", "2026-12-05")).toEqual(["2026-12-12", "2026-12-15"]);
  expect(days("2026-12-03", "2026-12-20")).toEqual(["2026-12-12", "2026-12-15"]);
  expect(days("2026-12-13", "2026-12-20")).toEqual(["2026-12-13", "2026-12-15"]);
  // of the last of several rooms
  const last = {
    check_in_date: "2026-12-01",
    check_out_date: "2026-12-05",
    transportations: [standing("Guest Drop-Off", "2026-12-20")],
  };
  const kept = withStanding({}, last, [room(1)]);
  expect(kept[1]?.DROP_OFF?.start_date).toBe("2026-12-20");
  expect(missingOf(kept, [room(1)], last)).toEqual([]);
  expect(entriesOf(kept, [room(1)], last)).toMatchObject([{ start_date: "2026-12-20" }]);
  // which goes with a stay that is moved beyond it
  const early = { ...last, transportations: [standing("Guest Drop-Off", "2026-12-07")] };
  expect(withStanding({}, early, [room(1)])[1]?.DROP_OFF?.start_date).toBe("2026-12-15");
  expect(rideDays([room(1)], early)).toEqual(rideDays([room(1)]));
  const touched = { 1: {} };
  const stay = {
    check_in_date: "2026-12-01",
    check_out_date: "2026-12-05",
    transportations: [standing("Guest Pick-Up", "2026-12-01")],
  };
  expect(withStanding(touched, stay, [room(1)])).toBe(touched);
});
