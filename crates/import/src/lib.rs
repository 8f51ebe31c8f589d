//! Reads a hotel from files that a person can write: `hotel.toml`, `rooms.toml`, `rates.toml`, `restrictions.toml`,
//! `taxes.toml`, `policies.toml`, `discounts.toml`, `companies.toml`, `groups.toml`, `packages.toml`,
//! `addons.toml`, `activities.toml`, `events.toml`, `members.toml`, `translations/*.toml` and `pictures/`.
//!
//! [`bundle`] gives the whole hotel or every mistake of every file, with file, line, field and what was expected. It
//! goes in three steps: each file is parsed (`source`), its shape is checked by the JSON Schema that comes from the same
//! types that read it (`shape`, `format`), and then what the files mean together is checked while it is built
//! (`build`). Nothing here knows of a database; storing a [`Bundle`] is the store's work.
//!
//! [`exchange_rates`] reads the rates that every hotel converts by, as the European Central Bank publishes them.

mod build;
mod codes;
mod desk;
mod exchange_rates;
mod files;
mod format;
mod mistake;
mod papers;
mod pictures;
mod postal_codes;
mod schema;
mod shape;
mod source;
mod text;
mod values;

use std::sync::Arc;

use domain::board::Board;
use domain::hotel::Bundle;
use jiff::civil::Date;

pub use codes::is_country;
pub use desk::is_code;
pub use exchange_rates::exchange_rates;
pub use files::Files;
pub use mistake::Mistake;
pub use postal_codes::postal_codes;
pub use schema::schemas;

/// The hotel that the files describe, with its nights from `today` (the hotel's business day) on.
///
/// # Errors
/// Every mistake of every file, ordered by file and line; then nothing of the hotel is to be stored.
pub fn bundle(files: &Files, today: Date) -> Result<Bundle, Vec<Mistake>> {
    let mut papers = papers::Papers::read(files);
    let sources = std::mem::take(&mut papers.sources);
    let found = mistake::Mistakes::new(&sources, std::mem::take(&mut papers.mistakes));
    let mut desk = desk::Desk::new(found, std::mem::take(&mut papers.holes), &papers.values);
    let bundle = build::bundle(&mut desk, files, &papers, today);
    let mistakes = desk.into_mistakes();
    match bundle {
        Some(bundle) if mistakes.is_empty() => sellable(bundle, today),
        _ => Err(mistakes),
    }
}

/// A board is made of every hotel before anybody can store it: what the domain cannot sell from never gets further.
fn sellable(bundle: Bundle, today: Date) -> Result<Bundle, Vec<Mistake>> {
    match Board::new(Arc::new(bundle.hotel.clone()), &bundle.nights, &[]) {
        Ok(_) => Ok(bundle),
        Err(error) => Err(vec![Mistake {
            file: "rates.toml".to_owned(),
            line: None,
            field: String::new(),
            expected: format!("expected a hotel that can be sold from {today} on, found one that cannot: {error}"),
        }]),
    }
}
