import { expect, test } from "vitest";
import { property } from "../api/mock/hotel";
import {
  agesOf,
  alikeParty,
  asksOtherwise,
  defaultParty,
  defaultSearch,
  limitsOf,
  makeSearch,
  queryOfSearch,
  type SearchData,
  searchFault,
  searchFromQuery,
  wholeStays,
  withChildren,
} from "./search-data";

const limits = limitsOf(property);
const ask = (query: string) => searchFromQuery(new URLSearchParams(query), limits);
const adults = (query: string) => ask(query).search.rooms.map((room) => room.persons.adults);

// clause: SEARCH-02, SEARCH-08, SEARCH-10
test("the default is one adult for one night from the business day", () => {
  expect(defaultSearch(limits)).toEqual({
    checkIn: "2026-11-21",
    checkOut: "2026-11-22",
    rooms: [
      {
        checkIn: "2026-11-21",
        checkOut: "2026-11-22",
        persons: { adults: 1, children: 0, children_ages: [] },
      },
    ],
  });
  expect(ask("").search).toEqual(defaultSearch(limits));
});

// clause: SEARCH-04
test("guests a room: max_guests_allowed, else max_occupancy, else 6", () => {
  const of = (max_guests_allowed: number | null, max_occupancy: number | null) =>
    limitsOf({
      ...property,
      max_occupancy,
      website_config: { ...property.website_config, max_guests_allowed },
    }).maxGuests;
  expect([of(3, 5), of(null, 5), of(null, null)]).toEqual([3, 5, 6]);
});

// clause: SEARCH-07, ABS-05
test("the calendar runs from the business day to max_los and a day after it", () => {
  expect(limits.firstDay).toBe("2026-11-21");
  expect(limits.lastDay).toBe("2027-06-10");
  expect(limitsOf({ ...property, max_los: null }).maxNights).toBe(200);
  expect(limitsOf(property, 14).lastDay).toBe("2026-12-06");
});

// clause: SEARCH-06, START-08
test("room_count goes from 1 to 6", () => {
  const rooms = (count: string) => ask(`room_count=${count}`).search.rooms.length;
  expect(["1", "4", "6", "7", "0", "-2", "many", ""].map(rooms)).toEqual([1, 4, 6, 6, 1, 1, 1, 1]);
});

// clause: START-08
test("dates and guests come from the address; guest wins over guests", () => {
  const { search } = ask("from=2026-12-12&to=2026-12-15&guest=2&guests=4&children=1");
  expect([search.checkIn, search.checkOut]).toEqual(["2026-12-12", "2026-12-15"]);
  expect(search.rooms[0]?.persons).toEqual({ adults: 2, children: 1, children_ages: [null] });
  expect(ask("guests=3").search.rooms[0]?.persons.adults).toBe(3);
  expect(ask("from=2026-12-12").search.checkOut).toBe("2026-12-13");
});

// clause: SEARCH-16
test("guests spread over the rooms, an adult in each", () => {
  expect(adults("room_count=2&guests=3")).toEqual([2, 1]);
  expect(adults("room_count=3&guests=1")).toEqual([1, 1, 1]);
  for (let rooms = 1; rooms <= 6; rooms++) {
    for (let guests = 0; guests <= 24; guests++) {
      const spread = adults(`room_count=${rooms}&guests=${guests}`);
      expect(Math.min(...spread)).toBeGreaterThanOrEqual(1);
      if (guests >= rooms && guests / rooms <= limits.maxGuests)
        expect(spread.reduce((a, b) => a + b)).toBe(guests);
    }
  }
});

// clause: SEARCH-16, ROOMS-04
test("of guests who do not divide among rooms alike as many are asked for as a room takes", () => {
  const alike = (query: string, max_guests_allowed: number) => {
    const config = { ...property.website_config, max_guests_allowed };
    const limits = limitsOf({ ...property, website_config: config });
    const { rooms } = searchFromQuery(new URLSearchParams(query), limits).search;
    const { adults, children } = alikeParty(rooms, limits);
    return [adults, children];
  };
  expect(alike("room_count=2&guest=3", 2)).toEqual([2, 0]);
  expect(alike("room_count=2&guest=3&children=1", 4)).toEqual([2, 1]);
  // the child first, where the room cannot take the most of both
  expect(alike("room_count=2&guest=3&children=1", 2)).toEqual([1, 1]);
  expect(alike("room_count=2&guest=7&children=1", 4)).toEqual([3, 1]);
  expect(alike("room_count=3&guest=3&children=4", 3)).toEqual([1, 2]);
});

// clause: SEARCH-17
test("more guests a room than it takes is said", () => {
  expect(ask("guests=5").tooMany).toBe(true);
  expect(ask("guests=4").tooMany).toBe(false);
  expect(ask("room_count=2&guests=5&children=3").tooMany).toBe(false);
});

test("more rooms than can be booked at once is said, and more guests than those take", () => {
  const said = (query: string) => {
    const { tooMany, tooManyRooms, search } = ask(query);
    return { tooMany, tooManyRooms, rooms: search.rooms.length };
  };
  expect(said("room_count=6&guests=24")).toEqual({ tooMany: false, tooManyRooms: false, rooms: 6 });
  expect(said("room_count=8&guests=16")).toEqual({ tooMany: false, tooManyRooms: true, rooms: 6 });
  // no rooms are asked to be added where there is none to add
  expect(said("room_count=8&guests=32")).toEqual({ tooMany: false, tooManyRooms: true, rooms: 6 });
  expect(said("room_count=2&guests=25")).toEqual({ tooMany: true, tooManyRooms: true, rooms: 2 });
});

// clause: SEARCH-09
test("dates outside the window are said and replaced", () => {
  for (const query of ["from=2026-11-20&to=2026-11-25", "from=2026-12-01&to=2027-12-01", "from=2027-08-01"]) {
    expect(ask(query).datesAmiss).toBe("dates");
    expect(ask(query).search.checkIn).toBe("2026-11-21");
  }
  expect(ask("from=2026-11-21&to=2026-11-25").datesAmiss).toBeNull();
  // within the window and a night too long
  const long = ask(`from=${limits.firstDay}&to=${limits.lastDay}`);
  expect(long.datesAmiss).toBe("long");
  expect(long.search).toEqual(defaultSearch(limits));
  expect(searchFault(makeSearch(limits.firstDay, limits.lastDay, [defaultParty()]), limits)).toBe("long");
});

// clause: SEARCH-03, SEARCH-05
test("a search needs adults, nights and, where asked, the age of every child", () => {
  const stay = (persons: Parameters<typeof makeSearch>[2][number]) =>
    makeSearch("2026-12-12", "2026-12-13", [persons]);
  const family = withChildren({ adults: 2, children: 0, children_ages: [] }, 1);
  expect(searchFault(stay(family), limits)).toBe("ages");
  expect(searchFault(stay({ ...family, children_ages: [0] }), limits)).toBeNull();
  expect(searchFault(stay(family), { ...limits, childAges: false })).toBeNull();
  expect(searchFault(stay({ adults: 0, children: 0, children_ages: [] }), limits)).toBe("guests");
  expect(searchFault(stay({ adults: 5, children: 0, children_ages: [] }), limits)).toBe("guests");
  expect(searchFault(makeSearch("2026-12-12", "2026-12-12", [family]), limits)).toBe("dates");
});

// clause: SEARCH-05
test("ages are told of all children or of none", () => {
  const family = { adults: 2, children: 1, children_ages: [7] };
  expect(agesOf(family)).toEqual([7]);
  // where no ages are asked for, the child that comes to those of a booked stay has none
  expect(agesOf(withChildren(family, 2))).toEqual([]);
  expect(agesOf(defaultParty())).toEqual([]);
});

/** The address after a search. */
function addressOf(search: SearchData): URLSearchParams {
  const { guest: _, ...carried } = queryOfSearch(search);
  return new URLSearchParams(carried);
}

test("what the address carries reads back as the same search", () => {
  const search = makeSearch("2026-12-12", "2026-12-15", [
    { adults: 2, children: 0, children_ages: [] },
    { adults: 1, children: 0, children_ages: [] },
  ]);
  expect(searchFromQuery(addressOf(search), limits).search).toEqual(search);
});

test("a stay that moves from room to room is asked for as one stay of its people", () => {
  const persons = { adults: 2, children: 1, children_ages: [4] };
  const asked = makeSearch("2026-12-12", "2026-12-15", [persons]);
  const nights = (checkIn: string, checkOut: string) => ({ checkIn, checkOut, persons });
  const moving = {
    ...asked,
    rooms: [
      nights("2026-12-12", "2026-12-13"),
      { ...nights("2026-12-13", "2026-12-15"), moves: true as const },
    ],
  };
  expect(wholeStays(moving)).toEqual(asked);
  expect(queryOfSearch(moving)).toEqual(queryOfSearch(asked));
  const two = makeSearch("2026-12-12", "2026-12-15", [persons, persons]);
  expect(wholeStays(two)).toEqual(two);
  // two rooms of two parties, whatever nights they take
  const apart = {
    ...moving,
    rooms: [nights("2026-12-12", "2026-12-13"), nights("2026-12-13", "2026-12-15")],
  };
  expect(wholeStays(apart)).toEqual(apart);
  expect(queryOfSearch(apart)).toMatchObject({ room_count: "2", guests: "4" });
});

test("days that are none, and a departure that follows no arrival, are told apart", () => {
  for (const query of ["from=soon", "to=2026-12-13", "from=2026-12-13&to=2026-12-13", "from=2026-12-13&to=x"])
    expect(ask(query).datesAmiss, query).toBe("unread");
  for (const query of [
    "",
    "from=&to=",
    "from=2026-12-13",
    "from=2026-12-13&to=",
    "from=2026-12-13&to=2026-12-15",
  ])
    expect(ask(query).datesAmiss, query).toBeNull();
});

// clause: START-08, ROUTE-16
test("an address that names another stay than the one kept asks anew", () => {
  const kept = makeSearch("2027-01-12", "2027-01-13", [defaultParty(), defaultParty()]);
  const asks = (query: string) => asksOtherwise(new URLSearchParams(query), kept, limits);
  expect(asks("pc=HARB&property_id=1")).toBe(false);
  expect(asks(addressOf(kept).toString())).toBe(false);
  expect(asks("from=2027-01-12&guest=2")).toBe(false);
  for (const query of [
    "from=2027-03-20",
    "to=2027-01-14",
    "guest=3",
    "guests=1",
    "room_count=1",
    "children=1",
  ]) {
    expect(asks(query), query).toBe(true);
  }
  // a form sends its empty fields too, and what cannot be had asks for what is searched in its place
  for (const query of [
    "from=&to=&room_count=&guest=&guests=&children=",
    "room_count=2&guest=1",
    "room_count=2&children=none",
  ])
    expect(asks(query), query).toBe(false);
  for (const query of ["from=2026-11-20", "room_count=9&guest=99"]) {
    const link = new URLSearchParams(query);
    const { search } = searchFromQuery(link, limits);
    expect(asksOtherwise(link, search, limits), query).toBe(false);
    expect(asks(query), query).toBe(true);
  }
  // nor is what could be had when it was asked for, and is past since
  const past = makeSearch("2026-11-20", "2026-11-22", [defaultParty()]);
  expect(asksOtherwise(new URLSearchParams("from=2026-11-20"), past, limits)).toBe(false);
});
