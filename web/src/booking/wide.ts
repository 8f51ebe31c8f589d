import { useSyncExternalStore } from "react";

/**
 * Up to this width the layout is the phone's (START-24): 768 px, in the words of the style sheets, so that a reader's own
 * size of letters moves both.
 */
const PHONE = "(max-width: 48rem)";

const query = () => window.matchMedia(PHONE);

/** True on phones: 48 times the reader's own size of letters and less, by default 768 px. */
export function usePhone(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = query();
      media.addEventListener("change", changed);
      return () => media.removeEventListener("change", changed);
    },
    () => query().matches,
  );
}
