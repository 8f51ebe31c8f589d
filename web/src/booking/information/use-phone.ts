import { useEffect, useState } from "react";
import { asciiDigits } from "./draft";
import { loadPhones, type Phones, readWithoutPlans } from "./phone";
import type { PhoneVerdict } from "./validate";

/** The numbering plans, once they are here. */
export function usePhones(): Phones | null {
  const [phones, setPhones] = useState<Phones | null>(null);
  useEffect(() => {
    let left = false;
    loadPhones().then(
      (loaded) => left || setPhones(loaded),
      () => undefined, // tried again on Next
    );
    return () => {
      left = true;
    };
  }, []);
  return phones;
}

/** Longest wait for the plans on Next, in milliseconds: the server judges a number too. */
export const PLANS_MS = 5_000;

/** The plans for Next: they may have failed to load before. Null where they do not come. */
export async function plansInTime(): Promise<Phones | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PLANS_MS, null);
  });
  try {
    return await Promise.race([loadPhones(), late]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A typed number as it stands: whether it can be one (null: none typed), and as it is stored. Without the plans no dial
 * code is known: it goes as it was typed, and the server takes one with its own (GUEST-18).
 */
export function readPhone(
  phones: Phones | null,
  typed: string,
  country: string,
): { verdict: PhoneVerdict; stored: string | null } {
  // copied from a phone's contacts it stands between such marks
  const number = typed.replace(/\p{Cf}/gu, "").trim();
  if (number === "") return { verdict: null, stored: null };
  if (phones) {
    const reading = phones.read(number, country);
    return { verdict: reading.valid, stored: reading.stored };
  }
  const stored = number.startsWith("+") ? `+${asciiDigits(number).replace(/\D/g, "")}` : number;
  return { verdict: readWithoutPlans(number), stored };
}
