//! Card numbers and security codes are nowhere to be found: not in the database's files, not in the log at its most
//! talkative, not in any answer.
#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod support;

use std::fs;
use std::io::Write;
use std::sync::{Arc, Mutex};

use reqwest::Method;
use serde_json::{Value, json};
use support::{Server, card};

/// Real-looking numbers that stand nowhere else.
const MARKED: [&str; 4] = ["4716893427756013", "5218764390127755", "376449273815609", "6011493827164509"];
/// The codes of those cards, three digits and Amex's four; and one that is too long to be taken.
const CVC: &str = "835";
const AMEX_CVC: &str = "8359";
const LONG_CVC: &str = "83594716206183";

/// Columns and members that are drawn by chance or encrypted: three digits can stand in them and be no leak.
const DRAWN: [&str; 11] = [
    "request_id",
    "link_hash",
    "frame_key_hash",
    "session_key_hash",
    "payment_key_hash",
    "token",
    "sealed",
    "unique_code",
    "card_unique_code",
    "external_reference",
    "external_reference_number",
];

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
        let cvc = if number.len() == 15 { AMEX_CVC } else { CVC };
        let mut good = card(&spaced.join(" "));
        good["cvc"] = json!(cvc);
        let answer = server.submit(&key, &good).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        let payment_key = answer.body["paymentKeys"][0].as_str().unwrap().to_owned();
        told.push(answer.text);
        let mut wrong_code = card(&number);
        wrong_code["cvc"] = json!(LONG_CVC);
        told.push(server.submit(&key, &wrong_code).await.text);
        let mut in_the_name = good.clone();
        in_the_name["holder"] = json!(number);
        told.push(server.submit(&key, &in_the_name).await.text);
        told.push(server.submit(&key, &json!({"number": number.parse::<u64>().unwrap(), "cvc": cvc})).await.text);
        told.push(server.submit(&key, &json!([number])).await.text);
        told.push(server.http.get(format!("{}/{number}", server.origin)).send().await.unwrap().text().await.unwrap());
        let exchanged = server.exchange(&payment_key, &session).await;
        assert_eq!(exchanged.body["card_holder"], good["holder"]);
        told.push(exchanged.text);
        told.push(server.status(&session).await.text);
    }
    // Whoever has the address of a payment link pays with it, for another too.
    let secret = "1.leaks.a-link-that-nobody-guesses";
    let offered = json!({"property_id": 1, "payment_key": "leaks", "request_id": secret, "amount": 12_000,
        "currency": "EUR", "shown_amount": "EUR 120.00", "payee": "The house", "locale": "en_US",
        "expires_at": server.now().as_second() + 1800, "page_origin": support::PAGE});
    let link = server.call(Method::POST, vault::client::OFFERS_PATH, Some(offered)).await;
    for url in [link.body["url"].as_str().unwrap(), &format!("{}/pay/1.leaks.another", server.origin)] {
        server.http.get(url).send().await.unwrap();
    }
    let pay = server.http.post(format!("{}/pay/card", server.origin)).header("X-Request-Id", secret);
    let declined = pay.json(&card("4000000000000341")).send().await.unwrap();
    assert_eq!(declined.status(), 402);

    let rows = values_of(folder.path()).await;
    assert!(rows.iter().any(|value| value == "Siobhán Ní Bhriain-O’Shea"), "the rows are the right ones: {rows:?}");
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
    let own: Vec<&[u8]> = log.split(|byte| *byte == b'\n').filter(|line| !of_the_test(line)).collect();
    assert!(own.iter().any(|line| contains(line, "/pay/{request_id}")), "the link was asked for");
    assert!(!own.iter().any(|line| contains(line, secret)), "the log holds the secret of a link");
    assert!(!files.iter().any(|bytes| contains(bytes, LONG_CVC)), "a file holds a code");
    for value in rows.iter().chain(&told.iter().flat_map(|text| told_values(text)).collect::<Vec<_>>()) {
        assert!(!value.contains(CVC), "a row or an answer holds a code: {value}");
    }
    let own = log.split(|byte| *byte == b'\n').filter(|line| !of_the_test(line));
    let said: Vec<_> = own.filter(|line| says_a_code(line)).map(String::from_utf8_lossy).collect();
    assert!(said.is_empty(), "the log holds a code: {said:?}");
}

/// Whether a line of the log holds the long code anywhere, or, if it is about the vault, a short one as a word of its
/// own. Three digits are also part of moments, durations (`835.2µs`) and drawn keys, and those are no leak.
fn says_a_code(line: &[u8]) -> bool {
    let part = |byte: &u8| byte.is_ascii_alphanumeric() || !byte.is_ascii() || b".-_".contains(byte);
    let word = |code: &str| line.split(|byte| !part(byte)).any(|word| word == code.as_bytes());
    contains(line, LONG_CVC) || contains(line, "vault") && (word(CVC) || word(AMEX_CVC))
}

/// What an answer says, but for what is drawn: the texts and numbers of its JSON, or all of it when it is none.
fn told_values(text: &str) -> Vec<String> {
    fn collect(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(members) => {
                let told = members.iter().filter(|(name, _)| !DRAWN.contains(&name.as_str()) && *name != "paymentKeys");
                told.for_each(|(_, value)| collect(value, found));
            }
            Value::Array(values) => values.iter().for_each(|value| collect(value, found)),
            Value::String(text) => found.push(text.clone()),
            other => found.push(other.to_string()),
        }
    }
    let mut found = Vec::new();
    match serde_json::from_str(text) {
        Ok(value) => collect(&value, &mut found),
        Err(_) => found.push(text.to_owned()),
    }
    found
}

/// Every value of every table of the vault, but for what is drawn or encrypted.
async fn values_of(folder: &std::path::Path) -> Vec<String> {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.join("vault.db")).read_only(true);
    let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
    let columns: Vec<(String, String)> = sqlx::query_as(
        "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c \
         WHERE m.type = 'table' AND m.name LIKE 'vault_%'",
    )
    .fetch_all(&pool)
    .await
    .unwrap();
    let mut found = Vec::new();
    for (table, column) in columns.iter().filter(|(_, column)| !DRAWN.contains(&column.as_str())) {
        let select = format!("SELECT CAST({column} AS TEXT) FROM {table} WHERE {column} IS NOT NULL");
        found.extend(sqlx::query_scalar::<_, String>(sqlx::AssertSqlSafe(select)).fetch_all(&pool).await.unwrap());
    }
    pool.close().await;
    found
}

/// Lines of the test's own client: it runs in the same process.
fn of_the_test(line: &[u8]) -> bool {
    contains(line, "reqwest") || contains(line, "hyper_util::client")
}

fn read_all(folder: &std::path::Path) -> Vec<Vec<u8>> {
    fs::read_dir(folder).unwrap().map(|entry| fs::read(entry.unwrap().path()).unwrap()).collect()
}
