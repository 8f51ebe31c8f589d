//! The cheapest way to put a group of guests into rooms: who sleeps where, in which room type, in which plan.
//!
//! Exact, and compared with an exhaustive search in the laws. Two observations keep it quick:
//! - Children whom no price and no charge of the hotel tells apart are interchangeable: they are counted, not named.
//! - Of two room types that take the same party, the dearer one is only ever needed when the cheaper one runs out.
//!
//! What remains is a knapsack over the people still without a bed, filled one room type at a time.

use std::ops::RangeInclusive;

use jiff::Timestamp;

use crate::board::{Board, PlanId, RoomId};
use crate::offer::{Offers, Query};
use crate::party::Party;
use crate::pricing::Totals;

/// Larger groups are for a conversation with the hotel; the search grows with the group.
pub const MAX_PEOPLE: usize = 24;

/// One room of a rooming.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoomedParty {
    /// Its type.
    pub room: RoomId,
    /// The cheapest plan of that type for these people that can be booked with the other rooms'.
    pub plan: PlanId,
    /// Who sleeps in it.
    pub party: Party,
    /// What it costs, in the hotel's currency.
    pub totals: Totals,
}

/// Who sleeps where. Rooms in the hotel's order, fuller ones first among equals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rooming {
    /// One or more.
    pub rooms: Vec<RoomedParty>,
}

impl Rooming {
    /// What the group pays for all rooms together.
    pub fn grand_total(&self) -> i64 {
        self.rooms.iter().map(|room| room.totals.grand_total()).sum()
    }

    /// Smallest where the same number sleeps in every room.
    fn unevenness(&self) -> u32 {
        self.rooms.iter().map(|room| u32::from(room.party.people()).pow(2)).sum()
    }
}

/// The cheapest rooming of a group in exactly `rooms` rooms; among equally cheap ones the most even. `None` when there
/// is none, or when the group is empty or larger than [`MAX_PEOPLE`].
///
/// Where the hotel asks for a guarantee, the plans of several rooms take one in common: no others are booked together.
/// Every room gets an adult and no more people than [`Board::guest_cap`]. Of `query` the stay, the plans and what the
/// asker holds count; its party and its number of rooms do not.
pub fn cheapest_rooming(
    board: &Board,
    query: &Query<'_>,
    adults: u8,
    child_ages: &[u8],
    rooms: u16,
    now: Timestamp,
) -> Option<Rooming> {
    let people = usize::from(adults) + child_ages.len();
    if rooms == 0 || u16::from(adults) < rooms || people > MAX_PEOPLE {
        return None;
    }
    let group = Group::new(board, adults, child_ages);
    if rooms == 1 {
        return rooming_in(board, query, &group, rooms, now);
    }
    let all = |plans: &Vec<PlanId>| rooming_in(board, &Query { plans: Some(plans), ..*query }, &group, rooms, now);
    let ways = query.together(board);
    ways.iter().filter_map(all).min_by_key(|rooming| (rooming.grand_total(), rooming.unevenness()))
}

/// The same in these plans, whatever they have in common.
fn rooming_in(board: &Board, query: &Query<'_>, group: &Group, rooms: u16, now: Timestamp) -> Option<Rooming> {
    let choices = choices(board, query, group, rooms, now);
    let mut search = Search::new(group, rooms);
    for of_type in &choices {
        search.add(of_type);
    }
    search.answer().map(|taken| group.name(&taken, &choices))
}

/// The cheapest rooming in the fewest rooms that hold the group.
pub fn fewest_rooms(
    board: &Board,
    query: &Query<'_>,
    adults: u8,
    child_ages: &[u8],
    mut rooms: RangeInclusive<u16>,
    now: Timestamp,
) -> Option<Rooming> {
    rooms.find_map(|rooms| cheapest_rooming(board, query, adults, child_ages, rooms, now))
}

/// People as counts: adults first, then each class of children.
type Counts = Vec<u8>;

struct Group {
    /// Everybody.
    all: Counts,
    /// The ages behind each class of children.
    classes: Vec<Vec<u8>>,
}

impl Group {
    fn new(board: &Board, adults: u8, child_ages: &[u8]) -> Group {
        let hotel = board.hotel();
        let of_charges = hotel.charges.iter().filter_map(|charge| charge.exempt_up_to_age);
        let of_addons = hotel.addons.iter().filter(|addon| addon.mandatory);
        let exempt = of_charges.chain(of_addons.filter_map(|addon| addon.charge.exempt_up_to_age));
        let mut bounds: Vec<u8> = hotel.child_bands.iter().copied().chain(exempt).collect();
        bounds.sort_unstable();
        bounds.dedup();
        let mut classes = vec![Vec::new(); bounds.len() + 1];
        for &age in child_ages {
            classes[bounds.partition_point(|&bound| bound < age)].push(age);
        }
        classes.retain(|ages| !ages.is_empty());
        let all = std::iter::once(adults).chain(classes.iter().map(|ages| ages.len() as u8)).collect();
        Group { all, classes }
    }

    /// Some of the group as a party; any child stands for its class.
    fn party(&self, counts: &[u8]) -> Option<Party> {
        let ages = self.classes.iter().zip(&counts[1..]).flat_map(|(ages, count)| &ages[..usize::from(*count)]);
        Party::new(counts[0], &ages.copied().collect::<Vec<_>>()).ok()
    }

    /// Every party that one room could take.
    fn parties(&self, cap: u8) -> Vec<Counts> {
        let mut parties = vec![Counts::new()];
        for &most in &self.all {
            let longer = |party: &Counts| {
                let free = cap.saturating_sub(party.iter().sum());
                let party = party.clone();
                (0..=most.min(free)).map(move |count| [&party[..], &[count]].concat())
            };
            parties = parties.iter().flat_map(longer).collect();
        }
        parties.retain(|party| party[0] > 0);
        parties
    }

    /// Gives the children back their ages.
    fn name(&self, taken: &[(usize, usize)], choices: &[OfType]) -> Rooming {
        let mut classes = self.classes.clone();
        let mut rooms: Vec<RoomedParty> = Vec::new();
        for &(of_type, option) in taken {
            let option = &choices[of_type].options[option];
            let ages = classes.iter_mut().zip(&option.people[1..]);
            let ages: Vec<u8> = ages.flat_map(|(ages, count)| ages.drain(..usize::from(*count))).collect();
            let party = Party::new(option.people[0], &ages).unwrap_or(option.party);
            rooms.push(RoomedParty { party, ..option.roomed(choices[of_type].room) });
        }
        rooms.sort_by_key(|room| (room.room, room.plan, std::cmp::Reverse(room.party.people())));
        Rooming { rooms }
    }
}

/// Parties that a room type is the best for.
struct OfType {
    room: RoomId,
    left: u16,
    options: Vec<Choice>,
}

struct Choice {
    people: Counts,
    party: Party,
    plan: PlanId,
    totals: Totals,
}

impl Choice {
    fn roomed(&self, room: RoomId) -> RoomedParty {
        RoomedParty { room, plan: self.plan, party: self.party, totals: self.totals }
    }
}

/// For every party the cheapest room types that together have enough rooms, each with its cheapest plan.
fn choices(board: &Board, query: &Query<'_>, group: &Group, rooms: u16, now: Timestamp) -> Vec<OfType> {
    let mut types: Vec<OfType> = board.room_ids().map(|room| OfType { room, left: 0, options: Vec::new() }).collect();
    let mut answer = Offers::default();
    for people in group.parties(board.guest_cap()) {
        let Some(party) = group.party(&people) else { continue };
        answer.ask(board, &Query { party, rooms: 1, ..*query }, now);
        let mut found = Vec::new();
        for room in answer.rooms() {
            let cheapest = answer.of_room(room).iter().min_by_key(|offer| (offer.totals.grand_total(), offer.plan));
            found.extend(cheapest.map(|offer| (offer, u16::try_from(room.left).unwrap_or(u16::MAX))));
        }
        found.sort_by_key(|(offer, _)| (offer.totals.grand_total(), offer.room));
        let mut enough = 0u16;
        for (offer, left) in &found {
            let of_type = &mut types[usize::from(offer.room.0)];
            of_type.left = *left;
            of_type.options.push(Choice { people: people.clone(), party, plan: offer.plan, totals: offer.totals });
            enough = enough.saturating_add(*left);
            if enough >= rooms {
                break;
            }
        }
    }
    types.retain(|of_type| !of_type.options.is_empty());
    types
}

/// What some people cost in some rooms: money, then unevenness.
type Cost = (i64, u32);

/// The cheapest way to house every part of the group in every number of rooms, as far as room types were added.
struct Search<'a> {
    group: &'a Group,
    rooms: usize,
    /// By rooms used and by people housed: the cost, and the last step towards it.
    best: Vec<Option<(Cost, usize)>>,
    /// By people housed: how many of each.
    housed: Vec<Counts>,
    /// Steps never change once they are made, so that whatever leads back over them stays true.
    steps: Vec<Step>,
    types: usize,
}

struct Step {
    before: usize,
    of_type: usize,
    option: usize,
}

impl<'a> Search<'a> {
    fn new(group: &'a Group, rooms: u16) -> Search<'a> {
        let mut housed = vec![Counts::new()];
        // The last count changes slowest, so that parts of a group are numbered by adding up strides.
        for &most in &group.all {
            housed =
                (0..=most).flat_map(|count| housed.iter().map(move |part| [&part[..], &[count]].concat())).collect();
        }
        let rooms = usize::from(rooms);
        let mut best = vec![None; (rooms + 1) * housed.len()];
        best[0] = Some(((0, 0), usize::MAX));
        Search { group, rooms, best, housed, steps: Vec::new(), types: 0 }
    }

    /// Lets the room type be used, as often as it has rooms left.
    fn add(&mut self, of_type: &OfType) {
        if usize::from(of_type.left) >= self.rooms {
            // Upwards: a room just taken may be followed by another one of the type.
            (0..self.rooms).for_each(|used| self.take_one_more(used, of_type));
        } else {
            for _ in 0..of_type.left {
                (0..self.rooms).rev().for_each(|used| self.take_one_more(used, of_type));
            }
        }
        self.types += 1;
    }

    fn take_one_more(&mut self, used: usize, of_type: &OfType) {
        let parts = self.housed.len();
        for part in 0..parts {
            let Some((cost, step)) = self.best[used * parts + part] else { continue };
            for (number, option) in of_type.options.iter().enumerate() {
                let Some(stride) = self.stride(part, &option.people) else { continue };
                let people: u32 = option.people.iter().map(|&count| u32::from(count)).sum();
                let cost = (cost.0 + option.totals.grand_total(), cost.1 + people * people);
                let place = &mut self.best[(used + 1) * parts + part + stride];
                if place.is_none_or(|(known, _)| cost < known) {
                    *place = Some((cost, self.steps.len()));
                    self.steps.push(Step { before: step, of_type: self.types, option: number });
                }
            }
        }
    }

    /// How far on the part of the group stands that these people join; `None` when there are not so many.
    fn stride(&self, part: usize, joining: &[u8]) -> Option<usize> {
        let (mut stride, mut unit) = (0, 1);
        for ((here, more), all) in self.housed[part].iter().zip(joining).zip(&self.group.all) {
            if here + more > *all {
                return None;
            }
            stride += unit * usize::from(*more);
            unit *= usize::from(*all) + 1;
        }
        Some(stride)
    }

    /// Type and option of every room, when the whole group has found a bed.
    fn answer(&self) -> Option<Vec<(usize, usize)>> {
        let (_, mut step) = self.best.last().copied().flatten()?;
        let mut taken = Vec::new();
        while let Some(Step { before, of_type, option }) = self.steps.get(step) {
            taken.push((*of_type, *option));
            step = *before;
        }
        Some(taken)
    }
}
