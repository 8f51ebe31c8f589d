// The date selector: a link that knows the hotel's number alone, and leads into the booking.
import { expect, test } from "../fixtures.ts";
import { HARB, STAY } from "../hotels.ts";

for (const [path, screen] of [
  ["abs", "@desk"],
  ["abs/abs-steps", "@phone"],
  ["abs/abs-steps/select-dates", "@desk"],
]) {
  test(`#/${path} asks for dates, rooms and guests [ABS-01, ROUTE-11, ROUTE-17, START-03] ${screen}`, async ({
    page,
    guest,
    say,
  }) => {
    await page.goto(`/?property_id=${HARB.id}#/${path}?from=${STAY.from}&to=${STAY.to}`);
    await guest.search.openDates();
    await expect(page.locator(`[data-day="${STAY.from}"] small`)).toBeVisible();
    await expect(page).toHaveURL(/#\/abs\/abs-steps\/select-dates/);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: new RegExp(say("lbl_rooms_and_guests")) })).toBeVisible();
  });
}

test("its search goes to the rooms of that stay, and the other steps to the wizard's [ABS-02, ABS-03, START-03]", async ({
  page,
  guest,
  say,
}) => {
  await page.goto(
    `/?property_id=${HARB.id}#/abs/abs-steps/select-dates?from=${STAY.from}&to=${STAY.to}&guests=2`,
  );
  await page.getByRole("button", { name: say("lbl_search"), exact: true }).click();
  await guest.wizard.on("rooms");
  await expect(guest.rooms.anyBookButton()).toBeVisible();
  await page.goto(`/?property_id=${HARB.id}#/abs/abs-steps/select-room`);
  await guest.wizard.on("rooms");
});
