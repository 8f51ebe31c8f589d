//! The card vault: the only part of Portico that ever sees a card number.
//!
//! It runs on an origin of its own with a database of its own. A page shows its frame (`GET /frame`), the frame puts the
//! card into the vault and hands the page a payment key, and the booking side changes that key for mask, brand, expiry
//! and token with a signed call ([`client`]). Numbers are encrypted at rest, security codes are never kept.
//!
//! [`open`] and [`serve`] run it inside another process; the binary `portico-vault` runs it alone.

mod assets;
mod card;
mod cards;
pub mod client;
mod config;
mod db;
pub mod https;
mod issuer;
mod keys;
mod links;
mod log;
mod origin;
mod payments;
mod problem;
mod provider;
mod routes;
mod sandbox;
mod secret;
mod sessions;
mod signature;

use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use listener::Bounds;
use mover::Carried;
use secrecy::{ExposeSecret, SecretString};
use tokio::net::TcpListener;

pub use card::{BRANDS, Brand, BrandRule, CardFault, CardNumber, Expiry, check_cvc, holder, luhn};
pub use cards::Resealed;
pub use config::{Clock, VaultConfig, VaultError};
pub use db::{CONNECTIONS, Tables};
pub use issuer::{Verdict, ask};
pub use keys::{FIRST_KEY_ID, KeyError, older_keys};
pub use log::{log_filter, tell_of_panics};
pub use origin::Origin;
pub use provider::{StripeAccess, is_key_of_stripe};
pub use signature::{CLOCK_WINDOW_SECONDS, verify};

/// An open vault, behind every route.
pub(crate) struct Vault {
    db: db::Db,
    keys: keys::KeyRing,
    code_key: keys::CodeKey,
    public_origin: Origin,
    page_origins: Vec<Origin>,
    service_app_id: String,
    service_key: SecretString,
    stripe: Option<StripeAccess>,
    https: https::Https,
    clock: Clock,
    assets: assets::Assets,
}

impl Vault {
    async fn open(config: VaultConfig) -> Result<Vault, VaultError> {
        let origin = |text: &String| Origin::parse(text).ok_or_else(|| VaultError::Origin(text.clone()));
        let public_origin = origin(&config.public_origin)?;
        let page_origins = config.page_origins.iter().map(origin).collect::<Result<Vec<_>, _>>()?;
        if config.service_key.expose_secret().is_empty() || config.service_app_id.is_empty() {
            return Err(VaultError::ServiceKey);
        }
        if let Some(stripe) = config.stripe.as_ref().filter(|stripe| !stripe.keeps_cards_secret()) {
            return Err(VaultError::StripeUrl(stripe.url.clone()));
        }
        if config.stripe.as_ref().is_some_and(|stripe| !is_key_of_stripe(stripe.key.expose_secret())) {
            return Err(VaultError::StripeKey);
        }
        let (db, keys, code_key) = unlock(&config).await?;
        Ok(Vault {
            db,
            keys,
            code_key,
            public_origin,
            page_origins,
            service_app_id: config.service_app_id,
            service_key: config.service_key,
            stripe: config.stripe,
            https: https::Https::default(),
            clock: config.clock,
            assets: assets::Assets::new(),
        })
    }
}

/// Opens the database, with keys that open what it holds, and the key of its codes.
async fn unlock(config: &VaultConfig) -> Result<(db::Db, keys::KeyRing, keys::CodeKey), VaultError> {
    let keys = key_ring(config)?;
    let db = db::Db::open(&config.database).await?;
    cards::check_cards(&db, &keys, cards::SHOW_AT_START).await?;
    let code_key = cards::code_key(&db, &keys).await?;
    Ok((db, keys, code_key))
}

fn key_ring(config: &VaultConfig) -> Result<keys::KeyRing, VaultError> {
    let older = config.older_keys.iter().map(|(id, key)| (id.as_str(), key));
    Ok(keys::KeyRing::new([(config.key_id.as_str(), &config.key)].into_iter().chain(older))?)
}

/// How often what nobody comes back for is cleared away.
const SWEEP: Duration = Duration::from_secs(60 * 60);

/// How long the database may take for it: one that has fallen silent would end it for ever.
const SILENT: Duration = Duration::from_secs(120);

/// A vault whose database is open, for [`serve`].
pub struct Opened(Arc<Vault>);

/// Opens the vault's database and brings its tables up to date.
///
/// # Errors
/// A [`VaultError`] when the configuration or the database cannot be used, or the key is not the one of this database.
pub async fn open(config: VaultConfig) -> Result<Opened, VaultError> {
    Ok(Opened(Arc::new(Vault::open(config).await?)))
}

/// Whether [`open`] would take the keys; what they open is not looked at.
///
/// # Errors
/// [`VaultError::Key`].
pub fn judge_keys(config: &VaultConfig) -> Result<(), VaultError> {
    key_ring(config).map(drop)
}

/// Looks whether [`open`] would find tables of this version, and whether they open with the keys; changes nothing.
///
/// # Errors
/// A [`VaultError`] when the database cannot be read, or the keys are not those of its cards.
pub async fn look(config: &VaultConfig) -> Result<Tables, VaultError> {
    let (db, tables) = db::Db::look(&config.database).await?;
    if tables == Tables::Current {
        let keys = key_ring(config)?;
        cards::check_cards(&db, &keys, cards::SHOW_AT_START).await?;
        cards::check_code_key(&db, &keys).await?;
    }
    Ok(tables)
}

/// Serves the routes until `shutdown` ends, then lets running requests finish. What nobody comes back for is cleared away
/// before the first answer and every hour.
pub async fn serve(tcp: TcpListener, Opened(vault): Opened, shutdown: impl Future<Output = ()>) {
    sweep(&vault).await;
    let router = routes::router(Arc::clone(&vault));
    tokio::select! {
        () = listener::serve(tcp, Bounds::default(), router, shutdown) => {}
        () = keep_sweeping(&vault) => {}
    }
    vault.db.close().await;
}

async fn keep_sweeping(vault: &Vault) {
    loop {
        tokio::time::sleep(SWEEP).await;
        sweep(vault).await;
    }
}

async fn sweep(vault: &Vault) {
    let given_up = |_| Err(io::Error::from(io::ErrorKind::TimedOut).into());
    let swept = tokio::time::timeout(SILENT, sessions::sweep(&vault.db, vault.clock.now())).await;
    if let Err(error) = swept.unwrap_or_else(given_up) {
        tracing::error!(%error, "cards that nobody fetched could not be deleted; tried again");
    }
}

/// Seals every card with the current key, so that older keys can be taken away, which [`Resealed::all`] tells. The vault
/// may serve meanwhile.
///
/// # Errors
/// A [`VaultError`] when the key of a card is not given, or the database fails; cards done so far stay done.
pub async fn reseal(config: VaultConfig) -> Result<Resealed, VaultError> {
    // One made here would hold no cards, and those that are to be sealed anew lie elsewhere.
    if !db::Db::is_there(&config.database).await? {
        return Err(VaultError::Missing);
    }
    let (db, keys, _) = unlock(&config).await?;
    let resealed = cards::reseal(&db, &keys).await;
    db.close().await;
    resealed
}

/// Carries all that a file of SQLite holds over to the vault of this configuration, on PostgreSQL, beside what is there:
/// it stands once it is committed, and the file stays as it is, brought up to date.
///
/// # Errors
/// A [`VaultError`] when the file is open elsewhere, something of its hotels is there already, the keys are not those of
/// both, or a database fails. Nothing stands then.
pub async fn carry_over(from: &str, config: &VaultConfig) -> Result<Carried, VaultError> {
    let keys = key_ring(config)?;
    let (from, to) = (db::Db::hold(from).await?, db::Db::open(&config.database).await?);
    let checked = async {
        // A card that came with a wrong key under its name could not be opened there any more.
        for (db, show) in [(&from, 1), (&to, cards::SHOW_AT_START)] {
            cards::check_cards(db, &keys, show).await?;
            cards::check_code_key(db, &keys).await?;
        }
        Ok(())
    };
    if let Err(error) = checked.await {
        from.close().await;
        return Err(error);
    }
    from.carry_over(&to).await
}

/// A new encryption or service key: 32 random bytes in hex.
pub fn new_key() -> SecretString {
    hex::encode(secret::random::<32>()).into()
}
