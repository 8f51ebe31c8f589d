import { useQueries } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { type CalendarDay, rateCalendar } from "../../api";
import { addDays } from "../../i18n";
import { inGuestCurrency } from "../conversion";
import { queries } from "../queries";
import { agesOf, type Party, type SearchLimits } from "../search-data";
import { type CalendarDays, DAYS_AHEAD, extendRange } from "./calendar-rules";

/** Whose prices a calendar shows. */
export interface CalendarFor {
  nights: number;
  party: Party;
  /** The guest's currency; none for the hotel's own. */
  conversion: string | undefined;
  /** The booking whose rooms, and whose stay if it changes one, count as free. */
  own?: { session_id: string; token: string } | undefined;
}

/**
 * Lowest prices by day, loaded in ranges as the guest walks through the months. A range that does not come shows no
 * prices and can be asked for again. While those of another length or party come, the last ones stay.
 */
export function useCalendarDays(property: number, limits: SearchLimits, checkIn: string, of: CalendarFor) {
  const { nights, party, conversion, own } = of;
  const { adults, children } = party;
  const [ends, setEnds] = useState(() => [extendRange(addDays(checkIn, DAYS_AHEAD), checkIn, limits)]);
  const results = useQueries(
    {
      queries: ends.map((end, index) => {
        const start = ends[index - 1] ?? limits.firstDay;
        return {
          queryKey: ["calendar", property, start, end, nights, party, conversion, own?.session_id],
          queryFn: ({ signal }: { signal: AbortSignal }) =>
            rateCalendar(
              property,
              {
                start_date: start,
                end_date: end,
                number_of_persons: adults,
                number_of_children: children,
                children_ages: agesOf(party).join() || undefined,
                nights,
                conversion_currency: conversion,
                session_id: own?.session_id,
              },
              signal,
              own?.token,
            ).then(inGuestCurrency),
          enabled: start < end,
        };
      }),
    },
    queries,
  );
  const loaded = results.map((result) => result.dataUpdatedAt).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `loaded` says when an answer came; the list is new on every render
  const days: CalendarDays = useMemo(() => {
    const map = new Map<string, CalendarDay>();
    for (const { data } of results) {
      for (const day of data?.rate_details[0]?.rate_codes[0]?.price_details ?? []) map.set(day.date, day);
    }
    return map;
  }, [loaded]);
  // without a connection a question waits for it and does not fail
  const missing = results.filter((result) => result.isError || result.isPaused);
  const loading = results.some((result) => result.isLoading);
  const comes = days.size === 0 && loading && missing.length === 0;
  const last = useRef({ days, conversion });
  // what stood there in another currency says nothing in this one
  if (!comes || last.current.conversion !== conversion) last.current = { days, conversion };

  /** Call with the first day after what is on screen. */
  function show(until: string) {
    setEnds((before) => {
      const last = before.at(-1) ?? limits.firstDay;
      const next = extendRange(last, until, limits);
      return next > last ? [...before, next] : before;
    });
  }
  const terms = results.find((result) => result.data)?.data?.conversion ?? null;
  return {
    days: last.current.days,
    show,
    terms,
    loading,
    missing: missing.length > 0,
    again: () => {
      for (const result of missing) void result.refetch();
    },
  };
}
