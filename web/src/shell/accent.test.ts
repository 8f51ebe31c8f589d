import { expect, test } from "vitest";
import { accentOf, applyAccent, DEFAULT_ACCENT, derivedAccents, toOklch } from "./accent";

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

const numbers = (oklch: string | undefined) => (oklch?.match(/[\d.]+/g) ?? []).map(Number);

test("any hotel colour gives a fill that stands out and an ink that reads on it", () => {
  for (const hex of ["#ffe600", "#000000", "#ffd9e0", "#14695f", "#ffffff", "#19a7f3"]) {
    const light = derivedAccents(hex, "light");
    const dark = derivedAccents(hex, "dark");
    const [lightFill = 1] = numbers(light["--accent-fill"]);
    const [darkFill = 0] = numbers(dark["--accent-fill"]);
    expect(lightFill).toBeLessThanOrEqual(0.63);
    expect(darkFill).toBeGreaterThanOrEqual(0.66);
    for (const [theme, fill] of [
      [light, lightFill],
      [dark, darkFill],
    ] as const) {
      const [ink = 0] = numbers(theme["--accent-ink"]);
      expect(Math.abs(ink - fill)).toBeGreaterThan(0.36);
    }
  }
});
