import { useEffect, useState } from "react";
import { nowAndThen } from "../booking/now-and-then";

/** Days that a stay may end ahead of today; check-in a day less (BRAND-16). */
export const DAYS_AHEAD = 730;

/** The guest's own date: a brand has hotels in many time zones, and each refuses a day that is over where it stands. */
export function localToday(now: Date = new Date()): string {
  const part = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`;
}

/** The same, read anew once the guest's midnight has passed. */
export function useToday(): string {
  const [today, setToday] = useState(localToday);
  useEffect(() => nowAndThen(() => setToday(localToday())), []);
  return today;
}
