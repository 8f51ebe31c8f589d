//! `portico bookings`: how a house learns of its bookings, as CSV on the standard output. Nothing of them is logged.

mod lines;

use std::borrow::Cow;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use domain::activity::ActivityBooking;
use domain::board::zone;
use domain::booking::Reservation;
use domain::event::EventBooking;
use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use mover::{NEWER_TABLES, file};
use serde::de::DeserializeOwned;
use store::bookings::{self, Kind};
use store::reservations::{self, Wanted};
use store::{Db, Tables, payments, properties};

use self::lines::{COLUMNS, Line};
use crate::doctor::{missing_file, sqlite_file};
use crate::say;
use crate::serve::{clock, shown};
use crate::settings::{Flags, Settings};

/// Arguments of `portico bookings`.
#[derive(clap::Args)]
#[command(after_long_help = COLUMNS_EXPLAINED)]
pub struct Args {
    /// Code of the hotel, as its hotel.toml says it
    #[arg(long)]
    property: String,
    /// What arrives on a day (2026-12-24), from one to another, both in it (2026-12-24..2026-12-31), or from one on
    /// (2026-12-24..), by the hotel's calendar [from the hotel's today on]
    #[arg(long, value_name = "FROM[..TO]", value_parser = days, conflicts_with = "changed_since")]
    arriving: Option<(Date, Date)>,
    /// Instead: what was booked, changed or cancelled since then, whenever it arrives; by the hotel's clocks
    /// (2026-12-01T09:00), or with Z or an offset (2026-12-01T09:00-05:00)
    #[arg(long, value_name = "MOMENT", value_parser = moment)]
    changed_since: Option<Since>,
    /// sqlite:PATH or postgres://USER@HOST/NAME; a server may use it meanwhile [sqlite:DATA_DIR/portico.db]
    #[arg(long)]
    database: Option<String>,
    /// As `portico serve --data-dir`
    #[arg(long)]
    data_dir: Option<PathBuf>,
    /// Settings file; portico.toml of this folder when it is there
    #[arg(long, env = "PORTICO_CONFIG")]
    config: Option<PathBuf>,
    /// As `portico serve --clock`
    #[arg(long)]
    clock: Option<String>,
}

const COLUMNS_EXPLAINED: &str = "\
A line for each room, then one for each activity and each event, below a line with the names of the columns; CSV as in
RFC 4180, in UTF-8. More columns may come at the end. A stay that is moved to other days while they are read may come
twice or not at all: --changed-since has it. Nothing is written to the database, and no card is told. Of an
activity or an event counts when it begins.

  kind               STAY, ACTIVITY or EVENT
  confirmation_no    its number; each room has its own
  booking            the same for rooms that were booked together and for what was booked along with them; at the
                     payment provider the key of their first payment begins with it, but not that of an activity
                     that belongs to a stay
  status             of a room HOLD (it is booked), CANCELLED, CHECKED_IN, CHECKED_OUT or NO_SHOW;
                     of others COMMITTED or CANCELLED
  booked_at, changed_at    by the hotel's clocks, with their offset; the same until something changes
  arrival, departure, nights
  room_type, unit, rate_plan, package    codes; unit is the door, where the guest chose one, and of an event its
                     spaces, each with its hours, persons and arrangement
  adults, children, children_ages        ages as in 7;9
  first_name, last_name, email, phone, country, remarks
  addons, rides      as in 2 x SPA 2026-12-24; of an event its packages; rides are those with the hotel's car
  guarantee          code of the guarantee type
  currency, total    everything in it; of one that is cancelled what it was
  paid               taken from the guest's card, or by the link; what a cancellation gives back is still in it
  paid_with_points   what a member's points are worth in it
  due_by_link        what the guest still has to pay by the link; the room comes back if they do not
  due_later          deposits of days after the booking
  due_at_hotel       what is left to ask for at the house, of an event that a company pays from the company; what is
                     due is empty for one that is cancelled
  penalty            what cancelling it cost; empty for one that stands
  code_kind, code    DISCOUNT, COMPANY or GROUP, and the code that was typed
  payer              GUEST or COMPANY
  loyalty_number     of a member
  what               code of the activity, or of the kind of event
  starts_at, ends_at of these, by the hotel's clocks

A text that a spreadsheet would take for a formula has an apostrophe before it ('=1+1), also where a cell would begin if
it were cut at a semicolon, a tab or a line's end. A sign before digits alone, as in a telephone number, stays as it is.";

/// So many are in memory at once.
const PAGE: i64 = 200;

/// Prints.
///
/// # Errors
/// When there is no such hotel or database, or the output cannot be written.
pub async fn run(args: &Args) -> Result<()> {
    let flags = Flags {
        config: args.config.clone(),
        database: args.database.clone(),
        data_dir: args.data_dir.clone(),
        clock: args.clock.clone(),
        ..Flags::default()
    };
    let settings = Settings::read(&flags)?;
    let now = clock(settings.clock.as_deref())?.now();
    let log = sqlite_file(&settings.database).map(|file| file::log(&file));
    let is_used = || log.as_ref().is_some_and(|log| log.exists());
    let was_used = is_used();
    let db = open(&settings.database).await?;
    let name = || format!("the database {}", shown(&settings.database));
    let hotels = properties::revisions(&db).await.with_context(name)?;
    let Some((property_id, ..)) = hotels.iter().find(|(_, code, _)| *code == args.property) else {
        bail!("--property {}: {}", args.property, those_of(&hotels, &name()));
    };
    let hotel = properties::find(&db, *property_id).await.with_context(name)?.context("gone while it was read")?.hotel;
    let zone = zone(&hotel)?;
    let wanted = match (&args.changed_since, args.arriving) {
        (Some(since), _) => Wanted::ChangedSince(since.at(&zone)?),
        (None, Some((first, last))) => Wanted::Arriving(first, last),
        (None, None) => Wanted::Arriving(zone.to_datetime(now).date(), Date::MAX),
    };
    if !say::text(&csv([COLUMNS.split(',')])?)? {
        return Ok(());
    }
    let printed = House { db, name: name(), property_id: *property_id, zone, wanted }.print().await;
    // It was read as a file that nobody changes.
    if !was_used && is_used() {
        bail!("a server was started while they were read, and some may be missing: print them again");
    }
    printed
}

/// Whose bookings are read, and which.
struct House {
    db: Db,
    /// What the database is called in an error.
    name: String,
    property_id: i64,
    zone: TimeZone,
    wanted: Wanted,
}

impl House {
    async fn print(&self) -> Result<()> {
        let activity = |one: &ActivityBooking| one.cancelled_at().or(one.booked().map(|(booked_at, _)| booked_at));
        let event = |one: &EventBooking| one.cancelled_at().or(one.booked_at());
        // Where nobody reads on nothing more is said.
        let _ = self.stays().await?
            && self.beside(Kind::Activity, lines::activity, activity).await?
            && self.beside(Kind::Event, lines::event, event).await?;
        Ok(())
    }

    /// Rooms; false when nobody reads on.
    async fn stays(&self) -> Result<bool> {
        let mut last = None;
        loop {
            let page = reservations::page::<Reservation>(&self.db, self.property_id, self.wanted, last.as_ref(), PAGE);
            let rooms = page.await.with_context(|| self.name.clone())?;
            let charges = rooms.iter().flat_map(|(room, _)| room.detail.charges());
            let batches: Vec<_> = charges.map(|charge| charge.batch_id).collect();
            let booked = payments::booked(&self.db, self.property_id, &batches).await;
            let booked = booked.with_context(|| self.name.clone())?;
            let told = rooms.iter().map(|(room, note)| {
                let paid = room.detail.paid_by(|batch_id| booked.contains(&batch_id));
                let mut line = lines::stay(&self.zone, room, note.as_ref(), paid);
                line.extend(named("STAY", &room.confirmation_no, room.batch_id, room.status.as_str()));
                in_order(line)
            });
            if !say::text(&csv(told)?)? {
                return Ok(false);
            }
            if (rooms.len() as i64) < PAGE {
                return Ok(true);
            }
            last = rooms.into_iter().next_back().map(|(room, _)| room);
        }
    }

    /// What is booked beside rooms; false when nobody reads on. Whatever becomes of it becomes of it before it begins: what
    /// was changed since a moment begins after it.
    async fn beside<S: DeserializeOwned>(
        &self,
        kind: Kind,
        told: impl Fn(&TimeZone, &S) -> Line,
        changed_at: impl Fn(&S) -> Option<Timestamp>,
    ) -> Result<bool> {
        let begins = |day: Date| day.to_zoned(self.zone.clone()).map_or(Timestamp::MAX, |begins| begins.timestamp());
        let (span, since) = match self.wanted {
            Wanted::Arriving(first, last) => ((begins(first), last.tomorrow().map_or(Timestamp::MAX, begins)), None),
            Wanted::ChangedSince(since) => ((since, Timestamp::MAX), Some(since)),
        };
        let mut last = None;
        loop {
            let page = bookings::starting::<S>(&self.db, kind, self.property_id, span, last.as_ref(), PAGE).await;
            let page = page.with_context(|| self.name.clone())?;
            let changed = page.iter().filter(|(one, _)| since.is_none() || since <= changed_at(&one.state));
            let lines = changed.map(|(one, batch)| {
                let number = one.confirmation_no.as_deref().unwrap_or_default();
                let mut line = told(&self.zone, &one.state);
                line.extend(named(kind.as_str(), number, batch.unwrap_or(one.booking_id), one.status.as_str()));
                in_order(line)
            });
            if !say::text(&csv(lines)?)? {
                return Ok(false);
            }
            if (page.len() as i64) < PAGE {
                return Ok(true);
            }
            last = page.into_iter().next_back().map(|(one, _)| one);
        }
    }
}

fn named(kind: &str, number: &str, booking: impl ToString, status: &str) -> Line {
    vec![
        ("kind", kind.to_owned()),
        ("confirmation_no", number.to_owned()),
        ("booking", booking.to_string()),
        ("status", status.to_owned()),
    ]
}

/// The values in the order of the columns.
fn in_order(mut line: Line) -> Vec<String> {
    let mut value = |column| {
        let at = line.iter().position(|(name, _)| *name == column);
        at.map(|at| line.swap_remove(at).1).unwrap_or_default()
    };
    let values = COLUMNS.split(',').map(&mut value).collect();
    debug_assert!(
        line.is_empty(),
        "no column, or one twice: {:?}",
        line.iter().map(|(name, _)| name).collect::<Vec<_>>()
    );
    values
}

/// A database that is there, to read from it.
async fn open(database: &str) -> Result<Db> {
    if let Some(path) = missing_file(database) {
        bail!("there is no {}: name the database of the server (--database, --data-dir)", path.display());
    }
    let name = format!("the database {}", shown(database));
    let (db, tables) = Db::look(database).await.with_context(|| name.clone())?;
    match tables {
        Tables::Current => Ok(db),
        Tables::Missing => bail!("{name} is empty: portico import brings a hotel into it"),
        Tables::Older | Tables::Barred(_) => {
            bail!("{name}: its tables are of an older version: the next start of the server brings them up to date")
        }
        Tables::Newer => bail!("{name}: {NEWER_TABLES}"),
    }
}

/// Hotels that are named at most.
const NAMED: usize = 20;

fn those_of(hotels: &[(i64, String, i64)], name: &str) -> String {
    let codes: Vec<&str> = hotels.iter().take(NAMED).map(|(_, code, _)| code.as_str()).collect();
    match hotels.len() {
        0 => format!("{name} has no hotel: portico import brings one"),
        1..=NAMED => format!("{name} has no such hotel; it has {}", codes.join(", ")),
        many => format!("{name} has no such hotel; it has {many}, among them {}", codes.join(", ")),
    }
}

fn days(text: &str) -> Result<(Date, Date), String> {
    let day = |text: &str| {
        let wrong =
            |_| format!("expected a day such as 2026-12-24 or days such as 2026-12-24..2026-12-31, found {text}");
        text.parse::<Date>().map_err(wrong)
    };
    let days = match text.split_once("..") {
        None => (day(text)?, day(text)?),
        Some((first, "")) => (day(first)?, Date::MAX),
        Some((first, last)) => (day(first)?, day(last)?),
    };
    if days.1 < days.0 { Err(format!("{} is before {}", days.1, days.0)) } else { Ok(days) }
}

/// By the hotel's clocks, which are known once the hotel is.
#[derive(Debug, Clone, Copy)]
enum Since {
    At(Timestamp),
    Local(DateTime),
}

impl Since {
    /// Where clocks are turned the earlier moment: rather twice than never.
    fn at(self, zone: &TimeZone) -> Result<Timestamp> {
        match self {
            Since::At(at) => Ok(at),
            Since::Local(local) => Ok(zone.to_ambiguous_zoned(local).earlier()?.timestamp()),
        }
    }
}

fn moment(text: &str) -> Result<Since, String> {
    let local = || text.parse().map(Since::Local);
    let wrong =
        |_| "expected a moment such as 2026-12-01T09:00, 2026-12-01T09:00Z or 2026-12-01T09:00-05:00".to_owned();
    text.parse().map(Since::At).or_else(|_| local()).map_err(wrong)
}

fn csv(lines: impl IntoIterator<Item = impl IntoIterator<Item = impl AsRef<str>>>) -> Result<Vec<u8>> {
    let mut csv = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    for line in lines {
        csv.write_record(line.into_iter().map(|text| guarded(text.as_ref()).into_owned()))?;
    }
    Ok(csv.into_inner().map_err(csv::IntoInnerError::into_error)?)
}

/// Text that stays text in a spreadsheet. Where semicolons part cells, as in much of Europe, one that opens the file by a
/// double click cuts texts at them, whatever stands in quotes.
fn guarded(text: &str) -> Cow<'_, str> {
    let digits = |rest: &str| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit() || c == '.');
    if text.strip_prefix(['+', '-']).is_some_and(digits) {
        return Cow::Borrowed(text);
    }
    let mut guarded = String::with_capacity(text.len());
    let mut begins = true;
    for c in text.chars() {
        if begins && matches!(c, '=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠' | '\t' | '\r') {
            guarded.push('\'');
        }
        guarded.push(c);
        // An empty part in quotes stands before the cell that it begins.
        begins = matches!(c, ';' | '\t' | '\r' | '\n') || begins && c == '"';
    }
    Cow::Owned(guarded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_a_formula() {
        for (text, expected) in [
            ("=1+1", "'=1+1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("-2+3", "'-2+3"),
            ("+49 30 1", "'+49 30 1"),
            ("＝1", "'＝1"),
            ("\t=1", "'\t'=1"),
            ("Ada;=1", "Ada;'=1"),
            ("Ada;\"=1+1;b", "Ada;\"'=1+1;b"),
            ("Quiet, please:\n- no lift", "Quiet, please:\n'- no lift"),
            ("+353850001234", "+353850001234"),
            ("-5.00", "-5.00"),
            ("a=b - c", "a=b - c"),
            ("", ""),
        ] {
            assert_eq!(guarded(text), expected);
        }
    }

    // An hour that comes twice, and one that never comes.
    #[test]
    fn clocks_that_are_turned_leave_nothing_out() {
        let zone = TimeZone::get("America/New_York").expect("a zone");
        for (local, instant) in
            [("2026-11-01T01:30", "2026-11-01T05:30:00Z"), ("2026-03-08T02:30", "2026-03-08T06:30:00Z")]
        {
            let at = moment(local).expect("a moment").at(&zone).expect("an instant");
            assert_eq!(at.to_string(), instant);
        }
    }
}
