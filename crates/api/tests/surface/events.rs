//! An event from the choice of a space to its number, on both databases.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::steps::at;
use crate::support::{Answer, Client, House, on_both_engines, postgres};

const VAULT: bool = true;

on_both_engines!(
    an_event_is_booked_for_a_company
    a_card_guarantees_an_event
    a_company_that_has_ceased_to_pay_guarantees_nothing
    a_company_that_was_imported_with_other_digits_is_found_by_ours
    a_space_is_kept_while_its_guest_goes_on
    an_event_that_is_begun_twice_with_one_key_is_one
    what_a_guest_holds_is_not_kept_from_them_when_they_begin_anew
    what_was_begun_in_dollars_is_not_billed_in_euros
    giving_back_costs_no_more_than_the_guest_was_told
    what_another_window_chose_is_not_booked
    two_who_want_each_others_space_keep_their_own
    parts_of_one_event_follow_each_other_in_one_space
    preparing_and_clearing_keep_others_out
    what_is_sent_is_not_trusted
    the_night_on_which_the_clock_is_turned_is_let_like_any_other
);

/// An event that was begun.
pub struct Begun {
    pub id: String,
    session: String,
    pub secret: String,
}

impl Begun {
    fn of(answer: &Answer) -> Begun {
        let text = |name: &str| answer.body[name].as_str().expect("a text").to_owned();
        Begun { id: text("event_id"), session: text("session_id"), secret: text("token") }
    }

    fn path(&self, step: &str) -> String {
        at(&format!("web/new-event/{}/{step}/{}", self.id, self.session))
    }
}

pub async fn begin(client: &Client, kind: &str) -> Begun {
    begun(client, "", &json!({"event_type_id": kind})).await
}

/// The same with all that can be said, perhaps with the secret of a former one.
pub async fn begun(client: &Client, secret: &str, body: &Value) -> Begun {
    Begun::of(&client.post(&at("web/new-event"), secret, body).await.is(201))
}

pub async fn step(client: &Client, event: &Begun, step: &str, body: &Value) -> Answer {
    client.post(&event.path(step), &event.secret, body).await
}

/// An event as far as it has come.
pub async fn read(client: &Client, event: &Begun) -> Answer {
    client.get_with(&at(&format!("web/new-event/{}/{}", event.id, event.session)), &event.secret).await
}

/// Books an event that has a space for a company; `told` is what its guest was told.
pub async fn book(client: &Client, event: &Begun, told: &Value) -> Answer {
    step(client, event, "contact-information", &contact()).await.is(200);
    let by_company = json!({"guarantee_type": "LDB", "company_id": "NORTHLIGHT"});
    step(client, event, "guarantee-info", &by_company).await.is(200);
    step(client, event, "confirm", told).await
}

fn space(space: &str, from: &str, to: &str, plan: &str, persons: u16) -> Value {
    json!({"canRemove": true, "sub_events": [{"start_date": from, "end_date": to, "date": null, "space_id": space, "id": null,
        "details": {"instructions": null, "event_setup_type_id": null, "addons": [], "sub_event_id": null, "name": "Launch",
            "selected_space_price_plan_id": plan, "space_arrangement_id": null, "number_of_persons": persons, "remarks": null}}]})
}

/// The Chart Room on the 12th of December from 8 to 11, New York time.
pub fn chart_room() -> Value {
    space("CHART_ROOM", "2026-12-12T13:00:00Z", "2026-12-12T16:00:00.000Z", "HOUR", 8)
}

/// The Lamp Room on the same morning.
pub fn lamp_room() -> Value {
    space("LAMP_ROOM", "2026-12-12T13:00:00Z", "2026-12-12T16:00:00Z", "HOUR", 8)
}

pub fn contact() -> Value {
    json!({"first_name": "Siobhán", "last_name": "Ní Bhriain", "email": "siobhan@guest.example", "phone": "+353850001234",
        "street": "14 Quay Street", "city": "Galway", "country": "IE", "event_name": "Launch of the Seabird", "po_number": ""})
}

async fn names(client: &Client, event: &Begun, from: &str, to: &str) -> Vec<String> {
    let body = json!({"name": "Launch", "from": from, "to": to});
    let free = step(client, event, "basic-data", &body).await.is(200).body;
    let spaces = free["client_visible_data"]["availability"].as_array().expect("spaces").clone();
    spaces.iter().map(|space| space["space_id"].as_str().expect("an id").to_owned()).collect()
}

pub async fn quarters(house: &House) -> i64 {
    store::spaces::count(&house.app.db, 1).await.expect("a read")
}

// clause: API-54, API-55, API-57, API-58, API-59, API-60, API-61, API-62, API-63, API-64, EVENT-43, EVENT-47, EVENT-53
async fn an_event_is_booked_for_a_company(house: House) {
    house.import_demo("harbour-house").await;
    let client = &house.client;
    let kinds = client.get(&at("web/events")).await.is(200).body;
    assert_eq!(kinds[0], json!({"id": "MEETING", "name": "Meeting"}));
    let config = client.post(&at("web/new-event"), "", &json!({"event_type_id": "MEETING"})).await.is(201).body;
    assert_eq!((&config["min_date"], &config["max_date"]), (&json!("2026-12-01"), &json!("2027-12-01")));
    assert_eq!(config["expires_at"], "2026-12-01T04:30:00-05:00", "by the hotel's clock");
    let profile = json!({"enable_card_capture": true, "enable_company_payment": true});
    assert_eq!(config["event_booking_profile"], profile);

    let event = begin(client, "MEETING").await;
    let asked = json!({"name": "Launch", "from": "2026-12-12T13:00:00Z", "to": "2026-12-12T16:00:00Z"});
    let free = step(client, &event, "basic-data", &asked).await.is(200).body;
    let spaces = free["client_visible_data"]["availability"].as_array().expect("spaces").clone();
    // The Long Galley is for celebrations; the others stand by their names.
    let told: Vec<&str> = spaces.iter().map(|space| space["space_name"].as_str().expect("a name")).collect();
    assert_eq!(told, ["Chart Room", "Lamp Room", "Quay Hall"]);
    let chart = &spaces[0];
    assert_eq!((&chart["space_capacity"], &chart["image"]), (&json!(10), &json!("/media/1/event-boardroom.webp")));
    assert_eq!(chart["space_arrangements"][0]["id"], "BOARDROOM");
    let plans = chart["calendars"][0]["price_plans"].as_array().expect("plans");
    let hour = plans.iter().find(|plan| plan["id"] == "HOUR").expect("by the hour");
    // Three hours at 55 dollars and 5.5 % on top.
    assert_eq!((&hour["price"], &hour["number_of_minutes"], &hour["units"]), (&json!(55.0), &json!(60), &json!(3)));
    assert_eq!(hour["total_amount"], json!(174.08));
    assert_eq!(plans.iter().find(|plan| plan["id"] == "DAY").expect("by the day")["number_of_minutes"], Value::Null);

    let taken = step(client, &event, "sub-events-setup", &chart_room()).await.is(200).body;
    let sub_event = taken["sub_event_id"].clone();
    assert_eq!(taken["sub_events"][0]["from"], "2026-12-12T08:00:00-05:00");
    let packages = taken["client_visible_data"]["packages"][0]["packages"].as_array().expect("packages").clone();
    let ids: Vec<&str> = packages.iter().map(|package| package["id"].as_str().expect("an id")).collect();
    assert_eq!(ids, ["COFFEE_BREAK", "DAY_DELEGATE"]);
    assert_eq!(packages[0]["package_details"][1]["name"], "Blueberry cake");
    assert_eq!(packages[0]["usual_quantity"], 8);
    // With the 8 % that are taken on top.
    let price = &packages[0]["calendars"][0];
    assert_eq!((&price["price"], &price["total_amount"]), (&json!(14.0), &json!(15.12)));

    let chosen = json!([{"id": null, "package_id": "COFFEE_BREAK", "sub_event_id": sub_event, "package_price_plan_id": "PERSON",
        "number_of_persons": 8, "remarks": null, "quantity": 8}]);
    let summary = step(client, &event, "package-selection", &chosen).await.is(200).body["client_visible_data"].clone();
    // 165 and 112, of which 5.5 % and 8 % are taken on top.
    for (name, amount) in [
        ("total_space_charges", 165.0),
        ("total_package_charges", 112.0),
        ("total_service_charges", 0.0),
        ("total_tax", 18.04),
        ("total_amount", 295.04),
    ] {
        assert_eq!(summary[name], json!(amount), "{name}");
    }
    step(client, &event, "contact-information", &contact()).await.is(200);
    step(client, &event, "confirm", &Value::Null).await.refuses(422, "GUARANTEE_REQUIRED");

    client.get(&at("web/search-company?company_code=NOBODY")).await.refuses(404, "COMPANY_UNKNOWN");
    let company = client.get(&at("web/search-company?company_code=northlight")).await.is(200).body;
    assert_eq!(
        company,
        json!({"code": "NORTHLIGHT", "name": "Northlight Boatyard", "address": "2 Slipway Road",
        "city": "Old Harbour", "state": "ME", "country": "US", "postal": "04101"})
    );
    let by_company = json!({"guarantee_type": "LDB", "payment_source": null, "company_id": "NORTHLIGHT"});
    let sure = step(client, &event, "guarantee-info", &by_company).await.is(200).body;
    assert_eq!((&sure["guarantee_type"], &sure["company_id"]), (&json!("LDB"), &json!("NORTHLIGHT")));
    // Taken back, and given again (EVENT-42).
    let none = step(client, &event, "guarantee-info", &json!({})).await.is(200).body;
    assert_eq!(none["guarantee_type"], Value::Null);
    step(client, &event, "guarantee-info", &by_company).await.is(200);

    let wrong = json!({"expected_total": 1.0});
    step(client, &event, "confirm", &wrong).await.refuses(409, "PRICE_CHANGED");
    let booked = step(client, &event, "confirm", &Value::Null).await.is(200).body;
    assert_eq!(booked["name"], "Launch of the Seabird");
    assert_eq!(booked["guest"], json!({"first_name": "Siobhán", "last_name": "Ní Bhriain"}));
    assert_eq!(booked["sub_events"][0]["space"]["name"], "Chart Room");
    assert_eq!(
        (&booked["sub_events"][0]["number_of_persons"], &booked["from"]),
        (&json!(8), &json!("2026-12-12T08:00:00-05:00"))
    );
    assert_eq!(
        (&booked["total_charges"], &booked["total_taxes"], &booked["grand_total"]),
        (&json!(277.0), &json!(18.04), &json!(295.04))
    );
    let number = booked["confirmation_no"].as_str().expect("a number");
    assert_eq!(domain::confirmation::property_of(number), Some(1));
    // The same again, also when something else is asked for meanwhile.
    assert_eq!(step(client, &event, "confirm", &wrong).await.is(200).body, booked);
    step(client, &event, "sub-events-setup", &chart_room()).await.refuses(409, "ALREADY_COMMITTED");
    let read = read(client, &event).await.is(200);
    assert_eq!((&read.body["status"], &read.body["confirmation"]), (&json!("CONFIRMED"), &booked));
    let found = store::bookings::by_number::<Value>(&house.app.db, store::bookings::Kind::Event, 1, number).await;
    assert_eq!(found.expect("a read").expect("the event").booking_id.to_string(), event.id);
    // It stays booked.
    house.pass_minutes(60 * 24).await;
    assert_eq!(quarters(&house).await, 12 + 2);
}

// clause: EVENT-37, EVENT-43
async fn a_card_guarantees_an_event(house: House) {
    house.import_demo("harbour-house").await;
    let client = &house.client;
    let event = begin(client, "MEETING").await;
    step(client, &event, "sub-events-setup", &chart_room()).await.is(200);
    step(client, &event, "contact-information", &contact()).await.is(200);
    let (session_key, told) = house.type_card("4242424242424242", "Siobhán Ní Bhriain").await;
    let body = json!({"payment_key": told["paymentKeys"][0], "api_token": session_key});
    let path = at(&format!("payments/hpc/token?batch_id={}", event.id));
    let card = client.post(&path, &event.secret, &body).await.is(200).body;
    let source = json!({"payment_type_id": "FPCC", "custom_field_1": card["masked_card_number"], "custom_field_2": card["card_brand"],
        "custom_field_3": card["card_holder"], "custom_field_4": format!("{}/{}", card["card_expire_month"].as_str().expect("a month"),
        card["card_expire_year"].as_str().expect("a year")), "custom_field_5": card["token"], "custom_field_10": card["card_unique_code"]});
    let by_card = json!({"guarantee_type": "FPCC", "payment_source": source});
    // Another event's card is no card.
    let other = begin(client, "MEETING").await;
    step(client, &other, "guarantee-info", &by_card).await.refuses(422, "CARD_REQUIRED");
    step(client, &event, "guarantee-info", &json!({"guarantee_type": "FPCC"})).await.refuses(422, "CARD_REQUIRED");
    let sure = step(client, &event, "guarantee-info", &by_card).await.is(200).body;
    assert_eq!(sure["masked_card_number"], "XXXXXXXXXXXX4242");
    let booked = step(client, &event, "confirm", &Value::Null).await.is(200).body;
    assert_eq!(booked["guarantee_type"], "FPCC");
}

// clause: API-62
async fn a_company_that_has_ceased_to_pay_guarantees_nothing(house: House) {
    house.import_demo("harbour-house").await;
    let client = &house.client;
    let event = begin(client, "MEETING").await;
    step(client, &event, "sub-events-setup", &chart_room()).await.is(200);
    step(client, &event, "contact-information", &contact()).await.is(200);
    let by_company = json!({"guarantee_type": "LDB", "company_id": "NORTHLIGHT"});
    step(client, &event, "guarantee-info", &by_company).await.is(200);
    let chosen = async || {
        let read = read(client, &event).await;
        read.is(200).body["guarantee"]["company_id"].clone()
    };
    assert_eq!(chosen().await, "NORTHLIGHT");
    house
        .import_demo_changed("harbour-house", |bundle| {
            bundle.hotel.companies.iter_mut().for_each(|one| one.pays = false)
        })
        .await;
    house.pass_minutes(1).await;
    step(client, &event, "confirm", &Value::Null).await.refuses(422, "GUARANTEE_REQUIRED");
    assert_eq!(chosen().await, Value::Null);
    house.import_demo("harbour-house").await;
    house.pass_minutes(1).await;
    let booked = step(client, &event, "confirm", &Value::Null).await.is(200).body;
    assert_eq!(booked["guarantee_type"], "LDB");
}

async fn a_company_that_was_imported_with_other_digits_is_found_by_ours(house: House) {
    house
        .import_demo_changed("harbour-house", |bundle| {
            bundle.hotel.companies.iter_mut().for_each(|company| company.code.push('٧'));
        })
        .await;
    let client = &house.client;
    let found = client.get(&at("web/search-company?company_code=northlight7")).await.is(200).body;
    assert_eq!(found["code"], "NORTHLIGHT٧");
    let event = begin(client, "MEETING").await;
    step(client, &event, "sub-events-setup", &chart_room()).await.is(200);
    step(client, &event, "contact-information", &contact()).await.is(200);
    let by_company = json!({"guarantee_type": "LDB", "company_id": "northlight7"});
    let chosen = step(client, &event, "guarantee-info", &by_company).await.is(200).body;
    assert_eq!(chosen["company_id"], "NORTHLIGHT٧");
    step(client, &event, "confirm", &Value::Null).await.is(200);
}

// clause: EVENT-24, SESSION-04
async fn a_space_is_kept_while_its_guest_goes_on(house: House) {
    house.import_demo("harbour-house").await;
    let client = &house.client;
    let (event, other) = (begin(client, "MEETING").await, begin(client, "MEETING").await);
    let (from, to) = ("2026-12-12T13:00:00Z", "2026-12-12T16:00:00Z");
    step(client, &event, "sub-events-setup", &chart_room()).await.is(200);
    assert_eq!(names(client, &other, from, to).await, ["LAMP_ROOM", "QUAY_HALL"]);
    // What it has itself counts as free for it.
    assert_eq!(names(client, &event, from, to).await.len(), 3);
    let refused = step(client, &other, "sub-events-setup", &chart_room()).await.refuses(409, "SPACE_TAKEN");
    assert_eq!(refused.body["space_id"], "CHART_ROOM");
    // Another space lets go of the first one.
    let hall = space("QUAY_HALL", from, to, "HOUR", 50);
    step(client, &event, "sub-events-setup", &hall).await.is(200);
    step(client, &other, "sub-events-setup", &chart_room()).await.is(200);
    // The first guest comes back in time, the second does not.
    house.pass_minutes(29).await;
    step(client, &event, "package-selection", &json!([])).await.is(200);
    house.pass_minutes(2).await;
    step(client, &other, "package-selection", &json!([])).await.refuses(410, "BATCH_EXPIRED");
    step(client, &other, "confirm", &Value::Null).await.refuses(410, "BATCH_EXPIRED");
    assert_eq!(quarters(&house).await, 12 + 8);
    house.pass_minutes(31).await;
    assert_eq!(quarters(&house).await, 0);
}

// clause: EVENT-08, EVENT-24
async fn what_a_guest_holds_is_not_kept_from_them_when_they_begin_anew(house: House) {
    house.import_demo("harbour-house").await;
    let client = &house.client;
    let (from, to) = ("2026-12-12T13:00:00Z", "2026-12-12T16:00:00Z");
    let event = begin(client, "MEETING").await;
    step(client, &event, "sub-events-setup", &chart_room()).await.is(200);
    let again = async |kind: &str, secret: &str| {
        begun(client, secret, &json!({"event_type_id": kind, "event_id": event.id})).await
    };
    // Whoever does not show its secret begins one of their own.
    let stranger = again("MEETING", "").await;
    assert_ne!(stranger.id, event.id);
    assert_eq!(names(client, &stranger, from, to).await, ["LAMP_ROOM", "QUAY_HALL"]);
    // Of the same kind it keeps what it holds; of another it lets go of it, and can have it again.
    assert_eq!(again("MEETING", &event.secret).await.id, event.id);
    assert_eq!(quarters(&house).await, 14);
    let workshop = again("WORKSHOP", &event.secret).await;
    assert_eq!((&workshop.id, quarters(&house).await), (&event.id, 0));
    assert!(names(client, &workshop, from, to).await.contains(&"CHART_ROOM".to_owned()));
    step(client, &workshop, "confirm", &Value::Null).await.refuses(422, "SPACE_MISSING");
    step(client, &workshop, "sub-events-setup", &chart_room()).await.is(200);
    let booked = book(client, &workshop, &Value::Null).await.is(200).body;
    assert_eq!(booked["event_type"], "Workshop");
    // What is booked stays so, and its guest is told: perhaps the answer that said so was lost.
    let twice = json!({"event_type_id": "MEETING", "event_id": event.id});
    client.post(&at("web/new-event"), &event.secret, &twice).await.refuses(409, "ALREADY_COMMITTED");
    assert_eq!(quarters(&house).await, 14);
    // What is over is over: another one begins.
    house.pass_minutes(31).await;
    let late = json!({"event_type_id": "MEETING", "event_id": stranger.id});
    assert_ne!(begun(client, &stranger.secret, &late).await.id, stranger.id);
}

// clause: API-54
async fn an_event_that_is_begun_twice_with_one_key_is_one(house: House) {
    house.import_demo("harbour-house").await;
    let client = &house.client;
    let keyed = async |key: &str, kind: &str| {
        let request = axum::http::Request::post(at("web/new-event"))
            .header("content-type", "application/json")
            .header("idempotency-key", key)
            .body(axum::body::Body::from(json!({"event_type_id": kind}).to_string()))
            .expect("a request");
        client.send(request).await
    };
    let key = "chosen at random";
    let first = Begun::of(&keyed(key, "MEETING").await.is(201));
    step(client, &first, "sub-events-setup", &chart_room()).await.is(200);
    let again = Begun::of(&keyed(key, "MEETING").await.is(201));
    assert_eq!((&again.id, &again.secret, quarters(&house).await), (&first.id, &first.secret, 14));
    // Of another kind it is the same event without what it held.
    assert_eq!(Begun::of(&keyed(key, "WORKSHOP").await.is(201)).id, first.id);
    assert_eq!(quarters(&house).await, 0);
    assert_ne!(Begun::of(&keyed("another at random", "MEETING").await.is(201)).id, first.id);
    assert_eq!(keyed("short", "MEETING").await.refuses(400, "BAD_FIELD").fields(), ["Idempotency-Key"]);
    step(client, &first, "sub-events-setup", &chart_room()).await.is(200);
    book(client, &first, &Value::Null).await.is(200);
    keyed(key, "WORKSHOP").await.refuses(409, "ALREADY_COMMITTED");
    house.pass_minutes(31).await;
    keyed("another at random", "MEETING").await.refuses(410, "BATCH_EXPIRED");
}

async fn what_was_begun_in_dollars_is_not_billed_in_euros(house: House) {
    house.import_demo("harbour-house").await;
    let client = &house.client;
    let (event, bare, booked) =
        (begin(client, "MEETING").await, begin(client, "MEETING").await, begin(client, "MEETING").await);
    step(client, &event, "sub-events-setup", &chart_room()).await.is(200);
    step(client, &booked, "sub-events-setup", &lamp_room()).await.is(200);
    let number = book(client, &booked, &Value::Null).await.is(200).body["confirmation_no"].clone();
    house.import_demo_changed("harbour-house", |bundle| bundle.hotel.currency = "EUR".to_owned()).await;
    api::tick(&house.app).await;
    // What was booked stays what it is.
    let again = step(client, &booked, "confirm", &Value::Null).await.is(200).body;
    assert_eq!((&again["confirmation_no"], &again["currency"]), (&number, &json!("USD")));
    // No package is offered at a price of another currency.
    let state = read(client, &booked).await.is(200).body["client_visible_data"].clone();
    assert_eq!((&state["packages"][0]["packages"], &state["summary"]["currency"]), (&json!([]), &json!("USD")));
    let state = read(client, &event).await.is(200).body["client_visible_data"].clone();
    assert_eq!((&state["packages"][0]["packages"], &state["summary"]["currency"]), (&json!([]), &json!("USD")));
    let asked = json!({"name": "Launch", "from": "2026-12-12T13:00:00Z", "to": "2026-12-12T16:00:00Z"});
    step(client, &bare, "basic-data", &asked).await.refuses(410, "BATCH_EXPIRED");
    step(client, &bare, "sub-events-setup", &chart_room()).await.refuses(410, "BATCH_EXPIRED");
    step(client, &event, "package-selection", &json!([])).await.refuses(410, "BATCH_EXPIRED");
    book(client, &event, &Value::Null).await.refuses(410, "BATCH_EXPIRED");
    // Begun anew it is one of euros, and what it held is free for it.
    let anew = begun(client, &event.secret, &json!({"event_type_id": "MEETING", "event_id": event.id})).await;
    let taken = step(client, &anew, "sub-events-setup", &chart_room()).await.is(200).body;
    assert_eq!(taken["client_visible_data"]["summary"]["currency"], "EUR");
}

// clause: API-62
async fn giving_back_costs_no_more_than_the_guest_was_told(house: House) {
    house.import_demo("harbour-house").await;
    let client = &house.client;
    // A quarter of an hour before the free time ends by the hotel's clock.
    house.pass_minutes((3 * 24 + 19) * 60 + 45).await;
    let event = begin(client, "MEETING").await;
    let taken = step(client, &event, "sub-events-setup", &chart_room()).await.is(200).body;
    let bill = &taken["client_visible_data"]["summary"];
    let terms = json!({"free_until": "2026-12-05T00:00:00-05:00", "free": true, "penalty": 87.04});
    assert_eq!(bill["cancellation"], terms);
    let told = |penalty: f64, free_until: Option<&str>| json!({"expected_total": bill["total_amount"], "expected_penalty": penalty, "expected_free_until": free_until});
    let (free_until, longer) = (Some("2026-12-05T00:00:00-05:00"), Some("2026-12-05T00:00:01-05:00"));
    for worse in [told(0.0, None), told(87.03, free_until), told(87.04, longer)] {
        book(client, &event, &worse).await.refuses(409, "CANCELLATION_CHANGED");
    }
    for (body, field) in [
        (json!({"expected_penalty": 0.001}), "expected_penalty"),
        (told(87.04, Some("tomorrow")), "expected_free_until"),
    ] {
        assert_eq!(step(client, &event, "confirm", &body).await.refuses(400, "BAD_FIELD").fields(), [field]);
    }
    // The free time that the guest was told of ends while they look for their card: they decide anew.
    house.pass_minutes(16).await;
    book(client, &event, &told(87.04, free_until)).await.refuses(409, "CANCELLATION_CHANGED");
    let read = read(client, &event).await;
    let now = &read.is(200).body["client_visible_data"]["summary"]["cancellation"];
    assert_eq!((&now["free"], &now["penalty"]), (&json!(false), &json!(87.04)));
    let agreed = told(87.04, None);
    let booked = book(client, &event, &agreed).await.is(200).body;
    assert_eq!(booked["cancellation"]["penalty"], 87.04);
    assert_eq!(step(client, &event, "confirm", &told(0.0, None)).await.is(200).body, booked, "once");
    // What is better than told needs no second look.
    let event = begin(client, "WORKSHOP").await;
    step(client, &event, "sub-events-setup", &lamp_room()).await.is(200);
    book(client, &event, &json!({"expected_penalty": 9_999.0})).await.is(200);
}

// clause: API-62
async fn what_another_window_chose_is_not_booked(house: House) {
    house.import_demo("harbour-house").await;
    let client = &house.client;
    let event = begin(client, "MEETING").await;
    step(client, &event, "sub-events-setup", &chart_room()).await.is(200);
    let seen =
        |from: &str, to: &str| json!({"expected_sub_events": [{"space_id": "CHART_ROOM", "from": from, "to": to}]});
    let first = seen("2026-12-12T08:00:00-05:00", "2026-12-12T11:00:00-05:00");
    // The same event on the next day, in another window.
    let next_day = space("CHART_ROOM", "2026-12-13T13:00:00Z", "2026-12-13T16:00:00Z", "HOUR", 8);
    step(client, &event, "sub-events-setup", &next_day).await.is(200);
    let mut more_people = seen("2026-12-13T08:00:00-05:00", "2026-12-13T16:00:00Z");
    more_people["expected_sub_events"][0]["number_of_persons"] = json!(9);
    for other in [first, more_people, json!({"expected_sub_events": []})] {
        book(client, &event, &other).await.refuses(409, "SPACE_CHANGED");
    }
    let wrong = step(client, &event, "confirm", &seen("in the morning", "2026-12-13T16:00:00Z")).await;
    assert_eq!(wrong.refuses(400, "BAD_FIELD").fields(), ["expected_sub_events[0].from"]);
    book(client, &event, &seen("2026-12-13T08:00:00-05:00", "2026-12-13T16:00:00Z")).await.is(200);
}

// clause: EVENT-24
async fn parts_of_one_event_follow_each_other_in_one_space(house: House) {
    house.import_demo("harbour-house").await;
    let client = &house.client;
    let event = begin(client, "MEETING").await;
    let part = |from: &str, to: &str| space("CHART_ROOM", from, to, "HOUR", 8)["sub_events"][0].clone();
    let parts = |can_remove: bool, parts: &[Value]| json!({"canRemove": can_remove, "sub_events": parts});
    // From 8 to 11 and from 11 to 13, prepared once before and cleared once after.
    let morning = part("2026-12-12T13:00:00Z", "2026-12-12T16:00:00Z");
    let noon = part("2026-12-12T16:00:00Z", "2026-12-12T18:00:00Z");
    let both = parts(true, &[noon.clone(), morning.clone()]);
    let taken = step(client, &event, "sub-events-setup", &both).await.is(200).body;
    assert_eq!((taken["sub_events"].as_array().map(Vec::len), quarters(&house).await), (Some(2), 20 + 2));
    // A third one, later; and one at a time at which the event is there already.
    let evening = part("2026-12-12T22:00:00Z", "2026-12-12T23:00:00Z");
    step(client, &event, "sub-events-setup", &parts(false, &[evening])).await.is(200);
    assert_eq!(quarters(&house).await, 22 + 6);
    let twice = part("2026-12-12T15:45:00Z", "2026-12-12T16:15:00Z");
    let refused = step(client, &event, "sub-events-setup", &parts(false, std::slice::from_ref(&twice))).await;
    assert_eq!(refused.refuses(422, "UNACCEPTABLE").fields(), ["sub_events[0].start_date"]);
    let refused = step(client, &event, "sub-events-setup", &parts(true, &[noon, twice, morning])).await;
    let refused = refused.refuses(422, "UNACCEPTABLE");
    assert_eq!(refused.fields(), [0, 1, 2].map(|at| format!("sub_events[{at}].start_date")));
    assert!(refused.text.contains("sub_events[1] of this event has the same space"), "{}", refused.text);
    assert_eq!(quarters(&house).await, 28, "nothing is let go");
    // Others are kept out of all of it.
    let other = begin(client, "MEETING").await;
    for from in ["2026-12-12T15:00:00Z", "2026-12-12T17:00:00Z", "2026-12-12T22:00:00Z"] {
        assert!(!names(client, &other, from, "2026-12-12T23:00:00Z").await.contains(&"CHART_ROOM".to_owned()));
    }
}

// clause: EVENT-24
async fn preparing_and_clearing_keep_others_out(house: House) {
    house.import_demo("harbour-house").await;
    let client = &house.client;
    let (event, other) = (begin(client, "CELEBRATION").await, begin(client, "CELEBRATION").await);
    // New Year's Eve until two in the morning: across midnight, in New York and in UTC.
    let eve = space("QUAY_HALL", "2027-01-01T00:00:00Z", "2027-01-01T07:00:00Z", "DAY", 90);
    let taken = step(client, &event, "sub-events-setup", &eve).await.is(200).body;
    assert_eq!(taken["sub_events"][0]["to"], "2027-01-01T02:00:00-05:00");
    assert_eq!(taken["client_visible_data"]["summary"]["lines"][0]["quantity"], 1);
    // An hour to clear it, and an hour to prepare it again.
    for (from, to, fits) in [
        ("2027-01-01T07:00:00Z", "2027-01-01T09:00:00Z", false),
        ("2027-01-01T08:45:00Z", "2027-01-01T10:00:00Z", false),
        ("2026-12-31T22:00:00Z", "2026-12-31T22:15:00Z", false),
        ("2027-01-01T03:00:00Z", "2027-01-01T04:00:00Z", false),
        ("2027-01-01T09:00:00Z", "2027-01-01T10:00:00Z", true),
        ("2026-12-31T20:00:00Z", "2026-12-31T22:00:00Z", true),
    ] {
        assert_eq!(names(client, &other, from, to).await.contains(&"QUAY_HALL".to_owned()), fits, "{from}");
        let tried = step(client, &other, "sub-events-setup", &space("QUAY_HALL", from, to, "HOUR", 20)).await;
        if fits {
            tried.is(200)
        } else {
            tried.refuses(409, "SPACE_TAKEN")
        };
    }
}

// clause: EVENT-11, EVENT-15, EVENT-26, EVENT-30, EVENT-35, EVENT-36
async fn what_is_sent_is_not_trusted(house: House) {
    house.import_demo("harbour-house").await;
    let client = &house.client;
    let refused = client.post(&at("web/new-event"), "", &json!({"event_type_id": "FAIR"})).await;
    assert_eq!(refused.refuses(422, "UNACCEPTABLE").fields(), ["event_type_id"]);
    let event = begin(client, "MEETING").await;
    // Nobody else's, and nothing without the secret.
    let other = begin(client, "MEETING").await;
    let path = event.path("confirm");
    client.post(&path, "", &Value::Null).await.refuses(401, "SECRET_MISSING");
    client.post(&path, &other.secret, &Value::Null).await.refuses(404, "BATCH_UNKNOWN");
    let mixed = at(&format!("web/new-event/{}/confirm/{}", event.id, other.session));
    client.post(&mixed, &other.secret, &Value::Null).await.refuses(404, "BATCH_UNKNOWN");
    for (from, to, status, code, field) in [
        ("2026-12-12", "2026-12-12T16:00:00Z", 400, "BAD_FIELD", "from"),
        ("2026-12-12T13:07:00Z", "2026-12-12T16:00:00Z", 422, "UNACCEPTABLE", "from"),
        ("2026-12-12T13:00:00Z", "2026-12-12T13:00:00Z", 422, "UNACCEPTABLE", "to"),
        ("2026-12-12T13:00:00Z", "2026-12-15T13:00:00Z", 422, "UNACCEPTABLE", "to"),
        ("2026-11-30T13:00:00Z", "2026-11-30T14:00:00Z", 422, "UNACCEPTABLE", "from"),
        ("2028-01-01T13:00:00Z", "2028-01-01T14:00:00Z", 422, "UNACCEPTABLE", "from"),
    ] {
        let tried = step(client, &event, "basic-data", &json!({"from": from, "to": to})).await;
        assert_eq!(tried.refuses(status, code).fields(), [field], "{from}");
    }
    step(client, &event, "package-selection", &json!([])).await.refuses(422, "SPACE_MISSING");
    step(client, &event, "confirm", &Value::Null).await.refuses(422, "SPACE_MISSING");
    let (from, to) = ("2026-12-12T13:00:00Z", "2026-12-12T16:00:00Z");
    let galley = step(client, &event, "sub-events-setup", &space("LONG_GALLEY", from, to, "DAY", 8)).await;
    assert_eq!(galley.refuses(422, "UNACCEPTABLE").fields(), ["sub_events[0].space_id"]);
    let crowd = step(client, &event, "sub-events-setup", &space("CHART_ROOM", from, to, "HOUR", 11)).await;
    assert_eq!(crowd.refuses(422, "UNACCEPTABLE").fields(), ["sub_events[0].details.number_of_persons"]);
    let mut with_addons = chart_room();
    with_addons["sub_events"][0]["details"]["addons"] = json!(["TRANSFER"]);
    let addons = step(client, &event, "sub-events-setup", &with_addons).await;
    assert_eq!(addons.refuses(422, "UNACCEPTABLE").fields(), ["sub_events[0].details.addons"]);
    step(client, &event, "sub-events-setup", &chart_room()).await.is(200);
    let supper = json!([{"package_id": "SUPPER", "quantity": 8}]);
    let tried = step(client, &event, "package-selection", &supper).await;
    assert_eq!(tried.refuses(422, "UNACCEPTABLE").fields(), ["[0].package_id"]);
    let many = json!([{"package_id": "COFFEE_BREAK", "quantity": 1000}]);
    let tried = step(client, &event, "package-selection", &many).await;
    assert_eq!(tried.refuses(422, "UNACCEPTABLE").fields(), ["[0].quantity"]);
    let flat = json!([{"package_id": "COFFEE_BREAK", "package_price_plan_id": "EVENT", "quantity": 8}]);
    let tried = step(client, &event, "package-selection", &flat).await;
    assert_eq!(tried.refuses(422, "UNACCEPTABLE").fields(), ["[0].package_price_plan_id"]);
    let number = step(client, &event, "contact-information", &json!({"first_name": "Ada", "phone": 353})).await;
    assert_eq!(number.refuses(400, "BAD_FIELD").fields(), ["phone"]);
    let nobody = step(client, &event, "contact-information", &json!({"first_name": "Ada", "country": "IE"})).await;
    let nobody = nobody.refuses(422, "UNACCEPTABLE");
    for field in ["last_name", "email", "phone", "event_name"] {
        assert!(nobody.fields().contains(&field), "{field}");
    }
    let mut slip = contact();
    slip["event_name"] = json!("4242424242424242");
    slip["po_number"] = json!("VISA 4242 4242 4242 4242");
    let refused = step(client, &event, "contact-information", &slip).await.refuses(422, "UNACCEPTABLE");
    assert_eq!(refused.fields(), ["event_name", "po_number"]);
    let mut no_centre = contact();
    no_centre["po_number"] = Value::Null;
    let kept = step(client, &event, "contact-information", &no_centre).await.is(200).body;
    assert_eq!(kept["po_number"], "", "never null");
    let ldb = json!({"guarantee_type": "LDB", "company_id": "NOBODY"});
    assert_eq!(
        step(client, &event, "guarantee-info", &ldb).await.refuses(422, "CODE_NOT_VALID").fields(),
        ["company_id"]
    );
    let cash = json!({"guarantee_type": "CASH"});
    assert_eq!(
        step(client, &event, "guarantee-info", &cash).await.refuses(422, "UNACCEPTABLE").fields(),
        ["guarantee_type"]
    );
}

// clause: EVENT-24
async fn two_who_want_each_others_space_keep_their_own(house: House) {
    house.import_demo("harbour-house").await;
    let twin = house.twin().await;
    let (here, there) = (&house.client, &twin.client);
    let (one, two) = (begin(here, "MEETING").await, begin(there, "MEETING").await);
    let at = |code: &str, from: &str, to: &str, sub: &Value| {
        let mut body = space(code, &format!("2026-12-12T{from}:00:00Z"), &format!("2026-12-12T{to}:00:00Z"), "HOUR", 8);
        body["sub_events"][0]["id"] = sub.clone();
        body
    };
    let set_up =
        async |client: &Client, event: &Begun, body: Value| step(client, event, "sub-events-setup", &body).await;
    let of_one =
        set_up(here, &one, at("CHART_ROOM", "13", "16", &Value::Null)).await.is(200).body["sub_event_id"].clone();
    let of_two =
        set_up(there, &two, at("LAMP_ROOM", "13", "16", &Value::Null)).await.is(200).body["sub_event_id"].clone();
    let held = quarters(&house).await;
    for _ in 0..4 {
        let (swapped, other) = tokio::join!(
            set_up(here, &one, at("LAMP_ROOM", "13", "16", &of_one)),
            set_up(there, &two, at("CHART_ROOM", "13", "16", &of_two)),
        );
        swapped.refuses(409, "SPACE_TAKEN");
        other.refuses(409, "SPACE_TAKEN");
        assert_eq!(quarters(&house).await, held);
    }
    // What it has already is no obstacle: an hour later it keeps what both times need, and lets go of the rest.
    set_up(here, &one, at("CHART_ROOM", "14", "17", &of_one)).await.is(200);
    assert_eq!(quarters(&house).await, held);
    let chart = at("CHART_ROOM", "10", "12", &of_two);
    set_up(there, &two, chart).await.is(200);
}

// clause: EVENT-24
async fn the_night_on_which_the_clock_is_turned_is_let_like_any_other(house: House) {
    house.import_demo("harbour-house").await;
    let client = &house.client;
    let event = begin(client, "CELEBRATION").await;
    // 7 November 2027 in New York: from one in the morning to one in the morning an hour later.
    let hour = space("QUAY_HALL", "2027-11-07T05:00:00Z", "2027-11-07T06:00:00Z", "HOUR", 20);
    let taken = step(client, &event, "sub-events-setup", &hour).await.is(200).body;
    let sub = &taken["sub_events"][0];
    assert_eq!((&sub["from"], &sub["to"]), (&json!("2027-11-07T01:00:00-04:00"), &json!("2027-11-07T01:00:00-05:00")));
    // The whole day of 25 hours is one day.
    let day = space("QUAY_HALL", "2027-11-07T04:00:00Z", "2027-11-08T05:00:00Z", "DAY", 20);
    let taken = step(client, &event, "sub-events-setup", &day).await.is(200).body;
    assert_eq!(taken["client_visible_data"]["summary"]["lines"][0]["quantity"], 1);
    assert_eq!(quarters(&house).await, 100 + 8);
}

/// As many as two servers have connections for.
const GUESTS: usize = 100;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_want_one_space_on_sqlite() {
    let house = House::sqlite().await;
    house.import_demo("harbour-house").await;
    one_space_is_let_once(&[&house]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_want_one_space_on_postgres_with_two_servers() {
    let server = postgres();
    let house = House::on(Some(server.database("portico").expect("a database")), false).await;
    house.import_demo("harbour-house").await;
    let twin = house.twin().await;
    one_space_is_let_once(&[&house, &twin]).await;
}

// clause: EVENT-24, EVENT-53
async fn one_space_is_let_once(servers: &[&House]) {
    let calls = (0..GUESTS).map(|at| {
        let client = servers[at % servers.len()].client.clone();
        tokio::spawn(async move {
            let event = begin(&client, "MEETING").await;
            // Times that begin at every quarter: each overlaps all others, if only in clearing.
            let from: jiff::Timestamp = "2026-12-12T13:00:00Z".parse().expect("an instant");
            let from = from + jiff::SignedDuration::from_mins(15 * (at as i64 % 12));
            let to = from + jiff::SignedDuration::from_hours(3);
            let wanted = space("CHART_ROOM", &from.to_string(), &to.to_string(), "HOUR", 4);
            let set = step(&client, &event, "sub-events-setup", &wanted).await;
            if set.status != 200 {
                set.refuses(409, "SPACE_TAKEN");
                return None;
            }
            step(&client, &event, "contact-information", &contact()).await.is(200);
            let sure = json!({"guarantee_type": "LDB", "company_id": "NORTHLIGHT"});
            step(&client, &event, "guarantee-info", &sure).await.is(200);
            let booked = step(&client, &event, "confirm", &Value::Null).await.is(200).body;
            assert_eq!(step(&client, &event, "confirm", &Value::Null).await.is(200).body, booked);
            Some(booked["confirmation_no"].to_string())
        })
    });
    let booked: Vec<String> = join_all(calls).await.into_iter().filter_map(|one| one.expect("a guest")).collect();
    assert_eq!(booked.len(), 1, "{booked:?}");
    servers[0].pass_minutes(31).await;
    assert_eq!(quarters(servers[0]).await, 12 + 2);
}
