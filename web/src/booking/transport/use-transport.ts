/** What guest information asks of travel transport: whether it is offered, what is missing, which room is shown. */
import { useState } from "react";
import { useI18n } from "../../i18n";
import { useBooking } from "../BookingProvider";
import type { SummaryLine } from "../information/ErrorSummary";
import { missingOf, offersTransport } from "./rides";
import { RIDE_PROBLEMS, rideId, WAY_LABELS } from "./Transport";

export function useTransport() {
  const { t } = useI18n();
  const { property, state } = useBooking();
  const { selected, rides, profile } = state;
  // every visit of the step begins with the first room (TRANS-07)
  const [shown, setShown] = useState(selected[0]?.room_no ?? 1);
  const offered = offersTransport(property);
  const missing = offered ? missingOf(rides, selected, profile?.existing_reservation) : [];
  const lines: SummaryLine[] = missing.map((entry) => ({
    target: rideId(entry),
    field: t(WAY_LABELS[entry.way]),
    problem: t(RIDE_PROBLEMS[entry.field]),
    reveal: () => setShown(entry.room),
  }));
  return { offered, missing, lines, shown, setShown };
}
