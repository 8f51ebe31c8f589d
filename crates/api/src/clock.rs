//! The one clock: every "now" of the server is read here, so that a test or a demonstration can set it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use domain::hotel::Hotel;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

/// Tells the time, shifted by a number of seconds that can be changed.
#[derive(Debug, Clone, Default)]
pub struct Clock {
    shift: Arc<AtomicI64>,
    /// Nothing but the shift moves it.
    stands: bool,
}

impl Clock {
    /// The machine's own time.
    pub fn system() -> Clock {
        Clock::default()
    }

    /// Begins at this instant and goes on from there (`portico serve --clock`).
    pub fn starting_at(start: Timestamp) -> Clock {
        let clock = Clock::default();
        clock.shift.store(start.as_second() - clock.now().as_second(), Ordering::Relaxed);
        clock
    }

    /// Stands at this instant until [`Clock::pass`] moves it, so that no test depends on how long it takes.
    pub fn standing_at(start: Timestamp) -> Clock {
        Clock { shift: Arc::new(AtomicI64::new(start.as_second())), stands: true }
    }

    /// Lets time pass at once, for tests and demonstrations.
    pub fn pass(&self, time: SignedDuration) {
        self.shift.fetch_add(time.as_secs(), Ordering::Relaxed);
    }

    /// Now, in whole seconds.
    #[allow(clippy::disallowed_methods, reason = "this is the one place")]
    pub fn now(&self) -> Timestamp {
        let machine = if self.stands { 0 } else { Timestamp::now().as_second() };
        let second = machine + self.shift.load(Ordering::Relaxed);
        Timestamp::from_second(second).unwrap_or(Timestamp::MAX)
    }

    /// The hotel's business day: its civil date now (SEARCH-07).
    pub fn business_day(&self, hotel: &Hotel) -> Date {
        self.now().to_zoned(zone(hotel)).date()
    }
}

/// The hotel's time zone; UTC when the name is unknown (an import refuses such a name).
pub fn zone(hotel: &Hotel) -> TimeZone {
    TimeZone::get(&hotel.time_zone).unwrap_or(TimeZone::UTC)
}
