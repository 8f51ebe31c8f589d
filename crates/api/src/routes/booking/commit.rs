//! `POST .../new-batch-booking/{batch_id}/commit`: all rooms of a batch become reservations, or none (API-21, API-22).
//!
//! What is due now is set aside on the guest's card first and taken afterwards ([`crate::payments`]). Answered only when
//! it is on disk. A repeated commit of a committed batch answers the same rooms again.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use domain::booking::{
    self, Batch, Card, Choice, Commit, CommitRequest, ExpectedRoom, Guarantee, Reservation, ReservationStatus,
    SessionDetails, Status,
};
use domain::guest::{self, FieldError, GuestInput};
use domain::money::Currency;
use domain::stay::Stay;
use domain::transport::TransportInput;
use rand::RngExt;
use serde::Deserialize;
use store::payments::Payment;
use store::refunds::Refund;
use store::{Durability, reservations};
use utoipa::ToSchema;
use uuid::Uuid;

use super::include_addon::ReservationAddon;
use super::set_rate::selected;
use crate::access::Allowed;
use crate::app::App;
use crate::batches::{Change, refused};
use crate::boards::Property;
use crate::cancelling::CameTo;
use crate::error::{Answer, Code, Problem, ProblemBody};
use crate::extract::{self, Json as Body, Path};
use crate::guests;
use crate::letters::texts::Texts;
use crate::mail;
use crate::members;
use crate::routes::cards::{page_origin, unsealed};
use crate::routes::manage::Kept;
use crate::stay_change::ChangedStay;
use crate::wire::booking::{ConfirmedRoom, currency_of};
use crate::wire::found::CancelledStay;
use crate::{payment_links, payments, refunds};

/// What the booking is made with.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CommitBody {
    #[serde(default)]
    pub sessions: Vec<SessionBody>,
    /// Rides with the hotel's car (TRANS-08). Without the list a stay that is changed keeps those it has, moved with it.
    pub transportations: Option<Vec<TransportBody>>,
    /// The language of the confirmation by e-mail; the hotel's first one when it is left out or not offered.
    #[schema(example = "ar_AE")]
    pub language_code: Option<String>,
    /// The sum that the guest agreed to, for all rooms; one that differs from ours is refused.
    pub expected_total: Option<f64>,
}

/// Details of one session (API-46).
#[derive(Debug, Deserialize, ToSchema)]
pub struct SessionBody {
    pub session_id: String,
    /// In place of the guest saved before.
    pub guest_data: Option<GuestInput>,
    /// Wishes for the stay, before those in `remarks`.
    pub stay_remarks: Option<String>,
    /// Wishes for the stay; an empty text takes back those of a stay that is changed.
    pub remarks: Option<String>,
    #[schema(example = "CC")]
    pub defined_guarantee_type_id: Option<String>,
    /// The same under its other name.
    pub guarantee_type: Option<String>,
    pub guarantee_details: Option<GuaranteeDetails>,
    /// What the guest saw when they ordered; when something else is held, the booking is refused.
    pub expected_room: Option<ExpectedRoomBody>,
}

/// A ride with the hotel's car: at most one each way for a room.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct TransportBody {
    /// `Guest Pick-Up` or `Guest Drop-Off`.
    #[schema(example = "Guest Pick-Up")]
    pub title: String,
    /// What the driver should know; at most 1000 characters.
    pub body: Option<String>,
    /// From check-in to check-out, both inclusive.
    #[schema(example = "2026-12-12", format = "date")]
    pub start_date: Option<String>,
    /// From 08:30 to 18:30 in steps of 15 minutes, by the hotel's clocks.
    #[schema(example = "14:15")]
    pub time: Option<String>,
    /// Whose ride it is; the first room's when left out.
    pub session_id: Option<String>,
}

/// A chosen room as the guest saw it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ExpectedRoomBody {
    #[schema(example = "DELUXE_KING")]
    pub room_type_id: String,
    #[schema(example = "FLEX")]
    pub rate_code_id: String,
    #[schema(example = "2026-12-12", format = "date")]
    pub check_in_date: String,
    #[schema(example = "2026-12-15", format = "date")]
    pub check_out_date: String,
    #[schema(minimum = 1, maximum = 99)]
    pub number_of_adults: u8,
    #[serde(default)]
    #[schema(minimum = 0, maximum = 16)]
    pub number_of_children: u8,
    #[schema(minimum = 1, maximum = 6)]
    pub number_of_rooms: u16,
    pub package_id: Option<String>,
    /// The door.
    pub room_unit_number: Option<String>,
    /// What was added, as include-addon takes it.
    pub reservation_addons: Option<Vec<ReservationAddon>>,
    /// Points that it is paid with.
    pub total_redeemed_points: Option<i64>,
    /// The `terms` that came with it: where others are held by now, the answer is `PRICE_CHANGED`.
    pub terms: Option<String>,
}

/// A card as the token call answered it (PAY-14).
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct GuaranteeDetails {
    pub payment_type_id: Option<String>,
    /// Masked card number.
    pub custom_field_1: Option<String>,
    /// Brand.
    pub custom_field_2: Option<String>,
    /// Holder.
    pub custom_field_3: Option<String>,
    /// Expiry, month/year.
    #[schema(example = "12/2029")]
    pub custom_field_4: Option<String>,
    /// Token.
    pub custom_field_5: Option<String>,
    /// Card unique code.
    pub custom_field_10: Option<String>,
}

/// Make the booking
///
/// All rooms or none, once: a repeat answers the same confirmation numbers. A batch of a booked stay changes that one, with
/// the difference charged or given back; without another guarantee the one that it has goes on (PAY-05).
#[utoipa::path(post, path = "/v4/properties/{property_id}/booking-engine/new-batch-booking/{batch_id}/commit", tag = "booking",
    params(("property_id" = i64, Path), ("batch_id" = String, Path)),
    request_body = CommitBody, security(("booking_secret" = [])),
    responses((status = 200, body = Vec<ConfirmedRoom>), (status = 400, body = ProblemBody, content_type = "application/problem+json"),
        (status = 401, body = ProblemBody, content_type = "application/problem+json"), (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 402, body = ProblemBody, content_type = "application/problem+json", description = "CARD_DECLINED; PAYMENT_REFUSED for an amount that no card pays; CARD_CHALLENGE with `challenge_url`: send the same again once the guest has confirmed"),
        (status = 502, body = ProblemBody, content_type = "application/problem+json", description = "PAYMENT_UNANSWERED: send the same again"),
        (status = 409, body = ProblemBody, content_type = "application/problem+json", description = "ROOM_CHANGED and PRICE_CHANGED with `quotes`, NIGHT_SOLD_OUT with `night`; NOT_CHANGEABLE for a stay that was changed elsewhere meanwhile"),
        (status = 410, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json", description = "ROOM_MISSING, NOT_ON_OFFER, MEMBER_AWAY, GUEST_INCOMPLETE, GUARANTEE_REQUIRED, CARD_REQUIRED, CARD_EXPIRED")))]
pub async fn post(
    State(app): State<App>,
    Allowed(batch_id): Allowed,
    Path((property_id, _batch)): Path<(i64, String)>,
    headers: HeaderMap,
    Body(body): Body<CommitBody>,
) -> Answer<Json<Vec<ConfirmedRoom>>> {
    let property = app.property(property_id).await?;
    // As this server remembers the batch: the write finds out when that is older.
    let mut rooms = book(&app, &property, batch_id, &headers, &body, false).await?;
    if rooms.is_none() {
        rooms = book(&app, &property, batch_id, &headers, &body, true).await?;
    }
    rooms.map(Json).ok_or(Code::Busy.into())
}

/// Books what the batch holds. What money is asked for is read first, and all of it where `fresh`; `None` when the batch was
/// not read and is another by now, that something is due for.
async fn book(
    app: &App,
    property: &Property,
    batch_id: Uuid,
    headers: &HeaderMap,
    body: &CommitBody,
    fresh: bool,
) -> Answer<Option<Vec<ConfirmedRoom>>> {
    let board = &property.board;
    let due = |choice: &Choice| choice.change.map_or(choice.dues.now, |change| change.charge) > 0;
    let mut before = app.batches.read(app, property.property_id, batch_id, fresh).await?;
    if !fresh && (before.state.existing.is_some() || before.state.choices().any(due)) {
        before = app.batches.read(app, property.property_id, batch_id, true).await?;
    }
    if let Some(rooms) = confirmed(app, property, headers, &before.state).await? {
        return Ok(Some(rooms));
    }
    // As the page read it: the hotel may have gone over to another currency since, and the prices are told anew then. Rooms
    // that were chosen before and after it have no sum.
    let mut currencies: Vec<&Currency> = before.state.choices().map(|choice| currency_of(choice, board)).collect();
    currencies.dedup_by_key(|currency| currency.code);
    let currency = match currencies.as_slice() {
        [] => Some(board.currency()),
        [one] => Some(*one),
        _ => None,
    };
    let mut request = request(app, property, batch_id, body, currency)?;
    for session in &mut request.sessions {
        if let Some(guest) = session.guest.take() {
            session.guest = Some(members::booked_by(app, headers, board.hotel(), guest).await?);
        }
    }
    if let Some(member) = members::signed_in(app, headers, board.hotel()).await? {
        (request.member, request.may_redeem) = (Some(member.account_number), member.allow_redeem_points);
    }
    // What depends on the guest's country was checked when the guest was given.
    let everywhere = ["first_name", "last_name", "email", "phone"];
    let fields = board.hotel().required_guest_fields.iter().filter(|field| everywhere.contains(&field.as_str()));
    let required: Vec<String> = fields.cloned().collect();
    let plan = |batch: &Batch| {
        let mut bits = || rand::rng().random::<u64>();
        booking::plan(batch, &request, board, &required, app.clock.now(), &mut bits).map_err(|refusal| {
            refused(refusal, |at, choice| {
                let session = batch.sessions.get(at).map(|session| session.session_id).unwrap_or_default();
                selected(board, batch, session, choice, None)
            })
        })
    };
    let language = Texts::asked_of(board.hotel(), body.language_code.as_deref());
    let language = language.as_deref();
    let (payment, address) = match before.state.choices().any(due) {
        true => set_aside(app, property, batch_id, headers, language, &plan).await?.unzip(),
        false => (None, None),
    };
    let paid = match &before.state.existing {
        Some(existing) => payments::of_reservation(app, &existing.reservation).await?,
        None => Vec::new(),
    };
    let mut older = false;
    let mut back: Vec<Refund> = Vec::new();
    let mut written: Vec<Reservation> = Vec::new();
    let booked = app.batches.change(app, property, batch_id, Durability::OnDisk, |batch| {
        // Nothing of a try that was not written.
        (back, written) = (Vec::new(), Vec::new());
        let Commit::Plan(plan) = plan(batch)? else { return Ok(None) };
        let set_aside = payment.as_ref().map(|payment| (payment.amount, payment.card_token.as_ref()));
        let by_card = plan.charge().map(|(amount, card)| (amount, Some(&card.token)));
        if by_card.or_else(|| plan.by_link().map(|amount| (amount, None))) != set_aside {
            // Another room was chosen while the bank was asked, or by another server.
            older = payment.is_none() && !fresh;
            return Err(Code::Busy.into());
        }
        written.clone_from(&plan.reservations);
        // A room that waits for its payment is confirmed by e-mail once it is paid.
        let sure: Vec<_> = plan.reservations.iter().filter(|room| !room.is_by_link()).cloned().collect();
        let mails = match app.settings.post {
            Some(_) => mail::owed(&sure, language, app.clock.now()),
            None => Vec::new(),
        };
        let mut change = Change { sell: plan.sell, payment: payment.clone(), mails, ..Change::of(plan.batch) };
        match plan.change {
            Some(stay) => {
                change.addons = stay.addons.clone();
                let reservation = written[0].clone();
                let now = app.clock.now();
                back = refunds::of_parts(&reservation, stay.version + 1, &stay.refunds, &paid, now);
                change.stay = Some(ChangedStay { change: stay, reservation, refunds: back.clone() });
            }
            None => change.reservations = plan.reservations,
        }
        Ok(Some(change))
    });
    let after = match (booked.await, &payment) {
        (Ok(after), _) => after,
        (Err(problem), Some(payment)) => {
            payments::give_up_later_at_the_latest(app, payment).await;
            return Err(problem);
        }
        (Err(_), None) if older => return Ok(None),
        (Err(problem), None) => return Err(problem),
    };
    let ours = matches!(&after.state.status, Status::Committed { confirmation_nos, .. }
        if written.first().is_some_and(|first| confirmation_nos.contains(&first.confirmation_no)));
    if !ours {
        // Another call was quicker: what this one set aside is given up, unless it is what that one booked with.
        if let Some(payment) = &payment {
            payments::give_up_later_at_the_latest(app, payment).await;
        }
        return Ok(Some(confirmed(app, property, headers, &after.state).await?.unwrap_or_default()));
    }
    let link = match &payment {
        Some(payment) if payment.card_token.is_none() => {
            let rooms = written.iter().map(|room| (room, ReservationStatus::Hold));
            Some(payment_links::told(app, property, payment, rooms, address.flatten()))
        }
        Some(payment) => {
            payments::take_later_at_the_latest(app, payment).await;
            None
        }
        None => None,
    };
    refunds::give_back_later_at_the_latest(app, &back).await;
    // The booking stands: from what was written, so that a database that fails now keeps nobody from being told so.
    let confirmed = |room| {
        let status = ReservationStatus::Hold;
        ConfirmedRoom::new(board, room, status, &app.secret).with_link(link.as_ref(), room, status, None)
    };
    Ok(Some(written.iter().map(confirmed).collect()))
}

/// Sets aside what is due now, before anything is booked, or has the page of a link made, with its address; nothing when
/// neither a card nor a link pays it.
async fn set_aside(
    app: &App,
    property: &Property,
    batch_id: Uuid,
    headers: &HeaderMap,
    language: Option<&str>,
    plan: &impl Fn(&Batch) -> Answer<Commit>,
) -> Answer<Option<(Payment, Option<String>)>> {
    // Its holds live on while the bank is asked, and the guest perhaps asked to confirm.
    let batch = super::read(app, property, batch_id).await?;
    let Commit::Plan(plan) = plan(&batch.state)? else { return Ok(None) };
    let page_origin = || page_origin(app, headers, None);
    if let Some(amount) = plan.by_link() {
        return payment_links::begin(app, property, page_origin()?, batch_id, amount, language).await;
    }
    let Some((amount, card)) = plan.charge() else { return Ok(None) };
    let (card_token, card, page_origin) = (card.token.clone(), card.charged(), page_origin()?);
    let language = language.map(str::to_owned);
    let order = payments::Order { batch_id, amount, card_token, card, page_origin, language };
    Ok(payments::authorise(app, property, &order).await?.map(|payment| (payment, None)))
}

/// The rooms of a committed batch; `None` while it is open.
pub(super) async fn confirmed(
    app: &App,
    property: &Property,
    headers: &HeaderMap,
    batch: &Batch,
) -> Answer<Option<Vec<ConfirmedRoom>>> {
    let Status::Committed { confirmation_nos, .. } = &batch.status else { return Ok(None) };
    let mut rooms: Vec<Kept> = Vec::with_capacity(confirmation_nos.len());
    for number in confirmation_nos {
        let found = reservations::find(&app.db, property.property_id, number).await?;
        let mut room: Kept = found.ok_or(Code::ReservationUnknown)?;
        if room.detail.guest.is_forgotten() {
            continue;
        }
        // Who has just paid is asked for nothing, though nobody has heard of it yet. One link is for all of them.
        if !rooms.iter().any(|before| before.detail.is_by_link()) {
            room = payment_links::with_what_was_paid(app, room).await?;
        }
        if !room.detail.agreed.back_to.is_empty() {
            let refunds = store::refunds::of(&app.db, room.property_id, room.reservation_id).await?;
            room.detail.agreed.back_to = refunds::taken_of_change(&room, refunds);
        }
        rooms.push(room);
    }
    let link = payment_links::of_rooms(app, property, headers, &rooms).await?;
    let board = &property.board;
    let mut confirmed = Vec::with_capacity(rooms.len());
    for room in &rooms {
        let Kept { detail, status, .. } = room;
        let came_to = CameTo::of(app, room).await?;
        let cancelled = came_to.as_ref().map(|came_to| CancelledStay::new(board, detail, came_to));
        let told = ConfirmedRoom::new(board, detail, *status, &app.secret);
        let gone = came_to.map(|came_to| came_to.by);
        confirmed.push(ConfirmedRoom { cancelled, ..told.with_link(link.as_ref(), detail, *status, gone) });
    }
    Ok(Some(confirmed))
}

fn request(
    app: &App,
    property: &Property,
    batch_id: Uuid,
    body: &CommitBody,
    currency: Option<&Currency>,
) -> Answer<CommitRequest> {
    let hotel = property.board.hotel();
    let mut sessions = Vec::with_capacity(body.sessions.len());
    for (at, given) in body.sessions.iter().enumerate() {
        let path = |field: &str| format!("sessions[{at}].{field}");
        let session_id = given
            .session_id
            .parse()
            .map_err(|_| Problem::field(path("session_id"), "is no session of this booking"))?;
        let guest =
            given.guest_data.as_ref().map(|guest| guests::check(hotel, guest, &path("guest_data"))).transpose()?;
        let checked = |field: &str, text: &str| {
            let refused = |error: FieldError| Problem::new(Code::Unacceptable).with_field(path(field), error.message);
            guest::remarks(text).map_err(refused)
        };
        let told = [("stay_remarks", &given.stay_remarks), ("remarks", &given.remarks)];
        let told = told.into_iter().filter_map(|(field, text)| Some(checked(field, text.as_deref()?)));
        let mut told: Vec<Option<String>> = told.collect::<Result<_, _>>()?;
        told.dedup();
        // an empty one takes back what a stay that is changed had
        let remarks = match told.is_empty() {
            true => None,
            false => {
                checked("remarks", &told.into_iter().flatten().collect::<Vec<_>>().join("\n"))?.or(Some(String::new()))
            }
        };
        let kind = given.defined_guarantee_type_id.as_ref().or(given.guarantee_type.as_ref());
        let guarantee = match kind {
            Some(kind) => {
                let (details, field) = (given.guarantee_details.as_ref(), path("guarantee_details"));
                let card = card(app, property.property_id, batch_id, details, &field)?;
                Some(Guarantee::new(hotel, kind.clone(), card))
            }
            None => None,
        };
        sessions.push(SessionDetails {
            session_id,
            guest,
            remarks,
            guarantee,
            expected: given.expected_room.as_ref().map(|room| expected(room, &path("expected_room"))).transpose()?,
            expected_terms: given.expected_room.as_ref().and_then(|room| room.terms.clone()),
        });
    }
    let ride = |(at, ride): (usize, &TransportBody)| {
        let session = ride.session_id.as_ref().map(|text| text.parse()).transpose().map_err(|_| {
            Problem::field(format!("transportations[{at}].session_id"), "is no session of this booking")
        })?;
        let TransportBody { title, body, start_date, time, .. } = ride.clone();
        Ok((session, TransportInput { title, body, start_date, time }))
    };
    let transports = body.transportations.as_ref();
    let transports =
        transports.map(|rides| rides.iter().enumerate().map(ride).collect::<Answer<Vec<_>>>()).transpose()?;
    let expected_total = body
        .expected_total
        .zip(currency)
        .map(|(amount, currency)| currency.from_decimal_f64(amount))
        .transpose()
        .map_err(|error| Problem::field("expected_total", error.to_string()))?;
    Ok(CommitRequest { sessions, transports, expected_total, member: None, may_redeem: false })
}

fn expected(room: &ExpectedRoomBody, path: &str) -> Answer<ExpectedRoom> {
    let date = |field: &str, text: &str| extract::date(&format!("{path}.{field}"), text);
    let arrival = date("check_in_date", &room.check_in_date)?;
    let departure = date("check_out_date", &room.check_out_date)?;
    let stay = Stay::new(arrival, departure)
        .map_err(|error| Problem::field(format!("{path}.check_out_date"), error.to_string()))?;
    Ok(ExpectedRoom {
        room_type: room.room_type_id.clone(),
        rate_plan: room.rate_code_id.clone(),
        stay,
        adults: room.number_of_adults,
        children: room.number_of_children,
        rooms: room.number_of_rooms,
        package: room.package_id.clone(),
        unit: room.room_unit_number.clone(),
        addons: room
            .reservation_addons
            .as_ref()
            .map(|entries| ReservationAddon::asks(entries, &format!("{path}.reservation_addons")))
            .transpose()?
            .map(|(asks, _)| asks),
        points: room.total_redeemed_points,
    })
}

/// The card that the page brings back. Its seal says that the vault told it so, for this batch or reservation, not long
/// ago.
pub(crate) fn card(
    app: &App,
    property_id: i64,
    of: Uuid,
    details: Option<&GuaranteeDetails>,
    path: &str,
) -> Answer<Option<Card>> {
    let Some(details) = details else { return Ok(None) };
    let Some(token) = details.custom_field_5.clone().filter(|token| !token.is_empty()) else { return Ok(None) };
    let text = |field: &Option<String>| field.clone().unwrap_or_default();
    let expiry = text(&details.custom_field_4);
    let (month, year) = expiry.split_once('/').unwrap_or(("", ""));
    let card = Card {
        masked_number: text(&details.custom_field_1),
        brand: text(&details.custom_field_2),
        holder: text(&details.custom_field_3),
        expiry_month: month.trim().parse().unwrap_or(0),
        expiry_year: year.trim().parse().unwrap_or(0),
        token,
        unique_code: text(&details.custom_field_10),
    };
    unsealed(app, property_id, of, card)
        .map(Some)
        .ok_or_else(|| Problem::new(Code::CardRequired).with_field(path, "is not what the card service answered"))
}
