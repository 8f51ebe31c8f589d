/** Payment is for who the form says, and for what is agreed to: whoever corrects either on a way back gives it anew. */
import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Answer } from "../api/mock/handle";
import { property } from "../api/mock/hotel";
import { installMock, type Mock } from "../api/mock/install";
import { queries } from "../booking/queries";
import { App } from "./App";
import { navigate } from "./address";
import { countryRules, type Instead } from "./test-sides";

vi.mock("../card/host", () => import("./test-card"));

let mock: Mock;
const user = userEvent.setup();

beforeEach(() => {
  window.sessionStorage.clear();
  queries.clear();
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => {
  cleanup();
  mock.restore();
  window.history.replaceState(null, "", "/");
});

const isAt = (step: string) =>
  waitFor(() => expect(window.location.hash).toMatch(new RegExp(`^#/booking/${step}`)));
const email = () => screen.findByLabelText<HTMLInputElement>(/^E-mail/);
const agree = async () => user.click(await screen.findByRole("checkbox", { name: /^I have read/ }));
const saved = () =>
  mock.calls
    .filter(({ url }) => url.pathname.endsWith("add-guest"))
    .map(({ body }) => (body as { guest_data: { email: string } }).guest_data.email);

async function goOn() {
  const [button] = await screen.findAllByRole("button", { name: "Continue to payment" });
  await user.click(button as HTMLElement);
}
async function atPayment() {
  await isAt("payments");
  await screen.findByRole("heading", { name: /^Secure your/ });
}
async function back() {
  window.history.back();
  await isAt("guest-information");
  await email();
}
/** Forward leads to payment no more, and a reload there does not either. */
async function ofNoUse() {
  const moved = new Promise((resolve) => window.addEventListener("popstate", resolve, { once: true }));
  window.history.forward();
  await moved;
  await isAt("guest-information");
  cleanup();
  window.location.hash = "#/booking/payments";
  render(<App />);
  await isAt("guest-information");
  await email();
}

/** The guest's details filled in and agreed to. */
async function fillIn(instead: Instead = () => undefined, rooms = 1) {
  const website_config = {
    ...property.website_config,
    enable_travel_transport_flow: true,
    enable_search_reservation: true,
  };
  mock = installMock({
    instead(method, url, body) {
      const { pathname } = url;
      if (pathname.endsWith("/address-rules")) return { status: 200, body: countryRules({}) };
      if (pathname === "/v4/properties/1") return { status: 200, body: { ...property, website_config } };
      return instead(method, pathname, url, body);
    },
  });
  window.history.replaceState(
    null,
    "",
    `/?pc=HARB&property_id=1#/booking/search?from=2026-12-12&to=2026-12-14&guests=2&room_count=${rooms}`,
  );
  render(<App />);
  await user.click(await screen.findByRole("button", { name: "Search" }));
  for (let room = 1; room <= rooms; room++) {
    if (room > 1) await screen.findByRole("heading", { name: `Choose room ${room}` });
    const book = () => screen.findByRole("button", { name: "Book, Deluxe King, Flexible" });
    // the one before frees it once its answer is dealt with
    await waitFor(async () => expect((await book()).getAttribute("aria-disabled")).toBeNull());
    await user.click(await book());
  }
  await isAt("guest-information");
  await user.type(await screen.findByLabelText(/^First name/), "Siobhán");
  await user.type(screen.getByLabelText(/^Last name/), "Ní Bhriain");
  await user.type(await email(), "siobhan@example.ie");
  await agree();
}
async function toPayment() {
  await fillIn();
  await goOn();
  await atPayment();
}

// clause: ROUTE-16, GUEST-29
test("an address that is corrected after it was saved is saved anew before anything is paid", async () => {
  await toPayment();
  // as it was given it stands, after a reload too
  cleanup();
  render(<App />);
  await atPayment();
  await back();
  window.history.forward();
  await atPayment();
  await back();
  await user.clear(await email());
  await user.type(await email(), "niamh@example.ie");
  await ofNoUse();
  expect((await email()).value).toBe("niamh@example.ie");
  await goOn();
  await atPayment();
  expect(saved()).toEqual(["siobhan@example.ie", "niamh@example.ie"]);
});

// clause: ROUTE-16, GUEST-26
test("who takes back that they agree does not get to payment by going forward", async () => {
  await toPayment();
  await back();
  await agree();
  await ofNoUse();
  await agree();
  await goOn();
  await atPayment();
});

// clause: ROUTE-16, WIZ-16
test("a ride that is asked for after the guest was saved is looked at as the rest of the form", async () => {
  await toPayment();
  await back();
  await user.click(screen.getByRole("checkbox", { name: "Guest Pick-Up" }));
  await ofNoUse();
  await goOn();
  await screen.findByRole("group", { name: /things to look at/ });
});

/** The form, whose first save is answered when `come` is called. */
async function saveLate(rooms?: number): Promise<(answer: Answer) => void> {
  let come: (answer: Answer) => void = () => undefined;
  const late = new Promise<Answer>((resolve) => {
    come = resolve;
  });
  let first = true;
  await fillIn((_method, path) => {
    if (!first || !path.endsWith("add-guest")) return undefined;
    first = false;
    return late;
  }, rooms);
  return come;
}

test("an answer that comes when the guest has corrected themselves meanwhile leads nowhere", async () => {
  const come = await saveLate();
  await goOn();
  window.history.back();
  await isAt("select-rooms");
  window.history.forward();
  await isAt("guest-information");
  await user.type(await email(), ".example");
  await act(async () => {
    come({ status: 200, body: { guest_data: { first_name: "Siobhán", email: "siobhan@example.ie" } } });
    // what is asked for after it is answered after it
    await (await fetch("/v4/properties/1")).json();
  });
  await goOn();
  await atPayment();
  expect(saved()).toEqual(["siobhan@example.ie", "siobhan@example.ie.example"]);
});

test("whoever presses again on another visit is heard, though the save of the one before is not answered", async () => {
  const come = await saveLate();
  await goOn();
  window.history.back();
  await isAt("select-rooms");
  window.history.forward();
  await isAt("guest-information");
  await user.type(await email(), ".example");
  await goOn();
  come({ status: 200, body: { guest_data: { first_name: "Siobhán", email: "siobhan@example.ie" } } });
  await atPayment();
  expect(saved()).toEqual(["siobhan@example.ie", "siobhan@example.ie.example"]);
});

// clause: GUEST-29
test("what is corrected before it is saved is sent after it, and the rooms of the one before are not", async () => {
  const come = await saveLate(2);
  await user.click(screen.getByRole("checkbox", { name: "Each room has its own guest" }));
  const other = within(await screen.findByRole("group", { name: /^2\. Deluxe King/ }));
  await user.type(other.getByLabelText(/^First name/), "Aoife");
  await user.type(other.getByLabelText(/^Last name/), "Byrne");
  await goOn();
  act(() => navigate("/search-reservation"));
  await screen.findByRole("heading", { name: "Find your reservation" });
  window.history.back();
  await isAt("guest-information");
  await user.type(await screen.findByLabelText(/^E-mail/, { selector: "#guest-email" }), ".example");
  await goOn();
  expect(saved()).toEqual(["siobhan@example.ie"]);
  come({ status: 200, body: { guest_data: { first_name: "Siobhán", email: "siobhan@example.ie" } } });
  await atPayment();
  expect(saved()).toEqual(["siobhan@example.ie", ...Array(2).fill("siobhan@example.ie.example")]);
});
