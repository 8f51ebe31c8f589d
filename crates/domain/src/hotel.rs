//! A hotel as it is described by its files: what stays the same from night to night.
//!
//! `portico import` makes it, the store keeps it whole as one document per property, a [`Board`](crate::board::Board)
//! is built from it. Ids of room types, plans, taxes and policies are their codes, so that a re-import keeps them.
//! Amounts are minor units of [`Hotel::currency`]; percentages are millionths of a whole (`62_500` is 6.25 %).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::activity::offer::Activity;
use crate::brand::{BrandName, Place, PropertyType};
use crate::event::offer::Events;
use crate::exchange::FixedRate;
use crate::measuring::{MeasurementIds, Scripts};
use crate::member::Members;

/// A code that names something within one hotel: 1 to 24 of `A-Z`, `0-9`, `_`, `-`.
pub type Code = String;

/// One property with all that its pages and prices need, apart from nights (prices, restrictions, stock).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hotel {
    /// Positive; leads every key of the store.
    pub property_id: i64,
    /// `pc` of the address, unique among the properties of one database.
    pub code: Code,
    pub name: String,
    /// One line under the name on the first screen.
    pub tagline: Option<String>,
    pub phone_no: String,
    pub email: String,
    /// What mails to guests come from; `email` when there is none of its own.
    #[serde(default)]
    pub mail_from: Option<String>,
    pub website: String,
    pub address: String,
    pub city: String,
    pub state: Option<String>,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    pub zip_code: Option<String>,
    /// Names of pictures of this hotel, served below `/media/{property_id}/`.
    pub business_logo: Option<String>,
    pub cover_photo: Option<Picture>,
    /// Where it stands, for maps and searches by place.
    #[serde(default)]
    pub place: Option<Place>,
    #[serde(default)]
    pub property_type: PropertyType,
    /// The brand that it is one of.
    #[serde(default)]
    pub brand: Option<BrandName>,
    /// ISO 4217.
    pub currency: String,
    /// Rates of currencies that follow another; they go before published ones (CUR-08).
    #[serde(default)]
    pub fixed_rates: Vec<FixedRate>,
    /// Locale codes such as `en_US`; the first is the default.
    pub languages: Vec<Language>,
    /// IANA name; all dates and deadlines are in it.
    pub time_zone: String,
    /// `HH:MM`, hotel-local.
    pub check_in_time: String,
    pub check_out_time: String,
    /// Cleaned HTML.
    pub additional_details: String,
    pub pet_policy: String,
    pub guarantee_policy: String,
    pub refund_policy: String,
    pub cancellation_policy: String,
    pub max_occupancy: u8,
    /// Longest stay in nights (default 200).
    pub max_los: u16,
    pub enable_children_ages: bool,
    /// Ascending upper ages (inclusive) of the child bands that prices speak of; an older child is priced as an adult.
    pub child_bands: Vec<u8>,
    pub website_config: WebsiteConfig,
    /// Origins that a `url` or `tk` address may lead back to, besides the website (START-07).
    pub return_url_origins: Vec<String>,
    pub order_button: OrderButton,
    pub terms_url: Option<String>,
    pub privacy_url: Option<String>,
    /// Guest fields asked for besides what the address rules ask (GUEST-11).
    pub required_guest_fields: Vec<String>,
    pub guarantee_required_to_book: bool,
    pub room_types: Vec<RoomType>,
    pub amenities: Vec<Amenity>,
    pub rate_plans: Vec<RatePlan>,
    /// Taxes and mandatory fees, in the order they are shown.
    pub charges: Vec<Charge>,
    pub cancellation_policies: Vec<CancellationPolicy>,
    pub guarantee_types: Vec<GuaranteeType>,
    pub translations: Vec<Translation>,
    /// What guests open with a promo, a company or a group code.
    #[serde(default)]
    pub discounts: Vec<Discount>,
    #[serde(default)]
    pub companies: Vec<Company>,
    #[serde(default)]
    pub groups: Vec<Group>,
    /// Rates with something more in them, and what that is.
    #[serde(default)]
    pub packages: Vec<Package>,
    #[serde(default)]
    pub charge_types: Vec<ChargeType>,
    /// What guests take beside the room, in the order it is shown.
    #[serde(default)]
    pub addons: Vec<Addon>,
    /// Whether guests may choose their door (ROOMS-37).
    #[serde(default)]
    pub allow_room_unit_booking: bool,
    /// The hotel's programme; `None` where nobody can sign in (ROLE-01).
    #[serde(default)]
    pub members: Option<Members>,
    /// What is done with guests, in the order it is shown.
    #[serde(default)]
    pub activities: Vec<Activity>,
    /// Spaces for meetings and parties, and what goes with them.
    #[serde(default)]
    pub events: Events,
}

impl Hotel {
    /// Whether a plan is one that some company negotiated (DATA-07).
    pub fn is_company_plan(&self, code: &str) -> bool {
        self.companies.iter().any(|company| company.rate_plans.iter().any(|plan| plan == code))
    }
}

/// A picture of the hotel's own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Picture {
    /// File name within the hotel's pictures.
    pub name: String,
    /// The same at 800 px width, when there is one.
    pub small: Option<String>,
    pub alt: String,
    pub width: u32,
    pub height: u32,
}

/// A language that the hotel's pages are offered in (I18N-08).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Language {
    /// Such as `ar_AE`.
    pub language_code: String,
    /// In the language itself.
    pub language_name: String,
    /// Which way it reads, where the hotel knows better than the table of locales (I18N-03).
    #[serde(default)]
    pub direction: Option<Direction>,
    /// The locale whose labels it shows, likewise (I18N-04).
    #[serde(default)]
    pub label_set: Option<String>,
}

/// Which way a language is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    Ltr,
    Rtl,
}

/// The flags by which a hotel steers its pages (DATA-03, DATA-04), as they are stored and as the API answers them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WebsiteConfig {
    /// Divided by commas alone.
    #[schema(value_type = String)]
    pub google_analytics_ids: MeasurementIds,
    /// `#rrggbb`; the accent of every page (START-11).
    #[schema(example = "#14695f")]
    pub booking_color_id: String,
    /// HORIZONTAL or VERTICAL; `None` lets access data in the address decide (WIZ-02).
    pub booking_page_layout: Option<String>,
    pub enable_multi_room_booking: bool,
    pub enable_loyalty_flow: bool,
    pub enable_multi_language_support: bool,
    pub enable_multi_currency_support: bool,
    pub enable_travel_transport_flow: bool,
    pub hide_menus_on_booking_engine: bool,
    pub enable_search_reservation: bool,
    pub sojern_id: Option<String>,
    pub app_id: String,
    pub max_guests_allowed: Option<u8>,
    pub disable_discount_flow: bool,
    pub enable_company_booking: bool,
    pub enable_group_member_reservation_booking: bool,
    /// GRID_VIEW, anything else is the list.
    pub rate_display_type: String,
    pub display_tax_inclusive_rate_on_booking_engine: bool,
    /// https addresses divided by commas alone; one that must have a hash has it behind a space.
    #[schema(value_type = String)]
    pub injected_scripts: Scripts,
    pub require_tracking_consent: bool,
}

/// What the button that binds the guest says (decisions.md, "The order button").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum OrderButton {
    /// "Book and pay" or "Book" where nothing is due.
    BookAndPay,
    /// "Book with obligation to pay", as Directive 2011/83/EU article 8(2) asks.
    ObligationToPay,
}

/// A kind of room that is sold by number, not by door (DATA-06).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RoomType {
    pub code: Code,
    pub name: String,
    pub description: String,
    /// Cleaned HTML.
    pub additional_details: String,
    pub pictures: Vec<Picture>,
    pub smoking: bool,
    pub accessible: bool,
    pub bed_count: u8,
    /// SINGLE, TWIN, DOUBLE, QUEEN, KING, BUNK, SOFA ...
    pub bed_type: Code,
    pub category: Code,
    pub size_m2: Option<u16>,
    pub view: Option<String>,
    /// Adults and children together.
    pub max_people: u8,
    pub max_adults: u8,
    pub max_children: u8,
    pub amenities: Vec<Code>,
    /// Place in the list; rooms without one follow (ROOMS-19).
    pub order_no: Option<u16>,
    /// Door numbers.
    pub units: Vec<String>,
    /// When single doors are out of order.
    #[serde(default)]
    pub units_out: Vec<UnitOut>,
}

impl RoomType {
    /// Whether a door of this type can be slept behind in every night of a stay, as far as its repair goes.
    pub fn in_order(&self, unit: &str, stay: &crate::stay::Stay) -> bool {
        !self.units_out.iter().any(|out| out.unit == unit && stay.dates().any(|night| out.days.has(night)))
    }
}

impl Hotel {
    /// The room type of a code, where guests may choose its doors.
    pub fn with_doors(&self, room_type: &str) -> Option<&RoomType> {
        let described = self.room_types.iter().find(|room| room.code == room_type && !room.units.is_empty());
        described.filter(|_| self.allow_room_unit_booking)
    }
}

/// A door that nobody sleeps behind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitOut {
    pub unit: String,
    pub days: Days,
}

/// Something a room has.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Amenity {
    pub code: Code,
    pub name: String,
    /// Heading it is listed under.
    pub group: String,
}

/// A rate plan: a price with its conditions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RatePlan {
    pub code: Code,
    pub name: String,
    pub description: String,
    /// What is eaten, in a word the pages know.
    pub meal: Meal,
    pub price: PlanPrice,
    pub cancellation_policy: Code,
    pub guarantee_types: Vec<Code>,
    pub deposits: Vec<DepositRule>,
    /// Whole days between booking and arrival, both inclusive; `None` is open.
    pub min_advance_days: Option<u16>,
    pub max_advance_days: Option<u16>,
    /// Room types it is sold for.
    pub room_types: Vec<Code>,
    /// Sold to nobody but the companies and groups that name it.
    #[serde(default)]
    pub code_only: bool,
    /// What a night costs in points: the plan is for members who book with points, and for nobody else (ROOMS-23).
    #[serde(default)]
    pub points_per_night: Option<u32>,
    /// Into how many equal parts the points of a stay can be divided: 4 lets guests pay a quarter, half, three quarters
    /// or all of the room with them.
    #[serde(default = "quarters")]
    pub points_steps: u8,
}

/// As most hotels have it.
pub const fn quarters() -> u8 {
    4
}

impl RatePlan {
    /// Whether it is booked with points (DATA-07).
    pub fn points_eligible(&self) -> bool {
        self.points_per_night.is_some()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
/// What is eaten with the room.
pub enum Meal {
    RoomOnly,
    Breakfast,
    HalfBoard,
    FullBoard,
    AllInclusive,
}

/// Where a plan's nightly prices come from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PlanPrice {
    /// Its own [`NightPrice`]s.
    Own,
    /// Another plan's price for the same party and night, then this change. Never below zero; chains are allowed, rings are not.
    Derived { from: Code, change: Change },
}

impl PlanPrice {
    /// What a derived plan changes.
    pub fn change(&self) -> Option<Change> {
        match self {
            PlanPrice::Own => None,
            PlanPrice::Derived { change, .. } => Some(*change),
        }
    }
}

/// A change of a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Change {
    /// Millionths, signed: `-100_000` is ten percent off.
    Percent { ppm: i64 },
    /// Minor units a night, signed.
    PerNight { minor: i64 },
    /// Minor units a night for each adult, and for each child by band (a breakfast), signed.
    PerPerson { adult: i64, child: [i64; 4] },
}

/// A tax or a mandatory fee.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Charge {
    pub code: Code,
    pub name: String,
    pub kind: ChargeKind,
    pub amount: ChargeAmount,
    /// Contained in the price it is taken from (only for percentages of kind Tax).
    pub inclusive: bool,
    /// A tax can also be taken on fees: their codes. Whether it is on the room rate: `on_room`.
    pub on_room: bool,
    pub on_fees: Vec<Code>,
    /// Charged for the first so many nights of a stay; `None` is all.
    pub max_nights: Option<u16>,
    /// Children up to this age (inclusive) are not counted in per-person charges; `None` counts everybody.
    pub exempt_up_to_age: Option<u8>,
    /// The law or ordinance it rests on, for those who read the hotel's files.
    pub basis: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
/// Public or private.
pub enum ChargeKind {
    Tax,
    Fee,
}

/// How much a charge is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ChargeAmount {
    /// Millionths of the nightly rate (or of the fee): contained in it when inclusive, else taken of what is left of it
    /// without the taxes it contains.
    Percent { ppm: i64 },
    /// Percent by the nightly rate: the last tier whose `from` is not above it. The first starts at 0.
    PercentTiers { tiers: Vec<Tier> },
    /// Minor units for each unit.
    Flat { minor: i64, per: Per },
    /// Minor units for each unit, by the nightly rate.
    FlatTiers { tiers: Vec<Tier>, per: Per },
}

/// From this nightly rate (minor units) on, this value (ppm or minor units).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tier {
    pub from: i64,
    pub value: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
/// What a flat charge is counted by.
pub enum Per {
    Night,
    Stay,
    Person,
    PersonNight,
}

/// Until when a stay can be given back, and what it costs after.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CancellationPolicy {
    pub code: Code,
    pub description: String,
    /// In order of time; before the first nothing is charged. A rule that is in force from booking on has `from: AtBooking`.
    pub steps: Vec<CancellationStep>,
}

/// From a moment on, cancelling costs this.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct CancellationStep {
    pub from: Deadline,
    pub penalty: Penalty,
}

/// A moment relative to the stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Deadline {
    AtBooking,
    /// So many days before the arrival date at this hotel-local minute of the day (1080 is 18:00). 0 days is the arrival date.
    DaysBefore {
        days: u16,
        minute: u16,
    },
    /// So many hours before the hotel's check-in time on the arrival date.
    HoursBefore {
        hours: u16,
    },
}

/// What a cancellation costs; never more than the stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Penalty {
    /// The first so many nights with their taxes and fees.
    Nights {
        nights: u16,
    },
    /// Of the whole stay, millionths.
    Percent {
        ppm: i64,
    },
    Amount {
        minor: i64,
    },
}

/// A part of the price that is due before the stay ends.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct DepositRule {
    pub due: DepositDue,
    pub amount: Penalty,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "SCREAMING_SNAKE_CASE")]
/// When a deposit is due.
pub enum DepositDue {
    AtBooking,
    /// Days before arrival; at booking when that is already past.
    DaysBefore {
        days: u16,
    },
}

/// How a booking is made sure (PAY-13).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GuaranteeType {
    pub code: Code,
    pub name: String,
    pub description: String,
    /// Codes ending in CC and FPCC ask for a card.
    pub payment_type_required: bool,
    pub instant_booking: bool,
}

/// A text of the hotel in another language (I18N-09).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Translation {
    pub language_code: String,
    /// PROPERTY, ROOM_TYPE, RATE_CODE, CHARGE, CANCELLATION_POLICY, GUARANTEE_TYPE, AMENITY, PACKAGE, DISCOUNT, COMPANY,
    /// GROUP, ADDON, ACTIVITY, EVENT_TYPE, SPACE, ARRANGEMENT, SPACE_PRICE_PLAN, EVENT_ITEM or EVENT_PACKAGE. What a package
    /// contains, and an add-on on the bill, is a CHARGE.
    pub object_type: String,
    pub object_code: Code,
    /// Field name to text.
    pub fields: BTreeMap<String, String>,
}

/// A promotion that a code opens (DATA-09). Its conditions are those of the whole stay.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Discount {
    /// As [`typed`](crate::deal::typed) gives it.
    pub code: String,
    pub name: String,
    /// What a guest reads whose stay does not meet the conditions; empty where there are none.
    pub restriction: String,
    pub off: Off,
    /// Plans and room types that become cheaper; empty is all that everybody can book.
    pub rate_plans: Vec<Code>,
    pub room_types: Vec<Code>,
    /// Days on which it can be booked; `None` is any.
    pub booked: Option<Days>,
    /// Nights that a stay may have; `None` is any.
    pub nights: Option<Days>,
    /// Weekdays of the nights that a stay may have, Monday first.
    pub weekdays: [bool; 7],
    pub min_nights: u16,
    /// Rooms booked together.
    pub min_rooms: u16,
}

/// Days from the first to the last, both inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Days {
    pub from: jiff::civil::Date,
    pub to: jiff::civil::Date,
}

impl Days {
    pub fn has(&self, day: jiff::civil::Date) -> bool {
        self.from <= day && day <= self.to
    }

    pub fn dates(&self) -> impl Iterator<Item = jiff::civil::Date> + use<> {
        let last = self.to;
        self.from.series(jiff::Span::new().days(1)).take_while(move |day| *day <= last)
    }
}

/// What is taken off the nightly rates of a stay; never more than they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Off {
    /// Millionths of each night.
    Percent { ppm: i64 },
    /// Minor units of each night.
    PerNight { minor: i64 },
    /// Minor units of the stay, shared among its nights by their rates.
    PerStay { minor: i64 },
}

/// A company whose people stay at terms of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Company {
    /// As [`typed`](crate::deal::typed) gives it.
    pub code: String,
    pub name: String,
    /// Whether it may be chosen to pay (API-31).
    pub pays: bool,
    /// Negotiated plans, which are [`RatePlan::code_only`].
    pub rate_plans: Vec<Code>,
    /// Off the plans that everybody can book.
    pub off: Option<Off>,
    /// Where its bills go.
    #[serde(default)]
    pub address: CompanyAddress,
}

/// The address of a company; each part may be missing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompanyAddress {
    pub address: Option<String>,
    pub city: Option<String>,
    pub state: Option<String>,
    /// ISO 3166-1 alpha-2.
    pub country: Option<String>,
    pub postal: Option<String>,
}

/// A block of rooms kept for a group. How many there are in each night is stock, as the house's own is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Group {
    /// As [`typed`](crate::deal::typed) gives it.
    pub code: String,
    pub name: String,
    /// Price and conditions.
    pub rate_plan: Code,
    /// Of the block.
    pub nights: Days,
    /// Last day on which the block is sold; then its free rooms are the house's.
    pub cut_off: jiff::civil::Date,
    pub rooms: Vec<GroupRoom>,
}

impl Group {
    /// Whether rooms of a type are in its block.
    pub fn has(&self, room_type: &str) -> bool {
        self.rooms.iter().any(|room| room.room_type == room_type)
    }

    /// Whether its block keeps rooms of a type on a night, asked on a day.
    pub fn keeps(&self, room_type: &str, night: jiff::civil::Date, today: jiff::civil::Date) -> bool {
        today <= self.cut_off && self.nights.has(night) && self.has(room_type)
    }
}

/// A room type of a block.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GroupRoom {
    pub room_type: Code,
    /// Minor units a night, whoever sleeps there; `None` is the plan's price.
    pub price: Option<i64>,
}

/// A rate with something more in it, offered beside the plain rate (DATA-08).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Package {
    pub code: Code,
    pub name: String,
    pub description: String,
    pub cover_photo: Option<Picture>,
    /// Plans that it is offered with.
    pub rate_plans: Vec<Code>,
    /// Room types that it is offered for; empty is all that the plan is sold for.
    pub room_types: Vec<Code>,
    /// What it contains: codes of [`Hotel::charge_types`].
    pub charge_types: Vec<Code>,
    /// Nights that a stay may have; empty is any.
    pub nights: Vec<Days>,
    pub min_nights: u16,
}

impl Package {
    /// Whether it can be had for a stay.
    pub fn applies(&self, stay: &crate::stay::Stay) -> bool {
        let sold = |night| self.nights.is_empty() || self.nights.iter().any(|days| days.has(night));
        stay.nights() >= self.min_nights && stay.dates().all(sold)
    }

    /// Whether it is offered for a room type in a plan.
    pub fn is_of(&self, room_type: &str, rate_plan: &str) -> bool {
        self.rate_plans.iter().any(|code| code == rate_plan)
            && (self.room_types.is_empty() || self.room_types.iter().any(|code| code == room_type))
    }
}

/// Something that packages contain or that guests take beside the room, at a price of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChargeType {
    /// Unlike that of any tax or fee.
    pub code: Code,
    pub name: String,
    /// Minor units for each unit, inclusive taxes contained.
    pub amount: i64,
    pub per: Per,
    /// Children up to this age (inclusive) have it free, when it is counted by person.
    pub exempt_up_to_age: Option<u8>,
    /// Percentage taxes that are taken on it.
    pub taxes: Vec<Code>,
}

/// Something that guests take beside the room (ADDON-05).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Addon {
    /// Code, name, price and taxes of one; [`Per::Stay`] is once.
    pub charge: ChargeType,
    pub description: String,
    /// Heading it is listed under.
    pub group: String,
    /// The drawing it is shown with.
    pub icon: AddonIcon,
    pub picture: Option<Picture>,
    /// To which days of a stay it belongs.
    pub day: AddonDay,
    /// In every price: it is a fee, and nobody chooses it.
    pub mandatory: bool,
    /// Of one entry, 1 to 99.
    pub max_quantity: u16,
    /// How many there are on one day, places for persons where it is charged by them; `None` is as many as are asked for.
    pub per_day: Option<u16>,
    /// Plans and room types that it is offered with; empty is all.
    pub rate_plans: Vec<Code>,
    pub room_types: Vec<Code>,
    /// Days on which it can be had; empty is any.
    pub seasons: Vec<Days>,
    pub min_nights: u16,
}

/// To which days of a stay an add-on belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum AddonDay {
    /// It is taken once, on the day of arrival.
    Arrival,
    /// It is taken once, on the day of departure.
    Departure,
    /// It is charged by the night.
    EachNight,
    /// Guests say on which days of their stay they want it.
    Chosen,
}

/// What the drawing of an add-on shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum AddonIcon {
    Food,
    Drink,
    Car,
    Transfer,
    Clock,
    Spa,
    Outdoor,
    Bed,
    Pet,
    Gift,
}

/// The price of one night of one room type in one plan. Minor units; what is asked, inclusive taxes contained.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct NightPrice {
    /// For the `included` adults.
    pub base: i64,
    /// Adults covered by `base`.
    pub included: u8,
    /// For one adult, when that is not `base`. Children come on top of any price, but in the places of adults that are
    /// included and do not come they cost nothing beside `base`.
    pub single: Option<i64>,
    pub extra_adult: i64,
    /// For each child by [`Hotel::child_bands`].
    pub child: [i64; 4],
}

/// What may not be done on one night, for one room type and plan. Zero and false are "no rule".
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct NightRule {
    /// Shortest and longest stay that may begin on this day.
    pub min_stay_arrival: u8,
    pub max_stay_arrival: u8,
    /// Shortest and longest stay that may sleep in this night.
    pub min_stay_through: u8,
    pub max_stay_through: u8,
    pub closed_to_arrival: bool,
    pub closed_to_departure: bool,
    pub stop_sell: bool,
}

/// Nights of one room type in one plan, dense from `first` on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NightRow {
    pub room_type: Code,
    pub rate_plan: Code,
    pub first: jiff::civil::Date,
    /// `None` is not sold. Empty for a derived plan.
    pub prices: Vec<Option<NightPrice>>,
    /// A derived plan without rules of its own follows the plan it is derived from. Empty is no rule on any night.
    pub rules: Vec<NightRule>,
}

/// Rooms of one type that exist, night by night, dense from `first` on. The house's row counts every room that exists,
/// those of its blocks among them; a block's row counts the rooms that are kept for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StockRow {
    pub room_type: Code,
    /// Code of the group; `None` is the house.
    pub group: Option<String>,
    pub first: jiff::civil::Date,
    pub total: Vec<u16>,
}

/// Everything that one import brings: all of it is stored, or nothing.
#[derive(Debug, Clone, PartialEq)]
pub struct Bundle {
    pub hotel: Hotel,
    pub nights: Vec<NightRow>,
    pub stock: Vec<StockRow>,
    pub media: Vec<Media>,
}

/// A file that the hotel's pages show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Media {
    pub name: String,
    pub content_type: String,
    pub bytes: Vec<u8>,
}
