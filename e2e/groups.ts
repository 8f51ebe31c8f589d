// Two hotels with every flag the other way about, that go through the same journeys: a demo hotel with lists, one room
// after the other, children's ages and English first; and one of the tests' own, with grids, several rooms on one
// choice, no children, companies and groups, stacked steps and Arabic first.
import { join } from "node:path";
import { EDEL, type Hotel } from "./hotels.ts";
import type { Language } from "./labels.ts";
import { NGUYEN, type Person, SAIF } from "./people.ts";
import { ROOT } from "./server.ts";

export const QASR: Hotel = { id: 9, code: "QASR", name: "قصر المرسى", currency: "OMR" };
/** Its files. */
export const QASR_FILES = join(ROOT, "e2e/groups/qasr");

/** A hotel, and who books which room there. */
export interface House {
  hotel: Hotel;
  language: Language;
  person: Person;
  holder: string;
  /** A room and a rate as the page names them, and as the API does. */
  room: { id: string; name: string };
  rate: { id: string; name: string };
}

export interface Group extends House {
  /** A package with that rate, and what it contains. */
  package: { id: string; name: string; contains: string };
  /** A door of that room. */
  door: string;
  multiRoom: boolean;
}

/** Everything that the demo hotels leave off is on here, and the other way about. */
export const INVERTED: Group = {
  hotel: QASR,
  language: "ar",
  person: SAIF,
  holder: "Saif Al Harthy",
  room: { id: "SEA", name: "غرفة البحر" },
  rate: { id: "FLEX", name: "سعر مرن" },
  package: { id: "SAIL", name: "رحلة وغروب", contains: "رحلة بالسفينة" },
  door: "203",
  multiRoom: true,
};

export const GROUPS: Group[] = [
  {
    hotel: EDEL,
    language: "en",
    person: NGUYEN,
    holder: "Thi Minh Khai Nguyen",
    room: { id: "ALPINE_DOUBLE", name: "Alpine Double" },
    rate: { id: "BREAKFAST", name: "Flexible with breakfast" },
    package: { id: "STEAM", name: "Snow and steam", contains: "Fondue by the stove" },
    door: "14",
    multiRoom: false,
  },
  INVERTED,
];
