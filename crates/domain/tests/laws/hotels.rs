//! Hotels to test with: a plain one to set up by hand, and any number drawn at random.

use std::sync::Arc;

use domain::board::{Board, StockLeft};
use domain::hotel::*;
use domain::measuring::{MeasurementIds, Scripts};
use domain::party::Party;
use domain::stay::Stay;
use jiff::Timestamp;
use jiff::civil::{Date, date};

use crate::dice::Dice;

/// The first night of every test hotel: a Thursday shortly before Europe changes its clocks.
pub const FIRST: Date = date(2026, 10, 22);

pub fn day(number: i64) -> Date {
    domain::stay::add_days(FIRST, number as i32).expect("within the calendar")
}

pub fn stay(first: i64, nights: u16) -> Stay {
    Stay::of_nights(day(first), nights).expect("a stay")
}

pub fn party(adults: u8, ages: &[u8]) -> Party {
    Party::new(adults, ages).expect("a party")
}

/// Noon of a day in UTC, which is the same day in every zone used here.
pub fn noon(number: i64) -> Timestamp {
    format!("{}T12:00:00Z", day(number)).parse().expect("a moment")
}

/// One room type KING for 2 adults and a child, one plan FLEX, no charges, US dollars.
pub fn plain() -> Hotel {
    Hotel {
        property_id: 1,
        code: "HARB".into(),
        name: "Harbour House".into(),
        tagline: None,
        phone_no: "+1 207 555 0142".into(),
        email: "stay@harbourhouse.example".into(),
        mail_from: None,
        website: "https://harbourhouse.example".into(),
        address: "14 Quay Street".into(),
        city: "Old Harbour".into(),
        state: Some("ME".into()),
        country: "US".into(),
        zip_code: None,
        business_logo: None,
        cover_photo: None,
        place: None,
        property_type: domain::brand::PropertyType::Hotel,
        brand: None,
        currency: "USD".into(),
        fixed_rates: Vec::new(),
        languages: vec![],
        time_zone: "America/New_York".into(),
        check_in_time: "15:00".into(),
        check_out_time: "11:00".into(),
        additional_details: String::new(),
        pet_policy: String::new(),
        guarantee_policy: String::new(),
        refund_policy: String::new(),
        cancellation_policy: String::new(),
        max_occupancy: 6,
        max_los: 200,
        enable_children_ages: true,
        child_bands: vec![2, 11],
        website_config: WebsiteConfig {
            google_analytics_ids: MeasurementIds::default(),
            booking_color_id: "#14695f".into(),
            booking_page_layout: None,
            enable_multi_room_booking: false,
            enable_loyalty_flow: false,
            enable_multi_language_support: false,
            enable_multi_currency_support: false,
            enable_travel_transport_flow: false,
            hide_menus_on_booking_engine: false,
            enable_search_reservation: false,
            sojern_id: None,
            app_id: "BOOKING_ENGINE".into(),
            max_guests_allowed: None,
            disable_discount_flow: true,
            enable_company_booking: false,
            enable_group_member_reservation_booking: false,
            rate_display_type: "LIST_VIEW".into(),
            display_tax_inclusive_rate_on_booking_engine: true,
            injected_scripts: Scripts::default(),
            require_tracking_consent: true,
        },
        return_url_origins: vec![],
        order_button: OrderButton::BookAndPay,
        terms_url: None,
        privacy_url: None,
        required_guest_fields: vec!["email".into()],
        guarantee_required_to_book: true,
        room_types: vec![room_type("KING", 3, 2, 1)],
        amenities: vec![],
        rate_plans: vec![rate_plan("FLEX", PlanPrice::Own, &["KING"])],
        charges: vec![],
        cancellation_policies: vec![CancellationPolicy {
            code: "FREE".into(),
            description: String::new(),
            steps: vec![],
        }],
        guarantee_types: vec![guarantee_type("CC", true)],
        translations: vec![],
        discounts: vec![],
        companies: vec![],
        groups: vec![],
        packages: vec![],
        charge_types: vec![],
        addons: vec![],
        activities: vec![],
        allow_room_unit_booking: false,
        members: None,
        events: domain::event::offer::Events::default(),
    }
}

pub fn room_type(code: &str, people: u8, adults: u8, children: u8) -> RoomType {
    RoomType {
        code: code.into(),
        name: code.into(),
        description: String::new(),
        additional_details: String::new(),
        pictures: vec![],
        smoking: false,
        accessible: false,
        bed_count: 1,
        bed_type: "KING".into(),
        category: "STANDARD".into(),
        size_m2: None,
        view: None,
        max_people: people,
        max_adults: adults,
        max_children: children,
        amenities: vec![],
        order_no: None,
        units: vec![],
        units_out: vec![],
    }
}

pub fn rate_plan(code: &str, price: PlanPrice, room_types: &[&str]) -> RatePlan {
    RatePlan {
        code: code.into(),
        name: code.into(),
        description: String::new(),
        meal: Meal::RoomOnly,
        price,
        cancellation_policy: "FREE".into(),
        guarantee_types: vec!["CC".into()],
        deposits: vec![],
        min_advance_days: None,
        max_advance_days: None,
        room_types: room_types.iter().map(|code| (*code).into()).collect(),
        code_only: false,
        points_per_night: None,
        points_steps: 4,
    }
}

pub fn guarantee_type(code: &str, card: bool) -> GuaranteeType {
    GuaranteeType {
        code: code.into(),
        name: code.into(),
        description: String::new(),
        payment_type_required: card,
        instant_booking: false,
    }
}

pub fn charge(code: &str, kind: ChargeKind, amount: ChargeAmount) -> Charge {
    Charge {
        code: code.into(),
        name: code.into(),
        kind,
        amount,
        inclusive: false,
        on_room: true,
        on_fees: vec![],
        max_nights: None,
        exempt_up_to_age: None,
        basis: None,
    }
}

/// A price for two that every occupancy adds to.
pub fn price(base: i64) -> NightPrice {
    NightPrice { base, included: 2, single: None, extra_adult: 4_000, child: [0, 1_500, 0, 0] }
}

pub fn row(room_type: &str, rate_plan: &str, prices: Vec<Option<NightPrice>>, rules: Vec<NightRule>) -> NightRow {
    NightRow { room_type: room_type.into(), rate_plan: rate_plan.into(), first: FIRST, prices, rules }
}

pub fn stock(room_type: &str, left: &[i32]) -> StockLeft {
    StockLeft { room_type: room_type.into(), group: None, first: FIRST, left: left.to_vec() }
}

/// A hotel with its nights and stock.
#[derive(Debug, Clone)]
pub struct Case {
    pub hotel: Hotel,
    pub nights: Vec<NightRow>,
    pub stock: Vec<StockLeft>,
}

impl Case {
    pub fn board(&self) -> Board {
        Board::new(Arc::new(self.hotel.clone()), &self.nights, &self.stock).expect("a hotel that can be sold")
    }
}

/// The plain hotel with one price and one stock for twenty nights.
pub fn simple(nightly: i64, left: i32) -> Case {
    Case {
        hotel: plain(),
        nights: vec![row("KING", "FLEX", vec![Some(price(nightly)); 20], vec![])],
        stock: vec![stock("KING", &[left; 20])],
    }
}

const ROOMS: [&str; 4] = ["KING", "TWIN", "SUITE", "ATTIC"];
const PLANS: [&str; 6] = ["FLEX", "SAVER", "BREAKFAST", "MEMBER", "LONG", "EARLY"];

/// Any hotel: one to `size` room types, one to six plans of which some are derived, with rules, charges and stock.
pub fn any_hotel(seed: u64, size: usize) -> Case {
    let dice = &mut Dice(seed);
    let mut hotel = plain();
    hotel.currency = (*dice.pick(&["USD", "JPY", "KWD", "CHF", "AED"])).into();
    hotel.time_zone = (*dice.pick(&["America/New_York", "Europe/Zurich", "Asia/Dubai"])).into();
    hotel.child_bands = dice.pick(&[vec![], vec![5], vec![2, 11], vec![1, 5, 9, 17]]).clone();
    hotel.max_los = *dice.pick(&[200, 200, 5]);
    let rooms = &ROOMS[..dice.within(1, size.clamp(1, 4) as i64) as usize];
    hotel.room_types = rooms
        .iter()
        .map(|code| {
            let (adults, children) = (dice.within(1, 4) as u8, dice.within(0, 3) as u8);
            room_type(code, adults + dice.within(0, i64::from(children)) as u8, adults, children)
        })
        .collect();
    hotel.rate_plans = (0..dice.within(1, 6) as usize).map(|at| any_plan(dice, at, rooms)).collect();
    hotel.charges = any_charges(dice);
    let days = dice.within(4, 16);
    let mut nights = Vec::new();
    for plan in &hotel.rate_plans {
        for room in rooms {
            let own = plan.price == PlanPrice::Own;
            if !own && dice.chance(70) {
                continue;
            }
            let length = if dice.chance(80) { days } else { dice.within(1, days) };
            let prices = if own { (0..length).map(|_| any_price(dice)).collect() } else { vec![] };
            let rules = if dice.chance(60) { (0..days).map(|_| any_rule(dice)).collect() } else { vec![] };
            nights.push(row(room, &plan.code, prices, rules));
        }
    }
    let left = |dice: &mut Dice| (0..days).map(|_| *dice.pick(&[0, 1, 1, 2, 3, 9])).collect::<Vec<i32>>();
    let stock = rooms.iter().map(|room| stock(room, &left(dice))).collect();
    Case { hotel, nights, stock }
}

fn any_plan(dice: &mut Dice, at: usize, rooms: &[&str]) -> RatePlan {
    let price = if at == 0 || dice.chance(40) {
        PlanPrice::Own
    } else {
        let change = match dice.within(0, 2) {
            0 => Change::Percent { ppm: dice.within(-400_000, 300_000) },
            1 => Change::PerNight { minor: dice.within(-9_000, 5_000) },
            _ => Change::PerPerson { adult: dice.within(-500, 2_500), child: [0, 700, 1_100, 1_300] },
        };
        PlanPrice::Derived { from: PLANS[dice.within(0, at as i64 - 1) as usize].into(), change }
    };
    let sold_for: Vec<&str> = rooms.iter().copied().filter(|_| dice.chance(85)).collect();
    let mut plan = rate_plan(PLANS[at], price, &sold_for);
    plan.min_advance_days = dice.chance(20).then(|| dice.within(0, 6) as u16);
    plan.max_advance_days = dice.chance(20).then(|| dice.within(0, 9) as u16);
    plan
}

fn any_price(dice: &mut Dice) -> Option<NightPrice> {
    dice.chance(93).then(|| NightPrice {
        base: dice.within(0, 30_000),
        included: dice.within(1, 3) as u8,
        single: dice.chance(40).then(|| dice.within(0, 15_000)),
        extra_adult: dice.within(0, 6_000),
        child: [dice.within(0, 500), dice.within(0, 2_000), dice.within(0, 3_000), dice.within(0, 4_000)],
    })
}

fn any_rule(dice: &mut Dice) -> NightRule {
    let length = |dice: &mut Dice, high: i64| if dice.chance(15) { dice.within(1, high) as u8 } else { 0 };
    NightRule {
        min_stay_arrival: length(dice, 4),
        max_stay_arrival: length(dice, 6),
        min_stay_through: length(dice, 3),
        max_stay_through: length(dice, 7),
        closed_to_arrival: dice.chance(12),
        closed_to_departure: dice.chance(12),
        stop_sell: dice.chance(8),
    }
}

fn any_charges(dice: &mut Dice) -> Vec<Charge> {
    let fees = dice.within(0, 2);
    let taxes = dice.within(0, 4);
    let mut charges = Vec::new();
    for number in 0..fees {
        let amount = any_amount(dice);
        charges.push(limited(dice, charge(&format!("FEE{number}"), ChargeKind::Fee, amount)));
    }
    for number in 0..taxes {
        let amount = any_amount(dice);
        let mut tax = limited(dice, charge(&format!("TAX{number}"), ChargeKind::Tax, amount));
        if matches!(tax.amount, ChargeAmount::Percent { .. } | ChargeAmount::PercentTiers { .. }) {
            tax.inclusive = dice.chance(45);
            tax.on_fees = (0..fees).filter(|_| dice.chance(40)).map(|fee| format!("FEE{fee}")).collect();
            tax.on_room = tax.on_fees.is_empty() || dice.chance(80);
        }
        charges.push(tax);
    }
    charges
}

fn limited(dice: &mut Dice, mut charge: Charge) -> Charge {
    charge.max_nights = dice.chance(25).then(|| dice.within(0, 4) as u16);
    charge.exempt_up_to_age = dice.chance(40).then(|| dice.within(0, 17) as u8);
    charge
}

fn any_amount(dice: &mut Dice) -> ChargeAmount {
    let per = *dice.pick(&[Per::Night, Per::Stay, Per::Person, Per::PersonNight]);
    let tiers = |dice: &mut Dice, high: i64| {
        let from = [0, dice.within(1, 9_000), dice.within(9_001, 25_000)];
        from.map(|from| Tier { from, value: dice.within(0, high) })[..dice.within(1, 3) as usize].to_vec()
    };
    match dice.within(0, 3) {
        0 => ChargeAmount::Percent { ppm: dice.within(0, 250_000) },
        1 => ChargeAmount::PercentTiers { tiers: tiers(dice, 250_000) },
        2 => ChargeAmount::Flat { minor: dice.within(0, 1_200), per },
        _ => ChargeAmount::FlatTiers { tiers: tiers(dice, 1_200), per },
    }
}

/// The same hotel with up to three packages of what it has to offer.
pub fn with_packages(mut case: Case, seed: u64) -> Case {
    let dice = &mut Dice(seed ^ 0x5eed);
    let hotel = &mut case.hotel;
    let percent = |charge: &&Charge| matches!(charge.amount, ChargeAmount::Percent { .. });
    let taxes: Vec<String> =
        hotel.charges.iter().filter(|c| c.kind == ChargeKind::Tax).filter(percent).map(|c| c.code.clone()).collect();
    hotel.charge_types = (0..dice.within(1, 4))
        .map(|number| ChargeType {
            code: format!("CONTENT{number}"),
            name: format!("Content {number}"),
            amount: dice.within(0, 9_000),
            per: *dice.pick(&[Per::Night, Per::Stay, Per::Person, Per::PersonNight]),
            exempt_up_to_age: dice.chance(40).then(|| dice.within(0, 17) as u8),
            taxes: taxes.iter().filter(|_| dice.chance(60)).cloned().collect(),
        })
        .collect();
    let contents: Vec<String> = hotel.charge_types.iter().map(|content| content.code.clone()).collect();
    hotel.packages = (0..dice.within(1, 3))
        .map(|number| Package {
            code: format!("PACKAGE{number}"),
            name: format!("Package {number}"),
            description: String::new(),
            cover_photo: None,
            rate_plans: hotel.rate_plans.iter().map(|plan| plan.code.clone()).filter(|_| dice.chance(70)).collect(),
            room_types: if dice.chance(70) { vec![] } else { vec![dice.pick(&hotel.room_types).code.clone()] },
            charge_types: contents.iter().filter(|_| dice.chance(70)).cloned().collect(),
            nights: match dice.chance(30) {
                true => vec![Days { from: day(dice.within(0, 4)), to: day(dice.within(5, 15)) }],
                false => Vec::new(),
            },
            min_nights: dice.within(1, 3) as u16,
        })
        .collect();
    case
}

/// The same hotel with rates that are guaranteed in different ways, mostly by a hotel that asks for it.
pub fn with_guarantees(mut case: Case, seed: u64) -> Case {
    let dice = &mut Dice(seed ^ 0x6a4d);
    let hotel = &mut case.hotel;
    hotel.guarantee_required_to_book = dice.chance(80);
    let kinds = &["CC", "LDB", "STCC"][..dice.within(0, 3) as usize];
    hotel.guarantee_types = kinds.iter().map(|code| guarantee_type(code, *code == "CC")).collect();
    for plan in &mut hotel.rate_plans {
        plan.guarantee_types = kinds.iter().filter(|_| dice.chance(45)).map(|code| (*code).into()).collect();
    }
    case
}

/// The same hotel with deposits, and with policies of which each costs something else from moment to moment.
pub fn with_terms(mut case: Case, seed: u64) -> Case {
    let dice = &mut Dice(seed ^ 0x7e45);
    let hotel = &mut case.hotel;
    hotel.cancellation_policies = ["FREE", "STRICT"]
        .map(|code| CancellationPolicy { code: code.into(), description: String::new(), steps: any_steps(dice) })
        .into();
    for plan in &mut hotel.rate_plans {
        plan.cancellation_policy = (*dice.pick(&["FREE", "STRICT"])).into();
        let due = |dice: &mut Dice| match dice.chance(50) {
            true => DepositDue::AtBooking,
            false => DepositDue::DaysBefore { days: dice.within(0, 9) as u16 },
        };
        plan.deposits =
            (0..dice.within(0, 2)).map(|_| DepositRule { due: due(dice), amount: any_penalty(dice) }).collect();
    }
    case
}

/// Up to three steps, the earliest first.
fn any_steps(dice: &mut Dice) -> Vec<CancellationStep> {
    let mut days: Vec<i64> = (0..dice.within(0, 3)).map(|_| dice.within(0, 11)).collect();
    days.sort_unstable_by_key(|days| std::cmp::Reverse(*days));
    days.dedup();
    let from = |dice: &mut Dice, at: usize, days: i64| match dice.within(0, 4) {
        0 if at == 0 => Deadline::AtBooking,
        1 => Deadline::HoursBefore { hours: 24 * days as u16 },
        _ => Deadline::DaysBefore { days: days as u16, minute: dice.within(0, 1_439) as u16 },
    };
    let step = |(at, days)| CancellationStep { from: from(dice, at, days), penalty: any_penalty(dice) };
    days.into_iter().enumerate().map(step).collect()
}

fn any_penalty(dice: &mut Dice) -> Penalty {
    match dice.within(0, 2) {
        0 => Penalty::Nights { nights: dice.within(1, 3) as u16 },
        1 => Penalty::Percent { ppm: dice.within(1, 10) * 100_000 },
        _ => Penalty::Amount { minor: dice.within(1, 60_000) },
    }
}

/// Any party of up to four adults and three children.
pub fn any_party(seed: u64) -> Party {
    let dice = &mut Dice(seed);
    let ages: Vec<u8> = (0..dice.within(-2, 3).max(0)).map(|_| dice.within(0, 17) as u8).collect();
    party(dice.within(1, 4) as u8, &ages)
}

/// The same hotel with up to four add-ons, the first of them in every price now and then.
pub fn with_addons(mut case: Case, seed: u64) -> Case {
    let dice = &mut Dice(seed ^ 0xadd0);
    let hotel = &mut case.hotel;
    let percent = |charge: &&Charge| matches!(charge.amount, ChargeAmount::Percent { .. });
    let taxes: Vec<String> =
        hotel.charges.iter().filter(|c| c.kind == ChargeKind::Tax).filter(percent).map(|c| c.code.clone()).collect();
    hotel.addons = (0..dice.within(1, 4))
        .map(|number| {
            let per = *dice.pick(&[Per::Night, Per::Stay, Per::Person, Per::PersonNight]);
            let mandatory = number == 0 && dice.chance(30);
            let day = match per {
                Per::Night | Per::PersonNight => AddonDay::EachNight,
                _ if mandatory => AddonDay::Arrival,
                _ => *dice.pick(&[AddonDay::Arrival, AddonDay::Departure, AddonDay::Chosen]),
            };
            let mut addon = addon(&format!("ADDON{number}"), dice.within(0, 9_000), per, day);
            addon.charge.exempt_up_to_age = dice.chance(40).then(|| dice.within(0, 17) as u8);
            addon.charge.taxes = taxes.iter().filter(|_| dice.chance(60)).cloned().collect();
            addon.mandatory = mandatory;
            if !mandatory {
                addon.max_quantity = dice.within(1, 99) as u16;
                addon.seasons = match dice.chance(30) {
                    true => vec![Days { from: day_of(dice, 0, 4), to: day_of(dice, 5, 15) }],
                    false => Vec::new(),
                };
                addon.min_nights = dice.within(1, 2) as u16;
            }
            addon
        })
        .collect();
    case
}

fn day_of(dice: &mut Dice, low: i64, high: i64) -> Date {
    day(dice.within(low, high))
}

/// An add-on for everybody and any stay.
pub fn addon(code: &str, amount: i64, per: Per, day: AddonDay) -> Addon {
    let charge =
        ChargeType { code: code.into(), name: code.into(), amount, per, exempt_up_to_age: None, taxes: vec![] };
    Addon {
        charge,
        description: String::new(),
        group: "Extras".into(),
        icon: AddonIcon::Gift,
        picture: None,
        day,
        mandatory: false,
        max_quantity: 99,
        per_day: None,
        rate_plans: vec![],
        room_types: vec![],
        seasons: Vec::new(),
        min_nights: 1,
    }
}
