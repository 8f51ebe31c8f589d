import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import type { Property } from "../../api";
import type { Answer } from "../../api/mock/handle";
import { property } from "../../api/mock/hotel";
import { availability } from "../../api/mock/offers";
import { refusal } from "../../api/mock/refusal";
import { LiveRegion } from "../../ui";
import type { Deal } from "../deal";
import { chosen, renderStep, room } from "../test-step";
import { discountOf } from "./find-code";
import { SearchStep } from "./SearchStep";
import { WHO_PAYS } from "./useSearch";

beforeEach(() => sessionStorage.clear());

type Flags = Partial<Property["website_config"]>;
const all: Flags = {
  disable_discount_flow: false,
  enable_company_booking: true,
  enable_group_member_reservation_booking: true,
};
const found = { status: 200, body: { company_pays: "true", company_id: "ACME", name: "Acme" } };

function search(answers: Readonly<Record<string, Answer>> = {}, flags: Flags = all) {
  const config = { ...property.website_config, ...flags };
  return renderStep("search", () => <SearchStep />, {
    state: { search: chosen([room(1)]).search ?? null },
    property: { website_config: config },
    answer: (_, path) => Object.entries(answers).find(([part]) => path.includes(part))?.[1],
  });
}

const field = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
const typed = (name: string) => field(name).value;

async function type(name: string, code: string) {
  await userEvent.click(screen.getByRole("button", { name: "I have a code" }));
  await userEvent.type(field(name), code);
}

async function searchFor(name: string, code: string) {
  await type(name, code);
  await userEvent.click(screen.getByRole("button", { name: "Search" }));
}

// clause: SEARCH-01, SEARCH-15
test.each<[Flags, string[]]>([
  [{ disable_discount_flow: false }, ["Promo code"]],
  [{ enable_company_booking: true }, ["Company code"]],
  [{ enable_group_member_reservation_booking: true }, ["Group code"]],
])("with %o only that code is asked for", async (flags, names) => {
  const off = { disable_discount_flow: true, enable_company_booking: false };
  search({}, { ...off, enable_group_member_reservation_booking: false, ...flags });
  await userEvent.click(screen.getByRole("button", { name: "I have a code" }));
  expect(
    screen.getAllByRole("textbox").map((box) => (box as HTMLInputElement).labels?.[0]?.textContent?.trim()),
  ).toEqual(names);
});

// clause: SEARCH-15
test("a hotel without codes asks for none", () => {
  search({}, { disable_discount_flow: true });
  expect(screen.queryByRole("button", { name: "I have a code" })).toBeNull();
});

// clause: SEARCH-13, SEARCH-14, SEARCH-20
test("typing in one code clears the others, in capital letters", async () => {
  search();
  await type("Promo code", "win-ter15");
  expect(typed("Promo code")).toBe("WINTER15");
  await userEvent.type(field("Company code"), "acme");
  expect([typed("Promo code"), typed("Company code")]).toEqual(["", "ACME"]);
  await userEvent.type(field("Group code"), "سكي");
  expect(typed("Company code")).toBe("");
  expect(typed("Group code")).toBe("سكي");
});

test("a code of spaces alone is none", async () => {
  const page = search();
  await searchFor("Promo code", "  ");
  await waitFor(() => expect(page.went()).toBe("rooms"));
  expect(page.state().deal).toBeNull();
});

describe("a promo code", () => {
  // clause: SEARCH-30
  test("that is valid leads to the rooms with its discount", async () => {
    const body = [{ discount_id: "D1", name: "Winter", validation_status: "VALID" }];
    const page = search({ "check-discounts": { status: 200, body } });
    await searchFor("Promo code", "winter15");
    await waitFor(() => expect(page.went()).toBe("rooms"));
    expect(page.state().deal).toMatchObject({ kind: "promo", code: "WINTER15", id: "D1", name: "Winter" });
  });

  // clause: ERR-11, ERR-12, ERR-17
  test.each<[string, Answer, string[]]>([
    [
      "restrictions",
      { status: 200, body: [{ text: "Two nights." }, { text: "In winter." }] },
      ["Two nights.", "In winter."],
    ],
    ["nothing", { status: 200, body: [] }, ["No Valid Discount Found"]],
    ["a failure", { status: 500, body: {} }, ["No Valid Discount Found"]],
  ])("answered with %s keeps the guest on the search", async (_, answer, words) => {
    const page = search({ "check-discounts": answer });
    await searchFor("Promo code", "winter15");
    const alert = await screen.findByRole("alert");
    for (const text of words) expect(alert.textContent).toContain(text);
    expect(page.went()).toBeNull();
    expect(typed("Promo code")).toBe("WINTER15");
  });

  test("that is not valid is said until another is typed, or none", async () => {
    search({ "check-discounts": { status: 200, body: [] } });
    await searchFor("Promo code", "winter15");
    await screen.findByRole("alert");
    await userEvent.type(field("Promo code"), "6");
    expect(screen.queryByRole("alert")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Search" }));
    await screen.findByRole("alert");
    await userEvent.click(screen.getByRole("button", { name: "No code" }));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("that is not valid for a search is nothing said of another one", async () => {
    search({ "check-discounts": { status: 200, body: [] } });
    await searchFor("Promo code", "winter15");
    await screen.findByRole("alert");
    await userEvent.click(screen.getByRole("button", { name: /^Rooms and guests/ }));
    await userEvent.click(await screen.findByRole("button", { name: /^More: Adults/ }));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  // clause: ERR-12
  test("counts by its first entry", () => {
    const valid = { discount_id: "D", name: "Winter", validation_status: "VALID" };
    expect(discountOf([valid, { text: "no" }], "W")).toMatchObject({ id: "D" });
    expect(discountOf([{ text: "no" }, valid], "W")).toEqual({ texts: ["no"] });
  });
});

describe("a company code", () => {
  // clause: SEARCH-21, SEARCH-22
  test("of one that pays asks who does", async () => {
    const page = search({ "check-mop": found });
    await searchFor("Company code", "acme");
    await waitFor(() => expect(page.went()).toBe(WHO_PAYS));
    expect(page.state().asking?.company).toEqual({ code: "ACME", id: "ACME", name: "Acme" });
    expect(page.state().deal).toBeNull();
  });

  test("asks no more once the form asks for something else", async () => {
    const page = search({ "check-mop": found });
    await searchFor("Company code", "acme");
    await waitFor(() => expect(page.state().asking).not.toBeNull());
    await userEvent.click(screen.getByRole("button", { name: /^Rooms and guests/ }));
    const more = await screen.findByRole("button", { name: /^More: Adults/ });
    expect(page.state().asking).not.toBeNull();
    await userEvent.click(more);
    expect(page.state().asking).toBeNull();
  });

  // clause: SEARCH-26
  test("of one that does not pay goes on with GUEST", async () => {
    const page = search({ "check-mop": { ...found, body: { ...found.body, company_pays: false } } });
    await searchFor("Company code", "acme");
    await waitFor(() => expect(page.went()).toBe("rooms"));
    expect(page.state().deal).toMatchObject({ kind: "company", mop: "GUEST" });
  });

  // clause: SEARCH-27
  test.each([404, 500])("answered with %i is not found", async (status) => {
    const page = search({ "check-mop": { status, body: { message: "no" } } });
    await searchFor("Company code", "nobody");
    expect((await screen.findByRole("alert")).textContent).toBe("Company not found");
    expect(page.went()).toBeNull();
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });
});

// clause: SEARCH-27, SEARCH-30
test.each([
  ["Promo code", "check-discounts", 0],
  ["Company code", "check-mop", 0],
  ["Group code", "mini-rates", 0],
  ["Promo code", "check-discounts", 503],
  ["Company code", "check-mop", 502],
  ["Group code", "mini-rates", 504],
])("a %s that nobody answered for (%s: %i) is not called wrong", async (field, call, status) => {
  const page = search({ [call]: { status, body: {} } });
  await searchFor(field, "winter15");
  expect((await screen.findByRole("alert")).textContent).toBe(
    "The search could not be started. Please try again.",
  );
  expect(page.went()).toBeNull();
});

test.each([
  ["Promo code", "check-discounts"],
  ["Company code", "check-mop"],
  ["Group code", "mini-rates"],
])("after too many a %s waits, and the guest is told so (%s)", async (field, call) => {
  const page = search({ [call]: refusal("TOO_MANY") });
  await searchFor(field, "winter15");
  expect((await screen.findByRole("alert")).textContent).toBe("Too many requests. Please wait a moment.");
  expect(page.went()).toBeNull();
});

// clause: SEARCH-28
test.each<[string, Deal]>([
  ["company", { kind: "company", code: "ACME", id: "ACME", name: "Acme", mop: "COMPANY" }],
  ["promo", { kind: "promo", code: "WINTER15", id: "D1", name: "Winter" }],
  ["group", { kind: "group", code: "SKICLUB", id: "B1", name: "Ski club" }],
])(
  "a search without the %s code of the one before begins a booking of its own, whatever was chosen",
  async (_, deal) => {
    const config = { ...property.website_config, ...all };
    const page = renderStep("search", () => <SearchStep />, {
      // choosing a room failed, or it was taken out: its company may stand on the session all the same
      state: { ...chosen([room(1)]), selected: [], deal },
      property: { website_config: config },
    });
    await userEvent.click(screen.getByRole("button", { name: "No code" }));
    await userEvent.click(screen.getByRole("button", { name: "Search" }));
    await waitFor(() => expect(page.went()).toBe("rooms"));
    expect(page.state().deal).toBeNull();
    expect(page.state().batch?.batch_id).toBe("batch-1");
  },
);

describe("a group code", () => {
  const answer = (block: { id: string | null; group_name: string | null }): Answer => ({
    status: 200,
    body: {
      ...availability(
        new URLSearchParams("check_in_date=2026-12-12&check_out_date=2026-12-15&number_of_persons=2"),
      ),
      group_block: block,
    },
  });

  // clause: SEARCH-28, SEARCH-31
  test("that is known leads to the rooms", async () => {
    const page = search({ "mini-rates": answer({ id: "B1", group_name: "Ski club" }) });
    await searchFor("Group code", "skiclub");
    await waitFor(() => expect(page.went()).toBe("rooms"));
    expect(page.state().deal).toMatchObject({ kind: "group", code: "SKICLUB", id: "B1", name: "Ski club" });
  });

  // clause: ERR-11, ERR-17
  test.each<[string, Answer]>([
    ["unknown", answer({ id: null, group_name: null })],
    ["answered with a failure", { status: 500, body: {} }],
  ])("that is %s is not found", async (_, response) => {
    const page = search({ "mini-rates": response });
    await searchFor("Group code", "nobody");
    expect((await screen.findByRole("alert")).textContent).toBe("No Group Code found");
    expect(page.went()).toBeNull();
  });
});

test.each([
  ["Promo code", { "check-discounts": { status: 200 as const, body: [] } }],
  ["Company code", { "check-mop": { status: 404, body: {} } }],
  ["Group code", { "mini-rates": { status: 500, body: {} } }],
])("a refused %s is marked at its own field, which is read with the reason", async (name, answers) => {
  search(answers);
  await searchFor(name, "nobody");
  const alert = await screen.findByRole("alert");
  const marked = () => screen.getAllByRole("textbox").filter((box) => box.getAttribute("aria-invalid"));
  expect(marked()).toEqual([field(name)]);
  expect(field(name).getAttribute("aria-describedby")).toBe(alert.id);
  await userEvent.type(field(name), "6");
  expect(marked()).toEqual([]);
  expect(field(name).getAttribute("aria-describedby")).toBeNull();
});

describe("the calendar", () => {
  const full = () => document.querySelector('[data-day="2026-12-24"]');
  const open = async () => {
    await userEvent.click(screen.getByRole("button", { name: /^Check-in/ }));
    await waitFor(() => expect(full()).toBeTruthy());
  };

  test.each(["Company code", "Group code"])(
    "knows no days of a %s: all can be chosen, none has a price",
    async (name) => {
      const page = search();
      await type(name, "skiclub");
      await open();
      await waitFor(() =>
        expect(page.calls().some((call) => call.includes("lowest-rate-calendar"))).toBe(true),
      );
      await screen.findByText("The days and prices of your code show with the rooms, after Search");
      expect(full()?.getAttribute("aria-disabled")).toBeNull();
      expect(document.querySelector(".drop")?.textContent).not.toContain("$");
      // without the code the house is full again
      await userEvent.click(screen.getByRole("button", { name: "No code" }));
      await waitFor(() => expect(full()?.getAttribute("aria-disabled")).toBe("true"));
    },
  );

  test("with a promo code is everybody's: it lowers prices and opens no day", async () => {
    search();
    await type("Promo code", "winter15");
    await open();
    await waitFor(() => expect(full()?.getAttribute("aria-disabled")).toBe("true"));
  });
});

describe("who will pay", () => {
  function asked(answer?: Parameters<typeof renderStep>[2]["answer"]) {
    const stay = chosen([room(1)]).search;
    if (!stay) throw new Error("a search");
    const asking = { search: stay, company: { code: "ACME", id: "ACME", name: "Acme" } };
    const config = { ...property.website_config, ...all };
    return renderStep("search", () => <SearchStep whoPays />, {
      state: { asking },
      property: { website_config: config },
      ...(answer && { answer }),
    });
  }

  // clause: SEARCH-23, SEARCH-24, SEARCH-28
  test.each([
    ["Guest will pay", "GUEST"],
    ["Company will pay", "COMPANY"],
  ])("%s goes on with %s", async (name, mop) => {
    const page = asked();
    await userEvent.click(await screen.findByRole("button", { name }));
    await waitFor(() => expect(page.went()).toBe("rooms"));
    const deal = { kind: "company", code: "ACME", id: "ACME", name: "Acme", language: "en_US", mop };
    expect(page.state().deal).toEqual(deal);
    expect(page.state().asking).toBeNull();
  });

  test("a second failure is told like the first, and neither twice", async () => {
    render(<LiveRegion />);
    let held: (() => void) | null = null;
    asked((_, path) =>
      path.includes("new-batch-booking")
        ? new Promise((fail) => {
            held = () => fail({ status: 503, body: {} });
          })
        : undefined,
    );
    for (const _ of ["once", "twice"]) {
      held = null;
      await userEvent.click(await screen.findByRole("button", { name: "Guest will pay" }));
      await waitFor(() => expect(held).not.toBeNull());
      expect(screen.queryByRole("alert")).toBeNull();
      act(() => held?.());
      await screen.findAllByRole("alert");
      expect(document.querySelector("[data-live]")?.textContent).toBe("");
    }
  });

  // clause: SEARCH-25
  test("closed is the search as it was filled, and nothing goes on", async () => {
    const page = asked();
    await userEvent.click(await screen.findByRole("button", { name: "Close" }));
    expect(page.went()).toBe("search");
    expect(page.state()).toMatchObject({ deal: null, asking: null, search: null });
    expect(page.calls().some((call) => call.includes("new-batch-booking"))).toBe(false);
    expect(typed("Company code")).toBe("ACME");
    // nothing on the page had opened it
    await waitFor(() => expect(document.activeElement?.tagName).toBe("MAIN"));
  });
});

test("the foot is out of sight only while a search runs by itself", async () => {
  let fail: () => void = () => undefined;
  renderStep("search", () => <SearchStep />, {
    state: { search: chosen([room(1)]).search ?? null, autoSearch: true },
    answer: (_, path) =>
      path.includes("new-batch-booking")
        ? new Promise((answer) => {
            fail = () => answer({ status: 503, body: {} });
          })
        : undefined,
  });
  const passing = () => screen.getAllByRole("main").some((main) => main.matches("[data-passing]"));
  const ready = fail;
  await waitFor(() => expect(fail).not.toBe(ready));
  expect(passing()).toBe(true);
  await act(async () => fail());
  await screen.findByRole("alert");
  expect(passing()).toBe(false);
  const guests = screen.getByRole("button", { name: /^Rooms and guests/ });
  await userEvent.click(guests);
  await userEvent.click(await screen.findByRole("button", { name: /^More: Adults/ }));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(passing()).toBe(false);
  await userEvent.click(screen.getByRole("button", { name: "Search" }));
  expect(passing()).toBe(false);
});

test("the foot is there once the guest takes over a search that runs by itself", async () => {
  renderStep("search", () => <SearchStep />, {
    state: { search: chosen([room(1)]).search ?? null, autoSearch: true },
    answer: (_, path) => (path.includes("new-batch-booking") ? new Promise(() => undefined) : undefined),
  });
  await waitFor(() => expect(document.querySelector("main[data-passing]")).toBeTruthy());
  await userEvent.click(screen.getByRole("button", { name: /^Check-in/ }));
  expect(document.querySelector("main[data-passing]")).toBeNull();
});
