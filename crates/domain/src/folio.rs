//! The folio: every charge of a choice with its taxes, as it will stand on the bill (DATA-12).

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::board::{Board, PackageId, RoomId};
use crate::hotel::{ChargeType, Code, Hotel};
use crate::money::Currency;
use crate::party::Party;
use crate::pricing::{LineOf, LineSink, NightAmount, TaxLine, total, walk};
use crate::stay::{Stay, add_days, days_between};
use crate::tax::walk_sale;

/// The charge type of the room itself; fees, add-ons and what packages contain go by their own codes.
pub const ROOM_CHARGE: &str = "ROOM";

/// All charges of a choice, for all its rooms together. Minor units of `currency`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Folio {
    /// ISO 4217.
    pub currency: String,
    /// By night: the room, what its package contains, its fees; then what was added.
    pub charges: Vec<FolioCharge>,
    /// The sum of every `net_value`: `total_amount_after_tax_and_fee` times rooms, and what was added.
    pub estimated_total: i64,
    /// Every tax, contained or on top, of rooms, fees and add-ons.
    pub total_taxes: i64,
    /// Those contained in the amounts.
    pub total_inclusive_taxes: i64,
}

/// One charge on one day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FolioCharge {
    /// The day it belongs to; the arrival for a fee that is charged once.
    pub date: Date,
    /// `ROOM`, the code of a fee, an add-on or of what a package contains.
    pub charge_type_code: String,
    /// Its name, of the room that of its type, in the hotel's own language.
    pub charge_type_label: String,
    /// How many of an add-on in each room; of everything else there is one.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub quantity: u16,
    /// As asked, inclusive taxes contained.
    pub amount: i64,
    /// `amount` and the taxes on top of it.
    pub net_value: i64,
    /// `amount` without the taxes it contains.
    pub net_value_excl_taxes: i64,
    /// In the order they are shown.
    pub taxes: Vec<FolioTax>,
}

pub(crate) fn one() -> u16 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde wants it
pub(crate) fn is_one(quantity: &u16) -> bool {
    *quantity == 1
}

/// A tax on a charge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FolioTax {
    /// Its code.
    pub tax_type_id: String,
    /// In the hotel's own language.
    pub name: String,
    /// Minor units.
    pub amount: i64,
    /// Contained in the charge's amount.
    pub inclusive: bool,
}

impl Folio {
    /// The folio of a stay in a room type, plain or with a package, with these nightly rates (of one room), times
    /// `rooms`.
    pub fn new(
        board: &Board,
        (room, package): (RoomId, Option<PackageId>),
        stay: &Stay,
        party: &Party,
        rooms: u16,
        rates: &[i64],
    ) -> Folio {
        let label = &board.room(room).name;
        let mut lines = Lines::of_room(board, label, stay, i64::from(rooms));
        walk(board, package, party, rates.iter().copied(), &mut lines);
        let mut folio = Folio {
            currency: board.currency().code.to_owned(),
            charges: lines.charges,
            estimated_total: 0,
            total_taxes: 0,
            total_inclusive_taxes: 0,
        };
        folio.add_up();
        folio
    }

    /// Takes its charges of these codes off, and puts others after the rest.
    pub(crate) fn replace(&mut self, codes: &[&str], with: Vec<FolioCharge>) {
        self.charges.retain(|charge| !codes.contains(&charge.charge_type_code.as_str()));
        self.charges.extend(with);
        self.add_up();
    }

    fn add_up(&mut self) {
        let taxes = || self.charges.iter().flat_map(|charge| &charge.taxes);
        let (all, contained) = (taxes(), taxes().filter(|tax| tax.inclusive));
        (self.total_taxes, self.total_inclusive_taxes) =
            (all.map(|tax| tax.amount).sum(), contained.map(|tax| tax.amount).sum());
        self.estimated_total = self.charges.iter().map(|charge| charge.net_value).sum();
    }

    /// The folio of one out of so many equal rooms.
    pub(crate) fn divided(mut self, rooms: i64) -> Folio {
        for charge in &mut self.charges {
            charge.amount /= rooms;
            charge.net_value /= rooms;
            charge.net_value_excl_taxes /= rooms;
            for tax in &mut charge.taxes {
                tax.amount /= rooms;
            }
        }
        self.estimated_total /= rooms;
        self.total_taxes /= rooms;
        self.total_inclusive_taxes /= rooms;
        self
    }

    /// Each tax over the whole stay by code: name, inclusive, amount; for letters and summaries.
    pub fn taxes_by_code(&self) -> BTreeMap<&str, (&str, bool, i64)> {
        let mut sums = BTreeMap::new();
        for tax in self.charges.iter().flat_map(|charge| &charge.taxes) {
            let sum = sums.entry(tax.tax_type_id.as_str()).or_insert((tax.name.as_str(), tax.inclusive, 0));
            sum.2 += tax.amount;
        }
        sums
    }
}

/// What is in these nightly prices of one room, as they were asked ([`NightAmount::asked`]): the room itself under
/// `label`, what its package contains, and the fees that come on top. `None` when a night asks less than the package.
pub fn breakdown(
    board: &Board,
    package: Option<PackageId>,
    stay: &Stay,
    party: &Party,
    asked: &[i64],
    label: &str,
) -> Option<Vec<FolioCharge>> {
    let mut nights = vec![NightAmount::default(); asked.len()];
    // What a package contains does not depend on the rate.
    total(board, package, party, &mut nights);
    let rates = asked.iter().zip(&nights).map(|(asked, night)| asked - night.content).collect::<Vec<_>>();
    if rates.iter().any(|rate| *rate < 0) {
        return None;
    }
    let mut lines = Lines::of_room(board, label, stay, 1);
    walk(board, package, party, rates.into_iter(), &mut lines);
    Some(lines.charges)
}

/// What a package contains in a stay of one room, in order of night.
pub fn content(board: &Board, package: PackageId, stay: &Stay, party: &Party) -> Vec<FolioCharge> {
    let mut lines = Lines::of_room(board, "", stay, 1);
    walk(board, Some(package), party, stay.dates().map(|_| 0), &mut lines);
    let contained =
        |charge: &FolioCharge| board.hotel().charge_types.iter().any(|content| content.code == charge.charge_type_code);
    lines.charges.retain(contained);
    lines.charges
}

/// So many of an add-on (its place in [`Hotel::addons`](crate::hotel::Hotel::addons)) on a day of a stay, in each of
/// `rooms` rooms.
pub(crate) fn of_addon(
    board: &Board,
    addon: u16,
    day: Date,
    stay: &Stay,
    (party, rooms): (&Party, u16),
    quantity: u16,
) -> FolioCharge {
    let night = usize::try_from(days_between(stay.arrival(), day)).unwrap_or(0);
    let times = i64::from(rooms) * i64::from(quantity);
    let mut lines = Lines::of_room(board, "", stay, times);
    board.charges(None).walk_addon(board.currency(), party, addon, night, &mut lines);
    let charge =
        lines.charges.pop().unwrap_or_else(|| unreachable!("an add-on has its line even when it costs nothing"));
    FolioCharge { quantity, ..charge }
}

/// So many of something that is sold without a room, on a day: its charge for all of them together, then those of the
/// fees that are taken on it ([`crate::tax`], rule 9).
pub(crate) fn of_sale(
    hotel: &Hotel,
    currency: &Currency,
    (sale, quantity): (&ChargeType, u16),
    fees: &[Code],
    day: Date,
) -> Vec<FolioCharge> {
    let all = ChargeType { amount: sale.amount * i64::from(quantity), ..sale.clone() };
    let mut lines =
        Lines { hotel, code: &sale.code, label: &sale.name, first: day, times: 1, charges: Vec::with_capacity(1) };
    walk_sale(hotel, currency, &all, fees, &mut lines);
    let mut charges = lines.charges;
    if let Some(itself) = charges.first_mut() {
        itself.quantity = quantity;
    }
    charges
}

/// Writes down every line.
struct Lines<'a> {
    hotel: &'a Hotel,
    /// Of the room, or of what is sold without one.
    code: &'a str,
    label: &'a str,
    /// The day of night 0.
    first: Date,
    times: i64,
    charges: Vec<FolioCharge>,
}

impl<'a> Lines<'a> {
    fn of_room(board: &'a Board, label: &'a str, stay: &Stay, times: i64) -> Lines<'a> {
        Lines { hotel: board.hotel(), code: ROOM_CHARGE, label, first: stay.arrival(), times, charges: Vec::new() }
    }
}

impl LineSink for Lines<'_> {
    fn charge(&mut self, night: usize, of: LineOf, amount: i64) {
        let (code, label) = match of {
            LineOf::Room => (self.code, self.label),
            LineOf::Content { charge_type } => {
                let content = &self.hotel.charge_types[usize::from(charge_type)];
                (content.code.as_str(), content.name.as_str())
            }
            LineOf::Fee { charge, .. } => {
                let fee = &self.hotel.charges[usize::from(charge)];
                (fee.code.as_str(), fee.name.as_str())
            }
            LineOf::Addon { addon } => {
                let addon = &self.hotel.addons[usize::from(addon)].charge;
                (addon.code.as_str(), addon.name.as_str())
            }
        };
        let amount = amount * self.times;
        self.charges.push(FolioCharge {
            date: add_days(self.first, night as i32).unwrap_or(self.first),
            charge_type_code: code.to_owned(),
            charge_type_label: label.to_owned(),
            quantity: 1,
            amount,
            net_value: amount,
            net_value_excl_taxes: amount,
            taxes: Vec::new(),
        });
    }

    fn tax(&mut self, _night: usize, _of: LineOf, tax: TaxLine) {
        let described = &self.hotel.charges[usize::from(tax.charge)];
        let amount = tax.amount * self.times;
        // A tax always follows the charge it is on.
        if let Some(charge) = self.charges.last_mut() {
            if tax.inclusive {
                charge.net_value_excl_taxes -= amount;
            } else {
                charge.net_value += amount;
            }
            charge.taxes.push(FolioTax {
                tax_type_id: described.code.clone(),
                name: described.name.clone(),
                amount,
                inclusive: tax.inclusive,
            });
        }
    }
}
