//! When spaces are taken. The key of the table keeps two bookings from one space in one quarter of an hour; nothing that
//! was read before is relied on, so it holds for any number of servers, on both engines.

use domain::event::Taken;
use sqlx::QueryBuilder;
use uuid::Uuid;

use crate::db::{Conn, Db, Retryable, execute, on};
use crate::error::StoreError;

/// Why a space was not taken.
#[derive(Debug, thiserror::Error)]
pub enum SpaceError {
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Somebody else has it in a part of the time.
    #[error("{space} is taken")]
    Gone { space: String },
}

impl Retryable for SpaceError {
    fn store_error(&self) -> Option<&StoreError> {
        match self {
            SpaceError::Store(error) => Some(error),
            SpaceError::Gone { .. } => None,
        }
    }
}

/// Takes a space in every quarter, or in none.
///
/// # Errors
/// [`SpaceError::Gone`] when one of them is another's. The transaction must be undone then.
pub async fn take(conn: &mut Conn, property_id: i64, booking_id: Uuid, taken: &Taken) -> Result<(), SpaceError> {
    // In order of time, so that two who want the same wait for each other at the first quarter that both want.
    let won = on!(conn, |c| {
        let mut insert = QueryBuilder::new("INSERT INTO space_quarter (property_id, space_code, quarter, booking_id) ");
        insert.push_values(taken.from..taken.until, |mut row, quarter| {
            row.push_bind(property_id).push_bind(taken.space.clone()).push_bind(quarter).push_bind(booking_id);
        });
        insert.push(" ON CONFLICT (property_id, quarter, space_code) DO NOTHING");
        insert.build().execute(c).await.map(|done| done.rows_affected()).map_err(StoreError::from)
    })?;
    match i64::try_from(won) == Ok(taken.until - taken.from) {
        true => Ok(()),
        false => Err(SpaceError::Gone { space: taken.space.clone() }),
    }
}

const RELEASE: &str = "DELETE FROM space_quarter WHERE property_id = $1 AND booking_id = $2";

/// Lets go of everything that a booking has taken.
///
/// # Errors
/// When the database fails.
pub async fn release(conn: &mut Conn, property_id: i64, booking_id: Uuid) -> Result<(), StoreError> {
    execute!(conn, sqlx::query(RELEASE).bind(property_id).bind(booking_id))?;
    Ok(())
}

const LET_GO: &str = "DELETE FROM space_quarter
    WHERE property_id = $1 AND booking_id = $2 AND space_code = $3 AND quarter >= $4 AND quarter < $5";

/// Lets go of a space at a time that a booking has taken.
///
/// # Errors
/// When the database fails.
pub async fn let_go(conn: &mut Conn, property_id: i64, booking_id: Uuid, taken: &Taken) -> Result<(), StoreError> {
    let Taken { space, from, until } = taken;
    execute!(conn, sqlx::query(LET_GO).bind(property_id).bind(booking_id).bind(space).bind(*from).bind(*until))?;
    Ok(())
}

const TAKEN: &str = "SELECT space_code, quarter FROM space_quarter
    WHERE property_id = $1 AND quarter >= $2 AND quarter < $3 AND booking_id <> $4 ORDER BY space_code, quarter";

/// The quarters from one to another (exclusive) in which spaces are taken by others than a booking: space, quarter.
///
/// # Errors
/// When the database fails.
pub async fn taken(
    db: &Db,
    property_id: i64,
    (from, until): (i64, i64),
    but_for: Uuid,
) -> Result<Vec<(String, i64)>, StoreError> {
    let mut conn = db.read().await?;
    Ok(on!(&mut conn, |c| sqlx::query_as(TAKEN)
        .bind(property_id)
        .bind(from)
        .bind(until)
        .bind(but_for)
        .fetch_all(c)
        .await)?)
}

const COUNT: &str = "SELECT CAST(COUNT(*) AS BIGINT) FROM space_quarter WHERE property_id = $1";

/// How many quarters of all spaces are taken (tests, audits).
///
/// # Errors
/// When the database fails.
pub async fn count(db: &Db, property_id: i64) -> Result<i64, StoreError> {
    let mut conn = db.read().await?;
    let (count,): (i64,) = on!(&mut conn, |c| sqlx::query_as(COUNT).bind(property_id).fetch_one(c).await)?;
    Ok(count)
}
