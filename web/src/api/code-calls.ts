/** Whether a code is known; apart from the other calls so that it loads when one is typed. */
import { at } from "./calls";
import { call } from "./client";
import type { CompanyPays, DiscountCheck } from "./types";

export interface DiscountQuery {
  start_date: string;
  end_date: string;
  code: string;
  number_of_rooms: number;
  language_code: string;
}

/** ERR-11, ERR-12: the search says what is wrong with a code. */
export const checkDiscounts = (property: number, query: DiscountQuery) =>
  call<DiscountCheck[]>(at(property, "/check-discounts"), { query: { ...query }, quiet: true });

/** ERR-05: an unknown company is no failure of the page. */
export const checkMop = (property_id: number, company_code: string, language_code: string) =>
  call<CompanyPays>("/enterprise/v4/check-mop", {
    query: { company_code, property_id, language_code },
    quiet: true,
  });
