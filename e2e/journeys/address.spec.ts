// Addresses: routes behind the hash, the query that goes along, the way home.
import { expect, test } from "../fixtures.ts";
import { HARB, STAY } from "../hotels.ts";

for (const path of ["", "#/", "#/booking", "#/nowhere/at/all", "#/booking/unknown"]) {
  test(`"${path}" leads to the first screen [ROUTE-01, ROUTE-02, ROUTE-13]`, async ({ page, guest }) => {
    await page.goto(`/?pc=HARB&property_id=1${path}`);
    await guest.wizard.on("search");
  });
}

for (const step of ["select-rooms", "guest-information", "payments", "confirmation"]) {
  test(`${step} without a booking leads back to where it can go on [ROUTE-03, ROUTE-16]`, async ({ page, guest }) => {
    await page.goto(`/?pc=HARB&property_id=1#/booking/${step}`);
    await guest.wizard.on("search");
  });
}

test("the query behind the hash goes along, and wins over the one before it [ROUTE-14, START-08]", async ({ page, guest }) => {
  await page.goto(`/?pc=HARB&property_id=1&guest=1#/booking/search?guest=2&from=${STAY.from}&to=${STAY.to}&color=blue`);
  await guest.wizard.on("search");
  await expect(guest.search.form()).toContainText(guest.say("lbl_adults_count", { count: 2 }));
  await guest.search.search().click();
  await guest.wizard.on("rooms");
  await expect(page).toHaveURL(/#\/booking\/select-rooms\?.*color=blue/);
});

test("all of the query may stand behind the hash [ROUTE-01, START-01]", async ({ page, guest }) => {
  await page.goto("/#/booking/search?pc=HARB&property_id=1");
  await guest.wizard.on("search");
});

test("without a hotel the guest is told [START-01, START-02]", async ({ page, say }) => {
  await page.goto("/?pc=HARB#/booking/search");
  await expect(page.getByRole("heading", { name: say("lbl_incomplete_link") })).toBeVisible();
});

test.describe("with a marketing site", () => {
  test.use({ settings: ["--marketing-url", "https://hotels.example/find"] });

  test("a link without a hotel leads there, one with a hotel to its rooms [START-01, START-02]", async ({ page, guest }) => {
    await page.route("https://hotels.example/**", (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>All our hotels</title>" }),
    );
    await page.goto("/?pc=HARB#/booking/search");
    await page.waitForURL("https://hotels.example/find");
    await guest.open(HARB);
  });
});

test("Home shows only with a return address of the hotel's own [START-06, HEAD-02]", async ({ page, guest, say }) => {
  const home = page.getByRole("link", { name: say("lbl_home"), exact: true }).filter({ visible: true });
  const openWith = async (url?: string) => {
    await guest.open(HARB, undefined, url ? { url } : {});
    await guest.wizard.openMenu();
  };
  await openWith();
  await expect(home).toHaveCount(0);
  await openWith("https://harbourhouse.example/rooms");
  await expect(home).toHaveAttribute("href", "https://harbourhouse.example/rooms");
  await openWith("https://evil.example/");
  await expect(home).toHaveCount(0);
});

test("the hotel's colour is the page's accent [START-11, START-25]", async ({ page, guest }) => {
  await guest.open(HARB);
  const accent = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--accent").trim());
  expect(accent).toContain("#14695f");
  await expect(page).toHaveTitle(new RegExp(HARB.name));
});
