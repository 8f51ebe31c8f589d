//! Who takes money from cards. The booking side knows a payment by a key of its own and a card by its token; everything
//! may be asked again, since an answer can get lost. [`sandbox`] is the bank of this program, which moves no money;
//! [`stripe`] is a payment provider.

pub mod sandbox;
pub mod stripe;

use domain::booking::ChargedCard;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
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
    /// Of the page that pays, such as `ar_AE`.
    pub language: String,
    /// Origin of the page that would show a challenge.
    pub page_origin: String,
}

/// What a guest may pay by a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    pub property_id: i64,
    /// The same key is the same payment.
    pub key: String,
    /// In the address of the page to pay on: letters, digits, `.` and `-`, made so that nobody guesses it.
    pub request_id: String,
    /// Minor units, above zero.
    pub amount: i64,
    /// ISO 4217.
    pub currency: &'static str,
    /// The amount as people read it.
    pub shown_amount: String,
    /// The hotel's name.
    pub payee: String,
    /// Language of the page, such as `ar_AE`.
    pub language: String,
    /// The link takes no money after it.
    pub until: Timestamp,
    /// Origin of the page that may show it.
    pub page_origin: String,
}

/// How a payment stands at the gateway.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// Never heard of.
    Unknown,
    /// The guest may pay it by its link, and has not.
    Offered,
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
    /// Whatever the card: too little or too much for this gateway.
    NotTaken,
}

/// How a refund stands at the gateway.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RefundStanding {
    /// The gateway has never heard of the payment.
    PaymentUnknown,
    /// Not now: the payment is not taken yet, or the gateway has never heard of the refund.
    NotYet,
    /// The gateway has it, and the guest's bank not yet: that may take days.
    OnItsWay,
    /// Given. It may come back all the same.
    Given,
    /// It came back, or the gateway does not do it: why, in its own word, and whether asking anew may help.
    CameBack { why: String, may_help: bool },
}

/// No answer, or none that says how the payment stands: it may be anywhere. What went wrong is in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoAnswer;

/// What a provider told by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard {
    /// This gateway listens to nobody.
    Nobody,
    /// It was not the provider who spoke, or long ago.
    Refused,
    /// Nothing about a payment.
    Nothing,
    /// This payment is to be asked for.
    Payment { property_id: i64, key: String },
    /// This refund is to be asked for.
    Refund { property_id: i64, key: String },
}

/// What a gateway said.
pub type Said = Result<Standing, NoAnswer>;

/// What a gateway said of a refund.
pub type SaidOfRefund = Result<RefundStanding, NoAnswer>;

/// A payment gateway. Each call answers how the payment stands afterwards, which is elsewhere than asked when it was not
/// where that begins.
pub trait Gateway: Send + Sync {
    /// Sets an amount aside. A key that was asked before answers how it stands.
    fn authorise<'a>(&'a self, charge: &'a Charge) -> BoxFuture<'a, Said>;
    /// Lets the guest pay by a link, and answers its address, which a page of ours may show in a frame; none for what
    /// this gateway never takes, as an amount that is too little. What is paid so is set aside under the key. The same offer again
    /// answers the same.
    fn offer<'a>(&'a self, offer: &'a Offer) -> BoxFuture<'a, Result<Option<String>, NoAnswer>>;
    /// Takes what was set aside.
    fn capture<'a>(&'a self, property_id: i64, key: &'a str) -> BoxFuture<'a, Said>;
    /// Gives up what was set aside. A key that was never asked is closed by it: whatever comes late by that key sets
    /// nothing aside.
    fn void<'a>(&'a self, property_id: i64, key: &'a str) -> BoxFuture<'a, Said>;
    /// Gives back part of what was taken, or all of it, and answers how that stands: once under the same key, unless it
    /// came back as often as the refund knows ([`Refund::failures`]). Not while the payment is not taken, nor beyond what
    /// was.
    fn refund<'a>(&'a self, refund: &'a Refund) -> BoxFuture<'a, SaidOfRefund>;
    /// How a refund stands. Nothing is given by asking.
    fn refund_status<'a>(&'a self, refund: &'a Refund) -> BoxFuture<'a, SaidOfRefund>;
    /// Hears what the provider tells by itself, signed. It is a hint to look, never believed.
    fn hear(&self, _signature: Option<&str>, _body: &[u8]) -> Heard {
        Heard::Nobody
    }
    /// The card that a guest has paid a link with; `None` where the gateway does not tell it now.
    fn card_of_link<'a>(&'a self, property_id: i64, key: &'a str) -> BoxFuture<'a, Option<ChargedCard>>;
    /// How a payment stands.
    fn status<'a>(&'a self, property_id: i64, key: &'a str) -> BoxFuture<'a, Said>;
}
