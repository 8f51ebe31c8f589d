//! `portico serve`: opens the databases, starts the vault on its own listener, serves until asked to stop.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use api::gateway::Gateway;
use api::gateway::sandbox::Sandbox;
use api::gateway::stripe::Stripe;
use api::{App, Clock, Secret, VaultClient};
use axum::Router;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use listener::{Bounds, Stop};
use store::Db;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tower::Layer;
use tower_http::normalize_path::NormalizePathLayer;

use crate::say::{complain, say};
use crate::settings::{Flags, LogForm, Settings, bytes, key, log_filter, word};

/// Name under which the booking side signs its calls to the vault.
pub const VAULT_APP_ID: &str = "portico";

/// File of the key that the booking side and the vault share.
pub const SERVICE_KEY: &str = "vault-service.key";
/// What is said of that key where it is needed and nobody has given it.
pub const NO_SERVICE_KEY: &str = "is missing: the vault that runs elsewhere knows us by it";
/// What is said of a server whose vault no other server reaches.
pub const KEEPS_CARDS: &str = "the database may be shared and the card vault is this server's own: with more than one \
    server name one vault for all of them (--vault-url, or --vault-database postgres://... with one PORTICO_VAULT_KEY)";

/// Serves.
///
/// # Errors
/// Whatever keeps it from starting, in words that name the setting.
pub async fn run(flags: &Flags) -> Result<()> {
    let mut settings = Settings::read(flags)?;
    // What is wrong with these is told before anything is made or listened on.
    let (account, post) = (settings.stripe()?, settings.post()?);
    let letter_fonts = settings.letter_fonts()?.map(Arc::new);
    let client_address_header = settings.client_address_header()?;
    start_log(settings.log)?;
    let clock = clock(settings.clock.as_deref())?;
    if let Some(folder) = &settings.mail_dir {
        std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    }
    let folder = &settings.data_dir;
    let secret = Secret::new(bytes("PORTICO_SECRET", &key(settings.secret.as_deref(), folder, "secret.key")?)?);
    let operator_key = word("PORTICO_OPERATOR_KEY", settings.operator_key.as_deref(), folder, "operator.key")?;
    if settings.vault_url.is_some() && settings.vault_service_key.is_none() && !folder.join(SERVICE_KEY).exists() {
        // One that is made here no vault elsewhere knows: it would take no card.
        bail!("PORTICO_VAULT_SERVICE_KEY {NO_SERVICE_KEY}");
    }
    let service_key = word("PORTICO_VAULT_SERVICE_KEY", settings.vault_service_key.as_deref(), folder, SERVICE_KEY)?;
    let db = Db::open_with(&settings.database, settings.database_connections).await;
    let db = db.with_context(|| format!("the database {}", shown(&settings.database)))?;
    if settings.keeps_cards_to_itself() {
        tracing::warn!("{KEEPS_CARDS}");
    }
    // Before anything listens: asked in the instant it starts, every listener hears of it.
    let stop = Stop::listen().context("signals cannot be listened for")?;
    let listener = listen(&mut settings.listen).await?;

    let vault_task = match settings.vault_url {
        None => {
            let listener = listen(&mut settings.vault_listen).await?;
            Some(serve_vault(listener, &settings, &service_key, &clock, &stop).await?)
        }
        Some(_) => None,
    };
    if let Some(address) = &mut settings.metrics_listen {
        let tcp = listen(address).await?;
        let router = api::metrics::start().context("metrics")?;
        tokio::spawn(listener::serve(tcp, Bounds::default(), router, stop.clone().asked()));
    }
    let vault_url = settings.vault_url.clone().unwrap_or_else(|| format!("http://{}", settings.vault_listen));
    let vault = VaultClient::new(&vault_url, &settings.vault_origin(), VAULT_APP_ID, Some(service_key));
    let gateway: Arc<dyn Gateway> = match account {
        Some(account) => Arc::new(Stripe::new(account, db.clone(), clock.clone(), vault.clone())),
        None => Arc::new(Sandbox::new(vault.clone(), clock.clone())),
    };
    let app = App::paid_by(
        gateway,
        db.clone(),
        clock,
        secret,
        vault,
        api::Settings {
            marketing_url: settings.marketing_url.clone(),
            conversion_pixel_url: settings.conversion_pixel_url.clone(),
            map_tiles: settings.map_tiles(),
            data_dir: Some(settings.data_dir.clone()),
            hold_minutes: settings.hold_minutes,
            max_rate_age: settings.max_rate_age,
            operator_key: Some(operator_key),
            requests_per_minute: NonZeroU32::new(settings.requests_per_minute),
            client_address_header,
            count_requests: settings.metrics_listen.is_some(),
            post,
            letter_fonts,
            page_origins: settings.public_origins(),
        },
    );
    let background = api::Background::begin(&app);
    greet(&app, settings.listen).await;
    serve(listener, api::router(app), stop).await;
    background.stop().await;
    if let Some(vault) = vault_task {
        // A guest whose card is on its way is answered too.
        vault.await.context("the card vault ended otherwise than it was asked to")?;
    }
    if let Some(why) = log_beside(&db).await {
        tracing::warn!(why, "{LOG_BESIDE}");
    }
    Ok(())
}

/// Nothing is lost then: the next one who opens the file reads both.
const LOG_BESIDE: &str = "the -wal beside the database still belongs to it";

/// Leaves all that was written in SQLite's file; says why where its log still belongs to it.
async fn log_beside(db: &Db) -> Option<String> {
    match db.fold_log().await {
        Ok(true) => None,
        Ok(false) => Some("another program reads from it".to_owned()),
        Err(error) => Some(error.to_string()),
    }
}

/// The same for a command that ends.
pub async fn leave_one_file(db: &Db) {
    if let Some(why) = log_beside(db).await {
        complain!("{LOG_BESIDE}: {why}");
    }
}

async fn serve(tcp: TcpListener, router: Router, stop: Stop) {
    let service = NormalizePathLayer::trim_trailing_slash().layer(router);
    listener::serve(tcp, Bounds::default(), service, stop.asked()).await;
}

/// Serves the vault beside the pages; the task ends when it was asked to stop and has answered what was under way.
async fn serve_vault(
    listener: TcpListener,
    settings: &Settings,
    service_key: &str,
    clock: &Clock,
    stop: &Stop,
) -> Result<JoinHandle<()>> {
    let vault_key = key(settings.vault_key.as_deref(), &settings.data_dir, "vault.key")?;
    let config = vault_config(settings, &vault_key, service_key, clock)?;
    let name = || format!("the card vault's database {}", shown(&settings.vault_database));
    let opened = vault::open(config).await.with_context(name)?;
    Ok(tokio::spawn(vault::serve(listener, opened, stop.clone().asked())))
}

/// The vault of this program, with the two keys in hand.
///
/// # Errors
/// When the list of older keys cannot be read.
pub fn vault_config(
    settings: &Settings,
    vault_key: &str,
    service_key: &str,
    clock: &Clock,
) -> Result<vault::VaultConfig> {
    let clock = clock.clone();
    Ok(vault::VaultConfig {
        database: settings.vault_database.clone(),
        public_origin: settings.vault_origin(),
        key: vault_key.to_owned().into(),
        key_id: settings.vault_key_id.as_deref().unwrap_or(vault::FIRST_KEY_ID).to_owned(),
        older_keys: vault::older_keys(settings.vault_older_keys.as_deref().unwrap_or_default())?,
        service_app_id: VAULT_APP_ID.to_owned(),
        service_key: service_key.to_owned().into(),
        page_origins: settings.public_origins(),
        stripe: settings.stripe_at_vault(),
        clock: vault::Clock::new(move || clock.now()),
    })
}

/// Listens, and writes down the port that the system gave when port 0 was asked for.
async fn listen(address: &mut SocketAddr) -> Result<TcpListener> {
    let listener = TcpListener::bind(*address)
        .await
        .with_context(|| format!("{address} cannot be listened on: is another server running?"))?;
    *address = listener.local_addr()?;
    Ok(listener)
}

/// One line for each hotel, and for each brand, with the address to open.
async fn greet(app: &App, listen: SocketAddr) {
    let listed = async {
        say!("Portico serves on http://{listen}")?;
        let hotels = store::properties::revisions(&app.db).await?;
        if hotels.is_empty() {
            say!("  No hotel yet: portico import DIR --database URL")?;
        }
        for (property_id, code, _) in hotels.iter().take(20) {
            say!("  {code}: http://{listen}/?pc={code}&property_id={property_id}#/booking/search")?;
        }
        for code in store::brands::codes(&app.db).await?.iter().take(20) {
            say!("  all of {code}: http://{listen}/#/brand?brand_code={code}")?;
        }
        anyhow::Ok(())
    };
    if let Err(error) = listed.await {
        tracing::error!(%error, "the hotels cannot be listed");
    }
}

/// The clock of `--clock`: a local time is taken as UTC, one with an offset as it says.
///
/// # Errors
/// When it is no time.
pub fn clock(start: Option<&str>) -> Result<Clock> {
    let Some(start) = start else { return Ok(Clock::system()) };
    let at: Timestamp = match start.parse() {
        Ok(at) => at,
        Err(_) => {
            let local: DateTime =
                start.parse().with_context(|| format!("--clock {start}: expected 2026-12-01T09:00"))?;
            local.to_zoned(TimeZone::UTC)?.timestamp()
        }
    };
    Ok(Clock::starting_at(at))
}

/// A database address without its password.
pub fn shown(database: &str) -> String {
    let Some((scheme, rest)) = database.split_once("://") else { return database.to_owned() };
    // It may stand among the options too.
    let rest = rest.split('?').next().unwrap_or_default();
    match rest.rsplit_once('@') {
        Some((_, place)) => format!("{scheme}://...@{place}"),
        None => format!("{scheme}://{rest}"),
    }
}

/// A line that cannot be written is passed over: telling of that on the same output would end whatever told it.
fn start_log(form: LogForm) -> Result<()> {
    let log = tracing_subscriber::fmt().with_env_filter(log_filter()?).with_writer(std::io::stderr);
    let log = log.log_internal_errors(false);
    match form {
        LogForm::Text => log.init(),
        LogForm::Json => log.json().init(),
    }
    vault::tell_of_panics();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn a_password_of_a_database_is_shown_to_nobody() {
        assert_eq!(shown("postgres://me:hush@db.example:5432/x?sslmode=disable"), "postgres://...@db.example:5432/x");
        assert_eq!(shown("postgres:///x?host=/run/postgresql&user=me&password=hush"), "postgres:///x");
        assert_eq!(shown("sqlite:var/portico.db"), "sqlite:var/portico.db");
    }
}
