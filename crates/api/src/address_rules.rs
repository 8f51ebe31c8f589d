//! What an address looks like, country by country (DATA-13, GUEST-10 to GUEST-14, GUEST-20).
//!
//! The facts are Google's address metadata, brought into a short form by `scripts/make-address-rules.mjs`
//! (source and licence: `crates/api/data/README.md`). The patterns for names and streets are our own: wide enough for
//! O'Brien, 李小龍 and "12 Main St. #4", which the default of the documents refuses (GUEST-13). Every pattern is
//! anchored and written in the subset that Rust's `regex` and JavaScript with `u` or `v` read alike, so that page and
//! server decide the same.

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use regex::Regex;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Names of people: a letter or digit of any script near the start, then what names are written with. Apostrophes and
/// hyphens in all their shapes, the dots of initials and of transcribed names, `/` as in "a/l", brackets, and the
/// joiners that Persian and Indian scripts need.
const NAME: Wide = Wide {
    first: "['’‘ʻʼ`´\\(]{0,2}[\\p{L}\\p{N}]",
    other: "[\\p{L}\\p{M}\\p{N}\\p{Zs}\\p{Pd}'’‘ʻʼ`´.,·・\\/\\(\\)&\\u{200c}\\u{200d}]",
};

/// A street line, a city, a state: the same with every punctuation mark, "№", "+" and "°".
const STREET: Wide = Wide {
    first: "[\\p{P}\\p{Zs}№]{0,5}[\\p{L}\\p{N}]",
    other: "[\\p{L}\\p{M}\\p{N}\\p{P}\\p{Zs}№+−°`´\\u{200c}\\u{200d}]",
};

/// An e-mail address as guests have them: any script, at least one dot in the domain.
const EMAIL: &str =
    "^[^\\s@<>\\(\\),;:\\\\\"\\[\\]]{1,64}@(?:[\\p{L}\\p{M}\\p{N}\\-]+\\.)+\\p{L}[\\p{L}\\p{M}\\p{N}\\-]+$";

/// A postal code of a country whose form is not known.
const ANY_ZIP: &str = "^[\\p{L}\\p{N}][\\p{L}\\p{N} \\-]{0,14}$";

/// Longest e-mail address that mail servers carry (RFC 5321), in bytes.
const LONGEST_EMAIL: usize = 254;

/// How guests of one country give name and address: the answer of `properties/{id}/address-rules` (DATA-13).
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = AddressRules)]
pub struct Rules {
    /// ISO 3166-1 alpha-2, in capitals.
    pub country_code: String,
    /// Fields of the form, in no order; what is not here is not shown (GUEST-10).
    pub display_fields: Vec<String>,
    /// Fields that must be filled (GUEST-11). State and postal code are in it only when they are required (GUEST-12).
    pub required_guest_fields: Vec<String>,
    pub state_required: bool,
    /// Always the opposite of `state_required` (EVENT-33 reads this one).
    pub state_optional: bool,
    pub zipcode_required: bool,
    /// Always the opposite of `zipcode_required`.
    pub zipcode_optional: bool,
    /// States to choose from; empty means free text (GUEST-20).
    pub property_eligible_states: Vec<State>,
    pub first_name_regex: String,
    pub last_name_regex: String,
    pub email_regex: String,
    /// For `street`.
    pub address_regex: String,
    pub street_2_regex: String,
    /// For `zip_code`.
    pub zipcode_regex: String,
    /// A postal code of the country, to show what is expected.
    pub zip_example: Option<String>,
    /// What the country calls its postal code: `postal`, `zip`, `eircode` or `pin`.
    pub zip_label: String,
    /// What the country calls a state: `province`, `state`, `county`, `emirate`, `prefecture`, `island` ...
    pub state_label: String,
    /// What the country calls a city: `city`, `post_town`, `district` or `suburb`.
    pub city_label: String,
    /// The address fields from top to bottom, as the country writes them on a letter.
    pub format: Vec<String>,
    /// The lines of an address, with `{address}`, `{city}`, `{state}` and `{zip_code}` in their places.
    #[serde(skip)]
    pub lines: String,
    /// The same for an address in Latin letters.
    #[serde(skip)]
    pub latin_lines: String,
    /// `zipcode_regex`, compiled with its first guest: that takes longer than all else that is done for one.
    #[serde(skip)]
    zip: OnceLock<Regex>,
}

/// A state, province, county or emirate that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = AddressState)]
pub struct State {
    /// Unique within the country; the same as `state_code`.
    pub id: String,
    /// The abbreviation that mail uses (`CA`), else the code of ISO 3166-2 without its country (`CO` for County Cork).
    pub state_code: String,
    /// In Latin letters.
    pub name: String,
    /// As the country writes it, where that is not `name`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub native_name: Option<String>,
}

/// Longest name, street, city or state, in characters (GUEST-13).
const LONGEST: usize = 150;

/// A pattern of 1 to 150 characters of many scripts: a beginning, then others.
struct Wide {
    first: &'static str,
    other: &'static str,
}

impl Wide {
    /// For the page. It counts from the first letter or digit on, so that a value with signs before it may be too long by
    /// these few: that is left to us.
    fn pattern(&self) -> String {
        format!("^{}{}{{0,{}}}$", self.first, self.other, LONGEST - 1)
    }

    /// For us. `regex` writes a repetition out, and a hundred times every letter of the world is more than it allows:
    /// so the length is counted apart.
    fn compile(&self) -> Regex {
        compile(&format!("^{}{}*$", self.first, self.other))
    }
}

impl Rules {
    /// Whether a value that a guest gave for `field` has the form this country asks for. Fields without a pattern, and
    /// empty values, always pass: that a value is missing is another matter (GUEST-15).
    pub fn accepts(&self, field: &str, value: &str) -> bool {
        static NAMES: LazyLock<Regex> = LazyLock::new(|| NAME.compile());
        static STREETS: LazyLock<Regex> = LazyLock::new(|| STREET.compile());
        static EMAILS: LazyLock<Regex> = LazyLock::new(|| compile(EMAIL));
        let fits = |pattern: &Regex| value.chars().count() <= LONGEST && pattern.is_match(value);
        value.is_empty()
            || match field {
                "first_name" | "last_name" | "middle_name" => fits(&NAMES),
                "state" if !self.property_eligible_states.is_empty() => self.has_state(value),
                "street" | "street_2" | "city" | "state" => fits(&STREETS),
                "email" => value.len() <= LONGEST_EMAIL && EMAILS.is_match(value),
                "zip_code" => self.zip.get_or_init(|| compile(&self.zipcode_regex)).is_match(value),
                _ => true,
            }
    }

    /// Whether a state is one to choose from, by code or name.
    fn has_state(&self, value: &str) -> bool {
        let value = value.to_lowercase();
        self.property_eligible_states.iter().any(|state| {
            let texts = [Some(&state.state_code), Some(&state.name), state.native_name.as_ref()];
            texts.into_iter().flatten().any(|text| text.to_lowercase() == value)
        })
    }
}

/// The rules of a country by its two letters (either case); `None` for what is not a country.
pub fn rules(country: &str) -> Option<&'static Rules> {
    static RULES: LazyLock<BTreeMap<String, Rules>> =
        LazyLock::new(|| entries().into_iter().map(|(code, entry)| (code.clone(), entry.into_rules(code))).collect());
    RULES.get(&country.to_ascii_uppercase())
}

/// One country in the committed data; what is absent is the default of the metadata.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// A street, C city, S state, Z postal code, in the order of a letter.
    order: String,
    /// The same letters, unordered: what must be given.
    require: String,
    lines: Option<String>,
    latin_lines: Option<String>,
    zip: Option<String>,
    #[serde(default)]
    examples: Vec<String>,
    zip_label: Option<String>,
    state_label: Option<String>,
    city_label: Option<String>,
    /// Code, name, and the native name where it differs.
    #[serde(default)]
    states: Vec<Vec<String>>,
}

fn entries() -> BTreeMap<String, Entry> {
    serde_json::from_str(include_str!("../data/address-rules.json")).expect("committed data, read by the tests")
}

fn compile(pattern: &str) -> Regex {
    Regex::new(pattern).expect("our own patterns and committed data, compiled by the tests")
}

/// The form fields that a letter of the data stands for.
fn fields(letter: char) -> &'static [&'static str] {
    match letter {
        'A' => &["street", "street_2"],
        'C' => &["city"],
        'S' => &["state"],
        'Z' => &["zip_code"],
        _ => &[],
    }
}

impl Entry {
    fn into_rules(self, country_code: String) -> Rules {
        let shown = |letter| self.order.contains(letter);
        let required = |letter| shown(letter) && self.require.contains(letter);
        let owned = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();

        let mut display_fields = owned(&["first_name", "last_name", "email", "phone"]);
        let mut required_guest_fields = owned(&["first_name", "last_name", "email"]);
        for letter in ['A', 'C', 'S', 'Z'] {
            if shown(letter) {
                display_fields.extend(owned(fields(letter)));
            }
            if required(letter) {
                // The second street line is never asked for.
                required_guest_fields.push(fields(letter)[0].to_owned());
            }
        }
        display_fields.extend(owned(&["country", "remarks"]));
        let lines = self.lines.unwrap_or_else(|| "{address}\n{city}".to_owned());

        Rules {
            country_code,
            display_fields,
            required_guest_fields,
            state_required: required('S'),
            state_optional: !required('S'),
            zipcode_required: required('Z'),
            zipcode_optional: !required('Z'),
            first_name_regex: NAME.pattern(),
            last_name_regex: NAME.pattern(),
            email_regex: EMAIL.to_owned(),
            address_regex: STREET.pattern(),
            street_2_regex: STREET.pattern(),
            format: self.order.chars().flat_map(fields).map(ToString::to_string).collect(),
            latin_lines: self.latin_lines.unwrap_or_else(|| lines.clone()),
            lines,
            zipcode_regex: self.zip.unwrap_or_else(|| ANY_ZIP.to_owned()),
            zip_example: self.examples.into_iter().next(),
            zip_label: self.zip_label.unwrap_or_else(|| "postal".to_owned()),
            state_label: self.state_label.unwrap_or_else(|| "province".to_owned()),
            city_label: self.city_label.unwrap_or_else(|| "city".to_owned()),
            property_eligible_states: self.states.into_iter().map(state).collect(),
            zip: OnceLock::new(),
        }
    }
}

fn state(texts: Vec<String>) -> State {
    let mut texts = texts.into_iter();
    let mut next = || texts.next();
    let code = next().unwrap_or_default();
    State { id: code.clone(), name: next().unwrap_or_else(|| code.clone()), native_name: next(), state_code: code }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(country: &str) -> &'static Rules {
        rules(country).expect(country)
    }

    #[test]
    fn every_postal_code_example_fits_its_country() {
        let mut seen = 0;
        for (code, entry) in entries() {
            for example in &entry.examples {
                let rules = of(&code);
                assert!(rules.accepts("zip_code", example), "{code} {example} {}", rules.zipcode_regex);
                assert!(rules.accepts("zip_code", &example.to_lowercase()), "{code} {example} in small letters");
                assert!(!rules.accepts("zip_code", &format!("{example}?")), "{code} {example} is not anchored");
                seen += 1;
            }
        }
        assert!(seen > 250, "{seen} examples");
    }

    // clause: DATA-13
    #[test]
    fn the_answer_of_every_country_agrees_with_itself() {
        let codes: Vec<_> = entries().into_keys().collect();
        assert!(codes.len() > 245);
        for code in codes {
            let rules = of(&code);
            assert_eq!(rules.country_code, code);
            assert_eq!(rules.state_optional, !rules.state_required, "{code}");
            assert_eq!(rules.zipcode_optional, !rules.zipcode_required, "{code}");
            let asks = |field: &str| rules.required_guest_fields.iter().any(|f| f == field);
            assert_eq!(asks("state"), rules.state_required, "{code}");
            assert_eq!(asks("zip_code"), rules.zipcode_required, "{code}");
            assert!(rules.required_guest_fields.iter().all(|f| rules.display_fields.contains(f)), "{code}");
            assert!(rules.format.iter().all(|f| rules.display_fields.contains(f)), "{code}");
            assert!(asks("street"), "{code}");
            let mut ids: Vec<_> = rules.property_eligible_states.iter().map(|s| &s.id).collect();
            ids.sort();
            ids.dedup();
            assert_eq!(ids.len(), rules.property_eligible_states.len(), "{code}: a state twice");
        }
    }

    // clause: DATA-13, GUEST-20
    #[test]
    fn the_answer_has_the_documented_fields() {
        let answer = serde_json::to_value(of("IE")).expect("serialises");
        for field in [
            "display_fields",
            "required_guest_fields",
            "state_required",
            "zipcode_required",
            "state_optional",
            "zipcode_optional",
            "property_eligible_states",
            "first_name_regex",
            "last_name_regex",
            "email_regex",
            "address_regex",
            "street_2_regex",
            "zipcode_regex",
        ] {
            assert!(answer.get(field).is_some(), "{field}");
        }
        let cork = serde_json::json!({"id": "CO", "state_code": "CO", "name": "Co. Cork"});
        assert!(answer["property_eligible_states"].as_array().expect("a list").contains(&cork));
        assert_eq!(answer["zip_label"], "eircode");
        assert_eq!(answer["format"], serde_json::json!(["street", "street_2", "city", "state", "zip_code"]));
    }

    // clause: GUEST-12
    #[test]
    fn countries_differ_in_what_they_ask() {
        assert!(of("US").state_required && of("US").zipcode_required);
        assert!(of("IE").state_optional && of("IE").zipcode_optional);
        assert!(of("AE").state_required && !of("AE").display_fields.contains(&"zip_code".to_owned()));
        assert!(of("DE").zipcode_required && of("DE").property_eligible_states.is_empty());
        assert_eq!(of("jp").format.first().map(String::as_str), Some("zip_code"));
        assert!(rules("XX").is_none());
        assert!(rules("").is_none());
    }

    // clause: GUEST-13, GUEST-14
    #[test]
    fn real_guests_are_not_refused() {
        let here = of("IE");
        for name in [
            "O'Brien",
            "Siobhán",
            "Ní Bhriain-O’Shea",
            "李小龍",
            "محمد",
            "عبد الرحمن",
            "Jr.",
            "'t Hooft",
            "Nguyễn Thị Ánh",
            "Łukasz",
            "Дмитрий",
            "Παπαδόπουλος",
            "Anbuselvan a/l Raju",
            "X Æ A-12",
            "レオ・メッシ",
            "यश",
            "می‌خواهم",
            "Ng",
            "Y",
        ] {
            assert!(here.accepts("first_name", name), "{name}");
            assert!(here.accepts("last_name", name), "{name}");
        }
        for street in [
            "12 Main St. #4",
            "C/ Mayor, 3º 2ª",
            "№ 7, ул. Ленина",
            "1-2-3 Ginza, Chūō-ku",
            "شارع الملك فهد، ١٢",
            "10 Rue de l'Église",
            "P.O. Box 9",
            "#4, 1st Floor",
            "Flat 2/1 (rear)",
            "東京都中央区銀座１丁目２−３",
        ] {
            assert!(here.accepts("street", street), "{street}");
            assert!(here.accepts("street_2", street), "{street}");
        }
        for email in
            ["siobhan.nibhriain@example.ie", "a+b@mail.example.co.uk", "münchen@bücher.example", "o'brien@example.com"]
        {
            assert!(here.accepts("email", email), "{email}");
        }
        assert!(here.accepts("zip_code", "d02 xy45"));
        assert!(of("SA").accepts("zip_code", "١٢٣٤٥"));
        assert!(of("CH").accepts("zip_code", "CH-8001") && of("CH").accepts("zip_code", "8001"));
    }

    // clause: GUEST-20
    #[test]
    fn a_state_is_one_of_the_country_where_there_is_a_list() {
        assert!(["CO", "co", "Co. Cork"].iter().all(|state| of("IE").accepts("state", state)));
        assert!(["ZZ", "Cork<"].iter().all(|state| !of("IE").accepts("state", state)));
        assert!(of("DE").accepts("state", "Baden-Württemberg") && !of("DE").accepts("state", "<b>"));
    }

    // clause: GUEST-13, GUEST-14
    #[test]
    fn what_is_no_name_is_refused() {
        let here = of("US");
        for name in ["-", "''", " ", "<b>x</b>", "a\nb", "x@y", &"a".repeat(151)] {
            assert!(!here.accepts("last_name", name), "{name}");
        }
        let long = ["é".repeat(150), format!("('{}", "é".repeat(148))];
        assert!(long.iter().all(|name| here.accepts("last_name", name)));
        assert!(!here.accepts("last_name", &format!("('{}", "é".repeat(149))));
        assert!(here.first_name_regex.ends_with("{0,149}$") && here.address_regex.ends_with("{0,149}$"));
        assert!(here.accepts("street", &"é".repeat(150)));
        for street in ["#", "...", "12 Main\nSt", "<script>", &"a".repeat(151)] {
            assert!(!here.accepts("street", street), "{street}");
        }
        for email in ["x", "x@y", "x@y.c", "x y@z.example", "@z.example", "x@.example", "x@y..example", "x@y.example>"]
        {
            assert!(!here.accepts("email", email), "{email}");
        }
        assert!(!here.accepts("email", &format!("{}@{}.example", "a".repeat(64), "b.".repeat(100))));
        assert!(!here.accepts("zip_code", "9501"));
    }
}
