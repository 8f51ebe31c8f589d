//! The hotel of a replay: room types, stock and window as the file needs them, at one flat price.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::str::FromStr;

use anyhow::{Result, bail};

use super::rows::Row;

/// Rooms of each type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stock {
    Unlimited,
    ByType(BTreeMap<String, u16>),
}

/// More rooms than any file books for one night.
const PLENTY: u16 = 20_000;

impl FromStr for Stock {
    type Err = String;

    fn from_str(text: &str) -> Result<Stock, String> {
        if text == "unlimited" {
            return Ok(Stock::Unlimited);
        }
        let wrong = || format!("expected A=217,B=14 or unlimited, found {text:?}");
        let mut rooms = BTreeMap::new();
        for pair in text.split(',') {
            let (name, count) = pair.split_once('=').ok_or_else(wrong)?;
            rooms.insert(name.trim().to_owned(), count.trim().parse().map_err(|_| wrong())?);
        }
        Ok(Stock::ByType(rooms))
    }
}

/// The hotel's files, as `portico import` reads them.
///
/// # Errors
/// A room type without stock, or stays over more days than a hotel sells ahead.
pub fn files(property_id: i64, rows: &[Row], stock: &Stock) -> Result<BTreeMap<String, String>> {
    let valid = || rows.iter().filter(|row| !row.is_invalid());
    let types: BTreeSet<&str> = valid().map(|row| row.room_type.as_str()).collect();
    let first = valid().map(|row| row.check_in).min().unwrap_or_default();
    let last = valid().map(|row| row.check_out).max().unwrap_or_default();
    let days = first.until(last)?.get_days() + 2;
    if days > 1100 {
        bail!("the stays reach over {days} days; a hotel sells at most 1100 ahead");
    }
    let longest = valid().map(Row::nights).max().unwrap_or(1).max(1);
    let rates: Vec<f64> = valid().filter_map(|row| row.adr).filter(|rate| rate.is_finite() && *rate >= 0.0).collect();
    let price = rates.iter().sum::<f64>() / rates.len().max(1) as f64;
    let mut rooms = String::new();
    for name in &types {
        let count = match stock {
            Stock::Unlimited => PLENTY,
            Stock::ByType(rooms) => match rooms.get(*name) {
                Some(count) => *count,
                None => bail!("--stock says nothing of room type {name}"),
            },
        };
        let _ = write!(
            rooms,
            "[[room_types]]\ncode = {name:?}\nname = \"Type {name}\"\ndescription = \"As in the file.\"\nbed_type = \"DOUBLE\"\n\
             category = \"STANDARD\"\nmax_people = 50\nmax_adults = 50\nmax_children = 50\ncount = {count}\n\n"
        );
    }
    let names: Vec<String> = types.iter().map(|name| format!("{name:?}")).collect();
    Ok(BTreeMap::from([
        ("hotel.toml".to_owned(), hotel(property_id, longest)),
        ("rooms.toml".to_owned(), rooms),
        (
            "rates.toml".to_owned(),
            format!(
                "days = {days}\n\n[[seasons]]\ncode = \"ALL\"\nfrom = \"01-01\"\nto = \"12-31\"\n\n[[rate_plans]]\ncode = \"BAR\"\n\
                 name = \"Best available\"\ncancellation_policy = \"FREE\"\n\n[[prices]]\nrate_plan = \"BAR\"\nroom_types = [{}]\n\
                 included = 50\n\n[prices.seasons.ALL]\nprice = {price:.2}\n",
                names.join(", ")
            ),
        ),
        (
            "policies.toml".to_owned(),
            "[[cancellation_policies]]\ncode = \"FREE\"\ndescription = \"Free at any time.\"\n".to_owned(),
        ),
        ("taxes.toml".to_owned(), String::new()),
        ("restrictions.toml".to_owned(), String::new()),
    ]))
}

fn hotel(property_id: i64, longest: i32) -> String {
    format!(
        "property_id = {property_id}\ncode = \"R{property_id}\"\nname = \"Replay\"\nphone_no = \"+351 21 555 0100\"\n\
         email = \"replay@hotel.example\"\nwebsite = \"https://hotel.example\"\naddress = \"Rua 1\"\ncity = \"Lisboa\"\n\
         country = \"PT\"\nzip_code = \"1000-001\"\ncurrency = \"EUR\"\ntime_zone = \"Europe/Lisbon\"\n\
         languages = [{{ code = \"en_US\", name = \"English\" }}]\ncheck_in_time = \"15:00\"\ncheck_out_time = \"11:00\"\n\
         max_occupancy = 50\nmax_los = {longest}\nguarantee_required_to_book = false\norder_button = \"BOOK_AND_PAY\"\n\n\
         [website_config]\nbooking_color_id = \"#14695f\"\nmax_guests_allowed = 50\n\
         enable_search_reservation = true\n"
    )
}
