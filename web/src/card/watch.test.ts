import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CardFormStatus } from "../api";
import { watchForm } from "./watch";

const pending: CardFormStatus = { status: "PENDING", card: null, code: null, message: null };
const ask = vi.fn<(signal: AbortSignal) => Promise<CardFormStatus>>();
const tell = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  ask.mockReset().mockResolvedValue(pending);
  tell.mockReset();
});
afterEach(() => vi.useRealTimers());

// clause: CARD-03, CARD-06
test("asked every two seconds until it is done, and no more then", async () => {
  watchForm(ask, tell);
  await vi.advanceTimersByTimeAsync(1999);
  expect(ask).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(4001);
  expect(ask).toHaveBeenCalledTimes(3);
  expect(tell).not.toHaveBeenCalled();
  ask.mockRejectedValueOnce(new Error("offline"));
  ask.mockResolvedValueOnce({ ...pending, status: "ERROR", code: "CARD_DECLINED" });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(ask).toHaveBeenCalledTimes(5);
  expect(tell).toHaveBeenCalledExactlyOnceWith({ ...pending, status: "ERROR", code: "CARD_DECLINED" });
});

// clause: CARD-06
test("a screen that is left asks no more, and hears nothing of what was asked", async () => {
  let answer: (status: CardFormStatus) => void = () => undefined;
  ask.mockImplementation(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const leave = watchForm(ask, tell);
  await vi.advanceTimersByTimeAsync(2000);
  leave();
  expect(ask.mock.calls[0]?.[0].aborted).toBe(true);
  answer({ ...pending, status: "SUCCESS" });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(tell).not.toHaveBeenCalled();
});
