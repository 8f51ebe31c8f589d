import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { chosen, renderStep, room } from "../test-step";
import { WithQueries } from "../WithQueries";
import RoomsStep from "./RoomsStep";

afterEach(() => vi.unstubAllGlobals());

const Step = () => (
  <WithQueries>
    <RoomsStep />
  </WithQueries>
);

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
  renderStep("rooms", Step, { state: chosen([room(1)]) });
  const stay = within(await screen.findByRole("group", { name: "Dates and guests" }));
  await userEvent.click(stay.getByRole("button", { name: new RegExp(`^${part}`) }));
  const dialog = await screen.findByRole("dialog", { name: "Dates and guests" });
  const parts = [...(dialog.querySelector(".stay-dialog")?.children ?? [])];
  expect(parts.findIndex((one) => one.classList.contains("guests"))).toBe(place);
});
