/** Add-ons of a room: which are offered, what is asked for, what it costs (ADDON-05 to ADDON-13). Pure. */
import type { Addon, AddonGroup, ChosenAddon, ReservationAddon, SelectedRoom } from "../../api";
import { sumMoney } from "../../i18n";

/** From this many on a row has arrows (ADDON-04); with fewer only where not all are in view. */
export const ARROWS_FROM = 4;

/** An add-on with the heading it is listed under. */
export interface OfferedAddon {
  addon: Addon;
  group: string;
}

/**
 * Those that the profile allows, by id and by how they are sent (ADDON-05); what is in every price is told as well.
 * A heading is named by the first add-on under it that has it in the guest's language.
 */
export function offered(
  groups: readonly AddonGroup[],
  restricted: readonly { id: string; recurring: boolean }[],
  headingOf: (addon: Addon, fallback: string) => string,
): OfferedAddon[] {
  const allowed = (addon: Addon) =>
    addon.mandatory ||
    restricted.some((entry) => entry.id === addon.id && entry.recurring === addon.recurring);
  return groups.flatMap(({ name, charge_types }) => {
    const named = charge_types.map((addon) => headingOf(addon, name)).find((heading) => heading !== name);
    return charge_types.filter(allowed).map((addon) => ({ addon, group: named ?? name }));
  });
}

/** A day on which one more can be had. */
export function hasLeft(day: Addon["charges"][number]): boolean {
  return day.left === null || day.left > 0;
}

/** Nobody can have it any more on any of their days. */
export function isGone(addon: Addon): boolean {
  return !addon.mandatory && !addon.charges.some(hasLeft);
}

/** The days that a card begins with: every night, or the first day that can be had of those that are chosen. */
export function firstDays(addon: Addon): string[] {
  const free = addon.charges.filter(hasLeft).map((day) => day.date);
  return addon.day === "CHOSEN" ? free.slice(0, 1) : free;
}

/** A typed quantity: a whole number from 1 to the add-on's most, else null (ADDON-06). */
export function quantityOf(typed: string, most: number): number | null {
  // digits of any script: Arabic keyboards write their own
  const western = typed.trim().replace(/\p{Nd}/gu, (digit) => {
    for (const zero of [0x30, 0x660, 0x6f0]) {
      const value = digit.codePointAt(0) ?? 0;
      if (value >= zero && value <= zero + 9) return String(value - zero);
    }
    return digit;
  });
  const number = /^\d{1,2}$/.test(western) ? Number(western) : 0;
  return number >= 1 && number <= most ? number : null;
}

/** What is sent: one entry without a date, or one for each day (ADDON-09). */
export function entriesFor(addon: Addon, quantity: number, days: readonly string[]): ReservationAddon[] {
  const entry = { charge_type_id: addon.id, quantity };
  return addon.recurring ? [entry] : [...days].sort().map((date) => ({ ...entry, date }));
}

/** What so many cost on these days with every tax, in all rooms of the choice: what the bill will say (ADDON-13). */
export function priceOf(addon: Addon, quantity: number, days: readonly string[], currency: string): number {
  const charged = addon.charges.filter(
    (day) => addon.recurring || addon.mandatory || days.includes(day.date),
  );
  return sumMoney(
    charged.map((day) => day.net_value * quantity),
    currency,
  );
}

/** The entries of an add-on that a room has. */
export function chosenOf(room: SelectedRoom, addon: Addon): ChosenAddon[] {
  return room.chosen_addons.filter((entry) => entry.id === addon.id);
}
