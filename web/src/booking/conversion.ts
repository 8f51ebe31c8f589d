/** Prices in the currency that the guest looks at them in (PRICE-02, CUR-06). Pure. */
import type { Conversion, SelectedRoom } from "../api";

const TWIN = "conversion_";

/**
 * An answer with every amount replaced by its `conversion_` twin, where it has one. The page converts nothing itself;
 * what goes back to the server is always taken from the answer as it came.
 */
export function inGuestCurrency<T>(answer: T): T {
  if (Array.isArray(answer)) return answer.map(inGuestCurrency) as T;
  if (typeof answer !== "object" || answer === null) return answer;
  const fields = Object.entries(answer).map(([name, value]) => [name, inGuestCurrency(value)] as const);
  const twins = fields.filter(([name]) => name.startsWith(TWIN));
  return Object.fromEntries([
    ...fields,
    ...twins.map(([name, value]) => [name.slice(TWIN.length), value] as const),
  ]) as T;
}

/** Chosen rooms as they are shown: converted when all of them came with the same conversion. */
export function shownRooms(
  rooms: readonly SelectedRoom[],
  currency: string,
): { rooms: readonly SelectedRoom[]; currency: string; conversion: Conversion | null } {
  const conversion = rooms[0]?.conversion ?? null;
  const same = rooms.every((room) => room.conversion?.currency === conversion?.currency);
  if (!conversion || !same) return { rooms, currency, conversion: null };
  return { rooms: inGuestCurrency(rooms), currency: conversion.currency, conversion };
}
