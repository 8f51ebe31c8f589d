import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clearFailure, holding } from "../api";
import type { Answer } from "../api/mock/handle";
import { property } from "../api/mock/hotel";
import { installMock, type Mock, type MockOptions } from "../api/mock/install";
import { member } from "../api/mock/member";
import { refusal } from "../api/mock/refusal";
import { confirmed } from "../booking/confirmation/test-room";
import { keep } from "../booking/persist";
import { resetPosition } from "../booking/position";
import { queries } from "../booking/queries";
import { makeSearch } from "../booking/search-data";
import { type BookingState, bookingReducer, emptyBooking } from "../booking/state";
import { chosen, room } from "../booking/test-step";
import { SESSION_MS, TELL_MS, WARNING_MS } from "../shell/session";
import { App } from "./App";
import { navigate } from "./address";

let mock: Mock;
const user = userEvent.setup();
// a machine that is busy with other tests takes its time
const eventually = (check: () => void) => vi.waitFor(check, 60_000);
const HOTEL = "/?pc=HARB&property_id=1";

beforeEach(() => {
  window.sessionStorage.clear();
  queries.clear();
  Element.prototype.scrollIntoView = vi.fn();
  // as the server writes it
  document.documentElement.lang = "en";
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  mock.restore();
  clearFailure();
  document.documentElement.dir = "ltr";
  window.history.replaceState(null, "", "/");
});

function open(address: string, options: MockOptions = {}) {
  mock = installMock(options);
  window.history.replaceState(null, "", address);
  return render(<App />);
}
/** The booking that the tab has kept, as the server knows it. */
const reads = (body: object): MockOptions => ({
  instead: (method, url) =>
    method === "GET" && url.pathname.endsWith("new-batch-booking/b") ? { status: 200, body } : undefined,
});
const paths = () =>
  mock.calls.map((call) => `${call.method} ${call.url.pathname.replace("/v4/properties/1", "")}`);
const stay = `${HOTEL}#/booking/search?from=2026-12-12&to=2026-12-14&guests=2`;

async function toRooms(address = stay, options: MockOptions = {}) {
  open(address, options);
  await user.click(await screen.findByRole("button", { name: "Search" }));
  await screen.findByRole("heading", { name: /Choose (your )?room/ });
}

// clause: ROUTE-02, ROUTE-13, ROUTE-14
test.each(["", "#/", "#/nowhere", "#/booking", "#/booking/nowhere"])(
  "the address %s leads to the search",
  async (hash) => {
    open(`${HOTEL}${hash}`);
    await screen.findByRole("button", { name: "Search" });
    await eventually(() => expect(window.location.hash).toBe("#/booking/search"));
    expect(window.location.search).toBe("?pc=HARB&property_id=1");
  },
);

// clause: START-01, START-02
test("an address without a hotel says so and calls nobody", async () => {
  open("/?pc=HARB");
  await screen.findByRole("heading", { name: "This link is not complete" });
  expect(mock.calls).toEqual([]);
});

// clause: START-01
test("one hotel's code with another's number opens neither", async () => {
  open("/?pc=NOOR&property_id=1");
  await screen.findByRole("heading", { name: "This link is not complete" });
});

// clause: START-04
test("key and token go with the property and the batch", async () => {
  open(`${HOTEL}&key=k1&token=t1`);
  await screen.findByRole("button", { name: "Search" });
  const asked = mock.calls.filter(
    (call) => call.url.searchParams.get("key") === "k1" && call.url.searchParams.get("token") === "t1",
  );
  expect(asked.map((call) => call.url.pathname)).toEqual([
    "/v4/properties/1",
    "/v4/properties/1/booking-engine/new-batch-booking",
  ]);
});

test.each(["ar", "fr", "en-XR"])("the loader of a page in %s says nothing in another language", (lang) => {
  document.documentElement.lang = lang;
  open(`${HOTEL}&pn=Harbour`);
  expect(screen.getByRole("status").textContent).toBe(
    lang === "en-XR" ? "HarbourLoading Harbour" : "Harbour",
  );
});

// clause: START-20, START-05
test("the loader shows picture and name until the page is there", async () => {
  open(`${HOTEL}&pn=Harbour&img=https://cdn.example/a.webp`);
  expect(screen.getByRole("status").textContent).toContain("Loading Harbour");
  expect(document.querySelector(".loader img")?.getAttribute("src")).toBe("https://cdn.example/a.webp");
  await screen.findByRole("button", { name: "Search" });
  expect(document.querySelector(".loader")).toBeNull();
});

// clause: ERR-01, ERR-02
test.each([
  [503, "Oops! something went wrong", "The hotel could not be loaded"],
  [404, "The hotel could not be loaded", "Oops! something went wrong"],
])("a property that fails with %i is told once", async (status, told, other) => {
  open(HOTEL, {
    instead: (_, url) => (url.pathname === "/v4/properties/1" ? { status, body: {} } : undefined),
  });
  await screen.findByRole("heading", { name: told });
  expect(screen.queryByText(`Error code: ${status}`) !== null).toBe(status === 503);
  expect(screen.queryByText(other)).toBeNull();
});

// clause: WIZ-04
test("the search step says what it asks for", async () => {
  const asks = "Please fill in the required fields in order to proceed.";
  open(`${HOTEL}&guests=2&children=1`);
  await screen.findByRole("button", { name: "Search" });
  expect(screen.getByText(asks), "the child's age").toBeTruthy();
  cleanup();
  open(HOTEL);
  await screen.findByRole("button", { name: "Search" });
  expect(screen.queryByText(asks), "nothing is missing").toBeNull();
});

// clause: ERR-10, I18N-07
test("labels that fail are the built-in English, without a popup", async () => {
  open(HOTEL, {
    instead: (_, url) => (url.pathname === "/v4/common/language" ? { status: 500 } : undefined),
  });
  await screen.findByRole("button", { name: "Search" });
  expect(screen.queryByText("Oops! something went wrong")).toBeNull();
});

// clause: HEAD-01, HEAD-02, HEAD-03, HEAD-06, START-25
test("the header is the property's, and shows only the links it should", async () => {
  open(`${HOTEL}&url=https://brand.example/back`);
  const header = await screen.findByRole("banner");
  expect(within(header).getByText("Harbour House")).toBeTruthy();
  expect(within(header).getByText("14 Quay Street, Old Harbour")).toBeTruthy();
  expect(within(header).getByRole("link", { name: "Home" }).getAttribute("href")).toBe(
    "https://brand.example/back",
  );
  expect(within(header).queryByText("Search Reservation")).toBeNull();
  expect(within(header).queryByText("Log in")).toBeNull();
});

// clause: HEAD-16
test("hide_menus_on_booking_engine takes the header away", async () => {
  const website_config = { ...property.website_config, hide_menus_on_booking_engine: true };
  open(HOTEL, {
    instead: (_, url) =>
      url.pathname === "/v4/properties/1"
        ? { status: 200, body: { ...property, website_config } }
        : undefined,
  });
  await screen.findByRole("button", { name: "Search" });
  expect(screen.queryByRole("banner")).toBeNull();
});

// clause: HEAD-13, HEAD-14, HEAD-15
test("Hotel Details opens with everything about the house", async () => {
  open(HOTEL);
  await user.click(await screen.findByRole("button", { name: "Hotel Details" }));
  const details = await screen.findByRole("dialog", { name: "Hotel Details" });
  for (const text of [
    "14 Quay Street",
    "Old Harbour, ME 04101",
    "United States",
    property.email ?? "",
    "Services and policies",
    "Dogs are welcome.",
    "A card holds the room.",
    "Refunds take five days.",
    "Free until two days before.",
  ]) {
    expect(await within(details).findByText(text)).toBeTruthy();
  }
  const folded = within(details).getByText("Services and policies");
  expect(folded.tagName).toBe("SUMMARY");
  expect(folded.closest("details")?.open).toBe(false);
  expect(folded.closest("details")?.textContent).toContain("Dogs are welcome.");
});

// clause: HEAD-05, I18N-02, I18N-03, I18N-08
test("another language reloads labels and fields and turns the page", async () => {
  open(HOTEL);
  await user.click(await screen.findByRole("button", { name: /Language: English/ }));
  await user.type(await screen.findByRole("combobox", { name: "Language" }), "العر");
  await user.keyboard("{Enter}");
  await eventually(() => expect(document.documentElement.dir).toBe("rtl"));
  expect(document.documentElement.lang).toBe("ar-AE");
  // a number says nothing of the way, and the address is English
  for (const address of screen.getAllByText(/14 Quay Street، Old Harbour$/)) expect(address.dir).toBe("auto");
  const asked = mock.calls.map((call) => call.url.href).filter((href) => href.includes("ar_AE"));
  expect(asked.some((href) => href.includes("common/language"))).toBe(true);
  expect(asked.some((href) => href.includes("multilingual-dynamic-fields"))).toBe(true);
  // biome-ignore lint/suspicious/noDocumentCookie: what a guest leaves behind for the next test
  document.cookie = "hk_language=; max-age=0; path=/";
});

// clause: I18N-02
test.each([undefined, { status: 503, body: {} }])(
  "of two languages the one chosen last is spoken, whatever comes of the other then: %j",
  async (late) => {
    let answer: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => {
      answer = resolve;
    });
    open(HOTEL, {
      instead: (_, url) => (url.href.includes("ar_AE") ? slow.then(() => late) : undefined),
    });
    const choose = async (typed: string) => {
      await user.click(await screen.findByRole("button", { name: /^Language: / }));
      await user.type(await screen.findByRole("combobox", { name: "Language" }), `${typed}{Enter}`);
    };
    const head = () => document.querySelector("header")?.getAttribute("aria-busy");
    await choose("العر");
    await eventually(() => expect(head()).toBe("true"));
    await choose("Engl");
    await eventually(() => expect(head()).toBe("false"));
    await act(async () => {
      answer();
      await (await fetch("/v4/properties/1")).json();
    });
    expect(document.documentElement.dir).toBe("ltr");
    expect(document.cookie).toContain("hk_language=en_US");
    expect(screen.queryByRole("alertdialog")).toBeNull();
    // biome-ignore lint/suspicious/noDocumentCookie: what a guest leaves behind for the next test
    document.cookie = "hk_language=; max-age=0; path=/";
  },
);

test.each(["/language", "/multilingual-dynamic-fields"])(
  "a language whose %s does not come leaves the page in its own, and the popup says so",
  async (silent) => {
    open(HOTEL, {
      instead: (_, url) =>
        url.pathname.endsWith(silent) && url.href.includes("ar_AE") ? { status: 503, body: {} } : undefined,
    });
    await user.click(await screen.findByRole("button", { name: /^Language: / }));
    await user.type(await screen.findByRole("combobox", { name: "Language" }), "العر{Enter}");
    await screen.findByRole("alertdialog", { name: "Oops! something went wrong" });
    expect(document.documentElement.dir).toBe("ltr");
  },
);

// clause: SEARCH-31, START-18, API-10
test("Search opens a session per room and goes to the rooms with the stay in the address", async () => {
  await toRooms(`${HOTEL}#/booking/search?from=2026-12-12&to=2026-12-14&room_count=2&guests=3`);
  expect(window.location.hash).toContain(
    "#/booking/select-rooms?from=2026-12-12&to=2026-12-14&room_count=2&guests=3",
  );
  const counts = mock.calls
    .filter((call) => call.url.pathname.endsWith("new-batch-booking"))
    .map((call) => call.url.searchParams.get("count"));
  expect(counts).toEqual(["1", "2"]);
});

// clause: CONST-02
test("a day that is more than half a year away says its year, a nearer one does not", async () => {
  const days = async () =>
    (await screen.findAllByRole("button", { name: /^Check-/ })).map((button) => button.textContent);
  open(`${HOTEL}#/booking/search?from=2027-05-20&to=2027-06-01`);
  expect(await days()).toEqual(["Check-inThu, May 20", "Check-outTue, June 1, 2027"]);
});

// clause: CUR-02
test("a reload after another currency was picked keeps the code, and says why to search once more", async () => {
  const website_config = {
    ...property.website_config,
    disable_discount_flow: false,
    enable_multi_currency_support: true,
  };
  const search = makeSearch("2026-12-12", "2026-12-15", [{ adults: 2, children: 0, children_ages: [] }]);
  const deal = { kind: "promo", code: "SUMMER", id: "P1", name: "Summer" } as const;
  keep(1, bookingReducer({ ...emptyBooking, search, deal }, { type: "REPRICED", currency: "EUR" }));
  open(`${HOTEL}#/booking/search`, {
    instead: (_, url) =>
      url.pathname === "/v4/properties/1"
        ? { status: 200, body: { ...property, website_config } }
        : undefined,
  });
  expect((await screen.findByRole<HTMLInputElement>("textbox", { name: "Promo code" })).value).toBe("SUMMER");
  expect(screen.getByText(/^Prices .*EUR/)).toBeTruthy();
});

// clause: CUR-02
test.each([
  [
    "the same stay keeps",
    "from=2026-12-12&to=2026-12-15&guests=2",
    "Tue, December 15",
    /2 adults, 1 child$/,
    1,
  ],
  [
    "another stay does not keep",
    "from=2026-12-12&to=2026-12-20&guests=2",
    "Sun, December 20",
    /2 adults$/,
    0,
  ],
])("after another currency a link to %s what was searched", async (_, link, departure, people, told) => {
  const party = { adults: 2, children: 1, children_ages: [7] };
  const search = makeSearch("2026-12-12", "2026-12-15", [party]);
  const before = { ...emptyBooking, search, selected: [room(1)] };
  const check = async () => {
    const shown = await screen.findByRole("button", { name: /^Check-out/ });
    expect(shown.textContent).toContain(departure);
    expect(screen.getByRole("button", { name: /^Rooms and guests/ }).textContent).toMatch(people);
    // of dates that are not there any more nobody says that they are
    expect(screen.queryAllByText(/^Prices .*EUR/)).toHaveLength(told);
  };
  keep(1, bookingReducer(before, { type: "REPRICED", currency: "EUR" }));
  open(`${HOTEL}#/booking/search?${link}`);
  await check();
  cleanup();
  // once more, when the tab has a booking of its own
  keep(1, bookingReducer(before, { type: "REPRICED", currency: "EUR" }));
  window.history.replaceState(null, "", `${HOTEL}#/booking/search`);
  render(<App />);
  await screen.findByText(/^Prices .*EUR/);
  cleanup();
  window.history.replaceState(null, "", `${HOTEL}#/booking/search?${link}`);
  render(<App />);
  await check();
});

// clause: SEARCH-17
test("a link for more rooms than can be booked at once is told so, and searches for nothing by itself", async () => {
  open(`${HOTEL}&skip_search=true&room_count=8&guests=16`);
  await screen.findByText("At most 6 rooms can be booked here at once. For more, please contact the hotel.");
  expect(screen.queryByText(/Please add rooms/)).toBeNull();
  expect(window.location.hash).toContain("/booking/search");
});

// clause: API-76
test("the taxes of a room are asked for its session once it is set, in the guest's currency too", async () => {
  sessionStorage.setItem("portico.currency.1", JSON.stringify("EUR"));
  const website_config = { ...property.website_config, enable_multi_currency_support: true };
  await toRooms(stay, {
    instead: (_, url) =>
      url.pathname === "/v4/properties/1"
        ? { status: 200, body: { ...property, website_config } }
        : undefined,
  });
  await user.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
  await eventually(() => expect(window.location.hash).toContain("guest-information"));
  const [set, taxes] = mock.calls.filter(({ url }) => /set-rate|calculate-folios/.test(url.pathname));
  const session = set?.url.pathname.split("/").at(-2);
  expect(taxes?.url.pathname).toBe(
    `/v4/properties/1/booking-engine/new-booking/${session}/calculate-folios-and-charges-and-taxes`,
  );
  expect(taxes?.url.searchParams.get("conversion_currency")).toBe("EUR");
});

// clause: ROOMS-34, ROOMS-36, ROOMS-45, ROOMS-29
test("booking a rate sets it, fetches its taxes and goes on; Remove takes it out again", async () => {
  await toRooms();
  const flexible = await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" });
  await user.click(flexible);
  await eventually(() => expect(window.location.hash).toContain("guest-information"));
  // what the step it goes on to asks for is not the booking's
  const order = paths().filter((path) => /set-rate|calculate-folios/.test(path));
  expect(order.map((path) => path.replace(/batch-\d+-s\d+/, "S"))).toEqual([
    "POST /booking-engine/new-booking/S/set-rate",
    "GET /booking-engine/new-booking/S/calculate-folios-and-charges-and-taxes",
  ]);
  const set = mock.calls.find((call) => call.url.pathname.endsWith("set-rate"));
  expect(set?.body).toMatchObject({
    check_in_date: "2026-12-12",
    check_out_date: "2026-12-14",
    room_type_id: "DELUXE_KING",
    rate_code_id: "FLEX",
    number_of_adults: 2,
    number_of_rooms: 1,
    rate_details: [{ date: "2026-12-12" }, { date: "2026-12-13" }],
  });
  expect(set?.headers.get("Authorization")).toMatch(/^Bearer secret-/);
  window.history.back();
  const remove = await screen.findByRole("button", { name: "Remove, Deluxe King, Flexible" });
  await eventually(() => expect(remove.getAttribute("aria-disabled")).toBeNull());
  await user.click(remove);
  const book = await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" });
  await eventually(() => expect(document.activeElement).toBe(book));
});

// clause: ROOMS-44, SUMM-01, SUMM-02
test("with several rooms each is chosen in turn, and the bill names them all", async () => {
  await toRooms(`${HOTEL}#/booking/search?from=2026-12-12&to=2026-12-14&room_count=2&guests=3`);
  expect(screen.getAllByRole("tab")).toHaveLength(2);
  await user.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
  await screen.findByRole("heading", { name: "Choose room 2" });
  await eventually(() =>
    expect(document.activeElement).toBe(screen.getByRole("tabpanel", { name: "Room 2" })),
  );
  expect(window.location.hash).toContain("select-rooms");
  const bill = screen.getByRole("region", { name: "Your stay" });
  await within(bill).findByText("Deluxe King");
  expect(within(bill).getByText("Flexible · 2 adults")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Next" })).toBeNull();
  await eventually(() =>
    expect(
      screen.getByRole("button", { name: "Book, Classic Queen, Advance" }).getAttribute("aria-disabled"),
    ).toBeNull(),
  );
  await user.click(screen.getByRole("button", { name: "Book, Classic Queen, Advance" }));
  await eventually(() => expect(window.location.hash).toContain("guest-information"));
});

// clause: ROOMS-32
test("while a booking runs its button is busy and none can be pressed", async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await toRooms(stay, {
    instead: async (_, url) => {
      if (url.pathname.endsWith("set-rate")) await held;
      return undefined as never;
    },
  });
  await user.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
  const buttons = screen.getAllByRole("button", { name: /^Book,/ });
  expect(
    buttons.filter((button) => button.ariaBusy === "true" || button.getAttribute("aria-busy") === "true"),
  ).toHaveLength(1);
  expect(buttons.every((button) => button.getAttribute("aria-disabled") === "true")).toBe(true);
  release();
  await eventually(() => expect(window.location.hash).toContain("guest-information"));
});

/** One more adult, asked for beside the rooms. */
async function askForThree() {
  await user.click(await screen.findByRole("button", { name: /Guests/ }));
  const dialog = await screen.findByRole("dialog", { name: "Dates and guests" });
  await user.click(within(dialog).getByRole("button", { name: "More: Adults, room 1" }));
  await user.click(within(dialog).getByRole("button", { name: "Search" }));
  await eventually(() => expect(window.location.hash).toContain("guests=3"));
}

describe("a room whose answer comes when other dates are asked for", () => {
  /** Presses Book and holds the answer back; `release` lets it come. */
  async function pressed() {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await toRooms(stay, {
      instead: async (method, url) => {
        if (method === "POST" && url.pathname.endsWith("set-rate")) await held;
        return undefined as never;
      },
    });
    await user.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
    return release;
  }
  const given = () => paths().filter((path) => path.startsWith("DELETE") && path.endsWith("set-rate"));
  /** What was asked before this has its answer, and what comes of that. */
  const answered = () =>
    act(async () => {
      for (let turn = 0; turn < 3; turn++) await (await fetch("/v4/properties/1")).json();
    });
  const notTaken = async () => {
    await eventually(() => expect(given()).toHaveLength(1));
    expect(paths().some((path) => path.includes("calculate-folios"))).toBe(false);
    expect(window.location.hash).toContain("select-rooms");
    expect(screen.queryByRole("button", { name: /^Remove/ })).toBeNull();
  };

  test("by a new search: it is given back, and the search has a booking of its own", async () => {
    const release = await pressed();
    window.history.back();
    const form = await screen.findByRole("form", { name: "Search for a stay" });
    await user.click(within(form).getByRole("button", { name: /2 adults/ }));
    await user.click(await screen.findByRole("button", { name: "More: Adults, room 1" }));
    await user.click(screen.getByRole("button", { name: "Search" }));
    await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" });
    expect(paths().filter((path) => path.includes("/new-batch-booking"))).toHaveLength(2);
    release();
    await notTaken();
  });

  test("by a new search whose own choice is under way: that is not over with it", async () => {
    const releases: (() => void)[] = [];
    await toRooms(stay, {
      instead: async (method, url) => {
        if (method === "POST" && url.pathname.endsWith("set-rate"))
          await new Promise<void>((resolve) => releases.push(resolve));
        return undefined as never;
      },
    });
    await user.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
    window.history.back();
    const form = await screen.findByRole("form", { name: "Search for a stay" });
    await user.click(within(form).getByRole("button", { name: /2 adults/ }));
    await user.click(await screen.findByRole("button", { name: "More: Adults, room 1" }));
    await user.click(screen.getByRole("button", { name: "Search" }));
    await user.click(await screen.findByRole("button", { name: "Book, Deluxe King, Advance" }));
    await eventually(() => expect(releases).toHaveLength(2));
    releases[0]?.();
    await eventually(() => expect(given()).toHaveLength(1));
    await answered();
    const books = screen.getAllByRole("button", { name: /^Book,/ });
    expect(books.every((button) => button.getAttribute("aria-disabled") === "true")).toBe(true);
    releases[1]?.();
    await eventually(() => expect(window.location.hash).toContain("guest-information"));
  });

  test("by a new search, while another booking is begun for it: that takes the newer one's place nowhere", async () => {
    let begun = 0;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await toRooms(stay, {
      instead: async (method, url) => {
        const { pathname } = url;
        if (method === "POST" && pathname.endsWith("/new-batch-booking") && ++begun === 2) await held;
        if (begun === 1 && pathname.endsWith("set-rate")) return refusal("BATCH_EXPIRED");
        return undefined as never;
      },
    });
    await user.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
    await eventually(() => expect(begun).toBe(2));
    window.history.back();
    const form = await screen.findByRole("form", { name: "Search for a stay" });
    await user.click(within(form).getByRole("button", { name: /2 adults/ }));
    await user.click(await screen.findByRole("button", { name: "More: Adults, room 1" }));
    await user.click(screen.getByRole("button", { name: "Search" }));
    await user.click(await screen.findByRole("button", { name: "Book, Deluxe King, Advance" }));
    await eventually(() => expect(window.location.hash).toContain("guest-information"));
    release();
    await answered();
    expect(window.location.hash).toContain("guest-information");
  });

  test("beside the rooms: it is given back, and the rooms for the other people stay", async () => {
    const release = await pressed();
    await askForThree();
    release();
    await notTaken();
    await eventually(() =>
      expect(
        screen.getByRole("button", { name: "Book, Deluxe King, Flexible" }).getAttribute("aria-disabled"),
      ).toBeNull(),
    );
  });
});

// clause: ROOMS-35, ERR-06
test("a failed set-rate adds no room, frees the buttons and raises no popup", async () => {
  await toRooms(stay, {
    instead: (_, url) => (url.pathname.endsWith("set-rate") ? { status: 500, body: {} } : undefined),
  });
  await user.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
  await screen.findByText(/could not be taken/);
  expect(screen.queryByText("Oops! something went wrong")).toBeNull();
  expect(screen.queryByRole("button", { name: /^Remove/ })).toBeNull();
  // at once: pressing again is the way out, and nothing moves on that would have to be waited for
  expect(document.querySelector('.rate [aria-disabled="true"]')).toBeNull();
});

test.each([
  ["a search", () => toRooms()],
  ["a link that searches by itself", () => open(stay.replace("#", "&skip_search=true#"))],
] as const)(
  "until when cancelling is free is said by the hotel's clock, not by the device's, after %s",
  async (_, search) => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse("2027-06-01T00:00:00Z") });
    try {
      await search();
      expect((await screen.findAllByText(/^Free to cancel until/)).length).toBeGreaterThan(0);
    } finally {
      vi.useRealTimers();
    }
  },
);

// clause: API-27
test("a changed price is shown beside the old one, and taken only when the guest says so", async () => {
  let asked = 0;
  await toRooms(stay, {
    instead: (_, url, body) => {
      if (!url.pathname.endsWith("set-rate") || asked++ > 0) return undefined;
      const sent = body as { rate_details: { date: string; amount: number }[] };
      const rate_details = sent.rate_details.map((night) => ({ ...night, amount: night.amount + 10 }));
      const quote = { rate_details, price_summary: { total_amount_after_tax_and_fee: 999 } };
      return refusal("PRICE_CHANGED", { quotes: [quote] });
    },
  });
  await user.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
  const dialog = await screen.findByRole("alertdialog", { name: "The price has changed" });
  expect(within(dialog).getByText("$999.00")).toBeTruthy();
  expect(asked).toBe(1);
  await user.click(within(dialog).getByRole("button", { name: "Take it at the new price" }));
  await eventually(() => expect(window.location.hash).toContain("guest-information"));
  const sets = mock.calls.filter((call) => call.url.pathname.endsWith("set-rate"));
  const first = (call: (typeof sets)[number] | undefined) =>
    (call?.body as { rate_details: { amount: number }[] } | undefined)?.rate_details[0]?.amount ?? 0;
  expect(first(sets.at(-1))).toBe(first(sets[0]) + 10);
});

// clause: SESSION-04
test("a batch the server let go is made anew and the room booked in it", async () => {
  let first = true;
  await toRooms(stay, {
    instead: (_, url) => {
      if (!url.pathname.endsWith("set-rate") || !first) return undefined;
      first = false;
      return refusal("BATCH_EXPIRED");
    },
  });
  await user.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
  await eventually(() => expect(window.location.hash).toContain("guest-information"));
  expect(paths().filter((path) => path.includes("/new-batch-booking"))).toHaveLength(2);
  const sets = mock.calls.filter((call) => call.url.pathname.endsWith("set-rate"));
  const [gone, taken] = sets.map((call) => call.url.pathname.split("/").at(-2));
  expect(sets).toHaveLength(2);
  expect(taken).not.toBe(gone);
  expect(sets[1]?.headers.get("Authorization")).not.toBe(sets[0]?.headers.get("Authorization"));
});

// clause: ROOMS-49, ROOMS-47
test("nothing found says why for each room and takes the nearest stay with one tap", async () => {
  open(`${HOTEL}#/booking/search?from=2026-12-23&to=2026-12-25&guests=2`);
  await user.click(await screen.findByRole("button", { name: "Search" }));
  await screen.findByText(/No result found for the selected dates/);
  expect(screen.getAllByText(/Sold out on Dec 24/)).toHaveLength(3);
  await user.click(screen.getByRole("button", { name: "Take this stay" }));
  await eventually(() => expect(window.location.hash).toContain("guest-information"));
  const set = mock.calls.find((call) => call.url.pathname.endsWith("set-rate"));
  expect(set?.body).toMatchObject({
    check_in_date: "2026-12-25",
    check_out_date: "2026-12-27",
    rate_code_id: "FLEX",
  });
});

test("the nearest stay is not taken for whoever has gone back before its price is there", async () => {
  let answer: () => void = () => undefined;
  const priced = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let answered = false;
  open(`${HOTEL}#/booking/search?from=2026-12-23&to=2026-12-25&guests=2`, {
    instead: (_, url) =>
      url.pathname.includes("mini-rates") && url.searchParams.get("check_in_date") === "2026-12-25"
        ? priced.then(() => {
            answered = true;
            return undefined;
          })
        : undefined,
  });
  await user.click(await screen.findByRole("button", { name: "Search" }));
  await user.click(await screen.findByRole("button", { name: "Take this stay" }));
  act(() => window.history.back());
  await screen.findByRole("button", { name: "Search" });
  await act(async () => {
    answer();
    // what is asked after it is answered after it
    await (await fetch("/v4/properties/1")).json();
  });
  expect(answered).toBe(true);
  expect(window.location.hash).toContain("booking/search?from=2026-12-23");
  expect(mock.calls.some((call) => call.url.pathname.endsWith("set-rate"))).toBe(false);
});

// clause: ROOMS-51, ERR-05
test("a failed availability call offers another try and no popup", async () => {
  let broken = true;
  await toRooms(stay, {
    instead: (_, url) =>
      broken && url.pathname.includes("mini-rates") ? { status: 500, body: {} } : undefined,
  });
  await screen.findByText("The rooms could not be loaded.");
  expect(screen.queryByText("Oops! something went wrong")).toBeNull();
  broken = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" });
});

// clause: ROUTE-16
test("a reload in mid-flow finds the booking again; without one it begins at the search", async () => {
  await toRooms();
  await user.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
  await eventually(() => expect(window.location.hash).toContain("guest-information"));
  cleanup();
  render(<App />);
  const bill = await screen.findByRole("region", { name: "Your stay" });
  await within(bill).findByText("Deluxe King");
  expect(window.location.hash).toContain("guest-information");
  cleanup();
  window.sessionStorage.clear();
  render(<App />);
  await screen.findByRole("button", { name: "Search" });
  await eventually(() => expect(window.location.hash).toContain("#/booking/search?from=2026-12-12"));
});

// clause: ROUTE-16, SESSION-04
test("a booking that ran out before the reload is said to have", async () => {
  await toRooms();
  await user.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
  await eventually(() => expect(window.location.hash).toContain("guest-information"));
  cleanup();
  mock.restore();
  mock = installMock({
    instead: (method, url) =>
      method === "GET" && url.pathname.includes("new-batch-booking") ? refusal("BATCH_EXPIRED") : undefined,
  });
  render(<App />);
  expect((await screen.findByRole("alert")).textContent).toContain("Your booking ran out of time");
  expect(window.location.hash).toContain("#/booking/search?from=2026-12-12");
});

// clause: ROUTE-16, TRANS-08
test.each(["", "&skip_search=true"])(
  "after a booking that ran out before the reload, what was asked of the driver stands with the next choice (%s)",
  async (more) => {
    const state = chosen([room(1)]);
    const rides = { 1: { PICK_UP: { start_date: "2026-12-12", time: "14:15", body: "EI 105" } } };
    keep(1, { ...emptyBooking, ...state, rides, visited: ["information"] });
    let gone = true;
    const website_config = { ...property.website_config, enable_travel_transport_flow: true };
    open(stay.replace("to=2026-12-14", "to=2026-12-15").replace("#", `${more}#`), {
      instead: (method, url) => {
        if (url.pathname === "/v4/properties/1")
          return { status: 200, body: { ...property, website_config } };
        return gone && method === "GET" && url.pathname.includes("new-batch-booking")
          ? refusal("BATCH_EXPIRED")
          : undefined;
      },
    });
    const told = async () =>
      expect((await screen.findByRole("alert")).textContent).toContain(
        "your dates and details are still here",
      );
    await told();
    // once more, when what the tab has begun since is gone too, and when it is there
    for (gone of [true, false]) {
      cleanup();
      render(<App />);
      await told();
    }
    await user.click(screen.getByRole("button", { name: "Search" }));
    await user.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
    const details = await screen.findByDisplayValue("EI 105");
    expect(within(details.closest(".ride") as HTMLElement).getByText("Sat, Dec 12")).toBeTruthy();
  },
);

// clause: ROUTE-16, TRANS-08
test("rides that a tab kept by session are those of the room that the session has", async () => {
  const { profile, search } = chosen([room(1)]);
  const ride = { PICK_UP: { start_date: "2026-12-12", time: "14:15", body: "EI 105" } };
  const rides = { s1: ride } as unknown as BookingState["rides"];
  keep(1, { ...emptyBooking, search: search ?? null, batch: { batch_id: "b", token: "secret" }, rides });
  const read = { ...profile, status: "OPEN", selected_rooms: [room(1)], confirmation: null, guest: null };
  const website_config = { ...property.website_config, enable_travel_transport_flow: true };
  open(`${HOTEL}#/booking/guest-information`, {
    instead: (method, url, body) =>
      url.pathname === "/v4/properties/1"
        ? { status: 200, body: { ...property, website_config } }
        : reads(read).instead?.(method, url, body),
  });
  await screen.findByDisplayValue("EI 105");
});

// clause: ROUTE-16
test("of a booking that ran out before the reload who sleeps where is searched for once more", async () => {
  const parties = [
    { adults: 3, children: 0, children_ages: [] },
    { adults: 1, children: 1, children_ages: [7] },
  ];
  const search = makeSearch("2026-12-12", "2026-12-15", parties);
  const deal = { kind: "promo", code: "SUMMER", id: "P1", name: "Summer" } as const;
  keep(1, { ...emptyBooking, search, deal, batch: { batch_id: "b", token: "secret" } });
  const website_config = { ...property.website_config, disable_discount_flow: false };
  open(`${HOTEL}#/booking/select-rooms?from=2026-12-12&to=2026-12-15&room_count=2&guests=4&children=1`, {
    instead: (method, url) => {
      if (url.pathname === "/v4/properties/1") return { status: 200, body: { ...property, website_config } };
      return method === "GET" && url.pathname.includes("new-batch-booking")
        ? refusal("BATCH_EXPIRED")
        : undefined;
    },
  });
  expect((await screen.findByRole<HTMLInputElement>("textbox", { name: "Promo code" })).value).toBe("SUMMER");
  await user.click(screen.getByRole("button", { name: /^Rooms and guests/ }));
  const count = async (name: string) =>
    (await screen.findByRole("group", { name })).querySelector("output")?.textContent;
  expect(await count("Adults, room 1")).toBe("3");
  expect(await count("Adults, room 2")).toBe("1");
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Age of child 1" }).value).toBe("7");
});

// clause: ROUTE-16
test.each([
  ["guest-information", true],
  ["payments", true],
  // the guest may have taken it out here
  ["select-rooms", false],
])("that a room was given back in another tab is told after a reload at %s: %s", async (at, told) => {
  const { profile, search } = chosen([room(1)]);
  keep(1, { ...emptyBooking, search: search ?? null, batch: { batch_id: "b", token: "secret" } });
  const read = { ...profile, status: "OPEN", selected_rooms: [], confirmation: null, guest: null };
  const held = { data: { session_id: "s1", content: room(1) } };
  open(`${HOTEL}#/booking/${at}`, {
    instead: (method, url, body) =>
      url.pathname.endsWith("/set-rate")
        ? { status: 200, body: method === "POST" ? held : {} }
        : reads(read).instead?.(method, url, body),
  });
  await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" });
  expect(window.location.hash).toContain("select-rooms");
  const said = () => screen.queryAllByText(/^A room that you had chosen is not held any more\./);
  expect(said()).toHaveLength(told ? 1 : 0);
  // once another is chosen it is over, though that is taken out again
  await user.click(screen.getByRole("button", { name: "Book, Deluxe King, Flexible" }));
  await eventually(() => expect(window.location.hash).toContain("guest-information"));
  await user.click(await screen.findByRole("button", { name: "Previous" }));
  const remove = await screen.findByRole("button", { name: /^Remove, / });
  // what has just moved on is not over at once
  await eventually(() => expect(remove.getAttribute("aria-disabled")).not.toBe("true"));
  await user.click(remove);
  await eventually(() => expect(screen.queryByRole("button", { name: /^Remove, / })).toBeNull());
  expect(said()).toHaveLength(0);
});

test.each(["", "&skip_search=true"])(
  "a change that ran out before the reload is not told as a booking that may be made again (%s)",
  async (more) => {
    const profile = { existing_reservation: { confirmation_no: "1STAY" } } as BookingState["profile"];
    const guestDraft = { last_name: "Ní Bhriain" };
    keep(1, { ...emptyBooking, batch: { batch_id: "b", token: "secret" }, profile, guestDraft });
    let gone = true;
    let asked: string | null = null;
    open(`${HOTEL}${more}#/booking/rooms`, {
      instead: (method, url) => {
        if (url.pathname.endsWith("/manage-booking")) asked = url.searchParams.get("conf_num");
        return gone && method === "GET" && url.pathname.includes("new-batch-booking")
          ? refusal("BATCH_EXPIRED")
          : undefined;
      },
    });
    const said = (await screen.findByRole("alert")).textContent;
    expect(said).toContain("it was not made. Your reservation shows how your stay stands now");
    expect(said).not.toContain("Your booking ran out of time");
    // once more, now that the tab has a booking of its own
    gone = false;
    cleanup();
    render(<App />);
    const told = await screen.findByRole("alert");
    expect(told.textContent).toBe(said);
    // and leads to its reservation
    await user.click(within(told).getByRole("button", { name: "Go back to reservation details" }));
    await eventually(() => expect(asked).toBe("1STAY"));
  },
);

// clause: ROUTE-16, EDIT-05
test("a change of a stay that was cancelled elsewhere says so after a reload, wherever that is", async () => {
  const state = chosen([room(1)]);
  const stay = {
    ...{ confirmation_no: "1STAY", check_in_date: "2026-12-12", check_out_date: "2026-12-15" },
    ...{ changed_elsewhere: true, number_of_adults: 2, number_of_children: 0, children_ages: [] },
  };
  const profile = { ...state.profile, existing_reservation: stay } as unknown as BookingState["profile"];
  const batch = { batch_id: "b", token: "secret" };
  keep(1, { ...emptyBooking, ...state, batch, profile });
  const read = {
    ...profile,
    ...{ status: "OPEN", selected_rooms: state.selected, confirmation: null },
    guest: { first_name: "Siobhán", last_name: "Ní Bhriain" },
  };
  open(`${HOTEL}#/booking/select-rooms`, reads(read));
  await screen.findByRole("heading", { name: "Your change was not made" });
  expect(window.location.hash).toContain("#/booking/confirmation");
  screen.getByRole("button", { name: "Open the reservation as it is now" });
  // and again
  cleanup();
  render(<App />);
  await screen.findByRole("heading", { name: "Your change was not made" });
});

// clause: ROUTE-16
test.each([429, 0])("a booking that a reload cannot read for %i is kept until it can", async (status) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let broken = false;
  await toRooms(stay, {
    instead: (method, url) => {
      if (!broken || method !== "GET" || !url.pathname.includes("new-batch-booking")) return undefined;
      if (status === 0) throw new TypeError("no connection");
      return { status, body: {} };
    },
  });
  await user.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
  await eventually(() => expect(window.location.hash).toContain("guest-information"));
  const kept = sessionStorage.getItem("portico.booking.1");
  const begun = paths().filter((path) => path.startsWith("POST")).length;
  cleanup();
  broken = true;
  render(<App />);
  await screen.findByRole("heading", { name: "The hotel could not be loaded" });
  expect(screen.queryByText(/Nothing was booked/), "nobody knows that").toBeNull();
  expect(sessionStorage.getItem("portico.booking.1")).toBe(kept);
  cleanup();
  render(<App />);
  await eventually(() => expect(paths().at(-1)).toContain("GET /booking-engine/new-batch-booking"));
  // whoever comes back meanwhile is heard of without the guest's doing anything
  broken = false;
  const bill = await screen.findByRole("region", { name: "Your stay" });
  await within(bill).findByText("Deluxe King");
  expect(paths().filter((path) => path.startsWith("POST"))).toHaveLength(begun);
  vi.useRealTimers();
});

// clause: ROUTE-16, CONF-01
test("a confirmation whose booking is read at the second try is shown", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  sessionStorage.setItem(
    "portico.booking.1",
    JSON.stringify({ batch: { batch_id: "b1", token: "secret" }, visited: ["information"] }),
  );
  let asked = 0;
  open(`${HOTEL}#/booking/confirmation`, {
    instead: (method, url) => {
      if (method !== "GET" || !url.pathname.endsWith("new-batch-booking/b1")) return undefined;
      asked += 1;
      const found = {
        ...chosen([room(1)]).profile,
        status: "COMMITTED",
        selected_rooms: [room(1)],
        guest: null,
      };
      return asked === 1
        ? { status: 503, body: {} }
        : { status: 200, body: { ...found, confirmation: [confirmed(1)] } };
    },
  });
  expect(await screen.findByText("1HKQ2M4X7T1")).toBeTruthy();
  expect(paths().filter((path) => path.startsWith("POST"))).toEqual([]);
  expect(sessionStorage.getItem("portico.booking.1")).toContain('"batch_id":"b1"');
  vi.useRealTimers();
});

// clause: SESSION-01
test.each([
  ["runs out", "OPEN", "guest-information", null],
  ["does not run out", "COMMITTED", "confirmation", [confirmed(1)]],
])("a booking %s while it is %s", async (_, status, step, confirmation) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const state = chosen([room(1)]);
  const batch = { batch_id: "b1", token: "secret" };
  keep(1, { ...emptyBooking, ...state, batch });
  const read = { ...state.profile, ...{ status, confirmation, selected_rooms: state.selected, guest: null } };
  open(`${HOTEL}#/booking/${step}`, {
    instead: (method, url) =>
      method === "GET" && url.pathname.endsWith("new-batch-booking/b1")
        ? { status: 200, body: read }
        : undefined,
  });
  await eventually(() => expect(document.querySelector("h1")).toBeTruthy());
  expect(window.location.hash).toContain(step);
  await act(() => vi.advanceTimersByTimeAsync(SESSION_MS - WARNING_MS));
  const held = confirmation === null;
  expect(screen.queryByText(/^Your booking is kept for two more minutes/) !== null).toBe(held);
  await act(() => vi.advanceTimersByTimeAsync(WARNING_MS));
  expect(screen.queryByText(/^Session Expired/) !== null).toBe(held);
});

test("the open bill closes with its step", async () => {
  await toRooms();
  const rooms = window.location.hash;
  await user.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
  await eventually(() => expect(window.location.hash).toContain("guest-information"));
  await user.click(await screen.findByRole("button", { name: /^Open your stay/ }));
  expect(screen.getByRole("dialog", { name: "Your stay" })).toBeTruthy();
  act(() => window.location.assign(rooms));
  await screen.findByRole("heading", { name: /Choose (your )?room/ });
  expect(screen.queryByRole("dialog", { name: "Your stay" })).toBeNull();
});

// clause: SESSION-04
test("the server hears that a guest who only clicks is still there, so that the room stays held", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await toRooms();
  const reads = () => paths().filter((path) => path.startsWith("GET /booking-engine/new-batch-booking/"));
  await user.click(screen.getByRole("heading", { level: 1 }));
  await vi.advanceTimersByTimeAsync(TELL_MS);
  expect(reads(), "nothing is held").toEqual([]);
  await user.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
  await eventually(() => expect(window.location.hash).toContain("guest-information"));
  await vi.advanceTimersByTimeAsync(10 * TELL_MS);
  expect(reads()).toHaveLength(1);
  await user.click(await screen.findByRole("heading", { level: 1 }));
  await vi.advanceTimersByTimeAsync(TELL_MS);
  expect(reads()).toHaveLength(2);
  vi.useRealTimers();
});

test("the server hears that a guest who looks for another room for their stay is still there", async () => {
  const state = { ...chosen([room(1)]), selected: [] };
  const existing = {
    ...{ confirmation_no: "1STAY", check_in_date: "2026-12-12", check_out_date: "2026-12-15" },
    ...{ number_of_adults: 2, number_of_children: 0, children_ages: [], transportations: [] },
    ...{ room_type_name: "Deluxe King", rate_code_name: "Flexible" },
  };
  const profile = { ...state.profile, existing_reservation: existing } as unknown as BookingState["profile"];
  keep(1, { ...emptyBooking, ...state, batch: { batch_id: "b", token: "secret" }, profile });
  open(`${HOTEL}#/booking/select-rooms`, reads({ ...profile, ...{ status: "OPEN", selected_rooms: [] } }));
  const heading = await screen.findByRole("heading", { level: 1 });
  const read = () => paths().filter((path) => path.endsWith("new-batch-booking/b")).length;
  const before = read();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await user.click(heading);
  await vi.advanceTimersByTimeAsync(TELL_MS);
  expect(read()).toBe(before + 1);
  vi.useRealTimers();
});

// clause: START-08
test("a new link in the same tab is followed, not the stay that is asked about who pays for", async () => {
  const search = makeSearch("2026-12-12", "2026-12-15", [{ adults: 2, children: 0, children_ages: [] }]);
  const company = { id: "ACME", code: "ACME", name: "Acme" };
  const batch = { batch_id: "b", token: "secret" };
  keep(1, { ...emptyBooking, batch, asking: { search, company } as BookingState["asking"] });
  const read = { ...chosen([]).profile, ...{ status: "OPEN", selected_rooms: [], confirmation: null } };
  open(`${HOTEL}#/booking/search?from=2027-01-20&to=2027-01-25&guest=3`, reads(read));
  const form = await screen.findByRole("form", { name: "Search for a stay" });
  expect(form.textContent).toMatch(/January 20.*January 25.*3 adults/);
});

// clause: START-08
test("a new link in the same tab is followed, not the search that was kept", async () => {
  await toRooms();
  cleanup();
  window.history.replaceState(null, "", `${HOTEL}#/booking/search?from=2027-01-20&to=2027-01-25&guest=3`);
  render(<App />);
  const form = await screen.findByRole("form", { name: "Search for a stay" });
  expect(form.textContent).toMatch(/January 20.*January 25.*3 adults/);
});

// clause: START-08
test("Back from the rooms of a link finds what was searched, not what the link asked for", async () => {
  open(`${HOTEL}#/booking/search?from=2026-12-12&to=2026-12-14&guest=2`);
  await user.click(await screen.findByRole("button", { name: /2 adults/ }));
  await user.click(await screen.findByRole("button", { name: "More: Adults, room 1" }));
  await user.click(screen.getByRole("button", { name: "Search" }));
  await screen.findByRole("heading", { name: /Choose (your )?room/ });
  expect(window.location.hash).not.toContain("guest=2");
  window.history.back();
  await screen.findByRole("form", { name: "Search for a stay" });
  expect(screen.getByRole("button", { name: /3 adults/ })).toBeTruthy();
});

// clause: SEARCH-16, ROOMS-04
test("where one choice stands for all rooms, guests that do not divide are said to be counted alike", async () => {
  const website_config = { ...property.website_config, enable_multi_room_booking: true };
  const instead: MockOptions["instead"] = (_method, url) =>
    url.pathname === "/v4/properties/1" ? { status: 200, body: { ...property, website_config } } : undefined;
  open(`${HOTEL}#/booking/search?room_count=2&guest=3`, { instead });
  await screen.findByText("The rooms of this house are booked alike: we ask for 2 adults in each.");
  cleanup();
  mock.restore();
  // nobody who was asked for is left out
  open(`${HOTEL}#/booking/search?room_count=2&guest=3&children=1`, { instead });
  await screen.findByText("The rooms of this house are booked alike: we ask for 2 adults, 1 child in each.");
  cleanup();
  mock.restore();
  // and no room is asked to take more than it can
  open(`${HOTEL}#/booking/search?room_count=2&guest=7&children=1`, { instead });
  await screen.findByText("The rooms of this house are booked alike: we ask for 3 adults, 1 child in each.");
  expect(screen.getByText("2 rooms, 6 adults, 2 children")).toBeTruthy();
  cleanup();
  mock.restore();
  open(`${HOTEL}#/booking/search?room_count=2&guest=3`);
  await screen.findByText("2 rooms, 3 adults");
});

test("a new step has the focus and the title; the first one leaves both to the browser", async () => {
  await toRooms();
  const main = () => document.querySelector("main");
  expect(document.activeElement).toBe(main());
  expect(document.title).toBe("Select rooms · Harbour House");
  window.history.back();
  await screen.findByRole("button", { name: "Search" });
  await eventually(() => expect(document.activeElement).toBe(main()));
  expect(document.title).toBe("Harbour House");
});

// clause: ROOMS-21, ROOMS-20
test("other guests for a room take its choice out and load its offers anew", async () => {
  await toRooms();
  await user.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
  await eventually(() => expect(window.location.hash).toContain("guest-information"));
  window.history.back();
  await askForThree();
  await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" });
  expect(screen.queryByRole("button", { name: /^Remove/ })).toBeNull();
  expect(screen.queryByRole("article", { name: "Classic Queen" })).toBeNull();
  expect(paths().some((path) => path.startsWith("DELETE") && path.endsWith("set-rate"))).toBe(true);
});

// clause: ROOMS-21, ROUTE-16
test("Back to before a change of guests shows what is chosen now, in the address too, and a reload finds it", async () => {
  await toRooms();
  await user.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
  await eventually(() => expect(window.location.hash).toContain("guest-information"));
  await user.click(await screen.findByRole("button", { name: "Previous" }));
  await askForThree();
  // the details of the room that was taken out, then the rooms as they were listed first
  for (const _ of ["guest-information", "select-rooms"]) {
    window.history.back();
    await eventually(() => expect(window.location.hash).toMatch(/select-rooms.*guests=3/));
  }
  expect((await screen.findByRole("button", { name: /Guests/ })).textContent).toContain("3 adults");
  const begun = paths().filter((path) => path.startsWith("POST")).length;
  cleanup();
  render(<App />);
  expect((await screen.findByRole("button", { name: /Guests/ })).textContent).toContain("3 adults");
  expect(paths().filter((path) => path.startsWith("POST"))).toHaveLength(begun);
});

// clause: ROOMS-21, ROUTE-16
test("Back to the first search after a change of guests keeps what is held, and a reload finds it", async () => {
  await toRooms();
  await askForThree();
  await user.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
  await eventually(() => expect(window.location.hash).toContain("guest-information"));
  for (const step of ["select-rooms", "booking/search"]) {
    window.history.back();
    await eventually(() => expect(window.location.hash).toContain(step));
  }
  await screen.findByRole("button", { name: /3 adults/ });
  expect(window.location.hash).toContain("guests=3");
  const begun = paths().filter((path) => path.startsWith("POST")).length;
  cleanup();
  render(<App />);
  await screen.findByRole("button", { name: /3 adults/ });
  expect(paths().filter((path) => path.startsWith("POST"))).toHaveLength(begun);
});

// clause: ROOMS-21, ROUTE-16
test("a room that was given up for other guests is nobody's choice after a reload, though its release was lost", async () => {
  await toRooms(stay, {
    instead: (method, url) =>
      method === "DELETE" && url.pathname.endsWith("set-rate") ? { status: 0 } : undefined,
  });
  await user.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
  await eventually(() => expect(window.location.hash).toContain("guest-information"));
  await user.click(await screen.findByRole("button", { name: "Previous" }));
  await askForThree();
  // nobody answered, so that it is asked once more
  await eventually(() => expect(paths().filter((path) => path.startsWith("DELETE"))).toHaveLength(2));
  cleanup();
  holding.clear();
  render(<App />);
  expect((await screen.findByRole("button", { name: /Guests/ })).textContent).toContain("3 adults");
  await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" });
  expect(screen.queryByRole("button", { name: /^Remove/ })).toBeNull();
  expect(screen.queryByRole("button", { name: "Next" })).toBeNull();
  // what it holds all the same is free for its guest
  const [asked] = mock.calls.filter(({ url }) => url.pathname.includes("mini-rates")).slice(-1);
  expect(asked?.url.searchParams.get("session_id")).toBe("batch-1-s1");
});

/** The tab has kept a booking whose room is held with points. */
function keptWithPoints(withPoints: boolean): MockOptions {
  const state = chosen([room(1)]);
  keep(1, { ...emptyBooking, ...state, batch: { batch_id: "b", token: "secret" }, withPoints });
  const selected_rooms = [{ ...room(1), booked_with_points: true }];
  return reads({ ...state.profile, status: "OPEN", selected_rooms, guest: null, confirmation: null });
}

// clause: ROOMS-22, ROUTE-16
test.each([true, false])(
  "after a reload a room with points is chosen where points are: %s",
  async (withPoints) => {
    open(`${HOTEL}#/booking/select-rooms`, keptWithPoints(withPoints));
    await screen.findByRole("button", { name: "Book, Classic Queen, Advance" });
    expect(screen.queryAllByRole("button", { name: "Next" }).length > 0).toBe(withPoints);
  },
);

test("a new search asks for rooms once its guest's own are given back", async () => {
  let free: () => void = () => undefined;
  const given = new Promise<void>((resolve) => {
    free = resolve;
  });
  await toRooms(stay, {
    instead: async (method, url) => {
      if (method === "DELETE" && url.pathname.endsWith("set-rate")) await given;
      return undefined as never;
    },
  });
  await user.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
  await eventually(() => expect(window.location.hash).toContain("guest-information"));
  for (const step of ["select-rooms", "booking/search"]) {
    window.history.back();
    await eventually(() => expect(window.location.hash).toContain(step));
  }
  const asked = () => paths().filter((path) => path.includes("mini-rates")).length;
  const before = asked();
  await user.click(await screen.findByRole("button", { name: "Search" }));
  await eventually(() => expect(window.location.hash).toContain("select-rooms"));
  await eventually(() => expect(paths().some((path) => path.startsWith("DELETE"))).toBe(true));
  await act(async () => void (await (await fetch("/v4/properties/1")).json()));
  expect(asked()).toBe(before);
  free();
  await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" });
  expect(asked()).toBe(before + 1);
});

// clause: ROOMS-21
test("a room that was taken without an answer is given back with the stay that it was for", async () => {
  let lost = true;
  await toRooms(stay, {
    instead: (method, url) =>
      lost && method === "POST" && url.pathname.endsWith("set-rate") ? { status: 0 } : undefined,
  });
  await user.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
  await screen.findByRole("alert");
  lost = false;
  await askForThree();
  await eventually(() => expect(paths().filter((path) => path.startsWith("DELETE"))).toHaveLength(1));
});

/** What a browser does of a link that differs behind the hash alone: an entry of its own, and no load. */
function opened(hash: string) {
  window.history.pushState(null, "", hash);
  window.dispatchEvent(new PopStateEvent("popstate"));
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}

// clause: START-08
test("a link that differs behind the hash alone begins anew; one that asks for nothing else does not", async () => {
  await toRooms();
  const anew = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
  opened("#/booking/search?lang=de");
  await screen.findByRole("button", { name: "Search" });
  expect(anew).not.toHaveBeenCalled();
  // another hotel's page begins from nothing, too
  opened("#/booking/search?pc=SOUK&property_id=3");
  await eventually(() => expect(anew).toHaveBeenCalled());
  anew.mockClear();
  opened("#/booking/search?from=2027-01-20&to=2027-01-25&guest=3");
  await eventually(() => expect(anew).toHaveBeenCalled());
  anew.mockRestore();
  cleanup();
  render(<App />);
  const form = await screen.findByRole("form", { name: "Search for a stay" });
  expect(form.textContent).toMatch(/January 20.*January 25.*3 adults/);
});

// clause: SEARCH-09
test("dates outside the calendar are said on the search step", async () => {
  open(`${HOTEL}#/booking/search?from=2026-11-01&to=2026-11-05`);
  expect((await screen.findByRole("alert")).textContent).toContain(
    "Check in date cannot be earlier then Nov 21, 2026",
  );
});

test("a stay of more nights than can be booked is told how many they are, not that its dates are outside", async () => {
  open(`${HOTEL}#/booking/search?from=2026-11-21&to=2027-06-10`);
  expect((await screen.findByRole("alert")).textContent).toBe("Maximum stay 200 nights");
});

// clause: SEARCH-07, SEARCH-09
test("a tab that is left open over the hotel's midnight searches for no night that is over", async () => {
  const midnight = Date.parse("2026-11-22T00:00-05:00");
  let away = true;
  const read = vi.fn();
  open(`${HOTEL}#/booking/search`, {
    instead: (method, url) => {
      if (method !== "GET" || url.pathname !== "/v4/properties/1") return undefined;
      read();
      if (Date.now() < midnight) return undefined;
      if (away) return { status: 503, body: {} };
      return { status: 200, body: { ...property, business_day: { date: "2026-11-22" } } };
    },
  });
  const search = await screen.findByRole("button", { name: "Search" });
  const comesBack = (calls: number) =>
    eventually(() => {
      document.dispatchEvent(new Event("visibilitychange"));
      expect(read).toHaveBeenCalledTimes(calls);
    });
  vi.setSystemTime(midnight - 1_000);
  await comesBack(1);
  // a call that the event has caused has been made by then
  await new Promise((done) => setTimeout(done));
  expect(read).toHaveBeenCalledTimes(1);
  vi.setSystemTime(midnight + 1_000);
  await comesBack(2);
  away = false;
  await act(() => comesBack(3));
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(search);
  expect((await screen.findByRole("alert")).textContent).toContain(
    "Check in date cannot be earlier then Nov 22, 2026",
  );
  expect(window.location.hash).toContain("booking/search");
});

test("a hotel's zone that is younger than the browser keeps nobody from its page", async () => {
  open(`${HOTEL}#/booking/search`, {
    instead: (method, url) =>
      method === "GET" && url.pathname === "/v4/properties/1"
        ? { status: 200, body: { ...property, time_zone: "Europe/Newtown" } }
        : undefined,
  });
  await screen.findByRole("button", { name: "Search" });
});

// clause: SEARCH-09
test.each<[string, string, string[], RegExp]>([
  ["that are no stay", "from=2027-03-12&to=2027-03-10", ["2027-03-16", "2027-03-19"], /are no stay/],
  [
    "that are over, the wrong way around",
    "from=2020-01-05&to=2020-01-01",
    ["2026-11-24", "2026-11-26"],
    /cannot be earlier/,
  ],
])("of dates %s one thing is said, until others are chosen", async (_, query, days, words) => {
  open(`${HOTEL}#/booking/search?${query}`);
  expect((await screen.findByRole("alert")).textContent).toMatch(words);
  await user.click(screen.getByRole("button", { name: /^Check-in/ }));
  for (const day of days) {
    const shown = await vi.waitUntil(() => document.querySelector(`[data-day="${day}"]`), 60_000);
    await user.click(shown);
  }
  expect(screen.queryByRole("alert")).toBeNull();
});

// clause: SEARCH-32, START-17
test("skip_search searches by itself at once, and once only", async () => {
  open(`${HOTEL}&skip_search=true#/booking/search?from=2026-12-12&to=2026-12-14&guests=2`);
  await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" });
  // the profile comes with that search, and with no one before it
  expect(
    paths().filter((path) => path.startsWith("POST") && path.endsWith("new-batch-booking")),
  ).toHaveLength(1);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  navigate("/booking/search");
  await screen.findByRole("button", { name: "Search" });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(window.location.hash).toContain("booking/search");
  vi.useRealTimers();
});

// clause: SEARCH-32, SEARCH-34
test("skip_search waits while the browser asks for the position, and looks every two seconds whether it may", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  resetPosition();
  let refuse: () => void = () => undefined;
  const getCurrentPosition = (_: unknown, refused: () => void) => {
    refuse = refused;
  };
  Object.defineProperty(navigator, "geolocation", { configurable: true, value: { getCurrentPosition } });
  open(`${HOTEL}&skip_search=true#/booking/search?from=2026-12-12&to=2026-12-14&guests=2`);
  const search = await screen.findByRole("button", { name: "Search" });
  expect(search.getAttribute("aria-disabled")).toBe("true");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(window.location.hash).toContain("booking/search");
  refuse();
  await vi.advanceTimersByTimeAsync(2_000);
  await eventually(() => expect(window.location.hash).toContain("select-rooms"));
  Reflect.deleteProperty(navigator, "geolocation");
  resetPosition();
  vi.useRealTimers();
});

// clause: SEARCH-32
test("each link with skip_search is searched by itself, in a tab that knows the hotel too", async () => {
  await toRooms();
  cleanup();
  const other = "from=2027-01-20&to=2027-01-22&guests=2";
  window.history.replaceState(null, "", `${HOTEL}&skip_search=true#/booking/search?${other}`);
  render(<App />);
  await eventually(() => expect(window.location.hash).toMatch(/select-rooms.*from=2027-01-20/));
});

// clause: SEARCH-32, ROUTE-16
test("a link with skip_search for the stay that is held leads to its rooms, and nothing is begun anew", async () => {
  await toRooms();
  await user.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
  await eventually(() => expect(window.location.hash).toContain("guest-information"));
  const begun = () =>
    paths().filter((path) => path.startsWith("POST") && path.endsWith("new-batch-booking")).length;
  const before = begun();
  cleanup();
  const same = "from=2026-12-12&to=2026-12-14&guests=2";
  window.history.replaceState(null, "", `${HOTEL}&skip_search=true#/booking/search?${same}`);
  render(<App />);
  await screen.findByRole("button", { name: "Remove, Deluxe King, Flexible" });
  expect(window.location.hash).toContain("select-rooms");
  expect(begun()).toBe(before);
  // nor by the form of a page that has nothing in it
  cleanup();
  window.history.replaceState(null, "", `${HOTEL}#/booking/guest-information?from=&to=&guests=2&children=`);
  render(<App />);
  expect(await screen.findByLabelText(/^First name/)).toBeTruthy();
  expect(begun()).toBe(before);
  // opened over the page it is loaded
  const anew = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
  opened(`#/booking/search?${same}&again`);
  await eventually(() => expect(anew).toHaveBeenCalled());
  anew.mockRestore();
});

/** The tab has booked, with a code; `b1` is the batch of that. */
function finished(): MockOptions {
  const deal = { kind: "promo", code: "SUMMER", id: "P1", name: "Summer" } as const;
  const search = makeSearch("2026-12-12", "2026-12-14", [{ adults: 2, children: 0, children_ages: [] }]);
  const batch = { batch_id: "b1", token: "secret" };
  const guestDraft = { first_name: "Ada" };
  keep(1, { ...emptyBooking, search, deal, batch, guestDraft, visited: ["information"] });
  const found = { ...chosen([room(1)]).profile, status: "COMMITTED", selected_rooms: [room(1)], guest: null };
  const body = { ...found, confirmation: [confirmed(1)] };
  return {
    instead: (method, url) =>
      method === "GET" && url.pathname.endsWith("new-batch-booking/b1") ? { status: 200, body } : undefined,
  };
}

// clause: SEARCH-32
test("a link with skip_search begins anew at its rooms where its stay is booked; a reload shows the booking", async () => {
  const same = "from=2026-12-12&to=2026-12-14&guests=2";
  open(`${HOTEL}&skip_search=true#/booking/search?${same}`, finished());
  // the code that it was booked with is not asked for: the link has none
  await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" });
  expect(window.location.hash).toContain("select-rooms");
  expect(screen.queryByRole("button", { name: /^Remove/ })).toBeNull();
  expect(sessionStorage.getItem("portico.booking.1")).toContain('"first_name":"Ada"');
  expect(sessionStorage.getItem("portico.booking.1")).not.toContain('"batch_id":"b1"');

  cleanup();
  mock.restore();
  mock = installMock(finished());
  window.history.replaceState({ portico: true }, "", `${HOTEL}#/booking/select-rooms?${same}`);
  render(<App />);
  expect(await screen.findByText("1HKQ2M4X7T1")).toBeTruthy();
  expect(window.location.hash).toContain("booking/confirmation");
});

/** Takes a room, and presses Remove where the server answers so. */
async function removing(
  answer: Answer | Promise<Answer>,
  more: (method: string, url: URL) => Answer | undefined = () => undefined,
) {
  await toRooms(stay, {
    instead: (method, url) =>
      method === "DELETE" && url.pathname.endsWith("set-rate") ? answer : more(method, url),
  });
  await user.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
  await eventually(() => expect(window.location.hash).toContain("guest-information"));
  window.history.back();
  const remove = await screen.findByRole("button", { name: "Remove, Deluxe King, Flexible" });
  await eventually(() => expect(remove.getAttribute("aria-disabled")).toBeNull());
  await user.click(remove);
}

// clause: ROOMS-36
test("a room that another tab has booked cannot be removed: its confirmation is shown", async () => {
  await removing(refusal("ALREADY_COMMITTED"), (method, url) =>
    method === "GET" && /new-batch-booking\/[^/]+$/.test(url.pathname)
      ? { status: 200, body: { status: "COMMITTED", confirmation: [confirmed(1)] } }
      : undefined,
  );
  expect(await screen.findByText("1HKQ2M4X7T1")).toBeTruthy();
  expect(window.location.hash).toContain("booking/confirmation");
});

const STILL_THERE = "The room could not be taken out and is still in your stay; please try again.";
const NO_ANSWER = "The server did not answer. Please check your connection and try again.";

// clause: ROOMS-36
test.each([
  ["ALREADY_COMMITTED", "This booking is already confirmed."],
  ["NOT_FOUND", STILL_THERE],
  ["BUSY", NO_ANSWER],
  ["TIMED_OUT", NO_ANSWER],
] as const)("a room that cannot be removed for %s stays, and the guest reads why", async (code, words) => {
  await removing(refusal(code), (method, url) =>
    method === "GET" && /new-batch-booking\/[^/]+$/.test(url.pathname)
      ? { status: 503, body: {} }
      : undefined,
  );
  await eventually(() => expect(screen.getByRole("alert").textContent).toBe(words));
  expect(await screen.findByRole("button", { name: "Remove, Deluxe King, Flexible" })).toBeTruthy();
});

// clause: ROOMS-36
test("a room stays on the bill until the server has let it go, and where no answer comes", async () => {
  let fail = (_: Error) => {};
  const answer = new Promise<Answer>((_, reject) => {
    fail = reject;
  });
  await removing(answer);
  const remove = screen.getByRole("button", { name: "Remove, Deluxe King, Flexible" });
  expect(remove.getAttribute("aria-busy")).toBe("true");
  const bill = screen.getByRole("region", { name: "Your stay" });
  expect(within(bill).getByText("Deluxe King")).toBeTruthy();
  fail(new TypeError("no network"));
  const told = await screen.findByRole("alert");
  expect(told.textContent).toBe(STILL_THERE);
  expect(told.scrollIntoView).toHaveBeenCalled();
  expect(remove.getAttribute("aria-disabled")).toBeNull();
  expect(within(bill).getByText("Deluxe King")).toBeTruthy();
});

// clause: ROOMS-36
test.each([
  ["it holds no room", { status: 200, body: { ...chosen([room(1)]).profile, selected_rooms: [] } }],
  ["its time is over", refusal("BATCH_EXPIRED")],
])(
  "a room whose removal was answered by nobody is out of the stay where the booking says so: %s",
  async (_, now) => {
    await removing({ status: 503, body: {} }, (method, url) =>
      method === "GET" && /new-batch-booking\/[^/]+$/.test(url.pathname) ? now : undefined,
    );
    await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" });
    expect(screen.queryByText(STILL_THERE)).toBeNull();
  },
);

// clause: ROOMS-36
test("a room whose time is over is taken out: nothing of it is held", async () => {
  await removing(refusal("BATCH_EXPIRED"));
  await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" });
  expect(
    screen.getByText("Choose a room and its price appears here, with every tax and fee in it."),
  ).toBeTruthy();
});

// clause: ROUTE-16
test("a page that Back brings to life again is what a reload finds, whatever a link began meanwhile", async () => {
  await toRooms();
  const here = window.sessionStorage.getItem("portico.booking.1");
  window.sessionStorage.setItem("portico.booking.1", JSON.stringify({ batch: null, search: null }));
  window.dispatchEvent(new Event("pageshow"));
  expect(window.sessionStorage.getItem("portico.booking.1")).toBe(here);
});

// clause: SEARCH-09, SEARCH-17, SEARCH-32
test.each<[string, string, "alert" | "status", RegExp]>([
  ["days that are over", "from=2026-11-01&to=2026-11-05", "alert", /cannot be earlier/],
  ["too many guests", "from=2026-12-12&to=2026-12-14&guests=14", "status", /at most/],
  ["a departure before the arrival", "from=2026-12-12&to=2026-12-10", "alert", /are no stay/],
  ["a departure without an arrival", "to=2026-12-14", "alert", /are no stay/],
  ["a day that is none", "from=2026-02-30&to=2026-12-14", "alert", /are no stay/],
])("skip_search with %s waits for the guest, who reads why", async (_, query, role, words) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  open(`${HOTEL}&skip_search=true#/booking/search?${query}`);
  await screen.findByRole("button", { name: "Search" });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(window.location.hash).toContain("booking/search");
  expect(screen.getAllByRole(role).some((notice) => words.test(notice.textContent))).toBe(true);
  vi.useRealTimers();
});

/** The hotel with its members, one of whom is signed in while `signedIn` says so. */
const withMembers = (signedIn = () => true): MockOptions => ({
  instead: (_, url) => {
    const website_config = { ...property.website_config, enable_loyalty_flow: true };
    if (url.pathname === "/v4/properties/1") return { status: 200, body: { ...property, website_config } };
    return url.pathname === "/v4/website/users" && signedIn() ? { status: 200, body: member } : undefined;
  },
});

/** Follows the member's link out, as far as the page itself goes. */
async function logOut() {
  await user.click(await screen.findByRole("button", { name: "Account: Maya Lindqvist" }));
  const out = await screen.findByRole<HTMLAnchorElement>("link", { name: "Log out" });
  out.addEventListener("click", (event) => event.preventDefault());
  await user.click(out);
  window.dispatchEvent(new Event("pagehide"));
  return out;
}

// clause: HEAD-07, HEAD-08, HEAD-10, HEAD-11
test("a member's menu says who they are, and leads to their profile and out again", async () => {
  open(stay, withMembers());
  await user.click(await screen.findByRole("button", { name: "Account: Maya Lindqvist" }));
  expect(screen.queryByText("Log in")).toBeNull();
  const profile = await screen.findByRole("link", { name: "Manage profile" });
  expect(profile.getAttribute("href")).toBe("https://login.example/profile");
  await user.click(screen.getByRole("button", { name: "Account: Maya Lindqvist" }));
  const out = await logOut();
  const url = new URL(out.href);
  expect(url.pathname).toBe("/v4/website/users/log-out");
  expect(url.searchParams.get("proof")).toBe("p");
  expect(url.searchParams.get("redirect_url")).toBe(window.location.href);
});

// clause: HEAD-10, POINTS-01
test("a member's menu says the points that they have by now", async () => {
  let redeemable = 24_000;
  const { instead } = withMembers();
  open(stay, {
    instead: (method, url, body) =>
      url.pathname === "/v4/website/users"
        ? { status: 200, body: { ...member, allow_redeem_points: true, member_points: { redeemable } } }
        : instead?.(method, url, body),
  });
  const menu = await screen.findByRole("button", { name: "Account: Maya Lindqvist" });
  redeemable = 6000;
  await user.click(menu);
  await screen.findByText("You have 6,000 points.");
});

// clause: HEAD-10
test.each([
  ["the same member", member.account_number, "q"],
  ["another", "QC-7", "p"],
])(
  "where %s logged in anew in another tab, the menu leads out accordingly",
  async (_, account_number, way) => {
    let now = member;
    const { instead } = withMembers();
    open(stay, {
      instead: (method, url, body) =>
        url.pathname === "/v4/website/users" ? { status: 200, body: now } : instead?.(method, url, body),
    });
    const menu = await screen.findByRole("button", { name: "Account: Maya Lindqvist" });
    now = { ...member, account_number, logout_url: "/v4/website/users/log-out?property_id=1&proof=q" };
    await user.click(menu);
    await waitFor(() => expect(queries.getQueryState(["log-out", property.id])?.status).toBe("success"));
    await waitFor(() => {
      const { href } = screen.getByRole<HTMLAnchorElement>("link", { name: "Log out" });
      expect(new URL(href).searchParams.get("proof")).toBe(way);
    });
  },
);

// clause: HEAD-10, GUEST-05
test("who signs out leaves nothing of themselves in the tab", async () => {
  let signedIn = true;
  await toRooms(
    stay,
    withMembers(() => signedIn),
  );
  await user.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
  await user.click(await screen.findByRole("checkbox", { name: "Fill in my details from my profile" }));
  await user.type(await screen.findByLabelText(/^Anything/), "A cot for Ana");
  sessionStorage.setItem("portico.basket.1", JSON.stringify({ guest: { last_name: "Lindqvist" } }));
  sessionStorage.setItem("portico.currency.1", JSON.stringify("EUR"));
  expect(sessionStorage.getItem("portico.booking.1")).toContain("maya@guest.example");
  await logOut();
  expect(Object.keys(sessionStorage)).toEqual(["portico.currency.1"]);

  cleanup();
  signedIn = false;
  render(<App />);
  await user.click(await screen.findByRole("button", { name: "Search" }));
  await user.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
  expect((await screen.findByLabelText<HTMLInputElement>(/^First name/)).value).toBe("");
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Anything/).value).toBe("");
});

// clause: HEAD-10, POINTS-01
test("who signs out leaves nobody a booking that is paid with their points", async () => {
  const [held, members] = [keptWithPoints(true), withMembers()];
  open(`${HOTEL}#/booking/select-rooms`, {
    instead: (...asked) => held.instead?.(...asked) ?? members.instead?.(...asked),
  });
  await screen.findAllByRole("button", { name: "Next" });
  expect(sessionStorage.getItem("portico.booking.1")).toContain('"withPoints":true');
  await logOut();
  expect(sessionStorage.getItem("portico.booking.1")).toBeNull();
});

// clause: HEAD-10, ROUTE-16
test("who signs out before any details are given finds the rooms again", async () => {
  await toRooms(stay, withMembers());
  await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" });
  const kept = sessionStorage.getItem("portico.booking.1");
  await logOut();
  expect(sessionStorage.getItem("portico.booking.1")).toBe(kept);
});
