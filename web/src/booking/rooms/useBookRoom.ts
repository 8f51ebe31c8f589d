/** Booking and removing a room: the call, what can go wrong with it, and where the wizard goes afterwards. */
import { useRef } from "react";
import {
  api,
  type BatchAccess,
  hasCode,
  type LeftOutAddon,
  type RateOffer,
  type RoomOffer,
  reserveForCompany,
  type SelectedRoom,
  type SetRateBody,
  sessionFolio,
  setSessionRate,
  suggestedRooms,
} from "../../api";
import { useI18n } from "../../i18n";
import { say } from "../../ui";
import { leftBehind } from "../added";
import { useBooking } from "../BookingProvider";
import { setWith } from "../deal";
import { type ChangeEnd, whyEnded } from "../editing/fixed";
import { afterRooms } from "../flow";
import { useGo, useHere } from "../go";
import { keepLeftBehind } from "../left-behind";
import { hasOrdered } from "../payment/ordered";
import { isUnclear, wasTaken } from "../payment/refusal";
import { arePointsGone, forgetRedeemable, useRedeemable } from "../points/use-redeemable";
import { pointsWith } from "../points/with-points";
import type { SearchRoom } from "../search-data";
import { hasPackage } from "../selection";
import { useSeeBooked } from "../use-see-booked";
import { offerId } from "./offers";
import { toldBy } from "./told";
import { forgetAvailability } from "./useAvailability";
import { useRoomsAtOnce } from "./useRoomsAtOnce";
import { wishFor } from "./wish";

/** Under way is the removal of the slot's room. */
export const REMOVING = "removal";

/** What a guest presses Book for: an offer, the stay it is for, and the door; null for any, nothing for that of the stay. */
interface Wanted {
  room: RoomOffer;
  rate: RateOffer;
  stay: SearchRoom;
  unit: string | null | undefined;
}

export interface PriceTrouble extends Wanted {
  kind: "price";
  quote: SelectedRoom;
}

/** The door of the stay that is changed is not free for the new one. */
export interface UnitTrouble extends Wanted {
  kind: "unit";
  number: string;
}

/**
 * What the guest has to decide or know after a book that did not go through; `lost`: the choice before it ran out,
 * `unsure`: nobody says what is held by now.
 */
export type BookingTrouble = { lost?: boolean; unsure?: boolean } & (
  | PriceTrouble
  | UnitTrouble
  | { kind: "sold-out"; room: RoomOffer; night: string | null }
  | { kind: "failed"; because: BookingFault; removing?: true }
  /** Nothing of the change can be booked any more. */
  | { kind: "ended"; because: ChangeEnd }
);

type BookingFault =
  | "lbl_room_not_booked"
  | "lbl_room_not_removed"
  | "lbl_no_answer"
  | "lbl_not_on_offer"
  | "lbl_guarantees_differ"
  | "lbl_code_not_valid"
  | "lbl_room_unit_taken"
  | "lbl_points_gone"
  | "lbl_member_away"
  | "lbl_rooms_ran_out"
  | "lbl_already_booked";

/** Nothing is held of it any more: its time ran out (SESSION-04), or the server does not know it by now. */
const isGone = (error: unknown) => hasCode(error, "BATCH_EXPIRED", "BATCH_UNKNOWN");

/** What the server says it holds where nobody answered whether it was taken: the room is the one that was asked for. */
const ASKED = [
  "check_in_date",
  "check_out_date",
  "room_type_id",
  "rate_code_id",
  "package_id",
  "number_of_adults",
  "number_of_children",
  "number_of_rooms",
] as const;

/** A door and ages only where they were asked for: any door will do, and ages that nobody told the server makes up. */
const isAskedFor = (held: SelectedRoom, { room_id, children_ages: ages, ...asked }: SetRateBody) =>
  ASKED.every((what) => held[what] === asked[what]) &&
  (!room_id || held.room_id === room_id) &&
  (!ages.length || String(held.children_ages) === String(ages));

/** What had been added to a room that went with its booking, by what was searched of it, until it is chosen again. */
const leftOf = new WeakMap<SearchRoom, LeftOutAddon[]>();

/** What did not go through, by what was searched of the room: the guest may have turned to another one meanwhile. */
export const troubles = toldBy<SearchRoom, BookingTrouble>();
const { tell } = troubles;

export function useBookRoom(slot: number, searched: SearchRoom) {
  const booking = useBooking();
  const { property, state, now, dispatch, movedOn, facts, openBatch, names, conversion } = booking;
  const { t } = useI18n();
  const go = useGo();
  const here = useHere();
  const seeBooked = useSeeBooked();
  const running = useRef(false);
  const unsure = useRef(false);
  const rooms = state.search?.rooms.length ?? 1;
  const slots = facts.multiRoom ? 1 : rooms;
  const atOnce = useRoomsAtOnce();
  const redeemable = useRedeemable();

  /** Whether the slot still asks for that stay: every search and every change of one makes it anew. */
  const isAsked = (stay: SearchRoom) => now.current.search?.rooms[slot] === stay;

  /** The door that the changed stay has in a room type, and whether it is free for the new nights; null without one. */
  async function ownUnit({ room, stay }: Wanted): Promise<{ number: string; free: boolean } | null> {
    const { batch, profile, deal } = state;
    const { room_type_id, room_unit_number: number } = profile?.existing_reservation ?? {};
    if (!number || room_type_id !== room.room_type_id || atOnce > 1) return null;
    // a block's rooms have no numbers yet
    if (deal?.kind === "group") return { number, free: false };
    const wanted = { room_type_ids: [room_type_id], start_date: stay.checkIn, end_date: stay.checkOut };
    const own = { session_id: profile?.sessions[slot], token: batch?.token };
    const { data } = await suggestedRooms(property.id, wanted, own);
    return { number, free: data.some(({ rooms }) => rooms.some(({ room_id }) => room_id === number)) };
  }

  /** Null when the guest asks for something else by the time of the answer: then nothing of it stays held. */
  async function setRate(
    { room, rate, stay, unit = null }: Wanted,
    fresh: boolean,
  ): Promise<SelectedRoom | null> {
    const { batch, profile } = await openBatch(slots, fresh);
    if (!isAsked(stay)) return null;
    dispatch({ type: "BATCH", batch, profile });
    const session = profile.sessions[slot];
    if (!session) throw new Error("the batch has fewer sessions than rooms were searched");
    const { deal, ranOut } = state;
    if (deal?.kind === "company") {
      await reserveForCompany(property.id, batch, session, deal.id, deal.mop).catch((error: unknown) =>
        console.warn("company-reservations failed", error),
      );
    }
    const body = {
      ...wishFor(stay, room.room_type_id, rate.id),
      package_id: rate.package_id,
      number_of_rooms: atOnce,
      // the hotel's own amounts, whatever currency they are looked at in
      rate_details: rate.price_details.map(({ date, amount }) => ({ date, amount })),
      room_id: unit,
      ...setWith(deal, rate),
      ...(facts.bookWithPoints ? pointsWith(rate, atOnce, redeemable) : {}),
    };
    const answer = await setSessionRate(property.id, batch, session, body, conversion).catch(
      async (error: unknown) => {
        if (!isUnclear(error)) throw error;
        const { selected_rooms } = await api
          .batch(property.id, batch, conversion)
          .catch((silent: unknown) => {
            unsure.current = isUnclear(silent);
            throw silent;
          });
        const content = selected_rooms.find(({ session_id }) => session_id === session);
        if (!content || !isAskedFor(content, body)) throw error;
        return { data: { session_id: session, content } };
      },
    );
    if (!isAsked(stay)) {
      await api.clearRate(property.id, batch, session).catch(() => undefined);
      void forgetAvailability(property);
      return null;
    }
    const chosen: SelectedRoom = {
      ...answer.data.content,
      session_id: answer.data.session_id,
      room_no: slot + 1,
    };
    keepLeftBehind(chosen.session_id, leftOf.get(stay) ?? []);
    leftOf.delete(stay);
    dispatch({ type: "ADD", room: chosen });
    // what was given back elsewhere is made good for
    if (ranOut && ranOut !== "booking" && "of" in ranOut)
      dispatch({ type: "RESTORE", state: { ranOut: null } });
    // ERR-14: without its taxes the bill shows what the offer said
    const profile_taxes = await sessionFolio(property.id, batch, chosen.session_id, conversion).catch(
      () => chosen.profile_taxes,
    );
    dispatch({ type: "UPDATE", session_id: chosen.session_id, change: { profile_taxes } });
    return chosen;
  }

  /** After a choice: the next room without one, or the step after the rooms (ROOMS-44, ROOMS-45). */
  function moveOn() {
    // others may have been chosen while this one was on its way
    const done = new Set(now.current.selected.map((room) => room.room_no));
    const open = Array.from({ length: slots }, (_, index) => index).find((index) => !done.has(index + 1));
    if (open !== undefined) {
      dispatch({ type: "ROOM_INDEX", index: open });
      window.scrollTo({ top: 0 });
      return;
    }
    // the room before, which may have had the package, is out of the stay
    go(afterRooms({ ...facts, hasPackage: hasPackage(now.current.selected) }));
  }

  /** Rooms that were chosen before go with their booking: where each of them is chosen again, that is told if it ran out. */
  function lose(ranOut: boolean) {
    for (const room of now.current.selected) {
      const of = now.current.search?.rooms[room.room_no - 1];
      if (!of) continue;
      leftOf.set(of, leftBehind([room]));
      if (ranOut && room.room_no !== slot + 1) tell(of, { kind: "failed", because: "lbl_rooms_ran_out" });
    }
    dispatch({ type: "REMOVE_ALL" });
  }

  function settle(error: unknown, wanted: Wanted): BookingTrouble {
    const { room } = wanted;
    const [quote] = hasCode(error, "PRICE_CHANGED") ? (error.body.quotes ?? []) : [];
    if (quote) return { kind: "price", ...wanted, quote };
    if (hasCode(error, "NIGHT_SOLD_OUT", "NOT_ON_OFFER")) {
      void forgetAvailability(property);
      if (wasTaken(error)) return { kind: "sold-out", room, night: error.body.night ?? null };
      // what is listed from now on says why
      return { kind: "failed", because: "lbl_not_on_offer" };
    }
    if (hasCode(error, "CODE_NOT_VALID")) {
      // its time ran out meanwhile: what is listed from now on says so
      void forgetAvailability(property);
      return { kind: "failed", because: "lbl_code_not_valid" };
    }
    if (hasCode(error, "ALREADY_COMMITTED")) {
      const own = state.batch !== null && hasOrdered(state.batch.batch_id);
      // a change that this tab has not ordered was made in another one
      if (facts.editing && !own) return { kind: "ended", because: "lbl_changed_elsewhere" };
      return { kind: "failed", because: "lbl_already_booked" };
    }
    if (arePointsGone(error)) {
      void forgetRedeemable(property);
      return { kind: "failed", because: "lbl_points_gone" };
    }
    if (hasCode(error, "MEMBER_AWAY")) return { kind: "failed", because: "lbl_member_away" };
    if (facts.editing && isGone(error)) return { kind: "ended", because: "lbl_change_over" };
    if (facts.editing && hasCode(error, "NOT_CHANGEABLE"))
      return { kind: "ended", because: whyEnded(error.body.reason) };
    if (hasCode(error, "ROOM_UNIT_TAKEN")) return { kind: "failed", because: "lbl_room_unit_taken" };
    return {
      kind: "failed",
      because: unsure.current
        ? "lbl_no_answer"
        : hasCode(error, "GUARANTEES_DIFFER")
          ? "lbl_guarantees_differ"
          : "lbl_room_not_booked",
    };
  }

  /**
   * Books a rate for the slot. `stay` differs from what was searched when a nearest stay is taken, `unit` is the door
   * that the guest chose; null is any, and nothing the one that a changed stay has.
   */
  async function book(
    room: RoomOffer,
    rate: RateOffer,
    stay: SearchRoom = searched,
    unit?: string | null,
  ): Promise<void> {
    if (running.current) return;
    running.current = true;
    unsure.current = false;
    tell(stay, null);
    const mine = offerId(room.room_type_id, rate);
    dispatch({ type: "IN_PROGRESS", offer: mine });
    // what a newer search has under way is not over with this
    const end = () => now.current.inProgress === mine && dispatch({ type: "IN_PROGRESS", offer: null });
    const wanted = { room, rate, stay, unit };
    const { batch } = state;
    let lost = false;
    try {
      const own = unit === undefined ? await ownUnit(wanted) : null;
      if (own && !own.free) {
        if (isAsked(stay)) tell(stay, { kind: "unit", ...wanted, number: own.number });
        return void end();
      }
      const chosen = await setRate({ ...wanted, unit: unit ?? own?.number }, false).catch(
        async (error: unknown) => {
          // what another tab has booked stays booked; this is a booking of its own
          if (!isGone(error) && !hasCode(error, "ALREADY_COMMITTED")) throw error;
          // what this tab itself has ordered is there to see
          if (batch && hasOrdered(batch.batch_id) && !isGone(error)) {
            if (await seeBooked(batch)) return null;
            throw error;
          }
          // a fresh booking would be another room, not the changed one
          if (facts.editing || !isAsked(stay)) throw error;
          const ranOut = isGone(error);
          lost = ranOut && now.current.selected.some(({ room_no }) => room_no === slot + 1);
          // until then the room before stays, for the server to put this one in its place, with what was added to it
          lose(ranOut);
          return setRate(wanted, true);
        },
      );
      if (!chosen || !isAsked(stay)) return void end();
      say(t("lbl_room_in_your_stay", { room: names.room(room.room_type_id, room.room_type_name) }));
      // it is in the stay wherever the guest is by now
      if (here()) moveOn();
      movedOn();
    } catch (error) {
      if (isAsked(stay)) tell(stay, { ...settle(error, wanted), lost, unsure: unsure.current });
      end();
    } finally {
      running.current = false;
    }
  }

  /** Whether it is held still. An answer that is none may be of a room that was given back: the booking says so. */
  async function isHeld(batch: BatchAccess, session: string): Promise<boolean> {
    try {
      const found = await api.clearRate(property.id, batch, session).then(
        () => null,
        (error: unknown) => {
          if (!isUnclear(error)) throw error;
          return api.batch(property.id, batch);
        },
      );
      return found?.selected_rooms.some(({ session_id }) => session_id === session) ?? false;
    } catch (error) {
      if (isGone(error)) return false;
      throw error;
    }
  }

  /** Takes the slot's room out once its nights are free: until then it is held, and stays on the bill. */
  async function remove(): Promise<void> {
    const chosen = state.selected.find((room) => room.room_no === slot + 1);
    if (!chosen || running.current) return;
    const { batch } = state;
    running.current = true;
    tell(searched, null);
    dispatch({ type: "IN_PROGRESS", offer: REMOVING });
    try {
      if (batch && (await isHeld(batch, chosen.session_id)))
        return tell(searched, { kind: "failed", because: "lbl_room_not_removed", removing: true });
      dispatch({ type: "REMOVE", session_id: chosen.session_id });
      say(t("lbl_room_removed", { room: names.room(chosen.room_type_id, chosen.room_type_name) }));
    } catch (error) {
      const booked = hasCode(error, "ALREADY_COMMITTED");
      const because = booked
        ? "lbl_already_booked"
        : isUnclear(error)
          ? "lbl_no_answer"
          : "lbl_room_not_removed";
      if (!booked || !batch || !(await seeBooked(batch)))
        tell(searched, { kind: "failed", because, removing: true });
    } finally {
      running.current = false;
      if (now.current.inProgress === REMOVING) dispatch({ type: "IN_PROGRESS", offer: null });
    }
  }

  return { book, remove };
}
