/** A month of days, whatever is marked on them: its weeks, and the way that each key goes. Pure. */
import { addDays, firstWeekday, monthStart, nightsOf, weekday } from "../i18n";

/** The weeks of a month, `YYYY-MM-01`, from the locale's first weekday; null where another month's days would be. */
export function weeksOf(month: string, locale: string): (string | null)[][] {
  const lead = (weekday(month) - firstWeekday(locale) + 7) % 7;
  const cells = [...Array<null>(lead).fill(null), ...nightsOf(month, monthStart(month, 1))];
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    cells.slice(week * 7, week * 7 + 7),
  );
}

/** The same day so many months away, or that month's last. */
function monthAway(day: string, by: number): string {
  const target = monthStart(day, by);
  const last = addDays(monthStart(target, 1), -1);
  const same = addDays(target, Number(day.slice(8)) - 1);
  return same > last ? last : same;
}

/** Where a key leads from a day, as the pattern for grids of dates has it; null for a key that leads nowhere. */
export function keyedTo(key: { key: string; shiftKey: boolean }, day: string, locale: string): string | null {
  const side = document.documentElement.dir === "rtl" ? -1 : 1;
  const inWeek = (weekday(day) - firstWeekday(locale) + 7) % 7;
  switch (key.key) {
    case "ArrowRight":
      return addDays(day, side);
    case "ArrowLeft":
      return addDays(day, -side);
    case "ArrowDown":
      return addDays(day, 7);
    case "ArrowUp":
      return addDays(day, -7);
    case "Home":
      return addDays(day, -inWeek);
    case "End":
      return addDays(day, 6 - inWeek);
    case "PageDown":
      return monthAway(day, key.shiftKey ? 12 : 1);
    case "PageUp":
      return monthAway(day, key.shiftKey ? -12 : -1);
    default:
      return null;
  }
}
