//! The bill of a letter from the folio that was agreed, as the page shows it: nights, fees and add-ons with the taxes on
//! them, so that the lines add up to the total; the taxes once more beneath it.

use std::collections::BTreeMap;

use domain::booking::{BackTo, ChargedCard, Choice, Reservation, Settlement};
use domain::folio::{FolioCharge, ROOM_CHARGE};
use domain::money::Currency;
use jiff::civil::Date;
use letter::{Bill, BillLine};
use store::refunds::Refund;

use super::Material;
use super::opened::Opened;
use super::texts::Texts;
use super::words::Words;
use crate::cancelling::{By, CameTo};
use crate::exchange::Exchange;
use crate::refunds;

/// What a line of the bill is for.
#[derive(Debug, PartialEq, Eq)]
pub enum LineOf<'f> {
    /// The room in one night, with its taxes.
    Night(Date),
    /// A fee or an add-on with its taxes.
    Charge {
        code: &'f str,
        /// As agreed.
        name: &'f str,
        /// At a time.
        quantity: u16,
        /// How often it is charged.
        times: u32,
        /// What one costs each time, when that is always the same.
        each: Option<i64>,
        /// On which a guest has it, where it is had by the day.
        days: Vec<Date>,
    },
}

/// Every line with its amount in minor units: the nights, then what else there is in the order of its first charge, of
/// each thing the days on which there are as many of it together. All of them are the folio's `estimated_total`.
pub fn lines(agreed: &Choice) -> Vec<(LineOf<'_>, i64)> {
    let mut nights: BTreeMap<Date, i64> = BTreeMap::new();
    let mut charges: Vec<(LineOf<'_>, i64)> = Vec::new();
    for charge in &agreed.folio.charges {
        if charge.charge_type_code == ROOM_CHARGE {
            *nights.entry(charge.date).or_default() += charge.net_value;
        } else {
            let mut entries = agreed.addons.iter().filter(|addon| addon.code == charge.charge_type_code);
            let by_day = entries.any(|addon| addon.date == Some(charge.date));
            add_charge(&mut charges, charge, by_day.then_some(charge.date));
        }
    }
    let nights = nights.into_iter().map(|(date, amount)| (LineOf::Night(date), amount));
    nights.chain(charges).collect()
}

fn add_charge<'f>(lines: &mut Vec<(LineOf<'f>, i64)>, charge: &'f FolioCharge, day: Option<Date>) {
    let FolioCharge { charge_type_code, charge_type_label, quantity: charged, net_value, .. } = charge;
    let one = net_value / i64::from((*charged).max(1));
    let known = lines.iter_mut().find(
        |(of, _)| matches!(of, LineOf::Charge { code, quantity, .. } if code == charge_type_code && quantity == charged),
    );
    match known {
        Some((LineOf::Charge { times, each, days, .. }, sum)) => {
            *times += 1;
            *each = each.filter(|each| *each == one);
            *sum += net_value;
            days.extend(day);
        }
        _ => {
            let (code, name, days) = (charge_type_code, charge_type_label, day.into_iter().collect());
            let line = LineOf::Charge { code, name, quantity: *charged, times: 1, each: Some(one), days };
            lines.push((line, *net_value));
        }
    }
}

/// The bill in the letter's words. `booked_on` is the hotel's day of booking: what was due by then is due now.
pub fn bill(words: &Words, texts: &Texts<'_>, material: &Material<'_>, currency: &Currency, booked_on: Date) -> Bill {
    let reservation = &material.stay.reservation;
    let folio = &reservation.agreed.folio;
    let money = |minor| words.money(minor, currency);
    let nights = reservation.agreed.stay.nights();
    let line = |(of, amount): (LineOf<'_>, i64)| BillLine {
        label: label(words, texts, &of, (nights, currency)),
        amount: match (&of, amount) {
            (LineOf::Charge { .. }, 0) => words.say("lbl_addon_free", &[]),
            _ => money(amount),
        },
    };
    let contained = folio.taxes_by_code().into_iter().map(|(code, (name, _, amount))| {
        words.say(
            "lbl_letter_contained",
            &[("tax", &words.isolated(texts.charge(code, name))), ("amount", &money(amount))],
        )
    });
    Bill {
        heading: words.say("lbl_letter_bill", &[]),
        lines: lines(&reservation.agreed).into_iter().map(line).collect(),
        total: BillLine { label: words.say("lbl_letter_total", &[]), amount: money(folio.estimated_total) },
        notes: contained
            .chain([words.say("lbl_letter_all_included", &[])])
            .chain(material.exchange.map(|exchange| about(words, &exchange, folio.estimated_total)))
            .collect(),
        dues: match &material.stay.cancelled {
            None => dues(words, texts, material, currency, booked_on),
            Some(came_to) => given_back(words, texts, material.stay, came_to, currency),
        },
    }
}

/// What the total is in the guest's own currency. The hotel's is the one that is paid in.
fn about(words: &Words, exchange: &Exchange, total: i64) -> String {
    let Exchange { conversion, day } = exchange;
    let amount = words.money(conversion.convert(total), conversion.to);
    let places = [("amount", &*amount), ("date", &*words.day(*day)), ("currency", conversion.from.code)];
    words.say("lbl_letter_about", &places)
}

fn label(words: &Words, texts: &Texts<'_>, of: &LineOf<'_>, (nights, currency): (u16, &Currency)) -> String {
    let (code, name, quantity, times, each, days) = match of {
        LineOf::Night(date) => return words.say("lbl_room_on", &[("day", &words.short_day(*date))]),
        LineOf::Charge { code, name, quantity, times, each, days } => (code, name, *quantity, times, each, days),
    };
    let what = words.isolated(texts.charge(code, name));
    // Two of a thing and two days of it are told apart.
    let had = if days.is_empty() { "lbl_nights" } else { "lbl_letter_days" };
    let often = (*times > 1).then(|| words.count(had, *times, &[]));
    let many = (quantity > 1).then(|| words.number(quantity.into()));
    let counts = many.iter().cloned().chain(often).collect::<Vec<_>>();
    // What is free is told without a price of one.
    let told = match each.filter(|each| *each != 0) {
        Some(each) if !counts.is_empty() => {
            let places = [("what", &*what), ("times", &counts.join(" × ")), ("amount", &words.money(each, currency))];
            words.say("lbl_letter_times", &places)
        }
        None => many
            .map_or_else(|| what.clone(), |count| words.say("lbl_addon_times", &[("addon", &what), ("count", &count)])),
        _ => what.clone(),
    };
    let every = nights > 1 && days.len() == usize::from(nights);
    let days = match every {
        true => vec![words.say("lbl_addon_every_day", &[])],
        false => days.iter().map(|day| words.short_day(*day)).collect(),
    };
    std::iter::once(told).chain(days).collect::<Vec<_>>().join(" · ")
}

/// What giving the stay back came to.
fn given_back(words: &Words, texts: &Texts<'_>, stay: &Opened, came_to: &CameTo, currency: &Currency) -> Vec<BillLine> {
    let line = |key: &str, amount: String| BillLine { label: words.say(key, &[]), amount };
    let CameTo { penalty, kept, .. } = *came_to;
    let costs = match paid_by(words, texts, &stay.reservation) {
        Some(label) => vec![BillLine { label, amount: words.money(penalty, currency) }],
        // Nothing is kept of what was never paid.
        None => {
            let asked = if kept > 0 { "lbl_cancelling_asked_rest" } else { "lbl_cancelling_asked" };
            let parts = [
                ("lbl_hotel_keeps", kept, kept > 0 || (penalty == 0 && !matches!(came_to.by, By::Payment))),
                (asked, penalty - kept, penalty > kept),
            ];
            let told = parts.into_iter().filter(|(.., told)| *told);
            told.map(|(key, minor, _)| line(key, words.money(minor, currency))).collect()
        }
    };
    let once_paid = Some(came_to.refund_once_paid).filter(|minor| *minor > 0);
    let once_paid = once_paid.map(|minor| line("lbl_back_once_paid", words.money(minor, currency)));
    let back = back(words, came_to.refund, &came_to.back_to, &stay.lost, currency).into_iter().chain(once_paid);
    let points = (came_to.points > 0).then(|| line("lbl_points_back", points(words, came_to.points)));
    costs.into_iter().chain(back).chain(points).collect()
}

/// What goes back, card by card; of a card that is not known only that it does, and of what no card took, which is
/// `lost`, that the hotel gives it.
fn back(words: &Words, refund: i64, back_to: &[BackTo], lost: &[Refund], currency: &Currency) -> Vec<BillLine> {
    if refund == 0 {
        return Vec::new();
    }
    let known: i64 = back_to.iter().map(|back| back.amount).sum();
    let by_the_hotel: i64 = lost.iter().map(|lost| lost.amount).sum();
    let card = |back: &BackTo| (words.say("lbl_back_to_card", &[("card", &card_name(words, &back.card))]), back.amount);
    let rest = (words.say("lbl_you_get_back", &[]), refund - known - by_the_hotel);
    let by_the_hotel = (words.say("lbl_letter_back_another_way", &[]), by_the_hotel);
    let lines = back_to.iter().map(card).chain([rest, by_the_hotel]).filter(|(_, minor)| *minor > 0);
    lines.map(|(label, minor)| BillLine { label, amount: words.money(minor, currency) }).collect()
}

/// As the page names a card.
fn card_name(words: &Words, card: &ChargedCard) -> String {
    let digits = last_digits(&card.masked_number).unwrap_or_default();
    match card.brand.as_str() {
        "OTHER" => words.say("lbl_card_by_digits", &[("digits", &digits)]),
        brand => words.say("lbl_kept_card", &[("brand", brand), ("digits", &digits)]),
    }
}

/// Who pays in the guest's place.
fn paid_by(words: &Words, texts: &Texts<'_>, reservation: &Reservation) -> Option<String> {
    let company = texts.company_that_pays(&reservation.agreed)?;
    Some(words.say("lbl_paid_by_company", &[("company", &words.isolated(company))]))
}

fn points(words: &Words, count: i64) -> String {
    words.count("lbl_points_count", u32::try_from(count).unwrap_or(u32::MAX), &[])
}

/// What the last change of the stay came to: what was paid and asked for before, and what of that does not pay the new
/// stay.
fn settled(words: &Words, stay: &Opened, currency: &Currency) -> Vec<BillLine> {
    let agreed = &stay.reservation.agreed;
    let Some(Settlement { paid, refund, kept, asked_before, .. }) = agreed.change else {
        return Vec::new();
    };
    let line = |key: &str, minor: i64| {
        let amount = words.money(minor, currency);
        (minor > 0).then(|| BillLine { label: words.say(key, &[]), amount })
    };
    let before = [line("lbl_already_paid", paid), line("lbl_asked_before", asked_before)];
    let back = back(words, refund, &refunds::taken(&agreed.back_to, &stay.lost), &stay.lost, currency);
    before.into_iter().flatten().chain(back).chain(line("lbl_kept_for_change", kept)).collect()
}

/// What is paid when; together it is the total, once what goes back and what is kept for a change are taken off.
fn dues(
    words: &Words,
    texts: &Texts<'_>,
    material: &Material<'_>,
    currency: &Currency,
    booked_on: Date,
) -> Vec<BillLine> {
    let reservation = &material.stay.reservation;
    let agreed = &reservation.agreed;
    let line = |label: String, minor: i64| BillLine { label, amount: words.money(minor, currency) };
    let mut dues = settled(words, material.stay, currency);
    if let Some(label) = paid_by(words, texts, reservation) {
        dues.push(line(label, agreed.total()));
        return dues;
    }
    if let Some(points) = agreed.points.as_ref().filter(|points| points.redeemed > 0) {
        let count = self::points(words, points.redeemed);
        dues.push(line(words.say("lbl_paid_with_points", &[("points", &count)]), points.worth));
    }
    let charged = reservation.charged_now();
    if charged > 0 {
        let label = match reservation.charged_card.as_deref().and_then(last_digits) {
            Some(digits) => words.say("lbl_letter_paid_card", &[("digits", &digits)]),
            None => words.say("lbl_paid", &[]),
        };
        dues.push(line(label, charged));
    }
    if reservation.due_now() > charged {
        let label = match material.stay {
            // What the booking was paid with pays no change of it.
            _ if agreed.change.is_some() => "lbl_due_now_asked",
            stay if stay.is_paid_by_link() => "lbl_pay_link_paid",
            stay if stay.is_asked_by_link => "lbl_letter_due_now",
            _ => "lbl_due_now_asked",
        };
        dues.push(line(words.say(label, &[]), reservation.due_now() - charged));
    }
    for deposit in agreed.deposits.iter().filter(|deposit| deposit.date > booked_on) {
        let day = words.long_day(deposit.date);
        dues.push(line(words.say("lbl_due_on", &[("date", &day)]), deposit.amount));
    }
    if agreed.dues.at_hotel > 0 || dues.is_empty() {
        dues.push(line(words.say("lbl_letter_due_at_hotel", &[]), agreed.dues.at_hotel));
    }
    dues
}

/// The last digits of a masked number.
fn last_digits(masked_number: &str) -> Option<String> {
    let digits: Vec<char> = masked_number.chars().filter(char::is_ascii_digit).collect();
    let last = digits.iter().skip(digits.len().saturating_sub(4)).collect::<String>();
    (last.len() == 4).then_some(last)
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, LazyLock};

    use domain::addon::AddonAsk;
    use domain::board::{Board, StockLeft};
    use domain::booking::quote;
    use domain::hotel::Addon;
    use domain::offer::Query;
    use domain::party::Party;
    use domain::stay::{Stay, add_days};
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::*;

    const TODAY: Date = date(2026, 11, 21);

    static HOTELS: LazyLock<Vec<Board>> =
        LazyLock::new(|| ["harbour-house", "dar-al-noor", "chalet-edelgrat"].map(board).into());

    fn board(demo: &str) -> Board {
        let folder = format!("{}/../../demo/{demo}", env!("CARGO_MANIFEST_DIR"));
        let bundle = import::bundle(&import::Files::read_dir(folder).expect("the files"), TODAY).expect("no mistakes");
        let left = |total: &Vec<u16>| total.iter().map(|total| i32::from(*total)).collect();
        let stock: Vec<StockLeft> = bundle
            .stock
            .iter()
            .map(|row| StockLeft {
                room_type: row.room_type.clone(),
                group: row.group.clone(),
                first: row.first,
                left: left(&row.total),
            })
            .collect();
        Board::new(Arc::new(bundle.hotel), &bundle.nights, &stock).expect("a board")
    }

    proptest! {
        // clause: CONF-05
        #[test]
        fn the_lines_add_up_to_the_total(
            hotel in 0..3_usize, room in 0..8_usize, plan in 0..4_usize, from in 1..400_i32, nights in 1..15_u16,
            adults in 1..4_u8, ages in prop::collection::vec(0..18_u8, 0..3), quantity in 1..3_u16,
        ) {
            let board = &HOTELS[hotel];
            let rooms = &board.hotel().room_types;
            let plans = &board.hotel().rate_plans;
            let room = board.room_index(&rooms[room % rooms.len()].code).expect("a room");
            let plan = board.plan_index(&plans[plan % plans.len()].code).expect("a plan");
            let stay = Stay::of_nights(add_days(TODAY, from).expect("a day"), nights).expect("a stay");
            let party = Party::new(adults, &ages).expect("a party");
            let now = "2026-11-21T14:00:00Z".parse().expect("an instant");
            let query = Query::new(stay, party);
            if let Ok(plain) = quote(board, room, plan, &query, now) {
                let offered = |addon: &&Addon| addon.is_for(&plain.room_type, &plain.rate_plan, &stay);
                let entry = |addon: &Addon, date| {
                    AddonAsk { code: addon.charge.code.clone(), quantity: quantity.min(addon.max_quantity), date }
                };
                let entries = |addon: &Addon| match addon.recurring() {
                    true => vec![entry(addon, None)],
                    false => addon.days(&stay).into_iter().map(|day| entry(addon, Some(day))).collect(),
                };
                let asks: Vec<AddonAsk> = board.hotel().addons.iter().filter(offered).flat_map(entries).collect();
                let choice = plain.with_addons(board, &asks).expect("each can be had");
                let lines = lines(&choice);
                prop_assert_eq!(lines.iter().map(|(_, amount)| amount).sum::<i64>(), choice.total());
                let at_night = |line: &&(LineOf<'_>, i64)| matches!(line.0, LineOf::Night(_));
                prop_assert_eq!(lines.iter().filter(at_night).count(), usize::from(nights));
                for (of, amount) in &lines {
                    if let LineOf::Charge { quantity, times, each: Some(each), .. } = of {
                        prop_assert_eq!(i64::from(*quantity) * i64::from(*times) * each, *amount);
                    }
                }
                let later: i64 = choice.deposits.iter().filter(|deposit| deposit.date > TODAY).map(|deposit| deposit.amount).sum();
                prop_assert_eq!(later, choice.dues.later);
            }
        }
    }
}
