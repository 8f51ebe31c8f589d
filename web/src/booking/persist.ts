/** What a reload finds again (ROUTE-16): kept for this tab only, one entry per property. No card data is ever in it. */
import type { BatchAccess, Property } from "../api";
import { forgetInTab, keepInTab, recallInTab } from "./in-tab";
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
  | "ranOut"
  | "repriced"
  | "before"
> & {
  /** The number of the stay that it is a change of, not made yet; or was one, and nothing was chosen since. */
  changing: string | null;
};

const key = (property: number) => `portico.booking.${property}`;

export function keep(property: number, state: BookingState): void {
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
    ranOut,
    repriced,
    before,
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
    ranOut,
    repriced,
    before,
    changing: changing(state),
  };
  keepInTab(key(property), kept);
}

/** The number of the stay that a change not made yet is of. */
export function changing({ profile, outcome, ranOut, selected }: BookingState): string | null {
  if (profile?.existing_reservation && !outcome?.rooms.length)
    return profile.existing_reservation.confirmation_no;
  return ranOut && ranOut !== "booking" && "change" in ranOut && selected.length === 0 ? ranOut.change : null;
}

export function recall(property: number): Kept | null {
  const kept = recallInTab<Partial<Kept>>(key(property));
  if (!kept) return null;
  const batch: BatchAccess | null = kept.batch?.batch_id && kept.batch.token ? kept.batch : null;
  return { ...emptyBooking, changing: null, ...kept, batch };
}

export const forget = (property: number): void => forgetInTab(key(property));

const currencyKey = (property: number) => `portico.currency.${property}`;

/** The currency that prices are looked at in, for this tab; none is the hotel's own, the only one without the menu. */
export function recallCurrency({ id, website_config }: Property): string | undefined {
  if (!website_config.enable_multi_currency_support) return undefined;
  return recallInTab<string>(currencyKey(id)) ?? undefined;
}

export const keepCurrency = (property: number, code: string | null): void =>
  code ? keepInTab(currencyKey(property), code) : forgetInTab(currencyKey(property));
