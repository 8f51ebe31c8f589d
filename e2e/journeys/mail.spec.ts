// The confirmation by e-mail, as the demonstration writes it: into a folder.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test as base } from "../fixtures.ts";
import { HARB, NOOR, STAY } from "../hotels.ts";
import { ManageScreens } from "../pages/manage.ts";
import { LAYLA, SIOBHAN } from "../people.ts";

const test = base.extend<{ folder: string; mails: (to: string) => string[] }>({
  folder: async ({}, use, info) => use(info.outputPath("mails")),
  settings: async ({ folder }, use) => use(["--mail-dir", folder]),
  mails: async ({ folder }, use) =>
    use((to) =>
      (existsSync(folder) ? readdirSync(folder) : [])
        .filter((name) => name.endsWith(".eml"))
        .map((name) => readFileSync(join(folder, name), "utf8"))
        .filter((mail) => mail.includes(to)),
    ),
});

/** The subject as a mail program shows it: words that are not English come encoded, in pieces (RFC 2047). */
function subject(mail: string): string {
  const header = mail.slice(0, mail.indexOf("\r\n\r\n")).replace(/\r\n[ \t]/g, " ");
  const [, text = ""] = /^Subject: (.*)$/m.exec(header) ?? [];
  const bytes = (encoded: string) => Buffer.from(encoded, "base64");
  const pieces = text.replace(/\?=\s+=\?utf-8\?b\?/gi, " ");
  return pieces.replace(/=\?utf-8\?b\?([^?]*)\?=/gi, (_, all: string) => Buffer.concat(all.split(" ").map(bytes)).toString());
}

test("a booking is confirmed by e-mail, with the stay for the calendar, and found again from there [MANAGE-08] @desk", async ({ page, guest, say, mails }) => {
  await guest.toPayment(HARB, STAY, "Classic Queen", "Flexible", SIOBHAN);
  await guest.payment.guarantee(/Hold until 18:00/).check();
  await guest.payment.order().click();
  await guest.wizard.on("confirmation");
  await expect.poll(() => mails(SIOBHAN.email).length).toBe(1);
  const [mail] = mails(SIOBHAN.email);
  expect(subject(mail ?? "")).toBe("Your stay is confirmed: Harbour House");
  expect(mail).toContain('filename="stay.ics"');

  // the link opens the reservation, and stays in no address
  const text = (mail ?? "").replace(/=\r?\n/g, "").replace(/=3D/g, "=");
  const [, place = ""] = text.match(/(\/\?pc=HARB\S*#\/search-reservation-result\?conf_num=\S+)/) ?? [];
  await page.goto("about:blank");
  await page.goto(place);
  const manage = new ManageScreens(page, say);
  await expect(manage.heading("lbl_your_reservation")).toBeVisible();
  await expect(page).toHaveURL(/search-reservation-result\??$/);
  await page.reload();
  await expect(manage.heading("lbl_your_reservation")).toBeVisible();
});

test.describe("in Arabic", () => {
  test.use({ language: "ar" });
  test("it is in the language of the page @phone", async ({ page, guest, say, mails }) => {
    await guest.toPayment(NOOR, STAY, "غرفة كينغ مطلة على البحر", "سعر مرن", LAYLA);
    await guest.payment.guarantee(/حفظ الغرفة حتى السادسة مساءً/).check();
    const commit = page.waitForRequest((request) => request.url().endsWith("/commit"));
    await guest.payment.order().click();
    expect((await commit).postDataJSON().language_code).toBe("ar_AE");
    await guest.wizard.on("confirmation");
    await expect.poll(() => mails(LAYLA.email).length).toBe(1);
    expect(subject(mails(LAYLA.email)[0] ?? "")).toContain(`${say("lbl_letter_title")}: `);
  });
});
