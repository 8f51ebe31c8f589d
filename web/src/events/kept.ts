/** What a reload finds again in this tab: what opens the event, and what was typed. No card data is in it. */
import type { EventAccess } from "../api";

export interface Kept {
  /** With the kind of event that it was begun for. */
  access: (EventAccess & { eventType: string }) | null;
  draft: Readonly<Record<string, string>>;
}

const EMPTY: Kept = { access: null, draft: {} };

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
