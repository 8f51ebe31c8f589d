//! `hotel.toml`: the house itself, its texts and how its pages behave.

use schemars::JsonSchema;
use serde::Deserialize;

use super::yes;
use crate::mistake::Place;
use crate::values::{
    Clock, Code, Colour, Country, Currency, Email, FileName, Line, Locale, Origin, PartnerId, Prose, Url,
};

/// A hotel: who it is, where, in which money and languages, and how its pages behave.
#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(title = "hotel.toml")]
pub(crate) struct HotelFile {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    /// Number of the property in the database; keep it for ever.
    #[schemars(range(min = 1, max = 2_000_000_000))]
    pub property_id: i64,
    /// Short code in the address of the pages (`pc=HARB`).
    pub code: Code,
    pub name: Line,
    /// One line under the name on the first screen.
    pub tagline: Option<Line>,
    pub phone_no: Line,
    pub email: Email,
    /// What mails to guests come from, where the mail server does not send for `email`; answers go to `email` all the same.
    pub mail_from: Option<Email>,
    pub website: Url,
    /// Street and number.
    pub address: Line,
    pub city: Line,
    pub state: Option<Line>,
    pub country: Country,
    pub zip_code: Option<Line>,
    /// Where it stands, for the map of the brand's page.
    pub place: Option<PlaceEntry>,
    #[serde(default)]
    pub property_type: PropertyType,
    /// The brand that it is one of, if any.
    pub brand: Option<BrandEntry>,
    pub currency: Currency,
    /// Rates of currencies that follow another and that no bank publishes: one `per` is `rate` of `currency`.
    #[serde(default)]
    pub fixed_rates: Vec<FixedRateEntry>,
    /// Where the clock of the house is, such as `Europe/Zurich`.
    pub time_zone: Line,
    /// The first is the one that the other files are written in.
    #[schemars(length(min = 1))]
    pub languages: Vec<LanguageEntry>,
    pub check_in_time: Clock,
    pub check_out_time: Clock,
    /// People in the largest room; found from the rooms when left out.
    #[schemars(range(min = 1, max = 50))]
    pub max_occupancy: Option<u8>,
    /// Longest stay in nights. Guests can also look no further ahead: their calendar ends that many days and one after
    /// today, so that a hotel that sells the whole year says 365.
    #[serde(default = "two_hundred")]
    #[schemars(range(min = 1, max = 365))]
    pub max_los: u16,
    /// Whether guests are asked for the ages of their children. Where they are not, every child counts as of the last age of
    /// `child_bands`, and without bands as of 17, who pays as an adult; `exempt_up_to_age` below that age frees nobody.
    #[serde(default = "yes")]
    pub enable_children_ages: bool,
    /// Upper ages (inclusive) of the bands that child prices speak of, ascending, at most four; an older child pays as an adult.
    #[serde(default)]
    #[schemars(length(max = 4), inner(range(max = 17)))]
    pub child_bands: Vec<u8>,
    pub order_button: OrderButton,
    /// The hotel's own page of terms; a page made of its policies when left out.
    pub terms_url: Option<Url>,
    /// The hotel's own page on privacy; a page made for it when left out.
    pub privacy_url: Option<Url>,
    /// Origins that a link back may lead to, besides the website.
    #[serde(default)]
    pub return_url_origins: Vec<Origin>,
    /// Asked for besides what the address rules of the guest's country ask.
    #[serde(default)]
    pub required_guest_fields: Vec<GuestField>,
    #[serde(default = "yes")]
    pub guarantee_required_to_book: bool,
    /// Whether guests may choose their door, of the room types whose doors are listed in `units`.
    #[serde(default)]
    pub allow_room_unit_booking: bool,
    pub business_logo: Option<FileName>,
    pub cover_photo: Option<PictureEntry>,
    pub additional_details: Option<Prose>,
    pub pet_policy: Option<Prose>,
    pub guarantee_policy: Option<Prose>,
    pub refund_policy: Option<Prose>,
    pub cancellation_policy: Option<Prose>,
    #[serde(default)]
    pub website_config: WebsiteEntry,
}

fn two_hundred() -> u16 {
    200
}

/// A point of the map: `{ latitude = 43.66, longitude = -70.25 }`.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
pub(crate) struct PlaceEntry {
    #[schemars(range(min = -90, max = 90))]
    pub latitude: f64,
    #[schemars(range(min = -180, max = 180))]
    pub longitude: f64,
}

/// What kind of house it is; the brand's page shows hotels alone.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum PropertyType {
    #[default]
    Hotel,
    Apartment,
    Hostel,
    Venue,
}

/// A brand. Every hotel of it says the same; where they differ, the one with the lowest property_id is believed.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct BrandEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    /// Short code in the address of the brand's page (`brand_code=PORTICO`).
    pub code: Code,
    pub name: Line,
    pub logo: Option<FileName>,
    /// Where Login leads; the page has none without it.
    pub login_url: Option<Url>,
}

/// A currency that follows another: `{ currency = "AED", per = "USD", rate = "3.6725" }`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct FixedRateEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    pub currency: Currency,
    pub per: Currency,
    /// As text, so that no digit is lost.
    pub rate: Line,
}

/// A language of the pages.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct LanguageEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    pub code: Locale,
    /// In the language itself.
    pub name: Line,
    /// Which way it reads, when not as usual.
    pub direction: Option<Direction>,
    /// The locale whose words the pages take for it, when not its own: `ar_AE`. There are Arabic, English, French, German
    /// and Hebrew ones; a language without any takes English ones when this is left out.
    pub label_set: Option<Locale>,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Direction {
    Ltr,
    Rtl,
}

/// A picture in `pictures/`; `lobby-800.webp` beside `lobby.webp` is its small version.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct PictureEntry {
    #[serde(rename = "@", default)]
    #[schemars(skip)]
    pub at: Place,
    pub file: FileName,
    /// What it shows, for those who cannot see it.
    pub alt: Line,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum OrderButton {
    BookAndPay,
    ObligationToPay,
}

#[derive(Debug, Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum GuestField {
    FirstName,
    LastName,
    Email,
    Phone,
    Street,
    #[serde(rename = "street_2")]
    Street2,
    City,
    State,
    ZipCode,
    Country,
    Remarks,
}

impl GuestField {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::FirstName => "first_name",
            Self::LastName => "last_name",
            Self::Email => "email",
            Self::Phone => "phone",
            Self::Street => "street",
            Self::Street2 => "street_2",
            Self::City => "city",
            Self::State => "state",
            Self::ZipCode => "zip_code",
            Self::Country => "country",
            Self::Remarks => "remarks",
        }
    }
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum Layout {
    Horizontal,
    Vertical,
}

#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum RateDisplay {
    #[default]
    ListView,
    GridView,
}

/// The flags that steer the pages.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct WebsiteEntry {
    /// Comma list of measurement ids: `G-AB12CD34, G-EF56GH78`.
    pub google_analytics_ids: String,
    /// The accent of every page.
    pub booking_color_id: Colour,
    pub booking_page_layout: Option<Layout>,
    pub enable_multi_room_booking: bool,
    pub enable_loyalty_flow: bool,
    pub enable_multi_language_support: bool,
    pub enable_multi_currency_support: bool,
    /// Whether guests can ask to be fetched and brought away; false where no car drives.
    pub enable_travel_transport_flow: bool,
    /// The pages have no header of their own.
    pub hide_menus_on_booking_engine: bool,
    pub enable_search_reservation: bool,
    /// Number of the hotel at a travel-marketing service, which opens its conversion pixel.
    pub sojern_id: Option<PartnerId>,
    /// Which labels the pages ask the server for; there is one set, and nothing to choose.
    pub app_id: String,
    #[schemars(range(min = 1, max = 50))]
    pub max_guests_allowed: Option<u8>,
    /// No promo codes are asked for: nobody can give one of discounts.toml.
    pub disable_discount_flow: bool,
    /// Guests can give the code of a company.
    pub enable_company_booking: bool,
    /// Guests can give the code of a group: without it nobody can book the rooms of groups.toml.
    pub enable_group_member_reservation_booking: bool,
    /// Room types below each other, or as tiles.
    pub rate_display_type: RateDisplay,
    pub display_tax_inclusive_rate_on_booking_engine: bool,
    /// Comma list of `https` addresses; after a space each may have the hash that it must have (`sha384-...`).
    pub injected_scripts: String,
    pub require_tracking_consent: bool,
}

impl Default for WebsiteEntry {
    fn default() -> Self {
        Self {
            google_analytics_ids: String::new(),
            booking_color_id: Colour("#19a7f3".to_owned()),
            booking_page_layout: None,
            enable_multi_room_booking: false,
            enable_loyalty_flow: false,
            enable_multi_language_support: false,
            enable_multi_currency_support: false,
            enable_travel_transport_flow: true,
            hide_menus_on_booking_engine: false,
            enable_search_reservation: false,
            sojern_id: None,
            app_id: "BOOKING_ENGINE".to_owned(),
            max_guests_allowed: None,
            disable_discount_flow: false,
            enable_company_booking: false,
            enable_group_member_reservation_booking: false,
            rate_display_type: RateDisplay::ListView,
            display_tax_inclusive_rate_on_booking_engine: false,
            injected_scripts: String::new(),
            require_tracking_consent: true,
        }
    }
}
