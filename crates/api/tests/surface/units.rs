//! Doors by number: offered when free, held for one booking, and never another's.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::hotel::ID;
use crate::support::steps::{Batch, at, guest, held_until_18, king, room};
use crate::support::{Client, HotelFiles, House, on_both_engines, postgres};

const VAULT: bool = false;
const GUESTS: usize = 40;

on_both_engines!(
    a_door_is_offered_while_it_is_free
    a_door_goes_with_its_booking
    a_room_of_a_block_has_no_door
    a_chosen_door_moves_nobody
    stays_from_before_doors_were_chosen_count
);

fn files(kings: u32) -> HotelFiles {
    HotelFiles { units: true, kings, ..HotelFiles::default() }
}

/// A King behind a door.
fn behind(door: &str) -> Value {
    let mut body = king();
    body["room_id"] = json!(door);
    body
}

impl Client {
    /// Kings that are free from the 12th to the 14th of December, by number; for a booking also its own.
    async fn doors(&self, own: Option<&Batch>) -> Vec<String> {
        let wanted = json!({"room_type_ids": ["KING"], "start_date": "2026-12-12", "end_date": "2026-12-14"});
        let (path, secret) = match own {
            Some(batch) => (at(&format!("suggested_rooms/v2?session_id={}", batch.sessions[0])), batch.secret.as_str()),
            None => (at("suggested_rooms/v2"), ""),
        };
        let answer = self.post(&path, secret, &wanted).await.is(200).body;
        assert_eq!(answer["data"][0]["room_type_id"], "KING");
        let rooms = answer["data"][0]["rooms"].as_array().expect("rooms").clone();
        rooms
            .iter()
            .map(|room| {
                assert_eq!(room["room_id"], room["number"]);
                room["number"].as_str().expect("a number").to_owned()
            })
            .collect()
    }
}

// clause: API-23, DATA-09, ROOMS-24
async fn a_door_is_offered_while_it_is_free(house: House) {
    house.import(&files(11)).await;
    let client = &house.client;
    let all: Vec<String> = (1..=11).map(|unit| format!("1{unit:02}")).collect();
    assert_eq!(client.doors(None).await, all, "by number");
    let batch = client.begin(1).await;
    let chosen = client.set_rate(&batch, 1, &behind("103")).await.is(200).body["data"]["content"].clone();
    assert_eq!((&chosen["room_unit_number"], &chosen["room_id"]), (&json!("103"), &json!("103")));
    assert!(!client.doors(None).await.contains(&"103".to_owned()));
    assert_eq!(client.doors(Some(&batch)).await, all, "what it holds is free for it");
    // Nights that do not meet are free; one common night is enough.
    let other = client.begin(1).await;
    let of = |arrival, departure| {
        let mut body = room("KING", "FLEX", arrival, departure, 2);
        body["room_id"] = json!("103");
        body
    };
    let refused = client.set_rate(&other, 1, &of("2026-12-13", "2026-12-16")).await.refuses(409, "ROOM_UNIT_TAKEN");
    assert_eq!((&refused.body["night"], &refused.body["room_id"]), (&json!("2026-12-13"), &json!("103")));
    assert_eq!(house.nights().await, (2, 0), "nothing of it is held");
    client.set_rate(&other, 1, &of("2026-12-14", "2026-12-16")).await.is(200);
    // Another door, and the first is free; none, and so is that.
    client.set_rate(&batch, 1, &behind("104")).await.is(200);
    assert!(client.doors(None).await.contains(&"103".to_owned()));
    client.set_rate(&batch, 1, &king()).await.is(200);
    assert_eq!(client.doors(None).await, all);
    let suite = json!({"room_type_ids": ["SUITE"], "start_date": "2026-12-19", "end_date": "2026-12-21"});
    let rooms = client.post(&at("suggested_rooms/v2"), "", &suite).await.is(200).body["data"][0]["rooms"].clone();
    assert_eq!(rooms, json!([]), "the painters are in");
    for (change, field) in [
        (json!({"room_type_ids": []}), "room_type_ids"),
        (json!({"room_type_ids": ["KING", "SUITE"]}), "room_type_ids"),
        (json!({"room_type_ids": ["NOPE"]}), "room_type_ids[0]"),
        (json!({"start_date": "soon"}), "start_date"),
        (json!({"end_date": "2026-12-19"}), "end_date"),
    ] {
        let mut body = suite.clone();
        body.as_object_mut().expect("a body").extend(change.as_object().expect("a change").clone());
        let refused = client.post(&at("suggested_rooms/v2"), "", &body).await.refuses(400, "BAD_FIELD");
        assert_eq!(refused.body["errors"][0]["field"], field);
    }
}

/// Nights of December in a King, behind a door or any.
fn nights(door: Option<&str>, arrival: u8, departure: u8) -> Value {
    let mut body = room("KING", "FLEX", &format!("2026-12-{arrival}"), &format!("2026-12-{departure}"), 2);
    body["room_id"] = json!(door);
    body
}

// Each night has a room left for everybody, but whoever chose no door has to find one that is free in all nights.
// clause: API-22, API-23, API-26
async fn a_chosen_door_moves_nobody(house: House) {
    house.import(&files(2)).await;
    let client = &house.client;
    let hold = async |body: Value| {
        let batch = client.begin(1).await;
        client.set_rate(&batch, 1, &body).await.is(200);
        batch
    };
    let any = hold(nights(None, 12, 16)).await;
    hold(nights(Some("101"), 12, 14)).await;
    let late = json!({"room_type_ids": ["KING"], "start_date": "2026-12-14", "end_date": "2026-12-16"});
    let free = client.post(&at("suggested_rooms/v2"), "", &late).await.is(200).body["data"][0]["rooms"].clone();
    assert_eq!(free, json!([{"room_id": "101", "number": "101"}]), "102 is who chose no door's");
    let other = client.begin(1).await;
    let refused = client.set_rate(&other, 1, &nights(Some("102"), 14, 16)).await.refuses(409, "ROOM_UNIT_TAKEN");
    assert_eq!((&refused.body["room_id"], refused.body.get("night")), (&json!("102"), None));
    assert_eq!(house.nights().await, (6, 0), "nothing of it is held");
    // Who chose none may have chosen that door: for it the door is free.
    client.set_rate(&any, 1, &nights(Some("102"), 12, 16)).await.is(200);
    client.set_rate(&any, 1, &nights(None, 12, 14)).await.is(200);
    // The other way round: both doors are cut in two, and a later stay finds none for all its nights.
    client.set_rate(&other, 1, &nights(Some("102"), 14, 16)).await.is(200);
    client.unset_rate(&any, 1).await.is(204);
    let refused = client.set_rate(&any, 1, &nights(None, 12, 16)).await.refuses(422, "NOT_ON_OFFER");
    assert_eq!(refused.fields(), ["room_type_id"]);
    client.set_rate(&any, 1, &nights(None, 14, 16)).await.is(200);
    // A hold whose time is over is in nobody's way.
    house.pass_minutes(31).await;
    hold(nights(None, 12, 16)).await;
}

// A hotel begins to let guests choose: who has booked before keeps one room, and gives it back.
async fn stays_from_before_doors_were_chosen_count(house: House) {
    house.import(&HotelFiles { kings: 2, ..HotelFiles::default() }).await;
    let client = &house.client;
    let batch = client.begin(2).await;
    for room_no in [1, 2] {
        client.set_rate(&batch, room_no, &nights(None, 12, 14)).await.is(200);
    }
    client.set_rate(&batch, 2, &nights(None, 12, 16)).await.is(200);
    client.unset_rate(&batch, 1).await.is(204);
    house.import(&files(2)).await;
    client.set_rate(&client.begin(1).await, 1, &nights(Some("101"), 12, 14)).await.is(200);
    let other = client.begin(1).await;
    client.set_rate(&other, 1, &nights(Some("102"), 14, 16)).await.refuses(409, "ROOM_UNIT_TAKEN");
    client.unset_rate(&batch, 2).await.is(204);
    client.set_rate(&other, 1, &nights(Some("102"), 14, 16)).await.is(200);
}

// Its rooms may come on top of the house's, which would still count the door.
async fn a_room_of_a_block_has_no_door(house: House) {
    house.import(&HotelFiles { takes_codes: true, kings_of_group: 1, ..files(2) }).await;
    let client = &house.client;
    let batch = client.begin(1).await;
    let mut body = behind("102");
    body["group_no"] = json!("skiclub");
    body["group_details"] = json!({"group_block_id": "SKICLUB"});
    let refused = client.set_rate(&batch, 1, &body).await.refuses(422, "NOT_ON_OFFER");
    assert_eq!(refused.fields(), ["room_id"]);
    body["room_id"] = json!(null);
    client.set_rate(&batch, 1, &body).await.is(200);
}

// clause: API-26, API-36, CONF-02, SESSION-04, GUEST-03
async fn a_door_goes_with_its_booking(house: House) {
    house.import(&files(2)).await;
    let client = &house.client;
    let batch = client.begin(1).await;
    client.set_rate(&batch, 1, &behind("102")).await.is(200);
    client.add_guest(&batch, &guest()).await.is(200);
    let booked = client.commit(&batch, &held_until_18(&batch)).await.is(200).body[0].clone();
    assert_eq!(booked["room_unit_number"], "102");
    let letter = client.get_html(booked["letter_url"].as_str().expect("an address")).await;
    assert!(letter.contains("Room no.\u{a0}102"), "{letter}");
    assert_eq!(client.doors(None).await, ["101"]);
    // An import does not take it away.
    house.import(&files(2)).await;
    assert_eq!(client.doors(None).await, ["101"]);
    // A hold whose time is over gives its door back.
    client.set_rate(&client.begin(1).await, 1, &behind("101")).await.is(200);
    assert_eq!(client.doors(None).await, Vec::<String>::new());
    house.pass_minutes(31).await;
    assert_eq!(client.doors(None).await, ["101"]);
    let number = booked["confirmation_no"].as_str().expect("a number");
    let find = format!("/enterprise/v4/web/manage-booking?conf_num={number}&last_name=N%C3%AD%20Bhriain");
    let found = client.get(&find).await.is(200).body;
    let token = found["request_token"].as_str().expect("a token");
    client.put(&format!("/enterprise/v4/web/cancel-booking?request_id={token}")).await.is(200);
    assert_eq!(client.doors(None).await, ["101", "102"]);
}

// clause: API-20, API-27, DATA-10, ROOMS-37
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hotel_says_whether_doors_are_chosen() {
    let house = House::sqlite().await;
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let allowed = async || {
        let batch = client.begin(1).await;
        client.read_batch(&batch).await.is(200).body["restrictions"]["booking_profile"]["allow_room_unit_booking"]
            .clone()
    };
    assert_eq!((allowed().await, client.doors(None).await), (json!(false), vec![]));
    let batch = client.begin(1).await;
    let refused = client.set_rate(&batch, 1, &behind("101")).await.refuses(422, "NOT_ON_OFFER");
    assert_eq!(refused.body["errors"][0]["field"], "room_id");
    house.import(&files(2)).await;
    assert_eq!((allowed().await, client.doors(None).await.len()), (json!(true), 2));
    let mut two = behind("101");
    two["number_of_rooms"] = json!(2);
    for body in [behind("401"), behind("nowhere"), two] {
        let refused = client.set_rate(&batch, 1, &body).await.refuses(422, "NOT_ON_OFFER");
        assert_eq!(refused.body["errors"][0]["field"], "room_id");
    }
    assert_eq!(house.nights().await, (0, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_sqlite_no_door_is_given_twice() {
    let house = House::sqlite().await;
    house.import(&files(6)).await;
    no_door_is_given_twice(&[&house]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_postgres_with_two_servers_no_door_is_given_twice() {
    let server = postgres();
    let house = House::on(Some(server.database("portico").expect("a database")), false).await;
    house.import(&files(6)).await;
    let twin = house.twin().await;
    no_door_is_given_twice(&[&house, &twin]).await;
}

/// Everybody wants one of two doors of six rooms, some for a night more on either side, some move on to the other.
// clause: API-22, API-26
async fn no_door_is_given_twice(servers: &[&House]) {
    let calls = (0..GUESTS).map(|guest_no| {
        let client = servers[guest_no % servers.len()].client.clone();
        tokio::spawn(async move {
            let batch = client.begin(1).await;
            let nights = [("2026-12-12", "2026-12-14"), ("2026-12-11", "2026-12-13"), ("2026-12-13", "2026-12-15")];
            let (arrival, departure) = nights[guest_no % 3];
            let mut booked = None;
            for door in if guest_no % 2 == 0 { ["101", "102"] } else { ["102", "101"] } {
                let mut body = room("KING", "FLEX", arrival, departure, 2);
                body["room_id"] = json!(door);
                let set = client.set_rate(&batch, 1, &body).await;
                match set.status {
                    200 => booked = Some((door, arrival, departure)),
                    _ => assert!(
                        ["ROOM_UNIT_TAKEN", "NIGHT_SOLD_OUT"].contains(&set.body["code"].as_str().expect("a code"))
                    ),
                }
            }
            booked?;
            client.add_guest(&batch, &guest()).await.is(200);
            let rooms = client.commit(&batch, &held_until_18(&batch)).await.is(200).body;
            let text = |field: &str| rooms[0][field].as_str().expect("a text").to_owned();
            Some((text("room_unit_number"), text("check_in_date"), text("check_out_date")))
        })
    });
    let mut booked: Vec<_> = join_all(calls).await.into_iter().filter_map(|one| one.expect("a guest")).collect();
    assert!(booked.len() >= 2, "{booked:?}");
    booked.sort();
    for pair in booked.windows(2) {
        let [(door, _, until), (next, from, _)] = pair else { continue };
        assert!(door != next || until <= from, "{booked:?}");
    }
    let sums = store::nights::sums(&servers[0].app.db, ID).await.expect("the nights");
    assert_eq!((sums.held, sums.sold, sums.over_capacity), (0, 2 * booked.len() as i64, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_sqlite_nobody_is_moved_in_a_rush() {
    let house = House::sqlite().await;
    house.import(&files(3)).await;
    nobody_is_moved_in_a_rush(&[&house]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_postgres_with_two_servers_nobody_is_moved_in_a_rush() {
    let server = postgres();
    let house = House::on(Some(server.database("portico").expect("a database")), false).await;
    house.import(&files(3)).await;
    let twin = house.twin().await;
    nobody_is_moved_in_a_rush(&[&house, &twin]).await;
}

/// Everybody comes at once, with a door and without, for stays that share some nights or none: each of two choices may
/// leave the others a door that both together do not.
// clause: API-22
async fn nobody_is_moved_in_a_rush(servers: &[&House]) {
    let calls = (0..GUESTS).map(|guest_no| {
        let client = servers[guest_no % servers.len()].client.clone();
        tokio::spawn(async move {
            let (from, length) = (12 + (guest_no * 5) % 6, 1 + guest_no % 4);
            let door = [None, Some("101"), None, Some("102"), Some("103")][guest_no % 5];
            let body = nights(door, from as u8, (from + length) as u8);
            let batch = client.begin(1).await;
            let set = client.set_rate(&batch, 1, &body).await;
            if set.status != 200 {
                let code = set.body["code"].as_str().expect("a code");
                assert!(["ROOM_UNIT_TAKEN", "NIGHT_SOLD_OUT", "NOT_ON_OFFER"].contains(&code), "{code}");
            }
        })
    });
    for call in join_all(calls).await {
        call.expect("a guest");
    }
    let house = servers[0];
    let property = house.app.property(ID).await.expect("the hotel");
    let kings = property.board.hotel().with_doors("KING").expect("its kings");
    let mut conn = house.app.db.read().await.expect("a connection");
    let first = jiff::civil::date(2026, 12, 1);
    let chosen = store::units::chosen(&mut conn, ID, kings, first).await.expect("doors");
    let sleepers = store::units::sleepers(&mut conn, ID, kings, chosen, first).await.expect("stays");
    let nights: i64 = sleepers.open.iter().map(|(stay, rooms)| i64::from(stay.nights()) * i64::from(*rooms)).sum();
    assert_eq!((nights + sleepers.chosen.len() as i64, 0), house.nights().await, "everybody is noted");
    // Nobody sleeps near this door: that all others have one is asked again.
    let stay = domain::stay::Stay::of_nights(jiff::civil::date(2027, 1, 20), 1).expect("a night");
    let far =
        domain::booking::Rooms { room_type: "KING".into(), group: None, stay, rooms: 1, unit: Some("101".into()) };
    assert!(sleepers.admit(kings, &far), "{sleepers:?}");
}
