/** Which days can be chosen, which not and why, and what a stay costs at least. Pure. */
import type { CalendarDay, Reason } from "../../api";
import { addDays, monthStart, nightsBetween, nightsOf } from "../../i18n";
import type { SearchLimits } from "../search-data";

export type CalendarDays = ReadonlyMap<string, CalendarDay>;
export type Picking = "from" | "to";

export interface Choice {
  from: string | null;
  to: string | null;
  picking: Picking;
}

export interface DayState {
  /** `outside`: before the business day or after the calendar; `off`: not possible, and here is why. */
  kind: "outside" | "off" | "free";
  reason: Reason | null;
}

const outside: DayState = { kind: "outside", reason: null };
const free: DayState = { kind: "free", reason: null };
const off = (reason: Reason): DayState => ({ kind: "off", reason });

/** A day whose night nobody can sleep in. Days that are not loaded yet count as possible. */
function nightTaken(days: CalendarDays, day: string): CalendarDay | null {
  const known = days.get(day);
  return known && !known.available ? known : null;
}

function arrival(day: string, days: CalendarDays, limits: SearchLimits): DayState {
  if (day >= limits.lastDay) return outside;
  const known = days.get(day);
  if (!known || known.arrival) return free;
  // rules of length and of advance come without their numbers
  return off((!known.available && known.reasons[0]) || { code: "CLOSED_TO_ARRIVAL" });
}

function departure(day: string, from: string, days: CalendarDays, limits: SearchLimits): DayState {
  const nights = nightsBetween(from, day);
  const taken = nightsOf(from, day).find((night) => nightTaken(days, night));
  if (taken) return off(days.get(taken)?.reasons[0] ?? { code: "SOLD_OUT", date: taken });
  if (nights > limits.maxNights) return off({ code: "MAX_STAY", value: limits.maxNights });
  const start = days.get(from);
  if (start?.min_stay && nights < start.min_stay) return off({ code: "MIN_STAY", value: start.min_stay });
  if (start?.max_stay && nights > start.max_stay) return off({ code: "MAX_STAY", value: start.max_stay });
  const known = days.get(day);
  if (known && !known.departure) return off({ code: "CLOSED_TO_DEPARTURE" });
  return free;
}

/** Whether `day` can be picked now. While a departure is picked, days up to the arrival stand for a new arrival. */
export function dayState(day: string, choice: Choice, days: CalendarDays, limits: SearchLimits): DayState {
  if (day < limits.firstDay || day > limits.lastDay) return outside;
  if (choice.picking === "to" && choice.from && day > choice.from)
    return departure(day, choice.from, days, limits);
  return arrival(day, days, limits);
}

/** The choice after `day` was picked. */
export function pick(day: string, choice: Choice): Choice {
  if (choice.picking === "to" && choice.from && day > choice.from) {
    return { from: choice.from, to: day, picking: "to" };
  }
  return { from: day, to: null, picking: "to" };
}

/** The lowest price of each month's days that can be slept in; shown as the cheapest when prices differ at all. */
export function cheapestDays(days: CalendarDays): Set<string> {
  const months = new Map<string, { low: number; high: number; dates: string[] }>();
  for (const { date, total, available } of days.values()) {
    if (total === null || !available) continue;
    const month = date.slice(0, 7);
    const seen = months.get(month) ?? { low: total, high: total, dates: [] };
    const dates = total < seen.low ? [date] : total === seen.low ? [...seen.dates, date] : seen.dates;
    months.set(month, { low: Math.min(seen.low, total), high: Math.max(seen.high, total), dates });
  }
  return new Set([...months.values()].filter((m) => m.low < m.high).flatMap((m) => m.dates));
}

/**
 * A stay as long as this one, at most a week earlier or later, that costs less a night; the cheapest, nearest first.
 * The days carry the prices of stays of this length that begin there.
 */
export function cheaperStay(
  from: string,
  to: string,
  days: CalendarDays,
  limits: SearchLimits,
): { from: string; to: string; total: number } | null {
  const price = days.get(from)?.total ?? null;
  if (price === null) return null;
  const nights = nightsBetween(from, to);
  let best: { from: string; to: string; total: number } | null = null;
  for (const shift of [-1, 1, -2, 2, -3, 3, -4, 4, -5, 5, -6, 6, -7, 7]) {
    const start = addDays(from, shift);
    const end = addDays(start, nights);
    const choice: Choice = { from: start, to: null, picking: "to" };
    const total = days.get(start)?.total ?? null;
    if (total === null || dayState(start, { ...choice, picking: "from" }, days, limits).kind !== "free")
      continue;
    if (dayState(end, choice, days, limits).kind !== "free") continue;
    if (total < price && (!best || total < best.total)) best = { from: start, to: end, total };
  }
  return best;
}

/** How far ahead of check-in prices are loaded at first (SEARCH-11). */
export const DAYS_AHEAD = 65;

/**
 * The end of the loaded range once `wanted` is on screen (SEARCH-12): one more month for the next page, five at a time
 * for a jump past it. Ends are exclusive and never beyond the calendar.
 */
export function extendRange(end: string, wanted: string, limits: SearchLimits): string {
  const last = addDays(limits.lastDay, 1);
  let reach = end;
  if (wanted > reach) {
    const oneMore = addMonths(reach, 1);
    reach = wanted <= oneMore ? oneMore : addMonths(reach, 5);
    while (reach < wanted) reach = addMonths(reach, 5);
  }
  return reach < last ? reach : last;
}

function addMonths(day: string, months: number): string {
  return addDays(monthStart(day, months), Number(day.slice(8)) - 1);
}
