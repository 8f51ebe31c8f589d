/** What a guest cancels is told as what it is: after a reload, without an answer, and to whoever has gone on meanwhile. */

import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Answer } from "../api/mock/handle";
import { refusal } from "../api/mock/refusal";
import { navigate } from "./address";
import { booked, calls, consent, found, openStay, reload, seals } from "./test-stay";

const CANCEL = "/cancel-reservation";
const RESULT = "/search-reservation-result";
const ok = (body: object = {}): Answer => ({ status: 200, body });
const lost = () => Promise.reject(new TypeError("Failed to fetch"));
const over = (more = {}) => refusal("NOT_CANCELLABLE", more);
const press = async (name: string) => {
  const [button] = await screen.findAllByRole("button", { name });
  await userEvent.click(button as HTMLElement);
};
const tick = async (name: RegExp) => userEvent.click(await screen.findByRole("checkbox", { name }));
const main = async () => within(await screen.findByRole("main"));
const settled = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve))));
/** The connection goes, or is back. */
const connection = (is: "offline" | "online") => act(() => void fireEvent(window, new Event(is)));
afterEach(() => connection("online"));

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
/** A stay is cancelled, and the activity that goes along is held back. */
async function cancels(hold: () => Promise<Answer>, done = () => false) {
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
    () => booking(["1STAY"], gone ? ["1STAY"] : [], [seals(done())]),
  );
  await screen.findByText("The hotel keeps");
  await press("Cancel reservation");
}
const TWO = ["1STAY", "2STAY"];
const THREE = [...TWO, "3STAY"];

const stillBooked = "Not cancelled, and still booked: Out to the seals.";
const second = "We have cancelled Room 2: Classic Queen.";

// clause: MANAGE-22
test.each([
  ["alone", []],
  ["with what goes along", [seals(false)]],
])(
  "a room that was cancelled when the page was loaded again is named, and no other is next: %s",
  async (_, extras) => {
    let gone: string[] = [];
    const stay = () => booking(TWO, gone, extras);
    const answers = (_method: string, path: string) => {
      if (path === "/cancel-booking/consent") return ok(consent);
      if (path !== "/cancel-booking") return undefined;
      gone = ["2STAY"];
      return new Promise<Answer>(() => undefined);
    };
    openStay(CANCEL, answers, stay);
    await tick(/2STAY/);
    await tick(/1STAY/);
    if (extras.length > 0) await tick(/seals/);
    await screen.findByText("The hotel keeps");
    await press("Cancel reservation");
    await waitFor(() => expect(gone).toEqual(["2STAY"]));
    reload();
    openStay(CANCEL, answers, stay);
    const told =
      extras.length > 0 ? `${second} ${stillBooked}` : `Your cancellation was successful. ${second}`;
    await screen.findByRole("heading", { level: 1, name: "Your reservation" });
    await (await main()).findByText(told);
    // once
    await press("Cancel reservation");
    await screen.findByText("The hotel keeps");
    expect(window.location.hash).toMatch(/^#\/cancel-reservation/);
    expect((await main()).queryByText(told)).toBeNull();
  },
);

test("what was being cancelled when the page was loaded again is what is asked for still", async () => {
  const answers = (_method: string, path: string) => {
    if (path === "/cancel-booking/consent") return ok(consent);
    return path === "/cancel-booking" ? new Promise<Answer>(() => undefined) : undefined;
  };
  openStay(CANCEL, answers, () => booking(TWO, []));
  await tick(/2STAY/);
  await tick(/1STAY/);
  await screen.findByText("The hotel keeps");
  await press("Cancel reservation");
  await waitFor(() => expect(calls("PUT", "/cancel-booking")).toHaveLength(1));
  reload();
  openStay(CANCEL, answers, () => booking(TWO, []));
  const ticked = async (name: RegExp) =>
    (await screen.findByRole<HTMLInputElement>("checkbox", { name })).checked;
  expect([await ticked(/1STAY/), await ticked(/2STAY/)]).toEqual([false, true]);
});

test.each(["goes back to the reservation", "leaves and comes back"])(
  "what is being cancelled still is not said to be booked to who %s",
  async (way) => {
    const { hold, asked, says } = late();
    let done = false;
    await cancels(hold, () => done);
    await asked();
    const leaves = way === "leaves and comes back";
    if (leaves) {
      act(() => navigate("/booking/search"));
      await screen.findByRole("button", { name: "Search" });
      act(() => navigate(RESULT));
    } else {
      await press("Go back to reservation details");
      await screen.findByRole("heading", { level: 1, name: "Your reservation" });
      await waitFor(() => {
        window.dispatchEvent(new Event("focus"));
        expect(screen.getByText("CANCELLED")).toBeTruthy();
      });
    }
    await screen.findByText("CANCELLED");
    await settled();
    expect(screen.queryByRole("alert")).toBeNull();
    done = true;
    await says(ok());
    const told = await (await main()).findByText("Your cancellation was successful.");
    expect(told.closest(".notice.good")).not.toBeNull();
    if (leaves) await screen.findByText("Cancelled");
    expect(screen.queryByRole("alert")).toBeNull();
  },
);

test.each([
  ["with what is booked still", [seals(false)], `Your stay is cancelled. ${stillBooked}`],
  ["alone", [], "Your cancellation was successful."],
])(
  "a stay that was cancelled as the connection went is told so once it is back: %s",
  async (_, extras, told) => {
    let [gone, down] = [false, false];
    openStay(
      CANCEL,
      (_method, path) => {
        if (down) return lost();
        if (path === "/cancel-booking/consent") return gone ? over() : ok(consent);
        if (path !== "/cancel-booking") return undefined;
        [gone, down] = [true, true];
        connection("offline");
        return lost();
      },
      () => booking(["1STAY"], gone ? ["1STAY"] : [], extras),
    );
    await screen.findByText("The hotel keeps");
    await press("Cancel reservation");
    await screen.findByText(/The server did not answer/);
    down = false;
    connection("online");
    await (await main()).findByText(told);
    await screen.findByText("CANCELLED");
    await settled();
    expect((await main()).getByText(told)).toBeTruthy();
    expect(screen.queryByText(/can no longer be cancelled/)).toBeNull();
  },
);

test("so is one that is asked to be cancelled anew from the reservation", async () => {
  let [gone, down] = [false, false];
  openStay(
    CANCEL,
    (_method, path) => {
      if (down && path !== "/manage-booking") return lost();
      if (path === "/cancel-booking/consent") return gone ? over() : ok(consent);
      if (path !== "/cancel-booking") return undefined;
      down = true;
      return lost();
    },
    () => booking(["1STAY"], gone ? ["1STAY"] : []),
  );
  await screen.findByText("The hotel keeps");
  await press("Cancel reservation");
  await screen.findByText(/The server did not answer/);
  await press("Go back to reservation details");
  await screen.findByText("Confirmed");
  // it comes to the server after all
  [gone, down] = [true, false];
  await press("Cancel reservation");
  await (await main()).findByText("Your cancellation was successful.");
  await settled();
  expect(screen.queryByText(/can no longer be cancelled/)).toBeNull();
});

test("so is one whose guest was elsewhere, and hears nothing of the answer that was lost", async () => {
  const { hold, asked, says } = late();
  let [gone, down] = [false, false];
  openStay(
    CANCEL,
    (_method, path) => {
      if (path === "/cancel-booking/consent") return ok(consent);
      if (path === "/cancel-booking") return hold();
      return down && path === "/manage-booking" ? lost() : undefined;
    },
    () => booking(["1STAY"], gone ? ["1STAY"] : []),
  );
  await screen.findByText("The hotel keeps");
  await press("Cancel reservation");
  await asked();
  act(() => navigate("/booking/search"));
  await screen.findByRole("button", { name: "Search" });
  [gone, down] = [true, true];
  await says({ status: 503, body: {} });
  await settled();
  down = false;
  act(() => navigate(CANCEL));
  await screen.findByText("CANCELLED");
  await (await main()).findByText("Your cancellation was successful.");
  await settled();
  expect(screen.queryByText(/The server did not answer/)).toBeNull();
});

test.each([
  ["two", TWO],
  ["three", THREE],
])("a room of %s that was cancelled as the connection went is named once it is back", async (_, numbers) => {
  let [gone, down]: [string[], boolean] = [[], false];
  openStay(
    CANCEL,
    (_method, path, query) => {
      if (down) return lost();
      if (path === "/cancel-booking/consent")
        return query.get("conf_nums")?.includes(gone[0] ?? "none")
          ? over({ conf_num: "2STAY" })
          : ok(consent);
      if (path !== "/cancel-booking") return undefined;
      [gone, down] = [["2STAY"], true];
      connection("offline");
      return lost();
    },
    () => booking(numbers, gone),
  );
  await tick(/2STAY/);
  await tick(/1STAY/);
  await screen.findByText("The hotel keeps");
  await press("Cancel reservation");
  await screen.findByText(/The server did not answer/);
  down = false;
  connection("online");
  await (await main()).findByText(`Your cancellation was successful. ${second}`);
  await screen.findByRole("heading", { level: 1, name: "Your reservation" });
  expect(screen.queryByText(/The server did not answer/)).toBeNull();
});

test("a room whose answer was lost is told as cancelled to who chooses another along with it", async () => {
  let [gone, down]: [string[], boolean] = [[], false];
  openStay(
    CANCEL,
    (_method, path) => {
      if (down) return lost();
      if (path === "/cancel-booking/consent") return ok(consent);
      if (path !== "/cancel-booking") return undefined;
      if (calls("PUT", "/cancel-booking").length > 1) return over({ conf_num: "2STAY" });
      down = true;
      return lost();
    },
    () => booking(THREE, gone),
  );
  await tick(/2STAY/);
  await tick(/1STAY/);
  await screen.findByText("The hotel keeps");
  await press("Cancel reservation");
  await screen.findByText(/The server did not answer/);
  down = false;
  await tick(/3STAY/);
  await screen.findByText("The hotel keeps");
  // it comes to the server after all
  gone = ["2STAY"];
  await press("Cancel these rooms");
  await (await main()).findByText(`Your cancellation was successful. ${second}`);
  await screen.findByRole("heading", { level: 1, name: "Your reservation" });
  expect(screen.queryByText(/Nothing was cancelled/)).toBeNull();
});

test("the room that is left when another is cancelled elsewhere can be chosen", async () => {
  let gone: string[] = [];
  openStay(
    CANCEL,
    (_method, path) => {
      if (path === "/cancel-booking/consent") return ok(consent);
      if (path !== "/cancel-booking") return undefined;
      gone = ["2STAY"];
      return over({ conf_num: "2STAY" });
    },
    () => booking(TWO, gone),
  );
  await tick(/2STAY/);
  await tick(/1STAY/);
  await screen.findByText("The hotel keeps");
  await press("Cancel reservation");
  await screen.findByText(/The room.*can no longer be cancelled/);
  await screen.findByText("Please choose a room to cancel.");
  await tick(/1STAY/);
  await waitFor(() =>
    expect(
      screen.getByRole("button", { name: "Cancel reservation" }).getAttribute("aria-disabled"),
    ).toBeNull(),
  );
});

const nothing = (number: string) =>
  `The room ${number} can no longer be cancelled here. Nothing was cancelled: please look at the rooms that are left.`;

test.each([
  ["the order", false],
  ["the costs", true],
])(
  "a no to %s of two rooms says of which, where the hotel cancels the one that is shown",
  async (_, asking) => {
    let gone: string[] = [];
    openStay(
      CANCEL,
      (_method, path, query) => {
        if (path === "/cancel-booking/consent" && !(asking && query.get("conf_nums") === "1STAY,2STAY"))
          return ok(consent);
        if (!path.startsWith("/cancel-booking")) return undefined;
        gone = ["1STAY"];
        return over({ conf_num: "1STAY" });
      },
      () => booking(TWO, gone),
    );
    await screen.findByText("The hotel keeps");
    await tick(/2STAY/);
    if (!asking) {
      await screen.findByText("The hotel keeps");
      await press("Cancel these rooms");
    }
    await screen.findByRole("heading", { name: "Your reservation" });
    expect((await screen.findByRole("alert")).textContent).toBe(`Error${nothing("1STAY")}`);
    expect(screen.getAllByText("CANCELLED")).not.toHaveLength(0);
  },
);

test("so does one that comes to who has gone back to a room that stands", async () => {
  const { hold, asked, says } = late();
  let gone: string[] = [];
  openStay(
    CANCEL,
    (_method, path) => {
      if (path === "/cancel-booking/consent") return ok(consent);
      return path === "/cancel-booking" ? hold() : undefined;
    },
    () => booking(TWO, gone),
  );
  await screen.findByText("The hotel keeps");
  await tick(/2STAY/);
  await screen.findByText("The hotel keeps");
  await press("Cancel these rooms");
  await asked();
  await press("Go back to reservation details");
  await screen.findByText("Confirmed");
  gone = ["2STAY"];
  await says(over({ conf_num: "2STAY" }));
  expect((await screen.findByRole("alert")).textContent).toBe(`Error${nothing("2STAY")}`);
  expect(screen.getByText("Confirmed")).toBeTruthy();
});

test.each([
  ["beside another", ["1STAY", "2STAY"]],
  ["alone", ["2STAY"]],
])("a room that is ticked once the hotel has cancelled it goes with a word: %s", async (_, ticked) => {
  let gone: string[] = [];
  openStay(
    CANCEL,
    (_method, path, query) => {
      if (path !== "/cancel-booking/consent") return undefined;
      if (!query.get("conf_nums")?.includes("2STAY")) return ok(consent);
      gone = ["2STAY"];
      return over({ conf_num: "2STAY" });
    },
    () => booking(TWO, gone),
  );
  await screen.findByText("The hotel keeps");
  if (!ticked.includes("1STAY")) await tick(/1STAY/);
  await tick(/2STAY/);
  const told = await screen.findByRole("alert");
  expect(told.textContent).toBe(`Error${nothing("2STAY")}`);
  await waitFor(() => expect(screen.queryByRole("checkbox", { name: /2STAY/ })).toBeNull());
  await settled();
  expect(told.isConnected).toBe(true);
  expect(told.closest(".in-view")?.contains(document.activeElement)).toBe(true);
  // it is over with the next choice
  await tick(/1STAY/);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("what is on its way to be cancelled can be ticked no more, and can again where it is not", async () => {
  const { hold, asked, says } = late();
  openStay(
    CANCEL,
    (_method, path) => {
      if (path === "/cancel-booking/consent") return ok(consent);
      return path === "/cancel-booking" ? hold() : undefined;
    },
    () => booking(TWO, [], [seals(false)]),
  );
  await screen.findByText("The hotel keeps");
  await press("Cancel reservation");
  await asked();
  const boxes = () => screen.getAllByRole<HTMLInputElement>("checkbox").map(({ checked }) => checked);
  await tick(/2STAY/);
  await tick(/seals/);
  expect(boxes()).toEqual([true, false, false]);
  await says({ status: 500, body: {} });
  await screen.findByText(/The server did not answer/);
  await tick(/2STAY/);
  expect(boxes()).toEqual([true, true, true]);
});

test("what could not be cancelled is told to who comes back to the screen that is closed by then", async () => {
  const { hold, asked, says } = late();
  await cancels(hold);
  await asked();
  act(() => navigate("/booking/search"));
  await screen.findByRole("button", { name: "Search" });
  await says(refusal("NOT_CANCELLABLE"));
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
      if (path === "/cancel-extra") return refusal("NOT_CANCELLABLE");
      return path === "/cancel-booking" ? ok({ status: "CANCELLED" }) : undefined;
    },
    () => booking(TWO, [], [seals(false)]),
  );
  await tick(/2STAY/);
  await tick(/1STAY/);
  await tick(/seals/);
  await screen.findByText("The hotel keeps");
  await press("Cancel reservation");
  const told = await (await main()).findByText(`${second} ${stillBooked}`);
  expect(told.closest(".good")).toBeNull();
});

test("without a connection what cancelling costs is not waited for in silence, and comes once it is back", async () => {
  openStay(
    CANCEL,
    (_method, path) => (path === "/cancel-booking/consent" ? ok(consent) : undefined),
    () => booking(TWO, []),
  );
  await screen.findByText("The hotel keeps");
  connection("offline");
  await tick(/2STAY/);
  expect((await screen.findByRole("alert")).textContent).toMatch(/The server did not answer/);
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  expect(screen.queryByText("The hotel keeps")).toBeNull();
  connection("online");
  await screen.findByText("The hotel keeps");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("who comes to the screen without a connection is told so too", async () => {
  let down = false;
  openStay(CANCEL, (_method, path) => {
    if (path === "/manage-booking" && !down) {
      down = true;
      connection("offline");
    }
    return path === "/cancel-booking/consent" ? ok(consent) : undefined;
  });
  expect((await screen.findByRole("alert")).textContent).toMatch(/The server did not answer/);
  expect(document.querySelector(".skeleton")).toBeNull();
});

// clause: MANAGE-22
test("the place of what cancelling costs is as tall as what is known to come, for each choice", async () => {
  const offset = vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(0);
  const until = "2026-12-10T18:00:00-05:00";
  const costs = late();
  let asked = 0;
  const body = { ...consent, free_until: until };
  const cancellation_periods = [{ from: null, until, penalty: 0, refund: 0, current: true }];
  const lines = () =>
    [...document.querySelectorAll(".to-come [data-words]")].map((line) =>
      line.getAttribute("data-words")?.replace(/\s/g, " "),
    );
  const sums = ["The hotel keeps", "$0.00", "You get back", "$0.00"];
  const free = ["Cancelling is free until Thu, Dec 10, 06:00 PM.", "On your clock: Thu, Dec 10, 11:00 PM"];
  const room = (number: number) => [
    `Room ${number}: Classic Queen ${number}STAY`,
    "The hotel keeps",
    "$0.00",
  ];
  openStay(
    CANCEL,
    (_method, path) => {
      if (path !== "/cancel-booking/consent") return undefined;
      asked += 1;
      return asked === 1 ? ok(body) : costs.hold();
    },
    () => found({ cancellation_periods }, { rooms: booking(TWO, []).rooms }),
  );
  await screen.findByText("The hotel keeps");
  expect(lines()).toEqual([]);
  await tick(/2STAY/);
  await costs.asked();
  expect(lines()).toEqual([...room(1), ...room(2), ...sums, ...free]);
  await costs.says(ok(body));
  await waitFor(() => expect(lines()).toEqual([]));
  offset.mockRestore();
});

// clause: MANAGE-22
test("that place has the card in it that what was paid goes back to", async () => {
  const costs = late();
  const card = { custom_field_1: "XXXXXXXXXXXX4242", custom_field_2: "VISA" };
  const now = { from: null, until: null, penalty: 0, refund: 100, current: true };
  openStay(
    CANCEL,
    (_method, path) => (path === "/cancel-booking/consent" ? costs.hold() : undefined),
    () => found({ paid_amount: 100, cancellation_periods: [now], payment_sources: [card] }),
  );
  await costs.asked();
  const lines = [...document.querySelectorAll(".to-come dt")].map((line) => line.getAttribute("data-words"));
  expect(lines).toEqual(["The hotel keeps", "You get back (VISA, ending 4242)"]);
});

// clause: MANAGE-22
test("that place has neither the card nor a line for each room where nothing of what was paid goes back", async () => {
  const costs = late();
  const card = { custom_field_1: "XXXXXXXXXXXX4242", custom_field_2: "VISA" };
  const now = { from: null, until: null, penalty: 100, refund: 0, current: true };
  openStay(
    CANCEL,
    (_method, path) => (path === "/cancel-booking/consent" ? costs.hold() : undefined),
    () =>
      found(
        { paid_amount: 100, cancellation_periods: [now], payment_sources: [card] },
        { rooms: booking(TWO, []).rooms },
      ),
  );
  await costs.asked();
  await tick(/2STAY/);
  const lines = (where: string) =>
    [...document.querySelectorAll(`.to-come ${where}`)].map((line) => line.getAttribute("data-words"));
  expect(lines("dt")).toEqual(["The hotel keeps", "You get back"]);
  expect(lines("li small")).toEqual([]);
});

// clause: MANAGE-22
test("the place of what each room costs is as tall as was told of it, and as its own payer is known", async () => {
  const costs = late();
  let asked = 0;
  const of = (amount: number) => ({ amount, currency: "USD" });
  const told = { conf_num: "1STAY", penalty: of(300), kept: of(100), refund: of(0), points: 0 };
  const [first, second] = booking(TWO, []).rooms;
  const rooms = [first, { ...second, company: { code: "NORTH", name: "Northlight" } }] as object[];
  openStay(
    CANCEL,
    (_method, path) => {
      if (path !== "/cancel-booking/consent") return undefined;
      asked += 1;
      return asked === 1 ? ok({ ...consent, ...told, rooms: [told] }) : costs.hold();
    },
    () => found({}, { rooms }),
  );
  await screen.findByText("The hotel keeps");
  await tick(/2STAY/);
  await costs.asked();
  const rows = [...document.querySelectorAll(".to-come li")].map((row) =>
    [...row.querySelectorAll("span > [data-words]:first-child")].map((line) =>
      line.getAttribute("data-words"),
    ),
  );
  expect(rows).toEqual([
    ["The hotel keeps", "Rest of the cost of cancelling: the hotel will ask you for this amount"],
    ["Northlight pays"],
  ]);
  await costs.says(ok(consent));
});

// clause: MANAGE-22
test.each([
  [null, "Cancelling it costs $29.02"],
  ["Northlight", "Cancelling it costs $29.02; Northlight pays it"],
])("what an event costs that goes along is whose it is to pay: %s", async (company, told) => {
  const { extra, ...event } = seals(false);
  const cancellation = { allowed: true, penalty: 29.02, refund: 0 };
  openStay(
    CANCEL,
    (_method, path) => (path === "/cancel-booking/consent" ? ok(consent) : undefined),
    () => booking(["1STAY"], [], [{ ...event, extra: { ...extra, kind: "EVENT", company, cancellation } }]),
  );
  const box = await screen.findByRole("checkbox", { name: /seals/ });
  expect(box.closest("label")?.textContent?.split(" · ").at(-1)).toBe(told);
});

// clause: MANAGE-22
test("the room whose screen cancelling is begun on is the one that is asked for, whatever was asked before", async () => {
  let shown = "1STAY";
  openStay(
    CANCEL,
    (_, path) => {
      if (path === "/cancel-booking/consent") return ok(consent);
      return path === "/cancel-booking" ? lost() : undefined;
    },
    () => ({ ...booking(TWO, []), conf_num: shown, request_token: shown }),
  );
  await screen.findByText("The hotel keeps");
  await press("Cancel reservation");
  await screen.findByText(/The server did not answer/);
  await press("Go back to reservation details");
  shown = "2STAY";
  await press("Show this room");
  await screen.findByRole("button", { name: "Show this room", description: /1STAY/ });
  await press("Cancel reservation");
  await screen.findByText("The hotel keeps");
  const ticked = (number: RegExp) => screen.getByRole<HTMLInputElement>("checkbox", { name: number }).checked;
  expect([ticked(/1STAY/), ticked(/2STAY/)]).toEqual([false, true]);
});

// clause: MANAGE-22
test("an activity that its guest keeps stays kept over a reload", async () => {
  const open = (answer: Answer) =>
    openStay(
      CANCEL,
      (_, path) => {
        if (path === "/cancel-booking/consent") return ok(consent);
        return path === "/cancel-booking" ? answer : undefined;
      },
      () => booking(["1STAY"], [], [seals(false)]),
    );
  open({ status: 0 });
  await tick(/seals/);
  await screen.findByText("The hotel keeps");
  await press("Cancel reservation");
  await screen.findByText(/The server did not answer/);
  reload();
  open(ok());
  await screen.findByText("The hotel keeps");
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /seals/ }).checked).toBe(false);
  await press("Cancel reservation");
  await screen.findAllByText("Your cancellation was successful.");
  expect(calls("PUT", "/cancel-extra")).toHaveLength(0);
});

test("a stay in doubt whose look-up has ended is told as cancelled to who looks it up again", async () => {
  const expired: Answer = refusal("LOOK_UP_EXPIRED");
  let [gone, ended] = [false, false];
  openStay(
    CANCEL,
    (_method, path, query) => {
      if (path === "/manage-booking" && gone && !query.has("conf_num")) return ended ? expired : lost();
      if (path === "/cancel-booking/consent") return ok(consent);
      if (path !== "/cancel-booking") return undefined;
      if (ended) return expired;
      gone = true;
      return lost();
    },
    () => booking(["1STAY"], gone ? ["1STAY"] : [], [seals(false)]),
  );
  await screen.findByText("The hotel keeps");
  await press("Cancel reservation");
  await screen.findByText(/The server did not answer/);
  ended = true;
  await press("Cancel reservation");
  await (await main()).findByText(/look your reservation up again/);
  await userEvent.type(screen.getByLabelText(/^Confirmation number/), "1STAY");
  await userEvent.type(screen.getByLabelText(/^Last name/), "Ní Bhriain");
  await press("Search");
  await screen.findByText("CANCELLED");
  await (await main()).findByText(`Your stay is cancelled. ${stillBooked}`);
});

// clause: MANAGE-22
test("whoever cancels a room is told which cars do not come then", async () => {
  const ride = { title: "Guest Pick-Up", body: "EI 105", start_date: "2026-12-11", time: "14:15" };
  const back = { ...ride, title: "Guest Drop-Off", start_date: "2026-12-14", time: "09:00" };
  const rooms = [
    booked({ transportations: [ride, back] }),
    booked({ conf_num: "2STAY", request_token: "2STAY" }),
  ];
  openStay(
    CANCEL,
    (_method, path) => (path === "/cancel-booking/consent" ? ok(consent) : undefined),
    () => found({}, { rooms }),
  );
  const told = "Cancelled along with it: the hotel’s car will not come";
  const card = (await screen.findByText(told)).closest("div");
  const said = within(card as HTMLElement).getAllByRole("listitem");
  expect(said.map((line) => line.textContent?.replace(/\s/g, " "))).toEqual([
    "Guest Pick-Up Fri, Dec 11, 02:15 PM · Room 1: Classic Queen",
    "Guest Drop-Off Mon, Dec 14, 09:00 AM · Room 1: Classic Queen",
  ]);
  const button = (await main()).getByRole("button", { name: "Cancel reservation" });
  expect(button.getAttribute("aria-describedby")).toBe(card?.id);
  // the other room has none
  await tick(/2STAY/);
  await tick(/1STAY/);
  expect(screen.queryByText(told)).toBeNull();
});

test("what is cancelled along with a stay is told in the language of the page", async () => {
  await cancels(async () => ok());
  await waitFor(() => expect(calls("PUT", "/cancel-extra")).toHaveLength(1));
  const [extra, stay] = [calls("PUT", "/cancel-extra"), calls("PUT", "/cancel-booking")];
  expect(extra[0]?.body).toEqual({ expected_penalty: 0, language_code: "en_US" });
  expect(stay[0]?.body).toMatchObject({ language_code: "en_US" });
});
