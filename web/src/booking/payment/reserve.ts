/**
 * Making the reservation: card first, commit after, and never a doubt left standing (PAY-10, WIZ-26).
 *
 * Where no clear answer comes, the same order is sent once more: a batch is committed once, so the server goes on with
 * it or tells how it ended. If that is unclear too, the batch says whether it was committed. While it was not, nobody
 * knows: the server may still be booking. It failed where the server said so, or broke off each time.
 */
import {
  ApiProblem,
  type CommitBody,
  type ConfirmedRoom,
  type Guest,
  hasCode,
  type ResumedBatch,
  type SelectedRoom,
  type TransportEntry,
} from "../../api";
import { entriesOf } from "../added";
import type { ByRoom } from "../information/own-guests";
import type { GuaranteeChoice } from "../state";
import { isUnclear, type Refusal, refusalOf } from "./refusal";

/** What is ordered. */
export interface Order {
  rooms: readonly SelectedRoom[];
  guest: Guest;
  /** Guests of rooms that have one of their own. */
  ownGuests: ByRoom<Guest>;
  /** Null where nothing guarantees the stay. */
  guarantee: GuaranteeChoice | null;
  /** Rides with the hotel's car (TRANS-08); null leaves those of a stay that is changed. */
  transportations: TransportEntry[] | null;
  /** Wishes; null leaves those of a stay that is changed, an empty text takes them back. */
  remarks: string | null;
  /** The language to be written in. */
  language: string;
  /** The total that the guest saw, in the property's currency. */
  expectedTotal: number;
}

export function commitBody(order: Order): CommitBody {
  const { rooms, guest, ownGuests, guarantee, transportations, remarks, language, expectedTotal } = order;
  return {
    sessions: rooms.map((room) => ({
      session_id: room.session_id,
      guest_data: ownGuests[room.room_no] ?? guest,
      stay_remarks: null,
      remarks,
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
        terms: room.terms,
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

/** What is known without a clear answer: that nothing was booked and nobody is at it (the bank was silent), or not even that. */
type Unclear = "NOTHING" | "BANK_SILENT" | "UNKNOWN";

/** Commits an order and answers how it ended. Never throws. */
export async function reserve(order: Order, calls: ReserveCalls): Promise<Reserved> {
  const heard: Unclear[] = [];
  for (const ask of [send, send, look]) {
    const answer = await ask(order, calls);
    if (typeof answer === "object") return answer;
    heard.push(answer);
  }
  const none = { message: null, night: null };
  if (heard.includes("UNKNOWN")) return { kind: "REFUSED", refusal: { code: "UNCLEAR", ...none, order } };
  const code = heard.includes("BANK_SILENT") ? "PAYMENT_UNANSWERED" : "FAILED";
  return { kind: "REFUSED", refusal: { code, ...none } };
}

async function send(order: Order, calls: ReserveCalls): Promise<Reserved | Unclear> {
  try {
    return answered(await calls.commit(commitBody(order)));
  } catch (error) {
    const url = hasCode(error, "CARD_CHALLENGE") ? error.body.challenge_url : undefined;
    if (url === undefined) return failed(error);
    // what was answered at the bank is for the server to know: it is told the same order again
    if (await calls.confirm(url)) return reserve(order, calls);
    return { kind: "REFUSED", refusal: { code: "NOT_CONFIRMED", message: null, night: null } };
  }
}

async function look(_order: Order, calls: ReserveCalls): Promise<Reserved | Unclear> {
  try {
    const { status, confirmation } = await calls.lookAgain();
    return status === "COMMITTED" && confirmation ? answered(confirmation) : "NOTHING";
  } catch (error) {
    const answer = failed(error);
    return answer === "NOTHING" ? "UNKNOWN" : answer;
  }
}

function failed(error: unknown): Reserved | Unclear {
  if (!isUnclear(error)) return { kind: "REFUSED", refusal: refusalOf(error) };
  // whoever answers so has broken off
  if (hasCode(error, "PAYMENT_UNANSWERED")) return "BANK_SILENT";
  return error instanceof ApiProblem && error.status === 500 ? "NOTHING" : "UNKNOWN";
}

function answered(rooms: ConfirmedRoom[]): Reserved {
  if (rooms.length > 0) return { kind: "CONFIRMED", rooms };
  return { kind: "REFUSED", refusal: { code: "FAILED", message: null, night: null } };
}
