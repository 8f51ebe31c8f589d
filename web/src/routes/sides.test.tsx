/** The screens of events and activities, with a server that answers as it must and as it should not. */

import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createElement } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Answer } from "../api/mock/handle";
import { property as harbour } from "../api/mock/hotel";
import type { Mock } from "../api/mock/install";
import { refusal } from "../api/mock/refusal";
import { queries } from "../booking/queries";
import { hashed } from "../booking/tracking/values";
import { holders } from "../shell/staying";
import { refuseStorage } from "../test-storage";
import { App } from "./App";
import {
  activity,
  bookedEvent,
  cards,
  coffee,
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

let mock: Mock | undefined;
beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
  sessionStorage.clear();
  queries.clear();
});
afterEach(() => {
  cleanup();
  mock?.restore();
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

const asked = (part: string) => (mock?.calls ?? []).filter(({ url }) => url.pathname.includes(part));
const phone = () =>
  vi.stubGlobal("matchMedia", () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
const filters = () => document.querySelector<HTMLElement>(".select-space > .event-filters") as HTMLElement;
const popup = () => screen.queryByRole("alertdialog");
/** The alert was brought into sight. */
const isMet = async () => {
  const alert = await screen.findByRole("alert");
  await waitFor(() => expect(vi.mocked(Element.prototype.scrollIntoView).mock.contexts.at(-1)).toBe(alert));
};

const website = { website: "https://harbour.example" };
const HOME = "https://harbour.example/rooms";

describe("the header of events", () => {
  const header = () => within(document.querySelector(".head") as HTMLElement);

  test("has logo, name, address, and a way home [EVENT-02]", async () => {
    mock = openEvent("guest-information", event(), { hotel: website, query: `&url=${HOME}` });
    await screen.findByLabelText(/^First name/);
    expect(document.querySelector(".head img")?.getAttribute("src")).toBe(harbour.business_logo);
    expect(header().getByText("Harbour House")).toBeTruthy();
    expect(header().getByText(/14 Quay Street/)).toBeTruthy();
    expect(header().getByRole("link", { name: "Home" }).getAttribute("href")).toBe(HOME);
  });

  test("leads home to the spaces where no address was given [EVENT-02]", async () => {
    mock = openEvent("guest-information");
    await screen.findByLabelText(/^First name/);
    const home = header().getByRole("link", { name: "Home" });
    expect(home.getAttribute("href")).toMatch(/^#\/events\?/);
    act(() => {
      window.location.hash = home.getAttribute("href") ?? "";
    });
    await waitFor(() => expect(window.location.hash).toContain("/event-steps/select-space"));
  });

  test("has the hotel's currency until another is found and chosen, where there are several [EVENT-03]", async () => {
    const many = (enable_multi_currency_support: boolean) => ({
      hotel: { website_config: { ...harbour.website_config, enable_multi_currency_support } },
    });
    mock = openEvent("select-space", null, many(false));
    await screen.findByRole("article");
    expect(header().queryByRole("button", { name: /Currency/ })).toBeNull();
    cleanup();
    mock.restore();
    queries.clear();
    mock = openEvent("select-space", null, many(true));
    await screen.findByRole("article");
    const button = header().getByRole("button", { name: /Currency/ });
    expect(button.textContent).toContain("USD");
    await userEvent.click(button);
    await userEvent.type(await screen.findByRole("combobox"), "eur{Enter}");
    await waitFor(() =>
      expect(asked("/basic-data/").at(-1)?.url.searchParams.get("conversion_currency")).toBe("EUR"),
    );
  });
});

// clause: START-03
test.each(["events", "activities"])(
  "of %s, reached by the hotel's number alone, one gets to one's reservation, also after a reload",
  async (flow) => {
    const hotel = { website_config: { ...harbour.website_config, enable_search_reservation: true } };
    mock =
      flow === "events"
        ? openEvent("select-space", event(), { hotel })
        : openActivity("select-activity", activity(), { hotel });
    await screen.findByRole("article");
    await userEvent.click(screen.getByRole("button", { name: "Search Reservation" }));
    await screen.findByRole("heading", { name: "Find your reservation" });
    cleanup();
    render(createElement(App));
    await screen.findByRole("heading", { name: "Find your reservation" });
  },
);

describe("the spaces", () => {
  const choose = async (label: string, option: RegExp) => {
    await userEvent.click(within(filters()).getByLabelText(label));
    await userEvent.click(screen.getByRole("option", { name: option }));
  };

  // clause: EVENT-09
  test("are filtered by kind, day, times and people", async () => {
    mock = openEvent("select-space", null);
    await screen.findByRole("article");
    for (const label of ["Kind of event", "Date", "From", "To", "Capacity (people)"])
      expect(within(filters()).getByLabelText(label)).toBeTruthy();
  });

  // clause: EVENT-08
  test("are looked for as soon as the filters say when, with one event for each kind", async () => {
    mock = openEvent("select-space", null, {
      instead: (_, path) =>
        path === "/web/events"
          ? {
              status: 200,
              body: [
                { id: "MEETING", name: "Meeting" },
                { id: "PARTY", name: "Party" },
              ],
            }
          : undefined,
    });
    await screen.findByRole("article");
    const begun = () => asked("/web/new-event").filter(({ url }) => url.pathname.endsWith("/new-event"));
    expect(screen.queryByRole("button", { name: /search/i })).toBeNull();
    const before = asked("/basic-data/").length;
    await choose("From", /^10:00\sAM/);
    await waitFor(() => expect(asked("/basic-data/").length).toBeGreaterThan(before));
    expect(begun()).toHaveLength(1);
    await choose("Kind of event", /Party/);
    await waitFor(() => expect(begun()).toHaveLength(2));
    // what the first one holds is not kept from its own guest
    expect(begun()[1]?.body).toMatchObject({ event_type_id: "PARTY", event_id: "e1" });
    expect(begun()[1]?.headers.get("authorization")).toBe("Bearer secret");
    await waitFor(() => expect(asked("/basic-data/").length).toBeGreaterThan(before + 1));
  });

  test("of the time before cannot be booked for another one", async () => {
    mock = openEvent("select-space", null);
    const book = await screen.findByRole("button", { name: /^Book.*Chart Room/ });
    // before the wait for further changes is over
    fireEvent.click(within(filters()).getByLabelText("From"));
    fireEvent.click(screen.getByRole("option", { name: /^10:00\sAM/ }));
    fireEvent.click(book);
    expect(screen.queryByRole("dialog")).toBeNull();
    await waitFor(() => expect(asked("/basic-data/")).toHaveLength(2));
    await userEvent.click(await screen.findByRole("button", { name: /^Book.*Chart Room/ }));
    await screen.findByRole("dialog");
  });

  // clause: EVENT-20
  test("that have no price are not shown", async () => {
    const free = (space_id: string, space_name: string, price_plans: unknown[]) => ({
      ...space,
      space_id,
      space_name,
      calendars: [{ date: "2026-12-14", price_plans }],
    });
    const availability = [
      free("A", "Free of price", []),
      free("B", "Priced", space.calendars[0]?.price_plans ?? []),
    ];
    mock = openEvent("select-space", null, {
      instead: (_, path) =>
        path.includes("/basic-data/")
          ? { status: 200, body: { client_visible_data: { currency: "USD", availability } } }
          : undefined,
    });
    expect(await screen.findByRole("article", { name: "Priced" })).toBeTruthy();
    expect(screen.queryByRole("article", { name: "Free of price" })).toBeNull();
  });

  test("come by name, as the guest's language sorts names [EVENT-16]", async () => {
    const names = ["Zimmer", "atrium", "Ärztezimmer", "Halle"];
    const availability = names.map((space_name) => ({ ...space, space_id: space_name, space_name }));
    mock = openEvent("select-space", null, {
      instead: (_, path) =>
        path.includes("/basic-data/")
          ? { status: 200, body: { client_visible_data: { currency: "USD", availability } } }
          : undefined,
    });
    await screen.findByRole("article", { name: "Halle" });
    const shown = screen.getAllByRole("article").map((card) => card.getAttribute("aria-label"));
    expect(shown).toEqual(["Ärztezimmer", "atrium", "Halle", "Zimmer"]);
  });

  test("cost so much for so many minutes, or for a day [EVENT-18]", async () => {
    const [hour] = space.calendars[0]?.price_plans ?? [];
    if (!hour) throw new Error("a plan");
    const plans = [hour, { ...hour, id: "DAY", name: "By the day", price: 400, number_of_minutes: null }];
    const availability = [{ ...space, calendars: [{ date: "2026-12-14", price_plans: plans }] }];
    mock = openEvent("select-space", null, {
      instead: (_, path) =>
        path.includes("/basic-data/")
          ? { status: 200, body: { client_visible_data: { currency: "USD", availability } } }
          : undefined,
    });
    const card = within(await screen.findByRole("article", { name: "Chart Room" }));
    const said = card.getAllByRole("listitem").map((plan) => plan.querySelector(".price p")?.textContent);
    expect(said).toEqual(["$50.00 Per 60 Minutes", "$400.00 Per Day"]);
  });

  describe("on another day", () => {
    const searched = () => new URLSearchParams(window.location.hash.split("?")[1]).get("date");
    const days = () => within(document.querySelector<HTMLElement>(".day-picker") as HTMLElement);
    const turn = (label: string, times: number) => {
      for (let time = 0; time < times; time += 1)
        fireEvent.click(days().getByRole("button", { name: label }));
    };

    test("are looked for once it is picked from a calendar of a year [EVENT-11]", async () => {
      mock = openEvent("select-space", null);
      await screen.findByRole("article");
      const field = within(filters()).getByLabelText("Date");
      await userEvent.click(field);
      expect(days().queryByRole("button", { name: /November 20, 2026/ })).toBeNull();
      expect(days().getByRole("button", { name: /November 21, 2026/ })).toBeTruthy();
      turn("Later month", 12);
      expect(days().getByRole("button", { name: "Later month" }).getAttribute("aria-disabled")).toBe("true");
      expect(days().queryByRole("button", { name: /November 22, 2027/ })).toBeNull();
      await userEvent.click(days().getByRole("button", { name: /November 21, 2027/ }));
      expect(screen.queryByRole("dialog")).toBeNull();
      expect(searched()).toBe("2027-11-21");
      expect(field.textContent).toBe("Sun, Nov 21, 2027");
    });

    test("are looked for only when the popup's day is applied [EVENT-23]", async () => {
      mock = openEvent("select-space", null);
      await screen.findByRole("article");
      await userEvent.click(screen.getByRole("button", { name: /^Change date and time/ }));
      const dialog = within(await screen.findByRole("dialog"));
      await userEvent.click(dialog.getByLabelText("Date"));
      turn("Later month", 2);
      await userEvent.click(days().getByRole("button", { name: /January 15, 2027/ }));
      expect(searched()).toBeNull();
      await userEvent.click(dialog.getByRole("button", { name: "Apply" }));
      expect(screen.queryByRole("dialog")).toBeNull();
      expect(searched()).toBe("2027-01-15");
    });
  });

  // clause: EVENT-23
  test("are looked for at another time once the popup's choice is applied, and not when it is closed", async () => {
    mock = openEvent("select-space", null);
    await screen.findByRole("article");
    const dialog = async () => {
      await userEvent.click(screen.getByRole("button", { name: /^Change date and time/ }));
      return within(await screen.findByRole("dialog"));
    };
    const change = async (one: Awaited<ReturnType<typeof dialog>>) => {
      await userEvent.click(one.getByLabelText("From"));
      await userEvent.click(screen.getByRole("option", { name: /^0?1:00\sPM/ }));
    };
    const first = await dialog();
    expect(first.getByLabelText("Date")).toBeTruthy();
    expect(first.getByLabelText("To")).toBeTruthy();
    await change(first);
    await userEvent.click(first.getAllByRole("button", { name: "Close" }).at(-1) as HTMLElement);
    expect(window.location.hash).not.toContain("start_time");
    const second = await dialog();
    await change(second);
    await userEvent.click(second.getByRole("button", { name: "Apply" }));
    await waitFor(() => expect(decodeURIComponent(window.location.hash)).toContain("start_time="));
  });

  test.each([
    ["from", "This time cannot be booked any more"],
    ["to", "These hours cannot be booked on this day."],
  ])(
    "whose time is refused for its %s: only a beginning is told as past, and no retry is offered",
    async (field, told) => {
      const errors = [{ field, message: "is refused" }];
      mock = openEvent("select-space", null, {
        instead: (_, path) =>
          path.includes("/basic-data/") ? refusal("UNACCEPTABLE", { errors }) : undefined,
      });
      expect(await screen.findByText(told, { exact: false })).toBeTruthy();
      expect(screen.queryByText("This time cannot be booked any more", { exact: false }) !== null).toBe(
        field === "from",
      );
      expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
    },
  );

  test("whose event runs out while its guest looks at them again say so, where something was held", async () => {
    const gone: Answer[] = [refusal("BATCH_EXPIRED")];
    mock = openEvent("guest-information", event(), {
      instead: (_, path) => (path.includes("/basic-data/") ? gone.shift() : undefined),
    });
    await screen.findByLabelText(/^First name/);
    act(() => {
      window.location.hash = "#/events/event-steps/select-space";
    });
    await screen.findByRole("article");
    expect(screen.getByText(/Your time ran out/)).toBeTruthy();
  });

  test("whose list or event cannot be had raise no popup, and can be asked for again [EVENT-49]", async () => {
    let down = true;
    mock = openEvent("select-space", null, {
      instead: (_, path) => (path === "/web/events" && down ? { status: 500, body: {} } : undefined),
    });
    const retry = await screen.findByRole("button", { name: "Try again" });
    expect(popup()).toBeNull();
    down = false;
    await userEvent.click(retry);
    expect(await screen.findByRole("article")).toBeTruthy();
  });

  test("one that could not be taken raises no popup, and can be chosen again [EVENT-49]", async () => {
    mock = openEvent("select-space", null, {
      instead: (_, path) => (path.includes("/sub-events-setup/") ? { status: 500, body: {} } : undefined),
    });
    await userEvent.click(await screen.findByRole("button", { name: /^Book now/ }));
    await userEvent.click(await screen.findByRole("button", { name: "Skip selection" }));
    await waitFor(() => expect(asked("/sub-events-setup/")).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(popup()).toBeNull();
    await isMet();
    expect(await screen.findByRole("button", { name: /^Book now/ })).toBeTruthy();
  });
});

test.each([500, 503, 429])(
  "an event that a reload cannot read (%i) is kept, and read again",
  async (status) => {
    let down = true;
    mock = openEvent("guest-information", event(), {
      instead: (method, path) =>
        down && method === "GET" && path === "/web/new-event/e1/es1" ? { status, body: {} } : undefined,
    });
    const retry = await screen.findByRole("button", { name: "Try again" });
    await waitFor(() => expect(window.location.hash).toContain("/guest-information"));
    down = false;
    await userEvent.click(retry);
    expect(await screen.findByLabelText(/^First name/)).toBeTruthy();
    expect(JSON.parse(sessionStorage.getItem("portico.event.1") ?? "").access).toMatchObject({
      event_id: "e1",
    });
  },
);

test("an event that cannot be read can be left for another", async () => {
  mock = openEvent("payments", event(), {
    instead: (method, path) =>
      method === "GET" && path === "/web/new-event/e1/es1" ? { status: 503, body: {} } : undefined,
  });
  await userEvent.click(await screen.findByRole("button", { name: "Begin anew" }));
  await screen.findByRole("article");
  await waitFor(() => expect(window.location.hash).toContain("/select-space"));
  const [begun] = asked("/web/new-event").filter(({ url }) => url.pathname.endsWith("/new-event"));
  expect(begun?.body).toMatchObject({ event_id: "e1" });
});

test("an event that a reload finds gone is told, and begun anew", async () => {
  mock = openEvent("guest-information", event(), {
    instead: (method, path) =>
      method === "GET" && path === "/web/new-event/e1/es1" ? refusal("BATCH_EXPIRED") : undefined,
  });
  await screen.findByRole("article");
  await waitFor(() => expect(window.location.hash).toContain("/select-space"));
  expect(screen.getByText(/Your time ran out/)).toBeTruthy();
});

test("an event of yesterday that the first step finds gone is not told of", async () => {
  mock = openEvent("select-space", event(), {
    instead: (method, path) =>
      method === "GET" && path === "/web/new-event/e1/es1" ? refusal("BATCH_EXPIRED") : undefined,
  });
  await screen.findByRole("article");
  expect(screen.queryByText(/Your time ran out/)).toBeNull();
});

/** A stay in the tab; answers what names it. */
function stayInTab() {
  const right = { batch_id: "b1", secret: "ended" };
  const basket = { right, from: "2026-12-11", to: "2026-12-14", guest: {} };
  sessionStorage.setItem("portico.basket.1", JSON.stringify(basket));
  return JSON.stringify(right);
}

/** The same, whose right has ended at the server. */
function endedStay() {
  const ended: Answer = refusal("LOOK_UP_EXPIRED");
  return { stay: stayInTab(), ended };
}

test("an address that names no kind of event goes on as the kind whose space is held", async () => {
  const kinds = ["PARTY", "MEETING"].map((id) => ({ id, name: id }));
  mock = openEvent("select-space", event(), {
    instead: (_, path) => (path === "/web/events" ? { status: 200, body: kinds } : undefined),
  });
  await screen.findByRole("article");
  expect(
    within(filters())
      .getAllByRole("button")
      .map(({ textContent }) => textContent),
  ).toContain("MEETING");
  expect(asked("/web/new-event").filter(({ url }) => /new-event\/?$/.test(url.pathname))).toEqual([]);
});

describe("what is for a stay", () => {
  const alone = () => screen.findByRole("button", { name: "Book it by itself" });
  const sent = (path: string) =>
    asked(path).findLast(({ url }) => url.pathname.replace(/\/$/, "").endsWith(path));

  test("as an event has its days to choose from, and all days once it is by itself", async () => {
    const access = { event_id: "e1", session_id: "es1", token: "secret", eventType: "MEETING" };
    sessionStorage.setItem("portico.event.1", JSON.stringify({ stay: stayInTab(), access, draft: {} }));
    mock = openEvent("select-space", null);
    await screen.findByRole("article");
    const pickable = async () => {
      await userEvent.click(within(filters()).getByLabelText("Date"));
      const days = [...document.querySelectorAll<HTMLElement>("[data-day]")].map(
        ({ dataset }) => dataset.day,
      );
      await userEvent.keyboard("{Escape}");
      return days;
    };
    expect(await pickable()).toEqual(["2026-12-11", "2026-12-12", "2026-12-13", "2026-12-14"]);
    await userEvent.click(await alone());
    await waitFor(async () => expect(await pickable()).toHaveLength(31));
    // its space goes over to the one that is booked by itself
    await waitFor(() => expect(sent("/web/new-event")?.body).toMatchObject({ event_id: "e1", stay: null }));
  });

  test("as an event is let go of while the event is being begun", async () => {
    const stay = JSON.parse(stayInTab());
    const { late, come } = later();
    const answers: Promise<Answer>[] = [late];
    mock = openEvent("select-space", null, {
      instead: (_, path) => (path === "/web/new-event" ? answers.shift() : undefined),
    });
    await waitFor(() => expect(sent("/web/new-event")?.body).toMatchObject({ stay }));
    await userEvent.click(await alone());
    const access = { event_id: "e1", session_id: "es1", token: "secret" };
    await come({ status: 201, body: access });
    // the server has tied it to the stay
    await waitFor(() => expect(sent("/web/new-event")?.body).toMatchObject({ event_id: "e1", stay: null }));
    await screen.findByRole("article");
    const kept = JSON.parse(sessionStorage.getItem("portico.event.1") ?? "{}");
    expect(kept).toMatchObject({ access, former: null, belongs: null });
  });

  test("as an activity keeps its places for whoever books it by itself", async () => {
    mock = openActivity("select-activity", activity({ stay: stayInTab() }));
    await userEvent.click(await alone());
    await userEvent.click(await screen.findByRole("button", { name: /^Book Now: Kayak, 09:00\sAM to/ }));
    await screen.findByText("4 places left");
    for (const part of ["/web/activities/calendar", "/calculate-price"])
      expect(sent(part)?.url.searchParams.get("session_id")).toBe("as1");
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    await waitFor(() =>
      expect(sent("/web/new-activity-booking")?.body).toMatchObject({ activity_map_id: "a1", stay: null }),
    );
  });
});

// clause: ACT-06
test.each([
  ["half a year later", "2027-06-15"],
  ["on the last day", "2027-11-21"],
  ["never", null],
])("a day without activities leads to the next one that has some (%s)", async (_, next) => {
  mock = openActivity("select-activity", activity({ access: null, chosen: null }), {
    instead(_, path, url) {
      if (path !== "/web/activities/calendar") return undefined;
      const [from = "", to = ""] = ["from", "to"].map((name) => url.searchParams.get(name) ?? "");
      const activities = [{ ...activity().chosen.instance, date: next }];
      const dates = next && from <= next && next <= to ? [{ date: next, activities }] : [];
      return { status: 200, body: { currency: "USD", dates, activity_templates: [] } };
    },
  });
  await screen.findByText("Nothing can be booked on this day.");
  const last = () => asked("/web/activities/calendar").at(-1)?.url.searchParams.get("to") ?? "";
  await waitFor(() => expect(last() >= (next ?? "2027-11-21")).toBe(true));
  if (next) await userEvent.click(await screen.findByRole("button", { name: /^See / }));
  else await waitFor(() => expect(queries.isFetching()).toBe(0));
  expect(screen.queryByRole("button", { name: /^See / })).toBeNull();
  if (next) expect(window.location.hash).toContain(`date=${next}`);
});

test("an activity on a day that the stay does not have is booked by itself", async () => {
  const right = { batch_id: "b1", secret: "good" };
  const basket = { right, from: "2026-12-08", to: "2026-12-11", guest: {} };
  sessionStorage.setItem("portico.basket.1", JSON.stringify(basket));
  mock = openActivity("select-activity", activity({ stay: JSON.stringify(right), access: null }));
  await userEvent.click(await screen.findByRole("button", { name: /^Book Now: Kayak, 09:00\sAM to/ }));
  await screen.findByText("4 places left");
  expect(screen.queryByText(/^For your stay/)).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(await screen.findByText("This is booked by itself, not as part of your stay.")).toBeTruthy();
  const begun = asked("/web/new-activity-booking").find(({ method }) => method === "POST");
  expect(begun?.body).toMatchObject({ stay: null });
});

test("places whose answer was lost are asked for with the same key, also after a reload, and others with another", async () => {
  const answers: Answer[] = [{ status: 503, body: {} }, refusal("PLACES_GONE")];
  const instead: Instead = (method, path) =>
    method === "POST" && path === "/web/new-activity-booking" ? answers.shift() : undefined;
  const keys: (string | null | undefined)[] = [];
  const next = async () => {
    await screen.findByText("4 places left");
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    await screen.findByLabelText(/^First name/);
    await act(async () => undefined);
    const sent = asked("/web/new-activity-booking").filter(({ method }) => method === "POST");
    keys.push(sent.at(-1)?.headers.get("idempotency-key"));
  };
  const begin = (state: object) => {
    mock = openActivity("activity-details", state, { instead });
  };
  begin(activity({ access: null, start: { kind: "none" } }));
  await next();
  cleanup();
  mock?.restore();
  queries.clear();
  begin(JSON.parse(sessionStorage.getItem("portico.activity.1") ?? "{}"));
  await next();
  await userEvent.click(await screen.findByRole("button", { name: "Choose another time" }));
  await next();
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[2]).not.toBe(keys[0]);
});

describe("whose own places may be what is gone, since the answer to their choice was lost,", () => {
  const key = "0".repeat(32);
  const gone: Answer = refusal("PLACES_GONE", { capacity_left: 1 });
  const unanswered = { access: null, key, start: { kind: "none" } };
  const instead: Instead = (_method, path) => (path.endsWith("/calculate-price") ? gone : undefined);
  const begun = () =>
    asked("/web/new-activity-booking").filter(({ url }) => /booking\/?$/.test(url.pathname));

  test("goes on with the same choice after a reload", async () => {
    mock = openActivity("activity-details", activity(unanswered), { instead });
    await screen.findByText("4 places left");
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    await screen.findByLabelText(/^First name/);
    expect(begun().map(({ headers }) => headers.get("idempotency-key"))).toEqual([key]);
  });

  test("finds the way back to it from another number of people", async () => {
    mock = openActivity("activity-details", activity(unanswered), { instead });
    await screen.findByText("4 places left");
    const more = screen.getByRole("button", { name: "More: Adults" });
    await userEvent.click(screen.getByRole("button", { name: "Fewer: Adults" }));
    await screen.findByText(/^The server did not answer/);
    await userEvent.click(more);
    await screen.findByText("4 places left");
  });

  test("goes on with fewer people once it is answered", async () => {
    const other = activity({ ...unanswered, party: { adults: 3, children: 0 } });
    mock = openActivity("activity-details", other, {
      // its own places count as free once it is known
      instead: (method, path, url, body) =>
        url.searchParams.has("session_id") ? undefined : instead(method, path, url, body),
    });
    await screen.findByText(/^The server did not answer/);
    expect(screen.queryByText(/not enough places/)).toBeNull();
    expect(screen.getByRole("button", { name: "Next" }).getAttribute("aria-disabled")).toBe("true");
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await screen.findByText("4 places left");
    expect(document.activeElement?.tagName).toBe("MAIN");
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    await screen.findByLabelText(/^First name/);
    const sent = begun().map(({ url, headers, body }) => [
      url.searchParams.get("adults"),
      headers.get("idempotency-key") === key,
      (body as { activity_map_id?: string }).activity_map_id,
    ]);
    expect(sent).toEqual([
      ["3", true, undefined],
      ["2", false, "a1"],
    ]);
  });

  test.each([
    ["fit beside them", 1, /^The server did not answer/],
    ["do not fit", 0, /^There are not enough places/],
  ])("with more people, who %s", async (_, capacity_left, words) => {
    const other = activity({ ...unanswered, party: { adults: 1, children: 0 } });
    const full: Answer = refusal("PLACES_GONE", { capacity_left });
    mock = openActivity("activity-details", other, {
      instead: (_method, path) => (path.endsWith("/calculate-price") ? full : undefined),
    });
    await screen.findByText(words);
    expect(screen.queryByRole("button", { name: "Try again" }) !== null).toBe(capacity_left > 0);
    expect(screen.getByRole("button", { name: "Next" }).getAttribute("aria-disabled")).toBe("true");
  });

  test("hears of a second try, and of its failure, with the focus where it was", async () => {
    const { late, come } = later();
    const other = activity({ ...unanswered, party: { adults: 3, children: 0 } });
    mock = openActivity("activity-details", other, {
      instead: (method, path, url, body) =>
        path === "/web/new-activity-booking" ? late : instead(method, path, url, body),
    });
    await screen.findByText(/^The server did not answer/);
    const again = screen.getByRole("button", { name: "Try again" });
    await userEvent.click(again);
    expect(screen.getByRole("alert").textContent).toContain("Holding your places");
    await come({ status: 503, body: {} });
    await screen.findByText(/^The server did not answer/);
    expect(document.activeElement).toBe(again);
  });

  test("asks for it once more beside the form", async () => {
    const answers: Answer[] = [{ status: 503, body: {} }];
    mock = openActivity("activity-details", activity(unanswered), {
      instead: (method, path, url, body) =>
        path === "/web/new-activity-booking" ? answers.shift() : instead(method, path, url, body),
    });
    await screen.findByText("4 places left");
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    const again = await screen.findByRole("button", { name: "Try again" });
    // they may be held
    expect(screen.queryByText("Your places could not be held")).toBeNull();
    await userEvent.click(again);
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
    expect(document.activeElement?.tagName).toBe("MAIN");
    expect(begun().map(({ headers }) => headers.get("idempotency-key"))).toEqual([key, key]);
    expect(document.querySelector(".split > .folds .bill .sum")?.textContent).toBe("Grand total$98.00");
  });
});

test.each(["BATCH_EXPIRED", "ALREADY_COMMITTED"] as const)(
  "what a lost answer had begun and is over (%s) keeps nobody from beginning anew",
  async (code) => {
    const answers: Answer[] = [refusal(code)];
    const instead: Instead = (method, path) =>
      method === "POST" && path === "/web/new-activity-booking" ? answers.shift() : undefined;
    const key = "0".repeat(32);
    mock = openActivity("activity-details", activity({ access: null, key, start: { kind: "none" } }), {
      instead,
    });
    await screen.findByText("4 places left");
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    await screen.findByLabelText(/^First name/);
    const kept = () => JSON.parse(sessionStorage.getItem("portico.activity.1") ?? "{}");
    await waitFor(() => expect(kept()).toMatchObject({ start: { kind: "done" }, key: null }));
    const sent = asked("/web/new-activity-booking").filter(({ method }) => method === "POST");
    const keys = sent.map(({ headers }) => headers.get("idempotency-key"));
    expect(keys).toEqual([key, expect.stringMatching(/^[0-9a-f]{32}$/)]);
    expect(keys[1]).not.toBe(key);
  },
);

describe("a guest who stays holds on", () => {
  const stay = () => {
    for (const hold of holders) hold();
  };

  test("an event's spaces, until it is booked", async () => {
    mock = openEvent("guest-information");
    await screen.findByLabelText(/^First name/);
    const reads = () => asked("/web/new-event/e1/es1").length;
    const before = reads();
    stay();
    await waitFor(() => expect(reads()).toBe(before + 1));
    cleanup();
    expect(holders.size).toBe(0);
  });

  test("an activity's places", async () => {
    mock = openActivity("guest-information");
    await screen.findByLabelText(/^First name/);
    stay();
    await waitFor(() => expect(asked("/calculate-price")).toHaveLength(1));
    const [asking] = asked("/calculate-price");
    expect(asking?.url.searchParams.get("session_id")).toBe("as1");
    expect(asking?.headers.get("authorization")).toBe("Bearer secret");
  });
});

test.each([0, 503])("whether an activity is booked is left open while nobody knows (%i)", async (status) => {
  mock = openActivity(
    "confirmation",
    activity({ save: { kind: "done" }, ordered: { chosen: activity().chosen, price } }),
    {
      instead: (_, path) => {
        if (!path.includes("/confirm/")) return undefined;
        if (status === 0) throw new TypeError("no connection");
        return { status, body: {} };
      },
    },
  );
  expect((await screen.findByRole("alert")).textContent).toContain("never be booked or charged twice");
  expect(screen.queryByText(/Nothing was booked/)).toBeNull();
});

test.each([
  [true, /^Cancelling is free until .* After that it can no longer be cancelled\./],
  [false, /^It can no longer be cancelled here\./],
])(
  "whether an activity is free to cancel (%s) is the hotel's to say, not the guest's clock",
  async (free, words) => {
    // over for one of two clocks, and still to come for the other
    for (const cancel_until of ["2000-01-01T09:00:00-05:00", "2999-01-01T09:00:00-05:00"]) {
      mock = openActivity("guest-information", activity({ price: { ...price, cancel_until, free } }));
      await screen.findByLabelText(/^First name/);
      expect(screen.getByText(words)).toBeTruthy();
      cleanup();
      mock.restore();
      queries.clear();
    }
  },
);

test("what an activity costs stands beside the form while its places are on their way to be held", async () => {
  let answer: () => void = () => undefined;
  const late = new Promise<Answer>((resolve) => {
    const dearer = { ...price, grand_total: 99 };
    answer = () =>
      resolve({ status: 201, body: { id: "a1", session_id: "as1", token: "own", price: dearer } });
  });
  mock = openActivity("activity-details", activity({ access: null, price: null, start: { kind: "none" } }), {
    instead: (_, path) => (path === "/web/new-activity-booking" ? late : undefined),
  });
  await screen.findByText("4 places left");
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByLabelText(/^First name/);
  const total = () => document.querySelector(".split > .folds .bill .sum")?.textContent;
  const folded = () => document.querySelector(".summary-bar b")?.textContent;
  expect([total(), folded()]).toEqual(["Grand total$98.00", "$98.00"]);
  await act(async () => {
    answer();
    await late;
  });
  await waitFor(() => expect([total(), folded()]).toEqual(["Grand total$99.00", "$99.00"]));
});

test("places that are on their way to be held go over to the next choice", async () => {
  let answer: () => void = () => undefined;
  const first = new Promise<Answer>((resolve) => {
    answer = () => resolve({ status: 201, body: { id: "first", session_id: "fs1", token: "own", price } });
  });
  const begun = () =>
    asked("/web/new-activity-booking").filter(({ url }) => /booking\/?$/.test(url.pathname));
  mock = openActivity("activity-details", activity({ access: null, start: { kind: "none" } }), {
    instead: (_method, path) =>
      path === "/web/new-activity-booking" && begun().length === 1 ? first : undefined,
  });
  const next = async () => {
    await screen.findByText("4 places left");
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    await screen.findByLabelText(/^First name/);
  };
  await next();
  await userEvent.click(screen.getByRole("button", { name: "Previous" }));
  await next();
  expect(begun()).toHaveLength(1);
  await act(async () => {
    answer();
    await first;
  });
  await waitFor(() => expect(begun()).toHaveLength(2));
  expect(begun()[1]?.body).toMatchObject({ activity_map_id: "first" });
  expect(begun()[1]?.headers.get("authorization")).toBe("Bearer own");
});

test("what is typed while the places are on their way to be held goes on when they are [ACT-14]", async () => {
  let answer: () => void = () => undefined;
  const held = new Promise<Answer>((resolve) => {
    answer = () => resolve({ status: 201, body: { id: "a1", session_id: "as1", token: "secret", price } });
  });
  mock = openActivity("activity-details", activity({ access: null, price: null, start: { kind: "none" } }), {
    instead: (_method, path) => (path === "/web/new-activity-booking" ? held : undefined),
  });
  await screen.findByText("4 places left");
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  const name = () => screen.findByLabelText<HTMLInputElement>(/^First name/);
  await userEvent.type(await name(), "Sio");
  await act(async () => {
    answer();
    await held;
  });
  await waitFor(() => expect(document.querySelector(".split > .folds .bill")).toBeTruthy());
  await userEvent.keyboard("bhán");
  expect((await name()).value).toBe("Siobhán");
});

test.each([
  ["event", () => openEvent("guest-information")],
  ["activity", () => openActivity("guest-information")],
] as const)("the phone number of an %s is not asked for an arrival", async (_, open) => {
  mock = open();
  expect(await screen.findByText(/^Only if something changes/)).toBeTruthy();
  expect(screen.queryByText(/arrival/)).toBeNull();
});

describe("what is booked by itself, since the right to its stay has ended, outlives a reload:", () => {
  const kept = (place: string) => JSON.parse(sessionStorage.getItem(place) ?? "{}");
  const ALONE = "This is booked by itself, not as part of your stay.";

  test("an event", async () => {
    const { stay, ended } = endedStay();
    sessionStorage.setItem("portico.event.1", JSON.stringify({ stay, access: null, draft: {} }));
    mock = openEvent("select-space", null, {
      instead: (_method, path, _url, body) =>
        path === "/web/new-event" && JSON.stringify(body).includes("ended") ? ended : undefined,
    });
    await screen.findByRole("article");
    await waitFor(() =>
      expect(kept("portico.event.1")).toMatchObject({ stay: "", access: { event_id: "e1" } }),
    );
    expect(screen.getByText(ALONE)).toBeTruthy();
    expect(screen.queryByText(/^For your stay/)).toBeNull();
  });

  test("an activity", async () => {
    const { stay, ended } = endedStay();
    mock = openActivity("activity-details", activity({ stay, access: null, start: { kind: "none" } }), {
      instead: (_method, path, _url, body) =>
        path === "/web/new-activity-booking" && JSON.stringify(body).includes("ended") ? ended : undefined,
    });
    await screen.findByText("4 places left");
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    await waitFor(() => expect(kept("portico.activity.1")).toMatchObject({ stay: "", access: { id: "a1" } }));
    expect(await screen.findByText(ALONE)).toBeTruthy();
  });

  test.each([
    ["itself", false, /^It is booked by itself, not with your stay/],
    ["stay", true, /^It is part of your stay/],
    // the stay was cancelled, or moved to other days, before it was booked
    ["stay", false, /^It is booked by itself, not with your stay/],
  ])("what belongs to %s says so beside its number (still %s)", async (belongs, of_stay, words) => {
    const confirmed = { ...kayak, of_stay };
    const booked = { belongs, confirmed, save: { kind: "done" } };
    mock = openActivity("confirmation", activity(booked), {
      instead: (_, path) => (path.includes("/confirm/") ? { status: 200, body: confirmed } : undefined),
    });
    expect(await screen.findByText(words)).toBeTruthy();
  });
});

// clause: CUR-08
test.each(["select-space", "select-package", "guest-information"])(
  "converted prices of an event say by which day's rate, and what the hotel charges in (%s)",
  async (step) => {
    const conversion = { currency: "EUR", rate: "0.9", date: "2026-11-20" };
    const { client_visible_data: data } = event();
    const summary = { ...data.summary, conversion, conversion_total_amount: 48.6 };
    mock = openEvent(step, event({ client_visible_data: { ...data, summary } }), {
      instead: (_, path) =>
        path.includes("/basic-data/")
          ? {
              status: 200,
              body: { client_visible_data: { currency: "USD", conversion, availability: [space] } },
            }
          : undefined,
    });
    const note = () => screen.findAllByText(/rate of .*20, 2026.* The hotel charges in USD\.$/);
    expect((await note()).length).toBeGreaterThan(0);
    if (step !== "select-space") expect(screen.getAllByText("About €48.60").length).toBeGreaterThan(0);
  },
);

// clause: EVENT-45
test("an event's summary has a line for space, packages, service and taxes, and their sum", async () => {
  const begun = event();
  const { summary } = begun.client_visible_data;
  const packages = [{ package_id: "COFFEE", name: "Coffee break", quantity: 8 }];
  const dear = event({
    sub_events: begun.sub_events.map((sub) => ({ ...sub, packages })),
    client_visible_data: {
      ...begun.client_visible_data,
      summary: {
        ...summary,
        ...{ total_space_charges: 50, total_package_charges: 96, total_service_charges: 7.5 },
        ...{ total_tax: 12.25, total_amount: 165.75 },
      },
    },
  });
  mock = openEvent("guest-information", dear);
  await screen.findByLabelText(/^First name/);
  const bill = document.querySelector<HTMLElement>(".split > .folds .bill");
  const lines = [...(bill?.querySelectorAll(".lines > div") ?? [])].map((line) =>
    [...line.children].map(({ textContent }) => textContent),
  );
  expect(lines).toEqual([
    ["Space", "$50.00"],
    ["Packages", "$96.00"],
    ["Service", "$7.50"],
    ["Taxes", "$12.25"],
  ]);
  expect(bill?.querySelector(".sum")?.textContent).toBe("Total$165.75");
});

// clause: EVENT-28
test("an event's guest form has its summary beside it, and the way back and on", async () => {
  mock = openEvent("guest-information");
  const name = await screen.findByLabelText(/^First name/);
  const bill = document.querySelector<HTMLElement>(".split > .folds .bill");
  expect(within(bill as HTMLElement).getByText("Chart Room")).toBeTruthy();
  expect(bill?.contains(name)).toBe(false);
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  await waitFor(() => expect(window.location.hash).toContain("/event-steps/payments"));
  act(() => window.history.back());
  await screen.findByLabelText(/^First name/);
  await userEvent.click(screen.getByRole("button", { name: "Previous" }));
  await waitFor(() => expect(window.location.hash).toContain("/event-steps/select-package"));
});

test("a package tells what one costs with taxes and fees", async () => {
  mock = openEvent("select-package", event());
  const card = await screen.findByRole("article", { name: "Coffee break" });
  expect(card.querySelector(".price")?.textContent).toBe("$12.00 per person$13.20 with taxes and fees");
});

// clause: EVENT-25
test("a package's price is in the currency that it was answered in, whichever is chosen since", async () => {
  const { client_visible_data: data } = event();
  const conversion = { currency: "EUR", rate: "0.9", date: "2026-11-20" };
  const calendars = [{ ...coffee.calendars[0], conversion_price: 10.8, conversion_total_amount: 11.88 }];
  const packages = [{ sub_event_id: "s1", packages: [{ ...coffee, calendars }] }];
  const summary = { ...data.summary, conversion, conversion_total_amount: 48.6 };
  mock = openEvent("select-package", event({ client_visible_data: { packages, summary } }));
  const card = await screen.findByRole("article", { name: "Coffee break" });
  expect(card.querySelector(".price")?.textContent).toBe("€10.80 per person€11.88 with taxes and fees");
});

describe("an event that is read in another currency", () => {
  const manyCurrencies = {
    website_config: { ...harbour.website_config, enable_multi_currency_support: true },
  };
  const reads = () =>
    asked("/web/new-event/e1/es1")
      .filter(({ method }) => method === "GET")
      .map(({ url }) => url.searchParams.get("conversion_currency") ?? "USD");
  const chooseEuro = async () => {
    await userEvent.click(screen.getByRole("button", { name: /Currency/ }));
    await userEvent.type(await screen.findByRole("combobox"), "eur{Enter}");
  };
  /** As the server has it, with the currency that it was asked for in the name of its package. */
  const inCurrency = (url: URL, packages: unknown): Answer => {
    const name = `Coffee in ${url.searchParams.get("conversion_currency") ?? "USD"}`;
    const { client_visible_data: data, sub_events } = event();
    const offered = [{ sub_event_id: "s1", packages: [{ ...coffee, name }] }];
    const body = event({
      sub_events: sub_events.map((sub) => ({ ...sub, packages })),
      client_visible_data: { ...data, packages: offered },
    });
    return { status: 200, body };
  };

  test("while a step of it is saved stays in that", async () => {
    const { late, come } = later();
    mock = openEvent("select-package", event(), {
      hotel: manyCurrencies,
      instead: (method, path, url) => {
        if (path.includes("/package-selection/")) return late;
        return method === "GET" && path === "/web/new-event/e1/es1" ? inCurrency(url, []) : undefined;
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Select: Coffee in USD" }));
    await chooseEuro();
    await screen.findByRole("article", { name: "Coffee in EUR" });
    await come({ status: 200, body: {} });
    await screen.findByRole("button", { name: "Select: Coffee in EUR" });
    expect(reads()).toEqual(["USD", "EUR", "EUR"]);
  });

  test("while what came of a step is read is read once more", async () => {
    const { late, come } = later();
    mock = openEvent("select-space", null, {
      hotel: manyCurrencies,
      instead: (method, path, url) => {
        if (method !== "GET" || path !== "/web/new-event/e1/es1") return undefined;
        return reads().length === 1 ? late : inCurrency(url, []);
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: /^Book.*Chart Room/ }));
    await userEvent.click(await screen.findByRole("button", { name: "Skip selection" }));
    await waitFor(() => expect(reads()).toEqual(["USD"]));
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    await chooseEuro();
    await come(inCurrency(new URL("http://harbour.example"), []));
    await screen.findByRole("article", { name: "Coffee in EUR" });
  });

  test("while it is ordered is confirmed in that", async () => {
    const { late, come } = later();
    const named = (url: URL) => `Launch in ${url.searchParams.get("conversion_currency") ?? "USD"}`;
    mock = openEvent("payments", event({ event_booking_profile: {} }), {
      hotel: manyCurrencies,
      instead: (method, path, url) => {
        if (path.includes("/confirm/")) return late;
        if (method !== "GET" || path !== "/web/new-event/e1/es1" || reads().length === 1) return undefined;
        return { status: 200, body: bookedEvent({ name: named(url) }) };
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: /^Book/ }));
    await waitFor(() => expect(asked("/confirm/")).toHaveLength(1));
    await chooseEuro();
    await come({ status: 200, body: bookedEvent({ name: "Launch in USD" }).confirmation });
    await screen.findByText("Launch in EUR");
  });

  test("keeps what was saved since it was asked for", async () => {
    const { late, come } = later();
    let saved: unknown = [];
    mock = openEvent("select-package", event(), {
      hotel: manyCurrencies,
      instead: (method, path, url, body) => {
        if (path.includes("/package-selection/")) {
          saved = body;
          return { status: 200, body: {} };
        }
        if (method !== "GET" || path !== "/web/new-event/e1/es1") return undefined;
        return reads().length === 2 ? late : inCurrency(url, saved);
      },
    });
    await screen.findByRole("article", { name: "Coffee in USD" });
    await chooseEuro();
    await waitFor(() => expect(reads()).toEqual(["USD", "EUR"]));
    await userEvent.click(screen.getByRole("button", { name: "Select: Coffee in USD" }));
    await screen.findByRole("button", { name: "Remove: Coffee in EUR" });
    await come(inCurrency(new URL("http://harbour.example?conversion_currency=EUR"), []));
    expect(screen.getByRole("button", { name: "Remove: Coffee in EUR" })).toBeTruthy();
  });
});

test("how many there are of a package is heard once", async () => {
  // what is on its way is chosen
  mock = openEvent("select-package", event(), {
    instead: (_, path) =>
      path.includes("/package-selection/") ? new Promise<Answer>(() => undefined) : undefined,
  });
  const heard = () => document.querySelector("[data-live]")?.textContent;
  await userEvent.click(await screen.findByRole("button", { name: "Select: Coffee break" }));
  await waitFor(() => expect(heard()).toBe("8 × Coffee break"));
  await userEvent.click(screen.getByRole("button", { name: /^More: / }));
  expect(screen.getByText("9").getAttribute("aria-live")).toBe("polite");
  expect(heard()).toBe("8 × Coffee break");
});

// clause: EVENT-50
test("packages that cannot be saved are told as an error, and the guest stays with them", async () => {
  mock = openEvent("select-package", event(), {
    instead: (_, path) => (path.includes("/package-selection/") ? { status: 500, body: {} } : undefined),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Next" }));
  expect((await screen.findByRole("alert")).textContent).toBe(
    "ErrorSomething went wrong. Please try again later",
  );
  await isMet();
  expect(popup()).toBeNull();
  expect(window.location.hash).toContain("/select-package");
});

describe("a package on its way to the server, for a guest who leaves the step and comes back,", () => {
  const goTo = (step: string) =>
    act(async () => {
      window.location.hash = window.location.hash.replace(/event-steps\/[a-z-]+/, `event-steps/${step}`);
    });
  const sent = () =>
    asked("/package-selection/").map(({ body }) =>
      (body as { package_id: string }[]).map(({ package_id }) => package_id),
    );
  const isChosen = () => screen.queryByRole("button", { name: "Remove: Coffee break" }) !== null;
  /** The first choice waits for its answer. */
  async function chooseAndComeBack() {
    const { late, come } = later();
    let saved: unknown = [];
    const begun = event();
    mock = openEvent("select-package", begun, {
      instead: (method, path, _, body) => {
        if (method === "GET" && path === "/web/new-event/e1/es1") {
          const sub_events = begun.sub_events.map((sub) => ({ ...sub, packages: saved }));
          return { status: 200, body: event({ sub_events, contact: null }) };
        }
        if (!path.includes("/package-selection/")) return undefined;
        const answered = (answer: Answer) => {
          if (answer.status === 200) saved = body;
          return answer;
        };
        return sent().length > 1 ? answered({ status: 200, body: {} }) : late.then(answered);
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "Select: Coffee break" }));
    await goTo("guest-information");
    await waitFor(() => expect(screen.queryByRole("article", { name: "Coffee break" })).toBeNull());
    await goTo("select-package");
    await screen.findByRole("article", { name: "Coffee break" });
    return come;
  }

  test("stays chosen, and is not taken out by Next", async () => {
    const come = await chooseAndComeBack();
    expect(isChosen()).toBe(true);
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    expect(sent()).toEqual([["COFFEE"]]);
    await come({ status: 200, body: {} });
    await waitFor(() => expect(window.location.hash).toContain("/guest-information"));
    expect(sent()).toEqual([["COFFEE"], ["COFFEE"]]);
  });

  test("is there as the server has it once that is known", async () => {
    const come = await chooseAndComeBack();
    await come({ status: 200, body: {} });
    expect(isChosen()).toBe(true);
    await userEvent.click(screen.getByRole("button", { name: "Remove: Coffee break" }));
    await waitFor(() => expect(sent()).toEqual([["COFFEE"], []]));
    await waitFor(() => expect(isChosen()).toBe(false));
  });

  // clause: EVENT-50
  test("is told there as an error where it cannot be saved", async () => {
    const come = await chooseAndComeBack();
    await come({ status: 500, body: {} });
    expect((await screen.findByRole("alert")).textContent).toContain("Something went wrong");
    expect(isChosen()).toBe(true);
  });

  // clause: EVENT-50
  test("is not passed by on the way to payment where it cannot be saved", async () => {
    const { late, come } = later();
    mock = openEvent("select-package", event(), {
      instead: (_, path) => (path.includes("/package-selection/") ? late : undefined),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Select: Coffee break" }));
    await goTo("guest-information");
    await come(refusal("BUSY"));
    // what is typed meanwhile is not interrupted
    expect(window.location.hash).toContain("/guest-information");
    await goTo("payments");
    expect((await screen.findByRole("alert")).textContent).toContain("Something went wrong");
    expect(isChosen()).toBe(true);
  });
});

describe("an activity that is too late to book", () => {
  const instead: Instead = (_, path) => {
    if (path === "/web/activities/calendar")
      return { status: 200, body: { currency: "USD", dates: [], activity_templates: [] } };
    return path.endsWith("/calculate-price") ? refusal("ACTIVITY_CLOSED") : undefined;
  };

  test("is told as that, with the way to another time", async () => {
    mock = openActivity("activity-details", null, { instead });
    expect((await screen.findByRole("alert")).textContent).toContain("It is too late to book this activity");
    expect(screen.queryByRole("button", { name: "Next" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Choose another time" }));
    expect(window.location.hash).toContain("/select-activity");
  });

  test("is not gone on with where it does not take place any more", async () => {
    const unknown = refusal("ACTIVITY_UNKNOWN");
    const gone: Instead = (...call) => (call[1].endsWith("/calculate-price") ? unknown : instead(...call));
    mock = openActivity("activity-details", activity(), { instead: gone });
    await screen.findByText("This activity does not take place then.");
    expect(screen.queryByRole("button", { name: "Next" })).toBeNull();
  });

  test("leads whose places are held on to their details", async () => {
    mock = openActivity("activity-details", activity(), { instead });
    await screen.findByText(/^It is too late to book this activity/);
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findByLabelText(/^First name/)).toBeTruthy();
  });
});

// clause: API-75
test.each([
  ["events", () => openEvent("select-space", null)],
  ["activities", () => openActivity("select-activity", activity({ chosen: null }))],
] as const)("%s load the hotel and the labels with the calls of the rooms", async (_, open) => {
  mock = open();
  await screen.findAllByRole("article");
  const [hotel] = asked("/v4/properties/1");
  expect(hotel?.url.pathname).toBe("/v4/properties/1");
  const [labels] = asked("/v4/common/language");
  expect(labels?.url.searchParams.get("app_id")).toBe(harbour.website_config.app_id);
  expect(labels?.url.searchParams.get("locale")).toBeTruthy();
});

describe("an activity", () => {
  const card = () => within(screen.getAllByRole("region", { name: "Your activity" }).at(-1) as HTMLElement);

  // clause: ACT-09
  test("shows its pictures side by side on desks, one at a time on phones, and what it is", async () => {
    mock = openActivity("activity-details");
    const gallery = (await screen.findByRole("article")).querySelectorAll(".gallery img");
    expect([...gallery].map((picture) => picture.getAttribute("alt"))).toEqual(["kayaks", "quay", "seals"]);
    expect(screen.getByText("Along the quay and", { exact: false })).toBeTruthy();
    cleanup();
    mock.restore();
    phone();
    mock = openActivity("activity-details");
    const article = await screen.findByRole("article");
    expect(article.querySelector(".gallery")).toBeNull();
    expect(article.querySelector(".carousel")).toBeTruthy();
  });

  // clause: ACT-10
  test("has a card with when, who, places and price, and the way back and on", async () => {
    mock = openActivity("activity-details");
    await screen.findByText("4 places left");
    expect(card().getByText(/December 12, 2026/)).toBeTruthy();
    expect(card().getByText(/09:00|9:00/)).toBeTruthy();
    expect(card().getByText("$98.00")).toBeTruthy();
    const fewer = (what: string) => card().getByRole("button", { name: `Fewer: ${what}` });
    expect(
      fewer("Children").getAttribute("aria-disabled") ??
        String((fewer("Children") as HTMLButtonElement).disabled),
    ).toBe("true");
    await userEvent.click(fewer("Adults"));
    await waitFor(() => expect(window.location.hash).toContain("adults=1"));
    expect(screen.getByRole("button", { name: "Previous" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Next" })).toBeTruthy();
  });

  test("takes no more people than have a place, and tells what each party costs [ACT-11, ACT-12]", async () => {
    mock = openActivity(
      "activity-details",
      activity({ access: null, price: null, start: { kind: "none" } }),
      {
        instead: (_, path, url) => {
          if (!path.endsWith("/calculate-price")) return undefined;
          const [adults, children] = ["adults", "children"].map((who) => Number(url.searchParams.get(who)));
          const [grown, small] = [adults ?? 0, children ?? 0];
          const party = { adults: grown, children: small, capacity_left: 4 - grown - small };
          return { status: 200, body: { ...price, ...party, grand_total: grown * 31 + small * 10 } };
        },
      },
    );
    const button = (by: string) => card().getByRole("button", { name: by });
    const stuck = (by: string) => button(by).getAttribute("aria-disabled") === "true";
    await screen.findByText("2 places left");
    expect(card().getByText("$62.00")).toBeTruthy();
    await userEvent.click(button("More: Adults"));
    await screen.findByText("1 place left");
    expect(card().getByText("$93.00")).toBeTruthy();
    expect([stuck("More: Adults"), stuck("More: Children")]).toEqual([false, false]);
    await userEvent.click(button("More: Children"));
    await waitFor(() => expect(card().getByText("$103.00")).toBeTruthy());
    expect([stuck("More: Adults"), stuck("More: Children"), stuck("Fewer: Adults")]).toEqual([
      true,
      true,
      false,
    ]);
    await userEvent.click(button("More: Adults"));
    await userEvent.click(button("Fewer: Adults"));
    await screen.findByText("1 place left");
    const parties = asked("/calculate-price").map(({ url: { searchParams: asks } }) => [
      asks.get("adults"),
      asks.get("children"),
    ]);
    expect(parties).toEqual([
      ["2", "0"],
      ["3", "0"],
      ["3", "1"],
      ["2", "1"],
    ]);
  });

  // clause: ACT-15, ACT-35
  test("is summed up beside the form, and by its total above it on phones", async () => {
    mock = openActivity("guest-information", activity());
    const name = await screen.findByLabelText(/^First name/);
    const bill = document.querySelector(".split > .folds .bill") as HTMLElement;
    const bar = document.querySelector(".summary-bar") as HTMLElement;
    const follows = (one: Element, other: Element) =>
      Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
    expect([follows(bar, name), follows(name, bill)]).toEqual([true, true]);
    for (const text of ["Total amount", "Total taxes", "Grand total"])
      expect(within(bill).getByText(new RegExp(text, "i"))).toBeTruthy();
    expect(within(bill).getByText("$98.00")).toBeTruthy();
    expect(bill.querySelector("img")?.getAttribute("src")).toContain("kayaks");
    expect(within(bar).queryByText(/Total taxes/i)).toBeNull();
    await userEvent.click(within(bar).getByRole("button"));
    expect(within(await screen.findByRole("dialog")).getByText(/Total taxes/i)).toBeTruthy();
    await userEvent.keyboard("{Escape}");
    await userEvent.click(screen.getByRole("button", { name: "Previous" }));
    await waitFor(() => expect(window.location.hash).toContain("/activity-details"));
  });
});

test("what is answered for the guests of a time that was left is not told of the next one", async () => {
  let answer: (told: Answer) => void = () => undefined;
  const late = new Promise<Answer>((resolve) => {
    answer = resolve;
  });
  mock = openActivity("guest-information", activity(), {
    instead: (_method, path) => {
      if (path === "/address-rules") return { status: 200, body: countryRules({}) };
      return path.includes("/basic-info/") ? late : undefined;
    },
  });
  await userEvent.type(await screen.findByLabelText(/^First name/), "Siobhán");
  await userEvent.type(screen.getByLabelText(/^Last name/), "Ní Bhriain");
  await userEvent.type(screen.getByLabelText(/^E-mail/), "siobhan@guest.example");
  for (const next of screen.getAllByRole("button", { name: "Next" })) await userEvent.click(next);
  await waitFor(() => expect(asked("/basic-info/")).toHaveLength(1));
  act(() => {
    window.location.hash = `#/activities/activity-steps/activity-details${window.location.hash.replace(/^[^?]*/, "")}`;
  });
  await screen.findByText("4 places left");
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  const kept = () => JSON.parse(sessionStorage.getItem("portico.activity.1") ?? "{}");
  await waitFor(() => expect(kept()).toMatchObject({ start: { kind: "done" }, save: { kind: "none" } }));
  await act(async () => {
    answer({ status: 200, body: { client_visible_data: { payment_types: cards }, price } });
    await late;
  });
  await act(async () => undefined);
  expect(kept()).toMatchObject({ save: { kind: "none" }, types: null });
});

// clause: I18N-02
test("an activity's name runs as its own language does", async () => {
  mock = openActivity("activity-details", activity());
  expect((await screen.findByRole("heading", { level: 1 })).dir).toBe("auto");
});

describe("what is measured", () => {
  const measured = (require_tracking_consent: boolean) => ({
    hotel: {
      website_config: { ...harbour.website_config, google_analytics_ids: "G-ONE", require_tracking_consent },
    },
  });
  const told = () =>
    (window.dataLayer ?? [])
      .map((entry) => Array.from(entry as ArrayLike<unknown>))
      .filter(([kind]) => kind === "event")
      .map(([, name, parameters]) => [name, parameters] as [string, Record<string, unknown>]);
  const of = (name: string) => told().find(([event]) => event === name)?.[1];
  beforeEach(() => {
    delete window.dataLayer;
    localStorage.clear();
  });
  afterEach(() => {
    for (const script of document.querySelectorAll("script[data-injected]")) script.remove();
  });

  test("consent counts at once, once, and gives the focus back [ANALYTICS-10]", async () => {
    mock = openEvent("select-package", event(), measured(true));
    const page = await waitFor(() => {
      const main = document.querySelector("main[data-step]");
      expect(main).toBeTruthy();
      return main;
    });
    await userEvent.click(await screen.findByRole("button", { name: "Yes, allow" }));
    expect(document.activeElement).toBe(page);
    await waitFor(() => expect(of("page_view")).toBeTruthy());
    expect(told().filter(([name]) => name === "page_view")).toHaveLength(1);
    const opener = within(document.querySelector("footer") as HTMLElement).getByRole("button", {
      name: "Measuring",
    });
    await userEvent.click(opener);
    await userEvent.click(await screen.findByRole("button", { name: "Yes, allow" }));
    expect(document.activeElement).toBe(opener);
    expect(told().filter(([name]) => name === "page_view")).toHaveLength(1);
  });

  test("an event that is booked is announced", async () => {
    mock = openEvent("confirmation", bookedEvent({ event_type: "MEETING" }), measured(false));
    const title = await screen.findByRole("heading", { level: 1 });
    // once: a status of its own would say it again
    expect(title.closest("[role]")).toBeNull();
    await waitFor(() => expect(document.querySelector("[data-live]")?.textContent).toBe(title.textContent));
  });

  test("of an event is its space, when it is looked at, when somebody answers for it, and when it is booked [ANALYTICS-10]", async () => {
    mock = openEvent("select-package", event(), measured(false));
    await waitFor(() => expect(of("view_item")).toBeTruthy());
    const items = [
      { item_id: "CHART", item_name: "Chart Room", item_variant: "HOUR", price: 54, quantity: 1 },
    ];
    expect(of("view_item")).toEqual({ currency: "USD", value: 54, items });
    expect(of("page_view")).toMatchObject({
      page_title: "select-package",
      route_name: "events-event-steps-select-package",
      step_number: 2,
    });
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    await waitFor(() => expect(of("begin_checkout")).toEqual({ currency: "USD", value: 54, items }));
    cleanup();
    mock.restore();
    mock = openEvent("confirmation", bookedEvent({ event_type: "MEETING" }), measured(false));
    await waitFor(() => expect(of("purchase")).toBeTruthy());
    expect(of("purchase")).toMatchObject({ transaction_id: "1EVENT", currency: "USD", value: 54, tax: 4 });
    expect(JSON.stringify(told())).not.toContain("siobhan@");
  });

  test("of an activity is its time, and the payment step is told of nobody else [ANALYTICS-10]", async () => {
    mock = openActivity("activity-details", activity({ chosen: null, price: null }), measured(false));
    await waitFor(() => expect(of("view_item")).toMatchObject({ currency: "USD", value: 54 }));
    await screen.findByText("4 places left");
    await userEvent.click(screen.getByRole("button", { name: "Next" }));
    await waitFor(() => expect(of("begin_checkout")).toMatchObject({ value: 98 }));
    expect(document.querySelectorAll('script[src*="googletagmanager"]')).toHaveLength(1);
  });

  test("is no booking that was cancelled before anybody was told of it [ANALYTICS-10]", async () => {
    const gone = { ...kayak, status: "CANCELLED" };
    for (const booked of [
      () => openEvent("confirmation", bookedEvent({ status: "CANCELLED" }), measured(false)),
      () => openActivity("confirmation", activity({ confirmed: gone, seen: true }), measured(false)),
    ]) {
      mock = booked();
      await screen.findByText(/^1(EVENT|KAYAK)$/);
      await waitFor(() => expect(of("page_view")).toBeTruthy());
      await act(async () => void (await hashed("siobhan@guest.example")));
      expect(of("purchase")).toBeUndefined();
      cleanup();
      mock.restore();
    }
  });

  test("is nothing before the guest agrees, who is asked here too", async () => {
    mock = openActivity("activity-details", activity(), measured(true));
    await screen.findByText("4 places left");
    expect(await screen.findByRole("region", { name: /measur/i })).toBeTruthy();
    expect(told()).toEqual([]);
    expect(document.querySelector('script[src*="googletagmanager"]')).toBeNull();
  });

  test("nor is what they did before they agreed, also after a reload [ANALYTICS-10]", async () => {
    for (const _ of ["agreed", "loaded anew"]) {
      mock = openEvent("confirmation", bookedEvent({ event_type: "MEETING" }), measured(true));
      await screen.findByText("1EVENT");
      const yes = screen.queryByRole("button", { name: "Yes, allow" });
      if (yes) await userEvent.click(yes);
      await waitFor(() => expect(of("page_view")).toBeTruthy());
      // a purchase waits for its hash
      await act(async () => void (await hashed("siobhan@guest.example")));
      expect(told().map(([name]) => name)).toEqual(["page_view"]);
      delete window.dataLayer;
      cleanup();
      mock.restore();
    }
  });

  test.each([
    ["an event", () => openEvent("select-space", null, measured(false)), "Chart Room"],
    ["an activity", () => openActivity("activity-details", null, measured(false)), "Kayak"],
  ] as const)("keeps %s from nobody whose browser refuses storage", async (_, open, name) => {
    const allow = refuseStorage();
    mock = open();
    await waitFor(() => expect(of("page_view")).toBeTruthy());
    expect((await screen.findAllByRole("heading", { name })).length).toBeGreaterThan(0);
    allow();
  });
});
