/** Which fields the contact of an activity has, and which of them must be filled. Pure. */
import type { FormPlan, GuestField } from "../booking/information/fields";

/** Fields that nobody is asked for who comes for some hours. */
export const LEFT_OUT: readonly GuestField[] = ["middle_name", "street_2", "remarks"];
/** What may be required (ACT-17 to ACT-21). */
const MAY_BE_REQUIRED: readonly GuestField[] = ["first_name", "last_name", "state", "country"];

/** The form of a country as an activity needs it. */
export function contactPlan(plan: FormPlan): FormPlan {
  const fitted = (fields: FormPlan["person"]) =>
    fields
      .filter(({ name }) => !LEFT_OUT.includes(name))
      .map(({ name, required }) => ({
        name,
        required: name === "email" || (required && MAY_BE_REQUIRED.includes(name)),
      }));
  return { person: fitted(plan.person), address: fitted(plan.address), remarks: null };
}
