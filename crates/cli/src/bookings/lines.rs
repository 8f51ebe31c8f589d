//! What is said of one booking.

use domain::activity::ActivityBooking;
use domain::booking::{Reservation, ReservationStatus};
use domain::deal::AgreedDeal;
use domain::event::{EventBooking, EventGuarantee, EventStatus};
use domain::guest::Guest;
use domain::money::Currency;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::Value;
use store::reservations;

/// The columns in their order. What a line does not say is empty.
pub const COLUMNS: &str = "kind,confirmation_no,booking,status,booked_at,changed_at,arrival,departure,nights,room_type,\
    unit,rate_plan,package,adults,children,children_ages,first_name,last_name,email,phone,country,remarks,addons,rides,\
    guarantee,currency,total,paid,paid_with_points,due_by_link,due_later,due_at_hotel,penalty,code_kind,code,payer,loyalty_number,what,\
    starts_at,ends_at";

/// Values by the names of their columns.
pub type Line = Vec<(&'static str, String)>;

/// A room; `cancelled` is the note of its cancellation, `paid` in minor units.
pub fn stay(
    zone: &TimeZone,
    room: &reservations::Reservation<Reservation>,
    cancelled: Option<&Value>,
    paid: i64,
) -> Line {
    let Reservation { guest, agreed, .. } = &room.detail;
    let amount = |minor| amount(&room.currency, minor);
    // A link is open until its guest has come; what is asked for by none is left to the house.
    let charged = if room.status.has_begun() { paid } else { room.detail.paid() };
    let at_hotel = agreed.dues.at_hotel + (agreed.dues.now - charged).max(0);
    let due = |minor| if room.status == ReservationStatus::Cancelled { String::new() } else { amount(minor) };
    // The record has a decimal amount.
    let read = |note: &Value| Currency::of(&room.currency)?.from_decimal_f64(note["penalty"].as_f64()?).ok();
    let addons = agreed.addons.iter().map(|addon| format!("{} x {} {}", addon.quantity, addon.code, addon.day));
    let rides = room.detail.transportations.iter().map(|ride| {
        let (way, time, body) = (ride.title.title(), ride.time.strftime("%H:%M"), text(&ride.body));
        format!("{way} {} {time} {body}", ride.start_date).trim_end().to_owned()
    });
    let code_kind = agreed.deal.as_ref().map(|deal| match deal {
        AgreedDeal::Discount { .. } => "DISCOUNT",
        AgreedDeal::Company { .. } => "COMPANY",
        AgreedDeal::Group { .. } => "GROUP",
    });
    let mut line = vec![
        ("booked_at", at(zone, room.created_at)),
        ("changed_at", at(zone, room.changed_at)),
        ("arrival", room.arrival.to_string()),
        ("departure", room.departure.to_string()),
        ("nights", agreed.stay.nights().to_string()),
        ("room_type", room.room_type_id.clone()),
        ("unit", text(&agreed.unit)),
        ("rate_plan", agreed.rate_plan.clone()),
        ("package", agreed.package.as_ref().map(|package| package.code.clone()).unwrap_or_default()),
        ("adults", agreed.party.adults().to_string()),
        ("children", agreed.party.children().to_string()),
        ("children_ages", join(agreed.party.child_ages().iter().map(ToString::to_string), ";")),
        ("remarks", text(&room.detail.remarks.clone().or_else(|| guest.remarks.clone()))),
        ("addons", join(addons, "; ")),
        ("rides", join(rides, "; ")),
        ("guarantee", room.detail.guarantee.as_ref().map(|by| by.guarantee_type.clone()).unwrap_or_default()),
        ("currency", room.currency.clone()),
        ("total", amount(room.total)),
        ("paid", amount(paid)),
        ("paid_with_points", amount(agreed.points_worth())),
        ("due_by_link", due(charged - paid)),
        ("due_later", due(agreed.dues.later)),
        ("due_at_hotel", due(at_hotel)),
        ("penalty", cancelled.and_then(read).map(amount).unwrap_or_default()),
        ("code_kind", code_kind.unwrap_or_default().to_owned()),
        ("code", agreed.deal.as_ref().map(|deal| deal.code().to_owned()).unwrap_or_default()),
        ("payer", if agreed.company_pays() { COMPANY } else { GUEST }.to_owned()),
    ];
    line.extend(who(guest));
    line
}

/// An activity, which is given back for nothing or not at all.
pub fn activity(zone: &TimeZone, activity: &ActivityBooking) -> Line {
    let agreed = &activity.agreed;
    let amount = |minor| amount(&agreed.currency, minor);
    let (booked_at, paid) = activity.booked().unwrap_or((agreed.starts_at, 0));
    let total = agreed.totals().grand_total();
    let stands = activity.cancelled_at().is_none();
    let mut line = beside(zone, [agreed.starts_at, agreed.ends_at], booked_at, activity.cancelled_at());
    line.extend([
        ("what", agreed.instance.code.clone()),
        ("adults", agreed.party.adults().to_string()),
        ("children", agreed.party.children().to_string()),
        ("remarks", activity.guest.as_ref().map(|guest| text(&guest.remarks)).unwrap_or_default()),
        ("currency", agreed.currency.clone()),
        ("total", amount(total)),
        ("paid", amount(paid)),
        ("due_at_hotel", if stands { amount(total - paid) } else { String::new() }),
        ("penalty", if stands { String::new() } else { amount(0) }),
        ("payer", GUEST.to_owned()),
    ]);
    line.extend(activity.guest.iter().flat_map(who));
    line
}

/// An event, which is paid at the hotel.
pub fn event(zone: &TimeZone, event: &EventBooking) -> Line {
    let amount = |minor| amount(&event.currency, minor);
    let from = event.from().unwrap_or_default();
    let until = event.sub_events.iter().map(|sub| sub.span.to()).max().unwrap_or_default();
    let (total, stands) = (event.totals().total(), event.cancelled_at().is_none());
    let spaces = event.sub_events.iter().map(|sub| {
        let [from, until] = [sub.span.from(), sub.span.to()].map(|moment| at(zone, moment));
        let arrangement = text(&sub.arrangement);
        format!("{} {from} {until} {} persons {arrangement}", sub.space, sub.persons).trim_end().to_owned()
    });
    let packages = event.sub_events.iter().flat_map(|sub| {
        sub.packages.iter().map(|chosen| format!("{} x {} {}", chosen.quantity, chosen.package, sub.space))
    });
    let wishes = event.sub_events.iter().flat_map(|sub| {
        let of_packages = sub.packages.iter().map(|chosen| &chosen.remarks);
        [&sub.instructions, &sub.remarks].into_iter().chain(of_packages)
    });
    let remarks = event.contact.iter().map(|contact| &contact.guest.remarks).chain(wishes).flatten().cloned();
    let company = match &event.guarantee {
        Some(EventGuarantee::Company { code, .. }) => Some(code),
        Some(EventGuarantee::Card { .. }) | None => None,
    };
    let mut line = beside(zone, [from, until], event.booked_at().unwrap_or(from), event.cancelled_at());
    line.extend([
        ("what", event.event_type.clone()),
        ("unit", join(spaces, "; ")),
        ("addons", join(packages, "; ")),
        ("remarks", join(remarks, "\n")),
        ("guarantee", event.guarantee.as_ref().map(|by| by.type_code().to_owned()).unwrap_or_default()),
        ("currency", event.currency.clone()),
        ("total", amount(total)),
        ("paid", amount(0)),
        ("due_at_hotel", if stands { amount(total) } else { String::new() }),
        (
            "penalty",
            if let EventStatus::Cancelled { penalty, .. } = event.status { amount(penalty) } else { String::new() },
        ),
        ("code_kind", company.map(|_| COMPANY).unwrap_or_default().to_owned()),
        ("code", company.cloned().unwrap_or_default()),
        ("payer", company.map_or(GUEST, |_| COMPANY).to_owned()),
    ]);
    line.extend(event.contact.iter().flat_map(|contact| who(&contact.guest)));
    line
}

const GUEST: &str = "GUEST";
const COMPANY: &str = "COMPANY";

/// What is booked beside rooms begins and ends at a time.
fn beside(zone: &TimeZone, span: [Timestamp; 2], booked_at: Timestamp, cancelled_at: Option<Timestamp>) -> Line {
    let [first, last] = span.map(|moment| zone.to_datetime(moment).date().to_string());
    let [from, until] = span.map(|moment| at(zone, moment));
    vec![
        ("booked_at", at(zone, booked_at)),
        ("changed_at", at(zone, cancelled_at.unwrap_or(booked_at))),
        ("arrival", first),
        ("departure", last),
        ("starts_at", from),
        ("ends_at", until),
    ]
}

fn who(guest: &Guest) -> Line {
    vec![
        ("first_name", guest.first_name.clone()),
        ("last_name", guest.last_name.clone()),
        ("email", text(&guest.email)),
        ("phone", text(&guest.phone)),
        ("country", text(&guest.country)),
        ("loyalty_number", text(&guest.loyalty_guest_number)),
    ]
}

fn at(zone: &TimeZone, at: Timestamp) -> String {
    at.to_zoned(zone.clone()).strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}

fn text(text: &Option<String>) -> String {
    text.clone().unwrap_or_default()
}

fn join(parts: impl Iterator<Item = String>, between: &str) -> String {
    parts.collect::<Vec<_>>().join(between)
}

fn amount(currency: &str, minor: i64) -> String {
    Currency::of(currency).map(|currency| currency.format(minor)).unwrap_or_default()
}
