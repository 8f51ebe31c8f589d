//! What a step of a booking writes, all or nothing: its batch, its nights, and once it is made its reservations and mails.
//!
//! Every statement is a trip to the database, so the changes of guests who wait at the same time are written by the same
//! statements ([`together`]). Where one of them cannot be had, all is undone and each is written alone.

use std::collections::{BTreeMap, HashSet};

use jiff::Timestamp;
use serde_json::value::RawValue;

use crate::batches::{self, Key, Stored};
use crate::db::Conn;
use crate::error::StoreError;
use crate::mails::{self, Mail};
use crate::nights::{self, Moves, Night, NightError, NightLeft, Span, Step};
use crate::reservations::{self, Reservation};
use crate::time::from_day;

/// Text of a document. It is made before, so that the one writer of a SQLite file does not spend its time on it.
pub type Document = Box<RawValue>;

/// What a written change answers: what is left of its nights. `None` when its batch was not at the version it was read at
/// any more: nothing is written then.
pub type Outcome = Option<Vec<NightLeft>>;

/// One step of a booking.
#[derive(Debug, Clone)]
pub struct BatchChange {
    /// As it becomes, at the version it was read at; 0 is one of which nothing is written yet.
    pub batch: Stored<Document>,
    /// In order of room type, block and day, so that two transactions never wait for each other in a ring; what is given
    /// back of rooms before what is taken of them.
    pub nights: Vec<(Step, Span)>,
    pub reservations: Vec<Reservation<Document>>,
    /// Owed because of it.
    pub mails: Vec<Mail>,
    pub now: Timestamp,
}

impl BatchChange {
    /// Whether one statement writes it.
    pub(crate) fn is_one_statement(&self) -> bool {
        self.nights.is_empty() && self.reservations.is_empty() && self.mails.is_empty()
    }

    /// Writes all of it, in the caller's transaction.
    ///
    /// # Errors
    /// As [`BatchChange::write_nights`] and [`BatchChange::write_rest`].
    pub(crate) async fn write(&self, conn: &mut Conn) -> Result<Outcome, NightError> {
        if !self.write_batch(conn).await? {
            return Ok(None);
        }
        let left = self.write_nights(conn).await?;
        self.write_rest(conn).await?;
        Ok(Some(left))
    }

    /// Writes the batch; false when it is not at the version it was read at any more. Comes first: of two writers of one
    /// batch the slower one stops before it touches a night.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn write_batch(&self, conn: &mut Conn) -> Result<bool, StoreError> {
        match self.batch.version {
            0 => batches::insert(conn, &self.batch).await,
            _ => batches::update(conn, &self.batch).await,
        }
    }

    /// Gives back and takes its nights; answers what is left of each.
    ///
    /// # Errors
    /// [`NightError::Gone`] with the first night that cannot be had. The transaction must be undone then.
    pub async fn write_nights(&self, conn: &mut Conn) -> Result<Vec<NightLeft>, NightError> {
        let mut left = Vec::new();
        for (step, span) in &self.nights {
            left.extend(nights::change(conn, *step, self.batch.property_id, span, self.now).await?);
        }
        Ok(left)
    }

    /// Adds its reservations and mails.
    ///
    /// # Errors
    /// [`StoreError::is_duplicate`] when a confirmation number stands already; when the database fails.
    pub async fn write_rest(&self, conn: &mut Conn) -> Result<(), StoreError> {
        reservations::insert(conn, &self.reservations.iter().collect::<Vec<_>>()).await?;
        mails::insert(conn, &self.mails.iter().collect::<Vec<_>>()).await
    }

    fn key(&self) -> Key {
        (self.batch.property_id, self.batch.batch_id)
    }

    fn nights_left(&self, left: &BTreeMap<Night, i32>) -> Vec<NightLeft> {
        let of_span = |(_, span): &(Step, Span)| -> Vec<NightLeft> {
            let of_night = |night: Night| {
                let left = *left.get(&night)?;
                let (_, room_type_id, _, day) = night;
                Some(NightLeft { room_type_id, group: span.group.clone(), day: from_day(day), left })
            };
            span.nights(self.batch.property_id).filter_map(of_night).collect()
        };
        self.nights.iter().flat_map(of_span).collect()
    }
}

/// Writes changes with a few statements, in the caller's transaction. `None` when there is a night that cannot be had: the
/// transaction must be undone then.
///
/// Of two changes of one batch the first is written; the other has come too late.
///
/// # Errors
/// When the database fails.
pub(crate) async fn together(conn: &mut Conn, changes: &[&BatchChange]) -> Result<Option<Vec<Outcome>>, StoreError> {
    let mut seen = HashSet::new();
    let mut firsts: Vec<&BatchChange> = changes.iter().copied().filter(|change| seen.insert(change.key())).collect();
    // In order, as far as the database keeps it: servers that write the same batches are not to wait in a ring.
    firsts.sort_unstable_by_key(|change| change.key());
    let batches = firsts.iter().map(|change| &change.batch);
    let (new, known): (Vec<_>, Vec<_>) = batches.partition(|batch| batch.version == 0);
    let mut won: HashSet<Key> = batches::insert_all(conn, &new).await?.into_iter().collect();
    won.extend(batches::update_all(conn, &known).await?);
    let winners: Vec<&BatchChange> = firsts.into_iter().filter(|change| won.contains(&change.key())).collect();

    let wanted: Vec<(Night, Moves)> = moves(&winners).into_iter().collect();
    let left = nights::move_all(conn, &wanted).await?;
    if left.len() < wanted.len() {
        return Ok(None);
    }
    let stays: Vec<_> = winners.iter().flat_map(|change| &change.reservations).collect();
    reservations::insert(conn, &stays).await?;
    let owed: Vec<_> = winners.iter().flat_map(|change| &change.mails).collect();
    mails::insert(conn, &owed).await?;

    // Taken out: the second change of a batch is not answered that it was written.
    let outcome = |change: &&BatchChange| won.remove(&change.key()).then(|| change.nights_left(&left));
    Ok(Some(changes.iter().map(outcome).collect()))
}

/// What all together do to each night, in order of room type, block and day: a night that one gives back and another takes
/// is moved by the difference.
fn moves(changes: &[&BatchChange]) -> BTreeMap<Night, Moves> {
    let mut all: BTreeMap<Night, Moves> = BTreeMap::new();
    for change in changes {
        for (step, span) in &change.nights {
            for night in span.nights(change.batch.property_id) {
                all.entry(night).or_default().add(*step, span.rooms, change.now);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use futures_util::future::join_all;
    use jiff::civil::date;
    use serde_json::value::to_raw_value;
    use test_postgres::TestPostgres;
    use uuid::Uuid;

    use super::*;
    use crate::db::{Db, Durability, execute};

    fn now() -> Timestamp {
        "2026-12-01T09:00:00Z".parse().expect("an instant")
    }

    /// A step of the booking of that number, on the night of December 1.
    fn change(id: u128, step: Step) -> BatchChange {
        let (arrival, departure) = (date(2026, 12, 1), date(2026, 12, 2));
        let span = Span { room_type_id: "KING".into(), group: None, arrival, departure, rooms: 1 };
        BatchChange {
            batch: Stored {
                property_id: 1,
                batch_id: Uuid::from_u128(id),
                status: batches::Status::Open,
                version: 0,
                expires_at: now(),
                state: to_raw_value("state").expect("a document"),
            },
            nights: vec![(step, span)],
            reservations: Vec::new(),
            mails: Vec::new(),
            now: now(),
        }
    }

    /// What is left after these steps together of a night with so many rooms, sold and held.
    async fn left(db: &Db, (total, sold, held): (i64, i64, i64), steps: &'static [Step]) -> Option<i32> {
        const NIGHT: &str =
            "INSERT INTO night (property_id, day, room_type_id, group_code, total, sold, held, changed_at)
            VALUES (1, $1, 'KING', '', $2, $3, $4, $5)";
        db.write(Durability::Soon, move |conn: &mut Conn| {
            Box::pin(async move {
                for clear in ["DELETE FROM night", "DELETE FROM batch"] {
                    execute!(conn, sqlx::query(clear))?;
                }
                let (day, at) = (crate::time::to_day(date(2026, 12, 1)), crate::time::to_instant(now()));
                execute!(conn, sqlx::query(NIGHT).bind(day).bind(total).bind(sold).bind(held).bind(at))?;
                let all: Vec<BatchChange> = (1..).zip(steps).map(|(id, step)| change(id, *step)).collect();
                let outcomes = together(conn, &all.iter().collect::<Vec<_>>()).await?;
                let outcomes = outcomes.map(|all| all.into_iter().map(|one| one.expect("nobody else writes")[0].left));
                Ok::<_, StoreError>(outcomes.map(|mut left| left.next().expect("a night")))
            })
        })
        .await
        .expect("a write")
    }

    async fn are_written_or_not(db: &Db) {
        use Step::{GiveBack, Release, Sell, Take};
        assert_eq!(left(db, (5, 0, 0), &[Take, Take, Take]).await, Some(2));
        assert_eq!(left(db, (5, 1, 2), &[Take, Sell, Release, GiveBack]).await, Some(3));
        assert_eq!(left(db, (2, 0, 0), &[Take, Take, Take]).await, None);
        // What one gives back another may have, but not of a night that is sold beyond its rooms.
        assert_eq!(left(db, (2, 1, 1), &[Release, Take]).await, Some(0));
        assert_eq!(left(db, (1, 1, 1), &[Release, Take]).await, None);
        assert_eq!(left(db, (1, 2, 1), &[Release, GiveBack]).await, Some(0));
        // Nobody ends a hold that another one takes.
        assert_eq!(left(db, (5, 0, 0), &[Release, Take]).await, None);
        assert_eq!(left(db, (5, 0, 1), &[Sell, GiveBack]).await, None);
    }

    #[tokio::test]
    async fn steps_together_are_judged_as_each_would_be() {
        let folder = tempfile::tempdir().expect("a folder");
        let address = format!("sqlite:{}", folder.path().join("test.db").display());
        let server = TestPostgres::start(false).expect("a PostgreSQL server of the test's own");
        let databases = [address, server.database("together").expect("a database")];
        for db in join_all(databases.iter().map(|address| Db::open(address))).await {
            are_written_or_not(&db.expect("a database")).await;
        }
    }
}
