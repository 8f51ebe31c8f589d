import { render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import arabic from "../../../labels/ar/shell.json";
import { IncompleteLink } from "../shell/Incomplete";
import { GuestsLanguage, labelledLanguage } from "./GuestsLanguage";

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = "hk_language=; max-age=0";
});

test.each([
  [["ar_AE"], "ar"],
  [[null, "de-CH", "en"], "de"],
  [[null, "tlh", "he-IL"], "he"],
  [["xx", "yy"], "en"],
  [[], "en"],
])("of the wishes %j the page speaks %s", (wishes, language) => {
  expect(labelledLanguage(wishes)).toBe(language);
});

test("a link without a hotel is answered in the language that was chosen before", async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = "hk_language=ar_AE";
  render(
    <GuestsLanguage>
      <IncompleteLink />
    </GuestsLanguage>,
  );
  expect((await screen.findByRole("heading")).textContent).toBe(arabic.lbl_incomplete_link);
  expect(document.documentElement.dir).toBe("rtl");
});
