//! Conditions of a rate: until when it can be cancelled and at what cost, what is due when, how it may be guaranteed.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::Offset;
use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::hotel::{Deadline, DepositDue, GuaranteeType, Hotel, Penalty, RatePlan};
use crate::money::Currency;
use crate::pricing::NightAmount;
use crate::stay::{Stay, add_days};

/// A whole second with the hotel's offset from UTC at that moment; written as RFC 3339. The text is made once, so that
/// an answer with many offers only copies it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment {
    /// When.
    pub at: Timestamp,
    text: [u8; TEXT.len()],
}

/// How the text of a moment looks; digits are filled in.
const TEXT: &[u8; 25] = b"0000-00-00T00:00:00+00:00";

impl Moment {
    /// The moment as the hotel's clocks show it. Parts of a second are dropped.
    pub fn new(at: Timestamp, board: &Board) -> Moment {
        Moment::with_offset(at, board.time_zone().to_offset(at))
    }

    fn with_offset(at: Timestamp, offset: Offset) -> Moment {
        let at = Timestamp::from_second(at.as_second()).unwrap_or(at);
        let local = offset.to_datetime(at);
        let minutes = (offset.seconds() / 60).unsigned_abs();
        let parts = [
            (0, 4, u32::from(local.year().unsigned_abs())),
            (5, 2, u32::from(local.month().unsigned_abs())),
            (8, 2, u32::from(local.day().unsigned_abs())),
            (11, 2, u32::from(local.hour().unsigned_abs())),
            (14, 2, u32::from(local.minute().unsigned_abs())),
            (17, 2, u32::from(local.second().unsigned_abs())),
            (20, 2, minutes / 60),
            (23, 2, minutes % 60),
        ];
        let mut text = *TEXT;
        for (place, width, mut number) in parts {
            for digit in text[place..place + width].iter_mut().rev() {
                *digit = b'0' + (number % 10) as u8;
                number /= 10;
            }
        }
        if offset.is_negative() {
            text[19] = b'-';
        }
        Moment { at, text }
    }

    /// `2026-12-10T18:00:00-05:00`.
    pub fn rfc3339(&self) -> String {
        self.as_str().to_owned()
    }

    /// The same without a copy.
    pub fn as_str(&self) -> &str {
        // Only digits and the signs of the pattern are ever in it.
        std::str::from_utf8(&self.text).unwrap_or_default()
    }
}

impl Serialize for Moment {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Moment, D::Error> {
        let text = String::deserialize(deserializer)?;
        let pieces =
            jiff::fmt::temporal::DateTimeParser::new().parse_pieces(&text).map_err(serde::de::Error::custom)?;
        let offset = pieces.to_numeric_offset().unwrap_or(Offset::UTC);
        let at = text.parse().map_err(serde::de::Error::custom)?;
        Ok(Moment::with_offset(at, offset))
    }
}

/// What a cancellation policy comes to for an arrival, seen from a moment: the same for every rate with the policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terms {
    /// Cancelling costs nothing before this moment. `None`: it is past (or never was), unless `penalty` is `None` too,
    /// then cancelling is always free.
    pub free_until: Option<Moment>,
    /// What cancelling costs from `free_until` on, or now when there is none.
    pub penalty: Option<Penalty>,
    /// What it costs from later moments on, in order.
    pub later: Vec<(Moment, Penalty)>,
}

/// The terms with the penalty counted out for one choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cancellation {
    /// As [`Terms::free_until`].
    pub free_until: Option<Moment>,
    /// As [`Terms::penalty`].
    pub penalty: Option<Penalty>,
    /// The penalty in minor units; 0 when cancelling is always free.
    pub amount: i64,
}

/// A step of a policy as a moment, for the letter and for cancelling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PenaltyStep {
    /// From when on.
    pub from: Moment,
    /// What cancelling costs from then on.
    pub penalty: Penalty,
    /// The same in minor units.
    pub amount: i64,
}

/// The moment of a deadline, on the hotel's clocks. A local time that a clock change skips is taken after the gap,
/// one that happens twice the first time.
pub fn deadline(board: &Board, deadline: Deadline, arrival: Date, booked_at: Timestamp) -> Moment {
    let local = |date: Date, time: jiff::civil::Time| {
        let zone = board.time_zone();
        zone.to_timestamp(date.to_datetime(time)).unwrap_or(booked_at)
    };
    let at = match deadline {
        Deadline::AtBooking => booked_at,
        Deadline::DaysBefore { days, minute } => {
            let date = add_days(arrival, -i32::from(days)).unwrap_or(arrival);
            let time = jiff::civil::Time::new((minute / 60) as i8, (minute % 60) as i8, 0, 0);
            local(date, time.unwrap_or(jiff::civil::Time::MIN))
        }
        Deadline::HoursBefore { hours } => {
            let check_in = local(arrival, board.check_in);
            check_in.checked_sub(jiff::SignedDuration::from_hours(i64::from(hours))).unwrap_or(check_in)
        }
    };
    Moment::new(at, board)
}

/// What a policy (by its place in [`Hotel::cancellation_policies`](crate::hotel::Hotel::cancellation_policies)) comes to for an arrival, seen from `now`.
pub fn terms(board: &Board, policy: usize, arrival: Date, now: Timestamp) -> Terms {
    let mut later = steps(board, policy, arrival, now);
    if later.is_empty() {
        return Terms { free_until: None, penalty: None, later };
    }
    let (from, penalty) = later.remove(0);
    Terms { free_until: (from.at > now).then_some(from), penalty: Some(penalty), later }
}

/// Every step of a policy seen from a moment, in order; those that are past are one step at that moment.
fn steps(board: &Board, policy: usize, arrival: Date, now: Timestamp) -> Vec<(Moment, Penalty)> {
    let mut steps: Vec<(Moment, Penalty)> = Vec::new();
    for step in &board.hotel().cancellation_policies[policy].steps {
        let from = deadline(board, step.from, arrival, now).max(Moment::new(now, board));
        // A later rule that begins no later takes the earlier one's place.
        while steps.last().is_some_and(|(last, _)| last.at >= from.at) {
            steps.pop();
        }
        steps.push((from, step.penalty));
    }
    steps
}

/// Every step of a policy for a stay booked at a moment, in order; those past at booking are one step at booking.
pub fn penalty_steps(
    board: &Board,
    policy: usize,
    stay: &Stay,
    nights: &[NightAmount],
    rooms: u16,
    booked_at: Timestamp,
) -> Vec<PenaltyStep> {
    let amount = |penalty| penalty_amount(board.currency(), penalty, nights, rooms);
    let step = |(from, penalty)| PenaltyStep { from, penalty, amount: amount(penalty) };
    steps(board, policy, stay.arrival(), booked_at).into_iter().map(step).collect()
}

/// The same steps where cancelling costs at least so much, which is more than nothing, from a moment on.
pub fn at_least(mut steps: Vec<PenaltyStep>, owed: i64, now: Moment) -> Vec<PenaltyStep> {
    let least = Penalty::Amount { minor: owed };
    if steps.first().is_none_or(|step| step.from > now) {
        steps.insert(0, PenaltyStep { from: now, penalty: least, amount: owed });
    }
    for step in steps.iter_mut().filter(|step| step.amount < owed) {
        (step.penalty, step.amount) = (least, owed);
    }
    // Steps that cost the same are one.
    steps.dedup_by(|next, step| next.amount == step.amount);
    steps
}

/// A penalty or deposit in minor units, for all rooms; never below zero, never more than the stay.
pub fn penalty_amount(currency: &Currency, penalty: Penalty, nights: &[NightAmount], rooms: u16) -> i64 {
    let sum = |nights: &[NightAmount]| nights.iter().map(|night| night.total).sum::<i64>();
    let total = sum(nights);
    let one = match penalty {
        Penalty::Nights { nights: first } => sum(&nights[..nights.len().min(usize::from(first))]),
        Penalty::Percent { ppm } => currency.percent(total, ppm),
        Penalty::Amount { minor } => currency.round(minor),
    };
    one.clamp(0, total.max(0)) * i64::from(rooms)
}

/// The terms with the penalty counted out.
pub fn cancellation(currency: &Currency, terms: &Terms, nights: &[NightAmount], rooms: u16) -> Cancellation {
    Cancellation {
        free_until: terms.free_until,
        penalty: terms.penalty,
        amount: terms.penalty.map_or(0, |penalty| penalty_amount(currency, penalty, nights, rooms)),
    }
}

/// A part of the price with the day it is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deposit {
    /// Hotel-local.
    pub date: Date,
    /// Minor units, for all rooms.
    pub amount: i64,
}

/// The deposits of a plan in order of date. Together they are never more than the stay: what would be is cut off the
/// later ones. One that would have been due before today is due today.
pub fn deposits<'a>(
    currency: &'a Currency,
    plan: &'a RatePlan,
    arrival: Date,
    today: Date,
    nights: &'a [NightAmount],
    rooms: u16,
) -> impl Iterator<Item = Deposit> + 'a {
    let due_on = move |due: DepositDue| match due {
        DepositDue::AtBooking => today,
        DepositDue::DaysBefore { days } => add_days(arrival, -i32::from(days)).unwrap_or(today).max(today),
    };
    let total = nights.iter().map(|night| night.total).sum::<i64>() * i64::from(rooms);
    let mut paid = 0;
    let count = plan.deposits.len();
    let mut given = 0;
    let mut last: Option<(Date, usize)> = None;
    // Deposits are one or two: picking the next by date needs no sorted copy.
    std::iter::from_fn(move || {
        while given < count {
            let next = plan
                .deposits
                .iter()
                .enumerate()
                .map(|(at, rule)| ((due_on(rule.due), at), rule.amount))
                .filter(|(key, _)| last.is_none_or(|last| *key > last))
                .min_by_key(|(key, _)| *key)?;
            given += 1;
            last = Some(next.0);
            let amount = penalty_amount(currency, next.1, nights, rooms).min(total - paid);
            if amount > 0 {
                paid += amount;
                return Some(Deposit { date: next.0.0, amount });
            }
        }
        None
    })
}

/// When the guest pays the price of a choice. Minor units; the three together are the whole price, or nothing where a
/// company pays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Dues {
    /// Deposits due on the day of booking.
    pub now: i64,
    /// Deposits due on a later day.
    pub later: i64,
    /// The rest.
    pub at_hotel: i64,
}

impl Dues {
    /// From the deposits of a choice and its whole price.
    pub fn new(total: i64, today: Date, deposits: &[Deposit]) -> Dues {
        let now: i64 = deposits.iter().filter(|deposit| deposit.date <= today).map(|deposit| deposit.amount).sum();
        let all: i64 = deposits.iter().map(|deposit| deposit.amount).sum();
        Dues { now, later: all - now, at_hotel: total - all }
    }
}

/// The guarantee types of which one has to do for all rooms of a booking; none where the hotel asks for no guarantee.
pub(crate) fn for_all_rooms(hotel: &Hotel) -> &[GuaranteeType] {
    if hotel.guarantee_required_to_book { &hotel.guarantee_types } else { &[] }
}

/// Whether a guarantee type asks for a card: its code ends in CC (PAY-13), or it says so itself. One that is paid by a
/// link once the booking stands asks for none (PAY-07).
pub fn needs_card(kind: &GuaranteeType) -> bool {
    !kind.instant_booking && (kind.payment_type_required || kind.code.ends_with("CC"))
}
