import { queryOptions, useQuery } from "@tanstack/react-query";
import { type Availability, allLeft, availability, mayHold, type Property } from "../../api";
import { useI18n } from "../../i18n";
import type { Booking } from "../BookingProvider";
import { useBooking } from "../BookingProvider";
import { askedWith } from "../deal";
import { queries } from "../queries";
import { agesOf, type SearchRoom } from "../search-data";
import { packageAlone } from "./packages";

/**
 * The session that is asked for: where it makes a difference, since the server looks a booking up for it. What it has
 * is free for it, nights of a changed stay keep their price, and rooms in other sessions count for a promotion.
 */
function sessionFor({ state, facts }: Booking, slot: number): string | undefined {
  const { batch, profile, selected, deal } = state;
  const together = deal?.kind === "promo" && profile?.sessions[1] !== undefined;
  const own = selected.length > 0 || profile?.sessions.some(mayHold);
  return batch && (own || facts.editing || together) ? profile?.sessions[slot] : undefined;
}

/** How long a question waits for what is being given back, in milliseconds: then it is asked all the same. */
const RELEASE_MS = 3_000;

/**
 * Resolves once nothing is given back any more: what is asked before that counts the guest's own rooms as taken. `late` is
 * called where that took too long, once it is over.
 */
export async function released(late?: () => void): Promise<void> {
  const all = allLeft();
  const waits = new Promise<"late">((done) => setTimeout(done, RELEASE_MS, "late"));
  if ((await Promise.race([all, waits])) === "late") void all.then(late);
}

/** The question for one slot of the search; names of what a code opens are in `language`. */
function options(booking: Booking, language: string, room: SearchRoom, slot: number) {
  const { property, query, state, facts, conversion } = booking;
  const { adults, children } = room.persons;
  const ask = {
    check_in_date: room.checkIn,
    check_out_date: room.checkOut,
    number_of_rooms: facts.multiRoom ? (state.search?.rooms.length ?? 1) : 1,
    number_of_persons: adults,
    number_of_children: children,
    children_ages: agesOf(room.persons).join() || undefined,
    package_id: packageAlone(query),
    ...askedWith(state.deal),
    ...(facts.bookWithPoints ? { book_with_points: true } : {}),
    conversion_currency: conversion,
    language_code: state.deal ? language : undefined,
  };
  return queryOptions<Availability>({
    // choosing a room changes nothing of what was answered for it
    queryKey: ["availability", property.id, state.batch?.batch_id, slot, ask],
    queryFn: async ({ signal }) => {
      await released(() => void forgetAvailability(property));
      const session_id = sessionFor(booking, slot);
      const token = session_id && state.batch?.token;
      const answer = await availability(property.id, { ...ask, session_id }, token, signal);
      // a package that cannot be had leaves the guest with every rate, not with none (SEARCH-36)
      if (!ask.package_id || answer.rate_details.length > 0) return answer;
      return availability(property.id, { ...ask, session_id, package_id: undefined }, token, signal);
    },
    staleTime: 30_000,
  });
}

/** Offers for a slot. A failure answers no data and never raises the popup (ROOMS-51). */
export function useAvailability(room: SearchRoom, slot: number) {
  return useQuery(options(useBooking(), useI18n().language, room, slot), queries);
}

/** The same question once, outside of rendering: whoever pressed a button hears at once that there is no connection. */
export function fetchAvailability(booking: Booking, language: string, room: SearchRoom, slot: number) {
  return queries.fetchQuery({ ...options(booking, language, room, slot), networkMode: "always" });
}

/** Lets go of what is known about availability, after something turned out to be gone. */
export function forgetAvailability(property: Property) {
  return queries.invalidateQueries({ queryKey: ["availability", property.id] });
}
