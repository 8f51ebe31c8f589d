//! A booking that is paid by its link: once, in time, or its rooms are given back.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::http::Method;
use futures_util::FutureExt;
use futures_util::future::join_all;
use serde_json::{Value, json};
use store::payments::State;

use super::edit_payments::{dues, sum_of};
use super::mail::parsed;
use super::payments::cents;
use crate::support::gateway::{Point, dies_at};
use crate::support::hotel::ID;
use crate::support::mail_server::MailServer;
use crate::support::steps::{Batch, guest, room};
use crate::support::{HotelFiles, House, OPERATOR, on_both_engines};

const VAULT: bool = true;

on_both_engines!(
    a_booking_is_paid_by_its_link
    a_link_speaks_as_its_guest_does
    a_link_keeps_the_currency_of_its_booking
    of_many_cards_one_pays
    a_card_that_is_refused_leaves_the_link_open
    what_nobody_pays_for_is_given_back
    what_was_paid_is_taken_though_nobody_asks
    whatever_dies_is_paid_once_or_given_back
    a_room_that_was_cancelled_before_is_not_charged
    a_link_is_only_for_what_is_due_now
    nobody_makes_up_a_link
    nothing_is_confirmed_before_it_is_paid
    the_mail_goes_out_once_it_is_paid
    a_room_that_pays_nothing_of_the_link_stands_without_it
    a_stay_that_waits_for_its_link_is_paid_from_its_look_up
    what_was_paid_counts_wherever_its_guest_looks
    a_link_pays_no_change_of_its_stay
    what_stands_without_its_link_counts_as_unpaid
    what_is_paid_is_asked_for_by_nobody
    whoever_has_paid_reads_so_at_once
    what_the_hotel_has_begun_is_asked_for_by_a_link_that_another_room_waits_for
    a_link_of_several_rooms_is_asked_for_once
    what_stands_without_its_link_is_confirmed_by_mail
    rooms_that_stand_without_their_link_share_a_mail
    a_link_that_no_room_waits_for_closes
    a_room_that_its_guest_cancelled_is_not_told_as_unpaid
    a_link_that_takes_nothing_any_more_is_not_offered
    a_slip_that_is_taken_back_costs_nobody_the_link
    a_slip_that_is_taken_back_after_the_link_stands_without_it
    whoever_is_at_the_bank_when_the_hotel_begins_may_finish
    what_waits_for_a_payment_that_was_never_made_is_not_told
);

const GOOD: &str = "4242424242424242";
const OTHER: &str = "5555555555554444";
const DECLINED: &str = "4000000000000341";
const CHALLENGED: &str = "4000000000003220";

pub fn by_link(batch: &Batch) -> Value {
    let sessions: Vec<Value> =
        batch.sessions.iter().map(|id| json!({"session_id": id, "defined_guarantee_type_id": "PAY_NOW"})).collect();
    json!({"sessions": sessions, "transportations": [], "language_code": "en_US"})
}

impl House {
    pub async fn with_links(&self) {
        self.import(&HotelFiles { links: true, ..HotelFiles::default() }).await;
    }

    /// Two nights in a King that are to be paid by a link; another number, other nights.
    pub async fn booked_by_link(&self, number: i8) -> (Batch, Value) {
        let batch = self.owing(number).await;
        let rooms = self.client.commit(&batch, &by_link(&batch)).await.is(200).body;
        (batch, rooms)
    }

    /// Two Kings that one link pays.
    pub async fn two_by_link(&self) -> (Batch, Value) {
        self.two_by_link_from(20).await
    }

    /// The same from a day of January on.
    async fn two_by_link_from(&self, day: i8) -> (Batch, Value) {
        let batch = self.client.begin(2).await;
        for room_no in [1, 2] {
            let (arrival, departure) = (format!("2027-01-{day}"), format!("2027-01-{}", day + 2));
            let king = room("KING", "ADVANCE", &arrival, &departure, 2);
            self.client.set_rate(&batch, room_no, &king).await.is(200);
        }
        self.client.add_guest(&batch, &guest()).await.is(200);
        let rooms = self.client.commit(&batch, &by_link(&batch)).await.is(200).body;
        (batch, rooms)
    }

    /// The hotel says what became of a room.
    async fn hotel_says(&self, room: &Value, status: &str) {
        let path = format!("/operator/v1/reservations/{}/status", number_of(room));
        self.client.call(Method::PUT, &path, OPERATOR, &json!({"status": status})).await.is(200);
    }

    /// What the page of a link is answered for a card.
    pub async fn pay(&self, room: &Value, number: &str) -> (u16, Value) {
        let link = &room["payment_link"]["request_id"];
        let card =
            json!({"number": number, "expire_month": "12", "expire_year": "2029", "cvc": "123", "holder": "Siobhán"});
        let answer = reqwest::Client::new()
            .post(format!("{}/pay/card", self.vault))
            .header("X-Request-Id", link.as_str().expect("a link"))
            .header("Origin", &self.vault)
            .json(&card)
            .send()
            .await
            .expect("an answer");
        (answer.status().as_u16(), answer.json().await.expect("JSON"))
    }

    pub async fn link_status(&self, room: &Value) -> Value {
        self.client.get(&status_path(room)).await.is(200).body["status"].clone()
    }
}

fn status_path(room: &Value) -> String {
    let id = room["payment_link"]["request_id"].as_str().expect("a link");
    format!("/public/payment-links/{id}/status")
}

pub fn paid() -> (u16, Value) {
    (200, json!({"status": "EXECUTED"}))
}

// clause: PAY-15, PAY-16, PAY-18, API-48
async fn a_booking_is_paid_by_its_link(house: House) {
    house.with_links().await;
    let (batch, rooms) = house.booked_by_link(0).await;
    let room = &rooms[0];
    let link = room["public_link"].as_str().expect("a link");
    assert!(link.starts_with(&format!("{}/pay/", house.vault)), "{link}");
    assert!(link.ends_with("?embedded=true&go_to_payment=true"), "{link}");
    assert_eq!(room["payment_link"]["status"], "PENDING");
    assert_eq!((&room["payment_link"]["amount"], room["status"].as_str()), (&room["due_now"], Some("HOLD")));
    assert_eq!((house.reservations().await, house.states().await), ((1, 0), vec![State::Offered]));
    // The same again, for whoever asks again.
    assert_eq!(house.client.commit(&batch, &by_link(&batch)).await.is(200).body, rooms);
    assert_eq!(house.client.read_batch(&batch).await.is(200).body["confirmation"], rooms);
    let page = reqwest::get(link).await.expect("an answer").text().await.expect("a page");
    let due = format!("{:.2}", room["due_now"].as_f64().expect("an amount"));
    assert!(page.contains("The Test") && page.contains(&format!(">${due}<")), "{page}");

    assert_eq!(house.link_status(room).await, "PENDING");
    assert_eq!(house.pay(room, GOOD).await, paid());
    assert_eq!(house.link_status(room).await, "EXECUTED");
    assert_eq!(house.pay(room, OTHER).await, paid(), "it is paid already");
    house.pass_minutes(60).await;
    assert_eq!((house.reservations().await, house.states().await), ((1, 0), vec![State::Captured]));
    house.adds_up(cents(&room["due_now"])).await;
    let after = house.client.read_batch(&batch).await.is(200).body["confirmation"][0].clone();
    assert_eq!((&after["public_link"], &after["payment_link"]["status"]), (&Value::Null, &json!("EXECUTED")));
}

// clause: CUR-03
async fn a_link_speaks_as_its_guest_does(house: House) {
    let files = HotelFiles { links: true, ..HotelFiles::default() };
    let mut texts = files.texts();
    texts.entry("translations/ar_AE.toml").and_modify(|texts| texts.push_str("\n[hotel]\nname = \"دار الاختبار\"\n"));
    let body = json!({"files": texts, "binary_files": files.pictures()});
    house.client.post("/operator/v1/import", OPERATOR, &body).await.is(200);
    let batch = house.owing(0).await;
    let mut order = by_link(&batch);
    order["language_code"] = json!("ar_AE");
    let room = house.client.commit(&batch, &order).await.is(200).body[0].clone();
    let due = room["due_now"].as_f64().expect("an amount");
    let page = reqwest::get(room["public_link"].as_str().expect("a link")).await.expect("an answer");
    let page = page.text().await.expect("a page");
    for said in ["<bdi>دار الاختبار</bdi>", &format!(">\u{200f}{due:.2}\u{a0}US$\u{200e}<"), "lang=\"ar-AE\""]
    {
        assert!(page.contains(said), "{said} in\n{page}");
    }
}

async fn a_link_keeps_the_currency_of_its_booking(house: House) {
    house.with_links().await;
    let (batch, rooms) = house.booked_by_link(0).await;
    house.turn_to_euros(HotelFiles { links: true, ..HotelFiles::default() }).await;
    assert_eq!(house.client.read_batch(&batch).await.is(200).body["confirmation"], rooms);
    let page = reqwest::get(rooms[0]["public_link"].as_str().expect("a link")).await.expect("an answer");
    let page = page.text().await.expect("a page");
    let due = format!("{:.2}", rooms[0]["due_now"].as_f64().expect("an amount"));
    assert!(page.contains(&format!(">${due}<")), "{page}");
}

async fn of_many_cards_one_pays(house: House) {
    house.with_links().await;
    let (_, rooms) = house.booked_by_link(0).await;
    let tries = [GOOD, OTHER, GOOD, OTHER].map(|number| house.pay(&rooms[0], number));
    assert!(join_all(tries).await.iter().all(|answer| *answer == paid()));
    let asked = (0..3).map(|_| house.link_status(&rooms[0]));
    join_all(asked).await;
    house.pass_minutes(3).await;
    house.adds_up(cents(&rooms[0]["due_now"])).await;
}

async fn a_card_that_is_refused_leaves_the_link_open(house: House) {
    house.with_links().await;
    let (_, rooms) = house.booked_by_link(0).await;
    let room = &rooms[0];
    let (status, told) = house.pay(room, DECLINED).await;
    assert_eq!((status, told["code"].as_str()), (402, Some("CARD_DECLINED")));
    let challenge = async || {
        let (status, told) = house.pay(room, CHALLENGED).await;
        assert_eq!((status, told["status"].as_str()), (200, Some("CHALLENGE")));
        told["url"].as_str().expect("an address").to_owned()
    };
    house.confirm(&challenge().await, false).await;
    assert_eq!(house.link_status(room).await, "PENDING");
    // A guest who leaves the bank's page, and begins again.
    challenge().await;
    house.confirm(&challenge().await, true).await;
    assert_eq!(house.link_status(room).await, "EXECUTED");
    house.adds_up(cents(&room["due_now"])).await;
}

async fn what_nobody_pays_for_is_given_back(house: House) {
    house.with_links().await;
    let (batch, rooms) = house.booked_by_link(0).await;
    let room = &rooms[0];
    house.pass_minutes(29).await;
    assert_eq!((house.link_status(room).await, house.reservations().await), (json!("PENDING"), (1, 0)));
    house.pass_minutes(2).await;
    let (status, told) = house.pay(room, GOOD).await;
    assert_eq!((status, told["code"].as_str()), (410, Some("LINK_OVER")));
    house.pass_minutes(2).await;
    assert_eq!((house.link_status(room).await, house.reservations().await), (json!("EXPIRED"), (0, 1)));
    assert_eq!(house.nights().await, (0, 0));
    house.adds_up(0).await;
    let id = room["id"].as_str().expect("an id").parse().expect("an id");
    let records = store::reservations::changes(&house.app.db, ID, id).await.expect("the records");
    assert_eq!((records.len(), records[0].0.as_str(), &records[0].1["by"]), (1, "CANCELLED", &json!("PAYMENT")));
    let after = house.client.read_batch(&batch).await.is(200).body["confirmation"][0].clone();
    assert_eq!((&after["status"], &after["public_link"]), (&json!("CANCELLED"), &Value::Null));
    let (letter, _) = papers(&house, room).await;
    assert!(letter.contains("This stay was not paid in time, so it was cancelled on "), "{letter}");
    assert!(!letter.contains("The hotel keeps"), "of what was never paid: {letter}");
    let told = house.looked_up(number_of(room)).await["reservation_details"]["cancellation"].clone();
    assert_eq!((&told["by"], cents(&told["penalty"]), cents(&told["kept"])), (&json!("PAYMENT"), 0, 0));
    // Somebody else has the room.
    house.booked_by_link(0).await;
}

async fn what_was_paid_is_taken_though_nobody_asks(house: House) {
    house.with_links().await;
    let (_, rooms) = house.booked_by_link(0).await;
    assert_eq!(house.pay(&rooms[0], GOOD).await, paid());
    house.pass_minutes(2).await;
    assert_eq!(house.states().await, [State::Captured]);
    // Paid in time, though the server was away until long after.
    let (_, late) = house.booked_by_link(1).await;
    assert_eq!(house.pay(&late[0], GOOD).await, paid());
    house.pass_minutes(90).await;
    assert_eq!(house.reservations().await, (2, 0));
    house.adds_up(cents(&rooms[0]["due_now"]) + cents(&late[0]["due_now"])).await;
}

async fn whatever_dies_is_paid_once_or_given_back(house: House) {
    house.with_links().await;
    let mut taken = 0;
    for (number, point) in (0..).zip([Point::BeforeCapture, Point::AfterCapture]) {
        let (_, rooms) = house.booked_by_link(number).await;
        assert_eq!(house.pay(&rooms[0], GOOD).await, paid());
        let (watcher, reached) = dies_at(point);
        let dying = house.watched(watcher).await;
        let path = status_path(&rooms[0]);
        tokio::select! {
            () = reached.notified() => {}
            answer = dying.client.get(&path) => panic!("{point:?} was never reached: {answer:?}"),
        }
        let next = house.twin().await;
        next.pass_minutes(3).await;
        assert_eq!(next.link_status(&rooms[0]).await, "EXECUTED");
        taken += cents(&rooms[0]["due_now"]);
        next.adds_up(taken).await;
    }
    for (number, point) in (2..).zip([Point::BeforeVoid, Point::AfterVoid]) {
        let (_, rooms) = house.booked_by_link(number).await;
        let (watcher, reached) = dies_at(point);
        let dying = house.watched(watcher).await;
        house.clock.pass(jiff::SignedDuration::from_mins(33));
        let path = status_path(&rooms[0]);
        tokio::select! {
            () = reached.notified() => {}
            answer = dying.client.get(&path) => panic!("{point:?} was never reached: {answer:?}"),
        }
        house.pass_minutes(3).await;
        assert_eq!(house.link_status(&rooms[0]).await, "EXPIRED");
        house.adds_up(taken).await;
    }
    assert_eq!((house.reservations().await, house.nights().await), ((2, 2), (0, 4)));
}

async fn a_room_that_was_cancelled_before_is_not_charged(house: House) {
    house.with_links().await;
    let client = &house.client;
    let cancel = async |room: &Value| {
        let path = format!("/operator/v1/reservations/{}/status", room["confirmation_no"].as_str().expect("a number"));
        client.call(Method::PUT, &path, OPERATOR, &json!({"status": "CANCELLED"})).await.is(200);
    };
    let refunded = async |room: &Value| {
        let id = room["id"].as_str().expect("an id").parse().expect("an id");
        crate::support::refunded(&house.app.db, ID, id, 1).await
    };
    // One room of two: what is paid for it goes back.
    let (batch, rooms) = house.two_by_link().await;
    assert_eq!(rooms[0]["payment_link"], rooms[1]["payment_link"], "one link for all of them");
    let told =
        |link: &Value| (link["number_of_rooms"].clone(), cents(&link["comes_back"]), link["others_stand"].clone());
    assert_eq!(told(&rooms[0]["payment_link"]), (json!(2), 0, json!(false)));
    let both = [&rooms[0], &rooms[1]].map(|room| number_of(room).to_owned());
    let token = client.look_up(&both[0]).await;
    // What goes back is told before: what the link takes for it, while it takes something for another.
    for (leaving, back) in [(&both[..1], cents(&rooms[0]["due_now"])), (&both[..], 0)] {
        let told = house.consent(&token, leaving).await.is(200).body;
        assert_eq!((cents(&told["refund"]["amount"]), cents(&told["refund_once_paid"]["amount"])), (0, back));
    }
    cancel(&rooms[0]).await;
    let owing = house.looked_up(&both[1]).await["payment_link"].clone();
    assert_eq!(told(&owing), (json!(2), cents(&rooms[0]["due_now"]), json!(false)));
    assert_eq!(owing["amount"], rooms[0]["payment_link"]["amount"]);
    assert_eq!(client.read_batch(&batch).await.is(200).body["confirmation"][1]["payment_link"], owing);
    assert_eq!(refunded(&rooms[0]).await, 0, "nothing is paid yet");
    // What it came to is told the same wherever its guest looks.
    let came_to = async || {
        let told = client.read_batch(&batch).await.is(200).body["confirmation"].clone();
        assert_eq!(told[1]["cancelled"], Value::Null);
        let found = house.looked_up(&both[0]).await["reservation_details"]["cancellation"].clone();
        assert_eq!(told[0]["cancelled"], found);
        (cents(&found["refund"]), cents(&found["refund_once_paid"]))
    };
    let due = cents(&rooms[0]["due_now"]);
    assert_eq!(came_to().await, (0, due));
    let (letter, _) = papers(&house, &rooms[0]).await;
    assert!(letter.contains(">You get back once the booking is paid<"), "{letter}");
    assert_eq!(house.pay(&rooms[0], GOOD).await, paid());
    assert_eq!(house.link_status(&rooms[0]).await, "EXECUTED");
    assert_eq!(came_to().await, (due, 0));
    let (letter, _) = papers(&house, &rooms[0]).await;
    // By the card that the link was paid with.
    assert!(letter.contains(">You get back (VISA, ending 4242)<"), "{letter}");
    house.pass_minutes(2).await;
    assert_eq!(refunded(&rooms[0]).await, cents(&rooms[0]["due_now"]));
    assert_eq!(refunded(&rooms[1]).await, 0);
    let paid = client.read_batch(&batch).await.is(200).body["confirmation"][1]["payment_link"].clone();
    assert_eq!(told(&paid), (json!(2), 0, json!(false)));
    assert!(store::refunds::due(&house.app.db, jiff::Timestamp::MAX, 9).await.expect("the refunds").is_empty());
    house.adds_up(cents(&rooms[0]["due_now"]) + cents(&rooms[1]["due_now"])).await;

    // The only one: nothing is taken. It costs its guest nothing, and no card takes the place of the link.
    let (_, rooms) = house.booked_by_link(0).await;
    let token = client.look_up(rooms[0]["confirmation_no"].as_str().expect("a number")).await;
    let found = client.get(&format!("/enterprise/v4/web/manage-booking?request_id={token}")).await.is(200).body;
    assert_eq!(found["reservation_details"]["card_guarantee_type"], json!(null));
    let consent = format!("/enterprise/v4/web/cancel-booking/consent?request_id={token}");
    let consent = client.get(&consent).await.is(200).body;
    for field in ["penalty", "refund", "refund_once_paid"] {
        assert_eq!(consent[field]["amount"], json!(0.0), "{field} of {consent}");
    }
    cancel(&rooms[0]).await;
    let found = house.looked_up(number_of(&rooms[0])).await["reservation_details"]["cancellation"].clone();
    assert_eq!((cents(&found["refund"]), cents(&found["refund_once_paid"])), (0, 0));
    let page = reqwest::get(rooms[0]["public_link"].as_str().expect("a link")).await.expect("an answer");
    assert_eq!(page.status(), 410, "it says so before a card is asked for");
    let (status, told) = house.pay(&rooms[0], GOOD).await;
    assert_eq!((status, told["code"].as_str()), (410, Some("LINK_OVER")));
    assert_eq!(house.link_status(&rooms[0]).await, "EXPIRED");
    assert_eq!(house.states().await.iter().filter(|state| **state == State::Captured).count(), 1);
    assert!(store::refunds::due(&house.app.db, jiff::Timestamp::MAX, 9).await.expect("the refunds").is_empty());
}

// clause: PAY-07
async fn a_link_is_only_for_what_is_due_now(house: House) {
    house.with_links().await;
    let offered = async |batch: &Batch| {
        let types = house.client.read_session(batch, 1, "available-guarantee-types").await.is(200).body;
        let types = types["guarantee_types"].as_array().expect("types").clone();
        let told =
            |one: &Value| (one["id"].clone(), one["instant_booking"].clone(), one["payment_type_required"].clone());
        types.iter().map(told).collect::<Vec<_>>()
    };
    let owing = house.owing(0).await;
    let card = (json!("CC"), json!(false), json!(true));
    assert_eq!(offered(&owing).await, [card.clone(), (json!("PAY_NOW"), json!(true), json!(false))]);
    let nothing_due = house.client.ready().await;
    assert_eq!(offered(&nothing_due).await, [card, (json!("HOLD_18"), json!(false), json!(false))]);
    house.client.commit(&nothing_due, &by_link(&nothing_due)).await.refuses(422, "GUARANTEE_REQUIRED");
    assert_eq!(house.reservations().await, (0, 0));
}

async fn nobody_makes_up_a_link(house: House) {
    house.with_links().await;
    let (_, rooms) = house.booked_by_link(0).await;
    let good = rooms[0]["payment_link"]["request_id"].as_str().expect("a link").to_owned();
    let (rest, seal) = good.rsplit_once('.').expect("a seal");
    let other = rest.replacen("1.", "2.", 1);
    for made_up in [
        "x".to_owned(),
        "1.2.3.4".to_owned(),
        format!("{rest}."),
        format!("{rest}.{}", "0".repeat(32)),
        format!("{other}.{seal}"),
        format!("{}.2.{seal}", rest.rsplit_once('.').expect("an attempt").0),
        format!("99999999999999999999.{good}"),
    ] {
        let path = format!("/public/payment-links/{made_up}/status");
        house.client.get(&path).await.refuses(404, "PAYMENT_LINK_UNKNOWN");
    }
    // The page knows no amount but the booking's, and no link but those that were offered.
    let unknown = reqwest::get(format!("{}/pay/{rest}.{}", house.vault, "0".repeat(32))).await.expect("an answer");
    assert_eq!(unknown.status(), 404);
}

/// The letter of a room as its guest reads it, and its entry for a calendar.
pub async fn papers(house: &House, room: &Value) -> (String, String) {
    let address = |of: &str| room[of].as_str().expect("an address").to_owned();
    let letter = house.client.get_html(&address("letter_url")).await;
    (letter, house.client.get(&address("calendar_url")).await.is(200).text)
}

// clause: CONF-05
async fn nothing_is_confirmed_before_it_is_paid(house: House) {
    house.with_links().await;
    let (_, rooms) = house.booked_by_link(0).await;
    let (letter, entry) = papers(&house, &rooms[0]).await;
    assert!(letter.contains("Your stay is waiting for its payment"), "{letter}");
    assert!(letter.contains(">Due now<") && !letter.contains(">Paid<"), "{letter}");
    assert!(entry.contains("STATUS:TENTATIVE"), "{entry}");
    // Its plan costs the whole stay, from the payment on.
    let free = "As long as the booking is not paid, cancelling costs nothing. Once it is, this holds:";
    assert!(letter.contains(free), "{letter}");
    assert!(letter.contains("Pay online now") && letter.contains("You have half an hour to pay."), "{letter}");

    assert_eq!(house.pay(&rooms[0], GOOD).await, paid());
    assert_eq!(house.link_status(&rooms[0]).await, "EXECUTED");
    let (letter, entry) = papers(&house, &rooms[0]).await;
    assert!(letter.contains("Your stay is confirmed"), "{letter}");
    assert!(letter.contains(">Paid<") && !letter.contains(">Due now<"), "{letter}");
    assert!(entry.contains("STATUS:CONFIRMED"), "{entry}");
    // Nor does anything speak of paying any more, or of what holds a room that is paid.
    let over = ["cancelling costs nothing", "Pay online now", "half an hour", "A card holds the room"];
    for said in over {
        assert!(!letter.contains(said), "{said} in {letter}");
    }
    let token = house.client.look_up(number_of(&rooms[0])).await;
    house.cancel_rooms(&token, &json!({})).await.is(200);
    let (letter, _) = papers(&house, &rooms[0]).await;
    assert!(letter.contains("Your stay is cancelled"), "{letter}");
    for said in over {
        assert!(!letter.contains(said), "{said} in {letter}");
    }
}

async fn the_mail_goes_out_once_it_is_paid(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    house.with_links().await;
    let (_, rooms) = house.booked_by_link(0).await;
    assert_eq!(api::send_mails(&house.app).await.expect("a round"), 0, "it is not sure yet");
    assert_eq!(house.pay(&rooms[0], GOOD).await, paid());
    assert_eq!(house.link_status(&rooms[0]).await, "EXECUTED");
    assert_eq!(api::send_mails(&house.app).await.expect("a round"), 1);
}

// clause: PAY-11, PAY-16
async fn a_room_that_pays_nothing_of_the_link_stands_without_it(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    house.import(&HotelFiles { links: true, takes_codes: true, ..HotelFiles::default() }).await;
    let client = &house.client;
    // One that its company pays for, and one whose plan asks for nothing now, each beside one that the link pays.
    let plans = [("CORPORATE", true), ("FLEX", false)];
    for (day, (plan, company)) in [3, 5, 7, 9].into_iter().zip(plans.into_iter().cycle()) {
        let (arrival, departure) = (format!("2027-01-{day:02}"), format!("2027-01-{:02}", day + 2));
        let batch = client.begin(2).await;
        let mut sure = room("KING", plan, &arrival, &departure, 2);
        if company {
            (sure["company_code"], sure["mop"]) = (json!("ACME"), json!("COMPANY"));
        }
        client.set_rate(&batch, 1, &sure).await.is(200);
        client.set_rate(&batch, 2, &room("KING", "ADVANCE", &arrival, &departure, 2)).await.is(200);
        client.add_guest(&batch, &guest()).await.is(200);
        let rooms = client.commit(&batch, &by_link(&batch)).await.is(200).body;
        let (sure, owing) = (&rooms[0], &rooms[1]);
        for field in ["payment_link", "public_link", "guarantee_type_id"] {
            assert_eq!(sure[field], Value::Null, "{field}");
        }
        let link = &owing["payment_link"];
        assert_eq!((&link["amount"], &link["number_of_rooms"]), (&owing["due_now"], &json!(1)));
        assert_eq!(link["others_stand"], true);
        assert_eq!(client.read_batch(&batch).await.is(200).body["confirmation"], rooms);
        assert_eq!(api::send_mails(&house.app).await.expect("a round"), 1, "of the one that is sure");
        let number = |room: &Value| room["confirmation_no"].as_str().expect("a number").to_owned();
        let taken = server.taken();
        let mail = parsed(taken.last().expect("a mail"));
        assert!(mail.body_text(0).expect("a text").contains(&number(sure)));
        for (room, waits) in [(sure, false), (owing, true)] {
            let (letter, entry) = papers(&house, room).await;
            assert_eq!(letter.contains("Your stay is waiting for its payment"), waits, "{letter}");
            assert_eq!(entry.contains("STATUS:TENTATIVE"), waits, "{entry}");
            assert_eq!(house.looked_up(&number(room)).await["stay_fixed"] == "PAYMENT", waits);
        }
        match day {
            // The one that it pays is given back, and the link with it.
            3 | 5 => {
                let token = client.look_up(&number(owing)).await;
                house.cancel_rooms(&token, &json!({})).await.is(200);
                assert_eq!(house.link_status(owing).await, "EXPIRED");
            }
            // Nobody pays.
            7 => {}
            // The sure one is given back, and the link goes on for the other.
            _ => {
                let token = client.look_up(&number(sure)).await;
                house.cancel_rooms(&token, &json!({})).await.is(200);
                assert_eq!(house.looked_up(&number(owing)).await["payment_link"]["others_stand"], false);
                assert_eq!(house.link_status(owing).await, "PENDING");
                assert_eq!(house.pay(owing, GOOD).await, paid());
            }
        }
        api::send_mails(&house.app).await.expect("a round");
        house.pass_minutes(33).await;
        let status = async |room: &Value| {
            let found = house.looked_up(&number(room)).await;
            found["reservation_details"]["status"].as_str().expect("a status").to_owned()
        };
        let paid = day == 9;
        assert_eq!(status(sure).await, if paid { "CANCELLED" } else { "HOLD" });
        assert_eq!(status(owing).await, if paid { "HOLD" } else { "CANCELLED" });
    }
}

/// A stay whose first night is paid by a link, with the batch that booked it.
async fn deposit_by_link(house: &House) -> (Batch, Value) {
    let files = HotelFiles { links: true, takes_codes: true, company_pays: false, ..HotelFiles::default() };
    house.import(&files).await;
    let batch = house.client.begin(1).await;
    house.client.set_rate(&batch, 1, &corporate("KING")).await.is(200);
    house.client.add_guest(&batch, &guest()).await.is(200);
    let room = house.client.commit(&batch, &by_link(&batch)).await.is(200).body[0].clone();
    (batch, room)
}

fn corporate(room_type: &str) -> Value {
    let mut body = room(room_type, "CORPORATE", "2027-01-12", "2027-01-14", 2);
    body["company_code"] = json!("ACME");
    body
}

fn number_of(room: &Value) -> &str {
    room["confirmation_no"].as_str().expect("a number")
}

// clause: MANAGE-31, PAY-15, PAY-16
async fn a_stay_that_waits_for_its_link_is_paid_from_its_look_up(house: House) {
    house.with_links().await;
    let (_, rooms) = house.booked_by_link(0).await;
    let room = &rooms[0];
    let found = house.looked_up(number_of(room)).await;
    assert_eq!((&found["payment_link"], &found["public_link"]), (&room["payment_link"], &room["public_link"]));
    assert_eq!(house.pay(room, GOOD).await, paid());
    let found = house.looked_up(number_of(room)).await;
    assert_eq!((&found["payment_link"], &found["public_link"]), (&Value::Null, &Value::Null));
    // Nor is one that nobody paid for in time still to be paid.
    let (_, rooms) = house.booked_by_link(1).await;
    house.pass_minutes(35).await;
    let found = house.looked_up(number_of(&rooms[0])).await;
    assert_eq!((&found["reservation_details"]["status"], &found["payment_link"]), (&json!("CANCELLED"), &Value::Null));
}

// Nobody asked how the link stands, and the round of the minute has not come.
// clause: PAY-18, MANAGE-22, MANAGE-15, CONF-05
async fn what_was_paid_counts_wherever_its_guest_looks(house: House) {
    house.with_links().await;
    let client = &house.client;
    for at in 0..6 {
        let (_, rooms) = house.booked_by_link(at).await;
        let (number, due) = (number_of(&rooms[0]), cents(&rooms[0]["due_now"]));
        let token = client.look_up(number).await;
        assert_eq!(cents(&house.consent(&token, &[]).await.is(200).body["penalty"]["amount"]), 0);
        assert_eq!(house.pay(&rooms[0], GOOD).await, paid());
        let of_look_up = |found: &Value| {
            assert_eq!(
                (&found["stay_fixed"], cents(&found["reservation_details"]["paid_amount"])),
                (&json!("FINAL"), due)
            );
        };
        match at {
            0 => {
                let path = format!("/enterprise/v4/web/manage-booking?conf_num={number}&last_name=N%C3%AD+Bhriain");
                of_look_up(&client.get(&path).await.is(200).body);
            }
            1 => {
                let path = format!("/enterprise/v4/web/manage-booking?request_id={token}");
                of_look_up(&client.get(&path).await.is(200).body);
            }
            2 => {
                let told = house.consent(&token, &[]).await.is(200).body;
                assert_eq!(cents(&told["penalty"]["amount"]), due);
            }
            3 => {
                let wish = json!({"expected_penalty": 0.0});
                house.cancel_rooms(&token, &wish).await.refuses(409, "CANCELLATION_CHANGED");
            }
            4 => {
                let refused = client.begin_change(number, &token).await.refuses(409, "NOT_CHANGEABLE");
                assert_eq!(refused.body["reason"], "FINAL");
            }
            _ => {
                let (letter, entry) = papers(&house, &rooms[0]).await;
                assert!(letter.contains("Your stay is confirmed") && entry.contains("STATUS:CONFIRMED"), "{letter}");
            }
        }
    }
}

// clause: EDIT-05, PAY-18, CONF-05
async fn a_link_pays_no_change_of_its_stay(house: House) {
    let (first, booked) = deposit_by_link(&house).await;
    assert_eq!(house.pay(&booked, GOOD).await, paid());
    assert_eq!(house.link_status(&booked).await, "EXECUTED");
    let change = house.client.changing(number_of(&booked)).await;
    let chosen = house.client.set_rate(&change, 1, &corporate("SUITE")).await.is(200).body;
    let told = &chosen["data"]["content"]["stay_change"];
    let kept = json!({"sessions": [{"session_id": change.sessions[0]}]});
    let room = house.client.commit(&change, &kept).await.is(200).body[0].clone();
    assert_eq!((&room["due_now"], &room["charged_now"]), (&told["due_now"], &json!(0.0)));
    assert_eq!((&room["payment_link"], &room["guarantee_description"]), (&Value::Null, &Value::Null));
    // The same after a reload, and where the booking itself is read again.
    for batch in [&change, &first] {
        let again = house.client.read_batch(batch).await.is(200).body["confirmation"][0].clone();
        assert_eq!(again["payment_link"], Value::Null);
    }
    let (letter, _) = papers(&house, &room).await;
    let lines = dues(&letter.replace('\u{a0}', " "));
    let said = [
        ("Already paid", cents(&booked["due_now"])),
        ("Due now: the hotel will ask you for this amount", cents(&told["due_now"])),
        ("Due at the hotel", cents(&room["due_at_hotel"])),
    ];
    assert_eq!(lines, said.map(|(label, amount)| (label.to_owned(), amount)));
    assert_eq!(sum_of(&lines), cents(&room["total_amount"]));
    assert!(!letter.contains("half an hour") && !letter.contains("Pay online now"), "{letter}");
}

// clause: PAY-18, CONF-05, EDIT-05
async fn what_stands_without_its_link_counts_as_unpaid(house: House) {
    let (batch, booked) = deposit_by_link(&house).await;
    let (number, deposit) = (number_of(&booked), cents(&booked["due_now"]));
    let becomes = async |status: &str| {
        let path = format!("/operator/v1/reservations/{number}/status");
        house.client.call(Method::PUT, &path, OPERATOR, &json!({"status": status})).await.is(200);
    };
    let description = async || {
        let booking = house.client.read_batch(&batch).await.is(200).body;
        booking["confirmation"][0]["guarantee_description"].clone()
    };
    assert_eq!(description().await, "You have half an hour to pay.");
    becomes("CHECKED_IN").await;
    // Its guest has it, and nobody waits for the link.
    let link = house.client.read_batch(&batch).await.is(200).body["confirmation"][0]["payment_link"].clone();
    assert_eq!(link, Value::Null);
    assert_eq!(description().await, Value::Null);
    assert_eq!(house.found(number).await["status"], "CHECKED_IN");
    let (letter, entry) = papers(&house, &booked).await;
    assert!(letter.contains("Your stay is confirmed") && entry.contains("STATUS:CONFIRMED"), "{letter}");
    let over = ["cancelling costs nothing", "half an hour", "Pay online now", ">Due now<", "Change or cancel"];
    for said in over.into_iter().chain(["Cancelling", "A card holds the room", "look forward to welcoming you"]) {
        assert!(!letter.contains(said), "{said} in {letter}");
    }
    house.pass_minutes(30).await;
    assert_eq!(house.link_status(&booked).await, "EXPIRED");
    let found = house.found(number).await;
    let lines = dues(&letter.replace('\u{a0}', " "));
    assert!(lines.contains(&("Due now: the hotel will ask you for this amount".to_owned(), deposit)), "{lines:?}");
    assert_eq!(cents(&found["paid_amount"]), 0);

    // Not begun after all: it stands on its own terms, and none of it counts as paid.
    becomes("HOLD").await;
    let found = house.found(number).await;
    assert_eq!(found["cancellation_periods"].as_array().map(Vec::len), Some(2));
    let change = house.client.changing(number).await;
    let chosen = house.client.set_rate(&change, 1, &corporate("SUITE")).await.is(200).body;
    let told = &chosen["data"]["content"]["stay_change"];
    assert_eq!((cents(&told["paid"]), cents(&told["asked_before"])), (0, deposit));
}

// clause: PAY-18, CONF-05
async fn what_is_paid_is_asked_for_by_nobody(house: House) {
    let (batch, booked) = deposit_by_link(&house).await;
    let link = async || house.client.read_batch(&batch).await.is(200).body["confirmation"][0]["payment_link"].clone();
    assert_eq!(house.pay(&booked, GOOD).await, paid());
    // Between its payment and the moment when it is taken.
    let (watcher, reached) = dies_at(Point::BeforeCapture);
    let dying = house.watched(watcher).await;
    let path = status_path(&booked);
    tokio::select! {
        () = reached.notified() => {}
        answer = dying.client.get(&path) => panic!("it was never reached: {answer:?}"),
    }
    house.hotel_says(&booked, "CHECKED_IN").await;
    assert_eq!(link().await["status"], "EXECUTED");
    house.pass_minutes(3).await;
    assert_eq!(link().await["status"], "EXECUTED");
}

// clause: PAY-18, CONF-05
async fn whoever_has_paid_reads_so_at_once(house: House) {
    let (batch, booked) = deposit_by_link(&house).await;
    assert_eq!(house.pay(&booked, GOOD).await, paid());
    // Nobody has asked for the link since: the hotel begins the stay, or whoever reloads the page reads the booking first.
    house.hotel_says(&booked, "CHECKED_IN").await;
    let room = house.client.read_batch(&batch).await.is(200).body["confirmation"][0].clone();
    assert_eq!((&room["payment_link"]["status"], &room["public_link"]), (&json!("EXECUTED"), &Value::Null));
    assert_eq!(house.states().await, [State::Captured]);
}

// clause: PAY-16, CONF-05
async fn what_the_hotel_has_begun_is_asked_for_by_a_link_that_another_room_waits_for(house: House) {
    house.with_links().await;
    let (batch, rooms) = house.two_by_link().await;
    let now = async || house.client.read_batch(&batch).await.is(200).body["confirmation"].clone();
    house.hotel_says(&rooms[0], "CHECKED_IN").await;
    let told = now().await;
    assert_eq!(
        (&told[0]["payment_link"], &told[0]["public_link"]),
        (&told[1]["payment_link"], &told[1]["public_link"])
    );
    let link = &told[0]["payment_link"];
    assert_eq!(
        (&link["others_stand"], &link["begun_stand"]),
        (&json!(false), &json!(true)),
        "it is paid with the other"
    );
    assert_eq!(house.looked_up(number_of(&rooms[0])).await["payment_link"], *link);
    let (letter, _) = papers(&house, &rooms[0]).await;
    assert!(letter.contains("Your stay is confirmed") && letter.contains(">Due now<"), "{letter}");

    // Nobody waits for the link any more.
    house.hotel_says(&rooms[1], "CANCELLED").await;
    assert_eq!(now().await[0]["payment_link"], Value::Null);
    assert_eq!(house.looked_up(number_of(&rooms[0])).await["payment_link"], Value::Null);
    let (letter, _) = papers(&house, &rooms[0]).await;
    assert!(letter.contains("Due now: the hotel will ask you for this amount"), "{letter}");
}

// clause: PAY-18
async fn a_link_of_several_rooms_is_asked_for_once(house: House) {
    house.with_links().await;
    let (batch, _) = house.two_by_link().await;
    let count = Arc::new(AtomicUsize::new(0));
    let counting = Arc::clone(&count);
    let watched = house.watched(Box::new(move |at| {
        counting.fetch_add(usize::from(at == Point::BeforeStatus), Ordering::Relaxed);
        std::future::ready(()).boxed()
    }));
    let rooms = watched.await.client.read_batch(&batch).await.is(200).body["confirmation"].clone();
    assert_eq!((rooms.as_array().map(Vec::len), count.load(Ordering::Relaxed)), (Some(2), 1));
}

// clause: CONF-05, PAY-18
async fn what_stands_without_its_link_is_confirmed_by_mail(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    house.with_links().await;
    let (_, came) = house.booked_by_link(0).await;
    let (_, never_came) = house.booked_by_link(1).await;
    house.hotel_says(&came[0], "CHECKED_IN").await;
    house.hotel_says(&never_came[0], "NO_SHOW").await;
    assert_eq!(api::send_mails(&house.app).await.expect("a round"), 0, "it may be a slip");
    house.pass_minutes(30).await;
    while api::send_mails(&house.app).await.expect("a round") > 0 {}
    let taken = server.taken();
    assert_eq!(taken.len(), 1, "{taken:?}");
    let text = parsed(&taken[0]).body_text(0).expect("a text").into_owned();
    for said in
        ["Your stay is confirmed", number_of(&came[0]), "the hotel will ask you for this amount", "Your reservation"]
    {
        assert!(text.contains(said), "{said} in {text}");
    }
    assert!(!text.contains("Change or cancel"), "{text}");
    // It was one: whose guest comes after all is confirmed then, once.
    for status in ["HOLD", "NO_SHOW", "HOLD", "CHECKED_IN", "HOLD"] {
        house.hotel_says(&never_came[0], status).await;
        while api::send_mails(&house.app).await.expect("a round") > 0 {}
    }
    house.hotel_says(&came[0], "HOLD").await;
    assert_eq!(api::send_mails(&house.app).await.expect("a round"), 0);
    let taken = server.taken();
    assert_eq!(taken.len(), 2, "{taken:?}");
    let text = parsed(&taken[1]).body_text(0).expect("a text").into_owned();
    assert!(text.contains("Your stay is confirmed") && text.contains(number_of(&never_came[0])), "{text}");
}

// clause: CONF-05
async fn rooms_that_stand_without_their_link_share_a_mail(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    house.with_links().await;
    let (_, rooms) = house.two_by_link().await;
    house.hotel_says(&rooms[0], "CHECKED_IN").await;
    assert_eq!(api::send_mails(&house.app).await.expect("a round"), 0, "it may still be paid with the other");
    house.hotel_says(&rooms[1], "CHECKED_IN").await;
    house.pass_minutes(30).await;
    while api::send_mails(&house.app).await.expect("a round") > 0 {}
    let taken = server.taken();
    assert_eq!(taken.len(), 1, "{taken:?}");
    let text = parsed(&taken[0]).body_text(0).expect("a text").into_owned();
    assert!([&rooms[0], &rooms[1]].iter().all(|room| text.contains(number_of(room))), "{text}");
}

// What its guest is told before is what the link does.
// clause: PAY-16, MANAGE-22
async fn a_link_that_no_room_waits_for_closes(house: House) {
    house.with_links().await;
    let client = &house.client;
    for (begun_first, day) in [(true, 20), (false, 24)] {
        let (batch, rooms) = house.two_by_link_from(day).await;
        let (begun, leaving) = (&rooms[0], &rooms[1]);
        let token = client.look_up(number_of(leaving)).await;
        if begun_first {
            house.hotel_says(begun, "CHECKED_IN").await;
        }
        let back = if begun_first { 0 } else { cents(&leaving["due_now"]) };
        let told = house.consent(&token, &[]).await.is(200).body;
        assert_eq!(cents(&told["refund_once_paid"]["amount"]), back);
        let done = house.cancel_rooms(&token, &json!({})).await.is(200).body;
        assert_eq!(done["refund_once_paid"], told["refund_once_paid"]);
        if !begun_first {
            assert_eq!(house.link_status(begun).await, "PENDING");
            house.hotel_says(begun, "CHECKED_IN").await;
        }
        let now = client.read_batch(&batch).await.is(200).body["confirmation"].clone();
        for room in now.as_array().expect("rooms") {
            assert_eq!((&room["payment_link"], &room["public_link"]), (&Value::Null, &Value::Null));
        }
        assert_eq!(cents(&now[1]["cancelled"]["refund_once_paid"]), 0);
        let found = house.looked_up(number_of(leaving)).await["reservation_details"]["cancellation"].clone();
        assert_eq!(cents(&found["refund_once_paid"]), 0);
        // Its guest has left, and none can come to wait for it; before anybody asks for it.
        house.hotel_says(begun, "CHECKED_OUT").await;
        let (status, refused) = house.pay(begun, GOOD).await;
        assert_eq!((status, refused["code"].as_str()), (410, Some("LINK_OVER")));
        assert_eq!(house.link_status(begun).await, "EXPIRED");
    }
    house.pass_minutes(35).await;
    house.adds_up(0).await;
}

// clause: PAY-16, CONF-02
async fn a_room_that_its_guest_cancelled_is_not_told_as_unpaid(house: House) {
    house.with_links().await;
    let (batch, rooms) = house.two_by_link().await;
    let token = house.client.look_up(number_of(&rooms[1])).await;
    house.cancel_rooms(&token, &json!({})).await.is(200);
    house.pass_minutes(35).await;
    let now = house.client.read_batch(&batch).await.is(200).body["confirmation"].clone();
    assert_eq!([&now[0]["status"], &now[1]["status"]], ["CANCELLED"; 2]);
    assert_eq!((&now[0]["payment_link"]["status"], &now[1]["payment_link"]), (&json!("EXPIRED"), &Value::Null));
}

// clause: PAY-16
async fn a_link_that_takes_nothing_any_more_is_not_offered(house: House) {
    house.with_links().await;
    let (batch, rooms) = house.booked_by_link(0).await;
    house.pass_minutes(31).await;
    let room = house.client.read_batch(&batch).await.is(200).body["confirmation"][0].clone();
    // Whoever is at their bank may finish.
    assert_eq!((&room["payment_link"]["status"], &room["public_link"]), (&json!("PENDING"), &Value::Null));
    assert_eq!(house.looked_up(number_of(&rooms[0])).await["public_link"], Value::Null);
}

// clause: PAY-16, PAY-18, MANAGE-20
async fn a_slip_that_is_taken_back_costs_nobody_the_link(house: House) {
    let server = MailServer::start().await;
    let house = house.with_post(server.post("")).await;
    house.with_links().await;
    for (number, slip) in (0..).zip(["CHECKED_IN", "NO_SHOW"]) {
        let (batch, rooms) = house.booked_by_link(number).await;
        let now = async || house.client.read_batch(&batch).await.is(200).body["confirmation"][0].clone();
        house.hotel_says(&rooms[0], slip).await;
        // Nothing is asked for twice: the hotel asks for it now.
        let begun = now().await;
        for field in ["payment_link", "public_link", "guarantee_description"] {
            assert_eq!(begun[field], Value::Null, "{field}");
        }
        assert_eq!(house.looked_up(number_of(&rooms[0])).await["payment_link"], Value::Null);
        house.hotel_says(&rooms[0], "HOLD").await;
        assert_eq!(now().await, rooms[0]);
        assert_eq!(house.looked_up(number_of(&rooms[0])).await["public_link"], rooms[0]["public_link"]);
        assert_eq!(api::send_mails(&house.app).await.expect("a round"), 0);
        if slip == "NO_SHOW" {
            house.pass_minutes(33).await;
            assert_eq!(house.reservations().await, (1, 1), "what nobody pays for is given back");
        } else {
            assert_eq!(house.pay(&rooms[0], GOOD).await, paid());
            assert_eq!(house.link_status(&rooms[0]).await, "EXECUTED");
            assert_eq!(api::send_mails(&house.app).await.expect("a round"), 1);
        }
    }
    // The same where the other room was cancelled meanwhile: what comes back of it is told again.
    let (_, rooms) = house.two_by_link().await;
    house.hotel_says(&rooms[0], "CHECKED_IN").await;
    house.hotel_says(&rooms[1], "CANCELLED").await;
    house.hotel_says(&rooms[0], "HOLD").await;
    let due = cents(&rooms[1]["due_now"]);
    let found = house.looked_up(number_of(&rooms[1])).await["reservation_details"]["cancellation"].clone();
    assert_eq!(cents(&found["refund_once_paid"]), due);
    assert_eq!(cents(&house.looked_up(number_of(&rooms[0])).await["payment_link"]["comes_back"]), due);
}

// clause: PAY-18, MANAGE-20
async fn a_slip_that_is_taken_back_after_the_link_stands_without_it(house: House) {
    house.with_links().await;
    let (batch, rooms) = house.booked_by_link(0).await;
    house.hotel_says(&rooms[0], "CHECKED_IN").await;
    // Its time is over, and nobody has looked at it since.
    house.clock.pass(jiff::SignedDuration::from_mins(30));
    house.hotel_says(&rooms[0], "HOLD").await;
    assert_eq!(house.link_status(&rooms[0]).await, "EXPIRED");
    house.pass_minutes(3).await;
    let room = house.client.read_batch(&batch).await.is(200).body["confirmation"][0].clone();
    assert_eq!((&room["status"], &room["payment_link"]), (&json!("HOLD"), &Value::Null));
    assert_eq!(cents(&house.found(number_of(&room)).await["paid_amount"]), 0);
    house.adds_up(0).await;
}

// clause: PAY-15, PAY-18
async fn whoever_is_at_the_bank_when_the_hotel_begins_may_finish(house: House) {
    house.with_links().await;
    let (batch, rooms) = house.booked_by_link(0).await;
    let (_, told) = house.pay(&rooms[0], CHALLENGED).await;
    house.hotel_says(&rooms[0], "CHECKED_IN").await;
    house.confirm(told["url"].as_str().expect("an address"), true).await;
    let room = house.client.read_batch(&batch).await.is(200).body["confirmation"][0].clone();
    assert_eq!((&room["status"], &room["payment_link"]["status"]), (&json!("CHECKED_IN"), &json!("EXECUTED")));
    house.adds_up(cents(&rooms[0]["due_now"])).await;
}

async fn what_waits_for_a_payment_that_was_never_made_is_not_told(house: House) {
    house.with_links().await;
    let (_, rooms) = house.two_by_link().await;
    let path = format!("/operator/v1/reservations/{}/refunds", number_of(&rooms[0]));
    let states = async || {
        let told = house.client.get_with(&path, OPERATOR).await.is(200).body;
        told.as_array().expect("refunds").iter().map(|one| one["status"].clone()).collect::<Vec<_>>()
    };
    house.hotel_says(&rooms[0], "CANCELLED").await;
    assert_eq!(states().await, ["WAITING"]);
    house.pass_minutes(33).await;
    assert_eq!((house.link_status(&rooms[0]).await, states().await), (json!("EXPIRED"), vec![]));
}
