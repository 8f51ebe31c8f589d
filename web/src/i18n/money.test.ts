import { expect, test } from "vitest";
import { currencyDigits, formatMoney, roundMoney, shortAmount, sumMoney } from "./money";

const plain = (text: string) => text.replace(/[\s\u200e\u200f]/g, " ");

// clause: CUR-03
test("amounts have thousands separators, the currency's own digits and the symbol on the left", () => {
  expect(formatMoney(1234.5, "USD", "en-US")).toBe("$1,234.50");
  expect(plain(formatMoney(1234.5, "AED", "en-US"))).toBe("AED 1,234.50");
  expect(formatMoney(1234, "JPY", "en-US")).toBe("¥1,234");
  expect(plain(formatMoney(1.2345, "KWD", "en-US"))).toContain("1.235");
  expect(currencyDigits("no currency")).toBe(2);
});

// clause: CUR-03
test("the symbol names one currency alone, so that a converted price is not taken for the hotel's", () => {
  for (const locale of ["en-US", "en-GB", "en-CA", "de-DE", "fr-FR", "ar-AE", "he-IL"]) {
    const shown = ["USD", "CAD", "AUD", "MXN", "JPY", "CNY", "SEK", "NOK", "DKK"].map((currency) =>
      formatMoney(1234, currency, locale).replace(/[.,٫]00/, ""),
    );
    expect(new Set(shown).size, `${locale}: ${shown}`).toBe(shown.length);
  }
  expect(formatMoney(1234.5, "CAD", "en-US")).toBe("CA$1,234.50");
  // read from the right it would be $US
  expect(formatMoney(1234.5, "USD", "ar-AE")).toBe("\u200f1,234.50\u00a0US$\u200e");
  expect(formatMoney(5.5, "GBP", "ar-AE").slice(-4)).toBe("UK£\u200e");
  expect(formatMoney(-5.5, "USD", "ar-SA").slice(-4)).toBe("US$\u200e");
  expect(formatMoney(1234.5, "CAD", "de-DE")).toBe("1.234,50\u00a0CA$");
});

// clause: CUR-04
test("CHF moves in steps of 0.05, the others in their digits", () => {
  expect(roundMoney(112.75923, "CHF")).toBe(112.75);
  expect(roundMoney(112.78, "CHF")).toBe(112.8);
  expect(roundMoney(1.005, "USD")).toBe(1.01);
  expect(roundMoney(-1.005, "USD")).toBe(-1.01);
  for (let cents = 0; cents < 400; cents++) {
    const rounded = roundMoney(cents / 100, "CHF");
    expect(Math.abs(Math.round(rounded * 100)) % 5).toBe(0);
    expect(Math.abs(rounded - cents / 100)).toBeLessThanOrEqual(0.0251);
  }
});

test("sums carry no binary dust", () => {
  expect(sumMoney([0.1, 0.2], "USD")).toBe(0.3);
  expect(sumMoney(Array(1000).fill(0.01), "USD")).toBe(10);
});

// clause: CUR-04, PRICE-08
test("a tax contained in a price is told to the centime", () => {
  expect(formatMoney(24.22, "CHF", "en-US")).toBe("CHF\u00a024.22");
  expect(formatMoney(1.005, "USD", "en-US")).toBe("$1.01");
});

// clause: CUR-07
test("calendar prices are short: K, M, B, T, Q with one decimal at most", () => {
  expect(shortAmount(132.49, "en-US")).toBe("132");
  expect(shortAmount(9999, "en-US")).toBe("9999");
  expect(shortAmount(12_340, "en-US")).toBe("12.3K");
  expect(shortAmount(1_500_000, "en-US")).toBe("1.5M");
  expect(shortAmount(2e9, "en-US")).toBe("2B");
  expect(shortAmount(3.25e12, "en-US")).toBe("3.3T");
  expect(shortAmount(4e15, "en-US")).toBe("4Q");
  // what rounds up to a thousand of one is one of the next
  expect(shortAmount(999_949, "en-US")).toBe("999.9K");
  expect(shortAmount(999_950, "en-US")).toBe("1M");
  expect(shortAmount(999_949_999, "en-US")).toBe("999.9M");
  expect(shortAmount(999_950_000, "en-US")).toBe("1B");
});
