//! `GET .../payments/hpc/init` and `POST .../payments/hpc/token`: the card form, and what the booking side may know of
//! the card typed into it (API-50, API-51).

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use domain::booking::Card;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::error::{Answer, Problem, ProblemBody};
use crate::extract::{Json as Body, Path, Query};
use crate::first_screen::escape;
use crate::secret::Secret;

/// A card form to embed.
#[derive(Debug, Serialize, ToSchema)]
pub struct CardForm {
    /// Markup whose first element carries the frame's address.
    pub body: String,
    /// Goes to the token call as `api_token`.
    pub session_key: String,
    pub frame_url: String,
    /// The only origin whose messages count.
    pub vault_origin: String,
    pub expires_at: String,
}

/// Embed a card form
///
/// `origin` is the page that will show it; without one, that of the request.
#[utoipa::path(get, path = "/v4/properties/{property_id}/payments/hpc/init", tag = "cards",
    params(("property_id" = i64, Path), ("origin" = Option<String>, Query, example = "https://stay.hotel.example"), ("locale" = Option<String>, Query)),
    responses((status = 200, body = CardForm), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"), (status = 422, body = ProblemBody, content_type = "application/problem+json"),
        (status = 502, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn init(
    State(app): State<App>,
    Path(property_id): Path<i64>,
    query: Query,
    headers: HeaderMap,
) -> Answer<Json<CardForm>> {
    app.property(property_id).await?;
    let origin = match query.text("origin") {
        Some(origin) => origin.to_owned(),
        None => own_origin(&headers).ok_or_else(|| Problem::field("origin", "is missing"))?,
    };
    let frame =
        app.vault.open_frame(&origin, property_id, query.text("locale").unwrap_or("en_US"), app.clock.now()).await?;
    Ok(Json(CardForm {
        body: format!("<iframe src=\"{}\" title=\"Card details\"></iframe>", escape(&frame.frame_url)),
        session_key: frame.session_key,
        frame_url: frame.frame_url,
        vault_origin: app.vault.origin().to_owned(),
        expires_at: frame.expires_at,
    }))
}

fn own_origin(headers: &HeaderMap) -> Option<String> {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(origin) = header("origin").filter(|origin| *origin != "null") {
        return Some(origin.to_owned());
    }
    let scheme = header("x-forwarded-proto").unwrap_or("http");
    header("host").map(|host| format!("{scheme}://{host}"))
}

/// What the frame gave the page.
#[derive(Debug, Deserialize, ToSchema)]
pub struct TokenRequest {
    pub payment_key: String,
    /// The `session_key` of the form.
    pub api_token: String,
}

/// A card as the booking side may know it.
#[derive(Debug, Serialize, ToSchema)]
pub struct CardToken {
    #[schema(example = "SUCCESS")]
    pub status: String,
    #[schema(example = "XXXXXXXXXXXX4242")]
    pub masked_card_number: String,
    #[schema(example = "VISA")]
    pub card_brand: String,
    #[schema(example = "12")]
    pub card_expire_month: String,
    #[schema(example = "2029")]
    pub card_expire_year: String,
    /// Stands for the card; goes back at commit as `custom_field_5`.
    pub token: String,
    pub card_unique_code: String,
    pub external_reference_number: String,
    pub card_holder: String,
}

/// Exchange a payment key for a card token
#[utoipa::path(post, path = "/v4/properties/{property_id}/payments/hpc/token", tag = "cards",
    params(("property_id" = i64, Path)), request_body = TokenRequest,
    responses((status = 200, body = CardToken), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 402, body = ProblemBody, content_type = "application/problem+json"), (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json"), (status = 502, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn token(
    State(app): State<App>,
    Path(property_id): Path<i64>,
    Body(body): Body<TokenRequest>,
) -> Answer<Json<CardToken>> {
    app.property(property_id).await?;
    let data = app.vault.exchange(&body.payment_key, &body.api_token, app.clock.now()).await?;
    let card = Card {
        masked_number: data.masked_card_number.clone(),
        brand: data.card_brand.clone(),
        holder: data.card_holder.clone(),
        expiry_month: data.card_expire_month.parse().unwrap_or(0),
        expiry_year: data.card_expire_year.parse().unwrap_or(0),
        token: data.token.clone(),
        unique_code: data.card_unique_code.clone(),
    };
    Ok(Json(CardToken {
        status: data.status,
        masked_card_number: data.masked_card_number,
        card_brand: data.card_brand,
        card_expire_month: data.card_expire_month,
        card_expire_year: data.card_expire_year,
        token: sealed(&app.secret, property_id, &card),
        card_unique_code: data.card_unique_code,
        external_reference_number: data.external_reference_number,
        card_holder: data.card_holder,
    }))
}

/// The vault's token with a seal over all that the page will bring back, so that nothing of it can be changed on the
/// way and the commit needs no call to the vault.
fn sealed(secret: &Secret, property_id: i64, card: &Card) -> String {
    format!("{}.{}", card.token, secret.token(&crate::secret::Opens::Card { property_id, card }))
}

/// A card whose token carries our seal, its token then the vault's own; `None` when anything of it was changed.
pub fn unsealed(secret: &Secret, property_id: i64, mut card: Card) -> Option<Card> {
    let (token, seal) = card.token.rsplit_once('.').map(|(token, seal)| (token.to_owned(), seal.to_owned()))?;
    card.token = token;
    secret.opens(&crate::secret::Opens::Card { property_id, card: &card }, &seal).then_some(card)
}
