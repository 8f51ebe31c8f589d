import { expect, test } from "vitest";
import type { SelectedRoom } from "../api";
import { inGuestCurrency, shownRooms } from "./conversion";

// clause: PRICE-02
test("every amount with a twin is shown as the twin, whatever it stands in", () => {
  const answer = {
    conversion: { currency: "EUR", rate: 0.5, date: "2026-04-13" },
    rates: [
      { amount: 100, conversion_amount: 50, nights: 2, taxes: [{ amount: 10, conversion_amount: 5.01 }] },
      { amount: null, name: "conversion_x" },
    ],
  };
  const shown = inGuestCurrency(answer);
  expect(shown.rates[0]).toMatchObject({ amount: 50, nights: 2, taxes: [{ amount: 5.01 }] });
  expect(shown.rates[1]).toEqual({ amount: null, name: "conversion_x" });
  expect(shown.conversion).toEqual(answer.conversion);
  expect(answer.rates[0]?.amount).toBe(100);
});

// clause: PRICE-02
test("rooms of which one came without a conversion are shown in the hotel's currency", () => {
  const room = (conversion: SelectedRoom["conversion"], twin: object) =>
    ({ conversion, rate_details: [{ date: "2026-12-12", amount: 10, ...twin }] }) as unknown as SelectedRoom;
  const euro = { currency: "EUR", rate: 0.5, date: "2026-04-13" };
  const converted = room(euro, { conversion_amount: 5 });
  expect(shownRooms([converted], "USD")).toMatchObject({ currency: "EUR", conversion: euro });
  expect(shownRooms([converted], "USD").rooms[0]?.rate_details[0]?.amount).toBe(5);
  const mixed = shownRooms([converted, room(null, {})], "USD");
  expect(mixed).toMatchObject({ currency: "USD", conversion: null });
  expect(mixed.rooms[0]?.rate_details[0]?.amount).toBe(10);
  expect(shownRooms([], "USD")).toEqual({ rooms: [], currency: "USD", conversion: null });
});
