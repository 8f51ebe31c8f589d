import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { property } from "../../api/mock/hotel";
import { member } from "../../api/mock/member";
import { part } from "../../shell/part";
import type { StepName } from "../flow";
import { chosen, renderStep, room } from "../test-step";
import { useStep } from "./step";

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

// clause: SUMM-01
test.each<[StepName, boolean]>([
  ["search", false],
  ["rooms", true],
  ["addons", true],
  ["information", true],
  ["payment", true],
  ["confirmation", false],
])("beside the step %s the stay is summed up: %s", (step, summed) => {
  renderStep(step, () => <p>the step</p>, { state: chosen([room(1)]) });
  expect(screen.getByText("the step")).toBeTruthy();
  expect(screen.queryAllByRole("complementary", { name: "Your stay" })).toHaveLength(summed ? 1 : 0);
});

test("on a phone, where the line has no words, it is not read out, and says in a sentence which step it is", () => {
  vi.stubGlobal("matchMedia", () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  renderStep("information", () => <p>the form</p>, layout("HORIZONTAL"));
  vi.unstubAllGlobals();
  const line = within(screen.getByRole("navigation", { name: "Booking steps" }));
  expect(line.queryAllByRole("listitem")).toEqual([]);
  expect(line.getByText(/^Step \d of \d$/)).toBeTruthy();
});

// clause: WIZ-10
test.each([
  ["HORIZONTAL", ["search", "rooms"], ["Select dates", "Select rooms"]],
  ["VERTICAL", ["search", "rooms", "addons"], ["Select dates", "Select rooms", "Select add-ons"]],
] as const)("of the steps before, one that was left out is not called done: %s", (how, visited, done) => {
  const state = {
    ...chosen([room(1)], { restricted_addons: [{ id: "SAUNA", recurring: true }] }),
    visited: [...visited],
  };
  renderStep("information", () => <p>the form</p>, { ...layout(how), state });
  const line = within(document.querySelector("main") as HTMLElement).getAllByRole("button");
  const checked = line.filter((step) => step.matches("li > button") && step.querySelector("svg"));
  expect(checked.map((step) => step.textContent)).toEqual(done);
  expect(screen.getByRole("button", { name: "Select add-ons" })).toBeTruthy();
});

// clause: WIZ-10
test("points that nothing is paid with are not called done", () => {
  const state = {
    ...chosen([room(1)], { restricted_addons: [{ id: "SAUNA", recurring: true }] }),
    visited: ["search", "rooms", "addons"] as StepName[],
  };
  renderStep("information", () => <p>the form</p>, {
    ...layout("HORIZONTAL"),
    state,
    property: { website_config: { ...property.website_config, enable_loyalty_flow: true } },
    user: { ...member, allow_redeem_points: true },
  });
  const points = screen.getByRole("button", { name: "Points redemption" });
  expect(points.querySelector("svg")).toBeNull();
  expect(screen.getByRole("button", { name: "Select add-ons" }).querySelector("svg")).toBeTruthy();
});

// clause: WIZ-10
test("a payment with nothing to choose, which the way led past, is not called done", () => {
  const done = (visited: StepName[]) => {
    const state = { ...chosen([room(1)]), visited };
    renderStep("confirmation", () => <p>booked</p>, { ...layout("HORIZONTAL"), state });
    const ticked = screen.getAllByRole("listitem").filter((step) => step.querySelector("svg"));
    cleanup();
    return ticked.map((step) => step.textContent);
  };
  const before: StepName[] = ["search", "rooms", "information"];
  expect(done(before)).toEqual(["Select dates", "Select rooms", "Guest information"]);
  expect(done([...before, "payment"])).toContain("Payments");
});

const fill = "Please fill in the required fields in order to proceed.";
const pick = "Pick one or more of the rooms to proceed to the next step.";

// clause: WIZ-04, WIZ-05
test.each<[StepName, string]>([
  ["rooms", pick],
  ["addons", pick],
  ["pointsRedemption", "Choose how many points you want to use."],
  ["information", fill],
  ["payment", fill],
])("the step %s says what it asks for, until nothing is missing", async (step, hint) => {
  function Step() {
    const [missing, setMissing] = useState(true);
    useStep({ missing });
    return (
      <button type="button" onClick={() => setMissing(false)}>
        fill in
      </button>
    );
  }
  renderStep(step, Step, { state: chosen([room(1)]) });
  expect(screen.getByText(hint).className).toBe("step-hint");
  await userEvent.click(screen.getByRole("button", { name: "fill in" }));
  expect(screen.getByText(hint).className).toBe("step-hint met");
});

// clause: WIZ-06
test("the footer leads back and on", async () => {
  const page = renderStep("information", () => <p>the form</p>, { state: chosen([room(1)]) });
  const foot = document.querySelector<HTMLElement>(".foot");
  if (!foot) throw new Error("a footer");
  const buttons = within(foot).getAllByRole("button");
  expect(buttons.map((button) => button.textContent)).toEqual(["Previous", "Next"]);
  await userEvent.click(buttons[0] as HTMLElement);
  expect(page.went()).toBe("rooms");
  await userEvent.click(buttons[1] as HTMLElement);
  expect(page.went()).toBe("payment");
});

test("the button that binds, above Previous, comes first", () => {
  renderStep("payment", () => <p>the card</p>, { state: chosen([room(1)]) });
  const buttons = within(document.querySelector<HTMLElement>(".foot") as HTMLElement).getAllByRole("button");
  expect(buttons.map((button) => button.textContent)).toEqual(["Next", "Previous"]);
});

const footer = (name: string) =>
  within(document.querySelector<HTMLElement>(".foot") as HTMLElement).getByRole("button", { name });

// clause: WIZ-19
test("Previous leads back while the step is on its way, whatever the one before it was doing", async () => {
  const OnItsWay = part(() => new Promise<never>(() => undefined));
  function Held() {
    useStep({ busy: true });
    return <p>a room is being held</p>;
  }
  function Step() {
    const [opened, setOpened] = useState(false);
    return (
      <>
        {opened ? <OnItsWay /> : <Held />}
        <button type="button" onClick={() => setOpened(true)}>
          open
        </button>
      </>
    );
  }
  const page = renderStep("information", Step, { state: chosen([room(1)]) });
  await userEvent.click(footer("Previous"));
  expect(page.went(), "not while it is being held").toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "open" }));
  await userEvent.click(footer("Previous"));
  expect(page.went()).toBe("rooms");
});

test("what Next waits for does not hold Previous", async () => {
  function Step() {
    useStep({ loading: true });
    return null;
  }
  const page = renderStep("payment", Step, { state: chosen([room(1)]) });
  await userEvent.click(footer("Next"));
  expect(page.went()).toBeNull();
  await userEvent.click(footer("Previous"));
  expect(page.went()).toBe("information");
});
