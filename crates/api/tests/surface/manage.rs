//! A guest finds a reservation and gives it back.

use api::Opens;
use axum::http::Method;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::hotel::ID;
use crate::support::steps::{at, guest, held_until_18, king};
use crate::support::{Client, HotelFiles, House, OPERATOR, on_both_engines};

const VAULT: bool = false;

on_both_engines!(
    a_reservation_is_found_by_number_and_name
    a_cancelled_stay_is_free_again_once
    a_cancelled_stay_answers_as_cancelled
    what_cancelling_costs_is_told_before
    a_guest_writes_their_details_anew
    what_is_not_confirmed_can_only_be_read
    rooms_have_their_guest_written_anew_together
    a_room_that_is_written_over_leaves_the_middle_name_behind
    of_two_changes_at_once_none_is_lost
);

fn find(number: &str, name: &str) -> String {
    format!("/enterprise/v4/web/manage-booking?conf_num={number}&last_name={name}&property_code=TEST")
}

const NAME: &str = "N%C3%AD%20Bhriain";

// clause: API-34, MANAGE-08, MANAGE-31, ROLE-03
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
    client.get(&find(number, "NI%20BHRIAIN")).await.is(200);
    // The token finds it again, and the link of the e-mail finds it without the name; neither another's.
    let token = found["request_token"].as_str().expect("a token");
    let by = |query: String| format!("/enterprise/v4/web/manage-booking?{query}");
    assert_eq!(client.get(&by(format!("request_id={token}"))).await.is(200).body["conf_num"], number);
    let link = house.app.secret.token(&Opens::Link {
        property_id: ID,
        confirmation_no: number,
        email: "siobhan@guest.example",
    });
    assert_eq!(client.get(&by(format!("conf_num={number}&link={link}"))).await.is(200).body["conf_num"], number);
    client.get(&by(format!("conf_num={number}&link={token}"))).await.refuses(404, "RESERVATION_UNKNOWN");

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

    // A hotel that wants to be called instead.
    house.import(&HotelFiles { managed: false, ..HotelFiles::default() }).await;
    client.get(&find(number, NAME)).await.refuses(404, "RESERVATION_UNKNOWN");
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
    client.put(&cancel(&first)).await.refuses(410, "LOOK_UP_EXPIRED");
    assert_eq!((house.nights().await, house.reservations().await), ((0, 4), (2, 0)));

    // Twice at once, then again: cancelled once.
    let token = token().await;
    let path = cancel(&token);
    let (one, two) = tokio::join!(client.put(&path), client.put(&path));
    let free = json!({"amount": 0.0, "currency": "USD"});
    let room = json!({"conf_num": number, "penalty": free, "kept": free, "refund": free, "points": 0});
    let done = json!({"conf_num": number, "status": "CANCELLED", "penalty": free, "kept": free, "refund": free,
        "refund_once_paid": free, "points": 0, "rooms": [room]});
    assert_eq!(one.is(200).body, done);
    assert_eq!(two.is(200).body, done);
    client.put(&path).await.is(200);
    assert_eq!((house.nights().await, client.kings_left().await), ((0, 2), 1));
    assert_eq!(client.get(&find(number, NAME)).await.is(200).body["reservation_details"]["status"], "CANCELLED");
    assert_eq!(house.reservations().await.1, 1);
    client.booked().await;
    assert_eq!(house.nights().await, (0, 4));
}

/// The token of a look-up.
async fn token_of(client: &Client, number: &str, name: &str) -> String {
    let found = client.get(&find(number, name)).await.is(200).body;
    found["request_token"].as_str().expect("a token").to_owned()
}

/// A booked King and its number.
async fn number(client: &Client) -> String {
    client.booked().await["confirmation_no"].as_str().expect("a number").to_owned()
}

async fn tell_status(client: &Client, number: &str, status: &str) -> crate::support::Answer {
    let path = format!("/operator/v1/reservations/{number}/status");
    client.call(Method::PUT, &path, OPERATOR, &json!({"status": status})).await
}

// clause: API-35, MANAGE-21, MANAGE-22
async fn what_cancelling_costs_is_told_before(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let (early, late) = (number(client).await, number(client).await);
    let consent = async |number: &str| {
        let token = token_of(client, number, NAME).await;
        let path = format!("/enterprise/v4/web/cancel-booking/consent?request_id={token}");
        (client.get(&path).await, format!("/enterprise/v4/web/cancel-booking?request_id={token}"))
    };
    let usd = |amount: f64| json!({"amount": amount, "currency": "USD"});

    // 48 hours before the check-in at 15:00; the first night after that.
    let (told, cancel) = consent(&early).await;
    let told = told.is(200).body;
    assert_eq!((&told["allowed"], &told["penalty"], &told["refund"]), (&json!(true), &usd(0.0), &usd(0.0)));
    assert_eq!(told["free_until"], "2026-12-10T15:00:00-05:00");
    let found = client.get(&find(&early, NAME)).await.is(200).body;
    let periods = &found["reservation_details"]["cancellation_periods"];
    assert_eq!(
        *periods,
        json!([
            {"from": null, "until": "2026-12-10T15:00:00-05:00", "penalty": 0.0, "refund": 0.0, "current": true},
            {"from": "2026-12-10T15:00:00-05:00", "until": null, "penalty": 230.73, "refund": 0.0, "current": false},
        ])
    );
    assert_eq!(client.put(&cancel).await.is(200).body["penalty"], usd(0.0));

    let deadline: jiff::Timestamp = "2026-12-10T15:00:00-05:00".parse().expect("an instant");
    let left = deadline.duration_since(house.clock.now());
    house.clock.pass(left - SignedDuration::from_secs(1));
    assert_eq!(consent(&late).await.0.is(200).body["penalty"], usd(0.0));
    house.clock.pass(SignedDuration::from_secs(1));
    let (told, cancel) = consent(&late).await;
    let told = told.is(200).body;
    assert_eq!((&told["penalty"], &told["free_until"]), (&usd(230.73), &Value::Null));
    assert_eq!(client.put(&cancel).await.is(200).body["penalty"], usd(230.73));
    // What was given back stays at its price, however late it is asked again.
    house.clock.pass(SignedDuration::from_mins(20));
    assert_eq!(client.put(&cancel).await.is(200).body["penalty"], usd(230.73));
    consent(&late).await.0.refuses(409, "NOT_CANCELLABLE");
    assert_eq!(
        records(&house, &late).await,
        [("CANCELLED".to_owned(), json!({"by": "GUEST", "penalty": 230.73, "refund": 0.0, "currency": "USD"}))]
    );
}

/// The records of a reservation's changes.
async fn records(house: &House, number: &str) -> Vec<(String, Value)> {
    let db = &house.app.db;
    let kept = store::reservations::find::<Value>(db, ID, number).await.expect("a read").expect("a reservation");
    store::reservations::changes(db, ID, kept.reservation_id).await.expect("a read")
}

// clause: API-37, MANAGE-26, MANAGE-27, MANAGE-28, MANAGE-29
async fn a_guest_writes_their_details_anew(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let number = number(client).await;
    let token = token_of(client, &number, NAME).await;
    let path = format!("/enterprise/v4/web/update-guest?request_id={token}");
    let put = async |body: &Value| client.call(Method::PUT, &path, "", body).await;
    let anew = json!({"first_name": "Siobhán", "last_name": "O’Shea-Łukasik", "email": "shea@guest.example",
        "phone": "+353850001234", "street": "2 New Road", "city": "Cork", "country": "IE"});
    put(&anew).await.is(200);
    // Found by the new name, with its stroke and without, not by the old one.
    client.get(&find(&number, "oshea%20lukasik")).await.is(200);
    let found = client.get(&find(&number, "o%27shea%20%C5%82ukasik")).await.is(200).body;
    client.get(&find(&number, NAME)).await.refuses(404, "RESERVATION_UNKNOWN");
    let guest = &found["reservation_details"]["primary_guest"];
    assert_eq!(
        (&guest["email"], &guest["city"], &guest["country"]),
        (&json!("shea@guest.example"), &json!("Cork"), &json!("IE"))
    );

    let with = |name: &str, value: Value| {
        let mut body = anew.clone();
        body[name] = value;
        body
    };
    assert_eq!(put(&with("email", json!("nobody"))).await.refuses(422, "UNACCEPTABLE").fields(), ["email"]);
    assert_eq!(put(&with("last_name", Value::Null)).await.refuses(422, "UNACCEPTABLE").fields(), ["last_name"]);
    assert_eq!(put(&with("country", json!("FR"))).await.refuses(422, "UNACCEPTABLE").fields(), ["country"]);
    assert_eq!(put(&with("phone", json!(7))).await.refuses(400, "BAD_FIELD").fields(), ["phone"]);
    let records = records(&house, &number).await;
    assert_eq!(records, [("GUEST".to_owned(), json!({"fields": ["last_name", "email", "street", "city"]}))]);
}

// clause: MANAGE-19, MANAGE-20
async fn what_is_not_confirmed_can_only_be_read(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let number = number(client).await;
    let token = token_of(client, &number, NAME).await;
    let path = |call: &str| format!("/enterprise/v4/web/{call}?request_id={token}");

    // Only the hotel says so, and only what can be.
    let status = format!("/operator/v1/reservations/{number}/status");
    client.call(Method::PUT, &status, "a guess", &json!({"status": "CHECKED_IN"})).await.refuses(401, "OPERATOR_KEY");
    assert_eq!(tell_status(client, &number, "AWAY").await.refuses(400, "BAD_FIELD").fields(), ["status"]);
    tell_status(client, "NOBODYS", "CHECKED_IN").await.refuses(404, "RESERVATION_UNKNOWN");
    tell_status(client, &number, "CHECKED_OUT").await.refuses(409, "NOT_CHANGEABLE");
    for _ in 0..2 {
        assert_eq!(tell_status(client, &number, "CHECKED_IN").await.is(200).body["status"], "CHECKED_IN");
    }
    assert_eq!(client.get(&find(&number, NAME)).await.is(200).body["reservation_details"]["status"], "CHECKED_IN");

    client.get(&path("cancel-booking/consent")).await.refuses(409, "NOT_CANCELLABLE");
    client.put(&path("cancel-booking")).await.refuses(409, "NOT_CANCELLABLE");
    let guest = json!({"first_name": "A", "last_name": "B", "email": "a@guest.example"});
    client.call(Method::PUT, &path("update-guest"), "", &guest).await.refuses(409, "NOT_CHANGEABLE");
    client.post(&path("add-guarantee"), "", &json!({"payment_type_code": "CC"})).await.refuses(409, "NOT_CHANGEABLE");
    assert_eq!((house.nights().await, house.reservations().await), ((0, 2), (0, 1)));

    // A slip at the desk is taken back; a cancellation by the hotel gives the nights back and costs nothing.
    tell_status(client, &number, "HOLD").await.is(200);
    tell_status(client, &number, "CANCELLED").await.is(200);
    tell_status(client, &number, "HOLD").await.refuses(409, "NOT_CHANGEABLE");
    assert_eq!(house.nights().await, (0, 0));
    let kinds: Vec<String> = records(&house, &number).await.into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(kinds, ["STATUS", "STATUS", "CANCELLED"]);
}

async fn of_two_changes_at_once_none_is_lost(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let number = number(client).await;
    let token = token_of(client, &number, NAME).await;
    let path = format!("/enterprise/v4/web/update-guest?request_id={token}");
    let with = |street: &str| {
        json!({"first_name": "Siobhán", "last_name": "Ní Bhriain", "email": "siobhan@guest.example",
            "phone": "+353850001234", "street": street, "city": "Galway", "country": "IE"})
    };
    let (one, two) = (with("1 Quay"), with("2 Quay"));
    let (one, two) = tokio::join!(client.call(Method::PUT, &path, "", &one), client.call(Method::PUT, &path, "", &two));
    // Each was written, or its sender was told that somebody was quicker.
    let written = [&one, &two].iter().filter(|answer| answer.status == 200).count();
    assert!([&one, &two].iter().all(|answer| answer.status == 200 || answer.body["code"] == "BUSY"));
    assert_eq!(records(&house, &number).await.len(), written);
    assert!(written >= 1);
}

/// A guest's details as the form sends them, for these rooms.
fn written_anew(rooms: &[&str]) -> Value {
    json!({"first_name": "Siobhán", "last_name": "Ní Bhriain", "email": "shea@guest.example",
        "phone": "+353850001234", "street": "2 Quay", "city": "Galway", "country": "IE", "conf_nums": rooms})
}

// clause: API-37, MANAGE-27
async fn rooms_have_their_guest_written_anew_together(house: House) {
    house.import(&HotelFiles { kings: 3, ..HotelFiles::default() }).await;
    let client = &house.client;
    let (rooms, stranger) = (house.together(2).await, number(client).await);
    let (one, two) = (rooms[0].as_str(), rooms[1].as_str());
    let token = client.look_up(one).await;
    let path = format!("/enterprise/v4/web/update-guest?request_id={token}");
    let put = async |body: &Value| client.call(Method::PUT, &path, "", body).await;
    let email = |found: &Value, room: usize| found["rooms"][room]["primary_guest"]["email"].clone();
    let before = house.looked_up(one).await;

    assert_eq!(put(&written_anew(&[one, &stranger])).await.refuses(422, "UNACCEPTABLE").fields(), ["conf_nums"]);
    put(&written_anew(&[one, two])).await.is(200);
    let found = house.looked_up(two).await;
    assert_eq!((email(&found, 0), email(&found, 1)), (json!("shea@guest.example"), json!("shea@guest.example")));
    assert_eq!((records(&house, one).await.len(), records(&house, two).await.len()), (1, 1));

    // One of the two is in the house by now: it is named, and the other is left as it was.
    tell_status(client, two, "CHECKED_IN").await.is(200);
    let mut back = written_anew(&[one, two]);
    back["email"] = email(&before, 0);
    assert_eq!(put(&back).await.refuses(409, "NOT_CHANGEABLE").body["conf_num"], two);
    assert_eq!(email(&house.looked_up(one).await, 0), "shea@guest.example");
}

async fn a_room_that_is_written_over_leaves_the_middle_name_behind(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let batch = client.begin(1).await;
    client.set_rate(&batch, 1, &king()).await.is(200);
    let mut guest = guest();
    guest["guest_data"]["middle_name"] = json!("Aoife");
    client.add_guest(&batch, &guest).await.is(200);
    let rooms = client.commit(&batch, &held_until_18(&batch)).await.is(200).body;
    let number = rooms[0]["confirmation_no"].as_str().expect("a number");
    let token = client.look_up(number).await;
    for (first, last, kept) in [("Siobhan", "Byrne", json!("Aoife")), ("Omar", "Haddad", Value::Null)] {
        let mut typed = guest["guest_data"].clone();
        (typed["first_name"], typed["last_name"]) = (json!(first), json!(last));
        let path = format!("/enterprise/v4/web/update-guest?request_id={token}");
        client.call(Method::PUT, &path, "", &typed).await.is(200);
        let begun = client.begin_change(number, &token).await.is(201).body;
        assert_eq!(begun["guest"]["middle_name"], kept, "{first} {last}");
    }
}

// clause: API-38, CARD-08, CARD-11
#[tokio::test]
async fn one_card_holds_several_rooms() {
    let house = House::on(None, true).await;
    house.import(&HotelFiles { kings: 3, ..HotelFiles::default() }).await;
    let client = &house.client;
    let rooms = house.together(3).await;
    let token = client.look_up(&rooms[0]).await;
    let card = house.card_for(&token).await;
    let path = format!("/enterprise/v4/web/add-guarantee?request_id={token}");
    let with = |numbers: &[&str]| {
        let mut body = by_card(&card);
        body["conf_nums"] = json!(numbers);
        body
    };
    let holders = async || -> Vec<Value> {
        let found = house.looked_up(&rooms[0]).await;
        let rooms = found["rooms"].as_array().expect("rooms");
        rooms.iter().map(|room| room["payment_sources"][0]["custom_field_1"].clone()).collect()
    };

    tell_status(client, &rooms[2], "CHECKED_IN").await.is(200);
    let refused = client.post(&path, "", &with(&[&rooms[0], &rooms[2]])).await.refuses(409, "NOT_CHANGEABLE");
    assert_eq!(refused.body["conf_num"], rooms[2]);
    assert_eq!(holders().await, [Value::Null, Value::Null, Value::Null]);
    client.post(&path, "", &with(&[&rooms[0], &rooms[1]])).await.is(200);
    assert_eq!(holders().await, [json!("XXXXXXXXXXXX4242"), json!("XXXXXXXXXXXX4242"), Value::Null]);

    // The room that it was typed for has another by now: the card is kept for the one that it still holds.
    let token = client.look_up(&rooms[0]).await;
    let other = house.card_for(&token).await;
    let path = format!("/enterprise/v4/web/add-guarantee?request_id={token}");
    client.post(&path, "", &by_card(&other)).await.is(200);
    house.pass_minutes(25 * 60).await;
    api::forget_cards(&house.app).await.expect("a vault");
    assert!(house.vault_knows(&card).await);
}

impl House {
    /// A card that was typed for what a token opens.
    async fn card_for(&self, token: &str) -> Value {
        let (session_key, told) = self.type_card("4242 4242 4242 4242", "S Ni Bhriain").await;
        let exchange = json!({"payment_key": told["paymentKeys"][0], "api_token": session_key});
        let path = at(&format!("payments/hpc/token?request_id={token}"));
        self.client.post(&path, "", &exchange).await.is(200).body
    }
}

fn by_card(card: &Value) -> Value {
    json!({"payment_type_code": "CC", "custom_field_1": card["masked_card_number"],
        "custom_field_2": card["card_brand"], "custom_field_4": "12/2029", "custom_field_5": card["token"],
        "custom_field_10": card["card_unique_code"]})
}

// clause: CARD-04, CARD-08, CARD-11, API-38, MANAGE-17, MANAGE-18
#[tokio::test]
async fn another_card_holds_the_reservation() {
    let house = House::on(None, true).await;
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let (number, other) = (number(client).await, number(client).await);
    let token = token_of(client, &number, NAME).await;
    let found = client.get(&find(&number, NAME)).await.is(200).body;
    assert_eq!(found["reservation_details"]["payment_sources"], json!([]));
    assert_eq!(found["reservation_details"]["card_guarantee_type"], "CC");

    let (session_key, told) = house.type_card("4242 4242 4242 4242", "S Ni Bhriain").await;
    let exchange = json!({"payment_key": told["paymentKeys"][0], "api_token": session_key});
    let tokens = |request: &str| at(&format!("payments/hpc/token?request_id={request}"));
    client.post(&tokens("a.b.c"), "", &exchange).await.refuses(404, "RESERVATION_UNKNOWN");
    let card = client.post(&tokens(&token), "", &exchange).await.is(200).body;
    let guarantee = by_card(&card);
    let add = |request: &str| format!("/enterprise/v4/web/add-guarantee?request_id={request}");

    // The card is of this reservation, as the vault told it, and of a type that takes one.
    let others = token_of(client, &other, NAME).await;
    client.post(&add(&others), "", &guarantee).await.refuses(422, "CARD_REQUIRED");
    let with = |name: &str, value: &str| {
        let mut body = guarantee.clone();
        body[name] = json!(value);
        body
    };
    client.post(&add(&token), "", &with("custom_field_1", "XXXXXXXXXXXX0000")).await.refuses(422, "CARD_REQUIRED");
    let refused = client.post(&add(&token), "", &with("payment_type_code", "HOLD_18")).await;
    assert_eq!(refused.refuses(422, "UNACCEPTABLE").fields(), ["payment_type_code"]);
    client.post(&add(&token), "", &json!({})).await.refuses(422, "CARD_REQUIRED");

    client.post(&add(&token), "", &guarantee).await.is(200);
    let found = client.get(&find(&number, NAME)).await.is(200).body;
    let details = &found["reservation_details"];
    assert_eq!(
        details["payment_sources"],
        json!([{"custom_field_1": "XXXXXXXXXXXX4242", "custom_field_2": "VISA", "custom_field_4": "12/2029", "primary": true}])
    );
    assert_eq!(details["guaranteed_type"], "CC");
    assert_eq!(records(&house, &number).await, [("CARD".to_owned(), json!({"masked_number": "XXXXXXXXXXXX4242"}))]);

    // The one whose place another takes is forgotten within a week; the one that holds the reservation stays.
    house.pass_minutes(25 * 60).await;
    api::forget_cards(&house.app).await.expect("a vault");
    let token = token_of(client, &number, NAME).await;
    let (session_key, told) = house.type_card("5555 5555 5555 4444", "S Ni Bhriain").await;
    let exchange = json!({"payment_key": told["paymentKeys"][0], "api_token": session_key});
    let other_card = client.post(&tokens(&token), "", &exchange).await.is(200).body;
    client.post(&add(&token), "", &by_card(&other_card)).await.is(200);
    house.pass_minutes(8 * 24 * 60).await;
    api::forget_cards(&house.app).await.expect("a vault");
    assert!(!house.vault_knows(&card).await);
    assert!(house.vault_knows(&other_card).await);
}
