import { api, type BatchAccess } from "../api";
import { useBooking } from "./BookingProvider";
import { useGo } from "./go";

/** Another tab was faster: its confirmation is what there is to see. False when nobody can say what was booked. */
export function useSeeBooked(): (batch: BatchAccess) => Promise<boolean> {
  const { property, now, dispatch } = useBooking();
  const go = useGo();
  return async (batch) => {
    const found = await api.batch(property.id, batch).catch(() => null);
    if (!found?.confirmation) return false;
    // whoever has begun another booking meanwhile keeps that
    if (now.current.batch?.batch_id !== batch.batch_id) return true;
    dispatch({ type: "OUTCOME", outcome: { rooms: found.confirmation, message: null } });
    go("confirmation", { replace: true });
    return true;
  };
}
