//! Batches between two calls: read, decided upon by the domain, written with their nights in one transaction.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use domain::booking::{Batch, Refusal, Reservation, Rooms, SetRate, Status as BatchStatus};
use domain::offer::Held;
use jiff::Timestamp;
use store::batches::{self, Status, Stored};
use store::nights::{self, NightLeft, Span};
use store::{Conn, Durability, StoreError, reservations};
use uuid::Uuid;

use crate::app::App;
use crate::boards::Property;
use crate::error::{Answer, Code, Problem, WriteError};
use crate::secret::Opens;

/// Open batches as they were last written by this server. An entry may be stale (another server wrote): the version
/// that every update names finds that out.
#[derive(Default)]
pub struct Batches {
    last: Mutex<HashMap<Uuid, Arc<Stored<Batch>>>>,
}

/// More are forgotten all at once and read from the database again when wanted.
const REMEMBERED: usize = 4096;

/// How often a change is tried anew when somebody else changed the batch in between.
const TRIES: usize = 8;

/// What a decision does to the database.
pub struct Change {
    pub batch: Batch,
    pub release: Vec<Rooms>,
    pub take: Vec<Rooms>,
    pub sell: Vec<Rooms>,
    pub reservations: Vec<Reservation>,
}

impl Change {
    /// Only the batch itself.
    pub fn of(batch: Batch) -> Change {
        Change { batch, release: Vec::new(), take: Vec::new(), sell: Vec::new(), reservations: Vec::new() }
    }
}

impl From<SetRate> for Change {
    fn from(set: SetRate) -> Change {
        Change {
            release: set.release.into_iter().collect(),
            take: set.take.into_iter().collect(),
            ..Change::of(set.batch)
        }
    }
}

/// A new batch id. Its last four bits are zero: they count the sessions.
pub fn batch_id(random: Uuid) -> Uuid {
    Uuid::from_u128(random.as_u128() & !0xf)
}

/// Ids of `count` (1 to 15) sessions of a batch.
pub fn session_ids(batch_id: Uuid, count: u16) -> Vec<Uuid> {
    (1..=u128::from(count)).map(|number| Uuid::from_u128(batch_id.as_u128() | number)).collect()
}

/// The batch that a session id belongs to.
pub fn batch_of(session_id: Uuid) -> Uuid {
    batch_id(session_id)
}

impl Batches {
    fn remember(&self, batch: Stored<Batch>) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.len() >= REMEMBERED {
            last.clear();
        }
        last.insert(batch.batch_id, Arc::new(batch));
    }

    fn forget(&self, batch_id: Uuid) {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).remove(&batch_id);
    }

    fn remembered(&self, property_id: i64, batch_id: Uuid) -> Option<Arc<Stored<Batch>>> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.get(&batch_id).filter(|batch| batch.property_id == property_id).cloned()
    }

    /// A batch, perhaps as this server last wrote it. `fresh` reads the database.
    ///
    /// # Errors
    /// 404 when there is none, 410 when its time was over and its rooms are given back.
    pub async fn read(&self, app: &App, property_id: i64, batch_id: Uuid, fresh: bool) -> Answer<Arc<Stored<Batch>>> {
        if let Some(batch) = self.remembered(property_id, batch_id).filter(|_| !fresh) {
            return Ok(batch);
        }
        let batch = batches::find::<Batch>(&app.db, property_id, batch_id).await?.ok_or(Code::BatchUnknown)?;
        if batch.status == Status::Expired {
            return Err(Code::BatchExpired.into());
        }
        Ok(Arc::new(batch))
    }

    /// What a session holds, so that its own rooms count as free for it; nothing when it is not known.
    pub async fn held_by(&self, app: &App, property_id: i64, session_id: &str) -> Vec<Held> {
        let Ok(session_id) = session_id.parse::<Uuid>() else { return Vec::new() };
        let Ok(property) = app.property(property_id).await else { return Vec::new() };
        match self.read(app, property_id, batch_of(session_id), true).await {
            Ok(batch) if !batch.state.is_expired(app.clock.now()) => batch.state.held_by(session_id, &property.board),
            _ => Vec::new(),
        }
    }

    /// Adds a new batch; false when the same was added before.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn add(&self, app: &App, batch: Batch) -> Answer<bool> {
        let stored = Stored {
            property_id: batch.property_id,
            batch_id: batch.batch_id,
            status: Status::Open,
            version: 1,
            expires_at: batch.expires_at,
            state: batch,
        };
        let row = Arc::new(stored.clone());
        let added = app
            .db
            .write::<bool, StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
                let row = Arc::clone(&row);
                Box::pin(async move {
                    batches::insert(conn, row.property_id, row.batch_id, row.expires_at, &row.state).await
                })
            })
            .await?;
        if added {
            self.remember(stored);
        }
        Ok(added)
    }

    /// Decides upon a batch and writes what was decided, all or nothing. `decide` is asked again when somebody else
    /// changed the batch meanwhile; `None` from it changes nothing.
    ///
    /// # Errors
    /// What `decide` refuses; 409 when a night is gone; when the database fails.
    pub async fn change(
        &self,
        app: &App,
        property: &Property,
        batch_id: Uuid,
        durability: Durability,
        mut decide: impl FnMut(&Batch) -> Answer<Option<Change>>,
    ) -> Answer<Arc<Stored<Batch>>> {
        for tried in 0..TRIES {
            let before = self.read(app, property.property_id, batch_id, tried > 0).await?;
            let change = match decide(&before.state) {
                Ok(Some(change)) => change,
                Ok(None) => return Ok(before),
                // What this server remembers may be old: nobody is refused because of that.
                Err(_) if tried == 0 => continue,
                Err(problem) => return Err(problem),
            };
            let after = Arc::new(Stored {
                status: if matches!(change.batch.status, BatchStatus::Open) { Status::Open } else { Status::Committed },
                expires_at: change.batch.expires_at,
                state: change.batch,
                ..Stored::clone(&before)
            });
            let steps = Arc::new(Steps {
                batch: Arc::clone(&after),
                nights: night_steps(&change.release, &change.take, &change.sell),
                reservations: change.reservations,
                now: app.clock.now(),
            });
            let written = app
                .db
                .write::<Option<Vec<NightLeft>>, WriteError, _>(durability, move |conn: &mut Conn| {
                    let steps = Arc::clone(&steps);
                    Box::pin(async move { steps.write(conn).await })
                })
                .await?;
            match written {
                Some(nights) => {
                    property.patch(&nights);
                    let next = Stored { version: after.version + 1, ..Stored::clone(&after) };
                    if next.status == Status::Open {
                        self.remember(next.clone());
                    } else {
                        self.forget(batch_id);
                    }
                    return Ok(Arc::new(next));
                }
                None => self.forget(batch_id),
            }
        }
        Err(Code::Busy.into())
    }

    /// Gives back the rooms of every batch whose time is over; answers how many batches there were.
    ///
    /// # Errors
    /// When the database fails; the next call goes on.
    pub async fn expire(&self, app: &App) -> Answer<usize> {
        let now = app.clock.now();
        let overdue = batches::overdue::<Batch>(&app.db, now, 500).await?;
        let count = overdue.len();
        // All at once: on SQLite they share a few syncs of the disk instead of waiting for one each.
        futures_util::future::join_all(overdue.into_iter().map(|batch| self.give_back(app, batch, now))).await;
        Ok(count)
    }

    async fn give_back(&self, app: &App, batch: Stored<Batch>, now: Timestamp) {
        self.forget(batch.batch_id);
        let release: Vec<Rooms> = batch
            .state
            .choices()
            .map(|choice| Rooms { room_type: choice.room_type.clone(), stay: choice.stay, rooms: choice.rooms })
            .collect();
        let property_id = batch.property_id;
        let steps = Arc::new(Steps {
            nights: night_steps(&release, &[], &[]),
            batch: Arc::new(Stored { status: Status::Expired, ..batch }),
            reservations: Vec::new(),
            now,
        });
        let freed = app
            .db
            .write::<Option<Vec<NightLeft>>, WriteError, _>(Durability::Soon, move |conn: &mut Conn| {
                let steps = Arc::clone(&steps);
                Box::pin(async move { steps.write(conn).await })
            })
            .await;
        match (freed, app.boards.loaded(property_id)) {
            (Ok(Some(nights)), Some(property)) => property.patch(&nights),
            (Ok(_), _) => {}
            // One batch whose nights do not add up must not keep the others from being given back.
            (Err(error), _) => tracing::error!(property_id, ?error, "the rooms of a batch could not be given back"),
        }
    }
}

/// One transaction.
struct Steps {
    batch: Arc<Stored<Batch>>,
    nights: Vec<(Step, Span)>,
    reservations: Vec<Reservation>,
    now: Timestamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Release,
    Take,
    Sell,
}

/// In order of room type and day, so that two transactions never wait for each other in a ring; what is released of a
/// room type before what is taken of it.
fn night_steps(release: &[Rooms], take: &[Rooms], sell: &[Rooms]) -> Vec<(Step, Span)> {
    let of = |step: Step, rooms: &[Rooms]| -> Vec<(Step, Span)> {
        rooms
            .iter()
            .map(|rooms| {
                let span = Span {
                    room_type_id: rooms.room_type.clone(),
                    arrival: rooms.stay.arrival(),
                    departure: rooms.stay.departure(),
                    rooms: rooms.rooms,
                };
                (step, span)
            })
            .collect()
    };
    let mut steps = [of(Step::Release, release), of(Step::Take, take), of(Step::Sell, sell)].concat();
    steps.sort_by(|(a, x), (b, y)| (&x.room_type_id, a, x.arrival).cmp(&(&y.room_type_id, b, y.arrival)));
    steps
}

impl Steps {
    /// `None` when the batch is not at the version it was read at any more: nothing is written then.
    async fn write(&self, conn: &mut Conn) -> Result<Option<Vec<NightLeft>>, WriteError> {
        let property_id = self.batch.property_id;
        // First, so that of two writers of one batch the slower one stops before it touches a night.
        if !batches::update(conn, &self.batch).await? {
            return Ok(None);
        }
        let mut changed = Vec::new();
        for (step, span) in &self.nights {
            let nights = match step {
                Step::Release => nights::release(conn, property_id, span, self.now).await?,
                Step::Take => nights::hold(conn, property_id, span, self.now).await?,
                Step::Sell => nights::sell_held(conn, property_id, span, self.now).await?,
            };
            changed.extend(nights);
        }
        for reservation in &self.reservations {
            reservations::insert(conn, &stored(reservation, self.now)).await?;
        }
        Ok(Some(changed))
    }
}

fn stored(reservation: &Reservation, now: Timestamp) -> reservations::Reservation<Reservation> {
    reservations::Reservation {
        property_id: reservation.property_id,
        reservation_id: reservation.reservation_id,
        confirmation_no: reservation.confirmation_no.clone(),
        batch_id: reservation.batch_id,
        status: reservations::Status::Hold,
        room_type_id: reservation.agreed.room_type.clone(),
        arrival: reservation.agreed.stay.arrival(),
        departure: reservation.agreed.stay.departure(),
        currency: reservation.agreed.currency.clone(),
        total: reservation.agreed.total(),
        created_at: now,
        changed_at: now,
        detail: reservation.clone(),
    }
}

/// A refusal of the domain as a problem. `quote` turns choices into what the page shows; at a commit there is one for
/// each session, in order, and it is told the place.
pub fn refused(refusal: Refusal, quote: impl Fn(usize, &domain::booking::Choice) -> serde_json::Value) -> Problem {
    match refusal {
        Refusal::BatchExpired => Code::BatchExpired.into(),
        Refusal::AlreadyCommitted => Code::AlreadyCommitted.into(),
        Refusal::UnknownSession => Code::BatchUnknown.into(),
        Refusal::UnknownOffer => {
            Problem::new(Code::NotOnOffer).with_field("rate_code_id", "is not sold for this room type")
        }
        Refusal::NotOnOffer(reasons) => {
            // A night that is gone has a code of its own, since the guest saw the room a moment ago.
            let sold_out = reasons.iter().find(|r| r.code == domain::reason::ReasonCode::SoldOut).and_then(|r| r.date);
            let all: Vec<_> = reasons
                .iter()
                .map(|r| serde_json::json!({"code": r.code.as_str(), "value": r.value, "date": r.date}))
                .collect();
            match sold_out {
                Some(night) => Problem::new(Code::NightSoldOut).with("night", night).with("reasons", all),
                None => Problem::new(Code::NotOnOffer).with("reasons", all),
            }
        }
        Refusal::PriceChanged(choices) => {
            let quotes: Vec<_> = choices.iter().enumerate().map(|(at, choice)| quote(at, choice)).collect();
            Problem::new(Code::PriceChanged).with("quote", quotes.first()).with("quotes", &quotes)
        }
        Refusal::NightSoldOut { night } => Problem::new(Code::NightSoldOut).with("night", night),
        Refusal::RoomMissing(sessions) => Problem::new(Code::RoomMissing).with("sessions", sessions),
        Refusal::GuestIncomplete(errors) => errors
            .into_iter()
            .fold(Problem::new(Code::GuestIncomplete), |problem, error| problem.with_field(error.field, error.message)),
        Refusal::GuaranteeRequired => Code::GuaranteeRequired.into(),
        Refusal::GuaranteeNotAllowed => Problem::new(Code::GuaranteeRequired)
            .with_field("sessions[0].defined_guarantee_type_id", "is not accepted for the chosen rates"),
        Refusal::CardExpired => Code::CardExpired.into(),
    }
}

/// The secret of a batch.
pub fn token(app: &App, property_id: i64, batch_id: Uuid) -> String {
    app.secret.token(&Opens::Batch { property_id, batch_id })
}
