//! The struck-through price is one that was asked, the lowest of the time that is remembered, and above today's.

use domain::asked::{Asked, Edition, Entry, Former, REMEMBERED, entry};
use domain::booking::{quote, reprice};
use domain::hotel::*;
use domain::offer::{Query, offers};
use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;

use crate::hotels::*;

fn hours_ago(hours: i64) -> Timestamp {
    noon(0) - SignedDuration::from_hours(hours)
}

/// By hand: prices until when, in order of time, each from where the one before ended.
fn lowest(history: impl Iterator<Item = (Option<i64>, Timestamp)>, since: Timestamp) -> Option<i64> {
    let mut from = since;
    let (mut lowest, mut stood) = (None::<i64>, false);
    for (base, until) in history {
        if let Some(base) = base.filter(|_| until > noon(0) - REMEMBERED) {
            lowest = Some(lowest.map_or(base, |lowest| lowest.min(base)));
            stood |= until.duration_since(from) >= SignedDuration::from_hours(24);
        }
        from = until;
    }
    lowest.filter(|_| stood)
}

/// An edition of the hotel's files that asks this for FLEX or, in one of many ways, does not sell it.
fn edition(base: i64, off: usize) -> Case {
    let mut case = simple(base, 5);
    match off {
        0 => {}
        1 => case.nights[0].prices[3] = None,
        2 => case.nights[0].prices.truncate(3),
        3 => case.hotel.rate_plans[0].code_only = true,
        4 => case.hotel.rate_plans[0].room_types.clear(),
        5 => (case.hotel.rate_plans, case.nights) = (vec![], vec![]),
        _ => (case.hotel.room_types, case.hotel.rate_plans[0].room_types, case.nights) = (vec![], vec![], vec![]),
    }
    case
}

proptest! {
    // Whatever way it was taken off sale in between, what was asked before counts.
    // clause: PRICE-05
    #[test]
    fn what_goes_off_sale_and_comes_back_was_asked_all_the_same(
        imports in prop::collection::vec((1_i64..40_000, 0_usize..7, 0_i64..400), 0..6), first in 1_i64..40_000, today in 1_i64..30_000,
    ) {
        let mut hours: Vec<i64> = imports.iter().map(|(_, _, after)| *after).chain([0, 1_000]).collect();
        hours.sort_unstable_by_key(|hours| -hours);
        let kinds = [(first, 0)].into_iter().chain(imports.iter().map(|(base, off, _)| (*base, *off)));
        let kinds: Vec<(i64, usize)> = kinds.chain([(today, 0)]).collect();
        let editions: Vec<Case> = kinds.iter().map(|(base, off)| edition(*base, *off)).collect();
        let since = hours_ago(hours[0]);
        let mut former = Vec::new();
        for (pair, hours) in editions.windows(2).zip(&hours[1..]) {
            let [before, after] = [&pair[0], &pair[1]].map(|case| Edition { hotel: &case.hotel, rows: &case.nights });
            match entry(before, after, hours_ago(*hours)) {
                Entry::Add(more) => former.extend(more),
                Entry::BeginAnew => prop_assert!(false, "taxes and fees stay"),
            }
        }
        let board = editions[editions.len() - 1].board().remembering(former, since);
        let query = Query::new(stay(3, 1), party(2, &[]));
        let answer = offers(&board, &query, noon(0));

        let asked = kinds.iter().map(|(base, off)| (*off == 0).then_some(*base));
        let mut history: Vec<_> = asked.zip(hours[1..].iter().map(|hours| hours_ago(*hours))).collect();
        // A price that stays is one, however many imports say it.
        history.reverse();
        history.dedup_by_key(|(base, _)| *base);
        history.reverse();
        if history.last().is_some_and(|(base, _)| *base == Some(today)) {
            history.pop();
        }
        let expected = lowest(history.into_iter(), since).filter(|lowest| *lowest > today);
        prop_assert_eq!(answer.all()[0].strike, expected);
    }

    // clause: PRICE-05
    #[test]
    fn only_a_higher_price_that_was_asked_is_struck_through(
        today in 1_i64..30_000, began in 0_i64..1_200, fee in 0_i64..2_000,
        history in prop::collection::vec((1_i64..40_000, 0_i64..1_000, prop::bool::weighted(0.9)), 0..6), nights in 1_u16..4,
    ) {
        let mut case = simple(today, 5);
        case.hotel.charges = vec![
            charge("FEE", ChargeKind::Fee, ChargeAmount::Flat { minor: fee, per: Per::Stay }),
            charge("TAX", ChargeKind::Tax, ChargeAmount::Percent { ppm: 90_000 }),
        ];
        let former = history.iter().map(|(base, hours, sold)| Former {
            room_type: "KING".into(),
            rate_plan: "FLEX".into(),
            night: day(3),
            until: hours_ago(*hours),
            asked: sold.then(|| Asked { price: price(*base), chain: vec![] }),
        });
        let since = hours_ago(began.max(history.iter().map(|(_, hours, _)| *hours).max().unwrap_or(0)));
        let board = case.board().remembering(former.collect(), since);
        let query = Query::new(stay(3, nights), party(2, &[]));
        let answer = offers(&board, &query, noon(0));
        let offer = &answer.all()[0];

        let mut order = history.clone();
        order.sort_by_key(|(_, hours, _)| -hours);
        let lowest = lowest(order.iter().map(|(base, hours, sold)| (sold.then_some(*base), hours_ago(*hours))), since);
        let total = |rate: i64| {
            let mut other = case.clone();
            other.nights[0].prices[3] = Some(price(rate));
            offers(&other.board(), &query, noon(0)).all()[0].totals.grand_total()
        };
        let expected = lowest.map(total).filter(|struck| *struck > offer.totals.grand_total());
        prop_assert_eq!(offer.strike, expected);
        let summary = answer.summary(&board, offer);
        prop_assert_eq!(summary.strike_price, expected);
        let chosen = quote(&board, offer.room, offer.plan, &query, noon(0)).expect("a choice");
        prop_assert_eq!(chosen.summary(&board), summary);
        prop_assert_eq!(reprice(&board, &chosen, None, noon(0)), Ok(chosen));
    }
}
