import { useQuery } from "@tanstack/react-query";
import { type Availability, availability } from "../../api";
import { inGuestCurrency } from "../conversion";
import { queries } from "../queries";
import { forMoney } from "../rooms/offers";
import { agesOf, type Party } from "../search-data";

/**
 * What a stay costs at least for exactly these parties: each room's cheapest offer for the whole stay, every tax and
 * fee in it. Undefined while it is on its way, null when there is no stay yet or some room cannot be had. The calendar's
 * days cannot tell it: they are single nights for one guest.
 */
export function useLowestTotal(
  property: number,
  from: string | null,
  to: string | null,
  parties: readonly Party[],
  conversion: string | undefined,
  own?: { session_id: string; token: string },
): number | null | undefined {
  const { data, isLoading } = useQuery(
    {
      queryKey: ["lowest", property, from, to, parties, conversion, own?.session_id],
      enabled: from !== null && to !== null,
      staleTime: 30_000,
      queryFn: async ({ signal }) => {
        const answers = await Promise.all(
          parties.map((party) =>
            availability(
              property,
              {
                check_in_date: from ?? "",
                check_out_date: to ?? "",
                number_of_rooms: 1,
                number_of_persons: party.adults,
                number_of_children: party.children,
                children_ages: agesOf(party).join() || undefined,
                conversion_currency: conversion,
                session_id: own?.session_id,
              },
              own?.token,
              signal,
            ),
          ),
        );
        return sumOfLowest(inGuestCurrency(answers));
      },
    },
    queries,
  );
  return isLoading ? undefined : (data ?? null);
}

/** The sum of each answer's cheapest offer for money; null when one has none. */
export function sumOfLowest(answers: readonly Availability[]): number | null {
  let sum = 0;
  for (const answer of answers) {
    const { rate_details } = forMoney(answer);
    const totals = rate_details.flatMap((room) =>
      room.rate_codes.map((rate) => rate.price_summary.total_amount_after_tax_and_fee),
    );
    if (totals.length === 0) return null;
    sum += Math.min(...totals);
  }
  return sum;
}
