//! Checking what a guest typed against the rules of their country and of the hotel.

use domain::guest::{Guest, GuestInput, GuestRules};
use domain::hotel::Hotel;

use crate::address_rules::{Rules, rules};
use crate::error::{Answer, Code, Problem};

/// The guest, or a refusal that names every wrong field below `path`, which may be empty (GUEST-11, GUEST-12, GUEST-14).
///
/// # Errors
/// 422 with the fields.
pub fn check(hotel: &Hotel, input: &GuestInput, path: &str) -> Answer<Guest> {
    check_for(hotel, input, path, |of_country| required(hotel, of_country))
}

/// The same for somebody who comes for a few hours: nobody is asked for a street or a postal code (ACT-17 to ACT-21).
///
/// # Errors
/// 422 with the fields.
pub fn check_contact(hotel: &Hotel, input: &GuestInput, path: &str) -> Answer<Guest> {
    check_for(hotel, input, path, |of_country| {
        let mut needed = vec!["email".to_owned()];
        let asked = required(hotel, of_country).into_iter();
        needed.extend(asked.filter(|field| ["first_name", "last_name", "state", "country"].contains(&field.as_str())));
        needed
    })
}

fn check_for(hotel: &Hotel, input: &GuestInput, path: &str, required: impl Fn(&Rules) -> Vec<String>) -> Answer<Guest> {
    let country = input.country.as_deref().map(str::trim).filter(|text| !text.is_empty()).unwrap_or(&hotel.country);
    let below = |field: &str| if path.is_empty() { field.to_owned() } else { format!("{path}.{field}") };
    let Some(of_country) = rules(&country.to_ascii_uppercase()) else {
        return Err(Problem::new(Code::Unacceptable).with_field(below("country"), "Not valid"));
    };
    let required = required(of_country);
    let fits = |field: &str, text: &str| of_country.accepts(field, text);
    let rules = GuestRules { required: &required, fits: Some(&fits) };
    Guest::check(input, &rules).map_err(|errors| {
        errors.into_iter().fold(Problem::new(Code::Unacceptable), |problem, error| {
            problem.with_field(below(&error.field), error.message)
        })
    })
}

/// Fields that a guest of a country must give: what the country needs and what the hotel asks for, as far as the
/// country's form shows it. Nobody is asked for a postal code where there are none.
pub fn required(hotel: &Hotel, of_country: &Rules) -> Vec<String> {
    let mut required = of_country.required_guest_fields.clone();
    let asked = hotel.required_guest_fields.iter().filter(|field| of_country.display_fields.contains(field));
    required.extend(asked.cloned());
    if of_country.state_required {
        required.push("state".to_owned());
    }
    if of_country.zipcode_required {
        required.push("zip_code".to_owned());
    }
    required.sort_unstable();
    required.dedup();
    required
}
