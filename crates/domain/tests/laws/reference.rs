//! What is on offer and what it costs, computed the slow and obvious way: straight from the hotel's description,
//! date by date, with exact fractions, sharing no code with the engine.

use domain::board::StockLeft;
use domain::hotel::*;
use domain::party::Party;
use domain::reason::{Reason, ReasonCode};
use domain::stay::Stay;
use jiff::ToSpan;
use jiff::civil::Date;

use crate::hotels::Case;

/// Rounds `num / den` half up to a multiple of `step`; what 64 bits do not hold ends where they do.
pub fn half_up(num: i128, den: i128, step: i128) -> i64 {
    let unit = den * step;
    let mut steps = num / unit;
    while steps * unit > num {
        steps -= 1;
    }
    let rest = num - steps * unit;
    if 2 * rest >= unit {
        steps += 1;
    }
    (steps * step).clamp(i64::MIN.into(), i64::MAX.into()) as i64
}

pub fn step_of(hotel: &Hotel) -> i128 {
    if hotel.currency == "CHF" { 5 } else { 1 }
}

/// A charge line of one night: `None` is the room, else the fee's code. Taxes by code, amount and whether contained.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    pub night: usize,
    pub fee: Option<String>,
    pub amount: i64,
    pub taxes: Vec<(String, i64, bool)>,
}

/// The rate of one night, from the plan's own prices or the plan it derives from.
pub fn rate(case: &Case, room: &str, plan: &str, date: Date, party: &Party) -> Option<i64> {
    let hotel = &case.hotel;
    let (mut adults, mut children) = (i64::from(party.adults()), [0i64; 4]);
    for age in party.child_ages() {
        match hotel.child_bands.iter().position(|upper| age <= upper) {
            Some(band) => children[band] += 1,
            None => adults += 1,
        }
    }
    let of_children = |each: &[i64; 4]| (0..4).map(|band| children[band] * each[band]).sum::<i64>();
    let step = step_of(hotel);
    match &hotel.rate_plans.iter().find(|p| p.code == plan)?.price {
        PlanPrice::Own => {
            let row = case.nights.iter().find(|row| row.room_type == room && row.rate_plan == plan)?;
            let price = (*row.prices.get(usize::try_from((date - row.first).get_days()).ok()?)?)?;
            let mut sum = price.base;
            for _ in i64::from(price.included)..adults {
                sum += price.extra_adult;
            }
            if let (1, Some(single)) = (adults, price.single) {
                sum = single;
            }
            // Or some of the children in places of adults that are included: whichever way is the cheapest.
            let mut each: Vec<i64> = (0..4).flat_map(|band| vec![price.child[band]; children[band] as usize]).collect();
            each.sort_unstable();
            let mut cheapest = sum + of_children(&price.child);
            for seated in 1..=each.len() {
                if adults + seated as i64 <= i64::from(price.included) {
                    cheapest = cheapest.min(price.base + each[..each.len() - seated].iter().sum::<i64>());
                }
            }
            Some(half_up(i128::from(cheapest), 1, step).max(0))
        }
        PlanPrice::Derived { from, change } => {
            let source = rate(case, room, from, date, party)?;
            let changed = match change {
                Change::Percent { ppm } => half_up(i128::from(source) * i128::from(1_000_000 + ppm), 1_000_000, step),
                Change::PerNight { minor } => half_up(i128::from(source + minor), 1, step),
                Change::PerPerson { adult, child } => {
                    half_up(i128::from(source + adult * adults + of_children(child)), 1, step)
                }
            };
            Some(changed.max(0))
        }
    }
}

/// Every line of a stay with these nightly rates.
pub fn lines(hotel: &Hotel, party: &Party, rates: &[i64]) -> Vec<Line> {
    let mut lines = Vec::new();
    for (night, &rate) in rates.iter().enumerate() {
        let on_room = |tax: &Charge| tax.on_room || !is_percent(tax);
        let (taxes, net) = taxes(hotel, party, night, rate, rate, on_room);
        lines.push(Line { night, fee: None, amount: rate, taxes });
        for fee in hotel.charges.iter().filter(|charge| charge.kind == ChargeKind::Fee) {
            let amount = amount(hotel, fee, party, night, rate, net);
            if amount != 0 {
                let on_fee = |tax: &Charge| tax.on_fees.contains(&fee.code);
                let (taxes, _) = self::taxes(hotel, party, night, rate, amount, on_fee);
                lines.push(Line { night, fee: Some(fee.code.clone()), amount, taxes });
            }
        }
    }
    lines
}

/// The taxes on an amount, contained ones first, and what is left of the amount without those.
fn taxes(
    hotel: &Hotel,
    party: &Party,
    night: usize,
    rate: i64,
    of: i64,
    applies: impl Fn(&Charge) -> bool,
) -> (Vec<(String, i64, bool)>, i64) {
    let taxes = || hotel.charges.iter().filter(|charge| charge.kind == ChargeKind::Tax && applies(charge));
    let whole = 1_000_000 + taxes().filter(|tax| tax.inclusive).map(|tax| value(tax, night, rate)).sum::<i128>();
    let mut found = Vec::new();
    let mut net = of;
    for tax in taxes().filter(|tax| tax.inclusive) {
        let part = half_up(i128::from(of) * value(tax, night, rate), whole, 1).min(net);
        net -= part;
        found.push((tax.code.clone(), part, true));
    }
    for tax in taxes().filter(|tax| !tax.inclusive) {
        found.push((tax.code.clone(), amount(hotel, tax, party, night, rate, net), false));
    }
    found.retain(|(_, amount, _)| *amount != 0);
    (found, net)
}

fn is_percent(charge: &Charge) -> bool {
    matches!(charge.amount, ChargeAmount::Percent { .. } | ChargeAmount::PercentTiers { .. })
}

/// The percentage or flat amount in force on a night; 0 after the last night that is charged.
fn value(charge: &Charge, night: usize, rate: i64) -> i128 {
    let once = matches!(
        charge.amount,
        ChargeAmount::Flat { per: Per::Stay | Per::Person, .. }
            | ChargeAmount::FlatTiers { per: Per::Stay | Per::Person, .. }
    );
    if !once && charge.max_nights.is_some_and(|most| night >= usize::from(most)) || once && night > 0 {
        return 0;
    }
    let value = match &charge.amount {
        ChargeAmount::Percent { ppm } => *ppm,
        ChargeAmount::Flat { minor, .. } => *minor,
        ChargeAmount::PercentTiers { tiers } | ChargeAmount::FlatTiers { tiers, .. } => {
            tiers.iter().filter(|tier| tier.from <= rate).max_by_key(|tier| tier.from).map_or(0, |tier| tier.value)
        }
    };
    i128::from(value)
}

fn amount(hotel: &Hotel, charge: &Charge, party: &Party, night: usize, rate: i64, net: i64) -> i64 {
    let value = value(charge, night, rate);
    let step = step_of(hotel);
    match &charge.amount {
        ChargeAmount::Percent { .. } | ChargeAmount::PercentTiers { .. } => {
            half_up(i128::from(net) * value, 1_000_000, step)
        }
        ChargeAmount::Flat { per, .. } | ChargeAmount::FlatTiers { per, .. } => {
            let mut persons = i64::from(party.adults());
            for age in party.child_ages() {
                if charge.exempt_up_to_age.is_none_or(|exempt| *age > exempt) {
                    persons += 1;
                }
            }
            let times = if matches!(per, Per::Person | Per::PersonNight) { persons } else { 1 };
            half_up(value, 1, step) * times
        }
    }
}

/// What the guest pays for these lines.
pub fn grand_total(lines: &[Line]) -> i64 {
    let on_top = |line: &Line| line.taxes.iter().filter(|tax| !tax.2).map(|tax| tax.1).sum::<i64>();
    lines.iter().map(|line| line.amount + on_top(line)).sum()
}

/// Everything that speaks against a room type, whatever the plan. `last` is the last night that is on sale.
pub fn room_reasons(case: &Case, room: &str, stay: &Stay, party: &Party, rooms: i32, today: Date) -> Vec<Reason> {
    let described = case.hotel.room_types.iter().find(|r| r.code == room).expect("a room type");
    let mut reasons = Vec::new();
    if party.people() > u16::from(described.max_people) {
        reasons.push(Reason::with(ReasonCode::PartyTooLarge, u16::from(described.max_people)));
    }
    if party.adults() > described.max_adults {
        reasons.push(Reason::with(ReasonCode::TooManyAdults, u16::from(described.max_adults)));
    }
    if party.children() > described.max_children {
        reasons.push(Reason::with(ReasonCode::TooManyChildren, u16::from(described.max_children)));
    }
    if stay.nights() > case.hotel.max_los {
        reasons.push(Reason::with_on(ReasonCode::MaxStay, case.hotel.max_los, stay.arrival()));
    }
    if stay.arrival() < today {
        reasons.push(Reason::on(ReasonCode::BeyondCalendar, stay.arrival()));
    }
    let (first, last) = span(case);
    let mut fewest = i32::MAX;
    for date in dates(stay) {
        if date < first {
            reasons.push(Reason::on(ReasonCode::BeyondCalendar, stay.arrival()));
        } else if date > last {
            let beyond = last.tomorrow().expect("a day").max(stay.arrival());
            reasons.push(Reason::on(ReasonCode::BeyondCalendar, beyond));
        } else {
            let left = left(&case.stock, room, date);
            fewest = fewest.min(left);
            if left == 0 {
                reasons.push(Reason::on(ReasonCode::SoldOut, date));
            }
        }
    }
    if fewest > 0 && fewest < rooms && stay.departure() <= last.tomorrow().expect("a day") {
        reasons.push(Reason::with(ReasonCode::FewerRoomsLeft, fewest as u16));
    }
    sorted(reasons)
}

/// Everything that speaks against a plan for a room type.
pub fn plan_reasons(case: &Case, room: &str, plan: &str, stay: &Stay, party: &Party, today: Date) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let described = case.hotel.rate_plans.iter().find(|p| p.code == plan).expect("a plan");
    let ahead = (stay.arrival() - today).get_days();
    if let Some(most) = described.max_advance_days.filter(|most| ahead > i32::from(*most)) {
        reasons.push(Reason::with(ReasonCode::TooEarly, most));
    } else if let Some(least) = described.min_advance_days.filter(|least| ahead < i32::from(*least)) {
        reasons.push(Reason::with(ReasonCode::TooLate, least));
    }
    let rule = |date| rule(case, room, plan, date);
    let (first, last) = span(case);
    let nights = dates(stay);
    let mut shortest: Vec<(u8, Date)> = nights.iter().map(|&date| (rule(date).min_stay_through, date)).collect();
    shortest.push((rule(stay.arrival()).min_stay_arrival, stay.arrival()));
    let mut longest: Vec<(u8, Date)> = nights.iter().map(|&date| (rule(date).max_stay_through, date)).collect();
    longest.push((rule(stay.arrival()).max_stay_arrival, stay.arrival()));
    let shortest = shortest.into_iter().max_by_key(|(least, date)| (*least, std::cmp::Reverse(*date)));
    let longest = longest.into_iter().filter(|(most, _)| *most > 0).min();
    if let Some((least, date)) = shortest.filter(|(least, _)| u16::from(*least) > stay.nights()) {
        reasons.push(Reason::with_on(ReasonCode::MinStay, u16::from(least), date));
    }
    if let Some((most, date)) = longest.filter(|(most, _)| u16::from(*most) < stay.nights()) {
        reasons.push(Reason::with_on(ReasonCode::MaxStay, u16::from(most), date));
    }
    if rule(stay.arrival()).closed_to_arrival {
        reasons.push(Reason::on(ReasonCode::ClosedToArrival, stay.arrival()));
    }
    if rule(stay.departure()).closed_to_departure {
        reasons.push(Reason::on(ReasonCode::ClosedToDeparture, stay.departure()));
    }
    for date in nights {
        if rule(date).stop_sell {
            reasons.push(Reason::on(ReasonCode::StopSell, date));
        }
        if (first..=last).contains(&date) && rate(case, room, plan, date, party).is_none() {
            reasons.push(Reason::on(ReasonCode::NoPrice, date));
        }
    }
    sorted(reasons)
}

/// The rule of one night: the plan's own, else that of the plan it derives from.
fn rule(case: &Case, room: &str, plan: &str, date: Date) -> NightRule {
    let own = case.nights.iter().find(|row| row.room_type == room && row.rate_plan == plan && !row.rules.is_empty());
    if let Some(row) = own {
        let night = usize::try_from((date - row.first).get_days()).ok();
        return night.and_then(|night| row.rules.get(night)).copied().unwrap_or_default();
    }
    match &case.hotel.rate_plans.iter().find(|p| p.code == plan).expect("a plan").price {
        PlanPrice::Derived { from, .. } => rule(case, room, from, date),
        PlanPrice::Own => NightRule::default(),
    }
}

pub fn left(stock: &[StockLeft], room: &str, date: Date) -> i32 {
    let row = stock.iter().find(|row| row.room_type == room).expect("a stock row");
    let night = usize::try_from((date - row.first).get_days()).ok();
    night.and_then(|night| row.left.get(night)).copied().unwrap_or(0)
}

fn dates(stay: &Stay) -> Vec<Date> {
    stay.arrival().series(1.day()).take_while(|date| *date < stay.departure()).collect()
}

/// The first and last night that anything is known of.
fn span(case: &Case) -> (Date, Date) {
    let end = |first: Date, length: usize| first.checked_add((length as i64 - 1).days()).expect("a day");
    let nights = case.nights.iter().map(|row| (row.first, end(row.first, row.prices.len().max(row.rules.len()))));
    let all: Vec<(Date, Date)> = nights.collect();
    let first = all.iter().map(|(first, _)| *first).min().expect("a night");
    (first, all.iter().map(|(_, last)| *last).max().expect("a night"))
}

pub fn sorted(mut reasons: Vec<Reason>) -> Vec<Reason> {
    reasons.sort();
    reasons.dedup();
    reasons
}
