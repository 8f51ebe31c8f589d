/** The calls of a brand's page, apart from the others so that they load with it. A failure is only logged (BRAND-20). */
import { call } from "./client";
import { hasCode } from "./problem";
import type { Brand, LowestRate } from "./types";

/** The brand with its properties, in a language where they have it (API-71). */
export const findBrand = (code: string, language_code: string, signal?: AbortSignal) =>
  call<Brand>("/v4/brand-codes", { query: { code, language_code }, quiet: true, signal });

/** Which hotels, for which stay (API-72). */
export interface LowestQuestion {
  property_codes?: readonly string[];
  brand_codes?: readonly string[];
  location?: { brand_codes: readonly string[]; radius: number; lat: number; long: number };
  check_in_date: string;
  check_out_date: string;
  /** Adults. */
  number_of_person: number;
  /** In which currency the guest looks, besides each hotel's own. */
  conversion_currency?: string;
}

/** So many hotels come in one answer. */
export const PAGE = 1_000;

/** A server that has just started loads a large brand while it is asked for it: it is asked so often, with a pause. */
const TRIES = 5;
const PAUSE_MS = 1_000;

async function patiently<T>(ask: () => Promise<T>, tries = TRIES): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (tries <= 1 || !hasCode(error, "TIMED_OUT")) throw error;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return patiently(ask, tries - 1);
  }
}

/** From what each hotel is to be had; a sold-out one has no rate (API-73). Asks on until it has them all. */
export async function lowestRates(question: LowestQuestion, signal?: AbortSignal): Promise<LowestRate[]> {
  const fixed = {
    include_default_rate_plan_strikethrough: true,
    enable_auto_promo_selection: true,
    number_of_rooms: 1,
    app_id: "BOOKING_ENGINE",
  };
  const all: LowestRate[] = [];
  for (;;) {
    const body = { ...question, ...fixed, offset: all.length, limit: PAGE };
    const some = await patiently(() =>
      call<LowestRate[]>("/v4/crs/rates/lowest", { method: "POST", body, quiet: true, signal }),
    );
    all.push(...some);
    if (some.length < PAGE) return all;
  }
}
