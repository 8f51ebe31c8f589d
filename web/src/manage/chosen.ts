/**
 * What its guest has asked to cancel, kept for this tab: where nobody knows what came of it, the same screen of the same
 * reservation asks for just that, also after a reload. It ends with the screen.
 */
import { forgetInTab, keepInTab, recallInTab } from "../booking/in-tab";

interface Chosen {
  /** The number of the reservation that was shown. */
  of: string | undefined;
  rooms: readonly string[];
  /** What was said of each activity or event that may go along. */
  too: readonly (readonly [number: string, goes: boolean])[];
}

const place = (property: number) => `portico.chosen-to-cancel.${property}`;

export const keepChosen = (property: number, chosen: Chosen): void => keepInTab(place(property), chosen);

export const forgetChosen = (property: number): void => forgetInTab(place(property));

export function recallChosen(property: number, of: string | undefined): Chosen | null {
  const chosen = recallInTab<Chosen>(place(property));
  return chosen?.of === of ? chosen : null;
}
