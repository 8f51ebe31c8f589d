// What the page has been told to do is on the screen.
import type { Page } from "@playwright/test";

/** Waits until the page has been drawn anew, with what came into sight and is laid out only there. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
