/** Every call of the room flow by name. Regional calls go to the property's `region.url`, set once at start-up. */
import { call } from "./client";
import type {
  Availability,
  BookingProfile,
  Breakdown,
  BreakdownBody,
  CompanyPays,
  Conversion,
  Currency,
  DiscountCheck,
  DynamicField,
  Folio,
  LoggedInUser,
  LowestRateCalendar,
  Package,
  Property,
  ResumedBatch,
  Rooming,
  SelectedRoom,
  SetRateBody,
  SuggestedRooms,
} from "./types";

/** Base of the regional calls (`region.url`), one per page. */
let base = "/v4/";

export function setRegion(url: string | null | undefined): void {
  base = url ? url.replace(/\/*$/, "/") : "/v4/";
}

/** Address of a hotel's call. */
export const at = (property: number | string, path = "") =>
  `${base}properties/${encodeURIComponent(property)}${path}`;

/** Credentials of a batch. */
export interface BatchAccess {
  batch_id: string;
  token: string;
}

export const api = {
  property: (id: string, access: { key: string | null; token: string | null }) =>
    call<Property>(`/v4/properties/${encodeURIComponent(id)}`, {
      query: { key: access.key, token: access.token },
    }),

  /** START-15: only with the loyalty flow on; a failure means nobody is logged in (ERR-09). */
  user: (query: Record<string, string>) => call<LoggedInUser>("/v4/website/users", { query, quiet: true }),

  /** ERR-10: a failure falls back to the built-in English. */
  labels: (app_id: string, locale: string) =>
    call<Record<string, string>>(`${base}common/language`, { query: { app_id, locale }, quiet: true }),

  dynamicFields: (property: number, language_code: string) =>
    call<DynamicField[]>(at(property, "/multilingual-dynamic-fields"), { query: { language_code } }),

  /** What prices can be shown in; asked for when the menu opens. */
  currencies: (property: number) =>
    call<{ currencies: Currency[] }>(at(property, "/currencies"), { quiet: true }),

  /** ROOMS-51: a failure empties that room's list, without a popup. */
  availability: (property: number, query: AvailabilityQuery, token?: string, signal?: AbortSignal) =>
    call<Availability>(at(property, "/mini-rates-with-availability/v3"), {
      query: { ...query },
      token,
      quiet: true,
      signal,
    }),

  /** The packages that can be had for a stay (SEARCH-35); without them every rate is listed. */
  packages: (property: number, query: PackagesQuery, signal?: AbortSignal) =>
    call<Package[]>(at(property, "/package-rates/applicable"), { query: { ...query }, quiet: true, signal }),

  /** ERR-13: a failure is only logged. */
  breakdown: (
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
    }),

  /** ERR-13: a failure is only logged; the picker says that it knows no room. */
  suggestedRooms: (
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
    }),

  /** ERR-11, ERR-12: the search says what is wrong with a code. */
  checkDiscounts: (property: number, query: DiscountQuery) =>
    call<DiscountCheck[]>(at(property, "/check-discounts"), { query: { ...query }, quiet: true }),

  /** ERR-05: an unknown company is no failure of the page. */
  checkMop: (property_id: number, company_code: string, language_code: string) =>
    call<CompanyPays>("/enterprise/v4/check-mop", {
      query: { company_code, property_id, language_code },
      quiet: true,
    }),

  /** ERR-13: set-rate names the company too, so a failure is only logged. */
  companyReservation: (
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
    }),

  /** The cheapest rooms for all people of a search; people are those of the whole group. */
  rooming: (property: number, query: AvailabilityQuery, token?: string, signal?: AbortSignal) =>
    call<{ rooming: Rooming | null; conversion: Conversion | null }>(at(property, "/rooming"), {
      query: { ...query },
      token,
      quiet: true,
      signal,
    }),

  calendar: (property: number, query: CalendarQuery, signal?: AbortSignal, token?: string) =>
    call<LowestRateCalendar>(at(property, "/calendar/lowest-rate-calendar"), {
      query: { ...query },
      token,
      quiet: true,
      signal,
    }),

  /** ERR-08: a profile failure leaves no popup behind. */
  newBatch: (property: number, count: number, access: { key: string | null; token: string | null }) =>
    call<BookingProfile>(at(property, "/booking-engine/new-batch-booking"), {
      method: "POST",
      query: { count, key: access.key, token: access.token },
      quiet: true,
    }),

  batch: (property: number, batch: BatchAccess, conversion_currency?: string) =>
    call<ResumedBatch>(at(property, `/booking-engine/new-batch-booking/${batch.batch_id}`), {
      query: { conversion_currency },
      token: batch.token,
      quiet: true,
    }),

  setRate: (
    property: number,
    batch: BatchAccess,
    session: string,
    body: SetRateBody,
    conversion_currency?: string,
  ) =>
    call<{ data: { session_id: string; content: SelectedRoom } }>(
      at(property, `/booking-engine/new-booking/${session}/set-rate`),
      { method: "POST", query: { conversion_currency }, body, token: batch.token, quiet: true },
    ),

  clearRate: (property: number, batch: BatchAccess, session: string) =>
    call<void>(at(property, `/booking-engine/new-booking/${session}/set-rate`), {
      method: "DELETE",
      token: batch.token,
      quiet: true,
    }),

  folio: (property: number, batch: BatchAccess, session: string, conversion_currency?: string) =>
    call<Folio>(
      at(property, `/booking-engine/new-booking/${session}/calculate-folios-and-charges-and-taxes`),
      {
        query: { conversion_currency },
        token: batch.token,
        quiet: true,
      },
    ),
};

export interface CalendarQuery {
  start_date: string;
  /** Exclusive. */
  end_date: string;
  /** Adults of one room. */
  number_of_persons: number;
  number_of_children: number;
  /** Comma list. */
  children_ages?: string | undefined;
  /** Prices are those of stays of this length. */
  nights: number;
  conversion_currency?: string | undefined;
  /** With its token: what it holds, and a stay that it changes, counts as free. */
  session_id?: string | undefined;
}

export interface DiscountQuery {
  start_date: string;
  end_date: string;
  code: string;
  number_of_rooms: number;
  language_code: string;
}

export interface PackagesQuery {
  check_in_date: string;
  check_out_date: string;
  /** Adults of one room. */
  number_of_persons: number;
  number_of_children: number;
  /** Comma list. */
  children_ages?: string | undefined;
}

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
  country_code?: string | undefined;
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
