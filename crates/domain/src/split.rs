//! When no room is free for the whole stay: the stay in two rooms, one after the other.

use std::cmp::Reverse;

use jiff::Timestamp;

use crate::board::{Board, PlanId, RoomId};
use crate::offer::{Offer, Offers, Query};
use crate::pricing::Totals;
use crate::stay::{Stay, add_days};

/// Longer stays are not split: the work grows with the square of the nights.
pub const MAX_NIGHTS: u16 = 30;

/// One of the two rooms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StayPart {
    /// Its nights.
    pub stay: Stay,
    /// Its type.
    pub room: RoomId,
    /// The cheapest plan of that type that can be booked with the other.
    pub plan: PlanId,
    /// For one room.
    pub totals: Totals,
}

/// The cheapest way to spend the stay in two rooms of different types; with the later move, when two cost the same.
/// `None` when there is none, for one night, and for more than [`MAX_NIGHTS`].
///
/// Where the hotel asks for a guarantee, both plans take one in common: no others are booked together.
///
/// The types differ because the same room with a new check-in would only get round what the hotel asks of a stay.
pub fn split_stay(board: &Board, query: &Query<'_>, now: Timestamp) -> Option<[StayPart; 2]> {
    if query.stay.nights() > MAX_NIGHTS {
        return None;
    }
    let both = |plans: &Vec<PlanId>| split_in(board, &Query { plans: Some(plans), ..*query }, now);
    let ways = query.together(board);
    ways.iter().filter_map(both).min_by_key(|parts| (total(parts), Reverse(parts[1].stay.arrival())))
}

/// The same in these plans, whatever they have in common.
fn split_in(board: &Board, query: &Query<'_>, now: Timestamp) -> Option<[StayPart; 2]> {
    let nights = query.stay.nights();
    let (mut first, mut second) = (Offers::default(), Offers::default());
    let mut best: Option<[StayPart; 2]> = None;
    for before in 1..nights {
        let moving = add_days(query.stay.arrival(), i32::from(before))?;
        let stays = [Stay::new(query.stay.arrival(), moving).ok()?, Stay::new(moving, query.stay.departure()).ok()?];
        first.ask(board, &Query { stay: stays[0], ..*query }, now);
        if first.all().is_empty() {
            continue;
        }
        second.ask(board, &Query { stay: stays[1], ..*query }, now);
        for one in cheapest_of_each(&first) {
            for other in cheapest_of_each(&second).filter(|other| other.room != one.room) {
                let parts = [part(stays[0], one), part(stays[1], other)];
                if best.as_ref().is_none_or(|best| total(&parts) <= total(best)) {
                    best = Some(parts);
                }
            }
        }
    }
    best
}

/// What both rooms cost together, in the hotel's currency.
pub fn total(parts: &[StayPart; 2]) -> i64 {
    parts.iter().map(|part| part.totals.grand_total()).sum()
}

fn part(stay: Stay, offer: &Offer) -> StayPart {
    StayPart { stay, room: offer.room, plan: offer.plan, totals: offer.totals }
}

fn cheapest_of_each(answer: &Offers) -> impl Iterator<Item = &Offer> {
    answer.rooms().iter().filter_map(|room| answer.of_room(room).iter().min_by_key(|offer| offer.totals.grand_total()))
}
