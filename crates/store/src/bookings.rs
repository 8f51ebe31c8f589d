//! What guests book beside rooms: one document each, from the first step on. The columns beside it are what is asked by.

use chrono::{DateTime, Utc};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::QueryBuilder;
use sqlx::types::Json;
use uuid::Uuid;

use crate::db::{Conn, Db, execute, on};
use crate::error::{StoreError, read_document};
use crate::overdue::Pages;
use crate::time::{from_instant, to_day, to_instant};

/// A kind of thing that is booked beside rooms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Event,
    Activity,
}

impl Kind {
    /// As stored.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Event => "EVENT",
            Kind::Activity => "ACTIVITY",
        }
    }
}

/// Where a booking is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Open,
    Committed,
    Cancelled,
    Expired,
}

impl Status {
    /// As stored.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Open => "OPEN",
            Status::Committed => "COMMITTED",
            Status::Cancelled => "CANCELLED",
            Status::Expired => "EXPIRED",
        }
    }

    fn parse(text: &str) -> Option<Status> {
        let all = [Status::Open, Status::Committed, Status::Cancelled, Status::Expired];
        all.into_iter().find(|status| status.as_str() == text)
    }
}

/// A booking as it is stored.
#[derive(Debug, Clone)]
pub struct Booked<S> {
    pub property_id: i64,
    pub booking_id: Uuid,
    pub status: Status,
    pub version: i64,
    pub expires_at: Timestamp,
    /// Once it is confirmed.
    pub confirmation_no: Option<String>,
    /// When the first of it begins.
    pub starts_at: Option<Timestamp>,
    /// The reservation that it belongs to.
    pub stay: Option<Uuid>,
    pub state: S,
}

const INSERT: &str =
    "INSERT INTO booking (property_id, booking_id, kind, status, version, expires_at, state, stay_reservation_id)
    VALUES ($1, $2, $3, 'OPEN', 1, $4, $5, $6)";

/// Adds an open booking at version 1; `stay` is the reservation that it belongs to.
///
/// # Errors
/// When the database fails.
pub async fn insert<S: Serialize + Sync>(
    conn: &mut Conn,
    kind: Kind,
    (property_id, booking_id): (i64, Uuid),
    stay: Option<Uuid>,
    expires_at: Timestamp,
    state: &S,
) -> Result<(), StoreError> {
    execute!(
        conn,
        sqlx::query(INSERT)
            .bind(property_id)
            .bind(booking_id)
            .bind(kind.as_str())
            .bind(to_instant(expires_at))
            .bind(Json(state))
            .bind(stay)
    )?;
    Ok(())
}

const UPDATE: &str = "UPDATE booking SET status = $4, version = version + 1, expires_at = $5, confirmation_no = $6,
    starts_at = $7, state = $8, stay_reservation_id = $9 WHERE property_id = $1 AND booking_id = $2 AND version = $3";

/// Replaces a booking that is still at the version it was read at; false when somebody was quicker.
///
/// # Errors
/// [`StoreError::is_duplicate`] when the confirmation number stands already; when the database fails.
pub async fn update<S: Serialize + Sync>(conn: &mut Conn, booked: &Booked<S>) -> Result<bool, StoreError> {
    let rows = execute!(
        conn,
        sqlx::query(UPDATE)
            .bind(booked.property_id)
            .bind(booked.booking_id)
            .bind(booked.version)
            .bind(booked.status.as_str())
            .bind(to_instant(booked.expires_at))
            .bind(booked.confirmation_no.as_deref())
            .bind(booked.starts_at.map(to_instant))
            .bind(Json(&booked.state))
            .bind(booked.stay)
    )?;
    Ok(rows == 1)
}

const LEAVE_STAY: &str = "UPDATE booking SET stay_reservation_id = NULL WHERE property_id = $1 AND booking_id = $2
    AND NOT EXISTS (SELECT 1 FROM reservation WHERE reservation.property_id = booking.property_id
        AND reservation.reservation_id = booking.stay_reservation_id
        AND reservation.status NOT IN ('CANCELLED', 'NO_SHOW')
        AND reservation.arrival <= $3 AND reservation.departure >= $4)";

/// Lets a booking belong to no stay, unless the one that it belongs to counts as one and has all days from the first to
/// the last, the day of departure too.
///
/// # Errors
/// When the database fails.
pub async fn leave_stay_without(
    conn: &mut Conn,
    (property_id, booking_id): (i64, Uuid),
    (first, last): (Date, Date),
) -> Result<(), StoreError> {
    execute!(conn, sqlx::query(LEAVE_STAY).bind(property_id).bind(booking_id).bind(to_day(first)).bind(to_day(last)))?;
    Ok(())
}

const IS_OF_STAY: &str = "SELECT stay_reservation_id FROM booking
    WHERE property_id = $1 AND booking_id = $2 AND stay_reservation_id IS NOT NULL";

/// Whether a booking belongs to a stay.
///
/// # Errors
/// When the database fails.
pub async fn is_of_stay(db: &Db, property_id: i64, booking_id: Uuid) -> Result<bool, StoreError> {
    let mut conn = db.read().await?;
    let stay: Option<(Uuid,)> =
        on!(&mut conn, |c| sqlx::query_as(IS_OF_STAY).bind(property_id).bind(booking_id).fetch_optional(c).await)?;
    Ok(stay.is_some())
}

const FIND: &str = "SELECT property_id, booking_id, status, version, expires_at, confirmation_no, starts_at, state,
        stay_reservation_id
    FROM booking WHERE property_id = $1 AND booking_id = $2 AND kind = $3";

/// One booking of a kind.
///
/// # Errors
/// When the database fails or the row cannot be read.
pub async fn find<S: DeserializeOwned>(
    db: &Db,
    kind: Kind,
    property_id: i64,
    booking_id: Uuid,
) -> Result<Option<Booked<S>>, StoreError> {
    let mut conn = db.read().await?;
    let row: Option<Row> = on!(&mut conn, |c| sqlx::query_as(FIND)
        .bind(property_id)
        .bind(booking_id)
        .bind(kind.as_str())
        .fetch_optional(c)
        .await)?;
    row.map(Row::read).transpose()
}

const BY_NUMBER: &str =
    "SELECT property_id, booking_id, status, version, expires_at, confirmation_no, starts_at, state,
        stay_reservation_id
    FROM booking WHERE property_id = $1 AND confirmation_no = $2 AND kind = $3";

/// The booking of a confirmation number, written as we write it.
///
/// # Errors
/// When the database fails or the row cannot be read.
pub async fn by_number<S: DeserializeOwned>(
    db: &Db,
    kind: Kind,
    property_id: i64,
    confirmation_no: &str,
) -> Result<Option<Booked<S>>, StoreError> {
    let mut conn = db.read().await?;
    let row: Option<Row> = on!(&mut conn, |c| sqlx::query_as(BY_NUMBER)
        .bind(property_id)
        .bind(confirmation_no)
        .bind(kind.as_str())
        .fetch_optional(c)
        .await)?;
    row.map(Row::read).transpose()
}

const OF_STAYS: &str = "SELECT property_id, booking_id, status, version, expires_at, confirmation_no, starts_at, state,
        stay_reservation_id
    FROM booking WHERE confirmation_no IS NOT NULL AND property_id = ";

/// What was confirmed of a kind as part of these stays, given back or not, the earliest first.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn of_stays<S: DeserializeOwned>(
    db: &Db,
    kind: Kind,
    property_id: i64,
    stays: &[Uuid],
) -> Result<Vec<Booked<S>>, StoreError> {
    if stays.is_empty() {
        return Ok(Vec::new());
    }
    let mut conn = db.read().await?;
    let rows: Vec<Row> = on!(&mut conn, |c| {
        let mut select = QueryBuilder::new(OF_STAYS);
        select.push_bind(property_id).push(" AND kind = ").push_bind(kind.as_str());
        select.push(" AND stay_reservation_id IN (");
        let mut list = select.separated(", ");
        for stay in stays {
            list.push_bind(*stay);
        }
        select.push(") ORDER BY starts_at, booking_id");
        select.build_query_as().fetch_all(c).await
    })?;
    rows.into_iter().map(Row::read).collect()
}

const RECORD: &str = "INSERT INTO booking_change (property_id, booking_id, version, at, kind, detail)
    VALUES ($1, $2, $3, $4, $5, $6)";

/// Keeps a record of a booking that is given back (`CANCELLED`) or whose guest is forgotten (`FORGOTTEN`), in the
/// transaction that does it; `version` is the booking's after it. Nothing of what the guest typed is in `note`.
///
/// # Errors
/// When the database fails.
pub async fn record(
    conn: &mut Conn,
    (property_id, booking_id): (i64, Uuid),
    version: i64,
    at: Timestamp,
    kind: &str,
    note: &serde_json::Value,
) -> Result<(), StoreError> {
    execute!(
        conn,
        sqlx::query(RECORD)
            .bind(property_id)
            .bind(booking_id)
            .bind(version)
            .bind(to_instant(at))
            .bind(kind)
            .bind(Json(note))
    )?;
    Ok(())
}

const CHANGES: &str = "SELECT kind, detail FROM booking_change
    WHERE property_id = $1 AND booking_id = $2 ORDER BY version";

/// Kind and note of every change of a confirmed booking, the first first.
///
/// # Errors
/// When the database fails.
pub async fn changes(
    db: &Db,
    property_id: i64,
    booking_id: Uuid,
) -> Result<Vec<(String, serde_json::Value)>, StoreError> {
    let mut conn = db.read().await?;
    let rows: Vec<(String, Json<serde_json::Value>)> =
        on!(&mut conn, |c| sqlx::query_as(CHANGES).bind(property_id).bind(booking_id).fetch_all(c).await)?;
    Ok(rows.into_iter().map(|(kind, note)| (kind, note.0)).collect())
}

const OVERDUE: &str = "SELECT property_id, booking_id, status, version, expires_at, confirmation_no, starts_at, state,
        stay_reservation_id
    FROM booking WHERE status = 'OPEN' AND expires_at <= $1 AND kind = $2
    ORDER BY expires_at, property_id, booking_id LIMIT $3 OFFSET $4";

/// Open bookings of a kind whose time is over, the longest first. One that cannot be read is told to the log and keeps no
/// other from being found.
///
/// # Errors
/// When the database fails.
pub async fn overdue<S: DeserializeOwned>(
    db: &Db,
    kind: Kind,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<Booked<S>>, StoreError> {
    let mut conn = db.read().await?;
    let mut pages = Pages::new(limit);
    loop {
        let rows: Vec<Row> = on!(&mut conn, |c| sqlx::query_as(OVERDUE)
            .bind(to_instant(now))
            .bind(kind.as_str())
            .bind(pages.limit)
            .bind(pages.passed)
            .fetch_all(c)
            .await)?;
        if let Some(readable) = pages.readable(rows, Row::read_or_tell) {
            return Ok(readable);
        }
    }
}

const EXPIRE: &str = "UPDATE booking SET status = 'EXPIRED', version = version + 1
    WHERE property_id = $1 AND booking_id = $2 AND version = $3 AND status = 'OPEN'";

/// Ends an open booking that is still at this version; false when its guest came back in time.
///
/// # Errors
/// When the database fails.
pub async fn expire(conn: &mut Conn, property_id: i64, booking_id: Uuid, version: i64) -> Result<bool, StoreError> {
    let rows = execute!(conn, sqlx::query(EXPIRE).bind(property_id).bind(booking_id).bind(version))?;
    Ok(rows == 1)
}

const ALL: &str = "SELECT property_id, booking_id, status, version, expires_at, confirmation_no, starts_at, state,
        stay_reservation_id
    FROM booking WHERE property_id = $1 AND kind = $2 ORDER BY booking_id";

/// Every booking of a kind: what is taken must add up to them (tests, audits).
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn all<S: DeserializeOwned>(db: &Db, kind: Kind, property_id: i64) -> Result<Vec<Booked<S>>, StoreError> {
    let mut conn = db.read().await?;
    let rows: Vec<Row> =
        on!(&mut conn, |c| sqlx::query_as(ALL).bind(property_id).bind(kind.as_str()).fetch_all(c).await)?;
    rows.into_iter().map(Row::read).collect()
}

const STARTING: &str =
    "SELECT b.property_id, b.booking_id, b.status, b.version, b.expires_at, b.confirmation_no, b.starts_at, b.state,
        b.stay_reservation_id, stay.batch_id AS stay_batch
    FROM booking b LEFT JOIN reservation stay
        ON stay.property_id = b.property_id AND stay.reservation_id = b.stay_reservation_id
    WHERE b.property_id = $1 AND b.kind = $2 AND b.confirmation_no IS NOT NULL
        AND b.starts_at >= $3 AND (b.starts_at, b.booking_id) > ($3, $4) AND b.starts_at < $5
    ORDER BY b.starts_at, b.booking_id LIMIT $6";

/// A page of what was confirmed of a kind, given back or not, and begins from a moment on and before another, each with the
/// batch of the stay that it belongs to; `after` is the last one of the page before.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn starting<S: DeserializeOwned>(
    db: &Db,
    kind: Kind,
    property_id: i64,
    (from, until): (Timestamp, Timestamp),
    after: Option<&Booked<S>>,
    limit: i64,
) -> Result<Vec<(Booked<S>, Option<Uuid>)>, StoreError> {
    let mut conn = db.read().await?;
    let rows: Vec<Starting> = on!(&mut conn, |c| sqlx::query_as(STARTING)
        .bind(property_id)
        .bind(kind.as_str())
        .bind(to_instant(after.and_then(|last| last.starts_at).unwrap_or(from)))
        .bind(after.map_or(Uuid::nil(), |last| last.booking_id))
        .bind(to_instant(until))
        .bind(limit)
        .fetch_all(c)
        .await)?;
    rows.into_iter().map(|starting| Ok((starting.row.read()?, starting.stay_batch))).collect()
}

#[derive(sqlx::FromRow)]
struct Starting {
    #[sqlx(flatten)]
    row: Row,
    stay_batch: Option<Uuid>,
}

#[derive(sqlx::FromRow)]
struct Row {
    property_id: i64,
    booking_id: Uuid,
    status: String,
    version: i64,
    expires_at: DateTime<Utc>,
    confirmation_no: Option<String>,
    starts_at: Option<DateTime<Utc>>,
    state: Json<serde_json::Value>,
    stay_reservation_id: Option<Uuid>,
}

impl Row {
    fn read<S: DeserializeOwned>(self) -> Result<Booked<S>, StoreError> {
        let corrupt =
            |reason| StoreError::Corrupt { table: "booking", column: "status", property_id: self.property_id, reason };
        Ok(Booked {
            property_id: self.property_id,
            booking_id: self.booking_id,
            status: Status::parse(&self.status).ok_or_else(|| corrupt(self.status.clone()))?,
            version: self.version,
            expires_at: from_instant(self.expires_at),
            confirmation_no: self.confirmation_no,
            starts_at: self.starts_at.map(from_instant),
            stay: self.stay_reservation_id,
            state: read_document(self.state.0, "booking", "state", self.property_id)?,
        })
    }

    fn read_or_tell<S: DeserializeOwned>(self) -> Option<Booked<S>> {
        let (property_id, booking_id) = (self.property_id, self.booking_id);
        let told =
            |error: &StoreError| tracing::error!(property_id, %booking_id, %error, "a booking cannot be given back");
        self.read().inspect_err(told).ok()
    }
}
