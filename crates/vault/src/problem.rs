//! Error answers: RFC 9457 problem details with the sentence for guests in `message`. Nothing here repeats what was sent.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::card::CardFault;
use crate::config::VaultError;
use crate::keys::KeyError;

/// An error answer.
#[derive(Debug)]
pub(crate) struct Problem {
    pub status: StatusCode,
    pub code: &'static str,
    pub message: String,
    pub errors: Vec<FieldError>,
}

/// One field that is not right; the frame says its `code` in the guest's language.
#[derive(Debug, Serialize)]
pub(crate) struct FieldError {
    pub field: &'static str,
    pub code: &'static str,
    pub message: String,
}

/// Every problem but those with fields of their own.
macro_rules! problems {
    ($($name:ident $status:ident $code:literal $message:literal)*) => {
        impl Problem {$(
            pub fn $name() -> Problem {
                Problem { status: StatusCode::$status, code: $code, message: $message.into(), errors: Vec::new() }
            }
        )*}
    };
}

problems! {
    malformed BAD_REQUEST "MALFORMED" "The request is not of the expected shape."
    unsigned UNAUTHORIZED "UNSIGNED" "This call needs a valid signature."
    foreign_origin FORBIDDEN "FOREIGN_ORIGIN" "Cards are taken from the card form only."
    not_found NOT_FOUND "NOT_FOUND" "There is nothing here."
    session_unknown NOT_FOUND "SESSION_UNKNOWN" "This card form does not exist. Please reload the page."
    card_unknown NOT_FOUND "CARD_UNKNOWN" "This card is not known here."
    payment_unknown NOT_FOUND "PAYMENT_UNKNOWN" "This payment is not known here, or was answered already."
    payment_differs CONFLICT "PAYMENT_DIFFERS" "Another payment was asked for with this key."
    link_unknown NOT_FOUND "LINK_UNKNOWN" "This payment link is not known here."
    link_over GONE "LINK_OVER" "This payment link is no longer open. Nothing was taken."
    link_used_up GONE "LINK_USED_UP" "This payment link takes no more cards. Nothing was taken. Please contact the hotel."
    link_elsewhere CONFLICT "LINK_ELSEWHERE" "The payment is under way in another window. There is nothing more to do here."
    wrong_method METHOD_NOT_ALLOWED "METHOD_NOT_ALLOWED" "This address does not take that method."
    timeout REQUEST_TIMEOUT "TIMEOUT" "The request took too long. Please try again."
    too_large PAYLOAD_TOO_LARGE "TOO_LARGE" "The request is too large."
    not_json UNSUPPORTED_MEDIA_TYPE "NOT_JSON" "The request must be JSON."
    declined PAYMENT_REQUIRED "CARD_DECLINED" "The card was declined. Please use another card or ask your bank."
    expired UNPROCESSABLE_ENTITY "CARD_EXPIRED" "The card that you provided is expired."
    session_expired GONE "SESSION_EXPIRED" "This card form has expired. Please reload the page."
    payment_key_unknown NOT_FOUND "PAYMENT_KEY_UNKNOWN" "The card details were not found. Please enter the card again."
    payment_key_used CONFLICT "PAYMENT_KEY_USED" "The card details were used already. Please enter the card again."
    payment_key_expired GONE "PAYMENT_KEY_EXPIRED" "The card details have expired. Please enter the card again."
    too_many TOO_MANY_REQUESTS "TOO_MANY_ATTEMPTS" "The card was entered too many times. Please reload the page."
    unavailable SERVICE_UNAVAILABLE "UNAVAILABLE" "The card vault is not available. Please try again."
}

impl Problem {
    /// The card's fields that are not right.
    pub fn card(faults: &[CardFault]) -> Problem {
        let errors = faults.iter().map(|fault| {
            let (field, code) = fault.field_and_code();
            FieldError { field, code, message: fault.to_string() }
        });
        let (code, message) = match faults {
            [CardFault::Expired] => ("CARD_EXPIRED", CardFault::Expired.to_string()),
            _ => ("CARD_INVALID", "Please check the card details.".into()),
        };
        Problem { status: StatusCode::UNPROCESSABLE_ENTITY, code, message, errors: errors.collect() }
    }

    /// One field of a call of the booking side.
    pub fn field(field: &'static str, message: &str) -> Problem {
        let errors = vec![FieldError { field, code: "INVALID", message: message.into() }];
        Problem { status: StatusCode::UNPROCESSABLE_ENTITY, code: "INVALID", message: message.into(), errors }
    }
}

impl From<sqlx::Error> for Problem {
    fn from(error: sqlx::Error) -> Problem {
        tracing::error!(%error, "the database failed");
        Problem::unavailable()
    }
}

impl From<KeyError> for Problem {
    fn from(error: KeyError) -> Problem {
        tracing::error!(%error, "a record could not be sealed or opened");
        Problem::unavailable()
    }
}

impl From<VaultError> for Problem {
    fn from(error: VaultError) -> Problem {
        tracing::error!(%error, "the vault failed");
        Problem::unavailable()
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        #[derive(Serialize)]
        struct Body<'a> {
            r#type: &'static str,
            title: &'a str,
            status: u16,
            detail: &'a str,
            code: &'a str,
            message: &'a str,
            #[serde(skip_serializing_if = "<[_]>::is_empty")]
            errors: &'a [FieldError],
        }
        let body = Json(Body {
            r#type: "about:blank",
            title: self.status.canonical_reason().unwrap_or("Error"),
            status: self.status.as_u16(),
            detail: &self.message,
            code: self.code,
            message: &self.message,
            errors: &self.errors,
        });
        (self.status, [(header::CONTENT_TYPE, "application/problem+json")], body).into_response()
    }
}
