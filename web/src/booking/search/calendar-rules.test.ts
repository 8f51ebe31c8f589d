import { expect, test } from "vitest";
import { property } from "../../api/mock/hotel";
import { calendarDays } from "../../api/mock/offers";
import { limitsOf } from "../search-data";
import { type Choice, cheaperStay, cheapestDays, dayState, extendRange, pick } from "./calendar-rules";

const limits = limitsOf(property);
const days = new Map(calendarDays("2026-11-21", "2027-02-01").map((day) => [day.date, day]));
const from = (day: string): Choice => ({ from: day, to: null, picking: "to" });
const arriving: Choice = { from: null, to: null, picking: "from" };
const state = (day: string, choice: Choice = arriving) => dayState(day, choice, days, limits);

// clause: SEARCH-07
test("days before the business day and after the calendar are not there", () => {
  expect(state("2026-11-20").kind).toBe("outside");
  expect(state("2026-11-21").kind).toBe("free");
  expect(state("2027-06-11").kind).toBe("outside");
});

test("a day that cannot be an arrival says why", () => {
  expect(state("2026-12-24")).toEqual({ kind: "off", reason: { code: "SOLD_OUT" } });
  expect(state("2026-12-31")).toEqual({ kind: "off", reason: { code: "CLOSED_TO_ARRIVAL" } });
});

test("a night that begins no stay is no arrival, by whatever rule: the calendar knows no number of it", () => {
  const night = days.get("2026-12-12");
  if (!night) throw new Error("a night");
  for (const code of ["MIN_STAY", "TOO_LATE", "CLOSED_TO_DEPARTURE"]) {
    const ruled = new Map([[night.date, { ...night, arrival: false, reasons: [{ code }] }]]);
    expect(dayState(night.date, arriving, ruled, limits).reason).toEqual({ code: "CLOSED_TO_ARRIVAL" });
  }
});

// clause: SEARCH-10
test("the arrival decides which departures are possible", () => {
  expect(state("2026-12-21", from("2026-12-20")).reason).toEqual({ code: "MIN_STAY", value: 3 });
  expect(state("2026-12-23", from("2026-12-20")).kind).toBe("free");
  // one may leave on a full day, but not sleep through it
  expect(state("2026-12-24", from("2026-12-20")).kind).toBe("free");
  expect(state("2026-12-25", from("2026-12-20")).reason).toEqual({ code: "SOLD_OUT" });
  // the arrival itself is never its own departure: picking it begins anew
  expect(pick("2026-12-20", from("2026-12-20"))).toEqual(from("2026-12-20"));
});

test("a day that cannot be a departure says why, and not once more which day it is", () => {
  const known = days.get("2026-12-12");
  if (!known) throw new Error("a day");
  const closed = new Map(days).set(known.date, { ...known, departure: false });
  expect(dayState(known.date, from("2026-12-10"), closed, limits)).toEqual({
    kind: "off",
    reason: { code: "CLOSED_TO_DEPARTURE" },
  });
});

test("picking goes arrival, departure, and an earlier day begins anew", () => {
  const chosen = pick("2026-12-15", pick("2026-12-12", arriving));
  expect(chosen).toEqual({ from: "2026-12-12", to: "2026-12-15", picking: "to" });
  expect(pick("2026-12-01", chosen)).toEqual(from("2026-12-01"));
});

test("the cheapest days of a month are marked, full ones never", () => {
  const low = cheapestDays(days);
  expect(low.has("2026-12-01")).toBe(true);
  expect(low.has("2026-12-12")).toBe(false);
  expect([...low].every((day) => days.get(day)?.available)).toBe(true);
});

test("a cheaper stay is as long, near, possible and truly cheaper", () => {
  const found = cheaperStay("2026-12-11", "2026-12-13", days, limits);
  expect(found?.total).toBeLessThan(days.get("2026-12-11")?.total ?? 0);
  expect(state(found?.from ?? "").kind).toBe("free");
  expect(state(found?.to ?? "", from(found?.from ?? "")).kind).toBe("free");
  expect(cheaperStay("2026-12-07", "2026-12-09", days, limits)).toBeNull();
});

// clause: SEARCH-12
test("the loaded range grows by a month, or by five for a jump", () => {
  expect(extendRange("2027-01-25", "2027-01-01", limits)).toBe("2027-01-25");
  expect(extendRange("2027-01-25", "2027-02-01", limits)).toBe("2027-02-25");
  expect(extendRange("2027-01-25", "2027-04-01", limits)).toBe("2027-06-11");
});
