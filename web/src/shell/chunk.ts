/** How long a part of the page may take to arrive (CONST-04). */
export const CHUNK_TIMEOUT_MS = 120_000;

/** When the page was last reloaded for a part, in milliseconds since 1970. */
export const RELOADED = "portico_reloaded_for_part";

/** Not again for so long, whichever part it is for: one that fails for good would never let the page stand. */
export const AGAIN_MS = 5 * CHUNK_TIMEOUT_MS;

/** Whether the server answers at all. */
const reachable = () =>
  fetch("/", { method: "HEAD", cache: "no-store" }).then(
    (answer) => answer.ok,
    () => false,
  );

/** Reloads the page if the server answers: the guest would end at the browser's own error otherwise. */
export async function freshPage(reload = () => window.location.reload(), answers = reachable): Promise<void> {
  if (!(await answers())) return;
  reload();
  // the page is on its way out: nothing is shown in between
  return new Promise(() => undefined);
}

/**
 * Loads a part of the page. One that does not come, because it takes too long or because the hotel has a newer page
 * since this one was opened, is looked for once more in a freshly loaded page, where everything typed is found again.
 * Without a connection the page stays.
 */
export async function chunk<T>(
  load: () => Promise<T>,
  reload = () => window.location.reload(),
  answers = reachable,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("a part of the page did not arrive")), CHUNK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([load(), late]);
  } catch (error) {
    try {
      if (Date.now() - Number(sessionStorage.getItem(RELOADED)) >= AGAIN_MS)
        await freshPage(() => {
          sessionStorage.setItem(RELOADED, String(Date.now()));
          reload();
        }, answers);
    } catch {
      // where nothing can be noted the page might be reloaded for ever, and what was typed would be gone
    }
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
