/** A guest's address as their country writes it. Pure. */
import type { AddressRules, FoundReservation } from "../api";
import { placeName } from "../booking/information/countries";

type Guest = FoundReservation["reservation_details"]["primary_guest"];

const PARTS = ["street", "street_2", "zip_code", "city", "state"] as const;
type Part = (typeof PARTS)[number];

const isStreet = (part: Part | null) => part === "street" || part === "street_2";

/** The lines from top to bottom, in the order of the country's rules: streets apart, the rest beside each other. */
export function guestAddress(guest: Pick<Guest, Part>, rules: AddressRules, locale: string): string[] {
  const chosen = rules.property_eligible_states.find(({ state_code }) => state_code === guest.state);
  const state = chosen ? placeName(chosen.name, chosen.native_name, locale).label : guest.state;
  const values = { ...guest, state };
  const written = rules.format.flatMap((name) => PARTS.find((part) => part === name) ?? []);
  // what the country does not write, and was told all the same, comes last
  const order = [...written, ...PARTS.filter((part) => !written.includes(part))];
  const lines: string[] = [];
  let before: Part | null = null;
  for (const part of order) {
    const value = values[part];
    if (!value) continue;
    const line = before === null || isStreet(part) || isStreet(before) ? undefined : lines.pop();
    const mark = before === "city" && part === "state" ? ", " : " ";
    lines.push(line === undefined ? value : line + mark + value);
    before = part;
  }
  return lines;
}
