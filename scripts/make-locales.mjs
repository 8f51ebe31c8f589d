// Makes crates/api/data/locales.json, one line a locale, from the Unicode CLDR: every country's form of the languages that we
// label, and the two that the documents name besides.
//
//   npm install --prefix DIR cldr-core@48.2.0 cldr-localenames-full@48.2.0
//   node scripts/make-locales.mjs DIR

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const LABELS = new URL("../labels/", import.meta.url);
const OUT = new URL("../crates/api/data/locales.json", import.meta.url);

const RIGHT_TO_LEFT = ["ar", "he"];
/** Facts of the documents that the languages alone would not give (I18N-03 to I18N-05); a hotel can correct them. */
const DOCUMENTED = {
  es_DO: { direction: "rtl", label_set: "ar_AE" },
  hi_IN: { direction: "ltr", label_set: "he_IL" },
};

const folder = process.argv[2];
if (!folder) {
  console.error("usage: node scripts/make-locales.mjs DIR");
  process.exit(2);
}
const packages = join(folder, "node_modules");
const read = (file) => JSON.parse(readFileSync(join(packages, file), "utf8"));
const { region: tenders } = read("cldr-core/supplemental/currencyData.json").supplemental.currencyData;
const available = read("cldr-core/availableLocales.json").availableLocales.full;

function names(locale, kind) {
  const known = existsSync(join(packages, `cldr-localenames-full/main/${locale}`)) ? locale : locale.split("-")[0];
  return read(`cldr-localenames-full/main/${known}/${kind}.json`).main[known].localeDisplayNames[kind];
}
const english = { languages: names("en", "languages"), territories: names("en", "territories") };

/** What is paid with in a country today. */
function tender(country) {
  const current = (tenders[country] ?? []).flatMap(Object.entries).filter(([, of]) => !of._to && of._tender !== "false");
  return current.at(-1)?.[0] ?? null;
}

function entry(code) {
  const [language, country] = code.split("_");
  const own = { languages: names(`${language}-${country}`, "languages"), territories: names(`${language}-${country}`, "territories") };
  const langNative = own.languages[language];
  const countryNative = own.territories[country];
  return {
    code,
    langName: english.languages[language],
    langNative,
    countryName: english.territories[country],
    countryNativeName: countryNative,
    currency: tender(country),
    countryCode: country,
    languageCode: language,
    label: `${langNative} (${countryNative})`,
    direction: RIGHT_TO_LEFT.includes(language) ? "rtl" : "ltr",
    label_set: code,
    ...DOCUMENTED[code],
  };
}

const labelled = readdirSync(LABELS, { withFileTypes: true }).filter((file) => file.isDirectory()).map((file) => file.name);
const home = (language) => `${language}-${new Intl.Locale(language).maximize().region}`;
const codes = labelled
  .flatMap((language) => [home(language), ...available.filter((tag) => new RegExp(`^${language}-[A-Z]{2}$`).test(tag))])
  .map((tag) => tag.replace("-", "_"))
  .concat(Object.keys(DOCUMENTED));
const lines = [...new Set(codes)].sort().map((code) => JSON.stringify(entry(code)));
writeFileSync(OUT, `[\n${lines.join(",\n")}\n]\n`);
console.log(`${lines.length} locales`);
