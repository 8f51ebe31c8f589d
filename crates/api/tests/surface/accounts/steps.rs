//! What may happen to bookings, one thing after the other.

use proptest::prelude::*;

use super::stay::Kind;

/// What happens next; numbers pick the stay, or the link. A pause, in minutes, lies between what a guest is told and
/// what they order.
#[derive(Debug, Clone)]
pub enum Step {
    Book {
        kind: Kind,
        rooms: u8,
        suite: bool,
        in_days: i32,
        nights: i32,
        points: i64,
        pause: i64,
    },
    /// A link is paid.
    Pay {
        which: usize,
    },
    Change {
        which: usize,
        suite: bool,
        in_days: i32,
        nights: i32,
        pause: i64,
    },
    Cancel {
        which: usize,
        all: bool,
        pause: i64,
    },
    Status {
        which: usize,
        status: &'static str,
    },
    Wait {
        minutes: i64,
    },
    /// Until ten minutes before cancelling begins to cost something.
    WaitForDeadline {
        which: usize,
    },
}

pub fn step() -> impl Strategy<Value = Step> {
    let pause = || prop::sample::select(vec![0_i64, 0, 20]);
    let statuses = vec!["CHECKED_IN", "NO_SHOW", "HOLD", "CANCELLED"];
    let book =
        (prop::sample::select(KINDS.to_vec()), 1..4_u8, any::<bool>(), 1..9_i32, 1..4_i32, 0..20_000_i64, pause());
    let change = (0..8_usize, any::<bool>(), 1..9_i32, 1..4_i32, pause());
    prop_oneof![
        5 => book.prop_map(|(kind, rooms, suite, in_days, nights, points, pause)| Step::Book { kind, rooms, suite, in_days, nights, points, pause }),
        3 => (0..8_usize).prop_map(|which| Step::Pay { which }),
        4 => change.prop_map(|(which, suite, in_days, nights, pause)| Step::Change { which, suite, in_days, nights, pause }),
        3 => (0..8_usize, any::<bool>(), pause()).prop_map(|(which, all, pause)| Step::Cancel { which, all, pause }),
        1 => (0..8_usize, prop::sample::select(statuses)).prop_map(|(which, status)| Step::Status { which, status }),
        3 => prop::sample::select(vec![9_i64, 60, 1_200, 1_800, 3_000]).prop_map(|minutes| Step::Wait { minutes }),
        2 => (0..8_usize).prop_map(|which| Step::WaitForDeadline { which }),
    ]
}

/// Those with money in them more often.
const KINDS: [Kind; 10] = [
    Kind::Flexible,
    Kind::Deposit,
    Kind::Deposit,
    Kind::DepositAtHotel,
    Kind::DepositByLink,
    Kind::DepositByLink,
    Kind::Advance,
    Kind::AdvanceByLink,
    Kind::Points,
    Kind::Points,
];
