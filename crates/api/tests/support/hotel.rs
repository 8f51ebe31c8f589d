//! The hotel of the tests, in the files that a hotelier writes: small, with one of everything that prices can have.

use std::collections::BTreeMap;

/// Its `property_id`.
pub const ID: i64 = 1;

/// A hotel's files; what a test changes is a field.
#[derive(Debug, Clone)]
pub struct HotelFiles {
    pub property_id: i64,
    pub code: &'static str,
    /// A night in a King on FLEX, in whole units.
    pub king_price: u32,
    pub suite_price: &'static str,
    /// Percent, on room and fee.
    pub lodging_tax: &'static str,
    /// Rooms of the type KING.
    pub kings: u32,
    pub guarantee_required: bool,
    pub required_guest_fields: &'static str,
    /// Whether promo, company and group codes are taken; then the hotel has one of each.
    pub takes_codes: bool,
    /// Kings kept for the group.
    pub kings_of_group: u32,
    /// Whether the company pays.
    pub company_pays: bool,
    /// Lines of `hotel.toml` about money.
    pub money: &'static str,
    /// More languages besides English and Arabic: item of the list, file of translations.
    pub languages: &'static [(&'static str, &'static str)],
    /// Whether it has a package, and a plan for points.
    pub packages: bool,
    /// Whether guests choose their door.
    pub units: bool,
    /// `addons.toml`; nothing is none.
    pub addons: &'static str,
    /// `activities.toml`; nothing is none.
    pub activities: &'static str,
    /// Whether the hotel drives nobody.
    pub no_transport: bool,
    /// `members.toml`; nobody signs in without it.
    pub members: String,
    /// Whether guests manage their bookings themselves.
    pub managed: bool,
    /// Whether what is due now may be paid by a link.
    pub links: bool,
    /// Lines of `hotel.toml` about its brand and where it stands.
    pub brand: &'static str,
}

impl Default for HotelFiles {
    fn default() -> HotelFiles {
        HotelFiles {
            property_id: ID,
            code: "TEST",
            king_price: 200,
            suite_price: "333.33",
            lodging_tax: "9",
            kings: 2,
            guarantee_required: true,
            required_guest_fields: r#"["first_name", "last_name", "email"]"#,
            takes_codes: false,
            kings_of_group: 1,
            company_pays: true,
            money: r#"currency = "USD""#,
            languages: &[],
            packages: false,
            units: false,
            addons: "",
            activities: "",
            no_transport: false,
            members: String::new(),
            managed: true,
            links: false,
            brand: "",
        }
    }
}

impl HotelFiles {
    /// File name to text.
    pub fn texts(&self) -> BTreeMap<&'static str, String> {
        let units: Vec<String> = (1..=self.kings).map(|unit| format!("\"1{unit:02}\"")).collect();
        let rooms = ROOMS.replace("KING_UNITS", &units.join(", "));
        let rates = RATES.replace("KING_PRICE", &self.king_price.to_string()).replace("SUITE_PRICE", self.suite_price);
        let mut texts = BTreeMap::from([
            ("hotel.toml", self.hotel()),
            ("rooms.toml", rooms),
            ("rates.toml", rates),
            ("restrictions.toml", RESTRICTIONS.to_owned()),
            ("taxes.toml", TAXES.replace("LODGING_PERCENT", self.lodging_tax)),
            ("policies.toml", POLICIES.to_owned()),
            ("translations/ar_AE.toml", ARABIC.to_owned()),
        ]);
        texts.extend(self.languages.iter().map(|(_, file)| (*file, ARABIC.to_owned())));
        if self.takes_codes {
            texts.entry("rates.toml").and_modify(|rates| rates.push_str(COMPANY_PLAN));
            texts.entry("translations/ar_AE.toml").and_modify(|texts| texts.push_str(ARABIC_DISCOUNT));
            texts.insert("discounts.toml", DISCOUNTS.to_owned());
            texts.insert("companies.toml", COMPANIES.replace("COMPANY_PAYS", &self.company_pays.to_string()));
            texts.insert("groups.toml", GROUPS.replace("KINGS_OF_GROUP", &self.kings_of_group.to_string()));
        }
        if !self.members.is_empty() {
            texts.insert("members.toml", self.members.clone());
        }
        if self.packages {
            texts.entry("rates.toml").and_modify(|rates| rates.push_str(POINTS_PLAN));
            texts.entry("translations/ar_AE.toml").and_modify(|texts| texts.push_str(ARABIC_PACKAGE));
            texts.insert("packages.toml", PACKAGES.to_owned());
        }
        if self.links {
            texts.entry("policies.toml").and_modify(|policies| policies.push_str(PAY_NOW));
            let both = rates_by_link(&texts["rates.toml"]);
            texts.insert("rates.toml", both);
        }
        if !self.addons.is_empty() {
            texts.entry("translations/ar_AE.toml").and_modify(|texts| texts.push_str(ARABIC_ADDON));
            texts.insert("addons.toml", self.addons.to_owned());
        }
        if !self.activities.is_empty() {
            texts.insert("activities.toml", self.activities.to_owned());
        }
        texts
    }

    /// File name to base64.
    pub fn pictures(&self) -> BTreeMap<&'static str, &'static str> {
        BTreeMap::from([("pictures/king.png", DOT)])
    }

    fn hotel(&self) -> String {
        let HotelFiles {
            property_id,
            code,
            guarantee_required,
            required_guest_fields,
            money,
            languages,
            takes_codes,
            units,
            no_transport,
            members,
            managed,
            brand,
            ..
        } = self;
        let languages: String = languages.iter().map(|(item, _)| format!(", {item}")).collect();
        let no_codes = !takes_codes;
        // Left out, it is on (TRANS-01).
        let transport = if *no_transport { "enable_travel_transport_flow = false" } else { "" };
        let loyalty = !members.is_empty();
        format!(
            r##"
property_id = {property_id}
code = "{code}"
name = "The Test"
tagline = "A house for tests."
phone_no = "+1 207 555 0100"
email = "stay@test.example"
website = "https://test.example"
address = "1 Proof Lane"
city = "Old Harbour"
state = "ME"
country = "US"
zip_code = "04101"
{money}
{brand}
time_zone = "America/New_York"
languages = [{{ code = "en_US", name = "English" }}, {{ code = "ar_AE", name = "العربية" }}{languages}]
check_in_time = "15:00"
check_out_time = "11:00"
order_button = "BOOK_AND_PAY"
max_occupancy = 4
max_los = 30
child_bands = [2, 11, 17]
required_guest_fields = {required_guest_fields}
guarantee_required_to_book = {guarantee_required}
allow_room_unit_booking = {units}
additional_details = "By the water."
pet_policy = "Dogs are **welcome**."
guarantee_policy = "A card holds the room."
refund_policy = "Back to the same card."
cancellation_policy = "Free until two days before."

[website_config]
booking_color_id = "#14695f"
booking_page_layout = "HORIZONTAL"
enable_multi_room_booking = true
enable_search_reservation = {managed}
enable_multi_language_support = true
enable_loyalty_flow = {loyalty}
max_guests_allowed = 4
disable_discount_flow = {no_codes}
enable_company_booking = {takes_codes}
enable_group_member_reservation_booking = {takes_codes}
display_tax_inclusive_rate_on_booking_engine = true
{transport}
"##
        )
    }
}

const ROOMS: &str = r#"
[[amenities]]
code = "WIFI"
name = "Wi-Fi"
group = "Features"

[[room_types]]
code = "KING"
name = "King"
description = "A wide bed."
additional_details = "On the quay."
bed_type = "KING"
category = "STANDARD"
max_people = 3
max_adults = 2
max_children = 1
amenities = ["WIFI"]
order_no = 2
units = [KING_UNITS]
pictures = [{ file = "king.png", alt = "A wide bed" }]

[[room_types]]
code = "SUITE"
name = "Suite"
description = "Two rooms."
additional_details = "Under the roof."
accessible = true
bed_count = 2
bed_type = "QUEEN"
category = "SUITE"
max_people = 4
amenities = []
order_no = 1
units = ["401"]
out_of_order = [{ from = "12-20", to = "12-21", reason = "Painters" }]
"#;

const RATES: &str = r#"
days = 120

[[seasons]]
code = "YEAR"
from = "01-01"
to = "12-31"

[[rate_plans]]
code = "FLEX"
name = "Flexible"
description = "Room only."
cancellation_policy = "48H"
guarantee_types = ["CC", "HOLD_18"]

[[rate_plans]]
code = "ADVANCE"
name = "Advance"
description = "Paid when you book."
meal = "BREAKFAST"
cancellation_policy = "NONE"
guarantee_types = ["CC"]
derived_from = "FLEX"
change = { percent = -10 }
deposits = [{ percent = 100 }]
min_advance_days = 3

[[prices]]
rate_plan = "FLEX"
room_types = ["KING"]
child = [0.00, 20.00, 30.00]
  [prices.seasons]
  YEAR = { price = KING_PRICE.00 }

[[prices]]
rate_plan = "FLEX"
room_types = ["SUITE"]
extra_adult = 50.00
child = [0.00, 20.00, 35.00]
  [prices.seasons]
  YEAR = { price = SUITE_PRICE }
"#;

const RESTRICTIONS: &str = r#"
[[restrictions]]
name = "Three nights over New Year"
from = "12-31"
to = "12-31"
min_stay_through = 3

[[restrictions]]
name = "Nobody comes on Christmas Day"
from = "12-25"
to = "12-25"
closed_to_arrival = true
"#;

const TAXES: &str = r#"
[[charges]]
code = "HARBOR_FEE"
name = "Harbor fee"
kind = "FEE"
amount = 12.00
per = "NIGHT"
basis = "For each room and night"

[[charges]]
code = "LODGING_TAX"
name = "State lodging tax"
kind = "TAX"
percent = LODGING_PERCENT
on_fees = ["HARBOR_FEE"]
basis = "On the room and on the fee"

[[charges]]
code = "QUAY_TAX"
name = "Quay tax"
kind = "TAX"
percent = 2
inclusive = true
basis = "Contained in the rate"
"#;

const POLICIES: &str = r#"
[[cancellation_policies]]
code = "48H"
description = "Free until 48 hours before check-in. After that, the first night."
steps = [{ hours_before = 48, nights = 1 }]

[[cancellation_policies]]
code = "NONE"
description = "Cannot be cancelled."
steps = [{ at_booking = true, percent = 100 }]

[[guarantee_types]]
code = "CC"
name = "Credit card"
description = "Holds the room however late you arrive."

[[guarantee_types]]
code = "HOLD_18"
name = "Hold until 18:00"
description = "No card needed."
"#;

const PAY_NOW: &str = r#"
[[guarantee_types]]
code = "PAY_NOW"
name = "Pay online now"
description = "You have half an hour to pay."
instant_booking = true
"#;

/// Every plan takes the type as well.
fn rates_by_link(rates: &str) -> String {
    rates.replace("guarantee_types = [\"CC\"", "guarantee_types = [\"CC\", \"PAY_NOW\"")
}

const ARABIC: &str = r#"
[room_types.KING]
name = "غرفة كينغ"
"#;

const COMPANY_PLAN: &str = r#"
[[rate_plans]]
code = "CORPORATE"
name = "Corporate"
description = "As agreed."
cancellation_policy = "48H"
guarantee_types = ["CC", "HOLD_18"]
derived_from = "FLEX"
change = { percent = -25 }
deposits = [{ nights = 1 }]
code_only = true
"#;

const DISCOUNTS: &str = r#"
[[discounts]]
code = "WINTER15"
name = "Winter"
percent = 15
rate_plans = ["FLEX"]
nights = { from = 2026-12-01, to = 2027-03-15 }
min_nights = 2
restriction = "For two winter nights or more."

[[discounts]]
code = "TWO ROOMS"
name = "Together"
amount_per_stay = 30.00
min_rooms = 2
restriction = "For two rooms or more."
"#;

const COMPANIES: &str = r#"
[[companies]]
code = "ACME"
name = "Acme"
pays = COMPANY_PAYS
rate_plans = ["CORPORATE"]
percent = 5
"#;

const GROUPS: &str = r#"
[[groups]]
code = "SKICLUB"
name = "Ski club"
rate_plan = "FLEX"
nights = { from = 2026-12-12, to = 2026-12-14 }
cut_off_days = 3

  [[groups.rooms]]
  room_type = "KING"
  count = KINGS_OF_GROUP
  price = 150.00
"#;

const ARABIC_DISCOUNT: &str = r#"
[discounts.WINTER15]
name = "شتاء"
restriction = "لليلتين أو أكثر في الشتاء."
"#;

const POINTS_PLAN: &str = r#"
[[rate_plans]]
code = "POINTS"
name = "With points"
description = "For members."
cancellation_policy = "48H"
guarantee_types = ["CC"]
derived_from = "FLEX"
change = { percent = -50 }
points_per_night = 9000
"#;

const PACKAGES: &str = r#"
[[charge_types]]
code = "SUPPER"
name = "Lobster supper"
amount = 54.50
per = "PERSON"
exempt_up_to_age = 11
taxes = ["LODGING_TAX"]

[[charge_types]]
code = "KAYAK"
name = "Kayak"
amount = 20.40
per = "NIGHT"
taxes = ["QUAY_TAX"]

[[packages]]
code = "LOBSTER"
name = "Lobster and kayak"
description = "Supper on the quay, and a kayak all day."
cover_photo = { file = "king.png", alt = "A wide bed" }
rate_plans = ["FLEX", "ADVANCE"]
room_types = ["KING"]
charge_types = ["SUPPER", "KAYAK"]
nights = { from = 2026-12-10, to = 2026-12-20 }
min_nights = 2
"#;

const ARABIC_PACKAGE: &str = r#"
[packages.LOBSTER]
name = "الكركند والقارب"

[charge_types.SUPPER]
name = "عشاء الكركند"
"#;

/// One of each kind: by the night, on chosen days, once, limited, free.
pub const ADDONS: &str = r#"
[[addons]]
code = "BREAKFAST"
name = "Breakfast"
description = "In the room over the water."
group = "At the table"
icon = "FOOD"
picture = { file = "king.png", alt = "A wide bed" }
amount = 18.00
per = "PERSON_NIGHT"
exempt_up_to_age = 5
taxes = ["LODGING_TAX"]
max_quantity = 4

[[addons]]
code = "SAIL"
name = "An hour under sail"
description = "From our own pier."
group = "On the water"
icon = "OUTDOOR"
amount = 45.00
per = "PERSON"
day = "CHOSEN"
taxes = ["QUAY_TAX"]
per_day = 7

[[addons]]
code = "LATE"
name = "Late check-out"
description = "The room is yours until 16:00."
group = "At the table"
icon = "CLOCK"
amount = 30.00
per = "STAY"
day = "DEPARTURE"
taxes = ["QUAY_TAX", "LODGING_TAX"]
max_quantity = 1
per_day = 2
rate_plans = ["FLEX"]

[[addons]]
code = "COT"
name = "Baby cot"
description = "Free of charge."
group = "In the room"
icon = "BED"
amount = 0
per = "STAY"
max_quantity = 2
"#;

/// The same, and one that everybody pays.
pub const ADDONS_AND_PIER: &str = concat!(
    r#"
[[addons]]
code = "PIER"
name = "Pier upkeep"
description = "Keeps the pier standing."
group = "On the water"
icon = "OUTDOOR"
amount = 4.00
per = "NIGHT"
taxes = ["LODGING_TAX"]
mandatory = true
"#,
    r#"
[[addons]]
code = "COT"
name = "Baby cot"
description = "Free of charge."
group = "In the room"
amount = 0
per = "STAY"
"#
);

const ARABIC_ADDON: &str = r#"
[addons.COT]
name = "سرير أطفال"
group = "في الغرفة"
"#;

/// A picture of one dot.
const DOT: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
