import { expect, test } from "vitest";
import { intlTag, languageCookie, localeEntry, startLanguage } from "./locale";

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
});

// clause: I18N-03, I18N-04
test("Arabic locales and es_DO read right-to-left, es_DO with the Arabic labels", () => {
  expect(["ar_AE", "ar_SA", "ar", "es_DO"].map((code) => localeEntry(code).dir)).toEqual(
    Array(4).fill("rtl"),
  );
  expect(["en_US", "es_ES", "hi_IN"].map((code) => localeEntry(code).dir)).toEqual(Array(3).fill("ltr"));
  // Beside hi_IN, Hebrew itself reads as Hebrew does (decisions, I18N-05).
  expect(localeEntry("he_IL").dir).toBe("rtl");
  expect(localeEntry("es_DO").labels).toBe("ar_AE");
});

test("a locale that Intl does not know is English there", () => {
  expect(intlTag("ar_AE")).toBe("ar-AE");
  expect(intlTag("not a locale")).toBe("en-US");
});
