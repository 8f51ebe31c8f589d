import type { I18n } from "./I18nProvider";

const LETTER = /\p{L}/gu;
const FROM_THE_RIGHT = /(?=\p{L})[\p{sc=Arab}\p{sc=Hebr}]/gu;

const count = (text: string, of: RegExp) => text.match(of)?.length ?? 0;

/**
 * Which way a text runs that may be in another language than the page: by its first letter, but for one on a page from
 * right to left that only begins with a foreign name and has most of its letters from there.
 */
export const ownDir = (text: string, page: I18n["dir"]) =>
  page === "rtl" && 2 * count(text, FROM_THE_RIGHT) > count(text, LETTER) ? "rtl" : "auto";
