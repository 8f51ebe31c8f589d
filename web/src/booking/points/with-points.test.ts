import { expect, test } from "vitest";
import { lessFirst, optionsBeside, placeOf, pointsWith } from "./with-points";

const rate = (total_points: number) =>
  ({ price_summary: { total_points } }) as Parameters<typeof pointsWith>[0];
const options = [4500, 9000, 13_500, 18_000].map((points) => ({ points, amount: 400 - points / 45 }));

// clause: POINTS-04, POINTS-06
test("what is sent is the smaller of the points on the rate, for all rooms, and the member's", () => {
  expect(pointsWith(rate(18_000), 1, 24_000).total_redeemed_points).toBe(18_000);
  expect(pointsWith(rate(18_000), 2, 24_000).total_redeemed_points).toBe(24_000);
  expect(pointsWith(rate(18_000), 1, 0)).toEqual({ booked_with_points: true, total_redeemed_points: 0 });
});

// clause: POINTS-08
test("a room can be paid with what the others leave", () => {
  const view = { payment_options: options, redeemable: 20_000 };
  expect(optionsBeside(view, 0)).toHaveLength(4);
  expect(optionsBeside(view, 11_000)).toHaveLength(2);
  expect(optionsBeside(view, 18_000)).toEqual([]);
});

// clause: POINTS-03
test("the slider runs from 1 to the number of options", () => {
  expect(options.map(({ points }) => placeOf(options, points))).toEqual([1, 2, 3, 4]);
  expect(placeOf(options, 10_000)).toBe(2);
  expect(placeOf(options, 0)).toBe(1);
});

test("rooms that let go of points are told before those that take them", () => {
  const changes = [
    { before: 0, after: 9000 },
    { before: 18_000, after: 9000 },
    { before: 1, after: 1 },
  ];
  expect(lessFirst(changes).map(({ after }) => after)).toEqual([9000, 1, 9000]);
  expect(lessFirst(changes)[0]?.before).toBe(18_000);
});
