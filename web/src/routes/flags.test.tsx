/** Every flag by which a hotel steers its page, on and off: what a guest sees differs, and only by the flag. */
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { WebsiteConfig } from "../api";
import { property as harbour } from "../api/mock/hotel";
import { installMock, type Mock } from "../api/mock/install";
import { availability } from "../api/mock/offers";
import { queries } from "../booking/queries";
import { App } from "./App";

let mock: Mock = { calls: [], restore: () => undefined };
const user = userEvent.setup();

beforeEach(() => {
  window.sessionStorage.clear();
  queries.clear();
});
afterEach(() => {
  cleanup();
  mock.restore();
  for (const script of document.querySelectorAll("script[data-injected]")) script.remove();
  window.history.replaceState(null, "", "/");
});

/** Opens the search of a hotel with these flags. */
async function open(
  flags: Partial<WebsiteConfig>,
  more: { childAges?: boolean; address?: string; login?: string | null } = {},
) {
  const hotel = {
    ...harbour,
    website_config: { ...harbour.website_config, ...flags },
    application_configuration: { enable_children_ages: more.childAges ?? true },
  };
  const { login = "https://login.example" } = more;
  mock = installMock({
    instead: (_, url) => {
      if (url.pathname === "/v4/properties/1") return { status: 200, body: hotel };
      if (url.pathname === "/v4/website/users") {
        return { status: 200, body: { account_number: null, login_url: login } };
      }
      if (url.pathname.endsWith("mini-rates-with-availability/v3")) {
        return { status: 200, body: availability(url.searchParams) };
      }
      return undefined;
    },
  });
  const stay = `#/booking/search?from=2026-12-12&to=2026-12-14${more.address ?? "&guests=2"}`;
  window.history.replaceState(null, "", `/?pc=HARB&property_id=1${stay}`);
  render(<App />);
  await screen.findByRole("button", { name: "Search" });
}

async function toRooms(flags: Partial<WebsiteConfig>, address?: string) {
  await open(flags, address ? { address } : {});
  await user.click(screen.getByRole("button", { name: "Search" }));
  await screen.findByRole("heading", { name: /Choose (your )?room/ });
  await screen.findAllByRole("article");
}

const asked = (part: string) => mock.calls.filter((call) => call.url.pathname.includes(part));

/** What a code's field is called in the list of codes, when the page takes any. */
async function codes(): Promise<string[]> {
  const fold = screen.queryByText("I have a code");
  if (!fold) return [];
  await user.click(fold);
  return ["Promo code", "Company code", "Group code"].filter(
    (name) => screen.queryAllByLabelText(name).length > 0 || screen.queryAllByText(name).length > 0,
  );
}

interface Flag {
  /** What of the documents it fulfils. */
  clauses: string;
  on: Partial<WebsiteConfig>;
  off: Partial<WebsiteConfig>;
  /** Opens the page and answers what a guest meets. */
  meets: (flags: Partial<WebsiteConfig>) => Promise<unknown>;
  /** The answer with the flag on, and off. */
  withIt: unknown;
  without: unknown;
}

const noCodes = {
  disable_discount_flow: true,
  enable_company_booking: false,
  enable_group_member_reservation_booking: false,
};

const flags: Partial<Record<keyof WebsiteConfig, Flag>> = {
  booking_color_id: {
    clauses: "[START-11] [START-25]",
    on: { booking_color_id: "#7a1fa2" },
    off: { booking_color_id: "" },
    meets: async (config) => {
      await open(config);
      return document.documentElement.style.getPropertyValue("--accent");
    },
    withIt: "#7a1fa2",
    without: "#19a7f3",
  },
  booking_page_layout: {
    clauses: "[WIZ-01] [WIZ-02]",
    on: { booking_page_layout: "VERTICAL" },
    off: { booking_page_layout: "HORIZONTAL" },
    meets: async (config) => {
      await toRooms(config);
      return document.querySelector("main")?.dataset.layout;
    },
    withIt: "VERTICAL",
    without: "HORIZONTAL",
  },
  enable_multi_room_booking: {
    clauses: "[ROOMS-03] [ROOMS-04]",
    on: { enable_multi_room_booking: true },
    off: { enable_multi_room_booking: false },
    meets: async (config) => {
      await toRooms(config, "&room_count=2&guests=4");
      const [first] = asked("mini-rates-with-availability").slice(-1);
      return [screen.queryAllByRole("tab").length, first?.url.searchParams.get("number_of_rooms")];
    },
    withIt: [0, "2"],
    without: [2, "1"],
  },
  enable_loyalty_flow: {
    clauses: "[START-15] [HEAD-06]",
    on: { enable_loyalty_flow: true },
    off: { enable_loyalty_flow: false },
    meets: async (config) => {
      await open(config);
      return [asked("website/users").length, screen.queryByText("Log in") !== null];
    },
    withIt: [1, true],
    without: [0, false],
  },
  enable_multi_language_support: {
    clauses: "[HEAD-05]",
    on: { enable_multi_language_support: true },
    off: { enable_multi_language_support: false },
    meets: async (config) => {
      await open(config);
      return screen.queryByRole("button", { name: /^Language: / }) !== null;
    },
    withIt: true,
    without: false,
  },
  hide_menus_on_booking_engine: {
    clauses: "[HEAD-16]",
    on: { hide_menus_on_booking_engine: true },
    off: { hide_menus_on_booking_engine: false },
    meets: async (config) => {
      await open(config);
      return screen.queryByRole("banner") !== null;
    },
    withIt: false,
    without: true,
  },
  enable_search_reservation: {
    clauses: "[HEAD-03] [ROLE-03]",
    on: { enable_search_reservation: true },
    off: { enable_search_reservation: false },
    meets: async (config) => {
      await open(config);
      return screen.queryByText("Search Reservation") !== null;
    },
    withIt: true,
    without: false,
  },
  app_id: {
    clauses: "[API-08]",
    on: { app_id: "SPA" },
    off: { app_id: "BOOKING_ENGINE" },
    meets: async (config) => {
      await open(config);
      return asked("common/language")[0]?.url.searchParams.get("app_id");
    },
    withIt: "SPA",
    without: "BOOKING_ENGINE",
  },
  max_guests_allowed: {
    clauses: "[SEARCH-04]",
    on: { max_guests_allowed: 2 },
    off: { max_guests_allowed: null },
    meets: async (config) => {
      await open(config, { address: "&guests=3" });
      await user.click(screen.getByRole("button", { name: /Rooms and guests/ }));
      return (await screen.findByText(/^At most \d guests a room\.$/)).textContent;
    },
    withIt: "At most 2 guests a room.",
    without: "At most 6 guests a room.",
  },
  disable_discount_flow: {
    clauses: "[SEARCH-15]",
    on: { ...noCodes, disable_discount_flow: true },
    off: { ...noCodes, disable_discount_flow: false },
    meets: async (config) => {
      await open(config);
      return codes();
    },
    withIt: [],
    without: ["Promo code"],
  },
  enable_company_booking: {
    clauses: "[SEARCH-15]",
    on: { ...noCodes, enable_company_booking: true },
    off: noCodes,
    meets: async (config) => {
      await open(config);
      return codes();
    },
    withIt: ["Company code"],
    without: [],
  },
  enable_group_member_reservation_booking: {
    clauses: "[SEARCH-15]",
    on: { ...noCodes, enable_group_member_reservation_booking: true },
    off: noCodes,
    meets: async (config) => {
      await open(config);
      return codes();
    },
    withIt: ["Group code"],
    without: [],
  },
  display_tax_inclusive_rate_on_booking_engine: {
    clauses: "[PRICE-01]",
    on: { display_tax_inclusive_rate_on_booking_engine: true },
    off: { display_tax_inclusive_rate_on_booking_engine: false },
    meets: async (config) => {
      await toRooms(config);
      const rate = screen.getByRole("group", { name: "Deluxe King, Flexible" });
      return [within(rate).getByText("$446.40") !== null, within(rate).getByText(/a night/).textContent];
    },
    withIt: [true, "$223.20 a night"],
    without: [true, "$192.00 a night before tax"],
  },
  website_config_room_types: {
    clauses: "[ROOMS-19]",
    on: { website_config_room_types: [{ room_type_id: "FAMILY_SUITE", order_no: 1 }] },
    off: { website_config_room_types: [] },
    meets: async (config) => {
      await toRooms(config);
      return screen.getAllByRole("article")[0]?.getAttribute("aria-label");
    },
    withIt: "Family Suite",
    without: "Classic Queen",
  },
  injected_scripts: {
    clauses: "[START-19]",
    on: {
      injected_scripts: "https://tags.example/a.js,https://tags.example/b.js",
      require_tracking_consent: false,
    },
    off: { injected_scripts: "", require_tracking_consent: false },
    meets: async (config) => {
      await open(config);
      if (config.injected_scripts) await waitFor(() => expect(injected()).not.toEqual([]));
      return injected();
    },
    withIt: ["https://tags.example/a.js", "https://tags.example/b.js"],
    without: [],
  },
  require_tracking_consent: {
    clauses: "[START-19]",
    on: { injected_scripts: "https://tags.example/a.js", require_tracking_consent: true },
    off: { injected_scripts: "https://tags.example/a.js", require_tracking_consent: false },
    meets: async (config) => {
      await open(config);
      if (config.require_tracking_consent) await screen.findByRole("region", { name: "Measuring" });
      else await waitFor(() => expect(injected()).not.toEqual([]));
      return injected();
    },
    withIt: [],
    without: ["https://tags.example/a.js"],
  },
};

/** Which of the hotel's own scripts the page has loaded. */
function injected(): string[] {
  return [...document.scripts].flatMap((script) => script.dataset.injected ?? []);
}

/** Flags that are tested with the parts of the page that they steer. */
const elsewhere: (keyof WebsiteConfig)[] = [
  "google_analytics_ids",
  "sojern_id",
  "enable_travel_transport_flow",
  "enable_multi_currency_support",
  "rate_display_type",
];

test.each([
  ["https://login.example", true],
  [null, false],
])(
  "who is not logged in is led to do so where there is an address for it (%s) [HEAD-09]",
  async (login, is) => {
    await open({ enable_loyalty_flow: true }, { login });
    expect(asked("website/users")).toHaveLength(1);
    expect(screen.queryByText("Log in") !== null).toBe(is);
  },
);

test("no flag of a hotel is forgotten [DATA-03] [DATA-04]", () => {
  const known = [...Object.keys(flags), ...elsewhere].sort();
  expect(known).toEqual(Object.keys(harbour.website_config).sort());
});

describe.each(Object.entries(flags))("%s", (_, flag) => {
  test(`on ${flag.clauses}`, async () => {
    expect(await flag.meets(flag.on)).toEqual(flag.withIt);
  });
  test(`off ${flag.clauses}`, async () => {
    expect(await flag.meets(flag.off)).toEqual(flag.without);
  });
});

test.each([true, false])("enable_children_ages %s [SEARCH-05]", async (childAges) => {
  await open({}, { childAges, address: "&guests=2&children=1" });
  await user.click(screen.getByRole("button", { name: /Rooms and guests/ }));
  await waitFor(() => screen.getByRole("group", { name: /Children, room 1/ }));
  expect(screen.queryAllByLabelText("Age of child 1")).toHaveLength(childAges ? 1 : 0);
});
