/** The steps of booking an event, by their addresses (ROUTE-09), and which of them can be opened. Pure. */
import type { EventState } from "../api";
import { sideSteps } from "../booking/wizard/side-steps";

export type EventStep = "select-space" | "select-package" | "guest-information" | "payments" | "confirmation";

/** Previous goes back one step; a finished event has no way back (EVENT-05, EVENT-06). */
export const eventSteps = sideSteps<EventStep>(
  "/events/event-steps",
  ["select-space", "select-package", "guest-information", "payments", "confirmation"],
  {
    "select-space": "lbl_step_select_space",
    "select-package": "lbl_step_select_package",
    "guest-information": "lbl_step_information",
    payments: "lbl_step_payment",
    confirmation: "lbl_step_confirmation",
  },
);

export const { pathOf } = eventSteps;

/**
 * The wanted step, or the furthest one before it that can be shown (ROUTE-16). What is booked is `seen` once its guest has
 * been on its confirmation; before, as when the answer was lost, every step leads there. Details that are on their way
 * are waited for before it is paid; packages that could not be saved are not passed by on the way there.
 */
export function reachable(
  wanted: EventStep,
  event: EventState | null,
  seen: boolean,
  saving = false,
  unsaved = false,
): EventStep {
  if (event?.confirmation) return wanted === "confirmation" || !seen ? "confirmation" : "select-space";
  const open: [EventStep, ...EventStep[]] = ["select-space"];
  if (event && event.sub_events.length > 0) {
    open.push("select-package");
    if (unsaved && wanted !== "guest-information") return eventSteps.furthest(wanted, open);
    open.push("guest-information");
    if (event.contact && !saving) open.push("payments");
  }
  return eventSteps.furthest(wanted, open);
}
