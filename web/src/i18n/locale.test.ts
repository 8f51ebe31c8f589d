import { expect, test } from "vitest";
import { intlTag, knowLocales, languageCookie, localeEntry, startLanguage } from "./locale";

const offered = [
  { language_code: "ar_AE", default: false },
  { language_code: "de_DE", default: true },
  { language_code: "en_US" },
];

// clause: I18N-01
test("the cookie's first two characters choose, then the property's default, then en_US", () => {
  expect(startLanguage("ar_AE", offered)).toBe("ar_AE");
  expect(startLanguage("ar_EG", offered)).toBe("ar_AE");
  expect(startLanguage("fr_FR", offered)).toBe("de_DE");
  expect(startLanguage(null, offered)).toBe("de_DE");
  expect(startLanguage(null, [])).toBe("en_US");
  expect(languageCookie("a=b; hk_language=ar_AE; c=d")).toBe("ar_AE");
  expect(languageCookie("hk_languages=ar_AE")).toBeNull();
  expect(languageCookie("hk_language=%E0%A4%A"), "cut off").toBeNull();
});

// clause: I18N-03, I18N-04, I18N-05
test("the server's table says how an offered language reads and whose words it shows", () => {
  const language = (language_code: string, direction: string, label_set = language_code) => ({
    language_code,
    direction,
    label_set,
  });
  knowLocales([
    language("es_DO", "rtl", "ar_AE"),
    language("hi_IN", "ltr", "he_IL"),
    language("he_IL", "rtl"),
    language("ar_AE", "rtl"),
  ]);
  expect(localeEntry("es_DO")).toEqual({ dir: "rtl", labels: "ar_AE" });
  expect(localeEntry("hi_IN")).toEqual({ dir: "ltr", labels: "he_IL" });
  expect(localeEntry("he_IL").dir).toBe("rtl");
  expect(intlTag("es_DO")).toBe("ar-AE"); // days and amounts are written like the words around them
  knowLocales([language("es_DO", "ltr", "en_US")]); // a hotel that corrects it
  expect(localeEntry("es_DO")).toEqual({ dir: "ltr", labels: "en_US" });
  knowLocales([]);
  expect(["ar_AE", "he_IL", "en_US"].map((code) => localeEntry(code).dir)).toEqual(["rtl", "rtl", "ltr"]);
});

test("a locale that Intl does not know is English there", () => {
  expect(intlTag("ar_AE")).toBe("ar-AE");
  expect(intlTag("not a locale")).toBe("en-US");
});
