//! One language of the letter: its labels, and how it writes days, times, numbers and money.
//!
//! The same data (Unicode CLDR) and the same choices as in the page's `web/src/i18n`, so that page and letter say the
//! same.

use domain::hotel::{Direction, Language};
use domain::money::Currency;
use icu_calendar::Gregorian;
use icu_datetime::fieldsets::{MDE, T, YMDE};
use icu_datetime::input::{Date as IcuDate, Time as IcuTime};
use icu_datetime::options::Alignment;
use icu_datetime::{FixedCalendarDateTimeFormatter, NoCalendarFormatter};
use icu_decimal::DecimalFormatter;
use icu_decimal::input::Decimal;
use icu_locale_core::{Locale, locale};
use icu_plurals::{PluralCategory, PluralRules};
use jiff::civil::{Date, DateTime, Time};

use super::money;
use crate::labels::{self, Labels};
use crate::locales;

/// A language as the letter speaks it.
pub struct Words {
    labels: &'static Labels,
    locale: Locale,
    /// BCP 47.
    tag: String,
    right_to_left: bool,
}

impl Words {
    /// Of a language of a hotel: labels and formats are those of its label set (I18N-04).
    pub fn of_language(language: &Language) -> Words {
        let (direction, label_set) = locales::reads(language);
        let locale = Locale::try_from_str(&label_set.replace('_', "-")).unwrap_or(locale!("en-US"));
        Words {
            labels: labels::of(label_set),
            tag: locale.to_string(),
            locale,
            right_to_left: direction == Direction::Rtl,
        }
    }

    /// Of a locale code such as `ar_AE`, where there is no hotel that could say more.
    pub fn of(language_code: &str) -> Words {
        let (language_code, language_name) = (language_code.to_owned(), String::new());
        Words::of_language(&Language { language_code, language_name, direction: None, label_set: None })
    }

    /// BCP 47, such as `ar-AE`.
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// Whether it is read from the right.
    pub fn right_to_left(&self) -> bool {
        self.right_to_left
    }

    /// Whether its numbers are written ٠١٢٣.
    pub fn arabic_indic_digits(&self) -> bool {
        self.number(0) == "٠"
    }

    /// A label with its `{places}` filled; its own name when there is no such label.
    pub fn say(&self, key: &str, places: &[(&str, &str)]) -> String {
        fill(self.labels.get(key).map_or(key, String::as_str), places)
    }

    /// The form of a label for a number (`lbl_nights_few`); `{count}` is the number.
    pub fn count(&self, key: &str, count: u32, places: &[(&str, &str)]) -> String {
        let rules = PluralRules::try_new_cardinal((&self.locale).into());
        let form = match rules.map_or(PluralCategory::Other, |rules| rules.category_for(count)) {
            PluralCategory::Zero => "zero",
            PluralCategory::One => "one",
            PluralCategory::Two => "two",
            PluralCategory::Few => "few",
            PluralCategory::Many => "many",
            PluralCategory::Other => "other",
        };
        let label = |form: &str| self.labels.get(&format!("{key}_{form}"));
        let text = label(form).or_else(|| label("other")).or_else(|| self.labels.get(key));
        let number = self.number(count.into());
        let mut places = places.to_vec();
        places.push(("count", &number));
        fill(text.map_or(key, String::as_str), &places)
    }

    /// A whole number.
    pub fn number(&self, number: i64) -> String {
        self.decimal(&Decimal::from(number))
    }

    /// Millionths as percent, without the sign: `12.5`.
    pub fn percent(&self, ppm: i64) -> String {
        let mut number = Decimal::from(ppm);
        number.multiply_pow10(-4);
        number.trim_end();
        self.decimal(&number)
    }

    /// An amount in minor units, with thousands separated, the currency's own digits and its symbol (CUR-03).
    pub fn money(&self, minor: i64, currency: &Currency) -> String {
        let digits = i16::from(currency.digits);
        let mut number = Decimal::from(minor.unsigned_abs());
        number.multiply_pow10(-digits);
        number.pad_end(-digits);
        let number = self.decimal(&number);
        money::write(&number, minor < 0, currency, &self.tag)
    }

    /// `Saturday, December 12, 2026`.
    pub fn long_day(&self, day: Date) -> String {
        let format = FixedCalendarDateTimeFormatter::<Gregorian, _>::try_new((&self.locale).into(), YMDE::long());
        match (format, icu_date(day)) {
            (Ok(format), Some(icu)) => one_line(&format.format(&icu).to_string()),
            _ => day.to_string(),
        }
    }

    /// `Sat, Dec 12`.
    pub fn short_day(&self, day: Date) -> String {
        let format = FixedCalendarDateTimeFormatter::<Gregorian, _>::try_new((&self.locale).into(), MDE::medium());
        match (format, icu_date(day)) {
            (Ok(format), Some(icu)) => one_line(&format.format(&icu).to_string()),
            _ => day.to_string(),
        }
    }

    /// `03:00 PM`, `15:00`, `3:00 م`: as the language writes it, the hour with two digits (CONST-02), but where the day has
    /// twice twelve hours in English alone.
    pub fn time(&self, time: Time) -> String {
        let twice_twelve =
            || self.clock(T::hm(), Time::constant(13, 0, 0, 0)).is_some_and(|one| !one.contains(&self.number(13)));
        let plain = !self.tag.starts_with("en") && twice_twelve();
        let fields = if plain { T::hm() } else { T::hm().with_alignment(Alignment::Column) };
        self.clock(fields, time).unwrap_or_else(|| time.strftime("%H:%M").to_string())
    }

    fn clock(&self, fields: T, time: Time) -> Option<String> {
        let format = NoCalendarFormatter::try_new((&self.locale).into(), fields).ok()?;
        Some(plain_spaces(&format.format(&icu_time(time)?).to_string()))
    }

    /// `Sat, Dec 12, 2026`; written out where the language's short form has the month as a number.
    pub fn day(&self, day: Date) -> String {
        let format = FixedCalendarDateTimeFormatter::<Gregorian, _>::try_new((&self.locale).into(), YMDE::medium());
        let text = match (format, icu_date(day)) {
            (Ok(format), Some(icu)) => one_line(&format.format(&icu).to_string()),
            _ => day.to_string(),
        };
        // Day and year have at most six digits.
        match text.chars().filter(|c| c.is_numeric()).count() > 6 {
            // German has the year last in every one of its forms.
            true if self.tag.starts_with("de") => format!("{}\u{a0}{}", self.short_day(day), day.year()),
            true => self.long_day(day),
            false => text,
        }
    }

    /// `Thu, Dec 10, 06:00 PM`, as the page writes a deadline; the year is added where it is not the stay's.
    pub fn moment(&self, at: DateTime, stay_year: i16) -> String {
        let day = if at.year() == stay_year { self.short_day(at.date()) } else { self.day(at.date()) };
        [day, self.time(at.time())].join(self.comma())
    }

    /// What parts the things of a list, with its space.
    pub fn comma(&self) -> &'static str {
        if self.tag.starts_with("ar") { "، " } else { ", " }
    }

    /// Text that reads from the left whatever stands around it: telephone numbers, addresses of the net.
    pub fn left_to_right(&self, text: &str) -> String {
        if self.right_to_left { format!("\u{2066}{text}\u{2069}") } else { text.to_owned() }
    }

    /// What somebody wrote, read from its own side: "Sara & Omar!" ends in its mark in Arabic too, and an Arabic name in
    /// English.
    pub fn isolated(&self, text: &str) -> String {
        let from_the_right = |c| matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}');
        match (self.right_to_left || text.chars().any(from_the_right)) && !text.is_empty() {
            true => format!("\u{2068}{text}\u{2069}"),
            false => text.to_owned(),
        }
    }

    /// The same of each of its lines.
    pub fn isolated_lines(&self, text: &str) -> String {
        text.lines().map(|line| self.isolated(line)).collect::<Vec<_>>().join("\n")
    }

    /// What a guest typed, line by line.
    pub fn typed(&self, text: &str) -> String {
        self.isolated_lines(&unlinked(text))
    }

    fn decimal(&self, number: &Decimal) -> String {
        DecimalFormatter::try_new((&self.locale).into(), icu_decimal::options::DecimalFormatterOptions::default())
            .map_or_else(|_| number.to_string(), |format| plain_spaces(&format.format(number).to_string()))
    }
}

/// With a space of no width in every address of the net, so that no mail program makes a link of it: anybody can have the
/// hotel write to anybody by booking, and it is to lead them to nobody else's page.
pub fn unlinked(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let (mut before, mut rest) = (None, text.chars().peekable());
    while let Some(sign) = rest.next() {
        out.push(sign);
        let next = rest.peek().copied();
        let within = !before.is_none_or(char::is_whitespace) && next.is_some_and(char::is_alphanumeric);
        if matches!(sign, '.' | '。' | '．' | '｡') && within || sign == ':' && next == Some('/') {
            out.push('\u{200b}');
        }
        before = Some(sign);
    }
    out
}

/// A day in words, which may be broken after the weekday and nowhere else: no line ends in a lonely "12." or begins with
/// a lonely year.
fn one_line(day: &str) -> String {
    let day = plain_spaces(day);
    match day.split_once(' ') {
        Some((weekday, rest)) => format!("{weekday} {}", rest.replace(' ', "\u{a0}")),
        None => day,
    }
}

/// Narrow no-break spaces are missing in many fonts; the common one looks alike.
fn plain_spaces(text: &str) -> String {
    text.replace('\u{202f}', "\u{a0}")
}

/// Each place is filled once, so that a name with braces stays a name.
fn fill(label: &str, places: &[(&str, &str)]) -> String {
    let mut text = String::with_capacity(label.len() + 32);
    let mut rest = label;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let filled = after
            .split_once('}')
            .and_then(|(name, tail)| places.iter().find(|(place, _)| *place == name).map(|(_, value)| (*value, tail)));
        rest = match filled {
            Some((value, tail)) => {
                text.push_str(value);
                tail
            }
            None => {
                text.push('{');
                after
            }
        };
    }
    text.push_str(rest);
    text
}

fn icu_date(day: Date) -> Option<IcuDate<Gregorian>> {
    IcuDate::try_new_gregorian(day.year().into(), day.month().unsigned_abs(), day.day().unsigned_abs()).ok()
}

fn icu_time(time: Time) -> Option<IcuTime> {
    IcuTime::try_new(time.hour().unsigned_abs(), time.minute().unsigned_abs(), 0, 0).ok()
}

#[cfg(test)]
mod tests {
    use jiff::civil::{date, time};

    use super::*;

    #[test]
    fn days_and_times_are_written_as_on_the_page() {
        let day = date(2026, 12, 12);
        let plain = |text: String| text.replace('\u{a0}', " ");
        let long = |tag: &str| plain(Words::of(tag).long_day(day));
        assert_eq!(long("en_US"), "Saturday, December 12, 2026");
        assert_eq!(long("ar_AE"), "السبت، 12 ديسمبر 2026");
        assert_eq!(long("de_CH"), "Samstag, 12. Dezember 2026");
        assert_eq!(long("fr_FR"), "samedi 12 décembre 2026");
        let short = |tag: &str| plain(Words::of(tag).short_day(day));
        assert_eq!(short("en_US"), "Sat, Dec 12");
        assert_eq!(short("ar_AE"), "السبت، 12 ديسمبر");
        assert_eq!(short("de_DE"), "Sa., 12. Dez.");
        assert_eq!(short("fr_FR"), "sam. 12 déc.");
        let year = |tag: &str| plain(Words::of(tag).day(day));
        assert_eq!(year("en_US"), "Sat, Dec 12, 2026");
        assert_eq!(year("ar_AE"), "السبت، 12 ديسمبر 2026");
        assert_eq!(year("de_DE"), "Sa., 12. Dez. 2026");
        assert_eq!(year("fr_FR"), "sam. 12 déc. 2026");
        let clock = |tag: &str| plain(Words::of(tag).time(time(15, 0, 0, 0)));
        assert_eq!(clock("en_US"), "03:00 PM");
        assert_eq!(clock("ar_AE"), "3:00 م");
        assert_eq!(clock("de_DE"), "15:00");
        assert_eq!(plain(Words::of("de_DE").time(time(9, 0, 0, 0))), "09:00");
        assert_eq!(plain(Words::of("he_IL").time(time(9, 0, 0, 0))), "09:00");
        let moment = |tag: &str, year| plain(Words::of(tag).moment(date(2026, 12, 12).at(15, 0, 0, 0), year));
        assert_eq!(plain(Words::of("en_US").short_day(date(2026, 12, 9))), "Wed, Dec 9");
        assert_eq!(moment("en_US", 2026), "Sat, Dec 12, 03:00 PM");
        assert_eq!(moment("ar_AE", 2026), "السبت، 12 ديسمبر، 3:00 م");
        assert_eq!(moment("en_US", 2027), "Sat, Dec 12, 2026, 03:00 PM");
        assert_eq!(moment("de_DE", 2026), "Sa., 12. Dez., 15:00");
        assert_eq!(moment("fr_FR", 2026), "sam. 12 déc., 15:00");
    }

    #[test]
    fn a_day_is_broken_after_its_weekday_alone() {
        let day = date(2026, 12, 12);
        for tag in ["en_US", "de_DE", "de_CH", "fr_FR", "ar_AE", "he_IL"] {
            let words = Words::of(tag);
            for text in [words.long_day(day), words.day(day), words.short_day(day)] {
                assert_eq!(text.matches(' ').count(), 1, "{tag}: {text}");
            }
        }
        assert_eq!(Words::of("de_CH").long_day(day), "Samstag, 12.\u{a0}Dezember\u{a0}2026");
    }

    // clause: I18N-09
    #[test]
    fn counts_take_the_form_of_the_language() {
        let nights = |tag: &str, count| Words::of(tag).count("lbl_nights", count, &[]);
        assert_eq!(nights("en_US", 1), "1 night");
        assert_eq!(nights("en_US", 2), "2 nights");
        assert_eq!(Words::of("en_US").percent(125_000), "12.5");
        assert_eq!(Words::of("de_DE").percent(125_000), "12,5");
    }

    #[test]
    fn a_value_with_braces_stays_a_value() {
        assert_eq!(fill("Dear {name}, {other}", &[("name", "{other} {name}")]), "Dear {other} {name}, {other}");
    }

    #[test]
    fn what_somebody_wrote_is_read_from_its_own_side() {
        let isolated = |tag: &str, text: &str| Words::of(tag).isolated(text);
        assert_eq!(unlinked("Dr. J. Now at www.a.example/x"), "Dr. J. Now at www.\u{200b}a.\u{200b}example/x");
        assert_eq!(
            unlinked("cafe\u{301}.example, caf\u{e9}\u{ff61}example"),
            "cafe\u{301}.\u{200b}example, caf\u{e9}\u{ff61}\u{200b}example"
        );
        assert_eq!(unlinked("https://here, 10.30 pm."), "https:\u{200b}//here, 10.\u{200b}30 pm.");
        assert_eq!(isolated("ar_AE", "Sara & Omar!"), "\u{2068}Sara & Omar!\u{2069}");
        assert_eq!(isolated("en_US", "سارة وعمر!"), "\u{2068}سارة وعمر!\u{2069}");
        assert_eq!(isolated("fr_FR", "Siobhán & Omar!"), "Siobhán & Omar!");
        let lines = Words::of("he_IL").isolated_lines("No dogs.\n\nNo cats!");
        assert_eq!(lines, "\u{2068}No dogs.\u{2069}\n\n\u{2068}No cats!\u{2069}");
    }

    #[test]
    fn a_language_without_labels_is_english_throughout() {
        for code in ["x!", "ru_RU", "ja_JP", "it_IT"] {
            let words = Words::of(code);
            assert_eq!((words.tag(), &*words.count("lbl_nights", 21, &[])), ("en-US", "21 nights"), "{code}");
            assert_eq!(words.short_day(date(2026, 12, 12)), "Sat, Dec\u{a0}12", "{code}");
        }
    }
}
