import { use, useState } from "react";
import { findReservation } from "../../api";
import { useBooking } from "../BookingProvider";
import { GoContext, useHere } from "../go";
import { keepLookUp } from "../looked-up";

const RESULT = "/search-reservation-result";

/**
 * From a change to its reservation as it is by now; what was held for it is given back (WIZ-07). It is looked up anew with
 * the number and name that the change has: what the tab may open ends no later than the change does, or is another one.
 */
export function useOpenReservation() {
  const { property, state, startOver } = useBooking();
  const { navigate } = use(GoContext);
  const here = useHere();
  const [busy, setBusy] = useState(false);
  async function open(): Promise<void> {
    const { profile, ranOut } = state;
    const over = ranOut && ranOut !== "booking" && "change" in ranOut ? ranOut.change : null;
    const conf_num = profile?.existing_reservation?.confirmation_no ?? over;
    const last_name = state.guest?.last_name ?? state.guestDraft.last_name;
    setBusy(true);
    if (conf_num && last_name) {
      const known = { conf_num, last_name, property_code: property.code };
      const found = await findReservation(known).catch(() => null);
      // whoever has gone on meanwhile keeps what they have begun
      if (!here()) return;
      // else what the tab has looked up may be open still, and says so where it is not
      if (found) keepLookUp(property.id, found);
    }
    startOver();
    navigate(RESULT);
  }
  return { open, busy };
}
