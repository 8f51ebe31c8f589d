//! `GET .../mini-rates-with-availability/v3`: what can be booked for these dates and people, and why the rest cannot.
//!
//! The answer is written straight into a buffer from the board in memory: no intermediate tree, and no SQL but for the
//! booking that a `session_id` names.

use std::cell::RefCell;
use std::io::Write as _;
use std::ops::Range;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use domain::board::{Board, PackageId};
use domain::deal::{Deal, Mop};
use domain::hotel::Penalty;
use domain::money::Currency;
use domain::nearest;
use domain::offer::{Offer, Offers, Packages, Points, Query as Question, RoomAnswer};
use domain::policy::{Moment, PenaltyStep, Terms, at_least};
use domain::pricing::NightAmount;
use domain::reason::Reason;
use domain::rooming;
use domain::split::split_stay;
use jiff::Timestamp;
use jiff::civil::Date;

use crate::access;
use crate::app::App;
use crate::asked::{self, Codes};
use crate::boards::Property;
use crate::error::{Answer, ProblemBody};
use crate::exchange::{self, Exchange};
use crate::extract::{Path, Query};
use crate::letters::texts::Texts;
use crate::limits::Caller;
use crate::wire::Prices;
use crate::wire::availability::{Availability, Found};
use crate::wire::deal::Opened;
use crate::wire::package::PackageChargeType;
use crate::write::{amount, conversion, date, moment, quoted, twin};

/// An offer takes no more bytes than this, its plan and its nights apart; if one does, the buffer grows.
const OFFER_BYTES: usize = 1200;
/// A night of an offer takes no more than this.
const NIGHT_BYTES: usize = 48;

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
        ("package_id" = Option<String>, Query, example = "STEAM", description = "only rates with this package; one that the hotel does not have is passed over"),
        ("book_with_points" = Option<bool>, Query, description = "only rates that are booked with points"),
        ("discount_id" = Option<String>, Query, example = "WINTER15"), ("group_code" = Option<String>, Query, example = "SKICLUB"),
        ("company_code" = Option<String>, Query, example = "MARJAN"), ("mop" = Option<String>, Query, description = "GUEST or COMPANY"),
        ("language_code" = Option<String>, Query, description = "of the names of what a code opens"),
        ("session_id" = Option<String>, Query, description = "with its secret: what this session holds, and a stay that it changes, counts as free for it")),
    responses((status = 200, body = Availability),
        (status = 400, body = ProblemBody, content_type = "application/problem+json"), (status = 404, body = ProblemBody, content_type = "application/problem+json"),
        (status = 422, body = ProblemBody, content_type = "application/problem+json")))]
pub async fn get(
    State(app): State<App>,
    caller: Option<Extension<Caller>>,
    Path(property_id): Path<i64>,
    query: Query,
    headers: HeaderMap,
) -> Answer<impl IntoResponse> {
    let property = app.property(property_id).await?;
    let board = &property.board;
    let stay = asked::stay(query.date("check_in_date")?, query.date("check_out_date")?)?;
    let adults = query.number("number_of_persons", Some(1), 1, 99)?;
    let children = query.number("number_of_children", Some(0), 0, 16)?;
    let party = asked::party(board, ("number_of_persons", adults), children, &query.ages("children_ages")?)?;
    let rooms = query.number("number_of_rooms", Some(1), 1, asked::MAX_ROOMS)? as u16;
    let exchange = exchange::asked(&app, board, &query).await?;
    let own = access::own(&app, &headers, &query, property_id).await;
    let held = own.as_ref().map_or_else(Vec::new, |own| own.holds(board));
    let kept = own.as_ref().and_then(|own| own.kept(board));
    let now = app.clock.now();
    let codes = Codes::of(&query);
    // A code that opens nothing is answered like none: what it would have opened is null.
    let together = own.as_ref().map_or(rooms, |own| own.rooms_with(rooms));
    let agreed = own.as_ref().and_then(access::Own::agreed);
    let deal = codes.deal((&app, caller), board, together, agreed)?.unwrap_or_default();
    let plans = asked::plans(board, deal, &query);
    let known = query.text("package_id").and_then(|code| board.package_index(code));
    let packages = known.map_or(Packages::All, Packages::Only);
    let points = if query.text("book_with_points") == Some("true") { Points::Only } else { Points::All };
    let question = Question {
        rooms,
        plans: plans.as_deref(),
        own: &held,
        kept,
        deal,
        packages,
        points,
        ..Question::new(stay, party)
    };
    let owed = own.as_ref().map_or(0, |own| own.owed(now));
    let body = write(&property, &question, exchange.as_ref(), query.text("language_code"), (owed, now));
    Ok(([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")], body))
}

/// The whole answer as JSON. `owed` at the moment of asking is what cancelling costs at least, in minor units.
pub fn write(
    property: &Property,
    question: &Question<'_>,
    exchange: Option<&Exchange>,
    language: Option<&str>,
    (owed, now): (i64, Timestamp),
) -> Vec<u8> {
    OFFERS.with_borrow_mut(|offers| {
        let board = &property.board;
        offers.ask(board, question, now);
        let owed = Some((owed, Moment::new(now, board))).filter(|(owed, _)| *owed > 0);
        let shared = Shared { owed, ..Shared::new(board, question, offers) };
        let mut of_offer =
            OFFER_BYTES + property.fragments.longest_plan + NIGHT_BYTES * usize::from(question.stay.nights());
        if exchange.is_some() {
            of_offer *= 2;
        }
        let mut out = Vec::with_capacity(2048 + property.fragments.tail.len() + of_offer * offers.all().len());
        out.extend_from_slice(b"{\"conversion\":");
        conversion(&mut out, exchange);
        out.extend_from_slice(b",\"rate_details\":[");
        let mut first = true;
        for room in offers.rooms().iter().filter(|room| !offers.of_room(room).is_empty()) {
            comma(&mut out, &mut first);
            room_offer(&mut out, property, question, exchange, offers, &shared, room);
        }
        out.extend_from_slice(b"],\"unavailable\":[");
        first = true;
        for room in offers.rooms() {
            if !offers.room_reasons(room).is_empty() || !offers.refusals(room).is_empty() {
                comma(&mut out, &mut first);
                unavailable(&mut out, property, offers, room);
            }
        }
        // What is booked with points is nothing for somebody who does not ask for it.
        let asked_for = |offer: &Offer| question.points == Points::Only || !board.plan(offer.plan).points_eligible();
        if !offers.all().iter().any(asked_for) {
            instead(&mut out, board, question, exchange, (shared.owed.map_or(0, |(owed, _)| owed), now));
        } else {
            out.extend_from_slice(b"],\"nearest_stays\":[],\"split_stay\":null,\"more_rooms\":null,");
        }
        package_charge_types(&mut out, board, question, exchange, offers);
        opened(&mut out, property, question, language, now);
        out.extend_from_slice(property.fragments.tail.as_bytes());
        out
    })
}

/// Parts of one answer that many of its offers share, written once.
struct Shared {
    text: Vec<u8>,
    /// By night: its entry of `price_details` up to the amount, with the comma before it.
    nights: Vec<Range<usize>>,
    /// By plan: `cancellation` up to the amount of its penalty, which each offer has its own.
    cancellations: Vec<Range<usize>>,
    /// What cancelling costs at least, from when on.
    owed: Option<(i64, Moment)>,
}

impl Shared {
    fn new(board: &Board, question: &Question<'_>, offers: &Offers) -> Shared {
        let (nights, plans) = (question.stay.dates(), board.plan_ids());
        let mut text = Vec::with_capacity(NIGHT_BYTES * nights.len() + 160 * plans.len());
        let mut part = |write: &dyn Fn(&mut Vec<u8>)| {
            let begin = text.len();
            write(&mut text);
            begin..text.len()
        };
        let nights = nights.map(|night| part(&|out| night_head(out, night))).collect();
        let cancellations = plans.map(|plan| part(&|out| cancellation_head(out, board, offers.terms(board, plan))));
        let cancellations = cancellations.collect();
        Shared { nights, cancellations, text, owed: None }
    }
}

fn night_head(out: &mut Vec<u8>, night: Date) {
    out.extend_from_slice(b",{\"date\":");
    date(out, night);
    out.extend_from_slice(b",\"amount\":");
}

fn cancellation_head(out: &mut Vec<u8>, board: &Board, terms: &Terms) {
    out.extend_from_slice(b",\"cancellation\":{\"free_until\":");
    match &terms.free_until {
        Some(until) => moment(out, until),
        None => out.extend_from_slice(b"null"),
    }
    out.extend_from_slice(b",\"penalty\":");
    match terms.penalty {
        Some(penalty) => {
            out.push(b'{');
            penalty_head(out, board.currency(), penalty);
        }
        None => out.extend_from_slice(b"null"),
    }
}

/// What the packages on offer contain.
fn package_charge_types(
    out: &mut Vec<u8>,
    board: &Board,
    question: &Question<'_>,
    exchange: Option<&Exchange>,
    offers: &Offers,
) {
    out.extend_from_slice(b"\"package_charge_types\":");
    let offered = |package: &PackageId| offers.all().iter().any(|offer| offer.package == Some(*package));
    let contents = board.package_ids().filter(offered);
    let prices = Prices::new(board.currency(), exchange);
    let contents =
        contents.flat_map(|package| PackageChargeType::all(board, package, &question.stay, &question.party, &prices));
    written(out, &contents.collect::<Vec<_>>());
    out.push(b',');
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
    out.extend_from_slice(&text.as_bytes()[1..text.len() - 1]);
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
    shared: &Shared,
    room: &RoomAnswer,
) {
    out.extend_from_slice(property.fragments.rooms[usize::from(room.room.0)].as_bytes());
    out.extend_from_slice(itoa::Buffer::new().format(room.left).as_bytes());
    out.extend_from_slice(b",\"rate_codes\":[");
    let mut first = true;
    for offer in offers.of_room(room) {
        comma(out, &mut first);
        rate_code(out, property, question, exchange, offers, shared, offer);
    }
    out.extend_from_slice(b"]}");
}

fn rate_code(
    out: &mut Vec<u8>,
    property: &Property,
    question: &Question<'_>,
    exchange: Option<&Exchange>,
    offers: &Offers,
    shared: &Shared,
    offer: &Offer,
) {
    let board = &property.board;
    let currency = board.currency();
    let nights = offers.nights(offer);
    let plan = usize::from(offer.plan.0);
    out.extend_from_slice(property.fragments.rate(offer.plan, offer.package).as_bytes());
    out.extend_from_slice(b",\"rate_amount\":");
    let first_night = nights.first().map_or(0, NightAmount::asked);
    amount(out, currency, first_night);
    twin(out, b",\"conversion_rate_amount\":", exchange, Some(first_night));
    out.extend_from_slice(b",\"price_summary\":");
    let summary = offers.summary(board, offer);
    let converted = exchange.map(|Exchange { conversion, .. }| (summary.converted(conversion), conversion.to));
    summary.write_json(currency, converted.as_ref().map(|(summary, to)| (summary, *to)), out);
    out.extend_from_slice(b",\"price_details\":");
    let list = out.len();
    for (head, cost) in shared.nights.iter().zip(nights) {
        out.extend_from_slice(&shared.text[head.clone()]);
        amount(out, currency, cost.asked());
        twin(out, b",\"conversion_amount\":", exchange, Some(cost.asked()));
        out.push(b'}');
    }
    // A stay has a night: the comma before the first becomes the bracket.
    out[list] = b'[';
    out.extend_from_slice(b"],\"deposit_schedules\":[");
    let mut first = true;
    // Of a guest whose company pays nothing is asked.
    let asked = !matches!(question.deal, Deal::Company { mop: Mop::Company, .. });
    for deposit in offers.deposits(board, offer, &question.stay).filter(|_| asked) {
        comma(out, &mut first);
        out.extend_from_slice(b"{\"date\":");
        date(out, deposit.date);
        out.extend_from_slice(b",\"amount\":");
        amount(out, currency, deposit.amount);
        twin(out, b",\"conversion_amount\":", exchange, Some(deposit.amount));
        out.push(b'}');
    }
    out.push(b']');
    let priced = |out: &mut Vec<u8>, minor| {
        amount(out, currency, minor);
        twin(out, b",\"conversion_amount\":", exchange, Some(minor));
        out.push(b'}');
    };
    let owed = shared.owed.map(|(owed, now)| at_least(offers.penalty_steps(board, offer, now), owed, now));
    match &owed {
        Some(steps) => {
            out.extend_from_slice(b",\"cancellation\":{\"free_until\":null,\"penalty\":{");
            penalty_head(out, currency, steps[0].penalty);
            priced(out, steps[0].amount);
        }
        None => {
            out.extend_from_slice(&shared.text[shared.cancellations[plan].clone()]);
            let terms = offers.cancellation(board, offer);
            if terms.penalty.is_some() {
                priced(out, terms.amount);
            }
        }
    }
    out.extend_from_slice(b",\"later_penalties\":[");
    first = true;
    let mut later = |out: &mut Vec<u8>, step: &PenaltyStep| {
        comma(out, &mut first);
        out.extend_from_slice(b"{\"from\":");
        moment(out, &step.from);
        out.push(b',');
        penalty_head(out, currency, step.penalty);
        priced(out, step.amount);
    };
    match &owed {
        Some(steps) => steps[1..].iter().for_each(|step| later(out, step)),
        None => offers.later_penalties(board, offer).for_each(|step| later(out, &step)),
    }
    out.extend_from_slice(b"]}}");
}

/// A number, without a text of its own in between.
fn figure(out: &mut Vec<u8>, value: f64) {
    write!(out, "{value}").unwrap_or_else(|error| unreachable!("memory takes every byte: {error}"));
}

/// The members of a penalty up to its amount.
fn penalty_head(out: &mut Vec<u8>, currency: &Currency, penalty: Penalty) {
    let (kind, value) = crate::wire::penalty_parts(penalty, currency);
    out.extend_from_slice(b"\"kind\":\"");
    out.extend_from_slice(kind.as_bytes());
    out.extend_from_slice(b"\",\"value\":");
    figure(out, value);
    out.extend_from_slice(b",\"amount\":");
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
    board: &Board,
    question: &Question<'_>,
    exchange: Option<&Exchange>,
    (owed, now): (i64, Timestamp),
) {
    let points = if question.points == Points::Only { Points::Only } else { Points::None };
    let question = &Question { packages: Packages::None, points, ..*question };
    let found = Found { board, query: question, prices: Prices::new(board.currency(), exchange), now, owed };
    let nearest = nearest::nearest_stays(board, question, now, nearest::Reach::default());
    out.extend_from_slice(b"],\"nearest_stays\":");
    written(out, &nearest.iter().map(|near| found.nearest(near)).collect::<Vec<_>>());
    out.extend_from_slice(b",\"split_stay\":");
    written(out, &split_stay(board, question, now).map(|parts| found.split(&parts)));
    out.extend_from_slice(b",\"more_rooms\":");
    written(out, &more_rooms(board, question, now).map(|rooms| found.rooming(&rooms)));
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

#[cfg(test)]
mod tests {
    use domain::board::PlanId;
    use domain::party::Party;
    use domain::stay::Stay;
    use jiff::civil::date;

    use super::*;
    use crate::boards::tests::harbour_house;

    #[test]
    fn one_more_offer_costs_no_allocation_and_few_bytes() {
        let property = harbour_house();
        let now = "2026-11-21T14:00:00Z".parse().expect("an instant");
        let ask = |nights, plans: Option<&[PlanId]>| {
            let stay = Stay::of_nights(date(2027, 2, 8), nights).expect("a stay");
            let question = Question { plans, ..Question::new(stay, Party::new(1, &[]).expect("a party")) };
            // The buffers of the thread grow at the first question.
            let answer = write(&property, &question, None, None, (0, now));
            let offers = OFFERS.with_borrow(|offers| offers.all().len());
            let work = allocation_counter::measure(|| drop(write(&property, &question, None, None, (0, now))));
            (offers, work.count_total, answer.len())
        };
        let few = ask(2, Some(&[PlanId(0)]));
        let many = ask(14, None);
        assert!(many.0 >= 2 * few.0 && few.0 > 0, "{few:?} {many:?}");
        assert_eq!(few.1, many.1, "{few:?} {many:?}");
        let longest = OFFER_BYTES + property.fragments.longest_plan + 14 * NIGHT_BYTES;
        assert!(many.2 - few.2 <= many.0 * longest, "{few:?} {many:?}");
    }
}
