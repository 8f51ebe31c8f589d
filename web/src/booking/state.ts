/** The booking in progress and how it changes. Pure; the asynchronous part is `BookingProvider`. */
import type {
  BatchAccess,
  BookingProfile,
  ConfirmedRoom,
  GuaranteeDetails,
  Guest,
  SelectedRoom,
} from "../api";
import type { Agreed } from "./agreed";
import type { Company, Deal, TypedCode } from "./deal";
import type { StepName } from "./flow";
import type { ByRoom, OwnGuest } from "./information/own-guests";
import type { Refusal } from "./payment/refusal";
import type { SearchData } from "./search-data";
import { type SelectionAction, selection } from "./selection";
import type { Rides } from "./transport/rides";

/** How the guest guarantees the booking, ready to be sent with the commit. The card itself never comes here. */
export interface GuaranteeChoice {
  guarantee_type_id: string | null;
  details: GuaranteeDetails | null;
}

/** How the commit ended: rooms with their numbers, or none and why. */
export interface Outcome {
  rooms: ConfirmedRoom[];
  /** The server's sentence when it failed. */
  message: string | null;
  /** Why it failed, for the words and the way out. */
  refusal?: Omit<Refusal, "message">;
  /** It was on screen. */
  seen?: true;
}

/** What was typed about the guest; the phone as typed, beside the country of its dialling code. */
export type KeptGuest = Partial<Guest> & {
  phone_country?: string;
  /** The further rooms have guests of their own. */
  own_guests?: boolean;
  /** The last name that the stay which is changed was found by. */
  booked_as?: string;
  /** What was typed of these. */
  room_guests?: ByRoom<OwnGuest>;
  /** Those of them that the server took. */
  saved_guests?: ByRoom<Guest>;
};

/** What was searched for, and with which code. */
export interface Before {
  search: SearchData;
  code: TypedCode | null;
}

export const searchedBefore = ({ search, deal, before }: Pick<BookingState, "search" | "deal" | "before">) =>
  search ? { search, code: deal && { kind: deal.kind, code: deal.code } } : before;

export interface BookingState {
  search: SearchData | null;
  /** The code that the search was made with. */
  deal: Deal | null;
  /** A search for a company that may pay: the guest is asked who does (SEARCH-22). */
  asking: { search: SearchData; company: Company } | null;
  batch: BatchAccess | null;
  profile: BookingProfile | null;
  selected: SelectedRoom[];
  /** The member books with points (POINTS-01). */
  withPoints: boolean;
  /** The slot whose room is being chosen, from 0. */
  roomIndex: number;
  /** Which offer is being booked, `room_type/rate`, while it is (ROOMS-32). */
  inProgress: string | null;
  /** What was typed on guest information, saved or not. */
  guestDraft: KeptGuest;
  /** The member's own details stand in the draft (GUEST-05). */
  fromProfile: boolean;
  /** The guest as the server took it. */
  guest: Guest | null;
  /** And nothing was typed into the form since. */
  guestGiven: boolean;
  /** Rides with the hotel's car that are switched on, by room. */
  rides: Rides;
  /** The conditions that were agreed to; of these rooms or, where another was chosen since, of others. */
  agreedTo: Agreed[] | null;
  guarantee: GuaranteeChoice | null;
  outcome: Outcome | null;
  visited: StepName[];
  /**
   * What was held before the page was loaded ran out meanwhile: of a booking, or of a change of the stay of a number. A
   * change ends with another currency, too. `of`: rooms of this search were given back elsewhere.
   */
  ranOut: "booking" | { change: string } | { of: SearchData | null } | null;
  /**
   * Prices are in another currency now, as the guest picked it; `again`: what was searched has to be once more, `letGo`:
   * rooms were chosen.
   */
  repriced: { currency: string; again: boolean; letGo: boolean } | null;
  /** What has to be searched for once more: the address has the sums of it alone, and no code. */
  before: Before | null;
  /** skip_search is in the address and the automatic search has not run yet (SEARCH-32). */
  autoSearch: boolean;
}

/** Under way is an order: what it is of is not changed meanwhile. */
export const ORDER = "order";

/** Nobody knows how the order ended, or its guest has not seen it yet. */
export const isUntold = ({ outcome }: Pick<BookingState, "outcome">): boolean =>
  outcome !== null && (!outcome.seen || outcome.refusal?.code === "UNCLEAR");

export const emptyBooking: BookingState = {
  search: null,
  deal: null,
  asking: null,
  batch: null,
  profile: null,
  selected: [],
  withPoints: false,
  roomIndex: 0,
  inProgress: null,
  guestDraft: {},
  fromProfile: false,
  guest: null,
  guestGiven: false,
  rides: {},
  agreedTo: null,
  guarantee: null,
  outcome: null,
  visited: [],
  ranOut: null,
  repriced: null,
  before: null,
  autoSearch: false,
};

export type BookingAction =
  | SelectionAction
  | { type: "SEARCH"; search: SearchData }
  | { type: "DEAL"; deal: Deal | null }
  | { type: "WHO_PAYS"; asking: BookingState["asking"] }
  | { type: "BATCH"; batch: BatchAccess | null; profile: BookingProfile | null }
  | { type: "RESTORE"; state: Partial<BookingState> }
  | { type: "WITH_POINTS"; on: boolean }
  | { type: "ROOM_INDEX"; index: number }
  | { type: "IN_PROGRESS"; offer: string | null }
  | { type: "ORDER_ENDED" }
  | { type: "GUEST_DRAFT"; change: KeptGuest }
  | { type: "FROM_PROFILE"; fromProfile: boolean; change: KeptGuest }
  | { type: "GUEST"; guest: Guest }
  | { type: "RIDES"; rides: Rides }
  | { type: "AGREED"; to: Agreed[] | null }
  | { type: "GUARANTEE"; guarantee: GuaranteeChoice | null }
  | { type: "OUTCOME"; outcome: Outcome | null }
  | { type: "AUTO_SEARCHED" }
  | { type: "VISITED"; step: StepName }
  | { type: "START_OVER" }
  | { type: "REPRICED"; currency: string };

export function bookingReducer(state: BookingState, action: BookingAction): BookingState {
  switch (action.type) {
    case "ADD":
    case "REMOVE":
    case "UPDATE":
    case "REMOVE_ALL":
      return { ...state, selected: selection(state.selected, action) };
    case "SEARCH":
      return { ...state, search: action.search, repriced: null, before: null };
    case "DEAL":
      return { ...state, deal: action.deal };
    case "WHO_PAYS":
      return { ...state, asking: action.asking };
    case "BATCH": {
      const { batch, profile } = action;
      // a card is sealed for one batch, and what is agreed to is of its rooms
      const same = batch?.batch_id === state.batch?.batch_id;
      return {
        ...state,
        batch,
        profile,
        guarantee: same ? state.guarantee : null,
        agreedTo: same ? state.agreedTo : null,
      };
    }
    case "RESTORE":
      return { ...state, ...action.state };
    case "WITH_POINTS":
      // what was chosen is paid in another way (ROOMS-22)
      return { ...state, withPoints: action.on, selected: [], roomIndex: 0 };
    case "ROOM_INDEX":
      return { ...state, roomIndex: action.index };
    case "IN_PROGRESS":
      // what comes to its end beside an order does not end that
      return state.inProgress === ORDER ? state : { ...state, inProgress: action.offer };
    case "ORDER_ENDED":
      return { ...state, inProgress: null };
    case "GUEST_DRAFT":
      return { ...state, guestDraft: { ...state.guestDraft, ...action.change }, guestGiven: false };
    case "FROM_PROFILE":
      return {
        ...state,
        fromProfile: action.fromProfile,
        guestDraft: { ...state.guestDraft, ...action.change },
        guestGiven: false,
      };
    case "GUEST":
      return { ...state, guest: action.guest, guestGiven: true };
    case "RIDES":
      return { ...state, rides: action.rides, guestGiven: false };
    case "AGREED":
      return { ...state, agreedTo: action.to };
    case "GUARANTEE":
      return { ...state, guarantee: action.guarantee };
    case "OUTCOME":
      return { ...state, outcome: action.outcome };
    case "AUTO_SEARCHED":
      return { ...state, autoSearch: false };
    case "VISITED":
      return state.visited.includes(action.step)
        ? state
        : { ...state, visited: [...state.visited, action.step] };
    case "START_OVER":
      // who the guest is outlives the stay that was being looked at (SEARCH-28); so does what the profile taught
      return {
        ...emptyBooking,
        guestDraft: state.guestDraft,
        fromProfile: state.fromProfile,
        // what ran out is chosen once more
        rides: state.ranOut === "booking" ? state.rides : {},
        // a booked stay is changed no longer (MANAGE-05)
        profile: state.profile && { ...state.profile, existing_reservation: null },
      };
    case "REPRICED": {
      const change = state.profile?.existing_reservation?.confirmation_no;
      return {
        ...bookingReducer(state, { type: "START_OVER" }),
        // what is searched for from here would become a second stay
        ranOut: change ? { change } : state.ranOut,
        repriced: {
          currency: action.currency,
          again: state.search !== null && !change,
          letGo: state.selected.length > 0,
        },
        before: searchedBefore(state),
      };
    }
  }
}
