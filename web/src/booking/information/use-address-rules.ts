import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { type AddressRules, addressRules } from "../../api";
import { queries } from "../queries";
import { FALLBACK_RULES } from "./fields";

/**
 * The rules of a country (GUEST-19). While another country's are on their way the form keeps its shape; when they
 * cannot be had the plain form serves, without states to choose from (GUEST-31).
 */
export function useAddressRules(
  property: number,
  country: string,
): { rules: AddressRules | null; loading: boolean; failed: boolean } {
  const { data, isError, isFetching, isPaused, isPlaceholderData } = useQuery(
    {
      queryKey: ["address-rules", property, country],
      queryFn: ({ signal }) => addressRules(property, country, signal),
      staleTime: Number.POSITIVE_INFINITY,
      placeholderData: (before) => before,
    },
    queries,
  );
  const plain = useRef<string>(null);
  // without a connection they are asked for once it is back, and no form goes under the hands of whoever types in it
  if (isError || (!data && (isPaused || plain.current === country))) {
    plain.current = country;
    const rules = { ...FALLBACK_RULES, country_code: country };
    return { rules, loading: !isError && isFetching, failed: true };
  }
  return { rules: data ?? null, loading: isFetching || isPlaceholderData, failed: false };
}
