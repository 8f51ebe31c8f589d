//! The confirmation letter: what the hotel writes to a guest who has booked (CONF-05, API-53).
//!
//! [`pdf`] sets it as a typeset, tagged document, [`html`] as a printable page, [`Mail`] the
//! letters of one booking as an e-mail. All are pure: the caller has already
//! translated and formatted every text, so that the letter says exactly what the pages say.
//!
//! From a [`Letter`] to bytes: `compose` decides what stands where, with `setting` (text to shaped lines) and `flow`
//! (lines to pages), `paint` draws them and `structure` says what they are for whoever cannot
//! see them. An Arabic letter is the same composition mirrored: `flow` counts from the edge at which reading starts.
//!
//! # Scripts
//!
//! The fonts in `fonts/` cover Latin with all its extensions and Vietnamese, Cyrillic, Greek, Hebrew, Arabic and
//! Devanagari, and the signs of currencies. Chinese, Japanese and Korean need megabytes and are therefore not in the
//! binary: a server that has such a font passes it to [`Fonts::with`] (`portico serve --letter-fonts`; on Debian the
//! package `fonts-noto-cjk` has `/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc`). Without one, a letter
//! that no font has is drawn as an empty box and is still there when the text is copied or read aloud. An emoji or
//! another sign of no word that no font has is left out.

mod colour;
mod compose;
mod flow;
mod fonts;
mod html;
mod logo;
mod mail;
mod paint;
mod setting;
mod structure;

pub use fonts::Fonts;
pub use html::{HTML_CSP, html};
pub use mail::{Link, Mail, OfAll};
pub use paint::LetterError;

/// Everything that the letter says, ready to be set. An empty text, list or `None` is left out together with the space
/// it would have taken.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Letter {
    /// BCP 47, such as `ar-AE`: for screen readers and for the shaping of letters.
    pub language: String,
    pub direction: Direction,
    pub paper: Paper,
    /// `#rrggbb`: the hotel's colour. Marks the logo and the cancellation line, darkened where it would not be seen
    /// on white. Anything else gives ink.
    pub accent: String,
    pub hotel: Sender,
    /// "Your stay is confirmed"; also the title of the document.
    pub title: String,
    /// "Dear Siobhán Ní Bhriain,"
    pub greeting: String,
    /// A sentence or two beneath the greeting.
    pub opening: String,
    /// "Confirmation number" and the number.
    pub number: Fact,
    /// Arrival, departure, guests: at most four are legible beside each other.
    pub stay: Vec<Fact>,
    pub rooms: Vec<Room>,
    pub bill: Bill,
    pub cancellation: Option<Cancellation>,
    /// Terms of the stay in the order in which they matter.
    pub policies: Vec<Passage>,
    /// How to change or cancel.
    pub change: Option<Passage>,
    /// "We look forward to welcoming you."; the hotel's name follows it like a signature.
    pub closing: String,
    /// One line at the foot of every page.
    pub footer: String,
    /// "Page {page} of {pages}"; empty for no page numbers.
    pub page_of: String,
    pub numerals: Numerals,
}

/// Where reading starts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Direction {
    /// From the left.
    #[default]
    Ltr,
    /// From the right.
    Rtl,
}

/// The sheet that the reader will print on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Paper {
    /// 210 by 297 mm.
    #[default]
    A4,
    /// 8½ by 11 inches, as in North America.
    UsLetter,
}

/// The digits of page numbers; every other number comes formatted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Numerals {
    /// 0123456789
    #[default]
    Latin,
    /// ٠١٢٣٤٥٦٧٨٩
    ArabicIndic,
}

/// The hotel as its letterhead shows it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sender {
    pub name: String,
    /// In one line.
    pub address: String,
    pub phone: String,
    pub email: String,
    pub website: String,
    /// The text of an SVG file. `currentColor` becomes the accent. Shapes with plain colours are drawn; a logo with
    /// anything else (pictures, gradients, text), or nested deep, is left out of the PDF.
    pub logo_svg: Option<String>,
}

/// A thing and its name: "Check-in", "Sat, 12 December 2026", "from 15:00".
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Fact {
    pub label: String,
    pub value: String,
    pub note: String,
}

/// The booked room, or one part of an event.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Room {
    pub name: String,
    /// "Room no. 12", where the guest chose their door.
    pub door: String,
    /// Rate, guests, meal: set one after the other.
    pub details: Vec<String>,
}

/// What the stay costs. The lines add up to the total: a letter that can be checked with a pencil.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Bill {
    pub heading: String,
    pub lines: Vec<BillLine>,
    pub total: BillLine,
    /// Beneath the total: what is contained in it, which rate of exchange was used.
    pub notes: Vec<String>,
    /// What is paid when: "Paid now, card ending 8840", "Due at the hotel".
    pub dues: Vec<BillLine>,
}

/// A line of the bill.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BillLine {
    pub label: String,
    pub amount: String,
}

/// Until when the stay can be given back, as a sentence and as the cancellation line.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Cancellation {
    /// "Free to cancel until Thu 10 Dec, 18:00."
    pub sentence: String,
    /// "After that, the first night (€196)."
    pub after: String,
    /// The part of the time between booking and arrival in which cancelling is free, 0 to 1: solid on the line, the
    /// rest is hatched.
    pub free_share: f32,
}

/// A heading with its text; line breaks in the text are kept.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Passage {
    pub heading: String,
    pub text: String,
}

/// The letter as a PDF file: PDF/UA-1 where the fonts have every character, a tagged PDF otherwise.
///
/// Deterministic: the same letter and fonts give the same bytes.
///
/// # Errors
/// [`LetterError`] when the document cannot be written; no text of a guest or hotel is known to cause it.
pub fn pdf(letter: &Letter, fonts: &Fonts) -> Result<Vec<u8>, LetterError> {
    let logo = letter.hotel.logo_svg.as_deref().and_then(|svg| logo::parse(svg, colour::accent(&letter.accent)));
    let pages = compose::compose(letter, logo.is_some(), &mut fonts.setter());
    paint::paint(letter, &pages, logo.as_ref())
}

impl Direction {
    /// The value of the HTML attribute `dir`.
    pub fn as_str(self) -> &'static str {
        match self {
            Direction::Ltr => "ltr",
            Direction::Rtl => "rtl",
        }
    }
}

impl Letter {
    /// The terms of the stay, and how to change or cancel it.
    fn passages(&self) -> impl Iterator<Item = &Passage> {
        self.policies.iter().chain(&self.change)
    }

    /// "Page 2 of 3" in the letter's words and digits.
    fn page_text(&self, page: usize, pages: usize) -> String {
        let text = self.page_of.replace("{pages}", &pages.to_string()).replace("{page}", &page.to_string());
        match self.numerals {
            Numerals::Latin => text,
            Numerals::ArabicIndic => text.chars().map(arabic_indic).collect(),
        }
    }
}

fn arabic_indic(c: char) -> char {
    c.to_digit(10).and_then(|digit| char::from_u32(0x660 + digit)).unwrap_or(c)
}
