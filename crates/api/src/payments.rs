//! Paying for a booking exactly once: set aside, booked, taken; or set aside and given up.
//!
//! Each step is written before the gateway is asked for it, no call to it is made within a transaction, and the booking
//! turns its payment from set-aside to being-taken in its own transaction. Whatever a crash leaves between two steps,
//! [`finish`] finds: without a booking the payment is given up, with one it is taken. Who gives up and who books a
//! payment both turn it from the same state, so that one of them does.

use domain::booking::{ChargedCard, Reservation};
use domain::money::Currency;
use jiff::{SignedDuration, Timestamp};
use store::payments::{self, Payment, State};
use store::{Conn, Durability, StoreError};

use crate::app::App;
use crate::boards::Property;
use crate::error::{Answer, Code, Problem};
use crate::gateway::{Charge, NoAnswer, Standing};
use crate::letters::texts::Texts;
use crate::letters::words::Words;
use crate::payment_links;

/// Longer than a guest's call can take: a payment that stands as long is nobody's any more.
const ABANDONED: SignedDuration = SignedDuration::from_mins(2);
/// How long guests may take to confirm a payment at their bank.
const CHALLENGE: SignedDuration = SignedDuration::from_mins(15);
/// Until the gateway is asked again for what it did not do.
pub const AGAIN: SignedDuration = SignedDuration::from_mins(1);
/// How many payments, or refunds, are gone on with at once.
pub const TOGETHER: i64 = 20;
/// How often a guest's payment is begun anew when another call of theirs was quicker.
const TRIES: usize = 3;

/// What an order takes from a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    pub batch_id: uuid::Uuid,
    /// Minor units of the hotel's currency.
    pub amount: i64,
    pub card_token: String,
    /// As its guest knows it.
    pub card: ChargedCard,
    /// Of the page that would show a challenge.
    pub page_origin: String,
    /// In which the amount is written there; the hotel's first one when there is none.
    pub language: Option<String>,
}

/// Sets the amount of an order aside. The same order again, after an answer that was lost or a challenge that was
/// answered, goes on with the same payment; another card or amount gives up the one before. `None` when another call has
/// booked with it meanwhile: nothing more is set aside then.
///
/// # Errors
/// 402 when the bank says no, never takes such an amount, or wants the guest to confirm (`challenge_url`); 502 when there is no answer: then the
/// order may be sent again.
pub async fn authorise(app: &App, property: &Property, order: &Order) -> Answer<Option<Payment>> {
    let wanted = Payment {
        property_id: property.property_id,
        batch_id: order.batch_id,
        attempt: 0,
        state: State::Authorising,
        amount: order.amount,
        currency: property.board.currency().code.to_owned(),
        card_token: Some(order.card_token.clone()),
        card: Some(order.card.clone()),
        link_until: None,
        language: None,
        act_at: app.clock.now(),
    };
    for _ in 0..TRIES {
        let Some(payment) = begin(app, &wanted).await? else { return Ok(None) };
        let charge = charge(property, order, &payment);
        match app.gateway.authorise(&charge).await {
            // Taken: another call of the same order was quicker, and the batch says so.
            Ok(Standing::Authorised | Standing::Captured) => return Ok(Some(payment)),
            Ok(Standing::Challenge(url)) => {
                turn(app, &payment, State::Authorising, CHALLENGE, Durability::Soon).await?;
                return Err(Problem::new(Code::CardChallenge).with("challenge_url", url));
            }
            Ok(Standing::Declined) => {
                turn(app, &payment, State::Declined, AGAIN, Durability::Soon).await?;
                return Err(Code::CardDeclined.into());
            }
            Ok(Standing::NotTaken) => {
                turn(app, &payment, State::Declined, AGAIN, Durability::Soon).await?;
                return Err(Code::PaymentRefused.into());
            }
            // Given up meanwhile: a new attempt.
            Ok(Standing::Voided | Standing::Offered | Standing::Unknown) => {
                turn(app, &payment, State::Voided, AGAIN, Durability::Soon).await?;
            }
            Err(_) => return Err(Code::PaymentUnanswered.into()),
        }
    }
    Err(Code::Busy.into())
}

/// The attempt that goes on with what is wanted, whichever number it has, on disk before anybody is asked; `None` when
/// another call has booked its batch meanwhile.
///
/// # Errors
/// 409 when other calls are quicker again and again.
pub async fn begin(app: &App, wanted: &Payment) -> Answer<Option<Payment>> {
    for _ in 0..TRIES {
        match attempt(app, wanted).await? {
            Attempt::Ours(payment) => return Ok(Some(*payment)),
            Attempt::Quicker => {}
            Attempt::Booked => return Ok(None),
        }
    }
    Err(Code::Busy.into())
}

/// How an order goes on.
enum Attempt {
    /// With this payment.
    Ours(Box<Payment>),
    /// Another call was quicker: it is to be looked at anew.
    Quicker,
    /// Its batch is booked and paid.
    Booked,
}

async fn attempt(app: &App, wanted: &Payment) -> Answer<Attempt> {
    let last = payments::last(&app.db, wanted.property_id, wanted.batch_id).await?;
    let before = last.as_ref().map_or(0, |payment| payment.attempt);
    match last {
        Some(paid) if paid.is_booked() || paid.is_offered() => return Ok(Attempt::Booked),
        Some(open) if open.state == State::Authorising => {
            let same_way = open.card_token == wanted.card_token && open.language == wanted.language;
            if (open.amount, &open.currency) == (wanted.amount, &wanted.currency) && same_way {
                let ours = turn(app, &open, State::Authorising, ABANDONED, Durability::Soon).await?;
                return Ok(if ours { Attempt::Ours(Box::new(open)) } else { Attempt::Quicker });
            }
            if !give_up(app, &open).await? {
                return Ok(Attempt::Quicker);
            }
        }
        _ => {}
    }
    let now = app.clock.now();
    let payment = Payment { attempt: before + 1, act_at: now + ABANDONED, ..wanted.clone() };
    let row = payment.clone();
    let begun = app
        .db
        .write_one::<bool, StoreError, _>(Durability::OnDisk, move |conn: &mut Conn| {
            let row = row.clone();
            Box::pin(async move { payments::begin(conn, &row, now).await })
        })
        .await?;
    Ok(if begun { Attempt::Ours(Box::new(payment)) } else { Attempt::Quicker })
}

fn charge(property: &Property, order: &Order, payment: &Payment) -> Charge {
    let language = order.language.as_deref();
    Charge {
        property_id: payment.property_id,
        key: payment.key(),
        amount: payment.amount,
        currency: currency_of(property, payment).code,
        shown_amount: shown_amount(property, language, payment),
        card_token: order.card_token.clone(),
        language: Texts::new(property.board.hotel(), language).language().language_code.clone(),
        page_origin: order.page_origin.clone(),
    }
}

/// The currency that a payment was begun in: the hotel may have turned to another since.
pub fn currency_of(property: &Property, payment: &Payment) -> &'static Currency {
    Currency::of(&payment.currency).unwrap_or(property.board.currency())
}

/// An amount as the guest reads it on the bank's page and on the page of a link.
pub fn shown_amount(property: &Property, language: Option<&str>, payment: &Payment) -> String {
    let texts = Texts::new(property.board.hotel(), language);
    Words::of_language(texts.language()).money(payment.amount, currency_of(property, payment))
}

/// Turns a payment as far as it still stands where it was read, and says when it is gone on with if nobody does before.
pub async fn turn(
    app: &App,
    payment: &Payment,
    to: State,
    later: SignedDuration,
    durability: Durability,
) -> Result<bool, StoreError> {
    let (payment, now) = (payment.clone(), app.clock.now());
    app.db
        .write_one(durability, move |conn: &mut Conn| {
            let payment = payment.clone();
            Box::pin(async move { payments::turn(conn, &payment, to, now + later, now).await })
        })
        .await
}

/// In the transaction of the booking: what was set aside is the booking's, and its guest may pay by the link.
///
/// # Errors
/// 409 when it was given up meanwhile; nothing is booked then.
pub async fn book(conn: &mut Conn, payment: &Payment, now: Timestamp) -> Result<(), crate::error::WriteError> {
    let to = if payment.card_token.is_some() { State::Capturing } else { State::Offered };
    match payments::turn(conn, payment, to, now + AGAIN, now).await? {
        true => Ok(()),
        false => Err(Problem::new(Code::Busy).into()),
    }
}

/// Takes what a booking has; when the gateway does not answer, [`finish`] asks again.
///
/// # Errors
/// When the database fails.
pub async fn take(app: &App, payment: &Payment) -> Result<(), StoreError> {
    let payment = Payment { state: State::Capturing, ..payment.clone() };
    match app.gateway.capture(payment.property_id, &payment.key()).await {
        Ok(Standing::Captured) => drop(turn(app, &payment, State::Captured, AGAIN, Durability::Soon).await?),
        // The booking stands and the bank gives nothing: for people to look at, and asked again until then.
        Ok(standing) => stuck(&payment, &standing, UNTAKEN),
        Err(NoAnswer) => unanswered(&payment, UNTAKEN),
    }
    Ok(())
}

/// The same for a booking that stands already: whatever fails now is gone on with by [`finish`], and the guest is told of
/// their booking all the same.
pub async fn take_later_at_the_latest(app: &App, payment: &Payment) {
    if let Err(error) = take(app, payment).await {
        let (property_id, payment_key) = (payment.property_id, payment.key());
        tracing::error!(property_id, payment_key, %error, "a payment could not be written as taken; tried again");
    }
}

/// Gives up a payment that nothing was booked with; false for one that was booked meanwhile, which stays as it is.
///
/// # Errors
/// When the database fails.
pub async fn give_up(app: &App, payment: &Payment) -> Result<bool, StoreError> {
    let ours = turn(app, payment, State::Voiding, AGAIN, Durability::Soon).await?;
    if ours {
        void(app, &Payment { state: State::Voiding, ..payment.clone() }).await?;
    }
    Ok(ours)
}

/// The same where the caller has its answer already: whatever fails now is gone on with by [`finish`].
pub async fn give_up_later_at_the_latest(app: &App, payment: &Payment) {
    if let Err(error) = give_up(app, payment).await {
        let (property_id, payment_key) = (payment.property_id, payment.key());
        tracing::error!(property_id, payment_key, %error, "a payment could not be written as given up; tried again");
    }
}

/// Asks the gateway to give up a payment; when it does not answer, [`finish`] asks again.
///
/// # Errors
/// When the database fails.
pub async fn void(app: &App, payment: &Payment) -> Result<(), StoreError> {
    match app.gateway.void(payment.property_id, &payment.key()).await {
        Ok(Standing::Voided) => drop(turn(app, payment, State::Voided, AGAIN, Durability::Soon).await?),
        Ok(Standing::Declined | Standing::NotTaken) => {
            turn(app, payment, State::Declined, AGAIN, Durability::Soon).await?;
        }
        Ok(standing) => stuck(payment, &standing, NOT_GIVEN_UP),
        Err(NoAnswer) => unanswered(payment, NOT_GIVEN_UP),
    }
    Ok(())
}

const UNTAKEN: &str = "a booking's payment could not be taken";
const NOT_GIVEN_UP: &str = "a payment could not be given up";

/// For people to look at.
fn stuck(payment: &Payment, standing: &Standing, what: &'static str) {
    tracing::error!(property_id = payment.property_id, payment_key = payment.key(), ?standing, "{what}");
}

/// Asked again. Why there was no answer stands in the log before, where nothing says of which payment.
pub fn unanswered(payment: &Payment, what: &'static str) {
    tracing::warn!(property_id = payment.property_id, payment_key = payment.key(), "{what}");
}

/// Goes on with every payment that nobody goes on with: after a crash, a hang-up, an answer that was lost.
///
/// # Errors
/// When the database fails; the next call goes on.
pub async fn finish(app: &App) -> Answer<()> {
    let due = payments::due(&app.db, app.clock.now(), TOGETHER).await?;
    let finished = futures_util::future::join_all(due.iter().map(|payment| async move {
        if payment.state == State::Authorising {
            return Ok(give_up(app, payment).await.map(drop)?);
        }
        // The next try is written first, so that a gateway that does not answer is not asked every second.
        turn(app, payment, payment.state, AGAIN, Durability::Soon).await?;
        match payment.state {
            State::Offered => return payment_links::go_on(app, payment).await.map(drop),
            State::Capturing => take(app, payment).await?,
            _ if payment.card_token.is_none() => payment_links::release(app, payment).await?,
            _ => void(app, payment).await?,
        }
        Ok(())
    }));
    finished.await.into_iter().collect()
}

/// Everything that a reservation was paid with, the first first.
///
/// # Errors
/// When the database fails.
pub async fn of_reservation(app: &App, reservation: &Reservation) -> Result<Vec<Payment>, StoreError> {
    let mut paid = Vec::new();
    for charge in reservation.charges() {
        paid.extend(payments::of_booking(&app.db, reservation.property_id, charge.batch_id).await?);
    }
    Ok(paid)
}
