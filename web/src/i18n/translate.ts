/**
 * Looking a label up.
 *
 * `{name}` in a label is replaced by the variable of that name. When `count` is among the variables the form
 * for that number is taken: `lbl_x_one`, `lbl_x_few`, ... as `Intl.PluralRules` names them for the language
 * (Arabic uses all six), then `lbl_x_other`, then plain `lbl_x`. A label the language lacks falls back to English.
 */
import { createElement, Fragment, type ReactNode } from "react";
import { builtInLabels } from "./built-in";
import type { LabelKey, Labels } from "./english";

export type Vars = Readonly<Record<string, string | number>>;
export type RichVars = Readonly<Record<string, ReactNode>>;

const rules = new Map<string, Intl.PluralRules>();

function pluralOf(locale: string, count: number): string {
  let rule = rules.get(locale);
  if (!rule) {
    rule = new Intl.PluralRules(locale);
    rules.set(locale, rule);
  }
  return rule.select(count);
}

const figures = new Map<string, Intl.NumberFormat>();

/** A number as the language writes it. Making a format costs more than using it a hundred times. */
export function formatNumber(value: number, locale: string): string {
  let format = figures.get(locale);
  if (!format) {
    format = new Intl.NumberFormat(locale);
    figures.set(locale, format);
  }
  return format.format(value);
}

function find(labels: Labels, locale: string, key: string, count: unknown): string | undefined {
  if (typeof count !== "number") return labels[key];
  return labels[`${key}_${pluralOf(locale, count)}`] ?? labels[`${key}_other`] ?? labels[key];
}

function template(labels: Labels, locale: string, key: LabelKey, count: unknown): string {
  return find(labels, locale, key, count) ?? find(builtInLabels(), "en", key, count) ?? key;
}

const slot = /\{(\w+)\}/g;

/**
 * A name or an amount keeps its own direction inside an Arabic or a Hebrew sentence; what is made of such parts, whose
 * directions say nothing about the whole, that of the sentence.
 */
export const apart = (value: string, locale: string) => {
  if (!/^(ar|he)/.test(locale)) return value;
  return `${value.startsWith("\u2068") ? "\u2067" : "\u2068"}${value}\u2069`;
};

/** The label as a plain string. Numbers are written in the guest's language. */
export function translate(labels: Labels, locale: string, key: LabelKey, vars: Vars = {}): string {
  return template(labels, locale, key, vars.count).replace(slot, (whole, name: string) => {
    const value = vars[name];
    if (value === undefined) return whole;
    if (typeof value === "number") return formatNumber(value, locale);
    return apart(value, locale);
  });
}

/** The label with elements in its slots, for a bold date or a link inside a sentence. */
export function translateRich(labels: Labels, locale: string, key: LabelKey, vars: RichVars): ReactNode {
  const parts = template(labels, locale, key, vars.count).split(slot);
  return parts.map((part, index) => {
    if (index % 2 === 0) return part;
    const value = vars[part];
    const shown = typeof value === "number" ? formatNumber(value, locale) : value;
    return createElement(Fragment, { key: index }, shown ?? `{${part}}`);
  });
}
