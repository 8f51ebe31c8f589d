/**
 * Dates of a stay are days at the hotel (`YYYY-MM-DD`), never instants: they are computed and written in UTC so that
 * the guest's own time zone cannot move them. An instant with an offset is written in the hotel's time.
 */

const DAY = 86_400_000;

function at(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

/** True for a real calendar day written `YYYY-MM-DD`. */
export function isDay(text: string | null | undefined): text is string {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = at(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The day `count` days later (or earlier). */
export function addDays(day: string, count: number): string {
  return new Date(at(day) + count * DAY).toISOString().slice(0, 10);
}

/** Nights from the first day to the second. */
export function nightsBetween(from: string, to: string): number {
  return Math.round((at(to) - at(from)) / DAY);
}

/** The nights of a stay: every day from check-in until the one before check-out. */
export function nightsOf(from: string, to: string): string[] {
  return Array.from({ length: Math.max(0, nightsBetween(from, to)) }, (_, index) => addDays(from, index));
}

/** First day of the month of `day`, moved by `count` months. */
export function monthStart(day: string, count = 0): string {
  const date = new Date(at(day));
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1)).toISOString().slice(0, 10);
}

/** 0 is Sunday. */
export function weekday(day: string): number {
  return new Date(at(day)).getUTCDay();
}

/** The first day of the week in that language's country; 0 is Sunday. */
export function firstWeekday(locale: string): number {
  try {
    const info = new Intl.Locale(locale) as Intl.Locale & {
      getWeekInfo?: () => { firstDay: number };
      weekInfo?: { firstDay: number };
    };
    const first = info.getWeekInfo?.().firstDay ?? info.weekInfo?.firstDay;
    if (first !== undefined) return first % 7;
  } catch {
    // an odd tag: Monday is right for most of the world
  }
  return /-US|-CA$/.test(locale) ? 0 : 1;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const id = locale + JSON.stringify(options);
  let made = formats.get(id);
  if (!made) {
    made = new Intl.DateTimeFormat(locale, { timeZone: "UTC", calendar: "gregory", ...options });
    formats.set(id, made);
  }
  return made;
}

/** The documents say how English writes days and times (CONST-02); other languages write them their own way. */
const isEnglish = (locale: string) => locale.startsWith("en");

/** How a day may be written. `full` is the documented `MMM DD, YYYY` in English (CONST-02). */
const dayStyles = {
  full: { month: "short", day: "numeric", year: "numeric" },
  long: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  dated: { weekday: "short", day: "numeric", month: "short", year: "numeric" },
  weekday: { weekday: "short", day: "numeric", month: "short" },
  weekdayLong: { weekday: "short", day: "numeric", month: "long" },
  short: { day: "numeric", month: "short" },
  dayMonth: { day: "numeric", month: "long" },
  month: { month: "long", year: "numeric" },
  weekdayName: { weekday: "long" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DayStyle = keyof typeof dayStyles;

/** So many days from today the nearest of that name may be another year's. */
const HALF_A_YEAR = 182;

/** The year of days that are not the nearest of their name (CONST-02); without `today` it is understood. */
const yearOf = (today: string | undefined, ...days: string[]) =>
  today && days.some((day) => Math.abs(nightsBetween(today, day)) > HALF_A_YEAR)
    ? ({ year: "numeric" } as const)
    : {};

/** A day in words. */
export function formatDay(day: string, locale: string, style: DayStyle = "full", today?: string): string {
  const wanted: Intl.DateTimeFormatOptions = dayStyles[style];
  const documented = style === "full" && isEnglish(locale);
  const year = wanted.day ? yearOf(today, day) : {};
  return format(locale, { ...wanted, ...year, ...(documented && { day: "2-digit" }) }).format(at(day));
}

/** `12 – 15 December`: two days without saying a shared month twice. */
export function formatRange(
  from: string,
  to: string,
  locale: string,
  style: DayStyle = "dayMonth",
  today?: string,
): string {
  return format(locale, { ...dayStyles[style], ...yearOf(today, from, to) }).formatRange(at(from), at(to));
}

/** `15:00` and `09:00`, but `9:00 ص`: where the day has twice twelve hours a zero before them is English alone. */
function clock(locale: string): Intl.DateTimeFormatOptions {
  const { hour12 } = format(locale, { hour: "numeric" }).resolvedOptions();
  return { hour: hour12 && !isEnglish(locale) ? "numeric" : "2-digit", minute: "2-digit" };
}

/** A wall-clock time `15:00` as the language writes it; `03:00 PM` in English (CONST-02). */
export function formatTime(time: string, locale: string): string {
  const text = format(locale, clock(locale)).format(Date.parse(`1970-01-01T${time.slice(0, 5)}:00Z`));
  return text.replace(/\s/g, "\u00a0"); // the half of the day stays with its hour
}

/** Day and time of an instant, in the hotel's time: the wall clock that its offset carries. */
export function splitInstant(instant: string): { day: string; time: string } {
  return { day: instant.slice(0, 10), time: instant.slice(11, 16) };
}

/** `Thu, Dec 10, 06:00 PM`. */
export function formatInstant(instant: string, locale: string, today?: string): string {
  const { day, time } = splitInstant(instant);
  const words: Intl.DateTimeFormatOptions = {
    weekday: "short",
    day: "numeric",
    month: "short",
    ...yearOf(today, day),
    ...clock(locale),
  };
  const text = format(locale, words).format(Date.parse(`${day}T${time}:00Z`));
  return text.replace(/(\d)\s(?=\S+$)/, "$1\u00a0"); // the half of the day stays with its hour
}

/** Short names of the seven weekdays, beginning with the first of the language's week. */
export function weekdayNames(locale: string): { short: string; long: string }[] {
  const first = firstWeekday(locale);
  return Array.from({ length: 7 }, (_, index) => {
    // 2023-01-01 was a Sunday
    const time = Date.UTC(2023, 0, 1 + ((first + index) % 7));
    return {
      short: format(locale, { weekday: "short" }).format(time),
      long: format(locale, { weekday: "long" }).format(time),
    };
  });
}
