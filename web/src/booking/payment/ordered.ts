/**
 * That this tab has sent an order, kept for it: until its guest has heard of its end nobody knows whether it was booked,
 * also after a reload. What the bank asks meanwhile is an answer. `ASKED`: it had not come through when that was asked.
 */
import { api, type BatchAccess, type ConfirmedRoom, hasCode } from "../../api";
import { keepInTab, recallInTab } from "../in-tab";
import { type BookingState, isUntold, ORDER } from "../state";

const place = (batch: string) => `portico.order.${batch}`;

export const keepOrder = (batch: string, standing: "SENT" | "HEARD" | "ASKED"): void =>
  keepInTab(place(batch), standing);

/** Whether an order was sent whose end was not heard, and nobody has asked for it since. */
export const isUnheard = (batch: string): boolean => recallInTab(place(batch)) === "SENT";

/** Whether it had not come through when its guest asked, and was not sent once more since. It may do so still. */
export const isNotThrough = (batch: string): boolean => recallInTab(place(batch)) === "ASKED";

/** Whether its guest does not know how it ended. */
export const isOpenOrder = (batch: string): boolean => isUnheard(batch) || isNotThrough(batch);

/** Whether this tab has ever ordered it: what is booked then is no other tab's. */
export const hasOrdered = (batch: string): boolean => recallInTab(place(batch)) !== null;

/** An order of the booking has no end that its guest knows: nothing else is begun, and nothing of it is given back. */
export const hasOpenOrder = (state: Pick<BookingState, "batch" | "inProgress" | "outcome">): boolean =>
  state.inProgress === ORDER ||
  isUntold(state) ||
  (state.batch !== null && isOpenOrder(state.batch.batch_id));

/**
 * What was booked by an order that had not come through when its guest asked: looked for before another booking is begun.
 * Null where there is none. Throws where nobody says: nothing else is begun then. It is shown wherever its guest is by
 * then, unlike other late answers: who has ordered has to see what came of it.
 */
export async function cameThrough(
  property: number,
  batch: BatchAccess | null,
): Promise<ConfirmedRoom[] | null> {
  if (!batch || !isNotThrough(batch.batch_id)) return null;
  const found = await api.batch(property, batch).catch((error: unknown) => {
    if (hasCode(error, "BATCH_EXPIRED", "BATCH_UNKNOWN")) return null;
    throw error;
  });
  return found?.confirmation ?? null;
}

/** An activity or an event of the hotel was ordered whose end its guest does not know (its `state.ts`, `kept.ts`). */
export const hasOpenSideOrder = (property: number): boolean =>
  ["activity", "event"].some(
    (of) => recallInTab<{ ordered?: unknown }>(`portico.${of}.${property}`)?.ordered,
  );
