//! Codes, doors, policies, taxes, restrictions and pictures that do not fit together.

use crate::recipe::{change, changed, hotel, mistakes, one};

#[test]
fn a_plan_says_how_it_is_guaranteed_where_that_is_asked() {
    one(
        "rates.toml",
        "guarantee_types = [\"CC\"]\n",
        "",
        "[[rate_plans]]",
        "rate_plans[1].guarantee_types: expected how it may be guaranteed, since hotel.toml has \
         guarantee_required_to_book; found nothing",
    );
}

#[test]
fn codes_that_are_named_are_known() {
    one(
        "rates.toml",
        "rate_plan = \"FLEX\"",
        "rate_plan = \"FLEXI\"",
        "FLEXI",
        "prices[1].rate_plan: expected the code of a rate plan in rates.toml (BREAKFAST or FLEX), found \"FLEXI\" (did \
         you mean FLEX?)",
    );
    one(
        "rooms.toml",
        "amenities = [\"WIFI\"]",
        "amenities = [\n\"WIFI\",\n\"POOL\"]",
        "POOL",
        "room_types[1].amenities[2]: expected the code of an amenity in rooms.toml (WIFI), found \"POOL\"",
    );
    one(
        "rates.toml",
        "cancellation_policy = \"1D\"",
        "cancellation_policy = \"2D\"",
        "2D",
        "rate_plans[1].cancellation_policy: expected the code of a cancellation policy in policies.toml (1D), found \
         \"2D\"",
    );
    one(
        "rates.toml",
        "guarantee_types = [\"CC\"]",
        "guarantee_types = [\"DC\"]",
        "DC",
        "rate_plans[1].guarantee_types[1]: expected the code of a guarantee type in policies.toml (CC), found \"DC\"",
    );
    one(
        "rates.toml",
        "FAIR = { price = 129.00 }",
        "FAIR = { price = 129.00 }\nFARE = { price = 1.00 }",
        "FARE",
        "prices[2].seasons.FARE: expected the code of a season in rates.toml (FAIR, GREEN or QUIET), found \"FARE\" (did \
         you mean FAIR?)",
    );
    one(
        "restrictions.toml",
        "seasons = [\"FAIR\"]",
        "seasons = [\"FAIR\"]\nroom_types = [\"TRIPLE\"]",
        "TRIPLE",
        "restrictions[1].room_types[1]: expected the code of a room type in rooms.toml (DOUBLE or SINGLE), found \"TRIPLE\"",
    );
    one(
        "translations/de_DE.toml",
        "[room_types.DOUBLE]",
        "[room_types.TROUBLE]",
        "TROUBLE",
        "room_types.TROUBLE: expected the code of a room type in rooms.toml (DOUBLE or SINGLE), found \"TROUBLE\" (did \
         you mean DOUBLE?)",
    );
    one(
        "taxes.toml",
        "percent = 7",
        "percent = 7\non_fees = [\"CLEANING\"]",
        "CLEANING",
        "charges[1].on_fees[1]: expected the code of a fee in taxes.toml (none), found \"CLEANING\"",
    );
}

#[test]
fn codes_and_doors_stand_once() {
    one(
        "policies.toml",
        "[[guarantee_types]]",
        "[[guarantee_types]]\ncode = \"CC\"\nname = \"Card\"\n[[guarantee_types]] # again",
        "code = \"CC\"   ",
        "guarantee_types[2].code: expected each code once, found \"CC\" again (first on line 8)",
    );
}

#[test]
fn doors_stand_once_in_the_whole_house() {
    one(
        "rooms.toml",
        "units = [\"8\", \"9\"]",
        "units = [\"7\", \"9\"]",
        "[\"7\", \"9\"]",
        "room_types[2].units[1]: expected each door once, found \"7\" again (first on line 18)",
    );
}

#[test]
fn policies_run_in_order_of_time() {
    for (earlier, later) in
        [("nights = 2", "nights = 1"), ("percent = 100", "nights = 1"), ("percent = 80", "amount = 0.00")]
    {
        let steps =
            format!("steps = [{{ at_booking = true, {earlier} }},\n{{ days_before = 1, time = \"18:00\", {later} }}]");
        one(
            "policies.toml",
            "steps = [{ days_before = 1, time = \"18:00\", nights = 1 }]",
            &steps,
            "days_before",
            "cancellation_policies[1].steps[2]: expected at least what the steps before it cost, found less: the later, \
             the more",
        );
    }
    one(
        "policies.toml",
        "steps = [{ days_before = 1, time = \"18:00\", nights = 1 }]",
        "steps = [{ days_before = 1, time = \"18:00\", nights = 1 },\n{ hours_before = 72, percent = 50 }]",
        "hours_before",
        "cancellation_policies[1].steps[2]: expected steps in order of time (at_booking first, then the one longest before \
         arrival), found this one out of order",
    );
    one(
        "policies.toml",
        "nights = 1 }",
        "nights = 1, percent = 10 }",
        "percent",
        "cancellation_policies[1].steps[1]: expected one of nights, percent or amount, found 2 of them",
    );
    one(
        "policies.toml",
        "days_before = 1, time = \"18:00\", ",
        "",
        "nights = 1",
        "cancellation_policies[1].steps[1]: expected one of at_booking, days_before or hours_before, found 0 of them",
    );
}

#[test]
fn taxes_make_sense() {
    one(
        "taxes.toml",
        "amount = 2.50",
        "amount = 2.50\ninclusive = true # no",
        "# no",
        "charges[2].inclusive: expected this only for a percentage of kind TAX, found it elsewhere",
    );
    one(
        "taxes.toml",
        "[[charges]]\ncode = \"BED_TAX\"",
        "[[charges]] # second\npercent = 3\ncode = \"BED_TAX\"",
        "[[charges]] # second",
        "charges[2]: expected one of percent, amount or tiers, found 2 of them",
    );
    one(
        "taxes.toml",
        "percent = 7\n",
        "tiers = [{ from = 0, percent = 7 },\n{ from = 0, percent = 8 }]\n",
        "percent = 8",
        "charges[1].tiers[2].from: expected more than in the tier before, found 0",
    );
    one(
        "taxes.toml",
        "percent = 7\n",
        "percent = 7.00001\n",
        "7.00001",
        "charges[1].percent: expected a percentage with at most 4 decimals, found 7.00001",
    );
    one(
        "taxes.toml",
        "kind = \"TAX\"\npercent = 7\n",
        "kind = \"TAX\"\npercent = 7\non_fees = [\"BED_TAX\"]\n",
        "on_fees",
        "charges[1].on_fees[1]: expected a charge of kind FEE, found the tax \"BED_TAX\"",
    );
}

#[test]
fn restrictions_do_not_contradict_themselves() {
    one(
        "restrictions.toml",
        "min_stay_through = 2",
        "min_stay_through = 5 # five\nmax_stay_through = 3",
        "[[restrictions]]",
        "restrictions[1]: expected min_stay_through (5) to be at most max_stay_through (3), found more on 2027-03-10",
    );
    one(
        "restrictions.toml",
        "min_stay_through = 2\n",
        "",
        "[[restrictions]]",
        "restrictions[1]: expected a rule such as min_stay_arrival = 2 or closed_to_arrival = true, found none",
    );
    one(
        "restrictions.toml",
        "[[restrictions]]\nfrom = \"12-24\"\nto = \"12-25\"\n",
        "[[restrictions]] # open\nfrom = \"12-24\"\n",
        "# open",
        "restrictions[2].to: expected the last night beside from, found nothing",
    );
    for (from, to) in [("12-24", "12-23"), ("12-01", "11-30"), ("03-01", "02-28"), ("03-01", "02-29")] {
        let told = format!(
            "restrictions[2].to: expected another day than \"{to}\", the last before from: that is the whole year (01-01 to \
             12-31, where it is meant)"
        );
        let days = format!("from = \"{from}\"\nto = \"{to}\"");
        one("restrictions.toml", "from = \"12-24\"\nto = \"12-25\"", &days, to, &told);
    }
    for days in
        ["from = \"05-15\"\nto = \"05-01\"", "from = \"01-01\"\nto = \"12-31\"", "from = \"12-24\"\nto = \"12-24\""]
    {
        assert_eq!(mistakes(&changed("restrictions.toml", "from = \"12-24\"\nto = \"12-25\"", days)), []);
    }
}

#[test]
fn nothing_is_taken_for_the_room_on_the_bill() {
    one(
        "taxes.toml",
        "code = \"BED_TAX\"",
        "code = \"ROOM\"",
        "ROOM",
        "charges[2].code: expected another code than ROOM, which the room itself has on the bill, found it",
    );
}

#[test]
fn the_house_is_somewhere() {
    one(
        "hotel.toml",
        "\"EUR\"",
        "\"EUX\"",
        "EUX",
        "currency: expected a currency of ISO 4217, found \"EUX\" (did you mean EUR?)",
    );
    one(
        "hotel.toml",
        "country = \"DE\"",
        "country = \"DX\"",
        "DX",
        "country: expected a country of ISO 3166, found \"DX\"",
    );
    one(
        "hotel.toml",
        "Europe/Berlin",
        "Europe/Berlim",
        "Berlim",
        "time_zone: expected a time zone such as Europe/Zurich, found \"Europe/Berlim\" (did you mean Europe/Berlin?)",
    );
    one(
        "hotel.toml",
        "Europe/Berlin",
        "Europe/Galway",
        "Galway",
        "time_zone: expected a time zone such as Europe/Zurich, found \"Europe/Galway\"",
    );
    one("hotel.toml", "en_GB", "en_XX", "en_XX", "languages[1].code: expected a locale that exists, found \"en_XX\"");
    one(
        "hotel.toml",
        "\"Deutsch\" }]",
        "\"Deutsch\" }, { code = \"en_GB\", name = \"English\" }]",
        "languages =",
        "languages[3].code: expected each language once, found \"en_GB\" again (first on line 16)",
    );
    one(
        "hotel.toml",
        "child_bands = [5, 14]",
        "child_bands = [14, 5]",
        "child_bands",
        "child_bands[2]: expected an age above 14, found 5",
    );
    one(
        "hotel.toml",
        "[website_config]",
        "max_occupancy = 3\n[website_config]\nmax_guests_allowed = 4",
        "max_guests_allowed",
        "website_config.max_guests_allowed: expected at most max_occupancy (3), found 4",
    );
    one(
        "hotel.toml",
        "[website_config]",
        "[website_config]\nmax_guests_allowed = 4",
        "max_guests_allowed",
        "website_config.max_guests_allowed: expected at most as many as the largest room takes (3), found 4",
    );
}

// clause: START-19, ANALYTICS-07, ANALYTICS-08
#[test]
fn what_a_hotel_measures_with_is_read_at_import() {
    let flag = |line: &str, told: &str| {
        one("hotel.toml", "[website_config]", &format!("[website_config]\n{line}"), line, told);
    };
    for script in ["//b.example/y.js", "/own.js", "http://a.example/x.js", "https://a.example/x.js sha1-abc="] {
        flag(
            &format!("injected_scripts = \"https://a.example/x.js, {script}\""),
            &format!(
                "website_config.injected_scripts: expected a comma list of https addresses such as \
                 \"https://a.example/x.js\", each once and, after a space, with its hash where it has one \
                 (\"sha384-...\"), found {script:?}"
            ),
        );
    }
    flag(
        "google_analytics_ids = \"G-ONE; G-TWO\"",
        "website_config.google_analytics_ids: expected a comma list of measurement ids such as \"G-AB12CD34\", each \
         once, found \"G-ONE; G-TWO\"",
    );
    flag(
        "sojern_id = \"\"",
        "website_config.sojern_id: expected an id of 1 to 64 letters, digits, dots, _ or -, such as \"12345\", found \
         \"\"",
    );
}

#[test]
fn rooms_are_counted_one_way() {
    one(
        "rooms.toml",
        "units = [\"8\", \"9\"]",
        "units = [\"8\", \"9\"]\ncount = 2 #",
        "count = 2 #",
        "room_types[2].count: expected either units or count, found both (2 units)",
    );
    one(
        "rooms.toml",
        "units = [\"3\"]",
        "units = [\"33\"]",
        "\"33\"",
        "room_types[1].out_of_order[1].units[1]: expected one of the units of DOUBLE, found \"33\"",
    );
}

#[test]
fn pictures_are_there_and_are_pictures() {
    one(
        "hotel.toml",
        "file = \"house.webp\"",
        "file = \"hause.webp\"",
        "hause.webp",
        "cover_photo.file: expected the name of a picture in pictures/, found \"hause.webp\", which is not there (did you \
         mean house.webp?)",
    );
    let mut files = hotel();
    files.0.insert("pictures/house.webp".to_owned(), b"<html>".to_vec());
    // Each file that names it is told, in order.
    let told: Vec<String> = mistakes(&files).iter().map(ToString::to_string).collect();
    assert_eq!(
        told[1],
        "hotel.toml:22  cover_photo.file: expected a picture as its name says in pictures/house.webp, found something else",
        "{told:?}"
    );
}

/// A picture of one pixel in the colours of its kind, as short as it can be read.
fn png() -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0\x3a\x7e\x9b\x55".to_vec();
    bytes.extend(b"\0\0\0\x0aIDATx\x9cc`\0\0\0\x02\0\x01\x48\xaf\xa4\x71\0\0\0\0IEND\xaeB`\x82");
    bytes
}

fn jpeg() -> Vec<u8> {
    // A thumbnail that ends by itself, the frame, and the picture.
    let thumbnail = b"\xff\xe1\0\x08Exif\xff\xd9";
    let frame = b"\xff\xc0\0\x0b\x08\0\x01\0\x01\x01\x01\x11\0";
    [b"\xff\xd8".as_slice(), thumbnail, frame, b"\xff\xda\0\x08\x01\x01\0\0\x3f\0\x2a\xff\0\xff\xd9"].concat()
}

#[test]
fn a_picture_is_whole_and_not_too_large() {
    let told = |name: &str, bytes: Vec<u8>| {
        let mut files = changed("hotel.toml", "house.webp", name);
        files.0.insert(format!("pictures/{name}"), bytes);
        mistakes(&files).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let pictures = [("a.webp", crate::recipe::PIXEL.to_vec()), ("a.png", png()), ("a.jpg", jpeg())];
    for (name, bytes) in pictures {
        let short = |by: usize| bytes[..bytes.len() - by].to_vec();
        // What a camera writes behind a picture does no harm.
        assert_eq!(told(name, [bytes.clone(), vec![0; 9]].concat()), [""; 0], "{name}");
        let cut = format!(
            "hotel.toml:22  cover_photo.file: expected a whole picture in pictures/{name}, found one that is cut off"
        );
        assert_eq!(told(name, short(2)), [cut.as_str()]);
        let large = format!(
            "hotel.toml:22  cover_photo.file: expected a picture of at most 10 MB in pictures/{name}, found one of 10.1 MB"
        );
        assert_eq!(told(name, [bytes.clone(), vec![0; 10_000_001]].concat()), [large.as_str()]);
    }
    let mut wide = png();
    wide[16..20].copy_from_slice(&20_001u32.to_be_bytes());
    assert_eq!(
        told("a.png", wide),
        [
            "hotel.toml:22  cover_photo.file: expected a picture of at most 20000 x 20000 pixels in pictures/a.png, found \
             one of 20001 x 1"
        ]
    );
    let mut files = hotel();
    files.0.insert("pictures/house-800.webp".to_owned(), b"RIFF".to_vec());
    assert_eq!(
        mistakes(&files)[1].to_string(),
        "hotel.toml:22  cover_photo.file: expected a picture as its name says in pictures/house-800.webp, found something \
         else"
    );
}

// What follows a fixed rate has no published one to be reckoned with.
#[test]
fn a_fixed_rate_follows_a_published_one() {
    one(
        "hotel.toml",
        "time_zone = ",
        "fixed_rates = [{ currency = \"AED\", per = \"USD\", rate = \"3.6725\" },\n\
         { currency = \"OMR\", per = \"AED\", rate = \"0.1047\" }]\ntime_zone = ",
        "OMR",
        "fixed_rates[2].per: expected a currency whose rate is published, found AED, which has a fixed rate here",
    );
}

#[test]
fn a_promotion_takes_something_off() {
    one(
        "discounts.toml",
        "percent = 10 ",
        "percent = 0 ",
        "percent = 0",
        "discounts[1].percent: expected more than 0 to take off, found 0",
    );
}

const SERVICE: &str = "[[charges]]\ncode = \"SERVICE\"\nname = \"Service\"\nkind = \"FEE\"\npercent = 10\n\
    on_room = false # not\n\n[[charges]]";

#[test]
fn a_fee_that_is_not_on_the_room_is_on_something_else() {
    one(
        "taxes.toml",
        "[[charges]]",
        SERVICE,
        "# not",
        "charges[1].on_room: expected a space, a package of events.toml or an activity that names it in fees when it is \
         not on the room, found none",
    );
    for (file, line) in [
        ("events.toml", "prices = { HOUR = 42.00 }"),
        ("events.toml", "price = 8.50"),
        ("activities.toml", "cut_off_minutes = 90"),
    ] {
        let mut files = changed("taxes.toml", "[[charges]]", SERVICE);
        change(&mut files, file, line, &format!("fees = [\"SERVICE\"]\n{line}"));
        assert_eq!(mistakes(&files), [], "{line}");
    }
}

/// No file could name it: what is said must not lead from one mistake to the next.
#[test]
fn what_is_no_percentage_is_on_the_room() {
    let told = "charges[2].on_room: expected true: only a percentage (of a fee one without tiers) can be taken elsewhere \
        than on the room; found false";
    one("taxes.toml", "amount = 2.50 ", "on_room = false\namount = 2.50 ", "on_room = false", told);
    let fee = "code = \"BED_TAX\"\nname = \"City tax\"\nkind = \"FEE\"\non_room = false";
    one("taxes.toml", "code = \"BED_TAX\"\nname = \"City tax\"\nkind = \"TAX\"", fee, "on_room = false", told);
    let files = changed("taxes.toml", "amount = 2.50 ", "on_room = false\non_fees = [\"SERVICE\"]\namount = 2.50 ");
    assert!(mistakes(&files).iter().any(|mistake| mistake.field == "charges[2].on_room"));
}

#[test]
fn nobody_is_a_child_beyond_seventeen() {
    one(
        "taxes.toml",
        "exempt_up_to_age = 17",
        "exempt_up_to_age = 18",
        "exempt_up_to_age = 18",
        "charges[2].exempt_up_to_age: expected a whole number from 0 to 17, found 18",
    );
}

/// What is taken once knows no last night.
#[test]
fn nights_are_counted_where_a_charge_is_taken_by_them() {
    for per in ["STAY", "PERSON"] {
        let mut files = changed("taxes.toml", "per = \"PERSON_NIGHT\"", &format!("per = \"{per}\"\nmax_nights = 7"));
        change(&mut files, "taxes.toml", "exempt_up_to_age = 17\n", "");
        let told: Vec<String> =
            mistakes(&files).iter().map(|told| format!("{}: {}", told.field, told.expected)).collect();
        let words = "expected this only for a percentage or with per = NIGHT or PERSON_NIGHT, found it elsewhere";
        assert_eq!(told, [format!("charges[2].max_nights: {words}")]);
    }
    for fine in ["NIGHT", "PERSON_NIGHT"] {
        let mut files = changed("taxes.toml", "per = \"PERSON_NIGHT\"", &format!("per = \"{fine}\"\nmax_nights = 7"));
        change(&mut files, "taxes.toml", "exempt_up_to_age = 17\n", "");
        assert_eq!(mistakes(&files), []);
    }
    assert_eq!(mistakes(&changed("taxes.toml", "percent = 7\n", "percent = 7\nmax_nights = 7\n")), []);
}

/// Nobody could ever book what they allow.
#[test]
fn rules_can_be_met() {
    for name in ["min_stay_arrival", "min_stay_through"] {
        let mut files = changed("hotel.toml", "max_los = 365", "max_los = 14");
        change(&mut files, "restrictions.toml", "min_stay_through = 2", &format!("{name} = 21"));
        let told: Vec<String> = mistakes(&files).iter().map(ToString::to_string).collect();
        let field = format!("restrictions.toml:4  restrictions[1].{name}");
        assert_eq!(told, [format!("{field}: expected at most max_los of hotel.toml (14), found 21")]);
    }
    for (file, from, field) in [
        ("discounts.toml", "min_nights = 3", "discounts[1]"),
        ("packages.toml", "min_nights = 1", "packages[1]"),
        ("addons.toml", "min_nights = 2", "addons[2]"),
    ] {
        let mut files = changed("hotel.toml", "max_los = 365", "max_los = 14");
        change(&mut files, file, from, "min_nights = 21");
        let told: Vec<String> =
            mistakes(&files).iter().map(|told| format!("{}: {}", told.field, told.expected)).collect();
        assert_eq!(told, [format!("{field}.min_nights: expected at most max_los of hotel.toml (14), found 21")]);
    }
}
