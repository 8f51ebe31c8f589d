// Makes crates/api/data/money-formats.json: how languages write money, as browsers do, so that the letter says the same
// as the page.
//
//   node scripts/make-money-formats.mjs
//
// The data is the Unicode CLDR's, as the `Intl` of Node carries it (the file names its version).

import { readFileSync, writeFileSync } from "node:fs";

const OUT = new URL("../crates/api/data/money-formats.json", import.meta.url);
const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");

/** Locales that we label, and the languages that a hotel may offer without labels of ours. */
const labelled = JSON.parse(read("../crates/api/data/locales.json")).map(({ code }) => code.replace("_", "-"));
const others = `bg-BG bs-BA ca-ES cs-CZ cy-GB da-DK el-GR es-ES es-MX et-EE eu-ES fa-IR fi-FI ga-IE gl-ES hr-HR hu-HU
  hy-AM id-ID is-IS it-IT ja-JP ka-GE ko-KR lt-LT lv-LV mk-MK ms-MY mt-MT nb-NO nl-BE nl-NL no-NO pl-PL pt-BR pt-PT ro-RO
  ru-RU sk-SK sl-SI sq-AL sr-RS sv-SE th-TH tr-TR uk-UA ur-PK uz-UZ vi-VN zh-CN zh-TW`.split(/\s+/);
const tags = [...new Set([...labelled, ...others])].sort();
const codes = [...read("../crates/domain/src/currencies.rs").matchAll(/^ {4}row\("([A-Z]{3})"/gm)].map(([, code]) => code);

const money = (tag, currency) => new Intl.NumberFormat(tag, { style: "currency", currency });
/** `¤` is the symbol, `#` the number; what stands between is kept, narrow spaces as common ones. */
const NUMBER = ["integer", "group", "decimal", "fraction"];
const plain = (text) => text.replaceAll("\u202f", "\u00a0");

function layout(tag, currency, amount) {
  let out = "";
  for (const { type, value } of money(tag, currency).formatToParts(amount)) {
    if (type === "currency") out += "¤";
    else if (!NUMBER.includes(type)) out += plain(value);
    else if (!out.endsWith("#")) out += "#";
  }
  return out;
}

/** A currency that has a sign there; which ones do differs by place. */
const signed = (tag) =>
  ["EUR", ...codes].find((code) => {
    const symbol = money(tag, code).formatToParts(1).find(({ type }) => type === "currency").value;
    return !/\p{L}/u.test(symbol);
  }) ?? "EUR";

function format(tag) {
  const sign = signed(tag);
  const parts = money(tag, "EUR").formatToParts(1234567.5);
  const mark = (type) => plain(parts.find((one) => one.type === type)?.value ?? "");
  return {
    // a symbol in letters may keep a distance that a sign does not
    sign: [layout(tag, sign, 1), layout(tag, sign, -1)],
    letters: [layout(tag, "CHF", 1), layout(tag, "CHF", -1)],
    // some countries write amounts with other marks than numbers
    decimal: mark("decimal"),
    group: mark("group"),
  };
}

function symbols(tag) {
  const found = {};
  for (const code of codes) {
    const parts = money(tag, code).formatToParts(1);
    const at = parts.findIndex(({ type }) => type === "currency");
    // a symbol that ends in a point brings the mark that keeps the point beside it
    const mark = /^[\u200e\u200f]$/.test(parts[at + 1]?.value ?? "") ? parts[at + 1].value : "";
    const symbol = plain(parts[at].value) + mark;
    if (symbol !== code) found[code] = symbol;
  }
  return found;
}

/** The place of a value in a list, added when it is not there. */
function place(list, value) {
  const text = JSON.stringify(value);
  const at = list.findIndex((known) => JSON.stringify(known) === text);
  return at >= 0 ? at : list.push(value) - 1;
}

const table = { cldr: process.versions.cldr, formats: [], symbols: [], locales: {} };
for (const tag of tags) table.locales[tag] = [place(table.formats, format(tag)), place(table.symbols, symbols(tag))];
const lines = (list) => `[\n${list.map((one) => JSON.stringify(one)).join(",\n")}\n]`;
writeFileSync(
  OUT,
  `{"cldr":"${table.cldr}","formats":${lines(table.formats)},"symbols":${lines(table.symbols)},"locales":${JSON.stringify(table.locales)}}\n`,
);
console.log(`${tags.length} locales, ${table.formats.length} formats, ${table.symbols.length} sets of symbols`);
