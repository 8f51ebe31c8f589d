import { expect, test } from "vitest";
import type { EventState } from "../api";
import { cut } from "./SpaceCard";
import { eventSteps, reachable } from "./steps";

const { before, pathOf, stepOfPath, steps: STEPS } = eventSteps;

const event = (parts: object) =>
  ({ sub_events: [], contact: null, confirmation: null, ...parts }) as unknown as EventState;
const chosen = event({ sub_events: [{}] });
const known = event({ sub_events: [{}], contact: {} });
const booked = event({ sub_events: [{}], contact: {}, confirmation: {} });

// clause: ROUTE-08, ROUTE-09
test("bare and unknown addresses lead to the spaces", () => {
  for (const path of ["/events", "/events/event-steps", "/events/event-steps/nowhere", "/events/payments"]) {
    expect(stepOfPath(path)).toBe("select-space");
  }
  for (const step of STEPS) expect(stepOfPath(pathOf(step))).toBe(step);
});

// clause: EVENT-05, ROUTE-16
test("a step opens once what it needs is there", () => {
  const open = (state: EventState | null) => STEPS.filter((step) => reachable(step, state, true) === step);
  expect(open(null)).toEqual(["select-space"]);
  expect(open(chosen)).toEqual(["select-space", "select-package", "guest-information"]);
  expect(open(known)).toEqual(["select-space", "select-package", "guest-information", "payments"]);
  expect(reachable("confirmation", known, true)).toBe("payments");
  expect(STEPS.map(before)).toEqual([null, "select-space", "select-package", "guest-information", null]);
});

// clause: EVENT-06
test("a finished event is never opened again: back leads to the spaces", () => {
  expect(reachable("confirmation", booked, true)).toBe("confirmation");
  for (const step of STEPS.slice(0, 4)) expect(reachable(step, booked, true)).toBe("select-space");
});

// clause: EVENT-46
test("what was booked without its guest being told of it is told, wherever they are", () => {
  for (const step of STEPS) expect(reachable(step, booked, false)).toBe("confirmation");
});

// clause: EVENT-17
test("a long description is cut, one of 230 characters is not", () => {
  expect(cut("é".repeat(230))).toBe("é".repeat(230));
  expect(cut("é".repeat(231))).toBe(`${"é".repeat(227)}…`);
});
