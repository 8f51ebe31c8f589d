/**
 * What a guest cancels along with rooms, one after the other, which the tab keeps until all of it is done: a reload in the
 * middle leaves something booked, and that has to be told.
 */
import { useEffect } from "react";
import type { FoundExtra, FoundReservation } from "../api";
import { useBooking } from "../booking/BookingProvider";
import { forgetInTab, keepInTab, recallInTab } from "../booking/in-tab";
import { useListed } from "../booking/listed";
import { useI18n } from "../i18n";
import { RESULT } from "./closed";
import { useReservation } from "./reservation";

interface Cancelling {
  rooms: readonly string[];
  /** Numbers of activities and events. */
  too: readonly string[];
}

const place = (property: number) => `portico.cancelling.${property}`;

export const keepCancelling = (property: number, cancelling: Cancelling): void =>
  keepInTab(place(property), cancelling);

export const forgetCancelling = (property: number): void => forgetInTab(place(property));

/** Whether none of these rooms stands any more. */
export function areCancelled(now: FoundReservation | FoundExtra, numbers: readonly string[]): boolean {
  if ("extra" in now) return false;
  const own = { conf_num: now.conf_num, status: now.reservation_details.status };
  const rooms = now.rooms.length > 0 ? now.rooms : [own];
  return numbers.every((number) =>
    rooms.some(({ conf_num, status }) => conf_num === number && status === "CANCELLED"),
  );
}

/** Tells what of it is still booked. */
export function useCancelledHalfway(found: FoundReservation): void {
  const { t } = useI18n();
  const { property } = useBooking();
  const { tell } = useReservation();
  const listed = useListed();
  useEffect(() => {
    const begun = recallInTab<Cancelling>(place(property.id));
    if (!begun || !areCancelled(found, begun.rooms)) return;
    forgetCancelling(property.id);
    const left = found.extras.filter(
      ({ conf_num, extra }) => begun.too.includes(conf_num) && extra.status !== "CANCELLED",
    );
    if (left.length === 0) return;
    const names = listed(left.map(({ extra }) => extra.name));
    tell({ text: t("lbl_cancel_too_failed", { names }), at: RESULT, refusal: true });
  }, [found, property.id, tell, t, listed]);
}
