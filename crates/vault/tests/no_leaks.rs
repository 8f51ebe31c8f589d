//! Card numbers and security codes are nowhere to be found: not in the database's files, not in the log at its most
//! talkative, not in any answer.
#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod support;

use std::fs;
use std::io::Write;
use std::sync::{Arc, Mutex};

use serde_json::json;
use support::{Server, card};

/// Real-looking numbers that stand nowhere else.
const MARKED: [&str; 4] = ["4716893427756013", "5218764390127755", "376449273815609", "6011493827164509"];
const MARKED_CVC: &str = "8351";

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The marked number, with the check digit that it needs.
fn sound(number: &str) -> String {
    let body = &number[..number.len() - 1];
    (0..10).map(|last| format!("{body}{last}")).find(|digits| vault::luhn(digits)).unwrap()
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

// clause: CARD-11
#[tokio::test]
async fn no_number_and_no_code_outside_the_seal() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber =
        tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(move || writer.clone());
    tracing::subscriber::set_global_default(subscriber.finish()).unwrap();

    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&format!("sqlite:{}", folder.path().join("vault.db").display())).await;
    let mut told = Vec::new();
    for number in MARKED.map(sound) {
        let (session, key) = server.open().await;
        let spaced: Vec<String> =
            number.as_bytes().chunks(4).map(|four| String::from_utf8_lossy(four).into_owned()).collect();
        // Taken, refused and garbled alike.
        let mut good = card(&spaced.join(" "));
        if number.len() == 15 {
            good["cvc"] = json!(MARKED_CVC);
        }
        let answer = server.submit(&key, &good).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        let payment_key = answer.body["paymentKeys"][0].as_str().unwrap().to_owned();
        told.push(answer.text);
        let mut wrong_code = card(&number);
        wrong_code["cvc"] = json!(format!("{MARKED_CVC}1"));
        told.push(server.submit(&key, &wrong_code).await.text);
        let mut in_the_name = card(&number);
        in_the_name["holder"] = json!(number);
        told.push(server.submit(&key, &in_the_name).await.text);
        told.push(
            server.submit(&key, &json!({"number": number.parse::<u64>().unwrap(), "cvc": MARKED_CVC})).await.text,
        );
        told.push(server.submit(&key, &json!([number])).await.text);
        told.push(server.http.get(format!("{}/{number}", server.origin)).send().await.unwrap().text().await.unwrap());
        told.push(server.exchange(&payment_key, &session).await.text);
        told.push(server.status(&session).await.text);
    }
    // While it runs (the write-ahead file) and after it has ended.
    let mut files = read_all(folder.path());
    server.stop().await;
    files.extend(read_all(folder.path()));

    let log = log.0.lock().unwrap().clone();
    assert!(contains(&log, "answered") && contains(&log, "vault_cards"), "the log is at its most talkative");
    assert!(files.iter().any(|bytes| contains(bytes, "tok_")), "the files are the right ones");
    for number in MARKED.map(sound) {
        // Down to the part that a mask hides.
        for part in [&number[..], &number[..12], &number[6..number.len() - 1]] {
            let own = log.split(|byte| *byte == b'\n').filter(|line| !of_the_test(line));
            assert!(!own.into_iter().any(|line| contains(line, part)), "the log holds {part}");
            assert!(!files.iter().any(|bytes| contains(bytes, part)), "a file holds {part}");
            assert!(!told.iter().any(|text| text.contains(part)), "an answer holds {part}");
        }
    }
    let own = log.split(|byte| *byte == b'\n').filter(|line| !of_the_test(line) && contains(line, "vault"));
    let said: Vec<_> = own.filter(|line| says(line, MARKED_CVC)).map(String::from_utf8_lossy).collect();
    assert!(said.is_empty(), "the log holds a code: {said:?}");
    assert!(!told.iter().any(|text| text.contains(&format!("\"{MARKED_CVC}\""))), "an answer holds a code");
}

/// Whether the text stands there as a word of its own. Four digits are also part of moments, durations and random ids
/// now and then, and those are no leak.
fn says(line: &[u8], text: &str) -> bool {
    line.split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'.' && *byte != b'-' && *byte != b'_')
        .any(|word| word == text.as_bytes())
}

/// Lines of the test's own client: it runs in the same process.
fn of_the_test(line: &[u8]) -> bool {
    contains(line, "reqwest") || contains(line, "hyper_util::client")
}

fn read_all(folder: &std::path::Path) -> Vec<Vec<u8>> {
    fs::read_dir(folder).unwrap().map(|entry| fs::read(entry.unwrap().path()).unwrap()).collect()
}
