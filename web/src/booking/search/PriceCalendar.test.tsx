import { act, render } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { property } from "../../api/mock/hotel";
import { calendarDays } from "../../api/mock/offers";
import { I18nProvider } from "../../i18n";
import { english } from "../../i18n/english";
import { atCommit, press, useCommit } from "../../test-commit";
import { limitsOf } from "../search-data";
import type { CalendarDays } from "./calendar-rules";
import PriceCalendar from "./PriceCalendar";

test.each([
  [["SOLD_OUT"], "full", "Sold out"],
  [["SOLD_OUT", "STOP_SELL"], "full", "Sold out"],
  [["STOP_SELL"], "", "Not for sale"],
  [["PARTY_TOO_LARGE"], "", "Too many for one room"],
  [["NO_PRICE"], "", "Not offered"],
  [["BEYOND_CALENDAR"], "", "Not for sale yet"],
])("a night that cannot be had for %j says “%s” under its figure", (codes, under, why) => {
  const [free] = calendarDays("2026-12-02", "2026-12-03");
  if (!free) throw new Error("a day");
  const reasons = codes.map((code) => ({ code }));
  const night = { ...free, amount: null, total: null, available: false, arrival: false, reasons };
  render(
    <I18nProvider language="en" labels={english}>
      <PriceCalendar
        choice={{ from: null, to: null, picking: "from" }}
        onPick={() => undefined}
        days={new Map([[night.date, night]])}
        limits={limitsOf(property)}
        currency="USD"
        caption=""
        months={2}
        onShow={() => undefined}
      />
    </I18nProvider>,
  );
  const day = document.querySelector(`[data-day="${night.date}"]`);
  expect(day?.querySelector("small")?.textContent?.trim()).toBe(under);
  expect(day?.getAttribute("aria-label")).toContain(why);
  expect(day?.getAttribute("aria-disabled")).toBe("true");
});

test("an arrow that is pressed while prices come walks all the same [SEARCH-10]", async () => {
  let arrive: (days: CalendarDays) => void = () => undefined;
  function Calendar() {
    const [days, setDays] = useState<CalendarDays>(new Map());
    arrive = setDays;
    useCommit();
    return (
      <I18nProvider language="en" labels={english}>
        <PriceCalendar
          choice={{ from: null, to: null, picking: "from" }}
          onPick={() => undefined}
          days={days}
          limits={limitsOf(property)}
          currency="USD"
          caption=""
          months={2}
          onShow={() => undefined}
        />
      </I18nProvider>
    );
  }
  render(<Calendar />);
  const day = (date: string) => document.querySelector<HTMLElement>(`[data-day="${date}"]`);
  act(() => day("2026-12-08")?.focus());
  const prices = calendarDays("2026-12-02", "2026-12-20").map((one) => [one.date, one] as const);
  await atCommit(
    () => arrive(new Map(prices)),
    () => press(day("2026-12-08"), "ArrowRight"),
  );
  expect(document.activeElement).toBe(day("2026-12-09"));
});

test.each([
  ["button", true],
  ["input", false],
] as const)("opened by key, and there once the focus is on the %s, it takes it: %s", (where, takes) => {
  const fields = { button: document.createElement("button"), input: document.createElement("input") };
  document.body.append(fields.button, fields.input);
  fields[where].focus();
  render(
    <I18nProvider language="en" labels={english}>
      <PriceCalendar
        choice={{ from: "2026-12-08", to: null, picking: "to" }}
        onPick={() => undefined}
        days={new Map()}
        limits={limitsOf(property)}
        currency="USD"
        caption=""
        months={2}
        onShow={() => undefined}
        opened={{ by: fields.button, key: true }}
      />
    </I18nProvider>,
  );
  const day = document.querySelector('[data-day="2026-12-08"]');
  expect(document.activeElement).toBe(takes ? day : fields.input);
  for (const field of Object.values(fields)) field.remove();
});
