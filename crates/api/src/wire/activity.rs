//! Activities as answers show them.

use std::collections::BTreeMap;

use domain::activity::offer::Activity;
use domain::activity::price::{ActivityLine, ActivityTotals, Part, price};
use domain::activity::times::Instance;
use domain::activity::{ActivityAgreed, ActivityBooking, Places};
use domain::board::Board;
use domain::guest::Guest;
use domain::hotel::GuaranteeType;
use domain::money::Currency;
use domain::policy::Moment;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::booking::{letter_token, paper_address};
use super::folio::Tax;
use crate::routes::property::{Image, image};
use crate::secret::Secret;

/// What takes place on some days (API-65).
#[derive(Debug, Serialize, ToSchema)]
pub struct ActivityCalendar {
    /// ISO 4217; of every amount.
    #[schema(example = "USD")]
    pub currency: String,
    /// Every day that was asked for.
    pub dates: Vec<ActivityDay>,
    /// What is done, in the order in which the hotel shows it; also what is not done on these days.
    pub activity_templates: Vec<ActivityTemplate>,
}

/// One day.
#[derive(Debug, Serialize, ToSchema)]
pub struct ActivityDay {
    pub date: Date,
    /// What can be booked and what is full, in order of time.
    pub activities: Vec<ActivityInstance>,
}

/// Something that is done with guests.
#[derive(Debug, Serialize, ToSchema)]
pub struct ActivityTemplate {
    #[schema(example = "KAYAK")]
    pub id: String,
    /// In the hotel's own language, as are the following; the dynamic texts have them in the others (ACTIVITY).
    pub name: String,
    pub description: String,
    /// Cleaned HTML; empty where the description says it all.
    pub overview: String,
    /// The first one stands for it.
    pub images: Vec<ActivityImage>,
}

/// A picture of an activity.
#[derive(Debug, Serialize, ToSchema)]
pub struct ActivityImage {
    pub image_url: String,
    /// The same at 800 px width.
    pub small: Option<String>,
    pub alt: String,
    pub width: u32,
    pub height: u32,
}

/// An activity on a day at a time.
#[derive(Debug, Serialize, ToSchema)]
pub struct ActivityInstance {
    #[schema(example = "KAYAK.2026-12-12.0900")]
    pub id: String,
    pub name: String,
    pub description: String,
    #[schema(example = "KAYAK")]
    pub activity_template_id: String,
    pub date: Date,
    /// 0 where it is full.
    pub capacity_left: u16,
    /// By the hotel's clocks.
    #[schema(example = "09:00")]
    pub from_time: String,
    #[schema(example = "11:30")]
    pub to_time: String,
    /// The same as an instant.
    #[schema(example = "2026-12-12T09:00:00-05:00")]
    pub starts_at: String,
    #[schema(example = "2026-12-12T11:30:00-05:00")]
    pub ends_at: String,
    pub activity_price: ActivityPriceFrom,
}

/// From what an activity costs.
#[derive(Debug, Serialize, ToSchema)]
pub struct ActivityPriceFrom {
    /// For the people who are included.
    pub base_price: f64,
    pub base_price_adult_count: u16,
    pub base_price_children_count: u16,
    pub additional_price_per_adult: f64,
    pub additional_price_per_child: f64,
    /// What one adult pays, fees and taxes in it.
    pub from_total: f64,
}

/// What an activity costs a party (API-66). `base_price`, the two charges, fees and `total_taxes` add up to
/// `grand_total`.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ActivityPriceDetails {
    #[schema(example = "KAYAK.2026-12-12.0900")]
    pub activity_instance_id: String,
    #[schema(example = "USD")]
    pub currency: String,
    /// Once, for the people who are included.
    pub base_price: f64,
    pub base_price_adult_count: u16,
    pub base_price_children_count: u16,
    /// 0 where nobody knows it: of an activity that is gone, or one agreed in another currency than it has now.
    pub additional_price_per_adult: f64,
    /// The same.
    pub additional_price_per_child: f64,
    /// For all adults beyond those who are included (ACT-36).
    pub total_charge_adult: f64,
    /// For all children beyond those who are included.
    pub total_charge_children: f64,
    /// Fees without the taxes on them.
    pub total_fees: f64,
    /// Taxes on top.
    pub total_taxes: f64,
    /// Taxes that are contained in the amounts.
    pub total_inclusive_taxes: f64,
    /// What the guest pays.
    pub grand_total: f64,
    /// Until when it can be cancelled, and all that is paid comes back; never after that.
    #[schema(example = "2026-12-12T07:30:00-05:00")]
    pub cancel_until: String,
    /// Whether that is still to come.
    pub free: bool,
    /// Places that are left beside this party (ACT-11).
    pub capacity_left: u16,
    pub adults: u16,
    pub children: u16,
    pub fees: Vec<ActivityFee>,
    /// Each tax over all charges.
    pub taxes: Vec<Tax>,
}

/// A fee over all charges.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ActivityFee {
    pub charge_type_code: String,
    /// In the hotel's own language.
    pub name: String,
    pub amount: f64,
}

/// A booking that was begun (API-67).
#[derive(Debug, Serialize, ToSchema)]
pub struct StartedActivity {
    /// The `activity_map_id` of the later calls.
    pub id: Uuid,
    pub session_id: Uuid,
    /// The secret that the later calls need, as bearer or as the cookie that comes with this answer.
    pub token: String,
    /// Until when the places are held; every call prolongs it.
    pub expires_at: String,
    /// What was agreed: it is held at this price.
    pub price: ActivityPriceDetails,
}

/// What was saved of the guests, and how the activity can be paid (API-68).
#[derive(Debug, Serialize, ToSchema)]
pub struct ActivityBasicInfo {
    pub client_visible_data: ClientVisibleData,
    pub contact_info: Guest,
    pub expires_at: String,
    pub price: ActivityPriceDetails,
}

/// What the page needs to go on.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClientVisibleData {
    /// Empty when nothing is to be paid now: then it is confirmed without a card.
    pub payment_types: Vec<ActivityPaymentType>,
}

/// A way to pay.
#[derive(Debug, Serialize, ToSchema)]
pub struct ActivityPaymentType {
    #[schema(example = "CC")]
    pub code: String,
    /// In the hotel's own language.
    pub name: String,
    pub payment_type_integrations: Vec<PaymentTypeIntegration>,
}

/// The card form of this server.
#[derive(Debug, Serialize, ToSchema)]
pub struct PaymentTypeIntegration {
    #[schema(example = "CC")]
    pub payment_type_id: String,
}

/// A booking that stands (API-70).
#[derive(Debug, Serialize, ToSchema)]
pub struct ConfirmedActivity {
    #[schema(example = "7Q2M4KX9A1T")]
    pub confirmation_no: String,
    /// Hotel-local.
    pub booking_date: Date,
    pub adults: u16,
    pub children: u16,
    pub primary_guest: PrimaryGuest,
    pub activity_instance_id: String,
    pub activity_template_id: String,
    /// In the hotel's own language.
    pub name: String,
    pub date: Date,
    #[schema(example = "09:00")]
    pub from_time: String,
    #[schema(example = "11:30")]
    pub to_time: String,
    pub starts_at: String,
    pub ends_at: String,
    #[schema(example = "USD")]
    pub currency: String,
    pub grand_total: f64,
    /// CONFIRMED, or CANCELLED once it was given back.
    #[schema(example = "CONFIRMED")]
    pub status: &'static str,
    /// Taken from the card.
    pub amount_paid: f64,
    /// How giving it back stands, as `refund_status` of a look-up; null where nothing was to go back.
    #[schema(example = "REFUNDED")]
    pub refund_status: Option<&'static str>,
    /// Nothing once it was given back.
    pub due_at_hotel: f64,
    /// Belongs to the stay that it was begun for. False also where that was cancelled, or has not its day, when this was
    /// confirmed.
    pub of_stay: bool,
    /// Opens its letter, with its own secret.
    pub letter_url: String,
    pub calendar_url: String,
}

/// Who booked.
#[derive(Debug, Serialize, ToSchema)]
pub struct PrimaryGuest {
    pub first_name: String,
    pub last_name: String,
}

impl ActivityTemplate {
    /// Of a hotel's activity.
    pub fn new(property_id: i64, activity: &Activity) -> ActivityTemplate {
        let image = |picture| {
            let Image { url, small, alt, width, height } = image(property_id, picture);
            ActivityImage { image_url: url, small, alt, width, height }
        };
        ActivityTemplate {
            id: activity.code.clone(),
            name: activity.name.clone(),
            description: activity.description.clone(),
            overview: activity.overview.clone(),
            images: activity.pictures.iter().map(image).collect(),
        }
    }
}

impl ActivityInstance {
    /// With so many places left.
    pub fn new(board: &Board, instance: &Instance<'_>, capacity_left: u16) -> ActivityInstance {
        let (activity, zone) = (instance.activity, board.time_zone());
        let (starts_at, ends_at) = (instance.starts_at(zone), instance.ends_at(zone));
        ActivityInstance {
            id: instance.id().to_string(),
            name: activity.name.clone(),
            description: activity.description.clone(),
            activity_template_id: activity.code.clone(),
            date: instance.date,
            capacity_left,
            from_time: clock(starts_at, zone),
            to_time: clock(ends_at, zone),
            starts_at: Moment::new(starts_at, board).rfc3339(),
            ends_at: Moment::new(ends_at, board).rfc3339(),
            activity_price: ActivityPriceFrom::new(board, instance),
        }
    }
}

impl ActivityPriceFrom {
    fn new(board: &Board, instance: &Instance<'_>) -> ActivityPriceFrom {
        let (of, currency) = (instance.activity.price, board.currency());
        let decimal = |minor| currency.to_decimal_f64(currency.round(minor));
        let alone = Places::new(1, 0).map(|one| price(board.hotel(), currency, instance.activity, instance.date, one));
        ActivityPriceFrom {
            base_price: decimal(of.base),
            base_price_adult_count: of.adults,
            base_price_children_count: of.children,
            additional_price_per_adult: decimal(of.extra_adult),
            additional_price_per_child: decimal(of.extra_child),
            from_total: decimal(alone.map_or(0, |lines| ActivityTotals::of(&lines).grand_total())),
        }
    }
}

impl ActivityPriceDetails {
    /// Of what was agreed, with so many places left beside it. An activity that the hotel has no more costs what was
    /// agreed, and what more people would pay nobody knows; nor in another currency than the hotel's of now.
    pub fn new(board: &Board, agreed: &ActivityAgreed, capacity_left: u16, now: Timestamp) -> ActivityPriceDetails {
        let activity = board.hotel().activities.iter().find(|activity| activity.code == agreed.instance.code);
        let of = activity.filter(|_| agreed.currency == board.currency().code).map(|activity| activity.price);
        let currency = Currency::of(&agreed.currency).unwrap_or(board.currency());
        let totals = agreed.totals();
        let (base_price_adult_count, base_price_children_count) = agreed.included(board.hotel());
        let decimal = |minor| currency.to_decimal_f64(minor);
        ActivityPriceDetails {
            activity_instance_id: agreed.instance.to_string(),
            currency: agreed.currency.clone(),
            base_price: decimal(totals.base),
            base_price_adult_count,
            base_price_children_count,
            additional_price_per_adult: decimal(of.map_or(0, |of| of.extra_adult)),
            additional_price_per_child: decimal(of.map_or(0, |of| of.extra_child)),
            total_charge_adult: decimal(totals.adults),
            total_charge_children: decimal(totals.children),
            total_fees: decimal(totals.fees),
            total_taxes: decimal(totals.taxes),
            total_inclusive_taxes: decimal(totals.contained_taxes),
            grand_total: decimal(totals.grand_total()),
            cancel_until: Moment::new(agreed.free_until(), board).rfc3339(),
            free: now < agreed.free_until(),
            capacity_left,
            adults: agreed.party.adults(),
            children: agreed.party.children(),
            fees: fees(&agreed.lines, currency),
            taxes: taxes(&agreed.lines, currency),
        }
    }
}

fn fees(lines: &[ActivityLine], currency: &Currency) -> Vec<ActivityFee> {
    let mut sums: BTreeMap<&str, (&str, i64)> = BTreeMap::new();
    for line in lines.iter().filter(|line| line.part == Part::Fee) {
        let fee = &line.charge;
        sums.entry(&fee.charge_type_code).or_insert((&fee.charge_type_label, 0)).1 += fee.amount;
    }
    let fee = |(code, (name, amount)): (&str, (&str, i64))| ActivityFee {
        charge_type_code: code.to_owned(),
        name: name.to_owned(),
        amount: currency.to_decimal_f64(amount),
    };
    sums.into_iter().map(fee).collect()
}

fn taxes(lines: &[ActivityLine], currency: &Currency) -> Vec<Tax> {
    let mut sums: BTreeMap<(&str, bool), (&str, i64)> = BTreeMap::new();
    for tax in lines.iter().flat_map(|line| &line.charge.taxes) {
        sums.entry((&tax.tax_type_id, tax.inclusive)).or_insert((&tax.name, 0)).1 += tax.amount;
    }
    let tax = |((code, inclusive), (name, amount)): ((&str, bool), (&str, i64))| Tax {
        tax_type_id: code.to_owned(),
        name: name.to_owned(),
        amount: currency.to_decimal_f64(amount),
        conversion_amount: None,
        inclusive,
        adjustments: Vec::new(),
    };
    sums.into_iter().map(tax).collect()
}

impl ActivityPaymentType {
    /// Of a guarantee by card.
    pub fn new(kind: &GuaranteeType) -> ActivityPaymentType {
        let integration = PaymentTypeIntegration { payment_type_id: kind.code.clone() };
        ActivityPaymentType {
            code: kind.code.clone(),
            name: kind.name.clone(),
            payment_type_integrations: vec![integration],
        }
    }
}

impl ConfirmedActivity {
    /// Of a confirmed booking; `None` while it is open.
    pub fn new(secret: &Secret, board: &Board, booking: &ActivityBooking, of_stay: bool) -> Option<ConfirmedActivity> {
        let ((at, paid), number) = (booking.booked()?, booking.confirmation_no()?);
        let token = letter_token(secret, booking.property_id, number, booking.guest.as_ref());
        let report = |name: &str| paper_address(booking.property_id, number, &token, name);
        let (agreed, zone) = (&booking.agreed, board.time_zone());
        let currency = Currency::of(&agreed.currency).unwrap_or(board.currency());
        let (total, guest) = (agreed.totals().grand_total(), booking.guest.as_ref());
        let cancelled = booking.cancelled_at().is_some();
        Some(ConfirmedActivity {
            confirmation_no: number.to_owned(),
            booking_date: at.to_zoned(zone.clone()).date(),
            adults: agreed.party.adults(),
            children: agreed.party.children(),
            primary_guest: PrimaryGuest {
                first_name: guest.map(|guest| guest.first_name.clone()).unwrap_or_default(),
                last_name: guest.map(|guest| guest.last_name.clone()).unwrap_or_default(),
            },
            activity_instance_id: agreed.instance.to_string(),
            activity_template_id: agreed.instance.code.clone(),
            name: agreed.name.clone(),
            date: agreed.instance.date,
            from_time: clock(agreed.starts_at, zone),
            to_time: clock(agreed.ends_at, zone),
            starts_at: Moment::new(agreed.starts_at, board).rfc3339(),
            ends_at: Moment::new(agreed.ends_at, board).rfc3339(),
            currency: agreed.currency.clone(),
            grand_total: currency.to_decimal_f64(total),
            status: if cancelled { "CANCELLED" } else { "CONFIRMED" },
            amount_paid: currency.to_decimal_f64(paid),
            refund_status: None,
            due_at_hotel: currency.to_decimal_f64(if cancelled { 0 } else { total - paid }),
            of_stay,
            letter_url: report("confirmation-letter"),
            calendar_url: report("calendar-file"),
        })
    }
}

/// `09:00` by the hotel's clocks.
fn clock(at: Timestamp, zone: &TimeZone) -> String {
    at.to_zoned(zone.clone()).strftime("%H:%M").to_string()
}
