/** How the stay can be guaranteed, and whether there is anything to ask at all (PAY-02 to PAY-04, PAY-07, PAY-12). Pure. */
import type { BookingProfile, CardToken, GuaranteeDetails, GuaranteeType } from "../../api";
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

/** True when the type is guaranteed by a card: its code ends in CC and it is not booked instantly (PAY-07). */
export function needsCard(type: GuaranteeType, profile: Restrictions): boolean {
  const instant = profile.booking_profiles_guarantee_types.find(
    (entry) => entry.id === type.id,
  )?.instant_booking;
  return type.code.endsWith("CC") && !(instant ?? type.instant_booking);
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

/** Amounts of a type over the whole booking, or the bill's own where the type's do not add up to its total. */
export function dueOf(
  type: GuaranteeType | null,
  bill: { total: number; dueNow: number; dueAtHotel: number },
): { now: number; later: number } {
  const sum = (type?.due_now ?? 0) + (type?.due_later ?? 0) + (type?.due_at_hotel ?? 0);
  const own = type !== null && Math.abs(sum - bill.total) < 0.005;
  return own ? { now: type.due_now, later: type.due_at_hotel } : { now: bill.dueNow, later: bill.dueAtHotel };
}

/** What the order button says (decisions.md, "The order button"): that it binds, and to what. */
export type OrderWord = "lbl_order_book" | "lbl_order_book_and_pay" | "lbl_order_obligation";

export function orderWord(orderButton: string, dueNow: number): OrderWord {
  if (orderButton === "OBLIGATION_TO_PAY") return "lbl_order_obligation";
  return dueNow > 0 ? "lbl_order_book_and_pay" : "lbl_order_book";
}
