//! `GET .../payments/hpc/init`, `POST .../payments/hpc/token` and `GET .../payments/hpc/status`: the card form, where it
//! stands, and what the booking side may know of the card typed into it (API-49 to API-51).

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use domain::booking::Card;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use vault::Origin;
use vault::client::{CardData, CardStatus};

use crate::access::{Allowed, to_batch};
use crate::app::App;
use crate::error::{Answer, Code, Problem, ProblemBody};
use crate::extract::{Json as Body, Path, Query};
use crate::first_screen::escape;
use crate::kept_cards;
use crate::routes::booking::id;
use crate::routes::manage;
use crate::secret::Opens;

/// A card form to embed.
#[derive(Debug, Serialize, ToSchema)]
pub struct CardForm {
    /// Markup whose first element carries the frame's address.
    pub body: String,
    /// Goes to the token call as `api_token`.
    pub session_key: String,
    pub frame_url: String,
    /// Asks where the form stands.
    pub form_id: String,
    /// The only origin whose messages count.
    pub vault_origin: String,
    /// UTC.
    pub expires_at: String,
}

/// Embed a card form
///
/// `origin` is the page that will show it, one of those that this server is reached at.
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
    let origin = page_origin(&app, &headers, query.text("origin"))?;
    let frame =
        app.vault.open_frame(&origin, property_id, query.text("locale").unwrap_or("en_US"), app.clock.now()).await?;
    Ok(Json(CardForm {
        body: format!("<iframe src=\"{}\" title=\"Card details\"></iframe>", escape(&frame.frame_url)),
        session_key: frame.session_key,
        form_id: sealed_form(&app, property_id, &frame.request_id),
        frame_url: frame.frame_url,
        vault_origin: app.vault.origin().to_owned(),
        expires_at: frame.expires_at,
    }))
}

/// The page that will show the form: the one that is named, else the one that asks, else our first. A card form on
/// anybody's page would be a card form in anybody's name.
pub fn page_origin(app: &App, headers: &HeaderMap, named: Option<&str>) -> Answer<String> {
    let asking = headers.get(header::ORIGIN).and_then(|value| value.to_str().ok());
    let ours = &app.settings.page_origins;
    let found = match named.or(asking) {
        Some(named) => Origin::parse(named).filter(|origin| ours.iter().any(|own| own == origin.as_str())),
        None => ours.first().and_then(|own| Origin::parse(own)),
    };
    found.map(|origin| origin.to_string()).ok_or_else(|| {
        Problem::new(Code::Unacceptable).with_field("origin", "is none of the origins that this server is reached at")
    })
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
///
/// The token is good for this batch alone, or for the activity, or for the reservation of this look-up, and for an hour.
#[utoipa::path(post, path = "/v4/properties/{property_id}/payments/hpc/token", tag = "cards",
    params(("property_id" = i64, Path), ("batch_id" = Option<String>, Query), ("activity_map_id" = Option<String>, Query, description = "an activity's, in place of a batch"), ("request_id" = Option<String>, Query, description = "a look-up's, in place of a batch")), request_body = TokenRequest, security(("booking_secret" = [])),
    responses((status = 200, body = CardToken), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"), (status = 402, body = ProblemBody, content_type = "application/problem+json"), (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 410, body = ProblemBody, content_type = "application/problem+json"), (status = 422, body = ProblemBody, content_type = "application/problem+json"), (status = 502, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn token(
    State(app): State<App>,
    CardFor { of, holder_open }: CardFor,
    Path(property_id): Path<i64>,
    Body(body): Body<TokenRequest>,
) -> Answer<Json<CardToken>> {
    app.property(property_id).await?;
    let now = app.clock.now();
    let data = app.vault.exchange(property_id, &body.payment_key, &body.api_token, now).await?;
    kept_cards::write_down(&app, property_id, &data.token, of, now).await?;
    Ok(Json(card_token(&app, property_id, (of, holder_open), data, now)))
}

/// A card for what it is typed for; `holder_open` as in [`CardFor`].
fn card_token(
    app: &App,
    property_id: i64,
    (of, holder_open): (Uuid, bool),
    data: CardData,
    now: Timestamp,
) -> CardToken {
    let card = Card {
        masked_number: data.masked_card_number.clone(),
        brand: data.card_brand.clone(),
        holder: if holder_open { String::new() } else { data.card_holder.clone() },
        expiry_month: data.card_expire_month.parse().unwrap_or(0),
        expiry_year: data.card_expire_year.parse().unwrap_or(0),
        token: data.token.clone(),
        unique_code: data.card_unique_code.clone(),
    };
    CardToken {
        status: data.status,
        masked_card_number: data.masked_card_number,
        card_brand: data.card_brand,
        card_expire_month: data.card_expire_month,
        card_expire_year: data.card_expire_year,
        token: sealed(app, property_id, of, &card, now),
        card_unique_code: data.card_unique_code,
        external_reference_number: data.external_reference_number,
        card_holder: data.card_holder,
    }
}

/// Where a card form stands.
#[derive(Debug, Serialize, ToSchema)]
pub struct CardFormStatus {
    /// PENDING, SUCCESS or ERROR.
    #[schema(example = "SUCCESS")]
    pub status: String,
    /// With SUCCESS, as the token call answers it.
    pub card: Option<CardToken>,
    /// With ERROR: CARD_DECLINED, CARD_EXPIRED, or that the form takes no card any more.
    pub code: Option<String>,
    /// The sentence for the guest, in English.
    pub message: Option<String>,
}

/// Where a card form stands
///
/// What is asked of the card service every two seconds, signed by this server (API-49).
#[utoipa::path(get, path = "/v4/properties/{property_id}/payments/hpc/status", tag = "cards",
    params(("property_id" = i64, Path), ("form_id" = String, Query), ("batch_id" = Option<String>, Query), ("activity_map_id" = Option<String>, Query, description = "an activity's, in place of a batch"), ("request_id" = Option<String>, Query, description = "a look-up's, in place of a batch")), security(("booking_secret" = [])),
    responses((status = 200, body = CardFormStatus), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"), (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 410, body = ProblemBody, content_type = "application/problem+json"), (status = 422, body = ProblemBody, content_type = "application/problem+json"),
        (status = 502, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn status(
    State(app): State<App>,
    CardFor { of, holder_open }: CardFor,
    Path(property_id): Path<i64>,
    query: Query,
) -> Answer<Json<CardFormStatus>> {
    let unknown = || Problem::new(Code::Unacceptable).with_field("form_id", "is no card form of this hotel");
    let form = opened_form(&app, property_id, query.needed("form_id")?).ok_or_else(unknown)?;
    let now = app.clock.now();
    let none = |status: &str| CardFormStatus { status: status.to_owned(), card: None, code: None, message: None };
    Ok(Json(match app.vault.form_status(form, now).await? {
        CardStatus::Pending => none("PENDING"),
        CardStatus::Success(fields) => {
            kept_cards::write_down(&app, property_id, &fields.token, of, now).await?;
            let card = card_token(&app, property_id, (of, holder_open), fields.into(), now);
            CardFormStatus { card: Some(card), ..none("SUCCESS") }
        }
        CardStatus::Error { code, message } => {
            CardFormStatus { code: Some(code), message: Some(message), ..none("ERROR") }
        }
    }))
}

/// The vault's id of a form with a seal: nobody asks after another guest's.
fn sealed_form(app: &App, property_id: i64, form: &str) -> String {
    format!("{form}.{}", app.secret.token(&Opens::CardForm { property_id, form }))
}

fn opened_form<'t>(app: &App, property_id: i64, form_id: &'t str) -> Option<&'t str> {
    let (form, seal) = form_id.split_once('.')?;
    app.secret.opens(&Opens::CardForm { property_id, form }, seal).then_some(form)
}

/// The batch, the activity or the reservation that a card is typed for, and the right to touch it, asked for before a body
/// is read.
pub struct CardFor {
    of: Uuid,
    /// The guest's own name comes in the holder's place (ACT-30), or no holder at all (CARD-08): the seal leaves it open.
    holder_open: bool,
}

impl FromRequestParts<App> for CardFor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Answer<CardFor> {
        let query = Query::parse(parts.uri.query().unwrap_or(""));
        if let Some(activity) = query.text("activity_map_id") {
            let Path(property_id) = Path::<i64>::from_request_parts(parts, app).await?;
            let of = id(activity)?;
            to_batch(app, &parts.headers, &query, property_id, of)?;
            return Ok(CardFor { of, holder_open: true });
        }
        let Some(request_id) = query.text("request_id") else {
            return Allowed::from_request_parts(parts, app).await.map(|Allowed(of)| CardFor { of, holder_open: false });
        };
        let Path(property_id) = Path::<i64>::from_request_parts(parts, app).await?;
        let found = manage::opened(app, request_id).await?;
        if found.property_id != property_id {
            return Err(Code::ReservationUnknown.into());
        }
        Ok(CardFor { of: found.reservation_id, holder_open: true })
    }
}

/// How long a sealed card may wait for its commit, in seconds.
const SEALED_SECONDS: i64 = 3600;

/// The vault's token with a seal over all that the page will bring back, what it is for and the time until which it counts:
/// nothing of it can be changed on the way or used for another booking, and the commit needs no call to the vault.
fn sealed(app: &App, property_id: i64, of: Uuid, card: &Card, now: Timestamp) -> String {
    let until = now.as_second() + SEALED_SECONDS;
    format!("{}.{until}.{}", card.token, app.secret.token(&Opens::Card { property_id, of, until, card }))
}

/// A card whose token carries our seal, its token then the vault's own; `None` when anything of it was changed, when it
/// was sealed for another booking, or too long ago.
pub fn unsealed(app: &App, property_id: i64, of: Uuid, mut card: Card) -> Option<Card> {
    let sealed = std::mem::take(&mut card.token);
    let (rest, seal) = sealed.rsplit_once('.')?;
    let (token, until) = rest.rsplit_once('.')?;
    let until: i64 = until.parse().ok()?;
    card.token = token.to_owned();
    let ours = app.secret.opens(&Opens::Card { property_id, of, until, card: &card }, seal);
    (ours && app.clock.now().as_second() < until).then_some(card)
}
