//! Card forms that are open: the table `vault_sessions`.

use jiff::Timestamp;

use crate::db::{Db, on, transaction};
use crate::secret::fingerprint;

/// How long a card form takes cards, in seconds.
pub(crate) const LIFETIME_SECONDS: i64 = 60 * 60;
/// How often one card form may submit.
pub(crate) const MOST_SUBMITS: i64 = 10;
/// How long what is over stays, so that latecomers are told what happened, in seconds.
const KEPT_SECONDS: i64 = 24 * 60 * 60;

/// A card form.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub request_id: String,
    pub property_id: i64,
    pub page_origin: String,
    pub locale: String,
    pub submits: i64,
    pub expires_at: i64,
}

impl Session {
    pub fn is_over(&self, now: Timestamp) -> bool {
        self.expires_at <= now.as_second()
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    request_id: String,
    property_id: i64,
    page_origin: String,
    locale: String,
    submits: i64,
    expires_at: i64,
}

impl From<Row> for Session {
    fn from(row: Row) -> Session {
        let Row { request_id, property_id, page_origin, locale, submits, expires_at } = row;
        Session { request_id, property_id, page_origin, locale, submits, expires_at }
    }
}

const INSERT: &str = "INSERT INTO vault_sessions \
    (request_id, frame_key_hash, session_key_hash, property_id, page_origin, locale, submits, expires_at) \
    VALUES ($1, $2, $3, $4, $5, $6, 0, $7)";

/// Stores a new card form.
pub(crate) async fn insert(db: &Db, session: &Session, frame_key: &str, session_key: &str) -> Result<(), sqlx::Error> {
    on!(db, |c| sqlx::query(INSERT)
        .bind(&session.request_id)
        .bind(fingerprint(frame_key))
        .bind(fingerprint(session_key))
        .bind(session.property_id)
        .bind(&session.page_origin)
        .bind(&session.locale)
        .bind(session.expires_at)
        .execute(c)
        .await
        .map(|_| ()))
}

const DELETE_OLD: &str = "DELETE FROM vault_sessions WHERE expires_at < $1";
const DELETE_UNFETCHED: &str = "DELETE FROM vault_cards WHERE delivered_at IS NULL AND created_at < $1";

/// Clears away what nobody comes back for: forms that ended a day ago, and cards that nobody fetched in a day.
pub(crate) async fn sweep(db: &Db, now: Timestamp) -> Result<(), sqlx::Error> {
    let long_ago = now.as_second() - KEPT_SECONDS;
    transaction!(db, |c| {
        sqlx::query(DELETE_OLD).bind(long_ago).execute(&mut *c).await?;
        sqlx::query(DELETE_UNFETCHED).bind(long_ago).execute(&mut *c).await?;
    });
    Ok(())
}

const COLUMNS_BY_FRAME_KEY: &str = "SELECT request_id, property_id, page_origin, locale, submits, expires_at \
    FROM vault_sessions WHERE frame_key_hash = $1";
const COLUMNS_BY_REQUEST_ID: &str = "SELECT request_id, property_id, page_origin, locale, submits, expires_at \
    FROM vault_sessions WHERE request_id = $1";

/// The card form of a frame key.
pub(crate) async fn by_frame_key(db: &Db, frame_key: &str) -> Result<Option<Session>, sqlx::Error> {
    let key = fingerprint(frame_key);
    let row: Option<Row> = on!(db, |c| sqlx::query_as(COLUMNS_BY_FRAME_KEY).bind(key).fetch_optional(c).await?);
    Ok(row.map(Session::from))
}

/// The card form of a request id.
pub(crate) async fn by_request_id(db: &Db, request_id: &str) -> Result<Option<Session>, sqlx::Error> {
    let row: Option<Row> =
        on!(db, |c| sqlx::query_as(COLUMNS_BY_REQUEST_ID).bind(request_id).fetch_optional(c).await?);
    Ok(row.map(Session::from))
}

const COUNT_SUBMIT: &str = "UPDATE vault_sessions SET submits = submits + 1 \
    WHERE request_id = $1 AND submits < $2 AND expires_at > $3 RETURNING submits";

/// Counts a submit, whatever becomes of it, and answers its number; `None` when there were too many.
pub(crate) async fn count_submit(db: &Db, request_id: &str, now: Timestamp) -> Result<Option<i64>, sqlx::Error> {
    on!(db, |c| sqlx::query_scalar(COUNT_SUBMIT)
        .bind(request_id)
        .bind(MOST_SUBMITS)
        .bind(now.as_second())
        .fetch_optional(c)
        .await)
}
