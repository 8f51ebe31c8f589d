import { expect, test } from "vitest";
import { asciiDigits, storedPhone } from "./draft";
import { defaultPhoneCountry, loadPhones, readWithoutPlans } from "./phone";
import { readPhone } from "./use-phone";

// clause: GUEST-16
test.each([
  ["IE", "85 012 3456", true],
  ["IE", "085 012 3456", true],
  ["IE", "85 012", false],
  ["US", "207 555 0142", true],
  ["US", "555", false],
  ["AE", "٠٥٠ ١٢٣ ٤٥٦٧", true],
  ["DE", "030 901820", true],
])("%s %s is a number there: %s", async (country, typed, valid) => {
  const phones = await loadPhones();
  expect(phones.read(typed, country).valid).toBe(valid);
});

// clause: GUEST-18
test("the stored phone is the dial code and the number without the trunk zero", async () => {
  const phones = await loadPhones();
  expect(phones.read("085 012 3456", "IE").stored).toBe("+353850123456");
  expect(phones.dialCode("IE")).toBe("353");
});

// clause: GUEST-18
test("without dial code or number there is no phone", () => {
  expect(storedPhone(null, "850123456")).toBeNull();
  expect(storedPhone("353", "  ")).toBeNull();
  expect(storedPhone("353", "(85) 012-3456")).toBe("+353850123456");
});

test("a number typed with its own code moves the country", async () => {
  const phones = await loadPhones();
  expect(phones.read("+41 44 668 18 00", "IE")).toMatchObject({
    valid: true,
    country: "CH",
    stored: "+41446681800",
  });
  expect(phones.read("+1 416 555 0142", "US").country).toBe("US");
});

// clause: GUEST-17
test("the default country is the property's, US when it has none", () => {
  expect(defaultPhoneCountry("CH")).toBe("CH");
  expect(defaultPhoneCountry(null)).toBe("US");
  expect(defaultPhoneCountry("")).toBe("US");
});

test("digits of other scripts count", () => {
  expect(asciiDigits("٠١٢٣ ۴۵ ９")).toBe("0123 45 9");
});

test("without the plans only the count of digits is checked", () => {
  expect(readWithoutPlans("85 012 3456")).toBe(true);
  expect(readWithoutPlans("12")).toBe(false);
  expect(readWithoutPlans("call me")).toBe(false);
});

// clause: I18N-10, I18N-11
test("some 250 countries by their two letters, each with its dialling code", async () => {
  const phones = await loadPhones();
  expect(phones.countries.length).toBeGreaterThan(240);
  expect(new Set(phones.countries).size).toBe(phones.countries.length);
  for (const country of phones.countries) {
    expect(country).toMatch(/^[A-Z]{2}$/);
    expect(phones.dialCode(country)).toMatch(/^[1-9]\d{0,2}$/);
  }
  expect(["AE", "IE", "CH", "DO"].map(phones.dialCode)).toEqual(["971", "353", "41", "1"]);
});

test("a number copied from a phone's contacts stands between marks that no eye sees", async () => {
  const copied = "\u202a087 123 4567\u202c";
  for (const plans of [await loadPhones(), null])
    expect(readPhone(plans, copied, "IE")).toMatchObject({ verdict: true });
});
