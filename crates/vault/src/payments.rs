//! Payments at the sandbox bank: the table `vault_payments`. Kept here, where the numbers are, so that the booking side
//! pays by token; durable, so that it can ask after any crash what became of a key.

use jiff::Timestamp;

use crate::Vault;
use crate::card::CardNumber;
use crate::cards::FORGET_UNPAID;
use crate::client::{Authorise, CardAtProvider, GiveBack, Payment, PaymentState, Settle};
use crate::db::{Db, on, transaction};
use crate::keys::Sealed;
use crate::problem::Problem;
use crate::provider::{self, Told};
use crate::sandbox::{self, Verdict};
use crate::secret::{self, fingerprint};

#[derive(sqlx::FromRow)]
struct Row {
    token: Option<String>,
    amount: i64,
    currency: String,
    state: String,
}

const INSERT: &str = "INSERT INTO vault_payments (property_id, payment_key, token, amount, currency, shown_amount, state, \
    page_origin, challenge_hash, changed_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, NULL, $9) ON CONFLICT DO NOTHING";
const FIND: &str =
    "SELECT token, amount, currency, state FROM vault_payments WHERE property_id = $1 AND payment_key = $2";
const NEW_CHALLENGE: &str =
    "UPDATE vault_payments SET challenge_hash = $3 WHERE property_id = $1 AND payment_key = $2 AND state = 'CHALLENGE'";

/// Asks the bank to set an amount aside. A key that was asked before answers how it stands; another amount or card under
/// it is refused.
pub(crate) async fn authorise(vault: &Vault, asked: &Authorise, now: Timestamp) -> Result<Payment, Problem> {
    let number = card_number(vault, asked.property_id, &asked.token).await?.ok_or_else(Problem::card_unknown)?;
    let verdict = sandbox::ask(&number);
    let state = match verdict {
        Verdict::Approve | Verdict::ApproveUnheard => PaymentState::Authorised,
        Verdict::Challenge { .. } => PaymentState::Challenge,
        Verdict::Decline => PaymentState::Declined,
    };
    let first = insert(&vault.db, asked, Some(&asked.token), state, now).await?;
    if first && verdict == Verdict::ApproveUnheard {
        return Err(Problem::timeout());
    }
    let row = find(&vault.db, asked.property_id, &asked.payment_key).await?.ok_or_else(Problem::payment_unknown)?;
    let given_up = row.token.is_none() && row.state == PaymentState::Voided.code();
    if !given_up
        && (row.amount != asked.amount || row.currency != asked.currency || row.token != Some(asked.token.clone()))
    {
        return Err(Problem::payment_differs());
    }
    let state = PaymentState::from_code(&row.state).ok_or_else(Problem::unavailable)?;
    let challenge_url = match state {
        PaymentState::Challenge => Some(new_challenge(vault, asked).await?),
        _ => None,
    };
    Ok(Payment { state, challenge_url, masked_card_number: None, card_brand: None })
}

async fn insert(
    db: &Db,
    asked: &Authorise,
    token: Option<&str>,
    state: PaymentState,
    now: Timestamp,
) -> Result<bool, sqlx::Error> {
    let rows = on!(db, |c| sqlx::query(INSERT)
        .bind(asked.property_id)
        .bind(&asked.payment_key)
        .bind(token)
        .bind(asked.amount)
        .bind(&asked.currency)
        .bind(&asked.shown_amount)
        .bind(state.code())
        .bind(&asked.page_origin)
        .bind(now.as_second())
        .execute(c)
        .await?
        .rows_affected());
    Ok(rows == 1)
}

async fn find(db: &Db, property_id: i64, payment_key: &str) -> Result<Option<Row>, sqlx::Error> {
    on!(db, |c| sqlx::query_as(FIND).bind(property_id).bind(payment_key).fetch_optional(c).await)
}

async fn new_challenge(vault: &Vault, asked: &Authorise) -> Result<String, Problem> {
    let key = secret::new("ck_");
    on!(&vault.db, |c| sqlx::query(NEW_CHALLENGE)
        .bind(asked.property_id)
        .bind(&asked.payment_key)
        .bind(fingerprint(&key))
        .execute(c)
        .await?
        .rows_affected());
    Ok(format!("{}/challenge?key={key}", vault.public_origin))
}

/// How a key stands.
pub(crate) async fn status(db: &Db, property_id: i64, payment_key: &str) -> Result<Option<PaymentState>, Problem> {
    let row = find(db, property_id, payment_key).await?;
    row.map(|row| PaymentState::from_code(&row.state).ok_or_else(Problem::unavailable)).transpose()
}

const TOLD_CARD: &str = "SELECT masked, brand FROM vault_payments \
    JOIN vault_cards ON vault_cards.property_id = vault_payments.property_id AND vault_cards.token = vault_payments.token \
    WHERE vault_payments.property_id = $1 AND payment_key = $2";

/// Mask and brand of the card that pays under a key, while it is kept.
pub(crate) async fn card(
    db: &Db,
    property_id: i64,
    payment_key: &str,
) -> Result<Option<(String, String)>, sqlx::Error> {
    on!(db, |c| sqlx::query_as(TOLD_CARD).bind(property_id).bind(payment_key).fetch_optional(c).await)
}

// The card of a link that is given up has no other use. It is let go of before it is forgotten.
const CARD_OF_LINK: &str = "SELECT token FROM vault_payments \
    WHERE property_id = $1 AND payment_key = $2 AND state = 'VOIDED' AND link_hash IS NOT NULL AND token IS NOT NULL";
const LET_GO_OF_CARD: &str = "UPDATE vault_payments SET token = NULL WHERE property_id = $1 AND payment_key = $2";
const TURN: &str = "UPDATE vault_payments SET state = $3, changed_at = $4 \
    WHERE property_id = $1 AND payment_key = $2 AND state IN ($5, $6, $7)";

/// Takes or gives up what was set aside or offered, and answers how the key stands then: elsewhere than asked when it
/// was not where that begins. To give up a key that was never asked closes it: an authorisation that comes late by it
/// sets nothing aside any more.
pub(crate) async fn settle(db: &Db, asked: &Settle, now: Timestamp) -> Result<PaymentState, Problem> {
    let from = match asked.to {
        PaymentState::Captured => [PaymentState::Authorised; 3],
        PaymentState::Voided => [PaymentState::Authorised, PaymentState::Challenge, PaymentState::Offered],
        _ => return Err(Problem::field("to", "A payment is settled by CAPTURED or VOIDED.")),
    };
    if asked.to == PaymentState::Voided {
        let closed = Authorise::of_nothing(asked.property_id, &asked.payment_key);
        insert(db, &closed, None, PaymentState::Voided, now).await?;
    }
    transaction!(db, |c| {
        sqlx::query(TURN)
            .bind(asked.property_id)
            .bind(&asked.payment_key)
            .bind(asked.to.code())
            .bind(now.as_second())
            .bind(from[0].code())
            .bind(from[1].code())
            .bind(from[2].code())
            .execute(&mut *c)
            .await?;
        let card: Option<String> = sqlx::query_scalar(CARD_OF_LINK)
            .bind(asked.property_id)
            .bind(&asked.payment_key)
            .fetch_optional(&mut *c)
            .await?;
        if let Some(card) = card {
            sqlx::query(LET_GO_OF_CARD).bind(asked.property_id).bind(&asked.payment_key).execute(&mut *c).await?;
            sqlx::query(FORGET_UNPAID).bind(asked.property_id).bind(card).execute(&mut *c).await?;
        }
    });
    status(db, asked.property_id, &asked.payment_key).await?.ok_or_else(Problem::payment_unknown)
}

// Two refunds of one payment follow one another: the second counts the first.
const ONE_AT_A_TIME: &str =
    "UPDATE vault_payments SET changed_at = $3 WHERE property_id = $1 AND payment_key = $2 AND state = 'CAPTURED'";
const GIVE_BACK: &str = "INSERT INTO vault_refunds (property_id, refund_key, payment_key, amount, changed_at) \
    SELECT property_id, $3, payment_key, $4, $5 FROM vault_payments AS taken \
    WHERE property_id = $1 AND payment_key = $2 AND state = 'CAPTURED' AND amount >= $4 + COALESCE(( \
        SELECT CAST(SUM(given.amount) AS BIGINT) FROM vault_refunds AS given \
        WHERE given.property_id = taken.property_id AND given.payment_key = taken.payment_key), 0) \
    ON CONFLICT DO NOTHING";
const GIVEN_BACK: &str = "SELECT payment_key, amount FROM vault_refunds WHERE property_id = $1 AND refund_key = $2";

/// Gives back part of what was taken, never more than that; whether it did, now or before by the same key.
pub(crate) async fn give_back(db: &Db, asked: &GiveBack, now: Timestamp) -> Result<bool, Problem> {
    transaction!(db, |c| {
        sqlx::query(ONE_AT_A_TIME)
            .bind(asked.property_id)
            .bind(&asked.payment_key)
            .bind(now.as_second())
            .execute(&mut *c)
            .await?;
        sqlx::query(GIVE_BACK)
            .bind(asked.property_id)
            .bind(&asked.payment_key)
            .bind(&asked.refund_key)
            .bind(asked.amount)
            .bind(now.as_second())
            .execute(&mut *c)
            .await?;
    });
    let row: Option<(String, i64)> = on!(db, |c| sqlx::query_as(GIVEN_BACK)
        .bind(asked.property_id)
        .bind(&asked.refund_key)
        .fetch_optional(c)
        .await?);
    match row {
        Some((key, amount)) if key != asked.payment_key || amount != asked.amount => Err(Problem::payment_differs()),
        Some(_) => Ok(true),
        None => {
            status(db, asked.property_id, &asked.payment_key).await?.ok_or_else(Problem::payment_unknown)?;
            Ok(false)
        }
    }
}

/// What the bank's page shows.
#[derive(sqlx::FromRow)]
pub(crate) struct Challenge {
    property_id: i64,
    token: String,
    pub shown_amount: String,
    pub page_origin: String,
}

const CHALLENGE: &str = "SELECT property_id, token, shown_amount, page_origin FROM vault_payments \
    WHERE challenge_hash = $1 AND state = 'CHALLENGE'";
// What is paid by a link is open for another card when its guest or the bank says no, and the one that was refused is
// not its own any more.
const ANSWER: &str = "UPDATE vault_payments SET changed_at = $3, \
        state = CASE WHEN $2 = 'DECLINED' AND link_hash IS NOT NULL THEN 'OFFERED' ELSE $2 END, \
        token = CASE WHEN $2 = 'DECLINED' AND link_hash IS NOT NULL THEN NULL ELSE token END \
    WHERE challenge_hash = $1 AND state = 'CHALLENGE'";

/// The challenge of a key, while it is open.
pub(crate) async fn challenge(db: &Db, key: &str) -> Result<Option<Challenge>, sqlx::Error> {
    let key = fingerprint(key);
    on!(db, |c| sqlx::query_as(CHALLENGE).bind(key).fetch_optional(c).await)
}

/// The guest confirmed the payment or did not.
pub(crate) async fn answer(vault: &Vault, key: &str, confirmed: bool, now: Timestamp) -> Result<(), Problem> {
    let open = challenge(&vault.db, key).await?.ok_or_else(Problem::payment_unknown)?;
    let number = card_number(vault, open.property_id, &open.token).await?.ok_or_else(Problem::card_unknown)?;
    let agreed = confirmed && sandbox::ask(&number) == (Verdict::Challenge { then: true });
    let state = if agreed { PaymentState::Authorised } else { PaymentState::Declined };
    transaction!(&vault.db, |c| {
        let answered = sqlx::query(ANSWER)
            .bind(fingerprint(key))
            .bind(state.code())
            .bind(now.as_second())
            .execute(&mut *c)
            .await?;
        if answered.rows_affected() == 1 {
            // A card that the booking side gave stays with its payment: nothing is forgotten then.
            sqlx::query(FORGET_UNPAID).bind(open.property_id).bind(&open.token).execute(&mut *c).await?;
        }
    });
    Ok(())
}

const WHOLE_CARD: &str =
    "SELECT expire_month, expire_year, holder FROM vault_cards WHERE property_id = $1 AND token = $2";

/// What the payment provider calls a card, for one payment.
pub(crate) async fn at_provider(vault: &Vault, asked: &CardAtProvider) -> Result<String, Problem> {
    let stripe = vault.stripe.as_ref().ok_or_else(|| {
        tracing::error!("no card is told to Stripe without PORTICO_VAULT_STRIPE_KEY");
        Problem::unavailable()
    })?;
    let CardAtProvider { property_id, token, payment_key } = asked;
    let number = card_number(vault, *property_id, token).await?.ok_or_else(Problem::card_unknown)?;
    let row: Option<(i64, i64, String)> =
        on!(&vault.db, |c| sqlx::query_as(WHOLE_CARD).bind(property_id).bind(token).fetch_optional(c).await?);
    let (expire_month, expire_year, holder) = row.ok_or_else(Problem::card_unknown)?;
    let told = Told { number: &number, expire_month, expire_year, holder: &holder };
    provider::payment_method(&vault.https, stripe, &told, &format!("{property_id}-{payment_key}-{token}")).await
}

const CARD: &str = "SELECT key_id, sealed FROM vault_cards WHERE property_id = $1 AND token = $2";

/// The number behind a token, for the bank alone.
async fn card_number(vault: &Vault, property_id: i64, token: &str) -> Result<Option<CardNumber>, Problem> {
    let row: Option<(String, String)> =
        on!(&vault.db, |c| sqlx::query_as(CARD).bind(property_id).bind(token).fetch_optional(c).await?);
    let Some((key_id, sealed)) = row else { return Ok(None) };
    let digits = vault.keys.open(token, &Sealed { key_id, sealed })?;
    let digits = std::str::from_utf8(&digits).map_err(|_| Problem::unavailable())?;
    CardNumber::parse(digits).map(Some).map_err(|_| Problem::unavailable())
}
