/** Shapes of the HTTP contract, as docs/API-DESIGN.md describes them. Days are `YYYY-MM-DD` at the hotel, amounts decimal. */

/** A locale that we label, by the names the documents give its parts (I18N-06). */
export interface Locale {
  code: string;
  langName: string;
  langNative: string;
  countryName: string;
  countryNativeName: string;
  currency: string;
  countryCode: string;
  languageCode: string;
  label: string;
}

export interface LanguageOption {
  language_code: string;
  language_name: string;
  default?: boolean;
  /** `ltr` or `rtl`. */
  direction: string;
  /** The locale whose labels are shown. */
  label_set: string;
  locale: Locale | null;
}

/** A currency that prices can be shown in (CUR-05). */
export interface Currency {
  code: string;
  name: string;
  symbol: string;
  symbol_native: string;
  name_plural: string;
  decimal_digits: number;
  rounding: number;
}

/** What the `conversion_` amounts of an answer are in. */
export interface Conversion {
  currency: string;
  /** One unit of the hotel's currency. */
  rate: number;
  /** The day of the rate. */
  date: string;
}

export interface WebsiteConfig {
  google_analytics_ids: string;
  booking_color_id: string | null;
  booking_page_layout: "HORIZONTAL" | "VERTICAL" | null;
  enable_multi_room_booking: boolean;
  enable_loyalty_flow: boolean;
  enable_multi_language_support: boolean;
  enable_multi_currency_support: boolean;
  enable_travel_transport_flow: boolean;
  hide_menus_on_booking_engine: boolean;
  enable_search_reservation: boolean;
  sojern_id: string | null;
  app_id: string;
  max_guests_allowed: number | null;
  disable_discount_flow: boolean;
  enable_company_booking: boolean;
  enable_group_member_reservation_booking: boolean;
  rate_display_type: string;
  display_tax_inclusive_rate_on_booking_engine: boolean;
  website_config_room_types: { room_type_id: string; order_no: number }[];
  injected_scripts: string;
  require_tracking_consent: boolean;
}

export interface Picture {
  url: string;
  alt: string;
  width: number;
  height: number;
  /** Half-size sibling, when the hotel gave one. */
  small?: string | null;
}

export interface RoomType {
  id: string;
  code: string;
  name: string;
  description: string;
  additional_details: string | null;
  cover_photo: string | null;
  images: Picture[];
  smoking: boolean;
  accessible: boolean;
  bed_count: number;
  max_people: number;
  max_adults: number;
  max_children: number;
  room_type_category: { code: string } | null;
  size_m2: number | null;
  bed_type: string | null;
  view: string | null;
  amenities: string[];
}

export interface Property {
  id: number;
  code: string;
  name: string;
  phone_no: string | null;
  email: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  country: string | null;
  zip_code: string | null;
  business_logo: string | null;
  cover_photo: string | null;
  /** The cover with its size and words. */
  cover_image: Picture | null;
  tagline?: string | null;
  website: string | null;
  currency: string;
  language: string;
  time_zone: string;
  check_in_time: string;
  check_out_time: string;
  region: { url: string };
  additional_details: string | null;
  pet_policy: string | null;
  guarantee_policy: string | null;
  refund_policy: string | null;
  cancellation_policy: string | null;
  max_occupancy: number | null;
  max_los: number | null;
  property_languages: LanguageOption[];
  business_day: { date: string };
  last_day: string | null;
  room_types: RoomType[];
  application_configuration: { enable_children_ages: boolean; child_age_limit?: number };
  return_url_origins: string[];
  order_button: string;
  terms_url: string | null;
  privacy_url: string | null;
  vault_origin: string;
  /** Minutes that a room stays held after the last call on its batch. */
  hold_minutes: number;
  website_config: WebsiteConfig;
}

export interface DynamicField {
  language_code: string;
  object_type: string;
  object_code: string;
  object_id: string;
  multilingual_dynamic_field_details: { field_name: string; field_value: string }[];
}

/** Every total of one room's stay (PRICE-03, PRICE-04); each has a `conversion_` twin when a currency was asked. */
export interface PriceSummary {
  total_amount: number;
  total_amount_after_tax: number;
  total_amount_after_discount: number;
  total_amount_after_tax_and_fee: number;
  total_tax_amount: number;
  total_fee_amount: number;
  total_fee_on_amount_after_discount: number;
  total_inclusive_tax_amount: number;
  total_exclusive_tax_amount: number;
  total_points: number;
  strike_price: number | null;
  avg_amount_before_tax: number;
  avg_amount_after_tax: number;
  avg_amount_after_tax_and_fee: number;
  avg_amount_after_discount: number;
  avg_net_amount_after_discount: number;
  avg_base_amount_before_tax: number;
  avg_base_amount_after_tax_and_fee: number;
  avg_inclusive_tax_amount: number;
  avg_inclusive_base_tax_amount: number;
}

export interface NightAmount {
  date: string;
  amount: number;
}

export interface Cancellation {
  /** Until then cancelling is free, with the hotel's offset; null when it never is. */
  free_until: string | null;
  penalty: { kind: "NIGHTS" | "PERCENT" | "AMOUNT" | string; value: number; amount: number } | null;
}

export interface RateOffer {
  id: string;
  code: string;
  name: string;
  display_code: string;
  additional_details: string | null;
  package_id: string | null;
  package_code: string | null;
  package_description: string | null;
  cancellation_policy_id: string | null;
  points_eligible: boolean;
  is_company_rate_code: boolean;
  rate_amount: number;
  price_summary: PriceSummary;
  guarantee_type_ids: string[];
  deposit_schedules: NightAmount[];
  price_details: NightAmount[];
  cancellation: Cancellation | null;
  meal: string | null;
}

export interface RoomOffer {
  room_type_id: string;
  room_type_name: string;
  room_type_code: string;
  room_id: string | null;
  room_unit_number: string | null;
  available: number;
  rate_codes: RateOffer[];
}

export interface Reason {
  code: string;
  date?: string | null;
  value?: number | null;
}

export interface UnavailableRoom {
  room_type_id: string;
  reasons: Reason[];
  rate_codes: { id: string; reasons: Reason[] }[];
}

export interface NearestStay {
  check_in_date: string;
  check_out_date: string;
  shift_days: number;
  nights: number;
  room_type_id: string;
  rate_code_id: string;
  total_amount_after_tax_and_fee: number;
}

/** A promotion or a company. */
export interface NamedDeal {
  id: string;
  name: string;
}

/** The group's block; without one both are null. */
export interface GroupBlock {
  id: string | null;
  group_name: string | null;
}

/** A promotion that can be booked, or a restriction against it: that has no status, and says why (API-10). */
export interface DiscountCheck {
  discount_id?: string;
  name?: string;
  validation_status?: string;
  text?: string;
}

/** API-31: `company_pays` may come as a text. */
export interface CompanyPays {
  company_pays: boolean | string;
  company_id: string;
  name: string;
}

export interface Availability {
  conversion: Conversion | null;
  rate_details: RoomOffer[];
  unavailable: UnavailableRoom[];
  nearest_stays: NearestStay[];
  packages: unknown[];
  rate_codes: { id: string; code: string; name: string }[];
  room_types: RoomType[];
  room_type_amenity_groups: { name: string; amenities: { code: string; name: string }[] }[];
  bed_type_groups: { code: string }[];
  package_charge_types: unknown[];
  group_block: GroupBlock;
  /** The promotion asked for; null unless the stay meets its conditions. */
  discount: NamedDeal | null;
  company: NamedDeal | null;
  guarantee_types: { id: string; code: string; name: string; payment_type_required: boolean }[];
  cancellation_policies: { id: string; code: string; description: string }[];
}

export interface CalendarDay {
  date: string;
  amount: number | null;
  total: number | null;
  available: boolean;
  arrival: boolean;
  departure: boolean;
  min_stay: number | null;
  max_stay: number | null;
  reasons: Reason[];
}

export interface LowestRateCalendar {
  currency: string;
  conversion: Conversion | null;
  rate_details: { rate_codes: { price_details: CalendarDay[] }[] }[];
}

export interface Tax {
  tax_type_id: string;
  name: string;
  amount: number;
  inclusive: boolean;
  adjustments: unknown[];
}

export interface Charge {
  date: string;
  charge_type_code: string;
  charge_type_label: string;
  charge_type_id: string;
  amount: number;
  net_value: number;
  net_value_excl_taxes: number;
  taxes: Tax[];
}

/** The calculate-folios answer (DATA-12): the bill of one session, all its rooms together. */
export interface Folio {
  currency: string;
  charges: Charge[];
  estimated_total: number;
  total_taxes: number;
  total_inclusive_taxes: number;
  due_now: number;
  due_at_hotel: number;
}

export interface SelectedRoom {
  session_id: string;
  /** Slot of the search, from 1. */
  room_no: number;
  room_type_id: string;
  room_type_code: string;
  room_type_name: string;
  rate_code_id: string;
  rate: {
    id: string;
    code: string;
    name: string;
    display_code: string;
    package_id: string | null;
    package_code: string | null;
  };
  package_id: string | null;
  room_unit_number: string | null;
  check_in_date: string;
  check_out_date: string;
  number_of_adults: number;
  number_of_children: number;
  children_ages: number[];
  number_of_rooms: number;
  conversion: Conversion | null;
  rate_details: NightAmount[];
  price_summary: PriceSummary;
  cancellation: Cancellation | null;
  deposit_schedules: NightAmount[];
  guarantee_type_ids: string[];
  profile_taxes: Folio | null;
  discount: NamedDeal | null;
  company: NamedDeal | null;
  group_block: GroupBlock;
  /** Who pays: GUEST or COMPANY. */
  mop: string;
}

export interface BookingProfile {
  batch_id: string;
  /** The batch's secret; only the creation answers it. */
  token?: string;
  sessions: string[];
  max_los: number | null;
  expires_at: string;
  existing_reservation: unknown;
  required_guest_fields: string[];
  restrictions: {
    booking_profile: {
      restricted_addons: { id: string; recurring: boolean }[];
      restricted_guarantee_types: string[];
      guarantee_required_to_book: boolean;
      allow_room_unit_booking: boolean;
      booking_profiles_guarantee_types: { id: string; instant_booking: boolean }[];
    };
  };
}

/** The batch as a reload finds it. */
export interface ResumedBatch extends BookingProfile {
  status: "OPEN" | "COMMITTED";
  selected_rooms: SelectedRoom[];
  guest: Guest | null;
  confirmation: ConfirmedRoom[] | null;
}

export interface SetRateBody {
  check_in_date: string;
  check_out_date: string;
  rate_code_id: string;
  room_type_id: string;
  package_id: string | null;
  number_of_adults: number;
  number_of_children: number;
  children_ages: string[];
  number_of_rooms: number;
  rate_details: NightAmount[];
  discount_id?: string;
  group_no?: string;
  group_details?: { group_block_id: string };
  company_code?: string;
  mop?: string;
}

export interface Guest {
  first_name: string;
  last_name: string;
  middle_name: string | null;
  email: string;
  phone: string | null;
  street: string | null;
  street_2: string | null;
  city: string | null;
  state: string | null;
  zip_code: string | null;
  country: string | null;
  remarks: string | null;
}

export interface GuaranteeType {
  id: string;
  code: string;
  name: string;
  payment_type_required: boolean;
  description: string | null;
  due_now: number;
  /** Deposits that are due between today and the arrival. */
  due_later?: number;
  due_at_hotel: number;
  instant_booking: boolean;
}

export interface GuaranteeDetails {
  payment_type_id: string;
  custom_field_1?: string;
  custom_field_2?: string;
  custom_field_3?: string;
  custom_field_4?: string;
  custom_field_5?: string;
  custom_field_10?: string;
}

export interface CommitBody {
  sessions: {
    session_id: string;
    guest_data?: Guest;
    stay_remarks: string | null;
    remarks: string | null;
    defined_guarantee_type_id: string | null;
    guarantee_details: GuaranteeDetails | null;
  }[];
  transportations: never[];
  expected_total: number;
}

export interface ConfirmedRoom {
  confirmation_no: string;
  id: string;
  first_name: string;
  last_name: string;
  room_type_name: string;
  room_type_id: string;
  room_unit_number: string | null;
  rate_code_name: string;
  check_in_date: string;
  check_out_date: string;
  number_of_adults: number;
  number_of_children: number;
  total_amount: number;
  currency: string;
  due_now: number;
  due_later?: number;
  due_at_hotel: number;
  /** Of the card that guarantees the room. */
  masked_card_number?: string | null;
  cover_photo: string | null;
  public_link: string | null;
  letter_url: string;
  calendar_url: string;
  cancellation: Cancellation | null;
  discount: NamedDeal | null;
  company: NamedDeal | null;
  group_block: GroupBlock;
  /** Who pays: GUEST or COMPANY. */
  mop: string;
}

export interface AddressRules {
  country_code: string;
  display_fields: string[];
  required_guest_fields: string[];
  state_required: boolean;
  state_optional: boolean;
  zipcode_required: boolean;
  zipcode_optional: boolean;
  property_eligible_states: { id: string; state_code: string; name: string; native_name?: string }[];
  first_name_regex: string | null;
  last_name_regex: string | null;
  email_regex: string | null;
  address_regex: string | null;
  street_2_regex: string | null;
  zipcode_regex: string | null;
  zip_label: string | null;
  state_label: string | null;
  city_label?: string | null;
  /** A postal code of that country, to show what is expected. */
  zip_example?: string | null;
  format: string[];
}

export interface CardFrame {
  body: string;
  session_key: string;
  frame_url: string;
  vault_origin: string;
}

export interface CardToken {
  status: string;
  masked_card_number: string;
  card_brand: string;
  card_expire_month: string;
  card_expire_year: string;
  token: string;
  card_unique_code: string;
  external_reference_number: string;
  card_holder: string;
}

export interface LoggedInUser {
  account_number: string | null;
  user_id: string | null;
  user_display_name: string | null;
  loyalty_program_id: string | null;
  allow_redeem_points: boolean;
  member_points: { redeemable: number } | null;
  login_url: string | null;
  logout_url: string | null;
  profile_management_url: string | null;
}

/** An RFC 9457 problem, as every error answers. */
export interface ProblemBody {
  type?: string;
  title?: string;
  status?: number;
  detail?: string;
  code?: string;
  /** Key of the label that says the same in the guest's language. */
  label?: string;
  message?: string;
  errors?: { field: string; message: string }[];
  /** With `PRICE_CHANGED`: the new offer of each room that was asked for. */
  quotes?: SelectedRoom[];
  /** With `NIGHT_SOLD_OUT`: the night. */
  night?: string;
  /** With `NOT_ON_OFFER`. */
  reasons?: Reason[];
}
