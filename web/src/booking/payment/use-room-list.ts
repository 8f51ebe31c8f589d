import type { SelectedRoom } from "../../api";
import { useListed } from "../listed";
import { useNumbered } from "../numbered";

/** Chosen rooms by place and name, side by side: "1. Deluxe King, 2. Harbour Twin". */
export function useRoomList(): (rooms: readonly SelectedRoom[]) => string {
  const listed = useListed();
  const numbered = useNumbered();
  return (rooms) => listed(rooms.map(numbered));
}
