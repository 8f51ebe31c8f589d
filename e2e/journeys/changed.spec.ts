// The hotel raises its prices while a guest is booking: old and new price are shown, and the guest decides.
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "../fixtures.ts";
import { GuestApi } from "../guest-api.ts";
import { HARB, STAY } from "../hotels.ts";
import { amount } from "../pages/wizard.ts";
import { SIOBHAN } from "../people.ts";
import { importHotel, ROOT, type Server } from "../server.ts";

test.use({ expectedErrors: [/409|Failed to load resource/] });

/** Imports Harbour House anew, every night ten dearer, and waits until the server sells at the new prices. */
async function raisePrices(server: Server, folder: string): Promise<number> {
  const twin = async () =>
    (await new GuestApi(server.url, HARB).offers(STAY)).find(
      (offer) => offer.room_type_id === "TWIN" && offer.rate_code_id === "FLEX",
    )?.total ?? 0;
  const before = await twin();
  cpSync(join(ROOT, "demo/harbour-house"), folder, { recursive: true });
  const rates = join(folder, "rates.toml");
  const dearer = readFileSync(rates, "utf8").replace(/\b(price|fri|sat) = (\d+\.\d\d)/g, (_, name, price) => {
    return `${name} = ${(Number(price) + 10).toFixed(2)}`;
  });
  writeFileSync(rates, dearer);
  importHotel(folder, server.database);
  await expect.poll(twin).toBeGreaterThan(before);
  return twin();
}

test("between looking and choosing [API-27]", async ({ page, guest, server, say }, info) => {
  await guest.toRooms(HARB, STAY);
  const price = page.getByRole("group", { name: "Twin, Flexible", exact: true }).locator(".price b").first();
  const seen = amount((await price.textContent()) ?? "");
  const now = await raisePrices(server, info.outputPath("harbour-house"));
  await guest.rooms.book("Twin", "Flexible");
  const asked = page.getByRole("alertdialog", { name: say("lbl_price_changed") });
  expect(amount(await asked.locator("s").innerText())).toBe(seen);
  expect(amount(await asked.locator("dd b").innerText())).toBe(now);
  await guest.wizard.on("rooms");
  await asked.getByRole("button", { name: say("lbl_take_new_price") }).click();
  await guest.wizard.toInformation();
  expect(await guest.wizard.total()).toBe(now);
});

test("between choosing and ordering [API-27, CONF-08]", async ({ page, guest, server, say }, info) => {
  await guest.toPayment(HARB, STAY, "Twin", "Flexible", SIOBHAN);
  const held = await guest.wizard.total();
  await guest.payment.guarantee(/Hold until 18:00/).check();
  const now = await raisePrices(server, info.outputPath("harbour-house"));
  await guest.payment.order().click();

  await guest.wizard.on("confirmation");
  await expect(page.getByRole("main")).toContainText(say("lbl_refused_price_title"));
  const again = page.getByRole("button", { name: new RegExp(`^${say("lbl_try_again")}`) });
  await expect(again).toContainText(/\d/);
  expect(amount(await again.innerText())).toBe(now);
  const told = await page.getByRole("main").locator(".why").innerText();
  expect(told.match(/[\d.,]*\d/g)?.map(amount)).toEqual([held, now]);

  await again.click();
  await guest.wizard.on("payment");
  expect(await guest.wizard.total()).toBe(now);
  await guest.payment.order().click();
  await guest.wizard.on("confirmation");
  expect(await guest.confirmation.numbers()).toHaveLength(1);
});
