//! A room type in a plan, chosen and held at an agreed price.

use std::collections::BTreeSet;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::addon::{self, AddonAsk, AddonDays, AddonFault, AgreedAddon, Lack, LeftOut, Wish};
use crate::board::{Board, PackageId, PlanId, RoomId};
use crate::booking::{AgreedPoints, BackTo, Refusal, Rooms, Settlement};
use crate::deal::{AgreedDeal, Deal, Mop};
use crate::folio::Folio;
use crate::hotel::Code;
use crate::offer::{Kept, Packages, Points, Query, offers};
use crate::party::Party;
use crate::policy::{Cancellation, Deposit, Dues, PenaltyStep, cancellation, deposits, penalty_steps, terms};
use crate::pricing::{NightAmount, PricedParty, Totals, total, total_before};
use crate::reason::{Reason, ReasonCode};
use crate::stay::Stay;
use crate::summary::PriceSummary;

/// What was chosen for a session, with everything agreed about it. Amounts are minor units of `currency`;
/// `nights` and `totals` are for one room and without what was added, `cancellation`, `deposits`, `dues`, `addons` and
/// `folio` for all its rooms.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// Code.
    pub room_type: Code,
    /// Code.
    pub rate_plan: Code,
    /// What both were called; `None` of choices from before names were kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub names: Option<AgreedNames>,
    /// Nights.
    pub stay: Stay,
    /// People in each room.
    pub party: Party,
    /// 1 or more.
    pub rooms: u16,
    /// ISO 4217, the hotel's.
    pub currency: String,
    /// Each night's rate, and what it comes to.
    pub nights: Vec<NightAmount>,
    /// Of one room.
    pub totals: Totals,
    /// Of one room before a code took something off; `None` where none did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before_discount: Option<Totals>,
    /// What was asked for one room before, when it was more (PRICE-05).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strike: Option<i64>,
    /// By which code it was booked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deal: Option<AgreedDeal>,
    /// What it comes with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub package: Option<AgreedPackage>,
    /// The door that the guest chose; of one room only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// Codes of the guarantee types that the plan allows.
    pub guarantee_types: Vec<Code>,
    /// As agreed.
    pub cancellation: Cancellation,
    /// Code of the policy that says so; `None` where a change costs what none says, and of what was chosen before it was
    /// written down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cancellation_policy: Option<Code>,
    /// Every step of the cancellation policy.
    pub penalty_steps: Vec<PenaltyStep>,
    /// In order of date, without what points pay of them.
    pub deposits: Vec<Deposit>,
    /// When the price is paid in money: what was added, at the hotel.
    pub dues: Dues,
    /// What it is paid with besides money.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<AgreedPoints>,
    /// What was added, entry by entry (ADDON-12).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub addons: Vec<AgreedAddon>,
    /// What was wished beside it and does not go with it, or not as many, until its guest decides anew.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
    /// What changing a booked stay to this one comes to; `None` for what is booked anew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<Settlement>,
    /// The cards that what changing it gives back goes to, as far as they are known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub back_to: Vec<BackTo>,
    /// Every charge with its taxes.
    pub folio: Folio,
}

/// Names of the day of the choice in the hotel's own language, for when the hotel has the room type or plan no longer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgreedNames {
    pub room_type: String,
    pub rate_plan: String,
}

/// A package with its name of the day on which it was agreed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgreedPackage {
    /// Code.
    pub code: Code,
    /// In the hotel's own language.
    pub name: String,
}

impl Choice {
    /// What the guest pays for all rooms of this choice and what was added to them.
    pub fn total(&self) -> i64 {
        self.folio.estimated_total
    }

    /// Forgets the cards that money goes back to and whose points pay.
    pub(super) fn forget_guest(&mut self) {
        self.back_to.clear();
        if let Some(points) = &mut self.points {
            points.account_number.clear();
        }
    }

    /// What is due with it: of a changed stay beyond what was paid or asked for before, in minor units.
    pub fn due_now(&self) -> i64 {
        self.dues.now - self.change.map_or(0, Settlement::counts)
    }

    /// Adds an entry, at today's price; `every_night` as in [`AgreedAddon`].
    fn add(&mut self, board: &Board, ask: &AddonAsk, every_night: bool) -> Result<(), AddonFault> {
        let of = (self.room_type.as_str(), self.rate_plan.as_str());
        let (agreed, charge) = addon::agree(board, of, &self.stay, (&self.party, self.rooms), ask)?;
        if self.addons.iter().any(|other| (&other.code, other.date) == (&agreed.code, agreed.date)) {
            return Err(AddonFault::Twice);
        }
        if !self.company_pays() {
            self.dues.at_hotel += agreed.amount;
        }
        self.addons.push(AgreedAddon { every_night, ..agreed });
        self.folio.replace(&[], vec![charge]);
        Ok(())
    }

    /// The same with these entries in place of what was added before; the first that cannot be had is named.
    pub fn with_addons(&self, board: &Board, asks: &[AddonAsk]) -> Result<Choice, Refusal> {
        let mut choice = self.clone();
        let before = std::mem::take(&mut choice.addons);
        let codes: Vec<&str> = before.iter().map(|addon| addon.code.as_str()).collect();
        choice.folio.replace(&codes, Vec::new());
        if !self.company_pays() {
            choice.dues.at_hotel -= before.iter().map(|addon| addon.amount).sum::<i64>();
        }
        let every_night = addon::for_every_night(board, &self.stay, asks);
        for (at, ask) in asks.iter().enumerate() {
            let added = choice.add(board, ask, every_night.contains(&ask.code));
            added.map_err(|fault| Refusal::Addon { at, fault })?;
        }
        Ok(choice)
    }

    /// Whether it was added, however many of it, and on whichever nights where it is for every night.
    pub(crate) fn has(&self, wish: &Wish) -> bool {
        let of = |addon: &AgreedAddon| addon.code == wish.ask.code;
        self.addons.iter().any(|addon| of(addon) && (wish.every_night || addon.date == wish.ask.date))
    }

    /// What is wished beside it: what was added, and what was left out.
    pub(crate) fn wishes(&self) -> Vec<Wish> {
        let has = |left: &LeftOut| self.addons.iter().any(|addon| (&addon.code, addon.date) == (&left.code, left.date));
        let wished = |addon: &AgreedAddon| {
            let left = self.left_out.iter().find(|left| (&left.code, left.date) == (&addon.code, addon.date));
            AddonAsk { quantity: left.map_or(addon.quantity, |left| left.quantity), ..addon.ask() }
        };
        let added = self.addons.iter().map(|addon| Wish {
            ask: wished(addon),
            name: addon.name.clone(),
            every_night: addon.every_night,
        });
        let left = self.left_out.iter().filter(|left| !has(left)).map(|left| {
            let LeftOut { code, quantity, date, every_night, .. } = left;
            let ask = AddonAsk { code: code.clone(), quantity: *quantity, date: *date };
            Wish { ask, name: left.name.clone(), every_night: *every_night }
        });
        added.chain(left).collect()
    }

    /// What is wished beside a booked stay: what it has, and for every night what it has so many of on each. The booking
    /// has ended every other wish.
    pub(crate) fn booked_wishes(&self, board: &Board) -> Vec<Wish> {
        let asks: Vec<AddonAsk> = self.addons.iter().map(AgreedAddon::ask).collect();
        let every_night = addon::for_every_night(board, &self.stay, &asks);
        let mut wishes = self.wishes();
        for wish in &mut wishes {
            wish.every_night = every_night.contains(&wish.ask.code);
        }
        wishes
    }

    /// Adds what was wished beside another choice, as many of each as there are by `most` and as can still be had; the
    /// rest is noted.
    pub(crate) fn carry_over(&mut self, board: &Board, wishes: Vec<Wish>, most: impl Fn(&AgreedAddon) -> u16) {
        for wish in wishes {
            let ask = &wish.ask;
            let of = (self.room_type.as_str(), self.rate_plan.as_str());
            let one = AddonAsk { quantity: 1, ..ask.clone() };
            let one = addon::agree(board, of, &self.stay, (&self.party, self.rooms), &one).ok();
            let had = one.as_ref().map_or(0, |(one, _)| most(one).min(ask.quantity));
            let added =
                had > 0 && self.add(board, &AddonAsk { quantity: had, ..ask.clone() }, wish.every_night).is_ok();
            if !added || had < ask.quantity {
                let why = if one.is_some() { Lack::TooFew } else { Lack::NotOffered };
                self.left_out.push(wish.left_out(why));
            }
        }
    }

    /// Notes that nothing of what was wished goes along.
    pub(crate) fn leave_out(&mut self, wishes: Vec<Wish>) {
        self.left_out.extend(wishes.into_iter().map(|wish| wish.left_out(Lack::NotOffered)));
    }

    /// What it has of an add-on, in order.
    fn entries_of(&self, code: &str) -> Vec<AddonAsk> {
        let mut entries: Vec<_> = self.addons.iter().filter(|addon| addon.code == code).map(AgreedAddon::ask).collect();
        entries.sort_unstable();
        entries
    }

    /// The same with what its guest adds in place of what was added before. With that they decide about an add-on, or
    /// about all where they take everything off: what was left out of it is wished no more.
    pub(crate) fn decided(&self, board: &Board, asks: &[AddonAsk]) -> Result<Choice, Refusal> {
        let mut choice = self.with_addons(board, asks)?;
        let takes_all_off = asks.is_empty() && !self.addons.is_empty();
        let codes = self.addons.iter().chain(&choice.addons).map(|addon| &addon.code);
        let codes: BTreeSet<&Code> = codes.chain(self.left_out.iter().map(|left| &left.code)).collect();
        let same = |code: &&Code| self.entries_of(code) == choice.entries_of(code);
        let same: BTreeSet<Code> = codes.into_iter().filter(same).cloned().collect();
        let mut left_out = std::mem::take(&mut choice.left_out);
        left_out.retain(|left| !takes_all_off && same.contains(&left.code));
        // Whether the same entries are for every night is not decided anew either: one that was full may be left out.
        let every_night = self.addons.iter().filter(|addon| addon.every_night).map(|addon| &addon.code);
        let every_night: BTreeSet<&Code> = every_night.collect();
        for addon in choice.addons.iter_mut().filter(|addon| same.contains(&addon.code)) {
            addon.every_night = every_night.contains(&addon.code);
        }
        Ok(Choice { left_out, ..choice })
    }

    /// What it takes of the stock of add-ons.
    pub fn addon_days(&self) -> AddonDays {
        let mut days = AddonDays::new();
        for addon in &self.addons {
            let taken = i64::from(addon.quantity) * i64::from(addon.places) * i64::from(self.rooms);
            *days.entry((addon.code.clone(), addon.day)).or_default() += taken;
        }
        days
    }

    /// What cancelling costs from later moments on than [`Choice::cancellation`] says, in order.
    pub fn later_penalties(&self) -> &[PenaltyStep] {
        self.penalty_steps.get(1..).unwrap_or_default()
    }

    /// What a guest agrees to beside the price, as one word to be compared: what is due now or goes back, what cancelling
    /// costs from when on, and what is due on which later day.
    pub fn terms(&self) -> String {
        let (due, back) = self.change.map_or((self.dues.now, 0), |change| (change.charge, change.refund));
        let free_until = self.cancellation.free_until.map_or(0, |until| until.at.as_second());
        let mut terms = format!("{due}-{back}.{free_until}={}", self.cancellation.amount);
        for step in self.later_penalties() {
            terms += &format!(".{}={}", step.from.at.as_second(), step.amount);
        }
        let mut now = self.dues.now;
        for deposit in &self.deposits {
            // What is due now is due on whichever day it is booked.
            match deposit.amount <= now {
                true => terms += &format!(".{}", deposit.amount),
                false => terms += &format!(".{}={}", deposit.date, deposit.amount),
            }
            now -= deposit.amount.min(now);
        }
        terms
    }

    /// Whether cancelling costs more by now than it said when it was chosen: agreed now, it would promise what is over.
    pub fn has_passed_a_deadline(&self, now: Timestamp) -> bool {
        let later = self.later_penalties().iter().map(|step| step.from);
        self.cancellation.free_until.into_iter().chain(later).any(|deadline| deadline.at <= now)
    }

    /// All totals, for one room without what was added.
    pub fn summary(&self, board: &Board) -> PriceSummary {
        let before = self.before_discount.as_ref().unwrap_or(&self.totals);
        let total_points = self.points.as_ref().map_or(0, |points| points.offered / i64::from(self.rooms.max(1)));
        let summary = PriceSummary::new(board.currency(), self.stay.nights(), before, &self.totals);
        PriceSummary { total_points, ..summary.struck(self.strike) }
    }

    /// What it holds, in the store's terms.
    pub fn held_rooms(&self) -> Rooms {
        let group = self.group().map(str::to_owned);
        Rooms { room_type: self.room_type.clone(), group, stay: self.stay, rooms: self.rooms, unit: self.unit.clone() }
    }

    /// Code of the group whose block it is of.
    pub fn group(&self) -> Option<&str> {
        match &self.deal {
            Some(AgreedDeal::Group { code, .. }) => Some(code),
            _ => None,
        }
    }

    /// Whether a company pays: nothing is due from the guest, and no guarantee is asked (PAY-11).
    pub fn company_pays(&self) -> bool {
        matches!(self.deal, Some(AgreedDeal::Company { mop: Mop::Company, .. }))
    }

    /// The same choice for one of its rooms: what a reservation of it keeps, which has no wishes left and no price that was
    /// asked before. Every amount for all rooms is a whole multiple of the amount for one.
    pub fn for_one_room(&self) -> Choice {
        let mut one = self.clone();
        (one.left_out, one.strike) = (Vec::new(), None);
        let rooms = i64::from(self.rooms.max(1));
        one.rooms = 1;
        one.cancellation.amount /= rooms;
        for step in &mut one.penalty_steps {
            step.amount /= rooms;
        }
        for deposit in &mut one.deposits {
            deposit.amount /= rooms;
        }
        one.dues =
            Dues { now: one.dues.now / rooms, later: one.dues.later / rooms, at_hotel: one.dues.at_hotel / rooms };
        for addon in &mut one.addons {
            addon.amount /= rooms;
        }
        if let Some(points) = &mut one.points {
            points.offered /= rooms;
            points.redeemed /= rooms;
            points.worth /= rooms;
            for deposit in &mut points.deposits {
                deposit.amount /= rooms;
            }
        }
        one.folio = one.folio.divided(rooms);
        one
    }

    /// Whether two choices ask the same money for the same thing.
    pub fn same_price(&self, other: &Choice) -> bool {
        let addons = self.addons.len() == other.addons.len()
            && self.addons.iter().zip(&other.addons).all(|(one, other)| one.same(other));
        let with_points = |choice: &Choice| (choice.redeemed_points(), choice.points_worth());
        self.currency == other.currency
            && self.nights == other.nights
            && self.totals == other.totals
            && addons
            && with_points(self) == with_points(other)
    }
}

/// The choice of a room type in a plan as the hotel asks it now, or why it cannot be had. Of the query, stay, party,
/// rooms (1 or more), code, the one package, what is held already and whether it is booked with points count: a plan for
/// points is sold for nothing else, and no other plan for points.
pub fn quote(board: &Board, room: RoomId, plan: PlanId, query: &Query<'_>, now: Timestamp) -> Result<Choice, Refusal> {
    let with_points = query.points == Points::Only;
    let for_points = board.plan(plan).points_eligible();
    let opens = query.deal.opens(board, plan) && for_points == with_points;
    if !board.sells(room, plan) || query.rooms == 0 || !opens {
        return Err(Refusal::UnknownOffer);
    }
    if let Packages::Only(package) = query.packages {
        let in_block = matches!(query.deal, Deal::Group { .. });
        if in_block || !board.has_package(package, room, plan, &query.stay) {
            return Err(Refusal::UnknownPackage);
        }
    }
    let plans = [plan];
    let query = Query { plans: Some(&plans), ..*query };
    let answer = offers(board, &query, now);
    let Some(of_room) = answer.rooms().iter().find(|answer| answer.room == room) else {
        return Err(Refusal::UnknownOffer);
    };
    match answer.of_room(of_room).first() {
        Some(offer) => {
            let rate = Rate { room, plan, package: offer.package };
            let choice = agree(board, rate, &query, answer.nights(offer), offer.before, now);
            Ok(Choice { strike: offer.strike, ..choice })
        }
        None => {
            let mut reasons = answer.room_reasons(of_room).to_vec();
            for refusal in answer.refusals(of_room) {
                reasons.extend_from_slice(answer.refusal_reasons(refusal));
            }
            Err(Refusal::NotOnOffer(reasons))
        }
    }
}

/// The same choice at today's price. What is held was promised: no restriction, day of booking or cut-off speaks
/// against it any more, only a night that has lost its price or a code that is gone.
///
/// `kept` are the nights of a stay that is changed.
pub fn reprice(board: &Board, choice: &Choice, kept: Option<&Kept<'_>>, now: Timestamp) -> Result<Choice, Refusal> {
    let room = board.room_index(&choice.room_type).ok_or(Refusal::UnknownRoom)?;
    let plan = board.plan_index(&choice.rate_plan).ok_or(Refusal::UnknownOffer)?;
    let offering = board.offering(room, plan).ok_or(Refusal::UnknownOffer)?;
    let deal = choice.deal.as_ref().and_then(|agreed| Deal::again(board, agreed)).unwrap_or_default();
    // Without its code a plan may be nobody's any more, and a room of a block is no other room.
    if !deal.opens(board, plan) || (choice.group().is_some() && deal == Deal::Public) {
        return Err(Refusal::CodeNotValid);
    }
    let package = match &choice.package {
        // What it contained cannot be charged any more once the hotel has it no longer.
        Some(agreed) => Some(board.package_index(&agreed.code).ok_or(Refusal::UnknownPackage)?),
        None => None,
    };
    let party = PricedParty::new(&choice.party, &board.hotel().child_bands);
    let kept = kept.filter(|kept| kept.are_of(room, plan, package, deal, &choice.party));
    let rate = |date| match kept.and_then(|kept| kept.night(date)) {
        Some(night) => Some(night.rate),
        None => board.night(date).and_then(|night| deal.rate(board, room, offering, &party, night)),
    };
    let mut nights = Vec::with_capacity(usize::from(choice.stay.nights()));
    let mut missing = Vec::new();
    for date in choice.stay.dates() {
        match rate(date) {
            Some(rate) => nights.push(NightAmount { rate, ..NightAmount::default() }),
            None => missing.push(Reason::on(ReasonCode::NoPrice, date)),
        }
    }
    if !missing.is_empty() {
        return Err(Refusal::NotOnOffer(missing));
    }
    let agreed = kept.map_or(0..0, |kept| kept.put(&choice.stay, &mut nights));
    // What a promotion took off the stay that is changed stays off it without being one for the new nights too.
    let anew = choice.nights.iter().enumerate().any(|(at, night)| night.before.is_some() && !agreed.contains(&at));
    let deal = if anew || !matches!(deal, Deal::Discount { .. }) { deal } else { Deal::Public };
    deal.lower(board, (room, plan), &choice.stay, None, &mut nights, agreed);
    let before = total_before(board, package, &choice.party, &nights);
    let query = Query { rooms: choice.rooms, deal, kept: kept.copied(), ..Query::new(choice.stay, choice.party) };
    let rate = Rate { room, plan, package };
    let mut again = Choice { unit: choice.unit.clone(), ..agree(board, rate, &query, &nights, before, now) };
    again.strike = choice.strike.filter(|strike| *strike > again.totals.grand_total());
    // So many are held.
    again.carry_over(board, choice.wishes(), |one| {
        let held = choice.addons.iter().find(|addon| (&addon.code, addon.date) == (&one.code, one.date));
        held.map_or(0, |addon| addon.quantity)
    });
    if let Some(points) = &choice.points {
        again.pay_with_points(board, &points.account_number, points.redeemed, now);
    }
    Ok(again)
}

/// What was chosen.
#[derive(Clone, Copy)]
struct Rate {
    room: RoomId,
    plan: PlanId,
    package: Option<PackageId>,
}

/// Writes down what these nights come to.
fn agree(
    board: &Board,
    Rate { room, plan, package }: Rate,
    query: &Query<'_>,
    nights: &[NightAmount],
    before_discount: Option<Totals>,
    now: Timestamp,
) -> Choice {
    let Query { stay, party, rooms, .. } = *query;
    let mut nights = nights.to_vec();
    let totals = total(board, package, &party, &mut nights);
    let described = board.plan(plan);
    let currency = board.currency();
    let policy = board.plans[usize::from(plan.0)].policy;
    let today = board.business_day(now);
    let terms = terms(board, policy, stay.arrival(), now);
    let lowered = before_discount.is_some();
    // A promotion of the stay that is changed stays with what it took off.
    let promotion = || query.kept.and_then(|kept| kept.promotion).filter(|_| lowered).cloned();
    let deal = query.deal.agreed(board, lowered).or_else(promotion);
    let company_pays = matches!(deal, Some(AgreedDeal::Company { mop: Mop::Company, .. }));
    let deposits: Vec<Deposit> = match company_pays {
        true => Vec::new(),
        false => deposits(currency, described, stay.arrival(), today, &nights, rooms).collect(),
    };
    let rates: Vec<i64> = nights.iter().map(|night| night.rate).collect();
    Choice {
        room_type: board.room(room).code.clone(),
        rate_plan: described.code.clone(),
        names: Some(AgreedNames { room_type: board.room(room).name.clone(), rate_plan: described.name.clone() }),
        stay,
        party,
        rooms,
        currency: currency.code.to_owned(),
        totals,
        before_discount,
        strike: None,
        deal,
        package: package.map(|package| {
            let package = board.package(package);
            AgreedPackage { code: package.code.clone(), name: package.name.clone() }
        }),
        unit: None,
        guarantee_types: described.guarantee_types.clone(),
        cancellation: cancellation(currency, &terms, &nights, rooms),
        cancellation_policy: Some(described.cancellation_policy.clone()),
        penalty_steps: penalty_steps(board, policy, &stay, &nights, rooms, now),
        dues: match company_pays {
            true => Dues::default(),
            false => Dues::new(totals.grand_total() * i64::from(rooms), today, &deposits),
        },
        deposits,
        points: None,
        addons: Vec::new(),
        left_out: Vec::new(),
        change: None,
        back_to: Vec::new(),
        folio: Folio::new(board, (room, package), &stay, &party, rooms, &rates),
        nights,
    }
}
