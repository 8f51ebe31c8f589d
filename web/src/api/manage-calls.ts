/** The calls of managing a booking, apart from the others so that they load with it. All are quiet: the screens say. */
import { at } from "./calls";
import { call } from "./client";
import type {
  CancelConsent,
  Cancelled,
  CancelledExtra,
  CancelWish,
  FoundExtra,
  FoundReservation,
  GuaranteeDetails,
  GuestChange,
  ResumedBatch,
} from "./types";

const web = "/enterprise/v4/web";

/** How a reservation is found (API-34): by number and name, by the link of its e-mail, or again by the look-up's token. */
export type LookUp =
  | { conf_num: string; last_name: string; property_code: string }
  | { conf_num: string; link: string; property_code: string }
  | { request_id: string };

export const findReservation = (query: LookUp, language_code?: string, signal?: AbortSignal) =>
  call<FoundReservation | FoundExtra>(`${web}/manage-booking`, {
    query: { ...query, language_code },
    quiet: true,
    signal,
  });

/** Gives an activity or an event back, for no more than the guest was told; its mail speaks `language_code`. */
export const cancelExtra = (request_id: string, expected_penalty: number, language_code: string) =>
  call<CancelledExtra>(`${web}/cancel-extra`, {
    method: "PUT",
    query: { request_id },
    body: { expected_penalty, language_code },
    quiet: true,
  });

/** Begins to change the stay of a reservation that was looked up (EDIT-02). */
export const changeStay = (property: number, existing_reservation_id: string, token: string) =>
  call<ResumedBatch>(at(property, "/booking-engine/new-batch-booking"), {
    method: "POST",
    query: { count: 1, token },
    body: { existing_reservation_id },
    quiet: true,
  });

/** What cancelling rooms of a booking comes to now (API-35); without their numbers the one that was looked up. */
export const cancelConsent = (request_id: string, rooms: readonly string[] = [], signal?: AbortSignal) =>
  call<CancelConsent>(`${web}/cancel-booking/consent`, {
    query: { request_id, ...(rooms.length > 0 ? { conf_nums: rooms.join(",") } : {}) },
    quiet: true,
    signal,
  });

/** At what the guest was told, or not at all (API-36). */
export const cancelReservation = (request_id: string, body: CancelWish) =>
  call<Cancelled>(`${web}/cancel-booking`, { method: "PUT", query: { request_id }, body, quiet: true });

export const updateGuest = (request_id: string, body: GuestChange) =>
  call<{ conf_num: string }>(`${web}/update-guest`, {
    method: "PUT",
    query: { request_id },
    body,
    quiet: true,
  });

/** The card as the token call answered it (CARD-08). */
export const addGuarantee = (
  request_id: string,
  body: Omit<GuaranteeDetails, "payment_type_id" | "custom_field_3"> & {
    payment_type_code: string;
    conf_nums: string[];
  },
) =>
  call<{ conf_num: string }>(`${web}/add-guarantee`, {
    method: "POST",
    query: { request_id },
    body,
    quiet: true,
  });
