//! Rooms that nobody comes back for are free again after half an hour.

use std::time::Duration;

use futures_util::future::select;
use jiff::SignedDuration;
use serde_json::{Value, json};
use store::nights;
use store::{Conn, Durability, StoreError, batches};
use tokio::time::timeout;
use uuid::Uuid;

use crate::support::steps::{Batch, booking, guest, held_until_18, king, room};
use crate::support::{HotelFiles, House, hotel, on_both_engines, postgres};

const VAULT: bool = false;

on_both_engines!(
    half_an_hour_without_a_call_frees_the_rooms
    every_call_keeps_the_rooms
    rooms_are_given_back_once
    one_that_cannot_be_read_keeps_no_other
    a_booking_without_a_room_is_written_nowhere_and_ends_all_the_same
);

// clause: SESSION-04
async fn half_an_hour_without_a_call_frees_the_rooms(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let batch = client.ready().await;
    let kept = client.ready().await;
    assert_eq!(client.kings_left().await, 0);
    // 29 minutes later the second guest comes back, the first does not.
    house.pass_minutes(29).await;
    assert_eq!(house.nights().await, (4, 0));
    client.read_batch(&kept).await.is(200);
    house.pass_minutes(2).await;
    assert_eq!((house.nights().await, client.kings_left().await), ((2, 0), 1));
    client.read_batch(&batch).await.refuses(410, "BATCH_EXPIRED");
    client.set_rate(&batch, 1, &king()).await.refuses(410, "BATCH_EXPIRED");
    client.unset_rate(&batch, 1).await.refuses(410, "BATCH_EXPIRED");
    client.add_guest(&batch, &guest()).await.refuses(410, "BATCH_EXPIRED");
    client.read_session(&batch, 1, "calculate-folios-and-charges-and-taxes").await.refuses(410, "BATCH_EXPIRED");
    client.read_session(&batch, 1, "available-guarantee-types").await.refuses(410, "BATCH_EXPIRED");
    client.commit(&batch, &held_until_18(&batch)).await.refuses(410, "BATCH_EXPIRED");
    client.commit(&kept, &held_until_18(&kept)).await.is(200);
    assert_eq!((house.nights().await, house.reservations().await), ((0, 2), (1, 0)));
    // A day later the background has nothing to do to what is booked.
    house.pass_minutes(24 * 60).await;
    assert_eq!(house.nights().await, (0, 2));
}

// clause: SESSION-04
async fn every_call_keeps_the_rooms(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let batch = client.begin(1).await;
    for _ in 0..2 {
        client.set_rate(&batch, 1, &king()).await.is(200);
        house.pass_minutes(29).await;
        client.read_session(&batch, 1, "calculate-folios-and-charges-and-taxes").await.is(200);
        house.pass_minutes(29).await;
        client.read_session(&batch, 1, "available-guarantee-types").await.is(200);
        house.pass_minutes(29).await;
        client.add_guest(&batch, &guest()).await.is(200);
        house.pass_minutes(29).await;
        client.read_batch(&batch).await.is(200);
        house.pass_minutes(29).await;
    }
    assert_eq!(house.nights().await, (2, 0));
    client.commit(&batch, &held_until_18(&batch)).await.is(200);
}

// clause: SESSION-04
async fn rooms_are_given_back_once(house: House) {
    house.import(&HotelFiles::default()).await;
    let twin = house.twin().await;
    let client = &house.client;
    let batch = client.begin(2).await;
    client.set_rate(&batch, 1, &king()).await.is(200);
    client.set_rate(&batch, 2, &king()).await.is(200);
    assert_eq!(house.nights().await, (4, 0));
    // A call in the very second after the end comes too late, though nothing was given back yet.
    house.clock.pass(SignedDuration::from_mins(31));
    client.set_rate(&batch, 1, &king()).await.refuses(410, "BATCH_EXPIRED");
    twin.client.commit(&batch, &held_until_18(&batch)).await.refuses(410, "BATCH_EXPIRED");
    // Both servers see that its time is over, at once.
    tokio::join!(api::tick(&house.app), api::tick(&twin.app), api::tick(&house.app), api::tick(&twin.app));
    assert_eq!(house.nights().await, (0, 0));
    assert_eq!((client.kings_left().await, twin.client.kings_left().await), (2, 2));
    let path = booking(&format!("new-batch-booking/{}", batch.id));
    twin.client.get_with(&path, &batch.secret).await.refuses(410, "BATCH_EXPIRED");
}

// clause: SESSION-04
async fn one_that_cannot_be_read_keeps_no_other(house: House) {
    house.import(&HotelFiles::default()).await;
    house.client.ready().await;
    let now = house.clock.now();
    // Written by hand, or by a newer version; its time is over before the other's.
    let write = house.app.db.write::<bool, StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
        let batch = batches::Stored {
            property_id: hotel::ID,
            batch_id: Uuid::from_u128(16),
            status: batches::Status::Open,
            version: 0,
            expires_at: now,
            state: json!({}),
        };
        Box::pin(async move { batches::insert(conn, &batch).await })
    });
    assert!(write.await.expect("the database"));
    assert_eq!(house.nights().await, (2, 0));
    house.pass_minutes(31).await;
    assert_eq!(house.nights().await, (0, 0));
}

// clause: SESSION-04
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hotel_whose_nights_are_locked_keeps_no_other() {
    let server = postgres();
    let house = House::on(Some(server.database("locked").expect("a database")), false).await;
    house.import(&HotelFiles::default()).await;
    house.import(&HotelFiles { property_id: 2, code: "OTHER", ..HotelFiles::default() }).await;
    let held = async |property_id| nights::sums(&house.app.db, property_id).await.expect("the nights").held;
    house.client.ready().await;
    let lock = house.lock_kings(None).await;
    house.clock.pass(SignedDuration::from_mins(31));
    // One of the two waits for the lock.
    let seconds = select(Box::pin(api::tick(&house.app)), Box::pin(api::tick(&house.app)));
    let first = timeout(Duration::from_secs(60), seconds).await.expect("one of them ends");
    let ((), waits) = first.factor_first();

    let other = "/v4/properties/2/booking-engine";
    let begun = house.client.post(&format!("{other}/new-batch-booking?count=1"), "", &Value::Null).await.is(201);
    let batch = Batch::of(&begun);
    let path = format!("{other}/new-booking/{}/set-rate", batch.sessions[0]);
    house.client.post(&path, &batch.secret, &king()).await.is(200);
    assert_eq!((held(hotel::ID).await, held(2).await), (2, 2));
    house.pass_minutes(31).await;
    assert_eq!((held(hotel::ID).await, held(2).await), (2, 0));

    lock.end().await;
    waits.await;
    assert_eq!(held(hotel::ID).await, 0);
}

// clause: API-20, SESSION-04
async fn a_booking_without_a_room_is_written_nowhere_and_ends_all_the_same(house: House) {
    house.import(&HotelFiles::default()).await;
    let twin = house.twin().await;
    let left = house.client.begin(2).await;
    let taken_up = house.client.begin(3).await;
    for batch in [&left, &taken_up] {
        let id = batch.id.parse().expect("an id");
        let row = batches::find::<serde_json::Value>(&house.app.db, hotel::ID, id).await.expect("the database");
        assert!(row.is_none());
        // A server that never heard of it knows it by its id.
        let seen = twin.client.read_batch(batch).await.is(200).body;
        assert_eq!(seen["sessions"], json!(batch.sessions));
    }
    // Both servers write it for the first time at the same moment: nobody is refused, nothing is lost.
    let (king, suite) = (king(), room("SUITE", "FLEX", "2026-12-12", "2026-12-14", 2));
    let (first, second) =
        tokio::join!(house.client.set_rate(&taken_up, 1, &king), twin.client.set_rate(&taken_up, 2, &suite));
    assert_eq!((first.status, second.status), (200, 200), "{} {}", first.text, second.text);
    house.pass_minutes(29).await;
    for client in [&house.client, &twin.client] {
        let rooms = client.read_batch(&taken_up).await.is(200).body["selected_rooms"].clone();
        assert_eq!(rooms.as_array().map(Vec::len), Some(2), "{rooms}");
    }
    house.pass_minutes(2).await;
    house.client.read_batch(&taken_up).await.is(200);
    for _ in 0..2 {
        for client in [&house.client, &twin.client] {
            client.read_batch(&left).await.refuses(410, "BATCH_EXPIRED");
            client.set_rate(&left, 1, &king).await.refuses(410, "BATCH_EXPIRED");
        }
        // Nor days later.
        house.pass_minutes(3 * 24 * 60).await;
    }
}
