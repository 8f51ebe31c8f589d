//! The bank's page where the bank is a provider's: shown within a page of ours, so that the page that pays has one origin
//! to trust, and hears from it alone when the guest has come back.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderName, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::Shared;
use crate::problem::Problem;
use crate::signature::open_page;

#[derive(Deserialize)]
pub(super) struct BankQuery {
    page: String,
    /// Of the page that shows it.
    #[serde(default)]
    lang: String,
}

/// `GET /bank?page=&lang=`: the bank's page of a sealed address. Only the booking side makes one.
pub(super) async fn page(
    State(vault): Shared,
    query: Result<Query<BankQuery>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(query) = query.map_err(|_| Problem::malformed())?;
    let page = open_page(&vault.service_key, &query.page).map_err(|_| Problem::payment_unknown())?;
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; frame-src {}; \
         base-uri 'none'; form-action 'none'; frame-ancestors {}; \
         require-trusted-types-for 'script'; trusted-types 'none'",
        // The provider's page leads on to that of any bank.
        if page.url.starts_with("https://") { "https:" } else { "http: https:" },
        page.page_origin
    );
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, policy.as_str()),
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ];
    Ok((headers, vault.assets.bank(&page.page_origin, &page.url, &query.lang)).into_response())
}

#[derive(Deserialize)]
pub(super) struct AnsweredQuery {
    /// Of the page that led to the provider.
    #[serde(default)]
    lang: String,
}

/// `GET /answered?lang=`: where the provider leads the guest back to, with whatever it adds to the address. What they
/// answered, the booking side asks the provider.
pub(super) async fn answered(State(vault): Shared, query: Result<Query<AnsweredQuery>, QueryRejection>) -> Response {
    let lang = query.map(|Query(query)| query.lang).unwrap_or_default();
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (
            header::CONTENT_SECURITY_POLICY,
            // In the bank's frame within a page of ours within the page that pays, of any hotel; it shows nothing.
            "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; base-uri 'none'; \
             form-action 'none'; frame-ancestors *; require-trusted-types-for 'script'; trusted-types 'none'",
        ),
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ];
    (headers, vault.assets.answered(&lang)).into_response()
}
