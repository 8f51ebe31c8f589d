import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { addonsOf, restrictedAddons, withAddons } from "../../api/mock/addons";
import type { Answer } from "../../api/mock/handle";
import { refusal } from "../../api/mock/refusal";
import type { ReservationAddon, SelectedRoom } from "../../api/types";
import { LiveRegion } from "../../ui";
import { keepLeftBehind } from "../left-behind";
import { chosen, nextButton, renderStep, room } from "../test-step";
import { AddonRow } from "./AddonRow";
import AddonsStep from "./AddonsStep";

beforeEach(() => {
  sessionStorage.clear();
  Element.prototype.scrollIntoView = vi.fn();
  window.scrollTo = vi.fn();
});

interface Sent {
  session: string;
  entries: ReservationAddon[];
}

/** The step with its own server, which keeps what was added; `refuse` answers in its place. */
function open(
  rooms: SelectedRoom[] = [room(1)],
  refuse: (path: string) => Answer | Promise<Answer> | undefined = () => undefined,
  inProgress: string | null = null,
  Step: () => React.ReactNode = AddonsStep,
) {
  const held = new Map(rooms.map((entry) => [entry.session_id, entry]));
  const posted: Sent[] = [];
  const page = renderStep("addons", Step, {
    state: { ...chosen(rooms, { restricted_addons: restrictedAddons }), inProgress },
    answer: (_, path, url, body) => {
      const refused = refuse(path);
      if (refused) return refused;
      const session = path.split("/").at(-2) ?? "";
      if (path.endsWith("applicable/v2")) {
        const of = held.get(url.searchParams.get("session_id") ?? "");
        return { status: 200, body: addonsOf(of ?? room(1)) };
      }
      if (path.endsWith("include-addon")) {
        const entries = (body as { reservation_addons: ReservationAddon[] }).reservation_addons;
        posted.push({ session, entries });
        const content = withAddons(held.get(session) ?? room(1), entries);
        held.set(session, content);
        return { status: 200, body: { data: { session_id: session, content } } };
      }
      if (path.endsWith("charges-and-taxes")) return { status: 200, body: held.get(session)?.profile_taxes };
      return undefined;
    },
  });
  return { ...page, posted };
}

const card = async (name: string) => screen.findByRole("article", { name });
const add = (name: string) => screen.findByRole("button", { name: `Add to room, ${name}` });
const remove = (name: string) => screen.findByRole("button", { name: `Remove, ${name}` });
const billTotal = () => document.querySelector(".bill .sum strong")?.textContent;

// clause: ADDON-01, ADDON-03
test("the step is about the stay; each card has its name, its price, a quantity and a button", async () => {
  open();
  expect(screen.getByRole("heading", { level: 1, name: "Enhance your stay" })).toBeTruthy();
  const breakfast = within(await card("Breakfast"));
  // 18 for each of two people, three mornings, 10 percent tax
  expect(breakfast.getByText("$118.80")).toBeTruthy();
  expect(breakfast.getByText("$39.60 for 2 people per night")).toBeTruthy();
  expect(breakfast.getByRole<HTMLInputElement>("textbox", { name: /Quantity/ }).value).toBe("1");
  expect(within(await card("Baby cot")).getByText("Free of charge")).toBeTruthy();
});

test("what is for all rooms of a choice counts the people of all of them", async () => {
  open([{ ...room(1), number_of_rooms: 3 }]);
  const breakfast = within(await card("Breakfast"));
  expect(breakfast.getByText("$118.80 for 6 people per night")).toBeTruthy();
});

// clause: ADDON-09
test("a day that nothing is left of cannot be ticked, and says so", async () => {
  const offered = addonsOf(room(1));
  const sail = offered.flatMap((group) => group.charge_types).find(({ id }) => id === "SAIL");
  const full = sail?.charges[1];
  if (!full) throw new Error("an add-on by the day");
  full.left = 0;
  open([room(1)], (path) => (path.endsWith("applicable/v2") ? { status: 200, body: offered } : undefined));
  const days = within(await card("An hour under sail"));
  await userEvent.click(document.querySelector("details.days summary") as HTMLElement);
  const box = days.getByRole<HTMLInputElement>("checkbox", { name: /Sold out/ });
  expect(box.getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(box);
  expect(box.checked).toBe(false);
  expect(days.getAllByRole("checkbox").filter((day) => day.hasAttribute("aria-disabled"))).toHaveLength(1);
});

// clause: ADDON-07, ADDON-08, SUMM-02
test("Add stores it on the room at once and locks its quantity, Remove gives it back", async () => {
  const page = open();
  // the bill's lines load with it
  await waitFor(() => expect(billTotal()).toBeTruthy());
  const before = billTotal();
  await userEvent.click(await add("Late check-out"));
  await remove("Late check-out");
  expect(page.posted).toEqual([{ session: "s1", entries: [{ charge_type_id: "LATE", quantity: 1 }] }]);
  expect(page.state().selected[0]?.chosen_addons.map((entry) => entry.id)).toEqual(["LATE"]);
  expect(billTotal()).not.toBe(before);
  const bill = within(document.querySelector<HTMLElement>(".bill") as HTMLElement);
  expect(await bill.findByText("Late check-out")).toBeTruthy();
  // what is in it already comes along
  await userEvent.clear(within(await card("Parking")).getByRole("textbox"));
  await userEvent.type(within(await card("Parking")).getByRole("textbox"), "2");
  await userEvent.click(await add("Parking"));
  await remove("Parking");
  expect(page.posted.at(-1)?.entries).toHaveLength(4);
  const quantity = within(await card("Parking")).getByRole<HTMLInputElement>("textbox");
  expect([quantity.readOnly, quantity.value]).toEqual([true, "2"]);
  await userEvent.click(await remove("Parking"));
  await add("Parking");
  expect(page.posted.at(-1)?.entries).toEqual([{ charge_type_id: "LATE", quantity: 1 }]);
  expect(within(await card("Parking")).getByRole<HTMLInputElement>("textbox").readOnly).toBe(false);
});

// clause: ADDON-06
test("a quantity that is none is told and nothing is added", async () => {
  const page = open();
  const breakfast = within(await card("Breakfast"));
  const quantity = breakfast.getByRole("textbox", { name: /Quantity/ });
  for (const typed of ["0", "100", "x"]) {
    await userEvent.clear(quantity);
    await userEvent.type(quantity, typed);
    await userEvent.click(await add("Breakfast"));
    expect(breakfast.getByRole("alert").textContent).toBe("Quantity needs to be between 1 and 99");
  }
  expect(page.posted).toEqual([]);
});

test("how many there are is heard when a button changes it", async () => {
  render(<LiveRegion />);
  open();
  expect(screen.getByText("Loading").closest("[role=status]")).toBeTruthy();
  const breakfast = within(await card("Breakfast"));
  await userEvent.click(breakfast.getByRole("button", { name: /^More: / }));
  await waitFor(() => expect(document.querySelector("[data-live]")?.textContent).toBe("2 × Breakfast"));
});

// clause: ADDON-09
test("days are chosen where it is by the day", async () => {
  const page = open();
  const sail = within(await card("An hour under sail"));
  expect(sail.getByText("$99.00")).toBeTruthy();
  const days = sail.getByText("Sat, Dec 12", { selector: "summary span" });
  expect(days.textContent).toContain(": An hour under sail");
  await userEvent.click(days);
  await userEvent.click(sail.getByRole("checkbox", { name: /Dec 12/ }));
  await userEvent.click(await add("An hour under sail"));
  expect(sail.getByRole("alert").textContent).toBe("Choose a day");
  await userEvent.click(sail.getByRole("checkbox", { name: /Dec 14/ }));
  await userEvent.click(await add("An hour under sail"));
  await remove("An hour under sail");
  expect(page.posted.at(-1)?.entries).toEqual([{ charge_type_id: "SAIL", quantity: 1, date: "2026-12-14" }]);
  // once it is added the card says on which
  expect(sail.getByText("Mon, Dec 14")).toBeTruthy();
  await userEvent.click(await remove("An hour under sail"));
  await add("An hour under sail");
  await userEvent.click(sail.getByText("Mon, Dec 14", { selector: "summary span" }));
  await userEvent.click(sail.getByRole("checkbox", { name: /Dec 12/ }));
  await userEvent.click(await add("An hour under sail"));
  await remove("An hour under sail");
  expect(sail.getByText("Sat, Dec 12 · Mon, Dec 14")).toBeTruthy();
  await userEvent.click(await add("Breakfast"));
  await remove("Breakfast");
  expect(within(await card("Breakfast")).getByText("Every day")).toBeTruthy();
});

// clause: ADDON-04
test("arrows show from the fourth card on, and rest where nothing is hidden", async () => {
  open();
  await card("Breakfast");
  for (const name of ["Previous add-ons", "Next add-ons"]) {
    expect(screen.getByRole("button", { name }).getAttribute("aria-disabled")).toBe("true");
  }
});

// clause: ADDON-04
test.each([
  [3, 0],
  [4, 2],
])("a row of %i that all have room has %i arrows", async (count, arrows) => {
  const cards = Array.from({ length: count }, (_, at) => <li key={at}>{`Card ${at}`}</li>);
  renderStep("addons", () => <AddonRow cards={cards} />, { state: chosen([room(1)]) });
  await screen.findByText("Card 2");
  expect(screen.queryAllByRole("button", { name: /(Previous|Next) add-ons/ })).toHaveLength(arrows);
});

test("so do those of three that have no room beside each other", async () => {
  const wide = vi.spyOn(Element.prototype, "scrollWidth", "get").mockReturnValue(900);
  const cards = ["Breakfast", "Kayak", "Parking"].map((name) => <li key={name}>{name}</li>);
  renderStep("addons", () => <AddonRow cards={cards} />, { state: chosen([room(1)]) });
  const later = await screen.findByRole("button", { name: "Next add-ons" });
  expect(later.getAttribute("aria-disabled")).toBeNull();
  wide.mockRestore();
});

test("Next leads on though the flag of the room that was chosen has not cleared yet", async () => {
  const page = open([room(1)], undefined, "DELUXE_KING/FLEX");
  await userEvent.click(nextButton() as HTMLElement);
  await waitFor(() => expect(page.went()).toBe("information"));
});

// clause: ADDON-02, ADDON-10
test("Next goes from room to room, then posts each session, asks for its taxes and leads on", async () => {
  const page = open([room(1), room(2)]);
  expect(await screen.findAllByRole("tab")).toHaveLength(2);
  await userEvent.click(await add("Late check-out"));
  await remove("Late check-out");
  await userEvent.click(nextButton() as HTMLElement);
  expect(page.went()).toBeNull();
  expect(screen.getAllByRole("tab")[1]?.getAttribute("aria-selected")).toBe("true");
  const panel = screen.getByRole("tabpanel", { name: "Room 2 · Deluxe King" });
  await waitFor(() => expect(document.activeElement).toBe(panel));
  await add("Late check-out");
  await userEvent.click(nextButton() as HTMLElement);
  await waitFor(() => expect(page.went()).toBe("information"));
  const late = [{ charge_type_id: "LATE", quantity: 1 }];
  expect(page.posted.slice(1)).toEqual([
    { session: "s1", entries: late },
    { session: "s2", entries: [] },
  ]);
  const calls = page
    .calls()
    .slice(-4)
    .map((call) => call.split("/").at(-1));
  expect(calls).toEqual([
    "include-addon",
    "include-addon",
    "calculate-folios-and-charges-and-taxes",
    "calculate-folios-and-charges-and-taxes",
  ]);
});

// clause: ADDON-02
test("one choice for all searched rooms has no tabs", async () => {
  const page = open();
  await card("Breakfast");
  expect(screen.queryByRole("tab")).toBeNull();
  expect(page.went()).toBeNull();
});

// clause: ADDON-11, ERR-14
test.each([
  ["a refusal", refusal("TIMED_OUT"), "Please try again in a moment."],
  ["a proxy's page", { status: 502, body: {} }, "Something went wrong"],
  ["no answer", { status: 0 }, "The server did not answer"],
])(
  "when Next fails with %s the step stays and says what is true, until it works or the network is back",
  async (_, broken, said) => {
    let refusing = true;
    const page = open([room(1)], (path) => (refusing && path.endsWith("include-addon") ? broken : undefined));
    await card("Breakfast");
    await userEvent.click(nextButton() as HTMLElement);
    expect((await screen.findByRole("alert")).textContent).toContain(said);
    expect(page.went()).toBeNull();
    fireEvent(window, new Event("online"));
    expect(screen.queryByRole("alert")).toBeNull();
    await waitFor(() => expect(nextButton()?.getAttribute("aria-busy")).toBeNull());
    refusing = false;
    await userEvent.click(nextButton() as HTMLElement);
    await waitFor(() => expect(page.went()).toBe("information"));
  },
);

// where the server has lost the booking, no second Next would find it
test.each([
  ["BATCH_EXPIRED", "BATCH_EXPIRED"],
  ["BATCH_UNKNOWN", "BATCH_EXPIRED"],
  ["ROOM_MISSING", "ROOM_MISSING"],
] as const)("Next leads to the words and the way back where it is refused with %s", async (code, told) => {
  const page = open([room(1)], (path) => (path.endsWith("include-addon") ? refusal(code) : undefined));
  await card("Breakfast");
  await userEvent.click(nextButton() as HTMLElement);
  await waitFor(() => expect(page.went()).toBe("confirmation"));
  expect(page.state().outcome).toMatchObject({ rooms: [], refusal: { code: told } });
});

// two tabs, or a choice whose answer was lost
test("a room that is not the one held by now is not swapped in silence: its guest sees both", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const other = { ...room(1), room_type_id: "TWIN", room_type_name: "Twin" };
  const page = open([room(1)], (path) =>
    path.endsWith("include-addon")
      ? { status: 200, body: { data: { session_id: "s1", content: other } } }
      : undefined,
  );
  await card("Breakfast");
  await userEvent.click(nextButton() as HTMLElement);
  await waitFor(() => expect(page.went()).toBe("confirmation"));
  expect(page.state().outcome).toMatchObject({
    rooms: [],
    refusal: { code: "ROOM_CHANGED", rooms: [{ session_id: "s1", room_no: 1, room_type_id: "TWIN" }] },
  });
  expect(page.state().selected[0]?.room_type_id).toBe("DELUXE_KING");
});

const ready = () => waitFor(() => expect(nextButton()?.getAttribute("aria-busy")).not.toBe("true"));

/** The room with breakfast, as its post answers it at another price. */
const dearer = (held: SelectedRoom): SelectedRoom => ({
  ...held,
  chosen_addons: held.chosen_addons.map((addon) => ({ ...addon, amount: addon.amount + 7 })),
});

test("what was added and is dearer by now is told before the guest goes on", async () => {
  const mornings = ["2026-12-12", "2026-12-13", "2026-12-14"];
  const entries = mornings.map((date) => ({ charge_type_id: "BREAKFAST", quantity: 1, date }));
  const with_ = withAddons(room(1), entries);
  const page = open([with_], (path) =>
    path.endsWith("include-addon")
      ? { status: 200, body: { data: { session_id: "s1", content: dearer(with_) } } }
      : undefined,
  );
  await card("Breakfast");
  await userEvent.click(nextButton() as HTMLElement);
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Prices of what can be added have changed/);
  expect(page.went()).toBeNull();
  await ready();
  await userEvent.click(nextButton() as HTMLElement);
  await waitFor(() => expect(page.went()).toBe("information"));
});

test("what is added at another price than its card says is told", async () => {
  open([room(1)], (path) =>
    path.endsWith("include-addon")
      ? {
          status: 200,
          body: {
            data: {
              session_id: "s1",
              content: dearer(
                withAddons(room(1), [{ charge_type_id: "LATE", quantity: 1, date: "2026-12-15" }]),
              ),
            },
          },
        }
      : undefined,
  );
  await userEvent.click(await add("Late check-out"));
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Prices of what can be added have changed/);
});

/** The step at a hotel that refuses one add-on's entries, for `field` of them. */
function refusing(id: string, field: string, has: ReservationAddon[]) {
  const posts: string[][] = [];
  const page = renderStep("addons", AddonsStep, {
    state: chosen([withAddons(room(1), has)], { restricted_addons: restrictedAddons }),
    answer: (_, path, _url, body) => {
      if (path.endsWith("applicable/v2")) return { status: 200, body: addonsOf(room(1)) };
      if (!path.endsWith("include-addon")) return undefined;
      const sent = (body as { reservation_addons: ReservationAddon[] }).reservation_addons;
      posts.push(sent.map((entry) => entry.charge_type_id));
      const at = sent.findIndex((entry) => entry.charge_type_id === id);
      if (at < 0)
        return { status: 200, body: { data: { session_id: "s1", content: withAddons(room(1), sent) } } };
      const errors = [{ field: `reservation_addons[${at}].${field}`, message: "is not offered" }];
      return refusal("UNACCEPTABLE", { errors });
    },
  });
  return { page, posts };
}
const breakfast = { charge_type_id: "BREAKFAST", quantity: 1, date: "2026-12-12" };
const late = { charge_type_id: "LATE", quantity: 1, date: "2026-12-15" };

test.each([
  ["offers no more", "charge_type_id", /Breakfast.*not offered for this stay/],
  ["sells otherwise by now", "quantity", /Breakfast.*add it once more/],
])("what the hotel %s is taken off and named, and the guest goes on", async (_, field, words) => {
  const setItem = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("forbidden");
  });
  const { page, posts } = refusing("BREAKFAST", field, [breakfast, late]);
  await card("Breakfast");
  await userEvent.click(nextButton() as HTMLElement);
  expect(await screen.findByText(words)).toBeTruthy();
  expect(page.went()).toBeNull();
  expect(posts).toEqual([["BREAKFAST", "LATE"], ["LATE"]]);
  await ready();
  await userEvent.click(nextButton() as HTMLElement);
  await waitFor(() => expect(page.went()).toBe("information"));
  setItem.mockRestore();
});

test("what has ceased to be offered when it is added is told on its card, by its name", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const { page, posts } = refusing("LATE", "charge_type_id", [breakfast]);
  const button = await add("Late check-out");
  await userEvent.click(button);
  const told = await within(await card("Late check-out")).findByRole("alert");
  expect(told.textContent).toBe("Late check-out: not offered for this stay");
  expect(posts).toEqual([["BREAKFAST", "LATE"]]);
  expect(page.state().selected[0]?.chosen_addons).toHaveLength(1);
});

test("what somebody else was quicker with is told with its day", async () => {
  const gone = refusal("ADDON_SOLD_OUT", { date: "2026-12-14", charge_type_id: "SAIL" });
  const page = open([room(1)], (path) => (path.endsWith("include-addon") ? gone : undefined));
  await userEvent.click(await add("An hour under sail"));
  const told = await within(await card("An hour under sail")).findByRole("alert");
  expect(told.textContent).toBe(
    "There are not enough left on Mon, December 14. Choose another day, or fewer.",
  );
  expect(page.state().selected[0]?.chosen_addons).toEqual([]);
});

test("what is sold out at the press keeps the focus on its card, and asks for nothing that cannot be chosen", async () => {
  let gone = false;
  open([room(1)], (path) => {
    if (path.endsWith("include-addon")) {
      gone = true;
      return refusal("ADDON_SOLD_OUT", { date: "2026-12-15" });
    }
    if (!gone || !path.endsWith("applicable/v2")) return undefined;
    const left = addonsOf(room(1)).map((group) => ({
      ...group,
      charge_types: group.charge_types.map((addon) => ({
        ...addon,
        charges: addon.charges.map((day) => ({ ...day, left: 0 })),
      })),
    }));
    return { status: 200, body: left };
  });
  await userEvent.click(await add("Late check-out"));
  const late = within(await card("Late check-out"));
  await late.findByText("Sold out");
  expect(late.getByRole("alert").textContent).toBe("There are not enough of this left on one of your days.");
  expect(late.queryByRole("button")).toBeNull();
  expect(document.activeElement).toBe(late.getByRole("heading", { name: "Late check-out" }));
  // nothing of it is in the stay, so it has no price for it: what one costs
  const sail = await card("An hour under sail");
  expect(sail.querySelector(".cost")?.textContent).toMatch(/^\$[1-9][\d.]*/);
  expect(within(sail).queryByText(/for your stay/)).toBeNull();
});

// clause: WIZ-18
test("Previous takes off what was added", async () => {
  const page = open();
  await userEvent.click(await add("Late check-out"));
  await remove("Late check-out");
  await userEvent.click(screen.getByRole("button", { name: "Previous" }));
  expect(page.went()).toBe("rooms");
  await waitFor(() => expect(page.state().selected[0]?.chosen_addons).toEqual([]));
  expect(page.posted.at(-1)).toEqual({ session: "s1", entries: [] });
});

test("what is added while the rest is still being taken off stays", async () => {
  let answer: () => void = () => undefined;
  let held = false;
  const off = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const page = open([room(1)], (path) =>
    held && path.endsWith("include-addon")
      ? off.then(() => ({ status: 500, body: { status: 500, message: "no" } }))
      : undefined,
  );
  await userEvent.click(await add("Late check-out"));
  await remove("Late check-out");
  held = true;
  await userEvent.click(screen.getByRole("button", { name: "Previous" }));
  held = false;
  const before = page.posted.length;
  await userEvent.click(await add("Parking"));
  expect(page.posted).toHaveLength(before);
  answer();
  await waitFor(() => expect(page.posted).toHaveLength(before + 1));
});

test("while Next saves, the cards wait: nothing is added or taken off beside it", async () => {
  let answer: () => void = () => undefined;
  let held = false;
  const had = withAddons(room(1), [{ charge_type_id: "LATE", quantity: 1 }]);
  const slow = new Promise<Answer>((resolve) => {
    answer = () => resolve({ status: 200, body: { data: { session_id: "s1", content: had } } });
  });
  const page = open([had], (path) => (held && path.endsWith("include-addon") ? slow : undefined));
  const taken = await remove("Late check-out");
  held = true;
  await userEvent.click(nextButton() as HTMLElement);
  held = false;
  expect(taken.getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(taken);
  await userEvent.click(await add("Parking"));
  expect(page.posted).toEqual([]);
  answer();
  await waitFor(() => expect(page.went()).toBe("information"));
  expect(page.posted).toEqual([]);
});

/** A step that its guest can leave and come back to. */
function openTwice(answer: Parameters<typeof open>[1]) {
  let leave: (gone: boolean) => void = () => undefined;
  const page = open([room(1)], answer, null, () => {
    const [gone, setGone] = useState(false);
    leave = setGone;
    return gone ? null : <AddonsStep />;
  });
  const comeAgain = () => {
    act(() => leave(true));
    act(() => leave(false));
  };
  return { page, comeAgain };
}

test("what is still being added where the step was left comes before what is taken off there again", async () => {
  let answer: () => void = () => undefined;
  let held = true;
  const had = withAddons(room(1), [{ charge_type_id: "LATE", quantity: 1 }]);
  const slow = new Promise<Answer>((resolve) => {
    answer = () => resolve({ status: 200, body: { data: { session_id: "s1", content: had } } });
  });
  const { page, comeAgain } = openTwice((path) =>
    held && path.endsWith("include-addon") ? slow : undefined,
  );
  await userEvent.click(await add("Late check-out"));
  held = false;
  comeAgain();
  await userEvent.click(await add("Parking"));
  expect(page.posted).toEqual([]);
  answer();
  await waitFor(() => expect(page.posted).toHaveLength(1));
  expect(page.posted[0]?.entries.map((entry) => entry.charge_type_id)).toContain("LATE");
});

test("what is still being added where the step was left is taken off by Previous there, before more is added", async () => {
  let answer: () => void = () => undefined;
  let held = true;
  const late = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { page, comeAgain } = openTwice((path) => {
    if (!held || !path.endsWith("include-addon")) return undefined;
    const content = withAddons(room(1), [{ charge_type_id: "LATE", quantity: 1 }]);
    return late.then(() => ({ status: 200, body: { data: { session_id: "s1", content } } }));
  });
  await userEvent.click(await add("Late check-out"));
  held = false;
  comeAgain();
  await userEvent.click(screen.getByRole("button", { name: "Previous" }));
  await userEvent.click(await add("Parking"));
  expect(page.posted).toEqual([]);
  answer();
  await waitFor(() => expect(page.posted).toHaveLength(2));
  expect(page.posted.map(({ entries }) => entries.map((entry) => entry.charge_type_id))).toEqual([
    [],
    ["PARKING", "PARKING", "PARKING"],
  ]);
});

// clause: ERR-14
test("what cannot be loaded can be asked for again, and gone on without", async () => {
  let refusing = true;
  const page = open([room(1)], (path) =>
    refusing && path.endsWith("applicable/v2")
      ? { status: 500, body: { status: 500, message: "no" } }
      : undefined,
  );
  const retry = await screen.findByRole("button", { name: "Try again" });
  expect(screen.queryByRole("dialog")).toBeNull();
  refusing = false;
  await userEvent.click(retry);
  await card("Breakfast");
  await userEvent.click(nextButton() as HTMLElement);
  await waitFor(() => expect(page.went()).toBe("information"));
});

test("what does not go with the choice is told with its days and why, and not a word where all of it does", async () => {
  const left = (name: string, wished: number, quantity: number, date: string | null, reason: string) => ({
    ...{ id: name, name, wished, quantity, date, reason },
  });
  const left_out_addons = [
    left("An hour under sail", 2, 1, "2026-12-13", "TOO_FEW"),
    left("Late check-out", 1, 0, null, "TOO_FEW"),
    left("Breakfast", 1, 0, "2026-12-16", "NOT_OFFERED"),
    left("Breakfast", 1, 0, "2026-12-17", "NOT_OFFERED"),
    left("Parking", 1, 0, null, "ADD_AGAIN"),
  ];
  open([{ ...room(1), left_out_addons }]);
  const notice = await screen.findByRole("status", { name: "" });
  expect(notice.textContent).toContain("Not all of what you had added goes with this choice:");
  expect([...notice.querySelectorAll("li")].map((line) => line.textContent)).toEqual([
    "An hour under sail: 1 instead of 2, no more are free · Sun, Dec 13",
    "Late check-out: not enough left",
    "Breakfast: not offered for this stay · Wed, Dec 16 · Thu, Dec 17",
    "Parking: no longer held, please add it once more",
  ]);
  cleanup();
  open();
  await card("Breakfast");
  expect(document.querySelector(".left-out")).toBeNull();
});

// clause: ROUTE-16
test("a reload comes back to the room that was dealt with, another opening begins with the first", async () => {
  const rooms = [room(1), room(2)];
  const chosenTab = async () => (await screen.findByRole("tab", { selected: true })).textContent;
  open(rooms);
  await userEvent.click(await screen.findByRole("tab", { name: /^Room 2/ }));
  const kept = { ...sessionStorage };
  cleanup();
  open(rooms);
  expect(await chosenTab()).toMatch(/^Room 1/);
  cleanup();
  // a page that is loaded anew takes nothing down before
  for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, String(value));
  open(rooms);
  expect(await chosenTab()).toMatch(/^Room 2/);
});

test("what ran out with its booking is named after a reload too, until it is added again", async () => {
  const parking = { id: "PARKING", name: "Parking", wished: 1, quantity: 0, date: null, reason: "ADD_AGAIN" };
  keepLeftBehind("s1", [parking, { ...parking, id: "LATE", name: "Late check-out" }]);
  open();
  const named = () => [...document.querySelectorAll("ul.left-out li")].map((line) => line.textContent);
  await add("Late check-out");
  expect(named()).toHaveLength(2);
  await userEvent.click(await add("Late check-out"));
  await remove("Late check-out");
  expect(named()).toEqual([expect.stringContaining("Parking")]);
});

test.each([
  ["Add", async () => userEvent.click(await add("Late check-out"))],
  ["Next", async () => userEvent.click(nextButton() as HTMLElement)],
])("%s on a booking that was made meanwhile leads to its confirmation", async (_, press) => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const confirmation = [{ confirmation_no: "1HKQ2M4X7TB" }];
  const page = open([room(1)], (path) => {
    if (path.endsWith("include-addon")) return refusal("ALREADY_COMMITTED");
    if (path.endsWith("new-batch-booking/b1"))
      return { status: 200, body: { status: "COMMITTED", confirmation } };
    return undefined;
  });
  await add("Late check-out");
  await press();
  await waitFor(() => expect(page.went()).toBe("confirmation"));
  expect(page.state().outcome?.rooms).toEqual(confirmation);
});
