import { useEffect, useState } from "react";
import { type Consent, consentOf } from "../../shell/consent";
import type { Measured } from "../../shell/measures";

const hear = new Set<(consent: Consent) => void>();

/** What the guest decided, also while the screen stands: it counts at once, not from the next step. */
export function useConsent(property: Measured): Consent {
  const [consent, setConsent] = useState(() => consentOf(property));
  useEffect(() => {
    hear.add(setConsent);
    return () => {
      hear.delete(setConsent);
    };
  }, []);
  return consent;
}

export function tellConsent(consent: Consent): void {
  for (const set of hear) set(consent);
}
