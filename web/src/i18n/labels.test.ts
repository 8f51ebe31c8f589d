/** The label files: every language says everything that English says, with the same slots and its own plural forms. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { translate } from "./translate";

const folder = join(process.cwd(), process.cwd().endsWith("web") ? "../labels" : "labels");

type Area = Record<string, string>;

const read = (language: string, file: string): Area =>
  JSON.parse(readFileSync(join(folder, language, file), "utf8"));

const areas = readdirSync(join(folder, "en")).filter((file) => file.endsWith(".json"));
const languages = readdirSync(folder).filter((language) => language !== "en");

const plural = /_(zero|one|two|few|many|other)$/;
const slots = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

/** The plural forms that counts of things need in a language. */
function forms(language: string): string[] {
  const rules = new Intl.PluralRules(language);
  return [...new Set(Array.from({ length: 201 }, (_, count) => rules.select(count)))];
}

/** Keys with plural forms (`lbl_nights` for `lbl_nights_other`), and the others. */
function sorted(labels: Area): { counted: string[]; plain: string[] } {
  const counted = Object.keys(labels)
    .filter((key) => key.endsWith("_other") && `${key.slice(0, -6)}_one` in labels)
    .map((key) => key.slice(0, -6));
  const belongs = (key: string) => plural.test(key) && counted.includes(key.replace(plural, ""));
  return { counted, plain: Object.keys(labels).filter((key) => !belongs(key)) };
}

describe.each(languages)("labels in %s", (language) => {
  test.each(areas)("%s is complete", (file) => {
    const english = read("en", file);
    const other = read(language, file);
    const { counted, plain } = sorted(english);
    const expected = [...plain, ...counted.flatMap((key) => forms(language).map((form) => `${key}_${form}`))];
    expect(Object.keys(other).sort()).toEqual(expected.sort());
  });

  test.each(areas)("%s has the slots of the English text", (file) => {
    const english = read("en", file);
    const other = read(language, file);
    const { counted, plain } = sorted(english);
    for (const key of plain) expect(slots(other[key] ?? ""), key).toEqual(slots(english[key] ?? ""));
    for (const key of counted) {
      const known = slots(english[`${key}_other`] ?? "");
      expect(slots(other[`${key}_other`] ?? ""), `${key}_other`).toEqual(known);
      // One and two can be said without a figure.
      for (const form of forms(language)) {
        const text = other[`${key}_${form}`] ?? "";
        expect(known, `${key}_${form}`).toEqual(expect.arrayContaining(slots(text)));
        const figure = ["zero", "one", "two"].includes(form) ? ["{count}"] : [];
        expect([...new Set([...slots(text), ...figure])].sort(), `${key}_${form}`).toEqual(
          [...new Set([...known, ...figure])].sort(),
        );
      }
    }
  });

  test("no text is empty, padded or markup", () => {
    for (const file of areas) {
      for (const [key, text] of Object.entries(read(language, file))) {
        expect(text.trim(), key).toBe(text);
        expect(text, key).not.toMatch(/^$|[<>]/);
      }
    }
  });
});

// A line may break at an ordinary space, and would begin with the sign.
test.each([
  ["en", / m²/],
  ["fr", /« | [:;?!»%]|° | m²/],
  ["de", / %| m²/],
  ["he", / מ״ר/],
  ["ar", / م²/],
])("no sign of %s can be parted from its word", (language, parted) => {
  for (const file of areas) {
    for (const [key, text] of Object.entries(read(language, file))) expect(text, key).not.toMatch(parted);
  }
});

// "08 / 29" read from the right is "29 / 08".
test.each(["he", "ar"])("digits that belong together stay in their order: %s", (language) => {
  for (const file of areas) {
    for (const [key, text] of Object.entries(read(language, file)))
      expect(text.replace(/\u2066[^\u2069]*\u2069/g, ""), key).not.toMatch(/\d[ +/.-]+\d/);
  }
});

test("one room fits, where many do not", () => {
  const said = (language: string) =>
    translate(read(language, "rooms.json"), language, "lbl_rooms_fit", { count: 1, all: 3 });
  expect(["en", "fr", "de"].map(said)).toEqual([
    "1 of 3 rooms fits",
    "1 chambre sur 3 convient",
    "1 von 3 Zimmern passt",
  ]);
});

// "von 3 Nächte", "für 1 Erwachsener": what is counted comes as it stands by itself, so no word may ask for a case.
test("no German word asks for a case of what is counted", () => {
  for (const file of areas) {
    for (const [key, text] of Object.entries(read("de", file))) {
      expect(text, key).not.toMatch(
        /(von|mit|bei|für|wünschten) \{(nights|guests|party|people|points|adults|children)\}/,
      );
    }
  }
});

// The dirham's sign ends in a stop of its own: "د.إ.."
test("no Arabic sentence ends in an amount", () => {
  for (const file of areas) {
    for (const [key, text] of Object.entries(read("ar", file))) {
      expect(text, key).not.toMatch(/\{(amount|penalty|price|total|before|now)\}\./);
    }
  }
});

test("no key stands in two areas", () => {
  const keys = areas.flatMap((file) => Object.keys(read("en", file)));
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

test("the label set holds the documented messages [GUEST-27, ERR-17]", () => {
  const texts = areas.flatMap((file) => Object.values(read("en", file)));
  for (const message of [
    "Credit card is required",
    "Invalid email address",
    "Email is required",
    "Name is required",
    "Message is required",
    "Contact Number is required",
    "Invalid Contact Number",
    "Please select a room first",
    "No Valid Discount Found",
    "No Group Code found",
    "Session Expired. Please login again to continue.",
  ]) {
    expect(texts).toContain(message);
  }
});

test("the cancellation-time labels [CONST-03]", () => {
  const errors = read("en", "errors.json");
  const hours = Object.entries(errors).filter(([key]) => key.startsWith("lbl_hours_before_"));
  expect(hours.map(([, text]) => text)).toEqual([
    ...[4, 8, 12, 16, 20, 24, 48].map((count) => `${count} hours before`),
    "More than 48 hours before",
  ]);
});
