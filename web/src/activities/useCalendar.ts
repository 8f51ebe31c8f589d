import { useQuery } from "@tanstack/react-query";
import { activityCalendar } from "../api";
import { queries } from "../booking/queries";

/** What takes place from one day to another; how many places are left may change at any moment. */
export function useCalendar(property: number, from: string, to: string, enabled = true) {
  return useQuery(
    {
      queryKey: ["activities", property, from, to],
      queryFn: ({ signal }) => activityCalendar(property, from, to, signal),
      staleTime: 15_000,
      enabled,
    },
    queries,
  );
}
