import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { property } from "../../api/mock/hotel";
import { chosen, renderStep, room } from "../test-step";

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});

const layout = (booking_page_layout: "HORIZONTAL" | "VERTICAL") => ({
  state: chosen([room(1)]),
  property: { website_config: { ...property.website_config, booking_page_layout } },
});

// clause: WIZ-02
test("stacked, the current step opens between those done and those to come", async () => {
  renderStep("information", () => <p>the form</p>, layout("VERTICAL"));
  const steps = within(screen.getByRole("list", { name: "Booking steps" })).getAllByRole("listitem");
  const here = steps.findIndex((step) => step.getAttribute("aria-current") === "step");
  expect(here).toBeGreaterThan(0);
  expect(steps.length).toBeGreaterThan(here + 1);
  expect(within(steps[here] as HTMLElement).getByText("the form")).toBeTruthy();
  expect(within(steps[0] as HTMLElement).getByRole("button")).toBeTruthy();
  expect(screen.queryByRole("navigation", { name: "Booking steps" })).toBeNull();
});

// clause: WIZ-01
test("in a line, the step stands beneath it", () => {
  renderStep("information", () => <p>the form</p>, layout("HORIZONTAL"));
  const line = screen.getByRole("navigation", { name: "Booking steps" });
  expect(within(line).queryByText("the form")).toBeNull();
  expect(screen.getByText("the form")).toBeTruthy();
});
