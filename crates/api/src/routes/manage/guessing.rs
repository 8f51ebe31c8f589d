//! What keeps strangers from guessing their way into a reservation: a look-up that finds nothing takes the same time
//! whatever was wrong, and whoever fails often is slowed down, at last stopped at that number. The true guest is not
//! locked out by where they are: only the same address with the same number is ever stopped, and a link of the e-mail
//! that opens is never counted.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};

use crate::clock::Clock;

type Budget<K> = RateLimiter<K, DashMapStateStore<K>, Clock, NoOpMiddleware<Nanos>>;

/// How long every look-up takes that finds nothing: much longer than finding out, so that its time tells nothing.
const FOUND_NOTHING: Duration = Duration::from_millis(200);
/// The same for an address or a number with many failures.
const SLOWED: Duration = Duration::from_secs(2);

/// What is left to addresses and numbers.
pub struct Guesses {
    /// Tries of one address at one number.
    pair: Budget<(IpAddr, String)>,
    /// Failures of one address, at any number.
    address: Budget<IpAddr>,
    /// Failures at one number, from anywhere.
    number: Budget<String>,
}

impl Guesses {
    /// Ten tries at a number from one address, then one a minute; thirty failures of an address or at a number, then
    /// slower.
    pub fn new(clock: &Clock) -> Guesses {
        let burst = |most: u32, every: Duration| {
            let quota = Quota::with_period(every).unwrap_or_else(|| Quota::per_minute(NonZeroU32::MIN));
            quota.allow_burst(NonZeroU32::new(most).unwrap_or(NonZeroU32::MIN))
        };
        Guesses {
            pair: RateLimiter::new(burst(10, Duration::from_secs(60)), DashMapStateStore::default(), clock.clone()),
            address: RateLimiter::new(burst(30, Duration::from_secs(4)), DashMapStateStore::default(), clock.clone()),
            number: RateLimiter::new(burst(30, Duration::from_secs(60)), DashMapStateStore::default(), clock.clone()),
        }
    }

    /// Whether an address may try a number now.
    pub fn may_try(&self, address: IpAddr, number: &str) -> bool {
        self.pair.check_key(&(address, number.to_owned())).is_ok()
    }

    /// Counts a failure, and tells how long its answer takes.
    pub fn failed(&self, address: IpAddr, number: &str) -> Duration {
        let address = self.address.check_key(&address).is_ok();
        let number = self.number.check_key(&number.to_owned()).is_ok();
        if address && number { FOUND_NOTHING } else { SLOWED }
    }

    /// Forgets whoever is not counted any more.
    pub fn forget(&self) {
        self.pair.retain_recent();
        self.address.retain_recent();
        self.number.retain_recent();
    }
}

/// How long a look-up takes that finds nothing where nobody is counted.
pub const UNCOUNTED: Duration = FOUND_NOTHING;

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    // clause: MANAGE-08
    #[test]
    fn whoever_fails_often_is_slowed_down_and_only_at_one_number_stopped() {
        let guesses = Guesses::new(&Clock::standing_at("2026-12-01T09:00:00Z".parse().expect("an instant")));
        let (here, there) = (IpAddr::from(Ipv4Addr::new(203, 0, 113, 1)), IpAddr::from(Ipv4Addr::new(203, 0, 113, 2)));
        let many: Vec<Duration> = (0..40).map(|number| guesses.failed(here, &number.to_string())).collect();
        assert_eq!((many[29], many[30]), (FOUND_NOTHING, SLOWED));
        assert_eq!(guesses.failed(there, "0"), FOUND_NOTHING);
        let tries = (0..12).filter(|_| guesses.may_try(here, "7")).count();
        assert_eq!(tries, 10);
        assert!(guesses.may_try(here, "8") && guesses.may_try(there, "7"));
    }
}
