//! Refunds at Stripe, which takes its time and may bring one back after days: given once, told as they stand, and the
//! hotel's to give where the card takes nothing.

use axum::http::Method;
use jiff::Timestamp;
use serde_json::{Value, json};
use store::refunds::State;

use super::edit_payments::keep;
use super::payments::cents;
use crate::support::gateway::{Point, dies_at};
use crate::support::hotel::ID;
use crate::support::steps::{guest, room};
use crate::support::{Answer, HotelFiles, House, OPERATOR, at_stripe};

at_stripe!(
    one_that_is_on_its_way_is_told_as_that_and_asked_for_once
    one_that_comes_back_after_it_was_given_is_given_again
    one_that_comes_back_for_good_is_the_hotels_to_give
    one_that_is_asked_for_again_by_its_hotel_goes_out_once
    one_that_may_still_go_out_is_not_settled
    one_of_a_payment_that_another_gateway_took_is_the_hotels_to_give
    one_of_a_payment_that_another_account_took_is_the_hotels_to_give
    one_that_is_on_its_way_at_a_gateway_that_was_left_is_ended_by_the_hotel
    one_that_is_on_its_way_at_an_account_that_was_left_is_ended_by_the_hotel
    one_of_a_payment_that_is_not_taken_yet_waits_for_it
    one_of_a_payment_that_is_never_taken_gives_nothing_back
    several_do_not_each_wait_for_a_gateway_that_says_nothing
    one_that_was_given_before_a_crash_is_found_after_stripe_forgot
    rooms_that_are_cancelled_in_turn_get_back_what_was_taken_for_all
    rooms_whose_refunds_are_due_in_the_same_moment_get_back_what_was_taken_for_all
    what_the_hotel_gave_back_at_stripe_does_not_go_back_again
);

const GOOD: &str = "4242424242424242";
const GONE: &str = "expired_or_canceled_card";

impl House {
    /// A hotel, and a stay in it that was paid when it was booked.
    async fn paid_stay(&self) -> Value {
        self.import(&HotelFiles::default()).await;
        self.paid_stay_of(0).await
    }

    /// Another number, other nights.
    async fn paid_stay_of(&self, at: i8) -> Value {
        let batch = self.owing(at).await;
        let order = self.order(&batch, GOOD).await;
        self.client.commit(&batch, &order).await.is(200).body[0].clone()
    }

    /// Three rooms paid at once, in thousandths of a dinar, of which Stripe takes tens.
    async fn three_rooms_in_dinars(&self) -> Vec<Value> {
        let dinars =
            HotelFiles { money: r#"currency = "KWD""#, lodging_tax: "9.083", kings: 3, ..HotelFiles::default() };
        self.import(&dinars).await;
        let batch = self.client.begin(3).await;
        for at in 1..=3 {
            self.client.set_rate(&batch, at, &room("KING", "ADVANCE", "2027-01-02", "2027-01-04", 2)).await.is(200);
        }
        self.client.add_guest(&batch, &guest()).await.is(200);
        let mut order = self.order(&batch, GOOD).await;
        let sessions = batch.sessions.iter().map(|id| {
            let mut session = order["sessions"][0].clone();
            session["session_id"] = json!(id);
            session
        });
        order["sessions"] = sessions.collect();
        let rooms = self.client.commit(&batch, &order).await.is(200).body;
        assert_eq!(self.stand_in().taken(), 1_254_710, "of three times 418.239");
        rooms.as_array().expect("rooms").clone()
    }

    /// A stay that its hotel cancels while what was set aside for it is still to be taken.
    async fn cancelled_before_it_was_taken(&self) -> Value {
        self.import(&HotelFiles::default()).await;
        let batch = self.owing(0).await;
        let order = self.order(&batch, GOOD).await;
        let (watcher, reached) = dies_at(Point::BeforeCapture);
        let dying = self.watched(watcher).await;
        tokio::select! {
            () = reached.notified() => {}
            answer = dying.client.commit(&batch, &order) => panic!("never reached: {answer:?}"),
        }
        let room = self.client.read_batch(&batch).await.is(200).body["confirmation"][0].clone();
        self.cancelled_by_hotel(number(&room)).await;
        assert_eq!((self.refund_states(&room).await, self.stand_in().set_aside()), (vec![State::Refunding], 1));
        room
    }

    /// How its refunds stand, in our rows.
    async fn refund_states(&self, room: &Value) -> Vec<State> {
        let id = room["id"].as_str().expect("an id").parse().expect("an id");
        let all = store::refunds::of(&self.app.db, ID, id).await.expect("the refunds");
        all.into_iter().map(|refund| refund.state).collect()
    }

    /// What the guest sees who looks the stay up.
    async fn told(&self, room: &Value) -> Value {
        self.found(number(room)).await["refunds"].clone()
    }

    /// Stripe says what became of the last refund.
    async fn hears(&self, kind: &str) {
        let (signature, body) = self.stand_in().refund_event(kind, self.clock.now());
        self.tell(Some(&signature), &body).await.is(204);
    }

    /// What the hotel sees, or does.
    async fn at_desk(&self, room: &Value, wish: Option<&str>) -> Value {
        self.asked_at_desk(room, wish).await.is(200).body
    }

    async fn asked_at_desk(&self, room: &Value, wish: Option<&str>) -> Answer {
        let path = format!("/operator/v1/reservations/{}/refunds", number(room));
        let (method, body) = match wish {
            Some(status) => (Method::PUT, json!({"status": status})),
            None => (Method::GET, Value::Null),
        };
        self.client.call(method, &path, OPERATOR, &body).await
    }
}

fn number(room: &Value) -> &str {
    room["confirmation_no"].as_str().expect("a number")
}

fn told_as(room: &Value, status: &str) -> Value {
    json!([{"amount": room["due_now"], "masked_card_number": "XXXXXXXXXXXX4242", "card_brand": "VISA", "status": status}])
}

async fn one_that_is_on_its_way_is_told_as_that_and_asked_for_once(house: House) {
    let room = house.paid_stay().await;
    let stripe = house.stand_in();
    stripe.refunds_are("pending");
    house.cancelled_by_hotel(number(&room)).await;
    assert_eq!((house.refund_states(&room).await, stripe.refunds()), (vec![State::Pending], 1));
    assert_eq!(house.told(&room).await, told_as(&room, "PENDING"));
    // For days, longer than Stripe remembers what it was asked.
    for _ in 0..5 {
        stripe.forgets_keys();
        house.pass_minutes(20 * 60).await;
    }
    assert_eq!((house.refund_states(&room).await, stripe.refunds()), (vec![State::Pending], 1));
    // An event that knows nothing new, then the one that does, more than once and in two forms.
    house.hears("refund.updated").await;
    assert_eq!(house.told(&room).await, told_as(&room, "PENDING"));
    stripe.refund_becomes("succeeded", None);
    for kind in ["charge.refund.updated", "refund.updated", "refund.updated"] {
        house.hears(kind).await;
        assert_eq!(house.told(&room).await, told_as(&room, "REFUNDED"));
    }
    assert_eq!((stripe.taken(), stripe.refunds()), (0, 1));

    // Nobody tells: it is asked for.
    let other = house.paid_stay_of(1).await;
    house.cancelled_by_hotel(number(&other)).await;
    stripe.refund_becomes("succeeded", None);
    house.pass_minutes(59).await;
    assert_eq!(house.told(&other).await, told_as(&other, "PENDING"));
    house.pass_minutes(2).await;
    assert_eq!(house.told(&other).await, told_as(&other, "REFUNDED"));
}

async fn one_that_comes_back_after_it_was_given_is_given_again(house: House) {
    let room = house.paid_stay().await;
    let stripe = house.stand_in();
    house.cancelled_by_hotel(number(&room)).await;
    assert_eq!(house.told(&room).await, told_as(&room, "REFUNDED"));
    house.pass_minutes(3 * 24 * 60).await;
    stripe.refund_becomes("failed", Some("declined"));
    let late = stripe.refund_event("refund.failed", house.clock.now());
    for _ in 0..2 {
        house.tell(Some(&late.0), &late.1).await.is(204);
    }
    assert_eq!(house.told(&room).await, told_as(&room, "PENDING"));
    house.pass_minutes(23 * 60).await;
    assert_eq!(stripe.refunds(), 1, "not before the next day");
    house.pass_minutes(61).await;
    assert_eq!((house.told(&room).await, stripe.refunds(), stripe.taken()), (told_as(&room, "REFUNDED"), 2, 0));
    // What was told of the first one comes once more, for now of a refund that is there.
    house.hears("refund.updated").await;
    assert_eq!((house.told(&room).await, stripe.refunds()), (told_as(&room, "REFUNDED"), 2));

    // Not for ever.
    for _ in 0..6 {
        stripe.refund_becomes("failed", None);
        house.hears("refund.failed").await;
        house.pass_minutes(25 * 60).await;
    }
    assert_eq!((house.refund_states(&room).await, stripe.refunds()), (vec![State::Failed], 3));
}

async fn one_that_comes_back_for_good_is_the_hotels_to_give(house: House) {
    let room = house.paid_stay().await;
    let stripe = house.stand_in();
    stripe.refunds_are("pending");
    house.cancelled_by_hotel(number(&room)).await;
    house.asked_at_desk(&room, Some("SETTLED")).await.refuses(409, "REFUND_UNDER_WAY");
    stripe.refund_becomes("failed", Some(GONE));
    house.hears("refund.failed").await;
    assert_eq!(house.told(&room).await, told_as(&room, "FAILED"));
    let goes_to = async || house.found(number(&room)).await["cancellation"]["refund_to"].clone();
    assert_eq!(goes_to().await, json!([]), "no card has taken it");
    for _ in 0..4 {
        house.pass_minutes(25 * 60).await;
    }
    assert_eq!(stripe.refunds(), 1, "a card that is no more is not asked again");
    let ungiven = store::refunds::ungiven(&house.app.db, ID, Timestamp::UNIX_EPOCH).await.expect("a read");
    assert_eq!((ungiven.len(), ungiven[0].confirmation_no.as_str()), (1, number(&room)));
    assert_eq!((ungiven[0].amount, ungiven[0].failure.as_deref()), (cents(&room["due_now"]), Some(GONE)));
    let seen = json!([{"amount": room["due_now"], "currency": "USD", "status": "FAILED", "reason": GONE}]);
    assert_eq!(house.at_desk(&room, None).await, seen);

    // The hotel has given it in cash, and says so.
    for _ in 0..2 {
        assert_eq!(house.at_desk(&room, Some("SETTLED")).await[0]["status"], "SETTLED");
    }
    assert_eq!((house.told(&room).await, goes_to().await), (told_as(&room, "REFUNDED"), json!([])));
    assert!(store::refunds::ungiven(&house.app.db, ID, Timestamp::MAX).await.expect("a read").is_empty());
    let path = format!("/operator/v1/reservations/{}/refunds", number(&room));
    let lost = json!({"status": "LOST"});
    house.client.call(Method::PUT, &path, OPERATOR, &lost).await.refuses(400, "BAD_FIELD");
    house.client.call(Method::PUT, &path, "x", &json!({"status": "AGAIN"})).await.is(401);
}

async fn one_that_is_asked_for_again_by_its_hotel_goes_out_once(house: House) {
    let room = house.paid_stay().await;
    let stripe = house.stand_in();
    stripe.refunds_are("canceled");
    house.cancelled_by_hotel(number(&room)).await;
    assert_eq!(house.refund_states(&room).await, [State::Failed]);
    stripe.refunds_are("succeeded");
    for _ in 0..2 {
        house.at_desk(&room, Some("AGAIN")).await;
    }
    house.pass_minutes(1).await;
    assert_eq!((house.refund_states(&room).await, stripe.refunds(), stripe.taken()), (vec![State::Refunded], 2, 0));
}

async fn one_that_may_still_go_out_is_not_settled(house: House) {
    let room = house.paid_stay().await;
    let stripe = house.stand_in();
    stripe.goes(true);
    house.cancelled_by_hotel(number(&room)).await;
    house.pass_minutes(25 * 60).await;
    for ended in ["SETTLED", "ARRIVED"] {
        house.asked_at_desk(&room, Some(ended)).await.refuses(409, "REFUND_UNDER_WAY");
    }
    assert_eq!(house.at_desk(&room, Some("AGAIN")).await[0]["status"], "REFUNDING");
    stripe.goes(false);
    house.pass_minutes(2).await;
    assert_eq!((house.refund_states(&room).await, stripe.refunds()), (vec![State::Refunded], 1));
    assert_eq!(house.at_desk(&room, Some("SETTLED")).await[0]["status"], "REFUNDED");
}

async fn one_of_a_payment_that_another_gateway_took_is_the_hotels_to_give(house: House) {
    house.import(&HotelFiles::default()).await;
    let (stripe, sandbox) = (house.stand_in(), house.at_the_sandbox().await);
    for (at, before, after) in [(0, &sandbox, &house), (1, &house, &sandbox)] {
        let room = before.paid_stay_of(at).await;
        after.cancelled_by_hotel(number(&room)).await;
        assert_eq!(after.told(&room).await, told_as(&room, "FAILED"));
        assert_eq!(after.at_desk(&room, None).await[0]["reason"], "unknown_payment");
        assert_eq!(after.at_desk(&room, Some("SETTLED")).await[0]["status"], "SETTLED");
    }
    assert_eq!(stripe.refunds(), 0);
}

// Or test keys gave way to live ones. The account that took it gives it back all the same, once it is asked again.
async fn one_of_a_payment_that_another_account_took_is_the_hotels_to_give(house: House) {
    house.with_links().await;
    let by_card = house.paid_stay_of(0).await;
    let by_link = house.booked_by_link(1).await.1[0].clone();
    let stripe = house.stand_in();
    assert!(stripe.pay(by_link["public_link"].as_str().expect("a link")));
    assert_eq!(house.link_status(&by_link).await, "EXECUTED");
    let other = house.at_another_account().await;
    for room in [&by_card, &by_link] {
        other.cancelled_by_hotel(number(room)).await;
        assert_eq!(other.told(room).await, told_as(room, "FAILED"));
        assert_eq!(other.at_desk(room, Some("AGAIN")).await[0]["status"], "REFUNDING");
        other.pass_minutes(1).await;
        assert_eq!(other.at_desk(room, None).await[0]["reason"], "unknown_payment");
    }
    assert_eq!(other.at_desk(&by_link, Some("SETTLED")).await[0]["status"], "SETTLED");
    house.at_desk(&by_card, Some("AGAIN")).await;
    house.pass_minutes(1).await;
    assert_eq!((house.refund_states(&by_card).await, stripe.refunds()), (vec![State::Refunded], 1));
    assert_eq!((stripe.taken(), other.stand_in().refunds()), (cents(&by_link["due_now"]), 0));
}

async fn one_that_is_on_its_way_at_a_gateway_that_was_left_is_ended_by_the_hotel(house: House) {
    let sandbox = house.at_the_sandbox().await;
    leaves_one_on_its_way(&house, &sandbox).await;
}

async fn one_that_is_on_its_way_at_an_account_that_was_left_is_ended_by_the_hotel(house: House) {
    let other = house.at_another_account().await;
    leaves_one_on_its_way(&house, &other).await;
}

async fn leaves_one_on_its_way(house: &House, other: &House) {
    let room = house.paid_stay().await;
    let stripe = house.stand_in();
    stripe.refunds_are("pending");
    house.cancelled_by_hotel(number(&room)).await;
    other.pass_minutes(25 * 60).await;
    assert_eq!(other.told(&room).await, told_as(&room, "PENDING"));
    other.asked_at_desk(&room, Some("SETTLED")).await.refuses(409, "REFUND_UNDER_WAY");
    assert_eq!(other.at_desk(&room, Some("ARRIVED")).await[0]["status"], "REFUNDED");
    assert_eq!(other.told(&room).await, told_as(&room, "REFUNDED"));
    let ungiven = store::refunds::ungiven(&house.app.db, ID, Timestamp::MAX).await.expect("a read");
    assert!(ungiven.is_empty(), "{ungiven:?}");
    // Back at Stripe it may turn out otherwise.
    stripe.refund_becomes("failed", Some(GONE));
    house.hears("refund.failed").await;
    assert_eq!(house.told(&room).await, told_as(&room, "FAILED"));
}

// Refused once, a key stays so for as long as Stripe remembers it.
async fn one_of_a_payment_that_is_not_taken_yet_waits_for_it(house: House) {
    let (room, stripe) = (house.cancelled_before_it_was_taken().await, house.stand_in());
    for _ in 0..3 {
        house.pass_minutes(2).await;
    }
    assert_eq!((house.told(&room).await, stripe.taken()), (told_as(&room, "REFUNDED"), 0));
}

// Stripe gives up what nobody takes for a week.
async fn one_of_a_payment_that_is_never_taken_gives_nothing_back(house: House) {
    let (room, stripe) = (house.cancelled_before_it_was_taken().await, house.stand_in());
    stripe.gives_up_what_is_set_aside();
    house.pass_minutes(2).await;
    assert_eq!((house.told(&room).await, stripe.refunds()), (told_as(&room, "REFUNDED"), 0));
}

async fn several_do_not_each_wait_for_a_gateway_that_says_nothing(house: House) {
    house.import_with_deposits().await;
    let (number, _) = house.deposited("KING").await;
    let (batch, _) = house.change(&number, "SUITE").await;
    house.client.commit(&batch, &keep(&batch)).await.is(200);
    let stripe = house.stand_in();
    stripe.goes(true);
    house.cancelled_by_hotel(&number).await;
    assert_eq!(stripe.unheard(), 1, "of two payments");
    stripe.goes(false);
    house.pass_minutes(2).await;
    assert_eq!((stripe.refunds(), stripe.taken()), (2, 0));
}

async fn one_that_was_given_before_a_crash_is_found_after_stripe_forgot(house: House) {
    let room = house.paid_stay().await;
    let (watcher, reached) = dies_at(Point::AfterRefund);
    let dying = house.watched(watcher).await;
    tokio::select! { () = reached.notified() => {}, () = dying.cancelled_by_hotel(number(&room)) => panic!("never reached") }
    let stripe = house.stand_in();
    stripe.forgets_keys();
    house.pass_minutes(2 * 24 * 60).await;
    assert_eq!((house.refund_states(&room).await, stripe.refunds(), stripe.taken()), (vec![State::Refunded], 1, 0));
}

async fn rooms_that_are_cancelled_in_turn_get_back_what_was_taken_for_all(house: House) {
    let (rooms, stripe) = (house.three_rooms_in_dinars().await, house.stand_in());
    for room in &rooms {
        house.cancelled_by_hotel(number(room)).await;
    }
    assert_eq!(stripe.taken(), 0);
    // What came back is given again, and no more than that.
    let (signature, body) = stripe.first_refund_fails(house.clock.now());
    house.tell(Some(&signature), &body).await.is(204);
    house.pass_minutes(25 * 60).await;
    assert_eq!((stripe.refunds(), stripe.taken()), (4, 0));
}

async fn rooms_whose_refunds_are_due_in_the_same_moment_get_back_what_was_taken_for_all(house: House) {
    let (rooms, stripe) = (house.three_rooms_in_dinars().await, house.stand_in());
    stripe.refunds_are("failed");
    for room in &rooms {
        house.cancelled_by_hotel(number(room)).await;
    }
    assert_eq!((stripe.refunds(), stripe.taken()), (3, 1_254_710));
    stripe.refunds_are("succeeded");
    house.pass_minutes(25 * 60).await;
    assert_eq!((stripe.refunds(), stripe.taken()), (6, 0));
}

async fn what_the_hotel_gave_back_at_stripe_does_not_go_back_again(house: House) {
    house.import(&HotelFiles::default()).await;
    let stripe = house.stand_in();
    for (at, all) in [(0, false), (1, true)] {
        let room = house.paid_stay_of(at).await;
        let paid = cents(&room["due_now"]);
        stripe.gives_back(if all { paid } else { paid - 1 });
        house.cancelled_by_hotel(number(&room)).await;
        assert_eq!((house.refund_states(&room).await, stripe.taken()), (vec![State::Refunded], 0));
    }
    assert_eq!(stripe.refunds(), 3, "where all of it has gone back nothing is asked for");
}
