//! The struck-through price is one that was asked, the lowest of the time that is remembered, and above today's.

use domain::asked::{Asked, Former, REMEMBERED};
use domain::hotel::*;
use domain::offer::{Query, offers};
use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;

use crate::hotels::*;

fn hours_ago(hours: i64) -> Timestamp {
    noon(0) - SignedDuration::from_hours(hours)
}

proptest! {
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

        // By hand: intervals in order of time, each beginning where the one before ended.
        let mut order = history.clone();
        order.sort_by_key(|(_, hours, _)| -hours);
        let mut from = since;
        let (mut lowest, mut stood) = (None::<i64>, false);
        for (base, hours, sold) in order {
            let until = hours_ago(hours);
            if sold && until > noon(0) - REMEMBERED {
                lowest = Some(lowest.map_or(base, |lowest| lowest.min(base)));
                stood |= until.duration_since(from) >= SignedDuration::from_hours(24);
            }
            from = until;
        }
        let total = |rate: i64| {
            let mut other = case.clone();
            other.nights[0].prices[3] = Some(price(rate));
            offers(&other.board(), &query, noon(0)).all()[0].totals.grand_total()
        };
        let expected = lowest.filter(|_| stood).map(total).filter(|struck| *struck > offer.totals.grand_total());
        prop_assert_eq!(offer.strike, expected);
        prop_assert_eq!(answer.summary(&board, offer).strike_price, expected);
    }
}
