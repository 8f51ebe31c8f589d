/**
 * Shapes of the HTTP contract by the page's names, made from the generated schema. Days are `YYYY-MM-DD` at the hotel,
 * amounts decimal.
 */
import type { components } from "./schema.gen";

type Schema = components["schemas"];

/** Fields that answers leave out when there is nothing to say; all others are there, be it as null. */
type LeftOut = `conversion_${string}` | "native_name" | "token" | "value" | "date";

/** An answer: the schema cannot tell a field that may be null from one that may be missing. */
type Answer<T> = T extends readonly (infer Item)[]
  ? Answer<Item>[]
  : T extends object
    ? { [K in keyof T as K extends LeftOut ? never : K]-?: Answer<Exclude<T[K], undefined>> } & {
        [K in keyof T as K extends LeftOut ? K : never]: Answer<T[K]>;
      }
    : T;

/** `T` with some of its fields narrower than the schema can say. */
type With<T, Fields> = Omit<T, keyof Fields> & Fields;

// The hotel
export type LanguageOption = Answer<Schema["PropertyLanguage"]>;
/** A currency that prices can be shown in (CUR-05). */
export type Currency = Answer<Schema["Currency"]>;
/** What the `conversion_` amounts of an answer are in. */
export type Conversion = Answer<Schema["ConversionTerms"]>;
export type WebsiteConfig = Answer<Schema["WebsiteSettings"]>;
export type Picture = Answer<Schema["Image"]>;
export type RoomType = Answer<Schema["RoomTypeDetails"]>;
/** The two limits have defaults of their own where a server tells none (SEARCH-04, SEARCH-07). */
export type Property = With<
  Answer<Schema["PropertyDetails"]>,
  { max_occupancy: number | null; max_los: number | null }
>;
export type DynamicField = Answer<Schema["DynamicField"]>;
export type AddressRules = Answer<Schema["AddressRules"]>;
/** A place of a postal code (API-39). */
export type FoundPlace = Answer<Schema["FoundPlace"]>;

// A brand
/** A brand with its properties (BRAND-18). */
export type Brand = Answer<Schema["BrandDetails"]>;
export type BrandProperty = Answer<Schema["BrandProperty"]>;
/** From what a hotel is to be had; nothing when it is sold out. */
export type LowestRate = Answer<Schema["LowestRate"]>;

// Offers
/** Every total of one room's stay (PRICE-03, PRICE-04); each has a `conversion_` twin when a currency was asked. */
export type PriceSummary = Answer<Schema["PriceSummaryAmounts"]>;
export type NightAmount = Answer<Schema["NightPriceDetail"]>;
export type Cancellation = Answer<Schema["Cancellation"]>;
export type Penalty = Answer<Schema["PenaltyTerms"]>;
export type RateOffer = Answer<Schema["RateCode"]>;
export type RoomOffer = Answer<Schema["RoomOffer"]>;
export type Reason = Answer<Schema["ReasonDetail"]>;
export type UnavailableRoom = Answer<Schema["UnavailableRoom"]>;
export type NearestStay = Answer<Schema["NearestStay"]>;
/** A stay in two rooms, one after the other. */
export type SplitStay = Answer<Schema["SplitStay"]>;
/** Who of a group sleeps where. */
export type Rooming = Answer<Schema["Rooming"]>;
export type GroupBlock = Answer<Schema["GroupBlock"]>;
/** A promotion or a company. */
export type NamedDeal = Answer<Schema["DiscountName"]>;
export type Availability = Answer<Schema["Availability"]>;
export type CalendarDay = Answer<Schema["Day"]>;
export type LowestRateCalendar = Answer<Schema["LowestRates"]>;
/** A promotion that can be booked, or a restriction against it: that has no status, and says why (API-10). */
export type DiscountCheck = Partial<Answer<Schema["DiscountCheck"]>>;
/** API-31: `company_pays` may come as a text. */
export type CompanyPays = With<Answer<Schema["CompanyPays"]>, { company_pays: boolean | string }>;
/** A rate with something more in it (DATA-08). */
export type Package = Answer<Schema["PackageDetails"]>;
/** Something that a package contains, with what it costs in this stay, for one room (PRICE-07). */
export type PackageChargeType = Answer<Schema["PackageChargeType"]>;
/** What is in the price of each night (PRICE-06). For one room. */
export type Breakdown = Answer<Schema["Breakdown"]>;
/** What one night comes to; what is charged once in a stay is in its first night. */
export type NightBreakdown = Answer<Schema["NightBreakdown"]>;
export type BreakdownEntry = Answer<Schema["BreakdownEntry"]>;
/** A door (DATA-09). */
export type RoomUnit = Answer<Schema["RoomUnit"]>;
export type SuggestedRooms = Answer<Schema["SuggestedRooms"]>;

// The booking
export type Tax = Answer<Schema["Tax"]>;
export type Charge = Answer<Schema["Charge"]>;
/** The calculate-folios answer (DATA-12): the bill of one session, all its rooms together. */
export type Folio = Answer<Schema["FolioAnswer"]>;
/** Without its folio the bill shows what the offer said (ERR-14). */
export type SelectedRoom = With<Answer<Schema["SelectedRoom"]>, { profile_taxes: Folio | null }>;
/** Add-ons under one heading, with what they cost in this stay (API-19). */
export type AddonGroup = Answer<Schema["AddonGroup"]>;
export type Addon = Answer<Schema["AddonChargeType"]>;
/** An entry that was added to a room (ADDON-12). */
export type ChosenAddon = Answer<Schema["ChosenAddon"]>;
export type LeftOutAddon = Answer<Schema["LeftOutAddon"]>;
export type BookedAddon = Answer<Schema["BookedAddon"]>;
/** What a room can be paid with in points (API-43). */
export type SliderView = Answer<Schema["SliderView"]>;
export type Guest = Answer<Schema["Guest"]>;
export type GuaranteeType = Answer<Schema["AvailableGuarantee"]>;
export type ConfirmedRoom = Answer<Schema["ConfirmedRoom"]>;
/** The booked stay that a batch changes (EDIT-02). */
export type ExistingReservation = Answer<Schema["ExistingReservation"]>;
/** What changing it to a chosen room comes to. */
export type StayChange = Answer<Schema["StayChangeAmounts"]>;
/** The batch as a reload finds it. */
export type ResumedBatch = With<Answer<Schema["BookingProfile"]>, { selected_rooms: SelectedRoom[] }>;
/** A batch that was begun; its secret is in the answer to that alone. */
export type BookingProfile = Omit<ResumedBatch, "status" | "selected_rooms" | "guest" | "confirmation">;

// What the page sends
export type BreakdownBody = With<Schema["BreakdownBody"], { children_ages: string[] }>;
export type SetRateBody = With<
  Schema["SetRate"],
  {
    package_id: string | null;
    number_of_children: number;
    children_ages: string[];
    number_of_rooms: number;
    rate_details: NightAmount[];
  }
>;
/** An entry as it is added; what is taken once has no date (ADDON-09). */
export type ReservationAddon = Omit<Schema["ReservationAddon"], "date"> & { date?: string };
/** A ride with the hotel's car (TRANS-02). */
export type TransportEntry = Schema["TransportBody"];
export type GuaranteeDetails = { [K in keyof Schema["GuaranteeDetails"]]?: string };
export type ExpectedRoom = With<
  Required<Schema["ExpectedRoomBody"]>,
  { reservation_addons: ReservationAddon[] }
>;
export type CommitBody = With<
  Schema["CommitBody"],
  {
    sessions: With<
      Schema["SessionBody"],
      { guest_data?: Guest; guarantee_details: GuaranteeDetails | null }
    >[];
  }
>;

// Cards
export type CardFrame = Omit<Answer<Schema["CardForm"]>, "expires_at">;
export type PaymentLinkStatus = Answer<Schema["LinkStatus"]>;
export type CardFormStatus = Answer<Schema["CardFormStatus"]>;
export type CardToken = Answer<Schema["CardToken"]>;

/** A member of the hotel's programme; nobody where `account_number` is null. */
export type LoggedInUser = Answer<Schema["LoggedInUser"]>;

/** Why a call was refused. */
export type ProblemCode = Schema["RefusalCode"];
/** An RFC 9457 problem, as every error answers; of a proxy's own answer all of it may be missing. */
export type ProblemBody = Partial<Schema["ProblemBody"]> & {
  /** With `PRICE_CHANGED`: the new offer of each room that was asked for; with `ROOM_CHANGED`: what is held. */
  quotes?: SelectedRoom[];
  /** With `NIGHT_SOLD_OUT`: the night. */
  night?: string;
  /** With `PLACES_GONE`: how many places of an activity are left. */
  capacity_left?: number;
  /** With `PRICE_CHANGED` and `ACTIVITY_CHANGED`: what is held of an activity. */
  quote?: ActivityPrice;
  /** Where more points are asked for than there are: the most. */
  redeemable?: number;
  /** With `ADDON_SOLD_OUT`: the day. */
  date?: string;
  /** With `NOT_ON_OFFER`. */
  reasons?: Reason[];
  /** With `NOT_CANCELLABLE` and `NOT_CHANGEABLE`: the room. */
  conf_num?: string;
  /** With `NOT_CHANGEABLE`, where a stay is changed: why. */
  reason?: string;
  /** With `CANCELLATION_CHANGED`: what cancelling comes to by now. */
  consent?: CancelConsent;
  /** With `CARD_CHALLENGE`: the bank's page. */
  challenge_url?: string;
};

// Activities
export type ActivityTemplate = Answer<Schema["ActivityTemplate"]>;
export type ActivityImage = Answer<Schema["ActivityImage"]>;
/** An activity on a day at a time. */
export type ActivityInstance = With<Answer<Schema["ActivityInstance"]>, { date: string }>;
export type ActivityCalendar = With<
  Answer<Schema["ActivityCalendar"]>,
  { dates: { date: string; activities: ActivityInstance[] }[] }
>;
/** What it costs a party (API-66). */
export type ActivityPrice = Answer<Schema["ActivityPriceDetails"]>;
export type StartedActivity = With<Answer<Schema["StartedActivity"]>, { token: string }>;
export type ActivityBasicInfo = Answer<Schema["ActivityBasicInfo"]>;
export type ActivityPaymentType = Answer<Schema["ActivityPaymentType"]>;
export type ConfirmedActivity = With<Answer<Schema["ConfirmedActivity"]>, { date: string }>;
// Events
export type EventType = Answer<Schema["EventTypeAnswer"]>;
/** An event that was begun (API-54). */
export type EventConfig = With<Answer<Schema["EventConfig"]>, { token: string }>;
/** A space that is free (API-57). */
export type SpaceOffer = Answer<Schema["SpaceOffer"]>;
export type SpacePlan = Answer<Schema["PricePlanOffer"]>;
export type Arrangement = Answer<Schema["ArrangementOffer"]>;
export type AvailableSpaces = Answer<Schema["AvailableSpaces"]>;
export type EventPackage = Answer<Schema["PackageOffer"]>;
export type SubEvent = Answer<Schema["SubEventAnswer"]>;
export type ConfirmedEvent = Answer<Schema["EventConfirmation"]>;
/** An event as far as it has come; a reload finds it by this. */
export type EventState = Answer<Schema["EventState"]>;
export type EventSummary = Answer<Schema["EventSummary"]>;
export type EventContact = Omit<Schema["ContactBody"], "event_name" | "po_number"> & {
  event_name: string;
  po_number: string;
};
export type Company = Answer<Schema["CompanyFound"]>;
export type PackageChoice = Schema["PackageBody"];
export type SubEventsSetup = Schema["SubEventsSetup"];
/** A card or a company; nothing takes back what was chosen (EVENT-42). */
export type EventGuarantee = {
  guarantee_type?: string;
  payment_source?: GuaranteeDetails | null;
  company_id?: string;
};

// Managing a booking
export type FoundReservation = Answer<Schema["FoundReservation"]>;
/** An activity or an event that was booked. */
export type FoundExtra = Answer<Schema["FoundExtra"]>;
export type ExtraDetails = FoundExtra["extra"];
export type CancelledExtra = Answer<Schema["CancelledExtra"]>;
export type CancellationPeriod = Answer<Schema["CancellationPeriod"]>;
/** What cancelling comes to now (MANAGE-22). */
export type CancelConsent = Answer<Schema["Consent"]>;
/** What goes back to one card. */
export type RefundTo = Answer<Schema["RefundTo"]>;
export type CancelWish = Schema["CancelWish"];
export type Cancelled = Answer<Schema["Cancelled"]>;
export type BookedRoom = Answer<Schema["BookedRoom"]>;
/** The guest's fields, written anew (API-37). */
export type GuestChange = Schema["UpdateGuest"];

/** The right to a stay that something is added to: of its look-up, or of the booking that has just been confirmed. */
export type StayRight = { request_id: string } | { batch_id: string; secret: string };
