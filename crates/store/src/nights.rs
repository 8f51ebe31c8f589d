//! What is left of each night: total - sold - held per room type and hotel-local date, of the house and of each group's
//! block on its own.
//!
//! A night is won or lost here and nowhere else: by one guarded update over all nights of a stay and the count of
//! rows that it changed. Reads only feed the boards, which may lag.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use domain::hotel::Code;
use jiff::Timestamp;
use jiff::civil::Date;
use sqlx::QueryBuilder;

use crate::db::{Conn, Db, Retryable, filled_up, on};
use crate::error::StoreError;
use crate::time::{from_day, to_day, to_instant};

/// Nights of one room type: `arrival` inclusive, `departure` exclusive.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    pub room_type_id: Code,
    /// Code of the group whose block it is of; `None` is the house.
    pub group: Option<String>,
    pub arrival: Date,
    pub departure: Date,
    /// How many rooms of the type.
    pub rooms: u16,
}

/// What is left of a room type on one night after a change; negative when a re-import took rooms away that are sold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NightLeft {
    pub room_type_id: Code,
    /// As in [`Span`].
    pub group: Option<String>,
    pub day: Date,
    pub left: i32,
}

/// Why a change of nights did not happen. The transaction it was in must be undone.
#[derive(Debug, thiserror::Error)]
pub enum NightError {
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Not enough rooms left on this night (the first of them).
    #[error("{room_type_id} is gone on {day}")]
    Gone { room_type_id: Code, day: Date },
    /// The door is another booking's on this night (the first of them).
    #[error("room {room_id} is taken on {day}")]
    UnitTaken { room_id: String, day: Date },
    /// Not enough of the add-on left on this day (the first of them).
    #[error("{addon} is gone on {day}")]
    AddonGone { addon: Code, day: Date },
    /// The member has too few points left.
    #[error("the points are gone")]
    PointsGone,
}

impl Retryable for NightError {
    fn store_error(&self) -> Option<&StoreError> {
        match self {
            NightError::Store(error) => Some(error),
            NightError::Gone { .. }
            | NightError::UnitTaken { .. }
            | NightError::AddonGone { .. }
            | NightError::PointsGone => None,
        }
    }
}

/// `group_code` of the house's own rooms.
pub(crate) const HOUSE: &str = "";

/// What is done to the nights of a span.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// A hold is given back.
    Release,
    /// Sold nights of a cancelled stay are free again.
    GiveBack,
    /// Every night is held, or none.
    Take,
    /// A hold becomes a sale; what is left does not change.
    Sell,
}

impl Step {
    /// How many more are held and sold for each room.
    pub(crate) fn moves(self) -> (i64, i64) {
        match self {
            Step::Release => (-1, 0),
            Step::GiveBack => (0, -1),
            Step::Take => (1, 0),
            Step::Sell => (-1, 1),
        }
    }
}

// A hold that is sold leaves as many rooms as before: nobody has to read that night again.
const CHANGE: &str = "UPDATE night SET held = held + $5, sold = sold + $6,
    changed_at = CASE WHEN $5 + $6 = 0 THEN changed_at ELSE $7 END
    WHERE property_id = $1 AND day >= $3 AND day < $4 AND room_type_id = $2 AND group_code = $8
    AND held + $5 >= 0 AND sold + $6 >= 0 AND ($5 + $6 <= 0 OR sold + held + $5 + $6 <= total)
    RETURNING day, total - sold - held";

/// Does a step to every night of the span, or to none; answers what is left of each.
///
/// # Errors
/// [`NightError::Gone`] with the first night that has too few rooms left, or of which so many were not held or sold.
pub async fn change(
    conn: &mut Conn,
    step: Step,
    property_id: i64,
    span: &Span,
    now: Timestamp,
) -> Result<Vec<NightLeft>, NightError> {
    let (held, sold) = step.moves();
    let rooms = i64::from(span.rooms);
    let mut rows: Vec<(NaiveDate, i64)> = on!(conn, |c| sqlx::query_as(CHANGE)
        .bind(property_id)
        .bind(&span.room_type_id)
        .bind(to_day(span.arrival))
        .bind(to_day(span.departure))
        .bind(held * rooms)
        .bind(sold * rooms)
        .bind(to_instant(now))
        .bind(span.group.as_deref().unwrap_or(HOUSE))
        .fetch_all(c)
        .await
        .map_err(StoreError::from))?;
    rows.sort_unstable_by_key(|(day, _)| *day);
    let mut changed = Vec::with_capacity(rows.len());
    let mut day = span.arrival;
    for (row_day, left) in rows {
        if from_day(row_day) != day {
            break;
        }
        let (room_type_id, group) = (span.room_type_id.clone(), span.group.clone());
        changed.push(NightLeft { room_type_id, group, day, left: clamp(left) });
        day = day.tomorrow().unwrap_or(Date::MAX);
    }
    if day < span.departure {
        return Err(NightError::Gone { room_type_id: span.room_type_id.clone(), day });
    }
    Ok(changed)
}

/// A night of a property's room type, of the house (`""`) or of the block of a group's code.
pub(crate) type Night = (i64, String, String, NaiveDate);

/// What several steps together do to a night.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Moves {
    pub held: i64,
    pub sold: i64,
    /// Rooms that are taken, holds that end and sales that are given back: each must be there by itself, whatever the
    /// others do.
    pub taken: i64,
    pub ended: i64,
    pub given_back: i64,
    pub at: Timestamp,
}

impl Moves {
    /// Adds a step to so many rooms.
    pub(crate) fn add(&mut self, step: Step, rooms: u16, at: Timestamp) {
        let (held, sold) = step.moves();
        let rooms = i64::from(rooms);
        self.held += held * rooms;
        self.sold += sold * rooms;
        self.taken += held.max(0) * rooms;
        self.ended += (-held).max(0) * rooms;
        self.given_back += (-sold).max(0) * rooms;
        self.at = self.at.max(at);
    }
}

impl Span {
    /// Its nights, as rows are told apart.
    pub(crate) fn nights(&self, property_id: i64) -> impl Iterator<Item = Night> + use<> {
        let (room, group) = (self.room_type_id.clone(), self.group.as_deref().unwrap_or(HOUSE).to_owned());
        let days = to_day(self.arrival).iter_days().take_while({
            let departure = to_day(self.departure);
            move |day| *day < departure
        });
        days.map(move |day| (property_id, room.clone(), group.clone(), day))
    }
}

/// Moves all nights that have room for it; answers what is left of each that has.
///
/// # Errors
/// When the database fails.
pub(crate) async fn move_all(conn: &mut Conn, nights: &[(Night, Moves)]) -> Result<BTreeMap<Night, i32>, StoreError> {
    let mut left = BTreeMap::new();
    for some in filled_up(nights) {
        let rows: Vec<(i64, String, String, NaiveDate, i64)> = on!(conn, |c| {
            let mut update = QueryBuilder::new(
                "UPDATE night SET held = held + more.column5, sold = sold + more.column6,
                changed_at = CASE WHEN more.column5 + more.column6 = 0 THEN changed_at ELSE more.column7 END
                FROM (",
            );
            update.push_values(some, |mut row, ((property_id, room, group, day), moves)| {
                row.push_bind(*property_id).push_bind(room).push_bind(group).push_bind(*day);
                row.push_bind(moves.held).push_bind(moves.sold).push_bind(to_instant(moves.at));
                row.push_bind(moves.taken).push_bind(moves.ended).push_bind(moves.given_back);
            });
            update.push(
                ") AS more WHERE property_id = more.column1 AND day = more.column4 AND room_type_id = more.column2
                AND group_code = more.column3 AND held >= more.column9 AND sold >= more.column10
                AND (more.column8 = 0 OR sold + held + more.column5 + more.column6 <= total)
                RETURNING property_id, room_type_id, group_code, day, total - sold - held",
            );
            update.build_query_as().fetch_all(c).await
        })?;
        left.extend(
            rows.into_iter()
                .map(|(property_id, room, group, day, rooms)| ((property_id, room, group, day), clamp(rooms))),
        );
    }
    Ok(left)
}

// Also locks the rows, so that nothing is taken of them before they are given away, and no import moves them.
const FREE_OF_BLOCK: &str = "UPDATE night SET changed_at = $4
    WHERE property_id = $1 AND group_code = $2 AND day >= $3 AND total > sold + held
    RETURNING room_type_id, day, total - sold - held";
const REVISION: &str = "SELECT revision FROM property WHERE property_id = $1";
const ADD_ROOMS: &str = "UPDATE night SET total = total + $5, changed_at = $6
    WHERE property_id = $1 AND day = $2 AND room_type_id = $3 AND group_code = $4
    RETURNING room_type_id, group_code, day, total - sold - held";

/// Gives what is free of a group's block, from a day on, to the house, where the block keeps no rooms of a type on a night
/// any more. What is sold or held of it stays in the block, and so does all of it when the hotel was imported after the
/// revision by which that was decided.
///
/// # Errors
/// When the database fails.
pub async fn release_block(
    conn: &mut Conn,
    (property_id, revision): (i64, i64),
    group: &str,
    from: Date,
    is_released: impl Fn(&str, Date) -> bool,
    now: Timestamp,
) -> Result<Vec<NightLeft>, StoreError> {
    let mut free: Vec<(String, NaiveDate, i64)> = on!(conn, |c| sqlx::query_as(FREE_OF_BLOCK)
        .bind(property_id)
        .bind(group)
        .bind(to_day(from))
        .bind(to_instant(now))
        .fetch_all(c)
        .await)?;
    let imported: Option<i64> = on!(conn, |c| sqlx::query_scalar(REVISION).bind(property_id).fetch_optional(c).await)?;
    if imported != Some(revision) {
        return Ok(Vec::new());
    }
    free.retain(|(room_type_id, day, _)| is_released(room_type_id, from_day(*day)));
    free.sort_unstable();
    let mut changed = Vec::with_capacity(2 * free.len());
    for (room_type_id, day, rooms) in &free {
        for (group, more) in [(HOUSE, *rooms), (group, -rooms)] {
            let rows: Vec<(String, String, NaiveDate, i64)> = on!(conn, |c| sqlx::query_as(ADD_ROOMS)
                .bind(property_id)
                .bind(day)
                .bind(room_type_id)
                .bind(group)
                .bind(more)
                .bind(to_instant(now))
                .fetch_all(c)
                .await)?;
            changed.extend(rows.into_iter().map(night_left));
        }
    }
    Ok(changed)
}

/// One row for all nights of a room type: handing over a row costs more than reading a night.
const LEFT: &str = "SELECT room_type_id, group_code,
    STRING_AGG(CAST(day AS TEXT) || ' ' || CAST(total - sold - held AS TEXT), ',' ORDER BY day) FROM night
    WHERE property_id = $1 AND day >= $2 AND day < $3 GROUP BY room_type_id, group_code
    ORDER BY room_type_id, group_code";
/// The day keeps SQLite, which goes by the key, from reading every night that the hotel ever had.
const LEFT_CHANGED: &str = "SELECT room_type_id, group_code, day, total - sold - held FROM night
    WHERE property_id = $1 AND day >= $2 AND changed_at >= $3 ORDER BY day, room_type_id, group_code";

/// What is left from a day on until another (exclusive), by room type and group, then by day.
///
/// # Errors
/// When the database fails or a row cannot be read.
pub async fn left_between(db: &Db, property_id: i64, first: Date, until: Date) -> Result<Vec<NightLeft>, StoreError> {
    let mut conn = db.read().await?;
    let (first, until) = (to_day(first), to_day(until));
    let rows: Vec<(String, String, String)> =
        on!(&mut conn, |c| sqlx::query_as(LEFT).bind(property_id).bind(first).bind(until).fetch_all(c).await)?;
    let mut nights = Vec::new();
    for (room_type_id, group, left) in rows {
        for night in left.split(',') {
            let read = night
                .split_once(' ')
                .and_then(|(day, left)| Some((day.parse::<NaiveDate>().ok()?, left.parse::<i64>().ok()?)));
            let (day, left) = read.ok_or_else(|| StoreError::Corrupt {
                table: "night",
                column: "day",
                property_id,
                reason: format!("expected a day and a number, found {night}"),
            })?;
            nights.push(night_left((room_type_id.clone(), group.clone(), day, left)));
        }
    }
    Ok(nights)
}

/// What changed since an instant (inclusive) of the nights from a day on: how servers on one database follow each other.
///
/// # Errors
/// When the database fails.
pub async fn left_changed_since(
    db: &Db,
    property_id: i64,
    first: Date,
    since: Timestamp,
) -> Result<Vec<NightLeft>, StoreError> {
    let mut conn = db.read().await?;
    let (first, since) = (to_day(first), to_instant(since));
    let rows: Vec<(String, String, NaiveDate, i64)> =
        on!(&mut conn, |c| sqlx::query_as(LEFT_CHANGED).bind(property_id).bind(first).bind(since).fetch_all(c).await)?;
    Ok(rows.into_iter().map(night_left).collect())
}

/// The plus keeps SQLite from walking through every night of every property in the order of their key, only to find each
/// property once.
const CHANGED: &str = "SELECT DISTINCT +property_id FROM night WHERE changed_at >= $1";

/// The properties of which some night changed since an instant (inclusive).
///
/// # Errors
/// When the database fails.
pub async fn changed_since(db: &Db, since: Timestamp) -> Result<Vec<i64>, StoreError> {
    let mut conn = db.read().await?;
    let rows: Vec<(i64,)> = on!(&mut conn, |c| sqlx::query_as(CHANGED).bind(to_instant(since)).fetch_all(c).await)?;
    Ok(rows.into_iter().map(|(property_id,)| property_id).collect())
}

const OVERSOLD: &str = "SELECT room_type_id, group_code, day, total - sold - held FROM night
    WHERE property_id = $1 AND day >= $2 AND sold + held > total ORDER BY day, room_type_id, group_code";

/// Nights from a date on (inclusive) on which more is sold and held than there are rooms, in order of day: each room
/// type on its own, with what is missing as a negative number left.
///
/// # Errors
/// When the database fails.
pub async fn oversold(db: &Db, property_id: i64, first: Date) -> Result<Vec<NightLeft>, StoreError> {
    let mut conn = db.read().await?;
    let rows: Vec<(String, String, NaiveDate, i64)> =
        on!(&mut conn, |c| sqlx::query_as(OVERSOLD).bind(property_id).bind(to_day(first)).fetch_all(c).await)?;
    Ok(rows.into_iter().map(night_left).collect())
}

fn night_left((room_type_id, group, day, left): (String, String, NaiveDate, i64)) -> NightLeft {
    let group = Some(group).filter(|group| !group.is_empty());
    NightLeft { room_type_id, group, day: from_day(day), left: clamp(left) }
}

fn clamp(left: i64) -> i32 {
    left.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// Sums over all nights of a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NightSums {
    pub sold: i64,
    pub held: i64,
    /// Nights on which more is sold and held than there are rooms.
    pub over_capacity: i64,
}

const SUMS: &str = "SELECT CAST(COALESCE(SUM(sold), 0) AS BIGINT), CAST(COALESCE(SUM(held), 0) AS BIGINT),
    CAST(COALESCE(SUM(CASE WHEN sold + held > total THEN 1 ELSE 0 END), 0) AS BIGINT) FROM night WHERE property_id = $1";

/// For the crash test, `portico doctor` and replays: what the nights add up to.
///
/// # Errors
/// When the database fails.
pub async fn sums(db: &Db, property_id: i64) -> Result<NightSums, StoreError> {
    let mut conn = db.read().await?;
    let (sold, held, over_capacity): (i64, i64, i64) =
        on!(&mut conn, |c| sqlx::query_as(SUMS).bind(property_id).fetch_one(c).await)?;
    Ok(NightSums { sold, held, over_capacity })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A brand has millions of nights, and servers ask every second.
    #[tokio::test]
    async fn what_changed_is_found_without_reading_the_rest() {
        let folder = tempfile::tempdir().expect("a folder");
        let db = Db::open(&format!("sqlite:{}", folder.path().join("test.db").display())).await.expect("a database");
        let mut conn = db.read().await.expect("a connection");
        let Conn::Sqlite(conn) = &mut conn else { panic!("SQLite") };
        for (statement, by) in [
            (CHANGED, "USING COVERING INDEX night_changed (changed_at>?)"),
            (LEFT_CHANGED, "USING INDEX sqlite_autoindex_night_1 (property_id=? AND day>?)"),
        ] {
            let plan = sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {statement}"));
            let steps: Vec<(i64, i64, i64, String)> =
                sqlx::query_as(plan).fetch_all(&mut **conn).await.expect("a plan");
            assert!(steps[0].3.contains(by), "{steps:?}");
        }
    }
}
