// Several rooms, each chosen for itself, where the hotel sells them so.
import { expect, test } from "../fixtures.ts";
import { EDEL, STAY } from "../hotels.ts";
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
