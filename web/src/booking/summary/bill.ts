/** The bill of the chosen rooms, from their folios (SUMM-02 to SUMM-04): lines that add up to what is paid. Pure. */
import type { Charge, SelectedRoom } from "../../api";
import { sumMoney } from "../../i18n";

export interface BillLine {
  /** Code of the charge or tax, for its name in other languages. */
  code: string;
  label: string;
  amount: number;
}

export interface BillRoom {
  room: SelectedRoom;
  /** The room with its taxes, night by night. */
  nights: { date: string; amount: number }[];
  /** All nights together; null for a single one (SUMM-03). */
  roomTotal: number | null;
  /** Fees and whatever else is charged, by name, taxes in them. */
  extras: BillLine[];
  /** Taxes that are in the lines above, by name. */
  taxes: BillLine[];
  total: number;
}

export interface BillSum {
  rooms: BillRoom[];
  total: number;
  taxes: BillLine[];
  dueNow: number;
  dueAtHotel: number;
  /** Everything for a night and room when all rooms stay the same nights at the same price, else null. */
  perNight: number | null;
  /** Rooms, however many share a line. */
  count: number;
}

const ROOM = "ROOM";

function byCode(lines: readonly BillLine[], currency: string): BillLine[] {
  const groups = new Map<string, BillLine[]>();
  for (const line of lines) groups.set(line.code, [...(groups.get(line.code) ?? []), line]);
  return [...groups].map(([code, group]) => ({
    code,
    label: group[0]?.label ?? code,
    amount: sumMoney(
      group.map((line) => line.amount),
      currency,
    ),
  }));
}

const isRoom = (charge: Charge) => charge.charge_type_code === ROOM;

/** One room's part. Until its folio is there the offer's own amounts stand in. */
export function billRoom(room: SelectedRoom, currency: string): BillRoom {
  const folio = room.profile_taxes;
  if (!folio) {
    const nights = room.rate_details.map((night) => ({
      ...night,
      amount: night.amount * room.number_of_rooms,
    }));
    const total = sumMoney(
      Array.from({ length: room.number_of_rooms }, () => room.price_summary.total_amount_after_tax_and_fee),
      currency,
    );
    return { room, nights, roomTotal: null, extras: [], taxes: [], total };
  }
  const nightly = new Map<string, number[]>();
  for (const charge of folio.charges.filter(isRoom)) {
    nightly.set(charge.date, [...(nightly.get(charge.date) ?? []), charge.net_value]);
  }
  const nights = [...nightly].map(([date, amounts]) => ({ date, amount: sumMoney(amounts, currency) }));
  const others = folio.charges.filter((charge) => !isRoom(charge));
  return {
    room,
    nights,
    roomTotal:
      nights.length > 1
        ? sumMoney(
            nights.map((night) => night.amount),
            currency,
          )
        : null,
    extras: byCode(
      others.map((charge) => ({
        code: charge.charge_type_code,
        label: charge.charge_type_label,
        amount: charge.net_value,
      })),
      currency,
    ),
    taxes: byCode(
      folio.charges.flatMap((charge) =>
        charge.taxes.map((tax) => ({ code: tax.tax_type_id, label: tax.name, amount: tax.amount })),
      ),
      currency,
    ),
    total: folio.estimated_total,
  };
}

/** The whole bill. */
export function billOf(selected: readonly SelectedRoom[], currency: string): BillSum {
  const rooms = selected.map((room) => billRoom(room, currency));
  const sum = (of: (room: BillRoom) => number) => sumMoney(rooms.map(of), currency);
  const total = sum((room) => room.total);
  const first = selected[0];
  const sameStay = selected.every(
    (room) => room.check_in_date === first?.check_in_date && room.check_out_date === first.check_out_date,
  );
  const nights = first?.rate_details.length ?? 0;
  const count = selected.reduce((all, room) => all + room.number_of_rooms, 0);
  const each = new Set(rooms.map((part) => part.total / part.room.number_of_rooms));
  return {
    rooms,
    total,
    taxes: byCode(
      rooms.flatMap((room) => room.taxes),
      currency,
    ),
    dueNow: sum((room) => room.room.profile_taxes?.due_now ?? 0),
    dueAtHotel: sum((room) => room.room.profile_taxes?.due_at_hotel ?? 0),
    perNight: sameStay && nights > 0 && each.size === 1 ? total / nights / count : null,
    count,
  };
}
