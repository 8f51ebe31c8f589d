//! What a hotel measures its pages with: the comma lists of its file, read once, at import (START-19, ANALYTICS-07).
//! The content security policy and the page take from them what stands there and read no grammar of their own.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An entry of a list that is none, in words for the hotel: what was expected, what was found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotAnEntry(String);

impl NotAnEntry {
    fn of(expected: &str, found: &str) -> NotAnEntry {
        NotAnEntry(format!("expected {expected}, found {found:?}"))
    }
}

/// Measurement ids, in capitals: `G-AB12CD34`. Written as a comma list without spaces.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct MeasurementIds(Vec<String>);

impl MeasurementIds {
    /// Reads a comma list; one without entries is the list of a hotel that measures with none.
    ///
    /// # Errors
    /// With the first entry that is no id, or stands there twice.
    pub fn parse(list: &str) -> Result<MeasurementIds, NotAnEntry> {
        let read = |entry: &str| {
            let (kind, rest) = entry.split_once('-')?;
            let kind_fits = (1..=3).contains(&kind.len()) && kind.bytes().all(|byte| byte.is_ascii_alphabetic());
            let rest_fits =
                (1..=40).contains(&rest.len()) && rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
            (kind_fits && rest_fits).then(|| entry.to_ascii_uppercase())
        };
        entries(list, read, "a comma list of measurement ids such as \"G-AB12CD34\", each once").map(MeasurementIds)
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for MeasurementIds {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0.join(","))
    }
}

/// A script of the hotel's own (START-19), on a server that is reached by https.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    address: String,
    /// Such as `sha384-...`: what the script has to hash to.
    integrity: Option<String>,
}

const HTTPS: &str = "https://";

impl Script {
    /// `https://a.example/x.js`, and after a space the hash that it must have.
    fn parse(entry: &str) -> Option<Script> {
        let mut parts = entry.split_whitespace();
        let address = parts.next()?;
        let integrity = parts.next();
        let fits = is_address(address) && integrity.is_none_or(is_integrity) && parts.next().is_none();
        fits.then(|| Script { address: address.to_owned(), integrity: integrity.map(str::to_owned) })
    }

    /// Scheme, host and port, as a content security policy names a source.
    #[must_use]
    pub fn origin(&self) -> &str {
        let host = self.address[HTTPS.len()..].find('/').unwrap_or(self.address.len() - HTTPS.len());
        &self.address[..HTTPS.len() + host]
    }
}

impl fmt::Display for Script {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.address)?;
        self.integrity.iter().try_for_each(|integrity| write!(out, " {integrity}"))
    }
}

/// An address with a path, and nothing in it that would end a source of the policy or an attribute.
fn is_address(text: &str) -> bool {
    let Some((authority, path)) = text.strip_prefix(HTTPS).and_then(|rest| rest.split_once('/')) else {
        return false;
    };
    let (host, port) = authority.split_once(':').map_or((authority, None), |(host, port)| (host, Some(port)));
    let label = |label: &str| {
        !label.is_empty()
            && !label.starts_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    host.split('.').all(label)
        && port.is_none_or(|port| port.parse::<u16>().is_ok_and(|number| number > 0))
        && path.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"'<>\\`".contains(&byte))
}

/// A hash as browsers take it for subresource integrity.
fn is_integrity(text: &str) -> bool {
    text.split_once('-').is_some_and(|(kind, hash)| {
        let digits = match kind {
            "sha256" => 44,
            "sha384" => 64,
            "sha512" => 88,
            _ => return false,
        };
        let body = hash.trim_end_matches('=');
        hash.len() == digits
            && hash.len() - body.len() <= 2
            && body.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/".contains(&byte))
    })
}

/// The hotel's own scripts. Written as a comma list without spaces but the one before a hash.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Scripts(Vec<Script>);

impl Scripts {
    /// Reads a comma list; one without entries is the list of a hotel without scripts.
    ///
    /// # Errors
    /// With the first entry that is no script, or stands there twice.
    pub fn parse(list: &str) -> Result<Scripts, NotAnEntry> {
        let expected = "a comma list of https addresses such as \"https://a.example/x.js\", each once and, after a \
                        space, with its hash where it has one (\"sha384-...\")";
        entries(list, Script::parse, expected).map(Scripts)
    }

    /// In the order of the list.
    pub fn iter(&self) -> impl Iterator<Item = &Script> {
        self.0.iter()
    }
}

impl fmt::Display for Scripts {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written: Vec<String> = self.0.iter().map(Script::to_string).collect();
        out.write_str(&written.join(","))
    }
}

fn entries<T: PartialEq>(list: &str, read: impl Fn(&str) -> Option<T>, expected: &str) -> Result<Vec<T>, NotAnEntry> {
    let mut found = Vec::new();
    if list.trim().is_empty() {
        return Ok(found);
    }
    for entry in list.split(',').map(str::trim) {
        let one = read(entry).filter(|one| !found.contains(one));
        found.push(one.ok_or_else(|| NotAnEntry::of(expected, entry))?);
    }
    Ok(found)
}

macro_rules! kept_as_text {
    ($($list:ident),*) => {$(
        impl TryFrom<String> for $list {
            type Error = NotAnEntry;
            fn try_from(list: String) -> Result<Self, NotAnEntry> {
                $list::parse(&list)
            }
        }

        impl From<$list> for String {
            fn from(list: $list) -> String {
                list.to_string()
            }
        }
    )*};
}
kept_as_text!(MeasurementIds, Scripts);

#[cfg(test)]
mod tests {
    use super::*;

    const HASH: &str = "sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC";

    // clause: START-19
    #[test]
    fn scripts_are_https_addresses_with_their_hashes() {
        let list = format!(" https://a.example:8443/x.js?v=1  {HASH} ,https://b.example/y/z.js");
        let scripts = Scripts::parse(&list).expect("scripts");
        assert_eq!(scripts.to_string(), format!("https://a.example:8443/x.js?v=1 {HASH},https://b.example/y/z.js"));
        assert_eq!(
            scripts.iter().map(Script::origin).collect::<Vec<_>>(),
            ["https://a.example:8443", "https://b.example"]
        );
        assert_eq!(Scripts::parse(&scripts.to_string()), Ok(scripts));
        assert_eq!(Scripts::parse(" "), Ok(Scripts::default()));
    }

    // clause: START-19
    #[test]
    fn what_is_no_script_is_refused_by_its_entry() {
        for entry in [
            "//b.example/y.js",
            "/own.js",
            "http://a.example/x.js",
            "javascript:alert(1)",
            "https://a.example",
            "https:///x.js",
            "https://a;b.example/z.js",
            "https://me@a.example/z.js",
            "https://a.example:port/x.js",
            "https://a.example/x.js md5-abc=",
            "https://a.example/x.js sha384-abc=",
            "https://a.example/x.js sha384-abc= defer",
            "https://a.example/\"x.js",
            "https://ok.example/x.js",
            "",
        ] {
            let told = Scripts::parse(&format!("https://ok.example/x.js,{entry}")).expect_err(entry).to_string();
            assert!(told.ends_with(&format!("found {entry:?}")), "{told}");
        }
    }

    // clause: ANALYTICS-07
    #[test]
    fn measurement_ids_are_a_comma_list() {
        let ids = MeasurementIds::parse("g-one2, UA-123-4").expect("ids");
        assert_eq!(ids.to_string(), "G-ONE2,UA-123-4");
        assert!(MeasurementIds::parse("").expect("none").is_empty());
        for entry in ["GONE", "G-", "-ONE", "GABC-1", "G-ONE TWO", "G-ÖNE", "G-OK", "", "1-A"] {
            let told = MeasurementIds::parse(&format!("G-OK,{entry}")).expect_err(entry).to_string();
            assert!(told.ends_with(&format!("found {entry:?}")), "{told}");
        }
    }
}
