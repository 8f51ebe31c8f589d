// The browser and the two screens that every journey and every picture uses.
import type { Page } from "@playwright/test";

/** Debian's Chromium without a window, which takes half the time of the whole one; CHROMIUM names another. */
const SHELL = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";

/** The whole one, as guests have it: what is measured is measured there. */
export const WHOLE = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** No sandbox: the tests also run as root, where Chromium's sandbox cannot start. */
export const FLAGS = ["--no-sandbox", "--disable-dev-shm-usage", "--font-render-hinting=none"];

export const CHROMIUM = {
  browserName: "chromium",
  launchOptions: { executablePath: SHELL, args: FLAGS },
} as const;

export const DESK = { viewport: { width: 1440, height: 900 } };

export const PHONE = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
};

/** Whether the page lays itself out for a phone (START-24), where calendar, bill and menu have to be opened. */
export function onPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) <= 768;
}
