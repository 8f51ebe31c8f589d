import { expect, test } from "vitest";
import { FEE, nightlyRate, selectedRoom } from "../../api/mock/offers";
import { sumMoney } from "../../i18n";
import { billOf, billRoom } from "./bill";

const room = (nights: number, slot = 1, rooms = 1) =>
  selectedRoom(`s${slot}`, slot, {
    check_in_date: "2026-12-12",
    check_out_date: `2026-12-${12 + nights}`,
    rate_code_id: "FLEX",
    room_type_id: "DELUXE_KING",
    package_id: null,
    number_of_adults: 2,
    number_of_children: 0,
    children_ages: [],
    number_of_rooms: rooms,
    rate_details: [],
  });

// clause: SUMM-03
test("each night carries its taxes; the sum of nights shows only for more than one", () => {
  const three = billRoom(room(3), "USD");
  expect(three.nights[0]).toEqual({
    date: "2026-12-12",
    amount: sumMoney([nightlyRate("DELUXE_KING", "FLEX", "2026-12-12") * 1.1], "USD"),
  });
  expect(three.roomTotal).toBe(
    sumMoney(
      three.nights.map((night) => night.amount),
      "USD",
    ),
  );
  expect(billRoom(room(1), "USD").roomTotal).toBeNull();
});

test("the lines add up to the total, for every length and number of rooms", () => {
  for (const nights of [1, 2, 5, 9]) {
    for (const rooms of [1, 2, 3]) {
      const part = billRoom(room(nights, 1, rooms), "USD");
      const lines = [
        ...part.nights.map((night) => night.amount),
        ...part.extras.map((extra) => extra.amount),
      ];
      expect(sumMoney(lines, "USD")).toBe(part.total);
      expect(part.extras[0]?.amount).toBe(FEE * nights * rooms);
    }
  }
});

test("the bill of several rooms is their sum, and what is due adds up to it", () => {
  const bill = billOf([room(2, 1), room(2, 2)], "USD");
  expect(bill.total).toBe(
    sumMoney(
      bill.rooms.map((part) => part.total),
      "USD",
    ),
  );
  expect(sumMoney([bill.dueNow, bill.dueAtHotel], "USD")).toBe(bill.total);
  expect(bill.perNight, "of one room").toBeCloseTo(bill.total / 4);
  expect(billOf([room(2, 1, 2)], "USD")).toMatchObject({ perNight: bill.perNight, count: 2 });
  expect(bill.taxes.map((tax) => tax.code)).toEqual(["STATE"]);
  expect(billOf([room(2, 1), room(3, 2)], "USD").perNight).toBeNull();
});

// clause: ERR-14
test("without its taxes a room shows what the offer said", () => {
  const part = billRoom({ ...room(2), profile_taxes: null }, "USD");
  expect(part.total).toBe(room(2).price_summary.total_amount_after_tax_and_fee);
});
