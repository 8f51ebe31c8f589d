/** What chosen rooms come to: all that the bill's bar has to know. Pure. */
import type { SelectedRoom } from "../../api";
import { sumMoney } from "../../i18n";

/** A room's part: from its folio, and until that is there what the offer said (ERR-14). */
export function roomTotal(room: SelectedRoom, currency: string): number {
  const { profile_taxes, price_summary, number_of_rooms } = room;
  if (profile_taxes) return profile_taxes.estimated_total;
  const offered = Array.from({ length: number_of_rooms }, () => price_summary.total_amount_after_tax_and_fee);
  return sumMoney(offered, currency);
}

/** What is paid in money for all of them: without what points pay. */
export const toPayOf = (selected: readonly SelectedRoom[], currency: string) =>
  sumMoney(
    selected.map((room) => room.profile_taxes?.amount_to_pay ?? roomTotal(room, currency)),
    currency,
  );

/** All of them. */
export const totalOf = (selected: readonly SelectedRoom[], currency: string) =>
  sumMoney(
    selected.map((room) => roomTotal(room, currency)),
    currency,
  );

/** How many rooms they are: one choice may stand for several. */
export const roomsOf = (selected: readonly SelectedRoom[]) =>
  selected.reduce((sum, room) => sum + room.number_of_rooms, 0);
