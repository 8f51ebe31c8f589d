//! `POST .../confirm/{session_id}`: books an event (API-62).

use axum::Json;
use axum::extract::State;
use domain::event::{EventBooking, SubEvent, ToldTerms};
use domain::money::Currency;
use jiff::Timestamp;
use rand::RngExt;
use serde::Deserialize;
use store::Durability;
use store::bookings::is_of_stay;
use utoipa::ToSchema;

use super::{AtEvent, Look};
use crate::app::App;
use crate::error::{Answer, Code, Problem, ProblemBody};
use crate::events::{self, refused};
use crate::extract::{MaybeJson, Query};
use crate::letters::texts::Texts;
use crate::wire::event::EventConfirmation;

/// What the guest saw; may be left out altogether.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct ConfirmBody {
    /// The spaces and times that the guest saw, in any order; others that are held instead are refused.
    pub expected_sub_events: Option<Vec<ExpectedSubEvent>>,
    /// The sum that the guest agreed to; one that differs from ours is refused.
    pub expected_total: Option<f64>,
    /// What the guest was told that giving it back costs, 0 for nothing: one that costs more is refused.
    pub expected_penalty: Option<f64>,
    /// Until when the guest was told that giving it back is free, with `expected_penalty`: one that is not, or no longer, is
    /// refused. Left out where it costs from the booking on.
    #[schema(example = "2026-12-05T00:00:00-05:00")]
    pub expected_free_until: Option<String>,
}

/// A space at a time, for so many people.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ExpectedSubEvent {
    #[schema(example = "CHART_ROOM")]
    pub space_id: String,
    #[schema(example = "2026-12-12T08:00:00-05:00")]
    pub from: String,
    #[schema(example = "2026-12-12T11:00:00-05:00")]
    pub to: String,
    /// Whatever it is when left out.
    pub number_of_persons: Option<u16>,
}

/// A space that the guest saw, with its beginning, its end and its people.
type Seen = (String, Timestamp, Timestamp, Option<u16>);

impl ConfirmBody {
    /// The spaces that the guest saw; `None` where nothing is sent.
    fn seen(&self) -> Answer<Option<Vec<Seen>>> {
        let Some(expected) = &self.expected_sub_events else { return Ok(None) };
        let instant = |index: usize, name: &str, text: &str| {
            let field = format!("expected_sub_events[{index}].{name}");
            let wrong = |_| Problem::field(field, "expected an instant such as 2026-12-05T00:00:00-05:00");
            text.parse::<Timestamp>().map_err(wrong)
        };
        let seen = |(index, sub): (usize, &ExpectedSubEvent)| {
            let (from, to) = (instant(index, "from", &sub.from)?, instant(index, "to", &sub.to)?);
            Ok((sub.space_id.clone(), from, to, sub.number_of_persons))
        };
        let mut seen = expected.iter().enumerate().map(seen).collect::<Answer<Vec<_>>>()?;
        seen.sort();
        Ok(Some(seen))
    }

    /// What the guest was told of giving it back; `None` where nothing is sent.
    fn told(&self, currency: &Currency) -> Answer<Option<ToldTerms>> {
        let Some(penalty) = self.expected_penalty else { return Ok(None) };
        let penalty = currency.from_decimal_f64(penalty);
        let penalty = penalty.map_err(|error| Problem::field("expected_penalty", error.to_string()))?;
        let free_until = self.expected_free_until.as_deref().map(str::parse::<Timestamp>).transpose();
        let wrong = |_| Problem::field("expected_free_until", "expected an instant such as 2026-12-05T00:00:00-05:00");
        let free_until = free_until.map_err(wrong)?;
        Ok(Some(ToldTerms { penalty, free_until }))
    }
}

/// Book an event
///
/// Once: a repeat answers the same number. Answered only when it is on disk. The prices are those that were agreed when
/// spaces and packages were chosen; what giving it back costs is the hotel's rule of this moment, and never worse than
/// the guest was told. A stay that was cancelled meanwhile, or has not its days, keeps it from nothing: it belongs to none
/// then, and `of_stay` says so.
#[utoipa::path(post, path = "/v4/properties/{property_id}/web/new-event/{event_id}/confirm/{session_id}", tag = "events",
    params(("property_id" = i64, Path), ("event_id" = String, Path), ("session_id" = String, Path),
        ("language_code" = Option<String>, Query, example = "ar_AE", description = "of texts; the hotel's first when left out"), ("conversion_currency" = Option<String>, Query, example = "EUR")),
    request_body(content = Option<ConfirmBody>), security(("booking_secret" = [])),
    responses((status = 200, body = EventConfirmation),
        (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, body = ProblemBody, content_type = "application/problem+json", description = "SPACE_CHANGED, PRICE_CHANGED: something else was chosen meanwhile; CANCELLATION_CHANGED: giving it back costs more, or sooner, than the guest was told"),
        (status = 410, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json", description = "SPACE_MISSING, GUEST_INCOMPLETE, GUARANTEE_REQUIRED (also where the hotel has ceased to take the one that was chosen), CARD_EXPIRED")))]
pub async fn post(
    State(app): State<App>,
    at: AtEvent,
    query: Query,
    MaybeJson(body): MaybeJson<ConfirmBody>,
) -> Answer<Json<EventConfirmation>> {
    let look = Look::of(&app, &at, &query).await?;
    let board = &look.property.board;
    let body = body.unwrap_or_default();
    let seen = body.seen()?;
    let language = Texts::asked_of(board.hotel(), query.text("language_code"));
    let event = events::change(&app, at.property_id, at.event_id, Durability::OnDisk, |event| {
        let now = app.clock.now();
        let currency = Currency::of(&event.currency).unwrap_or(board.currency());
        let told = body.told(currency)?;
        let expected = body.expected_total.map(|amount| currency.from_decimal_f64(amount)).transpose();
        let expected = expected.map_err(|error| Problem::field("expected_total", error.to_string()))?;
        let Some(confirmed) = event.confirm(board, now, rand::rng().random()).map_err(refused)? else {
            return Ok(None);
        };
        if seen.as_ref().is_some_and(|seen| !holds(event, seen)) {
            return Err(Code::SpaceChanged.into());
        }
        if expected.is_some_and(|expected| expected != event.totals().total()) {
            return Err(Code::PriceChanged.into());
        }
        if told.is_some_and(|told| !confirmed.keeps_to(&told, now)) {
            return Err(Code::CancellationChanged.into());
        }
        Ok(Some(EventBooking { language: language.clone(), ..confirmed }))
    })
    .await?;
    let of_stay = is_of_stay(&app.db, at.property_id, at.event_id).await?;
    look.view(&event)
        .confirmation(&app.secret, &event, of_stay, app.clock.now())
        .map(Json)
        .ok_or_else(|| Code::Internal.into())
}

/// It holds what was seen, and nothing else. Spaces are told apart by their time, so that nothing is left to order by.
fn holds(event: &EventBooking, seen: &[Seen]) -> bool {
    let mut held: Vec<&SubEvent> = event.sub_events.iter().collect();
    held.sort_by_key(|sub| (&sub.space, sub.span.from(), sub.span.to()));
    let is_seen = |(sub, (space, from, to, persons)): (&&SubEvent, &Seen)| {
        (&*sub.space, sub.span.from(), sub.span.to()) == (&**space, *from, *to)
            && persons.is_none_or(|persons| persons == sub.persons)
    };
    held.len() == seen.len() && held.iter().zip(seen).all(is_seen)
}
