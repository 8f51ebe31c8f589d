/** Guests of the further rooms, where these are not booked in the first guest's name (GUEST-29, API-41). Pure. */
import type { AddressRules, Guest } from "../../api";
import { EMPTY_DRAFT, guestOf } from "./draft";
import type { FieldPlan, FormPlan, GuestField } from "./fields";
import { checkField, type FormProblems } from "./validate";

/** What may be their own; the address and the phone are the first guest's, whom the hotel turns to. */
const OWN_FIELDS = ["first_name", "middle_name", "last_name", "email"] as const;

/** What was typed of one. */
export type OwnGuest = Partial<Record<GuestField, string>>;

/** By number of the room. */
export type ByRoom<T> = Readonly<Record<number, T>>;

/** What is asked of each: the names that the first guest must give, and an address for what is written. */
export function ownFields(plan: FormPlan): FieldPlan[] {
  return plan.person
    .filter(
      ({ name, required }) => OWN_FIELDS.some((own) => own === name) && (name !== "middle_name" || required),
    )
    .map(({ name }) => ({ name, required: name !== "email" }));
}

/** Whether anything is typed: a room without goes on under the first guest. */
export const isGiven = (own: OwnGuest | undefined): own is OwnGuest =>
  Object.values(own ?? {}).some((text) => text.trim() !== "");

export function checkOwn(own: OwnGuest, fields: readonly FieldPlan[], rules: AddressRules): FormProblems {
  if (!isGiven(own)) return {};
  const draft = { ...EMPTY_DRAFT, country: rules.country_code, ...own };
  return Object.fromEntries(
    fields.flatMap(({ name, required }) => {
      const problem = checkField(name, required, draft, rules, null);
      return problem ? [[name, problem]] : [];
    }),
  );
}

/** The guest of a room as the server wants it. */
export function ownGuest(first: Guest, own: OwnGuest): Guest {
  const { first_name, middle_name, last_name, email } = guestOf(
    { ...EMPTY_DRAFT, ...own },
    new Set(OWN_FIELDS),
    null,
  );
  return { ...first, first_name, middle_name, last_name, email: email || first.email };
}
