//! The hotel's own texts in the letter's language; what was not translated is in the hotel's first language.

use std::fmt::Write;
use std::sync::LazyLock;

use domain::booking::Choice;
use domain::deal::{AgreedDeal, Mop};
use domain::event::{ChosenPackage, EventBooking, EventGuarantee, SubEvent};
use domain::hotel::{GuaranteeType, Hotel, Language};
use html2text::render::TrivialDecorator;

use crate::address_lines::{self, Place};
use crate::wire::booking::{name_of_plan, name_of_room};

/// Of a hotel without any, which no import lets in.
static ENGLISH: LazyLock<Language> = LazyLock::new(|| Language {
    language_code: "en_US".to_owned(),
    language_name: "English".to_owned(),
    direction: None,
    label_set: None,
});

/// A hotel seen through one of its languages.
pub struct Texts<'h> {
    /// The hotel.
    pub hotel: &'h Hotel,
    language: &'h Language,
}

impl<'h> Texts<'h> {
    /// In the asked language when the hotel offers it, exactly or by its first two letters, else in its first one.
    pub fn new(hotel: &'h Hotel, asked: Option<&str>) -> Texts<'h> {
        let start = |code: &str| code.get(..2).map(str::to_ascii_lowercase);
        let asked = asked.map(|asked| asked.replace('-', "_"));
        let offered = |fits: &dyn Fn(&str) -> bool| hotel.languages.iter().find(|own| fits(&own.language_code));
        let found = asked.and_then(|asked| {
            offered(&|code| code.eq_ignore_ascii_case(&asked)).or_else(|| offered(&|code| start(code) == start(&asked)))
        });
        Texts { hotel, language: found.or(hotel.languages.first()).unwrap_or(&ENGLISH) }
    }

    /// The language of the hotel that is asked for; `None` where none is.
    pub fn asked_of(hotel: &Hotel, asked: Option<&str>) -> Option<String> {
        asked.map(|asked| Texts::new(hotel, Some(asked)).language.language_code.clone())
    }

    /// The language.
    pub fn language(&self) -> &'h Language {
        self.language
    }

    fn translated(&self, object_type: &str, code: &str, field: &str) -> Option<&'h str> {
        let of = self.hotel.translations.iter().find(|translation| {
            translation.language_code == self.language.language_code
                && translation.object_type == object_type
                && translation.object_code == code
        })?;
        of.fields.get(field).map(String::as_str).filter(|text| !text.is_empty())
    }

    /// A field of the property, such as `pet_policy`; prose is clean HTML.
    pub fn property(&self, field: &str, own: &'h str) -> &'h str {
        self.translated("PROPERTY", &self.hotel.code, field).unwrap_or(own)
    }

    /// Name of the hotel.
    pub fn name(&self) -> &'h str {
        self.property("name", &self.hotel.name)
    }

    /// The address in one line, in the order of its country; `comma` parts its lines.
    pub fn address(&self, comma: &str) -> String {
        let hotel = self.hotel;
        let place = Place {
            address: self.property("address", &hotel.address),
            city: self.property("city", &hotel.city),
            state: hotel.state.as_deref().map(|state| self.property("state", state)).unwrap_or_default(),
            zip_code: hotel.zip_code.as_deref().unwrap_or_default(),
        };
        address_lines::lines(&hotel.country, &place).join(comma)
    }

    /// Name of the room type that was agreed.
    pub fn room(&self, agreed: &Choice) -> String {
        let translated = self.translated("ROOM_TYPE", &agreed.room_type, "name");
        translated.map_or_else(|| name_of_room(self.hotel, agreed), str::to_owned)
    }

    /// Name of the rate plan that was agreed.
    pub fn plan(&self, agreed: &Choice) -> String {
        let translated = self.translated("RATE_CODE", &agreed.rate_plan, "name");
        translated.map_or_else(|| name_of_plan(self.hotel, agreed), str::to_owned)
    }

    /// Name of the space of a part of an event; the one it was agreed under when there is no translation.
    pub fn space<'a>(&self, sub: &'a SubEvent) -> &'a str
    where
        'h: 'a,
    {
        self.field("SPACE", &sub.space, "name", sub.space_name())
    }

    /// Name of a package of an event, as [`Texts::space`].
    pub fn event_package<'a>(&self, chosen: &'a ChosenPackage) -> &'a str
    where
        'h: 'a,
    {
        self.field("EVENT_PACKAGE", &chosen.package, "name", chosen.name())
    }

    /// Name of the company that is sent the bill of an event, as [`Texts::space`]; `None` where its guest pays.
    pub fn company_of<'a>(&self, event: &'a EventBooking) -> Option<&'a str>
    where
        'h: 'a,
    {
        match &event.guarantee {
            Some(EventGuarantee::Company { code, name }) => Some(self.field("COMPANY", code, "name", name)),
            _ => None,
        }
    }

    /// Name of the company that pays for a stay, as [`Texts::space`]; `None` where its guest does.
    pub fn company_that_pays<'a>(&self, agreed: &'a Choice) -> Option<&'a str>
    where
        'h: 'a,
    {
        match &agreed.deal {
            Some(AgreedDeal::Company { code, name, mop: Mop::Company }) => {
                Some(self.field("COMPANY", code, "name", name))
            }
            _ => None,
        }
    }

    /// Name of a way to set the chairs; its code when it is gone.
    pub fn arrangement(&self, code: &str) -> String {
        let own = self.hotel.events.arrangements.iter().find(|own| own.code == code).map_or(code, |own| &own.name);
        self.translated("ARRANGEMENT", code, "name").unwrap_or(own).to_owned()
    }

    /// Name of a tax or fee; the one it was agreed under when there is no translation.
    pub fn charge<'a>(&self, code: &str, agreed: &'a str) -> &'a str
    where
        'h: 'a,
    {
        self.field("CHARGE", code, "name", agreed)
    }

    /// A field of an object; the text that is given when there is no translation.
    pub fn field<'a>(&self, object_type: &str, code: &str, field: &str, own: &'a str) -> &'a str
    where
        'h: 'a,
    {
        self.translated(object_type, code, field).unwrap_or(own)
    }

    /// Name and description of a guarantee type.
    pub fn guarantee(&self, kind: &'h GuaranteeType) -> (&'h str, &'h str) {
        let field = |name, own: &'h str| self.translated("GUARANTEE_TYPE", &kind.code, name).unwrap_or(own);
        (field("name", &kind.name), field("description", &kind.description))
    }
}

/// The text of clean HTML: paragraphs and list items on lines of their own.
pub fn plain(html: &str) -> String {
    let marked = marked(html);
    // Wide enough that no line is broken here: the letter breaks its own.
    let text = html2text::config::with_decorator(TrivialDecorator::new())
        .raw_mode(true)
        .string_from_read(marked.as_bytes(), 1 << 20)
        .unwrap_or_default();
    text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// Clean HTML with what paper does not show of itself: bullets and numbers of lists, and where links lead.
fn marked(html: &str) -> String {
    let mut out = String::with_capacity(html.len() + 64);
    // The number of the next item; none in a list of bullets.
    let mut lists: Vec<Option<u32>> = Vec::new();
    let mut link = None;
    let mut rest = html;
    while let Some((text, (tag, tail))) = rest.split_once('<').map(|(text, tag)| (text, split_tag(tag))) {
        out.push_str(text);
        let words = out.len();
        let _ = write!(out, "<{tag}>");
        rest = tail;
        match tag.split(' ').next().unwrap_or_default() {
            "ol" => lists.push(Some(attribute(tag, "start").and_then(|start| start.parse().ok()).unwrap_or(1))),
            "ul" => lists.push(None),
            "/ol" | "/ul" => drop(lists.pop()),
            "li" => {
                // In its first paragraph, where the item is one of several.
                if let Some(paragraph) = rest.trim_start().strip_prefix("<p>") {
                    out.push_str("<p>");
                    rest = paragraph;
                }
                if let Some(Some(number)) = lists.last_mut() {
                    let _ = write!(out, "{number}. ");
                    *number += 1;
                } else {
                    out.push_str("• ");
                }
            }
            "a" => link = attribute(tag, "href").map(|href| (href, out.len())),
            "/a" => {
                if let Some((href, from)) = link.take()
                    && bare(href) != bare(&out[from..words])
                {
                    let address = href.trim_start_matches("mailto:").trim_start_matches("tel:");
                    let _ = write!(out, " ({address})");
                }
            }
            _ => {}
        }
    }
    out.push_str(rest);
    out
}

fn split_tag(text: &str) -> (&str, &str) {
    text.split_once('>').unwrap_or((text, ""))
}

/// An attribute of a tag, as it is written there.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let (_, value) = tag.split_once(&format!(" {name}=\""))?;
    value.split_once('"').map(|(value, _)| value)
}

/// An address as people write it.
fn bare(address: &str) -> &str {
    let schemes = ["https://", "http://", "mailto:", "tel:"];
    let bare = schemes.iter().find_map(|scheme| address.strip_prefix(scheme)).unwrap_or(address);
    bare.trim_end_matches('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clean_html_becomes_text() {
        assert_eq!(
            plain(
                "<p>Dogs are <strong>welcome</strong> &amp; loved &lt;3.</p>\n<ul>\n<li>beds</li>\n<li>bowls</li>\n</ul>"
            ),
            "Dogs are welcome & loved <3.\n• beds\n• bowls"
        );
        assert_eq!(plain("<p>One.</p>\n<p>Two.</p>"), "One.\n\nTwo.");
        assert_eq!(plain(""), "");
    }

    #[test]
    fn lists_keep_their_marks_in_the_line_of_their_words() {
        let loose = "<ul>\n<li>\n<p>beds</p>\n</li>\n<li>\n<p>bowls</p>\n<p>and food</p>\n</li>\n</ul>";
        assert_eq!(plain(loose), "• beds\n• bowls\n\nand food");
        assert_eq!(plain("<ol>\n<li>Ring.</li>\n<li>Wait.</li>\n</ol>"), "1. Ring.\n2. Wait.");
        assert_eq!(plain("<ol start=\"3\">\n<li>\n<p>Enter.</p>\n</li>\n</ol>"), "3. Enter.");
        let nested = "<ol>\n<li>Bring\n<ul>\n<li>a lead</li>\n</ul>\n</li>\n<li>Stay.</li>\n</ol>";
        assert_eq!(plain(nested), "1. Bring\n• a lead\n2. Stay.");
    }

    #[test]
    fn links_say_where_they_lead() {
        let link = |href: &str, words: &str| {
            plain(&format!("<p>See <a href=\"{href}\" rel=\"noopener noreferrer\">{words}</a>.</p>"))
        };
        assert_eq!(link("https://example.org/a?b=1&amp;c", "the map"), "See the map (https://example.org/a?b=1&c).");
        assert_eq!(link("mailto:pets@example.org", "us"), "See us (pets@example.org).");
        assert_eq!(link("https://example.org/", "example.org"), "See example.org.");
        assert_eq!(link("tel:+12075550142", "+12075550142"), "See +12075550142.");
    }
}
