/**
 * Slips in e-mail addresses that a guest can mend with one tap. An address is never refused for a guess: what cannot
 * be an address is an error with a suggestion, what merely looks odd is a hint.
 */

/** Mail services whose names are often mistyped. */
const services = [
  "gmail.com",
  "googlemail.com",
  "outlook.com",
  "hotmail.com",
  "hotmail.co.uk",
  "live.com",
  "yahoo.com",
  "yahoo.co.uk",
  "icloud.com",
  "me.com",
  "aol.com",
  "proton.me",
  "protonmail.com",
  "gmx.de",
  "gmx.net",
  "web.de",
  "orange.fr",
  "free.fr",
  "bluewin.ch",
  "eircom.net",
];

/** Country endings that differ from the country's code. */
const endings: Readonly<Record<string, string>> = {
  GB: "co.uk",
  US: "com",
  AU: "com.au",
  NZ: "co.nz",
  JP: "co.jp",
};

/** Letters to change, add, drop or swap with their neighbour to turn one word into the other. */
function slips(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(change, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

/** The service that a domain was probably meant to be, or null when it is one or is like none. */
function likelyService(domain: string): string | null {
  if (services.includes(domain)) return null;
  // short names differ from each other by one letter only, so they allow for none
  return services.find((service) => service.length > 8 && slips(domain, service) === 1) ?? null;
}

/** What may be wrong with an address, for the words beside the field. */
export type EmailDoubt =
  | { kind: "NO_AT" }
  | { kind: "NO_NAME" }
  /** The domain stops before its ending; `domains` are likely ones. */
  | { kind: "ENDS_EARLY"; domains: string[] }
  /** A domain that looks like a slip of a well-known one; `email` is the mended address. */
  | { kind: "LOOKS_LIKE"; domain: string; email: string };

/** Looks at an address as typed; null when nothing seems wrong. `country` (ISO 3166-1) offers its own ending. */
export function doubtEmail(typed: string, country: string | null): EmailDoubt | null {
  const email = typed.trim();
  const at = email.lastIndexOf("@");
  if (at < 0) return { kind: "NO_AT" };
  if (at === 0) return { kind: "NO_NAME" };
  const name = email.slice(0, at);
  const domain = email.slice(at + 1).toLowerCase();
  const stem = domain.replace(/\.+$/, "");
  const known = likelyService(stem) ?? services.find((service) => service.split(".")[0] === stem);
  if (known) return { kind: "LOOKS_LIKE", domain: known, email: `${name}@${known}` };
  if (stem.includes(".")) {
    return stem === domain ? null : { kind: "LOOKS_LIKE", domain: stem, email: `${name}@${stem}` };
  }
  const ending = country ? (endings[country] ?? country.toLowerCase()) : "com";
  const first = stem === "" ? "example" : stem;
  return { kind: "ENDS_EARLY", domains: [...new Set([`${first}.com`, `${first}.${ending}`])] };
}
