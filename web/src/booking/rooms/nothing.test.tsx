import { onlineManager } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import type { Availability, RateOffer } from "../../api";
import { property } from "../../api/mock/hotel";
import { member } from "../../api/mock/member";
import { availability } from "../../api/mock/offers";
import { refusal } from "../../api/mock/refusal";
import { LiveRegion } from "../../ui";
import { makeSearch } from "../search-data";
import { room } from "../test-step";
import { stayTotal } from "./offers";
import { renderRooms } from "./test-step";

beforeEach(() => sessionStorage.clear());

const party = { adults: 2, children: 0, children_ages: [] };
/** The pretended hotel is full on the 24th, and has its nearest stay from the 25th on. */
const FULL = { from: "2026-12-23", to: "2026-12-25" };
const NEAR = { from: "2026-12-25", to: "2026-12-27" };

const everyRate = (answer: Availability, change: (rate: RateOffer) => RateOffer): Availability => ({
  ...answer,
  rate_details: answer.rate_details.map((room) => ({ ...room, rate_codes: room.rate_codes.map(change) })),
});

/** What the nearest stay costs: a Deluxe King at the flexible rate. */
function nearTotal(): number {
  const answer = availability(
    new URLSearchParams({ check_in_date: NEAR.from, check_out_date: NEAR.to, number_of_persons: "2" }),
  );
  const king = answer.rate_details.find((room) => room.room_type_id === "DELUXE_KING");
  const flexible = king?.rate_codes.find((rate) => rate.id === "FLEX");
  return flexible ? stayTotal(flexible) : 0;
}

/** The rooms for `stay`, with the answers as `change` leaves them. */
function open(
  stay: { from: string; to: string },
  change: (answer: Availability) => Availability,
  rooms = 1,
  alike = rooms > 1,
) {
  const website_config = { ...property.website_config, enable_multi_room_booking: alike };
  return renderRooms({
    property: { website_config },
    state: {
      search: makeSearch(
        stay.from,
        stay.to,
        Array.from({ length: rooms }, () => party),
      ),
    },
    answer: (_, path, url) =>
      path.includes("mini-rates") ? { status: 200, body: change(availability(url.searchParams)) } : undefined,
  });
}

const take = async () => userEvent.click(await screen.findByRole("button", { name: "Take this stay" }));

// clause: ROOMS-47
test.each([
  ["2026-11-20", "Not offered on these dates"],
  ["2028-11-20", "Not for sale yet"],
])("of the night of %s beyond the calendar it says: %s", async (date, words) => {
  open(FULL, (answer) => ({
    ...answer,
    unavailable: answer.unavailable.map((entry) => ({
      ...entry,
      reasons: [{ code: "BEYOND_CALENDAR", date }],
    })),
  }));
  const why = await screen.findByRole("list", { name: "Why each room does not fit" });
  expect(why.firstElementChild?.textContent).toContain(words);
});

test("is read out, and names the part of the page", async () => {
  render(<LiveRegion />);
  open(FULL, (answer) => answer);
  const { textContent } = await screen.findByRole("heading", { level: 1, name: /^No room fits/ });
  expect(screen.getByRole("region", { name: textContent ?? "" })).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Choose your room" })).toBeNull();
  const said = () => document.querySelector("[data-live]")?.textContent;
  await waitFor(() => expect(said()).toBe(textContent));
});

describe("the nearest stay", () => {
  test("is booked with one tap at the price on the button", async () => {
    const page = open(FULL, (answer) => answer);
    await take();
    await waitFor(() => expect(page.state().selected).toHaveLength(1));
    expect(page.sent("set-rate")).toMatchObject({ rate_code_id: "FLEX", package_id: null });
    expect(page.state().selected[0]?.price_summary.total_amount_after_tax_and_fee).toBe(nearTotal());
  });

  test("says what cancelling it costs and what a night does", async () => {
    open(FULL, (answer) => ({
      ...answer,
      nearest_stays: answer.nearest_stays.map((stay) => ({
        ...stay,
        cancellation: {
          free_until: null,
          penalty: { kind: "PERCENT" as const, value: 100, amount: 540 },
          later_penalties: [],
        },
      })),
    }));
    await screen.findByText("No free cancellation.");
    expect(screen.getByText(/the full room price \(\$540\.00\)/)).toBeTruthy();
    expect(screen.getByText(/a night$/)).toBeTruthy();
  });

  test.each<[string, (rate: RateOffer) => RateOffer]>([
    ["comes with a package alone", (rate) => ({ ...rate, package_id: "SUPPER" })],
    [
      "costs more by now",
      (rate) => ({
        ...rate,
        price_summary: { ...rate.price_summary, total_amount_after_tax_and_fee: nearTotal() + 90 },
      }),
    ],
  ])("that %s is listed, not booked", async (_, change) => {
    const page = open(FULL, (answer) => everyRate(answer, change));
    await take();
    await screen.findAllByRole("button", { name: /^Book, Deluxe King/ });
    expect(page.state().search).toMatchObject({ checkIn: NEAR.from, checkOut: NEAR.to });
    expect(page.state().selected).toEqual([]);
    expect(page.sent("set-rate")).toBeUndefined();
  });

  test("is not waited for without a connection: that it did not come is said at once", async () => {
    renderRooms({
      state: { search: makeSearch(FULL.from, FULL.to, [party]) },
      answer: () => (onlineManager.isOnline() ? undefined : { status: 0 }),
    });
    await screen.findByRole("button", { name: "Take this stay" });
    onlineManager.setOnline(false);
    try {
      await take();
      await screen.findByText("The rooms could not be loaded.");
    } finally {
      onlineManager.setOnline(true);
    }
  });

  // clause: ROOMS-04
  test("costs what all rooms cost where one choice stands for them", async () => {
    open(
      FULL,
      (answer) => ({
        ...answer,
        nearest_stays: answer.nearest_stays.map((stay) => ({ ...stay, total_amount_after_tax_and_fee: 540 })),
      }),
      2,
    );
    await screen.findByRole("button", { name: "Take this stay" });
    expect(screen.getByText("$1,080.00")).toBeTruthy();
  });
});

test("why a room was not booked is told where nothing is left to choose from, too", async () => {
  let refused = false;
  renderRooms({
    state: { search: makeSearch(NEAR.from, NEAR.to, [party]) },
    answer: (method, path, url) => {
      if (method === "POST" && path.endsWith("/set-rate")) {
        refused = true;
        return refusal("CODE_NOT_VALID");
      }
      if (!refused || !path.includes("mini-rates")) return undefined;
      return { status: 200, body: { ...availability(url.searchParams), rate_details: [] } };
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
  await screen.findByRole("heading", { level: 1, name: /^No room fits/ });
  expect(screen.getByRole("alert").textContent).toMatch(/code/);
});

// clause: CUR-08
test.each([
  ["a nearest stay", 1, { more_rooms: null }],
  ["more rooms alone", 1, { nearest_stays: [] }],
  ["a nearest stay and more rooms", 1, {}],
  ["rooms together alone", 2, { nearest_stays: [] }],
  ["nothing at all", 1, { nearest_stays: [], more_rooms: null }],
])("of converted prices of %s it is said once that they are", async (what, rooms, change) => {
  const part = { ...room(1), total_amount_after_tax_and_fee: 540, rate_code_id: "FLEX" };
  const rooming = { rooms: [part, part], total_amount_after_tax_and_fee: 1080 };
  renderRooms({
    state: {
      search: makeSearch(
        FULL.from,
        FULL.to,
        Array.from({ length: rooms }, () => party),
      ),
    },
    answer: (_, path, url) => {
      const conversion = { currency: "EUR", rate: 0.9, date: "2026-11-20" };
      if (path.endsWith("/rooming")) return { status: 200, body: { conversion, rooming } };
      if (!path.includes("mini-rates")) return undefined;
      return {
        status: 200,
        body: { ...availability(url.searchParams), conversion, more_rooms: rooming, ...change },
      };
    },
  });
  const none = what === "nothing at all";
  await screen.findByRole("heading", { level: 1, name: /^No room fits/ });
  if (!none) await screen.findAllByRole("button", { name: /^(Take this stay|Book these rooms)$/ });
  expect(document.querySelectorAll(".conversion")).toHaveLength(none ? 0 : 1);
});

// clause: ROOMS-23
test("where only plans for points are on offer, who pays with money is shown what can be had instead", async () => {
  open(NEAR, (answer) => ({
    ...everyRate(answer, (rate) => ({ ...rate, points_eligible: true })),
    nearest_stays: availability(new URLSearchParams({ check_in_date: FULL.from, check_out_date: FULL.to }))
      .nearest_stays,
  }));
  await screen.findByRole("button", { name: "Take this stay" });
  expect(screen.queryByRole("button", { name: "Show every rate" })).toBeNull();
  expect(screen.queryByRole("button", { name: /^Book, / })).toBeNull();
});

// clause: POINTS-06, POINTS-08
test("a stay in two rooms is taken with points by who books with them", async () => {
  const website_config = { ...property.website_config, enable_loyalty_flow: true };
  const query = (check_in_date: string, check_out_date: string) =>
    new URLSearchParams({ check_in_date, check_out_date, number_of_persons: "2" });
  const [first, second] = [query("2026-12-12", "2026-12-13"), query("2026-12-13", "2026-12-15")];
  const parts = [first, second].map((dates) => {
    const of = availability(dates).rate_details.find((room) => room.room_type_id === "DELUXE_KING");
    const rate = of?.rate_codes.find(({ id }) => id === "FLEX");
    return {
      check_in_date: dates.get("check_in_date") ?? "",
      check_out_date: dates.get("check_out_date") ?? "",
      room_type_id: "DELUXE_KING",
      rate_code_id: "FLEX",
      total_amount_after_tax_and_fee: rate ? stayTotal(rate) : 0,
    };
  });
  const total_amount_after_tax_and_fee = parts.reduce(
    (sum, part) => sum + part.total_amount_after_tax_and_fee,
    0,
  );
  const page = renderRooms({
    property: { website_config },
    user: { ...member, allow_redeem_points: true, member_points: { redeemable: 9000 } },
    state: { withPoints: true, search: makeSearch("2026-12-12", "2026-12-15", [party]) },
    answer: (_, path, url) =>
      path.includes("mini-rates")
        ? {
            status: 200,
            body: {
              ...availability(url.searchParams),
              rate_details: [],
              split_stay: { parts, total_amount_after_tax_and_fee },
            },
          }
        : undefined,
  });
  await userEvent.click(await screen.findByRole("button", { name: "Book these rooms" }));
  await waitFor(() => expect(page.state().selected).toHaveLength(2));
  expect(page.sent("set-rate")).toMatchObject({ booked_with_points: true, check_in_date: "2026-12-13" });
  await waitFor(() => expect(page.went()).toBe("pointsRedemption"));
});

test.each<[string, boolean, string, RegExp]>([
  [
    "each room chosen by itself says for which one it is",
    false,
    "Room 1, Deluxe King",
    /You asked for 2 adults,/,
  ],
  [
    "rooms booked alike says that it is for all of them",
    true,
    "2 rooms, Deluxe King",
    /for 2 rooms, each 2 adults,/,
  ],
])("a nearest stay of a search with %s", async (_, alike, words, asked) => {
  open(FULL, (answer) => answer, 2, alike);
  await screen.findByText(asked);
  const [take] = await screen.findAllByRole("button", { name: "Take this stay" });
  expect(take?.closest("article")?.textContent).toContain(words);
});
