import { expect, test } from "vitest";
import { FALLBACK_RULES } from "../booking/information/fields";
import { guestAddress } from "./guest-address";

const none = { street: "", street_2: null, city: null, state: null, zip_code: null };
const rules = (...format: string[]) => ({ ...FALLBACK_RULES, format: ["street", "street_2", ...format] });
const american = {
  ...rules("city", "state", "zip_code"),
  property_eligible_states: [{ id: "ME", state_code: "ME", name: "Maine" }],
};
const emirates = {
  ...rules("state"),
  property_eligible_states: [{ id: "DU", state_code: "DU", name: "Dubai", native_name: "دبي" }],
};

test.each([
  ["en-US", american, { city: "Portland", state: "ME", zip_code: "04101" }, ["Portland, Maine 04101"]],
  ["en-US", rules("zip_code", "city"), { city: "Kiel", zip_code: "24103" }, ["24103 Kiel"]],
  ["en-US", emirates, { state: "DU" }, ["Dubai"]],
  ["ar-AE", emirates, { state: "DU" }, ["دبي"]],
  // what the country does not write is not lost; nor is what was typed where there is a list
  ["en-US", rules("zip_code", "city"), { city: "Kiel", state: "Holstein" }, ["Kiel, Holstein"]],
  ["en-US", american, { city: "Portland", state: "Maine" }, ["Portland, Maine"]],
  ["en-US", FALLBACK_RULES, { city: "Cork", zip_code: "T12", state: "Co. Cork" }, ["T12 Cork, Co. Cork"]],
] as const)("an address stands as its country writes it: %s", (locale, of, parts, lines) => {
  const guest = { ...none, street: "1 Main Street", street_2: "Flat 2", ...parts };
  expect(guestAddress(guest, of, locale)).toEqual(["1 Main Street", "Flat 2", ...lines]);
});

test("a country that begins with the town stands so", () => {
  const of = { ...FALLBACK_RULES, format: ["zip_code", "state", "city", "street", "street_2"] };
  const guest = { ...none, street: "1-2 Ginza", state: "Tokyo", zip_code: "104-0061" };
  expect(guestAddress(guest, of, "en-US")).toEqual(["104-0061 Tokyo", "1-2 Ginza"]);
  expect(guestAddress(none, of, "en-US")).toEqual([]);
});
