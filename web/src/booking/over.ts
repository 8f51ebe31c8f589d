import { useBooking } from "./BookingProvider";
import { useGo } from "./go";
import { refusalOf } from "./payment/refusal";

/** A booking that the server does not hold any more goes to the screen that has the words and the way back; true then. */
export function useIsOver(): (error: unknown) => boolean {
  const { dispatch } = useBooking();
  const go = useGo();
  return (error) => {
    const { message, ...refusal } = refusalOf(error);
    if (refusal.code !== "BATCH_EXPIRED" && refusal.code !== "ROOM_MISSING") return false;
    dispatch({ type: "OUTCOME", outcome: { rooms: [], message, refusal } });
    go("confirmation");
    return true;
  };
}
