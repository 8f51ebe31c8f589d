import { expect, test } from "vitest";
import {
  addDays,
  formatDay,
  formatInstant,
  formatRange,
  formatTime,
  isDay,
  monthStart,
  nightsBetween,
  nightsOf,
  weekdayNames,
} from "./dates";

test("only real days are days", () => {
  expect(["2026-02-28", "2028-02-29"].every(isDay)).toBe(true);
  expect(["2026-02-29", "2026-13-01", "26-1-1", "", "tomorrow", null, undefined].some(isDay)).toBe(false);
});

test("nights are counted over clock changes and years", () => {
  expect(nightsBetween("2026-10-24", "2026-10-26")).toBe(2);
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(nightsOf("2026-12-30", "2027-01-02")).toEqual(["2026-12-30", "2026-12-31", "2027-01-01"]);
  for (let shift = -400; shift <= 400; shift += 7) {
    expect(nightsBetween("2026-11-21", addDays("2026-11-21", shift))).toBe(shift);
  }
});

test("months turn at the year's end", () => {
  expect(monthStart("2026-12-31", 1)).toBe("2027-01-01");
  expect(monthStart("2026-01-15", -1)).toBe("2025-12-01");
});

// clause: CONST-02
test("dates are MMM DD, YYYY and times hh:mm a", () => {
  expect(formatDay("2026-12-05", "en-US")).toBe("Dec 05, 2026");
  expect(formatTime("15:00", "en-US").replace(/\s/g, " ")).toBe("03:00 PM");
  expect(formatTime("00:30:00", "en-US").replace(/\s/g, " ")).toBe("12:30 AM");
});

test.each([
  ["ar-AE", "5 ديسمبر 2026", "9:00 ص", "الخميس، 10 ديسمبر، 6:00 م"],
  ["de-CH", "5. Dez. 2026", "09:00", "Do., 10. Dez., 18:00"],
  ["fr-CH", "5 déc. 2026", "09:00", "jeu. 10 déc., 18:00"],
  ["he-IL", "5 בדצמ׳ 2026", "09:00", "יום ה׳, 10 בדצמ׳, 18:00"],
])("in %s they are as that language writes them", (locale, day, time, instant) => {
  expect(formatDay("2026-12-05", locale)).toBe(day);
  expect(formatTime("09:00", locale).replace(/\s/g, " ")).toBe(time);
  expect(formatInstant("2026-12-10T18:00:00+04:00", locale).replace(/\s/g, " ")).toBe(instant);
});

test("the half of the day stays with its hour", () => {
  expect(formatInstant("2026-12-10T18:00:00+04:00", "ar")).toMatch(/:00\u00a0م$/);
  expect(formatInstant("2026-12-10T18:00:00+04:00", "en")).toMatch(/:00\u00a0PM$/);
});

test("an instant is written in the hotel's time, wherever the guest is", () => {
  expect(formatInstant("2026-12-10T18:00:00-05:00", "en-US").replace(/\s/g, " ")).toBe(
    "Thu, Dec 10, 06:00 PM",
  );
  expect(formatInstant("2026-12-10T18:00:00+04:00", "en-US").replace(/\s/g, " ")).toBe(
    "Thu, Dec 10, 06:00 PM",
  );
});

// clause: CONST-02
test("a day that is not the nearest of its name says its year", () => {
  const today = "2026-12-10";
  const plain = (text: string) => text.replace(/\s/g, " ");
  expect(formatDay("2027-01-12", "en-US", "weekday", today)).toBe("Tue, Jan 12");
  expect(formatDay("2027-12-12", "en-US", "weekday", today)).toBe("Sun, Dec 12, 2027");
  expect(formatDay("2025-12-12", "de-CH", "weekday", today)).toBe("Fr., 12. Dez. 2025");
  expect(formatDay("2027-12-12", "en-US", "weekdayName", today)).toBe("Sunday");
  const range = (from: string, to: string) => plain(formatRange(from, to, "en-US", "short", today));
  expect(range("2027-01-12", "2027-01-15")).toBe("Jan 12 – 15");
  expect(range("2027-12-30", "2028-01-02")).toBe("Dec 30, 2027 – Jan 2, 2028");
  const instant = "2027-11-02T18:00:00-05:00";
  expect(plain(formatInstant(instant, "en-US", today))).toBe("Tue, Nov 2, 2027, 06:00 PM");
});

test("the week begins where the country begins it", () => {
  expect(weekdayNames("en-US")[0]?.long).toBe("Sunday");
  expect(weekdayNames("de-DE")[0]?.long).toBe("Montag");
});
