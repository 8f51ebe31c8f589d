//! What an activity costs a party: the same charges, taxes and fees as everything else on a bill ([`crate::folio`]).

use serde::{Deserialize, Serialize};

use super::Places;
use super::offer::Activity;
use crate::folio::{FolioCharge, of_sale};
use crate::hotel::{ChargeType, Hotel, Per};
use crate::money::Currency;
use jiff::civil::Date;

/// What a line is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Part {
    /// The price for those who are included.
    Base,
    /// Adults beyond them.
    Adults,
    /// Children beyond them.
    Children,
    /// A fee on one of these.
    Fee,
}

/// One charge, as it was agreed. Minor units of the hotel's currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActivityLine {
    /// What it is for.
    pub part: Part,
    /// With its taxes.
    #[serde(flatten)]
    pub charge: FolioCharge,
}

/// The sums of a price, in minor units. What is asked, the fees and the taxes on top are what the guest pays (ACT-13).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ActivityTotals {
    /// For those who are included.
    pub base: i64,
    /// For all adults beyond them (ACT-36).
    pub adults: i64,
    /// For all children beyond them.
    pub children: i64,
    /// Fees, without the taxes on them.
    pub fees: i64,
    /// Taxes on top of all of it.
    pub taxes: i64,
    /// Taxes contained in the sums above.
    pub contained_taxes: i64,
}

impl ActivityTotals {
    /// Of these lines.
    pub fn of(lines: &[ActivityLine]) -> ActivityTotals {
        let mut totals = ActivityTotals::default();
        for line in lines {
            let sum = match line.part {
                Part::Base => &mut totals.base,
                Part::Adults => &mut totals.adults,
                Part::Children => &mut totals.children,
                Part::Fee => &mut totals.fees,
            };
            *sum += line.charge.amount;
            totals.taxes += line.charge.net_value - line.charge.amount;
            totals.contained_taxes += line.charge.amount - line.charge.net_value_excl_taxes;
        }
        totals
    }

    /// What is asked, before fees and taxes on top.
    pub fn asked(&self) -> i64 {
        self.base + self.adults + self.children
    }

    /// What the guest pays.
    pub fn grand_total(&self) -> i64 {
        self.asked() + self.fees + self.taxes
    }
}

/// What a party pays on a day: the base price once, and each person beyond those that it includes (ACT-36).
pub fn price(hotel: &Hotel, currency: &Currency, activity: &Activity, date: Date, party: Places) -> Vec<ActivityLine> {
    let of = activity.price;
    let beyond = |people: u16, included: u16| people.saturating_sub(included);
    let parts = [
        (Part::Base, of.base, 1),
        (Part::Adults, of.extra_adult, beyond(party.adults(), of.adults)),
        (Part::Children, of.extra_child, beyond(party.children(), of.children)),
    ];
    let mut lines = Vec::new();
    for (part, amount, quantity) in parts.into_iter().filter(|(_, _, quantity)| *quantity > 0) {
        let sale = ChargeType {
            code: activity.code.clone(),
            name: activity.name.clone(),
            amount,
            per: Per::Stay,
            exempt_up_to_age: None,
            taxes: activity.taxes.clone(),
        };
        let charges = of_sale(hotel, currency, (&sale, quantity), &activity.fees, date);
        let itself_then_fees = std::iter::once(part).chain(std::iter::repeat(Part::Fee));
        lines.extend(itself_then_fees.zip(charges).map(|(part, charge)| ActivityLine { part, charge }));
    }
    lines
}
