//! Confirmed rooms. What was agreed (guest, prices, policy) is one JSON document, `detail`; the columns are keys.

use chrono::{DateTime, NaiveDate, Utc};
use domain::hotel::Code;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::types::Json;
use uuid::Uuid;

use crate::db::{Conn, Db, execute, on};
use crate::error::StoreError;
use crate::nights::Span;
use crate::time::{from_day, from_instant, to_day, to_instant};

/// Status of a reservation (MANAGE-20).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Confirmed.
    Hold,
    Cancelled,
}

impl Status {
    /// As the documents write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Hold => "HOLD",
            Status::Cancelled => "CANCELLED",
        }
    }
}

/// One reserved room.
#[derive(Debug, Clone)]
pub struct Reservation<D> {
    pub property_id: i64,
    pub reservation_id: Uuid,
    pub confirmation_no: String,
    pub batch_id: Uuid,
    pub status: Status,
    pub room_type_id: Code,
    pub arrival: Date,
    /// Exclusive.
    pub departure: Date,
    /// ISO 4217.
    pub currency: String,
    /// Minor units, everything mandatory in it.
    pub total: i64,
    pub created_at: Timestamp,
    pub changed_at: Timestamp,
    pub detail: D,
}

const INSERT: &str = "INSERT INTO reservation (property_id, reservation_id, confirmation_no, batch_id, status,
    room_type_id, arrival, departure, currency, total, created_at, changed_at, detail)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";

/// Adds a reservation.
///
/// # Errors
/// [`StoreError::is_duplicate`] when the confirmation number stands already; when the database fails.
pub async fn insert<D: Serialize + Sync>(conn: &mut Conn, r: &Reservation<D>) -> Result<(), StoreError> {
    execute!(
        conn,
        sqlx::query(INSERT)
            .bind(r.property_id)
            .bind(r.reservation_id)
            .bind(&r.confirmation_no)
            .bind(r.batch_id)
            .bind(r.status.as_str())
            .bind(&r.room_type_id)
            .bind(to_day(r.arrival))
            .bind(to_day(r.departure))
            .bind(&r.currency)
            .bind(r.total)
            .bind(to_instant(r.created_at))
            .bind(to_instant(r.changed_at))
            .bind(Json(&r.detail))
    )?;
    Ok(())
}

const CANCEL: &str = "UPDATE reservation SET status = 'CANCELLED', changed_at = $3
    WHERE property_id = $1 AND reservation_id = $2 AND status = 'HOLD'";

/// Marks a confirmed reservation as cancelled; false when it is not confirmed (any more).
///
/// # Errors
/// When the database fails.
pub async fn cancel(
    conn: &mut Conn,
    property_id: i64,
    reservation_id: Uuid,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let rows = execute!(conn, sqlx::query(CANCEL).bind(property_id).bind(reservation_id).bind(to_instant(now)))?;
    Ok(rows == 1)
}

const FIND: &str = "SELECT property_id, reservation_id, confirmation_no, batch_id, status, room_type_id, arrival,
    departure, currency, total, created_at, changed_at, detail FROM reservation
    WHERE property_id = $1 AND confirmation_no = $2";

/// The reservation of a confirmation number, written as we write it.
///
/// # Errors
/// When the database fails or the row cannot be read.
pub async fn find<D: DeserializeOwned>(
    db: &Db,
    property_id: i64,
    confirmation_no: &str,
) -> Result<Option<Reservation<D>>, StoreError> {
    let mut conn = db.read().await?;
    let row: Option<Row> =
        on!(&mut conn, |c| sqlx::query_as(FIND).bind(property_id).bind(confirmation_no).fetch_optional(c).await)?;
    row.map(Row::read).transpose()
}

const COUNT: &str = "SELECT CAST(COUNT(*) AS BIGINT),
    CAST(COALESCE(SUM(CASE WHEN status = 'HOLD' THEN 1 ELSE 0 END), 0) AS BIGINT) FROM reservation WHERE property_id = $1";

/// How many reservations a property ever had, and how many of them are confirmed now.
///
/// # Errors
/// When the database fails.
pub async fn count(db: &Db, property_id: i64) -> Result<(i64, i64), StoreError> {
    let mut conn = db.read().await?;
    Ok(on!(&mut conn, |c| sqlx::query_as(COUNT).bind(property_id).fetch_one(c).await)?)
}

const LIVE: &str = "SELECT confirmation_no, room_type_id, arrival, departure FROM reservation
    WHERE property_id = $1 AND status = 'HOLD'";

/// Number and nights of every confirmed reservation: what the sold nights must add up to (crash test, audits).
///
/// # Errors
/// When the database fails.
pub async fn live(db: &Db, property_id: i64) -> Result<Vec<(String, Span)>, StoreError> {
    let mut conn = db.read().await?;
    let rows: Vec<(String, String, NaiveDate, NaiveDate)> =
        on!(&mut conn, |c| sqlx::query_as(LIVE).bind(property_id).fetch_all(c).await)?;
    Ok(rows
        .into_iter()
        .map(|(number, room_type_id, arrival, departure)| {
            // Of which block a room is does not matter to the sum.
            let (arrival, departure) = (from_day(arrival), from_day(departure));
            (number, Span { room_type_id, group: None, arrival, departure, rooms: 1 })
        })
        .collect())
}

#[derive(sqlx::FromRow)]
struct Row {
    property_id: i64,
    reservation_id: Uuid,
    confirmation_no: String,
    batch_id: Uuid,
    status: String,
    room_type_id: String,
    arrival: NaiveDate,
    departure: NaiveDate,
    currency: String,
    total: i64,
    created_at: DateTime<Utc>,
    changed_at: DateTime<Utc>,
    detail: Json<serde_json::Value>,
}

impl Row {
    fn read<D: DeserializeOwned>(self) -> Result<Reservation<D>, StoreError> {
        let corrupt = |column, reason| StoreError::Corrupt {
            table: "reservation",
            column,
            property_id: self.property_id,
            reason,
        };
        let status = match self.status.as_str() {
            "HOLD" => Status::Hold,
            "CANCELLED" => Status::Cancelled,
            other => return Err(corrupt("status", other.to_owned())),
        };
        let detail = serde_json::from_value(self.detail.0).map_err(|error| corrupt("detail", error.to_string()))?;
        Ok(Reservation {
            property_id: self.property_id,
            reservation_id: self.reservation_id,
            confirmation_no: self.confirmation_no,
            batch_id: self.batch_id,
            status,
            room_type_id: self.room_type_id,
            arrival: from_day(self.arrival),
            departure: from_day(self.departure),
            currency: self.currency,
            total: self.total,
            created_at: from_instant(self.created_at),
            changed_at: from_instant(self.changed_at),
            detail,
        })
    }
}
