//! What an event costs. Every amount comes from the walk that prices rooms and what goes with them ([`crate::folio`]).

use serde::{Deserialize, Serialize};

use super::offer::{EventPackage, PackagePer, PricePlan, Space, SpacePrice};
use super::span::TimeSpan;
use crate::board::Board;
use crate::folio::{FolioCharge, of_sale};
use crate::hotel::{ChargeType, Code, Per};

/// What a line of an event's bill is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Part {
    /// The hire of a space.
    Space,
    /// A package.
    Package,
    /// A fee on one of them.
    Service,
}

/// One charge of an event, as it was agreed. Minor units of the hotel's currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BillLine {
    /// What it is for.
    pub part: Part,
    /// With its taxes.
    #[serde(flatten)]
    pub charge: FolioCharge,
}

/// The sums of a bill, in minor units: what is charged without any tax, and every tax, contained or on top. Together they
/// are what the guest pays (EVENT-45, EVENT-47).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct EventTotals {
    /// Hire of spaces.
    pub space: i64,
    /// Packages.
    pub package: i64,
    /// Fees.
    pub service: i64,
    /// Taxes on all of it.
    pub tax: i64,
}

impl EventTotals {
    /// Of these lines.
    pub fn of<'l>(lines: impl IntoIterator<Item = &'l BillLine>) -> EventTotals {
        let mut totals = EventTotals::default();
        for line in lines {
            let charge = &line.charge;
            let sum = match line.part {
                Part::Space => &mut totals.space,
                Part::Package => &mut totals.package,
                Part::Service => &mut totals.service,
            };
            *sum += charge.net_value_excl_taxes;
            totals.tax += charge.net_value - charge.net_value_excl_taxes;
        }
        totals
    }

    /// Without taxes.
    pub fn charges(&self) -> i64 {
        self.space + self.package + self.service
    }

    /// What the guest pays.
    pub fn total(&self) -> i64 {
        self.charges() + self.tax
    }
}

/// How often a plan's price is charged for a time: each of its units that is begun (EVENT-18).
pub fn units(plan: &PricePlan, span: &TimeSpan, board: &Board) -> u16 {
    match plan.minutes {
        Some(minutes) if minutes > 0 => span.minutes().div_ceil(minutes),
        _ => span.days(board.time_zone()),
    }
}

/// The hire of a space for a time, with its fees.
pub fn hire(board: &Board, space: &Space, price: &SpacePrice, plan: &PricePlan, span: &TimeSpan) -> Vec<BillLine> {
    let sale = (space.code.as_str(), space.name.as_str(), price.amount, units(plan, span, board));
    lines(board, Part::Space, sale, (&space.taxes, &space.fees), span)
}

/// So many of a package at a time, with its fees.
pub fn package(board: &Board, package: &EventPackage, quantity: u16, span: &TimeSpan) -> Vec<BillLine> {
    let sale = (package.code.as_str(), package.name.as_str(), package.amount, quantity);
    lines(board, Part::Package, sale, (&package.taxes, &package.fees), span)
}

fn lines(
    board: &Board,
    part: Part,
    (code, name, amount, quantity): (&str, &str, i64, u16),
    (taxes, fees): (&[Code], &[Code]),
    span: &TimeSpan,
) -> Vec<BillLine> {
    let sale = ChargeType {
        code: code.to_owned(),
        name: name.to_owned(),
        amount,
        per: Per::Stay,
        exempt_up_to_age: None,
        taxes: taxes.to_vec(),
    };
    let day = span.from().to_zoned(board.time_zone().clone()).date();
    let charges = of_sale(board.hotel(), board.currency(), (&sale, quantity), fees, day);
    let parts = std::iter::once(part).chain(std::iter::repeat(Part::Service));
    parts.zip(charges).map(|(part, charge)| BillLine { part, charge }).collect()
}

impl EventPackage {
    /// How many a guest takes who says nothing else: one for each person, or one.
    pub fn usual_quantity(&self, persons: u16) -> u16 {
        match self.per {
            PackagePer::Person => persons,
            PackagePer::Event => 1,
        }
    }
}
