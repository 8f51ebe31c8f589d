//! Batches, chosen rooms, guests and confirmations as answers show them.

use domain::addon::AgreedAddon;
use domain::board::Board;
use domain::booking::{Batch, Choice, Reservation, ReservationStatus, Session};
use domain::deal::Mop;
use domain::guest::Guest;
use domain::hotel::Hotel;
use domain::money::Currency;
use domain::policy::{Deposit, Moment};
use domain::summary::PriceSummaryAmounts;
use domain::transport::Transport;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::Serialize;

use utoipa::ToSchema;
use uuid::Uuid;

use super::addon::{ChosenAddon, LeftOutAddon};
use super::availability::{CancellationPolicyText, DepositDate, NightPriceDetail};
use super::deal::{CompanyName, DiscountName, GroupBlock, Opened, mop};
use super::existing::{ExistingReservation, StayChangeAmounts};
use super::folio::FolioAnswer;
use super::found::CancelledStay;
use super::{Cancellation, Prices};
use crate::cancelling::By;
use crate::exchange::{ConversionTerms, Exchange};
use crate::mail;
use crate::payment_links::Told;
use crate::routes::media_address;
use crate::secret::{Opens, Secret};

/// A batch with its sessions, and what the hotel allows in it (DATA-10).
#[derive(Debug, Serialize, ToSchema)]
pub struct BookingProfile {
    pub batch_id: Uuid,
    /// Opens the batch and its sessions; only in the answer that created it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// OPEN or COMMITTED.
    pub status: &'static str,
    /// One for each room, in order.
    pub sessions: Vec<Uuid>,
    pub max_los: u16,
    /// Its holds are free again from this moment on, hotel time with offset.
    #[schema(value_type = String)]
    pub expires_at: String,
    /// When this was answered, hotel time with offset: what deadlines are compared with, whatever the guest's device
    /// takes the time to be.
    #[schema(value_type = String)]
    pub answered_at: String,
    /// The booked stay that it changes (EDIT-02).
    pub existing_reservation: Option<ExistingReservation>,
    pub required_guest_fields: Vec<String>,
    pub restrictions: Restrictions,
    /// What was chosen so far, for a page that was loaded again.
    pub selected_rooms: Vec<SelectedRoom>,
    pub guest: Option<Guest>,
    pub confirmation: Option<Vec<ConfirmedRoom>>,
}

/// What restricts a booking.
#[derive(Debug, Serialize, ToSchema)]
pub struct Restrictions {
    pub booking_profile: ProfileRestrictions,
}

/// Limits of the booking profile.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProfileRestrictions {
    /// Add-ons that can be chosen; without any the step is not shown (WIZ-11).
    pub restricted_addons: Vec<RestrictedAddon>,
    /// Guarantee types that can be chosen; without any the payment step is not shown (WIZ-13).
    pub restricted_guarantee_types: Vec<String>,
    pub guarantee_required_to_book: bool,
    pub allow_room_unit_booking: bool,
    pub booking_profiles_guarantee_types: Vec<ProfileGuaranteeType>,
}

/// An add-on that may be chosen.
#[derive(Debug, Serialize, ToSchema)]
pub struct RestrictedAddon {
    pub id: String,
    pub recurring: bool,
}

/// A guarantee type of the profile.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProfileGuaranteeType {
    pub id: String,
    pub instant_booking: bool,
}

/// What was chosen for a session (DATA-11).
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct SelectedRoom {
    pub session_id: Uuid,
    pub room_no: u16,
    pub room_type_id: String,
    pub room_type_code: String,
    pub room_type_name: String,
    pub rate_code_id: String,
    pub rate: RateName,
    pub package_id: Option<String>,
    pub package_name: Option<String>,
    /// The door that the guest chose.
    pub room_id: Option<String>,
    pub room_unit_number: Option<String>,
    pub check_in_date: Date,
    pub check_out_date: Date,
    pub number_of_adults: u8,
    pub number_of_children: u8,
    pub children_ages: Vec<u8>,
    pub number_of_rooms: u16,
    /// What the `conversion_` amounts are in; null when none were asked for.
    pub conversion: Option<ConversionTerms>,
    /// What each night of one room costs.
    pub rate_details: Vec<NightPriceDetail>,
    /// For one room, without what was added.
    pub price_summary: PriceSummaryAmounts,
    pub cancellation: Cancellation,
    /// The policy by which it was agreed (GUEST-03); null where it is not known any more, or none says what it costs.
    pub cancellation_policy: Option<CancellationPolicyText>,
    pub deposit_schedules: Vec<DepositDate>,
    pub guarantee_type_ids: Vec<String>,
    /// What was added, entry by entry.
    pub chosen_addons: Vec<ChosenAddon>,
    /// What was wished beside it and does not go with it, or not as many.
    pub left_out_addons: Vec<LeftOutAddon>,
    /// By a member, at a rate for points.
    pub booked_with_points: bool,
    /// So many pay a part of it, or all (POINTS-04).
    pub total_redeemed_points: i64,
    /// For all its rooms, with what was added.
    pub profile_taxes: FolioAnswer,
    /// What changing the booked stay to this one comes to; null for what is booked anew.
    pub stay_change: Option<StayChangeAmounts>,
    /// What is due when, goes back and is kept on cancelling, as one word: an order brings it back in `expected_room`, so
    /// that nothing is booked on terms that its guest has not seen.
    pub terms: String,
    /// The promotion that made it cheaper.
    pub discount: Option<DiscountName>,
    pub company: Option<CompanyName>,
    pub group_block: GroupBlock,
    /// Who pays: GUEST or COMPANY.
    #[schema(value_type = String, example = "GUEST")]
    pub mop: Mop,
}

/// The rate of a chosen room.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct RateName {
    pub id: String,
    pub code: String,
    pub name: String,
    pub display_code: String,
    pub package_id: Option<String>,
    pub package_code: Option<String>,
}

/// What pays a booked room, and when. `stay_change.paid` + `stay_change.asked_before` - `stay_change.refund` -
/// `stay_change.kept` + `paid_with_points` + `due_now` + `due_later` + `due_at_hotel` is its total, unless a company pays.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct StayDues {
    /// With the booking, or with its last change beyond what had been paid or asked for before.
    pub due_now: f64,
    /// What of it was taken from a card.
    pub charged_now: f64,
    pub due_later: f64,
    /// The days of it.
    pub later_deposits: Vec<DepositDate>,
    pub due_at_hotel: f64,
    /// What the last change of the stay came to; null for one that is as it was booked.
    pub stay_change: Option<StayChangeAmounts>,
    /// What points pay of it; 0 without any.
    pub paid_with_points: f64,
}

impl StayDues {
    /// Of a reservation of this hotel, as it was agreed.
    pub fn of(reservation: &Reservation, board: &Board) -> StayDues {
        let agreed = &reservation.agreed;
        let decimal = |minor| currency_of(agreed, board).to_decimal_f64(minor);
        let agreed_on = board.business_day(reservation.agreed_at());
        let later = agreed.deposits.iter().filter(|deposit| deposit.date > agreed_on);
        let dated = |deposit: &Deposit| DepositDate {
            date: deposit.date,
            amount: decimal(deposit.amount),
            conversion_amount: None,
        };
        StayDues {
            due_now: decimal(reservation.due_now()),
            charged_now: decimal(reservation.charged_now()),
            due_later: decimal(agreed.dues.later),
            later_deposits: later.map(dated).collect(),
            due_at_hotel: decimal(agreed.dues.at_hotel),
            stay_change: StayChangeAmounts::of(agreed, board),
            paid_with_points: decimal(agreed.points_worth()),
        }
    }
}

/// A booked room (CONF-02).
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ConfirmedRoom {
    #[schema(example = "1HKQ2M4X7TB")]
    pub confirmation_no: String,
    pub id: Uuid,
    /// `HOLD` while it stands, `CANCELLED` once it was given back (MANAGE-20).
    #[schema(example = "HOLD")]
    pub status: String,
    /// What giving it back came to; null while it stands.
    pub cancelled: Option<CancelledStay>,
    pub first_name: String,
    pub last_name: String,
    pub room_type_id: String,
    pub room_type_name: String,
    pub room_unit_number: Option<String>,
    /// The package that the rate came with.
    pub package_id: Option<String>,
    pub package_name: Option<String>,
    pub rate_code_name: String,
    pub check_in_date: Date,
    pub check_out_date: Date,
    pub number_of_adults: u8,
    pub number_of_children: u8,
    /// Everything mandatory and everything that was added in it.
    pub total_amount: f64,
    pub total_taxes: f64,
    pub currency: String,
    /// With the booking, or with its last change beyond what had been paid or asked for before.
    pub due_now: f64,
    /// What of it was taken from `charged_card_number`.
    pub charged_now: f64,
    pub due_later: f64,
    /// The days of it.
    pub later_deposits: Vec<DepositDate>,
    pub due_at_hotel: f64,
    /// What the last change of the stay came to; null for one that is as it was booked.
    pub stay_change: Option<StayChangeAmounts>,
    /// Points that pay a part of the total, and what they pay; 0 without any.
    pub total_redeemed_points: i64,
    pub paid_with_points: f64,
    pub cover_photo: Option<String>,
    /// Where the guest pays what is due now, in a frame or a window of its own; null where nothing is, or no longer, paid
    /// by a link (PAY-16).
    pub public_link: Option<String>,
    /// How that payment stands. Of several rooms each that it pays something of carries the same; a room without one does
    /// not wait for it. Null for a changed stay, and for one that the hotel has begun unpaid, unless another waits for it.
    pub payment_link: Option<PaymentLink>,
    /// Opens the letter of this room, with its own secret.
    pub letter_url: String,
    pub calendar_url: String,
    /// The card that holds it.
    pub masked_card_number: Option<String>,
    /// The card that was charged last for it; null while none was.
    pub charged_card_number: Option<String>,
    pub guarantee_type_id: Option<String>,
    /// In the hotel's own words: what holds the room, and how long.
    pub guarantee_type_name: Option<String>,
    pub guarantee_description: Option<String>,
    pub cancellation: Cancellation,
    /// What was added, entry by entry.
    pub chosen_addons: Vec<BookedAddon>,
    /// Rides with the hotel's car, at most one each way.
    pub transportations: Vec<Transport>,
    /// The promotion that made it cheaper.
    pub discount: Option<DiscountName>,
    pub company: Option<CompanyName>,
    pub group_block: GroupBlock,
    /// Who pays: GUEST or COMPANY.
    #[schema(value_type = String, example = "GUEST")]
    pub mop: Mop,
}

/// What was booked beside a room.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BookedAddon {
    #[schema(example = "BREAKFAST")]
    pub id: String,
    pub name: String,
    pub quantity: u16,
    /// Null for what is taken once.
    pub date: Option<Date>,
    /// With every tax.
    pub amount: f64,
}

impl BookedAddon {
    /// Everything that was added to a booked room.
    pub fn all(agreed: &Choice, board: &Board) -> Vec<BookedAddon> {
        let currency = currency_of(agreed, board);
        let booked = |addon: &AgreedAddon| BookedAddon {
            id: addon.code.clone(),
            name: addon.name.clone(),
            quantity: addon.quantity,
            date: addon.date,
            amount: currency.to_decimal_f64(addon.amount),
        };
        agreed.addons.iter().map(booked).collect()
    }
}

impl BookingProfile {
    /// Of a batch as it is.
    pub fn new(
        batch: &Batch,
        board: &Board,
        token: Option<String>,
        confirmation: Option<Vec<ConfirmedRoom>>,
        exchange: Option<&Exchange>,
        now: Timestamp,
    ) -> BookingProfile {
        let hotel = board.hotel();
        BookingProfile {
            batch_id: batch.batch_id,
            token,
            status: if confirmation.is_some() { "COMMITTED" } else { "OPEN" },
            sessions: batch.sessions.iter().map(|session| session.session_id).collect(),
            max_los: hotel.max_los,
            expires_at: Moment::new(batch.expires_at, board).rfc3339(),
            answered_at: Moment::new(now, board).rfc3339(),
            existing_reservation: batch.existing.as_ref().map(|existing| ExistingReservation::new(existing, board)),
            required_guest_fields: hotel.required_guest_fields.clone(),
            restrictions: Restrictions { booking_profile: restrictions(hotel) },
            selected_rooms: batch
                .sessions
                .iter()
                .filter_map(|session| {
                    session.choice.as_ref().map(|choice| SelectedRoom::new(board, session, choice, exchange))
                })
                .collect(),
            guest: guest(batch),
            confirmation,
        }
    }
}

/// One room's guest is saved on its session (GUEST-29): a reload finds it all the same. Number and name open a stay to be
/// changed, and do not tell which member booked it.
fn guest(batch: &Batch) -> Option<Guest> {
    let guest = batch.guest.as_ref().or_else(|| batch.sessions.iter().find_map(|session| session.guest.as_ref()))?;
    Some(match batch.existing {
        Some(_) => guest.clone().of_no_member(),
        None => guest.clone(),
    })
}

fn restrictions(hotel: &Hotel) -> ProfileRestrictions {
    ProfileRestrictions {
        restricted_addons: hotel
            .addons
            .iter()
            .filter(|addon| !addon.mandatory)
            .map(|addon| RestrictedAddon { id: addon.charge.code.clone(), recurring: addon.recurring() })
            .collect(),
        restricted_guarantee_types: hotel.guarantee_types.iter().map(|kind| kind.code.clone()).collect(),
        guarantee_required_to_book: hotel.guarantee_required_to_book,
        allow_room_unit_booking: hotel.allow_room_unit_booking,
        booking_profiles_guarantee_types: hotel
            .guarantee_types
            .iter()
            .map(|kind| ProfileGuaranteeType { id: kind.code.clone(), instant_booking: kind.instant_booking })
            .collect(),
    }
}

impl SelectedRoom {
    /// Of a session's choice. A room or plan that a re-import took away keeps the name it had.
    pub fn new(board: &Board, session: &Session, choice: &Choice, exchange: Option<&Exchange>) -> SelectedRoom {
        let prices = Prices::new(currency_of(choice, board), exchange);
        let all = prices.of_rooms(choice.rooms);
        let (decimal, twin) = (|minor| prices.decimal(minor), |minor| prices.twin(minor));
        let plan_name = name_of_plan(board.hotel(), choice);
        let Opened { discount, company, group_block } = Opened::agreed(choice);
        let package = choice.package.as_ref().map(|package| package.code.clone());
        SelectedRoom {
            session_id: session.session_id,
            room_no: session.room_no,
            room_type_id: choice.room_type.clone(),
            room_type_code: choice.room_type.clone(),
            room_type_name: name_of_room(board.hotel(), choice),
            rate_code_id: choice.rate_plan.clone(),
            rate: RateName {
                id: choice.rate_plan.clone(),
                code: choice.rate_plan.clone(),
                name: plan_name,
                display_code: choice.rate_plan.clone(),
                package_id: package.clone(),
                package_code: package.clone(),
            },
            package_name: choice.package.as_ref().map(|package| package.name.clone()),
            package_id: package,
            room_id: choice.unit.clone(),
            room_unit_number: choice.unit.clone(),
            check_in_date: choice.stay.arrival(),
            check_out_date: choice.stay.departure(),
            number_of_adults: choice.party.adults(),
            number_of_children: choice.party.children(),
            children_ages: choice.party.child_ages().to_vec(),
            number_of_rooms: choice.rooms,
            conversion: prices.terms(),
            rate_details: choice
                .stay
                .dates()
                .zip(&choice.nights)
                .map(|(date, night)| NightPriceDetail {
                    date,
                    amount: decimal(night.asked()),
                    conversion_amount: twin(night.asked()),
                })
                .collect(),
            price_summary: prices.summary(&choice.summary(board)),
            cancellation: Cancellation::new(choice, &all),
            cancellation_policy: CancellationPolicyText::of(board.hotel(), choice),
            deposit_schedules: choice
                .deposits
                .iter()
                .map(|deposit| DepositDate {
                    date: deposit.date,
                    amount: decimal(deposit.amount),
                    conversion_amount: all.twin(deposit.amount),
                })
                .collect(),
            guarantee_type_ids: choice.guarantee_types.clone(),
            chosen_addons: ChosenAddon::all(session, choice, &prices),
            left_out_addons: LeftOutAddon::all(choice),
            booked_with_points: choice.points.is_some(),
            total_redeemed_points: choice.redeemed_points(),
            profile_taxes: FolioAnswer::new(choice, &all),
            stay_change: StayChangeAmounts::of(choice, board),
            terms: choice.terms(),
            discount,
            company,
            group_block,
            mop: mop(choice),
        }
    }
}

/// What a guest pays by a link once the booking stands.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PaymentLink {
    /// For `GET /public/payment-links/{request_id}/status`.
    pub request_id: String,
    /// PENDING, EXECUTED or EXPIRED.
    #[schema(example = "PENDING")]
    pub status: String,
    /// For all rooms of the booking that hang on it, the cancelled ones too.
    pub amount: f64,
    /// How many these are.
    #[schema(example = 2)]
    pub number_of_rooms: usize,
    /// What of the amount is for those that were cancelled: it goes back once it is paid. 0 once the link takes nothing any
    /// more.
    pub comes_back: f64,
    /// Whether rooms of the booking that do not hang on it stand.
    pub others_stand: bool,
    /// Whether the hotel has begun one that does: it stands though nothing is paid, and is paid with the others otherwise.
    pub begun_stand: bool,
    /// They are given back when nothing was paid by then.
    #[schema(example = "2026-11-21T12:30:00-05:00")]
    pub expires_at: String,
}

impl ConfirmedRoom {
    /// With the link of its booking, when it hangs on it, or was paid by it: a change of it is not paid so. What the hotel
    /// has begun is the guest's, whatever becomes of the link, and what was cancelled nobody's: the link asks for them only
    /// along with another room. `gone` names who gave it back.
    pub fn with_link(
        self,
        told: Option<&Told>,
        reservation: &Reservation,
        status: ReservationStatus,
        gone: Option<By>,
    ) -> ConfirmedRoom {
        let by_link = reservation.is_by_link() && reservation.agreed.change.is_none();
        let goes_with_it = status == ReservationStatus::Hold || matches!(gone, Some(By::Payment));
        let asks = |told: &&Told| goes_with_it || told.is_awaited || told.link.status == "EXECUTED";
        let told = told.filter(|_| by_link).filter(asks);
        let public_link = told.and_then(|told| told.address.clone());
        ConfirmedRoom { payment_link: told.map(|told| told.link.clone()), public_link, ..self }
    }

    /// Of a reservation.
    pub fn new(board: &Board, reservation: &Reservation, status: ReservationStatus, secret: &Secret) -> ConfirmedRoom {
        let hotel = board.hotel();
        let agreed = &reservation.agreed;
        let prices = Prices::new(currency_of(agreed, board), None);
        let decimal = |minor| prices.decimal(minor);
        let number = reservation.confirmation_no.as_str();
        let property_id = hotel.property_id;
        let token = letter_token(secret, property_id, number, Some(&reservation.guest));
        let report = |name: &str| paper_address(property_id, number, &token, name);
        let room = hotel.room_types.iter().find(|room| room.code == agreed.room_type);
        let given = reservation.guarantee.as_ref();
        let kind = given.and_then(|given| hotel.guarantee_types.iter().find(|kind| kind.code == given.guarantee_type));
        let pays_online = reservation.is_by_link() && agreed.change.is_none();
        let Opened { discount, company, group_block } = Opened::agreed(agreed);
        let dues = StayDues::of(reservation, board);
        ConfirmedRoom {
            confirmation_no: number.to_owned(),
            id: reservation.reservation_id,
            status: status.as_str().to_owned(),
            cancelled: None,
            first_name: reservation.guest.first_name.clone(),
            last_name: reservation.guest.last_name.clone(),
            room_type_id: agreed.room_type.clone(),
            room_type_name: name_of_room(hotel, agreed),
            room_unit_number: agreed.unit.clone(),
            package_id: agreed.package.as_ref().map(|package| package.code.clone()),
            package_name: agreed.package.as_ref().map(|package| package.name.clone()),
            rate_code_name: name_of_plan(hotel, agreed),
            check_in_date: agreed.stay.arrival(),
            check_out_date: agreed.stay.departure(),
            number_of_adults: agreed.party.adults(),
            number_of_children: agreed.party.children(),
            total_amount: decimal(agreed.total()),
            total_taxes: decimal(agreed.folio.total_taxes),
            currency: agreed.currency.clone(),
            due_now: dues.due_now,
            charged_now: dues.charged_now,
            due_later: dues.due_later,
            later_deposits: dues.later_deposits,
            due_at_hotel: dues.due_at_hotel,
            stay_change: dues.stay_change,
            total_redeemed_points: agreed.redeemed_points(),
            paid_with_points: dues.paid_with_points,
            cover_photo: room
                .and_then(|room| room.pictures.first())
                .map(|picture| media_address(property_id, &picture.name)),
            public_link: None,
            payment_link: None,
            letter_url: report("confirmation-letter"),
            calendar_url: report("calendar-file"),
            masked_card_number: given
                .and_then(|guarantee| guarantee.card.as_ref())
                .map(|card| card.masked_number.clone()),
            charged_card_number: reservation.charged_card.clone(),
            guarantee_type_id: given.map(|guarantee| guarantee.guarantee_type.clone()),
            guarantee_type_name: kind.map(|kind| kind.name.clone()).or_else(|| given?.name.clone()),
            // What one says of paying online is of what a link pays: no change, and no room that stands without it, or was begun.
            guarantee_description: kind
                .filter(|kind| !kind.instant_booking || (pays_online && status == ReservationStatus::Hold))
                .map(|kind| kind.description.clone())
                .filter(|text| !text.is_empty()),
            cancellation: Cancellation::new(agreed, &prices),
            chosen_addons: BookedAddon::all(agreed, board),
            transportations: reservation.transportations.clone(),
            discount,
            company,
            group_block,
            mop: mop(agreed),
        }
    }
}

/// What opens the papers of a reservation until its guest has another address, or it is long over.
pub fn letter_token(secret: &Secret, property_id: i64, confirmation_no: &str, guest: Option<&Guest>) -> String {
    secret.token(&Opens::Letter { property_id, confirmation_no, email: &mail::written_to(guest) })
}

/// Where a paper of a reservation is (`confirmation-letter`, `calendar-file`), with the token that opens it.
pub fn paper_address(property_id: i64, confirmation_no: &str, token: &str, name: &str) -> String {
    format!("/public/properties/{property_id}/reports/{name}?confirmation_no={confirmation_no}&token={token}")
}

/// The currency that a choice was agreed in.
pub fn currency_of(choice: &Choice, board: &Board) -> &'static Currency {
    Currency::of(&choice.currency).unwrap_or(board.currency())
}

/// Name of the room type that was agreed; when it is gone the one it had, and without that its code.
pub fn name_of_room(hotel: &Hotel, agreed: &Choice) -> String {
    let kept = agreed.names.as_ref().map_or(&agreed.room_type, |names| &names.room_type);
    hotel.room_types.iter().find(|room| room.code == agreed.room_type).map_or(kept, |room| &room.name).clone()
}

/// Name of the rate plan that was agreed; when it is gone the one it had, and without that its code.
pub fn name_of_plan(hotel: &Hotel, agreed: &Choice) -> String {
    let kept = agreed.names.as_ref().map_or(&agreed.rate_plan, |names| &names.rate_plan);
    hotel.rate_plans.iter().find(|plan| plan.code == agreed.rate_plan).map_or(kept, |plan| &plan.name).clone()
}
