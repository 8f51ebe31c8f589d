/** Several rooms with one tap: a stay in two rooms, or the rooms of a group. All of them are taken, or none. */
import { useEffect, useLayoutEffect } from "react";
import {
  api,
  type BatchAccess,
  type Cancellation,
  hasCode,
  mayHold,
  type SelectedRoom,
  sessionFolio,
  setSessionRate,
} from "../../api";
import { useBooking } from "../BookingProvider";
import { afterRooms } from "../flow";
import { useGo, useHere } from "../go";
import { cameThrough } from "../payment/ordered";
import { arePointsGone, forgetRedeemable } from "../points/use-redeemable";
import { queryOfSearch, type SearchData, type SearchRoom } from "../search-data";
import { hasPackage } from "../selection";
import { forgetHalfTaken, giveBackHalfTaken, type HalfTaken, keepHalfTaken } from "./half-taken";
import { toldBy } from "./told";
import { forgetAvailability } from "./useAvailability";
import { wishFor } from "./wish";

/** One of the rooms: for whom and when, which, at which rate. */
export interface Part {
  stay: SearchRoom;
  room_type_id: string;
  rate_code_id: string;
  /** As the guest looks at it: what is sent back names no amount of it. */
  cancellation: Cancellation;
}

/** Several rooms and what they cost together, with every tax and fee. */
export interface Package {
  parts: Part[];
  /** In the hotel's currency. */
  total: number;
  /** The same in the currency that the guest looks at prices in. */
  shown: number;
}

/**
 * What came of it: not taken because another price was asked now, or because something was gone, or the points, or the
 * member, who is signed out; or not begun, since nobody says what became of an earlier order.
 */
export type TogetherTrouble = "changed" | "gone" | "points" | "away" | "unanswered";

/** Under way is taking several rooms at once. */
const TOGETHER = "together";

export type Taking = ReturnType<typeof useTakeTogether>;

const troubles = toldBy<SearchData, TogetherTrouble>();
const tell = (of: SearchData | null, trouble: TogetherTrouble | null) => of && troubles.tell(of, trouble);

export function useTakeTogether() {
  const { property, facts, state, now, dispatch, newBatch, conversion } = useBooking();
  const go = useGo();
  const here = useHere();
  const troubleOf = troubles.useTold();
  const fail = (kind: TogetherTrouble) => tell(state.search, kind);
  // it was seen
  useEffect(() => () => void tell(now.current.search, null), [now]);

  // what was left half taken, before the list is asked for, which would count it as gone
  useLayoutEffect(() => {
    const giveBack = async () => {
      if (now.current.inProgress !== TOGETHER && (await giveBackHalfTaken(property.id)))
        void forgetAvailability(property);
    };
    void giveBack();
    window.addEventListener("online", giveBack);
    return () => window.removeEventListener("online", giveBack);
  }, [property, now]);

  async function take({ parts, total }: Package): Promise<void> {
    if (now.current.inProgress !== null) return;
    dispatch({ type: "IN_PROGRESS", offer: TOGETHER });
    tell(state.search, null);
    const taken: SelectedRoom[] = [];
    let half: HalfTaken | null = null;
    const giveBack = async () => {
      if (half) await giveBackHalfTaken(property.id, half);
      void forgetAvailability(property);
    };
    try {
      await giveBackHalfTaken(property.id);
      const rooms = await cameThrough(property.id, state.batch).catch(() => undefined);
      if (rooms === undefined) return void fail("unanswered");
      if (rooms) {
        dispatch({ type: "OUTCOME", outcome: { rooms, message: null } });
        go("confirmation");
        return;
      }
      // the booking goes on with it once all of them are held, so that one in vain leaves everything as it was
      const { batch, profile } = await newBatch(parts.length);
      for (const [index, part] of parts.entries()) {
        // the server prices every night; what it answers is held against the sum that was shown
        const wish = {
          ...wishFor(part.stay, part.room_type_id, part.rate_code_id),
          ...(facts.bookWithPoints ? { booked_with_points: true } : {}),
        };
        const session = profile.sessions[index] ?? "";
        half = { batch, sessions: profile.sessions.slice(0, index + 1) };
        keepHalfTaken(property.id, half);
        const { data } = await setSessionRate(property.id, batch, session, wish, conversion);
        taken.push({ ...data.content, session_id: data.session_id, room_no: index + 1 });
      }
      if (thousandths(sum(taken)) !== thousandths(total)) {
        await giveBack();
        fail("changed");
        return;
      }
      // the guest asks for something else by now, or has gone: nothing has failed
      if (now.current.search !== state.search || !here()) return await giveBack();
      const search = searchOf(parts);
      if (state.batch) {
        const before = state.profile?.sessions.filter(mayHold) ?? [];
        const held = new Set([...state.selected.map((room) => room.session_id), ...before]);
        for (const session of held)
          void api.clearRate(property.id, state.batch, session).catch(() => undefined);
      }
      dispatch({ type: "BATCH", batch, profile });
      dispatch({ type: "SEARCH", search });
      dispatch({ type: "REMOVE_ALL" });
      for (const room of taken) dispatch({ type: "ADD", room });
      forgetHalfTaken(property.id);
      await Promise.all(taken.map((room) => tellTaxes(batch, room)));
      if (here())
        go(afterRooms({ ...facts, hasPackage: hasPackage(taken) }), { query: queryOfSearch(search) });
    } catch (error) {
      await giveBack();
      const points = arePointsGone(error);
      if (points) void forgetRedeemable(property);
      fail(points ? "points" : hasCode(error, "MEMBER_AWAY") ? "away" : "gone");
    } finally {
      if (now.current.inProgress === TOGETHER) dispatch({ type: "IN_PROGRESS", offer: null });
    }
  }

  // ERR-14: without its taxes the bill shows what the offer said
  async function tellTaxes(batch: BatchAccess, { session_id }: SelectedRoom) {
    const profile_taxes = await sessionFolio(property.id, batch, session_id, conversion).catch(() => null);
    if (profile_taxes) dispatch({ type: "UPDATE", session_id, change: { profile_taxes } });
  }

  return { take, busy: state.inProgress === TOGETHER, trouble: troubleOf(state.search) };
}

function searchOf(parts: readonly Part[]): SearchData {
  const rooms = parts.map((part) => part.stay);
  const days = rooms.flatMap((room) => [room.checkIn, room.checkOut]).sort();
  return { checkIn: days[0] ?? "", checkOut: days.at(-1) ?? "", rooms };
}

const sum = (rooms: readonly SelectedRoom[]) =>
  rooms.reduce((total, room) => total + room.price_summary.total_amount_after_tax_and_fee, 0);

/** Amounts have three decimals at most. */
const thousandths = (amount: number) => Math.round(amount * 1000);
