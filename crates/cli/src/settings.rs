//! Settings: flags, then the environment (`PORTICO_LISTEN` and so on), then a file, then defaults.

use std::io::{ErrorKind, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use api::gateway::stripe::Account;
use api::{Fonts, MapTiles, Post, https_origin};
use axum::http::HeaderName;
use figment::error::{Actual, Kind};
use figment::providers::{Env, Format, Serialized, Toml};
use figment::value::Dict;
use figment::{Figment, Source};
use listener::address;
use serde::{Deserialize, Deserializer, Serialize};
use store::is_postgres;
use tracing_subscriber::EnvFilter;
use vault::Origin;

/// The flags of `portico serve` and `portico doctor`. What is not given comes from the environment or the file.
#[derive(Debug, Clone, Default, clap::Args, Serialize)]
pub struct Flags {
    /// Settings file (TOML, the names of these flags with `_`); `portico.toml` of this folder when it is there.
    #[arg(long, env = "PORTICO_CONFIG")]
    #[serde(skip)]
    pub config: Option<PathBuf>,

    /// Where guests reach the pages and the API; port 0 takes a free one. [127.0.0.1:8080]
    #[arg(long, value_parser = address)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listen: Option<SocketAddr>,

    /// Where guests reach the card frame; an address of its own, so that no script of the page can look inside. [127.0.0.1:8081]
    #[arg(long, value_parser = address)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vault_listen: Option<SocketAddr>,

    /// sqlite:PATH or postgres://USER@HOST/NAME. [sqlite:DATA_DIR/portico.db]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub database: Option<String>,

    /// Connections to PostgreSQL that this server opens at most; a vault inside it on PostgreSQL opens 8 more. [40]
    #[arg(long, value_parser = clap::value_parser!(u32).range(2..=1000))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub database_connections: Option<u32>,

    /// The card vault's own database; the same one for all servers of a database. [sqlite:DATA_DIR/vault.db]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vault_database: Option<String>,

    /// Origin of the pages as browsers see it, when it is not the listening address; several with commas between. Only
    /// they may show the card form. [http://LISTEN]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub public_origin: Option<String>,

    /// Origin of the card vault as browsers see it, when it is not the listening address. [http://VAULT_LISTEN]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vault_origin: Option<String>,

    /// A card vault that runs elsewhere (`portico-vault`): none is started here then.
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vault_url: Option<String>,

    /// Folder for databases that are not named, and for keys that are not in the environment. [var]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_dir: Option<PathBuf>,

    /// Where a guest is led whose link names no hotel. [a neutral page of our own]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marketing_url: Option<String>,

    /// The conversion pixel of a travel-marketing service, for hotels with a sojern_id. [none: no pixel]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_pixel_url: Option<String>,

    /// Tiles beneath a brand's map, such as https://tiles.example/{z}/{x}/{y}.png. [none: coasts alone, of our own]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map_tiles_url: Option<String>,

    /// Whose tiles they are, as their makers want it said on the map.
    #[arg(long, requires = "map_tiles_url")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map_tiles_credit: Option<String>,

    /// Minutes that a room stays held after the guest's last step. [30]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1440))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hold_minutes: Option<u16>,

    /// Days after which an exchange rate converts no price any more; prices are then shown in the hotel's currency. [10]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_rate_age: Option<u16>,

    /// Requests a minute that one address may spend on browsing; beginning a booking, cards and passwords have a
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
    #[arg(long, value_parser = address)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metrics_listen: Option<SocketAddr>,

    /// Begin at this time instead of now, for demonstrations: 2026-12-01T09:00 (UTC) or with an offset.
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,

    /// Folder into which mails to guests are written instead of being sent, for a look at them. [none]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mail_dir: Option<PathBuf>,

    /// Folder with fonts (.ttf, .otf, .ttc) for what letters are not set in without, such as Chinese, Japanese, Korean
    /// and Thai. [none]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letter_fonts: Option<PathBuf>,

    /// Who takes money from cards: sandbox (moves none) or stripe. [sandbox]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gateway: Option<GatewayName>,

    /// Where Stripe answers, for what stands in for it. [https://api.stripe.com]
    #[arg(long, hide = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stripe_url: Option<String>,

    /// Log lines as text or json. [text]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<LogForm>,
}

/// How a log line is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogForm {
    Text,
    Json,
}

/// Who takes money from cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GatewayName {
    Sandbox,
    Stripe,
}

/// Variables beside the settings: what is logged, and what `portico-vault` alone reads.
const OTHERS: [&str; 4] = ["config", "log_level", "vault_app_id", "vault_page_origins"];

/// Settings that are secrets, and the name of one: never a flag, since arguments can be read by everyone on the machine.
const KEYS: [&str; 10] = [
    "secret",
    "operator_key",
    "vault_key",
    "vault_key_id",
    "vault_older_keys",
    "vault_service_key",
    "smtp_url",
    "stripe_secret_key",
    "stripe_webhook_secret",
    "vault_stripe_key",
];

/// The settings in force.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Settings {
    #[serde(deserialize_with = "read_address")]
    pub listen: SocketAddr,
    #[serde(deserialize_with = "read_address")]
    pub vault_listen: SocketAddr,
    pub database: String,
    pub database_connections: u32,
    pub vault_database: String,
    pub public_origin: Option<String>,
    pub vault_origin: Option<String>,
    pub vault_url: Option<String>,
    pub data_dir: PathBuf,
    pub marketing_url: Option<String>,
    pub conversion_pixel_url: Option<String>,
    pub map_tiles_url: Option<String>,
    pub map_tiles_credit: Option<String>,
    pub hold_minutes: u16,
    pub max_rate_age: u16,
    pub requests_per_minute: u32,
    pub client_address_header: Option<String>,
    #[serde(deserialize_with = "read_some_address")]
    pub metrics_listen: Option<SocketAddr>,
    pub clock: Option<String>,
    pub mail_dir: Option<PathBuf>,
    pub letter_fonts: Option<PathBuf>,
    pub gateway: GatewayName,
    pub stripe_url: String,
    pub log: LogForm,
    /// The mail server with name and password; without it and `mail_dir` guests get no mail.
    pub smtp_url: Option<String>,
    /// 64 hex digits; secrets of bookings are derived from it. Never a flag; else from the file `secret.key`.
    pub secret: Option<String>,
    /// Opens `/operator`. Never a flag; else from the file `operator.key`.
    pub operator_key: Option<String>,
    /// 32 bytes in hex or base64 that encrypt cards. Never a flag; else from the file `vault.key`.
    pub vault_key: Option<String>,
    /// The name of that key in the records; without it that of a first key.
    pub vault_key_id: Option<String>,
    /// Earlier keys, `id=key,id=key`: they open old records. Never a flag.
    pub vault_older_keys: Option<String>,
    /// Shared by the booking side and the vault. Never a flag; else from the file `vault-service.key`.
    pub vault_service_key: Option<String>,
    /// `sk_..` or `rk_..` of the account at Stripe. Never a flag.
    pub stripe_secret_key: Option<String>,
    /// `whsec_..` of its webhook. Never a flag.
    pub stripe_webhook_secret: Option<String>,
    /// The key that the vault of this program tells cards to Stripe with; `stripe_secret_key` when it is left out. Never
    /// a flag.
    pub vault_stripe_key: Option<String>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            vault_listen: SocketAddr::from(([127, 0, 0, 1], 8081)),
            // In `data_dir`, wherever that is.
            database: String::new(),
            database_connections: store::CONNECTIONS,
            vault_database: String::new(),
            public_origin: None,
            vault_origin: None,
            vault_url: None,
            data_dir: PathBuf::from("var"),
            marketing_url: None,
            conversion_pixel_url: None,
            map_tiles_url: None,
            map_tiles_credit: None,
            hold_minutes: 30,
            max_rate_age: domain::exchange::MAX_AGE,
            requests_per_minute: 1200,
            client_address_header: None,
            metrics_listen: None,
            clock: None,
            mail_dir: None,
            letter_fonts: None,
            gateway: GatewayName::Sandbox,
            stripe_url: api::gateway::stripe::API_URL.to_owned(),
            log: LogForm::Text,
            smtp_url: None,
            secret: None,
            operator_key: None,
            vault_key: None,
            vault_key_id: None,
            vault_older_keys: None,
            vault_service_key: None,
            stripe_secret_key: None,
            stripe_webhook_secret: None,
            vault_stripe_key: None,
        }
    }
}

impl Settings {
    /// Reads them all.
    ///
    /// # Errors
    /// A file or value that cannot be read, named.
    pub fn read(flags: &Flags) -> Result<Settings> {
        let sources = Figment::from(Serialized::defaults(Settings::default()));
        let names: Vec<String> = sources.extract::<Dict>()?.into_keys().collect();
        let file = flags.config.clone().unwrap_or_else(|| PathBuf::from("portico.toml"));
        if flags.config.is_some() && !file.exists() {
            bail!("the settings file {} does not exist", file.display());
        }
        // Of this folder alone: in one above it somebody else's may lie.
        let given = if file.exists() { Figment::from(Toml::file_exact(&file)) } else { Figment::new() };
        let read: Dict = given.extract().context("the settings file cannot be read")?;
        if let Some(name) = read.keys().find(|name| !names.contains(name)) {
            let near = nearest(name, names.iter().map(String::as_str));
            bail!("{}: {name} is no setting{near}; they are {}", file.display(), names.join(", "));
        }
        refuse_slips(&names)?;
        log_filter()?;
        let sources = sources
            .merge(given)
            .merge(Env::prefixed("PORTICO_").ignore(&[&["config"][..], &KEYS].concat()))
            .merge(Serialized::defaults(flags));
        let mut settings: Settings = sources.extract().map_err(|error| anyhow!(unread(&error)))?;
        // A key is a text, also one of digits alone.
        let given = [
            &mut settings.secret,
            &mut settings.operator_key,
            &mut settings.vault_key,
            &mut settings.vault_key_id,
            &mut settings.vault_older_keys,
            &mut settings.vault_service_key,
            &mut settings.smtp_url,
            &mut settings.stripe_secret_key,
            &mut settings.stripe_webhook_secret,
            &mut settings.vault_stripe_key,
        ];
        for (name, key) in KEYS.into_iter().zip(given) {
            let key_given = std::env::var(format!("PORTICO_{}", name.to_uppercase())).ok().or(key.take());
            // An empty key is none: it would open for whoever shows nothing.
            *key = key_given.filter(|text| !text.trim().is_empty());
        }
        for (database, file) in [(&mut settings.database, "portico.db"), (&mut settings.vault_database, "vault.db")] {
            if database.is_empty() {
                *database = format!("sqlite:{}", settings.data_dir.join(file).display());
            }
        }
        // An empty one is none: it would be the folder that the server happens to be started in.
        settings.mail_dir.take_if(|folder| folder.as_os_str().is_empty());
        if !(1..=1440).contains(&settings.hold_minutes) {
            bail!("hold_minutes must lie between 1 and 1440, found {}", settings.hold_minutes);
        }
        if !(2..=1000).contains(&settings.database_connections) {
            bail!("database_connections must lie between 2 and 1000, found {}", settings.database_connections);
        }
        settings.client_address_header()?;
        settings.refuse_other_hosts()?;
        let given = settings.public_origin.as_ref().map(|_| settings.public_origins()).unwrap_or_default();
        for (name, url) in [("vault_url", &settings.vault_url), ("marketing_url", &settings.marketing_url)] {
            if let Some(url) = url
                && !reqwest::Url::parse(url).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
            {
                bail!("{name} must be an address such as https://hotel.example, found {url:?}");
            }
        }
        if let (Some(url), None) = (&settings.vault_url, &settings.vault_origin)
            && Origin::parse(url).is_none()
        {
            bail!(
                "vault_url is no origin such as https://cards.example, so it needs vault_origin beside it; found {url:?}"
            );
        }
        if settings.vault_origin().is_empty() {
            bail!("say where browsers reach the card frame (--vault-origin)");
        }
        for origin in settings.vault_origin.iter().chain(&given) {
            if Origin::parse(origin).is_none() {
                bail!("{origin:?} is no origin such as https://hotel.example (public_origin, vault_origin)");
            }
        }
        let frame = settings.vault_origin();
        // Of a port that the system is to give nobody knows yet which one it is, only that it is no other's.
        if Origin::parse(&frame).is_some() && settings.public_origins().contains(&frame) {
            bail!("page and card frame are both {frame}: scripts of the page could look inside");
        }
        if let Some(url) = &settings.conversion_pixel_url
            && !(reqwest::Url::parse(url).is_ok_and(|url| url.scheme() == "https") && https_origin(url).is_some())
        {
            bail!("conversion_pixel_url must be an address such as https://pixel.example/p, found {url:?}");
        }
        if let Some(url) = &settings.map_tiles_url
            && !(url.starts_with("https://") && ["{z}", "{x}", "{y}"].iter().all(|place| url.contains(place)))
        {
            bail!(
                "map_tiles_url must be an address such as https://tiles.example/{{z}}/{{x}}/{{y}}.png, found {url:?}"
            );
        }
        if let Some(MapTiles { url, .. }) = settings.map_tiles().filter(|tiles| tiles.origin().is_none()) {
            bail!("map_tiles_url must name one host (no {{s}}), found {url:?}");
        }
        Ok(settings)
    }

    /// Browsers and headers know a host of other letters by its name in ASCII alone.
    fn refuse_other_hosts(&self) -> Result<()> {
        // Of a vault that runs elsewhere the address is the frame's too, unless that is named; the server reads any.
        let frame = match &self.vault_origin {
            None => ("vault_url", &self.vault_url),
            given => ("vault_origin", given),
        };
        for (name, given) in [
            frame,
            ("public_origin", &self.public_origin),
            ("conversion_pixel_url", &self.conversion_pixel_url),
            ("map_tiles_url", &self.map_tiles_url),
        ] {
            for url in given.iter().flat_map(|given| given.split(',')).filter(|url| !url.is_ascii()) {
                let Ok(read) = reqwest::Url::parse(url.trim()) else { continue };
                if let Some(host) = read.host_str().filter(|host| !url.to_lowercase().contains(host)) {
                    bail!("{name} must have {host} as its host, found {url:?}");
                }
            }
        }
        Ok(())
    }

    /// Whether this server keeps its cards to itself while others may share its database: each would then refuse the
    /// cards of the others, and ask the wrong one what was paid.
    pub fn keeps_cards_to_itself(&self) -> bool {
        is_postgres(&self.database) && self.vault_url.is_none() && !is_postgres(&self.vault_database)
    }

    /// Connections to PostgreSQL that this server opens at most, with the vault inside it.
    pub fn connections(&self) -> i64 {
        let inside = self.vault_url.is_none() && is_postgres(&self.vault_database);
        i64::from(self.database_connections) + if inside { i64::from(vault::CONNECTIONS) } else { 0 }
    }

    /// The header in which the proxy tells the guest's address, if one is named.
    ///
    /// # Errors
    /// When it is no name of a header.
    pub fn client_address_header(&self) -> Result<Option<HeaderName>> {
        let Some(name) = &self.client_address_header else { return Ok(None) };
        let words =
            || format!("client_address_header must be the name of a header such as x-forwarded-for, found {name:?}");
        Ok(Some(name.parse().with_context(words)?))
    }

    /// Tiles beneath a brand's map, if an address of any is named.
    pub fn map_tiles(&self) -> Option<MapTiles> {
        let credit = || self.map_tiles_credit.clone().unwrap_or_default();
        self.map_tiles_url.clone().map(|url| MapTiles { url, credit: credit() })
    }

    /// What carries mails to guests, if anything does.
    ///
    /// # Errors
    /// When the mail server's address cannot be understood, or a folder is named besides. The folder is not made here.
    pub fn post(&self) -> Result<Option<Post>> {
        match (&self.smtp_url, &self.mail_dir) {
            (Some(_), Some(_)) => bail!("mails go to smtp_url or into mail_dir: name one of them"),
            (Some(address), None) => Ok(Some(Post::smtp(address).context("PORTICO_SMTP_URL")?)),
            (None, Some(folder)) => Ok(Some(Post::folder(folder.clone()))),
            (None, None) => Ok(None),
        }
    }

    /// What letters are set in besides the program's own fonts, if anything is named.
    ///
    /// # Errors
    /// When the folder cannot be read, has no font or has one that is none.
    pub fn letter_fonts(&self) -> Result<Option<Fonts>> {
        let Some(folder) = &self.letter_fonts else { return Ok(None) };
        let cannot = || format!("letter_fonts: {} cannot be read", folder.display());
        let entries = std::fs::read_dir(folder).with_context(cannot)?;
        let mut files =
            entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>().with_context(cannot)?;
        let is_font = |file: &PathBuf| {
            let ending = file.extension().unwrap_or_default().to_ascii_lowercase();
            ["ttf", "otf", "ttc"].iter().any(|known| ending == **known)
        };
        files.retain(is_font);
        files.sort();
        if files.is_empty() {
            bail!("letter_fonts: {} has no .ttf, .otf or .ttc", folder.display());
        }
        let mut fonts = Vec::with_capacity(files.len());
        for file in &files {
            let bytes =
                std::fs::read(file).with_context(|| format!("letter_fonts: {} cannot be read", file.display()))?;
            fonts.push(bytes);
        }
        let fonts = Fonts::with(fonts);
        if fonts.more() < files.len() {
            bail!("letter_fonts: of {} files in {} only {} are fonts", files.len(), folder.display(), fonts.more());
        }
        Ok(Some(fonts))
    }

    /// The account at Stripe, where money is taken there.
    ///
    /// # Errors
    /// When its key is missing, its address is none that a key may be sent to, or a secret is none of Stripe's.
    pub fn stripe(&self) -> Result<Option<Account>> {
        if self.gateway != GatewayName::Stripe {
            return Ok(None);
        }
        let secret = |url: reqwest::Url| match url.scheme() {
            "http" => url.host_str() == Some("127.0.0.1"),
            scheme => scheme == "https",
        };
        if !reqwest::Url::parse(&self.stripe_url).is_ok_and(secret) {
            bail!("stripe_url must be an address such as https://api.stripe.com, found {:?}", self.stripe_url);
        }
        let Some(key) = self.stripe_secret_key.clone() else {
            bail!("PORTICO_STRIPE_SECRET_KEY is not set: gateway = stripe takes money with it");
        };
        if !vault::is_key_of_stripe(&key) {
            bail!("PORTICO_STRIPE_SECRET_KEY must begin with sk_ or rk_, without spaces or line breaks");
        }
        if self.vault_stripe_key.as_ref().is_some_and(|key| !vault::is_key_of_stripe(key)) {
            bail!("PORTICO_VAULT_STRIPE_KEY must begin with sk_ or rk_, without spaces or line breaks");
        }
        let signs =
            |secret: &String| secret.starts_with("whsec_") && secret.bytes().all(|byte| byte.is_ascii_graphic());
        if self.stripe_webhook_secret.as_ref().is_some_and(|secret| !signs(secret)) {
            bail!("PORTICO_STRIPE_WEBHOOK_SECRET must begin with whsec_, without spaces or line breaks");
        }
        let webhook_secret = self.stripe_webhook_secret.clone().map(Into::into);
        Ok(Some(Account { url: self.stripe_url.clone(), secret_key: key.into(), webhook_secret }))
    }

    /// How the vault of this program tells cards to Stripe.
    pub fn stripe_at_vault(&self) -> Option<vault::StripeAccess> {
        let key = self.vault_stripe_key.clone().or_else(|| self.stripe_secret_key.clone())?;
        let used = self.gateway == GatewayName::Stripe;
        used.then(|| vault::StripeAccess { url: self.stripe_url.clone(), key: key.into() })
    }

    /// Origins of the pages as browsers see them.
    pub fn public_origins(&self) -> Vec<String> {
        if let Some(origins) = &self.public_origin {
            return origins.split(',').map(|origin| spelt(origin.trim())).collect();
        }
        origins_at(self.listen).collect()
    }

    /// Origin of the card frame as browsers see it.
    pub fn vault_origin(&self) -> String {
        let given = self.vault_origin.as_deref().or(self.vault_url.as_deref()).map(spelt);
        given.or_else(|| origins_at(self.vault_listen).next()).unwrap_or_default()
    }
}

/// An origin as browsers spell it; what is none stays as it is.
fn spelt(origin: &str) -> String {
    Origin::parse(origin).map_or_else(|| origin.to_owned(), |origin| origin.to_string())
}

/// Origins of what listens there, as browsers see it; none at an address of IPv6 that is not this machine's own.
fn origins_at(listen: SocketAddr) -> impl Iterator<Item = String> {
    let (ip, port) = (listen.ip(), listen.port());
    let own = (ip.is_ipv4() && !ip.is_unspecified()).then(|| format!("http://{ip}:{port}"));
    let local = (ip.is_loopback() || ip.is_unspecified()).then(|| format!("http://localhost:{port}"));
    own.into_iter().chain(local)
}

/// A variable that is spelt almost like one of ours would be passed over in silence, and the default taken: a database
/// of its own, say. Others that begin so are somebody else's (Kubernetes sets `PORTICO_PORT` for a service of that
/// name).
fn refuse_slips(names: &[String]) -> Result<()> {
    let known: Vec<String> =
        names.iter().map(String::as_str).chain(OTHERS).map(|name| format!("PORTICO_{}", name.to_uppercase())).collect();
    for (name, _) in std::env::vars_os() {
        let Some(name) = name.to_str().filter(|name| name.to_uppercase().starts_with("PORTICO_")) else { continue };
        let near = nearest(name, known.iter().map(String::as_str));
        if !near.is_empty() && !known.iter().any(|one| one.eq_ignore_ascii_case(name)) {
            bail!("the environment: {name} is no setting{near}");
        }
    }
    Ok(())
}

/// ` (did you mean ...?)` when one of the known names is a slip away for each four letters, two at most, else nothing:
/// `PORTICO_TAG` is as near to `PORTICO_LOG` as a slip, and means something else.
fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> String {
    let own = |name: &str| name.to_lowercase().trim_start_matches("portico_").to_owned();
    let name = own(name);
    known
        .map(|one| (strsim::damerau_levenshtein(&name, &own(one)), one))
        .filter(|(slips, one)| *slips <= (own(one).len() / 4).min(2))
        .min_by_key(|(slips, _)| *slips)
        .map(|(_, one)| format!(" (did you mean {one}?)"))
        .unwrap_or_default()
}

/// What is logged, by `PORTICO_LOG_LEVEL`.
///
/// # Errors
/// As [`vault::log_filter`].
pub fn log_filter() -> Result<EnvFilter> {
    Ok(vault::log_filter("PORTICO_LOG_LEVEL", "warn,portico=info,api=info")?)
}

fn read_address<'de, D: Deserializer<'de>>(source: D) -> Result<SocketAddr, D::Error> {
    address(&String::deserialize(source)?).map_err(serde::de::Error::custom)
}

fn read_some_address<'de, D: Deserializer<'de>>(source: D) -> Result<Option<SocketAddr>, D::Error> {
    let given = Option::<String>::deserialize(source)?;
    given.map(|text| address(&text)).transpose().map_err(serde::de::Error::custom)
}

/// A key from the settings, or from its file, made when it is not there.
///
/// # Errors
/// When the file can neither be read nor made, or is empty.
pub fn key(given: Option<&str>, folder: &Path, name: &str) -> Result<String> {
    if let Some(given) = given {
        return Ok(given.trim().to_owned());
    }
    let path = folder.join(name);
    if let Some(kept) = kept(&path)? {
        return Ok(kept);
    }
    std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let made = hex::encode(rand::RngExt::random::<[u8; 32]>(&mut rand::rng()));
    write_private(&path, &made).with_context(|| format!("{} cannot be written", path.display()))?;
    Ok(made)
}

/// A key that is any text, as long as nobody guesses it.
///
/// # Errors
/// As [`key`], and when it is short.
pub fn word(name: &str, given: Option<&str>, folder: &Path, file: &str) -> Result<String> {
    let word = key(given, folder, file)?;
    if is_short(&word) {
        bail!("{name}: {SHORT}");
    }
    Ok(word)
}

/// What is said of a key that can be guessed.
pub const SHORT: &str = "can be guessed: give 16 characters or more";

/// Whether a key that is any text can be guessed.
pub fn is_short(word: &str) -> bool {
    word.len() < 16
}

/// What a file of the data folder holds; nothing when there is none.
///
/// # Errors
/// When it cannot be read, or is empty: as a key it would open for whoever shows nothing.
pub fn kept(path: &Path) -> Result<Option<String>> {
    match std::fs::read_to_string(path) {
        Ok(text) if text.trim().is_empty() => bail!("{} is empty: put back what it held, or remove it", path.display()),
        Ok(text) => Ok(Some(text.trim().to_owned())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(anyhow!("{} cannot be read: {error}", path.display())),
    }
}

/// The key of cards that are there: one made now would open none of them.
///
/// # Errors
/// When it is not there, or cannot be read.
pub fn key_of_cards(settings: &Settings) -> Result<String> {
    let (given, folder, name) = (settings.vault_key.as_deref(), &settings.data_dir, "vault.key");
    if given.is_none() && !folder.join(name).exists() {
        bail!("no vault key in {} (--data-dir)", folder.display());
    }
    key(given, folder, name)
}

/// Written whole to the disk before it has its name, and never over another's: a disk that is full or loses its power
/// leaves no piece of a key. A file so made is readable by its owner alone.
fn write_private(path: &Path, text: &str) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist_noclobber(path)?;
    std::fs::File::open(folder)?.sync_all()
}

/// Why a setting cannot be read, in words of people: its name, what was expected, and what and where it is.
fn unread(error: &figment::Error) -> String {
    let name = error.path.join(".");
    let from = error.metadata.as_ref().map(|metadata| match &metadata.source {
        Some(Source::File(file)) => format!(" in {}", file.file_name().unwrap_or_default().display()),
        _ => format!(" from {}", metadata.name),
    });
    let words = match &error.kind {
        Kind::InvalidType(found, expected) | Kind::InvalidValue(found, expected) => {
            let expected = match expected.as_str() {
                "u16" => "a whole number from 0 to 65535",
                "u32" | "u64" | "usize" => "a whole number, 0 or more",
                "enum GatewayName" | "enum LogForm" => "one of its names in quotes",
                other => other,
            };
            let found = match found {
                Actual::Signed(number) => number.to_string(),
                Actual::Unsigned(number) => number.to_string(),
                Actual::Float(number) => number.to_string(),
                Actual::Str(text) => format!("{text:?}"),
                other => other.to_string(),
            };
            format!("expected {expected}, found {found}")
        }
        Kind::UnknownVariant(found, known) => format!("expected {}, found {found:?}", known.join(" or ")),
        other => other.to_string(),
    };
    format!("{name}{}: {words}", from.unwrap_or_default())
}

/// 32 bytes of a key.
///
/// # Errors
/// When it is not 64 hex digits.
pub fn bytes(name: &str, key: &str) -> Result<[u8; 32]> {
    let bytes = hex::decode(key).ok().and_then(|bytes| bytes.try_into().ok());
    bytes.with_context(|| format!("{name} must be 64 hex digits (32 random bytes)"))
}
