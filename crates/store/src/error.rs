//! What can go wrong with the database itself. A refusal (a night that is gone) is not an error but an answer.

use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::error::DatabaseError;
use sqlx::sqlite::SqliteError;

/// A failure of the store. None of its texts carries data of a guest.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Neither `sqlite:` nor `postgres://`.
    #[error("a database address begins with sqlite: or postgres://")]
    Address,
    /// The file of a SQLite database is none to open.
    #[error(transparent)]
    File(#[from] mover::file::FileError),
    /// The engine refused.
    #[error("database: {0}")]
    Database(sqlx::Error),
    /// It cannot be reached, or ended the connection, as it does when it is restarted: nothing of a transaction is written
    /// then. A statement without one may have been, so only what can be repeated is written so.
    #[error("the database cannot be reached: {0}")]
    Unreachable(sqlx::Error),
    /// More is asked of the database than it can answer: no connection was free in time.
    #[error("no connection to the database was free in time")]
    Busy,
    /// Its disk is full: nothing is written until there is room again.
    #[error("the disk of the database is full: {0}")]
    Full(Arc<sqlx::Error>),
    /// The tables could not be brought up to date.
    #[error("the database: {}", mover::told(.0))]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// What was written could not be committed, or nobody knows whether it was.
    #[error("commit: {0}")]
    Commit(Arc<sqlx::Error>),
    /// A stored value that cannot be read: the row was changed by hand or by a newer version.
    #[error("{table}.{column} of property {property_id} cannot be read: {reason}")]
    Corrupt { table: &'static str, column: &'static str, property_id: i64, reason: String },
    /// What a file holds was not carried over.
    #[error(transparent)]
    Move(#[from] mover::MoveError),
    /// Two properties would have one code.
    #[error("two hotels would have the code {0}: nothing was moved")]
    CodeTwice(String),
    /// A write that panicked; it was undone.
    #[error("a write failed inside and was undone")]
    Panicked,
    /// The server is shutting down.
    #[error("the database is closed")]
    Closed,
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        match error {
            sqlx::Error::PoolTimedOut => StoreError::Busy,
            error if is_unreachable(&error) => StoreError::Unreachable(error),
            error if is_full(&error) => StoreError::Full(Arc::new(error)),
            error => StoreError::Database(error),
        }
    }
}

impl StoreError {
    /// Why what was written was not committed. Another process may hold the file for long, as an import does: nothing
    /// happened then, and another try helps.
    pub(crate) fn of_commit(error: Arc<sqlx::Error>) -> StoreError {
        match &*error {
            sqlx::Error::PoolTimedOut => StoreError::Busy,
            told if is_busy(told) => StoreError::Busy,
            told if is_full(told) => StoreError::Full(error),
            _ => StoreError::Commit(error),
        }
    }

    /// A serialization failure or deadlock: another try can cure it.
    pub fn is_conflict(&self) -> bool {
        let error = match self {
            StoreError::Database(error) => error,
            StoreError::Commit(error) => error,
            _ => return false,
        };
        matches!(error, sqlx::Error::Database(told) if matches!(told.code().as_deref(), Some("40001" | "40P01")))
    }

    /// Whether nothing else would be written now either.
    pub fn stops_all(&self) -> bool {
        use StoreError::{Busy, Closed, Commit, Full, Unreachable};
        matches!(self, Busy | Closed | Commit(_) | Full(_) | Unreachable(_))
    }

    /// A unique key that stands already.
    pub fn is_duplicate(&self) -> bool {
        matches!(self, StoreError::Database(sqlx::Error::Database(error)) if error.is_unique_violation())
    }
}

/// Whether a server is not there (yet, or any more) or the way to it broke off.
pub(crate) fn is_unreachable(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) => true,
        // It is told to end, crashed, or is just starting; class 08 is the connection itself.
        sqlx::Error::Database(told) => {
            told.code().is_some_and(|code| code.starts_with("08") || matches!(&*code, "57P01" | "57P02" | "57P03"))
        }
        _ => false,
    }
}

/// Whether somebody else holds a file of SQLite.
pub(crate) fn is_busy(error: &sqlx::Error) -> bool {
    const SQLITE_BUSY: i32 = 5;
    is_of_sqlite(error, SQLITE_BUSY)
}

fn is_full(error: &sqlx::Error) -> bool {
    const SQLITE_FULL: i32 = 13;
    const DISK_FULL: &str = "53100";
    let is_of_postgres = || matches!(error, sqlx::Error::Database(told) if told.code().as_deref() == Some(DISK_FULL));
    is_of_sqlite(error, SQLITE_FULL) || is_of_postgres()
}

fn is_of_sqlite(error: &sqlx::Error, kind: i32) -> bool {
    let sqlx::Error::Database(told) = error else { return false };
    // The lower byte is the kind, the rest says more of it.
    told.try_downcast_ref::<SqliteError>()
        .and_then(|told| told.code()?.parse::<i32>().ok())
        .is_some_and(|code| code & 0xff == kind)
}

/// Reads a document of a row. What serde says of one that cannot be read repeats its values, and they may be a guest's:
/// only where it is and of what kind is told.
pub(crate) fn read_document<T: DeserializeOwned>(
    document: serde_json::Value,
    table: &'static str,
    column: &'static str,
    property_id: i64,
) -> Result<T, StoreError> {
    T::deserialize(&document).map_err(|_| {
        let place = serde_path_to_error::deserialize::<_, T>(&document).err().map(|error| error.path().to_string());
        corrupt(place, table, column, property_id)
    })
}

fn corrupt(place: Option<String>, table: &'static str, column: &'static str, property_id: i64) -> StoreError {
    let reason = format!("not what is expected at {}", place.unwrap_or_default());
    StoreError::Corrupt { table, column, property_id, reason }
}

/// The same for a document that is kept as text.
pub(crate) fn read_text<T: DeserializeOwned>(
    text: &str,
    table: &'static str,
    column: &'static str,
    property_id: i64,
) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|_| {
        let again = &mut serde_json::Deserializer::from_str(text);
        let place = serde_path_to_error::deserialize::<_, T>(again).err().map(|error| error.path().to_string());
        corrupt(place, table, column, property_id)
    })
}

/// Writes such a document.
pub(crate) fn document_text<T: Serialize>(document: &T) -> Result<String, StoreError> {
    Ok(serde_json::to_string(document).map_err(|error| sqlx::Error::Encode(error.into()))?)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use sqlx::Connection;
    use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

    use super::*;

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only read")]
    struct Guest {
        names: Vec<u8>,
    }

    // Errors of the store are logged.
    #[test]
    fn a_document_that_cannot_be_read_is_not_repeated() {
        let document = serde_json::json!({"names": [1, "Siobhan"]});
        let error = read_document::<Guest>(document, "batch", "state", 7).expect_err("a name is no number");
        assert_eq!(error.to_string(), "batch.state of property 7 cannot be read: not what is expected at names[1]");
        assert!(!format!("{error:?}").contains("Siobhan"));
    }

    #[tokio::test]
    async fn a_file_that_somebody_else_holds_is_busy_and_not_broken() {
        let folder = tempfile::tempdir().expect("a folder");
        let options = SqliteConnectOptions::new()
            .filename(folder.path().join("test.db"))
            .create_if_missing(true)
            .busy_timeout(std::time::Duration::ZERO);
        let mut holds = SqliteConnection::connect_with(&options).await.expect("a connection");
        let mut waits = SqliteConnection::connect_with(&options).await.expect("a connection");
        let begin = "BEGIN IMMEDIATE";
        sqlx::raw_sql(begin).execute(&mut holds).await.expect("the file");
        let refused = sqlx::raw_sql(begin).execute(&mut waits).await.expect_err("it is held");
        assert!(matches!(StoreError::of_commit(Arc::new(refused)), StoreError::Busy));
    }

    #[tokio::test]
    async fn a_full_disk_is_told_as_one() {
        let mut conn = SqliteConnection::connect("sqlite::memory:").await.expect("a connection");
        // It may not grow, as on a full disk.
        sqlx::raw_sql("CREATE TABLE much (it BLOB); PRAGMA max_page_count = 1").execute(&mut conn).await.expect("it");
        let insert = "INSERT INTO much VALUES (zeroblob(100000))";
        let refused = sqlx::raw_sql(insert).execute(&mut conn).await.expect_err("it is full");
        assert!(matches!(StoreError::from(refused), StoreError::Full(_)));
        let refused = sqlx::raw_sql(insert).execute(&mut conn).await.expect_err("it is full");
        assert!(matches!(StoreError::of_commit(Arc::new(refused)), StoreError::Full(_)));
    }
}
