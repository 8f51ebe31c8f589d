// Measuring: nothing of a third party before the guest agrees, and then what happens in the booking.
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { HARB, STAY } from "../hotels.ts";
import { CARDS, SIOBHAN } from "../people.ts";

const READER = "https://www.googletagmanager.com";
const SCRIPT = "https://scripts.example";

/** Lets the hotel measure, and answers for those that it measures with; what was asked of them is in the list. */
async function measuring(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route((url) => url.pathname === `/v4/properties/${HARB.id}`, async (route) => {
    const answer = await route.fetch();
    const property = await answer.json();
    property.website_config.google_analytics_ids = "G-TEST1,G-TEST2";
    property.website_config.injected_scripts = `${SCRIPT}/own.js`;
    await route.fulfill({ response: answer, json: property });
  });
  for (const origin of [READER, SCRIPT]) {
    await page.route(`${origin}/**`, async (route) => {
      asked.push(route.request().url());
      await route.fulfill({ contentType: "text/javascript", body: "" });
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

test("with the guest's consent a booking is told from search to purchase [ANALYTICS-01, ANALYTICS-02, ANALYTICS-03, ANALYTICS-04, ANALYTICS-05, ANALYTICS-06, ANALYTICS-07, ANALYTICS-10, START-19]", async ({
  page,
  guest,
  say,
}) => {
  const asked = await measuring(page);
  await guest.open(HARB, STAY);
  const bar = page.getByRole("region", { name: say("lbl_measuring") });
  await expect(bar).toBeVisible();
  expect(asked).toEqual([]);
  expect(await events(page)).toEqual([]);
  await bar.getByRole("button", { name: say("lbl_measure") }).click();
  await expect(bar).toHaveCount(0);
  await expect.poll(() => asked.length).toBe(2);

  await guest.search.search().click();
  await guest.wizard.on("rooms");
  await expect.poll(async () => (await events(page)).map(({ name }) => name)).toContain("view_item_list");
  await guest.rooms.book("Deluxe King", "Flexible");
  await guest.wizard.on("information");
  const total = await guest.wizard.total();
  await guest.details.fill(SIOBHAN);
  await guest.details.agree();
  await guest.wizard.next(say("lbl_continue_to_payment")).click();
  await guest.wizard.on("payment");
  await guest.pay(CARDS.good, "Siobhán Ní Bhriain");
  await guest.wizard.on("confirmation");

  await expect.poll(async () => (await events(page)).map(({ name }) => name)).toContain("purchase");
  const told = await events(page);
  expect(told.map(({ name }) => name)).toEqual([
    "page_view",
    "book_intent",
    "page_view",
    "view_item_list",
    "select_item",
    "page_view",
    "begin_checkout",
    "page_view",
    "page_view",
    "purchase",
  ]);
  expect(told.find(({ name }) => name === "begin_checkout")?.told).toMatchObject({ currency: "USD", value: total });
  const purchase = told.at(-1)?.told;
  expect(purchase).toMatchObject({ transaction_id: (await guest.confirmation.numbers()).join(), value: total });
  expect(JSON.stringify(told)).not.toContain(SIOBHAN.email);
  expect(JSON.stringify(told)).not.toContain(SIOBHAN.last_name);
});

test("a guest who refuses is not measured, is not asked again, and can think again [ANALYTICS-10]", async ({ page, guest, say }) => {
  const asked = await measuring(page);
  await guest.open(HARB, STAY);
  const bar = page.getByRole("region", { name: say("lbl_measuring") });
  await bar.getByRole("button", { name: say("lbl_do_not_measure") }).click();
  await expect(bar).toHaveCount(0);
  await guest.search.search().click();
  await guest.wizard.on("rooms");
  await page.reload();
  await guest.wizard.on("rooms");
  await expect(bar).toHaveCount(0);
  expect(asked).toEqual([]);
  expect(await events(page)).toEqual([]);
  await page.getByRole("button", { name: say("lbl_measuring") }).click();
  await expect(bar).toBeFocused();
  await bar.getByRole("button", { name: say("lbl_measure") }).click();
  await expect.poll(() => asked.length).toBe(2);
});

test("a hotel that measures nothing asks nobody [ANALYTICS-07]", async ({ page, guest, say }) => {
  await guest.toRooms(HARB, STAY);
  await expect(page.getByText(say("lbl_measuring"))).toHaveCount(0);
});
