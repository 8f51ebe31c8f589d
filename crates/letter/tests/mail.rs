//! The letters of a booking as an e-mail.

use letter::{Letter, Link, Mail, OfAll, Passage};
use proptest::prelude::*;

mod samples;

fn mail(letters: Vec<Letter>) -> Mail {
    let link = |words: &str, address: String| Link { words: words.to_owned(), address };
    let links = (0..letters.len()).map(|at| {
        let manage = link("Change or cancel", format!("https://stay.example/#/search-reservation-result?link={at}"));
        vec![link("Open the letter", format!("https://stay.example/letter?n={at}&token=t")), manage]
    });
    let of_all = OfAll { title: "Your stays".to_owned(), opening: "This is how they stand.".to_owned() };
    Mail { links: links.collect(), letters, of_all }
}

#[test]
fn both_parts_say_what_the_letter_says() {
    for letter in [samples::english(), samples::with_addons(), samples::arabic(), samples::long()] {
        let mail = mail(vec![letter.clone()]);
        let (html, text) = (mail.html(), mail.text());
        let lines = letter.bill.lines.iter().chain([&letter.bill.total]).chain(&letter.bill.dues);
        let bill =
            lines.flat_map(|line| [&line.label, &line.amount]).chain([&letter.bill.heading]).chain(&letter.bill.notes);
        let terms = letter.cancellation.iter().flat_map(|terms| [&terms.sentence, &terms.after]);
        let facts = letter.stay.iter().flat_map(|fact| [&fact.label, &fact.value, &fact.note]);
        let rooms = letter.rooms.iter().flat_map(|room| [&room.name, &room.door].into_iter().chain(&room.details));
        let passages = letter.policies.iter().chain(&letter.change).flat_map(|own| [&own.heading, &own.text]);
        let hotel = [&letter.hotel.name, &letter.hotel.address, &letter.hotel.phone, &letter.hotel.email];
        let around = [&letter.title, &letter.greeting, &letter.opening, &letter.number.value, &letter.closing];
        for said in bill.chain(terms).chain(facts).chain(rooms).chain(passages).chain(hotel).chain(around) {
            assert!(text.contains(said), "{said} in\n{text}");
            assert!(html.contains(&said.replace('\'', "&#39;").replace('\n', "<br>")), "{said} in\n{html}");
        }
        assert!(html.contains("href=\"https://stay.example/letter?n=0&amp;token=t\""));
        assert!(text.contains("https://stay.example/letter?n=0&token=t"));
        assert!(html.contains("search-reservation-result?link=0\"") && html.contains("Change or cancel"));
        assert!(text.contains("Change or cancel: https://stay.example/#/search-reservation-result?link=0"));
    }
}

#[test]
fn what_all_rooms_have_in_common_is_said_once() {
    let (first, mut second) = (samples::english(), samples::english());
    let ride = Passage { heading: "Guest Pick-Up".to_owned(), text: "at 14:15".to_owned() };
    second.policies.insert(0, ride);
    second.number.value = "1HKQ2M4X7TC".to_owned();
    let policy = first.policies[0].text.clone();
    let text = mail(vec![first, second]).text();
    assert_eq!(text.matches(&policy).count(), 1);
    assert_eq!(text.matches("Guest Pick-Up").count(), 1);
    assert!(text.contains("1HKQ2M4X7TB") && text.contains("1HKQ2M4X7TC"));
}

#[test]
fn rooms_that_stand_apart_say_so_each() {
    let (mut first, mut second) = (samples::english(), samples::english());
    second.number.value = "1HKQ2M4X7TC".to_owned();
    second.opening = "wie gewünscht haben wir ihn am Dienstag geändert.".to_owned();
    let places = |text: &str, words: &[&str]| -> Vec<usize> {
        words.iter().map(|words| text.find(words).unwrap_or_else(|| panic!("{words} in\n{text}"))).collect()
    };
    let apart = mail(vec![first.clone(), second.clone()]);
    assert_eq!(apart.title(), first.title, "what is true of both is said once");
    for text in [apart.text(), apart.html()] {
        assert_eq!(text.split("</title>").last().unwrap_or(&text).matches(&first.title).count(), 1);
        let said = ["This is how they stand.", "Thank you", &first.number.value, "Wie gewünscht", "1HKQ2M4X7TC"];
        assert!(places(&text, &said).is_sorted(), "{text}");
    }
    second.title = "Your changed stay is confirmed".to_owned();
    // Of two of which one is begun, the other is awaited.
    first.closing.clear();
    let apart = mail(vec![first.clone(), second.clone()]);
    assert_eq!(apart.title(), "Your stays");
    for text in [apart.text(), apart.html()] {
        let said = ["Your stays", &first.title, "Thank you", &first.number.value, &second.title, "Wie", "1HKQ2M4X7TC"];
        assert!(places(&text, &said).is_sorted() && text.contains(&second.closing), "{text}");
    }
}

#[test]
fn arabic_is_read_from_the_right() {
    let html = mail(vec![samples::arabic()]).html();
    assert!(html.contains("<html dir=\"rtl\" lang=\"ar") && html.contains("text-align:right"));
    // A telephone number alone in its line would begin with its last digits.
    assert!(mail(vec![samples::arabic()]).text().contains("\n\u{2066}+971 4 555 0128\u{2069}\n"));
    assert!(mail(vec![samples::english()]).text().contains("\n+1 207 555 0142\n"));
    assert!(!html.contains("<link") && !html.contains("<img") && !html.contains("<script"));
}

proptest! {
    #[test]
    fn no_text_of_anybody_becomes_markup(text in "[a-z<>&\"'/=\\n ]{0,40}") {
        let mut letter = samples::english();
        let tags = |letter: &Letter| mail(vec![letter.clone()]).html().replace("<br>", "").matches('<').count();
        let before = tags(&letter);
        letter.greeting = format!("x{text}");
        letter.hotel.name = format!("x{text}");
        letter.rooms[0].name = format!("x{text}");
        letter.policies[0].text = format!("x{text}");
        letter.bill.lines[0].label = format!("x{text}");
        prop_assert_eq!(tags(&letter), before);
    }
}
