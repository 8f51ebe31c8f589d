//! Payments that a guest makes on a page of ours, without a card that was given before: rows of `vault_payments` with a
//! link. Of all cards that are sent to one link, from however many windows, one pays.

use jiff::Timestamp;

use crate::Vault;
use crate::cards::{FORGET_UNPAID, NewCard, insert_card};
use crate::client::{OfferLink, PaymentState};
use crate::db::{Db, on, transaction};
use crate::issuer;
use crate::problem::Problem;
use crate::sandbox::{self, Verdict};
use crate::secret::{self, fingerprint};

/// How many cards may be sent to one link.
const MOST_SUBMITS: i64 = 10;

/// A payment as its page shows it.
#[derive(Clone, Debug, Default, sqlx::FromRow)]
pub(crate) struct Link {
    pub property_id: i64,
    pub amount: i64,
    pub currency: String,
    pub shown_amount: String,
    pub payee: String,
    pub locale: String,
    pub page_origin: String,
    pub state: String,
    pub challenge_hash: Option<String>,
    pub expires_at: i64,
    pub submits: i64,
}

/// What a guest finds on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// It takes a card.
    Open,
    /// It takes another card: what was asked for was not approved at the bank.
    Refused,
    /// It takes no more cards: so many were sent to it, and none has paid.
    UsedUp,
    /// The same, but the bank waits for what a guest says of one of them, which pays then.
    Elsewhere,
    /// It is paid.
    Paid,
    /// Its time is over, or it was given up.
    Over,
}

impl Link {
    pub fn shown(&self, now: Timestamp) -> Shown {
        match PaymentState::from_code(&self.state) {
            Some(PaymentState::Authorised | PaymentState::Captured) => Shown::Paid,
            Some(PaymentState::Offered | PaymentState::Challenge) if now.as_second() >= self.expires_at => Shown::Over,
            Some(PaymentState::Offered) if self.submits >= MOST_SUBMITS => Shown::UsedUp,
            Some(PaymentState::Challenge) if self.submits >= MOST_SUBMITS => Shown::Elsewhere,
            // Only a challenge that was answered with no leads back to where it was offered.
            Some(PaymentState::Offered) if self.challenge_hash.is_some() => Shown::Refused,
            Some(PaymentState::Offered | PaymentState::Challenge) => Shown::Open,
            _ => Shown::Over,
        }
    }
}

const INSERT: &str = "INSERT INTO vault_payments (property_id, payment_key, token, amount, currency, shown_amount, state, \
    page_origin, challenge_hash, changed_at, link_hash, payee, locale, expires_at) \
    VALUES ($1, $2, NULL, $3, $4, $5, 'OFFERED', $6, NULL, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING";
const FIND: &str = "SELECT property_id, amount, currency, shown_amount, payee, locale, page_origin, state, \
    challenge_hash, expires_at, submits FROM vault_payments WHERE link_hash = $1";

/// Offers a payment; the same offer again changes nothing, another one under its link or key is refused.
pub(crate) async fn offer(db: &Db, asked: &OfferLink, now: Timestamp) -> Result<(), Problem> {
    on!(db, |c| sqlx::query(INSERT)
        .bind(asked.property_id)
        .bind(&asked.payment_key)
        .bind(asked.amount)
        .bind(&asked.currency)
        .bind(&asked.shown_amount)
        .bind(&asked.page_origin)
        .bind(now.as_second())
        .bind(fingerprint(&asked.request_id))
        .bind(&asked.payee)
        .bind(&asked.locale)
        .bind(asked.expires_at)
        .execute(c)
        .await?
        .rows_affected());
    let kept = find(db, &asked.request_id).await?;
    let same = |link: &Link| {
        (link.property_id, link.amount, &link.currency) == (asked.property_id, asked.amount, &asked.currency)
    };
    if kept.as_ref().is_some_and(same) { Ok(()) } else { Err(Problem::payment_differs()) }
}

/// The payment of a link.
pub(crate) async fn find(db: &Db, request_id: &str) -> Result<Option<Link>, sqlx::Error> {
    let link = fingerprint(request_id);
    on!(db, |c| sqlx::query_as(FIND).bind(link).fetch_optional(c).await)
}

const COUNT_SUBMIT: &str = "UPDATE vault_payments SET submits = submits + 1 \
    WHERE link_hash = $1 AND submits < $2 AND state IN ('OFFERED', 'CHALLENGE') AND expires_at > $3";

/// Counts a card that is sent, whatever becomes of it. A link that takes none any more says why.
pub(crate) async fn count_submit(db: &Db, request_id: &str, now: Timestamp) -> Result<Link, Problem> {
    let counted = on!(db, |c| sqlx::query(COUNT_SUBMIT)
        .bind(fingerprint(request_id))
        .bind(MOST_SUBMITS)
        .bind(now.as_second())
        .execute(c)
        .await?
        .rows_affected());
    let link = find(db, request_id).await?.ok_or_else(Problem::link_unknown)?;
    match link.shown(now) {
        // The last card that it takes is counted too.
        Shown::UsedUp if counted == 0 => Err(Problem::link_used_up()),
        Shown::Elsewhere if counted == 0 => Err(Problem::link_elsewhere()),
        Shown::Over => Err(Problem::link_over()),
        Shown::Open | Shown::Refused | Shown::UsedUp | Shown::Elsewhere | Shown::Paid => Ok(link),
    }
}

/// What a card came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Paid {
    /// By this card or another one: it is paid.
    Paid,
    /// The bank's page is to be answered first.
    Challenge(String),
}

// Of two cards that come at once the second one meets what the first one left.
const ONE_AT_A_TIME: &str = "UPDATE vault_payments SET changed_at = $2 \
    WHERE link_hash = $1 AND state IN ('OFFERED', 'CHALLENGE') AND expires_at > $2 RETURNING token";
const PAY: &str = "UPDATE vault_payments SET token = $2, state = $3, challenge_hash = $4, changed_at = $5 \
    WHERE link_hash = $1";

/// Pays with a card. It is kept only while it is the one that pays, as the payment's own: a card that waited for its bank
/// goes when another one takes its place.
pub(crate) async fn pay(vault: &Vault, request_id: &str, card: &NewCard, now: Timestamp) -> Result<Paid, Problem> {
    match card.verdict {
        issuer::Verdict::Approved => {}
        issuer::Verdict::Declined => return Err(Problem::declined()),
        issuer::Verdict::Expired => return Err(Problem::expired()),
    }
    let link = find(&vault.db, request_id).await?.ok_or_else(Problem::link_unknown)?;
    let verdict = sandbox::ask(&card.number);
    let (state, challenge) = match verdict {
        Verdict::Decline => return Err(Problem::declined()),
        Verdict::Approve | Verdict::ApproveUnheard => (PaymentState::Authorised, None),
        Verdict::Challenge { .. } => (PaymentState::Challenge, Some(secret::new("ck_"))),
    };
    let token = secret::new("tok_");
    let sealed = vault.keys.seal(&token, card.number.digits().as_bytes())?;
    let before: Option<Option<String>>;
    transaction!(&vault.db, |c| {
        before = sqlx::query_scalar(ONE_AT_A_TIME)
            .bind(fingerprint(request_id))
            .bind(now.as_second())
            .fetch_optional(&mut *c)
            .await?;
        if let Some(replaced) = &before {
            insert_card!(c, &token, link.property_id, sealed, card, vault.code_key, now, Some(now.as_second()));
            sqlx::query(PAY)
                .bind(fingerprint(request_id))
                .bind(&token)
                .bind(state.code())
                .bind(challenge.as_deref().map(fingerprint))
                .bind(now.as_second())
                .execute(&mut *c)
                .await?;
            sqlx::query(FORGET_UNPAID).bind(link.property_id).bind(replaced).execute(&mut *c).await?;
        }
    });
    if before.is_none() {
        // Another card was quicker, or its time is over.
        let link = find(&vault.db, request_id).await?.ok_or_else(Problem::link_unknown)?;
        return if link.shown(now) == Shown::Paid { Ok(Paid::Paid) } else { Err(Problem::link_over()) };
    }
    match challenge {
        Some(key) => Ok(Paid::Challenge(format!("/challenge?key={key}"))),
        None if verdict == Verdict::ApproveUnheard => Err(Problem::timeout()),
        None => Ok(Paid::Paid),
    }
}
