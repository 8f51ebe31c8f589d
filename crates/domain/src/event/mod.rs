//! Events: a space for a time, packages with it, somebody who answers for it, and a guarantee.
//!
//! [`EventBooking`] is the whole of one from its first step on. Each step is a function of what is stored and what is
//! asked, which answers the booking as it becomes and the times that spaces are let go and taken for it ([`Taken`]); the
//! store keeps two bookings from one space. What was priced when a space or a package was chosen is what is agreed.

pub mod bill;
mod giving_back;
pub mod offer;
pub mod span;
mod steps;

use std::ops::Range;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::booking::{Card, whole_seconds};
use crate::guest::{CARD_NUMBER, FieldError, Guest, NOT_VALID, REQUIRED, holds_card_number, one_line};
use crate::hotel::Code;
use crate::policy::PenaltyStep;
use bill::{BillLine, EventTotals};
use span::TimeSpan;

pub use giving_back::ToldTerms;
pub use steps::{PackageAsk, SubEventAsk, event_days, wrong_time};

/// An event from its first step on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EventBooking {
    /// Names it in every call.
    pub event_id: Uuid,
    /// The hotel's.
    pub property_id: i64,
    /// Code of its kind.
    pub event_type: Code,
    /// ISO 4217; of every amount.
    pub currency: String,
    /// Its spaces are free again from this moment on, unless it is confirmed (SESSION-04).
    pub expires_at: Timestamp,
    /// In the order they were chosen.
    pub sub_events: Vec<SubEvent>,
    /// Who answers for it.
    pub contact: Option<Contact>,
    /// How it is made sure.
    pub guarantee: Option<EventGuarantee>,
    /// What giving it back costs and from when on, as it was agreed when it was booked; `None` is nothing until it begins.
    #[serde(default)]
    pub cancellation: Option<PenaltyStep>,
    /// The language of its mails, once it is confirmed: that of the page that booked it, then of the one that cancelled it;
    /// `None` when it was not told.
    #[serde(default)]
    pub language: Option<String>,
    /// Where it stands.
    pub status: EventStatus,
}

/// Where an event stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum EventStatus {
    /// It can be changed.
    Open,
    /// Booked; a repeat answers the same number.
    Confirmed {
        /// When.
        at: Timestamp,
        /// What the guest reads out.
        confirmation_no: String,
    },
    /// Given back before it began.
    Cancelled {
        /// When it was given back.
        at: Timestamp,
        /// When it had been booked.
        booked_at: Timestamp,
        /// It goes on naming it.
        confirmation_no: String,
        /// What giving it back costs, in minor units; the hotel settles it with whoever guaranteed it.
        penalty: i64,
    },
}

/// A space for a time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SubEvent {
    /// Names it among those of the event.
    pub sub_event_id: Uuid,
    /// What the guest calls it.
    pub name: Option<String>,
    /// When.
    pub span: TimeSpan,
    /// Code of the space.
    pub space: Code,
    /// Quarters of an hour that the space is taken for it, preparing and clearing in them.
    pub quarters: Range<i64>,
    /// Code of the plan.
    pub price_plan: Code,
    /// `None`: the guest has not chosen, and talks to the hotel (EVENT-21).
    pub arrangement: Option<Code>,
    /// 1 to 999.
    pub persons: u16,
    /// For those who prepare it.
    pub instructions: Option<String>,
    /// For the hotel.
    pub remarks: Option<String>,
    /// The hire with its fees.
    pub hire: Vec<BillLine>,
    /// What goes with it.
    pub packages: Vec<ChosenPackage>,
}

/// So many of a package.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChosenPackage {
    /// Its code.
    pub package: Code,
    /// 1 to 999.
    pub quantity: u16,
    /// For the hotel.
    pub remarks: Option<String>,
    /// With its fees.
    pub lines: Vec<BillLine>,
}

impl ChosenPackage {
    /// Its name, as it was agreed under.
    pub fn name(&self) -> &str {
        self.lines.first().map_or(&self.package, |line| &line.charge.charge_type_label)
    }
}

/// Who answers for an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contact {
    /// Name, address, remarks.
    pub guest: Guest,
    /// What stands on the door.
    pub event_name: String,
    /// Cost centre; empty when there is none (EVENT-36).
    pub po_number: String,
}

/// How an event is made sure (EVENT-43).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum EventGuarantee {
    /// FPCC.
    Card {
        /// As the vault tells it.
        card: Card,
    },
    /// LDB: the company pays.
    Company {
        /// As guests type it.
        code: String,
        /// When it was chosen.
        name: String,
    },
}

impl EventGuarantee {
    /// FPCC or LDB.
    pub fn type_code(&self) -> &'static str {
        match self {
            EventGuarantee::Card { .. } => CARD_GUARANTEE,
            EventGuarantee::Company { .. } => COMPANY_GUARANTEE,
        }
    }
}

/// Guarantee by card.
pub const CARD_GUARANTEE: &str = "FPCC";
/// A company pays.
pub const COMPANY_GUARANTEE: &str = "LDB";

/// A space that is taken for an event.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Taken {
    /// Its code.
    pub space: Code,
    /// First quarter of an hour, counted from 1970.
    pub from: i64,
    /// The quarter after the last one.
    pub until: i64,
}

impl Taken {
    /// What of these times is none of those.
    pub fn beyond(these: &[Taken], those: &[Taken]) -> Vec<Taken> {
        those.iter().fold(these.to_vec(), |left, other| left.iter().flat_map(|one| one.without(other)).collect())
    }

    fn without(&self, other: &Taken) -> Vec<Taken> {
        if self.space != other.space {
            return vec![self.clone()];
        }
        let pieces = [(self.from, other.from.min(self.until)), (other.until.max(self.from), self.until)];
        let left = pieces.into_iter().filter(|(from, until)| from < until);
        left.map(|(from, until)| Taken { space: self.space.clone(), from, until }).collect()
    }
}

/// Why a step is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventRefusal {
    /// Its time is over, or the hotel has another currency than it was begun in.
    Expired,
    /// It can no longer be changed.
    AlreadyConfirmed,
    /// Fields that name what cannot be had, below the body.
    Unacceptable(Vec<FieldError>),
    /// No space was chosen.
    SpaceMissing,
    /// Nobody answers for it.
    ContactMissing,
    /// It has to be made sure.
    GuaranteeRequired,
    /// The card's last month is past.
    CardExpired,
    /// It has begun, or there is nothing to give back.
    NotCancellable,
}

/// Of one event at most.
pub const MAX_SUB_EVENTS: usize = 20;
/// People at an event, and how many of a package (EVENT-10, EVENT-26).
pub const MAX_COUNT: u16 = 999;

impl EventBooking {
    /// One that has just begun; its spaces are held for `hold_minutes` after the last call.
    pub fn new(
        (property_id, event_id): (i64, Uuid),
        event_type: &str,
        currency: &str,
        now: Timestamp,
        hold_minutes: u32,
    ) -> EventBooking {
        EventBooking {
            event_id,
            property_id,
            event_type: event_type.to_owned(),
            currency: currency.to_owned(),
            expires_at: later(now, hold_minutes),
            sub_events: Vec::new(),
            contact: None,
            guarantee: None,
            cancellation: None,
            language: None,
            status: EventStatus::Open,
        }
    }

    /// Whether its time is over. A confirmed one has no time.
    pub fn is_expired(&self, now: Timestamp) -> bool {
        self.status == EventStatus::Open && now >= self.expires_at
    }

    /// Fails when it can no longer be changed.
    ///
    /// # Errors
    /// When it is confirmed or its time is over.
    pub fn check_open(&self, now: Timestamp) -> Result<(), EventRefusal> {
        match self.status {
            EventStatus::Confirmed { .. } | EventStatus::Cancelled { .. } => Err(EventRefusal::AlreadyConfirmed),
            EventStatus::Open if self.is_expired(now) => Err(EventRefusal::Expired),
            EventStatus::Open => Ok(()),
        }
    }

    /// The same after a call: what it holds lives on, never beyond the beginning of the first of it.
    #[must_use]
    pub fn touched(mut self, now: Timestamp, hold_minutes: u32) -> EventBooking {
        let full = self.expires_at.max(later(now, hold_minutes));
        self.expires_at = self.from().map_or(full, |begins| full.min(begins));
        self
    }

    /// Forgets who answers for it, what they typed, and the card. A company that pays stays.
    pub fn forget_guest(&mut self) {
        self.contact = None;
        self.guarantee.take_if(|guarantee| matches!(guarantee, EventGuarantee::Card { .. }));
        for sub in &mut self.sub_events {
            (sub.name, sub.instructions, sub.remarks) = (None, None, None);
            sub.packages.iter_mut().for_each(|package| package.remarks = None);
        }
    }

    /// Its number, once it is confirmed.
    pub fn confirmation_no(&self) -> Option<&str> {
        match &self.status {
            EventStatus::Confirmed { confirmation_no, .. } | EventStatus::Cancelled { confirmation_no, .. } => {
                Some(confirmation_no)
            }
            EventStatus::Open => None,
        }
    }

    /// Every charge.
    pub fn lines(&self) -> impl Iterator<Item = &BillLine> {
        self.sub_events.iter().flat_map(SubEvent::lines)
    }

    /// What it costs.
    pub fn totals(&self) -> EventTotals {
        EventTotals::of(self.lines())
    }

    /// The spaces that are taken for it, in order: none once it is given back. Parts of it that follow each other in one
    /// space are one time: a space is prepared and cleared between two events, not within one.
    pub fn taken(&self) -> Vec<Taken> {
        if self.cancelled_at().is_some() {
            return Vec::new();
        }
        let mut parts: Vec<Taken> = self.sub_events.iter().map(SubEvent::taken).collect();
        parts.sort_unstable();
        let mut taken: Vec<Taken> = Vec::with_capacity(parts.len());
        for part in parts {
            match taken.last_mut().filter(|last| last.space == part.space && part.from <= last.until) {
                Some(last) => last.until = last.until.max(part.until),
                None => taken.push(part),
            }
        }
        taken
    }

    /// When the first of it begins.
    pub fn from(&self) -> Option<Timestamp> {
        self.sub_events.iter().map(|sub| sub.span.from()).min()
    }
}

impl SubEvent {
    /// Its charges.
    pub fn lines(&self) -> impl Iterator<Item = &BillLine> {
        self.hire.iter().chain(self.packages.iter().flat_map(|package| &package.lines))
    }

    /// The space's name, as it was agreed under.
    pub fn space_name(&self) -> &str {
        self.hire.first().map_or(&self.space, |line| &line.charge.charge_type_label)
    }

    fn taken(&self) -> Taken {
        Taken { space: self.space.clone(), from: self.quarters.start, until: self.quarters.end }
    }
}

impl Contact {
    /// Name of the event, which must be given, and cost centre, which may be empty (EVENT-30, EVENT-36); or what is wrong.
    ///
    /// # Errors
    /// Every wrong field.
    pub fn named(event_name: Option<&str>, po_number: Option<&str>) -> Result<(String, String), Vec<FieldError>> {
        let mut errors = Vec::new();
        let mut line = |field: &str, text: Option<&str>, needed: bool| {
            let text = text.map(str::trim).unwrap_or_default();
            if needed && text.is_empty() {
                errors.push(FieldError::new(field, REQUIRED));
            } else if one_line(text).is_none() {
                errors.push(FieldError::new(field, NOT_VALID));
            } else if holds_card_number(text) {
                errors.push(FieldError::new(field, CARD_NUMBER));
            }
            text.to_owned()
        };
        let named = (line("event_name", event_name, true), line("po_number", po_number, false));
        if errors.is_empty() { Ok(named) } else { Err(errors) }
    }
}

fn later(at: Timestamp, minutes: u32) -> Timestamp {
    whole_seconds(at).checked_add(SignedDuration::from_mins(i64::from(minutes))).unwrap_or(Timestamp::MAX)
}
