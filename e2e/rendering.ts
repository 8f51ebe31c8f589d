// How fast the rooms step draws 40 room types with 12 rates each on a slow device (CPU four times slower), and whether
// it scrolls without dropping frames. One line a figure: name, value, unit, goal; median of RUNS.
import { loadavg } from "node:os";
import { type Browser, type CDPSession, chromium, type Page } from "@playwright/test";
import { DESK, FLAGS, PHONE, WHOLE } from "./browser.ts";
import { address, HARB, STAY } from "./hotels.ts";
import { RATES, ROOM_TYPES, withLongList } from "./long-list.ts";
import { demoFile, type Server, serve } from "./server.ts";

const RUNS = Number(process.env.RUNS ?? 7);
const SLOWER = 4;

const median = (numbers: number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

interface Figures {
  /** From the parsed answer until the rooms are painted. */
  drawn: number;
  /** The longest piece of work after that. */
  longest: number;
  /** Share of frames, in percent, that took longer than two while scrolling through the whole list. */
  dropped: number;
  /** Moved without the guest's doing, as browsers count it. */
  shift: number;
}

/** Notes in the page when the answer is there and when its rooms have been painted. */
function watch(): void {
  const notes = { answered: 0, drawn: 0, longest: 0, shift: 0 };
  Object.assign(window, { notes });
  const json = Response.prototype.json;
  Response.prototype.json = async function read() {
    const body = await json.call(this);
    if (this.url.includes("mini-rates")) notes.answered = performance.now();
    return body;
  };
  new MutationObserver((_, observer) => {
    if (!document.querySelector(".room .btn")) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => (notes.drawn = performance.now())));
  }).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) {
      if (notes.drawn > 0 && task.startTime > notes.drawn) notes.longest = Math.max(notes.longest, task.duration);
    }
  }).observe({ type: "longtask" });
  new PerformanceObserver((list) => {
    for (const moved of list.getEntries() as (PerformanceEntry & { value: number })[]) notes.shift += moved.value;
  }).observe({ type: "layout-shift", buffered: true });
}

/** Scrolls to the end as a finger or wheel does; answers the share of frames that came late. */
async function scroll(page: Page, cdp: CDPSession): Promise<number> {
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { frames });
    const next = (now: number) => {
      frames.push(now);
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  const { width, height } = page.viewportSize() ?? DESK.viewport;
  await cdp.send("Input.synthesizeScrollGesture", {
    x: width / 2,
    y: height / 2,
    yDistance: -12_000,
    speed: 3_000,
    gestureSourceType: "mouse",
  });
  return page.evaluate(() => {
    const frames = (window as unknown as { frames: number[] }).frames;
    const gaps = frames.slice(1).map((now, index) => now - (frames[index] ?? now));
    return (100 * gaps.filter((gap) => gap > 34).length) / gaps.length;
  });
}

async function once(browser: Browser, url: string, screen: object): Promise<Figures> {
  const context = await browser.newContext({ ...screen, locale: "en-GB" });
  const page = await context.newPage();
  // tsx names functions through a helper, which the page does not have
  await page.addInitScript("globalThis.__name = (made) => made");
  await page.addInitScript(watch);
  await withLongList(page);
  const cdp = await context.newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.goto(url);
  // the page's own note alone: a look for a button goes through all of the page, while it is measured
  await page.waitForFunction(() => (window as any).notes.drawn > 0);
  await page.waitForLoadState("networkidle");
  const dropped = await scroll(page, cdp);
  // only now: the rest of a long list is drawn later than its first rooms
  const notes = await page.evaluate(() => (window as any).notes);
  await context.close();
  return { drawn: notes.drawn - notes.answered, longest: notes.longest, dropped, shift: notes.shift };
}

function line(name: string, value: number, unit: string, goal: string): void {
  console.log(`${name.padEnd(44)} ${value.toFixed(unit === "ms" ? 0 : 3).padStart(12)} ${unit.padEnd(9)}   ${goal}`);
}

const browser = await chromium.launch({ executablePath: WHOLE, args: FLAGS });
let server: Server | undefined;
try {
  server = await serve(demoFile("rendering"));
  const url = server.url + address(HARB, "booking/search", { ...STAY, guest: "2", skip_search: "true" });
  console.log(`load average ${loadavg().map((load) => load.toFixed(2)).join(" ")}, median of ${RUNS}, CPU ${SLOWER} times slower`);
  for (const [name, screen] of [["desk", DESK], ["phone", PHONE]] as const) {
    const runs: Figures[] = [];
    for (let run = 0; run < RUNS; run++) runs.push(await once(browser, url, screen));
    const of = (figure: keyof Figures) => median(runs.map((run) => run[figure]));
    const rooms = `rooms, ${ROOM_TYPES} x ${RATES}, ${name}`;
    line(`${rooms}: drawn`, of("drawn"), "ms", "<= 100");
    line(`${rooms}: longest task after`, of("longest"), "ms", "<= 100");
    line(`${rooms}: frames dropped`, of("dropped"), "%", "<= 1");
    line(`${rooms}: layout shift`, of("shift"), "", "= 0");
  }
} finally {
  await browser.close();
  await server?.stop();
}
