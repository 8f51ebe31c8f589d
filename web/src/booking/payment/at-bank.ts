/**
 * That the guest of a booking, or of an activity, is at their bank, kept for this tab: after a reload the card is gone,
 * and so is the bank's question. Nothing was booked then, or the booking would have been found again.
 */
const key = (batch: string) => `portico.bank.${batch}`;

export function isAtBank(batch: string | undefined, storage: Storage = sessionStorage): boolean {
  try {
    return batch !== undefined && storage.getItem(key(batch)) !== null;
  } catch {
    return false;
  }
}

export function keepAtBank(batch: string | undefined, at: boolean, storage: Storage = sessionStorage): void {
  if (batch === undefined) return;
  try {
    if (at) storage.setItem(key(batch), "");
    else storage.removeItem(key(batch));
  } catch {
    // only a reload says nothing then
  }
}
