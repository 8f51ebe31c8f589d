/** An order whose end comes late, or behind a reload: whoever ordered sees what came of it. */

import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Answer } from "../api/mock/handle";
import { property } from "../api/mock/hotel";
import { installMock, type Mock } from "../api/mock/install";
import { member } from "../api/mock/member";
import { refusal } from "../api/mock/refusal";
import { confirmed } from "../booking/confirmation/test-room";
import { keepInTab } from "../booking/in-tab";
import { keepLookUp } from "../booking/looked-up";
import { keepOrder } from "../booking/payment/ordered";
import { keep } from "../booking/persist";
import { queries } from "../booking/queries";
import { emptyBooking } from "../booking/state";
import { chosen, room } from "../booking/test-step";
import { App } from "./App";
import { navigate } from "./address";
import { countryRules } from "./test-sides";
import { change, found } from "./test-stay";

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

const website_config = {
  ...property.website_config,
  enable_search_reservation: true,
  enable_multi_currency_support: true,
};
const CURRENCY = { name: /^Currency/ };
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
  link = "",
) {
  keep(1, { ...emptyBooking, ...state, batch });
  mock = installMock({
    instead(method, { pathname }, body) {
      const own = instead(`${method} ${pathname.split("/").at(-1)}`);
      if (own) return own;
      if (pathname.endsWith("/add-guest")) return ok(body);
      if (pathname.endsWith("/address-rules")) return ok(countryRules({ required_guest_fields: [] }));
      if (pathname === "/v4/properties/1") return ok({ ...property, website_config });
      return method === "GET" && pathname.endsWith("/new-batch-booking/b1") ? read("OPEN") : undefined;
    },
  });
  const path = step.startsWith("/") ? step : `/booking/${step}`;
  window.history.replaceState(null, "", `/?pc=HARB&property_id=1&${link}#${path}`);
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

const ends = [
  { how: "is booked", answer: ok([confirmed(1)]), title: /is yours/ },
  {
    how: "is refused",
    answer: refusal("NIGHT_SOLD_OUT", { night: "2026-12-13" }),
    title: /not complete/,
  },
];
const places = [
  { where: "at the search", path: "/booking/search", there: "We are processing your order" },
  { where: "at a reservation", path: "/search-reservation", there: "Find your reservation" },
];
test.each(ends.flatMap((end) => places.map((place) => ({ ...end, ...place }))))(
  "an order that $how while its guest is $where is shown there",
  async ({ answer, title, path, there }) => {
    const { held, come } = late(answer);
    await open((call) => (call.endsWith(" commit") ? held : undefined));
    await order();
    await waitFor(() => expect(calls("commit")).toHaveLength(1));
    act(() => navigate(path));
    await screen.findByRole("heading", { level: 1, name: there });
    await come();
    await screen.findByRole("heading", { level: 1, name: title });
    expect(window.location.hash).toMatch(/confirmation/);
    // once: where they go next is their own
    act(() => navigate("/booking/search"));
    await screen.findByRole("button", { name: "Search" });
  },
);

test("while an order is on its way nothing is searched for, chosen or given back", async () => {
  const { held, come } = late(ok([confirmed(1)]));
  await open((call) => (call.endsWith(" commit") ? held : undefined));
  await order();
  await waitFor(() => expect(calls("commit")).toHaveLength(1));
  for (const step of ["search", "select-rooms"]) {
    act(() => navigate(`/booking/${step}`));
    await screen.findByRole("heading", { name: "We are processing your order" });
    expect(window.location.hash).toContain(step);
  }
  // the way from the reservations to the booking leads to it, too
  act(() => navigate("/search-reservation"));
  await user.click(await screen.findByRole("button", { name: /Back to (the )?booking/ }));
  await screen.findByRole("heading", { name: "We are processing your order" });
  expect(mock.calls.filter(({ method }) => method === "DELETE")).toHaveLength(0);
  await come();
  await screen.findByRole("heading", { level: 1, name: /is yours/ });
});

test("an order of which nobody knows how it ended is not left for another booking", async () => {
  let answers = false;
  let asked = false;
  await open((call) => {
    asked ||= call.endsWith(" commit");
    if (call.endsWith(" commit") && answers) return ok([confirmed(1)]);
    return asked && / (commit|b1)$/.test(call) ? { status: 0 } : undefined;
  });
  await order();
  const UNKNOWN = { name: "We do not know yet whether it worked" };
  await screen.findByRole("heading", UNKNOWN);
  act(() => navigate("/booking/search"));
  await screen.findByRole("heading", UNKNOWN);
  expect(window.location.hash).toMatch(/confirmation/);
  act(() => navigate("/search-reservation"));
  await user.click(await screen.findByRole("button", { name: /Back to (the )?booking/ }));
  await screen.findByRole("heading", UNKNOWN);
  answers = true;
  await user.click(screen.getByRole("button", { name: "Check again" }));
  await screen.findByRole("heading", { level: 1, name: /is yours/ });
  expect(calls("new-batch-booking")).toHaveLength(0);
});

test.each(["from=2027-01-10&to=2027-01-12", "from=2026-12-12&to=2026-12-15&guests=2&skip_search=true"])(
  "a link (%s) in the tab of an order that nobody heard of shows what came of that first",
  async (link) => {
    keepOrder("b1", "SENT");
    await open((call) => (call === "GET b1" ? read("COMMITTED") : undefined), "search", link);
    await screen.findByRole("heading", { level: 1, name: /is yours/ });
    expect(calls("new-batch-booking")).toHaveLength(0);
  },
);

test("an order whose end its guest has not seen is shown after a reload, too", async () => {
  const { held, come } = late(ok([confirmed(1)]));
  await open((call) => (call.endsWith(" commit") ? held : undefined));
  await order();
  await waitFor(() => expect(calls("commit")).toHaveLength(1));
  act(() => navigate("/activities"));
  await come();
  await waitFor(() =>
    expect(screen.queryByRole("heading", { name: "We are processing your order" })).toBeNull(),
  );
  cleanup();
  mock.restore();
  await open((call) => (call === "GET b1" ? read("COMMITTED") : undefined), "search");
  await screen.findByRole("heading", { level: 1, name: /is yours/ });
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

test("an order that had not come through when it was asked for says so where it is sent once more", async () => {
  keepOrder("b1", "SENT");
  await open(() => undefined, "payments");
  await user.click(await screen.findByRole("button", { name: "Check again" }));
  await screen.findByText("Your order has not come through so far");
  expect(window.location.hash).toMatch(/guest-information/);
  // another currency would give up what may come through still
  expect(screen.queryByRole("button", CURRENCY)).toBeNull();
  cleanup();
  keepOrder("b1", "HEARD");
  mock.restore();
  await open(() => undefined);
  await screen.findByRole("button", CURRENCY);
});

// clause: HEAD-10
test.each(["SENT", "ASKED", "activity", "event"] as const)(
  "a member who logs out while nobody knows how their order ended is told first: %s",
  async (standing) => {
    if (standing === "activity" || standing === "event")
      keepInTab(`portico.${standing}.1`, { ordered: true });
    else keepOrder("b1", standing);
    const members = { ...property, website_config: { ...website_config, enable_loyalty_flow: true } };
    await open((call) => {
      if (call === "GET 1") return ok(members);
      return call === "GET users" ? ok(member) : undefined;
    }, "payments");
    await user.click(await screen.findByRole("button", { name: "Account: Maya Lindqvist" }));
    await user.click(await screen.findByRole("button", { name: "Log out" }));
    const told = screen.getByText(/We do not know yet how your order ended/).closest('[role="alert"]');
    expect(told?.textContent).toContain("If no confirmation comes by e-mail");
    const out = screen.getByRole<HTMLAnchorElement>("link", { name: "Log out all the same" });
    out.addEventListener("click", (event) => event.preventDefault());
    await user.click(out);
    expect(new URL(out.href).pathname).toBe("/v4/website/users/log-out");
    window.dispatchEvent(new Event("pagehide"));
    expect(
      Object.keys(sessionStorage).filter((key) => /^portico\.(order|activity|event)\./.test(key)),
    ).toEqual([]);
  },
);

test("a choice after an order of this tab that was booked shows it, and books nothing else", async () => {
  keepOrder("b1", "HEARD");
  let booked = false;
  await open((call) => {
    if (call === "GET b1" && booked) return read("COMMITTED");
    return call === "POST set-rate" ? refusal("ALREADY_COMMITTED") : undefined;
  }, "select-rooms");
  const book = await screen.findByRole("button", { name: "Book, Classic Queen, Advance" });
  booked = true;
  await user.click(book);
  await screen.findByRole("heading", { level: 1, name: /is yours/ });
  expect(calls("new-batch-booking")).toHaveLength(0);
});

test("a choice after an order of this tab that was booked begins nothing else though nobody says what was booked", async () => {
  keepOrder("b1", "HEARD");
  let silent = false;
  await open((call) => {
    if (call === "GET b1" && silent) return { status: 503, body: {} };
    return call === "POST set-rate" ? refusal("ALREADY_COMMITTED") : undefined;
  }, "select-rooms");
  const book = await screen.findByRole("button", { name: "Book, Classic Queen, Advance" });
  silent = true;
  await user.click(book);
  expect(await screen.findByText("This booking is already confirmed.")).toBeTruthy();
  expect(calls("new-batch-booking")).toHaveLength(0);
});

// clause: ROUTE-16
test("a booking that its guest has seen gives way to a new search, also after a reload", async () => {
  keepOrder("b1", "HEARD");
  await open((call) => (call === "GET b1" ? read("COMMITTED") : undefined), "search");
  await screen.findByRole("button", { name: "Search" });
  expect(window.location.hash).toMatch(/booking\/search/);
});

test("a confirmation that is read again late leads nobody away from a new search", async () => {
  keepOrder("b1", "HEARD");
  let again: Promise<Answer> | undefined;
  await open((call) => (call === "GET b1" ? (again ?? read("COMMITTED")) : undefined), "confirmation");
  await screen.findByRole("heading", { level: 1, name: /is yours/ });
  act(() => navigate("/booking/search"));
  await screen.findByRole("button", { name: "Search" });
  const { held, come } = late(read("COMMITTED"));
  again = held;
  act(() => navigate("/booking/confirmation"));
  await screen.findByRole("heading", { level: 1, name: /is yours/ });
  act(() => navigate("/booking/search"));
  await come();
  await (await fetch("/v4/properties/1")).json();
  await screen.findByRole("button", { name: "Search" });
  expect(window.location.hash).toMatch(/search/);
});

test("Try again whose new booking comes late leaves one that was begun meanwhile as it is", async () => {
  const { held, come } = late(ok({ ...state.profile, batch_id: "late", token: "t" }));
  let tried = false;
  await open((call) => {
    if (call === "POST commit") return refusal("BATCH_EXPIRED");
    if (call !== "POST new-batch-booking" || tried) return undefined;
    tried = true;
    return held;
  });
  await order();
  await screen.findByRole("heading", { level: 1, name: /not complete/ });
  await user.click(screen.getByRole("button", { name: /rooms|Try again/ }));
  act(() => navigate("/booking/search"));
  await user.click(await screen.findByRole("button", { name: "Search" }));
  await screen.findByRole("heading", { name: /Choose (your )?room/ });
  const kept = () => JSON.parse(sessionStorage.getItem("portico.booking.1") ?? "{}").batch.batch_id;
  const begun = kept();
  expect(["b1", "late"]).not.toContain(begun);
  await come();
  await (await fetch("/v4/properties/1")).json();
  expect(kept()).toBe(begun);
});

test("an order that comes through after it was asked for is shown before another booking is begun", async () => {
  keepOrder("b1", "SENT");
  let booked = false;
  await open((call) => (call === "GET b1" && booked ? read("COMMITTED") : undefined), "payments");
  await user.click(await screen.findByRole("button", { name: "Check again" }));
  await screen.findByText("Your order has not come through so far");
  booked = true;
  act(() => navigate("/booking/search"));
  await user.click(await screen.findByRole("button", { name: "Search" }));
  await screen.findByRole("heading", { level: 1, name: /is yours/ });
  expect(calls("new-batch-booking")).toHaveLength(0);
});

test("while nobody says whether an order has come through no other booking is begun", async () => {
  keepOrder("b1", "SENT");
  let answer: Answer | undefined;
  await open((call) => (call === "GET b1" ? answer : undefined), "payments");
  await user.click(await screen.findByRole("button", { name: "Check again" }));
  await screen.findByText("Your order has not come through so far");
  answer = { status: 503, body: {} };
  act(() => navigate("/booking/search"));
  await user.click(await screen.findByRole("button", { name: "Search" }));
  await screen.findAllByText("The search could not be started. Please try again.");
  expect(calls("new-batch-booking")).toHaveLength(0);
  answer = read("COMMITTED");
  await user.click(screen.getByRole("button", { name: "Search" }));
  await screen.findByRole("heading", { level: 1, name: /is yours/ });
});

test.each<[string, Answer, number]>([
  ["is booked by then", read("COMMITTED"), 0],
  ["is not", read("OPEN"), 1],
  ["nobody knows of", { status: 503, body: {} }, 0],
])(
  "an order that had not come through is looked for before another stay is changed, and %s",
  async (is, answer, changes) => {
    keepOrder("b1", "SENT");
    keepLookUp(1, { request_token: "look-up" });
    let late = false;
    await open((call) => {
      if (call === "GET b1" && late) return answer;
      if (call.endsWith(" manage-booking")) return ok(found());
      return call === "POST new-batch-booking" ? ok({ ...change, batch_id: "b2" }) : undefined;
    }, "payments");
    await user.click(await screen.findByRole("button", { name: "Check again" }));
    await screen.findByText("Your order has not come through so far");
    act(() => navigate("/search-reservation-result"));
    late = true;
    const [edit] = await screen.findAllByRole("button", { name: /^Edit details/ });
    await user.click(edit as HTMLElement);
    if (is === "is booked by then") await screen.findByRole("heading", { level: 1, name: /is yours/ });
    else if (changes > 0) await waitFor(() => expect(window.location.hash).toMatch(/select-rooms/));
    else await screen.findByRole("alert");
    expect(calls("new-batch-booking")).toHaveLength(changes);
  },
);

test("how an order before it ended is not told while another one is on its way", async () => {
  const { held, come } = late(ok([confirmed(1)]));
  let orders = 0;
  await open((call) => {
    if (call !== "POST commit") return undefined;
    orders += 1;
    return orders === 1 ? refusal("GUEST_INCOMPLETE") : held;
  });
  await order();
  await screen.findByRole("heading", { level: 1, name: /not complete/ });
  act(() => navigate("/booking/guest-information"));
  const [button] = await screen.findAllByRole("button", { name: /^Book/ });
  await user.click(button as HTMLElement);
  await waitFor(() => expect(orders).toBe(2));
  act(() => navigate("/booking/confirmation"));
  await (await fetch("/v4/properties/1")).json();
  expect(screen.queryByRole("heading", { name: /not complete/ })).toBeNull();
  await come();
  await screen.findByRole("heading", { level: 1, name: /is yours/ });
});

test("a booking that ran out says so late of itself alone", async () => {
  const { held, come } = late(refusal("BATCH_EXPIRED"));
  await open((call) => (call.endsWith(" add-guest") ? held : undefined));
  await order();
  await waitFor(() => expect(calls("add-guest")).toHaveLength(1));
  act(() => navigate("/booking/search"));
  await user.click(await screen.findByRole("button", { name: "Search" }));
  await screen.findByRole("heading", { name: /Choose (your )?room/ });
  await come();
  await (await fetch("/v4/properties/1")).json();
  expect(window.location.hash).toMatch(/select-rooms/);
  expect(screen.queryByRole("heading", { name: /not complete/ })).toBeNull();
});

test.each(["/search-reservation", "/search-reservation-result", "/guest-details"])(
  "an order of which nobody heard is shown after a reload at the reservations, too: %s",
  async (path) => {
    keepOrder("b1", "SENT");
    keepLookUp(1, { request_token: "look-up" });
    await open((call) => {
      if (call === "GET b1") return read("COMMITTED");
      return call.endsWith(" manage-booking") ? ok(found()) : undefined;
    }, path);
    await screen.findByRole("heading", { level: 1, name: /is yours/ });
    // once: the way back to the reservation is open
    act(() => navigate("/search-reservation-result"));
    await screen.findByRole("heading", { name: "Your reservation" });
  },
);

test("an order of which nobody knows, and whose booking ran out, was not booked", async () => {
  keepOrder("b1", "SENT");
  let over = false;
  await open((call) => (call === "GET b1" && over ? refusal("BATCH_EXPIRED") : undefined), "payments");
  const again = await screen.findByRole("button", { name: "Check again" });
  over = true;
  await user.click(again);
  await screen.findByText(/ran out of time/);
});
