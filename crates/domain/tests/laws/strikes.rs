//! The struck-through price is one that was asked, the lowest of the time that is remembered, and above today's.

use domain::asked::{Asked, Edition, Former, FormerRow, Ledger, REMEMBERED};
use domain::booking::{quote, reprice};
use domain::hotel::*;
use domain::money::Currency;
use domain::offer::{Query, offers};
use domain::pricing::party_rate;
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
        if let Some(base) = base.filter(|_| from < until && until > noon(0) - REMEMBERED) {
            lowest = Some(lowest.map_or(base, |lowest| lowest.min(base)));
            stood |= until.duration_since(from) >= SignedDuration::from_hours(24);
        }
        from = until;
    }
    lowest.filter(|_| stood)
}

/// An edition of the hotel's files that asks this for FLEX or, in one of many ways, does not sell it.
fn edition(price: NightPrice, off: usize) -> Case {
    let mut case = simple(0, 5);
    case.nights[0].prices = vec![Some(price); 20];
    match off {
        1 => case.nights[0].prices[3] = None,
        2 => case.nights[0].prices.truncate(3),
        3 => case.hotel.rate_plans[0].code_only = true,
        4 => case.hotel.rate_plans[0].room_types.clear(),
        5 => (case.hotel.rate_plans, case.nights) = (vec![], vec![]),
        6 => case.nights[0].first = day(10),
        7 => (case.hotel.room_types, case.hotel.rate_plans[0].room_types, case.nights) = (vec![], vec![], vec![]),
        _ => {}
    }
    case
}

/// The ledger after editions that each are in force from so many hours ago.
fn ledger(editions: &[(i64, Case)]) -> Ledger {
    let of = |at: usize| Edition { hotel: &editions[at].1.hotel, rows: &editions[at].1.nights };
    let begun = Ledger::new(hours_ago(editions[0].0));
    (1..editions.len()).fold(begun, |ledger, at| ledger.turn(of(at - 1), of(at), hours_ago(editions[at].0)))
}

prop_compose! {
    /// One of few prices, so that many are below others in some parts and above them in others.
    fn few_prices()(
        base in 1_i64..4, included in 1_u8..3, alone in prop::option::of(0_i64..3), extra in 0_i64..5,
        child in 0_i64..3,
    ) -> NightPrice {
        let single = alone.map(|less| base * 4_000 - less * 1_000);
        let (extra_adult, child) = (extra * 3_000, [child * 500; 4]);
        NightPrice { base: base * 4_000, included, single, extra_adult, child }
    }
}

proptest! {
    // Whatever way it was taken off sale in between, and whatever is forgotten on the way, what was asked counts.
    // clause: PRICE-05
    #[test]
    fn what_goes_off_sale_and_comes_back_was_asked_all_the_same(
        imports in prop::collection::vec((few_prices(), 0_usize..20, prop_oneof![0_i64..20, 0_i64..900]), 0..12),
        first in few_prices(), today in few_prices(), adults in 1_u8..3, ages in prop::collection::vec(0_u8..12, 0..2),
    ) {
        let mut hours: Vec<i64> = imports.iter().map(|(_, _, ago)| *ago).chain([0, 1_000]).collect();
        hours.sort_unstable_by_key(|hours| -hours);
        let kinds = [(first, 0)].into_iter().chain(imports.iter().map(|(price, off, _)| (*price, *off)));
        let kinds: Vec<(NightPrice, usize)> = kinds.chain([(today, 0)]).collect();
        let editions = hours.iter().zip(&kinds).map(|(ago, (price, off))| (*ago, edition(*price, *off)));
        let editions: Vec<(i64, Case)> = editions.collect();
        let board = editions[editions.len() - 1].1.board().remembering(ledger(&editions).rows);
        let query = Query::new(stay(3, 1), party(adults, &ages));
        let answer = offers(&board, &query, noon(0));

        let asked = kinds.iter().map(|(price, off)| (!(1..8).contains(off)).then_some(*price));
        let mut history: Vec<_> = asked.zip(hours[1..].iter().map(|hours| hours_ago(*hours))).collect();
        // A price that stays is one, however many imports say it.
        history.reverse();
        history.dedup_by_key(|(price, _)| *price);
        history.reverse();
        if history.last().is_some_and(|(price, _)| *price == Some(today)) {
            history.pop();
        }
        let infants = ages.iter().filter(|age| **age <= 2).count() as u8;
        let party = (adults, [infants, ages.len() as u8 - infants, 0, 0]);
        let rate = |price| party_rate(Currency::of("USD").expect("known"), &price, &[], party);
        let expected = lowest(history.into_iter().map(|(price, until)| (price.map(rate), until)), hours_ago(hours[0]));
        prop_assert_eq!(answer.all()[0].strike, expected.filter(|lowest| *lowest > rate(today)));
    }

    // A plan that follows another counts by what it took off each time.
    // clause: PRICE-05
    #[test]
    fn a_plan_that_follows_another_is_compared_with_what_it_asked_itself(
        imports in prop::collection::vec(((few_prices(), 0_usize..3), prop_oneof![0_i64..20, 0_i64..900]), 0..12),
        first in (few_prices(), 0_usize..3), today in (few_prices(), 0_usize..3), adults in 1_u8..3,
    ) {
        let change = |cut: usize| Change::Percent { ppm: [-300_000, -100_000, 200_000][cut] };
        let following = |(price, cut): (NightPrice, usize)| {
            let mut case = edition(price, 0);
            let saver = RatePlan {
                code: "SAVER".into(),
                price: PlanPrice::Derived { from: "FLEX".into(), change: change(cut) },
                ..case.hotel.rate_plans[0].clone()
            };
            case.hotel.rate_plans.push(saver);
            case
        };
        let mut hours: Vec<i64> = imports.iter().map(|(_, ago)| *ago).chain([0, 1_000]).collect();
        hours.sort_unstable_by_key(|hours| -hours);
        let asked = [first].into_iter().chain(imports.iter().map(|(asked, _)| *asked)).chain([today]);
        let asked: Vec<_> = asked.collect();
        let editions: Vec<_> = hours.iter().zip(&asked).map(|(ago, asked)| (*ago, following(*asked))).collect();
        let board = editions[editions.len() - 1].1.board().remembering(ledger(&editions).rows);
        let answer = offers(&board, &Query::new(stay(3, 1), party(adults, &[])), noon(0));
        let offer = answer.all().iter().find(|offer| Some(offer.plan) == board.plan_index("SAVER")).expect("on sale");

        let mut history: Vec<_> = asked.iter().copied().zip(hours[1..].iter().map(|hours| hours_ago(*hours))).collect();
        history.reverse();
        history.dedup_by_key(|(asked, _)| *asked);
        history.reverse();
        if history.last().is_some_and(|(asked, _)| *asked == today) {
            history.pop();
        }
        let usd = Currency::of("USD").expect("known");
        let rate = |(price, cut): (NightPrice, usize)| party_rate(usd, &price, &[change(cut)], (adults, [0; 4]));
        let expected = lowest(history.into_iter().map(|(asked, until)| (Some(rate(asked)), until)), hours_ago(hours[0]));
        prop_assert_eq!(offer.strike, expected.filter(|lowest| *lowest > rate(today)));
    }

    // What a server reads and keeps does not grow with every change of price.
    #[test]
    fn prices_that_go_up_and_down_leave_few_behind(
        levels in prop::collection::vec(1_i64..40, 2..5), imports in 1_i64..60,
    ) {
        let price = |import: i64| price(levels[import as usize % levels.len()] * 1_000);
        let editions: Vec<(i64, Case)> =
            (0..=imports).map(|import| (imports - import, edition(price(import), 0))).collect();
        for row in ledger(&editions).rows {
            for night in (0..20).map(day) {
                let former = row.prices.iter().filter(|(_, nights)| nights.contains(&night)).count();
                // The lowest of each level, the last one and one that stood.
                prop_assert!(former <= levels.len() + 2, "{former}");
            }
        }
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
        let mut order = history.clone();
        order.sort_by_key(|(_, hours, _)| -hours);
        let began = began.max(order.first().map_or(0, |(_, hours, _)| *hours));
        let mut from = hours_ago(began);
        let prices = order.iter().map(|(base, hours, sold)| {
            let asked = sold.then(|| Asked { price: price(*base), chain: vec![] });
            let former = Former { from, until: hours_ago(*hours), asked };
            from = former.until;
            (former, vec![day(3)])
        });
        let prices = prices.filter(|(former, _)| former.from < former.until).collect();
        let row = FormerRow { room_type: "KING".into(), rate_plan: "FLEX".into(), prices };
        let board = case.board().remembering(vec![row]);
        let query = Query::new(stay(3, nights), party(2, &[]));
        let answer = offers(&board, &query, noon(0));
        let offer = &answer.all()[0];

        let asked = order.iter().map(|(base, hours, sold)| (sold.then_some(*base), hours_ago(*hours)));
        let lowest = lowest(asked, hours_ago(began));
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

#[test]
fn another_hotel_in_place_of_one_has_asked_nothing_yet() {
    let [dear, mut cheap] = [price(20_000), price(10_000)].map(|price| edition(price, 0));
    let former = |cheap: &Case| ledger(&[(900, dear.clone()), (1, cheap.clone())]).rows.len();
    assert_eq!(former(&cheap), 1);
    cheap.hotel.code = "OTHER".into();
    assert_eq!(former(&cheap), 0);
}
