//! What a promo, company or group code opened, as answers show it.

use domain::booking::Choice;
use domain::deal::{AgreedDeal, Deal, Mop};
use domain::stay::Stay;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::letters::texts::Texts;

/// A promotion that makes the stay cheaper (DATA-09).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct DiscountName {
    #[schema(example = "WINTER15")]
    pub id: String,
    pub name: String,
}

/// A company whose people the guest belongs to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CompanyName {
    #[schema(example = "MARJAN")]
    pub id: String,
    pub name: String,
}

/// The group's block; `id` is null without one.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ToSchema)]
pub struct GroupBlock {
    #[schema(example = "SKICLUB")]
    pub id: Option<String>,
    pub group_name: Option<String>,
}

/// What was opened, each null where nothing was.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
pub struct Opened {
    pub discount: Option<DiscountName>,
    pub company: Option<CompanyName>,
    pub group_block: GroupBlock,
}

impl Opened {
    /// By a question, named in a language of the hotel: a promotion only when the stay meets its conditions.
    pub fn asked(texts: &Texts<'_>, deal: Deal, stay: &Stay, today: Date) -> Opened {
        let hotel = texts.hotel;
        let named = |kind, code: &str, name| texts.field(kind, code, "name", name).to_owned();
        let mut opened = Opened::default();
        match deal {
            Deal::Public => {}
            Deal::Discount { at, rooms } => {
                let discount = &hotel.discounts[usize::from(at)];
                opened.discount = discount.applies(stay, rooms, Some(today)).then(|| DiscountName {
                    id: discount.code.clone(),
                    name: named("DISCOUNT", &discount.code, &discount.name),
                });
            }
            Deal::Company { at, .. } => {
                let company = &hotel.companies[usize::from(at)];
                let name = named("COMPANY", &company.code, &company.name);
                opened.company = Some(CompanyName { id: company.code.clone(), name });
            }
            Deal::Group { at } => {
                let group = &hotel.groups[usize::from(at)];
                let name = named("GROUP", &group.code, &group.name);
                opened.group_block = GroupBlock { id: Some(group.code.clone()), group_name: Some(name) };
            }
        }
        opened
    }

    /// By a choice, as it was agreed.
    pub fn agreed(choice: &Choice) -> Opened {
        let mut opened = Opened::default();
        match choice.deal.clone() {
            None => {}
            Some(AgreedDeal::Discount { code, name }) => opened.discount = Some(DiscountName { id: code, name }),
            Some(AgreedDeal::Company { code, name, .. }) => opened.company = Some(CompanyName { id: code, name }),
            Some(AgreedDeal::Group { code, name }) => {
                opened.group_block = GroupBlock { id: Some(code), group_name: Some(name) };
            }
        }
        opened
    }

    /// The same, named in a language of the hotel.
    pub fn agreed_in(texts: &Texts<'_>, choice: &Choice) -> Opened {
        let Opened { mut discount, mut company, mut group_block } = Opened::agreed(choice);
        let named = |kind, code: &str, name: &str| texts.field(kind, code, "name", name).to_owned();
        if let Some(DiscountName { id, name }) = &mut discount {
            *name = named("DISCOUNT", id, name);
        }
        if let Some(CompanyName { id, name }) = &mut company {
            *name = named("COMPANY", id, name);
        }
        if let GroupBlock { id: Some(id), group_name: Some(name) } = &mut group_block {
            *name = named("GROUP", id, name);
        }
        Opened { discount, company, group_block }
    }
}

/// GUEST or COMPANY.
pub fn mop(choice: &Choice) -> Mop {
    if choice.company_pays() { Mop::Company } else { Mop::Guest }
}
