//! An origin: scheme, host and port of a page, in the one spelling that browsers use.

use std::fmt;

/// A web origin such as `https://hotel.example` or `http://127.0.0.1:8080`.
///
/// It goes into a header and into a page unescaped, so it holds only signs that mean nothing there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Origin(String);

impl Origin {
    /// Reads an origin: `http` or `https`, a host name or IPv4 address, perhaps a port, nothing behind it. Upper case
    /// and default ports are brought to the browsers' spelling. (A policy header cannot name IPv6 hosts.)
    pub fn parse(text: &str) -> Option<Origin> {
        let lower = text.trim_end_matches('/').to_ascii_lowercase();
        let (scheme, rest) = lower.split_once("://")?;
        let usual = match scheme {
            "http" => "80",
            "https" => "443",
            _ => return None,
        };
        let (host, port) = rest.split_once(':').unwrap_or((rest, usual));
        let label = |part: &str| {
            !part.is_empty()
                && part.len() <= 63
                && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
        };
        let digits = !port.is_empty() && port.len() <= 5 && port.bytes().all(|b| b.is_ascii_digit());
        let number: u32 = port.parse().ok()?;
        if host.len() > 253 || !host.split('.').all(label) || !digits || !(1..=65_535).contains(&number) {
            return None;
        }
        let port = if port == usual { String::new() } else { format!(":{number}") };
        Some(Origin(format!("{scheme}://{host}{port}")))
    }

    /// As browsers write it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn one_spelling() {
        let read = |text| Origin::parse(text).map(|origin| origin.0);
        assert_eq!(read("HTTPS://Hotel.Example:443/").as_deref(), Some("https://hotel.example"));
        assert_eq!(read("http://127.0.0.1:8080").as_deref(), Some("http://127.0.0.1:8080"));
        for bad in [
            "",
            "hotel.example",
            "ftp://a",
            "https://",
            "https://a b",
            "https://a/path",
            "https://*.a",
            "null",
            "https://a;script-src *",
            "https://a:0",
            "https://a:99999",
            "https://a:",
            "https://u@a",
            "javascript://a",
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    proptest! {
        #[test]
        fn nothing_gets_through_that_means_something_in_a_header(text in ".{0,40}", scheme in "https?://") {
            if let Some(origin) = Origin::parse(&format!("{scheme}{text}")) {
                prop_assert!(!origin.0.contains([';', ',', ' ', '"', '\'', '<', '&', '*', '\n']));
                prop_assert_eq!(Origin::parse(&origin.0), Some(origin.clone()));
            }
        }
    }
}
