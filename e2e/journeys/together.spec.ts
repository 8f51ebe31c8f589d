// Several people or rooms: the cheapest rooms for all as one choice, and what can be had where no room fits.
import { expect, test } from "../fixtures.ts";
import { EDEL, NOOR } from "../hotels.ts";
import { amount } from "../pages/wizard.ts";

const NIGHTS = { from: "2027-02-02", to: "2027-02-04" };

test("a group takes its cheapest rooms with one tap and finds both in the bill", async ({ page, guest, say }) => {
  await guest.toRooms(EDEL, { ...NIGHTS, adults: 4, rooms: 2 });
  const together = page.getByRole("article").filter({ hasText: say("lbl_together") });
  await expect(together).toContainText(say("lbl_adults_count", { count: 4 }));
  const total = amount(await together.locator(".price").innerText());
  await together.getByRole("button", { name: say("lbl_take_these_rooms") }).click();
  await guest.wizard.toInformation();
  await expect.poll(() => guest.wizard.total()).toBe(total);
  // A reload finds both rooms again.
  await page.reload();
  await guest.wizard.on("information");
  await expect.poll(() => guest.wizard.total()).toBe(total);
});

test("people whom no room holds are offered more rooms, and take them @desk", async ({ page, guest, say }) => {
  await guest.toRooms(NOOR, { ...NIGHTS, adults: 6 });
  const more = page.getByRole("article").filter({ hasText: say("lbl_more_rooms") });
  const total = amount(await more.locator(".price").innerText());
  await more.getByRole("button", { name: say("lbl_take_these_rooms") }).click();
  await guest.wizard.toInformation();
  await expect.poll(() => guest.wizard.total()).toBe(total);
});

test("a price that moved meanwhile takes no room [API-27] @phone", async ({ page, guest, say }) => {
  await page.route("**/rooming?*", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { rooming: { total_amount_after_tax_and_fee: number } };
    body.rooming.total_amount_after_tax_and_fee -= 10;
    await route.fulfill({ response: answer, json: body });
  });
  await guest.toRooms(EDEL, { ...NIGHTS, adults: 4, rooms: 2 });
  await page.getByRole("button", { name: say("lbl_take_these_rooms") }).click();
  await expect(page.getByRole("alert").filter({ hasText: say("lbl_together_changed") })).toBeVisible();
  await guest.wizard.on("rooms");
});
