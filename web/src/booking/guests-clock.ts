/**
 * The same moment on the guest's own wall, written as an instant of the hotel is, or null where the clocks agree:
 * `2026-12-10T21:00` for six in the evening in New York, seen from Lisbon an hour before midnight.
 */
export function onGuestsClock(instant: string): string | null {
  const moment = new Date(instant);
  if (Number.isNaN(moment.getTime())) return null;
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  return local === instant.slice(0, 16) ? null : local;
}
