/** The browser's position, asked once at start (START-12 to START-14). Search waits for the answer, five seconds at most. */
import { useSyncExternalStore } from "react";

export const POSITION_WAIT_MS = 5_000;

let waiting = false;
let asked = false;
const listeners = new Set<() => void>();

function settle(): void {
  if (!waiting) return;
  waiting = false;
  for (const listener of listeners) listener();
}

/**
 * Asks, unless it was asked before. Granted, denied, unavailable or still open after five seconds: Search works again.
 * The position itself goes nowhere: no country can be told from it offline.
 */
export function askPosition(
  geolocation: Geolocation | null | undefined = globalThis.navigator?.geolocation,
): void {
  if (asked || !geolocation) return;
  asked = true;
  waiting = true;
  for (const listener of listeners) listener();
  geolocation.getCurrentPosition(settle, settle, { maximumAge: 3_600_000, timeout: POSITION_WAIT_MS });
  setTimeout(settle, POSITION_WAIT_MS);
}

/** For tests: as if the page had just opened. */
export function resetPosition(): void {
  asked = false;
  waiting = false;
}

export function isWaitingForPosition(): boolean {
  return waiting;
}

export function useWaitingForPosition(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isWaitingForPosition);
}
