import { useEffect, useState } from "react";
import { api, type BatchAccess, hasCode, type SelectedRoom, setSessionRate } from "../../api";
import { conditionsOf } from "../agreed";
import { useBooking } from "../BookingProvider";
import { type Deal, setWith } from "../deal";
import type { StepName } from "../flow";
import { useGo, useHere } from "../go";
import { useIsOver } from "../over";
import { keepOrder } from "../payment/ordered";
import { losesRooms, mendingStep, type RefusalCode, refusalOf } from "../payment/refusal";
import type { Order } from "../payment/reserve";
import { usePaymentPlan, useSend } from "../payment/use-order";
import type { SearchData } from "../search-data";

export interface TryAgain {
  /** Goes to where it can be mended, with everything typed still there. */
  run: () => Promise<void>;
  /** Gives the rooms back and goes to choose others. */
  chooseOthers: () => Promise<void>;
  /** The server could not be reached; nothing has changed. */
  failed: boolean;
  /** The new price is being asked for. */
  asking: boolean;
  /** The chosen rooms as the guest saw them when they ordered. */
  seen: readonly SelectedRoom[];
  /** With PRICE_CHANGED: the chosen rooms as they are held now; none while unknown. */
  fresh: readonly SelectedRoom[];
}

/** What "Try again" does for each refusal (CONF-10). `held` is what another tab chose (ROOM_CHANGED). */
export function useTryAgain(code: RefusalCode, held: readonly SelectedRoom[] = []): TryAgain {
  const { property, state, now, dispatch, facts, steps, conversion, openBatch } = useBooking();
  const planned = usePaymentPlan();
  const send = useSend();
  const go = useGo();
  const here = useHere();
  const isOver = useIsOver();
  const [fresh, setFresh] = useState<SelectedRoom[] | null>(null);
  const [failed, setFailed] = useState(false);
  const changed = code === "PRICE_CHANGED";
  const { batch, selected, deal } = state;
  const [seen] = useState(selected);

  // the rooms are held anew at today's price and conditions, so that the guest decides on what stands, whichever way
  // they leave this screen
  useEffect(() => {
    if (!changed || !batch) return;
    let left = false;
    (async () => {
      const rooms: SelectedRoom[] = [];
      for (const room of seen) rooms.push(await hold(property.id, batch, room, deal, conversion));
      if (left) return;
      for (const room of rooms) dispatch({ type: "ADD", room });
      setFresh(rooms);
    })().catch((error) => {
      if (left) return;
      const refusal = refusalOf(error);
      if (refusal.code !== "FAILED")
        dispatch({ type: "OUTCOME", outcome: { rooms: [], message: refusal.message, refusal } });
      else setFresh([]);
    });
    return () => {
      left = true;
    };
  }, [changed, batch, seen, deal, property.id, conversion, dispatch]);

  /** Sends what was ordered once more: it was booked, is booked now, or is refused. */
  async function ask(order: Order): Promise<void> {
    if ((await send(order)) === "UNCLEAR") throw new Error("still without a clear answer");
  }

  /** False where its guest has begun another booking meanwhile: that stays as it is. */
  async function giveBack(): Promise<boolean> {
    const over = code === "BATCH_EXPIRED";
    const opened = over ? await openBatch(facts.multiRoom ? 1 : facts.searchedRooms, true) : null;
    if (!over && batch)
      await Promise.allSettled(selected.map((room) => api.clearRate(property.id, batch, room.session_id)));
    if (now.current.batch?.batch_id !== batch?.batch_id) return false;
    if (opened) dispatch({ type: "BATCH", ...opened });
    dispatch({ type: "REMOVE_ALL" });
    dispatch({ type: "ROOM_INDEX", index: 0 });
    return true;
  }

  async function chooseOthers(): Promise<void> {
    if (await giveBack()) leadTo("rooms");
  }

  /** To where it is mended; whoever has gone elsewhere meanwhile stays there. */
  function leadTo(step: StepName): void {
    dispatch({ type: "OUTCOME", outcome: null });
    if (here()) go(step);
  }

  async function run(): Promise<void> {
    const { order } = state.outcome?.refusal ?? {};
    if (order) return ask(order);
    if (code === "UNCLEAR" && batch) {
      const found = await api.batch(property.id, batch).catch((error: unknown) => {
        // with its time it was given back, and was not booked
        if (isOver(error)) return null;
        throw error;
      });
      if (!found) return;
      const { confirmation } = found;
      if (confirmation) return dispatch({ type: "OUTCOME", outcome: { rooms: confirmation, message: null } });
      // it is ordered once more: a batch is booked and paid once
      keepOrder(batch.batch_id, "ASKED");
    }
    if (losesRooms(code) && !(await giveBack())) return;
    for (const room of held) dispatch({ type: "ADD", room });
    if (held.length > 0) dispatch({ type: "SEARCH", search: searchOfRooms(held) });
    // the button names the new price or conditions
    if (fresh?.length) dispatch({ type: "AGREED", to: conditionsOf(fresh) });
    // a payment step that passes by itself cannot be edited: then the guest's details are the last that can
    const passes = planned.status === "ready" && planned.plan.kind === "PASS";
    leadTo(mendingStep(code, passes ? steps.filter((step) => step !== "payment") : steps));
  }

  const tried = (action: () => Promise<void>) => () => {
    setFailed(false);
    return action().catch(() => setFailed(true));
  };
  return {
    run: tried(run),
    chooseOthers: tried(chooseOthers),
    failed,
    asking: changed && fresh === null,
    seen,
    fresh: fresh ?? [],
  };
}

/**
 * Holds a chosen room again with its code and its door, at whatever it costs now: no amount is sent, so none can differ
 * (API-27). A code that is gone meanwhile is what changed the price; only a block's room is no other room.
 */
async function hold(
  property: number,
  batch: BatchAccess,
  room: SelectedRoom,
  deal: Deal | null,
  conversion: string | undefined,
): Promise<SelectedRoom> {
  const set = async (code: ReturnType<typeof setWith>) => {
    const body = {
      check_in_date: room.check_in_date,
      check_out_date: room.check_out_date,
      rate_code_id: room.rate_code_id,
      room_type_id: room.room_type_id,
      package_id: room.package_id,
      room_id: room.room_id,
      number_of_adults: room.number_of_adults,
      number_of_children: room.number_of_children,
      children_ages: room.children_ages.map(String),
      number_of_rooms: room.number_of_rooms,
      rate_details: [],
      ...(room.booked_with_points
        ? { booked_with_points: true, total_redeemed_points: room.total_redeemed_points }
        : {}),
      ...code,
    };
    return (await setSessionRate(property, batch, room.session_id, body, conversion)).data.content;
  };
  try {
    return await set(setWith(deal, room));
  } catch (error) {
    if (deal?.kind === "group" || !hasCode(error, "CODE_NOT_VALID")) throw error;
    return set({});
  }
}

/** The search that these rooms answer, for rooms that were chosen elsewhere. */
function searchOfRooms(rooms: readonly SelectedRoom[]): SearchData {
  const searched = rooms.flatMap((room) =>
    Array.from({ length: room.number_of_rooms }, () => ({
      checkIn: room.check_in_date,
      checkOut: room.check_out_date,
      persons: {
        adults: room.number_of_adults,
        children: room.number_of_children,
        children_ages: room.children_ages,
      },
    })),
  );
  const [first] = searched;
  return { checkIn: first?.checkIn ?? "", checkOut: first?.checkOut ?? "", rooms: searched };
}
