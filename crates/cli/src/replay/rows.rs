//! The rows of a file of bookings, and the order in which they happen.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use anyhow::{Context, Result, bail};
use csv::StringRecord;
use flate2::read::MultiGzDecoder;
use jiff::ToSpan;
use jiff::civil::Date;
use serde::Deserialize;

use crate::say::complain;

/// One booking.
#[derive(Debug, Clone, Deserialize)]
pub struct Row {
    pub id: u64,
    pub booking_date: Date,
    pub check_in: Date,
    /// Exclusive.
    pub check_out: Date,
    #[serde(rename = "reserved_room_type")]
    pub room_type: String,
    pub adults: u32,
    #[serde(default)]
    pub children: Option<f64>,
    #[serde(default)]
    pub babies: Option<f64>,
    #[serde(default)]
    pub adr: Option<f64>,
    pub final_status: String,
    pub final_status_date: Date,
}

/// What happens to a row, by its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    Book(usize),
    Cancel(usize),
}

impl Row {
    /// No night or no adult: not attempted.
    pub fn is_invalid(&self) -> bool {
        self.check_out <= self.check_in || self.adults == 0
    }

    /// Nights of the stay.
    pub fn nights(&self) -> i32 {
        self.check_in.until(self.check_out).map_or(0, |span| span.get_days())
    }

    /// Moves the stay by whole days; the order of events does not change.
    pub fn shift(&mut self, days: i32) -> Result<()> {
        self.check_in = self.check_in.checked_add(days.days())?;
        self.check_out = self.check_out.checked_add(days.days())?;
        Ok(())
    }

    fn is_cancelled(&self) -> bool {
        self.final_status == "Canceled"
    }
}

/// As many as a hotel sells at once.
const MAX_NIGHTS: i32 = 365;

/// What a file holds.
pub struct Bookings {
    pub rows: Vec<Row>,
    /// Ids of the lines that are no booking (`2015-13-01`, `two`) or too long a stay: they are not attempted.
    pub unreadable: Vec<u64>,
    /// Every id that came, in the order of the file.
    pub ids: Vec<u64>,
}

/// Reads a file, plain or gzip. What cannot be read of a line is told on standard error.
///
/// # Errors
/// A file that cannot be read, a line without an id, and an id that stands twice: with the line.
pub fn read(path: &Path) -> Result<Bookings> {
    let file = File::open(path).with_context(|| format!("{} cannot be opened", path.display()))?;
    let plain: Box<dyn Read> = if path.extension().is_some_and(|ending| ending == "gz") {
        Box::new(MultiGzDecoder::new(BufReader::new(file)))
    } else {
        Box::new(BufReader::new(file))
    };
    let mut csv = csv::ReaderBuilder::new().flexible(true).from_reader(plain);
    let unread = || format!("{} cannot be read", path.display());
    let headers = StringRecord::from_byte_record_lossy(csv.byte_headers().with_context(unread)?.clone());
    let id_at = headers.iter().position(|name| name == "id").context("the first line names no column id")?;
    let (mut rows, mut unreadable, mut ids, mut known) = (Vec::new(), Vec::new(), Vec::new(), HashSet::new());
    for record in csv.into_byte_records() {
        let record = StringRecord::from_byte_record_lossy(record.with_context(unread)?);
        let line = record.position().map_or(0, csv::Position::line);
        let id = record.get(id_at).and_then(|id| id.trim().parse().ok());
        let id: u64 = id.with_context(|| format!("line {line} of {}: expected a number as id", path.display()))?;
        if !known.insert(id) {
            bail!("line {line} of {}: id {id} stands there twice", path.display());
        }
        ids.push(id);
        let why = match record.deserialize::<Row>(Some(&headers)) {
            Ok(row) if row.nights() > MAX_NIGHTS => format!("stays longer than {MAX_NIGHTS} nights"),
            Ok(row) if import::is_code(&row.room_type) => {
                rows.push(row);
                continue;
            }
            Ok(row) => format!("{:?} is no room type", row.room_type),
            Err(error) => format!("cannot be read ({error})"),
        };
        complain!("line {line}: booking {id}: {why}; it is not attempted");
        unreadable.push(id);
    }
    Ok(Bookings { rows, unreadable, ids })
}

/// Events in order of day; within a day cancellations before bookings, each by id. A booking that is cancelled on the
/// day it was made is booked first and cancelled at once.
pub fn events(rows: &[Row]) -> Vec<Event> {
    let mut events: Vec<(Date, u8, u64, u8, Event)> = Vec::with_capacity(rows.len() * 2);
    for (at, row) in rows.iter().enumerate() {
        events.push((row.booking_date, 1, row.id, 0, Event::Book(at)));
        if row.is_cancelled() {
            if row.final_status_date > row.booking_date {
                events.push((row.final_status_date, 0, row.id, 0, Event::Cancel(at)));
            } else {
                events.push((row.booking_date, 1, row.id, 1, Event::Cancel(at)));
            }
        }
    }
    events.sort_by_key(|(day, kind, id, step, _)| (*day, *kind, *id, *step));
    events.into_iter().map(|(.., event)| event).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: u64, booked: &str, status: &str, until: &str) -> Row {
        let date = |text: &str| text.parse().expect("a date");
        Row {
            id,
            booking_date: date(booked),
            check_in: date("2016-05-01"),
            check_out: date("2016-05-03"),
            room_type: "A".into(),
            adults: 2,
            children: None,
            babies: None,
            adr: None,
            final_status: status.into(),
            final_status_date: date(until),
        }
    }

    #[test]
    fn a_day_begins_with_its_cancellations() {
        let rows = [
            row(7, "2016-01-02", "Check-Out", "2016-05-03"),
            row(3, "2016-01-01", "Canceled", "2016-01-02"),
            row(5, "2016-01-02", "Canceled", "2016-01-02"),
        ];
        use Event::{Book, Cancel};
        assert_eq!(events(&rows), [Book(1), Cancel(1), Book(2), Cancel(2), Book(0)]);
    }

    #[test]
    fn a_stay_without_nights_or_adults_is_not_attempted() {
        let mut none = row(1, "2016-01-01", "Check-Out", "2016-05-03");
        assert!(!none.is_invalid());
        none.check_out = none.check_in;
        assert!(none.is_invalid());
        let mut nobody = row(1, "2016-01-01", "Check-Out", "2016-05-03");
        nobody.adults = 0;
        assert!(nobody.is_invalid());
    }
}
