//! The `portico` command as somebody types it: settings, import, doctor.

use std::collections::{BTreeSet, HashMap};
use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use store::mails::Mail;
use store::payments::{self, Payment};
use store::refunds::{self, Refund, State};
use store::{mails, nights, postal_codes};
use test_postgres::TestPostgres;

/// Any port that is free.
const FREE: &str = "127.0.0.1:0";

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
        said(self.command(arguments).envs(environment.iter().copied()))
    }

    fn command(&self, arguments: &[&str]) -> Command {
        self.through(&[], arguments)
    }

    /// Started by another program, with its arguments.
    fn through(&self, starter: &[&str], arguments: &[&str]) -> Command {
        let words = [starter, &[env!("CARGO_BIN_EXE_portico")], arguments].concat();
        let mut command = Command::new(words[0]);
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("PORTICO_")) {
            command.env_remove(name);
        }
        command.current_dir(self.0.path()).args(&words[1..]);
        command
    }

    fn set_mode(&self, name: &str, mode: u32) {
        let mode = std::os::unix::fs::PermissionsExt::from_mode(mode);
        std::fs::set_permissions(self.0.path().join(name), mode).expect("a mode");
    }

    fn names(&self, folder: &str) -> BTreeSet<OsString> {
        let entries = std::fs::read_dir(self.0.path().join(folder)).expect("a folder");
        entries.map(|entry| entry.expect("an entry").file_name()).collect()
    }

    /// Serves until it listens, so that everything is there that the first start makes; then it is asked to stop.
    fn serve_once(&self) {
        self.serve_while(&[], |_| ());
    }

    /// The same with these variables, and with something to do while it listens at the address.
    fn serve_while(&self, environment: &[(&str, &str)], during: impl FnOnce(&str)) {
        let mut command = self.command(&["serve", "--listen", FREE, "--vault-listen", FREE]);
        command.envs(environment.iter().copied()).stdout(Stdio::piped());
        let mut server = Running(command.spawn().expect("the command runs"));
        let mut first = String::new();
        let mut output = BufReader::new(server.0.stdout.take().expect("its output"));
        output.read_line(&mut first).expect("a line");
        if let Some(address) = first.split_whitespace().find(|word| word.starts_with("http://")) {
            during(address);
        }
        server.interrupt();
        assert!(server.0.wait().expect("it ends").success(), "it ends well at the first signal");
        assert!(first.contains("serves on"), "{first}");
    }

    /// Plays `BOOKINGS` through the server; what came of each stands in `results.csv`.
    fn replay(&self, server: &str) {
        self.write("bookings.csv", BOOKINGS);
        let replay = ["replay", "bookings.csv", "--server", server, "--stock", "A=1,B=1", "--out", "results.csv"];
        says(&self.portico(&replay), true, "");
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

fn said(command: &mut Command) -> Said {
    let output = command.output().expect("the command runs");
    let text = [output.stdout, output.stderr].concat();
    Said { text: String::from_utf8_lossy(&text).into_owned(), content: output.status.success() }
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

/// A process that ends with its test, also with one that fails meanwhile.
struct Running(Child);

impl Running {
    /// Ctrl-C.
    fn interrupt(&self) {
        let told = Command::new("sh").args(["-c", "kill -INT \"$0\"", &self.0.id().to_string()]).status();
        assert!(told.expect("a shell").success());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[track_caller]
fn says(said: &Said, content: bool, words: &str) {
    assert!(said.content == content && said.text.contains(words), "{words:?} expected: {}", said.text);
}

#[test]
fn a_slip_in_the_settings_is_told() {
    for (file, words) in [
        ("hold_minuts = 5", "hold_minuts is no setting (did you mean hold_minutes?)"),
        ("secret = \"x\"\nlisten = \"nonsense\"", "expected an address and a port"),
        ("log = \"yaml\"", "log"),
        ("hold_minutes = -5", "hold_minutes in portico.toml: expected a whole number from 0 to 65535, found -5"),
        ("gateway = \"paypal\"", "gateway in portico.toml: expected sandbox or stripe, found \"paypal\""),
        ("hold_minutes = 0", "hold_minutes must lie between 1 and 1440"),
        ("database_connections = 1", "database_connections must lie between 2 and 1000"),
        ("public_origin = \"not an origin\"", "is no origin"),
        ("vault_origin = \"not an origin\"", "is no origin"),
        ("vault_url = \"ftp://127.0.0.1\"", "vault_url must be an address"),
        ("vault_url = \"cards.internal:8081\"", "vault_url must be an address"),
        ("vault_url = \"https://cards.example/frames\"", "needs vault_origin beside it"),
        ("marketing_url = \"javascript:alert(1)\"", "marketing_url must be an address"),
        ("conversion_pixel_url = \"http://pixel.example\"", "conversion_pixel_url must be an address"),
        (
            "conversion_pixel_url = \"https://pixel.exämple/p\"",
            "conversion_pixel_url must have pixel.xn--exmple-cua as",
        ),
        (
            "map_tiles_url = \"https://Exämple.com/{z}/{x}/{y}.png\"",
            "map_tiles_url must have xn--exmple-cua.com as its",
        ),
        ("public_origin = \"https://exämple.com\"", "public_origin must have xn--exmple-cua.com as its host"),
        ("vault_url = \"https://exämple.com\"", "vault_url must have xn--exmple-cua.com as its host"),
        ("vault_origin = \"https://exämple.com\"", "vault_origin must have xn--exmple-cua.com as its host"),
        ("client_address_header = \"x forwarded for\"", "client_address_header must be the name of a header"),
        ("map_tiles_url = \"https://{s}.tile.example/{z}/{x}/{y}.png\"", "map_tiles_url must name one host (no {s})"),
    ] {
        let place = Place::new();
        place.write("portico.toml", file);
        for command in ["doctor", "serve"] {
            says(&place.portico(&[command]), false, words);
        }
    }
    for flags in [["--log", "yaml"], ["--hold-minutes", "0"], ["--listen", "8080"]] {
        says(&Place::new().portico(&["doctor", flags[0], flags[1]]), false, flags[0]);
    }
}

// Whose database a folder above names is somebody else's.
#[test]
fn settings_of_a_folder_above_are_not_read() {
    let place = Place::new();
    place.write("portico.toml", "listen = \"127.0.0.1:18099\"");
    std::fs::create_dir(place.0.path().join("below")).expect("a folder");
    let below = |more: &[&str]| {
        said(place.command(&[&["doctor"][..], more].concat()).current_dir(place.0.path().join("below")))
    };
    says(&below(&[]), true, "pages on 127.0.0.1:8080");
    says(&below(&["--config", "../portico.toml"]), true, "pages on 127.0.0.1:18099");
    says(&below(&["--config", "portico.toml"]), false, "the settings file portico.toml does not exist");
}

#[test]
fn a_slip_in_the_environment_is_told_and_the_near_name_with_it() {
    for (slip, meant) in [
        ("PORTICO_DATABSE", "PORTICO_DATABASE"),
        ("PORTICO_LISTN", "PORTICO_LISTEN"),
        ("PORTICO_VALUT_KEY", "PORTICO_VAULT_KEY"),
        ("PORTICO_LOGLEVEL", "PORTICO_LOG_LEVEL"),
    ] {
        for command in ["doctor", "serve"] {
            let said = Place::new().with(&[command], &[(slip, "x")]);
            says(&said, false, &format!("{slip} is no setting (did you mean {meant}?)"));
        }
    }
    // What Kubernetes sets for a service of our name, what only the vault's own program reads, and an image's tag.
    for other in [
        "PORTICO_PORT",
        "PORTICO_SERVICE_HOST",
        "PORTICO_SERVICE_PORT_HTTP",
        "PORTICO_VAULT_PAGE_ORIGINS",
        "PORTICO_TAG",
    ] {
        says(&Place::new().with(&["doctor"], &[(other, "x")]), true, "All is well.");
    }
}

#[test]
fn names_and_keys_of_digits_are_taken() {
    let place = Place::new();
    let key = [("PORTICO_OPERATOR_KEY", "1234567890123456")];
    // A name of this machine, and no folder at all.
    let listen = ["doctor", "--listen", "localhost:18080", "--metrics-listen", "localhost:0"];
    let said = place.with(&listen, &[&key[..], &[("PORTICO_MAIL_DIR", "")]].concat());
    says(&said, true, "pages on 127.0.0.1:18080");
    says(&said, true, "ok     mail: none");
    says(&said, true, "ok     PORTICO_OPERATOR_KEY: is there");
    says(
        &place.with(&["doctor"], &[("PORTICO_OPERATOR_KEY", "12345678")]),
        false,
        "PORTICO_OPERATOR_KEY: can be guessed",
    );
}

// A word that is no level is the name of a part of the program: all others would say nothing any more, also of errors.
#[test]
fn a_slip_in_what_is_logged_is_told() {
    for slip in ["verbose", "portico=info,api=info", "warn,api=verbose"] {
        for command in ["doctor", "serve"] {
            let said = Place::new().with(&[command], &[("PORTICO_LOG_LEVEL", slip)]);
            says(&said, false, "PORTICO_LOG_LEVEL must have a level for everything");
            says(&said, false, &format!("found {slip:?}"));
        }
    }
    for level in ["", "off", "INFO", "api=debug,warn", "api=debug, warn", "warn,portico=info,api=info"] {
        says(&Place::new().with(&["doctor"], &[("PORTICO_LOG_LEVEL", level)]), true, "All is well.");
    }
}

/// It would open for whoever shows an empty one.
#[test]
fn an_empty_key_is_none() {
    let place = Place::new();
    place.write("portico.toml", "operator_key = \" \"");
    for empty in [&[("PORTICO_OPERATOR_KEY", "")][..], &[]] {
        says(&place.with(&["doctor"], empty), true, "ok     PORTICO_OPERATOR_KEY: will be made");
    }
}

/// One that is empty everybody has.
#[test]
fn a_key_file_is_there_whole_or_not_at_all() {
    let place = Place::new();
    // As on a full disk: no file may grow.
    let full = ["sh", "-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\""];
    let serve = ["serve", "--listen", FREE, "--vault-listen", FREE];
    says(&said(&mut place.through(&full, &serve)), false, "var/secret.key cannot be written");
    assert_eq!(place.names("var"), BTreeSet::new());
    for key in ["secret.key", "operator.key", "vault-service.key", "vault.key"] {
        let place = Place::new();
        std::fs::create_dir(place.0.path().join("var")).expect("a folder");
        place.write(&format!("var/{key}"), "\n");
        for arguments in [&["doctor"][..], &serve] {
            says(&place.portico(arguments), false, &format!("var/{key} is empty"));
        }
    }
}

#[test]
fn no_server_starts_with_a_key_that_can_be_guessed() {
    for name in ["PORTICO_OPERATOR_KEY", "PORTICO_VAULT_SERVICE_KEY"] {
        let short = [(name, "123456789012345")];
        for arguments in [&["doctor"][..], &["serve", "--listen", FREE, "--vault-listen", FREE]] {
            says(&Place::new().with(arguments, &short), false, &format!("{name}: can be guessed"));
        }
    }
}

#[test]
fn doctor_says_what_stripe_needs() {
    let place = Place::new();
    let asked = ["doctor", "--gateway", "stripe", "--listen", "127.0.0.1:0", "--vault-listen", "127.0.0.1:1"];
    // Told before anything is listened on.
    let taken = TcpListener::bind(FREE).expect("a port");
    let serve = ["serve", "--gateway", "stripe", "--listen", &taken.local_addr().expect("its address").to_string()];
    let key = |key: &'static str| [("PORTICO_STRIPE_SECRET_KEY", key)];
    says(&place.portico(&asked), false, "PORTICO_STRIPE_SECRET_KEY is not set");
    says(&place.with(&asked, &key("pk_live_x")), false, "must begin with sk_ or rk_");
    for (name, value, words) in [
        ("PORTICO_STRIPE_WEBHOOK_SECRET", "sk_test_marked", "PORTICO_STRIPE_WEBHOOK_SECRET must begin with whsec_"),
        ("PORTICO_VAULT_STRIPE_KEY", "whsec_marked", "PORTICO_VAULT_STRIPE_KEY must begin with sk_ or rk_"),
        ("PORTICO_STRIPE_SECRET_KEY", "sk_test_marked\n", "without spaces or line breaks"),
        ("PORTICO_STRIPE_WEBHOOK_SECRET", "whsec_marked\n", "without spaces or line breaks"),
        ("PORTICO_VAULT_STRIPE_KEY", "rk_test_marked\n", "without spaces or line breaks"),
    ] {
        let given = [("PORTICO_STRIPE_SECRET_KEY", "sk_test_x"), (name, value)];
        for arguments in [&asked[..], &serve] {
            let said = place.with(arguments, &given);
            says(&said, false, words);
            assert!(!said.text.contains("marked"), "a key is told to nobody: {}", said.text);
        }
    }
    let said = place.with(&asked, &key("sk_test_marked"));
    for words in ["with a test key", "PORTICO_STRIPE_WEBHOOK_SECRET", "PORTICO_VAULT_STRIPE_KEY"] {
        says(&said, true, words);
    }
    assert!(!said.text.contains("marked"), "a key is told to nobody: {}", said.text);
    for url in ["http://stripe.example", "ftp://127.0.0.1"] {
        let elsewhere = [&asked[..], &["--stripe-url", url]].concat();
        says(&place.with(&elsewhere, &key("sk_test_x")), false, "stripe_url must be an address");
    }
    says(&place.portico(&serve), false, "PORTICO_STRIPE_SECRET_KEY is not set");
    assert!(!place.0.path().join("var").exists(), "nothing was made");
}

#[test]
fn doctor_finds_what_would_keep_guests_away() {
    let place = Place::new();
    place.write("file", "");
    says(&place.portico(&["doctor", "--database", "sqlite:file/x.db"]), false, "cannot be made");
    for origin in ["http://127.0.0.1:8080", "HTTP://127.0.0.1:8080/", "http://localhost:8080"] {
        for command in ["doctor", "serve"] {
            let said = place.portico(&[command, "--vault-origin", origin]);
            says(&said, false, "page and card frame are both");
        }
    }
    place.write("portico.toml", "database = \"sqlite:hotels/here.db\"");
    says(&place.import("HARB", "HARB", &[]), true, "Imported");
    assert!(place.0.path().join("hotels/here.db").exists(), "the settings file says where");
    says(&place.portico(&["doctor", "--clock", "2026-12-01T09:00"]), true, "HARB can be sold until");
    says(&place.portico(&["doctor", "--clock", "2029-12-01T09:00"]), false, "its nights ran out");
    std::fs::create_dir_all(place.0.path().join("var/openid-HARB.secret")).expect("a folder");
    says(&place.portico(&["doctor"]), false, "WRONG  sign-in: HARB: var/openid-HARB.secret cannot be read");
}

// It would go live, and no guest would pay.
#[test]
fn doctor_says_that_the_sandbox_takes_no_money_of_guests_who_pay() {
    let place = Place::new();
    let words =
        "mind   payments: the sandbox bank moves no money (--gateway stripe), and guests are told that they pay at";
    let asked = ["doctor", "--clock", "2026-12-01T09:00"];
    says(&place.import("HARB", "HARB", &[]), true, "Imported");
    says(&place.portico(&asked), true, &format!("{words} HARB"));
    let stripe = [("PORTICO_STRIPE_SECRET_KEY", "sk_live_x")];
    let said = place.with(&[&asked[..], &["--gateway", "stripe"]].concat(), &stripe);
    assert!(said.content && !said.text.contains("sandbox"), "{}", said.text);
    let rates = std::fs::read_to_string(place.0.path().join("hotel/rates.toml")).expect("a text");
    let free = |line: &&str| !line.starts_with("deposits");
    place.write("hotel/rates.toml", &rates.lines().filter(free).map(|line| format!("{line}\n")).collect::<String>());
    let import = ["import", "hotel", "--clock", "2026-12-01T09:00"];
    says(&place.portico(&import), true, "Imported");
    says(&place.portico(&asked), true, words);
    std::fs::remove_file(place.0.path().join("hotel/activities.toml")).expect("its activities");
    says(&place.portico(&import), true, "Imported");
    let said = place.portico(&asked);
    assert!(said.content && !said.text.contains(words), "{}", said.text);
}

#[test]
fn doctor_asks_how_guests_behind_a_proxy_are_told_apart() {
    let words = "mind   addresses: a proxy stands before the pages (https) and no header is named";
    let asked = ["doctor", "--public-origin", "https://stay.example", "--vault-origin", "https://cards.example"];
    says(&Place::new().portico(&asked), true, words);
    for fine in [["--client-address-header", "x-forwarded-for"], ["--requests-per-minute", "0"]] {
        let said = Place::new().portico(&[&asked[..], &fine].concat());
        assert!(said.content && !said.text.contains(words), "{}", said.text);
    }
    assert!(!Place::new().portico(&["doctor"]).text.contains(words));
}

#[test]
fn doctor_sees_what_would_keep_the_server_from_starting() {
    let place = Place::new();
    let taken = ["doctor", "--listen", "127.0.0.1:18080", "--metrics-listen", "127.0.0.1:18080"];
    says(&place.portico(&taken), false, "the metrics need an address of their own");
    let met = ["doctor", "--listen", "0.0.0.0:18082", "--vault-listen", "127.0.0.1:18083"];
    says(&place.portico(&[&met[..], &["--metrics-listen", "127.0.0.1:18082"]].concat()), false, "meets another one of");
    says(&place.portico(&[&met[..], &["--metrics-listen", "127.0.0.1:18084"]].concat()), true, "All is well.");
    // Also while something listens there already, which is another matter.
    let taken = TcpListener::bind(FREE).and_then(|taken| taken.local_addr().map(|at| (taken, at.port())));
    let (_taken, port) = taken.expect("a port");
    let at = |pages: &str, metrics: &str| {
        let [pages, metrics] = [pages, metrics].map(|host| format!("{host}:{port}"));
        place.portico(&["doctor", "--vault-listen", FREE, "--listen", &pages, "--metrics-listen", &metrics])
    };
    says(&at("0.0.0.0", "127.0.0.1"), false, "meets another one of");
    says(&at("[::ffff:127.0.0.1]", "127.0.0.1"), false, "meets another one of");
    says(&at("127.0.0.1", "127.0.0.2"), true, "cannot be listened on now");
    says(&place.portico(&["doctor", "--listen", FREE, "--vault-listen", FREE]), true, "All is well.");
    std::fs::create_dir_all(place.0.path().join("var/secret.key")).expect("a folder");
    says(&place.portico(&["doctor"]), false, "WRONG  PORTICO_SECRET: var/secret.key cannot be read");
    let place = Place::new();
    std::fs::create_dir_all(place.0.path().join("var")).expect("a folder");
    place.write("var/portico.db", "");
    says(&place.portico(&["doctor"]), true, "is empty: the first start makes its tables");
}

#[test]
fn doctor_leaves_a_house_that_sleeps_as_it_was() {
    let place = Place::new();
    says(&place.import("HARB", "HARB", &[]), true, "Imported");
    place.serve_once();
    let var = place.0.path().join("var");
    let before = place.names("var");
    let asked = ["doctor", "--clock", "2026-12-01T09:00"];
    says(&place.portico(&asked), true, "ok     card vault: opens with its key");
    assert_eq!(place.names("var"), before);
    // What was left out of a backup.
    std::fs::remove_file(var.join("vault-service.key")).expect("the key of the servers");
    std::fs::remove_file(var.join("secret.key")).expect("the secret");
    says(&place.portico(&asked), true, "ok     card vault: opens with its key");
    assert!(!place.portico(&asked).text.contains("links in mails"), "nothing was sent yet");
}

// It is no mistake: a room that is not let yet, or no more, may be described.
#[test]
fn a_room_without_a_price_is_named() {
    let place = Place::new();
    let said = place.import("HARB", "HARB", &[]);
    assert!(!said.text.contains("has no price of"), "{}", said.text);
    let rooms = std::fs::read_to_string(place.0.path().join("hotel/rooms.toml")).expect("a text");
    let attic = "\n[[room_types]]\ncode = \"ATTIC\"\nname = \"Attic\"\ndescription = \"Not let yet.\"\n\
        bed_type = \"SINGLE\"\ncategory = \"STANDARD\"\nmax_people = 1\ncount = 1\n";
    place.write("hotel/rooms.toml", &(rooms + attic));
    let words = "mind   rates.toml has no price of ATTIC: nobody can book it";
    for check in [&["import", "hotel", "--check"][..], &["import", "hotel"]] {
        says(&place.portico(check), true, words);
    }
}

#[test]
fn what_nobody_can_use_is_named() {
    let place = Place::new();
    let said = place.import("HARB", "HARB", &[]);
    assert!(!said.text.contains("nobody"), "{}", said.text);
    let text = |file: &str| std::fs::read_to_string(place.0.path().join(file)).expect("a text");
    let config = text("hotel/hotel.toml").replace("enable_loyalty_flow = true", "enable_loyalty_flow = false");
    let config = config.replace("disable_discount_flow = false", "disable_discount_flow = true");
    place.write("hotel/hotel.toml", &config);
    let group = "[[groups]]\ncode = \"CLUB\"\nname = \"Club\"\nrate_plan = \"FLEX\"\nnights = { from = \"12-11\", to = \"12-13\" }\ncut_off_days = 5\n\n\
        [[groups.rooms]]\nroom_type = \"DELUXE_KING\"\ncount = 1\nprice = 280.00\n";
    place.write("hotel/groups.toml", group);
    let company = "[[companies]]\ncode = \"ACME\"\nname = \"Acme\"\npays = false\n";
    let no_company =
        "mind   enable_company_booking is not true in hotel.toml: nobody can book a room with a code of companies.toml";
    place.write("hotel/companies.toml", &format!("{company}percent = 5\nrate_plans = []\n"));
    says(&place.portico(&["import", "hotel", "--check"]), true, no_company);
    place.write("hotel/companies.toml", &format!("{company}rate_plans = [\"HIDDEN\"]\n"));
    let hidden = "\n[[rate_plans]]\ncode = \"HIDDEN\"\nname = \"Hidden\"\ncode_only = true\nderived_from = \"FLEX\"\n\
        change = { percent = -5 }\ncancellation_policy = \"CANCEL\"\nguarantee_types = [\"CC\"]\n";
    let rates = text("hotel/rates.toml");
    let policy = rates.lines().find(|line| line.starts_with("cancellation_policy")).expect("a policy");
    let hidden = hidden.replace("cancellation_policy = \"CANCEL\"", policy);
    place.write("hotel/rates.toml", &(rates.clone() + &hidden));
    let said = place.portico(&["import", "hotel", "--check"]);
    for words in [
        "mind   disable_discount_flow = true in hotel.toml: nobody can give a code of discounts.toml",
        "mind   enable_group_member_reservation_booking is not true in hotel.toml: rooms of groups.toml are kept",
        no_company,
        "mind   enable_loyalty_flow is not true in hotel.toml: nobody has points for",
        "mind   code_only = true in rates.toml, and no company or group that guests can book with names it: nobody can book HIDDEN",
    ] {
        says(&said, true, words);
    }
}

#[test]
fn what_is_open_to_companies_or_for_several_rooms_alone_is_named() {
    let place = Place::new();
    let said = place.import("HARB", "HARB", &[]);
    assert!(!said.text.contains("mind"), "{}", said.text);
    let text = |file: &str| std::fs::read_to_string(place.0.path().join(file)).expect("a text");
    let config =
        text("hotel/hotel.toml").replace("enable_multi_room_booking = true", "enable_multi_room_booking = false");
    place.write("hotel/hotel.toml", &config.replace("enable_loyalty_flow = true", "enable_loyalty_flow = false"));
    let discounts = text("hotel/discounts.toml");
    let family = "\n[[discounts]]\ncode = \"FAMILY\"\nname = \"Two rooms\"\npercent = 10\nmin_rooms = 2\n\
        restriction = \"For two rooms.\"\n";
    place.write("hotel/discounts.toml", &(discounts + family));
    let events = text("hotel/events.toml").replace("enable_card_capture = true", "enable_card_capture = false");
    place.write("hotel/events.toml", &events);
    let rates = text("hotel/rates.toml");
    let is_points = |line: &&str| !line.starts_with("points_");
    place.write(
        "hotel/rates.toml",
        &rates.lines().filter(is_points).map(|line| format!("{line}\n")).collect::<String>(),
    );
    let said = place.portico(&["import", "hotel", "--check"]);
    for words in [
        "mind   enable_multi_room_booking is not true in hotel.toml: nobody books the min_rooms of FAMILY in discounts.toml",
        "mind   enable_card_capture is not true in events.toml: nobody but a company with pays = true",
        "mind   enable_loyalty_flow is not true in hotel.toml: nobody signs in as members.toml says",
    ] {
        says(&said, true, words);
    }
}

// A hotel would hear of both from its guests.
#[test]
fn words_of_another_language_and_plans_without_a_guarantee_are_named() {
    let place = Place::new();
    let languages = |one: &str| format!("languages = [{one}]");
    let from = "languages = [{ code = \"en_US\", name = \"English\" }]";
    for (one, words) in [
        ("{ code = \"it_IT\", name = \"Italiano\" }", "are not there in it_IT, and those of en_US stand for them"),
        ("{ code = \"es_DO\", name = \"Español\" }", "are not there in es_DO, and those of ar_AE stand for them"),
        (
            "{ code = \"it_IT\", name = \"Italiano\", label_set = \"sr_RS\" }",
            "are not there in sr_RS, and those of en_US stand for them",
        ),
    ] {
        let said = place.import(from, &languages(one), &["--check"]);
        says(&said, true, &format!("mind   hotel.toml: the pages' own words {words}"));
    }
    for fine in
        ["{ code = \"de_LI\", name = \"Deutsch\" }", "{ code = \"it_IT\", name = \"Italiano\", label_set = \"fr_CH\" }"]
    {
        assert!(!place.import(from, &languages(fine), &["--check"]).text.contains("mind"), "{fine}");
    }
    let rates = std::fs::read_to_string(place.0.path().join("hotel/rates.toml")).expect("a text");
    let by_link = |deposits: &str| {
        rates.replace("[\"CC\", \"PAY_NOW\"]", "[\"PAY_NOW\"]").replace("deposits = [{ percent = 100 }]", deposits)
    };
    let words = "is booked without any guarantee";
    for (deposits, open) in [
        ("deposits = [{ percent = 100 }]", false),
        ("", true),
        ("deposits = [{ days_before = 7, percent = 100 }]", true),
    ] {
        place.write("hotel/rates.toml", &by_link(deposits));
        let said = place.portico(&["import", "hotel", "--check"]);
        assert!(said.content && said.text.contains(words) == open, "{deposits}: {}", said.text);
    }
}

// They are no mistake, but a hotel may believe that its taxes are loaded.
#[test]
fn a_table_that_nothing_reads_is_named() {
    let place = Place::new();
    let said = place.import("HARB", "HARB", &[]);
    assert!(!said.text.contains("nothing reads"), "{}", said.text);
    place.write("hotel/README.md", "ours");
    place.write("hotel/prices.xlsx", "");
    place.write("hotel/rate.csv", "FLEX;120,50");
    let words = "mind   nothing reads prices.xlsx, rate.csv (did you mean rates.toml?)";
    for check in [&["import", "hotel", "--check"][..], &["import", "hotel"]] {
        says(&place.portico(check), true, words);
    }
}

// Rooms that are sold and taken away are told where they are taken, and for as long as they are missing.
#[tokio::test]
async fn rooms_that_are_sold_and_taken_away_are_named() {
    let place = Place::new();
    says(&place.import("HARB", "HARB", &[]), true, "Imported");
    let db = store::Db::open(&format!("sqlite:{}", place.0.path().join("var/portico.db").display())).await;
    let suites = nights::Span {
        room_type_id: "FAMILY_SUITE".to_owned(),
        group: None,
        arrival: jiff::civil::date(2026, 12, 12),
        departure: jiff::civil::date(2026, 12, 14),
        rooms: 5,
    };
    db.expect("a database")
        .write::<(), nights::NightError, _>(store::Durability::OnDisk, move |conn: &mut store::Conn| {
            let suites = suites.clone();
            Box::pin(async move {
                let now = "2026-12-01T09:00:00Z".parse().expect("an instant");
                nights::change(conn, nights::Step::Take, 1, &suites, now).await?;
                nights::change(conn, nights::Step::Sell, 1, &suites, now).await.map(drop)
            })
        })
        .await
        .expect("five suites are sold");
    let rooms = std::fs::read_to_string(place.0.path().join("hotel/rooms.toml")).expect("a text");
    let fewer =
        rooms.replacen(r#"units = ["401", "402", "403", "404", "405"]"#, r#"units = ["401", "402", "404", "405"]"#, 1);
    place.write("hotel/rooms.toml", &fewer);
    let words = "mind   more is sold or held than there are rooms: FAMILY_SUITE from 2026-12-12 to 2026-12-13 \
        (1 too many) (rooms were taken away by an import?)";
    says(&place.portico(&["import", "hotel", "--clock", "2026-12-01T09:00"]), true, words);
    let words = words.replacen("mind   ", "mind   hotel: HARB: ", 1);
    says(&place.portico(&["doctor", "--clock", "2026-12-01T09:00"]), true, &words);
    assert!(!place.portico(&["doctor", "--clock", "2026-12-20T09:00"]).text.contains("too many"), "it is over");
    let words = "mind   PORTICO_SECRET: HARB has bookings, but there is no var/secret.key: links in mails";
    says(&place.portico(&["doctor", "--clock", "2026-12-01T09:00"]), true, words);
}

/// Calls of a guest.
struct Guest {
    http: reqwest::Client,
    server: String,
}

impl Guest {
    async fn call(&self, call: reqwest::RequestBuilder) -> Value {
        let answer = call.send().await.expect("an answer");
        let (status, body) = (answer.status(), answer.text().await.expect("a text"));
        assert!(status.is_success(), "{status} {body}");
        serde_json::from_str(&body).expect("JSON")
    }

    async fn post(&self, path: &str, secret: &str, body: &Value) -> Value {
        let call = self.http.post(format!("{}/v4/properties/1/{path}", self.server)).bearer_auth(secret);
        self.call(if body.is_null() { call } else { call.json(body) }).await
    }

    /// Books rooms (type, rate, nights of December, ages of children) by a guarantee type; answers them and the secret of
    /// their booking.
    async fn book(
        &self,
        last_name: &str,
        guarantee: &str,
        rooms: &[(&str, &str, [u8; 2], &[&str])],
    ) -> (Vec<Value>, String) {
        let begin = format!("booking-engine/new-batch-booking?count={}", rooms.len());
        let batch = self.post(&begin, "", &Value::Null).await;
        let (id, secret) = (batch["batch_id"].as_str().expect("an id"), batch["token"].as_str().expect("a secret"));
        for (session, (room, rate, [from, to], ages)) in batch["sessions"].as_array().expect("some").iter().zip(rooms) {
            let path = format!("booking-engine/new-booking/{}/set-rate", session.as_str().expect("an id"));
            let rate = json!({"check_in_date": format!("2026-12-{from:02}"), "check_out_date": format!("2026-12-{to:02}"),
                "rate_code_id": rate, "room_type_id": room, "number_of_adults": 1, "number_of_children": ages.len(),
                "children_ages": ages, "number_of_rooms": 1});
            self.post(&path, secret, &rate).await;
        }
        let guest = json!({"guest_data": {"first_name": "Ada", "last_name": last_name,
            "email": "=ada@guest.example", "phone": "+353850001234", "street": "14 Quay Street", "city": "Galway",  "country": "IE"}});
        self.post(&format!("booking-engine/new-batch-booking/{id}/add-guest"), secret, &guest).await;
        let mut details = Value::Null;
        if guarantee == "CC" {
            let typed = typed_card(&self.http, &self.server).await;
            let card = self.post(&format!("payments/hpc/token?batch_id={id}"), secret, &typed).await;
            details = paid_with(&card);
        }
        let session = |session: &Value| {
            json!({"session_id": session, "defined_guarantee_type_id": guarantee, "remarks": REMARKS,
                "guarantee_details": details})
        };
        let sessions: Vec<Value> = batch["sessions"].as_array().expect("some").iter().map(session).collect();
        let commit = format!("booking-engine/new-batch-booking/{id}/commit");
        let booked = self.post(&commit, secret, &json!({"sessions": sessions})).await;
        (booked.as_array().expect("rooms").clone(), secret.to_owned())
    }

    /// Goes from what was begun at a path through its steps; answers the last one.
    async fn go(&self, path: &str, begun: &Value, steps: &[(&str, Value)]) -> Value {
        let text = |name: &str| begun[name].as_str().expect("a text");
        let mut told = Value::Null;
        for (step, body) in steps {
            let id = begun["id"].as_str().unwrap_or_else(|| text("event_id"));
            told = self.post(&format!("{path}/{id}/{step}/{}", text("session_id")), text("token"), body).await;
        }
        told
    }

    /// Books an activity with a card, and an event for a company.
    async fn book_beside(&self) {
        let contact = json!({"first_name": "Maya", "last_name": "Lindqvist", "email": "maya@guest.example",
            "phone": "+353850001234", "street": "14 Quay Street", "city": "Galway", "country": "IE",
            "event_name": "Launch", "po_number": ""});
        let path = "web/new-activity-booking";
        let seals = json!({"activity_instance_id": "SEALS.2026-12-12.1000"});
        let begun = self.post(&format!("{path}/?adults=2&children=1"), "", &seals).await;
        let typed = typed_card(&self.http, &self.server).await;
        let id = begun["id"].as_str().expect("an id");
        let secret = begun["token"].as_str().expect("a secret");
        let card = self.post(&format!("payments/hpc/token?activity_map_id={id}"), secret, &typed).await;
        let guests = json!({"adults": 2, "children": 1, "contact_info": contact});
        let source = json!({"payment_source": paid_with(&card), "expected_total": begun["price"]["grand_total"]});
        let steps = [("basic-info", guests), ("payment-method", source), ("confirm", Value::Null)];
        self.go(path, &begun, &steps).await;

        let path = "web/new-event";
        let begun = self.post(path, "", &json!({"event_type_id": "MEETING"})).await;
        let space = json!({"canRemove": true, "sub_events": [{"start_date": "2026-12-12T13:00:00Z",
            "end_date": "2026-12-12T16:00:00Z", "space_id": "CHART_ROOM", "details": {"addons": [], "name": "Launch",
                "selected_space_price_plan_id": "HOUR", "space_arrangement_id": "BOARDROOM", "number_of_persons": 8,
                "instructions": "No lilies", "remarks": null}}]});
        let company = json!({"guarantee_type": "LDB", "company_id": "NORTHLIGHT"});
        let steps = [
            ("sub-events-setup", space),
            ("contact-information", contact),
            ("guarantee-info", company),
            ("confirm", Value::Null),
        ];
        self.go(path, &begun, &steps).await;
    }

    /// Cancels a room; answers what that came to.
    async fn cancel(&self, number: &str, last_name: &str) -> Value {
        let at = |call: &str| format!("{}/enterprise/v4/web/{call}", self.server);
        let find = self.http.get(at("manage-booking")).query(&[("conf_num", number), ("last_name", last_name)]);
        let found = self.call(find).await;
        let token = found["request_token"].as_str().expect("a token");
        self.call(self.http.put(at("cancel-booking")).query(&[("request_id", token)])).await
    }
}

/// A card as the token call answered it.
fn paid_with(card: &Value) -> Value {
    let month = format!("{}/{}", card["card_expire_month"], card["card_expire_year"]).replace('"', "");
    json!({"payment_type_id": "CC", "custom_field_1": card["masked_card_number"], "custom_field_2": card["card_brand"],
        "custom_field_3": card["card_holder"], "custom_field_4": month, "custom_field_5": card["token"],
        "custom_field_10": card["card_unique_code"]})
}

const REMARKS: &str = "=A \"quiet\" room, please;\n=and a cot";

/// The lines, each by the names of its columns.
fn read_csv(said: &Said) -> Vec<HashMap<String, String>> {
    assert!(said.content, "{}", said.text);
    csv::Reader::from_reader(said.text.as_bytes()).deserialize().collect::<Result<_, _>>().expect(&said.text)
}

#[test]
fn a_house_reads_its_bookings() {
    let server = TestPostgres::start(false).expect("a PostgreSQL server of the test's own");
    for database in ["sqlite:var/portico.db".to_owned(), server.database("house").expect("a database")] {
        let place = Place::new();
        let at = ["--database", database.as_str(), "--clock", "2026-12-01T09:00"];
        let read = |more: &[&str]| place.portico(&[&["bookings", "--property", "HARB"], &at[..], more].concat());
        says(&place.import("HARB", "HARB", &at[..2]), true, "Imported");
        assert_eq!(read_csv(&read(&[])), [], "nothing is booked, and that is no mistake");
        assert!(read(&[]).text.starts_with("kind,confirmation_no,booking,status,"));

        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        let serve = |clock: &str, work: &dyn Fn(Guest)| {
            place.serve_while(&[("PORTICO_CLOCK", clock), ("PORTICO_DATABASE", &database)], |server| {
                work(Guest { http: reqwest::Client::new(), server: server.to_owned() });
            });
        };
        let booked = std::cell::RefCell::new(Vec::new());
        serve("2026-12-01T09:00", &|guest| {
            let rooms: [(_, _, _, &[&str]); 2] =
                [("FAMILY_SUITE", "FLEX", [2, 4], &["7", "9"]), ("CLASSIC_QUEEN", "FLEX", [2, 3], &[])];
            let two = runtime.block_on(guest.book("O'Hara", "HOLD_18", &rooms));
            let paid = runtime.block_on(guest.book("Byrne", "CC", &[("CLASSIC_QUEEN", "ADVANCE", [20, 22], &[])]));
            booked.borrow_mut().extend([two, paid]);
            runtime.block_on(guest.book_beside());
            // While the server runs.
            assert_eq!(read_csv(&read(&[])).len(), 5);
        });
        let booked = booked.into_inner();
        let number =
            |booking: usize, room: usize| booked[booking].0[room]["confirmation_no"].as_str().expect("a number");
        let penalty = std::cell::Cell::new(0.0);
        serve("2026-12-01T10:00", &|guest| {
            let came_to = runtime.block_on(guest.cancel(number(0, 1), "O'Hara"));
            penalty.set(came_to["penalty"]["amount"].as_f64().expect("an amount"));
        });

        let said = read(&[]);
        let lines = read_csv(&said);
        let of = |number: &str| lines.iter().find(|line| line["confirmation_no"] == number).expect("a line");
        let (suite, queen, paid) = (of(number(0, 0)), of(number(0, 1)), of(number(1, 0)));
        assert_eq!(lines.len(), 5);
        assert_eq!(lines[2], *paid, "the last room that arrives");
        assert!(suite["booking"] == queen["booking"] && suite["booking"] != paid["booking"]);
        assert_eq!((&*suite["status"], &*queen["status"]), ("HOLD", "CANCELLED"));
        for (column, expected) in [
            ("kind", "STAY"),
            ("arrival", "2026-12-02"),
            ("departure", "2026-12-04"),
            ("nights", "2"),
            ("room_type", "FAMILY_SUITE"),
            ("rate_plan", "FLEX"),
            ("adults", "1"),
            ("children", "2"),
            ("children_ages", "7;9"),
            ("first_name", "Ada"),
            ("last_name", "O'Hara"),
            ("email", "'=ada@guest.example"),
            ("phone", "+353850001234"),
            ("country", "IE"),
            ("remarks", "'=A \"quiet\" room, please;\n'=and a cot"),
            ("guarantee", "HOLD_18"),
            ("currency", "USD"),
            ("paid", "0.00"),
            ("due_by_link", "0.00"),
            ("due_later", "0.00"),
            ("penalty", ""),
            ("payer", "GUEST"),
        ] {
            assert_eq!(suite[column], expected, "{column}");
        }
        assert!(suite["booked_at"].starts_with("2026-12-01T04:00") && suite["booked_at"].ends_with("-05:00"));
        assert_eq!(suite["booked_at"], suite["changed_at"]);
        let told = |booking: usize, room: usize, what: &str| {
            format!("{:.2}", booked[booking].0[room][what].as_f64().expect("an amount"))
        };
        assert_eq!(suite["total"], told(0, 0, "total_amount"));
        assert_eq!(suite["due_at_hotel"], suite["total"]);
        assert_eq!((&queen["total"], &*queen["due_at_hotel"]), (&told(0, 1, "total_amount"), ""));
        assert!(penalty.get() > 0.0);
        assert_eq!(queen["penalty"], format!("{:.2}", penalty.get()));
        assert_eq!((&paid["paid"], &*paid["due_at_hotel"]), (&told(1, 0, "total_amount"), "0.00"));

        for (line, expected) in [
            (
                &lines[3],
                &[
                    ("kind", "ACTIVITY"),
                    ("status", "COMMITTED"),
                    ("what", "SEALS"),
                    ("arrival", "2026-12-12"),
                    ("starts_at", "2026-12-12T10:00:00-05:00"),
                    ("ends_at", "2026-12-12T11:30:00-05:00"),
                    ("adults", "2"),
                    ("children", "1"),
                    ("last_name", "Lindqvist"),
                    ("due_at_hotel", "0.00"),
                ][..],
            ),
            (
                &lines[4],
                &[
                    ("kind", "EVENT"),
                    ("status", "COMMITTED"),
                    ("what", "MEETING"),
                    ("starts_at", "2026-12-12T08:00:00-05:00"),
                    ("unit", "CHART_ROOM 2026-12-12T08:00:00-05:00 2026-12-12T11:00:00-05:00 8 persons BOARDROOM"),
                    ("remarks", "No lilies"),
                    ("paid", "0.00"),
                    ("code", "NORTHLIGHT"),
                    ("payer", "COMPANY"),
                ],
            ),
        ] {
            for (column, expected) in expected {
                assert_eq!(line[*column], *expected, "{column}");
            }
        }
        assert_eq!((&lines[3]["paid"], &lines[4]["due_at_hotel"]), (&lines[3]["total"], &lines[4]["total"]));

        // Of a card, or of what opens a booking, nothing.
        let detail = runtime.block_on(async {
            let db = store::Db::open(&database.replace("var/", &format!("{}/var/", place.0.path().display()))).await;
            let found = store::reservations::find::<Value>(&db.expect("a database"), 1, number(1, 0)).await;
            found.expect("a read").expect("the reservation").detail
        });
        let card = &detail["guarantee"]["card"];
        for secret in [&card["token"], &card["unique_code"], &card["masked_number"], &card["holder"]] {
            assert!(!said.text.contains(secret.as_str().expect("a text")), "{secret}");
        }
        let letters =
            booked.iter().flat_map(|(rooms, _)| rooms).map(|room| room["letter_url"].as_str().expect("a link"));
        let keys = letters.map(|link| link.rsplit(['=', '/']).next().expect("a key"));
        for secret in keys.chain(booked.iter().map(|(_, secret)| &**secret)) {
            assert!(secret.len() > 15 && !said.text.contains(secret), "{secret}");
        }

        let numbers = |more: &[&str]| {
            let lines = read_csv(&read(more)).into_iter();
            lines.map(|line| line["confirmation_no"].clone()).collect::<BTreeSet<_>>()
        };
        let all = lines.iter().map(|line| line["confirmation_no"].clone()).collect::<BTreeSet<_>>();
        for since in ["2026-12-01T04:30", "2026-12-01T09:30Z", "2026-12-01T10:30+01:00"] {
            assert_eq!(numbers(&["--changed-since", since]), [number(0, 1).to_owned()].into(), "{since}");
        }
        assert_eq!(numbers(&["--changed-since", "2026-12-01"]), all);
        assert_eq!(numbers(&["--changed-since", "2026-12-01T06:00"]), BTreeSet::new());
        assert_eq!(numbers(&["--arriving", "2026-12-13..2026-12-20"]), [number(1, 0).to_owned()].into());
        assert_eq!(numbers(&["--arriving", "2026-12-12"]).len(), 2);
        assert_eq!(numbers(&["--arriving", "2026-12-02"]).len(), 2);
        assert_eq!(numbers(&["--arriving", "2026-12-02.."]), all);
    }
}

#[test]
fn what_no_link_asks_for_any_more_is_left_to_the_house() {
    let place = Place::new();
    says(&place.import("HARB", "HARB", &[]), true, "Imported");
    let read = || {
        let line =
            read_csv(&place.portico(&["bookings", "--property", "HARB", "--clock", "2026-12-01T09:00"])).remove(0);
        ["paid", "due_by_link", "due_at_hotel", "total"].map(|column| line[column].clone())
    };
    let key = "1234567890123456";
    place.serve_while(&[("PORTICO_CLOCK", "2026-12-01T09:00"), ("PORTICO_OPERATOR_KEY", key)], |server| {
        let guest = Guest { http: reqwest::Client::new(), server: server.to_owned() };
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        let rooms: [(_, _, _, &[&str]); 1] = [("CLASSIC_QUEEN", "ADVANCE", [6, 8], &[])];
        let (booked, _) = runtime.block_on(guest.book("Doyle", "PAY_NOW", &rooms));
        let [paid, by_link, at_hotel, total] = read();
        assert_eq!([&*paid, &*by_link, &*at_hotel], ["0.00", &*total, "0.00"]);
        let number = booked[0]["confirmation_no"].as_str().expect("a number");
        let call = guest.http.put(format!("{server}/operator/v1/reservations/{number}/status")).bearer_auth(key);
        runtime.block_on(guest.call(call.json(&json!({"status": "CHECKED_IN"}))));
        assert_eq!(read(), ["0.00", "0.00", &*total, &*total]);
    });
}

#[test]
fn what_keeps_a_house_from_its_bookings_is_told() {
    let place = Place::new();
    let of = |property: &str, more: &[&str]| place.portico(&[&["bookings", "--property", property], more].concat());
    says(&of("HARB", &[]), false, "there is no var/portico.db: name the database of the server");
    assert!(!place.0.path().join("var").exists(), "none is made");
    says(&place.import("HARB", "HARB", &[]), true, "Imported");
    let before = place.names("var");
    says(&of("HARX", &[]), false, "--property HARX: the database sqlite:var/portico.db has no such hotel; it has HARB");
    for (more, words) in [
        (["--arriving", "2026-02-30"], "'2026-02-30' for '--arriving <FROM[..TO]>': expected a day such as 2026-12-24"),
        (["--arriving", "2026-12-24..2026-12-20"], "2026-12-20 is before 2026-12-24"),
        (["--changed-since", "yesterday"], "'yesterday' for '--changed-since <MOMENT>': expected a moment such as"),
    ] {
        says(&of("HARB", &more), false, words);
    }
    says(&of("HARB", &["--arriving", "2026-12-24", "--changed-since", "2026-12-24"]), false, "cannot be used with");
    assert_eq!(place.names("var"), before);
}

// A backup that somebody else put back: every hold would be refused by a server that says that it is ready.
#[test]
fn files_that_cannot_be_written_to_are_named() {
    let place = Place::new();
    says(&place.import("HARB", "HARB", &[]), true, "Imported");
    place.serve_once();
    let plainly: &[&str] = match may_write_everything(&place) {
        true => &["setpriv", "--bounding-set", "-dac_override"],
        false => &[],
    };
    let serve = ["serve", "--listen", FREE, "--vault-listen", FREE];
    for file in ["var/portico.db", "var/vault.db"] {
        place.set_mode(file, 0o444);
        let words = format!("{file} cannot be written to: Permission denied");
        for arguments in [&["doctor", "--clock", "2026-12-01T09:00"][..], &serve] {
            says(&said(&mut place.through(plainly, arguments)), false, &words);
        }
        place.set_mode(file, 0o644);
    }
    place.set_mode("var", 0o555);
    for arguments in [&["doctor"][..], &serve] {
        says(&said(&mut place.through(plainly, arguments)), false, "var cannot be written to: Permission denied");
    }
    std::fs::create_dir(place.0.path().join("new")).expect("a folder");
    place.set_mode("new", 0o555);
    let elsewhere = said(&mut place.through(plainly, &["doctor", "--data-dir", "new/var"]));
    for file in ["secret.key", "operator.key", "vault-service.key", "vault.key", "portico.db", "vault.db"] {
        says(&elsewhere, false, &format!("new/var/{file} is not there and cannot be made"));
    }
    place.set_mode("var", 0o755);
}

/// As root may.
fn may_write_everything(place: &Place) -> bool {
    place.write("read-only", "");
    place.set_mode("read-only", 0o444);
    std::fs::OpenOptions::new().write(true).open(place.0.path().join("read-only")).is_ok()
}

#[test]
fn a_link_that_leads_nowhere_is_no_folder_to_make() {
    let place = Place::new();
    std::os::unix::fs::symlink("nowhere", place.0.path().join("var")).expect("a link");
    for file in ["secret.key", "portico.db", "vault.db"] {
        says(&place.portico(&["doctor"]), false, &format!("var/{file} is not there and cannot be made"));
    }
}

// SQLite would throw away the log, and with it what was written last.
#[test]
fn a_log_without_its_database_is_left_alone() {
    let nowhere = "postgres://nobody@127.0.0.1:1/none";
    let moved = |from, to| ["move-database", from, "sqlite:var/portico.db", to, nowhere];
    let cards = ["move-database", "--vault-from", "sqlite:var/vault.db", "--vault-database", nowhere];
    let serve = ["serve", "--listen", FREE, "--vault-listen", FREE];
    let import = ["import", "hotel"];
    let bookings = moved("--from", "--database");
    for (file, commands) in [
        ("portico.db", [&["doctor"][..], &import, &bookings, &serve]),
        ("vault.db", [&["doctor"][..], &["reseal-cards"], &cards, &serve]),
    ] {
        let place = Place::new();
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo/harbour-house"), &place.0.path().join("hotel"));
        std::fs::create_dir(place.0.path().join("var")).expect("a folder");
        place.write("var/vault.key", NO_KEY_ID[0].1);
        let log = format!("var/{file}-wal");
        place.write(&log, "what was booked last");
        for arguments in commands {
            let words = format!("{log} holds what was written last to {file}");
            says(&place.portico(arguments), false, &words);
            let kept = std::fs::read_to_string(place.0.path().join(&log)).expect("the log");
            assert_eq!(kept, "what was booked last", "{arguments:?}");
        }
        // Also beside the file that links lead to.
        let beyond = place.0.path().join("beyond");
        std::fs::create_dir(&beyond).expect("a folder");
        std::fs::rename(place.0.path().join(&log), beyond.join("it.db-wal")).expect("a log");
        let links = [("../beyond/half.db", place.0.path().join("var").join(file)), ("it.db", beyond.join("half.db"))];
        for (to, link) in links {
            std::os::unix::fs::symlink(to, link).expect("a link");
        }
        says(
            &place.portico(&["serve", "--listen", FREE, "--vault-listen", FREE]),
            false,
            "holds what was written last to it.db",
        );
        assert_eq!(std::fs::read_to_string(beyond.join("it.db-wal")).expect("the log"), "what was booked last");
    }
}

// What it goes on writing is lost with its end.
#[test]
fn a_server_whose_file_was_taken_away_is_not_ready() {
    let place = Place::new();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    place.serve_while(&[], |server| {
        let [file, aside] = ["var/portico.db", "aside.db"].map(|name| place.0.path().join(name));
        std::fs::rename(&file, &aside).expect("it is moved");
        let ready = runtime.block_on(reqwest::get(format!("{server}/readyz"))).expect("an answer");
        assert_eq!(ready.status(), 503);
        std::fs::rename(&aside, &file).expect("it is moved back");
    });
}

// What says who may show a frame can name no host of IPv6.
#[test]
fn a_card_frame_on_ipv6_has_an_origin() {
    for (listen, origin) in [("[::1]:18681", "localhost:18681"), ("[::]:18681", "localhost:18681")] {
        let said = Place::new().portico(&["doctor", "--vault-listen", listen]);
        says(&said, true, &format!("card frame http://{origin}"));
    }
    for command in ["doctor", "serve"] {
        let said = Place::new().portico(&[command, "--vault-listen", "[2001:db8::1]:18681"]);
        says(&said, false, "say where browsers reach the card frame (--vault-origin)");
    }
}

/// Cards that were typed at one server would be unknown at the other.
#[test]
fn doctor_says_that_servers_share_one_vault() {
    let shared = "postgres://nobody@127.0.0.1:1/none";
    let words = "name one vault for all of them";
    says(&Place::new().portico(&["doctor", "--database", shared]), false, words);
    for (flag, vault) in [("--vault-url", "http://127.0.0.1:1"), ("--vault-database", shared)] {
        let said = Place::new().portico(&["doctor", "--database", shared, flag, vault]);
        assert!(!said.text.contains(words), "{}", said.text);
    }
    assert!(!Place::new().portico(&["doctor"]).text.contains(words));
}

// One server that shares nothing is told, and so is a PostgreSQL that lets too few in.
#[test]
fn doctor_looks_at_postgresql_and_changes_nothing() {
    let server = TestPostgres::start(false).expect("a PostgreSQL server of the test's own");
    let address = server.database("empty").expect("a database");
    let place = Place::new();
    for _ in 0..2 {
        says(&place.portico(&["doctor", "--database", &address]), true, "is empty: the first start makes its tables");
    }
    // The vault's key is made with its tables.
    let cards = server.database("cards").expect("a database");
    let both = ["doctor", "--database", address.as_str(), "--vault-database", &cards];
    says(&place.portico(&both), true, "/cards: is empty: the first start makes its tables");
    says(&place.with(&both, &NO_KEY_ID), false, "\"k 2\" is no key id");
    says(&place.import("HARB", "HARB", &["--database", &address]), true, "Imported");
    let asked = ["doctor", "--clock", "2026-12-01T09:00", "--database", address.as_str()];
    says(&place.portico(&asked), true, "197 are let in, up to 40 for each server: enough for 4 like this");
    says(&place.portico(&asked), true, "ok     clocks: ");
    let many = [&asked[..], &["--database-connections", "198"]].concat();
    says(&place.portico(&many), false, "197 are let in, and this server opens up to 198");
}

// A hotel outgrows one server: what was booked into its file is found and given back at PostgreSQL.
#[test]
fn a_hotel_moves_to_postgresql_with_its_bookings() {
    let server = TestPostgres::start(false).expect("a PostgreSQL server of the test's own");
    let [bookings, cards] = ["bookings", "cards"].map(|name| server.database(name).expect("a database"));
    let place = Place::new();
    place.write("bookings.csv", BOOKINGS);
    let go = ["move-database", "--database", bookings.as_str(), "--vault-database", cards.as_str()];
    place.serve_while(&[], |address| {
        let replay = ["replay", "bookings.csv", "--server", address, "--stock", "A=1,B=1", "--property-id", "9"];
        says(&place.portico(&replay), true, "");
        says(&place.portico(&go), false, "another program has the file open: stop every server of it first");
    });
    says(&place.portico(&["move-database"]), false, "nothing to move");
    for (from, to) in [("--from", "--database"), ("--vault-from", "--vault-database")] {
        let nowhere = ["move-database", from, "sqlite:var/portico.db"];
        says(&place.portico(&nowhere), false, &format!("{to}: expected postgres://USER@HOST/NAME, found sqlite:var/"));
    }
    let lost = [&go[..], &["--vault-from", "sqlite:nowhere.db"]].concat();
    says(&place.portico(&lost), false, "from sqlite:nowhere.db to postgres://");
    let elsewhere = [&go[..], &["--data-dir", "elsewhere"]].concat();
    says(&place.portico(&elsewhere), false, "--from: expected the file to move, and there is no elsewhere/portico.db");
    let half = [&elsewhere[..], &["--from", "sqlite:var/portico.db"]].concat();
    says(&place.portico(&half), false, "--vault-from: expected the file to move, and there is no elsewhere/vault.db");
    let keyless = [&half[..], &["--vault-from", "sqlite:var/vault.db"]].concat();
    says(&place.portico(&keyless), false, "no vault key in elsewhere (--data-dir)");
    assert!(!place.0.path().join("elsewhere").exists(), "no key was made");
    // What failed left nothing behind.
    let moved = place.portico(&go);
    says(&moved, true, "Moved cards (rows: 1) from sqlite:var/vault.db to postgres://");
    says(&moved, true, " from sqlite:var/portico.db to postgres://");
    says(&place.portico(&go), false, "there are rows of property 9 already");

    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let counted = || {
        runtime.block_on(async {
            let db = store::Db::open_with(&bookings, 2).await.expect("a database");
            let counts = store::reservations::count(&db, 9).await.expect("a count");
            (counts, store::reservations::live(&db, 9).await.expect("the bookings"))
        })
    };
    let (before, live) = counted();
    let environment = [("PORTICO_DATABASE", bookings.as_str()), ("PORTICO_VAULT_DATABASE", cards.as_str())];
    place.serve_while(&environment, |address| {
        runtime.block_on(async {
            let client = reqwest::Client::new();
            let asked = |path: &str, query: &[(&str, &str)]| {
                let mut url = reqwest::Url::parse(&format!("{address}/enterprise/v4/web/{path}")).expect("an address");
                url.query_pairs_mut().extend_pairs(query);
                url
            };
            for (number, _) in &live {
                let find = asked("manage-booking", &[("conf_num", number), ("last_name", "Row 10")]);
                let found = client.get(find).send().await.expect("an answer").json::<serde_json::Value>().await;
                let found = found.expect("a document");
                let Some(token) = found["request_token"].as_str() else { continue };
                let cancelled = client.put(asked("cancel-booking", &[("request_id", token)])).send().await;
                assert!(cancelled.expect("an answer").status().is_success());
            }
        })
    });
    let (after, live_after) = counted();
    assert_eq!((after.0, live_after.len()), (before.0, live.len() - 1), "one was given back");
}

// Each database ends its own transaction.
#[test]
fn cards_that_stand_without_their_bookings_are_told() {
    let server = TestPostgres::start(false).expect("a PostgreSQL server of the test's own");
    let [bookings, cards] = ["bookings", "cards"].map(|name| server.database(name).expect("a database"));
    let place = Place::new();
    says(&place.import("HARB", "HARB", &[]), true, "Imported");
    place.serve_while(&[], type_card);
    let go = ["move-database", "--database", bookings.as_str(), "--vault-database", cards.as_str()];
    let tables = [&go[..], &["--vault-from", "sqlite:nowhere.db"]].concat();
    says(&place.portico(&tables), false, "from sqlite:nowhere.db to postgres://");
    let refuse = "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''no room''; END';
        CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON property DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION refuse()";
    run_at(&server, "bookings", refuse);
    let given = [&go[..], &["--vault-from", "sqlite:var/vault.db"]].concat();
    let told = "the cards stand there: move the bookings again without --vault-from and --vault-database (";
    says(&place.portico(&given), false, told);
    run_at(&server, "bookings", "DROP TRIGGER refuse ON property");
    says(&place.portico(&go[..3]), true, "Moved no cards");
}

fn run_at(server: &TestPostgres, name: &str, run: &str) {
    let mut told = Command::new(server.program("psql").expect("psql"));
    told.args(["-q", "-U", "postgres", "-h"]).arg(server.socket()).args([name, "-c", run]);
    assert!(told.status().expect("it runs").success());
}

// PostgreSQL lets nobody but the owner of a database make tables in it.
#[test]
fn a_role_that_may_make_no_tables_is_told_before_the_start() {
    let server = TestPostgres::start(false).expect("a PostgreSQL server of the test's own");
    let place = Place::new();
    let [front, front_cards] =
        ["empty", "cards"].map(|name| server.database(name).expect("a database").replacen("postgres@", "front@", 1));
    let run_at = |name: &str, run: &str| run_at(&server, name, run);
    run_at("empty", "CREATE ROLE front LOGIN");
    let grant = "by this role: let its owner run GRANT USAGE, CREATE ON SCHEMA public TO front";
    let asked = ["--database", front.as_str(), "--vault-database", front_cards.as_str()];
    let said = place.portico(&[&["doctor"][..], &asked].concat());
    says(&said, false, grant);
    assert_eq!(said.text.matches(grant).count(), 2, "{}", said.text);
    let said = place.portico(&[&["serve", "--listen", "127.0.0.1:0"][..], &asked].concat());
    says(&said, false, "permission denied for schema public");
    assert_eq!(said.text.matches("permission denied").count(), 1, "{}", said.text);
    run_at("empty", "GRANT USAGE, CREATE ON SCHEMA public TO front");
    run_at("cards", "GRANT USAGE, CREATE ON SCHEMA public TO front");
    let said = place.portico(&[&["doctor"][..], &asked].concat());
    assert_eq!(said.text.matches("is empty: the first start makes its tables").count(), 2, "{}", said.text);

    // Once they are there nothing more has to be let be made.
    let both = [("PORTICO_DATABASE", front.as_str()), ("PORTICO_VAULT_DATABASE", &front_cards)];
    place.serve_while(&both, |_| ());
    for name in ["empty", "cards"] {
        run_at(name, "REVOKE CREATE ON SCHEMA public FROM front");
    }
    place.serve_while(&both, |_| ());
    // An upgrade makes and alters them.
    for (name, migrations) in [("empty", "_sqlx_migrations"), ("cards", "_vault_migrations")] {
        let last = format!("DELETE FROM {migrations} WHERE version = (SELECT MAX(version) FROM {migrations})");
        run_at(name, &last);
    }
    let said = place.portico(&[&["doctor"][..], &asked].concat());
    assert_eq!(said.text.matches(grant).count(), 2, "{}", said.text);
    for (name, migrations) in [("empty", "_sqlx_migrations"), ("cards", "_vault_migrations")] {
        run_at(name, "GRANT CREATE ON SCHEMA public TO front");
        run_at(name, &format!("ALTER TABLE {migrations} OWNER TO postgres; GRANT ALL ON {migrations} TO front"));
    }
    let said = place.portico(&[&["doctor"][..], &asked].concat());
    let alter = "let its owner run ALTER TABLE ... OWNER TO front for each table of postgres";
    assert_eq!(said.text.matches(alter).count(), 2, "{}", said.text);
}

#[tokio::test]
async fn doctor_names_payments_that_are_asked_for_in_vain() {
    let place = Place::new();
    says(&place.import("HARB", "HARB", &[]), true, "Imported");
    let db = store::Db::open(&format!("sqlite:{}", place.0.path().join("var/portico.db").display())).await;
    let now: jiff::Timestamp = "2026-12-01T09:00:00Z".parse().expect("an instant");
    let batch = |number: i64| format!("00000000-0000-0000-0000-00000000000{number}");
    let of = |number: i64, card_token: Option<&str>| Payment {
        property_id: 1,
        batch_id: batch(number).parse().expect("a batch"),
        attempt: 1,
        state: payments::State::Authorising,
        amount: 12_050,
        currency: "USD".to_owned(),
        card_token: card_token.map(str::to_owned),
        card: None,
        link_until: card_token.is_none().then_some(now),
        language: None,
        act_at: now,
    };
    let db = db.expect("a database");
    for (payment, state) in [
        (of(1, Some("tok")), payments::State::Voiding),
        (of(2, None), payments::State::Offered),
        (of(3, Some("tok")), payments::State::Capturing),
    ] {
        db.write::<(), store::StoreError, _>(store::Durability::OnDisk, move |conn: &mut store::Conn| {
            let payment = payment.clone();
            Box::pin(async move {
                payments::begin(conn, &payment, now).await?;
                payments::turn(conn, &payment, state, now, now).await.map(drop)
            })
        })
        .await
        .expect("a payment");
    }
    let said = place.portico(&["doctor", "--clock", "2026-12-01T09:59"]);
    assert!(!said.text.contains("more than an hour"), "it is not late yet: {}", said.text);
    let said = place.portico(&["doctor", "--clock", "2026-12-01T10:00"]);
    for (number, words) in [
        (1, "of an order that is not booked is not given up since more than an hour, and may be set aside on a card"),
        (2, "of the change of a stay is offered by a link whose time is over since more than an hour"),
        (3, "of the change of a stay is booked and not taken since more than an hour"),
    ] {
        let line = said.text.lines().find(|line| line.contains(words)).expect(words);
        assert!(line.starts_with("mind   payment: HARB: USD 120.50 of "), "{line}");
        assert!(line.contains(&format!("(payment_key {}-1)", batch(number))), "{line}");
    }
}

#[tokio::test]
async fn doctor_names_money_that_did_not_go_back() {
    let place = Place::new();
    says(&place.import("HARB", "HARB", &[]), true, "Imported");
    let db = store::Db::open(&format!("sqlite:{}", place.0.path().join("var/portico.db").display())).await;
    let now: jiff::Timestamp = "2026-12-01T09:00:00Z".parse().expect("an instant");
    let refund = Refund {
        property_id: 1,
        reservation_id: Default::default(),
        version: 1,
        part: 0,
        batch_id: Default::default(),
        attempt: 1,
        card: None,
        state: State::Refunding,
        amount: 12_050,
        currency: "USD".to_owned(),
        failures: 0,
        failure: None,
        act_at: now,
    };
    let gone = Some("expired_or_canceled_card".to_owned());
    let came_back = Refund { part: 1, state: State::Failed, failures: 1, failure: gone, ..refund.clone() };
    let db = db.expect("a database");
    let first = refund.clone();
    db.write::<(), store::StoreError, _>(store::Durability::OnDisk, move |conn: &mut store::Conn| {
        let (refund, came_back) = (first.clone(), came_back.clone());
        Box::pin(async move {
            refunds::begin(conn, &refund, now).await?;
            let second = Refund { part: 1, ..refund.clone() };
            let later = now + jiff::SignedDuration::from_hours(1);
            refunds::begin(conn, &second, later).await?;
            refunds::turn(conn, &second, &came_back, later).await?;
            let third = Refund { part: 2, amount: 700, ..refund };
            refunds::begin(conn, &third, now).await?;
            refunds::turn(conn, &third, &Refund { state: State::Pending, ..third.clone() }, now).await.map(drop)
        })
    })
    .await
    .expect("three refunds");
    let said = place.portico(&["doctor", "--clock", "2026-12-02T08:59"]);
    says(&said, true, "mind   refund: HARB: USD 120.50 of");
    says(&said, true, "came back (expired_or_canceled_card): give it another way");
    assert!(!said.text.contains("since more than a day"), "it is not late yet: {}", said.text);
    let said = place.portico(&["doctor", "--clock", "2026-12-02T09:00"]);
    says(&said, true, "is asked for since more than a day");
    says(&said, true, "mind   refund: HARB: USD 7.00 of");
    says(&said, true, "is owed since more than a day and on its way: ");
    db.write::<(), store::StoreError, _>(store::Durability::OnDisk, move |conn: &mut store::Conn| {
        let more: Vec<Refund> = (3..23).map(|part| Refund { part, ..refund.clone() }).collect();
        Box::pin(async move {
            for refund in more {
                refunds::begin(conn, &refund, now).await?;
            }
            Ok(())
        })
    })
    .await
    .expect("twenty refunds");
    let said = place.portico(&["doctor", "--clock", "2026-12-02T09:00"]);
    says(&said, true, "mind   refund: HARB: and 3 more");
    // What is the hotel's to give is named before what may still arrive, however much of that is older.
    says(&said, true, "came back (expired_or_canceled_card): give it another way");
}

#[tokio::test]
async fn doctor_names_guests_whom_no_mail_reached() {
    let place = Place::new();
    says(&place.import("HARB", "HARB", &[]), true, "Imported");
    let db = store::Db::open(&format!("sqlite:{}", place.0.path().join("var/portico.db").display())).await;
    let mail = |at: &str, numbers: &[&str]| Mail {
        property_id: 1,
        mail_id: format!("{:0>32}", at.replace(['-', 'T', ':'], "")).parse().expect("an id"),
        confirmation_nos: numbers.iter().map(|number| (*number).to_owned()).collect(),
        language: None,
        tries: 0,
        created_at: format!("2026-{at}:00Z").parse().expect("an instant"),
    };
    let given_up = [
        mail("10-02T09:00", &["LONG-AGO"]),
        mail("11-20T09:00", &["LOST-1", "MENDED"]),
        mail("11-21T09:00", &["LOST-2"]),
    ];
    let others = [mail("11-22T09:00", &["MENDED"]), mail("11-23T09:00", &["REACHED"])];
    db.expect("a database")
        .write::<(), store::StoreError, _>(store::Durability::OnDisk, move |conn: &mut store::Conn| {
            let (given_up, others) = (given_up.clone(), others.clone());
            Box::pin(async move {
                mails::insert(conn, &given_up.iter().chain(&others).collect::<Vec<_>>()).await?;
                let ended = given_up.iter().map(|mail| (mail, mails::Ended::GivenUp));
                for (mail, ended) in ended.chain([(&others[1], mails::Ended::Sent)]) {
                    mails::claim(conn, mail, mail.created_at).await?;
                    mails::end(conn, mail, ended).await?;
                }
                Ok(())
            })
        })
        .await
        .expect("five mails");
    let said = place.portico(&["doctor", "--clock", "2026-12-01T09:00"]);
    says(&said, true, "mind   mail: HARB: 2 bookings of the last 30 days");
    says(&said, true, ": LOST-1, LOST-2\n");
}

#[test]
fn doctor_says_how_old_the_exchange_rates_are() {
    let place = Place::new();
    place.write("rates.csv", "Date,USD\n2026-11-20,1.1684\n");
    says(&place.portico(&["import-rates", "rates.csv"]), true, "Imported exchange rates of 2026-11-20");
    for (day, more, words) in [
        ("2026-11-25T09:00", "10", "ok     exchange rates: of 2026-11-20"),
        ("2026-11-26T09:00", "10", "without newer ones no price is converted after 10 days"),
        (
            "2026-12-01T09:00",
            "10",
            "the last are of 2026-11-20, too old to convert by: prices are shown in the hotel's",
        ),
        ("2026-12-01T09:00", "11", "without newer ones no price is converted after 11 days"),
    ] {
        says(&place.portico(&["doctor", "--clock", day, "--max-rate-age", more]), true, words);
    }
}

#[test]
fn doctor_looks_at_the_fonts_of_letters() {
    let place = Place::new();
    let doctor = || place.portico(&["doctor", "--letter-fonts", "more"]);
    says(&doctor(), false, "letter_fonts: more cannot be read");
    std::fs::create_dir(place.0.path().join("more")).expect("a folder");
    place.write("more/README", "no font");
    says(&doctor(), false, "letter_fonts: more has no .ttf, .otf or .ttc");
    let font = concat!(env!("CARGO_MANIFEST_DIR"), "/../letter/fonts/sans-greek-regular.ttf");
    std::fs::copy(font, place.0.path().join("more/greek.TTF")).expect("a font");
    says(&doctor(), true, "ok     letter fonts: 1 besides our own");
    place.write("more/other.otf", "no font");
    says(&doctor(), false, "letter_fonts: of 2 files in more only 1 are fonts");
}

#[test]
fn what_has_no_place_of_its_own_lies_in_the_data_folder() {
    let place = Place::new();
    place.write("portico.toml", "data_dir = \"stock\"");
    place.write("rates.csv", "Date,USD\n2026-11-20,1.1684\n");
    says(&place.import("HARB", "HARB", &[]), true, "Imported");
    says(&place.portico(&["import-rates", "rates.csv"]), true, "Imported");
    place.serve_once();
    for file in ["portico.db", "vault.db", "vault.key"] {
        assert!(place.0.path().join("stock").join(file).exists(), "{file}");
    }
    assert!(!place.0.path().join("var").exists(), "nothing lies elsewhere");
    says(&place.portico(&["import-rates", "rates.csv", "--data-dir", "other"]), true, "Imported");
    assert!(place.0.path().join("other/portico.db").exists());
}

// Whoever stops the server and copies its files leaves nothing behind.
#[test]
fn what_was_written_stands_in_the_files_alone_once_the_command_has_ended() {
    let place = Place::new();
    let log_is_empty = |file: &str| {
        let log = place.0.path().join("var").join(format!("{file}-wal"));
        assert_eq!(std::fs::metadata(&log).map_or(0, |log| log.len()), 0, "{}", log.display());
    };
    place.write("rates.csv", "Date,USD\n2026-11-20,1.1684\n");
    place.write("LI.txt", "LI\t9490\tVaduz\tVaduz\t7001\n");
    says(&place.import("HARB", "HARB", &[]), true, "Imported");
    log_is_empty("portico.db");
    for command in [
        &["import-rates", "rates.csv"][..],
        &["import-postal-codes", "LI.txt"],
        &["generate", "--properties", "1", "--first-id", "100"],
    ] {
        says(&place.portico(command), true, "");
        log_is_empty("portico.db");
    }
    place.serve_while(&[], |server| {
        type_card(server);
        place.replay(server);
    });
    log_is_empty("portico.db");
    log_is_empty("vault.db");
    says(&place.portico(&["reseal-cards"]), true, "0 cards");
    log_is_empty("vault.db");
}

// `| head -1`, or a terminal that was closed: the work goes on, and nothing is told but what was asked.
#[test]
fn a_command_whose_words_nobody_reads_does_its_work_all_the_same() {
    let place = Place::new();
    place.write("rates.csv", "Date,USD\n2026-11-20,1.1684\n");
    place.write("LI.txt", "LI\t9490\tVaduz\tVaduz\t7001\n");
    says(&place.import("HARB", "HARB", &["--check"]), true, "No mistakes");
    std::fs::create_dir_all(place.0.path().join("var")).expect("a folder");
    place.write("var/vault.key", NO_KEY_ID[0].1);
    place.serve_while(&[], |_| {});
    for arguments in [
        &["import", "hotel", "--clock", "2026-12-01T09:00"][..],
        &["import-rates", "rates.csv"],
        &["import-postal-codes", "LI.txt"],
        &["generate", "--properties", "1", "--first-id", "100"],
        &["reseal-cards"],
        &["doctor", "--clock", "2026-12-01T09:00"],
        &["openapi"],
    ] {
        let (reads, writes) = std::io::pipe().expect("a pipe");
        drop(reads);
        let output = place.command(arguments).stdout(writes).output().expect("the command runs");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
        assert!(output.status.success(), "{arguments:?}");
    }
    says(&place.portico(&["doctor", "--clock", "2026-12-01T09:00"]), true, "HARB");
    let (reads, writes) = std::io::pipe().expect("a pipe");
    drop(reads);
    let unheard = place.command(&["import", "nowhere"]).stderr(writes.try_clone().expect("a pipe")).status();
    assert_eq!(unheard.expect("the command runs").code(), Some(1), "wrong as before");
    // Nobody reads which port it was given.
    let listen = SocketAddr::from((test_postgres::own_address(), test_postgres::OWN_PORT));
    let mut serve = place.command(&["serve", "--listen", &listen.to_string(), "--vault-listen", FREE]);
    serve.env("PORTICO_LOG_LEVEL", "trace").stdout(writes.try_clone().expect("a pipe")).stderr(writes);
    let mut server = Running(serve.spawn().expect("the command runs"));
    while TcpStream::connect(listen).is_err() {
        assert!(server.0.try_wait().expect("its state").is_none(), "it serves");
        std::thread::yield_now();
    }
    server.interrupt();
    assert!(server.0.wait().expect("it ends").success());
}

// Page and vault have a listener each: one that began to wait for the signal after it had come ran on.
#[test]
fn asked_to_stop_in_the_instant_it_starts_it_ends() {
    let place = Place::new();
    for _ in 0..3 {
        place.serve_once();
    }
}

#[test]
fn a_database_that_cannot_be_read_is_named() {
    let place = Place::new();
    std::fs::create_dir(place.0.path().join("var")).expect("a folder");
    place.write("var/vault.db", "this is no database, however long it is read");
    place.write("rates.csv", "Date,USD\n2026-11-20,1.1684\n");
    for arguments in [&["doctor"][..], &["serve", "--listen", FREE, "--vault-listen", FREE]] {
        let keys = [("PORTICO_VAULT_KEY", "a".repeat(64)), ("PORTICO_VAULT_SERVICE_KEY", "b".repeat(64))];
        let keys = keys.each_ref().map(|(name, key)| (*name, key.as_str()));
        says(&place.with(arguments, &keys), false, "var/vault.db");
    }
    place.write("other.db", "this is no database either, however long it is read");
    for arguments in [&["doctor"][..], &["serve"], &["import-rates", "rates.csv"]] {
        says(&place.portico(&[arguments, &["--database", "sqlite:other.db"]].concat()), false, "sqlite:other.db");
    }
}

// clause: API-39
#[test]
fn postal_codes_are_imported_file_by_file() {
    let place = Place::new();
    place.write("LI.txt", "LI\t9490\tVaduz\tVaduz\t7001\nLI\t9495\tTriesen\tTriesen\t7002\n");
    place.write("all.txt", "LI\t9490\tVaduz\tVaduz\t7001\nAT\t6800\tFeldkirch\tVorarlberg\t08\n");
    place.write("odd.txt", "Liechtenstein\t9490\tVaduz\t\t\n");
    says(&place.portico(&["import-postal-codes", "LI.txt", "LI.txt"]), true, "Imported 2 postal codes of LI.txt");
    says(&place.portico(&["import-postal-codes", "all.txt"]), true, "Imported 2 postal codes of all.txt");
    says(&place.portico(&["import-postal-codes", "LI.txt", "odd.txt"]), false, "expected a country such as CH");
    says(&place.portico(&["import-postal-codes", "missing.txt"]), false, "missing.txt cannot be read");
}

#[tokio::test]
async fn files_of_one_country_are_imported_together() {
    let place = Place::new();
    place.write("low.txt", "LI\t9490\tVaduz\tVaduz\t7001\n");
    place.write("high.txt", "LI\t9497\tTriesenberg\tTriesenberg\t7003\nLI\t9490\tEbenholz\tVaduz\t7001\n");
    says(&place.portico(&["import-postal-codes", "low.txt", "high.txt"]), true, "Imported 2 postal codes of high.txt");
    let db = store::Db::open(&format!("sqlite:{}", place.0.path().join("var/portico.db").display())).await;
    let db = db.expect("a database");
    for (code, cities) in [("9490", &["Vaduz", "Ebenholz"][..]), ("9497", &["Triesenberg"])] {
        let places = postal_codes::places(&db, "LI", code).await.expect("a read");
        assert_eq!(places.iter().map(|place| place.city.as_str()).collect::<Vec<_>>(), cities);
    }
    // A code has no more places for standing in many files.
    let towns = |first: u8| (first..first + 6).map(|town| format!("LI\t9498\tTown {town}\t\t\n")).collect::<String>();
    place.write("low.txt", &towns(0));
    place.write("high.txt", &towns(6));
    says(&place.portico(&["import-postal-codes", "low.txt", "high.txt"]), true, "Imported 1 postal codes of high.txt");
    assert_eq!(postal_codes::places(&db, "LI", "9498").await.expect("a read").len(), 10);
}

#[test]
fn where_mails_go_is_said_and_a_password_never_is() {
    let place = Place::new();
    says(&place.portico(&["doctor"]), true, "guests are confirmed on the page alone");
    says(&place.portico(&["doctor", "--mail-dir", "mails"]), true, "goes into a folder");
    assert!(!place.0.path().join("mails").exists(), "doctor makes nothing");
    place.write("mails", "a file");
    says(&place.portico(&["doctor", "--mail-dir", "mails"]), false, "mails is no folder and cannot be made one");
    let server = [("PORTICO_SMTP_URL", "smtps://house:s3cret@mail.example")];
    says(&place.with(&["doctor"], &server), true, "through a mail server");
    says(&place.with(&["doctor", "--mail-dir", "mails"], &server), false, "name one of them");
    let wrong = place.with(&["doctor"], &[("PORTICO_SMTP_URL", "house:s3cret@mail.example")]);
    says(&wrong, false, "expected an address such as smtps://");
    assert!(!wrong.text.contains("s3cret"), "{}", wrong.text);
}

// Where in the program a slip was found tells the hotelier nothing.
#[test]
fn a_mistake_comes_without_a_trace_through_the_program() {
    let place = Place::new();
    place.write("rates.csv", "Date,USD\nsoon,1.1684\n");
    std::fs::create_dir(place.0.path().join("empty")).expect("a folder");
    for arguments in [
        &["import", "nowhere"][..],
        &["import", "empty"],
        &["import-rates", "rates.csv"],
        &["doctor", "--vault-origin", "nonsense"],
        &["serve", "--database", "nonsense"],
    ] {
        let said = place.with(arguments, &[("RUST_BACKTRACE", "1")]);
        says(&said, false, "Error: ");
        assert!(!said.text.contains("backtrace") && !said.text.contains("core::"), "{}", said.text);
    }
}

#[test]
fn doctor_opens_the_vault_with_its_key_and_no_other() {
    let place = Place::new();
    says(&place.portico(&["doctor"]), true, "mind   card vault: var/vault.db is not there yet");
    place.serve_once();
    says(&place.portico(&["doctor"]), true, "ok     card vault: opens with its key");
    let other = [("PORTICO_VAULT_KEY", "a".repeat(64))];
    let other = other.each_ref().map(|(name, key)| (*name, key.as_str()));
    says(&place.with(&["doctor"], &other), false, "WRONG  card vault:");
    std::fs::remove_file(place.0.path().join("var/vault.key")).expect("the key");
    says(&place.portico(&["doctor"]), false, "WRONG  card vault: its database is there, but not its key");
}

#[test]
fn a_vault_that_runs_elsewhere_is_asked_with_its_key() {
    let place = Place::new();
    says(&place.import("HARB", "HARB", &[]), true, "Imported");
    let alone = ["serve", "--vault-url", "http://127.0.0.1:1", "--listen", "127.0.0.1:0"];
    let mut server =
        place.command(&alone).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command runs");
    // One that serves says so and goes on; one that does not has closed its output.
    let mut first = String::new();
    BufReader::new(server.stdout.take().expect("its output")).read_line(&mut first).expect("a line or an end");
    let _ = server.kill();
    let said = server.wait_with_output().expect("it ends").stderr;
    assert_eq!(first, "");
    assert!(String::from_utf8_lossy(&said).contains("PORTICO_VAULT_SERVICE_KEY is missing"));
    let mut vault = String::new();
    let ask = |vault: &str, key: &[(&str, &str)]| {
        let asked = ["doctor", "--clock", "2026-12-01T09:00", "--vault-url", vault];
        let said = place.with(&[&asked[..], &["--vault-origin", "https://cards.example"]].concat(), key);
        assert!(!said.text.contains("PORTICO_VAULT_KEY:"), "its key is not ours to have: {}", said.text);
        said
    };
    let said = ask("http://127.0.0.1:1", &[("PORTICO_METRICS_LISTEN", "127.0.0.1:8081")]);
    says(&said, false, "WRONG  PORTICO_VAULT_SERVICE_KEY: is missing");
    assert!(!said.text.contains("WRONG  addresses"), "no card frame is ours: {}", said.text);
    place.serve_while(&[("PORTICO_CLOCK", "2026-12-01T09:00")], |pages| {
        let form = async { open_form(&reqwest::Client::new(), pages).await };
        [vault, ..] = tokio::runtime::Runtime::new().expect("a runtime").block_on(form);
        says(&ask(&vault, &[]), true, "ok     card vault: the one at http://127.0.0.1:");
        let other = [("PORTICO_VAULT_SERVICE_KEY", "another-service-key-of-ours")];
        says(&ask(&vault, &other), false, "refuses our calls: PORTICO_VAULT_SERVICE_KEY");
        says(&ask(pages, &[]), false, "answers 404 Not Found and no vault's words");
    });
    says(&ask(&vault, &[]), false, "cannot be reached");
}

/// A card form of the hotel: where the vault is, the frame's address, and what the token call knows it by.
async fn open_form(http: &reqwest::Client, address: &str) -> [String; 3] {
    let form = http.get(format!("{address}/v4/properties/1/payments/hpc/init")).send().await.expect("an answer");
    let form: serde_json::Value = form.json().await.expect("a form");
    let text = |name: &str| form[name].as_str().expect("a text").to_owned();
    ["vault_origin", "frame_url", "session_key"].map(text)
}

/// Types a card into a form of the hotel; it is in the vault then.
fn type_card(address: &str) {
    tokio::runtime::Runtime::new().expect("a runtime").block_on(typed_card(&reqwest::Client::new(), address));
}

/// The same; answers what the token call takes.
async fn typed_card(http: &reqwest::Client, address: &str) -> serde_json::Value {
    let [vault, frame_url, api_token] = open_form(http, address).await;
    let card = serde_json::json!({"number": "4242424242424242", "expire_month": "12", "expire_year": "2045",
        "cvc": "123", "holder": "S. Holder"});
    let key = frame_url.split(['=', '&']).nth(1).expect("a key");
    let asked = http.post(format!("{vault}/frame/card")).header("X-Frame-Key", key).header("Origin", &vault);
    let told = asked.json(&card).send().await.expect("an answer");
    assert_eq!(told.status(), 200);
    let told: serde_json::Value = told.json().await.expect("JSON");
    serde_json::json!({"payment_key": told["paymentKeys"][0], "api_token": api_token})
}

/// A key of the cards, under a name that is none.
const NO_KEY_ID: [(&str, &str); 2] = [
    ("PORTICO_VAULT_KEY", "1111111111111111111111111111111111111111111111111111111111111111"),
    ("PORTICO_VAULT_KEY_ID", "k 2"),
];

// Where there are no tables yet that could be opened with them.
#[test]
fn keys_of_the_cards_are_judged_before_the_first_start() {
    let older = |keys| [NO_KEY_ID[0], ("PORTICO_VAULT_OLDER_KEYS", keys)];
    let no_key = [NO_KEY_ID[1], ("PORTICO_VAULT_OLDER_KEYS", "")];
    for (keys, words) in [
        (NO_KEY_ID, "\"k 2\" is no key id"),
        (no_key, "\"k 2\" is no key id"),
        (older("k0=short"), "the key \"k0\" is not 32 bytes"),
        (older("short"), "PORTICO_VAULT_OLDER_KEYS is id=key,id=key"),
    ] {
        says(&Place::new().with(&["doctor"], &keys), false, words);
    }
    let short = [("PORTICO_VAULT_KEY", "short")];
    says(&Place::new().with(&["doctor"], &short), false, "the key \"k1\" is not 32 bytes in hex or base64");
    let of_new_key = [("PORTICO_VAULT_KEY", "ERERERERERERERERERERERERERERERERERERERERERE=")];
    let place = Place::new();
    says(&place.with(&["doctor"], &of_new_key), true, "ok     PORTICO_VAULT_KEY: is there");
    place.serve_while(&of_new_key, |_| ());
    says(&place.with(&["doctor"], &of_new_key), true, "ok     card vault: opens with its key");
}

// The steps of docs/OPERATIONS.md, one by one.
#[test]
fn the_key_of_the_cards_is_changed_as_the_manual_says() {
    let place = Place::new();
    says(&place.import("HARB", "HARB", &[]), true, "Imported");
    place.serve_while(&[], type_card);

    let key = place.0.path().join("var/vault.key");
    let old = std::fs::read_to_string(&key).expect("the key");
    std::fs::rename(&key, place.0.path().join("old-vault.key")).expect("moved away");
    let older = format!("k1={}", old.trim());
    // A name of digits alone is a name.
    let both = [("PORTICO_VAULT_KEY_ID", "2"), ("PORTICO_VAULT_OLDER_KEYS", older.as_str())];
    let new = &both[..1];
    place.serve_while(&both, type_card);
    assert_ne!(std::fs::read_to_string(&key).expect("a key of its own"), old);
    let doctor = ["doctor", "--clock", "2026-12-01T09:00"];
    says(&place.with(&doctor, &both), true, "ok     card vault: opens with its key");
    says(&place.with(&doctor, new), false, "the key \"k1\" is needed and not given");

    says(&place.with(&["reseal-cards"], &both), true, "1 cards sealed anew");
    says(&place.with(&["reseal-cards"], &both), true, "0 cards sealed anew");
    says(&place.with(&doctor, new), true, "ok     card vault: opens with its key");
    place.serve_while(new, type_card);

    let wrong = [("PORTICO_VAULT_OLDER_KEYS", old.trim())];
    let said = place.with(&doctor, &wrong);
    says(&said, false, "PORTICO_VAULT_OLDER_KEYS is id=key,id=key");
    assert!(!said.text.contains(old.trim()), "a key is told to nobody: {}", said.text);
    let elsewhere = ["reseal-cards", "--data-dir", "elsewhere"];
    says(&place.with(&elsewhere, new), false, "no vault key in elsewhere (--data-dir)");
    // With all its keys, and no cards: they lie elsewhere.
    let keys = [("PORTICO_VAULT_KEY", old.trim())];
    says(&place.with(&elsewhere, &keys), false, "sqlite:elsewhere/vault.db: there is no card vault in it");
    assert!(!place.0.path().join("elsewhere").exists(), "nothing is made");
    says(&place.with(&["reseal-cards", "--vault-url", "http://127.0.0.1:1"], new), false, "runs elsewhere");
}

#[test]
fn made_up_hotels_take_the_place_of_no_other() {
    let place = Place::new();
    says(&place.import("HARB", "HARB", &[]), true, "Imported");
    let make = |brand: &str, first: &str| {
        let made = ["generate", "--properties", "3", "--brand", brand, "--first-id", first];
        place.portico(&[&made[..], &["--clock", "2026-12-01T09:00"]].concat())
    };
    says(&make("MADEUP", "1"), false, "property 1, code: expected HARB");
    says(&make("MADEUP", "100"), true, "Made 3 hotels");
    says(&make("MADEUP", "100"), true, "Made 3 hotels");
    // Brands with a long beginning in common, and one brand from another id on.
    says(&make("A-BRAND-OF-MANY-HOTELS-1", "200"), true, "Made 3 hotels");
    says(&make("A-BRAND-OF-MANY-HOTELS-2", "300"), true, "Made 3 hotels");
    says(&make("MADEUP", "1000000000"), true, "Made 3 hotels");
    says(&make("PORTICO", "400"), false, "property 1 is of the brand PORTICO and not made up");
    says(&make("OTHER", "102"), false, "property 102, code: expected MADEUP-102, the code of the hotel");
    let database = place.0.path().join("var/portico.db");
    let codes = tokio::runtime::Runtime::new().expect("a runtime").block_on(async {
        let db = store::Db::open(&format!("sqlite:{}", database.display())).await.expect("a database");
        store::properties::revisions(&db).await.expect("a read")
    });
    assert_eq!(codes.iter().map(|(_, code, _)| code).collect::<std::collections::BTreeSet<_>>().len(), codes.len());
    assert_eq!(codes.len(), 1 + 3 + 3 + 3 + 3);
    assert!(codes.iter().all(|(_, code, _)| code.len() <= 24), "{codes:?}");
}

#[test]
fn a_hotel_does_not_take_the_place_of_another_by_a_slip() {
    let place = Place::new();
    says(&place.import("HARB", "HARB", &[]), true, "Imported");
    let slip = |from: &str, to: &str, more: &[&str], told: &str| {
        let said = place.import(from, to, more);
        says(&said, false, told);
        said.text
    };
    let other = slip("\"HARB\"", "\"OTHER\"", &[], "hotel.toml  code: expected HARB");
    assert!(other.contains("another hotel has this property_id in sqlite:") && other.contains("--replace"), "{other}");
    let euros = slip("currency = \"USD\"", "currency = \"EUR\"", &[], "hotel.toml  currency: expected USD");
    assert!(euros.contains("this hotel has another currency in sqlite:") && euros.contains("--replace"), "{euros}");
    let taken = slip("property_id = 1", "property_id = 9", &["--replace"], "found that of property 1");
    assert!(taken.contains("another hotel has this code in sqlite:") && !taken.contains("--replace"), "{taken}");
    says(&place.import("\"HARB\"", "\"OTHER\"", &["--replace"]), true, "Imported");
}

/// Bookings with what becomes of each where there is one room of each type.
const BOOKINGS: &str = "id,booking_date,check_in,check_out,reserved_room_type,adults,children,babies,adr,final_status,\
    final_status_date,expected
1,2015-01-01,2015-07-01,2015-07-03,A,2,0,0,62.80,Check-Out,2015-07-03,accepted
2,2015-01-02,2015-07-02,2015-07-04,A,2,1,1,62.80,Check-Out,2015-07-04,refused
3,2015-01-03,2015-07-03,2015-07-05,A,1,,,5400,Canceled,2015-01-05,accepted_then_cancelled
4,2015-01-04,2015-07-04,2015-07-05,A,2,0,0,62.80,No-Show,2015-07-04,refused
5,2015-01-05,2015-07-04,2015-07-06,A,2,0,0,0,No-Show,2015-07-04,accepted
6,2015-01-01,2015-07-01,2015-07-01,B,2,0,0,62.80,Check-Out,2015-07-01,invalid
7,2015-01-01,2015-07-01,2015-07-02,B,0,2,0,62.80,Canceled,2015-01-02,invalid
8,2015-01-01,2015-07-01,2015-07-02,B,55,3,10,62.80,Check-Out,2015-07-02,accepted
9,2015-01-01,2015-08-01,2015-08-04,B,2,0,0,62.80,Canceled,2015-01-01,accepted_then_cancelled
10,2015-01-01,2015-08-02,2015-08-03,B,2,0,0,-62.80,Check-Out,2015-08-03,accepted
11,2015-01-01,2015-13-02,2015-08-03,B,2,0,0,62.80,Check-Out,2015-08-03,invalid
12,2015-01-01,2015-08-02,2015-08-03,B,two,0,0,62.80,Check-Out,2015-08-03,invalid
13,2015-01-01,2015-08-02,2015-08-03,suite,2,0,0,62.80,Check-Out,2015-08-03,invalid
14,2015-01-01,2015-08-02,2015-08-03,,2,0,0,62.80,Check-Out,2015-08-03,invalid
17,2015-01-01,2015-09-01,2016-09-01,B,2,0,0,62.80,Check-Out,2016-09-01,invalid
18,2015-01-01,9999-12-31,9999-12-30,B,2,0,0,62.80,Check-Out,9999-12-30,invalid
15,2015-01-01,2015-09-02,2015-09-03,B,2,inf,1e12,62.80,Check-Out,2015-09-03,accepted
16,2015-01-01,2015-09-03,2015-09-04,B,2,NaN,-1,62.80,Check-Out,2015-09-04,accepted
";

// Made-up guests have no address that could be somebody's.
#[tokio::test]
async fn a_replay_owes_no_mails() {
    let place = Place::new();
    place.write("bookings.csv", BOOKINGS);
    place.serve_while(&[("PORTICO_MAIL_DIR", "mails")], |server| {
        says(&place.portico(&["replay", "bookings.csv", "--server", server, "--property-id", "9"]), true, "");
    });
    let db = store::Db::open(&format!("sqlite:{}", place.0.path().join("var/portico.db").display())).await;
    let db = db.expect("a database");
    assert!(store::reservations::count(&db, 9).await.expect("the bookings").0 > 0);
    assert_eq!(mails::statuses(&db, 9).await.expect("the outbox"), []);
}

#[test]
fn real_bookings_are_played_through_the_calls_of_a_guest() {
    let place = Place::new();
    place.serve_while(&[], |server| {
        let mut results = String::from("id,result\n");
        for row in BOOKINGS.lines().skip(1) {
            let (id, rest) = row.split_once(',').expect("an id");
            results += &format!("{id},{}\n", rest.rsplit(',').next().expect("a result"));
        }
        place.replay(server);
        assert_eq!(std::fs::read_to_string(place.0.path().join("results.csv")).expect("results"), results);
        for (more, words) in
            [("3,2015-01-01", "line 20 of twice.csv: id 3 stands there twice"), ("x,", "expected a number")]
        {
            place.write("twice.csv", &format!("{BOOKINGS}{more}\n"));
            says(&place.portico(&["replay", "twice.csv", "--server", server]), false, words);
        }
        // Told before anything is played.
        let nowhere = ["replay", "bookings.csv", "--server", server, "--property-id", "10", "--out", "nowhere/r.csv"];
        says(&place.portico(&nowhere), false, "nowhere/r.csv cannot be written");
        let hotel = reqwest::get(format!("{server}/v4/properties/10"));
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        assert_eq!(runtime.block_on(hotel).expect("an answer").status(), 404);
    });
}
