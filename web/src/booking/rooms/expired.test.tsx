import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { chosen, room } from "../test-step";
import { renderRooms } from "./test-step";

beforeEach(() => {
  sessionStorage.clear();
  window.scrollTo = vi.fn();
});

// clause: ROOMS-44
test("a room chosen after the others ran out leads to those that are missing again", async () => {
  const page = renderRooms({
    state: { ...chosen([room(1), room(2)]), selected: [room(1)], roomIndex: 1 },
    answer: (_, path) =>
      path.includes("/s2/")
        ? { status: 410, body: { status: 410, code: "BATCH_EXPIRED", message: "" } }
        : undefined,
  });
  await userEvent.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
  await waitFor(() => expect(page.state().selected.map((entry) => entry.room_no)).toEqual([2]));
  await waitFor(() => expect(page.state().roomIndex).toBe(0));
  expect(page.went()).toBeNull();
});
