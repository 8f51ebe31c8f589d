//! What a vault needs to be told, and the clock that it is given.

use std::fmt;
use std::sync::Arc;

use jiff::Timestamp;
use secrecy::SecretString;

use crate::keys::KeyError;
use crate::provider::StripeAccess;

/// Tells the time. One is made at start; tests bring their own.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Timestamp + Send + Sync>);

impl Clock {
    /// The machine's clock.
    #[allow(clippy::disallowed_methods, reason = "the one place that asks the machine")]
    pub fn system() -> Clock {
        Clock(Arc::new(Timestamp::now))
    }

    /// A clock of the caller's.
    pub fn new(tell: impl Fn() -> Timestamp + Send + Sync + 'static) -> Clock {
        Clock(Arc::new(tell))
    }

    /// The time now.
    pub fn now(&self) -> Timestamp {
        (self.0)()
    }
}

/// How a vault is set up. `Debug` shows no secret.
#[derive(Clone)]
pub struct VaultConfig {
    /// `sqlite:path` (made when missing) or `postgres://...`. The vault's own, not the booking side's.
    pub database: String,
    /// How browsers reach the vault, such as `https://cards.hotel.example`. Another origin than the page's.
    pub public_origin: String,
    /// Encryption key: 32 bytes in hex or base64.
    pub key: SecretString,
    /// Name of that key in the records.
    pub key_id: String,
    /// Earlier keys (id, key): they open old records and seal nothing.
    pub older_keys: Vec<(String, SecretString)>,
    /// App id that the booking side signs with.
    pub service_app_id: String,
    /// Key that the booking side signs with.
    pub service_key: SecretString,
    /// Origins whose pages may show the frame. Empty: those that the booking side names, whose calls are signed.
    pub page_origins: Vec<String>,
    /// The payment provider that cards are told to when they are charged; `None`: the sandbox bank alone.
    pub stripe: Option<StripeAccess>,
    /// Tells the time.
    pub clock: Clock,
}

impl fmt::Debug for VaultConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The address of a database may hold a password.
        f.debug_struct("VaultConfig")
            .field("public_origin", &self.public_origin)
            .field("key_id", &self.key_id)
            .field("service_app_id", &self.service_app_id)
            .field("page_origins", &self.page_origins)
            .finish_non_exhaustive()
    }
}

/// Why a vault does not start.
#[derive(Debug, thiserror::Error)]
pub enum VaultError {
    /// Not `sqlite:` or `postgres://`.
    #[error("the vault's database must be sqlite:PATH or postgres://...")]
    DatabaseAddress,
    /// Cannot be opened, read or written.
    #[error("the vault's database: {0}")]
    Database(#[from] sqlx::Error),
    /// A migration failed.
    #[error("the vault's database: {}", mover::told(.0))]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// What a file holds was not carried over.
    #[error("the vault's database: {0}")]
    Move(#[from] mover::MoveError),
    /// No vault was ever served from it.
    #[error("there is no card vault in it")]
    Missing,
    /// The file of the database is none to open.
    #[error("the vault's database: {0}")]
    File(#[from] mover::file::FileError),
    /// An encryption key is unusable, or not the one of this database.
    #[error("the vault's encryption key: {0}")]
    Key(#[from] KeyError),
    /// How many cards kept their older key when all others were given the current one.
    #[error(
        "{0} cards are damaged, or their older key is a wrong one: they stay sealed with it, and it is still needed"
    )]
    Damaged(u64),
    /// No key to check signatures with (ERR-16).
    #[error("the vault's service key: Key not present")]
    ServiceKey,
    /// Card numbers would be sent in clear.
    #[error("PORTICO_STRIPE_URL must be an address such as https://api.stripe.com, found {0:?}")]
    StripeUrl(String),
    /// Not a key of Stripe.
    #[error("PORTICO_VAULT_STRIPE_KEY must begin with sk_ or rk_, without spaces or line breaks")]
    StripeKey,
    /// Not what is to be logged: the variable, and what it holds.
    #[error(
        "{0} must have a level for everything and may have others for parts of the program, as in warn,vault=info; \
         found {1:?}"
    )]
    LogLevel(&'static str, String),
    /// Not an origin.
    #[error("{0:?} is no origin such as https://hotel.example")]
    Origin(String),
}
