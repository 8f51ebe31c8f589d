//! The price that the guest saw is the price that is booked, or the guest is asked.

use serde_json::{Value, json};

use crate::support::steps::{guest, held_until_18, king, room};
use crate::support::{HotelFiles, House, on_both_engines};

const VAULT: bool = false;

on_both_engines!(
    one_changed_price_keeps_every_room_from_being_booked
    a_price_that_was_not_seen_is_not_held
    a_price_changed_meanwhile_is_asked_for_again
    a_sum_that_was_not_agreed_is_not_booked
    a_night_taken_meanwhile_is_named
    a_room_that_was_not_seen_is_not_booked
);

fn seen(amount: f64) -> Value {
    let mut room = king();
    room["rate_details"] = json!([
        {"date": "2026-12-12T00:00:00.000Z", "amount": 200.0},
        {"date": "2026-12-13", "amount": amount},
    ]);
    room
}

// clause: API-27
async fn a_price_that_was_not_seen_is_not_held(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let batch = client.begin(1).await;
    for amount in [199.99, 200.01, 0.0, -200.0, 1e12] {
        let refused = client.set_rate(&batch, 1, &seen(amount)).await.refuses(409, "PRICE_CHANGED");
        let quote = &refused.body["quotes"][0];
        assert_eq!(quote["rate_details"][1]["amount"], 200.0, "the price as it is");
        assert_eq!(quote["price_summary"]["total_amount_after_tax_and_fee"], 461.46);
        assert_eq!((house.nights().await, client.kings_left().await), ((0, 0), 2), "nothing is held");
    }
    // A night too few, a night of another stay.
    let mut one = seen(200.0);
    one["rate_details"].as_array_mut().expect("rates").pop();
    client.set_rate(&batch, 1, &one).await.refuses(409, "PRICE_CHANGED");
    let mut other = seen(200.0);
    other["rate_details"][1]["date"] = json!("2026-12-14");
    client.set_rate(&batch, 1, &other).await.refuses(409, "PRICE_CHANGED");
    client.set_rate(&batch, 1, &seen(200.0)).await.is(200);
    // What was held stays held when another price is refused.
    client.set_rate(&batch, 1, &seen(1.0)).await.refuses(409, "PRICE_CHANGED");
    assert_eq!(house.nights().await, (2, 0));
}

// clause: API-22, API-27
async fn a_price_changed_meanwhile_is_asked_for_again(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let batch = client.ready().await;
    for price in [210, 150] {
        house.import(&HotelFiles { king_price: price, ..HotelFiles::default() }).await;
        let price = f64::from(price);
        let refused = client.commit(&batch, &held_until_18(&batch)).await.refuses(409, "PRICE_CHANGED");
        assert_eq!(refused.body["quotes"][0]["rate_details"][0]["amount"], price);
        assert_eq!(refused.body["quotes"][0]["session_id"], batch.sessions[0].as_str());
        assert_eq!(refused.body["quotes"].as_array().expect("quotes").len(), 1);
        assert_eq!((house.nights().await, house.reservations().await), ((2, 0), (0, 0)), "still held, nothing booked");
        // The page shows the quote, the guest agrees.
        let mut agreed = king();
        agreed["rate_details"] = refused.body["quotes"][0]["rate_details"].clone();
        let set = client.set_rate(&batch, 1, &agreed).await.is(200);
        assert_eq!(set.body["data"]["content"]["rate_details"][0]["amount"], price);
    }
    let rooms = client.commit(&batch, &held_until_18(&batch)).await.is(200).body;
    assert_eq!(rooms[0]["total_amount"], 352.64);
    // What is booked stays at its price.
    house.import(&HotelFiles { king_price: 999, ..HotelFiles::default() }).await;
    assert_eq!(client.commit(&batch, &held_until_18(&batch)).await.is(200).body, rooms);
    assert_eq!((house.nights().await, house.reservations().await), ((0, 2), (1, 0)));
}

// clause: API-22
async fn a_sum_that_was_not_agreed_is_not_booked(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let batch = client.ready().await;
    let mut commit = held_until_18(&batch);
    for sum in [461.45, 461.47, 0.0, -461.46] {
        commit["expected_total"] = json!(sum);
        let refused = client.commit(&batch, &commit).await.refuses(409, "PRICE_CHANGED");
        assert_eq!(refused.body["quotes"][0]["price_summary"]["total_amount_after_tax_and_fee"], 461.46);
    }
    commit["expected_total"] = json!(461.461);
    assert_eq!(client.commit(&batch, &commit).await.refuses(400, "BAD_FIELD").fields(), ["expected_total"]);
    assert_eq!(house.reservations().await, (0, 0));
    commit["expected_total"] = json!(461.46);
    client.commit(&batch, &commit).await.is(200);
}

// The guest's other tab chose a room at the same price: the sum alone does not tell them apart.
// clause: API-22
async fn a_room_that_was_not_seen_is_not_booked(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let batch = client.ready().await;
    let mut commit = held_until_18(&batch);
    commit["sessions"][0]["expected_room"] = json!({
        "room_type_id": "SUITE", "rate_code_id": "FLEX", "check_in_date": "2026-12-12", "check_out_date": "2026-12-14",
        "number_of_adults": 2, "number_of_rooms": 1,
    });
    let refused = client.commit(&batch, &commit).await.refuses(409, "ROOM_CHANGED");
    assert_eq!(refused.body["quotes"][0]["room_type_id"], "KING", "what is held");
    assert_eq!(refused.body["quotes"][0]["session_id"], batch.sessions[0].as_str());
    commit["sessions"][0]["expected_room"]["check_out_date"] = json!("2026-12-12");
    let refused = client.commit(&batch, &commit).await.refuses(400, "BAD_FIELD");
    assert_eq!(refused.fields(), ["sessions[0].expected_room.check_out_date"]);
    assert_eq!((house.nights().await, house.reservations().await), ((2, 0), (0, 0)));
    commit["sessions"][0]["expected_room"]["room_type_id"] = json!("KING");
    commit["sessions"][0]["expected_room"]["check_out_date"] = json!("2026-12-14");
    client.commit(&batch, &commit).await.is(200);
}

// clause: API-22, API-27
async fn a_night_taken_meanwhile_is_named(house: House) {
    house.import(&HotelFiles { kings: 1, ..HotelFiles::default() }).await;
    let twin = house.twin().await;
    let client = &house.client;
    let (first, second) = (client.begin(1).await, client.begin(1).await);
    let mut longer = king();
    longer["check_in_date"] = json!("2026-12-11");
    // The other server has looked at its board before the room went.
    assert_eq!(twin.client.kings_left().await, 1);
    client.set_rate(&first, 1, &king()).await.is(200);
    for server in [client, &twin.client] {
        let refused = server.set_rate(&second, 1, &longer).await.refuses(409, "NIGHT_SOLD_OUT");
        assert_eq!(refused.body["night"], "2026-12-12");
    }
    assert_eq!(house.nights().await, (2, 0), "the first night of the refused stay is not held");
    client.unset_rate(&first, 1).await.is(204);
    api::tick(&twin.app).await;
    twin.client.set_rate(&second, 1, &longer).await.is(200);
    twin.client.add_guest(&second, &guest()).await.is(200);
    twin.client.commit(&second, &held_until_18(&second)).await.is(200);
    client.set_rate(&first, 1, &king()).await.refuses(409, "NIGHT_SOLD_OUT");
    assert_eq!((house.nights().await, house.reservations().await), ((0, 3), (1, 0)));
}

// clause: API-22
async fn one_changed_price_keeps_every_room_from_being_booked(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let batch = client.begin(2).await;
    client.set_rate(&batch, 1, &room("SUITE", "FLEX", "2026-12-12", "2026-12-14", 2)).await.is(200);
    client.set_rate(&batch, 2, &king()).await.is(200);
    client.add_guest(&batch, &guest()).await.is(200);
    house.import(&HotelFiles { king_price: 201, ..HotelFiles::default() }).await;
    let refused = client.commit(&batch, &held_until_18(&batch)).await.refuses(409, "PRICE_CHANGED");
    let quotes = refused.body["quotes"].as_array().expect("quotes");
    let king_quote = quotes.iter().find(|quote| quote["room_type_id"] == "KING").expect("the King's quote");
    assert_eq!(king_quote["session_id"], batch.sessions[1].as_str(), "a quote names the session that it is for");
    assert_eq!((&king_quote["room_no"], &king_quote["rate_details"][0]["amount"]), (&json!(2), &json!(201.0)));
    assert_eq!((house.nights().await, house.reservations().await), ((4, 0), (0, 0)));
    client.set_rate(&batch, 2, &king()).await.is(200);
    let rooms = client.commit(&batch, &held_until_18(&batch)).await.is(200).body;
    assert_eq!(rooms.as_array().expect("rooms").len(), 2);
    assert_eq!((house.nights().await, house.reservations().await), ((0, 4), (2, 0)));
}
