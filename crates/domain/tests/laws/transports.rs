//! Rides with the hotel's car, and postal codes.

use domain::guest::{CARD_NUMBER, FieldError, NOT_VALID, TOO_LONG};
use domain::postal::{beginnings, normal};
use domain::transport::*;
use jiff::civil::{Date, date, time};
use proptest::prelude::*;

const FIRST: Date = date(2026, 12, 12);
const LAST: Date = date(2026, 12, 15);

fn input(day: &str, clock: &str) -> TransportInput {
    TransportInput {
        title: "Guest Pick-Up".to_owned(),
        body: None,
        start_date: Some(day.to_owned()),
        time: Some(clock.to_owned()),
    }
}

fn check(input: &TransportInput) -> Result<Transport, Vec<FieldError>> {
    Transport::check(input, FIRST, LAST)
}

fn wrong(input: &TransportInput) -> Vec<(String, String)> {
    let errors = check(input).expect_err("refused");
    errors.into_iter().map(|error| (error.field, error.message)).collect()
}

proptest! {
    // clause: TRANS-04
    #[test]
    fn a_ride_is_on_a_day_of_the_stay_both_ends_included(offset in -40_i64..40) {
        let day = FIRST.checked_add(jiff::Span::new().days(offset)).expect("a day");
        prop_assert_eq!(check(&input(&day.to_string(), "09:00")).is_ok(), (0..=3).contains(&offset));
    }

    // clause: TRANS-05
    #[test]
    fn a_ride_is_at_a_quarter_hour_from_0830_to_1830(minutes in 0_i16..24 * 60) {
        let clock = format!("{:02}:{:02}", minutes / 60, minutes % 60);
        let among = (510..=1110).contains(&minutes) && minutes % 15 == 0;
        let checked = check(&input("2026-12-13", &clock));
        prop_assert_eq!(checked.is_ok(), among, "{}", clock);
        if let Ok(ride) = checked {
            let text = serde_json::to_value(&ride).expect("JSON");
            prop_assert_eq!(&text["time"], &clock);
            prop_assert_eq!(serde_json::from_value::<Transport>(text).expect("a ride"), ride);
        }
    }

    #[test]
    fn whatever_is_sent_is_taken_or_named(title in ".{0,20}", body in "(?s).{0,1100}", day in ".{0,12}", clock in ".{0,8}") {
        let sent = TransportInput { title, body: Some(body), start_date: Some(day), time: Some(clock) };
        if let Err(errors) = check(&sent) {
            prop_assert!(!errors.is_empty());
            prop_assert!(errors.iter().all(|error| ["title", "body", "start_date", "time"].contains(&&*error.field)));
        }
    }

    // clause: API-39
    #[test]
    fn a_typed_code_is_looked_up_as_it_is_and_then_ever_shorter(text in "[ -]?[a-zA-Z0-9äß]{1,12}[ -]?") {
        if let Some(code) = normal(&text) {
            let tried: Vec<&str> = beginnings(&code).collect();
            prop_assert_eq!(tried[0], code.as_str());
            prop_assert!(tried.windows(2).all(|pair| pair[0].starts_with(pair[1]) && pair[0].len() > pair[1].len()));
            prop_assert!(tried.iter().skip(1).all(|part| part.len() >= 3));
            prop_assert_eq!(normal(&code), Some(code.clone()));
        }
    }
}

// clause: TRANS-02, TRANS-03
#[test]
fn each_wrong_field_is_named_with_the_words_of_the_documents() {
    let named = |field: &str, message: &str| vec![(field.to_owned(), message.to_owned())];
    let ride = input("2026-12-12", "14:15");
    assert_eq!(
        check(&ride),
        Ok(Transport { title: Way::PickUp, body: None, start_date: FIRST, time: time(14, 15, 0, 0) })
    );
    assert_eq!(wrong(&TransportInput { start_date: None, ..ride.clone() }), named("start_date", PICK_A_DATE));
    assert_eq!(wrong(&TransportInput { time: Some(" ".to_owned()), ..ride.clone() }), named("time", PICK_A_TIME));
    assert_eq!(wrong(&TransportInput { body: Some("x".repeat(1001)), ..ride.clone() }), named("body", TOO_LONG));
    assert_eq!(wrong(&TransportInput { body: Some("\u{202e}".to_owned()), ..ride.clone() }), named("body", NOT_VALID));
    let card = Some("VISA 4242 4242 4242 4242".to_owned());
    assert_eq!(wrong(&TransportInput { body: card, ..ride.clone() }), named("body", CARD_NUMBER));
    assert_eq!(wrong(&TransportInput { title: "Taxi".to_owned(), ..ride.clone() })[0].0, "title");
    assert_eq!(wrong(&TransportInput::default()).len(), 3);
    let told = check(&TransportInput { body: Some(" EI 105,\r\n2 bags ".to_owned()), ..ride }).expect("a ride");
    assert_eq!(told.body.as_deref(), Some("EI 105,\n2 bags"));
}
