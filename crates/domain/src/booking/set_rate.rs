//! Choosing a room for a session, and what comes with it: which holds go and which come.

use jiff::Timestamp;
use jiff::civil::Date;
use uuid::Uuid;

use crate::addon::{self, AddonAsk, AddonDays, AgreedAddon, Wish};
use crate::board::Board;
use crate::booking::change::{addons_beyond, beyond, own_addons};
use crate::booking::points::more_points;
use crate::booking::{Batch, Choice, Payer, PointsHeld, Refusal, SessionCompany, quote};
use crate::deal::{AgreedDeal, Deal};
use crate::hotel::Code;
use crate::offer::{Held, Packages, Points, Query};
use crate::party::Party;
use crate::policy::for_all_rooms;
use crate::stay::Stay;

/// What a guest asks to have for a session.
#[derive(Debug, Clone)]
pub struct Ask<'a> {
    /// Code.
    pub room_type: &'a str,
    /// Code.
    pub rate_plan: &'a str,
    /// Nights.
    pub stay: Stay,
    /// People in each room.
    pub party: Party,
    /// 1 or more.
    pub rooms: u16,
    /// The nightly rates that the guest saw, in minor units; `None` when none were sent.
    pub seen: Option<&'a [(Date, i64)]>,
    /// The guest's code; of a promotion, the rooms are counted anew.
    pub deal: Deal,
    /// Code of the package that the rate comes with.
    pub package: Option<&'a str>,
    /// The door that the guest chose.
    pub unit: Option<&'a str>,
    /// Who pays with points; `None` pays with money alone.
    pub payer: Option<Payer<'a>>,
    /// How many points at most; `None` is as many as there can be.
    pub points: Option<i64>,
    /// What all bookings have of add-ons in the stay; `None` where it was not looked up, and nothing is too few.
    pub taken: Option<&'a AddonDays>,
}

/// Rooms of one type in the nights of a stay. Ordered by room type, then stay.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rooms {
    /// Code.
    pub room_type: Code,
    /// Code of the group whose block they are of; `None` is the house.
    pub group: Option<String>,
    /// Nights.
    pub stay: Stay,
    /// How many.
    pub rooms: u16,
    /// The door, where it was chosen.
    pub unit: Option<String>,
}

impl Rooms {
    /// The same in the board's terms; `None` where the hotel has no such rooms any more.
    pub fn on(&self, board: &Board) -> Option<Held> {
        let group = match &self.group {
            Some(code) => Some(board.group_index(code)?),
            None => None,
        };
        Some(Held { room: board.room_index(&self.room_type)?, stay: self.stay, rooms: self.rooms, group })
    }
}

/// What choosing does: in one transaction `release`, then `take`, then `addons`, then `points`, then keep the batch.
#[derive(Debug, Clone, PartialEq)]
pub struct SetRate {
    /// What the session held before.
    pub release: Vec<Rooms>,
    /// What it holds from now on; nothing when the choice is taken back. A session that changes a booked stay holds
    /// what the new one has beyond it, in two parts where it is longer on both sides.
    pub take: Vec<Rooms>,
    /// How many more of an add-on the session holds on a day than before; below zero is given back.
    pub addons: AddonDays,
    /// How many more points of an account it holds than before; below zero is given back.
    pub points: PointsHeld,
    /// The batch afterwards.
    pub batch: Batch,
}

/// Chooses a room for a session, at our price. Rates that the guest saw must be ours, a promotion must apply. What was
/// wished beside the choice before goes along, also when that one was given back meanwhile; with a stay that is changed,
/// what was booked with it. What of it cannot be had is told, and so is all of it with a package or points: there the
/// guest is not asked for add-ons, and could take none off.
pub fn set_rate(
    batch: &Batch,
    session_id: Uuid,
    ask: &Ask<'_>,
    board: &Board,
    now: Timestamp,
    hold_minutes: u32,
) -> Result<SetRate, Refusal> {
    batch.check_open(now)?;
    if let Some(existing) = &batch.existing {
        existing.check_changeable(board, now)?;
        if ask.rooms != 1 {
            return Err(Refusal::OneRoom);
        }
        if ask.payer.is_some() {
            return Err(Refusal::NotForPoints);
        }
    }
    let mut batch = batch.clone();
    let own = batch.held_by(session_id, board);
    let existing = batch.existing.clone();
    let kept = existing.as_ref().and_then(|existing| existing.kept(board));
    let old = existing.as_ref().map(|existing| &existing.reservation.agreed);
    let others = batch.sessions.len() as u16 - 1;
    let held_points = ask.payer.map_or(0, |payer| batch.points_of(payer.account_number));
    let session = batch.session_mut(session_id).ok_or(Refusal::UnknownSession)?;
    let room = board.room_index(ask.room_type).ok_or(Refusal::UnknownRoom)?;
    let plan = board.plan_index(ask.rate_plan).ok_or(Refusal::UnknownOffer)?;
    // What the stay that is changed was booked with is no reason against the new one: without it, it is one like any
    // other, and the nights that stay cost what was agreed.
    let without = |code: &str| match old.and_then(|old| old.deal.as_ref()) {
        Some(agreed) if agreed.code() == code => Ok(Deal::Public),
        _ => Err(Refusal::CodeNotValid),
    };
    let deal = match (ask.deal, &session.company) {
        (Deal::Public, Some(SessionCompany { code, mop })) => {
            Deal::company(board, code, *mop).map_or_else(|| without(code), Ok)?
        }
        (Deal::Discount { at, .. }, _) => {
            let (discount, rooms) = (&board.hotel().discounts[usize::from(at)], others + ask.rooms);
            match discount.applies(&ask.stay, rooms, Some(board.business_day(now))) {
                true => Deal::Discount { at, rooms },
                false => without(&discount.code)?,
            }
        }
        (deal, _) => deal,
    };
    let packages = match ask.package {
        Some(code) => Packages::Only(board.package_index(code).ok_or(Refusal::UnknownPackage)?),
        None => Packages::None,
    };
    let points = if ask.payer.is_some() { Points::Only } else { Points::None };
    let query = Query { rooms: ask.rooms, own: &own, kept, deal, packages, points, ..Query::new(ask.stay, ask.party) };
    let mut choice = quote(board, room, plan, &query, now)?;
    // What a company pays, nobody pays with points. Nor does a company come to pay for a stay that its guest has begun to
    // pay for, or owes something of.
    if choice.company_pays() && (ask.payer.is_some() || old.is_some_and(|old| !old.company_pays())) {
        return Err(Refusal::CodeNotValid);
    }
    // Each room takes the same number.
    if ask.payer.is_some_and(|payer| payer.balance + held_points < i64::from(ask.rooms)) {
        return Err(Refusal::TooManyPoints { most: 0 });
    }
    if let Some(unit) = ask.unit {
        let described = board.room(room);
        // Rooms of a block may come on top of the house's: then a door would be sold that the house still counts.
        let in_block = matches!(query.deal, Deal::Group { .. });
        let offered = board.hotel().allow_room_unit_booking
            && !in_block
            && ask.rooms == 1
            && described.units.iter().any(|known| known == unit)
            && described.in_order(unit, &ask.stay);
        if !offered {
            return Err(Refusal::UnitNotOffered);
        }
        choice.unit = Some(unit.to_owned());
    }
    let before = session.choice.as_ref();
    let (of, wishes) = match (before, old.filter(|_| session.wished.is_empty())) {
        (Some(before), _) => (Some(before.stay), before.wishes()),
        (None, Some(old)) => (Some(old.stay), old.booked_wishes(board)),
        (None, None) => (None, std::mem::take(&mut session.wished)),
    };
    let wishes = if of == Some(ask.stay) { wishes } else { addon::moved(wishes, board, &ask.stay) };
    // A package and points lead past the add-ons: what was added to a room that has them already was added all the same.
    let past = old.is_none() && (ask.package.is_some() || ask.payer.is_some());
    let alike = before.filter(|before| {
        let package = before.package.as_ref().map(|package| package.code.as_str());
        package == ask.package && before.points.is_some() == ask.payer.is_some()
    });
    let (along, left) = wishes.into_iter().partition(|wish| !past || alike.is_some_and(|before| before.has(wish)));
    carry_over(&mut choice, along, board, (&own_addons(before, old), ask.taken));
    choice.leave_out(left);
    if let Some(payer) = ask.payer {
        // What the room holds already is free for it; the smaller of what is offered and what there is (POINTS-04).
        let own = session.choice.as_ref().and_then(|choice| choice.points.as_ref());
        let own = own.filter(|own| own.account_number == payer.account_number).map_or(0, |own| own.redeemed);
        let most = payer.balance + own;
        choice.pay_with_points(board, payer.account_number, ask.points.map_or(most, |asked| asked.min(most)), now);
    }
    if let Some(existing) = &existing {
        existing.settle(&mut choice, board, now);
    }
    if ask.seen.is_some_and(|seen| !as_seen(&choice, seen)) {
        return Err(Refusal::PriceChanged(vec![choice]));
    }
    let take = beyond(&choice, old);
    let addons = more_addons(old, session.choice.as_ref(), Some(&choice));
    let points = more_points(session.choice.as_ref(), Some(&choice));
    session.wished.clear();
    let release = session.choice.replace(choice).map_or_else(Vec::new, |before| beyond(&before, old));
    // Better refused here than at the end: one guarantee has to do for all rooms.
    let hotel = board.hotel();
    let asks = !for_all_rooms(hotel).is_empty();
    if asks && batch.choices().count() > 1 && batch.shared_guarantees(hotel).is_empty() {
        return Err(Refusal::GuaranteesDiffer);
    }
    batch.touch(now, hold_minutes);
    Ok(SetRate { release, take, addons, points, batch })
}

/// Puts a company on a session, for the rooms chosen from now on (API-24). A room that is chosen already at other terms
/// would be booked at those: it is chosen anew, or given back first.
pub fn set_company(
    batch: &Batch,
    session_id: Uuid,
    company: SessionCompany,
    now: Timestamp,
    hold_minutes: u32,
) -> Result<Batch, Refusal> {
    batch.check_open(now)?;
    let mut batch = batch.clone();
    let session = batch.session_mut(session_id).ok_or(Refusal::UnknownSession)?;
    let its_own = |choice: &Choice| matches!(&choice.deal, Some(AgreedDeal::Company { code, mop, .. }) if (code, mop) == (&company.code, &company.mop));
    if !session.choice.as_ref().is_none_or(its_own) {
        return Err(Refusal::RoomBeforeCompany);
    }
    session.company = Some(company);
    batch.touch(now, hold_minutes);
    Ok(batch)
}

/// Takes a session's choice back; what was wished beside it waits for the next. One without a choice stays as it is.
pub fn remove_rate(batch: &Batch, session_id: Uuid, now: Timestamp, hold_minutes: u32) -> Result<SetRate, Refusal> {
    batch.check_open(now)?;
    let mut batch = batch.clone();
    let session = batch.session_mut(session_id).ok_or(Refusal::UnknownSession)?;
    let before = session.choice.take();
    if let Some(before) = &before {
        session.wished = before.wishes();
    }
    batch.touch(now, hold_minutes);
    let addons = more_addons(batch.existing_stay(), before.as_ref(), None);
    let points = more_points(before.as_ref(), None);
    let release = before.map_or_else(Vec::new, |before| beyond(&before, batch.existing_stay()));
    Ok(SetRate { release, take: Vec::new(), addons, points, batch })
}

/// Puts these entries in place of what was added to a session's room (API-40).
pub fn include_addons(
    batch: &Batch,
    session_id: Uuid,
    asks: &[AddonAsk],
    board: &Board,
    now: Timestamp,
    hold_minutes: u32,
) -> Result<SetRate, Refusal> {
    batch.check_open(now)?;
    let mut changed = batch.clone();
    let session = changed.session_mut(session_id).ok_or(Refusal::UnknownSession)?;
    let before = session.choice.take().ok_or_else(|| Refusal::RoomMissing(vec![session_id]))?;
    let after = before.decided(board, asks)?;
    let addons = more_addons(batch.existing_stay(), Some(&before), Some(&after));
    session.choice = Some(after);
    changed.touch(now, hold_minutes);
    Ok(SetRate { release: Vec::new(), take: Vec::new(), addons, points: PointsHeld::new(), batch: changed })
}

/// Adds what is wished beside a choice, as far as there are places for it.
fn carry_over(choice: &mut Choice, wishes: Vec<Wish>, board: &Board, of_day: (&AddonDays, Option<&AddonDays>)) {
    let ((own, taken), rooms) = (of_day, i64::from(choice.rooms));
    choice.carry_over(board, wishes, |one: &AgreedAddon| {
        let Some(addon) = board.hotel().addons.iter().find(|addon| addon.charge.code == one.code) else { return 0 };
        let places = taken.and_then(|taken| addon.places_for(one.day, own, taken));
        let units = places.map(|places| places / (rooms * i64::from(one.places)));
        units.map_or(addon.max_quantity, |units| u16::try_from(units).unwrap_or(u16::MAX).min(addon.max_quantity))
    });
}

/// What one choice holds of the stock of add-ons beyond another; what the stay that is changed has is nobody's to hold.
fn more_addons(existing: Option<&Choice>, before: Option<&Choice>, after: Option<&Choice>) -> AddonDays {
    let mut days = addons_beyond(after, existing);
    for (day, taken) in addons_beyond(before, existing) {
        *days.entry(day).or_default() -= taken;
    }
    days.retain(|_, more| *more != 0);
    days
}

/// Whether every rate seen is ours, and none of another day.
fn as_seen(choice: &Choice, seen: &[(Date, i64)]) -> bool {
    seen.len() == choice.nights.len()
        && choice.stay.dates().zip(&choice.nights).all(|(date, night)| seen.contains(&(date, night.asked())))
}
