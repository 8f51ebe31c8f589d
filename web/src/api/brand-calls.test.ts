import { afterEach, expect, test, vi } from "vitest";
import { lowestRates } from "./brand-calls";
import type { Answer } from "./mock/handle";
import { installMock, type Mock } from "./mock/install";
import { refusal } from "./mock/refusal";
import { hasCode } from "./problem";

let mock: Mock;
afterEach(() => {
  vi.useRealTimers();
  mock.restore();
});

const stay = { check_in_date: "2026-12-12", check_out_date: "2026-12-13", number_of_person: 1 };
const busy: Answer = refusal("TIMED_OUT");

/** Asks a server that answers this, the last one for ever. */
function ask(...answers: [Answer, ...Answer[]]) {
  vi.useFakeTimers();
  const instead = () => (answers.length > 1 ? answers.shift() : answers[0]);
  mock = installMock({ instead });
  return lowestRates({ ...stay, brand_codes: ["PORTICO"] }).catch((error: unknown) => error);
}

test("a server that still loads a brand is asked again, and not for ever", async () => {
  const found = ask(busy, busy, { status: 200, body: [] });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await found).toEqual([]);
  expect(mock.calls.length).toBe(3);
  mock.restore();
  const never = ask(busy);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(hasCode(await never, "TIMED_OUT")).toBe(true);
  expect(mock.calls.length).toBe(5);
});

test("what fails otherwise fails at once", async () => {
  const failed = ask({ status: 500, body: {} });
  expect(await failed).toBeInstanceOf(Error);
  expect(mock.calls.length).toBe(1);
});
