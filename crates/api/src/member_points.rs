//! Points of members on this server: who may spend how many, and what a booking does to accounts.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use axum::http::HeaderMap;
use domain::booking::{PointsHeld, Reservation, credited_on, earned};
use domain::hotel::Hotel;
use domain::member::Member;
use domain::money::Currency;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use rand::RngExt;
use store::points::{self, Entry, Kind, ToCome};
use store::{Conn, Durability, NightError, reservations};
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::app::App;
use crate::by_hotel::after;
use crate::error::{Answer, Code, Problem};
use crate::members;

/// Somebody who may pay with points.
pub struct Spender {
    pub account_number: String,
    /// Beside what bookings hold.
    pub balance: i64,
}

/// Whether a member may pay with points here: the programme lets them, and the hotel sells something for points.
pub fn may_redeem(hotel: &Hotel, member: &Member) -> bool {
    member.allow_redeem_points && hotel.rate_plans.iter().any(domain::hotel::RatePlan::points_eligible)
}

/// What a member has to spend.
///
/// # Errors
/// When the database fails.
pub async fn redeemable(app: &App, property_id: i64, member: &Member) -> Answer<i64> {
    Ok(points::balance(&app.db, property_id, &member.account_number).await?)
}

/// Who a call that is about points comes from (ROLE-02).
///
/// # Errors
/// 422 where nobody is signed in, and naming `field` where somebody is who may not pay with points; when the database
/// fails.
pub async fn spender(app: &App, headers: &HeaderMap, hotel: &Hotel, field: &str) -> Answer<Spender> {
    let member = members::signed_in(app, headers, hotel).await?.ok_or(Code::MemberAway)?;
    if !may_redeem(hotel, &member) {
        return Err(Problem::new(Code::Unacceptable).with_field(field, "needs a member who may pay with points"));
    }
    let balance = redeemable(app, hotel.property_id, &member).await?;
    Ok(Spender { account_number: member.account_number, balance })
}

/// An entry that opens an account, where there is none yet.
pub fn opening(member: &Member, at: Timestamp) -> Entry {
    entry(&member.account_number, Kind::Opening, i64::from(member.opening_points), at)
}

fn entry(account_number: &str, kind: Kind, points: i64, at: Timestamp) -> Entry {
    let entry_id = uuid::Builder::from_random_bytes(rand::rng().random()).into_uuid();
    Entry {
        account_number: account_number.to_owned(),
        entry_id,
        kind,
        points,
        batch_id: None,
        reservation_id: None,
        at,
    }
}

/// What a change of a booking does to accounts: what is held or given back, and what a made booking has paid, which was
/// held until then.
pub fn entries(batch_id: Uuid, held: &PointsHeld, reservations: &[Reservation], at: Timestamp) -> Vec<Entry> {
    let mut entries: Vec<Entry> = held
        .iter()
        .map(|(account, &more)| {
            let kind = if more > 0 { Kind::Hold } else { Kind::GiveBack };
            Entry { batch_id: Some(batch_id), ..entry(account, kind, -more, at) }
        })
        .collect();
    for reservation in reservations {
        let Some(paid) = reservation.agreed.points.as_ref().filter(|points| points.redeemed > 0) else { continue };
        let account = &paid.account_number;
        entries.push(Entry { batch_id: Some(batch_id), ..entry(account, Kind::GiveBack, paid.redeemed, at) });
        let reservation_id = Some(reservation.reservation_id);
        entries.push(Entry { reservation_id, ..entry(account, Kind::Redeem, -paid.redeemed, at) });
    }
    // Stable: what is given back comes before what is paid of it.
    entries.sort_by(|one, other| one.account_number.cmp(&other.account_number));
    entries
}

/// What booked stays will bring their members, and from which day on.
pub fn to_come(hotel: &Hotel, reservations: &[Reservation]) -> Vec<(ToCome, Date)> {
    let per_unit = members::programme(hotel).map_or(0, |programme| programme.points_per_unit);
    let brings = |reservation: &Reservation| {
        let account_number = reservation.guest.loyalty_guest_number.clone()?;
        let currency = Currency::of(&reservation.agreed.currency)?;
        let points = earned(&reservation.agreed, currency, per_unit);
        let Reservation { property_id, reservation_id, .. } = *reservation;
        let to_come = ToCome { property_id, reservation_id, account_number, points };
        (points > 0).then(|| (to_come, credited_on(&reservation.agreed)))
    };
    reservations.iter().filter_map(brings).collect()
}

/// Gives the points of a cancelled stay back, as many as come back now, and lets it bring none: also not what it has
/// brought already.
///
/// # Errors
/// When the database fails.
pub async fn give_back(
    conn: &mut Conn,
    back: Option<&Entry>,
    stay: &Reservation,
    at: Timestamp,
) -> Result<(), NightError> {
    points::expect_no_more(conn, stay.property_id, stay.reservation_id).await?;
    take_back(conn, stay, at).await?;
    match back {
        Some(entry) => points::change(conn, stay.property_id, entry).await,
        None => Ok(()),
    }
}

/// Takes back what a stay has brought whose guest never came, and lets it wait: it comes again when the hotel takes that
/// back.
///
/// # Errors
/// When the database fails.
pub async fn never_came(conn: &mut Conn, stay: &Reservation, at: Timestamp) -> Result<(), NightError> {
    if let Some(to_come) = take_back(conn, stay, at).await? {
        points::expect(conn, &to_come, credited_on(&stay.agreed)).await?;
    }
    Ok(())
}

/// Takes back what a stay has brought, as far as its member has not spent it. Answers what was taken.
async fn take_back(conn: &mut Conn, stay: &Reservation, at: Timestamp) -> Result<Option<ToCome>, NightError> {
    let Some(account_number) = stay.guest.loyalty_guest_number.clone() else { return Ok(None) };
    let Reservation { property_id, reservation_id, .. } = *stay;
    let brought = points::brought(conn, property_id, &account_number, reservation_id).await?;
    if brought <= 0 {
        return Ok(None);
    }
    let points = brought.min(points::hold_still(conn, property_id, &account_number).await?);
    if points <= 0 {
        return Ok(None);
    }
    let taken = entry(&account_number, Kind::TakeBack, -points, at);
    points::change(conn, property_id, &Entry { reservation_id: Some(reservation_id), ..taken }).await?;
    Ok(Some(ToCome { property_id, reservation_id, account_number, points }))
}

/// The entry of [`give_back`] where cancelling costs so much, in minor units; `None` when nothing comes back.
pub fn back(reservation: &Reservation, costs: i64, at: Timestamp) -> Option<Entry> {
    let account = &reservation.agreed.points.as_ref()?.account_number;
    let points = reservation.agreed.points_back(costs);
    let reservation_id = Some(reservation.reservation_id);
    (points > 0).then(|| Entry { reservation_id, ..entry(account, Kind::GiveBack, points, at) })
}

/// How many stays are looked at in one go.
const TOGETHER: i64 = 500;

/// Begins to credit what ended stays have brought; answers a task for each hotel. Two servers never credit the same. A
/// hotel that cannot be read is told to the log and keeps no other's points back.
///
/// # Errors
/// When the database fails; the next call goes on.
pub async fn credit(app: &App) -> Answer<Vec<JoinHandle<()>>> {
    let now = app.clock.now();
    // Nowhere is it later than fourteen hours after Greenwich.
    let latest = (now + SignedDuration::from_hours(14)).to_zoned(TimeZone::UTC).date();
    let mut today: BTreeMap<i64, Option<Date>> = BTreeMap::new();
    let most = TOGETHER + app.under_way.points.look_over();
    let mut passed = 0;
    loop {
        let page = points::due(&app.db, latest, most, passed).await?;
        let last = (page.len() as i64) < most;
        let mut due = Vec::new();
        for (to_come, credit_on) in page {
            let property_id = to_come.property_id;
            let today = match today.get(&property_id) {
                Some(today) => *today,
                None => *today.entry(property_id).or_insert(business_day(app, property_id, now).await),
            };
            // Where a day begins later, or cannot be told, the stay waits.
            if today.is_none_or(|today| today < credit_on) {
                passed += 1;
                continue;
            }
            due.push((property_id, credit_one(app.clone(), to_come, now)));
        }
        if last || !due.is_empty() {
            return Ok(app.under_way.points.begin(due));
        }
    }
}

async fn business_day(app: &App, property_id: i64, now: Timestamp) -> Option<Date> {
    match app.property(property_id).await {
        Ok(property) => Some(property.board.business_day(now)),
        Err(problem) => {
            tracing::error!(property_id, code = problem.code().as_str(), "points of a hotel could not be credited");
            None
        }
    }
}

async fn credit_one(app: App, to_come: ToCome, now: Timestamp) -> ControlFlow<()> {
    let ToCome { property_id, reservation_id, .. } = to_come;
    let earn = entry(&to_come.account_number, Kind::Earn, to_come.points, now);
    let earn = Entry { reservation_id: Some(reservation_id), ..earn };
    let credited = app
        .db
        .write::<(), NightError, _>(Durability::Soon, move |conn: &mut Conn| {
            let earn = earn.clone();
            Box::pin(async move {
                // The hotel may have said since it was due that nobody came.
                if reservations::counts(conn, property_id, reservation_id).await?
                    && points::expect_no_more(conn, property_id, reservation_id).await?
                {
                    // A member who has never had points begins with these.
                    points::open(conn, property_id, &Entry { points: 0, ..earn.clone() }).await?;
                    points::change(conn, property_id, &earn).await?;
                }
                Ok(())
            })
        })
        .await;
    let then = after(&credited);
    if let Err(error) = credited {
        tracing::error!(property_id, %error, "points of a stay could not be credited; tried again");
    }
    then
}
