import { expect, test } from "vitest";
import { ALTERNATIVE_ACCENT, accentOf, applyAccent, DEFAULT_ACCENT, derivedAccents, toOklch } from "./accent";

// clause: START-11
test("the property's colour, or #19a7f3 without one", () => {
  expect(DEFAULT_ACCENT).toBe("#19a7f3");
  expect([accentOf("#14695F"), accentOf("14695f"), accentOf("#abc")]).toEqual([
    "#14695f",
    "#14695f",
    "#aabbcc",
  ]);
  for (const bad of [null, undefined, "", "red", "#12", "url(x)"]) expect(accentOf(bad)).toBe(DEFAULT_ACCENT);
  const root = document.createElement("html");
  applyAccent("#ee6e15", root);
  expect(root.style.getPropertyValue("--accent")).toBe("#ee6e15");
});

test("OKLCH of known colours", () => {
  expect(toOklch("#ffffff").l).toBeCloseTo(1, 3);
  expect(toOklch("#000000").l).toBeCloseTo(0, 3);
  const red = toOklch("#ff0000");
  expect([red.l, red.c, red.h].map((value) => Number(value.toFixed(2)))).toEqual([0.63, 0.26, 29.23]);
});

/** What the screen shows of `oklch(l c h)` or `#rgb`, as WCAG counts its brightness. */
function brightness(colour = ""): number {
  if (colour.startsWith("#")) return colour === "#fff" ? 1 : 0;
  const [l = 0, c = 0, h = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)];
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const shown = (channel: number) => Math.max(0, Math.min(channel, 1));
  return (
    0.2126 * shown(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short) +
    0.7152 * shown(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short) +
    0.0722 * shown(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short)
  );
}

function contrast(one: string | undefined, other: string | undefined): number {
  const [dark = 0, bright = 0] = [brightness(one), brightness(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

const pages = { light: "oklch(.981 .006 85)", dark: "oklch(.188 .008 70)" };
const channels = [0, 32, 64, 96, 128, 160, 192, 224, 255].map((value) => value.toString(16).padStart(2, "0"));
const grid = channels.flatMap((r) => channels.flatMap((g) => channels.map((b) => `#${r}${g}${b}`)));
const common = ["#96695a", "#b40fd2", "#3c875a", "#e60012", "#dc2626", "#d81b60", "#777777", "#7b61ff"];

// clause: START-11
test.each(["light", "dark"] as const)("any hotel colour gives a page that reads, in the %s", (theme) => {
  const unread = [...grid, ...common, DEFAULT_ACCENT, ALTERNATIVE_ACCENT].filter((hex) => {
    const derived = derivedAccents(hex, theme);
    const [fill, ink] = [derived["--accent-fill"], derived["--accent-ink"]];
    return (
      contrast(fill, ink) < 4.5 ||
      contrast(derived["--accent-press"], ink) < 4.5 ||
      contrast(fill, pages[theme]) < 3 ||
      contrast(derived["--accent-text"], pages[theme]) < 4.5 ||
      contrast(derived["--accent-text"], derived["--accent-soft"]) < 4.5
    );
  });
  expect(unread).toEqual([]);
});
