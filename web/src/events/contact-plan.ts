/** Which fields the contact of an event has, and which of them must be filled. Pure. */
import { type FormPlan, fitted } from "../booking/information/fields";

/** The form of a country as an event needs it (EVENT-29): e-mail and telephone always (EVENT-30). */
export const contactPlan = (plan: FormPlan): FormPlan =>
  fitted(
    plan,
    ["middle_name", "street_2"],
    ({ name, required }) => required || name === "email" || name === "phone",
  );
