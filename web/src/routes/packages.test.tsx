import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Availability, Package, RateOffer, SetRateBody } from "../api";
import type { Answer } from "../api/mock/handle";
import { makeServer } from "../api/mock/handle";
import { property } from "../api/mock/hotel";
import { installMock, type Mock } from "../api/mock/install";
import { availability, selectedRoom } from "../api/mock/offers";
import { refusal } from "../api/mock/refusal";
import { queries } from "../booking/queries";
import { App } from "./App";

let mock: Mock;
const user = userEvent.setup();
const eventually = (check: () => void) => vi.waitFor(check, 60_000);

beforeEach(() => {
  window.sessionStorage.clear();
  queries.clear();
});
afterEach(() => {
  cleanup();
  mock.restore();
  vi.restoreAllMocks();
  window.history.replaceState(null, "", "/");
});

const supper: Package = {
  id: "SUPPER",
  code: "SUPPER",
  name: "Lobster supper for two",
  description: "Four courses on the quay. ".repeat(8),
  cover_photo: "/media/1/lobster.webp",
  cover_photo_alt: "A table on the quay",
  cover_photo_small: null,
  package_rate_codes: [{ rate_code_id: "FLEX" }],
};

/** Every FLEX rate also with the package, which adds a supper of 90. */
function withSupper(query: URLSearchParams): Availability {
  const answer = availability(query);
  const packed = (rate: RateOffer): RateOffer => ({
    ...rate,
    package_id: "SUPPER",
    package_code: "SUPPER",
    price_summary: {
      ...rate.price_summary,
      total_amount_after_tax_and_fee: rate.price_summary.total_amount_after_tax_and_fee + 90,
    },
  });
  const charge = { date: "2026-12-12", amount: 90, net_value: 90, net_value_excl_taxes: 90 };
  return {
    ...answer,
    packages: [supper],
    package_charge_types: [
      { id: "LOBSTER", code: "LOBSTER", name: "Lobster", package_id: "SUPPER", charges: [charge] },
    ],
    rate_details: answer.rate_details.map((room) => ({
      ...room,
      rate_codes: room.rate_codes.flatMap((rate) => (rate.id === "FLEX" ? [rate, packed(rate)] : [rate])),
    })),
  };
}

interface House {
  more?: string;
  applicable?: Package[];
  units?: boolean;
  /** What a guest does before they search. */
  before?: () => Promise<void>;
  instead?: (method: string, url: URL) => Answer | undefined;
}

/** The search of a link, with one button on it. */
function open({ more = "", applicable = [supper], units = false, instead }: House = {}) {
  const server = makeServer();
  mock = installMock({
    instead: (method, url, body) => {
      const own = instead?.(method, url);
      if (own) return own;
      if (url.pathname.endsWith("mini-rates-with-availability/v3")) {
        return { status: 200, body: withSupper(url.searchParams) };
      }
      if (url.pathname.endsWith("package-rates/applicable")) return { status: 200, body: applicable };
      if (units && /new-batch-booking$/.test(url.pathname)) {
        const answer = server(method, url, body) as { status: number; body: Record<string, unknown> };
        const { restrictions, ...rest } = answer.body as {
          restrictions: { booking_profile: Record<string, unknown> };
        };
        const booking_profile = { ...restrictions.booking_profile, allow_room_unit_booking: true };
        return { status: 201, body: { ...rest, restrictions: { booking_profile } } };
      }
      if (units && url.pathname.startsWith("/v4/properties/1/")) return server(method, url, body);
      return undefined;
    },
  });
  const stay = `from=2026-12-12&to=2026-12-14&guests=2${more}`;
  window.history.replaceState(null, "", `/?pc=HARB&property_id=1#/booking/search?${stay}`);
  render(<App />);
}

async function toRooms(house: House = {}) {
  open(house);
  await house.before?.();
  await user.click(await screen.findByRole("button", { name: "Search" }));
  await screen.findByRole("heading", { name: /Choose (your )?room/ });
  await screen.findAllByRole("article");
  // the rest of the list follows its beginning
  await eventually(() => expect(document.querySelector(".list.growing")).toBeNull());
}

const rates = () =>
  screen.getAllByRole("button", { name: /^Book, / }).map((button) => button.getAttribute("aria-label") ?? "");
const sent = (part: string) =>
  mock.calls.findLast((call) => call.url.pathname.endsWith(part))?.body as
    | Record<string, unknown>
    | undefined;

test("a rate with a package stands beside the plain one, with what it contains [PRICE-07] [ROOMS-36] [SEARCH-37]", async () => {
  await toRooms();
  const name = "Deluxe King, Lobster supper for two, Flexible";
  const row = screen.getByRole("group", { name });
  expect(within(row).getByText("Lobster supper fo..")).toBeTruthy();
  const text = `${supper.description?.slice(0, 150).trimEnd()}…`;
  expect(within(row).getByText(/^Four courses on the quay\./).textContent).toBe(text);
  expect(within(row).getByText("Lobster").nextElementSibling?.textContent).toBe("$90.00");
  expect(within(row).getByText("$536.40")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: `Book, ${name}` }));
  await eventually(() => expect(window.location.hash).toContain("guest-information"));
  expect(sent("set-rate")).toMatchObject({ rate_code_id: "FLEX", package_id: "SUPPER" });
});

test.each(["package_type=ALL", "package_type=SUPPER", "package_id=SUPPER"])(
  "a link with %s shows the packages of the stay and their rates alone [SEARCH-35] [START-09] [ROOMS-18]",
  async (link) => {
    await toRooms({ more: `&${link}` });
    const list = await screen.findByRole("list", { name: "Packages" });
    expect(within(list).getByRole("heading", { name: "Lobster supper fo.." })).toBeTruthy();
    expect(within(list).getByRole("img", { name: "A table on the quay" })).toBeTruthy();
    expect(rates().every((rate) => rate.includes("Lobster supper"))).toBe(true);
    const asked = mock.calls.find((call) => call.url.pathname.endsWith("package-rates/applicable"));
    expect(asked?.url.search).toContain(
      "check_in_date=2026-12-12&check_out_date=2026-12-14&number_of_persons=2",
    );
    const rooms = mock.calls.find((call) => call.url.pathname.endsWith("mini-rates-with-availability/v3"));
    expect(rooms?.url.searchParams.get("package_id")).toBe(link === "package_id=SUPPER" ? "SUPPER" : null);
  },
);

test.each(["package_type=SUPPER", "package_id=SUPPER"])(
  "with %s a room without that package is told as that, not as taken; every rate is a press away [ROOMS-47]",
  async (link) => {
    await toRooms({
      more: `&${link}&rn_code=CLASSIC_QUEEN`,
      instead: (_, { pathname, searchParams }) => {
        if (!pathname.endsWith("mini-rates-with-availability/v3")) return undefined;
        const { rate_details, ...answer } = withSupper(searchParams);
        const packed = searchParams.has("package_id");
        const rates = rate_details.map((room) => ({
          ...room,
          rate_codes: room.rate_codes.filter((rate) =>
            rate.package_id === null ? !packed : room.room_type_id !== "CLASSIC_QUEEN",
          ),
        }));
        const body = { ...answer, rate_details: rates.filter((room) => room.rate_codes.length > 0) };
        return { status: 200, body };
      },
    });
    await screen.findByText("There is no rate for this room on the selected dates.", { exact: false });
    await user.click(screen.getByRole("button", { name: "Show every rate" }));
    await screen.findByRole("button", { name: "Book, Classic Queen, Flexible" });
    expect(window.location.hash).not.toContain("package_");
  },
);

// asked for one package alone, the server says nothing of what can be had without
test.each([
  ["package_type=SUPPER", "This room is not available for the selected dates."],
  ["package_id=SUPPER", "There is no rate for this room on the selected dates."],
])("with %s of a room that is taken this is said: %s [ROOMS-47]", async (link, said) => {
  await toRooms({
    more: `&${link}&rn_code=CLASSIC_QUEEN`,
    instead: (_, { pathname, searchParams }) => {
      if (!pathname.endsWith("mini-rates-with-availability/v3")) return undefined;
      const { rate_details, ...answer } = withSupper(searchParams);
      const free = rate_details.filter((room) => room.room_type_id !== "CLASSIC_QUEEN");
      return { status: 200, body: { ...answer, rate_details: free } };
    },
  });
  await screen.findByText(said, { exact: false });
});

test.each(["package_type=NOPE", "package_id=NOPE"])(
  "a link with %s says that there is none and shows every rate [SEARCH-36]",
  async (link) => {
    await toRooms({ more: `&${link}` });
    await screen.findByText("No such package found. Redirecting to normal reservation creation flow.");
    expect(rates()).toContain("Book, Deluxe King, Flexible");
  },
);

test.each(["package_type=ALL", "package_type=SUPPER", "package_id=SUPPER"])(
  "with %s a package that no rate of the list has is not praised above it [SEARCH-36]",
  async (link) => {
    await toRooms({
      more: `&${link}`,
      instead: (_, url) =>
        url.pathname.endsWith("mini-rates-with-availability/v3")
          ? { status: 200, body: { ...availability(url.searchParams), packages: [supper] } }
          : undefined,
    });
    await screen.findByText("No such package found. Redirecting to normal reservation creation flow.");
    expect(screen.queryByRole("list", { name: "Packages" })).toBeNull();
    expect(rates()).toContain("Book, Deluxe King, Flexible");
  },
);

test.each(["package_type=ALL", "package_id=SUPPER"])(
  "with %s a package that comes with none of the link's rates is not praised above them [SEARCH-35]",
  async (link) => {
    await toRooms({
      more: `&${link}&rate_id=FLEX`,
      applicable: [supper, { ...supper, id: "SPA", code: "SPA", name: "A day at the spa" }],
      instead: (_, url) => {
        if (!url.pathname.endsWith("mini-rates-with-availability/v3")) return undefined;
        const { packages, rate_details, ...answer } = withSupper(url.searchParams);
        const spa = { ...supper, id: "SPA", code: "SPA", name: "A day at the spa" };
        const both = rate_details.map((room) => ({
          ...room,
          rate_codes: room.rate_codes.map((rate) =>
            rate.id === "ADVANCE" ? { ...rate, package_id: "SPA", package_code: "SPA" } : rate,
          ),
        }));
        return { status: 200, body: { ...answer, packages: [...packages, spa], rate_details: both } };
      },
    });
    const list = await screen.findByRole("list", { name: "Packages" });
    expect(
      within(list)
        .getAllByRole("heading")
        .map((one) => one.textContent),
    ).toEqual(["Lobster supper fo.."]);
  },
);

test("a package that the list has is not called missing where its guest holds the last of it [SEARCH-35]", async () => {
  await toRooms({ more: "&package_id=SUPPER", applicable: [] });
  expect(rates().every((rate) => rate.includes("Lobster supper"))).toBe(true);
  expect(screen.queryByText(/^No such package found/)).toBeNull();
});

test("a package that cannot be had for the stay leaves every rate [SEARCH-36]", async () => {
  await toRooms({
    more: "&package_id=SUPPER",
    applicable: [],
    instead: (_, url) =>
      url.pathname.endsWith("mini-rates-with-availability/v3")
        ? {
            status: 200,
            body: {
              ...availability(url.searchParams),
              packages: [supper],
              ...(url.searchParams.get("package_id") === "SUPPER" ? { rate_details: [] } : {}),
            },
          }
        : undefined,
  });
  await screen.findByText("No such package found. Redirecting to normal reservation creation flow.");
  expect(rates()).toContain("Book, Deluxe King, Advance");
});

test("with a package_type the step's forward button is there and reads Search [WIZ-08] [WIZ-25]", async () => {
  open({ more: "&package_type=ALL" });
  const forward = await screen.findAllByRole("button", { name: /^(Search|Next)$/ });
  expect(forward.map((button) => button.textContent)).toEqual(["Search"]);
  await user.click(forward[0] as HTMLElement);
  await screen.findByRole("heading", { name: /Choose (your )?room/ });
});

test("without the restriction nobody chooses a door [ROOMS-37]", async () => {
  await toRooms();
  expect(screen.queryByRole("button", { name: /^Choose a number/ })).toBeNull();
});

const choose = () =>
  user.click(screen.getByRole("button", { name: "Choose a number, Deluxe King, Flexible" }));

test("the picker lists doors by number; choosing one books it [ROOMS-24] [ROOMS-37] [ROOMS-38] [ROOMS-31]", async () => {
  await toRooms({ units: true });
  await choose();
  const picker = await screen.findByRole("dialog", { name: "Deluxe King: choose a room number" });
  const doors = await within(picker).findAllByRole("button", { name: /^No\./ });
  expect(doors.map((door) => [door.getAttribute("aria-label"), door.textContent])).toEqual([
    ["No.\u00a07", "7"],
    ["No.\u00a012", "12"],
    ["No.\u00a01204", "120.."],
  ]);
  expect(sent("suggested_rooms/v2")).toEqual({
    room_type_ids: ["DELUXE_KING"],
    start_date: "2026-12-12",
    end_date: "2026-12-14",
  });
  await user.click(within(picker).getByRole("button", { name: "No.\u00a012" }));
  await eventually(() => expect(window.location.hash).toContain("guest-information"));
  expect(sent("set-rate")).toMatchObject({
    room_type_id: "DELUXE_KING",
    rate_code_id: "FLEX",
    room_id: "12",
  });
  expect(await screen.findAllByText("No. 12")).not.toEqual([]);
});

test("skipping books without a door, closing books nothing [ROOMS-38]", async () => {
  await toRooms({ units: true });
  await choose();
  const picker = await screen.findByRole("dialog", { name: "Deluxe King: choose a room number" });
  await user.click(within(picker).getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent("set-rate")).toBeUndefined();
  await choose();
  await user.click(await screen.findByRole("button", { name: "Skip, any room will do" }));
  await eventually(() => expect(window.location.hash).toContain("guest-information"));
  expect(sent("set-rate")).toMatchObject({ room_id: null });
});

test("a door stays chosen when the price has changed meanwhile [API-27] [ROOMS-38]", async () => {
  const quote = { rate_details: [], price_summary: { total_amount_after_tax_and_fee: 999 } };
  const refused = refusal("PRICE_CHANGED", { quotes: [quote] });
  let asked = 0;
  await toRooms({
    units: true,
    instead: (_, url) => (url.pathname.endsWith("set-rate") && asked++ === 0 ? refused : undefined),
  });
  await choose();
  await user.click(await screen.findByRole("button", { name: "No.\u00a012" }));
  await user.click(await screen.findByRole("button", { name: "Take it at the new price" }));
  await eventually(() => expect(asked).toBe(2));
  expect(sent("set-rate")).toMatchObject({ room_type_id: "DELUXE_KING", room_id: "12" });
});

test("a door that somebody else took is said so [ROOMS-35]", async () => {
  await toRooms({
    units: true,
    instead: (_, url) =>
      url.pathname.endsWith("set-rate")
        ? refusal("ROOM_UNIT_TAKEN", { night: "2026-12-12", room_id: "7" })
        : undefined,
  });
  await choose();
  await user.click(await screen.findByRole("button", { name: "No.\u00a07" }));
  await screen.findByText(/can no longer be chosen/);
});

test.each([
  ["No.\u00a012", { room_id: "12" }, true],
  ["No.\u00a012", { room_id: "7" }, false],
  ["No.\u00a012", { room_id: null }, false],
  ["Skip, any room will do", { room_id: null }, true],
  ["No.\u00a012", { room_id: "12", children_ages: [9] }, true],
  ["No.\u00a012", { room_id: "12", children_ages: [10] }, false],
])(
  "of %s, whose answer is lost, the booking tells what it holds: %j is what was chosen: %s",
  async (door, held, same) => {
    const child = "children_ages" in held;
    await toRooms({
      units: true,
      more: child ? "&children=1" : "",
      before: async () => {
        if (!child) return;
        await user.click(await screen.findByRole("button", { name: /Rooms and guests/ }));
        await user.selectOptions(await screen.findByLabelText("Age of child 1"), "9");
        await user.keyboard("{Escape}");
      },
      instead: (method, url) => {
        if (url.pathname.endsWith("set-rate")) return { status: 0 };
        const asked = mock.calls.findLast((call) => call.url.pathname.endsWith("set-rate"));
        if (method !== "GET" || !asked || !url.pathname.includes("/new-batch-booking/")) return undefined;
        const session = asked.url.pathname.split("/").at(-2) ?? "";
        const room = selectedRoom(session, 1, asked.body as SetRateBody);
        return { status: 200, body: { selected_rooms: [{ ...room, ...held }] } };
      },
    });
    await choose();
    await user.click(await screen.findByRole("button", { name: door }));
    if (same) await eventually(() => expect(window.location.hash).toContain("guest-information"));
    else await screen.findByText(/^The room could not be taken/);
    expect(screen.queryByText("Deluxe King is in your stay.") !== null).toBe(same);
  },
);

test("price details show what each night is made of [PRICE-06]", async () => {
  await toRooms({
    instead: (_, url) =>
      url.pathname.endsWith("/FLEX/breakdown")
        ? {
            status: 200,
            body: {
              data: {
                conversion: null,
                estimated_total: 536.4,
                total_taxes: 8.18,
                rates: [
                  {
                    date: "2026-12-12",
                    total: 335.2,
                    breakdown: [
                      { code: "ROOM", name: "Room", amount: 245.2, net_value: 245.2, taxes: [] },
                      {
                        code: "LOBSTER",
                        name: "Lobster",
                        amount: 90,
                        net_value: 90,
                        taxes: [{ tax_type_id: "MEALS", name: "Meals tax", inclusive: true, amount: 8.18 }],
                      },
                    ],
                  },
                  {
                    date: "2026-12-13",
                    total: 201.2,
                    breakdown: [{ code: "ROOM", name: "Room", amount: 201.2, net_value: 201.2, taxes: [] }],
                  },
                ],
              },
            },
          }
        : undefined,
  });
  const name = "Deluxe King, Lobster supper for two, Flexible";
  await user.click(screen.getByRole("button", { name: `Price details : ${name}` }));
  const dialog = await screen.findByRole("dialog", { name });
  // in its night, and in the sums
  const lines = await within(dialog).findAllByText("Lobster");
  expect(lines.map((line) => line.nextElementSibling?.textContent)).toEqual(["$90.00", "$90.00"]);
  // what the supper contains of a tax is told as it is, though the sums of the offer leave it in the supper's price
  const tax = within(dialog).getAllByText("Meals tax", { exact: false });
  expect(tax.at(-1)?.parentElement?.textContent).toContain("$8.18");
  expect(sent("breakdown")).toMatchObject({
    number_of_persons: 2,
    package_id: "SUPPER",
    rates: [{ date: "2026-12-12T00:00:00Z", amount: 212 }, { date: "2026-12-13T00:00:00Z" }],
  });
});

test("price details of a package are in the guest's currency, asked for at the hotel's prices [PRICE-02] [PRICE-06] [CUR-06]", async () => {
  window.sessionStorage.setItem("portico.currency.1", JSON.stringify("EUR"));
  const website_config = { ...property.website_config, enable_multi_currency_support: true };
  const conversion = { currency: "EUR", rate: "0.9", date: "2026-11-20" };
  await toRooms({
    instead: (_, url) => {
      if (url.pathname === "/v4/properties/1") return { status: 200, body: { ...property, website_config } };
      if (url.pathname.endsWith("mini-rates-with-availability/v3")) {
        const answer = withSupper(url.searchParams);
        for (const rate of answer.rate_details.flatMap((room) => room.rate_codes)) {
          const sum = rate.price_summary;
          sum.conversion_total_amount_after_tax_and_fee = 0.9 * sum.total_amount_after_tax_and_fee;
          sum.conversion_total_tax_amount = 8.1;
        }
        return { status: 200, body: { ...answer, conversion } };
      }
      if (!url.pathname.endsWith("/FLEX/breakdown")) return undefined;
      const tax = { tax_type_id: "STATE", name: "State lodging tax", inclusive: false };
      const alone = (amount: number, conversion_amount: number) => ({
        ...{ code: "ROOM", name: "Room", amount, conversion_amount, taxes: [] },
        ...{ net_value: amount, conversion_net_value: conversion_amount },
      });
      const breakdown = [
        alone(245.2, 220.68),
        {
          code: "LOBSTER",
          name: "Lobster",
          amount: 81,
          conversion_amount: 72.9,
          net_value: 90,
          conversion_net_value: 81,
          taxes: [{ ...tax, amount: 9, conversion_amount: 8.1 }],
        },
      ];
      const room = alone(201.2, 181.08);
      const rates = [
        { date: "2026-12-12", total: 335.2, conversion_total: 301.68, breakdown },
        { date: "2026-12-13", total: 201.2, conversion_total: 181.08, breakdown: [room] },
      ];
      return { status: 200, body: { data: { conversion, estimated_total: 536.4, rates } } };
    },
  });
  const name = "Deluxe King, Lobster supper for two, Flexible";
  await user.click(screen.getByRole("button", { name: `Price details : ${name}` }));
  const dialog = await screen.findByRole("dialog", { name });
  await within(dialog).findAllByText("Lobster");
  const beside = (text: string) =>
    within(dialog)
      .getAllByText(text)
      .map((line) => line.nextElementSibling?.textContent);
  expect(beside("Room")).toEqual(["€220.68", "€181.08"]);
  // in its night and in the sums, with the tax that is on top of it
  expect(beside("Lobster")).toEqual(["€81.00", "€81.00"]);
  expect(beside("State lodging tax, contained")).toEqual(["€8.10", "€8.10"]);
  expect(within(dialog).getByText("€301.68")).toBeTruthy();
  expect(within(dialog).getByText("€482.76")).toBeTruthy();
  expect(within(dialog).getByText(/Nov 20, 2026/)).toBeTruthy();
  const asked = mock.calls.findLast((call) => call.url.pathname.endsWith("breakdown"));
  expect(asked?.url.searchParams.get("conversion_currency")).toBe("EUR");
  expect(asked?.body).toMatchObject({ package_id: "SUPPER", rates: [{ amount: 212 }, {}] });
});
