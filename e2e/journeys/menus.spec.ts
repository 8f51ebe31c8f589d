// The menus of currency and language: what they offer, what they change, and what a guest does not lose.
import { expect, test } from "../fixtures.ts";
import { onPhone } from "../browser.ts";
import { Guest } from "../guest.ts";
import { HARB, type Hotel, NOOR, STAY } from "../hotels.ts";
import { type Language, labels } from "../labels.ts";
import { amount } from "../pages/wizard.ts";
import { LAYLA } from "../people.ts";

/** What one unit of the hotel's currency is in euros, from demo/exchange-rates.csv and the dirham's own rate. */
const EUROS: { hotel: Hotel; language: Language; rate: number; paidIn: RegExp }[] = [
  { hotel: HARB, language: "en", rate: 1 / 1.1684, paidIn: /USD/ },
  { hotel: NOOR, language: "ar", rate: 1 / (1.1684 * 3.6725), paidIn: /AED/ },
];

for (const { hotel, language, rate, paidIn } of EUROS) {
  test.describe(`${hotel.name}, in ${language}`, () => {
    test.use({ language });

    test("prices in another currency, and what is really paid [CUR-02, CUR-06, CUR-08, HEAD-04, PRICE-02, SUMM-04]", async ({
      page,
      guest,
      say,
    }) => {
      await guest.toRooms(hotel, STAY);
      const price = page.getByRole("article").first().locator(".price b").first();
      const own = amount((await price.textContent()) ?? "");

      await guest.header.choose("lbl_currency", "EUR");
      await guest.wizard.on("search");
      await guest.search.search().click();
      await guest.wizard.on("rooms");
      await expect(price).toContainText("€");
      const euros = amount((await price.textContent()) ?? "");
      expect(Math.abs(euros - own * rate)).toBeLessThanOrEqual(0.005 + 1e-9);
      // the day of the rate stands beside the prices
      await expect(page.locator(".conversion").filter({ visible: true }).first()).toContainText("2026");

      await page.getByRole("button", { name: new RegExp(`^${say("lbl_price_details")}`) }).first().click();
      const popup = page.getByRole("dialog").last();
      expect(amount(await popup.locator(".sum strong").innerText())).toBe(euros);
      await page.keyboard.press("Escape");

      await guest.rooms.anyBookButton().click();
      await guest.wizard.toInformation();
      const bill = await guest.wizard.bill();
      expect(amount(await bill.locator(".sum strong").innerText())).toBe(euros);
      const paid = bill.locator(".paid-in");
      await expect(paid).toContainText(paidIn);
      expect(amount(await paid.locator("b").innerText())).toBe(own);

      // a reload finds the booking and its currency again
      await page.reload();
      await guest.wizard.on("information");
      expect(await guest.wizard.total()).toBe(euros);
    });

    test("another currency lets the chosen room go and begins anew [CUR-02] @desk", async ({ page, guest }) => {
      await guest.toRooms(hotel, STAY);
      await guest.rooms.anyBookButton().click();
      await guest.wizard.toInformation();
      await guest.header.choose("lbl_currency", "CHF");
      await guest.wizard.on("search");
      await guest.search.search().click();
      await guest.wizard.on("rooms");
      await expect(guest.rooms.removeButton()).toHaveCount(0);
      await expect(page.getByRole("article").first().locator(".price b").first()).toContainText("CHF");
      // and back to the hotel's own
      await guest.header.choose("lbl_currency", hotel.currency);
      await guest.wizard.on("search");
      await guest.search.search().click();
      await guest.wizard.on("rooms");
      await expect(page.getByText("CHF")).toHaveCount(0);
    });
  });
}

test("the menu offers code, name and symbol of what there is a rate for [CUR-05, CUR-08, HEAD-04] @desk", async ({
  page,
  guest,
  say,
}) => {
  await guest.open(HARB);
  await guest.header.open("lbl_currency");
  const options = guest.header.options("lbl_currency");
  await expect(options.filter({ hasText: "Canadian Dollar" })).toHaveText(/CAD\s*Canadian Dollar\s*CA\$/);
  await expect(options.filter({ hasText: "Kuwaiti" })).toHaveCount(0);
  await expect(options.filter({ hasText: "US Dollar" })).toHaveAttribute("aria-selected", "true");
  await page.getByRole("combobox", { name: say("lbl_currency") }).fill("kron");
  await expect(options.filter({ hasText: "NOK" })).toHaveCount(1);
  await expect(options.filter({ hasText: "USD" })).toHaveCount(0);
});

test("nothing moves in the menu when its currencies come", async ({ page, guest }) => {
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/currencies", async (route) => {
    await held;
    await route.continue();
  });
  await guest.open(HARB);
  await guest.header.unfold();
  await guest.header.choice("lbl_currency").click();
  const choice = page.locator(onPhone(page) ? ".drawer .choice" : ".choice .popover").first();
  await expect(choice.locator(".skeleton")).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const before = await choice.boundingBox();
  answer();
  await expect(guest.header.options("lbl_currency").first()).toBeVisible();
  expect(await choice.boundingBox()).toEqual(before);
});

for (const [flag, label, screen] of [
  ["enable_multi_currency_support", "lbl_currency", "@desk"],
  ["enable_multi_language_support", "lbl_language", "@phone"],
] as const) {
  test(`without ${flag} there is no such menu [HEAD-04, HEAD-05] ${screen}`, async ({ page, guest }) => {
    await page.route((url) => url.pathname === `/v4/properties/${NOOR.id}`, async (route) => {
      const answer = await route.fetch();
      const property = await answer.json();
      property.website_config[flag] = false;
      await route.fulfill({ response: answer, json: property });
    });
    await guest.open(NOOR);
    await guest.header.unfold();
    await expect(guest.header.choice(label === "lbl_currency" ? "lbl_language" : "lbl_currency")).toHaveCount(1);
    await expect(guest.header.choice(label)).toHaveCount(0);
  });
}

test("another language keeps the booking and what was typed [HEAD-05, I18N-02, I18N-09]", async ({ page, guest }) => {
  await guest.toRooms(NOOR, STAY);
  await guest.rooms.anyBookButton().click();
  await guest.wizard.toInformation();
  await guest.details.field("lbl_first_name").fill(LAYLA.first_name);
  const total = await guest.wizard.total();
  await guest.header.choose("lbl_language", "arabic"); // found by its English name
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  const arabic = new Guest(page, labels("ar"));
  await arabic.wizard.on("information");
  await expect(arabic.details.field("lbl_first_name")).toHaveValue(LAYLA.first_name);
  expect(await arabic.wizard.total()).toBe(total);
  const bill = await arabic.wizard.bill();
  await expect(bill.locator(".item b").first()).toContainText(/[\u0600-\u06ff]/);
});

test("on a phone the menu covers the screen from the top and the hotel has its name alone [HEAD-01, HEAD-12]", async ({ page, guest, say }) => {
  await guest.open(HARB);
  const menu = page.getByRole("button", { name: say("lbl_menu"), exact: true });
  await expect(page.getByRole("banner").getByText(/14 Quay Street/)).toBeVisible({ visible: !onPhone(page) });
  if (!onPhone(page)) {
    await expect(page.getByRole("button", { name: "USD" })).toBeVisible();
    await expect(menu).toHaveCount(0);
    return;
  }
  await guest.header.open("lbl_currency");
  const drawer = page.getByRole("dialog").first();
  const box = await drawer.boundingBox();
  const window = page.viewportSize();
  expect(box).toEqual({ x: 0, y: 0, width: window?.width, height: window?.height });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(menu).toBeFocused();
});
