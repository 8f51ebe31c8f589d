//! A guest finds a reservation and gives it back.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::steps::held_until_18;
use crate::support::{HotelFiles, House, on_both_engines};

const VAULT: bool = false;

on_both_engines!(
    a_reservation_is_found_by_number_and_name
    a_cancelled_stay_is_free_again_once
    a_cancelled_stay_answers_as_cancelled
);

fn find(number: &str, name: &str) -> String {
    format!("/enterprise/v4/web/manage-booking?conf_num={number}&last_name={name}&property_code=TEST")
}

const NAME: &str = "N%C3%AD%20Bhriain";

// clause: API-34
async fn a_reservation_is_found_by_number_and_name(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let room = client.booked().await;
    let number = room["confirmation_no"].as_str().expect("a number");

    let found = client.get(&find(number, NAME)).await.is(200).body;
    assert_eq!(found["conf_num"], number);
    let details = &found["reservation_details"];
    assert_eq!((&details["status"], &details["no_of_nights"]), (&json!("HOLD"), &json!(2)));
    assert_eq!((&details["total_for_stay"], &details["adults"]), (&json!(461.46), &json!(2)));
    assert_eq!((&details["room_type"]["name"], &details["guaranteed_type"]), (&json!("King"), &json!("HOLD_18")));
    assert_eq!(details["primary_guest"]["email"], "siobhan@guest.example");
    // As people type it.
    client.get(&find(&number.to_lowercase(), "n%C3%AD++bhriain")).await.is(200);

    // The answer tells nothing of what was wrong.
    let strange = client.booked().await["confirmation_no"].as_str().expect("a number").to_owned();
    let turned: String = number.chars().rev().collect();
    let mut answers = vec![client.get(&find(number, "Nobody")).await.refuses(404, "RESERVATION_UNKNOWN").body];
    for (number, name) in [(turned.as_str(), NAME), ("NONSENSE", NAME), ("1", NAME), ("%00", "%00"), (&strange, "X")] {
        answers.push(client.get(&find(number, name)).await.refuses(404, "RESERVATION_UNKNOWN").body);
    }
    let other_hotel = find(number, NAME).replace("code=TEST", "code=OTHER");
    answers.push(client.get(&other_hotel).await.refuses(404, "RESERVATION_UNKNOWN").body);
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:#?}");
    let missing = client.get("/enterprise/v4/web/manage-booking?conf_num=1").await.refuses(400, "BAD_FIELD");
    assert_eq!(missing.fields(), ["last_name"]);
}

// clause: MANAGE-20
async fn a_cancelled_stay_answers_as_cancelled(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let batch = client.ready().await;
    let booked = client.commit(&batch, &held_until_18(&batch)).await.is(200).body;
    assert_eq!(booked[0]["status"], "HOLD");
    let found = client.get(&find(booked[0]["confirmation_no"].as_str().expect("a number"), NAME)).await.is(200).body;
    let token = found["request_token"].as_str().expect("a token");
    client.put(&format!("/enterprise/v4/web/cancel-booking?request_id={token}")).await.is(200);
    let again = client.commit(&batch, &held_until_18(&batch)).await.is(200).body;
    assert_eq!(again[0]["status"], "CANCELLED");
    assert_eq!(client.read_batch(&batch).await.is(200).body["confirmation"][0]["status"], "CANCELLED");
}

// clause: API-36
async fn a_cancelled_stay_is_free_again_once(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let (room, other) = (client.booked().await, client.booked().await);
    assert_eq!(client.kings_left().await, 0);
    let number = room["confirmation_no"].as_str().expect("a number");
    let token = async || -> String {
        let found: Value = client.get(&find(number, NAME)).await.is(200).body;
        found["request_token"].as_str().expect("a token").to_owned()
    };
    let cancel = |token: &str| format!("/enterprise/v4/web/cancel-booking?request_id={token}");
    let first = token().await;

    // A token of one reservation opens no other, and none is made up.
    let other_number = other["confirmation_no"].as_str().expect("a number");
    for wrong in [first.replace(number, other_number), format!("{first}0"), "a.b.c".to_owned(), "..".to_owned()] {
        client.put(&cancel(&wrong)).await.refuses(404, "RESERVATION_UNKNOWN");
    }
    assert_eq!(
        client.put("/enterprise/v4/web/cancel-booking").await.refuses(400, "BAD_FIELD").fields(),
        ["request_id"]
    );
    house.clock.pass(SignedDuration::from_mins(31));
    client.put(&cancel(&first)).await.refuses(410, "BATCH_EXPIRED");
    assert_eq!((house.nights().await, house.reservations().await), ((0, 4), (2, 0)));

    // Twice at once, then again: cancelled once.
    let token = token().await;
    let path = cancel(&token);
    let (one, two) = tokio::join!(client.put(&path), client.put(&path));
    assert_eq!(one.is(200).body, json!({"conf_num": number, "status": "CANCELLED"}));
    two.is(200);
    client.put(&path).await.is(200);
    assert_eq!((house.nights().await, client.kings_left().await), ((0, 2), 1));
    assert_eq!(client.get(&find(number, NAME)).await.is(200).body["reservation_details"]["status"], "CANCELLED");
    assert_eq!(house.reservations().await.1, 1);
    client.booked().await;
    assert_eq!(house.nights().await, (0, 4));
}
