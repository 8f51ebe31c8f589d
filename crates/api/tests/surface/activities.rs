//! Activities from the calendar to a booked one: never more people than there are places, and paid once.

use axum::http::Method;
use domain::activity::{ActivityBooking, ActivityStatus};
use domain::confirmation;
use futures_util::future::join_all;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use store::bookings::{self, Kind, Status};
use store::{activities, payments::State};

use crate::payments::{cents, challenge};
use crate::support::hotel::ID;
use crate::support::steps::at;
use crate::support::{Answer, Client, HotelFiles, House, on_both_engines, postgres};

const VAULT: bool = true;

on_both_engines!(
    a_guest_books_and_pays_once
    a_declined_card_keeps_the_places_and_another_one_pays
    places_come_back_when_the_time_is_over
    places_of_a_guest_who_stays_are_held_on
    what_another_window_chose_is_not_booked
    what_is_paid_at_the_hotel_is_booked_as_its_guest_saw_it
    a_guest_chooses_anew
    an_answer_that_was_lost_leaves_nothing_held
    what_is_free_needs_no_card
    what_was_agreed_in_dollars_is_not_booked_in_euros
    places_taken_are_those_of_live_bookings
);

pub const GOOD: &str = "4242424242424242";
const DECLINED: &str = "4000000000000341";
const CHALLENGED: &str = "4000000000003220";

const ACTIVITIES: &str = r#"
[[activities]]
code = "KAYAK"
name = "Kayaks to the island"
description = "A morning's paddle in the lee of the islands."
overview = "With **Hanna**."
pictures = [{ file = "king.png", alt = "A kayak" }]
amount = 50.00
extra_adult = 40.00
extra_child = 20.00
taxes = ["LODGING_TAX"]
cut_off_minutes = 120
times = [{ start = "14:00", minutes = 90, capacity = 6 }, { start = "09:30", minutes = 90, capacity = 6 }]

[[activities]]
code = "WALK"
name = "A walk along the shore"
description = "Free for everybody."
amount = 0.00
extra_adult = 0.00
extra_child = 0.00
times = [{ start = "16:00", minutes = 60, capacity = 4, weekdays = ["sat"] }]
"#;

/// On Saturday the 12th of December.
pub const KAYAK: &str = "KAYAK.2026-12-12.0930";
const LATER: &str = "KAYAK.2026-12-12.1400";
pub const WALK: &str = "WALK.2026-12-12.1600";

pub fn files() -> HotelFiles {
    HotelFiles { activities: ACTIVITIES, ..HotelFiles::default() }
}

/// A booking that was begun.
pub struct Begun {
    pub id: String,
    session: String,
    pub secret: String,
    pub price: Value,
}

impl Begun {
    pub fn of(answer: &Answer) -> Begun {
        let text = |name: &str| answer.body[name].as_str().expect("a text").to_owned();
        Begun {
            id: text("id"),
            session: text("session_id"),
            secret: text("token"),
            price: answer.body["price"].clone(),
        }
    }

    pub fn path(&self, step: &str) -> String {
        at(&format!("web/new-activity-booking/{}/{step}/{}", self.id, self.session))
    }
}

pub fn maya(adults: u16, children: u16) -> Value {
    json!({"adults": adults, "children": children, "contact_info": {"first_name": "Maya", "last_name": "Lindqvist",
        "email": "maya@guest.example", "phone": "+353850001234", "city": "Galway", "country": "IE"}})
}

impl Client {
    pub async fn activity(&self, instance: &str, adults: u16, children: u16) -> Answer {
        let path = at(&format!("web/new-activity-booking/?adults={adults}&children={children}"));
        self.post(&path, "", &json!({"activity_instance_id": instance})).await
    }

    pub async fn guests(&self, begun: &Begun, body: &Value) -> Answer {
        self.post(&begun.path("basic-info"), &begun.secret, body).await
    }

    pub async fn confirm_activity(&self, begun: &Begun) -> Answer {
        self.post(&begun.path("confirm"), &begun.secret, &Value::Null).await
    }

    /// Places left of each instance of the 12th of December.
    pub async fn places_left(&self) -> BTreeMap<String, u64> {
        self.places_free_for("", "").await
    }

    /// The same for whoever shows the secret of a session, whose own places count as free.
    async fn places_free_for(&self, session: &str, secret: &str) -> BTreeMap<String, u64> {
        let path = at(&format!("web/activities/calendar?from=2026-12-12&session_id={session}"));
        let days = self.get_with(&path, secret).await.is(200).body;
        let instances = days["dates"][0]["activities"].as_array().expect("activities").iter();
        let left = |one: &Value| one["capacity_left"].as_u64().expect("places");
        instances.map(|one| (one["id"].as_str().expect("an id").to_owned(), left(one))).collect()
    }
}

impl House {
    /// Payment source and sum for a card typed into the frame.
    pub async fn source(&self, begun: &Begun, number: &str) -> Value {
        let (session_key, told) = self.type_card(number, "M LINDQVIST").await;
        let body = json!({"payment_key": told["paymentKeys"][0], "api_token": session_key});
        let path = at(&format!("payments/hpc/token?activity_map_id={}", begun.id));
        let card = self.client.post(&path, &begun.secret, &body).await.is(200).body;
        let expiry = format!("{}/{}", card["card_expire_month"].as_str().expect("a month"), "2029");
        json!({"payment_source": {"payment_type_id": "CC", "custom_field_1": card["masked_card_number"],
            "custom_field_2": card["card_brand"], "custom_field_3": "Maya Lindqvist", "custom_field_4": expiry,
            "custom_field_5": card["token"], "custom_field_10": card["card_unique_code"]},
            "expected_total": begun.price["grand_total"]})
    }

    pub async fn pay_activity(&self, begun: &Begun, source: &Value) -> Answer {
        self.client.post(&begun.path("payment-method"), &begun.secret, source).await
    }

    /// Every place that is taken is one of a live booking, and no time has more than it can.
    pub async fn places_add_up(&self) {
        let day = "2026-12-12".parse().expect("a date");
        let taken = activities::taken(&self.app.db, ID, day, day).await.expect("the places");
        let all = bookings::all::<ActivityBooking>(&self.app.db, Kind::Activity, ID).await.expect("the bookings");
        let mut live: BTreeMap<String, i64> = BTreeMap::new();
        for booked in all.iter().filter(|booked| booked.status != Status::Expired) {
            let confirmed = matches!(booked.state.status, ActivityStatus::Confirmed { .. });
            assert_eq!(confirmed, booked.status == Status::Committed);
            assert_eq!(booked.confirmation_no.as_deref(), booked.state.confirmation_no());
            let agreed = &booked.state.agreed;
            *live.entry(agreed.instance.to_string()).or_default() += i64::from(booked.state.places());
        }
        live.retain(|_, places| *places > 0);
        let taken: BTreeMap<String, i64> = taken.into_iter().map(|(id, places)| (id.to_string(), places)).collect();
        assert_eq!(taken, live);
        assert!(taken.iter().all(|(id, places)| *places <= if id == WALK { 4 } else { 6 }), "{taken:?}");
    }
}

/// Not one that was paid for either.
async fn what_was_agreed_in_dollars_is_not_booked_in_euros(house: House) {
    house.import(&files()).await;
    let client = &house.client;
    let begun = Begun::of(&client.activity(KAYAK, 2, 0).await.is(201));
    client.guests(&begun, &maya(2, 0)).await.is(200);
    let source = house.source(&begun, GOOD).await;
    house.pay_activity(&begun, &source).await.is(200);
    house.turn_to_euros(files()).await;
    // What one more would pay is known in euros alone.
    let agreed = client.guests(&begun, &maya(2, 0)).await.is(200).body;
    let more = |price: &Value| [&price["currency"], &price["additional_price_per_adult"]].map(Value::clone);
    assert_eq!(more(&agreed["price"]), [json!("USD"), json!(0.0)]);
    let told = json!({"expected_total": begun.price["grand_total"]});
    let refused = client.post(&begun.path("confirm"), &begun.secret, &told).await.refuses(409, "PRICE_CHANGED");
    let quote = &refused.body["quote"];
    assert_eq!((&quote["currency"], &quote["grand_total"]), (&json!("EUR"), &begun.price["grand_total"]));
    // The card was shown another sum: it is asked for anew, and pays what is told now.
    client.post(&begun.path("confirm"), &begun.secret, &told).await.refuses(422, "CARD_REQUIRED");
    let source = house.source(&begun, GOOD).await;
    assert_eq!(house.pay_activity(&begun, &source).await.is(200).body["currency"], "EUR");
    let booked = client.post(&begun.path("confirm"), &begun.secret, &told).await.is(200).body;
    assert_eq!((&booked["currency"], &booked["amount_paid"]), (&json!("EUR"), &begun.price["grand_total"]));
    house.pass_minutes(60).await;
    let paid: Vec<(String, State)> =
        house.payments().await.into_iter().map(|payment| (payment.currency, payment.state)).collect();
    assert_eq!(paid, [("USD".to_owned(), State::Voided), ("EUR".to_owned(), State::Captured)]);
}

// clause: API-65, ACT-05, ACT-06
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_calendar_tells_what_takes_place() {
    let house = House::sqlite().await;
    house.import(&files()).await;
    let client = &house.client;
    let days = client.get(&at("web/activities/calendar?from=2026-12-12&to=2026-12-13")).await.is(200).body;
    let ids = |day: usize| {
        let instances = days["dates"][day]["activities"].as_array().expect("activities").iter();
        instances.map(|one| one["id"].as_str().expect("an id").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(days["dates"][0]["date"], "2026-12-12");
    assert_eq!(ids(0), [KAYAK, LATER, WALK], "in order of time");
    assert_eq!(ids(1), ["KAYAK.2026-12-13.0930", "KAYAK.2026-12-13.1400"], "the walk is on Saturdays");
    let kayak = &days["dates"][0]["activities"][0];
    for (member, value) in [
        ("name", json!("Kayaks to the island")),
        ("description", json!("A morning's paddle in the lee of the islands.")),
        ("activity_template_id", json!("KAYAK")),
        ("capacity_left", json!(6)),
        ("from_time", json!("09:30")),
        ("to_time", json!("11:00")),
        ("starts_at", json!("2026-12-12T09:30:00-05:00")),
        ("ends_at", json!("2026-12-12T11:00:00-05:00")),
    ] {
        assert_eq!(kayak[member], value, "{member}");
    }
    assert_eq!(kayak["activity_price"]["base_price"], 50.0);
    assert_eq!(kayak["activity_price"]["from_total"], 54.5, "with the tax on top");
    let template = &days["activity_templates"][0];
    assert_eq!((&template["id"], &template["description"]), (&json!("KAYAK"), &kayak["description"]));
    assert_eq!(template["overview"], "<p>With <strong>Hanna</strong>.</p>");
    client.get(template["images"][0]["image_url"].as_str().expect("an address")).await.is(200);

    // Today nothing is left to book once its cut-off is past; neither yesterday, nor more than a year from now.
    let today = async |day: &str| {
        let days = client.get(&at(&format!("web/activities/calendar?from={day}"))).await.is(200).body;
        days["dates"][0]["activities"].as_array().expect("activities").len()
    };
    assert_eq!(today("2026-12-01").await, 2);
    house.pass_minutes(3 * 60 + 29).await;
    assert_eq!(today("2026-12-01").await, 2);
    house.pass_minutes(1).await;
    assert_eq!(today("2026-12-01").await, 1);
    client.activity("KAYAK.2026-12-01.0930", 1, 0).await.refuses(409, "ACTIVITY_CLOSED");
    for past in ["KAYAK.2026-11-30.0930", "KAYAK.-009999-01-01.0930"] {
        client.activity(past, 1, 0).await.refuses(409, "ACTIVITY_CLOSED");
    }
    client.activity("KAYAK.2027-12-02.0930", 1, 0).await.refuses(404, "ACTIVITY_UNKNOWN");
    assert_eq!((today("2026-11-30").await, today("2027-12-01").await, today("2027-12-02").await), (0, 2, 0));
}

// clause: API-66, ACT-11, ACT-12, ACT-13, ACT-36
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_party_is_told_its_price_and_what_is_left_beside_it() {
    let house = House::sqlite().await;
    house.import(&files()).await;
    let client = &house.client;
    let path = |query: &str| at(&format!("web/activity-instances/{KAYAK}/calculate-price?{query}"));
    let price = client.get(&path("adults=3&children=2")).await.is(200).body;
    for (member, value) in [
        ("base_price", 50.0),
        ("base_price_adult_count", 1.0),
        ("base_price_children_count", 0.0),
        ("additional_price_per_adult", 40.0),
        ("additional_price_per_child", 20.0),
        ("total_charge_adult", 80.0),
        ("total_charge_children", 40.0),
        ("total_taxes", 15.3),
        ("grand_total", 185.3),
        ("capacity_left", 1.0),
        ("adults", 3.0),
        ("children", 2.0),
    ] {
        assert_eq!(price[member].as_f64(), Some(value), "{member} in {price}");
    }
    assert_eq!(price["taxes"][0]["tax_type_id"], "LODGING_TAX");
    let full = client.get(&path("adults=4&children=3")).await.refuses(409, "PLACES_GONE");
    assert_eq!(full.body["capacity_left"], 6);

    // The guest's own places are free for the guest, and for nobody else.
    let begun = Begun::of(&client.activity(KAYAK, 5, 0).await.is(201));
    assert_eq!(begun.price["capacity_left"], 1);
    let own = path(&format!("adults=6&session_id={}", begun.session));
    assert_eq!(client.get_with(&own, &begun.secret).await.is(200).body["capacity_left"], 0);
    client.get(&own).await.refuses(409, "PLACES_GONE");
    client.get_with(&own, "another secret").await.refuses(409, "PLACES_GONE");

    // Also of an instance that has fewer places by now than are taken.
    Begun::of(&client.activity(KAYAK, 1, 0).await.is(201));
    let activities = ACTIVITIES.replace("capacity = 6", "capacity = 3").leak();
    house.import(&HotelFiles { activities, ..files() }).await;
    let own = path(&format!("adults=5&session_id={}", begun.session));
    assert_eq!(client.get_with(&own, &begun.secret).await.is(200).body["capacity_left"], 0);
    assert_eq!(client.places_free_for(&begun.session, &begun.secret).await[KAYAK], 5);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_price_tells_whether_it_can_be_cancelled_for_nothing() {
    let house = House::sqlite().await;
    house.import(&files()).await;
    let client = &house.client;
    let today = "KAYAK.2026-12-01.0930";
    let asked = client.get(&at(&format!("web/activity-instances/{today}/calculate-price"))).await.is(200).body;
    assert_eq!((&asked["cancel_until"], &asked["free"]), (&json!("2026-12-01T07:30:00-05:00"), &json!(true)));
    house.pass_minutes(3 * 60 + 29).await;
    let begun = Begun::of(&client.activity(today, 1, 0).await.is(201));
    assert_eq!(begun.price["free"], true);
    // What is held can be booked after the cut-off, and is the guest's for good then.
    house.pass_minutes(1).await;
    let saved = client.guests(&begun, &maya(1, 0)).await.is(200).body;
    assert_eq!((&saved["price"]["cancel_until"], &saved["price"]["free"]), (&asked["cancel_until"], &json!(false)));
    let seen = json!({"expected_total": 1.0});
    let refused = client.post(&begun.path("confirm"), &begun.secret, &seen).await.refuses(409, "PRICE_CHANGED");
    assert_eq!(refused.body["quote"]["free"], false);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_added_after_the_cut_off() {
    let house = House::sqlite().await;
    house.import(&files()).await;
    let client = &house.client;
    house.pass_minutes(3 * 60 + 29).await;
    let begun = Begun::of(&client.activity("KAYAK.2026-12-01.0930", 2, 0).await.is(201));
    client.guests(&begun, &maya(3, 0)).await.is(200);
    house.pass_minutes(1).await;
    client.guests(&begun, &maya(4, 0)).await.refuses(409, "ACTIVITY_CLOSED");
    client.guests(&begun, &maya(2, 2)).await.refuses(409, "ACTIVITY_CLOSED");
    // Those who are there may be others, and fewer may come.
    client.guests(&begun, &maya(2, 1)).await.is(200);
    let fewer = client.guests(&begun, &maya(1, 1)).await.is(200).body;
    assert_eq!(fewer["price"]["capacity_left"], 4);
    client.guests(&begun, &maya(2, 1)).await.refuses(409, "ACTIVITY_CLOSED");
}

// clause: API-67, API-68, API-69, API-70, ACT-30, ACT-32, ACT-40
async fn a_guest_books_and_pays_once(house: House) {
    house.import(&files()).await;
    let twin = house.twin().await;
    let client = &house.client;
    let begun = Begun::of(&client.activity(KAYAK, 2, 1).await.is(201));
    assert_eq!(client.places_left().await[KAYAK], 3, "held from now on");
    client.confirm_activity(&begun).await.refuses(422, "GUEST_INCOMPLETE");

    let saved = client.guests(&begun, &maya(2, 1)).await.is(200).body;
    let types = &saved["client_visible_data"]["payment_types"];
    assert_eq!(types[0]["code"], "CC");
    assert_eq!(types[0]["payment_type_integrations"][0]["payment_type_id"], "CC");
    assert_eq!(saved["price"]["grand_total"], begun.price["grand_total"]);
    client.confirm_activity(&begun).await.refuses(422, "CARD_REQUIRED");

    let source = house.source(&begun, GOOD).await;
    // What stands where the guest's name belongs is no card's number.
    let mut slip = source.clone();
    slip["payment_source"]["custom_field_3"] = json!("VISA 4242 4242 4242 4242");
    let refused = house.pay_activity(&begun, &slip).await.refuses(422, "UNACCEPTABLE");
    assert_eq!(refused.fields(), ["payment_source.custom_field_3"]);
    house.pay_activity(&begun, &source).await.is(200);
    assert_eq!(house.payments().await[0].state, State::Authorising, "set aside, not taken");

    // A guest who presses many times, on two servers.
    let calls = (0..6).map(|at| if at % 2 == 0 { client.clone() } else { twin.client.clone() });
    let answers = join_all(calls.map(|client| {
        let begun = &begun;
        async move { client.confirm_activity(begun).await }
    }));
    let booked: Vec<Value> =
        answers.await.into_iter().filter(|answer| answer.status == 200).map(|answer| answer.body).collect();
    assert!(!booked.is_empty() && booked.iter().all(|one| one == &booked[0]), "{booked:?}");
    let booked = client.confirm_activity(&begun).await.is(200).body;
    for (member, value) in [
        ("booking_date", json!("2026-12-01")),
        ("adults", json!(2)),
        ("children", json!(1)),
        ("primary_guest", json!({"first_name": "Maya", "last_name": "Lindqvist"})),
        ("name", json!("Kayaks to the island")),
        ("date", json!("2026-12-12")),
        ("from_time", json!("09:30")),
        ("to_time", json!("11:00")),
        ("grand_total", begun.price["grand_total"].clone()),
        ("amount_paid", begun.price["grand_total"].clone()),
    ] {
        assert_eq!(booked[member], value, "{member}");
    }
    let number = booked["confirmation_no"].as_str().expect("a number");
    assert_eq!(confirmation::property_of(number), Some(ID));
    assert_eq!(client.places_left().await[KAYAK], 3);
    client.guests(&begun, &maya(1, 0)).await.refuses(409, "ALREADY_COMMITTED");
    house.pass_minutes(60).await;
    house.adds_up(cents(&booked["grand_total"])).await;
    let captured = house.payments().await.iter().filter(|payment| payment.state == State::Captured).count();
    assert_eq!((captured, client.confirm_activity(&begun).await.is(200).body), (1, booked));
    house.places_add_up().await;
    // Its card stays in the vault.
    house.pass_minutes(25 * 60).await;
    api::forget_cards(&house.app).await.expect("a vault");
    assert_eq!(house.cards_to_look_at(24 * 30).await.len(), 1);
}

// clause: ACT-29, ACT-39
async fn a_declined_card_keeps_the_places_and_another_one_pays(house: House) {
    house.import(&files()).await;
    let client = &house.client;
    let begun = Begun::of(&client.activity(KAYAK, 6, 0).await.is(201));
    client.guests(&begun, &maya(6, 0)).await.is(200);
    let mut source = house.source(&begun, DECLINED).await;
    house.pay_activity(&begun, &source).await.refuses(402, "CARD_DECLINED");
    client.confirm_activity(&begun).await.refuses(402, "CARD_DECLINED");
    assert_eq!(client.places_left().await[KAYAK], 0);

    // Another price than the guest saw, another card than the vault told, one of another booking.
    source["expected_total"] = json!(1.0);
    let changed = house.pay_activity(&begun, &source).await.refuses(409, "PRICE_CHANGED").body;
    assert_eq!(changed["quote"]["grand_total"], begun.price["grand_total"]);
    let mut source = house.source(&begun, CHALLENGED).await;
    source["payment_source"]["custom_field_1"] = json!("XXXXXXXXXXXX0000");
    house.pay_activity(&begun, &source).await.refuses(422, "CARD_REQUIRED");
    let other = Begun::of(&client.activity(LATER, 1, 0).await.is(201));
    let theirs = house.source(&other, GOOD).await;
    let mut theirs = theirs.clone();
    theirs["expected_total"] = Value::Null;
    house.pay_activity(&begun, &theirs).await.refuses(422, "CARD_REQUIRED");
    theirs["payment_source"]["payment_type_id"] = json!("HOLD_18");
    let refused = house.pay_activity(&other, &theirs).await.refuses(422, "UNACCEPTABLE");
    assert_eq!(refused.fields(), ["payment_source.payment_type_id"]);

    // The bank asks the guest.
    let source = house.source(&begun, CHALLENGED).await;
    house.pay_activity(&begun, &source).await.refuses(402, "CARD_CHALLENGE");
    let asked = client.confirm_activity(&begun).await.refuses(402, "CARD_CHALLENGE").body;
    house.confirm(&challenge(&asked), true).await;
    house.pay_activity(&begun, &source).await.is(200);
    let booked = client.confirm_activity(&begun).await.is(200).body;
    house.pass_minutes(60).await;
    house.adds_up(cents(&booked["grand_total"])).await;
    house.places_add_up().await;
}

// clause: SESSION-04
async fn places_come_back_when_the_time_is_over(house: House) {
    house.import(&files()).await;
    let client = &house.client;
    let begun = Begun::of(&client.activity(KAYAK, 6, 0).await.is(201));
    client.activity(KAYAK, 1, 0).await.refuses(409, "PLACES_GONE");
    house.pass_minutes(29).await;
    client.guests(&begun, &maya(6, 0)).await.is(200);
    let source = house.source(&begun, GOOD).await;
    house.pay_activity(&begun, &source).await.is(200);
    house.pass_minutes(29).await;
    assert_eq!(client.places_left().await[KAYAK], 0, "each call prolongs it");
    house.pass_minutes(1).await;
    assert_eq!(client.places_left().await[KAYAK], 6);
    client.confirm_activity(&begun).await.refuses(410, "BATCH_EXPIRED");
    client.guests(&begun, &maya(6, 0)).await.refuses(410, "BATCH_EXPIRED");
    house.pass_minutes(30).await;
    house.adds_up(0).await;
    house.places_add_up().await;
    // Nothing was taken from its card, and nothing is booked by it: the vault forgets it.
    house.pass_minutes(25 * 60).await;
    api::forget_cards(&house.app).await.expect("a vault");
    assert_eq!(house.cards_to_look_at(24 * 30).await.len(), 0);
    assert!(!house.vault_knows(&json!({"token": source["payment_source"]["custom_field_5"]})).await);
}

// clause: SESSION-04
async fn places_of_a_guest_who_stays_are_held_on(house: House) {
    house.import(&files()).await;
    let client = &house.client;
    let begun = Begun::of(&client.activity(KAYAK, 6, 0).await.is(201));
    let path = at(&format!("web/activity-instances/{KAYAK}/calculate-price?adults=6&session_id={}", begun.session));
    house.pass_minutes(29).await;
    client.get_with(&path, "").await.refuses(409, "PLACES_GONE");
    client.get_with(&path, &begun.secret).await.is(200);
    house.pass_minutes(2).await;
    assert_eq!(client.places_left().await[KAYAK], 0, "it was held on");
    client.guests(&begun, &maya(6, 0)).await.is(200);
    house.pass_minutes(30).await;
    client.get_with(&path, &begun.secret).await.is(200);
    client.confirm_activity(&begun).await.refuses(410, "BATCH_EXPIRED");
    house.places_add_up().await;
}

// clause: API-69, API-70
async fn what_another_window_chose_is_not_booked(house: House) {
    house.import(&files()).await;
    let client = &house.client;
    let begun = Begun::of(&client.activity(KAYAK, 2, 0).await.is(201));
    client.guests(&begun, &maya(2, 0)).await.is(200);
    let mut source = house.source(&begun, GOOD).await;
    source["expected_instance_id"] = json!(LATER);
    let refused = house.pay_activity(&begun, &source).await.refuses(409, "ACTIVITY_CHANGED");
    assert_eq!(refused.body["quote"]["activity_instance_id"], KAYAK);
    assert!(house.payments().await.is_empty());
    source["expected_instance_id"] = json!(KAYAK);
    source["expected_adults"] = json!(1);
    house.pay_activity(&begun, &source).await.refuses(409, "ACTIVITY_CHANGED");
    source["expected_adults"] = json!(2);
    house.pay_activity(&begun, &source).await.is(200);
    // Another window moves it to another time, at the same price.
    let moved = json!({"activity_instance_id": LATER, "activity_map_id": begun.id});
    client.post(&at("web/new-activity-booking?adults=2"), &begun.secret, &moved).await.is(201);
    let confirm = async |instance: &str| {
        let seen = json!({"expected_instance_id": instance});
        client.post(&begun.path("confirm"), &begun.secret, &seen).await
    };
    let refused = confirm(KAYAK).await.refuses(409, "ACTIVITY_CHANGED");
    assert_eq!(refused.body["quote"]["activity_instance_id"], LATER);
    let booked = confirm(LATER).await.is(200).body;
    assert_eq!(booked["activity_instance_id"], LATER);
    assert_eq!(confirm(KAYAK).await.is(200).body, booked, "once");
    house.places_add_up().await;
}

// clause: API-70
async fn what_is_paid_at_the_hotel_is_booked_as_its_guest_saw_it(house: House) {
    // Two adults pay as much as one with two children.
    let activities = r#"
[[activities]]
code = "KAYAK"
name = "Kayaks to the island"
description = "A morning's paddle."
amount = 50.00
extra_adult = 40.00
extra_child = 20.00
times = [{ start = "09:30", minutes = 90, capacity = 6 }]
"#;
    let files = HotelFiles { activities, ..HotelFiles::default() };
    house.import_changed(&files, |text| text.replace(r#""CC""#, r#""HOLD_22""#)).await.is(200);
    let client = &house.client;
    let begun = Begun::of(&client.activity(KAYAK, 2, 0).await.is(201));
    let seen =
        json!({"expected_instance_id": KAYAK, "expected_adults": 2, "expected_children": 0, "expected_total": 90.0});
    let types = client.guests(&begun, &maya(2, 0)).await.is(200).body;
    assert_eq!(types["client_visible_data"]["payment_types"], json!([]), "it is paid there");
    let confirm = async |seen: &Value| client.post(&begun.path("confirm"), &begun.secret, seen).await;
    // Other windows take more people, and others at the same price.
    for (adults, children, total) in [(6, 0, 250.0), (1, 2, 90.0)] {
        client.guests(&begun, &maya(adults, children)).await.is(200);
        let refused = confirm(&seen).await.refuses(409, "ACTIVITY_CHANGED");
        assert_eq!(refused.body["quote"]["grand_total"], total);
    }
    let refused = confirm(&json!({"expected_total": 90.5})).await.refuses(409, "PRICE_CHANGED");
    assert_eq!((&refused.body["quote"]["adults"], &refused.body["quote"]["children"]), (&json!(1), &json!(2)));
    assert_eq!(confirm(&json!({"expected_total": 0.001})).await.refuses(400, "BAD_FIELD").fields(), ["expected_total"]);
    let now =
        json!({"expected_instance_id": KAYAK, "expected_adults": 1, "expected_children": 2, "expected_total": 90.0});
    let booked = confirm(&now).await.is(200).body;
    assert_eq!((&booked["due_at_hotel"], &booked["children"]), (&json!(90.0), &json!(2)));
    assert_eq!(confirm(&seen).await.is(200).body, booked, "once");
    house.places_add_up().await;
}

// clause: ACT-14
async fn a_guest_chooses_anew(house: House) {
    house.import(&files()).await;
    let client = &house.client;
    let begun = Begun::of(&client.activity(KAYAK, 4, 0).await.is(201));
    let anew = async |instance: &str, adults: u16, secret: &str| {
        let path = at(&format!("web/new-activity-booking?adults={adults}"));
        let body = json!({"activity_instance_id": instance, "activity_map_id": begun.id});
        client.post(&path, secret, &body).await
    };
    assert_eq!(Begun::of(&anew(LATER, 5, &begun.secret).await.is(201)).id, begun.id);
    assert_eq!((client.places_left().await[KAYAK], client.places_left().await[LATER]), (6, 1));
    // A stranger gets a booking of their own.
    assert_ne!(Begun::of(&anew(LATER, 1, "").await.is(201)).id, begun.id);
    let refused = anew(LATER, 6, &begun.secret).await.refuses(409, "PLACES_GONE");
    assert_eq!(refused.body["capacity_left"], 5, "with their own");
    assert_eq!(client.places_left().await[LATER], 0, "what was held is held on");
    // Places that are held are not kept from their own guest: they stand in the guest's calendar, and in nobody else's.
    let free = async |secret: &str| client.places_free_for(&begun.session, secret).await;
    assert_eq!((free(&begun.secret).await[LATER], free("").await[LATER], free("x").await[LATER]), (5, 0, 0));
    assert_eq!(free(&begun.secret).await[KAYAK], 6);
    // Fewer of them come.
    client.guests(&begun, &maya(2, 1)).await.is(200);
    assert_eq!(client.places_left().await[LATER], 2);
    let refused = client.guests(&begun, &maya(5, 3)).await.refuses(409, "PLACES_GONE");
    assert_eq!(refused.body["capacity_left"], 5, "three of their own, and two");
    house.places_add_up().await;
    // What is booked does not make way for another, and none is begun beside it: perhaps its guest has not heard of it.
    let now = Begun::of(&anew(LATER, 2, &begun.secret).await.is(201));
    client.guests(&now, &maya(2, 0)).await.is(200);
    house.pay_activity(&now, &house.source(&now, GOOD).await).await.is(200);
    let booked = client.confirm_activity(&begun).await.is(200).body;
    anew(KAYAK, 1, &begun.secret).await.refuses(409, "ALREADY_COMMITTED");
    assert_eq!(client.places_left().await[KAYAK], 6);
    assert_eq!(client.confirm_activity(&begun).await.is(200).body, booked);
}

// clause: ACT-14
async fn an_answer_that_was_lost_leaves_nothing_held(house: House) {
    house.import(&files()).await;
    let client = &house.client;
    let under = async |key: &str, instance: &str, adults: u16| {
        let request = axum::http::Request::post(at(&format!("web/new-activity-booking?adults={adults}")))
            .header("content-type", "application/json")
            .header("idempotency-key", key)
            .body(axum::body::Body::from(json!({"activity_instance_id": instance}).to_string()))
            .expect("a request");
        client.send(request).await
    };
    let keyed = async |instance: &str, adults: u16| under("chosen at random", instance, adults).await;
    let left = async || {
        let left = client.places_left().await;
        (left[KAYAK], left[LATER])
    };
    let first = Begun::of(&keyed(KAYAK, 2).await.is(201));
    // Sent again as it was, it is found; another time or party is held in its place.
    assert_eq!(Begun::of(&keyed(KAYAK, 2).await.is(201)).id, first.id);
    assert_eq!(left().await, (4, 6));
    assert_eq!(Begun::of(&keyed(LATER, 2).await.is(201)).id, first.id);
    assert_eq!(left().await, (6, 4));
    let begun = Begun::of(&keyed(LATER, 3).await.is(201));
    assert_eq!((&begun.id, left().await), (&first.id, (6, 3)));
    keyed(LATER, 7).await.refuses(409, "PLACES_GONE");
    assert_eq!(left().await, (6, 3), "what was held is held on");
    // What is booked stays so; a repeat books nothing, and does not go on with it.
    client.guests(&begun, &maya(3, 0)).await.is(200);
    house.pay_activity(&begun, &house.source(&begun, GOOD).await).await.is(200);
    let booked = client.confirm_activity(&begun).await.is(200).body;
    keyed(LATER, 3).await.refuses(409, "ALREADY_COMMITTED");
    keyed(KAYAK, 2).await.refuses(409, "ALREADY_COMMITTED");
    assert_eq!(left().await, (6, 3));
    assert_eq!(client.confirm_activity(&begun).await.is(200).body, booked);
    house.places_add_up().await;
    // Nor is one whose time is over found, before its places are given back or after.
    under("another at random", KAYAK, 1).await.is(201);
    house.clock.pass(jiff::SignedDuration::from_mins(31));
    under("another at random", KAYAK, 1).await.refuses(410, "BATCH_EXPIRED");
    house.pass_minutes(0).await;
    under("another at random", KAYAK, 1).await.refuses(410, "BATCH_EXPIRED");
    house.places_add_up().await;
}

async fn what_is_free_needs_no_card(house: House) {
    house.import(&files()).await;
    let client = &house.client;
    let begun = Begun::of(&client.activity(WALK, 2, 2).await.is(201));
    let saved = client.guests(&begun, &maya(2, 2)).await.is(200).body;
    assert_eq!(saved["client_visible_data"]["payment_types"], json!([]));
    let booked = client.confirm_activity(&begun).await.is(200).body;
    assert_eq!((booked["grand_total"].as_f64(), booked["amount_paid"].as_f64()), (Some(0.0), Some(0.0)));
    assert!(house.payments().await.is_empty());
    house.places_add_up().await;
}

/// Whatever guests do, in whatever order, and however the hotel's files change meanwhile.
async fn places_taken_are_those_of_live_bookings(house: House) {
    house.import(&files()).await;
    let twin = house.twin().await;
    let mut dice = StdRng::seed_from_u64(12);
    let mut open: Vec<Begun> = Vec::new();
    for _ in 0..80 {
        let client = if dice.random_bool(0.5) { &house.client } else { &twin.client };
        let instance = [KAYAK, LATER, WALK][dice.random_range(0..3)];
        let (adults, children) = (dice.random_range(1..4), dice.random_range(0..3));
        let picked = (!open.is_empty()).then(|| dice.random_range(0..open.len()));
        let status = match (dice.random_range(0..10), picked) {
            (0..4, _) | (_, None) => {
                let answer = client.activity(instance, adults, children).await;
                if answer.status == 201 {
                    open.push(Begun::of(&answer));
                }
                answer.status
            }
            (4..6, Some(at)) => client.guests(&open[at], &maya(adults, children)).await.status,
            (6..8, Some(at)) => {
                let path = super::support::steps::at(&format!("web/new-activity-booking?adults={adults}"));
                let body = json!({"activity_instance_id": instance, "activity_map_id": open[at].id});
                client.post(&path, &open[at].secret, &body).await.status
            }
            (8, Some(at)) => client.confirm_activity(&open[at]).await.status,
            (_, Some(_)) => {
                house.pass_minutes(dice.random_range(1..20)).await;
                200
            }
        };
        assert!(status < 500, "{status}");
        house.places_add_up().await;
    }
    house.pass_minutes(31).await;
    house.places_add_up().await;
}

/// As many as two servers have connections for, and more who wait.
const GUESTS: usize = 100;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_guests_on_sqlite() {
    let house = House::sqlite().await;
    house.import(&files()).await;
    no_more_come_than_there_are_places(&[&house]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_guests_on_postgres_with_two_servers() {
    let server = postgres();
    let house = House::on(Some(server.database("portico").expect("a database")), false).await;
    house.import(&files()).await;
    let twin = house.twin().await;
    no_more_come_than_there_are_places(&[&house, &twin]).await;
}

// clause: API-70
async fn no_more_come_than_there_are_places(servers: &[&House]) {
    let calls = (0..GUESTS).map(|at| {
        let client = servers[at % servers.len()].client.clone();
        tokio::spawn(async move {
            let (adults, children) = (1 + (at % 2) as u16, (at % 3 / 2) as u16);
            let begun = client.activity(WALK, adults, children).await;
            if begun.status != 201 {
                begun.refuses(409, "PLACES_GONE");
                return None;
            }
            let begun = Begun::of(&begun);
            client.guests(&begun, &maya(adults, children)).await.is(200);
            let booked = client.confirm_activity(&begun).await.is(200).body;
            Some((booked["confirmation_no"].to_string(), adults + children))
        })
    });
    let booked: Vec<(String, u16)> =
        join_all(calls).await.into_iter().filter_map(|one| one.expect("a guest")).collect();
    let numbers: BTreeSet<&String> = booked.iter().map(|(number, _)| number).collect();
    let places: u16 = booked.iter().map(|(_, places)| places).sum();
    assert!(numbers.len() == booked.len() && (3..=4).contains(&places), "{booked:?}");
    for server in servers {
        server.places_add_up().await;
        assert_eq!(server.client.places_left().await[WALK], u64::from(4 - places));
    }
}

// clause: ERR-18
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_is_named() {
    let house = House::sqlite().await;
    house.import(&files()).await;
    let client = &house.client;
    for (path, field) in [
        ("web/activities/calendar", "from"),
        ("web/activities/calendar?from=2026-02-30", "from"),
        ("web/activities/calendar?from=2026-12-12&to=12.12.2026", "to"),
        ("web/activities/calendar?from=2026-12-12&to=2026-12-11", "to"),
        ("web/activities/calendar?from=2026-12-12&to=2027-12-12", "to"),
        ("web/activity-instances/KAYAK.2026-12-12.0930/calculate-price?adults=0", "adults"),
        ("web/activity-instances/KAYAK.2026-12-12.0930/calculate-price?adults=2&children=-1", "children"),
        ("web/activity-instances/KAYAK.2026-12-12.0930/calculate-price?adults=999&children=999", "children"),
        ("web/activity-instances/KAYAK.2026-12-12.0930/calculate-price?adults=two", "adults"),
    ] {
        let refused = client.get(&at(path)).await.refuses(400, "BAD_FIELD");
        assert_eq!(refused.fields(), [field], "{path}");
    }
    for unknown in ["KAYAK", "KAYAK.2026-12-12.1000", "SAIL.2026-12-12.0930", "WALK.2026-12-13.1600", "..", "%00"] {
        client
            .get(&at(&format!("web/activity-instances/{unknown}/calculate-price")))
            .await
            .refuses(404, "ACTIVITY_UNKNOWN");
    }
    client.activity("KAYAK.2026-12-12.9930", 1, 0).await.refuses(404, "ACTIVITY_UNKNOWN");
    client.post(&at("web/new-activity-booking"), "", &json!({})).await.refuses(400, "BAD_FIELD");

    let begun = Begun::of(&client.activity(KAYAK, 1, 0).await.is(201));
    let mut body = maya(1, 0);
    body["contact_info"]["email"] = json!("maya");
    body["contact_info"]["last_name"] = json!(" ");
    let refused = client.guests(&begun, &body).await.refuses(422, "UNACCEPTABLE");
    assert_eq!(refused.fields(), ["contact_info.last_name", "contact_info.email"]);
    let refused = client.guests(&begun, &maya(0, 1)).await.refuses(422, "UNACCEPTABLE");
    assert_eq!(refused.fields(), ["adults"]);
    let refused = client.guests(&begun, &json!({"adults": -1, "contact_info": {}})).await.refuses(400, "BAD_FIELD");
    assert_eq!(refused.fields(), ["adults"]);

    // Nobody touches it without its secret, nor by way of another booking's session.
    let other = Begun::of(&client.activity(KAYAK, 1, 0).await.is(201));
    for (step, body) in
        [("basic-info", maya(1, 0)), ("payment-method", json!({"payment_source": {}})), ("confirm", Value::Null)]
    {
        client.call(Method::POST, &begun.path(step), "", &body).await.refuses(401, "SECRET_MISSING");
        client.post(&begun.path(step), &other.secret, &body).await.refuses(404, "BATCH_UNKNOWN");
        let crossed = at(&format!("web/new-activity-booking/{}/{step}/{}", other.id, begun.session));
        client.post(&crossed, &begun.secret, &body).await.is(404);
    }
    // An activity is no batch of rooms.
    let path = at(&format!("booking-engine/new-batch-booking/{}", begun.id));
    client.get_with(&path, &begun.secret).await.refuses(404, "BATCH_UNKNOWN");
}
