/**
 * Which language the page speaks, which way it reads and whose labels it shows (I18N-03 to I18N-05). For the languages
 * that the hotel offers the server says both, from its table of locales and what the hotel corrected in it.
 */
export interface LocaleEntry {
  /** Left-to-right or right-to-left. */
  dir: "ltr" | "rtl";
  /** The locale whose labels are shown, and by which days and amounts are written. */
  labels: string;
}

let offered: ReadonlyMap<string, LocaleEntry> = new Map();

/** Takes what the property says about its languages; once, at start-up. */
export function knowLocales(
  languages: readonly { language_code: string; direction: string; label_set: string }[],
): void {
  offered = new Map(
    languages.map((one) => [
      one.language_code,
      { dir: one.direction === "rtl" ? "rtl" : "ltr", labels: one.label_set },
    ]),
  );
}

/** Right-to-left English for development: mirrored layout with readable words. */
export const PSEUDO_RTL = "en_XR";

/** Direction and label set of a locale code such as `ar_AE`. */
export function localeEntry(code: string): LocaleEntry {
  const known = offered.get(code);
  if (known) return known;
  if (code === PSEUDO_RTL) return { dir: "rtl", labels: "en_US" };
  return { dir: /^(ar|he)(_|-|$)/i.test(code) ? "rtl" : "ltr", labels: code };
}

/** `ar_AE` as Intl wants it: `ar-AE`. An unknown tag becomes `en-US`. */
export function intlTag(code: string): string {
  if (code === PSEUDO_RTL) return "en-US";
  const tag = localeEntry(code).labels.replace("_", "-");
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? "en-US";
  } catch {
    return "en-US";
  }
}

export const LANGUAGE_COOKIE = "hk_language";

/** The language the guest chose before, or null; also for a cookie that nobody can read. */
export function languageCookie(cookies: string = document.cookie): string | null {
  const match = /(?:^|;\s*)hk_language=([^;]+)/.exec(cookies);
  try {
    return decodeURIComponent(match?.[1] ?? "").trim() || null;
  } catch {
    return null;
  }
}

/** Remembers the language for a year. */
export function rememberLanguage(code: string): void {
  const secure = window.location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${LANGUAGE_COOKIE}=${encodeURIComponent(code)}; path=/; max-age=31536000; samesite=lax${secure}`;
}

/**
 * The language to start with (I18N-01): the cookie's first two characters among the offered languages, the whole
 * code first; then the property's default; then en_US.
 */
export function startLanguage(
  cookie: string | null,
  offered: readonly { language_code: string; default?: boolean }[],
): string {
  if (cookie === PSEUDO_RTL && import.meta.env.DEV) return PSEUDO_RTL;
  if (cookie) {
    const exact = offered.find((l) => l.language_code === cookie);
    const close = offered.find((l) => l.language_code.slice(0, 2) === cookie.slice(0, 2));
    if (exact ?? close) return (exact ?? close)?.language_code ?? "en_US";
  }
  return offered.find((l) => l.default)?.language_code ?? "en_US";
}
