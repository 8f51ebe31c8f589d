/** What was told in this tab: a reload, a way back or the same choice made again is told no more. */

/** Whether this is the first time; from then on it is not. */
export function firstTime(what: string): boolean {
  const key = `portico.told.${what}`;
  try {
    if (sessionStorage.getItem(key)) return false;
    sessionStorage.setItem(key, "1");
  } catch {
    // then it is told again; a purchase has its id to be known by
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
