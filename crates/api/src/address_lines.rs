//! A hotel's address as its country writes it: where the postal code stands, what stands before it, which line is above
//! which. From the metadata in `data/address-rules.json`.

use crate::address_rules::rules;

/// The parts of an address; those that are not known are empty.
#[derive(Debug, Clone, Copy, Default)]
pub struct Place<'a> {
    pub address: &'a str,
    pub city: &'a str,
    pub state: &'a str,
    pub zip_code: &'a str,
}

/// The lines of a country, with the names of the parts in their places: `{address}\nCH-{zip_code} {city}`. A few countries
/// turn the order round when they write in Latin letters.
pub fn layout(country: &str, address: &str) -> &'static str {
    let Some(rules) = rules(country) else { return "{address}\n{zip_code} {city}\n{state}" };
    let latin = !address.chars().any(|c| c.is_alphabetic() && c > '\u{24f}');
    if latin { &rules.latin_lines } else { &rules.lines }
}

/// An address from top to bottom. What is empty leaves no gap and no mark behind, and a city that the country's form has
/// no place for stands above the last line, unless that names it already.
pub fn lines(country: &str, place: &Place<'_>) -> Vec<String> {
    let layout = layout(country, place.address);
    let mut lines: Vec<String> =
        layout.lines().map(|line| filled(line, place)).filter(|line| !line.is_empty()).collect();
    if !layout.contains("{city}") && !place.city.is_empty() {
        let named = |line: &String| line.to_lowercase().contains(&place.city.to_lowercase());
        if !lines.iter().any(named) {
            lines.insert(lines.len().min(1), place.city.to_owned());
        }
    }
    lines
}

/// One line: what stands between two parts is written when both are there, what stands before the first with it.
fn filled(line: &str, place: &Place<'_>) -> String {
    let mut out = String::new();
    let mut first = true;
    let mut rest = line;
    while let Some((between, after)) = rest.split_once('{') {
        let Some((name, tail)) = after.split_once('}') else { break };
        let value = match name {
            "address" => place.address,
            "city" => place.city,
            "state" => place.state,
            _ => place.zip_code,
        };
        if !value.is_empty() {
            if first || !out.is_empty() {
                out.push_str(between);
            }
            out.push_str(value);
        }
        first = false;
        rest = tail;
    }
    // A line of its own, such as the name of an island.
    if first { line.to_owned() } else { out }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(country: &str, address: &str, city: &str, state: &str, zip_code: &str) -> String {
        lines(country, &Place { address, city, state, zip_code }).join(" / ")
    }

    #[test]
    fn an_address_is_laid_out_as_its_country_writes_it() {
        assert_eq!(of("US", "12 Quay Street", "Portland", "ME", "04101"), "12 Quay Street / Portland, ME 04101");
        assert_eq!(of("CH", "Dorfstrasse 1", "Zermatt", "VS", "3920"), "Dorfstrasse 1 / CH-3920 Zermatt");
        assert_eq!(of("GB", "1 High Street", "Oxford", "", "OX1 4BG"), "1 High Street / Oxford / OX1 4BG");
        assert_eq!(of("DE", "Am Kai 3", "Kiel", "", "24103"), "Am Kai 3 / 24103 Kiel");
        assert_eq!(of("BR", "Rua Um 2", "Recife", "PE", "50010-000"), "Rua Um 2 / Recife-PE / 50010-000");
        assert_eq!(of("JP", "1-2 Ginza", "", "Tokyo", "104-0061"), "1-2 Ginza, Tokyo / 104-0061");
        assert_eq!(of("JP", "銀座1-2", "", "東京都", "104-0061"), "〒104-0061 / 東京都 / 銀座1-2");
        assert_eq!(of("AE", "Corniche Road", "Dubai", "Dubai", ""), "Corniche Road / Dubai");
        assert_eq!(of("AE", "Corniche Road", "Al Ain", "Abu Dhabi", ""), "Corniche Road / Al Ain / Abu Dhabi");
        assert_eq!(of("SG", "1 Marina", "Singapore", "", "018989"), "1 Marina / SINGAPORE 018989");
    }

    #[test]
    fn what_is_not_known_leaves_no_mark() {
        assert_eq!(of("US", "12 Quay Street", "Portland", "", ""), "12 Quay Street / Portland");
        assert_eq!(of("US", "12 Quay Street", "", "ME", ""), "12 Quay Street / ME");
        assert_eq!(of("CH", "Dorfstrasse 1", "Zermatt", "", ""), "Dorfstrasse 1 / Zermatt");
        assert_eq!(of("CH", "", "", "", "3920"), "CH-3920");
        assert_eq!(of("XX", "Somewhere 1", "Nowhere", "", "1"), "Somewhere 1 / 1 Nowhere");
    }
}
