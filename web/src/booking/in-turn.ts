/**
 * For what a form saves: of two saves the later one counts, so it is sent once the earlier one was answered, or is waited
 * for no more. Its guest may have left the form meanwhile and come back to correct it.
 */
export function inTurn<Args extends unknown[], T>(send: (...args: Args) => Promise<T>) {
  let before: Promise<unknown> = Promise.resolve();
  return (...args: Args): Promise<T> => {
    const sent = before.then(() => send(...args));
    before = sent.catch(() => undefined);
    return sent;
  };
}
