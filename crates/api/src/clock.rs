//! The one clock: every "now" of the server is read here, so that a test or a demonstration can set it.

use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::time::Instant;

/// Tells the time, shifted by a number of seconds that can be changed.
#[derive(Debug, Clone, Default)]
pub struct Clock {
    shift: Arc<AtomicI64>,
    /// Nothing but the shift moves it.
    stands: bool,
    /// Milliseconds that answers were held back, where it stands.
    held_back: Arc<AtomicU64>,
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
        Clock { shift: Arc::new(AtomicI64::new(start.as_second())), stands: true, ..Clock::default() }
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

    /// Seconds that go by whatever the machine's clock is set to, from some second on: for what counts how much in how
    /// long, which would stand still after the clock is set back.
    pub fn passed(&self) -> i64 {
        static BEGUN: LazyLock<(Timestamp, Instant)> = LazyLock::new(|| (Clock::system().now(), Instant::now()));
        let (at, begun) = &*BEGUN;
        let machine = if self.stands { 0 } else { at.as_second() + begun.elapsed().as_secs().cast_signed() };
        machine + self.shift.load(Ordering::Relaxed)
    }

    /// Holds an answer back until so long after it was begun. By a clock that stands nobody waits: it counts how long they
    /// would have.
    pub async fn hold_back(&self, begun: Instant, time: Duration) {
        if self.stands {
            self.held_back.fetch_add(u64::try_from(time.as_millis()).unwrap_or(u64::MAX), Ordering::Relaxed);
        } else {
            tokio::time::sleep_until(begun + time).await;
        }
    }

    /// How long answers were held back altogether, where the clock stands.
    pub fn held_back(&self) -> Duration {
        Duration::from_millis(self.held_back.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // clause: MANAGE-08
    #[tokio::test]
    async fn a_clock_that_goes_holds_an_answer_back() {
        let (begun, time) = (Instant::now(), Duration::from_millis(20));
        Clock::system().hold_back(begun, time).await;
        assert!(begun.elapsed() >= time);
    }
}
