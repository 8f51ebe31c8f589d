//! What is due now is taken once with the booking, or not at all, whatever dies on the way.

use api::gateway::Standing;
use axum::http::Method;
use domain::money::Currency;
use futures_util::FutureExt;
use serde_json::{Value, json};
use store::payments::{self, Payment, State};

use crate::support::gateway::{Point, dies_at};
use crate::support::hotel::ID;
use crate::support::steps::{Batch, guest, room, with_card};
use crate::support::{HotelFiles, House, OPERATOR, PAGE, at_stripe, on_both_engines};

const VAULT: bool = true;

on_both_engines!(
    a_deposit_is_taken_once_with_the_booking
    a_deposit_of_a_rate_that_another_server_wrote_is_taken
    a_plain_guarantee_is_not_charged
    a_declined_card_books_nothing_and_another_one_pays
    the_guest_confirms_at_the_bank
    an_answer_that_was_lost_is_asked_for_again
    whatever_dies_is_booked_and_paid_once_or_not_at_all
    a_guest_who_sends_again_after_a_crash_pays_once
    a_room_that_is_given_back_meanwhile_costs_nothing
    a_payment_that_is_given_up_books_nothing
    what_was_paid_goes_back_once_as_far_as_it_was_agreed
);

at_stripe!(
    a_deposit_is_taken_once_with_the_booking
    a_deposit_of_a_rate_that_another_server_wrote_is_taken
    a_plain_guarantee_is_not_charged
    a_declined_card_books_nothing_and_another_one_pays
    the_guest_confirms_at_the_bank
    an_answer_that_was_lost_is_asked_for_again
    whatever_dies_is_booked_and_paid_once_or_not_at_all
    a_guest_who_sends_again_after_a_crash_pays_once
    a_room_that_is_given_back_meanwhile_costs_nothing
    a_payment_that_is_given_up_books_nothing
    what_was_paid_goes_back_once_as_far_as_it_was_agreed
);

const GOOD: &str = "4242424242424242";
const OTHER: &str = "5555555555554444";
const DECLINED: &str = "4000000000000341";
const CHALLENGED: &str = "4000000000003220";
const ANSWER_LOST: &str = "4000000000000119";

impl House {
    /// A King held for two nights at the rate that is paid when it is booked, the guest known; another number, other
    /// nights.
    pub async fn owing(&self, number: i8) -> Batch {
        let batch = self.client.begin(1).await;
        let arrival = jiff::civil::date(2027, 1, 2 + 2 * number);
        let king = room("KING", "ADVANCE", &arrival.to_string(), &(arrival + jiff::ToSpan::days(2)).to_string(), 2);
        self.client.set_rate(&batch, 1, &king).await.is(200);
        self.client.add_guest(&batch, &guest()).await.is(200);
        batch
    }

    pub async fn order(&self, batch: &Batch, number: &str) -> Value {
        let card = self.card_token(batch, number, "Siobhán").await.is(200).body;
        with_card(batch, &card)
    }

    pub async fn payments(&self) -> Vec<Payment> {
        payments::all(&self.app.db, ID).await.expect("the payments")
    }

    pub async fn states(&self) -> Vec<State> {
        self.payments().await.iter().map(|payment| payment.state).collect()
    }

    pub async fn at_the_bank(&self, payment: &Payment) -> Standing {
        self.app.gateway.status(payment.property_id, &payment.key()).await.expect("an answer")
    }

    /// Every payment stands at the bank as we say, and what was taken is what the reservations owed.
    pub async fn adds_up(&self, owed: i64) {
        let mut taken = 0;
        for payment in self.payments().await {
            let expected = match payment.state {
                State::Captured => Standing::Captured,
                State::Declined => Standing::Declined,
                State::Voided => Standing::Voided,
                open => panic!("{open:?} is not the end of a payment"),
            };
            assert_eq!(self.at_the_bank(&payment).await, expected);
            taken += if payment.state == State::Captured { payment.amount } else { 0 };
        }
        assert_eq!(taken, owed);
        if let Some(stripe) = &self.stripe {
            assert_eq!((stripe.taken(), stripe.set_aside()), (owed, 0));
        }
    }

    /// The bank's page, answered by the guest.
    pub async fn confirm(&self, url: &str, confirmed: bool) {
        if let Some(stripe) = &self.stripe {
            // A page of the vault's around the bank's, for the page that pays alone.
            let page = reqwest::get(url).await.expect("an answer");
            let policy = page.headers()["content-security-policy"].to_str().expect("a policy").to_owned();
            assert!(policy.contains(&format!("frame-ancestors {PAGE};")), "{policy}");
            let page = page.text().await.expect("a page");
            let bank = page.split("src=\"").find(|part| part.starts_with(&stripe.origin)).expect("the bank's page");
            stripe.answer(bank.split_once('"').expect("an address").0, confirmed);
            return;
        }
        let key = url.split_once("key=").expect("a key").1;
        let answer = reqwest::Client::new()
            .post(format!("{}/challenge", self.vault))
            .header("X-Challenge-Key", key)
            .header("Origin", &self.vault)
            .json(&json!({"confirmed": confirmed}))
            .send();
        assert_eq!(answer.await.expect("an answer").status(), 204);
    }
}

pub fn cents(amount: &Value) -> i64 {
    let usd = Currency::of("USD").expect("a currency");
    usd.from_decimal_f64(amount.as_f64().expect("an amount")).expect("cents")
}

pub fn challenge(refused: &Value) -> String {
    refused["challenge_url"].as_str().expect("an address").to_owned()
}

async fn a_deposit_is_taken_once_with_the_booking(house: House) {
    house.import(&HotelFiles::default()).await;
    let batch = house.owing(0).await;
    let order = house.order(&batch, GOOD).await;
    // A guest who presses many times.
    let tries = (0..4).map(|_| house.client.commit(&batch, &order));
    let answers = futures_util::future::join_all(tries).await;
    let booked: Vec<Value> = answers.into_iter().filter(|answer| answer.status == 200).map(|a| a.body).collect();
    assert!(!booked.is_empty() && booked.iter().all(|rooms| rooms == &booked[0]), "{booked:?}");
    let again = house.client.commit(&batch, &order).await.is(200).body;
    assert_eq!(again, booked[0]);
    let due = cents(&booked[0][0]["due_now"]);
    assert!(due > 0 && due == cents(&booked[0][0]["total_amount"]));
    assert_eq!(house.reservations().await, (1, 0));
    house.pass_minutes(30).await;
    house.adds_up(due).await;
    assert_eq!(house.states().await.iter().filter(|state| **state == State::Captured).count(), 1);
}

async fn a_deposit_of_a_rate_that_another_server_wrote_is_taken(house: House) {
    house.import(&HotelFiles::default()).await;
    let twin = house.twin().await;
    // This server remembers a rate that costs nothing now.
    let batch = house.client.ready().await;
    twin.client.set_rate(&batch, 1, &room("KING", "ADVANCE", "2027-01-02", "2027-01-04", 2)).await.is(200);
    let order = house.order(&batch, GOOD).await;
    let rooms = house.client.commit(&batch, &order).await.is(200).body;
    let due = cents(&rooms[0]["due_now"]);
    assert!(due > 0);
    house.adds_up(due).await;
    // And the other way about: what it remembers as owed is not.
    let batch = house.owing(1).await;
    twin.client.set_rate(&batch, 1, &room("KING", "FLEX", "2027-01-08", "2027-01-10", 2)).await.is(200);
    let order = house.order(&batch, GOOD).await;
    house.client.commit(&batch, &order).await.is(200);
    house.adds_up(due).await;
}

async fn a_plain_guarantee_is_not_charged(house: House) {
    house.import(&HotelFiles::default()).await;
    let batch = house.client.ready().await;
    let order = house.order(&batch, DECLINED).await;
    house.client.commit(&batch, &order).await.is(200);
    assert!(house.payments().await.is_empty());
}

// clause: PAY-22
async fn a_declined_card_books_nothing_and_another_one_pays(house: House) {
    house.import(&HotelFiles::default()).await;
    let batch = house.owing(0).await;
    let order = house.order(&batch, DECLINED).await;
    for _ in 0..2 {
        house.client.commit(&batch, &order).await.refuses(402, "CARD_DECLINED");
    }
    assert_eq!((house.reservations().await, house.nights().await), ((0, 0), (2, 0)), "the room is still held");
    let order = house.order(&batch, OTHER).await;
    let rooms = house.client.commit(&batch, &order).await.is(200).body;
    assert_eq!(rooms[0]["masked_card_number"], "XXXXXXXXXXXX4444");
    assert_eq!(house.states().await, [State::Declined, State::Declined, State::Captured]);
    house.adds_up(cents(&rooms[0]["due_now"])).await;
}

async fn the_guest_confirms_at_the_bank(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let batch = house.owing(0).await;
    let order = house.order(&batch, CHALLENGED).await;
    client.commit(&batch, &order).await.refuses(402, "CARD_CHALLENGE");
    // The hold lives on from here.
    house.pass_minutes(14).await;
    let url = challenge(&client.commit(&batch, &order).await.refuses(402, "CARD_CHALLENGE").body);
    assert!(url.starts_with(&house.vault), "{url}");
    assert_eq!((house.reservations().await, house.states().await), ((0, 0), vec![State::Authorising]));
    house.confirm(&url, true).await;
    let rooms = client.commit(&batch, &order).await.is(200).body;
    let due = cents(&rooms[0]["due_now"]);
    assert_eq!(house.states().await, [State::Captured]);

    // A guest who says no, and takes another card.
    let batch = house.owing(1).await;
    let order = house.order(&batch, CHALLENGED).await;
    let url = challenge(&client.commit(&batch, &order).await.refuses(402, "CARD_CHALLENGE").body);
    house.confirm(&url, false).await;
    client.commit(&batch, &order).await.refuses(402, "CARD_DECLINED");
    client.commit(&batch, &order).await.refuses(402, "CARD_CHALLENGE");
    let order = house.order(&batch, GOOD).await;
    let rooms = client.commit(&batch, &order).await.is(200).body;
    let due = due + cents(&rooms[0]["due_now"]);

    // A guest who goes away.
    let batch = house.owing(2).await;
    let order = house.order(&batch, CHALLENGED).await;
    let url = challenge(&client.commit(&batch, &order).await.refuses(402, "CARD_CHALLENGE").body);
    house.confirm(&url, true).await;
    house.pass_minutes(31).await;
    client.commit(&batch, &order).await.refuses(410, "BATCH_EXPIRED");
    assert_eq!(house.reservations().await, (2, 0));
    house.adds_up(due).await;
}

async fn an_answer_that_was_lost_is_asked_for_again(house: House) {
    house.import(&HotelFiles::default()).await;
    let batch = house.owing(0).await;
    let order = house.order(&batch, ANSWER_LOST).await;
    house.client.commit(&batch, &order).await.refuses(502, "PAYMENT_UNANSWERED");
    assert_eq!(house.reservations().await, (0, 0));
    let rooms = house.client.commit(&batch, &order).await.is(200).body;
    let due = cents(&rooms[0]["due_now"]);
    house.adds_up(due).await;

    let batch = house.owing(1).await;
    let order = house.order(&batch, ANSWER_LOST).await;
    house.client.commit(&batch, &order).await.refuses(502, "PAYMENT_UNANSWERED");
    house.pass_minutes(3).await;
    house.adds_up(due).await;
    let last = house.payments().await.into_iter().find(|payment| payment.state == State::Voided);
    assert_eq!(house.at_the_bank(&last.expect("one that was given up")).await, Standing::Voided);
}

/// A server dies at a point of a guest's payment; answers what was ordered.
async fn dies(house: &House, number: i8, point: Point) -> (Batch, Value) {
    let batch = house.owing(number).await;
    let order = house.order(&batch, GOOD).await;
    let (watcher, reached) = dies_at(point);
    let dying = house.watched(watcher).await;
    tokio::select! {
        () = reached.notified() => {}
        answer = dying.client.commit(&batch, &order) => panic!("{point:?} was never reached: {answer:?}"),
    }
    (batch, order)
}

const POINTS: [Point; 4] = [Point::BeforeAuthorise, Point::AfterAuthorise, Point::BeforeCapture, Point::AfterCapture];

async fn whatever_dies_is_booked_and_paid_once_or_not_at_all(house: House) {
    house.import(&HotelFiles::default()).await;
    let (mut standing, mut owed) = (0, 0);
    for (number, point) in (0..).zip(POINTS) {
        let (batch, order) = dies(&house, number, point).await;
        let next = house.twin().await;
        next.pass_minutes(3).await;
        let booked = matches!(point, Point::BeforeCapture | Point::AfterCapture);
        if booked {
            let rooms = next.client.commit(&batch, &order).await.is(200).body;
            (standing, owed) = (standing + 1, owed + cents(&rooms[0]["due_now"]));
        }
        assert_eq!(next.reservations().await, (standing, 0), "{point:?}");
        next.adds_up(owed).await;
        // Nothing is left to do.
        next.pass_minutes(31).await;
        next.adds_up(owed).await;
        assert_eq!(next.nights().await, (0, 2 * standing), "{point:?}");
    }
}

async fn a_guest_who_sends_again_after_a_crash_pays_once(house: House) {
    house.import(&HotelFiles::default()).await;
    let mut owed = 0;
    for (number, point) in (0..).zip(POINTS) {
        let at = i64::from(number) + 1;
        let (batch, order) = dies(&house, number, point).await;
        let next = house.twin().await;
        let rooms = next.client.commit(&batch, &order).await.is(200).body;
        owed += cents(&rooms[0]["due_now"]);
        next.pass_minutes(3).await;
        assert_eq!(next.reservations().await, (at, 0), "{point:?}");
        assert_eq!(next.payments().await.len() as i64, at, "one attempt each");
        next.adds_up(owed).await;
    }
}

async fn a_room_that_is_given_back_meanwhile_costs_nothing(house: House) {
    house.import(&HotelFiles::default()).await;
    let batch = house.owing(0).await;
    let order = house.order(&batch, GOOD).await;
    let (tab, mine) = (house.client.clone(), batch.clone());
    let watched = house.watched(Box::new(move |at| {
        let (tab, mine) = (tab.clone(), mine.clone());
        async move {
            if at == Point::AfterAuthorise {
                tab.unset_rate(&mine, 1).await.is(204);
            }
        }
        .boxed()
    }));
    watched.await.client.commit(&batch, &order).await.refuses(422, "ROOM_MISSING");
    assert_eq!((house.reservations().await, house.states().await), ((0, 0), vec![State::Voided]));
    house.adds_up(0).await;

    // The server that gives it up may die as well.
    for (number, point) in [(1, Point::BeforeVoid), (2, Point::AfterVoid)] {
        let batch = house.owing(number).await;
        let order = house.order(&batch, GOOD).await;
        let (tab, mine) = (house.client.clone(), batch.clone());
        let (stop, reached) = dies_at(point);
        let dying = house.watched(Box::new(move |at| {
            let (tab, mine, stopped) = (tab.clone(), mine.clone(), stop(at));
            async move {
                if at == Point::AfterAuthorise {
                    tab.unset_rate(&mine, 1).await.is(204);
                }
                stopped.await;
            }
            .boxed()
        }));
        let dying = dying.await;
        tokio::select! {
            () = reached.notified() => {}
            answer = dying.client.commit(&batch, &order) => panic!("{point:?} was never reached: {answer:?}"),
        }
        house.pass_minutes(3).await;
        house.adds_up(0).await;
    }
}

async fn a_payment_that_is_given_up_books_nothing(house: House) {
    house.import(&HotelFiles::default()).await;
    let batch = house.owing(0).await;
    let order = house.order(&batch, GOOD).await;
    // The bank takes longer to answer than anybody waits; another server gives the payment up meanwhile.
    let other = std::sync::Arc::new(house.twin().await);
    let slow = house.watched(Box::new(move |at| {
        let other = other.clone();
        async move {
            if at == Point::AfterAuthorise {
                other.pass_minutes(3).await;
            }
        }
        .boxed()
    }));
    slow.await.client.commit(&batch, &order).await.refuses(409, "BUSY");
    assert_eq!((house.reservations().await, house.states().await), ((0, 0), vec![State::Voided]));
    house.adds_up(0).await;
    let rooms = house.client.commit(&batch, &order).await.is(200).body;
    house.adds_up(cents(&rooms[0]["due_now"])).await;
}

// clause: API-36, MANAGE-22
async fn what_was_paid_goes_back_once_as_far_as_it_was_agreed(house: House) {
    house.import(&HotelFiles::default()).await;
    let client = &house.client;
    let book = async |at: i8| {
        let batch = house.owing(at).await;
        let order = house.order(&batch, GOOD).await;
        client.commit(&batch, &order).await.is(200).body[0].clone()
    };
    let tell = async |number: &Value| {
        let path = format!("/operator/v1/reservations/{}/status", number.as_str().expect("a number"));
        client.call(Method::PUT, &path, OPERATOR, &json!({"status": "CANCELLED"})).await
    };
    let refunds = async |room: &Value| {
        let id = room["id"].as_str().expect("an id").parse().expect("an id");
        crate::support::refunded(&house.app.db, ID, id, 1).await
    };
    let due = async || store::refunds::due(&house.app.db, jiff::Timestamp::MAX, 9).await.expect("the refunds").len();
    let usd = |amount: &Value| json!({"amount": amount, "currency": "USD"});

    // The guest agreed that nothing comes back: so it is told, and so it is.
    let kept = book(0).await;
    let find = format!(
        "/enterprise/v4/web/manage-booking?conf_num={}&last_name=N%C3%AD+Bhriain",
        kept["confirmation_no"].as_str().expect("a number")
    );
    let found = client.get(&find).await.is(200).body;
    assert_eq!(found["reservation_details"]["paid_amount"], kept["due_now"]);
    let token = found["request_token"].as_str().expect("a token");
    let told = client.get(&format!("/enterprise/v4/web/cancel-booking/consent?request_id={token}")).await.is(200).body;
    assert_eq!((&told["penalty"], &told["refund"]), (&usd(&kept["due_now"]), &usd(&json!(0.0))));
    let done = client.put(&format!("/enterprise/v4/web/cancel-booking?request_id={token}")).await.is(200).body;
    assert_eq!((&done["penalty"], &done["refund"]), (&told["penalty"], &told["refund"]));
    assert_eq!(refunds(&kept).await, 0);

    // The hotel cancels: everything goes back, once.
    let given = book(1).await;
    tell(&given["confirmation_no"]).await.is(200);
    tell(&given["confirmation_no"]).await.is(200);
    let whole =
        Currency::of("USD").expect("a currency").from_decimal_f64(given["due_now"].as_f64().expect("an amount"));
    assert_eq!((refunds(&given).await, due().await), (whole.expect("an amount"), 0));

    // Whatever dies on the way, it goes back once, and the nights are free.
    for (at, point) in [(2, Point::BeforeRefund), (3, Point::AfterRefund)] {
        let room = book(at).await;
        let (watcher, reached) = dies_at(point);
        let dying = house.watched(watcher).await;
        let path = format!("/operator/v1/reservations/{}/status", room["confirmation_no"].as_str().expect("a number"));
        let cancelled = json!({"status": "CANCELLED"});
        let call = dying.client.call(Method::PUT, &path, OPERATOR, &cancelled);
        tokio::select! { () = reached.notified() => {}, answer = call => panic!("answered {}", answer.text) }
        assert_eq!(due().await, 1, "{point:?}");
        house.pass_minutes(2).await;
        assert_eq!((refunds(&room).await > 0, due().await), (true, 0), "{point:?}");
    }
    assert_eq!(house.reservations().await, (0, 4));
}
