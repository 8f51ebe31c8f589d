/** Which offers are listed and in which order (ROOMS-16 to ROOMS-19, ROOMS-23). Pure. */
import type { Availability, RateOffer, RoomOffer, RoomType } from "../../api";

export interface ListedRoom {
  offer: RoomOffer;
  /** Texts and pictures; null when the answer names a room it does not describe. */
  type: RoomType | null;
  rates: RateOffer[];
}

export interface ListRules {
  /** website_config_room_types: these come first, in this order. */
  order: readonly { room_type_id: string; order_no: number }[];
  /** rn_code: this room type stands first of all. */
  firstRoomCode: string | null;
  /** rate_id: only these rates, a comma list of ids or codes. */
  rateIds: string | null;
  /** rate_code other than GOOGLE: only that rate; every rate when no room has it. */
  rateCode: string | null;
  bookWithPoints: boolean;
}

/** What a stay in that rate costs with everything mandatory in it. */
export const stayTotal = (rate: Pick<RateOffer, "price_summary">) =>
  rate.price_summary.total_amount_after_tax_and_fee;

const cheapest = (room: ListedRoom) => Math.min(...room.rates.map(stayTotal));

function narrowed(rates: readonly RateOffer[], wanted: ReadonlySet<string> | null): RateOffer[] {
  return wanted ? rates.filter((rate) => wanted.has(rate.id) || wanted.has(rate.code)) : [...rates];
}

export function listRooms(
  answer: Pick<Availability, "rate_details" | "room_types">,
  rules: ListRules,
): ListedRoom[] {
  const types = new Map(answer.room_types.map((type) => [type.id, type]));
  const ids = rules.rateIds ? new Set(rules.rateIds.split(",").map((id) => id.trim())) : null;
  const code = rules.rateCode && rules.rateCode !== "GOOGLE" ? rules.rateCode : null;
  const codeExists = answer.rate_details.some((room) => room.rate_codes.some((rate) => rate.code === code));
  const codes = code && codeExists ? new Set([code]) : null;
  const place = new Map(rules.order.map((entry) => [entry.room_type_id, entry.order_no]));

  const listed = answer.rate_details.map((offer): ListedRoom => {
    const allowed = offer.rate_codes.filter((rate) => rules.bookWithPoints || !rate.points_eligible);
    const rates = narrowed(narrowed(allowed, ids), codes).sort((a, b) => stayTotal(a) - stayTotal(b));
    return { offer, type: types.get(offer.room_type_id) ?? null, rates };
  });
  return listed
    .filter((room) => room.rates.length > 0)
    .sort((a, b) => {
      const first =
        Number(b.offer.room_type_code === rules.firstRoomCode) -
        Number(a.offer.room_type_code === rules.firstRoomCode);
      if (first !== 0) return first;
      const [placeA, placeB] = [
        place.get(a.offer.room_type_id) ?? Infinity,
        place.get(b.offer.room_type_id) ?? Infinity,
      ];
      return placeA === placeB ? cheapest(a) - cheapest(b) : placeA - placeB;
    });
}

/** A struck-through price, only when it is truly higher than the one asked (PRICE-05). */
export function strikePrice(rate: RateOffer): number | null {
  const strike = rate.price_summary.strike_price;
  return strike !== null && strike > stayTotal(rate) ? strike : null;
}

/** What a button and a chosen room are recognised by. */
export const offerId = (room_type_id: string, rate: Pick<RateOffer, "id" | "package_id">) =>
  [room_type_id, rate.id, rate.package_id ?? ""].join("/");

/** A text cut to `length` characters, or null when it is short enough (ROOMS-29). */
export function cut(text: string, length: number): string | null {
  return text.length > length ? `${text.slice(0, length).trimEnd()}…` : null;
}
