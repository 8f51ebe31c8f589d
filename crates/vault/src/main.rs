//! `portico-vault`: the card vault on its own.

use std::io::{Write, stderr, stdout};
use std::net::SocketAddr;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Parser, Subcommand};
use listener::Stop;
use secrecy::{ExposeSecret, SecretString};
use vault::{Clock, StripeAccess, VaultConfig};

/// The card vault of Portico: takes card numbers in a frame of its own, keeps them encrypted, hands out tokens.
#[derive(Parser)]
#[command(name = "portico-vault", version)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serves the frame and the booking side's calls.
    Serve {
        /// Where to listen.
        #[arg(long, env = "PORTICO_VAULT_LISTEN", default_value = "127.0.0.1:8081", value_parser = listener::address)]
        listen: SocketAddr,
        #[command(flatten)]
        settings: Settings,
    },
    /// Seals every card with the current key; afterwards older keys are no longer needed.
    Reseal {
        #[command(flatten)]
        settings: Settings,
    },
    /// Prints a new key for PORTICO_VAULT_KEY or PORTICO_VAULT_SERVICE_KEY.
    NewKey,
}

#[derive(clap::Args)]
struct Settings {
    /// The vault's own database: sqlite:PATH (made when missing) or postgres://...
    #[arg(long, env = "PORTICO_VAULT_DATABASE", default_value = "sqlite:var/vault.db", hide_env_values = true)]
    database: String,
    /// How browsers reach the vault; another origin than the page's.
    #[arg(long, env = "PORTICO_VAULT_ORIGIN", default_value = "http://127.0.0.1:8081")]
    public_origin: String,
    /// Name of the current key in the records.
    #[arg(long, env = "PORTICO_VAULT_KEY_ID", default_value = vault::FIRST_KEY_ID)]
    key_id: String,
    /// App id that the booking side signs with.
    #[arg(long, env = "PORTICO_VAULT_APP_ID", default_value = "portico")]
    app_id: String,
    /// Origins whose pages may show the frame, separated by commas; none: those that the booking side names.
    #[arg(long, env = "PORTICO_VAULT_PAGE_ORIGINS", value_delimiter = ',')]
    page_origins: Vec<String>,
}

/// Keys come from the environment alone: arguments can be read by everyone on the machine.
fn from_environment(name: &str) -> anyhow::Result<SecretString> {
    let value =
        std::env::var(name).map_err(|_| anyhow::anyhow!("{name} is not set (make one: portico-vault new-key)"))?;
    Ok(value.into())
}

/// With PORTICO_VAULT_STRIPE_KEY cards are told to Stripe when the booking side has them charged there.
fn stripe() -> Option<StripeAccess> {
    let key = std::env::var("PORTICO_VAULT_STRIPE_KEY").ok().filter(|key| !key.is_empty())?;
    let url = std::env::var("PORTICO_STRIPE_URL").unwrap_or_else(|_| "https://api.stripe.com".into());
    Some(StripeAccess { url, key: key.into() })
}

impl Settings {
    /// For messages: without the user and password before an @.
    fn database_name(&self) -> String {
        // Without a password: before the host, or among the options.
        let place = self.database.rsplit('@').next().unwrap_or_default();
        format!("the database {}", place.split('?').next().unwrap_or_default())
    }

    fn config(self) -> anyhow::Result<VaultConfig> {
        Ok(VaultConfig {
            database: self.database,
            public_origin: self.public_origin,
            key: from_environment("PORTICO_VAULT_KEY")?,
            key_id: self.key_id,
            older_keys: vault::older_keys(&std::env::var("PORTICO_VAULT_OLDER_KEYS").unwrap_or_default())?,
            service_app_id: self.app_id,
            service_key: from_environment("PORTICO_VAULT_SERVICE_KEY")?,
            stripe: stripe(),
            page_origins: self.page_origins.into_iter().filter(|origin| !origin.is_empty()).collect(),
            clock: Clock::system(),
        })
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        // What went wrong, and no trace through the program, whether or not RUST_BACKTRACE is set.
        Err(error) => {
            // With what it comes from: many say that in their own words already.
            let told = error.chain().map(ToString::to_string);
            let more =
                |told: String, cause: String| if told.contains(&cause) { told } else { format!("{told}: {cause}") };
            let _ = writeln!(stderr(), "Error: {}", told.reduce(more).unwrap_or_default());
            ExitCode::FAILURE
        }
    }
}

async fn run() -> anyhow::Result<()> {
    let arguments = Args::parse();
    let filter = vault::log_filter("RUST_LOG", "info")?;
    let ansi = std::io::IsTerminal::is_terminal(&std::io::stderr());
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_ansi(ansi).with_writer(std::io::stderr);
    // A line that cannot be written is passed over: telling of that on the same output would end whatever told it.
    log.log_internal_errors(false).init();
    vault::tell_of_panics();
    match arguments.command {
        Command::Serve { listen, settings } => {
            let name = settings.database_name();
            let opened = vault::open(settings.config()?).await.context(name)?;
            // Before it listens, so that whoever is told that it does can ask it to stop.
            let stop = Stop::listen()?;
            let listener = tokio::net::TcpListener::bind(listen).await?;
            tracing::info!(address = %listener.local_addr()?, "the vault listens");
            vault::serve(listener, opened, stop.asked()).await;
        }
        Command::Reseal { settings } => {
            let name = settings.database_name();
            let resealed = vault::reseal(settings.config()?).await.context(name)?;
            // It is done, whoever reads it.
            let _ = writeln!(stdout(), "{} cards sealed anew", resealed.anew);
            resealed.all()?;
        }
        Command::NewKey => writeln!(stdout(), "{}", vault::new_key().expose_secret())?,
    }
    Ok(())
}
