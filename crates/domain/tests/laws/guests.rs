//! What guests may type.

use domain::guest::*;
use proptest::prelude::*;

fn input(field: &str, text: &str) -> GuestInput {
    let mut input =
        GuestInput { first_name: Some("Maeve".into()), last_name: Some("Kelly".into()), ..GuestInput::default() };
    let text = Some(text.to_owned());
    match field {
        "first_name" => input.first_name = text,
        "last_name" => input.last_name = text,
        "email" => input.email = text,
        "phone" => input.phone = text,
        "street" => input.street = text,
        "country" => input.country = text,
        "zip_code" => input.zip_code = text,
        "remarks" => input.remarks = text,
        other => panic!("no field {other}"),
    }
    input
}

fn check(field: &str, text: &str) -> Result<Guest, Vec<FieldError>> {
    Guest::check(&input(field, text), &GuestRules::default())
}

fn message(field: &str, text: &str) -> String {
    let errors = check(field, text).expect_err("refused");
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].field, field);
    errors[0].message.clone()
}

// clause: GUEST-09, GUEST-13
#[test]
fn names_of_any_script_are_names() {
    for name in
        ["O'Brien", "Müller-Lüdenscheidt", "محمد الفاسي", "山田", "Nguyễn Thị", "J.", "D’Arcy", "علی\u{200c}رضا"]
    {
        assert_eq!(check("last_name", name).expect("a name").last_name, name);
    }
    assert_eq!(check("last_name", "  Kelly  ").expect("a name").last_name, "Kelly");
    assert!(check("last_name", &"ж".repeat(150)).is_ok());
    assert_eq!(message("last_name", &"ж".repeat(151)), NOT_VALID);
    assert_eq!(message("last_name", "Kel\u{0}ly"), NOT_VALID);
    assert_eq!(message("last_name", "\u{202e}ylleK"), NOT_VALID);
    assert_eq!(message("last_name", "---"), NOT_VALID);
    assert_eq!(message("last_name", "   "), REQUIRED);
    assert_eq!(
        check("street", "12 Main St., Apt #4").expect("a street").street.as_deref(),
        Some("12 Main St., Apt #4")
    );
}

// clause: GUEST-15, GUEST-18
#[test]
fn emails_phones_and_countries() {
    for email in ["a@b.co", "maeve.o'brien+hotel@mail.example.com", "用户@例え.jp", "x_y@sub.EXAMPLE.com"] {
        assert!(check("email", email).is_ok(), "{email}");
    }
    assert_eq!(check("email", "Me@EXAMPLE.Com").expect("an address").email.as_deref(), Some("Me@example.com"));
    for email in [
        "a",
        "a@",
        "@b.co",
        "a@b",
        "a b@c.de",
        "a@b..co",
        "a@-b.co",
        "a@b.co\r\nBcc: x@y.z",
        ".a@b.co",
        "a..b@c.de",
        "a@1.2.3.4",
        "a@b@c.de",
        "a@x\u{a0}y.example",
    ] {
        assert_eq!(message("email", email), NOT_VALID, "{email}");
    }
    // Mail servers count bytes, and know a domain by letters of ASCII alone.
    let long = |letter: &str, count: usize| format!("{}@b.example", letter.repeat(count));
    assert!(check("email", &long("a", 64)).is_ok() && check("email", &long("é", 32)).is_ok());
    for email in [long("a", 65), long("é", 33), format!("a@{}.example", "ü".repeat(60))] {
        assert_eq!(message("email", &email), NOT_VALID, "{email}");
    }
    for (typed, kept) in [("info@MÜLLER.example", "info@müller.example"), ("a@हिन्दी.example", "a@हिन्दी.example")]
    {
        assert_eq!(check("email", typed).expect("an address").email.as_deref(), Some(kept));
    }
    assert_eq!(check("phone", "+353 (85) 012-3456").expect("a number").phone.as_deref(), Some("+353850123456"));
    for phone in ["0850123456", "+12345", "+1234567890123456", "+1234abc567", "+"] {
        assert_eq!(message("phone", phone), NOT_VALID, "{phone}");
    }
    assert_eq!(check("country", "ie").expect("a country").country.as_deref(), Some("IE"));
    assert_eq!(message("country", "IRL"), NOT_VALID);
}

// clause: GUEST-24
#[test]
fn remarks_hold_a_thousand_characters() {
    assert!(check("remarks", &"é".repeat(1_000)).is_ok());
    assert_eq!(message("remarks", &"é".repeat(1_001)), TOO_LONG);
    let lines = check("remarks", "late\r\narrival").expect("two lines");
    assert_eq!(lines.remarks.as_deref(), Some("late\narrival"));
    assert_eq!(message("remarks", "bell\u{7}"), NOT_VALID);
}

#[test]
fn the_number_of_a_card_is_kept_with_nobody() {
    let cards = [
        "my card is 4242 4242 4242 4242 cvc 123",
        "4242424242424242",
        "4242-4242-4242-4242-12/29",
        "3782 822463 10005",
        "3056 930902 5904",
        "4222222222222",
        "6205 5000 0000 0000 004",
        "+353850123456 5555 5555 5555 4444",
        "card:2223003122003222.",
        "٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢",
    ];
    for card in cards {
        for field in ["remarks", "street", "first_name"] {
            assert_eq!(message(field, &format!("Room {card}")), CARD_NUMBER, "{field} {card}");
        }
    }
    let others = [
        "4242 4242 4242 4241",
        "call +4915123456780 or 0049 1512 3456 780",
        "085 012 3456 086 123 4567",
        "415 555 0100 415 555 0199",
        "06 12 34 56 78, 06 12 34 56 79",
        "ticket 2202345678902",
        "4242 4242, then 4242 4242",
        "42424242424242424242",
        "0000 0000 0000 0000",
    ];
    for other in others {
        assert!(!holds_card_number(other) && check("remarks", other).is_ok(), "{other}");
    }
}

// clause: GUEST-11, GUEST-15
#[test]
fn every_wrong_field_is_named_at_once() {
    let required: Vec<String> = ["email", "city", "phone"].map(String::from).to_vec();
    let rules = GuestRules { required: &required, ..GuestRules::default() };
    let input = GuestInput { last_name: Some("Kelly".into()), phone: Some("12".into()), ..GuestInput::default() };
    let errors = Guest::check(&input, &rules).expect_err("refused");
    let errors: Vec<(&str, &str)> = errors.iter().map(|e| (e.field.as_str(), e.message.as_str())).collect();
    assert_eq!(errors, [("first_name", REQUIRED), ("email", REQUIRED), ("phone", NOT_VALID), ("city", REQUIRED)]);
}

#[test]
fn a_country_can_ask_for_its_own_postal_codes() {
    let five_digits =
        |field: &str, text: &str| field != "zip_code" || (text.len() == 5 && text.bytes().all(|b| b.is_ascii_digit()));
    let rules = GuestRules { fits: Some(&five_digits), ..GuestRules::default() };
    assert!(Guest::check(&input("zip_code", "04101"), &rules).is_ok());
    assert_eq!(Guest::check(&input("zip_code", "D02"), &rules).expect_err("refused")[0].field, "zip_code");
}

proptest! {
    // Whatever is typed either stays the text it was, trimmed, or is refused by name; a guest checks out again.
    // clause: GUEST-09
    #[test]
    fn hostile_text_stays_text(text in "\\PC{0,60}|[<>\"'&;{}$()\\\\/a-z]{1,60}", email in "\\PC{0,40}", phone in "[+0-9 a-z-]{0,20}") {
        let mut input = input("street", &text);
        input.first_name = Some(text.clone());
        input.remarks = Some(text.clone());
        input.email = Some(email);
        input.phone = Some(phone);
        match Guest::check(&input, &GuestRules::default()) {
            Ok(guest) => {
                prop_assert_eq!(&guest.first_name, text.trim());
                prop_assert_eq!(guest.street.as_deref().unwrap_or_default(), text.trim());
                if let Some(phone) = &guest.phone {
                    prop_assert!(phone.starts_with('+') && (7..=16).contains(&phone.len()));
                }
                prop_assert!(guest.email.as_ref().is_none_or(|email| email.contains('@') && !email.contains(char::is_whitespace)));
                let again = Guest::check(&GuestInput::from(guest.clone()), &GuestRules::default());
                prop_assert_eq!(again, Ok(guest));
            }
            Err(errors) => prop_assert!(!errors.is_empty()),
        }
    }
}

// clause: MANAGE-03
#[test]
fn a_long_name_is_found_by_what_can_be_typed_of_it_and_by_no_less() {
    let kept = "Wolfeschlegelsteinhausenbergerdorff-Wolfeschlegelsteinhausen";
    let begin = |letters: usize| kept.chars().take(letters).collect::<String>();
    for typed in [kept.to_owned(), begin(50), begin(49), begin(50).to_lowercase().replace('-', " ")] {
        assert!(same_name_cut(kept, &typed, 50), "{typed}");
    }
    let padded = format!("w{}", "-".repeat(60));
    for typed in [begin(40), padded, String::new(), format!("{}x", begin(49))] {
        assert!(!same_name_cut(kept, &typed, 50), "{typed}");
    }
    // A name that can be typed whole is typed whole.
    assert!(!same_name_cut("Ní Bhriain", "Ní Bhriai", 50));
}
