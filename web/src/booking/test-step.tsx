/** For tests: a step in its frame, with a booking that has come so far and the pretended server behind it. */
import { render } from "@testing-library/react";
import { vi } from "vitest";
import type { LoggedInUser, SelectedRoom } from "../api";
import type { Answer } from "../api/mock/handle";
import { property as harbour } from "../api/mock/hotel";
import { installMock } from "../api/mock/install";
import { selectedRoom } from "../api/mock/offers";
import type { Property } from "../api/types";
import { I18nProvider, setBuiltIn } from "../i18n";
import { english } from "../i18n/english";
import { ShellContext } from "../shell/ShellContext";
import { BookingProvider, useBooking } from "./BookingProvider";
import { STEP_PATH, type StepName } from "./flow";
import { GoContext } from "./go";
import { namesFrom } from "./names";
import { queries } from "./queries";
import { makeSearch } from "./search-data";
import type { BookingState } from "./state";
import { Wizard, WizardFrame } from "./wizard/WizardFrame";

// its tests find it drawn at once
await Wizard.prefetch();

const party = { adults: 2, children: 0, children_ages: [] };

/** A Deluxe King from 12 to 15 December, in slot `room_no`. */
export function room(room_no: number, rate_code_id = "FLEX"): SelectedRoom {
  return selectedRoom(`s${room_no}`, room_no, {
    check_in_date: "2026-12-12",
    check_out_date: "2026-12-15",
    rate_code_id,
    room_type_id: "DELUXE_KING",
    package_id: null,
    number_of_adults: 2,
    number_of_children: 0,
    children_ages: [],
    number_of_rooms: 1,
    rate_details: [],
  });
}

/** The same room when so much of it is due now, on later days and at the hotel. */
export function owing(
  of: SelectedRoom,
  due_now: number,
  due_later: number,
  due_at_hotel: number,
): SelectedRoom {
  if (!of.profile_taxes) throw new Error("a room with its folio");
  const estimated_total = due_now + due_later + due_at_hotel;
  const folio = { ...of.profile_taxes, due_now, due_later, due_at_hotel, estimated_total };
  return { ...of, profile_taxes: folio };
}

type Profile = NonNullable<BookingState["profile"]>["restrictions"]["booking_profile"];

/** A batch with these rooms chosen. */
export function chosen(rooms: SelectedRoom[], restrictions: Partial<Profile> = {}): Partial<BookingState> {
  return {
    search: makeSearch(
      "2026-12-12",
      "2026-12-15",
      rooms.map(() => party),
    ),
    batch: { batch_id: "b1", token: "secret" },
    profile: {
      batch_id: "b1",
      sessions: rooms.map((entry) => entry.session_id),
      max_los: 200,
      expires_at: "2026-11-21T10:30:00-05:00",
      answered_at: "2026-11-21T04:00:00-05:00",
      existing_reservation: null,
      required_guest_fields: ["first_name", "last_name", "email"],
      restrictions: {
        booking_profile: {
          restricted_addons: [],
          restricted_guarantee_types: ["CC", "CASH", "STCC"],
          guarantee_required_to_book: true,
          allow_room_unit_booking: false,
          booking_profiles_guarantee_types: [],
          ...restrictions,
        },
      },
    },
    selected: rooms,
  };
}

export interface StepTest {
  /** The step that the page went to last, or null. */
  went: () => string | null;
  /** Paths of the calls so far, `POST .../commit`. */
  calls: () => string[];
  /** Body of the last call whose path contains `part`. */
  sent: (part: string) => unknown;
  headers: (part: string) => Headers | undefined;
  state: () => BookingState;
}

/** Renders a step. `answer` stands before the pretended server; undefined lets a call through to it. */
export function renderStep(
  step: StepName,
  Step: () => React.ReactNode,
  options: {
    state: Partial<BookingState>;
    answer?: (method: string, path: string, url: URL, body: unknown) => Answer | Promise<Answer> | undefined;
    property?: Partial<Property>;
    callerUrl?: string | null;
    /** What the address carries beside the hotel. */
    query?: string;
    user?: LoggedInUser;
  },
): StepTest {
  queries.clear();
  setBuiltIn(english);
  const mock = installMock({
    instead: (method, url, body) => {
      const own = options.answer?.(method, url.pathname, url, body);
      // the pretended server knows no batch of a booking that began in the middle
      return own ?? (url.pathname.endsWith("add-guest") ? { status: 200, body } : undefined);
    },
  });
  const go = vi.fn<(to: string) => void>();
  const property = { ...harbour, ...options.property };
  let state: BookingState | null = null;
  function Watch() {
    state = useBooking().state;
    return null;
  }
  render(
    <I18nProvider language="en_US" labels={english}>
      <ShellContext
        value={{
          property,
          user: null,
          userMenu: null,
          homeUrl: null,
          popupUrl: options.callerUrl ?? null,
          onSearchReservation: false,
          searchReservation: () => undefined,
          language: "en_US",
          changeLanguage: () => undefined,
          currency: property.currency,
          changesCurrency: false,
          changeCurrency: () => undefined,
          turning: false,
          askConsent: null,
        }}
      >
        <GoContext value={{ navigate: go, withQuery: () => "" }}>
          <BookingProvider
            property={property}
            query={new URLSearchParams(`pc=HARB&property_id=1&${options.query ?? ""}`)}
            user={options.user ?? null}
            names={namesFrom([])}
            initial={options.state}
          >
            <Watch />
            <WizardFrame current={step}>
              <Step />
            </WizardFrame>
          </BookingProvider>
        </GoContext>
      </ShellContext>
    </I18nProvider>,
  );
  const last = (part: string) => mock.calls.findLast((call) => call.url.pathname.includes(part));
  const steps = Object.entries(STEP_PATH);
  return {
    went: () => {
      const to = go.mock.lastCall?.[0].replace(/\?.*$/, "");
      return steps.find(([, path]) => to === `/booking/${path}`)?.[0] ?? to ?? null;
    },
    calls: () => mock.calls.map((call) => `${call.method} ${call.url.pathname}`),
    sent: (part) => last(part)?.body,
    headers: (part) => last(part)?.headers,
    state: () => state as unknown as BookingState,
  };
}

/** The frame's Next, as the desk shows it. */
export const nextButton = () => document.querySelector<HTMLElement>(".foot .btn.big");
