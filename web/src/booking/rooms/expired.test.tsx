import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { SelectedRoom } from "../../api";
import type { Answer } from "../../api/mock/handle";
import { refusal } from "../../api/mock/refusal";
import { withLeftBehind } from "../left-behind";
import { chosen, room } from "../test-step";
import { renderRooms } from "./test-step";

beforeEach(() => {
  sessionStorage.clear();
  window.scrollTo = vi.fn();
});

const addAgain = { id: "COT", wished: 2, quantity: 0, reason: "ADD_AGAIN" };
const leftOut = (page: ReturnType<typeof renderRooms>) =>
  page.state().selected.map((entry) => withLeftBehind(entry).left_out_addons);
const cot = { id: "COT", name: "Cot", quantity: 2, date: null, amount: 20, recurring: false };

// clause: ROOMS-44
test.each(["BATCH_EXPIRED", "BATCH_UNKNOWN"] as const)(
  "a room chosen after the others are gone (%s) leads to those that are missing again",
  async (code) => {
    const page = renderRooms({
      state: {
        ...chosen([room(1), room(2)]),
        selected: [{ ...room(1), chosen_addons: [cot] } as unknown as SelectedRoom],
        roomIndex: 1,
      },
      answer: (_, path) => (path.includes("/s2/") ? refusal(code) : undefined),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
    await waitFor(() => expect(page.state().selected.map((entry) => entry.room_no)).toEqual([2]));
    await waitFor(() => expect(page.state().roomIndex).toBe(0));
    expect(page.went()).toBeNull();
    // the room before went without the guest's doing
    await screen.findByText(/^Your booking had run out of time\./);
    // the new booking knows nothing of what was added in the one before
    await waitFor(() => expect(page.state().inProgress).toBeNull());
    await userEvent.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
    await waitFor(() => expect(page.state().selected[0]?.room_no).toBe(1));
    expect(leftOut(page)).toMatchObject([[addAgain], []]);
  },
);

const expired: Answer = refusal("BATCH_EXPIRED");
const soldOut: Answer = refusal("NIGHT_SOLD_OUT");

/** The rooms of a booking that ran out, and the answer to the first choice of the one after it. */
function openExpired(selected: SelectedRoom[], refusal: Answer) {
  let tries = 0;
  return renderRooms({
    state: { ...chosen(selected), roomIndex: selected.length - 1 },
    answer: (method, path) => {
      if (method !== "POST" || !path.endsWith("/set-rate")) return undefined;
      if (/\/s[12]\//.test(path)) return expired;
      tries += 1;
      return tries === 1 ? refusal : undefined;
    },
  });
}

const withCot = (of: SelectedRoom) => ({ ...of, chosen_addons: [cot] }) as unknown as SelectedRoom;
const rests = (page: ReturnType<typeof renderRooms>) =>
  waitFor(() => expect(page.state().inProgress).toBeNull());
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

test("what ran out is told though the first choice after it fails, with what was added to it", async () => {
  const page = openExpired([withCot(room(1)), room(2)], { status: 503, body: {} });
  await press("Book, Deluxe King, Advance");
  await screen.findByText(/^The room could not be taken\./);
  expect(page.state().selected).toEqual([]);
  await screen.findByText("Your booking had run out of time: your choice from before is no longer held.");
  // the other one
  const other = await screen.findByText(/^Your booking had run out of time\. This room/);
  expect(other.textContent).toContain("Room 1");
  await press("Book, Deluxe King, Advance");
  await waitFor(() => expect(page.state().selected.map((entry) => entry.room_no)).toEqual([2]));
  await waitFor(() => expect(page.state().roomIndex).toBe(0));
  await screen.findByText(/^Your booking had run out of time\. This room/);
  await rests(page);
  await press("Book, Deluxe King, Flexible");
  await waitFor(() => expect(page.went()).toBe("information"));
  expect(leftOut(page)).toMatchObject([[addAgain], []]);
});

test("what was added to the only room is named once another is chosen, however often that was tried", async () => {
  const page = openExpired([withCot(room(1))], soldOut);
  await press("Book, Deluxe King, Advance");
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog.textContent).toContain("your choice from before is no longer held");
  await press("See other rooms");
  await press("Book, Deluxe King, Flexible");
  await waitFor(() => expect(page.went()).toBe("information"));
  expect(leftOut(page)).toMatchObject([[addAgain]]);
});
