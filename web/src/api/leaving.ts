/**
 * What is taken out of a session, its room or add-ons, or put in their place, where nobody may be waiting for it any more.
 * What is put in meanwhile waits: a call that is overtaken by a later one would take out what that has put in.
 */
const leaving = new Map<string, Promise<unknown>>();

export function leave<T>(session: string, gone: Promise<T>): Promise<T> {
  const over: Promise<unknown> = Promise.allSettled([leaving.get(session), gone]).then(() => {
    if (leaving.get(session) === over) leaving.delete(session);
  });
  leaving.set(session, over);
  return gone;
}

/** Resolves once none of that is on its way any more. */
export const whenLeft = (session: string): Promise<unknown> | undefined => leaving.get(session);

/** Resolves once nothing is given back any more. */
export const allLeft = (): Promise<unknown> => Promise.all(leaving.values());

/** Sessions into which a room was put, whether or not the answer came, and from which none was taken out since. */
export const holding = new Set<string>();

/** Whether it may hold a room that the page knows nothing of. */
export const mayHold = (session: string): boolean => holding.has(session);
