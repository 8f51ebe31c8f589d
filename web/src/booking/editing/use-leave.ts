import { use, useState } from "react";
import { findReservation } from "../../api";
import { useBooking } from "../BookingProvider";
import { GoContext } from "../go";
import { keepLookUp } from "../looked-up";

const RESULT = "/search-reservation-result";

/** Back to the reservation's details; what was held for the change is given back (WIZ-07). */
export function useLeaveEditing(): () => void {
  const { startOver } = useBooking();
  const { navigate } = use(GoContext);
  return () => {
    startOver();
    navigate(RESULT);
  };
}

/**
 * To the reservation as it is by now, from a change that cannot be gone on with. It is looked up anew with the number and
 * name that the change has: what the tab may open ends no later than the change does.
 */
export function useOpenReservation() {
  const { property, state } = useBooking();
  const leave = useLeaveEditing();
  const [busy, setBusy] = useState(false);
  async function open(): Promise<void> {
    const { profile, ranOut } = state;
    const over = ranOut && ranOut !== "booking" ? ranOut.change : null;
    const conf_num = profile?.existing_reservation?.confirmation_no ?? over;
    const last_name = state.guest?.last_name ?? state.guestDraft.last_name;
    setBusy(true);
    if (conf_num && last_name) {
      const known = { conf_num, last_name, property_code: property.code };
      const found = await findReservation(known).catch(() => null);
      // else what the tab has looked up may be open still, and says so where it is not
      if (found) keepLookUp(property.id, found);
    }
    leave();
  }
  return { open, busy };
}
