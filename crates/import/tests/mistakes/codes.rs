//! Slips in promotions, companies and groups.

use domain::hotel::Days;
use import::bundle;
use jiff::civil::date;

use crate::recipe::{TODAY, change, changed, hotel, mistakes, one, with_attic};

#[test]
fn codes_are_written_as_they_are_compared() {
    one(
        "discounts.toml",
        "code = \"KRUME 3\"",
        "code = \"krume 3\"",
        "krume 3",
        "discounts[1].code: expected it in capital letters (\"KRUME 3\"), found \"krume 3\"",
    );
    one(
        "companies.toml",
        "code = \"MAIER\"",
        "code = \"MAIER-1\"",
        "MAIER-1",
        "companies[1].code: expected a code of capital letters, digits and single spaces, such as WINTER15, found \"MAIER-1\"",
    );
}

// clause: SEARCH-20
#[test]
fn a_code_is_of_any_script() {
    for code in ["दिवाली10", "संक्रांति", "நவராத்திரி 5", "نور10"]
    {
        let mut files = changed("discounts.toml", "code = \"KRUME 3\"", &format!("code = \"{code}\""));
        change(&mut files, "translations/de_DE.toml", "[discounts.\"KRUME 3\"]", &format!("[discounts.\"{code}\"]"));
        assert_eq!(mistakes(&files), [], "{code}");
    }
}

#[test]
fn one_thing_is_taken_off_and_conditions_are_in_words() {
    one(
        "discounts.toml",
        "percent = 10 ",
        "amount_per_stay = 20.00\npercent = 10 ",
        "[[discounts]]",
        "discounts[1]: expected only one of percent and an amount, found several of them",
    );
    let untold = changed("discounts.toml", "restriction = ", "# ");
    let told: Vec<String> = mistakes(&untold).iter().map(ToString::to_string).collect();
    assert!(told[0].contains("expected the conditions in words"), "{told:?}");
}

#[test]
fn a_negotiated_plan_is_nobody_elses() {
    one(
        "companies.toml",
        "rate_plans = []",
        "rate_plans = [\"FLEX\"]",
        "rate_plans = [",
        "companies[1].rate_plans[1]: expected a plan with code_only = true in rates.toml, found \"FLEX\", which everybody can book",
    );
}

#[test]
fn a_promotion_lowers_what_somebody_can_book() {
    let mut files = changed("rates.toml", "name = \"Flexible\"", "name = \"Flexible\"\ncode_only = true");
    change(&mut files, "packages.toml", "[\"FLEX\", ", "[");
    assert_eq!(
        mistakes(&files).iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["discounts.toml:6  discounts[1].rate_plans[1]: expected a plan that everybody can book, found \"FLEX\" with \
             code_only in rates.toml"]
    );
    let mut files = changed("rates.toml", "name = \"With breakfast\"", "name = \"B\"\nroom_types = [\"DOUBLE\"]");
    change(&mut files, "discounts.toml", "[\"FLEX\"]", "[\"BREAKFAST\"]\nroom_types = [\"DOUBLE\", \"SINGLE\"]");
    change(&mut files, "groups.toml", "room_type = \"SINGLE\"", "room_type = \"DOUBLE\" # again");
    assert!(mistakes(&files).iter().map(ToString::to_string).any(|told| told
        == "discounts.toml:7  discounts[1].room_types[2]: expected a room type that one of its rate_plans is sold \
                for, found \"SINGLE\""));
    let mut files = with_attic();
    change(&mut files, "discounts.toml", "rate_plans = [\"FLEX\"]", "room_types = [\"ATTIC\"] ");
    assert_eq!(
        mistakes(&files).iter().map(ToString::to_string).collect::<Vec<_>>(),
        [
            "discounts.toml:6  discounts[1].room_types: expected a room type that a rate plan for everybody is sold for, \
             found none"
        ]
    );
    change(&mut files, "discounts.toml", "[\"ATTIC\"]", "[\"ATTIC\", \"DOUBLE\"]");
    assert_eq!(mistakes(&files), []);
}

#[test]
fn a_block_is_paid_with_money() {
    let mut files = changed("rates.toml", "name = \"With breakfast\"", "name = \"B\"\npoints_per_night = 900");
    change(&mut files, "packages.toml", ", \"BREAKFAST\"]", "]");
    assert_eq!(
        mistakes(&files).iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["groups.toml:5  groups[1].rate_plan: expected a plan that is paid with money, found \"BREAKFAST\" with \
          points_per_night in rates.toml"]
    );
}

#[test]
fn a_company_pays_with_money() {
    let firm = "[[rate_plans]]\ncode = \"FIRM\"\nname = \"For firms\"\ncancellation_policy = \"1D\"\n\
        guarantee_types = [\"CC\"]\nderived_from = \"FLEX\"\nchange = { percent = -10 }\ncode_only = true\n";
    let mut files = changed("rates.toml", "[[prices]]", &format!("{firm}\n[[prices]]"));
    change(&mut files, "companies.toml", "rate_plans = []", "rate_plans = [\"FIRM\"]");
    assert_eq!(mistakes(&files), []);
    change(&mut files, "rates.toml", "code_only = true", "code_only = true\npoints_per_night = 900");
    assert_eq!(
        mistakes(&files).iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["companies.toml:7  companies[1].rate_plans[1]: expected a plan that is paid with money, found \"FIRM\" with \
          points_per_night in rates.toml"]
    );
}

#[test]
fn a_block_has_the_rooms_that_exist() {
    one(
        "groups.toml",
        "[4, 4, 2]",
        "[4, 4]",
        "[4, 4]",
        "groups[1].rooms[1].count_by_night: expected one number for each of the 3 nights of the block, found 2",
    );
    one(
        "groups.toml",
        "[4, 4, 2]",
        "[4, 8, 2]",
        "[4, 8, 2]",
        "groups[1].rooms[1].count_by_night: expected at most the 7 rooms there are on 2027-06-12, found 8 kept for groups",
    );
    one(
        "groups.toml",
        "rate_plan = \"BREAKFAST\"",
        "rate_plan = \"BREKFAST\"",
        "BREKFAST",
        "groups[1].rate_plan: expected the code of a rate plan in rates.toml (BREAKFAST or FLEX), found \"BREKFAST\" (did you mean BREAKFAST?)",
    );
}

// clause: DATA-09
#[test]
fn days_without_a_year_are_the_next_and_a_block_ends_in_time() {
    let bundle = bundle(&hotel(), TODAY).expect("no mistakes");
    let discount = &bundle.hotel.discounts[0];
    assert_eq!(discount.nights, Some(Days { from: date(2026, 10, 1), to: date(2027, 4, 30) }));
    assert_eq!(discount.booked, Some(Days { from: date(2026, 11, 1), to: date(2026, 12, 24) }));
    let group = &bundle.hotel.groups[0];
    assert_eq!(group.cut_off, date(2027, 5, 12));
    let of = |room: &str, group: Option<&str>, day: usize| {
        let row = bundle.stock.iter().find(|row| row.room_type == room && row.group.as_deref() == group);
        row.expect("a row").total[day]
    };
    let first = TODAY.until(date(2027, 6, 11)).expect("days").get_days() as usize;
    assert_eq!([0, 1, 2, 3].map(|day| of("DOUBLE", Some("CHOIR"), first + day)), [4, 4, 2, 0]);
    assert_eq!((of("DOUBLE", None, first), of("SINGLE", None, first - 1), of("SINGLE", None, first)), (7, 2, 3));

    let late = import::bundle(&hotel(), date(2027, 5, 13)).expect("no mistakes");
    assert!(late.stock.iter().filter(|row| row.group.is_some()).all(|row| row.total.iter().all(|rooms| *rooms == 0)));
    // It is nobody's mistake then that it once wanted more rooms than there are.
    let larger = changed("groups.toml", "[4, 4, 2]", "[4, 8, 2]");
    assert!(import::bundle(&larger, date(2027, 5, 13)).is_ok());
}
