//! Add-ons: what guests take beside their room, on which days, and what it costs (ADDON-05 to ADDON-13).
//!
//! A guest takes entries: so many of an add-on, in each room of the choice, either once for the stay or on one of its
//! days. What is taken once is told without a date and belongs to the day of arrival or of departure, as the hotel says;
//! of everything else each day is an entry of its own (ADDON-09). Each unit is charged like the next, with its own taxes
//! rounded for itself: two cost twice what the card says for one.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::folio::{self, FolioCharge};
use crate::hotel::{Addon, AddonDay, Code, Per};
use crate::party::Party;
use crate::stay::Stay;

/// The largest number that an entry can have (ADDON-06).
pub const MAX_QUANTITY: u16 = 99;

/// So many of add-ons by code and day: what a booking takes of their stock, or gives back where it is below zero.
pub type AddonDays = BTreeMap<(Code, Date), i64>;

/// An entry as it is asked for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct AddonAsk {
    /// Of the add-on.
    pub code: Code,
    /// In each room.
    pub quantity: u16,
    /// `None` for what is taken once.
    pub date: Option<Date>,
}

/// An entry as it was agreed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgreedAddon {
    /// Of the add-on.
    pub code: Code,
    /// In the hotel's own language.
    pub name: String,
    /// In each room.
    pub quantity: u16,
    /// As it was asked for.
    pub date: Option<Date>,
    /// The day it belongs to: its stock is that of this day.
    pub day: Date,
    /// Of the day's stock, that one of it takes in each room.
    #[serde(default = "folio::one", skip_serializing_if = "folio::is_one")]
    pub places: u16,
    /// With every tax, for all rooms. Minor units.
    pub amount: i64,
    /// Its guest took it for every night of the stay: with other dates it is for every one of these.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub every_night: bool,
}

impl AgreedAddon {
    /// The same, asked again.
    pub fn ask(&self) -> AddonAsk {
        AddonAsk { code: self.code.clone(), quantity: self.quantity, date: self.date }
    }

    /// Whether two entries are the same thing for the same money.
    pub fn same(&self, other: &AgreedAddon) -> bool {
        self.ask() == other.ask() && (self.day, self.amount) == (other.day, other.amount)
    }
}

/// What is wished beside a room, with its name of the day on which it was first taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Wish {
    /// As many as are wished.
    pub(crate) ask: AddonAsk,
    /// In the hotel's own language.
    pub(crate) name: String,
    /// For every night, whichever nights those are by then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) every_night: bool,
}

/// The codes of what is asked for every night of a stay on which it can be had, so many on each.
pub(crate) fn for_every_night(board: &Board, stay: &Stay, asks: &[AddonAsk]) -> BTreeSet<Code> {
    let mut nights: BTreeMap<(&Code, u16), BTreeSet<Date>> = BTreeMap::new();
    for ask in asks {
        nights.entry((&ask.code, ask.quantity)).or_default().extend(ask.date);
    }
    let every = |(code, _): &(&Code, u16), asked: &BTreeSet<Date>| {
        let addon = board.hotel().addons.iter().find(|addon| addon.charge.code == **code);
        let addon = addon.filter(|addon| addon.day == AddonDay::EachNight);
        addon.is_some_and(|addon| addon.nights(stay).iter().all(|night| asked.contains(night)))
    };
    nights.iter().filter(|(of, asked)| every(of, asked)).map(|((code, _), _)| (*code).clone()).collect()
}

/// The same wishes for another stay: what is wished for every night is wished for each of its nights.
pub(crate) fn moved(wishes: Vec<Wish>, board: &Board, stay: &Stay) -> Vec<Wish> {
    let mut done = BTreeSet::new();
    let mut moved = Vec::with_capacity(wishes.len());
    for wish in wishes {
        let addon = board.hotel().addons.iter().find(|addon| addon.charge.code == wish.ask.code);
        let Some(addon) = addon.filter(|addon| wish.every_night && addon.day == AddonDay::EachNight) else {
            moved.push(wish);
            continue;
        };
        // The first of its nights stands for all of them.
        if done.insert(wish.ask.code.clone()) {
            let on = |night| AddonAsk { date: Some(night), ..wish.ask.clone() };
            moved.extend(addon.nights(stay).into_iter().map(|night| Wish { ask: on(night), ..wish.clone() }));
        }
    }
    moved
}

impl Wish {
    /// The same where it does not go with a room, or not as often as wished.
    pub(crate) fn left_out(self, why: Lack) -> LeftOut {
        let AddonAsk { code, quantity, date } = self.ask;
        LeftOut { code, name: self.name, quantity, date, every_night: self.every_night, why }
    }
}

/// A wish of which less, or nothing, goes with a room that was chosen again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Of the add-on.
    pub code: Code,
    /// In the hotel's own language.
    pub name: String,
    /// How many are wished in each room.
    pub quantity: u16,
    /// `None` for what is taken once.
    pub date: Option<Date>,
    /// As in [`AgreedAddon::every_night`].
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub every_night: bool,
    /// Why not all of them go with it.
    pub why: Lack,
}

/// Why less of a wish goes with a room than was wished.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Lack {
    /// Fewer can be had on that day.
    TooFew,
    /// Not one of the hotel's any more, or not for this room, rate or stay.
    NotOffered,
}

/// Why an entry is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AddonFault {
    /// Not one of the hotel's, or not for this room, rate or stay.
    #[error("is not offered for this room and stay")]
    NotOffered,
    /// Everybody pays it.
    #[error("is in the price already")]
    Mandatory,
    /// Not from 1 to what the hotel gives at most.
    #[error("must lie between 1 and {0}")]
    Quantity(u16),
    /// It is taken by the day.
    #[error("is missing")]
    DateMissing,
    /// It is taken once.
    #[error("is not told for what is taken once in a stay")]
    DateTold,
    /// Not a day of this stay on which it can be had.
    #[error("is no day of this stay on which it can be had")]
    OtherDay,
    /// The same of the same day is an entry already.
    #[error("is an entry already")]
    Twice,
}

impl AddonFault {
    /// The member of the entry that is wrong.
    pub fn field(self) -> &'static str {
        match self {
            AddonFault::NotOffered | AddonFault::Mandatory | AddonFault::Twice => "charge_type_id",
            AddonFault::Quantity(_) => "quantity",
            AddonFault::DateMissing | AddonFault::DateTold | AddonFault::OtherDay => "date",
        }
    }
}

impl Addon {
    /// Taken once, so that its entry has no date (ADDON-09).
    pub fn recurring(&self) -> bool {
        matches!(self.day, AddonDay::Arrival | AddonDay::Departure)
    }

    /// The days on which it can be had in a stay; of what is taken once, the day it belongs to.
    pub fn days(&self, stay: &Stay) -> Vec<Date> {
        let days = match self.day {
            AddonDay::Arrival => vec![stay.arrival()],
            AddonDay::Departure => vec![stay.departure()],
            AddonDay::EachNight | AddonDay::Chosen => stay.dates().collect(),
        };
        let had = |day: &Date| self.seasons.is_empty() || self.seasons.iter().any(|season| season.has(*day));
        days.into_iter().filter(had).collect()
    }

    /// The nights that are every night of it: all of a stay that has no day of its seasons, on which it cannot be had.
    fn nights(&self, stay: &Stay) -> Vec<Date> {
        let days = self.days(stay);
        if days.is_empty() { stay.dates().collect() } else { days }
    }

    /// Whether it can be taken beside a room of this type in this plan, on some day of the stay.
    pub fn is_for(&self, room_type: &str, rate_plan: &str, stay: &Stay) -> bool {
        let named = |codes: &[Code], code: &str| codes.is_empty() || codes.iter().any(|known| known == code);
        !self.mandatory
            && named(&self.room_types, room_type)
            && named(&self.rate_plans, rate_plan)
            && stay.nights() >= self.min_nights
            && !self.days(stay).is_empty()
    }

    /// How many persons of a party one is charged for; `None` where it is not counted by persons.
    pub fn persons(&self, party: &Party) -> Option<u16> {
        let charged = |age: &&u8| self.charge.exempt_up_to_age.is_none_or(|free| **age > free);
        let grown = u16::from(party.adults());
        matches!(self.charge.per, Per::Person | Per::PersonNight)
            .then(|| grown + party.child_ages().iter().filter(charged).count() as u16)
    }

    /// How many of a day's places a guest can have who has `own` of all those that are `taken`: what is free, and what
    /// they have, also where the hotel gives less by now. `None` where there is no limit.
    pub fn places_for(&self, day: Date, own: &AddonDays, taken: &AddonDays) -> Option<i64> {
        let per_day = i64::from(self.per_day?);
        let of = |days: &AddonDays| days.get(&(self.charge.code.clone(), day)).copied().unwrap_or(0);
        let others = (of(taken) - of(own)).max(0);
        Some(of(own).max(per_day - others))
    }

    /// How many places of a day one takes in a room: of what is charged by persons one for each of them.
    pub fn places(&self, party: &Party) -> u16 {
        self.persons(party).unwrap_or(1)
    }
}

/// What one of an add-on (its place in [`Hotel::addons`](crate::hotel::Hotel::addons)) costs on a day of a stay, in
/// `rooms` rooms together.
pub fn price_of_one(board: &Board, addon: u16, day: Date, stay: &Stay, party: &Party, rooms: u16) -> FolioCharge {
    folio::of_addon(board, addon, day, stay, (party, rooms), 1)
}

/// An entry beside a room of this type in this plan, with what it costs on the folio of `rooms` rooms.
pub(crate) fn agree(
    board: &Board,
    (room_type, rate_plan): (&str, &str),
    stay: &Stay,
    (party, rooms): (&Party, u16),
    ask: &AddonAsk,
) -> Result<(AgreedAddon, FolioCharge), AddonFault> {
    let hotel = board.hotel();
    let at = hotel.addons.iter().position(|addon| addon.charge.code == ask.code).ok_or(AddonFault::NotOffered)?;
    let addon = &hotel.addons[at];
    if addon.mandatory {
        return Err(AddonFault::Mandatory);
    }
    if !addon.is_for(room_type, rate_plan, stay) {
        return Err(AddonFault::NotOffered);
    }
    if !(1..=addon.max_quantity).contains(&ask.quantity) {
        return Err(AddonFault::Quantity(addon.max_quantity));
    }
    let days = addon.days(stay);
    let day = match (addon.recurring(), ask.date) {
        (true, None) => days[0],
        (true, Some(_)) => return Err(AddonFault::DateTold),
        (false, None) => return Err(AddonFault::DateMissing),
        (false, Some(day)) if days.contains(&day) => day,
        (false, Some(_)) => return Err(AddonFault::OtherDay),
    };
    let charge = folio::of_addon(board, at as u16, day, stay, (party, rooms), ask.quantity);
    let (code, name) = (ask.code.clone(), addon.charge.name.clone());
    let (places, amount) = (addon.places(party), charge.net_value);
    let agreed =
        AgreedAddon { code, name, quantity: ask.quantity, date: ask.date, day, places, amount, every_night: false };
    Ok((agreed, charge))
}
