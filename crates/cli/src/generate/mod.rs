//! `portico generate`: a brand of many made-up hotels, to try out and to measure the search of a brand.
//!
//! Every hotel has the rooms and plans of the files beside this one, in a real city, at a price of its own. The same
//! number always makes the same hotels.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use domain::brand::{BrandName, Place};
use domain::hotel::{Bundle, NightPrice};
use indicatif::ProgressBar;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use serde::Deserialize;
use store::properties::Clash;
use store::{Conn, Db, Durability, StoreError, brands, properties};

use crate::say::say;
use crate::serve;
use crate::settings::{Flags, Settings};

/// Arguments of `portico generate`.
#[derive(clap::Args)]
pub struct Args {
    /// Hotels to make
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=20_000))]
    properties: u32,
    /// `property_id` of the first; hotels that were made so before are made anew, no other is replaced
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(i64).range(1..=1_000_000_000))]
    first_id: i64,
    /// Code of their brand; not of one that other hotels have
    #[arg(long, default_value = "MADEUP", value_parser = code)]
    brand: String,
    /// Settings file; portico.toml of this folder when it is there
    #[arg(long, env = "PORTICO_CONFIG")]
    config: Option<PathBuf>,
    /// sqlite:PATH or postgres://USER@HOST/NAME [sqlite:DATA_DIR/portico.db]
    #[arg(long)]
    database: Option<String>,
    /// As `portico serve --data-dir`
    #[arg(long)]
    data_dir: Option<PathBuf>,
    /// As `portico serve --clock`
    #[arg(long)]
    clock: Option<String>,
}

fn code(text: &str) -> Result<String, String> {
    let fits = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b'-');
    if (1..=24).contains(&text.len()) && text.bytes().all(fits) {
        return Ok(text.to_owned());
    }
    Err("expected 1 to 24 of A-Z, 0-9, _ and -".to_owned())
}

/// Name of their brand, by which they are known again.
const BRAND: &str = "Made-up Hotels";

/// Hotels of one transaction.
const AT_ONCE: usize = 20;

/// Makes them and stores them.
///
/// # Errors
/// When another hotel stands in the way, or the database fails.
pub async fn run(args: &Args) -> Result<()> {
    let flags = Flags {
        config: args.config.clone(),
        database: args.database.clone(),
        data_dir: args.data_dir.clone(),
        clock: args.clock.clone(),
        ..Flags::default()
    };
    let Settings { database, clock, .. } = Settings::read(&flags)?;
    let now = serve::clock(clock.as_deref())?.now();
    let name = || format!("the database {}", serve::shown(&database));
    let db = Db::open(&database).await.with_context(name)?;
    let (template, cities) = (template(first_night(now)?)?, cities()?);
    let bar = ProgressBar::new(u64::from(args.properties));
    let numbers: Vec<u32> = (0..args.properties).collect();
    // Guests of a real brand would find hotels that do not exist.
    let others = brands::find(&db, &args.brand).await.with_context(name)?;
    if let Some(other) = others.iter().find(|listing| listing.brand.name != BRAND) {
        bail!("property {} is of the brand {} and not made up; nothing was made", other.property_id, args.brand);
    }
    // Before the first of them is stored: what stood in the way before then is told while nothing is made.
    let mut conn = db.read().await.with_context(name)?;
    for &number in &numbers {
        let hotel = hotel(&template, &cities, number, args).hotel;
        if let Some(clash) = properties::clash(&mut conn, &hotel, false).await.with_context(name)? {
            bail!("{}; nothing was made, {ROOM}", words(hotel.property_id, &clash));
        }
    }
    drop(conn);
    for some in numbers.chunks(AT_ONCE) {
        let hotels = some.iter().map(|&number| hotel(&template, &cities, number, args)).collect();
        if let Some((property_id, clash)) = store_together(&db, hotels, now).await.with_context(name)? {
            bail!("{}; {} hotels were made before it came, {ROOM}", words(property_id, &clash), bar.position());
        }
        bar.inc(some.len() as u64);
    }
    bar.finish_and_clear();
    say!("Made {} hotels of {}: #/brand?brand_code={}", args.properties, args.brand, args.brand)?;
    serve::leave_one_file(&db).await;
    Ok(())
}

const ROOM: &str = "--first-id says where there is room";

fn words(property_id: i64, clash: &Clash) -> String {
    format!("property {property_id}, {}: {clash}", clash.field())
}

/// Stores these hotels, or none of them and answers which one another stands in the way of: it may have been imported
/// since they were all asked for.
async fn store_together(db: &Db, hotels: Vec<Bundle>, now: Timestamp) -> Result<Option<(i64, Clash)>, StoreError> {
    db.write(Durability::Soon, move |conn: &mut Conn| {
        let hotels = hotels.clone();
        Box::pin(async move {
            for bundle in &hotels {
                if let Some(clash) = properties::clash(conn, &bundle.hotel, false).await? {
                    return Ok(Some((bundle.hotel.property_id, clash)));
                }
            }
            for bundle in &hotels {
                properties::save(conn, bundle, now).await?;
            }
            Ok(None)
        })
    })
    .await
}

/// The day before UTC's: west of it that is still the hotel's day, whose night is to be sold.
fn first_night(now: Timestamp) -> Result<Date> {
    Ok(now.to_zoned(TimeZone::UTC).date().checked_sub(1.day())?)
}

/// The hotel that all others are made from.
fn template(first_night: Date) -> Result<Bundle> {
    let mut files = import::Files::default();
    for (name, text) in [
        ("hotel.toml", include_str!("hotel.toml")),
        ("rooms.toml", include_str!("rooms.toml")),
        ("rates.toml", include_str!("rates.toml")),
        ("policies.toml", include_str!("policies.toml")),
        ("taxes.toml", include_str!("taxes.toml")),
        ("restrictions.toml", ""),
    ] {
        files.0.insert(name.to_owned(), text.as_bytes().to_vec());
    }
    import::bundle(&files, first_night).map_err(|mistakes| {
        let told: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
        anyhow::anyhow!("the files of the program have mistakes: {}", told.join("; "))
    })
}

/// Where a hotel can be.
#[derive(Debug, Deserialize)]
struct City {
    city: String,
    country: String,
    latitude: f64,
    longitude: f64,
    time_zone: String,
    currency: String,
}

fn cities() -> Result<Vec<City>> {
    let mut reader = csv::Reader::from_reader(include_str!("cities.csv").as_bytes());
    Ok(reader.deserialize().collect::<Result<_, _>>()?)
}

const NAMES: [&str; 12] = [
    "The Lantern",
    "Hotel Meridian",
    "Garden House",
    "The Old Post",
    "Bellevue",
    "The Foundry",
    "Riverside",
    "Hotel Astra",
    "The Weaver",
    "Parkhotel",
    "The Almond Tree",
    "Station Hotel",
];

/// The hotel of a number. Numbers side by side are in different cities.
fn hotel(template: &Bundle, cities: &[City], number: u32, args: &Args) -> Bundle {
    let draw = scrambled(number);
    let at = number as usize;
    let city = &cities[at % cities.len()];
    let mut made = template.clone();
    let hotel = &mut made.hotel;
    hotel.property_id = args.first_id + i64::from(number);
    // 24 characters at most, the id ten of them.
    hotel.code = format!("{}-{}", &args.brand[..args.brand.len().min(13)], hotel.property_id);
    hotel.name = format!("{} {}", NAMES[(at / cities.len()) % NAMES.len()], city.city);
    if at >= cities.len() * NAMES.len() {
        hotel.name.push_str(&format!(" {}", at / (cities.len() * NAMES.len()) + 1));
    }
    hotel.city.clone_from(&city.city);
    hotel.country.clone_from(&city.country);
    hotel.time_zone.clone_from(&city.time_zone);
    hotel.currency.clone_from(&city.currency);
    // Within some twenty kilometres of the middle.
    let aside = |bits: u64| ((bits % 1_000) as f64 - 500.0) / 2_500.0;
    hotel.place = Some(Place { latitude: city.latitude + aside(draw), longitude: city.longitude + aside(draw >> 20) });
    hotel.brand = Some(BrandName { code: args.brand.clone(), name: BRAND.to_owned(), logo: None, login_url: None });
    // From 60 to 259 percent, in whole units of whatever the currency is.
    let percent = 60 + (draw >> 40) as i64 % 200;
    for price in made.nights.iter_mut().flat_map(|row| row.prices.iter_mut().flatten()) {
        *price = scaled(*price, percent);
    }
    made
}

fn scaled(price: NightPrice, percent: i64) -> NightPrice {
    let scale = |minor: i64| minor * percent / 10_000 * 100;
    NightPrice {
        base: scale(price.base),
        single: price.single.map(scale),
        extra_adult: scale(price.extra_adult),
        child: price.child.map(scale),
        ..price
    }
}

/// Bits that look drawn, the same for the same number (splitmix64).
fn scrambled(number: u32) -> u64 {
    let mut bits = (u64::from(number) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use domain::board::Board;
    use jiff::civil::date;

    use super::*;

    const ARGS: Args = Args {
        properties: 1,
        first_id: 100_000,
        brand: String::new(),
        config: None,
        database: None,
        data_dir: None,
        clock: None,
    };

    #[test]
    fn every_city_has_a_hotel_with_a_price_in_whole_units_each_night() {
        let (template, cities) = (template(date(2026, 12, 1)).expect("no mistakes"), cities().expect("cities"));
        for number in 0..cities.len() as u32 {
            let made = hotel(&template, &cities, number, &ARGS);
            let city = made.hotel.city.clone();
            let rows = made.nights.iter().filter(|row| row.rate_plan == "FLEX").collect::<Vec<_>>();
            assert_eq!(rows.len(), made.hotel.room_types.len(), "{city}");
            for row in rows {
                assert_eq!((row.first, row.prices.len()), (date(2026, 12, 1), 365), "{city}");
                // The least: 60 percent of the 80.00 of a quiet night in a single room.
                let is_right = |base: i64| base >= 48_00 && base % 100 == 0;
                assert!(row.prices.iter().all(|night| night.is_some_and(|night| is_right(night.base))), "{city}");
            }
            let board = Board::new(Arc::new(made.hotel), &made.nights, &[]);
            assert!(board.is_ok(), "{city}: {:?}", board.err());
        }
    }

    #[test]
    fn no_city_is_at_a_day_before_the_first_night() {
        for hour in 0..24 {
            let now = date(2026, 12, 1).at(hour, 30, 0, 0).to_zoned(TimeZone::UTC).expect("an instant").timestamp();
            let first = first_night(now).expect("a day");
            for city in cities().expect("cities") {
                let there = now.in_tz(&city.time_zone).expect("a zone").date();
                assert!(first <= there, "{} at {now}", city.city);
            }
        }
    }

    #[tokio::test]
    async fn a_hotel_that_is_imported_meanwhile_is_not_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let db = Db::open(&format!("sqlite:{}", folder.path().join("test.db").display())).await.expect("a database");
        let (template, cities) = (template(date(2026, 12, 1)).expect("no mistakes"), cities().expect("cities"));
        let made = |number| hotel(&template, &cities, number, &Args { brand: "MADEUP".into(), ..ARGS });
        let mut imported = made(1);
        imported.hotel.code = "THEIRS".to_owned();
        let stored = async |hotels| store_together(&db, hotels, Timestamp::UNIX_EPOCH).await.expect("a write");
        assert_eq!(stored(vec![imported]).await, None);
        let clash = Clash::OtherCode { stored: "THEIRS".to_owned() };
        assert_eq!(stored(vec![made(0), made(1)]).await, Some((100_001, clash)));
        let hotels = properties::revisions(&db).await.expect("a read");
        assert_eq!(hotels, [(100_001, "THEIRS".to_owned(), 1)]);
    }
}
