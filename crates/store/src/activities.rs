//! How many places are taken of each activity on a day at a time, from when they are held until they are given back. How
//! many there are is what the hotel's files say, and comes with every statement that takes more: a re-import changes no
//! row.

use chrono::NaiveDate;
use domain::activity::times::InstanceId;
use jiff::civil::Date;

use crate::db::{Conn, Db, Retryable, execute, on};
use crate::error::StoreError;
use crate::time::{from_day, to_day};

/// Why places were not taken.
#[derive(Debug, thiserror::Error)]
pub enum PlacesError {
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There are fewer left.
    #[error("too few places of {instance}")]
    Gone { instance: InstanceId },
}

impl Retryable for PlacesError {
    fn store_error(&self) -> Option<&StoreError> {
        match self {
            PlacesError::Store(error) => Some(error),
            PlacesError::Gone { .. } => None,
        }
    }
}

const TAKE: &str = "INSERT INTO activity_time (property_id, day, activity_code, start_minute, taken)
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT (property_id, day, activity_code, start_minute)
    DO UPDATE SET taken = activity_time.taken + excluded.taken WHERE activity_time.taken + excluded.taken <= $6";

/// Takes places, as far as no more than `capacity` are taken then.
///
/// # Errors
/// [`PlacesError::Gone`] when there are fewer left. The transaction must be undone then.
pub async fn take(
    conn: &mut Conn,
    property_id: i64,
    instance: &InstanceId,
    places: u16,
    capacity: u16,
) -> Result<(), PlacesError> {
    let gone = || PlacesError::Gone { instance: instance.clone() };
    // The update is guarded; a first row of an instance is not.
    if places > capacity {
        return Err(gone());
    }
    let rows = execute!(
        conn,
        sqlx::query(TAKE)
            .bind(property_id)
            .bind(to_day(instance.date))
            .bind(&instance.code)
            .bind(i64::from(instance.start_minute))
            .bind(i64::from(places))
            .bind(i64::from(capacity))
    )
    .map_err(StoreError::from)?;
    if rows == 1 { Ok(()) } else { Err(gone()) }
}

const RELEASE: &str = "UPDATE activity_time SET taken = taken - $5
    WHERE property_id = $1 AND day = $2 AND activity_code = $3 AND start_minute = $4";

/// Gives places back.
///
/// # Errors
/// When the database fails; when more are given back than were taken.
pub async fn release(conn: &mut Conn, property_id: i64, instance: &InstanceId, places: u16) -> Result<(), StoreError> {
    execute!(
        conn,
        sqlx::query(RELEASE)
            .bind(property_id)
            .bind(to_day(instance.date))
            .bind(&instance.code)
            .bind(i64::from(instance.start_minute))
            .bind(i64::from(places))
    )?;
    Ok(())
}

const TAKEN: &str = "SELECT activity_code, day, start_minute, taken FROM activity_time
    WHERE property_id = $1 AND day >= $2 AND day <= $3 AND taken > 0 ORDER BY day, start_minute, activity_code";

/// What is taken from one day to another, both inclusive.
///
/// # Errors
/// When the database fails.
pub async fn taken(db: &Db, property_id: i64, from: Date, to: Date) -> Result<Vec<(InstanceId, i64)>, StoreError> {
    let mut conn = db.read().await?;
    let rows: Vec<(String, NaiveDate, i64, i64)> = on!(&mut conn, |c| sqlx::query_as(TAKEN)
        .bind(property_id)
        .bind(to_day(from))
        .bind(to_day(to))
        .fetch_all(c)
        .await)?;
    let instance = |(code, day, start, taken): (String, NaiveDate, i64, i64)| {
        (InstanceId { date: from_day(day), code, start_minute: u16::try_from(start).unwrap_or(u16::MAX) }, taken)
    };
    Ok(rows.into_iter().map(instance).collect())
}
