/** The step is left while a room is being taken, and come back to. */

import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { BookingProfile, SelectedRoom } from "../../api";
import type { Answer } from "../../api/mock/handle";
import { refusal } from "../../api/mock/refusal";
import { useBooking } from "../BookingProvider";
import { makeSearch } from "../search-data";
import { chosen, renderStep, room } from "../test-step";
import { WithQueries } from "../WithQueries";
import RoomsStep from "./RoomsStep";

beforeEach(() => {
  sessionStorage.clear();
  window.scrollTo = vi.fn();
});

const party = { adults: 2, children: 0, children_ages: [] };

const part = {
  ...{ room_type_id: "DELUXE_KING", rate_code_id: "FLEX", total_amount_after_tax_and_fee: 540 },
  ...{ number_of_adults: 2, number_of_children: 0, children_ages: [], cancellation: null },
};
const two = { rooms: [part, part], total_amount_after_tax_and_fee: 1080 };

function Step() {
  const [left, setLeft] = useState(false);
  return (
    <WithQueries>
      <button type="button" onClick={() => setLeft(!left)}>
        Leave or return
      </button>
      {!left && <RoomsStep />}
    </WithQueries>
  );
}

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const leaveOrReturn = () => press("Leave or return");

/** The rooms with an answer to the choice of one that is held back. */
function open(answer?: Answer["body"]) {
  let says: (told: Answer) => void = () => undefined;
  const held = new Promise<Answer>((resolve) => {
    says = resolve;
  });
  const page = renderStep("rooms", Step, {
    state: { search: makeSearch("2026-12-12", "2026-12-15", answer ? [party, party] : [party]) },
    answer: (method, path) => {
      if (path.endsWith("/rooming")) return { status: 200, body: answer };
      return method === "POST" && path.endsWith("/set-rate") ? held : undefined;
    },
  });
  const asked = () => waitFor(() => expect(page.sent("set-rate")).toBeTruthy());
  const ended = async (told: Answer) => {
    await act(async () => says(told));
    await waitFor(() => expect(page.state().inProgress).toBeNull());
  };
  return { asked, ended };
}

const holds = (held: SelectedRoom): Answer => ({
  status: 200,
  body: { status: "OPEN", selected_rooms: [held], confirmation: null },
});

test.each<[string, Answer, RegExp]>([
  ["sold out", refusal("NIGHT_SOLD_OUT"), /has just been taken/],
  ["not answered", { status: 0 }, /^The room could not be taken\./],
])("a room that is %s meanwhile is told on the way back, once", async (_, told, words) => {
  const { asked, ended } = open();
  await press("Book, Deluxe King, Flexible");
  await asked();
  await leaveOrReturn();
  await ended(told);
  await leaveOrReturn();
  await screen.findByText(words);
  // it was seen
  await leaveOrReturn();
  await leaveOrReturn();
  await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" });
  expect(screen.queryByText(words)).toBeNull();
});

test("the end of a removal is not that of a room which a new search has under way", async () => {
  let gone: (told: Answer) => void = () => undefined;
  const removal = new Promise<Answer>((resolve) => {
    gone = resolve;
  });
  const search = makeSearch("2026-12-12", "2026-12-15", [party]);
  const before = chosen([room(1)]);
  function SearchAnew() {
    const { dispatch } = useBooking();
    const profile = { ...before.profile, sessions: ["s9"] } as BookingProfile;
    const anew = () => {
      dispatch({ type: "START_OVER" });
      dispatch({ type: "BATCH", batch: before.batch ?? null, profile });
      dispatch({ type: "SEARCH", search: makeSearch("2026-12-12", "2026-12-15", [party]) });
    };
    return (
      <>
        <button type="button" onClick={anew}>
          Search anew
        </button>
        <Step />
      </>
    );
  }
  const page = renderStep("rooms", SearchAnew, {
    state: { ...before, search },
    answer: (method, path) => {
      if (method === "DELETE") return removal;
      return path.endsWith("/set-rate") ? new Promise(() => undefined) : undefined;
    },
  });
  await press("Remove, Deluxe King, Flexible");
  await leaveOrReturn();
  await press("Search anew");
  await leaveOrReturn();
  await press("Book, Classic Queen, Flexible");
  await waitFor(() => expect(page.sent("set-rate")).toBeTruthy());
  const taken = page.state().inProgress;
  expect(taken).toContain("CLASSIC_QUEEN");
  await act(async () => gone({ status: 200, body: {} }));
  expect(page.state().inProgress).toBe(taken);
});

test.each<[string, (held: SelectedRoom) => Answer, string, RegExp | null, boolean]>([
  ["was taken all the same", (held) => holds(held), "DELUXE_KING", null, false],
  [
    "was not taken",
    () => holds({ ...room(1), room_type_id: "CLASSIC_QUEEN" }),
    "CLASSIC_QUEEN",
    /^The room could not be taken\./,
    true,
  ],
  [
    "nobody knows of",
    () => ({ status: 503, body: {} }),
    "CLASSIC_QUEEN",
    /^The server did not answer\./,
    false,
  ],
])(
  "a room whose answer was lost and that %s is told as what it is",
  async (_, says, chosenNow, told, still) => {
    const before = { ...room(1), room_type_id: "CLASSIC_QUEEN", room_type_name: "Classic Queen" };
    const page = renderStep("rooms", Step, {
      state: { ...chosen([before]), search: makeSearch("2026-12-12", "2026-12-15", [party]) },
      answer: (method, path) => {
        if (method === "POST" && path.endsWith("/set-rate")) return { status: 0 };
        return method === "GET" && path.endsWith("/new-batch-booking/b1") ? says(room(1)) : undefined;
      },
    });
    await press("Book, Deluxe King, Flexible");
    await waitFor(() => expect(page.state().inProgress).toBeNull());
    expect(page.state().selected[0]?.room_type_id).toBe(chosenNow);
    if (told) await screen.findByText(told);
    expect(screen.queryAllByText(/^Your choice from before is still held/)).toHaveLength(still ? 1 : 0);
  },
);

test("rooms that could not be taken together meanwhile are told on the way back", async () => {
  const { asked, ended } = open({ conversion: null, rooming: two });
  await press("Book these rooms");
  await asked();
  await leaveOrReturn();
  await leaveOrReturn();
  const [button] = await screen.findAllByRole("button", { name: "Book these rooms" });
  expect(button?.getAttribute("aria-busy")).toBe("true");
  await leaveOrReturn();
  await ended({ status: 503, body: {} });
  await leaveOrReturn();
  await screen.findByText(/^These rooms could not be taken\./);
});

test("rooms that were taken together meanwhile are given back to who has left them, and nothing is said to have failed", async () => {
  const { asked, ended } = open({ conversion: null, rooming: two });
  await press("Book these rooms");
  await asked();
  await leaveOrReturn();
  const { price_summary } = room(1);
  const each = { ...room(1), price_summary: { ...price_summary, total_amount_after_tax_and_fee: 540 } };
  await ended({ status: 200, body: { data: { session_id: "s1", content: each } } });
  await leaveOrReturn();
  const [button] = await screen.findAllByRole("button", { name: "Book these rooms" });
  expect(button?.getAttribute("aria-disabled")).toBeNull();
  expect(screen.queryByText(/^These rooms could not be taken\./)).toBeNull();
});
