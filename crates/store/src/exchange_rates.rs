//! Published exchange rates, by day (CUR-08).

use std::collections::BTreeMap;

use chrono::NaiveDate;
use domain::exchange::{DayRates, Rate};
use jiff::civil::Date;
use sqlx::QueryBuilder;
use sqlx::types::Json;

use crate::db::{Conn, Db, on};
use crate::error::StoreError;
use crate::time::{from_day, to_day};

/// Rows of one statement.
const ROWS_AT_ONCE: usize = 400;

/// Stores days in the caller's transaction; a day that is there already is replaced.
///
/// # Errors
/// When the database fails.
pub async fn save(conn: &mut Conn, days: &[DayRates]) -> Result<(), StoreError> {
    for part in days.chunks(ROWS_AT_ONCE) {
        on!(conn, |c| {
            let mut insert = QueryBuilder::new("INSERT INTO exchange_rates (day, per_euro) ");
            insert.push_values(part, |mut row, rates| {
                row.push_bind(to_day(rates.day)).push_bind(Json(&rates.per_euro));
            });
            insert.push(" ON CONFLICT (day) DO UPDATE SET per_euro = excluded.per_euro");
            insert.build().execute(c).await.map(|_| ())
        })?;
    }
    Ok(())
}

const LATEST: &str = "SELECT day, per_euro FROM exchange_rates WHERE day <= $1 ORDER BY day DESC LIMIT $2";

/// The last days with rates, none later than `until`; the latest first, at most `days` of them.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn latest(db: &Db, until: Date, days: i64) -> Result<Vec<DayRates>, StoreError> {
    let mut conn = db.read().await?;
    let rows: Vec<(NaiveDate, Json<BTreeMap<String, Rate>>)> =
        on!(&mut conn, |c| sqlx::query_as(LATEST).bind(to_day(until)).bind(days).fetch_all(c).await)?;
    Ok(rows.into_iter().map(|(day, per_euro)| DayRates { day: from_day(day), per_euro: per_euro.0 }).collect())
}
