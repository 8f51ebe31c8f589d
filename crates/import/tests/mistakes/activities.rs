//! Slips in activities.

use domain::activity::offer::ActivityPrice;
use domain::hotel::Days;
use import::bundle;
use jiff::civil::date;

use crate::recipe::{TODAY, hotel, one};

// clause: I18N-09
#[test]
fn the_recipe_has_an_activity() {
    let hotel = bundle(&hotel(), TODAY).expect("no mistakes").hotel;
    let [tour] = hotel.activities.as_slice() else { panic!("{:?}", hotel.activities) };
    let price = ActivityPrice { base: 3000, adults: 2, children: 1, extra_adult: 1200, extra_child: 600 };
    assert_eq!((tour.code.as_str(), tour.price, tour.cut_off_minutes), ("BAKERY_TOUR", price, 90));
    assert!(tour.overview.contains("<strong>everything to taste</strong>"), "{}", tour.overview);
    let [daily, weekend] = tour.times.as_slice() else { panic!("{:?}", tour.times) };
    assert_eq!((daily.start_minute, daily.minutes, daily.capacity), (600, 60, 8));
    assert!(daily.is_on(date(2027, 2, 3)) && weekend.is_on(date(2027, 5, 1)));
    assert!(!weekend.is_on(date(2027, 5, 3)) && !weekend.is_on(date(2027, 10, 2)), "neither on Mondays nor in autumn");
    // A day without a year is that of every year as far as guests can look ahead.
    let christmas = |year| Days { from: date(year, 12, 24), to: date(year, 12, 26) };
    assert!((2026..=2030).all(|year| tour.closed.contains(&christmas(year))), "{:?}", tour.closed);
    let text = hotel.translations.iter().find(|text| text.object_type == "ACTIVITY").expect("a translation");
    assert_eq!(text.fields["name"], "Hinter der Backstube");
    assert_eq!(text.fields["images.0.alt"], "Der Lindenhof: ein schmales Haus mit grünen Läden, davor eine Linde");
}

#[test]
fn an_activity_fits_the_hotel() {
    one(
        "activities.toml",
        "taxes = [\"VAT\"]",
        "taxes = [\"BED_TAX\"]",
        "BED_TAX",
        "activities[1].taxes[1]: expected a tax with a plain percentage, found \"BED_TAX\", which is none",
    );
    one(
        "activities.toml",
        "taxes = [\"VAT\"]",
        "taxes = [\"VAT\"]\nfees = [\"VAT\"]",
        "fees = ",
        "activities[1].fees[1]: expected a fee with a plain percentage, found \"VAT\", which is none",
    );
    one(
        "activities.toml",
        "extra_child = 6.00",
        "extra_child = 6.005",
        "extra_child",
        "activities[1].extra_child: expected at most 2 decimals (EUR has no more), found 6.005",
    );
    one(
        "activities.toml",
        "capacity = 8 ",
        "capacity = 0 ",
        "capacity = 0",
        "activities[1].times[1].capacity: expected a whole number from 1 to 999, found 0",
    );
    one(
        "activities.toml",
        "{ start = \"15:00\"",
        "{ start = \"25:00\"",
        "25:00",
        "activities[1].times[2].start: expected a time such as \"15:00\", found \"25:00\"",
    );
}

#[test]
fn an_activity_begins_once_at_a_time() {
    one(
        "activities.toml",
        "{ start = \"15:00\"",
        "{ start = \"10:00\"",
        "{ start = \"10:00\", minutes = 60, capacity = 6",
        "activities[1].times[2].start: expected each beginning once on a day, found \"10:00\" again",
    );
}
