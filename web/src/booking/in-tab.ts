/** What this tab keeps until it is closed, as JSON. A browser that forbids storage keeps nothing: a reload says nothing of it. */

export function keepInTab(place: string, value: unknown): void {
  try {
    sessionStorage.setItem(place, JSON.stringify(value));
  } catch {
    // forbidden, or full
  }
}

/** Null where nothing was kept, or what was cannot be read. */
export function recallInTab<T>(place: string): T | null {
  try {
    // nothing reads as JSON's null
    return JSON.parse(sessionStorage.getItem(place) as string);
  } catch {
    return null;
  }
}

export function forgetInTab(place: string): void {
  try {
    sessionStorage.removeItem(place);
  } catch {
    // nothing was kept
  }
}
