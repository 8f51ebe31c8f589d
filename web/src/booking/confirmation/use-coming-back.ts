/** Hears that the guest is back in this window or tab: what they looked at may have changed elsewhere. */
import { useEffect, useRef, useSyncExternalStore } from "react";

/** `onBack` never rejects; what it waits for ends with `signal`. */
export function useComingBack(hears: boolean, onBack: (signal: AbortSignal) => Promise<unknown>): void {
  const now = useRef(onBack);
  now.current = onBack;
  useEffect(() => {
    if (!hears) return;
    const left = new AbortController();
    const { signal } = left;
    // a browser that comes back to a tab says so twice
    let busy = false;
    const back = async () => {
      if (busy || document.visibilityState === "hidden") return;
      busy = true;
      await now.current(signal);
      busy = false;
    };
    window.addEventListener("focus", back, { signal });
    document.addEventListener("visibilitychange", back, { signal });
    return () => left.abort();
  }, [hears]);
}

/** True while the guest looks at another tab. */
export function useIsHidden(): boolean {
  return useSyncExternalStore(
    (changed) => {
      document.addEventListener("visibilitychange", changed);
      return () => document.removeEventListener("visibilitychange", changed);
    },
    () => document.visibilityState === "hidden",
  );
}
