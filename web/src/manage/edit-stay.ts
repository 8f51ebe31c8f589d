/** From a reservation into the wizard that changes its stay (EDIT-01). */
import { changeStay, type FoundReservation } from "../api";
import { useBooking } from "../booking/BookingProvider";
import { setClock } from "../booking/clock";
import { editingState } from "../booking/editing/editing";
import { useGo } from "../booking/go";
import { cameThrough, hasOpenOrder, isNotThrough } from "../booking/payment/ordered";
import { queryOfSearch } from "../booking/search-data";

/** Throws `ApiProblem` when the stay cannot be changed. */
export function useEditStay(): (found: FoundReservation, still: () => boolean) => Promise<void> {
  const { property, now, startOver, dispatch } = useBooking();
  const go = useGo();
  return async (found, still) => {
    const { batch } = now.current;
    const notThrough = batch && isNotThrough(batch.batch_id) ? batch : null;
    // what is ordered is waited for, and shown
    if (hasOpenOrder({ ...now.current, batch: notThrough ? null : batch })) return go("confirmation");
    const rooms = await cameThrough(property.id, notThrough);
    if (rooms) {
      dispatch({ type: "OUTCOME", outcome: { rooms, message: null } });
      return go("confirmation", { replace: true });
    }
    const begun = await changeStay(property.id, found.conf_num, found.request_token);
    setClock(begun.answered_at);
    const state = editingState(begun);
    // whoever has gone on meanwhile keeps what they are booking
    if (!state?.search || !still()) return;
    // whatever was being booked is given back
    startOver();
    dispatch({ type: "RESTORE", state });
    go("rooms", { query: queryOfSearch(state.search) });
  };
}
