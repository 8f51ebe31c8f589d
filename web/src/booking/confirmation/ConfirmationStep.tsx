/** The last step: it worked, with everything to keep; or it did not, and why (CONF-01 to CONF-10). */
import { useEffect, useState } from "react";
import { useBooking } from "../BookingProvider";
import { Confirmed } from "./Confirmed";
import { NotComplete } from "./NotComplete";
import "./confirmation.css";

/** How long the line of the loader stays after the reservation was made, in milliseconds (WIZ-27). */
export const LOADER_MS = 100;

export default function ConfirmationStep() {
  const { state } = useBooking();
  const [loading, setLoading] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setLoading(false), LOADER_MS);
    return () => clearTimeout(timer);
  }, []);
  const { outcome } = state;
  if (!outcome) return null;
  return (
    <>
      {loading && <div className="confirmation-loader" data-loader aria-hidden="true" />}
      {outcome.rooms.length > 0 ? <Confirmed rooms={outcome.rooms} /> : <NotComplete outcome={outcome} />}
    </>
  );
}
