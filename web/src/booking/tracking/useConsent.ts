import { useEffect, useState } from "react";
import { type Consent, consentOf, hearOtherTabs } from "../../shell/consent";
import type { Measured } from "../../shell/measures";

const hear = new Set<(consent: Consent) => void>();

/** What the guest decided, here or in another tab, also while the screen stands: it counts at once, not from the next step. */
export function useConsent(property: Measured): Consent {
  const [consent, setConsent] = useState(() => consentOf(property));
  useEffect(() => {
    hear.add(setConsent);
    const stop = hearOtherTabs(property, setConsent);
    return () => {
      hear.delete(setConsent);
      stop();
    };
  }, [property]);
  return consent;
}

export function tellConsent(consent: Consent): void {
  for (const set of hear) set(consent);
}
