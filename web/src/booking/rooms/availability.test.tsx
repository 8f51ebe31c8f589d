import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { availability } from "../../api/mock/offers";
import { makeSearch } from "../search-data";
import type { BookingState } from "../state";
import { chosen, room } from "../test-step";
import { renderRooms } from "./test-step";
import { wishFor } from "./wish";

beforeEach(() => {
  sessionStorage.clear();
  window.scrollTo = vi.fn();
});
const promo = { kind: "promo", code: "WINTER15", id: "WINTER15", name: "Winterzauber" } as const;

/** How the open slot is asked about; a code is answered under its English name. */
async function asked(state: Partial<BookingState>) {
  let query = new URLSearchParams();
  const page = renderRooms({
    state,
    answer: (_, path, { searchParams }) => {
      if (!path.endsWith("mini-rates-with-availability/v3")) return undefined;
      query = searchParams;
      const discount = state.deal ? { id: promo.id, name: "Winter magic" } : null;
      return { status: 200, body: { ...availability(searchParams), discount } };
    },
  });
  await screen.findAllByRole("article");
  return { query, bearer: page.headers("mini-rates")?.get("Authorization") ?? null };
}

describe("the session is named where it makes a difference", () => {
  test.each<[string, Partial<BookingState>, string | null]>([
    ["for nothing chosen it is not", { ...chosen([room(1)]), selected: [] }, null],
    ["for a chosen room it is", chosen([room(1)]), "s1"],
    [
      "for rooms that a promotion may count together it is",
      { ...chosen([room(1), room(2)]), selected: [], deal: promo },
      "s1",
    ],
  ])("%s", async (_, state, session) => {
    const { query, bearer } = await asked(state);
    expect(query.get("session_id")).toBe(session);
    expect(bearer).toBe(session && "Bearer secret");
  });
});

// clause: SEARCH-05
test("with a child whose age is not known no ages are told: for the price, for the packages and for the room", async () => {
  const [searched] = makeSearch("2026-12-12", "2026-12-15", [
    { adults: 2, children: 2, children_ages: [7, null] },
  ]).rooms;
  if (!searched) throw new Error("a room");
  const asked: (string | null)[] = [];
  renderRooms({
    state: { ...chosen([room(1)]), selected: [], search: { ...searched, rooms: [searched] } },
    query: "package_type=1",
    answer: (_, path, { searchParams }) => {
      if (/mini-rates|applicable$/.test(path)) asked.push(searchParams.get("children_ages"));
      return undefined;
    },
  });
  await screen.findAllByRole("article");
  expect(asked.length).toBeGreaterThan(1);
  expect(new Set(asked)).toEqual(new Set([null]));
  expect(wishFor(searched, "DELUXE_KING", "FLEX").children_ages).toEqual([]);
});

// clause: ROOMS-05
test("what a code opened is named in the guest's language, whichever it was typed in", async () => {
  const { query } = await asked({ ...chosen([room(1)]), deal: promo });
  expect(query.get("language_code")).toBe("en_US");
  const name = await screen.findByText("Winter magic");
  expect(name.dir, "which may be another than the page's").toBe("auto");
  expect(screen.queryByText(/Winterzauber/)).toBeNull();
});

test("without a connection the rooms say so, and come once it is back", async () => {
  // the cache hears of the connection once it is there
  await import("../queries");
  fireEvent(window, new Event("offline"));
  renderRooms({ state: { ...chosen([room(1)]), selected: [] } });
  await screen.findByRole("alert");
  fireEvent(window, new Event("online"));
  await screen.findAllByRole("article");
  expect(screen.queryByRole("alert")).toBeNull();
});
