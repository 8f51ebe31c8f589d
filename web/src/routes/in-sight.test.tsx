/** What is said of an act on a reservation is brought into sight, with the focus, wherever it was begun. */

import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { refusal } from "../api/mock/refusal";
import { activity, booked, calls, consent, found, openStay } from "./test-stay";

const RESULT = "/search-reservation-result";
/** What was brought into sight last. */
let seen: Element | null = null;
beforeEach(() => {
  seen = null;
  Element.prototype.scrollIntoView = vi.fn(function (this: Element) {
    seen = this;
  });
});

/** What is said has the focus and was brought into sight. */
async function isMet(words: string | RegExp) {
  const box = (await screen.findByText(words)).closest("[tabindex='-1']");
  await waitFor(() => expect(document.activeElement).toBe(box));
  expect(seen).toBe(box);
}

// clause: MANAGE-30
test("what cannot be begun says why where the guest looks, each time", async () => {
  openStay(RESULT, (_, path) => {
    if (path === "/cancel-booking/consent") return refusal("NOT_CANCELLABLE");
    return path.includes("batch-booking") ? refusal("NOT_CHANGEABLE") : undefined;
  });
  const [button] = await screen.findAllByRole("button", { name: "Cancel reservation" });
  if (!button) throw new Error("no button");
  await userEvent.click(button);
  await isMet("This reservation can no longer be cancelled here.");
  button.focus();
  seen = null;
  await userEvent.click(button);
  await isMet("This reservation can no longer be cancelled here.");
  const [edit] = screen.getAllByRole("button", { name: /^Edit details/ });
  if (edit) await userEvent.click(edit);
  await isMet("This reservation can no longer be changed here.");
  expect(screen.queryByText("This reservation can no longer be cancelled here.")).toBeNull();
});

// clause: MANAGE-30
test("details that are not saved say why where the guest looks, each time", async () => {
  openStay("/guest-details", (_, path) => (path === "/update-guest" ? refusal("NOT_CHANGEABLE") : undefined));
  await screen.findByLabelText(/^First name/);
  for (const _ of ["once", "twice"]) {
    seen = null;
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await isMet("This reservation can no longer be changed here.");
  }
});

test("what was cancelled of a stay is told where the guest looks, each time", async () => {
  const extra = (of: string) => {
    const cancelled = calls("PUT", "/cancel-extra").some(
      ({ url }) => url.searchParams.get("request_id") === of,
    );
    return activity(of, of, cancelled);
  };
  openStay(
    RESULT,
    (_, path) => (path === "/cancel-extra" ? { status: 200, body: {} } : undefined),
    () => found({}, { extras: [extra("Seals"), extra("Yoga")] }),
  );
  for (const name of ["Seals", "Yoga"]) {
    seen = null;
    const card = within(await screen.findByRole("article", { name }));
    await userEvent.click(card.getByRole("button", { name: "Cancel activity" }));
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.click(dialog.getByRole("button", { name: "Cancel activity" }));
    await waitFor(() => expect(seen).not.toBeNull());
    await isMet("Your cancellation was successful.");
  }
});

test("another room that cannot be read is told where the guest looks, each time", async () => {
  let down = false;
  const rooms = ["1STAY", "2STAY"].map((conf_num) => booked({ conf_num, request_token: conf_num }));
  openStay(
    RESULT,
    (_, path) => (down && path === "/manage-booking" ? { status: 503, body: {} } : undefined),
    () => found({}, { rooms }),
  );
  const button = await screen.findByRole("button", { name: "Show this room" });
  down = true;
  await userEvent.click(button);
  for (const _ of ["once", "twice"]) {
    await isMet("Your reservation could not be loaded.");
    seen = null;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(seen).not.toBeNull());
  }
});

test("who tries again keeps the focus in what comes of it", async () => {
  let down = true;
  openStay(RESULT, (_, path) => (down && path === "/manage-booking" ? { status: 503, body: {} } : undefined));
  const retry = () => screen.findByRole("button", { name: "Try again" });
  await screen.findByText("Your reservation could not be loaded.");
  down = false;
  await userEvent.click(await retry());
  await screen.findByRole("heading", { name: "Your reservation" });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("main")));
});

test("who asks again what cancelling costs hears each time that nobody answers, and is led to what it costs", async () => {
  let down = true;
  openStay("/cancel-reservation", (_, path) => {
    if (path !== "/cancel-booking/consent") return undefined;
    return down ? { status: 503, body: {} } : { status: 200, body: consent };
  });
  const retry = () => screen.findByRole("button", { name: "Try again" });
  const words = /The server did not answer|went wrong/;
  await retry();
  await isMet(words);
  seen = null;
  await userEvent.click(await retry());
  await waitFor(() => expect(seen).not.toBeNull());
  await isMet(words);
  down = false;
  await userEvent.click(await retry());
  await screen.findByText("The hotel keeps");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 })));
});
