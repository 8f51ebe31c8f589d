// A slow line: what was asked for shows that it is on its way, and can be left.
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { HARB, NOOR, STAY } from "../hotels.ts";
import { ManageScreens } from "../pages/manage.ts";
import { CARDS, LAYLA, SIOBHAN } from "../people.ts";

test.use({ expectedErrors: [/Failed to load resource|dynamically imported module/] });

/** Holds back a part of the page until the function that is answered is called. */
async function holdBack(page: Page, part: RegExp): Promise<() => void> {
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(part, async (route) => {
    await arrived;
    await route.continue();
  });
  return arrive;
}

test("the calendar can be closed, and where it does not come the search stands", { tag: "@desk" }, async ({ page, context, guest, say }) => {
  const arrive = await holdBack(page, /Dates-.*\.js/);
  await guest.open(HARB, STAY);
  await guest.search.checkIn().press("Enter");
  await expect(page.locator(".drop .skeleton")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator(".drop")).toHaveCount(0);
  await expect(guest.search.checkIn()).toBeFocused();
  await context.setOffline(true);
  arrive();
  await guest.search.checkIn().press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: say("lbl_no_answer") })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(guest.search.search()).toBeEnabled();
});

test("the buttons below a guest form come with it", { tag: "@desk" }, async ({ page, guest }) => {
  const arrive = await holdBack(page, /address-rules/);
  await guest.toDetails(HARB, STAY, "Twin", "Flexible");
  await expect(page.locator(".information .loading")).toBeVisible();
  await expect(guest.wizard.previous()).toBeHidden();
  arrive();
  await expect(guest.wizard.previous()).toBeVisible();
});

for (const [language, hotel, person, room, rate] of [
  ["en", HARB, SIOBHAN, "Twin", "Flexible"],
  ["ar", NOOR, LAYLA, "غرفة الحديقة", "سعر مرن"],
] as const) {
  test.describe(language, { tag: language === "en" ? "@desk" : "@phone" }, () => {
    test.use({ language });

    test("what is below the ways to guarantee a stay hardly moves when they come", async ({ page, guest }) => {
      await guest.toPayment(hotel, STAY, room, rate, person);
      const arrive = await holdBack(page, /guarantee-types/);
      await page.reload();
      await expect(page.locator(".types-to-come")).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      const top = () => guest.wizard.previous().evaluate((button) => button.getBoundingClientRect().top + scrollY);
      const before = await top();
      arrive();
      await expect(page.locator(".card-host[aria-busy=false]")).toBeVisible();
      // by a line at most: the hotel's own words about each of them are not known before
      expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(24);
    });
  });
}

test("the hotel's details and a screen beside the rooms show that they are on their way", { tag: "@phone" }, async ({ page, guest, say }) => {
  const details = await holdBack(page, /HotelDetails-.*\.js/);
  const other = await holdBack(page, /OtherRoutes-.*\.js/);
  await guest.open(HARB, STAY);
  await guest.header.unfold();
  await page.getByRole("button", { name: say("lbl_hotel_details") }).filter({ visible: true }).click();
  const dialog = page.getByRole("dialog", { name: say("lbl_hotel_details") });
  await expect(dialog.locator(".skeleton")).toBeVisible();
  details();
  await expect(dialog.locator("address")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await guest.header.unfold();
  await page.getByRole("button", { name: say("lbl_search_reservation") }).filter({ visible: true }).click();
  await expect(page.locator("main[aria-busy=true] .skeleton").first()).toBeVisible();
  other();
  await expect(page.getByRole("textbox", { name: say("lbl_last_name") })).toBeVisible();
});

test("what cancels a stay stays where it is when what it costs comes [MANAGE-22]", { tag: "@phone" }, async ({ page, guest, say }) => {
  const manage = new ManageScreens(page, say);
  await guest.toPayment(HARB, STAY, "Classic Queen", "Flexible with breakfast", SIOBHAN);
  await guest.pay(CARDS.good, "Siobhán Ní Bhriain");
  await guest.wizard.on("confirmation");
  await page.getByRole("button", { name: say("lbl_view_reservation") }).click();
  await manage.button("lbl_cancel_reservation").click();
  await expect(page).toHaveURL(/#\/cancel-reservation/);
  const arrive = await holdBack(page, /cancel-booking\/consent/);
  await page.reload();
  await expect(page.locator(".to-come")).toBeVisible();
  const places = async () => [
    await manage.button("lbl_cancel_reservation").boundingBox(),
    await manage.button("lbl_go_back_to_reservation").boundingBox(),
  ];
  await page.evaluate(() => document.fonts.ready);
  const before = await places();
  arrive();
  await expect(page.locator(".to-come")).toHaveCount(0);
  expect(await places()).toEqual(before);
});
