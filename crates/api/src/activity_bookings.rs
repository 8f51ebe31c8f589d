//! Bookings of activities between two calls: read, decided upon by the domain, written with their places in one
//! transaction.

use std::ops::ControlFlow;
use std::sync::Arc;

use domain::activity::times::{InstanceId, find};
use domain::activity::{ActivityBooking, ActivityRefusal, ActivityStatus};
use futures_util::future::BoxFuture;
use jiff::civil::Date;
use store::bookings::{self, Booked, Kind, Status};
use store::mails::{self, Mail};
use store::payments::Payment;
use store::refunds::{self as rows, Refund};
use store::{Conn, Durability, PlacesError, activities};
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::app::App;
use crate::boards::Property;
use crate::by_hotel::after;
use crate::error::{Answer, Code, Problem, WriteError};
use crate::extras::{self, Told};
use crate::{mail, metrics, payments, refunds};

/// How often a change is tried anew when somebody else changed the booking in between.
const TRIES: usize = 8;
/// How many bookings are looked at at once.
const TOGETHER: i64 = 500;

/// A booking as it becomes.
pub struct Change {
    pub booking: ActivityBooking,
    /// What was set aside for it; of one that is given back, what it was paid with.
    pub payment: Option<Payment>,
}

/// One booking.
///
/// # Errors
/// 404 when there is none, 410 when its time was over and its places are given back.
pub async fn read(app: &App, property_id: i64, booking_id: Uuid) -> Answer<Booked<ActivityBooking>> {
    match bookings::find::<ActivityBooking>(&app.db, Kind::Activity, property_id, booking_id).await? {
        None => Err(Code::BatchUnknown.into()),
        Some(booked) if booked.status == Status::Expired => Err(Code::BatchExpired.into()),
        Some(booked) => Ok(booked),
    }
}

/// Writes a booking that begins, and takes its places; false when one was begun under its id before. `stay` is the
/// reservation that it belongs to, unless that has not its day.
///
/// # Errors
/// 409 when there are too few places; when the database fails.
pub async fn begin(app: &App, property: &Property, booking: &ActivityBooking, stay: Option<Uuid>) -> Answer<bool> {
    let steps = Steps::new(app, property, None, stay, Change { booking: booking.clone(), payment: None });
    match steps.run(app, Durability::Soon).await {
        Ok(_) => Ok(true),
        Err(WriteError::Store(error)) if error.is_duplicate() => Ok(false),
        Err(error) => Err(with_left(app, property, &booking.agreed.instance, 0, error.into()).await),
    }
}

/// Decides upon a booking and writes what was decided, all or nothing. `decide` is asked again when somebody else changed
/// it meanwhile; `None` from it changes nothing. Until it is booked it lets go of a stay that was cancelled or has not its
/// day any more.
///
/// # Errors
/// What `decide` refuses; 409 when there are too few places; when the database fails.
pub async fn change(
    app: &App,
    property: &Property,
    booking_id: Uuid,
    durability: Durability,
    decide: impl FnMut(&ActivityBooking) -> Answer<Option<Change>>,
) -> Answer<ActivityBooking> {
    change_tied(app, property, booking_id, durability, |stay| stay, decide).await
}

/// The same, and from the stay that it belonged to it goes over to the one that `tie` answers.
///
/// # Errors
/// As [`change`].
pub async fn change_tied(
    app: &App,
    property: &Property,
    booking_id: Uuid,
    durability: Durability,
    tie: impl Fn(Option<Uuid>) -> Option<Uuid>,
    mut decide: impl FnMut(&ActivityBooking) -> Answer<Option<Change>>,
) -> Answer<ActivityBooking> {
    for _ in 0..TRIES {
        let before = read(app, property.property_id, booking_id).await?;
        let Some(change) = decide(&before.state)? else { return Ok(before.state) };
        let after = change.booking.clone();
        let steps = Steps::new(app, property, Some(&before), tie(before.stay), change);
        match steps.run(app, durability).await {
            Ok(true) => return Ok(after),
            Ok(false) => {}
            // A number that stands already: another one is drawn.
            Err(WriteError::Store(error)) if error.is_duplicate() => {}
            Err(error) => {
                let (had, wants) = (&before.state.agreed, &after.agreed.instance);
                let own = if had.instance == *wants { had.party.count() } else { 0 };
                return Err(with_left(app, property, wants, own, error.into()).await);
            }
        }
    }
    Err(Code::Busy.into())
}

/// How many places of an instance are left for whom `own` of them are held; 0 for others where more are taken than there
/// are now.
///
/// # Errors
/// When the database fails.
pub async fn left(app: &App, property: &Property, instance: &InstanceId, own: u16) -> Answer<u16> {
    let day = instance.date;
    let taken = activities::taken(&app.db, property.property_id, day, day).await?;
    let taken = taken.iter().find(|(taken, _)| taken == instance).map_or(0, |(_, places)| *places);
    Ok(left_of(capacity(property, instance), taken, own))
}

/// How many of so many places are left for whom `own` of those taken are held: at least these, also of an instance that has
/// fewer places by now.
pub fn left_of(capacity: u16, taken: i64, own: u16) -> u16 {
    u16::try_from(i64::from(capacity) - taken).unwrap_or(0).saturating_add(own)
}

fn capacity(property: &Property, instance: &InstanceId) -> u16 {
    find(property.board.hotel(), instance).map_or(0, |instance| instance.time.capacity)
}

/// A refusal for want of places tells how many there are for whom `own` of them are held.
async fn with_left(app: &App, property: &Property, instance: &InstanceId, own: u16, problem: Problem) -> Problem {
    match problem.code() {
        Code::PlacesGone => match left(app, property, instance, own).await {
            Ok(left) => problem.with("capacity_left", left),
            Err(problem) => problem,
        },
        _ => problem,
    }
}

/// Begins to give back the places of every booking whose time is over; answers a task for each hotel.
///
/// # Errors
/// When the database fails; the next call goes on.
pub async fn expire(app: &App) -> Answer<Vec<JoinHandle<()>>> {
    let (places, now) = (&app.under_way.places, app.clock.now());
    let most = TOGETHER + places.look_over();
    let overdue = bookings::overdue::<ActivityBooking>(&app.db, Kind::Activity, now, most).await?;
    Ok(places.begin(overdue.into_iter().map(|booked| (booked.property_id, give_back(app.clone(), booked)))))
}

async fn give_back(app: App, booked: Booked<ActivityBooking>) -> ControlFlow<()> {
    let (property_id, booking_id) = (booked.property_id, booked.booking_id);
    let agreed = booked.state.agreed;
    let steps = Steps {
        write: Write::Expire { property_id, booking_id, version: booked.version },
        places: vec![Step::Release(agreed.instance, agreed.party.count())],
        payment: None,
        mail: None,
        given_back: None,
        of_stay_on: None,
        now: app.clock.now(),
    };
    let done = steps.run(&app, Durability::Soon).await;
    let then = after(&done);
    match done {
        Ok(true) => metrics::given_back(),
        // Its guest came back in time, or another server was quicker.
        Ok(false) => {}
        // One that does not add up must not keep the others from being given back.
        Err(error) => tracing::error!(property_id, %error, "the places of an activity could not be given back"),
    }
    then
}

/// One transaction.
struct Steps {
    write: Write,
    /// In order of instance, so that two transactions never wait for each other in a ring.
    places: Vec<Step>,
    /// What it is booked with.
    payment: Option<Payment>,
    /// What its guest is told.
    mail: Option<Mail>,
    given_back: Option<GivenBack>,
    /// The day that the stay it belongs to must have; nothing once it is booked.
    of_stay_on: Option<Date>,
    now: jiff::Timestamp,
}

/// The record of a booking that is given back, and what goes back to the guest.
struct GivenBack {
    note: serde_json::Value,
    refund: Option<Refund>,
}

enum Write {
    /// At the version it was read at; 0 is one that begins.
    Save(Box<Booked<ActivityBooking>>),
    Expire {
        property_id: i64,
        booking_id: Uuid,
        version: i64,
    },
}

enum Step {
    Release(InstanceId, u16),
    /// With how many there are.
    Take(InstanceId, u16, u16),
}

impl Steps {
    /// From a booking as it was read, `None` for one that begins, to what it becomes; `stay` is what it belongs to then.
    fn new(
        app: &App,
        property: &Property,
        before: Option<&Booked<ActivityBooking>>,
        stay: Option<Uuid>,
        change: Change,
    ) -> Steps {
        let Change { booking, payment } = change;
        let (version, before) = (before.map_or(0, |before| before.version), before.map(|before| &before.state));
        let now = app.clock.now();
        let cancelled = booking.cancelled_at().is_some();
        let status = match booking.status {
            ActivityStatus::Open => Status::Open,
            ActivityStatus::Confirmed { .. } => Status::Committed,
            ActivityStatus::Cancelled { .. } => Status::Cancelled,
        };
        let given_back =
            (cancelled && before.is_some_and(|before| before.cancelled_at().is_none())).then(|| GivenBack {
                note: extras::note(&booking.agreed.currency, 0, payment.as_ref().map_or(0, |paid| paid.amount)),
                refund: payment.as_ref().map(|paid| refunds::whole(paid, booking.booking_id, version + 1, now)),
            });
        let number_before = before.and_then(ActivityBooking::confirmation_no);
        let of_stay_on = (stay.is_some() && number_before.is_none()).then_some(booking.agreed.instance.date);
        let booked = number_before != booking.confirmation_no();
        let mail = match booked || given_back.is_some() {
            true => mail::owed_for_extra(app, &Told::of_activity(&booking)),
            false => None,
        };
        let booked = Booked {
            property_id: booking.property_id,
            booking_id: booking.booking_id,
            status,
            version,
            expires_at: booking.expires_at,
            confirmation_no: booking.confirmation_no().map(str::to_owned),
            starts_at: Some(booking.agreed.starts_at),
            stay,
            state: booking,
        };
        let places = places(property, before, &booked.state);
        let payment = payment.filter(|_| given_back.is_none());
        Steps { write: Write::Save(Box::new(booked)), places, payment, mail, given_back, of_stay_on, now }
    }

    /// False when the booking is not at the version it was read at any more: nothing is written then.
    async fn run(self, app: &App, durability: Durability) -> Result<bool, WriteError> {
        app.db.write(durability, self.work()).await
    }

    fn work(self) -> impl for<'c> Fn(&'c mut Conn) -> BoxFuture<'c, Result<bool, WriteError>> {
        let steps = Arc::new(self);
        move |conn| {
            let steps = Arc::clone(&steps);
            Box::pin(async move { steps.write(conn).await })
        }
    }

    async fn write(&self, conn: &mut Conn) -> Result<bool, WriteError> {
        // First, so that of two writers of one booking the slower one stops before it touches a place.
        let (property_id, won) = match &self.write {
            Write::Save(booked) if booked.version == 0 => {
                let keys = (booked.property_id, booked.booking_id);
                bookings::insert(conn, Kind::Activity, keys, booked.stay, booked.expires_at, &booked.state).await?;
                (booked.property_id, true)
            }
            Write::Save(booked) => (booked.property_id, bookings::update(conn, booked).await?),
            Write::Expire { property_id, booking_id, version } => {
                (*property_id, bookings::expire(conn, *property_id, *booking_id, *version).await?)
            }
        };
        if !won {
            return Ok(false);
        }
        if let (Write::Save(booked), Some(day)) = (&self.write, self.of_stay_on) {
            bookings::leave_stay_without(conn, (property_id, booked.booking_id), (day, day)).await?;
        }
        if let Some(payment) = &self.payment {
            payments::book(conn, payment, self.now).await?;
        }
        if let (Write::Save(booked), Some(GivenBack { note, refund })) = (&self.write, &self.given_back) {
            let keys = (property_id, booked.booking_id);
            bookings::record(conn, keys, booked.version + 1, self.now, "CANCELLED", note).await?;
            if let Some(refund) = refund {
                rows::begin(conn, refund, self.now).await?;
            }
        }
        if let Some(mail) = &self.mail {
            mails::insert(conn, &[mail]).await?;
        }
        for step in &self.places {
            match step {
                Step::Release(instance, places) => activities::release(conn, property_id, instance, *places).await?,
                Step::Take(instance, places, capacity) => {
                    activities::take(conn, property_id, instance, *places, *capacity).await?;
                }
            }
        }
        Ok(true)
    }
}

/// From the places that were held to those that are: of one instance only the difference is taken or given back.
fn places(property: &Property, before: Option<&ActivityBooking>, after: &ActivityBooking) -> Vec<Step> {
    let of = |booking: &ActivityBooking| (booking.agreed.instance.clone(), booking.places());
    let (before, (instance, wanted)) = (before.map(of), of(after));
    let take = |instance: InstanceId, places| {
        let capacity = capacity(property, &instance);
        Step::Take(instance, places, capacity)
    };
    match before {
        Some((same, held)) if same == instance => match wanted.cmp(&held) {
            std::cmp::Ordering::Less => vec![Step::Release(instance, held - wanted)],
            std::cmp::Ordering::Equal => Vec::new(),
            std::cmp::Ordering::Greater => vec![take(instance, wanted - held)],
        },
        Some((other, held)) if other < instance => vec![Step::Release(other, held), take(instance, wanted)],
        Some((other, held)) => vec![take(instance, wanted), Step::Release(other, held)],
        None => vec![take(instance, wanted)],
    }
}

impl From<PlacesError> for WriteError {
    fn from(error: PlacesError) -> WriteError {
        match error {
            PlacesError::Store(error) => WriteError::Store(error),
            PlacesError::Gone { instance } => {
                WriteError::Refused(Problem::new(Code::PlacesGone).with("activity_instance_id", instance))
            }
        }
    }
}

/// A refusal of the domain as a problem.
pub fn refused(refusal: ActivityRefusal) -> Problem {
    match refusal {
        ActivityRefusal::Expired => Code::BatchExpired.into(),
        ActivityRefusal::AlreadyConfirmed => Code::AlreadyCommitted.into(),
        ActivityRefusal::GuestMissing => Code::GuestIncomplete.into(),
        ActivityRefusal::CardRequired => Code::CardRequired.into(),
        ActivityRefusal::CardExpired => Code::CardExpired.into(),
        ActivityRefusal::PriceChanged => Code::PriceChanged.into(),
        ActivityRefusal::NotCancellable => Code::NotCancellable.into(),
    }
}
