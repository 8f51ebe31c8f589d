//! The `portico` command as somebody types it: settings, import, doctor.

use std::path::Path;
use std::process::Command;

/// A folder that the command runs in, without any setting of this machine.
struct Place(tempfile::TempDir);

/// What the command said, and whether it was content.
struct Said {
    text: String,
    content: bool,
}

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().expect("a folder"))
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.path().join(name), text).expect("a file");
    }

    fn portico(&self, arguments: &[&str]) -> Said {
        self.with(arguments, &[])
    }

    fn with(&self, arguments: &[&str], environment: &[(&str, &str)]) -> Said {
        let mut command = Command::new(env!("CARGO_BIN_EXE_portico"));
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("PORTICO_")) {
            command.env_remove(name);
        }
        command.current_dir(self.0.path()).args(arguments).envs(environment.iter().copied());
        let output = command.output().expect("the command runs");
        let text = [output.stdout, output.stderr].concat();
        Said { text: String::from_utf8_lossy(&text).into_owned(), content: output.status.success() }
    }

    /// Imports a demo hotel, with a text of its `hotel.toml` replaced.
    fn import(&self, from: &str, to: &str, more: &[&str]) -> Said {
        let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo/harbour-house");
        let hotel = self.0.path().join("hotel");
        copy(&demo, &hotel);
        let text = std::fs::read_to_string(demo.join("hotel.toml")).expect("a text");
        assert!(text.contains(from), "{from} is not in the hotel");
        std::fs::write(hotel.join("hotel.toml"), text.replacen(from, to, 1)).expect("a file");
        self.portico(&[&["import", "hotel", "--clock", "2026-12-01T09:00"], more].concat())
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let there = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &there);
        } else {
            std::fs::copy(entry.path(), there).expect("a copy");
        }
    }
}

#[track_caller]
fn says(said: &Said, content: bool, words: &str) {
    assert!(said.content == content && said.text.contains(words), "{words:?} expected: {}", said.text);
}

#[test]
fn a_slip_in_the_settings_is_told() {
    for (file, words) in [
        ("hold_minuts = 5", "hold_minuts is no setting"),
        ("secret = \"x\"\nlisten = \"nonsense\"", "expected an address and a port"),
        ("log = \"yaml\"", "log"),
        ("hold_minutes = 0", "hold_minutes must lie between 1 and 1440"),
        ("public_origin = \"not an origin\"", "is no origin"),
        ("vault_origin = \"not an origin\"", "is no origin"),
        ("marketing_url = \"javascript:alert(1)\"", "marketing_url must be an address"),
    ] {
        let place = Place::new();
        place.write("portico.toml", file);
        says(&place.portico(&["doctor"]), false, words);
    }
    for flags in [["--log", "yaml"], ["--hold-minutes", "0"], ["--listen", "8080"]] {
        says(&Place::new().portico(&["doctor", flags[0], flags[1]]), false, flags[0]);
    }
}

#[test]
fn names_and_keys_of_digits_are_taken() {
    let place = Place::new();
    let key = [("PORTICO_OPERATOR_KEY", "1234567890123456")];
    let said = place.with(&["doctor", "--listen", "localhost:18080"], &key);
    says(&said, true, "pages on 127.0.0.1:18080");
    says(&said, true, "ok     PORTICO_OPERATOR_KEY: is there");
    says(
        &place.with(&["doctor"], &[("PORTICO_OPERATOR_KEY", "12345678")]),
        false,
        "PORTICO_OPERATOR_KEY: can be guessed",
    );
}

#[test]
fn doctor_finds_what_would_keep_guests_away() {
    let place = Place::new();
    says(&place.portico(&["doctor", "--database", "sqlite:/proc/nope/x.db"]), false, "cannot be made");
    says(&place.portico(&["doctor", "--vault-origin", "http://127.0.0.1:8080"]), false, "page and card frame are both");
    place.write("portico.toml", "database = \"sqlite:hotels/here.db\"");
    says(&place.import("HARB", "HARB", &[]), true, "Imported");
    assert!(place.0.path().join("hotels/here.db").exists(), "the settings file says where");
    says(&place.portico(&["doctor", "--clock", "2026-12-01T09:00"]), true, "HARB can be sold until");
    says(&place.portico(&["doctor", "--clock", "2029-12-01T09:00"]), false, "its nights ran out");
}

#[test]
fn a_hotel_does_not_take_the_place_of_another_by_a_slip() {
    let place = Place::new();
    says(&place.import("HARB", "HARB", &[]), true, "Imported");
    says(&place.import("\"HARB\"", "\"OTHER\"", &[]), false, "hotel.toml  code: expected HARB");
    says(&place.import("property_id = 1", "property_id = 9", &["--replace"]), false, "found that of property 1");
    says(&place.import("\"HARB\"", "\"OTHER\"", &["--replace"]), true, "Imported");
}
