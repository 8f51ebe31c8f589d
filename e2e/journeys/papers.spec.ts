// What the guest takes away: the letter and the calendar file.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { expect, test } from "../fixtures.ts";
import { HARB, NOOR, STAY } from "../hotels.ts";
import { LAYLA, SIOBHAN } from "../people.ts";

/** The text of a PDF, by poppler's reader. */
function textOf(pdf: Buffer, file: string): string {
  writeFileSync(file, pdf);
  return execFileSync("pdftotext", ["-layout", file, "-"], { encoding: "utf8" });
}

test("the letter opens in a new window as a PDF with the number and the sum, to nobody without its token [CONF-05, API-52]", async ({
  page,
  guest,
  request,
}, info) => {
  await guest.toPayment(HARB, STAY, "Twin", "Flexible", SIOBHAN);
  const total = await guest.wizard.total();
  await guest.payment.guarantee(/Hold until 18:00/).check();
  await guest.payment.order().click();
  await guest.wizard.on("confirmation");
  const [number] = await guest.confirmation.numbers();

  await expect(guest.confirmation.letter()).toHaveAttribute("target", "_blank");
  const href = await guest.confirmation.letter().getAttribute("href");
  for (const name of ["confirmation_no", "device_time", "currency", "language"]) expect(href).toContain(`${name}=`);
  const letter = await request.get(href ?? "");
  expect(letter.headers()["content-type"]).toBe("application/pdf");
  const text = textOf(await letter.body(), info.outputPath("letter.pdf"));
  expect(text).toContain(number);
  expect(text).toContain(HARB.name);
  expect(text).toContain(total.toFixed(2));
  expect(text).toContain(SIOBHAN.last_name);

  // whoever knows the number alone, or guesses at the token, gets none
  const address = new URL(href ?? "", page.url());
  const token = address.searchParams.get("token") ?? "";
  expect(token).not.toBe("");
  address.searchParams.set("token", `${token.startsWith("A") ? "B" : "A"}${token.slice(1)}`);
  expect((await request.get(address.href)).status()).toBe(404);
  address.searchParams.delete("token");
  expect((await request.get(address.href)).status()).toBe(400);

  const calendar = await request.get((await guest.confirmation.calendarFile().getAttribute("href")) ?? "");
  expect(calendar.headers()["content-type"]).toContain("text/calendar");
  const event = await calendar.text();
  expect(event).toMatch(/^BEGIN:VCALENDAR\r\n/);
  expect(event).toContain("DTSTART");
  expect(event.replace(/\r\n /g, "")).toContain(number);
  await expect(page).toHaveURL(/confirmation/);
});

test.describe("in Arabic", () => {
  test.use({ language: "ar" });

  test("the letter is in the guest's language [CONF-05, I18N-09]", async ({ guest, request, say }, info) => {
    await guest.toRooms(NOOR, STAY);
    await guest.rooms.anyBookButton().click();
    await guest.wizard.toInformation();
    await guest.details.fill(LAYLA);
    await guest.details.agree();
    await guest.wizard.next(guest.say("lbl_continue_to_payment")).click();
    await guest.wizard.on("payment");
    await guest.payment.enter({ number: "4242424242424242", expiry: "12/29", cvc: "123" }, "Layla Al Hashimi");
    await guest.payment.order().click();
    await guest.wizard.on("confirmation");
    const href = await guest.confirmation.letter().getAttribute("href");
    expect(href).toContain("language=ar");
    const letter = await request.get(href ?? "");
    // a word of the letter's own: the guest's name is Arabic in a letter of any language
    expect(textOf(await letter.body(), info.outputPath("letter.pdf")).normalize("NFKC")).toContain(say("lbl_letter_number"));
  });
});
