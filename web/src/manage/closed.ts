import type { FoundReservation } from "../api";

/** The screen where a reservation is looked up. */
export const FORM = "/search-reservation";

/** The screen of the reservation itself. */
export const RESULT = "/search-reservation-result";

/** The screen where it is cancelled. */
export const CANCEL = "/cancel-reservation";

/** Screens of changes, which only a confirmed stay has (MANAGE-19). */
const changes = [CANCEL, "/guest-details", "/add-payment"];

/** Whether a screen of a change is not for this stay. */
export function isClosed(path: string, stay: FoundReservation["reservation_details"]): boolean {
  return (
    changes.includes(path) &&
    (stay.status !== "HOLD" || (path === "/add-payment" && !stay.card_guarantee_type))
  );
}
