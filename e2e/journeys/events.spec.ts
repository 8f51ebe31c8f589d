// Events from a free space to a booked one, through the real page, server and card vault.
import { expect, test } from "../fixtures.ts";
import { EDEL, HARB, NOOR } from "../hotels.ts";
import { EventScreens } from "../pages/events.ts";
import { Header } from "../pages/header.ts";
import { CARDS, LAYLA, NGUYEN, SIOBHAN } from "../people.ts";

const at = (date: string, from: string, to: string, persons: number, type = "MEETING") =>
  `/event-steps/select-space?event_type=${type}&date=${date}&start_time=${from}&end_time=${to}&persons=${persons}`;

test("a guest chooses a space and a package and guarantees the event by card [EVENT-05, EVENT-07, EVENT-16, EVENT-21, EVENT-25, EVENT-28, EVENT-37, EVENT-38, EVENT-39, EVENT-46, EVENT-47, EVENT-53, ROUTE-08, ROUTE-09]", async ({ page, say }) => {
  const events = new EventScreens(page, say);
  await events.open(HARB, at("2026-12-14", "08:00", "11:00", 8));
  // the long name of the list is sorted by name, and all seat eight
  await expect(events.spaces()).toHaveCount(3);
  expect(await events.spaces().locator("h2").allTextContents()).toEqual(["Chart Room", "Lamp Room", "Quay Hall"]);
  await expect(events.space("Chart Room")).toContainText("$174.08");
  await events.book("Chart Room", "By the hour", "Boardroom");
  await events.on("select-package");
  await events.select("Coffee break");
  await expect(page.getByText("$295.04").filter({ visible: true }).first()).toBeVisible();
  await events.next().click();
  await events.on("guest-information");
  await events.fill(SIOBHAN, "Launch of the Seabird");
  await events.next().click();
  await events.on("payments");
  // beside the button or beside the form, and never in both places
  const [free = ""] = say("lbl_extra_free_then").split("{");
  await expect(page.getByText(free).filter({ visible: true })).toHaveCount(1);
  await events.pay(CARDS.good, "S NI BHRIAIN");
  await events.on("confirmation");
  const number = (await events.number().textContent()) ?? "";
  expect(number).toMatch(/^[0-9A-Z]{11,}$/);
  const said = page.locator("main");
  for (const text of ["Launch of the Seabird", `${SIOBHAN.first_name} ${SIOBHAN.last_name}`, "Chart Room", "$277.00", "$18.04", "$295.04"]) {
    await expect(said).toContainText(text);
  }
  // a reload shows the same; another event begins at the spaces, with the page loaded anew [EVENT-48, ROUTE-16]
  await page.reload();
  await expect(events.number()).toHaveText(number);
  await page.evaluate(() => Object.assign(window, { before: true }));
  await page.getByRole("button", { name: say("lbl_book_new_event") }).click();
  await events.on("select-space");
  await page.waitForFunction(() => !("before" in window));
  await expect(events.spaces().first()).toBeVisible();
});

test("the keys lead to a day of next year, and no further than a year ahead [EVENT-11]", { tag: "@desk" }, async ({ page, say }) => {
  const events = new EventScreens(page, say);
  await events.open(HARB);
  await expect(events.spaces().first()).toBeVisible();
  const date = events.date();
  await date.press("Enter");
  const day = page.locator(".day-picker :focus");
  await expect(day).toHaveAttribute("data-day", "2026-12-02");
  await day.press("PageDown");
  await expect(day).toHaveAttribute("data-day", "2027-01-02");
  await day.press("ArrowRight");
  await day.press("Enter");
  await expect(page).toHaveURL(/date=2027-01-03/);
  await expect(date).toBeFocused();
  await expect(date).toContainText("2027");
  // no key leads behind the last day, and none before the business day
  await date.press("Enter");
  await day.press("Shift+PageDown");
  await expect(day).toHaveAttribute("data-day", "2027-12-01");
  await expect(page.getByRole("button", { name: say("lbl_later"), exact: true })).toBeDisabled();
  await day.press("Shift+PageUp");
  await expect(day).toHaveAttribute("data-day", "2026-12-01");
  await day.press("PageUp");
  await expect(day).toHaveAttribute("data-day", "2026-12-01");
});

test("a company pays, and a taken space is not offered to the next guest [EVENT-19, EVENT-24, EVENT-27, EVENT-40, EVENT-41, EVENT-42, EVENT-52] @desk", async ({
  page,
  say,
  browser,
  baseURL,
}) => {
  const date = "2026-12-15";
  const events = new EventScreens(page, say);
  await events.open(HARB, at(date, "13:00", "17:00", 20));
  await expect(events.spaces()).toHaveCount(2);
  await events.book("Lamp Room", "The whole day");
  await events.on("select-package");
  await events.next().click();
  await events.on("guest-information");
  await events.fill(SIOBHAN, "Annual meeting");
  await events.next().click();
  await events.on("payments");
  await events.chooseCompany();
  await events.payment.order().click();
  await expect(page.getByRole("alert")).toContainText(say("lbl_company_needed"));
  await events.payByCompany("northlight", "Northlight Boatyard");
  await expect(page.getByRole("button", { name: "Northlight Boatyard" })).toContainText("2 Slipway Road");
  // unselected, and selected again
  await page.getByRole("button", { name: "Northlight Boatyard" }).click();
  await expect(page.getByRole("button", { name: "Northlight Boatyard" })).toHaveAttribute("aria-pressed", "false");
  await page.getByRole("button", { name: "Northlight Boatyard" }).click();
  await expect(page.getByRole("button", { name: "Northlight Boatyard" })).toHaveAttribute("aria-pressed", "true");
  await events.payment.order().click();
  await events.on("confirmation");
  await expect(events.number()).toBeVisible();
  await expect(page.getByText(say("lbl_event_company_text"))).toBeVisible();

  const context = await browser.newContext({ baseURL });
  const other = new EventScreens(await context.newPage(), say);
  await other.open(HARB, at(date, "16:00", "18:00", 20));
  await expect(other.spaces()).toHaveCount(1);
  await expect(other.space("Quay Hall")).toBeVisible();
  await context.close();
});

test("Home leads back to the spaces, and in the drawer only where an address was given [EVENT-02, EVENT-04]", async ({ page, say }, info) => {
  const events = new EventScreens(page, say);
  const home = page.getByRole("link", { name: say("lbl_home"), exact: true }).filter({ visible: true });
  const header = new Header(page, say);
  await events.open(HARB, at("2027-03-09", "08:00", "09:00", 4));
  await expect(events.spaces().first()).toBeVisible();
  await header.unfold();
  await expect(page.getByRole("button", { name: say("lbl_hotel_details") }).filter({ visible: true })).toHaveCount(1);
  await expect(home).toHaveCount(0);
  if (info.project.name === "phone") await page.keyboard.press("Escape");
  await events.book("Chart Room", "By the hour");
  await events.on("select-package");
  await header.unfold();
  if (info.project.name === "phone") {
    await expect(page.getByRole("button", { name: say("lbl_hotel_details") }).filter({ visible: true })).toHaveCount(1);
    await expect(home).toHaveCount(0);
    await page.goto(`/?property_id=1&url=${encodeURIComponent("https://harbourhouse.example/")}#/events/event-steps/select-package`);
    await events.on("select-package");
    await header.unfold();
    await expect(home).toHaveAttribute("href", "https://harbourhouse.example/");
  } else {
    await home.click();
    await events.on("select-space");
    await expect(home).toHaveCount(0);
  }
});

test("the bare address leads to the spaces of tomorrow morning, and times keep their order [EVENT-01, EVENT-10, EVENT-13, EVENT-14, EVENT-22, START-03]", async ({ page, say }, info) => {
  const events = new EventScreens(page, say);
  await events.open(HARB);
  await expect(events.spaces().first()).toBeVisible();
  const phone = info.project.name === "phone";
  if (phone) await page.getByRole("button", { name: new RegExp(`^${say("lbl_event_change_time")}`) }).click();
  const within = phone ? page.getByRole("dialog") : page.locator(".select-space > .event-filters");
  await expect(events.date(within)).toContainText("Dec 2, 2026");
  await events.date(within).click();
  await page.locator(".day-picker :focus").press("Escape");
  await expect(page.locator("dialog")).toHaveCount(phone ? 1 : 0);
  const start = within.getByLabel(say("lbl_event_start"), { exact: true });
  await start.click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("option")).toHaveCount(0);
  await expect(start).toBeFocused();
  await start.click();
  await page.getByRole("option").nth(15).click();
  await expect(within.getByLabel(say("lbl_event_end"), { exact: true })).toContainText(/16:00|4:00/);
  if (phone) await page.getByRole("button", { name: say("lbl_event_apply") }).click();
  await expect(page).toHaveURL(/start_time=15%3A00.*end_time=16%3A00|start_time=15:00.*end_time=16:00/);
  const people = page.getByLabel(say("lbl_event_capacity")).filter({ visible: true });
  await people.fill("");
  await people.blur();
  await expect(people).toHaveValue("1");
  await people.fill("500");
  await expect(page.getByText(say("lbl_no_spaces"))).toBeVisible();
});

test.describe("trouble on the way", { tag: "@phone" }, () => {
  test.use({ expectedErrors: [/402|404|409|410|422|Failed to load resource/] });

  test("what is missing is named, nothing is sent, and a reload finds what was typed [EVENT-30, EVENT-35, EVENT-52, ROUTE-16]", async ({ page, say }) => {
    const events = new EventScreens(page, say);
    await events.open(HARB, at("2026-12-17", "08:00", "09:00", 4));
    await events.book("Chart Room", "By the hour");
    await events.next().click();
    await events.on("guest-information");
    await events.form.field("lbl_first_name").fill("Siobhán");
    const saved: string[] = [];
    page.on("request", (request) => request.url().includes("/contact-information/") && saved.push(request.url()));
    await events.next().click();
    await events.on("guest-information");
    const wrong = page.getByRole("group", { name: /\d/ }).filter({ has: page.getByRole("listitem") });
    for (const name of ["lbl_event_name", "lbl_cost_centre"])
      await expect(wrong.getByRole("button", { name: say(name), exact: true })).toBeVisible();
    expect(saved).toEqual([]);
    await page.reload();
    await events.on("guest-information");
    await expect(events.form.field("lbl_first_name")).toHaveValue("Siobhán");
    await events.fill(SIOBHAN, "A small one");
    await events.next().click();
    await events.on("payments");
    await events.findCompany("NOBODY");
    const told = say("lbl_search_company_error", { message: say("lbl_company_not_found") });
    await expect(page.getByText(told, { exact: true })).toBeVisible();
    await page.getByRole("button", { name: say("lbl_previous") }).click();
    await events.on("guest-information");
  });

  test("a space that somebody else has just taken is told, and another can be had [EVENT-07, EVENT-24]", async ({ page, say, request, baseURL }) => {
    const events = new EventScreens(page, say);
    await events.open(EDEL, at("2026-12-18", "08:00", "10:00", 8, "RETREAT"));
    await expect(events.space("The hayloft")).toBeVisible();
    const api = `${baseURL}/v4/properties/3/web/new-event`;
    const begun = await (await request.post(api, { data: { event_type_id: "RETREAT" } })).json();
    const taken = await request.post(`${api}/${begun.event_id}/sub-events-setup/${begun.session_id}`, {
      headers: { Authorization: `Bearer ${begun.token}` },
      data: {
        canRemove: true,
        sub_events: [{ start_date: "2026-12-18T08:00:00Z", end_date: "2026-12-18T09:00:00Z", space_id: "LOFT", details: { addons: [], selected_space_price_plan_id: "HOUR", number_of_persons: 5 } }],
      },
    });
    expect(taken.status()).toBe(200);
    await events.book("The hayloft", "By the hour");
    await expect(page.getByText(say("lbl_space_taken"))).toBeVisible();
    await expect(events.space("The hayloft")).toBeHidden();
    await events.book("The parlour", "By the hour", "One table");
    await events.on("select-package");
    await events.select("Fire under the stars");
    await events.next().click();
    await events.fill(NGUYEN, "Klausur");
    await events.next().click();
    await events.on("payments");
  });
});

test.describe("in Arabic", () => {
  test.use({ language: "ar" });

  test("the same flow from right to left [EVENT-53]", async ({ page, say, guest }) => {
    void guest;
    const events = new EventScreens(page, say);
    await events.open(NOOR, at("2026-12-19", "16:00", "19:00", 12));
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    await events.book("المجلس", "بنصف الساعة", "طاولة اجتماع");
    await events.on("select-package");
    await events.select("قهوة وتمر");
    await events.next().click();
    await events.fill(LAYLA, "اجتماع الشركاء");
    await events.next().click();
    await events.pay(CARDS.good, "LAYLA");
    await events.on("confirmation");
    await expect(events.number()).toBeVisible();
  });
});
