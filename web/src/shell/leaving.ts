/** What the tab still knows when a member signs out: nothing that says who they are. */

const isEmpty = (typed: unknown) => Object.keys(typed ?? {}).length === 0;

/** A choice of currency, what was measured, and a booking with neither anybody's details nor a member's points. */
function isNobodys(key: string, text: string): boolean {
  if (/^portico\.(currency|told)\./.test(key)) return true;
  if (!key.startsWith("portico.booking.")) return false;
  const { guestDraft, rides, withPoints } = JSON.parse(text) as Record<string, unknown>;
  return isEmpty(guestDraft) && isEmpty(rides) && !withPoints;
}

export function forgetWho(): void {
  for (const key of keys()) {
    if (!isNobodys(key, sessionStorage.getItem(key) ?? "")) sessionStorage.removeItem(key);
  }
}

function keys(): string[] {
  try {
    return Object.keys(sessionStorage);
  } catch {
    // a browser that forbids storage has kept nothing
    return [];
  }
}

/**
 * For the link that signs out. The page goes on keeping what changes until it is left, so this comes last of all; and a
 * page that the browser's Back brings to life again still has everything in it, so it is loaded anew.
 */
export function forgetOnLeaving(): void {
  window.addEventListener("pagehide", () => forgetWho());
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) window.location.reload();
  });
}
