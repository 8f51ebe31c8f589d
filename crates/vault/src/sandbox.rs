//! The sandbox bank: stands in for a card acquirer until a payment provider is connected. It moves no money. Test numbers
//! get their documented answer, every other sound number is paid at once.

use crate::card::CardNumber;

/// What the bank does when it is asked for an amount on a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Sets the amount aside.
    Approve,
    /// Sets it aside, and the answer is lost on its way: who asked has to ask again.
    ApproveUnheard,
    /// Wants the guest to confirm it first (3-D Secure); then says yes, or no.
    Challenge { then: bool },
    /// No.
    Decline,
}

/// Kept as a guarantee without a word, and declined when it is charged.
const DECLINED_WHEN_CHARGED: &str = "4000000000000341";
const INSUFFICIENT_FUNDS: &str = "4000000000009995";
const CHALLENGED: &str = "4000000000003220";
const CHALLENGED_THEN_DECLINED: &str = "4000008400001629";
const ANSWER_LOST: &str = "4000000000000119";

/// The bank's answer for a card.
pub(crate) fn ask(number: &CardNumber) -> Verdict {
    match number.digits() {
        DECLINED_WHEN_CHARGED | INSUFFICIENT_FUNDS => Verdict::Decline,
        CHALLENGED => Verdict::Challenge { then: true },
        CHALLENGED_THEN_DECLINED => Verdict::Challenge { then: false },
        ANSWER_LOST => Verdict::ApproveUnheard,
        _ => Verdict::Approve,
    }
}
