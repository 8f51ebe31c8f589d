//! One booking of an activity from its first step on. Each step is a function of what is stored and what is asked, which
//! answers the booking as it becomes; the store keeps everybody together from taking more places than there are.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::price::{ActivityLine, ActivityTotals, Part, price};
use super::times::{Instance, InstanceId};
use crate::board::Board;
use crate::booking::{Card, whole_seconds};
use crate::confirmation;
use crate::guest::Guest;
use crate::hotel::{GuaranteeType, Hotel};

/// More people in one booking are refused before any rule of a hotel is looked at.
const MAX_PEOPLE: u16 = 999;

/// Who comes: an adult or more, and children.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "People", into = "People")]
pub struct Places {
    adults: u16,
    children: u16,
}

/// How it is written down.
#[derive(Serialize, Deserialize)]
struct People {
    adults: u16,
    children: u16,
}

impl Places {
    /// Adults from 1 (ACT-10); 999 people at most.
    pub fn new(adults: u16, children: u16) -> Option<Places> {
        let people = adults.checked_add(children)?;
        (adults > 0 && people <= MAX_PEOPLE).then_some(Places { adults, children })
    }

    /// 1 or more.
    pub fn adults(self) -> u16 {
        self.adults
    }

    /// 0 or more.
    pub fn children(self) -> u16 {
        self.children
    }

    /// Each of them needs a place.
    pub fn count(self) -> u16 {
        self.adults + self.children
    }
}

impl TryFrom<People> for Places {
    type Error = &'static str;

    fn try_from(people: People) -> Result<Places, &'static str> {
        Places::new(people.adults, people.children).ok_or("no party")
    }
}

impl From<Places> for People {
    fn from(places: Places) -> People {
        People { adults: places.adults, children: places.children }
    }
}

/// A booking from its first step on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ActivityBooking {
    /// Names it in every call.
    pub booking_id: Uuid,
    /// The hotel's.
    pub property_id: i64,
    /// Its places are free again from this moment on, unless it is confirmed (SESSION-04).
    pub expires_at: Timestamp,
    /// What is held, and for how much.
    pub agreed: ActivityAgreed,
    /// Who comes.
    pub guest: Option<Guest>,
    /// What pays for it.
    pub card: Option<Card>,
    /// The language of its mails, once it is confirmed: that of the page that booked it, then of the one that cancelled it;
    /// `None` when it was not told.
    #[serde(default)]
    pub language: Option<String>,
    /// Where it stands.
    pub status: ActivityStatus,
}

/// What was agreed with the guest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ActivityAgreed {
    /// What, and when.
    pub instance: InstanceId,
    /// In the hotel's own language.
    pub name: String,
    /// When it begins.
    pub starts_at: Timestamp,
    /// When it ends.
    pub ends_at: Timestamp,
    /// Until when it can be given back, for nothing; `None`, of older ones, is until it begins.
    #[serde(default)]
    pub cut_off_at: Option<Timestamp>,
    /// Who comes.
    pub party: Places,
    /// ISO 4217.
    pub currency: String,
    /// What it costs.
    pub lines: Vec<ActivityLine>,
}

/// Where a booking stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ActivityStatus {
    /// It can be changed.
    Open,
    /// Booked; a repeat answers the same number.
    Confirmed {
        /// When.
        at: Timestamp,
        /// What the guest reads out.
        confirmation_no: String,
        /// What is taken from the card, in minor units; the rest is paid at the hotel.
        paid: i64,
    },
    /// Given back before its cut-off: what was paid goes back whole.
    Cancelled {
        /// When it was given back.
        at: Timestamp,
        /// When it had been booked.
        booked_at: Timestamp,
        /// It goes on naming it.
        confirmation_no: String,
        /// What was taken from the card and goes back, in minor units.
        paid: i64,
    },
}

/// Why a step is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ActivityRefusal {
    /// Its time is over.
    Expired,
    /// It can no longer be changed.
    AlreadyConfirmed,
    /// Nobody comes.
    GuestMissing,
    /// It has to be paid.
    CardRequired,
    /// The card's last month is past.
    CardExpired,
    /// The hotel sells in another currency by now.
    PriceChanged,
    /// It is too late to give it back, or there is nothing to give back.
    NotCancellable,
}

impl ActivityAgreed {
    /// An instance for a party, at today's price.
    pub fn new(board: &Board, instance: &Instance<'_>, party: Places) -> ActivityAgreed {
        ActivityAgreed {
            instance: instance.id(),
            name: instance.activity.name.clone(),
            starts_at: instance.starts_at(board.time_zone()),
            ends_at: instance.ends_at(board.time_zone()),
            cut_off_at: Some(instance.cut_off_at(board.time_zone())),
            party,
            currency: board.currency().code.to_owned(),
            lines: price(board.hotel(), board.currency(), instance.activity, instance.date, party),
        }
    }

    /// What it costs.
    pub fn totals(&self) -> ActivityTotals {
        ActivityTotals::of(&self.lines)
    }

    /// How many beyond those whom the base price includes are charged in a part: adults or children.
    pub fn beyond(&self, part: Part) -> u16 {
        self.lines.iter().filter(|line| line.part == part).map(|line| line.charge.quantity).sum()
    }

    /// How many adults and children the base price includes: more than come, where fewer came than it is for. Where some
    /// are beyond it, those are the others; else what was agreed does not say it, and the hotel's files do while it is in
    /// them.
    pub fn included(&self, hotel: &Hotel) -> (u16, u16) {
        let offer = hotel.activities.iter().find(|activity| activity.code == self.instance.code);
        let of = |come: u16, part: Part, files: Option<u16>| match self.beyond(part) {
            0 => files.unwrap_or(come).max(come),
            beyond => come.saturating_sub(beyond),
        };
        (
            of(self.party.adults(), Part::Adults, offer.map(|offer| offer.price.adults)),
            of(self.party.children(), Part::Children, offer.map(|offer| offer.price.children)),
        )
    }

    /// Until when it can be given back for nothing; never after that.
    pub fn free_until(&self) -> Timestamp {
        self.cut_off_at.unwrap_or(self.starts_at)
    }
}

impl ActivityBooking {
    /// One that has just begun; its places are held for `hold_minutes` after the last call.
    pub fn new(
        (property_id, booking_id): (i64, Uuid),
        agreed: ActivityAgreed,
        now: Timestamp,
        hold_minutes: u32,
    ) -> ActivityBooking {
        let expires_at = later(now, hold_minutes).min(agreed.starts_at);
        let status = ActivityStatus::Open;
        ActivityBooking { booking_id, property_id, expires_at, agreed, guest: None, card: None, language: None, status }
    }

    /// Whether its time is over. A confirmed one has no time.
    pub fn is_expired(&self, now: Timestamp) -> bool {
        self.status == ActivityStatus::Open && now >= self.expires_at
    }

    /// Fails when it can no longer be changed.
    ///
    /// # Errors
    /// When it is confirmed or its time is over.
    pub fn check_open(&self, now: Timestamp) -> Result<(), ActivityRefusal> {
        match self.status {
            ActivityStatus::Confirmed { .. } | ActivityStatus::Cancelled { .. } => {
                Err(ActivityRefusal::AlreadyConfirmed)
            }
            ActivityStatus::Open if self.is_expired(now) => Err(ActivityRefusal::Expired),
            ActivityStatus::Open => Ok(()),
        }
    }

    /// The same after a call: what it holds lives on, never beyond the beginning of what is held.
    #[must_use]
    pub fn touched(self, now: Timestamp, hold_minutes: u32) -> ActivityBooking {
        let full = self.expires_at.max(later(now, hold_minutes));
        ActivityBooking { expires_at: full.min(self.agreed.starts_at), ..self }
    }

    /// The same for what was agreed anew. A card was shown another sum: it is forgotten when the price differs.
    #[must_use]
    pub fn with(self, agreed: ActivityAgreed) -> ActivityBooking {
        let price = |agreed: &ActivityAgreed| (agreed.currency.clone(), agreed.totals().grand_total());
        let same_price = price(&self.agreed) == price(&agreed);
        ActivityBooking { card: self.card.filter(|_| same_price), agreed, ..self }
    }

    /// Forgets who comes and the card.
    pub fn forget_guest(&mut self) {
        (self.guest, self.card) = (None, None);
    }

    /// Its number, once it is confirmed.
    pub fn confirmation_no(&self) -> Option<&str> {
        match &self.status {
            ActivityStatus::Confirmed { confirmation_no, .. } | ActivityStatus::Cancelled { confirmation_no, .. } => {
                Some(confirmation_no)
            }
            ActivityStatus::Open => None,
        }
    }

    /// How many places are taken for it: none once it is given back.
    pub fn places(&self) -> u16 {
        match self.status {
            ActivityStatus::Cancelled { .. } => 0,
            ActivityStatus::Open | ActivityStatus::Confirmed { .. } => self.agreed.party.count(),
        }
    }

    /// When it was given back.
    pub fn cancelled_at(&self) -> Option<Timestamp> {
        match self.status {
            ActivityStatus::Cancelled { at, .. } => Some(at),
            ActivityStatus::Open | ActivityStatus::Confirmed { .. } => None,
        }
    }

    /// When it was booked, and what was taken from the card, in minor units; `None` while it is open.
    pub fn booked(&self) -> Option<(Timestamp, i64)> {
        match self.status {
            ActivityStatus::Confirmed { at: booked_at, paid, .. }
            | ActivityStatus::Cancelled { booked_at, paid, .. } => Some((booked_at, paid)),
            ActivityStatus::Open => None,
        }
    }

    /// The booking once it is given back; `None` when it is already.
    ///
    /// # Errors
    /// After its cut-off, and for one that is not booked.
    pub fn cancelled(&self, now: Timestamp) -> Result<Option<ActivityBooking>, ActivityRefusal> {
        match &self.status {
            ActivityStatus::Cancelled { .. } => Ok(None),
            ActivityStatus::Confirmed { at, confirmation_no, paid } if now < self.agreed.free_until() => {
                let status = ActivityStatus::Cancelled {
                    at: whole_seconds(now),
                    booked_at: *at,
                    confirmation_no: confirmation_no.clone(),
                    paid: *paid,
                };
                Ok(Some(ActivityBooking { status, ..self.clone() }))
            }
            ActivityStatus::Open | ActivityStatus::Confirmed { .. } => Err(ActivityRefusal::NotCancellable),
        }
    }

    /// What is taken from the card when it is confirmed, in minor units, and the card; `None` when nothing is to be paid
    /// now: it is free, or the hotel takes no cards here.
    ///
    /// # Errors
    /// When it has to be paid and no good card is there, and when it was agreed in another currency than the hotel's.
    pub fn charge(&self, board: &Board, now: Timestamp) -> Result<Option<(i64, &Card)>, ActivityRefusal> {
        if self.agreed.currency != board.currency().code {
            return Err(ActivityRefusal::PriceChanged);
        }
        let total = self.agreed.totals().grand_total();
        if total == 0 || payment_types(board.hotel()).next().is_none() {
            return Ok(None);
        }
        let card = self.card.as_ref().ok_or(ActivityRefusal::CardRequired)?;
        if card.is_expired(board.business_day(now)) {
            return Err(ActivityRefusal::CardExpired);
        }
        Ok(Some((total, card)))
    }

    /// The booking once it is confirmed; `None` when it is already. `random` makes its number.
    ///
    /// # Errors
    /// When its time is over, guest or card are missing, or the hotel has another currency by now.
    pub fn confirmed(
        &self,
        board: &Board,
        now: Timestamp,
        random: u64,
    ) -> Result<Option<ActivityBooking>, ActivityRefusal> {
        match self.check_open(now) {
            Err(ActivityRefusal::AlreadyConfirmed) => return Ok(None),
            open => open?,
        }
        if self.guest.is_none() {
            return Err(ActivityRefusal::GuestMissing);
        }
        let paid = self.charge(board, now)?.map_or(0, |(amount, _)| amount);
        let confirmation_no = confirmation::make(self.property_id, random);
        let status = ActivityStatus::Confirmed { at: whole_seconds(now), confirmation_no, paid };
        Ok(Some(ActivityBooking { status, ..self.clone() }))
    }
}

/// How an activity can be paid: with a card, where the hotel takes one (ACT-26).
pub fn payment_types(hotel: &Hotel) -> impl Iterator<Item = &GuaranteeType> {
    let by_card =
        |kind: &&GuaranteeType| kind.payment_type_required && !kind.instant_booking && kind.code.ends_with("CC");
    hotel.guarantee_types.iter().filter(by_card)
}

fn later(at: Timestamp, minutes: u32) -> Timestamp {
    whole_seconds(at).checked_add(SignedDuration::from_mins(i64::from(minutes))).unwrap_or(Timestamp::MAX)
}
