// From the search to the number without a pointer.
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { INVERTED } from "../groups.ts";
import { EDEL, HARB, NOOR, STAY } from "../hotels.ts";
import { pressAt, tabTo } from "../keyboard.ts";
import { ActivityScreens } from "../pages/activities.ts";
import { EditStay } from "../pages/edit.ts";
import { EventScreens } from "../pages/events.ts";
import type { GuestStep } from "../pages/guest.ts";
import { CARDS, type Person, SIOBHAN, SIOBHAN_SENT } from "../people.ts";

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
    hold: /حفظ الغرفة حتى السادسة مساءً/,
  },
]) {
  test.describe(`at ${hotel.code}`, { tag }, () => {
    test.use({ language });

    test("a stay is booked with the keyboard alone", async ({ page, guest, say }) => {
      test.slow();
      const type = async (target: Locator, text: string) => {
        await tabTo(page, target);
        await page.keyboard.type(text);
      };
      await guest.open(hotel, STAY);
      await pressAt(page, guest.search.search());

      await guest.wizard.on("rooms");
      if (tiles) await pressAt(page, guest.rooms.folded(room).first());
      await pressAt(page, guest.rooms.bookButton(room, rate));

      const addons = page.locator('main[data-step="addons"]');
      await expect(addons.or(page.locator('main[data-step="information"]'))).toBeVisible();
      if ((await addons.count()) > 0) await pressAt(page, guest.wizard.next());
      await guest.wizard.on("information");
      await type(guest.details.field("lbl_first_name"), person.first_name);
      await type(guest.details.field("lbl_last_name"), person.last_name);
      await type(guest.details.field("lbl_email"), person.email);
      await type(guest.details.auto("tel-national"), person.phone);
      await type(guest.details.auto("address-line1"), person.street);
      await type(guest.details.auto("address-level2"), person.city ?? "");
      if (person.state) {
        await pressAt(page, page.locator("#guest-state"));
        await page.keyboard.type(person.state.source);
        await page.keyboard.press("Enter");
      }
      await type(guest.details.auto("postal-code"), person.zip_code ?? "");
      await pressAt(page, guest.details.agreeBox(), "Space");
      await pressAt(page, guest.wizard.next(say("lbl_continue_to_payment")));

      await guest.wizard.on("payment");
      await tabTo(page, guest.payment.guarantee(card));
      await page.keyboard.press("ArrowDown");
      await expect(guest.payment.guarantee(hold)).toBeChecked();
      await pressAt(page, guest.payment.order());

      await guest.wizard.on("confirmation");
      expect(await guest.confirmation.numbers()).toHaveLength(1);
    });
  });
}

test("a stay is changed, and then cancelled, with the keyboard alone [EDIT-05, MANAGE-32] @desk", async ({
  page,
  guest,
  say,
  another,
}) => {
  test.slow();
  const number = await another(HARB).book(
    STAY,
    { room: "CLASSIC_QUEEN", rate: "FLEX", guarantee: "HOLD_18" },
    SIOBHAN_SENT,
  );
  const edit = new EditStay(page, say, guest);
  const { manage } = edit;
  await manage.open(HARB);
  await tabTo(page, manage.number());
  await page.keyboard.type(number);
  await tabTo(page, manage.lastName());
  await page.keyboard.type(SIOBHAN.last_name);
  await page.keyboard.press("Enter");
  await expect(manage.heading("lbl_your_reservation")).toBeVisible();
  await pressAt(page, edit.button());
  await guest.wizard.on("rooms");
  await pressAt(page, guest.rooms.bookButton("Twin", "Flexible"));
  const addons = page.locator('main[data-step="addons"]');
  await expect(addons.or(page.locator('main[data-step="information"]'))).toBeVisible();
  if ((await addons.count()) > 0) await pressAt(page, guest.wizard.next());
  await guest.wizard.on("information");
  await pressAt(page, guest.details.agreeBox(), "Space");
  await pressAt(page, guest.wizard.next(say("lbl_continue_to_payment")));
  await guest.wizard.on("payment");
  await expect(page.getByRole("region", { name: say("lbl_terms_of_change") })).toBeVisible();
  await pressAt(page, edit.confirm());
  await guest.wizard.on("confirmation");
  await pressAt(page, page.getByRole("button", { name: say("lbl_view_reservation") }));
  await expect(manage.part("lbl_stay_details")).toContainText("Twin");
  await pressAt(page, manage.button("lbl_cancel_reservation"));
  await expect(manage.heading("lbl_cancel_reservation")).toBeVisible();
  await expect(page.locator(".costs")).toBeVisible();
  await pressAt(page, manage.button("lbl_cancel_reservation"));
  await expect(page.getByRole("main").getByText(say("lbl_cancel_done"))).toBeVisible();
});

/** Quiet nights in all three hotels. */
const NIGHTS = { from: "2027-02-02", to: "2027-02-04" };

test("the rooms of a group are taken with the keyboard alone @desk", async ({ page, guest, say }) => {
  await guest.open(EDEL, { ...NIGHTS, adults: 4, rooms: 2 });
  await pressAt(page, guest.search.search());
  await guest.wizard.on("rooms");
  await pressAt(page, page.getByRole("button", { name: say("lbl_take_these_rooms") }));
  await guest.wizard.toInformation();
});

test("more rooms are taken with the keyboard alone where none holds all @desk", async ({ page, guest, say }) => {
  await guest.open(NOOR, { ...NIGHTS, adults: 6 });
  await pressAt(page, guest.search.search());
  await guest.wizard.on("rooms");
  await pressAt(page, page.getByRole("button", { name: say("lbl_take_these_rooms") }), "Space");
  await guest.wizard.toInformation();
});

test("guests are counted, a code is typed and the company pays, with the keyboard alone @desk", async ({
  page,
  guest,
  say,
}) => {
  await guest.open(NOOR, STAY);
  await pressAt(page, guest.search.form().getByRole("button", { name: new RegExp(`^${say("lbl_rooms_and_guests")}`) }));
  const fewer = say("lbl_fewer", { what: say("lbl_adults_in_room", { room: 1 }) });
  await pressAt(page, page.getByRole("button", { name: fewer }));
  await pressAt(page, page.getByRole("button", { name: say("lbl_done"), exact: true }));
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await pressAt(page, page.getByRole("button", { name: say("lbl_have_code") }));
  await tabTo(page, page.getByRole("textbox", { name: say("lbl_company_code") }));
  await page.keyboard.type("marjan");
  // Enter presses Search, once it hears
  await expect(guest.search.search()).toBeEnabled();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: say("lbl_who_will_pay") })).toBeVisible();
  await pressAt(page, page.getByRole("button", { name: say("lbl_company_will_pay") }));
  await guest.wizard.on("rooms");
  await expect(page.getByText("Marjan Shipping pays")).toBeVisible();
});

/** What a person has, line by line, with Tab, letters and Enter. */
async function typeIn(page: Page, form: GuestStep, person: Person): Promise<void> {
  for (const [field, text] of [
    [form.field("lbl_first_name"), person.first_name],
    [form.field("lbl_last_name"), person.last_name],
    [form.field("lbl_email"), person.email],
    [form.auto("tel-national"), person.phone],
    [form.auto("address-line1"), person.street],
    [form.auto("address-level2"), person.city ?? ""],
  ] as const) {
    await tabTo(page, field);
    await page.keyboard.type(text);
  }
  if (person.state) {
    await pressAt(page, page.locator("#guest-state"));
    await page.keyboard.type(person.state.source);
    await page.keyboard.press("Enter");
  }
  await tabTo(page, form.auto("postal-code"));
  await page.keyboard.type(person.zip_code ?? "");
}

test("an event is booked with the keyboard alone @desk", async ({ page, say }) => {
  test.slow();
  const events = new EventScreens(page, say);
  const date = "2027-02-03";
  await events.open(HARB, `/event-steps/select-space?event_type=MEETING&date=${date}&start_time=09:00&end_time=11:00&persons=6`);
  await pressAt(page, page.getByRole("button", { name: `${say("lbl_book_space")}: Chart Room, By the hour` }));
  await pressAt(page, page.getByRole("dialog").getByRole("button", { name: "Boardroom" }));
  await events.on("select-package");
  await pressAt(page, page.getByRole("button", { name: `${say("lbl_select")}: Coffee break` }));
  await pressAt(page, events.next());
  await events.on("guest-information");
  for (const [label, text] of [
    ["lbl_event_name", "Launch"],
    ["lbl_cost_centre", "4711"],
  ] as const) {
    await tabTo(page, events.form.field(label));
    await page.keyboard.type(text);
  }
  await typeIn(page, events.form, SIOBHAN);
  await pressAt(page, events.next());
  await events.on("payments");
  await tabTo(page, page.getByRole("radio", { name: new RegExp(say("lbl_pay_by_card")) }));
  await page.keyboard.press("ArrowDown");
  await tabTo(page, events.form.field("lbl_event_company_code"));
  await page.keyboard.type("northlight");
  await page.keyboard.press("Enter");
  await pressAt(page, page.getByRole("button", { name: "Northlight Boatyard" }), "Space");
  await expect(page.getByRole("button", { name: "Northlight Boatyard" })).toHaveAttribute("aria-pressed", "true");
  await pressAt(page, events.payment.order());
  await events.on("confirmation");
  await expect(events.number()).toBeVisible();
});

test("an activity is booked and paid with the keyboard alone @desk", async ({ page, say }) => {
  test.slow();
  const screens = new ActivityScreens(page, say);
  const date = "2026-12-19";
  await screens.open(HARB, `/activity-steps/select-activity?date=${date}`);
  await pressAt(page, page.getByRole("article").first().getByRole("button", { name: say("lbl_book_now") }));
  await screens.on("activity-details");
  await pressAt(page, page.getByRole("button", { name: say("lbl_more", { what: say("lbl_adults") }) }), "Space");
  await expect(page).toHaveURL(/adults=2/);
  await pressAt(page, screens.next());
  await screens.on("guest-information");
  await typeIn(page, screens.form, SIOBHAN);
  await pressAt(page, screens.next());
  await screens.on("payments");
  const frame = screens.payment.frame();
  for (const [token, text] of [
    ["cc-number", CARDS.good.number],
    ["cc-exp", CARDS.good.expiry],
    ["cc-csc", CARDS.good.cvc],
    ["cc-name", "S NI BHRIAIN"],
  ] as const) {
    await tabTo(page, frame.locator(`[autocomplete~="${token}"]`));
    await page.keyboard.type(text);
  }
  await pressAt(page, screens.payment.order());
  await screens.on("confirmation");
  await expect(screens.number()).toBeVisible();
});
