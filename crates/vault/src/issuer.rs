//! The stand-in for the card's issuer. No bank is asked: test numbers get their documented answer, every other sound
//! number is approved. A hotel that wants a real answer puts its payment provider here.

use crate::card::CardNumber;

/// What the issuer says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The card may be kept as a guarantee.
    Approved,
    /// No, without a reason (402 `CARD_DECLINED`).
    Declined,
    /// The issuer knows the card as expired (422 `CARD_EXPIRED`).
    Expired,
}

/// Declined by its issuer.
const DECLINED: &str = "4000000000000002";
/// Expired at its issuer, whatever date is typed.
const EXPIRED: &str = "4000000000000069";

/// The issuer's answer for a card.
pub fn ask(number: &CardNumber) -> Verdict {
    match number.digits() {
        DECLINED => Verdict::Declined,
        EXPIRED => Verdict::Expired,
        _ => Verdict::Approved,
    }
}

impl Verdict {
    /// As stored.
    pub fn code(self) -> &'static str {
        match self {
            Verdict::Approved => "APPROVED",
            Verdict::Declined => "DECLINED",
            Verdict::Expired => "EXPIRED",
        }
    }

    /// From the store.
    pub fn from_code(code: &str) -> Option<Verdict> {
        [Verdict::Approved, Verdict::Declined, Verdict::Expired].into_iter().find(|verdict| verdict.code() == code)
    }
}
