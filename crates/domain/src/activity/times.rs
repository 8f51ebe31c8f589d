//! When activities take place. An instance is one of them on a day at a time; nobody lists them, they follow from the
//! hotel's files, and their id says which they are, so that a re-import keeps them.

use std::fmt;
use std::str::FromStr;

use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};
use serde::{Deserialize, Serialize};

use super::offer::{Activity, ActivityTime};
use crate::hotel::Hotel;

/// Names an instance: `KAYAK.2026-12-12.0900`. The last part is the beginning as the hotel's files write it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct InstanceId {
    /// Hotel-local.
    pub date: Date,
    /// Of the activity.
    pub code: String,
    /// Minute of the day.
    pub start_minute: u16,
}

/// A text that names no instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("is no activity at a time")]
pub struct NoInstance;

/// An activity on a day at a time.
#[derive(Debug, Clone, Copy)]
pub struct Instance<'h> {
    /// What is done.
    pub activity: &'h Activity,
    /// Of the activity.
    pub time: &'h ActivityTime,
    /// Hotel-local.
    pub date: Date,
}

/// The last day of the calendar: a year from today on (ACT-05).
pub fn last_day(today: Date) -> Date {
    today.checked_add(1.year()).unwrap_or(Date::MAX)
}

/// What takes place on a day, in order of time, then as the hotel shows its activities.
pub fn on(hotel: &Hotel, date: Date) -> Vec<Instance<'_>> {
    let mut all: Vec<Instance<'_>> = hotel.activities.iter().flat_map(|activity| activity.on(date)).collect();
    all.sort_by_key(|instance| instance.time.start_minute);
    all
}

/// The instance of an id; `None` when nothing of the kind takes place then.
pub fn find<'h>(hotel: &'h Hotel, id: &InstanceId) -> Option<Instance<'h>> {
    let activity = hotel.activities.iter().find(|activity| activity.code == id.code)?;
    activity.on(id.date).find(|instance| instance.time.start_minute == id.start_minute)
}

impl Activity {
    fn on(&self, date: Date) -> impl Iterator<Item = Instance<'_>> {
        let closed = self.closed.iter().any(|days| days.has(date));
        let times = self.times.iter().filter(move |time| !closed && time.is_on(date));
        times.map(move |time| Instance { activity: self, time, date })
    }
}

impl ActivityTime {
    /// Whether it takes place on a day.
    pub fn is_on(&self, date: Date) -> bool {
        let weekday = usize::try_from(date.weekday().to_monday_zero_offset()).unwrap_or(0);
        self.weekdays[weekday] && (self.seasons.is_empty() || self.seasons.iter().any(|days| days.has(date)))
    }
}

impl Instance<'_> {
    /// Its id.
    pub fn id(&self) -> InstanceId {
        let (code, start_minute) = (self.activity.code.clone(), self.time.start_minute);
        InstanceId { date: self.date, code, start_minute }
    }

    /// When it begins. On a day on which the clock is turned, a time that the clock passes over is as much later as the
    /// clock jumps, and of a time that comes twice it is the first. A day that no instant reaches is as far off as can be,
    /// before us or behind us.
    pub fn starts_at(&self, zone: &TimeZone) -> Timestamp {
        let begins = self.date.to_datetime(time_of(self.time.start_minute));
        let far = if self.date < Date::ZERO { Timestamp::MIN } else { Timestamp::MAX };
        zone.to_ambiguous_zoned(begins).compatible().map_or(far, |zoned| zoned.timestamp())
    }

    /// When it ends: so many minutes later, whatever is done to the clock meanwhile.
    pub fn ends_at(&self, zone: &TimeZone) -> Timestamp {
        let lasts = SignedDuration::from_mins(i64::from(self.time.minutes));
        self.starts_at(zone).checked_add(lasts).unwrap_or(Timestamp::MAX)
    }

    /// From when on it is neither booked nor given back any more.
    pub fn cut_off_at(&self, zone: &TimeZone) -> Timestamp {
        let before = SignedDuration::from_mins(i64::from(self.activity.cut_off_minutes));
        self.starts_at(zone).checked_sub(before).unwrap_or(Timestamp::MIN)
    }

    /// Whether it lies within the calendar.
    pub fn is_listed(&self, zone: &TimeZone, now: Timestamp) -> bool {
        self.date <= last_day(now.to_zoned(zone.clone()).date())
    }

    /// Whether it can still be booked: not after its cut-off, and not beyond the calendar.
    pub fn is_open(&self, zone: &TimeZone, now: Timestamp) -> bool {
        self.is_listed(zone, now) && now < self.cut_off_at(zone)
    }
}

fn time_of(minute: u16) -> Time {
    Time::new((minute / 60) as i8, (minute % 60) as i8, 0, 0).unwrap_or(Time::MAX)
}

impl fmt::Display for InstanceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{:02}{:02}", self.code, self.date, self.start_minute / 60, self.start_minute % 60)
    }
}

impl FromStr for InstanceId {
    type Err = NoInstance;

    fn from_str(text: &str) -> Result<InstanceId, NoInstance> {
        let read = || {
            let mut parts = text.split('.');
            let (code, date, time) = (parts.next()?, parts.next()?, parts.next()?);
            let (hours, minutes) = (time.get(..2)?.parse::<u16>().ok()?, time.get(2..)?.parse::<u16>().ok()?);
            let id = InstanceId { date: date.parse().ok()?, code: code.to_owned(), start_minute: hours * 60 + minutes };
            // One way to write it, so that one instance is one thing everywhere.
            (hours < 24 && minutes < 60 && id.to_string() == text).then_some(id)
        };
        read().ok_or(NoInstance)
    }
}

impl TryFrom<String> for InstanceId {
    type Error = NoInstance;

    fn try_from(text: String) -> Result<InstanceId, NoInstance> {
        text.parse()
    }
}

impl From<InstanceId> for String {
    fn from(id: InstanceId) -> String {
        id.to_string()
    }
}
