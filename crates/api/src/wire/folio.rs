//! The folio of a session as answers show it (DATA-12).

use domain::booking::Choice;
use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::Prices;
use crate::exchange::ConversionTerms;

/// Every charge of a choice with its taxes, for all its rooms.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FolioAnswer {
    #[schema(example = "USD")]
    pub currency: String,
    /// What the `conversion_` amounts are in; null when none were asked for.
    pub conversion: Option<ConversionTerms>,
    pub charges: Vec<Charge>,
    /// The sum of every `net_value`.
    pub estimated_total: f64,
    pub total_taxes: f64,
    /// Those contained in the amounts.
    pub total_inclusive_taxes: f64,
    pub due_now: f64,
    /// Due between today and the stay.
    pub due_later: f64,
    pub due_at_hotel: f64,
    /// Points that pay a part of the total; 0 without any.
    pub total_redeemed_points: i64,
    /// What they pay.
    pub paid_with_points: f64,
    /// `estimated_total` without it: what is paid in money.
    pub amount_to_pay: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_paid_with_points: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_amount_to_pay: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_estimated_total: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_total_taxes: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_total_inclusive_taxes: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_due_now: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_due_later: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_due_at_hotel: Option<f64>,
}

/// One charge on one day.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Charge {
    pub date: Date,
    /// ROOM, the code of a fee, of an add-on or of what a package contains.
    pub charge_type_code: String,
    pub charge_type_label: String,
    pub charge_type_id: String,
    /// How many of an add-on in each room; of everything else there is one.
    #[schema(example = 1)]
    pub quantity: u16,
    /// As asked, inclusive taxes contained.
    pub amount: f64,
    /// `amount` and the taxes on top of it.
    pub net_value: f64,
    pub net_value_excl_taxes: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_amount: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_net_value: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_net_value_excl_taxes: Option<f64>,
    pub taxes: Vec<Tax>,
}

/// A tax on a charge.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Tax {
    pub tax_type_id: String,
    pub name: String,
    pub amount: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_amount: Option<f64>,
    /// Contained in the charge's amount.
    pub inclusive: bool,
    /// Always empty: taxes are taken as they are.
    pub adjustments: Vec<f64>,
}

impl FolioAnswer {
    /// Of a choice.
    pub fn new(choice: &Choice, prices: &Prices<'_>) -> FolioAnswer {
        let (folio, dues) = (&choice.folio, &choice.dues);
        let (decimal, twin) = (|minor| prices.decimal(minor), |minor| prices.twin(minor));
        FolioAnswer {
            currency: folio.currency.clone(),
            conversion: prices.terms(),
            charges: folio
                .charges
                .iter()
                .map(|charge| (charge, prices.each_of(charge.quantity)))
                .map(|(charge, each)| Charge {
                    date: charge.date,
                    charge_type_code: charge.charge_type_code.clone(),
                    charge_type_label: charge.charge_type_label.clone(),
                    charge_type_id: charge.charge_type_code.clone(),
                    quantity: charge.quantity,
                    amount: decimal(charge.amount),
                    net_value: decimal(charge.net_value),
                    net_value_excl_taxes: decimal(charge.net_value_excl_taxes),
                    conversion_amount: each.twin(charge.amount),
                    conversion_net_value: each.twin(charge.net_value),
                    conversion_net_value_excl_taxes: each.twin(charge.net_value_excl_taxes),
                    taxes: charge
                        .taxes
                        .iter()
                        .map(|tax| Tax {
                            tax_type_id: tax.tax_type_id.clone(),
                            name: tax.name.clone(),
                            amount: decimal(tax.amount),
                            conversion_amount: each.twin(tax.amount),
                            inclusive: tax.inclusive,
                            adjustments: Vec::new(),
                        })
                        .collect(),
                })
                .collect(),
            estimated_total: decimal(folio.estimated_total),
            total_taxes: decimal(folio.total_taxes),
            total_inclusive_taxes: decimal(folio.total_inclusive_taxes),
            due_now: decimal(dues.now),
            due_later: decimal(dues.later),
            due_at_hotel: decimal(dues.at_hotel),
            total_redeemed_points: choice.redeemed_points(),
            paid_with_points: decimal(choice.points_worth()),
            amount_to_pay: decimal(choice.to_pay()),
            conversion_paid_with_points: twin(choice.points_worth()),
            conversion_amount_to_pay: twin(choice.to_pay()),
            conversion_estimated_total: twin(folio.estimated_total),
            conversion_total_taxes: twin(folio.total_taxes),
            conversion_total_inclusive_taxes: twin(folio.total_inclusive_taxes),
            conversion_due_now: twin(dues.now),
            conversion_due_later: twin(dues.later),
            conversion_due_at_hotel: twin(dues.at_hotel),
        }
    }
}
