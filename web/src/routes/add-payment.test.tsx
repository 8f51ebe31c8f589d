/** Another card for a stay, with a card form that always gives one and a server whose answers get lost. */

import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ApiProblem } from "../api";
import type { Answer } from "../api/mock/handle";
import { refusal } from "../api/mock/refusal";
import { cardForm } from "./test-card";
import { booked, calls, found, openStay } from "./test-stay";

vi.mock("../card/host", () => import("./test-card"));

const source = (custom_field_1: string, custom_field_4: string) => ({
  custom_field_1,
  custom_field_2: "VISA",
  custom_field_4,
  primary: true,
});
const before = source("XXXXXXXXXXXX4242", "12/2026");
const after = source("XXXXXXXXXXXX4242", "03/2029");
const sent = () => calls("POST", "/add-guarantee").length;

/** What became of the call before its answer was lost, or what the answer was. */
function open(kept: boolean, answer: () => Answer) {
  openStay(
    "/add-payment",
    (_, path) => (path === "/add-guarantee" ? answer() : undefined),
    () => found({ payment_sources: [kept && sent() > 0 ? after : before] }),
  );
}
const lost = () => {
  throw new TypeError("no answer");
};
async function save() {
  await screen.findByRole("heading", { name: "Add new payment method" });
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
}

// clause: CARD-08
test("a card that came through is saved though the answer got lost", async () => {
  open(true, lost);
  await save();
  expect((await screen.findAllByText("Saved successfully.")).length).toBeGreaterThan(0);
  expect(window.location.hash).toMatch(/^#\/search-reservation-result/);
  expect(sent()).toBe(1);
});

test("what was saved is not told of another room of the booking", async () => {
  const room = (conf_num: string) => booked({ conf_num, request_token: conf_num });
  openStay(
    "/add-payment",
    (_, path) => (path === "/add-guarantee" ? { status: 200, body: {} } : undefined),
    () =>
      found({ payment_sources: [sent() > 0 ? after : before] }, { rooms: [room("1STAY"), room("2STAY")] }),
  );
  await save();
  await waitFor(() => expect(screen.getByRole("main").textContent).toContain("Saved successfully."));
  await userEvent.click((await screen.findAllByRole("button", { name: "Show this room" }))[0] as HTMLElement);
  await waitFor(() => expect(screen.getByRole("main").textContent).not.toContain("Saved successfully."));
});

const three = () => {
  const room = (conf_num: string, more: object = {}) =>
    booked({ conf_num, request_token: conf_num, ...more });
  return [
    room("1STAY", { payment_sources: [before] }),
    room("2STAY", { payment_sources: [before], room_type_name: "Harbour King", room_type_id: "KING" }),
    room("3STAY"),
    room("4STAY", { card_guarantee_type: null }),
    room("5STAY", { status: "CANCELLED" }),
  ];
};

// clause: CARD-08
test("a card is for the rooms that the guest says, first for those that the same card holds", async () => {
  openStay(
    "/add-payment",
    (_, path) => (path === "/add-guarantee" ? { status: 200, body: {} } : undefined),
    () => found({ payment_sources: [before] }, { rooms: three() }),
  );
  expect(await screen.findByText("Room 1 of 5: Classic Queen")).toBeTruthy();
  const which = await screen.findByRole("group", { name: "Which other rooms is this card for?" });
  const boxes = within(which).getAllByRole<HTMLInputElement>("checkbox");
  expect(boxes.map(({ checked }) => checked)).toEqual([true, false]);
  expect(screen.getByText("Not changed along with it: Room 4: Classic Queen.")).toBeTruthy();
  await save();
  const told = "Saved successfully. This is now so for Room 1: Classic Queen, Room 2: Harbour King.";
  expect((await screen.findAllByText(told)).length).toBeGreaterThan(0);
  const sent = calls("POST", "/add-guarantee")[0]?.body;
  expect(sent).toMatchObject({ conf_nums: ["1STAY", "2STAY"] });
  // clause: CARD-08
  const fields = ["payment_type_code", ...[1, 2, 4, 5, 10].map((field) => `custom_field_${field}`)];
  expect(Object.keys(sent as object).sort()).toEqual([...fields, "conf_nums"].sort());
});

test("a room that takes no card any more is named, and none got it", async () => {
  openStay(
    "/add-payment",
    (_, path) => (path === "/add-guarantee" ? refusal("NOT_CHANGEABLE", { conf_num: "2STAY" }) : undefined),
    () => found({ payment_sources: [before] }, { rooms: three() }),
  );
  await save();
  expect((await screen.findByRole("alert")).textContent).toBe(
    "Room 2: Harbour King can no longer be changed here. Nothing was changed: please look at the rooms that are left.",
  );
});

test("so is the one that is shown, where the hotel has cancelled it meanwhile", async () => {
  openStay(
    "/add-payment",
    (_, path) => (path === "/add-guarantee" ? refusal("NOT_CHANGEABLE", { conf_num: "1STAY" }) : undefined),
    () =>
      found(
        { payment_sources: [before], ...(sent() > 0 ? { status: "CANCELLED" } : {}) },
        { rooms: three() },
      ),
  );
  await save();
  await screen.findByRole("heading", { name: "Your reservation" });
  expect((await screen.findByRole("alert")).textContent).toContain(
    "Room 1: Classic Queen can no longer be changed here. Nothing was changed",
  );
});

test("a card whose answer got lost is saved once every room has it", async () => {
  let rooms = three();
  openStay(
    "/add-payment",
    (_, path) => {
      if (path !== "/add-guarantee") return undefined;
      rooms = rooms.map((room) => (room.conf_num === "1STAY" ? { ...room, payment_sources: [after] } : room));
      throw new TypeError("no answer");
    },
    () => found({ payment_sources: [before] }, { rooms }),
  );
  await save();
  expect((await screen.findByRole("alert")).textContent).toContain("The server did not answer.");
});

test("of a card without an answer nothing is said but that there was none", async () => {
  open(false, lost);
  await save();
  expect((await screen.findByRole("alert")).textContent).toContain("The server did not answer.");
  expect(window.location.hash).toMatch(/^#\/add-payment/);
  await waitFor(() => expect(screen.getByRole("button", { name: "Save" }).ariaBusy).not.toBe("true"));
});

test("the way back from a card without an answer reads anew which one there is", async () => {
  let down = false;
  openStay(
    "/add-payment",
    (_, path) => {
      if (path === "/add-guarantee") down = true;
      if (down) throw new TypeError("no answer");
      return undefined;
    },
    () =>
      found({ payment_sources: [sent() > 0 ? after : { ...before, custom_field_1: "XXXXXXXXXXXX1111" }] }),
  );
  await save();
  expect((await screen.findByRole("alert")).textContent).toContain("The server did not answer.");
  down = false;
  await userEvent.click(screen.getByRole("button", { name: /Go back to reservation details/ }));
  expect(await screen.findByText(/ending 4242/)).toBeTruthy();
});

test("a guest whose look-up has ended looks the reservation up again", async () => {
  vi.spyOn(cardForm, "submit").mockRejectedValueOnce(
    new ApiProblem(410, { code: "LOOK_UP_EXPIRED" }, "/token"),
  );
  open(false, lost);
  await save();
  await screen.findByRole("heading", { name: "Find your reservation" });
  expect(screen.getByRole("main").textContent).toContain("please look your reservation up again");
  expect(sent()).toBe(0);
});

// clause: CARD-09
test("a card that the server refuses is told as not saved", async () => {
  const checking = () => document.querySelector("[data-live]")?.textContent;
  open(true, () => refusal("UNACCEPTABLE"));
  await save();
  expect((await screen.findByRole("alert")).textContent).toContain("The card could not be saved.");
  expect(checking()).toBe("");
});

// clause: MANAGE-19, MANAGE-30
test("a stay that the hotel has begun takes no card any more, and says so", async () => {
  openStay(
    "/add-payment",
    (_, path) => (path === "/add-guarantee" ? refusal("NOT_CHANGEABLE") : undefined),
    () => found(sent() > 0 ? { status: "CHECKED_IN" } : {}),
  );
  await save();
  expect(await screen.findByText("CHECKED_IN")).toBeTruthy();
  expect(window.location.hash).toMatch(/^#\/search-reservation-result/);
  expect((await screen.findByRole("alert")).textContent).toContain("can no longer be changed");
});
