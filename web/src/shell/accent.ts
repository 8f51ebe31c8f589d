/**
 * The hotel's colour as the page's accent (START-11). The stylesheet derives fill, ink, text and soft from it with
 * relative colour; browsers without it get the same values computed here.
 */

export const DEFAULT_ACCENT = "#19a7f3";
/** A second colour that a property may choose. */
export const ALTERNATIVE_ACCENT = "#ee6e15";

type Oklch = { l: number; c: number; h: number };

/** A hotel's `#rgb` or `#rrggbb`, or the default. */
export function accentOf(colour: string | null | undefined): string {
  const hex = colour?.trim().replace(/^#?/, "#").toLowerCase() ?? "";
  if (/^#[0-9a-f]{6}$/.test(hex)) return hex;
  if (/^#[0-9a-f]{3}$/.test(hex)) return `#${[...hex.slice(1)].map((digit) => digit + digit).join("")}`;
  return DEFAULT_ACCENT;
}

/** sRGB to OKLCH (Björn Ottosson's published matrices), hue in degrees; `y` is the brightness as WCAG counts it. */
export function toOklch(hex: string): Oklch & { y: number } {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  const [r, g, b] = [channel(1), channel(3), channel(5)];
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const middle = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const l = 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short;
  const bb = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short;
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return { l, c: Math.hypot(a, bb), h: ((Math.atan2(bb, a) * 180) / Math.PI + 360) % 360, y };
}

/** Lightness limits of a theme, the same numbers as in tokens.css. */
const themes = {
  light: { max: 0.63, min: 0, grey: 0, textMax: 0.47, textMin: 0, soft: 0.949, softer: 0.972, softC: 0.0145 },
  dark: {
    max: 0.82,
    min: 0.66,
    grey: 0.88,
    textMax: 1,
    textMin: 0.76,
    soft: 0.285,
    softer: 0.25,
    softC: 0.028,
  },
} as const;

const clamp = (low: number, value: number, high: number) => Math.max(low, Math.min(value, high));
const write = ({ l, c, h }: Oklch) => `oklch(${l.toFixed(4)} ${c.toFixed(4)} ${h.toFixed(2)})`;

/** Everything the accent gives in a theme, for browsers without relative colour. */
export function derivedAccents(hex: string, theme: keyof typeof themes): Record<string, string> {
  const t = themes[theme];
  const { l, c, h, y } = toOklch(hex);
  // less colour with less light, or the screen could not show it and would make it brighter
  const dimmed = Math.min(1, t.max / Math.max(l, 0.01));
  const fill = { l: clamp(Math.max(t.min, t.grey - c * 2.2), l, t.max), c: c * dimmed, h };
  // every fill of the dark theme is bright enough for black; at .1791 black and white read alike
  const white = theme === "light" && y * dimmed ** 3 < 0.1791;
  return {
    "--accent-fill": write(fill),
    "--accent-press": write({ l: fill.l * 0.9 + (white ? 0 : 0.1), c: fill.c * 0.9, h }),
    "--accent-ink": white ? "#fff" : "#000",
    "--accent-text": write({ l: clamp(t.textMin, l, t.textMax), c: Math.min(c, 0.13), h }),
    "--accent-soft": write({ l: t.soft, c: Math.min(c, t.softC), h }),
    "--accent-softer": write({ l: t.softer, c: Math.min(c, t.softC * 0.6), h }),
  };
}

/** Puts the colour on the page. */
export function applyAccent(
  colour: string | null | undefined,
  root: HTMLElement = document.documentElement,
): void {
  const hex = accentOf(colour);
  root.style.setProperty("--accent", hex);
  if (CSS.supports("color", "oklch(from red l c h)")) return;
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const derive = () => {
    for (const [name, value] of Object.entries(derivedAccents(hex, dark.matches ? "dark" : "light"))) {
      root.style.setProperty(name, value);
    }
  };
  derive();
  dark.addEventListener("change", derive);
}
