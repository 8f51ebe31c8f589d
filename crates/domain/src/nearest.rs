//! When nothing can be sold for the asked stay: the nearest stays that can.

use jiff::Timestamp;

use crate::board::{Board, PlanId, RoomId};
use crate::offer::{Offer, Offers, Query};
use crate::pricing::Totals;
use crate::reason::ReasonCode;
use crate::stay::{Stay, add_days};

/// How far to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// Days before and after the asked arrival.
    pub days: u16,
    /// Stays to find.
    pub count: usize,
}

impl Default for Reach {
    /// A month around, three stays.
    fn default() -> Self {
        Reach { days: 30, count: 3 }
    }
}

/// A stay that can be sold, with its cheapest offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NearestStay {
    /// Nights.
    pub stay: Stay,
    /// Days from the asked arrival; negative is earlier.
    pub shift_days: i32,
    /// The cheapest room type.
    pub room: RoomId,
    /// Its plan.
    pub plan: PlanId,
    /// For one room.
    pub totals: Totals,
}

/// Stays that can be sold for the same party, rooms and plans, nearest first, then nearer in length, then cheaper.
///
/// A stay has the asked length wherever that can be sold. On an arrival day where only a restriction on the length
/// stands in the way, the length that it demands is tried too, and where a group's nights end before the stay does, the
/// stay that ends with them. How near a stay is, is the days that its arrival is off plus the nights that its length is
/// off. Looks at no more than `2 * days + 1` arrivals and a few lengths each.
pub fn nearest_stays(board: &Board, query: &Query<'_>, now: Timestamp, reach: Reach) -> Vec<NearestStay> {
    let mut answer = Offers::default();
    let mut found: Vec<(u32, NearestStay)> = Vec::new();
    let mut lengths = Vec::new();
    let last = board.last_checkout(now);
    for distance in 0..=i32::from(reach.days) {
        // Whatever comes now is at least this far off: nearer ones are all known.
        if found.iter().filter(|(off, _)| *off < distance as u32).count() >= reach.count {
            break;
        }
        let both = [distance, -distance];
        for shift in &both[..if distance == 0 { 1 } else { 2 }] {
            let Some(arrival) = add_days(query.stay.arrival(), *shift) else { continue };
            lengths.clear();
            lengths.push(query.stay.nights());
            let mut next = 0;
            while let Some(&nights) = lengths.get(next) {
                next += 1;
                let Ok(stay) = Stay::of_nights(arrival, nights) else { continue };
                answer.ask(board, &Query { stay, ..*query }, now);
                if let Some(offer) = cheapest(&answer) {
                    if stay.departure() > last {
                        continue;
                    }
                    let off = shift.unsigned_abs() + u32::from(nights.abs_diff(query.stay.nights()));
                    let near = NearestStay {
                        stay,
                        shift_days: *shift,
                        room: offer.room,
                        plan: offer.plan,
                        totals: offer.totals,
                    };
                    found.push((off, near));
                } else if no_room_holds_the_party(&answer) {
                    return Vec::new();
                } else if next == 1 {
                    other_lengths(&answer, stay, &mut lengths);
                }
            }
        }
    }
    let longer_or_shorter = |stay: &Stay| stay.nights().abs_diff(query.stay.nights());
    found.sort_by_key(|(off, near)| {
        (*off, longer_or_shorter(&near.stay), near.totals.grand_total(), near.shift_days.unsigned_abs(), near.stay)
    });
    found.truncate(reach.count);
    found.into_iter().map(|(_, near)| near).collect()
}

fn cheapest(answer: &Offers) -> Option<&Offer> {
    answer.all().iter().min_by_key(|offer| (offer.totals.grand_total(), offer.room, offer.plan))
}

/// No other day makes a room larger.
fn no_room_holds_the_party(answer: &Offers) -> bool {
    use ReasonCode::{PartyTooLarge, TooManyAdults, TooManyChildren};
    answer.rooms().iter().all(|room| {
        let mut codes = answer.room_reasons(room).iter().map(|reason| reason.code);
        codes.any(|code| matches!(code, PartyTooLarge | TooManyAdults | TooManyChildren))
    })
}

/// The lengths that minimum and maximum stays of otherwise sellable rates ask for, and those to the last of a group's
/// nights; nearest to the asked one first.
fn other_lengths(answer: &Offers, stay: Stay, lengths: &mut Vec<u16>) {
    for room in answer.rooms() {
        let of_room = answer.room_reasons(room);
        let of_plans = answer.refusals(room).iter().flat_map(|refusal| answer.refusal_reasons(refusal));
        let demanded = of_room.iter().chain(of_plans).filter_map(|reason| match reason.code {
            ReasonCode::MinStay | ReasonCode::MaxStay => reason.value,
            _ => None,
        });
        let of_others = of_room.iter().find(|reason| reason.code == ReasonCode::NotInBlock);
        let of_group =
            of_others.and_then(|reason| Stay::new(stay.arrival(), reason.date?).ok()).map(|own| own.nights());
        for nights in demanded.chain(of_group) {
            if !lengths.contains(&nights) {
                lengths.push(nights);
            }
        }
    }
    let asked = lengths[0];
    lengths[1..].sort_by_key(|nights| nights.abs_diff(asked));
    // A calendar rarely asks for more than two lengths on one day; this bounds one that does.
    lengths.truncate(4);
}
