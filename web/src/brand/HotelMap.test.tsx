import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";

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
      clearLayers: () => undefined,
      addTo: () => own,
    };
    return own;
  };
  const marker = () => ({
    on: () => ({
      addTo: () => {
        (maps.at(-1) as { pins: number }).pins += 1;
      },
    }),
    getElement: () => undefined,
  });
  return {
    default: {
      map,
      marker,
      layerGroup: group,
      divIcon: () => ({}),
      tileLayer: () => layer,
      control: { zoom: () => layer },
      latLngBounds: () => ({ isValid: () => true }),
    },
  };
});
const { default: HotelMap } = await import("./HotelMap");

const hotels = [
  { hotel: { id: 1, name: "Harbour House", latitude: 46, longitude: 7 }, lowest: null },
] as unknown as Parameters<typeof HotelMap>[0]["hotels"];
const show = (url: string) => (
  <HotelMap hotels={hotels} tiles={{ url, credit: "Streets" }} marked={null} onShow={() => undefined} />
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
