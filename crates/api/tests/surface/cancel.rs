//! Rooms of a booking are given back together or not at all, at what the guest was told.

use axum::http::Method;
use domain::money::Currency;
use icalendar::{Calendar, Component, EventStatus};
use jiff::{SignedDuration, Timestamp};
use mail_parser::MessageParser;
use serde_json::{Value, json};

use crate::support::hotel::ID;
use crate::support::mail_server::MailServer;
use crate::support::steps::{Batch, booking, guest, held_until_18, king, room, with_card};
use crate::support::{Answer, HotelFiles, House, OPERATOR, on_both_engines};

const VAULT: bool = true;

on_both_engines!(
    rooms_are_cancelled_in_one_act
    a_room_that_cannot_be_cancelled_keeps_the_others
    several_rooms_give_back_what_was_paid_for_each
    no_more_is_taken_than_the_guest_was_told
    no_other_stay_is_cancelled_than_the_guest_was_shown
    one_mail_tells_of_all_rooms
    the_mail_tells_what_cancelling_came_to
    nothing_is_kept_of_what_was_never_paid
    the_calendar_keeps_the_room_that_stands
    a_friends_room_is_the_friends_own
    a_room_written_over_to_a_friend_opens_no_other
    what_a_company_pays_is_told_as_its_own
    what_a_code_opened_is_told_in_the_guests_language
);

/// A room for two nights by a code.
fn by_code(mut body: Value, codes: &[(&str, &str)]) -> Value {
    for (field, code) in codes {
        body[field] = json!(code);
    }
    body
}

// clause: MANAGE-31, PAY-11, CONF-05
async fn what_a_company_pays_is_told_as_its_own(house: House) {
    house.import(&HotelFiles { takes_codes: true, ..HotelFiles::default() }).await;
    let client = &house.client;
    let batch = client.begin(2).await;
    let corporate = room("KING", "CORPORATE", "2026-12-12", "2026-12-14", 2);
    let sure = by_code(corporate, &[("company_code", "ACME"), ("mop", "COMPANY")]);
    client.set_rate(&batch, 1, &sure).await.is(200);
    client.set_rate(&batch, 2, &room("SUITE", "FLEX", "2026-12-12", "2026-12-14", 2)).await.is(200);
    client.add_guest(&batch, &guest()).await.is(200);
    let rooms = client.commit(&batch, &held_until_18(&batch)).await.is(200).body;
    let number = rooms[0]["confirmation_no"].as_str().expect("a number");

    let found = house.looked_up(number).await;
    let details = &found["reservation_details"];
    let acme = json!({"id": "ACME", "name": "Acme"});
    assert_eq!((&details["company"], &details["mop"]), (&acme, &json!("COMPANY")));
    assert_eq!((&found["rooms"][0]["company"], &found["rooms"][1]["company"]), (&acme, &Value::Null));
    let letter = async |room: &Value| client.get_html(room["letter_url"].as_str().expect("an address")).await;
    let (by_company, by_guest) = (letter(&rooms[0]).await, letter(&rooms[1]).await);
    assert!(by_company.contains("Acme pays<") && !by_company.contains("A card holds the room"), "{by_company}");
    assert!(!by_guest.contains("Acme pays<"), "{by_guest}");
    let penalty_of_company = "Acme pays what cancelling costs.";
    assert!(by_company.contains(penalty_of_company) && !by_guest.contains(penalty_of_company), "{by_company}");

    // What cancelling costs is the company's to pay.
    house.clock.pass(SignedDuration::from_hours(24 * 10));
    let token = client.look_up(number).await;
    let done = house.cancel_rooms(&token, &json!({})).await.is(200).body;
    assert!(done["penalty"]["amount"].as_f64() > Some(0.0), "{done}");
    let letter = letter(&rooms[0]).await;
    assert!(letter.contains("Acme pays<") && !letter.contains("The hotel keeps"), "{letter}");
}

// clause: MANAGE-31, I18N-02
async fn what_a_code_opened_is_told_in_the_guests_language(house: House) {
    house.import(&HotelFiles { takes_codes: true, ..HotelFiles::default() }).await;
    let client = &house.client;
    let batch = client.begin(1).await;
    client.set_rate(&batch, 1, &by_code(king(), &[("discount_id", "WINTER15")])).await.is(200);
    client.add_guest(&batch, &guest()).await.is(200);
    let rooms = client.commit(&batch, &held_until_18(&batch)).await.is(200).body;
    let token = client.look_up(rooms[0]["confirmation_no"].as_str().expect("a number")).await;
    for (language, name) in [("en_US", "Winter"), ("ar_AE", "شتاء")] {
        let path = format!("/enterprise/v4/web/manage-booking?request_id={token}&language_code={language}");
        let details = client.get(&path).await.is(200).body["reservation_details"].clone();
        assert_eq!((&details["discount"]["name"], &details["mop"]), (&json!(name), &json!("GUEST")));
    }
}

const PATH: &str = "/enterprise/v4/web/cancel-booking";

fn numbers(rooms: &Value) -> Vec<String> {
    let rooms = rooms.as_array().expect("rooms");
    rooms.iter().map(|room| room["confirmation_no"].as_str().expect("a number").to_owned()).collect()
}

fn usd(amount: f64) -> Value {
    json!({"amount": amount, "currency": "USD"})
}

impl House {
    /// So many Kings for the same nights, booked together.
    pub async fn together(&self, count: u8) -> Vec<String> {
        let batch = self.client.begin(count).await;
        for room_no in 1..=usize::from(count) {
            self.client.set_rate(&batch, room_no, &king()).await.is(200);
        }
        self.client.add_guest(&batch, &guest()).await.is(200);
        numbers(&self.client.commit(&batch, &held_until_18(&batch)).await.is(200).body)
    }

    pub async fn looked_up(&self, number: &str) -> Value {
        let token = self.client.look_up(number).await;
        self.client.get(&format!("/enterprise/v4/web/manage-booking?request_id={token}")).await.is(200).body
    }

    pub async fn consent(&self, token: &str, numbers: &[String]) -> Answer {
        let numbers = numbers.join(",");
        self.client.get(&format!("{PATH}/consent?request_id={token}&conf_nums={numbers}")).await
    }

    pub async fn cancel_rooms(&self, token: &str, wish: &Value) -> Answer {
        self.client.call(Method::PUT, &format!("{PATH}?request_id={token}"), "", wish).await
    }
}

// clause: MANAGE-22, MANAGE-32, API-35, API-36
async fn rooms_are_cancelled_in_one_act(house: House) {
    house.import(&HotelFiles { kings: 4, ..HotelFiles::default() }).await;
    let three = house.together(3).await;
    let found = house.looked_up(&three[1]).await;
    let told = |field: &str| -> Vec<Value> {
        found["rooms"].as_array().expect("rooms").iter().map(|room| room[field].clone()).collect()
    };
    assert_eq!(told("conf_num"), three.iter().map(|number| json!(number)).collect::<Vec<_>>());
    assert_eq!(told("status"), ["HOLD", "HOLD", "HOLD"]);
    assert_eq!(told("cancellation_allowed"), [true, true, true]);
    // Each is opened by its own token.
    let token = found["rooms"][2]["request_token"].as_str().expect("a token");
    let other = house.client.get(&format!("/enterprise/v4/web/manage-booking?request_id={token}")).await.is(200).body;
    assert_eq!((&other["conf_num"], other["rooms"].as_array().map(Vec::len)), (&json!(three[2]), Some(3)));

    let token = found["request_token"].as_str().expect("a token");
    let two = [three[2].clone(), three[0].to_lowercase()];
    let told = house.consent(token, &two).await.is(200).body;
    assert_eq!((&told["penalty"], told["rooms"].as_array().map(Vec::len)), (&usd(0.0), Some(2)));
    assert_eq!(house.nights().await, (0, 6));
    let wish = json!({"conf_nums": two, "expected_penalty": 0.0, "expected_refund": 0});
    let (one, again) = tokio::join!(house.cancel_rooms(token, &wish), house.cancel_rooms(token, &wish));
    let done = one.is(200).body;
    assert_eq!(again.is(200).body, done);
    assert_eq!((&done["status"], &done["penalty"]), (&json!("CANCELLED"), &usd(0.0)));
    let cancelled: Vec<_> = done["rooms"].as_array().expect("rooms").iter().map(|room| &room["conf_num"]).collect();
    assert_eq!(cancelled, [&json!(three[0]), &json!(three[2])], "in the order of the booking");
    assert_eq!((house.nights().await, house.reservations().await), ((0, 2), (1, 2)));
    let left = house.looked_up(&three[0]).await;
    assert_eq!(left["rooms"][1]["cancellation_allowed"], true);
    assert_eq!(
        (&left["rooms"][0]["cancellation_allowed"], &left["rooms"][2]["status"]),
        (&json!(false), &json!("CANCELLED"))
    );
}

// clause: MANAGE-19, API-36
async fn a_room_that_cannot_be_cancelled_keeps_the_others(house: House) {
    house.import(&HotelFiles { kings: 4, ..HotelFiles::default() }).await;
    let two = house.together(2).await;
    let stranger = house.together(1).await;
    let token = house.client.look_up(&two[0]).await;
    for wrong in [stranger[0].as_str(), "NONSENSE", "1", ""] {
        let numbers = [two[0].clone(), wrong.to_owned()];
        let refused = house.consent(&token, &numbers).await.refuses(422, "UNACCEPTABLE");
        assert_eq!(refused.fields(), ["conf_nums"]);
        house.cancel_rooms(&token, &json!({"conf_nums": numbers})).await.refuses(422, "UNACCEPTABLE");
    }
    for (field, value) in [("expected_penalty", json!("0")), ("conf_nums", json!(7)), ("expected_refund", json!(1e300))]
    {
        let refused = house.cancel_rooms(&token, &json!({ field: value })).await.refuses(400, "BAD_FIELD");
        assert_eq!(refused.fields(), [field]);
    }
    // What names no room is not taken for the one that was looked up.
    for blank in [json!(["  "]), json!([""])] {
        let refused = house.cancel_rooms(&token, &json!({"conf_nums": blank})).await.refuses(422, "UNACCEPTABLE");
        assert_eq!(refused.fields(), ["conf_nums"]);
    }
    for list in [json!([]), json!([[two[1]]])] {
        assert_eq!(house.cancel_rooms(&token, &list).await.refuses(400, "BAD_FIELD").fields(), ["body"]);
    }
    // One of the two is in the house by now.
    let status = format!("/operator/v1/reservations/{}/status", two[1]);
    house.client.call(Method::PUT, &status, OPERATOR, &json!({"status": "CHECKED_IN"})).await.is(200);
    let refused = house.consent(&token, &two).await.refuses(409, "NOT_CANCELLABLE");
    assert_eq!(refused.body["conf_num"], two[1]);
    house.cancel_rooms(&token, &json!({"conf_nums": two})).await.refuses(409, "NOT_CANCELLABLE");
    // The stranger's and the first one are still only booked.
    assert_eq!((house.nights().await, house.reservations().await), ((0, 6), (2, 1)));
    house.cancel_rooms(&token, &json!({"conf_nums": [two[0]]})).await.is(200);
    assert_eq!(house.nights().await, (0, 4));
}

/// Two rooms whose first nights were paid with the booking, in one payment; answers their numbers and what was paid.
async fn deposited(house: &House) -> (Vec<String>, i64) {
    house.import(&HotelFiles { kings: 4, takes_codes: true, company_pays: false, ..HotelFiles::default() }).await;
    let batch: Batch = house.client.begin(2).await;
    for (room_no, kind) in [(1, "KING"), (2, "SUITE")] {
        let mut body = room(kind, "CORPORATE", "2027-01-12", "2027-01-14", 2);
        body["company_code"] = json!("ACME");
        house.client.set_rate(&batch, room_no, &body).await.is(200);
    }
    house.client.add_guest(&batch, &guest()).await.is(200);
    let card = house.card_token(&batch, "4242424242424242", "Siobhán").await.is(200).body;
    let mut order = with_card(&batch, &card);
    let mut second = order["sessions"][0].clone();
    second["session_id"] = json!(batch.sessions[1]);
    order["sessions"].as_array_mut().expect("sessions").push(second);
    let rooms = house.client.commit(&batch, &order).await.is(200).body;
    let paid = rooms.as_array().expect("rooms").iter().map(|room| cents(&room["due_now"])).sum();
    (numbers(&rooms), paid)
}

fn cents(amount: &Value) -> i64 {
    let usd = Currency::of("USD").expect("a currency");
    usd.from_decimal_f64(amount.as_f64().expect("an amount")).expect("cents")
}

async fn went_back(house: &House, number: &str) -> i64 {
    let db = &house.app.db;
    let kept = store::reservations::find::<Value>(db, ID, number).await.expect("a read").expect("a reservation");
    crate::support::refunded(db, ID, kept.reservation_id, kept.version).await
}

/// Lets time pass until so many seconds before an instant.
fn pass_until(house: &House, at: &str, seconds: i64) {
    let at: Timestamp = at.parse().expect("an instant");
    house.clock.pass(at.duration_since(house.clock.now()) - SignedDuration::from_secs(seconds));
}

// clause: MANAGE-22, API-36
async fn several_rooms_give_back_what_was_paid_for_each(house: House) {
    let (two, paid) = deposited(&house).await;
    let token = house.client.look_up(&two[0]).await;
    let told = house.consent(&token, &two).await.is(200).body;
    let of_rooms: i64 =
        told["rooms"].as_array().expect("rooms").iter().map(|room| cents(&room["refund"]["amount"])).sum();
    assert_eq!((cents(&told["refund"]["amount"]), of_rooms), (paid, paid));
    assert_eq!(told["free_until"], "2027-01-10T15:00:00-05:00");
    let wish = json!({"conf_nums": two, "expected_penalty": 0, "expected_refund": told["refund"]["amount"]});
    let done = house.cancel_rooms(&token, &wish).await.is(200).body;
    assert_eq!(done["refund"], told["refund"]);
    assert_eq!(house.cancel_rooms(&token, &wish).await.is(200).body, done);
    assert_eq!(went_back(&house, &two[0]).await + went_back(&house, &two[1]).await, paid);
    let open = store::refunds::due(&house.app.db, Timestamp::MAX, 9).await.expect("the refunds");
    assert!(open.is_empty(), "{open:?}");
    // Whoever looks again sees what came back for this room.
    let cancellation = house.looked_up(&two[1]).await["reservation_details"]["cancellation"].clone();
    assert_eq!(
        (cents(&cancellation["refund"]), &cancellation["penalty"]),
        (went_back(&house, &two[1]).await, &json!(0.0))
    );
}

// clause: MANAGE-22, API-36
async fn no_more_is_taken_than_the_guest_was_told(house: House) {
    let (two, paid) = deposited(&house).await;
    let free_until = "2027-01-10T15:00:00-05:00";
    pass_until(&house, free_until, 60);
    let token = house.client.look_up(&two[0]).await;
    let told = house.consent(&token, &two).await.is(200).body;
    assert_eq!(told["penalty"], usd(0.0));
    let wish = |told: &Value| json!({"conf_nums": two, "expected_penalty": told["penalty"]["amount"], "expected_refund": told["refund"]["amount"]});
    pass_until(&house, free_until, 0);
    let refused = house.cancel_rooms(&token, &wish(&told)).await.refuses(409, "CANCELLATION_CHANGED");
    let now = &refused.body["consent"];
    assert_eq!((cents(&now["penalty"]["amount"]), cents(&now["refund"]["amount"])), (paid, 0));
    let in_words = Currency::of("USD").expect("a currency").format(paid);
    assert_eq!(now["message"], format!("Cancelling now costs {in_words} USD."));
    assert_eq!(*now, house.consent(&token, &two).await.is(200).body);
    assert_eq!((house.nights().await, house.reservations().await), ((0, 4), (2, 0)));
    // Each of the two figures by itself.
    for field in ["expected_penalty", "expected_refund"] {
        let mut half = wish(now);
        half[field] = wish(&told)[field].clone();
        house.cancel_rooms(&token, &half).await.refuses(409, "CANCELLATION_CHANGED");
    }
    let done = house.cancel_rooms(&token, &wish(now)).await.is(200).body;
    assert_eq!((&done["penalty"], went_back(&house, &two[0]).await), (&now["penalty"], 0));
    // What was done stays as it was, at any later moment and whatever is expected by then.
    house.clock.pass(SignedDuration::from_mins(20));
    assert_eq!(house.cancel_rooms(&token, &wish(&told)).await.is(200).body, done);

    // What the hotel cancels costs nothing, whoever asks again after the deadline.
    let batch = house.client.begin(1).await;
    house.client.set_rate(&batch, 1, &room("KING", "FLEX", "2027-01-12", "2027-01-14", 2)).await.is(200);
    house.client.add_guest(&batch, &guest()).await.is(200);
    let other = numbers(&house.client.commit(&batch, &held_until_18(&batch)).await.is(200).body);
    let status = format!("/operator/v1/reservations/{}/status", other[0]);
    house.client.call(Method::PUT, &status, OPERATOR, &json!({"status": "CANCELLED"})).await.is(200);
    let token = house.client.look_up(&other[0]).await;
    assert_eq!(house.cancel_rooms(&token, &Value::Null).await.is(200).body["penalty"], usd(0.0));
}

// clause: MANAGE-22
async fn no_other_stay_is_cancelled_than_the_guest_was_shown(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let number = client.booked().await["confirmation_no"].as_str().expect("a number").to_owned();
    let token = client.look_up(&number).await;
    let shown = |to: &str| {
        let stay =
            json!({"conf_num": number, "check_in_date": "2026-12-12", "check_out_date": to, "room_type_id": "KING"});
        json!({"expected_penalty": 0, "expected_refund": 0, "expected_rooms": [stay]})
    };
    let change = client.changing(&number).await;
    client.set_rate(&change, 1, &room("KING", "FLEX", "2026-12-12", "2026-12-15", 2)).await.is(200);
    client.commit(&change, &json!({"sessions": [{"session_id": change.sessions[0]}]})).await.is(200);
    // Cancelling costs the same as before.
    let refused = house.cancel_rooms(&token, &shown("2026-12-14")).await.refuses(409, "CANCELLATION_CHANGED");
    assert_eq!(refused.body["consent"]["penalty"], usd(0.0));
    let broken = house.cancel_rooms(&token, &shown("soon")).await.refuses(400, "BAD_FIELD");
    assert_eq!(broken.body["errors"][0]["field"], "expected_rooms[0].check_out_date");
    assert_eq!(house.reservations().await, (1, 0));
    house.cancel_rooms(&token, &shown("2026-12-15")).await.is(200);
    assert_eq!(house.reservations().await, (0, 1));
}

// clause: MANAGE-24
async fn one_mail_tells_of_all_rooms(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    house.import(&HotelFiles { kings: 4, ..HotelFiles::default() }).await;
    let two = house.together(2).await;
    api::send_mails(&house.app).await.expect("a round");
    let token = house.client.look_up(&two[0]).await;
    let wish = json!({"conf_nums": two, "language_code": "ar_AE"});
    house.cancel_rooms(&token, &wish).await.is(200);
    house.cancel_rooms(&token, &wish).await.is(200);
    assert_eq!(api::send_mails(&house.app).await.expect("a round"), 1);
    let taken = server.taken();
    let mail = MessageParser::default().parse(&taken[1]).expect("a mail");
    let (text, html) = (mail.body_text(0).expect("a text"), mail.body_html(0).expect("a page"));
    assert!(two.iter().all(|number| text.contains(number.as_str())), "{text}");
    assert!(html.contains("lang=\"ar-AE\""), "{html}");
    assert_eq!(taken.len(), 2);
}

// clause: MANAGE-24
async fn the_mail_tells_what_cancelling_came_to(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    let (two, _) = deposited(&house).await;
    api::send_mails(&house.app).await.expect("a round");
    let mail = |at: usize| {
        let taken = server.taken();
        let mail = MessageParser::default().parse(&taken[at]).expect("a mail");
        mail.body_text(0).expect("a text").replace('\u{a0}', " ")
    };
    assert!(mail(0).contains("Change or cancel: http"), "{}", mail(0));
    let dollars = |amount: &Value| format!("${:.2}", amount["amount"].as_f64().expect("an amount"));
    // One while it is free, the other when it costs what was paid.
    for (at, number) in (1..).zip(&two) {
        let token = house.client.look_up(number).await;
        let done = house.cancel_rooms(&token, &json!({"conf_nums": [number]})).await.is(200).body;
        api::send_mails(&house.app).await.expect("a round");
        let text = mail(at);
        let keeps = format!("The hotel keeps: {}", dollars(&done["penalty"]));
        let back = format!("You get back (VISA, ending 4242): {}", dollars(&done["refund"]));
        assert!(text.contains(&keeps), "{keeps} in\n{text}");
        assert_eq!(text.contains(&back), at == 1, "{back} in\n{text}");
        assert!(text.contains("Your reservation: http") && !text.contains("Change or cancel: http"), "{text}");
        pass_until(&house, "2027-01-10T15:00:00-05:00", 0);
    }
}

// clause: MANAGE-22, MANAGE-24
async fn nothing_is_kept_of_what_was_never_paid(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    house.import(&HotelFiles { kings: 4, ..HotelFiles::default() }).await;
    let batch = house.client.begin(1).await;
    house.client.set_rate(&batch, 1, &king()).await.is(200);
    house.client.add_guest(&batch, &guest()).await.is(200);
    let room = house.client.commit(&batch, &held_until_18(&batch)).await.is(200).body[0].clone();
    let number = room["confirmation_no"].as_str().expect("a number");
    let token = async || house.client.look_up(number).await;
    let told = house.consent(&token().await, &[]).await.is(200).body;
    assert_eq!((cents(&told["penalty"]["amount"]), cents(&told["kept"]["amount"])), (0, 0));

    pass_until(&house, "2026-12-11T15:00:00-05:00", 0);
    let told = house.consent(&token().await, &[]).await.is(200).body;
    let penalty = cents(&told["penalty"]["amount"]);
    assert!(penalty > 0, "{told}");
    assert_eq!((cents(&told["kept"]["amount"]), cents(&told["rooms"][0]["kept"]["amount"])), (0, 0));
    let done = house.cancel_rooms(&token().await, &json!({})).await.is(200).body;
    assert_eq!((cents(&done["penalty"]["amount"]), cents(&done["kept"]["amount"])), (penalty, 0));
    let cancellation = house.looked_up(number).await["reservation_details"]["cancellation"].clone();
    assert_eq!((&cancellation["by"], cents(&cancellation["penalty"])), (&json!("GUEST"), penalty));
    assert_eq!(cents(&cancellation["kept"]), 0);
    let asked = "Cost of cancelling: the hotel will ask you for this amount";
    let letter = house.client.get_html(room["letter_url"].as_str().expect("an address")).await;
    assert!(letter.contains(asked) && !letter.contains("The hotel keeps"), "{letter}");
    api::send_mails(&house.app).await.expect("a round");
    let taken = server.taken();
    let mail = MessageParser::default().parse(taken.last().expect("a mail")).expect("a mail");
    let text = mail.body_text(0).expect("a text");
    assert!(text.contains(asked) && !text.contains("The hotel keeps"), "{text}");
}

async fn the_calendar_keeps_the_room_that_stands(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    house.import(&HotelFiles { kings: 4, ..HotelFiles::default() }).await;
    let two = house.together(2).await;
    api::send_mails(&house.app).await.expect("a round");
    let token = house.client.look_up(&two[0]).await;
    house.cancel_rooms(&token, &json!({"conf_nums": [two[0]]})).await.is(200);
    api::send_mails(&house.app).await.expect("a round");
    // What a calendar has after both: each entry as it was told last.
    let mut entries = std::collections::BTreeMap::new();
    for mail in server.taken() {
        let mail = MessageParser::default().parse(&mail).expect("a mail");
        let file: Calendar =
            mail.attachment(0).and_then(|file| file.text_contents()).expect("a file").parse().expect("a calendar");
        for event in file.iter().filter_map(|component| component.as_event()) {
            let number = two.iter().find(|number| event.get_description().is_some_and(|text| text.contains(&**number)));
            entries.insert(event.get_uid().expect("an id").to_owned(), (number.cloned(), event.get_status()));
        }
    }
    let mut entries: Vec<_> = entries.into_values().collect();
    entries.sort_by_key(|(number, _)| two.iter().position(|other| Some(other) == number.as_ref()));
    let expected =
        [(Some(two[0].clone()), Some(EventStatus::Cancelled)), (Some(two[1].clone()), Some(EventStatus::Confirmed))];
    assert_eq!(entries, expected);
}

// clause: MANAGE-08
async fn a_friends_room_is_the_friends_own(house: House) {
    house.import(&HotelFiles { kings: 4, ..HotelFiles::default() }).await;
    let batch = house.client.begin(2).await;
    for room_no in [1, 2] {
        house.client.set_rate(&batch, room_no, &king()).await.is(200);
    }
    house.client.add_guest(&batch, &guest()).await.is(200);
    let mut friend = guest();
    friend["guest_data"]["last_name"] = json!("Byrne");
    let path = booking(&format!("new-booking/{}/add-guest", batch.sessions[1]));
    house.client.post(&path, &batch.secret, &friend).await.is(200);
    let booked = house.client.commit(&batch, &held_until_18(&batch)).await.is(200).body;
    let rooms = numbers(&booked);
    // With the name that its reader knows, a number would open the other's room.
    for (at, other) in [(0, 1), (1, 0)] {
        let letter = house.client.get_html(booked[at]["letter_url"].as_str().expect("an address")).await;
        assert_eq!([at, other].map(|at| letter.contains(&rooms[at])), [true, false], "{letter}");
    }
    let found = house.looked_up(&rooms[0]).await;
    assert_eq!(found["rooms"].as_array().map(Vec::len), Some(1));
    let token = found["request_token"].as_str().expect("a token");
    let refused = house.cancel_rooms(token, &json!({"conf_nums": rooms})).await.refuses(422, "UNACCEPTABLE");
    assert_eq!(refused.fields(), ["conf_nums"]);
    // Nor does a friend who calls themselves like the other see more than before.
    let look_up = format!("/enterprise/v4/web/manage-booking?conf_num={}&last_name=Byrne", rooms[1]);
    let theirs = house.client.get(&look_up).await.is(200).body;
    let token = theirs["request_token"].as_str().expect("a token");
    let path = format!("/enterprise/v4/web/update-guest?request_id={token}");
    house.client.call(Method::PUT, &path, "", &guest()["guest_data"]).await.is(200);
    let again = house.client.get(&format!("/enterprise/v4/web/manage-booking?request_id={token}")).await.is(200).body;
    assert_eq!(again["rooms"].as_array().map(Vec::len), Some(1));
    assert_eq!(house.nights().await, (0, 4));
}

// clause: MANAGE-08
async fn a_room_written_over_to_a_friend_opens_no_other(house: House) {
    house.import(&HotelFiles { kings: 4, ..HotelFiles::default() }).await;
    let rooms = house.together(2).await;
    let (one, two) = (house.client.look_up(&rooms[0]).await, house.client.look_up(&rooms[1]).await);
    let rename = async |token: &str, last_name: &str, numbers: &[String]| {
        let mut guest = guest()["guest_data"].clone();
        (guest["last_name"], guest["conf_nums"]) = (json!(last_name), json!(numbers));
        let path = format!("/enterprise/v4/web/update-guest?request_id={token}");
        house.client.call(Method::PUT, &path, "", &guest).await.is(200);
    };
    let seen = async |token: &str| {
        let path = format!("/enterprise/v4/web/manage-booking?request_id={token}");
        let found = house.client.get(&path).await.is(200).body;
        let numbers = |found: &Value| -> Vec<Value> {
            found["rooms"].as_array().expect("rooms").iter().map(|room| room["conf_num"].clone()).collect()
        };
        let letter = found["reservation_details"]["letter_url"].as_str().expect("an address");
        let letter = house.client.get_html(letter).await;
        (numbers(&found), rooms.iter().map(|number| letter.contains(number)).collect::<Vec<_>>())
    };
    // Also for a friend who then calls themselves like who booked it.
    for name in ["Haddad", "Ní Bhriain"] {
        rename(&two, name, &[]).await;
        assert_eq!(seen(&two).await, (vec![json!(rooms[1])], vec![false, true]));
    }
    house.cancel_rooms(&two, &json!({"conf_nums": rooms})).await.refuses(422, "UNACCEPTABLE");
    // Who booked both sees both, and a name that is mended on both keeps them together.
    let both = (rooms.iter().map(|number| json!(number)).collect(), vec![true, true]);
    assert_eq!(seen(&one).await, both);
    rename(&one, "Hadad", &rooms).await;
    assert_eq!(seen(&two).await, both);
    assert_eq!(house.nights().await, (0, 4));
}
