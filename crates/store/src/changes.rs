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
    let firsts: Vec<&BatchChange> = changes.iter().copied().filter(|change| seen.insert(change.key())).collect();
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
            let (held, sold) = step.moves();
            for night in span.nights(change.batch.property_id) {
                let moves = all.entry(night).or_default();
                moves.held += held * i64::from(span.rooms);
                moves.sold += sold * i64::from(span.rooms);
                moves.at = moves.at.max(change.now);
            }
        }
    }
    all
}
