/**
 * What is taken out of a session, its room or all add-ons, without anybody waiting for it. What is put in meanwhile waits:
 * a call that is overtaken by a later one would take out what that has put in.
 */
const leaving = new Map<string, Promise<unknown>>();

export function leave<T>(session: string, gone: Promise<T>): Promise<T> {
  const over = gone
    .catch(() => undefined)
    .then(() => {
      if (leaving.get(session) === over) leaving.delete(session);
    });
  leaving.set(session, over);
  return gone;
}

/** Resolves once nothing is taken out of it any more. */
export const whenLeft = (session: string): Promise<unknown> | undefined => leaving.get(session);
