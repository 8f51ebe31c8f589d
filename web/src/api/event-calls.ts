/**
 * The calls of booking an event, apart from the others so that they load with it. All are quiet: the screens say, or keep
 * still where the documents want only a record (EVENT-49 to EVENT-52).
 */
import { at } from "./calls";
import { call } from "./client";
import type {
  AvailableSpaces,
  Company,
  ConfirmedEvent,
  EventConfig,
  EventContact,
  EventGuarantee,
  EventState,
  EventSummary,
  EventType,
  PackageChoice,
  StayRight,
  SubEventsSetup,
} from "./types";

/** What opens an event. */
export interface EventAccess {
  event_id: string;
  session_id: string;
  token: string;
}

/** In which language, and in which currency besides the hotel's. */
export interface Shown {
  language_code: string;
  conversion_currency?: string | undefined;
}

const step = (property: number, event: EventAccess, name: string) =>
  at(property, `/web/new-event/${event.event_id}/${name}/${event.session_id}`);

const post = <T>(
  property: number,
  event: EventAccess,
  name: string,
  body: unknown,
  shown?: Shown,
  signal?: AbortSignal,
) =>
  call<T>(step(property, event, name), {
    method: "POST",
    body,
    query: { ...shown },
    token: event.token,
    quiet: true,
    signal,
  });

export const eventTypes = (property: number, language_code: string, signal?: AbortSignal) =>
  call<EventType[]>(at(property, "/web/events"), { query: { language_code }, quiet: true, signal });

/** `former` goes on as this one where it can, so that nobody is kept from what they hold; `stay` is what it becomes a part of. */
export const newEvent = (
  property: number,
  event_type_id: string,
  former: EventAccess | null,
  stay: StayRight | null,
) =>
  call<EventConfig>(at(property, "/web/new-event"), {
    method: "POST",
    body: { event_type_id, event_id: former?.event_id, stay },
    token: former?.token,
    quiet: true,
  });

/** As far as it has come (ROUTE-16). */
export const readEvent = (property: number, event: EventAccess, shown: Shown) =>
  call<EventState>(at(property, `/web/new-event/${event.event_id}/${event.session_id}`), {
    query: { ...shown },
    token: event.token,
    quiet: true,
  });

/** The spaces that are free at a time (API-57). */
export const eventSpaces = (
  property: number,
  event: EventAccess,
  times: { name: string; from: string; to: string },
  shown: Shown,
  signal?: AbortSignal,
) => post<{ client_visible_data: AvailableSpaces }>(property, event, "basic-data", times, shown, signal);

export const takeSpaces = (property: number, event: EventAccess, body: SubEventsSetup) =>
  post<unknown>(property, event, "sub-events-setup", body);

export const savePackages = (property: number, event: EventAccess, body: PackageChoice[]) =>
  post<unknown>(property, event, "package-selection", body);

export const saveEventContact = (property: number, event: EventAccess, body: EventContact) =>
  post<unknown>(property, event, "contact-information", body);

/** An empty body takes back what was chosen (EVENT-42). */
export const guaranteeEvent = (property: number, event: EventAccess, body: EventGuarantee) =>
  post<unknown>(property, event, "guarantee-info", body);

/** What the guest saw and agrees to: spaces, times and people, at nothing worse than the bill. */
export interface AgreedEvent extends Pick<EventState, "sub_events"> {
  bill: EventSummary;
}

/** Once, whatever is sent again. */
export const confirmEvent = (property: number, event: EventAccess, agreed: AgreedEvent, shown: Shown) => {
  const { total_amount, cancellation } = agreed.bill;
  const body = {
    expected_sub_events: agreed.sub_events.map(({ space, from, to, number_of_persons }) => ({
      space_id: space.id,
      from,
      to,
      number_of_persons,
    })),
    expected_total: total_amount,
    expected_penalty: cancellation?.penalty ?? 0,
    expected_free_until: cancellation?.free ? cancellation.free_until : null,
  };
  return post<ConfirmedEvent>(property, event, "confirm", body, shown);
};

export const searchCompany = (property: number, company_code: string, language_code: string) =>
  call<Company>(at(property, "/web/search-company"), {
    query: { company_code, language_code },
    quiet: true,
  });
