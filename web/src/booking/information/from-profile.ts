/** A member's own details for the guest form (GUEST-05 to GUEST-08). Pure. */
import type { AddressRules, LoggedInUser } from "../../api";
import type { GuestDraft } from "./draft";
import type { GuestField } from "./fields";
import type { Phones } from "./phone";

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

/** The form as it stands. */
export interface Standing {
  draft: GuestDraft;
  phones: Phones | null;
  rules: AddressRules;
  problems: Partial<Record<GuestField, unknown>>;
}

/**
 * The fields that cannot be typed into: what the profile filled in, while it stands as it was filled in and the form
 * has nothing against it. A guest must be able to mend what the profile says wrongly, and while they do it may be right
 * before it is done. `home`: the country of a number without a dialling code.
 */
export function lockedFields(
  filled: Partial<GuestDraft>,
  { draft, phones, rules, problems }: Standing,
  home: string,
): ReadonlySet<GuestField> {
  function stands(name: GuestField): boolean {
    const said = filled[name] ?? "";
    if (name === "state") return eligibleState(said, rules) === draft.state;
    // however it is written
    if (name === "phone" && phones)
      return phones.read(said, home).stored === phones.read(draft.phone, draft.phone_country).stored;
    return said === draft[name];
  }
  return new Set((Object.keys(filled) as GuestField[]).filter((name) => !problems[name] && stands(name)));
}
