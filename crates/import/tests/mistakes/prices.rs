//! Seasons, plans and prices.

use crate::recipe::{change, changed, mistakes, one};

#[test]
fn seasons_neither_overlap_nor_leave_gaps() {
    one(
        "rates.toml",
        "from = \"05-01\"",
        "from = \"04-28\"",
        "04-28",
        "seasons[2].from: expected seasons that do not overlap; the night of 2027-04-28 is also in QUIET (line 4)",
    );
    one(
        "rates.toml",
        "from = \"05-01\"",
        "from = \"05-03\"",
        "[[seasons]]",
        "seasons: expected a season for every night that is sold, found none from 2027-05-01 to 2027-05-02",
    );
    // Of three that meet each one is told.
    let season = |code: &str| format!("[[seasons]]\ncode = \"{code}\"\nfrom = 2027-03-10\nto = 2027-03-14\n\n");
    let three = season("MARKET") + &season("CIRCUS") + "[[rate_plans]]\ncode = \"FLEX\"";
    let files = changed("rates.toml", "[[rate_plans]]\ncode = \"FLEX\"", &three);
    let meeting: Vec<String> = mistakes(&files)
        .iter()
        .filter(|mistake| mistake.expected.contains("do not overlap"))
        .map(|mistake| mistake.field.clone())
        .collect();
    assert_eq!(meeting, ["seasons[4].from", "seasons[5].from"]);
    one(
        "rates.toml",
        "to = 2027-03-14",
        "to = 2027-03-09",
        "2027-03-09",
        "seasons[3].to: expected the last night, 2027-03-10 or later, found \"2027-03-09\"",
    );
    one(
        "rates.toml",
        "to = 2027-03-14",
        "to = \"03-14\"",
        "03-14",
        "seasons[3].to: expected both with a year or both without one, found \"2027-03-10\" to \"03-14\"",
    );
    one(
        "rates.toml",
        "to = 2027-03-14",
        "to = \"2027-02-30\"",
        "02-30",
        "seasons[3].to: expected a day that the calendar has, found \"2027-02-30\"",
    );
}

#[test]
fn prices_fit_the_currency_and_the_rooms() {
    one(
        "rates.toml",
        "price = 124.00",
        "price = 124.005",
        "124.005",
        "prices[1].seasons.GREEN.price: expected at most 2 decimals (EUR has no more), found 124.005",
    );
    let mut files = changed("hotel.toml", "\"EUR\"", "\"CHF\"");
    change(&mut files, "rates.toml", "price = 124.00", "price = 124.02");
    assert_eq!(
        mistakes(&files)[0].to_string(),
        "rates.toml:43  prices[1].seasons.GREEN.price: expected a multiple of CHF 0.05, found 124.02"
    );
    let mut files = changed("hotel.toml", "\"EUR\"", "\"JPY\"");
    change(&mut files, "taxes.toml", "2.50", "250");
    change(&mut files, "packages.toml", "9.50", "950");
    change(&mut files, "events.toml", "8.50", "850");
    change(&mut files, "rates.toml", "price = 124.00", "price = 124.50");
    assert_eq!(
        mistakes(&files)[0].to_string(),
        "rates.toml:43  prices[1].seasons.GREEN.price: expected an amount without decimals (JPY has none), found 124.5"
    );
    one(
        "rates.toml",
        "[prices.seasons]\nQUIET = { price = 69.00 }\nGREEN = { price = 79.00 }\n",
        "[prices.seasons] # singles\nQUIET = { price = 69.00 }\n",
        "# singles",
        "prices[2].seasons: expected a price for every season that is sold, found none for GREEN",
    );
    one(
        "rates.toml",
        "child = [0.00, 15.00]",
        "child = [15.00]",
        "child = [15",
        "prices[1].child: expected 2 amounts, one for each of the child_bands in hotel.toml, found 1",
    );
    one(
        "rates.toml",
        "room_types = [\"SINGLE\"]",
        "room_types = [\"SINGLE\"]\nincluded = 2",
        "included",
        "prices[2].included: expected at most as many adults as SINGLE takes (1), found 2",
    );
    one(
        "rooms.toml",
        "max_children = 1",
        "max_children = 4",
        "max_children",
        "room_types[1].max_children: expected at most max_people (3), found 4",
    );
    one(
        "rates.toml",
        "single_less = 20.00",
        "single_less = 120.00",
        "single_less = 120",
        "prices[1].single_less: expected less than the lowest price of the season (98), found 120",
    );
}

#[test]
fn nobody_stays_for_nothing_by_oversight() {
    let mut files = changed("rates.toml", "child = [0.00, 15.00] ", "# no child");
    change(&mut files, "rates.toml", "extra_adult = 35.00", "# nothing of a third");
    change(&mut files, "rooms.toml", "max_adults = 2", "max_adults = 3");
    let told: Vec<String> = mistakes(&files).iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "rates.toml:35  prices[1].child: expected what each child pays, one amount for each of the child_bands (DOUBLE \
             takes children), found nothing",
            "rates.toml:35  prices[1].extra_adult: expected what each adult more than 2 pays (DOUBLE takes 3), found nothing",
        ]
    );
}

// A room for two adults and a child takes a third person who is older than the last band, and so pays as an adult.
#[test]
fn a_child_older_than_the_bands_does_not_stay_for_nothing() {
    let told = |files: &import::Files| mistakes(files).iter().map(ToString::to_string).collect::<Vec<_>>();
    let silent = changed("rates.toml", "extra_adult = 35.00", "# nothing of a third");
    assert_eq!(
        told(&silent),
        [
            "rates.toml:35  prices[1].extra_adult: expected what each adult more than 2 pays (DOUBLE takes 3, as a child \
             older than the child_bands in hotel.toml pays as an adult), found nothing"
        ]
    );
    let mut bands_to_the_end = silent.clone();
    change(&mut bands_to_the_end, "hotel.toml", "[5, 14]", "[5, 17]");
    assert_eq!(told(&bands_to_the_end), [""; 0]);
    let mut no_bands = silent;
    change(&mut no_bands, "hotel.toml", "child_bands = [5, 14]", "# no child_bands");
    change(&mut no_bands, "rates.toml", "child = [0.00, 15.00]", "# none");
    change(&mut no_bands, "rates.toml", "child = [0.00, 7.00]", "child = []");
    assert!(told(&no_bands).iter().any(|told| told.contains("prices[1].extra_adult")), "{:?}", told(&no_bands));
}

#[test]
fn a_derived_plan_costs_something() {
    for (change, found) in [
        ("percent = -100", "92.00 for 1 adult in DOUBLE on 2026-11-21 (QUIET)"),
        ("amount = -69.00", "69.00 for 1 adult in SINGLE on 2026-11-21 (QUIET)"),
        ("adult = -57.00, child = [0.00, 7.00]", "112.00 for 2 adults in DOUBLE on 2026-11-21 (QUIET)"),
        ("adult = 0.00, child = [0.00, -112.00]", "107.00 for 1 adult and 1 child in DOUBLE on 2026-11-21 (QUIET)"),
    ] {
        let told = format!(
            "rate_plans[2].change: expected a change that leaves something of every price, found one that leaves \
             nothing of {found}"
        );
        one("rates.toml", "adult = 14.00, child = [0.00, 7.00]", change, change, &told);
    }
    // Where the plan that it is derived from costs nothing, the hotel gives the room away on purpose.
    let mut free = changed("rates.toml", "QUIET = { price = 69.00 }", "QUIET = { price = 0.00 }");
    change(&mut free, "rates.toml", "adult = 14.00, child = [0.00, 7.00]", "percent = -10");
    assert_eq!(mistakes(&free), []);
    one(
        "rates.toml",
        "single_less = 20.00",
        "single_less = 98.00",
        "single_less = 98",
        "prices[1].single_less: expected less than the lowest price of the season (98), found 98",
    );
}

#[test]
fn plans_end_at_prices() {
    let ring = "cancellation_policy = \"1D\"\nderived_from = \"BREAKFAST\"\nchange = { percent = 1 }";
    let told: Vec<String> = mistakes(&changed("rates.toml", "cancellation_policy = \"1D\"", ring))
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        told[..2],
        [
            "rates.toml:23  rate_plans[1].derived_from: expected to end at a plan with prices of its own, found a ring: \
             FLEX from BREAKFAST from FLEX",
            "rates.toml:33  rate_plans[2].derived_from: expected to end at a plan with prices of its own, found a ring: \
             BREAKFAST from FLEX from BREAKFAST",
        ]
    );
    one(
        "rates.toml",
        "change = { adult = 14.00, child = [0.00, 7.00] }",
        "change = { adult = 14.00, percent = 3, child = [0.00, 7.00] }",
        "percent = 3",
        "rate_plans[2].change: expected one of percent, amount or adult, found 2 of them",
    );
    one(
        "rates.toml",
        "rate_plan = \"FLEX\"\nroom_types = [\"SINGLE\"]",
        "rate_plan = \"FLEX\"\nroom_types = [\"SINGLE\", \"DOUBLE\"]\nsingle_less = 0\nchild = [0, 0]\nextra_adult = 0",
        "\"SINGLE\", \"DOUBLE\"",
        "prices[2].room_types[2]: expected one price of DOUBLE in FLEX, found another (first on line 35)",
    );
    one(
        "rates.toml",
        "deposits = [{ nights = 1 }]",
        "deposits = [{ percent = 60 }, { days_before = 3, percent = 60 }]",
        "percent = 60",
        "rate_plans[2].deposits: expected at most 100 percent together, found 120",
    );
    one(
        "rates.toml",
        "deposits = [{ nights = 1 }]",
        "deposits = [{ percent = 60.5 }, { days_before = 3, percent = 40 }]",
        "percent = 60.5",
        "rate_plans[2].deposits: expected at most 100 percent together, found 100.5",
    );
    one(
        "rates.toml",
        "meal = \"BREAKFAST\"",
        "min_advance_days = 9\nmax_advance_days = 3",
        "max_advance_days",
        "rate_plans[2].max_advance_days: expected at least min_advance_days (9), found 3",
    );
}

#[test]
fn plans_and_prices_belong_together() {
    let named = "name = \"Flexible\"\nroom_types = [\"DOUBLE\"]";
    one(
        "rates.toml",
        "name = \"Flexible\"",
        named,
        "room_types = [\"SINGLE\"]",
        "prices[2].room_types[1]: expected a room type that FLEX is sold for, found \"SINGLE\"",
    );
    let derived = mistakes(&changed("rates.toml", "rate_plan = \"FLEX\"", "rate_plan = \"BREAKFAST\""));
    assert_eq!(
        derived[0].to_string(),
        "rates.toml:36  prices[1].rate_plan: expected a plan with prices of its own, found BREAKFAST, which is derived from \
         FLEX"
    );
    one(
        "rates.toml",
        "[[rate_plans]]\ncode = \"FLEX\"",
        "[[rate_plans]] # new\ncode = \"NEW\"\nname = \"New\"\ncancellation_policy = \"1D\"\nguarantee_types = [\"CC\"]\n[[rate_plans]]\n\
         code = \"FLEX\"",
        "# new",
        "rate_plans[1]: expected prices of NEW below, or derived_from; found neither",
    );
}
