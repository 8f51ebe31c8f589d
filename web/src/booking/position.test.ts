import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { askPosition, isWaitingForPosition, POSITION_WAIT_MS, resetPosition } from "./position";

beforeEach(() => {
  vi.useFakeTimers();
  resetPosition();
});
afterEach(() => void vi.useRealTimers());

const asking = () => {
  const calls: { ok: PositionCallback; fail: PositionErrorCallback }[] = [];
  const geolocation = {
    getCurrentPosition: (ok: PositionCallback, fail: PositionErrorCallback) => calls.push({ ok, fail }),
  } as unknown as Geolocation;
  return { calls, geolocation };
};

// clause: START-12
test("Search waits while the position is asked for, once", () => {
  const { calls, geolocation } = asking();
  askPosition(geolocation);
  askPosition(geolocation);
  expect(calls).toHaveLength(1);
  expect(isWaitingForPosition()).toBe(true);
  calls[0]?.ok({} as GeolocationPosition);
  expect(isWaitingForPosition()).toBe(false);
});

// clause: START-13
test("a failure lets the guest go on", () => {
  const { calls, geolocation } = asking();
  askPosition(geolocation);
  calls[0]?.fail({} as GeolocationPositionError);
  expect(isWaitingForPosition()).toBe(false);
});

// clause: START-14
test("a prompt that stays open holds Search for five seconds at most", () => {
  expect(POSITION_WAIT_MS).toBe(5_000);
  askPosition(asking().geolocation);
  vi.advanceTimersByTime(POSITION_WAIT_MS - 1);
  expect(isWaitingForPosition()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isWaitingForPosition()).toBe(false);
});

test("a browser without positions never waits", () => {
  askPosition(null);
  expect(isWaitingForPosition()).toBe(false);
});
