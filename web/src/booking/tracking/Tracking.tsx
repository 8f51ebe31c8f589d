import { useState } from "react";
import { consentOf, keepConsent } from "../../shell/consent";
import { useBooking } from "../BookingProvider";
import type { StepName } from "../flow";
import { ConsentBar } from "./ConsentBar";
import Measure from "./Measure";

/** Asks for consent where there is something to ask for, and measures with it. */
export default function Tracking(props: {
  step: StepName;
  /** The guest wants to decide anew. */
  asked: boolean;
  onAnswered: () => void;
}) {
  const { step, asked, onAnswered } = props;
  const { property } = useBooking();
  const [consent, setConsent] = useState(() => consentOf(property));
  function decide(decision: "granted" | "refused") {
    keepConsent(property.id, decision);
    onAnswered();
    setConsent(decision);
    // what was loaded cannot be taken back but by a page without it; the booking is found again
    if (consent === "granted" && decision === "refused") window.location.reload();
  }
  return (
    <>
      {(asked || consent === "open") && <ConsentBar wanted={asked} onDecide={decide} />}
      {consent === "granted" && <Measure step={step} />}
    </>
  );
}
