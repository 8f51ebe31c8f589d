//! Laws of promotions, companies and groups.

use domain::board::Board;
use domain::booking::{Ask, Batch, Refusal, SessionCompany, reprice, set_company, set_rate};
use domain::deal::{AgreedDeal, Block, Deal, Mop, share_out, typed};
use domain::hotel::{Company, Days, Discount, Group, GroupRoom, Off, PlanPrice, RatePlan};
use domain::money::Currency;
use domain::nearest::{Reach, nearest_stays};
use domain::offer::{Offers, Query, offers};
use domain::pricing::{NightAmount, Totals};
use domain::reason::{Reason, ReasonCode};
use jiff::Timestamp;
use proptest::prelude::*;
use uuid::Uuid;

use crate::dice::Dice;
use crate::hotels::*;

fn any_off(dice: &mut Dice) -> Off {
    match dice.within(0, 2) {
        0 => Off::Percent { ppm: dice.within(0, 1_000_000) },
        1 => Off::PerNight { minor: dice.within(0, 30_000) },
        _ => Off::PerStay { minor: dice.within(0, 90_000) },
    }
}

pub fn discount(off: Off) -> Discount {
    Discount {
        code: "WINTER15".into(),
        name: "Winter".into(),
        restriction: String::new(),
        off,
        rate_plans: vec![],
        room_types: vec![],
        booked: None,
        nights: None,
        weekdays: [true; 7],
        min_nights: 1,
        min_rooms: 1,
    }
}

/// The plain hotel with the pages for codes on, and one of each code.
fn with_codes(nightly: i64, left: i32) -> Case {
    let mut case = simple(nightly, left);
    let config = &mut case.hotel.website_config;
    config.disable_discount_flow = false;
    config.enable_company_booking = true;
    config.enable_group_member_reservation_booking = true;
    let corporate = rate_plan("CORPORATE", PlanPrice::Own, &["KING"]);
    case.hotel.rate_plans.push(RatePlan { code_only: true, ..corporate });
    case.nights.push(row("KING", "CORPORATE", vec![Some(price(9_000)); 20], vec![]));
    case.hotel.discounts = vec![discount(Off::Percent { ppm: 150_000 })];
    case.hotel.companies = vec![Company {
        code: "ACME".into(),
        name: "Acme".into(),
        pays: true,
        rate_plans: vec!["CORPORATE".into()],
        off: Some(Off::PerNight { minor: 500 }),
        address: Default::default(),
    }];
    case.hotel.groups = vec![Group {
        code: "SKICLUB".into(),
        name: "Ski club".into(),
        rate_plan: "FLEX".into(),
        nights: Days { from: day(4), to: day(6) },
        cut_off: day(1),
        rooms: vec![GroupRoom { room_type: "KING".into(), price: Some(7_000) }],
    }];
    let mut kept = stock("KING", &[0, 0, 0, 0, 2, 2, 1]);
    kept.group = Some("SKICLUB".into());
    case.stock.push(kept);
    case
}

fn ask(from: i64, nights: u16, plan: &'static str, deal: Option<Deal>) -> Ask<'static> {
    Ask {
        room_type: "KING",
        rate_plan: plan,
        stay: stay(from, nights),
        party: party(2, &[]),
        rooms: 1,
        seen: None,
        deal: deal.expect("a code that opens something"),
        package: None,
        unit: None,
        payer: None,
        points: None,
        taken: None,
    }
}

fn batch() -> Batch {
    Batch::new(Uuid::from_u128(16), 1, &[SESSION], noon(0), 30 * 60)
}

const SESSION: Uuid = Uuid::from_u128(17);

fn chosen(board: &Board, ask: &Ask<'_>) -> Result<domain::booking::Choice, Refusal> {
    let set = set_rate(&batch(), SESSION, ask, board, noon(0), 30)?;
    Ok(set.batch.sessions[0].choice.clone().expect("a choice"))
}

proptest! {
    // clause: PRICE-03, PRICE-08
    #[test]
    fn nothing_taken_off_makes_a_price_negative_or_leaves_the_step(
        seed: u64, code in prop::sample::select(vec!["USD", "JPY", "KWD", "CHF"]), nights in 1usize..12,
    ) {
        let currency = Currency::of(code).expect("a currency");
        let dice = &mut Dice(seed);
        let asked: Vec<i64> = (0..nights).map(|_| currency.round(dice.within(0, 40_000))).collect();
        let off = any_off(dice);
        let mut taken: Vec<NightAmount> =
            asked.iter().map(|rate| NightAmount { rate: *rate, ..NightAmount::default() }).collect();
        off.take(currency, &mut taken, 0..0);
        for (night, before) in taken.iter().zip(&asked) {
            prop_assert_eq!(night.before, Some(*before));
            prop_assert!((0..=*before).contains(&night.rate));
            prop_assert_eq!(night.rate % currency.step, 0);
        }
        let (whole, rest): (i64, i64) = (asked.iter().sum(), taken.iter().map(|night| night.rate).sum());
        match off {
            // To the last unit, however it is shared.
            Off::PerStay { minor } => prop_assert_eq!(whole - rest, currency.round(minor).clamp(0, whole)),
            Off::PerNight { minor } => {
                let each = asked.iter().map(|rate| (*rate).min(currency.round(minor))).sum::<i64>();
                prop_assert_eq!(whole - rest, each);
            }
            Off::Percent { ppm } => {
                let exact = i128::from(whole) * i128::from(1_000_000 - ppm);
                let off_by = (i128::from(rest) * 1_000_000 - exact).abs();
                prop_assert!(off_by <= i128::from(currency.step) * 500_000 * nights as i128);
            }
        }
    }

    #[test]
    fn an_amount_off_the_stay_is_taken_once_however_often_the_stay_grows(
        seed: u64, code in prop::sample::select(vec!["USD", "JPY", "KWD", "CHF"]), grows in prop::collection::vec(1usize..4, 1..5),
    ) {
        let currency = Currency::of(code).expect("a currency");
        let dice = &mut Dice(seed);
        let minor = dice.within(0, 60_000);
        let mut stay: Vec<NightAmount> = Vec::new();
        for more in grows {
            let agreed = stay.clone();
            let night = |rate| NightAmount { rate, ..NightAmount::default() };
            stay.extend((0..more).map(|_| night(currency.round(dice.within(0, 40_000)))));
            Off::PerStay { minor }.take(currency, &mut stay, 0..agreed.len());
            prop_assert_eq!(&stay[..agreed.len()], &agreed[..]);
        }
        let asked: i64 = stay.iter().map(|night| night.before.unwrap_or(night.rate)).sum();
        let taken: i64 = stay.iter().map(NightAmount::taken_off).sum();
        prop_assert_eq!(taken, currency.round(minor).clamp(0, asked));
    }

    // clause: API-14
    #[test]
    fn a_promotion_lowers_prices_and_changes_nothing_else(seed: u64, guests: u64, from in 0i64..9, nights in 1u16..5) {
        let mut case = any_hotel(seed, 3);
        case.hotel.website_config.disable_discount_flow = false;
        case.hotel.discounts = vec![discount(any_off(&mut Dice(seed)))];
        let board = case.board();
        let public = Query::new(stay(from, nights), any_party(guests));
        let deal = Deal::discount(&board, " winter15 ", 1).expect("the promotion");
        let (before, after) = (offers(&board, &public, noon(0)), offers(&board, &Query { deal, ..public }, noon(0)));
        let names = |answer: &Offers| answer.all().iter().map(|o| (o.room, o.plan)).collect::<Vec<_>>();
        prop_assert_eq!(names(&before), names(&after));
        for (plain, offer) in before.all().iter().zip(after.all()) {
            prop_assert_eq!(offer.before, Some(plain.totals));
            let (base, summary) = (before.summary(&board, plain), after.summary(&board, offer));
            prop_assert_eq!(summary.total_amount, base.total_amount);
            prop_assert!(summary.total_amount_after_discount <= base.total_amount_after_discount);
            prop_assert!(summary.total_amount_after_tax_and_fee >= 0);
            prop_assert_eq!(summary.avg_base_amount_after_tax_and_fee, base.avg_amount_after_tax_and_fee);
            prop_assert_eq!(summary.avg_base_amount_before_tax, base.avg_amount_before_tax);
            let nights = after.nights(offer);
            prop_assert_eq!(nights.iter().map(|n| n.rate).sum::<i64>(), summary.total_amount_after_discount);
            prop_assert_eq!(nights.iter().map(|n| n.total).sum::<i64>(), summary.total_amount_after_tax_and_fee);
        }
    }

    // clause: API-13
    #[test]
    fn a_house_and_its_blocks_share_the_rooms_that_exist(
        exist in 0i64..20, taken in 0i64..12, blocks in prop::collection::vec((0i64..9, 0i64..6), 0..4),
    ) {
        let blocks: Vec<Block> = blocks.into_iter().map(|(wanted, taken)| Block { wanted, taken }).collect();
        let (house, totals) = share_out(exist, taken, &blocks);
        let all_taken = taken + blocks.iter().map(|block| block.taken).sum::<i64>();
        prop_assert!(house >= 0);
        for (block, total) in blocks.iter().zip(&totals) {
            prop_assert!(*total >= block.taken, "what is sold stays sold");
            prop_assert!(*total <= block.wanted.max(block.taken), "no block gets more than it wants");
        }
        if all_taken <= exist {
            prop_assert_eq!(house + totals.iter().sum::<i64>(), exist);
            prop_assert!(house >= taken);
            // Free rooms go to the house only when every block has what it wants.
            if house > taken {
                prop_assert!(blocks.iter().zip(&totals).all(|(block, total)| *total >= block.wanted));
            }
        } else {
            prop_assert!(house <= taken, "nothing is left to sell in the house");
            prop_assert!(blocks.iter().zip(&totals).all(|(block, total)| *total == block.taken), "nor in a block");
        }
    }
}

// clause: SEARCH-13, SEARCH-20
#[test]
fn codes_are_compared_in_capital_letters_of_any_script() {
    assert_eq!(typed("  winter15 "), Some("WINTER15".into()));
    assert_eq!(typed("falcon   air"), Some("FALCON AIR".into()));
    assert_eq!(typed("نور10"), Some("نور10".into()));
    assert_eq!(typed("ｗｉｎｔｅｒ１５　"), Some("WINTER15".into()), "a Japanese keyboard");
    assert_eq!(typed("نور١٠"), Some("نور10".into()), "an Arabic one");
    assert_eq!(typed("n\u{303}andu\u{301}"), Some("ÑANDÚ".into()), "as a Mac pastes file names");
    assert_eq!(typed("ñandú"), Some("ÑANDÚ".into()));
    assert_eq!(typed("दिवाली१०"), Some("दिवाली10".into()));
    assert_eq!(typed("शक्ति"), Some("शक्ति".into()), "with a sign that is no letter by itself");
    let may = typed("Μαΐου").expect("a month of Greece's");
    assert_eq!(typed(&may).as_ref(), Some(&may), "typed as it is shown");
    for bad in ["\u{93f}", "10\u{93f}", "A \u{94d}", "1\u{fe0f}\u{20e3}"] {
        assert_eq!(typed(bad), None, "a mark without its letter: {bad}");
    }
    for bad in ["", "  ", "A-B", "A_B", "<b>", "A'--", &"A".repeat(41)] {
        assert_eq!(typed(bad), None, "{bad}");
    }
}

// clause: ERR-12
#[test]
fn a_promotion_has_every_condition_at_its_edges() {
    let base = discount(Off::Percent { ppm: 100_000 });
    let applies = |discount: &Discount, from, nights, rooms, today| {
        discount.applies(&stay(from, nights), rooms, Some(day(today)))
    };
    assert!(applies(&base, 3, 1, 1, 0));
    let nights = Discount { nights: Some(Days { from: day(3), to: day(5) }), ..base.clone() };
    assert!(applies(&nights, 3, 3, 1, 0) && !applies(&nights, 2, 2, 1, 0) && !applies(&nights, 4, 3, 1, 0));
    let booked = Discount { booked: Some(Days { from: day(1), to: day(2) }), ..base.clone() };
    assert!(!applies(&booked, 3, 1, 1, 0) && applies(&booked, 3, 1, 1, 1));
    assert!(applies(&booked, 3, 1, 1, 2) && !applies(&booked, 4, 1, 1, 3));
    assert!(booked.applies(&stay(4, 1), 1, None), "what is held was promised");
    let long = Discount { min_nights: 2, min_rooms: 2, ..base.clone() };
    assert!(applies(&long, 3, 2, 2, 0) && !applies(&long, 3, 1, 2, 0) && !applies(&long, 3, 2, 1, 0));
    // The first night of the test hotels is a Thursday.
    let weekdays = Discount { weekdays: [false, false, false, true, true, false, false], ..base };
    assert!(applies(&weekdays, 0, 2, 1, 0) && !applies(&weekdays, 0, 3, 1, 0) && !applies(&weekdays, 6, 2, 1, 0));
}

// clause: API-25, SEARCH-30
#[test]
fn a_promotion_is_checked_at_set_rate_and_again_at_commit() {
    let mut case = with_codes(10_000, 3);
    case.hotel.discounts[0].min_nights = 2;
    case.hotel.discounts[0].booked = Some(Days { from: day(0), to: day(0) });
    let board = case.board();
    let deal = || Deal::discount(&board, "WINTER15", 1);
    let choice = chosen(&board, &ask(2, 2, "FLEX", deal())).expect("a choice");
    assert_eq!((choice.total(), choice.before_discount.map(|b: Totals| b.grand_total())), (17_000, Some(20_000)));
    assert_eq!(choice.deal, Some(AgreedDeal::Discount { code: "WINTER15".into(), name: "Winter".into() }));
    assert_eq!(chosen(&board, &ask(2, 1, "FLEX", deal())), Err(Refusal::CodeNotValid));
    let tomorrow = set_rate(&batch(), SESSION, &ask(2, 2, "FLEX", deal()), &board, noon(1), 30);
    assert_eq!(tomorrow, Err(Refusal::CodeNotValid));
    // Held is promised, also past midnight; a promotion that is gone is not.
    assert!(reprice(&board, &choice, None, noon(1)).expect("a price").same_price(&choice));
    case.hotel.discounts.clear();
    assert_eq!(reprice(&case.board(), &choice, None, noon(0)).expect("a price").total(), 20_000);
}

// clause: PAY-11, DATA-07
#[test]
fn a_company_has_plans_of_its_own_and_may_pay() {
    let mut case = with_codes(10_000, 3);
    let board = case.board();
    let plans = |board: &Board, deal: Deal| -> Vec<String> {
        let query = Query { deal, ..Query::new(stay(2, 1), party(2, &[])) };
        let answer = offers(board, &query, noon(0));
        answer.all().iter().map(|o| format!("{} {}", board.plan(o.plan).code, o.totals.grand_total())).collect()
    };
    assert_eq!(plans(&board, Deal::Public), ["FLEX 10000"]);
    let company = |board: &Board, mop| Deal::company(board, "acme", mop);
    assert_eq!(plans(&board, company(&board, Mop::Guest).expect("the company")), ["FLEX 9500", "CORPORATE 9000"]);
    let unknown = chosen(&board, &ask(2, 1, "CORPORATE", Some(Deal::Public)));
    assert_eq!(unknown, Err(Refusal::UnknownOffer), "a negotiated plan is sold to nobody else");

    let paid = chosen(&board, &ask(2, 1, "CORPORATE", company(&board, Mop::Company))).expect("a choice");
    assert!(paid.company_pays() && paid.deposits.is_empty() && paid.dues == domain::policy::Dues::default());
    // Through company-reservations instead of set-rate.
    let on = SessionCompany { code: "ACME".into(), mop: Mop::Company };
    let attached = set_company(&batch(), SESSION, on, noon(0), 30).expect("a batch");
    let set = set_rate(&attached, SESSION, &ask(2, 1, "CORPORATE", Some(Deal::Public)), &board, noon(0), 30);
    let with_room = set.expect("a choice").batch;
    assert_eq!(with_room.sessions[0].choice.as_ref(), Some(&paid));
    // The room that is chosen stays as it is: it has to be the company's already.
    let again = |mop| set_company(&with_room, SESSION, SessionCompany { code: "ACME".into(), mop }, noon(0), 30);
    assert_eq!(again(Mop::Company).map(|batch| batch.sessions), Ok(with_room.sessions.clone()));
    assert_eq!(again(Mop::Guest), Err(Refusal::RoomBeforeCompany));

    case.hotel.companies[0].pays = false;
    let board = case.board();
    let guest_pays = chosen(&board, &ask(2, 1, "CORPORATE", company(&board, Mop::Company))).expect("a choice");
    assert!(!guest_pays.company_pays(), "only the hotel says who pays");
    case.hotel.companies.clear();
    assert_eq!(reprice(&case.board(), &paid, None, noon(0)), Err(Refusal::CodeNotValid), "nor to one that is gone");
    assert_eq!(plans(&case.board(), Deal::Public), ["FLEX 10000"]);
}

// clause: API-14, DATA-04
#[test]
fn a_block_is_sold_from_its_own_rooms_until_its_cut_off() {
    let mut case = with_codes(10_000, 0);
    let board = case.board();
    let deal = |today| Deal::group(&board, "SkiClub", day(today));
    assert!(deal(1).is_some() && deal(2).is_none(), "the cut-off day is the last");
    let choice = chosen(&board, &ask(4, 3, "FLEX", deal(0))).expect("a room of the block in a full house");
    assert_eq!((choice.total(), choice.group()), (21_000, Some("SKICLUB")));
    assert_eq!(choice.held_rooms().group.as_deref(), Some("SKICLUB"));
    assert!(chosen(&board, &ask(4, 1, "FLEX", Some(Deal::Public))).is_err(), "the house is full");
    let reasons = |from, nights| match chosen(&board, &ask(from, nights, "FLEX", deal(0))) {
        Err(Refusal::NotOnOffer(reasons)) => reasons.iter().map(|r| r.code).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(reasons(3, 2), [ReasonCode::NotInBlock]);
    assert_eq!(reasons(6, 2), [ReasonCode::NotInBlock]);
    let longer = Query { deal: deal(0).expect("its code"), ..Query::new(stay(3, 6), party(2, &[])) };
    let near = nearest_stays(&board, &longer, noon(0), Reach::default());
    assert_eq!(near[0].stay, stay(4, 3), "what is left of a longer stay is the group's own nights");
    let king = board.room_index("KING").expect("known");
    board.set_block_left(0, king, day(5), 0);
    assert_eq!(reasons(4, 2), [ReasonCode::SoldOut]);
    assert_eq!((board.block_left(0, king, day(4)), board.left(king, day(4))), (2, 0));
    assert_eq!(board.blocks_to_release(day(1)), Vec::<&str>::new());
    assert!(
        !board.is_released("SKICLUB", "KING", day(4), day(1)) && board.is_released("SKICLUB", "KING", day(4), day(2))
    );
    assert_eq!(board.blocks_to_release(day(2)), ["SKICLUB"]);
    assert_eq!(board.blocks_to_release(day(7)), Vec::<&str>::new(), "nobody sells a night that is past");
    // Rooms that the files keep for it no more: of a type, of nights, and all of them.
    case.hotel.groups[0].rooms.clear();
    let board = case.board();
    assert_eq!(board.blocks_to_release(day(0)), ["SKICLUB"]);
    let without = chosen(&board, &ask(4, 2, "FLEX", Deal::group(&board, "SKICLUB", day(0))));
    let not_in_block = |reason: &Reason| reason.code == ReasonCode::NotInBlock;
    assert!(matches!(without, Err(Refusal::NotOnOffer(reasons)) if reasons.iter().all(not_in_block)));
    case.hotel.groups[0].rooms = vec![GroupRoom { room_type: "KING".into(), price: None }];
    case.hotel.groups[0].nights.from = day(5);
    assert_eq!(case.board().blocks_to_release(day(0)), ["SKICLUB"]);
    case.hotel.groups.clear();
    let board = case.board();
    assert_eq!(reprice(&board, &choice, None, noon(0)), Err(Refusal::CodeNotValid));
    assert_eq!(board.blocks_to_release(day(0)), ["SKICLUB"]);
    let block = board.block_index("SKICLUB").expect("its rooms");
    (4..7).for_each(|night| board.set_block_left(block, king, day(night), 0));
    assert_eq!(board.blocks_to_release(day(0)), Vec::<&str>::new());
}

// clause: SEARCH-15
#[test]
fn a_hotel_that_takes_no_codes_knows_none() {
    let opened = |case: &Case| -> [bool; 3] {
        let board = case.board();
        [
            Deal::discount(&board, "WINTER15", 1).is_some(),
            Deal::company(&board, "ACME", Mop::Guest).is_some(),
            Deal::group(&board, "SKICLUB", day(0)).is_some(),
        ]
    };
    let mut case = with_codes(10_000, 3);
    assert_eq!(opened(&case), [true; 3]);
    case.hotel.website_config.disable_discount_flow = true;
    assert_eq!(opened(&case), [false, true, true]);
    case.hotel.website_config.enable_company_booking = false;
    assert_eq!(opened(&case), [false, false, true]);
    case.hotel.website_config.enable_group_member_reservation_booking = false;
    assert_eq!(opened(&case), [false; 3]);
}

#[test]
fn the_calendar_shows_only_what_everybody_can_book() {
    let case = with_codes(10_000, 3);
    let mut days = Vec::new();
    let now: Timestamp = noon(0);
    domain::calendar::lowest_rates(
        &case.board(),
        day(2),
        day(3),
        &domain::calendar::CalendarFor::new(&party(2, &[]), None),
        now,
        &mut days,
    );
    assert_eq!(days[0].amount, Some(10_000));
}
