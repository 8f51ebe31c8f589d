import { expect, test } from "vitest";
import type { AddressRules } from "../../api";
import { COUNTRY_CODES, countries, placeName } from "./countries";
import {
  clipRemarks,
  draftFrom,
  EMPTY_DRAFT,
  type GuestDraft,
  guestOf,
  remarksLength,
  withCountry,
} from "./draft";
import { FALLBACK_RULES, fieldWidths, formPlan, GUEST_FIELDS, type GuestField } from "./fields";
import { checkField, checkForm, problemsOfServer } from "./validate";

const rules: AddressRules = {
  ...FALLBACK_RULES,
  country_code: "IE",
  display_fields: [
    "first_name",
    "last_name",
    "email",
    "phone",
    "country",
    "street",
    "city",
    "state",
    "zip_code",
  ],
  required_guest_fields: ["first_name", "last_name", "email", "street", "city", "state", "zip_code"],
  format: ["street", "zip_code", "city"],
};
const typed: GuestDraft = {
  ...EMPTY_DRAFT,
  first_name: "Siobhán",
  last_name: "Ní Bhriain-O'Shea",
  email: "siobhan@example.ie",
  country: "IE",
  street: "7 Sunday’s Well Road",
  city: "Cork",
};
const all = new Set<GuestField>(GUEST_FIELDS);

// pasted text has them, and the server takes none
test("signs that no eye sees are no part of what was typed", () => {
  const pasted = {
    ...typed,
    ...{ first_name: "\u202aSiobhán\u202c", city: "Cork\ufeff", remarks: "\u2067Quiet,\u2069\r\nplease" },
  };
  const guest = guestOf(pasted, all, null);
  expect([guest.first_name, guest.city, guest.remarks]).toEqual(["Siobhán", "Cork", "Quiet,\nplease"]);
  for (const name of ["first_name", "city", "remarks"] as const)
    expect(checkField(name, true, pasted, rules, null)).toBeNull();
  expect(checkField("city", true, { ...typed, city: "\u202a\u202c" }, rules, null)?.kind).toBe("REQUIRED");
});

// clause: GUEST-10
test("only the fields that the rules display are in the form", () => {
  const plan = formPlan(rules, []);
  expect(plan.person.map((field) => field.name)).toEqual(["first_name", "last_name", "email", "phone"]);
  expect(plan.remarks).toBeNull();
  expect(formPlan({ ...rules, display_fields: ["remarks", "country"] }, []).remarks).toEqual({
    name: "remarks",
    required: false,
  });
});

test("the address stands in the country's order, the rest behind it", () => {
  expect(formPlan(rules, []).address.map((field) => field.name)).toEqual([
    "country",
    "street",
    "zip_code",
    "city",
    "state",
  ]);
});

test("names share a row, and the postal code one with its neighbour", () => {
  expect(fieldWidths(["first_name", "last_name", "email"])).toEqual({ first_name: "h", last_name: "h" });
  expect(fieldWidths(["first_name", "middle_name", "last_name"])).toEqual({});
  expect(fieldWidths(["street", "zip_code", "city", "state"])).toEqual({ zip_code: "t", city: "f" });
  expect(fieldWidths(["city", "state", "zip_code"])).toEqual({ state: "f", zip_code: "t" });
  expect(fieldWidths(["city", "street", "zip_code"])).toEqual({});
});

// clause: GUEST-11
test("a field is required when the rules or the profile list it", () => {
  const required = (profile: string[]) =>
    formPlan(rules, profile)
      .person.filter((field) => field.required)
      .map((field) => field.name);
  expect(required([])).toEqual(["first_name", "last_name", "email"]);
  expect(required(["phone"])).toEqual(["first_name", "last_name", "email", "phone"]);
});

// clause: GUEST-12
test("state and postal code are required by their flags alone", () => {
  const flags = (more: Partial<AddressRules>) =>
    Object.fromEntries(
      formPlan({ ...rules, ...more }, ["state", "zip_code"]).address.map((f) => [f.name, f.required]),
    );
  expect(flags({})).toMatchObject({ state: false, zip_code: false });
  expect(flags({ state_required: true })).toMatchObject({ state: true, zip_code: false });
  expect(flags({ zipcode_required: true })).toMatchObject({ state: false, zip_code: true });
});

// clause: GUEST-15
test("a missing required value and a mismatch are told apart", () => {
  expect(checkField("first_name", true, { ...typed, first_name: "  " }, rules, null)).toEqual({
    kind: "REQUIRED",
  });
  expect(checkField("first_name", false, { ...typed, first_name: "" }, rules, null)).toBeNull();
  expect(checkField("first_name", true, { ...typed, first_name: "<b>" }, rules, null)).toEqual({
    kind: "NOT_VALID",
  });
  expect(checkField("email", true, { ...typed, email: "siobhan@example" }, rules, null)).toEqual({
    kind: "NOT_VALID",
    doubt: { kind: "ENDS_EARLY", domains: ["example.com", "example.ie"] },
  });
});

test("a card's number is no part of a guest's details", () => {
  const card = "4242 4242 4242 4242";
  for (const name of ["remarks", "street", "last_name"] as const) {
    expect(checkField(name, false, { ...typed, [name]: card }, rules, null)).toEqual({ kind: "CARD_NUMBER" });
  }
  const errors = [{ field: "guest_data.street", message: "Please leave out card numbers" }];
  expect(problemsOfServer(errors, formPlan(rules, []))).toEqual({ street: { kind: "CARD_NUMBER" } });
});

// clause: GUEST-14
test("the server's patterns stand before the defaults", () => {
  const strict = { ...rules, zipcode_regex: "^[A-Z]\\d{2} ?[A-Z0-9]{4}$", last_name_regex: "^[a-z]+$" };
  expect(checkField("zip_code", false, { ...typed, zip_code: "T23 X8K4" }, strict, null)).toBeNull();
  expect(checkField("zip_code", false, { ...typed, zip_code: "04101" }, strict, null)).toEqual({
    kind: "NOT_VALID",
  });
  expect(checkField("last_name", true, typed, strict, null)).toEqual({ kind: "NOT_VALID" });
});

// clause: GUEST-16, GUEST-25
test("the form passes only when the fields and the phone pass", () => {
  const plan = formPlan(rules, []);
  expect(checkForm(plan, { ...typed, phone: "85 012 3456" }, rules, true)).toEqual({});
  expect(checkForm(plan, { ...typed, phone: "85" }, rules, false)).toEqual({ phone: { kind: "NOT_VALID" } });
  expect(Object.keys(checkForm(plan, EMPTY_DRAFT, rules, null))).toEqual([
    "first_name",
    "last_name",
    "email",
    "street",
    "city",
  ]);
});

// clause: GUEST-20
test("with eligible states the state must be one of them", () => {
  const withStates = { ...rules, property_eligible_states: [{ id: "C", state_code: "CO", name: "Cork" }] };
  expect(checkField("state", true, { ...typed, state: "CO" }, withStates, null)).toBeNull();
  expect(checkField("state", true, { ...typed, state: "Munster" }, withStates, null)).toEqual({
    kind: "NOT_VALID",
  });
  expect(checkField("state", true, { ...typed, state: "Munster" }, rules, null)).toBeNull();
});

// clause: GUEST-21
test("another country clears the state, the same one does not", () => {
  const draft = { ...typed, state: "CO" };
  expect(withCountry(draft, "US")).toMatchObject({ country: "US", state: "", city: "Cork" });
  expect(withCountry(draft, "IE")).toBe(draft);
});

// clause: GUEST-24
test("remarks stop at 1000 characters", () => {
  expect(remarksLength(clipRemarks("é".repeat(1200)))).toBe(1000);
  expect(clipRemarks("We come late.")).toBe("We come late.");
  expect(remarksLength("🧳🧳")).toBe(2);
});

// clause: GUEST-09, GUEST-18
test("the guest is trimmed and composed, empty fields and hidden ones are null", () => {
  const draft = {
    ...typed,
    first_name: "  Siobha\u0301n  ",
    street_2: " ",
    middle_name: "Maeve",
    remarks: "Late train",
  };
  const guest = guestOf(draft, all, "+353850123456");
  expect(guest.first_name).toBe("Siobhán");
  expect(guest).toMatchObject({
    street_2: null,
    middle_name: "Maeve",
    phone: "+353850123456",
    remarks: "Late train",
  });
  const hidden = guestOf(draft, new Set<GuestField>(["first_name", "last_name", "email"]), "+353850123456");
  expect(hidden).toMatchObject({ phone: null, street: null, country: null, remarks: null });
});

test("a stored draft survives, and rubbish becomes an empty one", () => {
  expect(draftFrom(JSON.parse(JSON.stringify(typed)))).toEqual(typed);
  expect(draftFrom({ first_name: 7, secret: "yes" })).toEqual(EMPTY_DRAFT);
  expect(draftFrom(null)).toEqual(EMPTY_DRAFT);
});

test("the server's Required and Not valid are said as our own", () => {
  const errors = [
    { field: "guest_data.zip_code", message: "Required" },
    { field: "guest_data.city", message: "Not valid" },
  ];
  expect(problemsOfServer(errors, formPlan(rules, []))).toEqual({
    zip_code: { kind: "REQUIRED" },
    city: { kind: "NOT_VALID" },
  });
});

test("the server's field errors find their fields", () => {
  const errors = [
    { field: "guest_data.email", message: "No such domain" },
    { field: "other", message: "?" },
  ];
  expect(problemsOfServer(errors, formPlan(rules, []))).toEqual({
    email: { kind: "SERVER", message: "No such domain" },
  });
});

test("the countries of the world have names in the guest's language", () => {
  expect(new Set(COUNTRY_CODES).size).toBe(250);
  const inGerman = countries("de");
  expect(inGerman.find((country) => country.code === "IE")?.name).toBe("Irland");
  expect(inGerman.findIndex((c) => c.code === "AT")).toBeLessThan(inGerman.findIndex((c) => c.code === "CH"));
});

test.each([
  ["ar-AE", "Dubai", "دبي", { label: "دبي", aside: "Dubai" }],
  ["en-US", "Dubai", "دبي", { label: "Dubai", aside: "دبي" }],
  ["en-US", "Bavaria", "Bayern", { label: "Bavaria", aside: "Bayern" }],
  ["ja-JP", "Tokyo", "東京都", { label: "Tokyo", aside: "東京都" }],
  ["en-US", "Maine", null, { label: "Maine", aside: undefined }],
])("in %s the state %s is read first in the guest's script", (locale, name, native, shown) => {
  expect(placeName(name, native, locale)).toEqual(shown);
});
