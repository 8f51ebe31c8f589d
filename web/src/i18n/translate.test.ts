import { expect, test } from "vitest";
import type { LabelKey } from "./english";
import { english } from "./english";
import { makeI18n } from "./I18nProvider";
import { translate } from "./translate";

const t = (labels: Record<string, string>, locale: string, key: string, vars = {}) =>
  translate(labels, locale, key as LabelKey, vars);

test("slots are filled, unknown ones stay visible", () => {
  expect(t({ a: "from {x} to {y}" }, "en", "a", { x: "1" })).toBe("from 1 to {y}");
});

test("Arabic takes all six plural forms", () => {
  const forms = ["zero", "one", "two", "few", "many", "other"];
  const labels = Object.fromEntries(forms.map((form) => [`n_${form}`, form]));
  expect([0, 1, 2, 3, 11, 100].map((count) => t(labels, "ar-AE", "n", { count }))).toEqual(forms);
});

test("a missing form falls back to other, a missing label to English", () => {
  expect(t({ n_other: "{count} x" }, "ar-AE", "n", { count: 2 })).toContain("x");
  expect(makeI18n("de_DE", {}).t("lbl_search")).toBe(english.lbl_search);
});

test("words inside a sentence from right to left keep their own direction", () => {
  expect(t({ a: "עבור {name}" }, "he-IL", "a", { name: "Ann B." })).toBe("עבור \u2068Ann B.\u2069");
  expect(t({ a: "غرفة {room}" }, "ar-AE", "a", { room: "King" })).toBe("غرفة \u2068King\u2069");
  // what is made of parts with directions of their own has none itself, but the sentence's
  const people = "\u2068بالغان\u2069، \u2068طفل\u2069";
  expect(t({ a: "لكل {guests}" }, "ar-AE", "a", { guests: people })).toBe(`لكل \u2067${people}\u2069`);
});

// clause: WIZ-03
test("the documented texts are in the label set", () => {
  const texts = new Set<string>(Object.values(english).map((text) => text.toLowerCase()));
  for (const text of [
    "Session Expired. Please login again to continue.",
    "Select dates",
    "Select rooms",
    "Select add-ons",
    "Points redemption",
    "Guest information",
    "Payments",
    "Confirmation",
    "Please fill in the required fields in order to proceed.",
    "Pick one or more of the rooms to proceed to the next step.",
    "See whether your reservation has been confirmed from the hotel.",
  ]) {
    expect(texts).toContain(text.toLowerCase());
  }
});
