import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { chosen, room } from "../test-step";
import { renderRooms } from "./test-step";

afterEach(() => vi.unstubAllGlobals());

// clause: ROOMS-20
test.each([
  ["Guests", 0],
  ["Check-in", 1],
])("on a phone the selector that %s opens begins with what was tapped", async (part, place) => {
  vi.stubGlobal("matchMedia", () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  renderRooms({ state: chosen([room(1)]) });
  const stay = within(await screen.findByRole("group", { name: "Dates and guests" }));
  await userEvent.click(stay.getByRole("button", { name: new RegExp(`^${part}`) }));
  const dialog = await screen.findByRole("dialog", { name: "Dates and guests" });
  const parts = [...(dialog.querySelector(".stay-dialog")?.children ?? [])];
  expect(parts.findIndex((one) => one.classList.contains("guests"))).toBe(place);
});
