//! A guest who books: the calls of the page, at random dates.

use anyhow::{Result, bail};
use domain::stay::add_days;
use jiff::civil::Date;
use rand::RngExt;
use serde::Deserialize;
use serde::de::DeserializeOwned;
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

/// An order on its way: what to send again when no answer came.
#[derive(Debug, Clone)]
pub struct Order {
    pub batch: String,
    pub token: String,
    /// The commit's body.
    pub body: String,
}

/// Books a stay: batch, room, guest, commit; with the number of a card, where one is to be charged. `begun` is told the
/// order before the commit is sent, so that whoever kills the server knows what may or may not have been booked.
///
/// # Errors
/// When the server hangs up or answers what no guest should see.
pub async fn book(
    connection: &mut Connection,
    (room_type, arrival, departure): &(String, Date, Date),
    card: Option<&str>,
    mut begun: impl FnMut(Order),
) -> Result<Booked> {
    let base = format!("/v4/properties/{PROPERTY}/booking-engine");
    let profile = connection.send("POST", &format!("{base}/new-batch-booking?count=1"), "", "").await?;
    let Begun { batch_id: batch, sessions: [session], token } = read(&profile, &[201])?;

    let rate = json!({ "check_in_date": arrival, "check_out_date": departure, "rate_code_id": "FLEX",
        "room_type_id": room_type, "number_of_adults": 2, "number_of_children": 0 });
    let path = format!("{base}/new-booking/{session}/set-rate");
    let held = connection.send("POST", &path, &token, &rate.to_string()).await?;
    if held.status == 409 {
        let Refused { code } = read(&held, &[409])?;
        return if code == "NIGHT_SOLD_OUT" { Ok(Booked::SoldOut) } else { bail!("409: {code}") };
    }
    expect(&held, &[200])?;

    let path = format!("{base}/new-booking/{session}/add-guest");
    expect(&connection.send("POST", &path, &token, GUEST).await?, &[200])?;

    let body = match card {
        Some(number) => with_card(connection, (&batch, &session, &token), number).await?,
        None => "{}".to_owned(),
    };
    begun(Order { batch: batch.clone(), token: token.clone(), body: body.clone() });
    let path = format!("{base}/new-batch-booking/{batch}/commit");
    loop {
        let booked = connection.send("POST", &path, &token, &body).await?;
        // The bank's answer was lost: the guest sends the same again.
        if booked.status == 502 {
            continue;
        }
        let [Room { confirmation_no }] = read(&booked, &[200])?;
        return Ok(Booked::Yes(confirmation_no));
    }
}

/// Types a card into the vault's form; answers the commit that it makes sure.
async fn with_card(
    connection: &mut Connection,
    (batch, session, token): (&str, &str, &str),
    number: &str,
) -> Result<String> {
    let payments = format!("/v4/properties/{PROPERTY}/payments/hpc");
    let form: Value = read(&connection.send("GET", &format!("{payments}/init"), "", "").await?, &[200])?;
    let address = form["frame_url"].as_str().unwrap_or_default();
    let (host, rest) = address.trim_start_matches("http://").split_once('/').unwrap_or_default();
    let key = rest.split(['=', '&']).nth(1).unwrap_or_default();
    let typed = json!({ "number": number, "expire_month": "12", "expire_year": "2029", "cvc": "123", "holder": "Ada" });
    let mut vault = Connection::open(host).await?;
    let header = format!("x-frame-key: {key}");
    let told: Value = read(&vault.send_with("POST", "/frame/card", &header, &typed.to_string()).await?, &[200])?;
    let exchange = json!({ "payment_key": told["paymentKeys"][0], "api_token": form["session_key"] });
    let path = format!("{payments}/token?batch_id={batch}");
    let card: Value = read(&connection.send("POST", &path, token, &exchange.to_string()).await?, &[200])?;
    let month = card["card_expire_month"].as_str().unwrap_or_default();
    let year = card["card_expire_year"].as_str().unwrap_or_default();
    let details = json!({ "payment_type_id": "CC", "custom_field_1": card["masked_card_number"],
        "custom_field_2": card["card_brand"], "custom_field_3": card["card_holder"],
        "custom_field_4": format!("{month}/{year}"), "custom_field_5": card["token"],
        "custom_field_10": card["card_unique_code"] });
    let sessions = json!([{ "session_id": session, "defined_guarantee_type_id": "CC", "guarantee_details": details }]);
    Ok(json!({ "sessions": sessions }).to_string())
}

const GUEST: &str = r#"{"guest_data":{"first_name":"Ada","last_name":"Bench","email":"ada@example.com","street":"1 Quay","city":"Harbour","state":"ME","zip_code":"04101","country":"US"}}"#;

/// What a batch of one room begins with.
#[derive(Deserialize)]
struct Begun {
    batch_id: String,
    sessions: [String; 1],
    token: String,
}

#[derive(Deserialize)]
struct Refused {
    code: String,
}

#[derive(Deserialize)]
struct Room {
    confirmation_no: String,
}

/// What the caller needs of an answer with one of these statuses.
///
/// # Errors
/// When it has another status or says something else.
pub fn read<T: DeserializeOwned>(answer: &Answer, expected: &[u16]) -> Result<T> {
    expect(answer, expected)?;
    Ok(serde_json::from_slice(&answer.body)?)
}

fn expect(answer: &Answer, expected: &[u16]) -> Result<()> {
    if !expected.contains(&answer.status) {
        bail!("{}: {}", answer.status, String::from_utf8_lossy(&answer.body));
    }
    Ok(())
}
