//! Which season each night lies in.

use std::collections::BTreeSet;

use jiff::ToSpan;
use jiff::civil::Date;

use crate::desk::Desk;
use crate::format::RatesFile;
use crate::format::rates::SeasonEntry;
use crate::mistake::Place;
use crate::values::Range;

/// The nights that are sold, with their seasons.
pub(crate) struct Calendar<'f> {
    pub nights: Vec<(Date, Option<&'f SeasonEntry>)>,
}

impl Calendar<'_> {
    /// Codes of the seasons in which somebody can stay within the nights that are sold.
    pub(crate) fn open_codes(&self) -> BTreeSet<&str> {
        self.nights.iter().filter_map(|(_, s)| s.filter(|s| !s.closed)).map(|s| s.code.0.as_str()).collect()
    }
}

/// `days` dates from `today` on; fewer where the calendar ends.
pub(crate) fn dates(today: Date, days: u16) -> impl Iterator<Item = Date> {
    (0..i32::from(days)).map_while(move |n| today.checked_add(n.days()).ok())
}

/// Puts every night into its season. Seasons of certain years go before those of every year; two of a kind must not
/// meet, and no night may be left without.
pub(crate) fn calendar<'f>(desk: &mut Desk<'_>, file: &'f RatesFile, today: Date) -> Calendar<'f> {
    let mut ranges: Vec<(&SeasonEntry, Range)> = Vec::new();
    for season in &file.seasons {
        if let Some(range) = desk.range(&season.at, &season.from, &season.to) {
            ranges.push((season, range));
        }
    }
    let complete =
        desk.whole("rates.toml", "/seasons") && desk.whole("rates.toml", "/days") && ranges.len() == file.seasons.len();
    let mut told = BTreeSet::new();
    let mut nights = Vec::new();
    for date in dates(today, file.days) {
        let mut season: Option<&SeasonEntry> = None;
        for yearly in [false, true] {
            let of_kind = |(_, range): &&(&SeasonEntry, Range)| range.is_yearly() == yearly && range.contains(date);
            let mut meeting = ranges.iter().filter(of_kind).map(|(season, _)| *season);
            let Some(first) = meeting.next() else { continue };
            for other in meeting {
                if told.insert((&first.at.pointer, &other.at.pointer)) {
                    let words = format!(
                        "expected seasons that do not overlap; the night of {date} is also in {} (line {})",
                        first.code.0,
                        desk.line(&first.at)
                    );
                    desk.say(&other.at, "from", words);
                }
            }
            season = season.or(Some(first));
        }
        nights.push((date, season));
    }
    if complete {
        gaps(desk, &nights);
    }
    Calendar { nights }
}

fn gaps(desk: &mut Desk<'_>, nights: &[(Date, Option<&SeasonEntry>)]) {
    let place = Place { file: "rates.toml".to_owned(), pointer: String::new() };
    let runs = nights.chunk_by(|a, b| a.1.is_none() == b.1.is_none());
    for run in runs.filter(|run| run[0].1.is_none()) {
        let (first, last) = (run[0].0, run[run.len() - 1].0);
        let words = if first == last {
            format!("expected a season for every night that is sold, found none for {first}")
        } else {
            format!("expected a season for every night that is sold, found none from {first} to {last}")
        };
        desk.say(&place, "seasons", words);
    }
}
