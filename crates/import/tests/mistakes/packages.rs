//! Slips in packages.

use domain::hotel::{Per, UnitOut};
use import::bundle;
use jiff::civil::date;

use crate::recipe::{TODAY, changed, hotel, mistakes, one};

// clause: DATA-08
#[test]
fn the_recipe_has_a_package() {
    let bundle = bundle(&hotel(), TODAY).expect("no mistakes");
    let package = &bundle.hotel.packages[0];
    assert_eq!((package.code.as_str(), package.min_nights), ("BAKER", 1));
    assert_eq!(package.cover_photo.as_ref().map(|photo| photo.name.as_str()), Some("house.webp"));
    assert_eq!(
        (package.rate_plans.as_slice(), package.charge_types.as_slice()),
        (["FLEX".to_owned(), "BREAKFAST".to_owned()].as_slice(), ["BASKET".to_owned()].as_slice())
    );
    // In every winter that guests can look ahead to.
    let winter = |year| domain::hotel::Days { from: date(year, 10, 1), to: date(year + 1, 4, 30) };
    assert_eq!(package.nights, (2026..=2031).map(winter).collect::<Vec<_>>());
    let content = &bundle.hotel.charge_types[0];
    assert_eq!((content.amount, content.per, content.exempt_up_to_age), (950, Per::Person, Some(5)));
    // The one door that is out of order is so by its number.
    let double = bundle.hotel.room_types.iter().find(|room| room.code == "DOUBLE").expect("the double");
    let days = domain::hotel::Days { from: date(2027, 3, 1), to: date(2027, 3, 4) };
    assert_eq!(double.units_out, [UnitOut { unit: "3".to_owned(), days }]);
}

#[test]
fn a_package_is_made_of_what_there_is() {
    one(
        "packages.toml",
        "charge_types = [\"BASKET\"]",
        "charge_types = [\"BASKETS\"]",
        "BASKETS",
        "packages[1].charge_types[1]: expected the code of something that packages contain in packages.toml (BASKET), found \"BASKETS\" (did you mean BASKET?)",
    );
    one(
        "packages.toml",
        "taxes = [\"VAT\"]",
        "taxes = [\"BED_TAX\"]",
        "taxes = [",
        "charge_types[1].taxes[1]: expected a tax with a plain percentage, found \"BED_TAX\", which is none",
    );
    for (from, to, marker, told) in [
        ("taxes = [\"VAT\"]", "taxes = [\"VAT\", \"VAT\"]", "taxes = [", "charge_types[1].taxes[2]"),
        (
            "charge_types = [\"BASKET\"]",
            "charge_types = [\"BASKET\", \"BASKET\"]",
            "charge_types = [",
            "packages[1].charge_types[2]",
        ),
        ("\"BREAKFAST\"]", "\"FLEX\"]", "rate_plans = [", "packages[1].rate_plans[2]"),
        ("[\"DOUBLE\"]", "[\"DOUBLE\", \"DOUBLE\"]", "room_types = [", "packages[1].room_types[2]"),
    ] {
        let files = crate::recipe::changed("packages.toml", from, to);
        let text = String::from_utf8_lossy(&files.0["packages.toml"]).into_owned();
        let line = 1 + text.lines().position(|l| l.contains(marker)).expect("the marker is in the file");
        let told_now: Vec<String> = crate::recipe::mistakes(&files).iter().map(ToString::to_string).collect();
        let [told_now] = told_now.as_slice() else { panic!("{told_now:?}") };
        let start = format!("packages.toml:{line}  {told}: expected each code once, found ");
        assert!(
            told_now.starts_with(&start) && told_now.ends_with(&format!("again (first on line {line})")),
            "{told_now}"
        );
    }
    one(
        "packages.toml",
        "amount = 9.50",
        "amount = 0.00",
        "0.00",
        "charge_types[1].amount: expected an amount above 0, found 0",
    );
    one(
        "packages.toml",
        "per = \"PERSON\" ",
        "per = \"STAY\" ",
        "exempt_up_to_age",
        "charge_types[1].exempt_up_to_age: expected this only with per = PERSON or PERSON_NIGHT, found it elsewhere",
    );
    one(
        "packages.toml",
        "amount = 9.50",
        "amount = 9.505",
        "9.505",
        "charge_types[1].amount: expected at most 2 decimals (EUR has no more), found 9.505",
    );
}

#[test]
fn a_package_is_sold_with_a_plan_that_everybody_can_book() {
    one(
        "packages.toml",
        "room_types = [\"DOUBLE\"]",
        "room_types = [\"TRIPLE\"]",
        "TRIPLE",
        "packages[1].room_types[1]: expected the code of a room type in rooms.toml (DOUBLE or SINGLE), found \"TRIPLE\"",
    );
    one(
        "packages.toml",
        "rate_plans = [\"FLEX\", \"BREAKFAST\"]",
        "rate_plans = []",
        "rate_plans = [",
        "packages[1].rate_plans: expected a list with at least one entry: a code of 1 to 24 capital letters, digits, _ or -, such as DELUXE_KING, found an empty list",
    );
    let files = changed("rates.toml", "name = \"Flexible\"", "name = \"Flexible\"\npoints_per_night = 900");
    assert_eq!(
        mistakes(&files).iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["packages.toml:15  packages[1].rate_plans[1]: expected a plan that is paid with money, found \"FLEX\" with \
             points_per_night in rates.toml"]
    );
}
