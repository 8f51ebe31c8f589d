//! A hotel for load: 10 room types, 5 rates each, taxes and a fee, a year and more of nights, 12 spaces for events.

use std::fmt::Write;

use anyhow::{Result, bail};
use domain::hotel::Bundle;
use import::Files;
use jiff::civil::Date;
use store::{Conn, Db, Durability, StoreError, properties};

/// Its property id.
pub const PROPERTY: i64 = 7;
/// Room types.
pub const ROOM_TYPES: usize = 10;
/// Spaces for events.
pub const SPACES: usize = 12;

/// The hotel with so many rooms of each type, on sale from `today`.
///
/// # Errors
/// When its files have mistakes.
pub fn bundle(rooms: u16, days: u16, today: Date) -> Result<Bundle> {
    let mut types = String::new();
    let mut names = Vec::new();
    for number in 0..ROOM_TYPES {
        names.push(format!("\"T{number}\""));
        let _ = write!(
            types,
            "[[room_types]]\ncode = \"T{number}\"\nname = \"Room {number}\"\ndescription = \"A room with a bed, a desk and a window.\"\n\
             bed_type = \"QUEEN\"\ncategory = \"STANDARD\"\nmax_people = 4\nmax_adults = 4\nmax_children = 3\ncount = {rooms}\n\n"
        );
    }
    let mut events = EVENTS.to_owned();
    for number in 0..SPACES {
        let _ = write!(
            events,
            "[[spaces]]\ncode = \"S{number}\"\nname = \"Space {number}\"\ndescription = \"A room with chairs and a screen.\"\n\
             seats = {{ THEATRE = 60, BANQUET = 40 }}\nset_up_minutes = 30\ntear_down_minutes = 30\n\
             prices = {{ HOUR = 60.00, DAY = 400.00 }}\ntaxes = [\"STATE\"]\n\n"
        );
    }
    let names = names.join(", ");
    let rates = format!(
        "days = {days}\n\n[[seasons]]\ncode = \"ALL\"\nfrom = \"01-01\"\nto = \"12-31\"\n\n\
         [[rate_plans]]\ncode = \"FLEX\"\nname = \"Flexible\"\ncancellation_policy = \"48H\"\n\n\
         [[rate_plans]]\ncode = \"SAVER\"\nname = \"Saver\"\ncancellation_policy = \"NONE\"\nderived_from = \"FLEX\"\nchange = {{ percent = -12 }}\n\n\
         [[rate_plans]]\ncode = \"BREAKFAST\"\nname = \"Breakfast\"\ncancellation_policy = \"48H\"\nmeal = \"BREAKFAST\"\nderived_from = \"FLEX\"\nchange = {{ adult = 18.00 }}\n\n\
         [[rate_plans]]\ncode = \"MEMBER\"\nname = \"Direct\"\ncancellation_policy = \"48H\"\nderived_from = \"FLEX\"\nchange = {{ percent = -5 }}\n\n\
         [[rate_plans]]\ncode = \"HALF\"\nname = \"Half board\"\ncancellation_policy = \"48H\"\nmeal = \"HALF_BOARD\"\nderived_from = \"BREAKFAST\"\nchange = {{ adult = 32.00 }}\n\n\
         [[prices]]\nrate_plan = \"FLEX\"\nroom_types = [{names}]\nincluded = 2\nextra_adult = 40.00\n\n[prices.seasons.ALL]\nprice = 160.00\nfri = 190.00\nsat = 190.00\n"
    );
    let texts = [
        ("hotel.toml", HOTEL.to_owned()),
        ("rooms.toml", types),
        ("rates.toml", rates),
        ("policies.toml", POLICIES.to_owned()),
        ("taxes.toml", TAXES.to_owned()),
        ("restrictions.toml", String::new()),
        ("events.toml", events),
    ];
    let files = Files(texts.into_iter().map(|(name, text)| (name.to_owned(), text.into_bytes())).collect());
    match import::bundle(&files, today) {
        Ok(bundle) => Ok(bundle),
        Err(mistakes) => {
            let lines: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
            bail!("the bench's hotel has mistakes:\n{}", lines.join("\n"))
        }
    }
}

/// Stores it.
///
/// # Errors
/// When the database fails.
pub async fn save(db: &Db, bundle: Bundle, now: jiff::Timestamp) -> Result<()> {
    db.write::<(), StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
        let bundle = bundle.clone();
        Box::pin(async move { properties::save(conn, &bundle, now).await })
    })
    .await?;
    Ok(())
}

const HOTEL: &str = r##"property_id = 7
code = "BENCH"
name = "Bench House"
phone_no = "+1 207 555 0100"
email = "bench@hotel.example"
website = "https://hotel.example"
address = "1 Quay"
city = "Harbour"
state = "ME"
country = "US"
zip_code = "04101"
currency = "USD"
time_zone = "America/New_York"
languages = [{ code = "en_US", name = "English" }]
check_in_time = "15:00"
check_out_time = "11:00"
guarantee_required_to_book = false
order_button = "BOOK_AND_PAY"

[website_config]
booking_color_id = "#14695f"
"##;

const POLICIES: &str = r#"[[cancellation_policies]]
code = "48H"
description = "Free until 48 hours before arrival, then the first night."
[[cancellation_policies.steps]]
hours_before = 48
nights = 1

[[cancellation_policies]]
code = "NONE"
description = "Cannot be cancelled."
[[cancellation_policies.steps]]
at_booking = true
percent = 100
"#;

const TAXES: &str = r#"[[charges]]
code = "HARBOUR"
name = "Harbour fee"
kind = "FEE"
amount = 12.00
per = "NIGHT"

[[charges]]
code = "STATE"
name = "State lodging tax"
kind = "TAX"
percent = 9
on_fees = ["HARBOUR"]
"#;

const EVENTS: &str = r#"[[event_types]]
code = "MEETING"
name = "Meeting"

[[arrangements]]
code = "THEATRE"
name = "Theatre"
description = "Rows of chairs."

[[arrangements]]
code = "BANQUET"
name = "Banquet"
description = "Round tables."

[[price_plans]]
code = "HOUR"
name = "By the hour"
description = "Each hour that is begun."
minutes = 60

[[price_plans]]
code = "DAY"
name = "The whole day"
description = "As long as you like on that day."

"#;
