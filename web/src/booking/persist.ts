/** What a reload finds again (ROUTE-16): kept for this tab only, one entry per property. No card data is ever in it. */
import type { BatchAccess, Property } from "../api";
import { type BookingState, emptyBooking } from "./state";

type Kept = Pick<
  BookingState,
  | "search"
  | "deal"
  | "asking"
  | "batch"
  | "withPoints"
  | "guestDraft"
  | "fromProfile"
  | "guestGiven"
  | "rides"
  | "agreedTo"
  | "roomIndex"
  | "visited"
> & {
  /** The number of the stay that it is a change of, not made yet; or was one, and nothing was chosen since. */
  changing: string | null;
};

const key = (property: number) => `portico.booking.${property}`;

export function keep(property: number, state: BookingState, storage: Storage = sessionStorage): void {
  const {
    search,
    deal,
    asking,
    batch,
    withPoints,
    guestDraft,
    fromProfile,
    guestGiven,
    rides,
    agreedTo,
    roomIndex,
    visited,
  } = state;
  const kept: Kept = {
    search,
    deal,
    asking,
    batch,
    withPoints,
    guestDraft,
    fromProfile,
    guestGiven,
    rides,
    agreedTo,
    roomIndex,
    visited,
    changing: changing(state),
  };
  try {
    storage.setItem(key(property), JSON.stringify(kept));
  } catch {
    // storage is full or forbidden: the booking works, only a reload starts over
  }
}

/** The number of the stay that a change not made yet is of. */
export function changing({ profile, outcome, ranOut, selected }: BookingState): string | null {
  if (profile?.existing_reservation && !outcome?.rooms.length)
    return profile.existing_reservation.confirmation_no;
  return ranOut && ranOut !== "booking" && selected.length === 0 ? ranOut.change : null;
}

export function recall(property: number, storage: Storage = sessionStorage): Kept | null {
  try {
    const text = storage.getItem(key(property));
    if (!text) return null;
    const kept = JSON.parse(text) as Partial<Kept>;
    const batch: BatchAccess | null = kept.batch?.batch_id && kept.batch.token ? kept.batch : null;
    return { ...emptyBooking, changing: null, ...kept, batch };
  } catch {
    return null;
  }
}

export function forget(property: number, storage: Storage = sessionStorage): void {
  try {
    storage.removeItem(key(property));
  } catch {
    // nothing was kept then
  }
}

const currencyKey = (property: number) => `portico.currency.${property}`;

/** The currency that prices are looked at in, for this tab; none is the hotel's own, the only one without the menu. */
export function recallCurrency(
  { id, website_config }: Property,
  storage: Storage = sessionStorage,
): string | undefined {
  if (!website_config.enable_multi_currency_support) return undefined;
  try {
    return storage.getItem(currencyKey(id)) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepCurrency(property: number, code: string | null, storage: Storage = sessionStorage): void {
  try {
    if (code) storage.setItem(currencyKey(property), code);
    else storage.removeItem(currencyKey(property));
  } catch {
    // only a reload goes back to the hotel's currency
  }
}
