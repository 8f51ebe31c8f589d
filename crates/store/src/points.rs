//! Points of members: what each can spend, and every entry that made it so. A balance changes by guarded updates alone,
//! each with its entry in the same transaction; the entries of an account always add up to its balance.

use chrono::NaiveDate;
use jiff::Timestamp;
use jiff::civil::Date;
use uuid::Uuid;

use crate::db::{Conn, Db, execute, on};
use crate::error::StoreError;
use crate::nights::NightError;
use crate::time::{from_day, to_day, to_instant};

/// Why points came or went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// What the account began with.
    Opening,
    /// A stay brought them.
    Earn,
    /// What a stay brought goes back: it was cancelled after all, or nobody came.
    TakeBack,
    /// A booking holds them.
    Hold,
    /// What was held or paid is free again.
    GiveBack,
    /// They paid for a stay.
    Redeem,
}

impl Kind {
    /// As it is written down.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Opening => "OPENING",
            Kind::Earn => "EARN",
            Kind::TakeBack => "TAKE_BACK",
            Kind::Hold => "HOLD",
            Kind::GiveBack => "GIVE_BACK",
            Kind::Redeem => "REDEEM",
        }
    }
}

/// One change of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub account_number: String,
    /// Made by the caller, once for each entry.
    pub entry_id: Uuid,
    pub kind: Kind,
    /// What it does to the balance; below zero takes off it.
    pub points: i64,
    pub batch_id: Option<Uuid>,
    pub reservation_id: Option<Uuid>,
    pub at: Timestamp,
}

const OPEN: &str = "INSERT INTO member_points (property_id, account_number, balance) VALUES ($1, $2, $3)
    ON CONFLICT (property_id, account_number) DO NOTHING";

/// Opens the account of an entry with its points; one that is open stays as it is.
///
/// # Errors
/// When the database fails.
pub async fn open(conn: &mut Conn, property_id: i64, entry: &Entry) -> Result<(), StoreError> {
    let rows = execute!(conn, sqlx::query(OPEN).bind(property_id).bind(&entry.account_number).bind(entry.points))?;
    if rows == 1 && entry.points != 0 { note(conn, property_id, entry).await } else { Ok(()) }
}

const CHANGE: &str = "UPDATE member_points SET balance = balance + $3
    WHERE property_id = $1 AND account_number = $2 AND balance + $3 >= 0";

/// Changes a balance and writes down why.
///
/// # Errors
/// [`NightError::PointsGone`] when there are too few. The transaction must be undone then.
pub async fn change(conn: &mut Conn, property_id: i64, entry: &Entry) -> Result<(), NightError> {
    let rows = execute!(conn, sqlx::query(CHANGE).bind(property_id).bind(&entry.account_number).bind(entry.points))
        .map_err(StoreError::from)?;
    if rows == 0 {
        return Err(NightError::PointsGone);
    }
    Ok(note(conn, property_id, entry).await?)
}

const NOTE: &str = "INSERT INTO points_entry (property_id, account_number, entry_id, kind, points, batch_id,
    reservation_id, written_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";

async fn note(conn: &mut Conn, property_id: i64, entry: &Entry) -> Result<(), StoreError> {
    execute!(
        conn,
        sqlx::query(NOTE)
            .bind(property_id)
            .bind(&entry.account_number)
            .bind(entry.entry_id)
            .bind(entry.kind.as_str())
            .bind(entry.points)
            .bind(entry.batch_id)
            .bind(entry.reservation_id)
            .bind(to_instant(entry.at))
    )?;
    Ok(())
}

const BALANCE: &str = "SELECT balance FROM member_points WHERE property_id = $1 AND account_number = $2";

/// What an account has to spend: nothing where there is none.
///
/// # Errors
/// When the database fails.
pub async fn balance(db: &Db, property_id: i64, account_number: &str) -> Result<i64, StoreError> {
    let mut conn = db.read().await?;
    let row: Option<(i64,)> =
        on!(&mut conn, |c| sqlx::query_as(BALANCE).bind(property_id).bind(account_number).fetch_optional(c).await)?;
    Ok(row.map_or(0, |(balance,)| balance))
}

const HOLD_STILL: &str = "UPDATE member_points SET balance = balance WHERE property_id = $1 AND account_number = $2
    RETURNING balance";

/// The same within a transaction: until that ends nobody else changes it.
///
/// # Errors
/// When the database fails.
pub async fn hold_still(conn: &mut Conn, property_id: i64, account_number: &str) -> Result<i64, StoreError> {
    let row: Option<(i64,)> =
        on!(conn, |c| sqlx::query_as(HOLD_STILL).bind(property_id).bind(account_number).fetch_optional(c).await)?;
    Ok(row.map_or(0, |(balance,)| balance))
}

const BROUGHT: &str = "SELECT CAST(COALESCE(SUM(points), 0) AS BIGINT) FROM points_entry
    WHERE property_id = $1 AND account_number = $2 AND reservation_id = $3 AND kind IN ('EARN', 'TAKE_BACK')";

/// What a stay has brought an account, without what was taken back of it.
///
/// # Errors
/// When the database fails.
pub async fn brought(
    conn: &mut Conn,
    property_id: i64,
    account_number: &str,
    reservation_id: Uuid,
) -> Result<i64, StoreError> {
    let (points,): (i64,) = on!(conn, |c| sqlx::query_as(BROUGHT)
        .bind(property_id)
        .bind(account_number)
        .bind(reservation_id)
        .fetch_one(c)
        .await)?;
    Ok(points)
}

const ENTRIES: &str = "SELECT kind, points FROM points_entry WHERE property_id = $1 AND account_number = $2
    ORDER BY written_at, kind, points";

/// Every entry of an account by its time: kind and points (audits, tests).
///
/// # Errors
/// When the database fails.
pub async fn entries(db: &Db, property_id: i64, account_number: &str) -> Result<Vec<(String, i64)>, StoreError> {
    let mut conn = db.read().await?;
    Ok(on!(&mut conn, |c| sqlx::query_as(ENTRIES).bind(property_id).bind(account_number).fetch_all(c).await)?)
}

/// What a stay will bring.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToCome {
    pub property_id: i64,
    pub reservation_id: Uuid,
    pub account_number: String,
    /// 1 or more.
    pub points: i64,
}

const EXPECT: &str = "INSERT INTO points_to_come (property_id, reservation_id, account_number, points, credit_on)
    VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (property_id, reservation_id) DO UPDATE SET points = points_to_come.points + excluded.points";

/// Writes down what a stay will bring from a day on, beside what stands already.
///
/// # Errors
/// When the database fails.
pub async fn expect(conn: &mut Conn, to_come: &ToCome, credit_on: Date) -> Result<(), StoreError> {
    execute!(
        conn,
        sqlx::query(EXPECT)
            .bind(to_come.property_id)
            .bind(to_come.reservation_id)
            .bind(&to_come.account_number)
            .bind(to_come.points)
            .bind(to_day(credit_on))
    )?;
    Ok(())
}

const EXPECTED: &str = "SELECT points FROM points_to_come WHERE property_id = $1 AND reservation_id = $2";

/// What a stay is still to bring its member: nothing where nothing is written down (any more).
///
/// # Errors
/// When the database fails.
pub async fn expected(db: &Db, property_id: i64, reservation_id: Uuid) -> Result<i64, StoreError> {
    let mut conn = db.read().await?;
    let row: Option<(i64,)> =
        on!(&mut conn, |c| sqlx::query_as(EXPECTED).bind(property_id).bind(reservation_id).fetch_optional(c).await)?;
    Ok(row.map_or(0, |(points,)| points))
}

const DUE: &str = "SELECT property_id, reservation_id, account_number, points, credit_on FROM points_to_come to_come
    WHERE credit_on <= $1 AND NOT EXISTS (SELECT 1 FROM reservation stay WHERE stay.property_id = to_come.property_id
    AND stay.reservation_id = to_come.reservation_id AND stay.status = 'NO_SHOW')
    ORDER BY credit_on, property_id, reservation_id LIMIT $2 OFFSET $3";

/// What is to be credited by a day, with the day of each, the oldest first, past so many. Who never came waits: should
/// the hotel take that back, the stay brings its points.
///
/// # Errors
/// When the database fails.
pub async fn due(db: &Db, day: Date, limit: i64, past: i64) -> Result<Vec<(ToCome, Date)>, StoreError> {
    let day: NaiveDate = to_day(day);
    let mut conn = db.read().await?;
    let rows: Vec<(i64, Uuid, String, i64, NaiveDate)> =
        on!(&mut conn, |c| sqlx::query_as(DUE).bind(day).bind(limit).bind(past).fetch_all(c).await)?;
    let to_come = |(property_id, reservation_id, account_number, points, credit_on)| {
        (ToCome { property_id, reservation_id, account_number, points }, from_day(credit_on))
    };
    Ok(rows.into_iter().map(to_come).collect())
}

const EXPECT_NO_MORE: &str = "DELETE FROM points_to_come WHERE property_id = $1 AND reservation_id = $2";

/// What a stay would have brought comes no more; false when there was nothing (any more). Whoever is told true credits
/// it, or lets it be: two servers never both.
///
/// # Errors
/// When the database fails.
pub async fn expect_no_more(conn: &mut Conn, property_id: i64, reservation_id: Uuid) -> Result<bool, StoreError> {
    Ok(execute!(conn, sqlx::query(EXPECT_NO_MORE).bind(property_id).bind(reservation_id))? == 1)
}
