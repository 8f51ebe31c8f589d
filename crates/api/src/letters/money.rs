//! Where a language puts the symbol of a currency, and which symbol its readers can read (CUR-03).

use domain::money::Currency;

const NBSP: char = '\u{a0}';
const RLM: char = '\u{200f}';

/// A number that is written in the language already, with its symbol.
pub fn write(number: &str, negative: bool, currency: &Currency, tag: &str) -> String {
    let symbol = symbol(currency, tag);
    let sign = if negative { "-" } else { "" };
    match place(tag) {
        Place::Before if symbol.ends_with(char::is_alphabetic) => format!("{sign}{symbol}{NBSP}{number}"),
        Place::Before => format!("{sign}{symbol}{number}"),
        Place::BeforeWithSpace => format!("{symbol}{NBSP}{sign}{number}"),
        Place::After => format!("{sign}{number}{NBSP}{symbol}"),
        Place::AfterInArabic => format!("{RLM}{sign}{number}{NBSP}{symbol}"),
    }
}

/// Where a language puts the symbol.
enum Place {
    /// `$12`, `CHF 12`: letters keep a distance.
    Before,
    /// `€ 12`
    BeforeWithSpace,
    /// `12 €`
    After,
    /// `12 د.إ.` within a mark that keeps its order among Latin text.
    AfterInArabic,
}

fn place(tag: &str) -> Place {
    match tag.split('-').next().unwrap_or("") {
        "en" | "zh" | "ja" | "ko" | "hi" | "th" | "tr" => Place::Before,
        "nl" | "id" | "ms" => Place::BeforeWithSpace,
        "de" if ["de-CH", "de-AT", "de-LI"].contains(&tag) => Place::BeforeWithSpace,
        "pt" if tag == "pt-BR" => Place::BeforeWithSpace,
        "ar" | "he" | "fa" | "ur" => Place::AfterInArabic,
        _ => Place::After,
    }
}

/// The shortest symbol that the language's readers can read: a currency's own one, or its code.
fn symbol(currency: &Currency, tag: &str) -> String {
    let native = currency.symbol_native;
    let letters = |c: char| c.is_alphabetic() && c >= '\u{250}';
    let arabic = native.chars().any(|c| ('\u{600}'..='\u{6ff}').contains(&c));
    match tag.split('-').next() {
        Some("ar") if arabic => format!("{native}{RLM}"),
        Some("ar") if currency.code == "USD" => "US$".to_owned(),
        Some("ar") => currency.symbol.to_owned(),
        _ if native.chars().any(letters) => currency.code.to_owned(),
        // The wide yen belongs among Japanese characters.
        _ => native.replace('￥', "¥"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::words::Words;
    use super::*;

    fn money(tag: &str, minor: i64, code: &str) -> String {
        Words::of(tag).money(minor, Currency::of(code).expect("a currency"))
    }

    // What browsers write with `currencyDisplay: "narrowSymbol"`.
    // clause: CUR-03
    #[test]
    fn money_is_written_as_on_the_page() {
        assert_eq!(money("en_US", 123_450, "USD"), "$1,234.50");
        assert_eq!(money("en_US", 123_450, "AED"), "AED\u{a0}1,234.50");
        assert_eq!(money("en_US", 123_450, "CHF"), "CHF\u{a0}1,234.50");
        assert_eq!(money("en_US", 1_235, "JPY"), "¥1,235");
        assert_eq!(money("ar_AE", 123_450, "AED"), "\u{200f}1,234.50\u{a0}د.إ.\u{200f}");
        assert_eq!(money("ar_AE", 5, "USD"), "\u{200f}0.05\u{a0}US$");
        assert_eq!(money("de_CH", 123_450, "CHF"), "CHF\u{a0}1'234.50");
        assert_eq!(money("de_DE", 123_450, "EUR"), "1.234,50\u{a0}€");
        assert_eq!(money("fr_FR", 123_450, "CHF"), "1\u{a0}234,50\u{a0}CHF");
    }
}
