import { useQuery } from "@tanstack/react-query";
import { type Availability, findRooming, type Rooming } from "../../api";
import { useBooking } from "../BookingProvider";
import { queries } from "../queries";
import { isFromGoogle } from "./offers";
import { onlyPackages, packageWish } from "./packages";
import { groupOf } from "./together";
import { released } from "./useAvailability";

/**
 * For a search of several rooms: the cheapest for all of its people. Asked beside what each room can be had for, whose
 * list it stands above; `answer` is what came of that. A failure is none.
 */
export function useRooming(answer: Availability | undefined): { rooming: Rooming | null; pending: boolean } {
  const { property, query, state, facts, conversion } = useBooking();
  const group = groupOf(state.search);
  const rateCode = query.get("rate_code");
  const wish = packageWish(query);
  // a link to certain rates asks for no others; whether it asks for packages in vain, the answer says
  const unnarrowed =
    !query.get("rate_id") &&
    (!rateCode || isFromGoogle(rateCode)) &&
    (!wish || (answer !== undefined && onlyPackages(answer, wish) === answer));
  // a code has prices of its own, room by room, and these rooms are for money alone
  const wanted =
    group !== null && unnarrowed && state.selected.length === 0 && !state.deal && !facts.bookWithPoints;
  const { data, isPending } = useQuery(
    {
      queryKey: ["availability", property.id, "rooming", group, conversion],
      queryFn: async ({ signal }) => {
        // where that takes too long, what it is asked beside sees to it
        await released();
        return group
          ? findRooming(property.id, { ...group, conversion_currency: conversion }, undefined, signal)
          : { rooming: null, conversion: null };
      },
      enabled: wanted,
      staleTime: 30_000,
    },
    queries,
  );
  const rooming = wanted && data?.rooming?.rooms.length === group.number_of_rooms ? data.rooming : null;
  return { rooming, pending: wanted && isPending };
}
