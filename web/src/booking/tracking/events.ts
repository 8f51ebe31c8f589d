/** What the events say, in the public GA4 e-commerce shapes (ANALYTICS-10). Amounts are in the hotel's currency. Pure. */
import type { Availability, ConfirmedRoom, SelectedRoom } from "../../api";
import { nightsBetween } from "../../i18n";
import type { SearchData } from "../search-data";
import { twoDecimals } from "./values";

/** A room as measurement knows it. */
export interface Item {
  item_id: string;
  item_name: string;
  item_variant: string;
  /** Of one room for the stay, every tax and fee in it. */
  price: number;
  quantity: number;
}

const total = (items: readonly Item[]) =>
  twoDecimals(items.reduce((sum, item) => sum + item.price * item.quantity, 0));

/** The search that was made. */
export function bookIntent({ checkIn, checkOut, rooms }: SearchData) {
  const people = (kind: "adults" | "children") => rooms.reduce((sum, room) => sum + room.persons[kind], 0);
  return {
    check_in_date: checkIn,
    check_out_date: checkOut,
    nights: nightsBetween(checkIn, checkOut),
    number_of_rooms: rooms.length,
    number_of_adults: people("adults"),
    number_of_children: people("children"),
  };
}

/** Every room of the list at its lowest price, in the list's order. */
export function itemList({ rate_details }: Pick<Availability, "rate_details">, currency: string) {
  const items = rate_details.flatMap((room) => {
    const [lowest] = room.rate_codes
      .map((rate) => ({ name: rate.name, price: rate.price_summary.total_amount_after_tax_and_fee }))
      .sort((one, other) => one.price - other.price);
    if (!lowest) return [];
    const { room_type_id: item_id, room_type_name: item_name } = room;
    return [{ item_id, item_name, item_variant: lowest.name, price: lowest.price, quantity: 1 }];
  });
  return { item_list_id: "rooms", item_list_name: "Rooms", currency, items };
}

export const itemOf = (room: SelectedRoom): Item => ({
  item_id: room.room_type_id,
  item_name: room.room_type_name,
  item_variant: room.rate.name,
  price: room.price_summary.total_amount_after_tax_and_fee,
  quantity: room.number_of_rooms,
});

/** Chosen rooms: for select_item and begin_checkout. */
export function chosen(rooms: readonly SelectedRoom[], currency: string) {
  const items = rooms.map(itemOf);
  return { currency, value: total(items), items };
}

/** A finished booking. `email` is the guest's address, hashed (ANALYTICS-06); null where it cannot be. */
export function purchase(rooms: readonly ConfirmedRoom[], email: string | null) {
  const items = rooms.map(
    (room): Item => ({
      item_id: room.room_type_id,
      item_name: room.room_type_name,
      item_variant: room.rate_code_name,
      price: room.total_amount,
      quantity: 1,
    }),
  );
  return {
    transaction_id: rooms.map((room) => room.confirmation_no).join(","),
    currency: rooms[0]?.currency || "USD",
    value: total(items),
    tax: twoDecimals(rooms.reduce((sum, room) => sum + room.total_taxes, 0)),
    items,
    guest: { email },
  };
}
