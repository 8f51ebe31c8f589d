import { createContext, type ReactNode, use, useMemo } from "react";
import { builtInLabels } from "./built-in";
import { type DayStyle, formatDay, formatInstant, formatRange, formatTime } from "./dates";
import type { LabelKey, Labels } from "./english";
import { joinFacts } from "./lists";
import { intlTag, localeEntry } from "./locale";
import { formatMoney, shortAmount } from "./money";
import { apart, formatNumber, type RichVars, translate, translateRich, type Vars } from "./translate";

/** Texts and formats in the guest's language. Get it with `useI18n()`. */
export interface I18n {
  /** Locale code as the API names it, `ar_AE`. */
  language: string;
  /** The same for Intl, `ar-AE`. */
  locale: string;
  dir: "ltr" | "rtl";
  /** A label as a string: `t("lbl_nights", { count: 3 })`. */
  t: (key: LabelKey, vars?: Vars) => string;
  /** A label with elements in its slots: `rich("lbl_free_until", { date: <b>…</b> })`. */
  rich: (key: LabelKey, vars: RichVars) => ReactNode;
  number: (value: number) => string;
  money: (amount: number, currency: string) => string;
  short: (amount: number) => string;
  day: (day: string, style?: DayStyle) => string;
  range: (from: string, to: string, style?: DayStyle) => string;
  time: (time: string) => string;
  instant: (instant: string) => string;
  /** What stands between a name and its value, before a space. */
  colon: string;
  /** Facts side by side, with the language's comma; what is empty is left out. */
  facts: (facts: readonly (string | false | null | undefined)[]) => string;
  /** One of these: `a, b or c`. */
  anyOf: (options: readonly string[]) => string;
}

/**
 * Builds the functions for one language; pure, so tests and the confirmation letter preview use it directly. `today` is
 * the day at the hotel, from which the year of a day is understood.
 */
export function makeI18n(language: string, labels: Labels, today?: string): I18n {
  const locale = intlTag(language);
  return {
    language,
    locale,
    dir: localeEntry(language).dir,
    t: (key, vars) => translate(labels, locale, key, vars),
    rich: (key, vars) => translateRich(labels, locale, key, vars),
    number: (value) => formatNumber(value, locale),
    money: (amount, currency) => formatMoney(amount, currency, locale),
    short: (amount) => shortAmount(amount, locale),
    day: (day, style) => formatDay(day, locale, style, today),
    range: (from, to, style) => formatRange(from, to, locale, style, today),
    time: (time) => formatTime(time, locale),
    instant: (instant) => formatInstant(instant, locale, today),
    colon: locale.startsWith("fr") ? "\u00a0:" : ":", // French sets it apart
    facts: (facts) => joinFacts(facts, locale),
    anyOf: (options) =>
      new Intl.ListFormat(locale, { type: "disjunction" }).format(
        options.map((option) => apart(option, locale)),
      ),
  };
}

const Context = createContext<I18n>(makeI18n("en_US", builtInLabels()));

export function I18nProvider(props: {
  language: string;
  labels: Labels;
  today?: string;
  children: ReactNode;
}) {
  const { language, labels, today, children } = props;
  const value = useMemo(() => makeI18n(language, labels, today), [language, labels, today]);
  return <Context value={value}>{children}</Context>;
}

export function useI18n(): I18n {
  return use(Context);
}
