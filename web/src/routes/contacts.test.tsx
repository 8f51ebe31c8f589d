/** Who answers for an event, and who for an activity: one form, each with its own rules. */

import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Answer } from "../api/mock/handle";
import type { Mock } from "../api/mock/install";
import { refusal } from "../api/mock/refusal";
import { queries } from "../booking/queries";
import { navigate } from "./address";
import { activity, cards, countryRules, event, type Instead, openActivity, openEvent } from "./test-sides";

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

const none: Instead = () => undefined;
const flows = {
  event: (instead: Instead = none) => {
    mock = openEvent("guest-information", event({ contact: null }), { instead });
  },
  activity: (instead: Instead = none, draft: object = {}) => {
    mock = openActivity("guest-information", activity({ draft }), { instead });
  },
};
const sent = () =>
  mock?.calls.find(({ url }) => /contact-information|basic-info/.test(url.pathname))?.body as
    | Record<string, unknown>
    | undefined;

/** Rules of the United States, and of every other country. */
const rules =
  (us: object, others: object = {}): Instead =>
  (_, path, url) =>
    path === "/address-rules"
      ? {
          status: 200,
          body: countryRules(url.searchParams.get("country_code") === "US" ? us : others),
        }
      : undefined;

const field = (name: RegExp) => screen.findByLabelText(name) as Promise<HTMLInputElement>;
const typeInto = async (name: RegExp, text: string) => {
  const box = await field(name);
  await userEvent.clear(box);
  if (text) await userEvent.type(box, text);
};
const next = async () => {
  for (const button of screen.getAllByRole("button", { name: "Next" })) await userEvent.click(button);
};
/** The fields that are named above the form as missing or wrong. */
const missing = async () =>
  within(await screen.findByRole("group", { name: /things? to look at/ }))
    .getAllByRole("button")
    .map((line) => line.textContent);
const choose = async (name: RegExp, typed: string) => {
  await userEvent.click(await field(name));
  await userEvent.type(screen.getByRole("combobox"), `${typed}{Enter}`);
};

/** What both need. */
async function fill(flow: keyof typeof flows) {
  await typeInto(/^First name/, "Siobhán");
  await typeInto(/^Last name/, "Ní Bhriain");
  await typeInto(/^E-mail/, "siobhan@guest.example");
  if (flow === "event") {
    await typeInto(/^Phone number|^Mobile|^Phone/, "+353 85 012 3456");
    await typeInto(/^Name of the event/, "Launch");
    await typeInto(/^Cost centre/, "4711");
  }
}

// clause: EVENT-29
test("an event asks for a person, an address, its name, a cost centre and remarks", async () => {
  flows.event(rules({ display_fields: [...countryRules({}).display_fields, "middle_name", "street_2"] }));
  await field(/^First name/);
  const labels = [...document.querySelectorAll<HTMLElement>(".form label, .form .label")].map(
    (label) => label.textContent ?? "",
  );
  for (const name of [
    /^Name of the event/,
    /^Cost centre/,
    /^First name/,
    /^Last name/,
    /^E-mail/,
    /phone|mobile/i,
    /^Country/,
    /^Street/,
    /^City/,
    /^State/,
    /^Postal|^Zip/i,
    /^Anything/,
  ]) {
    expect(
      labels.some((label) => name.test(label)),
      `${name} of ${labels}`,
    ).toBe(true);
  }
  expect(labels.some((label) => /^Middle|line 2/i.test(label))).toBe(false);
});

// clause: ACT-16
test("an activity asks for a person and an address, filled with what the guest gave before", async () => {
  flows.activity(undefined, {
    first_name: "Layla",
    last_name: "Haddad",
    email: "layla@guest.example",
    city: "Portland",
  });
  const value = async (name: RegExp) => (await field(name)).value;
  expect(await value(/^First name/)).toBe("Layla");
  expect(await value(/^Last name/)).toBe("Haddad");
  expect(await value(/^E-mail/)).toBe("layla@guest.example");
  expect(await value(/^City/)).toBe("Portland");
  for (const name of [/^Street/, /^State/, /^Zip|^Postal/i, /phone|mobile/i])
    expect(await field(name)).toBeTruthy();
  expect((await field(/^Country\s*$/)).textContent).toContain("United States");
  expect(screen.queryByLabelText(/^Anything/)).toBeNull();
});

// clause: EVENT-31
test("an event asks for the names that the rules list, and takes those that fit", async () => {
  const listed = rules({ required_guest_fields: ["last_name"], last_name_regex: "^[A-Z]+$" });
  // and no profile lists more of them
  flows.event((method, path, url, body) =>
    path.endsWith("/new-batch-booking") ? { status: 404, body: {} } : listed(method, path, url, body),
  );
  await field(/^First name/);
  await next();
  expect(await missing()).toEqual(expect.arrayContaining([expect.stringMatching(/^Last name/)]));
  expect(await missing()).not.toEqual(expect.arrayContaining([expect.stringMatching(/^First name/)]));
  await fill("event");
  await next();
  expect(sent()).toBeUndefined();
  await typeInto(/^Last name/, "BHRIAIN");
  await next();
  await waitFor(() => expect(sent()).toMatchObject({ last_name: "BHRIAIN", po_number: "4711" }));
});

describe.each(["event", "activity"] as const)("the form of an %s", (flow) => {
  const state_required = { state_required: true, state_optional: false };
  const listed = {
    ...state_required,
    property_eligible_states: [
      { id: "ME", state_code: "ME", name: "Maine", native_name: "Maine" },
      { id: "NH", state_code: "NH", name: "New Hampshire", native_name: "New Hampshire" },
    ],
  };

  test("asks for the state where it is not optional, from a list where there is one [EVENT-32] [ACT-19]", async () => {
    flows[flow](rules(listed));
    await fill(flow);
    expect((await field(/^State/)).tagName).toBe("BUTTON");
    await next();
    expect(await missing()).toEqual([expect.stringMatching(/^State/)]);
    expect(sent()).toBeUndefined();
    await choose(/^State/, "hamp");
    await next();
    await waitFor(() => expect(JSON.stringify(sent())).toContain('"state":"NH"'));
  });

  test("takes the state as typed, or none, where the rules have it so [EVENT-32] [ACT-19]", async () => {
    flows[flow](rules({}));
    await fill(flow);
    expect((await field(/^State/)).tagName).toBe("INPUT");
    await next();
    await waitFor(() => expect(JSON.stringify(sent())).toContain('"state":null'));
  });

  test("another country brings its rules and clears the state; the first is the property's [EVENT-34] [ACT-23]", async () => {
    flows[flow](rules(listed, { state_label: "county" }));
    await choose(/^State/, "maine");
    expect((await field(/^State/)).textContent).toContain("Maine");
    expect((await field(/^Country\s*$/)).textContent).toContain("United States");
    await choose(/^Country\s*$/, "irel");
    expect((await field(/^County/)).value).toBe("");
    await choose(/^Country\s*$/, "united states");
    await waitFor(async () => expect((await field(/^State/)).textContent).not.toContain("Maine"));
    const asked = mock?.calls.filter(({ url }) => url.pathname.endsWith("address-rules"));
    expect(asked?.map(({ url }) => url.searchParams.get("country_code"))).toEqual(["US", "IE"]);
  });

  test("says in the form, and not in a popup, that the rules cannot be had [EVENT-50] [ACT-38]", async () => {
    flows[flow]((_, path) => (path === "/address-rules" ? { status: 500, body: {} } : undefined));
    const told = await screen.findByRole("alert");
    expect(told.textContent).toBe("ErrorSomething went wrong. Please try again later");
    expect(screen.queryByRole("alertdialog")).toBeNull();
    // and the guest goes on with a form that any country can fill
    expect(await field(/^First name/)).toBeTruthy();
  });
});

// clause: EVENT-30, EVENT-35
test("an event without a name and a cost centre is not sent, and both are named", async () => {
  flows.event(rules({}));
  await fill("event");
  await typeInto(/^Name of the event/, " ");
  await typeInto(/^Cost centre/, "");
  await next();
  expect(await missing()).toEqual(["Name of the event", "Cost centre or order number"]);
  expect(document.activeElement).toBe(screen.getByRole("group", { name: "2 things to look at:" }));
  expect(sent()).toBeUndefined();
});

test("a card's number in an event's name or cost centre is told there, and signs that no eye sees stay behind", async () => {
  flows.event(rules({}));
  await fill("event");
  await typeInto(/^Cost centre/, "4111 1111 1111 1111");
  await next();
  expect(await missing()).toEqual([expect.stringMatching(/^Cost centre.*: Please leave out card numbers/)]);
  expect((await field(/^Cost centre/)).getAttribute("aria-invalid")).toBe("true");
  expect(sent()).toBeUndefined();
  await typeInto(/^Cost centre/, "\u202a47 \u202c 11 ");
  await next();
  await waitFor(() => expect(sent()).toMatchObject({ event_name: "Launch", po_number: "47 11" }));
});

test("what the server has against an event's name stands beside it, until that is mended", async () => {
  let errors: object[] = [{ field: "event_name", message: "Not valid" }];
  flows.event((method, path, url, body) =>
    path.includes("/contact-information/") && errors.length > 0
      ? refusal("UNACCEPTABLE", { errors })
      : rules({})(method, path, url, body),
  );
  await fill("event");
  await next();
  expect(await missing()).toEqual(["Name of the event: Not valid"]);
  const name = await field(/^Name of the event/);
  expect(name.closest(".field")?.textContent).toContain("Not valid");
  expect(screen.queryByText(/Something went wrong/)).toBeNull();
  await typeInto(/^Name of the event/, "Launch day");
  expect(screen.queryByRole("group", { name: /to look at/ })).toBeNull();
  errors = [];
  await next();
  const names = () =>
    mock?.calls.map(({ body }) => (body as { event_name?: string } | undefined)?.event_name);
  await waitFor(() => expect(names()).toContain("Launch day"));
});

// clause: EVENT-33
test("an event asks for the postal code where it is not optional, in the country's shape", async () => {
  flows.event(
    rules({ zipcode_required: true, zipcode_optional: false, zipcode_regex: "^\\d{5}$", zip_label: "zip" }),
  );
  await fill("event");
  await next();
  expect(await missing()).toEqual([expect.stringMatching(/zip/i)]);
  await typeInto(/^Zip/i, "123");
  await next();
  expect(sent()).toBeUndefined();
  await typeInto(/^Zip/i, "04101");
  await next();
  await waitFor(() => expect(sent()).toMatchObject({ zip_code: "04101" }));
});

// clause: EVENT-50
test("an event's contact that cannot be saved is told as an error, and stays as typed", async () => {
  flows.event((method, path, url, body) =>
    path.includes("/contact-information/") ? { status: 500, body: {} } : rules({})(method, path, url, body),
  );
  await fill("event");
  await next();
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("Something went wrong"));
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect((await field(/^First name/)).value).toBe("Siobhán");
});

test.each([
  ["event", "/events/event-steps/guest-information", "/events/event-steps/select-package"],
  ["activity", "/activities/activity-steps/guest-information", "/activities/activity-steps/activity-details"],
] as const)("what is corrected before it is saved is sent after it: %s", async (flow, form, other) => {
  let come: (told: Answer) => void = () => undefined;
  const held = new Promise<Answer>((resolve) => {
    come = resolve;
  });
  const names = () =>
    (mock?.calls ?? [])
      .filter(({ url }) => /contact-information|basic-info/.test(url.pathname))
      .map(({ body }) => JSON.stringify(body).match(/"first_name":"([^"]*)"/)?.[1]);
  flows[flow]((method, path, url, body) =>
    /contact-information|basic-info/.test(path) ? held : rules({})(method, path, url, body),
  );
  await fill(flow);
  await next();
  await waitFor(() => expect(names()).toHaveLength(1));
  act(() => navigate(other));
  await waitFor(() => expect(screen.queryByLabelText(/^First name/)).toBeNull());
  act(() => navigate(form));
  await typeInto(/^First name/, "Sinéad");
  await next();
  expect(names()).toEqual(["Siobhán"]);
  come({
    status: 200,
    body: { client_visible_data: { payment_types: cards }, price: activity().price },
  });
  await waitFor(() => expect(names()).toEqual(["Siobhán", "Sinéad"]));
});

// clause: ACT-25
test("an activity's payment opens at once, and offers the card when both answers are there", async () => {
  let answer: (told: Answer) => void = () => undefined;
  const held = new Promise<Answer>((resolve) => {
    answer = resolve;
  });
  mock = openActivity("guest-information", activity(), {
    instead: (method, path, url, body) =>
      path.includes("/basic-info/") ? held : rules({})(method, path, url, body),
  });
  await fill("activity");
  await next();
  expect(await screen.findByText("Holding your places")).toBeTruthy();
  expect(window.location.hash).toContain("/payments");
  expect(screen.queryByRole("group", { name: "Your card" })).toBeNull();
  // it has its place, above what is agreed to
  const place = document.querySelector(".types-to-come .card-host") as Element;
  const agreed = screen.getByText(/^You book with/);
  expect(place.compareDocumentPosition(agreed)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  answer({
    status: 200,
    body: { client_visible_data: { payment_types: cards }, price: activity().price },
  });
  expect(await screen.findByRole("group", { name: "Your card" })).toBeTruthy();
});
