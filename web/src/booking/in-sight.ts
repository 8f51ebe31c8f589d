import { type RefObject, useEffect, useRef } from "react";

/**
 * Brings what is told into sight, for each other `what` once: the button that was pressed may be far from where it
 * stands, on a phone it is in the bar.
 */
export function useInSight(what: unknown): RefObject<HTMLDivElement | null> {
  const told = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (what) told.current?.scrollIntoView({ block: "center" });
  }, [what]);
  return told;
}
