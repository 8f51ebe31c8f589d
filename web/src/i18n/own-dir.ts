import type { I18n } from "./I18nProvider";

/** Hebrew, Arabic and what is written like them. */
const FROM_THE_RIGHT = /[\u0590-\u08ff]/;

/**
 * Which way a text of the hotel's runs, which may be in another language than the page: by its first letter, but for one on
 * a page from right to left that only begins with a foreign name.
 */
export const ownDir = (text: string, page: I18n["dir"]) =>
  page === "rtl" && FROM_THE_RIGHT.test(text) ? "rtl" : "auto";
