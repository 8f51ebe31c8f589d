// Lighthouse, mobile preset, on search and rooms of the three demo hotels: median of five runs.
// Compare only runs of a quiet machine: the load average stands above the figures.
//   npm run lighthouse                  a server of its own (PORTICO names the binary)
//   npm run lighthouse NAME=URL ...     pages that are served already
import { loadavg } from "node:os";
import * as chromeLauncher from "chrome-launcher";
import lighthouse, { type Result } from "lighthouse";
import { WHOLE } from "./browser.ts";
import { address, EDEL, HARB, NOOR, STAY } from "./hotels.ts";
import { demoFile, serve } from "./server.ts";

const RUNS = Number(process.env.RUNS ?? 5);
const GOALS: Record<string, number> = { performance: 98, accessibility: 100, "best-practices": 100, seo: 100 };
const METRICS: Record<string, string> = {
  "first-contentful-paint": "FCP ms",
  "largest-contentful-paint": "LCP ms",
  "total-blocking-time": "TBT ms",
  "cumulative-layout-shift": "CLS",
  "speed-index": "SI ms",
};

const median = (numbers: number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** One run in a browser of its own, so that nothing is cached. */
async function run(url: string): Promise<Result> {
  const chrome = await chromeLauncher.launch({
    chromePath: WHOLE,
    chromeFlags: ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage"],
  });
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      logLevel: "error",
      onlyCategories: Object.keys(GOALS),
    });
    if (!result) throw new Error(`Lighthouse has no result for ${url}`);
    return result.lhr;
  } finally {
    chrome.kill();
  }
}

/** Prints the medians of one page; answers whether every goal is reached. */
async function measure(name: string, url: string): Promise<boolean> {
  const reports: Result[] = [];
  for (let index = 0; index < RUNS; index++) reports.push(await run(url));
  const scores = Object.keys(GOALS).map((category): [string, number] => [
    category,
    Math.round(median(reports.map((report) => report.categories[category]?.score ?? 0)) * 100),
  ]);
  const metrics = Object.entries(METRICS).map(([id, label]) => {
    const value = median(reports.map((report) => report.audits[id]?.numericValue ?? 0));
    return `${label} ${label === "CLS" ? value.toFixed(3) : Math.round(value)}`;
  });
  console.log(`${name.padEnd(14)} ${scores.map(([category, score]) => `${category} ${score}`).join("  ")}`);
  console.log(`${"".padEnd(14)} ${metrics.join("  ")}`);

  const short = scores.filter(([category, score]) => score < (GOALS[category] ?? 0));
  for (const [category] of short) {
    const audits = reports[0]?.categories[category]?.auditRefs.map(({ id }) => reports[0]?.audits[id]) ?? [];
    for (const audit of audits) {
      if (audit?.score === null || audit?.score === undefined || audit.score >= 0.9) continue;
      console.log(`${"".padEnd(16)} ${category}: ${audit.title} ${audit.displayValue ?? ""}`);
    }
  }
  return short.length === 0;
}

async function demoPages(): Promise<{ list: [string, string][]; stop: () => Promise<void> }> {
  const server = await serve(demoFile("lighthouse"));
  const list = [HARB, NOOR, EDEL].flatMap((hotel): [string, string][] => [
    [`${hotel.code} search`, server.url + address(hotel)],
    [
      `${hotel.code} rooms`,
      server.url + address(hotel, "booking/search", { ...STAY, guest: "2", skip_search: "true" }),
    ],
  ]);
  return { list, stop: server.stop };
}

const given = process.argv.slice(2).map((word): [string, string] => {
  const [name = "", ...rest] = word.split("=");
  return [name, rest.join("=")];
});
const { list, stop } = given.length ? { list: given, stop: async () => {} } : await demoPages();
console.log(`load average ${loadavg().map((load) => load.toFixed(2)).join(" ")}, median of ${RUNS} runs`);
let reached = true;
try {
  for (const [name, url] of list) reached = (await measure(name, url)) && reached;
} finally {
  await stop();
}
process.exit(reached ? 0 : 1);
