import { expect, test } from "vitest";
import { breakdown, selectedRoom } from "../api/mock/offers";
import { addDays } from "../i18n";
import { type Night, nightsOfBreakdown, nightsOfFolio, sumsOf } from "./nights";

const ARRIVAL = "2026-12-12";

const chosen = (nights: number) =>
  selectedRoom("s1", 1, {
    check_in_date: ARRIVAL,
    check_out_date: addDays(ARRIVAL, nights),
    rate_code_id: "FLEX_BB",
    room_type_id: "DELUXE_KING",
    package_id: null,
    number_of_adults: 2,
    number_of_children: 0,
    children_ages: [],
    number_of_rooms: 1,
    rate_details: [],
  });

/** Before a room is chosen: what the breakdown call answers. */
function offered(nights: number): Night[] {
  const { rate_details, price_summary } = chosen(nights);
  const { data } = breakdown({
    rate_code_id: "FLEX_BB",
    number_of_persons: 2,
    number_of_children: 0,
    children_ages: [],
    rates: rate_details,
  });
  const sums = {
    total: price_summary.total_amount_after_tax_and_fee,
    taxes: price_summary.total_tax_amount,
  };
  return nightsOfBreakdown(data.rates, sums, "USD");
}

/** After: its folio. */
function held(nights: number): Night[] {
  const room = chosen(nights);
  if (!room.profile_taxes) throw new Error("a folio");
  return nightsOfFolio(room.profile_taxes, room, "USD");
}

const figures = (nights: readonly Night[]) =>
  nights.map(({ date, total, charges }) => ({
    date,
    total,
    charges: charges.map(({ code, amount, taxes }) => ({
      code,
      amount,
      taxes: taxes.map((tax) => [tax.code, tax.amount]),
    })),
  }));

// clause: PRICE-06, SUMM-03
test("an offer is taken apart as its bill is: the same lines and figures, taxes in them", () => {
  for (const nights of [1, 2, 3, 8, 21]) {
    expect(figures(offered(nights))).toEqual(figures(held(nights)));
    expect(sumsOf(offered(nights), "USD").room).toBe(sumsOf(held(nights), "USD").room);
  }
});

test("what costs nothing goes on costing nothing, wherever coins are left over", () => {
  const night = {
    date: ARRIVAL,
    total: 100,
    breakdown: [
      { code: "SUPPER", name: "Supper", amount: 0, net_value: 0, taxes: [] },
      { code: "ROOM", name: "Room", amount: 99.99, net_value: 99.99, taxes: [] },
    ],
  };
  const [made] = nightsOfBreakdown([night], { total: 100, taxes: 0 }, "EUR");
  expect(made?.charges.map(({ amount }) => amount)).toEqual([0, 100]);
});
