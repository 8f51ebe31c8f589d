import { ApiProblem } from "../api";
import { useBooking } from "./BookingProvider";
import { useGo } from "./go";

/** A booking whose time is over goes to the screen that has the words and the way back; true when it is. */
export function useIsOver(): (error: unknown) => boolean {
  const { dispatch } = useBooking();
  const go = useGo();
  return (error) => {
    if (!(error instanceof ApiProblem) || error.status !== 410) return false;
    const refusal = { code: "BATCH_EXPIRED", night: null } as const;
    dispatch({ type: "OUTCOME", outcome: { rooms: [], message: error.message || null, refusal } });
    go("confirmation");
    return true;
  };
}
