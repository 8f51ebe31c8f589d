import L from "leaflet";
import { useEffect, useRef } from "react";
import type { Topology } from "topojson-specification";
// Natural Earth's coasts, part of the program: the map asks no service outside of the house
import coasts from "world-atlas/land-50m.json?url";
import type { Brand } from "../api";
import { useI18n } from "../i18n";
import { landOf } from "./coasts";
import { type ListedHotel, placeOf, roomsNeeded, shownPrice, whyNone } from "./hotels";
import "leaflet/dist/leaflet.css";
import "./map.css";

/** Nearer than this the coasts are too coarse to say anything. */
const CLOSEST = 9;
/** Tiles know streets. */
const CLOSEST_TILE = 18;

/** To which pin a key leads, of so many: Tab knows one of them alone, since a brand can have thousands. */
function pinAfter(key: string, at: number, count: number): number {
  if (key === "ArrowRight" || key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowLeft" || key === "ArrowUp") return (at + count - 1) % count;
  return key === "Home" ? 0 : key === "End" ? count - 1 : -1;
}

/** The hotels where they stand, each with its price; a press on one shows it in the list. */
export default function HotelMap(props: {
  hotels: readonly ListedHotel[];
  /** Prices were answered, and no others are on their way. */
  answered: boolean;
  adults: number;
  /** What lies beneath it in place of the coasts, where the house has it so. */
  tiles: Brand["map_tiles"];
  marked: number | null;
  onShow: (id: number) => void;
}) {
  const { hotels, answered, adults, tiles, marked, onShow } = props;
  const { t, money, facts } = useI18n();
  // each answer brings them as another object
  const { url, credit } = tiles ?? { url: null, credit: "" };
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<{ map: L.Map; pins: L.LayerGroup } | null>(null);
  const show = useRef(onShow);
  show.current = onShow;

  useEffect(() => {
    if (!box.current) return;
    const made = L.map(box.current, {
      maxZoom: url ? CLOSEST_TILE : CLOSEST,
      minZoom: 1,
      worldCopyJump: true,
      zoomControl: false,
      attributionControl: url !== null,
    });
    made.attributionControl?.setPrefix(false);
    L.control.zoom({ zoomInTitle: t("lbl_zoom_in"), zoomOutTitle: t("lbl_zoom_out") }).addTo(made);
    const pins = L.layerGroup().addTo(made);
    map.current = { map: made, pins };
    const leaving = new AbortController();
    if (url) {
      // the credit is the operator's text, not markup
      const words = document.createElement("span");
      words.textContent = credit;
      L.tileLayer(url, { attribution: words.innerHTML }).addTo(made);
    } else {
      void fetch(coasts, { signal: leaving.signal })
        .then((answer) => answer.json() as Promise<Topology>)
        .then((world) =>
          L.geoJSON(landOf(world), { interactive: false, style: { className: "land" } }).addTo(made),
        )
        .catch(() => undefined);
    }
    return () => {
      leaving.abort();
      made.remove();
      map.current = null;
    };
  }, [t, url, credit]);

  // the map goes to what is listed, not at every other mark, price or order
  const placed = hotels.flatMap((listed) => {
    const place = placeOf(listed.hotel);
    return place ? [{ ...listed, place }] : [];
  });
  const where = placed
    .map(({ hotel }) => hotel.id)
    .sort()
    .join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `where` says when the places are others, the rest when the map is another
  useEffect(() => {
    const bounds = L.latLngBounds(placed.map(({ place }) => place));
    if (bounds.isValid())
      map.current?.map.fitBounds(bounds, { padding: [56, 56], maxZoom: 7, animate: false });
    else map.current?.map.setView([25, 10], 2);
  }, [where, t, url, credit]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another map has no pins yet
  useEffect(() => {
    const pins = map.current?.pins;
    if (!pins) return;
    // the focus goes over to the new pin of the same hotel
    const on = box.current?.querySelector<HTMLElement>("[data-hotel]:focus")?.dataset.hotel;
    let held: HTMLElement | undefined;
    pins.clearLayers();
    const buttons: HTMLElement[] = [];
    let stop: HTMLElement | undefined;
    const stopAt = (button: HTMLElement) => {
      if (stop) stop.tabIndex = -1;
      stop = button;
      stop.tabIndex = 0;
    };
    for (const { hotel, place, lowest } of placed) {
      const price = lowest && shownPrice(lowest);
      // with no words beside it, it is what the stay costs
      const amount = price && money(price.total, price.currency);
      const rooms = roomsNeeded(lowest, adults);
      const none = rooms > 0 ? t("lbl_rooms_count", { count: rooms }) : t(whyNone(lowest));
      const pin = document.createElement("span");
      // the map itself lies from left to right
      pin.dir = document.documentElement.dir;
      pin.textContent = answered ? (amount ?? none) : "•";
      const words = amount ? t("lbl_lowest_total", { amount }) : none;
      const label = facts([t("lbl_brand_on_map", { hotel: hotel.name }), answered && words]);
      const icon = L.divIcon({
        html: pin,
        className: hotel.id === marked ? "pin marked" : answered && !price ? "pin gone" : "pin",
        iconSize: undefined as never,
      });
      const options = { icon, title: hotel.name, alt: label, riseOnHover: true, keyboard: false };
      const marker = L.marker(place, options);
      marker.on("click", () => show.current(hotel.id)).addTo(pins);
      const button = marker.getElement();
      if (!button) continue;
      button.setAttribute("role", "button");
      button.setAttribute("aria-label", label);
      button.dataset.hotel = String(hotel.id);
      if (button.dataset.hotel === on) held = button;
      button.tabIndex = -1;
      if (!stop || hotel.id === marked) stopAt(button);
      button.addEventListener("focus", () => stopAt(button));
      const at = buttons.push(button) - 1;
      button.addEventListener("keydown", (event) => {
        const next = buttons[pinAfter(event.key, at, buttons.length)];
        if (event.key === "Enter" || event.key === " ") show.current(hotel.id);
        else if (next) next.focus();
        else return;
        event.preventDefault();
      });
    }
    held?.focus({ preventScroll: true });
  }, [hotels, answered, adults, marked, t, money, facts, url, credit]);

  return <section ref={box} className="hotel-map" aria-label={t("lbl_brand_map")} dir="ltr" />;
}
