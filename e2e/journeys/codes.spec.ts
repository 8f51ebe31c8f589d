// Promo, company and group codes: from "I have a code" to the confirmation.
import type { Locator } from "@playwright/test";
import { onPhone } from "../browser.ts";
import { expect, test } from "../fixtures.ts";
import { INVERTED } from "../groups.ts";
import type { Guest } from "../guest.ts";
import { address, EDEL, HARB, NOOR, STAY } from "../hotels.ts";
import { pressAt } from "../keyboard.ts";
import { amount } from "../pages/wizard.ts";
import { LAYLA, SIOBHAN } from "../people.ts";

const BLOCK = { from: "2026-12-11", to: "2026-12-13" };

async function type(guest: Guest, label: "lbl_promo_code" | "lbl_company_code" | "lbl_group_code", code: string) {
  const field = guest.page.getByRole("textbox", { name: guest.say(label) });
  if (!(await field.isVisible())) {
    await guest.page.getByRole("button", { name: guest.say("lbl_have_code") }).click();
  }
  await field.fill(code);
}

test.describe("a promo code at Harbour House", () => {
  test("lowers the price, with the keyboard alone, and survives a reload [SEARCH-01, SEARCH-13, SEARCH-30, ROOMS-05]", async ({
    guest,
    page,
    another,
  }) => {
    await guest.open(HARB, STAY);
    await pressAt(page, page.getByRole("button", { name: guest.say("lbl_have_code") }));
    await expect(page.getByRole("textbox", { name: guest.say("lbl_promo_code") })).toBeFocused();
    await page.keyboard.type("winter15");
    // Enter presses Search, once it hears
    await expect(guest.search.search()).toBeEnabled();
    await page.keyboard.press("Enter");
    await guest.wizard.on("rooms");
    await expect(page.getByText("WINTER15 · Winter on the quay")).toBeVisible();
    await page.reload();
    await guest.wizard.on("rooms");
    await expect(page.getByText("WINTER15 · Winter on the quay")).toBeVisible();

    const plain = (await another(HARB).offers(STAY)).find(
      (one) => one.room_type_id === "CLASSIC_QUEEN" && one.rate_code_id === "FLEX",
    );
    await guest.rooms.book("Classic Queen", "Flexible");
    await guest.wizard.toInformation();
    const total = await guest.wizard.total();
    expect(total).toBeLessThan(plain?.total ?? 0);
    await guest.details.fill(SIOBHAN);
    await guest.details.agree();
    await guest.wizard.next(guest.say("lbl_continue_to_payment")).click();
    await guest.wizard.on("payment");
    await guest.payment.guarantee(/Hold until 18:00/).check();
    await guest.payment.order().click();
    await guest.wizard.on("confirmation");
    await expect(page.getByText("Winter on the quay")).toBeVisible();
    expect(amount(await page.locator(".paid dd").last().innerText())).toBe(total);
  });

  test("is typed before Search is pressed: its field stands above the button on a phone, and comes first with Tab", async ({
    guest,
    page,
  }) => {
    await guest.open(HARB, STAY);
    await type(guest, "lbl_promo_code", "WINTER15");
    const field = page.getByRole("textbox", { name: guest.say("lbl_promo_code") });
    if (onPhone(page)) {
      const top = async (what: Locator) => (await what.boundingBox())?.y ?? Number.NaN;
      expect(await top(field)).toBeLessThan(await top(guest.search.search()));
    }
    await field.press("Tab");
    await expect(guest.search.search()).toBeFocused();
  });

  test("says why it is not for a stay, and keeps the guest on the search [ERR-12, SEARCH-30]", async ({ guest, page }) => {
    await guest.open(HARB, { from: "2026-12-08", to: "2026-12-09" });
    await type(guest, "lbl_promo_code", "WINTER15");
    await guest.search.search().click();
    await expect(page.getByRole("alert")).toContainText("WINTER15 is for stays of two nights or more");
    await type(guest, "lbl_promo_code", "SOMETHING");
    await guest.search.search().click();
    await expect(page.getByRole("alert")).toHaveText(guest.say("lbl_no_valid_discount_found"));
    await guest.wizard.on("search");
  });

  test("is asked for alone where the hotel takes no other [SEARCH-15]", async ({ guest, page }) => {
    await guest.open(HARB, STAY);
    await type(guest, "lbl_promo_code", "X");
    await expect(page.getByRole("textbox", { name: guest.say("lbl_company_code") })).toHaveCount(0);
    await expect(page.getByRole("textbox", { name: guest.say("lbl_group_code") })).toHaveCount(0);
  });
});

test.describe("a company code at Dar Al Noor", () => {
  test("asks who pays; the company pays and no guarantee is asked [ROUTE-04, SEARCH-21, SEARCH-22, SEARCH-23, SEARCH-24, ROOMS-39, PAY-11]", async ({
    guest,
    page,
  }) => {
    await guest.open(NOOR, STAY);
    await type(guest, "lbl_promo_code", "NOOR");
    await type(guest, "lbl_company_code", "marjan");
    await expect(page.getByRole("textbox", { name: guest.say("lbl_promo_code") })).toHaveValue("");
    await guest.search.search().click();
    const asked = page.getByRole("dialog", { name: guest.say("lbl_who_will_pay") });
    await expect(asked).toBeVisible();
    await expect(page).toHaveURL(/#\/booking\/search\/confirm-payment-method/);
    await page.reload();
    await expect(asked).toBeVisible();
    await asked.getByRole("button", { name: guest.say("lbl_company_will_pay") }).click();
    await guest.wizard.on("rooms");
    await expect(page.getByText("Marjan Shipping pays", { exact: true })).toBeVisible();
    await expect(page.getByText(guest.say("lbl_company_rate"), { exact: true }).first()).toBeVisible();
    const booked = page.waitForRequest(/company-reservations/);
    await page.getByRole("button", { name: /^Book, .*Company rate with breakfast$/ }).first().click();
    expect((await booked).postDataJSON().reservation_company).toMatchObject({ company_id: "MARJAN", mop: "COMPANY" });
    await guest.wizard.toInformation();
    await guest.details.fill(LAYLA);
    await guest.details.agree();
    await guest.wizard.next(guest.say("lbl_order_book")).click();
    await guest.wizard.on("confirmation");
    await expect(page.getByText("Marjan Shipping pays", { exact: true })).toBeVisible();
    expect(await guest.confirmation.numbers()).toHaveLength(1);
  });

  test("closed, the question leaves the search as it was [SEARCH-25]", async ({ guest, page }) => {
    await guest.open(NOOR, STAY);
    await type(guest, "lbl_company_code", "MARJAN");
    await guest.search.search().click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/#\/booking\/search(\?|$)/);
    await expect(page.getByRole("textbox", { name: guest.say("lbl_company_code") })).toHaveValue("MARJAN");
    await page.goto(address(NOOR, "booking/search/confirm-payment-method"));
    await guest.wizard.on("search");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  test.describe("that nobody has", () => {
    test.use({ expectedErrors: [/404/] });

    test("is not found [SEARCH-27]", async ({ guest, page }) => {
      await guest.open(NOOR, STAY);
      await type(guest, "lbl_company_code", "NOBODY");
      await guest.search.search().click();
      await expect(page.getByRole("alert")).toHaveText(guest.say("lbl_company_not_found"));
      await guest.wizard.on("search");
    });
  });
});

test.describe("in Arabic", () => {
  test.use({ language: "ar" });

  test("a promo code in Arabic letters [SEARCH-20, ROOMS-05]", async ({ guest, page }) => {
    await guest.open(NOOR, STAY);
    await type(guest, "lbl_promo_code", "نور10");
    await guest.search.search().click();
    await guest.wizard.on("rooms");
    await expect(page.getByText("عشرة بالمئة من النور")).toBeVisible();
  });
});

for (const { tag, hotel, language, nights, code, group, room, rate, outside } of [
  {
    tag: [],
    hotel: EDEL,
    language: "en" as const,
    nights: BLOCK,
    code: "skiclub",
    group: "Ski club weekend",
    room: "Alpine Double",
    rate: "Half board",
    outside: "Valley Single",
  },
  {
    tag: ["@desk"],
    hotel: INVERTED.hotel,
    language: INVERTED.language,
    nights: STAY,
    code: "dhow",
    group: "سباق السفن",
    room: INVERTED.room.name,
    rate: INVERTED.rate.name,
    outside: "غرفة السوق",
  },
]) {
  test.describe(`a group code at ${hotel.code}`, { tag }, () => {
    test.use({ language });

    test("sells the block's rooms at the block's price [SEARCH-28, SEARCH-29, ROOMS-05]", async ({ guest, page }) => {
      await guest.open(hotel, nights);
      await type(guest, "lbl_group_code", code);
      const set = page.waitForRequest((request) => request.method() === "POST" && request.url().includes("set-rate"));
      await guest.search.search().click();
      await guest.wizard.on("rooms");
      const known = code.toUpperCase();
      await expect(page.getByText(`${known} · ${group}`)).toBeVisible();
      await expect(guest.rooms.room(room)).toBeVisible();
      const books = page.getByRole("button", { name: new RegExp(`^${guest.rooms.facts(guest.say("lbl_book"), outside)}`) });
      await expect(books.or(guest.rooms.folded(outside))).toHaveCount(0);
      await guest.rooms.unfold(room);
      await guest.rooms.book(room, rate);
      expect((await set).postDataJSON()).toMatchObject({ group_no: known, group_details: { group_block_id: known } });
      await guest.wizard.toInformation();
      await page.reload();
      await guest.wizard.on("information");
    });
  });
}

test.describe("a group code at Chalet Edelgrat", () => {
  test("that nobody has is not found [ERR-11]", async ({ guest, page }) => {
    await guest.open(EDEL, BLOCK);
    await type(guest, "lbl_group_code", "NOBODY");
    await guest.search.search().click();
    await expect(page.getByRole("alert")).toHaveText(guest.say("lbl_no_group_code_found"));
    await guest.wizard.on("search");
  });
});
