/** The steps of booking an activity, by their addresses (ROUTE-10), and which of them can be opened. Pure. */
import { sideSteps } from "../booking/wizard/side-steps";

export type ActivityStep =
  | "select-activity"
  | "activity-details"
  | "guest-information"
  | "payments"
  | "confirmation";

export const activitySteps = sideSteps<ActivityStep>(
  "/activities/activity-steps",
  ["select-activity", "activity-details", "guest-information", "payments", "confirmation"],
  {
    "select-activity": "lbl_step_select_activity",
    "activity-details": "lbl_step_activity_details",
    "guest-information": "lbl_step_information",
    payments: "lbl_step_payment",
    confirmation: "lbl_step_confirmation",
  },
);

export const { pathOf } = activitySteps;

/** How far a guest has come. */
export interface Reached {
  /** An activity stands in the address. */
  chosen: boolean;
  /** Its places are held, or on their way. */
  begun: boolean;
  /** Who comes is saved, or on its way. */
  guestGiven: boolean;
  confirmed: boolean;
  /** That was told: before, as when the answer was late or lost, every step leads to it. */
  seen: boolean;
}

/** The furthest step towards the wanted one that can be shown: a reload lands where its guest was (ROUTE-16). */
export function reachable(wanted: ActivityStep, reached: Reached): ActivityStep {
  if (reached.confirmed && !reached.seen) return "confirmation";
  if (wanted === "select-activity") return wanted;
  if (reached.confirmed) return "confirmation";
  const open: [ActivityStep, ...ActivityStep[]] = ["select-activity"];
  if (reached.chosen) open.push("activity-details");
  if (reached.begun) open.push("guest-information");
  if (reached.begun && reached.guestGiven) open.push("payments");
  return activitySteps.furthest(wanted, open);
}
