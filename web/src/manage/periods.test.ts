import { expect, test } from "vitest";
import type { CancellationPeriod } from "../api";
import { numberOf } from "./FindReservation";
import { shares } from "./periods";

const period = (from: string | null, until: string | null, penalty = 0): CancellationPeriod => ({
  from,
  until,
  penalty,
  refund: 0,
  current: false,
});

test("the line is the time from the booking to the arrival, and a short period can still be seen", () => {
  const deadline = "2026-12-06T15:00:00-05:00";
  const parts = shares(
    [period(null, deadline), period(deadline, null, 100)],
    "2026-11-26T15:00:00-05:00",
    "2026-12-08",
    "15:00:00",
  );
  expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(100);
  // ten days of twelve are free
  expect(parts[0]).toBeCloseTo((10 / 12) * 100, 0);
  const late = shares(
    [period(null, deadline), period(deadline, null, 100)],
    "2026-12-06T14:00:00-05:00",
    "2026-12-08",
    "15:00:00",
  );
  expect(Math.min(...late)).toBeGreaterThan(10);
  expect(shares([period(null, null)], deadline, "2026-12-01", "15:00:00")).toEqual([100]);
});

// clause: MANAGE-03, MANAGE-04
test("a number is letters and digits, fifty at most", () => {
  expect(numberOf(" 4K7Q-2M9X <A1C>'; ")).toBe("4K7Q-2M9XA1C");
  expect(numberOf("9".repeat(60))).toHaveLength(50);
});
