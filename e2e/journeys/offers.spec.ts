// What a rate can bring along: packages, a door of the guest's choice. In two hotels with every flag the other way about.
import { expect, test } from "../fixtures.ts";
import { GROUPS, QASR } from "../groups.ts";
import type { Guest } from "../guest.ts";
import { STAY } from "../hotels.ts";
import { EditStay } from "../pages/edit.ts";
import { amount } from "../pages/wizard.ts";
import { CARDS, SAIF } from "../people.ts";

for (const group of GROUPS) {
  const { hotel, language, person, holder, room, rate, door } = group;

  test.describe(`at ${hotel.code}`, () => {
    test.use({ language });

    /** From guest information to the number. */
    async function book(guest: Guest): Promise<void> {
      await guest.details.fill(person);
      await guest.details.agree();
      await guest.wizard.next(guest.say("lbl_continue_to_payment")).click();
      await guest.wizard.on("payment");
      await guest.pay(CARDS.good, holder);
      await guest.wizard.on("confirmation");
      expect(await guest.confirmation.numbers()).toHaveLength(1);
    }

    test("a room with a package: one price from the card to the confirmation [PRICE-07, ROOMS-36, SUMM-02, WIZ-21, WIZ-29]", async ({
      guest,
      page,
      another,
    }) => {
      const offer = (await another(hotel).offers(STAY)).find(
        (one) => one.room_type_id === room.id && one.rate_code_id === rate.id && one.package_id === group.package.id,
      )!;
      await guest.toRooms(hotel, STAY);
      await guest.rooms.unfold(room.name);
      const name = guest.rooms.withPackage(group.package.name, rate.name);
      const row = page.getByRole("group", { name: guest.rooms.facts(room.name, name), exact: true });
      await expect(row.getByText(group.package.contains, { exact: true })).toBeVisible();
      expect(amount(await row.locator(".price b").innerText())).toBe(offer.total);
      await guest.rooms.book(room.name, name);
      await guest.wizard.toInformation();
      await guest.wizard.hasTotal(offer.total);
      await book(guest);
      await expect(page.getByText(group.package.name).first()).toBeVisible();
      const paid = (await page.locator(".paid > :not(.whole) dd").allInnerTexts()).map(amount);
      expect(paid.reduce((sum, part) => sum + part, 0)).toBeCloseTo(offer.total, 3);
    });

    // the other hotel looks no stays up
    if (group.hotel !== QASR)
      test("a stay with a package that is changed to nights without it says so until it is confirmed [EDIT-03]", async ({
        guest,
        page,
      }) => {
        const edit = new EditStay(page, guest.say, guest);
        await guest.toRooms(hotel, STAY);
        await guest.rooms.unfold(room.name);
        await guest.rooms.book(room.name, guest.rooms.withPackage(group.package.name, rate.name));
        await guest.wizard.toInformation();
        await book(guest);
        const [number = ""] = await guest.confirmation.numbers();
        await edit.begin(hotel, number, person.last_name);
        await expect(edit.info()).toContainText(guest.rooms.withPackage(group.package.name, rate.name));
        const gone = guest.say("lbl_package_not_for_stay", { package: group.package.name });
        await expect(page.getByText(gone)).toBeHidden();
        // it is for two nights or more
        await edit.dates(STAY.from, "2026-12-09");
        await expect(page.getByText(gone)).toBeVisible();
        await edit.toPayment(room.name, rate.name);
        const without = guest.say("lbl_without_package", { package: group.package.name });
        await expect(page.getByText(without).filter({ visible: true }).first()).toBeVisible();
      });

    test("a link to packages lists them and their rates alone [SEARCH-35, START-09, WIZ-08] @desk", async ({
      guest,
      page,
    }) => {
      await guest.open(hotel, STAY, { package_type: "ALL" });
      await guest.search.search().click();
      await guest.wizard.on("rooms");
      const packages = page.getByRole("list", { name: guest.say("lbl_packages") });
      await expect(packages.getByRole("heading", { name: group.package.name })).toBeVisible();
      await guest.rooms.unfold(room.name);
      await expect(guest.rooms.bookButton(room.name, rate.name)).toHaveCount(0);
      const name = guest.rooms.withPackage(group.package.name, rate.name);
      await expect(guest.rooms.bookButton(room.name, name)).toBeVisible();
    });

    test("a link to a package that there is not says so and lists everything [SEARCH-36] @desk", async ({
      guest,
      page,
    }) => {
      await guest.open(hotel, STAY, { package_type: "NOPE" });
      await guest.search.search().click();
      await guest.wizard.on("rooms");
      await expect(page.getByText(guest.say("lbl_no_package_found"))).toBeVisible();
      await guest.rooms.unfold(room.name);
      await expect(guest.rooms.bookButton(room.name, rate.name)).toBeVisible();
    });

    test("a door of the guest's choice, that nobody else can have [ROOMS-24, ROOMS-37, ROOMS-38, API-23]", async ({
      guest,
      page,
      another,
    }) => {
      await guest.toRooms(hotel, STAY);
      const doors = await guest.rooms.chooseDoor(room.name, rate.name);
      const wanted = doors.getByRole("button", { name: guest.say("lbl_unit", { number: door }) });
      await expect(wanted).toBeVisible();
      await wanted.click();
      await guest.wizard.toInformation();
      const bill = await guest.wizard.bill();
      await expect(bill.getByText(guest.say("lbl_unit", { number: door }))).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(another(hotel).holdDoor(STAY, room.id, rate.id, door)).rejects.toThrow(/ROOM_UNIT_TAKEN/);
      await book(guest);
      await expect(page.getByText(guest.say("lbl_unit", { number: door })).first()).toBeVisible();
    });

    test.describe("", () => {
      test.use({ expectedErrors: [/409/] });

      test("a door that somebody else takes first is said so, and any other will do [ROOMS-35, ROOMS-38] @phone", async ({
        guest,
        page,
        another,
      }) => {
        await guest.toRooms(hotel, STAY);
        const doors = await guest.rooms.chooseDoor(room.name, rate.name);
        const wanted = doors.getByRole("button", { name: guest.say("lbl_unit", { number: door }) });
        await wanted.waitFor();
        await another(hotel).holdDoor(STAY, room.id, rate.id, door);
        await wanted.click();
        await expect(page.getByText(guest.say("lbl_room_unit_taken"))).toBeVisible();
        const again = await guest.rooms.chooseDoor(room.name, rate.name);
        await again.getByRole("button", { name: guest.say("lbl_skip_room_unit") }).click();
        await guest.wizard.toInformation();
      });
    });

    test("two rooms, each with its number [ROOMS-03, ROOMS-04, CONF-01] @desk", async ({ guest }) => {
      await guest.toRooms(hotel, { ...STAY, adults: 4, rooms: 2 });
      await guest.rooms.unfold(room.name);
      await guest.rooms.book(room.name, rate.name);
      if (!group.multiRoom) {
        await expect(guest.rooms.choosing(2)).toBeVisible();
        await guest.rooms.unfold(room.name);
        await guest.rooms.book(room.name, rate.name);
      }
      await guest.wizard.toInformation();
      await guest.details.fill(person);
      await guest.details.agree();
      await guest.wizard.next(guest.say("lbl_continue_to_payment")).click();
      await guest.wizard.on("payment");
      await guest.pay(CARDS.good, holder);
      await guest.wizard.on("confirmation");
      expect(new Set(await guest.confirmation.numbers()).size).toBe(2);
    });
  });
}

test.describe("at QASR", () => {
  test.use({ language: "ar" });

  test("no child is asked for their age, and companies and groups may type a code [SEARCH-05, SEARCH-15, SEARCH-21, PAY-11] @desk", async ({
    guest,
    page,
  }) => {
    await guest.open(QASR, STAY);
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await page.getByRole("button", { name: guest.say("lbl_have_code") }).click();
    await expect(page.getByRole("textbox", { name: guest.say("lbl_promo_code") })).toHaveCount(0);
    await expect(page.getByRole("textbox", { name: guest.say("lbl_group_code") })).toBeVisible();
    await page.getByRole("textbox", { name: guest.say("lbl_company_code") }).fill("luban");
    await guest.search.search().click();
    const asked = page.getByRole("dialog", { name: guest.say("lbl_who_will_pay") });
    await asked.getByRole("button", { name: guest.say("lbl_company_will_pay") }).click();
    await guest.wizard.on("rooms");
    await guest.rooms.unfold("غرفة السوق");
    await guest.rooms.book("غرفة السوق", "سعر الشركات");
    await guest.wizard.toInformation();
    await guest.details.fill(SAIF);
    await guest.details.agree();
    await guest.wizard.next(guest.say("lbl_order_book")).click();
    await guest.wizard.on("confirmation");
    expect(await guest.confirmation.numbers()).toHaveLength(1);
  });
});
