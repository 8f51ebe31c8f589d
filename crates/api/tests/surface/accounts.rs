//! Whatever guests book, change and cancel, and however time goes by: what was paid less what went back is what the
//! policies say, what is sold is what stands, points add up and are never owed, and every change has its record.

use axum::http::Method;
use domain::money::Currency;
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp, ToSpan};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};
use store::payments::{self, State};
use store::{points, refunds, reservations};

use crate::support::browser::{self, Browser};
use crate::support::hotel::ID;
use crate::support::steps::{Batch, booking, guest, room, with_card};
use crate::support::{HotelFiles, House, OPERATOR, postgres};

const ACCOUNT: &str = "QC-1042";
const HOTEL_TIME: &str = "America/New_York";

/// How a stay is sold.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    /// Paid at the hotel, free until 48 hours before the check-in, then the first night.
    Flexible,
    /// The same, with the first night paid when it is booked.
    Deposit,
    /// Paid whole when it is booked, and kept whole.
    Advance,
    /// Paid with points as far as they go, else as Flexible.
    Points,
}

/// What happens next; numbers pick the stay.
#[derive(Debug, Clone)]
enum Step {
    Book { kind: Kind, rooms: u8, suite: bool, in_days: i32, nights: i32, points: i64 },
    Change { which: usize, suite: bool, in_days: i32, nights: i32 },
    Cancel { which: usize, all: bool },
    Status { which: usize, status: &'static str },
    Wait { hours: i64 },
}

fn step() -> impl Strategy<Value = Step> {
    let kinds = [Kind::Flexible, Kind::Deposit, Kind::Deposit, Kind::Advance, Kind::Points];
    let kind = prop::sample::select(kinds.to_vec());
    let book = (kind, 1..4_u8, any::<bool>(), 1..9_i32, 1..4_i32, 0..20_000_i64);
    prop_oneof![
        4 => book.prop_map(|(kind, rooms, suite, in_days, nights, points)| Step::Book { kind, rooms, suite, in_days, nights, points }),
        4 => (0..8_usize, any::<bool>(), 1..9_i32, 1..4_i32).prop_map(|(which, suite, in_days, nights)| Step::Change { which, suite, in_days, nights }),
        3 => (0..8_usize, any::<bool>()).prop_map(|(which, all)| Step::Cancel { which, all }),
        1 => (0..8_usize, prop::sample::select(vec!["CHECKED_IN", "NO_SHOW", "HOLD", "CANCELLED"])).prop_map(|(which, status)| Step::Status { which, status }),
        3 => prop::sample::select(vec![1_i64, 20, 30, 50]).prop_map(|hours| Step::Wait { hours }),
    ]
}

/// A booked room as it has to be. Minor units.
#[derive(Debug, Clone)]
struct Stay {
    number: String,
    kind: Kind,
    booking: usize,
    status: String,
    arrival: Date,
    nights: i64,
    total: i64,
    /// Paid and not given back.
    net: i64,
    /// What cancelling costs at least since a change.
    owed: i64,
    points: i64,
    worth: i64,
    /// Changes so far, each with a record.
    changes: usize,
}

impl Stay {
    fn stands(&self) -> bool {
        self.status == "HOLD"
    }

    /// By the policy of its rate, without a look at the server's own answer.
    fn penalty(&self, now: Timestamp) -> i64 {
        let check_in = self.arrival.at(15, 0, 0, 0).in_tz(HOTEL_TIME).expect("an instant").timestamp();
        let step = match self.kind {
            Kind::Advance => self.total,
            _ if now >= check_in - SignedDuration::from_hours(48) => self.total / self.nights,
            _ => 0,
        };
        step.max(self.owed)
    }
}

fn cents(amount: &Value) -> i64 {
    let usd = Currency::of("USD").expect("a currency");
    usd.from_decimal_f64(amount.as_f64().unwrap_or_else(|| panic!("{amount} is no amount"))).expect("cents")
}

/// Nights are rounded one by one.
#[track_caller]
fn about(one: i64, other: i64, nights: i64) {
    assert!((one - other).abs() <= nights, "{one} is not {other}");
}

struct World {
    house: House,
    stays: Vec<Stay>,
    bookings: usize,
}

impl World {
    async fn new(house: House) -> World {
        let files = HotelFiles {
            takes_codes: true,
            company_pays: false,
            packages: true,
            guarantee_required: false,
            kings: 9,
            members: browser::members("points = 24000"),
            ..HotelFiles::default()
        };
        house.import(&files).await;
        World { house, stays: Vec::new(), bookings: 0 }
    }

    fn today(&self) -> Date {
        self.house.clock.now().in_tz(HOTEL_TIME).expect("an instant").date()
    }

    fn at(&self, which: usize) -> Option<usize> {
        (!self.stays.is_empty()).then(|| which % self.stays.len())
    }

    fn body(&self, kind: Kind, suite: bool, in_days: i32, nights: i32) -> Value {
        let arrival = self.today() + in_days.days();
        let (arrival, departure) = (arrival.to_string(), (arrival + nights.days()).to_string());
        let rate = match kind {
            Kind::Flexible => "FLEX",
            Kind::Deposit => "CORPORATE",
            Kind::Advance => "ADVANCE",
            Kind::Points => "POINTS",
        };
        let room_type = if suite && kind != Kind::Points { "SUITE" } else { "KING" };
        let mut body = room(room_type, rate, &arrival, &departure, 2);
        if kind == Kind::Deposit {
            body["company_code"] = json!("ACME");
        }
        body
    }

    async fn take(&mut self, step: &Step) {
        match *step {
            Step::Book { kind, rooms, suite, in_days, nights, points } => {
                let body = self.body(kind, suite, in_days, nights);
                match kind {
                    Kind::Points => self.book_with_points(body, points).await,
                    _ => self.book(kind, rooms, &body).await,
                }
            }
            Step::Change { which, suite, in_days, nights } => {
                let Some(at) = self.at(which) else { return };
                let body = self.body(self.stays[at].kind, suite, in_days, nights);
                self.change(at, &body).await;
            }
            Step::Cancel { which, all } => {
                let Some(at) = self.at(which) else { return };
                self.cancel(at, all).await;
            }
            Step::Status { which, status } => {
                let Some(at) = self.at(which) else { return };
                self.status(at, status).await;
            }
            Step::Wait { hours } => self.house.pass_minutes(60 * hours).await,
        }
    }

    /// A rate may not be on offer so late, and a night may be sold out: then nothing is booked.
    async fn book(&mut self, kind: Kind, rooms: u8, body: &Value) {
        let client = &self.house.client;
        let batch = client.begin(rooms).await;
        for room_no in 1..=usize::from(rooms) {
            let answer = client.set_rate(&batch, room_no, body).await;
            if answer.status != 200 {
                assert!(matches!(answer.status, 409 | 422), "{}", answer.text);
                return;
            }
        }
        client.add_guest(&batch, &guest()).await.is(200);
        let order = match kind {
            Kind::Flexible => order(&batch, &json!({"defined_guarantee_type_id": "HOLD_18"})),
            _ => {
                let card = self.house.card_token(&batch, "4242424242424242", "Siobhán").await.is(200).body;
                order(&batch, &with_card(&batch, &card)["sessions"][0])
            }
        };
        let booked = client.commit(&batch, &order).await.is(200).body;
        self.note(kind, &booked);
    }

    async fn book_with_points(&mut self, mut body: Value, asked: i64) {
        let batch = self.house.client.begin(1).await;
        body["booked_with_points"] = json!(true);
        body["total_redeemed_points"] = json!(asked);
        let mut browser = Browser::of(&self.house);
        browser.sign_in().await;
        let path = booking(&format!("new-booking/{}/set-rate", batch.sessions[0]));
        let answer = browser.post(&path, &batch.secret, &body).await;
        if answer.status != 200 {
            assert!(matches!(answer.status, 409 | 422), "{}", answer.text);
            return;
        }
        let order = order(&batch, &json!({"guest_data": guest()["guest_data"]}));
        let path = booking(&format!("new-batch-booking/{}/commit", batch.id));
        let booked = browser.post(&path, &batch.secret, &order).await.is(200).body;
        self.note(Kind::Points, &booked);
    }

    fn note(&mut self, kind: Kind, booked: &Value) {
        for room in booked.as_array().expect("rooms") {
            let date = |name: &str| -> Date { room[name].as_str().expect("a text").parse().expect("a date") };
            let stay = Stay {
                number: room["confirmation_no"].as_str().expect("a number").to_owned(),
                kind,
                booking: self.bookings,
                status: "HOLD".to_owned(),
                arrival: date("check_in_date"),
                nights: i64::from((date("check_out_date") - date("check_in_date")).get_days()),
                total: cents(&room["total_amount"]),
                net: cents(&room["due_now"]),
                owed: 0,
                points: room["total_redeemed_points"].as_i64().unwrap_or(0),
                worth: if kind == Kind::Points { cents(&room["paid_with_points"]) } else { 0 },
                changes: 0,
            };
            let due = match kind {
                Kind::Flexible | Kind::Points => 0,
                Kind::Deposit => stay.total / stay.nights,
                Kind::Advance => stay.total,
            };
            about(stay.net, due, stay.nights);
            self.stays.push(stay);
        }
        self.bookings += 1;
    }

    async fn change(&mut self, at: usize, body: &Value) {
        let (stay, now) = (self.stays[at].clone(), self.house.clock.now());
        let client = &self.house.client;
        let token = client.look_up(&stay.number).await;
        let begun = client.begin_change(&stay.number, &token).await;
        let fixed = !stay.stands()
            || self.today() > stay.arrival
            || matches!(stay.kind, Kind::Points | Kind::Advance)
            || stay.penalty(now) >= stay.total;
        if begun.status != 201 {
            begun.refuses(409, "NOT_CHANGEABLE");
            assert!(fixed, "{stay:?}");
            return;
        }
        assert!(!fixed, "{stay:?}");
        let batch = Batch::of(&begun);
        let chosen = client.set_rate(&batch, 1, body).await;
        if chosen.status != 200 {
            assert!(matches!(chosen.status, 409 | 422), "{}", chosen.text);
            return;
        }
        let told = &chosen.body["data"]["content"]["stay_change"];
        let owed = cents(&told["penalty"]);
        about(owed, stay.penalty(now), stay.nights);
        let order = json!({"sessions": [{"session_id": batch.sessions[0]}], "transportations": []});
        let room = client.commit(&batch, &order).await.is(200).body[0].clone();
        let date = |name: &str| -> Date { room[name].as_str().expect("a text").parse().expect("a date") };
        let changed = &mut self.stays[at];
        changed.arrival = date("check_in_date");
        changed.nights = i64::from((date("check_out_date") - date("check_in_date")).get_days());
        changed.total = cents(&room["total_amount"]);
        changed.net += cents(&told["due_now"]) - cents(&told["refund"]);
        changed.owed = owed;
        changed.changes += 1;
        // What is due is paid, and what was owed already is not given back.
        let due = if stay.kind == Kind::Deposit { changed.total / changed.nights } else { 0 };
        about(changed.net, due.max(stay.net.min(owed)), changed.nights.max(stay.nights));
    }

    async fn cancel(&mut self, at: usize, all: bool) {
        let (one, now, today) = (self.stays[at].clone(), self.house.clock.now(), self.today());
        let of_booking = |stay: &&Stay| stay.number == one.number || (all && stay.booking == one.booking);
        let rooms: Vec<Stay> = self.stays.iter().filter(of_booking).cloned().collect();
        let numbers: Vec<&str> = rooms.iter().map(|stay| stay.number.as_str()).collect();
        let client = &self.house.client;
        let token = client.look_up(&one.number).await;
        let path = format!("/enterprise/v4/web/cancel-booking?request_id={token}");
        let answer = client.call(Method::PUT, &path, "", &json!({"conf_nums": numbers})).await;
        if rooms.iter().all(|stay| stay.status == "CANCELLED") {
            answer.is(200);
            return;
        }
        if rooms.iter().any(|stay| !stay.stands() || today > stay.arrival) {
            answer.refuses(409, "NOT_CANCELLABLE");
            return;
        }
        let done = answer.is(200).body;
        for told in done["rooms"].as_array().expect("rooms") {
            let stay = self.stays.iter_mut().find(|stay| told["conf_num"] == stay.number).expect("a room");
            let penalty = cents(&told["penalty"]["amount"]);
            about(penalty, stay.penalty(now), stay.nights);
            assert_eq!(cents(&told["refund"]["amount"]), (stay.net - (penalty - stay.worth).max(0)).max(0), "{stay:?}");
            let back = match penalty {
                0 => stay.points,
                _ => stay.points * (stay.worth - penalty).max(0) / stay.worth.max(1),
            };
            assert_eq!(told["points"], back, "{stay:?}");
            stay.net -= cents(&told["refund"]["amount"]);
            stay.points -= back;
            stay.status = "CANCELLED".to_owned();
            stay.changes += 1;
        }
    }

    async fn status(&mut self, at: usize, status: &str) {
        let stay = &mut self.stays[at];
        let path = format!("/operator/v1/reservations/{}/status", stay.number);
        let answer = self.house.client.call(Method::PUT, &path, OPERATOR, &json!({"status": status})).await;
        if answer.status != 200 {
            answer.refuses(409, "NOT_CHANGEABLE");
        } else if stay.status != status {
            stay.changes += 1;
            status.clone_into(&mut stay.status);
            if status == "CANCELLED" {
                (stay.net, stay.points) = (0, 0);
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
                back += refunds::sum(db, ID, kept.reservation_id, version).await.expect("a sum");
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

/// A commit with the same for each session of a batch.
fn order(batch: &Batch, one: &Value) -> Value {
    let session = |id: &String| {
        let mut session = one.clone();
        session["session_id"] = json!(id);
        session
    };
    json!({"sessions": batch.sessions.iter().map(session).collect::<Vec<_>>(), "transportations": []})
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
                world.check().await;
            }
        });
        Ok(())
    });
    law.unwrap_or_else(|error| panic!("{error}"));
}
