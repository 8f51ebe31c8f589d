/** What a guest cancels is told as what it is: after a reload, without an answer, and to whoever has gone on meanwhile. */
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { Answer } from "../api/mock/handle";
import { navigate } from "./address";
import { booked, consent, found, openStay, seals } from "./test-stay";

const CANCEL = "/cancel-reservation";
const ok = (body: object = {}): Answer => ({ status: 200, body });
const press = async (name: string) => {
  const [button] = await screen.findAllByRole("button", { name });
  await userEvent.click(button as HTMLElement);
};
const tick = async (name: RegExp) => userEvent.click(await screen.findByRole("checkbox", { name }));
const main = async () => within(await screen.findByRole("main"));
const settled = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve))));

/** An answer that is held back. */
function late() {
  let come: (answer: Answer) => void = () => undefined;
  let asked = false;
  const held = new Promise<Answer>((resolve) => {
    come = resolve;
  });
  return {
    hold: () => {
      asked = true;
      return held;
    },
    asked: () => waitFor(() => expect(asked).toBe(true)),
    says: (answer: Answer) => act(async () => come(answer)),
  };
}

/** A booking of so many rooms alike, of which some are cancelled. */
const booking = (numbers: readonly string[], cancelled: readonly string[], extras: object[] = []) => {
  const rooms = numbers.map((conf_num) => {
    const stands = !cancelled.includes(conf_num);
    const status = stands ? "HOLD" : "CANCELLED";
    return booked({ conf_num, request_token: conf_num, status, cancellation_allowed: stands });
  });
  return found(cancelled.includes("1STAY") ? { status: "CANCELLED" } : {}, { rooms, extras });
};
const TWO = ["1STAY", "2STAY"];

const stillBooked = "Not cancelled, and still booked: Out to the seals.";
const second = "We have cancelled Room 2: Classic Queen.";

test("what could not be cancelled is told to who comes back to the screen that is closed by then", async () => {
  const { hold, asked, says } = late();
  let gone = false;
  openStay(
    CANCEL,
    (_method, path) => {
      if (path === "/cancel-booking/consent") return ok(consent);
      if (path === "/cancel-extra") return hold();
      if (path !== "/cancel-booking") return undefined;
      gone = true;
      return ok({ status: "CANCELLED" });
    },
    () => booking(["1STAY"], gone ? ["1STAY"] : [], [seals(false)]),
  );
  await screen.findByText("The hotel keeps");
  await press("Cancel reservation");
  await asked();
  act(() => navigate("/booking/search"));
  await screen.findByRole("button", { name: "Search" });
  await says({ status: 409, body: { code: "NOT_CANCELLABLE" } });
  await settled();
  act(() => navigate(CANCEL));
  await screen.findByText("CANCELLED");
  await (await main()).findByText(`Your stay is cancelled. ${stillBooked}`);
});

test("a room that is cancelled of several is named, with what could not be", async () => {
  openStay(
    CANCEL,
    (_method, path) => {
      if (path === "/cancel-booking/consent") return ok(consent);
      if (path === "/cancel-extra") return { status: 409, body: { code: "NOT_CANCELLABLE" } };
      return path === "/cancel-booking" ? ok({ status: "CANCELLED" }) : undefined;
    },
    () => booking(TWO, [], [seals(false)]),
  );
  await tick(/2STAY/);
  await tick(/1STAY/);
  await tick(/seals/);
  await screen.findByText("The hotel keeps");
  await press("Cancel reservation");
  await (await main()).findByText(`${second} ${stillBooked}`);
});
