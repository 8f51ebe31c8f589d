//! Rooms for a group, and a stay in two rooms, against exhaustive search.

use std::collections::HashMap;

use domain::board::{Board, PlanId, RoomId};
use domain::booking::{Ask, Batch, Refusal, set_rate};
use domain::deal::Deal;
use domain::hotel::{AddonDay, Per};
use domain::offer::{Offer, Query, offers};
use domain::party::Party;
use domain::rooming::{MAX_PEOPLE, cheapest_rooming};
use domain::split::{self, split_stay};
use domain::stay::Stay;
use proptest::prelude::*;
use uuid::Uuid;

use crate::dice::Dice;
use crate::hotels::*;

/// Up to four adults and two children of any age.
fn any_group(seed: u64) -> (u8, Vec<u8>) {
    let dice = &mut Dice(seed);
    let ages = (0..dice.within(0, 2)).map(|_| dice.within(0, 17) as u8).collect();
    (dice.within(1, 4) as u8, ages)
}

/// What each room type costs at least for some people, where it can be had.
type Prices = HashMap<(u8, Vec<u8>), Vec<(RoomId, i64)>>;

/// The cheapest total over every way to put everybody, one by one, into one of the rooms, and every choice of types.
fn exhaustive(board: &Board, query: &Query<'_>, adults: u8, ages: &[u8], rooms: usize) -> Option<i64> {
    let people = usize::from(adults) + ages.len();
    let mut known = Prices::new();
    let mut best: Option<i64> = None;
    for way in 0..rooms.pow(people as u32) {
        let mut parties = vec![(0u8, Vec::new()); rooms];
        let mut rest = way;
        for person in 0..people {
            let party = &mut parties[rest % rooms];
            rest /= rooms;
            match person.checked_sub(usize::from(adults)) {
                None => party.0 += 1,
                Some(child) => party.1.push(ages[child]),
            }
        }
        let each: Option<Vec<_>> = parties
            .into_iter()
            .map(|(adults, ages)| {
                let whole = usize::from(adults) + ages.len();
                let party = Party::new(adults, &ages).ok().filter(|_| whole <= usize::from(board.guest_cap()))?;
                Some(known.entry((adults, ages)).or_insert_with(|| prices(board, query, party)).clone())
            })
            .collect();
        let Some(each) = each else { continue };
        best = [best, cheapest_choice(board, query, &each, &mut Vec::new())].into_iter().flatten().min();
    }
    best
}

fn prices(board: &Board, query: &Query<'_>, party: Party) -> Vec<(RoomId, i64)> {
    let answer = offers(board, &Query { party, ..*query }, noon(0));
    let cheapest = |room| answer.of_room(room).iter().map(|offer| offer.totals.grand_total()).min();
    answer.rooms().iter().filter_map(|room| Some((room.room, cheapest(room)?))).collect()
}

/// Every type for every room, never more of one type than are left.
fn cheapest_choice(
    board: &Board,
    query: &Query<'_>,
    each: &[Vec<(RoomId, i64)>],
    taken: &mut Vec<RoomId>,
) -> Option<i64> {
    let Some((first, others)) = each.split_first() else { return Some(0) };
    let mut best = None;
    for &(room, price) in first {
        let used = taken.iter().filter(|&&other| other == room).count() as i32;
        if query.stay.dates().all(|night| board.left(room, night) > used) {
            taken.push(room);
            best = [best, cheapest_choice(board, query, others, taken).map(|rest| rest + price)]
                .into_iter()
                .flatten()
                .min();
            taken.pop();
        }
    }
    best
}

/// One of several rooms: its type, plan, nights and people.
type Part = (RoomId, PlanId, Stay, Party);

/// Whether a guest can take these rooms, one after the other.
fn can_be_taken(board: &Board, parts: &[Part]) -> bool {
    let sessions: Vec<Uuid> = (1..=parts.len() as u128).map(Uuid::from_u128).collect();
    let mut batch = Batch::new(Uuid::from_u128(0), 1, &sessions, noon(0), 30);
    for (&(room, plan, stay, party), session) in parts.iter().zip(&sessions) {
        let ask = Ask {
            room_type: &board.room(room).code,
            rate_plan: &board.plan(plan).code,
            stay,
            party,
            rooms: 1,
            seen: None,
            deal: Deal::Public,
            package: None,
            unit: None,
            payer: None,
            points: None,
            taken: None,
        };
        match set_rate(&batch, *session, &ask, board, noon(0), 30) {
            Ok(set) => batch = set.batch,
            Err(Refusal::GuaranteesDiffer) => return false,
            Err(other) => panic!("was on offer: {other:?}"),
        }
    }
    true
}

/// The total of the cheapest pair of rooms that can be taken. Whether one can depends on its plans alone.
fn cheapest_taken(board: &Board, mut pairs: Vec<(i64, [Part; 2])>) -> Option<i64> {
    let mut known = HashMap::new();
    pairs.sort_by_key(|(total, _)| *total);
    let mut taken =
        |pair: &[Part; 2]| *known.entry(pair.map(|(_, plan, ..)| plan)).or_insert_with(|| can_be_taken(board, pair));
    pairs.iter().find(|(_, pair)| taken(pair)).map(|(total, _)| *total)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    // What one guarantee does for all rooms of is offered, and the cheapest of it.
    // clause: PAY-12
    #[test]
    fn a_stay_in_two_rooms_can_be_taken(seed: u64, guests: u64, from in 0i64..9, nights in 2u16..5) {
        let board = with_guarantees(any_hotel(seed, 4), seed).board();
        let query = Query::new(stay(from, nights), any_party(guests));
        let mut pairs = Vec::new();
        for before in 1..nights {
            let stays = [stay(from, before), stay(from + i64::from(before), nights - before)];
            let [first, second] = stays.map(|stay| offers(&board, &Query { stay, ..query }, noon(0)));
            for one in first.all() {
                for other in second.all().iter().filter(|other| other.room != one.room) {
                    let total = one.totals.grand_total() + other.totals.grand_total();
                    let part = |at: usize, offer: &Offer| (offer.room, offer.plan, stays[at], query.party);
                    pairs.push((total, [part(0, one), part(1, other)]));
                }
            }
        }
        let found = split_stay(&board, &query, noon(0));
        prop_assert_eq!(found.as_ref().map(split::total), cheapest_taken(&board, pairs));
        if let Some(parts) = found {
            prop_assert!(can_be_taken(&board, &parts.map(|part| (part.room, part.plan, part.stay, query.party))));
        }
    }

    // clause: PAY-12
    #[test]
    fn the_rooms_of_a_group_can_be_taken(seed: u64, group: u64, from in 0i64..9, nights in 1u16..4) {
        let board = with_guarantees(any_hotel(seed, 3), seed).board();
        let (adults, ages) = any_group(group);
        let query = Query::new(stay(from, nights), party(1, &[]));
        let mut pairs = Vec::new();
        for way in 0..1usize << ages.len() {
            for alone in 1..adults {
                let side = |first: bool| (0..ages.len()).filter(move |child| ((way >> child) & 1 == 1) == first);
                let parties = [(alone, true), (adults - alone, false)].map(|(adults, first)| {
                    party(adults, &side(first).map(|child| ages[child]).collect::<Vec<_>>())
                });
                if parties.iter().any(|party| party.people() > u16::from(board.guest_cap())) {
                    continue;
                }
                let [first, second] = parties.map(|party| offers(&board, &Query { party, ..query }, noon(0)));
                let left = |room| query.stay.dates().map(|night| board.left(room, night)).min().unwrap_or(0);
                for one in first.all() {
                    for other in second.all().iter().filter(|other| other.room != one.room || left(one.room) > 1) {
                        let total = one.totals.grand_total() + other.totals.grand_total();
                        let part = |at: usize, offer: &Offer| (offer.room, offer.plan, query.stay, parties[at]);
                        pairs.push((total, [part(0, one), part(1, other)]));
                    }
                }
            }
        }
        let found = cheapest_rooming(&board, &query, adults, &ages, 2, noon(0));
        prop_assert_eq!(found.as_ref().map(|found| found.grand_total()), cheapest_taken(&board, pairs));
        for rooms in 1..4 {
            let found = cheapest_rooming(&board, &query, adults, &ages, rooms, noon(0));
            let parts = found.iter().flat_map(|found| &found.rooms);
            let parts: Vec<Part> = parts.map(|room| (room.room, room.plan, query.stay, room.party)).collect();
            prop_assert!(can_be_taken(&board, &parts));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    // What everybody takes costs a small child nothing, whatever band of prices it shares with its sister.
    #[test]
    fn children_are_told_apart_by_what_they_have_to_take(
        seed: u64, free in 0u8..17, young in 0u8..17, old in 0u8..17, from in 0i64..9,
    ) {
        let mut case = any_hotel(seed, 3);
        let mut resort = addon("RESORT", 1_000, Per::PersonNight, AddonDay::EachNight);
        resort.mandatory = true;
        resort.charge.exempt_up_to_age = Some(free);
        case.hotel.addons = vec![resort];
        let board = case.board();
        let query = Query::new(stay(from, 2), party(1, &[]));
        let found = cheapest_rooming(&board, &query, 2, &[young, old], 2, noon(0));
        let cheapest = exhaustive(&board, &query, 2, &[young, old], 2);
        prop_assert_eq!(found.as_ref().map(|found| found.grand_total()), cheapest);
        let priced = |room: &domain::rooming::RoomedParty| {
            let offers = offers(&board, &Query { party: room.party, ..query }, noon(0));
            let of_type = offers.rooms().iter().find(|offered| offered.room == room.room).map(|room| offers.of_room(room));
            of_type.into_iter().flatten().map(|offer| offer.totals.grand_total()).min()
        };
        for room in found.iter().flat_map(|found| &found.rooms) {
            prop_assert_eq!(Some(room.totals.grand_total()), priced(room));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    // As cheap as the cheapest of all ways, and everybody has a bed that can be booked.
    #[test]
    fn a_group_sleeps_as_cheaply_as_can_be(
        seed: u64, group: u64, from in 0i64..9, nights in 1u16..4, rooms in 1u16..4, cap in 0u8..5,
    ) {
        let mut case = any_hotel(seed, 4);
        case.hotel.website_config.max_guests_allowed = Some(cap);
        let board = case.board();
        let (adults, ages) = any_group(group);
        let query = Query::new(stay(from, nights), party(1, &[]));
        let found = cheapest_rooming(&board, &query, adults, &ages, rooms, noon(0));
        let cheapest = exhaustive(&board, &query, adults, &ages, usize::from(rooms));
        prop_assert_eq!(found.as_ref().map(|found| found.grand_total()), cheapest);
        let Some(found) = found else { return Ok(()) };
        prop_assert_eq!(found.rooms.len(), usize::from(rooms));
        prop_assert_eq!(found.rooms.iter().map(|room| room.party.adults()).sum::<u8>(), adults);
        let mut housed: Vec<u8> = found.rooms.iter().flat_map(|room| room.party.child_ages().to_vec()).collect();
        housed.sort_unstable();
        let mut all = ages.clone();
        all.sort_unstable();
        prop_assert_eq!(housed, all);
        for room in &found.rooms {
            prop_assert!(room.party.people() <= u16::from(board.guest_cap()));
            let answer = offers(&board, &Query { party: room.party, ..query }, noon(0));
            let offer = answer.all().iter().find(|offer| (offer.room, offer.plan) == (room.room, room.plan));
            prop_assert_eq!(offer.map(|offer| offer.totals), Some(room.totals));
            let of_type = found.rooms.iter().filter(|other| other.room == room.room).count() as i32;
            prop_assert!(query.stay.dates().all(|night| board.left(room.room, night) >= of_type));
        }
    }

    // The cheapest of all days to move and all pairs of rooms.
    #[test]
    fn a_stay_in_two_rooms_is_the_cheapest_of_them(seed: u64, guests: u64, from in 0i64..9, nights in 1u16..7) {
        let board = any_hotel(seed, 4).board();
        let query = Query::new(stay(from, nights), any_party(guests));
        let found = split_stay(&board, &query, noon(0));
        let mut cheapest: Option<i64> = None;
        for before in 1..nights {
            let [first, second] = [stay(from, before), stay(from + i64::from(before), nights - before)]
                .map(|stay| offers(&board, &Query { stay, ..query }, noon(0)));
            for one in first.all() {
                for other in second.all().iter().filter(|other| other.room != one.room) {
                    let total = one.totals.grand_total() + other.totals.grand_total();
                    cheapest = Some(cheapest.map_or(total, |known| known.min(total)));
                }
            }
        }
        prop_assert_eq!(found.as_ref().map(split::total), cheapest);
        if let Some([first, second]) = found {
            prop_assert_eq!(first.stay.arrival(), query.stay.arrival());
            prop_assert_eq!(first.stay.departure(), second.stay.arrival());
            prop_assert_eq!(second.stay.departure(), query.stay.departure());
            prop_assert!(first.room != second.room);
        }
    }
}

// Among equally cheap ways, nobody is crowded while another room stands half empty.
#[test]
fn a_group_is_spread_evenly() {
    let mut case = simple(10_000, 5);
    case.hotel.room_types[0] = room_type("KING", 4, 4, 2);
    case.nights[0].prices = vec![Some(domain::hotel::NightPrice { included: 4, ..price(10_000) }); 20];
    let board = case.board();
    let found = cheapest_rooming(&board, &Query::new(stay(2, 2), party(1, &[])), 6, &[], 2, noon(0));
    let adults: Vec<u8> = found.expect("room for six").rooms.iter().map(|room| room.party.adults()).collect();
    assert_eq!(adults, [3, 3]);
}

// More people than rooms could ever take are no group, and no search.
#[test]
fn a_crowd_is_for_the_hotel_to_answer() {
    let board = simple(10_000, 99).board();
    let query = Query::new(stay(2, 2), party(1, &[]));
    let people = MAX_PEOPLE as u8;
    assert!(cheapest_rooming(&board, &query, people, &[], u16::from(people) / 2, noon(0)).is_some());
    assert!(cheapest_rooming(&board, &query, people + 1, &[], people.into(), noon(0)).is_none());
    assert!(cheapest_rooming(&board, &query, 1, &[], 2, noon(0)).is_none(), "an adult in every room");
    assert!(cheapest_rooming(&board, &query, 1, &[], 0, noon(0)).is_none());
}

// A stay of a season is not taken apart.
#[test]
fn a_long_stay_is_not_split() {
    let board = simple(10_000, 99).board();
    let query = Query::new(Stay::of_nights(day(0), split::MAX_NIGHTS + 1).expect("a stay"), party(1, &[]));
    assert!(split_stay(&board, &query, noon(0)).is_none());
}
