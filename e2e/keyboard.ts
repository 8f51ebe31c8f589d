// A guest without a pointer.
import { expect, type Locator, type Page } from "@playwright/test";

/** Whatever Tab may stop at. */
const STOPS = "a[href], button, input, select, textarea, summary, iframe, [tabindex]";

/** How much of it is on the screen, with the frames in it. */
async function stops(page: Page): Promise<number> {
  const counts = await Promise.all(page.frames().map((frame) => frame.locator(STOPS).count()));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Goes on with Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  // Looked for once: to find an element by its name takes longer than to press a key.
  let element = await target.elementHandle();
  for (let stop = 0, most = 0; ; stop++) {
    const found = await element?.evaluate((one) => (one.isConnected ? one === document.activeElement : null));
    if (found) return;
    if (stop === most) {
      // twice round the screen, which may have grown on the way
      most = 2 * (await stops(page));
      if (most <= stop) break;
    }
    if (found === null) element = await target.elementHandle();
    else await page.keyboard.press("Tab");
  }
  throw new Error(`${target} is not reached with Tab`);
}

/**
 * Goes to the element with Tab and presses the key there. A button that waits for something keeps the focus and hears no
 * key, and a key, unlike a click, waits for nothing itself.
 */
export async function pressAt(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await expect(target).toBeEnabled();
  await page.keyboard.press(key);
}
