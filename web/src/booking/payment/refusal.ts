/** Why a reservation was not made, and where the guest mends it. Pure. */
import { ApiProblem, hasCode, type SelectedRoom } from "../../api";
import type { StepName } from "../flow";
import type { Order } from "./reserve";

/** The refusals that have words of their own; `FAILED` is every other one. */
export const REFUSALS = [
  "PRICE_CHANGED",
  /** Another tab chose anew: what is held is not what this one shows. */
  "ROOM_CHANGED",
  "NIGHT_SOLD_OUT",
  "NOT_ON_OFFER",
  /** The door that was chosen is another guest's by now. */
  "ROOM_UNIT_TAKEN",
  "BATCH_EXPIRED",
  "GUARANTEE_REQUIRED",
  "CARD_EXPIRED",
  "CARD_DECLINED",
  "CARD_REQUIRED",
  /** So little or so much that no card pays it. */
  "PAYMENT_REFUSED",
  /** The bank was silent: nothing is booked, and what it may have set aside is given back where it is not asked again. */
  "PAYMENT_UNANSWERED",
  /** The bank asked the guest to confirm the payment, and they closed its page. */
  "NOT_CONFIRMED",
  "GUEST_INCOMPLETE",
  "ROOM_MISSING",
  /** The stay that is changed was changed elsewhere meanwhile, or a deadline of it has passed. */
  "NOT_CHANGEABLE",
  /** A room is paid with the points of a member who is not signed in any more. */
  "MEMBER_AWAY",
  /** No clear answer came, and asking again did not help: the reservation may or may not be there. */
  "UNCLEAR",
  "FAILED",
] as const;

export type RefusalCode = (typeof REFUSALS)[number];

export interface Refusal {
  code: RefusalCode;
  /** The server's own sentence; shown where we have no better one. */
  message: string | null;
  /** With NIGHT_SOLD_OUT: the night, `YYYY-MM-DD`. */
  night: string | null;
  /** With ROOM_CHANGED: what is held. */
  rooms?: SelectedRoom[];
  /** With NOT_CHANGEABLE: why, where it is known. */
  reason?: string;
  /** With UNCLEAR: what was ordered, to be sent again. */
  order?: Order;
}

/** Other codes that say the same as an expired batch: it cannot be reached any more. */
const GONE: ReadonlySet<string> = new Set(["BATCH_UNKNOWN", "SECRET_MISSING"]);

/** Statuses that say nothing of the order: no answer, the server did not read it, it has too much to do. */
const UNREAD: ReadonlySet<number> = new Set([0, 408, 429]);

/** True when the answer leaves open whether the reservation was or will be made; BUSY: another call of it is at work. */
export function isUnclear(error: unknown): boolean {
  if (!(error instanceof ApiProblem)) return true;
  return UNREAD.has(error.status) || error.status >= 500 || hasCode(error, "BUSY");
}

/** True when another guest was quicker. What is not on offer for any other reason the hotel sells otherwise by now. */
export const wasTaken = (error: unknown): boolean =>
  hasCode(error, "NIGHT_SOLD_OUT") ||
  (hasCode(error, "NOT_ON_OFFER") &&
    (error.body.reasons ?? []).some(({ code }) => code === "SOLD_OUT" || code === "FEWER_ROOMS_LEFT"));

/** The refusal that a failed call stands for. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ApiProblem)) return { code: "FAILED", message: null, night: null };
  // a ride is asked for beside the guest
  const ofRide = error.body.errors?.some(({ field }) => field.startsWith("transportations"));
  const known = ofRide
    ? "GUEST_INCOMPLETE"
    : wasTaken(error)
      ? "NIGHT_SOLD_OUT"
      : REFUSALS.find((code) => code === error.code);
  const gone = error.status === 410 || GONE.has(error.code ?? "");
  return {
    code: known ?? (gone ? "BATCH_EXPIRED" : "FAILED"),
    message: error.message || null,
    night: error.body.night ?? null,
    ...(known === "ROOM_CHANGED" ? { rooms: error.body.quotes ?? [] } : {}),
    ...(error.body.reason ? { reason: error.body.reason } : {}),
  };
}

/** The step on which the guest can mend it. `steps` are those of this booking. */
export function mendingStep(code: RefusalCode, steps: readonly StepName[]): StepName {
  switch (code) {
    case "NIGHT_SOLD_OUT":
    case "NOT_ON_OFFER":
    case "ROOM_UNIT_TAKEN":
    case "BATCH_EXPIRED":
    case "ROOM_MISSING":
      return "rooms";
    // another room has other conditions to agree to
    case "ROOM_CHANGED":
    case "GUEST_INCOMPLETE":
      return "information";
    default:
      // the last step that can be edited
      return steps.includes("payment") ? "payment" : "information";
  }
}

/** True when the card itself is what was refused, so that it is not tried again. */
export function aboutTheCard(code: RefusalCode): boolean {
  return code === "CARD_EXPIRED" || code === "CARD_DECLINED" || code === "CARD_REQUIRED";
}

/** True when the chosen rooms are no longer held, so that they have to be chosen again. */
export function losesRooms(code: RefusalCode): boolean {
  return mendingStep(code, []) === "rooms";
}
