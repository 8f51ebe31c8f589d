import { renderHook, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { property } from "../../api/mock/hotel";
import { installMock } from "../../api/mock/install";
import { queries } from "../queries";
import { limitsOf } from "../search-data";
import { type CalendarFor, useCalendarDays } from "./useCalendarDays";

beforeEach(() => queries.clear());

const limits = limitsOf(property);

test("nothing of another currency stands while the prices in this one are on their way", async () => {
  let come: () => void = () => undefined;
  const late = new Promise<void>((resolve) => {
    come = resolve;
  });
  installMock({
    instead: (_method, url) =>
      url.searchParams.has("conversion_currency") ? late.then(() => undefined) : undefined,
  });
  const party = { adults: 2, children: 0, children_ages: [] };
  const of = (more: Partial<CalendarFor>): CalendarFor => ({
    nights: 2,
    party,
    conversion: undefined,
    ...more,
  });
  const { result, rerender } = renderHook((of: CalendarFor) => useCalendarDays(1, limits, "2026-12-12", of), {
    initialProps: of({}),
  });
  await waitFor(() => expect(result.current.days.size).toBeGreaterThan(0));
  // of another length the last ones stay
  rerender(of({ nights: 3 }));
  expect(result.current.days.size).toBeGreaterThan(0);
  rerender(of({ nights: 3, conversion: "EUR" }));
  expect(result.current.days.size).toBe(0);
  come();
  await waitFor(() => expect(result.current.days.size).toBeGreaterThan(0));
});
