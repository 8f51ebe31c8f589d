// The rooms step: looking at the offers in every way, narrowing them, and finding back.
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { violations } from "../axe.ts";
import { onPhone } from "../browser.ts";
import { drawn } from "../drawn.ts";
import { expect, test } from "../fixtures.ts";
import { address, EDEL, HARB, NOOR, STAY } from "../hotels.ts";
import { pressAt } from "../keyboard.ts";
import { ROOM_TYPES, withLongList } from "../long-list.ts";
import { importHotel, ROOT } from "../server.ts";

const rooms = (page: Page) => page.getByRole("article").filter({ has: page.locator(".rates") });
const names = (page: Page) => rooms(page).evaluateAll((list) => list.map((room) => room.getAttribute("aria-label")));

async function clean(page: Page, screen: string): Promise<void> {
  expect.soft(await violations(page), screen).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect.soft(wide, `${screen} is wider than the window`).toBeLessThanOrEqual(0);
}

test("the details of a rate read as one text, their headings alike [ROOMS-25] @desk", async ({ page, guest, say }) => {
  await guest.toRooms(EDEL, STAY);
  await page.getByRole("button", { name: new RegExp(`^${say("lbl_rate_details")}`) }).first().click();
  const dialog = page.getByRole("dialog");
  // its cancelling costs more from a day on, which stands in the middle of a sentence
  await expect(dialog.locator("p .nowrap")).toHaveCSS("display", "inline");
  const looks = await dialog.locator("h3, section p").evaluateAll((all) =>
    all.map((one) => {
      const { color, fontSize } = getComputedStyle(one);
      return `${one.tagName} ${color} ${fontSize}`;
    }),
  );
  expect(new Set(looks).size).toBe(2);
});

test("filters stay in the address: reload, back and forward show the same [ROOMS-01, ROOMS-09, ROOMS-10]", async ({ page, guest }) => {
  await guest.toRooms(HARB, STAY);
  await expect(rooms(page)).toHaveCount(5);
  const all = await names(page);
  await guest.rooms.showFilters().click();
  const panel = page.getByRole("dialog", { name: guest.say("lbl_filters") });
  await panel.getByRole("checkbox", { name: /^King bed/ }).check();
  await panel.getByRole("checkbox", { name: /^Bathtub/ }).check();
  await panel.getByRole("button", { name: guest.say("lbl_apply") }).click();
  await expect(panel).toHaveCount(0);
  await expect.poll(() => names(page)).toEqual(["Deluxe King"]);
  await expect(guest.rooms.showFilters()).toContainText("2");
  await page.reload();
  await guest.wizard.on("rooms");
  await expect.poll(() => names(page)).toEqual(["Deluxe King"]);
  await page.goBack();
  await expect.poll(() => names(page)).toEqual(all);
  await page.goForward();
  await expect.poll(() => names(page)).toEqual(["Deluxe King"]);
});

test.describe("in Arabic", () => {
  test.use({ language: "ar" });

  test("what narrows the list is in sight, and a reload stays where it was [ROOMS-09]", async ({ page, guest, say }) => {
    await guest.toRooms(NOOR, STAY);
    await guest.rooms.showFilters().click();
    const panel = page.getByRole("dialog", { name: say("lbl_filters") });
    await panel.getByRole("checkbox").first().check();
    await panel.getByRole("button", { name: say("lbl_apply") }).click();
    await expect(panel).toHaveCount(0);
    await expect(guest.rooms.showFilters()).toContainText("1");
    await expect(guest.rooms.showFilters()).toBeInViewport({ ratio: 1 });
    await guest.rooms.anyBookButton().last().scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    await page.reload();
    await guest.wizard.on("rooms");
    await expect(guest.rooms.anyBookButton().last()).toBeVisible();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
  });
});

test("by rates, and what was opened is open again after another step [ROOMS-06, ROOMS-40, ROOMS-41]", async ({ page, guest, say }) => {
  await guest.toRooms(HARB, STAY);
  await page.getByText(say("lbl_by_rates"), { exact: true }).click();
  const flexible = page.getByRole("button", { name: "Flexible with breakfast", exact: true });
  await expect(flexible).toHaveAttribute("aria-expanded", "false");
  await flexible.click();
  await guest.rooms.book("Twin", "Flexible with breakfast");
  await guest.wizard.toInformation();
  await expect(guest.details.field("lbl_first_name")).toBeVisible();
  await guest.wizard.previous().click();
  await guest.wizard.on("addons");
  await guest.wizard.previous().click();
  await guest.wizard.on("rooms");
  await expect(flexible).toHaveAttribute("aria-expanded", "true");
  await expect(guest.rooms.removeButton().first()).toBeVisible();
});

test("from the search to a chosen room with the keyboard, the focus back after every popup [ROOMS-20, ROOMS-25] @desk", async ({
  page,
  guest,
  say,
}) => {
  test.slow();
  await guest.open(HARB, STAY);
  const dialog = page.getByRole("dialog");
  const opensAndCloses = async (opener: Locator) => {
    await pressAt(page, opener);
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
    // the ring is drawn, whatever drew it
    expect(await opener.evaluate((element) => getComputedStyle(element).boxShadow)).not.toBe("none");
  };
  await pressAt(page, guest.search.search());
  await guest.wizard.on("rooms");
  await guest.rooms.anyBookButton().waitFor();
  await opensAndCloses(page.getByRole("group", { name: say("lbl_dates_and_guests") }).getByRole("button").last());
  await opensAndCloses(guest.rooms.showFilters());
  await pressAt(page, guest.rooms.showFilters());
  await pressAt(page, dialog.getByRole("checkbox", { name: /^King bed/ }), "Space");
  await pressAt(page, dialog.getByRole("button", { name: say("lbl_apply") }));
  await expect(dialog).toHaveCount(0);
  await expect(guest.rooms.showFilters()).toBeFocused();
  await expect.poll(() => names(page)).toEqual(["Deluxe King", "Accessible King"]);
  const room = guest.rooms.room("Deluxe King");
  await opensAndCloses(room.getByRole("button", { name: new RegExp(`^${say("lbl_pictures_and_everything")}`) }));
  await opensAndCloses(room.getByRole("button", { name: new RegExp(`^${say("lbl_rate_details")}`) }).first());
  await opensAndCloses(room.getByRole("button", { name: new RegExp(`^${say("lbl_price_details")}`) }).first());
  await pressAt(page, guest.rooms.bookButton("Deluxe King", "Flexible"));
  await guest.wizard.toInformation();
});

test("popups are about half the window wide, a phone's buttons 50 px high [ROOMS-28]", async ({ page, guest, say }) => {
  await guest.toRooms(HARB, STAY);
  const book = guest.rooms.anyBookButton();
  await book.waitFor();
  const phone = onPhone(page);
  if (phone) expect((await book.boundingBox())?.height).toBe(50);
  const width = page.viewportSize()?.width ?? 0;
  for (const opener of ["lbl_price_details", "lbl_rate_details", "lbl_pictures_and_everything"]) {
    await page.getByRole("button", { name: new RegExp(`^${say(opener)}`) }).first().click();
    const popup = page.getByRole("dialog");
    const share = ((await popup.boundingBox())?.width ?? 0) / width;
    if (phone) expect(share, opener).toBe(1);
    else expect(share >= 0.45 && share <= 0.55, `${opener}: ${share}`).toBe(true);
    await page.keyboard.press("Escape");
    await expect(popup).toHaveCount(0);
  }
  await guest.rooms.showFilters().click();
  if (phone) {
    const buttons = page.getByRole("dialog").locator(".sheet-foot button");
    expect(await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))).toEqual([50, 50, 50]);
  }
});

for (const tall of [false, true]) {
  test(`nothing moves while the rooms come${tall ? ", in a window that shows several" : ""} [ROOMS-02]`, async ({ page, guest }) => {
    if (tall) await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 2000 });
    await page.addInitScript(() => {
      const moved = { by: 0, what: "" };
      Object.assign(window, { moved });
      type Shift = PerformanceEntry & { value: number; sources: { node: Element | null }[] };
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries() as Shift[]) {
          moved.by += shift.value;
          moved.what += ` ${shift.value}: ${shift.sources.map(({ node }) => node?.className ?? node?.nodeName).join()}`;
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(address(HARB, "booking/search", { ...STAY, guest: "2", skip_search: "true" }));
    await guest.wizard.on("rooms");
    await guest.rooms.anyBookButton().waitFor();
    await page.waitForLoadState("networkidle");
    const moved = await page.evaluate(() => (window as unknown as { moved: { by: number; what: string } }).moved);
    // less than browsers and people notice: a title that moves by two pixels when its typeface comes
    expect(moved.by, moved.what).toBeLessThan(0.001);
  });
}

for (const [nights, to] of [[2, "2026-12-10"], [7, "2026-12-15"]] as const) {
  test(`the price details of ${nights} nights hardly grow when they come`, async ({ page, guest, say }) => {
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/breakdown*", async (route) => {
      await held;
      await route.continue();
    });
    await guest.toRooms(HARB, { ...STAY, to });
    await page.getByRole("button", { name: new RegExp(`^${say("lbl_price_details")}`) }).first().click();
    const popup = page.getByRole("dialog");
    await expect(popup.locator(".skeleton").first()).toBeVisible();
    const tall = async () => (await popup.boundingBox())?.height ?? 0;
    await page.evaluate(() => document.fonts.ready);
    const before = await tall();
    answer();
    await expect(popup.locator(".nights-list details")).toHaveCount(nights);
    expect(Math.abs((await tall()) - before)).toBeLessThan(40);
  });
}

test.describe("in tiles, in Arabic", () => {
  test.use({ language: "ar" });

  test("rooms and rates in tiles, without a violation [ROOMS-07, ROOMS-27]", async ({ page, guest, server, say }, info) => {
    const folder = info.outputPath("dar-al-noor");
    cpSync(join(ROOT, "demo/dar-al-noor"), folder, { recursive: true });
    const hotel = join(folder, "hotel.toml");
    const tiles = readFileSync(hotel, "utf8").replace("[website_config]", '[website_config]\nrate_display_type = "GRID_VIEW"');
    writeFileSync(hotel, tiles);
    importHotel(folder, server.database);
    const shown = async () =>
      (await (await fetch(`${server.url}/v4/properties/${NOOR.id}`)).json()).website_config.rate_display_type;
    await expect.poll(shown).toBe("GRID_VIEW");

    await guest.toRooms(NOOR, STAY);
    await expect(page.locator(".list.grid")).toBeVisible();
    const open = page.getByRole("button", { expanded: false }).filter({ has: page.locator(".i") }).and(page.locator(".room .from-price .btn")).first();
    await clean(page, "tiles");
    await open.click();
    await expect(guest.rooms.anyBookButton()).toBeVisible();
    await clean(page, "an open tile");
    await page.getByRole("button", { name: new RegExp(`^${say("lbl_pictures_and_everything")}`) }).first().click();
    await clean(page, "a room's pictures");
    await page.keyboard.press("Escape");
    await page.getByText(say("lbl_by_rates"), { exact: true }).click();
    await expect(page.locator(".tiles .rate").first()).toBeVisible();
    await clean(page, "tiles by rate");
    await guest.rooms.showFilters().click();
    await clean(page, "filters");
  });
});

test("no violation by rate, in the filters, in a rate's details", async ({ page, guest, say }) => {
  await guest.toRooms(HARB, STAY);
  await guest.rooms.anyBookButton().waitFor();
  await page.getByRole("button", { name: new RegExp(`^${say("lbl_rate_details")}`) }).first().click();
  await clean(page, "rate details");
  await page.keyboard.press("Escape");
  await guest.rooms.showFilters().click();
  await clean(page, "filters");
  const panel = page.getByRole("dialog");
  await panel.getByRole("checkbox", { name: /^Bathtub/ }).check();
  await panel.getByRole("button", { name: say("lbl_apply") }).click();
  await clean(page, "filtered");
  await page.getByText(say("lbl_by_rates"), { exact: true }).click();
  await expect(page.locator(".by-rate").first()).toBeVisible();
  await clean(page, "by rate");
});

/** The card at the top of the window and where it stands there, once it stays. */
async function place(page: Page): Promise<string> {
  let place = "";
  const stays = async () => {
    const before = place;
    // two looks at one frame are always alike
    await drawn(page);
    place = await page.evaluate(() => {
      const cards = [...document.querySelectorAll(".list > .room")];
      const card = cards.find((one) => one.getBoundingClientRect().bottom > 0);
      return `${card?.getAttribute("aria-label")} at ${Math.round(card?.getBoundingClientRect().top ?? 0)}`;
    });
    return place === before;
  };
  await expect.poll(stays).toBe(true);
  return place;
}

test("the way back to a long list, and a reload, find the same room in the same place", async ({ page, guest }) => {
  await withLongList(page);
  await guest.toRooms(HARB, STAY);
  await expect(rooms(page)).toHaveCount(ROOM_TYPES);
  // some rooms are drawn on the way, most of those above are not
  for (const number of [8, 24]) {
    await rooms(page).nth(number).evaluate((card) => card.scrollIntoView());
    await expect(rooms(page).nth(number)).toBeInViewport();
    await place(page);
  }
  const left = await place(page);
  await page.goBack();
  await guest.wizard.on("search");
  await page.goForward();
  await expect(rooms(page)).toHaveCount(ROOM_TYPES);
  await expect.poll(() => place(page)).toBe(left);

  await page.reload();
  await expect(rooms(page)).toHaveCount(ROOM_TYPES);
  await expect.poll(() => place(page)).toBe(left);
  // who opens the step anew begins at its top
  await page.goBack();
  await guest.wizard.on("search");
  await guest.search.search().click();
  await expect(rooms(page)).toHaveCount(ROOM_TYPES);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test("what a card out of sight is guessed to be tall is not taken for what it was, in another stay neither", async ({
  page,
  guest,
}) => {
  const other = { from: "2026-12-20", to: "2026-12-22" };
  await withLongList(page, ({ href }) => (href.includes(other.from) ? 4 : 1));
  const last = rooms(page).last();
  const tall = async () => {
    await expect(rooms(page)).toHaveCount(ROOM_TYPES);
    await place(page);
    return last.evaluate((card) => card.getBoundingClientRect().height);
  };
  await guest.toRooms(HARB, other);
  const guessed = await tall();
  // the page that knows nothing yet, and another stay's rooms, of which only the first are drawn
  await page.reload();
  await guest.toRooms(HARB, STAY);
  expect(await tall()).toBeLessThan(guessed);
  await rooms(page).nth(8).evaluate((card) => card.scrollIntoView());
  await expect(rooms(page).nth(8)).toBeInViewport();
  await page.goBack();
  await guest.wizard.on("search");
  await guest.search.choose(other.from, other.to);
  await guest.search.search().click();
  await guest.wizard.on("rooms");
  expect(await tall()).toBe(guessed);
  const eighth = rooms(page).nth(8);
  expect(await eighth.evaluate((card) => card.style.getPropertyValue("--tall"))).toBe("");
});
