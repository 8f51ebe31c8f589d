import { hasCode } from "../api";

/** A call was refused because of the stay that it named: the right to it has ended, or the stay was given back. */
export const isOfStay = (error: unknown): boolean =>
  hasCode(error, "LOOK_UP_EXPIRED", "RESERVATION_UNKNOWN", "SECRET_MISSING", "NOT_CHANGEABLE");
