//! What a hotel offers for a stay: every room type in every plan, with its price or all the reasons why not.
//!
//! The answer is written into buffers that are used again for the next question, so that asking does not allocate
//! once they have grown.

use std::ops::Range;

use jiff::Timestamp;
use jiff::civil::Date;

use crate::asked::Asked as FormerlyAsked;
use crate::board::{Board, Offering, PackageId, PlanId, RoomId};
use crate::deal::{AgreedDeal, Deal};
use crate::party::Party;
use crate::policy::{
    Cancellation, Deposit, Moment, PenaltyStep, Terms, cancellation, deposits, for_all_rooms, penalty_amount, terms,
};
use crate::pricing::{NightAmount, PricedParty, Totals, total, total_before, walk};
use crate::reason::{Reason, ReasonCode};
use crate::restriction;
use crate::stay::{Stay, add_days, days_between};
use crate::summary::PriceSummary;

/// Rooms that the asking session already holds: they count as left for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held {
    /// Of this room type,
    pub room: RoomId,
    /// in these nights,
    pub stay: Stay,
    /// so many,
    pub rooms: u16,
    /// from this group's block.
    pub group: Option<u16>,
}

/// The nights of a booked stay that is changed: as long as everything else about them stays, so does what they cost,
/// whatever the hotel asks for them by now.
#[derive(Debug, Clone, Copy)]
pub struct Kept<'a> {
    /// Of this room type,
    pub room: RoomId,
    /// in this plan,
    pub plan: PlanId,
    /// with this package,
    pub package: Option<PackageId>,
    /// by this company or group; a promotion is none of them,
    pub deal: Deal,
    /// for these people.
    pub party: Party,
    /// Which nights.
    pub stay: Stay,
    /// One for each of them.
    pub nights: &'a [NightAmount],
    /// What took something off them: it stays off.
    pub promotion: Option<&'a AgreedDeal>,
}

impl<'a> Kept<'a> {
    /// Whether a rate is that of these nights.
    pub(crate) fn are_of(
        &self,
        room: RoomId,
        plan: PlanId,
        package: Option<PackageId>,
        deal: Deal,
        party: &Party,
    ) -> bool {
        let deal = if let Deal::Discount { .. } = deal { Deal::Public } else { deal };
        (self.room, self.plan, self.package, self.deal) == (room, plan, package, deal) && self.party == *party
    }

    /// What a night was agreed at.
    pub(crate) fn night(&self, date: Date) -> Option<&'a NightAmount> {
        let at = days_between(self.stay.arrival(), date);
        usize::try_from(at).ok().and_then(|at| self.nights.get(at))
    }

    /// Puts the agreed rates in place of those of a stay, and answers which nights these are.
    pub(crate) fn put(&self, stay: &Stay, nights: &mut [NightAmount]) -> Range<usize> {
        let mut put = 0..0;
        for (at, (date, night)) in stay.dates().zip(nights).enumerate() {
            if let Some(kept) = self.night(date) {
                (night.rate, night.before) = (kept.rate, kept.before);
                // Two stays have a run of nights in common.
                put = if put.is_empty() { at..at + 1 } else { put.start..at + 1 };
            }
        }
        put
    }
}

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Query<'a> {
    /// Nights.
    pub stay: Stay,
    /// People in each room.
    pub party: Party,
    /// Rooms of one type, 1 or more.
    pub rooms: u16,
    /// Only these plans; `None` is all.
    pub plans: Option<&'a [PlanId]>,
    /// What the session holds already.
    pub own: &'a [Held],
    /// The nights of the stay that the session changes.
    pub kept: Option<Kept<'a>>,
    /// The guest's code.
    pub deal: Deal,
    /// Rates with packages.
    pub packages: Packages,
    /// Rates that are booked with points.
    pub points: Points,
}

/// Which of a plan's rates are asked for. A group's block has no packages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Packages {
    /// The plain ones.
    #[default]
    None,
    /// Those with packages beside the plain ones.
    All,
    /// Those with this package alone (SEARCH-35).
    Only(PackageId),
}

/// Whether plans that are booked with points are asked for (ROOMS-23).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Points {
    /// Not: they are no offer for somebody who pays with money.
    #[default]
    None,
    /// Beside the others.
    All,
    /// They alone.
    Only,
}

impl Points {
    fn opens(self, board: &Board, plan: PlanId) -> bool {
        match self {
            Points::None => !board.plan(plan).points_eligible(),
            Points::All => true,
            Points::Only => board.plan(plan).points_eligible(),
        }
    }
}

impl Query<'_> {
    /// One room, every plan without packages and points, nothing held, no code.
    pub fn new(stay: Stay, party: Party) -> Query<'static> {
        Query {
            stay,
            party,
            rooms: 1,
            plans: None,
            own: &[],
            kept: None,
            deal: Deal::Public,
            packages: Packages::None,
            points: Points::None,
        }
    }

    /// Whether a plan is asked for, and by somebody who may have it.
    fn opens(&self, board: &Board, plan: PlanId) -> bool {
        self.plans.is_none_or(|plans| plans.contains(&plan))
            && self.deal.opens(board, plan)
            && self.points.opens(board, plan)
    }

    /// The plans it opens whose rooms can be booked together: for each guarantee those that take it, all where none is
    /// asked. No set is part of another, so that there is one wherever some guarantee does for all.
    pub(crate) fn together(&self, board: &Board) -> Vec<Vec<PlanId>> {
        let plans: Vec<PlanId> = board.plan_ids().filter(|plan| self.opens(board, *plan)).collect();
        let guarantees = for_all_rooms(board.hotel());
        if guarantees.is_empty() {
            return vec![plans];
        }
        let within = |one: &[PlanId], other: &[PlanId]| one.iter().all(|plan| other.contains(plan));
        let mut sets: Vec<Vec<PlanId>> = Vec::new();
        for kind in guarantees {
            let takes = |plan: &PlanId| board.plan(*plan).guarantee_types.contains(&kind.code);
            let set: Vec<PlanId> = plans.iter().copied().filter(takes).collect();
            if !sets.iter().any(|known| within(&set, known)) {
                sets.retain(|known| !within(known, &set));
                sets.push(set);
            }
        }
        sets
    }
}

/// A room type in the answer.
#[derive(Debug, Clone)]
pub struct RoomAnswer {
    /// Which.
    pub room: RoomId,
    /// Rooms left in every night of the stay, 0 or more.
    pub left: i32,
    reasons: Range<usize>,
    offers: Range<usize>,
    refusals: Range<usize>,
}

/// A room type that can be sold in a plan. Amounts are for one room.
#[derive(Debug, Clone)]
pub struct Offer {
    /// Which room type.
    pub room: RoomId,
    /// Which plan.
    pub plan: PlanId,
    /// What it comes with; `None` is the plain rate.
    pub package: Option<PackageId>,
    /// In the hotel's currency.
    pub totals: Totals,
    /// Before a code took something off; `None` where none did.
    pub before: Option<Totals>,
    /// What was asked for the same stay before, when it was more (PRICE-05).
    pub strike: Option<i64>,
    nights: Range<usize>,
}

/// A plan that cannot be sold for a room type.
#[derive(Debug, Clone)]
pub struct Refusal {
    /// Which plan.
    pub plan: PlanId,
    reasons: Range<usize>,
}

/// The answer, and its buffers. Make one, ask often.
#[derive(Debug, Default)]
pub struct Offers {
    nights_asked: u16,
    rooms: Vec<RoomAnswer>,
    offers: Vec<Offer>,
    refusals: Vec<Refusal>,
    reasons: Vec<Reason>,
    nights: Vec<NightAmount>,
    terms: Vec<Terms>,
    /// The hotel's day at the moment of asking.
    today: Date,
}

/// Asks once. For many questions keep an [`Offers`] and call [`Offers::ask`].
pub fn offers(board: &Board, query: &Query<'_>, now: Timestamp) -> Offers {
    let mut answer = Offers::default();
    answer.ask(board, query, now);
    answer
}

impl Offers {
    /// Every room type, in the hotel's order.
    pub fn rooms(&self) -> &[RoomAnswer] {
        &self.rooms
    }

    /// Why a room type cannot be had in any plan; empty when it can.
    pub fn room_reasons(&self, room: &RoomAnswer) -> &[Reason] {
        &self.reasons[room.reasons.clone()]
    }

    /// What can be sold of a room type, in the order of plans.
    pub fn of_room(&self, room: &RoomAnswer) -> &[Offer] {
        &self.offers[room.offers.clone()]
    }

    /// Everything that can be sold.
    pub fn all(&self) -> &[Offer] {
        &self.offers
    }

    /// The plans of a room type that have reasons of their own not to be sold.
    pub fn refusals(&self, room: &RoomAnswer) -> &[Refusal] {
        &self.refusals[room.refusals.clone()]
    }

    /// Those reasons; never empty.
    pub fn refusal_reasons(&self, refusal: &Refusal) -> &[Reason] {
        &self.reasons[refusal.reasons.clone()]
    }

    /// What each night of an offer costs.
    pub fn nights(&self, offer: &Offer) -> &[NightAmount] {
        &self.nights[offer.nights.clone()]
    }

    /// All totals of an offer in the hotel's currency.
    pub fn summary(&self, board: &Board, offer: &Offer) -> PriceSummary {
        let before = offer.before.as_ref().unwrap_or(&offer.totals);
        PriceSummary::new(board.currency(), self.nights_asked, before, &offer.totals)
            .in_points(board.plan(offer.plan).points_per_night, self.nights_asked)
            .struck(offer.strike)
    }

    /// Until when a plan can be cancelled, and what of the price that costs.
    pub fn terms(&self, board: &Board, plan: PlanId) -> &Terms {
        &self.terms[board.plans[usize::from(plan.0)].policy]
    }

    /// The terms of an offer with the penalty counted out.
    pub fn cancellation(&self, board: &Board, offer: &Offer) -> Cancellation {
        cancellation(board.currency(), self.terms(board, offer.plan), self.nights(offer), 1)
    }

    /// What cancelling the offer costs from later moments on, in order.
    pub fn later_penalties<'a>(&'a self, board: &'a Board, offer: &'a Offer) -> impl Iterator<Item = PenaltyStep> + 'a {
        let amount = |penalty| penalty_amount(board.currency(), penalty, self.nights(offer), 1);
        self.terms(board, offer.plan).later.iter().map(move |&(from, penalty)| PenaltyStep {
            from,
            penalty,
            amount: amount(penalty),
        })
    }

    /// Every step of what cancelling the offer costs, in order, seen from the moment of the answer.
    pub fn penalty_steps(&self, board: &Board, offer: &Offer, now: Moment) -> Vec<PenaltyStep> {
        let Cancellation { free_until, penalty, amount } = self.cancellation(board, offer);
        let first = penalty.map(|penalty| PenaltyStep { from: free_until.unwrap_or(now), penalty, amount });
        first.into_iter().chain(self.later_penalties(board, offer)).collect()
    }

    /// What is due before the stay ends, for one room.
    pub fn deposits<'a>(&'a self, board: &'a Board, offer: &Offer, stay: &Stay) -> impl Iterator<Item = Deposit> + 'a {
        deposits(board.currency(), board.plan(offer.plan), stay.arrival(), self.today, self.nights(offer), 1)
    }

    /// Answers a question, in place of the answer before.
    pub fn ask(&mut self, board: &Board, query: &Query<'_>, now: Timestamp) {
        self.clear(query);
        let today = board.business_day(now);
        self.today = today;
        let policies = board.hotel().cancellation_policies.len();
        self.terms.extend((0..policies).map(|policy| terms(board, policy, query.stay.arrival(), now)));
        let party = PricedParty::new(&query.party, &board.hotel().child_bands);
        let asked = Asked::new(board, query, now);
        for room in board.room_ids() {
            let begin = self.reasons.len();
            let left = asked.room_reasons(room, &mut self.reasons);
            let reasons = begin..self.reasons.len();
            let (offers, refusals) = (self.offers.len(), self.refusals.len());
            for offering in &board.offerings[board.rooms[usize::from(room.0)].offerings.clone()] {
                let plan = offering.plan;
                if !query.opens(board, plan) {
                    continue;
                }
                let (plain, packages) = match query.packages {
                    _ if matches!(query.deal, Deal::Group { .. }) => (true, 0..0),
                    Packages::None => (true, 0..0),
                    Packages::All => (true, 0..board.with_package.len()),
                    Packages::Only(package) => (false, usize::from(package.0)..usize::from(package.0) + 1),
                };
                let free = reasons.is_empty();
                if plain && !self.consider(&asked, &party, room, offering, None, free) {
                    // What speaks against the plain rate speaks against it with a package.
                    continue;
                }
                for package in packages.map(|at| PackageId(at as u16)) {
                    if board.has_package(package, room, plan, &query.stay) {
                        self.consider(&asked, &party, room, offering, Some(package), free);
                    }
                }
            }
            self.rooms.push(RoomAnswer {
                room,
                left,
                reasons,
                offers: offers..self.offers.len(),
                refusals: refusals..self.refusals.len(),
            });
        }
    }

    fn clear(&mut self, query: &Query<'_>) {
        self.nights_asked = query.stay.nights();
        self.rooms.clear();
        self.offers.clear();
        self.refusals.clear();
        self.reasons.clear();
        self.nights.clear();
        self.terms.clear();
    }

    /// Adds an offer, or what speaks against the plan; answers whether nothing does.
    fn consider(
        &mut self,
        asked: &Asked<'_>,
        party: &PricedParty,
        room: RoomId,
        offering: &Offering,
        package: Option<PackageId>,
        room_is_free: bool,
    ) -> bool {
        let (board, query) = (asked.board, asked.query);
        let begin = self.reasons.len();
        let first = self.nights.len();
        asked.plan_reasons(offering, &mut self.reasons);
        let kept = query.kept.filter(|kept| kept.are_of(room, offering.plan, package, query.deal, &query.party));
        for night in asked.known.clone() {
            let agreed = kept.and_then(|kept| kept.night(asked.date(night)));
            match agreed.map(|night| night.rate).or_else(|| query.deal.rate(board, room, offering, party, night)) {
                Some(rate) => self.nights.push(NightAmount { rate, ..NightAmount::default() }),
                None => self.reasons.push(Reason::on(ReasonCode::NoPrice, asked.date(night))),
            }
        }
        if self.reasons.len() > begin {
            self.nights.truncate(first);
            self.refusals.push(Refusal { plan: offering.plan, reasons: begin..self.reasons.len() });
            return false;
        }
        if !room_is_free {
            self.nights.truncate(first);
            return true;
        }
        let nights = &mut self.nights[first..];
        let agreed = kept.map_or(0..0, |kept| kept.put(&query.stay, nights));
        query.deal.lower(board, (room, offering.plan), &query.stay, Some(asked.today), nights, agreed);
        let totals = total(board, package, &query.party, nights);
        let before = total_before(board, package, &query.party, nights);
        let strike = if package.is_none() && kept.is_none() {
            asked.strike(party, room, offering, nights, &totals)
        } else {
            None
        };
        let nights = first..self.nights.len();
        let plan = offering.plan;
        self.offers.push(Offer { room, plan, package, totals, before, strike, nights });
        true
    }
}

/// A query laid over a board.
pub(crate) struct Asked<'a> {
    pub board: &'a Board,
    pub query: &'a Query<'a>,
    /// Nights of the board that the stay sleeps in; short when the stay reaches beyond it.
    pub known: Range<usize>,
    /// The board's night of arrival; below zero before its first.
    from: i32,
    /// Days that cannot be slept in because they are past or not yet on sale.
    beyond: [Option<Date>; 2],
    reaches_beyond: bool,
    today: Date,
    now: Timestamp,
    days_ahead: i32,
}

impl<'a> Asked<'a> {
    pub fn new(board: &'a Board, query: &'a Query<'a>, now: Timestamp) -> Asked<'a> {
        let today = board.business_day(now);
        let stay = &query.stay;
        let from = days_between(board.first, stay.arrival());
        let days = board.days as i32;
        let begin = from.clamp(0, days);
        let end = (from + i32::from(stay.nights())).clamp(begin, days);
        let before = (stay.arrival() < today || from < 0).then_some(stay.arrival());
        let end_of_board = add_days(board.first, days).unwrap_or(Date::MAX);
        let after = (from + i32::from(stay.nights()) > days).then_some(end_of_board.max(stay.arrival()));
        Asked {
            board,
            query,
            known: begin as usize..end as usize,
            from,
            beyond: [before, after.filter(|after| before != Some(*after))],
            reaches_beyond: after.is_some(),
            today,
            now,
            days_ahead: days_between(today, stay.arrival()),
        }
    }

    fn date(&self, night: usize) -> Date {
        add_days(self.board.first, night as i32).unwrap_or(Date::MAX)
    }

    /// Adds what speaks against a room type, and answers how many are left in every night.
    pub fn room_reasons(&self, room: RoomId, reasons: &mut Vec<Reason>) -> i32 {
        let holds = &self.board.rooms[usize::from(room.0)];
        let party = &self.query.party;
        if party.people() > u16::from(holds.max_people) {
            reasons.push(Reason::with(ReasonCode::PartyTooLarge, u16::from(holds.max_people)));
        }
        if party.adults() > holds.max_adults {
            reasons.push(Reason::with(ReasonCode::TooManyAdults, u16::from(holds.max_adults)));
        }
        if party.children() > holds.max_children {
            reasons.push(Reason::with(ReasonCode::TooManyChildren, u16::from(holds.max_children)));
        }
        let most = self.board.hotel.max_los;
        if most > 0 && self.query.stay.nights() > most {
            reasons.push(Reason::with_on(ReasonCode::MaxStay, most, self.query.stay.arrival()));
        }
        reasons.extend(self.beyond.iter().flatten().map(|date| Reason::on(ReasonCode::BeyondCalendar, *date)));
        let mut fewest = i32::MAX;
        for night in self.known.clone() {
            let left = self.left(room, night);
            if left == 0 {
                let why = if self.in_block(room, night) { ReasonCode::SoldOut } else { ReasonCode::NotInBlock };
                reasons.push(Reason::on(why, self.date(night)));
            }
            fewest = fewest.min(left);
        }
        if fewest == i32::MAX || self.reaches_beyond {
            return 0;
        }
        if fewest > 0 && fewest < i32::from(self.query.rooms) {
            reasons.push(Reason::with(ReasonCode::FewerRoomsLeft, fewest as u16));
        }
        fewest
    }

    /// Adds what speaks against a plan, its prices apart.
    pub fn plan_reasons(&self, offering: &Offering, reasons: &mut Vec<Reason>) {
        // A block is sold by what was agreed with the group, not by the rules for everybody.
        if let Deal::Group { .. } = self.query.deal {
            return;
        }
        reasons.extend(restriction::advance(self.board.plan(offering.plan), self.days_ahead));
        restriction::check(self.board, offering, &self.query.stay, self.from, reasons);
    }

    #[inline]
    fn left(&self, room: RoomId, night: usize) -> i32 {
        let (row, group) = match self.query.deal {
            Deal::Group { at } => (self.board.block_row(at, room).filter(|_| self.in_block(room, night)), Some(at)),
            _ => (Some(usize::from(room.0)), None),
        };
        let Some(row) = row else { return 0 };
        // What is missing beyond zero (stock taken away after it was sold) comes off what the asker holds.
        let mut left = self.board.stock_at(row, night);
        for held in self.query.own {
            if held.room == room && held.group == group && held.stay.contains(self.date(night)) {
                left += i32::from(held.rooms);
            }
        }
        left.max(0)
    }

    /// What the stay cost everybody before: each night at the lowest price that was asked for it, in the time that is
    /// remembered and, where a promotion takes something off, today. `None` where that is not above what is asked.
    fn strike(
        &self,
        party: &PricedParty,
        room: RoomId,
        offering: &Offering,
        nights: &[NightAmount],
        totals: &Totals,
    ) -> Option<i64> {
        let (board, plan) = (self.board, offering.plan);
        let public = matches!(self.query.deal, Deal::Public | Deal::Discount { .. });
        let lowered = nights.iter().any(|night| night.before.is_some());
        if !public || (board.former.is_empty() && !lowered) {
            return None;
        }
        let rate = |asked: &FormerlyAsked| party.rate_through(board.currency, &asked.price, &asked.chain);
        let mut known = lowered;
        let mut before = Totals::default();
        let rates = self.known.clone().zip(nights).map(|(at, night)| {
            let today = night.before.unwrap_or(night.rate);
            match board.former.lowest(room, plan, self.date(at), self.now, rate) {
                Some(lowest) => {
                    known = true;
                    if night.before.is_some() { lowest.min(today) } else { lowest }
                }
                None => today,
            }
        });
        walk(board, None, &self.query.party, rates, &mut before);
        Some(before.grand_total()).filter(|before| known && *before > totals.grand_total())
    }

    fn in_block(&self, room: RoomId, night: usize) -> bool {
        match self.query.deal {
            Deal::Group { at } => {
                self.query.deal.has_room(self.board, room)
                    && self.board.hotel.groups[usize::from(at)].nights.has(self.date(night))
            }
            _ => true,
        }
    }
}
