/** Changes of a stay that was looked up, with a server that does not do them. */
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Answer } from "../api/mock/handle";
import { property as harbour } from "../api/mock/hotel";
import { installMock, type Mock } from "../api/mock/install";
import { queries } from "../booking/queries";
import { App } from "./App";

let mock: Mock | undefined;
beforeEach(() => {
  sessionStorage.clear();
  queries.clear();
});
afterEach(() => {
  cleanup();
  mock?.restore();
  window.history.replaceState(null, "", "/");
});

const stay = {
  conf_num: "1STAY",
  request_token: "look-up",
  stay_modification_allowed: true,
  stay_fixed: null,
  rooms: [],
  extras: [],
  reservation_details: {
    status: "HOLD",
    check_in_date: "2026-12-11",
    check_out_date: "2026-12-14",
    primary_guest: {
      first_name: "Siobhán",
      last_name: "Ní Bhriain",
      email: "siobhan@guest.example",
      phone: "+3538501234567",
      country: "IE",
    },
  },
};
const { website_config } = harbour;
const hotel = { ...harbour, website_config: { ...website_config, enable_search_reservation: true } };
const nothing = { amount: 0, currency: "USD" };
const consent = { penalty: nothing, refund: nothing, points: 0, free_until: null, rooms: [] };
const expired: Answer = { status: 410, body: { code: "LOOK_UP_EXPIRED" } };

/** A screen of the stay that the tab has looked up. */
function open(path: string, instead: (method: string, path: string) => Answer | undefined) {
  mock = installMock({
    instead: (method, { pathname }) => {
      const own = instead(method, pathname.replace("/enterprise/v4/web", ""));
      if (own) return own;
      if (pathname === "/v4/properties/1") return { status: 200, body: hotel };
      return pathname.endsWith("/manage-booking") ? { status: 200, body: stay } : undefined;
    },
  });
  sessionStorage.setItem("portico.reservation.1", "look-up");
  window.history.replaceState(null, "", `/?pc=HARB&property_id=1#${path}`);
  render(<App />);
}
const cancel = () => screen.findByRole<HTMLButtonElement>("button", { name: "Cancel reservation" });
const lookUps = () => mock?.calls.filter(({ url }) => url.pathname.endsWith("/manage-booking")) ?? [];

// clause: MANAGE-22, MANAGE-30
test("what cancelling costs is asked again where it could not be told", async () => {
  let down = true;
  open("/cancel-reservation", (_, path) => {
    if (path !== "/cancel-booking/consent") return undefined;
    return down ? { status: 503, body: {} } : { status: 200, body: consent };
  });
  const retry = await screen.findByRole("button", { name: "Try again" });
  expect((await cancel()).disabled || (await cancel()).getAttribute("aria-disabled") === "true").toBe(true);
  down = false;
  await userEvent.click(retry);
  expect(await screen.findByText("The hotel keeps")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

// clause: MANAGE-08
test.each([
  ["what cancelling costs is asked", "/cancel-booking/consent"],
  ["it is cancelled", "/cancel-booking"],
])("a look-up that has ended when %s is begun anew", async (_, ended) => {
  open("/cancel-reservation", (_method, path) => {
    if (path === ended) return expired;
    return path === "/cancel-booking/consent" ? { status: 200, body: consent } : undefined;
  });
  if (ended === "/cancel-booking") {
    await screen.findByText("The hotel keeps");
    await userEvent.click(await cancel());
  }
  expect(await screen.findByText(/look your reservation up again/)).toBeTruthy();
  await waitFor(() => expect(window.location.hash).toMatch(/^#\/search-reservation(\?|$)/));
});

// clause: MANAGE-08
test("a look-up that has ended when the guest's details are saved is begun anew", async () => {
  open("/guest-details", (_, path) => (path.includes("guest") ? expired : undefined));
  await screen.findByLabelText(/^First name/);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(/look your reservation up again/)).toBeTruthy();
});

// clause: MANAGE-30
test("a stay that can no longer be cancelled is read again", async () => {
  open("/cancel-reservation", (_, path) => {
    if (path === "/cancel-booking/consent") return { status: 200, body: consent };
    const message = "This reservation can no longer be cancelled here.";
    return path === "/cancel-booking"
      ? { status: 409, body: { code: "NOT_CANCELLABLE", message } }
      : undefined;
  });
  await screen.findByText("The hotel keeps");
  const before = lookUps().length;
  await userEvent.click(await cancel());
  expect((await screen.findByRole("alert")).textContent).toContain("can no longer be cancelled");
  expect(lookUps().length).toBe(before + 1);
});
