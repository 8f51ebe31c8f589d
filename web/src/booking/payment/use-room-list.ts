import type { SelectedRoom } from "../../api";
import { useBooking } from "../BookingProvider";
import { useListed } from "../listed";

/** Chosen rooms by place and name, side by side: "1. Deluxe King, 2. Harbour Twin". */
export function useRoomList(): (rooms: readonly SelectedRoom[]) => string {
  const listed = useListed();
  const { names } = useBooking();
  return (rooms) =>
    listed(rooms.map((room) => `${room.room_no}. ${names.room(room.room_type_id, room.room_type_name)}`));
}
