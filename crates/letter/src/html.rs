//! The letter as a page that can be read on a phone and printed.

use std::fmt::Write;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use crate::colour;
use crate::{BillLine, Letter, Numerals, Paper, Passage};

/// The `Content-Security-Policy` that the page needs and no more: its own style element and the logo in a data
/// address. It has no script.
pub const HTML_CSP: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const CSS: &str = include_str!("letter.css");

/// The letter as one HTML page: every text escaped, language and direction set, its own style for screen and print,
/// nothing loaded from elsewhere and no scripts.
pub fn html(letter: &Letter) -> String {
    let mut page = Page(String::with_capacity(16 * 1024));
    page.head(letter);
    page.letterhead(letter);
    page.open("main");
    page.greeting(letter);
    page.stay(letter);
    page.rooms(letter);
    page.bill(letter);
    page.terms(letter);
    page.closing(letter);
    page.close("main");
    page.element("footer", "", &letter.footer);
    page.0.push_str("</body></html>\n");
    page.0
}

struct Page(String);

impl Page {
    fn text(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                '\n' => self.0.push_str("<br>"),
                c => self.0.push(c),
            }
        }
    }

    fn open(&mut self, tag: &str) {
        let _ = write!(self.0, "<{tag}>");
    }

    fn close(&mut self, tag: &str) {
        let _ = writeln!(self.0, "</{tag}>");
    }

    /// An element with a text, or nothing for no text.
    fn element(&mut self, tag: &str, class: &str, text: &str) {
        if text.is_empty() {
            return;
        }
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        let _ = write!(self.0, "<{tag}{class}>");
        self.text(text);
        self.close(tag);
    }

    fn head(&mut self, letter: &Letter) {
        let _ = write!(self.0, "<!doctype html>\n<html dir=\"{}\" lang=\"", letter.direction.as_str());
        self.text(if letter.language.is_empty() { "en" } else { &letter.language });
        self.0.push_str(
            "\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <meta name=\"robots\" content=\"noindex\"><meta name=\"referrer\" content=\"no-referrer\"><title>",
        );
        self.text(&letter.title);
        self.text(" · ");
        self.text(&letter.hotel.name);
        let accent = colour::hex(colour::accent(&letter.accent));
        let free = letter.cancellation.as_ref().map_or(0.0, |c| c.free_share.clamp(0.0, 1.0) * 100.0);
        let paper = match letter.paper {
            Paper::A4 => "A4",
            Paper::UsLetter => "letter",
        };
        let numerals = match letter.numerals {
            Numerals::Latin => "decimal",
            Numerals::ArabicIndic => "arabic-indic",
        };
        let _ = write!(
            self.0,
            "</title><style>:root{{--accent:{accent};--free:{free:.1}%}}{CSS}@page{{size:{paper};margin:18mm 20mm 20mm;{}}}</style></head><body>",
            page_number(&letter.page_of, numerals)
        );
    }

    fn letterhead(&mut self, letter: &Letter) {
        let hotel = &letter.hotel;
        self.open("header");
        if let Some(svg) = &hotel.logo_svg {
            // As an image its scripts do not run; outside the page it does not know the accent.
            let svg = svg.replace("currentColor", &colour::hex(colour::accent(&letter.accent)));
            let data = utf8_percent_encode(&svg, NON_ALPHANUMERIC);
            let _ = write!(self.0, "<img alt=\"\" width=\"52\" height=\"52\" src=\"data:image/svg+xml,{data}\">");
        }
        self.0.push_str("<div class=\"who\">");
        self.element("p", "name", &hotel.name);
        self.element("p", "quiet", &hotel.address);
        self.0.push_str("</div><div class=\"reach quiet\">");
        for text in [&hotel.phone, &hotel.email, &hotel.website].into_iter().filter(|text| !text.is_empty()) {
            // Read from the left in every language.
            self.0.push_str("<p><bdi dir=\"ltr\">");
            self.text(text);
            self.0.push_str("</bdi></p>");
        }
        self.close("div");
        self.close("header");
    }

    fn greeting(&mut self, letter: &Letter) {
        self.0.push_str("<div class=\"yes\">");
        self.element("h1", "", &letter.title);
        if !letter.number.value.is_empty() {
            self.0.push_str("<p class=\"number\">");
            self.element("small", "", &letter.number.label);
            self.0.push_str("<b><bdi dir=\"ltr\">");
            self.text(&letter.number.value);
            self.0.push_str("</bdi></b>");
            self.close("p");
        }
        self.close("div");
        self.element("p", "dear", &letter.greeting);
        self.element("p", "", &letter.opening);
    }

    fn stay(&mut self, letter: &Letter) {
        if letter.stay.is_empty() {
            return;
        }
        self.0.push_str("<dl class=\"stay\">");
        for fact in &letter.stay {
            self.open("div");
            self.element("dt", "", &fact.label);
            self.0.push_str("<dd>");
            self.element("b", "", &fact.value);
            self.element("small", "", &fact.note);
            self.close("dd");
            self.close("div");
        }
        self.close("dl");
    }

    fn rooms(&mut self, letter: &Letter) {
        for room in &letter.rooms {
            self.0.push_str("<section class=\"room\"><div>");
            self.element("h2", "", &room.name);
            self.element("p", "quiet", &room.details.join(" · "));
            self.0.push_str("</div><div class=\"end\">");
            self.element("p", "quiet", &room.door);
            self.0.push_str("</div></section>\n");
        }
    }

    fn bill(&mut self, letter: &Letter) {
        let bill = &letter.bill;
        if !(bill.lines.is_empty() && bill.total.amount.is_empty() && bill.dues.is_empty()) {
            self.element("h2", "small", &bill.heading);
            self.0.push_str("<table class=\"bill\"><tbody>");
            for line in &bill.lines {
                self.row("", line);
            }
            if !bill.total.amount.is_empty() {
                self.row("total", &bill.total);
            }
            self.0.push_str("</tbody></table>");
            for note in &bill.notes {
                self.element("p", "note", note);
            }
            if !bill.dues.is_empty() {
                self.0.push_str("<table class=\"dues\"><tbody>");
                for due in &bill.dues {
                    self.row("", due);
                }
                self.0.push_str("</tbody></table>");
            }
        }
        if let Some(cancellation) = &letter.cancellation {
            let free = cancellation.free_share > 0.0;
            let class = if free { "until" } else { "until none" };
            let _ = write!(self.0, "<div class=\"promise\"><span class=\"{class}\"></span><p>");
            self.element("b", "", &cancellation.sentence);
            self.text(" ");
            self.text(&cancellation.after);
            self.0.push_str("</p></div>\n");
        }
    }

    fn row(&mut self, class: &str, line: &BillLine) {
        let _ = write!(self.0, "<tr class=\"{class}\"><th scope=\"row\">");
        self.text(&line.label);
        self.0.push_str("</th><td>");
        self.text(&line.amount);
        self.0.push_str("</td></tr>\n");
    }

    fn terms(&mut self, letter: &Letter) {
        for Passage { heading, text } in letter.passages() {
            if heading.is_empty() && text.is_empty() {
                continue;
            }
            self.0.push_str("<section class=\"terms\"><h2>");
            self.text(heading);
            self.0.push_str("</h2>");
            self.element("p", "", text);
            self.close("section");
        }
    }

    fn closing(&mut self, letter: &Letter) {
        self.element("p", "closing", &letter.closing);
        if !letter.closing.is_empty() {
            self.element("p", "name", &letter.hotel.name);
        }
    }
}

/// "Page {page} of {pages}" as the margin box of a printed page, where browsers can.
fn page_number(template: &str, numerals: &str) -> String {
    if template.is_empty() {
        return String::new();
    }
    // CSS counts the pages itself; the texts around the two numbers become strings.
    let content = template
        .split_inclusive('}')
        .flat_map(|part| match part.split_once('{') {
            Some((text, "page}")) => [quoted(text), format!("counter(page,{numerals})")],
            Some((text, "pages}")) => [quoted(text), format!("counter(pages,{numerals})")],
            _ => [quoted(part), String::new()],
        })
        .collect::<Vec<_>>()
        .join(" ");
    format!("@bottom-right{{content:{content};font-size:8pt;color:#6e675e}}")
}

/// A CSS string. Only letters, digits and spaces stand in it as they are.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        if c.is_alphanumeric() || c == ' ' {
            out.push(c);
        } else {
            let _ = write!(out, "\\{:x} ", u32::from(c));
        }
    }
    out.push('"');
    out
}
