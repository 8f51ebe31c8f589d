//! What a payment provider was asked under our keys, and what it calls it. Written before it is asked.

use chrono::{DateTime, Utc};
use jiff::Timestamp;

use crate::db::{Conn, Db, execute, on};
use crate::error::StoreError;
use crate::time::{from_instant, to_instant};

/// A payment at a provider.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Asked {
    pub property_id: i64,
    /// Ours.
    pub payment_key: String,
    /// The form that is sent; empty for a key that was closed before anything was asked.
    pub asked: String,
    /// The provider's name for it; `None` until it has answered.
    pub reference: Option<String>,
    /// Given up: whatever comes late by this key sets nothing aside.
    pub closed: bool,
}

const BEGIN: &str = "INSERT INTO gateway_payment (property_id, payment_key, asked, reference, closed, changed_at)
    VALUES ($1, $2, $3, NULL, FALSE, $4) ON CONFLICT (property_id, payment_key) DO NOTHING";

/// Adds what is to be asked; false when the key stands already, asked or closed.
///
/// # Errors
/// When the database fails.
pub async fn begin(conn: &mut Conn, asked: &Asked, now: Timestamp) -> Result<bool, StoreError> {
    let rows = execute!(
        conn,
        sqlx::query(BEGIN).bind(asked.property_id).bind(&asked.payment_key).bind(&asked.asked).bind(to_instant(now))
    )?;
    Ok(rows == 1)
}

const REFER: &str = "UPDATE gateway_payment SET reference = $3, changed_at = $4
    WHERE property_id = $1 AND payment_key = $2 AND reference IS NULL";

/// Keeps the provider's name; the first one stays.
///
/// # Errors
/// When the database fails.
pub async fn refer(
    conn: &mut Conn,
    property_id: i64,
    payment_key: &str,
    reference: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    execute!(conn, sqlx::query(REFER).bind(property_id).bind(payment_key).bind(reference).bind(to_instant(now)))?;
    Ok(())
}

const CLOSE: &str = "INSERT INTO gateway_payment (property_id, payment_key, asked, reference, closed, changed_at)
    VALUES ($1, $2, '', NULL, TRUE, $3)
    ON CONFLICT (property_id, payment_key) DO UPDATE SET closed = TRUE, changed_at = EXCLUDED.changed_at
    WHERE NOT gateway_payment.closed";

/// Closes a key, whether or not anything was asked under it; one that is closed stays as it is.
///
/// # Errors
/// When the database fails.
pub async fn close(conn: &mut Conn, property_id: i64, payment_key: &str, now: Timestamp) -> Result<(), StoreError> {
    execute!(conn, sqlx::query(CLOSE).bind(property_id).bind(payment_key).bind(to_instant(now)))?;
    Ok(())
}

const FIND: &str = "SELECT property_id, payment_key, asked, reference, closed FROM gateway_payment
    WHERE property_id = $1 AND payment_key = $2";

/// What was asked under a key.
///
/// # Errors
/// When the database fails.
pub async fn find(db: &Db, property_id: i64, payment_key: &str) -> Result<Option<Asked>, StoreError> {
    let mut conn = db.read().await?;
    Ok(on!(&mut conn, |c| sqlx::query_as(FIND).bind(property_id).bind(payment_key).fetch_optional(c).await)?)
}

const CLOSED_AT: &str = "SELECT changed_at FROM gateway_payment WHERE property_id = $1 AND payment_key = $2 AND closed";

/// Since when a key is closed, or since when its payment has a name where that was heard later.
///
/// # Errors
/// When the database fails.
pub async fn closed_at(db: &Db, property_id: i64, payment_key: &str) -> Result<Option<Timestamp>, StoreError> {
    let mut conn = db.read().await?;
    let at: Option<DateTime<Utc>> =
        on!(&mut conn, |c| sqlx::query_scalar(CLOSED_AT).bind(property_id).bind(payment_key).fetch_optional(c).await)?;
    Ok(at.map(from_instant))
}
