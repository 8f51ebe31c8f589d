//! Money given back to guests. A refund is written with the change that it comes from, before the gateway is asked for it.

use chrono::{DateTime, Utc};
use jiff::Timestamp;
use uuid::Uuid;

use crate::db::{Conn, Db, execute, on};
use crate::error::StoreError;
use crate::time::{from_instant, to_instant};

/// Part of a payment that goes back to the guest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refund {
    pub property_id: i64,
    pub reservation_id: Uuid,
    /// The version of the reservation that it came with.
    pub version: i64,
    /// From 0: of several payments one part each.
    pub part: i64,
    /// The payment it is taken from.
    pub batch_id: Uuid,
    /// Of the payment.
    pub attempt: i64,
    /// Minor units, above zero.
    pub amount: i64,
    /// ISO 4217.
    pub currency: String,
    /// From when on the server goes on with it by itself.
    pub act_at: Timestamp,
}

impl Refund {
    /// The key under which the gateway knows it.
    pub fn key(&self) -> String {
        let key = format!("{}-{}", self.reservation_id, self.version);
        if self.part == 0 { key } else { format!("{key}-{}", self.part) }
    }

    /// The key of the payment that it is taken from.
    pub fn payment_key(&self) -> String {
        format!("{}-{}", self.batch_id, self.attempt)
    }
}

const BEGIN: &str = "INSERT INTO refund
    (property_id, reservation_id, version, batch_id, attempt, state, amount, currency, act_at, created_at, changed_at,
    part) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11)";

/// Adds a refund that is to be given; one that waits is given once its payment is taken ([`begin_waiting`]), and never
/// when that is not.
///
/// # Errors
/// When the database fails.
pub async fn begin(conn: &mut Conn, refund: &Refund, waits: bool, now: Timestamp) -> Result<(), StoreError> {
    execute!(
        conn,
        sqlx::query(BEGIN)
            .bind(refund.property_id)
            .bind(refund.reservation_id)
            .bind(refund.version)
            .bind(refund.batch_id)
            .bind(refund.attempt)
            .bind(if waits { "WAITING" } else { "REFUNDING" })
            .bind(refund.amount)
            .bind(&refund.currency)
            .bind(to_instant(refund.act_at))
            .bind(to_instant(now))
            .bind(refund.part)
    )?;
    Ok(())
}

const BEGIN_WAITING: &str = "UPDATE refund SET state = 'REFUNDING', act_at = $4, changed_at = $4
    WHERE property_id = $1 AND batch_id = $2 AND attempt = $3 AND state = 'WAITING'";

/// The payment of refunds that wait is taken: they are to be given.
///
/// # Errors
/// When the database fails.
pub async fn begin_waiting(
    conn: &mut Conn,
    property_id: i64,
    batch_id: Uuid,
    attempt: i64,
    now: Timestamp,
) -> Result<(), StoreError> {
    execute!(conn, sqlx::query(BEGIN_WAITING).bind(property_id).bind(batch_id).bind(attempt).bind(to_instant(now)))?;
    Ok(())
}

const TURN: &str = "UPDATE refund SET state = $4, act_at = $5, changed_at = $6
    WHERE property_id = $1 AND reservation_id = $2 AND version = $3 AND part = $7 AND state = 'REFUNDING'";

/// Says that a refund is done, or when it is asked for again.
///
/// # Errors
/// When the database fails.
pub async fn turn(
    conn: &mut Conn,
    refund: &Refund,
    done: bool,
    act_at: Timestamp,
    now: Timestamp,
) -> Result<(), StoreError> {
    execute!(
        conn,
        sqlx::query(TURN)
            .bind(refund.property_id)
            .bind(refund.reservation_id)
            .bind(refund.version)
            .bind(if done { "REFUNDED" } else { "REFUNDING" })
            .bind(to_instant(act_at))
            .bind(to_instant(now))
            .bind(refund.part)
    )?;
    Ok(())
}

const DUE: &str = "SELECT property_id, reservation_id, version, part, batch_id, attempt, amount, currency, act_at
    FROM refund WHERE state = 'REFUNDING' AND act_at <= $1 ORDER BY act_at LIMIT $2";

/// Refunds that nobody goes on with, the longest first.
///
/// # Errors
/// When the database fails.
pub async fn due(db: &Db, now: Timestamp, limit: i64) -> Result<Vec<Refund>, StoreError> {
    let mut conn = db.read().await?;
    let rows: Vec<Row> = on!(&mut conn, |c| sqlx::query_as(DUE).bind(to_instant(now)).bind(limit).fetch_all(c).await)?;
    Ok(rows.into_iter().map(Row::read).collect())
}

const SUM: &str = "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM refund
    WHERE property_id = $1 AND reservation_id = $2 AND version = $3 AND state <> 'WAITING'";

/// What goes or went back with one change of a reservation, by its version after it, in minor units.
///
/// # Errors
/// When the database fails.
pub async fn sum(db: &Db, property_id: i64, reservation_id: Uuid, version: i64) -> Result<i64, StoreError> {
    let mut conn = db.read().await?;
    let (sum,): (i64,) = on!(&mut conn, |c| sqlx::query_as(SUM)
        .bind(property_id)
        .bind(reservation_id)
        .bind(version)
        .fetch_one(c)
        .await)?;
    Ok(sum)
}

#[derive(sqlx::FromRow)]
struct Row {
    property_id: i64,
    reservation_id: Uuid,
    version: i64,
    part: i64,
    batch_id: Uuid,
    attempt: i64,
    amount: i64,
    currency: String,
    act_at: DateTime<Utc>,
}

impl Row {
    fn read(self) -> Refund {
        Refund {
            property_id: self.property_id,
            reservation_id: self.reservation_id,
            version: self.version,
            part: self.part,
            batch_id: self.batch_id,
            attempt: self.attempt,
            amount: self.amount,
            currency: self.currency,
            act_at: from_instant(self.act_at),
        }
    }
}
