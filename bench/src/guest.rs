//! A guest who books: the four calls of the page, at random dates.

use anyhow::{Result, bail};
use domain::stay::add_days;
use jiff::civil::Date;
use rand::RngExt;
use serde_json::{Value, json};

use crate::hotel::{PROPERTY, ROOM_TYPES};
use crate::http::{Answer, Connection};

/// How a try to book ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Booked {
    /// Answered with this number.
    Yes(String),
    /// Refused in good order: a night was gone.
    SoldOut,
}

/// A stay of 1 to 4 nights of a random room type within so many days from `first`.
pub fn random_stay(first: Date, within: i32) -> (String, Date, Date) {
    let mut rng = rand::rng();
    let arrival = add_days(first, rng.random_range(1..within)).unwrap_or(first);
    let departure = add_days(arrival, rng.random_range(1..=4)).unwrap_or(arrival);
    (format!("T{}", rng.random_range(0..ROOM_TYPES)), arrival, departure)
}

/// Books a stay: batch, room, guest, commit. `begun` is told the batch and its secret before the commit is sent, so
/// that whoever kills the server knows what may or may not have been booked.
///
/// # Errors
/// When the server hangs up or answers what no guest should see.
pub async fn book(
    connection: &mut Connection,
    (room_type, arrival, departure): &(String, Date, Date),
    mut begun: impl FnMut(&str, &str),
) -> Result<Booked> {
    let base = format!("/v4/properties/{PROPERTY}/booking-engine");
    let profile = connection.send("POST", &format!("{base}/new-batch-booking?count=1"), "", "").await?;
    let profile = read(&profile, &[201])?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let (batch, session, token) = (text(&profile["batch_id"]), text(&profile["sessions"][0]), text(&profile["token"]));

    let rate = json!({ "check_in_date": arrival, "check_out_date": departure, "rate_code_id": "FLEX",
        "room_type_id": room_type, "number_of_adults": 2, "number_of_children": 0 });
    let path = format!("{base}/new-booking/{session}/set-rate");
    let held = connection.send("POST", &path, &token, &rate.to_string()).await?;
    if held.status == 409 {
        return Ok(Booked::SoldOut);
    }
    read(&held, &[200])?;

    let path = format!("{base}/new-booking/{session}/add-guest");
    read(&connection.send("POST", &path, &token, GUEST).await?, &[200])?;

    begun(&batch, &token);
    let path = format!("{base}/new-batch-booking/{batch}/commit");
    let booked = connection.send("POST", &path, &token, "{}").await?;
    let booked = read(&booked, &[200])?;
    Ok(Booked::Yes(text(&booked[0]["confirmation_no"])))
}

const GUEST: &str = r#"{"guest_data":{"first_name":"Ada","last_name":"Bench","email":"ada@example.com","street":"1 Quay","city":"Harbour","state":"ME","zip_code":"04101","country":"US"}}"#;

/// The JSON of an answer with one of these statuses.
///
/// # Errors
/// When it has another status or is no JSON.
pub fn read(answer: &Answer, expected: &[u16]) -> Result<Value> {
    if !expected.contains(&answer.status) {
        bail!("{}: {}", answer.status, String::from_utf8_lossy(&answer.body));
    }
    Ok(serde_json::from_slice(&answer.body)?)
}
