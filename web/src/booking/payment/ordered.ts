/**
 * That this tab has sent an order, kept for it: until an answer is heard nobody knows whether it was booked, also after a
 * reload. What the bank asks meanwhile is an answer.
 */
import { keepInTab, recallInTab } from "../in-tab";

const place = (batch: string) => `portico.order.${batch}`;

export const keepOrder = (batch: string, standing: "SENT" | "HEARD"): void =>
  keepInTab(place(batch), standing);

/** Whether an order was sent whose end was not heard. */
export const isUnheard = (batch: string): boolean => recallInTab(place(batch)) === "SENT";

/** Whether this tab has ever ordered it: what is booked then is no other tab's. */
export const hasOrdered = (batch: string): boolean => recallInTab(place(batch)) !== null;
