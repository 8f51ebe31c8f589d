import { queryOptions, useQuery } from "@tanstack/react-query";
import { type Availability, api, type Property } from "../../api";
import type { Booking } from "../BookingProvider";
import { useBooking } from "../BookingProvider";
import { askedWith } from "../deal";
import { queries } from "../queries";
import type { SearchRoom } from "../search-data";

/** The question for one slot of the search. */
function options(booking: Booking, room: SearchRoom, slot: number) {
  const { property, query, state, facts, conversion } = booking;
  const { adults, children, children_ages } = room.persons;
  const session_id = state.profile?.sessions[slot];
  const ask = {
    check_in_date: room.checkIn,
    check_out_date: room.checkOut,
    number_of_rooms: facts.multiRoom ? (state.search?.rooms.length ?? 1) : 1,
    number_of_persons: adults,
    number_of_children: children,
    children_ages: children_ages.some((age) => age !== null)
      ? children_ages.map((age) => age ?? 0).join()
      : undefined,
    package_id: query.get("package_type") ? undefined : (query.get("package_id") ?? undefined),
    ...askedWith(state.deal),
    ...(facts.bookWithPoints ? { book_with_points: true } : {}),
    session_id: state.batch ? session_id : undefined,
    conversion_currency: conversion,
  };
  return queryOptions<Availability>({
    queryKey: ["availability", property.id, ask],
    queryFn: async ({ signal }) => {
      const answer = await api.availability(property.id, ask, state.batch?.token, signal);
      // a package that cannot be had leaves the guest with every rate, not with none (SEARCH-36)
      if (!ask.package_id || answer.rate_details.length > 0) return answer;
      const all = { ...ask, package_id: undefined };
      return api.availability(property.id, all, state.batch?.token, signal);
    },
    staleTime: 30_000,
  });
}

/** Offers for a slot. A failure answers no data and never raises the popup (ROOMS-51). */
export function useAvailability(room: SearchRoom, slot: number) {
  return useQuery(options(useBooking(), room, slot), queries);
}

/** The same question once, outside of rendering. */
export function fetchAvailability(booking: Booking, room: SearchRoom, slot: number) {
  return queries.fetchQuery(options(booking, room, slot));
}

/** Lets go of what is known about availability, after something turned out to be gone. */
export function forgetAvailability(property: Property) {
  return queries.invalidateQueries({ queryKey: ["availability", property.id] });
}
