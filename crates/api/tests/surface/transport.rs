//! Rides with the hotel's car, and the places of postal codes.

use domain::booking::Reservation;
use domain::transport::Way;
use serde_json::{Value, json};
use store::{Conn, Durability, StoreError, postal_codes, reservations};

use crate::support::hotel::ID;
use crate::support::steps::{Batch, booking, guest, held_until_18, king, room};
use crate::support::{HotelFiles, House, on_both_engines};

const VAULT: bool = false;

on_both_engines!(
    a_ride_goes_with_the_booking
    places_of_postal_codes_are_found
);

fn ride(title: &str, day: &str, time: &str) -> Value {
    json!({"title": title, "body": null, "start_date": day, "time": time})
}

fn with(batch: &Batch, rides: &[Value]) -> Value {
    let mut body = held_until_18(batch);
    body["transportations"] = json!(rides);
    body
}

// clause: TRANS-02, TRANS-08, API-21
async fn a_ride_goes_with_the_booking(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let batch = client.begin(2).await;
    client.set_rate(&batch, 1, &king()).await.is(200);
    client.set_rate(&batch, 2, &king()).await.is(200);
    client.add_guest(&batch, &guest()).await.is(200);
    let mut fetched = ride("Guest Pick-Up", "2026-12-12", "08:30");
    fetched["body"] = json!("EI 105 <b>late</b>,\n2 bags");
    let mut brought = ride("Guest Drop-Off", "2026-12-14", "18:30");
    brought["session_id"] = json!(batch.sessions[1]);
    let rooms = client.commit(&batch, &with(&batch, &[fetched, brought])).await.is(200).body;

    let told = json!([{"title": "Guest Pick-Up", "body": "EI 105 <b>late</b>,\n2 bags",
        "start_date": "2026-12-12", "time": "08:30"}]);
    assert_eq!(rooms[0]["transportations"], told);
    assert_eq!(rooms[1]["transportations"][0]["title"], "Guest Drop-Off");
    // A repeat, and a reload, say the same.
    assert_eq!(client.commit(&batch, &held_until_18(&batch)).await.is(200).body, rooms);
    assert_eq!(client.read_batch(&batch).await.is(200).body["confirmation"], rooms);
    let number = rooms[0]["confirmation_no"].as_str().expect("a number");
    let stored = reservations::find::<Reservation>(&house.app.db, ID, number).await.expect("a read").expect("one");
    assert_eq!(stored.detail.transportations[0].title, Way::PickUp);

    let letter = client.get_html(rooms[0]["letter_url"].as_str().expect("an address")).await.replace('\u{a0}', " ");
    for said in ["Guest Pick-Up", "Sat, Dec 12, 2026, 08:30 AM", "EI 105 &lt;b&gt;late&lt;/b&gt;"] {
        assert!(letter.contains(said), "{said} in\n{letter}");
    }
    assert!(!letter.contains("Guest Drop-Off"), "the other room's ride");
    // Whoever looks a room up is told of each room what goes with it.
    let found = house.looked_up(number).await;
    for (room, booked) in found["rooms"].as_array().expect("rooms").iter().zip(rooms.as_array().expect("rooms")) {
        assert_eq!(room["transportations"], booked["transportations"]);
    }
    // Nobody is fetched for a stay that was given back, and no paper of it says so.
    house.cancel_rooms(&client.look_up(number).await, &json!({})).await.is(200);
    let letter = client.get_html(rooms[0]["letter_url"].as_str().expect("an address")).await;
    assert!(!letter.contains("Guest Pick-Up"), "{letter}");
    let other = client.get_html(rooms[1]["letter_url"].as_str().expect("an address")).await;
    assert!(other.contains("Guest Drop-Off") && !other.contains("Guest Pick-Up"), "{other}");
}

// clause: TRANS-03, TRANS-04, TRANS-05
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ride_that_cannot_be_had_books_nothing_and_names_its_field() {
    let house = House::sqlite().await;
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let batch = client.ready().await;
    let good = ride("Guest Pick-Up", "2026-12-12", "08:30");
    let cases = [
        (ride("Guest Pick-Up", "2026-12-11", "08:30"), "transportations[1].start_date"),
        (ride("Guest Drop-Off", "2026-12-15", "08:30"), "transportations[1].start_date"),
        (json!({"title": "Guest Drop-Off", "time": "08:30"}), "transportations[1].start_date"),
        (ride("Guest Drop-Off", "2026-12-14", "08:15"), "transportations[1].time"),
        (ride("Guest Drop-Off", "2026-12-14", "18:45"), "transportations[1].time"),
        (ride("Guest Drop-Off", "2026-12-14", "10:05"), "transportations[1].time"),
        (ride("Guest Drop-Off", "2026-12-14", ""), "transportations[1].time"),
        (ride("Helicopter", "2026-12-14", "10:00"), "transportations[1].title"),
        (good.clone(), "transportations[1].title"),
    ];
    for (bad, field) in cases {
        let answer = client.commit(&batch, &with(&batch, &[good.clone(), bad])).await.refuses(422, "UNACCEPTABLE");
        assert_eq!(answer.fields(), [field]);
    }
    for (session, status) in [("nonsense", 400), ("00000000-0000-4000-8000-000000000001", 422)] {
        let mut lost = good.clone();
        lost["session_id"] = json!(session);
        let answer = client.commit(&batch, &with(&batch, &[lost])).await.is(status);
        assert_eq!(answer.fields(), ["transportations[0].session_id"]);
    }
    client.commit(&batch, &with(&batch, &[json!("a taxi")])).await.is(400);
    assert_eq!(reservations::count(&house.app.db, ID).await.expect("a count"), (0, 0));
    client.commit(&batch, &with(&batch, &[good])).await.is(200);
}

// clause: TRANS-04
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guests_who_change_rooms_are_brought_away_from_the_last_one() {
    let house = House::sqlite().await;
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let batch = client.begin(2).await;
    client.set_rate(&batch, 1, &king()).await.is(200);
    client.set_rate(&batch, 2, &room("KING", "FLEX", "2026-12-14", "2026-12-16", 2)).await.is(200);
    client.add_guest(&batch, &guest()).await.is(200);
    let booked = client.commit(&batch, &with(&batch, &[ride("Guest Drop-Off", "2026-12-16", "10:00")])).await;
    // Their first room is changed alone: the car still comes on the last day, whether or not that is said.
    let number = booked.is(200).body[0]["confirmation_no"].as_str().expect("a number").to_owned();
    for said in [false, true] {
        let change = client.changing(&number).await;
        let one = room("KING", "FLEX", "2026-12-12", "2026-12-14", if said { 2 } else { 1 });
        client.set_rate(&change, 1, &one).await.is(200);
        let mut body = held_until_18(&change);
        body["transportations"] =
            if said { json!([ride("Guest Drop-Off", "2026-12-16", "11:00")]) } else { Value::Null };
        let rooms = client.commit(&change, &body).await.is(200).body;
        assert_eq!(rooms[0]["transportations"][0]["start_date"], "2026-12-16", "{rooms}");
    }
    // Nobody is there on that day any more.
    let change = client.changing(&number).await;
    client.set_rate(&change, 1, &room("KING", "FLEX", "2026-12-19", "2026-12-21", 2)).await.is(200);
    let early = with(&change, &[ride("Guest Drop-Off", "2026-12-16", "10:00")]);
    client.commit(&change, &early).await.refuses(422, "UNACCEPTABLE");
    let mut body = held_until_18(&change);
    body["transportations"] = Value::Null;
    let rooms = client.commit(&change, &body).await.is(200).body;
    assert_eq!(rooms[0]["transportations"][0]["start_date"], "2026-12-21", "{rooms}");
}

// clause: TRANS-01
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hotel_without_a_car_takes_no_ride() {
    let house = House::sqlite().await;
    house.import(&HotelFiles { no_transport: true, ..HotelFiles::default() }).await;
    let client = &house.client;
    let batch = client.ready().await;
    let asked = with(&batch, &[ride("Guest Pick-Up", "2026-12-12", "08:30")]);
    let answer = client.commit(&batch, &asked).await.refuses(422, "UNACCEPTABLE");
    assert_eq!(answer.fields(), ["transportations"]);
    client.commit(&batch, &held_until_18(&batch)).await.is(200);
}

fn search(zip_code: &str, country: &str) -> String {
    booking(&format!("new-batch-booking/search-address?zip_code={zip_code}&country={country}"))
}

// clause: API-39, GUEST-23
async fn places_of_postal_codes_are_found(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    assert_eq!(client.get(&search("8001", "CH")).await.is(200).body, json!([]), "nothing is known yet");
    let text = "CH\t8001\tZürich\tKanton Zürich\tZH\nIE\tD02\tDublin 2\tLeinster\tL\n\
        US\t04609\tBar Harbor\tMaine\tME\nUS\t04609\tSalsbury Cove\tMaine\tME\n\
        AE\t00000\tDubai\t\t\nJP\t1000001\tChiyoda\tTokyo To\t13\n";
    let codes = import::postal_codes("places.txt", text.as_bytes()).expect("no mistakes");
    house
        .app
        .db
        .write::<(), StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
            let codes = codes.clone();
            Box::pin(async move { postal_codes::save(conn, &codes).await })
        })
        .await
        .expect("an import");

    let first =
        async |zip_code: &str, country: &str| client.get(&search(zip_code, country)).await.is(200).body[0].clone();
    assert_eq!(first("8001", "CH").await, json!({"city": "Zürich", "state": ""}), "Swiss forms have no state");
    assert_eq!(first("04609", "us").await, json!({"city": "Bar Harbor", "state": "ME"}));
    assert_eq!(first("04609-1234", "US").await["city"], "Bar Harbor");
    assert_eq!(first("d02%20x285", "IE").await["city"], "Dublin 2");
    // A short name that is a number is the source's own.
    assert_eq!(first("100-0001", "JP").await, json!({"city": "Chiyoda", "state": ""}));
    assert_eq!(client.get(&search("04609", "US")).await.body.as_array().map(Vec::len), Some(2));
    for (zip_code, country) in [("99999", "US"), ("8001", "DE")] {
        assert_eq!(client.get(&search(zip_code, country)).await.is(200).body, json!([]));
    }
    for (zip_code, country, field) in
        [("", "CH", "zip_code"), ("-", "CH", "zip_code"), ("8001", "XX", "country"), ("8001", "", "country")]
    {
        assert_eq!(client.get(&search(zip_code, country)).await.refuses(400, "BAD_FIELD").fields(), [field]);
    }
}
