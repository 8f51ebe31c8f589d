/** What the days of the calendar cost; apart from the other calls so that it loads with the calendar. */
import { at } from "./calls";
import { call } from "./client";
import type { LowestRateCalendar } from "./types";

export interface CalendarQuery {
  start_date: string;
  /** Exclusive. */
  end_date: string;
  /** Adults of one room. */
  number_of_persons: number;
  number_of_children: number;
  /** Comma list. */
  children_ages?: string | undefined;
  /** Prices are those of stays of this length. */
  nights: number;
  conversion_currency?: string | undefined;
  /** With its token: what it holds, and a stay that it changes, counts as free. */
  session_id?: string | undefined;
}

export const rateCalendar = (property: number, query: CalendarQuery, signal?: AbortSignal, token?: string) =>
  call<LowestRateCalendar>(at(property, "/calendar/lowest-rate-calendar"), {
    query: { ...query },
    token,
    quiet: true,
    signal,
  });
