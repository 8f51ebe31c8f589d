/**
 * What went wrong, by what was asked for: it outlives the step. Who leaves it while something is under way, and comes back,
 * sees what came of it.
 */
import { useSyncExternalStore } from "react";

export function toldBy<Of extends object, What>() {
  const told = new WeakMap<Of, What>();
  const hearers = new Set<() => void>();
  let version = 0;
  const subscribe = (hear: () => void) => {
    hearers.add(hear);
    return () => void hearers.delete(hear);
  };
  const of = (asked: Of | null): What | null => (asked && told.get(asked)) ?? null;
  return {
    tell(asked: Of, what: What | null): void {
      if (what === null) told.delete(asked);
      else told.set(asked, what);
      version += 1;
      for (const hear of hearers) hear();
    },
    of,
    /** The same, drawn again when it is another. */
    useTold: () => {
      useSyncExternalStore(subscribe, () => version);
      return of;
    },
  };
}
