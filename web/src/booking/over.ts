import { useBooking } from "./BookingProvider";
import { useGo } from "./go";
import { refusalOf } from "./payment/refusal";

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
