//! Confirmed rooms. What was agreed (guest, prices, policy) is one JSON document, `detail`; the columns are keys.

use chrono::{DateTime, NaiveDate, Utc};
use domain::booking::ReservationStatus;
use domain::hotel::Code;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::QueryBuilder;
use sqlx::types::Json;
use uuid::Uuid;

use crate::db::{Conn, Db, execute, on, pieces};
use crate::error::{StoreError, read_document};
use crate::nights::Span;
use crate::time::{from_day, from_instant, to_day, to_instant};

/// One reserved room.
#[derive(Debug, Clone)]
pub struct Reservation<D> {
    pub property_id: i64,
    pub reservation_id: Uuid,
    pub confirmation_no: String,
    pub batch_id: Uuid,
    pub status: ReservationStatus,
    /// Grows by one with every change.
    pub version: i64,
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

/// Adds reservations.
///
/// # Errors
/// [`StoreError::is_duplicate`] when a confirmation number stands already; when the database fails.
pub async fn insert<D: Serialize + Sync>(conn: &mut Conn, all: &[&Reservation<D>]) -> Result<(), StoreError> {
    for some in pieces(all) {
        on!(conn, |c| {
            let mut insert = QueryBuilder::new(
                "INSERT INTO reservation (property_id, reservation_id, confirmation_no, batch_id, status, room_type_id,
                arrival, departure, currency, total, created_at, changed_at, detail, version) ",
            );
            insert.push_values(some, |mut row, r| {
                row.push_bind(r.property_id).push_bind(r.reservation_id).push_bind(&r.confirmation_no);
                row.push_bind(r.batch_id).push_bind(r.status.as_str()).push_bind(&r.room_type_id);
                row.push_bind(to_day(r.arrival)).push_bind(to_day(r.departure)).push_bind(&r.currency);
                row.push_bind(r.total).push_bind(to_instant(r.created_at)).push_bind(to_instant(r.changed_at));
                row.push_bind(Json(&r.detail)).push_bind(r.version);
            });
            insert.build().execute(c).await.map(|_| ())
        })?;
    }
    Ok(())
}

/// What happened to a reservation, for audits.
#[derive(Debug, Clone)]
pub struct Changed<D> {
    pub property_id: i64,
    pub reservation_id: Uuid,
    /// The version that the change was decided on.
    pub version: i64,
    pub at: Timestamp,
    /// `CANCELLED`, `GUEST`, `CARD`, `STATUS`, `STAY`, `LINK` or `FORGOTTEN`.
    pub kind: &'static str,
    /// What changed, without what the guest typed.
    pub note: serde_json::Value,
    /// The status afterwards.
    pub status: ReservationStatus,
    /// What is agreed afterwards.
    pub detail: D,
}

const CHANGE: &str = "UPDATE reservation SET status = $4, detail = $5, changed_at = $6, version = version + 1
    WHERE property_id = $1 AND reservation_id = $2 AND version = $3";

const RECORD: &str = "INSERT INTO reservation_change (property_id, reservation_id, version, at, kind, detail)
    VALUES ($1, $2, $3, $4, $5, $6)";

/// Changes a reservation and keeps a record of it; false when it was changed elsewhere since it was read.
///
/// # Errors
/// When the database fails.
pub async fn change<D: Serialize + Sync>(conn: &mut Conn, changed: &Changed<D>) -> Result<bool, StoreError> {
    let keys = (changed.property_id, changed.reservation_id);
    let rows = execute!(
        conn,
        sqlx::query(CHANGE)
            .bind(keys.0)
            .bind(keys.1)
            .bind(changed.version)
            .bind(changed.status.as_str())
            .bind(Json(&changed.detail))
            .bind(to_instant(changed.at))
    )?;
    if rows == 0 {
        return Ok(false);
    }
    record(conn, changed).await?;
    Ok(true)
}

async fn record<D>(conn: &mut Conn, changed: &Changed<D>) -> Result<(), StoreError> {
    execute!(
        conn,
        sqlx::query(RECORD)
            .bind(changed.property_id)
            .bind(changed.reservation_id)
            .bind(changed.version + 1)
            .bind(to_instant(changed.at))
            .bind(changed.kind)
            .bind(Json(&changed.note))
    )?;
    Ok(())
}

const COUNTS: &str = "UPDATE reservation SET status = status WHERE property_id = $1 AND reservation_id = $2
    AND status NOT IN ('CANCELLED', 'NO_SHOW')";

/// Whether a stay counts as one: it was not cancelled, and nobody says that its guest never came. Within a transaction
/// it stays so until that ends.
///
/// # Errors
/// When the database fails.
pub async fn counts(conn: &mut Conn, property_id: i64, reservation_id: Uuid) -> Result<bool, StoreError> {
    Ok(execute!(conn, sqlx::query(COUNTS).bind(property_id).bind(reservation_id))? == 1)
}

/// The columns of a stay that is changed.
#[derive(Debug, Clone)]
pub struct StayKeys {
    pub room_type_id: Code,
    pub arrival: Date,
    /// Exclusive.
    pub departure: Date,
    /// Minor units, everything mandatory in it.
    pub total: i64,
}

const CHANGE_STAY: &str = "UPDATE reservation SET detail = $4, changed_at = $5, room_type_id = $6, arrival = $7,
    departure = $8, total = $9, version = version + 1
    WHERE property_id = $1 AND reservation_id = $2 AND version = $3 AND status = 'HOLD'";

/// Changes the stay of a confirmed reservation and keeps a record of it; false when the reservation was changed
/// elsewhere since it was read. Its nights are the caller's affair.
///
/// # Errors
/// When the database fails.
pub async fn change_stay<D: Serialize + Sync>(
    conn: &mut Conn,
    changed: &Changed<D>,
    stay: &StayKeys,
) -> Result<bool, StoreError> {
    let rows = execute!(
        conn,
        sqlx::query(CHANGE_STAY)
            .bind(changed.property_id)
            .bind(changed.reservation_id)
            .bind(changed.version)
            .bind(Json(&changed.detail))
            .bind(to_instant(changed.at))
            .bind(&stay.room_type_id)
            .bind(to_day(stay.arrival))
            .bind(to_day(stay.departure))
            .bind(stay.total)
    )?;
    if rows == 1 {
        record(conn, changed).await?;
    }
    Ok(rows == 1)
}

const CHANGES: &str = "SELECT kind, detail FROM reservation_change
    WHERE property_id = $1 AND reservation_id = $2 ORDER BY version";

/// Kind and note of every change of a reservation, the first first.
///
/// # Errors
/// When the database fails.
pub async fn changes(
    db: &Db,
    property_id: i64,
    reservation_id: Uuid,
) -> Result<Vec<(String, serde_json::Value)>, StoreError> {
    let mut conn = db.read().await?;
    let rows: Vec<(String, Json<serde_json::Value>)> =
        on!(&mut conn, |c| sqlx::query_as(CHANGES).bind(property_id).bind(reservation_id).fetch_all(c).await)?;
    Ok(rows.into_iter().map(|(kind, note)| (kind, note.0)).collect())
}

const FIND: &str = "SELECT property_id, reservation_id, confirmation_no, batch_id, status, room_type_id, arrival,
    departure, currency, total, created_at, changed_at, detail, version FROM reservation
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

const BATCH: &str = "SELECT batch_id FROM reservation WHERE property_id = $1 AND reservation_id = $2";

/// The batch that a reservation was booked with.
///
/// # Errors
/// When the database fails.
pub async fn batch_of(db: &Db, property_id: i64, reservation_id: Uuid) -> Result<Option<Uuid>, StoreError> {
    let mut conn = db.read().await?;
    Ok(on!(&mut conn, |c| sqlx::query_scalar(BATCH).bind(property_id).bind(reservation_id).fetch_optional(c).await)?)
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
    WHERE property_id = $1 AND status <> 'CANCELLED'";

/// Number and nights of every reservation that was not given back: what the sold nights must add up to (crash test, audits).
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

/// Which reservations a house reads, and in which order.
#[derive(Debug, Clone, Copy)]
pub enum Wanted {
    /// Those that arrive from a day to another, both inclusive, by day.
    Arriving(Date, Date),
    /// Those that were booked or changed since then, the earliest first.
    ChangedSince(Timestamp),
}

const LISTED: &str = "SELECT r.property_id, r.reservation_id, r.confirmation_no, r.batch_id, r.status, r.room_type_id,
    r.arrival, r.departure, r.currency, r.total, r.created_at, r.changed_at, r.detail, r.version, cancelled.detail AS note
    FROM reservation r LEFT JOIN reservation_change cancelled ON cancelled.property_id = r.property_id
        AND cancelled.reservation_id = r.reservation_id AND cancelled.kind = 'CANCELLED'
    WHERE r.property_id = ";

/// A page of a property's reservations, each with the note of its cancellation if it was cancelled; `after` is the last one
/// of the page before. Rooms that were booked together follow each other. One that changes while pages are read comes once
/// more with [`Wanted::ChangedSince`], and is never left out.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn page<D: DeserializeOwned>(
    db: &Db,
    property_id: i64,
    wanted: Wanted,
    after: Option<&Reservation<D>>,
    limit: i64,
) -> Result<Vec<(Reservation<D>, Option<serde_json::Value>)>, StoreError> {
    let mut conn = db.read().await?;
    let rows: Vec<Listed> = on!(&mut conn, |c| {
        let mut select = QueryBuilder::new(LISTED);
        select.push_bind(property_id);
        let order = match wanted {
            Wanted::Arriving(first, last) => {
                select.push(" AND r.arrival >= ").push_bind(to_day(after.map_or(first, |last| last.arrival)));
                select.push(" AND r.arrival <= ").push_bind(to_day(last));
                "r.arrival"
            }
            Wanted::ChangedSince(since) => {
                select.push(" AND r.changed_at >= ").push_bind(to_instant(after.map_or(since, |last| last.changed_at)));
                "r.changed_at"
            }
        };
        if let Some(last) = after {
            select.push(format!(" AND ({order}, r.batch_id, r.reservation_id) > ("));
            match wanted {
                Wanted::Arriving(..) => select.push_bind(to_day(last.arrival)),
                Wanted::ChangedSince(_) => select.push_bind(to_instant(last.changed_at)),
            };
            select.push(", ").push_bind(last.batch_id).push(", ").push_bind(last.reservation_id).push(")");
        }
        select.push(format!(" ORDER BY {order}, r.batch_id, r.reservation_id LIMIT ")).push_bind(limit);
        select.build_query_as().fetch_all(c).await
    })?;
    rows.into_iter().map(|listed| Ok((listed.row.read()?, listed.note.map(|note| note.0)))).collect()
}

#[derive(sqlx::FromRow)]
struct Listed {
    #[sqlx(flatten)]
    row: Row,
    note: Option<Json<serde_json::Value>>,
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
    version: i64,
}

impl Row {
    fn read<D: DeserializeOwned>(self) -> Result<Reservation<D>, StoreError> {
        let status = self.status.parse().map_err(|()| StoreError::Corrupt {
            table: "reservation",
            column: "status",
            property_id: self.property_id,
            reason: self.status.clone(),
        })?;
        let detail = read_document(self.detail.0, "reservation", "detail", self.property_id)?;
        Ok(Reservation {
            property_id: self.property_id,
            reservation_id: self.reservation_id,
            confirmation_no: self.confirmation_no,
            batch_id: self.batch_id,
            status,
            version: self.version,
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
