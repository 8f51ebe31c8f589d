import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { Answer } from "../../api/mock/handle";
import { chosen, room } from "../test-step";
import { renderRooms } from "./test-step";

beforeEach(() => sessionStorage.clear());

const broken: Answer = { status: 500, body: {} };

/** The open picker; `answers` are the server's, one after the other, and then its own. */
async function picker(...answers: Answer[]) {
  renderRooms({
    state: { ...chosen([room(1)], { allow_room_unit_booking: true }), selected: [] },
    answer: (_, path) => (path.endsWith("suggested_rooms/v2") ? answers.shift() : undefined),
  });
  const name = "Choose a number, Deluxe King, Flexible";
  await userEvent.click(await screen.findByRole("button", { name }));
  return within(await screen.findByRole("dialog", { name: "Deluxe King: choose a room number" }));
}

// clause: ROOMS-50
test("a picker whose answer is empty says that no rooms were found", async () => {
  const dialog = await picker({
    status: 200,
    body: { data: [{ room_type_id: "DELUXE_KING", rooms: [] }] },
  });
  expect((await dialog.findByRole("status")).textContent).toBe("No rooms found");
  expect(dialog.queryByRole("button", { name: "Try again" })).toBeNull();
});

// clause: ERR-13
test("doors that could not be loaded are asked for once more, and the focus goes on to them", async () => {
  const dialog = await picker(broken, broken);
  expect((await dialog.findByRole("alert")).textContent).toContain("The rooms could not be loaded.");
  expect(screen.queryByText("No rooms found")).toBeNull();
  expect(screen.queryByText("Oops! something went wrong")).toBeNull();
  const again = dialog.getByRole("button", { name: "Try again" });
  again.focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(again.getAttribute("aria-busy")).toBeNull());
  expect(document.activeElement).toBe(again);
  await userEvent.keyboard("{Enter}");
  const door = await dialog.findByRole("button", { name: "No.\u00a07" });
  expect(dialog.queryByRole("alert")).toBeNull();
  expect(document.activeElement).toBe(door);
});
