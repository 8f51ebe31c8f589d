/** What a guest is told on a screen of managing. Whoever has left them all hears it when they are back. */

export interface Told {
  text: string;
  at: string;
  /** Why something was not done. */
  refusal?: boolean;
  /** What was pressed is gone with what was done: the focus goes on to what is told. */
  focus?: boolean;
}

const place = (property: number) => `portico.untold.${property}`;

export function keepUntold(property: number, told: Told): void {
  try {
    window.sessionStorage.setItem(place(property), JSON.stringify(told));
  } catch {
    // what became of it their reservation says
  }
}

/** Once. */
export function takeUntold(property: number): Told | null {
  try {
    const kept = window.sessionStorage.getItem(place(property));
    window.sessionStorage.removeItem(place(property));
    return JSON.parse(kept ?? "null");
  } catch {
    return null;
  }
}
