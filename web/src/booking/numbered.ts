import type { SelectedRoom } from "../api";
import { useI18n } from "../i18n";
import { useBooking } from "./BookingProvider";

/** A chosen room by place and name: "1. Deluxe King". */
export function useNumbered(): (room: SelectedRoom) => string {
  const { number } = useI18n();
  const { names } = useBooking();
  return (room) => `${number(room.room_no)}. ${names.room(room.room_type_id, room.room_type_name)}`;
}
