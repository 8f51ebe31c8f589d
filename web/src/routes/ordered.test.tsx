/** An order whose end comes late, or behind a reload: whoever ordered sees what came of it. */
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Answer } from "../api/mock/handle";
import { property } from "../api/mock/hotel";
import { installMock, type Mock } from "../api/mock/install";
import { confirmed } from "../booking/confirmation/test-room";
import { keepOrder } from "../booking/payment/ordered";
import { keep } from "../booking/persist";
import { queries } from "../booking/queries";
import { emptyBooking } from "../booking/state";
import { chosen, room } from "../booking/test-step";
import { App } from "./App";
import { navigate } from "./address";
import { countryRules } from "./test-sides";

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

const batch = { batch_id: "b1", token: "secret" };
const state = chosen([room(1)], { restricted_guarantee_types: [] });
const read = (status: "OPEN" | "COMMITTED"): Answer => ({
  status: 200,
  body: {
    ...state.profile,
    ...{ status, selected_rooms: state.selected, guest: null },
    confirmation: status === "COMMITTED" ? [confirmed(1)] : null,
  },
});
const ok = (body: unknown): Answer => ({ status: 200, body });
const calls = (end: string) => mock.calls.filter(({ url }) => url.pathname.endsWith(end));

/** An answer that is held back. */
function late(answer: Answer) {
  let come: () => void = () => undefined;
  const held = new Promise<Answer>((resolve) => {
    come = () => resolve(answer);
  });
  return { held, come: () => act(async () => come()) };
}

/** Guest information of a house without a payment step, filled in and agreed to; `instead` answers by the path's end. */
async function open(
  instead: (end: string) => Answer | Promise<Answer> | undefined,
  step = "guest-information",
) {
  keep(1, { ...emptyBooking, ...state, batch });
  mock = installMock({
    instead(method, { pathname }, body) {
      const own = instead(`${method} ${pathname.split("/").at(-1)}`);
      if (own) return own;
      if (pathname.endsWith("/add-guest")) return ok(body);
      if (pathname.endsWith("/address-rules")) return ok(countryRules({ required_guest_fields: [] }));
      if (pathname === "/v4/properties/1") return ok(property);
      return method === "GET" && pathname.endsWith("/new-batch-booking/b1") ? read("OPEN") : undefined;
    },
  });
  window.history.replaceState(null, "", `/?pc=HARB&property_id=1#/booking/${step}`);
  render(<App />);
}
async function order() {
  await user.type(await screen.findByLabelText(/^First name/), "Siobhán");
  await user.type(screen.getByLabelText(/^Last name/), "Ní Bhriain");
  await user.type(screen.getByLabelText(/^E-mail/), "siobhan@example.ie");
  await user.click(screen.getByRole("checkbox", { name: /^I have read/ }));
  const [button] = await screen.findAllByRole("button", { name: /^Book/ });
  await user.click(button as HTMLElement);
}

test("who leaves guest information while the details are saved has not ordered", async () => {
  const { held, come } = late(ok({ guest_data: { first_name: "Siobhán" } }));
  await open((call) => (call === "PUT add-guest" || call === "POST add-guest" ? held : undefined));
  await order();
  await waitFor(() => expect(calls("add-guest")).toHaveLength(1));
  act(() => navigate("/booking/select-rooms"));
  await screen.findByRole("heading", { name: /Choose (your )?room/ });
  await come();
  await (await fetch("/v4/properties/1")).json();
  expect(calls("commit")).toHaveLength(0);
  expect(window.location.hash).toMatch(/select-rooms/);
});

test.each<[string, Answer, RegExp]>([
  ["is booked", ok([confirmed(1)]), /is yours/],
  ["is refused", { status: 409, body: { code: "NIGHT_SOLD_OUT", night: "2026-12-13" } }, /not complete/],
])("an order that %s while its guest is back at the search is shown there", async (_, answer, title) => {
  const { held, come } = late(answer);
  await open((call) => (call.endsWith(" commit") ? held : undefined));
  await order();
  await waitFor(() => expect(calls("commit")).toHaveLength(1));
  act(() => navigate("/booking/search"));
  await screen.findByRole("button", { name: "Search" });
  await come();
  await screen.findByRole("heading", { level: 1, name: title });
  expect(window.location.hash).toMatch(/confirmation/);
  // once: a new search is the guest's own
  act(() => navigate("/booking/search"));
  await screen.findByRole("button", { name: "Search" });
});

test("an order that a reload cut off is looked for, and shown when it was booked", async () => {
  keepOrder("b1", "SENT");
  let reads = 0;
  await open((call) => (call === "GET b1" && ++reads > 1 ? read("COMMITTED") : undefined), "payments");
  await screen.findByRole("heading", { level: 1, name: /is yours/ });
});

test("an order that a reload cut off and nobody knows of says so, until it is known", async () => {
  keepOrder("b1", "SENT");
  let booked = false;
  await open((call) => (call === "GET b1" && booked ? read("COMMITTED") : undefined), "payments");
  await screen.findByRole("heading", { name: "We do not know yet whether it worked" });
  booked = true;
  await user.click(screen.getByRole("button", { name: "Check again" }));
  await screen.findByRole("heading", { level: 1, name: /is yours/ });
});

test("a choice after an order of this tab that was booked shows it, and books nothing else", async () => {
  keepOrder("b1", "HEARD");
  let booked = false;
  await open((call) => {
    if (call === "GET b1" && booked) return read("COMMITTED");
    return call === "POST set-rate" ? { status: 409, body: { code: "ALREADY_COMMITTED" } } : undefined;
  }, "select-rooms");
  const book = await screen.findByRole("button", { name: "Book, Classic Queen, Advance" });
  booked = true;
  await user.click(book);
  await screen.findByRole("heading", { level: 1, name: /is yours/ });
  expect(calls("new-batch-booking")).toHaveLength(0);
});

// clause: ROUTE-16
test("a booking that its guest has seen gives way to a new search, also after a reload", async () => {
  keepOrder("b1", "HEARD");
  await open((call) => (call === "GET b1" ? read("COMMITTED") : undefined), "search");
  await screen.findByRole("button", { name: "Search" });
  expect(window.location.hash).toMatch(/booking\/search/);
});
