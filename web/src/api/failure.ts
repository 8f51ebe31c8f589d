/**
 * What the error popup shows. A failed call raises it on 400, on 5xx and when no answer came (ERR-01); calls with a
 * treatment of their own are quiet and never get here (ERR-05, ERR-06). Status 900 is the page's own: the session is
 * over (SESSION-01).
 */
import { useSyncExternalStore } from "react";
import { onFailure } from "./client";
import type { ProblemBody } from "./types";

export const SESSION_EXPIRED = 900;

export interface Failure {
  /** HTTP status, 0 without an answer, 900 for the expired session. */
  status: number;
  /** The server's sentence; empty for the generic text. */
  message: string;
  /** What it answered: the label that says it in the guest's language. */
  body: ProblemBody;
}

let current: Failure | null = null;
const listeners = new Set<() => void>();

function set(next: Failure | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Whether a call that failed so raises the popup. */
export function raisesPopup(status: number): boolean {
  return status === 0 || status === 400 || status >= 500;
}

/** Shows the popup for that failure, if its status does. The first failure stays until it is dealt with. */
export function raise(problem: Failure): void {
  const { status, message, body } = problem;
  if (raisesPopup(status)) set(current ?? { status, message, body });
}

/** The session is over: by the timer, or because the server let the batch go (410). Replaces any other failure. */
export function raiseExpired(): void {
  set({ status: SESSION_EXPIRED, message: "", body: {} });
}

export function clearFailure(): void {
  set(null);
}

export function currentFailure(): Failure | null {
  return current;
}

/** Starts hearing failed calls; `exempt` says when none of them counts (on the search-reservation route). */
export function hearFailures(exempt: () => boolean): () => void {
  return onFailure((problem) => {
    if (!exempt()) raise(problem);
  });
}

export function useFailure(): Failure | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}
