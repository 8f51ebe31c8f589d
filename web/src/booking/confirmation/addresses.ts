/** Where the confirmation's buttons lead. Pure. */
import type { Property } from "../../api";

/** An instant as the guest's own clock shows it, with its offset: `2026-11-21T09:30:00-05:00`. */
export function deviceTime(now: Date): string {
  const ahead = -now.getTimezoneOffset();
  const two = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, "0");
  const clock = new Date(now.getTime() + ahead * 60_000).toISOString().slice(0, 19);
  return `${clock}${ahead < 0 ? "-" : "+"}${two(ahead / 60)}:${two(ahead % 60)}`;
}

/**
 * The letter or the calendar file of one room: its own address carries the confirmation number and the secret, added is
 * the guest's language, for the letter also their time and the currency they pay in (CONF-05).
 */
export function paperAddress(
  paper: string,
  extra: { language: string; device_time?: string; currency?: string },
  origin: string,
): string {
  const address = new URL(paper, origin);
  for (const [name, value] of Object.entries(extra)) address.searchParams.set(name, value);
  return address.href;
}

type Place = Pick<Property, "name" | "address" | "city" | "state" | "zip_code" | "country">;

/** The hotel on OpenStreetMap, found by its address; null when it has none. */
export function mapAddress(property: Place): string | null {
  if (!property.address) return null;
  const { address, zip_code, city, state, country } = property;
  const query = [address, [zip_code, city].filter(Boolean).join(" "), state, country]
    .filter(Boolean)
    .join(", ");
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(query)}`;
}

/** How the hotel is reached about a reservation: by letter with its number, else by phone; null when neither is known. */
export function contactAddress(
  property: Pick<Property, "email" | "phone_no">,
  numbers: readonly string[],
): string | null {
  if (property.email) return `mailto:${property.email}?subject=${encodeURIComponent(numbers.join(", "))}`;
  return property.phone_no ? `tel:${property.phone_no.replace(/[^\d+]/g, "")}` : null;
}
