//! The letter as its reader gets it: read back with poppler's `pdftotext`.

use std::process::Command;

use letter::{Direction, Fonts, Letter, Paper, html, pdf};
use proptest::prelude::*;

mod samples;

fn set(letter: &Letter) -> Vec<u8> {
    pdf(letter, &Fonts::embedded()).expect("a letter")
}

/// What one of poppler's programs says of the file.
fn read(bytes: &[u8], program: &str, arguments: &[&str], to_standard_output: bool) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("letter.pdf");
    std::fs::write(&file, bytes).expect("written");
    let mut command = Command::new(program);
    command.args(arguments).arg(&file);
    if to_standard_output {
        command.arg("-");
    }
    let out = command.output().expect("poppler-utils are installed");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8_lossy(&out.stdout).into_owned()
}

fn text(bytes: &[u8]) -> String {
    read(bytes, "pdftotext", &["-layout"], true)
}

/// Every word with its place: page, left, top, right, bottom.
fn words(bytes: &[u8]) -> Vec<(usize, [f32; 4], String)> {
    let mut page = 0;
    let mut out = Vec::new();
    for line in read(bytes, "pdftotext", &["-bbox"], true).lines().map(str::trim) {
        if line.starts_with("<page ") {
            page += 1;
        }
        if let Some(rest) = line.strip_prefix("<word ") {
            let (place, word) = rest.split_once('>').expect("a word");
            let numbers: Vec<f32> = place.split('"').filter_map(|part| part.parse().ok()).collect();
            let place = <[f32; 4]>::try_from(numbers).expect("four numbers");
            out.push((page, place, word.trim_end_matches("</word>").to_owned()));
        }
    }
    out
}

#[test]
fn the_letter_says_what_was_agreed() {
    let read = text(&set(&samples::english()));
    for said in [
        "Harbour House",
        "1HKQ2M4X7TB",
        "Dear Siobhán Ní Bhriain-O’Shea,",
        "Sat, Dec 12, 2026",
        "Deluxe King",
        "State lodging tax, 8.75%",
        "$47.25",
        "$623.25",
        "Paid now, card ending 4242",
        "$427.25",
        "Free to cancel until Thu, Dec 10, 2026, 6:00 pm (hotel time).",
        "Change or cancel",
        "Page 1 of 1",
    ] {
        assert!(read.contains(said), "{said} is not in\n{read}");
    }
}

#[test]
fn an_arabic_letter_is_shaped_and_mirrored() {
    let bytes = set(&samples::arabic());
    let read = text(&bytes);
    for said in ["2NQ7R4K9VXC", "دار النور", "stay@daralnoor.example", "+971 4 555 0128", "٣٬٢٧٦٫٠٠"] {
        assert!(read.contains(said), "{said} is not in\n{read}");
    }
    let left = |bytes: &[u8], word: &str| words(bytes).iter().find(|w| w.2 == word).map(|w| w.1[0]).expect("the word");
    // (These words come in the order in which they stand on the page.) The name stands where reading starts, what reaches the hotel opposite.
    assert!(left(&bytes, "رونلا") > 297.0 && left(&bytes, "stay@daralnoor.example") < 100.0);
    let english = set(&samples::english());
    assert!(left(&english, "Harbour") < 150.0 && left(&english, "stay@harbourhouse.example") > 400.0);
}

#[test]
fn sums_stand_under_each_other() {
    let bytes = set(&samples::english());
    let right_edges: Vec<f32> =
        words(&bytes).into_iter().filter(|w| w.2.starts_with('$') && w.1[0] > 440.0).map(|w| w.1[2]).collect();
    assert_eq!(right_edges.len(), 8, "five lines, the total, two dues");
    for edge in &right_edges {
        assert!((edge - right_edges[0]).abs() < 1.5, "{right_edges:?}");
    }
}

#[test]
fn long_letters_go_on_on_further_pages() {
    let letter = samples::long();
    let bytes = set(&letter);
    let read = text(&bytes);
    for i in 1..=60 {
        assert!(read.contains(&format!("Room {i}, Sat Dec 12")), "line {i}");
    }
    for i in 1..=12 {
        assert!(read.contains(&format!("Room no. {i}")), "room {i}");
    }
    assert_eq!(read.matches("No guest").count() + read.matches("No\n").count(), 2 * 220);
    let words = words(&bytes);
    let pages = words.last().expect("words").0;
    assert!(pages > 4 && read.contains(&format!("Page {pages} of {pages}")));
    for (page, [left, top, right, bottom], word) in words {
        assert!(left > 50.0 && right < 545.0 && top > 20.0 && bottom < 842.0, "{word} sticks out of page {page}");
    }
}

/// What stands on each page, without the line at its foot.
fn pages(bytes: &[u8]) -> Vec<String> {
    let text = text(bytes);
    text.split_terminator('\u{c}').map(str::to_owned).collect()
}

#[test]
fn a_room_with_add_ons_stands_on_one_page() {
    for paper in [Paper::UsLetter, Paper::A4] {
        let letter = Letter { paper, ..samples::with_addons() };
        assert_eq!(pages(&set(&letter)).len(), 1);
    }
}

#[test]
fn a_short_passage_is_not_broken_between_pages() {
    let mut letter = samples::with_addons();
    let pets = letter.policies.iter().position(|passage| passage.heading == "Pets").expect("a passage");
    letter.policies[pets].text = format!("First word. {} Last word.", "No dog sleeps on the bed. ".repeat(20));
    for rooms in 1..12 {
        letter.rooms = vec![letter.rooms[0].clone(); rooms];
        let pages = pages(&set(&letter));
        let first = pages.iter().position(|page| page.contains("First word."));
        assert_eq!(first, pages.iter().position(|page| page.contains("Last word.")), "{rooms} rooms");
    }
}

#[test]
fn a_letter_of_nothing_is_an_empty_sheet() {
    let bytes = set(&Letter::default());
    assert!(bytes.starts_with(b"%PDF-"));
    assert_eq!(text(&bytes).trim(), "");
    assert!(html(&Letter::default()).contains("lang=\"en\""));
}

#[test]
fn the_author_is_named_without_signs_of_direction() {
    let mut letter = samples::arabic();
    letter.hotel.name = format!("\u{2068}{}\u{2069}", letter.hotel.name);
    let bytes = set(&letter);
    assert!(String::from_utf8_lossy(&bytes).contains("<rdf:li>دار النور</rdf:li>"));
}

#[test]
fn screen_readers_get_title_language_and_structure() {
    for letter in [samples::english(), samples::arabic(), samples::long()] {
        let bytes = set(&letter);
        let metadata = String::from_utf8_lossy(&bytes);
        let language = format!("<rdf:li>{}</rdf:li>", letter.language);
        for part in ["pdfuaid:part", &language, &letter.title, &letter.number.value] {
            assert!(metadata.contains(part), "{part}");
        }
        let structure = read(&bytes, "pdfinfo", &["-struct-text"], false);
        for part in ["H1", "H2", "P (block)", "Table", "TH:", "TD", "Figure"] {
            assert!(structure.contains(part), "{part} is not in\n{structure}");
        }
    }
    let structure = read(&set(&samples::english()), "pdfinfo", &["-struct-text"], false);
    let place = |said: &str| structure.find(said).unwrap_or_else(|| panic!("{said} is not in\n{structure}"));
    assert!(place("Your stay is confirmed") < place("Deluxe King") && place("Deluxe King") < place("$623.25"));
}

#[test]
fn names_of_many_scripts_are_set() {
    let mut letter = samples::english();
    for name in ["Łukasz Żółć", "Nguyễn Thị Ánh", "Дмитрий Щукин", "Παπαδόπουλος", "שרה כהן", "محمد", "Ħéléna Œuvray"]
    {
        letter.greeting = format!("Dear {name},");
        let bytes = set(&letter);
        assert!(String::from_utf8_lossy(&bytes).contains("pdfuaid:part"), "{name} has letters that no font has");
    }
    // No font of ours has these: the letter is written all the same, and every sign of them can be copied.
    letter.greeting = "Dear 李小龍,".to_owned();
    letter.rooms[0].name = "李".to_owned();
    let read = text(&set(&letter));
    assert!(read.contains("$623.25") && read.contains("Dear 李小龍,"), "{read}");
    assert_eq!(read.matches('李').count(), 2, "{read}");
}

#[test]
fn an_emoji_is_no_empty_box() {
    let mut letter = samples::english();
    for signs in ["🎂", "👩🏽‍🚀 ", "❤️", "❤", "🇦🇪", "🎉🎉🎉"] {
        letter.greeting = format!("Dear {signs}Siobhán {signs},");
        let bytes = set(&letter);
        // An empty box is the one sign that a letter for screen readers must not have.
        assert!(String::from_utf8_lossy(&bytes).contains("pdfuaid:part"), "{signs} is drawn as an empty box");
        assert!(text(&bytes).contains("Dear Siobhán"));
    }
    // Neither a gap nor a word of what is left out.
    let plain = samples::english();
    let with = |greeting: &str| set(&Letter { greeting: greeting.to_owned(), ..plain.clone() });
    assert_eq!(with("Bed 🛏️ and 👨‍👩‍👧 window 👍🏽"), with("Bed and window "));
}

#[test]
fn the_same_letter_gives_the_same_bytes() {
    let fonts = Fonts::embedded();
    let once = pdf(&samples::arabic(), &fonts).expect("a letter");
    pdf(&samples::english(), &fonts).expect("another in between");
    assert_eq!(once, pdf(&samples::arabic(), &fonts).expect("again"));
}

#[test]
fn what_is_no_font_and_no_logo_is_passed_over() {
    let mut letter = samples::english();
    letter.hotel.logo_svg = Some("<svg><script>alert(1)</script>".to_owned());
    let bytes = pdf(&letter, &Fonts::with([vec![1, 2, 3], Vec::new()])).expect("a letter");
    assert!(text(&bytes).contains("Harbour House"));
}

#[test]
fn the_page_is_escaped_and_has_no_scripts() {
    let mut letter = samples::arabic();
    letter.greeting = "<script>alert(\"x\")</script> & 'co'".to_owned();
    letter.page_of = "</style>\" {page}".to_owned();
    letter.hotel.logo_svg = Some("<svg onload=\"alert(1)\"/>".to_owned());
    let page = html(&letter);
    assert!(page.contains("<html dir=\"rtl\" lang=\"ar-AE\">"));
    assert!(page.contains("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;co&#39;"));
    assert!(!page.contains("<script") && !page.contains("onload=") && page.matches("</style>").count() == 1);
    assert!(page.contains("٣٬٢٧٦٫٠٠") && page.contains("size:A4") && page.contains("--free:70.0%"));
    letter.direction = Direction::Ltr;
    letter.paper = Paper::UsLetter;
    assert!(html(&letter).contains("dir=\"ltr\"") && html(&letter).contains("size:letter"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn no_text_breaks_the_letter(texts in prop::collection::vec(".{0,60}", 14), share in any::<f32>(), rtl: bool) {
        let mut letter = if rtl { samples::arabic() } else { samples::english() };
        let mut texts = texts.into_iter();
        let mut next = || texts.next().unwrap_or_default();
        letter.language = "en".to_owned();
        letter.accent = next();
        letter.hotel.name = next();
        letter.hotel.address = next();
        letter.hotel.email = next();
        letter.title = next();
        letter.greeting = next();
        letter.number.value = next();
        letter.stay[0].value = next();
        letter.rooms[0].name = next();
        letter.bill.lines[0].label = next();
        letter.bill.total.amount = next();
        letter.policies[0].text = next();
        letter.footer = next();
        letter.page_of = next();
        if let Some(cancellation) = &mut letter.cancellation {
            cancellation.free_share = share;
        }
        let bytes = pdf(&letter, &Fonts::embedded());
        prop_assert!(bytes.is_ok_and(|b| b.starts_with(b"%PDF-")));
        prop_assert!(html(&letter).ends_with("</html>\n"));
    }
}
