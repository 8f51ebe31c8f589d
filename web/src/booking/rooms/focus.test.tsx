import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { availability } from "../../api/mock/offers";
import type { RateOffer } from "../../api/types";
import { defaultParty, makeSearch } from "../search-data";
import { renderRooms } from "./test-step";

beforeEach(() => {
  sessionStorage.clear();
  window.scrollTo = vi.fn();
});

const rooms = (count: number) => ({
  search: makeSearch(
    "2026-12-12",
    "2026-12-15",
    Array.from({ length: count }, () => defaultParty()),
  ),
});

async function press(name: string) {
  const button = await screen.findByRole("button", { name });
  button.focus();
  await userEvent.keyboard("{Enter}");
}

test("the room that comes next has the focus after the one before was chosen, and its panel a name", async () => {
  renderRooms({ state: rooms(2) });
  const first = await screen.findByRole("tabpanel", { name: "Room 1" });
  await press("Book, Deluxe King, Flexible");
  const second = await screen.findByRole("tabpanel", { name: "Room 2" });
  await waitFor(() => expect(document.activeElement).toBe(second));
  expect(second).toBe(first);
});

test("what is taken out leaves the focus where it can be taken again", async () => {
  const page = renderRooms({ state: rooms(1) });
  await press("Book, Deluxe King, Flexible");
  await waitFor(() => expect(page.state()).toMatchObject({ selected: [{}], inProgress: null }));
  await press("Remove, Deluxe King, Flexible");
  await waitFor(() => expect(page.state().selected).toHaveLength(0));
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Book, Deluxe King, Flexible");
});

test("rooms that are loaded once more have the focus when they are there", async () => {
  let fails = true;
  renderRooms({
    state: rooms(1),
    answer: (_, path) => (path.includes("/mini-rates") && fails ? { status: 500, body: {} } : undefined),
  });
  await screen.findByRole("alert");
  fails = false;
  await press("Try again");
  await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" });
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("region", { name: "Choose your room" })),
  );
});

/** Rooms whose rates are others; what comes with a package comes with this one. */
function sold(change: (rates: RateOffer[]) => RateOffer[]) {
  renderRooms({
    state: rooms(1),
    answer: (_, path, url) => {
      if (!path.includes("/mini-rates")) return undefined;
      const answer = availability(url.searchParams);
      const pictures = { cover_photo: null, cover_photo_alt: null, cover_photo_small: null };
      const steam = {
        id: "STEAM",
        code: "STEAM",
        name: "Snow and steam",
        description: "Sauna, then fondue.",
      };
      const body = {
        ...answer,
        packages: [{ ...steam, ...pictures, package_rate_codes: [{ rate_code_id: "FLEX" }] }],
        rate_details: answer.rate_details.map((offer) => ({
          ...offer,
          rate_codes: change(offer.rate_codes),
        })),
      };
      return { status: 200, body };
    },
  });
}

test("what a struck price was is there to read", async () => {
  sold((rates) =>
    rates.map((rate) => ({ ...rate, price_summary: { ...rate.price_summary, strike_price: 9_000 } })),
  );
  const room = within(await screen.findByRole("article", { name: "Deluxe King" }));
  expect(room.getAllByText("The lowest price of the last 30 days was $9,000.00.")[0]?.tagName).toBe("SMALL");
});

test("more rates of a room have the focus on the first of them, which opens above their button", async () => {
  sold((rates) => [
    ...rates,
    ...rates.map((rate) => ({ ...rate, id: `${rate.id}_2`, name: `${rate.name} II` })),
  ]);
  const room = within(await screen.findByRole("article", { name: "Deluxe King" }));
  const more = await room.findByRole("button", { name: /^2 more rates/ });
  const before = room.getAllByRole("group");
  more.focus();
  await userEvent.keyboard("{Enter}");
  const added = room.getAllByRole("group")[before.length] as HTMLElement;
  expect(document.activeElement).toBe(within(added).getAllByRole("button")[0]);
});

test("no two buttons of a room that sells a plan with a package too have the same name", async () => {
  sold((rates) =>
    rates.flatMap((rate) =>
      rate.id === "FLEX" ? [rate, { ...rate, package_id: "STEAM", package_code: "STEAM" }] : [rate],
    ),
  );
  const room = within(await screen.findByRole("article", { name: "Deluxe King" }));
  await room.findByRole("group", { name: /Snow and steam/ });
  const names = room
    .getAllByRole("button")
    .map((button) => button.getAttribute("aria-label") ?? button.textContent);
  expect(new Set(names).size).toBe(names.length);
  await userEvent.click(room.getByRole("button", { name: /^Rate details.*Snow and steam/ }));
  expect(screen.getByRole("dialog", { name: /Snow and steam/ })).toBeTruthy();
});
