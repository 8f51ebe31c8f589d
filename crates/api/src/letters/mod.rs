//! The confirmation letter: from a reservation and its hotel to the texts that `letter` sets (CONF-05, API-53).
//!
//! `texts` are the hotel's own in the asked language, `words` are ours and how the language writes days and money,
//! `money` puts symbols,
//! `bill` and `cancelling` say what was agreed, `extra` says it of an activity or an event, `opened` decides who may
//! read it.

mod bill;
mod cancelling;
pub mod extra;
mod money;
pub mod opened;
pub mod texts;
pub mod words;

use domain::board::Board;
use domain::booking::{Reservation, ReservationStatus};
use domain::deal::AgreedDeal;
use domain::transport::{Transport, Way};
use jiff::Timestamp;
use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;
use letter::{Direction, Fact, Letter, Numerals, Paper, Passage, Room, Sender};

use crate::cancelling::By;
use crate::exchange::Exchange;
use crate::payment_links;
use crate::wire::booking::currency_of;
use opened::Opened;
use texts::{Texts, plain};
use words::{Words, unlinked};

/// What a letter is made of.
pub struct Material<'a> {
    /// What was agreed with the guest, and what became of it: of a stay that was given back the letter says so and promises
    /// nothing, and it confirms none before its link is paid.
    pub stay: &'a Opened,
    /// Confirmation numbers of the same guest that were booked together with this one and stand.
    pub others: &'a [String],
    /// Whether it stands beside a letter of another guest, and so says whose it is.
    pub among_guests: bool,
    /// The text of the hotel's logo, when it is an SVG file.
    pub logo_svg: Option<String>,
    /// To the currency that the guest asks for, at the rate of the day of booking.
    pub exchange: Option<Exchange>,
    /// When it is made: what is over by then is promised no more.
    pub now: Timestamp,
    /// The same by the guest's own clock.
    pub written: DateTime,
}

/// Countries whose printers hold US letter paper.
const US_PAPER: [&str; 11] = ["US", "CA", "MX", "PR", "PH", "CL", "CO", "CR", "GT", "PA", "DO"];

/// The letter in a language that the hotel offers: the asked one, or its first.
pub fn compose(material: &Material<'_>, asked_language: Option<&str>) -> Letter {
    let Opened { property, reservation, cancelled, .. } = material.stay;
    let board = &property.board;
    let hotel = board.hotel();
    let texts = Texts::new(hotel, asked_language);
    let words = Words::of_language(texts.language());
    let currency = currency_of(&reservation.agreed, board);
    let (check_in, _) = span(reservation, board);
    let zone: &TimeZone = board.time_zone();
    let say = |key: &str| words.say(key, &[]);
    let (stands, to_come) = (cancelled.is_none(), material.stay.is_to_come());
    let booked_on = zone.to_datetime(reservation.agreed_at()).date();
    let online = if material.among_guests { "lbl_letter_change_online_of" } else { "lbl_letter_change_online" };
    Letter {
        language: words.tag().to_owned(),
        direction: if words.right_to_left() { Direction::Rtl } else { Direction::Ltr },
        paper: if US_PAPER.contains(&hotel.country.as_str()) { Paper::UsLetter } else { Paper::A4 },
        accent: hotel.website_config.booking_color_id.clone(),
        hotel: sender(&words, &texts, material.logo_svg.clone()),
        title: say(match (stands, reservation.stay_changed_at) {
            (false, _) => "lbl_letter_title_cancelled",
            (true, _) if material.stay.is_unpaid() => "lbl_letter_title_unpaid",
            (true, Some(_)) => "lbl_letter_title_changed",
            (true, None) => "lbl_letter_title",
        }),
        greeting: words.say("lbl_letter_dear", &[("name", &words.typed(&reservation.guest.full_name()))]),
        opening: opening(&words, &texts, material, zone),
        number: Fact {
            label: say("lbl_letter_number"),
            value: reservation.confirmation_no.clone(),
            note: String::new(),
        },
        stay: stay(&words, reservation, board),
        rooms: vec![room(&words, &texts, material)],
        bill: bill::bill(&words, &texts, material, currency, booked_on),
        cancellation: to_come.then(|| cancelling::cancellation(&words, &texts, material, currency, zone, check_in)),
        policies: policies(&words, &texts, material.stay),
        change: (material.stay.status == ReservationStatus::Hold)
            .then(|| change(&words, &texts, (material.stay.label_on_page(), online), &reservation.guest.last_name)),
        closing: if to_come { say("lbl_letter_closing") } else { String::new() },
        footer: footer(&words, &texts, material.written),
        page_of: say("lbl_letter_page"),
        numerals: if words.arabic_indic_digits() { Numerals::ArabicIndic } else { Numerals::Latin },
    }
}

/// Check-in and check-out as instants, by the hotel's clocks. A local time that a change of the clocks skips is taken
/// after the gap, one that happens twice the first time.
pub fn span(reservation: &Reservation, board: &Board) -> (Timestamp, Timestamp) {
    let stay = &reservation.agreed.stay;
    let at = |date: Date, clock: &str| {
        let local = date.to_datetime(clock_time(clock));
        board.time_zone().to_timestamp(local).unwrap_or(reservation.booked_at)
    };
    (at(stay.arrival(), &board.hotel().check_in_time), at(stay.departure(), &board.hotel().check_out_time))
}

/// `HH:MM`; an import lets no other text in.
pub fn clock_time(text: &str) -> Time {
    Time::strptime("%H:%M", text).unwrap_or(Time::MIN)
}

fn sender(words: &Words, texts: &Texts<'_>, logo_svg: Option<String>) -> Sender {
    let hotel = texts.hotel;
    let website = hotel.website.trim_start_matches("https://").trim_start_matches("http://").trim_end_matches('/');
    Sender {
        name: words.isolated(texts.name()),
        address: words.isolated(&texts.address(words.comma())),
        phone: hotel.phone_no.clone(),
        email: hotel.email.clone(),
        website: website.to_owned(),
        logo_svg,
    }
}

fn opening(words: &Words, texts: &Texts<'_>, material: &Material<'_>, zone: &TimeZone) -> String {
    let dated = |key: &str, at: Timestamp| words.say(key, &[("date", &words.long_day(zone.to_datetime(at).date()))]);
    let stay = material.stay;
    let mut text = match (&stay.cancelled, &stay.by_link, stay.reservation.stay_changed_at) {
        (Some(came_to), ..) => {
            let key = match came_to.by {
                By::Guest => "lbl_letter_opening_cancelled",
                By::Hotel => "lbl_letter_opening_cancelled_by_hotel",
                By::Payment => "lbl_letter_opening_cancelled_unpaid",
            };
            dated(key, came_to.at)
        }
        (None, Some(payment), _) if stay.is_unpaid() => {
            let until = zone.to_datetime(payment_links::until(payment)).time();
            words.say("lbl_letter_opening_unpaid", &[("time", &words.time(until))])
        }
        (None, _, Some(at)) => dated("lbl_letter_opening_changed", at),
        (None, _, None) => words.say("lbl_letter_opening", &[]),
    };
    // What was agreed keeps its words; the hotel's own texts are not kept with it.
    let later = material.written.date() > zone.to_datetime(stay.reservation.agreed_at()).date();
    if later && general(texts, stay).iter().any(|(_, policy)| !policy.is_empty()) {
        text.push(' ');
        text.push_str(&words.say("lbl_letter_policies_today", &[]));
    }
    if !material.others.is_empty() {
        let numbers: Vec<String> = material.others.iter().map(|number| words.left_to_right(number)).collect();
        text.push(' ');
        text.push_str(&words.say("lbl_letter_with_others", &[("numbers", &numbers.join(" · "))]));
    }
    text
}

fn stay(words: &Words, reservation: &Reservation, board: &Board) -> Vec<Fact> {
    let hotel = board.hotel();
    let stay = &reservation.agreed.stay;
    let clock = |key: &str, text: &str| words.say(key, &[("time", &words.time(clock_time(text)))]);
    vec![
        Fact {
            label: words.say("lbl_letter_check_in", &[]),
            value: words.day(stay.arrival()),
            note: clock("lbl_letter_from", &hotel.check_in_time),
        },
        Fact {
            label: words.say("lbl_letter_check_out", &[]),
            value: words.day(stay.departure()),
            note: clock("lbl_letter_until", &hotel.check_out_time),
        },
        Fact {
            label: words.say("lbl_letter_guests", &[]),
            value: guests(words, reservation, false),
            note: words.count("lbl_nights", stay.nights().into(), &[]),
        },
    ]
}

fn guests(words: &Words, reservation: &Reservation, ages: bool) -> String {
    let party = &reservation.agreed.party;
    let adults = words.count("lbl_adults_count", party.adults().into(), &[]);
    if party.children() == 0 {
        return adults;
    }
    let mut children = words.count("lbl_children_count", party.children().into(), &[]);
    if ages {
        let ages: Vec<String> = party.child_ages().iter().map(|age| words.number(i64::from(*age))).collect();
        children =
            words.say("lbl_letter_children_ages", &[("children", &children), ("ages", &ages.join(words.comma()))]);
    }
    words.say("lbl_and", &[("first", &adults), ("second", &children)])
}

fn room(words: &Words, texts: &Texts<'_>, material: &Material<'_>) -> Room {
    let stay = material.stay;
    let reservation = &stay.reservation;
    let agreed = &reservation.agreed;
    let whose = material.among_guests.then(|| words.typed(&reservation.guest.full_name()));
    let package = agreed.package.as_ref();
    let package = package.map(|package| words.isolated(texts.field("PACKAGE", &package.code, "name", &package.name)));
    let mut details: Vec<String> = whose.into_iter().chain(package).collect();
    details.push(words.isolated(&texts.plan(agreed)));
    details.extend(agreed.deal.as_ref().map(|deal| match deal {
        AgreedDeal::Discount { code, name } => {
            let name = words.isolated(texts.field("DISCOUNT", code, "name", name));
            words.say("lbl_letter_promotion", &[("name", &name)])
        }
        AgreedDeal::Company { code, name, .. } => words.isolated(texts.field("COMPANY", code, "name", name)),
        AgreedDeal::Group { code, name } => words.isolated(texts.field("GROUP", code, "name", name)),
    }));
    // Ages that were not asked for were not told.
    details.push(guests(words, reservation, texts.hotel.enable_children_ages));
    details.extend(guarantee(texts, stay).map(|(name, _)| words.isolated(name)));
    let door = agreed.unit.as_ref().map(|unit| words.say("lbl_letter_unit", &[("number", &words.isolated(unit))]));
    Room { name: words.isolated(&texts.room(agreed)), door: door.unwrap_or_default(), details }
}

/// Name and description of its guarantee. Those of one that is paid by a link speak of paying: they are over once that is
/// done, or no link pays it any more.
fn guarantee<'s>(texts: &Texts<'s>, stay: &'s Opened) -> Option<(&'s str, &'s str)> {
    let given = stay.reservation.guarantee.as_ref()?;
    let kind = texts.hotel.guarantee_types.iter().find(|kind| kind.code == given.guarantee_type);
    let by_link = kind.map_or(stay.reservation.is_by_link(), |kind| kind.instant_booking);
    let told = kind.map(|kind| texts.guarantee(kind)).or_else(|| Some((given.name.as_deref()?, "")));
    told.filter(|_| !by_link || stay.is_unpaid())
}

/// What holds the room: nothing has to where the stay is given back or begun, paid by its link, or paid by a company
/// (PAY-11).
fn guarantee_policy(texts: &Texts<'_>, stay: &Opened) -> String {
    let own = || plain(texts.property("guarantee_policy", &texts.hotel.guarantee_policy));
    match guarantee(texts, stay) {
        _ if !stay.is_to_come() || stay.reservation.agreed.company_pays() => String::new(),
        Some((_, description)) if !description.is_empty() => description.to_owned(),
        None if stay.is_paid_by_link() => String::new(),
        _ => own(),
    }
}

fn policies(words: &Words, texts: &Texts<'_>, stay: &Opened) -> Vec<Passage> {
    let reservation = &stay.reservation;
    let remarks = reservation.remarks.clone().or_else(|| reservation.guest.remarks.clone()).unwrap_or_default();
    let passages = std::iter::once(("lbl_letter_remarks", unlinked(&remarks))).chain(general(texts, stay));
    let own = passages.filter(|(_, text)| !text.is_empty());
    let own = own.map(|(key, text)| Passage { heading: words.say(key, &[]), text: words.isolated_lines(&text) });
    // Nobody is fetched for a stay that was given back.
    let rides = reservation.transportations.iter().filter(|_| stay.cancelled.is_none());
    rides.map(|ride| transport(words, ride)).chain(own).collect()
}

/// The hotel's general policies as they stand today, as far as they are about this stay.
fn general(texts: &Texts<'_>, stay: &Opened) -> [(&'static str, String); 3] {
    let own = |field: &str, text| plain(texts.property(field, text));
    [
        ("lbl_letter_guarantee", guarantee_policy(texts, stay)),
        ("lbl_letter_refunds", own("refund_policy", &texts.hotel.refund_policy)),
        ("lbl_letter_pets", own("pet_policy", &texts.hotel.pet_policy)),
    ]
}

/// When the hotel's car comes, and what the guest told its driver.
fn transport(words: &Words, ride: &Transport) -> Passage {
    let heading = match ride.title {
        Way::PickUp => "lbl_guest_pick_up",
        Way::DropOff => "lbl_guest_drop_off",
    };
    let (date, time) = (words.day(ride.start_date), words.time(ride.time));
    let when = words.say("lbl_transport_at", &[("date", &date), ("time", &time)]);
    let lines = std::iter::once(when).chain(ride.body.as_deref().map(|told| words.typed(told)));
    Passage { heading: words.say(heading, &[]), text: lines.collect::<Vec<_>>().join("\n") }
}

/// How its guest changes it or gives it back: by the page too, where the hotel lets them look it up there; `online` says
/// what can be done there, and by which last name it is found.
fn change(words: &Words, texts: &Texts<'_>, online: (&'static str, &'static str), last_name: &str) -> Passage {
    let (heading, key) = match texts.hotel.website_config.enable_search_reservation {
        true => online,
        // The house does what the page does not; of a stay that has begun nothing is promised.
        false if online.0 == "lbl_your_reservation" => (online.0, "lbl_letter_change_call"),
        false => ("lbl_change_or_cancel", "lbl_letter_change_call"),
    };
    let phone = words.left_to_right(&texts.hotel.phone_no);
    let email = words.left_to_right(&texts.hotel.email);
    Passage {
        heading: words.say(heading, &[]),
        text: words.say(key, &[("phone", &phone), ("email", &email), ("name", &words.typed(last_name))]),
    }
}

fn footer(words: &Words, texts: &Texts<'_>, written: DateTime) -> String {
    let (day, time) = (words.long_day(written.date()), words.time(written.time()));
    [words.isolated(texts.name()), words.say("lbl_letter_written", &[("date", &day), ("time", &time)])].join(" · ")
}
