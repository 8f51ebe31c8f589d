//! `portico doctor`: says in plain words what is wrong before a guest finds out.

use std::collections::BTreeSet;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, bail};
use api::VaultClient;
use axum::http::StatusCode;
use domain::activity::offer::ActivityPrice;
use domain::activity::payment_types;
use domain::board::Board;
use domain::hotel::Hotel;
use domain::money::Currency;
use domain::stay::days_between;
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use mover::NEWER_TABLES;
use mover::file::{self, FileError};
use store::nights::NightLeft;
use store::payments::State;
use store::{Db, Tables, exchange_rates, is_postgres, mails, nights, payments, properties, refunds};
use vault::VaultError;

use crate::say::say;
use crate::serve::{KEEPS_CARDS, NO_SERVICE_KEY, SERVICE_KEY, VAULT_APP_ID, clock, shown, vault_config};
use crate::settings::{self, Flags, GatewayName, SHORT, Settings, bytes, is_short};

/// Checks settings, keys, clock and database; prints one line for each.
///
/// # Errors
/// When something is wrong.
pub async fn run(flags: &Flags) -> Result<()> {
    let mut report = Report::default();
    let settings = match Settings::read(flags) {
        Ok(settings) => settings,
        Err(error) => {
            report.wrong("settings", format!("{error:#}"));
            return report.end();
        }
    };
    let vault = match &settings.vault_url {
        Some(url) => format!("card vault at {url}"),
        None => format!("card frame on {}", settings.vault_listen),
    };
    report.good("settings", format!("pages on {}, {vault}", settings.listen));
    check_addresses(&mut report, &settings);
    let is_secret = |text: &str| bytes("PORTICO_SECRET", text).map(drop);
    check_key(&mut report, "PORTICO_SECRET", settings.secret.as_deref(), &settings, "secret.key", is_secret);
    if settings.vault_url.is_none() {
        // Whether it is one the vault says, below.
        let given = settings.vault_key.as_deref();
        check_key(&mut report, "PORTICO_VAULT_KEY", given, &settings, "vault.key", |_| Ok(()));
    }
    check_word(&mut report, "PORTICO_OPERATOR_KEY", settings.operator_key.as_deref(), &settings, "operator.key");
    check_service_key(&mut report, &settings);
    check_gateway(&mut report, &settings);
    check_mail(&mut report, &settings);
    check_letter_fonts(&mut report, &settings);
    check_clock(&mut report, &settings);
    check_database(&mut report, &settings).await;
    match &settings.vault_url {
        None => check_vault(&mut report, &settings).await,
        Some(url) => check_vault_elsewhere(&mut report, &settings, url).await,
    }
    if settings.keeps_cards_to_itself() {
        report.warn("card vault", KEEPS_CARDS.to_owned());
    }
    report.end()
}

fn check_addresses(report: &mut Report, settings: &Settings) {
    // Port 0 is a free one, and so none that another has.
    let named = |address: &SocketAddr| address.port() > 0;
    let own_vault = settings.vault_url.is_none().then_some(settings.vault_listen).filter(named);
    if own_vault == Some(settings.listen) {
        report.wrong("addresses", "the card vault needs an address of its own (--vault-listen)".to_owned());
    }
    let (pages, vault) = (settings.public_origins(), settings.vault_origin());
    match pages.first() {
        None => report.wrong("origins", "say where browsers reach the pages (--public-origin)".to_owned()),
        Some(_) => report.good("origins", format!("pages {}, card frame {vault}", pages.join(" and "))),
    }
    let behind_tls = pages.iter().any(|page| page.starts_with("https://"));
    if behind_tls && settings.client_address_header.is_none() && settings.requests_per_minute > 0 {
        let words = "a proxy stands before the pages (https) and no header is named in which it tells the guest's \
            address: all guests share the limits of one (--client-address-header)";
        report.warn("addresses", words.to_owned());
    }
    let metrics = settings.metrics_listen.filter(named);
    if metrics.is_some_and(|metrics| metrics == settings.listen || own_vault == Some(metrics)) {
        report.wrong("addresses", "the metrics need an address of their own (--metrics-listen)".to_owned());
    }
    let addresses = BTreeSet::from_iter([settings.listen].into_iter().chain(own_vault).chain(metrics));
    // All of them at once, as the start has them.
    let mut held = Vec::new();
    for address in &addresses {
        match TcpListener::bind(address) {
            Ok(listener) => held.push(listener),
            Err(_) if addresses.iter().any(|other| meet(other, address)) => report.wrong(
                "addresses",
                format!("{address} meets another one of --listen, --vault-listen and --metrics-listen"),
            ),
            Err(error) => report
                .warn("addresses", format!("{address} cannot be listened on now ({error}); by a server that runs?")),
        }
    }
}

/// Whether two addresses have a port that only one of them can get: one of them is every address of the machine (`0.0.0.0`
/// of IPv4 alone), or both are the same in two spellings.
fn meet(one: &SocketAddr, other: &SocketAddr) -> bool {
    let holds = |every: IpAddr, other: IpAddr| every.is_unspecified() && (every.is_ipv6() || other.is_ipv4());
    let (ip, other_ip) = (one.ip().to_canonical(), other.ip().to_canonical());
    one != other && one.port() == other.port() && (holds(ip, other_ip) || holds(other_ip, ip) || ip == other_ip)
}

fn check_key(
    report: &mut Report,
    name: &'static str,
    given: Option<&str>,
    settings: &Settings,
    file: &str,
    judge: impl Fn(&str) -> Result<()>,
) {
    let path = settings.data_dir.join(file);
    let text = match kept(given, &path) {
        Ok(text) => text,
        Err(error) => return report.wrong(name, error),
    };
    match text {
        None => report_key_to_make(report, name, &path),
        Some(text) => match judge(text.trim()) {
            Ok(()) if given.is_none() && is_postgres(&settings.database) => {
                report.warn(
                    name,
                    format!("comes from {}: every server of this database must have the same one", path.display()),
                );
            }
            Ok(()) => report.good(name, "is there".to_owned()),
            Err(error) => report.wrong(name, error.to_string()),
        },
    }
}

/// A key that is any text, as long as nobody guesses it.
fn check_word(report: &mut Report, name: &'static str, given: Option<&str>, settings: &Settings, file: &str) {
    let path = settings.data_dir.join(file);
    match kept(given, &path) {
        Err(error) => report.wrong(name, error),
        Ok(None) => report_key_to_make(report, name, &path),
        Ok(Some(text)) if is_short(text.trim()) => report.wrong(name, SHORT.to_owned()),
        Ok(Some(_)) => report.good(name, "is there".to_owned()),
    }
}

fn report_key_to_make(report: &mut Report, name: &'static str, path: &Path) {
    if can_be_made(path) {
        report.good(name, format!("will be made in {} at the first start", path.display()));
    } else {
        report.wrong(name, format!("{} is not there and cannot be made", path.display()));
    }
}

/// What pages and vault speak with. One that we would make is none that a vault elsewhere knows us by.
fn check_service_key(report: &mut Report, settings: &Settings) {
    let (name, given, file) = ("PORTICO_VAULT_SERVICE_KEY", settings.vault_service_key.as_deref(), SERVICE_KEY);
    if settings.vault_url.is_some() && kept(given, &settings.data_dir.join(file)) == Ok(None) {
        return report.wrong(name, NO_SERVICE_KEY.to_owned());
    }
    check_word(report, name, given, settings, file);
}

/// What is given, else what a file of the data folder holds; nothing when there is none, and why when it cannot be taken.
fn kept(given: Option<&str>, path: &Path) -> Result<Option<String>, String> {
    match given {
        Some(given) => Ok(Some(given.to_owned())),
        None => settings::kept(path).map_err(|error| error.to_string()),
    }
}

fn check_gateway(report: &mut Report, settings: &Settings) {
    let account = match settings.stripe() {
        Ok(Some(account)) => account,
        Ok(None) => return report.good("payments", "the sandbox bank: no money moves (--gateway stripe)".to_owned()),
        Err(error) => return report.wrong("payments", format!("{error:#}")),
    };
    let test = settings.stripe_secret_key.as_ref().is_some_and(|key| key.contains("_test_"));
    match test {
        true => report.warn("payments", "at Stripe, with a test key: no money moves".to_owned()),
        false => report.good("payments", "at Stripe".to_owned()),
    }
    if account.webhook_secret.is_none() {
        let words = "none (PORTICO_STRIPE_WEBHOOK_SECRET): what guests pay by a link is asked for every minute, and of a \
            refund that comes back from the card after it was given nobody hears";
        report.warn("payment events", words.to_owned());
    } else {
        report.good("payment events", "are heard at /public/gateway/events".to_owned());
    }
    if settings.vault_url.is_some() {
        let words = "tells cards to Stripe only with PORTICO_VAULT_STRIPE_KEY in its own environment";
        report.warn("card vault", format!("the one elsewhere {words}"));
    } else if settings.vault_stripe_key.is_none() {
        let words =
            "tells cards to Stripe with the account's key; a restricted one is enough (PORTICO_VAULT_STRIPE_KEY)";
        report.warn("card vault", words.to_owned());
    }
}

fn check_mail(report: &mut Report, settings: &Settings) {
    match settings.post() {
        Ok(Some(_)) if settings.smtp_url.is_some() => report.good("mail", "through a mail server".to_owned()),
        Ok(Some(_)) => {
            let folder = settings.mail_dir.as_deref().unwrap_or(Path::new("."));
            if folder.is_dir() || (!folder.exists() && can_be_made(folder)) {
                report.warn("mail", "goes into a folder (--mail-dir), not to guests".to_owned());
            } else {
                report.wrong("mail", format!("{} is no folder and cannot be made one (--mail-dir)", folder.display()));
            }
        }
        Ok(None) => report.good("mail", "none: guests are confirmed on the page alone (PORTICO_SMTP_URL)".to_owned()),
        Err(error) => report.wrong("mail", format!("{error:#}")),
    }
}

fn check_letter_fonts(report: &mut Report, settings: &Settings) {
    match settings.letter_fonts() {
        Ok(Some(fonts)) => report.good("letter fonts", format!("{} besides our own", fonts.more())),
        Ok(None) => {}
        Err(error) => report.wrong("letter fonts", format!("{error:#}")),
    }
}

#[allow(clippy::disallowed_methods, reason = "the machine's clock is what is being judged")]
fn check_clock(report: &mut Report, settings: &Settings) {
    match clock(settings.clock.as_deref()) {
        Err(error) => report.wrong("clock", error.to_string()),
        Ok(clock) if settings.clock.is_some() => {
            report.warn("clock", format!("is set to {} for a demonstration: do not sell rooms by it", clock.now()));
        }
        // The year in which this was built is the least that a right clock can show.
        Ok(_) if Timestamp::now().as_second() < 1_767_225_600 => {
            report.wrong("clock", format!("the machine thinks it is {}; deadlines would be wrong", Timestamp::now()));
        }
        Ok(clock) => report.good("clock", format!("{}", clock.now())),
    }
}

async fn check_database(report: &mut Report, settings: &Settings) {
    let name = shown(&settings.database);
    if let Err(error) = check_file(&settings.database) {
        return report.wrong("database", format!("{name}: {error}"));
    }
    if sqlite_file(&settings.database).and_then(|path| path.metadata().ok()).is_some_and(|file| file.len() == 0) {
        return report.warn("database", format!("{name}: {NO_TABLES}"));
    }
    if let Some(missing) = missing_file(&settings.database) {
        return report_missing(report, "database", &missing, "portico import");
    }
    let db = match Db::look(&settings.database).await {
        Ok((db, Tables::Current)) => db,
        Ok((_, Tables::Missing)) => return report.warn("database", format!("{name}: {NO_TABLES}")),
        Ok((_, Tables::Barred(grant))) => return report.wrong("database", format!("{name}: {}", barred(&grant))),
        Ok((_, Tables::Older)) => return report.unseen("database", format!("{name}: {OLDER_TABLES}")),
        Ok((_, Tables::Newer)) => return report.wrong("database", format!("{name}: {NEWER_TABLES}")),
        Err(error) => return report.wrong("database", format!("{name}: {error}")),
    };
    let hotels = match properties::revisions(&db).await {
        Ok(hotels) => hotels,
        Err(error) => return report.wrong("database", format!("{name}: {error}")),
    };
    report.good("database", format!("{name} answers, {} hotels", hotels.len()));
    check_connections(report, settings, &db).await;
    check_clocks(report, &db).await;
    check_rates(report, settings, &db).await;
    let mut paid = Vec::new();
    for (property_id, code, _) in hotels {
        match check_hotel(&db, property_id, settings, &mut paid).await {
            Ok(until) => report.good("hotel", format!("{code} can be sold until {until}")),
            Err(Trouble::Mind(text)) => report.warn("hotel", format!("{code}: {text}")),
            Err(Trouble::Wrong(text)) => report.wrong("hotel", format!("{code}: {text}")),
        }
        check_secret(report, settings, &db, property_id, &code).await;
        check_payments(report, settings, &db, property_id, &code).await;
        check_refunds(report, settings, &db, property_id, &code).await;
        check_mails(report, settings, &db, property_id, &code).await;
        check_sign_in(report, settings, &code);
    }
    if settings.gateway == GatewayName::Sandbox && !paid.is_empty() {
        let more = if paid.len() > TOLD { format!(" and {} more", paid.len() - TOLD) } else { String::new() };
        let codes = paid[..paid.len().min(TOLD)].join(", ");
        let words = "the sandbox bank moves no money (--gateway stripe), and guests are told that they pay at";
        report.warn("payments", format!("{words} {codes}{more}"));
    }
}

/// Whether guests pay a hotel on its pages: deposits, also those of payment links, and activities.
fn is_paid(hotel: &Hotel) -> bool {
    let costs = |price: &ActivityPrice| price.base > 0 || price.extra_adult > 0 || price.extra_child > 0;
    hotel.rate_plans.iter().any(|plan| !plan.deposits.is_empty())
        || payment_types(hotel).next().is_some() && hotel.activities.iter().any(|activity| costs(&activity.price))
}

const NO_TABLES: &str = "is empty: the first start makes its tables";
const OLDER_TABLES: &str = "its tables are of an older version, and what is in them was not looked at: the next start \
    brings them up to date";

fn barred(grant: &str) -> String {
    format!("its tables cannot be made or brought up to date by this role: let its owner run {grant}")
}

async fn check_connections(report: &mut Report, settings: &Settings, db: &Db) {
    let needed = settings.connections();
    match db.connections_allowed().await {
        Err(error) => report.wrong("connections", error.to_string()),
        Ok(None) => {}
        Ok(Some(allowed)) if allowed < needed => {
            let words = "raise max_connections there, or lower --database-connections";
            report.wrong("connections", format!("{allowed} are let in, and this server opens up to {needed}: {words}"));
        }
        Ok(Some(allowed)) => {
            let servers = allowed / needed;
            let words = format!("{allowed} are let in, up to {needed} for each server: enough for {servers} like this");
            report.good("connections", words);
        }
    }
}

/// Servers whose clocks are apart send mails twice and give up each other's payments; the one of their database stands
/// for those of the others.
#[allow(clippy::disallowed_methods, reason = "the machine's clock is what is being judged")]
async fn check_clocks(report: &mut Report, db: &Db) {
    match db.its_clock().await {
        Err(error) => report.wrong("clocks", error.to_string()),
        Ok(None) => {}
        Ok(Some(its)) => match apart(Timestamp::now(), its) {
            Some(words) => report.wrong("clocks", words),
            None => report.good("clocks", "this machine's and PostgreSQL's agree".to_owned()),
        },
    }
}

/// From how many seconds on clocks are too far apart: servers show each other's bookings late then.
const APART: i64 = 30;

fn apart(ours: Timestamp, its: Timestamp) -> Option<String> {
    let seconds = its.as_second() - ours.as_second();
    let words = "keep the clocks of all servers together (NTP)";
    match seconds {
        APART.. => Some(format!("PostgreSQL's is {seconds} seconds ahead of this machine's: {words}")),
        seconds if seconds <= -APART => {
            Some(format!("PostgreSQL's is {} seconds behind this machine's: {words}", -seconds))
        }
        _ => None,
    }
}

/// A client that members sign in through may have a secret. One that is there has to be readable: nobody gets in else.
fn check_sign_in(report: &mut Report, settings: &Settings, code: &str) {
    let path = settings.data_dir.join(format!("openid-{code}.secret"));
    match kept(None, &path) {
        Ok(None) => {}
        Ok(Some(_)) => report.good("sign-in", format!("{code} has the secret of a client in {}", path.display())),
        Err(error) => report.wrong("sign-in", format!("{code}: {error}")),
    }
}

/// Days after which a weekend does not explain any more that no newer rates came.
const OLD_RATES: i32 = 5;

async fn check_rates(report: &mut Report, settings: &Settings, db: &Db) {
    let Ok(clock) = clock(settings.clock.as_deref()) else { return };
    let today = clock.now().to_zoned(jiff::tz::TimeZone::UTC).date();
    match exchange_rates::latest(db, today, 1).await.map(|days| days.first().map(|rates| rates.day)) {
        Err(error) => report.wrong("exchange rates", error.to_string()),
        Ok(None) => report.warn("exchange rates", "none: prices are shown in the hotel's currency only".to_owned()),
        Ok(Some(day)) if days_between(day, today) > i32::from(settings.max_rate_age) => {
            let words = "too old to convert by: prices are shown in the hotel's currency only until \
                portico import-rates brings newer ones";
            report.warn("exchange rates", format!("the last are of {day}, {words}"));
        }
        Ok(Some(day)) if days_between(day, today) > OLD_RATES => {
            let until = format!("without newer ones no price is converted after {} days", settings.max_rate_age);
            report.warn("exchange rates", format!("the last are of {day}; {until} (portico import-rates)"));
        }
        Ok(Some(day)) => report.good("exchange rates", format!("of {day}")),
    }
}

/// A secret that a backup left out.
async fn check_secret(report: &mut Report, settings: &Settings, db: &Db, property_id: i64, code: &str) {
    let file = settings.data_dir.join("secret.key");
    if settings.secret.is_some() || file.exists() {
        return;
    }
    match nights::sums(db, property_id).await {
        Err(error) => report.wrong("PORTICO_SECRET", error.to_string()),
        Ok(sums) if sums.sold > 0 => {
            let words = "links in mails and letters that were sent with another one will open nothing";
            report.warn("PORTICO_SECRET", format!("{code} has bookings, but there is no {}: {words}", file.display()));
        }
        Ok(_) => {}
    }
}

enum Trouble {
    Mind(String),
    Wrong(String),
}

/// Days before the end of the calendar from which on a hotel should have been imported again.
const SOON: i32 = 30;

/// The last night on sale, when all is well with a hotel. Those that are paid on their pages join the others.
async fn check_hotel(db: &Db, property_id: i64, settings: &Settings, paid: &mut Vec<String>) -> Result<Date, Trouble> {
    let wrong = |error: &dyn std::fmt::Display| Trouble::Wrong(error.to_string());
    let stored = properties::find(db, property_id).await.map_err(|error| wrong(&error))?;
    let stored = stored.ok_or_else(|| wrong(&"gone while it was read"))?;
    let board = Board::new(Arc::new(stored.hotel), &stored.rows, &[]).map_err(|error| wrong(&error))?;
    if is_paid(board.hotel()) {
        paid.push(board.hotel().code.clone());
    }
    let now = clock(settings.clock.as_deref()).map_err(|error| wrong(&error))?.now();
    let (today, last) = (board.business_day(now), board.last());
    if last < today {
        return Err(Trouble::Wrong(format!("its nights ran out on {last}: import it again")));
    }
    let mut to_mind = Vec::new();
    let oversold = nights::oversold(db, property_id, today).await.map_err(|error| wrong(&error))?;
    if !oversold.is_empty() {
        to_mind.push(oversold_words(&oversold));
    }
    if days_between(today, last) < SOON {
        to_mind.push(format!("its nights end on {last}: import it again"));
    }
    if to_mind.is_empty() { Ok(last) } else { Err(Trouble::Mind(to_mind.join("; "))) }
}

/// Which nights have more sold or held than there are rooms, by room type: somebody will have to be told.
pub fn oversold_words(nights: &[NightLeft]) -> String {
    let mut nights = nights.iter().collect::<Vec<_>>();
    nights.sort_by_key(|night| (&night.room_type_id, &night.group, night.day));
    let goes_on = |one: &&NightLeft, next: &&NightLeft| {
        (&one.room_type_id, &one.group, one.left) == (&next.room_type_id, &next.group, next.left)
            && one.day.tomorrow().ok() == Some(next.day)
    };
    let told = nights.chunk_by(goes_on).map(|run| {
        let (first, last) = (run[0], run[run.len() - 1]);
        let group = first.group.as_ref().map(|group| format!(" for {group}")).unwrap_or_default();
        let days = match run.len() {
            1 => format!("on {}", first.day),
            _ => format!("from {} to {}", first.day, last.day),
        };
        format!("{}{group} {days} ({} too many)", first.room_type_id, -first.left)
    });
    format!(
        "more is sold or held than there are rooms: {} (rooms were taken away by an import?)",
        told.collect::<Vec<_>>().join(", ")
    )
}

/// A payment that is asked for longer than that is asked for in vain.
const PAYMENT_PATIENCE: SignedDuration = SignedDuration::from_hours(1);
/// A refund that is.
const REFUND_PATIENCE: SignedDuration = SignedDuration::from_hours(24);
/// As long as a mail that was given up is known.
const MAILS_KNOWN: SignedDuration = SignedDuration::from_hours(30 * 24);
/// So many of each of a hotel are told one by one.
const TOLD: usize = 20;

const A_CHANGE: &str = "the change of a stay";
const THE_LOG_SAYS: &str = "the log says what the gateway answers";

/// What the gateway is asked for, and does not do.
async fn check_payments(report: &mut Report, settings: &Settings, db: &Db, property_id: i64, code: &str) {
    let Ok(clock) = clock(settings.clock.as_deref()) else { return };
    let unended = match payments::unended(db, property_id, clock.now() - PAYMENT_PATIENCE).await {
        Ok(unended) => unended,
        Err(error) => return report.wrong("payments", format!("{code}: {error}")),
    };
    let told = unended.into_iter().map(|(payment, number)| {
        let (unnumbered, words) = match payment.state {
            State::Offered => (A_CHANGE, "is offered by a link whose time is over since more than an hour"),
            State::Voiding => (
                "an order that is not booked",
                "is not given up since more than an hour, and may be set aside on a card",
            ),
            _ => (A_CHANGE, "is booked and not taken since more than an hour"),
        };
        let of = if number.is_empty() { unnumbered } else { &number };
        let key = payment.key();
        format!("{} of {of} {words}: {THE_LOG_SAYS} (payment_key {key})", amount(&payment.currency, payment.amount))
    });
    tell(report, "payment", code, told.collect());
}

/// What guests should have back and do not.
async fn check_refunds(report: &mut Report, settings: &Settings, db: &Db, property_id: i64, code: &str) {
    let Ok(clock) = clock(settings.clock.as_deref()) else { return };
    let ungiven = match refunds::ungiven(db, property_id, clock.now() - REFUND_PATIENCE).await {
        Ok(ungiven) => ungiven,
        Err(error) => return report.wrong("refunds", format!("{code}: {error}")),
    };
    let told = ungiven.into_iter().map(|refund| {
        let what = match refund.failure {
            Some(why) if refund.state == "FAILED" => {
                format!("came back ({why}): give it another way, and say so (operator call .../refunds)")
            }
            _ if refund.state == "PENDING" => "is owed since more than a day and on its way: see at the gateway that \
                it was asked of whether it arrived, and say so if you have left that (operator call .../refunds)"
                .to_owned(),
            _ => format!("is asked for since more than a day: {THE_LOG_SAYS}"),
        };
        format!("{} of {} {what}", amount(&refund.currency, refund.amount), refund.confirmation_no)
    });
    tell(report, "refund", code, told.collect());
}

/// Guests who were told nothing.
async fn check_mails(report: &mut Report, settings: &Settings, db: &Db, property_id: i64, code: &str) {
    let Ok(clock) = clock(settings.clock.as_deref()) else { return };
    let unsent = match mails::given_up(db, property_id, clock.now() - MAILS_KNOWN).await {
        Ok(unsent) if unsent.is_empty() => return,
        Ok(unsent) => unsent,
        Err(error) => return report.wrong("mail", format!("{code}: {error}")),
    };
    let more = if unsent.len() > TOLD { format!(" and {} more", unsent.len() - TOLD) } else { String::new() };
    let numbers = unsent[..unsent.len().min(TOLD)].join(", ");
    let words = "bookings of the last 30 days have a mail that was given up";
    report.warn("mail", format!("{code}: {} {words} (the log says why): {numbers}{more}", unsent.len()));
}

fn amount(currency: &str, minor: i64) -> String {
    format!("{currency} {}", Currency::of(currency).map(|known| known.format(minor)).unwrap_or_default())
}

fn tell(report: &mut Report, what: &str, code: &str, all: Vec<String>) {
    for one in all.iter().take(TOLD) {
        report.warn(what, format!("{code}: {one}"));
    }
    if all.len() > TOLD {
        report.warn(what, format!("{code}: and {} more", all.len() - TOLD));
    }
}

async fn check_vault(report: &mut Report, settings: &Settings) {
    // Why one cannot be read was said before.
    let read = |given: &Option<String>, file| kept(given.as_deref(), &settings.data_dir.join(file)).ok().flatten();
    let key = read(&settings.vault_key, "vault.key");
    // One that is not there is made at the start; no card is sealed with it.
    let service = read(&settings.vault_service_key, SERVICE_KEY).unwrap_or_default();
    let Ok(clock) = clock(settings.clock.as_deref()) else { return };
    let mut config = match vault_config(settings, key.as_deref().unwrap_or_default().trim(), service.trim(), &clock) {
        Ok(config) => config,
        Err(error) => return report.wrong("card vault", format!("{error:#}")),
    };
    if key.is_none() {
        config.key = vault::new_key();
    }
    // The start refuses these whether or not there are tables yet. A key that is not there it makes.
    if let Err(error) = vault::judge_keys(&config) {
        return report.wrong("card vault", error.to_string());
    }
    let name = shown(&settings.vault_database);
    if let Err(error) = check_file(&settings.vault_database) {
        return report.wrong("card vault", format!("{name}: {error}"));
    }
    if let Some(missing) = missing_file(&settings.vault_database) {
        return report_missing(report, "card vault", &missing, "the first start");
    }
    match vault::look(&config).await {
        Ok(vault::Tables::Missing) => report.warn("card vault", format!("{name}: {NO_TABLES}")),
        Ok(vault::Tables::Barred(grant)) => report.wrong("card vault", format!("{name}: {}", barred(&grant))),
        Ok(_) | Err(VaultError::Key(_)) if key.is_none() => {
            report.wrong("card vault", "its database is there, but not its key".to_owned());
        }
        Ok(vault::Tables::Current) => report.good("card vault", "opens with its key".to_owned()),
        Ok(vault::Tables::Older) => report.unseen("card vault", format!("{name}: {OLDER_TABLES}")),
        Ok(vault::Tables::Newer) => report.wrong("card vault", format!("{name}: {NEWER_TABLES}")),
        Err(error) => report.wrong("card vault", format!("{name}: {error}")),
    }
}

/// Whether a vault answers there that takes our calls: without one no card can be typed.
async fn check_vault_elsewhere(report: &mut Report, settings: &Settings, url: &str) {
    // Without it there is nothing to ask with, which was said before.
    let path = settings.data_dir.join(SERVICE_KEY);
    let Ok(Some(key)) = kept(settings.vault_service_key.as_deref(), &path) else { return };
    let Ok(clock) = clock(settings.clock.as_deref()) else { return };
    let vault = VaultClient::new(url, &settings.vault_origin(), VAULT_APP_ID, Some(key.trim().to_owned()));
    match vault.greet(clock.now()).await {
        Ok(Ok(())) => report.good("card vault", format!("the one at {url} answers us")),
        Ok(Err(refused)) if refused.status == StatusCode::UNAUTHORIZED => {
            let words = "refuses our calls: PORTICO_VAULT_SERVICE_KEY or the clock is another there";
            report.wrong("card vault", format!("the one at {url} {words}"));
        }
        Ok(Err(refused)) => {
            report.wrong("card vault", format!("{url} answers {} and no vault's words", refused.status))
        }
        Err(_) => report.wrong("card vault", format!("the one at {url} cannot be reached")),
    }
}

/// Whether the start would open the file of a SQLite database.
fn check_file(database: &str) -> Result<(), FileError> {
    sqlite_file(database).map_or(Ok(()), |path| file::check(&path))
}

/// The file of a SQLite database that is not there.
pub fn missing_file(database: &str) -> Option<PathBuf> {
    sqlite_file(database).filter(|path| !path.exists())
}

/// The file of a SQLite database.
pub fn sqlite_file(database: &str) -> Option<PathBuf> {
    database.strip_prefix("sqlite:")?.trim_start_matches("//").split('?').next().map(PathBuf::from)
}

/// A file that is not there is no fault, if it can be made.
fn report_missing(report: &mut Report, what: &'static str, path: &Path, by: &str) {
    if can_be_made(path) {
        report.warn(what, format!("{} is not there yet; {by} makes it", path.display()));
    } else {
        report.wrong(what, format!("{} is not there and cannot be made", path.display()));
    }
}

/// Whether the nearest folder above that is there can be written to.
fn can_be_made(path: &Path) -> bool {
    let folders = path.parent().into_iter().flat_map(Path::ancestors);
    let mut above = folders.map(|up| if up.as_os_str().is_empty() { Path::new(".") } else { up });
    // A link that leads nowhere is there: no folder is made in its place.
    above.find(|up| up.is_symlink() || up.exists()).is_some_and(|up| up.is_dir() && file::may_write(up).is_ok())
}

/// What was found, told line by line. A line that cannot be written is let go: how it ends says the same.
#[derive(Default)]
struct Report {
    wrong: usize,
    /// Whether something could not be looked at.
    unseen: bool,
}

impl Report {
    fn good(&mut self, what: &str, text: String) {
        say!("ok     {what}: {text}").ok();
    }

    fn warn(&mut self, what: &str, text: String) {
        say!("mind   {what}: {text}").ok();
    }

    fn unseen(&mut self, what: &str, text: String) {
        self.unseen = true;
        self.warn(what, text);
    }

    fn wrong(&mut self, what: &str, text: String) {
        self.wrong += 1;
        say!("WRONG  {what}: {text}").ok();
    }

    fn end(self) -> Result<()> {
        if self.wrong > 0 {
            bail!("{} to put right", self.wrong);
        }
        say!("{}", if self.unseen { "What was looked at is well." } else { "All is well." })?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_that_are_apart_are_told_with_their_direction() {
        let ours = Timestamp::UNIX_EPOCH;
        let after = |seconds| apart(ours, ours + SignedDuration::from_secs(seconds));
        assert_eq!(after(29), None);
        assert_eq!(after(-29), None);
        assert!(after(30).is_some_and(|words| words.contains("30 seconds ahead")));
        assert!(after(-90).is_some_and(|words| words.contains("90 seconds behind")));
    }

    #[test]
    fn addresses_meet_at_a_port_that_one_alone_can_get() {
        let meet = |one: &str, other: &str| {
            let [one, other] = [one, other].map(|address| address.parse().expect("an address"));
            (super::meet(&one, &other), super::meet(&other, &one))
        };
        for other in ["127.0.0.1:80", "[::ffff:127.0.0.1]:80", "[::]:80"] {
            assert_eq!(meet("0.0.0.0:80", other), (true, true), "{other}");
        }
        for other in ["[::1]:80", "127.0.0.1:81", "0.0.0.0:80"] {
            assert_eq!(meet("0.0.0.0:80", other), (false, false), "{other}");
        }
        assert_eq!(meet("[::]:80", "[::1]:80"), (true, true));
        assert_eq!(meet("127.0.0.1:80", "[::ffff:127.0.0.1]:80"), (true, true));
        assert_eq!(meet("127.0.0.1:80", "127.0.0.2:80"), (false, false));
    }
}
