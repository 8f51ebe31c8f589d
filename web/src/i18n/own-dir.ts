import type { I18n } from "./I18nProvider";

/**
 * Which way a text runs that may be in another language than the page: by its first letter, but for one on a page from
 * right to left that only begins with a foreign name and has most of its letters from there.
 */
export const ownDir = (text: string, page: I18n["dir"]) => {
  const letters = text.replace(/\P{L}/gu, "");
  const fromTheRight = letters.replace(/[^\p{sc=Arab}\p{sc=Hebr}]/gu, "");
  return page === "rtl" && 2 * fromTheRight.length > letters.length ? "rtl" : "auto";
};
