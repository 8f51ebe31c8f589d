/**
 * Phone numbers by the numbering plan of their country (GUEST-16). The plans are 35 kB, so they load when the guest
 * step is shown and not before; until then, and when they cannot be loaded, only the count of digits is checked.
 */
import type { CountryCode } from "libphonenumber-js/min";
import { asciiDigits, storedPhone } from "./draft";

/** What one numbering-plan library answers; made by `loadPhones`. */
export interface Phones {
  /** Countries that have a dialling code. */
  countries: readonly string[];
  /** Dialling code without a plus, or null for a country without one. */
  dialCode(country: string): string | null;
  /** Reads a number as typed; `country` is the chosen one. */
  read(typed: string, country: string): PhoneReading;
}

/** A typed number as the plans understand it. */
export interface PhoneReading {
  /** Whether this can be a number of that country. */
  valid: boolean;
  /** As it is stored, `+353850123456`; null when a part is missing (GUEST-18). */
  stored: string | null;
  /** The country it belongs to: another than the chosen one when typed with a plus and its own code. */
  country: string;
  /** As people of that country write it, for the field. */
  formatted: string;
}

/** Loads the numbering plans; the same answer however often it is asked. */
let loading: Promise<Phones> | null = null;

export function loadPhones(): Promise<Phones> {
  loading ??= import("libphonenumber-js/min").then(
    ({ getCountries, getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString }) => {
      const dialCode = (country: string) =>
        isSupportedCountry(country) ? String(getCountryCallingCode(country)) : null;
      return {
        countries: getCountries(),
        dialCode,
        read(typed, country) {
          const number = parsePhoneNumberFromString(asciiDigits(typed), country as CountryCode);
          const code = dialCode(country);
          if (!number) return { valid: false, stored: storedPhone(code, typed), country, formatted: typed };
          // +1 and +44 serve several countries; the chosen one stays unless the number names another plan
          const own = number.countryCallingCode === code ? country : (number.country ?? country);
          return {
            valid: number.isValid(),
            stored: storedPhone(number.countryCallingCode, number.nationalNumber),
            country: own,
            formatted: number.isValid() ? number.formatNational() : typed,
          };
        },
      } satisfies Phones;
    },
  );
  loading.catch(() => {
    loading = null; // the network may be back at the next try
  });
  return loading;
}

/** The check without numbering plans: 4 to 15 digits (the longest of E.164). The server checks again. */
export function readWithoutPlans(typed: string): boolean {
  const digits = asciiDigits(typed).replace(/\D/g, "");
  return digits.length >= 4 && digits.length <= 15 && /^[\d\s()+./-]+$/.test(asciiDigits(typed).trim());
}

/** The country whose dialling code stands before the number at first: the property's, US when it has none (GUEST-17). */
export function defaultPhoneCountry(propertyCountry: string | null | undefined): string {
  return propertyCountry || "US";
}
