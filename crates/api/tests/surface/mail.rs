//! Confirmations by e-mail: what they say, to whom, and that each goes out once.

use axum::http::Method;
use domain::hotel::Bundle;
use futures_util::future::join;
use icalendar::{Calendar, Component};
use jiff::SignedDuration;
use mail_parser::{Message, MessageParser, MimeHeaders};
use serde_json::{Value, json};
use store::{Conn, Durability, StoreError, mails, properties};

use crate::support::hotel::ID;
use crate::support::mail_server::MailServer;
use crate::support::steps::{Batch, booking, guest, held_until_18, king, room};
use crate::support::{HotelFiles, House, OPERATOR, PAGE, on_both_engines};

const VAULT: bool = false;

on_both_engines!(
    a_booking_is_confirmed_by_one_mail
    a_changed_stay_is_told_by_mail
    a_mail_that_is_not_taken_is_tried_again
    a_name_of_several_lines_keeps_no_mail_back
    what_is_given_back_before_its_mail_went_out_is_told_once
    a_guest_who_is_forgotten_before_their_mail_went_out_is_missed_by_nobody
    guests_who_part_before_their_mail_went_out_get_one_each
    a_mail_of_several_guests_says_whose_each_room_is
    rooms_that_stand_apart_say_so_each
    a_mended_address_is_sent_the_confirmation
    a_mail_that_waits_goes_to_a_mended_address_at_once_and_alone
    a_mail_that_is_going_out_goes_to_a_mended_address_too
    a_mended_address_has_all_its_tries
    two_servers_send_each_mail_once
    links_to_an_address_that_was_mended_open_nothing
    links_end_a_month_after_the_stay
);

pub fn parsed(mail: &[u8]) -> Message<'_> {
    MessageParser::default().parse(mail).expect("a mail")
}

async fn outbox(house: &House) -> Vec<(String, i64)> {
    mails::statuses(&house.app.db, ID).await.expect("the outbox")
}

fn outcome(status: &str, tries: i64) -> Vec<(String, i64)> {
    vec![(status.to_owned(), tries)]
}

async fn booked(house: &House, batch: &Batch, language: Option<&str>) -> Value {
    let mut body = held_until_18(batch);
    body["language_code"] = json!(language);
    house.client.commit(batch, &body).await.is(200).body
}

/// Two Kings of one guest.
async fn two_rooms(house: &House) -> (Batch, Value) {
    let batch = house.client.begin(2).await;
    house.client.set_rate(&batch, 1, &king()).await.is(200);
    house.client.set_rate(&batch, 2, &king()).await.is(200);
    house.client.add_guest(&batch, &guest()).await.is(200);
    let rooms = booked(house, &batch, Some("en_US")).await;
    (batch, rooms)
}

// clause: EDIT-05
async fn a_changed_stay_is_told_by_mail(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    house.import(&HotelFiles::default()).await;
    let batch = house.client.ready().await;
    let rooms = booked(&house, &batch, None).await;
    assert_eq!(api::send_mails(&house.app).await.expect("a round"), 1);
    let number = rooms[0]["confirmation_no"].as_str().expect("a number");
    let change = house.client.changing(number).await;
    let moved = room("KING", "FLEX", "2026-12-13", "2026-12-15", 2);
    house.client.set_rate(&change, 1, &moved).await.is(200);
    booked(&house, &change, None).await;
    assert_eq!(api::send_mails(&house.app).await.expect("a round"), 1);
    let taken = server.taken();
    let mail = parsed(&taken[1]);
    assert_eq!(mail.subject(), Some("Your changed stay is confirmed: The Test"));
    let text = mail.body_text(0).expect("a text");
    for said in [number, "we changed this stay", "Sun, Dec 13, 2026"] {
        assert!(text.replace('\u{a0}', " ").contains(said), "{said} in\n{text}");
    }
}

// clause: API-21, CONF-02
async fn a_booking_is_confirmed_by_one_mail(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    house.import(&HotelFiles::default()).await;
    let (batch, rooms) = two_rooms(&house).await;
    assert_eq!(server.connections(), 0, "the booking waits for no mail server");
    assert_eq!(outbox(&house).await, outcome("WAITING", 0));
    // A repeat owes nothing more.
    house.client.commit(&batch, &held_until_18(&batch)).await.is(200);
    assert_eq!(api::send_mails(&house.app).await.expect("a round"), 1);
    assert_eq!(api::send_mails(&house.app).await.expect("a round"), 0);
    assert_eq!(outbox(&house).await, outcome("SENT", 1));

    let taken = server.taken();
    let mail = parsed(&taken[0]);
    let address = |of: Option<&mail_parser::Address<'_>>| of.and_then(|of| of.first()?.address().map(str::to_owned));
    assert_eq!(address(mail.to()).as_deref(), Some("siobhan@guest.example"));
    assert_eq!(mail.to().and_then(|to| to.first()?.name()), Some("Siobhán Ní Bhriain"));
    assert_eq!(mail.subject(), Some("Your stay is confirmed: The Test"));
    assert_eq!(mail.parts.iter().filter(|part| part.is_text_html()).count(), 1);
    let (text, html) = (mail.body_text(0).expect("a text"), mail.body_html(0).expect("a page"));
    for room in rooms.as_array().expect("rooms") {
        let said = [&room["confirmation_no"], &room["room_type_name"]].map(|value| value.as_str().expect("a text"));
        for said in said.into_iter().chain(["$461.46", "Sat, Dec 12, 2026", "Siobhán Ní Bhriain"]) {
            assert!(text.replace('\u{a0}', " ").contains(said), "{said} in\n{text}");
            assert!(html.replace('\u{a0}', " ").contains(said), "{said} in\n{html}");
        }
        // The address opens the letter.
        let start = format!("{PAGE}{}", room["letter_url"].as_str().expect("an address"));
        let line = text.lines().find(|line| line.contains(&start)).expect("the address");
        let path = line.split(PAGE).nth(1).expect("a path");
        let number = room["confirmation_no"].as_str().expect("a number");
        assert!(house.client.get_html(path).await.contains(number));
        // The other one finds the stay without its guest's name.
        let line = text.lines().find(|line| line.contains(&format!("conf_num={number}"))).expect("the address");
        let (_, query) = line.split_once("#/search-reservation-result?").expect("the page that shows it");
        let found = house.client.get(&format!("/enterprise/v4/web/manage-booking?{query}")).await.is(200).body;
        assert_eq!(found["conf_num"], number);
    }
    // An entry of a calendar for each, since each can be given back by itself.
    let file = mail.attachment(0).expect("a calendar file");
    assert_eq!(file.attachment_name(), Some("stay.ics"));
    let calendar: Calendar = file.text_contents().expect("a text").parse().expect("a calendar");
    let events: Vec<_> = calendar.iter().filter_map(|component| component.as_event()).collect();
    assert_eq!(events.len(), 2);
    assert_ne!(events[0].get_uid(), events[1].get_uid());
    assert!(events.iter().all(|event| event.get_summary().is_some_and(|summary| summary.contains("The Test"))));
}

async fn a_mail_that_is_not_taken_is_tried_again(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    house.import(&HotelFiles::default()).await;
    let batch = house.client.ready().await;
    booked(&house, &batch, None).await;
    server.refuse_next(451);
    server.refuse_next(421);
    for (tries, pause) in [(1, 1), (2, 2)] {
        assert_eq!(api::send_mails(&house.app).await.expect("a round"), 1);
        assert_eq!(outbox(&house).await, outcome("WAITING", tries));
        // Not before its pause is over.
        assert_eq!(api::send_mails(&house.app).await.expect("a round"), 0);
        house.pass_minutes(pause).await;
    }
    assert_eq!(api::send_mails(&house.app).await.expect("a round"), 1);
    assert_eq!((outbox(&house).await, server.taken().len()), (outcome("SENT", 3), 1));
}

async fn a_name_of_several_lines_keeps_no_mail_back(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    house.import(&HotelFiles::default()).await;
    let mut stored = properties::find(&house.app.db, ID).await.expect("a read").expect("the hotel");
    stored.hotel.name = "Grand\r\nTest".to_owned();
    let bundle = Bundle { hotel: stored.hotel, nights: stored.rows, stock: vec![], media: vec![] };
    house
        .app
        .db
        .write::<(), StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
            let bundle = bundle.clone();
            Box::pin(async move { properties::save(conn, &bundle, crate::support::morning()).await })
        })
        .await
        .expect("a write");
    api::tick(&house.app).await;
    booked(&house, &house.client.ready().await, None).await;
    assert_eq!(api::send_mails(&house.app).await.expect("a round"), 1);
    let taken = server.taken();
    let mail = parsed(&taken[0]);
    assert_eq!(mail.from().and_then(|from| from.first()?.name()), Some("Grand  Test"));
    assert_eq!(mail.subject(), Some("Your stay is confirmed: Grand  Test"));
}

async fn what_is_given_back_before_its_mail_went_out_is_told_once(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    house.import(&HotelFiles::default()).await;
    let sent = async |rounds: usize, mails: usize| {
        assert_eq!(api::send_mails(&house.app).await.expect("a round"), rounds);
        let taken = server.taken();
        assert_eq!(taken.len(), mails);
        let mail = parsed(taken.last().expect("a mail"));
        assert_eq!(mail.subject(), Some("Your stay is cancelled: The Test"));
    };
    let rooms = booked(&house, &house.client.ready().await, None).await;
    let number = rooms[0]["confirmation_no"].as_str().expect("a number");
    house.pass_minutes(1).await;
    let token = house.client.look_up(number).await;
    house.cancel_rooms(&token, &json!({})).await.is(200);
    // Both are due; the mail of the cancellation says all that there is to say.
    sent(2, 1).await;
    assert_eq!(outbox(&house).await, [outcome("NEEDLESS", 1), outcome("SENT", 1)].concat());

    // No mail of its own tells what the hotel cancels.
    let rooms = booked(&house, &house.client.ready().await, None).await;
    let number = rooms[0]["confirmation_no"].as_str().expect("a number");
    house.pass_minutes(1).await;
    let path = format!("/operator/v1/reservations/{number}/status");
    house.client.call(Method::PUT, &path, OPERATOR, &json!({"status": "CANCELLED"})).await.is(200);
    sent(1, 2).await;

    // A later mail that told of a change knew nothing of it.
    let rooms = booked(&house, &house.client.ready().await, None).await;
    let number = rooms[0]["confirmation_no"].as_str().expect("a number");
    house.pass_minutes(1).await;
    let change = house.client.changing(number).await;
    house.client.set_rate(&change, 1, &room("KING", "FLEX", "2026-12-13", "2026-12-15", 2)).await.is(200);
    booked(&house, &change, None).await;
    server.refuse_next(451);
    assert_eq!(api::send_mails(&house.app).await.expect("a round"), 2);
    assert_eq!(server.taken().len(), 3);
    house.pass_minutes(10).await;
    let path = format!("/operator/v1/reservations/{number}/status");
    house.client.call(Method::PUT, &path, OPERATOR, &json!({"status": "CANCELLED"})).await.is(200);
    sent(1, 4).await;
}

async fn a_guest_who_is_forgotten_before_their_mail_went_out_is_missed_by_nobody(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    house.import(&HotelFiles::default()).await;
    let (_, rooms) = two_rooms(&house).await;
    let numbers = ["/0/confirmation_no", "/1/confirmation_no"].map(|at| rooms.pointer(at).and_then(Value::as_str));
    for number in numbers.map(|number| number.expect("a number")) {
        let path = format!("/operator/v1/reservations/{number}");
        let cancelled = json!({"status": "CANCELLED"});
        house.client.call(Method::PUT, &format!("{path}/status"), OPERATOR, &cancelled).await.is(200);
        house.client.delete(&format!("{path}/guest"), OPERATOR).await.is(200);
    }
    assert_eq!(api::send_mails(&house.app).await.expect("a round"), 1);
    assert_eq!((outbox(&house).await, server.taken().len()), (outcome("NEEDLESS", 1), 0));
    let missed = mails::given_up(&house.app.db, ID, crate::support::morning()).await;
    assert_eq!(missed.expect("the outbox"), Vec::<String>::new());
}

async fn guests_who_part_before_their_mail_went_out_get_one_each(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    house.import(&HotelFiles::default()).await;
    let (_, rooms) = two_rooms(&house).await;
    assert_eq!(outbox(&house).await, outcome("WAITING", 0));
    let number = |at: usize| rooms[at]["confirmation_no"].as_str().expect("a number");
    mend(&house, number(0), &json!({"email": "new@guest.example"})).await;
    while api::send_mails(&house.app).await.expect("a round") > 0 {}
    let taken = server.taken();
    let told: Vec<_> = taken
        .iter()
        .map(|mail| {
            let mail = parsed(mail);
            let to = mail.to().and_then(|to| to.first()?.address().map(str::to_owned)).expect("an address");
            let text = mail.body_text(0).expect("a text").into_owned();
            (to, [0, 1].map(|at| text.contains(number(at))))
        })
        .collect();
    let expected = [("new@guest.example", [true, false]), ("siobhan@guest.example", [false, true])]
        .map(|(to, of)| (to.to_owned(), of));
    assert_eq!(told, expected);
    let statuses: Vec<_> = outbox(&house).await.into_iter().map(|(status, _)| status).collect();
    assert_eq!(statuses, ["SENT", "SENT"]);
}

async fn a_mended_address_is_sent_the_confirmation(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    house.import(&HotelFiles::default()).await;
    let rooms = booked(&house, &house.client.ready().await, None).await;
    assert_eq!(api::send_mails(&house.app).await.expect("a round"), 1);
    house.pass_minutes(1).await;
    let number = rooms[0]["confirmation_no"].as_str().expect("a number");
    let save = async |change: Value| mend(&house, number, &change).await;
    save(json!({"city": "Cork", "email": "Siobhan@guest.example"})).await;
    assert_eq!(outbox(&house).await.len(), 1, "the same address");
    save(json!({"email": "mended@guest.example", "language_code": "ar_AE"})).await;
    // Once more before it went out: that mail goes where the guest is reached then.
    save(json!({"email": "siobhan.new@guest.example"})).await;
    assert_eq!(api::send_mails(&house.app).await.expect("a round"), 1);
    let taken = server.taken();
    let mail = parsed(&taken[1]);
    assert_eq!(mail.to().and_then(|to| to.first()?.address()), Some("siobhan.new@guest.example"));
    assert!(mail.subject().is_some_and(|subject| subject.contains("إقامتك")), "{:?}", mail.subject());
    assert!(mail.body_text(0).is_some_and(|text| text.contains(number)));
}

async fn mend(house: &House, number: &str, change: &Value) {
    let path = format!("/enterprise/v4/web/update-guest?request_id={}", house.client.look_up(number).await);
    let mut typed = guest()["guest_data"].clone();
    let (typed_fields, change) = (typed.as_object_mut().expect("fields"), change.as_object().cloned());
    typed_fields.extend(change.expect("fields"));
    house.client.call(Method::PUT, &path, "", &typed).await.is(200);
}

async fn a_mail_that_waits_goes_to_a_mended_address_at_once_and_alone(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    house.import(&HotelFiles { kings: 12, ..HotelFiles::default() }).await;
    let (_, rooms) = two_rooms(&house).await;
    server.refuse_next(451);
    assert_eq!(api::send_mails(&house.app).await.expect("a round"), 1);
    assert_eq!(outbox(&house).await, outcome("WAITING", 1));
    for room in rooms.as_array().expect("rooms") {
        let number = room["confirmation_no"].as_str().expect("a number");
        mend(&house, number, &json!({"email": "mended@guest.example"})).await;
    }
    assert_eq!(api::send_mails(&house.app).await.expect("a round"), 1);
    house.pass_minutes(60).await;
    assert_eq!(api::send_mails(&house.app).await.expect("a round"), 0);
    let taken = server.taken();
    let to = parsed(&taken[0]).to().and_then(|to| to.first()?.address().map(str::to_owned));
    assert_eq!((to.as_deref(), taken.len()), (Some("mended@guest.example"), 1));
}

async fn a_mended_address_has_all_its_tries(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    house.import(&HotelFiles::default()).await;
    let rooms = booked(&house, &house.client.ready().await, None).await;
    let send = async || api::send_mails(&house.app).await.expect("a round");
    for _ in 0..15 {
        server.refuse_next(451);
        assert_eq!(send().await, 1);
        house.pass_minutes(6 * 60).await;
    }
    mend(&house, rooms[0]["confirmation_no"].as_str().expect("a number"), &json!({"email": "mended@guest.example"}))
        .await;
    server.refuse_next(451);
    assert_eq!(send().await, 1);
    house.pass_minutes(1).await;
    assert_eq!((send().await, server.taken().len()), (1, 1));
}

async fn a_mail_that_is_going_out_goes_to_a_mended_address_too(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    house.import(&HotelFiles::default()).await;
    let rooms = booked(&house, &house.client.ready().await, None).await;
    let now = house.clock.now();
    let mail = mails::due(&house.app.db, now, 1).await.expect("the outbox").remove(0);
    let write = async |ends: bool| {
        let mail = mail.clone();
        let write = house.app.db.write::<(), StoreError, _>(Durability::Soon, move |conn: &mut Conn| {
            let mail = mail.clone();
            Box::pin(async move {
                match ends {
                    true => mails::end(conn, &mail, mails::Ended::Sent).await,
                    false => mails::claim(conn, &mail, now + SignedDuration::from_mins(1)).await.map(drop),
                }
            })
        });
        write.await.expect("the outbox");
    };
    write(false).await;
    mend(&house, rooms[0]["confirmation_no"].as_str().expect("a number"), &json!({"email": "mended@guest.example"}))
        .await;
    // It went to the address that it had found.
    write(true).await;
    assert_eq!(api::send_mails(&house.app).await.expect("a round"), 1);
    let taken = server.taken();
    assert_eq!(parsed(&taken[0]).to().and_then(|to| to.first()?.address()), Some("mended@guest.example"));
    assert_eq!(outbox(&house).await, outcome("SENT", mails::MOST_TRIES + 1));
}

async fn a_mail_of_several_guests_says_whose_each_room_is(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    house.import(&HotelFiles { kings: 12, ..HotelFiles::default() }).await;
    let batch = house.client.begin(2).await;
    house.client.set_rate(&batch, 1, &king()).await.is(200);
    house.client.set_rate(&batch, 2, &king()).await.is(200);
    house.client.add_guest(&batch, &guest()).await.is(200);
    let mut other = guest();
    other["guest_data"]["first_name"] = json!("Omar");
    other["guest_data"]["last_name"] = json!("Haddad");
    let path = booking(&format!("new-booking/{}/add-guest", batch.sessions[1]));
    house.client.post(&path, &batch.secret, &other).await.is(200);
    booked(&house, &batch, None).await;
    assert_eq!(api::send_mails(&house.app).await.expect("a round"), 1);
    let taken = server.taken();
    let mail = parsed(&taken[0]);
    let (text, html) = (mail.body_text(0).expect("a text"), mail.body_html(0).expect("a page"));
    for said in ["Siobhán Ní Bhriain · ", "Omar Haddad · ", "the last name Ní Bhriain;", "the last name Haddad;"] {
        assert!(text.contains(said) && html.contains(said), "{said} in\n{text}");
    }
    assert!(!text.contains("your last name"), "{text}");
    // Whose letter it is needs no word where there is one guest.
    two_rooms(&house).await;
    assert_eq!(api::send_mails(&house.app).await.expect("a round"), 1);
    let taken = server.taken();
    let text = parsed(&taken[1]).body_text(0).expect("a text").into_owned();
    assert!(text.contains("your last name") && !text.contains("Siobhán Ní Bhriain · "), "{text}");
}

// clause: EDIT-05
async fn rooms_that_stand_apart_say_so_each(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    house.import(&HotelFiles { kings: 12, ..HotelFiles::default() }).await;
    let (_, rooms) = two_rooms(&house).await;
    let numbers = [0, 1].map(|at| rooms[at]["confirmation_no"].as_str().expect("a number"));
    let change = house.client.changing(numbers[1]).await;
    house.client.set_rate(&change, 1, &room("KING", "FLEX", "2026-12-13", "2026-12-15", 2)).await.is(200);
    booked(&house, &change, None).await;
    while api::send_mails(&house.app).await.expect("a round") > 0 {}
    mend(&house, numbers[0], &json!({"email": "mended@guest.example", "conf_nums": numbers})).await;
    while api::send_mails(&house.app).await.expect("a round") > 0 {}
    let taken = server.taken();
    let mail = parsed(taken.last().expect("a mail"));
    assert_eq!(mail.subject(), Some("Your stays: The Test"));
    let text = mail.body_text(0).expect("a text");
    let said = |words: &str| text.find(words).unwrap_or_else(|| panic!("{words} in\n{text}"));
    let places = [
        said("Your stay is confirmed"),
        said("Thank you for booking"),
        said(numbers[0]),
        said("Your changed stay is confirmed"),
        said("As you wished, we changed this stay on"),
        said(numbers[1]),
    ];
    assert!(places.is_sorted(), "{places:?} in\n{text}");
}

async fn two_servers_send_each_mail_once(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    house.import(&HotelFiles { kings: 12, ..HotelFiles::default() }).await;
    let twin = house.twin().await.with_post(server.post("")).await;
    for _ in 0..6 {
        let batch = house.client.ready().await;
        booked(&house, &batch, None).await;
    }
    let (here, there) = join(api::send_mails(&house.app), api::send_mails(&twin.app)).await;
    assert_eq!(here.expect("a round") + there.expect("a round"), 6);
    let taken = server.taken();
    let mut ids: Vec<_> = taken.iter().map(|mail| parsed(mail).message_id().expect("an id").to_owned()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!((taken.len(), ids.len()), (6, 6));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_that_is_refused_for_good_is_given_up_and_one_without_an_end_too() {
    let server = MailServer::start().await;
    let house = House::sqlite().await.with_post(server.post("")).await;
    house.import(&HotelFiles { kings: 12, ..HotelFiles::default() }).await;
    let batch = house.client.ready().await;
    booked(&house, &batch, None).await;
    server.refuse_next(550);
    api::send_mails(&house.app).await.expect("a round");
    house.pass_minutes(24 * 60).await;
    assert_eq!(api::send_mails(&house.app).await.expect("a round"), 0);
    assert_eq!(outbox(&house).await, outcome("GIVEN_UP", 1));

    let batch = house.client.ready().await;
    booked(&house, &batch, None).await;
    let mut rounds = 0;
    while outbox(&house).await[1].0 == "WAITING" {
        server.refuse_next(451);
        api::send_mails(&house.app).await.expect("a round");
        house.pass_minutes(6 * 60).await;
        rounds += 1;
    }
    assert_eq!((rounds, server.taken().len()), (16, 0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_that_is_refused_for_its_sender_is_tried_again() {
    let server = MailServer::start().await;
    let house = House::sqlite().await.with_post(server.post("")).await;
    house.import(&HotelFiles::default()).await;
    let batch = house.client.ready().await;
    booked(&house, &batch, None).await;
    let refusals = [
        (553, "5.7.1 <stay@test.example>: Sender address rejected: not owned by user portico"),
        (550, "5.7.26 Unauthenticated email from test.example is not accepted"),
        (550, "5.1.8 <stay@test.example>: Sender address rejected: Domain not found"),
        (554, "Relay access denied"),
    ];
    for (tries, (code, words)) in (1..).zip(refusals) {
        server.refuse_next_saying(code, words);
        assert_eq!(api::send_mails(&house.app).await.expect("a round"), 1);
        assert_eq!(outbox(&house).await, outcome("WAITING", tries), "{code} {words}");
        house.pass_minutes(60).await;
    }
    server.refuse_next_saying(550, "5.1.1 <siobhan@guest.example>: Recipient address rejected, see 5.7.1");
    assert_eq!(api::send_mails(&house.app).await.expect("a round"), 1);
    assert_eq!(outbox(&house).await, outcome("GIVEN_UP", 5));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_changed_or_cancelled_is_not_promised_to_be() {
    let server = MailServer::start().await;
    let house = House::sqlite().await.with_post(server.post("")).await;
    house.import(&HotelFiles { guarantee_required: false, ..HotelFiles::default() }).await;
    let book = async |plan: &str| {
        let batch = house.client.begin(1).await;
        house.client.set_rate(&batch, 1, &room("KING", plan, "2026-12-12", "2026-12-14", 2)).await.is(200);
        house.client.add_guest(&batch, &guest()).await.is(200);
        let body = json!({"sessions": [{"session_id": batch.sessions[0]}], "transportations": []});
        let rooms = house.client.commit(&batch, &body).await.is(200).body;
        assert_eq!(api::send_mails(&house.app).await.expect("a round"), 1);
        let taken = server.taken();
        let text = parsed(taken.last().expect("a mail")).body_text(0).expect("a text").replace("\r\n", "\n");
        (text, rooms[0]["letter_url"].as_str().expect("an address").to_owned())
    };
    // Cancelling it costs the whole stay, and it is moved to no other days.
    let (advance, _) = book("ADVANCE").await;
    assert!(advance.contains("\nView or cancel\n") && advance.contains("\nView or cancel: http"), "{advance}");
    assert!(!advance.contains("Change or cancel"), "{advance}");
    let (flexible, letter) = book("FLEX").await;
    assert!(flexible.contains("\nChange or cancel\n") && flexible.contains("\nChange or cancel: http"), "{flexible}");
    assert!(house.client.get_html(&letter).await.contains("Change or cancel"));
    // The day after the arrival the house settles it with its guest.
    house.pass_minutes(22 * 24 * 60).await;
    let html = house.client.get_html(&letter).await;
    assert!(html.contains("Your reservation"), "{html}");
    for over in ["Change or cancel", "Cancelling", "holds the room", "look forward"] {
        assert!(!html.contains(over), "{over} in {html}");
    }
}

// Anybody can have the hotel write to anybody.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_guest_typed_leads_nobody_elsewhere() {
    let server = MailServer::start().await;
    let house = House::sqlite().await.with_post(server.post("")).await;
    house.import(&HotelFiles::default()).await;
    let batch = house.client.begin(1).await;
    house.client.set_rate(&batch, 1, &king()).await.is(200);
    let mut guest = guest();
    guest["guest_data"]["first_name"] = json!("Your prize waits at www.elsewhere.example/win");
    guest["guest_data"]["last_name"] = json!("Elsewhere.Example");
    house.client.add_guest(&batch, &guest).await.is(200);
    let mut body = held_until_18(&batch);
    body["sessions"][0]["remarks"] = json!("Look at https://elsewhere.example/win.");
    house.client.commit(&batch, &body).await.is(200);
    assert_eq!(api::send_mails(&house.app).await.expect("a round"), 1);
    let taken = server.taken();
    let mail = parsed(&taken[0]);
    let bodies =
        [mail.body_text(0), mail.body_html(0), mail.attachment(0).and_then(|file| Some(file.text_contents()?.into()))];
    for body in bodies {
        let body = body.expect("a part").replace("\r\n ", "");
        assert!(body.contains("elsewhere") || body.starts_with("BEGIN:VCALENDAR"), "{body}");
        assert!(!body.to_lowercase().contains("elsewhere.example") && !body.contains("https://e"), "{body}");
    }
}

// The server of these tests has no SMTPUTF8, as many have none.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn addresses_beyond_ascii_are_reached_as_far_as_mail_servers_take_them() {
    let server = MailServer::start().await;
    let house = House::sqlite().await.with_post(server.post("")).await;
    house.import(&HotelFiles { kings: 12, ..HotelFiles::default() }).await;
    let book = async |email: &str| {
        let batch = house.client.ready().await;
        let mut guest = guest();
        guest["guest_data"]["email"] = json!(email);
        house.client.add_guest(&batch, &guest).await.is(200);
        booked(&house, &batch, None).await;
        assert_eq!(api::send_mails(&house.app).await.expect("a round"), 1);
    };
    book("info@Müller.example").await;
    let taken = server.taken();
    let mail = parsed(&taken[0]);
    assert_eq!(mail.to().and_then(|to| to.first()?.address()), Some("info@xn--mller-kva.example"));
    // The outbox is told in the order of time.
    house.pass_minutes(1).await;
    book("jürgen@müller.example").await;
    let statuses: Vec<String> = outbox(&house).await.into_iter().map(|(status, _)| status).collect();
    assert_eq!((statuses, server.taken().len()), (vec!["SENT".to_owned(), "GIVEN_UP".to_owned()], 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_encryption_that_is_asked_for_nothing_is_told() {
    let server = MailServer::start().await;
    let house = House::sqlite().await.with_post(server.post("?tls=required")).await;
    house.import(&HotelFiles::default()).await;
    let batch = house.client.ready().await;
    booked(&house, &batch, None).await;
    assert_eq!(api::send_mails(&house.app).await.expect("a round"), 1);
    assert_eq!((outbox(&house).await, server.taken().len()), (outcome("WAITING", 1), 0));
    assert!(server.connections() > 0);
}

// clause: I18N-04
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_mail_is_in_the_language_that_the_guest_booked_in() {
    let server = MailServer::start().await;
    let house = House::sqlite().await.with_post(server.post("")).await;
    house.import(&HotelFiles::default()).await;
    let batch = house.client.ready().await;
    booked(&house, &batch, Some("ar_AE")).await;
    api::send_mails(&house.app).await.expect("a round");
    let taken = server.taken();
    let mail = parsed(&taken[0]);
    let html = mail.body_html(0).expect("a page");
    assert!(html.contains("dir=\"rtl\"") && html.contains("lang=\"ar-AE\""), "{html}");
    assert!(mail.subject().is_some_and(|subject| subject.contains("إقامتك")), "{:?}", mail.subject());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_way_for_mails_none_is_owed() {
    let house = House::sqlite().await;
    house.import(&HotelFiles::default()).await;
    house.client.booked().await;
    assert_eq!(outbox(&house).await, []);
}

/// Letter and look-up that the last mail links to, from the server's name on.
fn links(server: &MailServer) -> (String, String) {
    let taken = server.taken();
    let text = parsed(taken.last().expect("a mail")).body_text(0).expect("a text").into_owned();
    let links: Vec<&str> = text.lines().filter_map(|line| line.split(PAGE).nth(1)).collect();
    let letter = links.iter().find(|link| link.contains("confirmation-letter")).expect("the letter");
    let query = links.iter().find_map(|link| link.split_once("#/search-reservation-result?")).expect("the look-up").1;
    ((*letter).to_owned(), format!("/enterprise/v4/web/manage-booking?{query}"))
}

// A mistyped address is somebody else's: what went there opens nothing once it is mended.
// clause: MANAGE-26, API-53
async fn links_to_an_address_that_was_mended_open_nothing(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let batch = client.ready().await;
    let rooms = booked(&house, &batch, Some("en_US")).await;
    let number = rooms[0]["confirmation_no"].as_str().expect("a number");
    let paper = |rooms: &Value, field: &str| rooms[0][field].as_str().expect("an address").to_owned();
    assert_eq!(api::send_mails(&house.app).await.expect("a round"), 1);
    let (letter, look_up) = links(&server);
    let old = [letter, look_up, paper(&rooms, "letter_url"), paper(&rooms, "calendar_url")];
    for link in &old {
        client.get(link).await.is(200);
    }

    let mut mended = guest()["guest_data"].clone();
    mended["email"] = json!("Siobhan.NB@guest.example");
    let token = client.look_up(number).await;
    let path = format!("/enterprise/v4/web/update-guest?request_id={token}");
    client.call(Method::PUT, &path, "", &mended).await.is(200);
    for link in &old {
        client.get(link).await.refuses(404, "RESERVATION_UNKNOWN");
    }
    // A browser that goes there is a guest's.
    let cut = old[0].split("&token=").next().expect("an address").to_owned();
    for (paper, status) in [(&old[0], 404), (&old[2], 404), (&old[3], 404), (&cut, 400)] {
        let page = client.get_accepting("text/html,*/*;q=0.8", paper).await.is(status).text;
        assert!(page.contains("For your safety, please look your reservation up again."), "{page}");
        assert!(page.contains("#/search-reservation\">"), "{page}");
    }
    // The page that booked it reads its own anew, and so does whoever has just looked it up.
    let again = client.read_batch(&batch).await.is(200).body["confirmation"].clone();
    client.get(&paper(&again, "letter_url")).await.is(200);
    client.get(&paper(&again, "calendar_url")).await.is(200);
    let found = client.get(&format!("/enterprise/v4/web/manage-booking?request_id={token}")).await.is(200).body;
    client.get(found["reservation_details"]["letter_url"].as_str().expect("an address")).await.is(200);
    assert_eq!(api::send_mails(&house.app).await.expect("a round"), 1);
    let (letter, look_up) = links(&server);
    client.get(&letter).await.is(200);
    client.get(&look_up).await.is(200);
}

// clause: API-53
async fn links_end_a_month_after_the_stay(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let rooms = booked(&house, &client.ready().await, Some("en_US")).await;
    let number = rooms[0]["confirmation_no"].as_str().expect("a number");
    assert_eq!(api::send_mails(&house.app).await.expect("a round"), 1);
    let (letter, look_up) = links(&server);
    let calendar = rooms[0]["calendar_url"].as_str().expect("an address").to_owned();
    let open = async || {
        [client.get(&letter).await, client.get(&look_up).await, client.get(&calendar).await].map(|answer| answer.status)
    };
    // It is left on the 14th of December.
    let noon = |date: &str| format!("{date}T17:00:00Z").parse::<jiff::Timestamp>().expect("a moment");
    house.clock.pass(noon("2027-01-13").duration_since(house.clock.now()));
    assert_eq!(open().await, [200, 200, 200]);
    house.clock.pass(SignedDuration::from_hours(24));
    assert_eq!(open().await, [410, 410, 410]);
    // Who knows number and name still has the papers.
    let token = client.look_up(number).await;
    let found = client.get(&format!("/enterprise/v4/web/manage-booking?request_id={token}")).await.is(200).body;
    for paper in ["letter_url", "calendar_url"] {
        client.get(found["reservation_details"][paper].as_str().expect("an address")).await.is(200);
    }
}
