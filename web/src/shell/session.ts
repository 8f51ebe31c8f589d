/**
 * The session ends thirty minutes after the last click (SESSION-01, SESSION-02); typing and scrolling do not count.
 * Two minutes before, the guest is asked. Where the hotel holds rooms for less, the session is that short. Pure but for the timers, which tests replace.
 */

export const SESSION_MS = 30 * 60_000;
export const WARNING_MS = 2 * 60_000;

/** How long after a click the server hears of it; it writes a longer hold once a minute. */
export const TELL_MS = 60_000;

/** How long a session is: never longer than the hotel holds a room. */
export function sessionOf(holdMinutes: number): number {
  return Math.min(SESSION_MS, holdMinutes * 60_000);
}

/** How long before its end the guest is asked; half of a session that is shorter than four minutes. */
export function warningOf(session: number): number {
  return Math.min(WARNING_MS, session / 2);
}

export interface SessionEvents {
  warn: () => void;
  /** A click came after the warning. */
  calm: () => void;
  /** There were clicks in the last minute. */
  active: () => void;
  /** Whether something is under way that no session ends: nobody is asked meanwhile, and the time begins anew. */
  waits: () => boolean;
  expire: () => void;
}

/** Watches clicks on `target` until the session is over or the function that is answered is called. */
export function watchSession(target: EventTarget, events: SessionEvents, session = SESSION_MS): () => void {
  let warning: ReturnType<typeof setTimeout>;
  let end: ReturnType<typeof setTimeout>;
  let telling: ReturnType<typeof setTimeout> | undefined;
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
      if (events.waits()) return start();
      warned = true;
      events.warn();
    }, session - warningOf(session));
    end = setTimeout(() => {
      if (events.waits()) return start();
      stop();
      events.expire();
    }, session);
  };
  const click = () => {
    start();
    telling ??= setTimeout(() => {
      telling = undefined;
      events.active();
    }, TELL_MS);
  };
  const stop = () => {
    clear();
    clearTimeout(telling);
    target.removeEventListener("click", click, true);
  };
  target.addEventListener("click", click, true);
  start();
  return stop;
}
