// Members pay with points: chosen on a slider, held with the room, told alike wherever the booking stands.
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import type { Guest } from "../guest.ts";
import { HARB, NOOR, STAY } from "../hotels.ts";
import { amount } from "../pages/wizard.ts";
import { LAYLA, SIOBHAN } from "../people.ts";

const MAYA = { email: "maya@guest.example", password: "lamps from four" };

/** Through the hotel's own form, and back to where the guest was. */
async function logIn(page: Page, guest: Guest, who: { email: string; password: string }): Promise<void> {
  await guest.header.unfold();
  await guest.header.logIn().click();
  await signIn(page, who);
  await guest.wizard.on("rooms");
}

async function signIn(page: Page, who: { email: string; password: string }): Promise<void> {
  await page.locator("#email").fill(who.email);
  await page.locator("#password").fill(who.password);
  await page.locator("button").click();
}

const tick = (page: Page, guest: Guest) =>
  page.getByRole("checkbox", { name: new RegExp(`^${guest.say("lbl_book_with_points")}`) });

const cents = (text: string) => Math.round(amount(text) * 100);

for (const { tag, hotel, language, who, person, room, rate, points } of [
  {
    tag: [],
    hotel: HARB,
    language: "en" as const,
    who: MAYA,
    person: SIOBHAN,
    room: "Deluxe King",
    rate: "With Quay Club points",
    // three nights are 27,000; she has 24,000
    points: [6750, 13_500, 20_250, 24_000],
  },
  {
    tag: ["@phone"],
    hotel: NOOR,
    language: "ar" as const,
    who: { email: "layla@guest.example", password: "light on the creek" },
    person: LAYLA,
    room: "",
    rate: "بالنقاط",
    // three nights are 24,000; she has 20,000
    points: [6000, 12_000, 18_000, 20_000],
  },
]) {
  test.describe(`in ${language}, at ${hotel.code}`, { tag }, () => {
    test.use({ language });

    test("a member pays a part of the stay with points [POINTS-01, POINTS-02, POINTS-03, POINTS-04, POINTS-05, POINTS-06, ROOMS-15, WIZ-12, WIZ-15]", async ({
      page,
      guest,
      say,
    }) => {
      await guest.toRooms(hotel, STAY);
      await expect(guest.rooms.anyBookButton()).toBeVisible();
      await expect(tick(page, guest)).toHaveCount(0);
      await logIn(page, guest, who);
      await tick(page, guest).check();
      await expect(page.getByRole("heading", { level: 3, name: rate }).first()).toBeVisible();
      if (room) await guest.rooms.book(room, rate);
      else await guest.rooms.anyBookButton().click();

      await guest.wizard.on("pointsRedemption");
      const slider = page.getByRole("slider", { name: say("lbl_points_slider") });
      await expect(slider).toHaveAttribute("max", String(points.length));
      await expect(slider).toHaveValue(String(points.length));
      await slider.focus();
      await page.keyboard.press("Home");
      const figures = page.locator(".points-room dd");
      for (const [place, expected] of points.entries()) {
        await expect(slider).toHaveValue(String(place + 1));
        await expect.poll(async () => amount(await figures.first().innerText())).toBe(expected);
        // the way that values rise: to the left where the page is read to the left
        if (place < 2) await page.keyboard.press(language === "ar" ? "ArrowLeft" : "ArrowRight");
        else break;
      }
      const toPay = cents(await figures.last().innerText());
      await guest.wizard.next().click();

      await guest.wizard.on("information");
      const total = Math.round((await guest.wizard.total()) * 100);
      expect(toPay).toBeLessThan(total);
      const sums = (await guest.wizard.bill()).locator(".with-points dd");
      await expect.poll(async () => cents(await sums.last().innerText())).toBe(toPay);
      expect(cents(await sums.first().innerText())).toBe(total - toPay);
      await page.keyboard.press("Escape");
      // a reload finds them
      await page.reload();
      await guest.wizard.on("information");
      await guest.details.fill(person);
      await guest.details.agree();
      await guest.wizard.next(say("lbl_continue_to_payment")).click();
      await guest.wizard.on("payment");
      // without a card
      await page.getByRole("radio").last().check();
      await guest.payment.order().click();
      await guest.wizard.on("confirmation");
      const paid = page.locator(".stay-card .paid dd");
      expect(cents(await paid.first().innerText())).toBe(total);
      expect(cents(await paid.nth(1).innerText())).toBe(total - toPay);
      expect(cents(await paid.last().innerText())).toBe(toPay);
    });
  });
}

test("booking with points begins the choice of rooms anew, and Previous leads back to it [ROOMS-22, ROOMS-23, WIZ-19] @desk", async ({
  page,
  guest,
  say,
}) => {
  await guest.toRooms(HARB, STAY);
  await logIn(page, guest, MAYA);
  await guest.rooms.book("Classic Queen", "Flexible");
  await guest.wizard.toInformation();
  await guest.wizard.previous().click();
  await guest.wizard.previous().click();
  await guest.wizard.on("rooms");
  await expect(guest.rooms.removeButton()).toBeVisible();
  await tick(page, guest).check();
  await expect(guest.rooms.bookButton("Classic Queen", "With Quay Club points")).toBeVisible();
  await expect(guest.rooms.bookButton("Classic Queen", "Flexible")).toHaveCount(0);
  await expect(guest.rooms.removeButton()).toHaveCount(0);
  await guest.rooms.book("Classic Queen", "With Quay Club points");
  await guest.wizard.on("pointsRedemption");
  await expect(page.getByRole("slider")).toBeVisible();
  await expect(guest.wizard.next()).not.toHaveAttribute("aria-busy", "true");
  await guest.wizard.next().click();
  await guest.wizard.on("information");
  await guest.wizard.previous().click();
  await guest.wizard.on("pointsRedemption");
  await guest.wizard.previous().click();
  await guest.wizard.on("rooms");
  await tick(page, guest).uncheck();
  await expect(guest.rooms.bookButton("Classic Queen", "Flexible")).toBeVisible();
  await expect(guest.rooms.removeButton()).toHaveCount(0);
  // the points are free again
  await page.reload();
  await guest.wizard.on("rooms");
  await guest.header.unfold();
  await guest.header.choice("lbl_account").click();
  const count = say("lbl_points_count", { count: 24_000 });
  await expect(page.getByText(say("lbl_you_have_points", { points: count })).filter({ visible: true }).first()).toBeVisible();
});

test.describe("when points cannot be asked for", { tag: "@phone" }, () => {
  test.use({ expectedErrors: [/status of 503/] });

  test("the step stays calm, and tries again [POINTS-07]", async ({ page, guest, say }) => {
    await page.route("**/loyalty-points/slider-view*", (route) => route.fulfill({ status: 503, json: {} }));
    await guest.toRooms(HARB, STAY);
    await logIn(page, guest, MAYA);
    await tick(page, guest).check();
    await guest.rooms.book("Classic Queen", "With Quay Club points");
    await guest.wizard.on("pointsRedemption");
    await expect(page.getByText(say("lbl_points_not_loaded"))).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.unroute("**/loyalty-points/slider-view*");
    await page.getByRole("button", { name: say("lbl_retry") }).click();
    await expect(page.getByRole("slider")).toBeVisible();
  });
});

test.describe("signed out elsewhere meanwhile", { tag: "@desk" }, () => {
  test.use({ expectedErrors: [/422|Failed to load resource/] });

  test("a member logs in again where the points are refused, and books what is held", async ({ page, guest, say }) => {
    await guest.toRooms(HARB, STAY);
    await logIn(page, guest, MAYA);
    await tick(page, guest).check();
    const signOut = () => page.context().clearCookies({ name: /portico_member/ });
    const again = async () => {
      await expect(page.getByText(say("lbl_member_away"))).toBeVisible();
      await page.getByRole("main").getByRole("link", { name: say("lbl_log_in") }).click();
      await signIn(page, MAYA);
    };

    await expect(guest.rooms.bookButton("Deluxe King", "With Quay Club points")).toBeVisible();
    await signOut();
    await guest.rooms.book("Deluxe King", "With Quay Club points");
    await again();
    await guest.wizard.on("rooms");
    await expect(tick(page, guest)).toBeChecked();
    await guest.rooms.book("Deluxe King", "With Quay Club points");
    await guest.wizard.on("pointsRedemption");

    await page.getByRole("slider").waitFor();
    await signOut();
    await guest.wizard.next().click();
    await again();
    await guest.wizard.on("pointsRedemption");
    await page.getByRole("slider").waitFor();
    await guest.wizard.next().click();
    await guest.wizard.on("information");
    await guest.details.fill(SIOBHAN);
    await guest.details.agree();
    await guest.wizard.next(say("lbl_continue_to_payment")).click();
    await guest.wizard.on("payment");

    await signOut();
    await page.getByRole("radio").last().check();
    await guest.payment.order().click();
    await guest.wizard.on("confirmation");
    await again();
    await guest.wizard.on("payment");

    // whoever loads the page anew is told before they order
    await signOut();
    await page.reload();
    await again();
    await guest.wizard.on("payment");
    await page.getByRole("radio").last().check();
    await guest.payment.order().click();
    await guest.wizard.on("confirmation");
    expect(await guest.confirmation.numbers()).toHaveLength(1);
  });
});
