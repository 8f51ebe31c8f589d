import { useSyncExternalStore } from "react";

/** Up to this width the layout is the phone's (START-24). */
export const PHONE_MAX = 768;

const query = () => window.matchMedia(`(max-width: ${PHONE_MAX}px)`);

/** True on phones: 768 px and less. */
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
