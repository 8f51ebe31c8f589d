//! Cards and the keys they are fetched with: the tables `vault_cards` and `vault_payment_keys`.

use jiff::Timestamp;

use crate::card::{CardNumber, Expiry};
use crate::client::CardFields;
use crate::db::{Db, on, transaction};
use crate::issuer::Verdict;
use crate::keys::{CodeKey, KeyError, KeyRing, Sealed};
use crate::problem::Problem;
use crate::secret::{self, fingerprint};
use crate::sessions::Session;

/// How long a payment key may be exchanged, in seconds.
pub(crate) const PAYMENT_KEY_SECONDS: i64 = 10 * 60;

/// A card that passed every check, on its way into the store.
pub(crate) struct NewCard {
    pub number: CardNumber,
    pub expiry: Expiry,
    pub holder: String,
    pub verdict: Verdict,
}

pub(crate) const INSERT_CARD: &str = "INSERT INTO vault_cards (token, property_id, key_id, sealed, masked, brand, expire_month, \
    expire_year, holder, unique_code, external_reference, created_at, delivered_at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";
const INSERT_PAYMENT_KEY: &str = "INSERT INTO vault_payment_keys \
    (payment_key_hash, request_id, verdict, token, submit, expires_at, used_at) VALUES ($1, $2, $3, $4, $5, $6, NULL)";

/// Adds a card, on the connection of either engine; `$delivered` is when the booking side was told of it.
macro_rules! insert_card {
    ($c:ident, $token:expr, $property_id:expr, $sealed:expr, $card:expr, $code_key:expr, $now:expr, $delivered:expr) => {
        sqlx::query($crate::cards::INSERT_CARD)
            .bind($token)
            .bind($property_id)
            .bind(&$sealed.key_id)
            .bind(&$sealed.sealed)
            .bind($card.number.masked())
            .bind($card.number.brand().code())
            .bind(i64::from($card.expiry.month))
            .bind(i64::from($card.expiry.year))
            .bind(&$card.holder)
            .bind($code_key.code($card.number.digits()))
            .bind($crate::secret::reference())
            .bind($now.as_second())
            .bind($delivered)
            .execute(&mut *$c)
            .await?
    };
}
pub(crate) use insert_card;

/// Stores a card with a new payment key, and answers the key. A card that its issuer refused is not kept.
pub(crate) async fn insert(
    db: &Db,
    keys: &KeyRing,
    code_key: &CodeKey,
    session: &Session,
    submit: i64,
    card: NewCard,
    now: Timestamp,
) -> Result<String, Problem> {
    let payment_key = secret::new("pk_");
    let token = secret::new("tok_");
    let kept = card.verdict == Verdict::Approved;
    let sealed = keys.seal(&token, card.number.digits().as_bytes())?;
    transaction!(db, |c| {
        if kept {
            insert_card!(c, &token, session.property_id, sealed, card, code_key, now, None::<i64>);
        }
        sqlx::query(INSERT_PAYMENT_KEY)
            .bind(fingerprint(&payment_key))
            .bind(&session.request_id)
            .bind(card.verdict.code())
            .bind(kept.then_some(&token))
            .bind(submit)
            .bind(now.as_second() + PAYMENT_KEY_SECONDS)
            .execute(&mut *c)
            .await?;
    });
    Ok(payment_key)
}

const USE_KEY: &str = "UPDATE vault_payment_keys SET used_at = $1 \
    WHERE payment_key_hash = $2 AND used_at IS NULL AND expires_at > $1 \
    AND request_id = (SELECT request_id FROM vault_sessions WHERE session_key_hash = $3 AND property_id = $4) \
    RETURNING verdict, token";
const WHY_NOT: &str = "SELECT k.used_at FROM vault_payment_keys k JOIN vault_sessions s ON s.request_id = k.request_id \
    WHERE k.payment_key_hash = $1 AND s.session_key_hash = $2 AND s.property_id = $3";

/// Changes a payment key for its card, once. A key of another session or hotel is as unknown as one that never was.
pub(crate) async fn exchange(
    db: &Db,
    property_id: i64,
    payment_key: &str,
    session_key: &str,
    now: Timestamp,
) -> Result<CardFields, Problem> {
    let (payment_key, session_key) = (fingerprint(payment_key), fingerprint(session_key));
    // The row count of this one statement decides between two that come at the same time.
    let used: Option<(String, Option<String>)> = on!(db, |c| sqlx::query_as(USE_KEY)
        .bind(now.as_second())
        .bind(&payment_key)
        .bind(&session_key)
        .bind(property_id)
        .fetch_optional(c)
        .await?);
    if let Some((verdict, token)) = used {
        return deliver(db, &verdict, token, now).await;
    }
    let why: Option<(Option<i64>,)> = on!(db, |c| sqlx::query_as(WHY_NOT)
        .bind(&payment_key)
        .bind(&session_key)
        .bind(property_id)
        .fetch_optional(c)
        .await?);
    Err(match why {
        None => Problem::payment_key_unknown(),
        Some((Some(_),)) => Problem::payment_key_used(),
        Some((None,)) => Problem::payment_key_expired(),
    })
}

const LAST_SUBMITTED: &str =
    "SELECT verdict, token FROM vault_payment_keys WHERE request_id = $1 ORDER BY submit DESC LIMIT 1";

/// The card that a form took last, or its refusal; `None` when it took none.
pub(crate) async fn last_of(db: &Db, request_id: &str, now: Timestamp) -> Result<Option<CardFields>, Problem> {
    let last: Option<(String, Option<String>)> =
        on!(db, |c| sqlx::query_as(LAST_SUBMITTED).bind(request_id).fetch_optional(c).await?);
    match last {
        None => Ok(None),
        Some((verdict, token)) => deliver(db, &verdict, token, now).await.map(Some),
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    token: String,
    masked: String,
    brand: String,
    expire_month: i64,
    expire_year: i64,
    holder: String,
    unique_code: String,
    external_reference: String,
}

const DELIVER: &str = "UPDATE vault_cards SET delivered_at = COALESCE(delivered_at, $1) WHERE token = $2 \
    RETURNING token, masked, brand, expire_month, expire_year, holder, unique_code, external_reference";

async fn deliver(db: &Db, verdict: &str, token: Option<String>, now: Timestamp) -> Result<CardFields, Problem> {
    match Verdict::from_code(verdict) {
        Some(Verdict::Approved) => {}
        Some(Verdict::Expired) => return Err(Problem::expired()),
        Some(Verdict::Declined) | None => return Err(Problem::declined()),
    }
    let row: Option<Row> =
        on!(db, |c| sqlx::query_as(DELIVER).bind(now.as_second()).bind(token).fetch_optional(c).await?);
    let row = row.ok_or_else(Problem::payment_key_unknown)?;
    Ok(CardFields {
        masked_card_number: row.masked,
        card_brand: row.brand,
        card_expire_month: format!("{:02}", row.expire_month),
        card_expire_year: format!("{:04}", row.expire_year),
        token: row.token,
        card_unique_code: row.unique_code,
        external_reference_number: row.external_reference,
        card_holder: row.holder,
    })
}

/// Deletes a card that no payment refers to.
pub(crate) const FORGET_UNPAID: &str = "DELETE FROM vault_cards WHERE property_id = $1 AND token = $2 \
    AND NOT EXISTS (SELECT 1 FROM vault_payments WHERE vault_payments.token = vault_cards.token)";
const LET_GO: &str = "UPDATE vault_payments SET token = NULL \
    WHERE property_id = $1 AND token = $2 AND state IN ('DECLINED', 'VOIDED')";
const IS_KEPT: &str = "SELECT 1 FROM vault_cards WHERE property_id = $1 AND token = $2";

/// Deletes a card that the booking side has no use for, and answers whether it is gone: a payment that is open or taken
/// keeps its card. What is not known here is gone.
pub(crate) async fn forget(db: &Db, property_id: i64, token: &str) -> Result<bool, Problem> {
    let kept: Option<i32>;
    transaction!(db, |c| {
        sqlx::query(LET_GO).bind(property_id).bind(token).execute(&mut *c).await?;
        sqlx::query(FORGET_UNPAID).bind(property_id).bind(token).execute(&mut *c).await?;
        kept = sqlx::query_scalar(IS_KEPT).bind(property_id).bind(token).fetch_optional(&mut *c).await?;
    });
    Ok(kept.is_none())
}

const OF_OTHER_KEYS: &str = "SELECT token, key_id, sealed FROM vault_cards WHERE key_id <> $1 ORDER BY token LIMIT 100";
const RESEAL: &str = "UPDATE vault_cards SET key_id = $1, sealed = $2 WHERE token = $3 AND key_id = $4";

/// Seals every card with the current key, a hundred at a time, and answers how many there were.
pub(crate) async fn reseal(db: &Db, keys: &KeyRing) -> Result<u64, crate::config::VaultError> {
    let mut count = 0;
    loop {
        let rows: Vec<(String, String, String)> =
            on!(db, |c| sqlx::query_as(OF_OTHER_KEYS).bind(keys.current()).fetch_all(c).await?);
        if rows.is_empty() {
            return Ok(count);
        }
        let fresh = rows.into_iter().map(|(token, key_id, sealed)| {
            let old = Sealed { key_id, sealed };
            let new = keys.seal(&token, &keys.open(&token, &old)?)?;
            Ok((token, old, new))
        });
        let fresh: Vec<(String, Sealed, Sealed)> = fresh.collect::<Result<_, KeyError>>()?;
        transaction!(db, |c| {
            for (token, old, new) in &fresh {
                sqlx::query(RESEAL)
                    .bind(&new.key_id)
                    .bind(&new.sealed)
                    .bind(token)
                    .bind(&old.key_id)
                    .execute(&mut *c)
                    .await?;
                count += 1;
            }
        });
    }
}

const ONE_OF_EACH_KEY: &str = "SELECT token, key_id, sealed FROM vault_cards \
    WHERE token IN (SELECT MIN(token) FROM vault_cards GROUP BY key_id)";
const MORE_OF_KEY: &str = "SELECT token, key_id, sealed FROM vault_cards WHERE key_id = $1 ORDER BY token LIMIT 20";

/// Ends a start without the key of some card: it would be missed only when that card is to pay. One card of each key is
/// opened, since a wrong one may have the same name. Where that does not open, others decide whether the key is wrong or
/// the card alone is damaged, which keeps no hotel from its other cards.
pub(crate) async fn check_cards(db: &Db, keys: &KeyRing) -> Result<(), crate::config::VaultError> {
    let cards: Vec<(String, String, String)> = on!(db, |c| sqlx::query_as(ONE_OF_EACH_KEY).fetch_all(c).await?);
    for (token, key_id, sealed) in cards {
        let Err(error) = keys.open(&token, &Sealed { key_id: key_id.clone(), sealed }) else { continue };
        let more: Vec<(String, String, String)> =
            on!(db, |c| sqlx::query_as(MORE_OF_KEY).bind(key_id).fetch_all(c).await?);
        if !more.into_iter().any(|(token, key_id, sealed)| keys.open(&token, &Sealed { key_id, sealed }).is_ok()) {
            return Err(error.into());
        }
        tracing::error!(%error, "a card is damaged: it cannot pay");
    }
    Ok(())
}

const SECRET: &str = "SELECT key_id, sealed FROM vault_secrets WHERE name = $1";
const INSERT_SECRET: &str =
    "INSERT INTO vault_secrets (name, key_id, sealed) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING";
const RESEAL_SECRET: &str = "UPDATE vault_secrets SET key_id = $2, sealed = $3 WHERE name = $1";
const CODE_KEY: &str = "card_unique_code";

/// Whether what the first start sealed opens; nothing is sealed before it.
pub(crate) async fn check_code_key(db: &Db, keys: &KeyRing) -> Result<(), crate::config::VaultError> {
    let stored: Option<(String, String)> = on!(db, |c| sqlx::query_as(SECRET).bind(CODE_KEY).fetch_optional(c).await?);
    if let Some((key_id, sealed)) = stored {
        keys.open(CODE_KEY, &Sealed { key_id, sealed })?;
    }
    Ok(())
}

/// The key behind `card_unique_code`, made on the first start. A vault started with a wrong encryption key ends here.
pub(crate) async fn code_key(db: &Db, keys: &KeyRing) -> Result<CodeKey, crate::config::VaultError> {
    let first = keys.seal(CODE_KEY, &secret::random::<32>())?;
    on!(db, |c| sqlx::query(INSERT_SECRET)
        .bind(CODE_KEY)
        .bind(first.key_id)
        .bind(first.sealed)
        .execute(c)
        .await?
        .rows_affected());
    let (key_id, sealed): (String, String) = on!(db, |c| sqlx::query_as(SECRET).bind(CODE_KEY).fetch_one(c).await?);
    let stored = Sealed { key_id, sealed };
    let value = keys.open(CODE_KEY, &stored)?;
    if stored.key_id != keys.current() {
        let fresh = keys.seal(CODE_KEY, &value)?;
        on!(db, |c| sqlx::query(RESEAL_SECRET)
            .bind(CODE_KEY)
            .bind(fresh.key_id)
            .bind(fresh.sealed)
            .execute(c)
            .await?
            .rows_affected());
    }
    Ok(CodeKey(value))
}
