/** What the guest has typed, before and after it becomes the guest of the booking. */
import type { Guest } from "../../api";
import { seen, seenLine } from "../seen";
import type { GuestField } from "./fields";

/** The form's own values: everything text, the phone in its two parts. */
export interface GuestDraft {
  first_name: string;
  middle_name: string;
  last_name: string;
  email: string;
  /** ISO 3166-1 alpha-2 of the dialling code; empty takes the default (GUEST-17). */
  phone_country: string;
  /** The number as typed, without the dialling code. */
  phone: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  street: string;
  street_2: string;
  city: string;
  state: string;
  zip_code: string;
  remarks: string;
}

export const EMPTY_DRAFT: GuestDraft = {
  first_name: "",
  middle_name: "",
  last_name: "",
  email: "",
  phone_country: "",
  phone: "",
  country: "",
  street: "",
  street_2: "",
  city: "",
  state: "",
  zip_code: "",
  remarks: "",
};

/** Longest remark (GUEST-24). */
export const MAX_REMARKS = 1000;

/** A draft as the booking keeps it: missing parts become empty, unknown ones are left out. */
export function draftFrom(kept: unknown): GuestDraft {
  const source = (typeof kept === "object" && kept !== null ? kept : {}) as Record<string, unknown>;
  const draft = { ...EMPTY_DRAFT };
  for (const name of Object.keys(EMPTY_DRAFT) as (keyof GuestDraft)[]) {
    const value = source[name];
    if (typeof value === "string") draft[name] = value;
  }
  return draft;
}

/** A change of country: what belonged to the old one goes (GUEST-21). */
export function withCountry(draft: GuestDraft, country: string): GuestDraft {
  return country === draft.country ? draft : { ...draft, country, state: "" };
}

/** Remarks never grow past their limit, counted in characters as people count (GUEST-24). */
export function clipRemarks(text: string): string {
  const letters = Array.from(text);
  return letters.length > MAX_REMARKS ? letters.slice(0, MAX_REMARKS).join("") : text;
}

/** Length of a remark in characters. */
export function remarksLength(text: string): number {
  return Array.from(text).length;
}

/**
 * The phone as it is stored: dial code and number, or null when either is missing (GUEST-18).
 * `dialCode` is digits without a plus; the number keeps its digits only.
 */
export function storedPhone(dialCode: string | null, number: string): string | null {
  const digits = asciiDigits(number).replace(/\D/g, "");
  return dialCode && digits ? `+${dialCode}${digits}` : null;
}

/** Arabic-Indic, Persian and full-width digits as 0 to 9, so that a number may be typed in any of them. */
export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    for (const zero of [0x0660, 0x06f0, 0x0966, 0x09e6, 0xff10]) {
      if (code >= zero && code <= zero + 9) return String(code - zero);
    }
    return digit;
  });
}

/** The guest as the server wants it: trimmed, composed, empty fields null, only what the form shows. */
export function guestOf(draft: GuestDraft, shown: ReadonlySet<GuestField>, phone: string | null): Guest {
  const text = (name: Exclude<GuestField, "phone">) => (shown.has(name) ? seenLine(draft[name]) : "");
  const orNull = (name: Exclude<GuestField, "phone">) => text(name) || null;
  return {
    first_name: text("first_name"),
    last_name: text("last_name"),
    middle_name: orNull("middle_name"),
    email: text("email"),
    phone: shown.has("phone") ? phone : null,
    street: orNull("street"),
    street_2: orNull("street_2"),
    city: orNull("city"),
    state: orNull("state"),
    zip_code: orNull("zip_code"),
    country: orNull("country"),
    remarks: shown.has("remarks") ? seen(draft.remarks) || null : null,
    // who books the server knows by the session
    loyalty_guest_id: null,
    loyalty_guest_number: null,
    loyalty_program_id: null,
  };
}
