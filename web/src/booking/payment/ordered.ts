/**
 * That this tab has sent an order, kept for it: until an answer is heard nobody knows whether it was booked, also after a
 * reload. What the bank asks meanwhile is an answer.
 */
const key = (batch: string) => `portico.order.${batch}`;

type Standing = "SENT" | "HEARD";

function standing(batch: string | undefined): string | null {
  try {
    return batch === undefined ? null : sessionStorage.getItem(key(batch));
  } catch {
    return null;
  }
}

export function keepOrder(batch: string, now: Standing): void {
  try {
    sessionStorage.setItem(key(batch), now);
  } catch {
    // only a reload says nothing then
  }
}

/** Whether an order was sent whose end was not heard. */
export const isUnheard = (batch: string | undefined): boolean => standing(batch) === "SENT";

/** Whether this tab has ever ordered it: what is booked then is no other tab's. */
export const hasOrdered = (batch: string | undefined): boolean => standing(batch) !== null;
