// Several rooms, each chosen for itself, where the hotel sells them so.
import { violations } from "../axe.ts";
import { onPhone } from "../browser.ts";
import { expect, test } from "../fixtures.ts";
import { EDEL, STAY } from "../hotels.ts";
import { ManageScreens } from "../pages/manage.ts";
import { CARDS, NGUYEN } from "../people.ts";

test("each room is chosen in its turn, and each gets a number [ROOMS-03, ROOMS-44, CONF-01]", async ({
  page,
  guest,
  say,
}, info) => {
  await guest.toRooms(EDEL, { ...STAY, adults: 3, rooms: 2 });
  await expect(guest.rooms.choosing(1)).toBeVisible();
  const list = page.getByRole("combobox", { name: say("lbl_which_room") });
  await expect(list).toHaveCount(info.project.name === "phone" ? 1 : 0);
  await expect(page.getByRole("tab")).toHaveCount(info.project.name === "phone" ? 0 : 2);

  await guest.rooms.book("Alpine Double", "Flexible with breakfast");
  await expect(guest.rooms.choosing(2)).toBeVisible();
  const one = await guest.wizard.total();

  // back to the first: it is still chosen, and can be looked at without losing it
  await guest.rooms.turnTo(1);
  await expect(guest.rooms.choosing(1)).toBeVisible();
  await expect(guest.rooms.removeButton()).toBeVisible();
  await guest.rooms.turnTo(2);
  await expect(guest.rooms.removeButton()).toHaveCount(0);
  await guest.rooms.book("Valley Single", "Flexible with breakfast");

  await guest.wizard.toInformation();
  const both = await guest.wizard.total();
  expect(both).toBeGreaterThan(one);
  await guest.details.fill(NGUYEN);
  await guest.details.agree();
  await guest.wizard.next(say("lbl_continue_to_payment")).click();
  await guest.wizard.on("payment");
  expect(await guest.wizard.total()).toBe(both);
  await guest.pay(CARDS.good, "Thi Minh Khai Nguyen");

  await guest.wizard.on("confirmation");
  expect(new Set(await guest.confirmation.numbers()).size).toBe(2);
  for (const room of ["Alpine Double", "Valley Single"]) {
    await expect(page.getByRole("main").getByRole("heading", { name: room })).toBeVisible();
  }
});

test("a reload comes back to the room that add-ons were being chosen for [ROUTE-16] @phone", async ({
  page,
  guest,
}) => {
  await guest.toRooms(EDEL, { ...STAY, adults: 3, rooms: 2 });
  await guest.rooms.book("Alpine Double", "Flexible with breakfast");
  await expect(guest.rooms.choosing(2)).toBeVisible();
  await guest.rooms.book("Valley Single", "Flexible with breakfast");
  await guest.wizard.on("addons");
  const second = page.getByRole("tab", { name: /Valley Single/ }).or(page.locator(".tab-list select"));
  const chosen = onPhone(page)
    ? () => expect(second).toHaveValue("1")
    : () => expect(second).toHaveAttribute("aria-selected", "true");
  await guest.wizard.next().click();
  await chosen();
  await page.reload();
  await guest.wizard.on("addons");
  await chosen();
});

test("a room has its own guest where wanted, who finds it by their name [GUEST-29, API-41, MANAGE-10] @desk", async ({
  page,
  guest,
  say,
}) => {
  await guest.toRooms(EDEL, { ...STAY, adults: 3, rooms: 2 });
  await guest.rooms.book("Alpine Double", "Flexible with breakfast");
  await expect(guest.rooms.choosing(2)).toBeVisible();
  await guest.rooms.book("Valley Single", "Flexible with breakfast");
  await guest.wizard.toInformation();
  await guest.details.fill(NGUYEN);
  await page.getByRole("checkbox", { name: say("lbl_room_guests"), exact: true }).check();
  const second = page.getByRole("group", { name: /^2\. Valley Single/ });
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect.soft(await violations(page, "all"), "guest information of two rooms").toEqual([]);
  await second.getByRole("textbox", { name: say("lbl_first_name") }).fill("Beat");
  await guest.details.agree();
  await guest.wizard.next(say("lbl_continue_to_payment")).click();
  // half a name is none
  await expect(second.getByRole("textbox", { name: say("lbl_last_name") })).toHaveAttribute("aria-invalid", "true");
  await second.getByRole("textbox", { name: say("lbl_last_name") }).fill("Zgraggen");
  await guest.wizard.next(say("lbl_continue_to_payment")).click();
  await guest.wizard.on("payment");
  // what was saved is still known after a reload
  await page.reload();
  await guest.wizard.on("payment");
  await guest.pay(CARDS.good, "Thi Minh Khai Nguyen");

  await guest.wizard.on("confirmation");
  const numbers = await guest.confirmation.numbers();
  expect(numbers).toHaveLength(2);
  await expect(page.getByText("Beat Zgraggen")).toHaveCount(1);
  await expect(page.getByText(`${NGUYEN.first_name} ${NGUYEN.last_name}`)).toHaveCount(1);

  const manage = new ManageScreens(page, say);
  await manage.open(EDEL);
  await manage.find(numbers[1] ?? "", "Zgraggen");
  await expect(manage.part("lbl_guest_details")).toContainText("Beat Zgraggen");
  // the hotel turns to who booked
  await expect(manage.part("lbl_guest_details")).toContainText(NGUYEN.email);
});
