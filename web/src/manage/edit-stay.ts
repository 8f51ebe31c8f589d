/** From a reservation into the wizard that changes its stay (EDIT-01). */
import { changeStay, type FoundReservation } from "../api";
import { useBooking } from "../booking/BookingProvider";
import { editingState } from "../booking/editing/editing";
import { useGo, useHere } from "../booking/go";
import { queryOfSearch } from "../booking/search-data";

/** Throws `ApiProblem` when the stay cannot be changed. */
export function useEditStay(): (found: FoundReservation) => Promise<void> {
  const { property, startOver, dispatch } = useBooking();
  const go = useGo();
  const here = useHere();
  return async (found) => {
    const state = editingState(await changeStay(property.id, found.conf_num, found.request_token));
    // whoever has gone on meanwhile keeps what they are booking
    if (!state?.search || !here()) return;
    // whatever was being booked is given back
    startOver();
    dispatch({ type: "RESTORE", state });
    go("rooms", { query: queryOfSearch(state.search) });
  };
}
