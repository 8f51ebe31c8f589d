//! Cards that the vault keeps for us, by their tokens, until nothing refers to them any more.

use jiff::Timestamp;
use sqlx::types::Json;
use uuid::Uuid;

use crate::db::{Conn, Db, execute, on};
use crate::error::StoreError;
use crate::time::to_instant;

/// A card at the vault.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct KeptCard {
    pub property_id: i64,
    /// What stands for it.
    pub token: String,
    /// The batch, the event, the activity or the reservation that it was typed for.
    pub typed_for: Uuid,
}

const LOOK_AT: &str = "INSERT INTO vault_card (property_id, token, typed_for, look_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (property_id, token) DO UPDATE SET look_at = excluded.look_at
        WHERE vault_card.typed_for = excluded.typed_for";

/// Writes down a card, and when it is to be looked at whether anything refers to it. Again for the same card: then. False
/// for one that was typed for something else: what refers to it is looked for there alone.
///
/// # Errors
/// When the database fails.
pub async fn look_at(conn: &mut Conn, card: &KeptCard, at: Timestamp) -> Result<bool, StoreError> {
    let KeptCard { property_id, token, typed_for } = card;
    let rows = execute!(conn, sqlx::query(LOOK_AT).bind(property_id).bind(token).bind(typed_for).bind(to_instant(at)))?;
    Ok(rows == 1)
}

const DUE: &str = "SELECT property_id, token, typed_for FROM vault_card WHERE look_at <= $1 ORDER BY look_at LIMIT $2";

/// Cards that are to be looked at, those that wait longest first.
///
/// # Errors
/// When the database fails.
pub async fn due(db: &Db, now: Timestamp, limit: i64) -> Result<Vec<KeptCard>, StoreError> {
    let mut conn = db.read().await?;
    Ok(on!(&mut conn, |c| sqlx::query_as(DUE).bind(to_instant(now)).bind(limit).fetch_all(c).await)?)
}

const PAYS: &str = "SELECT 1 FROM payment
    WHERE property_id = $1 AND card_token = $2 AND state NOT IN ('VOIDED', 'DECLINED') LIMIT 1";
// Whatever was booked keeps its card, cancelled or not.
const DOCUMENTS: &str = "SELECT detail FROM reservation WHERE property_id = $1 AND reservation_id = $2
    UNION ALL SELECT state FROM booking WHERE property_id = $1 AND booking_id = $2 AND status <> 'EXPIRED'";
const ROOM: &str = "SELECT detail FROM reservation WHERE property_id = $1 AND confirmation_no = $2";

/// Whether a payment that is open or taken refers to the card, or the reservation or what is booked or begun beside rooms
/// that it was typed for, or one of the rooms: those that were booked or changed with the batch that it was typed for, or
/// booked with the reservation that it was.
///
/// # Errors
/// When the database fails.
pub async fn is_referred_to(db: &Db, card: &KeptCard, rooms: &[String]) -> Result<bool, StoreError> {
    let mut conn = db.read().await?;
    let pays: Option<i32> =
        on!(&mut conn, |c| sqlx::query_scalar(PAYS).bind(card.property_id).bind(&card.token).fetch_optional(c).await)?;
    if pays.is_some() {
        return Ok(true);
    }
    let mut documents: Vec<Json<serde_json::Value>> = on!(&mut conn, |c| sqlx::query_scalar(DOCUMENTS)
        .bind(card.property_id)
        .bind(card.typed_for)
        .fetch_all(c)
        .await)?;
    for number in rooms {
        let room: Option<Json<serde_json::Value>> =
            on!(&mut conn, |c| sqlx::query_scalar(ROOM).bind(card.property_id).bind(number).fetch_optional(c).await)?;
        documents.extend(room);
    }
    Ok(documents.iter().any(|document| holds(document, &card.token)))
}

/// Whether a text stands anywhere in a document.
fn holds(document: &serde_json::Value, text: &str) -> bool {
    match document {
        serde_json::Value::String(own) => own == text,
        serde_json::Value::Array(parts) => parts.iter().any(|part| holds(part, text)),
        serde_json::Value::Object(fields) => fields.values().any(|field| holds(field, text)),
        _ => false,
    }
}

const FORGET: &str = "DELETE FROM vault_card WHERE property_id = $1 AND token = $2";

/// The vault has forgotten it.
///
/// # Errors
/// When the database fails.
pub async fn forget(conn: &mut Conn, card: &KeptCard) -> Result<(), StoreError> {
    execute!(conn, sqlx::query(FORGET).bind(card.property_id).bind(&card.token))?;
    Ok(())
}
