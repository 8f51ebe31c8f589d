//! Money asked of cards. Every step is written before the gateway is asked for it, and turns a payment only from where
//! it stands: of two who would go on with it, one does.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use domain::booking::ChargedCard;
use jiff::Timestamp;
use sqlx::QueryBuilder;
use uuid::Uuid;

use crate::db::{Conn, Db, execute, on};
use crate::error::StoreError;
use crate::time::{from_instant, to_instant};

/// Where a payment is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// The gateway is asked to set the amount aside or for a page to pay on, or the guest to confirm it; nothing is booked.
    Authorising,
    /// The booking stands; its guest may pay by a link.
    Offered,
    /// The booking stands; the gateway is asked to take what was set aside.
    Capturing,
    /// Taken.
    Captured,
    /// Nothing is booked, or what was is given back; the gateway is asked to give up what it may have set aside.
    Voiding,
    /// Given up.
    Voided,
    /// The bank said no.
    Declined,
}

impl State {
    const ALL: [(State, &str); 7] = [
        (State::Authorising, "AUTHORISING"),
        (State::Offered, "OFFERED"),
        (State::Capturing, "CAPTURING"),
        (State::Captured, "CAPTURED"),
        (State::Voiding, "VOIDING"),
        (State::Voided, "VOIDED"),
        (State::Declined, "DECLINED"),
    ];

    /// As stored.
    pub fn as_str(self) -> &'static str {
        State::ALL.iter().find(|(state, _)| *state == self).map_or("", |(_, text)| text)
    }

    fn parse(text: &str) -> Option<State> {
        State::ALL.iter().find(|(_, known)| *known == text).map(|(state, _)| *state)
    }
}

/// One attempt to pay what a batch owes on the day of booking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payment {
    pub property_id: i64,
    pub batch_id: Uuid,
    /// From 1.
    pub attempt: i64,
    pub state: State,
    /// Minor units, above zero.
    pub amount: i64,
    /// ISO 4217.
    pub currency: String,
    /// What stands for the card at the vault; `None` for a payment by link.
    pub card_token: Option<String>,
    /// The card as its guest knows it; `None` where it is not known, and of a link until that is paid.
    pub card: Option<ChargedCard>,
    /// Until when the link takes money; `None` for a payment by card.
    pub link_until: Option<Timestamp>,
    /// The language that the guest booked in, of a payment by link.
    pub language: Option<String>,
    /// From when on the server goes on with it by itself.
    pub act_at: Timestamp,
}

impl Payment {
    /// The key under which the gateway knows it.
    pub fn key(&self) -> String {
        format!("{}-{}", self.batch_id, self.attempt)
    }

    /// Whether it waits for the guest to pay by a link.
    pub fn is_offered(&self) -> bool {
        self.state == State::Offered
    }

    /// Whether the booking is paid with it: taken, or set aside for it.
    pub fn is_booked(&self) -> bool {
        matches!(self.state, State::Capturing | State::Captured)
    }
}

const BEGIN: &str = "INSERT INTO payment
    (property_id, batch_id, attempt, state, amount, currency, card_token, link_until, language, act_at, created_at,
    changed_at, card_number, card_brand) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $13)
    ON CONFLICT (property_id, batch_id, attempt) DO NOTHING";

/// Adds an attempt; false when it stands already.
///
/// # Errors
/// When the database fails.
pub async fn begin(conn: &mut Conn, payment: &Payment, now: Timestamp) -> Result<bool, StoreError> {
    let rows = execute!(
        conn,
        sqlx::query(BEGIN)
            .bind(payment.property_id)
            .bind(payment.batch_id)
            .bind(payment.attempt)
            .bind(payment.state.as_str())
            .bind(payment.amount)
            .bind(&payment.currency)
            .bind(&payment.card_token)
            .bind(payment.link_until.map(to_instant))
            .bind(&payment.language)
            .bind(to_instant(payment.act_at))
            .bind(to_instant(now))
            .bind(payment.card.as_ref().map(|card| &card.masked_number))
            .bind(payment.card.as_ref().map(|card| &card.brand))
    )?;
    Ok(rows == 1)
}

const PAID_WITH: &str = "UPDATE payment SET card_number = $4, card_brand = $5
    WHERE property_id = $1 AND batch_id = $2 AND attempt = $3";

/// Keeps the card that a link was paid with.
///
/// # Errors
/// When the database fails.
pub async fn paid_with(conn: &mut Conn, payment: &Payment, card: &ChargedCard) -> Result<(), StoreError> {
    execute!(
        conn,
        sqlx::query(PAID_WITH)
            .bind(payment.property_id)
            .bind(payment.batch_id)
            .bind(payment.attempt)
            .bind(&card.masked_number)
            .bind(&card.brand)
    )?;
    Ok(())
}

const TURN: &str = "UPDATE payment SET state = $5, act_at = $6, changed_at = $7
    WHERE property_id = $1 AND batch_id = $2 AND attempt = $3 AND state = $4";

/// Turns a payment from the state it was read in to another; false when it does not stand there any more.
///
/// # Errors
/// When the database fails; [`StoreError::is_duplicate`] when another attempt has paid for the batch.
pub async fn turn(
    conn: &mut Conn,
    payment: &Payment,
    to: State,
    act_at: Timestamp,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let rows = execute!(
        conn,
        sqlx::query(TURN)
            .bind(payment.property_id)
            .bind(payment.batch_id)
            .bind(payment.attempt)
            .bind(payment.state.as_str())
            .bind(to.as_str())
            .bind(to_instant(act_at))
            .bind(to_instant(now))
    )?;
    Ok(rows == 1)
}

const LAST: &str = "SELECT property_id, batch_id, attempt, state, amount, currency, card_token, link_until, language,
    act_at, card_number, card_brand FROM payment
    WHERE property_id = $1 AND batch_id = $2 ORDER BY attempt DESC LIMIT 1";

/// The last attempt for a batch.
///
/// # Errors
/// When the database fails or the row cannot be read.
pub async fn last(db: &Db, property_id: i64, batch_id: Uuid) -> Result<Option<Payment>, StoreError> {
    let mut conn = db.read().await?;
    let row: Option<Row> =
        on!(&mut conn, |c| sqlx::query_as(LAST).bind(property_id).bind(batch_id).fetch_optional(c).await)?;
    row.map(Row::read).transpose()
}

const OF_BOOKING: &str =
    "SELECT property_id, batch_id, attempt, state, amount, currency, card_token, link_until, language,
    act_at, card_number, card_brand FROM payment
    WHERE property_id = $1 AND batch_id = $2 AND state IN ('OFFERED', 'CAPTURING', 'CAPTURED')";

/// The attempt that a batch was booked with: taken, being taken, or offered to its guest. There is one at most.
///
/// # Errors
/// When the database fails or the row cannot be read.
pub async fn of_booking(db: &Db, property_id: i64, batch_id: Uuid) -> Result<Option<Payment>, StoreError> {
    let mut conn = db.read().await?;
    let row: Option<Row> =
        on!(&mut conn, |c| sqlx::query_as(OF_BOOKING).bind(property_id).bind(batch_id).fetch_optional(c).await)?;
    row.map(Row::read).transpose()
}

const ONE: &str = "SELECT property_id, batch_id, attempt, state, amount, currency, card_token, link_until, language,
    act_at, card_number, card_brand FROM payment WHERE property_id = $1 AND batch_id = $2 AND attempt = $3";

/// One attempt.
///
/// # Errors
/// When the database fails or the row cannot be read.
pub async fn find(db: &Db, property_id: i64, batch_id: Uuid, attempt: i64) -> Result<Option<Payment>, StoreError> {
    let mut conn = db.read().await?;
    let row: Option<Row> =
        on!(&mut conn, |c| sqlx::query_as(ONE).bind(property_id).bind(batch_id).bind(attempt).fetch_optional(c).await)?;
    row.map(Row::read).transpose()
}

const STATE: &str = "SELECT state FROM payment WHERE property_id = $1 AND batch_id = $2 AND attempt = $3";

/// Where a payment stands by now, within a transaction.
///
/// # Errors
/// When the database fails, or there is no such payment.
pub async fn state(conn: &mut Conn, payment: &Payment) -> Result<State, StoreError> {
    let Payment { property_id, batch_id, attempt, .. } = *payment;
    let (state,): (String,) =
        on!(conn, |c| sqlx::query_as(STATE).bind(property_id).bind(batch_id).bind(attempt).fetch_one(c).await)?;
    read_state(&state, property_id)
}

const DUE: &str = "SELECT property_id, batch_id, attempt, state, amount, currency, card_token, link_until, language,
    act_at, card_number, card_brand FROM payment
    WHERE state IN ('AUTHORISING', 'OFFERED', 'CAPTURING', 'VOIDING') AND act_at <= $1 ORDER BY act_at LIMIT $2";

/// Payments that nobody goes on with, the longest first.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn due(db: &Db, now: Timestamp, limit: i64) -> Result<Vec<Payment>, StoreError> {
    let mut conn = db.read().await?;
    let rows: Vec<Row> = on!(&mut conn, |c| sqlx::query_as(DUE).bind(to_instant(now)).bind(limit).fetch_all(c).await)?;
    rows.into_iter().map(Row::read).collect()
}

// A link may be paid until its time is over.
const UNENDED: &str =
    "SELECT property_id, batch_id, attempt, state, amount, currency, card_token, link_until, language,
    act_at, card_number, card_brand, COALESCE(
        (SELECT MIN(reservation.confirmation_no) FROM reservation
            WHERE reservation.property_id = payment.property_id AND reservation.batch_id = payment.batch_id),
        (SELECT booking.confirmation_no FROM booking
            WHERE booking.property_id = payment.property_id AND booking.booking_id = payment.batch_id),
        '') AS confirmation_no FROM payment
    WHERE property_id = $1 AND state IN ('OFFERED', 'CAPTURING', 'VOIDING') AND COALESCE(link_until, created_at) <= $2
    ORDER BY created_at, batch_id, attempt";

/// Payments of a hotel that the gateway is asked in vain to take, to give up, or whether they were paid, since `before`; the
/// oldest first, with the number of what was booked. No number for one of the change of a stay or of what is not booked.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn unended(db: &Db, property_id: i64, before: Timestamp) -> Result<Vec<(Payment, String)>, StoreError> {
    let mut conn = db.read().await?;
    let rows: Vec<Unended> =
        on!(&mut conn, |c| sqlx::query_as(UNENDED).bind(property_id).bind(to_instant(before)).fetch_all(c).await)?;
    rows.into_iter().map(|row| Ok((row.payment.read()?, row.confirmation_no))).collect()
}

#[derive(sqlx::FromRow)]
struct Unended {
    #[sqlx(flatten)]
    payment: Row,
    confirmation_no: String,
}

const ALL: &str = "SELECT property_id, batch_id, attempt, state, amount, currency, card_token, link_until, language,
    act_at, card_number, card_brand FROM payment
    WHERE property_id = $1 ORDER BY batch_id, attempt";

/// Every payment of a property: what reservations must add up to (crash test, audits).
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn all(db: &Db, property_id: i64) -> Result<Vec<Payment>, StoreError> {
    let mut conn = db.read().await?;
    let rows: Vec<Row> = on!(&mut conn, |c| sqlx::query_as(ALL).bind(property_id).fetch_all(c).await)?;
    rows.into_iter().map(Row::read).collect()
}

/// Which of these batches are paid for: what they owe is taken, or being taken.
///
/// # Errors
/// When the database fails.
pub async fn booked(db: &Db, property_id: i64, batches: &[Uuid]) -> Result<HashSet<Uuid>, StoreError> {
    if batches.is_empty() {
        return Ok(HashSet::new());
    }
    let mut conn = db.read().await?;
    let paid: Vec<Uuid> = on!(&mut conn, |c| {
        let mut select = QueryBuilder::new(
            "SELECT batch_id FROM payment WHERE state IN ('CAPTURING', 'CAPTURED') AND property_id = ",
        );
        select.push_bind(property_id).push(" AND batch_id IN (");
        let mut list = select.separated(", ");
        for batch in batches {
            list.push_bind(*batch);
        }
        select.push(")");
        select.build_query_scalar().fetch_all(c).await
    })?;
    Ok(paid.into_iter().collect())
}

fn read_state(text: &str, property_id: i64) -> Result<State, StoreError> {
    State::parse(text).ok_or_else(|| StoreError::Corrupt {
        table: "payment",
        column: "state",
        property_id,
        reason: text.to_owned(),
    })
}

#[derive(sqlx::FromRow)]
struct Row {
    property_id: i64,
    batch_id: Uuid,
    attempt: i64,
    state: String,
    amount: i64,
    currency: String,
    card_token: Option<String>,
    link_until: Option<DateTime<Utc>>,
    language: Option<String>,
    act_at: DateTime<Utc>,
    card_number: Option<String>,
    card_brand: Option<String>,
}

impl Row {
    fn read(self) -> Result<Payment, StoreError> {
        Ok(Payment {
            property_id: self.property_id,
            batch_id: self.batch_id,
            attempt: self.attempt,
            state: read_state(&self.state, self.property_id)?,
            amount: self.amount,
            currency: self.currency,
            card_token: self.card_token,
            card: ChargedCard::read(self.card_number, self.card_brand),
            link_until: self.link_until.map(from_instant),
            language: self.language,
            act_at: from_instant(self.act_at),
        })
    }
}
