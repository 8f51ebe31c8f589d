import { expect, test, vi } from "vitest";
import type { CancellationPeriod } from "../api";
import { numberOf } from "./FindReservation";
import { onGuestsClock, shares } from "./periods";

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

test("a deadline on the guest's clock, across the end of summer time, is told only where it differs", () => {
  // a guest in Reykjavík, wherever the tests run
  const offset = vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(0);
  expect(onGuestsClock("2026-10-31T18:00:00-04:00")).toBe("2026-10-31T22:00");
  expect(onGuestsClock("2026-11-01T18:00:00-05:00")).toBe("2026-11-01T23:00");
  expect(onGuestsClock("2026-12-10T18:00:00+00:00")).toBeNull();
  expect(onGuestsClock("no instant")).toBeNull();
  offset.mockRestore();
});

// clause: MANAGE-03, MANAGE-04
test("a number is letters and digits, fifty at most", () => {
  expect(numberOf(" 4K7Q-2M9X <A1C>'; ")).toBe("4K7Q-2M9XA1C");
  expect(numberOf("9".repeat(60))).toHaveLength(50);
});
