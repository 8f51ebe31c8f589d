/** Which hotels of a brand are listed, in which order, and how they are told. Pure. */
import type { BrandProperty, LowestRate } from "../api";

/** A longer description is cut to this many characters and an ellipsis (BRAND-11). */
const DESCRIPTION = { max: 70, cut: 69 } as const;

export function shortDescription(text: string): string {
  const letters = [...text];
  return letters.length > DESCRIPTION.max ? `${letters.slice(0, DESCRIPTION.cut).join("")}…` : text;
}

const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();

/** Whether name, code or city has the text in it, without regard to capitals and accents (BRAND-09). */
export function matches({ name, code, city }: BrandProperty, text: string): boolean {
  const needle = plain(text.trim());
  return [name, code, city].some((words) => plain(words).includes(needle));
}

/** A hotel's lowest price as it is shown: in the asked currency where there is a rate, else in the hotel's own. */
export function shownPrice(lowest: LowestRate): { rate: number; total: number; currency: string } | null {
  const { conversion, conversion_lowest_rate: rate, conversion_lowest_total: total } = lowest;
  if (conversion && rate != null && total != null) return { rate, total, currency: conversion.currency };
  if (lowest.lowest_rate == null) return null;
  return { rate: lowest.lowest_rate, total: lowest.lowest_total ?? 0, currency: lowest.currency };
}

/** Where it stands; null of a hotel that does not say. */
export function placeOf({
  latitude,
  longitude,
}: BrandProperty): [latitude: number, longitude: number] | null {
  return latitude === null || longitude === null ? null : [latitude, longitude];
}

export type Sort = "name" | "price" | "distance";

/** A hotel with what is known of its price: null while it is asked for, or when that failed. */
export interface ListedHotel {
  hotel: BrandProperty;
  lowest: LowestRate | null;
}

export interface Wish {
  text: string;
  onlyFree: boolean;
  sort: Sort;
}

/** The hotels to list (BRAND-05, BRAND-09). */
export function listHotels(
  properties: readonly BrandProperty[],
  rates: ReadonlyMap<number, LowestRate> | null,
  wish: Wish,
  locale: string,
): ListedHotel[] {
  const collator = new Intl.Collator(locale);
  const byName = (a: ListedHotel, b: ListedHotel) => collator.compare(a.hotel.name, b.hotel.name);
  const number = {
    name: () => 0,
    price: ({ lowest }: ListedHotel) => (lowest && shownPrice(lowest)?.total) ?? Number.POSITIVE_INFINITY,
    distance: ({ lowest }: ListedHotel) => lowest?.distance ?? Number.POSITIVE_INFINITY,
  }[wish.sort];
  const compare = (a: ListedHotel, b: ListedHotel) =>
    number(a) < number(b) ? -1 : number(a) > number(b) ? 1 : 0;
  return properties
    .filter((hotel) => hotel.property_type === "HOTEL" && matches(hotel, wish.text))
    .map((hotel) => ({ hotel, lowest: rates?.get(hotel.id) ?? null }))
    .filter(({ lowest }) => !wish.onlyFree || !rates || lowest?.lowest_rate != null)
    .sort((a, b) => compare(a, b) || byName(a, b));
}

/** Prices can be set in an order when there are some and all in one currency; until they are there, each hotel's counts. */
export function sameCurrency(
  properties: readonly BrandProperty[],
  rates: ReadonlyMap<number, LowestRate> | null,
): boolean {
  const shown = properties
    .filter((hotel) => hotel.property_type === "HOTEL")
    .flatMap(({ id, currency }) => {
      const lowest = rates?.get(id);
      return rates ? ((lowest && shownPrice(lowest)?.currency) ?? []) : currency;
    });
  return shown.length > 1 && new Set(shown).size === 1;
}

/**
 * A hotel for each currency of the brand, to ask what prices can be shown in: one whose data can be read, where that is
 * known, since only such a hotel says how many adults it takes.
 */
export function speakersOf(
  properties: readonly BrandProperty[],
  rates: ReadonlyMap<number, LowestRate> | null,
): number[] {
  const hotels = properties.filter((hotel) => hotel.property_type === "HOTEL");
  const isRead = ({ id }: BrandProperty) => rates?.get(id)?.most_adults != null;
  const each = new Map<string, number>();
  for (const hotel of [...hotels.filter(isRead), ...hotels])
    if (!each.has(hotel.currency)) each.set(hotel.currency, hotel.id);
  return [...each.values()];
}

/** How many rooms the adults need where none takes them all; 0 where one does, or nobody knows, or none is for sale. */
export function roomsNeeded(lowest: LowestRate | null, adults: number): number {
  if (lowest?.reason) return 0;
  const most = lowest?.most_adults ?? adults;
  return most < adults ? Math.ceil(adults / Math.max(1, most)) : 0;
}

/**
 * What is said of a hotel that has no price: only one whose search takes the stay, and whose rates allow it, can
 * have nothing left. One that the answer does not know has nothing to sell either (API-74).
 */
export function whyNone(
  lowest: LowestRate | null,
): "lbl_reason_beyond_calendar" | "lbl_reason_not_offered" | "lbl_sold_out_here" {
  if (lowest?.reason === "BEYOND_CALENDAR") return "lbl_reason_beyond_calendar";
  return lowest?.reason || lowest?.most_adults === null ? "lbl_reason_not_offered" : "lbl_sold_out_here";
}

/** The rooms of a hotel for the stay, in the guest's currency, in an address of their own (BRAND-15). */
export function bookAddress(
  hotel: BrandProperty,
  stay: { from: string; to: string; adults: number },
  currency: string | null,
  rooms = 1,
): string {
  const before = new URLSearchParams({ pc: hotel.code, property_id: String(hotel.id) });
  const behind = new URLSearchParams({
    from: stay.from,
    to: stay.to,
    guest: String(stay.adults),
    room_count: String(rooms),
    skip_search: "true",
    ...(currency ? { currency } : {}),
  });
  return `/?${before}#/booking/select-rooms?${behind}`;
}
