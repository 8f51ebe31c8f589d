/**
 * What may be typed into a field of the guest form.
 *
 * The server sends its own patterns with the address rules (GUEST-14). One that this browser cannot read with the `u`
 * flag is tried without it, and one that cannot be read at all gives way to the wide default, so that a hotel's
 * mistake never locks a guest out.
 */

/** Signs that stand inside names besides letters, marks and digits: spaces, hyphens, apostrophes, dots, joiners. */
const inNames = " \\u00a0'’‘ʼ׳״`´.·・\\u200c\\u200d\\u2010\\u2011\\-_";

/** Names of people of any script, 1 to 150 characters (GUEST-13 as decided: word characters of every script). */
export const NAME_PATTERN = new RegExp(`^[\\p{L}\\p{M}\\p{N}${inNames}]{1,150}$`, "u");

/** Streets and places: names, and the punctuation of addresses such as `12 Main St. #4` or `ул. Мира, д. 5/1`. */
export const PLACE_PATTERN = /^[\p{L}\p{M}\p{N}\p{P}\p{Zs}№°ºª+|`´\u200c\u200d]{1,150}$/u;

/** Something, an at sign, and a domain with a dot: the letter itself proves an address, not a pattern. */
export const EMAIL_PATTERN = /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/u;

/** Letters and digits of any script with spaces and hyphens. */
export const ZIP_PATTERN = /^[\p{L}\p{N}][\p{L}\p{N} -]{1,15}$/u;

/** The server's pattern, read with the `u` flag, then plainly, then replaced by `fallback`. */
export function pattern(source: string | null | undefined, fallback: RegExp): RegExp {
  if (!source) return fallback;
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(source, flags);
    } catch {
      // the next reading
    }
  }
  return fallback;
}
