import { expect, test } from "vitest";
import { availability } from "../../api/mock/offers";
import { cut, forMoney, type ListRules, listRates, listRooms, stayTotal, strikePrice } from "./offers";

const answer = availability(
  new URLSearchParams("check_in_date=2026-12-12&check_out_date=2026-12-14&number_of_persons=2"),
);
const rules: ListRules = {
  order: [],
  firstRoomCode: null,
  rateIds: null,
  rateCode: null,
  sort: null,
};
const list = (change: Partial<ListRules> = {}, of = answer) => listRooms(of, { ...rules, ...change });
const ids = (change: Partial<ListRules> = {}) => list(change).map((room) => room.offer.room_type_id);

// clause: ROOMS-08
test("rates and rooms go from the lowest price up, or down when the guest wants so", () => {
  expect(ids({ sort: "desc" })).toEqual(["FAMILY_SUITE", "DELUXE_KING", "CLASSIC_QUEEN"]);
  const [dearest] = list({ sort: "desc" });
  const down = dearest?.rates.map(stayTotal) ?? [];
  expect(down).toEqual([...down].sort((a, b) => b - a));
  expect(ids()).toEqual(["CLASSIC_QUEEN", "DELUXE_KING", "FAMILY_SUITE"]);
  for (const room of list()) {
    const totals = room.rates.map(stayTotal);
    expect(totals).toEqual([...totals].sort((a, b) => a - b));
  }
});

// clause: ROOMS-19
test("the configured order comes first, rooms without one follow by price", () => {
  const order = [
    { room_type_id: "FAMILY_SUITE", order_no: 2 },
    { room_type_id: "DELUXE_KING", order_no: 1 },
  ];
  expect(ids({ order })).toEqual(["DELUXE_KING", "FAMILY_SUITE", "CLASSIC_QUEEN"]);
  // once the guest picks a price sort, it is for every room
  expect(ids({ order, sort: "asc" })).toEqual(["CLASSIC_QUEEN", "DELUXE_KING", "FAMILY_SUITE"]);
});

// clause: ROOMS-06
test("by rates, each rate stands once with every room that is sold at it", () => {
  const rates = listRates(list(), null, null);
  expect(rates.map((entry) => entry.rate.id)).toEqual(["ADVANCE", "FLEX", "FLEX_BB"]);
  for (const entry of rates) {
    expect(entry.rooms.map(({ room }) => room.offer.room_type_id)).toEqual(ids());
    for (const { rate } of entry.rooms) expect(rate.id).toBe(entry.rate.id);
  }
  const down = listRates(list({ sort: "desc" }), "desc", null);
  expect(down.map((entry) => entry.rate.id)).toEqual(["FLEX_BB", "FLEX", "ADVANCE"]);
  expect(down[0]?.rooms[0]?.room.offer.room_type_id).toBe("FAMILY_SUITE");
});

test("a rate in a package is another one than the rate alone", () => {
  const [room, ...others] = list();
  const [rate] = room?.rates ?? [];
  if (!room || !rate) throw new Error("the pretended hotel has rates");
  const packed = { ...room, rates: [rate, { ...rate, package_id: "EVENING" }] };
  const groups = listRates([packed, ...others], null, null);
  expect(groups.filter((group) => group.rate.id === rate.id).map((group) => group.rooms.length)).toEqual([
    3, 1,
  ]);
});

// clause: ROOMS-16
test("rn_code puts its room first of all", () => {
  expect(
    ids({ firstRoomCode: "FAMILY_SUITE", order: [{ room_type_id: "DELUXE_KING", order_no: 1 }] })[0],
  ).toBe("FAMILY_SUITE");
  for (const sort of [null, "asc", "desc"] as const)
    for (const entry of listRates(list({ firstRoomCode: "DELUXE_KING", sort }), sort, "DELUXE_KING"))
      expect(entry.rooms[0]?.room.offer.room_type_id).toBe("DELUXE_KING");
});

// clause: ROOMS-17
test("rate_id keeps only the given rates", () => {
  const rates = list({ rateIds: "FLEX, ADVANCE" }).flatMap((room) => room.rates.map((rate) => rate.id));
  expect(new Set(rates)).toEqual(new Set(["FLEX", "ADVANCE"]));
});

// clause: ROOMS-18
test("rate_code narrows to a rate by code; GOOGLE and unknown codes do not", () => {
  const count = (rateCode: string) => list({ rateCode }).flatMap((room) => room.rates).length;
  expect([count("FLEX"), count("GOOGLE"), count("NONE_SUCH")]).toEqual([3, 9, 9]);
});

// clause: ROOMS-23
test("points rates are hidden without points, a room only when none is left", () => {
  const [first, ...others] = answer.rate_details;
  if (!first) throw new Error("the pretended hotel has rooms");
  const points = (rates: number) => ({
    ...answer,
    rate_details: [
      {
        ...first,
        rate_codes: first.rate_codes.map((rate, at) => ({ ...rate, points_eligible: at < rates })),
      },
      ...others,
    ],
  });
  expect(list({}, forMoney(points(1)))[0]?.rates).toHaveLength(2);
  expect(list({}, forMoney(points(3)))).toHaveLength(2);
  expect(list({}, points(3))).toHaveLength(3);
});

// clause: PRICE-05
test("only a truly higher price is struck through", () => {
  const rate = answer.rate_details[0]?.rate_codes[0];
  if (!rate) throw new Error("the pretended hotel has rates");
  const asked = stayTotal(rate);
  const strike = (strike_price: number | null) =>
    strikePrice({ ...rate, price_summary: { ...rate.price_summary, strike_price } });
  expect([strike(asked + 1), strike(asked), strike(asked - 1), strike(null)]).toEqual([
    asked + 1,
    null,
    null,
    null,
  ]);
});

// clause: ROOMS-29
test("texts of 150 characters stay whole", () => {
  expect(cut("a".repeat(150), 150)).toBeNull();
  expect(cut("a".repeat(151), 150)).toBe(`${"a".repeat(150)}…`);
});

test("a text may be cut shorter than it may be long [ROOMS-30]", () => {
  expect(cut("a".repeat(65), 65, 64)).toBeNull();
  expect(cut("a".repeat(66), 65, 64)).toBe(`${"a".repeat(64)}…`);
});
