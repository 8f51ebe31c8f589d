//! Slips in add-ons.

use domain::hotel::{AddonDay, AddonIcon, Days, Per};
use import::bundle;
use jiff::civil::date;

use crate::recipe::{TODAY, change, changed, hotel, mistakes, one, with_attic};

// clause: ADDON-05, I18N-09
#[test]
fn the_recipe_has_addons() {
    let hotel = bundle(&hotel(), TODAY).expect("no mistakes").hotel;
    let [rolls, baking, linen] = hotel.addons.as_slice() else { panic!("{:?}", hotel.addons) };
    let told = (rolls.charge.code.as_str(), rolls.charge.amount, rolls.charge.per, rolls.charge.exempt_up_to_age);
    assert_eq!(told, ("ROLLS", 600, Per::PersonNight, Some(5)));
    assert_eq!(
        (rolls.day, rolls.icon, rolls.max_quantity, rolls.per_day),
        (AddonDay::EachNight, AddonIcon::Food, 99, None)
    );
    assert_eq!(
        (rolls.group.as_str(), rolls.rate_plans.as_slice()),
        ("From the bakery", ["FLEX".to_owned()].as_slice())
    );
    assert_eq!((baking.day, baking.per_day, baking.max_quantity, baking.min_nights), (AddonDay::Chosen, Some(4), 2, 2));
    // In every winter that guests can look ahead to.
    let winter = |year| Days { from: date(year, 10, 1), to: date(year + 1, 4, 30) };
    assert_eq!(baking.seasons, (2026..=2031).map(winter).collect::<Vec<_>>());
    assert_eq!((linen.mandatory, linen.day, linen.charge.per), (true, AddonDay::Arrival, Per::Stay));
    let text = |kind: &str, code: &str, field: &str| {
        let of = hotel.translations.iter().find(|text| text.object_type == kind && text.object_code == code);
        of.and_then(|text| text.fields.get(field)).cloned().unwrap_or_default()
    };
    assert_eq!(text("CHARGE", "BAKING", "name"), "Ein Morgen am Ofen", "as it stands on the bill");
    assert_eq!(text("ADDON", "ROLLS", "group"), "Aus der Backstube");
}

#[test]
fn an_addon_fits_the_hotel() {
    one(
        "addons.toml",
        "rate_plans = [\"FLEX\"]",
        "rate_plans = [\"FLEXI\"]",
        "FLEXI",
        "addons[1].rate_plans[1]: expected the code of a rate plan in rates.toml (BREAKFAST or FLEX), found \"FLEXI\" (did you mean FLEX?)",
    );
    one(
        "addons.toml",
        "taxes = [\"VAT\"]\nrate_plans",
        "taxes = [\"BED_TAX\"]\nrate_plans",
        "BED_TAX",
        "addons[1].taxes[1]: expected a tax with a plain percentage, found \"BED_TAX\", which is none",
    );
    let mut files = changed("addons.toml", "code = \"LINEN\"", "code = \"BASKET\"");
    change(&mut files, "translations/de_DE.toml", "[addons.LINEN]", "[addons.BASKET]");
    let told: Vec<String> = mistakes(&files).iter().map(|mistake| mistake.expected.clone()).collect();
    assert_eq!(told, ["expected a code that nothing in packages.toml has, found \"BASKET\""]);
    one(
        "addons.toml",
        "amount = 39.00",
        "amount = 39.005",
        "39.005",
        "addons[2].amount: expected at most 2 decimals (EUR has no more), found 39.005",
    );
    one(
        "addons.toml",
        "max_quantity = 2 ",
        "max_quantity = 100 ",
        "max_quantity",
        "addons[2].max_quantity: expected a whole number from 1 to 99, found 100",
    );
}

#[test]
fn an_addon_is_for_a_room_that_is_sold() {
    assert_eq!(mistakes(&with_attic()), []);
    for (from, plans, told) in [
        ("min_nights = 2", "", "a rate plan is"),
        ("rate_plans = [\"FLEX\"]", "rate_plans = [\"FLEX\"]\n", "one of its rate_plans is"),
    ] {
        let mut files = with_attic();
        change(&mut files, "addons.toml", from, &format!("{plans}room_types = [\"ATTIC\"]"));
        let all: Vec<String> = mistakes(&files).iter().map(|mistake| mistake.expected.clone()).collect();
        assert_eq!(all, [format!("expected a room type that {told} sold for, found none")]);
        change(&mut files, "addons.toml", "[\"ATTIC\"]", "[\"ATTIC\", \"DOUBLE\"]");
        assert_eq!(mistakes(&files), []);
    }
}

#[test]
fn an_addon_does_not_contradict_itself() {
    one(
        "addons.toml",
        "per = \"PERSON_NIGHT\"",
        "day = \"CHOSEN\"\nper = \"PERSON_NIGHT\"",
        "day = ",
        "addons[1].day: expected this only with per = STAY or PERSON, found it elsewhere",
    );
    one(
        "addons.toml",
        "mandatory = true",
        "min_nights = 3\nmandatory = true",
        "min_nights = 3",
        "addons[3].min_nights: expected nothing of the kind with mandatory = true: everybody pays it, found it",
    );
    one(
        "addons.toml",
        "per = \"STAY\"",
        "exempt_up_to_age = 9\nper = \"STAY\"",
        "exempt_up_to_age = 9",
        "addons[3].exempt_up_to_age: expected this only with per = PERSON or PERSON_NIGHT, found it elsewhere",
    );
}
