//! Slips in spaces for events.

use domain::event::offer::PackagePer;
use domain::hotel::{Deadline, Penalty};
use import::bundle;

use crate::recipe::{TODAY, changed, hotel, mistakes, one};

// clause: EVENT-16, I18N-09
#[test]
fn the_recipe_lets_a_space() {
    let hotel = bundle(&hotel(), TODAY).expect("no mistakes").hotel;
    let events = &hotel.events;
    let space = events.space("BAKERY").expect("the space");
    assert_eq!(
        (space.capacity(None), space.capacity(Some("BOARDROOM")), space.capacity(Some("BANQUET"))),
        (Some(14), Some(14), None)
    );
    assert_eq!((space.set_up_minutes, space.tear_down_minutes, space.prices[0].amount), (30, 15, 4200));
    assert_eq!(events.price_plan("HOUR").and_then(|plan| plan.minutes), Some(60));
    let rule = events.cancellation.expect("a rule");
    let whole = Penalty::Percent { ppm: 1_000_000 };
    assert_eq!((rule.from, rule.penalty), (Deadline::DaysBefore { days: 5, minute: 0 }, whole));
    let snack = events.packages_with("BAKERY", "MEETING").next().expect("the package");
    assert_eq!((snack.amount, snack.per, snack.usual_quantity(9)), (850, PackagePer::Person, 9));
    let german = hotel.translations.iter().find(|text| text.object_type == "SPACE").expect("a translation");
    assert_eq!((german.object_code.as_str(), german.fields["name"].as_str()), ("BAKERY", "Die alte Backstube"));
}

#[test]
fn a_space_fits_the_hotel() {
    one(
        "events.toml",
        "seats = { BOARDROOM = 14 }",
        "seats = { BORDROOM = 14 }",
        "seats = ",
        "spaces[1].seats.BORDROOM: expected the code of an arrangement in events.toml (BOARDROOM), found \"BORDROOM\" (did you mean BOARDROOM?)",
    );
    one(
        "events.toml",
        "prices = { HOUR = 42.00 }",
        "prices = { HOUR = 42.005 }",
        "prices = ",
        "spaces[1].prices.HOUR: expected at most 2 decimals (EUR has no more), found 42.005",
    );
    one(
        "events.toml",
        "taxes = [\"VAT\"]                     #",
        "taxes = [\"BED_TAX\"]                     #",
        "BED_TAX",
        "spaces[1].taxes[1]: expected a tax with a plain percentage, found \"BED_TAX\", which is none",
    );
    one(
        "events.toml",
        "set_up_minutes = 30",
        "set_up_minutes = 721",
        "set_up_minutes",
        "spaces[1].set_up_minutes: expected a whole number from 0 to 720, found 721",
    );
    one(
        "events.toml",
        "per = \"PERSON\"                      # or EVENT",
        "per = \"PERSON\"\nfees = [\"VAT\"]",
        "fees = [\"VAT\"]",
        "packages[1].fees[1]: expected a fee with a plain percentage, found \"VAT\", which is none",
    );
    one(
        "events.toml",
        "items = [\"BREAD\"]",
        "items = [\"BREAD\", \"BREAD\"]",
        "items = ",
        "packages[1].items[2]: expected each code once, found \"BREAD\" again (first on line 39)",
    );
}

#[test]
fn what_cancelling_costs_needs_a_deadline() {
    one(
        "events.toml",
        "cancel_until_days = 5 ",
        "cancel_percent = 50.0 ",
        "cancel_percent",
        "cancel_percent: expected cancel_until_days beside it, found none",
    );
}

#[test]
fn all_slips_are_told_at_once() {
    let mut files = changed("events.toml", "minutes = 60", "minutes = 10");
    crate::recipe::change(&mut files, "events.toml", "code = \"MEETING\"", "code = \"meeting\"");
    crate::recipe::change(&mut files, "events.toml", "name = \"The old bakery\"", "name = \"<b>The old bakery</b>\"");
    let told: Vec<String> = mistakes(&files).iter().map(|mistake| mistake.field.clone()).collect();
    assert_eq!(told, ["event_types[1].code", "price_plans[1].minutes", "spaces[1].name"]);
}
