//! `portico doctor`: says in plain words what is wrong before a guest finds out.

use anyhow::{Result, bail};
use domain::stay::days_between;
use jiff::Timestamp;
use store::{Db, exchange_rates, nights, properties};

use crate::serve::{clock, shown};
use crate::settings::{Flags, Settings, bytes};

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
    report.good("settings", format!("pages on {}, card frame on {}", settings.listen, settings.vault_listen));
    if settings.vault_url.is_none() && settings.listen == settings.vault_listen {
        report.wrong("addresses", "the card vault needs an address of its own (--vault-listen)".to_owned());
    }
    check_key(&mut report, "PORTICO_SECRET", settings.secret.as_deref(), &settings, "secret.key");
    check_key(&mut report, "PORTICO_VAULT_KEY", settings.vault_key.as_deref(), &settings, "vault.key");
    check_clock(&mut report, &settings);
    check_database(&mut report, &settings).await;
    report.end()
}

fn check_key(report: &mut Report, name: &'static str, given: Option<&str>, settings: &Settings, file: &str) {
    let path = settings.data_dir.join(file);
    let text = given.map(str::to_owned).or_else(|| std::fs::read_to_string(&path).ok());
    match text {
        None => report.good(name, format!("will be made in {} at the first start", path.display())),
        Some(text) => match bytes(name, text.trim()) {
            Ok(_) if given.is_none() && settings.database.starts_with("postgres") => {
                report.warn(
                    name,
                    format!("comes from {}: every server of this database must have the same one", path.display()),
                );
            }
            Ok(_) => report.good(name, "is there".to_owned()),
            Err(error) => report.wrong(name, error.to_string()),
        },
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
    if let Some(path) = settings.database.strip_prefix("sqlite:")
        && !std::path::Path::new(path).exists()
    {
        report.warn("database", format!("{name} is not there yet; portico import makes it"));
        return;
    }
    let db = match Db::open(&settings.database).await {
        Ok(db) => db,
        Err(error) => return report.wrong("database", format!("{name}: {error}")),
    };
    let hotels = match properties::revisions(&db).await {
        Ok(hotels) => hotels,
        Err(error) => return report.wrong("database", format!("{name}: {error}")),
    };
    report.good("database", format!("{name} answers, {} hotels", hotels.len()));
    check_rates(report, settings, &db).await;
    for (property_id, code, _) in hotels.into_iter().take(1000) {
        match properties::find(&db, property_id).await {
            Err(error) => report.wrong("hotel", format!("{code}: {error}")),
            Ok(None) => report.wrong("hotel", format!("{code}: gone while it was read")),
            Ok(Some(_)) => match nights::sums(&db, property_id).await {
                Ok(sums) if sums.over_capacity > 0 => {
                    report.warn(
                        "hotel",
                        format!(
                            "{code}: {} nights have more sold than rooms (rooms were taken away by an import?)",
                            sums.over_capacity
                        ),
                    );
                }
                Ok(_) => report.good("hotel", format!("{code} can be sold")),
                Err(error) => report.wrong("hotel", format!("{code}: {error}")),
            },
        }
    }
}

/// Days after which even a long weekend with feasts does not explain that no newer rates came.
const OLD_RATES: i32 = 7;

async fn check_rates(report: &mut Report, settings: &Settings, db: &Db) {
    let Ok(clock) = clock(settings.clock.as_deref()) else { return };
    let today = clock.now().to_zoned(jiff::tz::TimeZone::UTC).date();
    match exchange_rates::latest(db, today, 1).await.map(|days| days.first().map(|rates| rates.day)) {
        Err(error) => report.wrong("exchange rates", error.to_string()),
        Ok(None) => report.warn("exchange rates", "none: prices are shown in the hotel's currency only".to_owned()),
        Ok(Some(day)) if days_between(day, today) > OLD_RATES => {
            report.warn("exchange rates", format!("the last are of {day}; portico import-rates brings newer ones"));
        }
        Ok(Some(day)) => report.good("exchange rates", format!("of {day}")),
    }
}

#[derive(Default)]
struct Report {
    wrong: usize,
}

impl Report {
    fn good(&mut self, what: &str, text: String) {
        println!("ok     {what}: {text}");
    }

    fn warn(&mut self, what: &str, text: String) {
        println!("mind   {what}: {text}");
    }

    fn wrong(&mut self, what: &str, text: String) {
        self.wrong += 1;
        println!("WRONG  {what}: {text}");
    }

    fn end(self) -> Result<()> {
        if self.wrong > 0 {
            bail!("{} to put right", self.wrong);
        }
        println!("All is well.");
        Ok(())
    }
}
