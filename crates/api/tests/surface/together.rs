//! Several calls on one booking at the same moment, from two tabs and through two servers.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use jiff::SignedDuration;
use jiff::civil::date;
use store::nights::{self, NightError, Span, Step};
use store::{Conn, Durability};

use crate::support::hotel::ID;
use crate::support::steps::{guest, held_until_18, king, room};
use crate::support::{HotelFiles, House, on_both_engines};

const VAULT: bool = false;

on_both_engines!(
    a_server_that_was_cut_off_catches_up
    a_server_that_saw_the_booking_earlier_refuses_nobody
    commits_at_once_book_once
    what_was_committed_long_after_its_time_is_seen
    two_tabs_hold_what_the_last_one_chose
);

// clause: API-22
async fn commits_at_once_book_once(house: House) {
    house.import(&HotelFiles::default()).await;
    let twin = house.twin().await;
    let batch = house.client.ready().await;
    // Each server remembers the batch as open.
    house.client.read_batch(&batch).await.is(200);
    twin.client.add_guest(&batch, &guest()).await.is(200);
    let body = held_until_18(&batch);
    let calls = (0..16).map(|at| {
        let client = if at % 2 == 0 { house.client.clone() } else { twin.client.clone() };
        let (batch, body) = (batch.clone(), body.clone());
        tokio::spawn(async move { client.commit(&batch, &body).await })
    });
    let mut numbers = BTreeSet::new();
    for answer in join_all(calls).await {
        let answer = answer.expect("an answer").is(200);
        numbers.insert(answer.body[0]["confirmation_no"].to_string());
    }
    assert_eq!(numbers.len(), 1, "{numbers:?}");
    assert_eq!((house.nights().await, house.reservations().await), ((0, 2), (1, 0)));
}

// clause: API-25
async fn two_tabs_hold_what_the_last_one_chose(house: House) {
    house.import(&HotelFiles { kings: 3, ..HotelFiles::default() }).await;
    let twin = house.twin().await;
    let batch = house.client.begin(2).await;
    for round in 0..4 {
        // What the other server freed is seen a second later.
        tokio::join!(api::tick(&house.app), api::tick(&twin.app));
        let choices = [
            king(),
            room("SUITE", "FLEX", "2026-12-12", "2026-12-15", 2),
            room("KING", "ADVANCE", "2026-12-13", "2026-12-14", 1),
            room("KING", "FLEX", "2026-12-14", "2026-12-18", 2),
        ];
        let calls = choices.into_iter().enumerate().map(|(at, choice)| {
            let client = if (at + round) % 2 == 0 { house.client.clone() } else { twin.client.clone() };
            let batch = batch.clone();
            tokio::spawn(async move { client.set_rate(&batch, 1 + at % 2, &choice).await })
        });
        for answer in join_all(calls).await {
            answer.expect("an answer").is(200);
        }
        let now = house.client.read_batch(&batch).await.is(200).body;
        let nights = now["selected_rooms"].as_array().expect("rooms").iter();
        let nights: usize = nights.map(|room| room["rate_details"].as_array().expect("nights").len()).sum();
        assert_eq!(house.nights().await, (nights as i64, 0), "what is held is what is chosen: {now}");
    }
    let now = house.client.read_batch(&batch).await.is(200).body;
    twin.client.add_guest(&batch, &guest()).await.is(200);
    // Every server shows the booking as it is, whoever wrote it last.
    for (at, chosen) in now["selected_rooms"].as_array().expect("rooms").iter().enumerate() {
        for server in [&house, &twin] {
            let folio =
                server.client.read_session(&batch, at + 1, "calculate-folios-and-charges-and-taxes").await.is(200);
            assert_eq!(folio.body, chosen["profile_taxes"]);
        }
    }
    house.client.unset_rate(&batch, 1).await.is(204);
    house.client.unset_rate(&batch, 2).await.is(204);
    assert_eq!(house.nights().await, (0, 0));
}

// clause: API-21, API-25
async fn a_server_that_saw_the_booking_earlier_refuses_nobody(house: House) {
    house.import(&HotelFiles::default()).await;
    let twin = house.twin().await;
    // Begun here, chosen there, booked here: this server remembers the booking without a room and without a guest.
    let batch = house.client.begin(1).await;
    twin.client.set_rate(&batch, 1, &king()).await.is(200);
    house.client.add_guest(&batch, &guest()).await.is(200);
    house.pass_minutes(25).await;
    twin.client.add_guest(&batch, &guest()).await.is(200);
    house.pass_minutes(25).await;
    house.client.commit(&batch, &held_until_18(&batch)).await.is(200);

    let batch = house.client.begin(1).await;
    twin.client.set_rate(&batch, 1, &king()).await.is(200);
    twin.client.add_guest(&batch, &guest()).await.is(200);
    let rooms = house.client.commit(&batch, &held_until_18(&batch)).await.is(200).body;
    assert_eq!(twin.client.commit(&batch, &held_until_18(&batch)).await.is(200).body, rooms);

    // What a session holds counts as free for it, whichever server is asked.
    house.client.unset_rate(&house.client.begin(1).await, 1).await.is(204);
    house.import(&HotelFiles { kings: 3, ..HotelFiles::default() }).await;
    let batch = twin.client.begin(1).await;
    house.client.set_rate(&batch, 1, &king()).await.is(200);
    api::tick(&twin.app).await;
    assert_eq!(twin.client.kings_left().await, 0);
    twin.client.set_rate(&batch, 1, &king()).await.is(200);
}

async fn a_server_that_was_cut_off_catches_up(house: House) {
    house.import(&HotelFiles::default()).await;
    let twin = house.twin().await;
    assert_eq!(twin.client.kings_left().await, 2);
    // Past the second in which all of the hotel is read again.
    house.pass_minutes(1).await;
    api::tick(&twin.app).await;
    house.client.booked().await;
    // For two minutes it hears nothing of the database.
    house.pass_minutes(2).await;
    assert_eq!(twin.client.kings_left().await, 2);
    api::tick(&twin.app).await;
    assert_eq!(twin.client.kings_left().await, 1);
}

async fn what_was_committed_long_after_its_time_is_seen(house: House) {
    house.import(&HotelFiles::default()).await;
    let twin = house.twin().await;
    let servers = [&house, &twin];
    let left = async || (house.client.kings_left().await, twin.client.kings_left().await);
    assert_eq!(left().await, (2, 2));
    let step = async |step: Step| {
        let long_before = house.clock.now() - SignedDuration::from_mins(20);
        let write = house.app.db.write::<_, NightError, _>(Durability::Soon, move |conn: &mut Conn| {
            let (arrival, departure) = (date(2026, 12, 12), date(2026, 12, 14));
            let both = Span { room_type_id: "KING".into(), group: None, arrival, departure, rooms: 2 };
            Box::pin(async move { nights::change(conn, step, ID, &both, long_before).await })
        });
        write.await.expect("the nights");
        tokio::join!(api::tick(&house.app), api::tick(&twin.app));
    };
    // Whoever is refused by the database is the last who was offered the room.
    step(Step::Take).await;
    for server in servers {
        let batch = server.client.begin(1).await;
        server.client.set_rate(&batch, 1, &king()).await.refuses(409, "NIGHT_SOLD_OUT");
    }
    assert_eq!(left().await, (0, 0));
    // Nobody asks for what is not offered: it is found all the same.
    step(Step::Release).await;
    house.clock.pass(SignedDuration::from_mins(5));
    tokio::join!(api::tick(&house.app), api::tick(&twin.app));
    assert_eq!(left().await, (2, 2));
}
