/** A room that is chosen in place of another. */

import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { Answer } from "../../api/mock/handle";
import { refusal } from "../../api/mock/refusal";
import { chosen, room } from "../test-step";
import { renderRooms } from "./test-step";

beforeEach(() => {
  sessionStorage.clear();
  window.scrollTo = vi.fn();
});

async function bookAnother(answer: Answer) {
  const page = renderRooms({
    state: chosen([room(1, "ADVANCE")]),
    answer: (method, path) => {
      if (method === "POST" && path.endsWith("/set-rate")) return answer;
      // what the booking holds
      return method === "GET" && path.endsWith("/new-batch-booking/b1")
        ? { status: 200, body: { status: "OPEN", selected_rooms: [room(1, "ADVANCE")] } }
        : undefined;
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
  return page;
}

const rates = (page: ReturnType<typeof renderRooms>) =>
  page.state().selected.map(({ rate_code_id }) => rate_code_id);

test("another room takes the place of the one before in one call, so that what was added can go with it", async () => {
  const page = await bookAnother({ status: 200, body: { data: { session_id: "s1", content: room(1) } } });
  await waitFor(() => expect(rates(page)).toEqual(["FLEX"]));
  expect(page.calls().filter((call) => call.startsWith("DELETE"))).toEqual([]);
});

// clause: WIZ-15, WIZ-21, ROOMS-45
test("a plain rate in place of a package leads to the add-ons", async () => {
  const packed = { ...room(1, "ADVANCE"), package_id: "SUPPER" };
  const page = renderRooms({
    state: chosen([packed], { restricted_addons: [{ id: "SAUNA", recurring: true }] }),
    answer: (method, path) =>
      method === "POST" && path.endsWith("/set-rate")
        ? { status: 200, body: { data: { session_id: "s1", content: room(1) } } }
        : undefined,
  });
  await userEvent.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
  await waitFor(() => expect(page.went()).toBe("addons"));
});

// clause: ROOMS-35
test.each([
  ["that is gone meanwhile", refusal("NIGHT_SOLD_OUT")],
  ["that is not answered", { status: 503, body: {} }],
])("a room %s leaves the one before held, and says so", async (_, refusal) => {
  const page = await bookAnother(refusal);
  await screen.findByText("Your choice from before is still held: Deluxe King.");
  expect(rates(page)).toEqual(["ADVANCE"]);
  expect(page.calls().filter((call) => call.startsWith("DELETE"))).toEqual([]);
});

const notOffered = (code: string): Answer => refusal("NOT_ON_OFFER", { reasons: [{ code }] });

test.each([
  ["taken by others", "SOLD_OUT", "Somebody was faster"],
  ["sold otherwise", "MIN_STAY", "This room cannot be booked for these dates and guests."],
])("a room that is %s meanwhile is told as that", async (_, code, words) => {
  await bookAnother(notOffered(code));
  expect(await screen.findByText(words)).toBeTruthy();
});
