/** The calls of the start by name. Regional calls go to the property's `region.url`, set once at start-up. */
import { call } from "./client";
import { holding, leave } from "./leaving";
import { ApiProblem } from "./problem";
import type { BookingProfile, DynamicField, LoggedInUser, Property, ResumedBatch } from "./types";

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
  property: (id: string, access: { key: string | null; token: string | null }, quiet = false) =>
    call<Property>(`/v4/properties/${encodeURIComponent(id)}`, {
      query: { key: access.key, token: access.token },
      quiet,
    }),

  /** START-15: only with the loyalty flow on; a failure means nobody is logged in (ERR-09). */
  user: (query: Record<string, string>) => call<LoggedInUser>("/v4/website/users", { query, quiet: true }),

  /** ERR-10: a failure falls back to the built-in English. */
  labels: (app_id: string, locale: string) =>
    call<Record<string, string>>(`${base}common/language`, { query: { app_id, locale }, quiet: true }),

  dynamicFields: (property: number, language_code: string, quiet?: boolean) =>
    call<DynamicField[]>(at(property, "/multilingual-dynamic-fields"), { query: { language_code }, quiet }),

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

  /** Gives a session's room back; asked once more where nobody answered, since most callers go on meanwhile. */
  clearRate: (property: number, batch: BatchAccess, session: string) => {
    const clear = () =>
      call<void>(at(property, `/booking-engine/new-booking/${session}/set-rate`), {
        method: "DELETE",
        token: batch.token,
        quiet: true,
      });
    const gone = clear().catch((error: unknown) => {
      if (error instanceof ApiProblem && error.status === 0) return clear();
      throw error;
    });
    return leave(
      session,
      gone.then(() => holding.delete(session)),
    );
  },
};
