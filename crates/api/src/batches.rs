//! Batches between two calls: read, decided upon by the domain, written with their nights in one transaction.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use domain::addon::AddonDays;
use domain::booking::{
    Batch, Choice, PointsHeld, Refusal, Reservation, ReservationStatus, Rooms, SetRate, Status as BatchStatus,
    points_held,
};
use domain::hotel::Hotel;
use domain::stay::{Stay, add_days};
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use jiff::civil::Date;
use rand::RngExt;
use serde::Serialize;
use serde_json::value::to_raw_value;
use store::addons::{self, AddonSpan};
use store::batches::{self, Status, Stored};
use store::mails::Mail;
use store::nights::{Span, Step};
use store::payments::Payment;
use store::points::{self, Entry};
use store::{BatchChange, Conn, Document, Durability, Outcome, reservations, units};
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::app::App;
use crate::boards::Property;
use crate::by_hotel::after;
use crate::error::{Answer, Code, Problem, WriteError};
use crate::member_points;
use crate::metrics;
use crate::payments;
use crate::secret::Opens;
use crate::stay_change::{self, ChangedStay};

/// Open batches as they were last written by this server. An entry may be stale (another server wrote): the version
/// that every update names finds that out.
#[derive(Default)]
pub struct Batches {
    last: Mutex<HashMap<Uuid, Arc<Stored<Batch>>>>,
}

/// More are forgotten all at once and read from the database again when wanted.
const REMEMBERED: usize = 4096;

/// How often a change is tried anew when somebody else was quicker.
pub const TRIES: usize = 8;

/// What a decision does to the database.
pub struct Change {
    pub batch: Batch,
    pub release: Vec<Rooms>,
    pub take: Vec<Rooms>,
    pub sell: Vec<Rooms>,
    pub addons: AddonDays,
    pub points: PointsHeld,
    pub reservations: Vec<Reservation>,
    /// The booked stay that is changed.
    pub stay: Option<ChangedStay>,
    /// What was set aside for it, or is offered to its guest.
    pub payment: Option<Payment>,
    /// Owed because of it.
    pub mails: Vec<Mail>,
}

impl Change {
    /// Only the batch itself.
    pub fn of(batch: Batch) -> Change {
        Change {
            batch,
            release: Vec::new(),
            take: Vec::new(),
            sell: Vec::new(),
            addons: AddonDays::new(),
            points: PointsHeld::new(),
            reservations: Vec::new(),
            stay: None,
            payment: None,
            mails: Vec::new(),
        }
    }
}

impl From<SetRate> for Change {
    fn from(set: SetRate) -> Change {
        Change { release: set.release, take: set.take, addons: set.addons, points: set.points, ..Change::of(set.batch) }
    }
}

/// The id of a batch that begins now with so many (1 to 15) sessions. It says both, so that a batch without a room
/// needs no row: its secret proves that the id is ours. Its last four bits are zero: they count the sessions.
pub fn new_batch_id(now: Timestamp, count: u16, random: [u8; 10]) -> Uuid {
    let milliseconds = u64::try_from(now.as_second()).unwrap_or(0) * 1000;
    let id = uuid::Builder::from_unix_timestamp_millis(milliseconds, &random).into_uuid().as_u128();
    Uuid::from_u128(id & !0xff | u128::from(count) << 4)
}

/// A batch of [`new_batch_id`] as it was when it began; `None` for an id that does not say it.
fn as_begun(property_id: i64, batch_id: Uuid, hold_minutes: u16) -> Option<Batch> {
    let (seconds, _) =
        batch_id.get_timestamp().filter(|_| batch_id.get_version() == Some(uuid::Version::SortRand))?.to_unix();
    let begun = Timestamp::from_second(i64::try_from(seconds).ok()?).ok()?;
    let count = (batch_id.as_u128() >> 4 & 0xf) as u16;
    Some(Batch::new(batch_id, property_id, &session_ids(batch_id, count), begun, u32::from(hold_minutes)))
}

/// The id of a batch from a random or derived one.
pub fn batch_id(id: Uuid) -> Uuid {
    Uuid::from_u128(id.as_u128() & !0xf)
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
    fn remember(&self, batch: Arc<Stored<Batch>>) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.len() >= REMEMBERED {
            last.clear();
        }
        last.insert(batch.batch_id, batch);
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
        let batch = match batches::find::<Batch>(&app.db, property_id, batch_id).await? {
            Some(batch) if batch.status == Status::Expired => return Err(Code::BatchExpired.into()),
            Some(batch) => batch,
            None => unwritten(as_begun(property_id, batch_id, app.settings.hold_minutes).ok_or(Code::BatchUnknown)?),
        };
        Ok(Arc::new(batch))
    }

    /// Begins a batch whose id says all that there is to say about it: nothing is written before a room is chosen.
    pub fn begin(&self, app: &App, property_id: i64, count: u16) -> Arc<Stored<Batch>> {
        let now = app.clock.now();
        let id = new_batch_id(now, count, rand::rng().random());
        let hold_minutes = u32::from(app.settings.hold_minutes);
        let batch = Arc::new(unwritten(Batch::new(id, property_id, &session_ids(id, count), now, hold_minutes)));
        self.remember(Arc::clone(&batch));
        batch
    }

    /// Begins a batch whose id does not say all about it, or finds the one that was begun under that id before.
    ///
    /// # Errors
    /// When its time is over; when the database fails.
    pub async fn begin_once(&self, app: &App, batch: Batch) -> Answer<Arc<Stored<Batch>>> {
        let Batch { property_id, batch_id: id, .. } = batch;
        let change = BatchChange {
            batch: written_out(0, Status::Open, &batch),
            nights: Vec::new(),
            reservations: Vec::new(),
            mails: Vec::new(),
            now: app.clock.now(),
        };
        app.db.change(Durability::Soon, change).await?;
        self.read(app, property_id, id, true).await
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
            if tried > 0 {
                // Read after the batch: what another server freed with its last write to it is seen then.
                app.boards.catch_up(&app.db, property, app.clock.now()).await?;
            }
            let change = match decide(&before.state) {
                Ok(Some(change)) => change,
                Ok(None) => return Ok(before),
                // What this server remembers may be old: nobody is refused because of that.
                Err(_) if tried == 0 => continue,
                Err(problem) => return Err(problem),
            };
            let now = app.clock.now();
            let status = match change.batch.status {
                BatchStatus::Open => Status::Open,
                BatchStatus::Committed { .. } => Status::Committed,
            };
            let hotel = property.board.hotel();
            let stay = change.stay.as_ref();
            let given_back = stay.map_or(&[][..], |stay| &stay.change.give_back);
            let owner = change.batch.existing.as_ref().map_or(batch_id, |existing| existing.reservation.batch_id);
            let units = match (stay.map(ChangedStay::doors), &change.batch.existing) {
                (Some((old, new)), _) => unit_steps(Some(hotel), &old, &new),
                // Until then the old stay has its door.
                (None, Some(_)) => Vec::new(),
                (None, None) => unit_steps(Some(hotel), &change.release, &change.take),
            };
            let steps = Steps {
                change: BatchChange {
                    batch: written_out(before.version, status, &change.batch),
                    nights: night_steps(&change.release, given_back, &change.take, &change.sell),
                    reservations: change.reservations.iter().map(|reservation| stored(reservation, now)).collect(),
                    mails: change.mails,
                    now,
                },
                units,
                owner,
                stay: stay.map(|stay| stay_change::Step::new(stay, hotel, now)),
                house: Some((Arc::clone(hotel), property.board.business_day(now))),
                addons: addon_steps(&change.addons, hotel),
                points: member_points::entries(batch_id, &change.points, &change.reservations, now),
                to_come: member_points::to_come(hotel, &change.reservations),
                payment: change.payment,
            };
            let written = steps.run(app, durability).await.map_err(Problem::from);
            if written.as_ref().is_err_and(|problem| problem.code() == Code::NightSoldOut) {
                // The board offered what is gone: the next guest is not to be sent the same way.
                for rooms in &change.take {
                    let read = property.read_again(&app.db, rooms.stay.arrival(), rooms.stay.departure()).await;
                    if let Err(error) = read {
                        tracing::warn!(property_id = before.property_id, %error, "nights that are gone stay on offer");
                    }
                }
            }
            match written? {
                Some(nights) => {
                    property.patch(&nights);
                    let after = Arc::new(Stored {
                        property_id: before.property_id,
                        batch_id,
                        status,
                        version: before.version + 1,
                        expires_at: change.batch.expires_at,
                        state: change.batch,
                    });
                    if status == Status::Open {
                        self.remember(Arc::clone(&after));
                    } else {
                        self.forget(batch_id);
                    }
                    return Ok(after);
                }
                None => self.forget(batch_id),
            }
        }
        Err(Code::Busy.into())
    }

    /// Begins to give back the rooms of every batch whose time is over; answers a task for each hotel.
    ///
    /// # Errors
    /// When the database fails; the next call goes on.
    pub async fn expire(&self, app: &App) -> Answer<Vec<JoinHandle<()>>> {
        let now = app.clock.now();
        let overdue = batches::overdue::<Batch>(&app.db, now, 500 + app.under_way.rooms.look_over()).await?;
        let give_back = |batch: Stored<Batch>| {
            let app = app.clone();
            (batch.property_id, async move { app.batches.give_back(&app, batch, now).await })
        };
        Ok(app.under_way.rooms.begin(overdue.into_iter().map(give_back)))
    }

    async fn give_back(&self, app: &App, batch: Stored<Batch>, now: Timestamp) -> ControlFlow<()> {
        self.forget(batch.batch_id);
        let release = batch.state.held_rooms();
        let property_id = batch.property_id;
        let addons = addon_spans(&batch.state.held_addons());
        let hotel = app.boards.loaded(property_id).filter(|_| batch.state.existing.is_none());
        let back = points_held(batch.state.choices()).into_iter().map(|(account, held)| (account, -held)).collect();
        let steps = Steps {
            change: BatchChange {
                batch: written_out(batch.version, Status::Expired, &batch.state),
                nights: night_steps(&release, &[], &[], &[]),
                reservations: Vec::new(),
                mails: Vec::new(),
                now,
            },
            units: match &batch.state.existing {
                Some(_) => Vec::new(),
                None => unit_steps(hotel.as_ref().map(|property| &**property.board.hotel()), &release, &[]),
            },
            owner: batch.batch_id,
            stay: None,
            house: None,
            addons: addons.into_iter().map(|(span, _)| AddonStep::Release(span)).collect(),
            points: member_points::entries(batch.batch_id, &back, &[], now),
            to_come: Vec::new(),
            payment: None,
        };
        let done = steps.run(app, Durability::Soon).await;
        let then = after(&done);
        match (done, app.boards.loaded(property_id)) {
            (Ok(Some(nights)), property) => {
                metrics::given_back();
                if let Some(property) = property {
                    property.patch(&nights);
                }
            }
            // Its guest came back in time, or another server was quicker.
            (Ok(None), _) => {}
            // One batch whose nights do not add up must not keep the others from being given back.
            (Err(error), _) => tracing::error!(property_id, %error, "the rooms of a batch could not be given back"),
        }
        then
    }
}

/// A batch of which nothing is written yet.
fn unwritten(batch: Batch) -> Stored<Batch> {
    Stored {
        property_id: batch.property_id,
        batch_id: batch.batch_id,
        status: Status::Open,
        version: 0,
        expires_at: batch.expires_at,
        state: batch,
    }
}

/// As it is stored.
pub fn document(state: &impl Serialize) -> Document {
    to_raw_value(state).unwrap_or_else(|_| unreachable!("batches and reservations have text keys only"))
}

fn written_out(version: i64, status: Status, batch: &Batch) -> Stored<Document> {
    let state = document(batch);
    let Batch { property_id, batch_id, expires_at, .. } = *batch;
    Stored { property_id, batch_id, status, version, expires_at, state }
}

/// One transaction.
struct Steps {
    change: BatchChange,
    /// Where guests choose doors; what is given back before what is taken.
    units: Vec<(Step, Rooms)>,
    /// The booking whose doors they are.
    owner: Uuid,
    stay: Option<stay_change::Step>,
    /// What is taken, is taken of this hotel, on its business day.
    house: Option<(Arc<Hotel>, Date)>,
    addons: Vec<AddonStep>,
    /// In order of account: no ring here either.
    points: Vec<Entry>,
    to_come: Vec<(points::ToCome, Date)>,
    payment: Option<Payment>,
}

/// In order of room type, block and day, so that two transactions never wait for each other in a ring; what is released
/// or given back of rooms before what is taken of them.
fn night_steps(release: &[Rooms], give_back: &[Rooms], take: &[Rooms], sell: &[Rooms]) -> Vec<(Step, Span)> {
    let of = |step: Step, rooms: &[Rooms]| -> Vec<(Step, Span)> {
        rooms
            .iter()
            .map(|rooms| {
                let span = Span {
                    room_type_id: rooms.room_type.clone(),
                    group: rooms.group.clone(),
                    arrival: rooms.stay.arrival(),
                    departure: rooms.stay.departure(),
                    rooms: rooms.rooms,
                };
                (step, span)
            })
            .collect()
    };
    let freed = [of(Step::Release, release), of(Step::GiveBack, give_back)].concat();
    let mut steps = [freed, of(Step::Take, take), of(Step::Sell, sell)].concat();
    steps.sort_by(|(a, x), (b, y)| {
        (&x.room_type_id, &x.group, a, x.arrival).cmp(&(&y.room_type_id, &y.group, b, y.arrival))
    });
    steps
}

/// Stays of room types whose doors are chosen; of a hotel that is not at hand all of the house's. A block's rooms have no
/// doors.
fn unit_steps(hotel: Option<&Hotel>, release: &[Rooms], take: &[Rooms]) -> Vec<(Step, Rooms)> {
    let noted = |rooms: &&Rooms| {
        let chosen_of = hotel.is_none_or(|hotel| hotel.with_doors(&rooms.room_type).is_some());
        rooms.unit.is_some() || (rooms.group.is_none() && chosen_of)
    };
    let of =
        |step: Step, rooms: &[Rooms]| -> Vec<_> { rooms.iter().filter(noted).map(|r| (step, r.clone())).collect() };
    [of(Step::Release, release), of(Step::Take, take)].concat()
}

/// How many more of an add-on are taken, or are given back.
enum AddonStep {
    Release(AddonSpan),
    /// With how many there are on a day.
    Take(Option<u16>, AddonSpan),
}

/// In order of add-on and day, as `days` are: no ring here either.
fn addon_steps(days: &AddonDays, hotel: &Hotel) -> Vec<AddonStep> {
    let per_day = |code: &str| hotel.addons.iter().find(|addon| addon.charge.code == code)?.per_day;
    let step = |(span, takes): (AddonSpan, bool)| match takes {
        true => AddonStep::Take(per_day(&span.addon), span),
        false => AddonStep::Release(span),
    };
    addon_spans(days).into_iter().map(step).collect()
}

/// What is given back of a choice's add-ons.
pub fn addons_back(choice: &Choice) -> Vec<AddonSpan> {
    addon_spans(&choice.addon_days()).into_iter().map(|(span, _)| span).collect()
}

/// What all bookings have of every add-on in the days of a stay.
///
/// # Errors
/// When the database fails.
pub async fn taken_addons(app: &App, property_id: i64, stay: Stay) -> Answer<AddonDays> {
    let rows = addons::taken(&app.db, property_id, stay.arrival(), stay.departure()).await?;
    Ok(rows.into_iter().map(|(code, day, taken)| ((code, day), taken)).collect())
}

/// Days that follow one another as one span, with whether they are taken (above zero) or given back.
fn addon_spans(days: &AddonDays) -> Vec<(AddonSpan, bool)> {
    let mut spans: Vec<(AddonSpan, bool)> = Vec::new();
    for ((code, day), &more) in days {
        let until = add_days(*day, 1).unwrap_or(*day);
        let (quantity, takes) = (u32::try_from(more.unsigned_abs()).unwrap_or(u32::MAX), more > 0);
        match spans.last_mut() {
            Some((last, same)) if (&last.addon, last.until, last.quantity, *same) == (code, *day, quantity, takes) => {
                last.until = until;
            }
            _ => spans.push((AddonSpan { addon: code.clone(), from: *day, until, quantity }, takes)),
        }
    }
    spans
}

impl Steps {
    async fn run(self, app: &App, durability: Durability) -> Result<Outcome, WriteError> {
        let more = !self.units.is_empty() || !self.addons.is_empty() || !self.points.is_empty();
        if more || !self.to_come.is_empty() || self.payment.is_some() || self.stay.is_some() {
            app.db.write(durability, self.work()).await
        } else {
            Ok(app.db.change(durability, self.change).await?)
        }
    }

    fn work(self) -> impl for<'c> Fn(&'c mut Conn) -> BoxFuture<'c, Result<Outcome, WriteError>> {
        let steps = Arc::new(self);
        move |conn| {
            let steps = Arc::clone(&steps);
            Box::pin(async move { steps.write(conn).await })
        }
    }

    async fn write(&self, conn: &mut Conn) -> Result<Outcome, WriteError> {
        let (property_id, now) = (self.change.batch.property_id, self.change.now);
        if !self.change.write_batch(conn).await? {
            return Ok(None);
        }
        if let Some(payment) = &self.payment {
            payments::book(conn, payment, now).await?;
        }
        if let Some(stay) = &self.stay {
            stay.write(conn, now).await?;
        }
        let left = self.change.write_nights(conn).await?;
        if !self.units.is_empty() {
            units::turn(conn, property_id).await?;
        }
        for (step, rooms) in &self.units {
            match step {
                Step::Release => units::release(conn, property_id, rooms, self.owner).await?,
                _ => self.take_unit(conn, rooms).await?,
            }
        }
        for step in &self.addons {
            match step {
                AddonStep::Release(span) => addons::release(conn, property_id, span).await?,
                AddonStep::Take(per_day, span) => addons::take(conn, property_id, span, *per_day).await?,
            }
        }
        for entry in &self.points {
            points::change(conn, property_id, entry).await?;
        }
        self.change.write_rest(conn).await?;
        for (to_come, credit_on) in &self.to_come {
            points::expect(conn, to_come, *credit_on).await?;
        }
        Ok(Some(left))
    }

    async fn take_unit(&self, conn: &mut Conn, rooms: &Rooms) -> Result<(), WriteError> {
        let property_id = self.change.batch.property_id;
        let found = self.house.as_ref().and_then(|(hotel, day)| Some((hotel.with_doors(&rooms.room_type)?, *day)));
        let Some((room, today)) = found else { return Ok(()) };
        let chosen = units::chosen(conn, property_id, room, today).await?;
        if rooms.unit.is_some() || !chosen.is_empty() {
            let sleepers = units::sleepers(conn, property_id, room, chosen, today).await?;
            let taken = rooms.unit.as_ref().is_some_and(|unit| sleepers.behind(unit, &rooms.stay));
            if !taken && !sleepers.admit(room, rooms) {
                return Err(WriteError::Refused(kept(rooms)));
            }
        }
        Ok(units::take(conn, property_id, rooms, self.owner).await?)
    }
}

/// Somebody would have to change rooms in mid-stay.
fn kept(rooms: &Rooms) -> Problem {
    match &rooms.unit {
        Some(unit) => Problem::new(Code::RoomUnitTaken).with("room_id", unit),
        None => Problem::new(Code::NotOnOffer).with_field("room_type_id", "has no one room for all of these nights"),
    }
}

fn stored(reservation: &Reservation, now: Timestamp) -> reservations::Reservation<Document> {
    reservations::Reservation {
        property_id: reservation.property_id,
        reservation_id: reservation.reservation_id,
        confirmation_no: reservation.confirmation_no.clone(),
        batch_id: reservation.batch_id,
        status: ReservationStatus::Hold,
        version: 0,
        room_type_id: reservation.agreed.room_type.clone(),
        arrival: reservation.agreed.stay.arrival(),
        departure: reservation.agreed.stay.departure(),
        currency: reservation.agreed.currency.clone(),
        total: reservation.agreed.total(),
        created_at: now,
        changed_at: now,
        detail: document(reservation),
    }
}

/// A refusal of the domain as a problem. `quote` turns choices into what the page shows: one at a set-rate, at a commit one for
/// each session, in order, and it is told the place.
pub fn refused(refusal: Refusal, quote: impl Fn(usize, &Choice) -> serde_json::Value) -> Problem {
    match refusal {
        Refusal::BatchExpired => Code::BatchExpired.into(),
        Refusal::AlreadyCommitted => Code::AlreadyCommitted.into(),
        Refusal::UnknownSession => Code::BatchUnknown.into(),
        Refusal::UnknownRoom => {
            Problem::new(Code::NotOnOffer).with_field("room_type_id", "is no room type of this hotel")
        }
        Refusal::UnknownOffer => {
            Problem::new(Code::NotOnOffer).with_field("rate_code_id", "is not sold for this room type")
        }
        Refusal::RoomBeforeCompany => Problem::new(Code::Unacceptable)
            .with_field("reservation_company", "comes before set-rate, or stands in it as company_code"),
        Refusal::UnknownPackage => {
            Problem::new(Code::NotOnOffer).with_field("package_id", "is not sold with this rate for this stay")
        }
        Refusal::UnitNotOffered => {
            Problem::new(Code::NotOnOffer).with_field("room_id", "cannot be chosen for this stay")
        }
        Refusal::Addon { at, fault } => Problem::new(Code::Unacceptable)
            .with_field(format!("reservation_addons[{at}].{}", fault.field()), fault.to_string()),
        Refusal::NotForPoints => Problem::new(Code::NotOnOffer)
            .with_field("total_redeemed_points", "cannot be paid for this room by this member"),
        Refusal::TooManyPoints { most } => Problem::new(Code::Unacceptable)
            .with_field("total_redeemed_points", format!("can be {most} at most"))
            .with("redeemable", most),
        Refusal::MemberAway => Code::MemberAway.into(),
        Refusal::OneRoom => {
            Problem::new(Code::Unacceptable).with_field("number_of_rooms", "is 1 when a booked stay is changed")
        }
        Refusal::CodeNotValid => Code::CodeNotValid.into(),
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
            Problem::new(Code::PriceChanged).with("quotes", &quotes)
        }
        Refusal::RoomChanged(choices) => {
            let quotes: Vec<_> = choices.iter().enumerate().map(|(at, choice)| quote(at, choice)).collect();
            Problem::new(Code::RoomChanged).with("quotes", &quotes)
        }
        Refusal::NightSoldOut { night } => Problem::new(Code::NightSoldOut).with("night", night),
        Refusal::RoomMissing(sessions) => Problem::new(Code::RoomMissing).with("sessions", sessions),
        Refusal::GuestIncomplete(errors) => errors
            .into_iter()
            .fold(Problem::new(Code::GuestIncomplete), |problem, error| problem.with_field(error.field, error.message)),
        Refusal::Transport(errors) => errors
            .into_iter()
            .fold(Problem::new(Code::Unacceptable), |problem, error| problem.with_field(error.field, error.message)),
        Refusal::GuaranteeRequired => Code::GuaranteeRequired.into(),
        Refusal::GuaranteeNotAllowed => Problem::new(Code::GuaranteeRequired)
            .with_field("sessions[0].defined_guarantee_type_id", "is not accepted for the chosen rates"),
        Refusal::GuaranteesDiffer => Code::GuaranteesDiffer.into(),
        Refusal::CardsDiffer(room) => Problem::new(Code::Unacceptable).with_field(
            format!("sessions[{}].guarantee_details", room - 1),
            "is another card than the one that pays what is due now for all rooms",
        ),
        Refusal::NotChangeable(why) => Problem::new(Code::NotChangeable).with("reason", why.as_str()),
        Refusal::CardExpired => Code::CardExpired.into(),
    }
}

/// The secret of a batch.
pub fn token(app: &App, property_id: i64, batch_id: Uuid) -> String {
    app.secret.token(&Opens::Batch { property_id, batch_id })
}
