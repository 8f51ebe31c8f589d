// Makes crates/domain/src/currencies.rs from the Unicode CLDR.
//
//   npm install --prefix DIR cldr-core@48.2.0 cldr-numbers-full@48.2.0
//   node scripts/make-currencies.mjs DIR
//
// Digits are those that people really use: a forint has 100 fillér by law and none in any shop. Browsers follow the
// same data, so that the page writes what the server computes.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const OUT = new URL("../crates/domain/src/currencies.rs", import.meta.url);

/** What guests pay in: every currency of a country with some hotels, and without exchange controls that forbid it. */
const CODES = `
  AED ALL AMD AOA ARS AUD AZN BAM BBD BDT BHD BMD BND BOB BRL BSD BWP BYN BZD CAD CHF CLP CNY COP CRC CVE CZK DKK DOP DZD
  EGP ETB EUR FJD GBP GEL GHS GMD GTQ GYD HKD HNL HUF IDR ILS INR IQD ISK JMD JOD JPY KES KGS KHR KRW KWD KYD KZT LAK LBP
  LKR LYD MAD MDL MGA MKD MMK MNT MOP MUR MVR MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON
  RSD RUB RWF SAR SCR SEK SGD THB TND TRY TTD TWD TZS UAH UGX USD UYU UZS VND XAF XOF XPF ZAR ZMW`
  .trim()
  .split(/\s+/);

/** Where a currency is at home, when its code does not begin with the country. */
const HOMES = { EUR: "FR", XAF: "CM", XOF: "SN", XPF: "PF" };

/** Smallest amounts above one minor unit. The documents name one; elsewhere a price keeps its last digit (CUR-04). */
const STEPS = { CHF: 5 };

const folder = process.argv[2];
if (!folder) {
  console.error("usage: node scripts/make-currencies.mjs DIR");
  process.exit(2);
}
const packages = join(folder, "node_modules");
const read = (file) => JSON.parse(readFileSync(join(packages, file), "utf8"));
const { version } = read("cldr-core/package.json");
const { fractions } = read("cldr-core/supplemental/currencyData.json").supplemental.currencyData;

function namesIn(locale) {
  return read(`cldr-numbers-full/main/${locale}/currencies.json`).main[locale].numbers.currencies;
}
const english = namesIn("en");

/** The symbol at home: in the language that most people of the country speak. */
function native(code) {
  const home = HOMES[code] ?? code.slice(0, 2);
  const { language, script } = new Intl.Locale(`und-${home}`).maximize();
  const known = [`${language}-${home}`, `${language}-${script}-${home}`, language, `en-${home}`];
  const locale = known.find((name) => existsSync(join(packages, `cldr-numbers-full/main/${name}`)));
  const entry = locale ? namesIn(locale)[code] : undefined;
  // Marks of direction belong to the text around, not to the symbol.
  const symbol = (entry?.["symbol-alt-narrow"] ?? entry?.symbol ?? code).replace(/[\u200b\u200e\u200f]/g, "").trim();
  return ["", code].includes(symbol) ? (english[code]["symbol-alt-narrow"] ?? code) : symbol;
}

const text = (value) => JSON.stringify(value);
const rows = CODES.toSorted().map((code) => {
  const { displayName, symbol, "displayName-count-other": plural } = english[code];
  const digits = Number((fractions[code] ?? fractions.DEFAULT)._digits);
  if (![0, 2, 3].includes(digits)) throw new Error(`${code} has ${digits} digits`);
  // `F CFA` is written with a space that does not break; ours are plain.
  const plain = (symbol ?? code).replace(/\u00a0|\u202f/g, " ");
  const parts = [text(code), digits, STEPS[code] ?? 1, text(plain), text(native(code).replace(/\u00a0|\u202f/g, " "))];
  return `    row(${[...parts, text(displayName), text(plural)].join(", ")}),`;
});

writeFileSync(
  OUT,
  `//! The currencies that prices can be shown in. Made by scripts/make-currencies.mjs from the Unicode CLDR ${version}
//! (© Unicode, Inc., Unicode licence v3): change the script, not this file.
//!
//! Symbols and names are English ones, the native symbol is how it is written at home. The step is the smallest amount
//! that is asked, in minor units: 5 for the Swiss franc, whose smallest coin is 0.05 (CUR-04).

use crate::money::Currency;

const fn row(
    code: &'static str,
    digits: u8,
    step: i64,
    symbol: &'static str,
    symbol_native: &'static str,
    name: &'static str,
    name_plural: &'static str,
) -> Currency {
    Currency { code, digits, step, symbol, symbol_native, name, name_plural }
}

/// Every currency, ordered by code (CUR-05).
#[rustfmt::skip]
pub(crate) static CURRENCIES: &[Currency] = &[
${rows.join("\n")}
];
`,
);
console.log(`${rows.length} currencies`);
