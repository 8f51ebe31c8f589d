import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Availability, Rooming } from "../../api";
import type { Answer } from "../../api/mock/handle";
import { property } from "../../api/mock/hotel";
import { member } from "../../api/mock/member";
import { availability, selectedRoom } from "../../api/mock/offers";
import { confirmed } from "../confirmation/test-room";
import { keepOrder } from "../payment/ordered";
import { SearchStep } from "../search/SearchStep";
import { makeSearch, type Party, type SearchRoom } from "../search-data";
import { chosen, renderStep, room } from "../test-step";
import { giveBackHalfTaken, keepHalfTaken } from "./half-taken";
import { renderRooms } from "./test-step";
import { counted, roomingPackage } from "./together";
import type { Part } from "./useTakeTogether";

beforeEach(() => {
  sessionStorage.clear();
  window.scrollTo = vi.fn();
});

const people = (adults: number): Party => ({ adults, children: 0, children_ages: [] });
const alike = { website_config: { ...property.website_config, enable_multi_room_booking: true } };

/** What a room of the rooming comes to at the pretended server. */
function roomed(room_type_id: string, number_of_adults: number): Rooming["rooms"][number] {
  const { price_summary, cancellation } = selectedRoom("s", 1, {
    ...room(1),
    children_ages: [],
    room_type_id,
    number_of_adults,
    check_in_date: "2026-12-12",
    check_out_date: "2026-12-15",
  });
  const { total_amount_after_tax_and_fee } = price_summary;
  return {
    room_type_id,
    rate_code_id: "FLEX",
    number_of_adults,
    number_of_children: 0,
    children_ages: [],
    total_amount_after_tax_and_fee,
    cancellation,
  };
}

const parts = [roomed("FAMILY_SUITE", 3), roomed("CLASSIC_QUEEN", 1)];
const rooming = (more = 0): Answer => {
  const total_amount_after_tax_and_fee =
    parts.reduce((sum, part) => sum + part.total_amount_after_tax_and_fee, 0) + more;
  return {
    status: 200,
    body: { conversion: null, rooming: { rooms: parts, total_amount_after_tax_and_fee } },
  };
};

/** The rooms of the house, one rate of each with a package too. */
function withPackages(asked: URLSearchParams): Availability {
  const answer = availability(asked);
  const steam = { id: "STEAM", code: "STEAM", name: "Snow and steam", description: "Sauna, then fondue." };
  const pictures = { cover_photo: null, cover_photo_alt: null, cover_photo_small: null };
  return {
    ...answer,
    packages: [{ ...steam, ...pictures, package_rate_codes: [{ rate_code_id: "FLEX" }] }],
    rate_details: answer.rate_details.map((offer) => ({
      ...offer,
      rate_codes: offer.rate_codes.flatMap((rate) =>
        rate.id === "FLEX" ? [rate, { ...rate, package_id: "STEAM", package_code: "STEAM" }] : [rate],
      ),
    })),
  };
}

type Options = Partial<Parameters<typeof renderRooms>[0]>;

/** The rooms of a house that sells several of them alike, searched for two rooms with two adults each. */
function open(options: Options = {}, dearer = 0) {
  return renderRooms({
    property: alike,
    ...options,
    state: { ...options.state, search: makeSearch("2026-12-12", "2026-12-15", [people(2), people(2)]) },
    answer: (_, path) => (path.endsWith("/rooming") ? rooming(dearer) : undefined),
  });
}

const take = async () => userEvent.click(await screen.findByRole("button", { name: "Book these rooms" }));
const next = () => screen.queryAllByRole("button", { name: "Next" });
const opened = (page: { calls: () => string[] }) =>
  page.calls().filter((call) => call.endsWith("/new-batch-booking")).length;

test("what is offered for everybody stands beneath the step's heading, as the rooms do", async () => {
  open();
  expect(await screen.findByRole("heading", { level: 2, name: "Cheapest for all of you" })).toBeTruthy();
});

describe("rooms that were taken together, in a house that sells several alike", () => {
  async function taken() {
    const page = open();
    await take();
    await waitFor(() => expect(page.state().selected).toHaveLength(2));
    await screen.findAllByRole("tab");
    return page;
  }

  // clause: WIZ-23
  test("one that is taken out leaves the booking without a Next until another is chosen", async () => {
    const page = await taken();
    expect(next()).not.toHaveLength(0);
    await userEvent.click(await screen.findByRole("button", { name: /^Remove.*Family Suite/ }));
    await waitFor(() => expect(page.state().selected.map((entry) => entry.room_no)).toEqual([2]));
    expect(next()).toHaveLength(0);
  });

  // clause: ROOMS-42
  test("one that is chosen anew stands in the place of the one before, beside the other", async () => {
    const page = await taken();
    const sessions = page.state().selected.map((entry) => entry.session_id);
    await userEvent.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
    await waitFor(() => expect(page.state().selected[0]?.room_type_id).toBe("DELUXE_KING"));
    expect(page.state().selected.map((entry) => entry.session_id)).toEqual(sessions);
    expect(page.sent("set-rate")).toMatchObject({ number_of_rooms: 1, number_of_adults: 3 });
    expect(opened(page)).toBe(1);
    await waitFor(() => expect(page.went()).toBe("information"));
  });

  // clause: ROOMS-21
  test("other guests for one leave the other as it is", async () => {
    const page = await taken();
    await userEvent.click(screen.getByRole("button", { name: /^Guests/ }));
    const dialog = within(await screen.findByRole("dialog", { name: "Dates and guests" }));
    await userEvent.click(await dialog.findByRole("button", { name: "Fewer: Adults, room 1" }));
    await userEvent.click(dialog.getByRole("button", { name: "Search" }));
    await waitFor(() => expect(page.state().selected.map((entry) => entry.room_no)).toEqual([2]));
    expect(page.state().search?.rooms.map((slot) => slot.persons.adults)).toEqual([2, 1]);
    expect(next()).toHaveLength(0);
  });
});

// clause: WIZ-15, WIZ-21
test("rooms taken together in place of a package lead to the add-ons", async () => {
  const packed = { ...room(1), package_id: "STEAM" };
  const page = renderRooms({
    state: chosen([packed], { restricted_addons: [{ id: "SAUNA", recurring: true }] }),
    answer: (_, path, url) => {
      if (!path.includes("mini-rates")) return undefined;
      const { rooming: more_rooms } = rooming().body as { rooming: Rooming };
      return { status: 200, body: { ...availability(url.searchParams), rate_details: [], more_rooms } };
    },
  });
  await take();
  await waitFor(() => expect(page.went()).toBe("addons"));
});

test.each([
  ["has come through", { status: 200, body: { status: "COMMITTED", confirmation: [confirmed(1)] } }, true],
  ["nobody knows of", { status: 503, body: {} }, false],
] as const)("where the order before %s nothing else is taken", async (_what, answer, shown) => {
  keepOrder("b1", "ASKED");
  const page = renderRooms({
    property: alike,
    state: {
      batch: { batch_id: "b1", token: "secret" },
      search: makeSearch("2026-12-12", "2026-12-15", [people(2), people(2)]),
    },
    answer: (_, path) => (path.endsWith("/rooming") ? rooming() : path.endsWith("/b1") ? answer : undefined),
  });
  await take();
  if (shown) await waitFor(() => expect(page.went()).toBe("confirmation"));
  else await screen.findByText("The server did not answer. Please check your connection and try again.");
  expect(page.state().outcome?.rooms.length ?? 0).toBe(shown ? 1 : 0);
  expect(opened(page)).toBe(0);
});

test("rooms alike but for the ages of their children are not counted as one", () => {
  const {
    parts: [part],
  } = roomingPackage(
    { rooms: parts } as Rooming,
    makeSearch("2026-12-12", "2026-12-15", [people(2)]).rooms[0] as SearchRoom,
  );
  const child = (age: number) =>
    ({
      ...part,
      stay: { ...part?.stay, persons: { ...people(2), children: 1, children_ages: [age] } },
    }) as Part;
  expect(counted([child(3), child(15), child(3)]).map(({ count }) => count)).toEqual([2, 1]);
});

test("while rooms are taken together no single one can be", async () => {
  let answer: () => void = () => undefined;
  const refused = new Promise<Answer>((resolve) => {
    answer = () => resolve({ status: 500, body: {} });
  });
  const page = renderRooms({
    property: alike,
    state: { search: makeSearch("2026-12-12", "2026-12-15", [people(2), people(2)]) },
    answer: (_, path) => {
      if (path.endsWith("/set-rate")) return refused;
      return path.endsWith("/rooming") ? rooming() : undefined;
    },
  });
  await take();
  const book = await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" });
  expect(book.getAttribute("aria-disabled")).toBe("true");
  answer();
  await screen.findByRole("alert");
  await waitFor(() => expect(page.state().inProgress).toBeNull());
});

test("rooms that are taken together go on while another tab is looked at", async () => {
  let answer: () => void = () => undefined;
  const held = new Promise<undefined>((resolve) => {
    answer = () => resolve(undefined);
  });
  const page = renderRooms({
    state: { search: makeSearch("2026-12-12", "2026-12-15", [people(2), people(2)]) },
    answer: (_, path) => {
      if (path.endsWith("/set-rate")) return held as unknown as Promise<Answer>;
      return path.endsWith("/rooming") ? rooming() : undefined;
    },
  });
  await take();
  await userEvent.click(await screen.findByRole("tab", { name: /^Room 2/ }));
  answer();
  await waitFor(() => expect(page.state().selected).toHaveLength(2));
  await waitFor(() => expect(page.went()).toBe("addons"));
});

test("rooms that were not to be had together leave the booking as it was", async () => {
  const page = open({ state: { ...chosen([room(1)]), selected: [] } }, -10);
  const { batch } = page.state();
  await take();
  expect((await screen.findByRole("alert")).textContent).toMatch(/price/i);
  expect(page.state()).toMatchObject({ batch, selected: [] });
  expect(screen.queryByRole("tab")).toBeNull();
  expect(page.calls().filter((call) => call.startsWith("DELETE"))).toHaveLength(2);
});

test("rooms that are not to be had together are given back, also the one whose answer was lost", async () => {
  let set = 0;
  const page = renderRooms({
    property: alike,
    state: { search: makeSearch("2026-12-12", "2026-12-15", [people(2), people(2)]) },
    answer: (method, path) => {
      if (method === "POST" && path.endsWith("/set-rate") && ++set === 2) return { status: 0 };
      return path.endsWith("/rooming") ? rooming() : undefined;
    },
  });
  await take();
  expect((await screen.findByRole("alert")).textContent).toMatch(/could not be taken/);
  const sessions = (method: string) =>
    page
      .calls()
      .filter((call) => call.startsWith(method) && call.includes("/set-rate"))
      .map((call) => call.split("/").at(-2));
  expect(sessions("DELETE")).toEqual(sessions("POST"));
  expect(sessions("POST")).toHaveLength(2);
});

describe("rooms that were half taken", () => {
  const half = { batch: { batch_id: "b7", token: "t7" }, sessions: ["h1", "h2"] };
  const given = (page: { calls: () => string[] }) => page.calls().filter((call) => call.startsWith("DELETE"));

  test("are given back after a reload, before the list is asked for", async () => {
    keepHalfTaken(1, half);
    const page = open();
    await screen.findByRole("button", { name: "Book these rooms" });
    expect(given(page).map((call) => call.split("/").at(-2))).toEqual(["h1", "h2"]);
    const list = page.calls().findIndex((call) => call.includes("/mini-rates"));
    expect(list).toBeGreaterThan(page.calls().findLastIndex((call) => call.startsWith("DELETE")));
    // and once
    expect(await giveBackHalfTaken(1)).toBe(false);
  });

  test("when the connection went are given back once it is there again", async () => {
    let offline = false;
    const page = renderRooms({
      property: alike,
      state: { search: makeSearch("2026-12-12", "2026-12-15", [people(2), people(2)]) },
      answer: (method, path) => {
        if (method === "POST" && path.endsWith("/set-rate")) offline = true;
        if (offline) return { status: 0 };
        return path.endsWith("/rooming") ? rooming() : undefined;
      },
    });
    await take();
    await waitFor(() => expect(page.state().inProgress).toBeNull());
    const before = given(page).length;
    offline = false;
    window.dispatchEvent(new Event("online"));
    await waitFor(() => expect(given(page)).toHaveLength(before + 1));
    await waitFor(() => expect(sessionStorage.getItem("portico.together.1")).toBeNull());
  });

  test("are not any more when all of them are taken", async () => {
    const page = open();
    await take();
    await waitFor(() => expect(page.went()).toBe("addons"));
    expect(await giveBackHalfTaken(1)).toBe(false);
    expect(page.state().selected).toHaveLength(2);
  });
});

// clause: ROOMS-12
test.each([
  ["KING", false],
  ["QUEEN", true],
])("beside rooms with %s beds alone only such are offered together", async (bed, offered) => {
  const page = open({ query: `bed_types=${bed}` });
  await screen.findAllByRole("button", { name: /^Book, / });
  await waitFor(() => expect(page.calls().some((call) => call.endsWith("/rooming"))).toBe(true));
  await act(async () => void (await (await fetch("/v4/properties/1")).json()));
  expect(screen.queryAllByRole("button", { name: "Book these rooms" })).toHaveLength(offered ? 1 : 0);
});

// clause: ROOMS-12
test("rooms together pass the filters by what they are, also where the people of one room get no such room", async () => {
  renderRooms({
    query: "bed_types=QUEEN",
    state: { search: makeSearch("2026-12-12", "2026-12-15", [people(1), people(3)]) },
    answer: (_, path, url) => {
      if (path.endsWith("/rooming")) return rooming();
      if (!path.includes("/mini-rates")) return undefined;
      const body = availability(url.searchParams);
      const rate_details = body.rate_details.filter((offer) => offer.room_type_id !== "FAMILY_SUITE");
      return { status: 200, body: { ...body, rate_details } };
    },
  });
  await screen.findByRole("button", { name: "Book, Classic Queen, Flexible" });
  await screen.findByRole("button", { name: "Book these rooms" });
});

test("rooms together are for money: nothing is said of them to who books with points", async () => {
  const { website_config } = alike;
  const page = open({
    property: { website_config: { ...website_config, enable_loyalty_flow: true } },
    user: { ...member, allow_redeem_points: true, member_points: { redeemable: 9000 } },
    state: { withPoints: true },
  });
  await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" });
  expect(page.calls().some((call) => call.endsWith("/rooming"))).toBe(false);
});

// clause: ROOMS-04
test("a new search after them is for rooms alike again, and says so", async () => {
  const search = makeSearch("2026-12-12", "2026-12-15", [people(3), people(1)]);
  const page = renderStep("search", () => <SearchStep />, {
    property: alike,
    state: { ...chosen([room(1), room(2)]), search },
  });
  await screen.findByText("The rooms of this house are booked alike: we ask for 3 adults in each.");
  await userEvent.click(screen.getByRole("button", { name: "Search" }));
  await waitFor(() => expect(page.went()).toBe("rooms"));
  expect(page.state().profile?.sessions).toHaveLength(1);
  expect(page.state().search?.rooms.map((slot) => slot.persons.adults)).toEqual([3, 3]);
});

test.each(["rate_id=FLEX", "rate_code=FLEX"])("a link with %s asks for no other rates", async (query) => {
  const page = open({ query });
  await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" });
  expect(page.calls().some((call) => call.endsWith("/rooming"))).toBe(false);
});

// clause: SEARCH-35, SEARCH-36
test.each([
  ["package_type=ALL", false],
  ["package_type=STEAM", false],
  ["package_id=STEAM", false],
  ["package_type=GONE", true],
])(
  "beside a link with %s the rooms together are offered only where it asks in vain",
  async (query, offered) => {
    const page = renderRooms({
      property: alike,
      query,
      state: { search: makeSearch("2026-12-12", "2026-12-15", [people(2), people(2)]) },
      answer: (_, path, url) => {
        if (path.endsWith("/rooming")) return rooming();
        return path.includes("/mini-rates")
          ? { status: 200, body: withPackages(url.searchParams) }
          : undefined;
      },
    });
    await screen.findAllByRole("button", { name: /^Book, Deluxe King/ });
    if (offered) await screen.findByRole("button", { name: "Book these rooms" });
    expect(page.calls().some((call) => call.endsWith("/rooming"))).toBe(offered);
  },
);

describe("what stands above the list", () => {
  const BOOK = { name: "Book, Deluxe King, Flexible" };
  const TOGETHER = { name: "Book these rooms" };

  /** The rooms step while its calls are answered one by one, or never. */
  function asking(query = "") {
    const held = new Map<string, (answer?: Answer) => void>();
    const page = renderRooms({
      property: alike,
      query,
      state: { search: makeSearch("2026-12-12", "2026-12-15", [people(2), people(2)]) },
      answer: (_, path, url) => {
        const usual: Record<string, () => Answer | undefined> = {
          rooming,
          applicable: () => ({ status: 200, body: withPackages(url.searchParams).packages }),
          "mini-rates": () => ({ status: 200, body: withPackages(url.searchParams) }),
        };
        const call = Object.keys(usual).find((name) => path.includes(name));
        if (!call) return undefined;
        return new Promise<Answer>((resolve) => {
          held.set(call, (answer) => resolve(answer ?? (usual[call]?.() as Answer)));
        });
      },
    });
    return {
      ...page,
      asked: (...calls: string[]) => waitFor(() => expect([...held.keys()].sort()).toEqual(calls)),
      answer: (call: string, answer?: Answer) => act(async () => held.get(call)?.(answer)),
    };
  }

  test("is asked beside the rooms, and once: they come together [ROOMS-02]", async () => {
    const page = asking();
    await page.asked("mini-rates", "rooming");
    await page.answer("mini-rates");
    expect(screen.queryByRole("button", BOOK)).toBeNull();
    expect(screen.getByText("Rooms are loading")).toBeTruthy();
    await page.answer("rooming");
    const together = await screen.findByRole("button", TOGETHER);
    const list = screen.getByRole("button", BOOK);
    expect(list.compareDocumentPosition(together) & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy();
    expect(page.calls().filter((call) => call.endsWith("/rooming"))).toHaveLength(1);
  });

  test("that fails leaves the list without it", async () => {
    const page = asking();
    await page.asked("mini-rates", "rooming");
    await page.answer("rooming", { status: 500, body: {} });
    await page.answer("mini-rates");
    await screen.findByRole("button", BOOK);
    expect(screen.queryByRole("button", TOGETHER)).toBeNull();
  });

  test("that does not come is not waited for long", async () => {
    const page = asking();
    await page.asked("mini-rates", "rooming");
    await page.answer("mini-rates");
    await screen.findByRole("button", BOOK);
    // once the list stands, it stays where it is
    await page.answer("rooming");
    const together = await screen.findByRole("button", TOGETHER);
    const list = screen.getByRole("button", BOOK);
    expect(list.compareDocumentPosition(together) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  // clause: SEARCH-35
  test("packages of a link are asked beside the rooms, and stand with them", async () => {
    const page = asking("package_type=ALL");
    await page.asked("applicable", "mini-rates");
    await page.answer("mini-rates");
    expect(screen.getByText("Rooms are loading")).toBeTruthy();
    await page.answer("applicable");
    await screen.findByRole("list", { name: "Packages" });
    expect(screen.getAllByRole("button", { name: /^Book, Deluxe King/ })).not.toHaveLength(0);
  });
});
