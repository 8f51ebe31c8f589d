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
import { useRoomWords } from "./AlsoRooms";
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
  const rooms = roomsOf(now);
  return numbers.every((number) =>
    rooms.some(({ conf_num, status }) => conf_num === number && status === "CANCELLED"),
  );
}

const roomsOf = (found: FoundReservation): readonly { conf_num: string; status: string }[] =>
  found.rooms.length > 0
    ? found.rooms
    : [{ conf_num: found.conf_num, status: found.reservation_details.status }];

/** What is said once these rooms are cancelled, with the names of what still stands of what was to go along, and of what may. */
export function useCancelledWords(found: FoundReservation | null) {
  const { t } = useI18n();
  const { name } = useRoomWords(found);
  const listed = useListed();
  return (numbers: readonly string[], left: readonly string[], unknown: readonly string[] = []): string => {
    const rooms = found ? roomsOf(found) : [];
    const gone = rooms.filter(({ conf_num }) => numbers.includes(conf_num));
    const some = rooms.some((room) => room.status !== "CANCELLED" && !gone.includes(room));
    return [
      left.length === 0 && t("lbl_cancel_done"),
      some && t("lbl_rooms_named_cancelled", { rooms: listed(gone.map(({ conf_num }) => name(conf_num))) }),
      left.length > 0 && !some && t("lbl_stay_cancelled"),
      left.length > 0 && t("lbl_cancel_too_failed", { names: listed(left) }),
      unknown.length > 0 && t("lbl_cancel_too_unknown", { names: listed(unknown) }),
    ]
      .filter(Boolean)
      .join(" ");
  };
}

/** Tells what of it is still booked. */
export function useCancelledHalfway(found: FoundReservation): void {
  const { property } = useBooking();
  const { tell } = useReservation();
  const words = useCancelledWords(found);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what is found
  useEffect(() => {
    const begun = recallInTab<Cancelling>(place(property.id));
    if (!begun || !areCancelled(found, begun.rooms)) return;
    forgetCancelling(property.id);
    const left = found.extras.filter(
      ({ conf_num, extra }) => begun.too.includes(conf_num) && extra.status !== "CANCELLED",
    );
    if (left.length === 0) return;
    const text = words(
      begun.rooms,
      left.map(({ extra }) => extra.name),
    );
    tell({ text, at: RESULT, refusal: true });
  }, [found, property.id]);
}
