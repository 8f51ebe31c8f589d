/** The token of a look-up, which the tab keeps while what was found is open: half an hour, says the server. */

const place = (property: number) => `portico.reservation.${property}`;
/** For a browser that forbids storage: a reload asks for number and name again. */
let kept: string | null = null;

export function keepLookUp(property: number, found: { request_token: string }): void {
  kept = found.request_token;
  try {
    window.sessionStorage.setItem(place(property), kept);
  } catch {
    // kept for this page
  }
}

export function keptLookUp(property: number): string | null {
  try {
    return window.sessionStorage.getItem(place(property));
  } catch {
    return kept;
  }
}

export function forgetLookUp(property: number): void {
  kept = null;
  try {
    window.sessionStorage.removeItem(place(property));
  } catch {
    // nothing was kept
  }
}
