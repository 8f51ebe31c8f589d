//! A reservation as its guest sees it (MANAGE-31).

use domain::booking::{Card, Period, ReservationStatus, money_back, periods};
use domain::guest::Guest;
use domain::policy::{Moment, needs_card};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::Serialize;
use store::payments::Payment;
use utoipa::ToSchema;

use super::cancel::cancellable;
use super::rooms::together;
use super::{Kept, fixed, request_token};
use crate::app::App;
use crate::boards::Property;
use crate::cancelling::{CameTo, paid};
use crate::error::Answer;
use crate::member_points;
use crate::payments;
use crate::routes::media_address;
use crate::wire::booking::{currency_of, name_of_plan, name_of_room, paper_address};
use crate::wire::extra::FoundExtra;

/// A found reservation.
#[derive(Debug, Serialize, ToSchema)]
pub struct FoundReservation {
    #[schema(example = "4K7Q2M9XA1C")]
    pub conf_num: String,
    /// Opens the changes of this reservation for half an hour; sent to them as `request_id` (MANAGE-08).
    pub request_token: String,
    /// Whether the stay can be changed: only a confirmed one, until the day of arrival is over, that can be cancelled for
    /// less than the whole stay, is not paid with points and is not still to be paid by a link.
    pub stay_modification_allowed: bool,
    /// What keeps the stay from being changed: STATUS, BEGUN, POINTS, FINAL, CURRENCY or PAYMENT; null where it can be.
    #[schema(example = "FINAL")]
    pub stay_fixed: Option<&'static str>,
    /// Every room of the booking under the same last name, this one too.
    pub rooms: Vec<BookedRoom>,
    pub reservation_details: ReservationDetails,
    /// Activities and events that were booked as part of it, given back or not, each with its own right.
    pub extras: Vec<FoundExtra>,
}

/// A room that was booked together with others.
#[derive(Debug, Serialize, ToSchema)]
pub struct BookedRoom {
    #[schema(example = "4K7Q2M9XA1C")]
    pub conf_num: String,
    /// Opens it, as long as the look-up does.
    pub request_token: String,
    #[schema(example = "HOLD")]
    pub status: String,
    pub cancellation_allowed: bool,
    pub check_in_date: Date,
    pub check_out_date: Date,
    pub room_type_id: String,
    pub room_type_name: String,
    pub adults: u8,
    pub children: u8,
    /// In the property's currency, everything in it.
    pub total_for_stay: f64,
}

/// What was agreed.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReservationDetails {
    /// HOLD (confirmed), CANCELLED, CHECKED_IN, CHECKED_OUT or NO_SHOW.
    #[schema(example = "HOLD")]
    pub status: String,
    pub check_in_date: Date,
    pub check_out_date: Date,
    pub no_of_nights: u16,
    pub adults: u8,
    pub children: u8,
    /// One for each child.
    pub children_ages: Vec<u8>,
    /// In the property's currency, everything in it.
    pub total_for_stay: f64,
    /// ISO 4217, of every amount here.
    #[schema(example = "USD")]
    pub currency: String,
    /// What was paid with the booking and with changes of it.
    pub paid_amount: f64,
    /// Member's points that it is paid with.
    pub points_used: i64,
    /// Points that the stay brings its member once it has ended; none for one that was cancelled or not begun.
    pub points_to_come: i64,
    /// What cancelling came to; null for a stay that is not cancelled.
    pub cancellation: Option<CancelledStay>,
    /// Code of the guarantee type.
    pub guaranteed_type: Option<String>,
    pub room_type: FoundRoomType,
    pub rate_code_id: String,
    pub rate_code_name: String,
    pub room_unit_number: Option<String>,
    /// What holds the room; the first is the one that counts.
    pub payment_sources: Vec<PaymentSource>,
    /// The guarantee type that a new card is sent with; null where none takes one (MANAGE-18).
    pub card_guarantee_type: Option<String>,
    pub primary_guest: PrimaryGuest,
    /// Hotel time with its offset.
    pub booked_at: String,
    /// What cancelling costs, period after period from the booking on. Empty where it is always free.
    pub cancellation_periods: Vec<CancellationPeriod>,
    /// Opens the letter of this room, with its own secret.
    pub letter_url: String,
    pub calendar_url: String,
}

/// What cancelling came to.
#[derive(Debug, Serialize, ToSchema)]
pub struct CancelledStay {
    /// Hotel time with its offset.
    pub at: String,
    /// What the hotel kept.
    pub penalty: f64,
    /// What went back of what was paid.
    pub refund: f64,
    /// Points that came back.
    pub points: i64,
}

/// A time in which cancelling costs the same.
#[derive(Debug, Serialize, ToSchema)]
pub struct CancellationPeriod {
    /// Hotel time with its offset; null from the booking on.
    #[schema(value_type = Option<String>, example = "2026-12-10T18:00:00-05:00")]
    pub from: Option<String>,
    /// Exclusive; null for good.
    #[schema(value_type = Option<String>)]
    pub until: Option<String>,
    /// What is kept.
    pub penalty: f64,
    /// What goes back of what was paid.
    pub refund: f64,
    /// Whether it is now.
    pub current: bool,
}

/// Its room type.
#[derive(Debug, Serialize, ToSchema)]
pub struct FoundRoomType {
    pub id: String,
    pub code: String,
    pub name: String,
    pub cover_photo: Option<String>,
}

/// A card on file, never its number (CARD-11).
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PaymentSource {
    /// Masked card number.
    #[schema(example = "XXXXXXXXXXXX4242")]
    pub custom_field_1: String,
    /// Brand.
    #[schema(example = "VISA")]
    pub custom_field_2: String,
    /// Expiry, month/year.
    #[schema(example = "12/2029")]
    pub custom_field_4: String,
    pub primary: bool,
}

impl PaymentSource {
    /// Of a card.
    pub fn of(card: &Card) -> PaymentSource {
        PaymentSource {
            custom_field_1: card.masked_number.clone(),
            custom_field_2: card.brand.clone(),
            custom_field_4: format!("{:02}/{}", card.expiry_month, card.expiry_year),
            primary: true,
        }
    }
}

/// Its guest.
#[derive(Debug, Serialize, ToSchema)]
pub struct PrimaryGuest {
    pub first_name: String,
    pub last_name: String,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub street: Option<String>,
    pub street_2: Option<String>,
    pub city: Option<String>,
    pub state: Option<String>,
    pub zip_code: Option<String>,
    pub country: Option<String>,
}

impl PrimaryGuest {
    /// Without remarks and middle name: nobody asks for them here.
    fn of(guest: &Guest) -> PrimaryGuest {
        let Guest { first_name, last_name, email, phone, street, street_2, city, state, zip_code, country, .. } =
            guest.clone();
        PrimaryGuest { first_name, last_name, email, phone, street, street_2, city, state, zip_code, country }
    }
}

impl FoundReservation {
    /// Open until a second.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn new(app: &App, found: &Kept, open_until: i64) -> Answer<FoundReservation> {
        let property = app.property(found.property_id).await?;
        let (property, payments) = (&*property, payments::of_reservation(app, &found.detail).await?);
        let rooms = together(app, found).await?;
        let (now, hotel) = (app.clock.now(), property.board.hotel());
        let (number, property_id) = (found.confirmation_no.as_str(), found.property_id);
        let booking = &found.detail;
        let agreed = &booking.agreed;
        let decimal = |minor| currency_of(agreed, &property.board).to_decimal_f64(minor);
        let paid = paid(found, &payments);
        let stay_fixed = fixed(property, found, &payments, now);
        let came_to = CameTo::of(app, found).await?;
        let room = hotel.room_types.iter().find(|room| room.code == agreed.room_type);
        let card = booking.guarantee.as_ref().and_then(|guarantee| guarantee.card.as_ref());
        let report = |name: &str| paper_address(&app.secret, property_id, number, name);
        Ok(FoundReservation {
            conf_num: number.to_owned(),
            stay_modification_allowed: stay_fixed.is_none(),
            stay_fixed,
            rooms: rooms.iter().map(|room| BookedRoom::new(app, property, room, open_until)).collect(),
            reservation_details: ReservationDetails {
                status: found.status.as_str().to_owned(),
                check_in_date: found.arrival,
                check_out_date: found.departure,
                no_of_nights: agreed.stay.nights(),
                adults: agreed.party.adults(),
                children: agreed.party.children(),
                children_ages: agreed.party.child_ages().to_vec(),
                total_for_stay: decimal(found.total),
                currency: found.currency.clone(),
                paid_amount: decimal(paid),
                points_used: agreed.redeemed_points(),
                points_to_come: points_to_come(property, found),
                cancellation: came_to.map(|came_to| CancelledStay {
                    at: Moment::new(found.changed_at, &property.board).rfc3339(),
                    penalty: came_to.penalty,
                    refund: decimal(came_to.refund),
                    points: came_to.points,
                }),
                guaranteed_type: booking.guarantee.as_ref().map(|guarantee| guarantee.guarantee_type.clone()),
                room_type: FoundRoomType {
                    id: agreed.room_type.clone(),
                    code: agreed.room_type.clone(),
                    name: name_of_room(hotel, &agreed.room_type),
                    cover_photo: room
                        .and_then(|room| room.pictures.first())
                        .map(|picture| media_address(property_id, &picture.name)),
                },
                rate_code_id: agreed.rate_plan.clone(),
                rate_code_name: name_of_plan(hotel, &agreed.rate_plan),
                room_unit_number: agreed.unit.clone(),
                payment_sources: card.map(PaymentSource::of).into_iter().collect(),
                card_guarantee_type: card_guarantee_type(property, found, &payments),
                primary_guest: PrimaryGuest::of(&booking.guest),
                booked_at: Moment::new(booking.booked_at, &property.board).rfc3339(),
                cancellation_periods: periods(agreed, booking.agreed_at())
                    .iter()
                    .map(|period| CancellationPeriod {
                        from: period.from.map(|from| from.rfc3339()),
                        until: period.until.map(|until| until.rfc3339()),
                        penalty: decimal(period.penalty),
                        refund: decimal(money_back(agreed, paid, period.penalty)),
                        current: is_now(period, now),
                    })
                    .collect(),
                letter_url: report("confirmation-letter"),
                calendar_url: report("calendar-file"),
            },
            request_token: request_token(app, property_id, number, open_until),
            // Whoever looks the stay up adds them.
            extras: Vec::new(),
        })
    }
}

impl BookedRoom {
    fn new(app: &App, property: &Property, room: &Kept, open_until: i64) -> BookedRoom {
        let agreed = &room.detail.agreed;
        BookedRoom {
            conf_num: room.confirmation_no.clone(),
            request_token: request_token(app, room.property_id, &room.confirmation_no, open_until),
            status: room.status.as_str().to_owned(),
            cancellation_allowed: cancellable(app, property, room),
            check_in_date: room.arrival,
            check_out_date: room.departure,
            room_type_id: agreed.room_type.clone(),
            room_type_name: name_of_room(property.board.hotel(), &agreed.room_type),
            adults: agreed.party.adults(),
            children: agreed.party.children(),
            total_for_stay: currency_of(agreed, &property.board).to_decimal_f64(room.total),
        }
    }
}

fn points_to_come(property: &Property, found: &Kept) -> i64 {
    if matches!(found.status, ReservationStatus::Cancelled | ReservationStatus::NoShow) {
        return 0;
    }
    let to_come = member_points::to_come(property.board.hotel(), std::slice::from_ref(&found.detail));
    to_come.first().map_or(0, |(to_come, _)| to_come.points)
}

fn is_now(period: &Period, now: Timestamp) -> bool {
    period.from.is_none_or(|from| from.at <= now) && period.until.is_none_or(|until| now < until.at)
}

/// The guarantee type that a new card comes with: the reservation's own where it takes a card, else the first of its
/// rate that does (MANAGE-18). None for what a company pays, and while a link waits to be paid: a card would not pay it.
pub(super) fn card_guarantee_type(property: &Property, found: &Kept, payments: &[Payment]) -> Option<String> {
    let agreed = &found.detail.agreed;
    if agreed.company_pays() || payments.iter().any(Payment::is_offered) {
        return None;
    }
    let takes = |code: &str| {
        let kinds = &property.board.hotel().guarantee_types;
        kinds.iter().any(|kind| kind.code == code && needs_card(kind))
    };
    let own = found.detail.guarantee.as_ref().map(|guarantee| &guarantee.guarantee_type);
    own.into_iter().chain(&agreed.guarantee_types).find(|code| takes(code)).cloned()
}
