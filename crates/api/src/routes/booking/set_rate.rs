//! `POST` and `DELETE .../new-booking/{session_id}/set-rate`: chooses a room at our price and holds every night, or
//! gives it back (API-25 to API-27).

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::{Extension, Json};
use domain::board::Board;
use domain::booking::{Ask, Batch, Choice, Payer, remove_rate, set_rate};
use domain::deal::{Deal, typed};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use store::Durability;
use store::batches::Status;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{at_session, is_changed_elsewhere};
use crate::access::Allowed;
use crate::app::App;
use crate::asked::{self, Codes};
use crate::batches::{Change, TRIES, refused, taken_addons};
use crate::error::{Answer, Code, Problem, ProblemBody};
use crate::exchange::{self, Exchange};
use crate::extract::{self, Json as Body, Path, Query};
use crate::limits::Caller;
use crate::member_points;
use crate::wire::booking::SelectedRoom;

/// What the guest chooses.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SetRate {
    #[schema(example = "2026-12-12", format = "date")]
    pub check_in_date: String,
    #[schema(example = "2026-12-15", format = "date")]
    pub check_out_date: String,
    #[schema(example = "FLEX")]
    pub rate_code_id: String,
    #[schema(example = "DELUXE_KING")]
    pub room_type_id: String,
    #[schema(minimum = 1, maximum = 99)]
    pub number_of_adults: i64,
    #[serde(default)]
    #[schema(minimum = 0, maximum = 16)]
    pub number_of_children: i64,
    /// Texts or numbers, one for each child.
    #[serde(default)]
    #[schema(value_type = Vec<String>, example = json!(["7"]))]
    pub children_ages: Vec<serde_json::Value>,
    /// Rooms of this type for the one session.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 6)]
    pub number_of_rooms: Option<i64>,
    /// The package that the rate comes with.
    #[schema(example = "STEAM")]
    pub package_id: Option<String>,
    /// The door that the guest chose, of `suggested_rooms`; for one room.
    #[schema(example = "11")]
    pub room_id: Option<String>,
    /// By the member who is signed in; a rate for points is booked in no other way (POINTS-06).
    pub booked_with_points: Option<bool>,
    /// So many at most. Held are the smaller of what the rate asks and what the member has, whatever is sent (POINTS-04).
    #[schema(minimum = 0, example = 9000)]
    pub total_redeemed_points: Option<i64>,
    /// One of these four at most; the session's company stands when there is none.
    pub discount_id: Option<String>,
    pub group_no: Option<String>,
    pub group_details: Option<GroupDetails>,
    pub company_code: Option<String>,
    /// GUEST or COMPANY.
    pub mop: Option<String>,
    /// The nightly rates that the guest saw. Ours count: one that differs is refused with the new quote.
    #[serde(default)]
    pub rate_details: Vec<SeenRate>,
}

/// The group's block.
#[derive(Debug, Deserialize, ToSchema)]
pub struct GroupDetails {
    /// `group_block.id` of the availability answer.
    #[schema(example = "SKICLUB")]
    pub group_block_id: Option<String>,
}

/// A rate as the guest saw it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SeenRate {
    #[schema(example = "2026-12-12", format = "date")]
    pub date: String,
    pub amount: f64,
}

/// What is held now.
#[derive(Debug, Serialize, ToSchema)]
pub struct SetRateAnswer {
    pub data: SetRateData,
}

/// The chosen room and its session.
#[derive(Debug, Serialize, ToSchema)]
pub struct SetRateData {
    pub session_id: Uuid,
    pub content: SelectedRoom,
}

/// Choose a room
///
/// Holds every night or fails naming the night. What the session held before is given back in the same transaction.
#[utoipa::path(post, path = "/v4/properties/{property_id}/booking-engine/new-booking/{session_id}/set-rate", tag = "booking",
    params(("property_id" = i64, Path), ("session_id" = String, Path), ("conversion_currency" = Option<String>, Query)), request_body = SetRate, security(("booking_secret" = [])),
    responses((status = 200, body = SetRateAnswer), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"), (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 409, body = ProblemBody, content_type = "application/problem+json", description = "PRICE_CHANGED with `quotes`, NIGHT_SOLD_OUT with `night`, ROOM_UNIT_TAKEN (with `night` when it is another guest's), POINTS_GONE, NOT_CHANGEABLE, ALREADY_COMMITTED"),
        (status = 410, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json", description = "NOT_ON_OFFER with `reasons`, GUARANTEES_DIFFER; MEMBER_AWAY when it is for points and nobody is signed in")))]
pub async fn post(
    State(app): State<App>,
    caller: Option<Extension<Caller>>,
    _allowed: Allowed,
    Path((property_id, session)): Path<(i64, String)>,
    query: Query,
    headers: HeaderMap,
    Body(body): Body<SetRate>,
) -> Answer<Json<SetRateAnswer>> {
    let (property, batch_id, session_id) = at_session(&app, &headers, &query, property_id, &session).await?;
    let board = &property.board;
    let begun = app.batches.read(&app, property_id, batch_id, false).await?;
    if let (Status::Open, Some(existing)) = (begun.status, &begun.state.existing)
        && is_changed_elsewhere(&app, property_id, existing).await?
    {
        return Err(Code::NotChangeable.into());
    }
    let exchange = exchange::asked(&app, board, &query).await?;
    let exchange = exchange.as_ref();
    let seen = seen_rates(board, &body.rate_details)?;
    let rooms = rooms(body.number_of_rooms)?;
    let with_points = body.booked_with_points == Some(true);
    let spender = match with_points {
        true => Some(member_points::spender(&app, &headers, board.hotel(), "booked_with_points").await?),
        false => None,
    };
    let points = body.total_redeemed_points.filter(|_| with_points);
    if points.is_some_and(|points| points < 0) {
        return Err(Problem::field("total_redeemed_points", "must be 0 or more"));
    }
    let stay = asked::stay(
        extract::date("check_in_date", &body.check_in_date)?,
        extract::date("check_out_date", &body.check_out_date)?,
    )?;
    let party = asked::party(
        board,
        ("number_of_adults", body.number_of_adults),
        body.number_of_children,
        &asked::ages(&body.children_ages)?,
    )?;
    let hold = u32::from(app.settings.hold_minutes);
    // What goes with the room is taken as wished; where there are too few, what is taken by then is looked up.
    let (mut taken, mut looked) = (None, 0);
    let after = loop {
        let ask = |deal| Ask {
            room_type: &body.room_type_id,
            rate_plan: &body.rate_code_id,
            stay,
            party,
            rooms,
            seen: seen.as_deref(),
            deal,
            package: body.package_id.as_deref().filter(|text| !text.is_empty()),
            unit: body.room_id.as_deref().filter(|text| !text.is_empty()),
            payer: spender.as_ref().map(|one| Payer { account_number: &one.account_number, balance: one.balance }),
            points,
            taken: taken.as_ref(),
        };
        let set = app.batches.change(&app, &property, batch_id, Durability::Soon, |batch| {
            let session = |_, choice: &Choice| selected(board, batch, session_id, choice, exchange);
            let ask = ask(deal((&app, caller), board, (batch, session_id), &body, rooms)?);
            let set = set_rate(batch, session_id, &ask, board, app.clock.now(), hold)
                .map_err(|refusal| refused(refusal, session))?;
            Ok(Some(Change::from(set)))
        });
        match set.await {
            // Once more, and again where somebody else was quicker in between.
            Err(problem) if problem.code() == Code::AddonSoldOut && looked < TRIES => {
                taken = Some(taken_addons(&app, property_id, stay).await?);
                looked += 1;
            }
            set => break set?,
        }
    };
    let session = after.state.session(session_id);
    let (session, choice) = session.and_then(|s| s.choice.as_ref().map(|c| (s, c))).ok_or(Code::Busy)?;
    let content = SelectedRoom::new(board, session, choice, exchange);
    Ok(Json(SetRateAnswer { data: SetRateData { session_id, content } }))
}

/// Give a chosen room back
#[utoipa::path(delete, path = "/v4/properties/{property_id}/booking-engine/new-booking/{session_id}/set-rate", tag = "booking",
    params(("property_id" = i64, Path), ("session_id" = String, Path)), security(("booking_secret" = [])),
    responses((status = 204, description = "free again"), (status = 401, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"), (status = 409, body = ProblemBody, content_type = "application/problem+json"),
        (status = 410, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn delete(
    State(app): State<App>,
    Path((property_id, session)): Path<(i64, String)>,
    query: Query,
    headers: HeaderMap,
) -> Answer<StatusCode> {
    let (property, batch_id, session_id) = at_session(&app, &headers, &query, property_id, &session).await?;
    let hold = u32::from(app.settings.hold_minutes);
    app.batches
        .change(&app, &property, batch_id, Durability::Soon, |batch| {
            let set = remove_rate(batch, session_id, app.clock.now(), hold)
                .map_err(|refusal| refused(refusal, |_, _| serde_json::Value::Null))?;
            Ok(Some(Change::from(set)))
        })
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A quote as the page shows it.
pub(super) fn selected(
    board: &Board,
    batch: &Batch,
    session_id: Uuid,
    choice: &Choice,
    exchange: Option<&Exchange>,
) -> serde_json::Value {
    let session = batch.session(session_id);
    session.map_or(serde_json::Value::Null, |s| {
        serde_json::to_value(SelectedRoom::new(board, s, choice, exchange)).unwrap_or_default()
    })
}

/// What the guest's code opens; here one that opens nothing is refused.
fn deal(
    by: (&App, Option<Extension<Caller>>),
    board: &Board,
    (batch, session_id): (&Batch, Uuid),
    body: &SetRate,
    rooms: u16,
) -> Answer<Deal> {
    let given = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    let (discount, company) = (given(&body.discount_id), given(&body.company_code));
    let block = body.group_details.as_ref().and_then(|details| given(&details.group_block_id));
    let (group, field) = match (given(&body.group_no), block) {
        (Some(no), Some(block)) if typed(&no) != typed(&block) => {
            return Err(asked::not_valid("group_details.group_block_id"));
        }
        (Some(no), _) => (Some(no), "group_no"),
        (None, block) => (block, "group_details.group_block_id"),
    };
    // Who pays is said of the session's company too, and what was said of it once need not be said again.
    let own = batch.session(session_id).and_then(|session| session.company.as_ref());
    let (company, mop) = match (company, own) {
        (None, Some(own)) if body.mop.is_some() && discount.is_none() && group.is_none() => {
            (Some(own.code.clone()), body.mop.as_deref())
        }
        (Some(code), Some(own)) if typed(&code).as_deref() == Some(own.code.as_str()) => {
            (Some(code), body.mop.as_deref().or(Some(own.mop.code())))
        }
        (company, _) => (company, body.mop.as_deref()),
    };
    let codes = Codes { discount: discount.as_deref(), group: group.as_deref(), company: company.as_deref(), mop };
    let field = match (&discount, &company) {
        (Some(_), _) => "discount_id",
        (_, Some(_)) => "company_code",
        _ => field,
    };
    let agreed = batch.existing_stay().and_then(|stay| stay.deal.as_ref());
    codes.deal(by, board, rooms, agreed)?.ok_or_else(|| asked::not_valid(field))
}

fn rooms(number: Option<i64>) -> Answer<u16> {
    match number.unwrap_or(1) {
        rooms @ 1..=asked::MAX_ROOMS => Ok(rooms as u16),
        _ => Err(Problem::field("number_of_rooms", format!("must lie between 1 and {}", asked::MAX_ROOMS))),
    }
}

fn seen_rates(board: &Board, given: &[SeenRate]) -> Answer<Option<Vec<(Date, i64)>>> {
    if given.is_empty() {
        return Ok(None);
    }
    given
        .iter()
        .enumerate()
        .map(|(at, rate)| asked::night_rate(board, &format!("rate_details[{at}]"), &rate.date, rate.amount))
        .collect::<Answer<Vec<_>>>()
        .map(Some)
}
