/** The steps of booking an event, by their addresses (ROUTE-09), and which of them can be opened. Pure. */
import type { EventState } from "../api";
import type { LabelKey } from "../i18n";

export const STEPS = [
  "select-space",
  "select-package",
  "guest-information",
  "payments",
  "confirmation",
] as const;

export type EventStep = (typeof STEPS)[number];

export const STEP_LABELS: Readonly<Record<EventStep, LabelKey>> = {
  "select-space": "lbl_step_select_space",
  "select-package": "lbl_step_select_package",
  "guest-information": "lbl_step_information",
  payments: "lbl_step_payment",
  confirmation: "lbl_step_confirmation",
};

/** The step of an address; the bare paths lead to the first (ROUTE-08). */
export function stepOfPath(path: string): EventStep {
  const [, , under, name, ...rest] = path.split("/");
  const step = STEPS.find((known) => known === name);
  return under === "event-steps" && step && rest.length === 0 ? step : "select-space";
}

export const pathOf = (step: EventStep) => `/events/event-steps/${step}`;

/** The wanted step, or the furthest one before it that can be shown (ROUTE-16). */
export function reachable(wanted: EventStep, event: EventState | null): EventStep {
  if (event?.confirmation) return wanted === "confirmation" ? wanted : "select-space";
  const open: EventStep[] = ["select-space"];
  if (event && event.sub_events.length > 0) {
    open.push("select-package", "guest-information");
    if (event.contact) open.push("payments");
  }
  return open.includes(wanted) ? wanted : (open.at(-1) ?? "select-space");
}

/** Previous goes back one step; a finished event has no way back (EVENT-05, EVENT-06). */
export function before(step: EventStep): EventStep | null {
  return step === "confirmation" ? null : (STEPS[STEPS.indexOf(step) - 1] ?? null);
}
