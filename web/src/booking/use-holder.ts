import { useEffect } from "react";
import { holders } from "../shell/staying";

/** While it is shown, `hold` is called whenever the guest stays; null where nothing is held. */
export function useHolder(hold: (() => void) | null): void {
  useEffect(() => {
    if (!hold) return;
    holders.add(hold);
    return () => void holders.delete(hold);
  }, [hold]);
}
