//! What the guest's browser asks for: the frame's page, its files, and the card that it sends.

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use zeroize::Zeroize;

use super::{Shared, from_our_page, json_bytes, parse, text};
use crate::card::{self, CardFault, CardNumber, Expiry};
use crate::cards::{self, NewCard};
use crate::issuer;
use crate::problem::Problem;
use crate::sessions::{self, Session};

/// Header that carries the frame's key. A page of another origin cannot send it without asking first, and is not let.
const KEY_HEADER: &str = "X-Frame-Key";

/// The frame's address also carries `appId`, `requestId` and `embedded` (CARD-07), for people who read logs.
#[derive(Deserialize)]
pub(super) struct FrameQuery {
    key: String,
}

/// `GET /frame?key=`: the card form, which only the page of its session may show.
pub(super) async fn page(
    State(vault): Shared,
    query: Result<Query<FrameQuery>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(query) = query.map_err(|_| Problem::malformed())?;
    let session = sessions::by_frame_key(&vault.db, &query.key).await?.ok_or_else(Problem::session_unknown)?;
    let now = vault.clock.now();
    let expired = session.is_over(now);
    let month = card::earliest_date(now).strftime("%Y-%m").to_string();
    let html = vault.assets.page(&session.page_origin, &session.locale, &month, expired);
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors {}; \
         require-trusted-types-for 'script'; trusted-types 'none'",
        session.page_origin
    );
    let status = if expired { StatusCode::GONE } else { StatusCode::OK };
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CONTENT_SECURITY_POLICY, policy.as_str()),
        // The page that shows the frame may be one that isolates itself.
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ];
    Ok((status, headers, html).into_response())
}

/// `GET /frame/assets/{version}/{name}`: a file of the frame, kept by browsers for good.
pub(super) async fn asset(
    State(vault): Shared,
    Path((version, name)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let (kind, bytes) = vault.assets.get(&version, &name).ok_or_else(Problem::not_found)?;
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "public, max-age=31536000, immutable")];
    Ok((headers, bytes.to_vec()).into_response())
}

/// The card as the frame sends it. Wiped when dropped; has no `Debug`.
#[derive(Deserialize)]
pub(super) struct CardForm {
    number: String,
    expire_month: String,
    expire_year: String,
    cvc: String,
    holder: String,
}

impl Drop for CardForm {
    fn drop(&mut self) {
        self.number.zeroize();
        self.cvc.zeroize();
    }
}

/// What the frame hands to the page.
#[derive(Serialize)]
pub(super) struct PaymentKeys {
    #[serde(rename = "paymentKeys")]
    payment_keys: [String; 1],
}

/// `POST /frame/card`: checks the card, stores it sealed, answers a payment key. The security code ends here.
pub(super) async fn submit(
    State(vault): Shared,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<PaymentKeys>, Problem> {
    from_our_page(&vault, &headers)?;
    let bytes = json_bytes(&headers, body)?;
    let key = text(&headers, KEY_HEADER).ok_or_else(Problem::session_unknown)?;
    let session = sessions::by_frame_key(&vault.db, key).await?.ok_or_else(Problem::session_unknown)?;
    let now = vault.clock.now();
    if session.is_over(now) {
        return Err(Problem::session_expired());
    }
    let submit = sessions::count_submit(&vault.db, &session.request_id, now).await?.ok_or_else(Problem::too_many)?;

    let form = parse::<CardForm>(&bytes);
    wipe(bytes);
    let card = check(&form?, now)?;
    let payment_key = store(&vault, &session, submit, card, now).await?;
    Ok(Json(PaymentKeys { payment_keys: [payment_key] }))
}

async fn store(
    vault: &crate::Vault,
    session: &Session,
    submit: i64,
    card: NewCard,
    now: jiff::Timestamp,
) -> Result<String, Problem> {
    cards::insert(&vault.db, &vault.keys, &vault.code_key, session, submit, card, now).await
}

/// Every fault at once, so that the guest mends them in one go.
pub(super) fn check(form: &CardForm, now: jiff::Timestamp) -> Result<NewCard, Problem> {
    let number = CardNumber::parse(&form.number);
    let expiry = Expiry::parse(&form.expire_month, &form.expire_year, now);
    // Without a brand any code of three or four digits will do; the number's own fault is told anyway.
    let brand = number.as_ref().map_or(card::Brand::Other, CardNumber::brand);
    let cvc = card::check_cvc(brand, &form.cvc);
    let holder = card::holder(&form.holder);
    match (number, expiry, cvc, holder) {
        (Ok(number), Ok(expiry), Ok(()), Ok(holder)) => {
            let verdict = issuer::ask(&number);
            Ok(NewCard { number, expiry, holder, verdict })
        }
        (number, expiry, cvc, holder) => {
            let faults: [Option<CardFault>; 4] = [number.err(), expiry.err(), cvc.err(), holder.err()];
            Err(Problem::card(&faults.into_iter().flatten().collect::<Vec<_>>()))
        }
    }
}

/// Overwrites the request's buffer, as far as it is ours alone.
pub(super) fn wipe(bytes: Bytes) {
    if let Ok(mut bytes) = bytes.try_into_mut() {
        bytes.as_mut().zeroize();
    }
}
