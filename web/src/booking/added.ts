/** What was added to a room, as it is sent again and as it is told. Pure. */
import {
  type BookedAddon,
  hasCode,
  type LeftOutAddon,
  type ReservationAddon,
  type SelectedRoom,
} from "../api";

/** The entries of a room; what is taken once has no date (ADDON-09). */
export function entriesOf(room: SelectedRoom): ReservationAddon[] {
  return room.chosen_addons.map(({ charge_type_id, quantity, date }) => ({
    charge_type_id,
    quantity,
    ...(date ? { date } : {}),
  }));
}

/** So many of an add-on, on these days; on none where it is taken once. */
export interface AddedLine {
  id: string;
  name: string;
  quantity: number;
  days: string[];
}

/** Why something is left out that the server was never asked for, or takes otherwise by now. */
export const ADD_AGAIN = "ADD_AGAIN";

/** Why something is left out that the hotel has ceased to offer. */
export const NOT_OFFERED = "NOT_OFFERED";

/** The entries that a refused post of them names, as they are left out. */
export function refusedEntries(
  error: unknown,
  entries: readonly ReservationAddon[],
  room: SelectedRoom,
): ReadonlyMap<ReservationAddon, LeftOutAddon> {
  const refused = new Map<ReservationAddon, LeftOutAddon>();
  for (const { field } of (hasCode(error, "UNACCEPTABLE") && error.body.errors) || []) {
    const [, at, what] = /^reservation_addons\[(\d+)\]\.(\w+)$/.exec(field) ?? [];
    const entry = entries[Number(at ?? Number.NaN)];
    if (!entry) continue;
    const { charge_type_id: id, quantity: wished, date = null } = entry;
    const name = room.chosen_addons.find((addon) => addon.id === id)?.name ?? id;
    const reason = what === "charge_type_id" ? NOT_OFFERED : ADD_AGAIN;
    refused.set(entry, { id, name, wished, quantity: 0, date, reason });
  }
  return refused;
}

/** Whether something that a room goes on having costs another sum than was shown. */
export const isRepriced = (shown: SelectedRoom, held: SelectedRoom): boolean =>
  shown.chosen_addons.some((addon) =>
    held.chosen_addons.some(
      ({ id, date, quantity, amount }) =>
        id === addon.id && date === addon.date && quantity === addon.quantity && amount !== addon.amount,
    ),
  );

/** What had been added to these rooms, as another booking leaves it out: it knows nothing of it. */
export function leftBehind(rooms: readonly SelectedRoom[]): LeftOutAddon[] {
  return rooms
    .flatMap(({ chosen_addons }) => chosen_addons)
    .map(({ id, name, quantity: wished, date }) => ({
      id,
      name,
      wished,
      quantity: 0,
      date,
      reason: ADD_AGAIN,
    }));
}

/** The entries of a room: the days on which it has as many of a thing stand together. */
export function byQuantity(
  addons: readonly Pick<BookedAddon, "id" | "name" | "quantity" | "date">[],
): AddedLine[] {
  const lines: AddedLine[] = [];
  for (const { id, name, quantity, date } of addons) {
    const alike = lines.find((known) => known.id === id && known.quantity === quantity);
    const line = alike ?? { id, name, quantity, days: [] };
    if (!alike) lines.push(line);
    if (date) line.days.push(date);
  }
  for (const { days } of lines) days.sort();
  return lines;
}

/** What was left out: the days on which as many were wished, as many are there, for the same reason, stand together. */
export function leftOutLines(left: readonly LeftOutAddon[]): (LeftOutAddon & { days: string[] })[] {
  const lines: (LeftOutAddon & { days: string[] })[] = [];
  for (const entry of left) {
    const { id, wished, quantity, reason, date } = entry;
    const alike = lines.find(
      (known) =>
        known.id === id && known.wished === wished && known.quantity === quantity && known.reason === reason,
    );
    const line = alike ?? { ...entry, days: [] };
    if (!alike) lines.push(line);
    if (date) line.days.push(date);
  }
  for (const { days } of lines) days.sort();
  return lines;
}
