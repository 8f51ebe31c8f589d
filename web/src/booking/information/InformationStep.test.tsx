import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { type AddressRules, onFailure } from "../../api";
import type { Answer } from "../../api/mock/handle";
import { property as harbour } from "../../api/mock/hotel";
import { member } from "../../api/mock/member";
import { refusal } from "../../api/mock/refusal";
import { I18nProvider } from "../../i18n";
import { english } from "../../i18n/english";
import { LiveRegion } from "../../ui";
import { conditionsOf } from "../agreed";
import { chosen, nextButton, owing, renderStep, room } from "../test-step";
import { FALLBACK_RULES } from "./fields";
import InformationStep from "./InformationStep";

beforeEach(() => sessionStorage.clear());

const ok = (body: unknown): Answer => ({ status: 200, body });
const rules = (country_code: string, more: Partial<AddressRules> = {}): Answer =>
  ok({ ...FALLBACK_RULES, country_code, ...more } satisfies AddressRules);

const types = (...ids: string[]) =>
  ok({
    guarantee_types: ids.map((id) => ({
      id,
      code: id,
      name: id === "CASH" ? "Pay at the desk" : "Credit card",
      payment_type_required: true,
      description: "",
      due_now: 0,
      due_at_hotel: 0,
      instant_booking: false,
    })),
  });

const answers = (found: Record<string, Answer>) => (_method: string, path: string) =>
  Object.entries(found).find(([part]) => path.includes(part))?.[1];

async function fill(): Promise<void> {
  await userEvent.type(await screen.findByLabelText(/^First name/), "Siobhán");
  await userEvent.type(screen.getByLabelText(/^Last name/), "Ní Bhriain-O'Shea");
  await userEvent.type(screen.getByLabelText(/^E-mail/), "siobhan@example.ie");
}
const agree = () => userEvent.click(screen.getByRole("checkbox", { name: /^I have read/ }));
const next = () => userEvent.click(nextButton() as HTMLElement);
const one = { state: chosen([room(1)]), answer: answers({ "address-rules": rules("US") }) };

// clause: GUEST-01, GUEST-10
test("contact, address and remarks are asked, and only what the rules display", async () => {
  const display_fields = ["first_name", "last_name", "email", "phone", "country", "street", "remarks"];
  renderStep("information", InformationStep, {
    ...one,
    answer: answers({ "address-rules": rules("US", { display_fields }) }),
  });
  for (const label of [
    "First name",
    "Last name",
    "E-mail",
    "Mobile number",
    "Country\\s*$",
    "Street",
    "Anything",
  ]) {
    expect(await screen.findByLabelText(new RegExp(`^${label}`))).toBeTruthy();
  }
  expect(screen.queryByLabelText(/^City/)).toBeNull();
  expect(screen.getByLabelText(/^First name/).getAttribute("autocomplete")).toBe("given-name");
  expect(screen.getByLabelText(/^E-mail/).getAttribute("inputmode")).toBe("email");
});

// clause: GUEST-15, GUEST-25, GUEST-26, WIZ-16
test("an incomplete form keeps the guest: each field says what is wrong, a summary leads to it and takes focus", async () => {
  render(<LiveRegion />);
  const step = renderStep("information", InformationStep, one);
  await userEvent.type(await screen.findByLabelText(/^E-mail/), "siobhan@example");
  await next();
  const summary = await screen.findByRole("group", { name: "4 things to look at:" });
  await waitFor(() => expect(document.activeElement).toBe(summary));
  // it is read out for that
  expect(document.querySelector("[data-live]")?.textContent).toBe("");
  expect(
    within(summary)
      .getAllByRole("button")
      .map((line) => line.textContent),
  ).toEqual([
    "First name",
    "Last name",
    "E-mail: Not valid",
    "Please agree to the terms and conditions first",
  ]);
  expect(screen.getByText("Please fill all the required fields above")).toBeTruthy();
  expect(screen.getByText("Not valid. The address ends too early. Is it example.com?")).toBeTruthy();
  await userEvent.click(within(summary).getByText("Last name"));
  expect(document.activeElement).toBe(screen.getByLabelText(/^Last name/));
  expect(step.went()).toBeNull();
  expect(step.calls().some((call) => call.includes("add-guest"))).toBe(false);
});

// clause: GUEST-15
test("a field says what is wrong when it is left, not before", async () => {
  renderStep("information", InformationStep, one);
  const email = await screen.findByLabelText(/^E-mail/);
  await userEvent.type(email, "siobhan");
  expect(email.getAttribute("aria-invalid")).toBeNull();
  await userEvent.tab();
  expect(email.getAttribute("aria-invalid")).toBe("true");
});

// clause: GUEST-26
test("without agreeing nobody goes on", async () => {
  const step = renderStep("information", InformationStep, one);
  await fill();
  await next();
  expect(await screen.findAllByText("Please agree to the terms and conditions first")).not.toHaveLength(0);
  expect(step.went()).toBeNull();
  await agree();
  await next();
  await waitFor(() => expect(step.went()).toBe("payment"));
});

// clause: GUEST-29
test("a single room saves its guest by the session's call", async () => {
  const step = renderStep("information", InformationStep, one);
  await fill();
  await agree();
  await next();
  await waitFor(() => expect(step.went()).toBe("payment"));
  expect(step.calls()).toContain("POST /v4/properties/1/booking-engine/new-booking/s1/add-guest");
  expect(step.sent("add-guest")).toMatchObject({
    guest_data: { first_name: "Siobhán", last_name: "Ní Bhriain-O'Shea", phone: null, country: "US" },
    loyalty_guest_id: null,
  });
});

test.each<[string, object, string | null, string]>([
  ["money", {}, null, "would not count for your membership"],
  ["money, by whoever is signed in there now", {}, "QC-9", "would count for them"],
  ["points", { booked_with_points: true }, null, "this room is paid with a member’s points"],
])(
  "a member who was signed out elsewhere is told before a room is paid with %s",
  async (_, with_, number, words) => {
    const guest_data = {
      first_name: "Siobhán",
      last_name: "Ní Bhriain-O'Shea",
      loyalty_guest_number: number,
    };
    const step = renderStep("information", InformationStep, {
      state: chosen([{ ...room(1), ...with_ }]),
      user: member,
      answer: answers({
        "address-rules": rules("US"),
        "add-guest": ok({ guest_data }),
        "/website/users": ok({ account_number: number, login_url: "/log-in?property_id=1" }),
      }),
    });
    await fill();
    await agree();
    await next();
    const told = await screen.findByRole("alert");
    expect(told.textContent).toContain(words);
    const way = await within(told).findByRole("link", { name: "Log in" });
    expect(way.getAttribute("href")).toContain("/log-in?property_id=1");
    expect(step.went()).toBeNull();
    await next();
    await waitFor(() => expect(step.went()).toBe("payment"));
  },
);

test("a member who was told that it counts for nobody is told once more when it comes to count for somebody else", async () => {
  const names = { first_name: "Siobhán", last_name: "Ní Bhriain-O'Shea" };
  const numbers = [null, "QC-9", "QC-9"];
  const base = answers({
    "address-rules": rules("US"),
    "/website/users": ok({ account_number: "QC-9", login_url: "/log-in?property_id=1" }),
  });
  const step = renderStep("information", InformationStep, {
    ...one,
    user: member,
    answer: (method, path) =>
      path.endsWith("add-guest")
        ? ok({ guest_data: { ...names, loyalty_guest_number: numbers.shift() ?? null } })
        : base(method, path),
  });
  await fill();
  await agree();
  await next();
  await screen.findByText(/would not count for your membership/);
  await next();
  await screen.findByText(/would count for them/);
  expect(step.went()).toBeNull();
  await next();
  await waitFor(() => expect(step.went()).toBe("payment"));
});

// clause: GUEST-29
test("while the guest is saved nothing is typed or chosen, and the focus stays", async () => {
  let come: (answer: Answer) => void = () => undefined;
  const late = new Promise<Answer>((resolve) => {
    come = resolve;
  });
  const step = renderStep("information", InformationStep, {
    state: chosen([room(1), room(2)]),
    answer: (method, path) => (path.endsWith("add-guest") ? late : one.answer(method, path)),
    property: { website_config: { ...harbour.website_config, enable_travel_transport_flow: true } },
    user: member,
  });
  await fill();
  await tick();
  await agree();
  await next();
  await waitFor(() => expect(nextButton()?.getAttribute("aria-busy")).toBe("true"));
  const email = screen.getByLabelText<HTMLInputElement>(/^E-mail/, { selector: "#guest-email" });
  await userEvent.type(email, "x");
  expect(document.activeElement).toBe(email);
  for (const field of screen.getAllByRole("textbox")) await userEvent.type(field, "x");
  for (const box of screen.getAllByRole("checkbox")) await userEvent.click(box);
  for (const name of [/^Country\s*$/, /^Country code/, /^Look up/]) {
    await userEvent.click(screen.getAllByLabelText(name)[0] as HTMLElement);
    expect(screen.queryByRole("dialog")).toBeNull();
  }
  const { account_number: loyalty_guest_number } = member;
  come(ok({ guest_data: { first_name: "Siobhán", email: "siobhan@example.ie", loyalty_guest_number } }));
  await waitFor(() => expect(step.went()).toBe("payment"));
  expect(step.state()).toMatchObject({
    ...{ guest: { email: "siobhan@example.ie" }, guestGiven: true, fromProfile: false, rides: {} },
    ...{
      guestDraft: { email: "siobhan@example.ie", own_guests: true },
      agreedTo: conditionsOf([room(1), room(2)]),
    },
  });
  expect(step.state().guestDraft.remarks).toBeUndefined();
  expect(step.calls().some((call) => call.includes("search-address"))).toBe(false);
});

// clause: GUEST-29
test("several rooms save theirs by one call of the batch", async () => {
  const step = renderStep("information", InformationStep, { ...one, state: chosen([room(1), room(2)]) });
  await fill();
  await agree();
  await next();
  await waitFor(() =>
    expect(step.calls().filter((call) => call.includes("add-guest"))).toEqual([
      "POST /v4/properties/1/booking-engine/new-batch-booking/b1/add-guest",
    ]),
  );
});

const two = { ...one, state: chosen([room(1), room(2), room(3)]) };
const tick = () => userEvent.click(screen.getByRole("checkbox", { name: "Each room has its own guest" }));
const ofRoom = async (number: number) =>
  within(await screen.findByRole("group", { name: new RegExp(`^${number}\\. Deluxe King`) }));

// clause: GUEST-29, API-41
test("each room has its own guest where wanted; a room left empty goes on under the first", async () => {
  const step = renderStep("information", InformationStep, two);
  await fill();
  await tick();
  const second = await ofRoom(2);
  expect(second.getByLabelText<HTMLInputElement>(/^First name/).value).toBe("");
  await userEvent.type(second.getByLabelText(/^First name/), " Ravi ");
  await userEvent.type(second.getByLabelText(/^Last name/), "Menon");
  await agree();
  await next();
  await waitFor(() => expect(step.went()).toBe("payment"));
  expect(step.calls().filter((call) => call.includes("add-guest"))).toEqual([
    "POST /v4/properties/1/booking-engine/new-batch-booking/b1/add-guest",
    "POST /v4/properties/1/booking-engine/new-booking/s2/add-guest",
  ]);
  // the hotel turns to the first guest, who gave an address
  const ravi = { first_name: "Ravi", last_name: "Menon", email: "siobhan@example.ie", country: "US" };
  expect(step.sent("new-booking/s2/add-guest")).toMatchObject({ guest_data: ravi });
  expect(step.state().guest).toMatchObject({ first_name: "Siobhán" });
  expect(step.state().guestDraft.saved_guests).toMatchObject({ 2: ravi });
  expect(Object.keys(step.state().guestDraft.saved_guests ?? {})).toEqual(["2"]);
});

test("who agreed before and has to agree again is told so at once, and led there", async () => {
  const step = renderStep("information", InformationStep, {
    ...one,
    state: {
      ...one.state,
      guestDraft: { first_name: "Ada", last_name: "Byron", email: "a@example.ie" },
      agreedTo: conditionsOf([room(1, "ADVANCE")]),
    },
  });
  const words = "Please agree to the conditions once more";
  const box = await screen.findByRole("checkbox", { name: /^I have read/ });
  expect(box.getAttribute("aria-invalid")).toBe("true");
  await userEvent.click(screen.getByRole("button", { name: words }));
  await waitFor(() => expect(document.activeElement).toBe(box));
  await next();
  const summary = await screen.findByRole("group", { name: "One thing to look at:" });
  await waitFor(() => expect(document.activeElement).toBe(summary));
  expect(step.went()).toBeNull();
  await agree();
  expect(screen.queryByText(words)).toBeNull();
  await next();
  await waitFor(() => expect(step.went()).toBe("payment"));
});

// clause: GUEST-26
test("who has agreed to nothing yet, or takes it back, is told nothing before Next is pressed", async () => {
  const step = renderStep("information", InformationStep, {
    ...one,
    // known from the booking before
    state: { ...one.state, guestDraft: { first_name: "Ada", saved_guests: {} } },
  });
  const box = await screen.findByRole("checkbox", { name: /^I have read/ });
  const quiet = () => {
    expect(box.getAttribute("aria-invalid")).toBeNull();
    expect(screen.queryByRole("group", { name: /to look at/ })).toBeNull();
  };
  quiet();
  await agree();
  expect(step.state().agreedTo).toEqual(conditionsOf([room(1)]));
  await agree();
  quiet();
});

// clause: GUEST-15, GUEST-25
test("another room's guest is checked as the first: half a name keeps the guest, and the summary leads there", async () => {
  const step = renderStep("information", InformationStep, two);
  await fill();
  await tick();
  const third = await ofRoom(3);
  await userEvent.type(third.getByLabelText(/^First name/), "Aoife");
  await userEvent.type(third.getByLabelText(/^E-mail/), "aoife@example");
  await agree();
  await next();
  const summary = await screen.findByRole("group", { name: "2 things to look at:" });
  await waitFor(() => expect(document.activeElement).toBe(summary));
  const lines = within(summary).getAllByRole("button");
  expect(lines.map((line) => line.textContent)).toEqual(["Last name, room 3", "E-mail, room 3: Not valid"]);
  await userEvent.click(lines[0] as HTMLElement);
  await waitFor(() => expect(document.activeElement).toBe(third.getByLabelText(/^Last name/)));
  expect(step.calls().some((call) => call.includes("add-guest"))).toBe(false);
  // without the tick the room is the first guest's again, whatever stands there
  await tick();
  await next();
  await waitFor(() => expect(step.went()).toBe("payment"));
  expect(step.calls().filter((call) => call.includes("add-guest"))).toHaveLength(1);
  expect(step.state().guestDraft.saved_guests).toEqual({});
});

test("what the server refuses of another room's guest stands at its field, until it is typed anew", async () => {
  let refusing = true;
  const errors = [{ field: "guest_data.last_name", message: "Not valid" }];
  const step = renderStep("information", InformationStep, {
    ...two,
    answer: (method, path) =>
      refusing && path.includes("s2/add-guest")
        ? refusal("GUEST_INCOMPLETE", { errors })
        : one.answer(method, path),
  });
  await fill();
  await tick();
  const second = await ofRoom(2);
  await userEvent.type(second.getByLabelText(/^First name/), "Ravi");
  await userEvent.type(second.getByLabelText(/^Last name/), "Menon");
  await agree();
  await next();
  await screen.findByRole("group", { name: "One thing to look at:" });
  expect(second.getByLabelText(/^Last name/).getAttribute("aria-invalid")).toBe("true");
  expect(screen.getAllByLabelText(/^Last name/)[0]?.getAttribute("aria-invalid")).toBeNull();
  expect(step.went()).toBeNull();
  refusing = false;
  await userEvent.type(second.getByLabelText(/^Last name/), "a");
  expect(second.getByLabelText(/^Last name/).getAttribute("aria-invalid")).toBeNull();
  await next();
  await waitFor(() => expect(step.went()).toBe("payment"));
});

test("one room asks for no other guest", async () => {
  renderStep("information", InformationStep, one);
  await screen.findByLabelText(/^First name/);
  expect(screen.queryByText("Guests by room")).toBeNull();
});

// clause: GUEST-02, GUEST-03
test("the conditions of each room stand in tabs: cancelling, deposit, guarantee", async () => {
  renderStep("information", InformationStep, {
    state: chosen([room(1, "FLEX"), room(2, "ADVANCE")]),
    answer: answers({ "address-rules": rules("US"), "available-guarantee-types": types("CC", "CASH") }),
  });
  const panel = await screen.findByRole("tabpanel", { name: /^1\. / });
  // its terms are those of a list: the panel is around it
  expect(within(panel).getByText("Deposit").closest("dl")?.getAttribute("role")).toBeNull();
  expect(within(panel).getByText(/Free to cancel until/)).toBeTruthy();
  expect(within(panel).getByText("Deposit")).toBeTruthy();
  expect(await within(panel).findByText(/Your stay is held by: Credit card/)).toBeTruthy();
  await userEvent.click(screen.getByRole("tab", { name: /^2\./ }));
  expect(within(panel).getByText("No free cancellation.")).toBeTruthy();
  // in the hotel's own words, too
  expect(within(panel).getByText("Cannot be cancelled or moved.")).toBeTruthy();
  // one tick is for all rooms: before it stands what cancelling each of them costs
  const all = screen.getByRole("region", { name: "Cancelling, room by room" });
  expect(within(all).getByRole("heading", { level: 2 })).toBeTruthy();
  expect(within(all).getByText(/^1\. .*/).nextElementSibling?.parentElement?.textContent).toMatch(
    /Free to cancel until/,
  );
  expect(within(all).getByText(/^2\. .*/).parentElement?.textContent).toMatch(/No free cancellation\./);
  expect(all.compareDocumentPosition(screen.getByRole("checkbox", { name: /^I have read/ }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
});

test("one room has no tabs", async () => {
  renderStep("information", InformationStep, one);
  expect(await screen.findByText("What you agree to")).toBeTruthy();
  expect(screen.queryByRole("tab")).toBeNull();
});

// clause: GUEST-19, GUEST-20, GUEST-21
test("another country brings its rules, its states, and clears the state", async () => {
  const states = [{ id: "CO", state_code: "CO", name: "Co. Cork" }];
  const asked: string[] = [];
  const step = renderStep("information", InformationStep, {
    state: { ...chosen([room(1)]), guestDraft: { state: "Somewhere" } },
    answer: (_method, path, url) => {
      if (!path.includes("address-rules")) return undefined;
      const country = url.searchParams.get("country_code") ?? "";
      asked.push(country);
      return rules(
        country,
        country === "IE" ? { property_eligible_states: states, state_label: "county" } : {},
      );
    },
  });
  expect(((await screen.findByLabelText(/^Province/)) as HTMLInputElement).value).toBe("Somewhere");
  await userEvent.click(screen.getByLabelText(/^Country\s*$/));
  await userEvent.type(screen.getByRole("combobox"), "irel");
  await userEvent.keyboard("{Enter}");
  const county = await screen.findByLabelText(/^County/);
  expect(asked).toEqual(["US", "IE"]);
  expect(county.tagName).toBe("BUTTON");
  expect(step.state().guestDraft).toMatchObject({ country: "IE", state: "" });
  await userEvent.click(county);
  await userEvent.click(screen.getByRole("option", { name: "Co. Cork" }));
  expect(step.state().guestDraft.state).toBe("CO");
});

// clause: GUEST-19
test("Next waits for the rules of another country: those of the one before refuse nobody", async () => {
  let come: (answer: Answer) => void = () => undefined;
  const late = new Promise<Answer>((resolve) => {
    come = resolve;
  });
  const step = renderStep("information", InformationStep, {
    ...one,
    answer: (_method, path, url) => {
      if (!path.includes("address-rules")) return undefined;
      return url.searchParams.get("country_code") === "US"
        ? rules("US", { required_guest_fields: ["first_name", "last_name", "email", "street"] })
        : late;
    },
  });
  await fill();
  await agree();
  await userEvent.click(screen.getByLabelText(/^Country\s*$/));
  await userEvent.type(screen.getByRole("combobox"), "irel");
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(nextButton()?.getAttribute("aria-busy")).toBe("true"));
  await next();
  expect(screen.queryByRole("group", { name: /to look at/ })).toBeNull();
  expect(step.went()).toBeNull();
  come(rules("IE"));
  await waitFor(() => expect(nextButton()?.getAttribute("aria-busy")).not.toBe("true"));
  await next();
  await waitFor(() => expect(step.went()).toBe("payment"));
});

// clause: GUEST-19
test("while the rules of another country are on their way, those of the one before judge no address", async () => {
  let come: (answer: Answer) => void = () => undefined;
  const late = new Promise<Answer>((resolve) => {
    come = resolve;
  });
  const states = [{ id: "AL", state_code: "AL", name: "Alabama" }];
  renderStep("information", InformationStep, {
    ...one,
    answer: (_method, path, url) => {
      if (!path.includes("address-rules")) return undefined;
      return url.searchParams.get("country_code") === "US"
        ? rules("US", {
            ...{ state_required: true, property_eligible_states: states },
            ...{ zipcode_regex: "^\\d{5}$", zip_example: "95014" },
          })
        : late;
    },
  });
  await userEvent.type(await screen.findByLabelText(/^E-mail/), "siobhan@example");
  await next();
  await screen.findByRole("group", { name: /to look at/ });
  await userEvent.click(screen.getByLabelText(/^Country\s*$/));
  await userEvent.type(screen.getByRole("combobox"), "irel");
  await userEvent.keyboard("{Enter}");
  await userEvent.type(screen.getByLabelText(/^Postal/), "T12 X");
  await userEvent.tab();
  const marked = (label: RegExp) => screen.getByLabelText(label).getAttribute("aria-invalid");
  expect([marked(/^Postal/), marked(/^Province/)]).toEqual([null, null]);
  // a name and an address for mail are of no country
  expect([marked(/^First name/), marked(/^E-mail/)]).toEqual(["true", "true"]);
  expect(screen.queryByText(/95014/)).toBeNull();
  come(rules("IE", { zipcode_regex: "^T$", zip_example: "D02 AF30" }));
  expect(await screen.findByText(/D02 AF30/)).toBeTruthy();
  expect([marked(/^Postal/), marked(/^Province/)]).toEqual(["true", null]);
});

// clause: GUEST-20, GUEST-21
test("while the rules of another country are on their way, nobody chooses from the states of the one before", async () => {
  let come: (answer: Answer) => void = () => undefined;
  const late = new Promise<Answer>((resolve) => {
    come = resolve;
  });
  const of = (country: string, name: string) =>
    rules(country, { property_eligible_states: [{ id: "AL", state_code: "AL", name }] });
  const step = renderStep("information", InformationStep, {
    ...one,
    answer: (_method, path, url) => {
      if (!path.includes("address-rules")) return undefined;
      return url.searchParams.get("country_code") === "US" ? of("US", "Alabama") : late;
    },
  });
  await userEvent.click(await screen.findByLabelText(/^Country\s*$/));
  await userEvent.type(screen.getByRole("combobox"), "ital");
  await userEvent.keyboard("{Enter}");
  const state = screen.getByLabelText(/^Province/);
  await userEvent.click(state);
  expect(screen.queryByRole("option", { name: "Alabama" })).toBeNull();
  expect(state.getAttribute("aria-disabled")).toBe("true");
  come(of("IT", "Alessandria"));
  await waitFor(() => expect(state.getAttribute("aria-disabled")).toBeNull());
  expect(state.textContent).not.toContain("Alessandria");
  expect(step.state().guestDraft.state).toBe("");
  await userEvent.click(state);
  await userEvent.click(screen.getByRole("option", { name: "Alessandria" }));
  expect(step.state().guestDraft).toMatchObject({ country: "IT", state: "AL" });
});

// clause: GUEST-19
test.each([
  ["made anew", /^Province/, { state_label: "county" }, /^County/],
  ["put elsewhere", /^Postal/, { format: ["zip_code", "city", "street"] }, /^Postal/],
  ["left out", /^Postal/, { display_fields: ["first_name", "country", "street", "city"] }, /^City/],
])("a field that the next country's rules have %s keeps the focus near", async (_, from, more, to) => {
  let come: (answer: Answer) => void = () => undefined;
  const late = new Promise<Answer>((resolve) => {
    come = resolve;
  });
  const property_eligible_states = [{ id: "AL", state_code: "AL", name: "Alabama" }];
  const format = ["street", "city", "zip_code", "state"];
  renderStep("information", InformationStep, {
    ...one,
    answer: (_method, path, url) => {
      if (!path.includes("address-rules")) return undefined;
      return url.searchParams.get("country_code") === "US"
        ? rules("US", { property_eligible_states, format })
        : late;
    },
  });
  await userEvent.click(await screen.findByLabelText(/^Country\s*$/));
  await userEvent.type(screen.getByRole("combobox"), "irel");
  await userEvent.keyboard("{Enter}");
  act(() => screen.getByLabelText(from).focus());
  come(rules("IE", more));
  await waitFor(() => expect(nextButton()?.getAttribute("aria-busy")).not.toBe("true"));
  expect(document.activeElement).toBe(screen.getByLabelText(to));
});

// clause: GUEST-31, ERR-06
test("without address rules the plain form serves, no states are offered, and no popup is in the way", async () => {
  const popup = vi.fn();
  const forget = onFailure(popup);
  const step = renderStep("information", InformationStep, {
    ...one,
    answer: answers({ "address-rules": { status: 503, body: {} } }),
  });
  expect((await screen.findByLabelText(/^Province/)).tagName).toBe("INPUT");
  expect(screen.getByRole("alert").textContent).toMatch(/Something went wrong/);
  expect(popup).not.toHaveBeenCalled();
  forget();
  await fill();
  await agree();
  await next();
  await waitFor(() => expect(step.went()).toBe("payment"));
});

// clause: GUEST-24
test("remarks count, and say when they are full", async () => {
  renderStep("information", InformationStep, {
    ...one,
    state: { ...chosen([room(1)]), guestDraft: { remarks: "x".repeat(999) } },
  });
  const remarks = await screen.findByLabelText(/^Anything/);
  expect(screen.getByText("999 of 1000")).toBeTruthy();
  await userEvent.type(remarks, "yz");
  expect((remarks as HTMLTextAreaElement).value).toBe(`${"x".repeat(999)}y`);
  expect(screen.getByText("Max characters allowed are 1000")).toBeTruthy();
});

// clause: GUEST-17
test("the phone begins with the property's country", async () => {
  renderStep("information", InformationStep, { ...one, property: { country: "CH" } });
  expect(await screen.findByRole("button", { name: /^Country code, Switzerland/ })).toBeTruthy();
});

test("what the server refuses is led to each time, however late it is drawn", async () => {
  vi.stubGlobal("requestAnimationFrame", (draw: () => void) => draw());
  const errors = [{ field: "guest_data.email", message: "No such domain." }];
  renderStep("information", InformationStep, {
    ...one,
    answer: answers({
      "address-rules": rules("US"),
      "add-guest": refusal("GUEST_INCOMPLETE", { errors }),
    }),
  });
  await fill();
  await agree();
  for (const _ of [1, 2]) {
    await next();
    await waitFor(() => expect(nextButton()?.getAttribute("aria-busy")).not.toBe("true"));
    const summary = await screen.findByRole("group", { name: "One thing to look at:" });
    await waitFor(() => expect(document.activeElement).toBe(summary));
    nextButton()?.focus();
  }
  vi.unstubAllGlobals();
});

// clause: GUEST-31
test("what the server asks for without rules to say so is not called optional any more", async () => {
  const errors = [{ field: "guest_data.state", message: "Required" }];
  renderStep("information", InformationStep, {
    ...one,
    answer: answers({
      "address-rules": { status: 503, body: {} },
      "add-guest": refusal("GUEST_INCOMPLETE", { errors }),
    }),
  });
  await fill();
  await agree();
  const label = () => document.querySelector("label[for=guest-state]")?.textContent;
  expect(label()).toMatch(/^Province.* optional$/);
  await next();
  await screen.findByRole("group", { name: "One thing to look at:" });
  expect(label()).not.toContain("optional");
  await userEvent.type(screen.getByLabelText(/^Province/), "A{Backspace}");
  expect(label()).not.toContain("optional");
  await next();
  expect(await screen.findByRole("group", { name: "One thing to look at:" })).toBeTruthy();
});

test("what the server refuses stands at its field, and nothing is lost", async () => {
  const errors = [{ field: "guest_data.email", message: "No such domain." }];
  const step = renderStep("information", InformationStep, {
    ...one,
    answer: answers({ "address-rules": rules("US"), "add-guest": refusal("GUEST_INCOMPLETE", { errors }) }),
  });
  await fill();
  await agree();
  await next();
  expect(await screen.findByText("No such domain.")).toBeTruthy();
  expect((screen.getByLabelText(/^E-mail/) as HTMLInputElement).value).toBe("siobhan@example.ie");
  expect(step.went()).toBeNull();
});

test.each([
  ["BATCH_EXPIRED", "BATCH_EXPIRED"],
  ["BATCH_UNKNOWN", "BATCH_EXPIRED"],
  ["ROOM_MISSING", "ROOM_MISSING"],
] as const)("a booking that is gone (%s) leads to the screen that explains it", async (code, told) => {
  const step = renderStep("information", InformationStep, {
    ...one,
    answer: answers({
      "address-rules": rules("US"),
      "add-guest": refusal(code),
    }),
  });
  await fill();
  await agree();
  await next();
  await waitFor(() => expect(step.went()).toBe("confirmation"));
  expect(step.state().outcome).toMatchObject({ rooms: [], refusal: { code: told } });
  expect(step.state().guestDraft.first_name).toBe("Siobhán");
});

test("a booking that another tab has made leads to its confirmation", async () => {
  const step = renderStep("information", InformationStep, {
    ...one,
    answer: answers({
      "address-rules": rules("US"),
      "add-guest": refusal("ALREADY_COMMITTED"),
      "new-batch-booking/b1": ok({ status: "COMMITTED", confirmation: [{ confirmation_no: "1HKQ2M4X7TB" }] }),
    }),
  });
  await fill();
  await agree();
  await next();
  await waitFor(() => expect(step.went()).toBe("confirmation"));
  expect(step.state().outcome?.rooms).toHaveLength(1);
});

// clause: WIZ-28
test("without a payment step Next says that it books, and reserves", async () => {
  const step = renderStep("information", InformationStep, {
    state: chosen([room(1)], { restricted_guarantee_types: [] }),
    answer: answers({ "address-rules": rules("US"), commit: ok([{ confirmation_no: "1HKQ2M4X7TB" }]) }),
  });
  await fill();
  await agree();
  expect(nextButton()?.textContent).toMatch(/^Book/);
  await next();
  await waitFor(() => expect(step.went()).toBe("confirmation"));
  expect(
    step
      .calls()
      .filter((call) => /add-guest|commit/.test(call))
      .map((call) => call.split("/").at(-1)),
  ).toEqual(["add-guest", "commit"]);
  expect(step.state().outcome?.rooms).toHaveLength(1);
});

test("without a payment step a reservation that is being made says so here, and nothing is done beside it", async () => {
  let come: (answer: Answer) => void = () => undefined;
  const late = new Promise<Answer>((resolve) => {
    come = resolve;
  });
  const step = renderStep("information", InformationStep, {
    state: chosen([room(1)], { restricted_guarantee_types: [] }),
    answer: (method, path) => (path.endsWith("/commit") ? late : one.answer(method, path)),
  });
  await fill();
  await agree();
  await next();
  const dialog = await screen.findByRole("alertdialog", { name: "Making your reservation" });
  expect(within(dialog).getByText(/^Please keep this page open/)).toBeTruthy();
  come(ok([{ confirmation_no: "1HKQ2M4X7TB" }]));
  await waitFor(() => expect(step.went()).toBe("confirmation"));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
});

test("without a payment step nothing takes the deposit: the button books, and the hotel asks for it", async () => {
  const step = renderStep("information", InformationStep, {
    state: chosen([owing(room(1), 196, 0, 392), owing(room(2), 0, 0, 588)], {
      restricted_guarantee_types: [],
    }),
    answer: answers({ "address-rules": rules("US"), commit: ok([{ confirmation_no: "1HKQ2M4X7TB" }]) }),
  });
  await fill();
  expect(nextButton()?.textContent).toBe("Book");
  expect(screen.getByText("The hotel will ask you for this amount")).toBeTruthy();
  await userEvent.click(screen.getByRole("tab", { name: /^2\./ }));
  expect(screen.queryByText("The hotel will ask you for this amount")).toBeNull();
  await tick();
  const second = await ofRoom(2);
  await userEvent.type(second.getByLabelText(/^First name/), "Ravi");
  await userEvent.type(second.getByLabelText(/^Last name/), "Menon");
  await agree();
  await next();
  await waitFor(() => expect(step.went()).toBe("confirmation"));
  expect(step.sent("/commit")).toMatchObject({
    sessions: [{ guest_data: { first_name: "Siobhán" } }, { guest_data: { first_name: "Ravi" } }],
  });
});

// clause: WIZ-28, PAY-12
test("a payment step without a required guarantee is passed in the same way", async () => {
  const step = renderStep("information", InformationStep, {
    state: chosen([room(1)], { guarantee_required_to_book: false }),
    answer: answers({ "address-rules": rules("US"), commit: ok([{ confirmation_no: "1HKQ2M4X7TB" }]) }),
  });
  await fill();
  await agree();
  await next();
  await waitFor(() => expect(step.went()).toBe("confirmation"));
  expect(step.sent("commit")).toMatchObject({ sessions: [{ defined_guarantee_type_id: null }] });
});

// clause: PAY-03, PAY-04
test.each([
  ["no type", [], null],
  ["STCC alone", ["STCC"], "STCC"],
])("with %s to choose nobody comes to payment: Next books", async (_what, codes, ordered) => {
  const step = renderStep("information", InformationStep, {
    ...one,
    answer: answers({
      "address-rules": rules("US"),
      "available-guarantee-types": types(...codes),
      commit: ok([{ confirmation_no: "1HKQ2M4X7TB" }]),
    }),
  });
  await fill();
  await agree();
  await waitFor(() => expect(nextButton()?.textContent).toMatch(/^Book/));
  await next();
  await waitFor(() => expect(step.went()).toBe("confirmation"));
  expect(step.sent("commit")).toMatchObject({ sessions: [{ defined_guarantee_type_id: ordered }] });
});

// clause: GUEST-04, GUEST-05, GUEST-06
test("a member's own details fill the form and lock it, and leave it again", async () => {
  const display_fields = [...FALLBACK_RULES.display_fields, "middle_name"];
  const answer = answers({ "address-rules": rules("US", { display_fields, zipcode_regex: "^[0-9]{4}$" }) });
  renderStep("information", InformationStep, { ...one, answer, user: member });
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`));
  const tick = await screen.findByRole("checkbox", { name: "Fill in my details from my profile" });
  await screen.findByLabelText(/^First name/);
  await userEvent.type(field("Anything"), "A cot, please");
  await userEvent.click(tick);
  expect([field("First name").value, field("E-mail").value]).toEqual(["Maya", "maya@guest.example"]);
  expect([field("First name").readOnly, field("E-mail").readOnly]).toEqual([true, true]);
  // what the profile does not say, and what the form would refuse, can be typed
  expect(field("Middle name").readOnly).toBe(false);
  expect([field("Postal code").value, field("Postal code").readOnly]).toEqual(["04101", false]);
  await userEvent.click(tick);
  expect([field("First name").value, field("E-mail").value]).toEqual(["", ""]);
  expect(field("First name").readOnly).toBe(false);
  expect(field("Anything").value).toBe("A cot, please");
});

// clause: GUEST-05
test("what the profile says wrongly can be mended to its end; what it says well is locked", async () => {
  const email = [{ email: "maya@guest", primary: true }];
  renderStep("information", InformationStep, { ...one, user: { ...member, email } });
  const field = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);
  await userEvent.click(await screen.findByRole("checkbox", { name: /from my profile/ }));
  await waitFor(() => expect(field(/^Mobile/).value).toBe("(207) 555-0142"));
  expect(field(/^Mobile/).readOnly).toBe(true);
  await userEvent.type(field(/^E-mail/), ".com");
  expect([field(/^E-mail/).value, field(/^E-mail/).readOnly]).toEqual(["maya@guest.com", false]);
});

// clause: GUEST-05, GUEST-06, GUEST-21
test("a country that comes or goes with the profile takes the state of the one before with it", async () => {
  const of = (country: string, name: string) =>
    rules(country, { property_eligible_states: [{ id: "ME", state_code: "ME", name }] });
  const [address] = member.address;
  if (!address) throw new Error("the member lives somewhere");
  const step = renderStep("information", InformationStep, {
    ...one,
    answer: (_method, path, url) => {
      if (!path.includes("address-rules")) return undefined;
      return url.searchParams.get("country_code") === "US" ? of("US", "Maine") : of("IT", "Messina");
    },
    user: { ...member, address: [{ ...address, country: "IT", state: null }] },
  });
  const choose = async (name: string) => {
    await userEvent.click(screen.getByLabelText(/^Province/));
    await userEvent.click(await screen.findByRole("option", { name }));
    expect(step.state().guestDraft.state).toBe("ME");
  };
  const tick = await screen.findByRole("checkbox", { name: /from my profile/ });
  await screen.findByLabelText(/^First name/);
  await choose("Maine");
  await userEvent.click(tick);
  expect(step.state().guestDraft).toMatchObject({ country: "IT", state: "" });
  await waitFor(() => expect(screen.getByLabelText(/^Province/).getAttribute("aria-disabled")).toBeNull());
  await choose("Messina");
  await userEvent.click(tick);
  expect(step.state().guestDraft).toMatchObject({ country: "", state: "" });
});

// clause: GUEST-04
test("who is not signed in is not offered a profile", async () => {
  renderStep("information", InformationStep, one);
  await screen.findByLabelText(/^First name/);
  expect(screen.queryByText("Fill in my details from my profile")).toBeNull();
});

test("rooms are counted in the digits of the guest's language", async () => {
  const Arabic = () => (
    <I18nProvider language="ar_OM" labels={english}>
      <InformationStep />
    </I18nProvider>
  );
  renderStep("information", Arabic, { state: chosen([room(1), room(2)]) });
  const tabs = await screen.findAllByRole("tab");
  expect(new Set(tabs.map(({ textContent }) => textContent))).toEqual(
    new Set(["١. Deluxe King", "٢. Deluxe King"]),
  );
});
