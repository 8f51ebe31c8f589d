import { useQuery } from "@tanstack/react-query";
import { api, type Breakdown, type RateOffer } from "../../api";
import { useBooking } from "../BookingProvider";
import { queries } from "../queries";
import type { SearchRoom } from "../search-data";

type Part = Breakdown["data"]["rates"][number]["breakdown"][number];

/**
 * What each night's price is made of: the room, what its package contains, fees with their taxes (PRICE-06). Empty until
 * it is there, and when it fails: the totals say all the same what is paid (ERR-13).
 */
export function useBreakdown(rate: RateOffer, stay: SearchRoom): ReadonlyMap<string, Part[]> {
  const { property } = useBooking();
  const { adults, children, children_ages } = stay.persons;
  const body = {
    rate_code_id: rate.id,
    number_of_persons: adults,
    number_of_children: children,
    children_ages: children_ages.filter((age) => age !== null).map(String),
    rates: rate.price_details.map(({ date, amount }) => ({ date: `${date}T00:00:00Z`, amount })),
    ...(rate.package_id === null ? {} : { package_id: rate.package_id }),
  };
  const { data } = useQuery(
    {
      queryKey: ["breakdown", property.id, body],
      queryFn: ({ signal }) =>
        api.breakdown(property.id, rate.id, body, signal).catch((error: unknown) => {
          console.warn("the breakdown failed", error);
          return { data: { rates: [] } };
        }),
    },
    queries,
  );
  return new Map(data?.data.rates.map((night) => [night.date, night.breakdown]));
}
