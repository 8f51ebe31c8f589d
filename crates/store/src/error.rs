//! What can go wrong with the database itself. A refusal (a night that is gone) is not an error but an answer.

use std::sync::Arc;

/// A failure of the store. None of its texts carries data of a guest.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Neither `sqlite:` nor `postgres://`.
    #[error("a database address begins with sqlite: or postgres://")]
    Address,
    /// The file of a SQLite database cannot be made.
    #[error("{0}: {1}")]
    File(String, std::io::Error),
    /// The engine refused or could not be reached.
    #[error("database: {0}")]
    Database(sqlx::Error),
    /// More is asked of the database than it can answer: no connection was free in time.
    #[error("no connection to the database was free in time")]
    Busy,
    /// The tables could not be brought up to date.
    #[error("migration: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// A group of writes could not be committed.
    #[error("commit: {0}")]
    Commit(Arc<sqlx::Error>),
    /// A stored value that cannot be read: the row was changed by hand or by a newer version.
    #[error("{table}.{column} of property {property_id} cannot be read: {reason}")]
    Corrupt { table: &'static str, column: &'static str, property_id: i64, reason: String },
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
            error => StoreError::Database(error),
        }
    }
}

impl StoreError {
    /// A serialization failure or deadlock: another try can cure it.
    pub fn is_conflict(&self) -> bool {
        let StoreError::Database(sqlx::Error::Database(error)) = self else { return false };
        matches!(error.code().as_deref(), Some("40001" | "40P01"))
    }

    /// A unique key that stands already.
    pub fn is_duplicate(&self) -> bool {
        matches!(self, StoreError::Database(sqlx::Error::Database(error)) if error.is_unique_violation())
    }
}
