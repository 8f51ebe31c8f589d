import { expect, test } from "vitest";
import { inAYear } from "../booking/in-a-year";
import { daysOf, ENDS, endAfter, instantOf, personsOf, STARTS, searchOf } from "./search";

const of = (query: string, stay: Parameters<typeof daysOf>[1] = null) =>
  searchOf(new URLSearchParams(query), daysOf("2026-12-01", stay));

// clause: EVENT-11, EVENT-13
test("the search begins with tomorrow from eight to nine, and keeps within a year", () => {
  expect(of("")).toEqual({ type: null, date: "2026-12-02", from: "08:00", to: "09:00", persons: 1 });
  expect(of("date=2027-12-01&event_type=MEETING").date).toBe("2027-12-01");
  expect(of("date=2027-12-02").date).toBe("2026-12-02");
  expect(of("date=2026-11-30").date).toBe("2026-12-02");
  expect(of("start_time=07:15&end_time=99:00")).toMatchObject({ from: "08:00", to: "09:00" });
  expect(inAYear("2028-02-29")).toBe("2029-02-28");
});

test("an event of a stay is on a day of it, the last one too", () => {
  const stay = { from: "2026-12-12", to: "2026-12-14" };
  const dates = ["", "2026-12-11", "2026-12-12", "2026-12-14", "2026-12-15"];
  expect(dates.map((date) => of(`date=${date}`, stay).date)).toEqual([
    "2026-12-12",
    "2026-12-12",
    "2026-12-12",
    "2026-12-14",
    "2026-12-12",
  ]);
  // one that has begun has the days that are left; one that is over has no say
  expect(daysOf("2026-12-13", stay)).toEqual({
    first: "2026-12-13",
    last: "2026-12-14",
    usual: "2026-12-13",
  });
  expect(daysOf("2026-12-20", stay)).toEqual(daysOf("2026-12-20", null));
});

// clause: EVENT-12, EVENT-14, EVENT-15
test("an event ends after it begins", () => {
  expect([STARTS[0], STARTS.at(-1), ENDS.at(-1)]).toEqual(["00:00", "23:00", "23:30"]);
  expect(endAfter("08:00", "09:00")).toBe("09:00");
  expect(endAfter("09:00", "09:00")).toBe("10:00");
  expect(endAfter("15:00", "09:00")).toBe("16:00");
  expect(endAfter("23:00", "09:00")).toBe("23:30");
  for (const from of STARTS) for (const to of ENDS) expect(endAfter(from, to) > from).toBe(true);
});

// clause: EVENT-10
test("people are a whole number from 1 to 999", () => {
  expect(["", "0", "-3", "12", "12.9", "1000", "x"].map(personsOf)).toEqual([1, 1, 1, 12, 12, 999, 1]);
});

// clause: API-57
test("times are those of the hotel's clock, also on days when it is turned", () => {
  expect(instantOf("2026-12-12", "08:00", "America/New_York")).toBe("2026-12-12T13:00:00.000Z");
  expect(instantOf("2026-12-12", "00:00", "Asia/Dubai")).toBe("2026-12-11T20:00:00.000Z");
  // 7 November 2027: one o'clock is there twice; 14 March: two o'clock is not there
  expect(instantOf("2027-11-07", "01:00", "America/New_York")).toBe("2027-11-07T05:00:00.000Z");
  expect(instantOf("2027-11-07", "02:00", "America/New_York")).toBe("2027-11-07T07:00:00.000Z");
  expect(instantOf("2027-11-07", "23:30", "America/New_York")).toBe("2027-11-08T04:30:00.000Z");
  expect(instantOf("2027-03-14", "02:00", "America/New_York")).toBe("2027-03-14T07:00:00.000Z");
  expect(instantOf("2027-03-14", "03:00", "America/New_York")).toBe("2027-03-14T07:00:00.000Z");
  expect(instantOf("2027-03-14", "00:00", "America/New_York")).toBe("2027-03-14T05:00:00.000Z");
  expect(instantOf("2027-03-28", "08:00", "Europe/Zurich")).toBe("2027-03-28T06:00:00.000Z");
});
