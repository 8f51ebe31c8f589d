//! Cards and the keys they are fetched with: the tables `vault_cards` and `vault_payment_keys`.

use jiff::Timestamp;

use crate::card::{CardNumber, Expiry};
use crate::client::CardFields;
use crate::config::VaultError;
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

/// What became of the cards when their key was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resealed {
    /// Cards that are sealed with the current key now.
    pub anew: u64,
    /// Cards that do not open, and stay sealed with their older key.
    pub damaged: u64,
}

impl Resealed {
    /// Whether older keys can be taken away.
    ///
    /// # Errors
    /// [`VaultError::Damaged`] when some card keeps its key.
    pub fn all(&self) -> Result<(), VaultError> {
        if self.damaged == 0 { Ok(()) } else { Err(VaultError::Damaged(self.damaged)) }
    }
}

const OF_OTHER_KEYS: &str =
    "SELECT token, key_id, sealed FROM vault_cards WHERE key_id <> $1 AND token > $2 ORDER BY token LIMIT 100";
const RESEAL: &str = "UPDATE vault_cards SET key_id = $1, sealed = $2 WHERE token = $3 AND key_id = $4";

/// Seals every card with the current key, a hundred at a time. One that is damaged stays as it is: it may come back from
/// a backup.
pub(crate) async fn reseal(db: &Db, keys: &KeyRing) -> Result<Resealed, VaultError> {
    let mut resealed = Resealed { anew: 0, damaged: 0 };
    let mut last = String::new();
    loop {
        let rows: Vec<(String, String, String)> =
            on!(db, |c| sqlx::query_as(OF_OTHER_KEYS).bind(keys.current()).bind(&last).fetch_all(c).await?);
        let Some((token, ..)) = rows.last() else { return Ok(resealed) };
        last.clone_from(token);
        let mut fresh = Vec::new();
        for (token, key_id, sealed) in rows {
            let old = Sealed { key_id, sealed };
            match keys.open(&token, &old) {
                Ok(number) => fresh.push((keys.seal(&token, &number)?, token, old)),
                Err(KeyError::DoesNotOpen(_)) => resealed.damaged += 1,
                Err(error) => return Err(error.into()),
            }
        }
        transaction!(db, |c| {
            for (new, token, old) in &fresh {
                sqlx::query(RESEAL)
                    .bind(&new.key_id)
                    .bind(&new.sealed)
                    .bind(token)
                    .bind(&old.key_id)
                    .execute(&mut *c)
                    .await?;
                resealed.anew += 1;
            }
        });
    }
}

const ONE_OF_EACH_KEY: &str = "SELECT token, key_id, sealed FROM vault_cards \
    WHERE token IN (SELECT MIN(token) FROM vault_cards GROUP BY key_id)";
const MORE_OF_KEY: &str = "SELECT token, key_id, sealed FROM vault_cards WHERE key_id = $1 ORDER BY token LIMIT 20";

/// How many cards show at a start that their key is wrong, when none of them opens: one alone may be damaged, as what a
/// change of the key leaves behind is.
pub(crate) const SHOW_AT_START: usize = 2;

/// Ends a start without the key of some card: it would be missed only when that card is to pay. One card of each key is
/// opened, since a wrong one may have the same name. Where that does not open, others decide whether the key is wrong,
/// which `show` of them do, or the card alone is damaged, which keeps no hotel from its other cards.
pub(crate) async fn check_cards(db: &Db, keys: &KeyRing, show: usize) -> Result<(), VaultError> {
    let cards: Vec<(String, String, String)> = on!(db, |c| sqlx::query_as(ONE_OF_EACH_KEY).fetch_all(c).await?);
    for (token, key_id, sealed) in cards {
        let Err(error) = keys.open(&token, &Sealed { key_id: key_id.clone(), sealed }) else { continue };
        let more: Vec<(String, String, String)> =
            on!(db, |c| sqlx::query_as(MORE_OF_KEY).bind(key_id).fetch_all(c).await?);
        let enough = more.len() >= show || matches!(error, KeyError::Missing(_));
        let opens =
            |(token, key_id, sealed): (String, String, String)| keys.open(&token, &Sealed { key_id, sealed }).is_ok();
        if enough && !more.into_iter().any(opens) {
            return Err(error.into());
        }
        tracing::error!(%error, "a card cannot pay: it is damaged, or the only one of a key that is wrong");
    }
    Ok(())
}

const SECRET: &str = "SELECT key_id, sealed FROM vault_secrets WHERE name = $1";
const INSERT_SECRET: &str =
    "INSERT INTO vault_secrets (name, key_id, sealed) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING";
const RESEAL_SECRET: &str = "UPDATE vault_secrets SET key_id = $2, sealed = $3 WHERE name = $1";
const CODE_KEY: &str = "card_unique_code";

/// Whether what the first start sealed opens; nothing is sealed before it.
pub(crate) async fn check_code_key(db: &Db, keys: &KeyRing) -> Result<(), VaultError> {
    let stored: Option<(String, String)> = on!(db, |c| sqlx::query_as(SECRET).bind(CODE_KEY).fetch_optional(c).await?);
    if let Some((key_id, sealed)) = stored {
        keys.open(CODE_KEY, &Sealed { key_id, sealed })?;
    }
    Ok(())
}

/// The key behind `card_unique_code`, made on the first start. A vault started with a wrong encryption key ends here.
pub(crate) async fn code_key(db: &Db, keys: &KeyRing) -> Result<CodeKey, VaultError> {
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
