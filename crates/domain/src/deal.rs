//! What a code of the guest's changes: a promotion or a company the price and the plans on offer, a group also the
//! stock that is sold from.
//!
//! The three exclude one another (SEARCH-14). Everything here is looked up anew from the hotel at each step; nothing
//! of it is taken from the guest.

use std::ops::Range;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::board::{Board, Offering, PlanId, RoomId};
use crate::confirmation::western;
use crate::hotel::{Days, Discount, Off};
use crate::money::Currency;
use crate::pricing::{NightAmount, PricedParty, on_step};
use crate::stay::Stay;

/// Characters of a code at most.
pub const MAX_CODE: usize = 40;

/// A code as codes are compared: upper case, single spaces (SEARCH-13), whatever keyboard it was typed on: full-width
/// letters and the digits of other scripts are ours. `None` for what cannot be one: nothing, too long, or with anything but
/// letters, with their vowels and other marks, digits and spaces of any script (SEARCH-20).
pub fn typed(text: &str) -> Option<String> {
    let text: String = text.nfkc().map(western).collect();
    let code = text.split_whitespace().collect::<Vec<_>>().join(" ").to_uppercase();
    // Some capitals come in parts: those of ΐ.
    let code: String = code.nfc().collect();
    let mut in_letter = false;
    let good = code.chars().all(|c| match is_combining_mark(c) {
        true => in_letter,
        false => {
            in_letter = c.is_alphabetic();
            c.is_alphanumeric() || c == ' '
        }
    });
    (good && !code.is_empty() && code.chars().count() <= MAX_CODE).then_some(code)
}

/// Who pays for a company's stay (SEARCH-24).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Mop {
    /// As everybody does.
    #[default]
    Guest,
    /// Nothing is due from the guest, and no guarantee is asked (PAY-11).
    Company,
}

impl Mop {
    /// As a request says it.
    pub fn code(self) -> &'static str {
        match self {
            Mop::Guest => "GUEST",
            Mop::Company => "COMPANY",
        }
    }
}

/// By which code something is asked for: places in the hotel's lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Deal {
    /// None.
    #[default]
    Public,
    /// A promotion, for so many rooms booked together.
    Discount {
        /// Place in [`Hotel::discounts`](crate::hotel::Hotel::discounts).
        at: u16,
        /// Rooms of the whole booking.
        rooms: u16,
    },
    /// A company.
    Company {
        /// Place in [`Hotel::companies`](crate::hotel::Hotel::companies).
        at: u16,
        /// Who pays.
        mop: Mop,
    },
    /// A group's block.
    Group {
        /// Place in [`Hotel::groups`](crate::hotel::Hotel::groups).
        at: u16,
    },
}

/// By which code something was agreed, with its name of that day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum AgreedDeal {
    /// A promotion that made it cheaper.
    Discount {
        /// As typed.
        code: String,
        /// In the hotel's own language.
        name: String,
    },
    /// A company's stay.
    Company {
        /// As typed.
        code: String,
        /// In the hotel's own language.
        name: String,
        /// Who pays.
        mop: Mop,
    },
    /// A room of a group's block.
    Group {
        /// As typed.
        code: String,
        /// In the hotel's own language.
        name: String,
    },
}

impl AgreedDeal {
    /// As typed.
    pub fn code(&self) -> &str {
        match self {
            AgreedDeal::Discount { code, .. } | AgreedDeal::Company { code, .. } | AgreedDeal::Group { code, .. } => {
                code
            }
        }
    }
}

impl Discount {
    /// Whether a stay meets its conditions. Without `booked_on` the days of booking are not asked: what is held was
    /// promised.
    pub fn applies(&self, stay: &Stay, rooms: u16, booked_on: Option<Date>) -> bool {
        let within = |day: Date, days: Option<Days>| days.is_none_or(|days| days.has(day));
        booked_on.is_none_or(|today| within(today, self.booked))
            && stay.nights() >= self.min_nights
            && rooms >= self.min_rooms
            && stay.dates().all(|night| {
                within(night, self.nights) && self.weekdays[night.weekday().to_monday_zero_offset() as usize]
            })
    }

    fn lowers(&self, board: &Board, room: RoomId, plan: PlanId) -> bool {
        (self.rate_plans.is_empty() || self.rate_plans.contains(&board.plan(plan).code))
            && (self.room_types.is_empty() || self.room_types.contains(&board.room(room).code))
    }
}

impl Off {
    /// Takes it off the rates of a stay, which are on the currency's step and stay there. No rate falls below zero.
    /// Nights that are `agreed` already stay as they are; what was taken off them counts towards a sum for the stay.
    pub fn take(self, currency: &Currency, nights: &mut [NightAmount], agreed: Range<usize>) {
        let taken: i64 = nights[agreed.clone()].iter().map(NightAmount::taken_off).sum();
        let whole = nights.iter().enumerate().filter(|(at, _)| !agreed.contains(at)).map(|(_, night)| night.rate).sum();
        // Of a sum for the stay: what is not yet taken, and the rates that it can still be taken of.
        let (mut rest, mut of) = match self {
            Off::PerStay { minor } => ((currency.round(minor) - taken).clamp(0, whole), whole),
            Off::Percent { .. } | Off::PerNight { .. } => (0, 0),
        };
        let new = nights.iter_mut().enumerate().filter(|(at, _)| !agreed.contains(at));
        for (_, night) in new {
            let asked = night.rate;
            let rate = match self {
                Off::Percent { ppm } => currency.percent(asked, 1_000_000 - ppm),
                Off::PerNight { minor } => asked - currency.round(minor),
                Off::PerStay { .. } if of == 0 => asked,
                Off::PerStay { .. } => {
                    let share = currency.mul_ratio(rest, asked, of);
                    rest -= share;
                    of -= asked;
                    asked - share
                }
            };
            night.before = Some(asked);
            night.rate = rate.clamp(0, asked);
        }
    }
}

impl Deal {
    /// The promotion of a code, where the hotel's pages take one; whether it applies to a stay is asked of it.
    pub fn discount(board: &Board, code: &str, rooms: u16) -> Option<Deal> {
        if board.hotel().website_config.disable_discount_flow {
            return None;
        }
        Some(Deal::Discount { at: place(code, board.hotel().discounts.iter().map(|d| &d.code))?, rooms })
    }

    /// The company of a code, where the hotel's pages take one.
    pub fn company(board: &Board, code: &str, mop: Mop) -> Option<Deal> {
        if !board.hotel().website_config.enable_company_booking {
            return None;
        }
        Some(Deal::Company { at: place(code, board.hotel().companies.iter().map(|c| &c.code))?, mop })
    }

    /// The group of a code that is still sold on a day, where the hotel's pages take one.
    pub fn group(board: &Board, code: &str, today: Date) -> Option<Deal> {
        if !board.hotel().website_config.enable_group_member_reservation_booking {
            return None;
        }
        let at = place(code, board.hotel().groups.iter().map(|g| &g.code))?;
        (today <= board.hotel().groups[usize::from(at)].cut_off).then_some(Deal::Group { at })
    }

    /// What was agreed once, as the hotel has it now. `None` for a code that is gone.
    pub fn again(board: &Board, agreed: &AgreedDeal) -> Option<Deal> {
        match agreed {
            AgreedDeal::Discount { code, .. } => Deal::discount(board, code, u16::MAX),
            AgreedDeal::Company { code, mop, .. } => Deal::company(board, code, *mop),
            // Past the cut-off too: the room is held in the block.
            AgreedDeal::Group { code, .. } => Deal::group(board, code, Date::MIN),
        }
    }

    /// Whether a plan is on offer: public ones to everybody but groups, others to those they were made for.
    pub fn opens(self, board: &Board, plan: PlanId) -> bool {
        let code = &board.plan(plan).code;
        let public = !board.plans[usize::from(plan.0)].private;
        match self {
            Deal::Public | Deal::Discount { .. } => public,
            Deal::Company { at, .. } => public || board.hotel().companies[usize::from(at)].rate_plans.contains(code),
            Deal::Group { at } => board.hotel().groups[usize::from(at)].rate_plan == *code,
        }
    }

    /// Whether its guest may hear of a plan: of those that need a code only with it.
    pub fn tells_of(self, board: &Board, plan: PlanId) -> bool {
        Deal::Public.opens(board, plan) || self.opens(board, plan)
    }

    /// Whether the room type is in the block; without a group every one can be asked for.
    pub(crate) fn has_room(self, board: &Board, room: RoomId) -> bool {
        match self {
            Deal::Group { at } => {
                // One that is in it no more keeps its row for what was sold of it.
                board.hotel().groups[usize::from(at)].has(&board.hotel().room_types[usize::from(room.0)].code)
            }
            _ => true,
        }
    }

    /// The nightly rate before anything is taken off it: a block may have its own.
    pub(crate) fn rate(
        self,
        board: &Board,
        room: RoomId,
        offering: &Offering,
        party: &PricedParty,
        night: usize,
    ) -> Option<i64> {
        if let Deal::Group { at } = self {
            let rooms = &board.hotel().groups[usize::from(at)].rooms;
            let own = rooms.iter().find(|r| r.room_type == board.room(room).code).and_then(|r| r.price);
            if let Some(price) = own {
                return Some(on_step(board.currency, price));
            }
        }
        party.rate(board, offering, night)
    }

    /// Takes off what the code takes off, apart from the nights that are `agreed` already. `booked_on` as in
    /// [`Discount::applies`].
    pub(crate) fn lower(
        self,
        board: &Board,
        (room, plan): (RoomId, PlanId),
        stay: &Stay,
        booked_on: Option<Date>,
        nights: &mut [NightAmount],
        agreed: Range<usize>,
    ) {
        let off = match self {
            Deal::Discount { at, rooms } => {
                let discount = &board.hotel().discounts[usize::from(at)];
                (discount.lowers(board, room, plan) && discount.applies(stay, rooms, booked_on)).then_some(discount.off)
            }
            // A negotiated plan is negotiated already.
            Deal::Company { at, .. } if !board.plans[usize::from(plan.0)].private => {
                board.hotel().companies[usize::from(at)].off
            }
            _ => None,
        };
        if let Some(off) = off {
            off.take(board.currency, nights, agreed);
        }
    }

    /// What is written down when something is agreed; a promotion only where it made something cheaper.
    pub(crate) fn agreed(self, board: &Board, lowered: bool) -> Option<AgreedDeal> {
        let hotel = board.hotel();
        match self {
            Deal::Public => None,
            Deal::Discount { at, .. } => {
                let discount = &hotel.discounts[usize::from(at)];
                lowered.then(|| AgreedDeal::Discount { code: discount.code.clone(), name: discount.name.clone() })
            }
            Deal::Company { at, mop } => {
                let company = &hotel.companies[usize::from(at)];
                let mop = if company.pays { mop } else { Mop::Guest };
                Some(AgreedDeal::Company { code: company.code.clone(), name: company.name.clone(), mop })
            }
            Deal::Group { at } => {
                let group = &hotel.groups[usize::from(at)];
                Some(AgreedDeal::Group { code: group.code.clone(), name: group.name.clone() })
            }
        }
    }
}

fn place<'c>(code: &str, mut codes: impl Iterator<Item = &'c String>) -> Option<u16> {
    let code = typed(code)?;
    codes.position(|known| is_of(known, &code)).and_then(|at| u16::try_from(at).ok())
}

/// Whether a hotel's code is the one that was [`typed`]. Those that were imported before other digits were read as ours
/// are as they were typed then.
pub fn is_of(known: &str, code: &str) -> bool {
    known == code || typed(known).as_deref() == Some(code)
}

/// How the rooms of a type that exist in a night are shared out, when `taken` of them are sold or held already and
/// each block wants to keep some: the house's total and each block's.
///
/// What is taken stays where it was taken. What nobody has yet is given to the blocks in order, up to what each wants,
/// then to the house. The totals together are the rooms that exist, unless more are taken than that.
pub fn share_out(exist: i64, taken: i64, blocks: &[Block]) -> (i64, Vec<i64>) {
    let mut free = exist - taken - blocks.iter().map(|block| block.taken).sum::<i64>();
    let totals: Vec<i64> = blocks
        .iter()
        .map(|block| {
            let given = (block.wanted - block.taken).clamp(0, free.max(0));
            free -= given;
            block.taken + given
        })
        .collect();
    ((exist - totals.iter().sum::<i64>()).max(0), totals)
}

/// A block's part of a night.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    /// Rooms to be kept for it.
    pub wanted: i64,
    /// Rooms sold and held from it.
    pub taken: i64,
}
