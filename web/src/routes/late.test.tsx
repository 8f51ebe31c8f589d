/** A guest who has gone on is not led back by an answer that comes late. */

import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Answer } from "../api/mock/handle";
import type { Mock } from "../api/mock/install";
import { refusal } from "../api/mock/refusal";
import { recall } from "../booking/persist";
import { room } from "../booking/test-step";
import { navigate } from "./address";
import { countryRules, event, type Instead, openEvent } from "./test-sides";
import { booked, calls, change, consent, found, openStay } from "./test-stay";

vi.mock("../card/host", () => import("./test-card"));

let mock: Mock | undefined;
afterEach(() => {
  cleanup();
  mock?.restore();
});

const press = async (name: string | RegExp) => {
  const [button] = await screen.findAllByRole("button", { name });
  await userEvent.click(button as HTMLElement);
};
const type = async (name: RegExp, text: string) => userEvent.type(await screen.findByLabelText(name), text);

const looksFor = async (number: string) => {
  await type(/^Confirmation number/, number);
  await type(/^Last name/, "Ní Bhriain");
  await press("Search");
};

/** An answer that comes, with what is asked after it. */
const answered = (answer: () => void) =>
  act(async () => {
    answer();
    // what is asked after it is answered after it
    await (await fetch("/v4/properties/1")).json();
    await new Promise((resolve) => setTimeout(resolve));
  });

/** The answer of the call that is held back. */
function late() {
  let answer: (told: Answer) => void = () => undefined;
  let asked = false;
  const held = new Promise<Answer>((resolve) => {
    answer = resolve;
  });
  return {
    hold: () => {
      asked = true;
      return held;
    },
    /** The guest has moved on already. */
    says: async (told: Answer) => {
      await waitFor(() => expect(asked).toBe(true));
      await answered(() => answer(told));
    },
    /** The guest goes to the search; then the answer comes. */
    comes: async (told: Answer) => {
      await waitFor(() => expect(asked).toBe(true));
      act(() => navigate("/booking/search"));
      await screen.findByRole("button", { name: "Search" });
      await answered(() => answer(told));
      expect(window.location.hash).toMatch(/^#\/booking\/search/);
      expect(screen.getByRole("button", { name: "Search" })).toBeTruthy();
    },
  };
}

const ok = (body: object = {}): Answer => ({ status: 200, body });

test.each([
  ["what cancelling costs", "/search-reservation-result", "/cancel-booking/consent", "Cancel reservation"],
  ["a cancelled stay", "/cancel-reservation", "/cancel-booking", "Cancel reservation"],
  ["what the guest is called", "/guest-details", "/update-guest", "Save"],
  ["another card", "/add-payment", "/add-guarantee", "Save"],
])("%s", async (_, screenOf, held, button) => {
  const { hold, comes } = late();
  openStay(screenOf, (_method, path) => {
    if (path === held) return hold();
    return path === "/cancel-booking/consent" ? ok(consent) : undefined;
  });
  if (screenOf === "/cancel-reservation") await screen.findByText("The hotel keeps");
  await press(button);
  await comes(ok(consent));
});

test("what is on its way to be saved takes no typing, and does again where it is not saved", async () => {
  const { hold, says } = late();
  openStay("/guest-details", (_, path) => (path === "/update-guest" ? hold() : undefined));
  const name = await screen.findByLabelText<HTMLInputElement>(/^First name/);
  await userEvent.type(name, "n{Enter}");
  await waitFor(() => expect(name.readOnly).toBe(true));
  await userEvent.keyboard("e");
  expect(document.activeElement).toBe(name);
  expect(name.value).toBe("Siobhánn");
  await says(refusal("UNACCEPTABLE"));
  await waitFor(() => expect(name.readOnly).toBe(false));
  await userEvent.type(name, "e");
  expect(name.value).toBe("Siobhánne");
});

test("what is corrected before it is saved is sent after it", async () => {
  const { hold, says } = late();
  openStay("/guest-details", (_, path) => (path === "/update-guest" ? hold() : undefined));
  await type(/^First name/, "n");
  await press("Save");
  await press("Go back to reservation details");
  act(() => navigate("/guest-details"));
  await type(/^First name/, "e");
  await press("Save");
  const saved = () =>
    calls("PUT", "/update-guest").map(({ body }) => (body as { first_name: string }).first_name);
  expect(saved()).toHaveLength(1);
  await says(ok());
  await waitFor(() => expect(saved()).toHaveLength(2));
});

test("a change of the stay", async () => {
  const { hold, comes } = late();
  let shown = false;
  openStay("/search-reservation-result", (_, path) =>
    shown && path.endsWith("/new-batch-booking") ? hold() : undefined,
  );
  await screen.findAllByRole("button", { name: /^Edit details/ });
  shown = true;
  await press(/^Edit details.*Stay details$/);
  await comes(ok(change));
});

// clause: EDIT-05
test("the way back from a change that is over leads nobody out of what they began meanwhile", async () => {
  const { hold, says } = late();
  const kept = { changing: "1STAY", guestDraft: { last_name: "Ní Bhriain" } };
  sessionStorage.setItem("portico.booking.1", JSON.stringify(kept));
  openStay(
    "/booking/search?from=2026-12-12&to=2026-12-15",
    (_, path) => (path === "/manage-booking" ? hold() : undefined),
    null,
  );
  await press("Go back to reservation details");
  await press("Search");
  await press("Book, Deluxe King, Flexible");
  await waitFor(() => expect(window.location.hash).not.toMatch(/search|select-rooms/));
  const { hash } = window.location;
  await says(ok(found()));
  expect(window.location.hash).toBe(hash);
  expect(calls("DELETE", "/set-rate")).toHaveLength(0);
  expect(sessionStorage.getItem("portico.reservation.1")).toBeNull();
});

test("a reservation that was looked for", async () => {
  const { hold, comes } = late();
  openStay("/search-reservation", (_, path) => (path === "/manage-booking" ? hold() : undefined), null);
  await looksFor("1STAY");
  await comes(ok(found()));
});

const card = {
  custom_field_1: "XXXXXXXXXXXX4242",
  custom_field_2: "VISA",
  custom_field_4: "12/2026",
  primary: true,
};
const rooms = ["1STAY", "2STAY"].map((conf_num) => booked({ conf_num, request_token: conf_num }));
const second = found({}, { rooms, conf_num: "2STAY", request_token: "2STAY" });

// clause: MANAGE-32
test.each([
  ["Guest details", /^Edit details.*Guest details$/, "Modify guest details", "Room 1 of 2: Classic Queen"],
  ["Payment methods", "Change payment method", "Add new payment method", "Room 1 of 2: Classic Queen"],
  ["If you cancel", "Cancel reservation", "Cancel reservation", "Confirmation number 1STAY"],
])("a room that was asked for before a form: %s", async (region, button, form, of) => {
  const { hold, says } = late();
  let asked = false;
  openStay(
    "/search-reservation-result",
    (_, path) => {
      if (path === "/cancel-booking/consent") return ok(consent);
      return asked && path === "/manage-booking" ? hold() : undefined;
    },
    () => found({ payment_sources: [card] }, { rooms }),
  );
  const begin = within(await screen.findByRole("region", { name: region }));
  asked = true;
  await press("Show this room");
  await userEvent.click(begin.getByRole("button", { name: button }));
  await screen.findByRole("heading", { level: 1, name: form });
  await says(ok(second));
  expect(screen.getByRole("main").textContent).toContain(of);
  expect(sessionStorage.getItem("portico.reservation.1")).toBe("look-up");
});

test("what cancelling one room costs leads to no form of another", async () => {
  const { hold, says } = late();
  let token = "look-up";
  openStay(
    "/search-reservation-result",
    (_, path) => (path === "/cancel-booking/consent" ? hold() : undefined),
    () => (token === "2STAY" ? second : found({}, { rooms })),
  );
  await press("Cancel reservation");
  token = "2STAY";
  await press("Show this room");
  await screen.findByRole("button", { name: "Show this room", description: /1STAY/ });
  await says(ok(consent));
  expect(window.location.hash).toMatch(/^#\/search-reservation-result/);
});

test.each([
  ["found", ok(second)],
  ["not found", refusal("RESERVATION_UNKNOWN")],
])("another reservation that was looked for is %s behind a form", async (_, told) => {
  const { hold, says } = late();
  let asked = false;
  openStay("/guest-details", (_method, path) => (asked && path === "/manage-booking" ? hold() : undefined));
  await screen.findByLabelText(/^First name/);
  act(() => navigate("/search-reservation"));
  asked = true;
  await looksFor("2STAY");
  act(() => navigate("/guest-details"));
  await type(/^First name/, "!");
  await says(told);
  expect((await screen.findByLabelText<HTMLInputElement>(/^First name/)).value).toBe("Siobhán!");
  expect(sessionStorage.getItem("portico.reservation.1")).toBe("look-up");
});

test("one room that is cancelled late lets go of no other", async () => {
  const { hold, says } = late();
  let token = "look-up";
  openStay(
    "/cancel-reservation",
    (_, path) => {
      if (path === "/cancel-booking/consent") return ok(consent);
      return path === "/cancel-booking" ? hold() : undefined;
    },
    () => (token === "2STAY" ? second : found({}, { rooms })),
  );
  await screen.findByText("The hotel keeps");
  await press("Cancel reservation");
  await press("Go back to reservation details");
  token = "2STAY";
  await press("Show this room");
  await screen.findByRole("button", { name: "Show this room", description: /1STAY/ });
  await says(ok({ status: "CANCELLED" }));
  expect(window.location.hash).toMatch(/^#\/search-reservation-result/);
  expect(screen.getByRole("heading", { level: 1, name: "Your reservation" })).toBeTruthy();
  expect(sessionStorage.getItem("portico.reservation.1")).toBe("2STAY");
});

const toldOnPage = async (words: RegExp) =>
  expect((await screen.findByRole("alert")).textContent).toMatch(words);
const nobody: Answer = { status: 503, body: {} };

// clause: MANAGE-30
test.each<[string, Answer, RegExp]>([
  ["fails", { status: 500, body: {} }, /server did not answer/],
  [
    "costs something else by now",
    refusal("CANCELLATION_CHANGED", { consent }),
    /Cancelling comes to something else by now/,
  ],
])("cancelling that %s is told to who has gone back to the reservation", async (_, answer, words) => {
  const { hold, says } = late();
  openStay("/cancel-reservation", (_method, path) => {
    if (path === "/cancel-booking/consent") return ok(consent);
    return path === "/cancel-booking" ? hold() : undefined;
  });
  await screen.findByText("The hotel keeps");
  await press("Cancel reservation");
  await press("Go back to reservation details");
  await screen.findByRole("heading", { level: 1, name: "Your reservation" });
  await says(answer);
  await toldOnPage(words);
  expect(screen.getByRole("heading", { level: 1, name: "Your reservation" })).toBeTruthy();
});

test("a stay of which nobody knows whether it was cancelled is not shown as it was to who has gone back to it", async () => {
  const { hold, says } = late();
  let down = false;
  openStay("/cancel-reservation", (_, path) => {
    if (path === "/cancel-booking/consent") return ok(consent);
    if (path === "/cancel-booking") return hold();
    return down && path === "/manage-booking" ? nobody : undefined;
  });
  await screen.findByText("The hotel keeps");
  await press("Cancel reservation");
  await press("Go back to reservation details");
  await screen.findByText("Confirmed");
  down = true;
  await says(nobody);
  await screen.findByText("Your reservation could not be loaded.");
  expect(screen.queryByText("Confirmed")).toBeNull();
});

test.each<[string, Answer, string]>([
  ["succeeds", ok({ status: "CANCELLED" }), "Your cancellation was successful."],
  [
    "fails",
    { status: 500, body: {} },
    "The server did not answer. Please check your connection and try again.",
  ],
])("cancelling that %s while its guest is elsewhere is told once they are back", async (_, answer, words) => {
  const { hold, comes } = late();
  openStay("/cancel-reservation", (_method, path) => {
    if (path === "/cancel-booking/consent") return ok(consent);
    return path === "/cancel-booking" ? hold() : undefined;
  });
  await screen.findByText("The hotel keeps");
  await press("Cancel reservation");
  await comes(answer);
  act(() => navigate("/search-reservation"));
  await within(await screen.findByRole("main")).findByText(words);
  act(() => navigate("/booking/search"));
  await screen.findByRole("button", { name: "Search" });
  act(() => navigate("/search-reservation"));
  await screen.findByRole("heading", { level: 1, name: "Find your reservation" });
  expect(within(screen.getByRole("main")).queryByText(words)).toBeNull();
});

// clause: EDIT-05
test("cancelling a stay ends its change, and gives back what was held for it", async () => {
  const kept = { batch: { batch_id: "b1", token: "secret" }, changing: "1STAY", visited: ["information"] };
  sessionStorage.setItem("portico.booking.1", JSON.stringify(kept));
  const existing_reservation = { ...change.existing_reservation, confirmation_no: "1STAY" };
  const held = room(1);
  openStay("/cancel-reservation", (method, path) => {
    if (method === "GET" && path.endsWith("/new-batch-booking/b1"))
      return ok({ ...change, status: "OPEN", existing_reservation, selected_rooms: [held], guest: null });
    if (path === "/cancel-booking/consent") return ok(consent);
    return path === "/cancel-booking" ? ok({ status: "CANCELLED" }) : undefined;
  });
  await screen.findByText("The hotel keeps");
  await press("Cancel reservation");
  expect((await screen.findAllByText("Your cancellation was successful.")).length).toBeGreaterThan(0);
  expect(calls("DELETE", `/${held.session_id}/set-rate`)).toHaveLength(1);
  expect(recall(1)?.changing).toBeNull();
});

const saves = (screenOf: string) => (screenOf === "/guest-details" ? "/update-guest" : "/add-guarantee");

// clause: MANAGE-30
test.each([
  ["/guest-details", "The server did not answer. Please check your connection and try again."],
  ["/add-payment", "The card could not be saved. What held your room before still does: please try again."],
])("what could not be saved is told to who has left its form: %s", async (screenOf, words) => {
  const { hold, says } = late();
  openStay(screenOf, (_, path) => (path === saves(screenOf) ? hold() : undefined));
  if (screenOf === "/guest-details") await type(/^First name/, "n");
  await press("Save");
  await press("Go back to reservation details");
  await screen.findByRole("heading", { level: 1, name: "Your reservation" });
  await says({ status: 500, body: {} });
  await toldOnPage(new RegExp(words));
});

// clause: MANAGE-30
test.each([
  ["/guest-details", "what came through", true],
  ["/guest-details", "what did not", false],
  ["/add-payment", "what came through", true],
  ["/add-payment", "what did not", false],
])("of the room that it was sent for %s tells %s, whichever is shown by then", async (screenOf, _, done) => {
  const { hold, says } = late();
  const { primary_guest } = booked();
  let asked = false;
  openStay(
    screenOf,
    (_method, path, query) => {
      if (path === saves(screenOf)) {
        asked = true;
        return hold();
      }
      if (path !== "/manage-booking") return undefined;
      if (query.get("request_id") === "2STAY") return ok(second);
      const saved = { ...card, custom_field_4: "03/2029" };
      const now = asked && done ? { primary_guest: { ...primary_guest, first_name: "Sinéad" } } : {};
      const [one, other] = rooms;
      return ok(
        found(
          { ...now, payment_sources: asked && done ? [saved] : [] },
          {
            rooms: [
              { ...one, ...now, payment_sources: asked && done ? [saved] : [] },
              { ...other, card_guarantee_type: null },
            ],
          },
        ),
      );
    },
    () => found({}, { rooms }),
  );
  if (screenOf === "/guest-details") {
    const name = await screen.findByLabelText(/^First name/);
    await userEvent.clear(name);
    await userEvent.type(name, "Sinéad");
    await userEvent.click(await screen.findByRole("checkbox", { name: /2STAY/ }));
  }
  await press("Save");
  await press("Go back to reservation details");
  await press("Show this room");
  await screen.findByRole("button", { name: "Show this room", description: /1STAY/ });
  await says(nobody);
  if (done) await screen.findAllByText("Saved successfully. This is now so for Room 1: Classic Queen.");
  else await toldOnPage(/could not be saved|did not answer/);
});

// clause: MANAGE-27
test("a form that is opened again takes over what the one before it has saved", async () => {
  const { hold, says } = late();
  const { primary_guest } = booked();
  let saved = {};
  openStay(
    "/guest-details",
    (_, path) => (path === "/update-guest" ? hold() : undefined),
    () => found({ primary_guest: { ...primary_guest, ...saved } }),
  );
  await type(/^First name/, "n");
  await press("Save");
  await waitFor(() => expect(calls("PUT", "/update-guest")).toHaveLength(1));
  await press("Go back to reservation details");
  const panel = within(await screen.findByRole("region", { name: "Guest details" }));
  await userEvent.click(panel.getByRole("button", { name: /^Edit details/ }));
  await type(/^(City|Town)/, "!");
  const shown = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name).value;
  expect(shown(/^First name/)).toBe("Siobhán");
  saved = { first_name: "Siobhánn" };
  await says(ok());
  await waitFor(() => expect(shown(/^First name/)).toBe("Siobhánn"));
  expect(shown(/^(City|Town)/)).toBe("Galway!");
  await press("Go back to reservation details");
  expect((await screen.findAllByText("Saved successfully.")).length).toBeGreaterThan(0);
});

// clause: MANAGE-27
test("details that were changed in another tab meanwhile are not taken back", async () => {
  const { primary_guest } = booked();
  let elsewhere = {};
  openStay(
    "/guest-details",
    (_, path) => (path === "/update-guest" ? ok() : undefined),
    () => found({ primary_guest: { ...primary_guest, ...elsewhere } }),
  );
  await type(/^First name/, "n");
  elsewhere = { city: "Cork", last_name: "Ní Mháille" };
  await press("Save");
  expect((await screen.findByRole("alert")).textContent).toContain("changed elsewhere meanwhile");
  expect(calls("PUT", "/update-guest")).toHaveLength(0);
  const shown = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name).value;
  expect([shown(/^First name/), shown(/^Last name/), shown(/^(City|Town)/)]).toEqual([
    "Siobhánn",
    "Ní Mháille",
    "Cork",
  ]);
  await press("Save");
  await screen.findByRole("heading", { name: "Your reservation" });
  const guest = { first_name: "Siobhánn", last_name: "Ní Mháille", city: "Cork", phone: primary_guest.phone };
  expect(calls("PUT", "/update-guest").map(({ body }) => body)).toMatchObject([guest]);
});

// clause: MANAGE-27
test("what is corrected while the form before is saved takes back nothing of that", async () => {
  const { primary_guest } = booked();
  let stands = { ...primary_guest };
  const held: (() => void)[] = [];
  openStay(
    "/guest-details",
    (_, path) =>
      path === "/update-guest"
        ? new Promise((resolve) => {
            held.push(() => {
              stands = { ...stands, ...(calls("PUT", "/update-guest").at(-1)?.body as object) };
              resolve(ok());
            });
          })
        : undefined,
    () => found({ primary_guest: stands }),
  );
  await type(/^First name/, "n");
  await press("Save");
  await waitFor(() => expect(held).toHaveLength(1));
  await press("Go back to reservation details");
  act(() => navigate("/guest-details"));
  await type(/^(City|Town)/, "!");
  await press("Save");
  await answered(() => held[0]?.());
  // the form takes over what was saved, and says so
  await screen.findByText(/^What you saved before/);
  await press("Save");
  await waitFor(() => expect(held).toHaveLength(2));
  await answered(() => held[1]?.());
  expect(stands).toMatchObject({ first_name: "Siobhánn", city: "Galway!" });
});

// clause: MANAGE-27
test("details are not written while nobody knows whether another tab has changed them", async () => {
  let lost = false;
  openStay("/guest-details", (_, path) => {
    if (path === "/manage-booking" && lost) return { status: 0 };
    return path === "/update-guest" ? ok() : undefined;
  });
  await type(/^First name/, "n");
  lost = true;
  await press("Save");
  expect((await screen.findByRole("alert")).textContent).toContain("did not answer");
  expect(calls("PUT", "/update-guest")).toHaveLength(0);
  lost = false;
  await press("Save");
  await screen.findByRole("heading", { name: "Your reservation" });
  expect(calls("PUT", "/update-guest")).toHaveLength(1);
});

const rules: Instead = (_, path) =>
  path === "/address-rules" ? ok(countryRules({ required_guest_fields: [] })) : undefined;

test("the contact of an event", async () => {
  const { hold, comes } = late();
  mock = openEvent("guest-information", event(), {
    instead: (method, path, url, body) =>
      path.includes("/contact-information/") ? hold() : rules(method, path, url, body),
    query: "&pc=HARB",
  });
  await press("Next");
  await comes(ok());
});

describe("what was begun of one reservation, and ends while another one is open, names it", () => {
  const other = { ...second, rooms: [] };

  test.each([
    ["saved", "/guest-details", "/update-guest", "Save", ok(), "1STAY: Saved successfully."],
    ["not saved", "/guest-details", "/update-guest", "Save", { status: 422, body: {} }, /^1STAY: /],
    [
      "cancelled",
      "/cancel-reservation",
      "/cancel-booking",
      "Cancel reservation",
      ok(),
      "1STAY: Your cancellation was successful.",
    ],
  ])("%s", async (_, screenOf, held, button, answer, told) => {
    const { hold, says } = late();
    let shown: object = found();
    openStay(
      screenOf,
      (_method, path) => {
        if (path === held) return hold();
        return path === "/cancel-booking/consent" ? ok(consent) : undefined;
      },
      () => shown,
    );
    if (screenOf === "/cancel-reservation") await screen.findByText("The hotel keeps");
    else await type(/^First name/, "n");
    await press(button);
    act(() => navigate("/search-reservation"));
    shown = other;
    await looksFor("2STAY");
    await screen.findAllByText("2STAY");
    await says(answer);
    expect((await screen.findAllByText(told)).length).toBeGreaterThan(0);
  });

  test("also where its guest has left these screens before", async () => {
    const { hold, comes } = late();
    let shown: object = found();
    openStay(
      "/cancel-reservation",
      (_method, path) => {
        if (path === "/cancel-booking") return hold();
        return path === "/cancel-booking/consent" ? ok(consent) : undefined;
      },
      () => shown,
    );
    await screen.findByText("The hotel keeps");
    await press("Cancel reservation");
    await comes(ok());
    shown = other;
    sessionStorage.setItem("portico.reservation.1", "other");
    act(() => navigate("/search-reservation-result"));
    expect((await screen.findAllByText("1STAY: Your cancellation was successful.")).length).toBeGreaterThan(
      0,
    );
  });
});
