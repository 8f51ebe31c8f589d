//! Points: a way of paying that changes no price, and never pays more than there is.

use domain::board::Board;
use domain::booking::*;
use domain::deal::Deal;
use domain::hotel::{Deadline, Penalty, PlanPrice};
use domain::offer::{Offer, Points, Query, offers};
use domain::policy::Deposit;
use jiff::SignedDuration;
use proptest::prelude::*;
use uuid::Uuid;

use crate::dice::Dice;
use crate::hotels::*;

const SESSION: Uuid = Uuid::from_u128(17);
const MEMBER: &str = "QC-1042";

/// Every plan of the hotel is one for points.
fn for_points(mut case: Case, dice: &mut Dice) -> Case {
    for plan in &mut case.hotel.rate_plans {
        plan.points_per_night = Some(dice.within(1, 20_000) as u32);
        plan.points_steps = dice.within(1, 8) as u8;
    }
    case
}

fn payer(balance: i64) -> Payer<'static> {
    Payer { account_number: MEMBER, balance }
}

fn ask<'a>(board: &'a Board, offer: &Offer, query: &Query<'_>, balance: i64, points: Option<i64>) -> Ask<'a> {
    Ask {
        room_type: &board.room(offer.room).code,
        rate_plan: &board.plan(offer.plan).code,
        stay: query.stay,
        party: query.party,
        rooms: query.rooms,
        seen: None,
        deal: Deal::Public,
        package: None,
        unit: None,
        payer: Some(payer(balance)),
        points,
        taken: None,
    }
}

fn chosen(batch: &Batch) -> &Choice {
    batch.choices().next().expect("chosen")
}

fn sum(deposits: &[Deposit]) -> i64 {
    deposits.iter().map(|deposit| deposit.amount).sum()
}

/// What must hold of every choice with points beside the same choice without any of them.
fn is_sound(board: &Board, choice: &Choice, without: &Choice) -> Result<(), TestCaseError> {
    let points = choice.points.as_ref().expect("with points");
    // The price, its taxes and the folio are as they were.
    prop_assert_eq!((choice.total(), &choice.folio, choice.totals), (without.total(), &without.folio, without.totals));
    prop_assert_eq!(choice.to_pay() + points.worth, choice.total());
    prop_assert!(points.worth >= 0 && points.worth <= choice.total());
    let dues = choice.dues;
    prop_assert_eq!(dues.now + dues.later + dues.at_hotel, choice.to_pay(), "what is due is what is paid in money");
    prop_assert!(dues.now >= 0 && dues.later >= 0 && dues.at_hotel >= 0);
    prop_assert_eq!(sum(&choice.deposits), dues.now + dues.later);
    // What is due last is paid first: of those that stand only the last is less than it was.
    prop_assert_eq!(&points.deposits, &without.deposits);
    let whole = choice.deposits.len().saturating_sub(1);
    prop_assert_eq!(&choice.deposits[..whole], &without.deposits[..whole]);
    for (deposit, was) in choice.deposits.iter().zip(&without.deposits).skip(whole) {
        prop_assert!(deposit.date == was.date && deposit.amount <= was.amount);
    }
    // What points pay is on the step, and what is left of a whole room is nothing.
    if points.redeemed == points.offered {
        prop_assert_eq!(choice.to_pay(), 0);
    } else {
        prop_assert_eq!(points.worth % board.currency().step, 0);
    }
    let (exact, worth) = (i128::from(choice.total()) * i128::from(points.redeemed), i128::from(points.worth));
    prop_assert!(worth * i128::from(points.offered) <= exact, "never more than their part");
    // Each room is that part of it, and what is asked again at the commit is the same.
    let (one, rooms) = (choice.for_one_room(), i64::from(choice.rooms));
    prop_assert_eq!((one.redeemed_points() * rooms, one.points_worth() * rooms), (points.redeemed, points.worth));
    prop_assert_eq!(one.dues.now + one.dues.later + one.dues.at_hotel, one.to_pay());
    prop_assert_eq!(one.to_pay() * rooms, choice.to_pay());
    prop_assert!(reprice(board, choice, None, noon(0)).expect("nothing changed").same_price(choice));
    Ok(())
}

proptest! {
    // clause: POINTS-03, POINTS-04, API-43, API-44
    #[test]
    fn points_pay_a_part_of_the_price_and_change_nothing_else(
        seed: u64, guests: u64, from in 0..9_i64, nights in 1..5_u16, rooms in 1..4_u16, balance in 3..200_000_i64,
    ) {
        let dice = &mut Dice(seed ^ guests);
        let board = for_points(with_terms(any_hotel(seed, 3), seed), dice).board();
        let query = Query { rooms, points: Points::Only, ..Query::new(stay(from, nights), any_party(guests)) };
        let batch = Batch::new(Uuid::from_u128(16), 1, &[SESSION], noon(0), 30);
        let answer = offers(&board, &query, noon(0));
        for offer in answer.all() {
            let without = quote(&board, offer.room, offer.plan, &query, noon(0)).expect("on offer");
            let set = set_rate(&batch, SESSION, &ask(&board, offer, &query, balance, None), &board, noon(0), 30);
            let set = set.expect("on offer");
            let choice = chosen(&set.batch);
            is_sound(&board, choice, &without)?;
            let per_room = answer.summary(&board, offer).total_points;
            let offered = per_room * i64::from(rooms);
            let redeemed = choice.redeemed_points();
            prop_assert_eq!(choice.summary(&board).total_points, per_room);
            prop_assert_eq!(redeemed, offered.min(balance) / i64::from(rooms) * i64::from(rooms));
            let held = |more: &PointsHeld| more.get(MEMBER).copied().unwrap_or(0);
            prop_assert_eq!(held(&set.points), redeemed);

            // Every point of the slider does what it says; what the booking holds already can be spent.
            let left = balance - redeemed;
            let options = choice.points_options(&board, balance);
            prop_assert!(options.windows(2).all(|two| two[0].points < two[1].points && two[0].amount >= two[1].amount));
            prop_assert_eq!(options.last().map_or(0, |last| last.points), redeemed);
            for option in &options {
                let again = redeem(&set.batch, SESSION, payer(left), option.points, &board, noon(0), 30).expect("paid");
                is_sound(&board, chosen(&again.batch), &without)?;
                prop_assert_eq!(chosen(&again.batch).to_pay(), option.amount);
                prop_assert_eq!(held(&again.points), option.points - redeemed);
            }
            for wrong in [-1, redeemed + 1, offered + 1, i64::MAX] {
                let refused = redeem(&set.batch, SESSION, payer(left), wrong, &board, noon(0), 30).map(|_| ());
                prop_assert_eq!(refused, Err(Refusal::TooManyPoints { most: redeemed }));
            }
            // Given back with the room, and not another member's to move.
            let removed = remove_rate(&set.batch, SESSION, noon(0), 30).expect("taken back");
            prop_assert_eq!(held(&removed.points), -redeemed);
            let stranger = Payer { account_number: "QC-1", balance: 1_000_000 };
            let refused = redeem(&set.batch, SESSION, stranger, 1, &board, noon(0), 30).map(|_| ());
            prop_assert_eq!(refused, Err(Refusal::NotForPoints));
        }
    }
}

fn one_plan(points: u32) -> Case {
    let mut case = simple(10_000, 5);
    let mut plan = rate_plan("POINTS", PlanPrice::Own, &["KING"]);
    plan.points_per_night = Some(points);
    case.hotel.rate_plans.push(plan);
    case.nights.push(row("KING", "POINTS", vec![Some(price(10_000)); 20], vec![]));
    case
}

fn set(board: &Board, plan: &'static str, payer: Option<Payer<'static>>) -> Result<SetRate, Refusal> {
    set_rooms(board, plan, payer, 1)
}

fn set_rooms(board: &Board, plan: &'static str, payer: Option<Payer<'static>>, rooms: u16) -> Result<SetRate, Refusal> {
    let asked = Ask {
        room_type: "KING",
        rate_plan: plan,
        stay: stay(4, 2),
        party: party(2, &[]),
        rooms,
        seen: None,
        deal: Deal::Public,
        package: None,
        unit: None,
        payer,
        points: None,
        taken: None,
    };
    set_rate(&Batch::new(Uuid::from_u128(16), 1, &[SESSION], noon(0), 30), SESSION, &asked, board, noon(0), 30)
}

// clause: POINTS-06, ROLE-02
#[test]
fn a_plan_for_points_is_for_points_and_no_other_plan_is() {
    let board = one_plan(8_000).board();
    assert_eq!(set(&board, "POINTS", None).map(|_| ()), Err(Refusal::UnknownOffer));
    assert_eq!(set(&board, "FLEX", Some(payer(9_000))).map(|_| ()), Err(Refusal::UnknownOffer));
    assert_eq!(set(&board, "POINTS", Some(payer(0))).map(|_| ()), Err(Refusal::TooManyPoints { most: 0 }));
    // Two rooms take the same number each: of one point that is none.
    let two = |points| set_rooms(&board, "POINTS", Some(payer(points)), 2);
    assert_eq!(two(1).map(|_| ()), Err(Refusal::TooManyPoints { most: 0 }));
    assert_eq!(chosen(&two(3).expect("on offer").batch).redeemed_points(), 2);
    let done = set(&board, "POINTS", Some(payer(9_000))).expect("on offer");
    assert_eq!((chosen(&done.batch).redeemed_points(), chosen(&done.batch).to_pay()), (9_000, 20_000 - 11_250));
}

#[test]
fn points_come_back_whole_while_cancelling_is_free_and_pay_what_it_costs_after() {
    let mut case = one_plan(8_000);
    let step = domain::hotel::CancellationStep {
        from: Deadline::DaysBefore { days: 2, minute: 0 },
        penalty: Penalty::Nights { nights: 1 },
    };
    case.hotel.cancellation_policies[0].steps = vec![step];
    let board = case.board();
    let back = |balance: i64, hours: i64| {
        let done = set(&board, "POINTS", Some(payer(balance))).expect("on offer");
        let agreed = chosen(&done.batch);
        let costs = penalty_at(agreed, noon(0) + SignedDuration::from_hours(hours));
        // What the points do not pay of it is kept of the money, and no more.
        assert_eq!(
            money_back(agreed, agreed.to_pay(), costs),
            agreed.to_pay() - (costs - agreed.points_worth()).max(0)
        );
        agreed.points_back(costs)
    };
    assert_eq!((back(16_000, 0), back(16_000, 24)), (16_000, 16_000));
    // One of two nights is kept: half of the points, or what it costs beyond them.
    assert_eq!((back(16_000, 72), back(12_000, 72), back(6_000, 72)), (8_000, 4_000, 0));
}

#[test]
fn a_stay_brings_points_for_what_is_paid_in_money() {
    let board = one_plan(8_000).board();
    let with_money = set(&board, "FLEX", None).expect("on offer");
    let with_points = set(&board, "POINTS", Some(payer(8_000))).expect("on offer");
    let earns = |set: &SetRate| earned(chosen(&set.batch), board.currency(), 10);
    assert_eq!((earns(&with_money), earns(&with_points)), (2_000, 1_000));
    assert_eq!(credited_on(chosen(&with_money.batch)), day(7));
}
