//! What a hotel has for meetings and parties: spaces, how they can be arranged, what they cost, and packages.

use serde::{Deserialize, Serialize};

use super::span::TimeSpan;
use crate::hotel::{CancellationStep, Code, Picture};

/// Everything of a hotel that has to do with events; empty where there is nothing.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Events {
    /// Whether a guest may guarantee an event with a card (EVENT-37).
    pub enable_card_capture: bool,
    /// What giving an event back costs, and from when on; `None` is nothing until it begins. Its days are counted
    /// back from the one on which the event begins.
    pub cancellation: Option<CancellationStep>,
    /// In the order they are shown.
    pub types: Vec<EventType>,
    /// Ways to set the chairs.
    pub arrangements: Vec<Arrangement>,
    /// By what a space is hired.
    pub price_plans: Vec<PricePlan>,
    /// Spaces by the code; shown by name.
    pub spaces: Vec<Space>,
    /// What packages are made of.
    pub items: Vec<Item>,
    /// In the order they are shown.
    pub packages: Vec<EventPackage>,
}

/// A kind of event, such as a meeting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventType {
    /// Its own.
    pub code: Code,
    /// In the hotel's own language, as all texts here.
    pub name: String,
}

/// A way to set the chairs, such as theatre.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrangement {
    /// Its own.
    pub code: Code,
    /// Shown as its heading.
    pub name: String,
    /// One sentence.
    pub description: String,
    /// A drawing among the hotel's pictures.
    pub drawing: Option<String>,
}

/// By what a space is hired.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PricePlan {
    /// Its own.
    pub code: Code,
    /// Shown beside the price.
    pub name: String,
    /// One sentence.
    pub description: String,
    /// The price is for so many minutes; `None` is for a day (EVENT-18).
    pub minutes: Option<u16>,
}

/// A room for events.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Space {
    /// Its own, among the spaces.
    pub code: Code,
    /// Shown as its heading.
    pub name: String,
    /// What guests read about it.
    pub description: String,
    /// Its floor.
    pub size_m2: Option<u16>,
    /// What it looks like.
    pub picture: Option<Picture>,
    /// Kinds of event it is let for; empty is all.
    pub event_types: Vec<Code>,
    /// Never empty.
    pub seats: Vec<Seats>,
    /// Minutes before an event in which it is being prepared, and after it in which it is being cleared: nobody else has it.
    pub set_up_minutes: u16,
    /// As `set_up_minutes`.
    pub tear_down_minutes: u16,
    /// A space without prices is not let (EVENT-20).
    pub prices: Vec<SpacePrice>,
    /// Percentage taxes that are taken on the hire.
    pub taxes: Vec<Code>,
    /// Percentage fees that are taken on the hire.
    pub fees: Vec<Code>,
}

/// How many a space seats in one arrangement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seats {
    /// Code of the arrangement.
    pub arrangement: Code,
    /// 1 to 999.
    pub persons: u16,
}

/// What a space costs in a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpacePrice {
    /// Code of the plan.
    pub plan: Code,
    /// Minor units for each unit of the plan, inclusive taxes contained.
    pub amount: i64,
}

/// Something that is part of a package, such as coffee.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// Its own.
    pub code: Code,
    /// What it is.
    pub name: String,
}

/// Something that goes with a space.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EventPackage {
    /// Its own, among these packages.
    pub code: Code,
    /// Shown as its heading.
    pub name: String,
    /// What it looks like.
    pub picture: Option<Picture>,
    /// Codes of what it is made of.
    pub items: Vec<Code>,
    /// Minor units for each, inclusive taxes contained.
    pub amount: i64,
    /// What is counted.
    pub per: PackagePer,
    /// Spaces and kinds of event it is offered with; empty is all.
    pub spaces: Vec<Code>,
    /// As `spaces`.
    pub event_types: Vec<Code>,
    /// Percentage taxes that are taken on it.
    pub taxes: Vec<Code>,
    /// Percentage fees that are taken on it.
    pub fees: Vec<Code>,
}

/// What the quantity of a package counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PackagePer {
    /// People.
    Person,
    /// The package itself.
    Event,
}

impl PackagePer {
    /// As answers write it.
    pub fn as_str(self) -> &'static str {
        match self {
            PackagePer::Person => "PERSON",
            PackagePer::Event => "EVENT",
        }
    }
}

impl Events {
    /// Codes of all taxes that are taken on something here.
    pub fn taxes(&self) -> impl Iterator<Item = &Code> {
        self.spaces.iter().flat_map(|space| &space.taxes).chain(self.packages.iter().flat_map(|package| &package.taxes))
    }

    /// A kind of event by its code.
    pub fn event_type(&self, code: &str) -> Option<&EventType> {
        self.types.iter().find(|kind| kind.code == code)
    }

    /// A space by its code.
    pub fn space(&self, code: &str) -> Option<&Space> {
        self.spaces.iter().find(|space| space.code == code)
    }

    /// A price plan by its code.
    pub fn price_plan(&self, code: &str) -> Option<&PricePlan> {
        self.price_plans.iter().find(|plan| plan.code == code)
    }

    /// Whether a space is let for a kind of event at all.
    pub fn lets(&self, space: &Space, event_type: &str) -> bool {
        !space.prices.is_empty() && has(&space.event_types, event_type)
    }

    /// The packages that are offered with a space for a kind of event.
    pub fn packages_with(&self, space: &str, event_type: &str) -> impl Iterator<Item = &EventPackage> {
        self.packages.iter().filter(move |package| has(&package.spaces, space) && has(&package.event_types, event_type))
    }
}

/// Whether a list that means all when it is empty has a code.
fn has(codes: &[Code], code: &str) -> bool {
    codes.is_empty() || codes.iter().any(|own| own == code)
}

impl Space {
    /// How many it seats: in an arrangement, or at most. `None` for an arrangement that it does not have.
    pub fn capacity(&self, arrangement: Option<&str>) -> Option<u16> {
        match arrangement {
            Some(code) => self.seats.iter().find(|seats| seats.arrangement == code).map(|seats| seats.persons),
            None => self.seats.iter().map(|seats| seats.persons).max(),
        }
    }

    /// The quarters of an hour that an event keeps it from everybody else, preparing and clearing in them.
    pub fn quarters(&self, span: &TimeSpan) -> std::ops::Range<i64> {
        span.quarters(self.set_up_minutes, self.tear_down_minutes)
    }
}
