//! `GET .../cancel-booking/consent` and `PUT .../cancel-booking`: what giving confirmed rooms back costs, and doing it;
//! their nights are free at once (API-35, API-36).

use axum::Json;
use axum::extract::State;
use domain::booking::{BackTo, ReservationStatus};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Kept;
use super::rooms::named;
use crate::app::App;
use crate::boards::Property;
use crate::cancelling::{By, CameTo, Cost, give_back};
use crate::error::{Answer, Code, Problem, ProblemBody};
use crate::extract::{self, MaybeJson, Query};
use crate::letters::texts::Texts;
use crate::mail;
use crate::payment_links::{back_once_paid, close_unneeded_later_at_the_latest};
use crate::wire::booking::currency_of;
use crate::wire::found::RefundTo;

/// What cancelling comes to now (MANAGE-22): the sums of all rooms that are named.
#[derive(Debug, Serialize, ToSchema)]
pub struct Consent {
    pub allowed: bool,
    /// What it costs.
    pub penalty: AmountOf,
    /// What of it the hotel keeps of what was paid; it asks for the rest.
    pub kept: AmountOf,
    /// What the guest gets back of what was paid.
    pub refund: AmountOf,
    /// The cards that it goes to, as far as they are known.
    pub refund_to: Vec<RefundTo>,
    /// What the link of the booking still takes for these rooms: it goes back once that is paid. 0 where no link is open, and
    /// where it closes with them.
    pub refund_once_paid: AmountOf,
    /// Member's points that come back.
    pub points: i64,
    /// Cancelling costs nothing before; hotel time with its offset. Null when it does already, or never will.
    #[schema(example = "2026-12-10T18:00:00-05:00")]
    pub free_until: Option<String>,
    /// The same in a plain English sentence.
    pub message: String,
    /// Room by room.
    pub rooms: Vec<RoomCost>,
}

/// What cancelling one room comes to.
#[derive(Debug, Serialize, ToSchema)]
pub struct RoomCost {
    #[schema(example = "4K7Q2M9XA1C")]
    pub conf_num: String,
    pub penalty: AmountOf,
    pub kept: AmountOf,
    pub refund: AmountOf,
    pub points: i64,
}

/// An amount with its currency.
#[derive(Debug, Serialize, ToSchema)]
pub struct AmountOf {
    #[schema(example = 213.15)]
    pub amount: f64,
    #[schema(example = "USD")]
    pub currency: String,
}

/// What is to be cancelled, and what for. All of it may be left out.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct CancelWish {
    /// Rooms of the same booking, in place of the one that was looked up: all of them are cancelled, or none.
    pub conf_nums: Vec<String>,
    /// What the guest was told that it costs: more is not taken (409).
    pub expected_penalty: Option<f64>,
    /// What the guest was told to get back: not less (409).
    pub expected_refund: Option<f64>,
    /// The stays as the guest was shown them: one that was changed since is not cancelled (409).
    pub expected_rooms: Vec<ExpectedStay>,
    /// Language of the mail that says so; the hotel's first one when it is left out or not offered.
    #[schema(example = "fr_FR")]
    pub language_code: Option<String>,
}

/// A stay as a guest was shown it. Dates are the hotel's.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ExpectedStay {
    #[schema(example = "4K7Q2M9XA1C")]
    pub conf_num: String,
    #[schema(example = "2026-12-12", format = "date")]
    pub check_in_date: String,
    #[schema(example = "2026-12-15", format = "date")]
    pub check_out_date: String,
    #[schema(example = "DELUXE_KING")]
    pub room_type_id: String,
}

/// What became of it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Cancelled {
    pub conf_num: String,
    #[schema(example = "CANCELLED")]
    pub status: String,
    /// What it cost.
    pub penalty: AmountOf,
    /// What of it the hotel keeps of what was paid; it asks for the rest.
    pub kept: AmountOf,
    /// What goes back to the guest's card.
    pub refund: AmountOf,
    /// What the link of the booking still takes for these rooms: it goes back once that is paid. 0 where no link is open.
    pub refund_once_paid: AmountOf,
    /// Member's points that came back.
    pub points: i64,
    /// Room by room.
    pub rooms: Vec<RoomCost>,
}

/// What does cancelling cost?
///
/// `conf_nums` names rooms of the same booking, separated by commas, in place of the one that was looked up.
#[utoipa::path(get, path = "/enterprise/v4/web/cancel-booking/consent", tag = "manage",
    params(("request_id" = String, Query), ("conf_nums" = Option<String>, Query)),
    responses((status = 200, body = Consent), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"), (status = 409, body = ProblemBody, content_type = "application/problem+json", description = "NOT_CANCELLABLE"),
        (status = 410, body = ProblemBody, content_type = "application/problem+json"), (status = 422, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn consent(State(app): State<App>, query: Query) -> Answer<Json<Consent>> {
    let numbers = query.text("conf_nums").map(|numbers| numbers.split(',').map(str::to_owned).collect());
    let numbers: Vec<String> = numbers.unwrap_or_default();
    let rooms = named(&app, query.needed("request_id")?, &numbers).await?;
    let costs = costs(&app, rooms).await?;
    Ok(Json(told(&app, &costs).await?))
}

/// Cancel a reservation
///
/// Once: a repeat answers the same, whatever it would cost by then.
#[utoipa::path(put, path = "/enterprise/v4/web/cancel-booking", tag = "manage", params(("request_id" = String, Query)), request_body(content = Option<CancelWish>),
    responses((status = 200, body = Cancelled), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 404, body = ProblemBody, content_type = "application/problem+json"), (status = 409, body = ProblemBody, content_type = "application/problem+json", description = "NOT_CANCELLABLE, BUSY; CANCELLATION_CHANGED with the new `consent`"),
        (status = 410, body = ProblemBody, content_type = "application/problem+json"), (status = 422, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn put(
    State(app): State<App>,
    query: Query,
    MaybeJson(wish): MaybeJson<CancelWish>,
) -> Answer<Json<Cancelled>> {
    let request_id = query.needed("request_id")?;
    let wish = wish.unwrap_or_default();
    let mut rooms = named(&app, request_id, &wish.conf_nums).await?;
    let property = app.property(rooms[0].property_id).await?;
    if rooms.iter().any(|room| room.status == ReservationStatus::Cancelled) {
        // Rooms are read one after the other: another press of the same guest may have come between two of them.
        rooms = named(&app, request_id, &wish.conf_nums).await?;
    }
    if rooms.iter().any(|room| room.status == ReservationStatus::Hold) {
        let costs = costs(&app, rooms).await?;
        consented(&app, &wish, &costs).await?;
        let mails = mails(&app, &property, &costs, wish.language_code.as_deref());
        let cancelled = give_back(&app, &costs, By::Guest, mails).await?;
        // The rooms are of one booking, which has one link at most.
        if let Some(link) = costs.iter().find_map(|(_, cost)| cost.offered()) {
            close_unneeded_later_at_the_latest(&app, link).await;
        }
        rooms = named(&app, request_id, &wish.conf_nums).await?;
        // Somebody may have been quicker; who cancelled twice at once has cancelled.
        if !cancelled && rooms.iter().any(|room| room.status == ReservationStatus::Hold) {
            return Err(Code::Busy.into());
        }
    }
    let mut came_to = Vec::with_capacity(rooms.len());
    for room in &rooms {
        came_to.push(CameTo::of(&app, room).await?.ok_or_else(|| refused(room))?);
    }
    Ok(Json(done(&property, &rooms, &came_to)))
}

fn refused(room: &Kept) -> Problem {
    Problem::new(Code::NotCancellable).with("conf_num", &room.confirmation_no)
}

/// What each room costs now.
///
/// # Errors
/// 409 naming the first that cannot be cancelled: one that is not confirmed any more, or whose day of arrival is over at
/// the hotel; who did not come, or left early, settles it with the house.
async fn costs(app: &App, rooms: Vec<Kept>) -> Answer<Vec<(Kept, Cost)>> {
    let mut costs = Vec::with_capacity(rooms.len());
    for room in rooms {
        let property = app.property(room.property_id).await?;
        if !cancellable(app, &property, &room) {
            return Err(refused(&room));
        }
        let cost = Cost::now(app, &room).await?;
        costs.push((room, cost));
    }
    Ok(costs)
}

/// Whether a guest may cancel a room now.
pub(super) fn cancellable(app: &App, property: &Property, room: &Kept) -> bool {
    room.status == ReservationStatus::Hold && property.board.business_day(app.clock.now()) <= room.arrival
}

fn amount(cost: &Cost, minor: i64) -> AmountOf {
    AmountOf { amount: cost.currency.to_decimal_f64(minor), currency: cost.currency.code.to_owned() }
}

/// The rooms of a booking were agreed in one currency.
async fn told(app: &App, costs: &[(Kept, Cost)]) -> Answer<Consent> {
    let (first, sum) = (&costs[0].1, |of: fn(&Cost) -> i64| costs.iter().map(|(_, cost)| of(cost)).sum::<i64>());
    let penalty = sum(|cost| cost.penalty);
    let until = costs.iter().filter_map(|(_, cost)| cost.free_until).min().filter(|_| penalty == 0);
    let message = match (penalty > 0, &until) {
        (true, _) => {
            format!("Cancelling now costs {} {}.", first.currency.format(penalty), first.currency.code)
        }
        (false, Some(until)) => format!("Cancelling is free until {}.", until.rfc3339()),
        (false, None) => "Cancelling is free.".to_owned(),
    };
    let room = |(room, cost): &(Kept, Cost)| RoomCost {
        conf_num: room.confirmation_no.clone(),
        penalty: amount(cost, cost.penalty),
        kept: amount(cost, cost.kept),
        refund: amount(cost, cost.refund),
        points: cost.points,
    };
    let back = costs.iter().flat_map(|(_, cost)| cost.back_to.clone());
    Ok(Consent {
        allowed: true,
        penalty: amount(first, penalty),
        kept: amount(first, sum(|cost| cost.kept)),
        refund: amount(first, sum(|cost| cost.refund)),
        refund_to: RefundTo::all(&BackTo::sums(back.map(|back| (Some(back.card), back.amount))), first.currency),
        refund_once_paid: amount(first, back_once_paid(app, costs).await?),
        points: sum(|cost| cost.points),
        free_until: until.map(|until| until.rfc3339()),
        message,
        rooms: costs.iter().map(room).collect(),
    })
}

/// The guest agreed to figures and stays on a screen: nothing happens that is worse for them, and to no other stay.
async fn consented(app: &App, wish: &CancelWish, costs: &[(Kept, Cost)]) -> Answer<()> {
    let currency = costs[0].1.currency;
    let read = |field: &str, amount: Option<f64>| {
        let minor = amount.map(|amount| currency.from_decimal_f64(amount)).transpose();
        minor.map_err(|_| Problem::field(field, "expected an amount of the hotel's currency"))
    };
    let expected_penalty = read("expected_penalty", wish.expected_penalty)?;
    let expected_refund = read("expected_refund", wish.expected_refund)?;
    let penalty: i64 = costs.iter().map(|(_, cost)| cost.penalty).sum();
    let refund: i64 = costs.iter().map(|(_, cost)| cost.refund).sum();
    let mut other_stay = false;
    for (at, seen) in wish.expected_rooms.iter().enumerate() {
        let (from, to) = (
            extract::date(&format!("expected_rooms[{at}].check_in_date"), &seen.check_in_date)?,
            extract::date(&format!("expected_rooms[{at}].check_out_date"), &seen.check_out_date)?,
        );
        let room = costs.iter().find(|(room, _)| room.confirmation_no == seen.conf_num);
        let agreed = room.map(|(room, _)| &room.detail.agreed);
        other_stay |= agreed.is_some_and(|agreed| {
            (agreed.stay.arrival(), agreed.stay.departure(), &agreed.room_type) != (from, to, &seen.room_type_id)
        });
    }
    let (dearer, less) =
        (expected_penalty.is_some_and(|told| penalty > told), expected_refund.is_some_and(|told| refund < told));
    if dearer || less || other_stay {
        return Err(Problem::new(Code::CancellationChanged).with("consent", told(app, costs).await?));
    }
    Ok(())
}

/// One mail for each address among the guests of the rooms.
fn mails(app: &App, property: &Property, costs: &[(Kept, Cost)], language: Option<&str>) -> Vec<store::mails::Mail> {
    if app.settings.post.is_none() {
        return Vec::new();
    }
    let language = Texts::asked_of(property.board.hotel(), language);
    let rooms: Vec<_> = costs.iter().map(|(room, _)| room.detail.clone()).collect();
    mail::owed(&rooms, language.as_deref(), app.clock.now())
}

fn done(property: &Property, rooms: &[Kept], came_to: &[CameTo]) -> Cancelled {
    let currency = currency_of(&rooms[0].detail.agreed, &property.board);
    let amount = |minor| AmountOf { amount: currency.to_decimal_f64(minor), currency: currency.code.to_owned() };
    let room = |(room, one): (&Kept, &CameTo)| RoomCost {
        conf_num: room.confirmation_no.clone(),
        penalty: amount(one.penalty),
        kept: amount(one.kept),
        refund: amount(one.refund),
        points: one.points,
    };
    Cancelled {
        conf_num: rooms[0].confirmation_no.clone(),
        status: ReservationStatus::Cancelled.as_str().to_owned(),
        penalty: amount(came_to.iter().map(|one| one.penalty).sum()),
        kept: amount(came_to.iter().map(|one| one.kept).sum()),
        refund: amount(came_to.iter().map(|one| one.refund).sum()),
        refund_once_paid: amount(came_to.iter().map(|one| one.refund_once_paid).sum()),
        points: came_to.iter().map(|one| one.points).sum(),
        rooms: rooms.iter().zip(came_to).map(room).collect(),
    }
}
