//! The outbox: e-mails that are owed to guests, each written with what causes it and sent afterwards. A row says of
//! which stays, or which activity or event, a mail speaks and in which language; who gets it stands with these alone.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use jiff::Timestamp;
use sqlx::QueryBuilder;
use sqlx::types::Json;
use uuid::Uuid;

use crate::db::{Conn, Db, execute, on, pieces};
use crate::error::StoreError;
use crate::time::{from_instant, to_instant};

/// An e-mail that is to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    pub property_id: i64,
    /// Part of its Message-ID: a mail that goes out twice is seen as one.
    pub mail_id: Uuid,
    /// Of the stays, or the one activity or event, that it tells of as they stand when it goes out.
    pub confirmation_nos: Vec<String>,
    /// That of the page that it comes from; `None` when it was not told.
    pub language: Option<String>,
    /// How often it was tried; from the next multiple of [`MOST_TRIES`] on where it was hurried.
    pub tries: i64,
    pub created_at: Timestamp,
}

/// How a mail ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    Sent,
    GivenUp,
    /// Nobody is to get it any more.
    Needless,
}

impl Ended {
    fn as_str(self) -> &'static str {
        match self {
            Ended::Sent => "SENT",
            Ended::GivenUp => "GIVEN_UP",
            Ended::Needless => "NEEDLESS",
        }
    }
}

/// Puts mails into the outbox, in the caller's transaction.
///
/// # Errors
/// When the database fails.
pub async fn insert(conn: &mut Conn, mails: &[&Mail]) -> Result<(), StoreError> {
    for some in pieces(mails) {
        on!(conn, |c| {
            let mut insert = QueryBuilder::new(
                "INSERT INTO mail (property_id, mail_id, status, confirmation_nos, language, tries, next_try_at,
                created_at) ",
            );
            insert.push_values(some, |mut row, mail| {
                row.push_bind(mail.property_id).push_bind(mail.mail_id).push("'WAITING'");
                row.push_bind(Json(&mail.confirmation_nos)).push_bind(&mail.language).push("0");
                row.push_bind(to_instant(mail.created_at)).push_bind(to_instant(mail.created_at));
            });
            insert.build().execute(c).await.map(|_| ())
        })?;
    }
    Ok(())
}

const DUE: &str = "SELECT property_id, mail_id, confirmation_nos, language, tries, created_at FROM mail
    WHERE status = 'WAITING' AND next_try_at <= $1 ORDER BY next_try_at LIMIT $2";

/// Mails whose time has come, the longest first.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn due(db: &Db, now: Timestamp, limit: i64) -> Result<Vec<Mail>, StoreError> {
    let mut conn = db.read().await?;
    let rows: Vec<Row> = on!(&mut conn, |c| sqlx::query_as(DUE).bind(to_instant(now)).bind(limit).fetch_all(c).await)?;
    Ok(rows.into_iter().map(Row::read).collect())
}

const CLAIM: &str = "UPDATE mail SET tries = tries + 1, next_try_at = $4
    WHERE property_id = $1 AND mail_id = $2 AND status = 'WAITING' AND tries = $3";

/// Takes a mail to be tried now; false when somebody else took it. Whoever takes it and is never heard of again is
/// followed by the next try.
///
/// # Errors
/// When the database fails.
pub async fn claim(conn: &mut Conn, mail: &Mail, next_try_at: Timestamp) -> Result<bool, StoreError> {
    let rows = execute!(
        conn,
        sqlx::query(CLAIM).bind(mail.property_id).bind(mail.mail_id).bind(mail.tries).bind(to_instant(next_try_at))
    )?;
    Ok(rows == 1)
}

/// After so many tries, about three days, nobody waits for the mail any more.
pub const MOST_TRIES: i64 = 16;

// What the old address has used up of them is not the new one's.
const HURRY: &str = "UPDATE mail SET tries = tries - tries % $4 + $4, next_try_at = $3
    WHERE property_id = $1 AND status = 'WAITING' AND CAST(confirmation_nos AS TEXT) LIKE $2";

/// Lets the mails of a number that wait go out now, as they say how things stand then, and answers whether there are any.
/// Whoever has claimed one, and may have read how things stood before, has it no more: it goes out once again.
///
/// # Errors
/// When the database fails.
pub async fn hurry(
    conn: &mut Conn,
    property_id: i64,
    confirmation_no: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let named = named(confirmation_no);
    Ok(execute!(conn, sqlx::query(HURRY).bind(property_id).bind(named).bind(to_instant(now)).bind(MOST_TRIES))? > 0)
}

const OWED: &str = "SELECT COUNT(*) FROM mail WHERE property_id = $1 AND CAST(confirmation_nos AS TEXT) LIKE $2";

/// Whether a mail of a number is or was owed, as long as it is remembered.
///
/// # Errors
/// When the database fails.
pub async fn was_owed(db: &Db, property_id: i64, confirmation_no: &str) -> Result<bool, StoreError> {
    let mut conn = db.read().await?;
    let named = named(confirmation_no);
    let count: i64 = on!(&mut conn, |c| sqlx::query_scalar(OWED).bind(property_id).bind(named).fetch_one(c).await)?;
    Ok(count > 0)
}

/// The pattern of the mails that name a number.
fn named(confirmation_no: &str) -> String {
    format!("%\"{confirmation_no}\"%")
}

const NARROW: &str = "UPDATE mail SET confirmation_nos = $4
    WHERE property_id = $1 AND mail_id = $2 AND status = 'WAITING' AND tries = $3 + 1";

/// Leaves only `confirmation_nos` to a mail that was claimed with this number of tries; false when somebody else has taken
/// it since. In the caller's transaction, which puts what is left to other mails into the outbox.
///
/// # Errors
/// When the database fails.
pub async fn narrow(conn: &mut Conn, claimed: &Mail, confirmation_nos: &[String]) -> Result<bool, StoreError> {
    let Mail { property_id, mail_id, tries, .. } = claimed;
    let rows =
        execute!(conn, sqlx::query(NARROW).bind(property_id).bind(mail_id).bind(tries).bind(Json(confirmation_nos)))?;
    Ok(rows == 1)
}

const END: &str = "UPDATE mail SET status = $4
    WHERE property_id = $1 AND mail_id = $2 AND status = 'WAITING' AND tries = $3 + 1";

/// Takes a mail that was claimed with this number of tries out of the outbox, unless it has to go out once again.
///
/// # Errors
/// When the database fails.
pub async fn end(conn: &mut Conn, claimed: &Mail, ended: Ended) -> Result<(), StoreError> {
    let Mail { property_id, mail_id, tries, .. } = claimed;
    execute!(conn, sqlx::query(END).bind(property_id).bind(mail_id).bind(tries).bind(ended.as_str()))?;
    Ok(())
}

const LATER: &str = "SELECT property_id, mail_id, confirmation_nos, language, tries, created_at FROM mail
    WHERE property_id = $1 AND created_at > $2 AND (status = 'WAITING' OR created_at >= $3)";

/// Whether a later mail tells, in place of this one, that a number of it was given back at `cancelled_at`: it was owed
/// with that or since, or it waits and says how things stand when it goes out. Nothing takes the place of a mail that was
/// itself owed with that or since: of two such each would leave it to the other.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn is_told_later(
    db: &Db,
    mail: &Mail,
    confirmation_no: &str,
    cancelled_at: Timestamp,
) -> Result<bool, StoreError> {
    let (since, cancelled_at) = (to_instant(mail.created_at), to_instant(cancelled_at));
    if since >= cancelled_at {
        return Ok(false);
    }
    let mut conn = db.read().await?;
    let rows: Vec<Row> = on!(&mut conn, |c| {
        sqlx::query_as(LATER).bind(mail.property_id).bind(since).bind(cancelled_at).fetch_all(c).await
    })?;
    Ok(rows.iter().any(|later| later.confirmation_nos.0.iter().any(|number| number == confirmation_no)))
}

const NUMBERS: &str = "SELECT status, confirmation_nos FROM mail
    WHERE property_id = $1 AND created_at >= $2 ORDER BY created_at, mail_id";

/// Numbers of a property whose last mail since an instant was given up.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn given_up(db: &Db, property_id: i64, since: Timestamp) -> Result<Vec<String>, StoreError> {
    let mut conn = db.read().await?;
    let rows: Vec<(String, Json<Vec<String>>)> =
        on!(&mut conn, |c| sqlx::query_as(NUMBERS).bind(property_id).bind(to_instant(since)).fetch_all(c).await)?;
    let mut last = BTreeMap::new();
    for (status, numbers) in rows {
        last.extend(numbers.0.into_iter().map(|number| (number, status == Ended::GivenUp.as_str())));
    }
    Ok(last.into_iter().filter_map(|(number, given_up)| given_up.then_some(number)).collect())
}

const STATUSES: &str = "SELECT status, tries FROM mail WHERE property_id = $1 ORDER BY created_at, mail_id";

/// Status and number of tries of every mail of a property, the oldest first.
///
/// # Errors
/// When the database fails.
pub async fn statuses(db: &Db, property_id: i64) -> Result<Vec<(String, i64)>, StoreError> {
    let mut conn = db.read().await?;
    Ok(on!(&mut conn, |c| sqlx::query_as(STATUSES).bind(property_id).fetch_all(c).await)?)
}

#[derive(sqlx::FromRow)]
struct Row {
    property_id: i64,
    mail_id: Uuid,
    confirmation_nos: Json<Vec<String>>,
    language: Option<String>,
    tries: i64,
    created_at: DateTime<Utc>,
}

impl Row {
    fn read(self) -> Mail {
        Mail {
            property_id: self.property_id,
            mail_id: self.mail_id,
            confirmation_nos: self.confirmation_nos.0,
            language: self.language,
            tries: self.tries,
            created_at: from_instant(self.created_at),
        }
    }
}
