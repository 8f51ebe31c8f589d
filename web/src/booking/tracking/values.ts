/** Values as they are told. Pure. */

/** Revenue and taxes go out with two decimals, whatever the currency has (ANALYTICS-05). */
export const twoDecimals = (amount: number): number => Number(amount.toFixed(2));

/** SHA-256 of the trimmed lower-case address in hex (ANALYTICS-11); null where the browser cannot, or there is none. */
export async function hashed(email: string | null | undefined): Promise<string | null> {
  const address = email?.trim().toLowerCase();
  if (!address || !globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(address));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
