//! One board per property in memory: every search is answered from it. Only one that names a booking as its own
//! (`session_id`) has that looked up in the database.
//!
//! A board is made anew when the hotel's files are imported again; what is left of a night is patched in place after
//! each write of this server, and followed from the database for the writes of others. The database stays the
//! authority: a board that lags a second behind only costs a friendly refusal.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{self, Arc, PoisonError, RwLock};

use domain::board::{Board, StockLeft};
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use store::nights::NightLeft;
use store::{Db, StoreError, asked, nights, properties};
use tokio::sync::Mutex;

use crate::calendars::Calendars;
use crate::error::{Code, Problem};
use crate::fragments::Fragments;
use crate::metrics;

/// A property on sale.
pub struct Property {
    pub property_id: i64,
    /// Of the import that it was made from.
    pub revision: i64,
    pub board: Board,
    /// Parts of answers that do not depend on the question.
    pub fragments: Fragments,
    pub calendars: Calendars,
    meanwhile: sync::Mutex<Meanwhile>,
    /// The revision that this one stays for, as it cannot be read.
    unreadable: AtomicI64,
    /// The turns of the board and the day at which no block had anything to release.
    released: sync::Mutex<Option<(u64, Date)>>,
}

/// What this server noted while what is left was being read from the database: what was read may be older.
#[derive(Default)]
struct Meanwhile {
    readers: usize,
    noted: Vec<NightLeft>,
}

impl Property {
    /// A property whose board is made.
    pub fn new(property_id: i64, revision: i64, board: Board) -> Property {
        let fragments = Fragments::of(&board);
        let (calendars, meanwhile, unreadable, released) = Default::default();
        Property { property_id, revision, board, fragments, calendars, meanwhile, unreadable, released }
    }

    /// [`Board::blocks_to_release`] for every second: looked for anew once some night had its last room sold or has a room
    /// again, and on another day. None while a newer revision cannot be read: whatever that says of them counts.
    pub fn blocks_to_release(&self, today: Date) -> Vec<&str> {
        if self.unreadable.load(Ordering::Relaxed) > self.revision {
            return Vec::new();
        }
        let now = (self.board.turns(), today);
        let mut released = self.released.lock().unwrap_or_else(PoisonError::into_inner);
        if *released == Some(now) {
            return Vec::new();
        }
        let due = self.board.blocks_to_release(today);
        *released = due.is_empty().then_some(now);
        due
    }

    /// Notes what is left after a change of this server.
    pub fn patch(&self, nights: &[NightLeft]) {
        let mut meanwhile = self.meanwhile.lock().unwrap_or_else(PoisonError::into_inner);
        self.note(nights);
        if meanwhile.readers > 0 {
            meanwhile.noted.extend_from_slice(nights);
        }
    }

    /// Notes what `read` finds in the database, and once more what this server has changed since it began to look.
    async fn patch_read<E>(&self, read: impl Future<Output = Result<Vec<NightLeft>, E>>) -> Result<(), E> {
        let reading = Reading::begin(&self.meanwhile);
        let found = read.await?;
        let meanwhile = self.meanwhile.lock().unwrap_or_else(PoisonError::into_inner);
        self.note(&found);
        self.note(&meanwhile.noted[reading.since..]);
        drop(meanwhile);
        Ok(())
    }

    /// Notes what is left from a day on until another (exclusive), whenever it was written.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn read_again(&self, db: &Db, first: Date, until: Date) -> Result<(), StoreError> {
        self.patch_read(nights::left_between(db, self.property_id, first, until)).await
    }

    /// Whether it is what there is of a revision: that one, or the last that could be read.
    fn stays_at(&self, revision: i64) -> bool {
        self.revision == revision || self.unreadable.load(Ordering::Relaxed) == revision
    }

    async fn patch_since(&self, db: &Db, since: Timestamp) -> Result<(), StoreError> {
        self.patch_read(nights::left_changed_since(db, self.property_id, self.board.first(), since)).await
    }

    fn note(&self, nights: &[NightLeft]) {
        for night in nights {
            let Some(room) = self.board.room_index(&night.room_type_id) else { continue };
            match &night.group {
                None => self.board.set_left(room, night.day, night.left),
                Some(code) => {
                    if let Some(block) = self.board.block_index(code) {
                        self.board.set_block_left(block, room, night.day, night.left);
                    }
                }
            }
        }
    }
}

/// Somebody reads; also a guest who goes away in the middle has read.
struct Reading<'p> {
    meanwhile: &'p sync::Mutex<Meanwhile>,
    /// Place in what is noted.
    since: usize,
}

impl Reading<'_> {
    fn begin(meanwhile: &sync::Mutex<Meanwhile>) -> Reading<'_> {
        let mut now = meanwhile.lock().unwrap_or_else(PoisonError::into_inner);
        now.readers += 1;
        Reading { meanwhile, since: now.noted.len() }
    }
}

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        let mut now = self.meanwhile.lock().unwrap_or_else(PoisonError::into_inner);
        now.readers -= 1;
        if now.readers == 0 {
            now.noted.clear();
        }
    }
}

/// Seconds in which each property is read once with what was written in the last [`LATE`]: each has a second of its own,
/// so that of ten thousand some thirty are read in one.
const READ_AGAIN_WITHIN: i64 = 300;

/// A write that waited for a connection or for somebody else's lock is committed long after the time written in it.
const LATE: SignedDuration = SignedDuration::from_hours(1);

/// So many properties are read at the same time: enough for some cores, few enough to leave the database to guests.
pub const LOADED_AT_ONCE: usize = 4;

/// Why there is no board of a property.
pub enum NoBoard {
    /// Nor is there the property.
    Gone,
    /// What is stored of it cannot be sold from; the log has said why.
    Unreadable,
    Store(StoreError),
}

impl From<StoreError> for NoBoard {
    fn from(error: StoreError) -> NoBoard {
        NoBoard::Store(error)
    }
}

impl From<NoBoard> for Problem {
    fn from(none: NoBoard) -> Problem {
        match none {
            NoBoard::Gone => Code::PropertyUnknown.into(),
            NoBoard::Unreadable => Code::Internal.into(),
            NoBoard::Store(error) => error.into(),
        }
    }
}

/// All loaded boards.
pub struct Boards {
    loaded: RwLock<HashMap<i64, Arc<Property>>>,
    /// The revisions of those that could not be loaded: whoever asks for one again is told without reading it.
    unreadable: RwLock<HashMap<i64, i64>>,
    /// Held while a property is loaded, so that a rush of guests loads it once; each by its id, so that others are
    /// loaded meanwhile.
    loading: [Mutex<()>; LOADED_AT_ONCE],
    /// When the database was last followed; before the first time, when this server began: whatever is loaded is read
    /// later than that.
    followed: RwLock<Timestamp>,
}

impl Boards {
    /// None yet, of a server that begins now.
    pub fn new(now: Timestamp) -> Boards {
        let (loaded, unreadable, loading) = Default::default();
        Boards { loaded, unreadable, loading, followed: RwLock::new(now) }
    }

    /// A property whose board is in memory.
    pub fn loaded(&self, property_id: i64) -> Option<Arc<Property>> {
        self.loaded.read().unwrap_or_else(PoisonError::into_inner).get(&property_id).cloned()
    }

    /// A property from memory, else it is loaded, once for all who wait for it.
    ///
    /// # Errors
    /// When there is none, the database fails or what it holds cannot be sold from.
    pub async fn load(&self, db: &Db, property_id: i64) -> Result<Arc<Property>, NoBoard> {
        if let Some(known) = self.known(property_id) {
            return known;
        }
        let _once = self.loading[property_id.unsigned_abs() as usize % LOADED_AT_ONCE].lock().await;
        if let Some(known) = self.known(property_id) {
            return known;
        }
        // Asked before it is read: what is imported meanwhile is another one, and read again.
        let Some(revision) = properties::revision(db, property_id).await? else { return Err(NoBoard::Gone) };
        match self.renew(db, property_id).await {
            Err(error @ StoreError::Corrupt { .. }) => {
                tracing::error!(property_id, %error, "a hotel cannot be sold until it is imported again");
                self.unreadable.write().unwrap_or_else(PoisonError::into_inner).insert(property_id, revision);
                Err(NoBoard::Unreadable)
            }
            loaded => loaded?.ok_or(NoBoard::Gone),
        }
    }

    /// What is known of a property without the database.
    pub fn known(&self, property_id: i64) -> Option<Result<Arc<Property>, NoBoard>> {
        let is_unreadable =
            || self.unreadable.read().unwrap_or_else(PoisonError::into_inner).contains_key(&property_id);
        match self.loaded(property_id) {
            Some(property) => Some(Ok(property)),
            None => is_unreadable().then_some(Err(NoBoard::Unreadable)),
        }
    }

    async fn renew(&self, db: &Db, property_id: i64) -> Result<Option<Arc<Property>>, StoreError> {
        let Some(stored) = properties::find(db, property_id).await? else { return Ok(None) };
        let first = stored.rows.iter().map(|row| row.first).min().unwrap_or(Date::MIN);
        let stock = by_room(nights::left_between(db, property_id, first, Date::MAX).await?);
        let revision = stored.revision;
        let hotel = Arc::new(stored.hotel);
        let board = Board::new(hotel, &stored.rows, &stock).map_err(|error| StoreError::Corrupt {
            table: "property",
            column: "content",
            property_id,
            reason: error.to_string(),
        })?;
        let board = match asked::find(db, property_id).await? {
            Some(ledger) => board.remembering(ledger.rows),
            None => board,
        };
        let property = Arc::new(Property::new(property_id, revision, board));
        let mut loaded = self.loaded.write().unwrap_or_else(PoisonError::into_inner);
        loaded.insert(property_id, Arc::clone(&property));
        metrics::boards(loaded.len());
        Ok(Some(property))
    }

    /// Every loaded property.
    pub fn all(&self) -> Vec<Arc<Property>> {
        self.loaded.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// Follows imports and the writes of other servers once; called every second.
    ///
    /// # Errors
    /// When the database fails, with every hotel tried; the next call catches up.
    pub async fn follow(&self, db: &Db, now: Timestamp) -> Result<(), StoreError> {
        let mut missed = None;
        // Of a brand with thousands of hotels only those are read of which something changed.
        let recently = self.looked_back(now);
        let changed: HashSet<i64> = nights::changed_since(db, recently).await?.into_iter().collect();
        for (property_id, _, revision) in properties::revisions(db).await? {
            let Some(property) = self.loaded(property_id) else {
                let mut unreadable = self.unreadable.write().unwrap_or_else(PoisonError::into_inner);
                if unreadable.get(&property_id).is_some_and(|tried| *tried != revision) {
                    unreadable.remove(&property_id);
                }
                continue;
            };
            let turn = self.is_its_turn(property_id, now);
            if property.stays_at(revision) && !turn && !changed.contains(&property_id) {
                continue;
            }
            let since = if turn { recently.min(now - LATE) } else { recently };
            match self.follow_one(db, &property, revision, since).await {
                Ok(()) => {}
                // One hotel that cannot be read must not keep the others behind, and goes on selling as it was: what others
                // sell of it is followed.
                Err(error @ StoreError::Corrupt { .. }) => {
                    tracing::error!(property_id, %error, "keeps its old board");
                    property.unreadable.store(revision, Ordering::Relaxed);
                    missed = property.patch_since(db, since).await.err().or(missed);
                }
                Err(error) => missed = Some(error),
            }
        }
        if let Some(error) = missed {
            return Err(error);
        }
        *self.followed.write().unwrap_or_else(PoisonError::into_inner) = now;
        Ok(())
    }

    /// Notes what is left of the nights that were written since the database was last followed, by whomever.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn catch_up(&self, db: &Db, property: &Property, now: Timestamp) -> Result<(), StoreError> {
        property.patch_since(db, self.looked_back(now)).await
    }

    /// From when on what was written is read. A transaction commits later than the time written in it; half a minute is
    /// longer than nearly all take, and the others are found in the property's turn. After a while without an answer of
    /// the database everything since then is read.
    fn looked_back(&self, now: Timestamp) -> Timestamp {
        self.followed().min(now) - SignedDuration::from_secs(30)
    }

    async fn follow_one(
        &self,
        db: &Db,
        property: &Property,
        revision: i64,
        since: Timestamp,
    ) -> Result<(), StoreError> {
        if property.stays_at(revision) {
            property.patch_since(db, since).await?;
        } else {
            self.renew(db, property.property_id).await?;
        }
        Ok(())
    }

    /// Whether its second has come since the database was last followed.
    fn is_its_turn(&self, property_id: i64, now: Timestamp) -> bool {
        let turn = |at: Timestamp| (at.as_second() - property_id % READ_AGAIN_WITHIN).div_euclid(READ_AGAIN_WITHIN);
        turn(now) > turn(self.followed())
    }

    fn followed(&self) -> Timestamp {
        *self.followed.read().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Nights of each room type in order of day become dense rows.
fn by_room(nights: Vec<NightLeft>) -> Vec<StockLeft> {
    let mut rows: HashMap<(String, Option<String>), StockLeft> = HashMap::new();
    for night in nights {
        let row = rows.entry((night.room_type_id, night.group)).or_insert_with_key(|(room_type, group)| StockLeft {
            room_type: room_type.clone(),
            group: group.clone(),
            first: night.day,
            left: Vec::new(),
        });
        let place = usize::try_from(row.first.until(night.day).map_or(0, |span| span.get_days())).unwrap_or(0);
        row.left.resize(place.max(row.left.len()), 0);
        row.left.push(night.left);
    }
    rows.into_values().collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use jiff::civil::date;

    use super::*;

    pub(crate) fn harbour_house() -> Property {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../demo/harbour-house");
        let files = import::Files::read_dir(folder).expect("the files");
        let bundle = import::bundle(&files, date(2026, 11, 21)).expect("no mistakes");
        let left = |row: &domain::hotel::StockRow| StockLeft {
            room_type: row.room_type.clone(),
            group: row.group.clone(),
            first: row.first,
            left: row.total.iter().map(|total| i32::from(*total)).collect(),
        };
        let stock: Vec<StockLeft> = bundle.stock.iter().map(left).collect();
        let board = Board::new(Arc::new(bundle.hotel), &bundle.nights, &stock).expect("a board");
        Property::new(1, 1, board)
    }

    #[tokio::test]
    async fn what_was_read_before_a_change_does_not_undo_it() {
        let property = harbour_house();
        let (room, night) = (property.board.room_index("TWIN").expect("a room"), date(2027, 2, 8));
        let left = |left| [NightLeft { room_type_id: "TWIN".into(), group: None, day: night, left }];
        let read = property.patch_read(async {
            let found = left(1).to_vec();
            property.patch(&left(0));
            Ok::<_, ()>(found)
        });
        read.await.expect("a read");
        assert_eq!(property.board.left(room, night), 0);
        // What others have changed since is seen all the same.
        property.patch_read(async { Ok::<_, ()>(left(2).to_vec()) }).await.expect("a read");
        assert_eq!(property.board.left(room, night), 2);
    }
}
