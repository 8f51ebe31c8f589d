/** The steps of booking an activity, by their addresses (ROUTE-10), and which of them can be opened. Pure. */
import type { LabelKey } from "../i18n";

export const STEPS = [
  "select-activity",
  "activity-details",
  "guest-information",
  "payments",
  "confirmation",
] as const;

export type ActivityStep = (typeof STEPS)[number];

export const STEP_LABELS: Readonly<Record<ActivityStep, LabelKey>> = {
  "select-activity": "lbl_step_select_activity",
  "activity-details": "lbl_step_activity_details",
  "guest-information": "lbl_step_information",
  payments: "lbl_step_payment",
  confirmation: "lbl_step_confirmation",
};

/** How far a guest has come. */
export interface Reached {
  /** An activity stands in the address. */
  chosen: boolean;
  /** Its places are held, or on their way. */
  begun: boolean;
  /** Who comes is saved, or on its way. */
  guestGiven: boolean;
  /** Nothing is left to pay before it is confirmed. */
  paid: boolean;
  confirmed: boolean;
}

/** The step of an address; the bare paths lead to the first (ROUTE-17). */
export function stepOfPath(path: string): ActivityStep {
  const [, , under, name, ...rest] = path.split("/");
  const step = STEPS.find((known) => known === name);
  return under === "activity-steps" && step && rest.length === 0 ? step : "select-activity";
}

export const pathOf = (step: ActivityStep) => `/activities/activity-steps/${step}`;

/** The furthest step towards the wanted one that can be shown: a reload lands where its guest was (ROUTE-16). */
export function reachable(wanted: ActivityStep, reached: Reached): ActivityStep {
  if (wanted === "select-activity") return wanted;
  if (reached.confirmed) return "confirmation";
  const open: ActivityStep[] = ["select-activity"];
  if (reached.chosen) open.push("activity-details");
  if (reached.begun) open.push("guest-information");
  if (reached.begun && reached.guestGiven) open.push("payments");
  if (reached.begun && reached.guestGiven && reached.paid) open.push("confirmation");
  return open.includes(wanted) ? wanted : (open.at(-1) ?? "select-activity");
}

/** Previous leads here; null where there is no way back. */
export function before(step: ActivityStep): ActivityStep | null {
  return step === "confirmation" ? null : (STEPS[STEPS.indexOf(step) - 1] ?? null);
}
