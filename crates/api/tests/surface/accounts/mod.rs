//! Whatever guests book, pay, change and cancel, and however time goes by: what was paid less what went back is what the
//! policies say, what is sold is what stands, points add up and are never owed, and every change has its record.

mod moves;
mod stay;
mod steps;

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};
use proptest::prelude::prop;
use proptest::test_runner::{Config, TestRunner};
use serde_json::Value;
use store::payments::{self, State};
use store::{points, refunds, reservations};

use crate::support::browser;
use crate::support::hotel::ID;
use crate::support::{HotelFiles, House, postgres};
use stay::{HOTEL_TIME, Kind, Stay};
use steps::{Step, step};

const ACCOUNT: &str = "QC-1042";

/// A link that takes money, or whose booking is not given back yet.
#[derive(Debug, Clone)]
struct Link {
    booking: usize,
    /// A room of it, as it was confirmed.
    room: Value,
    until: Timestamp,
}

impl Link {
    fn new(booking: usize, room: &Value) -> Link {
        let until = room["payment_link"]["expires_at"].as_str().expect("a link").parse().expect("an instant");
        Link { booking, room: room.clone(), until }
    }
}

struct World {
    house: House,
    stays: Vec<Stay>,
    links: Vec<Link>,
    bookings: usize,
}

impl World {
    async fn new(house: House) -> World {
        let files = HotelFiles {
            takes_codes: true,
            company_pays: false,
            packages: true,
            guarantee_required: false,
            links: true,
            kings: 9,
            members: browser::members("points = 24000"),
            ..HotelFiles::default()
        };
        house.import(&files).await;
        World { house, stays: Vec::new(), links: Vec::new(), bookings: 0 }
    }

    fn now(&self) -> Timestamp {
        self.house.clock.now()
    }

    fn today(&self) -> Date {
        self.now().in_tz(HOTEL_TIME).expect("an instant").date()
    }

    fn at(&self, which: usize) -> Option<usize> {
        (!self.stays.is_empty()).then(|| which % self.stays.len())
    }

    fn body(&self, kind: Kind, suite: bool, in_days: i32, nights: i32) -> Value {
        let arrival = self.today() + in_days.days();
        kind.body(suite, arrival, arrival + nights.days())
    }

    async fn take(&mut self, step: &Step) {
        match *step {
            Step::Book { kind, rooms, suite, in_days, nights, points, pause } => {
                let body = self.body(kind, suite, in_days, nights);
                match kind {
                    Kind::Points => self.book_with_points(body, points, pause).await,
                    _ => self.book(kind, rooms, &body, pause).await,
                }
            }
            Step::Pay { which } => self.pay(which).await,
            Step::Change { which, suite, in_days, nights, pause } => {
                let Some(at) = self.at(which) else { return };
                let body = self.body(self.stays[at].kind, suite, in_days, nights);
                self.change(at, &body, pause).await;
            }
            Step::Cancel { which, all, pause } => {
                let Some(at) = self.at(which) else { return };
                self.cancel(at, all, pause).await;
            }
            Step::Status { which, status } => {
                let Some(at) = self.at(which) else { return };
                self.status(at, status).await;
            }
            Step::Wait { minutes } => self.pass(minutes).await,
            Step::WaitForDeadline { which } => {
                let Some(at) = self.at(which) else { return };
                let left = self.stays[at].deadline().duration_since(self.now()).as_mins() - 10;
                if left > 0 {
                    self.pass(left).await;
                }
            }
        }
    }

    /// Lets time go by. Two minutes after its link what nobody has paid for is given back, and what has begun stands without
    /// it; where nothing but that hangs on it, at its end.
    async fn pass(&mut self, minutes: i64) {
        self.house.pass_minutes(minutes).await;
        let now = self.now();
        let waits = |link: &Link| self.stays.iter().any(|stay| stay.booking == link.booking && stay.stands());
        let end = |link: &Link| if waits(link) { link.until + 2.minutes() } else { link.until };
        let is_over = |link: &Link| now >= end(link);
        let (over, open): (Vec<Link>, Vec<Link>) = self.links.drain(..).partition(is_over);
        self.links = open;
        for stay in self.stays.iter_mut().filter(|stay| stay.status != "CANCELLED") {
            if over.iter().any(|link| link.booking == stay.booking) {
                stay.changes += 1;
                if stay.stands() {
                    stay.status = "CANCELLED".to_owned();
                }
            }
        }
    }

    async fn check(&self) {
        let db = &self.house.app.db;
        let mut back = 0;
        for stay in &self.stays {
            let kept = reservations::find::<Value>(db, ID, &stay.number).await.expect("a read").expect("a stay");
            assert_eq!((kept.status.as_str(), kept.total), (stay.status.as_str(), stay.total), "{stay:?}");
            let records = reservations::changes(db, ID, kept.reservation_id).await.expect("the records");
            assert_eq!((records.len(), usize::try_from(kept.version)), (stay.changes, Ok(stay.changes)), "{stay:?}");
            for version in 1..=kept.version {
                back += crate::support::refunded(db, ID, kept.reservation_id, version).await;
            }
        }
        let paid = payments::all(db, ID).await.expect("the payments");
        let taken: i64 = paid.iter().filter(|one| one.state == State::Captured).map(|one| one.amount).sum();
        assert_eq!(taken - back, self.stays.iter().map(|stay| stay.net).sum::<i64>());
        let open = refunds::due(db, Timestamp::MAX, 9).await.expect("the refunds");
        assert!(open.is_empty(), "{open:?}");
        let live = self.stays.iter().filter(|stay| stay.status != "CANCELLED").map(|stay| stay.nights).sum::<i64>();
        let sums = store::nights::sums(db, ID).await.expect("the nights");
        assert_eq!((sums.sold, sums.over_capacity), (live, 0));
        let balance = points::balance(db, ID, ACCOUNT).await.expect("a balance");
        let entries = points::entries(db, ID, ACCOUNT).await.expect("the entries");
        assert_eq!(entries.iter().map(|(_, points)| points).sum::<i64>(), balance, "{entries:?}");
        assert!(balance >= 0, "{entries:?}");
    }
}

// clause: EDIT-05, API-36, MANAGE-22, POINTS-04
#[test]
fn what_was_paid_is_what_the_policies_say() {
    holds_on(12, || House::on(None, true));
}

#[test]
fn it_is_on_postgres_too() {
    let server = postgres();
    let counter = std::sync::atomic::AtomicUsize::new(0);
    holds_on(4, || {
        let name = format!("accounts_{}", counter.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
        House::on(Some(server.database(&name).expect("a database")), true)
    });
}

fn holds_on<F: Future<Output = House>>(cases: u32, house: impl Fn() -> F) {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    let law = runner.run(&prop::collection::vec(step(), 6..24), |steps| {
        runtime.block_on(async {
            let mut world = World::new(house().await).await;
            for step in &steps {
                world.take(step).await;
                world.pass(0).await;
                world.check().await;
            }
        });
        Ok(())
    });
    law.unwrap_or_else(|error| panic!("{error}"));
}
