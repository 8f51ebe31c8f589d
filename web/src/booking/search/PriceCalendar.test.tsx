import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { property } from "../../api/mock/hotel";
import { calendarDays } from "../../api/mock/offers";
import { I18nProvider } from "../../i18n";
import { english } from "../../i18n/english";
import { limitsOf } from "../search-data";
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
