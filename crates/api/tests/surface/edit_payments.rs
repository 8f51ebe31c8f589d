//! What a changed stay costs more is charged once, what it costs less goes back once, whatever dies on the way.

use domain::money::Currency;
use serde_json::{Value, json};
use store::payments::{self, State};

use crate::support::gateway::{Point, dies_at};
use crate::support::hotel::ID;
use crate::support::steps::{Batch, guest, room, with_card};
use crate::support::{HotelFiles, House, OPERATOR, on_both_engines};

const VAULT: bool = true;

on_both_engines!(
    a_dearer_stay_is_charged_and_a_cheaper_one_refunded
    what_cannot_be_cancelled_cannot_be_changed
    another_card_pays_the_difference
    what_several_payments_paid_goes_back_to_each
    whatever_dies_the_stay_is_changed_and_paid_or_neither
    a_cheaper_stay_gives_back_once_whatever_dies
    a_declined_card_changes_nothing
);

const GOOD: &str = "4242424242424242";
const DECLINED: &str = "4000000000000341";

const NIGHTS: (&str, &str) = ("2027-01-12", "2027-01-14");

fn cents(amount: &Value) -> i64 {
    let usd = Currency::of("USD").expect("a currency");
    usd.from_decimal_f64(amount.as_f64().expect("an amount")).expect("cents")
}

fn keep(batch: &Batch) -> Value {
    json!({"sessions": [{"session_id": batch.sessions[0]}], "transportations": []})
}

/// What was taken and what was given back, in cents; nothing is left to be done.
async fn money(house: &House, number: &str) -> (i64, i64) {
    let all = payments::all(&house.app.db, ID).await.expect("the payments");
    assert!(
        all.iter().all(|payment| matches!(payment.state, State::Captured | State::Voided | State::Declined)),
        "{all:?}"
    );
    let taken = all.iter().filter(|payment| payment.state == State::Captured).map(|payment| payment.amount).sum();
    let open = store::refunds::due(&house.app.db, jiff::Timestamp::MAX, 9).await.expect("the refunds");
    assert!(open.is_empty(), "{open:?}");
    let found = store::reservations::find::<domain::booking::Reservation>(&house.app.db, ID, number).await;
    let found = found.expect("the database").expect("the reservation");
    let mut back = 0;
    for version in 1..=found.version {
        back += store::refunds::sum(&house.app.db, ID, found.reservation_id, version).await.expect("a sum");
    }
    (taken, back)
}

/// A room whose first night is paid when it is booked.
fn deposit(room_type: &str, nights: (&str, &str)) -> Value {
    let mut body = room(room_type, "CORPORATE", nights.0, nights.1, 2);
    body["company_code"] = json!("ACME");
    body
}

impl House {
    async fn import_with_deposits(&self) {
        self.import(&HotelFiles { takes_codes: true, company_pays: false, ..HotelFiles::default() }).await;
    }

    /// A stay whose deposit was paid; answers its number and the deposit.
    async fn deposited(&self, room_type: &str) -> (String, i64) {
        self.deposited_for(room_type, NIGHTS).await
    }

    async fn deposited_for(&self, room_type: &str, nights: (&str, &str)) -> (String, i64) {
        let batch = self.client.begin(1).await;
        self.client.set_rate(&batch, 1, &deposit(room_type, nights)).await.is(200);
        self.client.add_guest(&batch, &guest()).await.is(200);
        let card = self.card_token(&batch, GOOD, "Siobhán").await.is(200).body;
        let rooms = self.client.commit(&batch, &with_card(&batch, &card)).await.is(200).body;
        (rooms[0]["confirmation_no"].as_str().expect("a number").to_owned(), cents(&rooms[0]["due_now"]))
    }

    /// A change to another room with such a deposit.
    async fn change(&self, number: &str, room_type: &str) -> (Batch, Value) {
        self.change_in(number, room_type, NIGHTS).await
    }

    async fn change_in(&self, number: &str, room_type: &str, nights: (&str, &str)) -> (Batch, Value) {
        let batch = self.client.changing(number).await;
        let chosen = self.client.set_rate(&batch, 1, &deposit(room_type, nights)).await.is(200).body;
        (batch, chosen["data"]["content"]["stay_change"].clone())
    }

    pub async fn found(&self, number: &str) -> Value {
        let token = self.client.look_up(number).await;
        let path = format!("/enterprise/v4/web/manage-booking?request_id={token}");
        self.client.get(&path).await.is(200).body["reservation_details"].clone()
    }

    pub async fn cancelled_by_hotel(&self, number: &str) {
        let path = format!("/operator/v1/reservations/{number}/status");
        let body = json!({"status": "CANCELLED"});
        self.client.call(axum::http::Method::PUT, &path, OPERATOR, &body).await.is(200);
    }
}

// clause: EDIT-05, PAY-05
async fn a_dearer_stay_is_charged_and_a_cheaper_one_refunded(house: House) {
    house.import_with_deposits().await;
    let (number, paid) = house.deposited("KING").await;
    let (batch, told) = house.change(&number, "SUITE").await;
    let due = cents(&told["due_now"]);
    assert_eq!((cents(&told["paid"]), cents(&told["refund"])), (paid, 0));
    assert_eq!(2 * due, cents(&told["difference"]), "one night of two is paid now");
    assert!(due > 0);
    // The card on file goes on paying without being typed again.
    let rooms = house.client.commit(&batch, &keep(&batch)).await.is(200).body;
    assert_eq!(
        (&rooms[0]["confirmation_no"], &rooms[0]["masked_card_number"]),
        (&json!(number), &json!("XXXXXXXXXXXX4242"))
    );
    assert_eq!(house.client.commit(&batch, &keep(&batch)).await.is(200).body, rooms);
    assert_eq!(money(&house, &number).await, (paid + due, 0));
    assert_eq!(cents(&house.found(&number).await["paid_amount"]), paid + due);

    // Back to the room before: what is not due any more goes back at once.
    let (batch, told) = house.change(&number, "KING").await;
    assert_eq!((cents(&told["refund"]), cents(&told["due_now"]), cents(&told["penalty"])), (due, 0, 0));
    house.client.commit(&batch, &keep(&batch)).await.is(200);
    let found = house.found(&number).await;
    assert_eq!((cents(&found["paid_amount"]), money(&house, &number).await), (paid, (paid + due, due)));

    // Without a deposit, all of it; but not what is owed already.
    let flexible = room("KING", "FLEX", NIGHTS.0, NIGHTS.1, 2);
    let batch = house.client.changing(&number).await;
    let told = house.client.set_rate(&batch, 1, &flexible).await.is(200).body["data"]["content"].clone();
    assert_eq!(cents(&told["stay_change"]["refund"]), paid);
    let free_until = "2027-01-10T20:00:00Z".parse::<jiff::Timestamp>().expect("48 hours before");
    house.clock.pass(free_until.duration_since(house.clock.now()) + jiff::SignedDuration::from_mins(1));
    let batch = house.client.changing(&number).await;
    let told = house.client.set_rate(&batch, 1, &flexible).await.is(200).body["data"]["content"].clone();
    assert_eq!((cents(&told["stay_change"]["refund"]), cents(&told["stay_change"]["penalty"])), (0, paid));
    house.client.commit(&batch, &keep(&batch)).await.is(200);
    assert_eq!(money(&house, &number).await, (paid + due, due));
}

// clause: MANAGE-15, EDIT-06
async fn what_cannot_be_cancelled_cannot_be_changed(house: House) {
    house.import(&HotelFiles::default()).await;
    let batch = house.client.begin(1).await;
    house.client.set_rate(&batch, 1, &room("KING", "ADVANCE", NIGHTS.0, NIGHTS.1, 2)).await.is(200);
    house.client.add_guest(&batch, &guest()).await.is(200);
    let card = house.card_token(&batch, GOOD, "Siobhán").await.is(200).body;
    let rooms = house.client.commit(&batch, &with_card(&batch, &card)).await.is(200).body;
    let number = rooms[0]["confirmation_no"].as_str().expect("a number");
    let token = house.client.look_up(number).await;
    let path = format!("/enterprise/v4/web/manage-booking?request_id={token}");
    let found = house.client.get(&path).await.is(200).body;
    assert_eq!((&found["stay_modification_allowed"], &found["stay_fixed"]), (&json!(false), &json!("FINAL")));
    let refused = house.client.begin_change(number, &token).await.refuses(409, "NOT_CHANGEABLE");
    assert_eq!(refused.body["reason"], "FINAL");
}

async fn another_card_pays_the_difference(house: House) {
    house.import_with_deposits().await;
    let (number, paid) = house.deposited("KING").await;
    let (batch, told) = house.change(&number, "SUITE").await;
    let card = house.card_token(&batch, "5555555555554444", "Siobhán").await.is(200).body;
    let rooms = house.client.commit(&batch, &with_card(&batch, &card)).await.is(200).body;
    assert_eq!(rooms[0]["masked_card_number"], "XXXXXXXXXXXX4444");
    assert_eq!(money(&house, &number).await, (paid + cents(&told["due_now"]), 0));
    assert_eq!(house.found(&number).await["payment_sources"][0]["custom_field_1"], "XXXXXXXXXXXX4444");
}

async fn what_several_payments_paid_goes_back_to_each(house: House) {
    house.import_with_deposits().await;
    let (number, paid) = house.deposited("KING").await;
    let (batch, told) = house.change(&number, "SUITE").await;
    house.client.commit(&batch, &keep(&batch)).await.is(200);
    let whole = paid + cents(&told["due_now"]);
    house.cancelled_by_hotel(&number).await;
    assert_eq!(money(&house, &number).await, (whole, whole));
    house.cancelled_by_hotel(&number).await;
    assert_eq!(money(&house, &number).await, (whole, whole));
}

const POINTS: [Point; 4] = [Point::BeforeAuthorise, Point::AfterAuthorise, Point::BeforeCapture, Point::AfterCapture];

async fn whatever_dies_the_stay_is_changed_and_paid_or_neither(house: House) {
    house.import_with_deposits().await;
    let mut taken = 0;
    for (at, point) in (0..).zip(POINTS) {
        let arrival = jiff::civil::date(2027, 1, 12 + 3 * at);
        let (first, last) = (arrival.to_string(), (arrival + jiff::ToSpan::days(2)).to_string());
        let (number, paid) = house.deposited_for("KING", (&first, &last)).await;
        let (batch, told) = house.change_in(&number, "SUITE", (&first, &last)).await;
        let (watcher, reached) = dies_at(point);
        let dying = house.watched(watcher).await;
        let order = keep(&batch);
        tokio::select! {
            () = reached.notified() => {}
            answer = dying.client.commit(&batch, &order) => panic!("{point:?} was never reached: {answer:?}"),
        }
        let next = house.twin().await;
        next.pass_minutes(3).await;
        let changed = matches!(point, Point::BeforeCapture | Point::AfterCapture);
        taken += paid + if changed { cents(&told["due_now"]) } else { 0 };
        assert_eq!(money(&next, &number).await, (taken, 0), "{point:?}");
        let found = next.found(&number).await;
        let room_type = if changed { "SUITE" } else { "KING" };
        assert_eq!(found["room_type"]["id"], room_type, "{point:?}");
        next.pass_minutes(31).await;
        assert_eq!((money(&next, &number).await, next.nights().await), ((taken, 0), (0, 2 * (i64::from(at) + 1))));
    }
}

async fn a_cheaper_stay_gives_back_once_whatever_dies(house: House) {
    house.import_with_deposits().await;
    for (at, point) in (0..).zip([Point::BeforeRefund, Point::AfterRefund]) {
        let arrival = jiff::civil::date(2027, 1, 12 + 3 * at);
        let (first, last) = (arrival.to_string(), (arrival + jiff::ToSpan::days(2)).to_string());
        let (number, _) = house.deposited_for("SUITE", (&first, &last)).await;
        let (batch, told) = house.change_in(&number, "KING", (&first, &last)).await;
        let (watcher, reached) = dies_at(point);
        let dying = house.watched(watcher).await;
        let order = keep(&batch);
        tokio::select! {
            () = reached.notified() => {}
            answer = dying.client.commit(&batch, &order) => panic!("{point:?} was never reached: {answer:?}"),
        }
        house.pass_minutes(2).await;
        let back = cents(&told["refund"]);
        assert!(back > 0);
        assert_eq!(money(&house, &number).await.1, back, "{point:?}");
        let rooms = house.client.commit(&batch, &order).await.is(200).body;
        assert_eq!((&rooms[0]["room_type_id"], money(&house, &number).await.1), (&json!("KING"), back));
    }
}

// clause: EDIT-05
async fn a_declined_card_changes_nothing(house: House) {
    house.import_with_deposits().await;
    let (number, paid) = house.deposited("KING").await;
    let (batch, told) = house.change(&number, "SUITE").await;
    let card = house.card_token(&batch, DECLINED, "Siobhán").await.is(200).body;
    house.client.commit(&batch, &with_card(&batch, &card)).await.refuses(402, "CARD_DECLINED");
    assert_eq!(money(&house, &number).await, (paid, 0));
    assert_eq!(house.found(&number).await["room_type"]["id"], "KING");
    // The one on file does.
    house.client.commit(&batch, &keep(&batch)).await.is(200);
    assert_eq!(money(&house, &number).await, (paid + cents(&told["due_now"]), 0));
}
