// A brand's search.
import type { Page } from "@playwright/test";

/** Arrival and departure in the calendar, which turns as far as it has to. */
export async function chooseDates(page: Page, from: string, to: string): Promise<void> {
  await page.locator(".brand-search .dates > button").first().click();
  for (const day of [from, to]) {
    const cell = page.locator(`[data-day="${day}"]`);
    for (let turn = 0; turn < 12 && !(await cell.isVisible()); turn++) {
      await page.locator(".cal .month > header button").last().click();
    }
    await cell.click();
  }
  const done = page.locator("dialog .btn.big");
  if (await done.isVisible()) await done.click();
}
