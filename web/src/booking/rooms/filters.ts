/** Narrowing the rooms: what may be chosen, which rooms pass, what counts as applied (ROOMS-09 to ROOMS-13). Pure. */
import type { Availability, RoomType } from "../../api";
import { type ListedRoom, stayTotal } from "./offers";

/** Fields of which a room has one value: any of those chosen will do. */
export const ONE_OF = ["bed_types", "categories", "smoking", "room_types"] as const;
export type OneOf = (typeof ONE_OF)[number];

export interface Filters extends Record<OneOf, string[]> {
  /** Amenities: the room has all of them. */
  features: string[];
  /** Fewer beds than that do not pass; 0 while it is not checked (ROOMS-11). */
  min_bed_count: number;
  /** Only rooms made for guests who use a wheelchair. */
  accessible: boolean;
  /** The stay costs no more than that, in the currency shown; null for no limit. */
  max_price: number | null;
}

export const NO_FILTERS: Filters = {
  bed_types: [],
  categories: [],
  smoking: [],
  room_types: [],
  features: [],
  min_bed_count: 0,
  accessible: false,
  max_price: null,
};

/** The range of the minimum bed count (ROOMS-11). */
export const MIN_BEDS = 1;
export const MAX_BEDS = 4;

/** What a room has in a field; "yes" and "no" for smoking. */
function valueIn(type: RoomType, field: OneOf): string | null {
  switch (field) {
    case "bed_types":
      return type.bed_type;
    case "categories":
      return type.room_type_category?.code ?? null;
    case "smoking":
      return type.smoking ? "yes" : "no";
    case "room_types":
      return type.id;
  }
}

function passes(type: RoomType, filters: Filters): boolean {
  const oneOf = ONE_OF.every((field) => {
    const value = valueIn(type, field);
    return filters[field].length === 0 || (value !== null && filters[field].includes(value));
  });
  return (
    oneOf &&
    filters.features.every((code) => type.amenities.includes(code)) &&
    type.bed_count >= filters.min_bed_count &&
    (type.accessible || !filters.accessible)
  );
}

/**
 * The rooms that pass, each with the rates that do; a room without a rate left goes. `times` is how many rooms one
 * choice stands for: the limit is for the price that is shown.
 */
export function filterRooms(rooms: readonly ListedRoom[], filters: Filters, times = 1): ListedRoom[] {
  if (filterCount(filters) === 0) return [...rooms];
  const { max_price } = filters;
  const fitting = rooms.filter((room) => (room.type ? passes(room.type, filters) : false));
  if (max_price === null) return fitting;
  return fitting
    .map((room) => ({ ...room, rates: room.rates.filter((rate) => stayTotal(rate) * times <= max_price) }))
    .filter((room) => room.rates.length > 0);
}

/** Whether a room of that type passes, whose stay costs `total` in the currency shown. */
export const fits = (type: RoomType | undefined, total: number, filters: Filters): boolean =>
  filterCount(filters) === 0 ||
  (type !== undefined && passes(type, filters) && (filters.max_price === null || total <= filters.max_price));

/** How many filters are applied: the badge (ROOMS-09). */
export function filterCount(filters: Filters): number {
  const lists = [...ONE_OF.map((field) => filters[field]), filters.features];
  return (
    lists.reduce((sum, list) => sum + list.length, 0) +
    Number(filters.min_bed_count > 0) +
    Number(filters.accessible) +
    Number(filters.max_price !== null)
  );
}

/** A value that can be chosen, and how many of the rooms on offer have it. */
export interface Choice {
  code: string;
  count: number;
}

export interface Choices extends Record<OneOf, Choice[]> {
  /** Amenities by group; the group goes by the name of its first amenity's group. */
  features: { name: string; amenities: (Choice & { name: string })[] }[];
  accessible: number;
}

/** What can be chosen: from the availability answer, and only what some room on offer has (ROOMS-13). */
export function choicesOf(
  answer: Pick<Availability, "room_types" | "room_type_amenity_groups" | "bed_type_groups">,
  listed: readonly ListedRoom[],
): Choices {
  const offered = listed.flatMap((room) => (room.type ? [room.type] : []));
  const choices = (field: OneOf, codes: Iterable<string>): Choice[] =>
    [...new Set(codes)]
      .map((code) => ({ code, count: offered.filter((type) => valueIn(type, field) === code).length }))
      .filter((choice) => choice.count > 0);
  const categories = answer.room_types.flatMap((type) => type.room_type_category?.code ?? []);
  return {
    bed_types: choices(
      "bed_types",
      answer.bed_type_groups.map((bed) => bed.code),
    ),
    categories: choices("categories", categories),
    smoking: choices("smoking", ["no", "yes"]),
    room_types: choices(
      "room_types",
      listed.map((room) => room.offer.room_type_id),
    ),
    features: answer.room_type_amenity_groups
      .map(({ name, amenities }) => ({
        name,
        amenities: amenities
          .map((amenity) => ({
            ...amenity,
            count: offered.filter((type) => type.amenities.includes(amenity.code)).length,
          }))
          .filter((amenity) => amenity.count > 0),
      }))
      .filter((group) => group.amenities.length > 0),
    accessible: offered.filter((type) => type.accessible).length,
  };
}
