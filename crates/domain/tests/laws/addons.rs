//! Add-ons: each is charged by its rule, on its days, and stands in every sum that a guest sees.

use domain::addon::{AddonAsk, AddonDays, AddonFault, Lack, price_of_one};
use domain::board::Board;
use domain::booking::*;
use domain::folio::Folio;
use domain::hotel::Charge;
use domain::hotel::*;
use domain::offer::{Query, offers};
use domain::party::Party;
use domain::stay::Stay;
use jiff::civil::Date;
use proptest::prelude::*;
use uuid::Uuid;

use crate::dice::Dice;
use crate::hotels::*;
use crate::reference::{half_up, step_of};

const SESSION: Uuid = Uuid::from_u128(17);

fn ask(code: &str, quantity: u16, date: Option<Date>) -> AddonAsk {
    AddonAsk { code: code.to_owned(), quantity, date }
}

/// Entries as a page sends them, some days left out.
fn any_asks(board: &Board, choice: &Choice, dice: &mut Dice) -> Vec<AddonAsk> {
    let mut asks = Vec::new();
    for addon in &board.hotel().addons {
        if !addon.is_for(&choice.room_type, &choice.rate_plan, &choice.stay) || dice.chance(20) {
            continue;
        }
        let quantity = dice.within(1, i64::from(addon.max_quantity)) as u16;
        if addon.recurring() {
            asks.push(ask(&addon.charge.code, quantity, None));
        } else {
            for day in addon.days(&choice.stay) {
                if dice.chance(80) {
                    asks.push(ask(&addon.charge.code, quantity, Some(day)));
                }
            }
        }
    }
    asks
}

/// Whom one of an add-on is for in a room, where it is charged by them; else it is one thing.
fn persons(addon: &Addon, party: &domain::party::Party) -> i64 {
    let charge = &addon.charge;
    let charged = |age: &&u8| charge.exempt_up_to_age.is_none_or(|free| **age > free);
    match charge.per {
        Per::Person | Per::PersonNight => {
            i64::from(party.adults()) + party.child_ages().iter().filter(charged).count() as i64
        }
        _ => 1,
    }
}

/// What one of an add-on costs in one room on a day, counted out by hand: its amount, and the taxes on top.
fn by_hand(board: &Board, addon: &Addon, choice: &Choice, day: Date) -> (i64, i64) {
    let charge = &addon.charge;
    let step = step_of(board.hotel());
    let amount = half_up(charge.amount.into(), 1, step) * persons(addon, &choice.party);
    let night = domain::stay::days_between(choice.stay.arrival(), day) as u16;
    let ppm = |tax: &&Charge| match tax.amount {
        ChargeAmount::Percent { ppm } if tax.max_nights.is_none_or(|most| night < most) => i128::from(ppm),
        _ => 0,
    };
    let taxes: Vec<&Charge> = board.hotel().charges.iter().filter(|tax| charge.taxes.contains(&tax.code)).collect();
    let contained: i128 = taxes.iter().filter(|tax| tax.inclusive).map(ppm).sum();
    let mut net = amount;
    for tax in taxes.iter().filter(|tax| tax.inclusive) {
        net -= half_up(i128::from(amount) * ppm(tax), 1_000_000 + contained, 1).min(net);
    }
    let on_top = taxes.iter().filter(|tax| !tax.inclusive);
    (amount, on_top.map(|tax| half_up(i128::from(net) * ppm(tax), 1_000_000, step)).sum())
}

fn adds_up(folio: &Folio) -> bool {
    folio.estimated_total == folio.charges.iter().map(|charge| charge.net_value).sum::<i64>()
}

proptest! {
    // clause: ADDON-09, ADDON-12, ADDON-13, API-40
    #[test]
    fn an_addon_costs_its_rule_times_its_days_and_persons(
        seed: u64, guests: u64, from in 0..9_i64, nights in 1..5_u16, rooms in 1..4_u16,
    ) {
        let board = with_terms(with_addons(any_hotel(seed, 3), seed), seed).board();
        let query = Query { rooms, ..Query::new(stay(from, nights), any_party(guests)) };
        let dice = &mut Dice(seed ^ guests);
        for offer in offers(&board, &query, noon(0)).all() {
            let plain = quote(&board, offer.room, offer.plan, &query, noon(0)).expect("on offer");
            let asks = any_asks(&board, &plain, dice);
            let choice = plain.with_addons(&board, &asks).expect("each can be had");
            let mut sum = 0;
            for (ask, agreed) in asks.iter().zip(&choice.addons) {
                let at = board.hotel().addons.iter().position(|addon| addon.charge.code == ask.code).expect("one of them");
                let (amount, on_top) = by_hand(&board, &board.hotel().addons[at], &plain, agreed.day);
                prop_assert_eq!(&agreed.ask(), ask);
                prop_assert_eq!(agreed.amount, (amount + on_top) * i64::from(ask.quantity) * i64::from(rooms));
                // The card tells one; so many cost so many times as much.
                let one = price_of_one(&board, at as u16, agreed.day, &plain.stay, &plain.party, rooms);
                prop_assert_eq!(one.net_value * i64::from(ask.quantity), agreed.amount);
                let line = choice.folio.charges.iter().find(|c| c.charge_type_code == ask.code && c.date == agreed.day);
                let line = line.expect("a line of the folio");
                prop_assert_eq!((line.net_value, line.quantity), (agreed.amount, ask.quantity));
                sum += agreed.amount;
            }
            prop_assert_eq!(choice.addons.len(), asks.len());
            prop_assert_eq!(choice.total(), plain.total() + sum);
            prop_assert!(adds_up(&choice.folio));
            let dues = choice.dues;
            prop_assert_eq!(dues.now + dues.later + dues.at_hotel, choice.total());
            prop_assert_eq!((dues.now, dues.later), (plain.dues.now, plain.dues.later), "paid at the hotel");
            // One of its rooms is that part of it, and what is asked again at the commit is the same.
            let one = choice.for_one_room();
            prop_assert!(adds_up(&one.folio));
            prop_assert_eq!(one.total() * i64::from(rooms), choice.total());
            prop_assert_eq!(one.addons.iter().map(|addon| addon.amount).sum::<i64>() * i64::from(rooms), sum);
            prop_assert!(reprice(&board, &choice, None, noon(0)).expect("nothing changed").same_price(&choice));
            // Taken off again, nothing is left of them.
            prop_assert_eq!(choice.with_addons(&board, &[]).expect("none"), plain);
        }
    }

    // clause: API-40
    #[test]
    fn what_is_held_of_a_day_is_what_was_chosen(seed: u64, guests: u64, from in 0..9_i64, nights in 1..5_u16) {
        let board = with_addons(any_hotel(seed, 2), seed).board();
        let query = Query { rooms: 2, ..Query::new(stay(from, nights), any_party(guests)) };
        let dice = &mut Dice(seed ^ guests);
        let batch = Batch::new(Uuid::from_u128(16), 1, &[SESSION], noon(0), 30);
        for offer in offers(&board, &query, noon(0)).all() {
            let asked = asks_for(&board, offer.room, offer.plan, &query);
            let set = set_rate(&batch, SESSION, &asked, &board, noon(0), 30).expect("on offer");
            prop_assert!(set.addons.is_empty());
            let mut held = domain::addon::AddonDays::new();
            let mut batch = set.batch;
            for _ in 0..3 {
                let choice = batch.choices().next().expect("chosen").clone();
                let asks = any_asks(&board, &choice, dice);
                let set = include_addons(&batch, SESSION, &asks, &board, noon(0), 30).expect("each can be had");
                prop_assert!(set.release.is_empty() && set.take.is_empty(), "the room stays");
                for (day, more) in set.addons {
                    *held.entry(day).or_default() += more;
                }
                held.retain(|_, taken| *taken != 0);
                batch = set.batch;
                prop_assert_eq!(&held, &batch.choices().next().expect("chosen").addon_days());
                // In both rooms, and of what each person pays a place for each.
                let choice = batch.choices().next().expect("chosen");
                let mut counted = domain::addon::AddonDays::new();
                for entry in &choice.addons {
                    let addon = board.hotel().addons.iter().find(|addon| addon.charge.code == entry.code);
                    let places = persons(addon.expect("one of them"), &choice.party) * 2 * i64::from(entry.quantity);
                    *counted.entry((entry.code.clone(), entry.day)).or_default() += places;
                }
                prop_assert_eq!(&held, &counted);
            }
            // The same room again keeps them; none gives them back, and the next has them again.
            let again = set_rate(&batch, SESSION, &asked, &board, noon(0), 30).expect("still on offer");
            prop_assert!(again.addons.is_empty());
            prop_assert_eq!(again.batch.choices().next().map(Choice::total), batch.choices().next().map(Choice::total));
            let gone = remove_rate(&batch, SESSION, noon(0), 30).expect("open");
            let back: domain::addon::AddonDays = held.into_iter().map(|(day, taken)| (day, -taken)).collect();
            prop_assert_eq!(gone.addons, back);
            let anew = set_rate(&gone.batch, SESSION, &asked, &board, noon(0), 30).expect("still on offer");
            prop_assert!(anew.batch.choices().eq(again.batch.choices()));
        }
    }

    // clause: PRICE-08, PRICE-03
    #[test]
    fn a_mandatory_addon_is_in_the_first_price_as_a_fee_would_be(
        seed: u64, guests: u64, from in 0..9_i64, nights in 1..5_u16, amount in 0..9_000_i64, per in 0..4_usize,
    ) {
        let per = [Per::Night, Per::Stay, Per::Person, Per::PersonNight][per];
        let case = any_hotel(seed, 3);
        let (mut as_addon, mut as_fee) = (case.clone(), case);
        let day = if matches!(per, Per::Night | Per::PersonNight) { AddonDay::EachNight } else { AddonDay::Arrival };
        let mut resort = addon("RESORT", amount, per, day);
        resort.mandatory = true;
        as_addon.hotel.addons = vec![resort];
        as_fee.hotel.charges.push(charge("RESORT", ChargeKind::Fee, ChargeAmount::Flat { minor: amount, per }));
        let query = Query::new(stay(from, nights), any_party(guests));
        let (one, other) = (as_addon.board(), as_fee.board());
        let (one_answer, other_answer) = (offers(&one, &query, noon(0)), offers(&other, &query, noon(0)));
        prop_assert_eq!(one_answer.all().len(), other_answer.all().len());
        for (offer, fee) in one_answer.all().iter().zip(other_answer.all()) {
            prop_assert_eq!(offer.totals, fee.totals);
            let choice = quote(&one, offer.room, offer.plan, &query, noon(0)).expect("on offer");
            prop_assert_eq!(&choice.folio, &quote(&other, fee.room, fee.plan, &query, noon(0)).expect("on offer").folio);
            let refused = choice.with_addons(&one, &[ask("RESORT", 1, None)]);
            prop_assert_eq!(refused, Err(Refusal::Addon { at: 0, fault: AddonFault::Mandatory }));
        }
    }
}

fn asks_for<'a>(
    board: &'a Board,
    room: domain::board::RoomId,
    plan: domain::board::PlanId,
    query: &Query<'_>,
) -> Ask<'a> {
    Ask {
        room_type: &board.room(room).code,
        rate_plan: &board.plan(plan).code,
        stay: query.stay,
        party: query.party,
        rooms: query.rooms,
        seen: None,
        deal: domain::deal::Deal::Public,
        package: None,
        unit: None,
        payer: None,
        points: None,
        taken: None,
    }
}

fn house() -> Case {
    let mut case = simple(10_000, 5);
    let mut breakfast = addon("BREAKFAST", 1_800, Per::PersonNight, AddonDay::EachNight);
    breakfast.charge.exempt_up_to_age = Some(5);
    breakfast.max_quantity = 2;
    let mut sleigh = addon("SLEIGH", 4_500, Per::Person, AddonDay::Chosen);
    sleigh.seasons = vec![Days { from: day(3), to: day(9) }];
    sleigh.min_nights = 2;
    let mut late = addon("LATE", 3_000, Per::Stay, AddonDay::Departure);
    late.room_types = vec!["KING".into()];
    late.rate_plans = vec!["FLEX".into()];
    case.hotel.addons = vec![breakfast, sleigh, late, addon("COT", 0, Per::Stay, AddonDay::Arrival)];
    case
}

/// The same with a plan that is paid with points.
fn with_points(mut case: Case) -> Case {
    let mut plan = case.hotel.rate_plans[0].clone();
    (plan.code, plan.points_per_night) = ("POINTS".into(), Some(1_000));
    case.hotel.rate_plans.push(plan);
    case.nights.push(row("KING", "POINTS", vec![Some(price(10_000)); 20], vec![]));
    case
}

fn king(board: &Board, stay: Stay) -> Choice {
    let (room, plan) = (board.room_index("KING").expect("a room"), board.plan_index("FLEX").expect("a plan"));
    quote(board, room, plan, &Query::new(stay, party(2, &[4])), noon(0)).expect("on offer")
}

/// What is wished beside a room is wished until its guest takes it off.
#[test]
fn what_was_added_goes_with_other_people_and_nights_but_not_with_points() {
    let board = with_points(house()).board();
    let choose = |batch: &Batch, (nights, people, plan): (Stay, Party, &str)| {
        let payer = (plan == "POINTS").then_some(Payer { account_number: "QC-1042", balance: 9_000 });
        let (room, plan_id) = (board.room_index("KING").expect("a room"), board.plan_index(plan).expect("a plan"));
        let asked = Ask { payer, ..asks_for(&board, room, plan_id, &Query::new(nights, people)) };
        set_rate(batch, SESSION, &asked, &board, noon(0), 30).expect("on offer").batch
    };
    let told = |batch: &Batch| {
        let choice = batch.choices().next().expect("chosen");
        let added: Vec<_> = choice.addons.iter().map(|addon| addon.code.clone()).collect();
        let left: Vec<_> = choice.left_out.iter().map(|left| left.code.clone()).collect();
        (added, left)
    };
    let (two, all) = (party(2, &[]), vec!["BREAKFAST".to_owned(), "COT".to_owned()]);
    let batch = Batch::new(Uuid::from_u128(16), 1, &[SESSION], noon(0), 30);
    let batch = choose(&batch, (stay(2, 2), two, "FLEX"));
    let asks = [ask("BREAKFAST", 1, Some(day(3))), ask("COT", 1, None)];
    let mut batch = include_addons(&batch, SESSION, &asks, &board, noon(0), 30).expect("each can be had").batch;
    for wanted in [(stay(2, 2), party(2, &[4]), "FLEX"), (stay(3, 4), two, "FLEX")] {
        batch = choose(&batch, wanted);
        assert_eq!(told(&batch), (all.clone(), vec![]));
        // Given back in between, and the batch kept as it is kept on disk.
        let gone = remove_rate(&batch, SESSION, noon(0), 30).expect("open").batch;
        let gone: Batch = serde_json::from_value(serde_json::to_value(gone).expect("JSON")).expect("a batch");
        assert_eq!(told(&choose(&gone, wanted)), (all.clone(), vec![]));
    }
    // Nights without the day of the one leave that out, and say so.
    assert_eq!(told(&choose(&batch, (stay(5, 2), two, "FLEX"))), (all[1..].to_vec(), all[..1].to_vec()));
    // The guest who pays with points is not asked for add-ons: nothing goes along, and all of it comes back.
    let points = choose(&batch, (stay(2, 2), two, "POINTS"));
    assert_eq!(told(&points), (vec![], all.clone()));
    assert_eq!(told(&choose(&points, (stay(2, 2), two, "FLEX"))), (all.clone(), vec![]));
    // What is added beside the points stays while they do, and is not what was left out.
    let cot =
        include_addons(&points, SESSION, &[ask("COT", 1, None)], &board, noon(0), 30).expect("it can be had").batch;
    let again = choose(&cot, (stay(2, 2), two, "POINTS"));
    assert_eq!(told(&again), (all[1..].to_vec(), all[..1].to_vec()));
    assert_eq!(told(&choose(&again, (stay(2, 2), two, "FLEX"))).0.len(), 2);
}

proptest! {
    /// What is taken for every night stays for every night, whatever nights are chosen next, by whichever way; what is
    /// taken for some of several nights, not as often on each, or on days that are chosen, stays on its days. Asked again,
    /// all of it is the same price, in whichever order it was taken.
    #[test]
    fn every_night_stays_every_night(
        stays in prop::collection::vec((1i64..12, 1u16..6, any::<bool>(), any::<bool>()), 1..5),
        taken in prop::sample::subsequence(vec![4, 5, 6], 1..=3), even in prop::bool::weighted(0.7),
        season in any::<bool>(), backwards in any::<bool>(),
    ) {
        let mut case = house();
        if season {
            case.hotel.addons[0].seasons = vec![Days { from: day(3), to: day(9) }];
        }
        let board = case.board();
        let choose = |batch: &Batch, nights: Stay| chosen(&board, batch, nights, None, None);
        let batch = choose(&Batch::new(Uuid::from_u128(17), 1, &[SESSION], noon(0), 30), stay(4, 3));
        let many = |at: i64| if even || at != taken[0] { 2 } else { 1 };
        let every_night = taken.len() == 3 && even;
        let mut asks: Vec<_> = taken.iter().map(|at| ask("BREAKFAST", many(*at), Some(day(*at)))).collect();
        asks.extend([4, 5, 6].map(|at| ask("SLEIGH", 1, Some(day(at)))));
        if backwards {
            asks.reverse();
        }
        let mut batch = include(&board, &batch, &asks);
        for (from, nights, given_back, once_more) in stays {
            let next = stay(from, nights);
            if given_back {
                batch = remove_rate(&batch, SESSION, noon(0), 30).expect("open").batch;
                batch = serde_json::from_value(serde_json::to_value(batch).expect("JSON")).expect("a batch");
            }
            batch = choose(&batch, next);
            let asks: Vec<_> = batch.choices().flat_map(|choice| &choice.addons).map(|addon| addon.ask()).collect();
            // Nothing is not the same once more: it takes all off.
            if once_more && !asks.is_empty() {
                batch = include(&board, &batch, &asks);
            }
            let choice = batch.choices().next().expect("chosen");
            for (at, code) in ["BREAKFAST", "SLEIGH"].into_iter().enumerate() {
                let addon = &board.hotel().addons[at];
                let offered = if addon.min_nights > nights { Vec::new() } else { addon.days(&next) };
                let wished: Vec<(Date, u16)> = match code {
                    "SLEIGH" => [4, 5, 6].map(|at| (day(at), 1)).into(),
                    _ if !every_night => taken.iter().map(|at| (day(*at), many(*at))).collect(),
                    _ if offered.is_empty() => next.dates().map(|day| (day, 2)).collect(),
                    _ => offered.iter().map(|day| (*day, 2)).collect(),
                };
                let (goes, stays): (Vec<_>, Vec<_>) = wished.into_iter().partition(|(day, _)| offered.contains(day));
                let had = choice.addons.iter().filter(|addon| addon.code == code);
                let left = choice.left_out.iter().filter(|left| left.code == code);
                let mut had: Vec<_> = had.map(|addon| (addon.day, addon.quantity)).collect();
                let mut left: Vec<_> = left.map(|left| (left.date.expect("of a day"), left.quantity)).collect();
                had.sort_unstable();
                left.sort_unstable();
                prop_assert_eq!((had, left), (goes, stays));
            }
            prop_assert!(reprice(&board, choice, None, noon(0)).expect("nothing changed").same_price(choice));
        }
    }
}

/// The batch with this stay chosen: with points by who pays with them, and with so many of add-ons taken.
fn chosen(board: &Board, batch: &Batch, nights: Stay, payer: Option<Payer<'_>>, taken: Option<&AddonDays>) -> Batch {
    let plan = if payer.is_some() { "POINTS" } else { "FLEX" };
    let (room, plan) = (board.room_index("KING").expect("a room"), board.plan_index(plan).expect("a plan"));
    let asked = Ask { payer, taken, ..asks_for(board, room, plan, &Query::new(nights, party(2, &[]))) };
    set_rate(batch, SESSION, &asked, board, noon(0), 30).expect("on offer").batch
}

fn include(board: &Board, batch: &Batch, asks: &[AddonAsk]) -> Batch {
    include_addons(batch, SESSION, asks, board, noon(0), 30).expect("each can be had").batch
}

/// The days of its add-ons, and those that were left out with why.
fn days_told(batch: &Batch) -> (Vec<Date>, Vec<(Date, Lack)>) {
    let choice = batch.choices().next().expect("chosen");
    let left = choice.left_out.iter().map(|left| (left.date.expect("of a day"), left.why));
    (choice.addons.iter().map(|addon| addon.day).collect(), left.collect())
}

/// The batch with breakfast on every night of these.
fn with_breakfast(board: &Board, nights: Stay, payer: Option<Payer<'_>>) -> Batch {
    let batch = chosen(board, &Batch::new(Uuid::from_u128(18), 1, &[SESSION], noon(0), 30), nights, payer, None);
    let asks: Vec<_> = nights.dates().map(|day| ask("BREAKFAST", 1, Some(day))).collect();
    include(board, &batch, &asks)
}

/// What a hotel has no more on a night that was taken is named, and the other nights stay: also where the room is chosen
/// again for the same nights.
#[test]
fn a_night_that_is_taken_out_of_the_season_is_told() {
    let mut case = house();
    let batch = with_breakfast(&case.board(), stay(4, 3), None);
    case.hotel.addons[0].seasons = vec![Days { from: day(3), to: day(5) }];
    let board = case.board();
    let told = (vec![day(4), day(5)], vec![(day(6), Lack::NotOffered)]);
    assert_eq!(days_told(&chosen(&board, &batch, stay(4, 3), None, None)), told);
    let again = reprice(&board, batch.choices().next().expect("chosen"), None, noon(0)).expect("on offer");
    assert_eq!((again.addons.len(), again.left_out.len()), (2, 1));
}

/// A night that was full comes back with other nights: the same entries once more do not take it off.
#[test]
fn a_night_that_was_full_is_still_one_of_every_night() {
    let mut case = house();
    case.hotel.addons[0].per_day = Some(4);
    let board = case.board();
    let batch = with_breakfast(&board, stay(8, 2), None);
    let full: AddonDays = [(("BREAKFAST".to_owned(), day(5)), 4)].into();
    let batch = chosen(&board, &batch, stay(4, 3), None, Some(&full));
    let told = (vec![day(4), day(6)], vec![(day(5), Lack::TooFew)]);
    assert_eq!(days_told(&batch), told);
    let asks = [4, 6].map(|at| ask("BREAKFAST", 1, Some(day(at))));
    let batch = include(&board, &batch, &asks);
    assert_eq!(days_told(&batch), told);
    assert_eq!(days_told(&chosen(&board, &batch, stay(10, 2), None, None)), (vec![day(10), day(11)], vec![]));
}

/// What stands beside points for every night goes along to other nights with points.
#[test]
fn every_night_beside_points_stays_every_night() {
    let board = with_points(house()).board();
    let payer = || Some(Payer { account_number: "QC-1042", balance: 9_000 });
    let batch = with_breakfast(&board, stay(4, 2), payer());
    assert_eq!(days_told(&chosen(&board, &batch, stay(8, 3), payer(), None)).0, [day(8), day(9), day(10)]);
}

// clause: ADDON-06, ADDON-09, ADDON-12, SUMM-02
#[test]
fn entries_are_counted_out_on_their_days() {
    let board = house().board();
    let plain = king(&board, stay(2, 2));
    let asks = [
        ask("BREAKFAST", 1, Some(day(2))),
        ask("BREAKFAST", 2, Some(day(3))),
        ask("SLEIGH", 1, Some(day(3))),
        ask("LATE", 1, None),
        ask("COT", 1, None),
    ];
    let choice = plain.with_addons(&board, &asks).expect("each can be had");
    let added: Vec<_> = choice.addons.iter().map(|addon| (addon.code.as_str(), addon.day, addon.amount)).collect();
    // Two adults eat, the child is free; the sleigh counts all three; who leaves late does so on the day they leave; and
    // what is free has its line.
    let expected = [
        ("BREAKFAST", day(2), 3_600),
        ("BREAKFAST", day(3), 7_200),
        ("SLEIGH", day(3), 13_500),
        ("LATE", day(4), 3_000),
        ("COT", day(2), 0),
    ];
    assert_eq!(added, expected);
    assert_eq!(choice.total(), plain.total() + 27_300);
    assert_eq!(choice.folio.charges.len(), plain.folio.charges.len() + 5);
    // Another choice of the same takes the place of the first.
    let less = choice.with_addons(&board, &asks[3..]).expect("each can be had");
    assert_eq!((less.total(), less.addons.len()), (plain.total() + 3_000, 2));
}

#[test]
fn what_was_booked_before_places_were_for_people_gives_back_what_it_took() {
    let board = house().board();
    let asks = [ask("SLEIGH", 2, Some(day(3))), ask("LATE", 1, None)];
    let choice = king(&board, stay(2, 2)).with_addons(&board, &asks).expect("each can be had");
    let taken = |choice: &Choice| choice.addon_days().into_values().collect::<Vec<_>>();
    assert_eq!(taken(&choice), [1, 6], "three of them in two sleighs");
    let mut stored = serde_json::to_value(&choice).expect("JSON");
    stored["addons"][0].as_object_mut().expect("an entry").remove("places");
    assert_eq!(taken(&serde_json::from_value(stored).expect("a choice")), [1, 2]);
}

// clause: ADDON-05, ADDON-06, ADDON-09
#[test]
fn what_cannot_be_added_says_why() {
    let board = house().board();
    let choice = king(&board, stay(2, 2));
    let refused = |choice: &Choice, asks: &[AddonAsk]| match choice.with_addons(&board, asks) {
        Err(Refusal::Addon { at, fault }) => (at, fault),
        other => panic!("{other:?}"),
    };
    let one = |ask: AddonAsk| refused(&choice, &[ask]).1;
    assert_eq!(one(ask("NOPE", 1, None)), AddonFault::NotOffered);
    assert_eq!(one(ask("BREAKFAST", 0, Some(day(2)))), AddonFault::Quantity(2));
    assert_eq!(one(ask("BREAKFAST", 3, Some(day(2)))), AddonFault::Quantity(2));
    assert_eq!(one(ask("COT", 100, None)), AddonFault::Quantity(99));
    assert_eq!(one(ask("BREAKFAST", 1, None)), AddonFault::DateMissing);
    assert_eq!(one(ask("BREAKFAST", 1, Some(day(4)))), AddonFault::OtherDay, "the day of departure is no night");
    assert_eq!(one(ask("SLEIGH", 1, Some(day(2)))), AddonFault::OtherDay, "no snow yet");
    assert_eq!(one(ask("LATE", 1, Some(day(4)))), AddonFault::DateTold);
    let twice = [ask("LATE", 1, None), ask("COT", 1, None), ask("LATE", 2, None)];
    assert_eq!(refused(&choice, &twice), (2, AddonFault::Twice));
    // Too short a stay, or none of its season.
    for other in [king(&board, stay(3, 1)), king(&board, stay(0, 2))] {
        assert_eq!(refused(&other, &[ask("SLEIGH", 1, Some(day(3)))]).1, AddonFault::NotOffered);
    }
    let batch = Batch::new(Uuid::from_u128(16), 1, &[SESSION], noon(0), 30);
    let missing = include_addons(&batch, SESSION, &[], &board, noon(0), 30);
    assert_eq!(missing.expect_err("no room"), Refusal::RoomMissing(vec![SESSION]));
}

// clause: API-27, API-22
#[test]
fn an_addon_that_changed_is_a_changed_price() {
    let board = house().board();
    let choice = king(&board, stay(3, 2)).with_addons(&board, &[ask("LATE", 1, None), ask("COT", 1, None)]);
    let choice = choice.expect("each can be had");
    let mut dearer = house();
    dearer.hotel.addons[2].charge.amount = 3_500;
    let ours = reprice(&dearer.board(), &choice, None, noon(0)).expect("a price");
    assert_eq!((ours.total(), ours.same_price(&choice)), (choice.total() + 500, false));
    let mut without = house();
    without.hotel.addons.remove(2);
    let ours = reprice(&without.board(), &choice, None, noon(0)).expect("a price");
    assert_eq!((ours.addons.len(), ours.total(), ours.same_price(&choice)), (1, choice.total() - 3_000, false));
    // Even one that cost nothing: the guest wanted it.
    let mut without = house();
    without.hotel.addons.remove(3);
    assert!(!reprice(&without.board(), &choice, None, noon(0)).expect("a price").same_price(&choice));
}

#[test]
fn an_addon_that_contradicts_itself_is_not_sold() {
    let wrong = |change: &dyn Fn(&mut Hotel)| {
        let mut case = house();
        change(&mut case.hotel);
        Board::new(std::sync::Arc::new(case.hotel), &case.nights, &case.stock).is_err()
    };
    assert!(!wrong(&|_| {}));
    assert!(wrong(&|hotel| hotel.addons[0].charge.code = "ROOM".into()));
    assert!(wrong(&|hotel| hotel.addons[0].charge.code = "LATE".into()));
    assert!(wrong(&|hotel| hotel.addons[0].charge.amount = -1));
    assert!(wrong(&|hotel| hotel.addons[0].charge.taxes = vec!["NOPE".into()]));
    assert!(wrong(&|hotel| hotel.addons[0].max_quantity = 100));
    assert!(wrong(&|hotel| hotel.addons[0].day = AddonDay::Chosen));
    assert!(wrong(&|hotel| hotel.charge_types = vec![hotel.addons[1].charge.clone()]));
}
