//! Whoever chose no door keeps one all the same, checked against trying every way to lay the stays behind the doors.

use domain::booking::Rooms;
use domain::doors::Sleepers;
use domain::hotel::{Days, RoomType, UnitOut};
use domain::stay::Stay;
use jiff::civil::Date;
use proptest::prelude::*;

use crate::hotels::*;

fn kings(count: usize, out: &[(usize, i64, i64)]) -> RoomType {
    let mut room = room_type("KING", 3, 2, 1);
    room.units = (0..count).map(|number| number.to_string()).collect();
    let out = out.iter().filter(|(door, ..)| *door < count);
    room.units_out = out
        .map(|(door, from, to)| UnitOut { unit: door.to_string(), days: Days { from: day(*from), to: day(from + to) } })
        .collect();
    room
}

fn rooms(unit: Option<usize>, first: i64, nights: u16) -> Rooms {
    let unit = unit.map(|unit| unit.to_string());
    Rooms { room_type: "KING".into(), group: None, stay: stay(first, nights), rooms: 1, unit }
}

/// Every way there is: the doors of the open stays, one after the other.
fn some_way(room: &RoomType, chosen: &[(String, Date)], open: &[Stay], laid: &mut Vec<(usize, Stay)>) -> bool {
    let Some((stay, rest)) = open.split_first() else { return true };
    room.units.iter().enumerate().any(|(door, unit)| {
        let free = room.in_order(unit, stay)
            && stay.dates().all(|night| {
                !chosen.iter().any(|(chosen, taken)| chosen == unit && *taken == night)
                    && !laid.iter().any(|(other, held)| *other == door && held.contains(night))
            });
        free && {
            laid.push((door, *stay));
            let found = some_way(room, chosen, rest, laid);
            laid.pop();
            found
        }
    })
}

fn reference(room: &RoomType, sleepers: &Sleepers, asked: &Rooms) -> bool {
    let all = sleepers.clone().with(asked);
    let open: Vec<Stay> = all.open.iter().flat_map(|(stay, rooms)| vec![*stay; usize::from(*rooms)]).collect();
    some_way(room, &all.chosen, &open, &mut Vec::new())
}

/// Nights in which as many sleep as there are doors in order.
fn is_full(room: &RoomType, sleepers: &Sleepers, night: Date) -> bool {
    let chosen = sleepers.chosen.iter().filter(|(_, taken)| *taken == night).count();
    let open: u16 = sleepers.open.iter().filter(|(stay, _)| stay.contains(night)).map(|(_, rooms)| rooms).sum();
    let one = Stay::of_nights(night, 1).expect("a night");
    chosen + usize::from(open) >= room.units.iter().filter(|unit| room.in_order(unit, &one)).count()
}

proptest! {
    // A house is filled one guest after the other, with a door and without: nobody is ever made to change rooms, and
    // nobody is sent away who could have come.
    // clause: API-22, API-23
    #[test]
    fn nobody_changes_rooms_because_of_a_chosen_door(
        doors in 1_usize..4, painters in prop::collection::vec((0_usize..4, 0_i64..9, 0_i64..2), 0..2),
        guests in prop::collection::vec((prop::option::of(0_usize..4), 0_i64..8, 1_u16..5), 1..11),
        leaves in prop::collection::vec(prop::bool::weighted(0.1), 14),
    ) {
        let room = kings(doors, &painters);
        let mut sleepers = Sleepers::default();
        let mut here: Vec<Rooms> = Vec::new();
        for ((door, first, nights), leaves) in guests.into_iter().zip(leaves) {
            let asked = rooms(door.map(|door| door % doors), first, nights);
            let taken = asked.unit.as_ref().is_some_and(|unit| {
                sleepers.behind(unit, &asked.stay) || !room.in_order(unit, &asked.stay)
            });
            if taken || asked.stay.dates().any(|night| is_full(&room, &sleepers, night)) {
                continue;
            }
            let nobody_chose = sleepers.chosen.is_empty() && asked.unit.is_none();
            let one_door_each = reference(&room, &sleepers, &asked);
            let settled = some_way(&room, &sleepers.chosen, &open(&sleepers), &mut Vec::new());
            let expected = one_door_each || (asked.unit.is_none() && (nobody_chose || !settled));
            prop_assert_eq!(sleepers.admit(&room, &asked), expected, "{:?} {:?}", asked, sleepers);
            if expected {
                sleepers = sleepers.with(&asked);
                here.push(asked);
            }
            if leaves && let Some(gone) = here.pop() {
                sleepers = sleepers.without(&gone);
            }
        }
    }

    // Without painters, and by number never more than there are doors, whoever came in one after the other fits.
    // clause: API-22
    #[test]
    fn whoever_was_let_in_keeps_one_door(
        doors in 2_usize..9, guests in prop::collection::vec((prop::option::weighted(0.4, 0_usize..8), 0_i64..40, 1_u16..8), 1..50),
    ) {
        let room = kings(doors, &[]);
        let mut sleepers = Sleepers::default();
        for (door, first, nights) in guests {
            let asked = rooms(door.map(|door| door % doors), first, nights);
            let taken = asked.unit.as_ref().is_some_and(|unit| sleepers.behind(unit, &asked.stay));
            let full = asked.stay.dates().any(|night| is_full(&room, &sleepers, night));
            if !taken && !full && sleepers.admit(&room, &asked) {
                sleepers = sleepers.with(&asked);
            }
        }
        // One who sleeps nowhere near asks for a door: that the others have theirs is asked of all of them again.
        prop_assert!(sleepers.admit(&room, &rooms(Some(0), 90, 1)));
    }
}

fn open(sleepers: &Sleepers) -> Vec<Stay> {
    sleepers.open.iter().flat_map(|(stay, rooms)| vec![*stay; usize::from(*rooms)]).collect()
}

// Two doors, of which a block keeps one by number for four nights: the other is not to be cut in pieces.
#[test]
fn a_room_that_is_kept_by_number_keeps_one_door() {
    let room = kings(2, &[]);
    let house = (0..8).map(|night| (day(night), if (2..6).contains(&night) { 1 } else { 2 })).collect();
    let sleepers = Sleepers { house, ..Sleepers::default() };
    let sleepers = sleepers.with(&rooms(Some(0), 2, 2));
    assert!(!sleepers.admit(&room, &rooms(Some(1), 4, 2)), "the block would move from one door to the other");
    assert!(sleepers.admit(&room, &rooms(Some(0), 4, 2)));
    assert!(sleepers.admit(&room, &rooms(Some(1), 6, 2)));
}

// A house of a season is answered at once, full or not.
#[test]
fn a_large_house_is_answered() {
    let room = kings(30, &[]);
    let mut sleepers = Sleepers::default();
    for number in 0..400_i64 {
        let unit = (number % 7 == 0).then_some((number % 30) as usize);
        let asked = rooms(unit, (number * 7) % 60, 1 + (number % 6) as u16);
        let taken = asked.unit.as_ref().is_some_and(|unit| sleepers.behind(unit, &asked.stay));
        if !taken && !asked.stay.dates().any(|night| is_full(&room, &sleepers, night)) && sleepers.admit(&room, &asked)
        {
            sleepers = sleepers.with(&asked);
        }
    }
    assert!(
        sleepers.open.len() > 200 && sleepers.chosen.len() > 50,
        "{} {}",
        sleepers.open.len(),
        sleepers.chosen.len()
    );
}
