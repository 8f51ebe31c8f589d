//! The demo hotels come in without a mistake whenever they are imported, can be sold from, and say what they promise.

use std::collections::BTreeSet;
use std::sync::Arc;

use domain::board::{Board, StockLeft};
use domain::hotel::{Bundle, ChargeAmount, Hotel, NightPrice, NightRule, Per, PlanPrice};
use domain::money::Currency;
use domain::offer::{Query, offers};
use domain::party::Party;
use domain::stay::Stay;
use import::{Files, bundle};
use jiff::ToSpan;
use jiff::civil::{Date, Weekday, date};

const TODAY: Date = date(2026, 11, 21);
const HOTELS: [&str; 3] = ["harbour-house", "dar-al-noor", "chalet-edelgrat"];

fn files(name: &str) -> Files {
    Files::read_dir(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo").join(name)).expect("the folder")
}

#[track_caller]
fn bring(files: &Files, today: Date) -> Bundle {
    bundle(files, today).unwrap_or_else(|mistakes| {
        let lines: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
        panic!("{today}:\n{}", lines.join("\n"));
    })
}

fn demo(name: &str) -> Bundle {
    bring(&files(name), TODAY)
}

fn price(bundle: &Bundle, plan: &str, room: &str, night: Date) -> Option<NightPrice> {
    let row = bundle.nights.iter().find(|r| r.rate_plan == plan && r.room_type == room).expect("a row");
    row.prices[index(night)]
}

fn rule(bundle: &Bundle, plan: &str, room: &str, night: Date) -> NightRule {
    let row = bundle.nights.iter().find(|r| r.rate_plan == plan && r.room_type == room).expect("a row");
    row.rules[index(night)]
}

fn left(bundle: &Bundle, room: &str, night: Date) -> u16 {
    bundle.stock.iter().find(|r| r.room_type == room).expect("stock").total[index(night)]
}

fn index(night: Date) -> usize {
    usize::try_from((night - TODAY).get_days()).expect("a night on sale")
}

#[test]
fn they_come_in_on_any_day() {
    for name in HOTELS {
        let files = files(name);
        for month in 0..16 {
            let today = TODAY + (month * 23).days();
            let bundle = bring(&files, today);
            assert!(bundle.nights.iter().all(|r| r.first == today && [0, 500].contains(&r.prices.len())), "{name}");
            assert!(bundle.stock.iter().all(|r| r.first == today && r.total.len() == 500), "{name}");
        }
    }
}

#[test]
fn they_can_be_sold_from_and_have_sold_out_nights() {
    for name in HOTELS {
        let bundle = demo(name);
        let stock: Vec<StockLeft> = bundle
            .stock
            .iter()
            .map(|r| StockLeft {
                room_type: r.room_type.clone(),
                group: r.group.clone(),
                first: r.first,
                left: r.total.iter().map(|t| i32::from(*t)).collect(),
            })
            .collect();
        let board = Board::new(Arc::new(bundle.hotel.clone()), &bundle.nights, &stock).expect("a board");
        let now = TODAY.at(9, 0, 0, 0).to_zoned(board.time_zone().clone()).expect("a moment").timestamp();
        let (mut days_with_offers, mut reasons) = (0, 0);
        for day in 1..490 {
            let stay = Stay::of_nights(TODAY + day.days(), 7).expect("a stay");
            let answer = offers(&board, &Query::new(stay, Party::new(2, &[]).expect("a party")), now);
            days_with_offers += usize::from(!answer.all().is_empty());
            reasons += answer.rooms().iter().filter(|r| !answer.room_reasons(r).is_empty()).count();
        }
        assert!(days_with_offers > 400, "{name}: {days_with_offers}");
        assert!(reasons > 0, "{name}: no room is ever sold out");
    }
}

#[test]
fn every_text_is_there_in_every_language() {
    for name in HOTELS {
        let hotel = demo(name).hotel;
        let wanted = texts(&hotel);
        for language in hotel.languages.iter().skip(1) {
            let there: BTreeSet<(String, String, String)> = hotel
                .translations
                .iter()
                .filter(|t| t.language_code == language.language_code)
                .flat_map(|t| t.fields.keys().map(|f| (t.object_type.clone(), t.object_code.clone(), f.clone())))
                .collect();
            let missing: Vec<_> = wanted.difference(&there).collect();
            assert!(missing.is_empty(), "{name} {}: {missing:?}", language.language_code);
        }
    }
}

/// Every text of a hotel that guests read: object type, code, field.
fn texts(hotel: &Hotel) -> BTreeSet<(String, String, String)> {
    let mut texts = BTreeSet::new();
    let mut add = |kind: &str, code: &str, fields: &[&str]| {
        texts.extend(fields.iter().map(|f| (kind.to_owned(), code.to_owned(), (*f).to_owned())));
    };
    let property = ["name", "tagline", "address", "city", "additional_details", "pet_policy", "guarantee_policy"];
    add("PROPERTY", &hotel.code, &property);
    add("PROPERTY", &hotel.code, &["refund_policy", "cancellation_policy", "cover_photo_alt"]);
    for room in &hotel.room_types {
        add("ROOM_TYPE", &room.code, &["name", "description", "additional_details", "view"]);
        for index in 0..room.pictures.len() {
            add("ROOM_TYPE", &room.code, &[format!("images.{index}.alt").as_str()]);
        }
    }
    hotel.rate_plans.iter().for_each(|p| add("RATE_CODE", &p.code, &["name", "description"]));
    hotel.charges.iter().for_each(|c| add("CHARGE", &c.code, &["name"]));
    hotel.cancellation_policies.iter().for_each(|p| add("CANCELLATION_POLICY", &p.code, &["description"]));
    hotel.guarantee_types.iter().for_each(|g| add("GUARANTEE_TYPE", &g.code, &["name", "description"]));
    hotel.amenities.iter().for_each(|a| add("AMENITY", &a.code, &["name", "group"]));
    hotel.packages.iter().for_each(|p| add("PACKAGE", &p.code, &["name", "description", "cover_photo_alt"]));
    hotel.charge_types.iter().for_each(|c| add("CHARGE", &c.code, &["name"]));
    let events = &hotel.events;
    events.types.iter().for_each(|kind| add("EVENT_TYPE", &kind.code, &["name"]));
    events.arrangements.iter().for_each(|a| add("ARRANGEMENT", &a.code, &["name", "description"]));
    events.price_plans.iter().for_each(|p| add("SPACE_PRICE_PLAN", &p.code, &["name", "description"]));
    events.spaces.iter().for_each(|s| add("SPACE", &s.code, &["name", "description", "picture_alt"]));
    events.items.iter().for_each(|item| add("EVENT_ITEM", &item.code, &["name"]));
    for package in &events.packages {
        add("EVENT_PACKAGE", &package.code, &["name"]);
        if package.picture.is_some() {
            add("EVENT_PACKAGE", &package.code, &["picture_alt"]);
        }
    }
    let mut headings = BTreeSet::new();
    for addon in &hotel.addons {
        let code = addon.charge.code.as_str();
        add("CHARGE", code, &["name"]);
        add("ADDON", code, &["description"]);
        if addon.picture.is_some() {
            add("ADDON", code, &["picture_alt"]);
        }
        // A heading is named by the first add-on under it.
        if headings.insert(addon.group.as_str()) {
            add("ADDON", code, &["group"]);
        }
    }
    texts
}

#[test]
fn pictures_bring_their_sizes_and_small_versions() {
    for name in HOTELS {
        let bundle = demo(name);
        let media: BTreeSet<&str> = bundle.media.iter().map(|m| m.name.as_str()).collect();
        let rooms = bundle.hotel.room_types.iter().flat_map(|r| &r.pictures);
        for picture in rooms.chain(&bundle.hotel.cover_photo) {
            assert_eq!((picture.width, picture.height), (1600, 1067), "{name}: {}", picture.name);
            assert!(media.contains(picture.name.as_str()));
            assert!(media.contains(picture.small.as_deref().expect("a small version")));
            assert!(!picture.alt.is_empty());
        }
        assert!(media.contains("logo.svg"));
        // Nothing lies in the folder that no page shows.
        assert_eq!(files(name).0.keys().filter(|p| p.starts_with("pictures/")).count(), media.len(), "{name}");
    }
}

#[test]
fn harbour_house_is_as_on_paper() {
    let bundle = demo("harbour-house");
    let hotel = &bundle.hotel;
    assert_eq!((hotel.property_id, hotel.code.as_str(), hotel.currency.as_str()), (1, "HARB", "USD"));
    assert_eq!(hotel.room_types.iter().map(|r| r.units.len()).sum::<usize>(), 42);

    let friday = date(2026, 12, 4);
    assert_eq!(friday.weekday(), Weekday::Friday);
    let price_of = |night| price(&bundle, "FLEX", "CLASSIC_QUEEN", night).expect("a price");
    assert_eq!(
        (price_of(friday).base, price_of(friday).single, price_of(friday).child),
        (16_900, Some(15_400), [0, 2_000, 3_000, 0])
    );
    assert_eq!(price_of(date(2026, 12, 6)).base, 14_900);
    assert_eq!((price_of(date(2026, 12, 31)).base, price_of(date(2026, 12, 31)).single), (28_900, None));

    // Derived plans bring no prices, and rules only where they have some of their own.
    assert!(bundle.nights.iter().filter(|r| r.rate_plan != "FLEX").all(|r| r.prices.is_empty()));
    assert!(!bundle.nights.iter().any(|r| r.rate_plan == "ADVANCE"));
    let eve = date(2026, 12, 31);
    let of_flex = NightRule { closed_to_arrival: true, min_stay_through: 3, ..NightRule::default() };
    assert_eq!(rule(&bundle, "FLEX", "TWIN", eve), of_flex);
    assert_eq!(rule(&bundle, "LONG_STAY", "TWIN", eve), NightRule { min_stay_arrival: 5, ..of_flex });

    assert_eq!((left(&bundle, "TWIN", date(2026, 12, 10)), left(&bundle, "TWIN", date(2026, 12, 11))), (8, 0));
    assert_eq!(left(&bundle, "FAMILY_SUITE", date(2026, 12, 24)), 3);

    let fee = hotel.charges.iter().find(|c| c.code == "HARBOR_FEE").expect("the fee");
    assert_eq!(fee.amount, ChargeAmount::Flat { minor: 1_200, per: Per::Night });
    let tax = hotel.charges.iter().find(|c| c.code == "LODGING_TAX").expect("the tax");
    assert_eq!((tax.inclusive, tax.on_fees.as_slice()), (false, ["HARBOR_FEE".to_owned()].as_slice()));
}

#[test]
fn dar_al_noor_is_as_on_paper() {
    let bundle = demo("dar-al-noor");
    // Eid al-Fitr of 2027 goes before the season of every year.
    assert_eq!(price(&bundle, "FLEX", "GARDEN", date(2027, 3, 8)).map(|p| p.base), Some(109_000));
    assert_eq!(price(&bundle, "FLEX", "GARDEN", date(2027, 3, 14)).map(|p| p.base), Some(89_000));
    let dirham = bundle.hotel.charges.iter().find(|c| c.code == "TOURISM_DIRHAM").expect("the Tourism Dirham");
    assert_eq!((dirham.max_nights, &dirham.amount), (Some(30), &ChargeAmount::Flat { minor: 1_500, per: Per::Night }));
    let suite = price(&bundle, "FLEX", "ROYAL_SUITE", date(2027, 2, 1)).expect("a price");
    assert_eq!(suite.included, 4);
    let arabic = bundle.hotel.translations.iter().find(|t| t.object_type == "PROPERTY").expect("a translation");
    assert_eq!((arabic.language_code.as_str(), arabic.fields["name"].as_str()), ("ar_AE", "دار النور"));
    assert!(
        arabic.fields["additional_details"].starts_with("<p>") && arabic.fields["additional_details"].contains("<li>")
    );
}

#[test]
fn chalet_edelgrat_is_as_on_paper() {
    let bundle = demo("chalet-edelgrat");
    let codes: Vec<&str> = bundle.hotel.languages.iter().map(|l| l.language_code.as_str()).collect();
    assert_eq!(codes, ["en_US", "de_CH", "fr_CH"]);
    let tax = bundle.hotel.charges.iter().find(|c| c.code == "KURTAXE").expect("the city tax");
    assert_eq!(
        (&tax.amount, tax.exempt_up_to_age),
        (&ChargeAmount::Flat { minor: 350, per: Per::PersonNight }, Some(15))
    );
    // Christmas: seven nights, from Saturday to Saturday.
    for day in 0..21 {
        let night = date(2026, 12, 19) + day.days();
        let rule = rule(&bundle, "BREAKFAST", "ALPINE_DOUBLE", night);
        let saturday = night.weekday() == Weekday::Saturday;
        assert_eq!((rule.closed_to_arrival, rule.closed_to_departure), (!saturday, !saturday), "{night}");
        assert_eq!(rule.min_stay_arrival, 7, "{night}");
    }
    let saver = bundle.hotel.rate_plans.iter().find(|p| p.code == "SAVER").expect("the saver plan");
    assert!(matches!(&saver.price, PlanPrice::Derived { from, .. } if from == "BREAKFAST"));
    assert!(rule(&bundle, "SAVER", "ALPINE_DOUBLE", date(2026, 12, 26)).stop_sell);
    assert!(bundle.nights.iter().flat_map(|r| r.prices.iter().flatten()).all(|p| p.base % 5 == 0));
}

// clause: EVENT-16
#[test]
fn every_hotel_lets_spaces_that_can_be_had() {
    for name in HOTELS {
        let events = demo(name).hotel.events;
        assert!(events.enable_card_capture && events.spaces.len() >= 3, "{name}");
        for kind in &events.types {
            let let_out: Vec<_> = events.spaces.iter().filter(|space| events.lets(space, &kind.code)).collect();
            assert!(let_out.len() >= 2, "{name} {}", kind.code);
            assert!(let_out.iter().all(|s| events.packages_with(&s.code, &kind.code).count() >= 2), "{name}");
        }
    }
}

// clause: CUR-08
#[test]
fn the_exchange_rates_of_the_demo_let_every_hotel_show_euros() {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo/exchange-rates.csv");
    let days =
        import::exchange_rates("exchange-rates.csv", &std::fs::read(file).expect("the file")).expect("no mistakes");
    let euro = Currency::of("EUR").expect("known");
    for hotel in HOTELS.map(|name| demo(name).hotel) {
        assert!(hotel.website_config.enable_multi_currency_support);
        assert!(days.iter().all(|rates| rates.exchange(&hotel, euro).is_some()), "{}", hotel.name);
    }
}
