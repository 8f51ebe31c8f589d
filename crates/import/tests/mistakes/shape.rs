//! Fields that are missing, unknown, or not of the form that their schema asks for.

use crate::recipe::{changed, hotel, mistakes, one};

#[test]
fn shapes_are_checked_with_their_lines() {
    one(
        "rates.toml",
        "from = \"10-01\"",
        "from = \"1.10.\"",
        "1.10.",
        "seasons[1].from: expected a date such as 2026-12-24, or \"12-24\" for every year, found \"1.10.\"",
    );
    one(
        "rooms.toml",
        "size_m2 = 18",
        "size_m2 = \"18 m²\"",
        "18 m",
        "room_types[1].size_m2: expected a whole number from 4 to 2000, found \"18 m²\"",
    );
    one(
        "hotel.toml",
        "name = \"Pension Lindenhof\"\n",
        "",
        "#:schema",
        "name: expected some words in quotes, on one line, found nothing",
    );
    one(
        "hotel.toml",
        "\"#4a6b2f\"",
        "\"green\"",
        "\"green\"",
        "website_config.booking_color_id: expected a colour such as \"#14695f\", found \"green\"",
    );
    one(
        "hotel.toml",
        "\"OBLIGATION_TO_PAY\"",
        "\"PAY\"",
        "\"PAY\"",
        "order_button: expected BOOK_AND_PAY or OBLIGATION_TO_PAY, found \"PAY\"",
    );
    one(
        "rooms.toml",
        "bed_type = \"SINGLE\"",
        "bed_type = \"Single\"",
        "bed_type = \"Single\"",
        "room_types[2].bed_type: expected a code of 1 to 24 capital letters, digits, _ or -, such as DELUXE_KING, \
         found \"Single\"",
    );
    one(
        "taxes.toml",
        "inclusive = true",
        "inclusive = \"yes\"",
        "yes",
        "charges[1].inclusive: expected true or false, found \"yes\"",
    );
    one(
        "hotel.toml",
        "child_bands = [5, 14]",
        "child_bands = [5, 14, 15, 16, 17]",
        "child_bands",
        "child_bands: expected at most 4 entries, found 5",
    );
    one(
        "rates.toml",
        "price = 124.00",
        "price = -124.00",
        "-124",
        "prices[1].seasons.GREEN.price: expected an amount such as 189.00, found -124.0",
    );
    one(
        "hotel.toml",
        "latitude = 47.9990",
        "latitude = 200",
        "latitude",
        "place.latitude: expected a number from -90 to 90, found 200",
    );
}

#[test]
fn unknown_fields_bring_the_nearest_known_name() {
    let files = changed("rooms.toml", "bed_type = \"SINGLE\"", "bed_typ = \"SINGLE\"");
    let told: Vec<String> = mistakes(&files).iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].starts_with("rooms.toml:21  room_types[2].bed_type: expected a code"), "{told:?}");
    assert_eq!(
        told[1],
        "rooms.toml:25  room_types[2].bed_typ: expected a field of this table, found an unknown one (did you mean bed_type?)"
    );
    one(
        "restrictions.toml",
        "min_stay_through = 2",
        "min_stay_through = 2\nminimum = 3",
        "minimum",
        "restrictions[1].minimum: expected one of the fields name, seasons, from, to, weekdays, room_types, rate_plans, \
         min_stay_arrival, max_stay_arrival, min_stay_through, max_stay_through, closed_to_arrival, closed_to_departure \
         or stop_sell; found an unknown one",
    );
}

#[test]
fn names_are_plain_words() {
    one(
        "rooms.toml",
        "Small, quiet",
        "Small, <b>quiet</b>",
        "<b>",
        "room_types[2].description: expected words without markup, found \"Small, <b>quiet</b>, with a desk to the yard.\"",
    );
}

// Left out, each of these lists stands for everything: somebody who writes none means nothing of the kind.
#[test]
fn an_empty_list_is_not_everything() {
    for (file, from, name, field) in [
        ("restrictions.toml", "closed_to_arrival = true", "seasons", "restrictions[2].seasons"),
        ("restrictions.toml", "closed_to_arrival = true", "weekdays", "restrictions[2].weekdays"),
        ("restrictions.toml", "closed_to_arrival = true", "room_types", "restrictions[2].room_types"),
        ("restrictions.toml", "closed_to_arrival = true", "rate_plans", "restrictions[2].rate_plans"),
        ("rates.toml", "name = \"Flexible\"", "room_types", "rate_plans[1].room_types"),
        ("discounts.toml", "percent = 10 ", "room_types", "discounts[1].room_types"),
        ("addons.toml", "icon = \"GIFT\"", "rate_plans", "addons[2].rate_plans"),
        ("addons.toml", "icon = \"GIFT\"", "room_types", "addons[2].room_types"),
        ("events.toml", "size_m2 = 34", "event_types", "spaces[1].event_types"),
        ("events.toml", "per = \"PERSON\"", "spaces", "packages[1].spaces"),
        ("events.toml", "per = \"PERSON\"", "event_types", "packages[1].event_types"),
    ] {
        let told = format!("{field}: expected at least one, found none: left out, it is all");
        one(file, from, &format!("{name} = []\n{from}"), &format!("{name} = []"), &told);
    }
    for (file, from, to, field) in [
        ("discounts.toml", "rate_plans = [\"FLEX\"]", "rate_plans = []", "discounts[1].rate_plans"),
        (
            "discounts.toml",
            "weekdays = [\"sun\", \"mon\", \"tue\", \"wed\", \"thu\"]",
            "weekdays = []",
            "discounts[1].weekdays",
        ),
        ("packages.toml", "room_types = [\"DOUBLE\"]", "room_types = []", "packages[1].room_types"),
        ("activities.toml", "weekdays = [\"sat\", \"sun\"]", "weekdays = []", "activities[1].times[2].weekdays"),
        ("rooms.toml", "units = [\"3\"]", "units = []", "room_types[1].out_of_order[1].units"),
    ] {
        one(file, from, to, to, &format!("{field}: expected at least one, found none: left out, it is all"));
    }
}

#[test]
fn texts_have_an_end() {
    let long = format!("tagline = \"{}\"", "x".repeat(2001));
    one(
        "hotel.toml",
        "tagline = \"Nine rooms above the bakery.\"",
        &long,
        "tagline",
        "tagline: expected at most 2000 characters, found 2001",
    );
}

#[test]
fn descriptions_may_have_several_lines() {
    let mut files = hotel();
    let mut with_some = Vec::new();
    for (name, text) in &mut files.0 {
        let Ok(before) = str::from_utf8(text) else { continue };
        let after = ["description", "restriction"].iter().fold(before.to_owned(), |all, field| {
            all.replace(&format!("{field} = \""), &format!("{field} = \"In short:\\n"))
        });
        if after != before {
            with_some.push(name.clone());
        }
        *text = after.into_bytes();
    }
    assert_eq!(with_some.len(), 8, "{with_some:?}");
    assert_eq!(mistakes(&files), []);
}

#[test]
fn plain_words_stand_on_one_line() {
    for (file, from, to, marker, field, found) in [
        (
            "hotel.toml",
            "\"Pension Lindenhof\"",
            "\"\"\"Pension\nLindenhof\"\"\"",
            "\"\"\"Pension",
            "name",
            "Pension\\nLindenhof",
        ),
        ("hotel.toml", "\"Freiburg\"", "\"Frei\\u0007burg\"", "burg", "city", "Frei\\u{7}burg"),
        ("rooms.toml", "[\"8\", \"9\"]", "[\"8\", \"9\\t\"]", "[\"8\"", "room_types[2].units[2]", "9\\t"),
        (
            "translations/de_DE.toml",
            "\"Doppelzimmer\"",
            "\"Doppel\\r\\nzimmer\"",
            "zimmer\"",
            "room_types.DOUBLE.name",
            "Doppel\\r\\nzimmer",
        ),
    ] {
        one(file, from, to, marker, &format!("{field}: expected some words in quotes, on one line, found \"{found}\""));
    }
    one(
        "hotel.toml",
        "\"hello@lindenhof.example\"",
        "\"hello\\u0007@lindenhof.example\"",
        "email =",
        "email: expected an e-mail address such as \"stay@harbourhouse.example\", found \"hello\\u{7}@lindenhof.example\"",
    );
}

#[test]
fn a_whole_number_may_have_a_point() {
    assert_eq!(mistakes(&changed("rooms.toml", "max_people = 3\n", "max_people = 3.0\n")), []);
    one(
        "rooms.toml",
        "max_people = 3\n",
        "max_people = 3.5\n",
        "max_people = 3.5",
        "room_types[1].max_people: expected a whole number from 1 to 50, found 3.5",
    );
}

#[test]
fn mail_can_be_sent_from_the_address_of_the_hotel() {
    for wrong in ["<a@b.example>", "a@b.example;", "a.@b.example", "a@b..example", "a@-b.example"] {
        one(
            "hotel.toml",
            "email = \"hello@lindenhof.example\"",
            &format!("email = \"{wrong}\""),
            wrong,
            &format!("email: expected an e-mail address such as \"stay@harbourhouse.example\", found {wrong:?}"),
        );
    }
    one(
        "hotel.toml",
        "# mail_from = \"stay@lindenhof.example\"",
        "mail_from = \"stay.@lindenhof.example\"",
        "mail_from",
        "mail_from: expected an e-mail address such as \"stay@harbourhouse.example\", found \"stay.@lindenhof.example\"",
    );
    assert_eq!(mistakes(&changed("hotel.toml", "hello@lindenhof.example", "grüezi@münster.example")), []);
}

#[test]
fn a_table_says_what_stands_in_it_and_a_list_how_its_entries_begin() {
    let mut files = hotel();
    let rooms = String::from_utf8(files.0["rooms.toml"].clone()).expect("text");
    let (single, _) = rooms.rsplit_once("\n\n[[room_types]]").expect("several");
    let one_of_many = single.replace("[[room_types]]", "[room_types]");
    files.0.insert("rooms.toml".to_owned(), one_of_many.into_bytes());
    let told: Vec<String> = mistakes(&files).iter().map(ToString::to_string).collect();
    let words = "room_types: expected a list with at least one entry: [[room_types]] begins each, found a table";
    assert!(told.len() == 1 && told[0].ends_with(words), "{told:?}");
    for (file, from, to, field, expected) in [
        (
            "rates.toml",
            "deposits = [{ nights = 1 }]",
            "deposits = { nights = 1 }",
            "rate_plans[2].deposits",
            "a list such as [{ .. }], found a table",
        ),
        (
            "rates.toml",
            "QUIET = { price = 98.00, fri = 112.00, sat = 112.00 }",
            "QUIET = 98.00",
            "prices[1].seasons.QUIET",
            "a table such as { price = .. }, found 98.0",
        ),
        (
            "packages.toml",
            "cover_photo = { file = \"house.webp\", alt = \"Lindenhof: a narrow house with green shutters, a lime tree before it\" }",
            "cover_photo = \"house.webp\"",
            "packages[1].cover_photo",
            "a table such as { file = .., alt = .. }, found \"house.webp\"",
        ),
    ] {
        one(file, from, to, to, &format!("{field}: expected {expected}"));
    }
}
