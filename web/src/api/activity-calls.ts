/** The calls of booking an activity, apart from the others so that they load with it. All are quiet: the screens say. */
import { at } from "./calls";
import { call } from "./client";
import type {
  ActivityBasicInfo,
  ActivityCalendar,
  ActivityPrice,
  ConfirmedActivity,
  GuaranteeDetails,
  Guest,
  StartedActivity,
  StayRight,
} from "./types";

/** What opens a booking that was begun. */
export type StartedAccess = Pick<StartedActivity, "id" | "session_id" | "token">;

export interface Party {
  adults: number;
  children: number;
}

/** What takes place on some days, both inclusive (API-65); the places of a booking under way count as free for it. */
export const activityCalendar = (
  property: number,
  [from, to]: [string, string],
  own: StartedAccess | null,
  signal?: AbortSignal,
) =>
  call<ActivityCalendar>(at(property, "/web/activities/calendar"), {
    query: { from, to, session_id: own?.session_id },
    token: own?.token,
    quiet: true,
    signal,
  });

/** What a party pays, and who else could come (API-66); the places of a booking under way count as free for it. */
export const activityPrice = (
  property: number,
  instance: string,
  party: Party,
  own: StartedAccess | null,
  signal?: AbortSignal,
) =>
  call<ActivityPrice>(
    at(property, `/web/activity-instances/${encodeURIComponent(instance)}/calculate-price`),
    { query: { ...party, session_id: own?.session_id }, token: own?.token, quiet: true, signal },
  );

/**
 * Holds the places (API-67), in place of what a booking under way holds; `stay` is what it becomes a part of. Of one that
 * begins, the same `key` again answers the same booking.
 */
export const startActivity = (
  property: number,
  activity_instance_id: string,
  party: Party,
  own: StartedAccess | null,
  stay: StayRight | null,
  key: string,
) =>
  call<StartedActivity>(at(property, "/web/new-activity-booking"), {
    method: "POST",
    query: { ...party },
    body: { activity_instance_id, activity_map_id: own?.id, stay },
    token: own?.token,
    idempotencyKey: key,
    quiet: true,
  });

const step = (property: number, { id, session_id }: StartedAccess, name: string) =>
  at(property, `/web/new-activity-booking/${id}/${name}/${session_id}`);

/** Who comes; answers how it can be paid (API-68). Without a party it stays the one that is held. */
export const saveActivityGuests = (
  property: number,
  own: StartedAccess,
  body: Partial<Party> & { contact_info: Partial<Guest> },
) =>
  call<ActivityBasicInfo>(step(property, own, "basic-info"), {
    method: "POST",
    body,
    token: own.token,
    quiet: true,
  });

/** What the guest saw and agrees to; anything else that is held instead is refused. */
export interface SeenActivity {
  expected_instance_id: string;
  expected_adults: number;
  expected_children: number;
  expected_total: number;
}

/** The card, and what the guest agreed to (API-69). */
export const payActivity = (
  property: number,
  own: StartedAccess,
  body: SeenActivity & { payment_source: GuaranteeDetails },
  language_code: string,
) =>
  call<unknown>(step(property, own, "payment-method"), {
    method: "POST",
    query: { language_code },
    body,
    token: own.token,
    quiet: true,
  });

/** Once, whatever is sent again (API-70). */
export const confirmActivity = (
  property: number,
  own: StartedAccess,
  body: SeenActivity,
  language_code: string,
) =>
  call<ConfirmedActivity>(step(property, own, "confirm"), {
    method: "POST",
    query: { language_code },
    body,
    token: own.token,
    quiet: true,
  });
