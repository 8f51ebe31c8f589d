/** From a reservation into the wizard that changes its stay (EDIT-01). */
import { changeStay, type FoundReservation } from "../api";
import { useBooking } from "../booking/BookingProvider";
import { editingState } from "../booking/editing/editing";
import { useGo } from "../booking/go";
import { queryOfSearch } from "../booking/search-data";

/** Throws `ApiProblem` when the stay cannot be changed. */
export function useEditStay(): (found: FoundReservation) => Promise<void> {
  const { property, startOver, dispatch } = useBooking();
  const go = useGo();
  return async (found) => {
    const state = editingState(await changeStay(property.id, found.conf_num, found.request_token));
    if (!state?.search) return;
    // whatever was being booked is given back
    startOver();
    dispatch({ type: "RESTORE", state });
    go("rooms", { query: queryOfSearch(state.search) });
  };
}
