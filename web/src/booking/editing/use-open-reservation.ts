import { use, useState } from "react";
import { type FoundExtra, type FoundReservation, findReservation, hasCode } from "../../api";
import { useFailureWords } from "../../shell/failure-words";
import { useBooking } from "../BookingProvider";
import { GoContext, useHere } from "../go";
import { keepLookUp } from "../looked-up";

/**
 * From a change to its reservation as it is by now; what was held for it is given back (WIZ-07). It is looked up anew with
 * the number and name that it has: what the tab may open ends no later than the change does, or is another one.
 */
export function useOpenReservation() {
  const { property, state, startOver } = useBooking();
  const { navigate } = use(GoContext);
  const here = useHere();
  const failureWords = useFailureWords();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  /** Null where it has none of these names any more. */
  async function find(
    number: string,
    names: ReadonlySet<string>,
  ): Promise<FoundReservation | FoundExtra | null> {
    for (const last_name of names) {
      try {
        return await findReservation({ conf_num: number, last_name, property_code: property.code });
      } catch (error) {
        if (!hasCode(error, "RESERVATION_UNKNOWN")) throw error;
      }
    }
    return null;
  }

  async function open(): Promise<void> {
    const { profile, ranOut, guest, guestDraft } = state;
    const over = ranOut && ranOut !== "booking" && "change" in ranOut ? ranOut.change : null;
    const number = profile?.existing_reservation?.confirmation_no ?? over;
    // it has the name of before until the change is made, and that may be done though nobody has heard of it
    const names = [guestDraft.booked_as, guest?.last_name, guestDraft.last_name].filter((name) => name);
    setBusy(true);
    setFailure(null);
    try {
      const found = number ? await find(number, new Set(names as string[])) : null;
      // whoever has gone on meanwhile keeps what they have begun
      if (!here()) return;
      if (found) keepLookUp(property.id, found);
      startOver();
      // what the tab has looked up since is another one
      navigate(found ? "/search-reservation-result" : "/search-reservation");
    } catch (error) {
      if (!here()) return;
      setFailure(error);
      setBusy(false);
    }
  }
  return { open, busy, problem: failure !== null ? failureWords(failure) : null };
}
