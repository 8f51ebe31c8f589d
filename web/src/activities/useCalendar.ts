import { useQuery } from "@tanstack/react-query";
import { activityCalendar } from "../api";
import { queries } from "../booking/queries";
import { useActivity } from "./useActivity";

/** What takes place from one day to another; how many places are left may change at any moment. */
export function useCalendar(property: number, from: string, to: string, enabled = true) {
  const { access } = useActivity().state;
  return useQuery(
    {
      queryKey: ["activities", property, from, to, access?.id],
      queryFn: ({ signal }) => activityCalendar(property, [from, to], access, signal),
      staleTime: 15_000,
      enabled,
    },
    queries,
  );
}
