/** What is searched for: days, rooms and who sleeps in each (SEARCH-02). Pure. */
import type { Property, SelectedRoom } from "../api";
import { addDays, isDay, nightsBetween } from "../i18n";

export interface Party {
  adults: number;
  children: number;
  /** One per child, null until chosen. */
  children_ages: (number | null)[];
}

export interface SearchRoom {
  checkIn: string;
  checkOut: string;
  persons: Party;
  /** The people of the room before go on here: one stay in two rooms, and not two rooms. */
  moves?: true;
}

export interface SearchData {
  checkIn: string;
  checkOut: string;
  rooms: SearchRoom[];
}

export const MAX_ROOMS = 6;
export const MIN_NIGHTS = 1;
const DEFAULT_MAX_GUESTS = 6;
const DEFAULT_MAX_LOS = 200;
const MAX_CHILD_AGE = 17;

/** What a property lets a guest ask for. Limits of people are per room. */
export interface SearchLimits {
  /** First bookable day: the property's business day (SEARCH-07). */
  firstDay: string;
  /** Last day a stay may end on. */
  lastDay: string;
  maxNights: number;
  maxGuests: number;
  maxRooms: number;
  childAges: boolean;
  maxChildAge: number;
}

/** Limits from the property and, when it is there, the booking profile's max_los (SEARCH-04 to SEARCH-07). */
export function limitsOf(property: Property, profileMaxLos?: number | null): SearchLimits {
  const firstDay = property.business_day.date;
  const maxNights = profileMaxLos ?? property.max_los ?? DEFAULT_MAX_LOS;
  return {
    firstDay,
    lastDay: addDays(firstDay, maxNights + 1),
    maxNights,
    maxGuests: property.website_config.max_guests_allowed ?? property.max_occupancy ?? DEFAULT_MAX_GUESTS,
    maxRooms: MAX_ROOMS,
    childAges: property.application_configuration.enable_children_ages,
    maxChildAge: MAX_CHILD_AGE,
  };
}

export function defaultParty(): Party {
  return { adults: 1, children: 0, children_ages: [] };
}

/** The party with another number of children; ages already given stay. */
export function withChildren(party: Party, children: number): Party {
  const ages = Array.from({ length: children }, (_, index) => party.children_ages[index] ?? null);
  return { ...party, children, children_ages: ages };
}

/** The ages of all children, or none: the server refuses some, and takes the oldest where it is told none. */
export function agesOf({ children, children_ages }: Party): number[] {
  const known = children_ages.filter((age) => age !== null);
  return known.length === children ? known : [];
}

/** Business day to the next, one room, one adult (SEARCH-02, SEARCH-08). */
export function defaultSearch(limits: SearchLimits): SearchData {
  return makeSearch(limits.firstDay, addDays(limits.firstDay, MIN_NIGHTS), [defaultParty()]);
}

/** The same stay for every party. */
export function makeSearch(checkIn: string, checkOut: string, parties: readonly Party[]): SearchData {
  return { checkIn, checkOut, rooms: parties.map((persons) => ({ checkIn, checkOut, persons })) };
}

function count(text: string | null): number | null {
  return text !== null && /^\d{1,3}$/.test(text) ? Number(text) : null;
}

/** Spreads people over rooms, the first rooms taking what is left over. */
function spread(total: number, rooms: number): number[] {
  return Array.from(
    { length: rooms },
    (_, index) => Math.floor(total / rooms) + (index < total % rooms ? 1 : 0),
  );
}

/** What the address asks for, and what had to be said about it. */
export interface AskedSearch {
  search: SearchData;
  /**
   * The dates asked for lie outside what can be booked (SEARCH-09), or are too many nights; or they are "unread": a day
   * that is none, a departure without an arrival or not after it. Those searched for are others.
   */
  datesAmiss: SearchFault | "unread" | null;
  /** More guests a room than the property takes (SEARCH-17). */
  tooMany: boolean;
  /** More rooms than can be booked at once, or more guests than those take: there is none to add. */
  tooManyRooms: boolean;
}

/**
 * Reads from, to, room_count, guest or guests and children (START-08). Guests are spread over the rooms, at least one
 * adult in each (SEARCH-16); whatever is malformed or missing is the default.
 */
export function searchFromQuery(query: URLSearchParams, limits: SearchLimits): AskedSearch {
  const wanted = Math.max(1, count(query.get("room_count")) ?? 1);
  const rooms = Math.min(limits.maxRooms, wanted);
  const adults = Math.max(rooms, count(query.get("guest") || query.get("guests")) ?? rooms);
  const children = count(query.get("children")) ?? 0;
  const tooMany = (adults + children) / wanted > limits.maxGuests;
  const tooManyRooms = Math.max(wanted, (adults + children) / limits.maxGuests) > limits.maxRooms;

  const adultShares = spread(adults, rooms).map((share) => Math.min(share, limits.maxGuests));
  // children go where there is room, fullest rooms last
  const childShares = adultShares.map(() => 0);
  for (let child = 0; child < children; child++) {
    const free = adultShares.map((a, index) => limits.maxGuests - a - (childShares[index] ?? 0));
    const roomiest = free.indexOf(Math.max(...free));
    if ((free[roomiest] ?? 0) > 0) childShares[roomiest] = (childShares[roomiest] ?? 0) + 1;
  }
  const parties = adultShares.map((a, index) =>
    withChildren({ adults: a, children: 0, children_ages: [] }, childShares[index] ?? 0),
  );

  // a form sends its empty fields too
  const from = query.get("from") || null;
  const to = query.get("to") || null;
  const askedDates = isDay(from);
  const checkIn = askedDates ? from : limits.firstDay;
  const checkOut = askedDates && isDay(to) && to > checkIn ? to : addDays(checkIn, MIN_NIGHTS);
  const outside = searchFault(makeSearch(checkIn, checkOut, [defaultParty()]), limits);
  const read = askedDates ? !to || to === checkOut : !to && !from;
  const datesAmiss = outside ?? (read ? null : "unread");
  const stay = outside ? defaultSearch(limits) : { checkIn, checkOut };
  const search = makeSearch(stay.checkIn, stay.checkOut, parties);
  return { search, datesAmiss, tooMany, tooManyRooms };
}

type OfRoom =
  | "check_in_date"
  | "check_out_date"
  | "number_of_adults"
  | "number_of_children"
  | "children_ages";

/** Whether a room is for the nights and people that are asked for, ages of children where both know them. */
export function isFor(room: Pick<SelectedRoom, OfRoom>, { checkIn, checkOut, persons }: SearchRoom): boolean {
  const { adults, children } = persons;
  const ages = agesOf(persons);
  return (
    checkIn === room.check_in_date &&
    checkOut === room.check_out_date &&
    adults === room.number_of_adults &&
    children === room.number_of_children &&
    (ages.length !== room.children_ages.length || ages.join() === room.children_ages.join())
  );
}

/** The search with a stay that moves from room to room as the one that it is: the same people, one after the other. */
export function wholeStays(search: SearchData): SearchData {
  const rooms: SearchRoom[] = [];
  for (const room of search.rooms) {
    const before = rooms.at(-1);
    const goesOn = room.moves && before?.checkOut === room.checkIn;
    if (before && goesOn && samePeople(before.persons, room.persons))
      rooms[rooms.length - 1] = { ...before, checkOut: room.checkOut };
    else rooms.push(room);
  }
  return { ...search, rooms };
}

/** The people of rooms alike: as many as the fullest has, and no child is left out for an adult whom no room takes too. */
export function alikeParty(rooms: readonly SearchRoom[], { maxGuests }: SearchLimits): Party {
  const parties = rooms.map(({ persons }) => persons);
  const { children_ages } = parties.reduce(
    (most, one) => (one.children > most.children ? one : most),
    defaultParty(),
  );
  const children = children_ages.length;
  const most = Math.max(...parties.map((one) => one.adults));
  return { adults: Math.max(1, Math.min(most, maxGuests - children)), children, children_ages };
}

function samePeople(one: Party, other: Party): boolean {
  const words = ({ adults, children, children_ages }: Party) => [adults, children, ...children_ages].join();
  return words(one) === words(other);
}

/** The search as the address carries it; the sums of all rooms, and nothing of a link that says them otherwise. */
export function queryOfSearch(asked: SearchData) {
  const search = wholeStays(asked);
  const total = (of: (party: Party) => number) =>
    String(search.rooms.reduce((sum, room) => sum + of(room.persons), 0));
  return {
    from: search.checkIn,
    to: search.checkOut,
    room_count: String(search.rooms.length),
    guest: null,
    guests: total((p) => p.adults),
    children: total((p) => p.children),
  };
}

/**
 * True when the address asks for other days, rooms or people than a search that was kept: a new link was opened. What
 * it does not name is no question, nor is an empty field; what cannot be had asks for what is searched in its place.
 */
export function asksOtherwise(query: URLSearchParams, kept: SearchData, limits: SearchLimits): boolean {
  const read = queryOfSearch(searchFromQuery(query, limits).search);
  return Object.entries(queryOfSearch(kept)).some(([name, value]) => {
    const asked = (name === "guests" && query.get("guest")) || query.get(name);
    return asked && value !== asked && value !== read[name as keyof typeof read];
  });
}

/** What keeps a search from starting: the first thing to mend, or null. */
export type SearchFault = "dates" | "long" | "ages" | "guests";

export function searchFault(search: SearchData, limits: SearchLimits): SearchFault | null {
  for (const room of search.rooms) {
    if (!isDay(room.checkIn) || !isDay(room.checkOut)) return "dates";
    if (room.checkIn < limits.firstDay || room.checkOut > limits.lastDay) return "dates";
    const nights = nightsBetween(room.checkIn, room.checkOut);
    if (nights < MIN_NIGHTS) return "dates";
    if (nights > limits.maxNights) return "long";
    const { adults, children } = room.persons;
    if (adults < 1 || adults + children > limits.maxGuests) return "guests";
    if (limits.childAges && agesOf(room.persons).length < children) return "ages";
  }
  return null;
}
