// A guest who does not know yet which hotel: all hotels of a brand, as a list and on a map, and on to the rooms.
import type { Page } from "@playwright/test";
import { violations } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { EDEL, HARB, NOOR } from "../hotels.ts";
import { pressAt, tabTo } from "../keyboard.ts";
import { chooseDates } from "../pages/brand.ts";

const card = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });

test.describe("a brand", () => {
  test("lists its hotels and leads to the rooms of one [BRAND-03, BRAND-04, BRAND-12, BRAND-15, ROUTE-12, START-03, API-73]", async ({
    page,
    guest,
    say,
  }) => {
    await page.goto("/#/brand?brand_code=PORTICO");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("lbl_brand_title"));
    await expect(page).toHaveTitle("Portico Hotels");
    await expect(page.getByRole("heading", { level: 2 })).toHaveText([
      "Chalet Edelgrat",
      "Dar Al Noor",
      "Harbour House",
    ]);
    await chooseDates(page, "2026-12-08", "2026-12-11");
    await page.getByRole("button", { name: say("lbl_more", { what: say("lbl_brand_adults") }) }).click();
    await page.getByRole("combobox", { name: say("lbl_destination") }).fill("harb");
    await page.getByRole("option").click();
    await page.getByRole("button", { name: say("lbl_search"), exact: true }).click();
    const found = card(page, HARB.name);
    await expect(found.locator(".price b")).toContainText("$");
    const total = await found.locator(".price b").textContent();
    await found.getByRole("link").click();
    await guest.wizard.on("rooms");
    expect(page.url()).toContain(`pc=${HARB.code}`);
    // what the brand's page said the stay costs is what the cheapest room costs, to the cent
    await expect(page.locator(".rate .price b", { hasText: total ?? "no amount" }).first()).toBeVisible();
    // the way back finds what was looked for, at the first press
    await page.goBack();
    await expect(page.getByRole("combobox", { name: say("lbl_destination") })).toHaveValue(HARB.name);
    await expect(page.getByRole("group", { name: say("lbl_brand_adults") }).locator("output")).toHaveText("2");
    await expect(found.locator(".price b")).toHaveText(total ?? "");
  });

  test("can be used with the keyboard and read aloud @desk", async ({ page, say }) => {
    await page.goto("/#/brand?brand_code=PORTICO");
    await expect(card(page, NOOR.name).locator(".from-price .btn")).toBeVisible();
    await tabTo(page, page.getByRole("combobox", { name: say("lbl_destination") }));
    await page.keyboard.type("noor");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("combobox", { name: say("lbl_destination") })).toHaveValue(NOOR.name);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 2 })).toHaveText([NOOR.name]);
    if (await page.getByRole("button", { name: say("lbl_brand_show_map") }).isVisible()) {
      await page.getByRole("button", { name: say("lbl_brand_show_map") }).click();
    }
    const pin = page.getByRole("button", { name: say("lbl_brand_on_map", { hotel: NOOR.name }) });
    // where it stands above the list, the keyboard comes to it before the list
    const parts = page.locator(".hotels > *");
    const tops = await Promise.all((await parts.all()).map(async (part) => (await part.boundingBox())?.y ?? 0));
    expect(tops).toEqual([...tops].sort((one, other) => one - other));
    await pressAt(page, pin);
    await expect(card(page, NOOR.name)).toBeFocused();
    expect(await violations(page)).toEqual([]);
  });

  test("is left in its guest's currency, and takes whom no one room holds to several [BRAND-15, BRAND-17] @desk", async ({
    page,
    guest,
    say,
  }) => {
    await page.goto("/?brand_code=PORTICO#/brand?from=2026-12-08&to=2026-12-11&guest=5&currency=EUR");
    const alpine = card(page, EDEL.name);
    await expect(alpine).toContainText(say("lbl_brand_several_only"));
    await alpine.getByRole("link").click();
    await guest.wizard.on("rooms");
    await expect(page.locator(".rate .price b").first()).toContainText("€");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.goBack();
    await expect(alpine).toContainText(say("lbl_brand_several_only"));
  });
});

test.describe("a brand", () => {
  test.use({ expectedErrors: [/status of 404|This brand is not known here/] });

  test("that nobody knows says so; a link without one is not complete [BRAND-20] @desk", async ({ page, say }) => {
    await page.goto("/#/brand?brand_code=portico");
    await expect(page.getByRole("heading", { name: say("lbl_incomplete_link") })).toBeVisible();
    // another part of the address alone would leave what stands
    await page.goto("about:blank");
    await page.goto("/#/brand");
    await expect(page.getByRole("heading", { name: say("lbl_incomplete_link") })).toBeVisible();
  });
});

test.describe("in Arabic", { tag: ["@phone"] }, () => {
  test.use({ language: "ar" });

  test("the hotels are told in Arabic, from right to left [ROUTE-12]", async ({ page, guest: _, say }) => {
    await page.goto("/#/brand?brand_code=PORTICO");
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("lbl_brand_title"));
    await expect(page.getByRole("heading", { name: "دار النور" })).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
});
