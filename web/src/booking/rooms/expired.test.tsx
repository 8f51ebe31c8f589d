import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { SelectedRoom } from "../../api";
import { chosen, room } from "../test-step";
import { renderRooms } from "./test-step";

beforeEach(() => {
  sessionStorage.clear();
  window.scrollTo = vi.fn();
});

const cot = { id: "COT", name: "Cot", quantity: 2, date: null, amount: 20, recurring: false };

// clause: ROOMS-44
test.each([
  [410, "BATCH_EXPIRED"],
  [404, "BATCH_UNKNOWN"],
])(
  "a room chosen after the others are gone (%d %s) leads to those that are missing again",
  async (status, code) => {
    const page = renderRooms({
      state: {
        ...chosen([room(1), room(2)]),
        selected: [{ ...room(1), chosen_addons: [cot] } as unknown as SelectedRoom],
        roomIndex: 1,
      },
      answer: (_, path) =>
        path.includes("/s2/") ? { status, body: { status, code, message: "" } } : undefined,
    });
    await userEvent.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
    await waitFor(() => expect(page.state().selected.map((entry) => entry.room_no)).toEqual([2]));
    await waitFor(() => expect(page.state().roomIndex).toBe(0));
    expect(page.went()).toBeNull();
    // the room before went without the guest's doing
    await screen.findByText(/^Your booking had run out of time\./);
    // the new booking knows nothing of what was added in the one before
    expect(page.state().selected[0]?.left_out_addons).toMatchObject([
      { id: "COT", wished: 2, quantity: 0, reason: "ADD_AGAIN" },
    ]);
  },
);
