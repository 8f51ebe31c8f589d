//! What is taken of add-ons on a day. Every one that is held or booked is counted, also of those that the hotel gives
//! without a limit, so that a limit that comes later counts what is taken already.

use chrono::NaiveDate;
use jiff::civil::Date;
use sqlx::QueryBuilder;

use crate::db::{Conn, Db, execute, on};
use crate::error::StoreError;
use crate::nights::NightError;
use crate::time::{from_day, to_day};

/// So many of an add-on on each of some days.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct AddonSpan {
    /// Code of the add-on.
    pub addon: String,
    /// First of the days.
    pub from: Date,
    /// The day after the last of them.
    pub until: Date,
    /// On each day, 1 or more.
    pub quantity: u32,
}

impl AddonSpan {
    fn days(&self) -> impl Iterator<Item = Date> + use<> {
        let until = self.until;
        self.from.series(jiff::Span::new().days(1)).take_while(move |day| *day < until)
    }
}

/// Takes add-ons on every day of the span, or on none. `per_day` is how many there are on a day; `None` is as many as
/// are asked for.
///
/// # Errors
/// [`NightError::AddonGone`] with the first day on which there are too few. The transaction must be undone then.
pub async fn take(conn: &mut Conn, property_id: i64, span: &AddonSpan, per_day: Option<u16>) -> Result<(), NightError> {
    let most = per_day.map_or(i64::MAX, i64::from);
    let quantity = i64::from(span.quantity);
    let gone = |day| NightError::AddonGone { addon: span.addon.clone(), day };
    // The update below is guarded; a first row of a day is not.
    if quantity > most {
        return Err(gone(span.from));
    }
    let mut won: Vec<(NaiveDate,)> = on!(conn, |c| {
        let mut insert = QueryBuilder::new("INSERT INTO addon_day (property_id, day, addon_code, taken) ");
        insert.push_values(span.days(), |mut row, day| {
            row.push_bind(property_id).push_bind(to_day(day)).push_bind(span.addon.clone()).push_bind(quantity);
        });
        insert.push(
            " ON CONFLICT (property_id, day, addon_code) DO UPDATE SET taken = addon_day.taken + excluded.taken
            WHERE addon_day.taken + excluded.taken <= ",
        );
        insert.push_bind(most).push(" RETURNING day");
        insert.build_query_as().fetch_all(c).await.map_err(StoreError::from)
    })?;
    won.sort_unstable();
    let mut won = won.into_iter().map(|(day,)| from_day(day));
    match span.days().find(|day| won.next() != Some(*day)) {
        None => Ok(()),
        Some(day) => Err(gone(day)),
    }
}

const RELEASE: &str = "UPDATE addon_day SET taken = taken - $5
    WHERE property_id = $1 AND day >= $3 AND day < $4 AND addon_code = $2 AND taken >= $5";

/// Gives add-ons back.
///
/// # Errors
/// When the database fails.
pub async fn release(conn: &mut Conn, property_id: i64, span: &AddonSpan) -> Result<(), StoreError> {
    execute!(
        conn,
        sqlx::query(RELEASE)
            .bind(property_id)
            .bind(&span.addon)
            .bind(to_day(span.from))
            .bind(to_day(span.until))
            .bind(i64::from(span.quantity))
    )?;
    Ok(())
}

const TAKEN: &str = "SELECT addon_code, day, taken FROM addon_day
    WHERE property_id = $1 AND day >= $2 AND day <= $3 AND taken > 0 ORDER BY addon_code, day";

/// What is taken from one day to another, both inclusive: code, day, how many.
///
/// # Errors
/// When the database fails.
pub async fn taken(db: &Db, property_id: i64, from: Date, to: Date) -> Result<Vec<(String, Date, i64)>, StoreError> {
    let mut conn = db.read().await?;
    let rows: Vec<(String, NaiveDate, i64)> = on!(&mut conn, |c| sqlx::query_as(TAKEN)
        .bind(property_id)
        .bind(to_day(from))
        .bind(to_day(to))
        .fetch_all(c)
        .await)?;
    Ok(rows.into_iter().map(|(addon, day, taken)| (addon, from_day(day), taken)).collect())
}
