import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { AddressRules, Property } from "../../api";
import { property } from "../../api/mock/hotel";
import { FALLBACK_RULES } from "../information/fields";
import InformationStep from "../information/InformationStep";
import { chosen, nextButton, renderStep, room } from "../test-step";

beforeEach(() => sessionStorage.clear());

const offering = (enable_travel_transport_flow: boolean): Partial<Property> => ({
  website_config: { ...property.website_config, enable_travel_transport_flow },
});

function show(offers: boolean, rooms = 1) {
  const rules: AddressRules = { ...FALLBACK_RULES, country_code: "US" };
  return renderStep("information", InformationStep, {
    state: chosen([room(1), room(2)].slice(0, rooms)),
    property: offering(offers),
    answer: (_method, path) => (path.includes("address-rules") ? { status: 200, body: rules } : undefined),
  });
}

async function fill(): Promise<void> {
  await userEvent.type(await screen.findByLabelText(/^First name/), "Maeve");
  await userEvent.type(screen.getByLabelText(/^Last name/), "Kelly");
  await userEvent.type(screen.getByLabelText(/^E-mail/), "maeve@example.ie");
  await userEvent.click(screen.getByRole("checkbox", { name: /accept/ }));
}

const next = () => userEvent.click(nextButton() as HTMLElement);
const pickUp = () => screen.findByRole("checkbox", { name: "Guest Pick-Up" });
const ride = () => screen.getByRole("group", { name: "Guest Pick-Up" });

async function choose(field: string, option: string): Promise<void> {
  await userEvent.click(within(ride()).getByLabelText(field));
  // by its text: naming each of 41 options takes the browser of these tests long
  await userEvent.click(within(await screen.findByRole("listbox")).getByText(option));
}

// clause: TRANS-01
test("a hotel that drives nobody asks for no ride", async () => {
  show(false);
  await screen.findByLabelText(/^First name/);
  expect(screen.queryByRole("checkbox", { name: "Guest Pick-Up" })).toBeNull();
});

// clause: TRANS-01, TRANS-03, TRANS-06, WIZ-16
test("a ride that is switched on needs its date and time; switched off, nothing of it is left", async () => {
  const step = show(true);
  await fill();
  await userEvent.click(await pickUp());
  await next();
  const summary = await screen.findByRole("group", { name: "2 things to look at:" });
  expect(within(ride()).getByText("Please pick a date")).toBeTruthy();
  expect(within(ride()).getByText("Please pick a time")).toBeTruthy();
  await userEvent.click(within(summary).getByText(/Please pick a time/));
  await waitFor(() => expect(document.activeElement).toBe(within(ride()).getByLabelText("Time")));
  expect(step.went()).toBeNull();

  await choose("Date", "Sat, Dec 12");
  await choose("Time", "02:15 PM");
  await userEvent.type(within(ride()).getByLabelText(/^Details/), "EI 105");
  expect(step.state().rides).toEqual({
    1: { PICK_UP: { start_date: "2026-12-12", time: "14:15", body: "EI 105" } },
  });
  const details = within(ride()).getByLabelText(/^Details/);
  await userEvent.type(details, " VISA 4242 4242 4242 4242");
  await next();
  expect(step.went()).toBeNull();
  expect(within(ride()).getByText(/Please leave out card numbers/)).toBeTruthy();
  await userEvent.click(await pickUp());
  expect(step.state().rides).toEqual({ 1: {} });
  await userEvent.click(await pickUp());
  expect((within(ride()).getByLabelText(/^Details/) as HTMLTextAreaElement).value).toBe("");
  await userEvent.click(await pickUp());
  await next();
  await waitFor(() => expect(step.went()).toBe("payment"));
});

// clause: TRANS-07
test("each room has its rides; the summary leads to the right one, and the first stands there at the beginning", async () => {
  const step = show(true, 2);
  await fill();
  const tabs = () => within(screen.getByRole("tablist", { name: "Transport by room" })).getAllByRole("tab");
  expect(tabs().map((tab) => tab.getAttribute("aria-selected"))).toEqual(["true", "false"]);
  await userEvent.click(tabs()[1] as HTMLElement);
  expect(screen.getByRole("tabpanel", { name: /^2\. / })).toBeTruthy();
  await userEvent.click(await pickUp());
  expect(Object.keys(step.state().rides)).toEqual(["2"]);
  await userEvent.click(tabs()[0] as HTMLElement);
  expect(((await pickUp()) as HTMLInputElement).checked).toBe(false);
  await next();
  const summary = await screen.findByRole("group", { name: "2 things to look at:" });
  await userEvent.click(within(summary).getByText(/Please pick a date/));
  expect(tabs().map((tab) => tab.getAttribute("aria-selected"))).toEqual(["false", "true"]);
  await waitFor(() => expect(document.activeElement).toBe(within(ride()).getByLabelText("Date")));
});
