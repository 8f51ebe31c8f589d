/**
 * The session ends thirty minutes after the last click (SESSION-01, SESSION-02); typing and scrolling do not count.
 * Two minutes before, the guest is asked. Pure but for the timers, which tests replace.
 */

export const SESSION_MS = 30 * 60_000;
export const WARNING_MS = 2 * 60_000;

export interface SessionEvents {
  warn: () => void;
  /** A click came after the warning. */
  calm: () => void;
  expire: () => void;
}

/** Watches clicks on `target` until the session is over or the function that is answered is called. */
export function watchSession(target: EventTarget, events: SessionEvents): () => void {
  let warning: ReturnType<typeof setTimeout>;
  let end: ReturnType<typeof setTimeout>;
  let warned = false;
  const clear = () => {
    clearTimeout(warning);
    clearTimeout(end);
  };
  const start = () => {
    clear();
    if (warned) events.calm();
    warned = false;
    warning = setTimeout(() => {
      warned = true;
      events.warn();
    }, SESSION_MS - WARNING_MS);
    end = setTimeout(() => {
      stop();
      events.expire();
    }, SESSION_MS);
  };
  const stop = () => {
    clear();
    target.removeEventListener("click", start, true);
  };
  target.addEventListener("click", start, true);
  start();
  return stop;
}
