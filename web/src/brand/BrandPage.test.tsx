import { act, cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Brand, BrandProperty, LowestRate } from "../api";
import type { Answer } from "../api/mock/handle";
import { installMock, type Mock } from "../api/mock/install";
import { refusal } from "../api/mock/refusal";
import { addDays } from "../i18n";
import { english } from "../i18n/english";
import BrandPage from "./BrandPage";
import { localToday } from "./today";

// the map is looked at by the journeys: it needs a browser that lays out
vi.mock("./HotelMap", () => ({ default: () => "the map" }));

let mock: Mock;
afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
  cleanup();
  mock.restore();
  Reflect.deleteProperty(navigator, "geolocation");
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = "hk_language=; path=/; max-age=0";
});

const hotel = (id: number, code: string, name: string, city: string, type = "HOTEL"): BrandProperty => ({
  id,
  code,
  name,
  property_type: type,
  city,
  country: "CH",
  latitude: 46,
  longitude: 7,
  currency: "CHF",
  additional_details: "<p>By the water.</p>",
  amenities: [{ name: "Wi-Fi", icon: "WIFI" }],
  image: null,
});
const brand: Brand = {
  code: "PORTICO",
  name: "Portico Hotels",
  image_url: "/media/1/brand.svg",
  login_url: "https://brand.example/login",
  map_tiles: null,
  properties: [
    hotel(1, "HARB", "Harbour House", "Old Harbour"),
    hotel(2, "EDEL", "Chalet Edelgrat", "Obermatten"),
    hotel(3, "HALL", "The Hall", "Obermatten", "VENUE"),
  ],
};
const unconverted = { conversion: null, conversion_lowest_rate: null, conversion_lowest_total: null };
const rates: LowestRate[] = [
  {
    id: 1,
    code: "HARB",
    currency: "USD",
    lowest_rate: 180,
    lowest_total: 213.4,
    most_adults: 4,
    reason: null,
    distance: null,
    ...unconverted,
  },
  {
    id: 2,
    code: "EDEL",
    currency: "CHF",
    lowest_rate: null,
    lowest_total: null,
    most_adults: 4,
    reason: null,
    distance: null,
    ...unconverted,
  },
];

const euro = {
  code: "EUR",
  name: "Euro",
  symbol: "€",
  symbol_native: "€",
  name_plural: "euros",
  decimal_digits: 2,
  rounding: 0,
};
/** Half of it in euros. */
const inEuros = (rate: LowestRate): LowestRate => ({
  ...rate,
  conversion: { currency: "EUR", rate: 0.5, date: "2026-11-20" },
  conversion_lowest_rate: rate.lowest_rate && rate.lowest_rate / 2,
  conversion_lowest_total: rate.lowest_total && rate.lowest_total / 2,
});

function open(
  answers: {
    /** What stands in the address. */
    query?: string;
    /** A currency that the server refuses. */
    strange?: string;
    most?: number;
    brand?: Answer | Promise<Answer>;
    rates?: Answer;
    login?: null;
    gone?: boolean;
    slow?: true;
    nowhere?: string;
    /** Kilometres from the guest. */
    far?: number;
    /** What hotels show prices in, by their id; one that is not among them fails. */
    currencies?: Record<string, (typeof euro)[]>;
    /** Currencies of the hotels, one after the other. */
    abroad?: string[];
    /** Of a language that the guest chooses. */
    labels?: Answer;
  } = {},
) {
  mock = installMock({
    instead: (_, url, body) => {
      if (answers.labels && url.pathname.endsWith("/language") && url.searchParams.get("locale") !== "en")
        return answers.labels;
      if (url.pathname === "/v4/brand-codes") {
        const properties = brand.properties.map((one, at) => ({
          ...one,
          ...(one.code === answers.nowhere && { latitude: null, longitude: null }),
          currency: answers.abroad?.[at] ?? one.currency,
        }));
        const own = { ...brand, ...("login" in answers && { login_url: null }), properties };
        return answers.brand ?? { status: 200, body: own };
      }
      if (url.pathname.endsWith("/currencies")) {
        const currencies = answers.currencies ? answers.currencies[url.pathname.split("/")[3] ?? ""] : [euro];
        return currencies ? { status: 200, body: { currencies } } : { status: 503, body: {} };
      }
      if (url.pathname === "/v4/crs/rates/lowest") {
        const asked = body as {
          property_codes?: string[];
          location?: object;
          conversion_currency?: string;
          number_of_person: number;
        };
        if (asked.conversion_currency && asked.conversion_currency === answers.strange)
          return refusal("BAD_FIELD", { errors: [{ field: "conversion_currency" }] });
        // a search of the guest's own is on its way for as long as the test lasts
        if (answers.slow && asked.number_of_person > 1) return new Promise<Answer>(() => undefined);
        const of = rates
          .filter(({ code }) => asked.property_codes?.includes(code) ?? true)
          // a search by place finds those that say where they stand
          .filter(({ code }) => !asked.location || code !== answers.nowhere)
          .map((rate) => (asked.location ? { ...rate, distance: answers.far ?? 12.4 } : rate))
          .map((rate) => ({ ...rate, most_adults: answers.most ?? rate.most_adults }));
        if (answers.gone && asked.property_codes) return refusal("PROPERTY_UNKNOWN");
        return answers.rates ?? { status: 200, body: asked.conversion_currency ? of.map(inEuros) : of };
      }
      return undefined;
    },
  });
  render(<BrandPage code="PORTICO" query={new URLSearchParams(answers.query)} />);
}
const asked = () =>
  mock.calls
    .filter((call) => call.url.pathname.endsWith("/lowest"))
    .map((call) => call.body as Record<string, unknown>);
const listed = () => screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);
const box = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Where to" });

// clause: BRAND-01, BRAND-02, BRAND-05, BRAND-06, BRAND-10, BRAND-12, BRAND-14, API-72
test("the brand's hotels are listed for tonight and one guest", async () => {
  open();
  await screen.findByRole("heading", { name: "Harbour House" });
  const today = localToday();
  await screen.findByText("Starts from");
  expect(asked()).toMatchObject([
    {
      brand_codes: ["PORTICO"],
      check_in_date: today,
      check_out_date: addDays(today, 1),
      number_of_person: 1,
      number_of_rooms: 1,
      include_default_rate_plan_strikethrough: true,
      enable_auto_promo_selection: true,
      app_id: "BOOKING_ENGINE",
    },
  ]);
  const header = screen.getByRole("banner");
  expect(within(header).getByText("Portico Hotels")).toBeTruthy();
  expect(header.querySelector("img")?.getAttribute("src")).toBe("/media/1/brand.svg");
  expect(within(header).getByRole("link", { name: "Login" }).getAttribute("href")).toBe(
    "https://brand.example/login",
  );
  expect(listed()).toEqual(["Chalet Edelgrat", "Harbour House"]);
  const [gone, free] = screen.getAllByRole("listitem").filter((item) => item.id);
  if (!gone || !free) throw new Error("two hotels");
  expect(within(gone).getByText("Sold Out")).toBeTruthy();
  expect(
    within(gone).getByRole("button", { name: "Book, Chalet Edelgrat" }).getAttribute("aria-disabled"),
  ).toBe("true");
  expect(within(gone).getByText("No picture yet")).toBeTruthy();
  expect(within(gone).getByRole("button", { name: "Wi-Fi" })).toBeTruthy();
  expect(free.querySelector(".price b")?.textContent).toBe("$213.40");
  expect(free.querySelector(".price")?.textContent).toBe(
    "Starts from$213.40 for the stay, with taxes and fees$180.00* a night",
  );
  expect(within(free).getByRole("link", { name: "Book, Harbour House" }).getAttribute("href")).toBe(
    `/?pc=HARB&property_id=1#/booking/select-rooms?from=${today}&to=${addDays(today, 1)}&guest=1&room_count=1&skip_search=true`,
  );
});

// clause: BRAND-02
test("a brand without a place to log in shows no Login", async () => {
  open({ login: null });
  await screen.findByRole("heading", { name: "Harbour House" });
  expect(screen.queryByRole("link", { name: "Login" })).toBeNull();
});

// clause: BRAND-03, BRAND-07, BRAND-08, BRAND-09
test("a hotel is found as one types, picked, searched alone, and the empty box brings all back", async () => {
  open();
  await screen.findByText("Starts from");
  await userEvent.type(box(), "ober");
  const list = screen.getByRole("listbox");
  expect(
    within(list)
      .getAllByRole("option")
      .map((option) => option.textContent),
  ).toEqual(["Chalet EdelgratObermatten"]);
  await waitFor(() => expect(listed()).toEqual(["Chalet Edelgrat"]));
  await userEvent.click(within(list).getByRole("option"));
  expect(box().value).toBe("Chalet Edelgrat");
  expect(screen.queryByRole("listbox")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Search" }));
  await waitFor(() =>
    expect(asked().at(-1)).toMatchObject({ property_codes: ["EDEL"], brand_codes: ["PORTICO"] }),
  );
  await userEvent.clear(box());
  await userEvent.click(screen.getByRole("button", { name: "Search" }));
  await waitFor(() => expect(listed()).toEqual(["Chalet Edelgrat", "Harbour House"]));
  expect(asked().at(-1)).not.toHaveProperty("property_codes");
  expect(mock.calls.filter((call) => call.url.pathname === "/v4/brand-codes")).toHaveLength(2);
});

// clause: BRAND-04
test("one to six adults are asked for", async () => {
  open();
  await screen.findByText("Starts from");
  const adults = screen.getByRole("group", { name: "Adults" });
  const [fewer, more] = within(adults).getAllByRole("button");
  if (!fewer || !more) throw new Error("two buttons");
  expect(fewer.getAttribute("aria-disabled")).toBe("true");
  for (let press = 0; press < 8; press++) await userEvent.click(more);
  expect(within(adults).getByRole("status").textContent).toBe("6");
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ number_of_person: 6 }));
});

// clause: BRAND-04, BRAND-15
test("other dates and adults are searched for as they are chosen, and Book leads to them", async () => {
  open();
  await screen.findByText("Starts from");
  await userEvent.type(box(), "harb");
  await userEvent.click(within(screen.getByRole("listbox")).getByRole("option"));
  await userEvent.click(screen.getByRole("button", { name: "Search" }));
  const [from, to] = [addDays(localToday(), 1), addDays(localToday(), 3)];
  await userEvent.click(screen.getByRole("button", { name: /^Check-in/ }));
  for (const day of [from, to])
    await userEvent.click(document.querySelector(`button[data-day="${day}"]`) as HTMLElement);
  const chosen = { check_in_date: from, check_out_date: to, property_codes: ["HARB"] };
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ ...chosen, number_of_person: 1 }));
  await userEvent.click(screen.getByRole("button", { name: "More: Adults" }));
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ ...chosen, number_of_person: 2 }));
  const book = await screen.findByRole("link", { name: "Book, Harbour House" });
  expect(book.getAttribute("href")).toContain(`from=${from}&to=${to}&guest=2&`);
});

test("a name that is typed while other adults are searched for is searched for at once", async () => {
  open({ slow: true });
  await screen.findByText("Starts from");
  await userEvent.click(screen.getByRole("button", { name: "More: Adults" }));
  await userEvent.type(box(), "harb");
  await userEvent.click(within(screen.getByRole("listbox")).getByRole("option"));
  await userEvent.click(screen.getByRole("button", { name: "Search" }));
  expect(asked().at(-1)).toMatchObject({ property_codes: ["HARB"], number_of_person: 2 });
});

// clause: BRAND-19
test.each([false, true])(
  "near the guest, a hotel that does not say where it stands has its price all the same (still of the brand: %s)",
  async (known) => {
    const place = { coords: { latitude: 46.5, longitude: 7.5 } };
    const geolocation = { getCurrentPosition: (found: (at: typeof place) => void) => found(place) };
    Object.defineProperty(navigator, "geolocation", { value: geolocation, configurable: true });
    open({ nowhere: "HARB", gone: !known });
    await screen.findByText("Starts from");
    expect(listed()).toEqual(["Chalet Edelgrat", "Harbour House"]);
    await userEvent.click(screen.getByRole("button", { name: "Near me" }));
    await screen.findByText(/12 km/);
    const [placed, rest] = asked().slice(-2);
    expect(placed).toMatchObject({ location: { brand_codes: ["PORTICO"], lat: 46.5, long: 7.5 } });
    expect(rest).toMatchObject({ brand_codes: ["PORTICO"], property_codes: ["HARB"] });
    expect(listed()).toEqual(["Chalet Edelgrat", "Harbour House"]);
    const last = screen.getAllByRole("listitem").findLast((item) => item.id) as HTMLElement;
    expect(last.textContent?.includes("$180.00")).toBe(known);
    expect(screen.queryByText(/Prices could not be loaded/)).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Rooms free" }));
    expect(screen.queryAllByText("Harbour House")).toHaveLength(known ? 1 : 0);
    // scripts of hotels read what a tab keeps
    const kept = sessionStorage.getItem("portico.brand.PORTICO");
    expect(kept).toContain('"sort":"name"');
    expect(kept).not.toContain("46.5");
  },
);

// clause: BRAND-12, BRAND-19
test("near the guest, prices are of the dates and people that were chosen while the place was waited for", async () => {
  const place = { coords: { latitude: 46.5, longitude: 7.5 } };
  let tell: (at: typeof place) => void = () => undefined;
  const geolocation = { getCurrentPosition: (found: typeof tell) => (tell = found) };
  Object.defineProperty(navigator, "geolocation", { value: geolocation, configurable: true });
  open();
  await screen.findByText("Starts from");
  await userEvent.click(screen.getByRole("button", { name: "Near me" }));
  await userEvent.click(screen.getByRole("button", { name: "More: Adults" }));
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ number_of_person: 2 }));
  act(() => tell(place));
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ location: { lat: 46.5 } }));
  expect(asked().at(-1)).toMatchObject({ number_of_person: 2 });
});

// clause: BRAND-19
test.each([
  [0.4, "0.4 km away"],
  [12.4, "12 km away"],
])("%s kilometres are told as %s", async (far, told) => {
  const place = { coords: { latitude: 46.5, longitude: 7.5 } };
  const geolocation = { getCurrentPosition: (found: (at: typeof place) => void) => found(place) };
  Object.defineProperty(navigator, "geolocation", { value: geolocation, configurable: true });
  open({ far });
  await screen.findByText("Starts from");
  await userEvent.click(screen.getByRole("button", { name: "Near me" }));
  const [away] = await screen.findAllByText(/ away/);
  expect(away?.textContent).toContain(told);
});

// clause: BRAND-19
test("near the guest, all hotels are told whatever was picked before, and pressed again the list is as it was", async () => {
  const place = { coords: { latitude: 46.5, longitude: 7.5 } };
  const geolocation = { getCurrentPosition: (found: (at: typeof place) => void) => found(place) };
  Object.defineProperty(navigator, "geolocation", { value: geolocation, configurable: true });
  open();
  await screen.findByText("Starts from");
  await userEvent.type(box(), "harb");
  await userEvent.click(within(screen.getByRole("listbox")).getByRole("option"));
  expect(listed()).toEqual(["Harbour House"]);
  const near = screen.getByRole("button", { name: "Near me" });
  await userEvent.click(near);
  await waitFor(() => expect(near.getAttribute("aria-pressed")).toBe("true"));
  expect(listed()).toEqual(["Chalet Edelgrat", "Harbour House"]);
  expect(box().value).toBe("");
  await userEvent.click(near);
  await waitFor(() => expect(near.getAttribute("aria-pressed")).toBe("false"));
  expect(asked().at(-1)).not.toHaveProperty("location");
  expect(screen.queryByText(/12 km/)).toBeNull();
});

test("a place that is not told is said aloud", async () => {
  const geolocation = { getCurrentPosition: (_: unknown, denied: () => void) => denied() };
  Object.defineProperty(navigator, "geolocation", { value: geolocation, configurable: true });
  open();
  await screen.findByText("Starts from");
  await userEvent.click(screen.getByRole("button", { name: "Near me" }));
  expect(screen.getByRole("alert").textContent).toBeTruthy();
});

test.each([
  ["beside it after the list", false, "lastChild"],
  ["above it before the list", true, "firstChild"],
] as const)("the map stands %s", async (_, matches, place) => {
  const media = { matches, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal("matchMedia", () => media);
  open();
  if (matches) await userEvent.click(await screen.findByRole("button", { name: "Show map" }));
  const map = await screen.findByText("the map");
  const list = screen.getByRole("region", { name: "List of hotels" });
  expect(map.contains(list) && map[place]?.textContent).toBe("the map");
  vi.unstubAllGlobals();
});

// clause: BRAND-20
test("prices that fail leave the hotels, without a popup and without waiting on", async () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
  open({ rates: { status: 500, body: {} } });
  await screen.findByText(/Prices could not be loaded/);
  expect(told).toHaveBeenCalled();
  expect(listed()).toEqual(["Chalet Edelgrat", "Harbour House"]);
  expect(document.querySelector('[aria-busy="true"]')).toBeNull();
  expect(screen.queryByText("Oops! something went wrong")).toBeNull();
  told.mockRestore();
});

// clause: BRAND-20
test("a brand that cannot be loaded says so, and can be tried again", async () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const failing = { status: 500, body: {} };
  const answers: Parameters<typeof open>[0] = { brand: failing, rates: failing };
  open(answers);
  await screen.findByRole("heading", { name: "The hotels could not be loaded." });
  delete answers.brand;
  delete answers.rates;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Starts from");
  told.mockRestore();
});

// clause: BRAND-07, BRAND-20
test("a search that fails leaves the brand, its search bar and its hotels", async () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const answers: Parameters<typeof open>[0] = {};
  open(answers);
  await screen.findByText("Starts from");
  answers.brand = { status: 503, body: {} };
  answers.rates = { status: 503, body: {} };
  await userEvent.click(screen.getByRole("button", { name: "Search" }));
  await screen.findByText(/Prices could not be loaded/);
  await waitFor(() => expect(told).toHaveBeenCalledTimes(2));
  expect(listed()).toEqual(["Chalet Edelgrat", "Harbour House"]);
  delete answers.brand;
  delete answers.rates;
  await userEvent.click(screen.getByRole("button", { name: "Search" }));
  await screen.findByText("Starts from");
  told.mockRestore();
});

// clause: BRAND-13
test("the star at a price says what kind of price it is", async () => {
  open();
  const price = (await screen.findByText("Starts from")).closest(".price");
  expect(price?.querySelector("sup")?.textContent).toBe("*");
  expect(price?.querySelector("sup")?.parentElement?.textContent).toBe("$180.00* a night");
  expect(
    screen.getByText("* Lowest rate per night for the chosen dates. Taxes and fees may apply."),
  ).toBeTruthy();
});

// clause: API-74
test("a hotel that the prices do not know is sold out", async () => {
  open({ gone: true });
  await screen.findByText("Starts from");
  await userEvent.type(box(), "harb");
  await userEvent.click(within(screen.getByRole("listbox")).getByRole("option"));
  await userEvent.click(screen.getByRole("button", { name: "Search" }));
  await waitFor(() => expect(listed()).toEqual(["Harbour House"]));
  expect(await screen.findByText("Sold Out")).toBeTruthy();
  expect(screen.queryByText(/Prices could not be loaded/)).toBeNull();
});

test("a hotel whose own search refuses the stay is not sold out", async () => {
  const body = rates.map((rate) => (rate.code === "EDEL" ? { ...rate, most_adults: null } : rate));
  open({ query: "guest=5", rates: { status: 200, body } });
  expect(await screen.findByText("Not offered on these dates")).toBeTruthy();
  expect(screen.queryByText("Sold Out")).toBeNull();
  const book = screen.getByRole("button", { name: "Book, Chalet Edelgrat" });
  expect(book.getAttribute("aria-disabled")).toBe("true");
});

// clause: BRAND-12
test("nights that are not for sale yet are not sold out", async () => {
  const body = rates.map((rate) =>
    rate.code === "EDEL"
      ? { ...rate, lowest_rate: null, lowest_total: null, reason: "BEYOND_CALENDAR" }
      : rate,
  );
  open({ query: "guest=2", rates: { status: 200, body } });
  expect(await screen.findByText("Not for sale yet")).toBeTruthy();
  const book = screen.getByRole("button", { name: "Book, Chalet Edelgrat" });
  expect(book.getAttribute("aria-disabled")).toBe("true");
});

// clause: BRAND-10
test("the name of an amenity goes with Escape, until the pointer or the focus comes anew", async () => {
  open();
  const [amenity] = await screen.findAllByRole("button", { name: "Wi-Fi" });
  if (!amenity) throw new Error("an amenity");
  const told = () => amenity.dataset.name;
  expect(told()).toBeUndefined();
  await userEvent.hover(amenity);
  expect(told()).toBe("Wi-Fi");
  await userEvent.keyboard("{Escape}");
  expect(told()).toBeUndefined();
  act(() => amenity.focus());
  expect(told()).toBe("Wi-Fi");
  await userEvent.keyboard("{Escape}");
  expect(told()).toBeUndefined();
  await userEvent.unhover(amenity);
  await userEvent.hover(amenity);
  expect(told()).toBe("Wi-Fi");
});

test("a hotel that takes as many in several rooms is not sold out", async () => {
  open({ query: "guest=5", most: 2 });
  const several = await screen.findByRole("link", { name: "See several rooms, Chalet Edelgrat" });
  expect(several.getAttribute("href")).toContain("guest=5&room_count=3&skip_search=true");
  expect(screen.queryByText("Sold Out")).toBeNull();
  expect(screen.getAllByText("Too many for one room")).toHaveLength(2);
});

test("an address asks for days, adults and a currency, and Book takes them along", async () => {
  const [from, to] = [addDays(localToday(), 3), addDays(localToday(), 5)];
  open({ query: `from=${from}&to=${to}&guest=2&currency=EUR` });
  const book = await screen.findByRole("link", { name: "Book, Harbour House" });
  expect(asked()).toMatchObject([
    { check_in_date: from, check_out_date: to, number_of_person: 2, conversion_currency: "EUR" },
  ]);
  expect(book.getAttribute("href")).toContain(
    `from=${from}&to=${to}&guest=2&room_count=1&skip_search=true&currency=EUR`,
  );
});

// clause: CONST-02
test("a day that is more than half a year away says its year, a nearer one does not", async () => {
  const [from, to] = [addDays(localToday(), 180), addDays(localToday(), 185)];
  open({ query: `from=${from}&to=${to}` });
  const year = async (name: RegExp) =>
    /\d{4}/.exec((await screen.findByRole("button", { name })).textContent ?? "")?.[0];
  expect(await year(/^Check-in/)).toBeUndefined();
  expect(await year(/^Check-out/)).toBe(to.slice(0, 4));
});

test.each([
  "from=tomorrow&guest=0",
  "from=2020-01-01&to=2020-01-03&guest=7",
  "guests=1",
  "from=2500-01-01&to=2500-01-02",
])("an address that asks for nothing there is asks for tonight: %s", async (query) => {
  open({ query });
  await screen.findByText("Starts from");
  expect(asked()).toMatchObject([{ check_in_date: localToday(), number_of_person: 1 }]);
});

test("a currency that is none is asked for once, and no more", async () => {
  open({ query: "currency=XXX", strange: "XXX" });
  await screen.findByText("Starts from");
  expect(asked().map((one) => one.conversion_currency)).toEqual(["XXX", undefined]);
  expect(screen.getByRole("link", { name: "Book, Harbour House" }).getAttribute("href")).not.toContain(
    "currency",
  );
  await comeBack();
  expect(asked().map((one) => one.conversion_currency)).toEqual([undefined]);
});

// clause: BRAND-20
test("a brand that nobody knows is not waited for", async () => {
  const unknown = refusal("BRAND_UNKNOWN");
  const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
  open({ brand: unknown, rates: unknown });
  await screen.findByRole("heading", { name: "This link is not complete" });
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  told.mockRestore();
});

test("another currency asks what is being searched for, not what was found before", async () => {
  open({ slow: true });
  await screen.findByText("Starts from");
  const [, more] = within(screen.getByRole("group", { name: "Adults" })).getAllByRole("button");
  if (!more) throw new Error("two buttons");
  await userEvent.click(more);
  await userEvent.click(screen.getByRole("button", { name: /^Currency/ }));
  await userEvent.type(await screen.findByRole("combobox", { name: "Currency" }), "eur{Enter}");
  await waitFor(() =>
    expect(asked().at(-1)).toMatchObject({ conversion_currency: "EUR", number_of_person: 2 }),
  );
});

test("prices are shown in the guest's currency beside what the hotel charges, also after a reload", async () => {
  open();
  await screen.findByText("Starts from");
  await userEvent.click(screen.getByRole("button", { name: /^Currency/ }));
  await userEvent.type(await screen.findByRole("combobox", { name: "Currency" }), "eur{Enter}");
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ conversion_currency: "EUR" }));
  const price = () => screen.getByText("Starts from").closest(".price")?.textContent;
  await waitFor(() => expect(price()).toContain("€90.00"));
  expect(price()).toContain("€106.70 for the stay");
  expect(price()).toContain("$213.40 charged by the hotel");
  expect(screen.getByText(/Prices in EUR are a guide/).textContent).toContain("2026");
  cleanup();
  mock.restore();
  open();
  await screen.findByText("Starts from");
  expect(asked().at(-1)).toMatchObject({ conversion_currency: "EUR" });
});

// clause: CUR-05
test("the menu has what any hotel shows prices in, also where one does not answer", async () => {
  const dirham = { ...euro, code: "AED", name: "Dirham", name_plural: "dirhams" };
  open({ currencies: { 2: [euro] }, abroad: ["USD", "AED"] });
  await screen.findByText("Starts from");
  await userEvent.click(screen.getByRole("button", { name: /^Currency/ }));
  await screen.findByRole("option", { name: /Euro/ });
  cleanup();
  mock.restore();
  open({ currencies: { 1: [euro, dirham], 2: [dirham] }, abroad: ["USD", "AED"] });
  await screen.findByText("Starts from");
  await userEvent.click(screen.getByRole("button", { name: /^Currency/ }));
  await screen.findByRole("option", { name: /Euro/ });
  const options = within(screen.getByRole("listbox")).getAllByRole("option");
  expect(options.map((one) => one.textContent?.slice(0, 3))).toEqual(["The", "AED", "EUR"]);
});

test("no order by price goes on where prices come to be in different currencies", async () => {
  const price = { lowest_rate: 180, lowest_total: 213.4, ...unconverted };
  const dear = { ...(rates[1] as LowestRate), ...price, lowest_total: 500 };
  const cheap = { ...(rates[0] as LowestRate), ...price, currency: "CHF" };
  const answers: Parameters<typeof open>[0] = { rates: { status: 200, body: [cheap, dear] } };
  open(answers);
  await screen.findAllByText("Starts from");
  const order = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Sort by" });
  await userEvent.selectOptions(order(), "price");
  expect(listed()).toEqual(["Harbour House", "Chalet Edelgrat"]);
  answers.rates = { status: 200, body: [{ ...cheap, currency: "USD" }, dear] };
  await userEvent.click(screen.getByRole("button", { name: "More: Adults" }));
  await waitFor(() => expect(listed()).toEqual(["Chalet Edelgrat", "Harbour House"]));
  expect(screen.queryByRole("combobox", { name: "Sort by" })).toBeNull();
});

/** The page once more, as who comes back from a hotel finds it. */
async function comeBack() {
  cleanup();
  mock.restore();
  open();
  await screen.findByText("Starts from");
}

test("who comes back from a hotel finds the stay, the place and the order as they were", async () => {
  open();
  await screen.findByText("Starts from");
  await userEvent.click(screen.getByRole("button", { name: /^More/ }));
  await userEvent.type(box(), "harb{ArrowDown}{Enter}");
  await userEvent.click(screen.getByRole("button", { name: "Search" }));
  await userEvent.click(screen.getByRole("button", { name: "Rooms free" }));
  await waitFor(() => expect(listed()).toEqual(["Harbour House"]));
  await comeBack();
  expect(asked()).toMatchObject([{ property_codes: ["HARB"], number_of_person: 2 }]);
  expect(box().value).toBe("Harbour House");
  expect(listed()).toEqual(["Harbour House"]);
  expect(screen.getByRole("button", { name: "Rooms free" }).getAttribute("aria-pressed")).toBe("true");
});

test("a kept night that is over is tonight", async () => {
  open();
  await screen.findByText("Starts from");
  await userEvent.click(screen.getByRole("button", { name: /^More/ }));
  const storage = JSON.parse(sessionStorage.getItem("portico.brand.PORTICO") ?? "");
  const [from, to] = [addDays(localToday(), -2), addDays(localToday(), 3)];
  cleanup();
  sessionStorage.setItem(
    "portico.brand.PORTICO",
    JSON.stringify({ ...storage, stay: { from, to, adults: 2 } }),
  );
  await comeBack();
  const tonight = { check_in_date: localToday(), check_out_date: addDays(localToday(), 1) };
  expect(asked()).toMatchObject([{ ...tonight, number_of_person: 2 }]);
});

/** The guest comes back to the tab on the morning after. */
function nextMorning() {
  vi.setSystemTime("2026-12-02T09:00");
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
}

// clause: BRAND-12, BRAND-16
test("a tab left open over midnight is of tonight, its prices and its days too", async () => {
  vi.setSystemTime("2026-12-01T22:00");
  open();
  await screen.findByText("Starts from");
  await userEvent.click(screen.getByRole("button", { name: /^More/ }));
  nextMorning();
  const tonight = { check_in_date: "2026-12-02", check_out_date: "2026-12-03", number_of_person: 2 };
  await waitFor(() => expect(asked().at(-1)).toMatchObject(tonight));
  await userEvent.click(screen.getByRole("button", { name: "Search" }));
  expect(asked().at(-1)).toMatchObject(tonight);
  await userEvent.click(screen.getByRole("button", { name: /^Check-in/ }));
  expect(document.querySelector("[data-day]")?.getAttribute("data-day")).toBe("2026-12-02");
});

test("a stay that is still to come outlasts midnight, and so does its open calendar", async () => {
  vi.setSystemTime("2026-12-01T22:00");
  open({ query: "from=2026-12-05&to=2026-12-07" });
  await screen.findByText("Starts from");
  const before = asked().length;
  await userEvent.click(screen.getByRole("button", { name: /^Check-in/ }));
  nextMorning();
  await waitFor(() => expect(document.querySelector('button[data-day="2026-12-01"]')).toBeNull());
  expect(document.querySelector('button[data-day="2026-12-05"]')).toBeTruthy();
  expect(asked()).toHaveLength(before);
});

test("an arrival that was picked before midnight is given up with its night", async () => {
  vi.setSystemTime("2026-12-01T22:00");
  open({ query: "from=2026-12-05&to=2026-12-07" });
  await screen.findByText("Starts from");
  const pickDay = async (day: string) => {
    const found = document.querySelector(`button[data-day="${day}"]`);
    if (!found) throw new Error(`${day} can be picked`);
    await userEvent.click(found);
  };
  await userEvent.click(screen.getByRole("button", { name: /^Check-in/ }));
  await pickDay("2026-12-01");
  nextMorning();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await userEvent.click(screen.getByRole("button", { name: /^Check-in/ }));
  await pickDay("2026-12-03");
  await pickDay("2026-12-04");
  await waitFor(() =>
    expect(asked().at(-1)).toMatchObject({ check_in_date: "2026-12-03", check_out_date: "2026-12-04" }),
  );
});

test.each([
  { stay: { from: "2026-12-10" } },
  { text: 5 },
  { stay: null },
  { sort: "x" },
  { only: {} },
  { currency: {} },
])("what is kept in another shape begins anew: %j", async (kept) => {
  sessionStorage.setItem("portico.brand.PORTICO", JSON.stringify(kept));
  open();
  await screen.findByText("Starts from");
  expect(asked()).toMatchObject([{ check_in_date: localToday(), number_of_person: 1 }]);
});

test("the days close with Escape from their opener, and give the focus back to it", async () => {
  open();
  await screen.findByText("Starts from");
  const opener = screen.getByRole("button", { name: /^Check-in/ });
  opener.focus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("dialog", { name: "Your dates" })).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  await userEvent.keyboard("{Enter}");
  document.querySelector<HTMLElement>(`[data-day="${localToday()}"]`)?.focus();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(opener);
});

// clause: BRAND-16
test("arrivals are from today to 729 days on, departures from the day after the arrival to 730", async () => {
  open();
  await screen.findByText("Starts from");
  const today = localToday();
  /** Whether a day can be picked, two years on. */
  const can = async (field: RegExp, ...days: number[]) => {
    await userEvent.click(screen.getByRole("button", { name: field }));
    const first = document.querySelector<HTMLElement>(`[data-day="${today}"]`);
    first?.focus();
    await userEvent.keyboard("{Shift>}{PageDown}{PageDown}{/Shift}{PageDown}");
    const free = (on: number) => {
      const found = document.querySelector(`button[data-day="${addDays(today, on)}"]`);
      return found !== null && found.getAttribute("aria-disabled") !== "true";
    };
    const found = days.map(free);
    await userEvent.keyboard("{Escape}");
    return found;
  };
  expect(await can(/^Check-in/, 729, 730)).toEqual([true, false]);
  expect(await can(/^Check-out/, 730, 731)).toEqual([true, false]);
});

const chooseGerman = async () => {
  await userEvent.click(await screen.findByRole("button", { name: /^Language/ }));
  await userEvent.click(await screen.findByRole("option", { name: /Deutsch/ }));
};

// clause: BRAND-08
test("a hotel that was picked stays so in another language, by its name there", async () => {
  const answers: Parameters<typeof open>[0] = { labels: { status: 200, body: english } };
  open(answers);
  await screen.findByText("Starts from");
  await userEvent.type(box(), "ober");
  await userEvent.click(within(screen.getByRole("listbox")).getByRole("option"));
  expect(listed()).toEqual(["Chalet Edelgrat"]);
  const properties = brand.properties.map((one) =>
    one.code === "EDEL" ? { ...one, name: "Alphütte am Grat" } : one,
  );
  answers.brand = { status: 200, body: { ...brand, properties } };
  await chooseGerman();
  await waitFor(() => expect(listed()).toEqual(["Alphütte am Grat"]));
  expect(box().value).toBe("Alphütte am Grat");
  await userEvent.type(box(), "x");
  await screen.findByText("No hotel matches what you are looking for.");
});

test("the hotels of a search before are not shown in its language once another is chosen", async () => {
  const answers: Parameters<typeof open>[0] = { labels: { status: 200, body: english } };
  open(answers);
  await screen.findByText("Starts from");
  let answerWith: (answer: Answer) => void = () => undefined;
  answers.brand = new Promise((resolve) => {
    answerWith = resolve;
  });
  await userEvent.click(screen.getByRole("button", { name: "Search" }));
  const properties = brand.properties.map((one) => ({ ...one, name: `${one.name} (de)` }));
  answers.brand = { status: 200, body: { ...brand, properties } };
  await chooseGerman();
  const german = ["Chalet Edelgrat (de)", "Harbour House (de)"];
  await waitFor(() => expect(listed()).toEqual(german));
  await act(async () => answerWith({ status: 200, body: brand }));
  expect(listed()).toEqual(german);
});

test("a language that does not come leaves the page in its own and says so; nothing of it is remembered", async () => {
  const answers: Parameters<typeof open>[0] = { labels: { status: 503, body: {} } };
  open(answers);
  await chooseGerman();
  expect((await screen.findByRole("alert")).textContent).toContain("The server did not answer");
  expect(document.documentElement.lang).toBe("en");
  expect(screen.getByRole("button", { name: /^Language/ }).textContent).toContain("English");
  expect(document.querySelector(".head")?.getAttribute("aria-busy")).toBe("false");
  expect(document.cookie).not.toContain("hk_language=de");
  // chosen once more it comes
  answers.labels = { status: 200, body: { ...english, lbl_brand_title: "Unsere Häuser" } };
  await chooseGerman();
  await screen.findByRole("heading", { name: "Unsere Häuser" });
  expect(document.documentElement.lang).toBe("de");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(document.cookie).toContain("hk_language=de");
});
