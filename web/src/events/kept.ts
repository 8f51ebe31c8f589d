/** What a reload finds again in this tab: what opens the event, and what was typed. No card data is in it. */
import type { EventAccess } from "../api";
import { type StayBasket, stayOf } from "../booking/basket";

export interface Kept {
  /** The stay that it becomes a part of (`stayOf`); empty for none. */
  stay: string;
  /** With the kind of event that it was begun for. */
  access: (EventAccess & { eventType: string }) | null;
  draft: Readonly<Record<string, string>>;
}

const EMPTY: Kept = { stay: "", access: null, draft: {} };

/** The same for a stay: its guest's details are there, and what was begun for another one is not. */
export function within(kept: Kept, basket: StayBasket | null): Kept {
  const stay = stayOf(basket);
  return kept.stay === stay ? kept : { stay, access: null, draft: { ...kept.draft, ...basket?.guest } };
}

const key = (property: number) => `portico.event.${property}`;

export function keep(property: number, kept: Kept, storage: Storage = sessionStorage): void {
  try {
    storage.setItem(key(property), JSON.stringify(kept));
  } catch {
    // storage is full or forbidden: the event works, only a reload starts over
  }
}

export function recall(property: number, storage: Storage = sessionStorage): Kept {
  try {
    const text = storage.getItem(key(property));
    return text ? { ...EMPTY, ...(JSON.parse(text) as Partial<Kept>) } : EMPTY;
  } catch {
    return EMPTY;
  }
}
