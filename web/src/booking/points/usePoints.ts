/** The slider of each room: what can be chosen, what is, and saving it (POINTS-02 to POINTS-08). */
import { useQueries } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { hasCode, redeemPoints, type SelectedRoom, sessionFolio, sliderView } from "../../api";
import { useBooking } from "../BookingProvider";
import { OtherRoom, useCheckHeld, useIsOver } from "../over";
import { queries } from "../queries";
import { useSeeBooked } from "../use-see-booked";
import { lessFirst, optionsBeside, paidWith, placeOf } from "./with-points";

/** How saving ended; `away`: the member whose points they are is not signed in. */
export type Saving = "saved" | "failed" | "away";

const isAway = (error: unknown) => hasCode(error, "MEMBER_AWAY");

export function usePoints() {
  const { property, state, dispatch, movedOn, conversion } = useBooking();
  const isOver = useIsOver();
  const checkHeld = useCheckHeld();
  const seeBooked = useSeeBooked();
  const { batch } = state;
  const rooms = state.selected.filter((room) => room.booked_with_points);
  const [picked, setPicked] = useState<Readonly<Record<string, number>>>({});
  const views = useQueries(
    {
      queries: rooms.map((room) => ({
        queryKey: ["points", property.id, batch?.batch_id, room.session_id, conversion],
        queryFn: ({ signal }: { signal: AbortSignal }) => {
          if (!batch) throw new Error("no room is chosen");
          return sliderView(property.id, batch, room.session_id, conversion, signal);
        },
        // what the member has is others' affair too
        gcTime: 0,
        staleTime: Number.POSITIVE_INFINITY,
      })),
    },
    queries,
  );

  const chosenFor = (room: SelectedRoom) => picked[room.session_id] ?? room.total_redeemed_points;
  const sliders = rooms.map((room, index) => {
    const view = views[index]?.data;
    const others = rooms.filter((other) => other !== room).reduce((sum, other) => sum + chosenFor(other), 0);
    const options = view ? optionsBeside(view, others) : [];
    const place = placeOf(options, chosenFor(room));
    return {
      room,
      view,
      options,
      place,
      option: options[place - 1],
      move: (to: number) => {
        const option = options[to - 1];
        if (option) setPicked({ ...picked, [room.session_id]: option.points });
      },
    };
  });

  // one text for each place of the sliders: what the bill shows is new only when one of them moved
  const moved = JSON.stringify(sliders.map(({ room, option }) => [room.session_id, option]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `moved` says all there is to say of the sliders
  const shown = useMemo(
    () =>
      state.selected.map((room) => {
        const option = sliders.find((slider) => slider.room === room)?.option;
        return option ? paidWith(room, option) : room;
      }),
    [state.selected, moved],
  );

  /** One post for each room, then the taxes of every room again (POINTS-05). */
  async function save(): Promise<Saving> {
    if (!batch) return "failed";
    dispatch({ type: "IN_PROGRESS", offer: "points" });
    try {
      const changes = sliders.map(({ room, option, view }) => ({
        room,
        before: room.total_redeemed_points,
        after: view ? (option?.points ?? 0) : room.total_redeemed_points,
      }));
      for (const { room, after } of lessFirst(changes)) {
        const { data } = await redeemPoints(property.id, batch, room.session_id, after, conversion);
        checkHeld(room, data.content);
        dispatch({ type: "UPDATE", session_id: room.session_id, change: data.content });
      }
      await Promise.all(
        state.selected.map(async ({ session_id }) => {
          // ERR-14: without an answer the taxes stay those that came with the points
          const profile_taxes = await sessionFolio(property.id, batch, session_id, conversion).catch(
            () => null,
          );
          if (profile_taxes) dispatch({ type: "UPDATE", session_id, change: { profile_taxes } });
        }),
      );
      return "saved";
    } catch (error) {
      // POINTS-07: no popup; the step stays and says that it was not saved
      console.warn("loyalty-points failed", error);
      if (error instanceof OtherRoom || isOver(error)) return "failed";
      // another tab has booked it meanwhile
      if (hasCode(error, "ALREADY_COMMITTED") && (await seeBooked(batch))) return "failed";
      if (isAway(error)) return "away";
      void retry();
      return "failed";
    } finally {
      movedOn();
    }
  }

  const retry = () => Promise.all(views.map((view) => view.refetch()));
  return {
    sliders,
    /** The chosen rooms as the sliders stand. */
    rooms: shown,
    loading: views.some((view) => view.isPending),
    failed: views.some((view) => view.isError && !view.data),
    away: views.some((view) => isAway(view.error)),
    fetching: views.some((view) => view.isFetching),
    retry,
    save,
  };
}
