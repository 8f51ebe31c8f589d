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
      () => undefined, // tried again on Next; the server checks in any case
    );
    return () => {
      left = true;
    };
  }, []);
  return phones;
}

/**
 * A typed number as it stands: whether it can be one (null: none typed), and as it is stored. Without the plans no
 * dial code is known, so only a number typed with its own can be stored (GUEST-18).
 */
export function readPhone(
  phones: Phones | null,
  typed: string,
  country: string,
): { verdict: PhoneVerdict; stored: string | null } {
  const number = typed.trim();
  if (number === "") return { verdict: null, stored: null };
  if (phones) {
    const reading = phones.read(number, country);
    return { verdict: reading.valid, stored: reading.stored };
  }
  const own = number.startsWith("+") ? `+${asciiDigits(number).replace(/\D/g, "")}` : null;
  return { verdict: readWithoutPlans(number), stored: own };
}
