/** The calls of the points step, apart from the others so that they load with it. Quiet: the step says what failed. */
import { at, type BatchAccess } from "./calls";
import { call } from "./client";
import type { SelectedRoom, SliderView } from "./types";

const points = (property: number, session: string, path = "") =>
  at(property, `/booking-engine/new-booking/${session}/loyalty-points${path}`);

/** What a room can be paid with (API-43). */
export const sliderView = (
  property: number,
  batch: BatchAccess,
  session: string,
  conversion_currency?: string,
  signal?: AbortSignal,
) =>
  call<SliderView>(points(property, session, "/slider-view"), {
    query: { conversion_currency },
    token: batch.token,
    quiet: true,
    signal,
  });

/** Pays for a room with so many points, in place of those before; answers the room with them (API-44). */
export const redeemPoints = (
  property: number,
  batch: BatchAccess,
  session: string,
  total_redeemed_points: number,
  conversion_currency?: string,
) =>
  call<{ data: { session_id: string; content: SelectedRoom } }>(points(property, session), {
    method: "POST",
    query: { conversion_currency },
    body: { total_redeemed_points },
    token: batch.token,
    quiet: true,
  });
