import { keepInTab, recallInTab } from "../booking/in-tab";
import { addDays, isDay } from "../i18n";
import type { Sort } from "./hotels";
import { DAYS_AHEAD } from "./today";
import type { BrandStay } from "./useBrand";

/** What the guest looks for at a brand, kept in the tab: who comes back from a hotel finds it as it was. */
export interface Kept {
  stay: BrandStay;
  text: string;
  /** Codes of the hotel that was picked for the next search, and of the one that was searched for. */
  picked: string | null;
  only: string | null;
  onlyFree: boolean;
  sort: Sort;
  /** In which prices are looked at; null is each hotel's own. */
  currency: string | null;
}

const key = (code: string) => `portico.brand.${code}`;

/** Whether it is of the shape that `keep` writes. */
function isKept({ stay, text, picked, only, onlyFree, sort, currency }: Kept): boolean {
  const { from, to, adults } = stay ?? {};
  const named = [picked, only, currency].every((name) => name === null || typeof name === "string");
  const sorted = sort === "name" || sort === "price";
  const days = isDay(from) && isDay(to) && from < to;
  return (
    days &&
    Number.isInteger(adults) &&
    typeof text === "string" &&
    named &&
    sorted &&
    typeof onlyFree === "boolean"
  );
}

/** The stay and the currency that an address asks for: what is malformed, missing or over is not asked. */
function asked(query: URLSearchParams, today: string, stay: BrandStay) {
  const from = query.get("from");
  const to = query.get("to");
  const within = isDay(from) && isDay(to) && today <= from && from < to && to <= addDays(today, DAYS_AHEAD);
  const dates = within ? { from, to } : {};
  const guests = query.get("guest") || query.get("guests") || "";
  const adults = /^[1-6]$/.test(guests) ? { adults: Number(guests) } : {};
  const currency = query.get("currency");
  return { stay: { ...stay, ...dates, ...adults }, ...(currency ? { currency } : {}) };
}

/** What the tab kept, and before it what the address asks for. */
export function recall(code: string, today: string, query: URLSearchParams): Kept {
  const kept = recallKept(code, today);
  return { ...kept, ...asked(query, today, kept.stay) };
}

function recallKept(code: string, today: string): Kept {
  const first: Kept = {
    stay: tonight(today, 1),
    text: "",
    picked: null,
    only: null,
    onlyFree: false,
    sort: "name",
    currency: null,
  };
  const kept: Kept = { ...first, ...recallInTab<Partial<Kept>>(key(code)) };
  // other scripts write here too
  if (!isKept(kept)) return first;
  return { ...kept, stay: notOver(kept.stay, today) };
}

const tonight = (today: string, adults: number): BrandStay => ({
  from: today,
  to: addDays(today, 1),
  adults,
});

/** A night that is over is not looked for again: tonight is. */
export const notOver = (stay: BrandStay, today: string): BrandStay =>
  stay.from < today ? tonight(today, stay.adults) : stay;

/** Where the guest is stays untold, and so does an order by it: scripts of hotels read the same storage. */
export function keep(code: string, kept: Kept): void {
  const sort = kept.sort === "distance" ? "name" : kept.sort;
  keepInTab(key(code), { ...kept, sort });
}
