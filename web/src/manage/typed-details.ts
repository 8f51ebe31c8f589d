/** A guest's details as they are typed anew, which the tab keeps until they are saved or left: a reload finds them. */
import type { FoundReservation } from "../api";
import { forgetInTab, keepInTab, recallInTab } from "../booking/in-tab";
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

export const keepTyped = (property: number, number: string, guest: Guest, typed: Typed): void =>
  keepInTab(place(property), { over: over(number, guest), ...typed });

export function recallTyped(property: number, number: string, guest: Guest): Typed | null {
  const kept = recallInTab<Typed & { over: string }>(place(property));
  return kept?.over === over(number, guest) ? kept : null;
}

export const forgetTyped = (property: number): void => forgetInTab(place(property));
