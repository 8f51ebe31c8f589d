//! Who sleeps behind which door, where guests choose theirs: chosen doors by night, and the stays that chose none. The
//! key of the table keeps two bookings from one door; that a room of its type is left is won in
//! [`nights`](crate::nights), in the same transaction.

use chrono::NaiveDate;
use domain::booking::{Batch, Choice, Reservation, Rooms};
use domain::doors::Sleepers;
use domain::hotel::{Hotel, RoomType};
use domain::stay::Stay;
use jiff::civil::Date;
use sqlx::QueryBuilder;
use sqlx::types::Json;
use uuid::Uuid;

use crate::db::{Conn, execute, on};
use crate::error::{StoreError, read_document, read_text};
use crate::nights::{HOUSE, NightError};
use crate::time::{from_day, to_day};

const TURN: &str = "INSERT INTO room_unit_turn (property_id, turns) VALUES ($1, 1)
    ON CONFLICT (property_id) DO UPDATE SET turns = room_unit_turn.turns + 1";

/// Waits for everybody else who changes who sleeps where; until the end of the transaction nobody else does. After the
/// nights: whoever holds this waits for none of them.
///
/// # Errors
/// When the database fails.
pub async fn turn(conn: &mut Conn, property_id: i64) -> Result<(), StoreError> {
    execute!(conn, sqlx::query(TURN).bind(property_id))?;
    Ok(())
}

const OPEN: &str = "INSERT INTO room_unit_open (property_id, room_type_id, arrival, departure, rooms)
    VALUES ($1, $2, $3, $4, $5) ON CONFLICT (property_id, room_type_id, arrival, departure)
    DO UPDATE SET rooms = room_unit_open.rooms + excluded.rooms";

/// Notes a stay, with its door taken for the booking in every night or in none.
///
/// # Errors
/// [`NightError::UnitTaken`] with the first night in which the door is another's. The transaction must be undone then.
pub async fn take(conn: &mut Conn, property_id: i64, rooms: &Rooms, batch_id: Uuid) -> Result<(), NightError> {
    let Some(room_id) = &rooms.unit else { return Ok(change_open(conn, OPEN, property_id, rooms).await?) };
    let mut taken: Vec<(NaiveDate,)> = on!(conn, |c| {
        let mut insert = QueryBuilder::new("INSERT INTO room_unit_night (property_id, day, room_id, batch_id) ");
        insert.push_values(rooms.stay.dates(), |mut row, day| {
            row.push_bind(property_id).push_bind(to_day(day)).push_bind(room_id.clone()).push_bind(batch_id);
        });
        insert.push(" ON CONFLICT (property_id, day, room_id) DO NOTHING RETURNING day");
        insert.build_query_as().fetch_all(c).await.map_err(StoreError::from)
    })?;
    taken.sort_unstable();
    let mut won = taken.into_iter().map(|(day,)| from_day(day));
    match rooms.stay.dates().find(|day| won.next() != Some(*day)) {
        None => Ok(()),
        Some(day) => Err(NightError::UnitTaken { room_id: room_id.clone(), day }),
    }
}

const CLOSE: &str = "UPDATE room_unit_open SET rooms = rooms - $5
    WHERE property_id = $1 AND room_type_id = $2 AND arrival = $3 AND departure = $4 AND rooms >= $5";
const RELEASE: &str = "DELETE FROM room_unit_night
    WHERE property_id = $1 AND day >= $3 AND day < $4 AND room_id = $2 AND batch_id = $5";

/// Strikes a stay out, and gives the booking's door back.
///
/// # Errors
/// When the database fails.
pub async fn release(conn: &mut Conn, property_id: i64, rooms: &Rooms, batch_id: Uuid) -> Result<(), StoreError> {
    let Some(room_id) = &rooms.unit else { return change_open(conn, CLOSE, property_id, rooms).await };
    let (arrival, departure) = (to_day(rooms.stay.arrival()), to_day(rooms.stay.departure()));
    execute!(conn, sqlx::query(RELEASE).bind(property_id).bind(room_id).bind(arrival).bind(departure).bind(batch_id))?;
    Ok(())
}

async fn change_open(
    conn: &mut Conn,
    statement: &'static str,
    property_id: i64,
    rooms: &Rooms,
) -> Result<(), StoreError> {
    let (arrival, departure) = (to_day(rooms.stay.arrival()), to_day(rooms.stay.departure()));
    let count = i64::from(rooms.rooms);
    execute!(
        conn,
        sqlx::query(statement).bind(property_id).bind(&rooms.room_type).bind(arrival).bind(departure).bind(count)
    )?;
    Ok(())
}

const CHOSEN: &str = "SELECT room_id, day FROM room_unit_night WHERE property_id = $1 AND day >= $2";
const STAYS: &str = "SELECT arrival, departure, rooms FROM room_unit_open
    WHERE property_id = $1 AND room_type_id = $2 AND departure > $3 AND rooms > 0";
const TOTALS: &str = "SELECT day, total FROM night
    WHERE property_id = $1 AND day >= $3 AND room_type_id = $2 AND group_code = $4 ORDER BY day";

/// Doors of a room type that were chosen, by night, from a day on.
///
/// # Errors
/// When the database fails.
pub async fn chosen(
    conn: &mut Conn,
    property_id: i64,
    room: &RoomType,
    from: Date,
) -> Result<Vec<(String, Date)>, StoreError> {
    let rows: Vec<(String, NaiveDate)> =
        on!(conn, |c| sqlx::query_as(CHOSEN).bind(property_id).bind(to_day(from)).fetch_all(c).await)?;
    let rows = rows.into_iter().map(|(unit, day)| (unit, from_day(day)));
    Ok(rows.filter(|(unit, _)| room.units.contains(unit)).collect())
}

/// Everybody who sleeps in the house's rooms of a type from a day on; the doors that were chosen are read before.
///
/// # Errors
/// When the database fails.
pub async fn sleepers(
    conn: &mut Conn,
    property_id: i64,
    room: &RoomType,
    chosen: Vec<(String, Date)>,
    from: Date,
) -> Result<Sleepers, StoreError> {
    let stays: Vec<(NaiveDate, NaiveDate, i64)> =
        on!(conn, |c| sqlx::query_as(STAYS).bind(property_id).bind(&room.code).bind(to_day(from)).fetch_all(c).await)?;
    let totals: Vec<(NaiveDate, i64)> = on!(conn, |c| sqlx::query_as(TOTALS)
        .bind(property_id)
        .bind(&room.code)
        .bind(to_day(from))
        .bind(HOUSE)
        .fetch_all(c)
        .await)?;
    let open = stays.into_iter().map(|(arrival, departure, rooms)| {
        let stay = Stay::new(from_day(arrival), from_day(departure)).map_err(|error| StoreError::Corrupt {
            table: "room_unit_open",
            column: "departure",
            property_id,
            reason: error.to_string(),
        })?;
        Ok((stay, u16::try_from(rooms).unwrap_or(u16::MAX)))
    });
    Ok(Sleepers {
        chosen,
        open: open.collect::<Result<_, StoreError>>()?,
        house: totals.into_iter().map(|(day, total)| (from_day(day), total)).collect(),
    })
}

const CLEAR: &str = "DELETE FROM room_unit_open WHERE property_id = $1";
const BOOKED: &str =
    "SELECT detail FROM reservation WHERE property_id = $1 AND status <> 'CANCELLED' AND departure > $2";
const HELD: &str = "SELECT state FROM batch WHERE property_id = $1 AND status = 'OPEN'";

/// Notes the stays without a door anew: a hotel may have begun to let guests choose. What is past by `from` is left out.
///
/// # Errors
/// When the database fails or a booking cannot be read.
pub(crate) async fn recount(conn: &mut Conn, hotel: &Hotel, from: Date) -> Result<(), StoreError> {
    let id = hotel.property_id;
    // A stay that is changed without a night of it being another locks none of them.
    turn(conn, id).await?;
    execute!(conn, sqlx::query(CLEAR).bind(id))?;
    if !hotel.allow_room_unit_booking {
        return Ok(());
    }
    let booked: Vec<(Json<serde_json::Value>,)> =
        on!(conn, |c| sqlx::query_as(BOOKED).bind(id).bind(to_day(from)).fetch_all(c).await)?;
    let held: Vec<(String,)> = on!(conn, |c| sqlx::query_as(HELD).bind(id).fetch_all(c).await)?;
    let mut stays = Vec::new();
    for (detail,) in booked {
        stays.push(read_document::<Reservation>(detail.0, "reservation", "detail", id)?.agreed.held_rooms());
    }
    for (state,) in held {
        let batch = read_text::<Batch>(&state, "batch", "state", id)?;
        // Who changes a stay has the old one's door until the commit.
        if batch.existing.is_none() {
            stays.extend(batch.choices().map(Choice::held_rooms));
        }
    }
    for rooms in stays.iter().filter(|rooms| rooms.unit.is_none() && rooms.group.is_none()) {
        if hotel.with_doors(&rooms.room_type).is_some() {
            change_open(conn, OPEN, id, rooms).await?;
        }
    }
    Ok(())
}
