//! What Stripe alone has: pages to pay on of its own, events, and an account that a program may reach.

use axum::body::Body;
use axum::http::{Method, Request, header};
use domain::booking::ChargedCard;
use jiff::SignedDuration;
use serde_json::{Value, json};
use store::payments::State;

use super::payment_links::by_link;
use super::payments::cents;
use crate::support::gateway::{Point, dies_at};
use crate::support::hotel::ID;
use crate::support::stripe::{WEBHOOK_SECRET, sign};
use crate::support::{Answer, HotelFiles, House, Log, OPERATOR};

async fn owing() -> (House, Value) {
    let house = House::at_stripe(None).await;
    house.import(&HotelFiles { links: true, ..HotelFiles::default() }).await;
    let room = house.booked_by_link(0).await.1[0].clone();
    (house, room)
}

impl House {
    pub async fn tell(&self, signature: Option<&str>, body: &str) -> Answer {
        let mut request =
            Request::post("/public/gateway/events").header(header::CONTENT_TYPE, "application/json; charset=utf-8");
        if let Some(signature) = signature {
            request = request.header("Stripe-Signature", signature);
        }
        self.client.send(request.body(Body::from(body.to_owned())).expect("a request")).await
    }

    pub fn stand_in(&self) -> &crate::support::StripeStandIn {
        self.stripe.as_deref().expect("Stripe")
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_is_paid_at_checkout() {
    let (house, room) = owing().await;
    let stripe = house.stand_in();
    let url = room["public_link"].as_str().expect("a link");
    assert!(url.starts_with(&stripe.origin), "{url}");
    house.pass_minutes(5).await;
    assert_eq!(house.link_status(&room).await, "PENDING");
    assert!(stripe.pay(url));
    assert_eq!((stripe.taken(), stripe.set_aside()), (0, 1));
    assert_eq!(house.link_status(&room).await, "EXECUTED");
    assert_eq!((stripe.taken(), stripe.set_aside()), (cents(&room["due_now"]), 0));
    // The guest's card is known by what Stripe tells of it.
    let paid = store::payments::all(&house.app.db, ID).await.expect("the payments");
    let card = ChargedCard { masked_number: "XXXXXXXXXXXX4242".into(), brand: "VISA".into() };
    assert_eq!(paid[0].card, Some(card));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_amount_that_no_card_pays_is_not_told_as_a_card_that_was_declined() {
    let house = House::at_stripe(None).await;
    house.import(&HotelFiles::default()).await;
    house.stand_in().takes_at_least(90_000_000);
    let batch = house.owing(0).await;
    let order = house.order(&batch, "4242424242424242").await;
    house.client.commit(&batch, &order).await.refuses(402, "PAYMENT_REFUSED");
    assert_eq!((house.states().await, house.reservations().await), (vec![State::Declined], (0, 0)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_set_aside_before_stripe_forgot_its_key_is_found_and_given_up() {
    let house = House::at_stripe(None).await;
    house.import(&HotelFiles::default()).await;
    let (stripe, batch) = (house.stand_in(), house.owing(0).await);
    let order = house.order(&batch, "4000000000000119").await;
    house.client.commit(&batch, &order).await.refuses(502, "PAYMENT_UNANSWERED");
    assert_eq!((house.states().await, stripe.set_aside()), (vec![State::Authorising], 1));
    // The server is away for more than a day.
    stripe.forgets_keys();
    house.pass_minutes(25 * 60).await;
    assert_eq!(house.states().await, [State::Voided]);
    house.adds_up(0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_payment_that_stripe_never_saw_is_given_up_without_its_card() {
    for with_another in [true, false] {
        let house = House::at_stripe(None).await;
        house.import(&HotelFiles::default()).await;
        let (stripe, batch) = (house.stand_in(), house.owing(0).await);
        stripe.breaks_before_the_next_payment();
        let order = house.order(&batch, "4000000000000119").await;
        house.client.commit(&batch, &order).await.refuses(502, "PAYMENT_UNANSWERED");
        assert_eq!((house.states().await, stripe.cards_asked()), (vec![State::Authorising], 0));
        let owed = if with_another {
            let order = house.order(&batch, "4242424242424242").await;
            let rooms = house.client.commit(&batch, &order).await.is(200).body;
            assert_eq!(house.states().await, [State::Voided, State::Captured]);
            cents(&rooms[0]["due_now"])
        } else {
            house.pass_minutes(3).await;
            assert_eq!(house.states().await, [State::Voided]);
            0
        };
        assert!(!stripe.gets_it_late(), "its key is used up");
        house.pass_minutes(60).await;
        assert_eq!(stripe.cards_asked(), usize::from(with_another));
        house.adds_up(owed).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_set_aside_and_is_not_found_yet_is_given_up() {
    let house = House::at_stripe(None).await;
    house.import(&HotelFiles::default()).await;
    let (stripe, batch) = (house.stand_in(), house.owing(0).await);
    let order = house.order(&batch, "4000000000000119").await;
    house.client.commit(&batch, &order).await.refuses(502, "PAYMENT_UNANSWERED");
    assert_eq!((house.states().await, stripe.set_aside()), (vec![State::Authorising], 1));
    stripe.finds_nothing();
    house.pass_minutes(3).await;
    assert_eq!((house.states().await, stripe.cards_asked()), (vec![State::Voided], 1));
    house.adds_up(0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_for_an_amount_that_no_card_pays_books_nothing() {
    let house = House::at_stripe(None).await;
    house.import(&HotelFiles { links: true, ..HotelFiles::default() }).await;
    let (stripe, batch) = (house.stand_in(), house.owing(0).await);
    stripe.takes_at_least(90_000_000);
    house.client.commit(&batch, &by_link(&batch)).await.refuses(402, "PAYMENT_REFUSED");
    assert_eq!((house.states().await, house.reservations().await), (vec![State::Declined], (0, 0)));
    // Its rooms are held on, for another guarantee.
    stripe.takes_at_least(1);
    let order = house.order(&batch, "4242424242424242").await;
    let rooms = house.client.commit(&batch, &order).await.is(200).body;
    assert_eq!((house.states().await, house.reservations().await), (vec![State::Declined, State::Captured], (1, 0)));
    assert_eq!(stripe.taken(), cents(&rooms[0]["due_now"]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_that_stripe_refuses_for_good_books_nothing() {
    let house = House::at_stripe(None).await;
    house.import(&HotelFiles { links: true, ..HotelFiles::default() }).await;
    let batch = house.owing(0).await;
    house.stand_in().makes_no_page();
    house.client.commit(&batch, &by_link(&batch)).await.refuses(402, "PAYMENT_REFUSED");
    assert_eq!((house.states().await, house.reservations().await), (vec![State::Declined], (0, 0)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_that_was_given_up_before_the_booking_costs_no_room() {
    let house = House::at_stripe(None).await;
    house.import(&HotelFiles { links: true, ..HotelFiles::default() }).await;
    let (stripe, batch) = (house.stand_in(), house.owing(0).await);
    // The server dies while Stripe makes the page.
    let (order, made) = (by_link(&batch), stripe.makes_a_page_slowly());
    tokio::select! {
        answer = house.client.commit(&batch, &order) => panic!("Stripe has not answered: {answer:?}"),
        () = made.notified() => {}
    }
    stripe.answers();
    assert_eq!((house.states().await, house.reservations().await), (vec![State::Authorising], (0, 0)));
    stripe.goes(true);
    house.pass_minutes(3).await;
    let batch_again = house.client.commit(&batch, &order).await.is(200).body;
    assert_eq!(batch_again[0]["public_link"], Value::Null);
    assert_eq!(house.states().await, [State::Voiding, State::Offered]);
    stripe.goes(false);
    house.pass_minutes(2).await;
    assert_eq!((house.states().await, house.reservations().await), (vec![State::Voided, State::Offered], (1, 0)));
    assert_eq!(stripe.open_pages(), 0);
    let room = house.client.read_batch(&batch).await.is(200).body["confirmation"][0].clone();
    assert!(stripe.pay(room["public_link"].as_str().expect("a link")));
    assert_eq!(house.link_status(&room).await, "EXECUTED");
    house.adds_up(cents(&room["due_now"])).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_nobody_paid_on_is_closed_with_its_booking() {
    let (house, room) = owing().await;
    house.pass_minutes(33).await;
    assert_eq!((house.link_status(&room).await, house.reservations().await), (json!("EXPIRED"), (0, 1)));
    let stripe = house.stand_in();
    assert!(!stripe.pay(room["public_link"].as_str().expect("a link")), "Stripe takes nothing by it any more");
    house.pass_minutes(60).await;
    house.adds_up(0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_that_was_not_made_at_once_is_made_later() {
    let house = House::at_stripe(None).await;
    house.import(&HotelFiles { links: true, ..HotelFiles::default() }).await;
    let stripe = house.stand_in();
    stripe.goes(true);
    let (batch, rooms) = house.booked_by_link(0).await;
    assert_eq!((&rooms[0]["public_link"], &rooms[0]["payment_link"]["status"]), (&Value::Null, &json!("PENDING")));
    house.pass_minutes(25).await;
    stripe.goes(false);
    let read = house.client.read_batch(&batch).await.is(200).body["confirmation"][0].clone();
    assert!(stripe.pay(read["public_link"].as_str().expect("a link")));
    assert_eq!(house.link_status(&read).await, "EXECUTED");
    assert_eq!(stripe.taken(), cents(&read["due_now"]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_that_is_made_while_its_room_is_given_back_takes_nothing() {
    for answered in [true, false] {
        let house = House::at_stripe(None).await;
        house.import(&HotelFiles { links: true, ..HotelFiles::default() }).await;
        let stripe = house.stand_in();
        stripe.goes(true);
        let (batch, rooms) = house.booked_by_link(0).await;
        stripe.goes(false);
        let made = stripe.makes_a_page_slowly();
        // The guest's page asks for the link, and the hotel gives the room back before Stripe has answered.
        let asks = house.client.read_batch(&batch);
        let gives_back = async {
            made.notified().await;
            let number = rooms[0]["confirmation_no"].as_str().expect("a number");
            let path = format!("/operator/v1/reservations/{number}/status");
            house.client.call(Method::PUT, &path, OPERATOR, &json!({"status": "CANCELLED"})).await.is(200);
            assert_eq!((house.states().await, stripe.open_pages()), (vec![State::Voiding], 1));
        };
        if answered {
            let gives_back = async { (gives_back.await, stripe.answers()) };
            let (read, _) = tokio::join!(asks, gives_back);
            assert_eq!(read.is(200).body["confirmation"][0]["public_link"], Value::Null);
        } else {
            tokio::select! {
                answer = asks => panic!("Stripe has not answered: {answer:?}"),
                () = gives_back => {}
            }
            stripe.answers();
        }
        house.pass_minutes(2).await;
        assert_eq!((house.states().await, stripe.open_pages()), (vec![State::Voided], 0));
        house.adds_up(0).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_event_is_a_hint_that_comes_late_twice_or_from_somebody_else() {
    let (house, room) = owing().await;
    let stripe = house.stand_in();
    assert!(stripe.pay(room["public_link"].as_str().expect("a link")));
    let now = house.clock.now();
    let (good, body) = stripe.event("payment_intent.amount_capturable_updated", now);
    // Nobody but Stripe is heard, and nobody long after.
    house.tell(None, &body).await.refuses(400, "BAD_REQUEST");
    house.tell(Some(&sign("whsec_other", now, &body)), &body).await.refuses(400, "BAD_REQUEST");
    house.tell(Some(&good), &body.replace("requires_capture", "succeeded")).await.refuses(400, "BAD_REQUEST");
    let old = now - SignedDuration::from_secs(301);
    house.tell(Some(&sign(WEBHOOK_SECRET, old, &body)), &body).await.refuses(400, "BAD_REQUEST");
    assert_eq!(house.states().await, [State::Offered]);

    // One that says what is not so yet, before the one that is.
    let early = body.replace("payment_intent.amount_capturable_updated", "payment_intent.succeeded");
    house.tell(Some(&sign(WEBHOOK_SECRET, now, &early)), &early).await.is(204);
    assert_eq!(house.states().await, [State::Captured]);
    for _ in 0..3 {
        house.tell(Some(&good), &body).await.is(204);
    }
    // About nothing of ours, or nothing at all.
    for other in ["{}", "[]", "", r#"{"data":{"object":{"metadata":{"property_id":"x","payment_key":"y"}}}}"#] {
        house.tell(Some(&sign(WEBHOOK_SECRET, now, other)), other).await.is(204);
    }
    house.adds_up(cents(&room["due_now"])).await;
}

#[tokio::test]
async fn an_event_of_somebody_else_is_told() {
    let (log, _here) = Log::of_this_thread();
    let house = House::at_stripe(None).await;
    house.tell(None, "{}").await.refuses(400, "BAD_REQUEST");
    // Anybody may call as often as they like: the log is not filled by it.
    for lines in 1..=2 {
        for _ in 0..3 {
            house.tell(Some(&sign("whsec_other", house.clock.now(), "{}")), "{}").await.refuses(400, "BAD_REQUEST");
        }
        log.says(&["WARN", "an event with a signature that does not count"]);
        assert_eq!(log.text().lines().count(), lines, "{}", log.text());
        house.clock.pass(SignedDuration::from_mins(1));
    }
    let told = log.text();
    assert!(!told.contains("v1="), "{told}");
}

#[tokio::test]
async fn what_stripe_does_not_answer_is_told_with_its_payment() {
    let (log, _here) = Log::of_this_thread();
    let house = House::at_stripe(None).await;
    house.with_links().await;
    let (stripe, client) = (house.stand_in(), &house.client);
    // One is paid by its link, one has no booking, one is still to be taken.
    let by_link = house.booked_by_link(0).await.1[0].clone();
    assert!(stripe.pay(by_link["public_link"].as_str().expect("a link")));
    let batch = house.owing(1).await;
    client.commit(&batch, &house.order(&batch, "4000000000000119").await).await.refuses(502, "PAYMENT_UNANSWERED");
    let batch = house.owing(2).await;
    let order = house.order(&batch, "4242424242424242").await;
    let (watcher, reached) = dies_at(Point::BeforeCapture);
    let dying = house.watched(watcher).await;
    tokio::select! {
        () = reached.notified() => {}
        answer = dying.client.commit(&batch, &order) => panic!("never reached: {answer:?}"),
    }
    stripe.closes();
    house.pass_minutes(33).await;
    log.says(&["ERROR", "Stripe refused our key", "401", "req_1"]);
    let payments = store::payments::all(&house.app.db, ID).await.expect("the payments");
    for (state, words) in [
        (State::Offered, "nobody knows whether a link was paid in time"),
        (State::Voiding, "a payment could not be given up"),
        (State::Capturing, "a booking's payment could not be taken"),
    ] {
        let payment = payments.iter().find(|payment| payment.state == state).expect("one of each");
        log.says(&["WARN", words, &payment.key()]);
    }
    let batch = house.owing(3).await;
    let order = house.order(&batch, "4242424242424242").await;
    client.commit(&batch, &order).await.refuses(502, "PAYMENT_UNANSWERED");
    log.says(&["ERROR", "Stripe refused our key for cards", "401", "req_1"]);
    log.says(&["WARN", "the card vault did not name a card", "TIMEOUT"]);
}

// Stripe lets it go by itself by then; a key that is wrong for a while loses nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_to_be_given_up_at_an_account_that_was_left_ends_after_a_week() {
    let house = House::at_stripe(None).await;
    house.with_links().await;
    let by_link = house.booked_by_link(0).await.1[0].clone();
    let batch = house.owing(1).await;
    let order = house.order(&batch, "4242424242424242").await;
    let (watcher, reached) = dies_at(Point::AfterAuthorise);
    let dying = house.watched(watcher).await;
    tokio::select! {
        () = reached.notified() => {}
        answer = dying.client.commit(&batch, &order) => panic!("never reached: {answer:?}"),
    }
    assert_eq!(house.stand_in().set_aside(), 1);
    let other = house.at_another_account().await;
    other.cancelled_by_hotel(by_link["confirmation_no"].as_str().expect("a number")).await;
    for minutes in [3, 6 * 24 * 60] {
        other.pass_minutes(minutes).await;
        assert_eq!(other.states().await, [State::Voiding, State::Voiding]);
    }
    other.pass_minutes(24 * 60).await;
    assert_eq!(other.states().await, [State::Voided, State::Voided]);
}

#[tokio::test]
async fn a_vault_that_has_no_key_of_stripe_is_told() {
    let (log, _here) = Log::of_this_thread();
    let sandbox = House::on(None, true).await;
    let house = sandbox.at_another_account().await;
    house.import(&HotelFiles::default()).await;
    let batch = house.owing(0).await;
    let order = house.order(&batch, "4242424242424242").await;
    house.client.commit(&batch, &order).await.refuses(502, "PAYMENT_UNANSWERED");
    log.says(&["WARN", "the card vault did not name a card", "UNAVAILABLE"]);
    log.says(&["ERROR", "PORTICO_VAULT_STRIPE_KEY"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_provider_nobody_is_heard() {
    let house = House::sqlite().await;
    house.tell(Some(&sign(WEBHOOK_SECRET, house.clock.now(), "{}")), "{}").await.refuses(404, "NOT_FOUND");
}
