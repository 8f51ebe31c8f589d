//! The price of a stay: one walk over its nights, whose lines go into a sink.
//!
//! Totals and the folio are sinks of the same walk, so that they cannot differ.
//! Amounts are minor units of the hotel's currency, for one room.

use crate::board::{Board, Offering, PackageId};
use crate::hotel::{Change, NightPrice};
use crate::money::Currency;
use crate::party::Party;

/// A night costs no more than this, so that the sums of any stay fit.
const MAX_RATE: i64 = 10_000_000_000_000;

/// What a line is charged for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineOf {
    /// The room itself; of something that is sold without a room, that.
    Room,
    /// Something that the package contains.
    Content {
        /// Place in [`Hotel::charge_types`](crate::hotel::Hotel::charge_types).
        charge_type: u16,
    },
    /// A mandatory fee.
    Fee {
        /// Place in [`Hotel::charges`](crate::hotel::Hotel::charges).
        charge: u16,
        /// Whether it is a percentage of the nightly rate.
        of_rate: bool,
    },
    /// An add-on: a mandatory one in the price of every stay, another one where it was taken.
    Addon {
        /// Place in [`Hotel::addons`](crate::hotel::Hotel::addons).
        addon: u16,
    },
}

/// A tax on the charge it follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaxLine {
    /// Place in [`Hotel::charges`](crate::hotel::Hotel::charges).
    pub charge: u16,
    /// Minor units, never 0.
    pub amount: i64,
    /// Contained in the charge (true) or on top of it.
    pub inclusive: bool,
}

/// Takes the lines of a stay: for each night (from 0) the room, then what its package contains, then each fee and
/// mandatory add-on; after each charge its taxes.
pub trait LineSink {
    /// The room's nightly rate as the plan asks it (even when 0), content of a package, a fee, or an add-on.
    fn charge(&mut self, night: usize, of: LineOf, amount: i64);
    /// A tax on the charge that came last, which was for `of`.
    fn tax(&mut self, night: usize, of: LineOf, tax: TaxLine);
}

/// The sums of a stay's lines that every total is made of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Totals {
    /// Nightly rates as the plan asks them and what the package contains, inclusive taxes contained.
    pub rate: i64,
    /// Taxes contained in `rate`.
    pub inclusive_tax: i64,
    /// Taxes on top, of the room, of the package and of fees.
    pub exclusive_tax: i64,
    /// Fees and mandatory add-ons without the taxes on top of them.
    pub fee: i64,
    /// The part of `fee` that is a percentage of the rate.
    pub fee_of_rate: i64,
}

impl Totals {
    /// What the guest pays for one room.
    pub fn grand_total(&self) -> i64 {
        self.rate + self.exclusive_tax + self.fee
    }
}

impl LineSink for Totals {
    #[inline]
    fn charge(&mut self, _night: usize, of: LineOf, amount: i64) {
        match of {
            LineOf::Room | LineOf::Content { .. } => self.rate += amount,
            LineOf::Fee { of_rate, .. } => {
                self.fee += amount;
                if of_rate {
                    self.fee_of_rate += amount;
                }
            }
            LineOf::Addon { .. } => self.fee += amount,
        }
    }

    #[inline]
    fn tax(&mut self, _night: usize, of: LineOf, tax: TaxLine) {
        match (tax.inclusive, of) {
            (false, _) => self.exclusive_tax += tax.amount,
            (true, LineOf::Room | LineOf::Content { .. }) => self.inclusive_tax += tax.amount,
            // A tax contained in a fee is part of the fee; only the folio tells it apart.
            (true, LineOf::Fee { .. } | LineOf::Addon { .. }) => {}
        }
    }
}

/// One night of an offer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct NightAmount {
    /// Of the room, inclusive taxes contained.
    pub rate: i64,
    /// What the package has on this night, inclusive taxes contained.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub content: i64,
    /// The rate before a code took something off it; `None` where none did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<i64>,
    /// With every tax and fee charged on this night; once-a-stay charges are on the first.
    pub total: i64,
}

impl NightAmount {
    /// What is asked for the night: the room and what its package has.
    pub fn asked(&self) -> i64 {
        self.rate + self.content
    }

    /// What a code took off the rate.
    pub fn taken_off(&self) -> i64 {
        self.before.map_or(0, |before| before - self.rate)
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde asks it
fn is_nothing(amount: &i64) -> bool {
    *amount == 0
}

/// A party as prices see it: who counts as an adult, how many children are in each band.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PricedParty {
    adults: i64,
    children: [i64; 4],
}

impl PricedParty {
    /// A child older than the last band is priced as an adult.
    pub fn new(party: &Party, bands: &[u8]) -> PricedParty {
        let mut priced = PricedParty { adults: i64::from(party.adults()), children: [0; 4] };
        for &age in party.child_ages() {
            match bands.iter().position(|&upper| age <= upper) {
                Some(band) => priced.children[band] += 1,
                None => priced.adults += 1,
            }
        }
        priced
    }

    #[inline]
    fn of_children(&self, each: &[i64; 4]) -> i64 {
        self.children.iter().zip(each).map(|(count, each)| count * each).sum()
    }

    /// The nightly price before any derivation: the single price for one adult, else the base price and each adult
    /// beyond those it includes; children come on top. Where included places are free, children
    /// may have them.
    #[inline]
    fn price(&self, price: &NightPrice) -> i64 {
        let included = i64::from(price.included);
        let adults = match price.single {
            Some(single) if self.adults == 1 => single,
            _ => price.base + price.extra_adult * (self.adults - included).max(0),
        };
        let children = self.of_children(&price.child);
        if children == 0 || self.adults >= included {
            return adults + children;
        }
        (adults + children).min(price.base + children - self.dearest(included - self.adults, &price.child))
    }

    /// What the dearest so many children cost together.
    #[inline(never)] // few nights ask for it
    fn dearest(&self, places: i64, each: &[i64; 4]) -> i64 {
        let mut bands: [(i64, i64); 4] = std::array::from_fn(|band| (each[band], self.children[band]));
        bands.sort_unstable_by(|one, other| other.cmp(one));
        let mut left = places;
        let of_band = bands.iter().map(|(each, count)| {
            let taken = left.min(*count);
            left -= taken;
            each * taken
        });
        of_band.sum()
    }

    #[inline]
    fn change(&self, currency: &Currency, price: i64, change: &Change) -> i64 {
        match change {
            Change::Percent { ppm } => currency.percent(price, 1_000_000 + ppm),
            Change::PerNight { minor } => price + minor,
            Change::PerPerson { adult, child } => price + adult * self.adults + self.of_children(child),
        }
    }

    /// The nightly rate in an offering. `None` when the night has no price.
    #[inline]
    pub fn rate(&self, board: &Board, offering: &Offering, night: usize) -> Option<i64> {
        Some(self.rate_from(board, offering, board.price_at(offering, night)?))
    }

    /// The nightly rate that a price comes to in an offering: by occupancy, then each change of the chain, each
    /// rounded to the step and never below zero.
    #[inline]
    pub fn rate_from(&self, board: &Board, offering: &Offering, price: &NightPrice) -> i64 {
        self.rate_through(board.currency, price, &board.plans[usize::from(offering.plan.0)].chain)
    }

    /// The nightly rate that a price comes to through some changes.
    #[inline]
    pub fn rate_through(&self, currency: &Currency, price: &NightPrice, chain: &[Change]) -> i64 {
        let mut rate = on_step(currency, self.price(price));
        for change in chain {
            rate = on_step(currency, self.change(currency, rate, change));
        }
        rate
    }
}

/// The nightly rate of so many adults, and children by band, that a price comes to through some changes, as they are
/// applied.
pub fn party_rate(currency: &Currency, price: &NightPrice, chain: &[Change], (adults, children): (u8, [u8; 4])) -> i64 {
    let party = PricedParty { adults: i64::from(adults), children: children.map(i64::from) };
    party.rate_through(currency, price, chain)
}

/// Whether a price is no more than another for any party, as far as their parts tell it: every rate grows with each of
/// them as long as as many adults are included, and one alone costs no more than `base`.
pub(crate) fn never_above(one: &NightPrice, other: &NightPrice) -> bool {
    let alone = PricedParty { adults: 1, children: [0; 4] };
    let parts = |of: &NightPrice| [of.base, alone.price(of), of.extra_adult].into_iter().chain(of.child);
    one.included == other.included && parts(one).zip(parts(other)).all(|(one, other)| one <= other)
}

#[inline]
pub(crate) fn on_step(currency: &Currency, amount: i64) -> i64 {
    let rounded = if currency.step == 1 { amount } else { currency.round(amount) };
    rounded.clamp(0, MAX_RATE)
}

/// Sends the lines of a stay with these nightly rates to a sink.
#[inline]
pub fn walk<S: LineSink>(
    board: &Board,
    package: Option<PackageId>,
    party: &Party,
    rates: impl Iterator<Item = i64>,
    sink: &mut S,
) {
    let charges = board.charges(package);
    for (night, rate) in rates.enumerate() {
        charges.walk(board.currency, party, night, rate, sink);
    }
}

/// Totals of a stay before a code took something off its nights; `None` where none did.
pub fn total_before(
    board: &Board,
    package: Option<PackageId>,
    party: &Party,
    nights: &[NightAmount],
) -> Option<Totals> {
    let lowered = nights.iter().any(|night| night.before.is_some());
    lowered.then(|| {
        let mut before = Totals::default();
        let rates = nights.iter().map(|night| night.before.unwrap_or(night.rate));
        walk(board, package, party, rates, &mut before);
        before
    })
}

/// Totals of a stay whose nights have their `rate`; each night's `content` and `total` are filled in.
#[inline]
pub fn total(board: &Board, package: Option<PackageId>, party: &Party, nights: &mut [NightAmount]) -> Totals {
    let charges = board.charges(package);
    let mut totals = Totals::default();
    for (number, night) in nights.iter_mut().enumerate() {
        let before = totals;
        charges.walk(board.currency, party, number, night.rate, &mut totals);
        night.content = totals.rate - before.rate - night.rate;
        night.total = totals.grand_total() - before.grand_total();
    }
    totals
}
