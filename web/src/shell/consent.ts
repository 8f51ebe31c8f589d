/**
 * Whether the guest lets the hotel measure its pages. Nothing of a third party loads before they do,
 * unless the hotel says that it need not ask. Kept in the browser, for one hotel.
 */
import { type Measured, measures } from "./measures";

/** `open`: the guest has not been asked yet. */
export type Consent = "granted" | "refused" | "open";

const key = (property: number) => `portico.consent.${property}`;

/** What the guest decided, or what stands for it: a browser that says "do not sell or share" has refused. */
export function consentOf(property: Measured): Consent {
  if (!measures(property)) return "refused";
  try {
    const kept = localStorage.getItem(key(property.id));
    if (kept === "granted" || kept === "refused") return kept;
  } catch {
    // nothing can be kept, so nothing was
  }
  if ((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl) return "refused";
  return property.website_config.require_tracking_consent ? "open" : "granted";
}

export function keepConsent(property: number, consent: "granted" | "refused"): void {
  try {
    localStorage.setItem(key(property), consent);
  } catch {
    // the guest is asked again next time
  }
}

/** Hears of an answer that is given in another tab; what is returned stops that. */
export function hearOtherTabs(property: Measured, hear: (consent: Consent) => void): () => void {
  const listen = (event: StorageEvent) => {
    // no key: all of it was cleared
    if (event.key === key(property.id) || event.key === null) hear(consentOf(property));
  };
  window.addEventListener("storage", listen);
  return () => window.removeEventListener("storage", listen);
}
