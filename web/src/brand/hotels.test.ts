import { expect, test } from "vitest";
import type { BrandProperty, LowestRate } from "../api";
import {
  bookAddress,
  listHotels,
  matches,
  roomsNeeded,
  sameCurrency,
  shortDescription,
  speakersOf,
  whyNone,
} from "./hotels";

const hotel = (id: number, name: string, more: Partial<BrandProperty> = {}): BrandProperty => ({
  id,
  code: `H${id}`,
  name,
  property_type: "HOTEL",
  city: "Genève",
  country: "CH",
  latitude: null,
  longitude: null,
  currency: "CHF",
  additional_details: "",
  amenities: [],
  image: null,
  ...more,
});
const rate = (id: number, total: number | null, distance: number | null = null): LowestRate => ({
  id,
  code: `H${id}`,
  currency: "CHF",
  lowest_rate: total,
  lowest_total: total,
  most_adults: null,
  reason: null,
  conversion: null,
  conversion_lowest_rate: null,
  conversion_lowest_total: null,
  distance,
});
const names = (hotels: readonly { hotel: BrandProperty }[]) => hotels.map((entry) => entry.hotel.name);

// clause: BRAND-11
test("a description of 70 characters stands whole, of 71 it is cut to 69 and an ellipsis", () => {
  expect(shortDescription("a".repeat(70))).toBe("a".repeat(70));
  expect(shortDescription("a".repeat(71))).toBe(`${"a".repeat(69)}…`);
});

// clause: BRAND-09
test("a hotel is found by name, code and city, whatever the capitals and accents", () => {
  const found = hotel(7, "Hôtel du Lac");
  for (const text of ["", "hotel du", "LAC", "h7", "geneve", "  lac "])
    expect(matches(found, text), text).toBe(true);
  expect(matches(found, "Dubai")).toBe(false);
});

// clause: BRAND-05
test("only hotels are listed", () => {
  const venue = hotel(2, "Hall", { property_type: "VENUE" });
  expect(
    names(listHotels([hotel(1, "Inn"), venue], null, { text: "", onlyFree: false, sort: "name" }, "en")),
  ).toEqual(["Inn"]);
});

test("hotels come by name, price or distance; what has none comes last", () => {
  const hotels = [hotel(1, "Zum Bären"), hotel(2, "Äpfelhof"), hotel(3, "Bellevue")];
  const rates = new Map([rate(1, 90, 8), rate(2, null, 3), rate(3, 120)].map((one) => [one.id, one]));
  const by = (sort: "name" | "price" | "distance", onlyFree = false) =>
    names(listHotels(hotels, rates, { text: "", onlyFree, sort }, "de"));
  expect(by("name")).toEqual(["Äpfelhof", "Bellevue", "Zum Bären"]);
  expect(by("price")).toEqual(["Zum Bären", "Bellevue", "Äpfelhof"]);
  expect(by("distance")).toEqual(["Äpfelhof", "Zum Bären", "Bellevue"]);
  expect(by("price", true)).toEqual(["Zum Bären", "Bellevue"]);
  expect(sameCurrency(hotels, null)).toBe(true);
  const abroad = [...hotels, hotel(4, "Noor", { currency: "AED" })];
  expect(sameCurrency(abroad, null)).toBe(false);
  // one that is sold out, cannot be read or is no hotel has no price
  expect(sameCurrency(abroad, rates)).toBe(true);
  expect(sameCurrency([...hotels, hotel(5, "Hall", { currency: "AED", property_type: "VENUE" })], null)).toBe(
    true,
  );
  const converted = { ...rate(4, 400), currency: "AED" };
  expect(sameCurrency(abroad, new Map([...rates, [4, converted]]))).toBe(false);
});

// clause: BRAND-05, CUR-05
test("what prices can be shown in is asked of a listed hotel for each currency, one that can be read first", () => {
  const omani = { currency: "OMR" };
  const hotels = [
    hotel(1, "Hall", { property_type: "VENUE", currency: "USD" }),
    hotel(2, "Noor", omani),
    hotel(3, "Muscat", omani),
    hotel(4, "Inn"),
    hotel(5, "Bellevue"),
  ];
  expect(speakersOf(hotels, null)).toEqual([2, 4]);
  const rates = new Map([[3, { ...rate(3, 90), most_adults: 4 }]]);
  expect(new Set(speakersOf(hotels, rates))).toEqual(new Set([3, 4]));
});

// clause: BRAND-12
test.each([
  ["all is sold", { most_adults: 2 }, "lbl_sold_out_here", 2],
  ["its search refuses the stay", { most_adults: null }, "lbl_reason_not_offered", 0],
  [
    "nights are not for sale yet",
    { most_adults: 2, reason: "BEYOND_CALENDAR" },
    "lbl_reason_beyond_calendar",
    0,
  ],
  ["it is closed", { most_adults: 2, reason: "NO_PRICE" }, "lbl_reason_not_offered", 0],
] as const)("a hotel without a price says why: %s", (_, answered, why, rooms) => {
  const lowest = { ...rate(1, null), ...answered };
  expect([whyNone(lowest), roomsNeeded(lowest, 3)]).toEqual([why, rooms]);
});

// clause: BRAND-15, BRAND-17
test("Book leaves for the rooms with the stay in the address", () => {
  const url = new URL(
    bookAddress(hotel(3, "A", { code: "EDEL" }), { from: "2026-12-12", to: "2026-12-15", adults: 2 }, null),
    "https://x.example",
  );
  expect(Object.fromEntries(url.searchParams)).toEqual({ pc: "EDEL", property_id: "3" });
  expect(url.hash).toBe(
    "#/booking/select-rooms?from=2026-12-12&to=2026-12-15&guest=2&room_count=1&skip_search=true",
  );
});
