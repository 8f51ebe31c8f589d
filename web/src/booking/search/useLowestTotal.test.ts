import { expect, test } from "vitest";
import type { Availability } from "../../api";
import { sumOfLowest } from "./useLowestTotal";

const answer = (...totals: number[]) =>
  ({
    rate_details: totals.map((total) => ({
      rate_codes: [{ price_summary: { total_amount_after_tax_and_fee: total } }],
    })),
  }) as unknown as Availability;

test("each room counts with its cheapest offer", () => {
  expect(sumOfLowest([answer(300, 250), answer(120)])).toBe(370);
});

test("a room that cannot be had leaves no price", () => {
  expect(sumOfLowest([answer(300), answer()])).toBeNull();
});
