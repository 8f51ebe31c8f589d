/** Asking the card service where a form stands, until it is done or the screen is left (CARD-03, CARD-06). */
import type { CardFormStatus } from "../api";

/** Between two questions, in milliseconds. */
export const EVERY_MS = 2000;

/**
 * Asks every two seconds and tells every answer; ends with the first that is none of PENDING. A question that fails is
 * asked again: the frame's own message may come meanwhile. Answers what ends it.
 */
export function watchForm(
  ask: (signal: AbortSignal) => Promise<CardFormStatus>,
  tell: (status: CardFormStatus) => void,
): () => void {
  const left = new AbortController();
  let asking = false;
  const timer = setInterval(() => {
    if (asking) return;
    asking = true;
    ask(left.signal)
      .then((answer) => {
        if (left.signal.aborted || answer.status === "PENDING") return;
        end();
        tell(answer);
      })
      .catch(() => undefined)
      .finally(() => {
        asking = false;
      });
  }, EVERY_MS);
  function end(): void {
    clearInterval(timer);
    left.abort();
  }
  return end;
}
