/**
 * What a price is made of: the same lines, each with every tax in it, wherever a price is taken apart. From the
 * breakdown answer before a room is chosen, from its folio after. Pure.
 */
import type { Folio, NightBreakdown, SelectedRoom } from "../api";
import { cashStep, currencyDigits, roundMoney, sumMoney } from "../i18n";

/** The charge that is the room itself. */
export const ROOM = "ROOM";

export interface PriceLine {
  /** Code of the charge or tax, for its name in other languages. */
  code: string;
  label: string;
  amount: number;
}

/** A charge with every tax in it, and which taxes those are. */
export interface ChargeLine extends PriceLine {
  taxes: PriceLine[];
}

export interface Night {
  date: string;
  total: number;
  charges: ChargeLine[];
}

/**
 * Lines that come to their sum. The server converts a sum by itself, not by adding converted parts, so that these may
 * come to some smallest coins more or less: the first lines take one each, and of several rooms one for each room, so
 * that every room is taken apart as one is.
 */
function agreeing<Line extends { amount: number }>(
  lines: readonly Line[],
  sum: number,
  currency: string,
  rooms: number,
): Line[] {
  const smallest = cashStep(currency) / 10 ** currencyDigits(currency);
  const apart = Math.round(sumMoney([sum, ...lines.map(({ amount }) => -amount)], currency) / smallest);
  const each = apart % rooms === 0 ? rooms : 1;
  const coin = smallest * each;
  let coins = apart / each;
  let left = lines.filter(({ amount }) => amount !== 0).length;
  return lines.map((line) => {
    if (line.amount === 0) return line; // what costs nothing goes on doing so
    const share = Math.sign(coins) * Math.ceil(Math.abs(coins) / left);
    coins -= share;
    left -= 1;
    return { ...line, amount: sumMoney([line.amount, share * coin], currency) };
  });
}

interface Dated {
  date: string;
  charge: ChargeLine;
  /** By the guest, beside the stay. */
  added: boolean;
}

/** What the stay, whatever was added to it, and all taxes in both come to, as the server says. */
interface Sums {
  total: number;
  added: number;
  taxes: number;
}

/**
 * Charges of so many equal rooms by night, coming to the sums that the server names. What is added to a stay changes no
 * line of it.
 */
function nightsOf(dated: readonly Dated[], sums: Sums, currency: string, rooms: number): Night[] {
  const agreed = (beside: boolean, sum: number) =>
    agreeing(
      dated.filter(({ added }) => added === beside).map(({ charge }) => ({ amount: charge.amount })),
      sum,
      currency,
      rooms,
    );
  const [stay, extras] = [agreed(false, sums.total), agreed(true, sums.added)];
  const taxes = agreeing(
    dated.flatMap(({ charge }) => charge.taxes),
    sums.taxes,
    currency,
    rooms,
  );
  const nights = new Map<string, ChargeLine[]>();
  for (const { date, charge, added } of dated) {
    const line = {
      ...charge,
      amount: (added ? extras : stay).shift()?.amount ?? charge.amount,
      taxes: taxes.splice(0, charge.taxes.length),
    };
    nights.set(date, [...(nights.get(date) ?? []), line]);
  }
  return [...nights].map(([date, charges]) => ({ date, charges, total: total(charges, currency) }));
}

/** What lines come to. */
export const total = (lines: readonly { amount: number }[], currency: string) =>
  sumMoney(
    lines.map(({ amount }) => amount),
    currency,
  );

const taxLine = (tax: { tax_type_id: string; name: string; amount: number }): PriceLine => ({
  code: tax.tax_type_id,
  label: tax.name,
  amount: tax.amount,
});

/** The nights of a chosen room, or of so many that share a line; amounts in `currency`. */
export function nightsOfFolio(folio: Folio, room: SelectedRoom, currency: string): Night[] {
  const { chosen_addons, price_summary, number_of_rooms } = room;
  const beside = new Set(chosen_addons.map(({ charge_type_id }) => charge_type_id));
  const dated = folio.charges.map((charge) => ({
    date: charge.date,
    added: beside.has(charge.charge_type_id),
    charge: {
      code: charge.charge_type_code,
      label: charge.charge_type_label,
      amount: charge.net_value,
      taxes: charge.taxes.map(taxLine),
    },
  }));
  const stay =
    beside.size === 0
      ? folio.estimated_total
      : roundMoney(price_summary.total_amount_after_tax_and_fee * number_of_rooms, currency);
  const sums = {
    total: stay,
    added: sumMoney([folio.estimated_total, -stay], currency),
    taxes: folio.total_taxes,
  };
  return nightsOf(dated, sums, currency, number_of_rooms);
}

/** The nights of an offer of one room; `sums` are the whole of it, and all taxes in these nights. */
export function nightsOfBreakdown(
  nights: readonly NightBreakdown[],
  sums: { total: number; taxes: number },
  currency: string,
): Night[] {
  const dated = nights.flatMap(({ date, breakdown }) =>
    breakdown.map(({ code, name, net_value, taxes }) => ({
      date,
      added: false,
      charge: { code, label: name, amount: net_value, taxes: taxes.map(taxLine) },
    })),
  );
  return nightsOf(dated, { ...sums, added: 0 }, currency, 1);
}

/** The nights of one room for several alike, which cost that many times as much. */
export function forRooms(nights: readonly Night[], rooms: number, currency: string): Night[] {
  const times = (amount: number) => roundMoney(amount * rooms, currency);
  return nights.map(({ date, total, charges }) => ({
    date,
    total: times(total),
    charges: charges.map((charge) => ({
      ...charge,
      amount: times(charge.amount),
      taxes: charge.taxes.map((tax) => ({ ...tax, amount: sumMoney([tax.amount * rooms], currency) })),
    })),
  }));
}

/** Lines of the same charge or tax as one. */
export function byCode(lines: readonly PriceLine[], currency: string): PriceLine[] {
  const groups = new Map<string, PriceLine[]>();
  for (const line of lines) groups.set(line.code, [...(groups.get(line.code) ?? []), line]);
  return [...groups].map(([code, group]) => ({
    code,
    label: group[0]?.label ?? code,
    amount: total(group, currency),
  }));
}

/** What all nights come to: the room, fees and the rest by name, and the taxes that are in these lines. */
export function sumsOf(
  nights: readonly Night[],
  currency: string,
): { room: number; extras: PriceLine[]; taxes: PriceLine[] } {
  const charges = nights.flatMap((night) => night.charges);
  const isRoom = ({ code }: PriceLine) => code === ROOM;
  return {
    room: total(charges.filter(isRoom), currency),
    extras: byCode(
      charges.filter((charge) => !isRoom(charge)),
      currency,
    ),
    taxes: byCode(
      charges.flatMap((charge) => charge.taxes),
      currency,
    ),
  };
}
