// The words on the screen, from the same files as the server's: a journey that looks for
// "Search" in English looks for its Arabic word in Arabic.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./server.ts";

export type Language = "en" | "ar" | "de";
export type Values = Record<string, string | number>;
export type Say = (key: string, values?: Values) => string;

const LOCALE: Record<Language, string> = { en: "en-US", ar: "ar-AE", de: "de-DE" };

function read(language: Language): Record<string, string> {
  const folder = join(ROOT, "labels", language);
  return Object.assign(
    {},
    ...readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8"))),
  );
}

/** Facts side by side, with the comma of the guest's language. */
export function facts(say: Say, ...parts: string[]): string {
  const comma = say("lbl_package_rate", { package: "", rate: "" }).replace(/[\u2068\u2069]/g, "");
  return parts.join(comma);
}

/**
 * The label of a key in one language: with `count` its plural form, `{places}` filled. A key that
 * does not exist is a mistake in the test.
 */
export function labels(language: Language): Say {
  const words = read(language);
  const rules = new Intl.PluralRules(LOCALE[language]);
  const number = new Intl.NumberFormat(LOCALE[language]);
  return (key, values = {}) => {
    const form = typeof values.count === "number" ? words[`${key}_${rules.select(values.count)}`] : undefined;
    const text = form ?? words[key];
    if (text === undefined) throw new Error(`no label ${key} in ${language}`);
    return text.replace(/\{(\w+)\}/g, (place, name) => {
      const value = values[name];
      if (typeof value === "number") return number.format(value);
      // As the page: in a right-to-left sentence a name keeps its own direction.
      return value !== undefined && language === "ar" ? `\u2068${value}\u2069` : (value ?? place);
    });
  };
}
