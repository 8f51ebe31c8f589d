//! Who takes money from cards. The booking side knows a payment by a key of its own and a card by its token; everything
//! may be asked again, since an answer can get lost. [`sandbox`] is the gateway of this program; a payment provider is
//! another one beside it.

pub mod sandbox;

use futures_util::future::BoxFuture;
use store::refunds::Refund;

/// What is to be set aside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Charge {
    pub property_id: i64,
    /// The same key is the same payment.
    pub key: String,
    /// Minor units, above zero.
    pub amount: i64,
    /// ISO 4217.
    pub currency: &'static str,
    /// The amount as people read it, for the bank's page.
    pub shown_amount: String,
    /// What stands for the card at the vault.
    pub card_token: String,
    /// Origin of the page that would show a challenge.
    pub page_origin: String,
}

/// How a payment stands at the gateway.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// Never heard of.
    Unknown,
    /// The guest has to confirm it at their bank (3-D Secure), in a frame of this address.
    Challenge(String),
    /// Set aside.
    Authorised,
    /// Taken.
    Captured,
    /// Given up.
    Voided,
    /// The bank said no.
    Declined,
}

/// No answer, or none that says how the payment stands: it may be anywhere. What went wrong is in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoAnswer;

/// What a gateway said.
pub type Said = Result<Standing, NoAnswer>;

/// A payment gateway. Each call answers how the payment stands afterwards, which is elsewhere than asked when it was not
/// where that begins.
pub trait Gateway: Send + Sync {
    /// Sets an amount aside. A key that was asked before answers how it stands.
    fn authorise<'a>(&'a self, charge: &'a Charge) -> BoxFuture<'a, Said>;
    /// Takes what was set aside.
    fn capture<'a>(&'a self, property_id: i64, key: &'a str) -> BoxFuture<'a, Said>;
    /// Gives up what was set aside. A key that was never asked is closed by it: whatever comes late by that key sets
    /// nothing aside.
    fn void<'a>(&'a self, property_id: i64, key: &'a str) -> BoxFuture<'a, Said>;
    /// Gives back part of what was taken, or all of it; whether it did, now or before under the same key. Not while the
    /// payment is not taken, nor beyond what was.
    fn refund<'a>(&'a self, refund: &'a Refund) -> BoxFuture<'a, Result<bool, NoAnswer>>;
    /// How a payment stands.
    fn status<'a>(&'a self, property_id: i64, key: &'a str) -> BoxFuture<'a, Said>;
}
