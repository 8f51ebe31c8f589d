import { useSyncExternalStore } from "react";

/**
 * Up to this width the layout is the phone's (START-24): 768 px, in the words of the style sheets, so that a reader's own
 * size of letters moves both.
 */
const PHONE = "(max-width: 48rem)";

/** True on phones: 48 times the reader's own size of letters and less, by default 768 px. */
export const usePhone = () => useMedia(PHONE);

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", changed);
      return () => media.removeEventListener("change", changed);
    },
    () => window.matchMedia(query).matches,
  );
}
