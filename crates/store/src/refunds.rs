//! Money given back to guests. A refund is written with the change that it comes from, before the gateway is asked for it,
//! and turned only from where it stands: of two who heard of it, the one who knows more is not overwritten.

use chrono::{DateTime, Utc};
use domain::booking::ChargedCard;
use jiff::Timestamp;
use uuid::Uuid;

use crate::db::{Conn, Db, execute, on};
use crate::error::StoreError;
use crate::time::{from_instant, to_instant};

/// Where a refund is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// For its payment to be taken; never asked for when that is not.
    Waiting,
    /// The gateway is asked for it.
    Refunding,
    /// The gateway has it, the guest's bank not yet.
    Pending,
    /// Given.
    Refunded,
    /// It came back for good: for the hotel to give another way.
    Failed,
    /// The hotel gave it another way.
    Settled,
}

impl State {
    const ALL: [(State, &str); 6] = [
        (State::Waiting, "WAITING"),
        (State::Refunding, "REFUNDING"),
        (State::Pending, "PENDING"),
        (State::Refunded, "REFUNDED"),
        (State::Failed, "FAILED"),
        (State::Settled, "SETTLED"),
    ];

    /// As stored.
    pub fn as_str(self) -> &'static str {
        State::ALL.iter().find(|(state, _)| *state == self).map_or("", |(_, text)| text)
    }

    fn parse(text: &str) -> Option<State> {
        State::ALL.iter().find(|(_, known)| *known == text).map(|(state, _)| *state)
    }
}

/// Part of a payment that goes back to the guest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refund {
    pub property_id: i64,
    /// What it was paid for: a reservation, or a booking beside the rooms.
    pub reservation_id: Uuid,
    /// The version of the reservation that it came with.
    pub version: i64,
    /// From 0: of several payments one part each.
    pub part: i64,
    /// The payment it is taken from.
    pub batch_id: Uuid,
    /// Of the payment.
    pub attempt: i64,
    /// The card that it goes to: the one that paid; `None` where that is not known.
    pub card: Option<ChargedCard>,
    pub state: State,
    /// Minor units, above zero.
    pub amount: i64,
    /// ISO 4217.
    pub currency: String,
    /// How often it came back.
    pub failures: i64,
    /// Why it did the last time, in the gateway's own word.
    pub failure: Option<String>,
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

/// Adds a refund. One that waits is asked for once its payment is taken ([`begin_waiting`]), and never when that is not.
///
/// # Errors
/// When the database fails.
pub async fn begin(conn: &mut Conn, refund: &Refund, now: Timestamp) -> Result<(), StoreError> {
    execute!(
        conn,
        sqlx::query(BEGIN)
            .bind(refund.property_id)
            .bind(refund.reservation_id)
            .bind(refund.version)
            .bind(refund.batch_id)
            .bind(refund.attempt)
            .bind(refund.state.as_str())
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

const TURN: &str = "UPDATE refund SET state = $7, failures = $8, failure = $9, act_at = $10, changed_at = $11
    WHERE property_id = $1 AND reservation_id = $2 AND version = $3 AND part = $4 AND state = $5 AND failures = $6
        AND act_at = $12";

/// Turns a refund from where it was read to how it is `after`; false when it does not stand there any more.
///
/// # Errors
/// When the database fails.
pub async fn turn(conn: &mut Conn, refund: &Refund, after: &Refund, now: Timestamp) -> Result<bool, StoreError> {
    let rows = execute!(
        conn,
        sqlx::query(TURN)
            .bind(refund.property_id)
            .bind(refund.reservation_id)
            .bind(refund.version)
            .bind(refund.part)
            .bind(refund.state.as_str())
            .bind(refund.failures)
            .bind(after.state.as_str())
            .bind(after.failures)
            .bind(&after.failure)
            .bind(to_instant(after.act_at))
            .bind(to_instant(now))
            .bind(to_instant(refund.act_at))
    )?;
    Ok(rows == 1)
}

const DUE: &str =
    "SELECT refund.property_id, reservation_id, version, part, refund.batch_id, refund.attempt, refund.state, refund.amount,
    refund.currency, failures, failure, refund.act_at, card_number, card_brand FROM refund
    LEFT JOIN payment ON payment.property_id = refund.property_id AND payment.batch_id = refund.batch_id
        AND payment.attempt = refund.attempt
    WHERE refund.state IN ('REFUNDING', 'PENDING') AND refund.act_at <= $1 ORDER BY refund.act_at LIMIT $2";

/// Refunds that nobody goes on with, the longest first.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn due(db: &Db, now: Timestamp, limit: i64) -> Result<Vec<Refund>, StoreError> {
    let mut conn = db.read().await?;
    let rows: Vec<Row> = on!(&mut conn, |c| sqlx::query_as(DUE).bind(to_instant(now)).bind(limit).fetch_all(c).await)?;
    rows.into_iter().map(Row::read).collect()
}

const OF: &str =
    "SELECT refund.property_id, reservation_id, version, part, refund.batch_id, refund.attempt, refund.state, refund.amount,
    refund.currency, failures, failure, refund.act_at, card_number, card_brand FROM refund
    LEFT JOIN payment ON payment.property_id = refund.property_id AND payment.batch_id = refund.batch_id
        AND payment.attempt = refund.attempt
    WHERE refund.property_id = $1 AND reservation_id = $2
        AND NOT (refund.state = 'WAITING' AND COALESCE(payment.state, '') IN ('VOIDING', 'VOIDED', 'DECLINED'))
    ORDER BY version, part";

/// Everything that went or goes back of a reservation, or of a booking beside the rooms: change after change. Nothing does
/// of a payment that was never made, and what waits for one may still.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn of(db: &Db, property_id: i64, reservation_id: Uuid) -> Result<Vec<Refund>, StoreError> {
    let mut conn = db.read().await?;
    let rows: Vec<Row> =
        on!(&mut conn, |c| sqlx::query_as(OF).bind(property_id).bind(reservation_id).fetch_all(c).await)?;
    rows.into_iter().map(Row::read).collect()
}

/// What goes or went back with one change of a reservation, by its version after it.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn of_change(
    db: &Db,
    property_id: i64,
    reservation_id: Uuid,
    version: i64,
) -> Result<Vec<Refund>, StoreError> {
    let mut all = of(db, property_id, reservation_id).await?;
    all.retain(|refund| refund.version == version && refund.state != State::Waiting);
    Ok(all)
}

const UNGIVEN: &str = "SELECT refund.amount, refund.currency, refund.state, refund.failure,
    COALESCE(reservation.confirmation_no, booking.confirmation_no, '') AS confirmation_no FROM refund
    LEFT JOIN reservation ON reservation.property_id = refund.property_id
        AND reservation.reservation_id = refund.reservation_id
    LEFT JOIN booking ON booking.property_id = refund.property_id AND booking.booking_id = refund.reservation_id
    WHERE refund.property_id = $1
        AND (refund.state = 'FAILED' OR (refund.state IN ('REFUNDING', 'PENDING') AND refund.created_at <= $2))
    ORDER BY CASE WHEN refund.state = 'FAILED' THEN 0 ELSE 1 END,
        refund.created_at, refund.reservation_id, refund.version, refund.part";

/// A refund for people to look at.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Ungiven {
    /// Of what it was paid for.
    pub confirmation_no: String,
    /// Minor units.
    pub amount: i64,
    /// ISO 4217.
    pub currency: String,
    /// FAILED, REFUNDING for one that is asked for in vain, or PENDING for one that nobody says has arrived.
    pub state: String,
    /// Why it came back.
    pub failure: Option<String>,
}

/// Refunds of a hotel that came back for good, and those that are asked for in vain or on their way and owed since
/// `before`; those that came back first, then the oldest.
///
/// # Errors
/// When the database fails.
pub async fn ungiven(db: &Db, property_id: i64, before: Timestamp) -> Result<Vec<Ungiven>, StoreError> {
    let mut conn = db.read().await?;
    Ok(on!(&mut conn, |c| sqlx::query_as(UNGIVEN).bind(property_id).bind(to_instant(before)).fetch_all(c).await)?)
}

#[derive(sqlx::FromRow)]
struct Row {
    property_id: i64,
    reservation_id: Uuid,
    version: i64,
    part: i64,
    batch_id: Uuid,
    attempt: i64,
    state: String,
    amount: i64,
    currency: String,
    failures: i64,
    failure: Option<String>,
    act_at: DateTime<Utc>,
    card_number: Option<String>,
    card_brand: Option<String>,
}

impl Row {
    fn read(self) -> Result<Refund, StoreError> {
        let state = State::parse(&self.state).ok_or_else(|| StoreError::Corrupt {
            table: "refund",
            column: "state",
            property_id: self.property_id,
            reason: self.state.clone(),
        })?;
        Ok(Refund {
            property_id: self.property_id,
            reservation_id: self.reservation_id,
            version: self.version,
            part: self.part,
            batch_id: self.batch_id,
            attempt: self.attempt,
            card: ChargedCard::read(self.card_number, self.card_brand),
            state,
            amount: self.amount,
            currency: self.currency,
            failures: self.failures,
            failure: self.failure,
            act_at: from_instant(self.act_at),
        })
    }
}
