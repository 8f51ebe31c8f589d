import { useState } from "react";
import { useBooking } from "../BookingProvider";

/**
 * Whether a room's or a rate's offers are open. What the guest opened or closed is remembered for this tab, so that it
 * is found so again after another step, another search or a reload (ROOMS-41).
 */
export function useOpened(id: string, fallback: boolean): [boolean, (open: boolean) => void] {
  const { property } = useBooking();
  const key = `portico.opened.${property.id}.${id}`;
  const [open, setOpen] = useState(() => recall(key) ?? fallback);
  return [
    open,
    (next) => {
      setOpen(next);
      remember(key, next);
    },
  ];
}

function recall(key: string): boolean | null {
  try {
    const kept = sessionStorage.getItem(key);
    return kept === null ? null : kept === "open";
  } catch {
    return null;
  }
}

function remember(key: string, open: boolean): void {
  try {
    sessionStorage.setItem(key, open ? "open" : "closed");
  } catch {
    // storage is full or forbidden: it is open for as long as it is on screen
  }
}
