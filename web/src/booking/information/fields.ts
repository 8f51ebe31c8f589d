/**
 * Which fields the guest form has, which of them must be filled, and in which order they stand: decided by the
 * address rules of the chosen country together with the booking profile (GUEST-10 to GUEST-12).
 */
import type { AddressRules } from "../../api";

export const GUEST_FIELDS = [
  "first_name",
  "middle_name",
  "last_name",
  "email",
  "phone",
  "country",
  "street",
  "street_2",
  "city",
  "state",
  "zip_code",
  "remarks",
] as const;

/** A field of the guest form, named as the API names it. */
export type GuestField = (typeof GUEST_FIELDS)[number];

/** One field as it is to be shown. */
export interface FieldPlan {
  name: GuestField;
  required: boolean;
}

/** The form of one country. */
export interface FormPlan {
  /** Names, e-mail and phone. */
  person: FieldPlan[];
  /** Country first, then the address in the order of that country. */
  address: FieldPlan[];
  remarks: FieldPlan | null;
}

const personFields: readonly GuestField[] = ["first_name", "middle_name", "last_name", "email", "phone"];
const addressFields: readonly GuestField[] = ["street", "street_2", "city", "state", "zip_code"];

/** The fields asked for when the rules could not be loaded: enough to book, nothing that a country might not have. */
export const FALLBACK_RULES: AddressRules = {
  country_code: "",
  display_fields: [...GUEST_FIELDS].filter((name) => name !== "middle_name"),
  required_guest_fields: ["first_name", "last_name", "email"],
  state_required: false,
  state_optional: true,
  zipcode_required: false,
  zipcode_optional: true,
  property_eligible_states: [], // GUEST-31
  first_name_regex: "",
  last_name_regex: "",
  email_regex: "",
  address_regex: "",
  street_2_regex: "",
  zipcode_regex: "",
  zip_label: "",
  zip_example: null,
  state_label: "",
  city_label: "",
  format: [],
};

/** True when the rules show the field at all (GUEST-10). */
export function isShown(name: GuestField, rules: AddressRules): boolean {
  return rules.display_fields.includes(name);
}

/**
 * True when the guest must fill the field: listed by the rules or the profile (GUEST-11); state and postal code only
 * as their own flags say (GUEST-12), since a country without states cannot be asked for one.
 */
export function isRequired(name: GuestField, rules: AddressRules, profileFields: readonly string[]): boolean {
  if (name === "state") return rules.state_required;
  if (name === "zip_code") return rules.zipcode_required;
  return rules.required_guest_fields.includes(name) || profileFields.includes(name);
}

/** Part of a row: half, two thirds, a third. Fields that are not named take the whole row. */
export type FieldWidth = "h" | "f" | "t";

/**
 * Who shares a row: first and last name when nothing stands between them, the short postal code with the city or
 * state beside it.
 */
export function fieldWidths(names: readonly GuestField[]): Partial<Record<GuestField, FieldWidth>> {
  const widths: Partial<Record<GuestField, FieldWidth>> = {};
  if (names.indexOf("last_name") === names.indexOf("first_name") + 1 && names.includes("first_name")) {
    widths.first_name = "h";
    widths.last_name = "h";
  }
  const zip = names.indexOf("zip_code");
  const beside = [names[zip - 1], names[zip + 1]].find((name) => name === "city" || name === "state");
  if (zip >= 0 && beside) {
    widths.zip_code = "t";
    widths[beside] = "f";
  }
  return widths;
}

/** The form for these rules. The address follows the country's own order (`format`); what it leaves out comes last. */
export function formPlan(rules: AddressRules, profileFields: readonly string[]): FormPlan {
  const plan = (name: GuestField): FieldPlan => ({ name, required: isRequired(name, rules, profileFields) });
  const shown = (names: readonly GuestField[]) => names.filter((name) => isShown(name, rules)).map(plan);
  const ordered = addressFields.filter((name) => rules.format.includes(name));
  ordered.sort((a, b) => rules.format.indexOf(a) - rules.format.indexOf(b));
  const rest = addressFields.filter((name) => !ordered.includes(name));
  return {
    person: shown(personFields),
    address: shown(["country", ...ordered, ...rest]),
    remarks: isShown("remarks", rules) ? plan("remarks") : null,
  };
}

/** The form with some fields left out; which of the others must be filled may be decided anew. */
export function fitted(
  plan: FormPlan,
  leftOut: readonly GuestField[],
  required: (field: FieldPlan) => boolean = (field) => field.required,
): FormPlan {
  const fit = (fields: readonly FieldPlan[]) =>
    fields
      .filter(({ name }) => !leftOut.includes(name))
      .map((field) => ({ name: field.name, required: required(field) }));
  return {
    person: fit(plan.person),
    address: fit(plan.address),
    remarks: leftOut.includes("remarks") ? null : plan.remarks,
  };
}
