import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { AddressRules } from "../../api";
import type { Answer } from "../../api/mock/handle";
import { chosen, renderStep, room } from "../test-step";
import { FALLBACK_RULES } from "./fields";
import InformationStep from "./InformationStep";

beforeEach(() => sessionStorage.clear());

function show(found: Answer) {
  const rules: AddressRules = { ...FALLBACK_RULES, country_code: "CH" };
  return renderStep("information", InformationStep, {
    state: chosen([room(1)]),
    property: { country: "CH" },
    answer: (_method, path) => {
      if (path.includes("address-rules")) return { status: 200, body: rules };
      return path.includes("search-address") ? found : undefined;
    },
  });
}

const zip = () => screen.findByLabelText(/^Postal code/);
const lookUp = async () =>
  userEvent.click(await screen.findByRole("button", { name: "Look up city and state" }));
const value = (label: RegExp) => (screen.getByLabelText(label) as HTMLInputElement).value;
const searches = (step: ReturnType<typeof show>) =>
  step.calls().filter((call) => call.includes("search-address")).length;

// clause: GUEST-22
test("without a postal code the guest is told to type it first, and nothing is asked", async () => {
  const step = show({ status: 200, body: [] });
  await lookUp();
  expect(screen.getAllByText("Please input the zip code before searching")).not.toHaveLength(0);
  expect(searches(step)).toBe(0);
});

// clause: GUEST-23, API-39
test.each([
  [
    "a list",
    [
      { city: "Zürich", state: "ZH" },
      { city: "Zürich 1", state: "ZH" },
    ],
  ],
  ["a list in a text", JSON.stringify([{ city: "Zürich", state: "ZH" }])],
])("the first place found fills city and state: %s", async (_name, body) => {
  const step = show({ status: 200, body });
  await userEvent.type(await zip(), "8001");
  await lookUp();
  await waitFor(() => expect(value(/^City/)).toBe("Zürich"));
  expect(value(/^Province/)).toBe("ZH");
  expect(step.calls()).toContain("GET /v4/properties/1/booking-engine/new-batch-booking/search-address");
});

test("a code that nobody knows leaves what was typed, and says so", async () => {
  show({ status: 200, body: [] });
  await userEvent.type(await zip(), "0000");
  await userEvent.type(screen.getByLabelText(/^City/), "Uster");
  await lookUp();
  expect(await screen.findAllByText(/We do not know this code/)).not.toHaveLength(0);
  expect(value(/^City/)).toBe("Uster");
});

// clause: GUEST-32
test("a search that fails is only logged; the guest goes on typing", async () => {
  const logged = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  show({ status: 500, body: {} });
  await userEvent.type(await zip(), "8001");
  await lookUp();
  await waitFor(() => expect(logged).toHaveBeenCalledWith("the postal search failed", expect.anything()));
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
  await userEvent.type(screen.getByLabelText(/^City/), "Zürich");
  expect(value(/^City/)).toBe("Zürich");
  logged.mockRestore();
});
