//! Slips in where members sign in.

use domain::member::SignIn;
use import::bundle;

use crate::recipe::{TODAY, changed, hotel, mistakes, one};

const HASH: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5cyBzYWx0IQ$Jb1v0zCbbOzS2YZVHkOHN3fO4Dc0cBQAY6BQBtLeLqQ";

fn listed(number: &str, email: &str) -> String {
    format!(
        "[[directory]]\naccount_number = \"{number}\"\nemail = \"{email}\"\npassword_hash = \"{HASH}\"\n\
         first_name = \"Maya\"\nlast_name = \"Lindqvist\"\n"
    )
}

fn told(members: &str) -> Vec<String> {
    let mut files = hotel();
    files.0.insert("members.toml".to_owned(), members.as_bytes().to_vec());
    mistakes(&files).iter().map(ToString::to_string).collect()
}

#[test]
fn members_sign_in_at_a_provider_or_at_the_hotel() {
    let members = bundle(&hotel(), TODAY).expect("no mistakes").hotel.members.expect("a programme");
    let SignIn::OpenId { issuer, scopes, .. } = members.sign_in else { panic!("a provider") };
    assert_eq!((members.program.as_str(), issuer.as_str()), ("LINDEN", "https://login.lindenhof.example"));
    assert_eq!(scopes, ["profile", "email", "phone", "address"]);

    let mut files = hotel();
    files.0.insert("members.toml".to_owned(), format!("program = \"CLUB\"\n{}", listed("7", "Maya@A.example")).into());
    let members = bundle(&files, TODAY).expect("no mistakes").hotel.members.expect("a programme");
    let SignIn::Directory { members } = members.sign_in else { panic!("a directory") };
    assert_eq!(
        (members[0].email.as_str(), members[0].member.display_name.as_str()),
        ("maya@a.example", "Maya Lindqvist")
    );

    files.0.remove("members.toml");
    assert_eq!(bundle(&files, TODAY).expect("no mistakes").hotel.members, None);
}

#[test]
fn a_programme_has_one_way_to_sign_in() {
    assert_eq!(told("program = \"CLUB\"\n"), ["members.toml  expected openid or a directory, found neither"]);
    let openid = "[openid]\nissuer = \"https://login.example\"\nclient_id = \"a\"\n";
    let both = format!("program = \"CLUB\"\n{openid}{}", listed("7", "maya@a.example"));
    assert_eq!(told(&both), ["members.toml:5  directory: expected either openid or directory, found both"]);
}

#[test]
fn passwords_go_nowhere_in_the_clear() {
    one(
        "members.toml",
        "issuer = \"https://login",
        "issuer = \"http://login",
        "issuer",
        "openid.issuer: expected an address that begins with https://, since passwords go there; found \"http://login.lindenhof.example\"",
    );
    let asked =
        |issuer: &str| told(&format!("program = \"CLUB\"\n[openid]\nissuer = \"{issuer}\"\nclient_id = \"a\"\n"));
    for issuer in ["http://localhost", "http://localhost:8443/realm", "http://127.0.0.1:8443"] {
        assert_eq!(asked(issuer), Vec::<String>::new(), "{issuer}");
    }
    for issuer in ["http://127.0.0.1.a.example", "http://localhost:x", "https://:443"] {
        let told = asked(issuer).join("\n");
        assert!(told.starts_with("members.toml:3  openid.issuer: expected an address that begins with"), "{told}");
    }
    let plain = format!("program = \"CLUB\"\n{}", listed("7", "maya@a.example").replace(HASH, "lamps from four"));
    assert_eq!(
        told(&plain),
        [
            "members.toml:5  directory[1].password_hash: expected what `portico hash-password` prints, found \"lamps from four\""
        ]
    );
}

// What stands before an @ is no host, whatever it looks like.
#[test]
fn an_address_names_nobody_who_logs_in_there() {
    for address in ["http://127.0.0.1:x@a.example", "https://me@a.example/b", "http://localhost\\\\@a.example"] {
        for (file, field, from) in [
            ("members.toml", "openid.issuer", "https://login.lindenhof.example"),
            ("hotel.toml", "website", "https://lindenhof.example"),
        ] {
            let told: Vec<String> = mistakes(&changed(file, from, address)).iter().map(ToString::to_string).collect();
            assert!(told.len() == 1 && told[0].contains(&format!("{field}: expected a web address")), "{told:?}");
        }
    }
    let origin = changed("hotel.toml", "country =", "return_url_origins = [\"https://me@a.example\"]\ncountry =");
    assert!(mistakes(&origin)[0].expected.starts_with("expected a web address without a path"));
}

#[test]
fn every_member_is_listed_once() {
    let twice = format!("program = \"CLUB\"\n{}{}", listed("7", "maya@a.example"), listed("7", "Maya@a.example"));
    assert_eq!(
        told(&twice),
        [
            "members.toml:9  directory[2].account_number: expected each account number once, found \"7\" again (first on line 3)",
            "members.toml:10  directory[2].email: expected each e-mail address once, found \"maya@a.example\" again (first on line 4)",
        ]
    );
}
