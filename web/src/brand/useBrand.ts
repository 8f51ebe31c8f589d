import { useCallback, useEffect, useRef, useState } from "react";
import {
  type Brand,
  findBrand,
  hasCode,
  type LowestQuestion,
  type LowestRate,
  lowestRates,
  namesField,
  PAGE,
} from "../api";

export interface BrandStay {
  from: string;
  to: string;
  adults: number;
}

export interface Here {
  lat: number;
  long: number;
  /** Codes of the hotels that do not say where they stand, which no search by place finds. */
  elsewhere: readonly string[];
}

/** Everywhere on earth, in kilometres: a search near the guest only orders. */
const ANYWHERE = 20_100;

export interface Asked {
  stay: BrandStay;
  /** Code of the one hotel that is meant; null for all. */
  only: string | null;
  here: Here | null;
  /** In which currency the guest looks; null is each hotel's own. */
  currency: string | null;
}

/** What a search of the brand found. `rates` is null when it failed (BRAND-20). */
export interface Found extends Asked {
  rates: ReadonlyMap<number, LowestRate> | null;
}

function questions(code: string, { stay, only, here, currency }: Asked): LowestQuestion[] {
  const dates = {
    check_in_date: stay.from,
    check_out_date: stay.to,
    number_of_person: stay.adults,
    ...(currency ? { conversion_currency: currency } : {}),
  };
  const ofBrand = { ...dates, brand_codes: [code] };
  if (only) return [{ ...ofBrand, property_codes: [only] }];
  if (!here) return [ofBrand];
  const { elsewhere, ...place } = here;
  const asked: LowestQuestion[] = [
    { ...dates, location: { brand_codes: [code], radius: ANYWHERE, ...place } },
  ];
  for (let at = 0; at < elsewhere.length; at += PAGE)
    asked.push({ ...ofBrand, property_codes: elsewhere.slice(at, at + PAGE) });
  return asked;
}

/** A hotel that is not found has nothing to sell (API-74). */
function ofNone(error: unknown): LowestRate[] {
  if (hasCode(error, "PROPERTY_UNKNOWN")) return [];
  throw error;
}

/**
 * The brand and what its hotels can be had for. The first search is asked with the brand (BRAND-06); of two searches the
 * last one counts.
 */
export function useBrand(code: string, language: string, first: Asked, onNoCurrency: () => void) {
  const [brand, setBrand] = useState<Brand | "loading" | "failed" | "unknown">("loading");
  const [found, setFound] = useState<Found | null>(null);
  const [busy, setBusy] = useState(true);
  const last = useRef<AbortController | null>(null);
  const loading = useRef<AbortController | null>(null);
  const noCurrency = useRef(onNoCurrency);
  noCurrency.current = onNoCurrency;
  // what was asked last, whether or not it is answered
  const asking = useRef(first);

  const search = useCallback(
    async (asked: Asked) => {
      last.current?.abort();
      const own = new AbortController();
      last.current = own;
      asking.current = asked;
      setBusy(true);
      const ask = async (asked: Asked) => {
        const answers = questions(code, asked).map((one) => lowestRates(one, own.signal).catch(ofNone));
        const rates = (await Promise.all(answers)).flat();
        setFound({ ...asked, rates: new Map(rates.map((rate) => [rate.id, rate])) });
      };
      try {
        await ask(asked).catch((error: unknown) => {
          // a link may name a currency that is none: each hotel's own says the same
          if (!asked.currency || own.signal.aborted || !namesField(error, "conversion_currency")) throw error;
          noCurrency.current();
          asking.current = { ...asked, currency: null };
          return ask(asking.current);
        });
      } catch (error) {
        if (own.signal.aborted) return;
        console.error("the prices of the brand's hotels could not be loaded", error);
        setFound({ ...asked, rates: null });
      }
      setBusy(false);
    },
    [code],
  );

  const load = useCallback(() => {
    // the one before may be of another language
    loading.current?.abort();
    const own = new AbortController();
    loading.current = own;
    return findBrand(code, language, own.signal).then(setBrand, (error: unknown) => {
      if (own.signal.aborted) return;
      console.error("the brand could not be loaded", error);
      // one that is there stays there: a search that fails takes nothing away (BRAND-20)
      const instead = hasCode(error, "BRAND_UNKNOWN") ? "unknown" : "failed";
      setBrand((before) => (typeof before === "string" ? instead : before));
    });
  }, [code, language]);

  useEffect(() => {
    void load();
    return () => loading.current?.abort();
  }, [load]);
  useEffect(() => {
    void search(asking.current);
    return () => last.current?.abort();
  }, [search]);

  /** The last question once more, with something else in it. */
  const searchAgain = (change: Partial<Asked> = {}) => search({ ...asking.current, ...change });

  return { brand, found, busy, search, searchAgain, load };
}
