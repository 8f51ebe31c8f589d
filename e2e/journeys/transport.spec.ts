// Guests are fetched and brought away, and their postal code fills in the city.
import { expect, test } from "../fixtures.ts";
import type { Guest } from "../guest.ts";
import { EDEL, HARB, NOOR, STAY } from "../hotels.ts";
import { LAYLA, NGUYEN, SIOBHAN } from "../people.ts";

/** Opens a choice of a ride and takes one of its options. */
async function choose(guest: Guest, way: string, field: string, option: number): Promise<string> {
  const ride = guest.page.getByRole("group", { name: guest.say(way) });
  await ride.locator(`button[id$="-${field}"]`).click();
  const wanted = guest.page.getByRole("option").nth(option);
  const text = (await wanted.innerText()).replace(/\s/g, " ");
  await wanted.click();
  return text;
}

const toggle = (guest: Guest, way: string) => guest.page.getByRole("checkbox", { name: guest.say(way) });

test("a pick-up is asked for, survives a reload, is booked and stands in the letter [TRANS-01, TRANS-02, TRANS-03, TRANS-04, TRANS-05, TRANS-06, TRANS-08, WIZ-16] @desk", async ({
  page,
  guest,
}) => {
  await guest.toDetails(HARB, STAY, "Classic Queen", "Flexible");
  await guest.details.fill(SIOBHAN);
  await toggle(guest, "lbl_guest_pick_up").check();
  await toggle(guest, "lbl_guest_drop_off").check();
  await guest.details.agree();
  await guest.wizard.next(guest.say("lbl_continue_to_payment")).click();
  await expect(page.getByText("Please pick a date").last()).toBeVisible();
  await expect(page.getByText("Please pick a time").last()).toBeVisible();
  await guest.wizard.on("information");

  await toggle(guest, "lbl_guest_drop_off").uncheck();
  await page.locator('button[id$="-start_date"]').click();
  await expect(page.getByRole("option")).toHaveText(["Tue, Dec 8", "Wed, Dec 9", "Thu, Dec 10", "Fri, Dec 11"]);
  await page.keyboard.press("Escape");
  expect(await choose(guest, "lbl_guest_pick_up", "start_date", 0)).toBe("Tue, Dec 8");
  expect(await choose(guest, "lbl_guest_pick_up", "time", 40)).toBe("06:30 PM");
  await page.getByLabel(/^Details/).fill("Concord coach, two bags");
  await page.reload();
  await guest.wizard.on("information");
  await expect(page.getByLabel(/^Details/)).toHaveValue("Concord coach, two bags");
  await expect(toggle(guest, "lbl_guest_drop_off")).not.toBeChecked();
  await guest.wizard.next(guest.say("lbl_continue_to_payment")).click();

  await guest.wizard.on("payment");
  await guest.payment.guarantee(/Hold until 18:00/).check();
  const commit = page.waitForRequest((request) => request.url().endsWith("/commit"));
  await guest.payment.order().click();
  expect((await commit).postDataJSON().transportations).toEqual([
    expect.objectContaining({ title: "Guest Pick-Up", start_date: STAY.from, time: "18:30", body: "Concord coach, two bags" }),
  ]);
  await guest.wizard.on("confirmation");
  await expect(page.getByText("Tue, Dec 8, 06:30 PM")).toBeVisible();
  const address = await guest.confirmation.letter().first().getAttribute("href");
  const letter = await (await page.request.get(address ?? "", { headers: { accept: "text/html" } })).text();
  expect(letter).toContain("Guest Pick-Up");
  expect(letter).toContain("Concord coach, two bags");
});

test("a postal code fills in the city; a hotel without a car offers none [GUEST-22, GUEST-23, TRANS-01] @desk", async ({
  page,
  guest,
}) => {
  await guest.toDetails(EDEL, STAY, "Alpine Double", "Flexible with breakfast");
  await expect(page.locator(".transport")).toHaveCount(0);
  const lookUp = page.getByRole("button", { name: guest.say("lbl_zip_look_up") });
  await lookUp.click();
  await expect(page.getByText(guest.say("lbl_zip_enter_first")).first()).toBeVisible();
  await guest.details.auto("postal-code").fill(NGUYEN.zip_code ?? "");
  await lookUp.click();
  await expect(guest.details.auto("address-level2")).toHaveValue("Zürich");
});

test.describe("in Arabic", () => {
  test.use({ language: "ar" });
  test("a drop-off is booked from right to left [TRANS-03, TRANS-05] @phone", async ({ page, guest }) => {
    await guest.toDetails(NOOR, STAY, "غرفة كينغ مطلة على البحر", "سعر مرن");
    await guest.details.fill(LAYLA);
    await toggle(guest, "lbl_guest_drop_off").check();
    const day = await choose(guest, "lbl_guest_drop_off", "start_date", 3);
    const time = await choose(guest, "lbl_guest_drop_off", "time", 0);
    await guest.details.agree();
    await guest.wizard.next(guest.say("lbl_continue_to_payment")).click();
    await guest.wizard.on("payment");
    await guest.payment.guarantee(/حفظ الغرفة حتى السادسة مساءً/).check();
    const commit = page.waitForRequest((request) => request.url().endsWith("/commit"));
    await guest.payment.order().click();
    expect((await commit).postDataJSON().transportations).toEqual([
      expect.objectContaining({ title: "Guest Drop-Off", start_date: STAY.to, time: "08:30" }),
    ]);
    await guest.wizard.on("confirmation");
    await expect(page.getByText(day).filter({ hasText: time })).toBeVisible();
  });
});
