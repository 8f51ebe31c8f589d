//! The way from SQLite to PostgreSQL.

use mover::Carried;

use super::{HOLD_NAMES, MIGRATIONS, Tables, migrate, pool, postgres, postgres_tables, sqlite, sqlite_tables};
use crate::error::StoreError;

const TWICE: &str = "SELECT code FROM property GROUP BY code HAVING COUNT(*) > 1 ORDER BY code LIMIT 1";

/// Carries all that a file of SQLite holds over to PostgreSQL, beside the hotels that are there: it stands once it is
/// committed, and the file stays as it is, brought up to date.
///
/// # Errors
/// When the file is open elsewhere, a property or a code is there already, or a database fails. Nothing stands then.
pub async fn carry_over(from: &str, to: &str) -> Result<Carried, StoreError> {
    let source = mover::hold(sqlite(from)?).await?;
    {
        let mut conn = source.acquire().await?;
        if sqlite_tables(&mut conn).await? != Tables::Current {
            migrate(&mut conn).await?;
        }
    }
    let target = pool(postgres(to)?, 1).await?;
    if postgres_tables(&mut *target.acquire().await?).await? != Tables::Current {
        MIGRATIONS.run(&target).await?;
    }
    let mut transaction = target.begin().await?;
    // As an import holds the code of its hotel: neither sees what the other has not committed yet.
    let codes: Vec<String> = sqlx::query_scalar("SELECT code FROM property").fetch_all(&source).await?;
    sqlx::query(HOLD_NAMES).bind(codes).execute(&mut *transaction).await?;
    let mut carried = mover::carry(source, transaction, &MIGRATIONS).await?;
    let twice: Option<String> = sqlx::query_scalar(TWICE).fetch_optional(carried.target()).await?;
    match twice {
        Some(code) => Err(StoreError::CodeTwice(code)),
        None => Ok(carried),
    }
}
