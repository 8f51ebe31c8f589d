//! All files together: the recipe, missing files, and that one mistake does not hide another.

use import::bundle;

use crate::recipe::{TODAY, change, changed, hotel, mistakes, page};

#[test]
fn the_recipe_comes_in() {
    assert_eq!(mistakes(&hotel()), []);
}

// It says so: four lines name the picture.
#[test]
fn the_recipe_does_without_its_picture() {
    let mut files = hotel();
    files.0.remove("pictures/house.webp");
    let mut named = Vec::new();
    for (name, text) in &mut files.0 {
        let lines = String::from_utf8(text.clone()).expect("text");
        let (picture, rest): (Vec<_>, Vec<_>) = lines.lines().partition(|line| line.contains("house.webp"));
        named.extend(picture.iter().map(|_| name.clone()));
        *text = rest.join("\n").into_bytes();
    }
    assert_eq!(named, ["activities.toml", "hotel.toml", "packages.toml", "translations/de_DE.toml"]);
    assert_eq!(mistakes(&files), []);
}

#[test]
fn what_cannot_be_sold_does_not_come_in() {
    let mistakes = bundle(&hotel(), jiff::civil::date(9999, 12, 30)).expect_err("no calendar reaches there");
    assert_eq!(mistakes[0].file, "rates.toml");
    assert!(mistakes[0].expected.contains("can be sold from 9999-12-30 on"), "{mistakes:?}");
}

#[test]
fn files_are_there_known_and_readable() {
    let mut files = hotel();
    files.0.remove("policies.toml");
    files.0.insert("restrictons.toml".to_owned(), Vec::new());
    files.0.remove("translations/de_DE.toml");
    let told: Vec<String> = mistakes(&files).iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "hotel.toml:16  languages[2].code: expected translations/de_DE.toml for a language that the pages are \
             offered in, found none",
            "policies.toml  expected this file, found none",
            "restrictons.toml  expected one of the files hotel.toml, rooms.toml, rates.toml, policies.toml, taxes.toml, \
             restrictions.toml, discounts.toml, companies.toml, groups.toml, packages.toml, addons.toml, activities.toml, \
             events.toml or members.toml; found an unknown one (did you mean restrictions.toml?)",
        ]
    );
    let mut files = hotel();
    files.0.insert("translations/it_IT.toml".to_owned(), Vec::new());
    assert_eq!(
        mistakes(&files)[0].to_string(),
        "translations/it_IT.toml  expected a file for one of the other languages in hotel.toml (de_DE), found one for \
         none of them"
    );
}

// Else the hotel would be sold without its taxes.
#[test]
fn a_file_under_a_name_that_is_nearly_right_is_told() {
    for name in ["taxes.toml.txt", "taxes.TOML", "Taxes.toml", "taxes.tml", "taxes", "taxes.toml "] {
        let mut files = hotel();
        let taxes = files.0.remove("taxes.toml").expect("the taxes");
        files.0.insert(name.to_owned(), taxes);
        let told: Vec<String> = mistakes(&files).iter().map(ToString::to_string).collect();
        assert_eq!(told, [format!("{name}  expected to be named taxes.toml, found another name")]);
    }
    let mut files = hotel();
    files.0.insert("taxes.toml.txt".to_owned(), Vec::new());
    assert_eq!(mistakes(&files), [], "beside the right one");
    files.0.insert("Taxes.toml".to_owned(), Vec::new());
    assert!(mistakes(&files)[0].expected.ends_with("found an unknown one (did you mean taxes.toml?)"));
}

// What follows from the first slip of a line is not told beside it.
#[test]
fn a_decimal_comma_is_told_once_and_as_what_it_is() {
    for (from, to, told) in [
        (
            "QUIET = { price = 69.00 }",
            "QUIET = { price = 69,00 }",
            "expected one number, with a point and without a comma, or a list in [ ]; found 69,00",
        ),
        (
            "QUIET = { price = 69.00 }",
            "QUIET = { price = 1,069.00, fri = 79.00 }",
            "expected one number, with a point and without a comma, or a list in [ ]; found 1,069.00",
        ),
        (
            "adult = 14.00,",
            "adult = -7,5,",
            "expected one number, with a point and without a comma, or a list in [ ]; found -7,5",
        ),
        (
            "QUIET = { price = 69.00 }",
            "QUIET = { price = 69.00, child = [0, 20,05] }",
            "expected one number, with a point and without a comma, or a list in [ ]; found 20,05",
        ),
        (
            "QUIET = { price = 69.00 }",
            "QUIET = { price = \"69,00\" }",
            "expected an amount such as 189.00, found \"69,00\" (a number has no quotes, and a point before its decimals)",
        ),
        (
            "QUIET = { price = 69.00 }",
            "QUIET = { price = 69.00, child = [0, 20,50] }",
            "expected 2 amounts, one for each of the child_bands in hotel.toml, found 3 (decimals are written with a point)",
        ),
        ("name = \"Flexible\"", "name = = \"a=7,5é\"", "expected TOML, found a line that cannot be read: "),
        ("days = 500", "days = = 500", "expected TOML, found a line that cannot be read: "),
    ] {
        let mistakes = mistakes(&changed("rates.toml", from, to));
        let of_rates: Vec<_> = mistakes.iter().filter(|mistake| mistake.file == "rates.toml").collect();
        assert!(of_rates.len() == 1 && of_rates[0].expected.starts_with(told), "{mistakes:?}");
    }
}

// Without its quotes it is no date of TOML, and its message speaks of none.
#[test]
fn a_day_of_every_year_without_quotes_is_told_to_have_some() {
    for (from, to, found) in [
        ("from = \"10-01\"", "from = 10-01", "10-01"),
        ("from = \"05-01\"\nto = \"09-30\"", "from = \"05-01\"\nto = 09-30", "09-30"),
    ] {
        let files = changed("rates.toml", from, to);
        let told = mistakes(&files).into_iter().find(|mistake| mistake.file == "rates.toml").expect("a mistake");
        assert_eq!(told.expected, format!("expected \"{found}\" in quotes for a day of every year, found {found}"));
    }
    let files = changed("discounts.toml", "nights = { from = \"10-01\"", "nights = { from = 10-01");
    let told: Vec<String> = mistakes(&files).iter().map(ToString::to_string).collect();
    assert!(told.len() == 1 && told[0].ends_with("a day of every year, found 10-01"), "{told:?}");
}

#[test]
fn one_run_tells_the_mistakes_of_all_files() {
    let mut files = changed("hotel.toml", "country = \"DE\"", "country = 5");
    change(&mut files, "hotel.toml", "Europe/Berlin", "Berlin");
    change(&mut files, "rooms.toml", "max_people = 1", "max_people = \"one\"");
    change(&mut files, "rooms.toml", "amenities = [\"WIFI\"]", "amenities = [\"POOL\"]");
    change(&mut files, "rates.toml", "code = \"QUIET\"", "code = \"quiet\"");
    change(&mut files, "rates.toml", "cancellation_policy = \"1D\"", "cancellation_policy = \"3D\"");
    change(&mut files, "policies.toml", "[[guarantee_types]]", "[[guarantee_types]");
    change(&mut files, "taxes.toml", "2.50", "2.505");
    let told = mistakes(&files);
    let places: Vec<String> = told.iter().map(|m| format!("{}:{} {}", m.file, m.line.unwrap_or(0), m.field)).collect();
    assert_eq!(
        places,
        [
            "hotel.toml:12 country",
            "hotel.toml:15 time_zone",
            "policies.toml:7 ",
            "rates.toml:5 seasons[1].code",
            "rooms.toml:17 room_types[1].amenities[1]",
            "rooms.toml:27 room_types[2].max_people",
            "taxes.toml:13 charges[2].amount",
        ],
        "{told:#?}"
    );
}

// A date that no calendar has, with quotes or without, in a file of its own or beside other mistakes; and one that
// cannot be judged because the rates cannot be read.
#[test]
fn one_run_tells_every_date_and_what_stands_beside_it() {
    let mut files = changed("rates.toml", "from = 2027-03-10", "from = 2027-02-30");
    change(&mut files, "rates.toml", "rate_plan = \"FLEX\"", "rate_plan = \"FLEXI\"");
    change(&mut files, "rooms.toml", "from = \"2027-03-01\"", "from = \"2027-02-29\"");
    change(&mut files, "groups.toml", "from = 2027-06-11, to = 2027-06-13", "from = 2027-06-31, to = \"2027-06-13\"");
    change(&mut files, "groups.toml", "rate_plan = \"BREAKFAST\"", "rate_plan = \"BREAKFEST\"");
    change(&mut files, "groups.toml", "price = 104.00", "price = 104.001");
    change(&mut files, "discounts.toml", "to = \"04-30\"", "to = \"04-31\"");
    change(&mut files, "packages.toml", "to = \"04-30\"", "to = \"04-31\"");
    change(&mut files, "restrictions.toml", "to = \"12-25\"", "to = \"02-30\"");
    let places = |files: &import::Files| -> Vec<String> {
        mistakes(files).iter().map(|m| format!("{} {}", m.file, m.field)).collect()
    };
    let all = [
        "discounts.toml discounts[1].nights.to",
        "groups.toml groups[1].rate_plan",
        "groups.toml groups[1].nights.from",
        "groups.toml groups[1].rooms[1].price",
        "packages.toml packages[1].nights.to",
        "rates.toml seasons[3].from",
        "rates.toml prices[1].rate_plan",
        "restrictions.toml restrictions[2].to",
        "rooms.toml room_types[1].out_of_order[1].from",
    ];
    assert_eq!(places(&files), all, "{:#?}", mistakes(&files));
    // The same when the rates cannot be read at all; who names what they declare is left in peace.
    change(&mut files, "rates.toml", "[[seasons]]", "[[seasons]");
    let named = ["rates.toml ", "groups.toml groups[1].rate_plan", "rates.toml seasons", "rates.toml prices"];
    let rest: Vec<&str> = all.into_iter().filter(|place| !named[1..].iter().any(|n| place.starts_with(n))).collect();
    let told: Vec<String> = places(&files).into_iter().filter(|place| *place != named[0]).collect();
    assert_eq!(told, rest, "{:#?}", mistakes(&files));
}

// Who names what it declares is no second mistake.
#[test]
fn a_list_that_could_not_be_read_has_no_echoes() {
    let told = |files: &import::Files| mistakes(files).iter().map(ToString::to_string).collect::<Vec<_>>();
    let rates = String::from_utf8(hotel().0["rates.toml"].clone()).expect("text");
    let mut files = hotel();
    files.0.insert("rates.toml".to_owned(), rates.replace("[[seasons]]", "[[season]]").into_bytes());
    let misnamed = told(&files);
    assert!(misnamed.len() == 2 && misnamed.iter().all(|told| !told.contains("QUIET")), "{misnamed:#?}");
    let policies = String::from_utf8(hotel().0["policies.toml"].clone()).expect("text");
    let mut files = hotel();
    files
        .0
        .insert("policies.toml".to_owned(), policies.replace("[[guarantee_types]]", "[guarantee_types]").into_bytes());
    let one_table = told(&files);
    assert!(one_table.len() == 1 && one_table[0].contains("[[guarantee_types]] begins each"), "{one_table:#?}");
    let files = changed("rooms.toml", "[[amenities]]", "[[amenity]]");
    let one_of_several = told(&files);
    assert!(one_of_several.iter().all(|told| !told.contains("the code of an amenity")), "{one_of_several:#?}");
}

#[test]
fn the_recipe_shows_what_mistakes_look_like() {
    let mut files = changed("rates.toml", "from = \"10-01\"", "from = \"1.10.\"");
    change(&mut files, "rates.toml", "rate_plan = \"FLEX\"", "rate_plan = \"FLEXI\"");
    change(&mut files, "rooms.toml", "size_m2 = 18", "size_m2 = \"18 m²\"");
    let told: Vec<String> = mistakes(&files).iter().map(ToString::to_string).collect();
    assert!(page().contains(&format!("```\n{}\n```\n", told.join("\n"))), "{told:#?}");
}

#[test]
fn all_comes_or_nothing() {
    let files = changed("translations/de_DE.toml", "\"Doppelzimmer\"", "\"\"");
    let result = bundle(&files, TODAY);
    assert_eq!(result.map_err(|m| m.len()).err(), Some(1));
}

#[test]
fn a_language_has_one_file() {
    let mut files = hotel();
    files.0.insert("translations/de.toml".to_owned(), Vec::new());
    let told: Vec<String> = mistakes(&files).iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        ["translations/de.toml  expected one file for de_DE, found a second beside translations/de_DE.toml"]
    );
}

/// Each language that has no file of its own reads the one of its kind.
#[test]
fn a_general_file_is_for_every_language_of_its_kind() {
    let mut files = hotel();
    let german = files.0.remove("translations/de_DE.toml").expect("the German texts");
    let three = "languages = [{ code = \"en_GB\", name = \"English\" }, { code = \"de_DE\", name = \"Deutsch\" }, \
        { code = \"de_AT\", name = \"Deutsch (Österreich)\" }, { code = \"de_CH\", name = \"Deutsch (Schweiz)\" }]";
    let line = "languages = [{ code = \"en_GB\", name = \"English\" }, { code = \"de_DE\", name = \"Deutsch\" }]";
    change(&mut files, "hotel.toml", line, three);
    files.0.insert("translations/de.toml".to_owned(), german);
    files.0.insert("translations/de_CH.toml".to_owned(), b"[hotel]\ntagline = \"Ob de Backstube.\"\n".to_vec());
    let hotel = bundle(&files, TODAY).expect("a hotel without mistakes").hotel;
    let tagline = |language: &str| {
        let of = |t: &&domain::hotel::Translation| t.language_code == language && t.object_type == "PROPERTY";
        hotel.translations.iter().find(of).map(|t| t.fields["tagline"].clone()).unwrap_or_default()
    };
    assert_eq!(tagline("de_DE"), "Neun Zimmer über der Backstube.");
    assert_eq!(tagline("de_AT"), "Neun Zimmer über der Backstube.");
    assert_eq!(tagline("de_CH"), "Ob de Backstube.");
    assert_eq!(hotel.translations.iter().filter(|t| t.language_code == "de_CH").count(), 1);
}
