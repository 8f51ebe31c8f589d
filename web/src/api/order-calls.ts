/** The calls of guest and payment, apart from the others so that they load with these steps. Quiet: they say what failed. */
import { at, type BatchAccess } from "./calls";
import { call } from "./client";
import type { CommitBody, ConfirmedRoom, GuaranteeType, Guest } from "./types";

/** One batch call for several rooms, the session's call for one (GUEST-29). */
export const addGuest = (
  property: number,
  batch: BatchAccess,
  sessions: readonly string[],
  guest_data: Guest,
  loyalty_guest_id: string | null,
) => {
  const one = sessions.length === 1 ? sessions[0] : undefined;
  const path = one ? `new-booking/${one}` : `new-batch-booking/${batch.batch_id}`;
  return call<{ guest_data: Guest }>(at(property, `/booking-engine/${path}/add-guest`), {
    method: "POST",
    body: { guest_data, loyalty_guest_id },
    token: batch.token,
    quiet: true,
  });
};

export const guaranteeTypes = (property: number, batch: BatchAccess, session: string) =>
  call<{ guarantee_types: GuaranteeType[] }>(
    at(property, `/booking-engine/new-booking/${session}/available-guarantee-types`),
    { token: batch.token, quiet: true },
  );

export const commitBatch = (property: number, batch: BatchAccess, body: CommitBody) =>
  call<ConfirmedRoom[]>(at(property, `/booking-engine/new-batch-booking/${batch.batch_id}/commit`), {
    method: "POST",
    body,
    token: batch.token,
    quiet: true,
  });
