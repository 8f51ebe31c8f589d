// Journeys of guests through the real page and the real server, on a desk and on a phone.
import { defineConfig } from "@playwright/test";
import { CHROMIUM, DESK, PHONE } from "./browser.ts";

export default defineConfig({
  testDir: ".",
  outputDir: "results",
  globalSetup: "./demo-database.ts",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // Long, so that a busy machine makes a journey slow and not wrong.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: process.env.CI ? [["list"]] : [["list"], ["html", { outputFolder: "report", open: "never" }]],
  use: {
    ...CHROMIUM,
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    reducedMotion: "reduce",
    screenshot: "only-on-failure",
  },
  projects: [
    { name: "api", testDir: "api" },
    // What is alike on both screens is walked on one: links and codes on a desk, lost connections on a phone; and what
    // a demo hotel walks on both is tagged with the one on which the second group walks it.
    { name: "desktop", testDir: "journeys", testIgnore: /(offline|trouble)\.spec/, grepInvert: /@phone/, use: DESK },
    {
      name: "phone",
      testDir: "journeys",
      testIgnore: /(address|changed|codes|papers)\.spec/,
      grepInvert: /@desk/,
      use: PHONE,
    },
  ],
});
