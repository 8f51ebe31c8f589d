/** A member's own details for the guest form (GUEST-05 to GUEST-08). Pure. */
import type { AddressRules, LoggedInUser } from "../../api";
import type { GuestDraft } from "./draft";
import type { GuestField } from "./fields";

/** Of several entries the one marked as primary, else the first (GUEST-08). */
function first<T extends { primary: boolean }>(entries: readonly T[]): T | undefined {
  return entries.find((entry) => entry.primary) ?? entries[0];
}

/** What the profile says, by field; a field that it says nothing about is missing. */
export function profileDraft(user: LoggedInUser): Partial<GuestDraft> {
  const address = first(user.address);
  const said: Partial<Record<GuestField, string | null | undefined>> = {
    first_name: user.first_name,
    middle_name: user.middle_name,
    last_name: user.last_name,
    email: first(user.email)?.email,
    phone: first(user.phone)?.phone,
    country: address?.country,
    // one line in the form, however many the profile has
    street: address?.address?.split(/\s*\n\s*/).join(", "),
    city: address?.city,
    state: address?.state,
    zip_code: address?.zip_code,
  };
  return Object.fromEntries(Object.entries(said).filter(([, text]) => text));
}

/** A state as the form's list has it: profiles write the code or the name. */
export function eligibleState(typed: string, rules: AddressRules): string {
  const states = rules.property_eligible_states;
  const same = (text: string | null | undefined) => text?.toLowerCase() === typed.toLowerCase();
  const found = states.find((one) => same(one.state_code) || same(one.name) || same(one.native_name));
  return found?.state_code ?? typed;
}

/**
 * The fields that cannot be typed into: what the profile filled in, as it filled it in, unless the form has something
 * against it. A guest must be able to mend what the profile says wrongly.
 */
export function lockedFields(
  filled: Partial<GuestDraft>,
  problems: Partial<Record<GuestField, unknown>>,
): ReadonlySet<GuestField> {
  return new Set((Object.keys(filled) as GuestField[]).filter((name) => !problems[name]));
}
