/** For tests: the page at a step of an event or an activity, with the pretended server behind it. */
import { act, render } from "@testing-library/react";
import { createElement } from "react";
import type { ActivityPrice, EventState } from "../api";
import type { Answer } from "../api/mock/handle";
import { property as harbour } from "../api/mock/hotel";
import { installMock, type Mock } from "../api/mock/install";
import type { Property, SpaceOffer } from "../api/types";
import { App } from "./App";

export const space: SpaceOffer = {
  space_id: "CHART",
  space_name: "Chart Room",
  space_capacity: 12,
  space_description: "A table under the old charts.",
  size_m2: 30,
  image: null,
  picture: null,
  calendars: [
    {
      date: "2026-12-14",
      price_plans: [
        {
          id: "HOUR",
          name: "By the hour",
          description: "",
          price: 50,
          conversion_price: null,
          number_of_minutes: 60,
          units: 1,
          total_amount: 54,
          conversion_total_amount: null,
        },
      ],
    },
  ],
  space_arrangements: [
    { id: "BOARD", name: "Boardroom", description: "", capacity: 12, image: null },
  ] as SpaceOffer["space_arrangements"],
};

export const coffee = {
  id: "COFFEE",
  name: "Coffee break",
  image: null,
  picture: null,
  package_details: [],
  calendars: [
    {
      price_plan_id: "PERSON",
      price: 12,
      total_amount: 13.2,
      conversion_price: null,
      conversion_total_amount: null,
    },
  ],
  usual_quantity: 8,
};

const guest = {
  first_name: "Siobhán",
  last_name: "Ní Bhriain",
  email: "siobhan@guest.example",
  phone: "+3538501234567",
  street: null,
  city: null,
  state: null,
  zip_code: null,
  country: "IE",
};

/** An event in the Chart Room, with somebody who answers for it unless told otherwise. */
export const event = (change: object = {}) =>
  ({
    event_id: "e1",
    status: "OPEN",
    event_type_id: "MEETING",
    min_date: "2026-11-21",
    max_date: "2027-11-21",
    event_booking_profile: { enable_card_capture: true, enable_company_payment: true },
    sub_events: [
      {
        sub_event_id: "s1",
        name: null,
        from: "2026-12-14T08:00:00-05:00",
        to: "2026-12-14T09:00:00-05:00",
        number_of_persons: 8,
        space: { id: "CHART", name: "Chart Room", image: null, picture: null },
        selected_space_price_plan_id: "HOUR",
        packages: [],
      },
    ],
    client_visible_data: {
      packages: [{ sub_event_id: "s1", packages: [coffee] }],
      summary: {
        currency: "USD",
        total_space_charges: 50,
        total_package_charges: 0,
        total_service_charges: 0,
        total_tax: 4,
        total_amount: 54,
        lines: [],
        taxes: [],
      },
    },
    contact: { guest_data: guest, event_name: "Launch", po_number: "4711" },
    guarantee: { guarantee_type: null, company_id: null, masked_card_number: null },
    confirmation: null,
    ...change,
  }) as unknown as EventState;

/** The same, booked. */
export const bookedEvent = (change: object = {}) =>
  event({
    status: "CONFIRMED",
    confirmation: {
      confirmation_no: "1EVENT",
      letter_url: "/letter",
      calendar_url: "/calendar",
      name: "Launch",
      status: "CONFIRMED",
      guest: { first_name: "Siobhán", last_name: "Ní Bhriain" },
      from: "2026-12-14T08:00:00-05:00",
      to: "2026-12-14T09:00:00-05:00",
      sub_events: event().sub_events,
      currency: "USD",
      total_charges: 50,
      total_taxes: 4,
      grand_total: 54,
      ...change,
    },
  });

export const price = {
  currency: "USD",
  base_price: 50,
  base_price_adult_count: 1,
  base_price_children_count: 0,
  additional_price_per_adult: 40,
  additional_price_per_child: 20,
  total_charge_adult: 40,
  total_charge_children: 0,
  total_fees: 0,
  total_taxes: 8,
  total_inclusive_taxes: 0,
  grand_total: 98,
  cancel_until: "2026-12-11T09:00:00-05:00",
  free: true,
  capacity_left: 4,
  adults: 2,
  children: 0,
  fees: [],
  taxes: [],
} as unknown as ActivityPrice;

export const picture = (name: string) => ({
  image_url: `/media/1/${name}.webp`,
  small: `/media/1/${name}-800.webp`,
  alt: name,
  width: 1600,
  height: 1067,
});

const template = {
  id: "KAYAK",
  name: "Kayak",
  description: "<p>Out</p>",
  overview: "<p>Along the quay and <b>back</b>.</p>",
  images: [picture("kayaks"), picture("quay"), picture("seals")],
};

const instance = {
  id: "KAYAK.2026-12-12.0900",
  name: "Kayak",
  description: "Out",
  activity_template_id: "KAYAK",
  date: "2026-12-12",
  capacity_left: 6,
  from_time: "09:00",
  to_time: "11:30",
  starts_at: "2026-12-12T09:00:00-05:00",
  ends_at: "2026-12-12T11:30:00-05:00",
  activity_price: {
    base_price: 50,
    base_price_adult_count: 1,
    base_price_children_count: 0,
    additional_price_per_adult: 40,
    additional_price_per_child: 20,
    from_total: 54,
  },
};

/** A booking of the kayak whose places are held. */
export const activity = (change: object = {}) => ({
  chosen: { instance, template },
  access: { id: "a1", session_id: "as1", token: "secret" },
  party: { adults: 2, children: 0 },
  price,
  start: { kind: "done" },
  draft: {},
  guest: null,
  save: { kind: "none" },
  types: null,
  confirmed: null,
  ...change,
});

/** The same, booked and paid. */
export const kayak = {
  confirmation_no: "1KAYAK",
  booking_date: "2026-11-21",
  adults: 2,
  children: 0,
  primary_guest: { first_name: "Siobhán", last_name: "Ní Bhriain" },
  activity_instance_id: "KAYAK.2026-12-12.0900",
  activity_template_id: "KAYAK",
  name: "Kayak",
  date: "2026-12-12",
  from_time: "09:00",
  to_time: "11:30",
  starts_at: "2026-12-12T09:00:00-05:00",
  ends_at: "2026-12-12T11:30:00-05:00",
  currency: "USD",
  grand_total: 98,
  status: "CONFIRMED",
  amount_paid: 98,
  due_at_hotel: 0,
  letter_url: "/letter",
  calendar_url: "/calendar",
};

export type Instead = (
  method: string,
  path: string,
  url: URL,
  body: unknown,
) => Answer | Promise<Answer> | undefined;

const ok = (body: unknown): Answer => ({ status: 200, body });

const currency = (code: string, name: string, symbol: string) => ({
  code,
  name,
  symbol,
  symbol_native: symbol,
  name_plural: `${name}s`,
  decimal_digits: 2,
  rounding: 0,
});
/** What a hotel offers beside its own. */
export const currencies = [currency("USD", "US Dollar", "$"), currency("EUR", "Euro", "€")];

interface Opening {
  /** Answers before the pretended server does. */
  instead?: Instead;
  /** What the hotel has otherwise. */
  hotel?: Partial<Property>;
  /** More of the query before the hash. */
  query?: string;
  /** What the tab knows of the event beside what opens it. */
  kept?: object;
}

function open(address: string, answers: Instead, { instead, hotel, query = "" }: Opening): Mock {
  const mock = installMock({
    instead: (method, url, body) => {
      const path = url.pathname.replace("/v4/properties/1", "").replace(/\/$/, "");
      const told = instead?.(method, path, url, body);
      if (told) return told;
      if (path === "") return ok({ ...harbour, ...hotel });
      if (path === "/currencies") return ok({ currencies });
      return answers(method, path, url, body);
    },
  });
  window.history.replaceState(null, "", `/?property_id=1${query}#${address}`);
  render(createElement(App));
  return mock;
}

/** The page at a step of an event; null is one that has not begun. */
export function openEvent(step: string, state: EventState | null = event(), opening: Opening = {}): Mock {
  if (state) {
    const access = { event_id: "e1", session_id: "es1", token: "secret", eventType: "MEETING" };
    sessionStorage.setItem("portico.event.1", JSON.stringify({ access, draft: {}, ...opening.kept }));
  }
  return open(
    `/events/event-steps/${step}`,
    (method, path) => {
      if (path === "/web/events") return ok([{ id: "MEETING", name: "Meeting" }]);
      if (path === "/web/new-event")
        return { status: 201, body: { event_id: "e1", session_id: "es1", token: "secret" } };
      if (path === "/web/new-event/e1/es1" && method === "GET") return ok(state ?? event({ sub_events: [] }));
      if (path === "/web/new-event/e1/basic-data/es1")
        return ok({ client_visible_data: { currency: "USD", availability: [space] } });
      if (path.includes("/e1/confirm/")) return { status: 503, body: {} };
      if (path.startsWith("/web/new-event/e1/")) return ok({});
      return undefined;
    },
    opening,
  );
}

/** The page at a step of an activity, as far as the booking has come; null is one that has not begun. */
export function openActivity(step: string, state: object | null = activity(), opening: Opening = {}): Mock {
  if (state) sessionStorage.setItem("portico.activity.1", JSON.stringify(state));
  const date = `?date=${instance.date}&activity=${instance.id}&adults=2`;
  return open(
    `/activities/activity-steps/${step}${date}`,
    (_, path) => {
      if (path === "/web/activities/calendar") {
        const dates = [{ date: instance.date, activities: [instance] }];
        return ok({ currency: "USD", dates, activity_templates: [template] });
      }
      if (path.endsWith("/calculate-price")) return ok(price);
      if (path === "/web/new-activity-booking") {
        return { status: 201, body: { id: "a1", session_id: "as1", token: "secret", price } };
      }
      if (path.includes("/basic-info/")) return ok({ client_visible_data: { payment_types: cards }, price });
      if (path.includes("/a1/confirm/")) return { status: 503, body: {} };
      if (path.startsWith("/web/new-activity-booking/a1/")) return ok({});
      return undefined;
    },
    opening,
  );
}

/** A card is asked for. */
export const cards = [
  { code: "CC", name: "Credit card", payment_type_integrations: [{ payment_type_id: "CC" }] },
];

/** The rules of a country, otherwise than the pretended server's. */
export const countryRules = (change: object) => ({
  display_fields: [
    "first_name",
    "last_name",
    "email",
    "phone",
    "street",
    "city",
    "state",
    "zip_code",
    "country",
    "remarks",
  ],
  required_guest_fields: [],
  state_required: false,
  state_optional: true,
  zipcode_required: false,
  zipcode_optional: true,
  property_eligible_states: [],
  first_name_regex: null,
  last_name_regex: null,
  email_regex: null,
  address_regex: null,
  street_2_regex: null,
  zipcode_regex: null,
  zip_label: "postal_code",
  state_label: "state",
  format: ["street", "city", "state", "zip_code"],
  ...change,
});

/** A late answer, and how it comes. */
export function later() {
  let come: (answer: Answer) => void = () => undefined;
  const late = new Promise<Answer>((resolve) => {
    come = resolve;
  });
  return { late, come: (answer: Answer) => act(async () => come(answer)) };
}
