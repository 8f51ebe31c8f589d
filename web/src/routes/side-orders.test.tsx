/** An order of an activity or an event whose answer is late or lost, or whose screen was left: once, and told. */

import { act, cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Answer } from "../api/mock/handle";
import type { Mock } from "../api/mock/install";
import { refusal } from "../api/mock/refusal";
import { queries } from "../booking/queries";
import { navigate } from "./address";
import {
  activity,
  bookedEvent,
  cards,
  countryRules,
  event,
  type Instead,
  kayak,
  later,
  openActivity,
  openEvent,
  price,
  space,
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
const meeting = bookedEvent({ of_stay: false });

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const sent = (name: string) => mock.calls.filter(({ url }) => url.pathname.includes(`/${name}/`));
const query = () => window.location.hash.replace(/^[^?]*/, "");
const committed: Answer = refusal("ALREADY_COMMITTED");

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

const free = { types: [], price: { ...price, grand_total: 0 } };
const kept = (flow = "activity") => JSON.parse(sessionStorage.getItem(`portico.${flow}.1`) ?? "{}");
const goTo = (path: string) => act(() => navigate(`${path}${query()}`));
const ACTIVITY = "/activities/activity-steps";
const EVENT = "/events/event-steps";
const declined: Answer = refusal("CARD_DECLINED");
const ended: Answer = refusal("BATCH_EXPIRED");
/** What an order under way takes off the screen. */
const nothingElse = () => {
  expect(screen.queryByRole("button", { name: /^(Book|Next$|Search)/ })).toBeNull();
  expect(screen.queryByRole("article")).toBeNull();
};

test("an activity that another window booked is shown when its guest begins another, which is not booked", async () => {
  mock = openActivity("activity-details", activity(known), {
    instead: (_method, path, _url, body) => {
      if (path.includes("/confirm/")) return { status: 200, body: kayak };
      if (path !== "/web/new-activity-booking") return undefined;
      return (body as { activity_map_id?: string }).activity_map_id === "a1" ? committed : undefined;
    },
  });
  await screen.findByText("4 places left");
  await press("Next");
  expect(await screen.findByText("1KAYAK")).toBeTruthy();
  await waitFor(() => expect(window.location.hash).toContain("/confirmation"));
  await waitFor(() => expect(kept().seen).toBe(true));
  // told once: the calendar is free for another
  goTo(`${ACTIVITY}/select-activity`);
  await screen.findByRole("heading", { level: 1, name: "Activities" });
});

test("an activity that another window booked is shown when its guest is saved once more", async () => {
  mock = openActivity("guest-information", activity(known), {
    instead: (_method, path) => {
      if (path === "/address-rules") return { status: 200, body: countryRules({}) };
      if (path.includes("/basic-info/")) return committed;
      return path.includes("/confirm/") ? { status: 200, body: kayak } : undefined;
    },
  });
  await screen.findByDisplayValue("Siobhán");
  for (const next of screen.getAllByRole("button", { name: "Next" })) await userEvent.click(next);
  expect(await screen.findByText("1KAYAK")).toBeTruthy();
  await waitFor(() => expect(window.location.hash).toContain("/confirmation"));
});

test("what becomes of an activity that was left is not told of the one that is held since", async () => {
  const { late, come } = later();
  mock = openActivity("activity-details", activity(known), {
    instead: (_method, path) => {
      if (path === "/address-rules") return { status: 200, body: countryRules({}) };
      if (path.includes("/confirm/")) return late;
      if (path !== "/web/new-activity-booking") return undefined;
      const begun = mock.calls.filter(({ url }) => url.pathname.endsWith("/new-activity-booking"));
      return begun.length === 1
        ? committed
        : { status: 201, body: { id: "a2", session_id: "as2", token: "other", price } };
    },
  });
  await screen.findByText("4 places left");
  await press("Next");
  await waitFor(() => expect(sent("confirm")).toHaveLength(1));
  goTo(`${ACTIVITY}/activity-details`);
  await screen.findByText("4 places left");
  await press("Next");
  await waitFor(() => expect(kept()).toMatchObject({ access: { id: "a2" }, start: { kind: "done" } }));
  await come({ status: 503, body: {} });
  await act(async () => undefined);
  expect(kept()).toMatchObject({ start: { kind: "done" }, price });
});

test("what becomes of details that were saved before is not told of those that are saved since", async () => {
  const { late, come } = later();
  const saved = { client_visible_data: { payment_types: cards }, price };
  mock = openActivity("guest-information", activity(known), {
    instead: (_method, path) => {
      if (path === "/address-rules") return { status: 200, body: countryRules({}) };
      if (path.includes("/confirm/")) return late;
      if (!path.includes("/basic-info/")) return undefined;
      return sent("basic-info").length === 1 ? committed : { status: 200, body: saved };
    },
  });
  const next = async () => {
    await screen.findByDisplayValue("Siobhán");
    for (const one of screen.getAllByRole("button", { name: "Next" })) await userEvent.click(one);
  };
  await next();
  await waitFor(() => expect(sent("confirm")).toHaveLength(1));
  goTo(`${ACTIVITY}/guest-information`);
  await next();
  await waitFor(() => expect(kept().save).toEqual({ kind: "done" }));
  await come({ status: 503, body: {} });
  await act(async () => undefined);
  expect(kept().save).toEqual({ kind: "done" });
});

// clause: ACT-33
test("an activity of which nobody knows takes the place of every step, until somebody answers", async () => {
  let connected = false;
  await loseTheOrder((_method, path) => {
    if (!path.includes("/confirm/")) return undefined;
    return connected ? { status: 200, body: kayak } : { status: 503, body: {} };
  });
  for (const step of ["payments", "guest-information", "activity-details", "select-activity"]) {
    goTo(`${ACTIVITY}/${step}`);
    await screen.findByText("We do not know yet whether it worked");
    await screen.findByText(/^Kayak · Sat.* · /);
    nothingElse();
    expect(window.location.hash).toContain(step);
  }
  await press("Try again");
  await waitFor(() => expect(sent("confirm")).toHaveLength(2));
  await screen.findByText("We do not know yet whether it worked");
  connected = true;
  await press("Try again");
  expect(await screen.findByText("1KAYAK")).toBeTruthy();
  await waitFor(() => expect(kept()).toMatchObject({ ordered: null, seen: true }));
});

// clause: I18N-02
test("a hotel's names of its spaces and activities run as their own language does", async () => {
  mock = openEvent("select-space", event());
  expect((await screen.findByRole("article")).querySelector("h2")?.dir).toBe("auto");
  cleanup();
  mock.restore();
  mock = openActivity("select-activity", activity());
  expect((await screen.findByRole("article")).querySelector("h3")?.dir).toBe("auto");
});

describe("a tab of the page from before, which kept no more than whether something was ordered", () => {
  test("goes on with an activity that was not", async () => {
    mock = openActivity("select-activity", activity({ ordered: false }));
    expect(await screen.findAllByRole("button", { name: /^Book Now/ })).not.toHaveLength(0);
    await waitFor(() => expect(kept().ordered).toBeNull());
  });

  test("goes on with an event that was not", async () => {
    mock = openEvent("select-space", event(), { kept: { ordered: false } });
    expect(await screen.findByRole("article")).toBeTruthy();
    expect(screen.queryByText("We do not know yet whether it worked")).toBeNull();
  });

  test("finds the activity that was", async () => {
    mock = openActivity("payments", activity({ ...known, ...free, ordered: true }), {
      instead: (_method, path) => (path.includes("/confirm/") ? { status: 200, body: kayak } : undefined),
    });
    expect(await screen.findByText("1KAYAK")).toBeTruthy();
  });
});

test("an activity of which nobody knows is asked for after a reload, wherever that is, and for another stay", async () => {
  const right = { batch_id: "b1", secret: "s" };
  sessionStorage.setItem(
    "portico.basket.1",
    JSON.stringify({ right, from: "2026-12-11", to: "2026-12-14", guest: {} }),
  );
  const { late, come } = later();
  const ordered = { chosen: activity().chosen, price: { ...free.price, adults: 3 } };
  mock = openActivity("select-activity", activity({ ...known, ...free, ordered }), {
    instead: (_method, path) => (path.includes("/confirm/") ? late : undefined),
  });
  await screen.findByText("We are processing your order");
  nothingElse();
  await come({ status: 200, body: kayak });
  expect(await screen.findByText("1KAYAK")).toBeTruthy();
  expect(sent("confirm")).toMatchObject([{ body: { expected_adults: 3 } }]);
});

describe.each(["select-activity", "activity-details", "confirmation"])(
  "an order that is refused while its guest is at %s",
  (step) => {
    test.each([
      [declined, /^The card was declined/],
      [ended, /^Your places are no longer held/],
      [refusal("PAYMENT_UNANSWERED"), /^The bank did not answer\. Nothing is booked/],
      [refusal("CARD_CHALLENGE"), "Your bank asks you to confirm this payment."],
    ])("leads to where it can be made again, with the reason (%#)", async (answer, words) => {
      const { late, come } = later();
      mock = openActivity("payments", activity({ ...known, ...free }), {
        instead: (_method, path) => (path.includes("/confirm/") ? late : undefined),
      });
      await press(/^Book/);
      await waitFor(() => expect(sent("confirm")).toHaveLength(1));
      goTo(`${ACTIVITY}/${step}`);
      await screen.findByText("We are processing your order");
      nothingElse();
      await come(answer);
      await screen.findByText(words);
      await waitFor(() => expect(window.location.hash).toContain("/payments"));
      expect(screen.getByText(words)).toBeTruthy();
      expect(kept().ordered).toBeNull();
      // told until its guest goes on from there
      goTo(`${ACTIVITY}/select-activity`);
      await screen.findByRole("heading", { level: 1, name: "Activities" });
      await waitFor(() => expect(kept().refused).toBeNull());
    });
  },
);

test("an order that is refused when it is asked for once more leads to where it can be made again", async () => {
  await loseTheOrder((_method, path) => (path.includes("/confirm/") ? declined : undefined));
  goTo(`${ACTIVITY}/select-activity`);
  const again = await screen.findByRole("button", { name: "Try again" });
  again.focus();
  await userEvent.keyboard("{Enter}");
  await screen.findByText("The card was declined. Please use another one.");
  expect(document.activeElement?.tagName).toBe("MAIN");
});

test("an answer about an activity that was left neither shows nor orders anything", async () => {
  const { late, come } = later();
  const booked = { ...known, ...free, confirmed: kayak, seen: true };
  mock = openActivity("confirmation", activity(booked), {
    instead: (_method, path) => {
      if (path === "/address-rules") return { status: 200, body: countryRules({}) };
      if (path.includes("/basic-info/"))
        return { status: 200, body: { client_visible_data: { payment_types: [] }, price: free.price } };
      if (path === "/web/new-activity-booking")
        return { status: 201, body: { id: "a2", session_id: "as2", token: "other", price: free.price } };
      if (path === "/web/new-activity-booking/a2/basic-info/as2")
        return { status: 200, body: { client_visible_data: { payment_types: [] }, price: free.price } };
      return path.includes("/confirm/") ? late : undefined;
    },
  });
  await screen.findByText("1KAYAK");
  await waitFor(() => expect(sent("confirm")).toHaveLength(1));
  goTo(`${ACTIVITY}/select-activity`);
  await screen.findByRole("heading", { level: 1, name: "Activities" });
  goTo(`${ACTIVITY}/activity-details`);
  await screen.findByText("4 places left");
  await press("Next");
  await screen.findByDisplayValue("Siobhán");
  for (const next of screen.getAllByRole("button", { name: "Next" })) await userEvent.click(next);
  await waitFor(() =>
    expect(screen.getByRole("button", { name: /^Book/ }).getAttribute("aria-busy")).toBeNull(),
  );
  await come({ status: 200, body: kayak });
  expect(window.location.hash).toContain("/payments");
  expect(sent("confirm")).toHaveLength(1);
  expect(kept()).toMatchObject({ access: { id: "a2" }, confirmed: null });
});

test.each([
  ["another activity", { activity_instance_id: "SEALS.2026-12-12.1000", name: "Seals" }],
  ["more guests", { adults: 4, grand_total: 186 }],
])("a confirmation of what another window ordered, %s, tells no terms of this one", async (_, change) => {
  const other = { ...kayak, ...change };
  mock = openActivity("payments", activity({ ...known, types: [], price: { ...price, grand_total: 0 } }), {
    instead: (_method, path) => (path.includes("/confirm/") ? { status: 200, body: other } : undefined),
  });
  await press(/^Book/);
  expect(await screen.findByText("1KAYAK")).toBeTruthy();
  expect(screen.queryByText(/^Cancelling is free/)).toBeNull();
});

test("who comes is confirmed in the digits of the guest's language", async () => {
  const arabic = { language_code: "ar_OM", language_name: "العربية", default: true, locale: null };
  mock = openActivity("confirmation", activity({ ...known, ...free, confirmed: kayak, seen: true }), {
    hotel: { language: "ar_OM", property_languages: [{ ...arabic, direction: "rtl", label_set: "ar_OM" }] },
  });
  await screen.findByText("1KAYAK");
  for (const [label, count] of [
    ["Adults", "٢"],
    ["Children", "٠"],
  ] as const)
    expect(screen.getByText(label).nextElementSibling?.textContent).toBe(count);
});

test.each([
  ["PENDING", /^\$98\.00 is on its way to the card that you paid with\./],
  ["FAILED", /^The card that you paid with did not take \$98\.00 back\./],
  ["REFUNDED", "$98.00 comes back to you"],
])("what became of the money of an activity that was given back is told: %s", async (refund_status, said) => {
  const gone = { ...kayak, status: "CANCELLED", refund_status };
  mock = openActivity("confirmation", activity({ ...known, ...free, confirmed: gone, seen: true }));
  await screen.findByText("1KAYAK");
  expect(screen.getByText(said)).toBeTruthy();
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
    expect(JSON.parse(sessionStorage.getItem("portico.activity.1") ?? "{}")).toMatchObject({
      ordered: null,
    });
});

const openFreeEvent = (answer: () => Answer | Promise<Answer>, read: () => object) =>
  openEvent("payments", event({ event_booking_profile: {} }), {
    instead: (method, path) => {
      if (path.includes("/confirm/")) return answer();
      return method === "GET" && path === "/web/new-event/e1/es1" ? { status: 200, body: read() } : undefined;
    },
  });

test("an event of which nobody knows takes the place of every step, until somebody answers", async () => {
  let booked = false;
  mock = openFreeEvent(
    () => {
      throw new TypeError("no connection");
    },
    () => (booked ? meeting : event({ event_booking_profile: {} })),
  );
  await press(/^Book/);
  await screen.findByText(/never be booked or charged twice/);
  expect(document.activeElement?.tagName).toBe("MAIN");
  for (const step of ["guest-information", "select-package", "select-space", "payments"]) {
    goTo(`${EVENT}/${step}`);
    await screen.findByText("We do not know yet whether it worked");
    await screen.findByText(/^Chart Room · .*December 14/);
    nothingElse();
  }
  expect(kept("event").ordered).toBeTruthy();
  booked = true;
  await press("Try again");
  expect(await screen.findByText("1EVENT")).toBeTruthy();
  await waitFor(() => expect(kept("event")).toMatchObject({ ordered: null, seen: true }));
});

test.each(["select-space", "guest-information", "payments"])(
  "an event that is refused while its guest is at %s is told where it can be ordered again",
  async (step) => {
    const { late, come } = later();
    mock = openFreeEvent(
      () => late,
      () => event({ event_booking_profile: {} }),
    );
    const reads = () =>
      mock.calls.filter(({ method, url }) => method === "GET" && /\/es1\/?$/.test(url.pathname));
    await press(/^Book/);
    await waitFor(() => expect(sent("confirm")).toHaveLength(1));
    // as it stood before it was booked nobody reads it meanwhile
    expect(reads()).toHaveLength(1);
    if (step !== "payments") {
      goTo(`${EVENT}/${step}`);
      await screen.findByText("We are processing your order");
      nothingElse();
    }
    await come(refusal("SPACE_CHANGED"));
    await screen.findByText(/chosen in another window/);
    await waitFor(() => expect(window.location.hash).toContain("/payments"));
    expect(screen.getByText(/chosen in another window/)).toBeTruthy();
    expect(kept("event").ordered).toBeNull();
    goTo(`${EVENT}/select-space`);
    await screen.findByRole("article");
    await waitFor(() => expect(kept("event").refused).toBeNull());
  },
);

test.each(["activity", "event"] as const)(
  "why an %s was refused is still told where the page is loaded anew for the card form",
  async (flow) => {
    const refused = refusal("CARD_DECLINED");
    if (flow === "event") {
      const access = { event_id: "e1", session_id: "es1", token: "secret", eventType: "MEETING" };
      sessionStorage.setItem("portico.event.1", JSON.stringify({ access, refused, draft: {} }));
    }
    const open = () => {
      mock =
        flow === "activity"
          ? openActivity("payments", activity({ ...known, ...free, refused, ...kept() }))
          : openEvent("payments", event({ event_booking_profile: {} }), { kept: kept("event") });
    };
    open();
    await screen.findByText("The card was declined. Please use another one.");
    cleanup();
    mock.restore();
    queries.clear();
    open();
    await screen.findByText("The card was declined. Please use another one.");
    await press(/^Book/);
    await waitFor(() => expect(kept(flow).refused).toBeNull());
  },
);

describe.each(["read", "reloaded"])("an event of which nobody knows, %s as something else by now,", (how) => {
  const until = "2026-12-07T00:00:00-05:00";
  const [chart] = event().sub_events;
  const hall = { ...chart, number_of_persons: 80, space: { ...chart?.space, id: "HALL", name: "Quay Hall" } };
  const data = event().client_visible_data;
  const costing = (free: boolean, total_amount = 54, sub_events: object[] = [chart ?? {}]) => {
    const cancellation = { free_until: until, free, penalty: total_amount / 2 };
    const summary = { ...data.summary, total_amount, cancellation };
    return event({
      event_booking_profile: {},
      sub_events,
      client_visible_data: { packages: [], summary },
    });
  };
  test.each([
    [
      "costing more to give back",
      costing(false),
      "CANCELLATION_CHANGED",
      /^What cancelling costs has changed/,
    ],
    ["of another space", costing(true, 1213.25, [hall]), "SPACE_CHANGED", /chosen in another window/],
  ] as const)("%s, is ordered once more as its guest agreed to it", async (_, other, code, words) => {
    let now = costing(true);
    const instead: Instead = (method, path) => {
      if (method === "GET" && path === "/web/new-event/e1/es1") return { status: 200, body: now };
      if (!path.includes("/confirm/")) return undefined;
      if (sent("confirm").length > 1) return refusal(code);
      now = other;
      throw new TypeError("no connection");
    };
    mock = openEvent("payments", now, { instead });
    await press(/^Book/);
    await screen.findByText("We do not know yet whether it worked");
    const [first] = sent("confirm");
    expect(first?.body).toMatchObject({
      expected_sub_events: [{ space_id: "CHART", number_of_persons: 8 }],
      expected_total: 54,
      expected_penalty: 27,
      expected_free_until: until,
    });
    if (how === "reloaded") {
      cleanup();
      mock.restore();
      queries.clear();
      mock = openEvent("payments", now, {
        kept: kept("event"),
        instead: (method, path, url, body) =>
          path.includes("/confirm/") ? refusal(code) : instead(method, path, url, body),
      });
    }
    await screen.findByText(/^Chart Room · .*December 14/);
    expect(screen.queryByText("Quay Hall")).toBeNull();
    expect(document.querySelector(".split > .beside .sum, .split .bill .sum")?.textContent).toContain(
      "$54.00",
    );
    await press("Try again");
    await screen.findByText(words);
    expect(sent("confirm").at(-1)?.body).toEqual(first?.body);
    await waitFor(() => expect(kept("event")).toMatchObject({ ordered: null, refused: { body: { code } } }));
  });
});

const CHANGED: Answer = refusal("ACTIVITY_CHANGED");
test.each([
  ["whose places were gone", ended, /^Your places are no longer held/],
  ["that nobody could read anew", CHANGED, /^The server did not answer/],
])("an order %s was told of leaves its guest free to choose another", async (_, answer, words) => {
  mock = openActivity("payments", activity({ ...known, ...free }), {
    instead: (_method, path) => {
      if (path.includes("/confirm/")) return answer;
      return path.includes("/basic-info/") ? { status: 503, body: {} } : undefined;
    },
  });
  await press(/^Book/);
  await screen.findByRole("button", { name: "Choose another time" });
  expect(screen.getByText(words)).toBeTruthy();
  goTo("/search-reservation");
  await waitFor(() => expect(document.querySelector(".wizard")).toBeNull());
  for (const step of ["select-activity", "activity-details", "select-activity"]) {
    goTo(`${ACTIVITY}/${step}`);
    await screen.findByRole("heading", { level: 1, name: /^(Activities|Kayak)$/ });
    await waitFor(() => expect(window.location.hash).toContain(step));
    expect(screen.queryByText(words)).toBeNull();
  }
});

test("an activity that is refused leaves no way back that leads nowhere", async () => {
  mock = openActivity("guest-information", activity({ ...known, ...free }), {
    instead: (_method, path) => (path.includes("/confirm/") ? declined : undefined),
  });
  await screen.findByLabelText(/^First name/);
  goTo(`${ACTIVITY}/payments`);
  const pages = window.history.length;
  await press(/^Book/);
  await screen.findByText("The card was declined. Please use another one.");
  expect(window.history.length).toBe(pages);
});

test("what another window chose of an activity is read once more where nobody answered", async () => {
  let connected = false;
  mock = openActivity("payments", activity({ ...known, ...free }), {
    instead: (_method, path) => {
      if (path.includes("/confirm/")) return CHANGED;
      if (!path.includes("/basic-info/")) return undefined;
      if (!connected) return { status: 503, body: {} };
      const held = { ...price, activity_instance_id: "KAYAK.2026-12-12.0900", grand_total: 116 };
      return { status: 200, body: { client_visible_data: { payment_types: [] }, price: held } };
    },
  });
  await press(/^Book/);
  await screen.findByText(/^The server did not answer/);
  connected = true;
  await press("Try again");
  expect((await screen.findAllByText("$116.00")).length).toBeGreaterThan(0);
  expect(screen.getByText(/chosen in another window/)).toBeTruthy();
  expect(document.activeElement).not.toBe(document.body);
});

test("an event that is answered as booked is, whoever cannot read it afterwards", async () => {
  mock = openEvent("payments", event({ event_booking_profile: {} }), {
    instead: (method, path) => {
      if (path.includes("/confirm/")) return { status: 200, body: meeting.confirmation };
      return method === "GET" && path === "/web/new-event/e1/es1" && sent("confirm").length > 0
        ? { status: 503, body: {} }
        : undefined;
    },
  });
  await press(/^Book/);
  expect(await screen.findByText("1EVENT")).toBeTruthy();
  await waitFor(() => expect(kept("event")).toMatchObject({ ordered: null, seen: true }));
});

test("an event without a space by now is refused with the reason, where another is chosen", async () => {
  mock = openFreeEvent(
    () => refusal("SPACE_MISSING"),
    () =>
      event({ event_booking_profile: {}, sub_events: sent("confirm").length > 0 ? [] : event().sub_events }),
  );
  await press(/^Book/);
  const words = /^The space is no longer held for you: something else was chosen/;
  expect((await screen.findByRole("alert")).textContent).toMatch(words);
  await waitFor(() => expect(window.location.hash).toContain("/select-space"));
  await screen.findByRole("article");
  expect(screen.getByRole("alert").textContent).toMatch(words);
  expect(kept("event").refused).toBeNull();
});

test("an event that was refused unheard, and whose time is over since, is told at the first step too", async () => {
  mock = openEvent("select-space", event(), {
    kept: { refused: refusal("CARD_DECLINED") },
    instead: (method, path) => (method === "GET" && path === "/web/new-event/e1/es1" ? ended : undefined),
  });
  await screen.findByText(/^Your time ran out/);
});

test("an answer about an event that was left is not taken for the next one's", async () => {
  const { late, come } = later();
  const right = { batch_id: "b1", secret: "s" };
  const basket = { right, from: "2026-12-11", to: "2026-12-14", guest: {} };
  sessionStorage.setItem("portico.basket.1", JSON.stringify(basket));
  const availability = { client_visible_data: { currency: "USD", availability: [space] } };
  mock = openEvent("select-space", event({ sub_events: [] }), {
    kept: { stay: JSON.stringify(right) },
    instead: (method, path) => {
      if (path === "/web/new-event")
        return { status: 201, body: { event_id: "e2", session_id: "es2", token: "other" } };
      if (path.includes("/e1/sub-events-setup/")) return late;
      if (path === "/web/new-event/e1/es1" && method === "GET" && sent("sub-events-setup").length > 0)
        return { status: 200, body: event() };
      if (path === "/web/new-event/e2/es2")
        return { status: 200, body: event({ event_id: "e2", sub_events: [] }) };
      return path.includes("/e2/basic-data/") ? { status: 200, body: availability } : undefined;
    },
  });
  await press(/^Book.*Chart Room/);
  await press("Skip selection");
  await waitFor(() => expect(sent("sub-events-setup")).toHaveLength(1));
  await press("Close");
  await press("Book it by itself");
  await waitFor(() => expect(kept("event").access?.event_id).toBe("e2"));
  await come({ status: 200, body: {} });
  await act(async () => {
    await (await fetch("/v4/properties/1")).json();
  });
  goTo(`${EVENT}/guest-information`);
  await waitFor(() => expect(window.location.hash).toContain("/select-space"));
  expect(screen.queryByLabelText(/^First name/)).toBeNull();
});

test("an event that had run out when it was ordered is told as that", async () => {
  mock = openFreeEvent(
    () => ended,
    () => event({ event_booking_profile: {} }),
  );
  await press(/^Book/);
  await screen.findByText(/^Your time ran out/);
});

const ELSEWHERE = "/search-reservation";
describe.each(["activity", "event"] as const)(
  "the order of an %s whose screens were left before its answer",
  (flow) => {
    /** Ordered, and left for the search of a reservation. */
    async function leave() {
      const { late, come } = later();
      let booked = false;
      mock =
        flow === "activity"
          ? openActivity("payments", activity({ ...known, ...free }), {
              instead: (_method, path) => (path.includes("/confirm/") ? late : undefined),
            })
          : openFreeEvent(
              () => late,
              () => (booked ? meeting : event({ event_booking_profile: {} })),
            );
      await press(/^Book/);
      await waitFor(() => expect(sent("confirm")).toHaveLength(1));
      goTo(ELSEWHERE);
      await waitFor(() => expect(document.querySelector(".wizard")).toBeNull());
      return async (answer: Answer) => {
        booked = answer.status === 200;
        await come(answer);
      };
    }
    const back = () => goTo(flow === "activity" ? `${ACTIVITY}/select-activity` : `${EVENT}/select-space`);

    test("is shown as booked to who comes back", async () => {
      const come = await leave();
      await come({ status: 200, body: kayak });
      back();
      expect(await screen.findByText(flow === "activity" ? "1KAYAK" : "1EVENT")).toBeTruthy();
      expect(sent("confirm").length).toBeLessThan(3);
    });

    test("is on its way to who comes back before it", async () => {
      const come = await leave();
      const reads = () =>
        mock.calls.filter(({ method, url }) => method === "GET" && /\/es1\/?$/.test(url.pathname)).length;
      const before = reads();
      back();
      await screen.findByText("We are processing your order");
      // what is read now does not tell the end
      expect(reads()).toBe(before);
      await come({ status: 200, body: kayak });
      expect(await screen.findByText(flow === "activity" ? "1KAYAK" : "1EVENT")).toBeTruthy();
      expect(sent("confirm")).toHaveLength(1);
    });

    test("is told as refused to who comes back", async () => {
      const come = await leave();
      await come(declined);
      back();
      await screen.findByText("The card was declined. Please use another one.");
      expect(sent("confirm")).toHaveLength(1);
    });

    test("is told as refused to who comes back from a stay, which the next one is for", async () => {
      const come = await leave();
      await come(declined);
      const right = { batch_id: "b1", secret: "s" };
      const basket = { right, from: "2026-12-11", to: "2026-12-14", guest: {} };
      sessionStorage.setItem("portico.basket.1", JSON.stringify(basket));
      const first = flow === "activity" ? `${ACTIVITY}/select-activity` : `${EVENT}/select-space`;
      act(() => navigate(first));
      await screen.findByText("The card was declined. Please use another one.");
      expect(window.location.hash).toContain("/payments");
      act(() => navigate(first));
      await screen.findByText(/^For your stay/);
      await waitFor(() => expect(kept(flow)).toMatchObject({ refused: null, stay: JSON.stringify(right) }));
      expect(screen.queryByText("The card was declined. Please use another one.")).toBeNull();
    });
  },
);

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
  await waitFor(() => expect(window.location.hash).toContain("/confirmation"));
  // it was ordered by itself, whatever the next one would have been for
  expect(screen.queryByText(/part of your stay|by itself/)).toBeNull();
});

test.each(["activity", "event"] as const)(
  "details for an %s that are corrected while they are saved are waited for before anything is ordered",
  async (flow) => {
    const come: (() => void)[] = [];
    const contact = event().contact;
    let last_name = contact?.guest_data.last_name;
    const instead: Instead = (method, path, _url, body) => {
      if (path === "/address-rules") return { status: 200, body: countryRules({}) };
      if (path === "/web/new-event/e1/es1" && method === "GET") {
        const guest_data = { ...contact?.guest_data, last_name };
        const saved = { event_booking_profile: {}, contact: { ...contact, guest_data } };
        return { status: 200, body: event(saved) };
      }
      if (!/\/(basic-info|contact-information)\//.test(path)) return undefined;
      return new Promise((resolve) => {
        come.push(() => {
          last_name = JSON.stringify(body).includes("Byrne") ? "Byrne" : "Brian";
          resolve({ status: 200, body: { client_visible_data: { payment_types: [] }, price } });
        });
      });
    };
    mock =
      flow === "event"
        ? openEvent("guest-information", event(), { instead })
        : openActivity("guest-information", activity({ guest: contact?.guest_data }), { instead });
    const next = async (name: string) => {
      const field = await screen.findByLabelText(/^Last name/);
      await userEvent.clear(field);
      await userEvent.type(field, name);
      for (const one of screen.getAllByRole("button", { name: "Next" })) await userEvent.click(one);
    };
    const root = flow === "event" ? EVENT : ACTIVITY;
    const canOrder = () => {
      const order = screen.queryByRole("button", { name: /^Book( and pay)?(\W|$)/ });
      return order !== null && order.getAttribute("aria-disabled") === null;
    };
    await next("Brian");
    await waitFor(() => expect(come).toHaveLength(1));
    goTo(`${root}/${flow === "event" ? "select-package" : "activity-details"}`);
    await waitFor(() => expect(screen.queryByLabelText(/^Last name/)).toBeNull());
    goTo(`${root}/guest-information`);
    await next("Byrne");
    await act(async () => come[0]?.());
    await waitFor(() => expect(come).toHaveLength(2));
    goTo(`${root}/payments`);
    await act(async () => {
      await (await fetch("/v4/properties/1")).json();
    });
    expect(canOrder()).toBe(false);
    await act(async () => come[1]?.());
    await waitFor(() => expect(last_name).toBe("Byrne"));
    await act(async () => {
      await (await fetch("/v4/properties/1")).json();
    });
    goTo(`${root}/payments`);
    await waitFor(() => expect(canOrder()).toBe(true));
  },
);
