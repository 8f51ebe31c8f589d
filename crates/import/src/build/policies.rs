//! Cancellation policies and guarantee types.

use domain::hotel::{CancellationPolicy, CancellationStep, Deadline, GuaranteeType, Penalty};

use crate::desk::Desk;
use crate::format::PoliciesFile;
use crate::format::policies::{CancellationEntry, PenaltyEntry, StepEntry};
use crate::mistake::Place;
use crate::values::Clock;

/// What `policies.toml` brings.
pub(crate) struct Policies {
    pub cancellation: Vec<CancellationPolicy>,
    pub guarantee: Vec<GuaranteeType>,
}

/// `check_in` is the minute of the day from which rooms are ready; while it is not known, no order is judged.
pub(crate) fn build(desk: &mut Desk<'_>, file: &PoliciesFile, check_in: Option<u16>) -> Policies {
    desk.unique_codes(file.cancellation_policies.iter().map(|p| (&p.at, &p.code)));
    desk.unique_codes(file.guarantee_types.iter().map(|g| (&g.at, &g.code)));
    let cancellation = file
        .cancellation_policies
        .iter()
        .map(|entry| CancellationPolicy {
            code: entry.code.0.clone(),
            description: desk.plain(&entry.at, "description", &entry.description),
            steps: steps(desk, entry, check_in),
        })
        .collect();
    let guarantee = file
        .guarantee_types
        .iter()
        .map(|entry| GuaranteeType {
            code: entry.code.0.clone(),
            name: desk.plain(&entry.at, "name", &entry.name),
            description: entry
                .description
                .as_ref()
                .map(|d| desk.plain(&entry.at, "description", d))
                .unwrap_or_default(),
            payment_type_required: entry.code.0.ends_with("CC"),
            instant_booking: entry.instant_booking,
        })
        .collect();
    Policies { cancellation, guarantee }
}

fn steps(desk: &mut Desk<'_>, entry: &CancellationEntry, check_in: Option<u16>) -> Vec<CancellationStep> {
    let mut steps: Vec<CancellationStep> = Vec::new();
    let mut last: Option<i64> = None;
    for step in &entry.steps {
        let penalty = penalty(desk, &step.at, &step.penalty);
        let Some(from) = deadline(desk, step) else {
            continue;
        };
        let before = check_in.map(|check_in| minutes_before(from, check_in));
        if last.zip(before).is_some_and(|(last, before)| before >= last) {
            desk.say(&step.at, "", "expected steps in order of time (at_booking first, then the one longest before arrival), found this one out of order");
        }
        if steps.iter().any(|earlier| costs_less(penalty, earlier.penalty)) {
            desk.say(&step.at, "", "expected at least what the steps before it cost, found less: the later, the more");
        }
        last = before;
        steps.push(CancellationStep { from, penalty });
    }
    steps
}

/// Whether one penalty is surely less than another: nothing and something, something and everything, or of the same kind
/// and smaller.
fn costs_less(one: Penalty, other: Penalty) -> bool {
    let parts = |penalty: Penalty| match penalty {
        Penalty::Nights { nights } => i64::from(nights),
        Penalty::Percent { ppm: part } | Penalty::Amount { minor: part } => part,
    };
    match (one, other) {
        (one, other) if parts(one) == 0 => parts(other) > 0,
        (Penalty::Nights { .. } | Penalty::Amount { .. }, Penalty::Percent { ppm: 1_000_000 }) => true,
        (Penalty::Nights { nights: one }, Penalty::Nights { nights: other }) => one < other,
        (Penalty::Percent { ppm: one }, Penalty::Percent { ppm: other }) => one < other,
        (Penalty::Amount { minor: one }, Penalty::Amount { minor: other }) => one < other,
        _ => false,
    }
}

fn deadline(desk: &mut Desk<'_>, step: &StepEntry) -> Option<Deadline> {
    if step.time.is_some() && step.days_before.is_none() {
        desk.say(&step.at, "time", "expected time only together with days_before, found it alone");
    }
    match (step.at_booking, step.days_before, step.hours_before) {
        (true, None, None) => Some(Deadline::AtBooking),
        (false, Some(days), None) => {
            Some(Deadline::DaysBefore { days, minute: step.time.as_ref().map_or(0, Clock::minute) })
        }
        (false, None, Some(hours)) => Some(Deadline::HoursBefore { hours }),
        (at_booking, days, hours) => {
            let found = [at_booking, days.is_some(), hours.is_some()].iter().filter(|f| **f).count();
            desk.say(
                &step.at,
                "",
                format!("expected one of at_booking, days_before or hours_before, found {found} of them"),
            );
            None
        }
    }
}

/// Minutes before midnight at the beginning of the arrival date, negative after it.
fn minutes_before(deadline: Deadline, check_in: u16) -> i64 {
    match deadline {
        Deadline::AtBooking => i64::MAX,
        Deadline::DaysBefore { days, minute } => i64::from(days) * 1440 - i64::from(minute),
        Deadline::HoursBefore { hours } => i64::from(hours) * 60 - i64::from(check_in),
    }
}

/// What a cancellation costs, or how much a deposit is.
pub(crate) fn penalty(desk: &mut Desk<'_>, at: &Place, entry: &PenaltyEntry) -> Penalty {
    match (entry.nights, &entry.percent, &entry.amount) {
        (Some(nights), None, None) => Penalty::Nights { nights },
        (None, Some(percent), None) => Penalty::Percent { ppm: desk.ppm(at, "percent", percent.0) },
        (None, None, Some(amount)) => Penalty::Amount { minor: desk.minor(at, "amount", amount.0) },
        (nights, percent, amount) => {
            let found = [nights.is_some(), percent.is_some(), amount.is_some()].iter().filter(|f| **f).count();
            desk.say(at, "", format!("expected one of nights, percent or amount, found {found} of them"));
            Penalty::Nights { nights: 1 }
        }
    }
}
