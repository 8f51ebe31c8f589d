import { useQuery } from "@tanstack/react-query";
import { type Breakdown, type RateOffer, rateBreakdown } from "../../api";
import { useI18n } from "../../i18n";
import { useBooking } from "../BookingProvider";
import { askedWith } from "../deal";
import { queries } from "../queries";
import { agesOf, type SearchRoom } from "../search-data";
import { stayTotal } from "./offers";

/**
 * What each night's price is made of: the room, what its package contains, fees, each with its taxes (PRICE-06). `rate`
 * is as the server sent it. None when the call fails, which is only logged (ERR-13), or when the hotel has changed its
 * prices since the offer was shown: two sums that differ help nobody.
 */
export function useBreakdown(
  rate: RateOffer,
  stay: SearchRoom,
): { loading: boolean; breakdown: Breakdown["data"] | null } {
  const { property, conversion, state } = useBooking();
  const { language } = useI18n();
  const { adults, children } = stay.persons;
  const body = {
    rate_code_id: rate.id,
    number_of_persons: adults,
    number_of_children: children,
    children_ages: agesOf(stay.persons).map(String),
    rates: rate.price_details.map(({ date, amount }) => ({ date: `${date}T00:00:00Z`, amount })),
    ...(rate.package_id === null ? {} : { package_id: rate.package_id }),
  };
  const terms = {
    language_code: language,
    conversion_currency: conversion,
    ...askedWith(state.deal),
  };
  const { data, isPending } = useQuery(
    {
      queryKey: ["breakdown", property.id, body, terms],
      staleTime: 60_000,
      queryFn: ({ signal }) =>
        rateBreakdown(property.id, rate.id, body, terms, signal).then(
          (answer) => answer.data,
          (error: unknown) => {
            if (!signal.aborted) console.warn("the breakdown failed", error);
            return null;
          },
        ),
    },
    queries,
  );
  const same = data && data.estimated_total === stayTotal(rate);
  return { loading: isPending, breakdown: same ? data : null };
}
