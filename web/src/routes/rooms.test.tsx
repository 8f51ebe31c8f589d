import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { installMock, type Mock } from "../api/mock/install";
import { queries } from "../booking/queries";
import { App } from "./App";

let mock: Mock;
const user = userEvent.setup();

beforeEach(async () => {
  window.sessionStorage.clear();
  queries.clear();
  mock = installMock();
  const stay = "#/booking/search?from=2026-12-12&to=2026-12-14&guests=2";
  window.history.replaceState(null, "", `/?pc=HARB&property_id=1${stay}`);
  render(<App />);
  await user.click(await screen.findByRole("button", { name: "Search" }));
  await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" });
});
afterEach(() => {
  cleanup();
  mock.restore();
  vi.restoreAllMocks();
  window.history.replaceState(null, "", "/");
});

// clause: WIZ-01, WIZ-03, WIZ-14
test("each step scrolls to the top and the line numbers the steps without gaps", async () => {
  const line = screen.getByRole("navigation", { name: "Booking steps" });
  expect(
    within(line)
      .getAllByRole("listitem")
      .map((step) => step.textContent),
  ).toEqual(["Select dates", "Select rooms", "Guest information", "Payments", "Confirmation"]);
  expect(within(line).getByText("Step 2 of 5")).toBeTruthy();
  const scroll = vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  await user.click(screen.getByRole("button", { name: "Book, Deluxe King, Flexible" }));
  await screen.findByText("Step 3 of 5");
  expect(scroll).toHaveBeenCalledWith({ top: 0 });
});

test("the step says what it asks for", () => {
  expect(screen.getByText("Pick one or more of the rooms to proceed to the next step.")).toBeTruthy();
});

// clause: ROOMS-26
test("price details show each night, taxes, fees and the total", async () => {
  await user.click(screen.getByRole("button", { name: /^Price details.*Deluxe King, Flexible$/ }));
  const dialog = await screen.findByRole("dialog", { name: "Deluxe King, Flexible" });
  for (const text of [
    "Sat, Dec 12",
    "$212.00",
    "Sun, Dec 13",
    "$172.00",
    "Rate, 2 nights",
    "$384.00",
    "$38.40",
    "$24.00",
    "$446.40",
    "The rate in more words.",
  ]) {
    expect(within(dialog).getByText(text)).toBeTruthy();
  }
});

// clause: ROOMS-29
test("a long description folds and unfolds", async () => {
  const room = screen.getByRole("article", { name: "Deluxe King" });
  const more = within(room).getByRole("button", { name: "show more" });
  const short = more.parentElement?.textContent?.length ?? 0;
  await user.click(more);
  const less = within(room).getByRole("button", { name: "show less" });
  expect(less.parentElement?.textContent?.length).toBeGreaterThan(short);
});

// clause: PRICE-01
test("the whole stay with everything in it stands first, the night beneath", () => {
  const rate = screen.getByRole("group", { name: "Deluxe King, Flexible" });
  expect(within(rate).getByText("$446.40")).toBeTruthy();
  expect(within(rate).getByText("$223.20 a night")).toBeTruthy();
});
