/** What a guest is told on a screen of managing. Whoever has left them all hears it when they are back. */
import { forgetInTab, keepInTab, recallInTab } from "../booking/in-tab";

export interface Told {
  text: string;
  at: string;
  /** The number of the reservation that was open when it was begun: over another one it is named. */
  of?: string | undefined;
  /** That all of it is done as its guest wished. */
  done?: boolean | undefined;
  /** Why something was not done. */
  refusal?: boolean;
  /** What was pressed is gone with what was done: the focus goes on to what is told. */
  focus?: boolean;
}

const place = (property: number) => `portico.untold.${property}`;

export const keepUntold = (property: number, told: Told): void => keepInTab(place(property), told);

/** Once. */
export function takeUntold(property: number): Told | null {
  const told = recallInTab<Told>(place(property));
  forgetInTab(place(property));
  return told;
}
