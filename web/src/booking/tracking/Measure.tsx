import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { SelectedRoom } from "../../api";
import { injectScripts } from "../../shell/scripts";
import { strangersInside } from "../../shell/strangers";
import { useBooking } from "../BookingProvider";
import { stands } from "../confirmation/stands";
import { STEP_PATH, type StepName } from "../flow";
import { useAvailability } from "../rooms/useAvailability";
import type { SearchRoom } from "../search-data";
import type { BookingState } from "../state";
import { bookIntent, chosen, itemList, purchase } from "./events";
import { loadReader, measurementIds, openLayer, place, routeName, tell } from "./layer";
import { addPixel, pixelAddress } from "./pixel";
import { canKeep, firstTime } from "./told";
import { hashed } from "./values";

/** What of a booking is told no more. */
export type Since = Pick<BookingState, "search" | "selected" | "batch">;

/**
 * Watches the booking and tells the data layer and the pixel what happens in it (ANALYTICS-01 to ANALYTICS-09). Without
 * the guest's consent it tells nobody and only remembers what was done, so that it is not told later either. The steps
 * know nothing of it.
 */
export default function Measure(props: {
  step: StepName;
  /** What is open within the step, as its address says. */
  within?: string;
  /** The guest agreed; another answer begins it anew. */
  granted: boolean;
  /** The booking as it was when the guest could first be measured, and what was told of it since. */
  since: RefObject<Since>;
}) {
  const { step, within, granted, since } = props;
  const { property, state, steps, facts, currency } = useBooking();
  const { google_analytics_ids, injected_scripts } = property.website_config;
  const ids = useMemo(
    () => measurementIds(granted ? google_analytics_ids : ""),
    [granted, google_analytics_ids],
  );
  const path = `/booking/${STEP_PATH[step]}${within ? `/${within}` : ""}`;
  useState(() => openLayer(ids, place(path)));
  const booked = state.outcome?.rooms;

  // whoever asks for money and cards has no company: not on the payment step, not while a card's token waits for another
  // try, and not while the rooms wait for their payment by link; nor where the page that payment has to itself could not
  // find the booking again
  const links = new Set(booked?.filter(stands).map((room) => room.payment_link?.status));
  const alone = step === "payment" || links.has("PENDING") || (state.guarantee !== null && !booked?.length);
  useEffect(() => {
    if (!granted || alone || !canKeep()) return;
    loadReader(ids);
    injectScripts(injected_scripts);
  }, [granted, alone, ids, injected_scripts]);

  const { search, batch } = state;
  useEffect(() => {
    // a stay that is changed comes with its nights
    const given = facts.editing && batch?.batch_id !== since.current.batch?.batch_id;
    // what a reload found again is no new intent
    if (search && search !== since.current.search && !given) tell(ids, "book_intent", bookIntent(search));
    since.current = { ...since.current, search, batch };
  }, [search, batch, facts.editing, ids, since]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: told on entering the step, with its number then
  useEffect(() => {
    // the payment step is told by the page that it gets to itself
    if (step === "payment" && strangersInside()) return;
    const step_number = steps.indexOf(step) + 1;
    const page = { page_title: step, page_location: place(path), route_name: routeName(path) };
    tell(ids, "page_view", { ...page, step_number });
  }, [path]);

  useEffect(() => {
    const known = new Set(since.current.selected.map(choice));
    for (const room of state.selected) {
      if (known.has(choice(room))) continue;
      tell(ids, "select_item", {
        item_list_id: "rooms",
        item_list_name: "Rooms",
        ...chosen([room], currency),
      });
      if (!granted || !firstTime(`selected.${choice(room)}`)) continue;
      addPixel(pixelAddress(property, { type: "selected", of: room, session_id: room.session_id }));
    }
    since.current = { ...since.current, selected: state.selected };
  }, [granted, state.selected, property, currency, ids, since]);

  const { selected } = state;
  const begins = step === "information" && selected.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told on entering the step, with what is chosen then
  useEffect(() => {
    if (begins && firstTime(`checkout.${selected.map(choice)}`)) {
      tell(ids, "begin_checkout", chosen(selected, currency));
    }
  }, [begins]);

  const email = state.guest?.email ?? state.guestDraft.email;
  const sessions = state.profile?.sessions;
  // what is paid by link is bought once it is
  const arrived = step === "confirmation" && !links.has("PENDING");
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when the booked rooms are shown, with what is known then
  useEffect(() => {
    // a changed stay was bought once
    const bought = booked?.filter(stands) ?? [];
    if (!arrived || facts.editing || !booked || !bought.length) return;
    if (!firstTime(`purchase.${booked[0]?.confirmation_no}`) || !granted) return;
    void hashed(email).then((hash) => tell(ids, "purchase", purchase(bought, hash)));
    for (const [index, of] of booked.entries()) {
      if (!bought.includes(of)) continue;
      const session_id = sessions?.[index] ?? sessions?.[0] ?? "";
      addPixel(pixelAddress(property, { type: "confirmed", of, session_id }));
    }
  }, [arrived, booked]);

  const room = granted && step === "rooms" ? state.search?.rooms[state.roomIndex] : undefined;
  return room && state.batch ? <ListShown ids={ids} room={room} slot={state.roomIndex} /> : null;
}

const choice = (room: SelectedRoom) =>
  [
    room.session_id,
    room.room_type_id,
    room.rate_code_id,
    room.package_id,
    room.check_in_date,
    room.check_out_date,
  ].join("/");

/** Tells once of each list of rooms that is shown; the list itself asks for the same answer. */
function ListShown({ ids, room, slot }: { ids: readonly string[]; room: SearchRoom; slot: number }) {
  const { currency } = useBooking();
  const { data } = useAvailability(room, slot);
  const told = useRef("");
  const asked = JSON.stringify([room, slot]);
  useEffect(() => {
    if (!data || data.rate_details.length === 0 || told.current === asked) return;
    told.current = asked;
    tell(ids, "view_item_list", itemList(data, currency));
  }, [data, asked, currency, ids]);
  return null;
}
