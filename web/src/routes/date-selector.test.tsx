/** The date selector: what it lets a guest ask for. */
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { property as harbour } from "../api/mock/hotel";
import { installMock, type Mock } from "../api/mock/install";
import type { Property } from "../api/types";
import { queries } from "../booking/queries";
import { addDays } from "../i18n";
import { App } from "./App";

let mock: Mock;
beforeEach(() => {
  sessionStorage.clear();
  queries.clear();
});
afterEach(() => {
  cleanup();
  mock.restore();
  window.history.replaceState(null, "", "/");
});

const EURO = { code: "EUR", name: "Euro", name_plural: "euros", symbol: "€", symbol_native: "€" };

async function open(hotel: Partial<Property>, config: Partial<Property["website_config"]> = {}, path = "") {
  const website_config = { ...harbour.website_config, ...config };
  mock = installMock({
    instead: (_, { pathname }) => {
      if (pathname.endsWith("/currencies")) return { status: 200, body: { currencies: [EURO] } };
      return pathname === "/v4/properties/1"
        ? { status: 200, body: { ...harbour, website_config, ...hotel } }
        : undefined;
    },
  });
  window.history.replaceState(null, "", `/?property_id=1#/abs${path}`);
  render(<App />);
  await screen.findByRole("button", { name: "Search" });
}

/** By the attribute: a search by roles walks all of the page for each press. */
const stepper = (what: string) =>
  document.querySelector(`[role="group"][aria-label="${what}"]`) as HTMLElement;
const button = (by: "Fewer" | "More", what: string) =>
  stepper(what).querySelector(`[aria-label="${by}: ${what}"]`) as HTMLElement;
const stuck = (by: "Fewer" | "More", what: string) =>
  button(by, what).getAttribute("aria-disabled") === "true";
const count = (what: string) => Number(stepper(what).querySelector("output")?.textContent);

/** Presses until it goes no further. */
async function most(by: "Fewer" | "More", what: string): Promise<number> {
  while (!stuck(by, what)) await userEvent.click(button(by, what));
  return count(what);
}

test.each([
  [6, 4, 4],
  [3, null, 3],
  [null, null, 6],
])(
  "a room has one adult or more, and with its children as many as the hotel says (%s, its page %s): %i [ABS-04]",
  async (max_occupancy, max_guests_allowed, cap) => {
    await open({ max_occupancy }, { max_guests_allowed });
    await userEvent.click(screen.getByRole("button", { name: /Rooms and guests/ }));
    const [adults, children] = ["Adults, room 1", "Children, room 1"] as const;
    await waitFor(() => expect(stepper(adults)).not.toBeNull());
    expect(await most("Fewer", adults)).toBe(1);
    expect(await most("Fewer", children)).toBe(0);
    expect(await most("More", children)).toBe(cap - 1);
    expect(stuck("More", adults)).toBe(true);
    await userEvent.click(button("Fewer", children));
    expect(await most("More", adults)).toBe(2);
  },
);

test("its prices are shown in another currency where the guest is [ABS-01, HEAD-04]", async () => {
  await open({}, { enable_multi_currency_support: true });
  await userEvent.click(screen.getByRole("button", { name: /^Currency: / }));
  await userEvent.type(await screen.findByRole("combobox", { name: "Currency" }), "eur{Enter}");
  await waitFor(() =>
    expect(screen.getByRole("button", { name: /^Currency: / }).textContent).toContain("EUR"),
  );
  await userEvent.click(screen.getByRole("button", { name: /^Check-in/ }));
  const asked = () => mock.calls.findLast(({ url }) => url.pathname.includes("/calendar/"))?.url.searchParams;
  await waitFor(() => expect(asked()?.get("conversion_currency")).toBe("EUR"));
  expect(window.location.hash).toContain("#/abs/abs-steps/select-dates");
});

test.each([
  ["select-room", "select-rooms"],
  ["guest-information", "guest-information"],
  ["payments", "payments"],
])("its step %s is the wizard's %s [ABS-03, ROUTE-11]", async (step, of) => {
  const led = vi.spyOn(window.history, "replaceState");
  await open({}, {}, `/abs-steps/${step}`);
  expect(led.mock.calls.some(([, , to]) => String(to).includes(`#/booking/${of}`))).toBe(true);
  led.mockRestore();
});

test("one to six rooms are asked for [ABS-05]", async () => {
  await open({});
  await userEvent.click(screen.getByRole("button", { name: /Rooms and guests/ }));
  await waitFor(() => expect(stepper("Rooms")).not.toBeNull());
  expect([await most("Fewer", "Rooms"), await most("More", "Rooms")]).toEqual([1, 6]);
});

test("a stay ends at the latest the longest stay and a day after the business day [ABS-05]", async () => {
  await open({ max_los: 200 });
  await userEvent.click(screen.getByRole("button", { name: /^Check-out/ }));
  const today = harbour.business_day.date;
  // what lies outside is no button; a day within that cannot be had is one that says why
  const day = (on: number) => document.querySelector<HTMLElement>(`button[data-day="${addDays(today, on)}"]`);
  await waitFor(() => expect(day(1)).not.toBeNull());
  day(0)?.focus();
  await userEvent.keyboard("{PageDown}".repeat(8));
  expect([day(201) === null, day(202) === null]).toEqual([false, true]);
});
