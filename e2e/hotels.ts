// The three demo hotels, as far as journeys need to know them.
export interface Hotel {
  id: number;
  code: string;
  name: string;
  currency: string;
}

export const HARB: Hotel = { id: 1, code: "HARB", name: "Harbour House", currency: "USD" };
export const NOOR: Hotel = { id: 2, code: "NOOR", name: "Dar Al Noor", currency: "AED" };
export const EDEL: Hotel = { id: 3, code: "EDEL", name: "Chalet Edelgrat", currency: "CHF" };

/** Three quiet nights, Tuesday to Friday, in all three hotels. */
export const STAY = { from: "2026-12-08", to: "2026-12-11" };

/** Address of a step of a hotel, with more query values if there are. */
export function address(hotel: Hotel, step = "booking/search", more: Record<string, string> = {}): string {
  const query = new URLSearchParams({ pc: hotel.code, property_id: String(hotel.id), ...more });
  return `/?${query}#/${step}`;
}
