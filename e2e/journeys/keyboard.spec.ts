// From the search to the number without a pointer.
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { INVERTED } from "../groups.ts";
import { EDEL, HARB, NOOR, STAY } from "../hotels.ts";
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

for (const { tag, hotel, language, person, room, rate, tiles, card, hold } of [
  {
    tag: [],
    hotel: HARB,
    language: "en" as const,
    person: SIOBHAN,
    room: "Twin",
    rate: "Flexible",
    tiles: false,
    card: /Credit card/,
    hold: /Hold until 18:00/,
  },
  {
    tag: ["@desk"],
    hotel: INVERTED.hotel,
    language: INVERTED.language,
    person: INVERTED.person,
    room: INVERTED.room.name,
    rate: INVERTED.rate.name,
    tiles: true,
    card: /بطاقة ائتمان/,
    hold: /حجز حتى السادسة مساءً/,
  },
]) {
  test.describe(`at ${hotel.code}`, { tag }, () => {
    test.use({ language });

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
      await guest.open(hotel, STAY);
      await press(guest.search.search(), "Enter");

      await guest.wizard.on("rooms");
      if (tiles) await press(guest.rooms.folded(room).first(), "Enter");
      await press(guest.rooms.bookButton(room, rate), "Enter");

      const addons = page.locator('main[data-step="addons"]');
      await expect(addons.or(page.locator('main[data-step="information"]'))).toBeVisible();
      if ((await addons.count()) > 0) await press(guest.wizard.next(), "Enter");
      await guest.wizard.on("information");
      await type(guest.details.field("lbl_first_name"), person.first_name);
      await type(guest.details.field("lbl_last_name"), person.last_name);
      await type(guest.details.field("lbl_email"), person.email);
      await type(guest.details.auto("tel-national"), person.phone);
      await type(guest.details.auto("address-line1"), person.street);
      await type(guest.details.auto("address-level2"), person.city ?? "");
      if (person.state) {
        await press(page.locator("#guest-state"), "Enter");
        await page.keyboard.type(person.state.source);
        await page.keyboard.press("Enter");
      }
      await type(guest.details.auto("postal-code"), person.zip_code ?? "");
      await press(guest.details.agreeBox(), "Space");
      await press(guest.wizard.next(say("lbl_continue_to_payment")), "Enter");

      await guest.wizard.on("payment");
      await tabTo(page, guest.payment.guarantee(card));
      await page.keyboard.press("ArrowDown");
      await expect(guest.payment.guarantee(hold)).toBeChecked();
      await press(guest.payment.order(), "Enter");

      await guest.wizard.on("confirmation");
      expect(await guest.confirmation.numbers()).toHaveLength(1);
    });
  });
}

/** Quiet nights in all three hotels. */
const NIGHTS = { from: "2027-02-02", to: "2027-02-04" };

test("the rooms of a group are taken with the keyboard alone", async ({ page, guest, say }) => {
  await guest.open(EDEL, { ...NIGHTS, adults: 4, rooms: 2 });
  await tabTo(page, guest.search.search());
  await page.keyboard.press("Enter");
  await guest.wizard.on("rooms");
  await tabTo(page, page.getByRole("button", { name: say("lbl_take_these_rooms") }));
  await page.keyboard.press("Enter");
  await guest.wizard.toInformation();
});

test("more rooms are taken with the keyboard alone where none holds all", async ({ page, guest, say }) => {
  await guest.open(NOOR, { ...NIGHTS, adults: 6 });
  await tabTo(page, guest.search.search());
  await page.keyboard.press("Enter");
  await guest.wizard.on("rooms");
  await tabTo(page, page.getByRole("button", { name: say("lbl_take_these_rooms") }));
  await page.keyboard.press("Space");
  await guest.wizard.toInformation();
});

test("guests are counted, a code is typed and the company pays, with the keyboard alone", async ({ page, guest, say }) => {
  await guest.open(NOOR, STAY);
  await tabTo(page, guest.search.form().getByRole("button", { name: new RegExp(`^${say("lbl_rooms_and_guests")}`) }));
  await page.keyboard.press("Enter");
  const fewer = say("lbl_fewer", { what: say("lbl_adults_in_room", { room: 1 }) });
  await tabTo(page, page.getByRole("button", { name: fewer }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: say("lbl_done"), exact: true }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await tabTo(page, page.getByRole("button", { name: say("lbl_have_code") }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("textbox", { name: say("lbl_company_code") }));
  await page.keyboard.type("marjan");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: say("lbl_who_will_pay") })).toBeVisible();
  await tabTo(page, page.getByRole("button", { name: say("lbl_company_will_pay") }));
  await page.keyboard.press("Enter");
  await guest.wizard.on("rooms");
  await expect(page.getByText("Marjan Shipping pays")).toBeVisible();
});
