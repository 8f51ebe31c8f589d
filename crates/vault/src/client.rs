//! What the booking side needs to talk to a vault: paths, bodies, answers, and the signature. It brings its own HTTP
//! client; every call carries the headers [`APP_ID_HEADER`] and [`SIGNATURE_HEADER`].

use serde::{Deserialize, Serialize};

pub use crate::signature::{APP_ID_HEADER, BankPage, Caller, SIGNATURE_HEADER, SignatureError, seal_page, sign};

/// `POST` [`OpenFrame`], answers 201 [`FrameSession`].
pub const FRAMES_PATH: &str = "/service/v1/frames";
/// `POST` [`Exchange`], answers [`CardData`]; 402 `CARD_DECLINED`, 422 `CARD_EXPIRED`, 404 `PAYMENT_KEY_UNKNOWN`,
/// 409 `PAYMENT_KEY_USED`, 410 `PAYMENT_KEY_EXPIRED`, each a [`VaultProblem`].
pub const EXCHANGE_PATH: &str = "/service/v1/cards/exchange";
/// `POST` [`Forget`], answers [`Forgotten`].
pub const FORGET_PATH: &str = "/service/v1/cards/forget";
/// `GET` with `?requestId=`, answers [`CardStatus`] (API-49).
pub const STATUS_PATH: &str = "/service/v1/status";
/// `POST` [`Authorise`], answers [`Payment`]; 404 `CARD_UNKNOWN`, 409 `PAYMENT_DIFFERS`. `GET` with `?propertyId=` and
/// `?paymentKey=`, answers [`Payment`]; 404 `PAYMENT_UNKNOWN`.
pub const PAYMENTS_PATH: &str = "/service/v1/payments";
/// `POST` [`Settle`], answers [`Payment`]; 404 `PAYMENT_UNKNOWN`.
pub const SETTLE_PATH: &str = "/service/v1/payments/settle";
/// `POST` [`OfferLink`], answers [`Link`]; 409 `PAYMENT_DIFFERS`.
pub const OFFERS_PATH: &str = "/service/v1/payments/offers";
/// `POST` [`CardAtProvider`], answers [`ProviderCard`]; 404 `CARD_UNKNOWN`, 402 `CARD_DECLINED`, 503 without a provider.
pub const CARD_AT_PROVIDER_PATH: &str = "/service/v1/cards/at-provider";
/// For browsers: `?page=` of [`seal_page`], and `&lang=`.
pub const BANK_PATH: &str = "/bank";
/// For browsers: where a provider leads a guest back to, with `?lang=`.
pub const ANSWERED_PATH: &str = "/answered";
/// `POST` [`GiveBack`], answers [`GivenBack`]; 404 `PAYMENT_UNKNOWN`, 409 `PAYMENT_DIFFERS`.
pub const REFUNDS_PATH: &str = "/service/v1/payments/refunds";

/// Asks for a card form on one page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenFrame {
    /// Origin of the page that will show the frame; only it may, and only it is spoken to.
    pub page_origin: String,
    /// The hotel, from 1.
    pub property_id: i64,
    /// Language of the page, such as `ar_AE`; texts come from the page, direction from here until they do.
    #[serde(default = "english")]
    pub locale: String,
}

fn english() -> String {
    "en_US".into()
}

/// A card form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrameSession {
    /// Address for the page's `iframe`; carries `appId`, `requestId` and `embedded=true` (CARD-07).
    pub frame_url: String,
    /// Secret that goes with the payment key to [`EXCHANGE_PATH`] (the `api_token` of API-51).
    pub session_key: String,
    /// For [`STATUS_PATH`].
    pub request_id: String,
    /// RFC 3339; the form takes no card after it.
    pub expires_at: String,
}

/// Changes a payment key for the card's data; works once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Exchange {
    /// The hotel that the form was opened for.
    pub property_id: i64,
    pub payment_key: String,
    pub session_key: String,
}

/// A card as the booking side may know it (API-51).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardData {
    /// Always `SUCCESS`.
    pub status: String,
    /// `X` but for the last four digits.
    pub masked_card_number: String,
    /// AMEX, DINERS, DISCOVER, INTERAC, JCB, MASTER, VISA or OTHER.
    pub card_brand: String,
    /// Two digits.
    pub card_expire_month: String,
    /// Four digits.
    pub card_expire_year: String,
    /// What stands for the card from now on.
    pub token: String,
    /// The same for the same number always; tells nothing about it.
    pub card_unique_code: String,
    /// For people: names this entry of the card.
    pub external_reference_number: String,
    /// As typed.
    pub card_holder: String,
}

/// Deletes a card that nobody has a use for. Asked again it answers the same, also of a card that never was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forget {
    /// The hotel that the card was given to.
    pub property_id: i64,
    /// Of [`CardData`].
    pub token: String,
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forgotten {
    /// Whether the vault knows the card no more. Not while a payment of its sandbox bank is open or taken with it.
    pub forgotten: bool,
}

/// Where a card form stands (CARD-12).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "status")]
pub enum CardStatus {
    /// No card yet.
    #[serde(rename = "PENDING")]
    Pending,
    /// A card, approved.
    #[serde(rename = "SUCCESS")]
    Success(CardFields),
    /// Declined, expired at its issuer, or the form ran out.
    #[serde(rename = "ERROR")]
    Error {
        /// `CARD_DECLINED`, `CARD_EXPIRED`, `SESSION_EXPIRED`, `TOO_MANY_ATTEMPTS`.
        code: String,
        /// The sentence for the guest.
        message: String,
    },
}

/// [`CardData`] without its status, which the answer's own `status` stands for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct CardFields {
    pub masked_card_number: String,
    pub card_brand: String,
    pub card_expire_month: String,
    pub card_expire_year: String,
    pub token: String,
    pub card_unique_code: String,
    pub external_reference_number: String,
    pub card_holder: String,
}

impl From<CardFields> for CardData {
    fn from(card: CardFields) -> CardData {
        CardData {
            status: "SUCCESS".into(),
            masked_card_number: card.masked_card_number,
            card_brand: card.card_brand,
            card_expire_month: card.card_expire_month,
            card_expire_year: card.card_expire_year,
            token: card.token,
            card_unique_code: card.card_unique_code,
            external_reference_number: card.external_reference_number,
            card_holder: card.card_holder,
        }
    }
}

/// Asks what the vault's payment provider calls a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardAtProvider {
    /// The hotel that the card was given to.
    pub property_id: i64,
    /// Of [`CardData`].
    pub token: String,
    /// The payment that it is for; the same one gets the same name.
    pub payment_key: String,
}

/// A card at a payment provider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProviderCard {
    /// The provider's name of it, such as `pm_..`; good for one payment.
    pub payment_method: String,
}

/// Asks the bank to set an amount aside on a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Authorise {
    /// The hotel that the card was given to.
    pub property_id: i64,
    /// The caller's own; asked again with the same key nothing is set aside twice.
    pub payment_key: String,
    /// Of [`CardData`].
    pub token: String,
    /// Minor units, 1 or more.
    pub amount: i64,
    /// ISO 4217.
    pub currency: String,
    /// The amount as people read it, for the bank's page: letters, digits, spaces, `.` and `,`.
    pub shown_amount: String,
    /// Origin of the page that would show a challenge; only it may.
    pub page_origin: String,
}

impl Authorise {
    /// What stands for a key that is given up before it was used.
    pub(crate) fn of_nothing(property_id: i64, payment_key: &str) -> Authorise {
        let (token, currency, shown_amount, page_origin) = Default::default();
        let payment_key = payment_key.to_owned();
        Authorise { property_id, payment_key, token, amount: 0, currency, shown_amount, page_origin }
    }
}

/// Asks for a page on which a guest pays an amount with a card of theirs; what they pay is set aside under the key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferLink {
    /// The hotel that is paid.
    pub property_id: i64,
    /// The caller's own; the same offer again answers the same page.
    pub payment_key: String,
    /// What the page's address ends with, of the caller's making: whoever knows it sees the page. Letters, digits, `.`
    /// and `-`.
    pub request_id: String,
    /// Minor units, 1 or more.
    pub amount: i64,
    /// ISO 4217.
    pub currency: String,
    /// The amount as people read it: letters, digits, spaces, `.` and `,`.
    pub shown_amount: String,
    /// The hotel's name, for the page.
    pub payee: String,
    /// Language of the page, such as `ar_AE`, until the page that shows it says its own.
    pub locale: String,
    /// Seconds since 1970; the page takes no card after it.
    pub expires_at: i64,
    /// Origin of the page that may show it; only it is spoken to.
    pub page_origin: String,
}

/// The page of [`OfferLink`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// For a frame (`embedded=true`) or a window of its own. It tells the page that shows or opened it
    /// `{"status":"EXECUTED"}` once it is paid (PAY-17).
    pub url: String,
}

/// Takes or gives up what was set aside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settle {
    /// The hotel.
    pub property_id: i64,
    /// Of [`Authorise`].
    pub payment_key: String,
    /// `CAPTURED` or `VOIDED`.
    pub to: PaymentState,
}

/// Gives back part of what was taken, or all of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GiveBack {
    /// The hotel.
    pub property_id: i64,
    /// Of [`Authorise`].
    pub payment_key: String,
    /// The caller's own; asked again with the same key nothing is given back twice.
    pub refund_key: String,
    /// Minor units, 1 or more.
    pub amount: i64,
}

/// What became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenBack {
    /// Whether this key gave its amount back, now or before. Not while the payment is not taken, nor beyond what was.
    pub given: bool,
}

/// How a payment stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payment {
    /// Where it stands.
    pub state: PaymentState,
    /// With `CHALLENGE`: the bank's page, for a frame. It tells the page that shows it `{"id":"challenge"}` when the
    /// guest has answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub challenge_url: Option<String>,
    /// Of a payment that was asked for: the card that pays it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub masked_card_number: Option<String>,
    /// Its brand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card_brand: Option<String>,
}

/// Where a payment stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum PaymentState {
    /// The guest may pay it on its page, and has not.
    Offered,
    /// The guest has to confirm it at their bank (3-D Secure).
    Challenge,
    /// Set aside.
    Authorised,
    /// Taken.
    Captured,
    /// Given up; nothing is set aside.
    Voided,
    /// The bank said no.
    Declined,
}

impl PaymentState {
    const ALL: [(PaymentState, &str); 6] = [
        (PaymentState::Offered, "OFFERED"),
        (PaymentState::Challenge, "CHALLENGE"),
        (PaymentState::Authorised, "AUTHORISED"),
        (PaymentState::Captured, "CAPTURED"),
        (PaymentState::Voided, "VOIDED"),
        (PaymentState::Declined, "DECLINED"),
    ];

    /// As stored.
    pub(crate) fn code(self) -> &'static str {
        PaymentState::ALL.iter().find(|(state, _)| *state == self).map_or("", |(_, code)| code)
    }

    /// From the store.
    pub(crate) fn from_code(code: &str) -> Option<PaymentState> {
        PaymentState::ALL.iter().find(|(_, known)| *known == code).map(|(state, _)| *state)
    }
}

/// The parts of a problem answer (RFC 9457) that a caller acts on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct VaultProblem {
    pub status: u16,
    pub code: String,
    /// The sentence for the guest.
    pub message: String,
}
