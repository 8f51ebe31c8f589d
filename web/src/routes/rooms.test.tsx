import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { property } from "../api/mock/hotel";
import { installMock, type Mock, type MockOptions } from "../api/mock/install";
import { availability } from "../api/mock/offers";
import { refusal } from "../api/mock/refusal";
import type { WebsiteConfig } from "../api/types";
import { queries } from "../booking/queries";
import { App } from "./App";

/** What the pretended hotel says of a room. */
const DESCRIPTION = (room: string) =>
  (property.room_types.find(({ name }) => name === room)?.description ?? "").trim();

let mock: Mock;
const user = userEvent.setup();

/** The rooms of two nights for two; `more` is added to the address, `config` to the hotel's settings. */
async function rooms(more = "", config: Partial<WebsiteConfig> = {}, instead?: MockOptions["instead"]) {
  const hotel = { ...property, website_config: { ...property.website_config, ...config } };
  mock?.restore();
  mock = installMock({
    instead: (method, url, body) =>
      url.pathname === "/v4/properties/1" ? { status: 200, body: hotel } : instead?.(method, url, body),
  });
  queries.clear();
  const stay = `#/booking/search?from=2026-12-12&to=2026-12-14&guests=2${more}`;
  window.history.replaceState(null, "", `/?pc=HARB&property_id=1${stay}`);
  render(<App />);
  await user.click(await screen.findByRole("button", { name: "Search" }));
}

const shown = () => screen.queryAllByRole("article").map((room) => room.getAttribute("aria-label"));
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const ALL = ["Deluxe King", "Classic Queen", "Family Suite"];

/** A phone's window, as media queries see it. */
function onPhone() {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query.includes("48rem"),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

beforeEach(() => {
  window.sessionStorage.clear();
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => {
  cleanup();
  mock.restore();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

describe("in rows", () => {
  beforeEach(async () => {
    await rooms();
    await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" });
  });

  // clause: WIZ-01, WIZ-03, WIZ-14
  test("each step scrolls to the top and the line numbers the steps without gaps", async () => {
    const line = screen.getByRole("navigation", { name: "Booking steps" });
    expect(
      within(line)
        .getAllByRole("listitem")
        .map((step) => step.textContent),
    ).toEqual(["Select dates", "Select rooms", "Guest information", "Payments", "Confirmation"]);
    expect(within(line).getByText("Step 2 of 5")).toBeTruthy();
    const scroll = vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
    await user.click(button("Book, Deluxe King, Flexible"));
    await screen.findByText("Step 3 of 5");
    expect(scroll).toHaveBeenCalledWith({ top: 0 });
  });

  test("the step says what it asks for", () => {
    expect(screen.getByText("Pick one or more of the rooms to proceed to the next step.")).toBeTruthy();
  });

  test("dates and guests of the room, filters and the list are there [ROOMS-01]", async () => {
    const stay = within(screen.getByRole("group", { name: "Dates and guests" }));
    expect(stay.getByRole("button", { name: /^Check-in.*Dec 12/ })).toBeTruthy();
    expect(stay.getByRole("button", { name: /^Guests.*2 adults/ })).toBeTruthy();
    expect(button("Show filters")).toBeTruthy();
    await waitFor(() => expect(shown()).toEqual(ALL));
  });

  // clause: ROOMS-26
  test("price details show each night, taxes, fees and the total", async () => {
    await user.click(button(/^Price details.*Deluxe King, Flexible$/));
    const dialog = await screen.findByRole("dialog", { name: "Deluxe King, Flexible" });
    for (const text of [
      "Sat, Dec 12",
      "$245.20",
      "$233.20",
      "Sun, Dec 13",
      "$201.20",
      "$189.20",
      "Room with taxes, 2 nights",
      "$422.40",
      "$38.40",
      "$24.00",
      "$446.40",
      "The rate in more words.",
    ]) {
      expect(within(dialog).getByText(text)).toBeTruthy();
    }
  });

  test("rate details and room details tell everything [ROOMS-25]", async () => {
    await user.click(button(/^Rate details.*Deluxe King, Flexible$/));
    const rate = await screen.findByRole("dialog", { name: "Deluxe King, Flexible" });
    for (const text of [/The rate in more words/, "Room only", /Free to cancel until/, /Credit card/]) {
      expect(within(rate).getByText(text)).toBeTruthy();
    }
    await user.click(within(rate).getByRole("button", { name: "Close" }));
    await user.click(button(/everything in the room.*Deluxe King$/));
    const room = await screen.findByRole("dialog", { name: "Deluxe King" });
    for (const text of ["Wi-Fi", "Bathtub", /A desk, a kettle/]) {
      expect(within(room).getByText(text)).toBeTruthy();
    }
  });

  // clause: ROOMS-29
  test("a long description folds and unfolds", async () => {
    const room = screen.getByRole("article", { name: "Deluxe King" });
    const more = within(room).getByRole("button", { name: "show more" });
    const text = DESCRIPTION("Deluxe King");
    expect(more.parentElement?.textContent).toBe(`${text.slice(0, 150).trimEnd()}… show more`);
    await user.click(more);
    const less = within(room).getByRole("button", { name: "show less" });
    expect(less.parentElement?.textContent).toBe(`${text} show less`);
  });

  // clause: PRICE-01
  test("the whole stay with everything in it stands first, the night beneath", () => {
    const rate = screen.getByRole("group", { name: "Deluxe King, Flexible" });
    expect(within(rate).getByText("$446.40")).toBeTruthy();
    expect(within(rate).getByText("$223.20 a night")).toBeTruthy();
  });

  test("filters narrow the list when applied, are counted, and stand in the address [ROOMS-09, ROOMS-10, ROOMS-12, ROOMS-13]", async () => {
    await user.click(button("Show filters"));
    const panel = within(await screen.findByRole("dialog", { name: "Filters" }));
    await user.click(panel.getByRole("checkbox", { name: /^Queen bed/ }));
    await user.click(panel.getByRole("checkbox", { name: /^Bathtub/ }));
    await waitFor(() => expect(shown()).toEqual(ALL));
    await user.click(panel.getByRole("button", { name: "Apply" }));
    await waitFor(() => expect(shown()).toEqual(["Family Suite"]));
    expect(button("Show filters 2 filters applied")).toBeTruthy();
    expect(window.location.hash).toContain("bed_types=QUEEN");
    expect(window.location.hash).toContain("features=TUB");

    await user.click(button("Remove filter: Bathtub"));
    await waitFor(() => expect(shown()).toEqual(["Classic Queen", "Family Suite"]));
    expect(document.activeElement).toBe(button("Show filters 1 filter applied"));

    await user.click(button(/^Show filters/));
    const again = within(await screen.findByRole("dialog", { name: "Filters" }));
    expect((again.getByRole("checkbox", { name: /^Queen bed/ }) as HTMLInputElement).checked).toBe(true);
    await user.click(again.getByRole("button", { name: "Clear" }));
    await user.click(again.getByRole("button", { name: "Apply" }));
    await waitFor(() => expect(shown()).toEqual(ALL));
    expect(button("Show filters")).toBeTruthy();
  });

  test("the minimum bed count is a number once it is checked [ROOMS-11]", async () => {
    await user.click(button("Show filters"));
    const panel = within(await screen.findByRole("dialog", { name: "Filters" }));
    expect(panel.queryByRole("group", { name: "At least this many beds" })).toBeNull();
    await user.click(panel.getByRole("checkbox", { name: "2 beds or more" }));
    const more = panel.getByRole("button", { name: "More: At least this many beds" });
    await user.click(panel.getByRole("button", { name: "Fewer: At least this many beds" }));
    await user.click(more);
    expect(panel.getByText("2 of 3 rooms fit")).toBeTruthy();
    await user.click(panel.getByRole("button", { name: "Apply" }));
    await waitFor(() => expect(shown()).toEqual(["Deluxe King", "Family Suite"]));
    expect(button("Remove filter: 2 beds or more")).toBeTruthy();
  });

  test("a highest price takes digits and a point, and leaves the rates up to it [SEARCH-19]", async () => {
    await user.click(button("Show filters"));
    const panel = within(await screen.findByRole("dialog", { name: "Filters" }));
    const price = panel.getByRole("textbox", { name: /^Highest price/ });
    await user.type(price, "a3x40.55");
    expect((price as HTMLInputElement).value).toBe("340.5");
    await user.click(panel.getByRole("button", { name: "Apply" }));
    await waitFor(() => expect(shown()).toEqual(["Classic Queen"]));
  });

  test("filters that nothing passes say so and can be cleared [ROOMS-47, ROOMS-48]", async () => {
    act(() => {
      window.location.hash = `${window.location.hash}&bed_types=KING&categories=SUITE`;
    });
    await screen.findByText("No rooms match your filters.");
    await waitFor(() => expect(shown()).toEqual([]));
    await user.click(button("Clear filters"));
    await waitFor(() => expect(shown()).toEqual(ALL));
  });

  // clause: ROOMS-08
  test("another order cuts nothing from a list that stands", async () => {
    await waitFor(() => expect(document.querySelector(".list.growing")).toBeNull());
    const rates = [...document.querySelectorAll(".rate")];
    await user.selectOptions(screen.getByRole("combobox", { name: "Order" }), "Highest price first");
    await waitFor(() => expect(shown()).not.toEqual(ALL));
    expect(rates.length).toBeGreaterThan(6);
    expect(rates.filter((rate) => !rate.isConnected)).toEqual([]);
  });

  test("the price sorts rooms and rates up and down [ROOMS-08]", async () => {
    const order = screen.getByRole("combobox", { name: "Order" });
    await user.selectOptions(order, "Highest price first");
    await waitFor(() => expect(shown()).toEqual(["Family Suite", "Deluxe King", "Classic Queen"]));
    await user.selectOptions(order, "Lowest price first");
    await waitFor(() => expect(shown()).toEqual(["Classic Queen", "Deluxe King", "Family Suite"]));
    await user.selectOptions(order, "Recommended");
    await waitFor(() => expect(shown()).toEqual(ALL));
  });

  test("by rates, a rate's line shows and hides its prices, also after a reload [ROOMS-06, ROOMS-40, ROOMS-41]", async () => {
    await user.click(screen.getByRole("radio", { name: "By rate" }));
    await screen.findByRole("region", { name: "Advance" });
    expect(window.location.hash).toContain("display_by=byRates");
    const book = () => screen.queryAllByRole("button", { name: /^Book, .*, Flexible$/ });
    expect(book()).toHaveLength(0);
    await user.click(button("Flexible"));
    expect(book()).toHaveLength(3);
    expect(button("Flexible").getAttribute("aria-expanded")).toBe("true");
    expect(
      within(screen.getByRole("group", { name: "Deluxe King, Flexible" })).getByText("$446.40"),
    ).toBeTruthy();

    cleanup();
    queries.clear();
    render(<App />);
    await screen.findByRole("region", { name: "Flexible" });
    expect(book()).toHaveLength(3);
    await user.click(button("Flexible"));
    expect(book()).toHaveLength(0);
  });

  test("the flag that a booking is under way clears 200 ms after the step has moved [ROOMS-46, WIZ-27]", async () => {
    const real = window.setTimeout;
    const late: (() => void)[] = [];
    vi.spyOn(window, "setTimeout").mockImplementation(((run: () => void, ms?: number) =>
      ms === 200 ? late.push(run) : real(run, ms)) as typeof window.setTimeout);
    await user.click(button("Book, Deluxe King, Flexible"));
    await waitFor(() => expect(late).toHaveLength(1));
    expect(window.location.hash).toContain("guest-information");
    act(() => window.history.back());
    await screen.findByRole("button", { name: "Book, Classic Queen, Flexible" });
    expect(button("Book, Classic Queen, Flexible").getAttribute("aria-disabled")).toBe("true");
    act(() => late[0]?.());
    expect(button("Book, Classic Queen, Flexible").getAttribute("aria-disabled")).toBeNull();
  });
});

describe("several rooms with one choice", () => {
  const alike = { enable_multi_room_booking: true };
  const flexible = "Deluxe King, Flexible";
  const card = () => screen.getByRole("group", { name: flexible }).querySelector(".price b")?.textContent;

  test("price details are for all of them, as the card is [PRICE-06]", async () => {
    await rooms("&room_count=2", alike);
    await user.click(await screen.findByRole("button", { name: `Price details : ${flexible}` }));
    const dialog = await screen.findByRole("dialog", { name: flexible });
    await within(dialog).findByText("Room with taxes, 2 rooms, 2 nights");
    expect(card()).toBe("$892.80");
    for (const text of ["$490.40", "$402.40", "$844.80", "$48.00", "$76.80", "$892.80"]) {
      expect(within(dialog).getByText(text)).toBeTruthy();
    }
  });

  test("a changed price is asked about for all of them [API-27]", async () => {
    await rooms("&room_count=2", alike, (_, url) =>
      url.pathname.endsWith("set-rate")
        ? refusal("PRICE_CHANGED", {
            quotes: [{ rate_details: [], price_summary: { total_amount_after_tax_and_fee: 456.4 } }],
          })
        : undefined,
    );
    await user.click(await screen.findByRole("button", { name: `Book, ${flexible}` }));
    const dialog = await screen.findByRole("alertdialog", { name: "The price has changed" });
    expect(dialog.querySelector("s")?.textContent).toBe(card());
    expect(dialog.querySelector("dd b")?.textContent).toBe("$912.80");
  });
});

test("while rooms load their shape is there, and screen readers are told [ROOMS-02]", async () => {
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const slow: MockOptions["instead"] = (_, url) =>
    url.pathname.includes("mini-rates") ? asked.then(() => ({ status: 500, body: {} })) : undefined;
  await rooms("", {}, slow);
  const loading = (await screen.findByText("Rooms are loading")).closest("[aria-busy]");
  expect(loading?.querySelectorAll(".skeleton").length).toBeGreaterThan(0);
  answer();
  await screen.findByText("The rooms could not be loaded.");
  expect(screen.queryByText("Rooms are loading")).toBeNull();
});

test("a room that is held late leads nobody away who has gone back meanwhile", async () => {
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await rooms("", {}, (_, url) =>
    url.pathname.endsWith("/set-rate") ? held.then(() => undefined) : undefined,
  );
  await user.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
  act(() => window.history.back());
  await screen.findByRole("button", { name: "Search" });
  answer();
  await screen.findByText("Deluxe King is in your stay.");
  expect(window.location.hash).toContain("booking/search");
});

test("a room that could not be taken is told to whoever has turned to another one meanwhile", async () => {
  let answer: () => void = () => undefined;
  const refused = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await rooms("&room_count=2", { enable_multi_room_booking: false }, (method, url) =>
    method === "POST" && url.pathname.endsWith("/set-rate")
      ? refused.then(() => ({ status: 500, body: {} }))
      : undefined,
  );
  await user.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
  await user.click(screen.getByRole("tab", { name: /Room 2/ }));
  answer();
  const told = await screen.findByRole("alert");
  expect(told.textContent).toContain("Room 1 The room could not be taken.");
  await user.click(within(told).getByRole("button", { name: "Room 1" }));
  expect((await screen.findByRole("alert")).textContent).toContain("The room could not be taken.");
  expect(screen.getByRole("tab", { name: /Room 1/ }).getAttribute("aria-selected")).toBe("true");
});

test("guests or dates touched while a search is on its way give it up", async () => {
  const answers: (() => void)[] = [];
  let answered = 0;
  await rooms("&room_count=2", {}, (_, url) =>
    url.searchParams.get("count") === "2"
      ? new Promise<void>((resolve) => {
          answers.push(resolve);
        }).then(() => {
          answered += 1;
          return undefined;
        })
      : undefined,
  );
  for (const change of ["Rooms and guests", "Check-in"]) {
    await waitFor(() => expect(button("Search").getAttribute("aria-disabled")).toBe("true"));
    await user.click(button(new RegExp(`^${change}`)));
    expect(button("Search").getAttribute("aria-disabled"), change).not.toBe("true");
    for (const answer of answers.splice(0)) answer();
    await waitFor(() => expect(answered).toBe(change === "Check-in" ? 2 : 1));
    expect(window.location.hash).toContain("booking/search");
    await user.click(button("Search"));
  }
  await waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.();
  await waitFor(() => expect(window.location.hash).toContain("select-rooms"));
});

test("a search that is answered late leads nobody away who has gone on meanwhile", async () => {
  let answer: () => void = () => undefined;
  let answered = false;
  const opened = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await rooms("&room_count=2", { enable_search_reservation: true }, (_, url) =>
    url.searchParams.get("count") === "2"
      ? opened.then(() => {
          answered = true;
          return undefined;
        })
      : undefined,
  );
  await user.click(button("Search Reservation"));
  await user.type(await screen.findByLabelText(/^Last name/), "Ní");
  answer();
  await waitFor(() => expect(answered).toBe(true));
  expect(window.location.hash).toContain("search-reservation");
  expect(screen.getByLabelText<HTMLInputElement>(/^Last name/).value).toBe("Ní");
});

test("a phone's filter panel has a Close button besides Clear and Apply [ROOMS-12]", async () => {
  onPhone();
  await rooms();
  await user.click(await screen.findByRole("button", { name: "Show filters" }));
  const panel = within(await screen.findByRole("dialog", { name: "Filters" }));
  await user.click(panel.getByRole("checkbox", { name: /^Queen bed/ }));
  expect(panel.getByRole("button", { name: "Apply" })).toBeTruthy();
  expect(panel.getByRole("button", { name: "Clear" })).toBeTruthy();
  // closed by its own button, not by the cross of every dialog
  const close = panel.getAllByRole("button", { name: "Close" });
  expect(close).toHaveLength(2);
  await user.click(close[1] as HTMLElement);
  expect(screen.queryByRole("dialog")).toBeNull();
  await waitFor(() => expect(shown()).toEqual(ALL));
});

test("in tiles the rates open with a tap and stay open [ROOMS-07, ROOMS-29, ROOMS-41]", async () => {
  await rooms("", { rate_display_type: "GRID_VIEW" });
  await screen.findByRole("article", { name: "Deluxe King" });
  const tile = () => within(screen.getByRole("article", { name: "Deluxe King" }));
  expect(tile().queryByRole("group", { name: /^Deluxe King, / })).toBeNull();
  const text = DESCRIPTION("Deluxe King");
  expect(text.length).toBeGreaterThan(178);
  expect(tile().getByText(/^Deluxe King: quiet/).textContent).toBe(`${text.slice(0, 177).trimEnd()}…`);
  await user.click(tile().getByRole("button", { name: "Show 3 rates, Deluxe King" }));
  expect(tile().getAllByRole("group", { name: /^Deluxe King, / })).toHaveLength(3);

  cleanup();
  queries.clear();
  render(<App />);
  await screen.findByRole("article", { name: "Deluxe King" });
  expect(tile().getAllByRole("group", { name: /^Deluxe King, / })).toHaveLength(3);
  expect(button("Show 3 rates, Classic Queen")).toBeTruthy();
});

test("a tile's pictures turn, beside amenities and details [ROOMS-27]", async () => {
  await rooms("", { rate_display_type: "GRID_VIEW" });
  await user.click(await screen.findByRole("button", { name: /everything in the room.*Deluxe King$/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Deluxe King" }));
  expect(dialog.getByText("1 / 2")).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Next picture of Deluxe King" }));
  expect(dialog.getByText("2 / 2")).toBeTruthy();
  expect(
    dialog.getByRole("button", { name: "Next picture of Deluxe King" }).getAttribute("aria-disabled"),
  ).toBe("true");
  dialog.getByRole("list", { name: "Pictures" }).focus();
  await user.keyboard("{ArrowLeft}");
  expect(dialog.getByText("1 / 2")).toBeTruthy();
  for (const text of ["Bathtub", /A desk, a kettle/]) expect(dialog.getByText(text)).toBeTruthy();
});

const LONG = "A rate in very many words, one after the other, so that it has to be cut somewhere. ".repeat(3);

/** Every rate has a long text. */
const wordy: MockOptions["instead"] = (_, url) => {
  if (!url.pathname.includes("mini-rates")) return undefined;
  const answer = availability(url.searchParams);
  for (const room of answer.rate_details) for (const rate of room.rate_codes) rate.additional_details = LONG;
  return { status: 200, body: answer };
};

test.each([
  ["list", "LIST_VIEW", false, 160],
  ["grid", "GRID_VIEW", false, 100],
  ["phone", "LIST_VIEW", true, 90],
] as const)("rate texts are cut by view: %s [ROOMS-30]", async (_, rate_display_type, phone, length) => {
  if (phone) onPhone();
  await rooms("&display_by=byRates", { rate_display_type }, wordy);
  const rate = within(await screen.findByRole("region", { name: "Flexible" }));
  const text = rate.getByText(/^A rate in very many words/).textContent?.trim() ?? "";
  expect(text).toBe(`${LONG.slice(0, length).trimEnd()}…`);
});

test("in tiles by rates a room's text is cut at 64 characters [ROOMS-30]", async () => {
  await rooms("&display_by=byRates", { rate_display_type: "GRID_VIEW" });
  const tile = within(await screen.findByRole("group", { name: "Deluxe King, Advance" }));
  const text = tile.getByText(/^Deluxe King: quiet/).textContent ?? "";
  expect(text).toMatch(/^.{60,64}…$/);
});

test("from Google the price says that taxes and fees are in it, whatever the hotel's setting [ROOMS-14]", async () => {
  const without = { display_tax_inclusive_rate_on_booking_engine: false };
  await rooms("", without);
  await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" });
  const rate = () => within(screen.getByRole("group", { name: "Deluxe King, Flexible" }));
  expect(rate().getByText("$192.00 a night before tax")).toBeTruthy();
  cleanup();
  await rooms("&rate_code=GOOGLE", without);
  await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" });
  expect(rate().getByText("$446.40")).toBeTruthy();
  expect(rate().getByText("Total with taxes and fees · $223.20 a night")).toBeTruthy();
});

test("rn_code marks its room and puts it first; one that filters take out is named [ROOMS-16, ROOMS-47]", async () => {
  await rooms("&rn_code=FAMILY_SUITE");
  const room = await screen.findByRole("article", { name: "Family Suite" });
  expect(shown()[0]).toBe("Family Suite");
  expect(room.getAttribute("aria-current")).toBe("true");
  expect(within(room).getByText("The room you came for")).toBeTruthy();
  act(() => {
    window.location.hash = `${window.location.hash}&categories=STANDARD`;
  });
  await screen.findByText("This room does not match your filters.", { exact: false });
  await waitFor(() => expect(shown()).toEqual(["Deluxe King", "Classic Queen"]));
});

test.each(["LIST_VIEW", "GRID_VIEW"])(
  "by rates rn_code marks its room, first at each of them, in a %s too [ROOMS-16]",
  async (rate_display_type) => {
    await rooms("&display_by=byRates&sort=asc&rn_code=FAMILY_SUITE", { rate_display_type });
    const rate = within(await screen.findByRole("region", { name: "Advance" }));
    const [first, second] = rate.getAllByRole("group");
    if (!first || !second) throw new Error("every room is sold at this rate");
    expect(first.getAttribute("aria-label")).toMatch(/^Family Suite/);
    expect(first.getAttribute("aria-current")).toBe("true");
    expect(within(first).getByText("The room you came for")).toBeTruthy();
    expect(second.getAttribute("aria-current")).toBeNull();
    expect(within(second).queryByText("The room you came for")).toBeNull();
  },
);

test("rate_id leaves only its rates; where that is none, every rate is a tap away [ROOMS-17, ROOMS-47]", async () => {
  await rooms("&rate_id=ADVANCE");
  await screen.findByRole("button", { name: "Book, Deluxe King, Advance" });
  expect(screen.queryByRole("button", { name: "Book, Deluxe King, Flexible" })).toBeNull();
  act(() => {
    window.location.hash = window.location.hash.replace("rate_id=ADVANCE", "rate_id=NO_SUCH");
  });
  await screen.findByText("No room is sold at the rate you asked for on these dates.");
  await user.click(button("Show every rate"));
  await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" });
});

// clause: CUR-02
test.each([
  ["", null, "status"],
  [" and of what it lets go", "Book, Deluxe King, Flexible", "alert"],
])("another currency is told of once, where it leads%s", async (_, book, role) => {
  const euro = { code: "EUR", name: "Euro", name_plural: "euros", symbol: "€", symbol_native: "€" };
  await rooms("&currency=USD", { enable_multi_currency_support: true }, (_, url) =>
    url.pathname.endsWith("/currencies")
      ? { status: 200, body: { currencies: [{ ...euro, decimal_digits: 2, rounding: 0 }] } }
      : undefined,
  );
  await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" });
  if (book) {
    await user.click(button(book));
    await waitFor(() => expect(window.location.hash).toContain("guest-information"));
  }
  await user.click(button(/^Currency: USD/));
  await user.click(await screen.findByRole("option", { name: /Euro/ }));
  const [told, ...again] = await screen.findAllByText(/^Prices are in EUR now\./);
  expect(again).toHaveLength(0);
  // who logs in comes back to this address
  expect(window.location.hash).not.toContain("currency=");
  expect(told?.closest("[role]")?.getAttribute("role")).toBe(role);
  const held = book ? " The rooms and add-ons you had chosen are no longer held for you." : "";
  expect(told?.textContent).toBe(
    `Prices are in EUR now.${held} Your dates and guests are still here: please search once more.`,
  );
  // and it goes with the next search
  await user.click(button("Search"));
  await waitFor(() => expect(document.querySelector(".notice")).toBeNull());
});
