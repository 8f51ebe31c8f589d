// What axe has against the screen that is shown.
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import axe, { type AxeResults, type RunOptions } from "axe-core";

const ALL: RunOptions = {
  runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
  // for what is in order nothing has to be written down
  resultTypes: ["violations"],
};

/** Rules that look at how a screen is drawn: another colour scheme changes nothing else. */
const DRAWN: RunOptions = {
  ...ALL,
  runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block", "target-size"] },
};

/** Violations on the present screen, each with the elements it is about. */
export async function violations(page: Page, rules: "all" | "drawn" = "all"): Promise<string[]> {
  const options = rules === "all" ? ALL : DRAWN;
  // what is paler while its successor is on the way is looked at when that is there
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await lieAlone(page);
  // Screens with another origin's frame take a way of several pages and a new window, which others do without.
  const found = page.frames().length > 1 ? await new AxeBuilder({ page }).options(options).analyze() : await run(page, options);
  return found.violations.map((rule) => `${rule.id}: ${rule.nodes.map((node) => node.target.join(" ")).join(" | ")}`);
}

/**
 * Puts everything where a guest can bring it: what the browser has not drawn yet has no true place, and of a line that
 * happens to lie under the bar at the window's end axe sees a part, which scrolling shows whole.
 */
async function lieAlone(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { content-visibility: visible !important } .bar { position: static !important }");
    document.adoptedStyleSheets = [sheet];
  });
}

/** axe stays in the document, for its next screen. */
async function run(page: Page, options: RunOptions): Promise<Pick<AxeResults, "violations">> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (options) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options);
    return { violations };
  }, options);
}
