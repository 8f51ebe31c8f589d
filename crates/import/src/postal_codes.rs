//! Postal codes in the layout in which GeoNames publishes them (API-39): a line for each place of a code, cells between
//! tabs, no header. The first five cells are read: country, code, place, name of the state, its short name.
//!
//! ```text
//! CH    8001    Zürich    Kanton Zürich    ZH
//! ```

use std::collections::BTreeMap;

use csv::{ReaderBuilder, StringRecord, Trim};
use domain::postal::{Place, PostalCode, normal};

use crate::mistake::Mistake;

/// Mistakes of one file; a file with more is no such file.
const MOST_MISTAKES: usize = 50;

/// The codes of a file. A place that is named twice for its code counts once.
///
/// # Errors
/// Every mistake with its line; then nothing of the file is to be stored.
pub fn postal_codes(file: &str, bytes: &[u8]) -> Result<Vec<PostalCode>, Vec<Mistake>> {
    let mut mistakes = Vec::new();
    let mut say = |line: Option<u64>, field: &str, expected: String| {
        let line = line.and_then(|line| usize::try_from(line).ok());
        mistakes.push(Mistake { file: file.to_owned(), line, field: field.to_owned(), expected });
        mistakes.len() < MOST_MISTAKES
    };
    let mut codes: BTreeMap<(String, String), PostalCode> = BTreeMap::new();
    if bytes.starts_with(b"PK") {
        say(Some(1), "", "expected a text file, found a ZIP archive: unpack it first".to_owned());
    } else {
        let mut reader = ReaderBuilder::new()
            .has_headers(false)
            .delimiter(b'\t')
            .quoting(false)
            .flexible(true)
            .trim(Trim::All)
            .from_reader(bytes);
        for row in reader.records() {
            let told = match row {
                Err(error) => Err((error.position().map(csv::Position::line), "", format!("expected UTF-8: {error}"))),
                Ok(row) => read(&row, &mut codes)
                    .map_err(|(field, expected)| (row.position().map(csv::Position::line), field, expected)),
            };
            if let Err((line, field, expected)) = told
                && !say(line, field, expected)
            {
                break;
            }
        }
        if codes.is_empty() && mistakes.is_empty() {
            mistakes.push(Mistake {
                file: file.to_owned(),
                line: None,
                field: String::new(),
                expected: "expected a line for at least one postal code, found none".to_owned(),
            });
        }
    }
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    Ok(codes.into_values().collect())
}

fn read(row: &StringRecord, codes: &mut BTreeMap<(String, String), PostalCode>) -> Result<(), (&'static str, String)> {
    let cell = |at: usize| row.get(at).unwrap_or_default();
    if row.len() < 5 {
        return Err(("", format!("expected at least 5 cells between tabs as GeoNames has them, found {}", row.len())));
    }
    let country = cell(0).trim_start_matches('\u{feff}');
    if country.len() != 2 || !country.bytes().all(|b| b.is_ascii_uppercase()) {
        return Err(("country code", format!("expected a country such as CH, found {country:?}")));
    }
    let Some(code) = normal(cell(1)) else {
        return Err(("postal code", format!("expected a postal code, found {:?}", cell(1))));
    };
    let place = Place { city: cell(2).to_owned(), state: cell(3).to_owned(), state_code: cell(4).to_owned() };
    if place.city.is_empty() {
        return Err(("place name", "expected the name of a place, found nothing".to_owned()));
    }
    let country = country.to_owned();
    let known = codes.entry((country.clone(), code.clone()));
    known.or_insert_with(|| PostalCode { country, code, places: Vec::new() }).add(place);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<PostalCode>, Vec<String>> {
        postal_codes("CH.txt", text.as_bytes()).map_err(|all| all.iter().map(Mistake::to_string).collect())
    }

    // clause: API-39
    #[test]
    fn the_places_of_a_code_stand_together_in_the_order_of_the_file() {
        let place = |city: &str, state: &str, state_code: &str| Place {
            city: city.to_owned(),
            state: state.to_owned(),
            state_code: state_code.to_owned(),
        };
        let text = "CH\t8001\tZürich\tKanton Zürich\tZH\tBezirk Zürich\t112\t\t\t47.3667\t8.55\t6\n\
            IE\tD02\tDublin 2\tLeinster\tL\nCH\t8001\tZürich 1\tKanton Zürich\tZH\nCH\t8001\tZürich\tKanton Zürich\tZH\n";
        assert_eq!(
            read(text),
            Ok(vec![
                PostalCode {
                    country: "CH".to_owned(),
                    code: "8001".to_owned(),
                    places: vec![place("Zürich", "Kanton Zürich", "ZH"), place("Zürich 1", "Kanton Zürich", "ZH")],
                },
                PostalCode {
                    country: "IE".to_owned(),
                    code: "D02".to_owned(),
                    places: vec![place("Dublin 2", "Leinster", "L")],
                },
            ])
        );
    }

    #[test]
    fn every_mistake_has_its_line() {
        let wrong = "CH\t8001\tZürich\tKanton Zürich\tZH\nSwiss\t8001\tZürich\t\t\nCH\t-\tZürich\t\t\nCH\t8001\t\t\t\nCH 8001\n";
        assert_eq!(
            read(wrong).expect_err("mistakes"),
            [
                "CH.txt:2  country code: expected a country such as CH, found \"Swiss\"",
                "CH.txt:3  postal code: expected a postal code, found \"-\"",
                "CH.txt:4  place name: expected the name of a place, found nothing",
                "CH.txt:5  expected at least 5 cells between tabs as GeoNames has them, found 1",
            ]
        );
        assert!(read("").expect_err("a mistake")[0].contains("found none"));
        assert!(read("PK\u{3}\u{4}").expect_err("a mistake")[0].ends_with("unpack it first"));
        assert_eq!(read(&"x\n".repeat(500)).expect_err("mistakes").len(), MOST_MISTAKES);
    }
}
