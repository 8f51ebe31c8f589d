/** Adding to a room: told to the server at once, so that the bill is the true one and what is limited is held. */
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import {
  addonsOf,
  hasCode,
  includeAddons,
  type LeftOutAddon,
  leave,
  type ReservationAddon,
  type SelectedRoom,
  sessionFolio,
  whenLeft,
} from "../../api";
import { sumMoney } from "../../i18n";
import { entriesOf, isRepriced, NOT_OFFERED, refusedEntries } from "../added";
import { useBooking } from "../BookingProvider";
import { OtherRoom, useCheckHeld, useIsOver } from "../over";
import { queries } from "../queries";
import { ORDER } from "../state";
import { useSeeBooked } from "../use-see-booked";
import type { AddonTrouble } from "./AddonCard";

/** What can be added to a room, in its stay. */
export function useApplicable(room: SelectedRoom | undefined) {
  const { property, state, conversion } = useBooking();
  const { batch } = state;
  return useQuery(
    {
      queryKey: [
        "addons",
        property.id,
        batch?.batch_id,
        room?.session_id,
        [room?.room_type_id, room?.rate_code_id, room?.check_in_date, room?.check_out_date],
        conversion,
      ],
      queryFn: ({ signal }) => {
        if (!batch || !room) throw new Error("no room is chosen");
        return addonsOf(property.id, batch, room.session_id, conversion, signal);
      },
      enabled: Boolean(batch && room),
      // what is left of a day is others' affair too
      staleTime: 0,
    },
    queries,
  );
}

/** A card whose add-on was not added. */
export interface CardTrouble {
  session_id: string;
  id: string;
  trouble: AddonTrouble;
}

/** Under way is Next: each room is sent what it has, and that must be the last word. */
const SAVING = "addons";

/** What is added now has ceased to be offered. */
class NotOffered extends Error {}

/** Saved, but not as it was shown. */
export const MOVED = "moved";

export function useAddons() {
  const { property, state, now, dispatch, movedOn, conversion, currency } = useBooking();
  const isOver = useIsOver();
  const checkHeld = useCheckHeld();
  const seeBooked = useSeeBooked();
  const [under, setUnder] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<CardTrouble | null>(null);
  const running = useRef(false);
  /** Prices, or what is offered, are others than were shown: the guest sees that before they go on. */
  const moved = useRef(false);
  const [repriced, setRepriced] = useState(false);
  /** How often something was left out. */
  const [leftOut, setLeftOut] = useState(0);

  /** Nothing is added to a booking that was made meanwhile: it leads to its confirmation. */
  const isBooked = async (error: unknown) =>
    state.batch !== null && hasCode(error, "ALREADY_COMMITTED") && seeBooked(state.batch);

  async function post(
    room: SelectedRoom,
    entries: readonly ReservationAddon[],
    left: readonly LeftOutAddon[] = [],
  ): Promise<void> {
    if (!state.batch) throw new Error("no room is chosen");
    const { session_id } = room;
    let answer: Awaited<ReturnType<typeof includeAddons>>;
    try {
      answer = await includeAddons(property.id, state.batch, session_id, entries, conversion);
    } catch (error) {
      const refused = refusedEntries(error, entries, room);
      if (refused.size === 0) throw error;
      // what is added now is its card's affair
      const added = [...refused.values()].find(({ id }) => !room.chosen_addons.some((had) => had.id === id));
      if (added) throw added.reason === NOT_OFFERED ? new NotOffered() : error;
      // what the room has and is refused by now is left out, and told
      const others = entries.filter((entry) => !refused.has(entry));
      return post(room, others, [...left, ...refused.values()]);
    }
    const { content } = answer.data;
    checkHeld(room, content);
    if (isRepriced(room, content)) tellPrices();
    dispatch({
      type: "UPDATE",
      session_id,
      change: { ...content, left_out_addons: [...content.left_out_addons, ...left] },
    });
    if (left.length > 0) {
      setLeftOut((times) => times + 1);
      listAnew();
    }
  }

  function listAnew(): void {
    moved.current = true;
    void queries.invalidateQueries({ queryKey: ["addons", property.id] });
  }

  function tellPrices(): void {
    setRepriced(true);
    listAnew();
  }

  /** The room once no other entries are on their way: a later answer to them would undo what is sent now. */
  async function settled(room: SelectedRoom): Promise<SelectedRoom> {
    await whenLeft(room.session_id);
    return now.current.selected.find(({ session_id }) => session_id === room.session_id) ?? room;
  }

  /** The same once it is settled, for whatever comes next to wait for, on this step or once the guest is back on it. */
  const put = (room: SelectedRoom, entries: (held: SelectedRoom) => readonly ReservationAddon[]) =>
    leave(
      room.session_id,
      settled(room).then((held) => post(room, entries(held))),
    );

  /**
   * Puts these entries of an add-on in place of what the room has of it; `told` is what they cost by its card, in the
   * hotel's currency. True when it is done.
   */
  async function set(
    room: SelectedRoom,
    id: string,
    entries: readonly ReservationAddon[],
    told: number,
  ): Promise<boolean> {
    const under = now.current.inProgress;
    if (running.current || under === SAVING || under === ORDER) return false;
    running.current = true;
    setUnder(id);
    setTrouble(null);
    setRepriced(false);
    try {
      const others = (held: SelectedRoom) => entriesOf(held).filter((entry) => entry.charge_type_id !== id);
      await put(room, (held) => [...others(held), ...entries]);
      const held = now.current.selected.find(({ session_id }) => session_id === room.session_id);
      const added = held?.chosen_addons.filter((addon) => addon.id === id) ?? [];
      const cost = sumMoney(
        added.map(({ amount }) => amount),
        currency,
      );
      if (added.length > 0 && cost !== told) tellPrices();
      return entries.length === 0 || added.length > 0;
    } catch (error) {
      console.warn("include-addon failed", error);
      if (error instanceof OtherRoom || isOver(error) || (await isBooked(error))) return false;
      const gone = hasCode(error, "ADDON_SOLD_OUT");
      setTrouble({
        session_id: room.session_id,
        id,
        trouble: gone
          ? { kind: "sold-out", day: error.body.date ?? null }
          : { kind: error instanceof NotOffered ? "not-offered" : "failed" },
      });
      if (gone) void queries.invalidateQueries({ queryKey: ["addons", property.id] });
      return false;
    } finally {
      running.current = false;
      setUnder(null);
    }
  }

  /**
   * Posts what every room has, then asks for its taxes again (ADDON-10). Null when all of it is saved, else why not:
   * `MOVED` where what was shown is not what it is.
   */
  async function save(): Promise<unknown> {
    dispatch({ type: "IN_PROGRESS", offer: SAVING });
    moved.current = false;
    setRepriced(false);
    try {
      for (const room of state.selected) await put(room, entriesOf);
      await Promise.all(state.selected.map(reloadTaxes));
      return moved.current ? MOVED : null;
    } catch (error) {
      console.warn("include-addon failed", error);
      if (!(error instanceof OtherRoom || isOver(error))) await isBooked(error);
      return error;
    } finally {
      movedOn();
    }
  }

  /** ERR-14: without an answer the room's taxes stay those that came with its add-ons. */
  async function reloadTaxes({ session_id }: SelectedRoom): Promise<void> {
    if (!state.batch) return;
    try {
      const profile_taxes = await sessionFolio(property.id, state.batch, session_id, conversion);
      dispatch({ type: "UPDATE", session_id, change: { profile_taxes } });
    } catch (error) {
      console.warn("the taxes failed", error);
    }
  }

  /** Takes everything off that was added, or is being added still (WIZ-18). */
  function clear(): void {
    for (const room of state.selected) {
      const taken = settled(room).then((held) =>
        held.chosen_addons.length > 0 ? post(held, []) : undefined,
      );
      // where it fails the bill goes on to show what is held
      leave(room.session_id, taken).catch((error: unknown) => console.warn("include-addon failed", error));
    }
  }

  return { set, save, clear, under, saving: state.inProgress === SAVING, trouble, repriced, leftOut };
}
