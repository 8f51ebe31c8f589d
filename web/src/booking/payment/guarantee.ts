/** How the stay can be guaranteed, and whether there is anything to ask at all (PAY-02 to PAY-04, PAY-07, PAY-12). Pure. */
import type {
  BookingProfile,
  CardToken,
  Folio,
  GuaranteeDetails,
  GuaranteeType,
  SelectedRoom,
} from "../../api";
import { sumMoney } from "../../i18n";
import type { GuaranteeChoice } from "../state";

/** The guarantee type that needs no card when it stands alone. */
const STORED_CARD = "STCC";

type Restrictions = BookingProfile["restrictions"]["booking_profile"];

/** What the payment step does once it knows the types. */
export type PaymentPlan =
  /** Nothing to choose: the reservation is made at once, with this type or without any. */
  | { kind: "PASS"; type: GuaranteeType | null }
  /** The guest chooses; the first is selected (PAY-02). */
  | { kind: "CHOOSE"; types: GuaranteeType[]; first: GuaranteeType };

/**
 * The plan for the types that the server offered. An empty list, and a booking that needs no guarantee (WIZ-28),
 * reserve at once; so does STCC alone (PAY-04). A list that could not be loaded never comes here (PAY-21).
 */
export function paymentPlan(offered: readonly GuaranteeType[], profile: Restrictions): PaymentPlan {
  if (!profile.guarantee_required_to_book) return { kind: "PASS", type: null };
  const types = offered.filter((type) => profile.restricted_guarantee_types.includes(type.id));
  const [first] = types;
  if (!first) return { kind: "PASS", type: null };
  if (types.length === 1 && first.code === STORED_CARD) return { kind: "PASS", type: first };
  return { kind: "CHOOSE", types, first };
}

/** What will be offered for these rooms, by its ids, as far as is known before it is asked. */
export function expectedTypes(rooms: readonly SelectedRoom[], profile: Restrictions): string[] {
  return profile.restricted_guarantee_types.filter((id) =>
    rooms.every((room) => room.guarantee_type_ids.includes(id)),
  );
}

type KindOfType = Pick<GuaranteeType, "id" | "code" | "instant_booking">;

function isInstant(type: KindOfType, profile: Restrictions): boolean {
  const known = profile.booking_profiles_guarantee_types.find((entry) => entry.id === type.id);
  return known?.instant_booking ?? type.instant_booking;
}

/** True when the type is guaranteed by a card: its code ends in CC and it is not booked instantly (PAY-07). */
export function needsCard(type: KindOfType, profile: Restrictions): boolean {
  return type.code.endsWith("CC") && !isInstant(type, profile);
}

/**
 * Whether what is due now is paid with the booking, by the card or a link; else the hotel asks for it itself. A change
 * of a stay is not paid by a link.
 */
export function paysNow(type: GuaranteeType, profile: Restrictions, changing: boolean): boolean {
  return needsCard(type, profile) || (isInstant(type, profile) && !changing);
}

/** The same where nothing is asked: only the card that holds a stay already goes on paying it. */
export function passPaysNow(
  type: GuaranteeType | null,
  existing: BookingProfile["existing_reservation"],
  room: SelectedRoom | undefined,
): boolean {
  if (type || !existing?.payment_source || !existing.guarantee_type_id) return false;
  return room?.guarantee_type_ids.includes(existing.guarantee_type_id) ?? false;
}

/** What the booking keeps of a choice, ready for the commit. */
export function guaranteeChoice(type: GuaranteeType, card: CardToken | null): GuaranteeChoice {
  return { guarantee_type_id: type.id, details: guaranteeDetails(type, card) };
}

/** What goes with the commit (PAY-14). The fifth field is the vault's token, never a number. */
export function guaranteeDetails(type: Pick<GuaranteeType, "id">, card: CardToken | null): GuaranteeDetails {
  if (!card) return { payment_type_id: type.id };
  return {
    payment_type_id: type.id,
    custom_field_1: card.masked_card_number,
    custom_field_2: card.card_brand,
    custom_field_3: card.card_holder,
    custom_field_4: `${card.card_expire_month.padStart(2, "0")}/${card.card_expire_year}`,
    custom_field_5: card.token,
    custom_field_10: card.card_unique_code || card.external_reference_number,
  };
}

/** The last four digits of a masked number, or null when there are none. */
export function lastFour(masked: string | undefined): string | null {
  return /(\d{4})$/.exec(masked ?? "")?.[1] ?? null;
}

/** When a booking is paid, however it is guaranteed. */
export interface Dues {
  now: number;
  /** Deposits of later days. */
  later: number;
  atHotel: number;
}

/** The dues of all chosen rooms. They are those of their folios, which came with the choice: nothing older is shown. */
export function duesOf(selected: readonly SelectedRoom[], currency: string): Dues {
  const sum = (of: (folio: Folio) => number) =>
    sumMoney(
      selected.map(({ profile_taxes }) => (profile_taxes ? of(profile_taxes) : 0)),
      currency,
    );
  return {
    now: sum((folio) => folio.due_now),
    later: sum((folio) => folio.due_later),
    atHotel: sum((folio) => folio.due_at_hotel),
  };
}

/** What is asked for with the order; of a change only what is not paid or asked for already. */
export function askedNow(selected: readonly SelectedRoom[], currency: string): number {
  return selected[0]?.stay_change?.due_now ?? duesOf(selected, currency).now;
}

/**
 * Deposits of later days, those of several rooms on one day together. They are the last of each room that make up what
 * it owes later: a page that stays open past midnight does not know what day it is at the hotel.
 */
export function datedOf(
  selected: readonly SelectedRoom[],
  currency: string,
): { date: string; amount: number }[] {
  const dated = selected.flatMap(({ deposit_schedules, profile_taxes }) => {
    let left = profile_taxes?.due_later ?? 0;
    return [...deposit_schedules].reverse().filter(({ amount }) => {
      const later = left >= amount / 2; // whole ones, whatever binary fractions make of the rest
      left -= amount;
      return later;
    });
  });
  return [...new Set(dated.map(({ date }) => date))].sort().map((date) => {
    const amounts = dated.filter((deposit) => deposit.date === date).map(({ amount }) => amount);
    return { date, amount: sumMoney(amounts, currency) };
  });
}

/** Which sentence says the dues. */
export type DuesWord =
  | "lbl_type_nothing_now"
  | "lbl_type_all_now"
  | "lbl_type_due_now"
  | "lbl_type_due_later"
  | "lbl_type_asked"
  | "lbl_type_asked_all"
  | "lbl_type_asked_later";

/** `paid`: what is due now is paid with the booking. */
export function duesWord({ now, later, atHotel }: Dues, paid: boolean): DuesWord {
  if (now > 0 && !paid) {
    if (later > 0) return "lbl_type_asked_later";
    return atHotel === 0 ? "lbl_type_asked_all" : "lbl_type_asked";
  }
  if (later > 0) return "lbl_type_due_later";
  if (now === 0) return "lbl_type_nothing_now";
  return atHotel === 0 ? "lbl_type_all_now" : "lbl_type_due_now";
}

/** What the order button says (decisions.md, "The order button"): that it binds, and to what. */
export type OrderWord =
  | "lbl_order_book"
  | "lbl_order_book_and_pay"
  | "lbl_order_obligation"
  | "lbl_order_change_and_pay"
  | "lbl_confirm_change";

export function orderWord(orderButton: string, paidNow: number): OrderWord {
  if (orderButton === "OBLIGATION_TO_PAY") return "lbl_order_obligation";
  return paidNow > 0 ? "lbl_order_book_and_pay" : "lbl_order_book";
}

/** The same of a change, whose guest has a booking already: one that costs nothing now is no order. */
export function changeWord(orderButton: string, now: number, paid: boolean): OrderWord {
  if (now > 0 && orderButton === "OBLIGATION_TO_PAY") return "lbl_order_obligation";
  return now > 0 && paid ? "lbl_order_change_and_pay" : "lbl_confirm_change";
}
