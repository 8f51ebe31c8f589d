/** The times in which cancelling costs the same, as a line from the booking to the arrival. Pure. */
import type { CancellationPeriod } from "../api";

/** The least part of the line that a period gets, in percent: a short one can still be seen. */
const LEAST = 12;

/** Hotel time on the wall, without its offset, as a number to count with. */
const wall = (instant: string) => Date.parse(`${instant.slice(0, 16)}:00Z`);

/** Parts of the line in percent, one for each period, 100 together. `arrival` is a day, `checkIn` a time of it. */
export function shares(
  periods: readonly CancellationPeriod[],
  bookedAt: string,
  arrival: string,
  checkIn: string,
): number[] {
  const begin = wall(bookedAt);
  const end = Math.max(wall(`${arrival}T${checkIn.slice(0, 5)}`), begin + 1);
  const clamp = (instant: string | null, otherwise: number) =>
    instant === null ? otherwise : Math.min(Math.max(wall(instant), begin), end);
  const lengths = periods.map(({ from, until }) => clamp(until, end) - clamp(from, begin));
  const whole = lengths.reduce((sum, length) => sum + length, 0) || 1;
  const raw = lengths.map((length) => Math.max(LEAST, (length / whole) * 100));
  const sum = raw.reduce((total, share) => total + share, 0);
  return raw.map((share) => (share / sum) * 100);
}
