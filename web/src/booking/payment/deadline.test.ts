import { expect, test } from "vitest";
import { firstDeadline } from "./deadline";

const penalty = { kind: "NIGHTS", value: 1, amount: 196 };
const room = (name: string, free_until: string | null, costs = true) => ({
  name,
  cancellation: { free_until, penalty: costs ? penalty : null, later_penalties: [] },
});
const early = room("early", "2026-12-08T18:00:00-05:00");
const late = room("late", "2026-12-10T18:00:00-05:00");

test("the deadline that comes first stands for the booking", () => {
  expect(firstDeadline([late, early])).toBe(early);
});

test("a room that is never free comes before all, one that costs nothing after all", () => {
  const never = room("never", null);
  const always = room("always", null, false);
  expect(firstDeadline([early, never])).toBe(never);
  expect(firstDeadline([always, late])).toBe(late);
  expect(firstDeadline([always])).toBe(always);
});

test("of no room nothing is said", () => {
  expect(firstDeadline([])).toBeNull();
});
