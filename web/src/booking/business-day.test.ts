import { act, renderHook, waitFor } from "@testing-library/react";
import { createElement } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { property } from "../api/mock/hotel";
import { installMock, type Mock } from "../api/mock/install";
import { BookingProvider, useBooking } from "./BookingProvider";
import { useBusinessDay } from "./business-day";
import { namesFrom } from "./names";

let mock: Mock;
afterEach(() => mock.restore());

const query = new URLSearchParams();
function open(hotel: typeof property, answered: string) {
  const body = { ...hotel, business_day: { date: answered } };
  mock = installMock({ instead: () => ({ status: 200, body }) });
  return renderHook(() => useBusinessDay(hotel, query)).result;
}
/** Whatever it asks for is asked for by then: between the event and the call there are promises alone. */
const comesIntoSight = () =>
  act(async () => {
    document.dispatchEvent(new Event("visibilitychange"));
    await new Promise((done) => setTimeout(done));
  });

// clause: SEARCH-07
test("a day that was answered before midnight and is shown after it is read anew", async () => {
  vi.setSystemTime(Date.parse("2026-11-22T00:00:01-05:00"));
  const day = open(property, "2026-11-22");
  expect(day.current.date).toBe("2026-11-21");
  await comesIntoSight();
  await waitFor(() => expect(day.current.date).toBe("2026-11-22"));
  await comesIntoSight();
  expect(mock.calls).toHaveLength(1);
});

test("every step knows the new day, and not the limits of a search alone", async () => {
  vi.setSystemTime(Date.parse("2026-11-22T00:00:01-05:00"));
  const body = { ...property, business_day: { date: "2026-11-22" } };
  mock = installMock({ instead: () => ({ status: 200, body }) });
  const rest = { query, user: null, names: namesFrom([]), initial: {} };
  const booking = renderHook(useBooking, {
    wrapper: ({ children }) => createElement(BookingProvider, { property, ...rest, children }),
  }).result;
  expect(booking.current.property.business_day.date).toBe("2026-11-21");
  await comesIntoSight();
  await waitFor(() => expect(booking.current.property.business_day.date).toBe("2026-11-22"));
  expect(booking.current.limits.firstDay).toBe("2026-11-22");
});

test("a server whose clock is set to another day is asked for it once", async () => {
  const day = open({ ...property, business_day: { date: "2027-01-05" } }, "2027-01-05");
  for (let look = 0; look < 3; look += 1) await comesIntoSight();
  await waitFor(() => expect(day.current.date).toBe("2027-01-05"));
  expect(mock.calls).toHaveLength(1);
});

test("in a zone that is younger than the browser it is read once an hour", async () => {
  const day = open({ ...property, time_zone: "Europe/Newtown" }, "2026-11-21");
  for (const [hour, calls] of [
    ["09", 1],
    ["09", 1],
    ["10", 2],
  ] as const) {
    vi.setSystemTime(Date.parse(`2026-11-21T${hour}:30:00Z`));
    await comesIntoSight();
    expect(mock.calls).toHaveLength(calls);
  }
  expect(day.current.date).toBe("2026-11-21");
});
