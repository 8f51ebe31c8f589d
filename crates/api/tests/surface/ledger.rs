//! Whatever guests do and in whatever order, through whichever server: what is held is what is chosen in open bookings,
//! what is sold is what is reserved, and no night has more than there are rooms.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::json;

use crate::support::hotel::ID;
use crate::support::steps::{Batch, guest, held_until_18, room};
use crate::support::{HotelFiles, House};

/// What a guest does next; numbers pick the server, the booking, the room.
#[derive(Debug, Clone)]
enum Step {
    Begin {
        rooms: u8,
    },
    Choose {
        server: usize,
        booking: usize,
        room: usize,
        kind: bool,
        first: u8,
        nights: u8,
        rooms: u8,
    },
    Drop {
        server: usize,
        booking: usize,
        room: usize,
    },
    Commit {
        server: usize,
        booking: usize,
    },
    Cancel {
        server: usize,
        number: usize,
    },
    /// A guest begins to change a booked stay; what they choose then is a step like any other.
    Edit {
        server: usize,
        number: usize,
    },
    /// The hotel opens so many more rooms (it never closes any here) and asks another price.
    Reimport {
        more: u32,
        price: u32,
    },
    Wait {
        minutes: i64,
    },
}

fn step() -> impl Strategy<Value = Step> {
    let choose = (0..2_usize, 0..8_usize, 0..2_usize, any::<bool>(), 10..15_u8, 1..4_u8, 1..3_u8);
    prop_oneof![
        2 => (1..3_u8).prop_map(|rooms| Step::Begin { rooms }),
        6 => choose.prop_map(|(server, booking, room, kind, first, nights, rooms)| Step::Choose { server, booking, room, kind, first, nights, rooms }),
        1 => (0..2_usize, 0..8_usize, 0..2_usize).prop_map(|(server, booking, room)| Step::Drop { server, booking, room }),
        3 => (0..2_usize, 0..8_usize).prop_map(|(server, booking)| Step::Commit { server, booking }),
        1 => (0..2_usize, 0..8_usize).prop_map(|(server, number)| Step::Cancel { server, number }),
        3 => (0..2_usize, 0..8_usize).prop_map(|(server, number)| Step::Edit { server, number }),
        1 => (0..2_u32, prop::sample::select(vec![200, 210])).prop_map(|(more, price)| Step::Reimport { more, price }),
        2 => prop::sample::select(vec![1_i64, 12, 29, 31]).prop_map(|minutes| Step::Wait { minutes }),
    ]
}

/// Two servers on one database, and everything that was begun and booked.
struct World {
    servers: [House; 2],
    kings: u32,
    begun: Vec<Batch>,
    /// Number and nights of each reservation.
    booked: Vec<(String, i64)>,
    cancelled: Vec<String>,
}

impl World {
    async fn new(house: House) -> World {
        house.import(&HotelFiles { kings: 3, ..HotelFiles::default() }).await;
        let twin = house.twin().await;
        World { servers: [house, twin], kings: 3, begun: Vec::new(), booked: Vec::new(), cancelled: Vec::new() }
    }

    fn pick<T: Clone>(all: &[T], at: usize) -> Option<T> {
        (!all.is_empty()).then(|| all[at % all.len()].clone())
    }

    async fn take(&mut self, step: &Step) {
        match *step {
            Step::Begin { rooms } => {
                let batch = self.servers[0].client.begin(rooms).await;
                self.servers[1].client.add_guest(&batch, &guest()).await.is(200);
                self.begun.push(batch);
            }
            Step::Choose { server, booking, room: at, kind, first, nights, rooms } => {
                let Some(batch) = World::pick(&self.begun, booking) else { return };
                let kind = if kind { "KING" } else { "SUITE" };
                let (arrival, departure) = (format!("2026-12-{first}"), format!("2026-12-{}", first + nights));
                let mut body = room(kind, "FLEX", &arrival, &departure, 2);
                body["number_of_rooms"] = json!(rooms);
                let room_no = 1 + at % batch.sessions.len();
                let answer = self.servers[server].client.set_rate(&batch, room_no, &body).await;
                assert!(matches!(answer.status, 200 | 409 | 410 | 422), "{}", answer.text);
            }
            Step::Drop { server, booking, room } => {
                let Some(batch) = World::pick(&self.begun, booking) else { return };
                let room_no = 1 + room % batch.sessions.len();
                let answer = self.servers[server].client.unset_rate(&batch, room_no).await;
                assert!(matches!(answer.status, 204 | 409 | 410), "{}", answer.text);
            }
            Step::Commit { server, booking } => {
                let Some(batch) = World::pick(&self.begun, booking) else { return };
                let answer = self.servers[server].client.commit(&batch, &held_until_18(&batch)).await;
                assert!(matches!(answer.status, 200 | 409 | 410 | 422), "{}", answer.text);
                for room in answer.body.as_array().map(Vec::as_slice).unwrap_or_default() {
                    let number = room["confirmation_no"].as_str().expect("a number").to_owned();
                    let date = |name: &str| -> jiff::civil::Date {
                        room[name].as_str().expect("a text").parse().expect("a date")
                    };
                    let nights = i64::from((date("check_out_date") - date("check_in_date")).get_days());
                    // A changed stay keeps its number.
                    match self.booked.iter_mut().find(|(known, _)| *known == number) {
                        Some((_, before)) => *before = nights,
                        None => self.booked.push((number, nights)),
                    }
                }
            }
            Step::Cancel { server, number } => {
                let Some((number, _)) = World::pick(&self.booked, number) else { return };
                let client = &self.servers[server].client;
                let token = client.look_up(&number).await;
                client.put(&format!("/enterprise/v4/web/cancel-booking?request_id={token}")).await.is(200);
                self.cancelled.push(number);
            }
            Step::Edit { server, number } => {
                let Some((number, _)) = World::pick(&self.booked, number) else { return };
                let client = &self.servers[server].client;
                let token = client.look_up(&number).await;
                let answer = client.begin_change(&number, &token).await;
                if self.cancelled.contains(&number) {
                    answer.refuses(409, "NOT_CHANGEABLE");
                } else {
                    self.begun.push(Batch::of(&answer.is(201)));
                }
            }
            Step::Reimport { more, price } => {
                self.kings += more;
                let kings = self.kings;
                self.servers[0].import(&HotelFiles { kings, king_price: price, ..HotelFiles::default() }).await;
            }
            Step::Wait { minutes } => {
                self.servers[0].pass_minutes(minutes).await;
                api::tick(&self.servers[1].app).await;
            }
        }
    }

    async fn check(&self) {
        let mut held = 0;
        for batch in &self.begun {
            let stored = store::batches::find::<domain::booking::Batch>(
                &self.servers[0].app.db,
                ID,
                batch.id.parse().expect("an id"),
            );
            // A batch stands in the database from its first change on.
            let Some(stored) = stored.await.expect("the database") else { continue };
            if stored.status == store::batches::Status::Open {
                let rooms = stored.state.held_rooms();
                held += rooms.iter().map(|held| i64::from(held.stay.nights()) * i64::from(held.rooms)).sum::<i64>();
            }
        }
        let standing = self.booked.iter().filter(|(number, _)| !self.cancelled.contains(number));
        let (count, sold) = standing.fold((0, 0), |(count, sold), (_, nights)| (count + 1, sold + nights));
        let sums = store::nights::sums(&self.servers[0].app.db, ID).await.expect("the nights");
        assert_eq!((sums.held, sums.sold), (held, sold));
        assert_eq!(self.servers[0].reservations().await.0, count);
    }
}

// clause: API-21, API-22, API-25, API-36, SESSION-04, EDIT-05
#[test]
fn the_nights_add_up_whatever_guests_do() {
    holds_on(16, House::sqlite);
}

// clause: EDIT-05
#[test]
fn they_add_up_on_postgres_too() {
    let server = crate::support::postgres();
    let counter = std::sync::atomic::AtomicUsize::new(0);
    holds_on(4, || {
        let name = format!("ledger_{}", counter.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
        House::on(Some(server.database(&name).expect("a database")), false)
    });
}

/// The law, for so many sequences of steps, each in a house of its own.
fn holds_on<F: Future<Output = House>>(cases: u32, house: impl Fn() -> F) {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    let law = runner.run(&prop::collection::vec(step(), 10..50), |steps| {
        runtime.block_on(async {
            let mut world = World::new(house().await).await;
            for step in &steps {
                world.take(step).await;
                world.check().await;
            }
            let sums = store::nights::sums(&world.servers[0].app.db, ID).await.expect("the nights");
            assert_eq!(sums.over_capacity, 0);
        });
        Ok(())
    });
    law.unwrap_or_else(|error| panic!("{error}"));
}
