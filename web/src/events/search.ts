/** What a guest looks for: kind, day, times, people. It stands in the address, so that a reload looks the same. Pure. */
import { inAYear } from "../booking/in-a-year";
import { addDays, isDay } from "../i18n";

export interface EventSearch {
  /** Code of the kind of event; null is the hotel's first. */
  type: string | null;
  /** `YYYY-MM-DD` at the hotel. */
  date: string;
  /** `HH:MM`, by the hotel's clock. */
  from: string;
  to: string;
  persons: number;
}

export const MAX_PERSONS = 999;

const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);
/** The last possible end (EVENT-12). */
const LAST = "23:30";

/** When an event can begin (EVENT-12). */
export const STARTS: readonly string[] = hours;
/** When it can end. */
export const ENDS: readonly string[] = [...hours.slice(1), LAST];

/** A start at or after the end moves the end to an hour later (EVENT-14). */
export function endAfter(from: string, to: string): string {
  if (from < to) return to;
  const next = String(Number(from.slice(0, 2)) + 1).padStart(2, "0");
  return next === "24" ? LAST : `${next}:00`;
}

/** People as typed: a whole number from 1 to 999; nothing is 1 (EVENT-10). */
export function personsOf(typed: string): number {
  const number = Number.parseInt(typed, 10);
  return Number.isFinite(number) ? Math.min(MAX_PERSONS, Math.max(1, number)) : 1;
}

/** First and last day on which an event can be, `YYYY-MM-DD`. */
export interface Days {
  first: string;
  last: string;
  /** The day that is looked at when none is asked for. */
  usual: string;
}

/** A year from the business day, beginning with tomorrow (EVENT-11, EVENT-13); for a stay what is left of its days. */
export function daysOf(businessDay: string, stay: { from: string; to: string } | null): Days {
  const year = { first: businessDay, last: inAYear(businessDay), usual: addDays(businessDay, 1) };
  if (!stay || stay.to < year.first || stay.from > year.last) return year;
  const first = stay.from > year.first ? stay.from : year.first;
  return { first, last: stay.to < year.last ? stay.to : year.last, usual: first };
}

/** Whether an event can be on the day of an address. */
const isWithin = (day: string, { first, last }: Days) => isDay(day) && day >= first && day <= last;

/** The search of an address; what cannot be is left at its default, from 8 to 9 on the usual day (EVENT-13). */
export function searchOf(query: URLSearchParams, days: Days): EventSearch {
  const date = query.get("date") ?? "";
  const from = STARTS.find((time) => time === query.get("start_time")) ?? "08:00";
  const to = ENDS.find((time) => time === query.get("end_time")) ?? "09:00";
  return {
    type: query.get("event_type"),
    date: isWithin(date, days) ? date : days.usual,
    from,
    to: endAfter(from, to),
    persons: personsOf(query.get("persons") ?? ""),
  };
}

/** The same as parameters of an address. */
export const parametersOf = ({ type, date, from, to, persons }: EventSearch) => ({
  event_type: type,
  date,
  start_time: from,
  end_time: to,
  persons: String(persons),
});

/** Milliseconds by which the clocks of a zone are ahead of UTC at an instant. */
function offsetAt(instant: number, zone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(instant);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second")) - instant;
}

/**
 * The instant of a day and time by the hotel's clock, in UTC as the calls want it. A time that a turned clock has twice is
 * the first of them, one that it skips is as much later as the clock jumps.
 */
export function instantOf(date: string, time: string, zone: string): string {
  const written = Date.parse(`${date}T${time}:00Z`);
  const earlier = written - offsetAt(written - 86_400_000, zone);
  const later = written - offsetAt(written + 86_400_000, zone);
  // the offset before a change holds until the change
  const instant = offsetAt(earlier, zone) === written - earlier ? earlier : later;
  const skipped = offsetAt(instant, zone) !== written - instant;
  return new Date(skipped ? earlier : instant).toISOString();
}
