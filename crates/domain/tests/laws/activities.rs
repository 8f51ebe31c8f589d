//! Activities: when they take place on days on which the clock is turned, what a party pays, and what is agreed.

use domain::activity::offer::{Activity, ActivityPrice, ActivityTime};
use domain::activity::price::{ActivityTotals, price};
use domain::activity::times::{Instance, InstanceId, find, last_day, on};
use domain::activity::{ActivityAgreed, ActivityBooking, ActivityRefusal, Places};
use domain::booking::Card;
use domain::guest::{Guest, GuestInput, GuestRules};
use domain::hotel::*;
use domain::money::Currency;
use jiff::civil::{Date, date};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};
use proptest::prelude::*;
use uuid::Uuid;

use crate::dice::Dice;
use crate::hotels::*;

fn activity(price: ActivityPrice, start_minute: u16, minutes: u16) -> Activity {
    let time = ActivityTime { seasons: vec![], weekdays: [true; 7], start_minute, minutes, capacity: 8 };
    Activity {
        code: "KAYAK".into(),
        name: "Kayaks".into(),
        description: String::new(),
        overview: String::new(),
        pictures: vec![],
        price,
        taxes: vec![],
        fees: vec![],
        cut_off_minutes: 90,
        times: vec![time],
        closed: vec![],
    }
}

const PRICE: ActivityPrice = ActivityPrice { base: 5000, adults: 1, children: 0, extra_adult: 4000, extra_child: 2000 };

fn zone(name: &str) -> TimeZone {
    TimeZone::get(name).expect("a zone")
}

fn at(text: &str) -> Timestamp {
    text.parse().expect("an instant")
}

fn places(adults: u16, children: u16) -> Places {
    Places::new(adults, children).expect("a party")
}

fn percent(code: &str, kind: ChargeKind, ppm: i64, inclusive: bool, on_fees: &[&str]) -> Charge {
    Charge {
        code: code.into(),
        name: code.into(),
        kind,
        amount: ChargeAmount::Percent { ppm },
        inclusive,
        on_room: false,
        on_fees: on_fees.iter().map(|code| (*code).to_owned()).collect(),
        max_nights: None,
        exempt_up_to_age: None,
        basis: None,
    }
}

proptest! {
    /// Base once, each person beyond those included, taxes and fees on each of the three: nothing else.
    // clause: ACT-13, ACT-36
    #[test]
    fn a_party_pays_the_base_and_each_person_beyond(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let code: &&str = dice.pick(&["USD", "CHF", "JPY", "KWD"]);
        let currency = Currency::of(code).expect("a currency");
        let amount = |dice: &mut Dice| currency.round(dice.within(0, 99_999));
        let of = ActivityPrice {
            base: amount(&mut dice), adults: dice.within(1, 4) as u16, children: dice.within(0, 3) as u16,
            extra_adult: amount(&mut dice), extra_child: amount(&mut dice),
        };
        let mut hotel = plain();
        let inclusive = dice.chance(50);
        hotel.currency = currency.code.into();
        hotel.charges = vec![
            percent("SERVICE", ChargeKind::Fee, dice.within(0, 200_000), false, &[]),
            percent("VAT", ChargeKind::Tax, dice.within(0, 250_000), inclusive, &["SERVICE"]),
        ];
        let mut activity = activity(of, 540, 60);
        activity.taxes = vec!["VAT".into()];
        activity.fees = if dice.chance(50) { vec!["SERVICE".into()] } else { vec![] };
        let party = places(dice.within(1, 9) as u16, dice.within(0, 9) as u16);
        let lines = price(&hotel, currency, &activity, date(2027, 6, 1), party);
        let totals = ActivityTotals::of(&lines);
        let beyond = |people: u16, included: u16| i64::from(people.saturating_sub(included));
        prop_assert_eq!(totals.base, of.base);
        prop_assert_eq!(totals.adults, of.extra_adult * beyond(party.adults(), of.adults));
        prop_assert_eq!(totals.children, of.extra_child * beyond(party.children(), of.children));
        prop_assert_eq!(totals.grand_total(), totals.asked() + totals.fees + totals.taxes);
        prop_assert_eq!(totals.grand_total(), lines.iter().map(|line| line.charge.net_value).sum::<i64>());
        // Contained taxes are in the amounts: the guest pays what is asked, and the fees.
        prop_assert!(!inclusive || totals.taxes == 0);
        prop_assert!(inclusive || totals.contained_taxes == 0);
        prop_assert!(!activity.fees.is_empty() || totals.fees == 0);
        // One more of anybody never costs less.
        for more in [places(party.adults() + 1, party.children()), places(party.adults(), party.children() + 1)] {
            let lines = price(&hotel, currency, &activity, date(2027, 6, 1), more);
            prop_assert!(ActivityTotals::of(&lines).grand_total() >= totals.grand_total());
        }
    }

    /// Whatever the zone and the day, it begins when the hotel's clock says so, or when that time is passed over, just as
    /// much later; it lasts as long as it says; and its id says what it is.
    #[test]
    fn it_begins_by_the_hotels_clock(day in 0_i32..730, start in 0_u16..1440, minutes in 1_u16..600, pick in 0_usize..6) {
        let zones = ["America/New_York", "Europe/Zurich", "Asia/Dubai", "Australia/Lord_Howe", "Africa/Cairo", "Pacific/Apia"];
        let zone = zone(zones[pick]);
        let date = date(2026, 1, 1).checked_add(day.days()).expect("a day");
        let activity = activity(PRICE, start, minutes);
        let instance = Instance { activity: &activity, time: &activity.times[0], date };
        let begins = instance.starts_at(&zone).to_zoned(zone.clone());
        let told = date.at((start / 60) as i8, (start % 60) as i8, 0, 0);
        let late = begins.datetime().duration_since(told);
        prop_assert!(late.is_zero() || zone.to_ambiguous_timestamp(told).is_ambiguous() && late.as_mins() <= 60 && late.is_positive());
        let lasts = instance.ends_at(&zone).duration_since(instance.starts_at(&zone));
        prop_assert_eq!(lasts, SignedDuration::from_mins(i64::from(minutes)));
        prop_assert_eq!(instance.id().to_string().parse::<InstanceId>(), Ok(instance.id()));
    }

    #[test]
    fn any_text_is_an_id_or_none(text in "[A-Z.0-9-]{0,30}|KAYAK\\.20[0-9]{2}-[0-9]{2}-[0-9]{2}\\.[0-9]{4}") {
        if let Ok(id) = text.parse::<InstanceId>() {
            prop_assert_eq!(id.to_string(), text);
        }
    }
}

#[test]
fn the_clock_is_turned_while_it_takes_place() {
    let zurich = zone("Europe/Zurich");
    let told = |day: Date, start, minutes| {
        let activity = activity(PRICE, start, minutes);
        let instance = Instance { activity: &activity, time: &activity.times[0], date: day };
        let by_clock = |at: Timestamp| at.to_zoned(zurich.clone()).strftime("%H:%M").to_string();
        (by_clock(instance.starts_at(&zurich)), by_clock(instance.ends_at(&zurich)))
    };
    let hours = |from: &str, to: &str| (from.to_owned(), to.to_owned());
    let (spring, autumn) = (date(2027, 3, 28), date(2027, 10, 31));
    assert_eq!(told(spring, 60, 120), hours("01:00", "04:00"), "from two to three there is nothing");
    assert_eq!(told(spring, 150, 60), hours("03:30", "04:30"), "half past two is passed over");
    assert_eq!(told(autumn, 60, 120), hours("01:00", "02:00"), "from two to three comes twice");
    assert_eq!(told(autumn, 150, 60), hours("02:30", "02:30"), "the first half past two");
    assert_eq!(told(autumn.yesterday().expect("a day"), 23 * 60, 300), hours("23:00", "03:00"));
}

// clause: ACT-05
#[test]
fn it_is_booked_until_its_cut_off_and_for_a_year() {
    let (new_york, activity) = (zone("America/New_York"), activity(PRICE, 600, 60));
    let instance = |date| Instance { activity: &activity, time: &activity.times[0], date };
    let open = |date, now: &str| instance(date).is_open(&new_york, at(now));
    assert!(open(date(2026, 12, 12), "2026-12-12T08:29:59-05:00"));
    assert!(!open(date(2026, 12, 12), "2026-12-12T08:30:00-05:00"), "ninety minutes before");
    assert!(open(date(2027, 12, 11), "2026-12-11T23:00:00-05:00"));
    assert!(!open(date(2027, 12, 12), "2026-12-11T23:00:00-05:00"), "tomorrow");
    for (far, there) in [(Date::MIN, &new_york), (Date::MIN, &zone("Pacific/Auckland")), (Date::MAX, &new_york)] {
        assert!(!instance(far).is_open(there, at("2026-12-11T23:00:00-05:00")), "{far}: no instant reaches it");
    }
    assert_eq!(last_day(date(2028, 2, 29)), date(2029, 2, 28));
}

#[test]
fn it_takes_place_on_its_days() {
    let mut hotel = plain();
    let mut kayak = activity(PRICE, 600, 60);
    kayak.times[0].weekdays = [false, false, true, false, false, true, false];
    kayak.times[0].seasons = vec![Days { from: date(2026, 12, 1), to: date(2026, 12, 31) }];
    kayak.closed = vec![Days { from: date(2026, 12, 24), to: date(2026, 12, 26) }];
    hotel.activities = vec![kayak, Activity { code: "WALK".into(), ..activity(PRICE, 540, 60) }];
    let codes = |day| on(&hotel, day).iter().map(|instance| instance.activity.code.clone()).collect::<Vec<_>>();
    assert_eq!(codes(date(2026, 12, 12)), ["WALK", "KAYAK"], "in order of time");
    assert_eq!(codes(date(2026, 12, 13)), ["WALK"], "no Saturday");
    assert_eq!(codes(date(2026, 12, 26)), ["WALK"], "closed");
    assert_eq!(codes(date(2027, 1, 2)), ["WALK"], "out of season");
    let found = |id: &str| id.parse().ok().and_then(|id| find(&hotel, &id)).is_some();
    assert!(found("KAYAK.2026-12-12.1000"));
    for none in ["KAYAK.2026-12-13.1000", "KAYAK.2026-12-12.1030", "SAIL.2026-12-12.1000", "KAYAK.2026-12-12.2500"] {
        assert!(!found(none), "{none}");
    }
}

#[test]
fn a_booking_goes_one_way() {
    let board = simple(20_000, 5).board();
    let now = at("2026-12-01T09:00:00Z");
    let activity = activity(PRICE, 600, 60);
    let instance = Instance { activity: &activity, time: &activity.times[0], date: date(2026, 12, 12) };
    let agreed = |adults| ActivityAgreed::new(&board, &instance, places(adults, 0));
    let mut booking = ActivityBooking::new((1, Uuid::from_u128(16)), agreed(2), now, 30);
    let confirm = |booking: &ActivityBooking, now| booking.confirmed(&board, now, 1);
    assert_eq!(confirm(&booking, now), Err(ActivityRefusal::GuestMissing));
    let input =
        GuestInput { first_name: Some("Maya".into()), last_name: Some("Lindqvist".into()), ..GuestInput::default() };
    booking.guest = Some(Guest::check(&input, &GuestRules::default()).expect("a guest"));
    assert_eq!(confirm(&booking, now), Err(ActivityRefusal::CardRequired));
    let card = |expiry_year| Card {
        masked_number: String::new(),
        brand: String::new(),
        holder: String::new(),
        expiry_month: 12,
        expiry_year,
        token: "tok".into(),
        unique_code: String::new(),
    };
    booking.card = Some(card(2025));
    assert_eq!(confirm(&booking, now), Err(ActivityRefusal::CardExpired));
    booking.card = Some(card(2029));
    assert_eq!(confirm(&booking, now + SignedDuration::from_mins(30)), Err(ActivityRefusal::Expired));
    // The card was shown the price of two.
    assert_eq!(booking.clone().with(agreed(2)).card, Some(card(2029)));
    assert_eq!(booking.clone().with(agreed(3)).card, None);
    // Held on by every call, and never beyond its beginning.
    let late = booking.agreed.starts_at - SignedDuration::from_mins(10);
    assert_eq!(booking.clone().touched(late, 30).expires_at, booking.agreed.starts_at);
    let confirmed = confirm(&booking, now).expect("no refusal").expect("a booking");
    assert!(confirmed.confirmation_no().is_some());
    assert_eq!(confirm(&confirmed, now), Ok(None));
    assert!(!confirmed.is_expired(late + SignedDuration::from_hours(99)));

    // Given back until its cut-off, an hour and a half before it begins; once.
    let cut_off = booking.agreed.starts_at - SignedDuration::from_mins(90);
    assert_eq!((confirmed.agreed.free_until(), confirmed.places()), (cut_off, 2));
    assert_eq!(booking.cancelled(now), Err(ActivityRefusal::NotCancellable), "nothing is booked");
    assert_eq!(confirmed.cancelled(cut_off), Err(ActivityRefusal::NotCancellable));
    let in_time = cut_off - SignedDuration::from_secs(1);
    let given_back = confirmed.cancelled(in_time).expect("in time").expect("for the first time");
    assert_eq!((given_back.cancelled_at(), given_back.places()), (Some(in_time), 0));
    assert_eq!((given_back.booked(), given_back.confirmation_no()), (confirmed.booked(), confirmed.confirmation_no()));
    assert_eq!((given_back.cancelled(cut_off), confirm(&given_back, now)), (Ok(None), Ok(None)));
    assert_eq!(given_back.check_open(now), Err(ActivityRefusal::AlreadyConfirmed));
}
