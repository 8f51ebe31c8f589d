/** An order of an activity or an event whose answer is late or lost, or whose screen was left: once, and told. */
import { act, cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Answer } from "../api/mock/handle";
import type { Mock } from "../api/mock/install";
import { queries } from "../booking/queries";
import { navigate } from "./address";
import {
  activity,
  bookedEvent,
  cards,
  countryRules,
  event,
  type Instead,
  openActivity,
  openEvent,
  price,
} from "./test-sides";

vi.mock("../card/host", () => import("./test-card"));

let mock: Mock;
beforeEach(() => {
  sessionStorage.clear();
  queries.clear();
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => {
  cleanup();
  mock.restore();
  window.history.replaceState(null, "", "/");
});

const known = {
  guest: { first_name: "Siobhán", last_name: "Ní Bhriain", email: "s@guest.example" },
  save: { kind: "done" },
};
const kayak = {
  confirmation_no: "1KAYAK",
  booking_date: "2026-11-21",
  adults: 2,
  children: 0,
  primary_guest: { first_name: "Siobhán", last_name: "Ní Bhriain" },
  activity_instance_id: "KAYAK.2026-12-12.0900",
  activity_template_id: "KAYAK",
  name: "Kayak",
  date: "2026-12-12",
  from_time: "09:00",
  to_time: "11:30",
  starts_at: "2026-12-12T09:00:00-05:00",
  currency: "USD",
  status: "CONFIRMED",
  amount_paid: 98,
  due_at_hotel: 0,
  letter_url: "/letter",
  calendar_url: "/calendar",
};
const meeting = bookedEvent({ of_stay: false });

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const sent = (name: string) => mock.calls.filter(({ url }) => url.pathname.includes(`/${name}/`));
const query = () => window.location.hash.replace(/^[^?]*/, "");
const committed: Answer = { status: 409, body: { code: "ALREADY_COMMITTED", label: "lbl_already_booked" } };

/** The kayak is ordered, and comes through although nobody says so; what `then` answers comes first afterwards. */
async function loseTheOrder(then: Instead): Promise<void> {
  let ordered = false;
  mock = openActivity("payments", activity({ ...known, types: [], price: { ...price, grand_total: 0 } }), {
    instead: (method, path, url, body) => {
      if (path === "/address-rules") return { status: 200, body: countryRules({}) };
      if (ordered) return then(method, path, url, body);
      if (!path.includes("/confirm/")) return undefined;
      ordered = true;
      throw new TypeError("no connection");
    },
  });
  await press(/^Book/);
  await screen.findByRole("heading", { level: 1, name: "We do not know yet whether it worked" });
}

async function chooseAnother(): Promise<void> {
  act(() => navigate(`/activities/activity-steps/activity-details${query()}`));
  await screen.findByText("4 places left");
  await press("Next");
}

// clause: ACT-33
test("an activity that came through unheard is shown when its guest begins another, which is not booked", async () => {
  await loseTheOrder((_method, path, _url, body) => {
    if (path.includes("/confirm/")) return { status: 200, body: kayak };
    if (path !== "/web/new-activity-booking") return undefined;
    return (body as { activity_map_id?: string }).activity_map_id === "a1" ? committed : undefined;
  });
  await chooseAnother();
  expect(await screen.findByText("1KAYAK")).toBeTruthy();
  await waitFor(() => expect(window.location.hash).toContain("/confirmation"));
  expect(sessionStorage.getItem("portico.order.activity.1")).toBe("false");
  // told once: the calendar is free for another
  act(() => navigate(`/activities/activity-steps/select-activity${query()}`));
  await screen.findByRole("heading", { level: 1, name: "Activities" });
});

test("an activity of which nobody knows says so at the calendar, and can be asked for there", async () => {
  await loseTheOrder((_method, path) =>
    path.includes("/confirm/") ? { status: 200, body: kayak } : undefined,
  );
  act(() => navigate(`/activities/activity-steps/select-activity${query()}`));
  await screen.findByText(/^Kayak · Sat.* · /);
  await press("Try again");
  expect(await screen.findByText("1KAYAK")).toBeTruthy();
});

test("an activity that came through unheard is asked for until somebody answers", async () => {
  let connected = false;
  await loseTheOrder((_method, path) => {
    if (path === "/web/new-activity-booking") return committed;
    if (!path.includes("/confirm/")) return undefined;
    return connected ? { status: 200, body: kayak } : { status: 503, body: {} };
  });
  await chooseAnother();
  await screen.findByRole("alert");
  connected = true;
  await chooseAnother();
  expect(await screen.findByText("1KAYAK")).toBeTruthy();
});

test("an activity that came through unheard is shown when its guest is saved once more", async () => {
  await loseTheOrder((_method, path) => {
    if (path.includes("/basic-info/")) return committed;
    return path.includes("/confirm/") ? { status: 200, body: kayak } : undefined;
  });
  act(() => navigate(`/activities/activity-steps/guest-information${query()}`));
  await screen.findByDisplayValue("Siobhán");
  for (const next of screen.getAllByRole("button", { name: "Next" })) await userEvent.click(next);
  expect(await screen.findByText("1KAYAK")).toBeTruthy();
  expect(window.location.hash).toContain("/confirmation");
});

const kept = () => JSON.parse(sessionStorage.getItem("portico.activity.1") ?? "{}");

test("an activity that is begun once more as it was ordered is in doubt still", async () => {
  const free = { ...price, grand_total: 0 };
  await loseTheOrder((_method, path) => {
    if (path.endsWith("/calculate-price")) return { status: 200, body: free };
    if (path !== "/web/new-activity-booking") return undefined;
    return { status: 201, body: { id: "a1", session_id: "as1", token: "secret", price: free } };
  });
  await chooseAnother();
  await waitFor(() => expect(kept().start).toEqual({ kind: "done" }));
  expect(kept().ordered).not.toBeNull();
  expect(sessionStorage.getItem("portico.order.activity.1")).toBe("true");
});

test("an order of which nobody knows is told at the calendar though the next one got no answer", async () => {
  await loseTheOrder((_method, path) =>
    path === "/web/new-activity-booking" ? { status: 503, body: {} } : undefined,
  );
  await chooseAnother();
  await screen.findByRole("alert");
  act(() => navigate(`/activities/activity-steps/select-activity${query()}`));
  await screen.findByText("We do not know yet whether it worked");
});

test("an order that is refused once its guest is back at the calendar is told there", async () => {
  let come: (answer: Answer) => void = () => undefined;
  const late = new Promise<Answer>((resolve) => {
    come = resolve;
  });
  mock = openActivity("payments", activity({ ...known, types: [], price: { ...price, grand_total: 0 } }), {
    instead: (_method, path) => (path.includes("/confirm/") ? late : undefined),
  });
  await press(/^Book/);
  await waitFor(() => expect(sent("confirm")).toHaveLength(1));
  act(() => navigate(`/activities/activity-steps/select-activity${query()}`));
  await screen.findByText("Your order is on its way");
  act(() => come({ status: 402, body: { code: "CARD_DECLINED" } }));
  await screen.findByText("Your booking could not be confirmed");
  expect(screen.queryByText("Your order is on its way")).toBeNull();
});

test("a confirmation of what another window ordered tells no other activity's terms", async () => {
  const other = { ...kayak, activity_instance_id: "SEALS.2026-12-12.1000", name: "Seals" };
  mock = openActivity("payments", activity({ ...known, types: [], price: { ...price, grand_total: 0 } }), {
    instead: (_method, path) => (path.includes("/confirm/") ? { status: 200, body: other } : undefined),
  });
  await press(/^Book/);
  expect(await screen.findByText("1KAYAK")).toBeTruthy();
  expect(screen.queryByText(/^Cancelling is free/)).toBeNull();
});

test("who asks once more by the keyboard keeps the focus", async () => {
  let connected = false;
  await loseTheOrder((_method, path) => {
    if (!path.includes("/confirm/")) return undefined;
    return connected ? { status: 200, body: kayak } : { status: 503, body: {} };
  });
  const again = screen.getByRole("button", { name: "Try again" });
  again.focus();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(sent("confirm")).toHaveLength(2));
  await waitFor(() => expect(again.getAttribute("aria-busy")).not.toBe("true"));
  expect(document.activeElement).toBe(again);
  connected = true;
  await userEvent.keyboard("{Enter}");
  await screen.findByText("1KAYAK");
  await waitFor(() => expect(document.activeElement?.contains(screen.getByText("1KAYAK"))).toBe(true));
  expect(document.activeElement).not.toBe(document.body);
});

test("an activity that made way for another is no longer in doubt", async () => {
  await loseTheOrder(() => undefined);
  expect(sessionStorage.getItem("portico.order.activity.1")).toBe("true");
  await chooseAnother();
  await waitFor(() => expect(sessionStorage.getItem("portico.order.activity.1")).toBe("false"));
  await screen.findByLabelText(/^First name/);
});

test("a confirmation tells what giving back its own activity costs, whatever is looked at by now", async () => {
  const { chosen } = activity();
  const ordered = { chosen, price: { ...price, cancel_until: "2026-12-11T08:00:00-05:00" }, belongs: null };
  const looking = { price: { ...price, cancel_until: "2026-12-12T15:30:00-05:00" } };
  mock = openActivity("guest-information", activity({ ...looking, ordered, confirmed: kayak }), {
    instead: (_method, path) => (path.includes("/confirm/") ? { status: 200, body: kayak } : undefined),
  });
  expect(await screen.findByText("1KAYAK")).toBeTruthy();
  expect(screen.getByText(/^Cancelling is free until Fri, Dec 11/)).toBeTruthy();
});

// the guest has gone back while the card was checked
test.each([
  ["activity", "payment-method"],
  ["event", "guarantee-info"],
] as const)("nothing of an %s is booked from a screen that was left", async (flow, step) => {
  let come: (answer: Answer) => void = () => undefined;
  const late = new Promise<Answer>((resolve) => {
    come = resolve;
  });
  const instead: Instead = (_method, path) => {
    if (path.includes(`/${step}/`)) return late;
    return path.includes("/confirm/") ? { status: 200, body: kayak } : undefined;
  };
  mock =
    flow === "event"
      ? openEvent("payments", event(), { instead })
      : openActivity("payments", activity({ ...known, types: cards }), { instead });
  await press(/^Book/);
  await waitFor(() => expect(sent(step)).toHaveLength(1));
  const side = flow === "event" ? "/events/event-steps" : "/activities/activity-steps";
  act(() => navigate(`${side}/guest-information${query()}`));
  await screen.findByLabelText(/^First name/);
  await act(async () => {
    come({ status: 200, body: {} });
    // what is asked for after it is answered after it
    await (await fetch("/v4/properties/1")).json();
  });
  expect(sent("confirm")).toHaveLength(0);
  expect(window.location.hash).toContain("/guest-information");
  if (flow === "activity")
    expect(JSON.parse(sessionStorage.getItem("portico.activity.1") ?? "{}")).toMatchObject({ paid: false });
});

test("an event that came through unheard is shown where its guest looks at the spaces again", async () => {
  let booked = false;
  mock = openEvent("payments", event({ event_booking_profile: {} }), {
    instead: (method, path) => {
      if (path.includes("/confirm/")) throw new TypeError("no connection");
      if (path.includes("/basic-data/")) {
        booked = true;
        return committed;
      }
      if (method !== "GET" || path !== "/web/new-event/e1/es1") return undefined;
      if (booked) return { status: 200, body: meeting };
      return undefined;
    },
  });
  await press(/^Book/);
  await screen.findByText(/never be booked or charged twice/);
  expect(sessionStorage.getItem("portico.order.event.1")).toBe("true");
  act(() => navigate(`/events/event-steps/select-space${query()}`));
  expect(await screen.findByText("1EVENT")).toBeTruthy();
  await waitFor(() => expect(sessionStorage.getItem("portico.order.event.1")).toBe("false"));
});

test("an event that came through unheard is shown when its guest begins another, which is not booked", async () => {
  const former = { event_id: "e1", session_id: "es1", token: "secret" };
  const right = { batch_id: "b1", secret: "s" };
  const basket = { right, from: "2026-12-11", to: "2026-12-14", guest: {} };
  sessionStorage.setItem("portico.basket.1", JSON.stringify(basket));
  const kept = { stay: JSON.stringify(right), belongs: null, access: null, former, draft: {} };
  sessionStorage.setItem("portico.event.1", JSON.stringify(kept));
  mock = openEvent("select-space", null, {
    instead: (method, path, _url, body) => {
      if (path === "/web/new-event")
        return (body as { event_id?: string }).event_id === "e1" ? committed : undefined;
      return method === "GET" && path === "/web/new-event/e1/es1"
        ? { status: 200, body: meeting }
        : undefined;
    },
  });
  expect(await screen.findByText("1EVENT")).toBeTruthy();
  expect(window.location.hash).toContain("/confirmation");
  // it was ordered by itself, whatever the next one would have been for
  expect(screen.queryByText(/part of your stay|by itself/)).toBeNull();
});

test("an event of another kind leaves no order in doubt: its spaces are let go", async () => {
  sessionStorage.setItem("portico.order.event.1", "true");
  const access = { event_id: "e1", session_id: "es1", token: "secret", eventType: "PARTY" };
  sessionStorage.setItem("portico.event.1", JSON.stringify({ access, draft: {} }));
  mock = openEvent("select-space", null);
  await screen.findByRole("article");
  expect(sessionStorage.getItem("portico.order.event.1")).toBe("false");
});
