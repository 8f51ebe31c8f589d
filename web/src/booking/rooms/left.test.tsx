/** The step is left while a room is being taken, and come back to. */
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Answer } from "../../api/mock/handle";
import { makeSearch } from "../search-data";
import { renderStep, room } from "../test-step";
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

test.each<[string, Answer, RegExp]>([
  ["sold out", { status: 409, body: { code: "NIGHT_SOLD_OUT" } }, /has just been taken/],
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

test("rooms that were taken together meanwhile are given back, and that is told on the way back", async () => {
  const { asked, ended } = open({ conversion: null, rooming: two });
  await press("Book these rooms");
  await asked();
  await leaveOrReturn();
  const { price_summary } = room(1);
  const each = { ...room(1), price_summary: { ...price_summary, total_amount_after_tax_and_fee: 540 } };
  await ended({ status: 200, body: { data: { session_id: "s1", content: each } } });
  await leaveOrReturn();
  await screen.findByText(/^These rooms could not be taken\./);
});
