import { expect, test } from "vitest";
import { availability } from "../../api/mock/offers";
import { NO_FILTERS } from "./filters";
import { listRooms } from "./offers";
import { amountText, layoutOf, noteOf, queryOfView, type View, viewOf } from "./view";

const at = (query: string, currency = "USD") => viewOf(new URLSearchParams(query), currency);
const plain: View = { display_by: "byRooms", sort: null, filters: NO_FILTERS };

test("without a word in the address the list is by rooms and unfiltered [ROOMS-06]", () => {
  expect(at("pc=HARB&from=2026-12-12")).toEqual(plain);
});

test("GRID_VIEW gives tiles, anything else rows [ROOMS-07]", () => {
  expect([layoutOf("GRID_VIEW"), layoutOf("LIST_VIEW"), layoutOf(""), layoutOf(null)]).toEqual([
    "grid",
    "list",
    "list",
    "list",
  ]);
});

test("a view goes into the address and comes out the same", () => {
  const views: View[] = [
    plain,
    { ...plain, display_by: "byRates", sort: "desc" },
    { ...plain, sort: "asc", filters: { ...NO_FILTERS, bed_types: ["KING", "QUEEN"], accessible: true } },
    {
      ...plain,
      filters: {
        bed_types: ["KING"],
        categories: ["SUITE"],
        smoking: ["no"],
        room_types: ["A_B"],
        features: ["TUB", "WIFI"],
        min_bed_count: 4,
        accessible: true,
        max_price: 412.5,
      },
    },
  ];
  for (const view of views) {
    const query = new URLSearchParams("pc=HARB");
    for (const [name, value] of Object.entries(queryOfView(view, "USD")))
      if (value !== null) query.set(name, value);
    expect(viewOf(query, "USD")).toEqual(view);
    // the same address for somebody who looks in another currency, also after the menu
    expect(viewOf(query, "JPY")).toEqual({ ...view, filters: { ...view.filters, max_price: null } });
  }
});

test("whatever is malformed in the address is the default; whole numbers are digits alone [ROOMS-11, SEARCH-18]", () => {
  for (const query of [
    "sort=cheap&display_by=byStars&max_price=lots&bed_types=,,&accessible=maybe",
    "min_bed_count=2a",
    "min_bed_count=-1",
    "min_bed_count=1.5",
    "min_bed_count=0",
    "max_price=0USD",
    "max_price=412.5",
    "max_price=lotsUSD",
  ]) {
    expect(at(query), query).toEqual(plain);
  }
  expect(at("min_bed_count=99").filters.min_bed_count).toBe(4);
});

test("an amount has digits, at most one point and one digit after it, and stays within its bound [SEARCH-19]", () => {
  for (const [typed, kept] of [
    ["450", "450"],
    ["450.", "450."],
    ["450.5", "450.5"],
    ["450.55", "450.5"],
    ["4.5.0", "4.5"],
    ["$4 50x", "450"],
    ["-3", "3"],
    ["12,5", "12.5"],
    ["1,200", "1200"],
    ["$1.200,50", "1200.5"],
    ["12,345,678.9", "12345678.9"],
    ["1.2000", "1.2"],
    ["1200.500", "1200.5"],
    ["0.125", "0.1"],
    ["٤٥٠٫٥", "450.5"],
    ["", ""],
  ] as const) {
    expect(amountText(typed, Infinity, 2), typed).toBe(kept);
  }
  // dinars have three digits of their own, and nobody pastes into an address
  expect(amountText("KWD 45.500", Infinity, 3)).toBe("45.5");
  expect(amountText("1,234.500", Infinity, 3)).toBe("1234.5");
  expect(amountText("1,234.5", Infinity, 3)).toBe("1234.5");
  expect(amountText("200.000")).toBe("200.0");
  expect(amountText("1000", 999)).toBeNull();
  expect(amountText("999", 999)).toBe("999");
});

const answer = availability(
  new URLSearchParams("check_in_date=2026-12-12&check_out_date=2026-12-14&number_of_persons=2"),
);
const listed = listRooms(answer, {
  order: [],
  firstRoomCode: null,
  rateIds: null,
  rateCode: null,
  sort: null,
});

test("a list that is not what the guest came for says why [ROOMS-47, ROOMS-48]", () => {
  const [queen, king, suite] = listed;
  if (!queen || !king || !suite) throw new Error("the pretended hotel has three rooms");
  const without = { ...answer, rate_details: answer.rate_details.slice(1) };
  const room_type_id = "CLASSIC_QUEEN";
  expect(noteOf(answer, listed, listed, null, false)).toBeNull();
  expect(noteOf(answer, listed, listed, "CLASSIC_QUEEN", false)).toBeNull();
  expect(noteOf(answer, listed, listed, "NO_SUCH", false)).toBeNull();
  expect(noteOf(answer, listed, [], "CLASSIC_QUEEN", false)).toEqual({ kind: "no_rooms_match" });
  expect(noteOf(answer, [], [], null, false)).toEqual({ kind: "no_rates" });
  expect(noteOf(answer, listed, [king], "CLASSIC_QUEEN", false)).toEqual({
    kind: "room_does_not_match",
    room_type_id,
  });
  expect(noteOf(answer, [king], [king], "CLASSIC_QUEEN", false)).toEqual({
    kind: "no_rates_for_room",
    room_type_id,
  });
  expect(noteOf(without, [king, suite], [king], "CLASSIC_QUEEN", false)).toEqual({
    kind: "room_not_available",
    room_type_id,
  });
  expect(noteOf(without, [king, suite], [king], "CLASSIC_QUEEN", true)).toEqual({
    kind: "no_rates_for_room",
    room_type_id,
  });
});
