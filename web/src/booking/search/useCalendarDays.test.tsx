import { onlineManager } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { property } from "../../api/mock/hotel";
import { installMock } from "../../api/mock/install";
import { queries } from "../queries";
import { limitsOf } from "../search-data";
import { type CalendarFor, useCalendarDays } from "./useCalendarDays";

beforeEach(() => queries.clear());
afterEach(() => onlineManager.setOnline(true));

const limits = limitsOf(property);

const of = (more: Partial<CalendarFor>): CalendarFor => ({
  nights: 2,
  party: { adults: 2, children: 0, children_ages: [] },
  conversion: undefined,
  ...more,
});

/** The calendar with the prices of two nights in it. */
async function shown() {
  const hook = renderHook((of: CalendarFor) => useCalendarDays(1, limits, "2026-12-12", of), {
    initialProps: of({}),
  });
  await waitFor(() => expect(hook.result.current.days.size).toBeGreaterThan(0));
  return hook;
}

test("nothing of another currency stands while the prices in this one are on their way", async () => {
  let come: () => void = () => undefined;
  const late = new Promise<void>((resolve) => {
    come = resolve;
  });
  installMock({
    instead: (_method, url) =>
      url.searchParams.has("conversion_currency") ? late.then(() => undefined) : undefined,
  });
  const { result, rerender } = await shown();
  // of another length the last ones stay
  rerender(of({ nights: 3 }));
  expect(result.current.days.size).toBeGreaterThan(0);
  rerender(of({ nights: 3, conversion: "EUR" }));
  expect(result.current.days.size).toBe(0);
  come();
  await waitFor(() => expect(result.current.days.size).toBeGreaterThan(0));
});

// clause: SEARCH-11
test.each([
  ["fail", true],
  ["wait for a connection", false],
])("nothing of another length stands where its own prices %s", async (_, online) => {
  installMock({
    instead: (_method, url) =>
      url.searchParams.get("nights") === "3" ? { status: 503, body: {} } : undefined,
  });
  const { result, rerender } = await shown();
  onlineManager.setOnline(online);
  rerender(of({ nights: 3 }));
  await waitFor(() => expect(result.current.missing).toBe(true));
  expect(result.current.days.size).toBe(0);
  // what is known of the length before is there at once
  rerender(of({}));
  expect(result.current.days.size).toBeGreaterThan(0);
});
