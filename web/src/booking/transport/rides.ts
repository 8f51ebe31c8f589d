/** Rides with the hotel's car, as the guest asks for them: pure (TRANS-02 to TRANS-06). */
import type { ExistingReservation, Property, SelectedRoom, TransportEntry } from "../../api";
import { addDays } from "../../i18n/dates";
import { holdsCardNumber } from "../information/card-number";
import type { ByRoom } from "../information/own-guests";
import { seen } from "../seen";

export const WAYS = ["PICK_UP", "DROP_OFF"] as const;
export type Way = (typeof WAYS)[number];

/** How the entries name the ways (TRANS-02). */
const TITLES: Readonly<Record<Way, string>> = { PICK_UP: "Guest Pick-Up", DROP_OFF: "Guest Drop-Off" };

/** A ride that is switched on; empty parts are not chosen yet. */
export interface Ride {
  start_date: string;
  time: string;
  body: string;
}

/**
 * What is switched on: a way that is off has nothing, so that switching off clears it (TRANS-06). By room, since a
 * booking that ran out begins again with other sessions.
 */
export type Rides = ByRoom<Partial<Record<Way, Ride>>>;

/** A field of a ride that has to be looked at before the guest can go on: date and time are chosen (TRANS-03). */
export interface Missing {
  room: number;
  way: Way;
  field: keyof Ride;
}

/** A hotel that says nothing offers it (TRANS-01). */
export const offersTransport = (property: Property) =>
  property.website_config.enable_travel_transport_flow !== false;

/** 08:30 to 18:30 in steps of 15 minutes (TRANS-05). */
export const TIMES: readonly string[] = Array.from({ length: 41 }, (_, step) => {
  const minutes = 8 * 60 + 30 + step * 15;
  const two = (number: number) => String(number).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
});

/**
 * The days on which a car can be asked for, check-in and check-out both among them (TRANS-04). Rooms that are taken
 * one after the other reach to the last check-out; changed alone, one of them keeps the day of a ride beyond its own.
 */
export function rideDays(rooms: readonly SelectedRoom[], stay?: Changed | null): string[] {
  const [room] = rooms;
  const standing =
    stay && room ? stay.transportations.map((ride) => movedDay(ride.start_date, stay, room)) : [];
  const first = [...rooms.map((room) => room.check_in_date), ...standing].sort()[0];
  const last = [...rooms.map((room) => room.check_out_date), ...standing].sort().at(-1);
  const days: string[] = [];
  for (let day = first; day && last && day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

type Changed = Pick<ExistingReservation, "check_in_date" | "check_out_date" | "transportations">;

/**
 * The day of a ride in a stay that is changed: those of its first and last day go with these days, others stay as near as
 * can be; one of another room (guests who change rooms in the middle leave from the last one) stays before or behind it.
 */
function movedDay(
  day: string,
  stay: Changed,
  to: Pick<SelectedRoom, "check_in_date" | "check_out_date">,
): string {
  const { check_in_date: first, check_out_date: last } = to;
  if (day === stay.check_in_date) return first;
  if (day === stay.check_out_date) return last;
  if (day < stay.check_in_date) return day < first ? day : first;
  if (day > stay.check_out_date) return day > last ? day : last;
  return day < first ? first : day > last ? last : day;
}

/** The rides of one room; a day that is no day of the stay any more is not chosen. */
export function ridesOf(rides: Rides, room: number, days: readonly string[]): Partial<Record<Way, Ride>> {
  const kept = { ...rides[room] };
  for (const way of WAYS) {
    const ride = kept[way];
    if (ride && !days.includes(ride.start_date)) kept[way] = { ...ride, start_date: "" };
  }
  return kept;
}

/**
 * With the rides of a stay that is changed, until the guest touches them. The server moves them in the same way where
 * nothing is said of them.
 */
export function withStanding(
  rides: Rides,
  stay: Changed | null | undefined,
  rooms: readonly SelectedRoom[],
): Rides {
  const [room] = rooms;
  if (!stay || !room || rides[room.room_no]) return rides;
  const { room_no } = room;
  const own: Partial<Record<Way, Ride>> = {};
  for (const { title, body, start_date: day, time } of stay.transportations) {
    const start_date = movedDay(day, stay, room);
    const way = WAYS.find((one) => TITLES[one] === title);
    if (way) own[way] = { start_date, time, body: body ?? "" };
  }
  return { ...rides, [room_no]: own };
}

/** One way switched on, off (null) or changed. */
export function withRide(rides: Rides, room: number, way: Way, ride: Ride | null): Rides {
  const { [way]: _, ...others } = rides[room] ?? {};
  return { ...rides, [room]: ride ? { ...others, [way]: ride } : others };
}

/** What is missing, or not for the driver: a card's number. In the order of rooms and ways. */
export function missingOf(rides: Rides, rooms: readonly SelectedRoom[], stay?: Changed | null): Missing[] {
  const days = rideDays(rooms, stay);
  return rooms.flatMap(({ room_no: room }) => {
    const own = ridesOf(rides, room, days);
    return WAYS.flatMap((way) => {
      const ride = own[way];
      if (!ride) return [];
      const fields: Missing["field"][] = (["start_date", "time"] as const).filter((field) => !ride[field]);
      if (holdsCardNumber(seen(ride.body))) fields.push("body");
      return fields.map((field) => ({ room, way, field }));
    });
  });
}

/** The entries of the commit body (TRANS-08). */
export function entriesOf(
  rides: Rides,
  rooms: readonly SelectedRoom[],
  stay?: Changed | null,
): TransportEntry[] {
  const days = rideDays(rooms, stay);
  return rooms.flatMap(({ session_id, room_no }) => {
    const own = ridesOf(rides, room_no, days);
    return WAYS.flatMap((way) => {
      const ride = own[way];
      if (!ride?.start_date || !ride.time) return [];
      const { start_date, time, body } = ride;
      return [{ title: TITLES[way], body: seen(body) || null, start_date, time, session_id }];
    });
  });
}

/** What the commit says of rides; null leaves those of a stay that is changed as they stand. */
export function ridesToSend(
  property: Property,
  stay: Changed | null | undefined,
  rides: Rides,
  rooms: readonly SelectedRoom[],
): TransportEntry[] | null {
  const offered = offersTransport(property);
  if (stay && !(offered && rooms.some(({ room_no }) => rides[room_no]))) return null;
  return offered ? entriesOf(rides, rooms, stay) : [];
}
