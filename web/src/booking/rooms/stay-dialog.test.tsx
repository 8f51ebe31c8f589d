import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { property } from "../../api/mock/hotel";
import type { Property } from "../../api/types";
import { makeSearch, type Party, type SearchRoom } from "../search-data";
import { chosen, room } from "../test-step";
import { renderRooms } from "./test-step";

afterEach(() => vi.unstubAllGlobals());

// clause: ROOMS-20
test.each([
  ["Guests", 0],
  ["Check-in", 1],
])("on a phone the selector that %s opens begins with what was tapped", async (part, place) => {
  vi.stubGlobal("matchMedia", () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  renderRooms({ state: chosen([room(1)]) });
  const stay = within(await screen.findByRole("group", { name: "Dates and guests" }));
  await userEvent.click(stay.getByRole("button", { name: new RegExp(`^${part}`) }));
  const dialog = await screen.findByRole("dialog", { name: "Dates and guests" });
  const parts = [...(dialog.querySelector(".stay-dialog")?.children ?? [])];
  expect(parts.findIndex((one) => one.classList.contains("guests"))).toBe(place);
});

const open = async () => userEvent.click(await screen.findByRole("button", { name: /^Guests/ }));

/** The least that the chosen stay costs, once it is there. */
const least = async () => {
  const words = await screen.findByText("3 nights, from", { selector: "[role=status] *" });
  return words.parentElement?.querySelector("b")?.textContent;
};

// clause: ROOMS-04
test("where one choice stands for several rooms the selector prices all of them", async () => {
  const people = { adults: 2, children: 0, children_ages: [] };
  const asked = async (rooms: number) => {
    const search = makeSearch("2026-12-12", "2026-12-15", Array(rooms).fill(people));
    const website_config = { ...property.website_config, enable_multi_room_booking: true };
    renderRooms({ state: { ...chosen([room(1)]), selected: [], search }, property: { website_config } });
    await open();
    const total = Number((await least())?.replace(/[^\d.]/g, ""));
    cleanup();
    return total;
  };
  expect(await asked(2)).toBe(2 * (await asked(1)));
});

test("rooms for other nights say so beside each other", async () => {
  const people = { adults: 2, children: 0, children_ages: [] };
  const search = makeSearch("2026-12-12", "2026-12-15", [people, people]);
  const moved = { ...search.rooms[1], checkIn: "2026-12-14", checkOut: "2026-12-17" } as SearchRoom;
  const tabs = async (rooms: SearchRoom[]) => {
    cleanup();
    renderRooms({ state: { ...chosen([]), search: { ...search, rooms } } });
    const all = await screen.findAllByRole("tab");
    return all.map(({ textContent }) => textContent?.replace(/[\u2009\u202f]/g, " "));
  };
  expect(await tabs(search.rooms)).toEqual(["Room 1 · 2 adults", "Room 2 · 2 adults"]);
  expect(await tabs([...search.rooms.slice(0, 1), moved])).toEqual([
    "Room 1 · Dec 12 – 15 · 2 adults",
    "Room 2 · Dec 14 – 17 · 2 adults",
  ]);
});

// clause: SEARCH-09
test.each<[string, Partial<Party>, Partial<Property>, string]>([
  [
    "an age is missing",
    { children: 1, children_ages: [null] },
    {},
    "Please choose the age of every child; prices depend on it.",
  ],
  [
    "too many people",
    {},
    { website_config: { ...property.website_config, max_guests_allowed: 1 } },
    "A room here takes one guest. Please add rooms for the others.",
  ],
  [
    "days outside the window",
    {},
    { business_day: { date: "2026-12-13" } },
    "Check in date cannot be earlier then Dec 13, 2026, and check-out not later than Jul 02, 2027.",
  ],
])("a selector that cannot search says why: %s", async (_, people, hotel, words) => {
  const persons = { adults: 2, children: 0, children_ages: [], ...people };
  const search = makeSearch("2026-12-12", "2026-12-15", [persons]);
  renderRooms({ state: { ...chosen([room(1)]), selected: [], search }, property: hotel });
  await open();
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Search" }));
  expect(dialog.getByRole("alert").textContent).toBe(words);
});

test("each Search without an age leads to the first that is missing", async () => {
  const persons = { adults: 2, children: 2, children_ages: [4, null] };
  const search = makeSearch("2026-12-12", "2026-12-15", [persons]);
  renderRooms({ state: { ...chosen([room(1)]), selected: [], search } });
  await open();
  const dialog = within(await screen.findByRole("dialog"));
  const seen = vi.fn();
  Element.prototype.scrollIntoView = seen;
  const press = dialog.getByRole("button", { name: "Search" });
  for (let time = 0; time < 2; time++) {
    await userEvent.click(press);
    expect(document.activeElement).toBe(dialog.getAllByRole("combobox", { name: /^Age/ })[1]);
  }
  // the words at the head would scroll it out of sight
  expect(seen).not.toHaveBeenCalled();
});

test("a selector without a departure asks for one", async () => {
  renderRooms({ state: { ...chosen([room(1)]), selected: [] } });
  await open();
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(await dialog.findByRole("button", { name: /December 20, 2026/ }));
  const seen = vi.fn(function (this: Element) {
    return this;
  });
  Element.prototype.scrollIntoView = seen;
  const search = dialog.getByRole("button", { name: "Search" });
  await userEvent.click(search);
  const alert = dialog.getByRole("alert");
  expect(alert.textContent).toBe("Now choose your departure.");
  await userEvent.click(search);
  // the button stands at the foot of what scrolls
  expect(seen.mock.contexts).toEqual([alert, alert]);
});
