/**
 * What was told in this tab, or done in it before its guest agreed: a reload, a way back or the same choice made again is
 * told no more.
 */

/** Where the tab can keep nothing, as long as the page stands. */
const inPage = new Set<string>();

/** Whether this is the first time; from then on it is not. */
export function firstTime(what: string): boolean {
  const key = `portico.told.${what}`;
  try {
    if (sessionStorage.getItem(key)) return false;
    sessionStorage.setItem(key, "1");
  } catch {
    if (inPage.has(key)) return false;
    inPage.add(key);
  }
  return true;
}

/** Whether this tab can keep anything: without that a page loaded anew begins at the search. */
export function canKeep(): boolean {
  try {
    sessionStorage.setItem("portico.kept", "1");
    sessionStorage.removeItem("portico.kept");
    return true;
  } catch {
    return false;
  }
}
