/** The page's colours, type and words for the frame, so that it looks like part of the page. */
import cardLabels from "../../../labels/en/card.json";
import type { LabelKey } from "../i18n";

/** Colours are sent resolved: the frame derives nothing from them. */
const colours = [
  "--page-bg",
  "--surface",
  "--sunk",
  "--line",
  "--line-strong",
  "--ink",
  "--ink-2",
  "--ink-3",
  "--good",
  "--bad",
  "--bad-soft",
  "--accent",
  "--accent-fill",
  "--accent-ink",
  "--accent-text",
  "--accent-soft",
] as const;

/** Every colour of the page as the browser computes it now. */
export function frameTheme(root: HTMLElement = document.documentElement): Record<string, string> {
  const probe = document.createElement("span");
  probe.hidden = true;
  root.append(probe);
  const css: Record<string, string> = {};
  for (const name of colours) {
    probe.style.color = `var(${name})`;
    const value = getComputedStyle(probe).color;
    if (value) css[name] = value;
  }
  probe.remove();
  css["--frame-pad"] = "4px"; // room for the focus ring; the host takes it back with its margin
  return css;
}

/** Which lamps are on: the frame has a colour scheme of its own, so that its form controls follow. */
export function frameScheme(): "light" | "dark" {
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/**
 * One reads like a plural form, which a label's own name may not; the others have names of the page or the documents
 * (PAY-09).
 */
const otherNames: Readonly<Record<string, string>> = {
  lbl_credit_card_is_required: "number_required",
  lbl_frame_tries_used_up: "too_many",
  lbl_refused_card_declined: "refused",
};

/**
 * The frame's labels in the guest's language, by the frame's own names: `lbl_frame_number` is its `number`. What the
 * language lacks is left out; the frame then says it in English.
 */
export function frameLabels(t: (key: LabelKey) => string): Record<string, string> {
  const labels: Record<string, string> = {};
  for (const key of new Set([...Object.keys(cardLabels), ...Object.keys(otherNames)])) {
    const text = t(key as LabelKey);
    if (text !== key) labels[otherNames[key] ?? key.replace(/^lbl_frame_/, "")] = text;
  }
  return labels;
}
