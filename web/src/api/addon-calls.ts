/** The calls of the add-ons step, apart from the others so that they load with it. */
import { at, type BatchAccess } from "./calls";
import { call } from "./client";
import type { AddonGroup, ReservationAddon, SelectedRoom } from "./types";

/** What can be added to the room of a session (API-19); quiet, since the step says what failed (ERR-14). */
export const addonsOf = (
  property: number,
  batch: BatchAccess,
  session_id: string,
  conversion_currency?: string,
  signal?: AbortSignal,
) =>
  call<AddonGroup[]>(at(property, "/charge-types/applicable/v2"), {
    query: { category: "MISC_CHARGE", enabled_for_addons: true, session_id, conversion_currency },
    token: batch.token,
    quiet: true,
    signal,
  });

/** In place of what was added before; answers the room with it (API-40). */
export const includeAddons = (
  property: number,
  batch: BatchAccess,
  session: string,
  reservation_addons: readonly ReservationAddon[],
  conversion_currency?: string,
) =>
  call<{ data: { session_id: string; content: SelectedRoom } }>(
    at(property, `/booking-engine/new-booking/${session}/include-addon`),
    {
      method: "POST",
      query: { conversion_currency },
      body: { reservation_addons },
      token: batch.token,
      quiet: true,
    },
  );
