//! Exchange rates in the layout in which the European Central Bank publishes them (CUR-08): `eurofxref-hist.csv` with
//! a row for each day since 1999, or `eurofxref.csv` with the one of today.
//!
//! ```text
//! Date,USD,JPY,BGN,
//! 2026-04-13,1.1684,186.75,N/A,
//! ```

use std::collections::{BTreeMap, BTreeSet};

use csv::{ReaderBuilder, StringRecord, Trim};
use domain::exchange::{DayRates, Rate};
use domain::money::Currency;
use jiff::civil::Date;

use crate::mistake::Mistake;

/// The days of a file, in its order. Currencies that we do not know (those that have gone over to the euro, say) are
/// passed over, and so is a cell without a rate.
///
/// # Errors
/// Every mistake with its line; then nothing of the file is to be stored.
pub fn exchange_rates(file: &str, bytes: &[u8]) -> Result<Vec<DayRates>, Vec<Mistake>> {
    let mut table = Table { file, mistakes: Vec::new() };
    let days = table.read(bytes);
    if table.mistakes.is_empty() { Ok(days) } else { Err(table.mistakes) }
}

struct Table<'f> {
    file: &'f str,
    mistakes: Vec<Mistake>,
}

impl Table<'_> {
    fn say(&mut self, line: u64, field: &str, expected: String) {
        let line = usize::try_from(line).ok();
        self.mistakes.push(Mistake { file: self.file.to_owned(), line, field: field.to_owned(), expected });
    }

    fn read(&mut self, bytes: &[u8]) -> Vec<DayRates> {
        if bytes.starts_with(b"PK") {
            self.say(1, "", "expected a CSV file, found a ZIP archive: unpack it first".to_owned());
            return Vec::new();
        }
        // Rows of other lengths are named by us, with their line.
        let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).trim(Trim::All).from_reader(bytes);
        let mut rows = reader.records();
        let header = match rows.next() {
            Some(Ok(header)) => header,
            Some(Err(error)) => {
                self.unreadable(&error);
                return Vec::new();
            }
            None => StringRecord::new(),
        };
        let Some(columns) = self.columns(&header) else { return Vec::new() };
        let (mut days, mut seen) = (Vec::new(), BTreeSet::new());
        for row in rows {
            let row = match row {
                Ok(row) => row,
                Err(error) => {
                    self.unreadable(&error);
                    continue;
                }
            };
            let line = line_of(&row);
            if row.len() != header.len() {
                self.say(
                    line,
                    "",
                    format!("expected {} cells as in the first line, found {}", header.len(), row.len()),
                );
                continue;
            }
            let Some(day) = self.day(line, &row[0]) else { continue };
            if !seen.insert(day) {
                self.say(line, "Date", format!("expected each day once, found {day} again"));
            }
            days.push(DayRates { day, per_euro: self.rates(line, &columns, &row) });
        }
        if days.is_empty() && self.mistakes.is_empty() {
            self.say(line_of(&header), "", "expected a row for at least one day, found none".to_owned());
        }
        days
    }

    fn unreadable(&mut self, error: &csv::Error) {
        self.say(error.position().map_or(1, csv::Position::line), "", format!("expected text in UTF-8: {error}"));
    }

    /// The code above each column; `None` where the row ends in a comma.
    fn columns(&mut self, header: &StringRecord) -> Option<Vec<Option<String>>> {
        let line = line_of(header);
        // A file that was saved by a spreadsheet begins with a mark.
        let first = header.get(0).unwrap_or_default().trim_start_matches('\u{feff}');
        if first != "Date" {
            self.say(
                line,
                "",
                format!("expected `Date,USD,JPY,...` as the European Central Bank has it, found {first:?}"),
            );
            return None;
        }
        let (mut codes, mut seen) = (vec![None], BTreeSet::new());
        for (at, code) in header.iter().enumerate().skip(1) {
            let is_code = code.len() == 3 && code.bytes().all(|b| b.is_ascii_uppercase());
            if code.is_empty() && at + 1 == header.len() {
                codes.push(None);
            } else if !is_code || !seen.insert(code) {
                self.say(line, "", format!("expected each column to be a currency such as USD, once, found {code:?}"));
                return None;
            } else {
                codes.push(Some(code.to_owned()));
            }
        }
        if seen.is_empty() {
            self.say(line, "", "expected currencies beside the date, found none".to_owned());
            return None;
        }
        Some(codes)
    }

    /// `2026-04-13` of the long file, `13 April 2026` of the short one.
    fn day(&mut self, line: u64, text: &str) -> Option<Date> {
        let day = text.parse().ok().or_else(|| Date::strptime("%d %B %Y", text).ok());
        if day.is_none() {
            self.say(line, "Date", format!("expected a day such as 2026-04-13, found {text:?}"));
        }
        day
    }

    fn rates(&mut self, line: u64, columns: &[Option<String>], row: &StringRecord) -> BTreeMap<String, Rate> {
        let mut rates = BTreeMap::new();
        for (code, text) in columns.iter().zip(row).skip(1) {
            let Some(code) = code else {
                if !text.is_empty() {
                    self.say(line, "", format!("expected nothing behind the last comma, found {text:?}"));
                }
                continue;
            };
            match Rate::parse(text) {
                Some(rate) if Currency::of(code).is_some() => {
                    rates.insert(code.clone(), rate);
                }
                Some(_) => {}
                None if text.is_empty() || text == "N/A" => {}
                None => self.say(line, code, format!("expected a rate such as 1.1684 or N/A, found {text:?}")),
            }
        }
        rates
    }
}

fn line_of(row: &StringRecord) -> u64 {
    row.position().map_or(1, csv::Position::line)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn read(text: &str) -> Result<Vec<DayRates>, Vec<String>> {
        exchange_rates("rates.csv", text.as_bytes()).map_err(|all| all.iter().map(Mistake::to_string).collect())
    }

    fn day(day: Date, of: &[(&str, &str)]) -> DayRates {
        let rate = |(code, text): &(&str, &str)| ((*code).to_owned(), Rate::parse(text).expect("a rate"));
        DayRates { day, per_euro: of.iter().map(rate).collect() }
    }

    // clause: CUR-08
    #[test]
    fn both_files_of_the_bank_are_read() {
        let long = "Date,USD,CYP,JPY,\n2026-04-13,1.1684,N/A,186.75,\n2007-12-28,1.4692,0.5852,N/A,\n";
        let days = vec![
            day(date(2026, 4, 13), &[("USD", "1.1684"), ("JPY", "186.75")]),
            day(date(2007, 12, 28), &[("USD", "1.4692")]),
        ];
        assert_eq!(read(long), Ok(days));
        let short = "Date, USD, JPY, \n13 April 2026, 1.1684, 186.75, \n";
        assert_eq!(read(short), Ok(vec![day(date(2026, 4, 13), &[("USD", "1.1684"), ("JPY", "186.75")])]));
        assert!(read("\u{feff}Date,USD\r\n2026-04-13,1.1684\r\n").is_ok());
    }

    // clause: CUR-08
    #[test]
    fn every_mistake_has_its_line() {
        let wrong = "Date,USD,JPY,\n2026-04-13,1.1684,186.75,\n2026-04-31,1,1,\n2026-04-10,-1,1.2.3,\n2026-04-09,1.1\n\
            2026-04-13,1.1684,186.75,\n2026-04-08,1.1,180,7\n";
        assert_eq!(
            read(wrong).expect_err("mistakes"),
            [
                "rates.csv:3  Date: expected a day such as 2026-04-13, found \"2026-04-31\"",
                "rates.csv:4  USD: expected a rate such as 1.1684 or N/A, found \"-1\"",
                "rates.csv:4  JPY: expected a rate such as 1.1684 or N/A, found \"1.2.3\"",
                "rates.csv:5  expected 4 cells as in the first line, found 2",
                "rates.csv:6  Date: expected each day once, found 2026-04-13 again",
                "rates.csv:7  expected nothing behind the last comma, found \"7\"",
            ]
        );
    }

    // clause: CUR-08
    #[test]
    fn what_is_no_table_of_rates_is_refused() {
        let only = |text: &str| read(text).expect_err("a mistake").join("\n");
        assert!(only("PK\u{3}\u{4}...").ends_with("unpack it first"));
        assert!(only("").contains("as the European Central Bank has it"));
        assert!(only("Day,USD\n2026-04-13,1\n").contains("found \"Day\""));
        assert!(only("Date,USD,USD\n2026-04-13,1,1\n").contains("once, found \"USD\""));
        assert!(only("Date,dollar\n2026-04-13,1\n").contains("found \"dollar\""));
        assert!(only("Date,\n2026-04-13,\n").contains("found none"));
        assert_eq!(only("Date,USD\n"), "rates.csv:1  expected a row for at least one day, found none");
        let bytes = exchange_rates("rates.csv", b"Date,USD\n2026-04-13,\xff\n").expect_err("a mistake");
        assert_eq!(bytes[0].line, Some(2));
    }
}
