/** The postal search of guest information, apart from the other calls so that it loads with its step. */
import { at } from "./calls";
import { call } from "./client";
import type { FoundPlace } from "./types";

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
