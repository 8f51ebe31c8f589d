import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { AddressRules } from "../../api";
import type { Answer } from "../../api/mock/handle";
import { chosen, renderStep, room } from "../test-step";
import { FALLBACK_RULES } from "./fields";
import InformationStep from "./InformationStep";

beforeEach(() => sessionStorage.clear());

function show(found: Answer | ((url: URL) => Promise<Answer>)) {
  const rules: AddressRules = { ...FALLBACK_RULES, country_code: "CH" };
  return renderStep("information", InformationStep, {
    state: chosen([room(1)]),
    property: { country: "CH" },
    answer: (_method, path, url) => {
      if (path.includes("address-rules")) return { status: 200, body: rules };
      if (!path.includes("search-address")) return undefined;
      return typeof found === "function" ? found(url) : found;
    },
  });
}

const zip = () => screen.findByLabelText(/^Postal code/);
const lookUp = async () => userEvent.click(await screen.findByRole("button", { name: "Look up the place" }));
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

/** The answer to the first search is held back; others find Zermatt. */
function slow() {
  let come: (answer: Answer) => void = () => undefined;
  const late = new Promise<Answer>((resolve) => {
    come = resolve;
  });
  const place = (city: string): Answer => ({ status: 200, body: [{ city, state: "" }] });
  const step = show(async (url) => (url.searchParams.get("zip_code") === "8001" ? late : place("Zermatt")));
  return {
    step,
    comes: () =>
      act(async () => {
        come(place("Zürich"));
        // what is asked for after it is answered after it
        await (await fetch("/v4/properties/1")).json();
      }),
  };
}

// clause: GUEST-23
test.each<[string, () => Promise<void>]>([
  [
    "another code",
    async () => {
      await userEvent.clear(await zip());
      await userEvent.type(await zip(), "3920");
    },
  ],
  ["the city", () => userEvent.type(screen.getByLabelText(/^City/), "Zermatt")],
  ["the state", () => userEvent.type(screen.getByLabelText(/^Province/), "VS")],
  [
    "another country",
    async () => {
      await userEvent.click(screen.getByLabelText(/^Country\s*$/));
      await userEvent.type(screen.getByRole("combobox"), "norw");
      await userEvent.keyboard("{Enter}");
    },
  ],
])("a place that is found late fills nothing in once %s was given", async (_what, change) => {
  const { comes } = slow();
  await userEvent.type(await zip(), "8001");
  await lookUp();
  await change();
  const city = value(/^City/);
  await comes();
  expect(value(/^City/)).toBe(city);
  expect(screen.queryByText(/filled in/i)).toBeNull();
});

// clause: GUEST-23
test("another code can be looked up while the answer to the first is still awaited", async () => {
  const { step, comes } = slow();
  await userEvent.type(await zip(), "8001");
  await lookUp();
  await userEvent.clear(await zip());
  await userEvent.type(await zip(), "3920");
  await lookUp();
  await waitFor(() => expect(value(/^City/)).toBe("Zermatt"));
  await comes();
  expect(value(/^City/)).toBe("Zermatt");
  expect(searches(step)).toBe(2);
});
