// Measuring: nothing of a third party before the guest agrees, and then what happens in the booking.
import type { Locator, Page } from "@playwright/test";
import { onPhone } from "../browser.ts";
import { drawn } from "../drawn.ts";
import { expect, test } from "../fixtures.ts";
import { HARB, type Hotel, NOOR, STAY } from "../hotels.ts";
import { CARDS, SIOBHAN } from "../people.ts";

const READER = "https://www.googletagmanager.com";
const SCRIPT = "https://scripts.example";

/** Lets the hotel measure, and answers for those that it measures with; what was asked of them is in the list. */
async function measuring(page: Page, hotel: Hotel = HARB): Promise<string[]> {
  const asked: string[] = [];
  await page.route((url) => url.pathname === `/v4/properties/${hotel.id}`, async (route) => {
    const answer = await route.fetch();
    const property = await answer.json();
    property.website_config.google_analytics_ids = "G-TEST1,G-TEST2";
    property.website_config.injected_scripts = `${SCRIPT}/own.js`;
    await route.fulfill({ response: answer, json: property });
  });
  for (const origin of [READER, SCRIPT]) {
    await page.route(`${origin}/**`, async (route) => {
      asked.push(route.request().url());
      await route.fulfill({ contentType: "text/javascript", body: "window.stranger = true" });
    });
  }
  return asked;
}

/** Names of the events in the data layer. */
const events = (page: Page) =>
  page.evaluate(() =>
    ((window as { dataLayer?: ArrayLike<unknown>[] }).dataLayer ?? [])
      .map((entry) => Array.from(entry))
      .filter(([kind]) => kind === "event")
      .map(([, name, told]) => ({ name: String(name), told: told as Record<string, unknown> })),
  );

/** Whether a third party's code runs in the page. */
const strangers = (page: Page) => page.evaluate(() => "stranger" in window);

test("with the guest's consent a booking is told from search to purchase, and nobody else's code sees the payment [ANALYTICS-01, ANALYTICS-02, ANALYTICS-03, ANALYTICS-04, ANALYTICS-05, ANALYTICS-06, ANALYTICS-07, ANALYTICS-10, START-19] @desk", async ({
  page,
  guest,
  say,
}) => {
  const step = ({ name, told }: Awaited<ReturnType<typeof events>>[number]) =>
    name === "page_view" ? told.page_title : name;
  /** The payment step has come in a page of its own. */
  async function alone(): Promise<void> {
    await guest.wizard.on("payment");
    await guest.payment.frame().locator('[autocomplete~="cc-number"]').waitFor();
    // what measures comes after the step
    await expect.poll(async () => (await events(page)).map(step)).toEqual(["payment"]);
    await expect(page.locator("script[data-injected], img[data-pixel]")).toHaveCount(0);
    expect(await strangers(page)).toBe(false);
  }
  const asked = await measuring(page);
  await guest.open(HARB, STAY);
  const bar = page.getByRole("region", { name: say("lbl_measuring") });
  await expect(bar).toBeVisible();
  expect(asked).toEqual([]);
  expect(await events(page)).toEqual([]);
  await bar.getByRole("button", { name: say("lbl_measure") }).click();
  await expect(bar).toHaveCount(0);
  await expect.poll(() => asked.length).toBe(2);
  await expect.poll(() => strangers(page)).toBe(true);

  await guest.search.search().click();
  await guest.wizard.on("rooms");
  await expect.poll(async () => (await events(page)).map(({ name }) => name)).toContain("view_item_list");
  await guest.rooms.book("Deluxe King", "Flexible");
  await guest.wizard.toInformation();
  const total = await guest.wizard.total();
  await guest.details.fill(SIOBHAN);
  await guest.details.agree();
  const told = await events(page);
  await guest.wizard.next(say("lbl_continue_to_payment")).click();
  await alone();

  // back to what was typed, and forward again: nothing is lost, and nothing told twice
  await page.goBack();
  await guest.wizard.on("information");
  await expect(guest.details.field("lbl_first_name")).toHaveValue(SIOBHAN.first_name);
  await expect(guest.details.auto("tel-national")).toHaveValue(/0142$/);
  await expect(guest.details.agreeBox()).toBeChecked();
  await expect.poll(() => strangers(page)).toBe(true);
  expect((await events(page)).map(step)).toEqual(["payment", "information"]);
  await guest.wizard.next(say("lbl_continue_to_payment")).click();
  await alone();
  await guest.pay(CARDS.good, "Siobhán Ní Bhriain");
  await guest.wizard.on("confirmation");

  await expect.poll(async () => (await events(page)).map(step)).toEqual(["payment", "confirmation", "purchase"]);
  await expect.poll(() => strangers(page)).toBe(true);
  expect(told.map(step)).toEqual([
    "search",
    "book_intent",
    "rooms",
    "view_item_list",
    "select_item",
    "addons",
    "information",
    "begin_checkout",
  ]);
  told.push(...(await events(page)));
  expect(told.find(({ name }) => name === "begin_checkout")?.told).toMatchObject({ currency: "USD", value: total });
  const purchase = told.at(-1)?.told;
  expect(purchase).toMatchObject({ transaction_id: (await guest.confirmation.numbers()).join(), value: total });
  expect(JSON.stringify(told)).not.toContain(SIOBHAN.email);
  expect(JSON.stringify(told)).not.toContain(SIOBHAN.last_name);
});

test("a guest who refuses is not measured, is not asked again, and can think again @phone", async ({
  page,
  guest,
  say,
}) => {
  const asked = await measuring(page);
  await guest.open(HARB, STAY);
  const bar = page.getByRole("region", { name: say("lbl_measuring") });
  await bar.getByRole("button", { name: say("lbl_do_not_measure") }).click();
  await expect(bar).toHaveCount(0);
  await guest.search.search().click();
  await guest.wizard.on("rooms");
  const measures = page.waitForResponse(/\/Tracking-.*\.js/);
  await page.reload();
  await guest.wizard.on("rooms");
  // what asks and measures comes after the step
  await page.evaluate((part) => import(part), (await measures).url());
  await drawn(page);
  await expect(bar).toHaveCount(0);
  expect(asked).toEqual([]);
  expect(await events(page)).toEqual([]);
  await page.getByRole("button", { name: say("lbl_measuring") }).click();
  await expect(bar).toBeFocused();
  await bar.getByRole("button", { name: say("lbl_measure") }).click();
  await expect.poll(() => asked.length).toBe(2);
});

test.describe("a blocker", { tag: "@desk" }, () => {
  test.use({ expectedErrors: [/Failed to load resource|dynamically imported module/] });

  test("that keeps the measuring away takes nothing else from the guest", async ({ page, guest, say }) => {
    let loaded = 0;
    page.on("request", (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loaded += 1;
    });
    await page.route(/Tracking-.*\.js/, (route) => route.abort("blockedbyclient"));
    await measuring(page);
    await guest.open(HARB, STAY);
    await guest.search.openGuests();
    await guest.search.count(say("lbl_adults_in_room", { room: 1 }), 1);
    await guest.search.closeGuests();
    await guest.search.search().click();
    await guest.wizard.on("rooms");
    await expect(guest.rooms.anyBookButton()).toBeEnabled();
    expect(loaded, "the page was loaded once").toBe(1);
    expect(new URLSearchParams(page.url().split("?").at(-1)).get("guests")).toBe("3");
  });
});

test("a hotel that measures nothing asks nobody [ANALYTICS-07] @desk", async ({ page, guest, say }) => {
  await guest.toRooms(HARB, STAY);
  await expect(page.getByText(say("lbl_measuring"))).toHaveCount(0);
});

/** Controls of the page that the bar lies over, wherever the page is scrolled to. */
const covered = (bar: Locator) =>
  bar.evaluate(async (bar) => {
    // what was out of sight is laid out when it comes into sight
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const found = new Set<string>();
    for (let y = 0; y <= document.documentElement.scrollHeight; y += 120) {
      window.scrollTo(0, y);
      await drawn();
      const over = bar.getBoundingClientRect();
      for (const control of document.querySelectorAll("header :is(a,button), main :is(a,button,input), footer :is(a,button)")) {
        const box = control.getBoundingClientRect();
        const apart =
          box.bottom <= over.top || box.top >= over.bottom || box.right <= over.left || box.left >= over.right;
        if (!apart && control.checkVisibility({ contentVisibilityAuto: true })) found.add(control.textContent);
      }
    }
    window.scrollTo(0, 0);
    return [...found];
  });

/** Goes through the page with Tab; what had the focus under the bar. */
async function underFocus(page: Page, bar: Locator): Promise<string[]> {
  const found: string[] = [];
  for (let stop = 0; stop < 40; stop++) {
    await page.keyboard.press("Tab");
    const under = await bar.evaluate((bar) => {
      const on = document.activeElement;
      if (!on || on === document.body || bar.contains(on)) return null;
      const [box, over] = [on.getBoundingClientRect(), bar.getBoundingClientRect()];
      const apart =
        box.bottom <= over.top || box.top >= over.bottom || box.right <= over.left || box.left >= over.right;
      return apart ? null : on.outerHTML.slice(0, 120);
    });
    if (under) found.push(under);
  }
  return found;
}

for (const { language, hotel, narrow } of [
  { language: "en" as const, hotel: HARB, narrow: false },
  { language: "ar" as const, hotel: NOOR, narrow: true },
]) {
  test.describe(narrow ? `320 pixels wide, ${language}` : language, { tag: narrow ? ["@phone"] : [] }, () => {
    test.use({ language, ...(narrow ? { viewport: { width: 320, height: 640 } } : {}) });

    test("the question is in nobody's way: nothing needed is under it, and never what has the focus [ANALYTICS-10]", async ({
      page,
      guest,
      say,
    }) => {
      await measuring(page, hotel);
      const bar = page.getByRole("region", { name: say("lbl_measuring") });
      await guest.open(hotel, STAY);
      await expect(bar).toBeVisible();
      if (onPhone(page)) expect(await covered(bar)).toEqual([]);
      expect(await underFocus(page, bar)).toEqual([]);
      await guest.search.search().click();
      await guest.wizard.on("rooms");
      await guest.rooms.anyBookButton().waitFor();
      if (onPhone(page)) expect(await covered(bar)).toEqual([]);
      expect(await underFocus(page, bar)).toEqual([]);
      const overflow = await bar.evaluate((bar) => bar.scrollWidth - bar.clientWidth);
      expect(overflow, "both answers fit").toBeLessThanOrEqual(0);
      await bar.getByRole("button", { name: say("lbl_do_not_measure") }).click();
      await expect(bar).toHaveCount(0);
    });
  });
}
