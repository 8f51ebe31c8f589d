/** A guest's details as they are typed anew, which the tab keeps until they are saved or left: a reload finds them. */
import type { FoundReservation } from "../api";
import type { GuestDraft } from "../booking/information/draft";

type Guest = FoundReservation["reservation_details"]["primary_guest"];

interface Typed {
  draft: GuestDraft;
  /** What was said of other rooms. */
  said: [number: string, wanted: boolean][];
}

const place = (property: number) => `portico.details.${property}`;
/** What was typed over other details than stand by now is of no use any more. */
const over = (number: string, guest: Guest) => JSON.stringify([number, guest]);

export function keepTyped(property: number, number: string, guest: Guest, typed: Typed): void {
  try {
    window.sessionStorage.setItem(place(property), JSON.stringify({ over: over(number, guest), ...typed }));
  } catch {
    // a reload begins with what is saved
  }
}

export function recallTyped(property: number, number: string, guest: Guest): Typed | null {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(place(property)) ?? "null");
    return kept?.over === over(number, guest) ? kept : null;
  } catch {
    return null;
  }
}

export function forgetTyped(property: number): void {
  try {
    window.sessionStorage.removeItem(place(property));
  } catch {
    // nothing was kept
  }
}
