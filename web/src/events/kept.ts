/** What a reload finds again in this tab: what opens the event, and what was typed. No card data is in it. */
import type { AgreedEvent, EventAccess } from "../api";
import { type StayBasket, stayOf } from "../booking/basket";
import type { Belongs } from "../booking/ForStay";
import { keepInTab, recallInTab } from "../booking/in-tab";
import type { Refused } from "../booking/payment/side-order";

export interface Kept {
  /** The stay that it becomes a part of (`stayOf`); empty for none. */
  stay: string;
  belongs: Belongs;
  /** With the kind of event that it was begun for. */
  access: (EventAccess & { eventType: string }) | null;
  /** What was begun before and left: what it holds goes over to the one that is begun next. */
  former: EventAccess | null;
  /** What was sent to be booked, as its guest agreed to it, until they know of its end: nothing else is begun meanwhile. */
  ordered: AgreedEvent | null;
  /** Why it was not booked, until its guest goes on from where they can mend it. */
  refused: Refused | null;
  /** Its guest has been told that it is booked. */
  seen: boolean;
  draft: Readonly<Record<string, string>>;
}

const EMPTY: Kept = {
  stay: "",
  belongs: null,
  access: null,
  former: null,
  ordered: null,
  refused: null,
  seen: false,
  draft: {},
};

/** The same without an event; what was typed stays. */
export const left = (kept: Kept): Kept => ({
  ...kept,
  access: null,
  former: kept.seen ? null : (kept.access ?? kept.former),
  belongs: kept.seen ? null : kept.belongs,
  ordered: null,
  refused: null,
  seen: false,
});

/** It was begun for another stay, and nothing is to be told of it. */
export const isOfOther = ({ ordered, refused, stay }: Kept, basket: StayBasket | null) =>
  !ordered && !refused && stay !== stayOf(basket);

/** The same for a stay: its guest's details are there, and what was begun for another one is not gone on with. */
export function within(kept: Kept, basket: StayBasket | null): Kept {
  if (!isOfOther(kept, basket)) return kept;
  return { ...left(kept), stay: stayOf(basket), belongs: null, draft: { ...kept.draft, ...basket?.guest } };
}

const key = (property: number) => `portico.event.${property}`;

export const keep = (property: number, kept: Kept): void => keepInTab(key(property), kept);

export function recall(property: number): Kept {
  const kept = { ...EMPTY, ...recallInTab<Partial<Kept>>(key(property)) };
  // a page from before kept no more than whether something was ordered; what it stands at is read
  return typeof kept.ordered === "object" ? kept : { ...kept, ordered: null };
}
