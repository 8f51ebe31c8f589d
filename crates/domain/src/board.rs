//! Everything that is needed to sell one property over a range of nights, as dense arrays by night.
//!
//! A board is made from the hotel, its nights and what is left of its stock, and never changes, save for the rooms
//! left, which are patched in place as holds and bookings come and go. Room types and plans are small indices here;
//! their codes are looked up once at the edge.

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};

use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::asked::{FormerPrices, FormerRow};
use crate::board_build;
pub use crate::board_build::zone;
use crate::hotel::{Change, Code, Hotel, NightPrice, NightRow, NightRule, Package, RatePlan, RoomType};
use crate::money::Currency;
use crate::stay::{Stay, add_days, days_between};
use crate::tax::Charges;

/// A room type of a board: its place in [`Hotel::room_types`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RoomId(pub u16);

/// A rate plan of a board: its place in [`Hotel::rate_plans`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlanId(pub u16);

/// A package of a board: its place in [`Hotel::packages`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PackageId(pub u16);

/// Rooms of one type that can still be sold, night by night, dense from `first` on: total less sold less held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StockLeft {
    /// Code of the room type.
    pub room_type: Code,
    /// Code of the group whose block they are in; `None` is the house.
    pub group: Option<String>,
    /// Night of the first number.
    pub first: Date,
    /// Below zero counts as zero.
    pub left: Vec<i32>,
}

/// A price or flat charge of a hotel is no more than this many minor units, so that no sum of a stay overflows.
pub const MAX_CONFIGURED: i64 = 1_000_000_000_000;

/// Why a hotel's data cannot be sold from.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// Not in [`Currency::all`].
    #[error("currency {0} is not known")]
    UnknownCurrency(String),
    /// Not an IANA name.
    #[error("time zone {0} is not known")]
    UnknownTimeZone(String),
    /// Nights of a room type that the hotel does not have.
    #[error("room type {0} is not one of the hotel's")]
    UnknownRoomType(Code),
    /// Nights of, or a derivation from, a plan that the hotel does not have.
    #[error("rate plan {0} is not one of the hotel's")]
    UnknownRatePlan(Code),
    /// A plan that in the end derives from itself.
    #[error("rate plan {0} is derived from itself")]
    DerivedRing(Code),
    /// A plan names a cancellation policy that the hotel does not have.
    #[error("cancellation policy {policy} of rate plan {plan} is not one of the hotel's")]
    UnknownPolicy {
        /// Code of the plan.
        plan: Code,
        /// Code of the policy.
        policy: Code,
    },
    /// A tax or fee that contradicts itself.
    #[error("charge {code}: {what}")]
    Charge {
        /// Code of the charge.
        code: Code,
        /// In plain words.
        what: &'static str,
    },
    /// Child bands that are not ascending, or more than four.
    #[error("child bands must ascend and be four at most")]
    ChildBands,
    /// A clock time of the hotel or of a deadline that is none.
    #[error("{0} is not a time of day")]
    TimeOfDay(String),
    /// A price or a change of price beyond [`MAX_CONFIGURED`].
    #[error("a price of rate plan {0} is beyond all measure")]
    Price(Code),
    /// More room types, plans or nights than indices reach.
    #[error("too many room types, rate plans or nights")]
    TooLarge,
}

/// What a room type holds, and where its rates are.
#[derive(Debug)]
pub(crate) struct BoardRoom {
    pub max_people: u8,
    pub max_adults: u8,
    pub max_children: u8,
    pub offerings: std::ops::Range<usize>,
}

/// A plan with its derivation resolved.
#[derive(Debug)]
pub(crate) struct BoardPlan {
    /// Place in [`Hotel::cancellation_policies`].
    pub policy: usize,
    /// From the plan that has prices of its own to this one.
    pub chain: Vec<Change>,
    /// Made for companies or groups: nobody else sees it.
    pub private: bool,
}

/// One room type sold in one plan.
#[derive(Debug)]
pub(crate) struct Offering {
    pub plan: PlanId,
    /// Row of `price_at`: the room type's prices in the plan that the chain begins with.
    pub price_row: Option<usize>,
    /// Row of `rule_at`: the nearest plan up the chain with rules of its own.
    pub rule_row: Option<usize>,
}

/// A property on sale. Share it behind an [`Arc`]; all methods take `&self`.
#[derive(Debug)]
pub struct Board {
    pub(crate) hotel: Arc<Hotel>,
    pub(crate) currency: &'static Currency,
    pub(crate) zone: TimeZone,
    pub(crate) check_in: jiff::civil::Time,
    pub(crate) first: Date,
    pub(crate) days: usize,
    pub(crate) rooms: Vec<BoardRoom>,
    pub(crate) plans: Vec<BoardPlan>,
    pub(crate) offerings: Vec<Offering>,
    /// Distinct prices; most hotels have few, so that the arrays by night stay small.
    pub(crate) prices: Vec<NightPrice>,
    pub(crate) rules: Vec<NightRule>,
    /// By row and night: 1 + place in `prices`, 0 is not sold.
    pub(crate) price_at: Vec<u32>,
    /// By row and night: 1 + place in `rules`, 0 is no rule.
    pub(crate) rule_at: Vec<u32>,
    /// By stock row and night: the house's room types in order, then the rows of blocks.
    pub(crate) left: Vec<AtomicI32>,
    /// How often a night had its last room sold, or a room again.
    pub(crate) turns: AtomicU64,
    /// By group and room type: the stock row, where the block has or had such rooms; after the hotel's groups come the gone ones.
    pub(crate) block_rows: Vec<Option<usize>>,
    /// Codes of groups that the hotel has no more, of which rows are left: what they sold may come back.
    pub(crate) gone_groups: Vec<String>,
    pub(crate) charges: Charges,
    /// By package: the same charges with what it contains.
    pub(crate) with_package: Vec<Charges>,
    pub(crate) former: FormerPrices,
}

impl Board {
    /// Resolves codes, derived plans and inherited rules. `nights` may leave out derived plans; they say which nights
    /// are on sale. One without a stock row has no room left; stock of another night, or of a room type that the hotel
    /// has no more, is passed over.
    pub fn new(hotel: Arc<Hotel>, nights: &[NightRow], stock: &[StockLeft]) -> Result<Board, BoardError> {
        board_build::build(hotel, nights, stock)
    }

    /// The board with the prices that were asked for its nights before.
    #[must_use]
    pub fn remembering(mut self, former: Vec<FormerRow>) -> Board {
        let known = former
            .into_iter()
            .filter_map(|row| Some((self.room_index(&row.room_type)?, self.plan_index(&row.rate_plan)?, row.prices)));
        self.former = FormerPrices::new(known);
        self
    }

    /// The hotel it was made from.
    pub fn hotel(&self) -> &Arc<Hotel> {
        &self.hotel
    }

    /// What all amounts are in.
    pub fn currency(&self) -> &'static Currency {
        self.currency
    }

    /// The hotel's.
    pub fn time_zone(&self) -> &TimeZone {
        &self.zone
    }

    /// The first night it knows.
    pub fn first(&self) -> Date {
        self.first
    }

    /// The last night it knows; the day before `first` when it knows none.
    pub fn last(&self) -> Date {
        add_days(self.first, self.days as i32 - 1).unwrap_or(Date::MAX)
    }

    /// The hotel-local date of a moment: the first day that can be arrived on (SEARCH-07).
    pub fn business_day(&self, now: jiff::Timestamp) -> Date {
        self.zone.to_datetime(now).date()
    }

    /// The room type of a code.
    pub fn room_index(&self, code: &str) -> Option<RoomId> {
        let at = self.hotel.room_types.iter().position(|r| r.code == code)?;
        Some(RoomId(at as u16))
    }

    /// The plan of a code.
    pub fn plan_index(&self, code: &str) -> Option<PlanId> {
        let at = self.hotel.rate_plans.iter().position(|p| p.code == code)?;
        Some(PlanId(at as u16))
    }

    /// All room types, in the hotel's order.
    pub fn room_ids(&self) -> impl ExactSizeIterator<Item = RoomId> + use<> {
        (0..self.rooms.len()).map(|r| RoomId(r as u16))
    }

    /// All rate plans, in the hotel's order.
    pub fn plan_ids(&self) -> impl ExactSizeIterator<Item = PlanId> + use<> {
        (0..self.plans.len()).map(|p| PlanId(p as u16))
    }

    /// Its description. The index must be of this board.
    pub fn room(&self, room: RoomId) -> &RoomType {
        &self.hotel.room_types[usize::from(room.0)]
    }

    /// Its description. The index must be of this board.
    pub fn plan(&self, plan: PlanId) -> &RatePlan {
        &self.hotel.rate_plans[usize::from(plan.0)]
    }

    /// The package of a code.
    pub fn package_index(&self, code: &str) -> Option<PackageId> {
        let at = self.hotel.packages.iter().position(|package| package.code == code)?;
        Some(PackageId(at as u16))
    }

    /// All packages, in the hotel's order.
    pub fn package_ids(&self) -> impl ExactSizeIterator<Item = PackageId> + use<> {
        (0..self.with_package.len()).map(|p| PackageId(p as u16))
    }

    /// Its description. The index must be of this board.
    pub fn package(&self, package: PackageId) -> &Package {
        &self.hotel.packages[usize::from(package.0)]
    }

    /// Whether a package is offered for a room type in a plan, for this stay.
    pub fn has_package(&self, package: PackageId, room: RoomId, plan: PlanId, stay: &Stay) -> bool {
        let described = self.package(package);
        // The points of a night are for the room: a package would come with them for nothing.
        !self.plan(plan).points_eligible()
            && described.is_of(&self.room(room).code, &self.plan(plan).code)
            && described.applies(stay)
    }

    /// What is charged besides the rate, with what a package contains.
    #[inline]
    pub(crate) fn charges(&self, package: Option<PackageId>) -> &Charges {
        package.map_or(&self.charges, |package| &self.with_package[usize::from(package.0)])
    }

    /// The group of a code, whether it is still sold or not.
    pub fn group_index(&self, code: &str) -> Option<u16> {
        self.hotel.groups.iter().position(|group| group.code == code).map(|at| at as u16)
    }

    /// Where the block of a code is noted, also of a group that the hotel has no more.
    pub fn block_index(&self, code: &str) -> Option<u16> {
        self.block_codes().position(|known| known == code).map(|at| at as u16)
    }

    fn block_codes(&self) -> impl Iterator<Item = &String> {
        self.hotel.groups.iter().map(|group| &group.code).chain(&self.gone_groups)
    }

    /// Whether the plan is sold for the room type.
    pub fn sells(&self, room: RoomId, plan: PlanId) -> bool {
        self.offering(room, plan).is_some()
    }

    /// Rooms left in a night, 0 or more; 0 outside the known nights.
    pub fn left(&self, room: RoomId, night: Date) -> i32 {
        match self.night(night) {
            Some(night) => self.left_at(room, night),
            None => 0,
        }
    }

    /// Notes how many rooms are left in a night. A night or room type that the board does not know is passed over:
    /// it is not sold from here.
    pub fn set_left(&self, room: RoomId, night: Date, left: i32) {
        self.note_left((usize::from(room.0) < self.rooms.len()).then_some(usize::from(room.0)), night, left);
    }

    /// The same for a block, by its place.
    pub fn set_block_left(&self, block: u16, room: RoomId, night: Date, left: i32) {
        self.note_left(self.block_row(block, room), night, left);
    }

    /// Rooms of a type left in a group's block in a night, 0 or more.
    pub fn block_left(&self, group: u16, room: RoomId, night: Date) -> i32 {
        match (self.block_row(group, room), self.night(night)) {
            (Some(row), Some(night)) => self.stock_at(row, night).max(0),
            _ => 0,
        }
    }

    /// Groups of which rooms are free that no block keeps any more ([`Board::is_released`]): they are to be the house's.
    pub fn blocks_to_release(&self, today: Date) -> Vec<&str> {
        let nights = self.night(today.max(self.first)).unwrap_or(self.days)..self.days;
        let due = self.block_codes().enumerate().filter(|(at, code)| {
            let mut rows = self.room_ids().filter_map(|room| Some((room, self.block_row(*at as u16, room)?)));
            rows.any(|(room, row)| {
                let date = |night: usize| add_days(self.first, night as i32).unwrap_or(Date::MAX);
                let mut free = nights.clone().filter(|night| self.stock_at(row, *night) > 0).map(date);
                free.any(|night| self.is_released(code, &self.room(room).code, night, today))
            })
        });
        due.map(|(_, code)| code.as_str()).collect()
    }

    /// Whether a group's block keeps no rooms of a type on a night by a day: its time is over, or the files keep none.
    pub fn is_released(&self, group: &str, room_type: &str, night: Date, today: Date) -> bool {
        let group = self.hotel.groups.iter().find(|known| known.code == group);
        !group.is_some_and(|group| group.keeps(room_type, night, today))
    }

    /// Changes whenever some night has its last room sold, or has a room again: what depends on nothing else of what is
    /// left is good until then.
    pub fn turns(&self) -> u64 {
        self.turns.load(Ordering::Acquire)
    }

    fn note_left(&self, row: Option<usize>, night: Date, left: i32) {
        if let (Some(row), Some(night)) = (row, self.night(night)) {
            let before = self.left[row * self.days + night].swap(left, Ordering::Relaxed);
            if (before > 0) != (left > 0) {
                self.turns.fetch_add(1, Ordering::Release);
            }
        }
    }

    /// The last day that a guest is offered to leave on (SEARCH-07): hotel-local.
    pub fn last_checkout(&self, now: jiff::Timestamp) -> Date {
        add_days(self.business_day(now), i32::from(self.hotel.max_los) + 1).unwrap_or(Date::MAX)
    }

    /// Whether the days of a stay are among those that a guest can search: from today to the last checkout, and no longer
    /// than the hotel wants (SEARCH-07).
    pub fn offers_stay(&self, stay: &Stay, now: jiff::Timestamp) -> bool {
        let days = self.business_day(now)..=self.last_checkout(now);
        days.contains(&stay.arrival()) && days.contains(&stay.departure()) && stay.nights() <= self.hotel.max_los
    }

    /// People that the hotel lets book into one room (SEARCH-04): its setting, else its occupancy, else 6.
    pub fn guest_cap(&self) -> u8 {
        match (self.hotel.website_config.max_guests_allowed, self.hotel.max_occupancy) {
            (Some(cap), _) if cap > 0 => cap,
            (_, occupancy) if occupancy > 0 => occupancy,
            _ => 6,
        }
    }

    pub(crate) fn night(&self, date: Date) -> Option<usize> {
        usize::try_from(days_between(self.first, date)).ok().filter(|&n| n < self.days)
    }

    #[inline]
    fn left_at(&self, room: RoomId, night: usize) -> i32 {
        self.stock_at(usize::from(room.0), night).max(0)
    }

    /// Rooms left as noted in a stock row: below zero when more are sold than exist.
    #[inline]
    pub(crate) fn stock_at(&self, row: usize, night: usize) -> i32 {
        self.left[row * self.days + night].load(Ordering::Relaxed)
    }

    /// The stock row of a block's rooms of a type.
    pub(crate) fn block_row(&self, block: u16, room: RoomId) -> Option<usize> {
        self.block_rows.get(usize::from(block) * self.rooms.len() + usize::from(room.0)).copied().flatten()
    }

    #[inline]
    pub(crate) fn price_at(&self, offering: &Offering, night: usize) -> Option<&NightPrice> {
        let at = self.price_at[offering.price_row? * self.days + night];
        (at > 0).then(|| &self.prices[at as usize - 1])
    }

    #[inline]
    pub(crate) fn rule_at(&self, offering: &Offering, night: usize) -> Option<&NightRule> {
        // A departure on the day after the last known night is asked for too.
        let row = offering.rule_row.filter(|_| night < self.days)?;
        let at = self.rule_at[row * self.days + night];
        (at > 0).then(|| &self.rules[at as usize - 1])
    }

    pub(crate) fn offering(&self, room: RoomId, plan: PlanId) -> Option<&Offering> {
        let room = self.rooms.get(usize::from(room.0))?;
        self.offerings[room.offerings.clone()].iter().find(|o| o.plan == plan)
    }
}
