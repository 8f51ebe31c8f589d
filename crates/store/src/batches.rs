//! Unfinished bookings. `state` is the domain's batch as one JSON document; the columns beside it are what is asked by.

use chrono::{DateTime, Utc};
use jiff::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::QueryBuilder;
use uuid::Uuid;

use crate::db::{Conn, Db, filled_up, on};
use crate::error::{StoreError, document_text, read_text};
use crate::overdue::Pages;
use crate::time::{from_instant, to_instant};

/// Where a batch is in its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Open,
    Committed,
    Expired,
}

impl Status {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Status::Open => "OPEN",
            Status::Committed => "COMMITTED",
            Status::Expired => "EXPIRED",
        }
    }

    pub(crate) fn parse(text: &str) -> Option<Status> {
        [Status::Open, Status::Committed, Status::Expired].into_iter().find(|status| status.as_str() == text)
    }
}

/// A batch as it is stored.
#[derive(Debug, Clone)]
pub struct Stored<S> {
    pub property_id: i64,
    pub batch_id: Uuid,
    pub status: Status,
    pub version: i64,
    pub expires_at: Timestamp,
    pub state: S,
}

/// A batch, as rows are told apart.
pub(crate) type Key = (i64, Uuid);

/// Adds a batch at version 1; false when the id stands already (a repeated creation).
///
/// # Errors
/// When the database fails.
pub async fn insert<S: Serialize + Sync>(conn: &mut Conn, batch: &Stored<S>) -> Result<bool, StoreError> {
    Ok(!insert_all(conn, &[batch]).await?.is_empty())
}

/// Adds batches; answers those whose id did not stand already.
///
/// # Errors
/// When the database fails.
pub(crate) async fn insert_all<S: Serialize + Sync>(
    conn: &mut Conn,
    batches: &[&Stored<S>],
) -> Result<Vec<Key>, StoreError> {
    let mut added = Vec::new();
    for some in filled_up(&with_texts(batches)?) {
        let rows: Vec<Key> = on!(conn, |c| {
            let mut insert =
                QueryBuilder::new("INSERT INTO batch (property_id, batch_id, status, version, expires_at, state) ");
            insert.push_values(some, |mut row, (batch, text)| {
                row.push_bind(batch.property_id).push_bind(batch.batch_id).push("'OPEN'").push("1");
                row.push_bind(to_instant(batch.expires_at)).push_bind(text);
            });
            insert.push(" ON CONFLICT (property_id, batch_id) DO NOTHING RETURNING property_id, batch_id");
            insert.build_query_as().fetch_all(c).await
        })?;
        added.extend(rows);
    }
    Ok(added)
}

/// Replaces a batch that is still at the version it was read at; false when somebody was quicker.
///
/// # Errors
/// When the database fails.
pub async fn update<S: Serialize + Sync>(conn: &mut Conn, batch: &Stored<S>) -> Result<bool, StoreError> {
    Ok(!update_all(conn, &[batch]).await?.is_empty())
}

/// Replaces batches; answers those that were still at the version they were read at.
///
/// # Errors
/// When the database fails.
pub(crate) async fn update_all<S: Serialize + Sync>(
    conn: &mut Conn,
    batches: &[&Stored<S>],
) -> Result<Vec<Key>, StoreError> {
    let mut replaced = Vec::new();
    for some in filled_up(&with_texts(batches)?) {
        let rows: Vec<Key> = on!(conn, |c| {
            let mut update = QueryBuilder::new(
                "UPDATE batch SET status = new.column4, version = version + 1, expires_at = new.column5,
                state = new.column6 FROM (",
            );
            update.push_values(some, |mut row, (batch, text)| {
                row.push_bind(batch.property_id).push_bind(batch.batch_id).push_bind(batch.version);
                row.push_bind(batch.status.as_str()).push_bind(to_instant(batch.expires_at)).push_bind(text);
            });
            update.push(
                ") AS new WHERE property_id = new.column1 AND batch_id = new.column2 AND version = new.column3
                RETURNING property_id, batch_id",
            );
            update.build_query_as().fetch_all(c).await
        })?;
        replaced.extend(rows);
    }
    Ok(replaced)
}

/// Each with the text of its state, written once for all that goes to the database.
fn with_texts<'a, S: Serialize>(batches: &[&'a Stored<S>]) -> Result<Vec<(&'a Stored<S>, String)>, StoreError> {
    batches.iter().map(|batch| Ok((*batch, document_text(&batch.state)?))).collect()
}

const FIND: &str = "SELECT property_id, batch_id, status, version, expires_at, state FROM batch
    WHERE property_id = $1 AND batch_id = $2";

/// One batch.
///
/// # Errors
/// When the database fails or the row cannot be read.
pub async fn find<S: DeserializeOwned>(
    db: &Db,
    property_id: i64,
    batch_id: Uuid,
) -> Result<Option<Stored<S>>, StoreError> {
    let mut conn = db.read().await?;
    let row: Option<Row> =
        on!(&mut conn, |c| sqlx::query_as(FIND).bind(property_id).bind(batch_id).fetch_optional(c).await)?;
    row.map(Row::read).transpose()
}

// A batch is never asked into but here, where a hotel is asked to forget somebody: all of its batches are read.
const NAMING: &str = "SELECT property_id, batch_id, status, version, expires_at, state FROM batch
    WHERE property_id = $1 AND state LIKE $2 ORDER BY batch_id";

/// Batches in which a confirmation number stands by itself: those that its stay was booked or is changed with, those of
/// changes that ran out, and any whose guest has written nothing but the number somewhere.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn naming<S: DeserializeOwned>(
    db: &Db,
    property_id: i64,
    confirmation_no: &str,
) -> Result<Vec<Stored<S>>, StoreError> {
    let mut conn = db.read().await?;
    let named = format!("%\"{confirmation_no}\"%");
    let rows: Vec<Row> = on!(&mut conn, |c| sqlx::query_as(NAMING).bind(property_id).bind(&named).fetch_all(c).await)?;
    rows.into_iter().map(Row::read).collect()
}

const OVERDUE: &str = "SELECT property_id, batch_id, status, version, expires_at, state FROM batch
    WHERE status = 'OPEN' AND expires_at <= $1 ORDER BY expires_at, property_id, batch_id LIMIT $2 OFFSET $3";

/// Open batches whose time is over, the longest first. One that cannot be read is told to the log and keeps no other
/// from being found.
///
/// # Errors
/// When the database fails.
pub async fn overdue<S: DeserializeOwned>(db: &Db, now: Timestamp, limit: i64) -> Result<Vec<Stored<S>>, StoreError> {
    let mut conn = db.read().await?;
    let mut pages = Pages::new(limit);
    loop {
        let rows: Vec<Row> = on!(&mut conn, |c| sqlx::query_as(OVERDUE)
            .bind(to_instant(now))
            .bind(pages.limit)
            .bind(pages.passed)
            .fetch_all(c)
            .await)?;
        if let Some(readable) = pages.readable(rows, Row::read_or_tell) {
            return Ok(readable);
        }
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    property_id: i64,
    batch_id: Uuid,
    status: String,
    version: i64,
    expires_at: DateTime<Utc>,
    state: String,
}

impl Row {
    fn read<S: DeserializeOwned>(self) -> Result<Stored<S>, StoreError> {
        let corrupt =
            |reason| StoreError::Corrupt { table: "batch", column: "status", property_id: self.property_id, reason };
        Ok(Stored {
            property_id: self.property_id,
            batch_id: self.batch_id,
            status: Status::parse(&self.status).ok_or_else(|| corrupt(self.status.clone()))?,
            version: self.version,
            expires_at: from_instant(self.expires_at),
            state: read_text(&self.state, "batch", "state", self.property_id)?,
        })
    }

    fn read_or_tell<S: DeserializeOwned>(self) -> Option<Stored<S>> {
        let (property_id, batch_id) = (self.property_id, self.batch_id);
        let told = |error: &StoreError| tracing::error!(property_id, %batch_id, %error, "a batch cannot be given back");
        self.read().inspect_err(told).ok()
    }
}
