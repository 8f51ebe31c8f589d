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
    // What is laid out in its own way on each screen is walked on both. What is the server's or the booking's own affair
    // (links and codes, lost connections, a bank that says no) is walked on one: a whole file by its name here, a single
    // journey by its tag, so shared out that each screen goes through every step.
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
