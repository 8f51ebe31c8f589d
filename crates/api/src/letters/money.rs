//! How a language writes an amount: where its symbol stands, which symbol its readers know, and the marks that some
//! countries have for money alone (CUR-03). From `data/money-formats.json`, which has what browsers have.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use domain::money::Currency;
use serde::Deserialize;

#[derive(Deserialize)]
struct Table {
    formats: Vec<Format>,
    /// By currency; one that is not there goes by its code.
    symbols: Vec<BTreeMap<String, String>>,
    /// BCP 47: places in the two lists.
    locales: BTreeMap<String, (usize, usize)>,
}

/// `¤` is the symbol and `#` the number, for amounts from zero on and below it.
#[derive(Deserialize)]
struct Format {
    sign: [String; 2],
    /// A symbol that is written in letters.
    letters: [String; 2],
    /// The marks of amounts, which need not be those of numbers.
    decimal: String,
    group: String,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../data/money-formats.json")).expect("the table comes with the program")
});

/// Signs that no font of the letter has: a code that is read is better than a sign that is an empty box.
const UNDRAWN: [char; 3] = ['元', '￥', '￦'];

/// A number that is written in the language already, with its symbol.
pub fn write(number: &str, negative: bool, currency: &Currency, tag: &str) -> String {
    let (format, symbols) = of(tag);
    let symbol = symbols.get(currency.code).filter(|symbol| !symbol.contains(UNDRAWN));
    let symbol = symbol.map_or(currency.code, String::as_str);
    let in_letters = symbol.chars().next_back().is_some_and(char::is_alphabetic);
    let layout = if in_letters { &format.letters } else { &format.sign };
    let mut out = layout[usize::from(negative)].replace('#', &format.marked(number, currency)).replace('¤', symbol);
    // Written from the right, a sign at the end goes to the other side of the letters before it.
    let mut from_the_end = out.chars().rev();
    let ends_in_a_sign = from_the_end.next().is_some_and(|last| "$£¥".contains(last));
    if out.starts_with(['\u{200f}', '\u{61c}'])
        && ends_in_a_sign
        && from_the_end.next().is_some_and(char::is_alphabetic)
    {
        out.push('\u{200e}');
    }
    out
}

/// Of a language: its country's, else that of its first country in the table, else English.
fn of(tag: &str) -> (&'static Format, &'static BTreeMap<String, String>) {
    let locales = &TABLE.locales;
    let language = tag.split('-').next().unwrap_or_default();
    let kin = || locales.iter().find(|(known, _)| known.split('-').next() == Some(language)).map(|(_, places)| places);
    let (format, symbols) = locales.get(tag).or_else(kin).unwrap_or(&locales["en-US"]);
    (&TABLE.formats[*format], &TABLE.symbols[*symbols])
}

impl Format {
    /// The number with the marks of amounts.
    fn marked(&self, number: &str, currency: &Currency) -> String {
        let mut left = number.chars().filter(|c| c.is_numeric()).count();
        let mut out = String::with_capacity(number.len());
        for c in number.chars() {
            if c.is_numeric() {
                left -= 1;
                out.push(c);
            } else {
                out.push_str(if left == usize::from(currency.digits) { &self.decimal } else { &self.group });
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::super::words::Words;
    use super::*;

    fn money(tag: &str, minor: i64, code: &str) -> String {
        Words::of(tag).money(minor, Currency::of(code).expect("a currency"))
    }

    // A character that no font has leaves a PDF that is no PDF/UA.
    // clause: CONF-05
    #[test]
    fn every_sign_of_money_can_be_drawn() {
        let fonts = letter::Fonts::embedded();
        for (tag, (_, symbols)) in &TABLE.locales {
            let codes = TABLE.symbols[*symbols].keys().filter_map(|code| Currency::of(code));
            let amounts: Vec<String> = codes.map(|currency| write("1", false, currency, tag)).collect();
            let letter = letter::Letter {
                language: tag.clone(),
                title: "All amounts".to_owned(),
                greeting: amounts.join(" | "),
                bill: letter::Bill {
                    total: letter::BillLine { label: "All".to_owned(), amount: amounts.join(" | ") },
                    ..letter::Bill::default()
                },
                ..letter::Letter::default()
            };
            let pdf = letter::pdf(&letter, &fonts).expect("a letter");
            assert!(String::from_utf8_lossy(&pdf).contains("pdfuaid:part"), "{tag}: {amounts:?}");
        }
        assert_eq!(money("ko_KR", 652_867, "KRW"), "₩652,867");
    }

    // What browsers write.
    // clause: CUR-03
    #[test]
    fn money_is_written_as_on_the_page() {
        assert_eq!(money("en_US", 123_450, "USD"), "$1,234.50");
        assert_eq!(money("en_US", 123_450, "AED"), "AED\u{a0}1,234.50");
        assert_eq!(money("en_US", 123_450, "CHF"), "CHF\u{a0}1,234.50");
        assert_eq!(money("en_US", 123_450, "CAD"), "CA$1,234.50", "none that another currency has too");
        assert_eq!(money("fr_FR", 123_450, "CAD"), "1\u{a0}234,50\u{a0}$CA");
        assert_eq!(money("en_US", 1_235, "JPY"), "¥1,235");
        assert_eq!(money("en_IN", 123_456_750, "INR"), "₹12,34,567.50");
        assert_eq!(money("ar_AE", 123_450, "AED"), "\u{200f}1,234.50\u{a0}د.إ.\u{200f}");
        assert_eq!(money("ar_AE", 5, "USD"), "\u{200f}0.05\u{a0}US$\u{200e}");
        assert!(
            money("ar_AE", 550, "GBP").ends_with("UK£\u{200e}") && money("ar_SA", -550, "USD").ends_with("US$\u{200e}")
        );
        assert_eq!(money("he_IL", 123_450, "ILS"), "\u{200f}1,234.50\u{a0}\u{200f}₪");
        assert_eq!(money("de_CH", 123_450, "CHF"), "CHF\u{a0}1'234.50");
        assert_eq!(money("de_DE", 123_450, "EUR"), "1.234,50\u{a0}€");
        assert_eq!(money("de_AT", 123_450, "EUR"), "€\u{a0}1.234,50");
        assert_eq!(money("fr_FR", 123_450, "CHF"), "1\u{a0}234,50\u{a0}CHF");
        assert_eq!(money("fr_CH", 123_450, "CHF"), "1\u{a0}234.50\u{a0}CHF");
        assert_eq!(money("fr_CH", -123_450, "CHF"), "-1\u{a0}234.50\u{a0}CHF");
        assert_eq!(money("pt_BR", 123_450, "BRL"), "R$1,234.50", "a language that we do not label");
        assert_eq!(money("fr_XX", 100, "EUR"), "1,00\u{a0}€", "a country that is not in the table");
    }
}
