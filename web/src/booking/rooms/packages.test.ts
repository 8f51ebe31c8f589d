import { describe, expect, test } from "vitest";
import type { Availability, Package, RateOffer } from "../../api";
import { availability } from "../../api/mock/offers";
import { contentsOf, cutName, onlyPackages, onOffer, packageWish, unitLabel } from "./packages";

const steam: Package = {
  id: "STEAM",
  code: "STEAM",
  name: "Snow and steam",
  description: "Sauna, then fondue.",
  cover_photo: null,
  cover_photo_alt: null,
  cover_photo_small: null,
  package_rate_codes: [{ rate_code_id: "FLEX" }],
};

/** Every FLEX rate also as a package, beside a second package that nothing comes with. */
function withPackages(): Availability {
  const answer = availability(new URLSearchParams("check_in_date=2026-12-12&check_out_date=2026-12-14"));
  const packed = (rate: RateOffer): RateOffer => ({ ...rate, package_id: "STEAM", package_code: "STEAM" });
  return {
    ...answer,
    packages: [steam, { ...steam, id: "SKI", code: "SKI" }],
    rate_details: answer.rate_details.map((room) => ({
      ...room,
      rate_codes: room.rate_codes.flatMap((rate) => (rate.id === "FLEX" ? [rate, packed(rate)] : [rate])),
    })),
  };
}
const kinds = (answer: Availability) => [
  ...new Set(answer.rate_details.flatMap((room) => room.rate_codes.map((rate) => rate.package_id))),
];
const wish = (query: string) => packageWish(new URLSearchParams(query));

describe("what the address asks for", () => {
  test("package_type is ALL or a code, package_id one package [START-09] [SEARCH-35]", () => {
    expect(wish("package_type=ALL")).toEqual({ every: true });
    expect(wish("package_type=STEAM")).toEqual({ every: false, code: "STEAM" });
    expect(wish("package_id=STEAM")).toEqual({ every: false, code: "STEAM" });
    expect(wish("rate_code=FLEX")).toBeNull();
  });

  test("ALL keeps every rate with a package, a code that package only, nothing asked everything [SEARCH-35]", () => {
    const answer = withPackages();
    expect(kinds(onlyPackages(answer, wish("package_type=ALL")))).toEqual(["STEAM"]);
    expect(kinds(onlyPackages(answer, wish("package_type=STEAM")))).toEqual(["STEAM"]);
    expect(onlyPackages(answer, null)).toBe(answer);
  });

  test("a package that is not there leaves every rate [SEARCH-36]", () => {
    const answer = withPackages();
    for (const asked of ["package_type=NOPE", "package_type=SKI", "package_id=NOPE"]) {
      expect(onlyPackages(answer, wish(asked)), asked).toBe(answer);
    }
  });

  test("on offer is what some rate comes with, not what the hotel has [SEARCH-36]", () => {
    const answer = withPackages();
    expect([...onOffer(answer, { every: true })]).toEqual(["STEAM"]);
    expect([...onOffer(answer, { every: false, code: "STEAM" })]).toEqual(["STEAM"]);
    expect([...onOffer(answer, { every: false, code: "SKI" })]).toEqual([]);
  });
});

test("what a package contains is summed over its days [PRICE-07]", () => {
  const day = (date: string, net_value: number) => ({
    date,
    amount: net_value,
    net_value,
    net_value_excl_taxes: 9,
  });
  const of = (code: string, package_id: string, amounts: number[]) => ({
    id: code,
    code,
    name: code,
    package_id,
    charges: amounts.map((amount, index) => day(`2026-12-1${index}`, amount)),
  });
  const answer = {
    ...withPackages(),
    package_charge_types: [
      of("PASS", "STEAM", [58.1, 58.2]),
      of("FREE", "STEAM", []),
      of("OTHER", "SKI", [9]),
    ],
  };
  expect(contentsOf("STEAM", answer, "CHF")).toEqual([
    { code: "PASS", name: "PASS", amount: 116.3 },
    { code: "FREE", name: "FREE", amount: 0 },
  ]);
});

test("names longer than 17 characters end in two dots [SEARCH-37]", () => {
  expect(cutName("Dinner by the sea")).toBe("Dinner by the sea");
  expect(cutName("Dinner by the seas")).toBe("Dinner by the sea..");
  expect(cutName("Neige et vapeur au chalet")).toBe("Neige et vapeur a..");
});

test("a door of four characters or more shows three and two dots [ROOMS-31]", () => {
  expect(["7", "11a", "204b", "Tower"].map(unitLabel)).toEqual(["7", "11a", "204..", "Tow.."]);
});
