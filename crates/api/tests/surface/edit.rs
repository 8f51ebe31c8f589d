//! A guest changes a booked stay under its own confirmation number.

use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::support::hotel::{ADDONS, ID};
use crate::support::steps::{Batch, at, booking, guest, held_until_18, king, room};
use crate::support::{Client, HotelFiles, House, on_both_engines};

const VAULT: bool = false;

on_both_engines!(
    only_the_reservations_own_token_opens_its_change
    a_stay_moves_by_a_day_on_the_last_free_room
    nights_that_stay_keep_their_price
    what_is_held_for_a_change_is_given_back
    a_reservation_that_changed_meanwhile_is_not_changed_again
    of_two_guests_one_wins_the_last_night
    one_of_two_rooms_is_changed
    a_change_is_no_way_around_a_penalty
    a_chosen_door_goes_with_the_stay
    a_company_stays_the_one_that_pays
    what_was_added_goes_with_the_stay
    what_is_too_few_for_more_people_stays_behind
    what_a_promotion_took_off_stays_off
    one_of_two_rooms_of_a_promotion_is_changed
    a_room_of_a_block_is_changed_after_the_cut_off
    a_company_that_is_gone_keeps_nobody_from_changing
    rides_and_wishes_go_with_the_stay_unless_others_are_sent
    a_change_that_is_sent_twice_is_told_as_it_was_written
    a_guarantee_that_the_new_rate_does_not_take_is_left_out
);

fn number(room: &Value) -> String {
    room["confirmation_no"].as_str().expect("a number").to_owned()
}

/// The commit of a change that keeps everything but the stay.
fn keep(batch: &Batch) -> Value {
    json!({"sessions": [{"session_id": batch.sessions[0]}]})
}

/// How many of a room type are offered, to a session or (without one) to anybody.
async fn left(client: &Client, batch: Option<&Batch>, room_type: &str, nights: (&str, &str)) -> i64 {
    let session = batch.map_or(String::new(), |batch| format!("&session_id={}", batch.sessions[0]));
    let (arrival, departure) = nights;
    let path = format!(
        "mini-rates-with-availability/v3?check_in_date={arrival}&check_out_date={departure}&number_of_persons=2{session}"
    );
    let answer = client.get_with(&at(&path), batch.map_or("", |batch| &batch.secret)).await.is(200);
    let rooms = answer.body["rate_details"].as_array().expect("rooms").clone();
    rooms
        .iter()
        .find(|room| room["room_type_id"] == room_type)
        .map_or(0, |room| room["available"].as_i64().unwrap_or(0))
}

async fn change_to(client: &Client, batch: &Batch, body: &Value) -> Value {
    client.set_rate(batch, 1, body).await.is(200).body["data"]["content"]["stay_change"].clone()
}

// clause: MANAGE-15, MANAGE-19, EDIT-02, EDIT-06, API-20
async fn only_the_reservations_own_token_opens_its_change(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let (mine, other) = (number(&client.booked().await), number(&client.booked().await));
    let token = client.look_up(&mine).await;

    let path = booking("new-batch-booking?count=1");
    let body = json!({"existing_reservation_id": mine});
    assert_eq!(client.post(&path, "", &body).await.refuses(400, "BAD_FIELD").fields(), ["token"]);
    for wrong in ["nonsense".to_owned(), format!("{token}0"), token.replace(&mine, &other)] {
        client.begin_change(&mine, &wrong).await.refuses(404, "RESERVATION_UNKNOWN");
    }
    for number in [other.as_str(), "", "nonsense"] {
        client.begin_change(number, &token).await.refuses(404, "RESERVATION_UNKNOWN");
    }
    let two = booking(&format!("new-batch-booking?count=2&token={token}"));
    assert_eq!(client.post(&two, "", &body).await.refuses(400, "BAD_FIELD").fields(), ["count"]);

    let begun = client.begin_change(&mine, &token).await.is(201);
    let existing = &begun.body["existing_reservation"];
    assert_eq!((&existing["confirmation_no"], &existing["room_type_id"]), (&json!(mine), &json!("KING")));
    assert_eq!((&existing["check_in_date"], &existing["check_out_date"]), (&json!("2026-12-12"), &json!("2026-12-14")));
    assert_eq!((&existing["rate_code_name"], &existing["number_of_adults"]), (&json!("Flexible"), &json!(2)));
    assert_eq!(begun.body["guest"]["last_name"], "Ní Bhriain");
    let batch = Batch::of(&begun);
    let read = client.read_batch(&batch).await.is(200);
    assert_eq!(read.body["existing_reservation"], *existing);
    // The number alone says nothing, and neither does another booking's secret.
    let stranger = client.begin(1).await;
    let path = booking(&format!("new-batch-booking/{}", batch.id));
    client.get_with(&path, "").await.refuses(401, "SECRET_MISSING");
    client.get_with(&path, &stranger.secret).await.refuses(404, "BATCH_UNKNOWN");
    let mut two = king();
    two["number_of_rooms"] = json!(2);
    assert_eq!(client.set_rate(&batch, 1, &two).await.refuses(422, "UNACCEPTABLE").fields(), ["number_of_rooms"]);

    // Old tokens, and stays that stand no more.
    house.clock.pass(SignedDuration::from_mins(31));
    client.begin_change(&mine, &token).await.refuses(410, "LOOK_UP_EXPIRED");
    let token = client.look_up(&mine).await;
    client.put(&format!("/enterprise/v4/web/cancel-booking?request_id={token}")).await.is(200);
    let refused = client.begin_change(&mine, &token).await.refuses(409, "NOT_CHANGEABLE");
    assert_eq!(refused.body["reason"], "STATUS");
    let token = client.look_up(&other).await;
    house.clock.pass(SignedDuration::from_hours(24 * 12));
    let again = client.look_up(&other).await;
    assert_ne!(token, again);
    let refused = client.begin_change(&other, &again).await.refuses(409, "NOT_CHANGEABLE");
    assert_eq!(refused.body["reason"], "BEGUN");
}

// clause: EDIT-05, MANAGE-32
async fn a_stay_moves_by_a_day_on_the_last_free_room(house: House) {
    house.import(&HotelFiles { kings: 1, ..HotelFiles::default() }).await;
    let client = &house.client;
    let number = number(&client.booked().await);
    let batch = client.changing(&number).await;
    let moved = ("2026-12-13", "2026-12-15");
    assert_eq!(left(client, None, "KING", moved).await, 0);
    assert_eq!(left(client, Some(&batch), "KING", moved).await, 1);
    let told = change_to(client, &batch, &room("KING", "FLEX", moved.0, moved.1, 2)).await;
    assert_eq!(
        (&told["old_total"], &told["new_total"], &told["difference"]),
        (&json!(461.46), &json!(461.46), &json!(0.0))
    );
    // The old stay is nobody else's before the commit, the new night neither.
    assert_eq!(house.nights().await, (1, 2));
    for night in [("2026-12-12", "2026-12-13"), ("2026-12-14", "2026-12-15")] {
        assert_eq!(left(client, None, "KING", night).await, 0, "{night:?}");
    }
    let rooms = client.commit(&batch, &keep(&batch)).await.is(200).body;
    assert_eq!((&rooms[0]["confirmation_no"], &rooms[0]["check_in_date"]), (&json!(number), &json!("2026-12-13")));
    assert_eq!(rooms[0]["guarantee_type_id"], "HOLD_18");
    assert_eq!((house.nights().await, house.reservations().await), ((0, 2), (1, 0)));
    assert_eq!(left(client, None, "KING", ("2026-12-12", "2026-12-13")).await, 1);
    // Again, and everywhere the guest looks.
    assert_eq!(client.commit(&batch, &keep(&batch)).await.is(200).body, rooms);
    let token = client.look_up(&number).await;
    let found = client.get(&format!("/enterprise/v4/web/manage-booking?request_id={token}")).await.is(200).body;
    let details = &found["reservation_details"];
    assert_eq!((&details["check_in_date"], &details["status"]), (&json!("2026-12-13"), &json!("HOLD")));
    assert_eq!((&details["primary_guest"]["email"], &details["adults"]), (&json!("siobhan@guest.example"), &json!(2)));
    assert_eq!(found["stay_modification_allowed"], true);
    let letter = rooms[0]["letter_url"].as_str().expect("an address").to_owned();
    let page = client.get_html(&letter).await;
    assert!(page.contains("Your changed stay is confirmed"), "{page}");
    // A calendar takes it for newer than what it had.
    let entry = client.get(rooms[0]["calendar_url"].as_str().expect("an address")).await.is(200).text;
    assert!(entry.contains("SEQUENCE:1"), "{entry}");

    let kept = store::reservations::find::<domain::booking::Reservation>(&house.app.db, ID, &number).await;
    let kept = kept.expect("the database").expect("the reservation");
    let changes = store::reservations::changes(&house.app.db, ID, kept.reservation_id).await.expect("the records");
    assert_eq!((kept.version, changes.len(), changes[0].0.as_str()), (1, 1, "STAY"));
    assert_eq!(
        (&changes[0].1["from"]["check_in_date"], &changes[0].1["to"]["check_in_date"]),
        (&json!("2026-12-12"), &json!("2026-12-13"))
    );
    assert!(!changes[0].1.to_string().contains("siobhan"));
}

// clause: EDIT-05
async fn nights_that_stay_keep_their_price(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let number = number(&client.booked().await);
    house.import(&HotelFiles { king_price: 300, ..HotelFiles::default() }).await;
    let batch = client.changing(&number).await;
    let longer = room("KING", "FLEX", "2026-12-12", "2026-12-15", 2);
    let answer = client.set_rate(&batch, 1, &longer).await.is(200).body;
    let content = &answer["data"]["content"];
    let nights: Vec<f64> = content["rate_details"]
        .as_array()
        .expect("nights")
        .iter()
        .map(|night| night["amount"].as_f64().unwrap_or(0.0))
        .collect();
    assert_eq!(nights, [200.0, 200.0, 300.0]);
    let told = &content["stay_change"];
    // 300 and the fee of 12, and 9 % on both without the tax that is contained.
    assert_eq!(told["difference"], 339.55, "{told}");
    // What is seen in the list is what is held; other people pay today's price.
    let path = "mini-rates-with-availability/v3?check_in_date=2026-12-12&check_out_date=2026-12-15&number_of_persons=2";
    let total = async |path: &str, secret: &str| {
        let body = client.get_with(&at(path), secret).await.is(200).body;
        let king = body["rate_details"].as_array().expect("rooms").iter().find(|room| room["room_type_id"] == "KING");
        let codes = king.expect("a King")["rate_codes"].as_array().expect("rates").clone();
        let flex = codes.iter().find(|rate| rate["id"] == "FLEX").expect("FLEX");
        flex["price_summary"]["total_amount_after_tax_and_fee"].as_f64().expect("a total")
    };
    let own = total(&format!("{path}&session_id={}", batch.sessions[0]), &batch.secret).await;
    assert_eq!(json!(own), told["new_total"]);
    assert!(total(path, "").await > own);
    // Other people in the room, or another rate, and they are new nights.
    let single = change_to(client, &batch, &room("KING", "FLEX", "2026-12-12", "2026-12-14", 1)).await;
    assert!(single["difference"].as_f64().expect("an amount") > 200.0, "{single}");
    change_to(client, &batch, &longer).await;
    let rooms = client.commit(&batch, &keep(&batch)).await.is(200).body;
    assert_eq!(rooms[0]["total_amount"], told["new_total"]);
}

// clause: EDIT-05, WIZ-07
async fn what_is_held_for_a_change_is_given_back(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let number = number(&client.booked().await);
    let batch = client.changing(&number).await;
    change_to(client, &batch, &room("SUITE", "FLEX", "2026-12-12", "2026-12-14", 2)).await;
    assert_eq!(house.nights().await, (2, 2));
    client.unset_rate(&batch, 1).await.is(204);
    assert_eq!(house.nights().await, (0, 2));
    change_to(client, &batch, &room("KING", "FLEX", "2026-12-13", "2026-12-17", 2)).await;
    assert_eq!(house.nights().await, (3, 2));
    house.pass_minutes(31).await;
    assert_eq!((house.nights().await, house.reservations().await), ((0, 2), (1, 0)));
    client.commit(&batch, &keep(&batch)).await.refuses(410, "BATCH_EXPIRED");
}

async fn a_reservation_that_changed_meanwhile_is_not_changed_again(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let number = number(&client.booked().await);
    let (one, two) = (client.changing(&number).await, client.changing(&number).await);
    change_to(client, &one, &room("KING", "FLEX", "2026-12-13", "2026-12-15", 2)).await;
    change_to(client, &two, &room("SUITE", "FLEX", "2026-12-12", "2026-12-14", 2)).await;
    let twin = house.twin().await;
    let (first, second) = (keep(&one), keep(&two));
    let (first, second) = tokio::join!(client.commit(&one, &first), twin.client.commit(&two, &second));
    let mut answers = [(first.status, first.body), (second.status, second.body)];
    answers.sort_by_key(|(status, _)| *status);
    assert_eq!((answers[0].0, answers[1].0), (200, 409), "{answers:?}");
    assert_eq!(answers[1].1["code"], "NOT_CHANGEABLE");
    house.pass_minutes(31).await;
    assert_eq!((house.nights().await, house.reservations().await), ((0, 2), (1, 0)));

    // Nor one that was cancelled meanwhile.
    let late = client.changing(&number).await;
    change_to(client, &late, &room("KING", "FLEX", "2026-12-17", "2026-12-19", 2)).await;
    let token = client.look_up(&number).await;
    let changed_elsewhere = async |batch: &Batch| {
        client.read_batch(batch).await.is(200).body["existing_reservation"]["changed_elsewhere"].clone()
    };
    assert_eq!(changed_elsewhere(&late).await, false);
    client.put(&format!("/enterprise/v4/web/cancel-booking?request_id={token}")).await.is(200);
    // A page that is loaded again hears it before it asks in vain.
    assert_eq!(changed_elsewhere(&late).await, true);
    // Nor is anything chosen for it.
    let other = room("SUITE", "FLEX", "2026-12-17", "2026-12-19", 2);
    client.set_rate(&late, 1, &other).await.refuses(409, "NOT_CHANGEABLE");
    client.commit(&late, &keep(&late)).await.refuses(409, "NOT_CHANGEABLE");
    house.pass_minutes(31).await;
    assert_eq!((house.nights().await, house.reservations().await), ((0, 0), (0, 1)));
}

async fn of_two_guests_one_wins_the_last_night(house: House) {
    house.import(&HotelFiles { kings: 1, ..HotelFiles::default() }).await;
    let client = &house.client;
    let number = number(&client.booked().await);
    let twin = house.twin().await;
    let (batch, stranger) = (client.changing(&number).await, client.begin(1).await);
    let (longer, next) =
        (room("KING", "FLEX", "2026-12-12", "2026-12-15", 2), room("KING", "FLEX", "2026-12-14", "2026-12-15", 2));
    let (mine, theirs) = tokio::join!(client.set_rate(&batch, 1, &longer), twin.client.set_rate(&stranger, 1, &next));
    let mut both = [mine.status, theirs.status];
    both.sort_unstable();
    assert!(both[0] == 200 && both[1] > 400, "{both:?}");
    assert_eq!(house.nights().await, (1, 2));
    if mine.status == 200 {
        client.commit(&batch, &keep(&batch)).await.is(200);
        assert_eq!(house.nights().await, (0, 3));
    }
}

// clause: EDIT-05
async fn one_of_two_rooms_is_changed(house: House) {
    house.import(&HotelFiles { kings: 3, ..HotelFiles::default() }).await;
    let client = &house.client;
    let batch = client.begin(2).await;
    client.set_rate(&batch, 1, &king()).await.is(200);
    client.set_rate(&batch, 2, &king()).await.is(200);
    client.add_guest(&batch, &guest()).await.is(200);
    let rooms = client.commit(&batch, &held_until_18(&batch)).await.is(200).body;
    let (one, two) = (number(&rooms[0]), number(&rooms[1]));
    let change = client.changing(&two).await;
    change_to(client, &change, &room("SUITE", "FLEX", "2026-12-13", "2026-12-14", 2)).await;
    let changed = client.commit(&change, &keep(&change)).await.is(200).body;
    assert_eq!((changed.as_array().map(Vec::len), number(&changed[0])), (Some(1), two));
    assert_eq!((house.nights().await, house.reservations().await), ((0, 3), (2, 0)));
    let token = client.look_up(&one).await;
    let found = client.get(&format!("/enterprise/v4/web/manage-booking?request_id={token}")).await.is(200).body;
    assert_eq!(found["reservation_details"]["room_type"]["id"], "KING");
    assert_eq!(found["reservation_details"]["check_in_date"], "2026-12-12");
    // The confirmation of the booking shows both as they are now.
    let read = client.read_batch(&batch).await.is(200).body;
    assert_eq!(read["confirmation"][1]["room_type_id"], "SUITE");
}

async fn a_change_is_no_way_around_a_penalty(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let number = number(&client.booked().await);
    let consent = async || {
        let token = client.look_up(&number).await;
        client.get(&format!("/enterprise/v4/web/cancel-booking/consent?request_id={token}")).await.is(200).body
    };
    assert_eq!(consent().await["penalty"]["amount"], 0.0);
    // A day before the arrival the first night is owed.
    house.clock.pass(SignedDuration::from_hours(24 * 10));
    let owed = consent().await["penalty"]["amount"].clone();
    assert_eq!(owed, 230.73);
    let batch = client.changing(&number).await;
    let told = change_to(client, &batch, &room("KING", "FLEX", "2027-02-12", "2027-02-14", 2)).await;
    assert_eq!(told["penalty"], owed);
    client.commit(&batch, &keep(&batch)).await.is(200);
    assert_eq!(consent().await["penalty"]["amount"], owed);

    // Nor does a deadline that passes while the guest chooses.
    let other = client.begin(1).await;
    client.set_rate(&other, 1, &room("KING", "FLEX", "2027-01-12", "2027-01-14", 2)).await.is(200);
    client.add_guest(&other, &guest()).await.is(200);
    let booked = client.commit(&other, &held_until_18(&other)).await.is(200).body;
    let until: jiff::Timestamp =
        booked[0]["cancellation"]["free_until"].as_str().expect("a moment").parse().expect("a moment");
    house.clock.pass(until.duration_since(house.clock.now()) - SignedDuration::from_mins(5));
    let batch = client.changing(booked[0]["confirmation_no"].as_str().expect("a number")).await;
    let told = change_to(client, &batch, &room("KING", "FLEX", "2027-02-16", "2027-02-18", 2)).await;
    assert_eq!(told["penalty"], 0.0);
    house.clock.pass(SignedDuration::from_mins(10));
    client.commit(&batch, &keep(&batch)).await.refuses(409, "PRICE_CHANGED");
    let told = change_to(client, &batch, &room("KING", "FLEX", "2027-02-16", "2027-02-18", 2)).await;
    assert_eq!(told["penalty"], 230.73);
    client.commit(&batch, &keep(&batch)).await.is(200);
}

async fn a_chosen_door_goes_with_the_stay(house: House) {
    house.import(&HotelFiles { kings: 2, units: true, ..HotelFiles::default() }).await;
    let client = &house.client;
    let with_door = |arrival: &str, departure: &str, door: Option<&str>| {
        let mut body = room("KING", "FLEX", arrival, departure, 2);
        body["room_id"] = json!(door);
        body
    };
    let book = async |arrival: &str, departure: &str, door: Option<&str>| {
        let batch = client.begin(1).await;
        client.set_rate(&batch, 1, &with_door(arrival, departure, door)).await.is(200);
        client.add_guest(&batch, &guest()).await.is(200);
        number(&client.commit(&batch, &held_until_18(&batch)).await.is(200).body[0])
    };
    let doors = async |batch: Option<&Batch>| -> Vec<String> {
        let session = batch.map_or(String::new(), |batch| format!("?session_id={}", batch.sessions[0]));
        let body = json!({"room_type_ids": ["KING"], "start_date": "2026-12-13", "end_date": "2026-12-15"});
        let path = at(&format!("suggested_rooms/v2{session}"));
        let answer = client.post(&path, batch.map_or("", |batch| &batch.secret), &body).await.is(200).body;
        let rooms = answer["data"][0]["rooms"].as_array().expect("doors").clone();
        rooms.iter().map(|room| room["room_id"].as_str().expect("a door").to_owned()).collect()
    };
    let mine = book("2026-12-12", "2026-12-14", Some("101")).await;
    let other = book("2026-12-14", "2026-12-16", Some("102")).await;
    assert!(doors(None).await.is_empty());
    let batch = client.changing(&mine).await;
    let read = client.read_batch(&batch).await.is(200).body;
    assert_eq!(read["existing_reservation"]["room_unit_number"], "101");
    assert_eq!(doors(Some(&batch)).await, ["101"], "its own door, for the other nights too");
    // The other guest's door is not to be had, its own is.
    change_to(client, &batch, &with_door("2026-12-13", "2026-12-15", Some("102"))).await;
    client.commit(&batch, &keep(&batch)).await.refuses(409, "ROOM_UNIT_TAKEN");
    assert_eq!(house.nights().await, (1, 4), "nothing happened to the stay");
    change_to(client, &batch, &with_door("2026-12-13", "2026-12-15", Some("101"))).await;
    let rooms = client.commit(&batch, &keep(&batch)).await.is(200).body;
    assert_eq!(rooms[0]["room_unit_number"], "101");
    // Its old night is free behind that door, the new one is not.
    book("2026-12-12", "2026-12-13", Some("101")).await;
    let token = client.look_up(&mine).await;
    client.put(&format!("/enterprise/v4/web/cancel-booking?request_id={token}")).await.is(200);
    book("2026-12-13", "2026-12-15", Some("101")).await;
    let token = client.look_up(&other).await;
    client.put(&format!("/enterprise/v4/web/cancel-booking?request_id={token}")).await.is(200);
}

async fn a_company_stays_the_one_that_pays(house: House) {
    let files = HotelFiles { takes_codes: true, ..HotelFiles::default() };
    house.import(&files).await;
    let client = &house.client;
    let batch = client.begin(1).await;
    let mut body = room("KING", "CORPORATE", "2026-12-15", "2026-12-17", 2);
    (body["company_code"], body["mop"]) = (json!("ACME"), json!("COMPANY"));
    client.set_rate(&batch, 1, &body).await.is(200);
    client.add_guest(&batch, &guest()).await.is(200);
    let booked = client.commit(&batch, &keep(&batch)).await.is(200).body;
    house.import(&HotelFiles { king_price: 400, ..files }).await;
    let change = client.changing(&number(&booked[0])).await;
    let read = client.read_batch(&change).await.is(200).body;
    assert_eq!(
        (&read["existing_reservation"]["company"]["id"], &read["existing_reservation"]["mop"]),
        (&json!("ACME"), &json!("COMPANY"))
    );
    // Without a code the stay's own company stands.
    let content = client.set_rate(&change, 1, &room("KING", "CORPORATE", "2026-12-16", "2026-12-18", 2)).await.is(200);
    let content = &content.body["data"]["content"];
    assert_eq!((&content["mop"], &content["rate_details"][0]["amount"]), (&json!("COMPANY"), &json!(150.0)));
    assert_eq!(
        (&content["rate_details"][1]["amount"], &content["stay_change"]["due_now"]),
        (&json!(300.0), &json!(0.0))
    );
    let rooms = client.commit(&change, &keep(&change)).await.is(200).body;
    assert_eq!((&rooms[0]["mop"], &rooms[0]["due_at_hotel"]), (&json!("COMPANY"), &json!(0.0)));
}

async fn what_was_added_goes_with_the_stay(house: House) {
    house.import(&HotelFiles { addons: ADDONS, ..HotelFiles::default() }).await;
    let client = &house.client;
    let batch = client.begin(1).await;
    client.set_rate(&batch, 1, &king()).await.is(200);
    client.add_guest(&batch, &guest()).await.is(200);
    let include = async |batch: &Batch, entries: Value| {
        let path = booking(&format!("new-booking/{}/include-addon", batch.sessions[0]));
        client.post(&path, &batch.secret, &json!({"reservation_addons": entries})).await
    };
    let entry = |code: &str, quantity: u8, date: Option<&str>| json!({"charge_type_id": code, "quantity": quantity, "date": date});
    // Three times two of the seven places on the boat of the 13th, one of two late check-outs.
    let taken = json!([entry("SAIL", 3, Some("2026-12-13")), entry("LATE", 1, None)]);
    include(&batch, taken).await.is(200);
    let booked = client.commit(&batch, &held_until_18(&batch)).await.is(200).body;
    let change = client.changing(&number(&booked[0])).await;
    let moved = room("KING", "FLEX", "2026-12-13", "2026-12-15", 2);
    let content = client.set_rate(&change, 1, &moved).await.is(200).body["data"]["content"].clone();
    assert_eq!(content["chosen_addons"].as_array().map(Vec::len), Some(2), "{content}");
    assert_eq!(content["stay_change"]["difference"], 0.0);
    // The boat is full for others, not for its own guests, who now leave five places to others.
    let stranger = client.begin(1).await;
    client.set_rate(&stranger, 1, &king()).await.is(200);
    include(&stranger, json!([entry("SAIL", 1, Some("2026-12-13"))])).await.refuses(409, "ADDON_SOLD_OUT");
    include(&change, json!([entry("SAIL", 1, Some("2026-12-13"))])).await.is(200);
    include(&stranger, json!([entry("SAIL", 1, Some("2026-12-13"))])).await.refuses(409, "ADDON_SOLD_OUT");
    client.commit(&change, &keep(&change)).await.is(200);
    include(&stranger, json!([entry("SAIL", 3, Some("2026-12-13"))])).await.refuses(409, "ADDON_SOLD_OUT");
    include(&stranger, json!([entry("SAIL", 2, Some("2026-12-13"))])).await.is(200);
    // Cancelled, its place is free too, and the late check-out long before.
    let token = client.look_up(&number(&booked[0])).await;
    client.put(&format!("/enterprise/v4/web/cancel-booking?request_id={token}")).await.is(200);
    include(&stranger, json!([entry("SAIL", 3, Some("2026-12-13"))])).await.is(200);
}

async fn what_is_too_few_for_more_people_stays_behind(house: House) {
    house.import(&HotelFiles { addons: ADDONS, ..HotelFiles::default() }).await;
    let client = &house.client;
    let include = async |batch: &Batch, entries: Value| {
        let path = booking(&format!("new-booking/{}/include-addon", batch.sessions[0]));
        client.post(&path, &batch.secret, &json!({"reservation_addons": entries})).await
    };
    let sail = |quantity: u8| json!({"charge_type_id": "SAIL", "quantity": quantity, "date": "2026-12-13"});
    let batch = client.begin(1).await;
    client.set_rate(&batch, 1, &king()).await.is(200);
    client.add_guest(&batch, &guest()).await.is(200);
    include(&batch, json!([sail(2), {"charge_type_id": "LATE", "quantity": 1}])).await.is(200);
    let booked = client.commit(&batch, &held_until_18(&batch)).await.is(200).body;
    let stranger = client.begin(1).await;
    client.set_rate(&stranger, 1, &king()).await.is(200);
    let change = client.changing(&number(&booked[0])).await;
    let mut with_child = king();
    (with_child["number_of_children"], with_child["children_ages"]) = (json!(1), json!(["9"]));
    let told = |room: &Value, list: &str| -> Vec<(String, i64)> {
        let entries = room[list].as_array().expect("entries").iter();
        let entry = |entry: &Value| (entry["id"].as_str().map(str::to_owned), entry["quantity"].as_i64());
        entries.map(entry).map(|(code, quantity)| (code.expect("a code"), quantity.expect("a quantity"))).collect()
    };
    let sails = |quantity: i64| [("SAIL".to_owned(), quantity), ("LATE".to_owned(), 1)];
    let set = async |room: &Value| client.set_rate(&change, 1, room).await.is(200).body["data"]["content"].clone();
    let added = async |room: &Value| told(&set(room).await, "chosen_addons");
    // Seven places: twice three are theirs while the child comes too.
    assert_eq!(added(&with_child).await, sails(2));
    include(&stranger, json!([sail(1)])).await.refuses(409, "ADDON_SOLD_OUT");
    assert_eq!(added(&king()).await, sails(2));
    include(&stranger, json!([sail(1)])).await.is(200);
    // Five are left for three people, and the guest is told.
    let fewer = set(&with_child).await;
    assert_eq!(told(&fewer, "chosen_addons"), sails(1));
    let left_out = json!([
        {"id": "SAIL", "name": "An hour under sail", "wished": 2, "quantity": 1, "date": "2026-12-13", "reason": "TOO_FEW"}
    ]);
    assert_eq!(fewer["left_out_addons"], left_out);
    let resumed = booking(&format!("new-batch-booking/{}", change.id));
    let resumed = client.get_with(&resumed, &change.secret).await.is(200).body;
    assert_eq!(resumed["selected_rooms"][0]["left_out_addons"], left_out, "also after the page was loaded again");
    // For two people again both come back, also after Next told the server what it knows.
    let late = json!({"charge_type_id": "LATE", "quantity": 1});
    include(&change, json!([sail(1), late])).await.is(200);
    let whole = set(&king()).await;
    assert_eq!((told(&whole, "chosen_addons"), &whole["left_out_addons"]), (sails(2).to_vec(), &json!([])));
    // What its guest decides about one says nothing about another; whoever takes everything off wants nothing.
    set(&with_child).await;
    let kept = include(&change, json!([sail(1)])).await.is(200).body["data"]["content"]["left_out_addons"].clone();
    assert_eq!(kept, left_out);
    assert_eq!(added(&king()).await, sails(2)[..1]);
    set(&with_child).await;
    include(&change, json!([])).await.is(200);
    let cards = format!("charge-types/applicable/v2?session_id={}", change.sessions[0]);
    let cards = client.get_with(&at(&cards), &change.secret).await.is(200).body;
    // The stay itself has four of the seven places, the stranger two: one is theirs with the child.
    let mut all =
        cards.as_array().expect("groups").iter().flat_map(|group| group["charge_types"].as_array().expect("cards"));
    let sailing = all.find(|card| card["code"] == "SAIL").expect("a card");
    let left = sailing["charges"].as_array().expect("days").iter().map(|day| &day["left"]);
    assert_eq!(left.collect::<Vec<_>>(), [2, 1]);
    assert_eq!(added(&king()).await, []);
    // The stay as it is booked is asked for anew once the choice was taken back.
    client.unset_rate(&change, 1).await.is(204);
    assert_eq!(added(&with_child).await, sails(1));
    let changed = client.commit(&change, &keep(&change)).await.is(200).body;
    assert_eq!(told(&changed[0], "chosen_addons"), sails(1));
    include(&stranger, json!([sail(3)])).await.refuses(409, "ADDON_SOLD_OUT");
    include(&stranger, json!([sail(2)])).await.is(200);
    // A later change begins with what is booked, and says what does not go with other days.
    let again = client.changing(&number(&changed[0])).await;
    let later = client.set_rate(&again, 1, &room("KING", "FLEX", "2026-12-14", "2026-12-16", 2)).await.is(200).body;
    let later = &later["data"]["content"];
    assert_eq!(told(later, "chosen_addons"), sails(1)[1..]);
    let reasons = later["left_out_addons"].as_array().expect("entries").iter().map(|left| &left["reason"]);
    assert_eq!(reasons.collect::<Vec<_>>(), ["NOT_OFFERED"]);
}

/// A room as the page asks for it with a code.
fn with_code(mut body: Value, (field, code): (&str, &str)) -> Value {
    body[field] = json!(code);
    if field == "group_no" {
        body["group_details"] = json!({"group_block_id": code});
    }
    body
}

impl House {
    /// So many rooms by a code, committed; answers the first.
    async fn booked_with(&self, rooms: &[Value]) -> Value {
        let client = &self.client;
        let batch = client.begin(rooms.len() as u8).await;
        for (at, room) in rooms.iter().enumerate() {
            client.set_rate(&batch, at + 1, room).await.is(200);
        }
        client.add_guest(&batch, &guest()).await.is(200);
        client.commit(&batch, &held_until_18(&batch)).await.is(200).body[0].clone()
    }

    /// Changes a stay to a room that is listed first, with its code as the page names it; answers what was committed, and
    /// what each night of it costs.
    async fn changed_to(&self, number: &str, body: &Value, code: (&str, &str)) -> (Value, Vec<f64>) {
        let client = &self.client;
        let batch = client.changing(number).await;
        let asked = if code.0 == "group_no" { "group_code" } else { code.0 };
        let path = format!(
            "mini-rates-with-availability/v3?check_in_date={}&check_out_date={}&number_of_persons=2&session_id={}&{asked}={}",
            body["check_in_date"].as_str().expect("a day"),
            body["check_out_date"].as_str().expect("a day"),
            batch.sessions[0],
            code.1.replace(' ', "+"),
        );
        let listed = client.get_with(&at(&path), &batch.secret).await.is(200).body;
        let of = |list: &Value, field: &str, value: &Value| -> Value {
            let found = list.as_array().expect("a list").iter().find(|entry| entry[field] == *value);
            found.unwrap_or_else(|| panic!("{value} in {list}")).clone()
        };
        let king = of(&listed["rate_details"], "room_type_id", &body["room_type_id"]);
        let flex = of(&king["rate_codes"], "id", &body["rate_code_id"]);
        let mut body = with_code(body.clone(), code);
        body["rate_details"] = flex["price_details"].clone();
        let content = client.set_rate(&batch, 1, &body).await.is(200).body["data"]["content"].clone();
        assert_eq!(
            content["price_summary"]["total_amount_after_tax_and_fee"],
            flex["price_summary"]["total_amount_after_tax_and_fee"]
        );
        let nights = content["rate_details"].as_array().expect("nights").iter();
        let nights = nights.map(|night| night["amount"].as_f64().expect("an amount")).collect();
        (client.commit(&batch, &keep(&batch)).await.is(200).body[0].clone(), nights)
    }
}

// clause: EDIT-05
async fn what_a_promotion_took_off_stays_off(house: House) {
    let files = HotelFiles { takes_codes: true, kings: 4, ..HotelFiles::default() };
    house.import(&files).await;
    let winter = ("discount_id", "WINTER15");
    let number = number(&house.booked_with(&[with_code(king(), winter)]).await);
    // One night is too short for it, and keeps its price.
    let shorter = room("KING", "FLEX", "2026-12-12", "2026-12-13", 2);
    let (changed, nights) = house.changed_to(&number, &shorter, winter).await;
    assert_eq!((nights, &changed["discount"]["id"]), (vec![170.0], &json!("WINTER15")));
    // Long enough again, it is taken off the new night too.
    let longer = room("KING", "FLEX", "2026-12-12", "2026-12-14", 2);
    assert_eq!(house.changed_to(&number, &longer, winter).await.1, [170.0, 170.0]);
    // One night that lies outside of it: the other keeps what was taken off.
    let last = with_code(room("KING", "FLEX", "2027-03-14", "2027-03-16", 2), winter);
    let last = house.booked_with(&[last]).await["confirmation_no"].as_str().expect("a number").to_owned();
    let later = room("KING", "FLEX", "2027-03-15", "2027-03-17", 2);
    assert_eq!(house.changed_to(&last, &later, winter).await.1, [170.0, 200.0]);
    // And when the hotel has it no more.
    house.import(&HotelFiles { takes_codes: false, ..files }).await;
    let longest = room("KING", "FLEX", "2026-12-12", "2026-12-15", 2);
    let (changed, nights) = house.changed_to(&number, &longest, winter).await;
    assert_eq!((nights, &changed["discount"]["id"]), (vec![170.0, 170.0, 200.0], &json!("WINTER15")));
}

// clause: EDIT-05
async fn one_of_two_rooms_of_a_promotion_is_changed(house: House) {
    house.import(&HotelFiles { takes_codes: true, kings: 4, ..HotelFiles::default() }).await;
    let together = ("discount_id", "TWO ROOMS");
    let rooms = [with_code(king(), together), with_code(king(), together)];
    let number = number(&house.booked_with(&rooms).await);
    let longer = room("KING", "FLEX", "2026-12-12", "2026-12-15", 2);
    let (changed, nights) = house.changed_to(&number, &longer, together).await;
    assert_eq!((nights, &changed["discount"]["id"]), (vec![185.0, 185.0, 200.0], &json!("TWO ROOMS")));
}

// clause: EDIT-05
async fn a_room_of_a_block_is_changed_after_the_cut_off(house: House) {
    let files = HotelFiles { takes_codes: true, ..HotelFiles::default() };
    house.import(&files).await;
    let club = ("group_no", "SKICLUB");
    let number = number(&house.booked_with(&[with_code(king(), club)]).await);
    house.import(&HotelFiles { king_price: 300, ..files }).await;
    let cut_off: jiff::Timestamp = "2026-12-10T12:00:00Z".parse().expect("a moment");
    house.clock.pass(cut_off.duration_since(house.clock.now()));
    let stranger = house.client.begin(1).await;
    house.client.set_rate(&stranger, 1, &with_code(king(), club)).await.refuses(422, "CODE_NOT_VALID");
    let shorter = room("KING", "FLEX", "2026-12-12", "2026-12-13", 2);
    let (changed, nights) = house.changed_to(&number, &shorter, club).await;
    assert_eq!((nights, &changed["group_block"]["id"]), (vec![150.0], &json!("SKICLUB")));
}

// clause: EDIT-05
async fn a_company_that_is_gone_keeps_nobody_from_changing(house: House) {
    let files = HotelFiles { takes_codes: true, ..HotelFiles::default() };
    house.import(&files).await;
    let client = &house.client;
    let mut body = room("KING", "FLEX", "2026-12-15", "2026-12-17", 2);
    (body["company_code"], body["mop"]) = (json!("ACME"), json!("COMPANY"));
    let number = number(&house.booked_with(&[body.clone()]).await);
    // It pays no more: the guest does, at the company's price.
    house.import(&HotelFiles { company_pays: false, ..files.clone() }).await;
    let batch = client.changing(&number).await;
    let content = client.set_rate(&batch, 1, &body).await.is(200).body["data"]["content"].clone();
    assert_eq!((&content["mop"], &content["rate_details"][0]["amount"]), (&json!("GUEST"), &json!(190.0)));
    // It is gone: without its code the stay is one like any other.
    house.import(&HotelFiles { takes_codes: false, ..files }).await;
    let public = room("KING", "FLEX", "2026-12-15", "2026-12-17", 2);
    let batch = client.changing(&number).await;
    let content = client.set_rate(&batch, 1, &public).await.is(200).body["data"]["content"].clone();
    assert_eq!((&content["mop"], &content["rate_details"][0]["amount"]), (&json!("GUEST"), &json!(200.0)));
    client.commit(&batch, &held_until_18(&batch)).await.is(200);
}

async fn a_change_that_is_sent_twice_is_told_as_it_was_written(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let number = number(&client.booked().await);
    let twin = house.twin().await;
    for _ in 0..4 {
        let batch = client.changing(&number).await;
        change_to(client, &batch, &room("KING", "FLEX", "2026-12-13", "2026-12-15", 2)).await;
        let with_ride = |title: &str| {
            let mut body = keep(&batch);
            body["transportations"] =
                json!([{"title": title, "body": null, "start_date": "2026-12-13", "time": "10:00"}]);
            body
        };
        let (one, other) = (with_ride("Guest Pick-Up"), with_ride("Guest Drop-Off"));
        let (one, other) = tokio::join!(client.commit(&batch, &one), twin.client.commit(&batch, &other));
        let (one, other) = (one.is(200).body, other.is(200).body);
        assert_eq!(one[0]["transportations"], other[0]["transportations"]);
    }
}

// clause: EDIT-05, TRANS-08
async fn rides_and_wishes_go_with_the_stay_unless_others_are_sent(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let ride = |title: &str, day: &str| json!({"title": title, "body": null, "start_date": day, "time": "10:00"});
    let batch = client.ready().await;
    let mut body = held_until_18(&batch);
    body["transportations"] = json!([ride("Guest Pick-Up", "2026-12-12")]);
    body["sessions"][0]["remarks"] = json!("A quiet room");
    let number = number(&client.commit(&batch, &body).await.is(200).body[0]);
    // What is not spoken of is told, and goes with the stay.
    let token = client.look_up(&number).await;
    let begun = client.begin_change(&number, &token).await.is(201);
    let told = &begun.body;
    assert_eq!(told["existing_reservation"]["transportations"], json!([ride("Guest Pick-Up", "2026-12-12")]));
    assert_eq!(told["guest"]["remarks"], "A quiet room");
    let batch = Batch::of(&begun);
    change_to(client, &batch, &room("KING", "FLEX", "2026-12-13", "2026-12-15", 2)).await;
    let rooms = client.commit(&batch, &keep(&batch)).await.is(200).body;
    assert_eq!(rooms[0]["transportations"], json!([ride("Guest Pick-Up", "2026-12-13")]));
    let letter = rooms[0]["letter_url"].as_str().expect("an address").to_owned();
    assert!(client.get_html(&letter).await.contains("A quiet room"));
    // What is sent counts: another ride beside it, the wish taken back.
    let both = json!([ride("Guest Pick-Up", "2026-12-13"), ride("Guest Drop-Off", "2026-12-15")]);
    for (rides, wish) in [(both, "Late"), (json!([ride("Guest Drop-Off", "2026-12-15")]), ""), (json!([]), "")] {
        let batch = client.changing(&number).await;
        change_to(client, &batch, &room("KING", "FLEX", "2026-12-13", "2026-12-15", 2)).await;
        let mut body = keep(&batch);
        body["transportations"] = rides.clone();
        body["sessions"][0]["remarks"] = json!(wish);
        let rooms = client.commit(&batch, &body).await.is(200).body;
        assert_eq!(rooms[0]["transportations"], rides);
        let page = client.get_html(&letter).await;
        assert_eq!((page.contains("A quiet room"), page.contains("Late")), (false, wish == "Late"), "{page}");
    }
}

// clause: EDIT-05, PAY-05
async fn a_guarantee_that_the_new_rate_does_not_take_is_left_out(house: House) {
    let files = HotelFiles::default();
    house.import(&files).await;
    let client = &house.client;
    let advance = room("KING", "ADVANCE", "2026-12-12", "2026-12-14", 2);
    let number = number(&client.booked().await);
    // Where a guarantee is asked for, another has to be given.
    let batch = client.changing(&number).await;
    change_to(client, &batch, &advance).await;
    client.commit(&batch, &keep(&batch)).await.refuses(422, "GUARANTEE_REQUIRED");
    // Where none is, nobody is asked for one.
    house.import(&HotelFiles { guarantee_required: false, ..files }).await;
    let batch = client.changing(&number).await;
    change_to(client, &batch, &advance).await;
    let rooms = client.commit(&batch, &keep(&batch)).await.is(200).body;
    assert_eq!((&rooms[0]["rate_code_name"], &rooms[0]["guarantee_type_id"]), (&json!("Advance"), &Value::Null));
}
