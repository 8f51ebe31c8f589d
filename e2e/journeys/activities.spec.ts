// Activities from the calendar to a booked one, through the real page, server and card vault.
import { expect, test } from "../fixtures.ts";
import { HARB, NOOR } from "../hotels.ts";
import { ActivityScreens } from "../pages/activities.ts";
import { Header } from "../pages/header.ts";
import { CARDS, LAYLA, SIOBHAN } from "../people.ts";

/** A Saturday: everything takes place. */
const DATE = "2026-12-12";

const screens = (guest: { page: import("@playwright/test").Page; say: import("../labels.ts").Say }) =>
  new ActivityScreens(guest.page, guest.say);

test("a guest picks an activity, pays by card and is confirmed once [ACT-03, ACT-14, ACT-24, ACT-26, ACT-29, ACT-31, ACT-33, ACT-34, ACT-40, ROUTE-10]", async ({ page, say }) => {
  const activity = screens({ page, say });
  await activity.open(HARB, `/activity-steps/select-activity?date=${DATE}`);
  await activity.book("Out to the seals");
  await activity.more("lbl_adults");
  await activity.more("lbl_children");
  await expect(page.getByText("$145.00").first()).toBeVisible();
  await activity.next().click();
  await activity.on("guest-information");
  await activity.fill(SIOBHAN);
  await activity.next().click();
  await activity.on("payments");
  // beside the button or beside the form, and never in both places
  await expect(page.getByText(say("lbl_extra_no_more")).filter({ visible: true })).toHaveCount(1);
  await activity.pay(CARDS.good, "S NI BHRIAIN");
  await activity.on("confirmation");
  const number = await activity.number().textContent();
  expect(number).toMatch(/^[0-9A-Z]{11,}$/);
  await expect(page.getByText(`${SIOBHAN.first_name} ${SIOBHAN.last_name}`)).toBeVisible();
  await expect(page.getByText("$145.00").first()).toBeVisible();
  // a reload confirms once more and shows the same [ACT-32]
  await page.reload();
  await expect(activity.number()).toHaveText(number ?? "");
  // another one begins with the page loaded anew
  await page.evaluate(() => Object.assign(window, { before: true }));
  await page.getByRole("button", { name: say("lbl_book_another_activity") }).click();
  await activity.on("select-activity");
  await page.waitForFunction(() => !("before" in window));
  // three places fewer
  const seals = page.getByRole("article", { name: "Out to the seals" }).first();
  await expect(seals).toContainText(say("lbl_places_left", { count: 7 }));
});

test("the hotel's details open over the activities, from the drawer on phones [ACT-01, ACT-02, HEAD-13]", async ({ page, say }, info) => {
  const activity = screens({ page, say });
  await activity.open(HARB);
  await new Header(page, say).unfold();
  await page.getByRole("button", { name: say("lbl_hotel_details") }).filter({ visible: true }).first().click();
  const details = page.getByRole("dialog", { name: say("lbl_hotel_details") });
  await expect(details.getByRole("heading", { name: HARB.name })).toBeVisible();
  // a drawer from the foot of a phone, a popup on desks
  const edges = await details.evaluate((box) => {
    const { left, right, bottom } = box.getBoundingClientRect();
    return [left > 0, right < document.documentElement.clientWidth, bottom < window.innerHeight];
  });
  const popup = info.project.name !== "phone";
  expect(edges).toEqual([popup, popup, popup]);
  // the cover and the logo
  await expect(details.locator("img")).toHaveCount(2);
  await expect(details.locator("address")).toContainText("14 Quay Street");
  await expect(details.locator('a[href^="tel:"]')).toBeVisible();
  await expect(details.locator('a[href^="mailto:"]')).toBeVisible();
  await expect(details.locator(".prose").first()).toBeVisible();
  const policies = details.locator("details");
  await expect(policies.locator("dd").first()).toBeHidden();
  await policies.locator("summary").click();
  for (const policy of ["pet", "guarantee", "refund", "cancellation"]) {
    await expect(policies.getByText(say(`lbl_${policy}_policy`), { exact: true })).toBeVisible();
  }
  await page.keyboard.press("Escape");
  await expect(details).toBeHidden();
  await activity.on("select-activity");
});

test("the bill stands above the form on phones and beside it on desks, and Previous leads to the details [ACT-15, ACT-35]", async ({ page, say }, info) => {
  const activity = screens({ page, say });
  await activity.open(HARB, `/activity-steps/select-activity?date=${DATE}`);
  await activity.book("Out to the seals");
  await activity.next().click();
  await activity.on("guest-information");
  const form = await activity.form.field("lbl_first_name").boundingBox();
  if (info.project.name === "phone") {
    const bar = page.locator(".summary-bar");
    const box = await bar.boundingBox();
    expect((box?.y ?? 0) < (form?.y ?? 0)).toBe(true);
    await expect(page.getByText(say("lbl_total_taxes")).filter({ visible: true })).toHaveCount(0);
    await bar.getByRole("button").click();
    const drawer = page.getByRole("dialog");
    expect((await drawer.boundingBox())?.y).toBe(0);
    await expect(drawer.getByText(say("lbl_total_taxes"))).toBeVisible();
    await page.keyboard.press("Escape");
  } else {
    const bill = page.locator("aside .bill");
    for (const line of ["lbl_total_amount", "lbl_total_taxes", "lbl_grand_total"]) {
      await expect(bill.getByText(say(line), { exact: true })).toBeVisible();
    }
    await expect(bill.locator("img")).toBeVisible();
    const box = await bill.boundingBox();
    expect((box?.x ?? 0) > (form?.x ?? 0) + (form?.width ?? 0)).toBe(true);
  }
  await page.getByRole("button", { name: say("lbl_previous") }).click();
  await activity.on("activity-details");
});

test("the bare address leads to the calendar, and a day is picked and searched [ROUTE-17, ACT-04, ACT-05, ACT-06, ACT-07, ACT-08]", async ({ page, say }) => {
  const activity = screens({ page, say });
  await activity.open(HARB);
  await activity.on("select-activity");
  await page.getByRole("button", { name: new RegExp(`^${say("lbl_activity_date")}`) }).click();
  await page.getByRole("button", { name: /^Saturday, ?December 12, 2026|^Saturday,? 12 December 2026/ }).click();
  await page.getByRole("button", { name: say("lbl_search"), exact: true }).click();
  await expect(page).toHaveURL(/date=2026-12-12/);
  await expect(activity.list()).toHaveCount(4);
  // in order of time
  const times = page.locator(".activity-card .when span:first-child");
  await expect(times).toHaveText([/^10:00/, /^(01:30|13:30)/, /^(04:30|16:30)/, /^(05:00|17:00)/]);
  await expect(activity.list().first()).toContainText(say("lbl_starts_from"));
  await expect(activity.list().first().locator("p").first()).toHaveText("To the ledges where the seals lie");
  await expect(activity.list().last().locator("p").first()).toHaveText(/^.{1,32}…$/);
});

test.describe("trouble on the way", { tag: "@phone" }, () => {
  test.use({ expectedErrors: [/402|409|410|422|Failed to load resource/] });

  test("who loads the page anew while the bank asks hears that nothing was booked, and pays", async ({ page, say }) => {
    const activity = screens({ page, say });
    await activity.open(HARB, `/activity-steps/select-activity?date=${DATE}`);
    await activity.book("Out to the seals");
    await activity.next().click();
    await activity.fill(SIOBHAN);
    await activity.next().click();
    await activity.on("payments");
    await activity.pay(CARDS.challenged, "S NI BHRIAIN");
    const dialog = page.getByRole("dialog", { name: say("lbl_challenge_title") });
    await expect(dialog).toBeVisible();
    await page.reload();
    await activity.on("payments");
    await expect(page.getByText(say("lbl_bank_not_heard"))).toBeVisible();
    await activity.pay(CARDS.challenged, "S NI BHRIAIN");
    await expect(page.getByText(say("lbl_bank_not_heard"))).toBeHidden();
    await page.frameLocator(`iframe[title="${say("lbl_challenge_frame")}"]`).getByRole("button", { name: "Confirm" }).click();
    await activity.on("confirmation");
  });

  test("a card that is declined is told, and another one pays [ACT-29, ACT-39]", async ({ page, say }) => {
    const activity = screens({ page, say });
    await activity.open(HARB, `/activity-steps/select-activity?date=${DATE}`);
    await activity.book("Lantern walk to the light");
    await activity.next().click();
    await activity.fill(SIOBHAN);
    await activity.next().click();
    await activity.pay(CARDS.declinedWhenCharged, "S NI BHRIAIN");
    await expect(page.getByRole("alert")).toContainText(say("lbl_card_declined"));
    await page.getByRole("button", { name: say("lbl_add_payment_details") }).click();
    await activity.pay(CARDS.good, "S NI BHRIAIN");
    await activity.on("confirmation");
    await expect(activity.number()).toBeVisible();
  });

  test("places that are gone meanwhile are told where the guest is [ACT-14, ACT-37]", async ({ page, say, request, baseURL }) => {
    const activity = screens({ page, say });
    await activity.open(HARB, `/activity-steps/select-activity?date=${DATE}`);
    await activity.book("Cooking lobster with Ruth");
    await expect(activity.next()).not.toHaveAttribute("aria-disabled", "true");
    const taken = await request.post(`${baseURL}/v4/properties/1/web/new-activity-booking?adults=8`, {
      data: { activity_instance_id: `LOBSTER_TABLE.${DATE}.1700` },
    });
    expect(taken.status()).toBe(201);
    await activity.next().click();
    await expect(page.getByText(say("lbl_places_gone"))).toBeVisible();
    await page.getByRole("button", { name: say("lbl_choose_another_time") }).click();
    await activity.on("activity-details");
  });

  test("what is missing is named, and a reload finds what was typed [ACT-18, ACT-22, ROUTE-16]", async ({ page, say }) => {
    const activity = screens({ page, say });
    await activity.open(HARB, `/activity-steps/select-activity?date=${DATE}`);
    await activity.book("Out to the seals");
    await activity.next().click();
    await activity.form.field("lbl_first_name").fill("Siobhán");
    await activity.form.field("lbl_email").fill("siobhan@");
    await activity.next().click();
    await activity.on("guest-information");
    await expect(page.getByText(say("lbl_required")).first()).toBeVisible();
    await page.reload();
    await activity.on("guest-information");
    await expect(activity.form.field("lbl_first_name")).toHaveValue("Siobhán");
    await page.getByRole("button", { name: say("lbl_previous") }).click();
    await activity.on("activity-details");
  });
});

test.describe("in Arabic", () => {
  test.use({ language: "ar" });

  test("the same flow from right to left [ACT-40]", async ({ page, say, guest }) => {
    void guest;
    const activity = screens({ page, say });
    await activity.open(NOOR, `/activity-steps/select-activity?date=${DATE}`);
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await activity.book("ليلة تحت النجوم");
    await activity.more("lbl_adults");
    await activity.next().click();
    await activity.fill(LAYLA);
    await activity.next().click();
    await activity.pay(CARDS.good, "LAYLA");
    await activity.on("confirmation");
    await expect(activity.number()).toBeVisible();
  });
});
