import { expect, test } from "vitest";
import { addressLines } from "./address-lines";

const none = { address: "", city: "", state: null, zip_code: null };

test("an address is laid out as its country writes it [HEAD-14]", () => {
  const quay = { ...none, address: "12 Quay Street", city: "Portland", state: "ME", zip_code: "04101" };
  const american = "{address}\n{city}, {state} {zip_code}";
  expect(addressLines({ ...quay, address_format: american })).toEqual([
    "12 Quay Street",
    "Portland, ME 04101",
  ]);
  const village = { ...none, address: "Dorfstrasse 1", city: "Zermatt", zip_code: "3920" };
  expect(addressLines({ ...village, address_format: "{address}\nCH-{zip_code} {city}" })).toEqual([
    "Dorfstrasse 1",
    "CH-3920 Zermatt",
  ]);
});

test("what is not known leaves no mark", () => {
  const format = "{address}\nCH-{zip_code} {city}";
  expect(addressLines({ ...none, city: "Zermatt", address_format: format })).toEqual(["Zermatt"]);
  expect(
    addressLines({ ...none, address: "A 1", address_format: "{address}\n{city}, {state} {zip_code}" }),
  ).toEqual(["A 1"]);
});

test("a city that the form has no place for is named once", () => {
  const road = { ...none, address: "Corniche Road", state: "Dubai", address_format: "{address}\n{state}" };
  expect(addressLines({ ...road, city: "Dubai" })).toEqual(["Corniche Road", "Dubai"]);
  expect(addressLines({ ...road, city: "Al Ain", state: "Abu Dhabi" })).toEqual([
    "Corniche Road",
    "Al Ain",
    "Abu Dhabi",
  ]);
});
