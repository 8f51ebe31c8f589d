/** What a member has left may be spent by another booking, of theirs here or in another browser. */

import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { Answer } from "../../api/mock/handle";
import { property } from "../../api/mock/hotel";
import { member } from "../../api/mock/member";
import { availability } from "../../api/mock/offers";
import { refusal } from "../../api/mock/refusal";
import { renderRooms } from "../rooms/test-step";
import { makeSearch } from "../search-data";
import type { BookingState } from "../state";
import { chosen, room } from "../test-step";

beforeEach(() => {
  sessionStorage.clear();
  window.scrollTo = vi.fn();
  Element.prototype.scrollIntoView = vi.fn();
});

const website_config = { ...property.website_config, enable_loyalty_flow: true };
const having = (redeemable: number) => ({
  ...member,
  allow_redeem_points: true,
  member_points: { redeemable },
});
const nobody = { account_number: null, member_points: null, login_url: member.login_url };
const fresh = { ...chosen([room(1)]), selected: [], profile: chosen([]).profile ?? null };
const GONE = "You no longer have these points. They were used elsewhere.";

/** The rooms of a member who had 24,000 points when the page was loaded. */
const open = (
  state: Partial<BookingState>,
  left: () => number,
  instead: (call: string, url: URL) => Answer | undefined = () => undefined,
  more: { query?: string; allow_redeem_points?: boolean; away?: boolean } = {},
) =>
  renderRooms({
    property: { website_config },
    user: { ...having(24_000), allow_redeem_points: more.allow_redeem_points ?? true },
    query: more.query ?? "",
    state,
    answer: (method, path, url) =>
      path.endsWith("/website/users")
        ? {
            status: 200,
            body: more.away
              ? nobody
              : { ...having(left()), allow_redeem_points: more.allow_redeem_points ?? true },
          }
        : instead(`${method} ${path.split("/").at(-1)}`, url),
  });
/** The server's answer where none are left. */
const refused: Answer = refusal("UNACCEPTABLE", { redeemable: 0 });
/** The same where nobody is signed in any more. */
const away: Answer = refusal("MEMBER_AWAY");

/** Of somebody who is signed out, nobody knows how many points they have by now. */
async function logsInAgain() {
  const told = (await screen.findByText(/^Please log in again/)).closest('[role="alert"]') as HTMLElement;
  const link = within(told).getByRole("link", { name: "Log in" });
  expect(link.getAttribute("href")).toBe(member.login_url);
  expect(screen.getByText("You have 24,000 points.")).toBeTruthy();
}

// clause: POINTS-01
test("whose points were spent since the page was loaded is not asked to book with them", async () => {
  open(fresh, () => 0);
  await waitFor(() => expect(screen.queryByRole("checkbox", { name: /^Book with points/ })).toBeNull());
});

// clause: ROOMS-15
test.each([
  ["comes from GOOGLE", { query: "rate_code=GOOGLE" }],
  ["may not redeem points", { allow_redeem_points: false }],
])("a member with points is asked to book with them, and not one who %s", async (_, more) => {
  const asks = () => screen.queryByRole("checkbox", { name: /^Book with points/ });
  open(fresh, () => 24_000);
  await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" });
  expect(asks()).toBeTruthy();
  cleanup();
  open(fresh, () => 24_000, undefined, more);
  await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" });
  expect(asks()).toBeNull();
});

// clause: POINTS-04
test("what there is is told and sent, with what the room that was chosen holds of it", async () => {
  const held = { ...room(1), booked_with_points: true, total_redeemed_points: 9000 };
  const page = open(
    { ...chosen([held]), withPoints: true },
    () => 3000,
    (call, url) => {
      if (!call.endsWith(" v3")) return undefined;
      const body = availability(url.searchParams);
      for (const { rate_codes } of body.rate_details)
        for (const rate of rate_codes) rate.price_summary.total_points = 18_000;
      return { status: 200, body };
    },
  );
  await screen.findByText("You have 12,000 points.");
  await userEvent.click(await screen.findByRole("button", { name: "Book, Classic Queen, Advance" }));
  await waitFor(() => expect(page.sent("set-rate")).toMatchObject({ total_redeemed_points: 12_000 }));
});

test("a room that is not taken since no points are left says so, and what there is", async () => {
  let left = 24_000;
  open(
    { ...fresh, withPoints: true },
    () => left,
    (call) => {
      if (call !== "POST set-rate") return undefined;
      left = 0;
      return refused;
    },
  );
  await userEvent.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
  await screen.findByText(GONE);
  await screen.findByText("You have 0 points.");
});

test("who was signed out since the page was loaded is led to log in again", async () => {
  const answer = (call: string) => (call === "POST set-rate" ? away : undefined);
  const page = open({ ...fresh, withPoints: true }, () => 0, answer, { away: true });
  await waitFor(() => expect(page.calls()).toContain("GET /v4/website/users"));
  await userEvent.click(await screen.findByRole("button", { name: "Book, Deluxe King, Flexible" }));
  await logsInAgain();
});

test.each(["no points are left", "the member is signed out"])(
  "rooms that are not taken together since %s say so, too",
  async (why) => {
    const isAway = why === "the member is signed out";
    const part = { room_type_id: "DELUXE_KING", rate_code_id: "FLEX", total_amount_after_tax_and_fee: 200 };
    const parts = [
      { ...part, check_in_date: "2026-12-12", check_out_date: "2026-12-13" },
      { ...part, check_in_date: "2026-12-13", check_out_date: "2026-12-15" },
    ];
    const party = { adults: 2, children: 0, children_ages: [] };
    let left = 24_000;
    open(
      { ...fresh, withPoints: true, search: makeSearch("2026-12-12", "2026-12-15", [party]) },
      () => left,
      (call, url) => {
        if (call === "POST set-rate") {
          left = 0;
          return isAway ? away : refused;
        }
        if (!call.endsWith(" v3")) return undefined;
        const split_stay = { parts, total_amount_after_tax_and_fee: 400 };
        return { status: 200, body: { ...availability(url.searchParams), rate_details: [], split_stay } };
      },
      { away: isAway },
    );
    await userEvent.click(await screen.findByRole("button", { name: "Book these rooms" }));
    if (isAway) return logsInAgain();
    await screen.findByText(GONE);
    await screen.findByText("You have 0 points.");
  },
);
