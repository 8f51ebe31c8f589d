//! What the server does by itself: gives back rooms whose time is over, follows imports and other servers, finishes
//! payments and refunds, sends mails, forgets what is over and cards that nothing refers to.

use std::ops::ControlFlow;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::join_all;
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use store::forgetting::{self, Until};
use store::nights::{self, NightLeft};
use store::{Conn, Durability, StoreError, brands};
use tokio::task::{JoinHandle, JoinSet};

use crate::activity_bookings;
use crate::app::App;
use crate::boards::Property;
use crate::by_hotel::{ByHotel, after};
use crate::events;
use crate::kept_cards;
use crate::mail;
use crate::member_points;
use crate::{payments, refunds};

/// What goes on by itself, hotel by hotel.
#[derive(Default)]
pub struct UnderWay {
    /// Of batches whose time is over.
    pub rooms: ByHotel,
    /// Of activities.
    pub places: ByHotel,
    /// Of events.
    pub spaces: ByHotel,
    pub blocks: ByHotel,
    pub points: ByHotel,
}

/// Days after which an expired booking is forgotten, with what its guest had typed.
const FORGET_AFTER_DAYS: i64 = 2;

/// Days that a mail which was sent or given up is known.
const FORGET_MAILS_AFTER_DAYS: i64 = 30;

/// What goes on until the server ends. What may wait for somebody else goes its own way: a slow mail server, vault or
/// payment gateway keeps no room from being given back, a refund keeps no payment from being taken, and a hotel that
/// somebody has locked keeps no other from being followed.
pub struct Background {
    app: App,
    tasks: JoinSet<()>,
}

impl Background {
    pub fn begin(app: &App) -> Background {
        let (second, hour) = (Duration::from_secs(1), Duration::from_secs(3600));
        let mut tasks = JoinSet::new();
        tasks.spawn(every(second, app.clone(), finish_payments));
        tasks.spawn(every(second, app.clone(), give_refunds));
        if app.settings.post.is_some() {
            tasks.spawn(every(second, app.clone(), send_mails));
        }
        tasks.spawn(every(hour, app.clone(), forget_cards));
        tasks.spawn(every(hour, app.clone(), forget_what_is_over));
        tasks.spawn(every(60 * second, app.clone(), forget_callers));
        tasks.spawn(load_brands(app.clone()));
        tasks.spawn(every(second, app.clone(), give_back_rooms));
        tasks.spawn(every(second, app.clone(), give_back_places));
        tasks.spawn(every(second, app.clone(), give_back_spaces));
        tasks.spawn(every(second, app.clone(), release_blocks));
        tasks.spawn(every(second, app.clone(), credit_points));
        tasks.spawn(every(second, app.clone(), follow));
        Background { app: app.clone(), tasks }
    }

    /// Ends all of it and waits until it has ended, so that it begins to write no more; hotels that are being loaded are
    /// read to the end.
    ///
    /// Each stops wherever it waits, as it would at a crash, or a moment later with the program: a step that was handed to
    /// the database is written whole or not at all, and before a gateway or a mail server is asked it is written when that
    /// is tried again, so that the next start goes on with it.
    pub async fn stop(mut self) {
        self.tasks.shutdown().await;
        let UnderWay { rooms, places, spaces, blocks, points } = &self.app.under_way;
        for by_hotel in [rooms, places, spaces, blocks, points] {
            by_hotel.stop().await;
        }
    }
}

/// Does the work at once and then again and again, as often as the interval says; where it takes longer, as often as it can.
/// A round that panics ends there, and the next goes on.
async fn every<A: Clone, F: Future>(interval: Duration, app: A, work: impl Fn(A) -> F) {
    let mut tick = tokio::time::interval(interval);
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        if AssertUnwindSafe(work(app.clone())).catch_unwind().await.is_err() {
            tracing::error!("work of the server's own panicked and is tried again");
        }
    }
}

/// Loads the hotels of brands, so that the first guest who searches a brand does not wait for all.
async fn load_brands(app: App) {
    let ids = brands::property_ids(&app.db).await.unwrap_or_else(|error| {
        tracing::error!(%error, "the hotels of brands could not be loaded; each is when it is asked for");
        Vec::new()
    });
    app.load(ids).await;
}

async fn finish_payments(app: App) {
    if let Err(problem) = payments::finish(&app).await {
        tracing::error!(code = problem.code().as_str(), "payments could not be finished; tried again");
    }
}

async fn give_refunds(app: App) {
    if let Err(problem) = refunds::finish(&app).await {
        tracing::error!(code = problem.code().as_str(), "refunds could not be given; tried again");
    }
}

async fn send_mails(app: App) {
    if let Err(problem) = mail::send_due(&app).await {
        tracing::error!(code = problem.code().as_str(), "mails could not be sent; tried again");
    }
}

async fn forget_cards(app: App) {
    if let Err(problem) = kept_cards::forget(&app).await {
        tracing::error!(code = problem.code().as_str(), "cards could not be forgotten; tried again");
    }
}

async fn forget_callers(app: App) {
    if let Some(limits) = &app.limits {
        limits.forget(&app.clock);
    }
}

/// The work of one second, for a test that does not want to wait: rooms whose time is over are given back, blocks whose
/// time is over go to the house, ended stays bring their points, imports and the writes of other servers are followed,
/// payments and refunds that nobody goes on with are finished.
pub async fn tick(app: &App) {
    join_all(give_back_rooms(app.clone()).await).await;
    join_all(give_back_places(app.clone()).await).await;
    join_all(give_back_spaces(app.clone()).await).await;
    join_all(release_blocks(app.clone()).await).await;
    join_all(credit_points(app.clone()).await).await;
    follow(app.clone()).await;
    finish_payments(app.clone()).await;
    give_refunds(app.clone()).await;
}

// Each answers what goes on by itself.

async fn give_back_rooms(app: App) -> Vec<JoinHandle<()>> {
    app.batches.expire(&app).await.unwrap_or_else(|problem| {
        tracing::error!(code = problem.code().as_str(), "rooms could not be given back; tried again");
        Vec::new()
    })
}

async fn give_back_places(app: App) -> Vec<JoinHandle<()>> {
    activity_bookings::expire(&app).await.unwrap_or_else(|problem| {
        tracing::error!(code = problem.code().as_str(), "places of activities could not be given back; tried again");
        Vec::new()
    })
}

async fn give_back_spaces(app: App) -> Vec<JoinHandle<()>> {
    events::expire(&app).await.unwrap_or_else(|problem| {
        tracing::error!(code = problem.code().as_str(), "spaces could not be given back; tried again");
        Vec::new()
    })
}

async fn credit_points(app: App) -> Vec<JoinHandle<()>> {
    member_points::credit(&app).await.unwrap_or_else(|problem| {
        tracing::error!(code = problem.code().as_str(), "points could not be credited; tried again");
        Vec::new()
    })
}

/// Gives the free rooms that no block keeps any more to the house: seen on the board, done in the database.
async fn release_blocks(app: App) -> Vec<JoinHandle<()>> {
    let (blocks, now) = (&app.under_way.blocks, app.clock.now());
    blocks.look_over();
    let mut due = Vec::new();
    for property in app.boards.all() {
        let today = property.board.business_day(now);
        for group in property.blocks_to_release(today) {
            let release = release_block(app.clone(), Arc::clone(&property), group.to_owned(), today, now);
            due.push((property.property_id, release));
        }
    }
    blocks.begin(due)
}

async fn release_block(
    app: App,
    property: Arc<Property>,
    group: String,
    today: Date,
    now: Timestamp,
) -> ControlFlow<()> {
    let (property_id, sold_from) = (property.property_id, Arc::clone(&property));
    let edition = (property_id, property.revision);
    let nights = app
        .db
        .write::<Vec<NightLeft>, StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
            let (group, sold_from) = (group.clone(), Arc::clone(&sold_from));
            Box::pin(async move {
                let is_released = |room_type: &str, night| sold_from.board.is_released(&group, room_type, night, today);
                nights::release_block(conn, edition, &group, today, is_released, now).await
            })
        })
        .await;
    let seen = match nights {
        // Another server gave them away, or they were imported anew, and this one did not hear of it.
        Ok(nights) if nights.is_empty() => property.read_again(&app.db, today, Date::MAX).await,
        Ok(nights) => {
            property.patch(&nights);
            Ok(())
        }
        Err(error) => Err(error),
    };
    let then = after(&seen);
    // One that fails must not keep the others.
    if let Err(error) = seen {
        tracing::error!(property_id, %error, "a group's rooms could not be given to the house; tried again");
    }
    then
}

async fn follow(app: App) {
    if let Err(error) = app.boards.follow(&app.db, app.clock.now()).await {
        tracing::error!(%error, "imports could not be followed; tried again");
    }
    if let Err(error) = app.brands.follow(&app.db).await {
        tracing::error!(%error, "brands could not be followed; tried again");
    }
    if let Err(error) = app.rates.follow(&app.db, app.clock.now()).await {
        tracing::error!(%error, "exchange rates could not be followed; tried again");
    }
}

async fn forget_what_is_over(app: App) {
    if let Err(error) = forget(&app).await {
        tracing::error!(%error, "what is over could not be forgotten; tried again");
    }
}

/// Forgets unfinished bookings, mails and sessions of long ago, hotel by hotel where there are any.
async fn forget(app: &App) -> Result<(), StoreError> {
    let now = app.clock.now();
    let until = Until {
        expired: now - SignedDuration::from_hours(24 * FORGET_AFTER_DAYS),
        mails: now - SignedDuration::from_hours(24 * FORGET_MAILS_AFTER_DAYS),
        sessions: now,
    };
    for property_id in forgetting::properties(&app.db, until).await? {
        app.db
            .write::<u64, StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
                Box::pin(async move { forgetting::forget(conn, property_id, until).await })
            })
            .await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[tokio::test]
    async fn work_that_panics_is_done_again() {
        let rounds = Arc::new(AtomicUsize::new(0));
        let work = |rounds: Arc<AtomicUsize>| async move {
            assert!(rounds.fetch_add(1, Ordering::Relaxed) > 0, "the first round panics");
        };
        let loops = every(Duration::from_millis(1), Arc::clone(&rounds), work);
        let third = async {
            while rounds.load(Ordering::Relaxed) < 3 {
                tokio::task::yield_now().await;
            }
        };
        tokio::select! {
            () = loops => {}
            () = third => {}
        }
    }
}
