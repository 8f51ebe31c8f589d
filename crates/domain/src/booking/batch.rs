//! The batch and its sessions.

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::addon::Wish;
use crate::board::Board;
use crate::booking::change::beyond;
use crate::booking::{ChargedCard, Choice, Existing, Refusal, Rooms};
use crate::deal::Mop;
use crate::guest::Guest;
use crate::hotel::{Code, GuaranteeType, Hotel};
use crate::offer::Held;

/// Rooms that one guest books together: all or none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Batch {
    /// Names it in every call.
    pub batch_id: Uuid,
    /// The hotel's.
    pub property_id: i64,
    /// Whole seconds.
    pub created: Timestamp,
    /// Its holds are free again from this moment on (SESSION-04).
    pub expires_at: Timestamp,
    /// One for each searched room, in order; never empty.
    pub sessions: Vec<Session>,
    /// The guest of every room that has none of its own.
    pub guest: Option<Guest>,
    /// Where it stands.
    pub status: Status,
    /// The stay that it changes; `None` for one that books.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub existing: Option<Box<Existing>>,
}

/// Where a batch stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    /// Rooms can be chosen and changed.
    Open,
    /// Booked. A repeated commit answers the same numbers.
    Committed {
        /// When.
        at: Timestamp,
        /// One for each room, in the order of sessions.
        confirmation_nos: Vec<String>,
    },
}

/// One searched room of a batch, and what was chosen for it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Session {
    /// Names it in every call.
    pub session_id: Uuid,
    /// From 1.
    pub room_no: u16,
    /// What is held for it.
    pub choice: Option<Choice>,
    /// When it differs from the batch's.
    pub guest: Option<Guest>,
    /// Whose terms it is booked at when set-rate names no code (API-24).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<SessionCompany>,
    /// What was wished beside a choice that was given back, for the one that comes next.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) wished: Vec<Wish>,
}

/// A company on a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionCompany {
    /// As typed.
    pub code: String,
    /// Who pays.
    pub mop: Mop,
}

/// How a booking is made sure (PAY-14).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guarantee {
    /// Code of the guarantee type.
    pub guarantee_type: Code,
    /// What it was called, in the hotel's own language; `None` of guarantees from before names were kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// For types that ask for a card.
    pub card: Option<Card>,
}

impl Guarantee {
    /// With the name that its type has now.
    pub fn new(hotel: &Hotel, guarantee_type: Code, card: Option<Card>) -> Guarantee {
        let kind = hotel.guarantee_types.iter().find(|kind| kind.code == guarantee_type);
        Guarantee { name: kind.map(|kind| kind.name.clone()), guarantee_type, card }
    }
}

/// A card as the vault tells it: never its number (CARD-11).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// `XXXXXXXXXXXX4242`.
    pub masked_number: String,
    /// `VISA`.
    pub brand: String,
    /// As printed on it.
    pub holder: String,
    /// 1 to 12.
    pub expiry_month: u8,
    /// Four digits.
    pub expiry_year: u16,
    /// What the vault knows it by.
    pub token: String,
    /// The same for every booking with this card.
    pub unique_code: String,
}

impl Card {
    /// Whether its last month is past.
    pub fn is_expired(&self, today: Date) -> bool {
        let this_month = (today.year() as i32, today.month() as i32);
        (i32::from(self.expiry_year), i32::from(self.expiry_month)) < this_month
    }

    /// As it is told once it has paid.
    pub fn charged(&self) -> ChargedCard {
        ChargedCard { masked_number: self.masked_number.clone(), brand: self.brand.clone() }
    }
}

impl Batch {
    /// A batch with one open session for each id, in order. Holds live `hold_minutes` after the last call.
    pub fn new(batch_id: Uuid, property_id: i64, session_ids: &[Uuid], now: Timestamp, hold_minutes: u32) -> Batch {
        let now = whole_seconds(now);
        let session = |(at, &session_id): (usize, &Uuid)| Session {
            session_id,
            room_no: at as u16 + 1,
            choice: None,
            guest: None,
            company: None,
            wished: Vec::new(),
        };
        Batch {
            batch_id,
            property_id,
            created: now,
            expires_at: later(now, hold_minutes),
            sessions: session_ids.iter().enumerate().map(session).collect(),
            guest: None,
            status: Status::Open,
            existing: None,
        }
    }

    /// Whether a confirmed room was booked with it or is changed by it.
    pub fn is_of(&self, confirmation_no: &str) -> bool {
        let changed = self.existing.iter().map(|existing| &existing.reservation.confirmation_no);
        let booked = match &self.status {
            Status::Committed { confirmation_nos, .. } => confirmation_nos.as_slice(),
            Status::Open => &[],
        };
        changed.chain(booked).any(|number| number == confirmation_no)
    }

    /// Forgets the guests of a batch that is booked or over: whom a room is for stands in its reservation.
    pub fn forget_guests(&mut self) {
        self.guest = None;
        for session in &mut self.sessions {
            session.guest = None;
            session.choice.iter_mut().for_each(Choice::forget_guest);
        }
        if let Some(existing) = &mut self.existing {
            existing.reservation.forget_guest();
            existing.cards.clear();
        }
    }

    /// Whether its time is over. A committed batch has no time.
    pub fn is_expired(&self, now: Timestamp) -> bool {
        self.status == Status::Open && now >= self.expires_at
    }

    /// Fails when the batch can no longer be changed.
    pub fn check_open(&self, now: Timestamp) -> Result<(), Refusal> {
        match self.status {
            Status::Committed { .. } => Err(Refusal::AlreadyCommitted),
            Status::Open if self.is_expired(now) => Err(Refusal::BatchExpired),
            Status::Open => Ok(()),
        }
    }

    /// A call came in: its holds live on. Never shortens its life, does nothing once it is committed.
    pub fn touch(&mut self, now: Timestamp, hold_minutes: u32) {
        if self.status == Status::Open {
            self.expires_at = self.expires_at.max(later(whole_seconds(now), hold_minutes));
        }
    }

    /// A session by its id.
    pub fn session(&self, session_id: Uuid) -> Option<&Session> {
        self.sessions.iter().find(|session| session.session_id == session_id)
    }

    /// A session by its id, to change it.
    pub fn session_mut(&mut self, session_id: Uuid) -> Option<&mut Session> {
        self.sessions.iter_mut().find(|session| session.session_id == session_id)
    }

    /// Everything chosen so far.
    pub fn choices(&self) -> impl Iterator<Item = &Choice> {
        self.sessions.iter().filter_map(|session| session.choice.as_ref())
    }

    /// The guest of a session: its own, else the batch's.
    pub fn guest_of<'a>(&'a self, session: &'a Session) -> Option<&'a Guest> {
        session.guest.as_ref().or(self.guest.as_ref())
    }

    /// What the session holds, and the stay that it changes, for [`Query::own`](crate::offer::Query::own).
    pub fn held_by(&self, session_id: Uuid, board: &Board) -> Vec<Held> {
        let choice = self.session(session_id).and_then(|session| session.choice.as_ref());
        let held = choice.into_iter().flat_map(|choice| beyond(choice, self.existing_stay()));
        let existing = self.existing_stay().map(Choice::held_rooms);
        held.chain(existing).filter_map(|rooms: Rooms| rooms.on(board)).collect()
    }

    /// The guarantee types that every choice allows, as was agreed when it was made, in the hotel's order (PAY-12);
    /// empty before anything is chosen. Rooms that a company pays for have no say beside those of the guest (PAY-11).
    /// An instant type is paid by a link, so it is there only while something is due now; a change of a stay is not paid
    /// so, and what holds the stay goes on.
    pub fn allowed_guarantees<'h>(&self, hotel: &'h Hotel) -> Vec<&'h GuaranteeType> {
        let due_now = self.choices().any(|choice| choice.dues.now > 0);
        let held = self.existing.as_ref().map(|existing| existing.reservation.guarantee.as_ref());
        let by_link = |kind: &GuaranteeType| match held {
            Some(given) => given.is_some_and(|given| given.guarantee_type == kind.code),
            None => due_now,
        };
        self.shared_guarantees(hotel).into_iter().filter(|kind| !kind.instant_booking || by_link(kind)).collect()
    }

    /// The types that its rates have in common, whether or not anything is due now.
    pub(crate) fn shared_guarantees<'h>(&self, hotel: &'h Hotel) -> Vec<&'h GuaranteeType> {
        if self.choices().next().is_none() {
            return Vec::new();
        }
        let guest_pays = self.choices().any(|choice| !choice.company_pays());
        let has_say = |choice: &&Choice| !guest_pays || !choice.company_pays();
        let allowed = |kind: &&GuaranteeType| {
            self.choices().filter(has_say).all(|choice| choice.guarantee_types.contains(&kind.code))
        };
        hotel.guarantee_types.iter().filter(allowed).collect()
    }

    /// The price of everything chosen, for all rooms, taxes and fees in it.
    pub fn total(&self) -> i64 {
        self.choices().map(Choice::total).sum()
    }
}

/// Moments are kept in whole seconds, so that both databases give back what they were given.
pub(crate) fn whole_seconds(at: Timestamp) -> Timestamp {
    Timestamp::from_second(at.as_second()).unwrap_or(at)
}

fn later(at: Timestamp, minutes: u32) -> Timestamp {
    at.checked_add(SignedDuration::from_mins(i64::from(minutes))).unwrap_or(Timestamp::MAX)
}
