//! A reservation that was looked up, as answers write it (MANAGE-31). `routes::manage::found` fills it in.

use domain::board::Board;
use domain::booking::{BackTo, Card, Reservation};
use domain::deal::Mop;
use domain::guest::Guest;
use domain::money::Currency;
use domain::policy::Moment;
use domain::transport::Transport;
use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::booking::{BookedAddon, PaymentLink, StayDues, currency_of};
use super::deal::{CompanyName, DiscountName, GroupBlock};
use super::extra::FoundExtra;
use crate::cancelling::CameTo;

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
    /// Where its guest pays for it, in a frame or a window of its own; null where nothing is to be paid by a link, or the
    /// gateway does not answer now (PAY-16).
    pub public_link: Option<String>,
    /// The payment by that link, as long as the stay waits for it, or another room that is paid by it; null otherwise.
    pub payment_link: Option<PaymentLink>,
    /// Every room of the booking under the same last name, this one too.
    pub rooms: Vec<BookedRoom>,
    pub reservation_details: ReservationDetails,
    /// Activities and events that were booked as part of any of `rooms`, given back or not, each with its own right.
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
    /// The company that pays it; null where its guest does.
    pub company: Option<CompanyName>,
    pub primary_guest: PrimaryGuest,
    pub payment_sources: Vec<PaymentSource>,
    /// Code of the guarantee type that a new card comes with; null when it takes none.
    #[schema(example = "CC")]
    pub card_guarantee_type: Option<String>,
    /// Rides with the hotel's car, at most one each way: none comes once the room is cancelled.
    pub transportations: Vec<Transport>,
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
    /// What goes or went back of it, change after change.
    pub refunds: Vec<FoundRefund>,
    /// What pays the total, and when: as its confirmation says it.
    pub dues: StayDues,
    /// Member's points that it is paid with.
    pub points_used: i64,
    /// Points that the stay brings its member once it has ended; none for one that was cancelled or whose guest never
    /// came.
    pub points_to_come: i64,
    /// What cancelling came to; null for a stay that is not cancelled.
    pub cancellation: Option<CancelledStay>,
    /// Code of the guarantee type.
    pub guaranteed_type: Option<String>,
    pub room_type: FoundRoomType,
    pub rate_code_id: String,
    pub rate_code_name: String,
    /// The package that the rate came with.
    pub package_id: Option<String>,
    pub package_name: Option<String>,
    /// The promotion that made it cheaper.
    pub discount: Option<DiscountName>,
    pub company: Option<CompanyName>,
    pub group_block: GroupBlock,
    /// Who pays: GUEST or COMPANY.
    #[schema(value_type = String, example = "GUEST")]
    pub mop: Mop,
    pub room_unit_number: Option<String>,
    /// What was added, entry by entry.
    pub chosen_addons: Vec<BookedAddon>,
    /// What holds the room; the first is the one that counts.
    pub payment_sources: Vec<PaymentSource>,
    /// The guarantee type that a new card is sent with; null where none takes one (MANAGE-18).
    pub card_guarantee_type: Option<String>,
    pub primary_guest: PrimaryGuest,
    /// Hotel time with its offset.
    pub booked_at: String,
    /// What cancelling costs, period after period from the booking on; nothing before the booking is paid by its link.
    pub cancellation_periods: Vec<CancellationPeriod>,
    /// Opens the letter of this room, with its own secret.
    pub letter_url: String,
    pub calendar_url: String,
}

/// What cancelling came to.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CancelledStay {
    /// Hotel time with its offset.
    pub at: String,
    /// Who gave it back: GUEST, HOTEL, or PAYMENT where its link was not paid in time.
    #[schema(example = "GUEST")]
    pub by: &'static str,
    /// What it cost.
    pub penalty: f64,
    /// What of it the hotel kept of what was paid; it asks for the rest.
    pub kept: f64,
    /// What went back of what was paid.
    pub refund: f64,
    /// The cards that it went to, as far as they are known: none that did not take it.
    pub refund_to: Vec<RefundTo>,
    /// What the link of the booking still takes for it: it goes back once that is paid. 0 where no link is open.
    pub refund_once_paid: f64,
    /// Points that came back.
    pub points: i64,
}

impl CancelledStay {
    /// Of a reservation of this hotel.
    pub fn new(board: &Board, reservation: &Reservation, came_to: &CameTo) -> CancelledStay {
        let decimal = |minor| currency_of(&reservation.agreed, board).to_decimal_f64(minor);
        CancelledStay {
            at: Moment::new(came_to.at, board).rfc3339(),
            by: came_to.by.as_str(),
            penalty: decimal(came_to.penalty),
            kept: decimal(came_to.kept),
            refund: decimal(came_to.refund),
            refund_to: RefundTo::all(&came_to.back_to, currency_of(&reservation.agreed, board)),
            refund_once_paid: decimal(came_to.refund_once_paid),
            points: came_to.points,
        }
    }
}

/// What goes back to one card, never its number (CARD-11).
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RefundTo {
    pub amount: f64,
    #[schema(example = "XXXXXXXXXXXX4242")]
    pub masked_card_number: String,
    #[schema(example = "VISA")]
    pub card_brand: String,
}

impl RefundTo {
    /// Card by card.
    pub fn all(back_to: &[BackTo], currency: &Currency) -> Vec<RefundTo> {
        let one = |back: &BackTo| RefundTo {
            amount: currency.to_decimal_f64(back.amount),
            masked_card_number: back.card.masked_number.clone(),
            card_brand: back.card.brand.clone(),
        };
        back_to.iter().map(one).collect()
    }
}

/// Part of what was paid, on its way back.
#[derive(Debug, Serialize, ToSchema)]
pub struct FoundRefund {
    pub amount: f64,
    /// The card that it goes to; null where it is not known.
    pub masked_card_number: Option<String>,
    /// Its brand.
    pub card_brand: Option<String>,
    /// PENDING: on its way to the card, which may take days; REFUNDED; FAILED: the card did not take it, and the hotel
    /// gives it another way.
    #[schema(example = "REFUNDED")]
    pub status: &'static str,
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
    pub fn of(guest: &Guest) -> PrimaryGuest {
        let Guest { first_name, last_name, email, phone, street, street_2, city, state, zip_code, country, .. } =
            guest.clone();
        PrimaryGuest { first_name, last_name, email, phone, street, street_2, city, state, zip_code, country }
    }
}
