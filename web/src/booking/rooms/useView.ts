import { useMemo } from "react";
import { useBooking } from "../BookingProvider";
import { useGo } from "../go";
import { queryOfView, type View, viewOf } from "./view";

/** How the list is looked at, and how to look at it otherwise: each change is a place to come back to. */
export function useView(): [View, (change: Partial<View>) => void] {
  const { query, shownCurrency } = useBooking();
  const go = useGo();
  const view = useMemo(() => viewOf(query, shownCurrency), [query, shownCurrency]);
  return [view, (change) => go("rooms", { query: queryOfView({ ...view, ...change }, shownCurrency) })];
}
