//! Add-ons as answers show them: what can be added, and what was.

use domain::addon::{self, AddonDays, AgreedAddon, Lack, LeftOut};
use domain::board::Board;
use domain::booking::{Choice, Session, own_addons};
use domain::folio::FolioCharge;
use domain::hotel::{Addon, AddonDay, AddonIcon, Per};
use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Prices;
use crate::routes::property::{Image, image};

/// Add-ons under one heading (API-19).
#[derive(Debug, Serialize, ToSchema)]
pub struct AddonGroup {
    /// In the hotel's own language; each add-on's translation has it too.
    #[schema(example = "At the table")]
    pub name: String,
    /// In the hotel's order.
    pub charge_types: Vec<AddonChargeType>,
}

/// An add-on. With a session, its amounts are for that stay.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddonChargeType {
    #[schema(example = "BREAKFAST")]
    pub id: String,
    pub code: String,
    /// In the hotel's own language.
    pub name: String,
    pub description: String,
    /// What its drawing shows.
    #[schema(value_type = String, example = "FOOD")]
    pub icon: AddonIcon,
    pub picture: Option<Image>,
    /// What one costs each time, in one room: with a session for its guests, else for one person where it is counted by
    /// persons. Taxes that are not contained in it come on top; `charges` has them.
    pub default_amount: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_default_amount: Option<f64>,
    /// How many are offered to begin with.
    #[schema(example = 1)]
    pub quantity: u16,
    /// Of one entry.
    #[schema(minimum = 1, maximum = 99)]
    pub max_quantity: u16,
    /// Taken once: its entry has no date. Of everything else each day is an entry with its date (ADDON-09).
    pub recurring: bool,
    /// Always null: it is told with what is chosen.
    pub date: Option<Date>,
    /// What it is counted by: STAY, NIGHT, PERSON or PERSON_NIGHT.
    #[schema(value_type = String, example = "PERSON_NIGHT")]
    pub per: Per,
    /// To which days it belongs: ARRIVAL, DEPARTURE, EACH_NIGHT, or CHOSEN by the guest.
    #[schema(value_type = String, example = "EACH_NIGHT")]
    pub day: AddonDay,
    /// How many of the session's guests it is charged for, where it is counted by persons.
    pub persons: Option<u16>,
    /// In every price already: it cannot be chosen.
    pub mandatory: bool,
    /// With a session: the days on which it can be had, and what one costs on each, in all its rooms.
    pub charges: Vec<AddonDayPrice>,
}

/// One of an add-on on one day, in all rooms of the session.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddonDayPrice {
    pub date: Date,
    /// As asked, inclusive taxes contained.
    pub amount: f64,
    /// `amount` and the taxes on top of it.
    pub net_value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_amount: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_net_value: Option<f64>,
    /// How many this session can have on that day, those it has already among them: of what is charged by persons only as
    /// many as have a place for each of its guests. Null where there is no limit.
    pub left: Option<u32>,
}

/// An entry that was added to a room (ADDON-12).
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ChosenAddon {
    #[schema(example = "BREAKFAST")]
    pub id: String,
    pub charge_type_id: String,
    /// In the hotel's own language.
    pub name: String,
    /// In each room.
    pub quantity: u16,
    /// Null for what is taken once.
    pub date: Option<Date>,
    pub recurring: bool,
    /// With every tax, for all rooms of the session.
    pub amount: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion_amount: Option<f64>,
    pub room_no: u16,
    pub session_id: Uuid,
}

/// What was wished beside a room and does not go with it, or not as many: with other people, nights or another room there
/// may be too few of it, or none.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct LeftOutAddon {
    #[schema(example = "SAIL")]
    pub id: String,
    /// In the hotel's own language.
    pub name: String,
    /// How many were wished in each room.
    #[schema(example = 2)]
    pub wished: u16,
    /// How many of them it has; 0 is none.
    #[schema(example = 1)]
    pub quantity: u16,
    /// Null for what is taken once.
    pub date: Option<Date>,
    /// TOO_FEW: so many cannot be had on that day. NOT_OFFERED: not for this room, rate or stay, or no more.
    #[schema(value_type = String, example = "TOO_FEW")]
    pub reason: Lack,
}

impl AddonChargeType {
    /// Without a session: what the hotel asks.
    pub fn of_hotel(board: &Board, addon: &Addon, prices: &Prices<'_>) -> AddonChargeType {
        let asked = board.currency().round(addon.charge.amount);
        AddonChargeType::new(board, addon, prices, asked)
    }

    /// For what a session holds, perhaps instead of a booked stay; `taken` is what all bookings have of it. `None` when it
    /// cannot be had.
    pub fn of_choice(
        board: &Board,
        at: u16,
        (choice, existing): (&Choice, Option<&Choice>),
        taken: &AddonDays,
        prices: &Prices<'_>,
    ) -> Option<AddonChargeType> {
        let addon = &board.hotel().addons[usize::from(at)];
        if !addon.mandatory && !addon.is_for(&choice.room_type, &choice.rate_plan, &choice.stay) {
            return None;
        }
        let own = own_addons(Some(choice), existing);
        let rooms = i64::from(choice.rooms);
        let places = rooms * i64::from(addon.places(&choice.party));
        let all = prices.of_rooms(choice.rooms);
        let left = |day| Some(u32::try_from(addon.places_for(day, &own, taken)? / places).unwrap_or(0));
        let price = |charge: &FolioCharge| AddonDayPrice {
            date: charge.date,
            amount: all.decimal(charge.amount),
            net_value: all.decimal(charge.net_value),
            conversion_amount: all.twin(charge.amount),
            conversion_net_value: all.twin(charge.net_value),
            left: left(charge.date),
        };
        let of = |day| addon::price_of_one(board, at, day, &choice.stay, &choice.party, choice.rooms);
        let charges: Vec<FolioCharge> = match addon.mandatory {
            true => choice.folio.charges.iter().filter(|c| c.charge_type_code == addon.charge.code).cloned().collect(),
            false => addon.days(&choice.stay).into_iter().map(of).collect(),
        };
        let each = charges.first().map_or(0, |charge| charge.amount / rooms);
        Some(AddonChargeType {
            persons: addon.persons(&choice.party),
            charges: charges.iter().map(price).collect(),
            ..AddonChargeType::new(board, addon, prices, each)
        })
    }

    fn new(board: &Board, addon: &Addon, prices: &Prices<'_>, each: i64) -> AddonChargeType {
        let charge = &addon.charge;
        AddonChargeType {
            id: charge.code.clone(),
            code: charge.code.clone(),
            name: charge.name.clone(),
            description: addon.description.clone(),
            icon: addon.icon,
            picture: addon.picture.as_ref().map(|picture| image(board.hotel().property_id, picture)),
            default_amount: prices.decimal(each),
            conversion_default_amount: prices.twin(each),
            quantity: 1,
            max_quantity: addon.max_quantity,
            recurring: addon.recurring(),
            date: None,
            per: charge.per,
            day: addon.day,
            persons: None,
            mandatory: addon.mandatory,
            charges: Vec::new(),
        }
    }
}

impl ChosenAddon {
    /// Everything that was added to a session's room.
    pub fn all(session: &Session, choice: &Choice, prices: &Prices<'_>) -> Vec<ChosenAddon> {
        let prices = prices.of_rooms(choice.rooms);
        let chosen = |addon: &AgreedAddon| ChosenAddon {
            id: addon.code.clone(),
            charge_type_id: addon.code.clone(),
            name: addon.name.clone(),
            quantity: addon.quantity,
            date: addon.date,
            recurring: addon.date.is_none(),
            amount: prices.decimal(addon.amount),
            conversion_amount: prices.each_of(addon.quantity).twin(addon.amount),
            room_no: session.room_no,
            session_id: session.session_id,
        };
        choice.addons.iter().map(chosen).collect()
    }
}

impl LeftOutAddon {
    /// Everything that was left out of a choice.
    pub fn all(choice: &Choice) -> Vec<LeftOutAddon> {
        let told = |left: &LeftOut| {
            let has = choice.addons.iter().find(|addon| (&addon.code, addon.date) == (&left.code, left.date));
            LeftOutAddon {
                id: left.code.clone(),
                name: left.name.clone(),
                wished: left.quantity,
                quantity: has.map_or(0, |addon| addon.quantity),
                date: left.date,
                reason: left.why,
            }
        };
        choice.left_out.iter().map(told).collect()
    }
}
