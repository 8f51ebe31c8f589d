import { forgetInTab, keepInTab, recallInTab } from "../in-tab";

/**
 * That the guest of a booking, or of an activity, is at their bank, kept for this tab: after a reload the card is gone,
 * and so is the bank's question. Nothing was booked then, or the booking would have been found again.
 */
const place = (batch: string) => `portico.bank.${batch}`;

export const isAtBank = (batch: string | undefined): boolean =>
  batch !== undefined && recallInTab(place(batch)) !== null;

export function keepAtBank(batch: string | undefined, at: boolean): void {
  if (batch === undefined) return;
  if (at) keepInTab(place(batch), true);
  else forgetInTab(place(batch));
}
