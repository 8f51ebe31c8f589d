//! The values of one column, as sqlx writes its type into SQLite and reads an array of it on PostgreSQL.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::Row;
use sqlx::postgres::{PgArguments, Postgres};
use sqlx::query::Query;
use sqlx::sqlite::SqliteRow;
use uuid::Uuid;

pub(crate) enum Values {
    Number(Vec<Option<i64>>),
    Truth(Vec<Option<bool>>),
    /// Documents too: PostgreSQL is told to read them.
    Text(Vec<Option<String>>),
    Bytes(Vec<Option<Vec<u8>>>),
    Day(Vec<Option<NaiveDate>>),
    Instant(Vec<Option<DateTime<Utc>>>),
    Id(Vec<Option<Uuid>>),
}

/// Runs one body with the values of whichever type they are.
macro_rules! each {
    ($values:expr, |$of:ident| $body:expr) => {
        match $values {
            Values::Number($of) => $body,
            Values::Truth($of) => $body,
            Values::Text($of) => $body,
            Values::Bytes($of) => $body,
            Values::Day($of) => $body,
            Values::Instant($of) => $body,
            Values::Id($of) => $body,
        }
    };
}

impl Values {
    /// None yet, of a type by PostgreSQL's name for it.
    pub(crate) fn of(kind: &str) -> Result<Values, sqlx::Error> {
        Ok(match kind {
            "int8" => Values::Number(Vec::new()),
            "bool" => Values::Truth(Vec::new()),
            "text" | "jsonb" => Values::Text(Vec::new()),
            "bytea" => Values::Bytes(Vec::new()),
            "date" => Values::Day(Vec::new()),
            "timestamptz" => Values::Instant(Vec::new()),
            "uuid" => Values::Id(Vec::new()),
            other => return Err(sqlx::Error::TypeNotFound { type_name: other.to_owned() }),
        })
    }

    /// Takes the value of a row, and answers how long it is, roughly. What SQLite calls the column's type tells nothing.
    pub(crate) fn push(&mut self, row: &SqliteRow, index: usize) -> Result<usize, sqlx::Error> {
        each!(self, |values| values.push(row.try_get_unchecked(index)?));
        Ok(size_of::<Uuid>()
            + match self {
                Values::Text(values) => values.last().and_then(Option::as_ref).map_or(0, String::len),
                Values::Bytes(values) => values.last().and_then(Option::as_ref).map_or(0, Vec::len),
                _ => 0,
            })
    }

    pub(crate) fn bind(self, query: Query<'_, Postgres, PgArguments>) -> Query<'_, Postgres, PgArguments> {
        each!(self, |values| query.bind(values))
    }
}
