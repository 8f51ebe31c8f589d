/** What is wrong with the guest form, as data; the words are made where it is shown. */
import type { AddressRules } from "../../api";
import { seenLine } from "../seen";
import { holdsCardNumber } from "./card-number";
import type { GuestDraft } from "./draft";
import { doubtEmail, type EmailDoubt } from "./email";
import type { FormPlan, GuestField } from "./fields";
import { EMAIL_PATTERN, NAME_PATTERN, PLACE_PATTERN, pattern, ZIP_PATTERN } from "./patterns";

/** `REQUIRED` shows "Required", `NOT_VALID` "Not valid" with a suggestion where one is known (GUEST-15). */
export type FieldProblem =
  | { kind: "REQUIRED" }
  /** A card's number, which only the card form takes. */
  | { kind: "CARD_NUMBER" }
  | { kind: "NOT_VALID"; doubt?: EmailDoubt | null }
  /** The server's own sentence for that field. */
  | { kind: "SERVER"; message: string };

/** Fields with a problem, in the order of the form. */
export type FormProblems = Partial<Record<GuestField, FieldProblem>>;

/** How the phone check answered: `null` when no number is typed, otherwise whether it can be one (GUEST-16). */
export type PhoneVerdict = boolean | null;

/** The pattern of a field under these rules, or null when anything goes. */
export function patternOf(name: GuestField, rules: AddressRules): RegExp | null {
  switch (name) {
    case "first_name":
      return pattern(rules.first_name_regex, NAME_PATTERN);
    case "last_name":
      return pattern(rules.last_name_regex, NAME_PATTERN);
    case "middle_name":
      return NAME_PATTERN;
    case "email":
      return pattern(rules.email_regex, EMAIL_PATTERN);
    case "street":
      return pattern(rules.address_regex, PLACE_PATTERN);
    case "street_2":
      return pattern(rules.street_2_regex, PLACE_PATTERN);
    case "city":
      return PLACE_PATTERN;
    case "state":
      // a chosen state is one of the list and needs no pattern
      return rules.property_eligible_states.length > 0 ? null : PLACE_PATTERN;
    case "zip_code":
      return pattern(rules.zipcode_regex, ZIP_PATTERN);
    default:
      return null;
  }
}

/** Checks one field as it stands. */
export function checkField(
  name: GuestField,
  required: boolean,
  draft: GuestDraft,
  rules: AddressRules,
  phone: PhoneVerdict,
): FieldProblem | null {
  const value = seenLine(draft[name]);
  if (value === "") return required ? { kind: "REQUIRED" } : null;
  if (holdsCardNumber(value)) return { kind: "CARD_NUMBER" };
  if (name === "phone") return phone === false ? { kind: "NOT_VALID" } : null;
  if (name === "state" && rules.property_eligible_states.length > 0) {
    const known = rules.property_eligible_states.some((state) => state.state_code === value);
    return known ? null : { kind: "NOT_VALID" };
  }
  const expected = patternOf(name, rules);
  if (!expected || expected.test(value)) return null;
  if (name === "email") return { kind: "NOT_VALID", doubt: doubtEmail(value, draft.country || null) };
  return { kind: "NOT_VALID" };
}

/** Checks the whole form; an empty answer lets the guest go on (GUEST-25). */
export function checkForm(
  plan: FormPlan,
  draft: GuestDraft,
  rules: AddressRules,
  phone: PhoneVerdict,
): FormProblems {
  const problems: FormProblems = {};
  const fields = [...plan.person, ...plan.address, ...(plan.remarks ? [plan.remarks] : [])];
  for (const { name, required } of fields) {
    const problem = checkField(name, required, draft, rules, phone);
    if (problem) problems[name] = problem;
  }
  return problems;
}

/** The server's words for what we say in the guest's language. */
const SAME: ReadonlyMap<string, FieldProblem> = new Map<string, FieldProblem>([
  ["Required", { kind: "REQUIRED" }],
  ["Not valid", { kind: "NOT_VALID" }],
  ["Please leave out card numbers", { kind: "CARD_NUMBER" }],
]);

export const problemOfServer = (message: string): FieldProblem =>
  SAME.get(message) ?? { kind: "SERVER", message };

/** The form's name of a field that the server names: `guest_data.email` and `contact_info.email` are `email`. */
export const fieldOfServer = (field: string) => field.replace(/^(guest_data|contact_info)\./, "");

/** The server's refusal by field. */
export function problemsOfServer(
  errors: readonly { field: string; message: string }[],
  plan: FormPlan,
): FormProblems {
  const fields = [...plan.person, ...plan.address, ...(plan.remarks ? [plan.remarks] : [])];
  const problems: FormProblems = {};
  for (const { field, message } of errors) {
    const named = fields.find(({ name }) => name === fieldOfServer(field));
    if (named) problems[named.name] = problemOfServer(message);
  }
  return problems;
}
