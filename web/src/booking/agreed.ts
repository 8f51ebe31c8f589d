/** What the guest has agreed to, and whether that still stands (GUEST-26). Pure. */
import type { SelectedRoom } from "../api";
import type { BookingState } from "./state";

/** What of a room is agreed to: the rate has its own words about cancelling, `terms` has the dates and sums. */
export type Agreed = Pick<SelectedRoom, "session_id" | "rate_code_id" | "terms">;

/** What somebody agrees to who takes these rooms. */
export function conditionsOf(rooms: readonly SelectedRoom[]): Agreed[] {
  return rooms.map(({ session_id, rate_code_id, terms }) => ({ session_id, rate_code_id, terms }));
}

/** Whether the chosen rooms are held on what was agreed to. */
export function isAgreed({ agreedTo, selected }: Pick<BookingState, "agreedTo" | "selected">): boolean {
  const stands = (room: Agreed) =>
    agreedTo?.some(
      ({ session_id, rate_code_id, terms }) =>
        session_id === room.session_id && rate_code_id === room.rate_code_id && terms === room.terms,
    );
  return agreedTo?.length === selected.length && selected.every(stands);
}
