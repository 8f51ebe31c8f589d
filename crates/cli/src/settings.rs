//! Settings: flags, then the environment (`PORTICO_LISTEN` and so on), then a file, then defaults.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use figment::Figment;
use figment::providers::{Env, Format, Serialized, Toml};
use serde::{Deserialize, Serialize};

/// The flags of `portico serve` and `portico doctor`. What is not given comes from the environment or the file.
#[derive(Debug, Clone, Default, clap::Args, Serialize)]
pub struct Flags {
    /// Settings file (TOML, the names of these flags with `_`); `portico.toml` of this folder when it is there.
    #[arg(long, env = "PORTICO_CONFIG")]
    #[serde(skip)]
    pub config: Option<PathBuf>,

    /// Where guests reach the pages and the API; port 0 takes a free one. [127.0.0.1:8080]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listen: Option<SocketAddr>,

    /// Where guests reach the card frame; an address of its own, so that no script of the page can look inside. [127.0.0.1:8081]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vault_listen: Option<SocketAddr>,

    /// sqlite:PATH or postgres://USER@HOST/NAME. [sqlite:var/portico.db]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub database: Option<String>,

    /// The card vault's own database. [sqlite:var/vault.db]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vault_database: Option<String>,

    /// Origin of the card vault as browsers see it, when it is not the listening address. [http://VAULT_LISTEN]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vault_origin: Option<String>,

    /// A card vault that runs elsewhere (`portico-vault`): none is started here then.
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vault_url: Option<String>,

    /// Folder for keys that are not in the environment. [var]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_dir: Option<PathBuf>,

    /// Where a guest is led whose link names no hotel. [a neutral page of our own]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marketing_url: Option<String>,

    /// Minutes that a room stays held after the guest's last step. [30]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hold_minutes: Option<u16>,

    /// Requests a minute that one address may spend on browsing; beginning a booking, cards and look-ups have a
    /// twentieth, a fortieth and a sixtieth of it. 0: no limits. [1200]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requests_per_minute: Option<u32>,

    /// The header in which the proxy before us tells the guest's address, such as x-forwarded-for; only for a proxy
    /// that always sets it. [none: the connection's address counts]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_address_header: Option<String>,

    /// Where Prometheus reads /metrics; an address that guests do not reach. [none: nothing is counted]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metrics_listen: Option<SocketAddr>,

    /// Begin at this time instead of now, for demonstrations: 2026-12-01T09:00 (UTC) or with an offset.
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,

    /// Log lines as text or json. [text]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,
}

/// The settings in force.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Settings {
    pub listen: SocketAddr,
    pub vault_listen: SocketAddr,
    pub database: String,
    pub vault_database: String,
    pub vault_origin: Option<String>,
    pub vault_url: Option<String>,
    pub data_dir: PathBuf,
    pub marketing_url: Option<String>,
    pub hold_minutes: u16,
    pub requests_per_minute: u32,
    pub client_address_header: Option<String>,
    pub metrics_listen: Option<SocketAddr>,
    pub clock: Option<String>,
    pub log: String,
    /// 64 hex digits; secrets of bookings are derived from it. Only from the environment or the file `secret.key`.
    pub secret: Option<String>,
    /// Opens `/operator`. Only from the environment or the file `operator.key`.
    pub operator_key: Option<String>,
    /// 64 hex digits that encrypt cards. Only from the environment or the file `vault.key`.
    pub vault_key: Option<String>,
    /// Shared by the booking side and the vault. Only from the environment or the file `vault-service.key`.
    pub vault_service_key: Option<String>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            vault_listen: SocketAddr::from(([127, 0, 0, 1], 8081)),
            database: "sqlite:var/portico.db".to_owned(),
            vault_database: "sqlite:var/vault.db".to_owned(),
            vault_origin: None,
            vault_url: None,
            data_dir: PathBuf::from("var"),
            marketing_url: None,
            hold_minutes: 30,
            requests_per_minute: 1200,
            client_address_header: None,
            metrics_listen: None,
            clock: None,
            log: "text".to_owned(),
            secret: None,
            operator_key: None,
            vault_key: None,
            vault_service_key: None,
        }
    }
}

impl Settings {
    /// Reads them all.
    ///
    /// # Errors
    /// A file or value that cannot be read, named.
    pub fn read(flags: &Flags) -> Result<Settings> {
        let mut sources = Figment::from(Serialized::defaults(Settings::default()));
        match &flags.config {
            Some(file) if !file.exists() => anyhow::bail!("the settings file {} does not exist", file.display()),
            Some(file) => sources = sources.merge(Toml::file(file)),
            None => sources = sources.merge(Toml::file("portico.toml")),
        }
        sources = sources.merge(Env::prefixed("PORTICO_").ignore(&["config"])).merge(Serialized::defaults(flags));
        sources.extract().context("a setting cannot be read")
    }

    /// Origin of the card frame as browsers see it.
    pub fn vault_origin(&self) -> String {
        self.vault_origin
            .clone()
            .or_else(|| self.vault_url.clone())
            .unwrap_or_else(|| format!("http://{}", self.vault_listen))
    }
}

/// A key from the settings, or from its file, made when it is not there.
///
/// # Errors
/// When the file can neither be read nor made.
pub fn key(given: Option<&str>, folder: &Path, name: &str) -> Result<String> {
    if let Some(given) = given {
        return Ok(given.trim().to_owned());
    }
    let path = folder.join(name);
    if path.exists() {
        let text = std::fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        return Ok(text.trim().to_owned());
    }
    std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let made = hex::encode(rand::RngExt::random::<[u8; 32]>(&mut rand::rng()));
    write_private(&path, &made).with_context(|| format!("{} cannot be written", path.display()))?;
    Ok(made)
}

fn write_private(path: &Path, text: &str) -> std::io::Result<()> {
    use std::io::Write;
    use std::os::unix::fs::OpenOptionsExt;
    std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?.write_all(text.as_bytes())
}

/// 32 bytes of a key.
///
/// # Errors
/// When it is not 64 hex digits.
pub fn bytes(name: &str, key: &str) -> Result<[u8; 32]> {
    let bytes = hex::decode(key).ok().and_then(|bytes| bytes.try_into().ok());
    bytes.with_context(|| format!("{name} must be 64 hex digits (32 random bytes)"))
}
