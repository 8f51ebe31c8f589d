/** Changes of a stay that was looked up, with a server that does not do them. */

import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Answer } from "../api/mock/handle";
import { refusal } from "../api/mock/refusal";
import { booked, calls, consent, found, openStay, seals } from "./test-stay";

const expired: Answer = refusal("LOOK_UP_EXPIRED");
const costs = (_: string, path: string): Answer | undefined =>
  path === "/cancel-booking/consent" ? { status: 200, body: consent } : undefined;
const cancel = () => screen.findByRole<HTMLButtonElement>("button", { name: "Cancel reservation" });
const lookUps = () => calls("GET", "/manage-booking");
const cancelled = () => calls("PUT", "/cancel-booking");
const bodies = () => cancelled().map(({ body }) => body);

// clause: MANAGE-23
test("the screen to cancel names the reservation, warns, and has the way on and back", async () => {
  openStay("/cancel-reservation", costs);
  await screen.findByText("The hotel keeps");
  expect(screen.getByText("1STAY").closest("p")?.textContent).toBe("Confirmation number 1STAY");
  expect(screen.getByText("This cannot be undone: your room is free for others at once.")).toBeTruthy();
  expect(await cancel()).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Go back to reservation details" }));
  await waitFor(() => expect(window.location.hash).toContain("#/search-reservation-result"));
  expect(cancelled()).toEqual([]);
});

// clause: MANAGE-22, MANAGE-30
test("what cancelling costs is asked again where it could not be told", async () => {
  let down = true;
  openStay("/cancel-reservation", (method, path) =>
    down && path === "/cancel-booking/consent" ? { status: 503, body: {} } : costs(method, path),
  );
  const retry = await screen.findByRole("button", { name: "Try again" });
  expect((await cancel()).disabled || (await cancel()).getAttribute("aria-disabled") === "true").toBe(true);
  down = false;
  await userEvent.click(retry);
  expect(await screen.findByText("The hotel keeps")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

// clause: MANAGE-22
test("what an open link takes for a cancelled room, and when it comes back, is told", async () => {
  const body = { ...consent, refund_once_paid: { amount: 273.64, currency: "USD" } };
  openStay("/cancel-reservation", (_, path) =>
    path === "/cancel-booking/consent" ? { status: 200, body } : undefined,
  );
  const line = await screen.findByText("You get back once the booking is paid");
  expect(line.nextElementSibling?.textContent).toBe("$273.64");
  cleanup();
  openStay("/cancel-reservation", costs);
  await screen.findByText("You get back");
  expect(screen.queryByText(/once the booking is paid/)).toBeNull();
});

// clause: MANAGE-22, PAY-11
test("who pays what cancelling costs is told, a company or the guest", async () => {
  const room = (conf_num: string, company: object | null) =>
    booked({ conf_num, request_token: conf_num, company });
  const penalty = { amount: 200, currency: "USD" };
  const costing = (of: string[]): Answer => ({
    status: 200,
    body: {
      ...consent,
      penalty: { ...penalty, amount: 200 * of.length },
      kept: { ...penalty, amount: 200 * of.length },
      rooms: of.map((conf_num) => ({ ...consent, conf_num, penalty, kept: penalty })),
    },
  });
  let chosen = ["1STAY"];
  openStay(
    "/cancel-reservation",
    (_, path) => (path === "/cancel-booking/consent" ? costing(chosen) : undefined),
    () =>
      found(
        {},
        {
          rooms: [room("1STAY", { id: "ACME", name: "Acme" }), room("2STAY", null), room("3STAY", null)],
        },
      ),
  );
  expect((await screen.findByText("Acme pays")).nextElementSibling?.textContent).toBe("$200.00");
  expect(screen.queryByText("The hotel keeps")).toBeNull();
  chosen = ["1STAY", "2STAY"];
  await userEvent.click(screen.getByRole("checkbox", { name: /2STAY/ }));
  chosen = ["1STAY", "2STAY", "3STAY"];
  await userEvent.click(screen.getByRole("checkbox", { name: /3STAY/ }));
  await screen.findByText("3STAY", { selector: "li bdi" });
  const lines = await screen.findAllByText(/^(Acme pays|The hotel keeps)/);
  expect(lines.map((line) => (line.closest("li") ?? line.parentElement)?.textContent)).toEqual([
    "Room 1: Classic Queen 1STAYAcme pays $200.00",
    "Room 2: Classic Queen 2STAYThe hotel keeps $200.00",
    "Room 3: Classic Queen 3STAYThe hotel keeps $200.00",
    "Acme pays$200.00",
    "The hotel keeps$400.00",
  ]);
});

// clause: MANAGE-08
test.each([
  ["what cancelling costs is asked", "/cancel-booking/consent"],
  ["it is cancelled", "/cancel-booking"],
])("a look-up that has ended when %s is begun anew", async (_, ended) => {
  openStay("/cancel-reservation", (method, path) => (path === ended ? expired : costs(method, path)));
  if (ended === "/cancel-booking") {
    await screen.findByText("The hotel keeps");
    await userEvent.click(await cancel());
  }
  await within(await screen.findByRole("main")).findByText(/look your reservation up again/);
  await waitFor(() => expect(window.location.hash).toMatch(/^#\/search-reservation(\?|$)/));
});

// clause: MANAGE-08
test("a look-up that has ended when the guest's details are saved is begun anew", async () => {
  openStay("/guest-details", (_, path) => (path.includes("guest") ? expired : undefined));
  await screen.findByLabelText(/^First name/);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(/look your reservation up again/)).toBeTruthy();
});

test("details whose look-up has ended when they are saved are in their form once it is looked up again", async () => {
  let ended = true;
  openStay("/guest-details", (_, path) => {
    if (path === "/update-guest") return expired;
    return ended && path.includes("guest") ? expired : undefined;
  });
  const name = () => screen.findByLabelText<HTMLInputElement>(/^First name/);
  await userEvent.type(await name(), "n");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(/look your reservation up again/);
  ended = false;
  await userEvent.type(await screen.findByLabelText(/^Confirmation number/), "1STAY");
  await userEvent.type(screen.getByLabelText(/^Last name/), "Ní Bhriain");
  await userEvent.click(screen.getByRole("button", { name: "Search" }));
  const panel = within(await screen.findByRole("region", { name: "Guest details" }));
  await userEvent.click(panel.getByRole("button", { name: /^Edit details/ }));
  expect((await name()).value).toBe("Siobhánn");
});

test("the look-up says what Search waits for", async () => {
  openStay("/search-reservation", undefined, null);
  const search = await screen.findByRole("button", { name: "Search" });
  const why = () => document.getElementById(search.getAttribute("aria-describedby") ?? "")?.textContent;
  expect(why()).toBe("Please fill all the required fields above");
  await userEvent.type(screen.getByLabelText(/^Confirmation number/), "2STAY");
  await userEvent.type(screen.getByLabelText(/^Last name/), "Ní Bhriain");
  expect(why()).toBeUndefined();
});

test("a reservation stays open where no answer says whether another one is there", async () => {
  openStay("/search-reservation", (_, path) => {
    const asked = path === "/manage-booking" && calls("GET", "/manage-booking").length > 1;
    return asked ? Promise.reject(new TypeError("Failed to fetch")) : undefined;
  });
  await userEvent.type(await screen.findByLabelText(/^Confirmation number/), "2STAY");
  await userEvent.type(screen.getByLabelText(/^Last name/), "Ní Bhriain");
  await userEvent.click(screen.getByRole("button", { name: "Search" }));
  await screen.findByText(/The server did not answer/);
  expect(sessionStorage.getItem("portico.reservation.1")).toBe("look-up");
});

// clause: MANAGE-27
test("details are saved for the rooms that the guest says, first for those of the same guest", async () => {
  const { primary_guest } = booked();
  const room = (conf_num: string, guest: object) =>
    booked({ conf_num, request_token: conf_num, primary_guest: { ...primary_guest, ...guest } });
  const rooms = [
    room("1STAY", {}),
    room("2STAY", { first_name: "Beat" }),
    room("3STAY", {}),
    room("4STAY", { country: "FR" }),
  ];
  openStay(
    "/guest-details",
    (_, path) => (path === "/update-guest" ? { status: 200, body: { conf_num: "1STAY" } } : undefined),
    () => found({}, { rooms }),
  );
  expect(await screen.findByText("Room 1 of 4: Classic Queen")).toBeTruthy();
  const which = screen.getByRole("group", { name: "Also for these rooms of the booking?" });
  const boxes = within(which).getAllByRole<HTMLInputElement>("checkbox");
  expect(boxes.map(({ checked, labels }) => [labels?.[0]?.textContent?.includes("Beat"), checked])).toEqual([
    [true, false],
    [false, true],
  ]);
  expect(screen.getByText(/^Not changed along with it: Room 4: Classic Queen\.$/)).toBeTruthy();
  await userEvent.click(boxes[1] as HTMLElement);
  await userEvent.click(boxes[0] as HTMLElement);
  await screen.findByLabelText(/^First name/);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  const told = "Saved successfully. This is now so for Room 1: Classic Queen, Room 2: Classic Queen.";
  expect((await screen.findAllByText(told)).length).toBeGreaterThan(0);
  expect(calls("PUT", "/update-guest")[0]?.body).toMatchObject({ conf_nums: ["1STAY", "2STAY"] });
});

test("a reload finds the details as they were typed, until they are saved or left", async () => {
  const typed = () => screen.findByLabelText<HTMLInputElement>(/^Street/);
  const reload = (stay = found) => {
    const kept = sessionStorage.getItem("portico.details.1");
    cleanup();
    if (kept) sessionStorage.setItem("portico.details.1", kept);
    openStay("/guest-details", undefined, stay);
  };
  openStay("/guest-details");
  await userEvent.clear(await typed());
  await userEvent.type(await typed(), "2 Pier");
  reload();
  await waitFor(async () => expect((await typed()).value).toBe("2 Pier"));
  expect(window.location.href).not.toContain("Pier");
  // not over what was saved elsewhere meanwhile
  reload(() => found({ primary_guest: { ...found().reservation_details.primary_guest, street: "1 Dock" } }));
  await waitFor(async () => expect((await typed()).value).toBe("1 Dock"));
  await userEvent.type(await typed(), "s");
  await userEvent.click(screen.getByRole("button", { name: "Go back to reservation details" }));
  await screen.findByRole("heading", { name: "Your reservation" });
  expect(sessionStorage.getItem("portico.details.1")).toBeNull();
});

// clause: MANAGE-30
test("a stay that can no longer be cancelled is read again", async () => {
  openStay("/cancel-reservation", (method, path) =>
    path === "/cancel-booking" ? refusal("NOT_CANCELLABLE") : costs(method, path),
  );
  await screen.findByText("The hotel keeps");
  const before = lookUps().length;
  await userEvent.click(await cancel());
  expect((await screen.findByRole("alert")).textContent).toContain("can no longer be cancelled");
  expect(lookUps().length).toBe(before + 1);
});

// clause: MANAGE-19, MANAGE-30
test("details of a stay that was cancelled elsewhere are not asked for any longer", async () => {
  const saved = () => calls("PUT", "/update-guest").length > 0;
  openStay(
    "/guest-details",
    (_, path) => (path === "/update-guest" ? refusal("NOT_CHANGEABLE") : undefined),
    () => found(saved() ? { status: "CANCELLED" } : {}),
  );
  await screen.findByLabelText(/^First name/);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("CANCELLED")).toBeTruthy();
  expect(window.location.hash).toMatch(/^#\/search-reservation-result/);
  expect((await screen.findByRole("alert")).textContent).toContain("can no longer be changed");
});

// clause: MANAGE-19, MANAGE-30
test("a stay that the hotel has begun is cancelled no longer, and says so", async () => {
  openStay(
    "/cancel-reservation",
    (method, path) => (path === "/cancel-booking" ? refusal("NOT_CANCELLABLE") : costs(method, path)),
    () => found(cancelled().length > 0 ? { status: "CHECKED_IN" } : {}),
  );
  await screen.findByText("The hotel keeps");
  await userEvent.click(await cancel());
  expect(await screen.findByText("CHECKED_IN")).toBeTruthy();
  expect(window.location.hash).toMatch(/^#\/search-reservation-result/);
  expect((await screen.findByRole("alert")).textContent).toContain("can no longer be cancelled");
});

// clause: MANAGE-22
test("what can be cancelled no more since its screen was opened shows no cost and no way to do it", async () => {
  const over = refusal("NOT_CANCELLABLE");
  openStay("/cancel-reservation", (method, path) => {
    if (path === "/cancel-booking" || cancelled().length > 0)
      return path === "/manage-booking" ? undefined : over;
    return costs(method, path);
  });
  await screen.findByText("The hotel keeps");
  await userEvent.click(await cancel());
  await screen.findByText("This reservation can no longer be cancelled here.");
  await waitFor(() => expect(screen.queryByText("The hotel keeps")).toBeNull());
  expect((await cancel()).getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByText("This reservation can no longer be cancelled here.")).toBeTruthy();
});

// clause: MANAGE-22
test.each(["CANCELLED", "CHECKED_IN"])(
  "a room that is %s meanwhile is told of and does not keep the others",
  async (status) => {
    const room = (conf_num: string, stands: boolean) =>
      booked({
        conf_num,
        request_token: conf_num,
        status: stands ? "HOLD" : status,
        cancellation_allowed: stands,
      });
    openStay(
      "/cancel-reservation",
      (method, path) => {
        if (path !== "/cancel-booking") return costs(method, path);
        const first = cancelled().length === 1;
        return first ? refusal("NOT_CANCELLABLE", { conf_num: "2STAY" }) : { status: 200, body: {} };
      },
      () => {
        const rooms = ["1STAY", "2STAY", "3STAY"];
        return found(
          {},
          { rooms: rooms.map((one) => room(one, one !== "2STAY" || cancelled().length === 0)) },
        );
      },
    );
    await userEvent.click(await screen.findByRole("checkbox", { name: /2STAY/ }));
    await userEvent.click(screen.getByRole("checkbox", { name: /3STAY/ }));
    const press = async () => {
      await screen.findByText("The hotel keeps");
      await userEvent.click(screen.getByRole("button", { name: "Cancel these rooms" }));
    };
    await press();
    expect((await screen.findByRole("alert")).textContent).toContain(
      "The room 2STAY can no longer be cancelled",
    );
    await waitFor(() => expect(screen.queryByRole("checkbox", { name: /2STAY/ })).toBeNull());
    await press();
    await waitFor(() => expect(cancelled()).toHaveLength(2));
    expect(bodies()).toMatchObject([
      { conf_nums: ["1STAY", "2STAY", "3STAY"] },
      { conf_nums: ["1STAY", "3STAY"] },
    ]);
  },
);

// clause: MANAGE-22
test("what cancelling costs is agreed to anew when a deadline passes meanwhile", async () => {
  const penalty = { amount: 120, currency: "USD" };
  openStay(
    "/cancel-reservation",
    (method, path) => {
      if (path !== "/cancel-booking") return costs(method, path);
      const now = { ...consent, penalty, rooms: consent.rooms.map((room) => ({ ...room, penalty })) };
      return cancelled().length === 1
        ? refusal("CANCELLATION_CHANGED", { consent: now })
        : { status: 200, body: {} };
    },
    () => found({}, { rooms: [booked()] }),
  );
  await screen.findAllByText("$0.00");
  const before = lookUps().length;
  await userEvent.click(await cancel());
  expect((await screen.findByRole("alert")).textContent).toMatch(/Cancelling comes to something else by now/);
  expect(screen.getByText("$120.00")).toBeTruthy();
  // the details behind tell the same
  await waitFor(() => expect(lookUps()).toHaveLength(before + 1));
  await userEvent.click(await cancel());
  await waitFor(() => expect(cancelled()).toHaveLength(2));
  expect(bodies()).toMatchObject([
    {
      conf_nums: ["1STAY"],
      expected_penalty: 0,
      expected_refund: 0,
      expected_rooms: [{ conf_num: "1STAY" }],
    },
    { conf_nums: ["1STAY"], expected_penalty: 120, expected_refund: 0 },
  ]);
});

// clause: MANAGE-22
test("a stay that is another one at the same cost is told as that, though it cannot be read", async () => {
  let silent = false;
  openStay(
    "/cancel-reservation",
    (method, path) => {
      if (path === "/manage-booking" && silent) return { status: 503, body: {} };
      if (path !== "/cancel-booking") return costs(method, path);
      silent = true;
      return refusal("CANCELLATION_CHANGED", { consent });
    },
    () => found({}, { rooms: [booked()] }),
  );
  await screen.findAllByText("$0.00");
  await userEvent.click(await cancel());
  expect((await screen.findByRole("alert")).textContent).toMatch(/changed elsewhere meanwhile/);
});

// clause: MANAGE-21, MANAGE-30, ERR-06
test("a consent that is refused is told where the guest is, with the reason", async () => {
  openStay("/search-reservation-result", (_, path) =>
    path === "/cancel-booking/consent" ? refusal("NOT_CANCELLABLE") : undefined,
  );
  const [button] = await screen.findAllByRole("button", { name: "Cancel reservation" });
  await userEvent.click(button as HTMLElement);
  expect((await screen.findByRole("alert")).textContent).toBe(
    "ErrorThis reservation can no longer be cancelled here.",
  );
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(window.location.hash).toMatch(/^#\/search-reservation-result/);
});

// clause: MANAGE-30, GUEST-31
test("address rules that cannot be had are told on the form, which still serves", async () => {
  openStay("/guest-details", (_, path) =>
    path.endsWith("/address-rules") ? { status: 404, body: {} } : undefined,
  );
  expect(await screen.findByLabelText(/^Last name/)).toBeTruthy();
  expect((await screen.findByRole("alert")).textContent).toMatch(/[Ss]omething went wrong/);
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

// clause: MANAGE-22
test("of each of several rooms it is said what the hotel keeps and what comes back", async () => {
  const usd = (amount: number) => ({ amount, currency: "USD" });
  const costs = (conf_num: string) => ({
    conf_num,
    penalty: usd(40),
    kept: usd(40),
    refund: usd(60),
    points: 0,
  });
  const body = {
    ...consent,
    penalty: usd(80),
    kept: usd(80),
    refund: usd(120),
    refund_to: [{ amount: 120, masked_card_number: "XXXXXXXXXXXX4242", card_brand: "VISA" }],
    rooms: [costs("1STAY"), costs("2STAY")],
  };
  const other = booked({ conf_num: "2STAY", room_type_id: "KING", room_type_name: "Harbour King" });
  openStay(
    "/cancel-reservation",
    (_, path) => (path === "/cancel-booking/consent" ? { status: 200, body } : undefined),
    () => found({}, { rooms: [booked(), other] }),
  );
  const [first, second] = await screen.findAllByText(/STAY$/, { selector: "li bdi" });
  const sums = "The hotel keeps $40.00You get back $60.00";
  expect(first?.closest("li")?.textContent).toBe(`Room 1: Classic Queen 1STAY${sums}`);
  expect(second?.closest("li")?.textContent).toBe(`Room 2: Harbour King 2STAY${sums}`);
  // the card that paid is named, whichever holds the stay by now
  const back = screen.getByText("You get back (VISA, ending 4242)");
  expect(back.nextElementSibling?.textContent).toBe("$120.00");
  expect(screen.queryByText("You get back", { selector: "dt" })).toBeNull();
});

// clause: MANAGE-22
test("what the choice before costs stands, marked as busy, until the costs of the new one are there", async () => {
  const usd = (amount: number) => ({ amount, currency: "USD" });
  const costing = (penalty: number, conf_nums: string[]): Answer => ({
    status: 200,
    body: {
      ...consent,
      penalty: usd(penalty),
      kept: usd(penalty),
      rooms: conf_nums.map((conf_num) => ({ ...consent, conf_num, penalty: usd(200), kept: usd(200) })),
    },
  });
  let asked = 0;
  let come: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    come = resolve;
  });
  openStay(
    "/cancel-reservation",
    (_, path) => {
      if (path !== "/cancel-booking/consent") return undefined;
      asked += 1;
      return asked === 1 ? costing(200, ["1STAY"]) : held.then(() => costing(400, ["1STAY", "2STAY"]));
    },
    () => found({}, { rooms: [booked(), booked({ conf_num: "2STAY", request_token: "2STAY" })] }),
  );
  const card = (await screen.findByText("The hotel keeps")).closest(".costs");
  const before = card?.textContent;
  await userEvent.click(screen.getByRole("checkbox", { name: /2STAY/ }));
  const button = await screen.findByRole("button", { name: "Cancel these rooms" });
  expect(card?.isConnected && card.textContent).toBe(before);
  expect(card?.getAttribute("aria-busy")).toBe("true");
  expect(button.getAttribute("aria-disabled")).toBe("true");
  come();
  await screen.findByText("$400.00");
  expect(card?.getAttribute("aria-busy")).toBe("false");
  expect(button.getAttribute("aria-disabled")).toBeNull();
});

test("until when cancelling is free is told by the guest's clock too", async () => {
  const offset = vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(0);
  const body = { ...consent, free_until: "2026-12-10T18:00:00-05:00" };
  openStay("/cancel-reservation", (_, path) =>
    path === "/cancel-booking/consent" ? { status: 200, body } : undefined,
  );
  const until = await screen.findByText(/^Cancelling is free until/);
  expect(until.textContent).toMatch(/Dec 10, 06:00.PM\. On your clock: Thu, Dec 10, 11:00.PM$/);
  offset.mockRestore();
});

test("until when an activity beside it is free to cancel, too", async () => {
  const offset = vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(0);
  const { extra, ...beside } = seals(false);
  const until = { free: true, free_until: "2026-12-08T08:00:00-05:00", later_penalty: null };
  const extras = [{ ...beside, extra: { ...extra, cancellation: { ...extra.cancellation, ...until } } }];
  openStay("/search-reservation-result", undefined, () => found({}, { extras }));
  const told = await screen.findByText(/^Cancelling is free until/);
  expect(told.textContent).toMatch(/cancelled\. On your clock: Tue, Dec 8, 01:00.PM$/);
  offset.mockRestore();
});

// clause: MANAGE-22
test("who has paid nothing is told what cancelling costs, not that the hotel keeps it", async () => {
  const usd = (amount: number) => ({ amount, currency: "USD" });
  let kept = 0;
  const told = () => ({ penalty: usd(739.02), kept: usd(kept), refund: usd(0), points: 0 });
  const answer = (_: string, path: string): Answer | undefined =>
    path === "/cancel-booking/consent"
      ? { status: 200, body: { ...consent, ...told(), rooms: [{ conf_num: "1STAY", ...told() }] } }
      : undefined;
  const lines = async () => (await screen.findByText(/^Cost|^Rest/)).closest("dl")?.textContent;
  openStay("/cancel-reservation", answer);
  expect(await lines()).toBe("Cost of cancelling: the hotel will ask you for this amount$739.02");
  cleanup();
  kept = 700;
  openStay("/cancel-reservation", answer);
  expect(await lines()).toBe(
    "The hotel keeps$700.00Rest of the cost of cancelling: the hotel will ask you for this amount$39.02You get back$0.00",
  );
});

// clause: MANAGE-22
test("what is cancelled is named, also when the stay was changed elsewhere meanwhile", async () => {
  let moved = false;
  openStay(
    "/cancel-reservation",
    (method, path) =>
      method === "PUT" && path === "/cancel-booking"
        ? refusal("CANCELLATION_CHANGED", { consent })
        : costs(method, path),
    () => found(moved ? { check_in_date: "2026-12-12", check_out_date: "2026-12-15" } : {}),
  );
  await screen.findByText("The hotel keeps");
  expect(screen.getByText("Classic Queen").parentElement?.textContent).toMatch(/December 11.*14 · 2 adults/);
  await userEvent.click(await cancel());
  expect((await screen.findByRole("alert")).textContent).toContain("Cancelling comes to something else");
  moved = true;
  await userEvent.click(await cancel());
  await waitFor(() =>
    expect(screen.getByRole("alert").textContent).toContain("this is the stay as it is now"),
  );
  expect(screen.getByText("Classic Queen").parentElement?.textContent).toMatch(/December 12.*15/);
});

test("what belongs to a booking of several rooms goes with the last of them", async () => {
  const room = (conf_num: string, status = "HOLD") =>
    booked({ conf_num, request_token: conf_num, status, cancellation_allowed: status === "HOLD" });
  const extra = {
    kind: "ACTIVITY",
    name: "Out to the seals",
    from: "2026-12-12T09:00:00-05:00",
    currency: "USD",
    cancellation: { allowed: true, penalty: 0, refund: 60 },
  };
  const rooms = [room("1STAY"), room("2STAY"), room("3STAY", "CANCELLED")];
  const extras = [{ conf_num: "1SEALS", request_token: "seals", extra }];
  openStay("/cancel-reservation", costs, () => found({}, { rooms, extras }));
  const seals = await screen.findByRole<HTMLInputElement>("checkbox", { name: /Out to the seals/ });
  expect(seals.checked).toBe(false);
  await userEvent.click(screen.getByRole("checkbox", { name: /2STAY/ }));
  expect(seals.checked).toBe(true);
  // what the guest says of it counts from then on
  await userEvent.click(seals);
  await userEvent.click(screen.getByRole("checkbox", { name: /2STAY/ }));
  await userEvent.click(screen.getByRole("checkbox", { name: /2STAY/ }));
  expect(seals.checked).toBe(false);
});

/** An activity beside the stay. */
const sealTour = {
  kind: "ACTIVITY",
  name: "Out to the seals",
  currency: "USD",
  parts: [],
  total: 60,
  paid: 60,
  due_at_hotel: 0,
  letter_url: "/letter",
  calendar_url: "/calendar",
};

test.each([
  ["CONFIRMED", true, true],
  ["CONFIRMED", false, false],
  ["CANCELLED", true, false],
])(
  "what belongs to a stay keeps its day when that is changed: %s, changeable %s",
  async (status, changeable, said) => {
    const extra = {
      ...sealTour,
      status,
      from: "2026-12-12T09:00:00-05:00",
      to: "2026-12-12T11:00:00-05:00",
      cancellation: { allowed: status === "CONFIRMED", penalty: 0, refund: 60 },
    };
    const extras = [{ conf_num: "1SEALS", request_token: "seals", extra }];
    openStay(
      "/search-reservation-result",
      () => undefined,
      () => found({}, { extras, stay_modification_allowed: changeable }),
    );
    await screen.findByText("Out to the seals");
    expect(screen.queryByText(/stay as they are, on their own days/) !== null).toBe(said);
  },
);

// clause: MANAGE-22
test("the card that the money of an activity is on its way to is named", async () => {
  const extra = {
    ...sealTour,
    status: "CANCELLED",
    cancelled_at: "2026-12-02T09:00:00-05:00",
    cancellation: {
      allowed: false,
      penalty: 0,
      refund: 60,
      refund_status: "PENDING",
      masked_card_number: "XXXXXXXXXXXX4242",
      card_brand: "VISA",
    },
  };
  const extras = [{ conf_num: "1SEALS", request_token: "seals", extra }];
  openStay(
    "/search-reservation-result",
    () => undefined,
    () => found({}, { extras }),
  );
  await screen.findByText(/\$60\.00 is on its way to the card that you paid with \(VISA, ending 4242\)/);
});

test("what cancelling an event costs is agreed to anew when its deadline passes meanwhile", async () => {
  const asked = () => calls("PUT", "/cancel-extra");
  const extra = () => ({
    kind: "EVENT",
    status: "CONFIRMED",
    name: "Launch of the Seabird",
    currency: "USD",
    parts: [],
    total: 174.08,
    paid: 0,
    due_at_hotel: 174.08,
    letter_url: "/letter",
    calendar_url: "/calendar",
    cancellation: { allowed: true, penalty: asked().length > 0 ? 87.04 : 0, refund: 0 },
  });
  openStay(
    "/search-reservation-result",
    (_, path) => {
      if (path !== "/cancel-extra") return undefined;
      return asked().length === 1 ? refusal("CANCELLATION_CHANGED") : { status: 200, body: {} };
    },
    () => found({}, { extras: [{ conf_num: "1EVENT", request_token: "event", extra: extra() }] }),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Cancel event" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Cancel event" }));
  expect((await dialog.findByRole("alert")).textContent).toMatch(/Cancelling comes to something else by now/);
  expect(await dialog.findByText("$87.04")).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Cancel event" }));
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(asked().map(({ body }) => body)).toEqual([
    { expected_penalty: 0, language_code: "en_US" },
    { expected_penalty: 87.04, language_code: "en_US" },
  ]);
});

// clause: MANAGE-22
test.each([
  [
    "PENDING",
    "You get back",
    "$120.00 is on its way to the card that you paid with. Your bank may take a few days.",
  ],
  [
    "FAILED",
    "You get back",
    "The card that you paid with did not take $120.00 back. The hotel will give it back another way; please ask the hotel.",
  ],
  ["REFUNDED", "Went back to you", null],
])("money that goes back is told as it stands: %s", async (status, label, sentence) => {
  const cancellation = {
    at: "2026-12-02T09:00:00-05:00",
    by: "GUEST",
    penalty: 0,
    kept: 0,
    refund: 120,
    refund_to: [],
    refund_once_paid: 0,
    points: 0,
  };
  openStay(
    "/search-reservation-result",
    () => undefined,
    () => found({ status: "CANCELLED", cancellation, refunds: [{ amount: 120, status }] }),
  );
  expect(await screen.findByText(label)).toBeTruthy();
  if (sentence) expect(screen.getAllByText(sentence)).toHaveLength(1);
  else expect(screen.queryByText(/the card that you paid with/i)).toBeNull();
});

// clause: MANAGE-22
test("the card that money is on its way to is named", async () => {
  const card = { masked_card_number: "XXXXXXXXXXXX4242", card_brand: "VISA" };
  const cancellation = {
    at: "2026-12-02T09:00:00-05:00",
    by: "GUEST",
    penalty: 0,
    kept: 0,
    refund: 120,
    refund_to: [{ amount: 120, ...card }],
    refund_once_paid: 0,
    points: 0,
  };
  const refunds = [{ amount: 120, status: "PENDING", ...card }];
  openStay(
    "/search-reservation-result",
    () => undefined,
    () => found({ status: "CANCELLED", cancellation, refunds }),
  );
  const back = await screen.findByText("You get back (VISA, ending 4242)");
  expect(back.nextElementSibling?.textContent).toBe("$120.00");
  screen.getByText(
    "$120.00 is on its way to the card that you paid with (VISA, ending 4242). Your bank may take a few days.",
  );
});

test("what cancelling costs is the company's where one guarantees the event", async () => {
  const cancellation = { allowed: true, free: false, later_penalty: 87.04, penalty: 87.04, refund: 0 };
  const extra = {
    kind: "EVENT",
    status: "CONFIRMED",
    cancelled_at: null as string | null,
    name: "Launch of the Seabird",
    currency: "USD",
    parts: [],
    total: 174.08,
    paid: 0,
    due_at_hotel: 174.08,
    company: "Northlight",
    letter_url: "/letter",
    calendar_url: "/calendar",
    cancellation,
  };
  const open = (extra: object) =>
    openStay(
      "/search-reservation-result",
      () => undefined,
      () => found({}, { extras: [{ conf_num: "1EVENT", request_token: "event", extra }] }),
    );
  open(extra);
  expect(await screen.findByText("Cancelling costs $87.04 now; Northlight pays it.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Cancel event" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("Northlight pays").nextElementSibling?.textContent).toBe("$87.04");
  expect(dialog.queryByText("The house charges")).toBeNull();
  cleanup();
  const until = { free: true, free_until: "2026-12-05T00:00:00-05:00", penalty: 0 };
  open({ ...extra, cancellation: { ...cancellation, ...until } });
  const terms = (await screen.findByText(/^Cancelling is free until /)).textContent;
  expect(terms).toContain("After that it costs $87.04; Northlight pays it.");
  cleanup();
  const cancelled_at = "2026-12-08T09:00:00-05:00";
  open({ ...extra, status: "CANCELLED", cancelled_at, cancellation: { ...cancellation, allowed: false } });
  expect(await screen.findByText(/Cancelling cost \$87\.04; Northlight pays it\.$/)).toBeTruthy();
});

// clause: MANAGE-08
test.each([
  ["damaged", "conf_num=1STAY&link=dam"],
  ["cut off", "conf_num=1STAY"],
  ["without its number", "link=seal"],
])("a mailed link that is %s says so at the form, and how else the booking is found", async (_, place) => {
  // the tab has looked another stay up: that is not what the link is for
  openStay(`/search-reservation-result?${place}`, (_, path) =>
    path.endsWith("/manage-booking") ? refusal("RESERVATION_UNKNOWN") : undefined,
  );
  await screen.findByRole("heading", { name: "Find your reservation" });
  const words = "The link could not be read. Your booking can be found by its number and last name.";
  await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(2));
  expect(screen.getAllByText(words).some((element) => element.closest("[data-live]"))).toBe(true);
  expect(window.location.hash).toMatch(/^#\/search-reservation(\?|$)/);
  expect(screen.queryByRole("alert")).toBeNull();
});

// clause: MANAGE-08
test("a mailed link that is opened over the screens of another reservation begins anew", async () => {
  openStay("/guest-details");
  await userEvent.type(await screen.findByLabelText(/^First name/), "n");
  const anew = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
  // what a browser does where only the part behind the hash differs
  window.history.pushState(null, "", "#/search-reservation-result?conf_num=2STAY&link=seal");
  act(() => void window.dispatchEvent(new HashChangeEvent("hashchange")));
  expect(anew).toHaveBeenCalled();
  anew.mockRestore();
  cleanup();
  openStay("/search-reservation-result?conf_num=2STAY&link=seal");
  await screen.findByRole("heading", { name: "Your reservation" });
  expect(lookUps()[0]?.url.searchParams.get("conf_num")).toBe("2STAY");
});
