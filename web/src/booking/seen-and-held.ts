/** In what the rooms that are held differ from those that were shown. Pure. */
import type { SelectedRoom } from "../api";

/** What makes a room this one and no other. */
export const ROOM = [
  "room_type_id",
  "rate_code_id",
  "package_id",
  "room_unit_number",
  "check_in_date",
  "check_out_date",
  "number_of_adults",
  "number_of_children",
  "number_of_rooms",
] as const satisfies readonly (keyof SelectedRoom)[];

/** Whether some room is not there, or is another by one of these. */
export function differ<By extends keyof SelectedRoom>(
  seen: readonly Pick<SelectedRoom, "session_id" | By>[],
  held: readonly Pick<SelectedRoom, "session_id" | By>[],
  by: readonly By[],
): boolean {
  const alike = (room: Pick<SelectedRoom, "session_id" | By>) =>
    held.some(
      (other) => other.session_id === room.session_id && by.every((name) => other[name] === room[name]),
    );
  return seen.length !== held.length || !seen.every(alike);
}
