//! Giving back what was paid, exactly once. A refund is written in the transaction of the change that it comes with, then
//! asked of the gateway until it says how it stands: given, on its way for days, or come back. What comes back is asked for
//! again where that can help; what does not help is the hotel's to give, and is told to it.

use domain::booking::{BackTo, Charge as Part, Reservation, ReservationStatus};
use jiff::{SignedDuration, Timestamp};
use store::payments::{self, Payment};
use store::refunds::{self, Refund, State};
use store::{Conn, Durability, StoreError};
use uuid::Uuid;

use crate::app::App;
use crate::error::Answer;
use crate::gateway::RefundStanding;
use crate::metrics;
use crate::payments::{AGAIN, TOGETHER};
use crate::routes::manage::Kept;

/// Until one that is on its way is asked for, if nobody tells.
const LOOK_AGAIN: SignedDuration = SignedDuration::from_hours(1);
/// Until one that came back is asked for again: what was in its way, such as an empty account, may be mended by then.
const TOMORROW: SignedDuration = SignedDuration::from_hours(24);
/// How often one may come back before it is the hotel's to give.
const TRIES: i64 = 3;

/// Refunds of parts of these payments, which come with a version of a reservation. Whoever writes them gives them back at
/// once; others do where that ended.
pub fn of_parts(
    reservation: &Reservation,
    version: i64,
    parts: &[Part],
    payments: &[Payment],
    now: Timestamp,
) -> Vec<Refund> {
    let found = |part: &Part| payments.iter().find(|payment| payment.batch_id == part.batch_id);
    let parts = parts.iter().filter_map(|part| Some((part, found(part)?)));
    parts
        .zip(0..)
        .map(|((part, payment), number)| Refund {
            part: number,
            amount: part.amount,
            act_at: now + AGAIN,
            ..whole(payment, reservation.reservation_id, version, now)
        })
        .collect()
}

/// The refund of a whole payment, which comes with a version of what was booked with it.
pub fn whole(payment: &Payment, booking_id: Uuid, version: i64, now: Timestamp) -> Refund {
    Refund {
        property_id: payment.property_id,
        reservation_id: booking_id,
        version,
        part: 0,
        batch_id: payment.batch_id,
        attempt: payment.attempt,
        card: payment.card.clone(),
        state: State::Refunding,
        amount: payment.amount,
        currency: payment.currency.clone(),
        failures: 0,
        failure: None,
        act_at: now,
    }
}

/// What they come to on each card that they go to, as far as the cards are known.
pub fn back_to<'r>(refunds: impl IntoIterator<Item = &'r Refund>) -> Vec<BackTo> {
    BackTo::sums(refunds.into_iter().map(|refund| (refund.card.clone(), refund.amount)))
}

/// Whether no card has taken it: the hotel gives it another way, or has.
pub fn is_lost(refund: &Refund) -> bool {
    matches!(refund.state, State::Failed | State::Settled)
}

/// What is lost of the money that went back last, of all refunds of a stay in their order.
pub fn lost(mut refunds: Vec<Refund>) -> Vec<Refund> {
    let last = refunds.last().map(|refund| refund.version);
    refunds.retain(|refund| Some(refund.version) == last && is_lost(refund));
    refunds
}

/// What was told to go back to cards, without what is lost of it.
pub fn taken(back_to: &[BackTo], lost: &[Refund]) -> Vec<BackTo> {
    let left = |back: &BackTo| {
        let lost = lost.iter().filter(|lost| lost.card.as_ref() == Some(&back.card)).map(|lost| lost.amount);
        BackTo { amount: back.amount - lost.sum::<i64>(), ..back.clone() }
    };
    back_to.iter().map(left).filter(|back| back.amount > 0).collect()
}

/// The cards that took what the last change of a stay gave back, of all refunds of it in their order.
pub fn taken_of_change(stay: &Kept, mut refunds: Vec<Refund>) -> Vec<BackTo> {
    // What cancelling gave back came later.
    refunds.retain(|refund| stay.status != ReservationStatus::Cancelled || refund.version < stay.version);
    taken(&stay.detail.agreed.back_to, &lost(refunds))
}

/// As its guest hears it: `PENDING` while it is on its way, `REFUNDED`, or `FAILED` where the hotel is to give it another
/// way; `None` for one whose payment was never made.
pub fn status_of(state: State) -> Option<&'static str> {
    match state {
        State::Waiting => None,
        State::Refunding | State::Pending => Some("PENDING"),
        State::Refunded | State::Settled => Some("REFUNDED"),
        State::Failed => Some("FAILED"),
    }
}

/// Goes on with every refund that nobody goes on with; with those of one payment in turn on this server, as what is asked
/// for goes by what has gone back of it, and this time with none after one that the gateway says nothing of.
///
/// # Errors
/// When the database fails; the next call goes on.
pub async fn finish(app: &App) -> Answer<()> {
    let payment = |refund: &Refund| (refund.property_id, refund.payment_key());
    let mut due = refunds::due(&app.db, app.clock.now(), TOGETHER).await?;
    due.sort_by_cached_key(payment);
    let given = due.chunk_by(|one, next| payment(one) == payment(next)).map(async |refunds| {
        for refund in refunds {
            if !go_on(app, refund).await? {
                break;
            }
        }
        Ok(())
    });
    Ok(futures_util::future::join_all(given).await.into_iter().collect::<Result<(), StoreError>>()?)
}

/// Gives back what was written to be given back. What stands already is not undone by a failure, nor is a gateway that says
/// nothing waited for more than once: [`finish`] goes on.
pub async fn give_back_later_at_the_latest(app: &App, refunds: &[Refund]) {
    for refund in refunds {
        match go_on(app, refund).await {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => tracing::error!(%error, "a refund could not be written as given; tried again"),
        }
    }
}

/// Looks at a refund that the gateway told of by its key. One that is still to be asked for has its own time.
///
/// # Errors
/// When the database fails.
pub async fn look_at(app: &App, property_id: i64, key: &str) -> Result<(), StoreError> {
    // A UUID has hyphens of its own, 36 characters in all.
    let Some(reservation_id) = key.get(..36).and_then(|id| Uuid::try_parse(id).ok()) else { return Ok(()) };
    let known = refunds::of(&app.db, property_id, reservation_id).await?;
    let Some(refund) = known.into_iter().find(|refund| refund.key() == key) else { return Ok(()) };
    match refund.state {
        State::Pending | State::Refunded => ask(app, &refund).await.map(drop),
        State::Waiting | State::Refunding | State::Failed | State::Settled => Ok(()),
    }
}

/// Goes on with a refund unless somebody else does, and answers whether the gateway said something.
async fn go_on(app: &App, refund: &Refund) -> Result<bool, StoreError> {
    let later = if refund.state == State::Pending { LOOK_AGAIN } else { AGAIN };
    // The next try is written first: whoever writes it asks, and a gateway that does not answer is not asked every second.
    let ours = Refund { act_at: app.clock.now() + later, ..refund.clone() };
    match turn(app, refund, &ours).await? {
        true => ask(app, &ours).await,
        false => Ok(false),
    }
}

/// Asks the gateway, for the refund itself only while that is to be given, writes what it says, and answers whether it
/// said something.
async fn ask(app: &App, refund: &Refund) -> Result<bool, StoreError> {
    let said = match refund.state {
        State::Refunding => app.gateway.refund(refund).await,
        _ => app.gateway.refund_status(refund).await,
    };
    let now = app.clock.now();
    let after = match said {
        Ok(RefundStanding::Given) => Refund { state: State::Refunded, ..refund.clone() },
        Ok(RefundStanding::OnItsWay) => Refund { state: State::Pending, act_at: now + LOOK_AGAIN, ..refund.clone() },
        Ok(RefundStanding::CameBack { why, may_help }) => came_back(refund, why, may_help, now),
        // It was taken under another gateway, where this one has nothing to give back of it.
        Ok(RefundStanding::PaymentUnknown) if is_taken(app, refund).await? => {
            came_back(refund, "unknown_payment".to_owned(), false, now)
        }
        Ok(RefundStanding::NotYet | RefundStanding::PaymentUnknown) => return Ok(true),
        Err(_) => return Ok(false),
    };
    if !turn(app, refund, &after).await? || after.failures == refund.failures {
        return Ok(true);
    }
    let Refund { property_id, reservation_id, version, ref failure, .. } = after;
    if after.state == State::Failed {
        metrics::refund_failed();
        tracing::error!(property_id, %reservation_id, version, failure, "a refund came back: it is the hotel's to give");
    } else {
        tracing::warn!(property_id, %reservation_id, version, failure, "a refund came back; asked for again");
    }
    Ok(true)
}

async fn is_taken(app: &App, refund: &Refund) -> Result<bool, StoreError> {
    let payment = payments::find(&app.db, refund.property_id, refund.batch_id, refund.attempt).await?;
    Ok(payment.is_some_and(|payment| payment.state == payments::State::Captured))
}

fn came_back(refund: &Refund, why: String, may_help: bool, now: Timestamp) -> Refund {
    let failures = refund.failures + 1;
    let state = if may_help && failures < TRIES { State::Refunding } else { State::Failed };
    Refund { state, failures, failure: Some(why), act_at: now + TOMORROW, ..refund.clone() }
}

/// Turns a refund as far as it still stands where it was read.
///
/// # Errors
/// When the database fails.
pub async fn turn(app: &App, refund: &Refund, after: &Refund) -> Result<bool, StoreError> {
    let (refund, after, now) = (refund.clone(), after.clone(), app.clock.now());
    app.db
        .write_one(Durability::Soon, move |conn: &mut Conn| {
            let (refund, after) = (refund.clone(), after.clone());
            Box::pin(async move { refunds::turn(conn, &refund, &after, now).await })
        })
        .await
}
