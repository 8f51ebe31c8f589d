//! The hotel's programme.

use domain::member::{Listed, Member, MemberAddress, Members, SignIn};
use url::Url;

use crate::codes::is_country;
use crate::desk::Desk;
use crate::format::MembersFile;
use crate::format::members::{ListedEntry, OpenIdEntry};
use crate::values::Line;

/// The programme, when it has one way to sign in.
pub(crate) fn build(desk: &mut Desk<'_>, file: &MembersFile) -> Option<Members> {
    let at = &file.at;
    let sign_in = match (&file.openid, &file.directory) {
        (Some(openid), None) => open_id(desk, openid),
        (None, Some(listed)) => directory(desk, listed),
        (Some(_), Some(_)) => {
            desk.say(at, "directory", "expected either openid or directory, found both");
            return None;
        }
        (None, None) => {
            desk.say(at, "", "expected openid or a directory, found neither");
            return None;
        }
    };
    Some(Members { program: file.program.0.clone(), points_per_unit: file.points_per_unit, sign_in })
}

fn open_id(desk: &mut Desk<'_>, entry: &OpenIdEntry) -> SignIn {
    let at = &entry.at;
    let issuer = &entry.issuer.0;
    let is_safe = |url: Url| url.scheme() == "https" || matches!(url.host_str(), Some("localhost" | "127.0.0.1"));
    if !Url::parse(issuer).is_ok_and(is_safe) {
        let words =
            format!("expected an address that begins with https://, since passwords go there; found {issuer:?}");
        desk.say(at, "issuer", words);
    }
    SignIn::OpenId {
        issuer: issuer.clone(),
        client_id: desk.plain(at, "client_id", &entry.client_id),
        scopes: entry.scopes.iter().map(|scope| scope.0.clone()).collect(),
        profile_url: entry.profile_url.as_ref().map(|url| url.0.clone()),
    }
}

fn directory(desk: &mut Desk<'_>, entries: &[ListedEntry]) -> SignIn {
    let numbers = entries.iter().map(|m| (&m.at, "account_number".to_owned(), m.account_number.0.as_str()));
    desk.unique("account number", numbers);
    let emails: Vec<String> = entries.iter().map(|m| m.email.0.to_lowercase()).collect();
    let typed = entries.iter().zip(&emails).map(|(m, email)| (&m.at, "email".to_owned(), email.as_str()));
    desk.unique("e-mail address", typed);
    SignIn::Directory { members: entries.iter().map(|entry| listed(desk, entry)).collect() }
}

fn listed(desk: &mut Desk<'_>, entry: &ListedEntry) -> Listed {
    let at = &entry.at;
    let mut maybe = |field: &str, words: &Option<Line>| words.as_ref().map(|words| desk.plain(at, field, words));
    let middle_name = maybe("middle_name", &entry.middle_name);
    let address = MemberAddress {
        address: maybe("address", &entry.address),
        city: maybe("city", &entry.city),
        state: maybe("state", &entry.state),
        zip_code: maybe("zip_code", &entry.zip_code),
        country: entry.country.as_ref().map(|country| country.0.clone()),
    };
    if let Some(country) = entry.country.as_ref().filter(|country| !is_country(&country.0)) {
        desk.say(at, "country", format!("expected a country of ISO 3166, found {:?}", country.0));
    }
    let first_name = desk.plain(at, "first_name", &entry.first_name);
    let last_name = desk.plain(at, "last_name", &entry.last_name);
    let nowhere = MemberAddress { address: None, city: None, state: None, zip_code: None, country: None };
    Listed {
        email: entry.email.0.to_lowercase(),
        password_hash: entry.password_hash.0.clone(),
        member: Member {
            account_number: entry.account_number.0.clone(),
            user_id: entry.account_number.0.clone(),
            display_name: format!("{first_name} {last_name}"),
            allow_redeem_points: entry.allow_redeem_points,
            opening_points: entry.points,
            first_name: Some(first_name),
            middle_name,
            last_name: Some(last_name),
            email: Some(entry.email.0.clone()),
            phone: entry.phone.as_ref().map(|phone| phone.0.clone()),
            address: (address != nowhere).then_some(address),
        },
    }
}
