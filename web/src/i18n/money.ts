/**
 * Money as the guest reads it. Amounts are decimal numbers in major units, as the API sends them; how many digits a
 * currency has comes from Intl, two where it knows none (CUR-03), and CHF moves in steps of 0.05 (CUR-04).
 */

const digitsCache = new Map<string, number>();

/** Minor digits of a currency: 2 for USD, 0 for JPY, 3 for KWD. */
export function currencyDigits(currency: string): number {
  let digits = digitsCache.get(currency);
  if (digits === undefined) {
    digits = format("en", currency).resolvedOptions().maximumFractionDigits ?? 2;
    digitsCache.set(currency, digits);
  }
  return digits;
}

/** The smallest step an amount moves in, in minor units: 5 for CHF, 1 elsewhere. */
export function cashStep(currency: string): number {
  return currency === "CHF" ? 5 : 1;
}

/** Rounds what is paid to the currency's step, half away from zero. A part that is contained in it has no step. */
export function roundMoney(amount: number, currency: string): number {
  return roundTo(amount, 10 ** currencyDigits(currency) / cashStep(currency));
}

function roundTo(amount: number, scale: number): number {
  // Number("1.005e2") avoids the binary error of 1.005 * 100
  const scaled = scale === 1 ? Math.abs(amount) : Math.abs(amount) * scale;
  const rounded = Math.round(Number(scaled.toFixed(6)));
  return (Math.sign(amount) * rounded) / scale || 0;
}

/** Adds amounts without binary dust. */
export function sumMoney(amounts: readonly number[], currency: string): number {
  const scale = 10 ** currencyDigits(currency);
  return amounts.reduce((sum, amount) => sum + Math.round(amount * scale), 0) / scale;
}

const formats = new Map<string, Intl.NumberFormat>();

function format(locale: string, currency: string): Intl.NumberFormat {
  const id = `${locale} ${currency}`;
  let made = formats.get(id);
  if (!made) {
    try {
      made = new Intl.NumberFormat(locale, { style: "currency", currency });
    } catch {
      made = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    }
    formats.set(id, made);
  }
  return made;
}

/** A sign with letters before it, at the end of what is written from the right: it goes to the letters' other side. */
const SIGN_APART = /^([\u200f\u061c].*\p{L}[$£¥])$/u;

/**
 * `$1,234.50`, `1.234,50 €`, `CA$1,234.50`: thousands separated, the currency's own digits, the symbol that tells it
 * from every other one where the guest reads.
 */
export function formatMoney(amount: number, currency: string, locale: string): string {
  const written = format(locale, currency).format(roundTo(amount, 10 ** currencyDigits(currency)));
  return written.replace(SIGN_APART, "$1\u200e");
}

const steps = [
  { from: 1e15, suffix: "Q" },
  { from: 1e12, suffix: "T" },
  { from: 1e9, suffix: "B" },
  { from: 1e6, suffix: "M" },
  { from: 1e3, suffix: "K" },
] as const;

const shorts = new Map<string, Intl.NumberFormat>();

/** A calendar price without its symbol, at most one decimal and a suffix from a thousand on: `132`, `1.2K` (CUR-07). */
export function shortAmount(amount: number, locale: string): string {
  const rounded = Math.round(amount);
  // 10,000 is where four digits stop fitting under a day; below it the whole number is the truer one. 999.95K is 1M
  const step =
    rounded < 10_000 ? undefined : steps.find(({ from }) => Math.round((amount / from) * 1e4) >= 1e4);
  const value = step ? Math.round((amount / step.from) * 10) / 10 : rounded;
  const format =
    shorts.get(locale) ?? new Intl.NumberFormat(locale, { maximumFractionDigits: 1, useGrouping: false });
  shorts.set(locale, format);
  return format.format(value) + (step?.suffix ?? "");
}
