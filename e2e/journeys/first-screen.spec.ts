// The first screen: what the server sends of it, and what the page does with that.
import type { Page, Route } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { QASR } from "../groups.ts";
import { address, EDEL, HARB, NOOR, STAY } from "../hotels.ts";
import { labels } from "../labels.ts";

test("the hotel stands in the page before any script has run [START-11]", async ({ request }) => {
  const page = await request.get(address(HARB).split("#")[0] ?? "");
  const html = await page.text();
  expect(html).toContain('<html lang="en-US" dir="ltr">');
  expect(html).toContain(`<title>${HARB.name}</title>`);
  expect(html).toMatch(new RegExp(`<div id="first-screen"[^>]*>.*<h1[^>]*>${HARB.name}</h1>`));
  expect(html).toContain("--accent:#14695f");
  expect(html).not.toContain('rel="stylesheet"');
  expect(page.headers()["content-encoding"]).toBe("gzip");
  // on a thin line all of it would take its share from the picture
  const atOnce = html.replace(/<template.*<\/template>/s, "");
  expect(atOnce).not.toContain("modulepreload");
  expect(atOnce).not.toContain('as="fetch"');
  expect(atOnce).not.toContain("@font-face");
  expect(atOnce).toContain('<link rel="preload" as="image"');
});

test.describe("code that another server has", () => {
  test.use({ expectedErrors: [/404|dynamically imported/] });

  test("is looked for once more in a page loaded anew @desk", async ({ page, guest }) => {
    let pages = 0;
    page.on("request", (sent) => {
      if (sent.isNavigationRequest()) pages += 1;
    });
    await page.route("**/assets/*.js", (route) => (pages === 1 ? route.fulfill({ status: 404 }) : route.continue()));
    await page.goto(address(HARB));
    await guest.wizard.on("search");
    expect(pages).toBe(2);
  });
});

test("fonts come after the picture, and at once to a guest who has it already @phone", async ({ page }) => {
  // the picture is never ready, and not given up either: nothing that waits for it comes
  await page.addInitScript(() => {
    HTMLImageElement.prototype.decode = () => new Promise(() => undefined);
    const later = window.setTimeout;
    window.setTimeout = ((run: () => void, ms?: number) =>
      ms === 1000 ? 0 : later(run, ms)) as typeof window.setTimeout;
  });
  const faces = () => page.evaluate(() => document.fonts.size);
  await page.goto(address(HARB));
  expect(await faces()).toBe(0);
  await page.reload();
  await expect.poll(faces).toBeGreaterThan(0);
});

test("a hotel in English is drawn without the fonts for accents, its square metres too @phone", async ({ page, guest }) => {
  const fonts: string[] = [];
  page.on("request", (sent) => sent.resourceType() === "font" && fonts.push(sent.url()));
  await guest.toRooms(HARB, STAY);
  await expect(page.getByText("m²").first()).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  expect(fonts.filter((font) => font.includes("latin"))).not.toEqual([]);
  expect(fonts.filter((font) => font.includes("accents"))).toEqual([]);
  // A family of which a part is not there makes browsers look for the system's letters with every size of it.
  const families = await page.evaluate(() => [...document.fonts].map(({ family, status }) => ({ family, status })));
  const there = new Set(families.filter((face) => face.status === "loaded").map((face) => face.family));
  expect(families.filter((face) => face.status !== "loaded" && there.has(face.family))).toEqual([]);
});

test("a hotel in French is drawn with them @phone", async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: "hk_language", value: "fr_FR", url: baseURL ?? "" }]);
  const letters = page.waitForResponse(/geist-accents/);
  await page.goto(address(EDEL, "booking/search", { ...STAY }));
  await letters;
  const loaded = () => page.evaluate(() => document.fonts.check('16px "Geist Accents"', "é"));
  await expect.poll(loaded).toBe(true);
});

test.describe("without the picture", { tag: "@phone" }, () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });
  for (const [what, answer] of [
    ["is not there", (route: Route) => route.abort()],
    ["does not come", () => undefined],
  ] as const) {
    test(`a guest searches though the picture ${what}`, async ({ page, guest }) => {
      await page.route("**/media/**", answer);
      await page.goto(address(HARB, "booking/search", { ...STAY }), { waitUntil: "commit" });
      await guest.search.search().click();
      await guest.wizard.on("rooms");
    });
  }
});

/** The hotel's name and words, each with its contrast to the background, whatever scrim lies between. */
const contrasts = (page: Page) =>
  page.locator(".cover :is(h1, p)").evaluateAll((all) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
    const pen = canvas.getContext("2d", { willReadFrequently: true })!;
    const light = (...layers: string[]) => {
      for (const layer of layers) {
        pen.fillStyle = layer;
        pen.fillRect(0, 0, 1, 1);
      }
      const [r = 0, g = 0, b = 0] = [...pen.getImageData(0, 0, 1, 1).data]
        .map((value) => value / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    return all.map((words) => {
      const page = getComputedStyle(document.body).backgroundColor;
      const under = light(page, getComputedStyle(words.closest(".cover")!).backgroundColor);
      const over = light(getComputedStyle(words).color);
      return Math.max(over, under) / Math.min(over, under);
    });
  });

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, language: "ar" });

    test(`a hotel without a picture is read in any colour (${colorScheme})`, async ({ page, guest }) => {
      await guest.open(QASR, STAY);
      for (const accent of ["#7a3b00", "#ffe600", "#0a0a0a", "#f5f5f5", "#ff0000", "#14695f"]) {
        await page.evaluate((to) => document.documentElement.style.setProperty("--accent", to), accent);
        const [name = 0, words = 0] = await contrasts(page);
        expect(name, accent).toBeGreaterThan(7);
        expect(words, accent).toBeGreaterThan(4.5);
      }
      const scrim = await page.locator(".cover").evaluate((cover) => getComputedStyle(cover, "::after").content);
      expect(scrim).toBe("none");
    });

    test(`the hotel is read before its picture comes (${colorScheme}) @phone`, async ({ page, guest }) => {
      await page.route("**/media/**", () => undefined);
      await page.goto(address(NOOR, "booking/search", { ...STAY }), { waitUntil: "commit" });
      await expect(guest.search.search()).toBeVisible();
      for (const contrast of await contrasts(page)) expect(contrast).toBeGreaterThan(4.5);
    });
  });
}

test("a guest who chose Arabic before gets it from the first byte on [I18N-01, I18N-03]", async ({ request }) => {
  const page = await request.get(address(NOOR).split("#")[0] ?? "", { headers: { cookie: "hk_language=ar_AE" } });
  const html = await page.text();
  expect(html).toContain('<html lang="ar-AE" dir="rtl">');
  expect(html).toMatch(/<h1[^>]*>دار النور</);
});

for (const language of ["en", "ar"] as const) {
  test.describe(language, () => {
    test.use({ language });
    test(`what is fetched ahead is what the page asks for, once (${language})`, async ({ page, guest }) => {
      const asked: string[] = [];
      page.on("request", (sent) => asked.push(new URL(sent.url()).pathname));
      await guest.open(NOOR);
      const once = [`/v4/properties/${NOOR.id}`, "/v4/common/language"];
      if (language === "ar") once.push(`/v4/properties/${NOOR.id}/multilingual-dynamic-fields`);
      for (const path of once) expect(asked.filter((one) => one === path)).toHaveLength(1);
    });
  });
}

test.describe("in a browser that speaks German", () => {
  test.use({ locale: "de-DE" });

  test("a link without a hotel is answered in German [START-02] @desk", async ({ page }) => {
    await page.goto("/#/booking/search");
    await expect(page.getByRole("heading")).toHaveText(labels("de")("lbl_incomplete_link"));
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
  });
});
