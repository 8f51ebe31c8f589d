/** Address rules and postal search of guest information, apart from the other calls so that they load with its step. */
import { at } from "./calls";
import { call } from "./client";
import type { AddressRules, FoundPlace } from "./types";

/** The form of a country (GUEST-19); quiet, since the form says that it could not be had (ERR-06). */
export const addressRules = (property: number, country_code: string, signal?: AbortSignal) =>
  call<AddressRules>(at(property, "/address-rules"), {
    query: { country_code, booking_flow: true },
    signal,
    quiet: true,
  });

/** The places of a postal code; quiet, since a failure is only logged (GUEST-32). JSON in a text is read too (API-39). */
export async function searchAddress(
  property: number,
  zip_code: string,
  country: string,
): Promise<FoundPlace[]> {
  const found = await call<FoundPlace[] | string>(
    at(property, "/booking-engine/new-batch-booking/search-address"),
    {
      query: { zip_code, country },
      quiet: true,
    },
  );
  return typeof found === "string" ? (JSON.parse(found) as FoundPlace[]) : found;
}
