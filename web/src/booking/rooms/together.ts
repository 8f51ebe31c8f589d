/** What the server found for several rooms, as packages to take. Pure. */
import type { Rooming, SplitStay } from "../../api";
import { inGuestCurrency } from "../conversion";
import { agesOf, type Party, type SearchData, type SearchRoom } from "../search-data";
import type { Package, Part } from "./useTakeTogether";

/** A stay in two rooms: the same people in both, one after the other. */
export function splitPackage(split: SplitStay, persons: Party): Package {
  const parts = split.parts.map((part, index) => ({
    stay: {
      checkIn: part.check_in_date,
      checkOut: part.check_out_date,
      persons,
      ...(index > 0 ? { moves: true as const } : {}),
    },
    room_type_id: part.room_type_id,
    rate_code_id: part.rate_code_id,
    cancellation: inGuestCurrency(part.cancellation),
  }));
  return { parts, ...totals(split) };
}

/** The rooms of a group, for the same dates. */
export function roomingPackage(rooming: Rooming, { checkIn, checkOut }: SearchRoom): Package {
  const parts = rooming.rooms.map((room) => ({
    stay: {
      checkIn,
      checkOut,
      persons: {
        adults: room.number_of_adults,
        children: room.number_of_children,
        children_ages: room.children_ages,
      },
    },
    room_type_id: room.room_type_id,
    rate_code_id: room.rate_code_id,
    cancellation: inGuestCurrency(room.cancellation),
  }));
  return { parts, ...totals(rooming) };
}

function totals(found: { total_amount_after_tax_and_fee: number }) {
  return {
    total: found.total_amount_after_tax_and_fee,
    shown: inGuestCurrency(found).total_amount_after_tax_and_fee,
  };
}

/** Equal parts once, with how many there are of them. */
export function counted(parts: readonly Part[]): { count: number; part: Part }[] {
  const found = new Map<string, { count: number; part: Part }>();
  for (const part of parts) {
    // ages and what cancelling costs too: a child may be charged for, in one of two rooms alike
    const key = JSON.stringify(part);
    const known = found.get(key);
    if (known) known.count += 1;
    else found.set(key, { count: 1, part });
  }
  return [...found.values()];
}

/** Everybody of a search of several rooms for the same dates; null when it is none. */
export function groupOf(search: SearchData | null) {
  const rooms = search?.rooms ?? [];
  const [first] = rooms;
  if (!first || rooms.length < 2) return null;
  if (rooms.some((room) => room.checkIn !== first.checkIn || room.checkOut !== first.checkOut)) return null;
  const adults = rooms.reduce((sum, room) => sum + room.persons.adults, 0);
  const children = rooms.reduce((sum, room) => sum + room.persons.children, 0);
  const children_ages = rooms.flatMap((room) => room.persons.children_ages);
  return {
    check_in_date: first.checkIn,
    check_out_date: first.checkOut,
    number_of_rooms: rooms.length,
    number_of_persons: adults,
    number_of_children: children,
    children_ages: agesOf({ adults, children, children_ages }).join() || undefined,
  };
}
