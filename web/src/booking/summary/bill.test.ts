import { expect, test } from "vitest";
import type { SelectedRoom } from "../../api";
import { FEE, nightlyRate, selectedRoom } from "../../api/mock/offers";
import { cashStep, currencyDigits, roundMoney, sumMoney } from "../../i18n";
import { shownRooms } from "../conversion";
import { forRooms, nightsOfBreakdown, sumsOf } from "../nights";
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

/**
 * The room as the server answers it in another currency: every amount converted by itself, then rounded (CUR-04); of
 * several rooms that of one, that many times.
 */
function converted(chosen: SelectedRoom, currency: string, rate: number): SelectedRoom {
  const twins = <T>(value: T): T => {
    if (Array.isArray(value)) return value.map(twins) as T;
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(([name, field]) => [name, twins(field)] as const);
    const amounts = entries.filter(([, field]) => typeof field === "number");
    return Object.fromEntries([
      ...entries,
      ...amounts.map(([name, field]) => [
        `conversion_${name}`,
        roundMoney(
          roundMoney(((field as number) / chosen.number_of_rooms) * rate, currency) * chosen.number_of_rooms,
          currency,
        ),
      ]),
    ]) as T;
  };
  const { profile_taxes } = chosen;
  return {
    ...chosen,
    profile_taxes: profile_taxes && twins(profile_taxes),
    conversion: { currency, rate, date: "2026-04-13" },
  };
}

/** Numbers between 0 and 1, the same in every run. */
function* draws(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (state * 48_271) % 2_147_483_647;
    yield state / 2_147_483_647;
  }
}

// clause: PRICE-02, SUMM-03, CUR-04
test("a converted bill adds up, to the total that the server converted, whatever the rate", () => {
  const random = draws(20_261_122);
  const draw = () => random.next().value;
  for (const currency of ["EUR", "CHF", "JPY", "KWD"]) {
    const coin = cashStep(currency) / 10 ** currencyDigits(currency);
    for (let turn = 0; turn < 60; turn += 1) {
      const [nights, rooms, rate] = [
        1 + Math.floor(draw() * 17),
        1 + Math.floor(draw() * 3),
        0.05 + draw() * 3,
      ];
      const sent = converted(room(nights, 1, rooms), currency, rate);
      const shown = shownRooms([sent], "USD");
      const bill = billOf(shown.rooms, shown.currency);
      const [part] = bill.rooms;
      const folio = shown.rooms[0]?.profile_taxes;
      if (!part || !folio) throw new Error("a room with its folio");
      const told = `${nights} nights, ${rooms} rooms, ${rate} ${currency}`;
      const amounts = (lines: readonly { amount: number }[]) =>
        sumMoney(
          lines.map(({ amount }) => amount),
          currency,
        );
      expect(bill.total, told).toBe(folio.estimated_total);
      expect(amounts([...part.nights, ...part.extras]), told).toBe(bill.total);
      expect(part.roomTotal, told).toBe(nights > 1 ? amounts(part.nights) : null);
      expect(amounts(bill.taxes), told).toBe(folio.total_taxes);
      expect(
        sumMoney(
          part.made.map((night) => night.total),
          currency,
        ),
        told,
      ).toBe(bill.total);
      // and no line is more than a coin of each room away from what it comes to by itself
      const own = folio.charges.filter((charge) => charge.charge_type_code === "ROOM");
      for (const [index, night] of part.nights.entries()) {
        expect(Math.abs(night.amount - (own[index]?.net_value ?? 0)), told).toBeLessThan(
          (rooms + 0.5) * coin,
        );
      }
    }
  }
});

const ADDED = {
  id: "ADDED",
  name: "Added",
  quantity: 1,
  date: null,
  recurring: false,
  amount: 1,
  room_no: 1,
  session_id: "s1",
};

// clause: PRICE-02, PRICE-06, SUMM-03
test("an offer is taken apart as its bill will be, in any currency and for any number of rooms", () => {
  const random = draws(20_261_124);
  const draw = (below: number) => Math.floor(random.next().value * below);
  for (const currency of ["USD", "EUR", "CHF", "JPY", "KWD"]) {
    const coin = cashStep(currency) / 10 ** currencyDigits(currency);
    const money = (coins: number) => roundMoney(coins * coin, currency);
    for (let turn = 0; turn < 200; turn += 1) {
      const rooms = 1 + draw(6);
      // of one room, each part rounded by itself, so that the sums are some coins beside what the parts come to
      const parts = Array.from({ length: 1 + draw(12) }, (_, index) => ({
        date: `2026-12-${10 + Math.floor(index / 3)}`,
        code: index % 3 === 0 ? "ROOM" : `FEE_${index % 3}`,
        coins: draw(4) === 0 ? 0 : 1 + draw(90_000),
        taxes: Array.from({ length: draw(3) }, (_, tax) => ({ code: `TAX_${tax}`, coins: draw(900) })),
      }));
      const sum = (coins: number[]) =>
        coins.reduce((all, one) => all + one, draw(2 * coins.length + 1) - coins.length);
      const total = sum(parts.map((part) => part.coins));
      const taxes = sum(parts.flatMap((part) => part.taxes.map((tax) => tax.coins)));
      const of = (times: number) =>
        parts.map((part) => ({
          date: part.date,
          charge_type_code: part.code,
          charge_type_label: part.code,
          charge_type_id: part.code,
          quantity: 1,
          amount: money(part.coins * times),
          net_value: money(part.coins * times),
          net_value_excl_taxes: money(part.coins * times),
          taxes: part.taxes.map((tax) => ({
            tax_type_id: tax.code,
            name: tax.code,
            amount: money(tax.coins * times),
            inclusive: true,
            adjustments: [],
          })),
        }));
      const offered = of(1).map(({ date, charge_type_code: code, amount, net_value, taxes: contained }) => ({
        date,
        total: net_value,
        breakdown: [{ code, name: code, amount, net_value, taxes: contained }],
      }));
      const popup = forRooms(
        nightsOfBreakdown(offered, { total: money(total), taxes: money(taxes) }, currency),
        rooms,
        currency,
      );
      const chosen = room(1, 1, rooms);
      if (!chosen.profile_taxes) throw new Error("a room with its folio");
      const bill = billRoom(
        {
          ...chosen,
          profile_taxes: {
            ...chosen.profile_taxes,
            charges: of(rooms),
            estimated_total: money(total * rooms),
            total_taxes: money(taxes * rooms),
          },
        },
        currency,
      );
      const told = `${rooms} rooms, ${currency}, turn ${turn}`;
      expect(popup, told).toEqual(bill.made);
      expect(sumsOf(popup, currency), told).toMatchObject({ extras: bill.extras, taxes: bill.taxes });
      // what is added then, some coins beside its sum too, moves no coin of the stay
      const added = of(rooms)
        .slice(0, 1)
        .map((charge) => ({ ...charge, charge_type_id: "ADDED", charge_type_code: "ADDED", taxes: [] }));
      const all = sum([total * rooms, ...added.map(({ net_value }) => Math.round(net_value / coin))]);
      const withAdded = billRoom(
        {
          ...chosen,
          price_summary: { ...chosen.price_summary, total_amount_after_tax_and_fee: money(total) },
          chosen_addons: [{ ...ADDED, charge_type_id: "ADDED" }],
          profile_taxes: {
            ...chosen.profile_taxes,
            charges: [...added, ...of(rooms)],
            estimated_total: money(all),
            total_taxes: money(taxes * rooms),
          },
        },
        currency,
      );
      expect(withAdded.nights, told).toEqual(bill.nights);
      if (added.some(({ net_value }) => net_value !== 0)) {
        expect(
          sumMoney(
            withAdded.made.map((night) => night.total),
            currency,
          ),
          told,
        ).toBe(money(all));
      }
    }
  }
});

test("the bill of several rooms is their sum", () => {
  const bill = billOf([room(2, 1), room(2, 2)], "USD");
  expect(bill.total).toBe(
    sumMoney(
      bill.rooms.map((part) => part.total),
      "USD",
    ),
  );
  expect(bill.perNight, "of one room").toBeCloseTo(bill.total / 4);
  expect(billOf([room(2, 1, 2)], "USD")).toMatchObject({ perNight: bill.perNight, count: 2 });
  expect(bill.taxes.map((tax) => tax.code)).toEqual(["STATE"]);
  expect(billOf([room(2, 1), room(3, 2)], "USD").perNight).toBeNull();
});

test("a night costs on the bill what it did in the list, to the cent", () => {
  const one = room(3);
  // an own rounding of a converted price
  one.price_summary.avg_amount_after_tax_and_fee += 0.01;
  expect(billOf([one], "USD").perNight).toBe(one.price_summary.avg_amount_after_tax_and_fee);
});

// clause: ERR-14
test("without its taxes a room shows what the offer said", () => {
  const part = billRoom({ ...room(2), profile_taxes: null }, "USD");
  expect(part.total).toBe(room(2).price_summary.total_amount_after_tax_and_fee);
});
