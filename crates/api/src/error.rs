//! One table of everything the server refuses: code, status, label of the page, plain sentence (RFC 9457, ERR-18).

use std::borrow::Cow;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::json;
use store::{NightError, Retryable, SpaceError, StoreError};
use utoipa::openapi::RefOr;
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

macro_rules! codes {
    ($($variant:ident $code:literal $status:literal $label:literal $sentence:literal;)*) => {
        /// Why a call was refused.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Code { $(#[doc = $sentence] $variant,)* }

        impl Code {
            /// All of them, for the documentation.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)*];

            /// As it is written in answers.
            pub const fn as_str(self) -> &'static str { match self { $(Code::$variant => $code,)* } }

            /// HTTP status.
            pub const fn status(self) -> u16 { match self { $(Code::$variant => $status,)* } }

            /// Key of the label that says it in the guest's language.
            pub const fn label(self) -> &'static str { match self { $(Code::$variant => $label,)* } }

            /// The same in plain English.
            pub const fn sentence(self) -> &'static str { match self { $(Code::$variant => $sentence,)* } }
        }
    };
}

codes! {
    BadRequest "BAD_REQUEST" 400 "lbl_something_went_wrong" "The request cannot be understood.";
    BadField "BAD_FIELD" 400 "lbl_something_went_wrong" "A value in the request cannot be understood.";
    SecretMissing "SECRET_MISSING" 401 "lbl_session_expired" "This booking can only be reached from the page that began it.";
    NotSignedIn "OPERATOR_KEY" 401 "lbl_something_went_wrong" "This call needs the operator key.";
    CardDeclined "CARD_DECLINED" 402 "lbl_card_declined" "The card was declined. Please use another one.";
    PaymentRefused "PAYMENT_REFUSED" 402 "lbl_payment_refused" "The hotel's bank does not take this payment online.";
    CardChallenge "CARD_CHALLENGE" 402 "lbl_card_challenge" "Your bank asks you to confirm this payment.";
    NotFound "NOT_FOUND" 404 "lbl_something_went_wrong" "There is nothing at this address.";
    PropertyUnknown "PROPERTY_UNKNOWN" 404 "lbl_property_unknown" "This hotel is not known here.";
    BrandUnknown "BRAND_UNKNOWN" 404 "lbl_brand_unknown" "This brand is not known here.";
    BatchUnknown "BATCH_UNKNOWN" 404 "lbl_session_expired" "This booking is not known here.";
    PaymentLinkUnknown "PAYMENT_LINK_UNKNOWN" 404 "lbl_payment_link_unknown" "This payment link is not known here.";
    CompanyUnknown "COMPANY_UNKNOWN" 404 "lbl_company_not_found" "No company was found with this code.";
    ActivityUnknown "ACTIVITY_UNKNOWN" 404 "lbl_activity_unknown" "This activity does not take place then.";
    ReservationUnknown "RESERVATION_UNKNOWN" 404 "lbl_no_reservation_found_message" "No reservation was found with this number and name.";
    WrongMethod "METHOD_NOT_ALLOWED" 405 "lbl_something_went_wrong" "This address does not take this method.";
    BodyTimedOut "BODY_TIMED_OUT" 408 "lbl_body_timed_out" "The request did not arrive in time. Please try again.";
    PriceChanged "PRICE_CHANGED" 409 "lbl_price_changed" "The price has changed since you saw it.";
    RoomChanged "ROOM_CHANGED" 409 "lbl_room_changed" "Another room was chosen for this booking meanwhile.";
    SpaceChanged "SPACE_CHANGED" 409 "lbl_space_changed" "Another space or time was chosen for this event meanwhile.";
    ActivityChanged "ACTIVITY_CHANGED" 409 "lbl_activity_changed" "Another activity or time was chosen for this booking meanwhile.";
    NightSoldOut "NIGHT_SOLD_OUT" 409 "lbl_night_sold_out" "This room has just been taken for one of your nights.";
    RoomUnitTaken "ROOM_UNIT_TAKEN" 409 "lbl_room_unit_taken" "This room can no longer be chosen.";
    SpaceTaken "SPACE_TAKEN" 409 "lbl_space_taken" "This space has just been taken for this time.";
    AddonSoldOut "ADDON_SOLD_OUT" 409 "lbl_addon_sold_out" "There are not enough of this left on one of your days.";
    PlacesGone "PLACES_GONE" 409 "lbl_places_gone" "There are not enough places left at this time.";
    ActivityClosed "ACTIVITY_CLOSED" 409 "lbl_activity_closed" "It is too late to book this activity for this time.";
    PointsGone "POINTS_GONE" 409 "lbl_points_gone" "You no longer have these points.";
    Busy "BUSY" 409 "lbl_busy" "This booking is being changed elsewhere. Please try again.";
    AlreadyCommitted "ALREADY_COMMITTED" 409 "lbl_already_booked" "This booking is already confirmed.";
    NotChangeable "NOT_CHANGEABLE" 409 "lbl_not_changeable" "This reservation can no longer be changed here.";
    CancellationChanged "CANCELLATION_CHANGED" 409 "lbl_cancellation_changed" "Cancelling comes to something else by now. Please look at it again.";
    NotCancellable "NOT_CANCELLABLE" 409 "lbl_not_cancellable" "This reservation can no longer be cancelled here.";
    RefundUnderWay "REFUND_UNDER_WAY" 409 "lbl_something_went_wrong" "This refund may still reach the guest's card.";
    BatchExpired "BATCH_EXPIRED" 410 "lbl_session_expired" "Session Expired. Please login again to continue.";
    TooLarge "TOO_LARGE" 413 "lbl_too_large" "The request is too large.";
    MediaType "MEDIA_TYPE" 415 "lbl_something_went_wrong" "The body must be JSON (application/json).";
    NotOnOffer "NOT_ON_OFFER" 422 "lbl_not_on_offer" "This room cannot be booked for these dates and guests.";
    MemberAway "MEMBER_AWAY" 422 "lbl_member_away" "Please log in again: this room is paid with a member's points.";
    CodeNotValid "CODE_NOT_VALID" 422 "lbl_code_not_valid" "This code is not valid for this stay.";
    Unacceptable "UNACCEPTABLE" 422 "lbl_fill_required_fields" "Some values are not acceptable.";
    SpaceMissing "SPACE_MISSING" 422 "lbl_select_space_first" "Please choose a space first.";
    RoomMissing "ROOM_MISSING" 422 "lbl_select_room_first" "Please select a room first";
    GuestIncomplete "GUEST_INCOMPLETE" 422 "lbl_fill_required_fields" "Please fill all the required fields above";
    GuaranteeRequired "GUARANTEE_REQUIRED" 422 "lbl_guarantee_required" "A guarantee is needed to book.";
    GuaranteesDiffer "GUARANTEES_DIFFER" 422 "lbl_guarantees_differ" "This rate cannot be booked together with that of your other room, since they are guaranteed in different ways.";
    CardRequired "CARD_REQUIRED" 422 "lbl_credit_card_required" "Credit card required";
    CardExpired "CARD_EXPIRED" 422 "lbl_card_expired" "The card that you provided is expired.";
    BadImport "BAD_IMPORT" 422 "lbl_something_went_wrong" "The hotel's files have mistakes; nothing was imported.";
    LookUpExpired "LOOK_UP_EXPIRED" 410 "lbl_look_up_expired" "For your safety, please look your reservation up again.";
    TooMany "TOO_MANY" 429 "lbl_wait_a_moment" "Too many requests. Please wait a moment.";
    Internal "INTERNAL" 500 "lbl_something_went_wrong" "Something went wrong. Please try again later";
    Vault "VAULT_UNREACHABLE" 502 "lbl_card_service_down" "The card service cannot be reached. Please try again.";
    PaymentUnanswered "PAYMENT_UNANSWERED" 502 "lbl_payment_unanswered" "The bank did not answer. Nothing is booked, and nothing will be charged for it. Please try again.";
    TimedOut "TIMED_OUT" 503 "lbl_timed_out" "This is taking longer than it should. Please try again in a moment.";
}

// The contract has the table too, so that clients and tests take codes, statuses and labels from there.
impl PartialSchema for Code {
    fn schema() -> RefOr<Schema> {
        let says = |code: &Code| json!({"status": code.status(), "label": code.label(), "title": code.sentence()});
        let refusals: serde_json::Map<_, _> =
            Code::ALL.iter().map(|code| (code.as_str().to_owned(), says(code))).collect();
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("Why a call was refused; `x-refusals` has the status, label and title of each."))
            .enum_values(Some(Code::ALL.iter().map(|code| code.as_str())))
            .extensions(Some(ExtensionsBuilder::new().add("x-refusals", refusals).build()))
            .into()
    }
}

impl ToSchema for Code {
    fn name() -> Cow<'static, str> {
        "RefusalCode".into()
    }
}

/// What is wrong with one field of the request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldProblem {
    /// Path within the request, such as `sessions[0].guest_data.email`.
    #[schema(example = "check_in_date")]
    pub field: String,
    pub message: String,
}

/// A refusal on its way to the guest.
#[derive(Debug, Clone)]
pub struct Problem {
    code: Code,
    // Boxed, so that an answer that is no refusal stays small on its way.
    particulars: Box<Particulars>,
}

#[derive(Debug, Clone, Default)]
struct Particulars {
    detail: Option<String>,
    errors: Vec<FieldProblem>,
    extra: serde_json::Map<String, serde_json::Value>,
}

/// An answer or a refusal.
pub type Answer<T> = Result<T, Problem>;

impl Problem {
    /// A refusal with the sentence of its code.
    pub fn new(code: Code) -> Problem {
        Problem { code, particulars: Box::default() }
    }

    /// A value that cannot be understood (400).
    pub fn field(field: impl Into<String>, message: impl Into<String>) -> Problem {
        Problem::new(Code::BadField).with_field(field, message)
    }

    /// Names a field.
    #[must_use]
    pub fn with_field(mut self, field: impl Into<String>, message: impl Into<String>) -> Problem {
        self.particulars.errors.push(FieldProblem { field: field.into(), message: message.into() });
        self
    }

    /// Adds what a developer wants to know; never data of a guest, never internals.
    #[must_use]
    pub fn with_detail(mut self, detail: impl Into<String>) -> Problem {
        self.particulars.detail = Some(detail.into());
        self
    }

    /// Adds a member of its own, such as the new quote.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Serialize) -> Problem {
        self.particulars.extra.insert(name.to_owned(), serde_json::to_value(value).unwrap_or_default());
        self
    }

    /// The code.
    pub fn code(&self) -> Code {
        self.code
    }
}

impl From<Code> for Problem {
    fn from(code: Code) -> Problem {
        Problem::new(code)
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        if matches!(error, StoreError::Busy | StoreError::Unreachable(_)) {
            tracing::warn!(%error, "a call was put off");
            return Problem::new(Code::TimedOut);
        }
        tracing::error!(%error, "the store failed");
        // Nothing was written, and once there is room another try helps.
        Problem::new(if matches!(error, StoreError::Full(_)) { Code::TimedOut } else { Code::Internal })
    }
}

impl From<NightError> for Problem {
    fn from(error: NightError) -> Problem {
        match error {
            NightError::Store(error) => error.into(),
            NightError::Gone { room_type_id, day } => {
                Problem::new(Code::NightSoldOut).with("night", day).with("room_type_id", room_type_id)
            }
            NightError::UnitTaken { room_id, day } => {
                Problem::new(Code::RoomUnitTaken).with("night", day).with("room_id", room_id)
            }
            NightError::AddonGone { addon, day } => {
                Problem::new(Code::AddonSoldOut).with("date", day).with("charge_type_id", addon)
            }
            NightError::PointsGone => Code::PointsGone.into(),
        }
    }
}

/// What a write may fail with: the store itself, or a refusal decided inside the transaction.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    #[error(transparent)]
    Store(StoreError),
    #[error("{}", .0.code().as_str())]
    Refused(Problem),
}

impl From<StoreError> for WriteError {
    fn from(error: StoreError) -> WriteError {
        WriteError::Store(error)
    }
}

impl From<NightError> for WriteError {
    fn from(error: NightError) -> WriteError {
        match error {
            NightError::Store(error) => WriteError::Store(error),
            gone => WriteError::Refused(gone.into()),
        }
    }
}

impl From<SpaceError> for WriteError {
    fn from(error: SpaceError) -> WriteError {
        match error {
            SpaceError::Store(error) => WriteError::Store(error),
            SpaceError::Gone { space } => WriteError::Refused(Problem::new(Code::SpaceTaken).with("space_id", space)),
        }
    }
}

impl From<Problem> for WriteError {
    fn from(problem: Problem) -> WriteError {
        WriteError::Refused(problem)
    }
}

impl Retryable for WriteError {
    fn store_error(&self) -> Option<&StoreError> {
        match self {
            WriteError::Store(error) => Some(error),
            WriteError::Refused(_) => None,
        }
    }
}

impl From<WriteError> for Problem {
    fn from(error: WriteError) -> Problem {
        match error {
            WriteError::Store(error) => error.into(),
            WriteError::Refused(problem) => problem,
        }
    }
}

/// Seconds after which a server that was too busy, or has no database just now, may be asked again.
const TRY_AGAIN_IN: &str = "5";
/// The same for whoever guessed too much: one more try comes back every minute.
const GUESS_AGAIN_IN: &str = "60";

/// The one body of every refusal (RFC 9457). Some codes add members: `quotes`, `night`, `reasons`.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProblemBody {
    /// `urn:portico:problem:<code>`
    #[serde(rename = "type")]
    #[schema(example = "urn:portico:problem:BAD_FIELD")]
    pub kind: String,
    pub title: &'static str,
    #[schema(example = 400)]
    pub status: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    #[schema(value_type = Code)]
    pub code: &'static str,
    /// Key of the label that says it in the guest's language.
    pub label: &'static str,
    /// The sentence for the guest, in English.
    pub message: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<FieldProblem>,
    #[serde(flatten)]
    #[schema(ignore)]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let Problem { code, particulars } = self;
        let particulars = *particulars;
        let body = ProblemBody {
            kind: format!("urn:portico:problem:{}", code.as_str()),
            title: code.sentence(),
            status: code.status(),
            detail: particulars.detail,
            code: code.as_str(),
            label: code.label(),
            message: code.sentence().to_owned(),
            errors: particulars.errors,
            extra: particulars.extra,
        };
        let status = StatusCode::from_u16(code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut answer = (status, Json(body)).into_response();
        let headers = answer.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        let wait = match code {
            Code::TimedOut => Some(TRY_AGAIN_IN),
            Code::TooMany => Some(GUESS_AGAIN_IN),
            _ => None,
        };
        if let Some(wait) = wait {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static(wait));
        }
        answer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_that_is_too_busy_is_no_fault_of_the_server() {
        let answer = Problem::from(StoreError::Busy).into_response();
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(answer.headers()[header::RETRY_AFTER], "5");
        let answer = Problem::from(StoreError::Closed).into_response();
        assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert!(!answer.headers().contains_key(header::RETRY_AFTER));
    }
}
