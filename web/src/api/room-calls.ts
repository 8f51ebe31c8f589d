/** The calls of the rooms step, and of what is asked of a chosen room; apart from the others so that they load with it. */
import { at, type BatchAccess } from "./calls";
import { call } from "./client";
import { holding, whenLeft } from "./leaving";
import type {
  Availability,
  Breakdown,
  BreakdownBody,
  Conversion,
  Folio,
  Package,
  Rooming,
  SelectedRoom,
  SetRateBody,
  SuggestedRooms,
} from "./types";

export interface AvailabilityQuery {
  check_in_date: string;
  check_out_date: string;
  number_of_rooms: number;
  /** Adults of one room. */
  number_of_persons: number;
  number_of_children: number;
  /** Comma list. */
  children_ages?: string | undefined;
  rate_code_ids?: string | undefined;
  package_id?: string | undefined;
  conversion_currency?: string | undefined;
  discount_id?: string | undefined;
  company_code?: string | undefined;
  mop?: string | undefined;
  group_code?: string | undefined;
  /** Only rates for points (POINTS-06). */
  book_with_points?: boolean | undefined;
  /** Of the names of what a code opens. */
  language_code?: string | undefined;
  /** What that session holds counts as free for it. */
  session_id?: string | undefined;
}

/** ROOMS-51: a failure empties that room's list, without a popup. */
export const availability = (
  property: number,
  query: AvailabilityQuery,
  token?: string,
  signal?: AbortSignal,
) =>
  call<Availability>(at(property, "/mini-rates-with-availability/v3"), {
    query: { ...query },
    token,
    quiet: true,
    signal,
  });

export interface PackagesQuery {
  check_in_date: string;
  check_out_date: string;
  /** Adults of one room. */
  number_of_persons: number;
  number_of_children: number;
  /** Comma list. */
  children_ages?: string | undefined;
}

/** The packages that can be had for a stay (SEARCH-35); without them every rate is listed. */
export const applicablePackages = (property: number, query: PackagesQuery, signal?: AbortSignal) =>
  call<Package[]>(at(property, "/package-rates/applicable"), { query: { ...query }, quiet: true, signal });

/** ERR-13: a failure is only logged. */
export const rateBreakdown = (
  property: number,
  rate: string,
  body: BreakdownBody,
  query: { language_code: string; conversion_currency: string | undefined } & Pick<
    AvailabilityQuery,
    "discount_id" | "company_code" | "mop" | "group_code"
  >,
  signal?: AbortSignal,
) =>
  call<Breakdown>(at(property, `/package-rates/${encodeURIComponent(rate)}/breakdown`), {
    method: "POST",
    query,
    body,
    quiet: true,
    signal,
  });

/** ERR-13: a failure is only logged; the picker says that it knows no room yet and asks again. */
export const suggestedRooms = (
  property: number,
  wanted: { room_type_ids: string[]; start_date: string; end_date: string },
  own: { session_id?: string | undefined; token?: string | undefined },
  signal?: AbortSignal,
) =>
  call<SuggestedRooms>(at(property, "/suggested_rooms/v2"), {
    method: "POST",
    query: { session_id: own.session_id },
    body: wanted,
    token: own.token,
    quiet: true,
    signal,
  });

/** ERR-13: set-rate names the company too, so a failure is only logged. */
export const reserveForCompany = (
  property: number,
  batch: BatchAccess,
  session: string,
  company_id: string,
  mop: string,
) =>
  call<void>(at(property, `/booking-engine/new-booking/${session}/company-reservations`), {
    method: "POST",
    body: { reservation_company: { company_id, mop, is_local: true, company_rates_applied: true } },
    token: batch.token,
    quiet: true,
  });

/** The cheapest rooms for all people of a search; people are those of the whole group. */
export const findRooming = (
  property: number,
  query: AvailabilityQuery,
  token?: string,
  signal?: AbortSignal,
) =>
  call<{ rooming: Rooming | null; conversion: Conversion | null }>(at(property, "/rooming"), {
    query: { ...query },
    token,
    quiet: true,
    signal,
  });

export const setSessionRate = async (
  property: number,
  batch: BatchAccess,
  session: string,
  body: SetRateBody,
  conversion_currency?: string,
) => {
  await whenLeft(session);
  holding.add(session);
  return call<{ data: { session_id: string; content: SelectedRoom } }>(
    at(property, `/booking-engine/new-booking/${session}/set-rate`),
    { method: "POST", query: { conversion_currency }, body, token: batch.token, quiet: true },
  );
};

export const sessionFolio = (
  property: number,
  batch: BatchAccess,
  session: string,
  conversion_currency?: string,
) =>
  call<Folio>(at(property, `/booking-engine/new-booking/${session}/calculate-folios-and-charges-and-taxes`), {
    query: { conversion_currency },
    token: batch.token,
    quiet: true,
  });
