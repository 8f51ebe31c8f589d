/** How the list is looked at: kept in the address, so that a reload, the back button and a shared link show the same. Pure. */
import type { Availability } from "../../api";
import { type Filters, MAX_BEDS, NO_FILTERS, ONE_OF } from "./filters";
import type { ListedRoom, PriceSort } from "./offers";

/** By rooms, or by rates (ROOMS-06). */
export type DisplayBy = "byRooms" | "byRates";

/** Rows beneath each other, or tiles (ROOMS-07). */
export type Layout = "list" | "grid";

export interface View {
  display_by: DisplayBy;
  sort: PriceSort | null;
  filters: Filters;
}

/** rate_display_type: GRID_VIEW gives tiles, anything else rows (ROOMS-07). */
export const layoutOf = (rate_display_type: string | null): Layout =>
  rate_display_type === "GRID_VIEW" ? "grid" : "list";

const codes = (text: string | null): string[] => [
  ...new Set((text ?? "").split(",").flatMap((code) => code.trim() || [])),
];

/** A whole number in the address: digits and nothing else (SEARCH-18). */
const whole = (text: string | null): number => (text !== null && /^\d{1,3}$/.test(text) ? Number(text) : 0);

/**
 * The view that an address asks for; what is missing or malformed is the default (ROOMS-06, ROOMS-08). A highest price
 * is for the currency that it names: whoever looks in another `currency` has none.
 */
export function viewOf(query: URLSearchParams, currency: string): View {
  const sort = query.get("sort");
  const [, amount = "", of] = /^(.*?)([A-Z]{3})$/.exec(query.get("max_price") ?? "") ?? [];
  const max_price = of === currency ? Number(amountText(amount)) : 0;
  const filters: Filters = {
    ...NO_FILTERS,
    features: codes(query.get("features")),
    min_bed_count: Math.min(whole(query.get("min_bed_count")), MAX_BEDS),
    accessible: query.get("accessible") === "true",
    max_price: max_price > 0 ? max_price : null,
  };
  for (const field of ONE_OF) filters[field] = codes(query.get(field));
  return {
    display_by: query.get("display_by") === "byRates" ? "byRates" : "byRooms",
    sort: sort === "asc" || sort === "desc" ? sort : null,
    filters,
  };
}

/** The view as the address carries it, its price in `currency`; null takes a parameter out. */
export function queryOfView(view: View, currency: string): Record<string, string | null> {
  const { display_by, sort, filters } = view;
  const query: Record<string, string | null> = {
    display_by: display_by === "byRates" ? display_by : null,
    sort,
    features: filters.features.join() || null,
    min_bed_count: filters.min_bed_count > 0 ? String(filters.min_bed_count) : null,
    accessible: filters.accessible ? "true" : null,
    max_price: filters.max_price === null ? null : `${filters.max_price}${currency}`,
  };
  for (const field of ONE_OF) query[field] = filters[field].join() || null;
  return query;
}

/**
 * An amount without the signs that part its thousands, by the `digits` of its currency: who types stops at one digit
 * behind a sign, and who pastes three means so. In a currency of three they are its own, unless another sign follows.
 */
function ungrouped(text: string, digits: number): string {
  if (digits === 3) return text.replace(/[.,](?=\d{3}[.,]\d)/g, "");
  const grouped = /(^|[^\d.,])([1-9]\d{0,2}(?:[.,]\d{3})+)(?!\d)/g;
  return text.replace(grouped, (_, before, amount) => before + amount.replace(/[.,]/g, ""));
}

/**
 * What an amount field keeps of a text: digits and at most one decimal point with at most one digit after it
 * (SEARCH-19). Digits and the decimal sign of other scripts are understood; with the `digits` of its currency also signs
 * between thousands, which no address has. Above `max` it is null: not taken.
 */
export function amountText(text: string, max = Infinity, digits?: number): string | null {
  const typed = text.replace(/[٠-٩]/g, (digit) => String("٠١٢٣٤٥٦٧٨٩".indexOf(digit)));
  const western = (digits === undefined ? typed : ungrouped(typed, digits))
    .replace(/[٫,]/g, ".")
    .replace(/[^\d.]/g, "");
  const [units = "", ...rest] = western.split(".");
  const amount = rest.length > 0 ? `${units}.${rest.join("").slice(0, 1)}` : units;
  return Number(amount) > max ? null : amount;
}

/** Why the list is not what the guest came for (ROOMS-47), and about which room. */
export type ListNote =
  | { kind: "no_rooms_match" | "no_rates" }
  | { kind: "room_not_available" | "room_does_not_match" | "no_rates_for_room"; room_type_id: string };

/**
 * What has to be said above the list, if anything: `listed` is what can be had at the rates of the address, `shown`
 * what the filters leave of it, `wantedCode` the room type that the address names (rn_code). Where the server was asked
 * for one package alone (`packed`) nobody knows whether a room that is not in the answer can be had without it.
 */
export function noteOf(
  answer: Pick<Availability, "rate_details" | "room_types">,
  listed: readonly ListedRoom[],
  shown: readonly ListedRoom[],
  wantedCode: string | null,
  packed: boolean,
): ListNote | null {
  if (listed.length === 0) return answer.rate_details.length > 0 ? { kind: "no_rates" } : null;
  if (shown.length === 0) return { kind: "no_rooms_match" };
  const wanted = answer.room_types.find((type) => type.code === wantedCode);
  if (!wanted) return null;
  const room_type_id = wanted.id;
  const among = (rooms: readonly ListedRoom[]) =>
    rooms.some((room) => room.offer.room_type_id === room_type_id);
  if (among(shown)) return null;
  if (among(listed)) return { kind: "room_does_not_match", room_type_id };
  const offered = packed || answer.rate_details.some((room) => room.room_type_id === room_type_id);
  return { kind: offered ? "no_rates_for_room" : "room_not_available", room_type_id };
}
