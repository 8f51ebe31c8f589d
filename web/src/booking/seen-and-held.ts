/** In what the rooms that are held differ from those that were shown, or agreed to. Pure. */
import type { SelectedRoom } from "../api";
import type { BookingState } from "./state";

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
const CONDITIONS = ["rate_code_id", "terms"] as const satisfies readonly (keyof SelectedRoom)[];

/** What of a room was agreed to. */
export type Agreed = Pick<SelectedRoom, "session_id" | (typeof CONDITIONS)[number]>;

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

/** What somebody agrees to who takes these rooms. */
export function conditionsOf(rooms: readonly SelectedRoom[]): Agreed[] {
  return rooms.map(({ session_id, rate_code_id, terms }) => ({ session_id, rate_code_id, terms }));
}

/** Whether the chosen rooms are held on what was agreed to. */
export function isAgreed({ agreedTo, selected }: Pick<BookingState, "agreedTo" | "selected">): boolean {
  return agreedTo !== null && !differ(agreedTo, selected, CONDITIONS);
}
