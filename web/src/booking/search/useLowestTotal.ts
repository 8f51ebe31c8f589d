import { useQuery } from "@tanstack/react-query";
import { type Availability, availability } from "../../api";
import { inGuestCurrency } from "../conversion";
import { queries } from "../queries";
import { forMoney, stayTotal } from "../rooms/offers";
import { agesOf, type Party } from "../search-data";

/**
 * What a stay costs at least for exactly these parties: the cheapest offers for the whole stay, every tax and fee
 * in them. Undefined while it is on its way, null when there is no stay yet or some room cannot be had. The calendar's
 * days cannot tell it: they are single nights for one guest.
 */
export function useLowestTotal(
  property: number,
  from: string | null,
  to: string | null,
  parties: readonly Party[],
  /** The rooms are booked alike: asked for once, all of them. */
  alike: boolean,
  conversion: string | undefined,
  own?: { sessions: readonly Holding[]; token: string },
): number | null | undefined {
  const { data, isLoading } = useQuery(
    {
      queryKey: ["lowest", property, from, to, parties, alike, conversion, own?.sessions],
      enabled: from !== null && to !== null,
      staleTime: 30_000,
      queryFn: async ({ signal }) => {
        const rooms = alike ? parties.length : 1;
        const answers = await Promise.all(
          parties.slice(0, parties.length / rooms).map((party, at) =>
            availability(
              property,
              {
                check_in_date: from ?? "",
                check_out_date: to ?? "",
                number_of_rooms: rooms,
                number_of_persons: party.adults,
                number_of_children: party.children,
                children_ages: agesOf(party).join() || undefined,
                conversion_currency: conversion,
                session_id: own?.sessions[at]?.id,
              },
              own?.token,
              signal,
            ),
          ),
        );
        const held = own?.sessions.map(({ kind }) => kind);
        const sum = sumOfLowest(inGuestCurrency(answers), held);
        return sum && sum * rooms;
      },
    },
    queries,
  );
  return isLoading ? undefined : (data ?? null);
}

/** What kind of room a session holds, if any. */
type Kind = string | undefined;
interface Holding {
  id: string;
  kind: Kind;
}

/** Kinds of room that one of the parties can have, the cheapest first. */
type Kinds = readonly { id: string; left: number; total: number }[];

/**
 * The least that a room for each answer costs together, for money; null when they cannot all be had at once. A kind that
 * is held already for one of them is free for that one.
 */
export function sumOfLowest(answers: readonly Availability[], held: Kind[] = []): number | null {
  const kinds = answers.map(
    (answer): Kinds =>
      forMoney(answer)
        .rate_details.map(({ room_type_id: id, available: left, rate_codes }) => ({
          id,
          left,
          total: Math.min(...rate_codes.map(stayTotal)),
        }))
        .sort((a, b) => a.total - b.total),
  );
  const sum = least(kinds, held, []);
  return Number.isFinite(sum) ? sum : null;
}

/** Looks at as many kinds as rooms are still to be chosen: the others leave one of them, which is the cheaper one. */
function least(
  [first, ...others]: readonly Kinds[],
  [held, ...rest]: Kind[],
  taken: readonly string[],
): number {
  if (!first) return 0;
  const free = first.filter(({ id, left }) => id === held || taken.filter((one) => one === id).length < left);
  const sums = free
    .slice(0, others.length + 1)
    .map(({ id, total }) => total + least(others, rest, id === held ? taken : [...taken, id]));
  return Math.min(...sums);
}
