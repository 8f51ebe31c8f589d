/** Which offers are listed and in which order (ROOMS-08, ROOMS-16 to ROOMS-19, ROOMS-23). Pure. */
import type { Availability, Cancellation, Penalty, RateOffer, RoomOffer, RoomType } from "../../api";

export interface ListedRoom {
  offer: RoomOffer;
  /** Texts and pictures; null when the answer names a room it does not describe. */
  type: RoomType | null;
  rates: RateOffer[];
}

/** A price sort that the guest picked. Without one the hotel's order comes first, then the lowest price. */
export type PriceSort = "asc" | "desc";

export interface ListRules {
  /** website_config_room_types: these come first, in this order. */
  order: readonly { room_type_id: string; order_no: number }[];
  /** rn_code: this room type stands first of all. */
  firstRoomCode: string | null;
  /** rate_id: only these rates, a comma list of ids or codes. */
  rateIds: string | null;
  /** rate_code other than GOOGLE: only that rate; every rate when no room has it. */
  rateCode: string | null;
  sort: PriceSort | null;
}

/** An answer without the plans that are booked with points, for whoever pays with money (ROOMS-23). */
export function forMoney<A extends Pick<Availability, "rate_details">>(answer: A): A {
  const rate_details = answer.rate_details
    .map((room) => ({ ...room, rate_codes: room.rate_codes.filter((rate) => !rate.points_eligible) }))
    .filter((room) => room.rate_codes.length > 0);
  return { ...answer, rate_details };
}

/** What a stay in that rate costs with everything mandatory in it. */
export const stayTotal = (rate: Pick<RateOffer, "price_summary">) =>
  rate.price_summary.total_amount_after_tax_and_fee;

/** rate_code=GOOGLE: every price says that taxes and fees are in it, and points are not spoken of (ROOMS-14). */
export const isFromGoogle = (rateCode: string | null) => rateCode === "GOOGLE";

const byPrice = (sort: PriceSort | null) => (a: number, b: number) => (sort === "desc" ? b - a : a - b);

/** The price that a room or rate is sorted by: that of its first offer. */
const leading = (rates: readonly RateOffer[]) => (rates[0] ? stayTotal(rates[0]) : Infinity);

/** The room that the address names stands first of all (ROOMS-16). */
const byCode = (code: string | null) => (a: ListedRoom, b: ListedRoom) =>
  Number(b.offer.room_type_code === code) - Number(a.offer.room_type_code === code);

function narrowed(rates: readonly RateOffer[], wanted: ReadonlySet<string> | null): RateOffer[] {
  return wanted ? rates.filter((rate) => wanted.has(rate.id) || wanted.has(rate.code)) : [...rates];
}

/** The answer with the rates that the address names alone. */
export function atRates<A extends Pick<Availability, "rate_details">>(
  answer: A,
  rules: Pick<ListRules, "rateIds" | "rateCode">,
): A {
  const ids = rules.rateIds ? new Set(rules.rateIds.split(",").map((id) => id.trim())) : null;
  const code = rules.rateCode && !isFromGoogle(rules.rateCode) ? rules.rateCode : null;
  const codeExists = answer.rate_details.some((room) => room.rate_codes.some((rate) => rate.code === code));
  const codes = code && codeExists ? new Set([code]) : null;
  const rate_details = answer.rate_details.map((room) => ({
    ...room,
    rate_codes: narrowed(narrowed(room.rate_codes, ids), codes),
  }));
  return { ...answer, rate_details };
}

export function listRooms(
  answer: Pick<Availability, "rate_details" | "room_types">,
  rules: ListRules,
): ListedRoom[] {
  const types = new Map(answer.room_types.map((type) => [type.id, type]));
  const place = new Map(rules.order.map((entry) => [entry.room_type_id, entry.order_no]));
  const compare = byPrice(rules.sort);
  const named = byCode(rules.firstRoomCode);

  const listed = atRates(answer, rules).rate_details.map((offer): ListedRoom => {
    const rates = [...offer.rate_codes].sort((a, b) => compare(stayTotal(a), stayTotal(b)));
    return { offer, type: types.get(offer.room_type_id) ?? null, rates };
  });
  const placeOf = (room: ListedRoom) =>
    rules.sort ? 0 : (place.get(room.offer.room_type_id) ?? Number.MAX_SAFE_INTEGER);
  return listed
    .filter((room) => room.rates.length > 0)
    .sort((a, b) => named(a, b) || placeOf(a) - placeOf(b) || compare(leading(a.rates), leading(b.rates)));
}

/** A rate with every room that is sold at it (ROOMS-06). */
export interface ListedRate {
  /** The same for every room: its name, its texts, its terms. The price is the first room's. */
  rate: RateOffer;
  rooms: { room: ListedRoom; rate: RateOffer }[];
}

/** The list turned round: by rate, each with its rooms. Rooms stay in the list's order, or go by price when asked. */
export function listRates(
  rooms: readonly ListedRoom[],
  sort: PriceSort | null,
  firstRoomCode: string | null,
): ListedRate[] {
  const compare = byPrice(sort);
  const named = byCode(firstRoomCode);
  const groups = new Map<string, ListedRate>();
  for (const room of rooms) {
    for (const rate of room.rates) {
      const id = rateKey(rate);
      const group = groups.get(id);
      if (group) group.rooms.push({ room, rate });
      else groups.set(id, { rate, rooms: [{ room, rate }] });
    }
  }
  const listed = [...groups.values()];
  if (sort)
    for (const { rooms: sold } of listed)
      sold.sort((a, b) => named(a.room, b.room) || compare(stayTotal(a.rate), stayTotal(b.rate)));
  const first = (group: ListedRate) => {
    const totals = group.rooms.map((entry) => stayTotal(entry.rate));
    return sort === "desc" ? Math.max(...totals) : Math.min(...totals);
  };
  return listed.sort((a, b) => compare(first(a), first(b)));
}

/** A struck-through price, only when it is truly higher than the one asked (PRICE-05). */
export function strikePrice(rate: RateOffer): number | null {
  const strike = rate.price_summary.strike_price;
  return strike !== null && strike > stayTotal(rate) ? strike : null;
}

/** The penalty for several rooms of the same kind; the answer speaks of one. */
export function timesRooms(cancellation: Cancellation | null, rooms: number): Cancellation | null {
  if (!cancellation?.penalty || rooms === 1) return cancellation;
  const times = <P extends Penalty>(penalty: P): P => ({ ...penalty, amount: penalty.amount * rooms });
  return {
    ...cancellation,
    penalty: times(cancellation.penalty),
    later_penalties: cancellation.later_penalties.map(times),
  };
}

/** What a rate is recognised by: with a package it is another one. */
export const rateKey = (rate: Pick<RateOffer, "id" | "package_id">) => `${rate.id}/${rate.package_id ?? ""}`;

/** What a button and a chosen room are recognised by. */
export const offerId = (room_type_id: string, rate: Pick<RateOffer, "id" | "package_id">) =>
  `${room_type_id}/${rateKey(rate)}`;

/** A text of more than `limit` characters cut to `length`, or null when it is short enough (ROOMS-29, ROOMS-30). */
export function cut(text: string, limit: number, length = limit): string | null {
  return text.length > limit ? `${text.slice(0, length).trimEnd()}…` : null;
}

/** An offer of an answer by what it is for. */
export function offerIn(
  answer: Pick<Availability, "rate_details">,
  room_type_id: string,
  { id, package_id }: Pick<RateOffer, "id" | "package_id">,
): RateOffer | undefined {
  const room = answer.rate_details.find((entry) => entry.room_type_id === room_type_id);
  return room?.rate_codes.find((rate) => rate.id === id && rate.package_id === package_id);
}
