// Laws of the frame's pure parts. `cargo nextest run -p vault` runs this with numbers that the server judged.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { caretAfter, digitsOf, editExpiry, editNumber, faults, group, isNumber, readExpiry, ruleOf } from "./card.js";
import { knownLabels, LABELS, labelOfCode } from "./labels.js";
import { knownProperties, languageTag } from "./theme.js";

const BRANDS = JSON.parse(readFileSync("brands.json", "utf8"));
const NUMBERS = JSON.parse(readFileSync("numbers.json", "utf8"));

test("brand and soundness are the server's", () => {
  for (const [digits, brand, sound] of NUMBERS) {
    assert.equal(ruleOf(digits, BRANDS).brand, brand, digits);
    assert.equal(isNumber(digits, BRANDS), sound, digits);
  }
});

test("grouping loses no digit", () => {
  for (const [digits] of NUMBERS) assert.equal(digitsOf(group(digits, ruleOf(digits, BRANDS))), digits);
  assert.equal(group("378282246310005", ruleOf("378282246310005", BRANDS)), "3782 822463 10005");
  assert.equal(group("4242424242424242", ruleOf("42", BRANDS)), "4242 4242 4242 4242");
});

test("typing digit by digit at any place keeps the caret behind the digit", () => {
  for (const [digits] of NUMBERS.filter(([number]) => number.length >= 13).slice(0, 60)) {
    for (let place = 1; place < digits.length; place++) {
      const without = digits.slice(0, place - 1) + digits.slice(place);
      const text = group(without, ruleOf(without, BRANDS));
      const at = caretAfter(text, place - 1);
      const raw = text.slice(0, at) + digits[place - 1] + text.slice(at);
      const next = editNumber(without, raw, at + 1, "insertText", BRANDS);
      assert.equal(next.digits, digits);
      assert.equal(digitsOf(next.text.slice(0, next.caret)).length, place);
    }
  }
});

test("deleting the gap deletes the digit beside it", () => {
  const back = editNumber("42424242", "42424242", 4, "deleteContentBackward", BRANDS);
  assert.deepEqual(back, { digits: "4244242", text: "4244 242", caret: 3 });
  const forward = editNumber("42424242", "42424242", 4, "deleteContentForward", BRANDS);
  assert.deepEqual(forward, { digits: "4242242", text: "4242 242", caret: 4 });
});

test("pasted and foreign digits, and no more than the brand has", () => {
  assert.equal(digitsOf("٤٢٤٢ ۴۲۴۲-4242４２４２"), "4242424242424242");
  assert.equal(editNumber("", "5555-5555-5555-4444-99", 22, "insertFromPaste", BRANDS).text, "5555 5555 5555 4444");
});

test("every way to write an expiry", () => {
  const good = { month: "08", year: "2029" };
  for (const text of ["08 / 29", "0829", "08/2029", "8/29", "2029-08", "082029", "202908", "٠٨/٢٩", "０８／２９"]) {
    assert.deepEqual(readExpiry(text), good, text);
  }
  for (const text of ["", "13/29", "00/29", "8", "08/2", "08/299", "1/2/3/4x"]) assert.equal(readExpiry(text), null, text);
});

test("typing an expiry", () => {
  const typed = (keys) => [...keys].reduce((text, key) => editExpiry(text + key, "insertText"), "");
  assert.equal(typed("1229"), "12 / 29");
  assert.equal(typed("529"), "05 / 29");
  assert.equal(typed("5"), "05 / ");
  assert.equal(typed("1/29"), "01 / 29");
  assert.equal(editExpiry("08/2029", ""), "08 / 29");
  assert.equal(editExpiry("2029-08", ""), "08 / 29");
  // The year in full, and in the digits of the guest.
  for (const keys of ["12/2029", "122029", "12 / 2029", "١٢/٢٠٢٩"]) assert.equal(typed(keys), "12 / 29", keys);
  for (const keys of ["12/29", "2029-12", "2029/12", "202912", "1２/2９", "２０２９１２"]) assert.equal(typed(keys), "12 / 29", keys);
  // The year first, which begins like a month of two.
  assert.equal(typed("20"), "20");
  assert.equal(typed("2029-1"), "2029 / 1");
  assert.deepEqual(readExpiry(typed("2029-1")), { month: "01", year: "2029" });
  assert.equal(typed("2029-02"), "02 / 29");
  assert.equal(typed("2029-5"), "05 / 29");
  assert.equal(typed("2/29"), "02 / 29");
  assert.equal(typed("02/2029"), "02 / 29");
  assert.equal(editExpiry("202912", "insertFromPaste"), "12 / 29");
  assert.equal(editExpiry("2029 / ", "deleteContentBackward"), "2029");
  assert.equal(editExpiry("202", "deleteContentBackward"), "202");
  assert.equal(editExpiry("02 / 0", "deleteContentBackward"), "02 / 0");
  assert.equal(typed("12/20"), "12 / 20");
  assert.equal(typed("12/202"), "12 / 202");
  assert.equal(typed("12/299"), "12 / 29");
  for (const pasted of ["٠٨/٢٠٢٩", "۰۸/۲۰۲۹", "٠٨/٢٩", "٢٠٢٩-٠٨"]) assert.equal(editExpiry(pasted, ""), "08 / 29", pasted);
  assert.equal(typed("١/٢٩"), "01 / 29");
  assert.equal(editExpiry("12 / 202", "deleteContentBackward"), "12 / 202");
  assert.equal(editExpiry("12 /", "deleteContentBackward"), "12");
  assert.equal(editExpiry("2", "deleteContentBackward"), "2");
  assert.equal(editExpiry("2 / ", "deleteContentForward"), "2");
  assert.equal(editExpiry("5 / 29", "deleteContentForward"), "05 / 29");
  for (let month = 1; month <= 12; month++) {
    const text = `${String(month).padStart(2, "0")} / 31`;
    assert.equal(editExpiry(text, "insertText"), text);
  }
});

test("faults name their labels, and none is left for a whole card", () => {
  const card = { number: "4242424242424242", expiry: "11 / 26", cvc: "123", holder: "王" };
  const judge = (change) => faults({ ...card, ...change }, BRANDS, "2026-11");
  assert.deepEqual(Object.values(judge({})), [null, null, null, null]);
  assert.equal(judge({ expiry: "10 / 26" }).expiry, "expired");
  assert.equal(judge({ expiry: "10 / 99" }).expiry, "expiry_invalid");
  assert.equal(judge({ number: "378282246310005" }).cvc, "cvc_invalid");
  assert.equal(judge({ holder: "4242424242424242" }).holder, "holder_invalid");
  const empty = judge({ number: "", expiry: "", cvc: "", holder: " " });
  for (const label of Object.values(empty)) assert.ok(LABELS[label], label);
});

test("labels and looks take nothing but words, colours and lengths", () => {
  assert.deepEqual(knownLabels({ number: "Numéro", constructor: "x", nothing: "x", expiry: 3, cvc: " " }), { number: "Numéro" });
  assert.deepEqual(knownLabels(null), {});
  assert.ok(LABELS[labelOfCode("CARD_EXPIRED")]);
  assert.equal(LABELS[labelOfCode("LINK_USED_UP")], "This payment link takes no more cards. Nothing was taken. Please contact the hotel.");
  // What has no label of its own is none of the guest's, and is not said in English.
  for (const code of ["UNAVAILABLE", "TIMEOUT", "toString", undefined]) assert.equal(labelOfCode(code), "network");
  const good = { "--accent": "#14695f", "--accent-ink": "color(xyz-d65 0.9505 1 1.0891)", "--ink": " oklch(0.235 0.012 70 / .9) ", "--r-control": "0.5rem", "--frame-pad": "0" };
  assert.equal(knownProperties(good).length, 5);
  for (const value of ["url(https://a)", "red;background:url(x)", "var(--x)", "rgb(url(x))", "expression(1)", "", 3, "#14695f}"]) {
    assert.deepEqual(knownProperties({ "--accent": value, background: "red" }), [], String(value));
  }
  assert.equal(languageTag("ar_AE"), "ar-AE");
  assert.equal(languageTag('en"'), null);
});
