/** What is known of an activity's booking, and what of it a reload finds again in this tab. No card data is in it. */
import type {
  ActivityInstance,
  ActivityPaymentType,
  ActivityPrice,
  ActivityTemplate,
  ApiProblem,
  ConfirmedActivity,
  Guest,
  Party,
  StartedAccess,
} from "../api";
import { type StayBasket, stayOf } from "../booking/basket";
import type { Belongs } from "../booking/ForStay";
import { keepInTab, recallInTab } from "../booking/in-tab";
import type { Refused } from "../booking/payment/side-order";

/** An activity as the guest chose it. */
export interface Chosen {
  instance: ActivityInstance;
  template: ActivityTemplate | null;
}

/** What stands on the bill, and its guest agrees to. */
export interface Agreed {
  chosen: Chosen;
  price: ActivityPrice;
}

/** A call that the next step does not wait for (ACT-14, ACT-25). */
export type Sent =
  | { kind: "none" }
  | { kind: "waiting" }
  | { kind: "done" }
  | { kind: "failed"; problem: ApiProblem };

export interface ActivityState {
  /** The stay that it becomes a part of (`stayOf`); empty for none. */
  stay: string;
  belongs: Belongs;
  chosen: Chosen | null;
  /** What opens the booking at the server; also of one that was begun before, whose places the next one takes over. */
  access: StartedAccess | null;
  /** Names the first call until it is answered: what it held is found when it is sent again. */
  key: string | null;
  /** Who comes. */
  party: Party | null;
  /** For the party that is held; what its guest was told while that is on its way. Null while it is read anew. */
  price: ActivityPrice | null;
  start: Sent;
  /** As typed. */
  draft: Record<string, string>;
  guest: Guest | null;
  save: Sent;
  /** How it can be paid; null before the guest is saved. */
  types: ActivityPaymentType[] | null;
  /** It was chosen in another window, and its guest has not agreed to it here. */
  changed: boolean;
  /** What was sent to be booked, until its guest knows of its end: nothing else is begun meanwhile. */
  ordered: Agreed | null;
  /** Why it was not booked, until its guest goes on from where they can mend it. */
  refused: Refused | null;
  confirmed: ConfirmedActivity | null;
  /** Its guest has been told that it is confirmed. */
  seen: boolean;
}

export const EMPTY: ActivityState = {
  stay: "",
  belongs: null,
  chosen: null,
  access: null,
  key: null,
  party: null,
  price: null,
  start: { kind: "none" },
  draft: {},
  guest: null,
  save: { kind: "none" },
  types: null,
  changed: false,
  ordered: null,
  refused: null,
  confirmed: null,
  seen: false,
};

/** Another activity: the guest's own details stay, and what is held goes over to it. */
export const another = (kept: ActivityState): ActivityState => {
  const { stay, belongs, draft, guest, access, key, confirmed } = kept;
  const own = { ...EMPTY, stay, draft, guest };
  return confirmed ? own : { ...own, belongs, access, key };
};

/** It was begun for another stay, and nothing is to be told of it. */
export const isOfOther = ({ ordered, refused, stay }: ActivityState, basket: StayBasket | null) =>
  !ordered && !refused && stay !== stayOf(basket);

/** The same for a stay: its guest's details are there, and what was begun for another one is not gone on with. */
export function within(kept: ActivityState, basket: StayBasket | null): ActivityState {
  if (!isOfOther(kept, basket)) return kept;
  return {
    ...another(kept),
    stay: stayOf(basket),
    belongs: null,
    guest: null,
    draft: { ...kept.draft, ...basket?.guest },
  };
}

export const agreedIn = ({ chosen, price }: Pick<ActivityState, "chosen" | "price">): Agreed | null =>
  chosen && price && { chosen, price };

/** 128 random bits; `randomUUID` is missing on pages that are not encrypted. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const place = (property: number) => `portico.activity.${property}`;

export const keep = (property: number, state: ActivityState): void => keepInTab(place(property), state);

/** A call that was on its way when the page was left counts as not made. */
const settled = (sent: Sent | undefined): Sent => (sent?.kind === "done" ? sent : { kind: "none" });

export function recall(property: number): ActivityState {
  const kept = { ...EMPTY, ...recallInTab<Partial<ActivityState>>(place(property)) };
  // a page from before kept no more than whether something was ordered
  const whether: unknown = kept.ordered;
  const ordered = whether === true ? agreedIn(kept) : kept.ordered || null;
  const start = settled(kept.access ? kept.start : undefined);
  // told by then, beside a start that failed for it
  const refused = kept.start.kind === "failed" ? null : kept.refused;
  // a refusal reads once more what could not be read
  return { ...kept, ordered, start, refused, save: settled(kept.price || refused ? kept.save : undefined) };
}
