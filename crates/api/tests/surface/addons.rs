//! Add-ons: what can be added, what it costs, and that no more is given than there is.

use futures_util::future::join_all;
use serde_json::{Value, json};
use store::addons;

use crate::support::hotel::{ADDONS, ADDONS_AND_PIER, ID};
use crate::support::steps::{Batch, at, booking, guest, held_until_18, king, room};
use crate::support::{Answer, Client, HotelFiles, House, on_both_engines, postgres};

const VAULT: bool = false;

on_both_engines!(
    an_addon_goes_with_its_booking
    what_is_added_is_in_every_sum
);

fn files() -> HotelFiles {
    HotelFiles { addons: ADDONS, kings: 60, ..HotelFiles::default() }
}

fn entry(code: &str, quantity: i64, date: Option<&str>) -> Value {
    json!({"charge_type_id": code, "quantity": quantity, "date": date})
}

impl Client {
    async fn include(&self, batch: &Batch, room_no: usize, entries: &[Value]) -> Answer {
        let path = booking(&format!("new-booking/{}/include-addon", batch.sessions[room_no - 1]));
        self.post(&path, &batch.secret, &json!({"reservation_addons": entries})).await
    }

    /// The cards of a session's room, by code.
    async fn cards(&self, batch: &Batch) -> Vec<(String, Value)> {
        let path = at(&format!(
            "charge-types/applicable/v2?category=MISC_CHARGE&enabled_for_addons=true&session_id={}",
            batch.sessions[0]
        ));
        let groups = self.get_with(&path, &batch.secret).await.is(200).body;
        let groups = groups.as_array().expect("groups").clone();
        let cards = groups.iter().flat_map(|group| group["charge_types"].as_array().expect("cards").clone());
        cards.map(|card| (card["code"].as_str().expect("a code").to_owned(), card)).collect()
    }

    async fn card(&self, batch: &Batch, code: &str) -> Value {
        let cards = self.cards(batch).await;
        cards.into_iter().find(|(known, _)| known == code).unwrap_or_else(|| panic!("no {code}")).1
    }
}

/// What is taken of everything from the 10th to the 20th.
async fn taken(house: &House) -> Vec<(String, String, i64)> {
    let days = [10, 20].map(|day| jiff::civil::date(2026, 12, day));
    let rows = addons::taken(&house.app.db, ID, days[0], days[1]).await.expect("a read");
    rows.into_iter().map(|(code, day, taken)| (code, day.to_string(), taken)).collect()
}

// clause: API-19, API-20, ADDON-05, ADDON-13, DATA-10
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_can_be_added_is_listed_with_its_price_for_the_stay() {
    let house = House::sqlite().await;
    house.import(&files()).await;
    let client = &house.client;
    let all = client.get(&at("charge-types/applicable/v2?category=MISC_CHARGE&enabled_for_addons=true")).await.is(200);
    let names: Vec<&str> =
        all.body.as_array().expect("groups").iter().map(|group| group["name"].as_str().expect("a name")).collect();
    assert_eq!(names, ["At the table", "On the water", "In the room"], "in the order of their first");
    let late = &all.body[0]["charge_types"][1];
    let told =
        ["code", "default_amount", "quantity", "max_quantity", "recurring", "date", "per", "day", "icon", "charges"];
    let told: Vec<Value> = told.iter().map(|field| late[field].clone()).collect();
    let expected = json!(["LATE", 30.0, 1, 1, true, null, "STAY", "DEPARTURE", "CLOCK", []]);
    assert_eq!(Value::from(told), expected);
    let breakfast = &all.body[0]["charge_types"][0];
    assert_eq!((&breakfast["picture"]["url"], &breakfast["recurring"]), (&json!("/media/1/king.png"), &json!(false)));

    // The profile says which may be chosen, and how they are sent.
    let batch = client.begin(1).await;
    let profile =
        client.read_batch(&batch).await.is(200).body["restrictions"]["booking_profile"]["restricted_addons"].clone();
    let named = |id: &str, recurring: bool| json!({"id": id, "recurring": recurring});
    let expected = json!([named("BREAKFAST", false), named("SAIL", false), named("LATE", true), named("COT", true)]);
    assert_eq!(profile, expected);

    let missing = at(&format!("charge-types/applicable/v2?session_id={}", batch.sessions[0]));
    client.get_with(&missing, &batch.secret).await.refuses(422, "ROOM_MISSING");
    client.get(&missing).await.refuses(401, "SECRET_MISSING");
    // Two adults and a child of four, in two rooms.
    let mut body = king();
    body["number_of_children"] = json!(1);
    body["children_ages"] = json!(["4"]);
    body["number_of_rooms"] = json!(2);
    client.set_rate(&batch, 1, &body).await.is(200);
    let breakfast = client.card(&batch, "BREAKFAST").await;
    assert_eq!((&breakfast["default_amount"], &breakfast["persons"]), (&json!(36.0), &json!(2)));
    let night = |date: &str| json!({"date": date, "amount": 72.0, "net_value": 78.48, "left": null});
    assert_eq!(breakfast["charges"], json!([night("2026-12-12"), night("2026-12-13")]));
    // Three are counted, so that seven places a day are for one in each of the two rooms.
    let sail = client.card(&batch, "SAIL").await;
    let day = |date: &str| json!({"date": date, "amount": 270.0, "net_value": 270.0, "left": 1});
    assert_eq!(sail["charges"], json!([day("2026-12-12"), day("2026-12-13")]));
    let late = client.card(&batch, "LATE").await;
    assert_eq!((&late["charges"][0]["date"], &late["charges"][0]["left"]), (&json!("2026-12-14"), &json!(1)));
    // Only with the rates that it goes with.
    client.set_rate(&batch, 1, &room("KING", "ADVANCE", "2026-12-12", "2026-12-14", 2)).await.is(200);
    assert!(client.cards(&batch).await.iter().all(|(code, _)| code != "LATE"));

    for (query, field) in [("category=ROOM", "category"), ("enabled_for_addons=false", "enabled_for_addons")] {
        let refused = client.get(&at(&format!("charge-types/applicable/v2?{query}"))).await.refuses(400, "BAD_FIELD");
        assert_eq!(refused.fields(), [field]);
    }
    let texts = client.get(&at("multilingual-dynamic-fields?language_code=ar_AE")).await.is(200).body;
    let of = |kind: &str| {
        let texts = texts.as_array().expect("texts");
        texts.iter().any(|text| (&text["object_type"], &text["object_code"]) == (&json!(kind), &json!("COT")))
    };
    assert!(of("ADDON") && of("CHARGE"), "its heading, and its name on the bill");
}

// clause: API-40, ADDON-06, ADDON-09, ERR-14
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_entry_that_cannot_be_had_is_named() {
    let house = House::sqlite().await;
    house.import(&HotelFiles { addons: ADDONS_AND_PIER, ..files() }).await;
    let client = &house.client;
    let batch = client.begin(1).await;
    client.include(&batch, 1, &[]).await.refuses(422, "ROOM_MISSING");
    client.set_rate(&batch, 1, &king()).await.is(200);
    let refused = client.include(&batch, 1, &[entry("PIER", 1, None)]).await.refuses(422, "UNACCEPTABLE");
    assert_eq!(refused.fields(), ["reservation_addons[0].charge_type_id"], "everybody pays it");
    house.import(&files()).await;
    let cot = || entry("COT", 1, None);
    for (wrong, field) in [
        (entry("NOPE", 1, None), "charge_type_id"),
        (entry("COT", 0, None), "quantity"),
        (entry("LATE", 0, None), "quantity"),
        (entry("LATE", 2, None), "quantity"),
        (entry("SAIL", 100, Some("2026-12-12")), "quantity"),
        (entry("SAIL", -1, Some("2026-12-12")), "quantity"),
        (entry("SAIL", i64::MAX, Some("2026-12-12")), "quantity"),
        (entry("BREAKFAST", 1, None), "date"),
        (entry("BREAKFAST", 1, Some("2026-12-14")), "date"),
        (entry("LATE", 1, Some("2026-12-14")), "date"),
    ] {
        let refused = client.include(&batch, 1, &[cot(), wrong.clone()]).await.refuses(422, "UNACCEPTABLE");
        assert_eq!(refused.fields(), [format!("reservation_addons[1].{field}")], "{wrong}");
    }
    let breakfast = || entry("BREAKFAST", 1, Some("2026-12-12"));
    let twice = [cot(), cot(), breakfast(), breakfast()];
    let refused = client.include(&batch, 1, &twice).await.refuses(422, "UNACCEPTABLE");
    assert_eq!(refused.fields(), ["reservation_addons[3].charge_type_id"], "the same day twice");
    for (wrong, field) in [
        (json!({"charge_type_id": "COT"}), "reservation_addons[0].quantity"),
        (json!({"charge_type_id": "COT", "quantity": 1.5}), "reservation_addons[0].quantity"),
        (json!({"charge_type_id": "COT", "quantity": "one"}), "reservation_addons[0].quantity"),
        (json!({"charge_type_id": 7, "quantity": 1}), "reservation_addons[0].charge_type_id"),
        (entry("SAIL", 1, Some("tomorrow")), "reservation_addons[0].date"),
    ] {
        let refused = client.include(&batch, 1, &[wrong]).await.refuses(400, "BAD_FIELD");
        assert_eq!(refused.fields(), [field]);
    }
    assert_eq!(taken(&house).await, [], "nothing of them was taken");
    // What is taken once may come unit by unit.
    client.set_rate(&batch, 1, &king()).await.is(200);
    let told = client.include(&batch, 1, &[cot(), breakfast(), cot()]).await.is(200).body["data"]["content"].clone();
    let chosen = told["chosen_addons"].as_array().expect("entries").iter();
    let chosen: Vec<_> = chosen.map(|entry| (&entry["charge_type_id"], &entry["quantity"])).collect();
    assert_eq!(chosen, [(&json!("COT"), &json!(2)), (&json!("BREAKFAST"), &json!(1))]);
    client.add_guest(&batch, &guest()).await.is(200);
    let mut order = held_until_18(&batch);
    order["sessions"][0]["expected_room"] = json!({"room_type_id": "KING", "rate_code_id": "FLEX",
        "check_in_date": "2026-12-12", "check_out_date": "2026-12-14", "number_of_adults": 2, "number_of_rooms": 1,
        "reservation_addons": [cot(), breakfast(), cot()]});
    client.commit(&batch, &order).await.is(200);
    let other = client.begin(1).await;
    let path = booking(&format!("new-booking/{}/include-addon", batch.sessions[0]));
    client.post(&path, "", &json!({"reservation_addons": []})).await.refuses(401, "SECRET_MISSING");
    client.post(&path, &other.secret, &json!({"reservation_addons": []})).await.refuses(404, "BATCH_UNKNOWN");
}

// clause: API-40, API-30, ADDON-12, DATA-11, CONF-05, API-22
async fn what_is_added_is_in_every_sum(house: House) {
    house.import(&files()).await;
    let client = &house.client;
    let batch = client.begin(1).await;
    let before = client.set_rate(&batch, 1, &king()).await.is(200).body["data"]["content"].clone();
    let amount = |value: &Value| value.as_f64().expect("an amount");
    let plain = amount(&before["profile_taxes"]["estimated_total"]);
    let entries = [
        entry("BREAKFAST", 1, Some("2026-12-12")),
        entry("BREAKFAST", 2, Some("2026-12-13")),
        entry("LATE", 1, None),
        entry("COT", 1, None),
    ];
    let after = client.include(&batch, 1, &entries).await.is(200).body["data"]["content"].clone();
    // Two adults, 36 a morning and 9 % on top; the late check-out with 2 % in it and 9 % of the rest on top.
    let (one, two, late) = (39.24, 78.48, 32.65);
    let chosen: Vec<Value> = after["chosen_addons"]
        .as_array()
        .expect("entries")
        .iter()
        .map(|a| json!([a["id"], a["quantity"], a["date"], a["amount"], a["recurring"], a["room_no"], a["session_id"]]))
        .collect();
    let session = json!(batch.sessions[0]);
    let expected = [
        json!(["BREAKFAST", 1, "2026-12-12", one, false, 1, session]),
        json!(["BREAKFAST", 2, "2026-12-13", two, false, 1, session]),
        json!(["LATE", 1, null, late, true, 1, session]),
        json!(["COT", 1, null, 0.0, true, 1, session]),
    ];
    assert_eq!(chosen, expected);
    let cents = |amount: f64| (amount * 100.0).round() as i64;
    let total = plain + one + two + late;
    let folio = client.read_session(&batch, 1, "calculate-folios-and-charges-and-taxes").await.is(200).body;
    for folio in [&folio, &after["profile_taxes"]] {
        assert_eq!(cents(amount(&folio["estimated_total"])), cents(total));
        let dues = ["due_now", "due_later", "due_at_hotel"].map(|due| amount(&folio[due]));
        assert_eq!(cents(dues.iter().sum()), cents(total), "{dues:?}");
    }
    assert_eq!(after["price_summary"], before["price_summary"], "the room's own price is what it was");
    let read = client.read_batch(&batch).await.is(200).body;
    assert_eq!(read["selected_rooms"][0], after);
    client.add_guest(&batch, &guest()).await.is(200);

    // The order names what its tab shows.
    let mut order = held_until_18(&batch);
    order["expected_total"] = json!(plain);
    client.commit(&batch, &order).await.refuses(409, "PRICE_CHANGED");
    order["expected_total"] = json!((total * 100.0).round() / 100.0);
    let mut expected_room = json!({"room_type_id": "KING", "rate_code_id": "FLEX", "check_in_date": "2026-12-12",
        "check_out_date": "2026-12-14", "number_of_adults": 2, "number_of_rooms": 1, "reservation_addons": [entries[2]]});
    order["sessions"][0]["expected_room"] = expected_room.clone();
    let changed = client.commit(&batch, &order).await.refuses(409, "ROOM_CHANGED").body;
    assert_eq!(changed["quotes"][0]["chosen_addons"].as_array().map(Vec::len), Some(4));
    let mut reversed = entries.to_vec();
    reversed.reverse();
    expected_room["reservation_addons"] = json!(reversed);
    order["sessions"][0]["expected_room"] = expected_room;
    let booked = client.commit(&batch, &order).await.is(200).body[0].clone();
    assert_eq!(cents(amount(&booked["total_amount"])), cents(total));
    let names: Vec<&str> = booked["chosen_addons"]
        .as_array()
        .expect("entries")
        .iter()
        .map(|a| a["id"].as_str().expect("a code"))
        .collect();
    assert_eq!(names, ["BREAKFAST", "BREAKFAST", "LATE", "COT"]);
    let letter = client.get_html(booked["letter_url"].as_str().expect("an address")).await;
    for line in [
        ["Breakfast · Sat, Dec 12", "$39.24"],
        ["Breakfast, 2 × $39.24 · Sun, Dec 13", "$78.48"],
        ["Late check-out", "$32.65"],
    ] {
        assert!(stands_in(&letter, line), "{line:?} in {letter}");
    }
}

/// Whether a line of the bill stands in a letter.
fn stands_in(letter: &str, [label, amount]: [&str; 2]) -> bool {
    letter.replace('\u{a0}', " ").contains(&format!(">{label}</th><td>{amount}</td>"))
}

// clause: ADDON-09, ADDON-12, CONF-05
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_added_is_told_with_how_many_and_on_which_days() {
    let house = House::sqlite().await;
    house.import(&files()).await;
    let client = &house.client;
    let batch = client.begin(1).await;
    client.set_rate(&batch, 1, &room("KING", "FLEX", "2026-12-12", "2026-12-15", 2)).await.is(200);
    let on = |code: &'static str, days: &[u8]| -> Vec<Value> {
        days.iter().map(|day| entry(code, 2, Some(&format!("2026-12-{day}")))).collect()
    };
    let entries = [on("SAIL", &[12, 14]), on("BREAKFAST", &[12, 13, 14]), vec![entry("COT", 2, None)]].concat();
    client.include(&batch, 1, &entries).await.is(200);
    client.add_guest(&batch, &guest()).await.is(200);
    let booked = client.commit(&batch, &held_until_18(&batch)).await.is(200).body[0].clone();
    let letter = client.get_html(booked["letter_url"].as_str().expect("an address")).await;
    // Two sail at 45 each; two eat at 18 and 9 % on top.
    for line in [
        ["An hour under sail, 2 × 2 days × $90.00 · Sat, Dec 12 · Mon, Dec 14", "$360.00"],
        ["Breakfast, 2 × 3 days × $39.24 · Every day", "$235.44"],
        ["Baby cot × 2", "Free of charge"],
    ] {
        assert!(stands_in(&letter, line), "{line:?} in {letter}");
    }
    assert!(letter.contains("Add-ons cost nothing if you cancel."), "{letter}");
    let number = booked["confirmation_no"].as_str().expect("a number");
    let find = format!("/enterprise/v4/web/manage-booking?conf_num={number}&last_name=N%C3%AD%20Bhriain");
    let found = client.get(&find).await.is(200).body;
    assert_eq!(found["reservation_details"]["chosen_addons"], booked["chosen_addons"]);
    assert_eq!(booked["chosen_addons"].as_array().map(Vec::len), Some(6));
}

// clause: API-40, SESSION-04, API-36, WIZ-18
async fn an_addon_goes_with_its_booking(house: House) {
    house.import(&files()).await;
    let client = &house.client;
    let batch = client.begin(1).await;
    client.set_rate(&batch, 1, &king()).await.is(200);
    let sail = |quantity, date| entry("SAIL", quantity, Some(date));
    client.include(&batch, 1, &[sail(2, "2026-12-12"), sail(1, "2026-12-13"), entry("LATE", 1, None)]).await.is(200);
    let row = |code: &str, day: &str, taken: i64| (code.to_owned(), day.to_owned(), taken);
    let all = [row("LATE", "2026-12-14", 1), row("SAIL", "2026-12-12", 4), row("SAIL", "2026-12-13", 2)];
    assert_eq!(taken(&house).await, all);
    let left = |card: &Value| {
        card["charges"].as_array().expect("days").iter().map(|day| day["left"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(left(&client.card(&batch, "SAIL").await), [3, 3], "what it has counts as free for it");
    let other = client.begin(1).await;
    client.set_rate(&other, 1, &room("KING", "FLEX", "2026-12-11", "2026-12-14", 2)).await.is(200);
    assert_eq!(left(&client.card(&other, "SAIL").await), [3, 1, 2]);
    let refused = client.include(&other, 1, &[sail(1, "2026-12-11"), sail(2, "2026-12-12")]).await;
    let refused = refused.refuses(409, "ADDON_SOLD_OUT").body;
    assert_eq!((&refused["charge_type_id"], &refused["date"]), (&json!("SAIL"), &json!("2026-12-12")));
    assert_eq!(taken(&house).await, all, "all or none");
    // More than there are at all, on a day of which nobody has any.
    client.include(&other, 1, &[sail(4, "2026-12-11")]).await.refuses(409, "ADDON_SOLD_OUT");

    // The same once more takes nothing; less gives back; what was added goes with a room for other nights, and with the
    // one that comes after a room that was given back.
    client.include(&batch, 1, &[sail(2, "2026-12-12"), sail(1, "2026-12-13"), entry("LATE", 1, None)]).await.is(200);
    assert_eq!(taken(&house).await, all);
    client.include(&batch, 1, &[sail(3, "2026-12-12")]).await.is(200);
    assert_eq!(taken(&house).await, [row("SAIL", "2026-12-12", 6)]);
    let kept = client.set_rate(&batch, 1, &king()).await.is(200).body["data"]["content"].clone();
    assert_eq!(kept["chosen_addons"].as_array().map(Vec::len), Some(1), "the same nights and people keep them");
    client.set_rate(&batch, 1, &room("KING", "FLEX", "2026-12-12", "2026-12-15", 2)).await.is(200);
    assert_eq!(taken(&house).await, [row("SAIL", "2026-12-12", 6)]);
    client.include(&batch, 1, &[sail(1, "2026-12-14")]).await.is(200);
    client.unset_rate(&batch, 1).await.is(204);
    assert_eq!(taken(&house).await, []);

    // A hold whose time is over, and a stay that is cancelled, give them back.
    client.set_rate(&batch, 1, &king()).await.is(200);
    client.include(&batch, 1, &[sail(3, "2026-12-12")]).await.is(200);
    house.pass_minutes(31).await;
    assert_eq!(taken(&house).await, []);
    let batch = client.begin(1).await;
    let mut two = king();
    two["number_of_rooms"] = json!(2);
    client.set_rate(&batch, 1, &two).await.is(200);
    client.include(&batch, 1, &[sail(1, "2026-12-13"), entry("BREAKFAST", 1, Some("2026-12-12"))]).await.is(200);
    client.add_guest(&batch, &guest()).await.is(200);
    let rooms = client.commit(&batch, &held_until_18(&batch)).await.is(200).body;
    assert_eq!(taken(&house).await, [row("BREAKFAST", "2026-12-12", 4), row("SAIL", "2026-12-13", 4)]);
    // An import with fewer of them takes none away, and gives no more.
    house.import(&files()).await;
    let number = rooms[0]["confirmation_no"].as_str().expect("a number");
    let find = format!("/enterprise/v4/web/manage-booking?conf_num={number}&last_name=N%C3%AD%20Bhriain");
    let found = client.get(&find).await.is(200).body;
    let token = found["request_token"].as_str().expect("a token");
    for _ in 0..2 {
        client.put(&format!("/enterprise/v4/web/cancel-booking?request_id={token}")).await.is(200);
        assert_eq!(taken(&house).await, [row("BREAKFAST", "2026-12-12", 2), row("SAIL", "2026-12-13", 2)]);
    }
}

// clause: PRICE-08, API-12, API-15, CONF-05
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mandatory_addon_is_in_the_first_price() {
    let house = House::sqlite().await;
    house.import(&HotelFiles { addons: ADDONS, ..files() }).await;
    let client = &house.client;
    let first = async || {
        let path =
            "mini-rates-with-availability/v3?check_in_date=2026-12-12&check_out_date=2026-12-14&number_of_persons=2";
        let answer = client.get(&at(path)).await.is(200).body;
        let rooms = answer["rate_details"].as_array().expect("rooms").clone();
        let king = rooms.into_iter().find(|room| room["room_type_id"] == "KING").expect("a King");
        king["rate_codes"][0]["price_summary"].clone()
    };
    let calendar = async || {
        let path = "calendar/lowest-rate-calendar?start_date=2026-12-12&end_date=2026-12-13&number_of_persons=2";
        client.get(&at(path)).await.is(200).body
    };
    let (without, days_without) = (first().await, calendar().await);
    house.import(&HotelFiles { addons: ADDONS_AND_PIER, ..files() }).await;
    let (with, days_with) = (first().await, calendar().await);
    let cents = |value: &Value| (value.as_f64().expect("an amount") * 100.0).round() as i64;
    let more = |field: &str| cents(&with[field]) - cents(&without[field]);
    assert_eq!((more("total_fee_amount"), more("total_exclusive_tax_amount")), (800, 72));
    assert_eq!(more("total_amount_after_tax_and_fee"), 872);
    assert_ne!(days_with, days_without, "the calendar says it too");
    let batch = client.begin(1).await;
    let chosen = client.set_rate(&batch, 1, &king()).await.is(200).body["data"]["content"].clone();
    assert_eq!(cents(&chosen["profile_taxes"]["estimated_total"]), cents(&with["total_amount_after_tax_and_fee"]));
    let pier = client.card(&batch, "PIER").await;
    assert_eq!((&pier["mandatory"], pier["charges"].as_array().map(Vec::len)), (&json!(true), Some(2)));
    client.add_guest(&batch, &guest()).await.is(200);
    let booked = client.commit(&batch, &held_until_18(&batch)).await.is(200).body[0].clone();
    let letter = client.get_html(booked["letter_url"].as_str().expect("an address")).await;
    assert!(letter.contains("Pier upkeep"), "{letter}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_sqlite_no_more_is_given_than_there_is() {
    let house = House::sqlite().await;
    house.import(&files()).await;
    no_more_is_given_than_there_is(&[&house]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_postgres_with_two_servers_no_more_is_given_than_there_is() {
    let server = postgres();
    let house = House::on(Some(server.database("portico").expect("a database")), false).await;
    house.import(&files()).await;
    let twin = house.twin().await;
    no_more_is_given_than_there_is(&[&house, &twin]).await;
}

const GUESTS: usize = 50;

/// Everybody wants some of the same days; some change their mind, some give theirs back.
// clause: API-40
async fn no_more_is_given_than_there_is(servers: &[&House]) {
    let calls = (0..GUESTS).map(|guest_no| {
        let client = servers[guest_no % servers.len()].client.clone();
        tokio::spawn(async move {
            let batch = client.begin(1).await;
            let nights = [("2026-12-12", "2026-12-14"), ("2026-12-11", "2026-12-13"), ("2026-12-13", "2026-12-15")];
            let (arrival, departure) = nights[guest_no % 3];
            client.set_rate(&batch, 1, &room("KING", "FLEX", arrival, departure, 2)).await.is(200);
            let last = ["2026-12-13", "2026-12-12", "2026-12-14"][guest_no % 3];
            let both = [entry("SAIL", 1, Some(arrival)), entry("SAIL", 1, Some(last)), entry("LATE", 1, None)];
            for wanted in [&both[..], &both[..1], &both[1..]] {
                let answer = client.include(&batch, 1, wanted).await;
                assert!(answer.status == 200 || answer.body["code"] == "ADDON_SOLD_OUT", "{}", answer.text);
            }
            if guest_no % 5 == 0 {
                client.include(&batch, 1, &[]).await.is(200);
            }
            client.add_guest(&batch, &guest()).await.is(200);
            let booked = client.commit(&batch, &held_until_18(&batch)).await.is(200).body[0].clone();
            let entries = booked["chosen_addons"].as_array().expect("entries").clone();
            let day = |entry: &Value| entry["date"].as_str().unwrap_or(departure).to_owned();
            entries
                .iter()
                .map(|entry| (entry["id"].as_str().expect("a code").to_owned(), day(entry)))
                .collect::<Vec<_>>()
        })
    });
    let mut sold = std::collections::BTreeMap::<(String, String), i64>::new();
    for guest in join_all(calls).await {
        for entry in guest.expect("a guest") {
            // Two sail on each, and there is a place for everybody.
            *sold.entry(entry.clone()).or_default() += if entry.0 == "SAIL" { 2 } else { 1 };
        }
    }
    let told: Vec<_> = taken(servers[0]).await.into_iter().map(|(code, day, taken)| ((code, day), taken)).collect();
    assert_eq!(told, sold.clone().into_iter().collect::<Vec<_>>(), "what is taken is what was booked");
    assert!(!sold.is_empty());
    for ((code, day), taken) in sold {
        assert!(taken <= if code == "SAIL" { 7 } else { 2 }, "{taken} of {code} on {day}");
    }
}
