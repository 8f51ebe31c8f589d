//! The program `portico-vault`.

use std::process::Command;

// A word that is no level is the name of a part of the program: all others would say nothing any more, also of errors.
#[test]
fn a_slip_in_what_is_logged_is_told() {
    let said = |level: &str| {
        let run = Command::new(env!("CARGO_BIN_EXE_portico-vault")).arg("new-key").env("RUST_LOG", level).output();
        let run = run.expect("it runs");
        (run.status.success(), String::from_utf8_lossy(&run.stderr).into_owned())
    };
    for slip in ["verbose", "vault=info", "warn,vault=verbose"] {
        let (content, words) = said(slip);
        assert!(!content && words.contains("RUST_LOG must have a level for everything"), "{slip}: {words}");
        assert!(words.contains(&format!("found {slip:?}")), "{words}");
    }
    for level in ["", "off", "INFO", "vault=debug,warn", "vault=debug, warn"] {
        assert_eq!(said(level), (true, String::new()), "{level:?}");
    }
}
