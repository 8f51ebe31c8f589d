import type { SelectedRoom } from "../api";
import { useBooking } from "./BookingProvider";
import { useGo, useHere } from "./go";
import { refusalOf } from "./payment/refusal";
import { differ, ROOM } from "./seen-and-held";

/** A booking that the server does not hold any more goes to the screen that has the words and the way back; true then. */
export function useIsOver(): (error: unknown) => boolean {
  const { state, now, dispatch } = useBooking();
  const go = useGo();
  return (error) => {
    const { message, ...refusal } = refusalOf(error);
    if (refusal.code !== "BATCH_EXPIRED" && refusal.code !== "ROOM_MISSING") return false;
    // another booking that was begun meanwhile is not over
    if (now.current.batch?.batch_id !== state.batch?.batch_id) return true;
    dispatch({ type: "OUTCOME", outcome: { rooms: [], message, refusal } });
    go("confirmation");
    return true;
  };
}

/** The room that is held is not the one that this tab shows: a guest who is there still is led to where they see both. */
export class OtherRoom extends Error {}

/** Hears what the server holds for a room by now. Throws `OtherRoom` where it is another one. */
export function useCheckHeld(): (shown: SelectedRoom, held: SelectedRoom) => void {
  const { now, dispatch } = useBooking();
  const go = useGo();
  const here = useHere();
  return (shown, held) => {
    const { session_id, room_no } = shown;
    const ours = { ...held, session_id, room_no };
    if (!differ([shown], [ours], ROOM)) return;
    if (!here()) throw new OtherRoom();
    const rooms = now.current.selected.map((room) => (room.session_id === session_id ? ours : room));
    const refusal = { code: "ROOM_CHANGED", message: null, night: null, rooms } as const;
    dispatch({ type: "OUTCOME", outcome: { rooms: [], message: null, refusal } });
    go("confirmation");
    throw new OtherRoom();
  };
}
