import { use } from "react";
import { useBooking } from "../BookingProvider";
import { GoContext } from "../go";

/** Back to the reservation's details; what was held for the change is given back (WIZ-07). */
export function useLeaveEditing(): () => void {
  const { startOver } = useBooking();
  const { navigate } = use(GoContext);
  return () => {
    startOver();
    navigate("/search-reservation-result");
  };
}
