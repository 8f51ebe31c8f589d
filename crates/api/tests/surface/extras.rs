//! Activities and events after they are booked: mailed, found again, part of a stay, given back.

use axum::http::Method;
use domain::hotel::{ChargeAmount, Language};
use icalendar::{Calendar, Component};
use serde_json::{Value, json};
use store::bookings;
use store::refunds;
use uuid::Uuid;

use crate::activities::{Begun, GOOD, KAYAK, WALK, files, maya};
use crate::events::{self, chart_room, quarters, step};
use crate::mail::parsed;
use crate::support::hotel::ID;
use crate::support::mail_server::MailServer;
use crate::support::steps::{Batch, at, booking, guest, held_until_18, king, room};
use crate::support::{Answer, Client, HotelFiles, House, PAGE, on_both_engines};

const VAULT: bool = true;

on_both_engines!(
    an_activity_is_mailed_found_and_given_back
    what_no_card_took_back_of_an_activity_is_told_everywhere
    what_is_given_back_is_told_in_the_language_of_its_page
    an_activity_is_not_given_back_after_its_cut_off
    an_activity_that_is_booked_after_its_cut_off_promises_no_free_time
    an_event_is_mailed_found_and_given_back
    an_event_costs_what_was_agreed_once_its_deadline_is_past
    what_the_hotel_has_no_more_keeps_the_name_it_was_booked_under
    a_letter_tells_whom_the_base_price_includes_and_its_taxes
    a_letter_tells_each_fee_of_an_event_once
    what_belongs_to_a_stay_is_found_with_it
    what_belongs_to_a_booking_of_several_rooms_is_told_with_each
    an_event_goes_over_to_another_stay_and_to_none
    only_who_may_manage_a_stay_adds_to_it
    nothing_is_added_to_the_stay_of_a_friend
    an_activity_is_of_a_stay_that_stands_and_has_its_day
    an_event_is_of_a_stay_that_stands_and_has_its_days
);

fn find(number: &str, name: &str) -> String {
    format!("/enterprise/v4/web/manage-booking?conf_num={number}&last_name={name}")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

impl Client {
    async fn cancel_extra(&self, found: &Value, expected: Option<f64>) -> Answer {
        self.cancel_extra_with(found, &json!({"expected_penalty": expected})).await
    }

    async fn cancel_extra_with(&self, found: &Value, wish: &Value) -> Answer {
        let path = format!("/enterprise/v4/web/cancel-extra?request_id={}", text(&found["request_token"]));
        self.call(Method::PUT, &path, "", wish).await
    }
}

impl House {
    /// A paid kayak for two adults and a child.
    async fn kayak(&self, language: &str) -> Value {
        let client = &self.client;
        let begun = Begun::of(&client.activity(KAYAK, 2, 1).await.is(201));
        client.guests(&begun, &maya(2, 1)).await.is(200);
        let source = self.source(&begun, GOOD).await;
        self.pay_activity(&begun, &source).await.is(200);
        let path = format!("{}?language_code={language}", begun.path("confirm"));
        client.post(&path, &begun.secret, &Value::Null).await.is(200).body
    }

    /// The Chart Room on the 12th of December for a company.
    async fn chart_room(&self) -> Value {
        let client = &self.client;
        let event = events::begin(client, "MEETING").await;
        step(client, &event, "sub-events-setup", &chart_room()).await.is(200);
        events::book(client, &event, &Value::Null).await.is(200).body
    }

    async fn changes(&self, number: &str, kind: bookings::Kind) -> Vec<(String, Value)> {
        let found = bookings::by_number::<Value>(&self.app.db, kind, ID, number).await.expect("a read");
        let id = found.expect("the booking").booking_id;
        bookings::changes(&self.app.db, ID, id).await.expect("a read")
    }

    async fn refunded(&self, number: &str) -> i64 {
        let found = bookings::by_number::<Value>(&self.app.db, bookings::Kind::Activity, ID, number).await;
        let booked = found.expect("a read").expect("the booking");
        crate::support::refunded(&self.app.db, ID, booked.booking_id, booked.version).await
    }

    async fn mailed(&self) {
        assert_eq!(api::send_mails(&self.app).await.expect("a round"), 1);
    }
}

// clause: API-34, API-70
async fn an_activity_is_mailed_found_and_given_back(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    house.import(&files()).await;
    let client = &house.client;
    let booked = house.kayak("en_US").await;
    let number = text(&booked["confirmation_no"]);
    house.mailed().await;

    // Whoever booked is told what, when, what was paid, until when it can be given back, and where.
    let taken = server.taken();
    let mail = parsed(&taken[0]);
    assert_eq!(mail.subject(), Some("Your activity is confirmed: The Test"));
    let plain = mail.body_text(0).expect("a text").replace('\u{a0}', " ");
    for said in [
        number,
        "Maya Lindqvist",
        "Kayaks to the island",
        "Sat, Dec 12, 2026",
        "09:30 AM to 11:00 AM",
        "2 adults, 1 child",
        "$119.90",
        "State lodging tax",
        "$9.90",
        "Free to cancel until Sat, Dec 12, 07:30 AM",
        // It is changed by the house alone.
        "View or cancel: http",
        "To change it, call us",
    ] {
        assert!(plain.contains(said), "{said} in\n{plain}");
    }
    assert!(!plain.contains("Change or cancel"), "{plain}");
    let file = mail.attachment(0).expect("a calendar file");
    let days: Calendar = file.text_contents().expect("a text").parse().expect("a calendar");
    let [entry] = days.iter().filter_map(|one| one.as_event()).collect::<Vec<_>>()[..] else { panic!("{days:?}") };
    assert!(entry.get_summary().is_some_and(|summary| summary.starts_with("Kayaks to the island")));
    assert_eq!(entry.property_value("DTSTART"), Some("20261212T143000Z"));

    // Its papers open; so does its link, its number with the name, and nothing else does.
    let letter = client.get_html(text(&booked["letter_url"])).await;
    assert!(letter.contains(number) && letter.contains("Kayaks to the island"));
    client.get(text(&booked["letter_url"])).await.is(200);
    assert!(client.get(text(&booked["calendar_url"])).await.is(200).text.contains("BEGIN:VEVENT"));
    let line = plain.lines().find(|line| line.contains(PAGE) && line.contains("conf_num=")).expect("the link");
    let (_, query) = line.split_once("#/search-reservation-result?").expect("the page that shows it");
    let by_link = client.get(&format!("/enterprise/v4/web/manage-booking?{query}")).await.is(200).body;
    let found = client.get(&find(number, "lindqvist")).await.is(200).body;
    assert_eq!((&by_link["conf_num"], &by_link["extra"]), (&found["conf_num"], &found["extra"]));
    let wrong = client.get(&find(number, "Nobody")).await.refuses(404, "RESERVATION_UNKNOWN");
    let none = client.get(&find("0123456789A", "Lindqvist")).await.refuses(404, "RESERVATION_UNKNOWN");
    assert_eq!(wrong.body, none.body);

    let extra = &found["extra"];
    for (member, value) in [
        ("kind", json!("ACTIVITY")),
        ("status", json!("CONFIRMED")),
        ("name", json!("Kayaks to the island")),
        ("from", json!("2026-12-12T09:30:00-05:00")),
        ("total", json!(119.9)),
        ("paid", json!(119.9)),
        ("due_at_hotel", json!(0.0)),
    ] {
        assert_eq!(extra[member], value, "{member}");
    }
    assert_eq!((&extra["parts"][0]["adults"], &extra["parts"][0]["children"]), (&json!(2), &json!(1)));
    let terms = json!({"allowed": true, "free_until": "2026-12-12T07:30:00-05:00", "free": true, "later_penalty": null,
        "penalty": 0.0, "refund": 119.9, "refund_status": null,
        "masked_card_number": null, "card_brand": null});
    assert_eq!(extra["cancellation"], terms);

    // Given back by two at once: once. Its places are free at once, all that was paid goes back once.
    assert_eq!(client.places_left().await[KAYAK], 3);
    let (one, two) = tokio::join!(client.cancel_extra(&found, None), client.cancel_extra(&by_link, Some(0.0)));
    let cancelled =
        json!({"conf_num": number, "status": "CANCELLED", "currency": "USD", "penalty": 0.0, "refund": 119.9});
    assert_eq!((one.is(200).body, two.is(200).body), (cancelled.clone(), cancelled.clone()));
    assert_eq!(client.cancel_extra(&found, None).await.is(200).body, cancelled);
    assert_eq!((client.places_left().await[KAYAK], house.refunded(number).await), (6, 11_990));
    house.places_add_up().await;
    // Without a minute between.
    api::tick(&house.app).await;
    assert!(refunds::due(&house.app.db, house.clock.now(), 9).await.expect("a read").is_empty(), "it is given");
    let changes = house.changes(number, bookings::Kind::Activity).await;
    let note = json!({"by": "GUEST", "penalty": 0.0, "refund": 119.9, "currency": "USD"});
    assert_eq!(changes, [("CANCELLED".to_owned(), note)]);

    // It says so everywhere, and nothing is booked or taken anew.
    let found = client.get(&find(number, "Lindqvist")).await.is(200).body;
    assert_eq!(
        (&found["extra"]["status"], &found["extra"]["cancellation"]["allowed"]),
        (&json!("CANCELLED"), &json!(false))
    );
    assert_eq!(found["extra"]["cancellation"]["refund_status"], "REFUNDED");
    let card = &found["extra"]["cancellation"];
    assert_eq!((&card["masked_card_number"], &card["card_brand"]), (&json!("XXXXXXXXXXXX4242"), &json!("VISA")));
    house.mailed().await;
    let taken = server.taken();
    let mail = parsed(&taken[1]);
    assert_eq!(mail.subject(), Some("Your activity is cancelled: The Test"));
    assert!(mail.body_text(0).expect("a text").contains("$119.90 comes back to you"));
    assert!(mail.attachment(0).expect("a file").text_contents().expect("a text").contains("STATUS:CANCELLED"));
    house.adds_up(11_990).await;
}

async fn what_no_card_took_back_of_an_activity_is_told_everywhere(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    house.import(&files()).await;
    let client = &house.client;
    let begun = Begun::of(&client.activity(KAYAK, 2, 1).await.is(201));
    client.guests(&begun, &maya(2, 1)).await.is(200);
    let source = house.source(&begun, GOOD).await;
    house.pay_activity(&begun, &source).await.is(200);
    let booked = client.confirm_activity(&begun).await.is(200).body;
    assert_eq!(booked["refund_status"], Value::Null);
    house.mailed().await;
    let number = text(&booked["confirmation_no"]);
    let found = client.get(&find(number, "Lindqvist")).await.is(200).body;
    client.cancel_extra(&found, None).await.is(200);
    api::tick(&house.app).await;
    let again = client.confirm_activity(&begun).await.is(200).body;
    assert_eq!((&again["status"], &again["refund_status"]), (&json!("CANCELLED"), &json!("REFUNDED")));

    let kept = bookings::by_number::<Value>(&house.app.db, bookings::Kind::Activity, ID, number).await;
    house.last_refund_of_comes_back(kept.expect("a read").expect("the booking").booking_id).await;
    assert_eq!(client.confirm_activity(&begun).await.is(200).body["refund_status"], "FAILED");
    house.mailed().await;
    let mail = parsed(&server.taken()[1]).body_text(0).expect("a text").into_owned();
    for told in [mail, client.get_html(text(&booked["letter_url"])).await] {
        assert!(told.contains("The hotel gives back another way") && told.contains("$119.90"), "{told}");
        assert!(!told.contains("comes back to you"), "{told}");
    }
}

// The mail of what is cancelled along with a stay speaks as the mail of the stay does.
async fn what_is_given_back_is_told_in_the_language_of_its_page(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    let language = |code: &str| Language {
        language_code: code.to_owned(),
        language_name: code.to_owned(),
        direction: None,
        label_set: None,
    };
    house
        .import_demo_changed("harbour-house", |bundle| {
            bundle.hotel.languages = ["en_US", "fr_FR", "de_DE"].map(language).into();
        })
        .await;
    let client = &house.client;
    let kayak = async || {
        let calendar = client.get(&at("web/activities/calendar?from=2026-12-12&to=2026-12-12")).await.is(200).body;
        let instance = text(&calendar["dates"][0]["activities"][0]["id"]).to_owned();
        let begun = Begun::of(&client.activity(&instance, 1, 0).await.is(201));
        client.guests(&begun, &maya(1, 0)).await.is(200);
        let source = house.source(&begun, GOOD).await;
        house.pay_activity(&begun, &source).await.is(200);
        let path = format!("{}?language_code=fr_FR", begun.path("confirm"));
        client.post(&path, &begun.secret, &Value::Null).await.is(200).body
    };
    let mut mails = Vec::new();
    // Asked for; left out; without its region; nothing that the hotel speaks.
    for (asked, said) in [
        (json!({"language_code": "de_DE"}), "storniert"),
        (json!({}), "annulée"),
        (json!({"language_code": "de"}), "storniert"),
        (json!({"language_code": "ja_JP"}), "cancelled"),
    ] {
        let number = text(&kayak().await["confirmation_no"]).to_owned();
        house.mailed().await;
        let found = client.get(&find(&number, "lindqvist")).await.is(200).body;
        client.cancel_extra_with(&found, &asked).await.is(200);
        house.mailed().await;
        let taken = server.taken();
        mails.push((parsed(&taken[taken.len() - 1]).subject().expect("a subject").to_owned(), said));
    }
    let event = house.chart_room().await;
    house.mailed().await;
    let found = client.get(&find(text(&event["confirmation_no"]), "N%C3%AD+Bhriain")).await.is(200).body;
    client.cancel_extra_with(&found, &json!({"language_code": "fr_FR"})).await.is(200);
    house.mailed().await;
    let taken = server.taken();
    mails.push((parsed(&taken[taken.len() - 1]).subject().expect("a subject").to_owned(), "annulé"));
    assert!(mails.iter().all(|(subject, said)| subject.contains(said)), "{mails:?}");
}

async fn an_activity_is_not_given_back_after_its_cut_off(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    house.import(&files()).await;
    let client = &house.client;
    let booked = house.kayak("ar_AE").await;
    house.mailed().await;
    let taken = server.taken();
    let html = parsed(&taken[0]).body_html(0).expect("a page").into_owned();
    assert!(html.contains("dir=\"rtl\"") && html.contains("lang=\"ar-AE\""), "in the guest's language: {html}");

    // At 07:30 by the hotel's clock, two hours before it begins.
    house.pass_minutes(11 * 24 * 60 + 210).await;
    let found = client.get(&find(text(&booked["confirmation_no"]), "Lindqvist")).await.is(200).body;
    let terms = &found["extra"]["cancellation"];
    assert_eq!((&terms["allowed"], &terms["free"], &terms["refund"]), (&json!(false), &json!(false), &json!(0.0)));
    client.cancel_extra(&found, None).await.refuses(409, "NOT_CANCELLABLE");
    assert_eq!(house.refunded(text(&booked["confirmation_no"])).await, 0);
    house.places_add_up().await;

    // No token of a stay's look-up or of another number opens it.
    for wrong in ["", "a.b.c", &format!("{}0", text(&found["request_token"]))] {
        let path = format!("/enterprise/v4/web/cancel-extra?request_id={wrong}");
        assert!([400, 404].contains(&client.put(&path).await.status));
    }
    house.pass_minutes(31).await;
    client.cancel_extra(&found, None).await.refuses(410, "LOOK_UP_EXPIRED");
}

async fn an_activity_that_is_booked_after_its_cut_off_promises_no_free_time(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    house.import(&files()).await;
    let client = &house.client;
    // Ten minutes before its cut-off, and five after it.
    house.pass_minutes(11 * 24 * 60 + 200).await;
    let begun = Begun::of(&client.activity(KAYAK, 2, 1).await.is(201));
    client.guests(&begun, &maya(2, 1)).await.is(200);
    let source = house.source(&begun, GOOD).await;
    house.pay_activity(&begun, &source).await.is(200);
    house.pass_minutes(15).await;
    let booked = client.confirm_activity(&begun).await.is(200).body;
    house.mailed().await;
    let taken = server.taken();
    let mail = parsed(&taken[0]).body_text(0).expect("a text").into_owned();
    for told in [mail, client.get_html(text(&booked["letter_url"])).await] {
        // The page gives it back no more.
        assert!(told.contains("Change or cancel") && !told.contains("View or cancel"), "{told}");
        assert!(told.contains("It can no longer be cancelled online.") && !told.contains("Free to cancel"), "{told}");
        assert!(!told.contains("cancelled here") && !told.contains("call the house"), "{told}");
    }
}

async fn an_event_is_mailed_found_and_given_back(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    let arabic = Language {
        language_code: "ar_AE".to_owned(),
        language_name: "العربية".to_owned(),
        direction: None,
        label_set: None,
    };
    house.import_demo_changed("harbour-house", |bundle| bundle.hotel.languages.push(arabic)).await;
    let client = &house.client;
    let booked = house.chart_room().await;
    let number = text(&booked["confirmation_no"]);
    let agreed = json!({"free_until": "2026-12-05T00:00:00-05:00", "free": true, "penalty": 87.04});
    assert_eq!(booked["cancellation"], agreed);
    house.mailed().await;
    let taken = server.taken();
    let mail = parsed(&taken[0]);
    assert_eq!(mail.subject(), Some("Your event is confirmed: Harbour House"));
    let plain = mail.body_text(0).expect("a text").replace('\u{a0}', " ");
    for said in [
        number,
        "Launch of the Seabird",
        "Chart Room",
        "Sat, Dec 12, 2026",
        "08:00 AM to 11:00 AM",
        "$174.08",
        "Northlight Boatyard pays: ",
        ", contained: $9.08",
        "After that, cancelling costs $87.04; Northlight Boatyard pays it.",
        "View or cancel: http",
        "To change it, call us",
    ] {
        assert!(plain.contains(said), "{said} in\n{plain}");
    }
    let letter = client.get_html(text(&booked["letter_url"])).await;
    assert!(letter.contains("Chart Room"));
    // Where it is read from the right its name keeps its own side.
    let letter = client.get_html(&format!("{}&language=ar_AE", text(&booked["letter_url"]))).await;
    assert!(letter.contains("\u{2068}Launch of the Seabird\u{2069}"), "{letter}");
    assert!(letter.contains("\u{2068}Siobhán Ní Bhriain\u{2069}،"), "{letter}");
    assert!(client.get(text(&booked["calendar_url"])).await.is(200).text.contains("DTSTART:20261212T130000Z"));
    let entry = client.get(&format!("{}&language=ar_AE", text(&booked["calendar_url"]))).await.is(200).text;
    let said = "\\n\u{2068}Siobhán Ní Bhriain\u{2069}\\n\u{2066}+1 207 555 0142\u{2069}\\n";
    assert!(entry.replace("\r\n ", "").contains(said), "{entry}");

    let found = client.get(&find(number, "N%C3%AD+Bhriain")).await.is(200).body;
    let extra = &found["extra"];
    assert_eq!((&extra["kind"], &extra["name"]), (&json!("EVENT"), &json!("Launch of the Seabird")));
    assert_eq!((&extra["parts"][0]["name"], &extra["company"]), (&json!("Chart Room"), &json!("Northlight Boatyard")));
    assert_eq!(quarters(&house).await, 14);
    client.cancel_extra(&found, Some(0.0)).await.is(200);
    assert_eq!(quarters(&house).await, 0, "the space is free at once");
    let cancelled = client.get(&find(number, "N%C3%AD+Bhriain")).await.is(200).body;
    assert_eq!((&extra["due_at_hotel"], &cancelled["extra"]["due_at_hotel"]), (&json!(174.08), &json!(0.0)));
    assert_eq!(house.changes(number, bookings::Kind::Event).await.len(), 1);
    house.mailed().await;
    assert_eq!(parsed(&server.taken()[1]).subject(), Some("Your event is cancelled: Harbour House"));

    // What is given back before its mail went out is told once.
    let again = house.chart_room().await;
    let found = client.get(&find(text(&again["confirmation_no"]), "N%C3%AD+Bhriain")).await.is(200).body;
    house.pass_minutes(1).await;
    client.cancel_extra(&found, None).await.is(200);
    assert_eq!(api::send_mails(&house.app).await.expect("a round"), 2);
    let taken = server.taken();
    assert_eq!(taken.len(), 3);
    assert_eq!(parsed(&taken[2]).subject(), Some("Your event is cancelled: Harbour House"));
}

async fn what_the_hotel_has_no_more_keeps_the_name_it_was_booked_under(house: House) {
    house.import_demo("harbour-house").await;
    let client = &house.client;
    let event = events::begin(client, "MEETING").await;
    step(client, &event, "sub-events-setup", &chart_room()).await.is(200);
    let coffee = json!([{"package_id": "COFFEE_BREAK", "quantity": 8}]);
    step(client, &event, "package-selection", &coffee).await.is(200);
    let booked = events::book(client, &event, &Value::Null).await.is(200).body;
    let number = text(&booked["confirmation_no"]);
    house
        .import_demo_changed("harbour-house", |bundle| {
            let hotel = &mut bundle.hotel;
            hotel.events.cancellation = None;
            hotel.events.spaces.retain(|space| space.code != "CHART_ROOM");
            hotel.events.packages.retain(|package| package.code != "COFFEE_BREAK");
            hotel.translations.retain(|text| !["CHART_ROOM", "COFFEE_BREAK"].contains(&text.object_code.as_str()));
        })
        .await;
    api::tick(&house.app).await;
    let found = client.get(&find(number, "N%C3%AD+Bhriain")).await.is(200).body;
    let part = &found["extra"]["parts"][0];
    assert_eq!((&part["name"], &part["packages"][0]["name"]), (&json!("Chart Room"), &json!("Coffee break")));
    let again = step(client, &event, "confirm", &Value::Null).await.is(200).body;
    assert_eq!(again["sub_events"][0]["space"]["name"], "Chart Room");
    assert!(client.get(text(&booked["calendar_url"])).await.is(200).text.contains("Chart Room"));
    let letter = client.get_html(text(&booked["letter_url"])).await;
    assert!(letter.contains("Chart Room") && !letter.contains("CHART_ROOM"), "{letter}");
    // Giving it back costs what was agreed, whatever the hotel's rule is by now.
    let read = events::read(client, &event).await.is(200).body;
    assert!(booked["cancellation"].is_object());
    assert_eq!(read["client_visible_data"]["summary"]["cancellation"], booked["cancellation"]);
    house.pass_minutes(10 * 24 * 60).await;
    let found = client.get(&find(number, "N%C3%AD+Bhriain")).await.is(200).body;
    client.cancel_extra(&found, None).await.is(200);
    let read = events::read(client, &event).await.is(200).body;
    assert_eq!((&read["status"], &read["confirmation"]["status"]), (&json!("CANCELLED"), &json!("CANCELLED")));
    assert_eq!(
        (&booked["penalty"], &read["confirmation"]["penalty"]),
        (&json!(0.0), &booked["cancellation"]["penalty"])
    );
}

async fn a_letter_tells_whom_the_base_price_includes_and_its_taxes(house: House) {
    // Two may come for the same price as one.
    let activities = r#"
[[activities]]
code = "WALK"
name = "A walk along the shore"
description = "For two."
amount = 50.00
adults_included = 2
extra_adult = 40.00
extra_child = 20.00
taxes = ["QUAY_TAX", "LODGING_TAX"]
times = [{ start = "16:00", minutes = 60, capacity = 9 }]
"#;
    let files = HotelFiles { activities, ..HotelFiles::default() };
    house.import_changed(&files, |text| text.replace(r#""CC""#, r#""HOLD_22""#)).await.is(200);
    let client = &house.client;
    // Its files may say another thing by then, or nothing.
    let party = [(1, 0, "", "0.98", ""), (3, 1, "1 more adult", "2.15", "adults_included = 1")];
    for (adults, children, beyond, contained, later) in party {
        let begun = Begun::of(&client.activity(WALK, adults, children).await.is(201));
        if !later.is_empty() {
            let changed = |text: &str| text.replace(r#""CC""#, r#""HOLD_22""#).replace("adults_included = 2", later);
            house.import_changed(&files, changed).await.is(200);
            api::tick(&house.app).await;
        }
        let told = client.guests(&begun, &maya(adults, children)).await.is(200).body["price"].clone();
        assert_eq!((&told["base_price_adult_count"], &told["base_price_children_count"]), (&json!(2), &json!(0)));
        let booked = client.confirm_activity(&begun).await.is(200).body;
        let letter = client.get_html(text(&booked["letter_url"])).await;
        assert!(letter.contains("Base price for 2 adults<") && letter.contains(beyond), "{letter}");
        // Each tax by its name: what is contained beneath the total, what comes on top above it.
        assert!(letter.contains(&format!("Quay tax, contained: ${contained}")), "{letter}");
        assert!(letter.contains("State lodging tax<") && !letter.contains("State lodging tax, contained"), "{letter}");
    }
}

async fn a_letter_tells_each_fee_of_an_event_once(house: House) {
    house
        .import_demo_changed("harbour-house", |bundle| {
            let hotel = &mut bundle.hotel;
            let fee = hotel.charges.iter_mut().find(|charge| charge.code == "HARBOR_FEE").expect("the fee");
            fee.amount = ChargeAmount::Percent { ppm: 100_000 };
            hotel.events.spaces.iter_mut().for_each(|space| space.fees = vec!["HARBOR_FEE".to_owned()]);
            hotel.events.packages.iter_mut().for_each(|package| package.fees = vec!["HARBOR_FEE".to_owned()]);
        })
        .await;
    let client = &house.client;
    let event = events::begin(client, "MEETING").await;
    step(client, &event, "sub-events-setup", &chart_room()).await.is(200);
    let both = json!([{"package_id": "COFFEE_BREAK", "quantity": 8}, {"package_id": "DAY_DELEGATE", "quantity": 8}]);
    let chosen = step(client, &event, "package-selection", &both).await.is(200).body["client_visible_data"].clone();
    let fees = chosen["lines"].as_array().expect("lines").iter().filter(|line| line["part"] == "SERVICE");
    let fees: f64 = fees.map(|line| line["net_value"].as_f64().expect("an amount")).sum();
    let booked = events::book(client, &event, &Value::Null).await.is(200).body;
    let letter = client.get_html(text(&booked["letter_url"])).await;
    assert_eq!(letter.matches("Harbor fee<").count(), 1, "{letter}");
    assert!(letter.contains(&format!("${fees:.2}")), "{fees} in {letter}");
}

async fn an_event_costs_what_was_agreed_once_its_deadline_is_past(house: House) {
    house.import_demo("harbour-house").await;
    let client = &house.client;
    let booked = house.chart_room().await;
    let number = text(&booked["confirmation_no"]);
    house.pass_minutes(5 * 24 * 60).await;
    let found = client.get(&find(number, "N%C3%AD+Bhriain")).await.is(200).body;
    let terms = json!({"allowed": true, "free_until": "2026-12-05T00:00:00-05:00", "free": false, "later_penalty": 87.04,
        "penalty": 87.04, "refund": 0.0, "refund_status": null,
        "masked_card_number": null, "card_brand": null});
    assert_eq!(found["extra"]["cancellation"], terms);
    let costs = "no longer be cancelled free of charge.</b> Cancelling it costs $87.04; Northlight Boatyard pays it.";
    let letter_of = async |booked: &Value| {
        let letter = client.get_html(text(&booked["letter_url"])).await;
        assert!(!letter.contains("Free to cancel"), "{letter}");
        letter.replace('\u{a0}', " ").split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let letter = letter_of(&booked).await;
    assert!(letter.contains(costs), "{letter}");
    // A guest who was told something else decides anew.
    client.cancel_extra(&found, Some(0.0)).await.refuses(409, "CANCELLATION_CHANGED");
    assert_eq!(quarters(&house).await, 14);
    let cancelled = client.cancel_extra(&found, Some(87.04)).await.is(200).body;
    assert_eq!((&cancelled["penalty"], &cancelled["refund"]), (&json!(87.04), &json!(0.0)));
    // What it came to stays what it was.
    house.pass_minutes(20).await;
    assert_eq!(client.cancel_extra(&found, None).await.is(200).body, cancelled);
    // It is the company's to pay.
    assert_eq!(booked["company"], "Northlight Boatyard");
    let letter = client.get_html(text(&booked["letter_url"])).await.replace('\u{a0}', " ");
    assert!(letter.contains("Cancelling cost $87.04; Northlight Boatyard pays it."), "{letter}");
    assert!(!letter.contains("settles it with you"), "{letter}");

    // Booked late, it costs as much from the booking on; once it has begun, it is not given back at all.
    let late = house.chart_room().await;
    assert_eq!((&late["cancellation"]["free"], &late["cancellation"]["penalty"]), (&json!(false), &json!(87.04)));
    let letter = letter_of(&late).await;
    assert!(letter.contains(costs), "{letter}");
    house.pass_minutes(6 * 24 * 60 + 4 * 60).await;
    let found = client.get(&find(text(&late["confirmation_no"]), "N%C3%AD+Bhriain")).await.is(200).body;
    assert_eq!(found["extra"]["cancellation"]["allowed"], false);
    client.cancel_extra(&found, None).await.refuses(409, "NOT_CANCELLABLE");
    // Its letter looks forward to nobody then, and says nothing of giving it back.
    let letter = letter_of(&late).await;
    assert!(!letter.contains("no longer be cancelled") && !letter.contains("Change or cancel"), "{letter}");
    assert!(!letter.contains("look forward"), "{letter}");
}

impl Client {
    async fn walk_of(&self, stay: &Value) -> Answer {
        let body = json!({"activity_instance_id": WALK, "stay": stay});
        self.post(&at("web/new-activity-booking?adults=1"), "", &body).await
    }

    /// A walk that is begun and lacks nothing but its confirmation.
    async fn walking(&self, stay: &Value) -> Begun {
        let begun = Begun::of(&self.walk_of(stay).await.is(201));
        self.guests(&begun, &maya(1, 0)).await.is(200);
        begun
    }

    async fn walked(&self, stay: &Value) -> String {
        let begun = self.walking(stay).await;
        text(&self.confirm_activity(&begun).await.is(200).body["confirmation_no"]).to_owned()
    }

    /// A booked King with the secret of its booking.
    async fn stay(&self) -> (String, Batch) {
        let batch = self.ready().await;
        let rooms = self.commit(&batch, &held_until_18(&batch)).await.is(200).body;
        (text(&rooms[0]["confirmation_no"]).to_owned(), batch)
    }

    async fn give_back(&self, number: &str) {
        let token = self.look_up(number).await;
        self.put(&format!("/enterprise/v4/web/cancel-booking?request_id={token}")).await.is(200);
    }

    /// Another stay in the same room type under the same number.
    async fn move_to(&self, number: &str, room: &Value) {
        let batch = self.changing(number).await;
        self.set_rate(&batch, 1, room).await.is(200);
        self.commit(&batch, &json!({"sessions": [{"session_id": batch.sessions[0]}]})).await.is(200);
    }

    async fn extras_of(&self, number: &str) -> Vec<Value> {
        let found = self.get(&find(number, "N%C3%AD+Bhriain")).await.is(200).body;
        found["extras"].as_array().expect("extras").clone()
    }
}

fn just_booked(batch: &Batch) -> Value {
    json!({"batch_id": batch.id, "secret": batch.secret})
}

async fn what_belongs_to_a_stay_is_found_with_it(house: House) {
    house.import(&HotelFiles { kings: 3, ..files() }).await;
    let client = &house.client;
    let (number, batch) = client.stay().await;
    let (other, _) = client.stay().await;
    let first = client.walked(&just_booked(&batch)).await;
    let token = client.look_up(&number).await;
    let second = client.walked(&json!({"request_id": token})).await;
    // Begun and not confirmed is not told; neither is what belongs to nobody.
    client.walk_of(&just_booked(&batch)).await.is(201);
    client.walked(&Value::Null).await;
    // Neither is what was begun for it and went over to nobody.
    let kayak = at("web/new-activity-booking?adults=1");
    let begun = json!({"activity_instance_id": KAYAK, "stay": just_booked(&batch)});
    let left = Begun::of(&client.post(&kayak, "", &begun).await.is(201));
    let alone = json!({"activity_instance_id": KAYAK, "activity_map_id": left.id});
    let left = Begun::of(&client.post(&kayak, &left.secret, &alone).await.is(201));
    client.guests(&left, &maya(1, 0)).await.is(200);
    let source = house.source(&left, GOOD).await;
    house.pay_activity(&left, &source).await.is(200);
    client.confirm_activity(&left).await.is(200);
    let extras = client.extras_of(&number).await;
    let numbers: Vec<&str> = extras.iter().map(|extra| text(&extra["conf_num"])).collect();
    assert!(numbers.len() == 2 && numbers.contains(&&*first) && numbers.contains(&&*second), "{numbers:?}");
    assert!(client.extras_of(&other).await.is_empty());

    // Each is given back by itself, with its own right, and is still told.
    let mine = extras.iter().find(|extra| extra["conf_num"] == first.as_str()).expect("the first");
    client.cancel_extra(mine, None).await.is(200);
    let status = |extras: &[Value], number: &str| {
        let one = extras.iter().find(|extra| extra["conf_num"] == number).expect("an extra");
        text(&one["extra"]["status"]).to_owned()
    };
    let extras = client.extras_of(&number).await;
    assert_eq!((status(&extras, &first), status(&extras, &second)), ("CANCELLED".to_owned(), "CONFIRMED".to_owned()));
    // A stay that is given back leaves what its guest did not give back.
    client.put(&format!("/enterprise/v4/web/cancel-booking?request_id={token}")).await.is(200);
    assert_eq!(status(&client.extras_of(&number).await, &second), "CONFIRMED");
    house.places_add_up().await;
}

impl Client {
    /// Two rooms at Harbour House, which has spaces too; answers their numbers.
    async fn two_rooms(&self) -> (Vec<String>, Batch) {
        let batch = self.begin(2).await;
        for room_no in [1, 2] {
            let king = room("DELUXE_KING", "FLEX", "2026-12-12", "2026-12-14", 2);
            self.set_rate(&batch, room_no, &king).await.is(200);
        }
        self.add_guest(&batch, &guest()).await.is(200);
        let rooms = self.commit(&batch, &held_until_18(&batch)).await.is(200).body;
        let rooms = rooms.as_array().expect("rooms");
        (rooms.iter().map(|room| text(&room["confirmation_no"]).to_owned()).collect(), batch)
    }

    /// The Chart Room for a company, by an event that was begun; answers its number.
    async fn booked_event(&self, event: &events::Begun) -> String {
        step(self, event, "sub-events-setup", &chart_room()).await.is(200);
        text(&events::book(self, event, &Value::Null).await.is(200).body["confirmation_no"]).to_owned()
    }

    async fn numbers_with(&self, room: &str) -> Vec<String> {
        let extras = self.extras_of(room).await;
        extras.iter().map(|extra| text(&extra["conf_num"]).to_owned()).collect()
    }
}

async fn what_belongs_to_a_booking_of_several_rooms_is_told_with_each(house: House) {
    house.import_demo("harbour-house").await;
    let client = &house.client;
    let (rooms, batch) = client.two_rooms().await;
    let (other, _) = client.two_rooms().await;
    let meeting = json!({"event_type_id": "MEETING", "stay": just_booked(&batch)});
    let event = client.booked_event(&events::begun(client, "", &meeting).await).await;
    for room in &rooms {
        assert_eq!(client.numbers_with(room).await, [event.as_str()], "once");
    }
    assert!(client.numbers_with(&other[0]).await.is_empty());
    // A room that is given back takes it from none; what is added then belongs to the one that stands.
    let token = client.look_up(&rooms[0]).await;
    client.put(&format!("/enterprise/v4/web/cancel-booking?request_id={token}")).await.is(200);
    let workshop = events::begun(client, "", &json!({"event_type_id": "WORKSHOP", "stay": just_booked(&batch)})).await;
    step(client, &workshop, "sub-events-setup", &events::lamp_room()).await.is(200);
    events::book(client, &workshop, &Value::Null).await.is(200);
    for room in &rooms {
        assert_eq!(client.numbers_with(room).await.len(), 2);
    }
}

async fn an_event_goes_over_to_another_stay_and_to_none(house: House) {
    house.import_demo("harbour-house").await;
    let client = &house.client;
    let (first, batch) = client.two_rooms().await;
    let (second, other) = client.two_rooms().await;
    let begun = events::begun(client, "", &json!({"event_type_id": "MEETING", "stay": just_booked(&batch)})).await;
    let again = async |stay: Value| {
        let body = json!({"event_type_id": "MEETING", "event_id": begun.id, "stay": stay});
        assert_eq!(events::begun(client, &begun.secret, &body).await.id, begun.id);
    };
    again(just_booked(&other)).await;
    let refused = json!({"event_type_id": "MEETING", "event_id": begun.id, "stay": {"request_id": "a.b.c"}});
    client.post(&at("web/new-event"), &begun.secret, &refused).await.refuses(404, "RESERVATION_UNKNOWN");
    again(just_booked(&other)).await;
    let event = client.booked_event(&begun).await;
    assert_eq!(client.numbers_with(&second[0]).await, [event]);
    assert!(client.numbers_with(&first[0]).await.is_empty());

    let begun = events::begun(client, "", &json!({"event_type_id": "WORKSHOP", "stay": just_booked(&batch)})).await;
    let alone = json!({"event_type_id": "WORKSHOP", "event_id": begun.id});
    let begun = events::begun(client, &begun.secret, &alone).await;
    step(client, &begun, "sub-events-setup", &events::lamp_room()).await.is(200);
    events::book(client, &begun, &Value::Null).await.is(200);
    assert!(client.numbers_with(&first[0]).await.is_empty());
}

async fn only_who_may_manage_a_stay_adds_to_it(house: House) {
    house.import(&files()).await;
    let client = &house.client;
    let (number, batch) = client.stay().await;
    let token = client.look_up(&number).await;
    let unfinished = client.begin(1).await;
    client.walk_of(&json!({"batch_id": batch.id, "secret": "made up"})).await.refuses(401, "SECRET_MISSING");
    client.walk_of(&json!({"batch_id": batch.id})).await.refuses(401, "SECRET_MISSING");
    client.walk_of(&just_booked(&unfinished)).await.refuses(404, "RESERVATION_UNKNOWN");
    client
        .walk_of(&json!({"batch_id": Uuid::nil().to_string(), "secret": batch.secret}))
        .await
        .refuses(401, "SECRET_MISSING");
    client.walk_of(&json!({"request_id": format!("{token}0")})).await.refuses(404, "RESERVATION_UNKNOWN");
    // Nor by way of another hotel.
    house.import(&HotelFiles { property_id: 2, code: "TWO", ..files() }).await;
    let elsewhere = async |stay: Value| {
        let body = json!({"activity_instance_id": WALK, "stay": stay});
        client.post("/v4/properties/2/web/new-activity-booking?adults=1", "", &body).await
    };
    elsewhere(json!({"request_id": token})).await.refuses(404, "RESERVATION_UNKNOWN");
    elsewhere(just_booked(&batch)).await.refuses(401, "SECRET_MISSING");
    house.pass_minutes(31).await;
    client.walk_of(&json!({"request_id": token})).await.refuses(410, "LOOK_UP_EXPIRED");
    // Nothing is added to a stay that is given back.
    let token = client.look_up(&number).await;
    client.put(&format!("/enterprise/v4/web/cancel-booking?request_id={token}")).await.is(200);
    client.walk_of(&json!({"request_id": token})).await.refuses(409, "NOT_CHANGEABLE");
    client.walk_of(&just_booked(&batch)).await.refuses(409, "NOT_CHANGEABLE");
    assert_eq!(client.places_left().await[WALK], 4, "none of them held a place");
}

// What the page books beside a stay is of a room of its guest, never of a friend's that was booked along.
async fn nothing_is_added_to_the_stay_of_a_friend(house: House) {
    house.import(&HotelFiles { kings: 5, ..files() }).await;
    let client = &house.client;
    let batch = client.begin(3).await;
    for room_no in [1, 2, 3] {
        client.set_rate(&batch, room_no, &king()).await.is(200);
    }
    client.add_guest(&batch, &guest()).await.is(200);
    let mut friend = guest();
    friend["guest_data"]["last_name"] = json!("Byrne");
    let path = booking(&format!("new-booking/{}/add-guest", batch.sessions[1]));
    client.post(&path, &batch.secret, &friend).await.is(200);
    let rooms = client.commit(&batch, &held_until_18(&batch)).await.is(200).body;
    let number = |at: usize| text(&rooms[at]["confirmation_no"]);
    client.give_back(number(0)).await;
    client.walked(&just_booked(&batch)).await;
    assert_eq!(client.extras_of(number(2)).await.len(), 1);
    let friends = async || client.get(&find(number(1), "Byrne")).await.is(200).body["extras"].clone();
    assert_eq!(friends().await, json!([]));
    client.give_back(number(2)).await;
    client.walk_of(&just_booked(&batch)).await.refuses(409, "NOT_CHANGEABLE");

    // Nor to one that was written over to a friend since.
    let batch = client.begin(2).await;
    for room_no in [1, 2] {
        client.set_rate(&batch, room_no, &king()).await.is(200);
    }
    client.add_guest(&batch, &guest()).await.is(200);
    let rooms = client.commit(&batch, &held_until_18(&batch)).await.is(200).body;
    let rooms = [0, 1].map(|at| text(&rooms[at]["confirmation_no"]));
    friend["guest_data"]["last_name"] = json!("Haddad");
    let path = format!("/enterprise/v4/web/update-guest?request_id={}", client.look_up(rooms[0]).await);
    client.call(Method::PUT, &path, "", &friend["guest_data"]).await.is(200);
    let walk = client.walked(&just_booked(&batch)).await;
    let theirs = client.get(&find(rooms[0], "Haddad")).await.is(200).body["extras"].clone();
    assert_eq!((theirs, &client.extras_of(rooms[1]).await[0]["conf_num"]), (json!([]), &json!(walk)));
    // Which is the booker's nobody knows once the other is another's too.
    friend["guest_data"]["last_name"] = json!("Byrne");
    let path = format!("/enterprise/v4/web/update-guest?request_id={}", client.look_up(rooms[1]).await);
    client.call(Method::PUT, &path, "", &friend["guest_data"]).await.is(200);
    client.walk_of(&just_booked(&batch)).await.refuses(409, "NOT_CHANGEABLE");

    // Nor to one that was booked along, where the booker has mended their own name.
    let batch = client.begin(2).await;
    for room_no in [1, 2] {
        client.set_rate(&batch, room_no, &king()).await.is(200);
    }
    client.add_guest(&batch, &guest()).await.is(200);
    let path = booking(&format!("new-booking/{}/add-guest", batch.sessions[1]));
    client.post(&path, &batch.secret, &friend).await.is(200);
    let rooms = client.commit(&batch, &held_until_18(&batch)).await.is(200).body;
    let rooms = [0, 1].map(|at| text(&rooms[at]["confirmation_no"]));
    friend["guest_data"]["last_name"] = json!("Shea");
    let path = format!("/enterprise/v4/web/update-guest?request_id={}", client.look_up(rooms[0]).await);
    client.call(Method::PUT, &path, "", &friend["guest_data"]).await.is(200);
    let walk = client.walked(&just_booked(&batch)).await;
    let found = async |at: usize, name: &str| client.get(&find(rooms[at], name)).await.is(200).body["extras"].clone();
    assert_eq!((found(1, "Byrne").await, &found(0, "Shea").await[0]["conf_num"]), (json!([]), &json!(walk)));
}

// clause: API-70
async fn an_activity_is_of_a_stay_that_stands_and_has_its_day(house: House) {
    house.import(&HotelFiles { kings: 4, ..files() }).await;
    let client = &house.client;
    let confirmed = async |begun: &Begun, of_stay: bool| {
        for _ in 0..2 {
            let answer = client.confirm_activity(begun).await.is(200).body;
            assert_eq!(answer["of_stay"], of_stay, "{answer}");
        }
    };
    let king = |from, to| room("KING", "FLEX", from, to, 2);

    let (number, batch) = client.stay().await;
    let begun = client.walking(&just_booked(&batch)).await;
    client.give_back(&number).await;
    confirmed(&begun, false).await;
    assert!(client.extras_of(&number).await.is_empty());

    // It is on the 12th: moved so that this is its last day, the stay still has it.
    for (from, to, has) in [("2026-12-11", "2026-12-12", true), ("2026-12-13", "2026-12-15", false)] {
        let (number, batch) = client.stay().await;
        let begun = client.walking(&just_booked(&batch)).await;
        client.move_to(&number, &king(from, to)).await;
        confirmed(&begun, has).await;
        assert_eq!(client.extras_of(&number).await.len(), usize::from(has), "{from} to {to}");
        if has {
            // What was booked with it stays so.
            client.give_back(&number).await;
            confirmed(&begun, true).await;
            assert_eq!(client.extras_of(&number).await.len(), 1);
        }
    }

    // Nor is it of one that never had its day.
    let (number, batch) = client.stay().await;
    let body = json!({"activity_instance_id": "WALK.2026-12-19.1600", "stay": just_booked(&batch)});
    let begun = Begun::of(&client.post(&at("web/new-activity-booking?adults=1"), "", &body).await.is(201));
    client.guests(&begun, &maya(1, 0)).await.is(200);
    confirmed(&begun, false).await;
    assert!(client.extras_of(&number).await.is_empty());
}

// clause: API-62
async fn an_event_is_of_a_stay_that_stands_and_has_its_days(house: House) {
    house.import_demo("harbour-house").await;
    let client = &house.client;
    let king = |from, to| room("DELUXE_KING", "FLEX", from, to, 2);
    // It is on the 12th.
    for (moved, has) in
        [(None, false), (Some(("2026-12-11", "2026-12-12")), true), (Some(("2026-12-13", "2026-12-15")), false)]
    {
        let (rooms, batch) = client.two_rooms().await;
        let begun = events::begun(client, "", &json!({"event_type_id": "MEETING", "stay": just_booked(&batch)})).await;
        step(client, &begun, "sub-events-setup", &chart_room()).await.is(200);
        match moved {
            Some((from, to)) => client.move_to(&rooms[0], &king(from, to)).await,
            None => {
                for room in &rooms {
                    client.give_back(room).await;
                }
            }
        }
        let booked = events::book(client, &begun, &Value::Null).await.is(200).body;
        let read = events::read(client, &begun).await.is(200).body;
        assert_eq!((&booked["of_stay"], &read["confirmation"]["of_stay"]), (&json!(has), &json!(has)), "{moved:?}");
        assert_eq!(client.numbers_with(&rooms[0]).await.len(), usize::from(has), "{moved:?}");
        let found = client.get(&find(text(&booked["confirmation_no"]), "N%C3%AD+Bhriain")).await.is(200).body;
        client.cancel_extra(&found, None).await.is(200);
    }
}
