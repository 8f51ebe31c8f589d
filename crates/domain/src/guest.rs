//! The guest: what a person types about themselves, made clean or refused field by field (GUEST-09).

use any_ascii::any_ascii_char;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use utoipa::ToSchema;

use crate::member::Member;

/// A guest's fields as they come in: anything goes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
#[allow(missing_docs)] // each is the text typed for the field of that name in `Guest`
pub struct GuestInput {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub middle_name: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub street: Option<String>,
    pub street_2: Option<String>,
    pub city: Option<String>,
    pub state: Option<String>,
    pub zip_code: Option<String>,
    pub country: Option<String>,
    pub remarks: Option<String>,
}

/// A guest whose fields are trimmed and well-formed; only [`Guest::check`] makes one from what was typed.
///
/// Text stays the text that was typed: it is escaped where it is shown, not here. The default is nobody: what is left of a
/// guest who is forgotten.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Guest {
    /// 1 to 150 characters of any script.
    pub first_name: String,
    /// 1 to 150 characters of any script.
    pub last_name: String,
    /// As the names.
    pub middle_name: Option<String>,
    /// Lower case in its domain.
    pub email: Option<String>,
    /// `+` and 6 to 15 digits (GUEST-18).
    pub phone: Option<String>,
    /// One line, as all that follow.
    pub street: Option<String>,
    /// Second line of the address.
    pub street_2: Option<String>,
    /// Town.
    pub city: Option<String>,
    /// Code or name of a part of the country.
    pub state: Option<String>,
    /// Postal code.
    pub zip_code: Option<String>,
    /// ISO 3166-1 alpha-2.
    pub country: Option<String>,
    /// At most 1000 characters; the only field with line breaks.
    pub remarks: Option<String>,
    /// The member who booked, by their account number: a provider's own name for them is not kept. Told by their session,
    /// never by what was typed.
    #[serde(default)]
    pub loyalty_guest_id: Option<String>,
    /// Their account number.
    #[serde(default)]
    pub loyalty_guest_number: Option<String>,
    /// Code of the programme.
    #[serde(default)]
    pub loyalty_program_id: Option<String>,
}

/// A field that was refused, and why, as the documents word it (GUEST-15).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FieldError {
    /// Its name, such as `email`.
    pub field: String,
    /// [`REQUIRED`], [`NOT_VALID`], [`TOO_LONG`] or [`CARD_NUMBER`].
    pub message: String,
}

impl FieldError {
    /// Of a field.
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> FieldError {
        FieldError { field: field.into(), message: message.into() }
    }
}

/// A value is missing.
pub const REQUIRED: &str = "Required";
/// A value is not well-formed.
pub const NOT_VALID: &str = "Not valid";
/// Remarks are too long (GUEST-24).
pub const TOO_LONG: &str = "Max characters allowed are 1000";
/// A text has a card's number in it: nobody but the vault keeps one.
pub const CARD_NUMBER: &str = "Please leave out card numbers";

/// Whether a typed name is the kept one, without regard to case, accents, strokes, spacing and punctuation: who booked as
/// "Ní Bhriain-O’Shea" may type "ni bhriain oshea". A name of signs alone is compared as it is.
pub fn same_name(kept: &str, typed: &str) -> bool {
    let (kept_plain, typed_plain) = (plain(kept), plain(typed));
    if kept_plain.is_empty() { kept.trim() == typed.trim() } else { kept_plain == typed_plain }
}

/// The same where no more than so many letters can be typed: a longer name is found by its beginning.
pub fn same_name_cut(kept: &str, typed: &str, most: usize) -> bool {
    let whole = unadorned(kept);
    // What was typed may have ended in a space that was taken off.
    let least: String = whole.chars().take(most.saturating_sub(1)).collect();
    let (least, begin) = (plain(&least), plain(typed));
    let cut = whole.chars().count() > most && !least.is_empty() && begin.starts_with(&least);
    same_name(kept, typed) || (cut && plain(kept).starts_with(&begin))
}

/// A name's letters, their marks and digits alone, without case and accents, and Arabic letters as people mix them up.
fn plain(name: &str) -> String {
    let name = unadorned(name);
    let letters = name.chars().filter(|c| (c.is_alphanumeric() || is_combining_mark(*c)) && *c != TATWEEL).map(arabic);
    // Upper case first: it resolves letters that have several lower ones, such as the final sigma.
    letters.flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect()
}

/// A name as a keyboard without its accents types it. Unicode takes a stroke, a ligature and letters such as ð for no
/// accent, and leaves them; of other scripts than Latin a spelling in Latin letters would be another name.
fn unadorned(name: &str) -> String {
    let mut typed = String::with_capacity(name.len());
    for c in name.nfkd().filter(|c| !is_accent(*c)) {
        match c {
            '\u{c0}'..='\u{2ff}' | '\u{1e00}'..='\u{1eff}' if c.is_alphabetic() => typed.push_str(any_ascii_char(c)),
            _ => typed.push(c),
        }
    }
    typed
}

/// Whether a mark is one that names are typed without: of Latin, Greek and Cyrillic, and the points of Hebrew and Arabic.
/// In other scripts vowels and voices are marks, and another one makes another name.
fn is_accent(mark: char) -> bool {
    is_combining_mark(mark)
        && matches!(mark, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5c7}' | '\u{610}'..='\u{6ed}'
            | '\u{8ca}'..='\u{8ff}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Stretches the line between Arabic letters, and is none.
const TATWEEL: char = '\u{640}';

/// One letter for those of Arabic that are written for each other, at the end of a word or as another country's keyboard
/// has them; alef, waw and yeh have lost their hamza with the other marks.
fn arabic(letter: char) -> char {
    match letter {
        'ٱ' => 'ا',
        'ى' | 'ی' => 'ي',
        'ة' | 'ھ' | 'ہ' => 'ه',
        'ک' => 'ك',
        other => other,
    }
}

const MAX_NAME: usize = 150;
const MAX_EMAIL: usize = 254;
const MAX_REMARKS: usize = 1000;

/// Whether a text fits a field, by the field's name.
pub type Fits<'a> = &'a dyn Fn(&str, &str) -> bool;

/// What a hotel and a country ask of a guest.
#[derive(Clone, Copy, Default)]
pub struct GuestRules<'a> {
    /// Names of fields that must be given, besides first and last name, which every booking needs (GUEST-11).
    pub required: &'a [String],
    /// Whether the text of a field (by its name) has the form that the guest's country asks for; `None` accepts any.
    pub fits: Option<Fits<'a>>,
}

impl Guest {
    /// The guest, or every field that is wrong.
    pub fn check(input: &GuestInput, rules: &GuestRules<'_>) -> Result<Guest, Vec<FieldError>> {
        let mut form = Form { rules, errors: Vec::new() };
        let guest = Guest {
            first_name: form.name("first_name", &input.first_name).unwrap_or_default(),
            last_name: form.name("last_name", &input.last_name).unwrap_or_default(),
            middle_name: form.line("middle_name", &input.middle_name),
            email: form.field("email", &input.email, email),
            phone: form.field("phone", &input.phone, phone),
            street: form.line("street", &input.street),
            street_2: form.line("street_2", &input.street_2),
            city: form.line("city", &input.city),
            state: form.line("state", &input.state),
            zip_code: form.line("zip_code", &input.zip_code),
            country: form.field("country", &input.country, country),
            remarks: form.remarks(&input.remarks),
            loyalty_guest_id: None,
            loyalty_guest_number: None,
            loyalty_program_id: None,
        };
        if form.errors.is_empty() { Ok(guest) } else { Err(form.errors) }
    }

    /// The same guest, booked by a member of a programme.
    #[must_use]
    pub fn booked_by(self, member: &Member, program: &str) -> Guest {
        Guest {
            loyalty_guest_id: Some(member.account_number.clone()),
            loyalty_guest_number: Some(member.account_number.clone()),
            loyalty_program_id: Some(program.to_owned()),
            ..self
        }
    }

    /// The same guest, without what a programme knows them by.
    #[must_use]
    pub fn of_no_member(self) -> Guest {
        Guest { loyalty_guest_id: None, loyalty_guest_number: None, loyalty_program_id: None, ..self }
    }

    /// The same guest, of the member who booked as `before`; of none where none did.
    #[must_use]
    pub fn of_the_member_of(self, before: &Guest) -> Guest {
        Guest {
            loyalty_guest_id: before.loyalty_guest_id.clone(),
            loyalty_guest_number: before.loyalty_guest_number.clone(),
            loyalty_program_id: before.loyalty_program_id.clone(),
            ..self
        }
    }

    /// Whether the guest is forgotten: whoever is kept has a last name.
    pub fn is_forgotten(&self) -> bool {
        self.last_name.is_empty()
    }

    /// First and last name, as a letter addresses them.
    pub fn full_name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }
}

impl From<Guest> for GuestInput {
    fn from(guest: Guest) -> GuestInput {
        GuestInput {
            first_name: Some(guest.first_name),
            last_name: Some(guest.last_name),
            middle_name: guest.middle_name,
            email: guest.email,
            phone: guest.phone,
            street: guest.street,
            street_2: guest.street_2,
            city: guest.city,
            state: guest.state,
            zip_code: guest.zip_code,
            country: guest.country,
            remarks: guest.remarks,
        }
    }
}

struct Form<'a> {
    rules: &'a GuestRules<'a>,
    errors: Vec<FieldError>,
}

impl Form<'_> {
    fn refuse<T>(&mut self, field: &str, message: &str) -> Option<T> {
        self.errors.push(FieldError::new(field, message));
        None
    }

    /// A field that may be left out unless it is required.
    fn field(&mut self, field: &str, value: &Option<String>, read: impl Fn(&str) -> Option<String>) -> Option<String> {
        let text = value.as_deref().map(str::trim).unwrap_or_default();
        if text.is_empty() {
            if self.rules.required.iter().any(|required| required == field) {
                return self.refuse(field, REQUIRED);
            }
            return None;
        }
        match read(text) {
            Some(text) if holds_card_number(&text) => self.refuse(field, CARD_NUMBER),
            Some(text) if self.rules.fits.is_none_or(|fits| fits(field, &text)) => Some(text),
            _ => self.refuse(field, NOT_VALID),
        }
    }

    fn line(&mut self, field: &str, value: &Option<String>) -> Option<String> {
        self.field(field, value, one_line)
    }

    fn name(&mut self, field: &str, value: &Option<String>) -> Option<String> {
        if value.as_deref().is_none_or(|text| text.trim().is_empty()) {
            return self.refuse(field, REQUIRED);
        }
        // A name has a letter: "--" and "..." are none, in no script.
        self.field(field, value, |text| one_line(text).filter(|name| name.chars().any(char::is_alphabetic)))
    }

    fn remarks(&mut self, value: &Option<String>) -> Option<String> {
        match remarks(value.as_deref().unwrap_or_default()) {
            Ok(text) => self.field("remarks", &text, |text| Some(text.to_owned())),
            Err(error) => self.refuse(&error.field, &error.message),
        }
    }
}

/// What a guest wishes, trimmed; nothing when it is empty.
///
/// # Errors
/// When it is too long, or more than text.
pub fn remarks(text: &str) -> Result<Option<String>, FieldError> {
    let text = text.replace("\r\n", "\n").trim().to_owned();
    if text.chars().count() > MAX_REMARKS {
        return Err(FieldError::new("remarks", TOO_LONG));
    }
    if !plain_text(&text) {
        return Err(FieldError::new("remarks", NOT_VALID));
    }
    if holds_card_number(&text) {
        return Err(FieldError::new("remarks", CARD_NUMBER));
    }
    Ok(Some(text).filter(|text| !text.is_empty()))
}

/// One line of 1 to 150 characters without control characters.
pub(crate) fn one_line(text: &str) -> Option<String> {
    let fits = text.chars().count() <= MAX_NAME && !text.chars().any(is_control);
    fits.then(|| text.to_owned())
}

/// Whether a text of several lines is nothing but text.
pub fn plain_text(text: &str) -> bool {
    text.chars().all(|c| c == '\n' || c == '\t' || !is_control(c))
}

/// Controls, line and paragraph separators, and the marks that turn the writing direction of what follows, with which
/// one text can be made to look like another. Joiners stay: Persian and Indic names are spelled with them.
fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
}

/// Whether a text has a card's number in it, as cards are written: 13 to 19 digits in groups of four or more (the last
/// may be shorter), with spaces or hyphens between, that begin as issuers' numbers of that length do and whose last digit
/// checks the others. What follows a `+` is a telephone number.
pub fn holds_card_number(text: &str) -> bool {
    let signs: Vec<char> = text.chars().collect();
    let is_digit = |at: usize| signs.get(at).copied().and_then(digit).is_some();
    let begins_group = |at: &usize| is_digit(*at) && (*at == 0 || (signs[at - 1] != '+' && !is_digit(at - 1)));
    (0..signs.len()).filter(begins_group).any(|start| {
        let (mut number, mut group) = (Vec::new(), 0);
        for (at, sign) in signs.iter().enumerate().skip(start) {
            if let Some(digit) = digit(*sign) {
                number.push(digit);
                group += 1;
                if number.len() > 19 {
                    return false;
                }
                if !is_digit(at + 1) {
                    if is_card_number(&number) {
                        return true;
                    }
                    if group < 4 {
                        return false;
                    }
                }
            } else if matches!(sign, ' ' | '\u{a0}' | '\u{202f}' | '-' | '\u{2010}'..='\u{2013}') {
                group = 0;
            } else {
                return false;
            }
        }
        false
    })
}

/// A digit as cards and the languages of our pages write it.
fn digit(sign: char) -> Option<u32> {
    const ZEROES: [char; 4] = ['0', '\u{660}', '\u{6f0}', '\u{ff10}'];
    ZEROES.iter().find_map(|zero| (sign as u32).checked_sub(*zero as u32).filter(|digit| *digit < 10))
}

fn is_card_number(digits: &[u32]) -> bool {
    let issued = matches!(
        (digits.len(), digits),
        (13, [4, ..])
            | (14, [3, 0 | 6 | 8 | 9, ..])
            | (15, [3, 4 | 7, ..])
            | (16, [2..=6, ..])
            | (17..=19, [3..=6, ..])
    );
    // Every other digit from the last one but one counts twice (ISO/IEC 7812-1).
    let weighted =
        |(place, digit): (usize, &u32)| if place % 2 == 1 { digit * 2 / 10 + digit * 2 % 10 } else { *digit };
    issued && digits.iter().rev().enumerate().map(weighted).sum::<u32>() % 10 == 0
}

/// One `@`, something before it, a domain of dotted labels after it. Whether it is reached, only a letter tells.
pub fn email(text: &str) -> Option<String> {
    let (local, domain) = text.rsplit_once('@')?;
    let local_ok = !local.is_empty()
        && local.len() <= 64
        && !local.starts_with('.')
        && !local.ends_with('.')
        && !local.contains("..")
        && local.chars().all(|c| c.is_alphanumeric() || ".!#$%&'*+/=?^_`{|}~-".contains(c));
    // As mail servers know it: in letters of ASCII.
    let known = idna::domain_to_ascii(domain).ok()?;
    let label_ok = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'-')
    };
    let domain_ok = known.contains('.')
        && known.split('.').all(label_ok)
        && known.rsplit('.').next().is_some_and(|last| last.bytes().any(|c| c.is_ascii_alphabetic()));
    (local.len() + 1 + known.len() <= MAX_EMAIL && local_ok && domain_ok)
        .then(|| format!("{local}@{}", idna::domain_to_unicode(&known).0))
}

/// `+` and 6 to 15 digits; spaces, hyphens, dots and brackets between them are left out.
fn phone(text: &str) -> Option<String> {
    let digits = text.strip_prefix('+')?;
    let number: String = digits.chars().filter(|c| !matches!(c, ' ' | '-' | '.' | '(' | ')' | '\u{a0}')).collect();
    let ok = (6..=15).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit());
    ok.then(|| format!("+{number}"))
}

fn country(text: &str) -> Option<String> {
    (text.len() == 2 && text.bytes().all(|b| b.is_ascii_alphabetic())).then(|| text.to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    // clause: MANAGE-08
    #[test]
    fn a_name_is_known_however_it_is_typed() {
        let same = [
            ("Ní Bhriain-O’Shea", "ni bhriain oshea"),
            ("Strauß", "STRAUSS"),
            ("İnönü", "inonu"),
            ("STRAẞE", "straße"),
            ("Yıldız", "Yildiz"),
            ("Sørensen", "sorensen"),
            ("Wałęsa", "walesa"),
            ("Đặng", "dang"),
            ("Æbleø", "aebleo"),
            ("Œuvrard", "OEUVRARD"),
            ("Þórðardóttir", "thordardottir"),
            ("Məmmədov", "memmedov"),
            ("Kaʻahumanu", "Ka'ahumanu"),
            ("Παπαδόπουλος", "ΠΑΠΑΔΟΠΟΥΛΟΣ"),
            ("أحمد", "احمد"),
            ("الشمري", "الشمرى"),
            ("حمزة", "حمزه"),
            ("مؤيد ٱلهادي", "مويد الهادى"),
            ("عائشة", "عـــايشه"),
            ("de  la Cruz", "De La Cruz"),
            ("李", "李"),
            ("अय्यर", "अय्यर"),
            ("ﾎﾝﾀﾞ", "ホンダ"),
            ("שָׁלוֹם", "שלום"),
            ("مُحَمَّد", "محمد"),
            ("…", "…"),
        ];
        for (kept, typed) in same {
            assert!(same_name(kept, typed), "{kept} {typed}");
        }
        let other = [
            ("Byrne", "Byrn"),
            ("Sørensen", "Srensen"),
            ("李", "王"),
            ("मेहता", "मोहित"),
            ("मेहता", "महत"),
            ("ศรีสุข", "ศรสข"),
            ("চৌধুরী", "চধর"),
            ("ホンダ", "ホンタ"),
            ("…", "!"),
            ("Byrne", ""),
            ("…", ""),
        ];
        for (kept, typed) in other {
            assert!(!same_name(kept, typed), "{kept} {typed}");
        }
    }

    /// Letters of Arabic that are written for each other.
    const MIXED_UP: [&str; 6] = ["اأإآٱ", "يىئی", "ةهھہ", "ؤو", "كک", "ب"];

    proptest! {
        // clause: MANAGE-08
        #[test]
        fn arabic_letters_that_are_mixed_up_are_one(
            name in proptest::collection::vec((0..MIXED_UP.len(), 0..5_usize, 0..5_usize), 1..12),
            stretched in proptest::bool::ANY,
        ) {
            let write = |which: fn(&(usize, usize, usize)) -> usize| -> String {
                let letter = |at: &(usize, usize, usize)| {
                    let group: Vec<char> = MIXED_UP[at.0].chars().collect();
                    group[which(at) % group.len()]
                };
                name.iter().map(letter).collect()
            };
            let (kept, typed) = (write(|at| at.1), write(|at| at.2));
            let typed: String = match stretched {
                true => typed.chars().flat_map(|letter| [letter, TATWEEL]).collect(),
                false => typed,
            };
            prop_assert!(same_name(&kept, &typed), "{kept} {typed}");
            // Another letter is another name.
            let other = format!("{typed}س");
            prop_assert!(!same_name(&kept, &other), "{kept} {other}");
        }
    }

    /// Letters of Latin, each with what a keyboard without it types.
    const UNADORNED: [(&str, &str); 14] = [
        ("ø", "o"),
        ("Ł", "L"),
        ("đ", "d"),
        ("Æ", "Ae"),
        ("œ", "oe"),
        ("ð", "d"),
        ("Þ", "Th"),
        ("ß", "ss"),
        ("ı", "i"),
        ("ħ", "h"),
        ("ặ", "a"),
        ("Ç", "C"),
        ("n\u{303}", "n"),
        ("k", "k"),
    ];

    proptest! {
        // clause: MANAGE-08
        #[test]
        fn a_latin_name_is_known_with_and_without_its_accents(
            name in proptest::collection::vec((0..UNADORNED.len(), proptest::bool::ANY, proptest::bool::ANY), 1..12),
        ) {
            let write = |adorned: fn(&(usize, bool, bool)) -> bool| -> String {
                let letter = |at: &(usize, bool, bool)| {
                    let (with, without) = UNADORNED[at.0];
                    if adorned(at) { with } else { without }
                };
                name.iter().map(letter).collect()
            };
            let (whole, kept, typed) = (write(|_| true), write(|at| at.1), write(|at| at.2));
            prop_assert!(same_name(&kept, &typed) && same_name(&kept, &whole), "{kept} {typed}");
            // Another letter is another name.
            for other in [format!("{typed}z"), format!("z{typed}")] {
                prop_assert!(!same_name(&kept, &other), "{kept} {other}");
            }
        }

        // clause: MANAGE-08
        #[test]
        fn a_name_of_another_script_is_no_name_of_latin_letters(
            name in "[\\p{Arabic}\\p{Cyrillic}\\p{Greek}\\p{Han}\\p{Hebrew}&&\\p{L}]{1,12}",
        ) {
            let spelled = any_ascii::any_ascii(&name);
            prop_assert!(same_name(&name, &name) && !same_name(&name, &spelled), "{name} {spelled}");
        }
    }

    // clause: MANAGE-03
    #[test]
    fn a_name_that_is_too_long_to_type_is_known_by_its_beginning() {
        let kept = "Wolfeschlegelsteinhausenbergerdorff von und zu Hohenlohe-Langenburg";
        let begin: String = kept.chars().take(50).collect();
        assert!(same_name_cut(kept, &begin, 50) && same_name_cut(kept, &begin.to_lowercase(), 50));
        assert!(same_name_cut(kept, kept, 50) && same_name_cut("Byrne", "byrne", 50));
        // What takes two letters to type has more of them than were kept.
        let (long, spelled) = ("Æ".repeat(40), "ae".repeat(25));
        assert!(same_name_cut(&long, &spelled, 50) && !same_name_cut(&long, &spelled[..40], 50));
        let (others, spaces) = ("x".repeat(50), " ".repeat(50));
        for typed in ["Wolfeschlegelsteinhausenbergerdorff", "W", "", others.as_str(), spaces.as_str()] {
            assert!(!same_name_cut(kept, typed, 50), "{typed}");
        }
    }
}
