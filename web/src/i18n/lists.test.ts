import { expect, test } from "vitest";
import { english } from "./english";
import { makeI18n } from "./I18nProvider";

test.each([
  ["en_US", "Quay Street, Old Harbour"],
  ["de_CH", "Quay Street, Old Harbour"],
  ["he_IL", "Quay Street, Old Harbour"],
  ["ar_AE", "Quay Street، Old Harbour"],
])("facts stand side by side with the comma of %s", (language, text) => {
  expect(makeI18n(language, english).facts(["Quay Street", "", null, "Old Harbour"])).toBe(text);
});

test.each([
  ["en_US", "card, cash, or ledger"],
  ["de_CH", "card, cash oder ledger"],
  // the list reads from right to left, and each of it as it is written
  ["ar_AE", "\u2068card\u2069 أو \u2068cash\u2069 أو \u2068ledger\u2069"],
  ["he_IL", "\u2068card\u2069, \u2068cash\u2069 או \u2068ledger\u2069"],
])("a choice is one in %s", (language, text) => {
  expect(makeI18n(language, english).anyOf(["card", "cash", "ledger"])).toBe(text);
});
