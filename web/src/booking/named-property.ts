import { useMemo } from "react";
import type { Property } from "../api";
import { useBooking } from "./BookingProvider";

/** The property with its texts in the guest's language. */
export function useNamedProperty(): Property {
  const { property, names } = useBooking();
  return useMemo(() => names.property(property), [names, property]);
}
