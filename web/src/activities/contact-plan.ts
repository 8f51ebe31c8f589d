/** Which fields the contact of an activity has, and which of them must be filled. Pure. */
import { type FormPlan, fitted, type GuestField } from "../booking/information/fields";

/** Fields that nobody is asked for who comes for some hours. */
const LEFT_OUT: readonly GuestField[] = ["middle_name", "street_2", "remarks"];
/** What may be required (ACT-17 to ACT-21). */
const MAY_BE_REQUIRED: readonly GuestField[] = ["first_name", "last_name", "state", "country"];

/** The form of a country as an activity needs it. */
export const contactPlan = (plan: FormPlan): FormPlan =>
  fitted(
    plan,
    LEFT_OUT,
    ({ name, required }) => name === "email" || (required && MAY_BE_REQUIRED.includes(name)),
  );
