//! `GET .../mini-rates-with-availability/v3`: what can be booked for these dates and people, and why the rest cannot.
//!
//! The answer is written straight into a buffer from the board in memory: no SQL, no intermediate tree.

use std::cell::RefCell;

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use domain::board::Board;
use domain::deal::Deal;
use domain::nearest;
use domain::offer::{Offer, Offers, Query as Question, RoomAnswer};
use domain::reason::Reason;
use domain::rooming;
use domain::split::split_stay;
use jiff::Timestamp;

use crate::app::App;
use crate::asked::{self, Codes};
use crate::boards::Property;
use crate::error::{Answer, ProblemBody};
use crate::exchange::{self, Exchange};
use crate::extract::{Path, Query};
use crate::letters::texts::Texts;
use crate::wire::Prices;
use crate::wire::availability::{Availability, Rooming, SplitStay};
use crate::wire::deal::Opened;
use crate::write::{amount, conversion, date, moment, quoted, twin};

thread_local! {
    /// Buffers of the pricing engine, used again by every request of a worker.
    static OFFERS: RefCell<Offers> = RefCell::new(Offers::default());
}

/// Availability and prices
///
/// Every room type with its rates for the whole stay, everything mandatory in the total; whatever cannot be sold with
/// its reasons; the nearest stays that can be sold when nothing can (API-12, API-13, API-14).
#[utoipa::path(get, path = "/v4/properties/{property_id}/mini-rates-with-availability/v3", tag = "availability",
    params(("property_id" = i64, Path),
        ("check_in_date" = jiff::civil::Date, Query, example = "2026-12-12"), ("check_out_date" = jiff::civil::Date, Query, example = "2026-12-15"),
        ("number_of_rooms" = Option<u8>, Query, minimum = 1, maximum = 6), ("number_of_persons" = Option<u8>, Query, description = "adults in each room"),
        ("number_of_children" = Option<u8>, Query), ("children_ages" = Option<String>, Query, example = "7,9"),
        ("rate_code_ids" = Option<String>, Query, example = "FLEX,ADVANCE"), ("conversion_currency" = Option<String>, Query),
        ("discount_id" = Option<String>, Query, example = "WINTER15"), ("group_code" = Option<String>, Query, example = "SKICLUB"),
        ("company_code" = Option<String>, Query, example = "MARJAN"), ("mop" = Option<String>, Query, description = "GUEST or COMPANY"),
        ("language_code" = Option<String>, Query, description = "of the names of what a code opens"),
        ("session_id" = Option<String>, Query, description = "what this session holds counts as free for it")),
    responses((status = 200, body = Availability),
        (status = 400, body = ProblemBody, content_type = "application/problem+json"), (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get(State(app): State<App>, Path(property_id): Path<i64>, query: Query) -> Answer<impl IntoResponse> {
    let property = app.property(property_id).await?;
    let board = &property.board;
    let stay = asked::stay(query.date("check_in_date")?, query.date("check_out_date")?)?;
    let adults = query.number("number_of_persons", Some(1), 1, 99)?;
    let children = query.number("number_of_children", Some(0), 0, 16)?;
    let party = asked::party(board, ("number_of_persons", adults), children, &query.ages("children_ages")?)?;
    let rooms = query.number("number_of_rooms", Some(1), 1, asked::MAX_ROOMS)? as u16;
    let exchange = exchange::asked(&app, board, &query).await?;
    let plans = asked::plans(board, &query);
    let held = match query.text("session_id") {
        Some(session) => app.batches.held_by(&app, property_id, session).await,
        None => Vec::new(),
    };
    let now = app.clock.now();
    let codes = Codes {
        discount: query.text("discount_id"),
        group: query.text("group_code"),
        company: query.text("company_code"),
        mop: query.text("mop"),
    };
    // A code that opens nothing is answered like none: what it would have opened is null.
    let deal = codes.deal(board, rooms, board.business_day(now))?.unwrap_or_default();
    let question = Question { rooms, plans: plans.as_deref(), own: &held, deal, ..Question::new(stay, party) };
    let body = write(&property, &question, exchange.as_ref(), query.text("language_code"), now);
    Ok(([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")], body))
}

/// The whole answer as JSON.
pub fn write(
    property: &Property,
    question: &Question<'_>,
    exchange: Option<&Exchange>,
    language: Option<&str>,
    now: Timestamp,
) -> Vec<u8> {
    OFFERS.with_borrow_mut(|offers| {
        let board = &property.board;
        offers.ask(board, question, now);
        let mut out = Vec::with_capacity(2048 + property.fragments.tail.len() + 1400 * offers.all().len());
        out.extend_from_slice(b"{\"conversion\":");
        conversion(&mut out, exchange);
        out.extend_from_slice(b",\"rate_details\":[");
        let mut first = true;
        for room in offers.rooms().iter().filter(|room| !offers.of_room(room).is_empty()) {
            comma(&mut out, &mut first);
            room_offer(&mut out, property, question, exchange, offers, room, now);
        }
        out.extend_from_slice(b"],\"unavailable\":[");
        first = true;
        for room in offers.rooms() {
            if !offers.room_reasons(room).is_empty() || !offers.refusals(room).is_empty() {
                comma(&mut out, &mut first);
                unavailable(&mut out, property, offers, room);
            }
        }
        if offers.all().is_empty() {
            instead(&mut out, property, question, exchange, now);
        } else {
            out.extend_from_slice(b"],\"nearest_stays\":[],\"split_stay\":null,\"more_rooms\":null,");
        }
        opened(&mut out, property, question, language, now);
        out.extend_from_slice(property.fragments.tail.as_bytes());
        out
    })
}

/// What the guest's code opened.
fn opened(out: &mut Vec<u8>, property: &Property, question: &Question<'_>, language: Option<&str>, now: Timestamp) {
    if question.deal == Deal::Public {
        out.extend_from_slice(b"\"discount\":null,\"company\":null,\"group_block\":{\"id\":null,\"group_name\":null},");
        return;
    }
    let board = &property.board;
    let opened =
        Opened::asked(&Texts::new(board.hotel(), language), question.deal, &question.stay, board.business_day(now));
    let text = serde_json::to_string(&opened).unwrap_or_default();
    out.extend_from_slice(text[1..text.len() - 1].as_bytes());
    out.push(b',');
}

fn comma(out: &mut Vec<u8>, first: &mut bool) {
    if !std::mem::take(first) {
        out.push(b',');
    }
}

fn room_offer(
    out: &mut Vec<u8>,
    property: &Property,
    question: &Question<'_>,
    exchange: Option<&Exchange>,
    offers: &Offers,
    room: &RoomAnswer,
    now: Timestamp,
) {
    out.extend_from_slice(property.fragments.rooms[usize::from(room.room.0)].as_bytes());
    out.extend_from_slice(itoa::Buffer::new().format(room.left).as_bytes());
    out.extend_from_slice(b",\"rate_codes\":[");
    let mut first = true;
    for offer in offers.of_room(room) {
        comma(out, &mut first);
        rate_code(out, property, question, exchange, offers, offer, now);
    }
    out.extend_from_slice(b"]}");
}

fn rate_code(
    out: &mut Vec<u8>,
    property: &Property,
    question: &Question<'_>,
    exchange: Option<&Exchange>,
    offers: &Offers,
    offer: &Offer,
    now: Timestamp,
) {
    let board = &property.board;
    let currency = board.currency();
    let nights = offers.nights(offer);
    out.push(b'{');
    out.extend_from_slice(property.fragments.plans[usize::from(offer.plan.0)].as_bytes());
    out.extend_from_slice(b",\"rate_amount\":");
    let first_rate = nights.first().map_or(0, |night| night.rate);
    amount(out, currency, first_rate);
    twin(out, b",\"conversion_rate_amount\":", exchange, Some(first_rate));
    out.extend_from_slice(b",\"price_summary\":");
    let summary = offers.summary(board, offer);
    let converted = exchange.map(|Exchange { conversion, .. }| (summary.converted(conversion), conversion.to));
    summary.write_json(currency, converted.as_ref().map(|(summary, to)| (summary, *to)), out);
    out.extend_from_slice(b",\"price_details\":[");
    let mut first = true;
    for (night, cost) in question.stay.dates().zip(nights) {
        comma(out, &mut first);
        out.extend_from_slice(b"{\"date\":");
        date(out, night);
        out.extend_from_slice(b",\"amount\":");
        amount(out, currency, cost.rate);
        out.extend_from_slice(b",\"total\":");
        amount(out, currency, cost.total);
        twin(out, b",\"conversion_amount\":", exchange, Some(cost.rate));
        twin(out, b",\"conversion_total\":", exchange, Some(cost.total));
        out.push(b'}');
    }
    out.extend_from_slice(b"],\"deposit_schedules\":[");
    let today = offers.today().unwrap_or_else(|| board.business_day(now));
    first = true;
    for deposit in offers.deposits(board, offer, &question.stay, today) {
        comma(out, &mut first);
        out.extend_from_slice(b"{\"date\":");
        date(out, deposit.date);
        out.extend_from_slice(b",\"amount\":");
        amount(out, currency, deposit.amount);
        twin(out, b",\"conversion_amount\":", exchange, Some(deposit.amount));
        out.push(b'}');
    }
    out.extend_from_slice(b"],\"cancellation\":{\"free_until\":");
    let terms = offers.cancellation(board, offer);
    match &terms.free_until {
        Some(until) => moment(out, until),
        None => out.extend_from_slice(b"null"),
    }
    out.extend_from_slice(b",\"penalty\":");
    match terms.penalty {
        Some(penalty) => {
            let (kind, value) = crate::wire::penalty_parts(penalty, currency);
            out.extend_from_slice(b"{\"kind\":\"");
            out.extend_from_slice(kind.as_bytes());
            out.extend_from_slice(b"\",\"value\":");
            out.extend_from_slice(value.to_string().as_bytes());
            out.extend_from_slice(b",\"amount\":");
            amount(out, currency, terms.amount);
            twin(out, b",\"conversion_amount\":", exchange, Some(terms.amount));
            out.push(b'}');
        }
        None => out.extend_from_slice(b"null"),
    }
    out.extend_from_slice(b"}}");
}

fn unavailable(out: &mut Vec<u8>, property: &Property, offers: &Offers, room: &RoomAnswer) {
    out.extend_from_slice(b"{\"room_type_id\":");
    quoted(out, &property.board.room(room.room).code);
    out.extend_from_slice(b",\"reasons\":");
    reasons(out, offers.room_reasons(room));
    out.extend_from_slice(b",\"rate_codes\":[");
    let mut first = true;
    for refusal in offers.refusals(room) {
        comma(out, &mut first);
        out.extend_from_slice(b"{\"id\":");
        quoted(out, &property.board.plan(refusal.plan).code);
        out.extend_from_slice(b",\"reasons\":");
        reasons(out, offers.refusal_reasons(refusal));
        out.push(b'}');
    }
    out.extend_from_slice(b"]}");
}

/// A list of reasons.
pub fn reasons(out: &mut Vec<u8>, reasons: &[Reason]) {
    out.push(b'[');
    let mut first = true;
    for reason in reasons {
        comma(out, &mut first);
        out.extend_from_slice(b"{\"code\":\"");
        out.extend_from_slice(reason.code.as_str().as_bytes());
        out.push(b'"');
        if let Some(value) = reason.value {
            out.extend_from_slice(b",\"value\":");
            out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
        }
        if let Some(day) = reason.date {
            out.extend_from_slice(b",\"date\":");
            date(out, day);
        }
        out.push(b'}');
    }
    out.push(b']');
}

/// What can be had when nothing is on offer.
fn instead(
    out: &mut Vec<u8>,
    property: &Property,
    question: &Question<'_>,
    exchange: Option<&Exchange>,
    now: Timestamp,
) {
    let board = &property.board;
    out.extend_from_slice(b"],\"nearest_stays\":[");
    nearest_stays(out, board, question, exchange, now);
    out.extend_from_slice(b"],\"split_stay\":");
    let prices = Prices::new(board.currency(), exchange);
    let split = split_stay(board, question, now).map(|parts| SplitStay::new(board, &parts, &prices));
    written(out, &split);
    out.extend_from_slice(b",\"more_rooms\":");
    written(out, &more_rooms(board, question, now).map(|found| Rooming::new(board, &found, &prices)));
    out.push(b',');
}

/// The same people in the fewest rooms beyond those asked for.
fn more_rooms(board: &Board, question: &Question<'_>, now: Timestamp) -> Option<rooming::Rooming> {
    let rooms = usize::from(question.rooms);
    let adults = u8::try_from(usize::from(question.party.adults()) * rooms).ok()?;
    let ages = question.party.child_ages().repeat(rooms);
    rooming::fewest_rooms(board, question, adults, &ages, question.rooms + 1..=asked::MAX_ROOMS as u16, now)
}

fn written(out: &mut Vec<u8>, value: &impl serde::Serialize) {
    serde_json::to_writer(out, value).unwrap_or_else(|error| unreachable!("plain numbers and texts: {error}"));
}

fn nearest_stays(
    out: &mut Vec<u8>,
    board: &Board,
    question: &Question<'_>,
    exchange: Option<&Exchange>,
    now: Timestamp,
) {
    let mut first = true;
    for near in nearest::nearest_stays(board, question, now, nearest::Reach::default()) {
        comma(out, &mut first);
        out.extend_from_slice(b"{\"check_in_date\":");
        date(out, near.stay.arrival());
        out.extend_from_slice(b",\"check_out_date\":");
        date(out, near.stay.departure());
        out.extend_from_slice(b",\"nights\":");
        out.extend_from_slice(itoa::Buffer::new().format(near.stay.nights()).as_bytes());
        out.extend_from_slice(b",\"shift_days\":");
        out.extend_from_slice(itoa::Buffer::new().format(near.shift_days).as_bytes());
        out.extend_from_slice(b",\"room_type_id\":");
        quoted(out, &board.room(near.room).code);
        out.extend_from_slice(b",\"rate_code_id\":");
        quoted(out, &board.plan(near.plan).code);
        out.extend_from_slice(b",\"total_amount_after_tax_and_fee\":");
        let total = near.totals.grand_total();
        amount(out, board.currency(), total);
        twin(out, b",\"conversion_total_amount_after_tax_and_fee\":", exchange, Some(total));
        out.push(b'}');
    }
}
