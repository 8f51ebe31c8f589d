import type { SelectedRoom } from "../../api";
import { useI18n } from "../../i18n";
import { useBooking } from "../BookingProvider";

/** Chosen rooms by place and name, side by side: "1. Deluxe King, 2. Harbour Twin". */
export function useRoomList(): (rooms: readonly SelectedRoom[]) => string {
  const { facts } = useI18n();
  const { names } = useBooking();
  return (rooms) =>
    facts(rooms.map((room) => `${room.room_no}. ${names.room(room.room_type_id, room.room_type_name)}`));
}
