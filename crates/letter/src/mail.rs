//! The letters of one booking as an e-mail: a page whose styles stand on its elements, since mail programs drop style
//! sheets and know tables best, and the same as plain text.

use std::fmt::Write;

use crate::colour::{self, FAINT, INK, LINE, SOFT, SUNK};
use crate::{BillLine, Direction, Letter, Passage};

/// What a guest is written after booking.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mail {
    /// One letter for each room, in one language and from one hotel; at least one.
    pub letters: Vec<Letter>,
    /// What each room's guest can open, in the same order.
    pub links: Vec<Vec<Link>>,
    /// What is true of every room, for where the letters say different things there; each then says its own at its head.
    pub of_all: OfAll,
}

/// What stands above letters that differ.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct OfAll {
    /// "Your stays"
    pub title: String,
    /// A sentence beneath the greeting.
    pub opening: String,
}

/// An address with its words: "Open the letter".
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    pub words: String,
    pub address: String,
}

const SERIF: &str = "Newsreader,'Markazi Text',Georgia,serif";
const SANS: &str = "Geist,'Readex Pro',-apple-system,'Segoe UI',Roboto,Arial,sans-serif";

impl Mail {
    /// What every letter says there; `None` where they differ.
    fn shared(&self, part: fn(&Letter) -> &String) -> Option<&str> {
        let (first, others) = self.letters.split_first()?;
        others.iter().all(|other| part(other) == part(first)).then(|| part(first).as_str())
    }

    /// The heading, which the subject has too.
    pub fn title(&self) -> &str {
        self.shared(|letter| &letter.title).unwrap_or(&self.of_all.title)
    }

    fn opening(&self) -> &str {
        self.shared(|letter| &letter.opening).unwrap_or(&self.of_all.opening)
    }

    /// Title and opening of a room, each where it is not said above.
    fn own(&self, letter: &Letter) -> [String; 2] {
        let title = Some(&letter.title).filter(|title| *title != self.title());
        let opening = Some(&letter.opening).filter(|opening| *opening != self.opening());
        [title.cloned().unwrap_or_default(), opening.map(|text| capitalised(text)).unwrap_or_default()]
    }

    /// Of whoever is still to come.
    fn closing(&self) -> &str {
        self.letters.iter().map(|letter| letter.closing.as_str()).find(|text| !text.is_empty()).unwrap_or_default()
    }

    /// Passages that every letter has, said once at the end; what is left is of one room.
    fn common(&self) -> Vec<&Passage> {
        let Some((first, others)) = self.letters.split_first() else { return Vec::new() };
        let everywhere = |passage: &&Passage| others.iter().all(|letter| letter.passages().any(|own| own == *passage));
        first.passages().filter(everywhere).collect()
    }

    /// The HTML part: every text escaped, nothing loaded from elsewhere.
    pub fn html(&self) -> String {
        let Some(first) = self.letters.first() else { return String::new() };
        let mut page = Page::new(first);
        let _ = write!(
            page.out,
            "<!doctype html><html dir=\"{dir}\" lang=\"{}\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\"><title>{}</title></head>\
             <body style=\"margin:0;background:#f3efe8\"><div dir=\"{dir}\" style=\"background:#f3efe8;padding:24px 12px\">\
             <table role=\"presentation\" align=\"center\" cellpadding=\"0\" cellspacing=\"0\" \
             style=\"width:100%;max-width:600px;margin:0 auto;background:#ffffff;border-radius:12px\"><tr>\
             <td style=\"padding:32px 28px;font:16px/1.55 {SANS};color:{};text-align:{};word-break:break-word\">",
            escaped(&first.language),
            escaped(self.title()),
            page.soft,
            page.start,
            dir = first.direction.as_str(),
        );
        page.line(&page.serif(22), &first.hotel.name);
        page.line(&page.quiet(), &first.hotel.address);
        page.rule();
        page.line(&format!("{};margin:0 0 16px", page.serif(34)), self.title());
        page.line(&format!("margin:0;font-weight:600;color:{}", page.ink), &first.greeting);
        page.line("margin:0 0 8px", self.opening());
        let common = self.common();
        for (letter, links) in self.letters.iter().zip(&self.links) {
            page.rule();
            let [title, opening] = self.own(letter);
            page.line(&format!("{};margin:0 0 12px", page.serif(28)), &title);
            page.line("margin:0 0 16px", &opening);
            page.room(letter, links, &common);
        }
        for passage in &common {
            page.passage(passage);
        }
        page.line("margin:24px 0 0", self.closing());
        page.line(&page.serif(20), &first.hotel.name);
        page.rule();
        let reach = [&first.hotel.phone, &first.hotel.email, &first.hotel.website];
        let reach: Vec<String> = reach.into_iter().filter(|text| !text.is_empty()).map(|text| escaped(text)).collect();
        let reach = reach.iter().map(|text| format!("<bdi dir=\"ltr\">{text}</bdi>")).collect::<Vec<_>>().join(" · ");
        let _ = write!(page.out, "<p style=\"{}\">{reach}</p>", page.quiet());
        page.out.push_str("</td></tr></table></div></body></html>\n");
        page.out
    }

    /// The plain part.
    pub fn text(&self) -> String {
        let Some(first) = self.letters.first() else { return String::new() };
        let mut lines = vec![first.hotel.name.clone(), String::new(), self.title().to_owned(), String::new()];
        lines.extend([first.greeting.clone(), self.opening().to_owned()]);
        let common = self.common();
        let bill = |line: &BillLine| format!("{}: {}", line.label, line.amount);
        let passage = |passage: &Passage| format!("{}\n{}", passage.heading, passage.text);
        for (letter, links) in self.letters.iter().zip(&self.links) {
            lines.push(String::new());
            lines.extend(self.own(letter).into_iter().filter(|text| !text.is_empty()));
            lines.push(format!("{}: {}", letter.number.label, letter.number.value));
            lines.extend(letter.stay.iter().map(|fact| match fact.note.as_str() {
                "" => format!("{}: {}", fact.label, fact.value),
                note => format!("{}: {} ({note})", fact.label, fact.value),
            }));
            for room in &letter.rooms {
                lines.push([std::slice::from_ref(&room.name), &room.details].concat().join(" · "));
                lines.extend(Some(room.door.clone()).filter(|text| !text.is_empty()));
            }
            lines.extend([String::new(), letter.bill.heading.clone()]);
            lines.extend(letter.bill.lines.iter().chain([&letter.bill.total]).map(bill));
            lines.extend(letter.bill.notes.iter().cloned());
            lines.extend(letter.bill.dues.iter().map(bill));
            if let Some(cancellation) = &letter.cancellation {
                lines.extend([String::new(), format!("{} {}", cancellation.sentence, cancellation.after)]);
            }
            let own = letter.passages().filter(|own| !common.contains(own));
            lines.extend(own.flat_map(|own| [String::new(), passage(own)]));
            lines.push(String::new());
            lines.extend(links.iter().map(|link| format!("{}: {}", link.words, link.address)));
        }
        lines.extend(common.into_iter().flat_map(|own| [String::new(), passage(own)]));
        lines.extend([String::new(), self.closing().to_owned(), first.hotel.name.clone()]);
        let phone = match first.direction {
            Direction::Rtl if !first.hotel.phone.is_empty() => format!("\u{2066}{}\u{2069}", first.hotel.phone),
            _ => first.hotel.phone.clone(),
        };
        let reach = [&first.hotel.address, &phone, &first.hotel.email, &first.hotel.website];
        lines.extend(reach.into_iter().filter(|text| !text.is_empty()).cloned());
        lines.push(String::new());
        lines.join("\n")
    }
}

struct Page {
    out: String,
    ink: String,
    soft: String,
    faint: String,
    accent: String,
    /// Mail programs know left and right only.
    start: &'static str,
    end: &'static str,
}

impl Page {
    fn new(letter: &Letter) -> Page {
        let (start, end) = match letter.direction {
            Direction::Ltr => ("left", "right"),
            Direction::Rtl => ("right", "left"),
        };
        let accent = colour::hex(colour::accent(&letter.accent));
        let [ink, soft, faint] = [INK, SOFT, FAINT].map(colour::hex);
        Page { out: String::with_capacity(16 * 1024), ink, soft, faint, accent, start, end }
    }

    fn serif(&self, size: u8) -> String {
        format!("margin:0;font:400 {size}px/1.2 {SERIF};color:{}", self.ink)
    }

    fn quiet(&self) -> String {
        format!("margin:0;font-size:14px;color:{}", self.faint)
    }

    /// A paragraph, or nothing for no text.
    fn line(&mut self, style: &str, text: &str) {
        if !text.is_empty() {
            let _ = write!(self.out, "<p style=\"{style}\">{}</p>", escaped(text));
        }
    }

    fn rule(&mut self) {
        let line = colour::hex(LINE);
        let _ = write!(self.out, "<div style=\"border-top:1px solid {line};margin:20px 0\"></div>");
    }

    fn table(&mut self) {
        self.out.push_str("<table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" style=\"width:100%\">");
    }

    fn room(&mut self, letter: &Letter, links: &[Link], common: &[&Passage]) {
        self.line(&self.quiet(), &letter.number.label);
        let number = escaped(&letter.number.value);
        let _ = write!(self.out, "<p style=\"{}\"><bdi dir=\"ltr\">{number}</bdi></p>", self.serif(28));
        self.table();
        for fact in &letter.stay {
            let _ = write!(
                self.out,
                "<tr><td style=\"padding:10px 0 0;{};vertical-align:top;width:34%\">{}</td>\
                 <td style=\"padding:10px 0 0;color:{}\"><b style=\"font-weight:600\">{}</b><br>{}</td></tr>",
                self.quiet(),
                escaped(&fact.label),
                self.ink,
                escaped(&fact.value),
                escaped(&fact.note),
            );
        }
        self.out.push_str("</table>");
        for room in &letter.rooms {
            self.line(&format!("{};padding-top:20px", self.serif(22)), &room.name);
            self.line(&self.quiet(), &room.details.join(" · "));
            self.line(&self.quiet(), &room.door);
        }
        self.bill(letter);
        for passage in letter.passages().filter(|own| !common.contains(own)) {
            self.passage(passage);
        }
        self.out.push_str("<p style=\"margin:12px 0 0\">");
        for link in links {
            let _ = write!(
                self.out,
                "<a href=\"{}\" style=\"display:inline-block;margin:8px 0 0;padding:12px 20px;border-radius:8px;\
                 border:1px solid {accent};color:{};text-decoration:none;font-weight:600\">{}</a> ",
                escaped(&link.address),
                self.ink,
                escaped(&link.words),
                accent = self.accent,
            );
        }
        self.out.push_str("</p>");
    }

    fn bill(&mut self, letter: &Letter) {
        let bill = &letter.bill;
        self.line(&format!("margin:20px 0 4px;font-weight:600;color:{}", self.ink), &bill.heading);
        self.table();
        for line in &bill.lines {
            self.row(line, &format!("padding:5px 0;border-bottom:1px solid {}", colour::hex(LINE)));
        }
        let total = format!("padding:8px 0;font-size:18px;font-weight:600;color:{}", self.ink);
        self.row(&bill.total, &total);
        self.out.push_str("</table>");
        for note in &bill.notes {
            self.line(&self.quiet(), note);
        }
        self.table();
        for due in &bill.dues {
            self.row(due, &format!("padding:8px 0 0;font-weight:600;color:{}", self.ink));
        }
        self.out.push_str("</table>");
        if let Some(cancellation) = &letter.cancellation {
            let _ = write!(
                self.out,
                "<div style=\"background:{};border-{}:4px solid {};border-radius:8px;padding:14px 16px;margin:16px 0 0\">\
                 <b style=\"font-weight:600;color:{}\">{}</b> {}</div>",
                colour::hex(SUNK),
                self.start,
                self.accent,
                self.ink,
                escaped(&cancellation.sentence),
                escaped(&cancellation.after),
            );
        }
    }

    fn row(&mut self, line: &BillLine, style: &str) {
        let _ = write!(
            self.out,
            "<tr><td style=\"{style}\">{}</td><td style=\"{style};text-align:{};white-space:nowrap\">{}</td></tr>",
            escaped(&line.label),
            self.end,
            escaped(&line.amount),
        );
    }

    fn passage(&mut self, passage: &Passage) {
        self.line(&format!("margin:16px 0 0;font-size:15px;font-weight:600;color:{}", self.ink), &passage.heading);
        self.line("margin:0;font-size:15px", &passage.text);
    }
}

/// As a sentence of its own: after a greeting German goes on in small letters.
fn capitalised(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map(|first| first.to_uppercase().chain(rest).collect()).unwrap_or_default()
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' => out.push_str("<br>"),
            c => out.push(c),
        }
    }
    out
}
