//! Until when the stay can be given back and what it costs after, in the sentences of the page.

use domain::hotel::Penalty;
use domain::money::Currency;
use domain::policy::PenaltyStep;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use letter::Cancellation;

use super::Material;
use super::texts::Texts;
use super::words::Words;

/// What was agreed about cancelling as it stands now, at the hotel's own time; of a stay that is still to be paid for that
/// it costs nothing until then. `check_in` ends the line that shows the free part.
pub fn cancellation(
    words: &Words,
    texts: &Texts<'_>,
    material: &Material<'_>,
    currency: &Currency,
    zone: &TimeZone,
    check_in: Timestamp,
) -> Cancellation {
    let reservation = &material.stay.reservation;
    let agreed = &reservation.agreed;
    let stay_year = agreed.stay.arrival().year();
    let moment = |at: Timestamp| words.moment(zone.to_datetime(at), stay_year);
    let charged = |penalty, amount| penalty_words(words, "lbl_letter_penalty", penalty, &words.money(amount, currency));
    let Some(first) = agreed.cancellation.penalty else {
        let sentence = words.say("lbl_letter_free", &[]);
        return Cancellation { sentence, after: String::new(), free_share: 1.0 };
    };
    let is_over = |step: &&PenaltyStep| step.from.at <= material.now;
    let (over, to_come): (Vec<&PenaltyStep>, Vec<&PenaltyStep>) = agreed.later_penalties().iter().partition(is_over);
    let (penalty, amount) = over.last().map_or((first, agreed.cancellation.amount), |step| (step.penalty, step.amount));
    let free_until = agreed.cancellation.free_until.filter(|until| material.now < until.at);
    let (mut sentence, mut after, free_share) = match free_until {
        Some(until) => (
            words.say("lbl_letter_free_until", &[("until", &moment(until.at))]),
            words.say("lbl_letter_after", &[("penalty", &charged(penalty, amount))]),
            share(reservation.agreed_at(), until.at, check_in),
        ),
        None => {
            let costs = penalty_words(words, "lbl_penalty", penalty, &words.money(amount, currency));
            let after = words.say("lbl_cancelling_costs", &[("penalty", &costs)]);
            (words.say("lbl_letter_not_free", &[]), after, 0.0)
        }
    };
    // A policy may become stricter towards the arrival.
    for step in to_come {
        let places = [("date", &*moment(step.from.at)), ("penalty", &*charged(step.penalty, step.amount))];
        after.push(' ');
        after.push_str(&words.say("lbl_letter_then", &places));
    }
    if !agreed.addons.is_empty() {
        after.push(' ');
        after.push_str(&words.say("lbl_addons_free_to_cancel", &[]));
    }
    if agreed.redeemed_points() > 0 {
        after.push(' ');
        after.push_str(&words.say("lbl_points_come_back", &[]));
    }
    if let Some(company) = texts.company_that_pays(agreed) {
        after.push(' ');
        after.push_str(&words.say("lbl_cancelling_company_pays", &[("company", &words.isolated(company))]));
    }
    if material.stay.is_unpaid() {
        after = [sentence, after].join(" ");
        sentence = words.say("lbl_free_until_paid_then", &[]);
    }
    Cancellation { sentence, after, free_share }
}

/// A penalty in the words of a family of labels, `lbl_penalty` or `lbl_letter_penalty`.
fn penalty_words(words: &Words, family: &str, penalty: Penalty, amount: &str) -> String {
    let key = |form: &str| format!("{family}_{form}");
    match penalty {
        Penalty::Nights { nights: 1 } => words.say(&key("first_night"), &[("amount", amount)]),
        Penalty::Nights { nights } => words.count(&key("nights"), nights.into(), &[("amount", amount)]),
        Penalty::Percent { ppm } if ppm >= 1_000_000 => words.say(&key("whole"), &[("amount", amount)]),
        Penalty::Percent { ppm } => words.say(&key("percent"), &[("percent", &words.percent(ppm)), ("amount", amount)]),
        Penalty::Amount { .. } => words.say(&key("amount"), &[("amount", amount)]),
    }
}

/// The part of the time between booking and check-in that is free, 0 to 1.
fn share(booked: Timestamp, free_until: Timestamp, check_in: Timestamp) -> f32 {
    let seconds = |from: Timestamp, to: Timestamp| (to.as_second() - from.as_second()).max(0) as f32;
    let whole = seconds(booked, check_in);
    if whole > 0.0 { (seconds(booked, free_until) / whole).clamp(0.0, 1.0) } else { 0.0 }
}
