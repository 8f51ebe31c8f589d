//! Making the booking: all rooms of a batch, or none.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::addon::{AddonAsk, AgreedAddon};
use crate::board::Board;
use crate::booking::batch::whole_seconds;
use crate::booking::change::{Existing, moved, write_change};
use crate::booking::{
    AgreedPoints, Batch, Card, Charge, Choice, Guarantee, Refusal, Rooms, Session, Status, StayChange, reprice,
};
use crate::confirmation;
use crate::guest::{FieldError, Guest, GuestInput, GuestRules, same_name};
use crate::hotel::{Code, Hotel};
use crate::policy::needs_card;
use crate::stay::Stay;
use crate::transport::{Transport, TransportInput};

/// Where random bits come from: the caller's generator, 64 at a time.
pub type RandomBits<'a> = &'a mut dyn FnMut() -> u64;

/// What a commit is asked with.
#[derive(Debug, Clone, Default)]
pub struct CommitRequest {
    /// Details by session; sessions that are not named keep what they have.
    pub sessions: Vec<SessionDetails>,
    /// Rides with the hotel's car, each with the session it is for; without one it is for the first. `None` leaves those
    /// of a stay that is changed, which go with it.
    pub transports: Option<Vec<(Option<Uuid>, TransportInput)>>,
    /// The price of everything that the guest agreed to, in minor units.
    pub expected_total: Option<i64>,
    /// Account number of the member who is signed in.
    pub member: Option<String>,
    /// Whether the programme lets them pay with points (ROLE-02).
    pub may_redeem: bool,
}

/// What the guest gives for one session.
#[derive(Debug, Clone, Default)]
pub struct SessionDetails {
    /// Which.
    pub session_id: Uuid,
    /// In place of the guest given before.
    pub guest: Option<Guest>,
    /// Wishes for this stay; an empty text takes back those of a stay that is changed.
    pub remarks: Option<String>,
    /// How the room is made sure.
    pub guarantee: Option<Guarantee>,
    /// What the guest saw when they ordered; `None` when it was not said.
    pub expected: Option<ExpectedRoom>,
    /// The [`Choice::terms`] that the guest saw; `None` when it was not said.
    pub expected_terms: Option<String>,
}

/// A choice as the guest saw it. The same price does not make it the same room: another tab of the guest may have
/// chosen anew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedRoom {
    /// Code.
    pub room_type: Code,
    /// Code.
    pub rate_plan: Code,
    /// Nights.
    pub stay: Stay,
    /// In each room.
    pub adults: u8,
    /// In each room.
    pub children: u8,
    /// 1 or more.
    pub rooms: u16,
    /// Code.
    pub package: Option<Code>,
    /// The door.
    pub unit: Option<String>,
    /// What was added; `None` when it was not said.
    pub addons: Option<Vec<AddonAsk>>,
    /// Points that it is paid with; `None` when it was not said.
    pub points: Option<i64>,
}

impl ExpectedRoom {
    fn is(&self, choice: &Choice) -> bool {
        self.room_type == choice.room_type
            && self.rate_plan == choice.rate_plan
            && self.stay == choice.stay
            && (self.adults, self.children) == (choice.party.adults(), choice.party.children())
            && self.rooms == choice.rooms
            && self.package.as_ref() == choice.package.as_ref().map(|package| &package.code)
            && self.unit == choice.unit
            && self.addons.as_ref().is_none_or(|expected| {
                let mut held: Vec<AddonAsk> = choice.addons.iter().map(AgreedAddon::ask).collect();
                let mut expected = expected.clone();
                held.sort_unstable();
                expected.sort_unstable();
                held == expected
            })
            && self.points.is_none_or(|points| points == choice.redeemed_points())
    }
}

/// A committed room.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reservation {
    /// Its key, never shown.
    pub reservation_id: Uuid,
    /// What the guest knows it by; carries the property.
    pub confirmation_no: String,
    /// The hotel's.
    pub property_id: i64,
    /// The batch it was booked with.
    pub batch_id: Uuid,
    /// The session it was chosen for.
    pub session_id: Uuid,
    /// When it was booked.
    pub booked_at: Timestamp,
    /// Whose it is.
    pub guest: Guest,
    /// The last name that it was booked under, once its guest has another: what they call themselves later opens no
    /// room of somebody else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub booked_name: Option<String>,
    /// Wishes for this stay.
    pub remarks: Option<String>,
    /// Rides with the hotel's car, at most one each way. Of several rooms of one choice the first has them.
    #[serde(default)]
    pub transportations: Vec<Transport>,
    /// How it is made sure.
    pub guarantee: Option<Guarantee>,
    /// What of it is paid with the booking, by its card or by a link, in minor units.
    #[serde(default)]
    pub charged: i64,
    /// What changes of the stay have taken from cards since.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub later_charges: Vec<Charge>,
    /// Masked number of the card that was charged last for it, whichever holds it by now; `None` while none was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub charged_card: Option<String>,
    /// When the stay was changed last; `None` when it is as it was booked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stay_changed_at: Option<Timestamp>,
    /// What was agreed, for this one room.
    pub agreed: Choice,
}

impl Reservation {
    /// The last name that it was booked under.
    pub fn name_as_booked(&self) -> &str {
        self.booked_name.as_deref().unwrap_or(&self.guest.last_name)
    }

    /// Gives it another guest, and keeps the name that it was booked under.
    pub fn rename(&mut self, guest: Guest) {
        if !same_name(&guest.last_name, &self.guest.last_name) {
            self.booked_name.get_or_insert_with(|| self.guest.last_name.clone());
        }
        self.guest = guest;
    }

    /// Whether its guest sees another room of the booking: one that was booked under the same last name, whatever it was
    /// mended to since, as a friend's room that was booked along is the friend's own. Whoever this one was written over to
    /// sees only those that were written over to them too, whatever they call themselves by then.
    pub fn shows(&self, other: &Reservation) -> bool {
        let of_one_name = !other.guest.is_forgotten() && same_name(self.name_as_booked(), other.name_as_booked());
        let was_renamed_along =
            || other.booked_name.is_some() && same_name(&self.guest.last_name, &other.guest.last_name);
        of_one_name && (self.booked_name.is_none() || was_renamed_along())
    }

    /// Forgets its guest: what they are called, where they are reached, what they wished, and their cards. What was agreed
    /// and paid stays.
    pub fn forget_guest(&mut self) {
        self.guest = Guest::default();
        self.booked_name = None;
        self.remarks = None;
        self.transportations.iter_mut().for_each(|ride| ride.body = None);
        if let Some(guarantee) = &mut self.guarantee {
            guarantee.card = None;
        }
        // That a card paid stays: what none has paid hangs on a link.
        if let Some(number) = &mut self.charged_card {
            number.clear();
        }
        self.agreed.forget_guest();
    }

    /// Whether it hangs on a link: something of what is paid by it is its own. Its guest has it once that is paid, and loses
    /// it when nobody pays.
    pub fn is_by_link(&self) -> bool {
        self.charged > 0 && self.charged_card.is_none()
    }

    /// The card that makes it sure.
    pub fn card(&self) -> Option<&Card> {
        self.guarantee.as_ref()?.card.as_ref()
    }
}

/// What a commit comes to. Made once a booking and taken apart at once: its size does not matter.
#[allow(clippy::large_enum_variant)]
#[derive(Debug, Clone, PartialEq)]
pub enum Commit {
    /// To be done in one transaction.
    Plan(CommitPlan),
    /// Done before: the same numbers again.
    Done(Vec<String>),
}

/// What the store does to make the booking.
#[derive(Debug, Clone, PartialEq)]
pub struct CommitPlan {
    /// Rooms that go from held to sold, sorted by room type and stay, each pair once.
    pub sell: Vec<Rooms>,
    /// One for each room, in the order of sessions; of a change the one that is changed.
    pub reservations: Vec<Reservation>,
    /// The batch afterwards.
    pub batch: Batch,
    /// What there is to do beside where a booked stay is changed.
    pub change: Option<StayChange>,
}

impl CommitPlan {
    /// What is taken from a card with the order: the deposits due on the day of booking of every room that a card makes
    /// sure, in minor units, and their card; of a change, what it asks for. `None` where nothing is due now,
    /// or no card was given: then the hotel asks for it itself.
    pub fn charge(&self) -> Option<(i64, &Card)> {
        if let Some(change) = &self.change {
            let card = self.reservations.first().and_then(Reservation::card);
            return card.filter(|_| change.charge > 0).map(|card| (change.charge, card));
        }
        let paying = || self.reservations.iter().filter(|room| room.charged > 0 && room.card().is_some());
        let amount = paying().map(|room| room.charged).sum();
        paying().next().and_then(Reservation::card).map(|card| (amount, card))
    }

    /// What the guest is asked to pay by a link once the booking stands: the same deposits of the rooms that an instant
    /// guarantee makes sure, in minor units (PAY-16). `None` where there is nothing to pay so; a change of a stay is not paid by a link.
    pub fn by_link(&self) -> Option<i64> {
        if self.change.is_some() {
            return None;
        }
        let amount = self.reservations.iter().filter(|room| room.is_by_link()).map(|room| room.charged).sum();
        Some(amount).filter(|amount| *amount > 0)
    }
}

/// Plans the commit of a batch. `required` is [`GuestRules::required`]: the fields that every guest must have given.
///
/// Refused, in this order: expired, a booked stay that cannot be changed any more, a session without a choice, a choice
/// that is not the one the guest saw, points whose member is not signed in, may not pay with them or pays with none, a
/// guest that is missing or incomplete, rides that cannot be had, a rate that is gone or has another price than was agreed
/// or asks for another part of it now, terms of cancelling of which a deadline has passed, a guarantee that is missing, not
/// allowed or on an expired card, several cards for what is due now.
pub fn plan(
    batch: &Batch,
    request: &CommitRequest,
    board: &Board,
    required: &[String],
    now: Timestamp,
    random: RandomBits<'_>,
) -> Result<Commit, Refusal> {
    if let Status::Committed { confirmation_nos, .. } = &batch.status {
        return Ok(Commit::Done(confirmation_nos.clone()));
    }
    batch.check_open(now)?;
    if let Some(existing) = &batch.existing {
        existing.check_changeable(board, now)?;
    }
    if request.sessions.iter().any(|details| batch.session(details.session_id).is_none()) {
        return Err(Refusal::UnknownSession);
    }
    let missing: Vec<Uuid> =
        batch.sessions.iter().filter(|session| session.choice.is_none()).map(|session| session.session_id).collect();
    if !missing.is_empty() {
        return Err(Refusal::RoomMissing(missing));
    }
    check_expected(batch, request)?;
    check_points(batch, request)?;
    let mut rooms = collect(batch, request, required, board, now)?;
    add_transports(&mut rooms, request.transports.as_deref(), batch.existing.as_deref(), board.hotel())?;
    check_prices(batch, &rooms, request, board, now)?;
    check_guarantees(batch, &rooms, board, now)?;
    Ok(Commit::Plan(match (&batch.existing, rooms.first()) {
        (Some(existing), Some(room)) => write_change(batch, existing, room, now),
        _ => write_up(batch, &rooms, board.hotel(), now, random),
    }))
}

/// Points are their member's alone, and a plan for points is for nobody who pays with money alone: of several rooms one may
/// leave all of them to the others.
fn check_points(batch: &Batch, request: &CommitRequest) -> Result<(), Refusal> {
    let agreed: Vec<&AgreedPoints> = batch.choices().filter_map(|choice| choice.points.as_ref()).collect();
    if agreed.iter().any(|points| request.member.as_ref() != Some(&points.account_number)) {
        return Err(Refusal::MemberAway);
    }
    let pays = request.may_redeem && agreed.iter().any(|points| points.redeemed > 0);
    if agreed.is_empty() || pays { Ok(()) } else { Err(Refusal::NotForPoints) }
}

fn check_expected(batch: &Batch, request: &CommitRequest) -> Result<(), Refusal> {
    let differs = request.sessions.iter().any(|details| {
        let held = batch.session(details.session_id).and_then(|session| session.choice.as_ref());
        details.expected.as_ref().zip(held).is_some_and(|(expected, held)| !expected.is(held))
    });
    if differs { Err(Refusal::RoomChanged(batch.choices().cloned().collect())) } else { Ok(()) }
}

/// A session with all that a reservation needs.
pub(super) struct Ready<'a> {
    session: &'a Session,
    pub(super) choice: &'a Choice,
    pub(super) guest: Guest,
    pub(super) remarks: Option<&'a String>,
    pub(super) guarantee: Option<&'a Guarantee>,
    /// `None` when nothing was said of them.
    pub(super) transports: Option<Vec<Transport>>,
}

fn collect<'a>(
    batch: &'a Batch,
    request: &'a CommitRequest,
    required: &'a [String],
    board: &Board,
    now: Timestamp,
) -> Result<Vec<Ready<'a>>, Refusal> {
    let mut ready = Vec::new();
    let mut errors = Vec::new();
    let existing = inherited(batch, board, now);
    for session in &batch.sessions {
        let details = request.sessions.iter().find(|details| details.session_id == session.session_id);
        let guest = match (details.and_then(|details| details.guest.clone()), batch.guest_of(session)) {
            // What a member saved stays theirs, whoever is signed in when it is ordered.
            (Some(given), Some(saved)) if saved.loyalty_guest_number.is_some() => Some(given.of_the_member_of(saved)),
            (given, saved) => given.or_else(|| saved.cloned()),
        };
        // A guest was checked when it was given, but the hotel may have asked for less then.
        let input = guest.clone().map(GuestInput::from).unwrap_or_default();
        let rules = GuestRules { required, ..GuestRules::default() };
        if let Err(wrong) = Guest::check(&input, &rules) {
            errors.extend(wrong.into_iter().map(|error| FieldError {
                field: format!("sessions[{}].guest_data.{}", session.room_no - 1, error.field),
                message: error.message,
            }));
        }
        if let (Some(guest), Some(choice)) = (guest, session.choice.as_ref()) {
            ready.push(Ready {
                session,
                choice,
                guest,
                remarks: details.and_then(|details| details.remarks.as_ref()),
                // What a company pays for needs none (PAY-11).
                guarantee: details
                    .and_then(|details| details.guarantee.as_ref())
                    .or(existing)
                    .filter(|_| !choice.company_pays()),
                transports: request.transports.as_ref().map(|_| Vec::new()),
            });
        }
    }
    if errors.is_empty() { Ok(ready) } else { Err(Refusal::GuestIncomplete(errors)) }
}

/// What made the stay sure that is changed: it goes on doing so unless something else is given (PAY-05), as far as the
/// new rate takes it. Where nothing is asked, a card that has expired is no reason against the change.
fn inherited<'a>(batch: &'a Batch, board: &Board, now: Timestamp) -> Option<&'a Guarantee> {
    let hotel: &Hotel = board.hotel();
    let given = batch.existing.as_ref()?.reservation.guarantee.as_ref()?;
    let taken = batch.allowed_guarantees(hotel).iter().any(|kind| kind.code == given.guarantee_type);
    let expired = given.card.as_ref().is_some_and(|card| card.is_expired(board.business_day(now)));
    let asked = hotel.guarantee_required_to_book && !nothing_to_give(batch, hotel);
    Some(given).filter(|_| taken && (asked || !expired))
}

/// Puts each ride to its room. Days run from the first arrival to the last departure: of rooms that are taken for the
/// same nights these are the first one's, and guests who change rooms in mid-stay leave from the last one. Changed alone,
/// one of their rooms keeps the day of a ride beyond its own.
fn add_transports(
    rooms: &mut [Ready<'_>],
    asked: Option<&[(Option<Uuid>, TransportInput)]>,
    existing: Option<&Existing>,
    hotel: &Hotel,
) -> Result<(), Refusal> {
    let Some(asked) = asked.filter(|asked| !asked.is_empty()) else { return Ok(()) };
    if !hotel.website_config.enable_travel_transport_flow {
        let error = FieldError::new("transportations", "this hotel offers no travel transport");
        return Err(Refusal::Transport(vec![error]));
    }
    let mut days: Vec<_> =
        rooms.iter().map(|room| room.choice.stay).flat_map(|it| [it.arrival(), it.departure()]).collect();
    if let (Some(Existing { reservation, .. }), Some(room)) = (existing, rooms.first()) {
        let standing = reservation.transportations.iter();
        days.extend(standing.map(|ride| moved(ride, reservation.agreed.stay, room.choice.stay).start_date));
    }
    let Some((&first, &last)) = days.iter().min().zip(days.iter().max()) else { return Ok(()) };
    let mut errors = Vec::new();
    for (at, (session, input)) in asked.iter().enumerate() {
        let mut wrong = |error: FieldError| {
            errors.push(FieldError::new(format!("transportations[{at}].{}", error.field), error.message));
        };
        let room = rooms.iter_mut().find(|room| session.is_none_or(|id| room.session.session_id == id));
        match (Transport::check(input, first, last), room) {
            (Err(all), _) => all.into_iter().for_each(wrong),
            (Ok(_), None) => wrong(FieldError::new("session_id", "is no session of this booking")),
            (Ok(ride), Some(room)) => {
                let rides = room.transports.get_or_insert_default();
                match rides.iter().any(|other| other.title == ride.title) {
                    true => wrong(FieldError::new("title", "stands twice for one room")),
                    false => rides.push(ride),
                }
            }
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(Refusal::Transport(errors)) }
}

/// A hotel that knows no guarantee, or only the type that is skipped without a card left: nothing is asked (PAY-03,
/// PAY-04). Rooms that have no type in common are no reason to ask for nothing.
/// Neither is anything asked where all that they have in common is a payment of what is not due.
fn nothing_to_give(batch: &Batch, hotel: &Hotel) -> bool {
    let allowed = batch.allowed_guarantees(hotel);
    hotel.guarantee_types.is_empty()
        || (allowed.len() == 1 && allowed[0].code == "STCC")
        || (allowed.is_empty() && !batch.shared_guarantees(hotel).is_empty())
}

fn check_guarantees(batch: &Batch, rooms: &[Ready<'_>], board: &Board, now: Timestamp) -> Result<(), Refusal> {
    let hotel: &Hotel = board.hotel();
    let allowed = batch.allowed_guarantees(hotel);
    let nothing_to_give = nothing_to_give(batch, hotel);
    let instant = |room: &&Ready<'_>| room.guarantee.is_some_and(|given| is_instant(hotel, given));
    let (by_link, given) =
        (rooms.iter().filter(instant).count(), rooms.iter().filter(|r| r.guarantee.is_some()).count());
    if by_link > 0 && by_link < given {
        // A booking is paid in one way.
        return Err(Refusal::GuaranteesDiffer);
    }
    let today = board.business_day(now);
    for room in rooms {
        let Some(guarantee) = room.guarantee else {
            if hotel.guarantee_required_to_book && !nothing_to_give && !room.choice.company_pays() {
                return Err(Refusal::GuaranteeRequired);
            }
            continue;
        };
        let kind = allowed.iter().find(|kind| kind.code == guarantee.guarantee_type);
        let kind = kind.ok_or(Refusal::GuaranteeNotAllowed)?;
        match &guarantee.card {
            None if needs_card(kind) && !nothing_to_give => return Err(Refusal::GuaranteeRequired),
            Some(card) if card.token.is_empty() => return Err(Refusal::GuaranteeRequired),
            Some(card) if card.is_expired(today) => return Err(Refusal::CardExpired),
            _ => {}
        }
    }
    one_card_pays(rooms)
}

/// A booking is one payment, and no card pays for a room that was given another.
fn one_card_pays(rooms: &[Ready<'_>]) -> Result<(), Refusal> {
    let token = |room: &Ready<'_>| Some(room.guarantee?.card.as_ref()?.token.clone());
    let mut paying = rooms.iter().filter(|room| room.choice.dues.now > 0).filter_map(|room| Some((room, token(room)?)));
    let Some((_, card)) = paying.next() else { return Ok(()) };
    match paying.find(|(_, other)| *other != card) {
        Some((room, _)) => Err(Refusal::CardsDiffer(room.session.room_no)),
        None => Ok(()),
    }
}

fn check_prices(
    batch: &Batch,
    rooms: &[Ready<'_>],
    request: &CommitRequest,
    board: &Board,
    now: Timestamp,
) -> Result<(), Refusal> {
    let kept = batch.existing.as_ref().and_then(|existing| existing.kept(board));
    let ours = rooms.iter().map(|room| {
        let mut ours = reprice(board, room.choice, kept.as_ref(), now)?;
        if let Some(existing) = &batch.existing {
            existing.settle(&mut ours, board, now);
        }
        Ok(ours)
    });
    let ours = ours.collect::<Result<Vec<_>, Refusal>>()?;
    let total: i64 = ours.iter().map(Choice::total).sum();
    // A company that has ceased to pay is a change too: the guest decides.
    let changed = rooms
        .iter()
        .zip(&ours)
        .any(|(room, ours)| !room.choice.same_price(ours) || room.choice.company_pays() != ours.company_pays());
    // What is asked for now or goes back, and until when it can be cancelled: a deadline may have passed since.
    let changed = changed
        || rooms.iter().zip(&ours).any(|(room, ours)| {
            room.choice.change != ours.change
                || room.choice.dues.now != ours.dues.now
                || room.choice.has_passed_a_deadline(now)
        });
    // The same may be held anew since the guest looked: by the page that was refused it, or in another tab.
    let changed = changed
        || rooms.iter().any(|room| {
            let details = request.sessions.iter().find(|details| details.session_id == room.session.session_id);
            let expected = details.and_then(|details| details.expected_terms.as_ref());
            expected.is_some_and(|expected| *expected != room.choice.terms())
        });
    if changed || request.expected_total.is_some_and(|expected| expected != total) {
        return Err(Refusal::PriceChanged(ours));
    }
    Ok(())
}

/// Whether it is paid by a link once the booking stands.
fn is_instant(hotel: &Hotel, given: &Guarantee) -> bool {
    hotel.guarantee_types.iter().any(|kind| kind.code == given.guarantee_type && kind.instant_booking)
}

fn write_up(batch: &Batch, rooms: &[Ready<'_>], hotel: &Hotel, now: Timestamp, random: RandomBits<'_>) -> CommitPlan {
    let now = whole_seconds(now);
    let mut sell: BTreeMap<(&str, Option<&str>, Stay), u16> = BTreeMap::new();
    let mut reservations = Vec::new();
    for room in rooms {
        let choice = room.choice;
        *sell.entry((&choice.room_type, choice.group(), choice.stay)).or_default() += choice.rooms;
        let agreed = room.choice.for_one_room();
        let by_link = room.guarantee.is_some_and(|given| is_instant(hotel, given));
        // What is paid by a link is charged to no other card, and makes no room sure that it pays nothing of.
        let given = room.guarantee.filter(|_| !by_link || agreed.dues.now > 0);
        let mut guarantee = given.cloned();
        if let Some(guarantee) = guarantee.as_mut().filter(|_| by_link) {
            guarantee.card = None;
        }
        let card = guarantee.as_ref().and_then(|given| given.card.as_ref()).filter(|_| agreed.dues.now > 0);
        let charged_card = card.map(|card| card.masked_number.clone());
        let paid_now = by_link || charged_card.is_some();
        for number in 0..room.choice.rooms {
            reservations.push(Reservation {
                reservation_id: uuid::Builder::from_random_bytes(sixteen(random)).into_uuid(),
                confirmation_no: confirmation::make(batch.property_id, random()),
                property_id: batch.property_id,
                batch_id: batch.batch_id,
                session_id: room.session.session_id,
                booked_at: now,
                guest: room.guest.clone(),
                booked_name: None,
                remarks: room.remarks.filter(|text| !text.is_empty()).cloned(),
                transportations: room.transports.iter().flatten().filter(|_| number == 0).cloned().collect(),
                guarantee: guarantee.clone(),
                later_charges: Vec::new(),
                charged_card: charged_card.clone(),
                stay_changed_at: None,
                charged: if paid_now { agreed.dues.now } else { 0 },
                agreed: agreed.clone(),
            });
        }
    }
    let mut batch = batch.clone();
    batch.status = Status::Committed {
        at: now,
        confirmation_nos: reservations.iter().map(|reservation| reservation.confirmation_no.clone()).collect(),
    };
    let sell = sell
        .into_iter()
        .map(|((room_type, group, stay), rooms)| Rooms {
            room_type: room_type.to_owned(),
            group: group.map(str::to_owned),
            stay,
            rooms,
            // A door that was chosen is the booking's already.
            unit: None,
        })
        .collect();
    CommitPlan { sell, reservations, batch, change: None }
}

fn sixteen(random: RandomBits<'_>) -> [u8; 16] {
    let bits = u128::from(random()) << 64 | u128::from(random());
    bits.to_be_bytes()
}
