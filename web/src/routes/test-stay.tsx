/** For tests: the screens that manage a stay, with a server that answers as a test wants. */
import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach } from "vitest";
import type { Answer } from "../api/mock/handle";
import { property as harbour } from "../api/mock/hotel";
import { installMock, type Mock } from "../api/mock/install";
import { queries } from "../booking/queries";
import { atWork } from "../manage/cancelling";
import { App } from "./App";

let mock: Mock | undefined;
beforeEach(() => {
  sessionStorage.clear();
  queries.clear();
  atWork.clear();
});
afterEach(() => {
  cleanup();
  mock?.restore();
  window.history.replaceState(null, "", "/");
});

const details = {
  status: "HOLD",
  check_in_date: "2026-12-11",
  check_out_date: "2026-12-14",
  no_of_nights: 3,
  adults: 2,
  children: 0,
  children_ages: [] as number[],
  total_for_stay: 600,
  currency: "USD",
  paid_amount: 0,
  refunds: [] as object[],
  dues: {
    due_now: 0,
    charged_now: 0,
    due_later: 0,
    later_deposits: [] as object[],
    due_at_hotel: 600,
    stay_change: null as object | null,
    paid_with_points: 0,
  },
  points_used: 0,
  points_to_come: 0,
  cancellation: null as object | null,
  guaranteed_type: "HOLD_18",
  room_type: { id: "CLASSIC_QUEEN", code: "CLASSIC_QUEEN", name: "Classic Queen", cover_photo: null },
  rate_code_id: "FLEX",
  rate_code_name: "Flexible",
  package_id: null as string | null,
  package_name: null as string | null,
  discount: null as object | null,
  company: null as object | null,
  group_block: { id: null, group_name: null },
  mop: "GUEST",
  room_unit_number: null,
  chosen_addons: [] as object[],
  payment_sources: [] as object[],
  card_guarantee_type: "CC",
  primary_guest: {
    first_name: "Siobhán",
    last_name: "Ní Bhriain",
    email: "siobhan@guest.example",
    phone: "+3538501234567" as string | null,
    street: "14 Quay Street",
    street_2: null,
    city: "Galway",
    state: null as string | null,
    zip_code: null as string | null,
    country: "IE",
  },
  booked_at: "2026-12-01T09:00:00-05:00",
  cancellation_periods: [
    { from: null as string | null, until: null as string | null, penalty: 0, refund: 0, current: true },
  ],
  letter_url: "/letter",
  calendar_url: "/calendar",
};

const stay = {
  conf_num: "1STAY",
  request_token: "look-up",
  stay_modification_allowed: true,
  stay_fixed: null as string | null,
  public_link: null as string | null,
  payment_link: null as object | null,
  rooms: [] as object[],
  extras: [] as object[],
};

/** As one of the rooms of its booking. */
export const booked = (more: object = {}) => ({
  conf_num: "1STAY",
  request_token: "1STAY",
  status: "HOLD",
  cancellation_allowed: true,
  check_in_date: "2026-12-11",
  check_out_date: "2026-12-14",
  room_type_id: "CLASSIC_QUEEN",
  room_type_name: "Classic Queen",
  adults: 2,
  children: 0,
  total_for_stay: 600,
  company: null,
  primary_guest: details.primary_guest,
  payment_sources: [] as object[],
  card_guarantee_type: "CC" as string | null,
  transportations: [] as object[],
  ...more,
});

/** The stay that is looked up, with other details. */
export function found(more: Partial<typeof details> = {}, other: Partial<typeof stay> = {}) {
  return { ...stay, ...other, reservation_details: { ...details, ...more } };
}

const nothing = { amount: 0, currency: "USD" };
const cost = {
  penalty: nothing,
  kept: nothing,
  refund: nothing,
  refund_to: [] as object[],
  points: 0,
  free_until: null,
};
/** What cancelling comes to: nothing. */
export const consent = { ...cost, refund_once_paid: nothing, rooms: [{ conf_num: "1STAY", ...cost }] };

/** An activity beside the stay. */
export const activity = (request_token: string, name: string, cancelled: boolean) => ({
  conf_num: `1${request_token.toUpperCase()}`,
  request_token,
  extra: {
    kind: "ACTIVITY",
    name,
    status: cancelled ? "CANCELLED" : "CONFIRMED",
    cancelled_at: cancelled ? "2026-12-02T09:00:00-05:00" : null,
    from: "2026-12-12T09:00:00-05:00",
    to: "2026-12-12T11:00:00-05:00",
    currency: "USD",
    parts: [],
    total: 60,
    paid: 0,
    due_at_hotel: 60,
    letter_url: "/letter",
    calendar_url: "/calendar",
    cancellation: { allowed: !cancelled, penalty: 0, refund: 0 },
  },
});

export const seals = (cancelled: boolean) => activity("seals", "Out to the seals", cancelled);

/** The change of a stay, as it is begun. */
export const change = {
  batch_id: "b1",
  token: "secret",
  answered_at: "2026-11-21T04:00:00-05:00",
  sessions: ["s1"],
  restrictions: { booking_profile: { restricted_guarantee_types: [], restricted_addons: [] } },
  existing_reservation: {
    check_in_date: "2026-12-11",
    check_out_date: "2026-12-14",
    number_of_adults: 2,
    number_of_children: 0,
    children_ages: [],
    room_type_id: "CLASSIC_QUEEN",
    room_type_name: "Classic Queen",
    rate_code_id: "FLEX",
    rate_code_name: "Flexible",
    group_block: { id: null },
  },
};

const { website_config } = harbour;
const hotel = { ...harbour, website_config: { ...website_config, enable_search_reservation: true } };

/**
 * A screen of the stay that the tab has looked up, or of none. `instead` answers a call of managing by its path after
 * `/enterprise/v4/web`, and by its query.
 */
export function openStay(
  path: string,
  instead: (
    method: string,
    path: string,
    query: URLSearchParams,
  ) => Answer | Promise<Answer> | undefined = () => undefined,
  stayNow: (() => object) | null = found,
): void {
  mock = installMock({
    instead: (method, { pathname, searchParams }) => {
      const own = instead(method, pathname.replace("/enterprise/v4/web", ""), searchParams);
      if (own) return own;
      if (pathname === "/v4/properties/1") return { status: 200, body: hotel };
      return stayNow && pathname.endsWith("/manage-booking") ? { status: 200, body: stayNow() } : undefined;
    },
  });
  if (stayNow) sessionStorage.setItem("portico.reservation.1", "look-up");
  window.history.replaceState(null, "", `/?pc=HARB&property_id=1#${path}`);
  render(<App />);
}

/** The page goes, and what it was at with it; what the tab keeps stays. */
export function reload(): void {
  cleanup();
  atWork.clear();
}

/** The calls so far whose path ends so. */
export const calls = (method: string, end: string) =>
  (mock?.calls ?? []).filter((call) => call.method === method && call.url.pathname.endsWith(end));
