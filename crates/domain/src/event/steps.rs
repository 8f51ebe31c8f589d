//! The steps of an event, each decided here.

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};
use uuid::Uuid;

use super::bill::{hire, package};
use super::span::TimeSpan;
use super::{
    ChosenPackage, Contact, EventBooking, EventGuarantee, EventRefusal, EventStatus, MAX_COUNT, MAX_SUB_EVENTS,
    SubEvent,
};
use crate::board::Board;
use crate::booking::whole_seconds;
use crate::confirmation;
use crate::deal::is_of;
use crate::guest::FieldError;
use crate::hotel::{Code, Hotel};

/// A space for a time, as asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct SubEventAsk {
    /// One that is there already, to be changed.
    pub replaces: Option<Uuid>,
    /// The id that it gets when it is new.
    pub new_id: Uuid,
    /// When.
    pub span: TimeSpan,
    /// Code of the space.
    pub space: Code,
    /// Code of the plan.
    pub price_plan: Code,
    /// Code of the arrangement.
    pub arrangement: Option<Code>,
    /// How many come.
    pub persons: u16,
    /// What the guest calls it.
    pub name: Option<String>,
    /// For those who prepare it.
    pub instructions: Option<String>,
    /// For the hotel.
    pub remarks: Option<String>,
}

/// So many of a package for a sub-event, as asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct PackageAsk {
    /// Whose; the first one's when left out.
    pub sub_event: Option<Uuid>,
    /// Code of the package.
    pub package: Code,
    /// How many.
    pub quantity: u16,
    /// For the hotel.
    pub remarks: Option<String>,
}

/// First and last day on which an event can begin (EVENT-11).
pub fn event_days(today: Date) -> (Date, Date) {
    (today, today.checked_add(1.year()).unwrap_or(Date::MAX))
}

/// What is wrong with a time, by the hotel's clock: it has begun, or lies beyond a year (EVENT-11).
pub fn wrong_time(board: &Board, span: &TimeSpan, now: Timestamp) -> Option<&'static str> {
    let (_, last) = event_days(board.business_day(now));
    if span.from() < now {
        return Some("lies in the past");
    }
    let day = span.from().to_zoned(board.time_zone().clone()).date();
    (day > last).then_some("lies more than a year ahead")
}

impl EventBooking {
    /// The same as an event of a kind, in the hotel's currency. Of another one it has no spaces: they are let by kind, and
    /// billed in its currency.
    ///
    /// # Errors
    /// When it is no longer open.
    pub fn of_kind(&self, event_type: &str, currency: &str, now: Timestamp) -> Result<EventBooking, EventRefusal> {
        self.check_open(now)?;
        let mut event = self.clone();
        if (&*event.event_type, &*event.currency) != (event_type, currency) {
            event.sub_events.clear();
            (event.event_type, event.currency) = (event_type.to_owned(), currency.to_owned());
        }
        Ok(event)
    }

    /// That it can still be priced.
    ///
    /// # Errors
    /// When it is not open, or the hotel has another currency than it was begun in.
    pub fn check_priced(&self, board: &Board, now: Timestamp) -> Result<(), EventRefusal> {
        self.check_open(now)?;
        match self.currency == board.currency().code {
            true => Ok(()),
            false => Err(EventRefusal::Expired),
        }
    }

    /// Takes these spaces. With `can_remove` those that are not named are let go, else they stay. Packages of a changed one
    /// stay where they can still be had, at today's price; one that was taken for everybody goes on to be.
    ///
    /// # Errors
    /// When it is no longer open; every field that names what cannot be had.
    pub fn set_up(
        &self,
        board: &Board,
        asks: &[SubEventAsk],
        can_remove: bool,
        now: Timestamp,
    ) -> Result<EventBooking, EventRefusal> {
        self.check_priced(board, now)?;
        let mut errors = Vec::new();
        let mut ids = Vec::with_capacity(asks.len());
        let mut sub_events = if can_remove { Vec::new() } else { self.sub_events.clone() };
        for (at, ask) in asks.iter().enumerate() {
            let mut wrong = |field: &str, message: &str| {
                errors.push(FieldError::new(format!("sub_events[{at}].{field}"), message));
            };
            let before = ask.replaces.map(|id| self.sub_events.iter().find(|sub| sub.sub_event_id == id));
            if before == Some(None) || ask.replaces.is_some_and(|id| ids.contains(&id)) {
                wrong("id", "is no sub-event of this event, or named twice");
                continue;
            }
            let Some(sub) = self.sub_event(board, ask, before.flatten(), now, &mut wrong) else { continue };
            ids.push(sub.sub_event_id);
            match sub_events.iter_mut().find(|there| there.sub_event_id == sub.sub_event_id) {
                Some(there) => *there = sub,
                None => sub_events.push(sub),
            }
        }
        if sub_events.len() > MAX_SUB_EVENTS {
            errors.push(FieldError::new("sub_events", format!("can be {MAX_SUB_EVENTS} at most")));
        }
        if errors.is_empty() {
            errors = twice_in_a_space(&sub_events, &ids);
        }
        if !errors.is_empty() {
            return Err(EventRefusal::Unacceptable(errors));
        }
        Ok(EventBooking { sub_events, ..self.clone() })
    }

    fn sub_event(
        &self,
        board: &Board,
        ask: &SubEventAsk,
        before: Option<&SubEvent>,
        now: Timestamp,
        wrong: &mut impl FnMut(&str, &str),
    ) -> Option<SubEvent> {
        let events = &board.hotel().events;
        if let Some(message) = wrong_time(board, &ask.span, now) {
            wrong("start_date", message);
            return None;
        }
        let Some(space) = events.space(&ask.space).filter(|space| events.lets(space, &self.event_type)) else {
            wrong("space_id", "is not let for this kind of event");
            return None;
        };
        let price = space.prices.iter().find(|price| price.plan == ask.price_plan);
        let Some((price, plan)) = price.zip(events.price_plan(&ask.price_plan)) else {
            wrong("details.selected_space_price_plan_id", "is no price of this space");
            return None;
        };
        let Some(capacity) = space.capacity(ask.arrangement.as_deref()) else {
            wrong("details.space_arrangement_id", "is no arrangement of this space");
            return None;
        };
        if !(1..=capacity.min(MAX_COUNT)).contains(&ask.persons) {
            wrong("details.number_of_persons", &format!("must lie between 1 and {capacity}"));
            return None;
        }
        let offered = |code: &str| events.packages_with(&space.code, &self.event_type).find(|p| p.code == code);
        let of_before = before.into_iter().flat_map(|sub| sub.packages.iter().map(|chosen| (sub.persons, chosen)));
        let kept = of_before.filter_map(|(persons, chosen)| {
            let offer = offered(&chosen.package)?;
            let quantity = match chosen.quantity == offer.usual_quantity(persons) {
                true => offer.usual_quantity(ask.persons),
                false => chosen.quantity,
            };
            let lines = package(board, offer, quantity, &ask.span);
            Some(ChosenPackage { quantity, lines, ..chosen.clone() })
        });
        Some(SubEvent {
            sub_event_id: before.map_or(ask.new_id, |before| before.sub_event_id),
            name: ask.name.clone(),
            span: ask.span,
            space: space.code.clone(),
            quarters: space.quarters(&ask.span),
            price_plan: plan.code.clone(),
            arrangement: ask.arrangement.clone(),
            persons: ask.persons,
            instructions: ask.instructions.clone(),
            remarks: ask.remarks.clone(),
            hire: hire(board, space, price, plan, &ask.span),
            packages: kept.collect(),
        })
    }

    /// Puts these packages in the place of all that were chosen before (EVENT-27).
    ///
    /// # Errors
    /// When it is no longer open or has no space; every field that names what cannot be had.
    pub fn choose_packages(
        &self,
        board: &Board,
        asks: &[PackageAsk],
        now: Timestamp,
    ) -> Result<EventBooking, EventRefusal> {
        self.check_priced(board, now)?;
        let mut booking = self.clone();
        let first = booking.sub_events.first().map(|sub| sub.sub_event_id).ok_or(EventRefusal::SpaceMissing)?;
        booking.sub_events.iter_mut().for_each(|sub| sub.packages.clear());
        let mut errors = Vec::new();
        for (at, ask) in asks.iter().enumerate() {
            let mut wrong = |field: &str, message: &str| {
                errors.push(FieldError::new(format!("[{at}].{field}"), message));
            };
            let named = ask.sub_event.unwrap_or(first);
            let Some(sub) = booking.sub_events.iter_mut().find(|sub| sub.sub_event_id == named) else {
                wrong("sub_event_id", "is no sub-event of this event");
                continue;
            };
            let mut offered = board.hotel().events.packages_with(&sub.space, &self.event_type);
            let Some(offer) = offered.find(|offer| offer.code == ask.package) else {
                wrong("package_id", "is not offered with this space");
                continue;
            };
            if sub.packages.iter().any(|chosen| chosen.package == ask.package) {
                wrong("package_id", "is named twice");
                continue;
            }
            if !(1..=MAX_COUNT).contains(&ask.quantity) {
                wrong("quantity", &format!("must lie between 1 and {MAX_COUNT}"));
                continue;
            }
            let lines = package(board, offer, ask.quantity, &sub.span);
            let (package, remarks) = (offer.code.clone(), ask.remarks.clone());
            sub.packages.push(ChosenPackage { package, quantity: ask.quantity, remarks, lines });
        }
        if errors.is_empty() { Ok(booking) } else { Err(EventRefusal::Unacceptable(errors)) }
    }

    /// The same with somebody who answers for it.
    ///
    /// # Errors
    /// When it is no longer open.
    pub fn with_contact(&self, contact: Contact, now: Timestamp) -> Result<EventBooking, EventRefusal> {
        self.check_open(now)?;
        Ok(EventBooking { contact: Some(contact), ..self.clone() })
    }

    /// The same made sure in this way, or in none (EVENT-42).
    ///
    /// # Errors
    /// When it is no longer open, or the card is expired.
    pub fn guaranteed(
        &self,
        by: Option<EventGuarantee>,
        board: &Board,
        now: Timestamp,
    ) -> Result<EventBooking, EventRefusal> {
        self.check_open(now)?;
        not_expired(by.as_ref(), board, now)?;
        Ok(EventBooking { guarantee: by, ..self.clone() })
    }

    /// How it is made sure, as far as the hotel still takes it so; what is booked stays as it was booked.
    pub fn valid_guarantee(&self, hotel: &Hotel) -> Option<&EventGuarantee> {
        let taken = |by: &&EventGuarantee| match by {
            EventGuarantee::Card { .. } => hotel.events.enable_card_capture,
            EventGuarantee::Company { code, .. } => {
                hotel.companies.iter().any(|company| company.pays && is_of(code, &company.code))
            }
        };
        self.guarantee.as_ref().filter(|by| self.status != EventStatus::Open || taken(by))
    }

    /// Books it; `None` when it is booked already. A guarantee that the hotel has ceased to take is none.
    ///
    /// # Errors
    /// What is missing.
    pub fn confirm(&self, board: &Board, now: Timestamp, random: u64) -> Result<Option<EventBooking>, EventRefusal> {
        let hotel = board.hotel();
        if self.confirmation_no().is_some() {
            return Ok(None);
        }
        self.check_priced(board, now)?;
        if self.sub_events.is_empty() {
            return Err(EventRefusal::SpaceMissing);
        }
        // What has begun meanwhile could not even be given back.
        if self.from().is_some_and(|begins| begins < now) {
            return Err(EventRefusal::Expired);
        }
        if self.contact.is_none() {
            return Err(EventRefusal::ContactMissing);
        }
        // Where a hotel takes neither card nor company, nobody could ever book.
        let possible = hotel.events.enable_card_capture || hotel.companies.iter().any(|company| company.pays);
        let guarantee = self.valid_guarantee(hotel).cloned();
        if guarantee.is_none() && possible {
            return Err(EventRefusal::GuaranteeRequired);
        }
        not_expired(guarantee.as_ref(), board, now)?;
        let confirmation_no = confirmation::make(self.property_id, random);
        let status = EventStatus::Confirmed { at: whole_seconds(now), confirmation_no };
        Ok(Some(EventBooking { status, guarantee, cancellation: self.terms(board, now), ..self.clone() }))
    }
}

fn not_expired(by: Option<&EventGuarantee>, board: &Board, now: Timestamp) -> Result<(), EventRefusal> {
    match by {
        Some(EventGuarantee::Card { card }) if card.is_expired(board.business_day(now)) => {
            Err(EventRefusal::CardExpired)
        }
        _ => Ok(()),
    }
}

/// What of `asked`, in the order it was asked for, is in a space in which another part of the event is at that time.
fn twice_in_a_space(sub_events: &[SubEvent], asked: &[Uuid]) -> Vec<FieldError> {
    let clash = |at: usize, id: Uuid| {
        let sub = sub_events.iter().find(|sub| sub.sub_event_id == id)?;
        let mut others = sub_events.iter().filter(|other| other.sub_event_id != id && other.space == sub.space);
        let other = others.find(|other| other.span.overlaps(&sub.span))?.sub_event_id;
        let other = match asked.iter().position(|asked| *asked == other) {
            Some(place) => format!("sub_events[{place}]"),
            None => format!("the part {other}"),
        };
        let field = format!("sub_events[{at}].start_date");
        Some(FieldError::new(field, format!("is a time at which {other} of this event has the same space")))
    };
    asked.iter().enumerate().filter_map(|(at, id)| clash(at, *id)).collect()
}
