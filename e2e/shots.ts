// Pictures of every screen and state, in two sizes and two languages, light and dark: shots/.
// `npm run shots -- phone-en` takes only those whose folder begins so, `npm run shots -- phone-en asMember` one walk of them.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { CHROMIUM, DESK, onPhone, PHONE } from "./browser.ts";
import { contactSheets } from "./contact-sheet.ts";
import { Guest } from "./guest.ts";
import { GuestApi } from "./guest-api.ts";
import { EDEL, HARB, type Hotel, NOOR, STAY } from "./hotels.ts";
import { facts, type Language, labels } from "./labels.ts";
import { ActivityScreens } from "./pages/activities.ts";
import { chooseDates } from "./pages/brand.ts";
import { EditStay } from "./pages/edit.ts";
import { EventScreens } from "./pages/events.ts";
import { Header } from "./pages/header.ts";
import { ManageScreens } from "./pages/manage.ts";
import { CARDS, LAYLA, NGUYEN, type Person, SIOBHAN } from "./people.ts";
import { demoFile, ROOT, serve } from "./server.ts";

const OUT = join(ROOT, "shots");
const SIZES = { phone: { ...PHONE, deviceScaleFactor: 2 }, desk: DESK };
interface Reader {
  language: Language;
  hotel: Hotel;
  person: Person;
}

const READERS: Reader[] = [
  { language: "en", hotel: HARB, person: SIOBHAN },
  { language: "ar", hotel: NOOR, person: LAYLA },
];

/** Takes a picture in both schemes; `whole` shows the page to its end, else what the window shows. */
class Camera {
  private static taken = new Map<string, number>();

  constructor(
    private readonly page: Page,
    private readonly name: string,
  ) {}

  async take(what: string, whole = false): Promise<void> {
    const number = (Camera.taken.get(this.name) ?? 0) + 1;
    Camera.taken.set(this.name, number);
    const file = `${String(number).padStart(2, "0")}-${what}.png`;
    for (const colorScheme of ["light", "dark"] as const) {
      await this.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await this.page.evaluate(async (whole) => {
        // A whole page has no foot of the window: the bar that sticks there goes to the end.
        for (const bar of document.querySelectorAll<HTMLElement>(".bar")) bar.style.position = whole ? "static" : "";
        await document.fonts.ready;
        // Pictures further down load when they come into sight; here all of them are in it.
        for (const room of document.querySelectorAll<HTMLElement>(".room")) room.style.contentVisibility = "visible";
        for (const image of document.images) image.loading = "eager";
        await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
      }, whole);
      const folder = join(OUT, `${this.name}-${colorScheme}`);
      mkdirSync(folder, { recursive: true });
      await this.page.screenshot({ path: join(folder, file), fullPage: whole });
    }
  }
}

interface Walk {
  page: Page;
  guest: Guest;
  camera: Camera;
  hotel: Hotel;
  person: Person;
  api: GuestApi;
}

async function searching({ page, guest, camera, hotel }: Walk): Promise<void> {
  await guest.open(hotel, STAY);
  await camera.take("search");
  await guest.search.openDates();
  await guest.search.day(STAY.from).and(page.getByRole("button", { name: /\d{2,}/ })).waitFor();
  await camera.take("calendar", true);
  await guest.search.closeDates();
  await guest.search.openGuests();
  await guest.search.count(guest.say("lbl_children_in_room", { room: 1 }), 1);
  await camera.take("guests");
  await guest.open(hotel, { from: "2020-01-01", to: "2020-01-03" });
  await camera.take("dates-outside");
  await openDetails(page, guest);
  await camera.take("hotel-details");
}

/** The hotel's details: behind the menu on a phone. */
async function openDetails(page: Page, guest: Guest): Promise<void> {
  await guest.wizard.openMenu();
  await page.getByRole("button", { name: guest.say("lbl_hotel_details") }).filter({ visible: true }).first().click();
  await page.getByRole("dialog").last().waitFor();
}

async function choosing({ page, guest, camera, hotel }: Walk): Promise<void> {
  await page.route("**/mini-rates-with-availability/**", () => undefined);
  await guest.open(hotel, STAY);
  await guest.search.search().click();
  await guest.wizard.on("rooms");
  await camera.take("rooms-loading");
  await page.unrouteAll({ behavior: "ignoreErrors" });

  await guest.toRooms(hotel, STAY);
  await guest.rooms.anyBookButton().waitFor();
  await camera.take("rooms", true);
  await page.getByRole("button", { name: new RegExp(`^${guest.say("lbl_price_details")}`) }).first().click();
  await page.getByRole("dialog").waitFor();
  await camera.take("price-details");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: new RegExp(`^${guest.say("lbl_pictures_and_everything")}`) }).first().click();
  await page.getByRole("dialog").waitFor();
  await camera.take("room-details");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: new RegExp(`^${guest.say("lbl_rate_details")}`) }).first().click();
  await page.getByRole("dialog").waitFor();
  await camera.take("rate-details");
  await page.keyboard.press("Escape");
  await guest.rooms.showFilters().click();
  await page.getByRole("dialog").getByRole("checkbox").first().check();
  await camera.take("filters");
  await page.getByRole("dialog").getByRole("button", { name: guest.say("lbl_apply") }).click();
  await page.getByText(guest.say("lbl_by_rates"), { exact: true }).click();
  await page.locator(".by-rate").first().waitFor();
  await camera.take("rooms-by-rate", true);
  await page.getByRole("group", { name: guest.say("lbl_dates_and_guests") }).getByRole("button").first().click();
  await page.getByRole("grid").first().waitFor();
  await camera.take("change-stay");
  await page.keyboard.press("Escape");

  await page.route("**/mini-rates-with-availability/**", (route) => route.fulfill({ status: 500, json: {} }));
  await guest.open(hotel, { ...STAY, adults: 1 });
  await guest.search.search().click();
  await page.getByRole("button", { name: guest.say("lbl_retry") }).waitFor();
  await camera.take("rooms-not-loaded");
  await page.unrouteAll({ behavior: "ignoreErrors" });
}

async function nothingFound({ page, guest, camera, hotel, api }: Walk): Promise<void> {
  const full = { from: "2026-12-15", to: "2026-12-16" };
  for (const room of new Set((await api.offers(full)).map((offer) => offer.room_type_id))) await api.sellOut(full, room);
  await guest.open(hotel, full);
  await guest.search.search().click();
  await guest.rooms.nearest().first().waitFor();
  await camera.take("nothing-found", true);
}

/** Several rooms as one choice: of a group, of people whom no room holds, of a stay that no room has whole. */
async function together({ page, guest, camera, hotel, api }: Walk): Promise<void> {
  const take = page.getByRole("button", { name: guest.say("lbl_take_these_rooms") }).first();
  const quiet = { from: "2027-01-19", to: "2027-01-21" };
  await guest.toRooms(hotel, { ...quiet, adults: 4, rooms: 2 });
  await take.waitFor();
  await camera.take("rooms-together", true);
  if (hotel === NOOR) {
    await guest.toRooms(hotel, { ...quiet, adults: 6 });
    await take.waitFor();
    await camera.take("more-rooms", true);
  }
  const [from, middle, to] = ["2027-02-02", "2027-02-04", "2027-02-06"] as const;
  const rooms = new Set((await api.offers(quiet)).map((offer) => offer.room_type_id));
  for (const [index, room] of [...rooms].entries()) {
    await api.sellOut(index % 2 ? { from, to: middle } : { from: middle, to }, room);
  }
  await guest.toRooms(hotel, { from, to });
  await take.waitFor();
  await camera.take("split-stay", true);
}

async function paying({ page, guest, camera, hotel, person }: Walk): Promise<void> {
  await guest.toRooms(hotel, STAY);
  await guest.rooms.anyBookButton().click();
  await guest.wizard.on("addons");
  await guest.addons.cards().first().waitFor();
  await camera.take("addons", true);
  const add = page.getByRole("button", { name: new RegExp(`^${guest.say("lbl_add_to_room")}[,،] `) });
  await add.last().click();
  await page.getByRole("button", { name: new RegExp(`^${guest.say("lbl_remove")}[,،] `) }).first().waitFor();
  await camera.take("addons-chosen", true);
  await guest.wizard.toInformation();
  await guest.details.field("lbl_first_name").waitFor();
  await camera.take("guest-information", true);
  await guest.wizard.previous().click();
  await guest.wizard.on("addons");
  await guest.wizard.previous().click();
  await guest.rooms.removeButton().waitFor();
  await camera.take("rooms-chosen", true);
  if (onPhone(page)) {
    await guest.wizard.bill();
    await camera.take("bill");
    await page.keyboard.press("Escape");
  }
  await guest.wizard.next().click();
  await guest.wizard.toInformation();
  await guest.details.field("lbl_email").fill("siobhan@example");
  await guest.wizard.next(guest.say("lbl_continue_to_payment")).click();
  await page.locator("[aria-invalid=true]").first().waitFor();
  await camera.take("guest-information-errors", true);
  await guest.details.fill(person);
  await guest.details.agree();
  await guest.wizard.next(guest.say("lbl_continue_to_payment")).click();
  await guest.wizard.on("payment");
  // a frame that was never in sight is not painted
  await guest.payment.frame().owner().scrollIntoViewIfNeeded();
  await guest.payment.frame().locator('[autocomplete~="cc-number"]').waitFor();
  await camera.take("payment", true);
  await guest.pay(CARDS.declined, "S. Ni Bhriain");
  await page.getByRole("button", { name: guest.say("lbl_add_payment_details") }).waitFor();
  await camera.take("card-declined", true);
  await page.getByRole("button", { name: guest.say("lbl_add_payment_details") }).click();
  await guest.payment.enter(CARDS.good, "S. Ni Bhriain");
  await page.route("**/commit", (route) => route.fulfill({ status: 500, json: {} }));
  await guest.payment.order().click();
  await guest.wizard.on("confirmation");
  await page.getByRole("button", { name: guest.say("lbl_try_again"), exact: true }).waitFor();
  await camera.take("not-complete", true);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.getByRole("button", { name: guest.say("lbl_try_again"), exact: true }).click();
  await guest.wizard.on("payment");
  await guest.payment.order().click();
  await guest.wizard.on("confirmation");
  await guest.confirmation.letter().first().waitFor();
  await camera.take("confirmation", true);
}

/** Prices in euros: the menu, the rooms, the bill. */
async function converting({ page, guest, camera, hotel }: Walk): Promise<void> {
  await guest.open(hotel, STAY);
  await guest.header.open("lbl_currency");
  await camera.take("currencies");
  await page.getByRole("combobox", { name: guest.say("lbl_currency") }).fill("EUR");
  await page.keyboard.press("Enter");
  await guest.search.search().click();
  await guest.wizard.on("rooms");
  await guest.rooms.anyBookButton().click();
  await guest.wizard.on("addons");
  await guest.addons.cards().first().waitFor();
  await camera.take("addons-in-euros", true);
  await guest.wizard.previous().click();
  await guest.rooms.removeButton().waitFor();
  await camera.take("rooms-in-euros", true);
  await guest.wizard.bill();
  await camera.take("bill-in-euros");
  await page.keyboard.press("Escape");
  if (hotel !== NOOR) return;
  await guest.header.open("lbl_language");
  await camera.take("languages");
}

async function failing({ page, guest, camera, hotel }: Walk): Promise<void> {
  await page.clock.install();
  await guest.open(hotel, STAY);
  await page.clock.fastForward("28:01");
  await page.getByRole("alertdialog").waitFor();
  await camera.take("session-ending");
  await page.clock.fastForward("02:01");
  await page.getByRole("alertdialog").getByRole("button", { name: guest.say("lbl_home") }).waitFor();
  await camera.take("session-expired");
  await page.route(`**/v4/properties/${hotel.id}*`, (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(`/?pc=${hotel.code}&property_id=${hotel.id}#/booking/search`);
  await page.reload();
  await page.getByRole("alertdialog").waitFor();
  await camera.take("error");
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.goto("/#/booking/search");
  await page.reload();
  await camera.take("incomplete-link");
}

/** Codes of the demo hotels. */
const CODES: Record<string, { promo: string; company?: string }> = {
  HARB: { promo: "WINTER15" },
  NOOR: { promo: "نور10", company: "MARJAN" },
};

async function withCode({ page, guest, camera, hotel }: Walk): Promise<void> {
  const codes = CODES[hotel.code];
  if (!codes) return;
  await guest.open(hotel, STAY);
  await page.getByRole("button", { name: guest.say("lbl_have_code") }).click();
  const promo = page.getByRole("textbox", { name: guest.say("lbl_promo_code") });
  await promo.fill("SOMETHING");
  await guest.search.search().click();
  await page.getByRole("alert").waitFor();
  await camera.take("code-not-valid");
  await promo.fill(codes.promo);
  await camera.take("code");
  await guest.search.search().click();
  await guest.wizard.on("rooms");
  await guest.rooms.anyBookButton().waitFor();
  await camera.take("rooms-with-code", true);
  if (!codes.company) return;
  await guest.open(hotel, STAY);
  const company = page.getByRole("textbox", { name: guest.say("lbl_company_code") });
  if (!(await company.isVisible())) await page.getByRole("button", { name: guest.say("lbl_have_code") }).click();
  await company.fill(codes.company);
  await guest.search.search().click();
  await page.getByRole("dialog").waitFor();
  await camera.take("who-pays");
  await page.getByRole("button", { name: guest.say("lbl_company_will_pay") }).click();
  await guest.wizard.on("rooms");
  await guest.rooms.anyBookButton().click();
  await guest.wizard.toInformation();
  await guest.details.field("lbl_first_name").waitFor();
  await camera.take("information-company-pays", true);
}

/** A hotel that measures asks first: on a small window at the end of the page. */
async function consent({ page, guest, camera, hotel }: Walk): Promise<void> {
  await page.route((url) => url.pathname === `/v4/properties/${hotel.id}`, async (route) => {
    const answer = await route.fetch();
    const property = await answer.json();
    property.website_config.google_analytics_ids = "G-TEST1";
    await route.fulfill({ response: answer, json: property });
  });
  await guest.open(hotel, STAY);
  await page.getByRole("region", { name: guest.say("lbl_measuring") }).waitFor();
  await camera.take("consent", onPhone(page));
  await page.unrouteAll({ behavior: "ignoreErrors" });
}

/** The member of each demo hotel's own list (demo/README.md). */
const MEMBERS: Record<string, { email: string; password: string }> = {
  HARB: { email: "maya@guest.example", password: "lamps from four" },
  NOOR: { email: "layla@guest.example", password: "light on the creek" },
};

async function asMember({ page, guest, camera, hotel }: Walk): Promise<void> {
  const member = MEMBERS[hotel.code];
  if (!member) return;
  await guest.toRooms(hotel, STAY);
  await guest.rooms.anyBookButton().click();
  await guest.wizard.toInformation();
  await guest.header.unfold();
  await guest.header.logIn().click();
  await page.locator("#email").fill(member.email);
  await page.locator("#password").fill("a slip");
  await page.locator("button").click();
  await page.getByRole("alert").waitFor();
  await camera.take("log-in");
  await page.locator("#password").fill(member.password);
  await page.locator("button").click();
  await guest.wizard.on("information");
  await page.getByRole("checkbox", { name: guest.say("lbl_fill_from_profile") }).check();
  await guest.details.field("lbl_first_name").waitFor();
  await camera.take("information-from-profile", true);
  await guest.header.unfold();
  await guest.header.choice("lbl_account").click();
  await page.getByText(guest.say("lbl_log_out")).filter({ visible: true }).waitFor();
  await camera.take("member-menu");
  // the same address would leave the drawer open
  await page.goto("about:blank");
  await guest.toRooms(hotel, STAY);
  await page.getByRole("checkbox", { name: new RegExp(`^${guest.say("lbl_book_with_points")}`) }).check();
  await page.locator(".in-points").first().waitFor();
  await camera.take("rooms-with-points", true);
  await guest.rooms.anyBookButton().click();
  await guest.wizard.on("pointsRedemption");
  await page.getByRole("slider").press("Home");
  await camera.take("points", true);
  await guest.wizard.next().click();
  await guest.wizard.on("information");
  await guest.wizard.bill();
  await camera.take("bill-with-points");
}

/** A guest who books first and pays by the booking's link. */
async function payingByLink({ page, guest, camera, hotel, person }: Walk): Promise<void> {
  const [room, rate, named]: [string, string, RegExp] =
    hotel.code === "HARB" ? ["Deluxe King", "Advance", /^Pay online/] : ["غرفة الحديقة", "سعر مبكر", /^الدفع عبر/];
  await guest.toPayment(hotel, STAY, room, rate, person);
  await guest.payment.guarantee(named).check();
  await camera.take("payment-by-link", true);
  await guest.payment.order().click();
  await guest.wizard.on("confirmation");
  await guest.confirmation.heading().waitFor();
  await camera.take("confirmation-to-pay", true);
  await page.locator(".pay-now .btn").first().click();
  const form = page.frameLocator(".pay-frame");
  await form.locator("#pay").waitFor();
  await camera.take("pay-dialog");
}

/** A link for two rooms of which one is cancelled before it is paid: what is asked for, and what of it comes back. */
async function linkForTwo({ page, guest, camera, hotel, person }: Walk): Promise<void> {
  const [room, rate, named]: [string, string, RegExp] =
    hotel.code === "HARB" ? ["Deluxe King", "Advance", /^Pay online/] : ["غرفة الحديقة", "سعر مبكر", /^الدفع عبر/];
  await guest.toPayment(hotel, { ...STAY, adults: 4, rooms: 2 }, room, rate, person);
  await guest.payment.guarantee(named).check();
  await guest.payment.order().click();
  await guest.wizard.on("confirmation");
  await page.getByRole("button", { name: guest.say("lbl_view_reservation") }).first().click();
  const manage = new ManageScreens(page, guest.say);
  await manage.button("lbl_cancel_reservation").click();
  await page.locator(".costs.card").waitFor();
  await camera.take("cancelling-one-of-a-link", true);
  await manage.button("lbl_cancel_reservation").click();
  await page.getByText(guest.say("lbl_cancel_done")).first().waitFor();
  await page.goBack();
  await page.goBack();
  // read anew: the other room is told as cancelled
  await page.locator(".cancelled-room").waitFor();
  await camera.take("confirmation-one-to-pay", true);
}

/** A guest finds their stay again, and looks at all that can be done with it. */
async function managing({ page, guest, camera, hotel, person, api }: Walk): Promise<void> {
  const manage = new ManageScreens(page, guest.say);
  const address: Record<string, string> =
    hotel.code === "HARB" ? { city: "Portland", zip_code: "04101", state: "ME", country: "US" } : { state: "DU", country: "AE" };
  const { first_name, last_name, email, street } = person;
  const phone = hotel.code === "HARB" ? "+12075550142" : "+971501234567";
  const offer = (await api.offers(STAY)).find((one) => one.rate_code_id === "FLEX");
  const room = { room: offer?.room_type_id ?? "", rate: "FLEX", guarantee: "HOLD_18" };
  /** The forms that a shown stay leads to, and back to it. */
  const forms = async (of: string) => {
    await manage.part("lbl_guest_details").getByRole("button", { name: guest.say("lbl_edit_details") }).click();
    await guest.details.field("lbl_first_name").waitFor();
    await camera.take(`guest-details${of}`, true);
    await manage.button("lbl_go_back_to_reservation").click();
    await manage.button("lbl_change_payment_method").click();
    await guest.payment.frame().locator('[autocomplete~="cc-number"]').waitFor();
    await camera.take(`another-card${of}`, true);
    await manage.button("lbl_go_back_to_reservation").click();
  };
  const number = await api.book(STAY, room, { first_name, last_name, email, street, phone, ...address });
  await manage.open(hotel);
  await manage.find(number, "Nobody");
  await page.getByRole("alert").waitFor();
  await camera.take("reservation-not-found");
  await manage.lastName().fill(last_name);
  await manage.button("lbl_search").click();
  await manage.heading("lbl_your_reservation").waitFor();
  await camera.take("reservation", true);
  await forms("");
  await manage.button("lbl_cancel_reservation").click();
  await manage.heading("lbl_cancel_reservation").waitFor();
  await page.locator(".costs.card").waitFor();
  await camera.take("cancelling", true);
  const [first = ""] = await api.bookRooms(STAY, room, { first_name, last_name, email, street, phone, ...address }, 3);
  await manage.open(hotel);
  await manage.find(first, last_name);
  await manage.heading("lbl_your_reservation").waitFor();
  await camera.take("reservation-of-several-rooms", true);
  await forms("-of-several-rooms");
  await manage.button("lbl_cancel_reservation").click();
  await page.getByRole("checkbox").nth(1).check();
  await page.locator(".costs li").nth(1).waitFor();
  await camera.take("cancelling-several-rooms", true);
  await manage.button("lbl_cancel_rooms").click();
  await manage.heading("lbl_find_reservation").waitFor();
  await manage.find(first, last_name);
  await manage.heading("lbl_your_reservation").waitFor();
  await camera.take("reservation-cancelled", true);
}

/** The way back to the confirmation of a stay that was cancelled since. */
async function cancelledSince({ page, guest, camera, hotel, person }: Walk): Promise<void> {
  const [room, rate, named]: [string, string, RegExp] =
    hotel.code === "HARB" ? ["Twin", "Flexible", /^Hold until/] : ["غرفة الحديقة", "سعر مرن", /^حفظ الغرفة/];
  await guest.toPayment(hotel, STAY, room, rate, person);
  await guest.payment.guarantee(named).check();
  await guest.payment.order().click();
  await new EditStay(page, guest.say, guest).view();
  const manage = new ManageScreens(page, guest.say);
  await manage.button("lbl_cancel_reservation").click();
  await page.locator(".costs.card").waitFor();
  await manage.button("lbl_cancel_reservation").click();
  await page.getByText(guest.say("lbl_cancel_done")).first().waitFor();
  await page.goBack();
  await page.goBack();
  await page.getByRole("button", { name: guest.say("lbl_book_another") }).waitFor();
  await camera.take("confirmation-cancelled", true);
}

/** Two rooms whose terms differ: what cancelling each of them costs. */
async function ownTerms({ page, guest, camera }: Walk): Promise<void> {
  // its languages are English, German and French
  if (guest.say("lbl_search") !== labels("en")("lbl_search")) return;
  await guest.toRooms(EDEL, { from: "2027-02-09", to: "2027-02-13", adults: 3, rooms: 2 });
  await guest.rooms.book("Alpine Double", "Flexible with breakfast");
  await guest.rooms.choosing(2).waitFor();
  await guest.rooms.book("Alpine Double", "Saver with breakfast");
  await guest.wizard.toInformation();
  await guest.details.fill(NGUYEN);
  await guest.details.agree();
  await guest.wizard.next(guest.say("lbl_continue_to_payment")).click();
  await guest.wizard.on("payment");
  await page.locator(".three").waitFor();
  await camera.take("payment-of-two-rooms", true);
}

/** A guest who paid a deposit changes their room, and is told what that comes to before it is done. */
async function changing({ page, guest, camera, hotel, person }: Walk): Promise<void> {
  const edit = new EditStay(page, guest.say, guest);
  await guest.toRooms(hotel, STAY);
  // the first night of it is paid when it is booked
  const rate = hotel.code === "HARB" ? "Flexible with breakfast" : "سعر مرن مع الفطور";
  const card = page.getByRole("article").first();
  await guest.rooms.unfold((await card.getAttribute("aria-label")) ?? (await card.getByRole("heading").first().innerText()));
  await card.getByRole("button", { name: new RegExp(`^${guest.say("lbl_book")}.*${rate}$`) }).click();
  await guest.wizard.toInformation();
  await guest.details.fill(person);
  await guest.details.agree();
  await guest.wizard.next(guest.say("lbl_continue_to_payment")).click();
  await guest.wizard.on("payment");
  await guest.pay(CARDS.good, "S. Ni Bhriain");
  await edit.view();
  await camera.take("reservation-to-change", true);
  await edit.edit();
  await camera.take("change-rooms");
  if (onPhone(page)) {
    await edit.info().getByRole("button").click();
    await camera.take("change-rooms-open");
  }
  await edit.cancel().scrollIntoViewIfNeeded();
  await camera.take("change-cancel");
  await page.getByRole("article").last().getByRole("button", { name: new RegExp(`^${guest.say("lbl_book")}`) }).first().click();
  await guest.wizard.toInformation();
  await guest.details.agree();
  await guest.wizard.next(guest.say("lbl_continue_to_payment")).click();
  await guest.wizard.on("payment");
  await page.getByRole("radio").first().waitFor();
  await camera.take("change-payment", true);
  await guest.wizard.bill();
  await camera.take("change-bill");
  if (onPhone(page)) await page.getByRole("dialog").getByRole("button", { name: guest.say("lbl_close") }).click();
  const words = ["lbl_confirm_change", "lbl_order_change_and_pay", "lbl_order_obligation"].map((key) => guest.say(key));
  await page.getByRole("button", { name: new RegExp(`^(${words.join("|")})`) }).filter({ visible: true }).first().click();
  await guest.wizard.on("confirmation");
  await camera.take("changed", true);
}

/** From the calendar of activities to a booked one. */
async function activities({ page, guest, camera, hotel, person }: Walk): Promise<void> {
  const screens = new ActivityScreens(page, guest.say);
  await screens.open(hotel, "/activity-steps/select-activity?date=2026-12-12");
  await screens.list().first().waitFor();
  await camera.take("activities", true);
  await page.getByRole("button", { name: new RegExp(`^${guest.say("lbl_activity_date")}`) }).click();
  await page.locator(".day-picker .day.low").first().waitFor();
  await camera.take("activity-days");
  await page.keyboard.press("Escape");
  await screens.list().last().getByRole("button", { name: guest.say("lbl_book_now") }).click();
  await screens.on("activity-details");
  await screens.more("lbl_adults");
  await screens.more("lbl_adults");
  await screens.more("lbl_children");
  await page.getByText(guest.say("lbl_grand_total")).first().waitFor();
  await camera.take("activity-details", true);
  await screens.next().click();
  await screens.fill(person);
  await camera.take("activity-guest", true);
  await screens.next().click();
  await screens.payment.enter(CARDS.good, person.last_name);
  await camera.take("activity-payment", true);
  await page.route("**/confirm/**", (route) => route.abort());
  await screens.payment.order().click();
  const again = page.getByRole("button", { name: guest.say("lbl_retry"), exact: true });
  await again.waitFor();
  await camera.take("activity-not-known", true);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await again.click();
  await screens.number().waitFor();
  await camera.take("activity-confirmed", true);
  await bookedExtra(page, guest, camera, "activity");
}

/** A meeting, from the free spaces to its number. */
async function meeting({ page, guest, camera, hotel, person }: Walk): Promise<void> {
  const events = new EventScreens(page, guest.say);
  const [space, plan, pack, company] =
    hotel.code === "HARB"
      ? ["Lamp Room", "By the hour", "Coffee break", "northlight"]
      : ["المجلس", "بنصف الساعة", "قهوة وتمر", "marjan"];
  await events.open(hotel, "/event-steps/select-space?event_type=MEETING&date=2026-12-15&start_time=09:00&end_time=12:00&persons=12");
  await events.space(space).waitFor();
  await camera.take("event-spaces", true);
  const phone = page.getByRole("button", { name: new RegExp(`^${guest.say("lbl_event_change_time")}`) });
  if (await phone.isVisible()) {
    await phone.click();
    await camera.take("event-time");
    await events.date(page.getByRole("dialog")).click();
  } else await events.date().click();
  await page.locator(".day-picker :focus").waitFor();
  await camera.take("event-days");
  while (await page.getByRole("dialog").count()) await page.getByRole("dialog").last().press("Escape");
  await page.getByRole("button", { name: `${guest.say("lbl_book_space")}: ${facts(guest.say, space, plan)}` }).click();
  await page.getByRole("dialog").waitFor();
  await camera.take("event-arrangements");
  await page.getByRole("dialog").getByRole("button", { name: guest.say("lbl_skip_arrangement") }).click();
  await events.on("select-package");
  await events.select(pack);
  await camera.take("event-packages", true);
  await events.next().click();
  await events.form.field("lbl_event_name").waitFor();
  await camera.take("event-guest", true);
  await events.fill(person, "Seabird");
  await events.next().click();
  await events.on("payments");
  await events.payment.frame().locator('[autocomplete~="cc-number"]').waitFor();
  await camera.take("event-card", true);
  await events.payByCompany(company, hotel.code === "HARB" ? "Northlight Boatyard" : "مرجان للملاحة");
  await camera.take("event-company", true);
  await events.payment.order().click();
  await events.number().waitFor();
  await camera.take("event-booked", true);
  await bookedExtra(page, guest, camera, "event");
}

/** An activity or an event as its guest finds it again, and before it is given back. */
async function bookedExtra(page: Page, guest: Guest, camera: Camera, what: "activity" | "event"): Promise<void> {
  await page.getByRole("button", { name: guest.say("lbl_view_booking") }).click();
  await page.locator(".extra").waitFor();
  await camera.take(`${what}-found`, true);
  await page.getByRole("button", { name: guest.say(`lbl_cancel_${what}`) }).click();
  await page.getByRole("dialog").waitFor();
  await camera.take(`${what}-cancelling`);
}

/** All hotels of a brand, in their own currencies and in the guest's, and a place that none is at. */
async function brand({ page, guest, camera, hotel }: Walk): Promise<void> {
  await page.goto(`/?shots=${hotel.code}#/brand?brand_code=PORTICO`);
  await page.locator(".hotel").first().waitFor();
  await chooseDates(page, STAY.from, STAY.to);
  await page.getByRole("button", { name: guest.say("lbl_search"), exact: true }).click();
  await page.locator(".hotel .price").first().waitFor();
  await camera.take("brand", true);
  await new Header(page, guest.say).choose("lbl_currency", "EUR");
  await page.getByText(/€/).first().waitFor();
  await camera.take("brand-euros", true);
  await page.goto(`/?shots=${hotel.code}&five#/brand?brand_code=PORTICO&from=2026-12-08&to=2026-12-11&guest=5`);
  await page.getByRole("link", { name: guest.say("lbl_brand_several") }).first().waitFor();
  await camera.take("brand-several", true);
  await page.getByRole("combobox").first().fill("Atlantis");
  await page.getByRole("button", { name: guest.say("lbl_brand_show_all") }).waitFor();
  await camera.take("brand-none");
}

/** Events and activities when nothing is there, and when nothing answers. */
async function sidesWithout({ page, guest, camera, hotel }: Walk): Promise<void> {
  const events = new EventScreens(page, guest.say);
  await events.open(hotel, "/event-steps/select-space?date=2026-12-14&start_time=09:00&end_time=12:00&persons=900");
  await page.getByText(guest.say("lbl_no_spaces")).waitFor();
  await camera.take("event-no-spaces");
  const fails = (calls: RegExp) => page.route(calls, (route) => route.fulfill({ status: 500, json: {} }));
  await fails(/basic-data/);
  await page.reload();
  await page.getByText(guest.say("lbl_spaces_not_loaded")).waitFor();
  await camera.take("event-failed");
  await fails(/web\/(new-event|activities)/);
  await page.reload();
  await page.getByRole("button", { name: guest.say("lbl_event_begin_anew") }).waitFor();
  await camera.take("event-not-read");
  const activities = new ActivityScreens(page, guest.say);
  await activities.open(hotel, "/activity-steps/select-activity?date=2026-12-12");
  await page.getByRole("button", { name: guest.say("lbl_retry") }).first().waitFor();
  await camera.take("activities-failed");
  await page.unrouteAll({ behavior: "ignoreErrors" });
}

const WALKS = [
  searching,
  consent,
  withCode,
  asMember,
  choosing,
  nothingFound,
  together,
  paying,
  payingByLink,
  linkForTwo,
  converting,
  managing,
  cancelledSince,
  ownTerms,
  changing,
  activities,
  meeting,
  brand,
  sidesWithout,
  failing,
];

/** The walks of one reader on one screen, on hotels of their own: what earlier walks hold would leave later ones without a room. */
async function walkAll(browser: Browser, name: string, screen: BrowserContextOptions, reader: Reader, walks: typeof WALKS): Promise<void> {
  const { language, hotel, person } = reader;
  rmSync(join(OUT, `${name}-light`), { recursive: true, force: true });
  rmSync(join(OUT, `${name}-dark`), { recursive: true, force: true });
  const server = await serve(database);
  try {
    for (const walk of walks) {
      const context = await browser.newContext({ ...screen, baseURL: server.url, locale: "en-GB", reducedMotion: "reduce" });
      if (language === "ar") await context.addCookies([{ name: "hk_language", value: "ar_AE", url: server.url }]);
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      const guest = new Guest(page, labels(language));
      const api = new GuestApi(server.url, hotel);
      await walk({ page, guest, camera: new Camera(page, name), hotel, person, api });
      await context.close();
    }
  } finally {
    await server.stop();
  }
  console.log(`${name}: done`);
}

mkdirSync(OUT, { recursive: true });
const database = demoFile("shots");
const browser = await chromium.launch(CHROMIUM.launchOptions);
try {
  const [, , only = "", named = ""] = process.argv;
  const walks = WALKS.filter((walk) => walk.name.startsWith(named));
  for (const [size, screen] of Object.entries(SIZES)) {
    for (const reader of READERS) {
      const name = `${size}-${reader.language}`;
      if (name.startsWith(only)) await walkAll(browser, name, screen, reader, walks);
    }
  }
  await contactSheets(browser, OUT);
} finally {
  await browser.close();
}
