//! Doors that guests have chosen: whose a door is in each night. The key of the table keeps two bookings from one door;
//! that a room of its type is left is won in [`nights`](crate::nights), in the same transaction.

use chrono::NaiveDate;
use jiff::civil::Date;
use sqlx::QueryBuilder;
use uuid::Uuid;

use crate::db::{Conn, Db, execute, on};
use crate::error::StoreError;
use crate::nights::NightError;
use crate::time::{from_day, to_day};

/// A door in the nights of a stay: `arrival` inclusive, `departure` exclusive.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnitSpan {
    /// Its number.
    pub room_id: String,
    pub arrival: Date,
    pub departure: Date,
}

impl UnitSpan {
    fn nights(&self) -> impl Iterator<Item = Date> + use<> {
        let departure = self.departure;
        self.arrival.series(jiff::Span::new().days(1)).take_while(move |day| *day < departure)
    }
}

/// Takes a door for a booking in every night of the span, or in none.
///
/// # Errors
/// [`NightError::UnitTaken`] with the first night in which it is another's. The transaction must be undone then.
pub async fn take(conn: &mut Conn, property_id: i64, span: &UnitSpan, batch_id: Uuid) -> Result<(), NightError> {
    let mut taken: Vec<(NaiveDate,)> = on!(conn, |c| {
        let mut insert = QueryBuilder::new("INSERT INTO room_unit_night (property_id, day, room_id, batch_id) ");
        insert.push_values(span.nights(), |mut row, day| {
            row.push_bind(property_id).push_bind(to_day(day)).push_bind(span.room_id.clone()).push_bind(batch_id);
        });
        insert.push(" ON CONFLICT (property_id, day, room_id) DO NOTHING RETURNING day");
        insert.build_query_as().fetch_all(c).await.map_err(StoreError::from)
    })?;
    taken.sort_unstable();
    let mut won = taken.into_iter().map(|(day,)| from_day(day));
    match span.nights().find(|day| won.next() != Some(*day)) {
        None => Ok(()),
        Some(day) => Err(NightError::UnitTaken { room_id: span.room_id.clone(), day }),
    }
}

const RELEASE: &str = "DELETE FROM room_unit_night
    WHERE property_id = $1 AND day >= $3 AND day < $4 AND room_id = $2 AND batch_id = $5";

/// Gives a booking's door back.
///
/// # Errors
/// When the database fails.
pub async fn release(conn: &mut Conn, property_id: i64, span: &UnitSpan, batch_id: Uuid) -> Result<(), StoreError> {
    execute!(
        conn,
        sqlx::query(RELEASE)
            .bind(property_id)
            .bind(&span.room_id)
            .bind(to_day(span.arrival))
            .bind(to_day(span.departure))
            .bind(batch_id)
    )?;
    Ok(())
}

const TAKEN: &str = "SELECT DISTINCT room_id, batch_id FROM room_unit_night
    WHERE property_id = $1 AND day >= $2 AND day < $3 ORDER BY room_id";

/// Doors that are somebody's in some night from `arrival` to before `departure`, and whose.
///
/// # Errors
/// When the database fails.
pub async fn taken(
    db: &Db,
    property_id: i64,
    arrival: Date,
    departure: Date,
) -> Result<Vec<(String, Uuid)>, StoreError> {
    let mut conn = db.read().await?;
    Ok(on!(&mut conn, |c| sqlx::query_as(TAKEN)
        .bind(property_id)
        .bind(to_day(arrival))
        .bind(to_day(departure))
        .fetch_all(c)
        .await)?)
}
