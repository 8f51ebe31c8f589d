// From the search to the number without a pointer.
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { HARB, STAY } from "../hotels.ts";
import { SIOBHAN } from "../people.ts";

/** More than any screen has to tab through. */
const STOPS = 80;

/** Goes on with Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < STOPS; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${target} is not reached with Tab`);
}

test("a stay is booked with the keyboard alone", async ({ page, guest, say }) => {
  test.slow();
  const press = async (target: Locator, key: string) => {
    await tabTo(page, target);
    await page.keyboard.press(key);
  };
  const type = async (target: Locator, text: string) => {
    await tabTo(page, target);
    await page.keyboard.type(text);
  };
  await guest.open(HARB, STAY);
  await press(guest.search.search(), "Enter");

  await guest.wizard.on("rooms");
  await press(guest.rooms.bookButton("Twin", "Flexible"), "Enter");

  await guest.wizard.on("information");
  await type(guest.details.field("lbl_first_name"), SIOBHAN.first_name);
  await type(guest.details.field("lbl_last_name"), SIOBHAN.last_name);
  await type(guest.details.field("lbl_email"), SIOBHAN.email);
  await type(guest.details.auto("tel-national"), SIOBHAN.phone ?? "");
  await type(guest.details.auto("address-line1"), SIOBHAN.street ?? "");
  await type(guest.details.auto("address-level2"), SIOBHAN.city ?? "");
  await press(page.locator("#guest-state"), "Enter");
  await page.keyboard.type("Maine");
  await page.keyboard.press("Enter");
  await type(guest.details.auto("postal-code"), SIOBHAN.zip_code ?? "");
  await press(page.getByRole("checkbox"), "Space");
  await press(guest.wizard.next(say("lbl_continue_to_payment")), "Enter");

  await guest.wizard.on("payment");
  await tabTo(page, guest.payment.guarantee(/Credit card/));
  await page.keyboard.press("ArrowDown");
  await expect(guest.payment.guarantee(/Hold until 18:00/)).toBeChecked();
  await press(guest.payment.order(), "Enter");

  await guest.wizard.on("confirmation");
  expect(await guest.confirmation.numbers()).toHaveLength(1);
});
