/** In what the rooms that another window chose differ from those shown in this one. Pure. */
import type { SelectedRoom } from "../../api";

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

/** What a guest agrees to: the rate has its own words about cancelling, `terms` has the dates and sums. */
export const CONDITIONS = ["rate_code_id", "terms"] as const satisfies readonly (keyof SelectedRoom)[];

/** Whether some room is not there, or is another by one of these. */
export function differ(
  seen: readonly SelectedRoom[],
  held: readonly SelectedRoom[],
  by: readonly (keyof SelectedRoom)[],
): boolean {
  const alike = (room: SelectedRoom) =>
    held.some(
      (other) => other.session_id === room.session_id && by.every((name) => other[name] === room[name]),
    );
  return seen.length !== held.length || !seen.every(alike);
}
