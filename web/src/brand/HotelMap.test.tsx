import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";

/** The maps that were made, each with the views that it was given. */
const maps = vi.hoisted(() => [] as { views: number; pins: number }[]);
// the test browser lays nothing out, without which a map has no size to show anything in
vi.mock("leaflet", () => {
  const layer = { addTo: () => layer };
  const map = () => {
    const made = { views: 0, pins: 0 };
    maps.push(made);
    const view = () => {
      made.views += 1;
    };
    return { made, fitBounds: view, setView: view, remove: () => undefined };
  };
  const group = () => {
    const own = {
      clearLayers: () => document.querySelector(".hotel-map")?.replaceChildren(),
      addTo: () => own,
    };
    return own;
  };
  const marker = (_: unknown, { icon }: { icon: { html: HTMLElement } }) => {
    const pin = document.createElement("div");
    pin.append(icon.html);
    return {
      on: () => ({
        addTo: () => {
          (maps.at(-1) as { pins: number }).pins += 1;
          document.querySelector(".hotel-map")?.append(pin);
        },
      }),
      getElement: () => pin,
    };
  };
  return {
    default: {
      map,
      marker,
      layerGroup: group,
      divIcon: ({ html }: { html: HTMLElement }) => ({ html }),
      tileLayer: () => layer,
      control: { zoom: () => layer },
      latLngBounds: () => ({ isValid: () => true }),
    },
  };
});
const { default: HotelMap } = await import("./HotelMap");

afterEach(cleanup);

const hotels = [
  { hotel: { id: 1, name: "Harbour House", latitude: 46, longitude: 7 }, lowest: null },
] as unknown as Parameters<typeof HotelMap>[0]["hotels"];
const show = (url: string) => (
  <HotelMap
    hotels={hotels}
    answered
    adults={1}
    tiles={{ url, credit: "Streets" }}
    marked={null}
    onShow={() => undefined}
  />
);

test("the same tiles, answered again, keep the map; others make one with its view and its pins", () => {
  const { rerender } = render(show("/one/{z}"));
  expect(screen.getByRole("region")).toBeTruthy();
  rerender(show("/one/{z}"));
  expect(maps).toEqual([{ views: 1, pins: 1 }]);
  rerender(show("/two/{z}"));
  expect(maps).toEqual([
    { views: 1, pins: 1 },
    { views: 1, pins: 1 },
  ]);
});

test("another order of the same hotels leaves the map where the guest has moved it", () => {
  const two = [1, 2].map((id) => ({
    hotel: { id, name: `House ${id}`, latitude: 40 + id, longitude: 7 },
    lowest: null,
  })) as unknown as typeof hotels;
  const tiles = { url: "/one/{z}", credit: "Streets" };
  const map = { answered: true, adults: 1, tiles, marked: null, onShow: () => undefined };
  const { rerender } = render(<HotelMap {...map} hotels={two} />);
  rerender(<HotelMap {...map} hotels={[...two].reverse()} />);
  expect(maps.at(-1)?.views).toBe(1);
  rerender(<HotelMap {...map} hotels={two.slice(1)} />);
  expect(maps.at(-1)?.views).toBe(2);
});

test("the focus stays on a hotel while its price comes", () => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const two = [1, 2].map((id) => ({
    hotel: { id, name: `House ${id}`, latitude: 40 + id, longitude: 7 },
    lowest: { availability_status: "SOLD_OUT" },
  })) as unknown as typeof hotels;
  const map = (answered: boolean) => (
    <HotelMap
      hotels={two}
      answered={answered}
      adults={1}
      tiles={null}
      marked={null}
      onShow={() => undefined}
    />
  );
  const { rerender } = render(map(false));
  const before = screen.getAllByRole("button")[1];
  before?.focus();
  rerender(map(true));
  const after = screen.getAllByRole("button")[1];
  expect(after).not.toBe(before);
  expect(document.activeElement).toBe(after);
  expect(after?.tabIndex).toBe(0);
});

const price = { currency: "USD", lowest_rate: 180, lowest_total: 642.5, most_adults: 2 };
test.each([
  ["the whole stay costs", price, true, "$642.50", "$642.50 for the stay, with taxes and fees"],
  ["nothing is left", { ...price, lowest_rate: null }, true, "Sold Out", "Sold Out"],
  ["the price answer does not know the hotel", null, true, "Sold Out", "Sold Out"],
  [
    "the stay is refused",
    { lowest_rate: null, most_adults: null },
    true,
    "Not offered on these dates",
    "Not offered on these dates",
  ],
  [
    "nothing is for sale yet, in several rooms either",
    { lowest_rate: null, most_adults: 1, reason: "BEYOND_CALENDAR" },
    true,
    "Not for sale yet",
    "Not for sale yet",
  ],
  [
    "the house is closed",
    { lowest_rate: null, most_adults: 2, reason: "NO_PRICE" },
    true,
    "Not offered on these dates",
    "Not offered on these dates",
  ],
  ["several rooms are needed", { lowest_rate: null, most_adults: 1 }, true, "2 rooms", "2 rooms"],
  ["prices are waited for", price, false, "•", "Show Harbour House in the list"],
])("a pin says what its card says: %s", (_, lowest, answered, shown, named) => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const one = hotels.map((hotel) => ({ ...hotel, lowest })) as unknown as typeof hotels;
  const map = { hotels: one, answered, adults: 2, tiles: null, marked: null, onShow: () => undefined };
  const { container } = render(<HotelMap {...map} />);
  expect(container.querySelector(".hotel-map span")?.textContent).toBe(shown);
  expect(screen.getByRole("button").getAttribute("aria-label")?.endsWith(named)).toBe(true);
});

test("of all its pins one is a tab stop; the arrows go to the others, and Enter shows the hotel of one", async () => {
  const names = ["Harbour House", "Chalet Edelgrat", "Nowhere Inn", "Dar Al Noor"];
  const many = names.map((name, at) => ({
    hotel: { id: at + 1, name, latitude: name === "Nowhere Inn" ? null : 40 + at, longitude: 7 },
    lowest: null,
  })) as unknown as typeof hotels;
  const shown: number[] = [];
  const map = (marked: number | null) => (
    <HotelMap
      hotels={many}
      answered
      adults={1}
      tiles={null}
      marked={marked}
      onShow={(id) => shown.push(id)}
    />
  );
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const { unmount } = render(map(null));
  const [harbour, chalet, noor] = screen.getAllByRole("button");
  expect(screen.getAllByRole("button").map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
  const after = async (key: string) => {
    await userEvent.keyboard(`{${key}}`);
    return document.activeElement;
  };
  await userEvent.tab();
  expect(document.activeElement).toBe(harbour);
  expect(await after("ArrowRight")).toBe(chalet);
  expect(await after("ArrowDown")).toBe(noor);
  expect(await after("ArrowDown")).toBe(harbour);
  expect(await after("ArrowLeft")).toBe(noor);
  expect(await after("ArrowUp")).toBe(chalet);
  expect(await after("End")).toBe(noor);
  expect(await after("Home")).toBe(harbour);
  expect(await after("ArrowRight")).toBe(chalet);
  await userEvent.keyboard("{Enter}");
  expect(shown).toEqual([2]);
  // back from elsewhere, where it was left
  await userEvent.tab();
  expect(await after("Shift>}{Tab}{/Shift")).toBe(chalet);
  unmount();
  render(map(4));
  expect(screen.getAllByRole("button").map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0]);
  vi.unstubAllGlobals();
});

// clause: BRAND-12
test("while a search is under way no pin has the price of the one before", () => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const [at] = hotels;
  const lowest = { lowest_rate: 180, lowest_total: 180, currency: "USD" };
  const priced = [{ ...at, lowest }] as unknown as typeof hotels;
  const map = (answered: boolean) => (
    <HotelMap
      hotels={priced}
      answered={answered}
      adults={1}
      tiles={null}
      marked={null}
      onShow={() => undefined}
    />
  );
  const { rerender } = render(map(true));
  expect(screen.getByRole("button").textContent).toBe("$180.00");
  rerender(map(false));
  expect(screen.getByRole("button").textContent).toBe("•");
});
