import { type ReactNode, useEffect, useState } from "react";
import { builtInLabels } from "./built-in";
import type { Labels } from "./english";
import { I18nProvider } from "./I18nProvider";
import { languageCookie, localeEntry } from "./locale";

/** What start-up, header and popups say, in every language that we label; each a file of its own. */
const sets = import.meta.glob<Labels>("../../../labels/*/shell.json", { import: "default" });
const fileOf = (language: string) => `../../../labels/${language}/shell.json`;

/** The first wish that we have labels for, `en` without any. */
export function labelledLanguage(wishes: readonly (string | null)[]): string {
  const languages = wishes.map((wish) => wish?.slice(0, 2).toLowerCase() ?? "");
  return languages.find((language) => fileOf(language) in sets) ?? "en";
}

/**
 * Words where no hotel has told its languages: that of the cookie, else the browser's first that we label. Shows
 * nothing while they come, and English when they do not.
 */
export function GuestsLanguage({ children }: { children: ReactNode }) {
  const [words, setWords] = useState<{ language: string; labels: Labels } | null>(null);
  useEffect(() => {
    const language = labelledLanguage([languageCookie(), ...navigator.languages]);
    const load = sets[fileOf(language)];
    const english = { language: "en", labels: builtInLabels() };
    const loaded = load?.().then(
      (labels) => ({ language, labels }),
      () => english,
    );
    void Promise.resolve(loaded ?? english).then((found) => {
      document.documentElement.lang = found.language;
      document.documentElement.dir = localeEntry(found.language).dir;
      setWords(found);
    });
  }, []);
  return words && <I18nProvider {...words}>{children}</I18nProvider>;
}
