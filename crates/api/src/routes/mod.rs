//! One file for each call: what it takes, what it answers, how it decides.

pub mod activities;
pub mod addons;
pub mod address_rules;
pub mod booking;
pub mod calendar;
pub mod calendar_file;
pub mod cards;
pub mod check_mop;
pub mod currencies;
pub mod discounts;
pub mod dynamic_fields;
pub mod gateway_events;
pub mod health;
pub mod language;
pub mod letter;
pub mod manage;
pub mod media;
pub mod members;
pub mod operator;
pub mod packages;
pub mod payment_links;
pub mod policy_pages;
pub mod property;
pub mod rates;
pub mod rooming;
pub mod suggested_rooms;

/// Address of a hotel's picture.
pub fn media_address(property_id: i64, name: &str) -> String {
    let name = percent_encoding::utf8_percent_encode(name, percent_encoding::NON_ALPHANUMERIC).to_string();
    format!("/media/{property_id}/{}", name.replace("%2E", ".").replace("%2D", "-").replace("%5F", "_"))
}
