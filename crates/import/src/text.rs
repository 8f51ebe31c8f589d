//! Texts of hoteliers as HTML that cannot harm: Markdown or simple HTML in, a short list of elements out.

use std::collections::HashSet;

use ammonia::Builder;
use pulldown_cmark::{Options, Parser, html};

/// Markdown (or HTML, which Markdown contains) as clean HTML. Links open without telling where they come from; scripts,
/// styles, pictures and frames are dropped with their contents.
pub(crate) fn clean_html(text: &str) -> String {
    let mut raw = String::with_capacity(text.len() * 2);
    html::push_html(&mut raw, Parser::new_ext(text, Options::ENABLE_TABLES));
    let tags: HashSet<&str> = [
        "p", "br", "strong", "b", "em", "i", "ul", "ol", "li", "h3", "h4", "a", "table", "thead", "tbody", "tr", "th",
        "td",
    ]
    .into();
    Builder::new()
        .tags(tags)
        .clean_content_tags(["script", "style", "iframe", "object", "noscript", "template"].into())
        .generic_attributes(HashSet::new())
        .tag_attributes([("a", ["href"].into())].into())
        .url_schemes(["http", "https", "mailto", "tel"].into())
        .url_relative(ammonia::UrlRelative::Deny)
        .link_rel(Some("noopener noreferrer nofollow"))
        .clean(&raw)
        .to_string()
        .trim()
        .to_owned()
}

/// Whether words that are shown as they are contain something that looks like markup.
pub(crate) fn has_markup(text: &str) -> bool {
    let bytes = text.as_bytes();
    text.match_indices('<')
        .any(|(at, _)| bytes.get(at + 1).is_some_and(|b| b.is_ascii_alphabetic() || matches!(b, b'/' | b'!')))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn markdown_and_simple_html_become_clean_html() {
        assert_eq!(
            clean_html("Breakfast **from seven**.\n\n- rye\n- eggs"),
            "<p>Breakfast <strong>from seven</strong>.</p>\n<ul>\n<li>rye</li>\n<li>eggs</li>\n</ul>"
        );
        assert_eq!(
            clean_html("<p onclick=\"x()\">Late <b>bar</b></p><script>alert(1)</script>"),
            "<p>Late <b>bar</b></p>"
        );
        assert_eq!(
            clean_html("[map](https://example.org/a) and [no](javascript:alert(1))"),
            "<p><a href=\"https://example.org/a\" rel=\"noopener noreferrer nofollow\">map</a> and <a rel=\"noopener noreferrer nofollow\">no</a></p>"
        );
    }

    #[test]
    fn a_smaller_sign_is_no_markup_and_a_tag_is() {
        assert!(!has_markup("children < 12 & friends"));
        assert!(has_markup("a <b>bold</b> claim"));
    }

    proptest! {
        #[test]
        fn no_text_brings_a_script_or_a_handler(text in "(<[a-z]{1,8} on[a-z]{1,6}=.{0,6}>|<script>|</?svg>|[^a-z]|[a-z]){0,40}") {
            let html = clean_html(&text).to_lowercase();
            prop_assert!(!html.contains("<script") && !html.contains("<svg") && !html.contains("<img"), "{html}");
            // What is left of a tag has no attribute but these two.
            for tag in html.split('<').skip(1).map(|t| t.split('>').next().unwrap_or_default()) {
                prop_assert!(!tag.contains(" on"), "{html}");
            }
        }
    }
}
