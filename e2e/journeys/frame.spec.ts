// The frame around the steps, and the width at which it changes.
import { expect, test } from "../fixtures.ts";
import { EDEL, HARB, STAY } from "../hotels.ts";

test("each step begins at its top, and steps that were seen lead back [WIZ-01, WIZ-10, WIZ-14]", async ({ page, guest, say }, info) => {
  await guest.toRooms(HARB, STAY);
  await guest.rooms.room("Accessible King").scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await guest.rooms.book("Accessible King", "Flexible");
  await guest.wizard.toInformation();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  const steps = page.getByRole("navigation", { name: say("lbl_booking_steps") });
  await expect(steps).toContainText(info.project.name === "phone" ? say("lbl_step_of", { step: 4, steps: 6 }) : say("lbl_step_information"));
  if (info.project.name === "phone") return;
  await expect(steps.locator("[aria-current=step]")).toHaveText(say("lbl_step_information"));
  await steps.getByRole("button", { name: say("lbl_step_rooms") }).click();
  await guest.wizard.on("rooms");
});

for (const width of [768, 769]) {
  const screen = width > 768 ? "desk" : "phone";
  test(`${width} pixels are a ${screen} [START-24] @${screen}`, async ({ page, guest, say }) => {
    await page.setViewportSize({ width, height: 900 });
    await guest.open(HARB, STAY);
    await guest.search.checkIn().click();
    await page.getByRole("grid").first().waitFor();
    await expect(page.getByRole("dialog", { name: say("lbl_your_dates") })).toHaveCount(screen === "desk" ? 0 : 1);
  });
}

test("prices are in the hotel's own currency [CUR-01] @desk", async ({ page, guest }) => {
  await guest.toRooms(EDEL, STAY);
  await expect(page.getByRole("article").first().locator(".price b").first()).toContainText("CHF");
});
