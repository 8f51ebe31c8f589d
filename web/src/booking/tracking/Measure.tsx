import { useEffect, useMemo, useRef, useState } from "react";
import { injectScripts } from "../../shell/scripts";
import { useBooking } from "../BookingProvider";
import { STEP_PATH, type StepName } from "../flow";
import { useAvailability } from "../rooms/useAvailability";
import type { SearchRoom } from "../search-data";
import { bookIntent, chosen, hashed, itemList, purchase } from "./events";
import { loadReader, measurementIds, openLayer, place, tell } from "./layer";
import { addPixel, pixelAddress } from "./pixel";

/**
 * Watches the booking and tells the data layer and the pixel what happens in it (ANALYTICS-01 to ANALYTICS-09). It is
 * there only with the guest's consent, and the steps know nothing of it.
 */
export default function Measure({ step }: { step: StepName }) {
  const { property, state, steps, currency } = useBooking();
  const { google_analytics_ids, injected_scripts } = property.website_config;
  const ids = useMemo(() => measurementIds(google_analytics_ids), [google_analytics_ids]);
  useState(() => openLayer(ids));

  // whoever asks for money and cards has no company
  useEffect(() => {
    if (step === "payment") return;
    loadReader(ids);
    injectScripts(injected_scripts);
  }, [step, ids, injected_scripts]);

  // what a reload found again is no new intent
  const searched = useRef(state.search);
  useEffect(() => {
    if (state.search && state.search !== searched.current) tell("book_intent", bookIntent(state.search));
    searched.current = state.search;
  }, [state.search]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: told on entering the step, with its number then
  useEffect(() => {
    const step_number = steps.indexOf(step) + 1;
    tell("page_view", { page_title: step, page_location: place(STEP_PATH[step]), step_number });
  }, [step]);

  const known = useRef(new Set(state.selected.map(choice)));
  useEffect(() => {
    for (const room of state.selected) {
      if (known.current.has(choice(room))) continue;
      tell("select_item", { item_list_id: "rooms", item_list_name: "Rooms", ...chosen([room], currency) });
      addPixel(pixelAddress(property, { type: "selected", of: room, session_id: room.session_id }));
    }
    known.current = new Set(state.selected.map(choice));
  }, [state.selected, property, currency]);

  const { selected } = state;
  const begins = step === "information" && selected.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told on entering the step, with what is chosen then
  useEffect(() => {
    if (begins) tell("begin_checkout", chosen(selected, currency));
  }, [begins]);

  const booked = state.outcome?.rooms;
  const email = state.guest?.email ?? state.guestDraft.email;
  const sessions = state.profile?.sessions;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when the rooms are booked, with what is known then
  useEffect(() => {
    if (!booked?.length || toldBefore(booked[0]?.confirmation_no ?? "")) return;
    void hashed(email).then((hash) => tell("purchase", purchase(booked, hash)));
    for (const [index, of] of booked.entries()) {
      const session_id = sessions?.[index] ?? sessions?.[0] ?? "";
      addPixel(pixelAddress(property, { type: "confirmed", of, session_id }));
    }
  }, [booked]);

  const room = step === "rooms" ? state.search?.rooms[state.roomIndex] : undefined;
  return room && state.batch ? <ListShown room={room} slot={state.roomIndex} /> : null;
}

const choice = (room: { session_id: string; room_type_id: string; rate_code_id: string }) =>
  [room.session_id, room.room_type_id, room.rate_code_id].join("/");

/** A reload of the confirmation is no second purchase. */
function toldBefore(confirmation_no: string): boolean {
  const key = `portico.purchase.${confirmation_no}`;
  try {
    if (sessionStorage.getItem(key)) return true;
    sessionStorage.setItem(key, "1");
  } catch {
    // then the transaction's id tells readers that it is the same
  }
  return false;
}

/** Tells once of each list of rooms that is shown; the list itself asks for the same answer. */
function ListShown({ room, slot }: { room: SearchRoom; slot: number }) {
  const { currency } = useBooking();
  const { data } = useAvailability(room, slot);
  const told = useRef("");
  const asked = JSON.stringify([room, slot]);
  useEffect(() => {
    if (!data || data.rate_details.length === 0 || told.current === asked) return;
    told.current = asked;
    tell("view_item_list", itemList(data, currency));
  }, [data, asked, currency]);
  return null;
}
