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

// clause: ROOMS-23
test("a plan for points is no price that anybody could pay", () => {
  const [room] = answer(300).rate_details;
  if (!room) throw new Error("a room");
  const rate = { ...answer(120).rate_details[0]?.rate_codes[0], points_eligible: true };
  const both = { rate_details: [{ ...room, rate_codes: [...room.rate_codes, rate] }] } as Availability;
  expect(sumOfLowest([both])).toBe(300);
  expect(
    sumOfLowest([{ ...both, rate_details: [{ ...room, rate_codes: [rate] }] } as Availability]),
  ).toBeNull();
});

test("a room that cannot be had leaves no price", () => {
  expect(sumOfLowest([answer(300), answer()])).toBeNull();
});
