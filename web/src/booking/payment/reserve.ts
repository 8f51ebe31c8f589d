/**
 * Making the reservation: card first, commit after, and never a doubt left standing (PAY-10, WIZ-26).
 *
 * When no clear answer comes, the batch is asked whether it was committed; only then do we say that it failed. A batch
 * is committed once, so sending an order twice can never book twice.
 */
import {
  type CommitBody,
  type ConfirmedRoom,
  type Guest,
  hasCode,
  type ResumedBatch,
  type SelectedRoom,
  type TransportEntry,
} from "../../api";
import { entriesOf } from "../added";
import type { GuaranteeChoice } from "../state";
import { isUnclear, type Refusal, refusalOf } from "./refusal";

/** What is ordered. */
export interface Order {
  rooms: readonly SelectedRoom[];
  guest: Guest;
  /** Null where nothing guarantees the stay. */
  guarantee: GuaranteeChoice | null;
  /** Rides with the hotel's car (TRANS-08). */
  transportations: TransportEntry[];
  /** The language to be written in. */
  language: string;
  /** The total that the guest saw, in the property's currency. */
  expectedTotal: number;
}

export function commitBody(order: Order): CommitBody {
  const { rooms, guest, guarantee, transportations, language, expectedTotal } = order;
  return {
    sessions: rooms.map((room) => ({
      session_id: room.session_id,
      guest_data: guest,
      stay_remarks: null,
      remarks: guest.remarks,
      defined_guarantee_type_id: guarantee?.guarantee_type_id ?? null,
      guarantee_details: guarantee?.details ?? null,
      expected_room: {
        room_type_id: room.room_type_id,
        rate_code_id: room.rate_code_id,
        check_in_date: room.check_in_date,
        check_out_date: room.check_out_date,
        number_of_adults: room.number_of_adults,
        number_of_children: room.number_of_children,
        number_of_rooms: room.number_of_rooms,
        package_id: room.package_id,
        room_unit_number: room.room_unit_number,
        reservation_addons: entriesOf(room),
        total_redeemed_points: room.total_redeemed_points,
      },
    })),
    transportations,
    language_code: language,
    expected_total: expectedTotal,
  };
}

export type Reserved = { kind: "CONFIRMED"; rooms: ConfirmedRoom[] } | { kind: "REFUSED"; refusal: Refusal };

export interface ReserveCalls {
  commit: (body: CommitBody) => Promise<ConfirmedRoom[]>;
  /** The batch as it stands, for when the commit gave no clear answer. */
  lookAgain: () => Promise<ResumedBatch>;
  /** Shows the bank's page; whether the guest has answered there. */
  confirm: (url: string) => Promise<boolean>;
}

/** Commits an order and answers how it ended. Never throws. */
export async function reserve(order: Order, calls: ReserveCalls): Promise<Reserved> {
  try {
    return answered(await calls.commit(commitBody(order)));
  } catch (error) {
    const url = hasCode(error, "CARD_CHALLENGE") ? error.body.challenge_url : undefined;
    if (url !== undefined) {
      // what was answered at the bank is for the server to know: it is told the same order again
      if (await calls.confirm(url)) return reserve(order, calls);
      return { kind: "REFUSED", refusal: { code: "NOT_CONFIRMED", message: null, night: null } };
    }
    if (!isUnclear(error)) return { kind: "REFUSED", refusal: refusalOf(error) };
    try {
      const batch = await calls.lookAgain();
      if (batch.status === "COMMITTED" && batch.confirmation) return answered(batch.confirmation);
      return { kind: "REFUSED", refusal: { ...refusalOf(error), code: "FAILED" } };
    } catch {
      return { kind: "REFUSED", refusal: { code: "UNCLEAR", message: null, night: null } };
    }
  }
}

function answered(rooms: ConfirmedRoom[]): Reserved {
  if (rooms.length > 0) return { kind: "CONFIRMED", rooms };
  return { kind: "REFUSED", refusal: { code: "FAILED", message: null, night: null } };
}
