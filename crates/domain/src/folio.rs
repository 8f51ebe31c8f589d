//! The folio: every charge of a choice with its taxes, as it will stand on the bill (DATA-12).

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::party::Party;
use crate::pricing::{LineOf, LineSink, TaxLine, walk};
use crate::stay::Stay;

/// The charge type of the room itself; fees go by their own codes.
pub const ROOM_CHARGE: &str = "ROOM";

/// All charges of a choice, for all its rooms together. Minor units of `currency`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Folio {
    /// ISO 4217.
    pub currency: String,
    /// By night, the room before its fees.
    pub charges: Vec<FolioCharge>,
    /// The sum of every `net_value`: `total_amount_after_tax_and_fee` times rooms.
    pub estimated_total: i64,
    /// Every tax, contained or on top, of rooms and of fees.
    pub total_taxes: i64,
    /// Those contained in the amounts.
    pub total_inclusive_taxes: i64,
}

/// One charge on one day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FolioCharge {
    /// The night it belongs to; the arrival for what is charged once.
    pub date: Date,
    /// `ROOM` or the code of a fee.
    pub charge_type_code: String,
    /// Name of the room type or fee in the hotel's own language.
    pub charge_type_label: String,
    /// As asked, inclusive taxes contained.
    pub amount: i64,
    /// `amount` and the taxes on top of it.
    pub net_value: i64,
    /// `amount` without the taxes it contains.
    pub net_value_excl_taxes: i64,
    /// In the order they are shown.
    pub taxes: Vec<FolioTax>,
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
    /// The folio of a stay in a room of that name, with these nightly rates (of one room), times `rooms`.
    pub fn new(board: &Board, room: &str, stay: &Stay, party: &Party, rooms: u16, rates: &[i64]) -> Folio {
        let mut lines = Lines { board, room, stay, times: i64::from(rooms), charges: Vec::new() };
        walk(board, party, rates.iter().copied(), &mut lines);
        let charges = lines.charges;
        let taxes = || charges.iter().flat_map(|charge| &charge.taxes);
        Folio {
            currency: board.currency().code.to_owned(),
            estimated_total: charges.iter().map(|charge| charge.net_value).sum(),
            total_taxes: taxes().map(|tax| tax.amount).sum(),
            total_inclusive_taxes: taxes().filter(|tax| tax.inclusive).map(|tax| tax.amount).sum(),
            charges,
        }
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

/// Writes down every line.
struct Lines<'a> {
    board: &'a Board,
    room: &'a str,
    stay: &'a Stay,
    times: i64,
    charges: Vec<FolioCharge>,
}

impl LineSink for Lines<'_> {
    fn charge(&mut self, night: usize, of: LineOf, amount: i64) {
        let (code, label) = match of {
            LineOf::Room => (ROOM_CHARGE, self.room),
            LineOf::Fee { charge, .. } => {
                let fee = &self.board.hotel().charges[usize::from(charge)];
                (fee.code.as_str(), fee.name.as_str())
            }
        };
        let amount = amount * self.times;
        self.charges.push(FolioCharge {
            date: self.stay.night(night as u16),
            charge_type_code: code.to_owned(),
            charge_type_label: label.to_owned(),
            amount,
            net_value: amount,
            net_value_excl_taxes: amount,
            taxes: Vec::new(),
        });
    }

    fn tax(&mut self, _night: usize, _of: LineOf, tax: TaxLine) {
        let described = &self.board.hotel().charges[usize::from(tax.charge)];
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
