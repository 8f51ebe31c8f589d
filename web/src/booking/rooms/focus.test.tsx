import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
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
