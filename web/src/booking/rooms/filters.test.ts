import { expect, test } from "vitest";
import { availability } from "../../api/mock/offers";
import type { RoomType } from "../../api/types";
import { choicesOf, type Filters, filterCount, filterRooms, fits, NO_FILTERS } from "./filters";
import { type ListedRoom, listRooms, stayTotal } from "./offers";

const answer = availability(
  new URLSearchParams("check_in_date=2026-12-12&check_out_date=2026-12-14&number_of_persons=2"),
);
const rules = {
  order: [],
  firstRoomCode: null,
  rateIds: null,
  rateCode: null,
  sort: null,
};
const changed: Record<string, Partial<RoomType>> = {
  CLASSIC_QUEEN: { bed_type: "QUEEN", smoking: true, amenities: ["WIFI", "DESK"], bed_count: 1 },
  DELUXE_KING: { bed_type: "KING", accessible: true, amenities: ["WIFI", "TUB"], bed_count: 1 },
  FAMILY_SUITE: {
    bed_type: "QUEEN",
    room_type_category: { code: "SUITE" },
    amenities: ["WIFI", "TUB", "DESK"],
    bed_count: 2,
  },
};
const hotel = {
  ...answer,
  room_types: answer.room_types.map((type) => ({ ...type, ...changed[type.id] })),
  bed_type_groups: [{ code: "KING" }, { code: "QUEEN" }, { code: "BUNK" }],
  room_type_amenity_groups: [
    { name: "Features", amenities: ["WIFI", "DESK", "SAUNA"].map((code) => ({ code, name: code })) },
    { name: "Bathroom", amenities: [{ code: "TUB", name: "Bathtub" }] },
    { name: "Sea", amenities: [{ code: "JETTY", name: "Jetty" }] },
  ],
};
const rooms = listRooms(hotel, rules);
const left = (filters: Partial<Filters>, of: readonly ListedRoom[] = rooms) =>
  filterRooms(of, { ...NO_FILTERS, ...filters }).map((room) => room.offer.room_type_id);

test("without filters nothing changes", () => {
  expect(filterRooms(rooms, NO_FILTERS)).toEqual(rooms);
});

test("each filter narrows the list [ROOMS-10]", () => {
  expect(left({ bed_types: ["KING"] })).toEqual(["DELUXE_KING"]);
  expect(left({ bed_types: ["KING", "QUEEN"] })).toHaveLength(3);
  expect(left({ features: ["TUB"] })).toEqual(["DELUXE_KING", "FAMILY_SUITE"]);
  expect(left({ features: ["TUB", "DESK"] })).toEqual(["FAMILY_SUITE"]);
  expect(left({ categories: ["SUITE"] })).toEqual(["FAMILY_SUITE"]);
  expect(left({ smoking: ["yes"] })).toEqual(["CLASSIC_QUEEN"]);
  expect(left({ smoking: ["no"] })).toEqual(["DELUXE_KING", "FAMILY_SUITE"]);
  expect(left({ accessible: true })).toEqual(["DELUXE_KING"]);
  expect(left({ room_types: ["CLASSIC_QUEEN"] })).toEqual(["CLASSIC_QUEEN"]);
  expect(left({ features: ["TUB"], accessible: true, categories: ["SUITE"] })).toEqual([]);
});

test("the minimum bed count applies above 0 only [ROOMS-11]", () => {
  expect(left({ min_bed_count: 0 })).toHaveLength(3);
  expect(left({ min_bed_count: 1 })).toHaveLength(3);
  expect(left({ min_bed_count: 2 })).toEqual(["FAMILY_SUITE"]);
  expect(left({ min_bed_count: 3 })).toEqual([]);
});

test("a highest price takes out the rates above it, and a room when none is left", () => {
  const totals = rooms.flatMap((room) => room.rates.map(stayTotal)).sort((a, b) => a - b);
  for (const max_price of totals) {
    const shown = filterRooms(rooms, { ...NO_FILTERS, max_price });
    const kept = shown.flatMap((room) => room.rates.map(stayTotal));
    expect(kept).toHaveLength(totals.filter((total) => total <= max_price).length);
    expect(shown.every((room) => room.rates.length > 0)).toBe(true);
  }
  // of several rooms booked alike, the price that is shown counts
  const [lowest = 0] = totals;
  expect(filterRooms(rooms, { ...NO_FILTERS, max_price: lowest }, 2)).toEqual([]);
});

test("every combination only ever takes rooms out, and keeps their order", () => {
  const all = rooms.map((room) => room.offer.room_type_id);
  for (const bed_types of [[], ["KING"], ["QUEEN"]])
    for (const features of [[], ["TUB"], ["TUB", "DESK"]])
      for (const smoking of [[], ["no"], ["yes", "no"]])
        for (const min_bed_count of [0, 1, 2]) {
          const shown = left({ bed_types, features, smoking, min_bed_count });
          expect(all.filter((id) => shown.includes(id))).toEqual(shown);
        }
});

test("the badge counts what is applied [ROOMS-09]", () => {
  expect(filterCount(NO_FILTERS)).toBe(0);
  const filters = { ...NO_FILTERS, bed_types: ["KING", "QUEEN"], features: ["TUB"], min_bed_count: 2 };
  expect(filterCount(filters)).toBe(4);
  expect(filterCount({ ...filters, accessible: true, max_price: 300, smoking: ["no"] })).toBe(7);
});

test("choices come from the answer, and only those that some room on offer has [ROOMS-13]", () => {
  const choices = choicesOf(hotel, rooms);
  expect(choices.bed_types).toEqual([
    { code: "KING", count: 1 },
    { code: "QUEEN", count: 2 },
  ]);
  expect(choices.categories).toEqual([
    { code: "STANDARD", count: 2 },
    { code: "SUITE", count: 1 },
  ]);
  expect(choices.smoking).toEqual([
    { code: "no", count: 2 },
    { code: "yes", count: 1 },
  ]);
  expect(choices.accessible).toBe(1);
  expect(choices.room_types.map((choice) => choice.code)).toEqual([
    "CLASSIC_QUEEN",
    "DELUXE_KING",
    "FAMILY_SUITE",
  ]);
  expect(choices.features.map((group) => [group.name, group.amenities.map((entry) => entry.code)])).toEqual([
    ["Features", ["WIFI", "DESK"]],
    ["Bathroom", ["TUB"]],
  ]);
  // a choice that nothing on offer has would lead to an empty list
  for (const { code, count } of choices.bed_types) expect(left({ bed_types: [code] })).toHaveLength(count);
});

test("a room beside the list passes by its type and what it costs", () => {
  const queen = hotel.room_types.find(({ id }) => id === "CLASSIC_QUEEN");
  const filters: Filters = { ...NO_FILTERS, bed_types: ["QUEEN"], max_price: 300 };
  expect(fits(queen, 300, filters)).toBe(true);
  expect(fits(queen, 300.01, filters)).toBe(false);
  expect(fits(queen, 300, { ...filters, bed_types: ["KING"] })).toBe(false);
  expect(fits(undefined, 300, filters)).toBe(false);
  expect(fits(undefined, 300, NO_FILTERS)).toBe(true);
});
