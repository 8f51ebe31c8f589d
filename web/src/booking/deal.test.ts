import { describe, expect, test } from "vitest";
import type { Property, RateOffer } from "../api";
import { property } from "../api/mock/hotel";
import { askedWith, codeText, type Deal, kindsOf, setWith } from "./deal";

const rate = (before: number, after: number) =>
  ({ price_summary: { total_amount: before, total_amount_after_discount: after } }) as RateOffer;
const promo: Deal = { kind: "promo", code: "WINTER15", id: "WINTER15", name: "Winter" };
const company: Deal = { kind: "company", code: "ACME", id: "ACME", name: "Acme", mop: "COMPANY" };
const group: Deal = { kind: "group", code: "SKICLUB", id: "BLOCK", name: "Ski club" };

// clause: SEARCH-13, SEARCH-20
test("a code is capital letters, digits and spaces of any script", () => {
  expect(codeText("winter-15!")).toBe("WINTER15");
  expect(codeText("falcon air")).toBe("FALCON AIR");
  expect(codeText("نور10")).toBe("نور10");
  expect(codeText("ñandú'<b>")).toBe("ÑANDÚB");
});

// clause: SEARCH-15
test.each([
  [true, false, false, []],
  [false, false, false, ["promo"]],
  [true, true, false, ["company"]],
  [true, false, true, ["group"]],
  [false, true, true, ["promo", "company", "group"]],
])("disable %s, company %s, group %s shows %s", (disabled, companies, groups, kinds) => {
  const config: Property["website_config"] = {
    ...property.website_config,
    disable_discount_flow: disabled,
    enable_company_booking: companies,
    enable_group_member_reservation_booking: groups,
  };
  expect(kindsOf(config)).toEqual(kinds);
});

describe("what the calls are told", () => {
  // clause: SEARCH-29, API-12
  test("availability", () => {
    expect(askedWith(null)).toEqual({});
    expect(askedWith(promo)).toEqual({ discount_id: "WINTER15" });
    expect(askedWith(company)).toEqual({ company_code: "ACME", mop: "COMPANY" });
    expect(askedWith(group)).toEqual({ group_code: "SKICLUB" });
  });

  // clause: SEARCH-29, API-26
  test("set-rate: a promotion only with what it lowers", () => {
    expect(setWith(null, rate(100, 100))).toEqual({});
    expect(setWith(promo, rate(100, 85))).toEqual({ discount_id: "WINTER15" });
    expect(setWith(promo, rate(100, 100))).toEqual({});
    expect(setWith(company, rate(100, 100))).toEqual({ company_code: "ACME", mop: "COMPANY" });
    expect(setWith(group, rate(100, 100))).toEqual({
      group_no: "SKICLUB",
      group_details: { group_block_id: "BLOCK" },
    });
  });
});
