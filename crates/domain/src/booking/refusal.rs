//! Why a step of a booking is refused.

use jiff::civil::Date;
use uuid::Uuid;

use crate::addon::AddonFault;
use crate::booking::{Choice, Fixed};
use crate::guest::FieldError;
use crate::reason::Reason;

/// A named refusal; [`Refusal::code`] is what the API answers.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// Its time is over (SESSION-04).
    #[error("the booking's time is over, its rooms are free again")]
    BatchExpired,
    /// It cannot be changed any more.
    #[error("the booking is already made")]
    AlreadyCommitted,
    /// No such session in this batch.
    #[error("no such room in this booking")]
    UnknownSession,
    /// No such room type.
    #[error("the hotel has no such room")]
    UnknownRoom,
    /// No such plan, or not for this room type.
    #[error("the hotel does not sell this room at this rate")]
    UnknownOffer,
    /// The room that is chosen is not the company's, and does not become so.
    #[error("a room is chosen at other terms than the company's")]
    RoomBeforeCompany,
    /// No such package, or not with this rate, or not for this stay.
    #[error("the hotel does not sell this rate with this package")]
    UnknownPackage,
    /// No such door of this room type, not in these nights, or guests may not choose theirs.
    #[error("this room cannot be chosen by its number")]
    UnitNotOffered,
    /// An entry that cannot be added.
    #[error("entry {at} of the add-ons {fault}")]
    Addon {
        /// From 0.
        at: usize,
        /// What is wrong with it.
        fault: AddonFault,
    },
    /// The room is not one that this member pays with points.
    #[error("this room is not paid with this member's points")]
    NotForPoints,
    /// More points than the room costs or the member has.
    #[error("at most {most} points can be paid")]
    TooManyPoints {
        /// So many at most.
        most: i64,
    },
    /// Points are paid by a member alone who is signed in.
    #[error("the member whose points these are is not signed in")]
    MemberAway,
    /// A booked stay is changed room by room.
    #[error("one room is changed at a time")]
    OneRoom,
    /// The code opens nothing, or not this.
    #[error("the code is not valid for this stay")]
    CodeNotValid,
    /// It may not be sold like this.
    #[error("this room cannot be had at this rate for this stay")]
    NotOnOffer(Vec<Reason>),
    /// The guest saw another price, another part of it due now or another deadline; this is ours.
    #[error("the price has changed")]
    PriceChanged(Vec<Choice>),
    /// What is held is not what the guest saw; this is held, for each session in order.
    #[error("another room was chosen meanwhile")]
    RoomChanged(Vec<Choice>),
    /// The last room of a night went to somebody else.
    #[error("the night of {night} is sold out")]
    NightSoldOut {
        /// Hotel-local.
        night: Date,
    },
    /// Sessions without a choice.
    #[error("a room is not chosen yet")]
    RoomMissing(Vec<Uuid>),
    /// Fields of a guest, each led by its session's room number from 1.
    #[error("the guest's details are not complete")]
    GuestIncomplete(Vec<FieldError>),
    /// Entries of travel transport, each field led by its place in what was sent (TRANS-03 to TRANS-05).
    #[error("the rides with the hotel's car cannot be had like this")]
    Transport(Vec<FieldError>),
    /// The hotel asks for a guarantee (PAY-12).
    #[error("a guarantee is required")]
    GuaranteeRequired,
    /// Not a type that every chosen rate allows.
    #[error("this guarantee is not accepted for the chosen rates")]
    GuaranteeNotAllowed,
    /// A guarantee is required, and no type is allowed by the rates of all rooms.
    #[error("the chosen rates have no guarantee in common")]
    GuaranteesDiffer,
    /// One card pays what is due now, and the room of this number (from 1) was given another.
    #[error("what is due now is paid with one card")]
    CardsDiffer(u16),
    /// The booked stay cannot be changed any more.
    #[error("this stay cannot be changed")]
    NotChangeable(Fixed),
    /// Past its expiry month (PAY-22).
    #[error("the card has expired")]
    CardExpired,
}

impl Refusal {
    /// The `code` of the problem answer.
    pub fn code(&self) -> &'static str {
        match self {
            Refusal::BatchExpired => "BATCH_EXPIRED",
            Refusal::AlreadyCommitted => "ALREADY_COMMITTED",
            Refusal::UnknownSession => "UNKNOWN_SESSION",
            Refusal::UnknownRoom => "UNKNOWN_ROOM",
            Refusal::UnknownOffer => "UNKNOWN_OFFER",
            Refusal::RoomBeforeCompany => "ROOM_BEFORE_COMPANY",
            Refusal::UnknownPackage => "UNKNOWN_PACKAGE",
            Refusal::UnitNotOffered => "UNIT_NOT_OFFERED",
            Refusal::Addon { .. } => "ADDON_NOT_OFFERED",
            Refusal::NotForPoints => "NOT_FOR_POINTS",
            Refusal::TooManyPoints { .. } => "TOO_MANY_POINTS",
            Refusal::MemberAway => "MEMBER_AWAY",
            Refusal::OneRoom => "ONE_ROOM",
            Refusal::CodeNotValid => "CODE_NOT_VALID",
            Refusal::NotOnOffer(_) => "NOT_ON_OFFER",
            Refusal::PriceChanged(_) => "PRICE_CHANGED",
            Refusal::RoomChanged(_) => "ROOM_CHANGED",
            Refusal::NightSoldOut { .. } => "NIGHT_SOLD_OUT",
            Refusal::RoomMissing(_) => "ROOM_MISSING",
            Refusal::GuestIncomplete(_) => "GUEST_INCOMPLETE",
            Refusal::Transport(_) => "TRANSPORT_NOT_OFFERED",
            Refusal::GuaranteeRequired => "GUARANTEE_REQUIRED",
            Refusal::GuaranteeNotAllowed => "GUARANTEE_NOT_ALLOWED",
            Refusal::GuaranteesDiffer => "GUARANTEES_DIFFER",
            Refusal::CardsDiffer(_) => "UNACCEPTABLE",
            Refusal::NotChangeable(_) => "NOT_CHANGEABLE",
            Refusal::CardExpired => "CARD_EXPIRED",
        }
    }
}
