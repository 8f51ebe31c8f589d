/**
 * The stay that activities and events are added to. It is handed over within this tab and never in an address, since
 * there are a guest's details and a right to the stay in it.
 */
import type { Guest, StayRight } from "../api";
import { forgetInTab, keepInTab, recallInTab } from "./in-tab";

export interface StayBasket {
  right: StayRight;
  /** First and last day of the stay. */
  from: string;
  to: string;
  /** Who stays, for the form. */
  guest: Partial<Record<keyof Guest, string>>;
}

/** Whether a day (`YYYY-MM-DD`) is one of the stay, the day of departure too. */
export const hasDay = ({ from, to }: StayBasket, day: string): boolean => from <= day && day <= to;

/** Names the stay, so that what was begun for another one, or by itself, is not gone on with. */
export const stayOf = (basket: StayBasket | null): string => (basket ? JSON.stringify(basket.right) : "");

const place = (property: number) => `portico.basket.${property}`;

/** What of a guest a form begins with. */
const FIELDS = [
  "first_name",
  "last_name",
  "email",
  "phone",
  "street",
  "city",
  "state",
  "zip_code",
  "country",
] as const;

/** The fields that are there. */
export function guestForForm(
  guest: Partial<Record<(typeof FIELDS)[number], string | null>>,
): StayBasket["guest"] {
  return Object.fromEntries(FIELDS.flatMap((name) => (guest[name] ? [[name, guest[name]]] : [])));
}

/** Where storage is forbidden, what is booked stands by itself. */
export const keepBasket = (property: number, basket: StayBasket | null): void =>
  basket ? keepInTab(place(property), basket) : forgetInTab(place(property));

export const recallBasket = (property: number): StayBasket | null => recallInTab(place(property));
