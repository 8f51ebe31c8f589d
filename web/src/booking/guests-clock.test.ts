import { expect, test, vi } from "vitest";
import { onGuestsClock } from "./guests-clock";

test("a deadline on the guest's clock, across the end of summer time, is told only where it differs", () => {
  // a guest in Reykjavík, wherever the tests run
  const offset = vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(0);
  expect(onGuestsClock("2026-10-31T18:00:00-04:00")).toBe("2026-10-31T22:00");
  expect(onGuestsClock("2026-11-01T18:00:00-05:00")).toBe("2026-11-01T23:00");
  expect(onGuestsClock("2026-12-10T18:00:00+00:00")).toBeNull();
  expect(onGuestsClock("no instant")).toBeNull();
  offset.mockRestore();
});
