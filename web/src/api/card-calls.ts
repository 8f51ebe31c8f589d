/** The card frame and its token, apart from the other calls so that they load with the frame. */
import { at, type BatchAccess } from "./calls";
import { call } from "./client";
import type { CardFormStatus, CardFrame, CardToken } from "./types";

/** What a card is typed for: a booking or an activity under way, or a reservation that was looked up. Good for no other. */
export type CardBooking = BatchAccess | { request_id: string } | { activity_map_id: string; token: string };

function named(booking: CardBooking): Record<string, string> {
  if ("request_id" in booking) return { request_id: booking.request_id };
  if ("batch_id" in booking) return { batch_id: booking.batch_id };
  return { activity_map_id: booking.activity_map_id };
}

export const cardFrame = (property: number, origin: string) =>
  call<CardFrame>(at(property, "/payments/hpc/init"), { query: { origin }, quiet: true });

/** Where a card form stands (API-49). */
export const cardStatus = (property: number, booking: CardBooking, form_id: string, signal?: AbortSignal) =>
  call<CardFormStatus>(at(property, "/payments/hpc/status"), {
    query: { form_id, ...named(booking) },
    token: "token" in booking ? booking.token : null,
    quiet: true,
    signal,
  });

export const cardToken = (property: number, booking: CardBooking, payment_key: string, api_token: string) =>
  call<CardToken>(at(property, "/payments/hpc/token"), {
    method: "POST",
    query: named(booking),
    token: "token" in booking ? booking.token : null,
    body: { payment_key, api_token },
    quiet: true,
  });
