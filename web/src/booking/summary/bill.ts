/** The bill of the chosen rooms, from their folios (SUMM-02 to SUMM-04): lines that add up to what is paid. Pure. */
import type { SelectedRoom } from "../../api";
import { roundMoney } from "../../i18n";
import { byCode, type Night, nightsOfFolio, type PriceLine, ROOM, sumsOf, total } from "../nights";
import { roomsOf, roomTotal, toPayOf, totalOf } from "./total";

export interface BillRoom {
  room: SelectedRoom;
  /** Everything, night by night; none until the folio is there. */
  made: Night[];
  /** The room with its taxes, night by night. */
  nights: { date: string; amount: number }[];
  /** All nights together; null for a single one (SUMM-03). */
  roomTotal: number | null;
  /** Fees and whatever else is charged, by name, taxes in them. */
  extras: PriceLine[];
  /** Taxes that are in the lines above, by name. */
  taxes: PriceLine[];
  total: number;
}

export interface BillSum {
  rooms: BillRoom[];
  total: number;
  /** Points that pay a part of it, and what that leaves to be paid in money. */
  points: number;
  toPay: number;
  taxes: PriceLine[];
  /**
   * Everything for a night and room when all rooms stay the same nights at the same price and nothing was added, which
   * may be had once, else null.
   */
  perNight: number | null;
  /** Rooms, however many share a line. */
  count: number;
}

/** One room's part. Until its folio is there the offer's own amounts stand in. */
export function billRoom(room: SelectedRoom, currency: string): BillRoom {
  const folio = room.profile_taxes;
  if (!folio) {
    const nights = room.rate_details.map((night) => ({
      ...night,
      amount: night.amount * room.number_of_rooms,
    }));
    return {
      room,
      made: [],
      nights,
      roomTotal: null,
      extras: [],
      taxes: [],
      total: roomTotal(room, currency),
    };
  }
  const made = nightsOfFolio(folio, room, currency);
  const sums = sumsOf(made, currency);
  const nights = made.flatMap(({ date, charges }) => {
    const room = charges.filter(({ code }) => code === ROOM);
    return room.length > 0 ? [{ date, amount: total(room, currency) }] : [];
  });
  return {
    room,
    made,
    nights,
    roomTotal: nights.length > 1 ? sums.room : null,
    extras: sums.extras,
    taxes: sums.taxes,
    total: roomTotal(room, currency),
  };
}

/** The whole bill. */
export function billOf(selected: readonly SelectedRoom[], currency: string): BillSum {
  const rooms = selected.map((room) => billRoom(room, currency));
  const all = totalOf(selected, currency);
  const first = selected[0];
  const sameStay = selected.every(
    (room) => room.check_in_date === first?.check_in_date && room.check_out_date === first.check_out_date,
  );
  const nights = first?.rate_details.length ?? 0;
  const count = roomsOf(selected);
  const plain = selected.every((room) => room.chosen_addons.length === 0);
  const each = new Set(rooms.map((part) => part.total / part.room.number_of_rooms));
  const offered = first?.price_summary;
  return {
    rooms,
    total: all,
    points: selected.reduce((before, room) => before + room.total_redeemed_points, 0),
    toPay: toPayOf(selected, currency),
    taxes: byCode(
      rooms.flatMap((room) => room.taxes),
      currency,
    ),
    perNight:
      sameStay && plain && nights > 0 && each.size === 1
        ? offered && each.has(offered.total_amount_after_tax_and_fee)
          ? // as the list had it: of a converted total a night comes out some cents apart
            offered.avg_amount_after_tax_and_fee
          : roundMoney(all / nights / count, currency)
        : null,
    count,
  };
}
