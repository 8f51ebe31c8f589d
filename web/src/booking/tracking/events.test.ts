import { expect, test } from "vitest";
import { availability, selectedRoom } from "../../api/mock/offers";
import { makeSearch } from "../search-data";
import { room } from "../test-step";
import { bookIntent, chosen, itemList, purchase } from "./events";
import { hashed } from "./values";

test("a search is told by its dates, rooms and people [ANALYTICS-01, ANALYTICS-10]", () => {
  const parties = [
    { adults: 2, children: 1, children_ages: [7] },
    { adults: 1, children: 0, children_ages: [] },
  ];
  expect(bookIntent(makeSearch("2026-12-12", "2026-12-15", parties))).toEqual({
    check_in_date: "2026-12-12",
    check_out_date: "2026-12-15",
    nights: 3,
    number_of_rooms: 2,
    number_of_adults: 3,
    number_of_children: 1,
  });
});

test("a list tells every room at its lowest price, in order [ANALYTICS-03, ANALYTICS-10]", () => {
  const query = new URLSearchParams({
    check_in_date: "2026-12-12",
    check_out_date: "2026-12-14",
    number_of_persons: "2",
  });
  const answer = availability(query);
  const { items, currency, item_list_id } = itemList(answer, "USD");
  expect({ currency, item_list_id }).toEqual({ currency: "USD", item_list_id: "rooms" });
  expect(items.map((item) => item.item_id)).toEqual(answer.rate_details.map((one) => one.room_type_id));
  for (const [index, item] of items.entries()) {
    const totals = answer.rate_details[index]?.rate_codes.map(
      (rate) => rate.price_summary.total_amount_after_tax_and_fee,
    );
    expect(item.price).toBe(Math.min(...(totals ?? [])));
  }
});

test("chosen rooms carry what all of them cost, rooms of one choice counted [ANALYTICS-02, ANALYTICS-10]", () => {
  const one = room(1);
  const two = selectedRoom("s2", 2, {
    check_in_date: "2026-12-12",
    check_out_date: "2026-12-13",
    rate_code_id: "FLEX",
    room_type_id: "DELUXE_KING",
    package_id: null,
    number_of_adults: 2,
    number_of_children: 0,
    children_ages: [],
    number_of_rooms: 2,
    rate_details: [],
  });
  const told = chosen([one, two], "USD");
  expect(told.items.map((item) => item.quantity)).toEqual([1, 2]);
  const price = (of: typeof one) => of.price_summary.total_amount_after_tax_and_fee;
  expect(told.value).toBe(Number((price(one) + 2 * price(two)).toFixed(2)));
});

test("a purchase has revenue and taxes with two decimals, and dollars where no currency is known [ANALYTICS-05]", () => {
  const booked = (confirmation_no: string, currency: string) =>
    ({
      confirmation_no,
      currency,
      total_amount: 100.125,
      total_taxes: 10.0625,
      room_type_id: "KING",
      room_type_name: "King",
      rate_code_name: "Flexible",
    }) as never;
  const told = purchase([booked("A1", "KWD"), booked("A2", "KWD")], "hash");
  expect(told).toMatchObject({
    transaction_id: "A1,A2",
    currency: "KWD",
    value: 200.25,
    tax: 20.13,
    guest: { email: "hash" },
  });
  expect(purchase([booked("A1", "")], null).currency).toBe("USD");
});

test("an address is told as the hash of its trimmed small letters [ANALYTICS-06, ANALYTICS-11]", async () => {
  const hash = await hashed(" Siobhan@Guest.Example ");
  expect(hash).toBe(await hashed("siobhan@guest.example"));
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(await hashed("")).toBeNull();
  expect(await hashed(undefined)).toBeNull();
});
