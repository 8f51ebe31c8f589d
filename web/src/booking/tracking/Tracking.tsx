import { useEffect, useRef } from "react";
import { keepConsent } from "../../shell/consent";
import { strangersInside } from "../../shell/strangers";
import { useBooking } from "../BookingProvider";
import { stepOfPath } from "../flow";
import type { BookingState } from "../state";
import { ConsentBar } from "./ConsentBar";
import Measure, { type Since } from "./Measure";
import { tellConsent, useConsent } from "./useConsent";

/** Asks for consent where there is something to ask for, and measures with it. */
export default function Tracking(props: {
  /** What stands behind the hash: events and activities measure themselves, and nothing is measured elsewhere. */
  path: string;
  /** The booking as the page began with it. */
  begun: BookingState;
  /** The guest wants to decide anew. */
  asked: boolean;
  onAnswered: () => void;
}) {
  const { path, begun, asked, onAnswered } = props;
  const { property, state } = useBooking();
  const consent = useConsent(property);
  const [, root, under = "", within = ""] = path.split("/");
  const ofStay = root === "booking" || root === "";
  const measuredHere = ofStay || root === "events" || root === "activities";
  // here it outlives the screens that are not of the stay
  const since = useRef<Since>(begun);
  function decide(decision: "granted" | "refused") {
    keepConsent(property.id, decision);
    onAnswered();
    tellConsent(decision);
  }
  useEffect(() => {
    // on whichever screen it was done
    if (consent !== "granted") since.current = state;
  }, [consent, state]);
  useEffect(() => {
    // what was loaded cannot be taken back but by a page without it; the booking is found again
    if (consent === "refused" && strangersInside()) window.location.reload();
  }, [consent]);
  return (
    <>
      {(asked || (measuredHere && consent === "open")) && <ConsentBar wanted={asked} onDecide={decide} />}
      {ofStay && (
        <Measure
          key={consent}
          granted={consent === "granted"}
          step={stepOfPath(under) ?? "search"}
          within={within}
          since={since}
        />
      )}
    </>
  );
}
